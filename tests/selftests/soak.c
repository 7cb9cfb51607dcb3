// SPDX-License-Identifier: GPL-2.0-only
/*
 * Readers and writers without pause, on devices that come and go: for SECONDS, eight processes read
 * by netlink, statistics files and sysfs, and two change settings. Each ends with a line: its role,
 * the number of successes, of failures because the device or the module was gone, and the first
 * other error.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <linux/seastar.h>

#include "client.h"

#define BUFFER	(64 * 1024)
#define TURNS_A_SOCKET	50

static const char *dev;
static char buffer[BUFFER];
static unsigned int turns;

/* Connect; a module that was loaded again has another family number. */
static int ready(void)
{
	return turns++ % TURNS_A_SOCKET ? 0 : -client_connect();
}

static int dump(uint8_t command, const char *of)
{
	int err = ready();

	return err ?: -client_dump(command, of, NULL, NULL);
}

static int dump_stats(void)
{
	return dump(SEASTAR_CMD_STATS_GET, dev);
}

static int dump_aging(void)
{
	return dump(SEASTAR_CMD_AGING_GET, dev);
}

static int dump_devs(void)
{
	return dump(SEASTAR_CMD_DEV_GET, NULL);
}

static int dump_commits(void)
{
	return dump(SEASTAR_CMD_CONFIG_GET, NULL);
}

static int read_all(int fd)
{
	int got;

	do {
		got = read(fd, buffer, sizeof(buffer));
	} while (got > 0);
	return got < 0 ? -errno : 0;
}

static int read_stats_file(void)
{
	struct seastar_stats_fd arg = { .size = sizeof(arg) };
	int misc, fd, err;

	misc = open("/dev/seastar", O_RDONLY | O_CLOEXEC);
	if (misc < 0)
		return -errno;
	snprintf(arg.name, sizeof(arg.name), "%s", dev);
	fd = ioctl(misc, SEASTAR_IOC_STATS_FD, &arg);
	err = fd < 0 ? -errno : read_all(fd);
	if (fd >= 0)
		close(fd);
	close(misc);
	return err;
}

static int read_sysfs(void)
{
	char pattern[96];
	int fd, err = 0;
	glob_t found;
	size_t i;

	snprintf(pattern, sizeof(pattern), "/sys/class/seastar/%s/{*,aging/*,xp/*}", dev);
	if (glob(pattern, GLOB_BRACE | GLOB_NOSORT, NULL, &found))
		return -ENOENT;
	for (i = 0; i < found.gl_pathc && !err; i++) {
		fd = open(found.gl_pathv[i], O_RDONLY);
		if (fd < 0)
			continue;
		err = read_all(fd);
		close(fd);
		/* a directory, or a value that differs between routers */
		if (err == -EISDIR || err == -ENODATA)
			err = 0;
	}
	globfree(&found);
	return err;
}

static int ask(uint8_t command, const struct attr *attrs)
{
	struct answer answer;
	int err = ready();

	if (err)
		return err;
	client_send(command, attrs, false, &answer);
	return -answer.error;
}

#define ENTRY	(const struct attr[]){							\
	{ .type = SEASTAR_A_ENTRY_CLOCK_PERIOD, .length = 4, .number = rand() % 64 + 1 },	\
	{ .type = SEASTAR_A_ENTRY_REQ_BIAS, .length = 1, .number = rand() % 8 }, { 0 } }

static int write_aging(void)
{
	return ask(SEASTAR_CMD_AGING_SET, (const struct attr[]){
		{ .type = SEASTAR_A_AGING_DEV, .length = strlen(dev) + 1, .data = dev },
		{ .type = SEASTAR_A_AGING_ENTRY | NLA_F_NESTED, .nest = ENTRY }, { 0 } });
}

/* Make a commit without confirming it: the kernel undoes it. */
static int commit(void)
{
	const struct attr change[] = {
		{ .type = SEASTAR_A_CONFIG_DEV_NAME, .length = strlen(dev) + 1, .data = dev },
		{ .type = SEASTAR_A_CONFIG_DEV_ENTRY | NLA_F_NESTED, .nest = ENTRY }, { 0 }
	};

	return ask(SEASTAR_CMD_CONFIG_COMMIT, (const struct attr[]){
		{ .type = SEASTAR_A_CONFIG_TIMEOUT, .length = 4, .number = rand() % 20 + 1 },
		{ .type = SEASTAR_A_CONFIG_DEV | NLA_F_NESTED, .nest = change }, { 0 } });
}

static const struct role {
	const char *name;
	int (*turn)(void);
} roles[] = {
	{ "dump-stats", dump_stats },
	{ "dump-stats", dump_stats },
	{ "dump-aging", dump_aging },
	{ "dump-devs", dump_devs },
	{ "dump-commits", dump_commits },
	{ "stats-file", read_stats_file },
	{ "stats-file", read_stats_file },
	{ "sysfs", read_sysfs },
	{ "set-aging", write_aging },
	{ "commit", commit },
};

/* Return true if @err may be due to devices that go, or to changes by another process. */
static bool is_harmless(int err)
{
	switch (err) {
	case -ENODEV:
	case -ENOENT:
	case -ENXIO:
	case -EBUSY:
	case -EINTR:		/* an inconsistent dump */
	case -EOPNOTSUPP:	/* netlink: no family of this number */
		return true;
	default:
		return false;
	}
}

/* Play a role for @seconds; on a slow machine longer, until an operation has succeeded. */
static void play(const struct role *role, unsigned int seconds)
{
	time_t end = time(NULL) + seconds, late = end + 10 * seconds;
	unsigned long worked = 0, absent = 0;
	int err, bad = 0;

	srand(getpid());
	while (time(NULL) < (worked ? end : late)) {
		err = role->turn();
		if (!err) {
			worked++;
		} else if (is_harmless(err)) {
			absent++;
			turns = 0;
			usleep(1000);
		} else if (!bad) {
			bad = -err;
		}
	}
	printf("%s worked %lu absent %lu error %s\n", role->name, worked, absent,
	       bad ? strerrorname_np(bad) : "none");
	fflush(stdout);
	_exit(0);
}

int main(int argc, char **argv)
{
	size_t i;

	if (argc != 3) {
		fprintf(stderr, "usage: soak DEVICE SECONDS\n");
		return 2;
	}
	dev = argv[1];
	for (i = 0; i < sizeof(roles) / sizeof(roles[0]); i++)
		if (!fork())
			play(&roles[i], atoi(argv[2]));
	while (wait(NULL) > 0)
		;
	return 0;
}
