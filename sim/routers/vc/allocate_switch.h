/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Switch allocation (docs/vc-router.md): flits ask for their outputs; an input passes one a cycle,
 * and so does an output.
 */
#ifndef SS_VC_ALLOCATE_SWITCH_H
#define SS_VC_ALLOCATE_SWITCH_H

#include "visit.h"

/**
 * struct switch_requests - who asks for the switch in a cycle
 * @vcs: by input and output, VCs that ask
 * @outputs: by input, outputs that are asked for
 * @inputs: by output, inputs that ask
 * @asked: outputs that are asked for
 * @starved: outputs that flits want, none of which has a credit
 */
struct switch_requests {
	u16 vcs[SS_PORTS][SS_PORTS];
	u8 outputs[SS_PORTS];
	u8 inputs[SS_PORTS];
	u8 asked;
	u8 starved;
};

/* Who asks for the switch in cycle @t.  Return: does anybody? */
static __always_inline bool ask_for_switch(const struct vcr_visit *x, u64 t,
					   struct switch_requests *q)
{
	u64 proc_free = ss_rate_free(x->f->eject, x->rt->next);
	u32 starved = 0;

	q->asked = 0;
	memset(q->inputs, 0, sizeof(q->inputs));
	for (u32 port = 0; port < SS_PORTS; port++) {
		q->outputs[port] = 0;
		for (u32 set = x->rt->active[port]; set; set &= set - 1) {
			const struct vcr_vc *vc = vc_of(x, port, ss_lowest(set));
			u32 out = vc->out;

			if (vc->when > t)
				continue;
			if (out == SEASTAR_PORT_PROC) {
				if (proc_free > t) {
					vcr_plan(x->f, x->rt, proc_free);
					continue;
				}
			} else if (!out_vc_of(x, out, vc->out_vc)->credits) {
				starved |= 1U << out;
				continue;
			}
			if (!(q->outputs[port] >> out & 1))
				q->vcs[port][out] = 0;
			q->vcs[port][out] |= set & -set;
			q->outputs[port] |= 1U << out;
			q->inputs[out] |= 1U << port;
			q->asked |= 1U << out;
		}
	}
	q->starved = starved & ~q->asked;
	return q->asked;
}

/* The one of @set, VCs of input @port, whose turn it is or whose packet is the oldest. */
static __always_inline u32 vc_for_switch(const struct vcr_visit *x, u32 port, u32 set)
{
	struct ss_claim best = SS_NO_CLAIM;

	if (!x->ages || !ss_several(set))
		return ss_round_robin(set, x->rt->vc_turn[port]);
	for (; set; set &= set - 1)
		ss_claim(&best, birth_of(x, vc_of(x, port, ss_lowest(set))), ss_lowest(set),
			 x->rt->vc_turn[port], x->vcs);
	return best.who;
}

/* Of each input @port the VC that asks for output @out: @chosen. */
static __always_inline u32 input_for(const struct vcr_visit *x, const struct switch_requests *q,
				     u8 (*chosen)[SS_PORTS], u32 out)
{
	struct ss_claim best = SS_NO_CLAIM;
	u32 set = q->inputs[out];

	if (!x->ages || !ss_several(set))
		return ss_round_robin(set, x->rt->in_turn[out]);
	for (; set; set &= set - 1) {
		u32 port = ss_lowest(set);

		ss_claim(&best, birth_of(x, vc_of(x, port, chosen[port][out])), port,
			 x->rt->in_turn[out], SS_PORTS);
	}
	return best.who;
}

/* Input @port was granted @outputs: it takes one. */
static __always_inline u32 output_for(const struct vcr_visit *x, u8 (*chosen)[SS_PORTS], u32 port,
				      u32 outputs)
{
	struct ss_claim best = SS_NO_CLAIM;

	if (!x->ages || !ss_several(outputs))
		return ss_round_robin(outputs, x->rt->out_turn[port]);
	for (; outputs; outputs &= outputs - 1) {
		u32 out = ss_lowest(outputs);

		ss_claim(&best, birth_of(x, vc_of(x, port, chosen[port][out])), out,
			 x->rt->out_turn[port], SS_PORTS);
	}
	return best.who;
}

/* Input first: each asks for one output only, with one VC. */
static __always_inline void choose_one_each(const struct vcr_visit *x, struct switch_requests *q)
{
	memset(q->inputs, 0, sizeof(q->inputs));
	q->asked = 0;
	for (u32 port = 0; port < SS_PORTS; port++) {
		u32 all = 0, v, out;

		if (!q->outputs[port])
			continue;
		for (u32 set = q->outputs[port]; set; set &= set - 1)
			all |= q->vcs[port][ss_lowest(set)];
		v = vc_for_switch(x, port, all);
		out = vc_of(x, port, v)->out;
		q->vcs[port][out] = 1U << v;
		q->outputs[port] = 1U << out;
		q->inputs[out] |= 1U << port;
		q->asked |= 1U << out;
	}
}

/*
 * Grant what @q asks for: @winner gets, by input, the VC that passes a flit.  Return: the inputs
 * that do.
 */
static __always_inline u32 allocate_switch(const struct vcr_visit *x, struct switch_requests *q,
					   u8 *winner)
{
	u8 chosen[SS_PORTS][SS_PORTS], granted[SS_PORTS] = { 0 };
	u32 passing = 0;

	if (x->f->cfg.allocator == SS_ALLOCATE_INPUT)
		choose_one_each(x, q);
	for (u32 port = 0; port < SS_PORTS; port++)
		for (u32 set = q->outputs[port]; set; set &= set - 1)
			chosen[port][ss_lowest(set)] =
				vc_for_switch(x, port, q->vcs[port][ss_lowest(set)]);
	for (u32 set = q->asked; set; set &= set - 1)
		granted[input_for(x, q, chosen, ss_lowest(set))] |= set & -set;
	for (u32 port = 0; port < SS_PORTS; port++) {
		u32 out;

		if (!granted[port])
			continue;
		out = output_for(x, chosen, port, granted[port]);
		winner[port] = chosen[port][out];
		passing |= 1U << port;
		x->rt->in_turn[out] = ss_turn_after(port, SS_PORTS);
		x->rt->out_turn[port] = ss_turn_after(out, SS_PORTS);
		x->rt->vc_turn[port] = ss_turn_after(winner[port], x->vcs);
	}
	return passing;
}

#endif /* SS_VC_ALLOCATE_SWITCH_H */
