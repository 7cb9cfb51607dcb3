// SPDX-License-Identifier: GPL-2.0-only
/*
 * A ring in which rank 1 ends early: killed.c HOW MESSAGES. The others wait for it.
 */
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "tests/mpi-trace/say.h"

int main(int argc, char **argv)
{
	int n = argc > 2 ? atoi(argv[2]) : 0, i, out = 0, in;

	MPI_Init(&argc, &argv);
	say_begin();
	for (i = 0; i < n; i++)
		MPI_Sendrecv(&out, 1, MPI_INT, (rank + 1) % size, 1, &in, 1, MPI_INT,
			     (rank + size - 1) % size, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Barrier(MPI_COMM_WORLD);
	if (rank == 1 && !strcmp(argv[1], "kill"))
		raise(SIGKILL);
	if (rank == 1 && !strcmp(argv[1], "abort"))
		MPI_Abort(MPI_COMM_WORLD, 3);
	if (rank == 1 && !strcmp(argv[1], "exit"))
		exit(4);
	if (strcmp(argv[1], "ends"))
		MPI_Recv(&in, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Finalize();
	return 0;
}
