// SPDX-License-Identifier: GPL-2.0-only
/* Replacement of the traffic: its memory, and the change itself. */
#include "engine.h"
#include "lengths.h"

bool ss_traffic_replies(const struct ss_traffic *t)
{
	return ss_lengths_count(&t->reply);
}

static u32 ring_size(const struct ss_traffic *t)
{
	if (t->pattern == SEASTAR_PATTERN_NONE)
		return 0;
	switch (t->source) {
	case SEASTAR_SOURCE_OPEN:
		return t->queue;
	case SEASTAR_SOURCE_CLOSED:
		return t->window;
	default:
		return 0;
	}
}

/* Return the flits of the shortest packet of a traffic; replies count only if routers hold them. */
static u32 shortest_packet(const struct ss_fabric *f, const struct ss_traffic *t)
{
	u32 shortest = f->cfg.max_packet;

	if (t->pattern == SS_PATTERN_TRACE)
		return 1;
	for (u32 i = 0; i <= t->parts; i++) {
		const struct ss_part p = ss_traffic_part(t, i);

		for (u32 k = 0; k < ss_lengths_count(&p.lengths); k++) {
			u32 flits = ss_split_shortest(&f->cfg, p.lengths.flits[k]);

			if (flits < shortest)
				shortest = flits;
		}
	}
	if (f->cfg.kind->answers && ss_traffic_replies(t) && t->reply.flits[0] < shortest)
		shortest = t->reply.flits[0];
	return shortest;
}

/* Return the flits of the longest reply, or 0. */
static u32 longest_reply(const struct ss_traffic *t)
{
	u32 n = ss_lengths_count(&t->reply);

	return n ? t->reply.flits[n - 1] : 0;
}

static bool has_both_classes(const struct ss_fabric *f, const struct ss_traffic *t)
{
	bool requests = false, responses = false;

	if (t->pattern == SS_PATTERN_TRACE)
		return f->cfg.classes > 1;
	for (u32 i = 0; i <= t->parts; i++) {
		struct ss_part p = ss_traffic_part(t, i);

		requests |= p.requests > 0;
		responses |= p.requests < SEASTAR_PPM;
	}
	return requests && responses;
}

/* Return true if a packet that is in several regions has a place in the pool for each. */
static bool is_shared(const struct ss_fabric *f)
{
	return f->cfg.kind->take_flit && f->cfg.regions > 1;
}

u64 ss_traffic_packets(const struct ss_fabric *f, const struct ss_traffic *t, u32 routers)
{
	u32 shortest = shortest_packet(f, t), vcs = f->cfg.vcs;
	u64 n, windows = (u64)f->topo.nodes * t->window;

	if (t->pattern == SEASTAR_PATTERN_NONE)
		return 0;
	if (has_both_classes(f, t) || ss_traffic_replies(t))
		vcs *= f->cfg.classes;
	n = f->cfg.kind->holds(&f->cfg, shortest, vcs);
	n *= routers;
	/* replies may wait at nodes without a bound */
	if (ss_traffic_replies(t) && !f->cfg.kind->answers)
		return windows;
	if (!t->window || (t->source != SEASTAR_SOURCE_CLOSED && !ss_traffic_replies(t)))
		return n;
	return windows < n ? windows : n;
}

/* Count the packets of @routers that may also be in the share of another region: one per VC. */
static u64 copies(const struct ss_fabric *f, u32 routers)
{
	return is_shared(f) ? (u64)routers * SS_PORTS * f->cfg.classes * f->cfg.vcs : 0;
}

/*
 * Return the share of the pool of @routers routers: packets of this traffic, and those in the
 * network now that may come there.
 */
static u64 share(const struct ss_fabric *f, const struct ss_traffic *t, u32 routers)
{
	return ss_traffic_packets(f, t, routers) + ss_fabric_packets(f) + copies(f, routers);
}

u64 ss_traffic_pool(const struct ss_fabric *f, const struct ss_traffic *t)
{
	u64 n = 1;

	for (u32 i = 0; i < f->cfg.regions; i++)
		n += share(f, t, f->region[i].routers);
	return n;
}

/* Lay out the memory behind @m or, with @m NULL, only count it; returns its size. */
static size_t lay_out(const struct ss_fabric *f, const struct ss_traffic *t,
		      struct ss_traffic_mem *m)
{
	size_t n = f->topo.nodes;
	size_t listed = ss_gen_listed(&f->topo, t);
	size_t packets = ss_traffic_pool(f, t);
	size_t trails = f->cfg.kind->has_trails ? packets * sizeof(u64) : 0;
	size_t pool, rings, done, counters, marks, lists, end;
	struct ss_collective c = { 0 };

	if (SS_SIMULATOR && t->pattern != SEASTAR_PATTERN_NONE && t->source == SS_SOURCE_BATCH)
		ss_collective_init(&c, n, t);
	pool = ss_lines(sizeof(*m) + trails);
	rings = pool + packets * sizeof(struct ss_packet);
	done = rings + n * ring_size(t) * sizeof(u64);
	counters = done + n * c.phases * sizeof(u64);
	marks = counters + n * c.kinds * 2 * sizeof(u32);
	lists = marks + (f->cfg.programs ? packets * sizeof(struct ss_mark) : 0);
	end = lists + listed * sizeof(u32);
	if (m) {
		char *base = (char *)m;

		m->ring_size = ring_size(t);
		m->pool = (struct ss_packet *)(base + pool);
		m->rings = (u64 *)(base + rings);
		m->phase_done = (u64 *)(base + done);
		m->got = (u32 *)(base + counters);
		m->mark = SS_SIMULATOR && f->cfg.programs ? (struct ss_mark *)(base + marks) : NULL;
		m->lists = (u32 *)(base + lists);
	}
	return end;
}

size_t ss_traffic_bytes(const struct ss_fabric *f, const struct ss_traffic *t)
{
	return lay_out(f, t, NULL);
}

/* Clear the queue of source @r. */
static void stop_source(struct ss_fabric *f, u32 r)
{
	struct ss_source *s = &f->source[r];
	u64 queued;

	if (SS_SIMULATOR && f->has_more)
		ss_reply_forget(f, r);
	ss_source_count(f, r, f->now);
	queued = ss_source_queued(f, r, f->now);
	if (SS_SIMULATOR && f->has_more) {
		ss_split_count(f, r);
		ss_split_forget(f, r);
		ss_trace_forget(f, r);
	}
	s->dropped += queued;
	s->numbered += queued;
	s->births = s->dropped + s->injected;
	s->ring_first = 0;
	s->ring_count = 0;
	s->starved = 0;
	s->at = SS_NEVER;
	s->drawn = false;
	s->steps = false;
	s->sends = false;
}

static void start_source(struct ss_fabric *f, u32 r)
{
	struct ss_traffic_mem *m = f->traffic;
	struct ss_source *s = &f->source[r];

	s->last_delivery = SS_NEVER;
	s->sends = ss_gen_sends(&m->gen, r);
	if (!s->sends)
		return;
	s->first = s->numbered;
	s->begins = true;
	s->ring = m->rings + (size_t)r * m->ring_size;
	if (m->traffic.source == SEASTAR_SOURCE_CLOSED) {
		for (u32 i = 0; i < m->ring_size; i++)
			s->ring[i] = f->now;
		s->ring_count = m->ring_size;
	} else if (ss_is_batch(m)) {
		ss_phase_start(f, r);
	} else if (ss_is_traced(m)) {
		ss_more(f, r)->split.counted = s->numbered;
		s->due = f->now;
	} else {
		s->coming = (f->now << m->gen.slot_shift) +
			    ss_gen_gap(&m->gen, s->key, s->births);
		s->front = s->coming;
		s->front_gap = s->births + 1;
	}
	/* the source finds at its visit whether there is work */
	s->at = f->now;
	ss_remind_node(f, ss_region_of(f, ss_router_of(&f->topo, r)), r, f->now);
}

/* Move packet @i to region @g's share of @pool. Returns its new number. */
u32 ss_adopt(const struct ss_fabric *f, struct ss_region *g, struct ss_packet *pool, u32 i)
{
	u32 to = g->unused;

	if (ss_broken(to >= g->end))
		return 0;
	g->unused++;
	pool[to] = f->pool[i];
	if (f->cfg.kind->has_trails)
		*ss_trail(pool, to) = *ss_trail(f->pool, i);
	/* the new traffic ignores the message */
	pool[to].windowed = 0;
	pool[to].awaited = 0;
	return to;
}

void ss_adopt_list(const struct ss_fabric *f, struct ss_region *g, struct ss_packet *pool,
		   u32 *first, u32 *last)
{
	u32 *link = first;

	for (u32 i = *first; i; i = f->pool[i].next) {
		*last = ss_adopt(f, g, pool, i);
		*link = *last;
		link = &pool[*last].next;
	}
	*link = 0;
}

/* Move the packets of a list whose end leads to its beginning, as ss_adopt_list() does. */
void ss_adopt_ring(const struct ss_fabric *f, struct ss_region *g, struct ss_packet *pool,
		   u32 *last)
{
	u32 first, to = 0, i = *last;

	if (!*last)
		return;
	do {
		u32 before = to;

		i = f->pool[i].next;
		to = ss_adopt(f, g, pool, i);
		if (before)
			pool[before].next = to;
		else
			first = to;
	} while (i != *last);
	pool[to].next = first;
	*last = to;
}

/* Move the packets in the network to the new pool, each region's to its share. */
static void adopt_packets(struct ss_fabric *f, const struct ss_traffic *t,
			  struct ss_packet *pool)
{
	u32 end = 1;

	for (u32 i = 0; i < f->cfg.regions; i++) {
		struct ss_region *g = &f->region[i];

		g->free = 0;
		g->unused = end;
		end += share(f, t, g->routers);
		g->end = end;
	}
	for (u32 i = 0; i < f->cfg.regions; i++) {
		struct ss_region *g = &f->region[i];

		if (!f->traffic || !ss_region_is_own(f, i))
			continue;
		for (u32 r = g->first; r - g->first < g->routers; r++) {
			f->cfg.kind->adopt(f, g, pool, r);
			ss_relax();
		}
	}
	f->pool = pool;
}

/*
 * Point the lists of @t, which the caller will free, to the copies in @m; to NULL if they do not
 * matter.
 */
static void keep_lists(const struct ss_topology *topo, const struct ss_traffic *t,
		       struct ss_traffic_mem *m)
{
	u32 *to = m->lists;

	for (u32 i = 0; i <= t->parts; i++) {
		const u32 **permutation = i ? &m->traffic.part[i - 1].permutation :
					      &m->traffic.permutation;
		const u32 **spot = i ? &m->traffic.part[i - 1].spot : &m->traffic.spot;
		struct ss_part p = ss_traffic_part(t, i);
		bool hot = p.pattern == SS_PATTERN_HOT_SPOTS;

		*permutation = ss_part_list(&p) && !hot ? to : NULL;
		*spot = hot ? to : NULL;
		to += ss_part_listed(topo, &p);
	}
	m->traffic.search = m->gen.collective.messages;
}

void *ss_traffic_set(struct ss_fabric *f, const struct ss_traffic *t, void *mem)
{
	struct ss_traffic_mem *m = mem, *old = f->traffic;

	lay_out(f, t, m);
	m->traffic = *t;
	m->open = t->source == SEASTAR_SOURCE_OPEN;
	m->freezes = m->open && t->drops && t->burst > 1;
	m->drops = m->open && t->drops && !m->freezes;
	m->batch = t->source == SS_SOURCE_BATCH;
	m->collective = ss_is_collective(t->pattern);
	m->traced = t->pattern == SS_PATTERN_TRACE;
	m->replies = ss_traffic_replies(t);
	m->longest_reply = longest_reply(t);
	m->windowed = t->source == SEASTAR_SOURCE_CLOSED && !m->replies;
	ss_gen_init(&m->gen, &f->topo, t, m->lists);
	m->gen.before = f->traffic ? f->traffic->gen.before + 1 : 0;
	m->plain = ss_is_plain(m);
	keep_lists(&f->topo, t, m);

	for (u32 r = f->own_nodes.first; r < f->own_nodes.end; r++) {
		stop_source(f, r);
		ss_relax();
	}
	adopt_packets(f, t, m->pool);
	f->traffic = m;
	f->has_more |= ss_is_batch(m) || ss_is_answered(m) || ss_splits(f);
	for (u32 r = f->own_nodes.first; r < f->own_nodes.end; r++) {
		start_source(f, r);
		ss_relax();
	}
	return old;
}

const struct ss_traffic *ss_traffic_get(const struct ss_fabric *f)
{
	static const struct ss_traffic none;

	return f->traffic ? &f->traffic->traffic : &none;
}

void *ss_traffic_mem(const struct ss_fabric *f)
{
	return f->traffic;
}
