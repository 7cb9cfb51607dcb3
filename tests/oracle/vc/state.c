// SPDX-License-Identifier: GPL-2.0-only
/*
 * The words of a router's state (docs/model.md, section 8), each with its name.
 */
#include "oracle/emitter.h"
#include "vc.h"

static void emit_buffer(struct emitter *e, const struct oracle *o, const struct vc_buffer *b)
{
	bool begun = b->state == ACTIVE && b->sent;
	u32 n = begun;

	for (u32 i = 0; i < b->flits.count; i++)
		n += fifo_at(&b->flits, i)->index == 0;
	emit(e, "flits in the buffer", b->flits.count);
	emit(e, "packets in the buffer", n);
	if (begun)
		emit_packet(e, b->first);
	for (u32 i = 0; i < b->flits.count; i++)
		if (fifo_at(&b->flits, i)->index == 0)
			emit_packet(e, fifo_at(&b->flits, i)->packet);
	emit(e, "VC preferred", b->turn);
	emit(e, "state", b->state);
	if (b->state == IDLE)
		return;
	emit(e, "cycles until it asks", b->from > o->now ? b->from - o->now : 0);
	emit(e, "flits sent", b->sent);
	emit(e, "output", b->out);
	if (b->state == ACTIVE)
		emit(e, "output VC", b->out_vc);
}

/* Return the number of @b among the input buffers of @r, plus one; 0 for NULL. */
static u64 number_of(const struct router *r, const struct vc_buffer *b)
{
	for (u32 i = 0; b && i < r->vc->ports * r->o->vcs; i++)
		if (&r->vc->port[i / r->o->vcs].buffer[i % r->o->vcs] == b)
			return i + 1;
	return 0;
}

/* Emit the flits that arrive in cycle @t; if they are @delivered to a node, tails only. */
static void emit_flits(struct emitter *e, const struct oracle *o, const struct fifo *f, u64 t,
		       bool delivered)
{
	for (u32 i = 0; i < f->count; i++) {
		const struct flit *flit = fifo_at(f, i);

		if (flit->cycle != t || (delivered && !flit->tail))
			continue;
		emit(e, delivered ? "cycles until a delivery" : "cycles until a flit", t - o->now);
		if (!delivered)
			emit(e, "VC of the flit", flit->vc);
		if (delivered || flit->index == 0)
			emit_packet(e, flit->packet);
	}
}

static void emit_coming(struct emitter *e, const struct router *r, u32 port)
{
	const struct vc_router *v = r->vc;
	const struct fifo *back = vc_is_node(r, port) ? &v->node[port].room_back :
						       &v->port[port].credits;
	u64 now = r->o->now;

	for (u64 t = now; t < now + 1024; t++) {
		emit_flits(e, r->o, &v->port[port].wire, t, false);
		for (u32 i = 0; i < back->count; i++) {
			if (fifo_at(back, i)->cycle != t)
				continue;
			emit(e, "cycles until a credit", t - now);
			emit(e, "VC of the credit", fifo_at(back, i)->vc);
		}
		if (vc_is_node(r, port))
			emit_flits(e, r->o, &v->node[port].leaving, t, true);
	}
}

static void emit_port(struct emitter *e, const struct router *r, u32 port)
{
	const struct vc_port *p = &r->vc->port[port];

	e->at.port = port;
	for (u32 vc = 0; vc < r->o->vcs; vc++) {
		e->at.vc = vc;
		emit_buffer(e, r->o, &p->buffer[vc]);
	}
	e->at.vc = -1;
	emit(e, "VC whose turn it is", p->vc_turn);
	emit(e, "output preferred", p->out_turn);
	emit(e, "input preferred", p->in_turn);
	for (u32 vc = 0; vc < r->o->vcs; vc++) {
		e->at.vc = vc;
		emit(e, "holder", number_of(r, p->beyond[vc].holder));
		emit(e, "buffer preferred", p->beyond[vc].turn);
		if (!vc_is_node(r, port))
			emit(e, "credits", p->beyond[vc].credits);
	}
	e->at.vc = -1;
	emit_coming(e, r, port);
}

void vc_emit(struct emitter *e, const struct router *r)
{
	for (u32 port = 0; port < r->vc->ports; port++)
		emit_port(e, r, port);
	e->at.port = -1;
	for (u32 port = 0; port < r->nodes; port++)
		emit(e, "output to a node not free",
		     channel_busy(&r->vc->node[port].eject, r->o->now));
}

void vc_emit_injector(struct emitter *e, const struct node *n)
{
	const struct source *s = &n->source;

	emit(e, "injection: VC preferred", vc_node_of(n)->inject_turn);
	emit(e, "injection: a packet", s->entering ? 1 : 0);
	if (s->entering) {
		emit_packet(e, s->entering);
		emit(e, "injection: flits sent", s->entered);
		emit(e, "injection: VC", vc_node_of(n)->inject_vc);
	}
	for (u32 vc = 0; vc < n->o->vcs; vc++)
		emit(e, "injection: credits", vc_node_of(n)->room[vc]);
}
