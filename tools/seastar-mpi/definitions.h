/* SPDX-License-Identifier: GPL-2.0-only */
/* Definitions of the archive: hosts, ranks, regions, communicators, clocks. */
#ifndef SEASTAR_MPI_DEFINITIONS_H
#define SEASTAR_MPI_DEFINITIONS_H

#include "tools/seastar-mpi/tracer.h"

/* The region of the whole program, after the regions of MPI's calls. */
#define REGION_PROGRAM	CALLS

/* The number of the string with the program's name. */
#define STRING_PROGRAM	1

bool definitions_early(void);
void definitions_local(void);
void definitions_final(void);

/* archive.c */
OTF2_Archive *archive_begin(const char *directory);

#endif
