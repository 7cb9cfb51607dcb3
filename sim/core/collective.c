// SPDX-License-Identifier: GPL-2.0-only
#include "arithmetic.h"
#include "collective.h"
#include "rng.h"

void ss_collective_init(struct ss_collective *c, u32 routers, const struct ss_traffic *t)
{
	u32 iterations = t->iterations ? t->iterations : 1;

	memset(c, 0, sizeof(*c));
	c->pattern = t->pattern;
	c->ranks = t->ranks ? t->ranks : routers;
	c->batch = t->batch;
	c->kinds = 1;
	if (c->pattern == SS_PATTERN_ALL_REDUCE) {
		c->core = 1U << ss_log2(c->ranks);
		c->kinds = ss_log2(c->core) + (c->ranks > c->core ? 2 : 0);
	} else if (c->pattern == SS_PATTERN_FFT) {
		c->rows = t->rows;
		c->columns = c->ranks / t->rows;
		c->kinds = 2;
	} else if (c->pattern == SS_PATTERN_GRAPH500) {
		c->kinds = 2;
		iterations = t->levels;
	} else if (!ss_is_collective(c->pattern)) {
		c->ranks = routers;
		iterations = 1;
	}
	c->phases = c->kinds * iterations;
}

/*
 * Return true if phase @kind is a fold.  The ranks of an all-reduce below the largest power of two
 * are its core.  In the first phase, the fold, all others send to ranks of the core.  In the last
 * phase the core sends the result to them.
 */
static bool is_fold(const struct ss_collective *c, u32 kind)
{
	return c->ranks > c->core && kind == 0;
}

static bool is_unfold(const struct ss_collective *c, u32 kind)
{
	return c->ranks > c->core && kind == c->kinds - 1;
}

static bool is_beyond(const struct ss_collective *c, u32 rank)
{
	return rank >= c->core;
}

/* Return true if @rank, in the core, represents a rank beyond it. */
static bool has_beyond(const struct ss_collective *c, u32 rank)
{
	return rank < c->ranks - c->core;
}

static u32 reduce_sends(const struct ss_collective *c, u32 rank, u32 kind)
{
	if (is_fold(c, kind))
		return is_beyond(c, rank);
	if (is_unfold(c, kind))
		return has_beyond(c, rank);
	return !is_beyond(c, rank);
}

static u32 reduce_expects(const struct ss_collective *c, u32 rank, u32 kind)
{
	if (is_fold(c, kind))
		return has_beyond(c, rank);
	if (is_unfold(c, kind))
		return is_beyond(c, rank);
	return !is_beyond(c, rank);
}

static u32 reduce_dest(const struct ss_collective *c, u32 rank, u32 kind)
{
	if (is_fold(c, kind))
		return rank - c->core;
	if (is_unfold(c, kind))
		return rank + c->core;
	return rank ^ 1U << (kind - (c->ranks > c->core));
}

/*
 * Return the messages that a rank sends in a phase of a search.  A level of a search has two
 * phases.  In the first a rank sends its queries, then a notification to each other rank, and waits
 * for theirs; the root also waits for the reports of all ranks, which these send in the second
 * phase.  There the root sends the sum to each rank, and they wait for that.
 */
static u32 search_sends(const struct ss_collective *c, u32 rank, u32 phase)
{
	u32 others = c->ranks - 1;

	if (phase % 2)
		return rank == c->root ? others : 1;
	return c->messages[phase / 2 * c->ranks + rank] + others;
}

static u32 search_expects(const struct ss_collective *c, u32 rank, u32 phase)
{
	u32 others = c->ranks - 1;

	if (phase % 2)
		return rank != c->root;
	return c->expected[phase / 2 * c->ranks + rank] + (rank == c->root ? 2 : 1) * others;
}

/*
 * Return the rank, any other than @rank, that message @i with queries of @rank in @level goes to.
 */
static u32 query_dest(const struct ss_collective *c, u32 rank, u32 level, u32 i)
{
	u64 draw = ss_rng_draw(ss_rng_key(c->seed, rank), (u64)level << 32 | i);
	u32 dest = ss_rng_below(draw, c->ranks - 1);

	return dest + (dest >= rank);
}

static u32 search_dest(const struct ss_collective *c, u32 rank, u32 phase, u32 i)
{
	u32 queries = phase % 2 ? 0 : c->messages[phase / 2 * c->ranks + rank];

	if (phase % 2 && rank != c->root)
		return c->root;
	if (i < queries)
		return query_dest(c, rank, phase / 2, i);
	return (rank + 1 + i - queries) % c->ranks;
}

u32 ss_search_listed(const struct ss_traffic *t, u32 nodes)
{
	if (t->pattern != SS_PATTERN_GRAPH500)
		return 0;
	return 3 * t->levels * (t->ranks ? t->ranks : nodes);
}

void ss_search_init(struct ss_collective *c, const struct ss_traffic *t, u32 *lists)
{
	u32 n = t->levels * c->ranks;

	c->root = t->root;
	c->seed = t->search_seed;
	for (u32 i = 0; i < 2 * n; i++)
		lists[i] = t->search[i];
	c->messages = lists;
	c->work = lists + n;
	c->expected = lists + 2 * n;
	memset(c->expected, 0, n * sizeof(*c->expected));
	for (u32 i = 0; i < n; i++) {
		u32 level = i / c->ranks, rank = i % c->ranks;

		for (u32 k = 0; k < c->messages[i]; k++)
			c->expected[level * c->ranks + query_dest(c, rank, level, k)]++;
	}
}

static u32 rank_sends(const struct ss_collective *c, u32 rank, u32 phase)
{
	u32 kind = phase % c->kinds;

	switch (c->pattern) {
	case SS_PATTERN_ALL_TO_ALL:
		return c->ranks - 1;
	case SS_PATTERN_ALL_REDUCE:
		return reduce_sends(c, rank, kind);
	case SS_PATTERN_FFT:
		return (kind ? c->rows : c->columns) - 1;
	case SS_PATTERN_GRAPH500:
		return search_sends(c, rank, phase);
	default:
		return 1;
	}
}

/*
 * Return the destination of a message in an all-to-all.  Each rank begins with the rank after it,
 * so that no rank gets messages from all others at once.
 */
static u32 rank_dest(const struct ss_collective *c, u32 rank, u32 phase, u32 i)
{
	u32 row, column, kind = phase % c->kinds;

	switch (c->pattern) {
	case SS_PATTERN_ALL_REDUCE:
		return reduce_dest(c, rank, kind);
	case SS_PATTERN_FFT:
		row = rank / c->columns;
		column = rank % c->columns;
		if (kind)
			row = (row + 1 + i) % c->rows;
		else
			column = (column + 1 + i) % c->columns;
		return row * c->columns + column;
	case SS_PATTERN_GRAPH500:
		return search_dest(c, rank, phase, i);
	default:
		return (rank + 1 + i) % c->ranks;
	}
}

static u32 rank_of(const struct ss_collective *c, u32 router)
{
	return c->rank ? c->rank[router] : router;
}

bool ss_collective_has(const struct ss_collective *c, u32 router)
{
	return rank_of(c, router) < c->ranks;
}

u32 ss_search_queries(const struct ss_collective *c, u32 router, u32 phase)
{
	if (c->pattern != SS_PATTERN_GRAPH500 || phase % 2)
		return 0;
	return c->messages[phase / 2 * c->ranks + rank_of(c, router)];
}

u32 ss_search_work(const struct ss_collective *c, u32 router, u32 phase)
{
	return c->work[phase / 2 * c->ranks + rank_of(c, router)];
}

u32 ss_collective_sends(const struct ss_collective *c, u32 router, u32 phase)
{
	return rank_sends(c, rank_of(c, router), phase);
}

u32 ss_collective_expects(const struct ss_collective *c, u32 router, u32 phase)
{
	if (c->pattern == SS_PATTERN_ALL_REDUCE)
		return reduce_expects(c, rank_of(c, router), phase % c->kinds);
	if (c->pattern == SS_PATTERN_GRAPH500)
		return search_expects(c, rank_of(c, router), phase);
	return ss_is_collective(c->pattern) ? ss_collective_sends(c, router, phase) : 0;
}

u32 ss_collective_dest(const struct ss_collective *c, u32 router, u32 phase, u32 i)
{
	u32 rank = rank_dest(c, rank_of(c, router), phase, i);

	return c->router ? c->router[rank] : rank;
}

u32 ss_collective_counter(const struct ss_collective *c, u32 from, u32 to)
{
	from = rank_of(c, from);
	to = rank_of(c, to);
	switch (c->pattern) {
	case SS_PATTERN_ALL_REDUCE:
		if (is_beyond(c, from))
			return 0;
		if (is_beyond(c, to))
			return c->kinds - 1;
		return __builtin_ctz(from ^ to) + (c->ranks > c->core);
	case SS_PATTERN_FFT:
		return from / c->columns != to / c->columns;
	default:
		return 0;
	}
}
