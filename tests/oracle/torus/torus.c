// SPDX-License-Identifier: GPL-2.0-only
/*
 * The output-queued torus router, cycle by cycle: docs/torus-router.md, sections 2 to 5.
 */
#include <stdio.h>
#include <stdlib.h>

#include "torus.h"

#define M(name, right, wrong)	MUTATE(o->mutant, name, right, wrong)

#define BEFORE	0	/* star VC for packets before the link that closes the ring */
#define AFTER	1	/* star VC for packets that cross that link or have crossed it */
#define OPEN	2	/* VC for all packets */

static void *torus_alloc(size_t n, size_t size)
{
	void *mem = calloc(n, size);

	if (!mem) {
		fprintf(stderr, "oracle: out of memory\n");
		exit(1);
	}
	return mem;
}

static bool is_gal(const struct oracle *o)
{
	return o->cfg.routing == SS_ROUTE_GAL;
}

static void torus_init(struct router *r)
{
	struct torus_router *x = torus_alloc(1, sizeof(*x));

	r->torus = x;
	x->eject.rate[0] = r->o->cfg.eject[0];
	x->eject.rate[1] = r->o->cfg.eject[1];
	if (is_gal(r->o))
		x->injection = torus_alloc(r->o->routers * QUADRANTS, sizeof(*x->injection));
}

static void free_flits(struct fifo *f)
{
	for (u32 i = 0; i < f->count; i++)
		free(fifo_at(f, i)->packet);
	fifo_clear(f);
}

static void torus_free(struct router *r)
{
	struct torus_router *x = r->torus;

	for (u32 port = 0; port < SS_PORTS; port++)
		for (u32 vc = 0; vc < SS_TORUS_VCS; vc++)
			free_flits(&x->out[port].queue[vc]);
	for (u32 i = 0; x->injection && i < r->o->routers * QUADRANTS; i++)
		free_flits(&x->injection[i]);
	free(x->injection);
	free(x);
}

/* Count the free places.  A place that a flit leaves in this cycle is free in the next one. */
static void count_room(struct router *r)
{
	struct oracle *o = r->o;

	for (u32 port = 1; port < SS_PORTS; port++) {
		struct torus_channel *c = &r->torus->out[port];
		bool full = true;

		for (u32 vc = 0; vc < SS_TORUS_VCS; vc++) {
			c->room[vc] = o->cfg.input_depth - c->queue[vc].count;
			full = full && !c->room[vc];
		}
		r->regs[port][SEASTAR_REG_STALLED] += full && r->neighbour[port] ?
						      M(TORUS_STALLED, 1, 0) : 0;
		o->seen[SEEN_TORUS_FULL] += full;
	}
}

static u32 length_of(const struct oracle *o, const struct torus_channel *c)
{
	u32 n = 0;

	for (u32 vc = 0; vc < SS_TORUS_VCS; vc++)
		n += o->cfg.input_depth - c->room[vc];
	return n;
}

static u32 output_of(u32 dim, bool minus)
{
	return 1 + 2 * dim + minus;
}

/*
 * Return true if packet @p, once it has left @r in dimension @dim, has crossed the link that closes
 * the ring.
 */
static bool beyond_wrap(const struct router *r, const struct packet *p, u32 dim)
{
	const struct router *from = &r->o->router[p->source];
	u32 k = r->o->cfg.size[dim], at = from->at[dim];
	bool minus = p->minus >> dim & 1, crossed = false;

	/* follow its path from the source again */
	for (;;) {
		crossed |= minus ? at == 0 : at == k - 1;
		if (at == r->at[dim])
			return crossed;
		at = (at + (minus ? k - 1 : 1)) % k;
	}
}

/*
 * Return true if packet @p, which has hops left in @dim, has star VCs there: it has no hops left in
 * any lower dimension, or higher one.
 */
static bool has_stars(const struct router *r, const struct packet *p, u32 dim)
{
	struct oracle *o = r->o;
	bool highest = o->cfg.torus.stars == SS_STARS_HIGHEST;

	highest = M(TORUS_STARS, highest, !highest);
	for (u32 other = 0; other < SS_DIMS; other++) {
		bool before = highest ? other > dim : other < dim;

		if (before && r->at[other] != o->router[p->dest].at[other])
			return false;
	}
	return true;
}

/* Choose a VC of the output in @dim that packet @p may take now; -1: none. */
static int vc_for(const struct router *r, const struct packet *p, u32 dim)
{
	struct oracle *o = r->o;
	const struct torus_channel *c = &r->torus->out[output_of(dim, p->minus >> dim & 1)];
	u32 star = M(TORUS_WRAP, beyond_wrap(r, p, dim), false) ? AFTER : BEFORE;
	bool may_star = has_stars(r, p, dim) || M(TORUS_LOWEST, false, true);

	may_star = may_star && M(TORUS_ESCAPE, true, false);

	if (may_star && M(TORUS_OPEN_FIRST, false, true) && c->room[star])
		return star;
	if (c->room[OPEN])
		return OPEN;
	if (!may_star || !c->room[star])
		return -1;
	o->seen[star == AFTER ? SEEN_TORUS_AFTER : SEEN_TORUS_BEFORE]++;
	return star;
}

/* Choose the output and VC that @p takes from @r; false if there is none. */
static bool choose_hop(struct router *r, const struct packet *p, u32 *port, u32 *vc)
{
	struct oracle *o = r->o;
	u32 best = U32_MAX, tied = 0, dims[SS_DIMS], pick = 0;

	for (u32 dim = 0; dim < SS_DIMS; dim++) {
		u32 length;

		if (r->at[dim] == o->router[p->dest].at[dim])
			continue;
		if (vc_for(r, p, dim) >= 0) {
			length = length_of(o, &r->torus->out[output_of(dim, p->minus >> dim & 1)]);
			length = M(TORUS_SHORTER, length, U32_MAX / 2 - length);
			if (length < best)
				tied = 0;
			if (length <= best)
				dims[tied++] = dim;
			best = length < best ? length : best;
		}
	}
	if (!tied) {
		o->seen[SEEN_TORUS_BLOCKED]++;
		return false;
	}
	if (tied > 1) {
		u64 number = SS_HDR_GET(p->header, TID);

		o->seen[SEEN_TORUS_TIE]++;
		pick = ss_rng_below(ss_mix(p->source + (number << 16) + ((u64)r->id << 32)), tied);
	}
	pick = dims[M(TORUS_TIE, pick, 0)];
	*port = output_of(pick, p->minus >> pick & 1);
	*vc = vc_for(r, p, pick);
	return true;
}

/*
 * Move @p from @r to queue @vc of the channel at @port.  It entered its present queue in cycle
 * @came.
 */
static void hop(struct router *r, struct packet *p, u32 port, u32 vc, u64 came)
{
	struct oracle *o = r->o;
	struct torus_channel *c = &r->torus->out[port];
	u64 *reg = r->neighbour[port]->regs[opposite(port)];

	if (!c->queue[vc].count)
		c->since[vc] = o->now + 1;
	fifo_push(&c->queue[vc], (struct flit){ .packet = p, .cycle = o->now, .tail = true });
	c->room[vc]--;
	reg[SEASTAR_REG_VC0_PKTS + vc]++;
	reg[SEASTAR_REG_VC0_FLITS + vc]++;
	r->passed[port].packets++;
	r->passed[port].waited += o->now - came;
}

/* A packet that may leave a channel that ends at a router, and its place in the queue. */
struct front {
	struct packet *packet;
	u32 input, vc, place;
	struct torus_channel *channel;
	u64 injected;
	u32 turns;
};

static bool goes_before(const struct oracle *o, const struct front *a, const struct front *b)
{
	if (a->injected != b->injected)
		return M(TORUS_OLDEST, a->injected < b->injected, a->injected > b->injected);
	if (a->turns != b->turns)
		return a->turns < b->turns;
	return a->place < b->place;
}

/* Count the flits of a queue that may leave it: all, or the first only. */
static u32 count_fronts(const struct oracle *o, const struct fifo *queue)
{
	bool oldest = o->cfg.torus.discipline == SS_DISCIPLINE_OLDEST;

	if (M(TORUS_DISCIPLINE, oldest, !oldest))
		return queue->count;
	return queue->count ? 1 : 0;
}

static u32 find_fronts(struct router *r, struct front *front)
{
	struct oracle *o = r->o;
	u32 n = 0;

	for (u32 input = 1; input < SS_PORTS; input++) {
		struct torus_channel *c;

		if (!r->neighbour[input])
			continue;
		c = &r->neighbour[input]->torus->out[opposite(input)];
		for (u32 vc = 0; vc < SS_TORUS_VCS; vc++) {
			u32 slots = 24, slot = 8 * vc + input;

			for (u32 i = 0; i < count_fronts(o, &c->queue[vc]); i++) {
				const struct flit *f = fifo_at(&c->queue[vc], i);

				if (f->cycle == o->now)
					continue;
				front[n++] = (struct front){
					.packet = f->packet, .input = input, .vc = vc, .place = i,
					.channel = c,
					.injected = f->packet->injected,
					.turns = (slot + slots -
						  M(TORUS_TURN, o->now % slots, 0)) % slots,
				};
			}
		}
	}
	return n;
}

/* Take the flit of @p out of @queue. */
static struct flit take_flit(struct oracle *o, struct fifo *queue, const struct packet *p)
{
	struct flit taken;
	u32 place = 0;

	while (fifo_at(queue, place)->packet != p)
		place++;
	taken = *fifo_at(queue, place);
	o->seen[SEEN_TORUS_OVERTAKE] += place > 0;
	for (; place > 0; place--)
		*fifo_at(queue, place) = *fifo_at(queue, place - 1);
	fifo_pop(queue);
	return taken;
}

/* Pass the flit at @f on, or to the processor, if possible. */
static bool pass_front(struct router *r, const struct front *f)
{
	struct oracle *o = r->o;
	struct torus_router *x = r->torus;
	struct fifo *queue = &f->channel->queue[f->vc];
	struct packet *p = f->packet;
	struct flit taken;
	u32 port, vc;

	if (p->dest == r->id) {
		if (x->eject.rate[0] && !channel_free(&x->eject, o->now)) {
			o->seen[SEEN_TORUS_EJECT]++;
			return false;
		}
		if (x->eject.rate[0])
			channel_take(&x->eject, o->now, 1);
		r->passed[SEASTAR_PORT_PROC].packets++;
		taken = take_flit(o, queue, p);
		r->passed[SEASTAR_PORT_PROC].waited += o->now - (taken.cycle + 1);
		fifo_push(&x->delivered, taken);
	} else {
		if (!choose_hop(r, p, &port, &vc))
			return false;
		taken = take_flit(o, queue, p);
		hop(r, p, port, vc, taken.cycle + 1);
	}
	if (M(TORUS_PLACE, false, true))
		f->channel->room[f->vc]++;
	f->channel->since[f->vc] = o->now + 1;
	return true;
}

static void move_flits(struct router *r)
{
	struct oracle *o = r->o;
	u32 places = SS_PORTS * SS_TORUS_VCS * o->cfg.input_depth;
	struct front *front = torus_alloc(places, sizeof(*front));
	bool moved[SS_PORTS] = { false };
	u32 n = find_fronts(r, front);

	for (u32 i = 0; i < n; i++) {
		u32 oldest = i;
		struct front f;

		for (u32 k = i + 1; k < n; k++) {
			o->seen[SEEN_TORUS_AGE_TIE] += front[k].injected == front[oldest].injected;
			if (goes_before(o, &front[k], &front[oldest]))
				oldest = k;
		}
		f = front[oldest];
		front[oldest] = front[i];
		o->seen[SEEN_TORUS_CHANNEL] += moved[f.input];
		if (moved[f.input] && M(TORUS_CHANNEL, true, false))
			continue;
		moved[f.input] |= pass_front(r, &f);
	}
	free(front);
}

/* Count a blocked cycle for each queue with flits that could leave but did not. */
static void count_blocked(struct router *r)
{
	struct oracle *o = r->o;

	for (u32 port = 1; port < SS_PORTS; port++) {
		const struct torus_channel *c = &r->torus->out[port];
		u64 *reg;

		if (!r->neighbour[port])
			continue;
		reg = r->neighbour[port]->regs[opposite(port)];
		for (u32 vc = 0; vc < SS_TORUS_VCS; vc++)
			if (c->queue[vc].count && c->since[vc] <= o->now)
				reg[SEASTAR_REG_VC0_BLOCKED + vc] += M(TORUS_BLOCKED, 1, 0);
	}
}

/* Count the hops from @r to node @dest in one direction of dimension @dim. */
static u32 hops_in(const struct router *r, u32 dest, u32 dim, bool minus)
{
	u32 k = r->o->cfg.size[dim], from = r->at[dim], to = r->o->router[dest].at[dim];

	return minus ? (from + k - to) % k : (to + k - from) % k;
}

static bool is_quadrant(const struct router *r, u32 dest, u32 quadrant)
{
	for (u32 dim = 0; dim < SS_DIMS; dim++)
		if (quadrant >> dim & 1 && !hops_in(r, dest, dim, false))
			return false;
	return true;
}

static u32 distance(const struct router *r, u32 dest, u32 quadrant)
{
	u32 n = 0;

	for (u32 dim = 0; dim < SS_DIMS; dim++)
		n += hops_in(r, dest, dim, quadrant >> dim & 1);
	return n;
}

static u64 draw_of(const struct router *r, const struct packet *p, u32 which)
{
	const struct oracle *o = r->o;
	u64 key = ss_rng_key(r->node->source.key, SS_STREAM_QUADRANTS);

	return ss_rng_draw(key, 4 * p->number + which + M(TORUS_COIN, 0, 1));
}

/* Draw a quadrant by GOAL, dimension by dimension. */
static u32 draw_quadrant(const struct router *r, const struct packet *p)
{
	const struct oracle *o = r->o;
	u32 quadrant = 0;

	for (u32 dim = 0; dim < SS_DIMS; dim++) {
		u32 plus = hops_in(r, p->dest, dim, false), k = o->cfg.size[dim];

		/* plus has a chance of (k - plus) / k */
		if (plus && M(TORUS_GOAL, ss_rng_below(draw_of(r, p, dim), k) < plus,
			      ss_rng_below(draw_of(r, p, dim), k) >= plus))
			quadrant |= 1U << dim;
	}
	return quadrant;
}

/* Count the flits of the output at @port that CQR compares: in all queues, or in OPEN only. */
static u32 occupancy(const struct router *r, u32 port)
{
	const struct oracle *o = r->o;
	const struct torus_channel *c = &r->torus->out[port];
	bool all = o->cfg.torus.occupancy == SS_OCCUPANCY_ALL;

	if (M(TORUS_OCCUPANCY, !all, all))
		return o->cfg.input_depth - c->room[OPEN];
	return length_of(o, c);
}

/* Sum the occupancies of the outputs that lead into a quadrant. */
static u32 queued_for(const struct router *r, u32 dest, u32 quadrant)
{
	u32 n = 0;

	for (u32 dim = 0; dim < SS_DIMS; dim++)
		if (hops_in(r, dest, dim, false))
			n += occupancy(r, output_of(dim, quadrant >> dim & 1));
	return n;
}

/*
 * Return true if the queues of @quadrant are too long for it to be chosen.  MIN AD has no such
 * limit.
 */
static bool is_too_long(const struct router *r, u32 dest, u32 quadrant)
{
	const struct oracle *o = r->o;
	double sum = 0, n = 0, excess;

	if (o->cfg.routing == SS_ROUTE_MINAD)
		return false;
	for (u32 q = 0; q < QUADRANTS; q++) {
		if (!is_quadrant(r, dest, q))
			continue;
		sum += queued_for(r, dest, q);
		n++;
	}
	excess = queued_for(r, dest, quadrant) - M(TORUS_MEAN, sum / n, 0);
	return M(TORUS_THRESHOLD, excess * 100 >= o->cfg.torus.threshold,
		 excess * 100 > o->cfg.torus.threshold);
}

static struct fifo *injection_queue(const struct router *r, u32 dest, u32 quadrant)
{
	return &r->torus->injection[dest * QUADRANTS + quadrant];
}

/*
 * Choose the quadrant with the fewest hops that @p may take; among equals, the one with the
 * shortest queues; -1: none.
 */
static int choose_quadrant(struct router *r, const struct packet *p)
{
	struct oracle *o = r->o;
	u32 tied[QUADRANTS], n = 0, least = U32_MAX, second = U32_MAX, dest = p->dest;

	if (o->cfg.routing == SS_ROUTE_GOAL)
		return draw_quadrant(r, p);
	for (u32 q = 0; q < QUADRANTS; q++) {
		u32 hops = distance(r, dest, q), length;

		if (!is_quadrant(r, dest, q))
			continue;
		length = is_gal(o) ? injection_queue(r, dest, q)->count : queued_for(r, dest, q);
		if (is_gal(o) ? length * 100 >= o->cfg.torus.threshold + M(TORUS_GAL_FULL, 0, 100) :
				is_too_long(r, dest, q))
			continue;
		hops = M(TORUS_SHORTEST, hops, 1000 - hops);
		if (hops > least || (hops == least && length > second))
			continue;
		if (hops < least || length < second)
			n = 0;
		least = hops;
		second = length;
		tied[n++] = q;
	}
	if (!n)
		return -1;
	for (u32 dim = 0, q = tied[0]; dim < SS_DIMS; dim++)
		o->seen[SEEN_TORUS_LONG] += hops_in(r, dest, dim, q >> dim & 1) >
					    o->cfg.size[dim] / 2;
	o->seen[SEEN_TORUS_COIN] += n > 1;
	return tied[n > 1 ? ss_rng_below(draw_of(r, p, SS_DIMS), n) : 0];
}

static bool torus_has_room(struct router *r, const struct packet *p)
{
	struct oracle *o = r->o;
	struct packet first = *p;
	int quadrant;
	u32 port, vc;

	if (p->dest == r->id)
		return true;
	quadrant = choose_quadrant(r, p);
	o->seen[SEEN_TORUS_GAL_FULL] += quadrant < 0;
	if (quadrant < 0 || is_gal(o))
		return quadrant >= 0;
	first.minus = quadrant;
	return choose_hop(r, &first, &port, &vc);
}

static void torus_inject(struct router *r, struct packet *p)
{
	struct oracle *o = r->o;
	u64 *reg = r->regs[SEASTAR_PORT_PROC];
	u32 port, vc;

	channel_take(&r->node->source.channel, o->now, 1);
	reg[SEASTAR_REG_VC0_PKTS]++;
	reg[SEASTAR_REG_VC0_FLITS]++;
	if (p->dest == r->id) {
		o->seen[SEEN_TORUS_LOOP]++;
		r->passed[SEASTAR_PORT_PROC].packets++;
		fifo_push(&r->torus->delivered, (struct flit){ .packet = p });
		return;
	}
	p->minus = choose_quadrant(r, p);
	p->header |= p->minus;
	if (is_gal(o)) {
		fifo_push(injection_queue(r, p->dest, p->minus),
			  (struct flit){ .packet = p, .cycle = o->now, .tail = true });
		return;
	}
	choose_hop(r, p, &port, &vc);
	hop(r, p, port, vc, o->now);
}

/* Move into the network the oldest packet at a front of the injection queues that can move. */
static void enter_network(struct router *r)
{
	struct oracle *o = r->o;
	struct fifo *oldest = NULL;
	struct flit flit;
	u32 port, vc;

	for (u32 i = 0; is_gal(o) && i < o->routers * QUADRANTS; i++) {
		struct fifo *queue = &r->torus->injection[i];
		u32 any;

		if (!queue->count || !choose_hop(r, fifo_at(queue, 0)->packet, &any, &any))
			continue;
		if (!oldest || M(TORUS_GAL_OLDEST,
				 fifo_at(queue, 0)->cycle < fifo_at(oldest, 0)->cycle,
				 fifo_at(queue, 0)->cycle > fifo_at(oldest, 0)->cycle))
			oldest = queue;
	}
	if (!oldest)
		return;
	flit = fifo_pop(oldest);
	choose_hop(r, flit.packet, &port, &vc);
	flit.packet->injected = M(TORUS_GAL_AGE, o->now, flit.packet->injected);
	o->seen[SEEN_TORUS_GAL_WAIT] += flit.cycle < o->now;
	hop(r, flit.packet, port, vc, flit.cycle);
}

static void deliver(struct router *r)
{
	struct oracle *o = r->o;

	while (r->torus->delivered.count) {
		o->seen[SEEN_TORUS_DELIVERED]++;
		source_delivery(r->node, fifo_pop(&r->torus->delivered).packet);
	}
}

static void torus_cycle(struct oracle *o)
{
	each_router(o, count_room);
	each_router(o, move_flits);
	each_router(o, count_blocked);
	each_node(o, source_cycle);
	each_router(o, enter_network);
	each_router(o, deliver);
	each_node(o, batch_cycle);
}

/* Return the earliest of @birth and the births of all packets in the queues of @r. */
static u64 torus_oldest(const struct router *r, u64 birth)
{
	for (u32 port = 1; port < SS_PORTS; port++)
		for (u32 vc = 0; vc < SS_TORUS_VCS; vc++)
			birth = oldest_in(&r->torus->out[port].queue[vc], birth);
	for (u32 i = 0; is_gal(r->o) && i < r->o->routers * QUADRANTS; i++)
		birth = oldest_in(&r->torus->injection[i], birth);
	return birth;
}

const struct oracle_kind oracle_torus = {
	.kind = &ss_torus_kind,
	.init = torus_init,
	.free = torus_free,
	.cycle = torus_cycle,
	.has_room = torus_has_room,
	.inject = torus_inject,
	.oldest = torus_oldest,
	.audit = torus_audit,
	.emit = torus_emit,
	.emit_injector = torus_emit_injector,
};
