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

/* See what can be granted in cycle @t, and when places that are wanted will be free. */
static __always_inline void find_open(const struct bub_visit *x, struct bub_open *open, u64 t)
{
	u32 stalled = 0;

	open->outputs = 0;
	for (u32 set = wanted_outputs(x); set; set &= set - 1) {
		u32 port = ss_lowest(set), ways;

		if (free_from(x, port) > t)
			continue;
		ways = open_ways(x, port, t);
		open->ways[port] = ways;
		if (ways)
			open->outputs |= set & -set;
		else
			stalled |= set & -set;
	}
	count_stalls(x, stalled, t);
}

static __always_inline bool is_open(const struct bub_open *open, u32 wish)
{
	u32 port = BUB_WISH_OUT(wish);

	return open->outputs >> port & 1 && open->ways[port] >> BUB_WISH_WAY(wish) & 1;
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

/* Those that still ask after cycle @t look again when they ask for what is open. */
static __always_inline void await_turns(const struct bub_visit *x, const struct bub_open *open,
					u64 t)
{
	for (u32 set = x->net->asking; set; set &= set - 1) {
		const struct bub_queue *q = &x->net->queue[ss_lowest(set)];

		if (!(q->outs & open->outputs))
			continue;
		for (u32 i = 0; i < q->wishes; i++) {
			u64 when;

			if (!is_open(open, q->wish[i]))
				continue;
			when = asks_when(x, q, i, t + 1);
			if (when != SS_NEVER)
				plan(x, t, when);
		}
	}
}

/* Each output grants one of those who ask for it in cycle @t, of whom each asks for one. */
static __always_inline bool arbitrate_each(const struct bub_visit *x, struct bub_open *open, u64 t)
{
	u32 asked = 0, who[SS_PORTS];

	for (u32 set = x->net->asking; set && open->outputs; set &= set - 1) {
		const struct bub_queue *q = &x->net->queue[ss_lowest(set)];
		u32 wish = q->wish[bub_asks_for(x->f, q, t)], port = BUB_WISH_OUT(wish);

		if (!is_open(open, wish))
			continue;
		who[port] = (asked >> port & 1 ? who[port] : 0) | (set & -set);
		asked |= 1U << port;
	}
	open->outputs &= ~asked;
	for (u32 outputs = asked; outputs; outputs &= outputs - 1) {
		u32 port = ss_lowest(outputs);
		struct bub_output *o = &x->net->output[port];
		u32 queue = ss_round_robin(who[port], o->turn);
		const struct bub_queue *q = &x->net->queue[queue];

		o->turn = ss_turn_after(queue, bub_fabric(x->f)->queues);
		grant(x, queue, q->wish[bub_asks_for(x->f, q, t)], t);
	}
	if (open->outputs)
		await_turns(x, open, t);
	return asked;
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
	const struct bub_queue *in;
	bool any = false;
	u32 set, queue;

	if (!x->net->asking)
		return false;
	queue = ss_token_visit(&x->net->token, x->net->asking, bub_fabric(x->f)->queues);
	in = &x->net->queue[queue];
	for (u32 i = 0; i < in->wishes && !any; i++) {
		u32 wish = in->wish[i];

		if (!is_open(open, wish))
			continue;
		grant(x, queue, wish, t);
		open->outputs &= ~(1U << BUB_WISH_OUT(wish));
		any = true;
	}
	set = grantable(x, open);
	if (set)
		plan(x, t, t + 1 + ss_token_before(&x->net->token, x->net->asking, set));
	return any;
}

#endif /* SS_BUBBLE_ARBITRATE_H */
