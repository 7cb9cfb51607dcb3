// SPDX-License-Identifier: GPL-2.0-only
/* Arbiters, requests and grants: docs/dragonfly-router.md, section 4. */
#include "dragonfly.h"

#define M(name, right, wrong)	MUTATE(o->mutant, name, right, wrong)

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

/* Choose by @priority one of the candidates that have a packet; -1: none has. */
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

/* Count the packets of an input that pass the crossbar until after cycle @t. */
static u32 crossing_beyond(const struct df_port *port, u64 t)
{
	u32 n = 0;

	for (u32 vc = 0; vc < DF_MOST_VCS; vc++)
		n += port->passes_until[vc] > t;
	return n;
}

u64 df_input_free(const struct oracle *o, const struct df_port *port)
{
	u64 t = o->now;

	while (crossing_beyond(port, t) >=
	       M(DF_INPUT_SPEEDUP, o->cfg.dragonfly.input_speedup, 1))
		t++;
	return t;
}

static u32 places_taken(const struct df_port *port)
{
	u32 taken = 0;

	for (u32 i = 0; i < port->leaving.count; i++)
		taken += fifo_at(&port->leaving, i)->index;
	return taken;
}

/* Return true if output @port is granted only while its node receives no packet. */
static bool waits_for_idle(const struct oracle *o, u32 port)
{
	return o->cfg.dragonfly.sink == M(DF_SINK, SS_SINK_IDLE, SS_SINK_PORT) &&
	       df_is_node(o, port);
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
	return !df_is_node(o, hop.port) || !df_asks(o, p) || df_can_be_answered(r, p, out);
}

/* An input's request: the front packet of a VC, and its attempt.  Packet NULL: no request. */
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

/* Count the request of input @i, which its arbiter chose among @able. */
static void count_request(struct router *r, u32 i, const struct packet *const *able,
			  const struct request *request)
{
	struct df_usage *usage = r->dragonfly->usage;
	struct oracle *o = r->o;
	u32 kind = df_kind_of_port(o, i), to = df_kind_of_port(o, request->attempt.hop.port);

	for (u32 vc = 0; vc < df_vcs(o, i); vc++)
		usage[kind].input_requests += M(DF_INPUT_REQUESTS, !!able[vc],
						vc == request->vc);
	usage[M(DF_INPUT_GRANTS, kind, to)].input_grants++;
	usage[M(DF_OUTPUT_REQUESTS, to, kind)].output_requests++;
}

static struct request request_of(struct router *r, u32 pass, u32 i)
{
	struct oracle *o = r->o;
	struct df_port *port = &r->dragonfly->port[i];
	const struct packet *able[DF_MOST_VCS] = { NULL };
	struct df_attempt attempt[DF_MOST_VCS];
	struct request request = { 0 };
	int vc;

	if (df_input_free(o, port) > o->now)
		return request;
	o->seen[SEEN_DF_INPUT_SPEEDUP] += crossing_beyond(port, o->now) > 0;
	for (u32 k = 0; k < df_vcs(o, i); k++) {
		struct df_asker asker;

		if (!port->queue[k].count)
			continue;
		if (M(DF_VC_CROSSING, port->passes_until[k] > o->now, false))
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
	count_request(r, i, able, &request);
	return request;
}

/* Return the cycles that the crossbar takes for a packet that has arrived completely. */
static u64 crossing_of(const struct oracle *o, const struct packet *p)
{
	u64 speedup = M(DF_SPEEDUP, o->cfg.dragonfly.speedup, 1);

	return (p->length + speedup - 1) / speedup;
}

/* Return the cycles for which a grant of @p makes its input busy. */
static u64 time_of(struct oracle *o, const struct packet *p)
{
	u64 crossing = crossing_of(o, p);

	if (p->tail_in <= o->now + crossing)
		return crossing;
	o->seen[SEEN_DF_TAIL]++;
	o->seen[SEEN_DF_ENTERING] += !p->place;
	return M(DF_TAIL, p->tail_in - o->now, crossing);
}

/* Return the cycles for which a grant of @p makes its output busy. */
static u64 output_time_of(struct oracle *o, const struct packet *p)
{
	bool crossbar = o->cfg.dragonfly.output_time == SS_OUTPUT_CROSSBAR;

	return M(DF_OUTPUT_TIME, crossbar, !crossbar) ? crossing_of(o, p) : time_of(o, p);
}

/* Return the room of @p, in VC @vc of input @i, to the router or node that sent it. */
static void give_back(struct router *r, u32 i, u32 vc, const struct packet *p, bool strayed)
{
	struct oracle *o = r->o;
	const struct df_port *in = &r->dragonfly->port[i];
	u64 delay = M(DF_CREDIT_GLOBAL, df_delay_of(o, i), o->cfg.link_delay);
	u32 credited = M(DF_SHARED_CREDIT, vc, o->cfg.dragonfly.shared ? df_vcs(o, i) - 1 : vc);

	if (df_is_node(o, i))
		r->dragonfly->port[i].room[vc] += p->length;
	else
		fifo_push(&in->peer->dragonfly->port[in->peer_port].back[credited],
			  (struct flit){ .index = p->length, .cycle = o->now + delay,
					 .vc = M(DF_MIN_CRED, !strayed, true) });
}

/* Send @p from @r by @hop; output @out begins to send it in cycle @when. */
static void send(struct router *r, struct df_port *out, struct df_hop hop, struct packet *p,
		 u64 when)
{
	struct oracle *o = r->o;
	u64 arrives = when + df_delay_of(o, hop.port);

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

/* Record a packet that passes from @in to @port, for the contention counters. */
static void pass(struct df_port *in, u32 vc, u32 port, const struct packet *p)
{
	in->passing_out[vc] = port;
	in->passing_dest[vc] = p->dest;
}

/* Return the part of the latency that counts the waits at the link of @port. */
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
	u32 kind = df_kind_of_port(o, hop.port);
	bool strayed;

	strayed = p->misrouted;
	df_granted(&asker, &request->attempt, p);
	pass(in, vc, hop.port, p);
	out = &r->dragonfly->port[hop.port];
	r->dragonfly->usage[M(DF_OUTPUT_GRANTS, kind, df_kind_of_port(o, i))].output_grants++;
	r->passed[kind].packets++;
	r->passed[kind].waited += o->now - p->came + M(DF_WAITED, o->cfg.router_delay, 0);
	in->passes_until[vc] = M(DF_IN_BUSY, o->now + time_of(o, p), o->now + 1);
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

/*
 * Return the arbiter of output @out.  With transit=first, round robin has a second one, for
 * requests from nodes.
 */
static struct df_arbiter *arbiter_of(struct oracle *o, struct df_port *out, bool from_nodes)
{
	struct df_arbiter *usual = &out->out_arbiter, *nodes = &out->node_pointer;
	bool apart = df_has_node_pointer(o) && from_nodes;

	o->seen[SEEN_DF_NODE_POINTER] += apart && nodes->pointer != usual->pointer;
	return M(DF_NODE_POINTER, apart, false) ? nodes : usual;
}

/* Let output @i grant one of the requests, listed by input; false if none is for it. */
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

void df_allocate(struct router *r)
{
	struct oracle *o = r->o;

	for (u32 n = 0; n < M(DF_ITERATIONS, o->cfg.dragonfly.iterations, 1); n++) {
		struct request request[DF_MOST_PORTS];

		for (u32 i = 0; i < df_ports(o); i++)
			request[i] = request_of(r, n, i);
		for (u32 i = 0; i < df_ports(o); i++)
			o->seen[SEEN_DF_LATER] += grant_one(r, i, request) && n > 0;
	}
	/* packets behind the granted ones are at the front now */
	df_look_at_fronts(r);
}
