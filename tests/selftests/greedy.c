// SPDX-License-Identifier: GPL-2.0-only
/*
 * A user who takes all resources: it opens statistics files and dumps of all objects that cost
 * memory, reads half of each, and keeps them until the kernel refuses more.  Then it closes half of
 * them and begins again.
 *
 *	greedy DEVICE [TURNS [KIND]]
 *
 * Without TURNS it never ends, unless the kernel kills it because its control group has no memory
 * left.  After them it prints the refusals and, of one kind, how many it holds.  It keeps its files
 * and dumps until the end of standard input.
 *
 * If root runs it, it is as a set-uid program that nobody runs: it opens files as nobody, and reads
 * them as root.
 */
#define _GNU_SOURCE	/* strerrorname_np */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <linux/seastar.h>
#include <netlink/socket.h>

#include "client.h"
#include "statsfile.h"

#define NOBODY	65534
#define HOLDS	900
#define REFUSALS	400	/* number of refusals that ends a turn */

static struct statsfile description;
static int files[HOLDS];
static struct nl_sock *dumps[HOLDS];
static unsigned int held;

/* The kinds of files and dumps to hold, and the error of the last refusal of each. */
static struct kind {
	const char *name;
	uint8_t command;	/* 0: a file */
	int error;
} kinds[] = {
	{ "files", 0, 0 },
	{ "counters", SEASTAR_CMD_STATS_GET, 0 },
	{ "latencies", SEASTAR_CMD_LATENCY_GET, 0 },
	{ "aging", SEASTAR_CMD_AGING_GET, 0 },
	{ "tables", SEASTAR_CMD_ROUTE_GET, 0 },
};

#define KINDS	(sizeof(kinds) / sizeof(kinds[0]))

static bool is_set_uid;

static void become(uid_t user)
{
	if (is_set_uid && seteuid(user)) {
		printf("Bail out! cannot become user %u\n", user);
		exit(1);
	}
}

static int hold_file(const char *dev)
{
	char some[100];
	int fd, error;

	become(NOBODY);
	fd = statsfile_fd(dev);
	become(0);
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

static int hold_dump(const char *dev, uint8_t command)
{
	int error;

	dumps[held] = client_dump_hold(command, dev, &error);
	return error;
}

static void let_go(void)
{
	held--;
	if (files[held])
		close(files[held]);
	if (dumps[held])
		nl_socket_free(dumps[held]);
	files[held] = 0;
	dumps[held] = NULL;
}

static bool take_one(const char *dev, struct kind *kind)
{
	int error = kind->command ? hold_dump(dev, kind->command) : hold_file(dev);

	held += !error;
	if (error)
		kind->error = error;
	return !error;
}

/*
 * Close half of all, and open more of @kind, or of each kind if it is NULL, until REFUSALS were
 * refused.
 */
static void turn(const char *dev, struct kind *kind)
{
	unsigned int keep, refused = 0, i;

	for (keep = held / 2; held > keep;)
		let_go();
	for (i = 0; held < HOLDS && refused < REFUSALS; i++)
		refused += !take_one(dev, kind ?: &kinds[i % KINDS]);
}

static struct kind *find(const char *name)
{
	for (unsigned int i = 0; i < KINDS; i++)
		if (!strcmp(kinds[i].name, name))
			return &kinds[i];
	return NULL;
}

static void print_error(const struct kind *kind)
{
	printf(" %s: %s", kind->name, kind->error ? strerrorname_np(kind->error) : "never");
}

static void print(const struct kind *kind)
{
	printf("refused");
	for (unsigned int i = 0; i < KINDS && !kind; i++)
		print_error(&kinds[i]);
	if (kind) {
		print_error(kind);
		printf(", %u held", held);
	}
	putchar('\n');
	fflush(stdout);
}

int main(int argc, char **argv)
{
	struct kind *kind = argc > 3 ? find(argv[3]) : NULL;
	long turns;

	if (argc < 2 || argc > 4 || (argc > 3 && !kind)) {
		fprintf(stderr, "usage: greedy DEVICE [TURNS [KIND]]\n");
		return 2;
	}
	turns = argc > 2 ? atol(argv[2]) : -1;
	is_set_uid = !getuid();
	if (is_set_uid && setresuid(NOBODY, 0, 0))
		return 1;
	client_open();
	statsfile_open(&description, argv[1]);
	for (; turns; turns -= turns > 0)
		turn(argv[1], kind);
	print(kind);
	while (getchar() != EOF)
		;
	return 0;
}
