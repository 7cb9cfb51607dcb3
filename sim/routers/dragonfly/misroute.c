// SPDX-License-Identifier: GPL-2.0-only
/*
 * PAR and OLM: packets leave the minimal path as routers along it decide
 * (docs/dragonfly-adaptive.md, sections 5 and 6).
 */
#include "sim/core/rng.h"

#include "adapt.h"
#include "flexible.h"
#include "ready.h"

/**
 * struct attempt - an attempt of a packet to be granted an output
 * @x: its router
 * @in: input
 * @vc: VC of the packet
 * @p: the packet
 * @flits: its flits
 * @minimal: its minimal hop
 * @goes: it could take that hop
 * @level: occupancy of that hop, if it could not and the trigger needs it
 */
struct attempt {
	struct drf_visit *x;
	u32 in;
	u32 vc;
	const struct ss_packet *p;
	u32 flits;
	struct drf_hop minimal;
	bool goes;
	struct drf_level level;
};

static const struct ss_adaptive *adaptive(const struct attempt *a)
{
	return &a->x->f->cfg.dragonfly.adaptive;
}

/* Return true if the packet must take a global link of this router. */
static bool is_forced(const struct attempt *a)
{
	return drf_flags(a->p->route) & DRF_FORCED;
}

static bool is_global(const struct attempt *a, u32 port)
{
	return port >= drf_first_global(a->x->df);
}

static u32 draw(const struct attempt *a, u32 number, u32 many)
{
	return ss_rng_below(drf_attempt_draw(a->x, a->in, a->vc, number), many);
}

static bool credits_release(const struct attempt *a)
{
	u32 out = a->minimal.out;

	if (a->goes || 100 * a->level.flits < adaptive(a)->least_percent * a->level.depth)
		return false;
	return !is_global(a, out) ||
	       drf_links_for(a->x->rt->congested, drf_is_reply(a->p)) >>
	       (out - drf_first_global(a->x->df)) & 1;
}

static bool counter_releases(const struct attempt *a)
{
	return drf_contention(a->x, a->minimal.out) >= adaptive(a)->contention;
}

static bool group_releases(const struct attempt *a)
{
	u32 group = a->x->df->group[SS_HDR_GET(a->p->header, DEST)];

	if (!(a->x->df->nodes >> a->in & 1) || group == a->x->rt->group)
		return false;
	return drf_group_contention(a->x, group) >= adaptive(a)->group_contention;
}

/* Return true if the trigger lets the packet leave the minimal path. */
static bool is_released(const struct attempt *a)
{
	switch (adaptive(a)->trigger) {
	case SS_TRIGGER_CREDITS:
		return credits_release(a);
	case SS_TRIGGER_FILTERED:
		return drf_filtered(a->x, a->minimal.out) >> 16 >= adaptive(a)->contention;
	case SS_TRIGGER_HYBRID:
		return counter_releases(a) || credits_release(a);
	case SS_TRIGGER_ECTN:
		return group_releases(a) || counter_releases(a);
	default:
		return counter_releases(a);
	}
}

static bool credits_admit(const struct attempt *a, const struct drf_hop *hop)
{
	struct drf_level other = adaptive(a)->sense_port ? a->x->level[hop->out] :
							   drf_occupancy(a->x, hop);

	return 100ULL * other.flits * a->level.depth <=
	       (u64)adaptive(a)->candidate_percent * a->level.flits * other.depth;
}

/* Return true if the trigger admits @hop in place of the minimal one. */
static bool is_admitted(const struct attempt *a, const struct drf_hop *hop)
{
	switch (adaptive(a)->trigger) {
	case SS_TRIGGER_CREDITS:
		return credits_admit(a, hop);
	case SS_TRIGGER_FILTERED:
		return drf_filtered(a->x, hop->out) >> 16 < adaptive(a)->contention;
	case SS_TRIGGER_HYBRID:
		return counter_releases(a) || credits_admit(a, hop);
	default:
		return drf_contention(a->x, hop->out) < adaptive(a)->contention;
	}
}

/* Return true if the packet has made no global hop yet, and has one to make. */
static bool is_leaving(const struct attempt *a)
{
	return drf_is_leaving(a->x->df, a->x->rt, a->p);
}

/*
 * Return true if the packet may leave the minimal path by a global port here; else it may by a
 * local one.
 */
static bool leaves_by_global(const struct attempt *a)
{
	u32 routers = ss_dragonfly_of(a->x->f->cfg.size)->a;

	if (is_forced(a))
		return true;
	if (!is_leaving(a))
		return false;
	switch (adaptive(a)->misrouting) {
	case SS_MISROUTE_CRG:
		return true;
	case SS_MISROUTE_NRG:
		return false;
	case SS_MISROUTE_RRG:
		return draw(a, 0, routers) == routers - 1;
	default:
		return a->x->df->nodes >> a->in & 1;
	}
}

static struct drf_hop global_hop(const struct attempt *a, u32 port)
{
	u32 place = a->x->df->order.global[0];
	u32 kind = a->x->df->nodes >> a->in & 1 ? SS_MISROUTE_AT_SOURCE :
						  SS_MISROUTE_IN_TRANSIT;

	return (struct drf_hop){
		.out = port, .vc = drf_vc_at(a->x->df, a->p, place), .place = place,
		.flags = DRF_MISROUTED | kind << DRF_KIND_SHIFT,
	};
}

static struct drf_hop local_hop(const struct attempt *a, u32 port)
{
	u32 place = drf_place(a->p->route), aside = a->x->df->order.aside[place];
	u32 kind = SS_MISROUTE_LOCAL_INTERMEDIATE, flag = DRF_DETOURED;

	if (is_leaving(a)) {
		kind = SS_MISROUTE_LOCAL_SOURCE;
		flag = DRF_FORCED;
	} else if (a->x->df->group[SS_HDR_GET(a->p->header, DEST)] == a->x->rt->group) {
		kind = SS_MISROUTE_LOCAL_DESTINATION;
	}
	return (struct drf_hop){
		.out = port, .vc = drf_vc_at(a->x->df, a->p, aside),
		.place = aside > place ? aside : place,
		.flags = DRF_MISROUTED | flag | kind << DRF_KIND_SHIFT,
	};
}

static struct drf_hop hop_aside(const struct attempt *a, u32 port)
{
	return is_global(a, port) ? global_hop(a, port) : local_hop(a, port);
}

/*
 * Return true if the packet may leave the minimal path by @hop in this attempt: its output is
 * another one, and open.
 */
static bool is_candidate(const struct attempt *a, struct drf_hop *hop)
{
	if (unlikely(a->x->df->flexible)) {
		drf_flex_limit_aside(a->x->df, a->x->r, a->p, hop);
		return (is_forced(a) || is_admitted(a, hop)) &&
		       drf_flex_can_go(a->x, hop, a->flits);
	}
	/* the most frequent obstacle is tested first */
	if (drf_slot_of(a->x->df, a->x->rt, hop->out, hop->vc)->free < a->flits)
		return false;
	return (is_forced(a) || is_admitted(a, hop)) && drf_can_go(a->x, hop, a->flits);
}

/* Return the outputs in @of that no packet crosses to in this cycle. */
static u64 open_outputs(struct drf_visit *x, u64 of)
{
	for (u64 left = of & ~x->known; left; left &= left - 1) {
		struct drf_hop hop = { .out = drf_lowest(left) };

		if (drf_port_of(x->df, x->rt, hop.out)->out_free > x->t)
			continue;
		x->open |= 1ULL << hop.out;
		if (x->df->watches && x->f->cfg.dragonfly.adaptive.sense_port)
			x->level[hop.out] = drf_occupancy(x, &hop);
	}
	x->known |= of;
	return x->open & of;
}

/*
 * Choose a hop off the minimal path by one of the @many ports from @first on, into @hop.  Returns
 * false if there is none: the packet tries again in the next cycle, so that no port needs to wake
 * the router.
 */
static bool choose_aside(const struct attempt *a, u32 first, u32 many, struct drf_hop *hop)
{
	u32 fit = 0, n;
	u64 set;

	if (!many)
		return false;
	*hop = hop_aside(a, first);
	set = ((1ULL << many) - 1) << first;
	if (adaptive(a)->one_candidate)
		set = 1ULL << (first + draw(a, 1, many));
	if (!is_forced(a))
		set &= ~(1ULL << a->minimal.out);
	set = open_outputs(a->x, set);
	for (u64 left = set; left; left &= left - 1) {
		hop->out = drf_lowest(left);
		if (is_candidate(a, hop))
			fit++;
		else
			set &= ~(1ULL << hop->out);
	}
	if (!fit)
		return false;
	for (n = fit > 1 ? draw(a, 1, fit) : 0; n; n--)
		set &= set - 1;
	hop->out = drf_lowest(set);
	if (unlikely(a->x->df->flexible)) {
		drf_flex_limit_aside(a->x->df, a->x->r, a->p, hop);
		return drf_flex_go(a->x, a->in, a->vc, hop);
	}
	return true;
}

static bool find_aside(const struct attempt *a, struct drf_hop *hop)
{
	const struct ss_dragonfly *d = ss_dragonfly_of(a->x->f->cfg.size);

	if (leaves_by_global(a))
		return choose_aside(a, drf_first_global(a->x->df), d->h, hop);
	return choose_aside(a, d->p, d->a - 1, hop);
}

bool drf_attempt_in_transit(struct drf_visit *x, u32 in, u32 vc, struct drf_hop *hop)
{
	const struct drf_slot *s = drf_slot_of(x->df, x->rt, in, vc);
	const struct ss_packet *p = &x->f->pool[s->first];
	struct attempt a = {
		.x = x, .in = in, .vc = vc, .p = p, .flits = ss_packet_flits(p),
		.minimal = s->hop,
	};
	bool forced = is_forced(&a);

	if (!forced) {
		a.goes = x->df->flexible ? drf_flex_can_go(x, &a.minimal, a.flits) :
					   drf_can_go(x, &a.minimal, a.flits);
		/* only counters misroute a packet that can move minimally, never occupancy */
		if (x->df->watches && !a.goes)
			a.level = drf_occupancy(x, &a.minimal);
	}
	if ((forced || is_released(&a)) && find_aside(&a, hop))
		return true;
	*hop = a.minimal;
	if (unlikely(x->df->flexible))
		return drf_flex_go(x, in, vc, hop);
	return a.goes && !forced;
}
