// SPDX-License-Identifier: GPL-2.0-only
#include "pattern.h"
#include "rng.h"

struct ss_part ss_traffic_part(const struct ss_traffic *t, u32 i)
{
	struct ss_part first = {
		.weight = t->weight,
		.pattern = t->pattern,
		.target = t->target,
		.distance = t->distance,
		.groups = t->groups,
		.lengths = t->lengths,
		.requests = t->requests,
		.permutation = t->permutation,
		.spot = t->spot,
		.spots = t->spots,
	};

	return i ? t->part[i - 1] : first;
}

const u32 *ss_part_list(const struct ss_part *p)
{
	if (p->pattern == SS_PATTERN_HOT_SPOTS)
		return p->spot;
	if (p->pattern == SEASTAR_PATTERN_PERMUTATION || ss_is_collective(p->pattern))
		return p->permutation;
	return NULL;
}

u32 ss_part_listed(const struct ss_topology *topo, const struct ss_part *p)
{
	if (!ss_part_list(p))
		return 0;
	return p->pattern == SS_PATTERN_HOT_SPOTS ? p->spots : topo->nodes;
}

u32 ss_gen_listed(const struct ss_topology *topo, const struct ss_traffic *t)
{
	u32 n = 0;

	for (u32 i = 0; i <= t->parts; i++) {
		struct ss_part p = ss_traffic_part(t, i);

		n += ss_part_listed(topo, &p);
	}
	if (!ss_is_collective(t->pattern))
		return n;
	/* twice: a placement and its inverse */
	return 2 * n + ss_search_listed(t, topo->nodes);
}

static void sum_up(const struct ss_lengths *lengths, struct ss_gen_lengths *g)
{
	u32 sum = 0;

	for (u32 i = 0; i < SS_MAX_LENGTHS; i++) {
		if (lengths->flits[i])
			sum += lengths->weight[i];
		g->flits[i] = lengths->flits[i];
		g->below[i] = sum;
	}
}

static void part_init(struct ss_gen_part *g, const struct ss_part *p, u32 *list,
		      u32 listed)
{
	const u32 *from = ss_part_list(p);

	g->list = list;
	g->spots = p->spots;
	g->pattern = p->pattern;
	g->target = p->target;
	g->distance = p->distance;
	g->groups = p->groups;
	g->requests = p->requests;
	g->weight = p->weight;
	for (u32 i = 0; i < listed; i++)
		list[i] = from[i];
	sum_up(&p->lengths, &g->lengths);
}

/* Copy the placement @router of the ranks of a collective, and its inverse behind it. */
static void place(struct ss_collective *c, u32 nodes, u32 *router)
{
	u32 *rank = router + nodes;

	for (u32 i = 0; i < nodes; i++)
		rank[router[i]] = i;
	c->router = router;
	c->rank = rank;
}

void ss_gen_init(struct ss_gen *g, const struct ss_topology *topo,
		 const struct ss_traffic *t, u32 *lists)
{
	u32 *next = lists;

	memset(g, 0, sizeof(*g));
	g->topo = topo;
	g->parts = 1 + t->parts;
	for (u32 i = 0; i < g->parts; i++) {
		struct ss_part p = ss_traffic_part(t, i);

		part_init(&g->part[i], &p, next, ss_part_listed(topo, &p));
		next += ss_part_listed(topo, &p);
	}
	sum_up(&t->reply, &g->reply);
	if (t->pattern == SEASTAR_PATTERN_NONE || t->pattern == SS_PATTERN_TRACE)
		return;
	if (t->source == SEASTAR_SOURCE_OPEN)
		ss_gap_init(g, t);
	else if (SS_SIMULATOR && t->source == SS_SOURCE_BATCH)
		ss_collective_init(&g->collective, topo->nodes, t);
	if (ss_is_collective(t->pattern) && t->permutation) {
		place(&g->collective, topo->nodes, lists);
		next += topo->nodes;
	}
	if (SS_SIMULATOR && t->pattern == SS_PATTERN_GRAPH500)
		ss_search_init(&g->collective, t, next);
}

/* Reverse the bits of node number @src; there are 2^b nodes. */
static u32 bit_reversal(u32 nodes, u32 src)
{
	u32 dest = 0;

	for (u32 bit = 1; bit < nodes; bit *= 2) {
		dest = 2 * dest + (src & 1);
		src >>= 1;
	}
	return dest;
}

/*
 * Return the place of card @src after a perfect shuffle. An even number of cards keeps the last one
 * in place.
 */
static u32 shuffle(u32 nodes, u32 src)
{
	u32 around = nodes % 2 ? nodes : nodes - 1;

	return src < around ? 2 * src % around : src;
}

/* Return true if the topology chooses the destinations of @pattern. */
static bool is_of_topology(const struct ss_topology *topo, u32 pattern)
{
	return pattern < SEASTAR_PATTERNS && topo->ops->patterns >> pattern & 1;
}

/* Return the destination of @src under a pattern without random draws. */
static u32 fixed_dest(const struct ss_topology *topo, const struct ss_gen_part *p,
		      u32 src)
{
	switch (p->pattern) {
	case SEASTAR_PATTERN_ALL_TO_ONE:
		return p->target;
	case SEASTAR_PATTERN_PERMUTATION:
		return p->list[src];
	case SEASTAR_PATTERN_BIT_REVERSAL:
		return bit_reversal(topo->nodes, src);
	case SEASTAR_PATTERN_SHUFFLE:
		return shuffle(topo->nodes, src);
	default:
		return src;
	}
}

/* Find hot spot @pick of those other than @src; returns the number of those. */
static u32 spots_of(const struct ss_gen_part *p, u32 src, u32 pick, u32 *dest)
{
	u32 n = 0;

	for (u32 i = 0; i < p->spots; i++)
		if (p->list[i] != src && n++ == pick)
			*dest = p->list[i];
	return n;
}

static bool part_sends(const struct ss_topology *topo, const struct ss_gen_part *p,
		       u32 src)
{
	u32 dest = src;

	if (is_of_topology(topo, p->pattern))
		return topo->ops->choices(topo, p->pattern, src, 0, &dest) && dest != src;
	switch (p->pattern) {
	case SEASTAR_PATTERN_NONE:
		return false;
	case SEASTAR_PATTERN_UNIFORM:
		return topo->nodes > 1;
	case SS_PATTERN_UNIFORM_SELF:
	case SS_PATTERN_ADVERSARIAL:
	case SS_PATTERN_TRACE:
		return true;
	case SS_PATTERN_HOT_SPOTS:
		return spots_of(p, src, 0, &dest) > 0;
	default:
		return fixed_dest(topo, p, src) != src;
	}
}

bool ss_gen_sends(const struct ss_gen *g, u32 src)
{
	if (ss_is_collective(g->part[0].pattern))
		return ss_collective_has(&g->collective, src);
	for (u32 i = 0; i < g->parts; i++)
		if (part_sends(g->topo, &g->part[i], src))
			return true;
	return false;
}

/* Draw a node in one of the groups that @p has the group of @src send to. */
static u32 adversary(const struct ss_topology *topo, const struct ss_gen_part *p, u32 src, u64 draw)
{
	u32 group = topo->group * topo->per_router;	/* nodes */
	u32 first = (src / group + p->distance) % (topo->nodes / group) * group;
	u32 dest = first + ss_rng_below(draw, p->groups * group);

	return dest < topo->nodes ? dest : dest - topo->nodes;
}

/* Draw one of the nodes that the topology lets @src send to; there is at least one. */
static u32 choose(const struct ss_topology *topo, u32 pattern, u32 src, u64 draw)
{
	u32 dest = src, n = topo->ops->choices(topo, pattern, src, U32_MAX, &dest);

	topo->ops->choices(topo, pattern, src, ss_rng_below(draw, n), &dest);
	return dest;
}

static u32 draw_dest(const struct ss_topology *topo, const struct ss_gen_part *p,
		     u32 src, u64 draw)
{
	u32 dest = src;

	if (is_of_topology(topo, p->pattern))
		return choose(topo, p->pattern, src, draw);
	switch (p->pattern) {
	case SEASTAR_PATTERN_UNIFORM:
		dest = ss_rng_below(draw, topo->nodes - 1);
		return dest + (dest >= src);
	case SS_PATTERN_UNIFORM_SELF:
		return ss_rng_below(draw, topo->nodes);
	case SS_PATTERN_ADVERSARIAL:
		return adversary(topo, p, src, draw);
	case SS_PATTERN_HOT_SPOTS:
		spots_of(p, src, ss_rng_below(draw, spots_of(p, src, U32_MAX, &dest)),
			 &dest);
		return dest;
	case SS_PATTERN_ALL_TO_ALL:
	case SS_PATTERN_ALL_REDUCE:
	case SS_PATTERN_FFT:
	case SS_PATTERN_GRAPH500:
		return src;	/* the phase determines the destination */
	default:
		return fixed_dest(topo, p, src);
	}
}

/* Draw, by weight, a part that gives @src a destination. */
static const struct ss_gen_part *draw_part(const struct ss_gen *g, u32 src, u64 draw)
{
	const struct ss_gen_part *can[SS_MAX_PARTS];
	u32 n = 0, total = 0, mark;

	for (u32 i = 0; i < g->parts; i++) {
		if (!part_sends(g->topo, &g->part[i], src))
			continue;
		can[n++] = &g->part[i];
		total += g->part[i].weight;
	}
	mark = ss_rng_below(draw, total);
	for (u32 i = 0; i < n - 1; i++) {
		if (mark < can[i]->weight)
			return can[i];
		mark -= can[i]->weight;
	}
	return can[n - 1];
}

/* Return true if draw @n with @key makes a response. */
static bool is_response(const struct ss_gen_part *p, u64 key, u64 n)
{
	return p->requests < SEASTAR_PPM &&
	       ss_rng_below(ss_rng_draw(key, n), SEASTAR_PPM) >= p->requests;
}

const struct ss_gen_part *ss_gen_part(const struct ss_gen *g, u64 key, u32 src, u64 first)
{
	if (g->parts == 1)
		return g->part;
	return draw_part(g, src, ss_rng_draw(ss_rng_key(key, SS_STREAM_PARTS), first));
}

struct ss_gen_packet ss_gen_packet(const struct ss_gen *g, u64 key, u32 src,
				   u64 n, u64 first)
{
	const struct ss_gen_part *part = ss_gen_part(g, key, src, first);
	struct ss_gen_packet p;

	p.dest = draw_dest(g->topo, part, src, ss_rng_draw(key, 4 * first + 1));
	p.length = ss_gen_length(part, key, n);
	p.class_ = is_response(part, key, 4 * n + 3);
	return p;
}
