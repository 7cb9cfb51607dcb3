// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/seastar-mpi/clocks.h"

#define ROUND_TRIPS	100

static struct clock_offset offsets[CLOCK_MOMENTS];

/* Clock identifier of each rank; processes with the same identifier share a clock. */
static uint64_t *names;

static uint64_t hash_text(uint64_t hash, const char *text)
{
	while (*text)
		hash = (hash ^ (unsigned char)*text++) * 0x100000001b3ull;
	return hash;
}

/* Return an identifier of this process' clock, made from its kernel and time namespace. */
static uint64_t clock_name(void)
{
	char text[256] = "";
	uint64_t hash;
	FILE *boot;
	ssize_t n;

	boot = fopen("/proc/sys/kernel/random/boot_id", "r");
	if (!boot || !fgets(text, sizeof(text), boot))
		gethostname(text, sizeof(text) - 1);
	if (boot)
		fclose(boot);
	hash = hash_text(0xcbf29ce484222325ull, text);
	n = readlink("/proc/self/ns/time", text, sizeof(text) - 1);
	text[n > 0 ? n : 0] = '\0';
	return hash_text(hash, text);
}

/*
 * Find out which ranks share clocks. Return false if there is no memory. Context: all ranks call
 * it.
 */
bool clocks_begin(void)
{
	uint64_t own = clock_name();
	int all;

	names = malloc(tracer.size * sizeof(*names));
	all = !!names;
	real.Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, tracer.own);
	if (all)
		real.Allgather(&own, 1, MPI_UINT64_T, names, 1, MPI_UINT64_T, tracer.own);
	return all;
}

/* Find the lowest rank that shares the clock of @rank. */
static int first_of_clock(int rank)
{
	int i = 0;

	while (names[i] != names[rank])
		i++;
	return i;
}

/* Answer requests for the time from the first rank of each other clock. */
static void clock_serve(void)
{
	uint64_t time;
	int rank, i;

	for (rank = 1; rank < tracer.size; rank++) {
		if (first_of_clock(rank) != rank)
			continue;
		for (i = 0; i < ROUND_TRIPS; i++) {
			real.Recv(&time, 1, MPI_UINT64_T, rank, TAG_CLOCK, tracer.own,
				  MPI_STATUS_IGNORE);
			time = clock_now();
			real.Send(&time, 1, MPI_UINT64_T, rank, TAG_CLOCK, tracer.own);
		}
	}
}

/* Compare this clock with rank 0's, by the smallest of several round trips. */
static struct clock_offset clock_measure(void)
{
	struct clock_offset best = { .error = INT64_MAX };
	uint64_t sent, there, back;
	int i;

	for (i = 0; i < ROUND_TRIPS; i++) {
		sent = clock_now();
		real.Send(&sent, 1, MPI_UINT64_T, 0, TAG_CLOCK, tracer.own);
		real.Recv(&there, 1, MPI_UINT64_T, 0, TAG_CLOCK, tracer.own, MPI_STATUS_IGNORE);
		back = clock_now();
		if ((int64_t)(back - sent) / 2 < best.error) {
			best.error = (back - sent) / 2;
			best.time = sent + (back - sent) / 2;
			best.offset = there - best.time;
		}
	}
	return best;
}

/* Compare this rank's clock with rank 0's. Context: all ranks call it. */
void clocks_compare(enum clock_moment moment)
{
	int first = first_of_clock(tracer.rank), rank;
	struct clock_offset *offset = &offsets[moment];

	*offset = (struct clock_offset){ .time = clock_now() };
	if (tracer.rank == 0) {
		clock_serve();
	} else if (first == tracer.rank) {
		*offset = clock_measure();
		for (rank = first + 1; rank < tracer.size; rank++)
			if (names[rank] == names[first])
				real.Send(offset, sizeof(*offset), MPI_BYTE, rank, TAG_OFFSET,
					  tracer.own);
	} else if (first) {
		real.Recv(offset, sizeof(*offset), MPI_BYTE, first, TAG_OFFSET, tracer.own,
			  MPI_STATUS_IGNORE);
	}
}

const struct clock_offset *clocks_offset(enum clock_moment moment)
{
	return &offsets[moment];
}

/* Convert @time of this clock to rank 0's, as readers of the archive do. */
uint64_t clocks_correct(uint64_t time)
{
	const struct clock_offset *begin = &offsets[CLOCK_BEGIN], *end = &offsets[CLOCK_END];
	long double share = 0;

	if (end->time > begin->time)
		share = ((long double)time - begin->time) / (end->time - begin->time);
	return time + begin->offset + (int64_t)(share * (end->offset - begin->offset));
}
