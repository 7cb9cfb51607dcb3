// SPDX-License-Identifier: GPL-2.0-only
/* The Dragonfly router, tick by tick: docs/dragonfly-router.md, sections 3 and 7. */
#include <stdio.h>
#include <stdlib.h>

#include "dragonfly.h"

#define M(name, right, wrong)	MUTATE(o->mutant, name, right, wrong)

static void take_ready(struct router *r, u32 i)
{
	struct oracle *o = r->o;
	struct df_port *port = &r->dragonfly->port[i];

	while (port->way.count && fifo_at(&port->way, 0)->cycle <= o->now) {
		struct flit f = fifo_pop(&port->way);
		u32 reg = f.vc < 3 ? f.vc : M(DF_REGISTER, 3, f.vc % 4);
		u64 *regs = r->regs[df_kind_of_port(o, i)];

		regs[SEASTAR_REG_VC0_PKTS + reg]++;
		regs[SEASTAR_REG_VC0_FLITS + reg] += f.packet->length;
		r->dragonfly->usage[df_kind_of_port(o, i)].flits[M(DF_USED_VC, f.vc, 0)] +=
			f.packet->length;
		o->seen[SEEN_DF_BEHIND] += port->queue[f.vc].count > 0;
		o->seen[SEEN_DF_HIGH_VC] += f.vc > 3;
		if (M(DF_LOOK, false, true))
			df_look_for(r, f.packet);
		fifo_push(&port->queue[f.vc], f);
	}
}

void df_look_at_fronts(struct router *r)
{
	for (u32 i = 0; i < df_ports(r->o); i++) {
		for (u32 vc = 0; vc < df_vcs(r->o, i); vc++) {
			struct fifo *queue = &r->dragonfly->port[i].queue[vc];

			if (queue->count)
				df_look_for(r, fifo_at(queue, 0)->packet);
		}
	}
}

static void take_back(struct df_port *port, u32 vc, struct flit credit)
{
	port->used[vc] -= credit.index;
	port->minimal[vc] -= credit.vc ? credit.index : 0;
}

static void df_arrivals(struct router *r)
{
	struct oracle *o = r->o;

	for (u32 i = 0; i < df_ports(o); i++) {
		struct df_port *port = &r->dragonfly->port[i];

		take_ready(r, i);
		for (u32 vc = 0; vc < df_vcs(o, i); vc++)
			while (port->back[vc].count && fifo_at(&port->back[vc], 0)->cycle == o->now)
				take_back(port, vc, fifo_pop(&port->back[vc]));
		/* a packet that left in the cycle before has freed its places */
		while (port->leaving.count && fifo_at(&port->leaving, 0)->cycle +
					      M(DF_PLACE_EARLY, 1, 0) <= o->now) {
			struct flit left = fifo_pop(&port->leaving);

			port->taken = left.cycle + left.index;
		}
	}
	df_look_at_fronts(r);
}

/* Return the latency over @local and @global links of a packet that meets no other (section 3). */
static u64 alone(const struct oracle *o, u64 local, u64 global, u32 length)
{
	u32 router = o->cfg.router_delay + o->cfg.dragonfly.crossbar_delay;

	return 1 + (local + global + 1) * router + length +
	       local * o->cfg.link_delay + global * o->cfg.dragonfly.global_delay;
}

/* Follow the minimal path of @p, and count its local and global links in @hops. */
static void walk(const struct oracle *o, const struct packet *p, u32 hops[2])
{
	const struct router *r = &o->router[df_router_of(o, p->source)];

	while (r->id != df_router_of(o, p->dest)) {
		u32 port = df_minimal_port(r, p->dest);

		hops[df_is_global(o, port)]++;
		r = r->dragonfly->port[port].peer;
	}
}

static void df_report_path(const struct oracle *o, const struct packet *p, struct ss_delivery *d)
{
	u32 least[2] = { 0, 0 };
	s64 sum = 0;

	walk(o, p, least);
	d->hops[0] = p->hops[0];
	d->hops[1] = M(DF_HOPS, p->hops[1], least[1]);
	for (u32 i = 0; i < 4; i++)
		d->part[i] = p->waited[i];
	d->part[SS_LATENCY_INJECTION] += M(DF_PART_SOURCE, p->injected - p->birth, 0);
	d->part[SS_LATENCY_BASE] = alone(o, least[0], least[1], p->length);
	d->part[SS_LATENCY_MISROUTING] = alone(o, p->hops[0], p->hops[1], p->length) -
					 d->part[SS_LATENCY_BASE];
	for (u32 i = 0; i < SS_LATENCY_PARTS; i++)
		sum += d->part[i];
	if (o->mutant == MUTANT_NONE && sum != (s64)(d->cycle - d->birth)) {
		fprintf(stderr, "oracle: the parts of a latency of %lld cycles are %lld\n",
			(long long)(d->cycle - d->birth), (long long)sum);
		exit(1);
	}
}

static void df_deliveries(struct router *r)
{
	struct oracle *o = r->o;

	for (u32 i = 0; i < df_shape(o)->p; i++) {
		struct fifo *delivered = &r->dragonfly->port[i].delivered;

		while (delivered->count && fifo_at(delivered, 0)->cycle == o->now) {
			o->seen[SEEN_DF_DELIVERED]++;
			source_delivery(&r->node[i], fifo_pop(delivered).packet);
		}
	}
}

static u64 df_oldest(const struct router *r, u64 birth)
{
	for (u32 i = 0; i < df_ports(r->o); i++) {
		const struct df_port *port = &r->dragonfly->port[i];

		birth = oldest_in(&port->way, birth);
		birth = oldest_in(&port->delivered, birth);
		for (u32 vc = 0; vc < df_vcs(r->o, i); vc++)
			birth = oldest_in(&port->queue[vc], birth);
	}
	return birth;
}

/* Add the phits that the queues of port @i hold in this cycle (section 7). */
static void add_queues(const struct router *r, u32 i, struct df_usage *u)
{
	const struct df_port *port = &r->dragonfly->port[i];
	const struct oracle *o = r->o;

	for (u32 vc = 0; vc < df_vcs(o, i); vc++)
		for (u32 k = 0; k < port->queue[vc].count; k++)
			u->held[vc] += fifo_at(&port->queue[vc], k)->packet->length;
	for (u32 k = 0; k < port->way.count; k++) {
		const struct flit *f = fifo_at(&port->way, k);
		u64 header = f->cycle - M(DF_HELD, o->cfg.router_delay, 0);

		u->held[f->vc] += header <= o->now ? f->packet->length : 0;
	}
	if (!o->cfg.dragonfly.output_depth)
		return;
	for (u32 k = 0; k < port->leaving.count; k++)
		u->queued += M(DF_QUEUED_FLITS, fifo_at(&port->leaving, k)->index, 1);
}

static void df_add_queues(struct router *r)
{
	for (u32 i = 0; i < df_ports(r->o); i++)
		add_queues(r, i, &r->dragonfly->usage[df_kind_of_port(r->o, i)]);
}

static void df_cycle(struct oracle *o)
{
	each_router(o, df_arrivals);
	if (M(DF_NODES_FIRST, false, true))
		each_node(o, source_cycle);
	if (df_adapts(o)) {
		each_router(o, df_sense);
		each_router(o, df_decide);
	}
	each_router(o, df_allocate);
	each_router(o, df_add_queues);
	if (M(DF_NODES_FIRST, true, false))
		each_node(o, source_cycle);
	each_router(o, df_deliveries);
	each_node(o, batch_cycle);
}

const struct oracle_kind oracle_dragonfly = {
	.kind = &ss_dragonfly_kind,
	.init = df_init,
	.free = df_free,
	.cycle = df_cycle,
	.report_path = df_report_path,
	.has_room = df_has_room,
	.inject = df_inject,
	.answer = df_answer,
	.oldest = df_oldest,
	.audit = df_audit,
	.emit = df_emit,
	.emit_injector = df_emit_injector,
};
