// SPDX-License-Identifier: GPL-2.0-only
/*
 * A program for docs/my-program.md: a matrix of doubles, whose rows are divided among the ranks,
 * is transposed and scaled, some times.  Each time all ranks exchange blocks, neighbours exchange
 * rows, and a sum is formed.
 */
#include <mpi.h>
#include <stdlib.h>

#define ROWS	32	/* per rank */
#define TIMES	4

int main(int argc, char **argv)
{
	int rank, ranks, block, row, i, t;
	double *a, *b, sum = 0, all;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	row = ROWS * ranks;
	block = ROWS * ROWS;
	a = calloc((size_t)block * ranks, sizeof(*a));
	b = calloc((size_t)block * ranks, sizeof(*b));
	if (!a || !b)
		MPI_Abort(MPI_COMM_WORLD, 1);
	for (t = 0; t < TIMES; t++) {
		int up = (rank + 1) % ranks, down = (rank + ranks - 1) % ranks;

		for (i = 0; i < block * ranks; i++)
			a[i] = 0.5 * b[i] + rank + i;
		MPI_Alltoall(a, block, MPI_DOUBLE, b, block, MPI_DOUBLE, MPI_COMM_WORLD);
		MPI_Sendrecv(b, row, MPI_DOUBLE, up, 0, a, row, MPI_DOUBLE, down, 0, MPI_COMM_WORLD,
			     MPI_STATUS_IGNORE);
		for (i = 0; i < row; i++)
			sum += a[i];
		MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	}
	free(a);
	free(b);
	MPI_Finalize();
	return all < 0;
}
