// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"
#include "sim/core/rng.h"

#include "assign.h"
#include "direction.h"

#define TRIES	32	/* number of orders of the choices that are tried */
#define ONE	0x100000000ULL

/**
 * struct choice - the packets that share a choice of VC
 * @load: packets on each link of their way, from the link that leaves @from on
 * @links: number of links in @load
 * @from: router at which the packets enter the ring
 * @where: place in which the chosen VC is stored
 * @id: number of the choice in &struct ring, before any sorting
 * @rank: key by which the present try sorts the choices
 * @best: VC chosen in the best try so far
 */
struct choice {
	u32 *load;
	u32 links;
	u32 from;
	u8 *where;
	u32 id;
	u64 rank;
	u8 best;
};

/**
 * struct ring - a ring of a dimension in one direction; its links have the numbers of the routers
 * that they leave
 * @dateline: router at which VC0 changes to VC1, or SS_NO_ROUTER
 * @fixed: by link: packets that must be on VC0 minus packets that must be on VC1
 * @free: by link: packets that may be on either VC
 * @all: by link: all packets
 * @weight: by link: unevenness of one packet too many on a VC, in parts of 2^32
 * @even: by link: packets on VC0 minus packets on VC1, with the present choices
 * @choice: the choices
 * @choices: number of choices
 */
struct ring {
	const struct route_plan *p;
	u32 dim;
	bool plus;
	u32 radix;
	u32 dateline;
	s64 *fixed;
	u64 *free;
	u64 *all;
	u64 *weight;
	s64 *even;
	struct choice *choice;
	u32 choices;
};

static u32 step(const struct ring *r, u32 at)
{
	return (at + (r->plus ? 1 : r->radix - 1)) % r->radix;
}

static u32 links_between(const struct ring *r, u32 from, u32 to)
{
	return (r->plus ? to + r->radix - from : from + r->radix - to) % r->radix;
}

bool route_ends_at_dateline(const struct route_plan *p, u32 region, bool plus)
{
	const struct route_region *r = &p->region[region];

	return p->dateline[0] == (plus ? r->last : r->first);
}

/* Return how many of two packets from @from to @to go in this direction: 1 if both are as short. */
static u32 share(const struct ring *r, u32 from, u32 to)
{
	const struct route_plan *p = r->p;
	u32 k = r->radix, links = links_between(r, from, to), region;
	bool odd;

	if (from == to)
		return 0;
	if (!ss_is_torus(&p->topo, r->dim))
		return 2 * ((to > from) == r->plus);
	if (r->dim || p->region[p->region_of[to]].last - p->region[p->region_of[to]].first + 1 == k)
		return 2 * links < k ? 2 : 2 * links == k;
	region = p->region_of[to];
	if (p->region_of[from] == region)
		return 2 * ((to > from) == r->plus);
	odd = route_toward_plus(p, from, region, true) == r->plus;
	return odd + (route_toward_plus(p, from, region, false) == r->plus);
}

static bool is_global(const struct ring *r, u32 from, u32 to)
{
	return !r->dim && r->p->region_of[from] != r->p->region_of[to];
}

/*
 * Return true if a packet from @from to @to has to start on VC0, since it may cross the dateline.
 */
static bool must_cross(const struct ring *r, u32 from, u32 to)
{
	const struct route_plan *p = r->p;
	u32 at = from, region = r->dim ? 0 : p->region_of[to];
	bool global = is_global(r, from, to);

	if (r->dateline == SS_NO_ROUTER)
		return false;
	while (at != to) {
		if (global && p->region_of[at] == region)
			break;
		if (at == r->dateline)
			return true;
		at = step(r, at);
	}
	return global && p->region_of[r->dateline] == region &&
	       !route_ends_at_dateline(p, region, r->plus);
}

/* Count packets without a choice: they are on VC0 up to the dateline, and on VC1 from there on. */
static void fix(struct ring *r, u32 from, u32 to, u32 packets)
{
	bool crossed = false;

	for (u32 at = from; at != to; at = step(r, at)) {
		crossed |= at == r->dateline;
		r->fixed[at] += crossed ? -(s64)packets : packets;
		r->all[at] += packets;
	}
}

static void add_load(struct ring *r, struct choice *c, u32 from, u32 to, u32 packets)
{
	u32 links = links_between(r, from, to), at = from;

	if (links > c->links) {
		c->load = sim_grow(c->load, links, sizeof(*c->load));
		memset(c->load + c->links, 0, (links - c->links) * sizeof(*c->load));
		c->links = links;
	}
	c->from = from;
	for (u32 i = 0; i < links; i++, at = step(r, at)) {
		c->load[i] += packets;
		r->free[at] += packets;
		r->all[at] += packets;
	}
}

/*
 * Return how many of four packets from @from to @to are of @half.  These are two, except in the
 * last dimension.  There ids count up, so that coordinates alone decide the half: it has all or
 * none.
 */
static u32 of_half(const struct ring *r, u32 from, u32 to, u32 half)
{
	for (u32 d = r->dim + 1; d < SEASTAR_DIMS; d++)
		if (r->p->topo.size[d] > 1)
			return 2;
	return ((from ^ to) & 1) == half ? 4 : 0;
}

static struct choice *choice_for(struct ring *r, u8 *where)
{
	for (u32 i = r->choices; i-- > 0;)
		if (r->choice[i].where == where)
			return &r->choice[i];
	r->choice = sim_grow(r->choice, r->choices + 1, sizeof(*r->choice));
	r->choice[r->choices] = (struct choice){ .where = where, .id = r->choices };
	return &r->choice[r->choices++];
}

static void collect_pair(struct ring *r, struct route_choices *out, u32 from, u32 to)
{
	u32 packets = share(r, from, to);

	if (!packets)
		return;
	for (u32 half = 0; half < 2; half++) {
		u32 n = packets * of_half(r, from, to, half);
		u8 *where = &out->local[(from * r->radix + to) * 2 + half];

		if (is_global(r, from, to))
			where = &out->global[(from * SS_ROUTE_REGIONS + r->p->region_of[to]) * 2 +
					     half];
		if (!n)
			continue;
		if (must_cross(r, from, to))
			fix(r, from, to, n);
		else
			add_load(r, choice_for(r, where), from, to, n);
	}
}

static u64 size(s64 x)
{
	return x < 0 ? -x : x;
}

/*
 * Return by how much the unevenness falls if the packets of @c move to VC1 or, if not @to_vc1, VC0.
 */
static s64 gain(const struct ring *r, const struct choice *c, bool to_vc1)
{
	u32 at = c->from;
	s64 sum = 0;

	for (u32 i = 0; i < c->links; i++, at = step(r, at)) {
		s64 load = to_vc1 ? c->load[i] : -(s64)c->load[i];

		sum += (s64)(size(r->even[at]) - size(r->even[at] - 2 * load)) * (s64)r->weight[at];
	}
	return sum;
}

/*
 * Choose VC1 or VC0 for the packets of @c, and add them @times to @even: 1 if they were on no VC
 * before, 2 if they were on the other.
 */
static void put(struct ring *r, struct choice *c, bool on_vc1, s64 times)
{
	u32 at = c->from;

	for (u32 i = 0; i < c->links; i++, at = step(r, at))
		r->even[at] += times * (on_vc1 ? -(s64)c->load[i] : (s64)c->load[i]);
	*c->where = on_vc1;
}

/* Return true if, over all links of @c, more packets are on VC0 than on VC1 so far. */
static bool leans_to_vc0(const struct ring *r, const struct choice *c)
{
	u32 at = c->from;
	s64 sum = 0;

	for (u32 i = 0; i < c->links; i++, at = step(r, at))
		sum += r->even[at];
	return sum > 0;
}

static int by_rank(const void *a, const void *b)
{
	const struct choice *x = a, *y = b;

	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	return x->id < y->id ? -1 : x->id > y->id;
}

/*
 * Sort the choices: those with the most links come first.  Equal ones are in a random order, in the
 * first try in the order of their numbers.
 */
static void shuffle(struct ring *r, u32 try)
{
	u64 key = ss_rng_key(try, r->dim * 2 + r->plus);

	for (u32 i = 0; i < r->choices; i++) {
		struct choice *c = &r->choice[i];
		u64 lot = try ? ss_rng_draw(key, c->id) >> 32 : c->id;

		c->rank = (u64)(r->radix - c->links) << 32 | lot;
	}
	if (r->choices)
		qsort(r->choice, r->choices, sizeof(*r->choice), by_rank);
}

static u64 unevenness(const struct ring *r)
{
	u64 sum = 0;

	for (u32 at = 0; at < r->radix; at++)
		sum += size(r->even[at]) * r->weight[at];
	return sum;
}

/*
 * Return the unevenness that no choice can remove: on some links the free packets are too few to
 * balance the fixed ones.
 */
static u64 bound(const struct ring *r)
{
	u64 sum = 0;

	for (u32 at = 0; at < r->radix; at++)
		if (size(r->fixed[at]) > r->free[at])
			sum += (size(r->fixed[at]) - r->free[at]) * r->weight[at];
	return sum;
}

/*
 * Make the choices in the order of @try, then change single ones while that lowers the unevenness.
 */
static void choose(struct ring *r, u32 try)
{
	bool better = true;

	shuffle(r, try);
	memcpy(r->even, r->fixed, r->radix * sizeof(*r->even));
	for (u32 i = 0; i < r->choices; i++)
		put(r, &r->choice[i], leans_to_vc0(r, &r->choice[i]), 1);
	while (better) {
		better = false;
		for (u32 i = 0; i < r->choices; i++) {
			struct choice *c = &r->choice[i];

			if (gain(r, c, !*c->where) > 0) {
				put(r, c, !*c->where, 2);
				better = true;
			}
		}
	}
}

static void collect(struct ring *r, struct route_choices *out)
{
	for (u32 from = 0; from < r->radix; from++)
		for (u32 to = 0; to < r->radix; to++)
			collect_pair(r, out, from, to);
	for (u32 at = 0; at < r->radix; at++)
		r->weight[at] = r->all[at] ? ONE / r->all[at] : 0;
}

static void choose_best(struct ring *r, struct route_choices *out)
{
	out->bound = bound(r);
	out->unevenness = U64_MAX;
	for (u32 try = 0; try < TRIES && out->unevenness > out->bound; try++) {
		choose(r, try);
		if (unevenness(r) >= out->unevenness)
			continue;
		out->unevenness = unevenness(r);
		for (u32 i = 0; i < r->choices; i++)
			r->choice[i].best = *r->choice[i].where;
	}
	for (u32 i = 0; i < r->choices; i++)
		*r->choice[i].where = r->choice[i].best;
	out->bound /= r->radix;
	out->unevenness /= r->radix;
}

static void count(const struct route_plan *p, u32 dim, bool plus, struct route_choices *out)
{
	u32 k = p->topo.size[dim];
	struct ring r = {
		.p = p, .dim = dim, .plus = plus, .radix = k,
		.dateline = ss_is_torus(&p->topo, dim) ? p->dateline[dim] : SS_NO_ROUTER,
		.fixed = sim_alloc(k, sizeof(*r.fixed)), .free = sim_alloc(k, sizeof(*r.free)),
		.all = sim_alloc(k, sizeof(*r.all)), .weight = sim_alloc(k, sizeof(*r.weight)),
		.even = sim_alloc(k, sizeof(*r.even)),
	};

	out->radix = k;
	out->local = sim_alloc((size_t)k * k * 2, sizeof(*out->local));
	out->global = sim_alloc((size_t)k * SS_ROUTE_REGIONS * 2, sizeof(*out->global));
	collect(&r, out);
	choose_best(&r, out);
	for (u32 i = 0; i < r.choices; i++)
		free(r.choice[i].load);
	free(r.choice);
	free(r.fixed);
	free(r.free);
	free(r.all);
	free(r.weight);
	free(r.even);
}

struct route_counted *route_counted_new(const struct route_plan *p)
{
	struct route_counted *c = sim_alloc(1, sizeof(*c));

	for (u32 d = 0; d < SEASTAR_DIMS; d++)
		for (u32 plus = 0; plus < 2; plus++)
			if (p->topo.size[d] <= ROUTE_COUNTED_RADIX)
				count(p, d, plus, &c->way[d][plus]);
	return c;
}

void route_counted_free(struct route_counted *c)
{
	if (!c)
		return;
	for (u32 d = 0; d < SEASTAR_DIMS; d++) {
		for (u32 plus = 0; plus < 2; plus++) {
			free(c->way[d][plus].local);
			free(c->way[d][plus].global);
		}
	}
	free(c);
}

u32 route_counted_local(const struct route_counted *c, u32 dim, bool plus, u32 from, u32 to,
			u32 half)
{
	const struct route_choices *w = &c->way[dim][plus];

	return w->local ? w->local[(from * w->radix + to) * 2 + half] : half;
}

u32 route_counted_global(const struct route_counted *c, bool plus, u32 from, u32 region, u32 half)
{
	const struct route_choices *w = &c->way[0][plus];

	return w->global ? w->global[(from * SS_ROUTE_REGIONS + region) * 2 + half] : half;
}
