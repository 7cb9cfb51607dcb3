/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Arrivals at a router over a link or from its node: of packets, which may become the first of
 * their queue, and of credits.  The router may be anywhere in the window.
 */
#ifndef SS_BUBBLE_ARRIVE_H
#define SS_BUBBLE_ARRIVE_H

#include "sim/parts/routing/minimal.h"

#include "router.h"

/* Add wish number @n to the first packet of @q.  Returns its bit. */
static __always_inline u32 add_wish(struct bub_queue *q, u32 n, u32 out, u32 way)
{
	u32 wish = BUB_WISH(out, way);

	q->wish[n] = wish;
	return 1U << wish;
}

/* Set the wishes of the first packet of @queue, which is at router @r or on its way there. */
static __always_inline void make_wishes(struct ss_fabric *f, u32 r, u32 shift, u32 queue,
					struct bub_queue *q)
{
	const struct ss_routing *rt = &bub_fabric(f)->routing;
	u64 header = f->pool[q->first].header, here = rt->place[r];
	u64 there = rt->place[SS_HDR_GET(header, DEST)];
	u32 in = ss_port_dim(bub_port_of(shift, queue)), dims, first, out, n = 0, wants = 0;

	q->wishes = 1;
	if (here == there) {
		q->wants = add_wish(q, 0, SEASTAR_PORT_PROC, BUB_FREELY);
		return;
	}
	dims = ss_minimal_dims(here, there);
	first = ss_lowest(dims);
	out = ss_minimal_port(rt, first, here, there, header);
	if (shift) {
		u32 others = dims & (dims - 1);

		/* the dimension of the input is preferred, if it is one of @others */
		if (in == first || !(in < SS_DIMS && others >> in & 1))
			wants |= add_wish(q, n++, out, BUB_FREELY);
		if (in < SS_DIMS && others >> in & 1) {
			wants |= add_wish(q, n++, ss_minimal_port(rt, in, here, there, header),
					  BUB_FREELY);
			wants |= add_wish(q, n++, out, BUB_FREELY);
			others &= ~(1U << in);
		}
		for (; others; others &= others - 1) {
			u32 other = ss_lowest(others);

			wants |= add_wish(q, n++, ss_minimal_port(rt, other, here, there, header),
					  BUB_FREELY);
		}
	}
	wants |= add_wish(q, n++, out, in == first && bub_vc_of(shift, queue) == BUB_ESCAPE ?
				       BUB_ALONG : BUB_ENTER);
	q->wants = wants;
	q->wishes = n;
}

/* Make a packet the first of @queue.  Returns the cycle from which on it requests. */
static __always_inline u64 begin(struct ss_fabric *f, struct bub_net *net, u32 r, u32 shift,
				 u32 queue)
{
	struct bub_queue *q = &net->queue[queue];

	make_wishes(f, r, shift, queue, q);
	q->when = f->pool[q->first].arrival + bub_fabric(f)->asks;
	if (q->when < q->after)
		q->when = q->after;
	net->coming |= 1U << queue;
	return q->when;
}

/*
 * Append packet @i, whose header arrives in cycle @t, to @queue of router @r.  Returns when it
 * requests, or 0.
 */
static __always_inline u64 append(struct ss_fabric *f, u32 r, struct bub_net *net, u32 shift,
				  u32 queue, u32 i, u64 t)
{
	struct bub_queue *q = &net->queue[queue];
	struct ss_packet *p = &f->pool[i];

	p->arrival = t;
	p->next = 0;
	if (q->first) {
		f->pool[q->last].next = i;
		q->last = i;
		return 0;
	}
	q->first = i;
	q->last = i;
	return begin(f, net, r, shift, queue);
}

/* Plan a visit to router @r in cycle @t, or before. */
static __always_inline void wake(struct ss_fabric *f, struct ss_region *g, u32 r, u64 t)
{
	struct bub_router *rt = bub_router_at(f, r);
	u64 most = f->now + bub_fabric(f)->ahead;

	if (t < rt->next)
		rt->next = t;
	ss_agenda_add(&g->agenda, r - g->first, t < most ? t : most);
}

/* Take packet @i, whose header arrives in cycle @t, to VC @vc of @input, in network @class_. */
static __always_inline void take_packet(struct ss_fabric *f, struct ss_region *g, u32 input,
					u32 class_, u32 shift, u32 vc, u32 i, u64 t)
{
	u32 r = SS_PORT_ROUTER(input), queue = bub_queue_of(shift, SS_PORT_OF(input), vc);
	u64 when = append(f, r, bub_net_of(f, r, class_), shift, queue, i, t);

	if (when)
		wake(f, g, r, when);
}

/*
 * Take the credit for a place behind @output on VC @vc, in network @class_, that is free from cycle
 * @t on; @marks: the place is the critical bubble.
 */
static __always_inline void take_credit(struct ss_fabric *f, struct ss_region *g, u32 output,
					u32 class_, u32 vc, bool marks, u64 t)
{
	u32 r = SS_PORT_ROUTER(output), port = SS_PORT_OF(output);
	u32 ways = vc == BUB_ADAPTIVE ? 1U << BUB_FREELY : 1U << BUB_ALONG | 1U << BUB_ENTER;
	struct bub_net *net = bub_net_of(f, r, class_);
	struct bub_output *o = &net->output[port];

	ss_places_add(&o->place[vc], bub_ring_of(f, r, class_, port, vc), bub_fabric(f)->ring,
		      f->now, t);
	if (unlikely(marks))
		o->mark = t;
	/*
	 * packets that request later find it in the ring; other packets try when the output is free
	 */
	if (net->wants >> BUB_WISH(port, 0) & ways && o->free <= t)
		wake(f, g, r, t);
}

#endif /* SS_BUBBLE_ARRIVE_H */
