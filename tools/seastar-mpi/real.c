// SPDX-License-Identifier: GPL-2.0-only
/* MPI's own functions, found behind the tracer's in the order of loading. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

#include "tools/seastar-mpi/real.h"

struct real real;

void real_find(void)
{
#define CALL(name, role) real.name = (__typeof__(real.name))dlsym(RTLD_NEXT, "PMPI_" #name);
#include "tools/seastar-mpi/calls.def"
#undef CALL
}

/*
 * Return a sentence if the MPI of the program has another ABI than the one that the tracer was
 * built for, else NULL. Handles are pointers in Open MPI and integers in MPICH and its kin.
 */
const char *real_mismatch(void)
{
	/* longer than the longest version string of any MPI */
	static char version[16384];
	int (*get)(char *version, int *length);
	int length;

	get = (__typeof__(get))dlsym(RTLD_NEXT, "PMPI_Get_library_version");
	if (!get || get(version, &length))
		return NULL;
#ifdef OPEN_MPI
	if (!strstr(version, "Open MPI"))
		return "the program's MPI is not Open MPI, for which this library was built; build another one: make mpi-trace MPICC=mpicc.mpich";
#else
	if (strstr(version, "Open MPI"))
		return "the program's MPI is Open MPI, for which this library was not built; build another one: make mpi-trace MPICC=mpicc.openmpi";
#endif
	return NULL;
}
