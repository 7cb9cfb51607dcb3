// SPDX-License-Identifier: GPL-2.0-only
/*
 * A crowd of readers: a process for each kind of request that locks a device for a reading.
 *
 *	crowd DEVICE MARK
 *
 * Another task holds the lock of the device.  When all of the processes wait in the kernel, or one
 * has ended, this program prints "N wait", with the number of those that wait.  Then it reads a
 * line: "kill", to kill all of them, or anything else.  At last it prints how many were killed, and
 * how many have got what they asked for.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/seastar.h>

#include "client.h"

#define CYCLE	0	/* command of a reading of the file cycle in sysfs */
#define TRIES	1200	/* at intervals of 0.1 s */
#define NUMBER(t, n)	{ .type = SEASTAR_A_##t, .length = sizeof(uint32_t), .number = (n) }

/*
 * A kind of request: a dump or not, of all devices or of one, with these attributes behind its
 * name, and the name of a mark as attribute @mark, unless that is 0.
 */
static const struct kind {
	uint8_t command;
	bool dump;
	bool all;
	uint16_t mark;
	struct attr attrs[2];
} kinds[] = {
	{ CYCLE },
	{ SEASTAR_CMD_DEV_GET },
	{ SEASTAR_CMD_DEV_GET, .dump = true, .all = true },
	{ SEASTAR_CMD_STATS_GET, .mark = SEASTAR_A_STATS_SINCE,
	  .attrs = { NUMBER(STATS_ROUTER, 1) } },
	{ SEASTAR_CMD_STATS_GET, .dump = true, .mark = SEASTAR_A_STATS_SINCE },
	{ SEASTAR_CMD_STATS_GET, .attrs = { NUMBER(STATS_ROUTER, 1) } },
	{ SEASTAR_CMD_STATS_GET, .dump = true },
	{ SEASTAR_CMD_TRAFFIC_GET },
	{ SEASTAR_CMD_TRAFFIC_GET, .dump = true },
	{ SEASTAR_CMD_CLOCK_GET },
	{ SEASTAR_CMD_MMR_GET,
	  .attrs = { NUMBER(MMR_ROUTER, 1), NUMBER(MMR_OFFSET, 0) } },
	{ SEASTAR_CMD_MARK_GET, .mark = SEASTAR_A_MARK_NAME },
	{ SEASTAR_CMD_MARK_GET, .dump = true },
	{ SEASTAR_CMD_LATENCY_GET, .attrs = { NUMBER(STATS_ROUTER, 1) } },
	{ SEASTAR_CMD_LATENCY_GET, .mark = SEASTAR_A_STATS_SINCE },
	{ SEASTAR_CMD_LATENCY_GET },
	{ SEASTAR_CMD_LATENCY_GET, .dump = true },
	{ SEASTAR_CMD_LATENCY_GET, .dump = true, .mark = SEASTAR_A_STATS_SINCE },
	{ SEASTAR_CMD_LINK_GET, .attrs = { NUMBER(LINK_ROUTER, 1) } },
	{ SEASTAR_CMD_LINK_GET, .dump = true },
	{ SEASTAR_CMD_ROUTE_GET },
	{ SEASTAR_CMD_ROUTE_GET, .dump = true },
};

#define KINDS	(sizeof(kinds) / sizeof(kinds[0]))

/* The device is the first attribute of each request. */
_Static_assert(SEASTAR_A_DEV_NAME == 1 && SEASTAR_A_STATS_DEV == 1 && SEASTAR_A_TRAFFIC_DEV == 1 &&
	       SEASTAR_A_CLOCK_DEV == 1 && SEASTAR_A_MMR_DEV == 1 && SEASTAR_A_MARK_DEV == 1 &&
	       SEASTAR_A_LINK_DEV == 1 && SEASTAR_A_ROUTE_DEV == 1, "request() sends type 1");

static pid_t readers[KINDS];

static int read_cycle(const char *dev)
{
	char path[64], byte;
	int fd;

	snprintf(path, sizeof(path), "/sys/class/seastar/%s/cycle", dev);
	fd = open(path, O_RDONLY);
	return fd < 0 || read(fd, &byte, 1) != 1;
}

static struct attr text(uint16_t type, const char *text)
{
	return (struct attr){ .type = type, .length = strlen(text) + 1, .data = text };
}

static int request(const struct kind *kind, const char *dev, const char *mark)
{
	struct attr attrs[5] = { text(1, dev), kind->attrs[0], kind->attrs[1] };
	struct answer answer;
	unsigned int n = 1;

	while (attrs[n].type)
		n++;
	if (kind->mark)
		attrs[n] = text(kind->mark, mark);
	client_open();
	client_send(kind->command, kind->all ? attrs + n : attrs, kind->dump, &answer);
	if (answer.error)
		fprintf(stderr, "request %d: %s %s\n", kind->command, strerror(answer.error),
			answer.sentence);
	return answer.error;
}

/* Return true if a process is in @state of proc(5), such as D: it waits in the kernel. */
static bool is_in_state(pid_t pid, char state)
{
	char pattern[] = { ')', ' ', state, ' ', '\0' };
	char path[32], line[256] = "";
	FILE *stat;
	bool is;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	stat = fopen(path, "r");
	if (!stat)
		return false;
	is = fgets(line, sizeof(line), stat) && strstr(line, pattern);
	fclose(stat);
	return is;
}

static unsigned int count(char state)
{
	unsigned int i, n = 0;

	for (i = 0; i < KINDS; i++)
		n += is_in_state(readers[i], state);
	return n;
}

static void begin(const char *dev, const char *mark)
{
	unsigned int i;

	for (i = 0; i < KINDS; i++) {
		readers[i] = fork();
		if (readers[i] < 0) {
			perror("crowd: fork");
			exit(1);
		}
		if (!readers[i])
			_exit(kinds[i].command == CYCLE ? read_cycle(dev) :
							 request(&kinds[i], dev, mark));
	}
	for (i = 0; i < TRIES && count('D') < KINDS && !count('Z'); i++)
		usleep(100000);
	printf("%u wait\n", count('D'));
	fflush(stdout);
}

int main(int argc, char **argv)
{
	unsigned int i, killed = 0, read = 0;
	char line[16] = "";
	int status;

	if (argc != 3) {
		fprintf(stderr, "usage: crowd DEVICE MARK\n");
		return 2;
	}
	begin(argv[1], argv[2]);
	if (fgets(line, sizeof(line), stdin) && !strcmp(line, "kill\n"))
		for (i = 0; i < KINDS; i++)
			kill(readers[i], SIGKILL);
	for (i = 0; i < KINDS; i++) {
		waitpid(readers[i], &status, 0);
		killed += WIFSIGNALED(status);
		read += !status;
	}
	printf("%u killed %u read\n", killed, read);
	return 0;
}
