// SPDX-License-Identifier: GPL-2.0-only
/*
 * The words of a router's state (docs/model.md, section 8), each with its name;
 * and the audit of places and packets.
 */
#include "bubble.h"
#include "oracle/emitter.h"

/* Count the headers in @f of packets for VC @vc. */
static u32 headers(const struct fifo *f, u32 vc)
{
	u32 n = 0;

	for (u32 i = 0; i < f->count; i++)
		n += fifo_at(f, i)->index == 0 && fifo_at(f, i)->vc == vc;
	return n;
}

static void emit_headers(struct emitter *e, const struct oracle *o, const struct fifo *f, u32 vc,
			 bool coming)
{
	for (u32 i = 0; i < f->count; i++) {
		const struct flit *phit = fifo_at(f, i);

		if (phit->index != 0 || phit->vc != vc)
			continue;
		emit_packet(e, phit->packet);
		emit(e, "cycles until it arrives", coming ? phit->cycle - o->now : 0);
	}
}

/* Return the phits that the granted packet of @q has yet to pass; 0 without a grant. */
static u32 to_pass(const struct bubble_queue *q)
{
	return q->passing ? q->packet->length - q->sent : 0;
}

static void emit_queue(struct emitter *e, const struct oracle *o, const struct bubble_port *p,
		       u32 vc)
{
	const struct bubble_queue *q = &p->queue[vc];

	emit(e, "packets to be granted", headers(&q->phits, vc) + headers(&p->wire, vc));
	emit_headers(e, o, &q->phits, vc, false);
	emit_headers(e, o, &p->wire, vc, true);
	emit(e, "phits to pass", to_pass(q));
	emit(e, "refusals", q->refused);
}

static void emit_credits(struct emitter *e, const struct oracle *o, const struct fifo *f, u32 vc)
{
	u32 n = 0;

	for (u32 i = 0; i < f->count; i++)
		n += fifo_at(f, i)->vc == vc;
	emit(e, "credits on their way", n);
	for (u32 i = 0; i < f->count; i++)
		if (fifo_at(f, i)->vc == vc)
			emit(e, "cycles until a credit", fifo_at(f, i)->cycle - o->now);
}

static void emit_leaving(struct emitter *e, const struct oracle *o, const struct bubble_net *net)
{
	const struct bubble_queue *q = net->port[SEASTAR_PORT_PROC].from;
	u32 n = q ? 1 : 0;

	for (u32 i = 0; i < net->leaving.count; i++)
		n += fifo_at(&net->leaving, i)->tail;
	emit(e, "packets on their way to the node", n);
	for (u32 i = 0; i < net->leaving.count; i++) {
		const struct flit *phit = fifo_at(&net->leaving, i);

		if (!phit->tail)
			continue;
		emit_packet(e, phit->packet);
		emit(e, "cycles until a delivery", phit->cycle - o->now);
	}
	if (!q)
		return;
	emit_packet(e, q->packet);
	emit(e, "cycles until a delivery", 0);
}

/* Emit the queues in the order in which they were served last. */
static void emit_services(struct emitter *e, const struct oracle *o,
			  const struct bubble_services *s)
{
	u32 n = 0;

	for (u32 port = 0; port < SS_PORTS; port++)
		n += bubble_queues(o, port);
	for (u32 place = 0; place < n; place++)
		for (u32 k = 0; k < n; k++)
			if (bubble_before(s, k, n) == place)
				emit(e, "queue by service", k);
}

/*
 * Emit the cycles until the critical bubble is behind the output, plus one, or 0 if it is
 * elsewhere; and whether a passing packet leaves it.
 */
static void emit_mark(struct emitter *e, const struct oracle *o, const struct bubble_port *p)
{
	u64 mark = p->marked;

	for (u32 i = 0; i < p->back.count; i++)
		if (fifo_at(&p->back, i)->marks)
			mark = 1 + fifo_at(&p->back, i)->cycle - o->now;
	emit(e, "critical bubble", mark);
	emit(e, "critical bubble is left", p->queue[ESCAPE].passing && p->queue[ESCAPE].marks);
}

static void emit_port(struct emitter *e, const struct oracle *o, const struct bubble_net *net,
		      u32 port)
{
	const struct bubble_port *p = &net->port[port];
	bool by_service = o->cfg.priority == SS_PRIORITY_RECENT;

	for (u32 vc = 0; vc < bubble_queues(o, port); vc++)
		emit_queue(e, o, p, vc);
	if (by_service && o->cfg.escape.crossbar == SS_CROSSBAR_OAC)
		emit_services(e, o, &p->served);
	else
		emit(e, "queue preferred", p->pointer);
	if (port == SEASTAR_PORT_PROC) {
		emit(e, "output proc not free",
		     p->from ? 0 : channel_busy(&net->eject, o->now));
		emit_leaving(e, o, net);
		return;
	}
	emit(e, "output not free", p->from ? to_pass(p->from) : 0);
	for (u32 vc = 0; vc < bubble_queues(o, port); vc++) {
		emit(e, "free places", p->places[vc]);
		emit_credits(e, o, &p->back, vc);
	}
	if (o->cfg.escape.bubble == SS_BUBBLE_CRITICAL)
		emit_mark(e, o, p);
}

void bubble_emit(struct emitter *e, const struct router *r)
{
	const struct oracle *o = r->o;

	for (u32 class_ = 0; class_ < o->cfg.classes; class_++) {
		const struct bubble_net *net = &r->bubble->net[class_];

		for (u32 port = 0; port < SS_PORTS; port++) {
			e->at.port = port;
			emit_port(e, o, net, port);
		}
		e->at.port = -1;
		if (o->cfg.escape.crossbar != SS_CROSSBAR_SIC)
			continue;
		if (o->cfg.priority == SS_PRIORITY_RECENT)
			emit_services(e, o, &net->served);
		else
			emit(e, "token", net->token);
	}
}

void bubble_emit_injector(struct emitter *e, const struct node *n)
{
	for (u32 class_ = 0; class_ < n->o->cfg.classes; class_++) {
		const struct bubble_net *net = &n->router->bubble->net[class_];

		emit(e, "injection: free places", net->room);
		emit_credits(e, n->router->o, &net->room_back, 0);
	}
}

static u32 tails(const struct fifo *f, u32 vc)
{
	u32 n = 0;

	for (u32 i = 0; i < f->count; i++)
		n += fifo_at(f, i)->tail && fifo_at(f, i)->vc == vc;
	return n;
}

static u32 credits(const struct fifo *f, u32 vc)
{
	u32 n = 0;

	for (u32 i = 0; i < f->count; i++)
		n += fifo_at(f, i)->vc == vc;
	return n;
}

/*
 * Check that the places of VC @vc behind output @port add up: free places, credits on their way,
 * and packets, each of which is counted by its last phit.
 */
static bool places_add_up(const struct router *r, u32 class_, u32 port, u32 vc)
{
	const struct bubble_port *out = &r->bubble->net[class_].port[port];
	const struct bubble_port *in =
		&r->neighbour[port]->bubble->net[class_].port[opposite(port)];
	u32 n = out->places[vc] + credits(&out->back, vc) + tails(&in->wire, vc) +
		tails(&in->queue[vc].phits, vc);

	n += out->from && out->from->to.vc == vc;
	return n == r->o->cfg.input_depth / r->o->cfg.max_packet;
}

static bool port_adds_up(const struct router *r, u32 class_, u32 port)
{
	for (u32 vc = 0; vc < bubble_queues(r->o, port); vc++)
		if (!places_add_up(r, class_, port, vc))
			return false;
	return true;
}

static bool room_adds_up(const struct router *r, u32 class_)
{
	const struct bubble_net *net = &r->bubble->net[class_];
	const struct packet *entering = r->node->source.entering;
	u32 n = net->room + net->room_back.count +
		tails(&net->port[SEASTAR_PORT_PROC].queue[0].phits, 0);

	n += entering && entering->class_ == class_;
	return n == r->o->cfg.input_depth / r->o->cfg.max_packet;
}

/*
 * Check that a ring has one critical bubble: a free place, a credit on its way, or the place of a
 * packet that is passing.
 */
static bool mark_adds_up(const struct oracle *o, const struct router *r, u32 class_, u32 port)
{
	const struct router *at = r;
	u32 n = 0;

	do {
		const struct bubble_port *out = &at->bubble->net[class_].port[port];
		const struct bubble_port *in;

		n += out->marked;
		for (u32 i = 0; i < out->back.count; i++)
			n += fifo_at(&out->back, i)->marks;
		at = at->neighbour[port];
		in = &at->bubble->net[class_].port[opposite(port)];
		n += in->queue[ESCAPE].passing && in->queue[ESCAPE].marks;
	} while (at != r);
	return n == (o->cfg.escape.bubble == SS_BUBBLE_CRITICAL);
}

const char *bubble_audit(const struct oracle *o)
{
	for (u32 id = 0; id < o->routers; id++) {
		const struct router *r = &o->router[id];
		const struct source *s = &r->node->source;

		if (s->born + s->more + s->replies_made !=
		    s->dropped + s->injected + s->queue.count + s->replies.count)
			return "packets born are not dropped, injected or queued";
		for (u32 class_ = 0; class_ < o->cfg.classes; class_++) {
			if (!room_adds_up(r, class_))
				return "places of the node's queue do not add up";
			for (u32 port = 1; port < SS_PORTS; port++)
				if (r->neighbour[port] && !port_adds_up(r, class_, port))
					return "places of a queue do not add up";
			for (u32 port = 1; port < SS_PORTS; port++)
				if (r->neighbour[port] && !mark_adds_up(o, r, class_, port))
					return "a ring has not one critical bubble";
		}
	}
	return NULL;
}
