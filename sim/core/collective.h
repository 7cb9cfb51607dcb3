/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The messages that each rank sends in each phase of a batch (docs/model.md, section 6). These
 * functions have no state.
 */
#ifndef SS_COLLECTIVE_H
#define SS_COLLECTIVE_H

#include "fabric.h"

/**
 * struct ss_collective - the phases of a batch; a plain pattern has one of one message
 * @pattern: &enum ss_pattern of a collective; any other value stands for a plain batch
 * @ranks: nodes that take part
 * @router: router of each rank; NULL: the router with the rank's number
 * @rank: rank of each router; NULL: the router's number
 * @rows: rows of the grid of an FFT
 * @columns: columns of the grid of an FFT
 * @core: all-reduce: ranks that take part in the doubling, the largest power of two up to @ranks
 * @kinds: kinds of phases; phase i is of kind i mod @kinds
 * @phases: phases in all
 * @batch: packets per message
 * @root: search: the rank to which the others report
 * @messages: search: messages with queries that a rank sends, by level and rank
 * @work: search: cycles that a rank takes to make a message with queries, or to evaluate one, by
 * level and rank
 * @expected: search: messages that a rank receives, by level and rank
 * @seed: search: seed of the destinations of queries
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

/* Return true if the nodes of @pattern wait for each other. */
static inline bool ss_is_collective(u32 pattern)
{
	return SS_SIMULATOR && pattern >= SS_PATTERN_ALL_TO_ALL;
}

/*
 * Prepare @c for checked traffic @t of a fabric of @routers; rank i is at router i unless @t places
 * ranks.
 */
void ss_collective_init(struct ss_collective *c, u32 routers, const struct ss_traffic *t);

/*
 * Return the number of list entries that search @t needs in a fabric of @nodes; 0 if @t is no
 * search.
 */
u32 ss_search_listed(const struct ss_traffic *t, u32 nodes);

/* Prepare @c for the search @t; @lists has room for ss_search_listed() entries. */
void ss_search_init(struct ss_collective *c, const struct ss_traffic *t, u32 *lists);

/* Return how many messages with queries the node at @router sends in @phase, before all others. */
u32 ss_search_queries(const struct ss_collective *c, u32 router, u32 phase);

/* Return the cycles that one message with queries takes in the level of @phase. */
u32 ss_search_work(const struct ss_collective *c, u32 router, u32 phase);

/* Return true if the node at @router takes part. */
bool ss_collective_has(const struct ss_collective *c, u32 router);

/* Return how many messages the node at @router sends in @phase. */
u32 ss_collective_sends(const struct ss_collective *c, u32 router, u32 phase);

/* Return how many messages the node at @router waits for in @phase. */
u32 ss_collective_expects(const struct ss_collective *c, u32 router, u32 phase);

/* Return the destination of message @i that the node at @router sends in @phase. */
u32 ss_collective_dest(const struct ss_collective *c, u32 router, u32 phase, u32 i);

/*
 * Return the number of the counter of messages from the node at @from to that at @to: the kind of
 * phase in which they are sent. A search has one counter for both kinds: a node gets no message of
 * the second kind before all of the first, except for the root, which waits for all reports in the
 * first.
 */
u32 ss_collective_counter(const struct ss_collective *c, u32 from, u32 to);

#endif /* SS_COLLECTIVE_H */
