/* SPDX-License-Identifier: GPL-2.0-only */
/* Grants: a packet moves to its next queue, and the next packet of its own queue begins. */
#ifndef SS_BUBBLE_GRANT_H
#define SS_BUBBLE_GRANT_H

#include "arrive.h"
#include "visit.h"

/* Send the credit for the place that a packet leaves in cycle @after at the latest. */
static __always_inline void send_credit(const struct bub_visit *x, u32 queue, bool marks,
					u64 after)
{
	u32 port = bub_port_of(x->shift, queue), vc = bub_vc_of(x->shift, queue);
	u32 output = x->f->wire[SS_PORT_ID(x->r, port)].to;
	u64 when = after - 1 + bub_fabric(x->f)->moves;

	if (queue == BUB_NODE)
		bub_inject_credit(x->f, x->r, x->class_, after - 1 + bub_fabric(x->f)->leaves);
	else if (likely(ss_in_region(x->g, SS_PORT_ROUTER(output))))
		take_credit(x->f, x->g, output, x->class_, vc, marks, when);
	else
		ss_post_credit(x->f, x->g, output, BUB_CREDIT(when, marks, x->class_, vc));
}

/* Send packet @i to the node.  Returns the cycle in which its last phit has left. */
static __always_inline u64 eject(const struct bub_visit *x, u32 i, u64 t)
{
	struct bub_output *o = &x->net->output[SEASTAR_PORT_PROC];
	struct ss_packet *p = &x->f->pool[i];
	u32 len = ss_packet_flits(p);
	u64 start = ss_rate_start(x->f->eject, o->free, t), after;

	o->free = start + (u64)len * x->f->eject.b;
	after = ss_rate_flit(x->f->eject, start, len - 1) + 1;
	x->net->flits = len;
	x->net->start = start;
	p->arrival = after + bub_fabric(x->f)->moves;
	p->next = 0;
	if (x->net->leaving) {
		x->f->pool[x->net->leaving_last].next = i;
	} else {
		x->net->leaving = i;
		plan(x, p->arrival);
	}
	x->net->leaving_last = i;
	return after;
}

/*
 * Return true if a packet that goes on along its ring takes the critical bubble of @o, which @o
 * loses then.
 */
static __always_inline bool takes_mark(const struct bub_visit *x, struct bub_output *o, u32 port,
				       u64 t)
{
	if (!ss_bubble_is_last(&o->place[BUB_ESCAPE], ring_of(x, port, BUB_ESCAPE),
			       bub_fabric(x->f)->ring, o->mark, t))
		return false;
	o->mark = SS_NEVER;
	return true;
}

/*
 * Send packet @i to the queue of VC @vc behind output @port.  Returns the cycle in which all of it
 * has left.
 */
static __always_inline u64 send(const struct bub_visit *x, u32 port, u32 vc, u32 i, u64 t)
{
	u32 input = x->f->wire[SS_PORT_ID(x->r, port)].to;
	u64 arrival = t + bub_fabric(x->f)->moves;
	u32 len = ss_packet_flits(&x->f->pool[i]);

	x->net->output[port].place[vc].free--;
	x->net->output[port].free = t + len;
	if (likely(ss_in_region(x->g, SS_PORT_ROUTER(input)))) {
		take_packet(x->f, x->g, input, x->class_, x->shift, vc, i, arrival);
	} else {
		ss_post_packet(x->f, x->g, input, (x->class_ << x->shift) + vc, &x->f->pool[i],
			       arrival);
		ss_packet_free(x->f, x->g, i);
	}
	return t + len;
}

/* Grant the first packet of @queue its wish in cycle @t. */
static __always_inline void grant(const struct bub_visit *x, u32 queue, u32 wish, u64 t)
{
	struct bub_queue *q = &x->net->queue[queue];
	u32 i = q->first, port = BUB_WISH_OUT(wish), len;
	const struct ss_packet *p = &x->f->pool[i];
	struct bub_output *o = &x->net->output[port];

	x->net->asking &= ~(1U << queue);
	len = ss_packet_flits(p);
	q->pkts++;
	q->flits += len;
	q->blocked += t - q->when;
	q->came = p->arrival + len;
	o->sent++;
	o->waited += t - p->arrival;
	q->out = port;
	q->marks = BUB_WISH_WAY(wish) == BUB_ALONG && takes_mark(x, o, port, t);
	q->first = p->next;
	if (port == SEASTAR_PORT_PROC)
		q->after = eject(x, i, t);
	else
		q->after = send(x, port, bub_way_vc(BUB_WISH_WAY(wish)), i, t);
	send_credit(x, queue, q->marks, q->after);
	if (q->first)
		plan(x, begin(x->f, x->net, x->r, x->shift, queue));
}

#endif /* SS_BUBBLE_GRANT_H */
