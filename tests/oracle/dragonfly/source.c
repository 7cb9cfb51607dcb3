// SPDX-License-Identifier: GPL-2.0-only
/*
 * UGAL and Piggyback: docs/dragonfly-adaptive.md, section 3.
 */
#include "dragonfly.h"

#define M(name, right, wrong)	MUTATE(o->mutant, name, right, wrong)

/* Count the links of the minimal path from router @from to @to. */
static u32 links_between(const struct oracle *o, u32 from, u32 to)
{
	const struct router *owner;
	const struct df_port *link;

	if (df_group(o, from) == df_group(o, to))
		return from != to;
	link = df_link_to_group(&o->router[from], df_group(o, to), &owner);
	return (owner->id != from) + 1 + (link->peer->id != to);
}

/* Count the links that the path would have if global links were arranged consecutively. */
static u32 links_if_consecutive(const struct oracle *o, u32 from, u32 to)
{
	u32 a = df_shape(o)->a, h = df_shape(o)->h;
	u32 near = df_group(o, from), far = df_group(o, to);
	u32 out = far < near ? far : far - 1, in = near < far ? near : near - 1;

	if (near == far)
		return from != to;
	return (out / h != from % a) + 1 + (in / h != to % a);
}

/* Return the occupancy of a hop for UGAL: with comparison=hops, always of its VC. */
static u64 compared(const struct router *r, struct df_hop hop)
{
	const struct oracle *o = r->o;
	bool of_vc = o->cfg.dragonfly.adaptive.compare_hops;

	return M(DF_COMPARED, of_vc, false) ? df_occupancy_of_vc(r, hop.port, hop.vc) :
					      df_occupancy(r, hop);
}

/* Compare occupancies: H C > H' C' + bias, or 100 C > factor C' + 100 bias. */
bool df_is_shorter(const struct router *r, const struct packet *by, u64 c, u64 other)
{
	const struct oracle *o = r->o;
	const struct ss_adaptive *a = &o->cfg.dragonfly.adaptive;
	u32 dest = df_router_of(o, by->dest), via = by->via - 1;
	u64 bias = M(DF_UGAL_BIAS, a->bias, 0) * o->cfg.max_packet;
	bool counts = a->consecutive_hops;

	if (!M(DF_COMPARISON, a->compare_hops, !a->compare_hops))
		return 100 * c > M(DF_FACTOR, a->factor, 100) * other + 100 * bias;
	c *= M(DF_HOP_COUNT, counts, !counts) ? links_if_consecutive(o, r->id, dest) :
						links_between(o, r->id, dest);
	other *= links_between(o, r->id, via) +
		 M(DF_VIA_HOPS, links_between(o, via, dest), 0);
	return c > other + bias;
}

bool df_ugal_prefers_via(struct router *r, const struct packet *minimal, const struct packet *by)
{
	return df_is_shorter(r, by, compared(r, df_next_hop(r, minimal)),
			     compared(r, df_next_hop(r, by)));
}

/* Return true if @r knows the global link of the minimal path to be congested. */
static bool is_way_congested(const struct router *r, const struct packet *p)
{
	const struct oracle *o = r->o;
	u32 to = df_group(o, df_router_of(o, p->dest));
	const struct router *owner;
	const struct df_port *link;

	if (to == df_group(o, r->id))
		return false;
	link = df_link_to_group(r, to, &owner);
	return df_knows_congested(r, owner, link - owner->dragonfly->port, p->class_);
}

bool df_pb_prefers_via(struct router *r, const struct packet *minimal, const struct packet *by)
{
	struct oracle *o = r->o;

	if (df_ugal_prefers_via(r, minimal, by))
		return true;
	if (!is_way_congested(r, minimal))
		return false;
	o->seen[SEEN_DF_PB]++;
	return M(DF_PB, true, false);
}

bool df_is_decided_once(const struct oracle *o)
{
	return df_routing(o)->prefers_via &&
	       M(DF_DECISION, !o->cfg.dragonfly.adaptive.always, false);
}

static void decide(struct router *r, struct packet *p)
{
	struct packet minimal = *p;

	p->decided = true;
	minimal.via = 0;
	if (p->via && df_routing(r->o)->prefers_via(r, &minimal, p))
		p->misrouted = true;
	else
		p->via = 0;
}

void df_decide(struct router *r)
{
	struct oracle *o = r->o;

	for (u32 i = 0; i < df_shape(o)->p && df_is_decided_once(o); i++) {
		for (u32 vc = 0; vc < o->cfg.dragonfly.inject_vcs; vc++) {
			struct fifo *queue = &r->dragonfly->port[i].queue[vc];

			if (queue->count && !fifo_at(queue, 0)->packet->decided)
				decide(r, fifo_at(queue, 0)->packet);
		}
	}
}

struct df_attempt df_source_attempt(const struct df_asker *a)
{
	struct oracle *o = a->r->o;
	struct packet minimal = *a->p, by = *a->p;
	bool (*prefers_via)(struct router *r, const struct packet *minimal,
			    const struct packet *by) = df_routing(o)->prefers_via;

	minimal.via = 0;
	if (M(DF_REDRAW_NEVER, o->cfg.dragonfly.adaptive.redraw, false)) {
		by.via = df_draw_via(o, &by, df_draw(a, M(DF_REDRAW, 2, 1)));
		df_look_for(a->r, &by);
		o->seen[SEEN_DF_REDRAWN]++;
	}
	if (by.via && prefers_via && !prefers_via(a->r, &minimal, &by))
		by.via = 0;
	return (struct df_attempt){ .hop = df_next_hop(a->r, &by), .via = by.via };
}
