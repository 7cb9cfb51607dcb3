// SPDX-License-Identifier: GPL-2.0-only
/* Blocks of 16 bytes from each rank to each, as usual benchmarks of MPI_Alltoall exchange. */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	double *a, *b;
	int ranks;

	MPI_Init(&argc, &argv);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	a = calloc(2 * ranks, sizeof(*a));
	b = calloc(2 * ranks, sizeof(*b));
	MPI_Allreduce(a, b, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	MPI_Alltoall(a, 2, MPI_DOUBLE, b, 2, MPI_DOUBLE, MPI_COMM_WORLD);
	MPI_Barrier(MPI_COMM_WORLD);
	free(a);
	free(b);
	MPI_Finalize();
	return 0;
}
