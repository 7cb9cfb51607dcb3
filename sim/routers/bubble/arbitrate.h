/* SPDX-License-Identifier: GPL-2.0-only */
/* Arbiters of the crossbars (docs/bubble-router.md, section 4). */
#ifndef SS_BUBBLE_ARBITRATE_H
#define SS_BUBBLE_ARBITRATE_H

#include "wave_front.h"

/* Find the first cycle from @t on in which the first packet of @q asks for wish @i. */
static __always_inline u64 asks_when(const struct bub_visit *x, const struct bub_queue *q, u32 i,
				     u64 t)
{
	u64 patience = x->f->cfg.escape.patience, refused = t - q->when;
	u32 turn = refused % q->wishes;

	if (likely(refused < patience)) {
		refused += i >= turn ? i - turn : i + q->wishes - turn;
		if (refused < patience)
			return q->when + refused;
		refused = patience;
	}
	turn = bub_sticks_to(refused, patience, q->wishes);
	if (turn == i)
		return q->when + refused;
	turn = i > turn ? i - turn : i + q->wishes - turn;
	return q->when + (refused / patience + turn) * patience;
}

/*
 * Plan visits for when the packets that still request after cycle @t will request a way that is
 * @open.
 */
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

/* Choose one of the queues in @who, for output @o. */
static __always_inline u32 choose(const struct bub_visit *x, struct bub_output *o, u32 who)
{
	u32 queue;

	if (x->f->cfg.priority == SS_PRIORITY_RECENT) {
		queue = ss_longest_ago(o->order, who);
		ss_service(&o->order, queue);
	} else {
		queue = ss_round_robin(who, o->turn);
		o->turn = ss_turn_after(queue, bub_fabric(x->f)->queues);
	}
	return queue;
}

/*
 * Let each output grant one of the packets that request it in cycle @t; each packet requests one
 * output.
 */
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
		u32 queue = choose(x, &x->net->output[port], who[port]);

		grant(x, queue, wish_of[queue], t);
	}
}

/*
 * Find the first wish of @q that could be granted in cycle @t; the number of wishes if none could.
 */
static __always_inline u32 first_open(const struct bub_visit *x, const struct bub_queue *q, u64 t)
{
	u32 i = 0;

	while (i < q->wishes && !is_open(x, q->wish[i], t))
		i++;
	return i;
}

/*
 * Grant the packet in @queue the first of its wishes that can be granted.  Returns true if one was.
 */
static __always_inline bool serve(const struct bub_visit *x, u32 queue, u64 t)
{
	const struct bub_queue *q = &x->net->queue[queue];
	u32 i = first_open(x, q, t);

	if (i == q->wishes)
		return false;
	grant(x, queue, q->wish[i], t);
	return true;
}

/* Serve the packet that the token visits. */
static __always_inline void serve_next(const struct bub_visit *x, u64 t)
{
	serve(x, ss_token_visit(&x->net->token, x->net->asking, bub_fabric(x->f)->queues), t);
}

/* Serve the packet that was served longest ago, of the packets that can be granted something. */
static __always_inline void serve_least_recent(const struct bub_visit *x, u64 t)
{
	u32 left = x->net->asking, queue;

	do {
		queue = ss_longest_ago(x->net->order, left);
		left &= ~(1U << queue);
		if (serve(x, queue, t)) {
			ss_service(&x->net->order, queue);
			return;
		}
	} while (left);
}

/* Arbitrate with one arbiter for all outputs, which connects one input per cycle. */
static __always_inline void arbitrate_one(const struct bub_visit *x, u64 t)
{
	if (x->f->cfg.priority == SS_PRIORITY_RECENT)
		serve_least_recent(x, t);
	else
		serve_next(x, t);
}

/*
 * Plan when an arbiter for all outputs serves a packet that still requests something @open after
 * cycle @t.
 */
static __always_inline void await_service(const struct bub_visit *x, u32 open, u64 t)
{
	u32 could = 0;

	if (x->crossbar == SS_CROSSBAR_WAVE || x->f->cfg.priority == SS_PRIORITY_RECENT) {
		plan(x, t + 1);
		return;
	}
	for (u32 set = x->net->asking; set; set &= set - 1)
		if (x->net->queue[ss_lowest(set)].wants & open)
			could |= set & -set;
	plan(x, t + 1 + ss_token_before(&x->net->token, x->net->asking, could));
}

/* Plan when the packets that are refused in cycle @t may be granted. */
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
	if (x->crossbar == SS_CROSSBAR_OAC)
		await_turns(x, open, t);
	else
		await_service(x, open, t);
}

#endif /* SS_BUBBLE_ARBITRATE_H */
