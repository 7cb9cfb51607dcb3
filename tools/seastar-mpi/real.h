/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The calls that are wrapped, and MPI's own functions under them.
 *
 * A wrapper has both names of its call, MPI_ and PMPI_: Fortran bindings call PMPI_ functions (Open
 * MPI) or both kinds (MPICH). So Fortran programs need no wrappers of their own.
 */
#ifndef SEASTAR_MPI_REAL_H
#define SEASTAR_MPI_REAL_H

#include <mpi.h>

/* Identifiers of calls; they are the archive's regions, too. */
enum call {
#define CALL(name, role) CALL_##name,
#include "tools/seastar-mpi/calls.def"
#undef CALL
	CALLS
};

struct real {
#define CALL(name, role) __typeof__(MPI_##name) *name;
#include "tools/seastar-mpi/calls.def"
#undef CALL
};

extern struct real real;

void real_find(void);
const char *real_mismatch(void);

/* P: parameters of a table's row; A: the arguments that pass them on. */
#define P(...) __VA_ARGS__
#define A(...) __VA_ARGS__

#define WRAPPER(name, ...) \
	__attribute__((visibility("default"), alias("MPI_" #name))) int PMPI_##name(__VA_ARGS__); \
	__attribute__((visibility("default"))) int MPI_##name(__VA_ARGS__)

#endif
