/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A test program writes to said.RANK what it does, a line per record that the archive shall have,
 * in the form of tests/mpi-trace/records.py.
 */
#ifndef TESTS_MPI_TRACE_SAY_H
#define TESTS_MPI_TRACE_SAY_H

#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static FILE *said;
static int rank, size;
static int operations;	/* operations started so far; each has a number */

__attribute__((format(printf, 1, 2)))
static inline void say(const char *format, ...)
{
	va_list rest;

	va_start(rest, format);
	vfprintf(said, format, rest);
	va_end(rest);
	fputc('\n', said);
}

/* Make a call, and say so before. */
#define CALL(name, ...) (say("ENTER MPI_%s", #name), MPI_##name(__VA_ARGS__))

/* Say that an operation begins. Return its number. */
static inline int begins(const char *format, ...)
{
	va_list rest;

	va_start(rest, format);
	vfprintf(said, format, rest);
	va_end(rest);
	fprintf(said, " #%d\n", ++operations);
	return operations;
}

static inline void say_begin(void)
{
	char name[32];

	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	PMPI_Comm_size(MPI_COMM_WORLD, &size);
	snprintf(name, sizeof(name), "said.%d", rank);
	said = fopen(name, "w");
	if (!said)
		abort();
}

#endif
