// SPDX-License-Identifier: GPL-2.0-only
/*
 * Calls that are counted and not recorded: one-sided ones, files, neighbours. With the argument
 * "threads" messages of two threads at once.
 */
#include <pthread.h>
#include <string.h>

#include "tests/mpi-trace/say.h"

static void counted(void)
{
	int a[4] = { 0 }, b[4], dims[1] = { size }, periods[1] = { 1 };
	MPI_Comm grid;
	MPI_File file;
	MPI_Win win;

	MPI_Win_create(b, sizeof(b), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
	MPI_Win_fence(0, win);
	MPI_Put(a, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
	MPI_Put(a, 1, MPI_INT, (rank + 1) % size, 1, 1, MPI_INT, win);
	MPI_Win_fence(0, win);
	MPI_Win_free(&win);
	MPI_File_open(MPI_COMM_WORLD, "file", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL,
		      &file);
	MPI_File_write_at(file, rank * 4, a, 1, MPI_INT, MPI_STATUS_IGNORE);
	MPI_File_close(&file);
	MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &grid);
	MPI_Neighbor_allgather(a, 1, MPI_INT, b, 1, MPI_INT, grid);
}

/* Exchange messages with the other rank, whose thread has the same tag. */
static void *talk(void *data)
{
	int tag = *(int *)data, i, got;

	for (i = 0; i < 1000; i++) {
		if (rank == 0)
			MPI_Send(&i, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
		else
			MPI_Recv(&got, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	return NULL;
}

static void threads(void)
{
	int tags[2] = { 1, 2 };
	pthread_t other;

	pthread_create(&other, NULL, talk, &tags[1]);
	talk(&tags[0]);
	pthread_join(other, NULL);
}

int main(int argc, char **argv)
{
	int provided;

	MPI_Init_thread(&argc, &argv, argc > 1 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE,
			&provided);
	say_begin();
	if (argc > 1)
		threads();
	else
		counted();
	MPI_Finalize();
	return 0;
}
