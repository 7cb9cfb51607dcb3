// SPDX-License-Identifier: GPL-2.0-only
/*
 * Readers and writers of all objects, without pause and without order, for a kernel that detects
 * data races: racers SECONDS.  The program only checks that each racer makes progress; the kernel's
 * log has the races.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <linux/netlink.h>
#include <linux/seastar.h>

#include "client.h"

#define DEV	"race0"
#define FILES	1000

#define U8(t, n)	{ .type = SEASTAR_A_##t, .length = 1, .number = (n) }
#define U32(t, n)	{ .type = SEASTAR_A_##t, .length = 4, .number = (n) }
#define U64(t, n)	{ .type = SEASTAR_A_##t, .length = 8, .number = (n) }
#define STR(t, s)	{ .type = SEASTAR_A_##t, .length = sizeof(s), .data = s }
#define ATTRS(...)	(const struct attr[]){ __VA_ARGS__, { 0 } }
#define ENTRY(...)	{ .type = SEASTAR_A_AGING_ENTRY | NLA_F_NESTED,			\
			  .nest = ATTRS(__VA_ARGS__) }
#define PART(...)	{ .type = SEASTAR_A_CONFIG_DEV | NLA_F_NESTED,			\
			  .nest = ATTRS(__VA_ARGS__) }

struct request {
	uint8_t command;
	bool dump;
	const struct attr *attrs;
	int may;	/* errno with which the request may be refused */
};

#define REQUEST(c, d, ...)	{ SEASTAR_CMD_##c, d, ATTRS(__VA_ARGS__) }
#define MAY(error, c, d, ...)	{ SEASTAR_CMD_##c, d, ATTRS(__VA_ARGS__), error }

/* A racer sends its requests one after the other, repeatedly. */
static const struct racer {
	const char *what;
	struct request requests[4];
} racers[] = {
	{ "devices are read", {
		REQUEST(DEV_GET, true, { 0 }),
		REQUEST(DEV_GET, false, STR(DEV_NAME, DEV)) } },
	{ "statistics are read", {
		REQUEST(STATS_GET, true, STR(STATS_DEV, DEV)),
		REQUEST(STATS_GET, false, STR(STATS_DEV, DEV), U32(STATS_ROUTER, 3)) } },
	{ "statistics are reset", {
		REQUEST(STATS_RESET, false, STR(STATS_DEV, DEV)) } },
	{ "marks come and go", {
		REQUEST(MARK_NEW, false, STR(MARK_DEV, DEV), STR(MARK_NAME, "r")),
		REQUEST(MARK_DEL, false, STR(MARK_DEV, DEV), STR(MARK_NAME, "r")) } },
	{ "latencies are read since a mark", {
		REQUEST(LATENCY_GET, true, STR(STATS_DEV, DEV), STR(STATS_SINCE, "kept")),
		REQUEST(LATENCY_GET, false, STR(STATS_DEV, DEV), STR(STATS_SINCE, "kept")),
		REQUEST(LATENCY_GET, false, STR(STATS_DEV, DEV), U32(STATS_ROUTER, 3),
			STR(STATS_SINCE, "kept")) } },
	{ "latencies are read since a mark that comes and goes", {
		MAY(ENOENT, LATENCY_GET, false, STR(STATS_DEV, DEV), STR(STATS_SINCE, "r")),
		MAY(ENOENT, LATENCY_GET, true, STR(STATS_DEV, DEV), STR(STATS_SINCE, "r")) } },
	{ "aging is read", {
		REQUEST(AGING_GET, true, STR(AGING_DEV, DEV)),
		REQUEST(AGING_GET, false, STR(AGING_DEV, DEV), U32(AGING_ROUTER, 3)) } },
	{ "aging is set", {
		REQUEST(AGING_SET, false, STR(AGING_DEV, DEV),
			ENTRY(U32(ENTRY_CLOCK_PERIOD, 8), U8(ENTRY_REQ_BIAS, 2))),
		REQUEST(AGING_SET, false, STR(AGING_DEV, DEV),
			ENTRY(U32(ENTRY_CLOCK_PERIOD, 9), U8(ENTRY_RSP_BIAS, 3))) } },
	{ "traffic is read", {
		REQUEST(TRAFFIC_GET, false, STR(TRAFFIC_DEV, DEV)),
		REQUEST(TRAFFIC_GET, true, STR(TRAFFIC_DEV, DEV)) } },
	{ "traffic is set", {
		REQUEST(TRAFFIC_SET, false, STR(TRAFFIC_DEV, DEV),
			U32(TRAFFIC_PATTERN, SEASTAR_PATTERN_UNIFORM), U32(TRAFFIC_WINDOW, 4)),
		REQUEST(TRAFFIC_SET, false, STR(TRAFFIC_DEV, DEV),
			U32(TRAFFIC_PATTERN, SEASTAR_PATTERN_UNIFORM), U32(TRAFFIC_WINDOW, 8)) } },
	{ "the clock is read", {
		REQUEST(CLOCK_GET, false, STR(CLOCK_DEV, DEV)) } },
	{ "the clock is set", {
		REQUEST(CLOCK_SET, false, STR(CLOCK_DEV, DEV),
			U32(CLOCK_STATE, SEASTAR_CLOCK_RUNNING), U32(CLOCK_BUDGET, 40)),
		REQUEST(CLOCK_SET, false, STR(CLOCK_DEV, DEV), U32(CLOCK_BUDGET, 60)),
		REQUEST(CLOCK_SET, false, STR(CLOCK_DEV, DEV),
			U32(CLOCK_STATE, SEASTAR_CLOCK_STOPPED)) } },
	{ "tables are read", {
		REQUEST(ROUTE_GET, true, STR(ROUTE_DEV, DEV)),
		REQUEST(ROUTE_GET, false, STR(ROUTE_DEV, DEV)) } },
	{ "tables are set", {
		REQUEST(CONFIG_COMMIT, false,
			PART(STR(CONFIG_DEV_NAME, DEV), U64(CONFIG_DEV_ROUTES, 0))) } },
	{ "sysfs is read", { { 0 } } },
};

#define RACERS	(sizeof(racers) / sizeof(racers[0]))

static int files[FILES];
static int files_open;

static int open_file(const char *path, const struct stat *s, int type, struct FTW *at)
{
	(void)at;
	if (type != FTW_F || !(s->st_mode & 0444) || strstr(path, "/power/"))
		return 0;
	files[files_open] = open(path, O_RDONLY);
	return files[files_open] < 0 || ++files_open == FILES;
}

/*
 * Read every file of the device once; false if one of them cannot be read.  A file of settings may
 * fail because the settings change too often.
 */
static bool read_files(void)
{
	char text[4096];
	int i;

	if (!files_open && nftw("/sys/class/seastar/" DEV "/.", open_file, 16, FTW_PHYS))
		return false;
	for (i = 0; i < files_open; i++) {
		if (pread(files[i], text, sizeof(text), 0) < 0 && errno != EAGAIN) {
			fprintf(stderr, "# file %d: %s\n", i, strerror(errno));
			return false;
		}
	}
	return files_open;
}

/* Send every request once.  An interrupted dump is no error. */
static bool send_requests(const struct request *r)
{
	struct answer answer;

	for (; r->attrs; r++) {
		client_send(r->command, r->attrs, r->dump, &answer);
		if (answer.error && answer.error != r->may) {
			fprintf(stderr, "# command %d: %s %s\n", r->command,
				strerror(answer.error), answer.sentence);
			return false;
		}
	}
	return true;
}

/* Run a racer in a process of its own; return its rounds, or 0 for a failure */
static long race(const struct racer *racer, time_t end)
{
	long rounds = 0;

	client_open();
	while (time(NULL) < end) {
		if (!(racer->requests[0].attrs ? send_requests(racer->requests) : read_files()))
			return 0;
		rounds++;
	}
	return rounds;
}

static pid_t start(const struct racer *racer, time_t end)
{
	pid_t pid;
	long rounds;

	fflush(NULL);
	pid = fork();
	if (pid)
		return pid;
	rounds = race(racer, end);
	printf("# %s: %ld rounds\n", racer->what, rounds);
	fflush(NULL);
	_exit(!rounds);
}

/* Return true if the racer completed its rounds, at least one. */
static bool finish(const struct racer *racer, size_t number, pid_t pid)
{
	int status;
	bool good = waitpid(pid, &status, 0) == pid && !status;

	printf("%sok %zu %s\n", good ? "" : "not ", number, racer->what);
	return good;
}

static void request_once(uint8_t command, const struct attr *attrs)
{
	struct answer answer;

	client_send(command, attrs, false, &answer);
	if (answer.error) {
		printf("Bail out! %s\n", answer.sentence);
		exit(1);
	}
}

int main(int argc, char **argv)
{
	static const uint32_t radix[] = { 3, 3, 2 };
	static const struct attr shape[] = {
		STR(DEV_NAME, DEV),
		{ .type = SEASTAR_A_DEV_RADIX, .length = sizeof(radix), .data = radix }, { 0 }
	};
	pid_t pids[RACERS];
	bool good = true;
	time_t end;
	size_t i;

	if (argc != 2 || atoi(argv[1]) <= 0) {
		fprintf(stderr, "usage: racers SECONDS\n");
		return 2;
	}
	printf("TAP version 13\n1..%zu\n", RACERS);
	client_open();
	request_once(SEASTAR_CMD_DEV_NEW, shape);
	request_once(SEASTAR_CMD_MARK_NEW, ATTRS(STR(MARK_DEV, DEV), STR(MARK_NAME, "kept")));
	end = time(NULL) + atoi(argv[1]);
	for (i = 0; i < RACERS; i++)
		pids[i] = start(&racers[i], end);
	for (i = 0; i < RACERS; i++)
		good &= finish(&racers[i], i + 1, pids[i]);
	request_once(SEASTAR_CMD_DEV_DEL, ATTRS(STR(DEV_NAME, DEV)));
	return !good;
}
