// SPDX-License-Identifier: GPL-2.0-only
/*
 * The Dragonfly router, tick by tick: docs/dragonfly-router.md, sections 1 to 7 without 5, which is
 * in route.c.
 */
#include <stdio.h>
#include <stdlib.h>

#include "dragonfly.h"

#define M(name, right, wrong)	MUTATE(o->mutant, name, right, wrong)

/* Section 1: the network. */

u32 df_ports(const struct oracle *o)
{
	return df_shape(o)->p + df_shape(o)->a - 1 + df_shape(o)->h;
}

bool df_is_node(const struct oracle *o, u32 port)
{
	return port < df_shape(o)->p;
}

bool df_is_global(const struct oracle *o, u32 port)
{
	return port >= df_shape(o)->p + df_shape(o)->a - 1;
}

/* Return the kind by which results count a port. */
static u32 kind_of_port(const struct oracle *o, u32 port)
{
	return df_is_node(o, port) ? 0 : df_is_global(o, port) ? 2 : 1;
}

u32 df_vcs(const struct oracle *o, u32 port)
{
	const struct ss_dragonfly_config *own = &o->cfg.dragonfly;

	return df_is_node(o, port) ? own->inject_vcs :
	       df_is_global(o, port) ? own->global_vcs + own->reply_global_vcs :
				       o->cfg.vcs + own->reply_vcs;
}

u32 df_first_vc(const struct oracle *o, u32 port, const struct packet *p)
{
	if (!p->class_ || !M(DF_REPLY_VCS, o->cfg.dragonfly.reply_vcs, 0))
		return 0;
	return df_is_global(o, port) ? o->cfg.dragonfly.global_vcs : o->cfg.vcs;
}

u32 df_depth(const struct oracle *o, u32 port)
{
	return df_is_node(o, port) ? o->cfg.dragonfly.inject_depth :
	       df_is_global(o, port) ? o->cfg.dragonfly.global_depth : o->cfg.input_depth;
}

/* Return the phits reserved for each VC; the rest is for all VCs of a port (section 5). */
u32 df_reserve(const struct oracle *o, u32 port)
{
	if (!o->cfg.dragonfly.shared || df_is_node(o, port))
		return df_depth(o, port);
	return M(DF_SHARED_RESERVE, df_depth(o, port) * o->cfg.dragonfly.reserved / 100, 0);
}

u32 df_most(const struct oracle *o, u32 port)
{
	u32 own = df_reserve(o, port);

	return own + df_vcs(o, port) * (df_depth(o, port) - own);
}

static u32 beyond(u32 used, u32 own)
{
	return used > own ? used - own : 0;
}

u32 df_space(const struct router *r, u32 port, u32 vc)
{
	const struct oracle *o = r->o;
	const struct df_port *out = &r->dragonfly->port[port];
	u32 own = df_reserve(o, port), pool = df_most(o, port) - own;

	for (u32 i = 0; i < df_vcs(o, port); i++)
		pool -= beyond(out->used[i], own);
	return pool + M(DF_SHARED_OWN, beyond(own, out->used[vc]), beyond(own, out->used[0]));
}

static u64 delay_of(const struct oracle *o, u32 port)
{
	return df_is_global(o, port) ? o->cfg.dragonfly.global_delay : o->cfg.link_delay;
}

static u32 links(const struct oracle *o)
{
	return df_shape(o)->a * df_shape(o)->h;
}

u32 df_groups(const struct oracle *o)
{
	return links(o) + 1;
}

u32 df_group(const struct oracle *o, u32 router)
{
	return router / df_shape(o)->a;
}

u32 df_router_of(const struct oracle *o, u32 node)
{
	return node / df_shape(o)->p;
}

/* Find the other end of global link @k of group @g: group @to, and its link @back. */
static void follow(const struct oracle *o, u32 g, u32 k, u32 *to, u32 *back)
{
	bool palm = df_shape(o)->arrangement == SS_ARRANGE_PALM;
	u32 all = links(o);

	palm = M(DF_ARRANGEMENT, palm, !palm);
	if (palm) {
		u32 shift = M(DF_PALM, 0, 1);
		u32 turned = (k + shift) % all;

		*to = (g + df_groups(o) - (turned + 1)) % df_groups(o);
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
	u32 a = df_shape(o)->a, first = df_group(o, r->id) * a, port = df_shape(o)->p;

	for (u32 other = first; other < first + a; other++) {
		u32 back = df_shape(o)->p;

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
	u32 a = df_shape(o)->a, h = df_shape(o)->h, first = df_shape(o)->p + a - 1;

	for (u32 i = 0; i < h; i++) {
		u32 to, back;

		follow(o, df_group(o, r->id), r->id % a * h + i, &to, &back);
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
			port->node_pointer.order[k] = k;
		}
		for (u32 vc = 0; vc < df_vcs(o, i); vc++) {
			if (df_is_node(o, i))
				port->room[vc] = df_depth(o, i);
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
			df_look_for(r, f.packet);
		fifo_push(&port->queue[f.vc], f);
	}
}

/* Look for the hops of packets at fronts. */
static void look_at_fronts(struct router *r)
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

bool df_has_node_pointer(const struct oracle *o)
{
	return o->cfg.priority == SS_PRIORITY_TURN && o->cfg.dragonfly.transit;
}

u32 df_input_priority(const struct oracle *o)
{
	u32 own = o->cfg.dragonfly.input_priority;

	if (own == SS_INPUT_PRIORITY_SAME || M(DF_INPUT_PRIORITY, false, true))
		return o->cfg.priority;
	return own - SS_INPUT_PRIORITY_OWN;
}

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

/* Return the cycle in which @p was made, from which its age counts. */
static u64 made(const struct oracle *o, const struct packet *p)
{
	return p->class_ ? M(DF_REPLY_AGE, p->injected, p->birth) : p->birth;
}

/* Choose by @priority a candidate among those that have a packet; -1: none has. */
static int choose(struct oracle *o, u32 priority, const struct df_arbiter *a, u32 candidates,
		  const struct packet *const *packet)
{
	u32 rivals = 0, tied = 0;
	int best = -1;

	for (u32 i = 0; i < candidates; i++) {
		bool older;
		u32 who = i;

		if (priority == SS_PRIORITY_TURN)
			who = (M(DF_TURN, a->pointer, 0) + i) % candidates;
		else if (priority == SS_PRIORITY_RECENT)
			who = a->order[M(DF_RECENT, i, candidates - 1 - i)];
		if (!packet[who])
			continue;
		rivals++;
		if (best < 0) {
			best = who;
			continue;
		}
		tied += made(o, packet[who]) == made(o, packet[best]);
		older = M(DF_OLDEST, made(o, packet[who]) < made(o, packet[best]),
			  made(o, packet[who]) > made(o, packet[best])) ||
			M(DF_OLDEST_TIE, false, made(o, packet[who]) == made(o, packet[best]));
		if (priority == SS_PRIORITY_AGE && older)
			best = who;
	}
	o->seen[SEEN_DF_CONTEST] += rivals > 1;
	o->seen[SEEN_DF_TIED] += priority == SS_PRIORITY_AGE && tied;
	return best;
}

static u32 places_taken(const struct df_port *port)
{
	u32 taken = 0;

	for (u32 i = 0; i < port->leaving.count; i++)
		taken += fifo_at(&port->leaving, i)->index;
	return taken;
}

/* Return true if @port is granted only while its node takes no packet. */
static bool waits_for_idle(const struct oracle *o, u32 port)
{
	return o->cfg.dragonfly.sink == M(DF_SINK, SS_SINK_IDLE, SS_SINK_PORT) &&
	       df_is_node(o, port);
}

/* Section 7: replies. */

/* Return true if @p is a request that its node will answer. */
static bool asks(const struct oracle *o, const struct packet *p)
{
	return oracle_has_replies(o) && !p->class_ &&
	       M(DF_REPLY_OLD, p->traffic == o->traffic_number, true);
}

/* Return the first VC of a node's port for packets of @class_, and into @vcs how many there are. */
static u32 inject_vcs(const struct oracle *o, u32 class_, u32 *vcs)
{
	u32 all = o->cfg.dragonfly.inject_vcs, requests = oracle_has_replies(o) ? all / 2 : all;

	if (!oracle_has_replies(o) || !M(DF_REPLY_INJECT, class_, 0)) {
		*vcs = requests;
		return 0;
	}
	*vcs = all - requests;
	return requests;
}

/* Return the VC of a node's port for a packet of @class_ to @dest, if destinations choose VCs. */
static u32 inject_vc(const struct oracle *o, u64 dest, u32 class_)
{
	u32 vcs, first = inject_vcs(o, class_, &vcs);

	return first + dest * vcs / o->nodes;
}

static u32 longest_reply(const struct oracle *o)
{
	u32 longest = 0;

	for (u32 i = 0; i < SS_MAX_LENGTHS; i++)
		if (o->traffic.reply.flits[i] > longest)
			longest = o->traffic.reply.flits[i];
	return M(DF_REPLY_LONGEST, longest, o->traffic.reply.flits[0]);
}

/* Return true if @phits fit on the VC that the reply to @p will enter, whichever it will be. */
static bool has_reply_room(const struct oracle *o, const struct packet *p,
			   const struct df_port *port, u32 phits)
{
	u32 vcs, first = inject_vcs(o, 1, &vcs), rooms = 0;

	if (o->cfg.dragonfly.inject_select == SS_INJECT_DESTINATION)
		return port->room[inject_vc(o, p->source, 1)] >= phits;
	for (u32 vc = first; vc < first + vcs; vc++)
		rooms += port->room[vc] >= phits;
	if (o->cfg.dragonfly.inject_select == SS_INJECT_JSQ)
		return rooms;
	return M(DF_REPLY_DRAWN, rooms == vcs, rooms);
}

/*
 * Return true if there is room for the replies to @p and to all requests on their way to the node
 * at @port.
 */
static bool can_be_answered(struct router *r, const struct packet *p, const struct df_port *port)
{
	struct oracle *o = r->o;
	u32 asking = 1;

	for (u32 i = 0; i < port->delivered.count; i++)
		asking += asks(o, fifo_at(&port->delivered, i)->packet);
	o->seen[SEEN_DF_REPLY_OWED] += asking > 1;
	if (has_reply_room(o, p, port, M(DF_REPLY_OWED, asking, 1) * longest_reply(o)))
		return true;
	o->seen[SEEN_DF_REPLY_HELD]++;
	return M(DF_REPLY_ROOM, false, true);
}

bool df_can_go(struct router *r, const struct packet *p, struct df_hop hop)
{
	struct oracle *o = r->o;
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
	if (!o->cfg.dragonfly.output_depth) {
		u64 crossed = o->now + M(DF_NO_QUEUE, o->cfg.dragonfly.crossbar_delay, 0);

		if (out->next > crossed) {
			o->seen[SEEN_DF_NO_QUEUE]++;
			return false;
		}
	} else if (places_taken(out) + p->length > o->cfg.dragonfly.output_depth) {
		o->seen[SEEN_DF_FULL]++;
		return false;
	}
	if (!df_is_node(o, hop.port) && df_space(r, hop.port, hop.vc) < needs) {
		o->seen[SEEN_DF_POOL_EMPTY] += o->cfg.dragonfly.shared &&
					       out->used[hop.vc] < df_depth(o, hop.port);
		o->seen[SEEN_DF_NO_CREDIT]++;
		return false;
	}
	return !df_is_node(o, hop.port) || !asks(o, p) || can_be_answered(r, p, out);
}

/* An input's request for an output: the front packet of a VC, or NULL, with its attempt. */
struct request {
	const struct packet *packet;
	u32 vc;
	struct df_attempt attempt;
};

static struct df_asker asker_of(struct router *r, u32 pass, u32 i, u32 vc)
{
	return (struct df_asker){
		.r = r, .pass = pass, .in = i, .vc = vc,
		.p = fifo_at(&r->dragonfly->port[i].queue[vc], 0)->packet,
	};
}

static struct request request_of(struct router *r, u32 pass, u32 i)
{
	struct oracle *o = r->o;
	struct df_port *port = &r->dragonfly->port[i];
	const struct packet *able[DF_MOST_VCS] = { NULL };
	struct df_attempt attempt[DF_MOST_VCS];
	struct request request = { 0 };
	int vc;

	if (port->in_free > o->now)
		return request;
	for (u32 k = 0; k < df_vcs(o, i); k++) {
		struct df_asker asker;

		if (!port->queue[k].count)
			continue;
		asker = asker_of(r, pass, i, k);
		attempt[k] = df_attempt(&asker);
		if (df_flexible(o))
			df_flex(&asker, &attempt[k]);
		if (!attempt[k].waits && df_can_go(r, asker.p, attempt[k].hop))
			able[k] = asker.p;
	}
	vc = choose(o, df_input_priority(o), &port->in_arbiter, df_vcs(o, i), able);
	if (vc < 0)
		return request;
	if (M(DF_POINTER_REQUEST, o->cfg.dragonfly.pointer == SS_POINTER_REQUEST, false) ||
	    M(DF_POINTER_GRANT, false, true))
		serve(o, &port->in_arbiter, df_vcs(o, i), vc);
	request.packet = able[vc];
	request.vc = vc;
	request.attempt = attempt[vc];
	return request;
}

/* Return the cycles that the crossbar takes for a packet that is all there. */
static u64 crossing_of(const struct oracle *o, const struct packet *p)
{
	u64 speedup = M(DF_SPEEDUP, o->cfg.dragonfly.speedup, 1);

	return (p->length + speedup - 1) / speedup;
}

/* Return for how long a grant of @p makes its input busy. */
static u64 time_of(struct oracle *o, const struct packet *p)
{
	u64 crossing = crossing_of(o, p);

	if (p->tail_in <= o->now + crossing)
		return crossing;
	o->seen[SEEN_DF_TAIL]++;
	o->seen[SEEN_DF_ENTERING] += !p->place;
	return M(DF_TAIL, p->tail_in - o->now, crossing);
}

/* Return for how long a grant of @p makes its output busy. */
static u64 output_time_of(struct oracle *o, const struct packet *p)
{
	bool crossbar = o->cfg.dragonfly.output_time == SS_OUTPUT_CROSSBAR;

	return M(DF_OUTPUT_TIME, crossbar, !crossbar) ? crossing_of(o, p) : time_of(o, p);
}

/* Give the room of @p at input @i, on @vc, back to the router or node before that. */
static void give_back(struct router *r, u32 i, u32 vc, const struct packet *p, bool strayed)
{
	struct oracle *o = r->o;
	const struct df_port *in = &r->dragonfly->port[i];
	u64 delay = M(DF_CREDIT_GLOBAL, delay_of(o, i), o->cfg.link_delay);
	u32 credited = M(DF_SHARED_CREDIT, vc, o->cfg.dragonfly.shared ? df_vcs(o, i) - 1 : vc);

	if (df_is_node(o, i))
		r->dragonfly->port[i].room[vc] += p->length;
	else
		fifo_push(&in->peer->dragonfly->port[in->peer_port].back[credited],
			  (struct flit){ .index = p->length, .cycle = o->now + delay,
					 .vc = M(DF_MIN_CRED, !strayed, true) });
}

/* Send @p from @r by @hop; @out has sent it in cycle @when. */
static void send(struct router *r, struct df_port *out, struct df_hop hop, struct packet *p,
		 u64 when)
{
	struct oracle *o = r->o;
	u64 arrives = when + delay_of(o, hop.port);

	if (df_is_node(o, hop.port)) {
		fifo_push(&out->delivered, (struct flit){
			.packet = p, .cycle = when + p->length - M(DF_DELIVERY, 0, 1),
		});
		return;
	}
	out->used[hop.vc] += p->length;
	out->minimal[hop.vc] += p->misrouted ? 0 : p->length;
	o->seen[SEEN_DF_POOL] += out->used[hop.vc] > df_depth(o, hop.port);
	p->place = hop.place;
	p->tail_in = arrives + p->length;
	p->came = arrives + o->cfg.router_delay;
	p->hops[df_is_global(o, hop.port)]++;
	fifo_push(&out->peer->dragonfly->port[out->peer_port].way, (struct flit){
		.packet = p, .vc = hop.vc, .cycle = p->came,
	});
}

/* Note a packet that passes from @in to @port, for the contention counters. */
static void pass(struct df_port *in, u32 vc, u32 port, const struct packet *p)
{
	in->passing_vc = vc;
	in->passing_out = port;
	in->passing_dest = p->dest;
}

/* Return the part of the latency that waiting before, or behind, the link at @port belongs to. */
static u32 part_of(struct oracle *o, u32 port)
{
	if (df_is_global(o, port))
		return SS_LATENCY_GLOBAL;
	return M(DF_PART, SS_LATENCY_LOCAL, SS_LATENCY_GLOBAL);
}

/* Grant the request of input @i. */
static void grant(struct router *r, u32 i, const struct request *request)
{
	struct oracle *o = r->o;
	u32 vc = request->vc;
	struct df_asker asker = asker_of(r, 0, i, vc);
	struct df_port *in = &r->dragonfly->port[i], *out;
	struct packet *p = fifo_pop(&in->queue[vc]).packet;
	struct df_hop hop = request->attempt.hop;
	u64 when = o->now + o->cfg.dragonfly.crossbar_delay;
	u32 kind = kind_of_port(o, hop.port);
	bool strayed;

	strayed = p->misrouted;
	df_granted(&asker, &request->attempt, p);
	pass(in, vc, hop.port, p);
	out = &r->dragonfly->port[hop.port];
	r->passed[kind].packets++;
	r->passed[kind].waited += o->now - p->came + M(DF_WAITED, o->cfg.router_delay, 0);
	in->in_free = M(DF_IN_BUSY, o->now + time_of(o, p), o->now + 1);
	if (!waits_for_idle(o, hop.port))
		out->out_free = M(DF_OUT_BUSY, o->now + output_time_of(o, p), 0);
	out->granted += M(DF_GRANTED, p->length, 1);
	if (out->next > when) {
		o->seen[SEEN_DF_QUEUED]++;
		when = out->next;
	}
	p->waited[df_is_node(o, i) ? SS_LATENCY_INJECTION : part_of(o, i)] += o->now - p->came;
	p->waited[df_is_node(o, hop.port) ? M(DF_PART_NODE, SS_LATENCY_EJECTION, SS_LATENCY_LOCAL) :
					    part_of(o, hop.port)] +=
		when - o->now - o->cfg.dragonfly.crossbar_delay;
	out->next = when + M(DF_LINK, p->length, 1);
	fifo_push(&out->leaving, (struct flit){ .index = p->length, .cycle = when });
	give_back(r, i, vc, p, strayed);
	send(r, out, hop, p, when);
}

/* Return the arbiter of output @out: with transit=first round robin has a second one, for nodes. */
static struct df_arbiter *arbiter_of(struct oracle *o, struct df_port *out, bool from_nodes)
{
	struct df_arbiter *usual = &out->out_arbiter, *nodes = &out->node_pointer;
	bool apart = df_has_node_pointer(o) && from_nodes;

	o->seen[SEEN_DF_NODE_POINTER] += apart && nodes->pointer != usual->pointer;
	return M(DF_NODE_POINTER, apart, false) ? nodes : usual;
}

/* Let output @i choose among the requests, by input, if there are any. */
static bool grant_one(struct router *r, u32 i, const struct request *request)
{
	struct oracle *o = r->o;
	const struct packet *asking[DF_MOST_PORTS] = { NULL };
	struct df_port *in, *out = &r->dragonfly->port[i];
	bool transit = false, nodes = false;
	struct df_arbiter *arbiter;
	int winner;

	for (u32 k = 0; k < df_ports(o); k++) {
		if (!request[k].packet || request[k].attempt.hop.port != i)
			continue;
		asking[k] = request[k].packet;
		if (df_is_node(o, k))
			nodes = true;
		else
			transit = true;
	}
	if (transit && o->cfg.dragonfly.transit) {
		o->seen[SEEN_DF_TRANSIT] += nodes;
		for (u32 k = 0; k < M(DF_TRANSIT, df_shape(o)->p, 0); k++)
			asking[k] = NULL;
	}
	arbiter = arbiter_of(o, out, nodes && !transit);
	winner = choose(o, o->cfg.priority, arbiter, df_ports(o), asking);
	if (winner < 0)
		return false;
	in = &r->dragonfly->port[winner];
	serve(o, arbiter, df_ports(o), winner);
	if (o->cfg.dragonfly.pointer == SS_POINTER_GRANT ||
	    M(DF_POINTER_REQUEST, false, true))
		serve(o, &in->in_arbiter, df_vcs(o, winner), request[winner].vc);
	grant(r, winner, &request[winner]);
	return true;
}

static void allocate(struct router *r)
{
	struct oracle *o = r->o;

	for (u32 n = 0; n < M(DF_ITERATIONS, o->cfg.dragonfly.iterations, 1); n++) {
		struct request request[DF_MOST_PORTS];

		for (u32 i = 0; i < df_ports(o); i++)
			request[i] = request_of(r, n, i);
		for (u32 i = 0; i < df_ports(o); i++)
			o->seen[SEEN_DF_LATER] += grant_one(r, i, request) && n > 0;
	}
	/* packets that were behind granted ones are at the front now */
	look_at_fronts(r);
}

/* Section 6: nodes. */

static struct df_port *port_of(struct router *r, const struct packet *p)
{
	return &r->dragonfly->port[p->source % df_shape(r->o)->p];
}

static u32 drawn_vc(const struct oracle *o, const struct packet *p)
{
	u32 vcs, first = inject_vcs(o, p->class_, &vcs);
	u64 key = ss_rng_key(o->node[p->source].source.key, SS_STREAM_INJECT_VCS);
	u64 n = 2 * p->number + M(DF_INJECT_DRAW, p->class_, 0);

	return first + ss_rng_below(ss_rng_draw(key, n), vcs);
}

static u32 emptiest_vc(const struct oracle *o, const struct df_port *port, u32 class_)
{
	u32 vcs, best = inject_vcs(o, class_, &vcs), end = best + vcs;

	for (u32 vc = best; vc < end; vc++)
		if (port->room[vc] > port->room[best] ||
		    M(DF_INJECT_TIE, false, port->room[vc] == port->room[best]))
			best = vc;
	return best;
}

/* The VC of its node's port that @p enters. */
static u32 vc_of(struct router *r, const struct packet *p)
{
	struct oracle *o = r->o;
	u32 vcs, first = inject_vcs(o, p->class_, &vcs), vc;

	switch (o->cfg.dragonfly.inject_select) {
	case SS_INJECT_RANDOM:
		o->seen[SEEN_DF_INJECT_RANDOM] += vcs > 1;
		return drawn_vc(o, p);
	case SS_INJECT_JSQ:
		vc = emptiest_vc(o, port_of(r, p), p->class_);
		o->seen[SEEN_DF_INJECT_JSQ] += vc != first;
		return vc;
	}
	return inject_vc(o, M(DF_INJECT_VC, p->dest, p->source), p->class_);
}

static bool df_has_room(struct router *r, const struct packet *p)
{
	struct oracle *o = r->o;

	return port_of(r, p)->room[vc_of(r, p)] >=
	       M(DF_INJECT_ROOM, p->length, o->cfg.max_packet);
}

/* Choose the intermediate router or group, unless it is drawn in each attempt. */
static void choose_via(struct oracle *o, struct packet *p)
{
	u32 stream = p->class_ ? M(DF_REPLY_DRAW, SS_STREAM_REPLY_ROUTES, SS_STREAM_ROUTES) :
				 SS_STREAM_ROUTES;
	u64 key = ss_rng_key(o->node[p->source].source.key, stream);

	o->seen[SEEN_DF_ROUTED_MIN + o->cfg.routing - SS_ROUTE_LISTED]++;
	p->via = 0;
	if (!df_routing(o)->valiant || o->cfg.dragonfly.adaptive.redraw)
		return;
	p->via = df_draw_via(o, p, ss_rng_draw(key, p->number + M(DF_DRAW, 0, 1)));
}

static void enter(struct router *r, struct packet *p)
{
	struct oracle *o = r->o;
	u32 vc = vc_of(r, p);
	bool flits = o->cfg.dragonfly.entry == SS_ENTRY_FLITS;

	choose_via(o, p);
	p->tail_in = o->now + 1 + (M(DF_ENTRY, flits, !flits) ? p->length : 0);
	p->came = o->now + o->cfg.router_delay + M(DF_INJECT, 1, 2);
	port_of(r, p)->room[vc] -= p->length;
	fifo_push(&port_of(r, p)->way, (struct flit){ .packet = p, .vc = vc, .cycle = p->came });
}

static void df_inject(struct router *r, struct packet *p)
{
	struct oracle *o = r->o;

	channel_take(&o->node[p->source].source.channel, o->now, 1);
	enter(r, p);
}

/* Turn a request that was delivered in this cycle into its reply. */
static void df_answer(struct router *r, struct packet *p)
{
	struct oracle *o = r->o;

	o->seen[SEEN_DF_REPLY]++;
	p->header |= 1 << M(DF_REPLY_BIT, 10, 11);
	p->place = 0;
	p->decided = false;
	p->misrouted = false;
	p->forced = false;
	p->went_local = false;
	p->crossed = false;
	memset(p->waited, 0, sizeof(p->waited));
	memset(p->hops, 0, sizeof(p->hops));
	if (M(DF_REPLY_CHANNEL, false, true))
		channel_take(&o->node[p->source].source.channel, o->now, 1);
	enter(r, p);
	p->came -= M(DF_REPLY_EARLY, 0, 1);
}

/* Return the cycles of a packet of @length phits that meets no other (section 3). */
static u64 alone(const struct oracle *o, u64 local, u64 global, u32 length)
{
	u32 router = o->cfg.router_delay + o->cfg.dragonfly.crossbar_delay;

	return 1 + (local + global + 1) * router + length +
	       local * o->cfg.link_delay + global * o->cfg.dragonfly.global_delay;
}

/* Walk along the minimal path of @p, link by link, counting links of each kind. */
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

static void df_cycle(struct oracle *o)
{
	each_router(o, df_arrivals);
	if (M(DF_NODES_FIRST, false, true))
		each_node(o, source_cycle);
	if (df_adapts(o)) {
		each_router(o, df_sense);
		each_router(o, df_decide);
	}
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
	.report_path = df_report_path,
	.has_room = df_has_room,
	.inject = df_inject,
	.answer = df_answer,
	.oldest = df_oldest,
	.audit = df_audit,
	.emit = df_emit,
	.emit_injector = df_emit_injector,
};
