// SPDX-License-Identifier: GPL-2.0-only
/* The run of a router for a cycle; the phases are those of docs/torus-router.md. */
#include "hop.h"

/**
 * struct trs_visit - a router while it is run
 * @f: its fabric
 * @g: its region
 * @rt: the router
 * @r: its number
 * @t: the cycle
 * @next: marks of the routers of the region to be visited in the next cycle
 * @again: there may be events in the next cycle, too
 * @delivered: packets delivered to the node in this cycle
 * @deliveries: their number
 */
struct trs_visit {
	struct ss_fabric *f;
	struct ss_region *g;
	struct trs_router *rt;
	u32 r;
	u64 t;
	u8 *next;
	bool again;
	u32 delivered[SS_PORTS];
	u32 deliveries;
};

/*
 * Insert packet @i into @q, whose last packet is younger, behind all that are as old as @i or
 * older.
 */
static noinline void insert_by_age(struct ss_fabric *f, struct trs_queue *q, u32 i)
{
	u64 injected = trs_injected(&f->pool[i]);
	u32 *link = &q->first;

	while (trs_injected(&f->pool[*link]) <= injected)
		link = &f->pool[*link].next;
	f->pool[i].next = *link;
	*link = i;
}

/* Return true if packet @i overtakes the last one of @q, which is not empty. */
static __always_inline bool overtakes(const struct ss_fabric *f, const struct trs_queue *q, u32 i)
{
	return f->cfg.torus.discipline == SS_DISCIPLINE_OLDEST &&
	       trs_injected(&f->pool[i]) < trs_injected(&f->pool[q->last]);
}

/*
 * Append packet @i to the queue of @vc at @input, where it is from cycle @t on; @marks are the
 * marks of cycle @t.
 */
static __always_inline void join_queue(struct ss_fabric *f, const struct ss_region *g, u32 input,
				       u32 vc, u32 i, u64 t, u8 *marks)
{
	u32 r = SS_PORT_ROUTER(input), port = SS_PORT_OF(input), slot = TRS_SLOT(port, vc);
	struct trs_router *rt = trs_router_at(f, r);
	struct trs_queue *q = &rt->queue[slot];
	struct ss_packet *p = &f->pool[i];

	p->arrival = t;
	q->entered++;
	marks[r - g->first] = 1;
	if (q->flits++) {
		if (unlikely(overtakes(f, q, i))) {
			insert_by_age(f, q, i);
			return;
		}
		f->pool[q->last].next = i;
	} else {
		q->first = i;
		q->since = t;
		rt->busy |= 1U << slot;
	}
	p->next = 0;
	q->last = i;
}

void trs_take_packet(struct ss_fabric *f, struct ss_region *g, u32 input, u32 vc, u32 i, u64 t)
{
	join_queue(f, g, input, vc, i, t, ss_agenda_open(&g->agenda, t));
}

/*
 * Add a place of @vc at @output that becomes free in cycle @t; @next are the marks of the next
 * cycle.
 */
static __always_inline void take_place(struct ss_fabric *f, const struct ss_region *g, u32 output,
				       u32 vc, u64 t, u8 *next)
{
	u32 r = SS_PORT_ROUTER(output), port = SS_PORT_OF(output);
	struct trs_router *rt = trs_router_at(f, r);
	struct trs_output *o = &rt->output[port];

	rt->fresh = rt->fresh_at == t ? rt->fresh | 1U << port : 1U << port;
	rt->fresh_at = t;
	o->fresh_vc = vc;
	o->free[vc]++;
	if (!o->all++)
		o->full += t + 1 - o->full_since;
	if (rt->wanted >> port & 1)
		next[r - g->first] = 1;
}

/* Take a credit, which is the cycle in which a place became free and, in 8 bits, its VC. */
void trs_take_credit(struct ss_fabric *f, struct ss_region *g, u32 output, u64 credit)
{
	u64 t = credit >> 8;

	take_place(f, g, output, credit & 255, t, ss_agenda_open(&g->agenda, t + 1));
}

static __always_inline void send_flit(struct ss_fabric *f, struct ss_region *g, u32 r, u32 port,
				      u32 vc, u32 i, u64 t, u8 *next)
{
	struct trs_router *rt = trs_router_at(f, r);
	u32 input = f->wire[SS_PORT_ID(r, port)].to;
	struct trs_output *o = &rt->output[port];

	o->sent++;
	o->waited += t - f->pool[i].arrival;
	o->free[vc]--;
	if (!--o->all && !trs_fresh(rt, 1U << port, t))
		o->full_since = t + 1;
	if (likely(ss_in_region(g, SS_PORT_ROUTER(input)))) {
		join_queue(f, g, input, vc, i, t + 1, next);
		return;
	}
	ss_post_packet(f, g, input, vc, &f->pool[i], t + 1);
	ss_packet_free(f, g, i);
}

void trs_send(struct ss_fabric *f, struct ss_region *g, u32 r, u32 port, u32 vc, u32 i, u64 t)
{
	send_flit(f, g, r, port, vc, i, t, ss_agenda_open(&g->agenda, t + 1));
}

/* Take the packet behind @before off @q; 0: the first one. */
static __always_inline void unlink_packet(struct ss_packet *pool, struct trs_queue *q, u32 before)
{
	u32 i;

	if (!before) {
		q->first = pool[q->first].next;
		return;
	}
	i = pool[before].next;
	pool[before].next = pool[i].next;
	if (q->last == i)
		q->last = before;
}

/* Remove the flit behind packet @before from the queue at @slot; with @before 0 the first one. */
static __always_inline void leave(struct trs_visit *x, u32 slot, u32 before)
{
	u32 port = TRS_SLOT_PORT(slot), vc = TRS_SLOT_VC(slot);
	u32 output = x->f->wire[SS_PORT_ID(x->r, port)].to;
	struct trs_queue *q = &x->rt->queue[slot];

	q->blocked += x->t - q->since;
	unlink_packet(x->f->pool, q, before);
	q->since = x->t + 1;
	if (--q->flits)
		x->again = true;
	else
		x->rt->busy &= ~(1U << slot);
	if (likely(ss_in_region(x->g, SS_PORT_ROUTER(output))))
		take_place(x->f, x->g, output, vc, x->t, x->next);
	else
		ss_post_credit(x->f, x->g, output, x->t << 8 | vc);
}

/*
 * Eject packet @i, at its destination, which follows @before in the queue of @slot.  Returns true
 * if the processor takes its flit.
 */
static __always_inline bool eject(struct trs_visit *x, u32 slot, u32 before, u32 i)
{
	struct ss_rate rate = x->f->eject;
	struct trs_output *proc = &x->rt->output[SEASTAR_PORT_PROC];

	if (rate.a) {
		if (ss_rate_free(rate, x->rt->next) > x->t) {
			ss_remind(x->f, x->g, x->r, ss_rate_free(rate, x->rt->next));
			return false;
		}
		x->rt->next = ss_rate_start(rate, x->rt->next, x->t) + rate.b;
	}
	proc->sent++;
	proc->waited += x->t - x->f->pool[i].arrival;
	leave(x, slot, before);
	x->delivered[x->deliveries++] = i;
	return true;
}

/* Send packet @i, behind @before at @slot, on if possible.  Returns true if it was. */
static __always_inline bool go_on(struct trs_visit *x, u32 slot, u32 before, u32 i)
{
	const struct trs_fabric *tf = trs_fabric(x->f);
	u64 header = x->f->pool[i].header;
	u32 dest = SS_HDR_GET(header, DEST);
	struct trs_hop hop;

	if (dest == x->r)
		return eject(x, slot, before, i);
	hop = trs_hop(tf, x->rt, x->r, header, tf->place[SS_HDR_SOURCE(header)],
		      tf->place[dest], header & TRS_MINUS);
	if (unlikely(hop.port == SEASTAR_PORT_PROC)) {
		x->again |= trs_wait_for(x->rt, trs_outputs(tf->place[x->r], tf->place[dest],
							    header & TRS_MINUS), x->t);
		return false;
	}
	leave(x, slot, before);
	send_flit(x->f, x->g, x->r, hop.port, hop.vc, i, x->t, x->next);
	return true;
}

/*
 * Return the rank of flit @i at @slot among all: by age; flits of one age take turns, which begin
 * one slot later in each cycle.
 */
static __always_inline u64 rank_of(const struct trs_visit *x, u32 slot, u32 i)
{
	u32 turn = x->t % TRS_SLOTS;

	return trs_injected(&x->f->pool[i]) << 5 |
	       (slot >= turn ? slot - turn : slot + TRS_SLOTS - turn);
}

/*
 * Put the slots that have a flit at the front into @order, the oldest first.  Returns their number.
 */
static __always_inline u32 by_age(const struct trs_visit *x, u8 *order)
{
	u64 age[TRS_SLOTS];
	u32 n = 0;

	for (u32 set = x->rt->busy; set; set &= set - 1) {
		u32 slot = ss_lowest(set), k = n, i = x->rt->queue[slot].first;
		u64 key;

		if (x->f->pool[i].arrival > x->t)
			continue;
		key = rank_of(x, slot, i);
		for (; k && age[k - 1] > key; k--) {
			age[k] = age[k - 1];
			order[k] = order[k - 1];
		}
		age[k] = key;
		order[k] = slot;
		n++;
	}
	return n;
}

/* Move flits on, the oldest first, one per channel (phase 1). */
static __always_inline void move_flits(struct trs_visit *x)
{
	u32 moved = 0, n = 1;
	u8 order[TRS_SLOTS];

	if (ss_several(x->rt->busy))
		n = by_age(x, order);
	else if (x->f->pool[x->rt->queue[ss_lowest(x->rt->busy)].first].arrival <= x->t)
		order[0] = ss_lowest(x->rt->busy);
	else
		n = 0;
	for (u32 i = 0; i < n; i++) {
		u32 port = TRS_SLOT_PORT(order[i]);

		if (moved >> port & 1)
			x->again = true;
		else if (go_on(x, order[i], 0, x->rt->queue[order[i]].first))
			moved |= 1U << port;
	}
}

/* The queues of all VCs of the channel that ends at @port, as bits. */
#define TRS_SLOTS_OF(port)							\
	((1U << TRS_SLOT(0, 0) | 1U << TRS_SLOT(0, 1) | 1U << TRS_SLOT(0, 2)) << (port))

/* Find the slot, among @set, whose flit in @next is the oldest. */
static u32 oldest_of(const struct trs_visit *x, const u32 *next, u32 set)
{
	u64 best = ~0ULL;
	u32 found = 0;

	for (; set; set &= set - 1) {
		u32 slot = ss_lowest(set);
		u64 rank = rank_of(x, slot, next[slot]);

		if (rank < best) {
			best = rank;
			found = slot;
		}
	}
	return found;
}

/*
 * Move flits on with SS_DISCIPLINE_OLDEST, where queues are in the order of age: the oldest flit of
 * each channel that has a place (phase 1).
 */
static noinline void move_oldest(struct trs_visit *x)
{
	u32 next[TRS_SLOTS], before[TRS_SLOTS], left = x->rt->busy;

	for (u32 set = left; set; set &= set - 1) {
		u32 slot = ss_lowest(set);

		next[slot] = x->rt->queue[slot].first;
		before[slot] = 0;
	}
	while (left) {
		u32 slot = oldest_of(x, next, left), port = TRS_SLOT_PORT(slot), i = next[slot];

		if (x->f->pool[i].arrival <= x->t && go_on(x, slot, before[slot], i)) {
			x->again |= x->rt->busy & TRS_SLOTS_OF(port);
			left &= ~TRS_SLOTS_OF(port);
			continue;
		}
		before[slot] = i;
		next[slot] = x->f->pool[i].next;
		if (!next[slot])
			left &= ~(1U << slot);
	}
}

/*
 * Set places that became free in this cycle aside, since they are for the next one; or put them
 * back.
 */
static __always_inline void set_fresh(struct trs_router *rt, u32 ports, u32 places)
{
	for (; ports; ports &= ports - 1) {
		struct trs_output *o = &rt->output[ss_lowest(ports)];

		o->free[o->fresh_vc] += places;
		o->all += places;
	}
}

void trs_run(struct ss_fabric *f, struct ss_region *g, u32 r, u64 from, u64 end)
{
	struct ss_source *source = &f->source[r];
	struct trs_visit x;
	u32 fresh;

	(void)end;	/* a window is one cycle */
	x.f = f;
	x.g = g;
	x.rt = trs_router_at(f, r);
	x.r = r;
	x.t = from;
	x.next = ss_agenda_open(&g->agenda, from + 1);
	x.again = false;
	x.deliveries = 0;
	x.rt->wanted = 0;
	fresh = trs_fresh(x.rt, ~0U, from);
	set_fresh(x.rt, fresh, -1);
	if (x.rt->busy && f->cfg.torus.discipline == SS_DISCIPLINE_OLDEST)
		move_oldest(&x);
	else if (x.rt->busy)
		move_flits(&x);
	/* a packet that waits tries again: any change may help it */
	if (ss_source_waits(source, 0))
		ss_source_room(f, r, 0, from);
	if (source->at <= from)
		ss_source_run(f, g, r, from);
	if (trs_fabric(f)->injection)
		x.again |= trs_enter(f, g, r, from);
	set_fresh(x.rt, fresh, 1);
	if (x.rt->loop) {
		x.delivered[x.deliveries++] = x.rt->loop;
		x.rt->loop = 0;
	}
	for (u32 i = 0; i < x.deliveries; i++)
		ss_source_deliver(f, g, r, x.delivered[i], 0, from);
	g->events += 1 + x.deliveries;
	if (x.again)
		x.next[r - g->first] = 1;
	if (source->at != SS_NEVER)
		ss_remind(f, g, r, source->at);
}
