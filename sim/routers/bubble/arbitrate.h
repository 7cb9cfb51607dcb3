/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The two crossbars' arbiters (docs/bubble-router.md, section 4).
 */
#ifndef SS_BUBBLE_ARBITRATE_H
#define SS_BUBBLE_ARBITRATE_H

#include "grant.h"

/**
 * struct bub_open - what can be granted in a cycle
 * @outputs: that are free and wanted, and have places, a set
 * @ways: by output, those for which it has them
 */
struct bub_open {
	u32 outputs;
	u8 ways[SS_PORTS];
};

/* See what can be granted in cycle @t, and when what is wanted and cannot will be. */
static __always_inline void find_open(const struct bub_visit *x, struct bub_open *open, u64 t)
{
	open->outputs = 0;
	for (u32 port = 0; port < SS_PORTS; port++) {
		const struct bub_output *o = &x->net->output[port];
		bool stalled = false;

		if (wanting(o)) {
			u64 free = free_from(x, port);

			if (free > t) {
				plan(x, t, free);
			} else {
				open->ways[port] = open_ways(x, port, t);
				stalled = !open->ways[port];
				open->outputs |= !stalled << port;
			}
		}
		count_stall(x, port, stalled, t);
	}
}

/* The first cycle from @t on in which the first packet of @q asks for wish @i; SS_NEVER: none. */
static __always_inline u64 asks_when(const struct bub_visit *x, const struct bub_queue *q, u32 i,
				     u64 t)
{
	u64 impatient = q->when + x->f->cfg.patience, when;
	u32 turn = (t - q->when) % q->wishes;

	when = t + (i >= turn ? i - turn : i + q->wishes - turn);
	if (when < impatient)
		return when;
	if (i + 1U < q->wishes)
		return SS_NEVER;
	return impatient > t ? impatient : t;
}

/* Look again when one of @set, who can have output @port in some of @ways, asks for it. */
static __always_inline void await(const struct bub_visit *x, u32 set, u32 port, u32 ways, u64 t)
{
	for (; set; set &= set - 1) {
		const struct bub_queue *q = &x->net->queue[ss_lowest(set)];

		for (u32 i = 0; i < q->wishes; i++) {
			u64 when;

			if (BUB_WISH_OUT(q->wish[i]) != port ||
			    !(ways >> BUB_WISH_WAY(q->wish[i]) & 1))
				continue;
			when = asks_when(x, q, i, t + 1);
			if (when != SS_NEVER)
				plan(x, t, when);
		}
	}
}

/* Each output grants one of those who ask for it in cycle @t, of whom each asks for one. */
static __always_inline bool arbitrate_each(const struct bub_visit *x, const struct bub_open *open,
					   u64 t)
{
	bool any = false;

	for (u32 outputs = open->outputs; outputs; outputs &= outputs - 1) {
		u32 port = ss_lowest(outputs), ways = open->ways[port], asking = 0, q;
		struct bub_output *o = &x->net->output[port];
		u32 set = eligible(o, ways);

		for (u32 left = set; left; left &= left - 1) {
			const struct bub_queue *in = &x->net->queue[ss_lowest(left)];
			u32 wish = in->wish[bub_asks_for(x->f, in, t)];

			if (BUB_WISH_OUT(wish) == port && (ways >> BUB_WISH_WAY(wish) & 1))
				asking |= left & -left;
		}
		if (!asking) {
			await(x, set, port, ways, t);
			continue;
		}
		q = ss_round_robin(asking, o->turn);
		o->turn = ss_turn_after(q, bub_fabric(x->f)->queues);
		grant(x, q, x->net->queue[q].wish[bub_asks_for(x->f, &x->net->queue[q], t)], t);
		any = true;
	}
	return any;
}

/* Queues whose first packet could be granted something. */
static __always_inline u32 grantable(const struct bub_visit *x, const struct bub_open *open)
{
	u32 set = 0;

	for (u32 outputs = open->outputs; outputs; outputs &= outputs - 1)
		set |= eligible(&x->net->output[ss_lowest(outputs)],
				open->ways[ss_lowest(outputs)]);
	return set;
}

/* The packet that the token visits is granted the first of its wishes that can be. */
static __always_inline bool arbitrate_all(const struct bub_visit *x, struct bub_open *open, u64 t)
{
	u32 queues = bub_fabric(x->f)->queues, asking = x->net->asking, set, q;
	const struct bub_queue *in;
	bool any = false;

	if (!asking)
		return false;
	q = ss_token_visit(&x->net->token, asking, queues);
	in = &x->net->queue[q];
	for (u32 i = 0; i < in->wishes && !any; i++) {
		u32 wish = in->wish[i], port = BUB_WISH_OUT(wish);

		if (!(open->outputs >> port & 1) ||
		    !(open->ways[port] >> BUB_WISH_WAY(wish) & 1))
			continue;
		grant(x, q, wish, t);
		open->outputs &= ~(1U << port);
		any = true;
	}
	set = grantable(x, open);
	if (set)
		plan(x, t, t + 1 + ss_token_before(&x->net->token, x->net->asking, set));
	return any;
}

#endif /* SS_BUBBLE_ARBITRATE_H */
