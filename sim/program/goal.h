/* SPDX-License-Identifier: GPL-2.0-only */
/* Programs in the text format GOAL of LogGOPSim and ATLAHS (docs/traces.md). */
#ifndef SIM_PROGRAM_GOAL_H
#define SIM_PROGRAM_GOAL_H

#include <stdio.h>

#include "sim/base/error.h"

#include "program.h"

struct goal;

/*
 * Begin to read @from, the file @path: find the number of ranks of the program.  Returns NULL, and
 * a sentence with file and line, on failure.  @path and @from must stay until goal_read() returns.
 */
struct goal *goal_open(FILE *from, const char *path, struct sim_error *err);
u32 goal_ranks(const struct goal *g);

/*
 * Read the ranks, and keep those with @keeps[rank].  NULL, and a sentence, if there is an error in
 * any of them.  @g is gone afterwards.
 */
struct program *goal_read(struct goal *g, const bool *keeps, struct sim_error *err);
void goal_close(struct goal *g);

#endif /* SIM_PROGRAM_GOAL_H */
