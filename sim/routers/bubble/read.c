// SPDX-License-Identifier: GPL-2.0-only
/*
 * Readings of registers as of the beginning of the present cycle, and of packets that wait for
 * others.
 */
#include "visit.h"

/*
 * Read the counts of @q: packets granted, without the one still leaving, and packets in the queue.
 */
static void read_queue(const struct ss_fabric *f, const struct bub_queue *q, u64 *pkts, u64 *flits,
		       u64 *blocked)
{
	*pkts = q->pkts;
	*flits = q->flits - ss_left_until(q->came, f->now);
	for (u32 i = q->first; i; i = f->pool[i].next) {
		u64 arrived = ss_left_until(f->now, f->pool[i].arrival);
		u32 len = ss_packet_flits(&f->pool[i]);

		*pkts += arrived > 0;
		*flits += arrived < len ? arrived : len;
	}
	*blocked = q->blocked + bub_refused(q, f->now);
}

static void read_net(const struct ss_fabric *f, u32 r, u32 class_,
		     u64 regs[SS_PORTS][SEASTAR_REGS], struct ss_passed passed[SS_PORTS])
{
	const struct bub_net *net = bub_net_of(f, r, class_);

	for (u32 queue = 0; queue < bub_fabric(f)->queues; queue++) {
		u64 *reg = regs[bub_port_of(bub_fabric(f)->shift, queue)];
		u32 at = 2 * class_ + bub_vc_of(bub_fabric(f)->shift, queue);

		read_queue(f, &net->queue[queue], &reg[SEASTAR_REG_VC0_PKTS + at],
			   &reg[SEASTAR_REG_VC0_FLITS + at], &reg[SEASTAR_REG_VC0_BLOCKED + at]);
	}
	for (u32 port = 0; port < SS_PORTS; port++) {
		const struct bub_output *o = &net->output[port];

		passed[port].packets += o->sent;
		passed[port].waited += o->waited;
		regs[port][SEASTAR_REG_STALLED] += o->stalled;
		if (net->stalled >> port & 1)
			regs[port][SEASTAR_REG_STALLED] += f->now - o->stalled_since;
	}
}

void bub_read(const struct ss_fabric *f, u32 router, u64 regs[SS_PORTS][SEASTAR_REGS],
	      struct ss_passed passed[SS_PORTS])
{
	memset(regs, 0, SS_PORTS * sizeof(*regs));
	memset(passed, 0, SS_PORTS * sizeof(*passed));
	for (u32 class_ = 0; class_ < f->cfg.classes; class_++)
		read_net(f, router, class_, regs, passed);
}

u64 bub_oldest(const struct ss_fabric *f, u32 router, u64 birth)
{
	for (u32 class_ = 0; class_ < f->cfg.classes; class_++) {
		const struct bub_net *net = bub_net_of(f, router, class_);

		for (u32 queue = 0; queue < bub_fabric(f)->queues; queue++)
			birth = ss_oldest_in_list(f, net->queue[queue].first, birth);
		birth = ss_oldest_in_list(f, net->leaving, birth);
	}
	return birth;
}

/* Return true if only time keeps output @port from passing a packet in @way. */
static bool will_open(const struct bub_visit *x, u32 port, u32 way)
{
	const struct bub_output *o = &x->net->output[port];

	return port == SEASTAR_PORT_PROC || o->free > x->f->now ||
	       places_when(x, port, way) != SS_NEVER;
}

u32 bub_waits_for(const struct ss_fabric *f, const struct ss_buffer *b, struct ss_buffer *next,
		  struct ss_buffer *between)
{
	u32 vcs = f->cfg.vcs, class_ = b->vc / vcs;
	const struct bub_visit x = {
		.f = (struct ss_fabric *)f,
		.net = bub_net_of(f, b->router, class_),
		.r = b->router,
		.rings = bub_ring_of(f, b->router, class_, 0, 0),
		.class_ = class_,
	};
	const struct bub_queue *q = &x.net->queue[bub_queue_of(bub_fabric(f)->shift, b->port,
								  b->vc % vcs)];

	(void)between;
	/* the node has one queue only */
	if (b->output || !bub_refused(q, f->now) || (b->port == SEASTAR_PORT_PROC && b->vc % vcs))
		return 0;
	for (u32 i = 0; i < q->wishes; i++) {
		u32 port = BUB_WISH_OUT(q->wish[i]), way = BUB_WISH_WAY(q->wish[i]);
		u32 input = f->wire[SS_PORT_ID(b->router, port)].to;

		if (will_open(&x, port, way))
			return 0;
		next[i] = (struct ss_buffer){
			.router = SS_PORT_ROUTER(input),
			.port = SS_PORT_OF(input),
			.vc = class_ * vcs + bub_way_vc(way),
		};
	}
	return q->wishes;
}
