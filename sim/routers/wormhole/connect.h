/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Arbitration for the outputs of the crossbar (docs/wormhole-router.md, section 3).
 */
#ifndef SS_WORMHOLE_CONNECT_H
#define SS_WORMHOLE_CONNECT_H

#include "visit.h"

/* Grant output @out to the first packet of input @slot in cycle @t. */
static __always_inline void connect_input(const struct whr_visit *x, u32 slot, u32 out, u64 t)
{
	struct whr_in *in = whr_in_of(x->rt, slot);
	u64 opens = t + whr_fabric(x->f)->connect;

	x->rt->tally[WHR_PORT(slot)].blocked[whr_register(x->f, slot)] += t - in->asked;
	x->rt->asking &= ~(1ULL << slot);
	x->rt->taken |= 1ULL << out;
	whr_out_of(x->rt, out)->holder = slot;
	in->state = WHR_GRANTED;
	in->out = out;
	in->left = ss_packet_flits(&x->f->pool[in->first]);
	in->begun = false;
	whr_due_of(x->f, x->rt, opens)->opens |= 1ULL << slot;
	whr_plan(x->f, x->rt, opens);
}

/* Return true if any output that the first packet of @in may use is available to it. */
static __always_inline bool can_connect(const struct whr_visit *x, const struct whr_in *in)
{
	for (u32 i = 0; i < in->options; i++)
		if (whr_is_available(x->f, x->rt, in, in->list[i]))
			return true;
	return false;
}

/*
 * Return the output that the first packet of @in requests in cycle @t.  It requests the outputs of
 * its list in turn and, after @patience refusals, only the escape VC.
 */
static __always_inline u32 request_of(const struct whr_visit *x, const struct whr_in *in, u64 t)
{
	u64 refused = t - in->asked;

	if (in->options == 1)
		return in->list[0];
	if (refused >= x->f->cfg.escape.patience)
		return in->list[in->options - 1];
	return in->list[(u32)refused % in->options];
}

/* Arbitrate at each output in cycle @t among the inputs in @set, which have an available output. */
static __always_inline void connect_by_outputs(const struct whr_visit *x, u64 set, u64 t)
{
	u64 asks[WHR_SLOTS], asked = 0;

	for (u64 left = set; left; left &= left - 1) {
		const struct whr_in *in = whr_in_of(x->rt, ss_lowest(left));
		u32 out = request_of(x, in, t);

		if (!whr_is_available(x->f, x->rt, in, out))
			continue;
		if (!(asked >> out & 1))
			asks[out] = 0;
		asks[out] |= left & -left;
		asked |= 1ULL << out;
	}
	for (; asked; asked &= asked - 1) {
		u32 out = ss_lowest(asked);
		struct whr_out *o = whr_out_of(x->rt, out);
		u32 winner = ss_round_robin(asks[out], o->turn);

		o->turn = winner + 1;
		connect_input(x, winner, out, t);
	}
}

/* Move token @k in cycle @t to the next input in @asking, and grant it an output if possible. */
static __always_inline void connect_by_token(const struct whr_visit *x, struct ss_token *k,
					     u64 asking, u64 t)
{
	u32 slot = ss_token_visit(k, asking, WHR_SLOTS);
	const struct whr_in *in = whr_in_of(x->rt, slot);

	for (u32 i = 0; i < in->options; i++) {
		if (whr_is_available(x->f, x->rt, in, in->list[i])) {
			connect_input(x, slot, in->list[i], t);
			return;
		}
	}
}

/* Make the moves of the tokens in the cycles before @t in which the router slept. */
static __always_inline void move_tokens(const struct whr_visit *x, u64 t)
{
	for (u32 c = 0; c < x->f->cfg.classes; c++)
		ss_token_move(&x->rt->token[c], x->rt->asking & WHR_OF_CLASS(c), WHR_SLOTS, t);
}

/* Return the inputs in @set that could be granted an output. */
static __always_inline u64 hopeful(const struct whr_visit *x, u64 set)
{
	u64 outputs = ~x->rt->taken & x->rt->credit, found = 0;

	for (; set; set &= set - 1) {
		const struct whr_in *in = whr_in_of(x->rt, ss_lowest(set));

		if (in->wants & outputs && can_connect(x, in))
			found |= set & -set;
	}
	return found;
}

/* Arbitrate by the token of each class in cycle @t. */
static __always_inline void connect_in_sequence(const struct whr_visit *x, u64 t)
{
	for (u32 c = 0; c < x->f->cfg.classes; c++) {
		u64 asking = x->rt->asking & WHR_OF_CLASS(c);

		if (asking)
			connect_by_token(x, &x->rt->token[c], asking, t);
	}
}

/* Arbitrate in cycle @t.  Returns true if there may be a grant in the next cycle. */
static __always_inline bool connect_inputs(const struct whr_visit *x, u64 t)
{
	u64 set = hopeful(x, x->rt->asking);

	if (x->f->cfg.escape.crossbar == SS_CROSSBAR_SIC)
		connect_in_sequence(x, t);
	else if (set)
		connect_by_outputs(x, set, t);
	return set & x->rt->asking;
}

/* Record that the tokens have made their moves of cycle @t. */
static __always_inline void rest_tokens(const struct whr_visit *x, u64 t)
{
	for (u32 c = 0; c < x->f->cfg.classes; c++)
		x->rt->token[c].since = t + 1;
}

#endif /* SS_WORMHOLE_CONNECT_H */
