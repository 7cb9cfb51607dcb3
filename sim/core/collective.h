/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who sends how much to whom in the phases of a batch (docs/model.md, section 6).
 * Nothing here has a state.
 */
#ifndef SS_COLLECTIVE_H
#define SS_COLLECTIVE_H

#include "fabric.h"

/**
 * struct ss_collective - the phases of a batch; a plain pattern has one of one message
 * @pattern: &enum ss_pattern, or any other: a plain one
 * @ranks: nodes that take part
 * @router: by rank; NULL: that of the rank's number
 * @rank: by router, likewise
 * @rows: of the grid of an FFT
 * @columns: likewise
 * @core: of an all-reduce: ranks that double, the largest power of two of them
 * @kinds: phase i is of kind i mod @kinds
 * @phases: in all
 * @batch: packets per message
 */
struct ss_collective {
	u32 pattern;
	u32 ranks;
	const u32 *router;
	const u32 *rank;
	u32 rows;
	u32 columns;
	u32 core;
	u32 kinds;
	u32 phases;
	u32 batch;
};

/* A pattern whose nodes wait for each other? */
static inline bool ss_is_collective(u32 pattern)
{
	return pattern >= SS_PATTERN_ALL_TO_ALL;
}

/* Prepare @c for checked traffic of a fabric of @routers, each rank at its own. */
void ss_collective_init(struct ss_collective *c, u32 routers, const struct ss_traffic *t);

/* Does the node at @router take part? */
bool ss_collective_has(const struct ss_collective *c, u32 router);

/* Messages that the node at @router sends in a phase of @kind. */
u32 ss_collective_sends(const struct ss_collective *c, u32 router, u32 kind);

/* Messages that it expects. */
u32 ss_collective_expects(const struct ss_collective *c, u32 router, u32 kind);

/* Where message @i of those that it sends goes. */
u32 ss_collective_dest(const struct ss_collective *c, u32 router, u32 kind, u32 i);

/* The kind of phase in which the node at @from sends to that at @to. */
u32 ss_collective_kind(const struct ss_collective *c, u32 from, u32 to);

#endif /* SS_COLLECTIVE_H */
