/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Phases of a program: what its ranks do from one barrier of all ranks to the next.  A part of a
 * program is some consecutive phases.
 */
#ifndef SIM_ARCHIVE_PHASES_H
#define SIM_ARCHIVE_PHASES_H

#include "sim/program/collectives.h"

#include "order.h"

/**
 * struct phase - sums over the ranks of a phase; the barrier that ends it is its last operation
 * @messages: sends that began in it
 * @bytes: bytes of these messages
 * @calls: collective operations, by kind
 * @computing: nanoseconds between calls
 * @all: nanoseconds
 */
struct phase {
	u64 messages;
	u64 bytes;
	u64 calls[COLLECTIVE_KINDS];
	u64 computing;
	u64 all;
};

/**
 * struct phase_range - the phases that are converted
 * @first: number of the first one, from 1 on
 * @last: number of the last one; U64_MAX: that of the program
 */
struct phase_range {
	u64 first;
	u64 last;
};

/**
 * struct phases_found - the phases of an archive
 * @of: phases in their order; the caller frees them
 * @count: number of phases
 */
struct phases_found {
	struct phase *of;
	u64 count;
};

struct phases;

struct phases *phases_new(const struct archive *a, const struct phase_range *range);
void phases_free(struct phases *p);

/* Return true if the next operation of @rank is in the range. */
bool phases_has(const struct phases *p, u32 rank);

/* Record that @rank has a record at @time; its last phase ends with its last record. */
void phases_reach(struct phases *p, u32 rank, u64 time);

/* Count operation @s of @rank. */
void phases_count(struct phases *p, u32 rank, const struct step *s);

/*
 * Finish the count of phases, and let ranks begin anew.  Returns false, and a sentence, if the
 * range has phases that the program lacks.
 */
bool phases_end(struct phases *p, struct phases_found *found, struct sim_error *err);

/* Take operation @s of @rank when ranks are read again; returns true if it is in the range. */
bool phases_pass(struct phases *p, u32 rank, const struct step *s);

/* Return the number of the phase of @rank's next operation. */
u64 phases_at(const struct phases *p, u32 rank);

/* Return the number of the first phase of the range. */
u64 phases_first(const struct phases *p);

/* Return true if the range has several phases of the program, whose count has been finished. */
bool phases_are_several(const struct phases *p);

/* Return true if @range is the whole program. */
static inline bool phases_are_all(const struct phase_range *range)
{
	return range->first == 1 && range->last == U64_MAX;
}

#endif /* SIM_ARCHIVE_PHASES_H */
