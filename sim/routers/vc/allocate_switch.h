/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Switch allocation (docs/vc-router.md): flits request their outputs; an input passes one per
 * cycle, and so does an output.
 */
#ifndef SS_VC_ALLOCATE_SWITCH_H
#define SS_VC_ALLOCATE_SWITCH_H

#include "visit.h"

/**
 * struct switch_requests - requests for the switch in a cycle
 * @vc: input buffers that request the switch; after settle_switch(), the granted ones only
 * @end: end of that list
 * @shared: lines of the crossbar with several requests
 * @starved: outputs with flits that all lack a credit
 */
struct switch_requests {
	struct vcr_vc *vc[VCR_SLOTS];
	struct vcr_vc **end;
	VCR_LINES shared;
	VCR_PORT_SET starved;
};

/*
 * Return true if the link to node @nth is busy in cycle @t, and plan a visit for when it is free.
 */
static __always_inline bool node_is_taken(const struct vcr_visit *x, u32 nth, u64 t)
{
	u64 free = ss_rate_free(x->f->eject, x->rt->next[nth]);

	if (free <= t)
		return false;
	plan(x, free);
	return true;
}

/* Collect in @q the requests for the switch that the buffers in @ready make in cycle @t. */
static __always_inline void ask_for_switch(const struct vcr_visit *x, const struct vcr_set *ready,
					   u64 t, struct switch_requests *q)
{
	VCR_LINES asked = 0, shared = 0, starved = 0;
	struct vcr_vc **end = q->vc;

	for (u32 word = 0; word < x->words; word++) {
		for (u64 set = ready->word[word]; set; set &= set - 1) {
			struct vcr_vc *vc = x->vc + 64 * word + ss_lowest(set);

			if (vc->when > t)
				continue;
			if (!has_credits(x, vc->way.out, vc->out_slot, 1, t)) {
				starved |= vc->way.line;
				continue;
			}
			if (vcr_is_node(x->rt, vc->way.out) && node_is_taken(x, vc->way.out, t))
				continue;
			*end++ = vc;
			shared |= asked & lines_of(vc);
			asked |= lines_of(vc);
		}
	}
	q->end = end;
	q->shared = shared;
	q->starved = (starved & ~asked) >> VCR_LINE_SHIFT;
}

/* Advance the round robins after @vc was granted the switch. */
static __always_inline void move_turns(const struct vcr_visit *x, const struct vcr_vc *vc)
{
	x->rt->in_had[vc->way.out] = vc->port;
	x->rt->out_had[vc->port] = vc->way.out;
	x->rt->vc_had[vc->port] = vc->vc;
}

/*
 * Return true if @a and @b, which request the switch, have the same input; or, if not @at_input,
 * the same output.
 */
static __always_inline bool are_rivals(const struct vcr_vc *a, const struct vcr_vc *b,
				       bool at_input)
{
	return at_input ? a->port == b->port : a->way.out == b->way.out;
}

/*
 * Return true if @a is preferred to @b: the older packet, else the next in turn.  An input that
 * several outputs have chosen takes turns among these outputs.  Otherwise inputs take turns, and
 * the VCs of an input.
 */
static __always_inline bool is_chosen(const struct vcr_visit *x, const struct vcr_vc *a,
				      const struct vcr_vc *b, bool at_input)
{
	if (birth_of(x, a) != birth_of(x, b))
		return birth_of(x, a) < birth_of(x, b);
	if (at_input && !x->input_first)
		return ss_is_before(a->way.out, b->way.out, x->rt->out_had[a->port]);
	if (a->port != b->port)
		return ss_is_before(a->port, b->port, x->rt->in_had[a->way.out]);
	return ss_is_before(a->vc, b->vc, x->rt->vc_had[a->port]);
}

/* Leave in @q at most one request per input or, if not @at_input, per output. */
static __always_inline void choose(const struct vcr_visit *x, struct switch_requests *q,
				   bool at_input)
{
	struct vcr_vc **chosen = q->vc;

	for (struct vcr_vc **vc = q->vc; vc < q->end; vc++) {
		struct vcr_vc **rival = q->vc;

		while (rival < chosen && !are_rivals(*rival, *vc, at_input))
			rival++;
		if (rival == chosen)
			*chosen++ = *vc;
		else if (is_chosen(x, *vc, *rival, at_input))
			*rival = *vc;
	}
	q->end = chosen;
}

/* Leave in @q the requests that are granted: at most one per input, and one per output. */
static __always_inline void settle_switch(const struct vcr_visit *x, struct switch_requests *q)
{
	choose(x, q, x->input_first);
	choose(x, q, !x->input_first);
}

#endif /* SS_VC_ALLOCATE_SWITCH_H */
