// SPDX-License-Identifier: GPL-2.0-only
/*
 * collective alltoall|allreduce [BYTES [TIMES]]: a collective operation, some times, as
 * benchmarks of MPI make them.  BYTES, a multiple of 8, is the block for each rank of an
 * MPI_Alltoall, and the whole of an MPI_Allreduce.  The program ends with an error if a result
 * is wrong.
 */
#include <string.h>
#include "kernel.h"

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "";
	int number = argument(argc, argv, 2, 64) / 8, times = argument(argc, argv, 3, 1);
	int all = !strcmp(name, "alltoall"), rank, ranks, i, j;
	double *out, *in;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	if ((!all && strcmp(name, "allreduce")) || number < 1 || times < 1)
		end_all("collective: alltoall or allreduce, at least 8 bytes, at least once");
	out = allocate((size_t)number * (all ? ranks : 1), sizeof(*out));
	in = allocate((size_t)number * (all ? ranks : 1), sizeof(*in));
	for (i = 0; i < (all ? ranks : 1); i++)
		for (j = 0; j < number; j++)
			out[i * number + j] = all ? 1.0 * rank * ranks + i : rank;
	MPI_Barrier(MPI_COMM_WORLD);
	for (i = 0; i < times; i++)
		if (all)
			MPI_Alltoall(out, number, MPI_DOUBLE, in, number, MPI_DOUBLE,
				     MPI_COMM_WORLD);
		else
			MPI_Allreduce(out, in, number, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	for (i = 0; i < (all ? ranks : 1); i++)
		for (j = 0; j < number; j++)
			if (in[i * number + j] != (all ? 1.0 * i * ranks + rank :
						   0.5 * ranks * (ranks - 1)))
				end_all("collective: the result is wrong");
	free(in);
	free(out);
	MPI_Finalize();
	return 0;
}
