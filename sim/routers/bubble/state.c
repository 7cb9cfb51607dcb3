// SPDX-License-Identifier: GPL-2.0-only
/*
 * A router's state as a list of words (docs/model.md, section 8).
 */
#include "router.h"

/* Return the phits of the packet that goes to the node that have not passed output proc yet. */
static u64 still_to_eject(const struct ss_fabric *f, const struct bub_net *net)
{
	return net->flits - ss_rate_sent(f->eject, net->start, net->flits, f->now);
}

/*
 * Return the phits of the packet that @queue of @net was granted last for that have not left yet.
 */
static u64 still_to_pass(const struct ss_fabric *f, const struct bub_net *net, u32 queue)
{
	const struct bub_queue *q = &net->queue[queue];

	if (q->after <= f->now)
		return 0;
	return q->out == SEASTAR_PORT_PROC ? still_to_eject(f, net) : q->after - f->now;
}

static void put_queue(const struct ss_fabric *f, const struct bub_net *net, u32 queue,
		      const struct ss_sink *to)
{
	const struct bub_queue *q = &net->queue[queue];
	u64 n = 0;

	for (u32 i = q->first; i; i = f->pool[i].next)
		n++;
	ss_put(to, n);
	for (u32 i = q->first; i; i = f->pool[i].next) {
		ss_put_packet(to, &f->pool[i]);
		ss_put(to, ss_left_until(f->pool[i].arrival, f->now));
	}
	ss_put(to, still_to_pass(f, net, queue));
	ss_put(to, bub_refused(q, f->now));
}

/* Put free places, and credits that are on their way, for @delay cycles at most. */
static void put_places(const struct ss_fabric *f, const struct ss_places *p, const u64 *ring,
		       u32 delay, const struct ss_sink *to)
{
	u32 shift = bub_fabric(f)->ring;
	u32 coming = ss_places_coming(p, ring, shift, f->now);
	u32 later = ss_places_coming(p, ring, shift, f->now + delay);

	ss_put(to, p->free - coming);
	ss_put(to, coming - later);
	for (u32 i = coming; i-- > later; )
		ss_put(to, ss_places_back(p, ring, shift, i) - f->now);
}

/* Put the packets that go to the node: a packet is delivered once its last phit has passed. */
static void put_leaving(const struct ss_fabric *f, const struct bub_net *net,
			const struct ss_sink *to)
{
	u64 n = 0;

	for (u32 i = net->leaving; i; i = f->pool[i].next)
		n++;
	ss_put(to, n);
	for (u32 i = net->leaving; i; i = f->pool[i].next) {
		u64 left = f->pool[i].arrival - f->now;

		ss_put_packet(to, &f->pool[i]);
		ss_put(to, left <= bub_fabric(f)->moves ? left : 0);
	}
}

/* Put the queues in the order in which they were served last. */
static void put_order(const struct ss_fabric *f, u64 order, const struct ss_sink *to)
{
	for (u32 i = 0; i < 16; i++, order >>= 4)
		if ((order & 15) < bub_fabric(f)->queues)
			ss_put(to, order & 15);
}

/* Put whether a critical bubble is behind output @port, and whether one is left at input @port. */
static void put_mark(const struct ss_fabric *f, const struct bub_net *net, u32 port,
		     const struct ss_sink *to)
{
	u32 queue = bub_queue_of(bub_fabric(f)->shift, port, BUB_ESCAPE);
	const struct bub_queue *q = &net->queue[queue];
	u64 mark = net->output[port].mark;

	if (mark != SS_NEVER && mark < f->now + bub_fabric(f)->moves)
		ss_put(to, 1 + ss_left_until(mark, f->now));
	else
		ss_put(to, 0);
	ss_put(to, q->after > f->now && q->marks);
}

static void put_port(const struct ss_fabric *f, u32 r, u32 class_, u32 port,
		     const struct ss_sink *to)
{
	const struct bub_net *net = bub_net_of(f, r, class_);
	u32 shift = bub_fabric(f)->shift, vcs = port == SEASTAR_PORT_PROC ? 1 : 1U << shift;
	const struct bub_output *o = &net->output[port];

	for (u32 vc = 0; vc < vcs; vc++)
		put_queue(f, net, bub_queue_of(shift, port, vc), to);
	if (f->cfg.priority == SS_PRIORITY_RECENT && f->cfg.escape.crossbar == SS_CROSSBAR_OAC)
		put_order(f, o->order, to);
	else
		ss_put(to, o->turn);
	if (port == SEASTAR_PORT_PROC) {
		ss_put(to, still_to_eject(f, net) ? 0 :
						    ss_left_until(o->free, f->eject.a * f->now));
		put_leaving(f, net, to);
		return;
	}
	ss_put(to, ss_left_until(o->free, f->now));
	for (u32 vc = 0; vc < vcs; vc++)
		put_places(f, &o->place[vc], bub_ring_of(f, r, class_, port, vc),
			   bub_fabric(f)->moves, to);
	if (f->cfg.escape.bubble == SS_BUBBLE_CRITICAL)
		put_mark(f, net, port, to);
}

void bub_emit(struct ss_fabric *f, u32 router, const struct ss_sink *to)
{
	for (u32 class_ = 0; class_ < f->cfg.classes; class_++) {
		const struct bub_net *net = bub_net_of(f, router, class_);
		struct ss_token token = net->token;

		for (u32 port = 0; port < SS_PORTS; port++)
			put_port(f, router, class_, port, to);
		if (f->cfg.escape.crossbar != SS_CROSSBAR_SIC)
			continue;
		if (f->cfg.priority == SS_PRIORITY_RECENT) {
			put_order(f, net->order, to);
			continue;
		}
		ss_token_move(&token, net->asking, bub_fabric(f)->queues, f->now);
		ss_put(to, token.next);
	}
}

void bub_emit_injector(struct ss_fabric *f, u32 router, const struct ss_sink *to)
{
	for (u32 class_ = 0; class_ < f->cfg.classes; class_++) {
		const struct bub_net *net = bub_net_of(f, router, class_);

		put_places(f, &net->output[SEASTAR_PORT_PROC].place[0],
			   bub_ring_of(f, router, class_, SEASTAR_PORT_PROC, 0),
			   bub_fabric(f)->leaves, to);
	}
}
