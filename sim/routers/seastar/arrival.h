/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a link brings: packets to an input, whose head they may become, and credits to an
 * output that may wait for them.
 */
#ifndef SS_ARRIVAL_H
#define SS_ARRIVAL_H

#include "visit.h"

/*
 * Where packet @p, which becomes the head of VC @v of input @port, goes.  Asked once a router,
 * since the packet counts its links to the next turn.
 */
static __always_inline struct ss_hop route_head(const struct ss_visit *x, u32 port, u32 v,
						struct ss_packet *p)
{
	const struct ss_routing *routing = &ss_seastar(x->f)->routing;
	struct ss_hop hop;

	if (p->left) {
		p->left--;
		return ss_route_on(routing, x->r, port, v);
	}
	hop = ss_route(routing, x->r, port, v, SS_HDR_GET(p->header, DEST));
	p->left = hop.left;
	return hop;
}

/*
 * Packet @p becomes the head of VC @v of input @port: say where it goes and when it is
 * routed, which is returned.
 */
static __always_inline u64 expect_head(const struct ss_visit *x, u32 port, u32 v,
				       struct ss_vc *vc, struct ss_packet *p)
{
	struct ss_hop hop = route_head(x, port, v, p);
	u64 routed = p->arrival + x->f->cfg.router_delay;

	if (routed < vc->when)
		routed = vc->when;
	vc->state = SS_HEAD_COMING;
	vc->when = routed;
	vc->out = hop.port;
	vc->slot = SS_SLOT(hop.vc, port);
	plan_head(x, routed, port, v);
	return routed;
}

/*
 * Put packet @i, whose header arrives in cycle @t, into VC @v of input @port.  Returns
 * when there is something new to do, or 0.
 */
static __always_inline u64 append(const struct ss_visit *x, u32 port, u32 v, u32 i, u64 t)
{
	struct ss_packet *p = &x->pool[i];
	struct ss_vc *vc = vc_of(x, port, v);

	p->arrival = t;
	p->stamped = 0;
	p->next = 0;
	if (vc->first) {
		x->pool[vc->last].next = i;
		vc->last = i;
		return 0;
	}
	vc->first = i;
	vc->last = i;
	return expect_head(x, port, v, vc, p);
}

/* The same, for a router that is not the one being run. */
static __always_inline void append_far(struct ss_visit x, u32 port, u32 v, u32 i, u64 t)
{
	u64 when = append(&x, port, v, i, t);

	if (when)
		ss_agenda_add(&x.g->agenda, x.r - x.g->first, when);
}

/*
 * See whether the credits known to be coming to output @port end the wait of @vc.
 * Returns when, or SS_NEVER.
 */
static u64 end_wait(const struct ss_visit *x, u32 port, u32 vc)
{
	struct ss_output *o = &x->rt->output[port];
	u64 when = ss_credits_when(&o->credits, ramps_of(x, port), ss_seastar(x->f)->ramps_size, vc,
				   x->f->cfg.max_packet);

	if (when == SS_NEVER) {
		o->starved |= 1U << vc;
	} else {
		o->starved &= ~(1U << vc);
		plan(x, when, SS_DO_OUTPUT(port));
	}
	return when;
}

/* Credits are coming to output @port of a router that is not the one being run. */
static __always_inline void credit(struct ss_visit x, u32 port, u64 ramp)
{
	struct ss_output *o = &x.rt->output[port];
	u64 when;

	/* the output may not have come further than the window's beginning */
	ss_credits_add(&o->credits, ramps_of(&x, port), ss_seastar(x.f)->ramps_size, x.f->now,
		       x.f->cfg.max_packet, ramp);
	if (likely(!(o->starved >> SS_RAMP_VC(ramp) & 1)))
		return;
	when = end_wait(&x, port, SS_RAMP_VC(ramp));
	if (when != SS_NEVER)
		ss_agenda_add(&x.g->agenda, x.r - x.g->first, when);
}

#endif /* SS_ARRIVAL_H */
