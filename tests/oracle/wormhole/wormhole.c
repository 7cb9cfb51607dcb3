// SPDX-License-Identifier: GPL-2.0-only
/*
 * The wormhole router, tick by tick: docs/wormhole-router.md, sections 2 to 4.
 */
#include <stdio.h>
#include <stdlib.h>

#include "wormhole.h"

#define M(name, right, wrong)	MUTATE(o->mutant, name, right, wrong)

static bool is_adaptive(const struct oracle *o)
{
	return o->cfg.routing == SS_ROUTE_ADAPTIVE;
}

static bool is_sequential(const struct oracle *o)
{
	return o->cfg.escape.crossbar == SS_CROSSBAR_SIC;
}

static u32 class_of(const struct oracle *o, u32 vc)
{
	return vc / o->cfg.vcs;
}

/* Return true if @vc is the adaptive VC of its class. */
static bool is_adaptive_vc(const struct oracle *o, u32 vc)
{
	return is_adaptive(o) && vc % o->cfg.vcs == o->cfg.vcs - 1;
}

u32 wh_depth(const struct oracle *o, u32 vc)
{
	u32 depth = o->cfg.input_depth;

	if (!is_adaptive(o) || is_adaptive_vc(o, vc))
		return depth;
	return M(WH_DEPTH, depth / 2 + depth % 2, depth);
}

u64 wh_connect_delay(const struct oracle *o)
{
	return is_sequential(o) ? 2 : 1;
}

static void wh_init(struct router *r)
{
	const struct oracle *o = r->o;
	struct wh_router *w = calloc(1, sizeof(*w));

	if (!w) {
		fprintf(stderr, "oracle: out of memory\n");
		exit(1);
	}
	r->wormhole = w;
	for (u32 c = 0; c < SS_CLASSES; c++) {
		w->eject[c].rate[0] = o->cfg.eject[0];
		w->eject[c].rate[1] = o->cfg.eject[1];
		w->room[c] = o->cfg.input_depth;
		for (u32 port = 0; port < SS_PORTS; port++)
			w->port[port].vc_last[c] = -1;
	}
	for (u32 port = 0; port < SS_PORTS; port++)
		for (u32 vc = 0; vc < o->vcs; vc++)
			w->port[port].output[vc].credits = wh_depth(o, vc);
}

static void free_tails(struct fifo *f)
{
	for (u32 i = 0; i < f->count; i++)
		if (fifo_at(f, i)->tail)
			free(fifo_at(f, i)->packet);
	fifo_clear(f);
}

static void wh_free(struct router *r)
{
	struct wh_router *w = r->wormhole;

	for (u32 port = 0; port < SS_PORTS; port++) {
		for (u32 vc = 0; vc < r->o->vcs; vc++)
			free_tails(&w->port[port].queue[vc].flits);
		fifo_clear(&w->port[port].back);
	}
	free_tails(&w->leaving);
	free(w);
}

/* Return v of the VCv registers that count VC @vc. */
static u32 register_of(const struct oracle *o, u32 vc)
{
	return 2 * class_of(o, vc) + (o->cfg.vcs > 1 && vc % o->cfg.vcs == o->cfg.vcs - 1);
}

static void add_option(struct wh_queue *q, u32 port, u32 vc)
{
	q->option[q->options].port = port;
	q->option[q->options++].vc = vc;
}

/* Return true if @p goes in + direction around ring @d; its source router decides. */
static bool goes_plus(struct router *r, u32 d, const struct packet *p)
{
	struct oracle *o = r->o;

	r = M(WH_TIES_HERE, &o->router[p->source], r);
	return M(WH_TIES, tossed_plus(r, d, p), true);
}

static u32 port_towards(struct router *r, u32 d, const struct packet *p)
{
	return SEASTAR_PORT_XP + 2 * d + (goes_plus(r, d, p) ? 0 : 1);
}

/*
 * Return true if the path of @p around ring @d crosses the link between the last and the first
 * router.
 */
static bool leads_over_wrap(struct router *r, u32 d, const struct packet *p)
{
	struct oracle *o = r->o;
	u32 k = o->cfg.size[d], to = o->router[p->dest].at[d], at = r->at[d];
	bool plus = goes_plus(r, d, p);

	if (plus && at == k - 1)
		return M(WH_WRAP_LATE, true, false);
	for (; at != to; at = (at + (plus ? 1 : k - 1)) % k)
		if (at == (plus ? k - 1 : 0))
			return true;
	return false;
}

/* Add the escape option: dimension order, on a VC by the rule of Dally and Seitz. */
static void add_escape(struct router *r, struct wh_queue *q, u32 first_vc)
{
	struct oracle *o = r->o;
	const struct packet *p = q->packet;
	u32 escapes = o->cfg.vcs - is_adaptive(o), d = 0, vc = first_vc;

	while (o->router[p->dest].at[d] == r->at[d])
		d++;
	if (escapes == 2 && !leads_over_wrap(r, d, p)) {
		vc += M(WH_WRAP, 1, 0);
		o->seen[SEEN_WH_SECOND]++;
	}
	add_option(q, port_towards(r, d, p), vc);
}

/* List the options of the packet at the front of @q, which came on VC @in_vc of input @in. */
static void list_options(struct router *r, struct wh_queue *q, u32 in, u32 in_vc)
{
	struct oracle *o = r->o;
	const u32 *to = o->router[q->packet->dest].at;
	u32 first_vc = class_of(o, in_vc) * o->cfg.vcs, adaptive = first_vc + o->cfg.vcs - 1;

	q->options = 0;
	if (q->packet->dest == r->id) {
		add_option(q, SEASTAR_PORT_PROC, first_vc);
		return;
	}
	for (u32 pass = 0; pass < 2 && is_adaptive(o); pass++) {
		for (u32 d = 0; d < SS_DIMS; d++) {
			bool straight = in != SEASTAR_PORT_PROC && (in - 1) / 2 == d;

			straight = M(WH_STRAIGHT, straight, false);
			if (to[d] != r->at[d] && straight == !pass)
				add_option(q, port_towards(r, d, q->packet), adaptive);
		}
	}
	if (q->options && M(WH_ESCAPE, false, true))
		return;
	add_escape(r, q, first_vc);
}

/* Begin the packet whose header is at the front of @q, and requests from cycle @t on. */
static void begin(struct router *r, struct wh_queue *q, u32 in, u32 in_vc, u64 t)
{
	q->packet = fifo_at(&q->flits, 0)->packet;
	q->state = WH_ASKING;
	q->sent = 0;
	q->choice = 0;
	q->refused = 0;
	q->asked = t;
	list_options(r, q, in, in_vc);
}

/* Return the first cycle in which header @f may request: before the cycle in which it may pass. */
static u64 asks_at(const struct oracle *o, const struct flit *f)
{
	return f->cycle - wh_connect_delay(o);
}

static void queue_arrivals(struct router *r, u32 port, u32 vc)
{
	struct oracle *o = r->o;
	struct wh_queue *q = &r->wormhole->port[port].queue[vc];

	for (u32 i = 0; i < q->flits.count; i++) {
		struct flit *f = fifo_at(&q->flits, i);

		if (f->cycle == o->now)
			r->regs[port][SEASTAR_REG_VC0_FLITS + register_of(o, vc)]++;
		if (f->index == 0 && asks_at(o, f) == o->now) {
			r->regs[port][SEASTAR_REG_VC0_PKTS + register_of(o, vc)]++;
			f->packet->came = o->now;
			o->seen[SEEN_WH_SHARED] += i > 0;
		}
	}
	if (q->state == WH_GRANTED && q->opens == o->now)
		q->state = WH_OPEN;
	if (q->state == WH_IDLE && q->flits.count && asks_at(o, fifo_at(&q->flits, 0)) == o->now)
		begin(r, q, port, vc, o->now);
}

static void wh_arrivals(struct router *r)
{
	struct oracle *o = r->o;

	for (u32 port = 0; port < SS_PORTS; port++) {
		struct wh_port *p = &r->wormhole->port[port];

		while (p->back.count && fifo_at(&p->back, 0)->cycle == o->now)
			p->output[fifo_pop(&p->back).vc].credits++;
		for (u32 vc = 0; vc < o->vcs; vc++)
			queue_arrivals(r, port, vc);
	}
}

/* Injection: a flit per cycle into the queue of the packet's class. */

static bool wh_has_room(struct router *r, const struct packet *p)
{
	return r->wormhole->room[p->class_] > 0;
}

static void inject_flit(struct router *r)
{
	struct oracle *o = r->o;
	struct source *s = &r->node->source;
	u32 vc = s->entering->class_ * o->cfg.vcs;
	struct flit f = { .packet = s->entering, .index = s->entered++, .vc = vc };

	f.tail = s->entered == f.packet->length;
	/* as if it had come over a link */
	f.cycle = o->now + M(WH_INJECT, o->cfg.router_delay - o->cfg.link_delay - 1,
			     o->cfg.router_delay);
	fifo_push(&r->wormhole->port[SEASTAR_PORT_PROC].queue[vc].flits, f);
	r->wormhole->room[f.packet->class_]--;
	channel_take(&s->channel, o->now, 1);
	if (f.tail)
		s->entering = NULL;
}

static void wh_begin_injection(struct router *r, struct packet *p)
{
	r->node->source.entering = p;
	r->node->source.entered = 0;
	inject_flit(r);
}

static void wh_go_on_injecting(struct node *n)
{
	struct router *r = n->router;
	struct oracle *o = r->o;

	if (!channel_free(&r->node->source.channel, o->now))
		return;
	if (wh_has_room(r, r->node->source.entering))
		inject_flit(r);
	else
		o->seen[SEEN_WH_INJECT_STALL]++;
}

static u32 least(u32 a, u32 b)
{
	return a < b ? a : b;
}

/* Return true if the queue behind @at has room enough for the packet of @q to begin. */
static bool has_room_behind(struct router *r, const struct wh_queue *q, struct wh_option at)
{
	struct oracle *o = r->o;
	u32 needs = 1, length = q->packet->length;

	if (at.port == SEASTAR_PORT_PROC)
		return true;
	if (is_adaptive_vc(o, at.vc))
		needs = M(WH_ROOM, M(WH_ROOM_LONG, least(length, wh_depth(o, at.vc)), length), 1);
	return r->wormhole->port[at.port].output[at.vc].credits >= needs;
}

static bool is_available(struct router *r, const struct wh_queue *q, struct wh_option at)
{
	struct oracle *o = r->o;

	if (r->wormhole->port[at.port].output[at.vc].holder)
		return false;
	if (has_room_behind(r, q, at))
		return true;
	o->seen[SEEN_WH_NO_ROOM] += is_adaptive_vc(o, at.vc) &&
				    r->wormhole->port[at.port].output[at.vc].credits > 0;
	return false;
}

static struct wh_queue *queue(struct router *r, u32 number)
{
	return &r->wormhole->port[number / r->o->vcs].queue[number % r->o->vcs];
}

/* Connect @q to its option @i. */
static void connect(struct router *r, struct wh_queue *q, u32 i)
{
	struct oracle *o = r->o;
	bool escapes = is_adaptive(o) && i == q->options - 1 && q->options > 1;

	q->state = WH_GRANTED;
	q->out = q->option[i];
	q->opens = o->now + wh_connect_delay(o) + M(WH_CONNECT, 0, 1);
	r->wormhole->port[q->out.port].output[q->out.vc].holder = q;
	o->seen[SEEN_WH_LATER] += i > 0 && !escapes;
	o->seen[SEEN_WH_ESCAPE] += escapes;
	o->seen[SEEN_WH_LONG] += is_adaptive_vc(o, q->out.vc) &&
				 q->packet->length > wh_depth(o, q->out.vc);
}

/* Refuse the packet at the front of @q, the queue with number @number. */
static void refuse(struct router *r, struct wh_queue *q, u32 number)
{
	struct oracle *o = r->o;

	r->regs[number / o->vcs][SEASTAR_REG_VC0_BLOCKED + register_of(o, number % o->vcs)] +=
		M(WH_BLOCKED, 1, 2);
	o->seen[SEEN_WH_REFUSED]++;
	q->refused++;
	if (M(WH_STEP, true, false))
		q->choice = q->choice + 1 < q->options ? q->choice + 1 :
			    M(WH_RESTART, 0, q->choice);
	if (q->refused >= M(WH_STICK_LATE, o->cfg.escape.patience, o->cfg.escape.patience + 1) &&
	    M(WH_STICK, true, false)) {
		o->seen[SEEN_WH_STUCK] += q->options > 1;
		q->choice = M(WH_STICK_WHERE, q->options - 1, 0);
	}
}

/*
 * Let output @vc of @port grant one of its requests, if any can be granted; mark that queue in
 * @granted.
 */
static void arbitrate(struct router *r, u32 port, u32 vc, bool *granted)
{
	struct oracle *o = r->o;
	u32 queues = SS_PORTS * o->vcs, asking = 0;
	struct wh_output *out = &r->wormhole->port[port].output[vc];
	int winner = -1;

	for (u32 n = 0; n < queues; n++) {
		u32 i = (M(WH_OUT_TURN, out->turn, 0) + n) % queues;
		struct wh_queue *q = queue(r, i);
		struct wh_option at = q->option[q->choice];

		if (q->state != WH_ASKING || at.port != port || at.vc != vc)
			continue;
		if (M(WH_TURN_ALWAYS, false, true))
			out->turn = (i + 1) % queues;
		if (!is_available(r, q, at))
			continue;
		asking++;
		if (winner < 0)
			winner = i;
	}
	if (winner < 0)
		return;
	o->seen[SEEN_WH_CONTEST] += asking > 1;
	out->turn = (winner + M(WH_TURN_STAYS, 1, 0)) % queues;
	granted[winner] = true;
	connect(r, queue(r, winner), queue(r, winner)->choice);
}

static void arbitrate_by_outputs(struct router *r)
{
	struct oracle *o = r->o;
	u32 queues = SS_PORTS * o->vcs;
	bool granted[SS_PORTS * WH_MOST_VCS] = { false };

	for (u32 port = 0; port < SS_PORTS; port++)
		for (u32 vc = 0; vc < o->vcs; vc++)
			arbitrate(r, port, vc, granted);
	for (u32 i = 0; i < queues; i++)
		if (queue(r, i)->state == WH_ASKING && !granted[i])
			refuse(r, queue(r, i), i);
}

/* Return the index of the first option of @q that is available, or -1. */
static int first_available(struct router *r, const struct wh_queue *q)
{
	struct oracle *o = r->o;
	int best = -1;

	for (u32 i = 0; i < q->options; i++)
		if (is_available(r, q, q->option[i]) && (best < 0 || M(WH_SIC_FIRST, false, true)))
			best = i;
	return best;
}

/* Move the token of class @c to the next queue whose header requests. */
static void arbitrate_by_token(struct router *r, u32 c)
{
	struct oracle *o = r->o;
	struct wh_router *w = r->wormhole;
	u32 queues = SS_PORTS * o->vcs;

	for (u32 n = 0; n < queues; n++) {
		u32 number = (w->token[c] + n) % queues;
		struct wh_queue *q = queue(r, number);
		int i;

		if (q->state != WH_ASKING || class_of(o, number % o->vcs) != c)
			continue;
		i = first_available(r, q);
		if (i < 0) {
			o->seen[SEEN_WH_TOKEN_VAIN]++;
			if (M(WH_TOKEN_GOES_ON, false, true))
				continue;
			w->token[c] = M(WH_TOKEN_STAYS, number + 1, number) % queues;
			return;
		}
		w->token[c] = M(WH_TOKEN_STANDS, number + 1, w->token[c]) % queues;
		connect(r, q, i);
		o->seen[SEEN_WH_TOKEN]++;
		return;
	}
}

static void arbitrate_in_sequence(struct router *r)
{
	struct oracle *o = r->o;
	bool asked[SS_PORTS * WH_MOST_VCS];

	for (u32 i = 0; i < SS_PORTS * o->vcs; i++)
		asked[i] = queue(r, i)->state == WH_ASKING;
	for (u32 c = 0; c < o->cfg.classes; c++)
		arbitrate_by_token(r, c);
	for (u32 i = 0; i < SS_PORTS * o->vcs; i++)
		if (asked[i] && queue(r, i)->state == WH_ASKING)
			refuse(r, queue(r, i), i);
}

static void wh_arbitrate(struct router *r)
{
	if (is_sequential(r->o))
		arbitrate_in_sequence(r);
	else
		arbitrate_by_outputs(r);
}

/*
 * Return true if the queue that holds output @vc of @port has a flit that may leave, if there is a
 * credit.
 */
static bool has_flit(struct router *r, u32 port, u32 vc)
{
	const struct wh_queue *q = r->wormhole->port[port].output[vc].holder;

	return q && q->state == WH_OPEN && q->flits.count &&
	       fifo_at(&q->flits, 0)->cycle <= r->o->now;
}

static bool may_pass(struct router *r, u32 port, u32 vc)
{
	if (!has_flit(r, port, vc))
		return false;
	if (port == SEASTAR_PORT_PROC)
		return channel_free(&r->wormhole->eject[class_of(r->o, vc)], r->o->now);
	return r->wormhole->port[port].output[vc].credits > 0;
}

static void count_stall(struct router *r, u32 port, u32 c)
{
	struct oracle *o = r->o;
	bool wanted = false, possible = false;

	for (u32 vc = c * o->cfg.vcs; vc < (c + 1) * o->cfg.vcs; vc++) {
		wanted |= has_flit(r, port, vc);
		possible |= may_pass(r, port, vc);
	}
	if (port == SEASTAR_PORT_PROC || !wanted || possible)
		return;
	r->regs[port][SEASTAR_REG_STALLED] += M(WH_STALLED, 1, 0);
	o->seen[SEEN_WH_STALLED]++;
}

/* Send the credit for the place of the first flit of @q. */
static void send_back(struct router *r, const struct wh_queue *q)
{
	struct oracle *o = r->o;
	u64 when = o->now + o->cfg.link_delay + M(WH_CREDIT_EARLY, M(WH_CREDIT_LATE, 1, 2), 0);

	for (u32 i = 0; i < SS_PORTS * o->vcs; i++) {
		u32 port = i / o->vcs, vc = i % o->vcs;

		if (queue(r, i) != q)
			continue;
		if (port == SEASTAR_PORT_PROC)
			r->wormhole->room[class_of(o, vc)]++;
		else
			fifo_push(&r->neighbour[port]->wormhole->port[opposite(port)].back,
				  (struct flit){ .vc = vc, .cycle = when });
	}
}

/* End the packet that has left @q, and begin the next one if its header has come. */
static void end(struct router *r, struct wh_queue *q)
{
	struct oracle *o = r->o;

	r->wormhole->port[q->out.port].output[q->out.vc].holder = NULL;
	q->state = WH_IDLE;
	for (u32 i = 0; i < SS_PORTS * o->vcs; i++)
		if (queue(r, i) == q && q->flits.count &&
		    asks_at(o, fifo_at(&q->flits, 0)) <= o->now)
			begin(r, q, i / o->vcs, i % o->vcs, o->now + 1);
}

static void pass(struct router *r, u32 port, u32 vc)
{
	struct oracle *o = r->o;
	struct wh_router *w = r->wormhole;
	struct wh_output *out = &w->port[port].output[vc];
	struct wh_queue *q = out->holder;
	struct flit f = fifo_pop(&q->flits);
	u32 c = class_of(o, vc);

	if (f.index == 0) {
		r->passed[port].packets++;
		r->passed[port].waited += o->now - f.packet->came;
	}
	send_back(r, q);
	q->sent++;
	f.vc = vc;
	if (port == SEASTAR_PORT_PROC) {
		channel_take(&w->eject[M(WH_EJECT, c, 0)], o->now, 1);
		f.cycle = o->now + o->cfg.link_delay + M(WH_DELIVERY, 2, 1);
		if (f.tail)
			fifo_push(&w->leaving, f);
	} else {
		struct router *to = r->neighbour[port];

		out->credits--;
		f.cycle = o->now + M(WH_HOP, o->cfg.router_delay, o->cfg.router_delay + 1);
		fifo_push(&to->wormhole->port[opposite(port)].queue[vc].flits, f);
	}
	w->port[port].vc_last[c] = f.tail ? -1 : (int)vc;
	if (f.tail)
		end(r, q);
}

/* Run the VC controller of class @c at @port.  Returns true if it sent a flit. */
static bool control(struct router *r, u32 port, u32 c)
{
	struct oracle *o = r->o;
	struct wh_port *p = &r->wormhole->port[port];
	u32 vcs = o->cfg.vcs, able = 0;
	int chosen = -1;

	count_stall(r, port, c);
	for (u32 n = 0; n < vcs; n++) {
		u32 vc = c * vcs + (M(WH_LINK_TURN, p->vc_turn[c], 0) + n) % vcs;

		if (!may_pass(r, port, vc))
			continue;
		able++;
		if (chosen < 0)
			chosen = vc;
	}
	if (chosen < 0)
		return false;
	if (M(WH_LINK_PACKET, false, true) && p->vc_last[c] >= 0 &&
	    may_pass(r, port, p->vc_last[c]))
		chosen = p->vc_last[c];
	o->seen[SEEN_WH_LINK_CONTEST] += able > 1;
	p->vc_turn[c] = (chosen - c * vcs + 1) % vcs;
	pass(r, port, chosen);
	return true;
}

static void wh_control(struct router *r)
{
	struct oracle *o = r->o;

	for (u32 port = 0; port < SS_PORTS; port++) {
		bool first = control(r, port, 0), second = false;

		if (o->cfg.classes > 1 && M(WH_LINK_CLASSES, true, !first))
			second = control(r, port, 1);
		o->seen[SEEN_WH_BOTH] += first && second;
	}
}

static void wh_deliver(struct router *r, u32 c)
{
	struct oracle *o = r->o;
	struct fifo *leaving = &r->wormhole->leaving;
	u32 count = leaving->count;

	/* at most one packet of each class is delivered per cycle; keep the others in order */
	for (u32 i = 0; i < count; i++) {
		struct flit f = fifo_pop(leaving);

		if (f.cycle != o->now || f.packet->class_ != c) {
			fifo_push(leaving, f);
			continue;
		}
		o->seen[SEEN_WH_DELIVERED]++;
		source_delivery(r->node, f.packet);
	}
}

static void wh_deliveries(struct router *r)
{
	for (u32 c = 0; c < r->o->cfg.classes; c++)
		wh_deliver(r, c);
}

static u64 wh_oldest(const struct router *r, u64 birth)
{
	const struct wh_router *w = r->wormhole;

	for (u32 port = 0; port < SS_PORTS; port++)
		for (u32 vc = 0; vc < r->o->vcs; vc++)
			birth = oldest_in(&w->port[port].queue[vc].flits, birth);
	return oldest_in(&w->leaving, birth);
}

static void wh_arrivals_and_injection(struct router *r)
{
	wh_arrivals(r);
	source_cycle(r->node);
}

static void wh_cycle(struct oracle *o)
{
	each_router(o, wh_arrivals_and_injection);
	each_router(o, wh_arbitrate);
	each_router(o, wh_control);
	each_router(o, wh_deliveries);
	each_node(o, batch_cycle);
}

const struct oracle_kind oracle_wormhole = {
	.kind = &ss_wormhole_kind,
	.init = wh_init,
	.free = wh_free,
	.cycle = wh_cycle,
	.has_room = wh_has_room,
	.inject = wh_begin_injection,
	.go_on = wh_go_on_injecting,
	.oldest = wh_oldest,
	.audit = wh_audit,
	.emit = wh_emit,
	.emit_injector = wh_emit_injector,
};
