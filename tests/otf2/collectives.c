// SPDX-License-Identifier: GPL-2.0-only
/*
 * Each collective operation, blocking and not.  Rank 0 writes to said.0, in order, the messages and
 * bytes of each one by the algorithms that the test asks for:
 *	NAME MESSAGES BYTES
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST	64

static int rank, n;
static FILE *said;
static char a[100000], b[100000];
static int counts[MOST], places[MOST], even[MOST];

static void say(const char *name, long messages, long bytes)
{
	if (!rank)
		fprintf(said, "%s %ld %ld\n", name, messages, bytes);
}

/* Make a call, and its non-blocking form. */
#define BOTH(name, started, messages, bytes, ...) \
	do { \
		MPI_Request r; \
\
		MPI_##name(__VA_ARGS__); \
		say(#name, messages, bytes); \
		MPI_##started(__VA_ARGS__, &r); \
		MPI_Wait(&r, MPI_STATUS_IGNORE); \
		say(#started, messages, bytes); \
	} while (0)

static int rounds(void)
{
	int log = 0;

	while (1 << log < n)
		log++;
	return log;
}

/* Return the bytes of an exchange in which rank r sends even[r] bytes to each other rank. */
static long exchanged(void)
{
	long bytes = 0;

	for (int r = 0; r < n; r++)
		bytes += (long)even[r] * (n - 1);
	return bytes;
}

int main(int argc, char **argv)
{
	int root, all = 0, i, mine;
	long pairs;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &n);
	said = fopen(rank ? "/dev/null" : "said.0", "w");
	if (!said)
		abort();
	for (i = 0; i < n; i++) {
		counts[i] = 100 + 7 * i;
		places[i] = all;
		all += counts[i];
		even[i] = 11 + i;
	}
	root = n / 2;
	pairs = (long)n * (n - 1);
#define W MPI_COMM_WORLD
#define T MPI_BYTE
	BOTH(Barrier, Ibarrier, n * rounds(), 0, W);
	BOTH(Bcast, Ibcast, n - 1, 12 * (n - 1), a, 12, T, root, W);
	BOTH(Gather, Igather, n - 1, 13 * (n - 1), a, 13, T, b, 13, T, root, W);
	BOTH(Scatter, Iscatter, n - 1, 14 * (n - 1), a, 14, T, b, 14, T, root, W);
	BOTH(Gatherv, Igatherv, n - 1, all - counts[root], a, counts[rank], T, b, counts, places, T,
	     root, W);
	BOTH(Scatterv, Iscatterv, n - 1, all - counts[root], a, counts, places, T, b, counts[rank],
	     T, root, W);
	BOTH(Allgather, Iallgather, pairs, 15 * pairs, a, 15, T, b, 15, T, W);
	BOTH(Allgatherv, Iallgatherv, pairs, (long)all * (n - 1), a, counts[rank], T, b, counts,
	     places, T, W);
	BOTH(Alltoall, Ialltoall, pairs, 16 * pairs, a, 16, T, b, 16, T, W);
	mine = even[rank];
	{
		int sends[MOST], from[MOST], to[MOST];
		MPI_Datatype types[MOST];

		for (i = 0; i < n; i++) {
			sends[i] = mine;
			from[i] = 100 * i;
			to[i] = 100 * i;
			types[i] = T;
		}
		BOTH(Alltoallv, Ialltoallv, pairs, exchanged(), a, sends, from, T, b, even, to, T,
		     W);
		BOTH(Alltoallw, Ialltoallw, pairs, exchanged(), a, sends, from, types, b, even, to,
		     types, W);
	}
	BOTH(Reduce, Ireduce, n - 1, 17 * (n - 1), a, b, 17, T, MPI_BOR, root, W);
	/* a multiple of all numbers of ranks, in whose parts nothing is rounded */
	BOTH(Allreduce, Iallreduce, 2 * pairs, 2L * 840 * (n - 1), a, b, 840, T, MPI_BOR, W);
	BOTH(Reduce_scatter, Ireduce_scatter, pairs, (long)all * (n - 1), a, b, counts, T, MPI_BOR,
	     W);
	BOTH(Reduce_scatter_block, Ireduce_scatter_block, pairs, 18 * pairs, a, b, 18, T, MPI_BOR,
	     W);
	BOTH(Scan, Iscan, n - 1, 19 * (n - 1), a, b, 19, T, MPI_BOR, W);
	BOTH(Exscan, Iexscan, n - 1, 20 * (n - 1), a, b, 20, T, MPI_BOR, W);
	/* in place; bytes that cannot be those of others */
	BOTH(Allreduce, Iallreduce, 2 * pairs, 2L * 7 * (n - 1), MPI_IN_PLACE, b, 7, T, MPI_BOR, W);
	BOTH(Allgather, Iallgather, pairs, 7 * pairs, MPI_IN_PLACE, 0, T, b, 7, T, W);
	BOTH(Alltoall, Ialltoall, pairs, 7 * pairs, MPI_IN_PLACE, 0, T, b, 7, T, W);
	BOTH(Allgatherv, Iallgatherv, pairs, (long)all * (n - 1), MPI_IN_PLACE, 0, T, b, counts,
	     places, T, W);
	BOTH(Reduce_scatter, Ireduce_scatter, pairs, (long)all * (n - 1), MPI_IN_PLACE, b, counts,
	     T, MPI_BOR, W);
	BOTH(Scan, Iscan, n - 1, 21 * (n - 1), MPI_IN_PLACE, b, 21, T, MPI_BOR, W);
	if (rank == root)
		BOTH(Reduce, Ireduce, n - 1, 22 * (n - 1), MPI_IN_PLACE, b, 22, T, MPI_BOR, root,
		     W);
	else
		BOTH(Reduce, Ireduce, n - 1, 22 * (n - 1), a, b, 22, T, MPI_BOR, root, W);
	MPI_Finalize();
	fclose(said);
	return 0;
}
