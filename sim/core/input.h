/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Phase 3 of a cycle (docs/model.md, section 4): heads are judged, and an input port moves a
 * packet to staging.
 */
#ifndef SS_INPUT_H
#define SS_INPUT_H

#include "arrival.h"
#include "staging.h"

/* The head of VC @v of input @port, which is expected, has no staging space from @t on. */
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
		plan(x, vc->when, SS_DO_INPUT(port));
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

/* Phase 3: heads that are routed now, or have the space they waited for, become ready. */
static __always_inline void heads(const struct ss_visit *x, u32 port, u64 t)
{
	struct ss_input *in = &x->rt->input[port];
	u32 ready = 0;

	for (u32 set = in->expected; set; set &= set - 1) {
		u32 v = ss_lowest(set);
		struct ss_vc *vc = vc_of(x, port, v);

		if (vc->when > t)
			continue;
		if (vc->state == SS_HEAD_BLOCKED)
			vc->blocked += t;
		if (judge_head(x, port, v, t))
			ready |= set & -set;
	}
	in->expected &= ~ready;
	in->ready |= ready;
}

/* The first flit of a packet of @len leaves VC @v of input @port: credits go back. */
static __always_inline void return_credits(const struct ss_visit *x, u32 port, u32 v, u32 len,
					   u64 t)
{
	u32 output = x->rt->input[port].peer;
	u64 ramp = SS_RAMP(t + x->f->cfg.link_delay, v, len);

	if (port == SEASTAR_PORT_PROC)
		ss_source_credit(x->f, x->r, v, len, t);
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
	struct ss_input *in = &x->rt->input[port];

	for (u32 set = in->ready; set; set &= set - 1) {
		u32 v = ss_lowest(set);
		const struct ss_vc *vc = vc_of(x, port, v);

		if (vc->out != out || vc->slot != slot)
			continue;
		if (judge_head(x, port, v, t + 1))
			continue;
		in->ready &= ~(1U << v);
		in->expected |= 1U << v;
	}
}

/* Choose one of the ready VCs of input @port. */
static __always_inline u32 choose_vc(const struct ss_visit *x, u32 port)
{
	struct ss_input *in = &x->rt->input[port];
	u32 v;

	if (x->staged)
		return ss_order_grant(&x->rt->vc_order[port], in->ready);
	v = ss_round_robin(in->ready, in->pointer);
	in->pointer = (v + 1) & ((1U << x->shift) - 1);
	return v;
}

/* Phase 3: an input port that is free moves a packet to staging. */
static __always_inline void move(const struct ss_visit *x, u32 port, u64 t)
{
	struct ss_input *in = &x->rt->input[port];
	u32 v = choose_vc(x, port);
	struct ss_vc *vc = vc_of(x, port, v);
	u32 i = vc->first, out = vc->out, slot = vc->slot, len;
	struct ss_packet *p = &x->pool[i];

	in->ready &= ~(1U << v);
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
	if (unlikely(in->ready))
		judge_others(x, port, out, slot, t);
}

static __always_inline void input_event(const struct ss_visit *x, u32 port, u64 t)
{
	struct ss_input *in = &x->rt->input[port];

	heads(x, port, t);
	if (in->ready && in->busy_until <= t)
		move(x, port, t);
	if (in->ready)
		plan(x, in->busy_until, SS_DO_INPUT(port));
}

#endif /* SS_INPUT_H */
