/* SPDX-License-Identifier: GPL-2.0-only */
/* Definitions of the archive: hosts, ranks, regions, communicators, clocks. */
#ifndef SEASTAR_MPI_DEFINITIONS_H
#define SEASTAR_MPI_DEFINITIONS_H

#include "tools/seastar-mpi/tracer.h"

/* The region of the whole program; MPI's calls are those before it. */
#define REGION_PROGRAM	CALLS

/* The string that is the program's name */
#define STRING_PROGRAM	1

bool definitions_early(void);
void definitions_local(void);
void definitions_final(void);

/* archive.c */
OTF2_Archive *archive_begin(const char *directory);

#endif
