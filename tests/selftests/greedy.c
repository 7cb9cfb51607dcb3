// SPDX-License-Identifier: GPL-2.0-only
/*
 * A user who reads counters without end and lets go of nothing: half-read statistics
 * files and half-read dumps, as many as the kernel gives.  Then it closes half of them
 * and begins anew.
 *
 *	greedy DEVICE [TURNS]
 *
 * Without TURNS it never ends, unless the kernel kills it because its control group has no
 * memory left.  After them it says what it was given and how it was refused, and holds what
 * it has until the end of standard input.
 */
#define _GNU_SOURCE	/* strerrorname_np */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libmnl/libmnl.h>
#include <linux/seastar.h>

#include "raw.h"
#include "statsfile.h"

#define HOLDS	900
#define REFUSALS	100	/* it does not take no for an answer */

static struct statsfile description;
static int files[HOLDS];
static struct mnl_socket *dumps[HOLDS];
static unsigned int held, given, refusals[ERANGE];

static int hold_file(const char *dev)
{
	char some[100];
	int fd = statsfile_fd(dev), error;

	if (fd < 0)
		return errno;
	if (pread(fd, some, sizeof(some), description.header.data_offset) == sizeof(some)) {
		files[held] = fd;
		return 0;
	}
	error = errno;
	close(fd);
	return error;
}

static int hold_dump(const char *dev)
{
	int error;

	dumps[held] = raw_dump_hold(SEASTAR_CMD_STATS_GET, dev, &error);
	return error;
}

static void let_go(void)
{
	held--;
	if (files[held])
		close(files[held]);
	if (dumps[held])
		mnl_socket_close(dumps[held]);
	files[held] = 0;
	dumps[held] = NULL;
}

static bool take_one(const char *dev)
{
	int error = held % 2 ? hold_file(dev) : hold_dump(dev);

	if (error) {
		refusals[error]++;
		return false;
	}
	held++;
	given++;
	return true;
}

/* Let go of half, and take until it is refused again and again. */
static void turn(const char *dev)
{
	unsigned int keep, refused = 0;

	for (keep = held / 2; held > keep;)
		let_go();
	while (held < HOLDS && refused < REFUSALS)
		refused += !take_one(dev);
}

int main(int argc, char **argv)
{
	unsigned int i;
	long turns;

	if (argc < 2 || argc > 3) {
		fprintf(stderr, "usage: greedy DEVICE [TURNS]\n");
		return 2;
	}
	turns = argc > 2 ? atol(argv[2]) : -1;
	raw_open();
	statsfile_open(&description, argv[1]);
	for (; turns; turns -= turns > 0)
		turn(argv[1]);
	printf("held %u given %u refused", held, given);
	for (i = 0; i < ERANGE; i++)
		if (refusals[i])
			printf(" %s", strerrorname_np(i));
	putchar('\n');
	fflush(stdout);
	while (getchar() != EOF)
		;
	return 0;
}
