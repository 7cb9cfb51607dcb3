/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The wave-front arbiter: one arbiter for all outputs, which considers all wishes in a cycle
 * (docs/bubble-router.md, section 4).
 */
#ifndef SS_BUBBLE_WAVE_FRONT_H
#define SS_BUBBLE_WAVE_FRONT_H

#include "grant.h"

/* Find the first wish of @q for output @port that could be granted in cycle @t; there is one. */
static __always_inline u32 first_open_to(const struct bub_visit *x, const struct bub_queue *q,
					 u32 port, u64 t)
{
	u32 i = 0;

	while (BUB_WISH_OUT(q->wish[i]) != port || !is_open(x, q->wish[i], t))
		i++;
	return q->wish[i];
}

/* Collect the outputs that the first packet of @q could be granted in cycle @t, as bits. */
static __always_inline u32 open_outputs(const struct bub_visit *x, const struct bub_queue *q, u64 t)
{
	u32 open = 0;

	for (u32 i = 0; i < q->wishes; i++)
		if (is_open(x, q->wish[i], t))
			open |= 1U << BUB_WISH_OUT(q->wish[i]);
	return open;
}

/*
 * Grant the cells of diagonal @d whose queue is in @left and whose output is among the queue's
 * @open ones.
 */
static __always_inline u32 pass_diagonal(const struct bub_visit *x, u32 d, u32 left,
					 const u8 open[BUB_QUEUES], u32 *taken, u64 t)
{
	u32 n = bub_fabric(x->f)->queues;

	for (u32 port = 0; port < SS_PORTS; port++) {
		u32 queue = d >= port ? d - port : d + n - port;

		if (!(left >> queue & 1) || !((open[queue] & ~*taken) >> port & 1))
			continue;
		grant(x, queue, first_open_to(x, &x->net->queue[queue], port, t), t);
		left &= ~(1U << queue);
		*taken |= 1U << port;
	}
	return left;
}

/*
 * Grant wishes that do not conflict, diagonal by diagonal, beginning with another diagonal in each
 * cycle.
 */
static __always_inline void arbitrate_wave(const struct bub_visit *x, u64 t)
{
	u32 n = bub_fabric(x->f)->queues, d = t % n, left = 0, taken = 0;
	u8 open[BUB_QUEUES];

	for (u32 set = x->net->asking; set; set &= set - 1) {
		u32 queue = ss_lowest(set);

		open[queue] = open_outputs(x, &x->net->queue[queue], t);
		left |= (u32)(open[queue] != 0) << queue;
	}
	for (u32 i = 0; left && i < n; i++) {
		left = pass_diagonal(x, d, left, open, &taken, t);
		d = d + 1 == n ? 0 : d + 1;
	}
}

#endif /* SS_BUBBLE_WAVE_FRONT_H */
