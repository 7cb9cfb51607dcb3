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
 * @vc: input buffers that ask
 * @count: how many
 * @shared_inputs: ports that several of them are of
 * @shared_outputs: ports that several of them ask for
 * @starved: outputs that flits want, none of which has a credit
 */
struct switch_requests {
	struct vcr_vc *vc[VCR_SLOTS];
	u32 count;
	u8 shared_inputs;
	u8 shared_outputs;
	u8 starved;
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

/* Who asks for the switch in cycle @t. */
static __always_inline void ask_for_switch(const struct vcr_visit *x, u64 t,
					   struct switch_requests *q)
{
	u64 proc_free = ss_rate_free(x->f->eject, x->rt->next);
	u32 inputs = 0, outputs = 0, starved = 0, n = 0;

	q->shared_inputs = 0;
	q->shared_outputs = 0;
	for (u32 word = 0; word < x->words; word++) {
		for (u64 set = x->rt->ready.word[word]; set; set &= set - 1) {
			struct vcr_vc *vc = x->vc + 64 * word + ss_lowest(set);
			u32 out = vc->out;

			if (vc->when > t)
				continue;
			if (!out_vc_of(x, out, vc->out_vc)->credits) {
				starved |= 1U << out;
				continue;
			}
			if (out == SEASTAR_PORT_PROC && proc_free > t) {
				vcr_plan(x->f, x->rt, proc_free);
				continue;
			}
			q->vc[n++] = vc;
			q->shared_inputs |= inputs & 1U << vc->port;
			q->shared_outputs |= outputs & 1U << out;
			inputs |= 1U << vc->port;
			outputs |= 1U << out;
		}
	}
	q->count = n;
	q->starved = starved & ~outputs;
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
		return ss_round_robin(set, x->rt->in_turn[out]);
	for (; set; set &= set - 1)
		ss_claim(&best, birth_of(x, chosen_for(x, c, ss_lowest(set), out)),
			 ss_lowest(set), x->rt->in_turn[out], SS_PORTS);
	return best.who;
}

/* Input @port was granted @outputs: it takes one. */
static __always_inline u32 output_for(const struct vcr_visit *x, const struct switch_contest *c,
				      u32 port, u32 outputs)
{
	struct ss_claim best = SS_NO_CLAIM;

	if (!x->ages || !ss_several(outputs))
		return ss_round_robin(outputs, x->rt->out_turn[port]);
	for (; outputs; outputs &= outputs - 1)
		ss_claim(&best, birth_of(x, chosen_for(x, c, port, ss_lowest(outputs))),
			 ss_lowest(outputs), x->rt->out_turn[port], SS_PORTS);
	return best.who;
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
		contest_add(c, port, vc_of(x, port, v)->out, v);
	}
}

/* The flit of @vc passes. */
static __always_inline void grant_switch(const struct vcr_visit *x, struct vcr_vc *vc,
					 struct vcr_vc **winner)
{
	winner[vc->port] = vc;
	x->rt->in_turn[vc->out] = ss_turn_after(vc->port, SS_PORTS);
	x->rt->out_turn[vc->port] = ss_turn_after(vc->out, SS_PORTS);
	x->rt->vc_turn[vc->port] = ss_turn_after(vc->vc, x->vcs);
}

/* Grant what @c asks for, as allocate_switch() does. */
static __always_inline u32 settle_contest(const struct vcr_visit *x, struct switch_contest *c,
					  struct vcr_vc **winner)
{
	u8 granted[SS_PORTS + 1] = { 0 };
	u32 passing = 0;

	if (x->f->cfg.allocator == SS_ALLOCATE_INPUT)
		choose_one_each(x, c);
	for (u32 set = c->asked; set; set &= set - 1) {
		u32 port = input_for(x, c, ss_lowest(set));

		granted[port] |= set & -set;
		passing |= 1U << port;
	}
	for (u32 set = passing; set; set &= set - 1) {
		u32 port = ss_lowest(set), out = output_for(x, c, port, granted[port]);

		grant_switch(x, chosen_for(x, c, port, out), winner);
	}
	return passing;
}

/*
 * Grant what @q asks for: @winner gets, by input, the buffer that passes a flit.  Who is alone both
 * at its input and at its output is in nobody's way.  Return: the inputs that pass one.
 */
static __always_inline u32 allocate_switch(const struct vcr_visit *x,
					   const struct switch_requests *q, struct vcr_vc **winner)
{
	struct switch_contest c;
	u32 passing = 0;

	memset(c.outputs, 0, sizeof(c.outputs));
	memset(c.inputs, 0, sizeof(c.inputs));
	c.asked = 0;
	for (u32 i = 0; i < q->count; i++) {
		struct vcr_vc *vc = q->vc[i];

		if ((q->shared_inputs >> vc->port | q->shared_outputs >> vc->out) & 1) {
			contest_add(&c, vc->port, vc->out, vc->vc);
		} else {
			grant_switch(x, vc, winner);
			passing |= 1U << vc->port;
		}
	}
	return c.asked ? passing | settle_contest(x, &c, winner) : passing;
}

#endif /* SS_VC_ALLOCATE_SWITCH_H */
