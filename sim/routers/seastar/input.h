/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Phase 3 of a cycle (docs/model.md, section 4): heads are judged, and an input port moves a
 * packet to staging.
 */
#ifndef SS_INPUT_H
#define SS_INPUT_H

#include "arrival.h"
#include "staging.h"

/* The head of VC @v of input @port has no staging space from @t on. */
static void block_head(const struct ss_visit *x, u32 port, u32 v, u64 t)
{
	struct ss_vc *vc = vc_of(x, port, v);
	const struct ss_output *o = &x->rt->output[vc->out];
	struct ss_staging *s = staging_of(x, vc->out, vc->slot);

	vc->state = SS_HEAD_BLOCKED;
	vc->blocked -= t;
	vc->when = SS_NEVER;
	if (o->tx_len && o->tx_slot == vc->slot)
		vc->when = space_when(x->f, o, ss_output_rate(x->f, vc->out), s);
	if (vc->when == SS_NEVER)
		s->waiting |= 1U << v;
	else
		plan_head(x, step(x, t, vc->when), port, v);
}

/*
 * From cycle @t on, judge whether the head of VC @v of input @port has staging space: if so,
 * which is returned, it is ready; otherwise blocked.
 */
static __always_inline bool judge_head(const struct ss_visit *x, u32 port, u32 v, u64 t)
{
	struct ss_vc *vc = vc_of(x, port, v);

	if (unlikely(is_full(x, vc->out, vc->slot, t))) {
		block_head(x, port, v, t);
		return false;
	}
	vc->state = SS_HEAD_READY;
	return true;
}

/*
 * Phase 3: the head of VC @v of input @port is routed now, or has the space it waited for.  One
 * that is coming or was promised space has one entry in the wheel, for a cycle to come.
 */
static __always_inline void head_event(const struct ss_visit *x, u32 port, u32 v, u64 t)
{
	struct ss_vc *vc = vc_of(x, port, v);

	if (unlikely(vc->when > t)) {
		plan_head(x, step(x, t, vc->when), port, v);
		return;
	}
	if (vc->state == SS_HEAD_BLOCKED)
		vc->blocked += t;
	if (judge_head(x, port, v, t))
		x->rt->ready |= 1ULL << SS_SLOT(v, port);
}

/* The slots of input @port. */
static __always_inline u64 slots_of_input(u32 port)
{
	return 0x0101010101010101ULL << port;
}

/* The first flit of a packet of @len leaves VC @v of input @port: credits go back. */
static __always_inline void return_credits(const struct ss_visit *x, u32 port, u32 v, u32 len,
					   u64 t)
{
	u32 output = x->rt->input[port].peer;
	u64 ramp = SS_RAMP(t + x->f->cfg.link_delay, v, len);

	if (port == SEASTAR_PORT_PROC)
		ss_inject_credit(x->f, x->r, v, len, t);
	else if (likely(ss_in_region(x->g, SS_PORT_ROUTER(output))))
		credit(visit(x->f, x->g, SS_PORT_ROUTER(output), x->shift, x->wheel),
		       SS_PORT_OF(output), ramp);
	else
		ss_post_credit(x->f, x->g, output, ramp);
}

/* The input's other ready heads that want the staging buffer just taken. */
static __always_inline void judge_others(const struct ss_visit *x, u32 port, u32 out, u32 slot,
					 u64 t)
{
	for (u64 set = x->rt->ready & slots_of_input(port); set; set &= set - 1) {
		u32 v = SS_SLOT_VC(ss_lowest(set));
		const struct ss_vc *vc = vc_of(x, port, v);

		if (vc->out == out && vc->slot == slot && !judge_head(x, port, v, t + 1))
			x->rt->ready ^= set & -set;
	}
}

/* Choose the VC of one of non-empty @set, slots of input @port whose heads can move. */
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
	return v;
}

/* Phase 3: input @port, which is free, moves the head of VC @v to staging. */
static __always_inline void move(const struct ss_visit *x, u32 port, u32 v, u64 t)
{
	struct ss_input *in = &x->rt->input[port];
	struct ss_vc *vc = vc_of(x, port, v);
	u32 i = vc->first, out = vc->out, slot = vc->slot, len;
	struct ss_packet *p = &x->pool[i];

	len = ss_packet_flits(p);
	if (!p->stamped) {
		age_advance(x, t);
		if (!p->stamped) {	/* the advance may have done it */
			u32 bias = x->rt->bias[ss_vc_class(x->f, v)][port];

			p->header = ss_age_arrive(&x->rt->age, p->header, bias, p->arrival);
		}
	}
	in->busy_until = t + len;
	in->tail = p->arrival + len;
	in->tail_vc = v;
	vc->pkts++;
	vc->flits += len;
	vc->first = p->next;
	vc->when = t + len;
	if (vc->first) {
		/* it may be needed in the next cycle already, too late for fetch.c */
		__builtin_prefetch(&x->pool[x->pool[vc->first].next]);
		expect_head(x, port, v, vc, &x->pool[vc->first]);
	} else {
		vc->state = SS_HEAD_NONE;
	}
	return_credits(x, port, v, len, t);
	stage(x, out, slot, i, len, t);
}

/* Phase 3: if input @port has heads that can move, one does once the port is free. */
static __always_inline void input_event(const struct ss_visit *x, u32 port, u64 t)
{
	struct ss_input *in = &x->rt->input[port];
	u64 ready = x->rt->ready & slots_of_input(port);
	const struct ss_vc *vc;
	u32 v, out, slot;

	if (!ready)
		return;
	if (in->busy_until <= t) {
		v = choose_vc(x, port, ready);
		vc = vc_of(x, port, v);
		out = vc->out;
		slot = vc->slot;
		x->rt->ready ^= 1ULL << SS_SLOT(v, port);
		move(x, port, v, t);
		if (likely(!ss_several(ready)))
			return;
		judge_others(x, port, out, slot, t);
		if (!(x->rt->ready & slots_of_input(port)))
			return;
	}
	plan(x, in->busy_until, SS_DO_INPUT(port));
}

#endif /* SS_INPUT_H */
