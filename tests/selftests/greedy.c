// SPDX-License-Identifier: GPL-2.0-only
/*
 * A user who reads counters without end and lets go of nothing: half-read statistics
 * files and half-read dumps, as many as the kernel gives.  Then it closes half of them
 * and begins anew.
 *
 *	greedy DEVICE [TURNS [GROUP]]
 *
 * With 0 TURNS, or without, it never ends.  After them it says what it was given and how it was
 * refused, and holds what it has until the end of standard input.  GROUP is its control
 * group: of the memory that this may have it leaves what a program needs lest it be killed.
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

#define HOLDS	400
#define NEEDED	(192 * 1024)	/* for sockets, files and a stack; a sample is larger */

static const char *group;
static struct statsfile description;
static int files[HOLDS];
static struct mnl_socket *dumps[HOLDS];
static unsigned int held, given, refused, refusals[ERANGE];

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

static long number_in(const char *name)
{
	char path[256];
	long n = 0;
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", group, name);
	f = fopen(path, "r");
	if (!f || fscanf(f, "%ld", &n) != 1)
		exit(1);
	fclose(f);
	return n;
}

static bool may_go_on(void)
{
	return held < HOLDS &&
	       (!group || number_in("memory.max") - number_in("memory.current") >= NEEDED);
}

/* Next time what is left over is another size. */
static void shift(void)
{
	char *more = malloc(NEEDED / 2);

	if (more)
		memset(more, 1, NEEDED / 2);
}

static bool take_one(const char *dev)
{
	int error = held % 2 ? hold_file(dev) : hold_dump(dev);

	if (error) {
		refusals[error]++;
		refused++;
		return false;
	}
	held++;
	given++;
	return true;
}

/* Let go of half, and take until it is refused. */
static void turn(const char *dev)
{
	unsigned int keep;

	for (keep = held / 2; held > keep;)
		let_go();
	while (may_go_on() && take_one(dev))
		;
	if (group && !refused && held)
		shift();
}

int main(int argc, char **argv)
{
	unsigned int i;
	long turns;

	if (argc < 2 || argc > 4) {
		fprintf(stderr, "usage: greedy DEVICE [TURNS [GROUP]]\n");
		return 2;
	}
	turns = argc > 2 && atol(argv[2]) ? atol(argv[2]) : -1;
	group = argv[argc > 3 ? 3 : argc];
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
