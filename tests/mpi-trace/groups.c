// SPDX-License-Identifier: GPL-2.0-only
/*
 * Communicators of all kinds, and each collective operation on them, blocking and not. Bytes are
 * counted by pairs of ranks, one's own share included unless it is in place.
 */
#include <string.h>

#include "tests/mpi-trace/say.h"

#define MOST	80

static MPI_Comm comm;
static const char *name;
static int me, n;
static int counts[MOST], places[MOST], ones[MOST];
static MPI_Datatype types[MOST];
static int a[MOST * MOST], b[MOST * MOST];

/* Say that a communicator was made, and give it a name. */
static void made(MPI_Comm one, const char *called)
{
	int *ranks = malloc(2 * size * sizeof(*ranks)), of, i;
	MPI_Group group, world;

	MPI_Comm_set_name(one, called);
	MPI_Comm_group(one, &group);
	MPI_Comm_group(MPI_COMM_WORLD, &world);
	MPI_Group_size(group, &of);
	for (i = 0; i < of; i++)
		ranks[size + i] = i;
	MPI_Group_translate_ranks(group, of, ranks + size, world, ranks);
	fprintf(said, "COMM %s members", called);
	for (i = 0; i < of; i++)
		fprintf(said, " %d", ranks[i]);
	fprintf(said, "\n");
	free(ranks);
	MPI_Group_free(&group);
	MPI_Group_free(&world);
}

static void created(const char *called, const char *on)
{
	say("COMM_CREATE on %s", called);
	say("MPI_COLLECTIVE_END CREATE_HANDLE on %s root NONE sent 0 received 0", on);
}

static void use(MPI_Comm one, const char *called)
{
	int i;

	comm = one;
	name = called;
	PMPI_Comm_rank(comm, &me);
	PMPI_Comm_size(comm, &n);
	for (i = 0; i < n; i++) {
		counts[i] = i + 1;
		places[i] = i * (i + 1) / 2;
		ones[i] = 1;
		types[i] = MPI_INT;
	}
}

/* Say and do an operation, blocking and not. */
#define BOTH(call, icall, operation, root, sends, gets, ...) \
	do { \
		MPI_Request request; \
		int number; \
\
		CALL(call, __VA_ARGS__); \
		say("MPI_COLLECTIVE_END " operation " on %s root %s sent %d received %d", name, \
		    root, sends, gets); \
		say("ENTER MPI_" #icall); \
		number = begins("NON_BLOCKING_COLLECTIVE_REQUEST"); \
		MPI_##icall(__VA_ARGS__, &request); \
		CALL(Wait, &request, MPI_STATUS_IGNORE); \
		say("NON_BLOCKING_COLLECTIVE_COMPLETE " operation \
		    " on %s root %s sent %d received %d #%d", \
		    name, root, sends, gets, number); \
	} while (0)

/* Call each collective operation; `all` is the sum of 1 to n. */
static void each_operation(void)
{
	int all = n * (n + 1) / 2, last = n - 1, root = me == last;
	char at[16];

	snprintf(at, sizeof(at), "%d", last);
	BOTH(Barrier, Ibarrier, "BARRIER", "NONE", 0, 0, comm);
	BOTH(Bcast, Ibcast, "BCAST", at, root * n * 12, 12, a, 3, MPI_INT, last, comm);
	BOTH(Gather, Igather, "GATHER", at, 8, root * n * 8, a, 2, MPI_INT, b, 1, MPI_DOUBLE, last,
	     comm);
	BOTH(Gatherv, Igatherv, "GATHERV", at, 4 * (me + 1), root * all * 4, a, me + 1, MPI_INT, b,
	     counts, places, MPI_INT, last, comm);
	BOTH(Scatter, Iscatter, "SCATTER", at, root * n * 4, 4, a, 1, MPI_INT, b, 4, MPI_CHAR, last,
	     comm);
	BOTH(Scatterv, Iscatterv, "SCATTERV", at, root * all * 4, 4 * (me + 1), a, counts, places,
	     MPI_INT, b, me + 1, MPI_INT, last, comm);
	BOTH(Allgather, Iallgather, "ALLGATHER", "NONE", 4 * n, 4 * n, a, 1, MPI_INT, b, 1, MPI_INT,
	     comm);
	BOTH(Allgatherv, Iallgatherv, "ALLGATHERV", "NONE", 4 * (me + 1) * n, 4 * all, a, me + 1,
	     MPI_INT, b, counts, places, MPI_INT, comm);
	BOTH(Alltoall, Ialltoall, "ALLTOALL", "NONE", 4 * n, 4 * n, a, 1, MPI_INT, b, 1, MPI_INT,
	     comm);
	BOTH(Alltoallv, Ialltoallv, "ALLTOALLV", "NONE", 4 * n, 4 * n, a, ones, places, MPI_INT, b,
	     ones, places, MPI_INT, comm);
	BOTH(Alltoallw, Ialltoallw, "ALLTOALLW", "NONE", 4 * n, 4 * n, a, ones, places, types, b,
	     ones, places, types, comm);
	BOTH(Allreduce, Iallreduce, "ALLREDUCE", "NONE", 20 * n, 20 * n, a, b, 5, MPI_INT, MPI_SUM,
	     comm);
	BOTH(Reduce, Ireduce, "REDUCE", at, 20, root * n * 20, a, b, 5, MPI_INT, MPI_SUM, last,
	     comm);
	BOTH(Reduce_scatter, Ireduce_scatter, "REDUCE_SCATTER", "NONE", 4 * all, 4 * (me + 1) * n,
	     a, b, counts, MPI_INT, MPI_SUM, comm);
	BOTH(Reduce_scatter_block, Ireduce_scatter_block, "REDUCE_SCATTER_BLOCK", "NONE", 8 * n,
	     8 * n, a, b, 2, MPI_INT, MPI_SUM, comm);
	BOTH(Scan, Iscan, "SCAN", "NONE", 4 * (n - me), 4 * (me + 1), a, b, 1, MPI_INT, MPI_SUM,
	     comm);
	BOTH(Exscan, Iexscan, "EXSCAN", "NONE", 4 * (n - me - 1), 4 * me, a, b, 1, MPI_INT, MPI_SUM,
	     comm);
}

/* Call operations in place, in which a rank's own share does not move. */
static void in_place(void)
{
	int all = n * (n + 1) / 2;

	BOTH(Allreduce, Iallreduce, "ALLREDUCE", "NONE", 4 * (n - 1), 4 * (n - 1), MPI_IN_PLACE, b,
	     1, MPI_INT, MPI_SUM, comm);
	BOTH(Allgather, Iallgather, "ALLGATHER", "NONE", 4 * (n - 1), 4 * (n - 1), MPI_IN_PLACE, 0,
	     MPI_DATATYPE_NULL, b, 1, MPI_INT, comm);
	BOTH(Allgatherv, Iallgatherv, "ALLGATHERV", "NONE", 4 * (me + 1) * (n - 1),
	     4 * (all - me - 1), MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, b, counts, places, MPI_INT,
	     comm);
	if (me == 0) {
		BOTH(Gather, Igather, "GATHER", "0", 0, 4 * (n - 1), MPI_IN_PLACE, 0,
		     MPI_DATATYPE_NULL, b, 1, MPI_INT, 0, comm);
		BOTH(Scatter, Iscatter, "SCATTER", "0", 4 * (n - 1), 0, b, 1, MPI_INT, MPI_IN_PLACE,
		     0, MPI_DATATYPE_NULL, 0, comm);
		BOTH(Reduce, Ireduce, "REDUCE", "0", 0, 4 * (n - 1), MPI_IN_PLACE, b, 1, MPI_INT,
		     MPI_SUM, 0, comm);
	} else {
		BOTH(Gather, Igather, "GATHER", "0", 4, 0, a, 1, MPI_INT, NULL, 0,
		     MPI_DATATYPE_NULL, 0, comm);
		BOTH(Scatter, Iscatter, "SCATTER", "0", 0, 4, NULL, 0, MPI_DATATYPE_NULL, b, 1,
		     MPI_INT, 0, comm);
		BOTH(Reduce, Ireduce, "REDUCE", "0", 4, 0, a, NULL, 1, MPI_INT, MPI_SUM, 0, comm);
	}
}

/* Make communicators of MPI_COMM_WORLD in all ways. */
static void makers(void)
{
	int dims[1] = { size }, no[1] = { 0 }, yes[1] = { 1 }, index[MOST], edges[MOST],
	    next = (rank + 1) % size;
	int before = (rank + size - 1) % size, one = 1, i, number;
	MPI_Comm other, grid;
	MPI_Group group;
	MPI_Request request;

	CALL(Comm_dup, MPI_COMM_WORLD, &other);
	created("copy", "MPI_COMM_WORLD");
	made(other, "copy");
	use(other, "copy");
	BOTH(Barrier, Ibarrier, "BARRIER", "NONE", 0, 0, comm);
	CALL(Comm_free, &other);
	say("COMM_DESTROY on copy");
	say("MPI_COLLECTIVE_END DESTROY_HANDLE on copy root NONE sent 0 received 0");

	CALL(Comm_dup_with_info, MPI_COMM_WORLD, MPI_INFO_NULL, &other);
	created("informed", "MPI_COMM_WORLD");
	made(other, "informed");

	MPI_Comm_group(MPI_COMM_WORLD, &group);
	CALL(Comm_create, MPI_COMM_WORLD, group, &other);
	created("grouped", "MPI_COMM_WORLD");
	made(other, "grouped");
	CALL(Comm_create_group, MPI_COMM_WORLD, group, 5, &other);
	created("group", "group");
	made(other, "group");
	MPI_Group_free(&group);

	CALL(Comm_split_type, MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &other);
	created("host", "MPI_COMM_WORLD");
	made(other, "host");

	CALL(Cart_create, MPI_COMM_WORLD, 1, dims, yes, 0, &grid);
	created("grid", "MPI_COMM_WORLD");
	made(grid, "grid");
	CALL(Cart_sub, grid, yes, &other);
	created("subgrid", "grid");
	made(other, "subgrid");
	CALL(Cart_create, MPI_COMM_WORLD, 1, &one, no, 0, &other);
	if (other != MPI_COMM_NULL) {
		created("point", "MPI_COMM_WORLD");
		made(other, "point");
	} else {
		say("MPI_COLLECTIVE_END CREATE_HANDLE on MPI_COMM_WORLD root NONE sent 0 received 0");
	}
	for (i = 0; i < size; i++) {
		index[i] = i + 1;
		edges[i] = (i + 1) % size;
	}
	CALL(Graph_create, MPI_COMM_WORLD, size, index, edges, 0, &other);
	created("graph", "MPI_COMM_WORLD");
	made(other, "graph");
	CALL(Dist_graph_create, MPI_COMM_WORLD, 1, &rank, &one, &next, MPI_UNWEIGHTED,
	     MPI_INFO_NULL, 0, &other);
	created("dist", "MPI_COMM_WORLD");
	made(other, "dist");
	CALL(Dist_graph_create_adjacent, MPI_COMM_WORLD, 1, &before, MPI_UNWEIGHTED, 1, &next,
	     MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &other);
	created("adjacent", "MPI_COMM_WORLD");
	made(other, "adjacent");

	say("ENTER MPI_Comm_idup");
	number = begins("NON_BLOCKING_COLLECTIVE_REQUEST");
	MPI_Comm_idup(MPI_COMM_WORLD, &other, &request);
	CALL(Wait, &request, MPI_STATUS_IGNORE);
	say("COMM_CREATE on ");
	say("NON_BLOCKING_COLLECTIVE_COMPLETE CREATE_HANDLE on MPI_COMM_WORLD root NONE sent 0 received 0 #%d",
	    number);
}

/* Make, fence and free windows of a communicator, by all members together. */
static void windows(void)
{
	static int memory[4];
	MPI_Win win;
	void *base;

	/* Debian's Open MPI 4.1.4 makes no window of one rank without a network */
	if (n < 2)
		return;
#define ENDS(operation) \
	say("MPI_COLLECTIVE_END %s on %s root NONE sent 0 received 0", operation, name)
	CALL(Win_create, memory, sizeof(memory), sizeof(int), MPI_INFO_NULL, comm, &win);
	ENDS("CREATE_HANDLE");
	CALL(Win_fence, 0, win);
	ENDS("BARRIER");
	CALL(Win_free, &win);
	ENDS("DESTROY_HANDLE");
	CALL(Win_create_dynamic, MPI_INFO_NULL, comm, &win);
	ENDS("CREATE_HANDLE");
	CALL(Win_free, &win);
	ENDS("DESTROY_HANDLE");
	CALL(Win_allocate, sizeof(memory), sizeof(int), MPI_INFO_NULL, comm, &base, &win);
	ENDS("CREATE_HANDLE_AND_ALLOCATE");
	CALL(Win_free, &win);
	ENDS("DESTROY_HANDLE_AND_DEALLOCATE");
	CALL(Win_allocate_shared, sizeof(memory), sizeof(int), MPI_INFO_NULL, comm, &base, &win);
	ENDS("CREATE_HANDLE_AND_ALLOCATE");
	CALL(Win_free, &win);
	ENDS("DESTROY_HANDLE_AND_DEALLOCATE");
#undef ENDS
}

/* Split the world into halves, in reverse order, and join them by an intercommunicator. */
static void halves(void)
{
	static const char *const names[] = { "even", "odd" };
	int odd = rank % 2;
	MPI_Comm half, both, joined;
	MPI_Status s;

	CALL(Comm_split, MPI_COMM_WORLD, odd, size - rank, &half);
	created(names[odd], "MPI_COMM_WORLD");
	made(half, names[odd]);
	use(half, names[odd]);
	each_operation();
	in_place();
	windows();
	if (size < 2)
		return;
	CALL(Intercomm_create, half, n - 1, MPI_COMM_WORLD, !odd, 7, &both);
	MPI_Comm_set_name(both, "both");
	created("both", "both");
	if (me == 0 && odd) {
		say("ENTER MPI_Send");
		say("MPI_SEND to 0 on both tag 3 bytes 4");
		MPI_Send(a, 1, MPI_INT, 0, 3, both);
	} else if (me == 0) {
		CALL(Recv, a, 1, MPI_INT, 0, 3, both, &s);
		say("MPI_RECV from 0 on both tag 3 bytes 4");
	}
	CALL(Intercomm_merge, both, odd, &joined);
	created("joined", "both");
	made(joined, "joined");
	CALL(Comm_disconnect, &both);
	say("COMM_DESTROY on both");
	say("MPI_COLLECTIVE_END DESTROY_HANDLE on both root NONE sent 0 received 0");
}

int main(int argc, char **argv)
{
	int provided;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
	say_begin();
	say("ENTER MPI_Init_thread");
	use(MPI_COMM_WORLD, "MPI_COMM_WORLD");
	each_operation();
	windows();
	makers();
	halves();
	CALL(Finalize);
	return 0;
}
