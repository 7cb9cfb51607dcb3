/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Phase 4 of a cycle (docs/model.md, section 4): an output port grants a packet.
 */
#ifndef SS_OUTPUT_H
#define SS_OUTPUT_H

#include "arrival.h"
#include "staging.h"
#include "stamp.h"

/*
 * Stall output @port, which can send nothing: it waits for credits, or, at proc, for a reply to
 * leave. Counts from now on.
 */
static noinline void stall(struct ss_visit x, u32 port, u64 t)
{
	struct ss_output *o = &x.rt->output[port];

	if (!o->is_stalled)
		x.rt->tally[port].stalled_since = t;
	o->is_stalled = true;
	if (port == SEASTAR_PORT_PROC)
		return;
	for (u32 v = 0; v < 1U << x.shift; v++)
		if (o->occupied & ss_slots_of_vc(v))
			end_wait(x, port, v);
}

/* Return the members of @set that output proc may deliver: a request needs room for its reply. */
static __always_inline u64 deliverable(const struct ss_visit *x, u64 set)
{
	u32 bound = x->f->traffic->traffic.reply_queue;

	if (!SS_SIMULATOR || likely(!bound) || ss_reply_waiting(ss_more(x->f, x->r)) < bound)
		return set;
	return set & ~((1ULL << SS_SLOT(x->f->cfg.vcs, 0)) - 1);
}

/* Return the slots of output @port whose VC has send credits for a packet of any size. */
static __always_inline u64 candidates(const struct ss_visit *x, u32 port, u64 t)
{
	struct ss_output *o = &x->rt->output[port];
	const u64 *ramps = ramps_of(x, port);
	u64 set = o->occupied;
	u32 want = x->f->cfg.max_packet;

	if (port == SEASTAR_PORT_PROC)
		return deliverable(x, set);
	if (!o->credits.poor)
		return set;
	ss_credits_review(&o->credits, ss_seastar(x->f)->enough);
	for (u32 poor = o->credits.poor; poor; poor &= poor - 1) {
		u32 v = ss_lowest(poor);

		if (ss_credits_at(&o->credits, ramps, ss_seastar(x->f)->ramps_shift, v, t) <
		    (int)want)
			set &= ~ss_slots_of_vc(v);
	}
	return set;
}

static __always_inline u32 age_of(const struct ss_visit *x, u32 port, u32 slot, u32 timestamp)
{
	u32 first = x->pool[staging_of(x, port, slot)->last].next;
	u64 header = x->pool[first].header;

	return ss_age_now(header, x->rt->age.epoch, timestamp);
}

/* Return the members of @set that are the oldest (Procedure 2). */
static __always_inline u64 oldest(const struct ss_visit *x, u32 port, u64 set, u32 timestamp,
				  u32 *age)
{
	u64 winners = 0;
	int best = -1;

	/* few branches, since none could be predicted */
	for (; set; set &= set - 1) {
		int a = age_of(x, port, ss_lowest(set), timestamp);

		winners = a > best ? 0 : winners;
		winners |= a >= best ? set & -set : 0;
		best = a > best ? a : best;
	}
	*age = best;
	return winners;
}

/* Grant a member of @set, whose slots @a arbitrates over. */
static __always_inline u32 pick(const struct ss_visit *x, struct ss_arbiter *a, u64 set)
{
	return x->staged ? ss_staged_grant(a, set) : ss_flat_grant(a, set);
}

/* Choose a member of @set by the policy of this grant; its age goes to @age. */
static __always_inline u32 choose(const struct ss_visit *x, u32 port, u64 set, u64 t, u32 *age)
{
	struct ss_output *o = &x->rt->output[port];
	struct ss_tally *tally = &x->rt->tally[port];
	const struct ss_age *clock = &x->rt->age;
	bool by_age = clock->select >> o->grants & 1;
	u32 slot, timestamp;

	age_advance(x, t);
	timestamp = ss_age_timestamp(clock, t);
	if (by_age && !ss_age_inhibited(clock, t)) {
		if (ss_several(set)) {
			tally->contested++;
			set = oldest(x, port, set, timestamp, age);
			tally->tied += ss_several(set);
			return pick(x, &o->by_age, set);
		}
		slot = pick(x, &o->by_age, set);
	} else {
		if (ss_several(set)) {
			tally->contested++;
			tally->inhibited += by_age;
		}
		slot = pick(x, &o->by_turn, set);
	}
	*age = age_of(x, port, slot, timestamp);
	return slot;
}

/* Send the granted packet, which started at @start, to its processor. */
static __always_inline void eject(const struct ss_visit *x, u32 i, u32 len, u64 start, u64 t)
{
	x->pool[i].next = 0;
	x->rt->delivering = i;
	x->rt->deliver_at = ss_rate_flit(x->f->eject, start, len - 1);
	plan(x, step(x, t, x->rt->deliver_at), SS_DO_DELIVER);
}

/*
 * Return the cycles by which a packet of @len flits that begins to leave @output in cycle @start is
 * late.
 */
static noinline u64 late(const struct ss_fabric *f, u32 output, u32 len, u64 start)
{
	bool follows = ss_output_at(f, output)->next == start;

	return (u64)ss_send(&ss_seastar(f)->sender[output], len, follows) *
	       ss_round_trip(f->cfg.link_delay);
}

/* Send packet @i, granted by output @port, to the buffer at the other end of the link. */
static __always_inline void send(const struct ss_visit *x, u32 port, u32 v, u32 i, u32 len, u64 t)
{
	struct ss_output *o = &x->rt->output[port];
	u32 r = SS_PORT_ROUTER(o->peer);

	t += x->f->cfg.link_delay;
	ss_credits_spend(&o->credits, v, len, ss_seastar(x->f)->enough);
	if (likely(ss_in_region(x->g, r))) {
		struct ss_visit far = visit(x->f, x->g, r, x->shift, x->wheel);

		far.late = x->late;
		append_far(far, SS_SLOT(v, SS_PORT_OF(o->peer)), i, t);
	} else {
		ss_post_packet(x->f, x->g, o->peer, v, &x->pool[i], t);
		ss_packet_free(x->f, x->g, i);
	}
}

/*
 * Plan events for the input VCs that wait for a staging buffer, for when the packet now leaving
 * makes space.
 */
static noinline void promise_space(struct ss_visit x, u32 port, u32 slot, u64 t)
{
	struct ss_staging *s = staging_of(&x, port, slot);
	u32 input = SS_SLOT_INPUT(slot);
	u64 when = space_when(x.f, &x.rt->output[port], ss_output_rate(x.f, port),
			      staged_flits(&x, port, slot));

	if (when == SS_NEVER)
		return;
	for (u32 set = s->waiting; set; set &= set - 1) {
		u32 from = SS_SLOT(ss_lowest(set), input);

		vc_of(&x, from)->when = when;
		plan_head(&x, step(&x, t, when), from);
	}
	s->waiting = 0;
}

static __always_inline void grant(const struct ss_visit *x, u32 port, u32 slot, u32 age, u64 t)
{
	struct ss_output *o = &x->rt->output[port];
	struct ss_staging *s = staging_of(x, port, slot);
	struct ss_rate rate = ss_output_rate(x->f, port);
	u32 i = x->pool[s->last].next, len;
	struct ss_tally *tally = &x->rt->tally[port];
	struct ss_packet *p = &x->pool[i];
	u64 start;

	if (unlikely(o->is_stalled)) {
		tally->stalled += t - tally->stalled_since;
		o->is_stalled = false;
	}
	len = ss_flits_of(p);
	s->used -= len;
	if (i == s->last) {
		s->last = 0;
		o->occupied &= ~(1ULL << slot);
	} else {
		x->pool[s->last].next = p->next;
	}
	depart(x, p, age, t);
	tally->age_bin[age >> 6]++;
	if (unlikely(age == SS_AGE_MAX))
		tally->saturated++;
	tally->waited += t - p->arrival;
	o->grants = (o->grants + 1) & 63;
	o->tx_slot = slot;
	o->tx_len = len;
	start = ss_rate_start(rate, o->next, t);
	if (x->late && port != SEASTAR_PORT_PROC)
		start += late(x->f, SS_PORT_ID(x->r, port), len, start);
	o->next = start + (u64)len * rate.b;
	if (unlikely(s->waiting))
		promise_space(*x, port, slot, t);
	if (o->occupied)
		plan(x, step(x, t, ss_output_free(x->f, o, port)), SS_DO_OUTPUT(port));
	if (port == SEASTAR_PORT_PROC)
		eject(x, i, len, start, t);
	else
		send(x, port, SS_SLOT_VC(slot), i, len, start);
}

/* Grant a packet on an output that may be free, if it can (phase 4). */
static __always_inline void output_event(const struct ss_visit *x, u32 port, u64 t)
{
	struct ss_output *o = &x->rt->output[port];
	u32 slot, age;
	u64 set;

	if (!o->occupied)
		return;
	if (ss_output_free(x->f, o, port) > t) {
		/* a link has events for credits, and will have one when it is free */
		if (port == SEASTAR_PORT_PROC || x->late)
			plan(x, step(x, t, ss_output_free(x->f, o, port)), SS_DO_OUTPUT(port));
		return;
	}
	set = candidates(x, port, t);
	if (!set) {
		stall(*x, port, t);
		return;
	}
	slot = choose(x, port, set, t, &age);
	grant(x, port, slot, age, t);
}

#endif /* SS_OUTPUT_H */
