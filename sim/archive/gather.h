/* SPDX-License-Identifier: GPL-2.0-only */
/* Collective operations, of which each rank's record has its own bytes alone. */
#ifndef SIM_ARCHIVE_GATHER_H
#define SIM_ARCHIVE_GATHER_H

#include "sim/program/collectives.h"

#include "order.h"

/**
 * struct gather_found - what was found
 * @calls: collective operations, each once, by kind
 * @ambiguous: gathers and reductions of all whose bytes are those of a smaller block, or of a
 *	larger one in place; they are taken as the smaller one
 * @equal: calls of MPI_Allgatherv in place, whose records have the bytes of all blocks together;
 *	their blocks are taken as equal
 */
struct gather_found {
	u64 calls[COLLECTIVE_KINDS];
	u64 ambiguous;
	u64 equal;
};

struct gather;

struct gather *gather_new(const struct archive *a);

/* Take operation @s of @rank; @inside: it is in the range that is converted. */
bool gather_step(struct gather *g, u32 rank, const struct step *s, bool inside,
		 struct sim_error *err);

/*
 * Check, when all operations have been taken, that each rank has a record of each one; false, and a
 * sentence, if a record is missing.
 */
bool gather_end(const struct gather *g, struct gather_found *found, struct sim_error *err);
void gather_free(struct gather *g);

/* Return the collective operation with this number of a communicator; NULL: it has fewer. */
const struct collective *gather_operation(const struct gather *g, u32 comm, u64 number);

/*
 * Return true if the operation is in the range that is converted, by the record that was read
 * first.
 */
bool gather_is_inside(const struct gather *g, u32 comm, u64 number);

/* Return the kind of an &enum operation. */
enum collective_kind gather_kind(u32 operation);

#endif /* SIM_ARCHIVE_GATHER_H */
