// SPDX-License-Identifier: GPL-2.0-only
/* Checks whether a fabric can carry a traffic, and the reason if it cannot. */
#include "engine.h"
#include "lengths.h"

#define SS_MAX_QUEUE	65535
#define SS_MAX_WINDOW	4096	/* a TransactionID has 12 bits */
#define SS_MAX_WEIGHT	1000000
#define SS_MAX_BURST	65535

static const char *check_permutation(const struct ss_part *p, u32 n, u8 *seen)
{
	if (!p->permutation)
		return "a permutation needs its list of destinations";
	memset(seen, 0, n);
	for (u32 r = 0; r < n; r++) {
		if (p->permutation[r] >= n)
			return "the permutation names a node that is not in this fabric";
		if (seen[p->permutation[r]]++)
			return "the list is no permutation: it names a node twice";
	}
	return NULL;
}

static const char *check_spots(const struct ss_part *p, u32 n)
{
	if (!p->spot || p->spots < 1 || p->spots > SS_MAX_SPOTS)
		return "hot spots need a list of 1 to 64 nodes";
	for (u32 i = 0; i < p->spots; i++) {
		if (p->spot[i] >= n)
			return "a hot spot is not a node of this fabric";
		for (u32 k = 0; k < i; k++)
			if (p->spot[k] == p->spot[i])
				return "the list of hot spots names a node twice";
	}
	return NULL;
}

static const char *check_adversarial(const struct ss_topology *topo, const struct ss_part *p)
{
	u32 groups = topo->group ? topo->routers / topo->group : 0;

	if (!groups)
		return "an adversarial pattern needs groups of routers";
	if (p->distance < 1 || p->groups < 1 || (u64)p->distance + p->groups > groups)
		return "an adversarial pattern must reach 1 group or more, and none twice";
	return NULL;
}

/*
 * Return true if @pattern is defined by the dimensions of a topology, which some topologies lack.
 */
static bool is_of_dimensions(u32 pattern)
{
	return pattern == SEASTAR_PATTERN_NEIGHBOUR || pattern == SEASTAR_PATTERN_COMPLEMENT ||
	       pattern == SEASTAR_PATTERN_TORNADO || pattern == SEASTAR_PATTERN_TRANSPOSE;
}

static const char *check_pattern(const struct ss_fabric *f, const struct ss_part *p,
				 u8 *scratch)
{
	u32 n = f->topo.nodes;

	if (!SS_SIMULATOR && p->pattern >= SEASTAR_PATTERNS)
		return "there is no such traffic pattern";
	if (is_of_dimensions(p->pattern) && !(f->topo.ops->patterns >> p->pattern & 1))
		return "this pattern goes by dimensions, which this topology does not have";
	switch (p->pattern) {
	case SEASTAR_PATTERN_ALL_TO_ONE:
		return p->target < n ? NULL : "the target is not a node of this fabric";
	case SEASTAR_PATTERN_PERMUTATION:
		return check_permutation(p, n, scratch);
	case SEASTAR_PATTERN_BIT_REVERSAL:
		return n & (n - 1) ? "bit reversal needs a power of two of nodes" : NULL;
	case SS_PATTERN_HOT_SPOTS:
		return check_spots(p, n);
	case SS_PATTERN_ADVERSARIAL:
		return check_adversarial(&f->topo, p);
	case SS_PATTERN_UNIFORM_SELF:
		return f->cfg.kind->allows_self_traffic ?
			       NULL : "these routers deliver no packet to its own sender";
	case SS_PATTERN_ALL_TO_ALL:
	case SS_PATTERN_ALL_REDUCE:
	case SS_PATTERN_FFT:
	case SS_PATTERN_GRAPH500:
		return p->permutation ? check_permutation(p, n, scratch) : NULL;
	case SS_PATTERN_TRACE:
		return NULL;
	default:
		return p->pattern < SEASTAR_PATTERNS ? NULL :
						       "there is no such traffic pattern";
	}
}

/*
 * Check that no length is more than @most: that of a packet or, if the kind splits messages, of a
 * message.
 */
static const char *check_lengths(const struct ss_fabric *f, const struct ss_lengths *l, u32 most)
{
	bool any = false;

	for (u32 i = 0; i < ss_lengths_count(l); i++) {
		if (i && l->flits[i] <= l->flits[i - 1])
			return "packet lengths must be in ascending order";
		if (l->weight[i] > SS_MAX_WEIGHT)
			return "the weight of a packet length must be at most 1000000";
		if (l->flits[i] > most && f->cfg.kind->splits)
			return "long messages: open sources without replies, at most 256 flits";
		if (l->flits[i] > most)
			return "a packet length is larger than this fabric's largest packet";
		any |= l->weight[i];
	}
	return any ? NULL : "some packet length must have a weight";
}

/*
 * Return the most flits that a source may send at once: in a packet or, if it may be split, in a
 * message.
 */
static u32 most_flits(const struct ss_fabric *f, const struct ss_traffic *t)
{
	if (f->cfg.kind->splits && t->source == SEASTAR_SOURCE_OPEN && !ss_traffic_replies(t))
		return SS_MAX_FLITS;
	return f->cfg.max_packet;
}

static const char *check_search(const struct ss_traffic *t, u32 ranks)
{
	if (!t->search || !t->levels || t->levels > SS_MAX_PHASES / 2)
		return "a search has 1 to 2048 levels";
	if (t->iterations > 1 || t->batch != 1)
		return "a search needs one iteration and a batch of 1";
	if (t->root >= ranks)
		return "the root of a search must be one of the nodes that take part";
	if ((u64)ranks * t->levels > SS_MAX_SEARCH)
		return "a search has at most 16777216 levels of nodes";
	for (u32 i = 0; i < ranks * t->levels; i++) {
		if (t->search[i] > SS_MAX_QUERIES)
			return "a node sends at most 16777215 messages in a level";
		if (t->search[ranks * t->levels + i] - 1 >= SS_MAX_QUERY_WORK)
			return "the time of a message of queries must be 1 to 65535 cycles";
	}
	return NULL;
}

static const char *check_collective(const struct ss_fabric *f, const struct ss_traffic *t)
{
	u32 ranks = t->ranks ? t->ranks : f->topo.nodes;

	if (t->source != SS_SOURCE_BATCH)
		return "a pattern in phases needs a batch source";
	if (t->parts)
		return "a pattern in phases cannot be a part of a traffic";
	if (ranks < 2 || ranks > f->topo.nodes)
		return "the nodes that take part must be 2 to all of this fabric";
	if (t->pattern == SS_PATTERN_FFT && (!t->rows || ranks % t->rows))
		return "the rows of an FFT must divide the nodes that take part";
	if (t->iterations > SS_MAX_PHASES)
		return "a batch has at most 4096 phases";
	if ((u64)t->batch * ranks > U32_MAX)
		return "a node sends at most 4294967295 packets in a phase";
	return t->pattern == SS_PATTERN_GRAPH500 ? check_search(t, ranks) : NULL;
}

static const char *check_batch(const struct ss_fabric *f, const struct ss_traffic *t)
{
	struct ss_collective c;

	if (!t->batch)
		return "a batch must be 1 packet or more";
	ss_collective_init(&c, f->topo.nodes, t);
	return c.phases > SS_MAX_PHASES ? "a batch has at most 4096 phases" : NULL;
}

/*
 * Check a trace, whose messages the caller gives: fields about when and where sources send must be
 * unset.
 */
static const char *check_trace(const struct ss_traffic *t)
{
	if (t->source != SEASTAR_SOURCE_OPEN || t->queue || t->drops)
		return "a trace needs an open source with an unbounded queue";
	if (t->parts)
		return "a trace cannot be a part of a traffic";
	return NULL;
}

static const char *check_source(const struct ss_fabric *f, const struct ss_traffic *t)
{
	if (ss_is_collective(t->pattern)) {
		const char *why = check_collective(f, t);

		if (why)
			return why;
	}
	if (SS_SIMULATOR && t->source == SS_SOURCE_BATCH)
		return check_batch(f, t);
	if (t->source >= SEASTAR_SOURCES)
		return "there is no such kind of source";
	if (t->source == SEASTAR_SOURCE_OPEN && t->arrivals >= SS_ARRIVALS)
		return "there are no such arrivals";
	if (t->source == SEASTAR_SOURCE_OPEN &&
	    (t->load < 1 || t->load > (t->arrivals ? SS_MAX_LOAD : SEASTAR_PPM)))
		return "the load must be at most 1 flit per node per cycle, 8 if Poisson's";
	if (t->source == SEASTAR_SOURCE_OPEN && t->arrivals && t->burst > 1)
		return "Poisson arrivals have no bursts";
	if (t->source == SEASTAR_SOURCE_OPEN && t->queue > SS_MAX_QUEUE)
		return "a source queue holds at most 65535 packets; 0 is no bound";
	if (t->source == SEASTAR_SOURCE_OPEN && t->drops &&
	    (t->queue || !f->cfg.kind->injects_every_cycle))
		return "a source that drops packets has no queue or limit of injection";
	if (t->source == SEASTAR_SOURCE_OPEN && t->burst > SS_MAX_BURST)
		return "a burst has at most 65535 packets on average";
	if (t->source == SEASTAR_SOURCE_CLOSED &&
	    (t->window < 1 || t->window > SS_MAX_WINDOW))
		return "the window must be 1 to 4096 packets";
	return NULL;
}

static const char *check_part(const struct ss_fabric *f, const struct ss_traffic *t,
			      const struct ss_part *p)
{
	if (p->requests > SEASTAR_PPM)
		return "the share of requests must be at most 1000000 millionths";
	if (f->cfg.classes < 2 && p->requests != SEASTAR_PPM)
		return "responses need VCs of their own: a second class";
	return check_lengths(f, &p->lengths, most_flits(f, t));
}

static const char *check_replies(const struct ss_fabric *f, const struct ss_traffic *t)
{
	if (f->cfg.classes < 2 && !f->cfg.kind->answers)
		return "replies need VCs of their own: a second class";
	if (t->source == SS_SOURCE_BATCH)
		return "a batch has no replies: use an open or a closed source";
	if (!t->window && t->source == SEASTAR_SOURCE_OPEN && !f->cfg.kind->answers)
		return "replies wait at nodes: the window must have a bound";
	if (t->window > SS_MAX_WINDOW)
		return "the window must be 1 to 4096 transactions";
	if (t->reply_queue > 65535)
		return "the queue of replies must be at most 65535 packets, or 0 for no bound";
	if (t->reply_queue && !f->cfg.kind->retry)
		return "these routers cannot hold requests back: the queue of replies must be 0";
	if (t->reply_turns && f->cfg.kind->answers)
		return "replies that are injected at once cannot take turns with requests";
	if (f->cfg.kind->check_replies && f->cfg.kind->check_replies(&f->cfg))
		return f->cfg.kind->check_replies(&f->cfg);
	if (t->reply_turns > 1)
		return "replies go first (0) or take turns with requests (1)";
	for (u32 i = 0; i <= t->parts; i++)
		if (ss_traffic_part(t, i).requests != SEASTAR_PPM)
			return "packets that are answered must all be requests";
	return check_lengths(f, &t->reply, f->cfg.max_packet);
}

static const char *check_parts(const struct ss_fabric *f, const struct ss_traffic *t,
			       u8 *scratch)
{
	if (t->parts >= SS_MAX_PARTS)
		return "a traffic has at most 4 parts";
	for (u32 i = 0; i <= t->parts; i++) {
		struct ss_part p = ss_traffic_part(t, i);
		const char *why = i ? check_pattern(f, &p, scratch) : NULL;

		if (!why && t->parts && (p.weight < 1 || p.weight > SS_MAX_WEIGHT))
			why = "the weight of a part of the traffic must be 1 to 1000000";
		if (!why && i && ss_is_collective(p.pattern))
			why = "a pattern in phases cannot be a part of a traffic";
		if (!why && p.pattern == SS_PATTERN_TRACE)
			why = "a trace cannot be a part of a traffic";
		if (!why && p.pattern == SEASTAR_PATTERN_NONE)
			why = "a part of the traffic has no destinations: give it another pattern";
		if (!why)
			why = check_part(f, t, &p);
		if (why)
			return why;
	}
	return NULL;
}

const char *ss_traffic_check(const struct ss_fabric *f,
			     const struct ss_traffic *t, u8 *scratch)
{
	struct ss_part p = ss_traffic_part(t, 0);
	const char *why = check_pattern(f, &p, scratch);

	if (why || (t->pattern == SEASTAR_PATTERN_NONE && !t->parts))
		return why;
	if (SS_SIMULATOR && t->pattern == SS_PATTERN_TRACE) {
		why = check_trace(t);
	} else {
		why = check_source(f, t);
		if (!why)
			why = check_parts(f, t, scratch);
	}
	if (!why && SS_SIMULATOR && ss_traffic_replies(t))
		why = check_replies(f, t);
	if (!why && ss_traffic_pool(f, t) > U32_MAX)
		why = "the buffers hold more packets than the simulator can number: shrink them";
	return why;
}
