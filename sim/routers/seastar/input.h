/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Phase 3 of a cycle (docs/model.md, section 4): heads are judged, and an input port moves a
 * packet to staging.
 */
#ifndef SS_INPUT_H
#define SS_INPUT_H

#include "arrival.h"
#include "staging.h"
#include "stamp.h"

/* Block the head of VC and input @from, which has no staging space from @t on. */
static noinline void block_head(struct ss_visit x, u32 from, u64 t)
{
	struct ss_vc *vc = vc_of(&x, from);
	const struct ss_output *o = &x.rt->output[vc->out];
	struct ss_staging *s = staging_of(&x, vc->out, vc->slot);

	vc->state = SS_HEAD_BLOCKED;
	vc->blocked -= t;
	vc->when = SS_NEVER;
	if (o->tx_len && o->tx_slot == vc->slot)
		vc->when = space_when(x.f, o, ss_output_rate(x.f, vc->out),
				      staged_flits(&x, vc->out, vc->slot));
	if (vc->when == SS_NEVER)
		s->waiting |= 1U << SS_SLOT_VC(from);
	else
		plan_head(&x, step(&x, t, vc->when), from);
}

/*
 * Judge whether the head of @vc, which is the buffer of VC and input @from, has staging space in
 * cycle @t: if so, it is ready from then on, otherwise blocked.  Returns true if it is ready.
 */
static __always_inline bool judge_head(const struct ss_visit *x, u32 from, struct ss_vc *vc, u64 t)
{
	if (unlikely(is_full(x, vc->out, vc->slot, t) && !vc->drop)) {
		block_head(*x, from, t);
		return false;
	}
	vc->state = SS_HEAD_READY;
	return true;
}

/*
 * Handle the event of the head of VC and input @from in phase 3: it is routed now, or has the space
 * that it waited for.  A head that is coming or was promised space has one entry in the wheel, in a
 * future cycle.  Returns true if it can move.
 */
static __always_inline bool head_event(const struct ss_visit *x, u32 from, u64 t)
{
	struct ss_vc *vc = vc_of(x, from);

	if (unlikely(vc->when > t)) {
		plan_head(x, step(x, t, vc->when), from);
		return false;
	}
	if (vc->state == SS_HEAD_BLOCKED)
		vc->blocked += t;
	return judge_head(x, from, vc, t);
}

/* Return the slots of input @port. */
static __always_inline u64 slots_of_input(u32 port)
{
	return 0x0101010101010101ULL << port;
}

/* Send credits back when the first flit of a packet of @len leaves VC @v of input @port. */
static __always_inline void return_credits(const struct ss_visit *x, u32 port, u32 v, u32 len,
					   u64 t)
{
	u32 output = x->rt->input[port].peer;
	u64 ramp = ss_ramp(t + x->f->cfg.link_delay, v, len);

	if (port == SEASTAR_PORT_PROC)
		ss_inject_credit(x->f, x->r, v, len, t);
	else if (likely(ss_in_region(x->g, SS_PORT_ROUTER(output))))
		credit(visit(x->f, x->g, SS_PORT_ROUTER(output), x->shift, x->wheel),
		       SS_PORT_OF(output), ramp);
	else
		ss_post_credit(x->f, x->g, output, ramp);
}

/* Drop from @ready the headers that cannot move now that staging buffer @slot is taken. */
static __always_inline u64 judge_others(const struct ss_visit *x, u64 ready, u32 out, u32 slot,
					u64 t)
{
	for (u64 set = ready; set; set &= set - 1) {
		struct ss_vc *vc = vc_of(x, ss_lowest(set));

		if (vc->out == out && vc->slot == slot &&
		    !judge_head(x, ss_lowest(set), vc, t + 1))
			ready ^= set & -set;
	}
	return ready;
}

/* Choose one of non-empty @set, VCs of input @port whose heads can move. */
static __always_inline u32 choose_vc(const struct ss_visit *x, u32 port, u64 set)
{
	struct ss_input *in = &x->rt->input[port];
	u32 v = SS_SLOT_VC(ss_lowest(set));

	if (!x->staged) {
		v = ss_round_robin(ss_vcs_of_slots(set), in->pointer);
		in->pointer = (v + 1) & ((1U << x->shift) - 1);
	} else if (ss_several(set)) {
		v = ss_order_grant(&x->rt->vc_order[port], ss_vcs_of_slots(set));
	} else {
		ss_order_move(&x->rt->vc_order[port], v);
	}
	return SS_SLOT(v, port);
}

/* Drop packet @i, for which the tables have no route; @slot has its input and VC. */
static noinline void discard(struct ss_visit x, u32 slot, enum ss_drop why, u32 i, u64 t)
{
	struct ss_packet *p = &x.pool[i];

	stamp(&x, p, slot);
	depart(&x, p, 0, t);
	x.rt->dropped[why]++;
	ss_packet_free(x.f, x.g, i);
}

/*
 * Move the head of @vc, which is the buffer of VC and input @from, to staging (phase 3).  Returns
 * as stage() does.
 */
static __always_inline u32 move(const struct ss_visit *x, u32 from, struct ss_vc *vc, u64 t)
{
	u32 port = SS_SLOT_INPUT(from), v = SS_SLOT_VC(from);
	struct ss_input *in = &x->rt->input[port];
	u32 i = vc->first, out = vc->out, slot = vc->slot, drop = vc->drop;
	struct ss_packet *p = &x->pool[i];
	u32 len = ss_flits_of(p);

	/* before it leaves the buffer, whose headers this may stamp */
	age_advance(x, t);
	in->busy_until = t + len;
	in->tail = p->arrival + len;
	in->tail_vc = v;
	vc->pkts++;
	vc->flits += len;
	vc->first = p->next;
	vc->when = t + len;
	if (vc->first) {
		/* the line may be needed in the next cycle, too soon for fetch.c */
		__builtin_prefetch(&x->pool[x->pool[vc->first].next]);
		expect_head(x, from, vc, &x->pool[vc->first]);
	} else {
		vc->state = SS_HEAD_NONE;
	}
	return_credits(x, port, v, len, t);
	if (likely(!drop))
		return stage(x, out, slot, i, len, t);
	discard(*x, slot, drop, i, t);
	return 0;
}

/*
 * Move one of the headers of input @port that can move, once the port is free (phase 3): those that
 * were ready, and those that become ready by @due, a set of SS_SLOT().  Returns as stage() does.
 */
static __always_inline u32 input_event(const struct ss_visit *x, u32 port, u64 due, u64 t)
{
	struct ss_input *in = &x->rt->input[port];
	u64 ready = x->rt->ready & slots_of_input(port);
	u32 from, out, slot, outputs = 0;
	struct ss_vc *vc;

	x->rt->ready ^= ready;
	for (; due; due &= due - 1)
		if (head_event(x, ss_lowest(due), t))
			ready |= due & -due;
	if (!ready)
		return 0;
	if (in->busy_until <= t) {
		from = choose_vc(x, port, ready);
		vc = vc_of(x, from);
		out = vc->out;
		slot = vc->slot;
		ready ^= 1ULL << from;
		outputs = move(x, from, vc, t);
		if (likely(!ready))
			return outputs;
		ready = judge_others(x, ready, out, slot, t);
		if (!ready)
			return outputs;
	}
	x->rt->ready |= ready;
	plan(x, in->busy_until, SS_DO_INPUT(port));
	return outputs;
}

#endif /* SS_INPUT_H */
