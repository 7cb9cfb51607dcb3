// SPDX-License-Identifier: GPL-2.0-only
/*
 * The Bubble router, phit by phit and tick by tick: docs/bubble-router.md, sections 2 to 6.
 */
#include <stdio.h>
#include <stdlib.h>

#include "bubble.h"

#define M(name, right, wrong)	MUTATE(o->mutant, name, right, wrong)

#define MOST_WISHES	(SS_DIMS + 1)

static bool is_adaptive(const struct oracle *o)
{
	return o->cfg.routing == SS_ROUTE_ADAPTIVE;
}

static bool is_sic(const struct oracle *o)
{
	return o->cfg.escape.crossbar == SS_CROSSBAR_SIC;
}

u32 bubble_leaves(const struct oracle *o)
{
	return is_sic(o) ? 2 : 1;
}

u32 bubble_moves(const struct oracle *o)
{
	return bubble_leaves(o) + o->cfg.link_delay;
}

u32 bubble_queues(const struct oracle *o, u32 port)
{
	return port == SEASTAR_PORT_PROC || !is_adaptive(o) ? 1 : BUBBLE_VCS;
}

/* Return true if each ring has a critical bubble (section 2). */
static bool has_marks(const struct oracle *o)
{
	return o->cfg.escape.bubble == SS_BUBBLE_CRITICAL;
}

static void bubble_init(struct router *r)
{
	const struct oracle *o = r->o;
	u32 places = o->cfg.input_depth / o->cfg.max_packet;

	r->bubble = calloc(1, sizeof(*r->bubble));
	if (!r->bubble) {
		fprintf(stderr, "oracle: out of memory\n");
		exit(1);
	}
	for (u32 class_ = 0; class_ < o->cfg.classes; class_++) {
		struct bubble_net *net = &r->bubble->net[class_];

		net->eject.rate[0] = o->cfg.eject[0];
		net->eject.rate[1] = o->cfg.eject[1];
		net->room = places;
		for (u32 port = 0; port < SS_PORTS; port++)
			for (u32 vc = 0; vc < BUBBLE_VCS; vc++)
				net->port[port].places[vc] = places;
		for (u32 port = 1; port < SS_PORTS; port++)
			net->port[port].marked = has_marks(o) && r->at[(port - 1) / 2] == 0;
	}
}

static void free_tails(struct fifo *f)
{
	for (u32 i = 0; i < f->count; i++)
		if (fifo_at(f, i)->tail)
			free(fifo_at(f, i)->packet);
	fifo_clear(f);
}

static void bubble_free(struct router *r)
{
	for (u32 class_ = 0; class_ < r->o->cfg.classes; class_++) {
		struct bubble_net *net = &r->bubble->net[class_];

		for (u32 port = 0; port < SS_PORTS; port++) {
			for (u32 vc = 0; vc < BUBBLE_VCS; vc++)
				free_tails(&net->port[port].queue[vc].phits);
			free_tails(&net->port[port].wire);
			fifo_clear(&net->port[port].back);
		}
		free_tails(&net->leaving);
		fifo_clear(&net->room_back);
	}
	free(r->bubble);
}

/* Return v of the VCv registers that count VC @vc of class @class_ (section 6). */
static u32 register_of(u32 class_, u32 vc)
{
	return 2 * class_ + vc;
}

/* Phase 1: a phit arrives. */

static void phit_comes(struct router *r, u32 class_, u32 port, struct flit f)
{
	f.cycle = r->o->now;
	r->regs[port][SEASTAR_REG_VC0_FLITS + register_of(class_, f.vc)]++;
	if (f.index == 0)
		r->regs[port][SEASTAR_REG_VC0_PKTS + register_of(class_, f.vc)]++;
	fifo_push(&r->bubble->net[class_].port[port].queue[f.vc].phits, f);
}

static void arrivals_of(struct router *r, u32 class_)
{
	struct bubble_net *net = &r->bubble->net[class_];
	u64 now = r->o->now;

	for (u32 port = 0; port < SS_PORTS; port++) {
		struct bubble_port *p = &net->port[port];

		while (p->wire.count && fifo_at(&p->wire, 0)->cycle == now)
			phit_comes(r, class_, port, fifo_pop(&p->wire));
		while (p->back.count && fifo_at(&p->back, 0)->cycle == now) {
			struct flit credit = fifo_pop(&p->back);

			p->places[credit.vc]++;
			p->marked |= credit.marks;
		}
	}
	while (net->room_back.count && fifo_at(&net->room_back, 0)->cycle == now) {
		fifo_pop(&net->room_back);
		net->room++;
	}
}

/* Phase 2: the node */

static bool bubble_has_room(struct router *r, const struct packet *p)
{
	struct oracle *o = r->o;

	return r->bubble->net[p->class_].room >= M(BUBBLE_ROOM, 1, 2);
}

static void bubble_begin_injection(struct router *r, struct packet *p)
{
	channel_take(&r->node->source.channel, r->o->now, p->length);
	r->bubble->net[p->class_].room--;
	r->node->source.entering = p;
	r->node->source.entered = 0;
	r->o->seen[SEEN_BUBBLE_SECOND] += p->class_;
}

static void bubble_enter(struct router *r)
{
	struct source *s = &r->node->source;
	struct flit f = { .packet = s->entering, .index = s->entered++ };

	f.tail = s->entered == f.packet->length;
	if (f.tail)
		s->entering = NULL;
	phit_comes(r, f.packet->class_, SEASTAR_PORT_PROC, f);
}

static void bubble_arrivals_and_injection(struct router *r)
{
	for (u32 class_ = 0; class_ < r->o->cfg.classes; class_++)
		arrivals_of(r, class_);
	source_cycle(r->node);
}

/*
 * Return the output by which packet @p goes around the ring of dimension @d.  Its source has
 * decided the direction (section 2).
 */
static u32 way_around(struct router *r, u32 d, const struct packet *p)
{
	struct oracle *o = r->o;
	struct router *from = &o->router[M(BUBBLE_TIES_HERE, p->source, r->id)];
	const u32 *to = o->router[p->dest].at;
	u32 k = o->cfg.size[d], forward = (to[d] + k - from->at[d]) % k;
	u64 coin = (SS_HDR_GET(p->header, TID) << 32) + (p->source << 8) + d;
	bool plus;

	if (2 * forward != k) {
		plus = 2 * forward < k;
	} else if (o->cfg.ties == SS_TIES_PLUS) {
		plus = M(BUBBLE_TIES_PLUS, true, false);
		o->seen[SEEN_BUBBLE_TIE]++;
	} else if (o->cfg.ties == SS_TIES_PACKET) {
		plus = ss_mix(coin) % 2 == 1;
		o->seen[SEEN_BUBBLE_COIN]++;
	} else {
		plus = enter_plus(from, d, to);
	}
	return SEASTAR_PORT_XP + 2 * d + (plus ? 0 : 1);
}

static u32 dimension(u32 port)
{
	return (port - 1) / 2;
}

/* List all wishes of the front packet @p of VC @in_vc of input @in, in order (section 2). */
static u32 wishes(struct router *r, u32 in, u32 in_vc, const struct packet *p, struct wish *w)
{
	struct oracle *o = r->o;
	const u32 *to = o->router[p->dest].at;
	u32 came = in == SEASTAR_PORT_PROC ? SS_DIMS : dimension(in), n = 0, first = 0;
	bool along;

	if (p->dest == r->id) {
		w[0] = (struct wish){ .out = SEASTAR_PORT_PROC };
		return 1;
	}
	while (to[first] == r->at[first])
		first++;
	if (is_adaptive(o)) {
		if (M(BUBBLE_ORDER, came, SS_DIMS) != SS_DIMS && to[came] != r->at[came])
			w[n++] = (struct wish){ way_around(r, came, p), ADAPTIVE, 1, false };
		for (u32 d = 0; d < SS_DIMS; d++)
			if (to[d] != r->at[d] && d != M(BUBBLE_ORDER, came, SS_DIMS))
				w[n++] = (struct wish){ way_around(r, d, p), ADAPTIVE, 1, false };
	}
	if (M(BUBBLE_NO_ESCAPE, true, n == 0)) {
		along = came == first && (in_vc == ESCAPE || M(BUBBLE_FROM_ADAPTIVE, false, true));
		w[n].out = way_around(r, first, p);
		w[n].vc = ESCAPE;
		w[n].enters = !along;
		w[n++].needs = along ? M(BUBBLE_ALONG, 1, 2) :
			       o->cfg.escape.bubble == SS_BUBBLE_TWO ? M(BUBBLE_ENTER, 2, 1) : 1;
	}
	return n;
}

/* Return the packet at the front of @q that requests in this cycle, or NULL. */
static const struct packet *asking(const struct router *r, const struct bubble_queue *q)
{
	const struct oracle *o = r->o;
	const struct ss_config *cfg = &o->cfg;
	u32 asks = cfg->router_delay - bubble_moves(o) + M(BUBBLE_ASKS, 0, 1);

	if (q->passing || !q->phits.count || fifo_at(&q->phits, 0)->cycle + asks > o->now)
		return NULL;
	return fifo_at(&q->phits, 0)->packet;
}

static bool is_free(const struct router *r, const struct bubble_net *net, u32 out)
{
	return !net->port[out].from &&
	       (out != SEASTAR_PORT_PROC || channel_free(&net->eject, r->o->now));
}

static bool has_places(const struct router *r, const struct bubble_net *net, const struct wish *w)
{
	struct oracle *o = r->o;
	const struct bubble_port *out = &net->port[w->out];
	/* a packet that enters a ring leaves the critical bubble free */
	bool leaves = w->enters && out->marked;

	return w->out == SEASTAR_PORT_PROC ||
	       out->places[w->vc] >= w->needs + M(BUBBLE_MARK, leaves, false);
}

/* An input queue.  The node's is number 0; the others are numbered by input, then by VC. */
struct numbered {
	u32 port, vc;
	struct bubble_queue *q;
	const struct packet *p;		/* the packet that requests, or NULL */
	struct wish wish[MOST_WISHES];
	u32 wishes;
};

static u32 number_queues(struct router *r, struct bubble_net *net, struct numbered *of)
{
	u32 n = 0;

	for (u32 port = 0; port < SS_PORTS; port++) {
		for (u32 vc = 0; vc < bubble_queues(r->o, port); vc++) {
			struct numbered *q = &of[n++];

			q->port = port;
			q->vc = vc;
			q->q = &net->port[port].queue[vc];
			q->p = asking(r, q->q);
			if (q->p)
				q->wishes = wishes(r, port, vc, q->p, q->wish);
		}
	}
	return n;
}

static void note_grant(struct router *r, const struct bubble_net *net, const struct numbered *q,
		       const struct wish *w)
{
	u64 *seen = r->o->seen;

	if (w->out == SEASTAR_PORT_PROC)
		return;
	seen[SEEN_BUBBLE_ALONG] += w->needs == 1 && w->vc == ESCAPE &&
				   net->port[w->out].places[ESCAPE] == 1;
	seen[SEEN_BUBBLE_ESCAPED] += w->vc == ESCAPE && q->vc == ADAPTIVE;
	seen[SEEN_BUBBLE_BACK] += w->vc == ADAPTIVE && q->vc == ESCAPE && q->port;
	seen[SEEN_BUBBLE_TURNED] += q->port && dimension(q->port) != dimension(w->out);
}

/*
 * Return true if a packet that stays in its ring takes the critical bubble, because no other place
 * is free (section 2).
 */
static bool takes_mark(struct router *r, const struct bubble_port *out, const struct wish *w)
{
	struct oracle *o = r->o;
	bool escapes = w->out != SEASTAR_PORT_PROC && w->vc == ESCAPE;
	bool takes = has_marks(o) && escapes && out->marked &&
		     out->places[ESCAPE] <= M(BUBBLE_MARK_FIRST, 1, 2);

	o->seen[SEEN_BUBBLE_MARK] += takes;
	return takes;
}

static void grant(struct router *r, struct bubble_net *net, const struct numbered *q,
		  const struct wish *w)
{
	struct oracle *o = r->o;
	struct bubble_port *out = &net->port[w->out];

	note_grant(r, net, q, w);
	o->seen[SEEN_BUBBLE_CUT] += q->q->phits.count < q->p->length;
	q->q->passing = true;
	q->q->packet = q->p;
	q->q->to = *w;
	q->q->sent = 0;
	q->q->refused = 0;
	out->from = q->q;
	q->q->marks = takes_mark(r, out, w);
	out->marked &= !q->q->marks;
	if (w->out != SEASTAR_PORT_PROC)
		out->places[w->vc]--;
	r->passed[w->out].packets++;
	r->passed[w->out].waited += o->now - fifo_at(&q->q->phits, 0)->cycle;
}

/* Return the number of the first wish of @q that could be granted now, or 0 if none could. */
static u32 first_open(const struct router *r, const struct bubble_net *net,
		      const struct numbered *q)
{
	u32 i = 0;

	while (i < q->wishes &&
	       (!is_free(r, net, q->wish[i].out) || !has_places(r, net, &q->wish[i])))
		i++;
	return i % q->wishes;
}

/* Return the number of the wish that @q requests now (section 4, OAC). */
static u32 turn_of(const struct router *r, const struct bubble_net *net, const struct numbered *q)
{
	struct oracle *o = r->o;

	if (M(BUBBLE_PATIENCE, q->q->refused >= o->cfg.escape.patience, false)) {
		u64 lost = q->q->refused / o->cfg.escape.patience;

		o->seen[SEEN_BUBBLE_STUCK] += q->wishes > 1;
		o->seen[SEEN_BUBBLE_NEXT] += lost > 1 && q->wishes > 1;
		return M(BUBBLE_STUCK, (lost - 1) % q->wishes, q->wishes - 1);
	}
	if (M(BUBBLE_AHEAD, false, true))
		return first_open(r, net, q);
	return M(BUBBLE_TURNS, q->q->refused, 0) % q->wishes;
}

static bool by_service(const struct oracle *o)
{
	return o->cfg.priority == SS_PRIORITY_RECENT;
}

u32 bubble_before(const struct bubble_services *s, u32 k, u32 n)
{
	u32 before = 0;

	for (u32 i = 0; i < n; i++)
		before += s->when[i] < s->when[k] || (s->when[i] == s->when[k] && i < k);
	return before;
}

/* Return true if an arbiter prefers queue @k to queue @than, of @n (section 4). */
static bool is_preferred(const struct oracle *o, const struct bubble_services *s, u32 pointer,
			 u32 k, u32 than, u32 n)
{
	if (by_service(o))
		return M(BUBBLE_SERVICE, bubble_before(s, k, n) < bubble_before(s, than, n),
			 s->when[k] > s->when[than]);
	return (k + n - pointer) % n < (than + n - pointer) % n;
}

/* Let output @out grant one of its requests (section 4, OAC). */
static void arbitrate_output(struct router *r, struct bubble_net *net, u32 out,
			     struct numbered *of, const u32 *turn, u32 n)
{
	struct oracle *o = r->o;
	struct bubble_port *port = &net->port[out];
	int best = -1;
	u32 asked = 0;

	if (!is_free(r, net, out))
		return;
	for (u32 k = 0; k < n; k++) {
		if (!of[k].p || of[k].wish[turn[k]].out != out)
			continue;
		if (!has_places(r, net, &of[k].wish[turn[k]])) {
			o->seen[SEEN_BUBBLE_KEPT] += of[k].wish[turn[k]].needs == 2 &&
						     port->places[ESCAPE] == 1;
			o->seen[SEEN_BUBBLE_MARK_KEPT] += of[k].wish[turn[k]].enters &&
							  port->marked && port->places[ESCAPE];
			continue;
		}
		asked++;
		if (best < 0 || is_preferred(o, &port->served, port->pointer, k, best, n))
			best = k;
	}
	o->seen[SEEN_BUBBLE_CONTEST] += asked > 1;
	if (best < 0) {
		port->pointer = M(BUBBLE_POINTER_IDLE, port->pointer, (port->pointer + 1) % n);
		return;
	}
	port->pointer = (best + M(BUBBLE_POINTER, 1, 0)) % n;
	port->served.when[best] = o->now + 1;
	grant(r, net, &of[best], &of[best].wish[turn[best]]);
}

static void arbitrate_oac(struct router *r, struct bubble_net *net, struct numbered *of, u32 n)
{
	u32 turn[BUBBLE_QUEUES];

	for (u32 i = 0; i < n; i++)
		turn[i] = of[i].p ? turn_of(r, net, &of[i]) : 0;
	for (u32 out = 0; out < SS_PORTS; out++)
		arbitrate_output(r, net, out, of, turn, n);
}

/* Grant the packet of @q the first wish that it can have; false if none (section 4, SIC). */
static bool serve(struct router *r, struct bubble_net *net, struct numbered *q)
{
	struct oracle *o = r->o;

	for (u32 i = 0; i < q->wishes; i++) {
		const struct wish *w = &q->wish[M(BUBBLE_SELECTION, i, q->wishes - 1 - i)];

		if (!is_free(r, net, w->out) || !has_places(r, net, w))
			continue;
		grant(r, net, q, w);
		return true;
	}
	return false;
}

static void arbitrate_sic(struct router *r, struct bubble_net *net, struct numbered *of, u32 n)
{
	struct oracle *o = r->o;
	u32 served = 0;

	for (u32 i = 0; i < n && served < M(BUBBLE_CONNECTIONS, 1, 2); i++) {
		u32 k = (net->token + i) % n;
		bool any;

		if (!of[k].p)
			continue;
		served++;
		any = serve(r, net, &of[k]);
		o->seen[SEEN_BUBBLE_VAIN] += !any;
		if (served == 1 && M(BUBBLE_TOKEN_VAIN, true, any)) {
			u32 before = net->token;

			net->token = M(BUBBLE_TOKEN, (k + 1) % n, before);
			o->seen[SEEN_BUBBLE_TOKEN] += k != before;
			if (M(BUBBLE_CONNECTIONS, true, false))
				return;
		}
	}
}

/*
 * Grant a packet of the queue that was served longest ago, among the queues whose packets can have
 * one of their wishes (section 4, SIC by service).
 */
static void arbitrate_by_service(struct router *r, struct bubble_net *net, struct numbered *of,
				 u32 n)
{
	for (u32 place = 0; place < n; place++) {
		for (u32 k = 0; k < n; k++) {
			if (bubble_before(&net->served, k, n) != place || !of[k].p)
				continue;
			if (!serve(r, net, &of[k]))
				continue;
			net->served.when[k] = r->o->now + 1;
			r->o->seen[SEEN_BUBBLE_SERVED]++;
			return;
		}
	}
}

/* Return the first wish of @q for output @out that it could have, or NULL. */
static const struct wish *open_to(const struct router *r, const struct bubble_net *net,
				  const struct numbered *q, u32 out)
{
	for (u32 i = 0; q->p && i < q->wishes; i++)
		if (q->wish[i].out == out && is_free(r, net, out) &&
		    has_places(r, net, &q->wish[i]))
			return &q->wish[i];
	return NULL;
}

/*
 * Match queues to outputs by wave front (section 4): visit the cells of the square of queues and
 * outputs, diagonal by diagonal.
 */
static void arbitrate_wave(struct router *r, struct bubble_net *net, struct numbered *of, u32 n)
{
	struct oracle *o = r->o;
	bool row[BUBBLE_QUEUES] = { false }, column[SS_PORTS] = { false };

	for (u32 step = 0; step < n; step++) {
		for (u32 i = 0; i < n; i++) {
			u64 first = M(BUBBLE_WAVE, o->now, 0);
			u32 j = (first + M(BUBBLE_WAVE_BACK, step, n - step) + n - i) % n;
			const struct wish *w;

			if (j >= SS_PORTS || row[i] || column[j])
				continue;
			w = open_to(r, net, &of[i], j);
			if (!w)
				continue;
			o->seen[SEEN_BUBBLE_WAVE] += step > 0;
			row[i] = true;
			column[j] = true;
			grant(r, net, &of[i], w);
		}
	}
}

/*
 * Count a stall if output @out is free and requested, but has no place for any of the packets that
 * request it (section 6).
 */
static void count_stall(struct router *r, const struct bubble_net *net, u32 out,
			const struct numbered *of, u32 n)
{
	struct oracle *o = r->o;
	bool wanted = false, possible = false;

	if (!is_free(r, net, out))
		return;
	for (u32 i = 0; i < n; i++) {
		for (u32 k = 0; of[i].p && k < of[i].wishes; k++) {
			if (of[i].q->passing || of[i].wish[k].out != out)
				continue;
			wanted = true;
			possible |= has_places(r, net, &of[i].wish[k]);
		}
	}
	if (!wanted || possible)
		return;
	r->regs[out][SEASTAR_REG_STALLED] += M(BUBBLE_STALLED, 1, 0);
	o->seen[SEEN_BUBBLE_STALLED]++;
}

/* Phase 3: the arbiters grant requests. */
static void arbitrate(struct router *r, u32 class_)
{
	struct oracle *o = r->o;
	struct bubble_net *net = &r->bubble->net[class_];
	struct numbered of[BUBBLE_QUEUES];
	u32 n = number_queues(r, net, of);

	if (o->cfg.escape.crossbar == SS_CROSSBAR_WAVE)
		arbitrate_wave(r, net, of, n);
	else if (is_sic(o) && by_service(o))
		arbitrate_by_service(r, net, of, n);
	else if (is_sic(o))
		arbitrate_sic(r, net, of, n);
	else
		arbitrate_oac(r, net, of, n);
	for (u32 out = 0; out < SS_PORTS; out++)
		count_stall(r, net, out, of, n);
	for (u32 i = 0; i < n; i++) {
		if (!of[i].p || of[i].q->passing)
			continue;
		of[i].q->refused++;
		r->regs[of[i].port][SEASTAR_REG_VC0_BLOCKED + register_of(class_, of[i].vc)] +=
			M(BUBBLE_BLOCKED, 1, 2);
		o->seen[SEEN_BUBBLE_REFUSED]++;
	}
}

/* Send the credit for a place of VC @vc of input @port. */
static void send_credit(struct router *r, u32 class_, u32 port, u32 vc)
{
	struct oracle *o = r->o;
	bool marks = r->bubble->net[class_].port[port].queue[vc].marks;
	struct flit credit = { .vc = vc, .marks = M(BUBBLE_MARK_BACK, marks, false) };

	if (port == SEASTAR_PORT_PROC) {
		credit.cycle = o->now + bubble_leaves(o);
		fifo_push(&r->bubble->net[class_].room_back, credit);
		return;
	}
	credit.cycle = o->now + M(BUBBLE_CREDIT, bubble_moves(o), bubble_moves(o) + 1);
	fifo_push(&r->neighbour[port]->bubble->net[class_].port[opposite(port)].back, credit);
}

/* Pass the next phit of VC @vc of input @port through the crossbar (phase 4). */
static void pass(struct router *r, u32 class_, u32 port, u32 vc)
{
	struct oracle *o = r->o;
	struct bubble_net *net = &r->bubble->net[class_];
	struct bubble_queue *q = &net->port[port].queue[vc];
	struct flit f;

	if (q->to.out == SEASTAR_PORT_PROC && !channel_free(&net->eject, o->now))
		return;
	if (!q->phits.count || fifo_at(&q->phits, 0)->index != q->sent) {
		fprintf(stderr, "oracle: a packet that cuts through is broken\n");
		exit(1);
	}
	f = fifo_pop(&q->phits);
	q->sent++;
	f.vc = q->to.vc;
	f.cycle = o->now + bubble_moves(o);
	if (q->to.out == SEASTAR_PORT_PROC) {
		channel_take(&net->eject, o->now, 1);
		f.cycle += M(BUBBLE_DELIVERY, 1, 0);
		fifo_push(&net->leaving, f);
	} else {
		u32 there = opposite(q->to.out);

		fifo_push(&r->neighbour[q->to.out]->bubble->net[class_].port[there].wire, f);
	}
	if (M(BUBBLE_CREDIT_EARLY, f.tail, f.index == 0))
		send_credit(r, class_, port, vc);
	if (!f.tail)
		return;
	net->port[q->to.out].from = NULL;
	q->passing = false;
}

static void bubble_arbitrate_and_pass(struct router *r)
{
	struct oracle *o = r->o;

	for (u32 class_ = 0; class_ < o->cfg.classes; class_++) {
		arbitrate(r, class_);
		for (u32 port = 0; port < SS_PORTS; port++)
			for (u32 vc = 0; vc < bubble_queues(o, port); vc++)
				if (r->bubble->net[class_].port[port].queue[vc].passing)
					pass(r, class_, port, vc);
	}
}

/* Phase 5: deliveries. */
static void bubble_deliveries(struct router *r)
{
	struct oracle *o = r->o;

	for (u32 class_ = 0; class_ < o->cfg.classes; class_++) {
		struct fifo *leaving = &r->bubble->net[class_].leaving;

		while (leaving->count && fifo_at(leaving, 0)->cycle == o->now) {
			struct flit f = fifo_pop(leaving);

			if (!f.tail)
				continue;
			o->seen[SEEN_BUBBLE_DELIVERED]++;
			source_delivery(r->node, f.packet);
		}
	}
}

static u64 bubble_oldest(const struct router *r, u64 birth)
{
	for (u32 class_ = 0; class_ < r->o->cfg.classes; class_++) {
		const struct bubble_net *net = &r->bubble->net[class_];

		for (u32 port = 0; port < SS_PORTS; port++) {
			birth = oldest_in(&net->port[port].wire, birth);
			for (u32 vc = 0; vc < BUBBLE_VCS; vc++)
				birth = oldest_in(&net->port[port].queue[vc].phits, birth);
		}
		birth = oldest_in(&net->leaving, birth);
	}
	return birth;
}

static void bubble_cycle(struct oracle *o)
{
	each_router(o, bubble_arrivals_and_injection);
	each_router(o, bubble_arbitrate_and_pass);
	each_router(o, bubble_deliveries);
	each_node(o, batch_cycle);
}

const struct oracle_kind oracle_bubble = {
	.kind = &ss_bubble_kind,
	.init = bubble_init,
	.free = bubble_free,
	.cycle = bubble_cycle,
	.has_room = bubble_has_room,
	.inject = bubble_begin_injection,
	.enter = bubble_enter,
	.oldest = bubble_oldest,
	.audit = bubble_audit,
	.emit = bubble_emit,
	.emit_injector = bubble_emit_injector,
};
