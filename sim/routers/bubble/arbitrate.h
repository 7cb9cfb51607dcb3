/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The two crossbars' arbiters (docs/bubble-router.md, section 4).
 */
#ifndef SS_BUBBLE_ARBITRATE_H
#define SS_BUBBLE_ARBITRATE_H

#include "grant.h"

/* The first cycle from @t on in which the first packet of @q asks for wish @i; SS_NEVER: none. */
static __always_inline u64 asks_when(const struct bub_visit *x, const struct bub_queue *q, u32 i,
				     u64 t)
{
	u64 impatient = q->when + x->f->cfg.escape.patience, when;
	u32 turn = (t - q->when) % q->wishes;

	when = t + (i >= turn ? i - turn : i + q->wishes - turn);
	if (when < impatient)
		return when;
	if (i + 1U < q->wishes)
		return SS_NEVER;
	return impatient > t ? impatient : t;
}

/* Those that still ask after cycle @t look again when they ask for what is @open. */
static __always_inline void await_turns(const struct bub_visit *x, u32 open, u64 t)
{
	for (u32 set = x->net->asking; set; set &= set - 1) {
		const struct bub_queue *q = &x->net->queue[ss_lowest(set)];

		if (!(q->wants & open))
			continue;
		for (u32 i = 0; i < q->wishes; i++)
			if (open >> q->wish[i] & 1)
				plan(x, asks_when(x, q, i, t + 1));
	}
}

/* Each output grants one of those who ask for it in cycle @t, of whom each asks for one. */
static __always_inline void arbitrate_each(const struct bub_visit *x, u64 t)
{
	u32 asked = 0;
	u16 who[SS_PORTS] = { 0 };
	u8 wish_of[BUB_QUEUES];

	for (u32 set = x->net->asking; set; set &= set - 1) {
		const struct bub_queue *q = &x->net->queue[ss_lowest(set)];
		u32 wish = q->wish[x->shift ? bub_asks_for(x->f, q, t) : 0];
		u32 port = BUB_WISH_OUT(wish);

		if (!is_open(x, wish, t))
			continue;
		wish_of[ss_lowest(set)] = wish;
		who[port] |= set & -set;
		asked |= 1U << port;
	}
	for (; asked; asked &= asked - 1) {
		u32 port = ss_lowest(asked);
		struct bub_output *o = &x->net->output[port];
		u32 queue = ss_round_robin(who[port], o->turn);

		o->turn = ss_turn_after(queue, bub_fabric(x->f)->queues);
		grant(x, queue, wish_of[queue], t);
	}
}

/* The packet that the token visits is granted the first of its wishes that can be. */
static __always_inline void arbitrate_all(const struct bub_visit *x, u64 t)
{
	u32 queue = ss_token_visit(&x->net->token, x->net->asking, bub_fabric(x->f)->queues);
	const struct bub_queue *q = &x->net->queue[queue];

	for (u32 i = 0; i < q->wishes; i++) {
		if (is_open(x, q->wish[i], t)) {
			grant(x, queue, q->wish[i], t);
			return;
		}
	}
}

/* After cycle @t the token comes to those that still ask; some could have what is @open. */
static __always_inline void await_token(const struct bub_visit *x, u32 open, u64 t)
{
	u32 could = 0;

	for (u32 set = x->net->asking; set; set &= set - 1)
		if (x->net->queue[ss_lowest(set)].wants & open)
			could |= set & -set;
	plan(x, t + 1 + ss_token_before(&x->net->token, x->net->asking, could));
}

/* Those that are refused in cycle @t look again when they may have something. */
static __always_inline void await(const struct bub_visit *x, u64 t)
{
	u32 open = 0, stalled = 0, port;

	x->net->wants = all_wants(x);
	for (u32 left = x->net->wants; left; left = without(left, port)) {
		u64 free;
		u32 ways;

		port = BUB_WISH_OUT(ss_lowest(left));
		free = free_from(x, port);
		if (free > t) {
			plan(x, free);
			continue;
		}
		ways = open_ways(x, port, ways_of(left, port), t);
		open |= ways << BUB_WISH(port, 0);
		stalled |= !ways << port;
	}
	count_stalls(x, stalled, t);
	if (!open)
		return;
	if (x->sic)
		await_token(x, open, t);
	else
		await_turns(x, open, t);
}

#endif /* SS_BUBBLE_ARBITRATE_H */
