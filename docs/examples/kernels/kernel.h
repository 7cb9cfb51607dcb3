/* SPDX-License-Identifier: GPL-2.0-only */
/* Functions that the programs of docs/kernels.md share. */
#ifndef KERNEL_H
#define KERNEL_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * Record that this rank computes @operations.  SMPI writes them into its trace; by another MPI the
 * computing takes the time that it takes.
 */
static inline void work(double operations)
{
#ifdef SMPI_H
	smpi_execute_flops(operations);
#else
	(void)operations;
#endif
}

static inline void end_all(const char *why)
{
	fprintf(stderr, "%s\n", why);
	MPI_Abort(MPI_COMM_WORLD, 1);
	exit(1);
}

static inline void *allocate(size_t number, size_t size)
{
	void *memory = calloc(number ? number : 1, size);

	if (!memory)
		end_all("no memory");
	return memory;
}

/* Return argument @at of the command line, or @otherwise. */
static inline int argument(int argc, char **argv, int at, int otherwise)
{
	return argc > at ? atoi(argv[at]) : otherwise;
}

/* Return draw @number of a sequence of 64 random bits: splitmix64 (Steele et al., 2014). */
static inline unsigned long long draw(unsigned long long number)
{
	unsigned long long z = (number + 1) * 0x9e3779b97f4a7c15ull;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
	return z ^ (z >> 31);
}

#endif
