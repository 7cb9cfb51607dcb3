/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Switch allocation (docs/vc-router.md): flits ask for their outputs; an input passes one per
 * cycle, and so does an output.
 */
#ifndef SS_VC_ALLOCATE_SWITCH_H
#define SS_VC_ALLOCATE_SWITCH_H

#include "visit.h"

/**
 * struct switch_requests - who asks for the switch in a cycle
 * @vc: input buffers that ask, in the end those that are granted it
 * @end: of the list
 * @shared: lines of the crossbar that several ask for
 * @starved: outputs that flits want, none of which has a credit
 */
struct switch_requests {
	struct vcr_vc *vc[VCR_SLOTS];
	struct vcr_vc **end;
	u32 shared;
	u32 starved;
};

/**
 * struct switch_contest - requests that are in each other's way
 * @vcs: by input and output, VCs that ask
 * @outputs: by input, outputs that are asked for
 * @inputs: by output, inputs that ask
 * @asked: outputs that are asked for
 */
struct switch_contest {
	u16 vcs[SS_PORTS][SS_PORTS];
	u8 outputs[SS_PORTS + 1];
	u8 inputs[SS_PORTS + 1];
	u8 asked;
};

/* Is the node's link taken in cycle @t?  It will be looked at again when it is free. */
static __always_inline bool proc_is_taken(const struct vcr_visit *x, u64 t)
{
	u64 free = ss_rate_free(x->f->eject, x->rt->next);

	if (free <= t)
		return false;
	plan(x, free);
	return true;
}

/* Which of @ready ask for the switch in cycle @t. */
static __always_inline void ask_for_switch(const struct vcr_visit *x, const struct vcr_set *ready,
					   u64 t, struct switch_requests *q)
{
	u32 asked = 0, shared = 0, starved = 0;
	struct vcr_vc **end = q->vc;

	for (u32 word = 0; word < x->words; word++) {
		for (u64 set = ready->word[word]; set; set &= set - 1) {
			struct vcr_vc *vc = x->vc + 64 * word + ss_lowest(set);

			if (vc->when > t)
				continue;
			if (!has_credits(x, vc->way.out, vc->out_slot, 1, t)) {
				starved |= lines_of(vc);
				continue;
			}
			if (vc->way.out == SEASTAR_PORT_PROC && proc_is_taken(x, t))
				continue;
			*end++ = vc;
			shared |= asked & lines_of(vc);
			asked |= lines_of(vc);
		}
	}
	q->end = end;
	q->shared = shared;
	q->starved = (starved & ~asked) >> 8;
}

/* The one of @set, VCs of input @port, whose turn it is or whose packet is the oldest. */
static __always_inline u32 vc_for_switch(const struct vcr_visit *x, u32 port, u32 set)
{
	struct ss_claim best = SS_NO_CLAIM;

	if (!x->ages || !ss_several(set))
		return ss_round_robin(set, x->rt->vc_had[port] + 1);
	for (; set; set &= set - 1)
		ss_claim(&best, birth_of(x, vc_of(x, port, ss_lowest(set))), ss_lowest(set),
			 x->rt->vc_had[port] + 1, x->vcs);
	return best.who;
}

/* The buffer of input @port that asks for output @out, if several do the one that is chosen. */
static __always_inline struct vcr_vc *chosen_for(const struct vcr_visit *x,
						 const struct switch_contest *c, u32 port, u32 out)
{
	return vc_of(x, port, vc_for_switch(x, port, c->vcs[port][out]));
}

/* Output @out takes one of the inputs that ask for it. */
static __always_inline u32 input_for(const struct vcr_visit *x, const struct switch_contest *c,
				     u32 out)
{
	struct ss_claim best = SS_NO_CLAIM;
	u32 set = c->inputs[out];

	if (!x->ages || !ss_several(set))
		return ss_round_robin(set, x->rt->in_had[out] + 1);
	for (; set; set &= set - 1)
		ss_claim(&best, birth_of(x, chosen_for(x, c, ss_lowest(set), out)),
			 ss_lowest(set), x->rt->in_had[out] + 1, SS_PORTS);
	return best.who;
}

/* Input @port was granted @outputs: it takes one. */
static __always_inline u32 output_for(const struct vcr_visit *x, const struct switch_contest *c,
				      u32 port, u32 outputs)
{
	struct ss_claim best = SS_NO_CLAIM;

	if (!x->ages || !ss_several(outputs))
		return ss_round_robin(outputs, x->rt->out_had[port] + 1);
	for (; outputs; outputs &= outputs - 1)
		ss_claim(&best, birth_of(x, chosen_for(x, c, port, ss_lowest(outputs))),
			 ss_lowest(outputs), x->rt->out_had[port] + 1, SS_PORTS);
	return best.who;
}

static __always_inline void contest_begin(struct switch_contest *c)
{
	memset(c->outputs, 0, sizeof(c->outputs));
	memset(c->inputs, 0, sizeof(c->inputs));
	c->asked = 0;
}

static __always_inline void contest_add(struct switch_contest *c, u32 port, u32 out, u32 v)
{
	if (!(c->outputs[port] >> out & 1))
		c->vcs[port][out] = 0;
	c->vcs[port][out] |= 1U << v;
	c->outputs[port] |= 1U << out;
	c->inputs[out] |= 1U << port;
	c->asked |= 1U << out;
}

/* Input first: each asks for one output only, with one VC. */
static __always_inline void choose_one_each(const struct vcr_visit *x, struct switch_contest *c)
{
	memset(c->inputs, 0, sizeof(c->inputs));
	c->asked = 0;
	for (u32 port = 0; port < SS_PORTS; port++) {
		u32 all = 0, v;

		if (!c->outputs[port])
			continue;
		for (u32 set = c->outputs[port]; set; set &= set - 1)
			all |= c->vcs[port][ss_lowest(set)];
		c->outputs[port] = 0;
		v = vc_for_switch(x, port, all);
		contest_add(c, port, vc_of(x, port, v)->way.out, v);
	}
}

/* @vc was granted the switch. */
static __always_inline void move_turns(const struct vcr_visit *x, const struct vcr_vc *vc)
{
	x->rt->in_had[vc->way.out] = vc->port;
	x->rt->out_had[vc->port] = vc->way.out;
	x->rt->vc_had[vc->port] = vc->vc;
}

/* Grant what @c asks for: who passes a flit is added to @q. */
static __always_inline void settle_contest(const struct vcr_visit *x, struct switch_contest *c,
					   struct switch_requests *q)
{
	u8 granted[SS_PORTS + 1] = { 0 };
	u32 passing = 0;

	if (x->input_first)
		choose_one_each(x, c);
	for (u32 set = c->asked; set; set &= set - 1) {
		u32 port = input_for(x, c, ss_lowest(set));

		granted[port] |= set & -set;
		passing |= 1U << port;
	}
	for (u32 set = passing; set; set &= set - 1) {
		u32 port = ss_lowest(set), out = output_for(x, c, port, granted[port]);

		*q->end++ = chosen_for(x, c, port, out);
	}
}

/* Leave in @q who is granted the switch.  Who shares no line with others is in nobody's way. */
static __always_inline void settle_switch(const struct vcr_visit *x, struct switch_requests *q)
{
	struct vcr_vc **end = q->end;
	struct switch_contest c;

	contest_begin(&c);
	q->end = q->vc;
	for (struct vcr_vc **vc = q->vc; vc < end; vc++) {
		if (lines_of(*vc) & q->shared)
			contest_add(&c, (*vc)->port, (*vc)->way.out, (*vc)->vc);
		else
			*q->end++ = *vc;
	}
	settle_contest(x, &c, q);
}

#endif /* SS_VC_ALLOCATE_SWITCH_H */
