/* SPDX-License-Identifier: GPL-2.0-only */
/* Packets that can be granted in a cycle (docs/dragonfly-router.md, section 4). */
#ifndef DRF_READY_H
#define DRF_READY_H

#include "visit.h"

/* Forget the packets that have left the output queue of @o before this cycle. */
static __always_inline void drf_fold(const struct drf_visit *x, struct drf_port *o, u32 out)
{
	drf_empty(x->df, o, out, x->t);
	while (o->queue_count) {
		u32 leaving = *drf_queued(x->df, x->rt, o, out, 0);
		u32 flits = drf_leaving_flits(leaving);
		int in = drf_leaving_in(leaving, x->t);

		if (in >= 0)
			break;
		if (x->df->idle >> out & 1)
			o->taken = x->t + in + flits;
		o->used -= flits;
		drf_dequeue(x->df, x->rt, o, out);
	}
}

/* Return true if the link of port @out, which has no queue, is free when a packet has crossed. */
static noinline bool drf_has_link(struct drf_visit *x, struct drf_port *o, u32 out)
{
	u32 delay = x->f->cfg.dragonfly.crossbar_delay;

	drf_fold(x, o, out);
	if (o->leaves <= x->t + delay)
		return true;
	drf_wake_at(x, o->leaves - delay);
	return false;
}

/* Return true if the output queue of port @out has places for @flits flits. */
static __always_inline bool drf_has_places(struct drf_visit *x, struct drf_port *o, u32 out,
					   u32 flits)
{
	if (o->used + flits <= x->f->cfg.dragonfly.output_depth)
		return true;
	if (!x->f->cfg.dragonfly.output_depth)
		return drf_has_link(x, o, out);
	drf_fold(x, o, out);
	if (o->used + flits <= x->f->cfg.dragonfly.output_depth)
		return true;
	drf_wake_at(x, x->t + drf_leaving_in(*drf_queued(x->df, x->rt, o, out, 0), x->t) + 1);
	return false;
}

/*
 * Return true if the node's port @out has room for a reply of @flits: on VC @vc, or, of the VCs
 * from @vc on that it may enter, on each if the VC is drawn, or on one if the emptiest is taken.
 */
static inline bool drf_has_reply_room(const struct ss_fabric *f, const struct drf_router *rt,
				      u32 out, u32 vc, u32 flits)
{
	const struct drf_slot *s = drf_slot_of(drf_fabric(f), rt, out, 0);
	u32 select = f->cfg.dragonfly.inject_select, rooms = 0, end;

	if (likely(select == SS_INJECT_DESTINATION))
		return s[vc].free >= flits;
	end = f->cfg.dragonfly.inject_vcs;
	for (u32 i = vc; i < end; i++)
		rooms += s[i].free >= flits;
	return select == SS_INJECT_JSQ ? rooms > 0 : rooms == end - vc;
}

/*
 * Return true if the node's port @out has room, on VC @vc, for a reply beside the replies that are
 * owed there.  Room is released by a grant or a delivery, after which all inputs are examined.
 */
static __always_inline bool drf_can_answer(const struct drf_visit *x, const struct drf_port *o,
					   u32 out, u32 vc)
{
	return drf_has_reply_room(x->f, x->rt, out, vc,
				  (o->owed + 1) * x->f->traffic->longest_reply);
}

/* Return true if a packet of @flits flits can take @hop. */
static __always_inline bool drf_can_go(struct drf_visit *x, const struct drf_hop *hop, u32 flits)
{
	struct drf_port *o = drf_port_of(x->df, x->rt, hop->out);

	/* @taken stands in place of @out_free there: bring it up to date */
	if (x->df->idle >> hop->out & 1)
		drf_fold(x, o, hop->out);
	if (o->out_free > x->t) {
		drf_wake_at(x, o->out_free);
		return false;
	}
	if (x->df->nodes >> hop->out & 1) {
		if (unlikely(hop->vc) && !drf_can_answer(x, o, hop->out, hop->vc))
			return false;
	} else if (drf_slot_at(o, hop->vc)->free < flits) {
		return false;
	}
	return drf_has_places(x, o, hop->out, flits);
}

#endif /* DRF_READY_H */
