// SPDX-License-Identifier: GPL-2.0-only
/*
 * Check the sums that must hold between any two cycles, whatever the traffic.
 */
#include "vc/vc.h"

/* Count the flits on @f that are for @vc. */
static u32 flits_for(const struct fifo *f, u32 vc)
{
	u32 n = 0;

	for (u32 i = 0; i < f->count; i++)
		n += fifo_at(f, i)->vc == vc;
	return n;
}

/* Check that credits, credits on their way, and flits fill the buffers behind an output. */
static bool credits_add_up(const struct router *r, u32 port)
{
	const struct output *out = &r->out[port];

	for (u32 vc = 0; vc < r->o->vcs; vc++) {
		const struct input *in =
			&r->neighbour[port]->in[opposite(port)];
		u32 sum = out->credits[vc] + out->credit_wire[vc].count +
			  in->buffer[vc].count + flits_for(&in->wire, vc);

		if (out->sending && out->vc == vc)
			sum += out->sending->length - out->sent;
		if (sum != r->o->cfg.input_depth)
			return false;
	}
	return true;
}

static bool room_adds_up(const struct router *r)
{
	const struct source *s = &r->node->source;

	for (u32 vc = 0; vc < r->o->vcs; vc++) {
		u32 sum = s->room[vc] +
			  r->in[SEASTAR_PORT_PROC].buffer[vc].count;

		if (s->entering && injection_vc(r->o, s->entering) == vc)
			sum += s->entering->length - s->entered;
		if (sum != r->o->cfg.input_depth)
			return false;
	}
	return true;
}

static bool staging_adds_up(const struct router *r, u32 port)
{
	for (u32 in = 0; in < SS_PORTS; in++) {
		for (u32 vc = 0; vc < r->o->vcs; vc++) {
			const struct staging *s = &r->out[port].staging[in][vc];
			const struct input *from = &r->in[in];
			u32 sum = s->flits.count;

			if (from->passing && from->out == port &&
			    from->out_vc == vc)
				sum += from->passing;
			if (sum != s->taken || sum > r->o->cfg.seastar.staging_depth)
				return false;
		}
	}
	return true;
}

static u32 headers(const struct fifo *f)
{
	u32 n = 0;

	for (u32 i = 0; i < f->count; i++)
		n += fifo_at(f, i)->index == 0;
	return n;
}

/*
 * Count the packets that links of @r have granted, but of which no flit has left because of
 * retries.
 */
static u32 packets_late(const struct router *r)
{
	u32 n = 0;

	for (u32 port = 0; port < SS_PORTS; port++)
		n += r->out[port].sending && !r->out[port].sent;
	return n;
}

/* Count the packets in @r as packet_count does: by headers in buffers that are not granted. */
static u32 packets_inside(const struct router *r)
{
	u32 n = 0;

	for (u32 port = 0; port < SS_PORTS; port++) {
		for (u32 vc = 0; vc < r->o->vcs; vc++) {
			n += headers(&r->in[port].buffer[vc]);
			for (u32 in = 0; in < SS_PORTS; in++)
				n += headers(&r->out[port].staging[in][vc].flits);
		}
	}
	return n - packets_late(r);
}

/* Count the packets that were granted and have not reached another router, or their processor. */
static u32 packets_between(const struct router *r)
{
	u32 n = packets_late(r) + (r->out[SEASTAR_PORT_PROC].sending ? 1 : 0);

	for (u32 port = 0; port < SS_PORTS; port++)
		n += headers(&r->in[port].wire);
	return n;
}

/* Check an output of a virtual-channel router as credits_add_up() checks one of a SeaStar. */
static bool vc_places_add_up(const struct router *r, u32 port)
{
	const struct vc_port *out = &r->vc->port[port];
	const struct vc_port *in = &out->peer->vc->port[out->back];

	for (u32 vc = 0; vc < r->o->vcs; vc++)
		if (out->beyond[vc].credits + flits_for(&out->credits, vc) +
		    flits_for(&in->wire, vc) + in->buffer[vc].flits.count != r->o->cfg.input_depth)
			return false;
	return true;
}

static bool vc_room_adds_up(const struct router *r, u32 port)
{
	const struct vc_node *n = &r->vc->node[port];
	const struct vc_port *in = &r->vc->port[port];

	for (u32 vc = 0; vc < r->o->vcs; vc++)
		if (n->room[vc] + flits_for(&n->room_back, vc) + flits_for(&in->wire, vc) +
		    in->buffer[vc].flits.count != r->o->cfg.input_depth)
			return false;
	return true;
}

static const char *audit_router(const struct router *r)
{
	for (u32 i = 0; i < r->nodes; i++) {
		const struct source *s = &r->node[i].source;

		if (s->born + s->more + s->replies_made !=
		    s->dropped + s->injected + s->queue.count + s->replies.count)
			return "packets born are not dropped, injected or queued";
		if (!vc_room_adds_up(r, i))
			return "space of a node's input does not add up";
	}
	for (u32 port = 0; port < r->vc->ports; port++)
		if (r->vc->port[port].peer && !vc_places_add_up(r, port))
			return "credits of a link do not add up";
	return NULL;
}

const char *vc_audit(const struct oracle *o)
{
	const char *why = NULL;

	for (u32 id = 0; id < o->routers && !why; id++)
		why = audit_router(&o->router[id]);
	return why;
}

const char *seastar_audit(const struct oracle *o)
{
	u64 injected = 0, delivered = 0, dropped = 0, inside = 0;

	for (u32 id = 0; id < o->routers; id++) {
		const struct router *r = &o->router[id];
		const struct source *s = &r->node->source;
		u32 here = packets_inside(r);

		if (s->born + s->more + s->replies_made !=
		    s->dropped + s->injected + s->queue.count + s->replies.count)
			return "packets born are not dropped, injected or queued";
		if (here != r->aging.packet_count[0] + r->aging.packet_count[1])
			return "packet_count is not the packets in a router";
		if (!room_adds_up(r))
			return "space of input proc does not add up";
		for (u32 port = 0; port < SS_PORTS; port++) {
			if (!staging_adds_up(r, port))
				return "space of a staging buffer does not add up";
			if (r->neighbour[port] && !credits_add_up(r, port))
				return "credits of a link do not add up";
		}
		injected += s->injected;
		delivered += s->seen.stat[SEASTAR_SRC_DELIVERED];
		for (u32 why = SS_DROP_NONE + 1; why < SS_DROPS; why++)
			dropped += r->dropped[why];
		inside += here + packets_between(r);
	}
	if (injected != delivered + dropped + inside)
		return "packets injected are not delivered, dropped or in the network";
	return NULL;
}

bool oracle_is_empty(const struct oracle *o)
{
	for (u32 id = 0; id < o->routers; id++) {
		const struct router *r = &o->router[id];

		if (packets_inside(r) || packets_between(r) || r->node->source.replies.count)
			return false;
	}
	return true;
}
