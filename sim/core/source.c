// SPDX-License-Identifier: GPL-2.0-only
/*
 * Traffic sources and sinks at the processor ports (docs/model.md, section 6).
 *
 * An unbounded queue is not stored: births follow from numbered draws, so the
 * birth of the front packet is all that has to be known.  A second cursor counts
 * the births when the count is read.  Bounded queues and windows keep the
 * births of their packets, or the ones to come, in a ring.  Where bursts freeze, a
 * packet is born when it is injected, and both cursors are the next one's.
 */
#include "engine.h"
#include "rng.h"

/*
 * Return the traffic of @f.  Functions with a parameter @plain are compiled for plain traffic and
 * once more for any: where it is true, the compiler drops what plain traffic does not need.
 */
static __always_inline const struct ss_traffic_mem *traffic_of(const struct ss_fabric *f,
							       bool plain)
{
	const struct ss_traffic_mem *m = f->traffic;

	if (plain && !ss_is_plain(m))
		__builtin_unreachable();
	return m;
}

static bool has_ring(const struct ss_fabric *f)
{
	return f->traffic->ring_size;
}

static u64 *ring_place(const struct ss_fabric *f, struct ss_source *s, u32 i)
{
	u32 at = s->ring_first + i;

	return &s->ring[at < f->traffic->ring_size ? at :
						     at - f->traffic->ring_size];
}

/* Schedule a visit to source @s in cycle @t, unless there is an earlier one. */
static void wake(struct ss_source *s, u64 t)
{
	if (t < s->at)
		s->at = t;
}

/* Return the cycle that @slot of an open source is in. */
static u64 cycle_of(const struct ss_fabric *f, u64 slot)
{
	return slot >> f->traffic->gen.slot_shift;
}

/* Let the births before cycle @t enter the bounded queue, or drop them. */
static void admit(struct ss_fabric *f, struct ss_source *s, u64 t)
{
	const struct ss_gen *g = &f->traffic->gen;

	while (cycle_of(f, s->coming) < t) {
		s->begins |= ss_gen_begins(g, s->key, s->births);
		if (s->ring_count < f->traffic->ring_size) {
			*ring_place(f, s, s->ring_count++) =
				cycle_of(f, s->coming) | (s->begins ? SS_BEGINS : 0);
			s->begins = false;
		} else {
			s->dropped++;
		}
		s->births++;
		s->coming += 1 + ss_gen_gap(g, s->key, s->births);
	}
}

/* Return the cycle in which the front packet was or will be born; SS_NEVER: it is not known yet. */
static __always_inline u64 front_birth(const struct ss_fabric *f, struct ss_source *s, bool plain)
{
	const struct ss_traffic_mem *m = traffic_of(f, plain);

	if (ss_is_batch(m))
		return ss_more_of(f, s)->left ? ss_more_of(f, s)->since : SS_NEVER;
	if (ss_is_traced(m))
		return ss_trace_birth(f, s);
	if (!m->ring_size)
		return cycle_of(f, s->front);
	if (s->ring_count)
		return *ring_place(f, s, 0) & ~SS_BEGINS;
	return m->open ? cycle_of(f, s->coming) : SS_NEVER;
}

bool ss_source_begins(const struct ss_fabric *f, struct ss_source *s, u32 i)
{
	if (has_ring(f))
		return *ring_place(f, s, i) & SS_BEGINS;
	return ss_gen_begins(&f->traffic->gen, s->key, s->front_gap - 1 + i);
}

static struct ss_gen_packet traced(const struct ss_fabric *f, const struct ss_source *s)
{
	const struct ss_trace_place *p = ss_trace_front(f, s);

	return (struct ss_gen_packet){ p->dest, p->flits, p->class_ };
}

/* Draw destination, length and class of the front packet, unless they were drawn. */
static __always_inline void draw(const struct ss_fabric *f, u32 r, struct ss_source *s, bool plain)
{
	const struct ss_traffic_mem *m = traffic_of(f, plain);
	const struct ss_gen *g = &m->gen;

	if (s->drawn)
		return;
	s->drawn = true;
	if (ss_is_traced(m)) {
		s->packet = traced(f, s);
		return;
	}
	if (!g->burst_ends || (!s->steps && ss_source_begins(f, s, 0)))
		s->first = s->numbered;
	s->packet = ss_gen_packet(g, s->key, r, s->numbered, s->first);
	if (ss_is_phased(m))
		s->packet.dest = ss_phase_dest(f, r);
}

/* Set the next birth, in cycle @t or later, where bursts freeze. */
static void expect(struct ss_source *s, u64 t, bool steps)
{
	s->front = t;
	s->coming = t;
	s->front_gap = s->births + 1;
	s->steps = steps;
	s->drawn = false;
}

/* Remove the front packet from the queue. */
static __always_inline void advance(struct ss_fabric *f, u32 r, u64 t, bool plain)
{
	const struct ss_traffic_mem *m = traffic_of(f, plain);
	struct ss_source *s = &f->source[r];

	s->numbered++;
	s->drawn = false;
	if (ss_is_batch(m)) {
		ss_phase_sent(f, r, t);
		return;
	}
	if (m->freezes) {
		s->births++;
		expect(s, t + 1, true);
		return;
	}
	if (ss_is_traced(m)) {
		ss_trace_advance(f, r, t);
		return;
	}
	if (!m->ring_size) {
		s->front += 1 + ss_gen_gap(&m->gen, s->key, s->front_gap++);
		/* all births before the front packet's have been counted */
		if (s->births + 1 < s->front_gap) {
			s->births = s->front_gap - 1;
			s->coming = s->front;
		}
		return;
	}
	s->ring_first++;
	if (s->ring_first == m->ring_size)
		s->ring_first = 0;
	s->ring_count--;
}

/* Report the front message of node @r, born in cycle @birth. */
static void report_message(struct ss_region *g, u32 r, const struct ss_source *s, u64 birth)
{
	struct ss_birth b = {
		.cycle = birth,
		.source = r,
		.dest = s->packet.dest,
		.flits = s->packet.length,
		.class_ = s->packet.class_,
	};

	g->on_message(g->message_ctx, &b);
}

/* Inject the front packet, born in cycle @birth. */
static __always_inline void inject_front(struct ss_fabric *f, struct ss_region *g, u32 r, u32 vc,
					 u64 birth, u64 t, bool plain)
{
	const struct ss_traffic_mem *m = traffic_of(f, plain);
	struct ss_source *s = &f->source[r];
	u32 i = ss_packet_new(f, g), flits = ss_split_first(&f->cfg, s->packet.length);
	struct ss_packet *p = &f->pool[i];

	if (!i)
		return;
	p->header = ss_header_nodes(&f->topo, r, s->packet.dest) | ss_header_length(flits) |
		    SS_HDR_PUT(s->numbered, TID);
	p->longer = ss_longer(flits);
	p->birth = birth;
	p->awaited = ss_is_answered(m) || ss_is_phased(m) || ss_is_traced(m);
	p->windowed = m->windowed;
	p->turn = ss_is_phased(m) && ss_phase_turn(f, r);
	p->query = ss_is_phased(m) && ss_phase_query(f, r);
	s->replied_last = false;
	if (ss_is_answered(m))
		ss_more(f, r)->outstanding++;
	if (SS_SIMULATOR && unlikely(g->program))
		ss_trace_mark(f, s, i);
	if (unlikely(g->on_message) && !s->sent)
		report_message(g, r, s, birth);
	ss_source_inject(f, r, vc, i, t);
	if (SS_SIMULATOR && flits < s->packet.length) {
		ss_split_sent(f, r, flits);
		return;
	}
	s->injected++;
	s->sent = 0;
	advance(f, r, t, plain);
}

/* Return true if an open source has as many requests outstanding as it may have. */
static __always_inline bool is_held(const struct ss_fabric *f, const struct ss_traffic_mem *m,
				    u32 r)
{
	u32 most = m->traffic.window;

	return m->open && ss_is_answered(m) && most && ss_more(f, r)->outstanding >= most;
}

/* Return when the router of node @r has room for the front packet: its kind's room(). */
static __always_inline u64 room(struct ss_fabric *f, u32 r, u64 t, u32 *vc, bool plain)
{
	struct ss_source *s = &f->source[r];

	draw(f, r, s, plain);
	return f->cfg.kind->room(f, r, s->packet.dest, s->packet.class_,
				 ss_split_first(&f->cfg, s->packet.length), t, vc);
}

/*
 * Return when there is room, where bursts freeze.  With room for one more packet of the burst, draw
 * whether the burst goes on; if not, another one begins, now or later.
 */
static u64 step_and_room(struct ss_fabric *f, u32 r, u64 t, u32 *vc)
{
	struct ss_source *s = &f->source[r];
	u64 when = room(f, r, t, vc, false);

	if (when > t || !s->steps)
		return when;
	expect(s, t + ss_gen_gap(&f->traffic->gen, s->key, s->births), false);
	return s->front > t ? s->front : room(f, r, t, vc, false);
}

/* Inject the front packet if that is possible in cycle @t (phase 2). */
static __always_inline void run(struct ss_fabric *f, struct ss_region *g, u32 r, u64 t, bool plain)
{
	const struct ss_traffic_mem *m = traffic_of(f, plain);
	struct ss_source *s = &f->source[r];
	u64 birth, free, when;
	bool held;
	u32 vc;

	s->at = SS_NEVER;
	if (m->open && m->ring_size)
		admit(f, s, t + 1);
	else if (ss_is_traced(m))
		ss_trace_run(f, r, t);
	birth = front_birth(f, s, plain);
	free = ss_rate_free(f->inject, s->channel);
	if (birth > t || free > t) {
		wake(s, birth > free ? birth : free);
		return;
	}
	held = is_held(f, m, r);
	if (held && !m->drops)
		return;
	if (held)
		when = SS_NEVER;
	else
		when = m->freezes ? step_and_room(f, r, t, &vc) : room(f, r, t, &vc, plain);
	m = traffic_of(f, plain);
	if (when > t && !m->drops) {
		if (when == SS_NEVER)
			s->starved = vc + 1;
		wake(s, when);
		return;
	}
	if (when > t) {
		s->dropped++;
		advance(f, r, t, plain);
	} else {
		inject_front(f, g, r, vc, m->freezes ? t : birth, t, plain);
	}
	birth = front_birth(f, s, plain);
	free = ss_rate_free(f->inject, s->channel);
	wake(s, birth > free ? birth : free);
}

/* Compile run() twice, so that the compiler optimizes the plain case by itself. */
static noinline void run_plain(struct ss_fabric *f, struct ss_region *g, u32 r, u64 t)
{
	run(f, g, r, t, true);
}

static noinline void run_any(struct ss_fabric *f, struct ss_region *g, u32 r, u64 t)
{
	run(f, g, r, t, false);
}

void ss_source_run(struct ss_fabric *f, struct ss_region *g, u32 r, u64 t)
{
	if (f->traffic->plain)
		run_plain(f, g, r, t);
	else
		run_any(f, g, r, t);
}

void ss_source_room(struct ss_fabric *f, u32 r, u32 vc, u64 t)
{
	struct ss_source *s = &f->source[r];

	if (SS_SIMULATOR && s->reply_starved == vc + 1)
		ss_reply_room(f, r, t);
	if (s->starved == vc + 1) {
		s->starved = 0;
		wake(s, t);
	}
}

/*
 * Let another packet of a closed source be born in cycle @t, when its window opens.  Routers are
 * run one after another, so this birth may be earlier than those known.
 */
static void reopen(const struct ss_fabric *f, struct ss_source *s, u64 t)
{
	u32 i = s->ring_count++;

	for (; i && *ring_place(f, s, i - 1) > t; i--)
		*ring_place(f, s, i) = *ring_place(f, s, i - 1);
	*ring_place(f, s, i) = t;
	/* with packets before it, the source is awake or waits for credits */
	if (!i)
		wake(s, t);
}

/* Record the reply to a request of @s, which came in cycle @t. */
static void take_reply(const struct ss_fabric *f, struct ss_source *s, u64 t)
{
	ss_more_of(f, s)->outstanding--;
	if (f->traffic->open)
		wake(s, t + 1);
	else
		reopen(f, s, t + 1);
}

/*
 * Apply the delivery of packet @i to its receiver.  Returns true if the packet stays there, as a
 * reply.
 */
static bool act_on(struct ss_fabric *f, u32 r, u32 i, u32 class_, u64 t)
{
	struct ss_source *s = &f->source[r];

	if (ss_is_phased(f->traffic)) {
		if (ss_phase_receive(f, r, &f->pool[i], t))
			wake(s, t + 1);
		return false;
	}
	if (!ss_is_answered(f->traffic) || !class_) {
		if (ss_is_traced(f->traffic))
			ss_trace_receive(f, r, i, t);
		if (!ss_is_answered(f->traffic))
			return false;
	}
	if (class_) {
		take_reply(f, s, t);
		return false;
	}
	ss_reply_make(f, r, i, t);
	return true;
}

/* Report the delivery of @p, in cycle @t, to its source. */
static __always_inline void report_delivery(struct ss_fabric *f, struct ss_region *g,
					    const struct ss_packet *p, u64 t)
{
	u32 from = ss_header_source(&f->topo, p->header);
	u64 *counts = ss_deliveries(f, from), latency = t - p->birth;

	++*ss_delivered(counts, SEASTAR_SRC_DELIVERED);
	*ss_delivered(counts, SEASTAR_SRC_FLITS) += ss_packet_flits(p);
	ss_latency_add(ss_delivered(counts, SEASTAR_SRC_LAT_SUM), latency);
	ss_latency_add(ss_delivered(counts, SEASTAR_SRC_NET_SUM), latency - p->waited);
	ss_latency_count(f, counts, latency);
	if (p->windowed) {
		t += f->cfg.ack_delay;
		reopen(f, &f->source[from], t);
		ss_remind_node(f, g, from, t);
	}
}

void ss_source_delivered(struct ss_fabric *f, struct ss_region *g, const struct ss_packet *p,
			 u64 t)
{
	report_delivery(f, g, p, t);
}

void ss_source_deliver(struct ss_fabric *f, struct ss_region *g, u32 r, u32 i, u32 class_,
		       u64 t)
{
	const struct ss_packet *p = &f->pool[i];

	f->source[r].last_delivery = t;
	if (g->on_delivery) {
		struct ss_delivery d = {
			.cycle = t,
			.birth = p->birth,
			.injected = p->birth + p->waited,
			.header = p->header,
			.source = ss_header_source(&f->topo, p->header),
			.dest = r,
			.flits = ss_packet_flits(p),
			.response = class_,
		};

		if (f->cfg.kind->report_path)
			f->cfg.kind->report_path(f, i, &d);
		g->on_delivery(g->ctx, &d);
	}
	if (likely(ss_node_in_region(g, ss_header_source(&f->topo, p->header))))
		report_delivery(f, g, p, t);
	else
		ss_post_delivered(f, g, p, t);
	if (!SS_SIMULATOR || !p->awaited || !act_on(f, r, i, class_, t))
		ss_packet_free(f, g, i);
}

void ss_source_count(struct ss_fabric *f, u32 r, u64 t)
{
	struct ss_source *s = &f->source[r];

	if (!f->traffic || !s->sends || !f->traffic->open || f->traffic->freezes)
		return;
	if (ss_is_traced(f->traffic)) {
		ss_trace_count(f, r, t);
		return;
	}
	if (has_ring(f)) {
		admit(f, s, t);
		return;
	}
	while (cycle_of(f, s->coming) < t) {
		s->births++;
		s->coming += 1 + ss_gen_gap(&f->traffic->gen, s->key, s->births);
	}
}

u64 ss_source_queued(const struct ss_fabric *f, u32 r, u64 t)
{
	struct ss_source *s = &f->source[r];
	u32 n = 0;

	if (!f->traffic || !s->sends)
		return 0;
	if (ss_is_batch(f->traffic))
		return ss_more(f, r)->since < t ? ss_phase_born(f, r) : 0;
	if (f->traffic->open)
		return s->births - s->dropped - s->injected;
	while (n < s->ring_count && (*ring_place(f, s, n) & ~SS_BEGINS) < t)
		n++;
	return n;
}

u64 ss_source_oldest(const struct ss_fabric *f, u32 r, u64 t)
{
	struct ss_source *s = &f->source[r];
	u64 birth;

	if (!f->traffic || !s->sends || f->traffic->freezes)
		return SS_NEVER;
	birth = front_birth(f, s, false);
	return birth < t ? birth : SS_NEVER;
}
