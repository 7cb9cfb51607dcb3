// SPDX-License-Identifier: GPL-2.0-only
/*
 * The words of a router's state (docs/model.md, section 8), each with its name,
 * and the audit of packets and credits.
 */
#include "oracle/emitter.h"
#include "wormhole.h"

static u64 asks_at(const struct oracle *o, const struct flit *f)
{
	return f->cycle - wh_connect_delay(o);
}

/* Return the number of @q among the queues of @r, plus one; 0 for NULL. */
static u64 number_of(const struct router *r, const struct wh_queue *q)
{
	for (u32 i = 0; q && i < SS_PORTS * r->o->vcs; i++)
		if (&r->wormhole->port[i / r->o->vcs].queue[i % r->o->vcs] == q)
			return i + 1;
	return 0;
}

/*
 * Return true if @f is the header of a packet that waits behind the front packet of @q, and that
 * could request already.
 */
static bool is_behind(const struct oracle *o, const struct wh_queue *q, const struct flit *f)
{
	return f->index == 0 && asks_at(o, f) < o->now &&
	       (q->state == WH_IDLE || f->packet != q->packet);
}

static void emit_queue(struct emitter *e, const struct oracle *o, const struct wh_queue *q)
{
	u32 ready = 0, packets = q->state != WH_IDLE;

	for (u32 i = 0; i < q->flits.count; i++) {
		ready += fifo_at(&q->flits, i)->cycle < o->now;
		packets += is_behind(o, q, fifo_at(&q->flits, i));
	}
	emit(e, "flits that are ready", ready);
	emit(e, "packets in the queue", packets);
	if (q->state != WH_IDLE)
		emit_packet(e, q->packet);
	for (u32 i = 0; i < q->flits.count; i++)
		if (is_behind(o, q, fifo_at(&q->flits, i)))
			emit_packet(e, fifo_at(&q->flits, i)->packet);
	emit(e, "state", q->state);
	if (q->state == WH_IDLE)
		return;
	if (q->state == WH_ASKING) {
		emit(e, "refusals", q->refused);
		return;
	}
	emit(e, "flits to be sent", q->packet->length - q->sent);
	emit(e, "output", q->out.port * o->vcs + q->out.vc);
}

/* Emit a word for each arrival: four times the cycles until then, plus its kind. */
static void emit_coming(struct emitter *e, const struct router *r, u32 port, u32 vc)
{
	const struct wh_port *p = &r->wormhole->port[port];
	const struct wh_queue *q = &p->queue[vc];
	u64 now = r->o->now;

	for (u64 in = 0; in < 1024; in++) {
		for (u32 i = 0; i < q->flits.count; i++)
			if (fifo_at(&q->flits, i)->cycle == now + in)
				emit(e, "a flit", 4 * in);
		for (u32 i = 0; i < q->flits.count; i++) {
			const struct flit *f = fifo_at(&q->flits, i);

			if (f->index || asks_at(r->o, f) != now + in)
				continue;
			emit(e, "a header", 4 * in + 1);
			emit_packet(e, f->packet);
		}
		if (q->state == WH_GRANTED && q->opens == now + in)
			emit(e, "a connection", 4 * in + 2);
		for (u32 i = 0; i < p->back.count; i++) {
			const struct flit *f = fifo_at(&p->back, i);

			if (f->vc == vc && f->cycle == now + in)
				emit(e, "a credit", 4 * in + 3);
		}
	}
}

static void emit_vc(struct emitter *e, const struct router *r, u32 port, u32 vc)
{
	const struct wh_output *out = &r->wormhole->port[port].output[vc];

	e->at.vc = vc;
	emit_queue(e, r->o, &r->wormhole->port[port].queue[vc]);
	emit(e, "holder", number_of(r, out->holder));
	emit(e, "queue preferred", out->turn);
	if (port != SEASTAR_PORT_PROC)
		emit(e, "credits", out->credits);
	emit_coming(e, r, port, vc);
	e->at.vc = -1;
}

static void emit_node(struct emitter *e, const struct router *r, u32 c)
{
	const struct wh_router *w = r->wormhole;

	for (u64 in = 0; in < 1024; in++) {
		for (u32 i = 0; i < w->leaving.count; i++) {
			const struct flit *f = fifo_at(&w->leaving, i);

			if (f->packet->class_ != c || f->cycle != r->o->now + in)
				continue;
			emit(e, "cycles until a delivery", in);
			emit_packet(e, f->packet);
		}
	}
	emit(e, "output proc not free", channel_busy(&w->eject[c], r->o->now));
}

void wh_emit(struct emitter *e, const struct router *r)
{
	const struct oracle *o = r->o;

	for (u32 port = 0; port < SS_PORTS; port++) {
		e->at.port = port;
		for (u32 vc = 0; vc < o->vcs; vc++)
			emit_vc(e, r, port, vc);
		for (u32 c = 0; c < o->cfg.classes; c++)
			emit(e, "VC preferred", r->wormhole->port[port].vc_turn[c]);
	}
	e->at.port = -1;
	for (u32 c = 0; c < o->cfg.classes; c++) {
		emit_node(e, r, c);
		if (o->cfg.escape.crossbar == SS_CROSSBAR_SIC)
			emit(e, "token", r->wormhole->token[c]);
	}
}

void wh_emit_injector(struct emitter *e, const struct node *n)
{
	const struct source *s = &n->source;

	emit(e, "injection: a packet", s->entering ? 1 : 0);
	if (s->entering) {
		emit_packet(e, s->entering);
		emit(e, "injection: flits sent", s->entered);
		emit(e, "injection: class", s->entering->class_);
	}
	for (u32 c = 0; c < n->o->cfg.classes; c++)
		emit(e, "injection: room", n->router->wormhole->room[c]);
}

/*
 * Check that the places of the queue behind an output add up: credits of the output, credits on
 * their way to it, and flits.
 */
static bool places_add_up(const struct router *r, u32 port, u32 vc)
{
	const struct wh_port *out = &r->wormhole->port[port];
	const struct wh_port *in = &r->neighbour[port]->wormhole->port[opposite(port)];
	u32 sum = out->output[vc].credits + in->queue[vc].flits.count;

	for (u32 i = 0; i < out->back.count; i++)
		sum += fifo_at(&out->back, i)->vc == vc;
	return sum == wh_depth(r->o, vc);
}

const char *wh_audit(const struct oracle *o)
{
	for (u32 id = 0; id < o->routers; id++) {
		const struct router *r = &o->router[id];
		const struct source *s = &r->node->source;

		if (s->born + s->more + s->replies_made !=
		    s->dropped + s->injected + s->queue.count + s->replies.count)
			return "packets born are not dropped, injected or queued";
		for (u32 c = 0; c < o->cfg.classes; c++)
			if (r->wormhole->room[c] + r->wormhole->port[SEASTAR_PORT_PROC]
						   .queue[c * o->cfg.vcs].flits.count !=
			    o->cfg.input_depth)
				return "space of an injection queue does not add up";
		for (u32 i = 0; i < SS_PORTS * o->vcs; i++)
			if (r->neighbour[i / o->vcs] &&
			    !places_add_up(r, i / o->vcs, i % o->vcs))
				return "credits of a link do not add up";
	}
	return NULL;
}
