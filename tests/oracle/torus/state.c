// SPDX-License-Identifier: GPL-2.0-only
/*
 * The words of a router's state (docs/model.md, section 8), each with its name,
 * and the audit of packets.
 */
#include "oracle/emitter.h"
#include "torus.h"

/* Emit the flits of a queue, the oldest first; flits of one age in the order of arrival. */
static void emit_by_age(struct emitter *e, const struct fifo *queue)
{
	for (u32 rank = 0; rank < queue->count; rank++) {
		for (u32 i = 0; i < queue->count; i++) {
			u64 injected = fifo_at(queue, i)->packet->injected;
			u32 older = 0;

			for (u32 k = 0; k < queue->count; k++) {
				u64 other = fifo_at(queue, k)->packet->injected;

				older += other < injected || (other == injected && k < i);
			}
			if (older == rank)
				emit_packet(e, fifo_at(queue, i)->packet);
		}
	}
}

static void emit_queue(struct emitter *e, const struct oracle *o, const struct torus_channel *c,
		       u32 vc)
{
	const struct fifo *queue = &c->queue[vc];

	emit(e, "flits in the queue", queue->count);
	if (o->cfg.torus.discipline == SS_DISCIPLINE_OLDEST)
		emit_by_age(e, queue);
	else
		for (u32 i = 0; i < queue->count; i++)
			emit_packet(e, fifo_at(queue, i)->packet);
	if (queue->count)
		emit(e, "cycles since a flit could leave and none did", o->now - c->since[vc]);
}

void torus_emit(struct emitter *e, const struct router *r)
{
	const struct oracle *o = r->o;

	for (u32 port = 1; port < SS_PORTS; port++) {
		const struct router *from = r->neighbour[port];

		e->at.port = port;
		for (u32 vc = 0; vc < SS_TORUS_VCS; vc++) {
			e->at.vc = vc;
			if (from)
				emit_queue(e, o, &from->torus->out[opposite(port)], vc);
			else
				emit(e, "flits in the queue", 0);
			emit(e, "places in the output's queue",
			     o->cfg.input_depth - r->torus->out[port].queue[vc].count);
		}
	}
	e->at.port = -1;
	e->at.vc = -1;
	emit(e, "processor takes no flit",
	     o->cfg.eject[0] ? channel_busy(&r->torus->eject, o->now) : 0);
}

/* Emit the packets in the injection queues in the order of arrival: one per cycle at most. */
void torus_emit_injector(struct emitter *e, const struct node *n)
{
	u64 after = 0;

	if (!n->router->torus->injection)
		return;
	for (;;) {
		const struct flit *first = NULL;

		for (u32 i = 0; i < n->o->routers * QUADRANTS; i++) {
			const struct fifo *queue = &n->router->torus->injection[i];

			for (u32 k = 0; k < queue->count; k++) {
				const struct flit *f = fifo_at(queue, k);

				if (f->cycle + 1 > after && (!first || f->cycle < first->cycle))
					first = f;
			}
		}
		if (!first)
			break;
		emit_packet(e, first->packet);
		after = first->cycle + 1;
	}
	emit(e, "end of the injection queues", U64_MAX);
}

const char *torus_audit(const struct oracle *o)
{
	u64 injected = 0, delivered = 0, inside = 0;

	for (u32 id = 0; id < o->routers; id++) {
		const struct router *r = &o->router[id];
		const struct source *s = &r->node->source;

		if (s->born + s->more != s->dropped + s->injected + s->queue.count)
			return "packets born are not dropped, injected or queued";
		for (u32 port = 1; port < SS_PORTS; port++) {
			for (u32 vc = 0; vc < SS_TORUS_VCS; vc++) {
				inside += r->torus->out[port].queue[vc].count;
				if (r->torus->out[port].queue[vc].count > o->cfg.input_depth)
					return "a queue has more flits than places";
			}
		}
		for (u32 i = 0; r->torus->injection && i < o->routers * QUADRANTS; i++)
			inside += r->torus->injection[i].count;
		injected += s->injected;
		delivered += s->seen.stat[SEASTAR_SRC_DELIVERED];
	}
	if (injected != delivered + inside)
		return "packets injected are not delivered or in the network";
	return NULL;
}
