// SPDX-License-Identifier: GPL-2.0-only
/*
 * The choice of a packet's quadrant, and its way into the network (docs/torus-router.md,
 * section 3).
 *
 * trs_room() finds the hop of the packet at the front of the source queue.  Its output, VC and
 * quadrant are returned in the word that other kinds use for a VC.
 */
#include "hop.h"

#define TRS_ENTRY(port, vc, minus)	((port) | (vc) << 3 | (minus) << 5)
#define TRS_ENTRY_PORT(entry)		((entry) & 7)
#define TRS_ENTRY_VC(entry)		((entry) >> 3 & 3)
#define TRS_ENTRY_MINUS(entry)		((entry) >> 5)

/* Return the free places behind @o that count for the choice of a quadrant. */
static __always_inline u32 trs_places(const struct ss_config *cfg, const struct trs_output *o)
{
	return cfg->torus.occupancy == SS_OCCUPANCY_FREE ? o->free[SS_STAR_NONE] : o->all;
}

/* Draw one of the best quadrants for the front packet of source @s. */
static u32 trs_draw(const struct ss_best_quadrant *best, const struct ss_source *s)
{
	u64 draw = 0;

	if (best->count > 1)
		draw = ss_rng_draw(ss_rng_key(s->key, SS_STREAM_QUADRANTS),
				   4 * s->numbered + SS_DIMS);
	return ss_draw_quadrant(best, draw);
}

/*
 * Return by how many flits the queues that lead into @quadrant are longer than those into the
 * opposite one, which is twice the excess over the mean of all quadrants.
 */
static __always_inline s64 trs_excess(const struct ss_fabric *f, u32 r, u32 used, u32 quadrant)
{
	const struct trs_output *output = trs_router_at(f, r)->output;
	s64 excess = 0;

	for (; used; used &= used - 1) {
		u32 d = ss_lowest(used), port = ss_dim_port(d, !(quadrant >> d & 1));

		excess += trs_places(&f->cfg, &output[ss_opposite(port)]);
		excess -= trs_places(&f->cfg, &output[port]);
	}
	return excess;
}

/*
 * Return true if half of @excess, the queues of a quadrant over the mean, is below the threshold.
 */
static __always_inline bool trs_is_short(const struct ss_config *cfg, s64 excess)
{
	return cfg->routing == SS_ROUTE_MINAD || excess * 50 < cfg->torus.threshold;
}

/*
 * Choose the shortest of the quadrants whose queues are short; whatever the threshold, there is
 * one.  MIN AD: the shortest of all quadrants.
 */
static u32 trs_by_channels(const struct ss_fabric *f, u32 r, const struct ss_quadrants *q)
{
	struct ss_best_quadrant best = SS_NO_QUADRANT;
	u32 quadrant = 0;

	/* usually the minimal quadrant, if there is only one */
	if (!q->even && trs_is_short(&f->cfg, f->cfg.routing == SS_ROUTE_MINAD ? 0 :
				     trs_excess(f, r, q->used, q->minus)))
		return q->minus;
	do {
		s64 excess = trs_excess(f, r, q->used, quadrant);

		/*
		 * the constant, more than the flits that queues can hold, makes it positive for
		 * comparison
		 */
		if (trs_is_short(&f->cfg, excess))
			ss_better_quadrant(&best, quadrant, ss_quadrant_hops(q, quadrant),
					   excess + (1 << 20));
		quadrant = ss_next_quadrant(q, quadrant);
	} while (quadrant);
	return trs_draw(&best, &f->source[r]);
}

/* Choose the shortest quadrant whose injection queue is below the threshold, or SS_QUADRANTS. */
static u32 trs_by_injection(const struct ss_fabric *f, u32 r, u32 dest,
			    const struct ss_quadrants *q)
{
	const u16 *queued = trs_queued(f, r, dest);
	struct ss_best_quadrant best = SS_NO_QUADRANT;
	u32 quadrant = 0;

	do {
		if (queued[quadrant] * 100U < f->cfg.torus.threshold)
			ss_better_quadrant(&best, quadrant, ss_quadrant_hops(q, quadrant),
					   queued[quadrant]);
		quadrant = ss_next_quadrant(q, quadrant);
	} while (quadrant);
	return best.count ? trs_draw(&best, &f->source[r]) : SS_QUADRANTS;
}

/* Return the set of outputs of all quadrants. */
static u32 trs_ports(const struct ss_quadrants *q)
{
	u32 ports = 0;

	for (u32 d = 0; d < SS_DIMS; d++)
		if (q->used >> d & 1)
			ports |= 3U << ss_dim_port(d, true);
	return ports;
}

u64 trs_room(struct ss_fabric *f, u32 r, u32 dest, u32 class_, u32 flits, u64 t, u32 *vc)
{
	const struct trs_fabric *tf = trs_fabric(f);
	struct trs_router *rt = trs_router_at(f, r);
	const struct ss_source *s = &f->source[r];
	struct ss_quadrants q;
	struct trs_hop hop;
	u64 header;
	u32 minus;

	(void)class_;
	(void)flits;
	*vc = TRS_ENTRY(SEASTAR_PORT_PROC, 0, 0);
	if (dest == r)
		return t;
	q = ss_quadrants(&f->topo, tf->place[r], tf->place[dest]);
	switch (f->cfg.routing) {
	case SS_ROUTE_GAL:
		minus = trs_by_injection(f, r, dest, &q);
		*vc = TRS_ENTRY(SEASTAR_PORT_PROC, 0, minus % SS_QUADRANTS);
		if (minus != SS_QUADRANTS)
			return t;
		*vc = 0;
		return SS_NEVER;
	case SS_ROUTE_GOAL:
		minus = ss_goal_quadrant(&q, ss_rng_key(s->key, SS_STREAM_QUADRANTS), s->numbered);
		break;
	default:
		minus = trs_by_channels(f, r, &q);
		break;
	}
	header = SS_HDR_PUT_SOURCE(r) | SS_HDR_PUT(s->numbered, TID);
	hop = trs_hop(tf, rt, r, header, tf->place[r], tf->place[dest], minus);
	if (hop.port != SEASTAR_PORT_PROC) {
		*vc = TRS_ENTRY(hop.port, hop.vc, minus);
		return t;
	}
	return trs_wait_for(rt, trs_ports(&q), t) ? t + 1 : SS_NEVER;
}

/*
 * Return the way of a packet from place @at to @to: a number for the set of outputs in its
 * quadrant.
 */
static u32 trs_way_of(u64 at, u64 to, u32 minus)
{
	u32 way = 0;

	for (u32 d = SS_DIMS; d-- > 0; ) {
		way *= 3;
		if (ss_place_at(at ^ to, d))
			way += 1 + (minus >> d & 1);
	}
	return way;
}

/* Append packet @i to its injection queue. */
static void trs_queue_up(struct ss_fabric *f, u32 r, u32 i)
{
	struct trs_injection *in = &trs_fabric(f)->injection[r];
	const u64 *place = trs_fabric(f)->place;
	u64 header = f->pool[i].header;
	u32 dest = SS_HDR_GET(header, DEST), minus = header & TRS_MINUS;
	u32 way = trs_way_of(place[r], place[dest], minus);

	trs_queued(f, r, dest)[minus]++;
	f->pool[i].next = 0;
	if (in->ways >> way & 1)
		f->pool[in->last[way]].next = i;
	else
		in->first[way] = i;
	in->last[way] = i;
	in->ways |= 1U << way;
}

void trs_inject(struct ss_fabric *f, u32 r, u32 vc, u32 i, u64 t)
{
	struct trs_router *rt = trs_router_at(f, r);
	struct ss_packet *p = &f->pool[i];
	struct ss_source *s = &f->source[r];

	s->channel = ss_rate_start(f->inject, s->channel, t) + f->inject.b;
	p->header |= TRS_ENTRY_MINUS(vc);
	p->arrival = t;
	rt->queue[TRS_SLOT(SEASTAR_PORT_PROC, 0)].entered++;
	if (SS_HDR_GET(p->header, DEST) == r) {
		rt->output[SEASTAR_PORT_PROC].sent++;
		rt->loop = i;
	} else if (f->cfg.routing == SS_ROUTE_GAL) {
		trs_queue_up(f, r, i);
	} else {
		trs_send(f, ss_region_of(f, r), r, TRS_ENTRY_PORT(vc), TRS_ENTRY_VC(vc), i, t);
	}
}

/* Send the first packet of list @way into the network by @hop. */
static void trs_leave_queue(struct ss_fabric *f, struct ss_region *g, u32 r, u32 way,
			    const struct trs_hop *hop, u64 t)
{
	struct trs_injection *in = &trs_fabric(f)->injection[r];
	u32 i = in->first[way];
	struct ss_packet *p = &f->pool[i];
	u64 waited = t - p->birth;

	trs_queued(f, r, SS_HDR_GET(p->header, DEST))[p->header & TRS_MINUS]--;
	in->first[way] = p->next;
	if (!p->next)
		in->ways &= ~(1U << way);
	/* the packet's age counts from now on */
	p->waited = waited < U32_MAX ? waited : U32_MAX;
	trs_send(f, g, r, hop->port, hop->vc, i, t);
}

bool trs_enter(struct ss_fabric *f, struct ss_region *g, u32 r, u64 t)
{
	const struct trs_fabric *tf = trs_fabric(f);
	struct trs_injection *in = &tf->injection[r];
	struct trs_hop best = { 0 };
	u32 oldest = 0, ports = 0;

	for (u32 set = in->ways; set; set &= set - 1) {
		u32 way = ss_lowest(set);
		const struct ss_packet *p = &f->pool[in->first[way]];
		struct trs_hop hop = trs_hop(tf, trs_router_at(f, r), r, p->header, tf->place[r],
					     tf->place[SS_HDR_GET(p->header, DEST)],
					     p->header & TRS_MINUS);

		ports |= trs_outputs(tf->place[r], tf->place[SS_HDR_GET(p->header, DEST)],
				     p->header & TRS_MINUS);
		if (hop.port == SEASTAR_PORT_PROC ||
		    (best.port != SEASTAR_PORT_PROC &&
		     p->arrival > f->pool[in->first[oldest]].arrival))
			continue;
		best = hop;
		oldest = way;
	}
	if (best.port == SEASTAR_PORT_PROC)
		return trs_wait_for(trs_router_at(f, r), ports, t);
	trs_leave_queue(f, g, r, oldest, &best, t);
	return in->ways || ss_source_waits(&f->source[r], 0);
}
