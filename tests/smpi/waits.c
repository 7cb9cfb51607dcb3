// SPDX-License-Identifier: GPL-2.0-only
/* Calls of which a time-independent trace does not have all that they did. */
#include <mpi.h>

static char a[4096], b[4096];

static void begin(MPI_Request *request, int left, int right, int bytes, int tag)
{
	MPI_Irecv(b, bytes, MPI_BYTE, left, tag, MPI_COMM_WORLD, &request[0]);
	MPI_Isend(a, bytes, MPI_BYTE, right, tag, MPI_COMM_WORLD, &request[1]);
}

int main(int argc, char **argv)
{
	int rank, ranks, left, right, done = 0, which;
	MPI_Request request[2];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	right = (rank + 1) % ranks;
	left = (rank + ranks - 1) % ranks;
	begin(request, left, right, 500, 1);
	MPI_Waitany(2, request, &which, MPI_STATUS_IGNORE);
	MPI_Waitany(2, request, &which, MPI_STATUS_IGNORE);
	begin(request, left, right, 600, 1);
	while (!done)
		MPI_Test(&request[0], &done, MPI_STATUS_IGNORE);
	MPI_Wait(&request[1], MPI_STATUS_IGNORE);
	MPI_Send_init(a, 8, MPI_BYTE, right, 2, MPI_COMM_WORLD, &request[0]);
	MPI_Recv_init(b, 8, MPI_BYTE, left, 2, MPI_COMM_WORLD, &request[1]);
	MPI_Startall(2, request);
	MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
	for (int i = 1; i < ranks && !rank; i++)
		MPI_Recv(b, 200, MPI_BYTE, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	if (rank)
		MPI_Send(a, 80, MPI_BYTE, 0, 3, MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
