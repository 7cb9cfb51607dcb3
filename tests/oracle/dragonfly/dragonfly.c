// SPDX-License-Identifier: GPL-2.0-only
/*
 * The Dragonfly router, tick by tick: docs/dragonfly-router.md, sections 1 to 7.
 */
#include <stdio.h>
#include <stdlib.h>

#include "dragonfly.h"

#define M(name, right, wrong)	MUTATE(o->mutant, name, right, wrong)

/* Section 1: the network. */

u32 df_ports(const struct oracle *o)
{
	return o->cfg.dragonfly.p + o->cfg.dragonfly.a - 1 + o->cfg.dragonfly.h;
}

bool df_is_node(const struct oracle *o, u32 port)
{
	return port < o->cfg.dragonfly.p;
}

static bool is_global(const struct oracle *o, u32 port)
{
	return port >= o->cfg.dragonfly.p + o->cfg.dragonfly.a - 1;
}

/* The port as results count it. */
static u32 kind_of_port(const struct oracle *o, u32 port)
{
	return df_is_node(o, port) ? 0 : is_global(o, port) ? 2 : 1;
}

u32 df_vcs(const struct oracle *o, u32 port)
{
	return df_is_node(o, port) ? o->cfg.inject_vcs :
	       is_global(o, port) ? o->cfg.global_vcs : o->cfg.vcs;
}

u32 df_depth(const struct oracle *o, u32 port)
{
	return df_is_node(o, port) ? o->cfg.inject_depth :
	       is_global(o, port) ? o->cfg.global_depth : o->cfg.input_depth;
}

static u64 delay_of(const struct oracle *o, u32 port)
{
	return is_global(o, port) ? o->cfg.global_delay : o->cfg.link_delay;
}

static u32 links(const struct oracle *o)
{
	return o->cfg.dragonfly.a * o->cfg.dragonfly.h;
}

static u32 groups(const struct oracle *o)
{
	return links(o) + 1;
}

static u32 group_of(const struct oracle *o, u32 router)
{
	return router / o->cfg.dragonfly.a;
}

static u32 router_of(const struct oracle *o, u32 node)
{
	return node / o->cfg.dragonfly.p;
}

/* Where global link @k of group @g leads: to group @to, as its link @back. */
static void follow(const struct oracle *o, u32 g, u32 k, u32 *to, u32 *back)
{
	bool palm = o->cfg.dragonfly.arrangement == SS_ARRANGE_PALM;
	u32 all = links(o);

	palm = M(DF_ARRANGEMENT, palm, !palm);
	if (palm) {
		u32 shift = M(DF_PALM, 0, 1);
		u32 turned = (k + shift) % all;

		*to = (g + groups(o) - (turned + 1)) % groups(o);
		*back = (all - 1 - turned + all - shift) % all;
		return;
	}
	*to = k < g ? k : k + 1;
	/* the link of that group that leads here */
	*back = g < *to ? g : g - 1;
}

static void wire_locals(struct router *r)
{
	struct oracle *o = r->o;
	u32 a = o->cfg.dragonfly.a, first = group_of(o, r->id) * a, port = o->cfg.dragonfly.p;

	for (u32 other = first; other < first + a; other++) {
		u32 back = o->cfg.dragonfly.p;

		if (other == r->id)
			continue;
		for (u32 i = first; i < r->id; i++)
			back += i != other;
		r->dragonfly->port[port].peer = &o->router[other];
		r->dragonfly->port[port++].peer_port = back;
	}
}

static void wire_globals(struct router *r)
{
	struct oracle *o = r->o;
	u32 a = o->cfg.dragonfly.a, h = o->cfg.dragonfly.h, first = o->cfg.dragonfly.p + a - 1;

	for (u32 i = 0; i < h; i++) {
		u32 to, back;

		follow(o, group_of(o, r->id), r->id % a * h + i, &to, &back);
		r->dragonfly->port[first + i].peer = &o->router[to * a + back / h];
		r->dragonfly->port[first + i].peer_port = first + back % h;
	}
}

static void df_init(struct router *r)
{
	const struct oracle *o = r->o;
	struct df_router *d = calloc(1, sizeof(*d));

	if (!d) {
		fprintf(stderr, "oracle: out of memory\n");
		exit(1);
	}
	r->dragonfly = d;
	wire_locals(r);
	wire_globals(r);
	for (u32 i = 0; i < df_ports(o); i++) {
		struct df_port *port = &d->port[i];

		for (u32 k = 0; k < DF_MOST_PORTS; k++) {
			port->in_arbiter.order[k] = k;
			port->out_arbiter.order[k] = k;
		}
		for (u32 vc = 0; vc < df_vcs(o, i); vc++) {
			if (df_is_node(o, i))
				port->room[vc] = df_depth(o, i);
			else
				port->credits[vc] = df_depth(o, i);
		}
	}
}

static void free_packets(struct fifo *f)
{
	for (u32 i = 0; i < f->count; i++)
		free(fifo_at(f, i)->packet);
	fifo_clear(f);
}

static void df_free(struct router *r)
{
	for (u32 i = 0; i < df_ports(r->o); i++) {
		struct df_port *port = &r->dragonfly->port[i];

		free_packets(&port->way);
		free_packets(&port->delivered);
		fifo_clear(&port->leaving);
		for (u32 vc = 0; vc < DF_MOST_VCS; vc++) {
			free_packets(&port->queue[vc]);
			fifo_clear(&port->back[vc]);
		}
	}
	free(r->dragonfly);
}

/* Section 5: routing. */

/* A hop: the port, and the VC of the input beyond it with its place in the order, from 1. */
struct hop {
	u32 port, vc, place;
};

/* The port of @r whose link leads to router @to. */
static u32 link_to(const struct router *r, u32 to)
{
	u32 port = r->o->cfg.dragonfly.p;

	while (r->dragonfly->port[port].peer->id != to)
		port++;
	return port;
}

/* The router of @r's group that has the link to group @to. */
static const struct router *exit_to(const struct router *r, u32 to)
{
	const struct oracle *o = r->o;
	u32 a = o->cfg.dragonfly.a, first = group_of(o, r->id) * a;

	for (u32 id = first; id < first + a; id++)
		for (u32 port = o->cfg.dragonfly.p + a - 1; port < df_ports(o); port++)
			if (group_of(o, o->router[id].dragonfly->port[port].peer->id) == to)
				return &o->router[id];
	assert(false);
	return NULL;
}

/* The next port on the minimal way to another group. */
static u32 port_to_group(const struct router *r, u32 to)
{
	const struct oracle *o = r->o;
	const struct router *leaves = exit_to(r, to);
	u32 port = o->cfg.dragonfly.p + o->cfg.dragonfly.a - 1;

	if (leaves != r)
		return link_to(r, leaves->id);
	while (group_of(o, r->dragonfly->port[port].peer->id) != to)
		port++;
	return port;
}

/* The order of typed VCs. */
static const char *order_of(const struct oracle *o)
{
	return o->cfg.routing == SS_ROUTE_MIN ? "lgl" :
	       o->cfg.routing == SS_ROUTE_VAL ? "lgllgl" : "lglgl";
}

static u32 count_of(const char *order, char type)
{
	u32 n = 0;

	for (; *order; order++)
		n += *order == type;
	return n;
}

/* The place of VC @vc of a type. */
static u32 place_of(const char *order, char type, u32 vc)
{
	u32 place = 0;

	for (;; place++)
		if (order[place] == type && vc-- == 0)
			return place + 1;
}

/* The first place of a type after place @place, the first of all being 1. */
static u32 place_after(const char *order, char type, u32 place)
{
	while (order[place] && order[place] != type)
		place++;
	assert(order[place]);
	return place + 1;
}

/* How many VCs of the same type come before that of @place. */
static u32 vc_at(const char *order, u32 place)
{
	u32 vc = 0;

	for (u32 i = 0; i + 1 < place; i++)
		vc += order[i] == order[place - 1];
	return vc;
}

/* The VC by a hop's part in the longest way. */
static u32 role_vc(const struct oracle *o, const struct packet *p, char type, bool near)
{
	u32 all = count_of(order_of(o), type);

	if (p->via)
		return type == 'l' && near ? all - M(DF_ROLE_VIA, 3, 2) : 0;
	return type == 'l' && !near ? all - M(DF_ROLE, 2, 1) : all - 1;
}

static u32 target_group(const struct oracle *o, const struct packet *p)
{
	if (!p->via)
		return group_of(o, router_of(o, p->dest));
	return o->cfg.routing == SS_ROUTE_VAL ? group_of(o, p->via - 1) : p->via - 1;
}

/* Where the packet at a front of @r goes next. */
static struct hop next_hop(const struct router *r, const struct packet *p)
{
	const struct oracle *o = r->o;
	u32 target = p->via && o->cfg.routing == SS_ROUTE_VAL ? p->via - 1 : router_of(o, p->dest);
	u32 group = target_group(o, p);
	bool near = group == group_of(o, r->id);
	struct hop hop = { 0 };
	char type;

	if (!p->via && target == r->id) {
		hop.port = p->dest % o->cfg.dragonfly.p;
		return hop;
	}
	hop.port = near ? link_to(r, target) : port_to_group(r, group);
	type = is_global(o, hop.port) ? 'g' : 'l';
	if (o->cfg.order == SS_ORDER_ROLE)
		hop.place = place_of(order_of(o), type, role_vc(o, p, type, near));
	else
		hop.place = place_after(order_of(o), type, M(DF_VC_STAYS, p->place, 0));
	hop.vc = vc_at(order_of(o), hop.place);
	return hop;
}

/* May a packet from group @from to group @to have its intermediate router, or group, in @group? */
static bool allows(const struct oracle *o, u32 from, u32 to, u32 group)
{
	bool by_source = o->cfg.valiant != SS_VALIANT_DESTINATION;
	bool own = from == to && o->cfg.valiant == SS_VALIANT_SOURCE;

	if (!M(DF_VALIANT, by_source, !by_source))
		return group != to;
	return M(DF_VALIANT_OWN, own, false) ? group == from : group != from;
}

/* Draw the intermediate router or group of @p: its number plus one, or 0. */
static u32 draw_via(struct oracle *o, const struct packet *p)
{
	u32 from = group_of(o, router_of(o, p->source)), to = group_of(o, router_of(o, p->dest));
	bool by_group = o->cfg.routing == SS_ROUTE_VAL_GROUP;
	u32 all = by_group ? groups(o) : o->routers, allowed = 0, pick;
	u64 key = ss_rng_key(o->node[p->source].source.key, SS_STREAM_ROUTES);

	o->seen[SEEN_DF_MIN] += o->cfg.routing == SS_ROUTE_MIN;
	o->seen[SEEN_DF_VAL] += o->cfg.routing == SS_ROUTE_VAL;
	o->seen[SEEN_DF_VAL_GROUP] += by_group;
	if (o->cfg.routing == SS_ROUTE_MIN)
		return 0;
	if (by_group && from == to && o->cfg.valiant == SS_VALIANT_SOURCE) {
		o->seen[SEEN_DF_OWN_GROUP]++;
		return 0;
	}
	for (u32 i = 0; i < all; i++)
		allowed += allows(o, from, to, by_group ? i : group_of(o, i));
	pick = ss_rng_below(ss_rng_draw(key, p->number + M(DF_DRAW, 0, 1)), allowed);
	for (u32 i = 0; i < all; i++)
		if (allows(o, from, to, by_group ? i : group_of(o, i)) && !pick--)
			return i + 1;
	assert(false);
	return 0;
}

/* The hop of @p is looked for in @r: has it reached its intermediate router, or group? */
static void look_for(const struct router *r, struct packet *p)
{
	struct oracle *o = r->o;
	u32 here = o->cfg.routing == SS_ROUTE_VAL ? r->id : group_of(o, r->id);

	if (p->via != here + 1)
		return;
	o->seen[SEEN_DF_AT_SOURCE] += !p->place;
	p->via = 0;
}

/* That of whoever is at a front. */
static void look_at_fronts(struct router *r)
{
	for (u32 i = 0; i < df_ports(r->o); i++)
		for (u32 vc = 0; vc < df_vcs(r->o, i); vc++)
			if (r->dragonfly->port[i].queue[vc].count)
				look_for(r, fifo_at(&r->dragonfly->port[i].queue[vc], 0)->packet);
}

/* Section 3, phase 1: arrivals. */

static void take_ready(struct router *r, u32 i)
{
	struct oracle *o = r->o;
	struct df_port *port = &r->dragonfly->port[i];

	while (port->way.count && fifo_at(&port->way, 0)->cycle <= o->now) {
		struct flit f = fifo_pop(&port->way);
		u32 reg = f.vc < 3 ? f.vc : M(DF_REGISTER, 3, f.vc % 4);
		u64 *regs = r->regs[kind_of_port(o, i)];

		regs[SEASTAR_REG_VC0_PKTS + reg]++;
		regs[SEASTAR_REG_VC0_FLITS + reg] += f.packet->length;
		o->seen[SEEN_DF_BEHIND] += port->queue[f.vc].count > 0;
		o->seen[SEEN_DF_HIGH_VC] += f.vc > 3;
		if (M(DF_LOOK, false, true))
			look_for(r, f.packet);
		fifo_push(&port->queue[f.vc], f);
	}
}

static void df_arrivals(struct router *r)
{
	struct oracle *o = r->o;

	for (u32 i = 0; i < df_ports(o); i++) {
		struct df_port *port = &r->dragonfly->port[i];

		take_ready(r, i);
		for (u32 vc = 0; vc < df_vcs(o, i); vc++)
			while (port->back[vc].count && fifo_at(&port->back[vc], 0)->cycle == o->now)
				port->credits[vc] += fifo_pop(&port->back[vc]).index;
		/* places of the packet that left in the cycle before are free */
		while (port->leaving.count && fifo_at(&port->leaving, 0)->cycle +
					      M(DF_PLACE_EARLY, 1, 0) <= o->now) {
			struct flit left = fifo_pop(&port->leaving);

			port->taken = left.cycle + left.index;
		}
	}
	look_at_fronts(r);
}

/* Section 4: allocation. */

static void serve(const struct oracle *o, struct df_arbiter *a, u32 candidates, u32 who)
{
	u32 at = 0;

	a->pointer = (who + M(DF_POINTER_STAYS, 1, 0)) % candidates;
	while (a->order[at] != who)
		at++;
	for (; at + 1 < candidates; at++)
		a->order[at] = a->order[at + 1];
	a->order[candidates - 1] = who;
}

/* Whom an arbiter chooses of those that have a packet, or -1. */
static int choose(struct oracle *o, const struct df_arbiter *a, u32 candidates,
		  const struct packet *const *packet)
{
	u32 rivals = 0, tied = 0;
	int best = -1;

	for (u32 i = 0; i < candidates; i++) {
		bool older;
		u32 who = i;

		if (o->cfg.priority == SS_PRIORITY_TURN)
			who = (M(DF_TURN, a->pointer, 0) + i) % candidates;
		else if (o->cfg.priority == SS_PRIORITY_RECENT)
			who = a->order[M(DF_RECENT, i, candidates - 1 - i)];
		if (!packet[who])
			continue;
		rivals++;
		if (best < 0) {
			best = who;
			continue;
		}
		tied += packet[who]->birth == packet[best]->birth;
		older = M(DF_OLDEST, packet[who]->birth < packet[best]->birth,
			  packet[who]->birth > packet[best]->birth) ||
			M(DF_OLDEST_TIE, false, packet[who]->birth == packet[best]->birth);
		if (o->cfg.priority == SS_PRIORITY_AGE && older)
			best = who;
	}
	o->seen[SEEN_DF_CONTEST] += rivals > 1;
	o->seen[SEEN_DF_TIED] += o->cfg.priority == SS_PRIORITY_AGE && tied;
	return best;
}

static u32 places_taken(const struct df_port *port)
{
	u32 taken = 0;

	for (u32 i = 0; i < port->leaving.count; i++)
		taken += fifo_at(&port->leaving, i)->index;
	return taken;
}

/* Is @port granted while its node takes nothing? */
static bool waits_for_idle(const struct oracle *o, u32 port)
{
	return o->cfg.sink == M(DF_SINK, SS_SINK_IDLE, SS_SINK_PORT) && df_is_node(o, port);
}

/* Can the packet at a front go now? */
static bool can_go(struct router *r, const struct packet *p)
{
	struct oracle *o = r->o;
	struct hop hop = next_hop(r, p);
	const struct df_port *out = &r->dragonfly->port[hop.port];
	u32 needs = p->length + M(DF_CREDITS_OVER, 0, 1) - M(DF_CREDITS_SHORT, 0, 1);

	if (out->out_free > o->now) {
		o->seen[SEEN_DF_BUSY]++;
		return false;
	}
	if (waits_for_idle(o, hop.port) && out->taken > o->now) {
		o->seen[SEEN_DF_TAKING]++;
		return false;
	}
	if (places_taken(out) + p->length > o->cfg.output_depth) {
		o->seen[SEEN_DF_FULL]++;
		return false;
	}
	if (!df_is_node(o, hop.port) && out->credits[hop.vc] < needs) {
		o->seen[SEEN_DF_NO_CREDIT]++;
		return false;
	}
	return true;
}

/* Who requests which output: the front packet of a VC of an input, or NULL. */
struct request {
	const struct packet *packet;
	u32 vc, out;
};

static struct request request_of(struct router *r, u32 i)
{
	struct oracle *o = r->o;
	struct df_port *port = &r->dragonfly->port[i];
	const struct packet *able[DF_MOST_VCS] = { NULL };
	struct request request = { 0 };
	int vc;

	if (port->in_free > o->now)
		return request;
	for (u32 k = 0; k < df_vcs(o, i); k++)
		if (port->queue[k].count && can_go(r, fifo_at(&port->queue[k], 0)->packet))
			able[k] = fifo_at(&port->queue[k], 0)->packet;
	vc = choose(o, &port->in_arbiter, df_vcs(o, i), able);
	if (vc < 0)
		return request;
	if (M(DF_POINTER_REQUEST, o->cfg.pointer == SS_POINTER_REQUEST, false) ||
	    M(DF_POINTER_GRANT, false, true))
		serve(o, &port->in_arbiter, df_vcs(o, i), vc);
	request.packet = able[vc];
	request.vc = vc;
	request.out = next_hop(r, able[vc]).port;
	return request;
}

/* For how long a grant of @p makes its ports busy. */
static u64 time_of(struct oracle *o, const struct packet *p)
{
	u64 speedup = M(DF_SPEEDUP, o->cfg.speedup, 1);
	u64 crossing = (p->length + speedup - 1) / speedup;

	if (p->tail_in <= o->now + crossing)
		return crossing;
	o->seen[SEEN_DF_TAIL]++;
	return M(DF_TAIL, p->tail_in - o->now, crossing);
}

/* The room that @p had at input @i, on @vc, is free for whoever is before that. */
static void give_back(struct router *r, u32 i, u32 vc, const struct packet *p)
{
	struct oracle *o = r->o;
	const struct df_port *in = &r->dragonfly->port[i];
	u64 delay = M(DF_CREDIT_GLOBAL, delay_of(o, i), o->cfg.link_delay);

	if (df_is_node(o, i))
		r->dragonfly->port[i].room[vc] += p->length;
	else
		fifo_push(&in->peer->dragonfly->port[in->peer_port].back[vc],
			  (struct flit){ .index = p->length, .cycle = o->now + delay });
}

/* @p leaves @r by @hop, and has been sent by @out in cycle @when. */
static void send(struct router *r, struct df_port *out, struct hop hop, struct packet *p, u64 when)
{
	struct oracle *o = r->o;
	u64 arrives = when + delay_of(o, hop.port);

	if (df_is_node(o, hop.port)) {
		fifo_push(&out->delivered, (struct flit){
			.packet = p, .cycle = when + p->length - M(DF_DELIVERY, 0, 1),
		});
		return;
	}
	out->credits[hop.vc] -= p->length;
	p->place = hop.place;
	p->tail_in = arrives + p->length;
	p->came = arrives + o->cfg.router_delay;
	fifo_push(&out->peer->dragonfly->port[out->peer_port].way, (struct flit){
		.packet = p, .vc = hop.vc, .cycle = p->came,
	});
}

/* The request of VC @vc of input @i is granted. */
static void grant(struct router *r, u32 i, u32 vc)
{
	struct oracle *o = r->o;
	struct df_port *in = &r->dragonfly->port[i], *out;
	struct packet *p = fifo_pop(&in->queue[vc]).packet;
	struct hop hop = next_hop(r, p);
	u64 until = o->now + time_of(o, p), when = o->now + o->cfg.crossbar_delay;
	u32 kind = kind_of_port(o, hop.port);

	out = &r->dragonfly->port[hop.port];
	r->passed[kind].packets++;
	r->passed[kind].waited += o->now - p->came + M(DF_WAITED, o->cfg.router_delay, 0);
	in->in_free = M(DF_IN_BUSY, until, 0);
	if (!waits_for_idle(o, hop.port))
		out->out_free = M(DF_OUT_BUSY, until, 0);
	out->granted += M(DF_GRANTED, p->length, 1);
	if (out->next > when) {
		o->seen[SEEN_DF_QUEUED]++;
		when = out->next;
	}
	out->next = when + M(DF_LINK, p->length, 1);
	fifo_push(&out->leaving, (struct flit){ .index = p->length, .cycle = when });
	give_back(r, i, vc, p);
	send(r, out, hop, p, when);
}

/* Output @i chooses among the requests, by input, if there are any. */
static bool grant_one(struct router *r, u32 i, const struct request *request)
{
	struct oracle *o = r->o;
	const struct packet *asking[DF_MOST_PORTS] = { NULL };
	struct df_port *in, *out = &r->dragonfly->port[i];
	bool transit = false, nodes = false;
	int winner;

	for (u32 k = 0; k < df_ports(o); k++) {
		if (!request[k].packet || request[k].out != i)
			continue;
		asking[k] = request[k].packet;
		if (df_is_node(o, k))
			nodes = true;
		else
			transit = true;
	}
	if (transit && o->cfg.transit) {
		o->seen[SEEN_DF_TRANSIT] += nodes;
		for (u32 k = 0; k < M(DF_TRANSIT, o->cfg.dragonfly.p, 0); k++)
			asking[k] = NULL;
	}
	winner = choose(o, &out->out_arbiter, df_ports(o), asking);
	if (winner < 0)
		return false;
	in = &r->dragonfly->port[winner];
	serve(o, &out->out_arbiter, df_ports(o), winner);
	if (o->cfg.pointer == SS_POINTER_GRANT ||
	    M(DF_POINTER_REQUEST, false, true))
		serve(o, &in->in_arbiter, df_vcs(o, winner), request[winner].vc);
	grant(r, winner, request[winner].vc);
	return true;
}

static void allocate(struct router *r)
{
	struct oracle *o = r->o;

	for (u32 n = 0; n < M(DF_ITERATIONS, o->cfg.iterations, 1); n++) {
		struct request request[DF_MOST_PORTS];

		for (u32 i = 0; i < df_ports(o); i++)
			request[i] = request_of(r, i);
		for (u32 i = 0; i < df_ports(o); i++)
			o->seen[SEEN_DF_LATER] += grant_one(r, i, request) && n > 0;
	}
	/* whoever was behind a packet that was granted is at the front */
	look_at_fronts(r);
}

/* Section 6: nodes. */

static u32 inject_vc(const struct oracle *o, const struct packet *p)
{
	u64 vcs = o->cfg.inject_vcs;

	return M(DF_INJECT_VC, p->dest * vcs / o->nodes, p->source * vcs / o->nodes);
}

static struct df_port *port_of(struct router *r, const struct packet *p)
{
	return &r->dragonfly->port[p->source % r->o->cfg.dragonfly.p];
}

static bool df_has_room(struct router *r, const struct packet *p)
{
	struct oracle *o = r->o;

	return port_of(r, p)->room[inject_vc(o, p)] >=
	       M(DF_INJECT_ROOM, p->length, o->cfg.max_packet);
}

static void df_inject(struct router *r, struct packet *p)
{
	struct oracle *o = r->o;
	u32 vc = inject_vc(o, p);

	channel_take(&o->node[p->source].source.channel, o->now, 1);
	p->via = draw_via(o, p);
	p->place = 0;
	p->tail_in = o->now + 1;
	p->came = o->now + o->cfg.router_delay + M(DF_INJECT, 1, 2);
	port_of(r, p)->room[vc] -= p->length;
	fifo_push(&port_of(r, p)->way, (struct flit){ .packet = p, .vc = vc, .cycle = p->came });
}

static void df_deliveries(struct router *r)
{
	struct oracle *o = r->o;

	for (u32 i = 0; i < o->cfg.dragonfly.p; i++) {
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

static void df_cycle(struct oracle *o)
{
	each_router(o, df_arrivals);
	if (M(DF_NODES_FIRST, false, true))
		each_node(o, source_cycle);
	each_router(o, allocate);
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
	.has_room = df_has_room,
	.inject = df_inject,
	.oldest = df_oldest,
	.audit = df_audit,
	.emit = df_emit,
	.emit_injector = df_emit_injector,
};
