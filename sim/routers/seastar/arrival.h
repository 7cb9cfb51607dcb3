/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Arrivals over a link: packets to an input, where they may become the head, and credits to an
 * output that may be waiting for them.
 */
#ifndef SS_ARRIVAL_H
#define SS_ARRIVAL_H

#include "visit.h"

/*
 * Route packet @p, the head of @vc, which is the buffer of VC and input @from; it is routed in
 * cycle @routed.  Returns the cycle of its event.
 */
static __always_inline u64 plan_route(const struct ss_visit *x, u32 from, struct ss_vc *vc,
				      const struct ss_packet *p, u64 routed)
{
	u32 port = SS_SLOT_INPUT(from);
	struct ss_hop hop = ss_route(&ss_seastar(x->f)->routing, x->r, port, SS_SLOT_VC(from),
				     SS_HDR_GET(p->header, DEST));

	vc->state = SS_HEAD_COMING;
	vc->when = routed;
	vc->out = hop.port;
	vc->slot = SS_SLOT(hop.vc, port);
	vc->drop = hop.drop;
	routed = step_far(x, routed);
	plan_head(x, routed, from);
	return routed;
}

/* Make packet the head of a buffer.  Returns the cycle of its event. */
static __always_inline u64 expect_head(const struct ss_visit *x, u32 from, struct ss_vc *vc,
				       const struct ss_packet *p)
{
	u64 routed = p->arrival + x->f->cfg.router_delay;

	if (routed < vc->when)
		routed = vc->when;
	return plan_route(x, from, vc, p, routed);
}

/*
 * Put packet @i, whose header arrives in cycle @t, into the buffer of VC and input @from.  Returns
 * the cycle of a new event, or 0.
 */
static __always_inline u64 append(const struct ss_visit *x, u32 from, u32 i, u64 t)
{
	struct ss_packet *p = &x->pool[i];
	struct ss_vc *vc = vc_of(x, from);

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
	return expect_head(x, from, vc, p);
}

/* Put a packet into a buffer as append() does, of a router that is not the one being run. */
static __always_inline void append_far(struct ss_visit x, u32 from, u32 i, u64 t)
{
	u64 when = append(&x, from, i, t);

	if (when)
		ss_agenda_add(&x.g->agenda, x.r - x.g->first, when);
}

/*
 * Find out whether the known credits of output @port end the wait of @vc.  Returns the cycle, or
 * SS_NEVER.
 */
static noinline u64 end_wait(struct ss_visit x, u32 port, u32 vc)
{
	struct ss_output *o = &x.rt->output[port];
	u64 when = ss_credits_when(&o->credits, ramps_of(&x, port), ss_seastar(x.f)->ramps_shift,
				   vc, x.f->cfg.max_packet);

	if (when == SS_NEVER) {
		o->starved |= 1U << vc;
	} else {
		o->starved &= ~(1U << vc);
		plan(&x, when, SS_DO_OUTPUT(port));
	}
	return when;
}

/* Add credits for output @port of a router that is not the one being run. */
static __always_inline void credit(struct ss_visit x, u32 port, u64 ramp)
{
	struct ss_output *o = &x.rt->output[port];
	u64 when;

	ss_credits_add(&o->credits, ramps_of(&x, port), ss_seastar(x.f)->ramps_shift, ramp);
	if (likely(!(o->starved >> ss_ramp_vc(ramp) & 1)))
		return;
	when = end_wait(x, port, ss_ramp_vc(ramp));
	if (when != SS_NEVER)
		ss_agenda_add(&x.g->agenda, x.r - x.g->first, when);
}

#endif /* SS_ARRIVAL_H */
