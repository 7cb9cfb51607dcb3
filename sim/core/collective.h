/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The messages that each rank sends in each phase of a batch (docs/model.md, section 6).
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
 * @root: of a search: the rank to which the others report
 * @messages: of a search, by level and rank: messages with queries
 * @work: likewise: cycles that it takes to make or to take in one of them
 * @expected: likewise: messages that the rank gets
 * @seed: of their destinations
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
	u32 root;
	u64 seed;
	const u32 *messages;
	const u32 *work;
	u32 *expected;
};

/* A pattern whose nodes wait for each other? */
static inline bool ss_is_collective(u32 pattern)
{
	return SS_SIMULATOR && pattern >= SS_PATTERN_ALL_TO_ALL;
}

/* Prepare @c for checked traffic of a fabric of @routers, each rank at its own. */
void ss_collective_init(struct ss_collective *c, u32 routers, const struct ss_traffic *t);

/* Entries of lists that a search needs in a fabric of @nodes; 0: @t is none. */
u32 ss_search_listed(const struct ss_traffic *t, u32 nodes);

/* Prepare @c for the search @t; @lists has room for ss_search_listed() entries. */
void ss_search_init(struct ss_collective *c, const struct ss_traffic *t, u32 *lists);

/* Messages with queries that the node at @router sends in @phase, before all others. */
u32 ss_search_queries(const struct ss_collective *c, u32 router, u32 phase);

/* Cycles that one of them takes, in the level of @phase. */
u32 ss_search_work(const struct ss_collective *c, u32 router, u32 phase);

/* Does the node at @router take part? */
bool ss_collective_has(const struct ss_collective *c, u32 router);

/* Messages that the node at @router sends in @phase. */
u32 ss_collective_sends(const struct ss_collective *c, u32 router, u32 phase);

/* Messages that it expects. */
u32 ss_collective_expects(const struct ss_collective *c, u32 router, u32 phase);

/* The destination of message @i of those that it sends. */
u32 ss_collective_dest(const struct ss_collective *c, u32 router, u32 phase, u32 i);

/*
 * The counter of what the node at @from sends to that at @to: the kind of phase in which it does.
 * A search has one counter for both kinds: a node gets nothing of the second kind before it has all
 * of the first, except for the root, which waits for all reports in the first.
 */
u32 ss_collective_counter(const struct ss_collective *c, u32 from, u32 to);

#endif /* SS_COLLECTIVE_H */
