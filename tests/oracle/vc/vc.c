// SPDX-License-Identifier: GPL-2.0-only
/*
 * The virtual-channel router, tick by tick: docs/vc-router.md, sections 2 to 4.
 */
#include <stdio.h>
#include <stdlib.h>

#include "topology.h"
#include "vc.h"

#define M(name, right, wrong)	MUTATE(o->mutant, name, right, wrong)

struct vc_node *vc_node_of(const struct node *n)
{
	return &n->router->vc->node[n->id - n->router->node->id];
}

/* Connect port @port of @r with the port that it leads to. */
static void wire(struct router *r, u32 port)
{
	const struct oracle_topology *t = topology_of(r->o);
	struct vc_port *p = &r->vc->port[port];
	int peer;

	if (!t) {
		p->peer = r->neighbour[port];
		p->back = opposite(port);
		p->row = port;
		return;
	}
	p->row = t->row(r->o, r->id, port);
	peer = vc_is_node(r, port) ? -1 : t->peer(r->o, r->id, port, &p->back);
	p->peer = peer < 0 ? NULL : &r->o->router[peer];
}

static void vc_init(struct router *r)
{
	const struct ss_config *cfg = &r->o->cfg;
	struct vc_router *v = calloc(1, sizeof(*v));

	if (!v) {
		fprintf(stderr, "oracle: out of memory\n");
		exit(1);
	}
	r->vc = v;
	v->ports = topology_of(r->o) ? r->o->topology.ports : SS_PORTS;
	for (u32 port = 0; port < v->ports; port++) {
		v->node[port].eject.rate[0] = cfg->eject[0];
		v->node[port].eject.rate[1] = cfg->eject[1];
		wire(r, port);
		for (u32 vc = 0; vc < r->o->vcs; vc++) {
			v->node[port].room[vc] = cfg->input_depth;
			v->port[port].beyond[vc].credits = cfg->input_depth;
		}
	}
}

static void free_tails(struct fifo *f)
{
	for (u32 i = 0; i < f->count; i++)
		if (fifo_at(f, i)->tail)
			free(fifo_at(f, i)->packet);
	fifo_clear(f);
}

static void vc_free(struct router *r)
{
	struct vc_router *v = r->vc;

	for (u32 port = 0; port < v->ports; port++) {
		for (u32 vc = 0; vc < r->o->vcs; vc++)
			free_tails(&v->port[port].buffer[vc].flits);
		free_tails(&v->port[port].wire);
		fifo_clear(&v->port[port].credits);
		free_tails(&v->node[port].leaving);
		fifo_clear(&v->node[port].room_back);
	}
	free(v);
}

static u32 class_of(const struct oracle *o, u32 vc)
{
	return vc / o->cfg.vcs;
}

/*
 * Return true if VC @vc is for packets beyond the dateline.  The first half of the VCs of a class,
 * rounded up, is for packets before it.
 */
static bool is_beyond_dateline(const struct oracle *o, u32 vc)
{
	u32 vcs = o->cfg.vcs;

	return vc % vcs >= M(VC_HALVES, vcs - vcs / 2, vcs / 2) && vcs > 1;
}

/* Return v of the VCv registers that count VC @vc. */
static u32 register_of(const struct oracle *o, u32 vc)
{
	return 2 * class_of(o, vc) + is_beyond_dateline(o, vc);
}

/*
 * Return true if VC @vc is for packets in stage @stage of their routing.  The stages share the VCs
 * of a class: stage s of n begins at VC s * vcs / n, rounded up.
 */
static bool is_of_stage(const struct oracle *o, u32 vc, u32 stage)
{
	u32 vcs = o->cfg.vcs, n = topology_of(o)->stages(o);

	return vc % vcs >= (stage * vcs + n - 1) / n && vc % vcs < ((stage + 1) * vcs + n - 1) / n;
}

/* Route packet @p, which came on VC @in_vc of input @in, by the topology: set output and VCs. */
static void route_by_topology(struct router *r, struct vc_buffer *b, u32 in, u32 in_vc,
			      const struct packet *p)
{
	const struct oracle_topology *t = topology_of(r->o);
	struct oracle *o = r->o;
	bool here = o->node[p->dest].router == r;
	u32 stage = 0;

	while (!vc_is_node(r, in) && !is_of_stage(o, in_vc, stage))
		stage++;
	b->out = here ? p->dest - r->node->id : t->route(o, r->id, p, &stage);
	for (u32 vc = 0; vc < o->vcs; vc++)
		b->may[vc] = class_of(o, vc) == class_of(o, in_vc) &&
			     (here || is_of_stage(o, vc, stage));
}

static void route_in_cube(struct router *r, struct vc_buffer *b, u32 in, u32 in_vc,
			  const struct packet *p)
{
	struct oracle *o = r->o;
	bool any, upper;

	vc_route(r, in, is_beyond_dateline(o, in_vc), p, &b->out, &upper, &any);
	for (u32 vc = 0; vc < o->vcs; vc++)
		b->may[vc] = class_of(o, vc) == class_of(o, in_vc) &&
			     (any || o->cfg.vcs == 1 || is_beyond_dateline(o, vc) == upper);
}

/* Begin the packet at the front of @b, which came on VC @in_vc of input @in, in cycle @t. */
static void begin(struct router *r, struct vc_buffer *b, u32 in, u32 in_vc, u64 t)
{
	struct oracle *o = r->o;
	const struct packet *p = fifo_at(&b->flits, 0)->packet;

	if (topology_of(o))
		route_by_topology(r, b, in, in_vc, p);
	else
		route_in_cube(r, b, in, in_vc, p);
	b->first = fifo_at(&b->flits, 0)->packet;
	b->sent = 0;
	b->state = ROUTING;
	b->from = t + M(VC_ROUTING, o->cfg.vc.routing_delay, o->cfg.vc.routing_delay + 1);
}

static void flit_comes(struct router *r, u32 port, struct flit f)
{
	struct oracle *o = r->o;
	struct vc_buffer *b = &r->vc->port[port].buffer[f.vc];

	r->regs[r->vc->port[port].row][SEASTAR_REG_VC0_FLITS + register_of(o, f.vc)]++;
	if (f.index == 0)
		r->regs[r->vc->port[port].row][SEASTAR_REG_VC0_PKTS + register_of(o, f.vc)]++;
	f.cycle = o->now;
	fifo_push(&b->flits, f);
	if (b->state == IDLE)
		begin(r, b, port, f.vc, o->now);
}

static void vc_arrivals(struct router *r)
{
	struct oracle *o = r->o;
	struct vc_router *v = r->vc;

	for (u32 port = 0; port < v->ports; port++) {
		struct vc_port *p = &v->port[port];
		struct vc_node *n = &v->node[port];

		while (p->wire.count && fifo_at(&p->wire, 0)->cycle == o->now)
			flit_comes(r, port, fifo_pop(&p->wire));
		while (p->credits.count && fifo_at(&p->credits, 0)->cycle == o->now)
			p->beyond[fifo_pop(&p->credits).vc].credits++;
		while (n->room_back.count && fifo_at(&n->room_back, 0)->cycle == o->now)
			n->room[fifo_pop(&n->room_back).vc]++;
	}
}

static bool is_whole(const struct oracle *o)
{
	return o->cfg.vc.flow == SS_FLOW_CUT_THROUGH;
}

/* Return the VC on which the node's packet @p would begin, or -1. */
static int injection_choice(const struct router *r, const struct packet *p)
{
	const struct oracle *o = r->o;
	const struct vc_node *v = vc_node_of(&o->node[p->source]);
	u32 needs = is_whole(o) ? M(VC_INJECT_WHOLE, p->length, 1) : 1;

	for (u32 i = 0; i < o->vcs; i++) {
		u32 vc = (M(VC_INJECT_TURN, v->inject_turn, 0) + i) % o->vcs;

		if (class_of(o, vc) == p->class_ && v->room[vc] >= needs)
			return vc;
	}
	return -1;
}

static bool vc_has_room(struct router *r, const struct packet *p)
{
	return injection_choice(r, p) >= 0;
}

/* Send a flit of the packet being injected. */
static void inject_flit(struct node *n)
{
	struct oracle *o = n->o;
	struct source *s = &n->source;
	struct vc_node *v = vc_node_of(n);
	struct flit f = { .packet = s->entering, .index = s->entered++, .vc = v->inject_vc };

	f.tail = s->entered == f.packet->length;
	f.cycle = o->now + o->cfg.link_delay;
	fifo_push(&n->router->vc->port[v - n->router->vc->node].wire, f);
	v->room[f.vc]--;
	channel_take(&s->channel, o->now, 1);
	if (f.tail)
		s->entering = NULL;
	else
		o->seen[SEEN_VC_INJECT_LONG]++;
}

static void vc_begin_injection(struct router *r, struct packet *p)
{
	struct node *n = &r->o->node[p->source];
	struct vc_node *v = vc_node_of(n);

	v->inject_vc = injection_choice(r, p);
	v->inject_turn = (v->inject_vc + 1) % r->o->vcs;
	n->source.entering = p;
	n->source.entered = 0;
	inject_flit(n);
}

static void vc_go_on_injecting(struct node *n)
{
	const struct vc_node *v = vc_node_of(n);
	struct oracle *o = n->o;

	if (!channel_free(&n->source.channel, o->now))
		return;
	if (v->room[v->inject_vc])
		inject_flit(n);
	else
		o->seen[SEEN_VC_INJECT_STALL]++;
}

/* Choose one of @n that @ask: the first from @turn on or, by age, the oldest; -1: none. */
static int choose(struct oracle *o, u32 n, const bool *ask, const u64 *birth, u32 turn)
{
	int best = -1;
	u32 asking = 0;

	for (u32 i = 0; i < n; i++) {
		u32 k = (turn + i) % n;

		if (!ask[k])
			continue;
		asking++;
		if (best < 0 || (o->cfg.priority == SS_PRIORITY_AGE &&
				 M(VC_OLDEST, birth[k] < birth[best], birth[k] > birth[best])))
			best = k;
	}
	o->seen[SEEN_VC_CONTEST] += asking > 1;
	return best;
}

static struct vc_buffer *buffer(struct router *r, u32 number)
{
	return &r->vc->port[number / r->o->vcs].buffer[number % r->o->vcs];
}

static u64 birth_of(const struct vc_buffer *b)
{
	return b->flits.count ? fifo_at(&b->flits, 0)->packet->birth : 0;
}

#define MOST_BUFFERS	(SS_VC_MAX_PORTS * SS_VC_MAX_VCS)

/* Return true if the packet of buffer @b requests VC @vc of its output, which is free. */
static bool asks_for(struct router *r, const struct vc_buffer *b, u32 vc)
{
	struct oracle *o = r->o;
	const struct vc_beyond *beyond = &r->vc->port[b->out].beyond[vc];
	const struct packet *p;

	if (b->state != ROUTING || b->from > o->now || !b->may[vc] || beyond->holder)
		return false;
	p = fifo_at(&b->flits, 0)->packet;
	if (!vc_is_node(r, b->out) && is_whole(o) &&
	    beyond->credits < M(VC_WHOLE, p->length, 1)) {
		o->seen[SEEN_VC_WHOLE]++;
		return false;
	}
	return true;
}

/*
 * One round of a separable allocator, which assigns things to askers.  @asker_turn and @thing_turn
 * are the round-robin positions of both sides.  @got receives the thing that each asker gets, or
 * -1.
 */
struct round {
	u32 askers, things;
	bool *ask;		/* requests, by asker, then thing */
	u64 *birth;		/* births of their packets, likewise */
	u32 *asker_turn, *thing_turn;
	int *got;
	bool by_age_last;	/* an asker chooses among its things by age, too */
};

/* Return true if @asker requests anything. */
static bool asks(const struct round *a, u32 asker)
{
	return memchr(a->ask + asker * a->things, true, a->things);
}

static void one_thing(struct oracle *o, const struct round *a, u32 asker, bool by_age)
{
	u32 priority = o->cfg.priority;
	int thing;

	if (!by_age)
		o->cfg.priority = SS_PRIORITY_TURN;
	thing = choose(o, a->things, a->ask + asker * a->things, a->birth + asker * a->things,
		       a->asker_turn[asker]);
	o->cfg.priority = priority;
	for (u32 k = 0; k < a->things; k++)
		a->ask[asker * a->things + k] &= (int)k == thing;
}

static void one_asker(struct oracle *o, const struct round *a, u32 thing)
{
	bool ask[MOST_BUFFERS] = { false };
	u64 birth[MOST_BUFFERS] = { 0 };
	bool any = false;
	int asker;

	for (u32 i = 0; i < a->askers; i++) {
		ask[i] = a->ask[i * a->things + thing];
		any |= ask[i];
		if (ask[i])
			birth[i] = a->birth[i * a->things + thing];
	}
	if (!any)
		return;
	asker = choose(o, a->askers, ask, birth, a->thing_turn[thing]);
	for (u32 i = 0; i < a->askers; i++)
		a->ask[i * a->things + thing] &= (int)i == asker;
}

static void allocate(struct oracle *o, const struct round *a)
{
	bool input_first = M(VC_ALLOCATOR, o->cfg.vc.allocator == SS_ALLOCATE_INPUT,
			     o->cfg.vc.allocator != SS_ALLOCATE_INPUT);

	for (u32 i = 0; i < a->askers && input_first; i++)
		if (asks(a, i))
			one_thing(o, a, i, a->by_age_last);
	for (u32 k = 0; k < a->things; k++)
		one_asker(o, a, k);
	for (u32 i = 0; i < a->askers; i++) {
		a->got[i] = -1;
		if (!asks(a, i))
			continue;
		if (!input_first)
			one_thing(o, a, i, a->by_age_last);
		for (u32 k = 0; k < a->things; k++)
			if (a->ask[i * a->things + k])
				a->got[i] = k;
	}
	for (u32 i = 0; i < a->askers; i++) {
		if (a->got[i] < 0)
			continue;
		a->asker_turn[i] = (a->got[i] + M(VC_ASKER_TURN, 1, 0)) % a->things;
		a->thing_turn[a->got[i]] = (i + M(VC_THING_TURN, 1, 0)) % a->askers;
	}
}

/* Return true if a packet requests a VC. */
static bool has_vc_requests(struct router *r)
{
	for (u32 i = 0; i < r->vc->ports * r->o->vcs; i++)
		if (buffer(r, i)->state == ROUTING && buffer(r, i)->from <= r->o->now)
			return true;
	return false;
}

static void vc_allocate_vcs(struct router *r)
{
	struct oracle *o = r->o;
	struct vc_router *v = r->vc;
	u32 buffers = v->ports * o->vcs;
	static bool ask[MOST_BUFFERS * MOST_BUFFERS];
	static u64 birth[MOST_BUFFERS * MOST_BUFFERS];
	u32 asker_turn[MOST_BUFFERS], thing_turn[MOST_BUFFERS];
	int got[MOST_BUFFERS];
	struct round round = {
		buffers, buffers, ask, birth, asker_turn, thing_turn, got, false
	};

	if (!has_vc_requests(r))
		return;
	/* things are VCs of outputs; a buffer asks for those of one output only */
	for (u32 i = 0; i < buffers; i++) {
		const struct vc_buffer *b = buffer(r, i);

		asker_turn[i] = b->out * o->vcs + b->turn;
		thing_turn[i] = v->port[i / o->vcs].beyond[i % o->vcs].turn;
		memset(ask + i * buffers, 0, buffers);
		for (u32 vc = 0; vc < o->vcs && b->state == ROUTING; vc++) {
			ask[i * buffers + b->out * o->vcs + vc] = asks_for(r, b, vc);
			birth[i * buffers + b->out * o->vcs + vc] = birth_of(b);
		}
	}
	allocate(o, &round);
	for (u32 i = 0; i < buffers; i++) {
		struct vc_buffer *b = buffer(r, i);

		v->port[i / o->vcs].beyond[i % o->vcs].turn = thing_turn[i];
		if (got[i] < 0) {
			if (b->state == ROUTING && b->from <= o->now) {
				r->regs[v->port[i / o->vcs].row][SEASTAR_REG_VC0_BLOCKED +
								 register_of(o, i % o->vcs)] +=
					M(VC_BLOCKED, 1, 2);
				o->seen[SEEN_VC_NONE]++;
			}
			continue;
		}
		b->turn = asker_turn[i] % o->vcs;
		b->state = ACTIVE;
		b->out_vc = got[i] % o->vcs;
		b->from = o->now + M(VC_DELAY, o->cfg.vc.vc_delay, o->cfg.vc.vc_delay + 1);
		v->port[b->out].beyond[b->out_vc].holder = b;
		o->seen[SEEN_VC_TURNED] += !topology_of(o) && b->out != SEASTAR_PORT_PROC &&
					   i >= o->vcs && b->out != opposite(i / o->vcs);
	}
}

/* Return true if buffer @b has a flit that may request the switch, if it has a credit. */
static bool has_flit(const struct router *r, const struct vc_buffer *b)
{
	const struct oracle *o = r->o;

	return b->state == ACTIVE && b->from <= o->now && b->flits.count;
}

static bool has_credit(struct router *r, const struct vc_buffer *b)
{
	return vc_is_node(r, b->out) || r->vc->port[b->out].beyond[b->out_vc].credits;
}

static bool may_pass(struct router *r, const struct vc_buffer *b)
{
	if (!has_flit(r, b) || !has_credit(r, b))
		return false;
	return !vc_is_node(r, b->out) || channel_free(&r->vc->node[b->out].eject, r->o->now);
}

static void count_stalls(struct router *r)
{
	struct oracle *o = r->o;

	for (u32 out = r->nodes; out < r->vc->ports; out++) {
		bool wanted = false, possible = false;

		for (u32 i = 0; i < r->vc->ports * o->vcs; i++) {
			const struct vc_buffer *b = buffer(r, i);

			if (!has_flit(r, b) || b->out != out)
				continue;
			wanted = true;
			possible |= has_credit(r, b);
		}
		if (wanted && !possible) {
			r->regs[r->vc->port[out].row][SEASTAR_REG_STALLED] += M(VC_STALLED, 1, 0);
			o->seen[SEEN_VC_STALLED]++;
		}
	}
}

/* Pass the front flit of @b, which is VC @vc of input @port, through the switch to its output. */
static void pass(struct router *r, struct vc_buffer *b, u32 port, u32 vc)
{
	struct oracle *o = r->o;
	const struct ss_config *cfg = &o->cfg;
	struct vc_router *v = r->vc;
	struct flit f = fifo_pop(&b->flits);
	u64 waited = o->now - f.cycle;
	u32 there = cfg->vc.switch_delay + cfg->vc.traversal_delay + cfg->link_delay;
	u32 back = cfg->vc.switch_delay + cfg->link_delay;
	struct flit credit = { .vc = vc, .cycle = o->now + M(VC_CREDIT, back, back + 1) };

	if (vc_is_node(r, port))
		fifo_push(&v->node[port].room_back, credit);
	else
		fifo_push(&v->port[port].peer->vc->port[v->port[port].back].credits, credit);
	if (f.index == 0) {
		r->passed[v->port[b->out].row].packets++;
		r->passed[v->port[b->out].row].waited += waited;
	}
	b->sent++;
	f.vc = b->out_vc;
	f.cycle = o->now + there;
	o->seen[SEEN_VC_STRETCHED] += f.index > 0 && f.cycle > o->now && !b->flits.count && !f.tail;
	if (vc_is_node(r, b->out)) {
		channel_take(&v->node[b->out].eject, o->now, 1);
		f.cycle += M(VC_DELIVERY, 1, 0);
		fifo_push(&v->node[b->out].leaving, f);
	} else {
		v->port[b->out].beyond[b->out_vc].credits--;
		fifo_push(&v->port[b->out].peer->vc->port[v->port[b->out].back].wire, f);
	}
	if (!f.tail)
		return;
	v->port[b->out].beyond[b->out_vc].holder = NULL;
	b->state = IDLE;
	if (b->flits.count) {
		o->seen[SEEN_VC_BEHIND]++;
		begin(r, b, port, vc, o->now + M(VC_SERIAL, 1, 0));
	}
}

/*
 * Choose a VC of input @port that requests output @out, or any output, by the rule of the input's
 * arbiter; -1: none.
 */
static int buffer_for(struct router *r, u32 port, u32 out, bool any_output)
{
	struct oracle *o = r->o;
	bool ask[SS_VC_MAX_VCS] = { false };
	u64 birth[SS_VC_MAX_VCS] = { 0 };

	for (u32 vc = 0; vc < o->vcs; vc++) {
		const struct vc_buffer *b = &r->vc->port[port].buffer[vc];

		ask[vc] = may_pass(r, b) && (any_output || b->out == out);
		birth[vc] = birth_of(b);
	}
	return choose(o, o->vcs, ask, birth, M(VC_SWITCH_VC, r->vc->port[port].vc_turn, 0));
}

static void vc_allocate_switch(struct router *r)
{
	struct oracle *o = r->o;
	struct vc_router *v = r->vc;
	bool input_first = o->cfg.vc.allocator == SS_ALLOCATE_INPUT;
	bool ask[SS_VC_MAX_PORTS * SS_VC_MAX_PORTS] = { false };
	u64 birth[SS_VC_MAX_PORTS * SS_VC_MAX_PORTS] = { 0 };
	int vc[SS_VC_MAX_PORTS][SS_VC_MAX_PORTS], got[SS_VC_MAX_PORTS];
	u32 asker_turn[SS_VC_MAX_PORTS], thing_turn[SS_VC_MAX_PORTS], ports = v->ports;
	struct round round = {
		ports, ports, ask, birth, asker_turn, thing_turn, got, true
	};

	count_stalls(r);
	for (u32 in = 0; in < ports; in++) {
		asker_turn[in] = v->port[in].out_turn;
		thing_turn[in] = v->port[in].in_turn;
		for (u32 out = 0; out < ports; out++) {
			int mine = buffer_for(r, in, out, input_first);
			const struct vc_buffer *b = &v->port[in].buffer[mine < 0 ? 0 : mine];

			vc[in][out] = mine;
			if (mine < 0 || b->out != out)
				continue;
			ask[in * ports + out] = true;
			birth[in * ports + out] = birth_of(b);
		}
	}
	allocate(o, &round);
	for (u32 in = 0; in < ports; in++) {
		u32 winner;

		v->port[in].out_turn = asker_turn[in];
		v->port[in].in_turn = thing_turn[in];
		if (got[in] < 0)
			continue;
		winner = vc[in][got[in]];
		v->port[in].vc_turn = (winner + M(VC_SWITCH_TURN, 1, 2)) % o->vcs;
		pass(r, &v->port[in].buffer[winner], in, winner);
	}
}

static void node_deliveries(struct node *n)
{
	struct oracle *o = n->o;
	struct fifo *leaving = &vc_node_of(n)->leaving;

	while (leaving->count && fifo_at(leaving, 0)->cycle == o->now) {
		struct flit f = fifo_pop(leaving);

		if (!f.tail)
			continue;
		o->seen[SEEN_VC_DELIVERED]++;
		source_delivery(n, f.packet);
	}
}

static void vc_deliveries(struct router *r)
{
	for (u32 i = 0; i < r->nodes; i++)
		node_deliveries(&r->node[i]);
}

static u64 vc_oldest(const struct router *r, u64 birth)
{
	for (u32 port = 0; port < r->vc->ports; port++) {
		birth = oldest_in(&r->vc->node[port].leaving, birth);
		birth = oldest_in(&r->vc->port[port].wire, birth);
		for (u32 vc = 0; vc < r->o->vcs; vc++)
			birth = oldest_in(&r->vc->port[port].buffer[vc].flits, birth);
	}
	return birth;
}

static void vc_arrivals_and_injection(struct router *r)
{
	vc_arrivals(r);
	for (u32 i = 0; i < r->nodes; i++)
		source_cycle(&r->node[i]);
}

static void vc_cycle(struct oracle *o)
{
	each_router(o, vc_arrivals_and_injection);
	each_router(o, vc_allocate_vcs);
	each_router(o, vc_allocate_switch);
	each_router(o, vc_deliveries);
	each_node(o, batch_cycle);
}

const struct oracle_kind oracle_vc = {
	.kind = &ss_vc_kind,
	.init = vc_init,
	.free = vc_free,
	.cycle = vc_cycle,
	.has_room = vc_has_room,
	.inject = vc_begin_injection,
	.go_on = vc_go_on_injecting,
	.oldest = vc_oldest,
	.audit = vc_audit,
	.emit = vc_emit,
	.emit_injector = vc_emit_injector,
};
