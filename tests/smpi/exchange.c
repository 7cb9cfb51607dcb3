// SPDX-License-Identifier: GPL-2.0-only
/*
 * A program whose messages and collective operations do not depend on time.  Each rank computes
 * between some of its calls.
 */
#include <mpi.h>
#include <stdlib.h>

#define MOST	16384

static double a[MOST], b[MOST];
static int counts[64], places[64], sent[64];
static int rank, ranks, right, left;

static void compute(void)
{
	volatile double x = 0;

	for (int i = 0; i < 20000 * (rank + 1); i++)
		x += i;
}

/* Blocks differ from rank to rank. */
static void operations_of_lists(void)
{
	int own = counts[rank];

	MPI_Gatherv(a, own, MPI_DOUBLE, b, counts, places, MPI_DOUBLE, 0, MPI_COMM_WORLD);
	MPI_Gatherv(a, own, MPI_INT, b, counts, places, MPI_INT, ranks - 1, MPI_COMM_WORLD);
	MPI_Scatterv(a, counts, places, MPI_DOUBLE, b, own, MPI_DOUBLE, 0, MPI_COMM_WORLD);
	MPI_Scatterv(a, counts, places, MPI_INT, b, own, MPI_INT, 1, MPI_COMM_WORLD);
	MPI_Allgatherv(a, own, MPI_DOUBLE, b, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
	MPI_Reduce_scatter(a, b, counts, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	for (int i = 0; i < ranks; i++)
		sent[i] = own;
	MPI_Alltoallv(a, sent, places, MPI_DOUBLE, b, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
}

static void operations(void)
{
	MPI_Request request;

	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Bcast(a, 10, MPI_DOUBLE, 0, MPI_COMM_WORLD);
	compute();
	MPI_Bcast(a, 10, MPI_SHORT, 1, MPI_COMM_WORLD);
	MPI_Reduce(a, b, 12, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
	MPI_Reduce(a, b, 12, MPI_FLOAT, MPI_SUM, 1, MPI_COMM_WORLD);
	MPI_Allreduce(a, b, 14, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	MPI_Alltoall(a, 11, MPI_DOUBLE, b, 11, MPI_DOUBLE, MPI_COMM_WORLD);
	MPI_Gather(a, 9, MPI_DOUBLE, b, 9, MPI_DOUBLE, 1, MPI_COMM_WORLD);
	MPI_Allgather(a, 8, MPI_LONG_LONG, b, 8, MPI_LONG_LONG, MPI_COMM_WORLD);
	MPI_Scatter(a, 7, MPI_DOUBLE, b, 7, MPI_DOUBLE, 0, MPI_COMM_WORLD);
	MPI_Reduce_scatter_block(a, b, 6, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	MPI_Scan(a, b, 5, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	MPI_Exscan(a, b, 4, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	MPI_Ibarrier(MPI_COMM_WORLD, &request);
	compute();
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Iallreduce(a, b, 10, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	operations_of_lists();
}

static void begin(MPI_Request *request, int bytes, int tag)
{
	MPI_Irecv(b, bytes, MPI_BYTE, left, tag, MPI_COMM_WORLD, &request[0]);
	MPI_Isend(a, bytes, MPI_BYTE, right, tag, MPI_COMM_WORLD, &request[1]);
}

static void messages(void)
{
	MPI_Request request[4];

	begin(request, 1000, 5);
	compute();
	MPI_Wait(&request[0], MPI_STATUS_IGNORE);
	MPI_Wait(&request[1], MPI_STATUS_IGNORE);
	/* two of the same ends and tag, waited for one by one, then all at once */
	begin(request, 100, 6);
	begin(request + 2, 200, 6);
	MPI_Wait(&request[0], MPI_STATUS_IGNORE);
	compute();
	MPI_Waitall(3, request + 1, MPI_STATUSES_IGNORE);
	MPI_Sendrecv(a, 300, MPI_CHAR, right, 7, b, 300, MPI_CHAR, left, 7, MPI_COMM_WORLD,
		     MPI_STATUS_IGNORE);
	if (!rank) {
		MPI_Send(a, 40, MPI_DOUBLE, 1, 8, MPI_COMM_WORLD);
		MPI_Ssend(a, 50, MPI_DOUBLE, 1, 9, MPI_COMM_WORLD);
		MPI_Issend(a, 60, MPI_DOUBLE, 1, 10, MPI_COMM_WORLD, request);
		MPI_Wait(request, MPI_STATUS_IGNORE);
	}
	if (rank == 1) {
		compute();
		MPI_Recv(b, 40, MPI_DOUBLE, 0, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Recv(b, 50, MPI_DOUBLE, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Recv(b, 60, MPI_DOUBLE, 0, 10, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	right = (rank + 1) % ranks;
	left = (rank + ranks - 1) % ranks;
	for (int i = 0; i < ranks; i++) {
		counts[i] = 3 * i + 1;
		places[i] = 64 * i;
	}
	operations();
	messages();
	MPI_Finalize();
	return 0;
}
