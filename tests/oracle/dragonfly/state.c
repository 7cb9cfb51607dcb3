// SPDX-License-Identifier: GPL-2.0-only
/*
 * The words of a router's state (docs/model.md, section 8), each with its name,
 * and the audit of packets and credits.
 */
#include "dragonfly.h"
#include "oracle/emitter.h"

static u64 left_until(const struct oracle *o, u64 cycle)
{
	return cycle > o->now ? cycle - o->now : 0;
}

static void emit_leaving(struct emitter *e, const struct oracle *o, const struct df_port *port,
			 bool is_node)
{
	u64 packets = 0, sum = 0, taken = port->taken;

	for (u32 i = 0; i < port->leaving.count; i++) {
		if (fifo_at(&port->leaving, i)->cycle < o->now) {
			taken = fifo_at(&port->leaving, i)->cycle;
			taken += fifo_at(&port->leaving, i)->index;
			continue;
		}
		packets++;
		sum += fifo_at(&port->leaving, i)->cycle - o->now;
	}
	emit(e, "packets in the output's queue", packets);
	emit(e, "cycles until they leave", sum);
	if (o->cfg.dragonfly.sink == SS_SINK_IDLE && is_node)
		emit(e, "cycles until the node has the last that left", left_until(o, taken));
}

static void emit_arbiter(struct emitter *e, u32 priority, const char *item,
			 const struct df_arbiter *a, u32 candidates)
{
	if (priority == SS_PRIORITY_TURN)
		emit(e, item, a->pointer);
	if (priority != SS_PRIORITY_RECENT)
		return;
	for (u32 i = 0; i < candidates; i++) {
		e->at.index = i;
		emit(e, item, a->order[i]);
	}
	e->at.index = -1;
}

static void emit_traveller(struct emitter *e, const struct packet *p)
{
	emit_packet(e, p);
	emit(e, "packet: route", p->via);
	emit(e, "packet: place of the VC of its last hop", p->place);
	emit(e, "packet: misrouted, forced, by a local port",
	     p->misrouted + 2 * p->forced + 4 * p->went_local);
}

static void emit_input(struct emitter *e, const struct oracle *o, const struct df_port *port,
		       u32 vcs)
{
	for (u32 vc = 0; vc < vcs; vc++) {
		e->at.vc = vc;
		emit(e, "packets in the queue", port->queue[vc].count);
		for (u32 i = 0; i < port->queue[vc].count; i++)
			emit_traveller(e, fifo_at(&port->queue[vc], i)->packet);
	}
	e->at.vc = -1;
	emit(e, "packets under way", port->way.count);
	for (u32 i = 0; i < port->way.count; i++) {
		emit(e, "cycles until it is ready", fifo_at(&port->way, i)->cycle - o->now);
		emit(e, "its VC", fifo_at(&port->way, i)->vc);
		emit_traveller(e, fifo_at(&port->way, i)->packet);
	}
}

static void emit_credits(struct emitter *e, const struct router *r, u32 at, u32 vcs)
{
	const struct df_port *port = &r->dragonfly->port[at];
	const struct oracle *o = r->o;

	for (u32 vc = 0; vc < vcs; vc++) {
		u64 back = 0, sum = 0;

		for (u32 i = 0; i < port->back[vc].count; i++) {
			const struct flit *f = fifo_at(&port->back[vc], i);

			back += f->index;
			sum += f->index * (f->cycle - o->now);
		}
		e->at.vc = vc;
		emit(e, "credits", df_space(r, at, vc));
		if (o->cfg.dragonfly.shared)
			emit(e, "taken of the shared memory", port->used[vc]);
		if (df_counts_minimal(o))
			emit(e, "phits on the minimal way", port->minimal[vc]);
		emit(e, "credits under way", back);
		emit(e, "cycles until they arrive", sum);
	}
	e->at.vc = -1;
}

/* Return the number of VCs of inputs of @kind, also of a kind that routers do not have. */
static u32 vcs_of(const struct oracle *o, u32 kind)
{
	const struct ss_dragonfly_config *own = &o->cfg.dragonfly;

	return kind == 0 ? own->inject_vcs : kind == 1 ? o->cfg.vcs + own->reply_vcs :
							 own->global_vcs + own->reply_global_vcs;
}

static void emit_usage(struct emitter *e, const struct router *r)
{
	const struct oracle *o = r->o;

	for (u32 kind = 0; kind < 3; kind++) {
		const struct df_usage *u = &r->dragonfly->usage[kind];

		e->at.index = kind;
		emit(e, "requests to arbiters of inputs", u->input_requests);
		emit(e, "choices of these", u->input_grants);
		emit(e, "requests to arbiters of outputs", u->output_requests);
		emit(e, "grants of these", u->output_grants);
		for (u32 vc = 0; vc < vcs_of(o, kind); vc++) {
			e->at.vc = vc;
			emit(e, "phits that came", u->flits[vc]);
			emit(e, "phits held by inputs", u->held[vc]);
		}
		e->at.vc = -1;
		emit(e, "phits in outputs' queues", u->queued);
	}
	e->at.index = -1;
}

void df_emit(struct emitter *e, const struct router *r)
{
	const struct oracle *o = r->o;

	for (u32 i = 0; i < df_ports(o); i++) {
		const struct df_port *port = &r->dragonfly->port[i];

		e->at.port = i;
		emit(e, "input not free", left_until(o, df_input_free(o, port)));
		for (u32 vc = 0; o->cfg.dragonfly.input_speedup > 1 && vc < df_vcs(o, i); vc++) {
			e->at.vc = vc;
			emit(e, "packet not across", left_until(o, port->passes_until[vc]));
		}
		e->at.vc = -1;
		emit(e, "output not free", left_until(o, port->out_free));
		emit(e, "phits granted", port->granted);
		emit_leaving(e, o, port, df_is_node(o, i));
		emit_arbiter(e, df_input_priority(o), "input's arbiter", &port->in_arbiter,
			     df_vcs(o, i));
		if (df_has_node_pointer(o))
			emit(e, "output's pointer for nodes", port->node_pointer.pointer);
		emit_arbiter(e, o->cfg.priority, "output's arbiter", &port->out_arbiter,
			     df_ports(o));
		emit_input(e, o, port, df_vcs(o, i));
		if (!df_is_node(o, i))
			emit_credits(e, r, i, df_vcs(o, i));
	}
	e->at.port = -1;
	for (u32 i = 0; i < SS_MISROUTES; i++) {
		e->at.index = i;
		emit(e, "misrouted", r->dragonfly->misroutes[i]);
	}
	e->at.index = -1;
	if (o->cfg.usage)
		emit_usage(e, r);
}

void df_emit_injector(struct emitter *e, const struct node *n)
{
	const struct df_port *port = &n->router->dragonfly->port[n->id % df_shape(n->o)->p];

	for (u32 vc = 0; vc < n->o->cfg.dragonfly.inject_vcs; vc++) {
		e->at.vc = vc;
		emit(e, "injection: room", port->room[vc]);
	}
	e->at.vc = -1;
}

/* Return the phits in the queue of VC @vc and on their way to it. */
static u32 phits_for(const struct df_port *port, u32 vc)
{
	u32 n = 0;

	for (u32 i = 0; i < port->queue[vc].count; i++)
		n += fifo_at(&port->queue[vc], i)->packet->length;
	for (u32 i = 0; i < port->way.count; i++)
		if (fifo_at(&port->way, i)->vc == vc)
			n += fifo_at(&port->way, i)->packet->length;
	return n;
}

/*
 * Check that the phits of VC @vc behind output @i add up: phits in the queue or on their way, and
 * credits on their way.  For the queue of a node's port, check its room.
 */
static bool places_add_up(const struct router *r, u32 i, u32 vc)
{
	const struct df_port *out = &r->dragonfly->port[i];
	u32 sum = df_is_node(r->o, i) ? out->room[vc] : 0;

	for (u32 k = 0; k < out->back[vc].count; k++)
		sum += fifo_at(&out->back[vc], k)->index;
	if (out->peer)
		sum += phits_for(&out->peer->dragonfly->port[out->peer_port], vc);
	else
		sum += phits_for(out, vc);
	return sum == (df_is_node(r->o, i) ? df_depth(r->o, i) : out->used[vc]);
}

/* Check that links lead back to where they come from. */
static bool is_wired(const struct router *r, u32 i)
{
	const struct df_port *out = &r->dragonfly->port[i], *back;

	if (!out->peer)
		return df_is_node(r->o, i);
	back = &out->peer->dragonfly->port[out->peer_port];
	return out->peer != r && back->peer == r && back->peer_port == i;
}

static bool queue_has_room(const struct router *r, const struct df_port *port)
{
	u32 sum = 0;

	for (u32 i = 0; i < port->leaving.count; i++)
		if (fifo_at(&port->leaving, i)->cycle >= r->o->now)
			sum += fifo_at(&port->leaving, i)->index;
	if (!r->o->cfg.dragonfly.output_depth)
		return port->next <= r->o->now + r->o->cfg.dragonfly.crossbar_delay +
				     r->o->cfg.max_packet;
	return sum <= r->o->cfg.dragonfly.output_depth;
}

static u64 packets_in(const struct oracle *o, const struct df_port *port, u32 i)
{
	u64 n = port->way.count + port->delivered.count;

	for (u32 vc = 0; vc < df_vcs(o, i); vc++)
		n += port->queue[vc].count;
	return n;
}

const char *df_audit(const struct oracle *o)
{
	u64 injected = 0, delivered = 0, inside = 0, granted = 0, passed = 0;

	for (u32 id = 0; id < o->routers; id++) {
		const struct router *r = &o->router[id];

		for (u32 i = 0; i < df_ports(o); i++) {
			const struct df_port *port = &r->dragonfly->port[i];

			if (!is_wired(r, i))
				return "a link does not lead back";
			if (!queue_has_room(r, port))
				return "an output's queue has more phits than places";
			for (u32 vc = 0; vc < df_vcs(o, i); vc++)
				if (!places_add_up(r, i, vc))
					return "places of a queue do not add up";
			inside += packets_in(o, port, i);
			granted += df_is_node(o, i) ? port->granted : 0;
		}
	}
	for (u32 id = 0; id < o->nodes; id++) {
		const struct source *s = &o->node[id].source;

		if (s->born + s->more + s->replies_made !=
		    s->dropped + s->injected + s->queue.count)
			return "packets born are not dropped, injected or queued";
		injected += s->injected;
		delivered += s->seen.stat[SEASTAR_SRC_DELIVERED];
		passed += s->seen.stat[SEASTAR_SRC_FLITS];
	}
	if (injected != delivered + inside)
		return "packets injected are not delivered or in the network";
	if (granted < passed)
		return "more phits are delivered than granted";
	return NULL;
}
