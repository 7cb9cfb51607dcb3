// SPDX-License-Identifier: GPL-2.0-only
/*
 * The run of a router, cycle by cycle where it has events; the phases are those of
 * docs/wormhole-router.md.
 */
#include "connect.h"

/* Begin the first packet of input @slot: find its outputs; it requests from cycle @t on. */
static __always_inline void begin_packet(const struct whr_visit *x, struct whr_in *in, u32 slot,
					 u64 t)
{
	in->state = WHR_ASKING;
	in->asked = t;
	x->rt->asking |= 1ULL << slot;
	whr_route(x->f, x->r, slot, in);
}

/* Take the header of packet @i in input @slot, where it may request from cycle @t on. */
static __always_inline void take_head(const struct whr_visit *x, u32 slot, u32 i, u64 t)
{
	struct whr_in *in = whr_in_of(x->rt, slot);

	x->rt->tally[WHR_PORT(slot)].pkts[whr_register(x->f, slot)]++;
	x->f->pool[i].arrival = t;
	if (in->first)
		x->f->pool[in->last].next = i;
	else
		in->first = i;
	in->last = i;
	if (in->state == WHR_IDLE)
		begin_packet(x, in, slot, t);
}

/* Take in the arrivals of cycle @t. */
static __always_inline void take_due(const struct whr_visit *x, struct whr_due *due, u64 t)
{
	struct whr_router *rt = x->rt;

	for (u64 set = due->flits; set; set &= set - 1) {
		u32 slot = ss_lowest(set);
		struct whr_in *in = whr_in_of(rt, slot);

		in->came++;
		in->flits++;
		if (in->state == WHR_OPEN)
			rt->loaded |= 1ULL << in->out;
	}
	for (u64 set = due->credits; set; set &= set - 1)
		whr_out_of(rt, ss_lowest(set))->credits++;
	rt->credit |= due->credits;
	for (u64 set = due->opens; set; set &= set - 1) {
		struct whr_in *in = whr_in_of(rt, ss_lowest(set));

		in->state = WHR_OPEN;
		if (in->flits)
			rt->loaded |= 1ULL << in->out;
	}
	for (u64 set = due->heads; set; set &= set - 1)
		take_head(x, ss_lowest(set), due->packet[WHR_LINK(ss_lowest(set))], t);
	due->flits = 0;
	due->credits = 0;
	due->opens = 0;
	due->heads = 0;
}

/**
 * struct whr_moment - a cycle, and the arrival times of flits and credits sent in it
 * @t: the cycle
 * @flit: time at which a flit sent now is ready in the next router
 * @credit: time at which a credit sent now is back at the router before
 */
struct whr_moment {
	u64 t;
	struct whr_time flit;
	struct whr_time credit;
};

/* Return the credit for a place in the queue of input @slot to the sender of its flits. */
static __always_inline void send_credit(const struct whr_visit *x, u32 slot,
					const struct whr_moment *m)
{
	u32 output = x->wire[WHR_PORT(slot)].to, r = SS_PORT_ROUTER(output);

	if (WHR_PORT(slot) == SEASTAR_PORT_PROC) {
		/* if there was room before, the source does not wait for this place */
		if (likely(x->rt->injector.room[WHR_CLASS(slot)]))
			x->rt->injector.room[WHR_CLASS(slot)]++;
		else
			whr_inject_room(x->f, x->r, WHR_CLASS(slot), m->t + 1);
	} else if (likely(ss_in_region(x->g, r))) {
		whr_bring(x->f, x->g, r, &m->credit)->credits |=
			1ULL << (SS_PORT_OF(output) << 3 | WHR_IN_PORT(slot));
	} else {
		ss_post_credit(x->f, x->g, output,
			       (m->t + whr_fabric(x->f)->credit) << 8 | WHR_IN_PORT(slot));
	}
}

/* Send a flit of packet @i to the node. */
static __always_inline void eject(const struct whr_visit *x, u32 i, u32 class_, bool is_last, u64 t)
{
	u64 start = ss_rate_start(x->f->eject, x->rt->next[class_], t), when;

	x->rt->next[class_] = start + x->f->eject.b;
	if (!is_last)
		return;
	when = t + whr_fabric(x->f)->credit + 1;
	whr_due_of(x->f, x->rt, when)->delivered[class_] = i;
	whr_plan(x->f, x->rt, when);
}

/* Send a flit of packet @i to the router at the other end of output @slot's link. */
static __always_inline void send_on(const struct whr_visit *x, u32 slot, u32 i, bool is_first,
				    bool is_last, const struct whr_moment *m)
{
	u32 input = x->wire[WHR_PORT(slot)].to, vc = WHR_IN_PORT(slot), r = SS_PORT_ROUTER(input);
	u64 when = m->t + whr_fabric(x->f)->hop;

	if (!--whr_out_of(x->rt, slot)->credits)
		x->rt->credit &= ~(1ULL << slot);
	if (likely(ss_in_region(x->g, r))) {
		if (is_first)
			whr_take_packet(x->f, x->g, input, vc, i, when);
		else
			whr_bring(x->f, x->g, r, &m->flit)->flits |=
				1ULL << (SS_PORT_OF(input) << 3 | vc);
		return;
	}
	/* the packet is in that region from now on, and in this one until its last flit has left */
	if (is_first) {
		ss_post_packet(x->f, x->g, input, vc, &x->f->pool[i], when);
		x->g->in_use--;
	} else {
		ss_post_flit(x->f, x->g, input, vc, when);
	}
	if (is_last) {
		x->g->in_use++;
		ss_packet_free(x->f, x->g, i);
	}
}

/* End the first packet of input @slot, which has left: free its output, begin the next packet. */
static __always_inline void end_packet(const struct whr_visit *x, struct whr_in *in, u32 slot,
				       u64 t)
{
	u32 next = in->first == in->last ? 0 : x->f->pool[in->first].next;

	x->rt->taken &= ~(1ULL << in->out);
	x->rt->loaded &= ~(1ULL << in->out);
	whr_out_of(x->rt, in->out)->holder = WHR_NOBODY;
	x->f->pool[in->first].next = 0;
	in->first = next;
	in->state = WHR_IDLE;
	if (next)
		begin_packet(x, in, slot, t + 1);
}

/* Pass a flit through output @out in the cycle of @m. */
static __always_inline void pass_flit(const struct whr_visit *x, u32 out,
				      const struct whr_moment *m)
{
	u32 slot = whr_out_of(x->rt, out)->holder, i;
	struct whr_in *in = whr_in_of(x->rt, slot);
	bool is_first = !in->begun, is_last = !--in->left;

	i = in->first;
	if (is_first) {
		struct whr_tally *tally = &x->rt->tally[WHR_PORT(out)];

		in->begun = true;
		tally->sent++;
		tally->waited += m->t - x->f->pool[i].arrival;
	}
	if (!--in->flits)
		x->rt->loaded &= ~(1ULL << out);
	send_credit(x, slot, m);
	if (is_last)
		end_packet(x, in, slot, m->t);
	if (WHR_PORT(out) == SEASTAR_PORT_PROC)
		eject(x, i, WHR_CLASS(out), is_last, m->t);
	else
		send_on(x, out, i, is_first, is_last, m);
}

/* Return the links with any slot in @set; the bit of a link is the lowest of its four slots. */
static __always_inline u64 links_of(u64 set)
{
	set |= set >> 1;
	set |= set >> 2;
	return set & 0x1111111111111111ULL;
}

/* Count as stalled the links that have loaded outputs, but none in @ready (with a credit). */
static __always_inline void count_stalls(const struct whr_visit *x, u64 ready, u64 t)
{
	u64 starved = links_of(x->rt->loaded) & ~links_of(ready);
	u64 changed = starved ^ x->rt->stalled;

	x->rt->stalled = starved;
	for (; unlikely(changed); changed &= changed - 1) {
		u32 slot = ss_lowest(changed), link = WHR_LINK(slot);

		if (starved >> slot & 1)
			x->rt->stalled_since[link] = t;
		else
			x->rt->tally[WHR_PORT(slot)].stalled += t - x->rt->stalled_since[link];
	}
}

/* Run the VC controllers: each link sends a flit of a VC that has a ready flit and a credit. */
static __always_inline u32 pass_flits(const struct whr_visit *x, u64 t)
{
	u64 ready = x->rt->loaded & x->rt->credit;
	struct whr_moment m = { .t = t };
	u32 passed = 0;

	count_stalls(x, ready, t);
	if (!ready)
		return 0;
	m.flit = whr_time(&x->clock, t + whr_fabric(x->f)->hop);
	m.credit = whr_time(&x->clock, t + whr_fabric(x->f)->credit);
	for (u64 set = links_of(ready); set; set &= set - 1) {
		u32 first = ss_lowest(set), link = WHR_LINK(first), vc;

		if (WHR_PORT(first) == SEASTAR_PORT_PROC) {
			u64 free = ss_rate_free(x->f->eject, x->rt->next[WHR_CLASS(first)]);

			if (free > t) {
				whr_plan(x->f, x->rt, free);
				continue;
			}
		}
		vc = ss_round_robin(ready >> first & 15, x->rt->vc_turn[link]);
		x->rt->vc_turn[link] = vc + 1;
		pass_flit(x, first + vc, &m);
		passed++;
	}
	return passed;
}

/*
 * Handle all events of cycle @t.  Returns their number; *@again becomes true if the next cycle may
 * have events, too.
 */
static __always_inline u32 run_cycle(const struct whr_visit *x, u64 t, bool *again)
{
	const struct ss_source *source = &x->f->source[x->r];
	struct whr_due *due = whr_due_of(x->f, x->rt, t);
	u32 events = 1, passed = 0;

	ss_wheel_unmark(whr_busy_of(x->f, x->rt), ss_wheel_entry(whr_fabric(x->f)->wheel, t));
	if (x->f->cfg.escape.crossbar == SS_CROSSBAR_SIC)
		move_tokens(x, t);
	take_due(x, due, t);
	if (x->rt->injector.packet)
		whr_inject_more(x->f, x->r, t);
	if (unlikely(source->reply_at <= t))
		ss_reply_run(x->f, x->r, t);
	if (source->at <= t)
		ss_source_run(x->f, x->g, x->r, t);
	*again = x->rt->asking && connect_inputs(x, t);
	if (x->f->cfg.escape.crossbar == SS_CROSSBAR_SIC)
		rest_tokens(x, t);
	if (x->rt->loaded | x->rt->stalled)
		passed = pass_flits(x, t);
	*again |= passed > 0;
	events += passed;
	for (u32 c = 0; c < SS_CLASSES; c++) {
		u32 i = due->delivered[c];

		if (likely(!i))
			continue;
		due->delivered[c] = 0;
		ss_source_deliver(x->f, x->g, x->r, i, c, t);
		events++;
	}
	return events;
}

static __always_inline u64 next_at(const struct whr_visit *x, u64 from)
{
	u64 next = ss_wheel_next(whr_busy_of(x->f, x->rt), whr_fabric(x->f)->wheel, from);
	const struct ss_source *source = &x->f->source[x->r];

	if (source->reply_at < next)
		next = source->reply_at;
	return source->at < next ? source->at : next;
}

void whr_run(struct ss_fabric *f, struct ss_region *g, u32 r, u64 from, u64 end)
{
	const struct whr_visit x = {
		.f = f, .g = g, .rt = whr_router_at(f, r), .r = r,
		.wire = &f->wire[SS_PORT_ID(r, 0)], .clock = whr_clock(f, g),
	};
	u64 t = next_at(&x, from);
	bool again = false;
	u32 events = 0;

	while (t < end) {
		events += run_cycle(&x, t, &again);
		t = again ? t + 1 : next_at(&x, t + 1);
	}
	if (again)
		whr_plan(f, x.rt, t);
	/* a visit without events counts as one, since it takes time, too */
	g->events += events ? events : 1;
	if (t != SS_NEVER)
		ss_remind(f, g, r, t);
}

/* Take the first flit of packet @i, ready in cycle @t; its header may request before that. */
void whr_take_packet(struct ss_fabric *f, struct ss_region *g, u32 input, u32 vc, u32 i, u64 t)
{
	struct whr_clock clock = whr_clock(f, g);
	struct whr_time asks = whr_time(&clock, t - whr_fabric(f)->connect);
	struct whr_due *due = whr_bring(f, g, SS_PORT_ROUTER(input), &asks);
	u32 slot = SS_PORT_OF(input) << 3 | vc;

	due->heads |= 1ULL << slot;
	due->packet[WHR_LINK(slot)] = i;
	whr_take_flit(f, g, input, vc, t);
}

void whr_take_flit(struct ss_fabric *f, struct ss_region *g, u32 input, u32 vc, u64 t)
{
	struct whr_clock clock = whr_clock(f, g);
	struct whr_time ready = whr_time(&clock, t);

	whr_bring(f, g, SS_PORT_ROUTER(input), &ready)->flits |=
		1ULL << (SS_PORT_OF(input) << 3 | vc);
}

/* Take @credit: its slot in the port in the lowest 8 bits, its cycle of arrival in the others. */
void whr_take_credit(struct ss_fabric *f, struct ss_region *g, u32 output, u64 credit)
{
	struct whr_clock clock = whr_clock(f, g);
	struct whr_time back = whr_time(&clock, credit >> 8);

	whr_bring(f, g, SS_PORT_ROUTER(output), &back)->credits |=
		1ULL << (SS_PORT_OF(output) << 3 | (credit & 7));
}
