// SPDX-License-Identifier: GPL-2.0-only
/*
 * Setting what the sources do: checks, memory, and the change itself.
 */
#include "engine.h"

#define SS_MAX_QUEUE	65535
#define SS_MAX_WINDOW	4096	/* a TransactionID has 12 bits */
#define SS_MAX_WEIGHT	1000000

/* Pairs of input and output that dimension-order routing uses: SC07, Table 3. */
#define SS_DOR_PAIRS	30

static const char *check_pattern(const struct ss_fabric *f,
				 const struct ss_traffic *t, u8 *seen)
{
	u32 n = f->topo.routers;

	if (t->pattern >= SEASTAR_PATTERNS)
		return "there is no such traffic pattern";
	if (t->pattern == SEASTAR_PATTERN_ALL_TO_ONE && t->target >= n)
		return "the target is not a router of this fabric";
	if (t->pattern == SEASTAR_PATTERN_BIT_REVERSAL && n & (n - 1))
		return "bit reversal needs a power of two of routers";
	if (t->pattern != SEASTAR_PATTERN_PERMUTATION)
		return NULL;
	if (!t->permutation)
		return "a permutation needs its list of destinations";
	memset(seen, 0, n);
	for (u32 r = 0; r < n; r++) {
		if (t->permutation[r] >= n)
			return "the permutation names a router that is not in this fabric";
		if (seen[t->permutation[r]]++)
			return "the list is no permutation: it names a router twice";
	}
	return NULL;
}

static const char *check_lengths(const struct ss_fabric *f,
				 const struct ss_traffic *t)
{
	bool any = false;

	for (u32 i = 0; i < SEASTAR_MAX_PACKET; i++) {
		if (t->lengths[i] > SS_MAX_WEIGHT)
			return "the weight of a packet length must be at most 1000000";
		if (t->lengths[i] && i >= f->cfg.max_packet)
			return "a packet length is larger than this fabric's largest packet";
		any |= t->lengths[i];
	}
	return any ? NULL : "some packet length must have a weight";
}

static u32 ring_size(const struct ss_traffic *t)
{
	if (t->pattern == SEASTAR_PATTERN_NONE)
		return 0;
	return t->source == SEASTAR_SOURCE_OPEN ? t->queue : t->window;
}

/* Packets of @shortest flits that a buffer of @depth can hold at most. */
static u64 fits(const struct ss_fabric *f, u32 depth, u32 shortest)
{
	/* one more may enter as long as the largest would fit */
	return (depth - f->cfg.max_packet) / shortest + 1;
}

/* Packets that this traffic can have in the network at once, at most. */
static u64 packets_at_most(const struct ss_fabric *f, const struct ss_traffic *t)
{
	u32 shortest = 1, vcs = f->cfg.vcs;
	u64 a_router;

	if (t->pattern == SEASTAR_PATTERN_NONE)
		return 0;
	if (t->source == SEASTAR_SOURCE_CLOSED)
		return (u64)f->topo.routers * t->window;
	while (!t->lengths[shortest - 1])
		shortest++;
	if (t->requests && t->requests < SEASTAR_PPM)
		vcs *= SS_CLASSES;
	a_router = SS_PORTS * vcs * fits(f, f->cfg.input_depth, shortest) +
		   SS_DOR_PAIRS * vcs * fits(f, f->cfg.staging_depth, shortest) +
		   1;	/* being ejected */
	return f->topo.routers * a_router;
}

const char *ss_traffic_check(const struct ss_fabric *f,
			     const struct ss_traffic *t, u8 *scratch)
{
	const char *why = check_pattern(f, t, scratch);

	if (why || t->pattern == SEASTAR_PATTERN_NONE)
		return why;
	if (t->source >= SEASTAR_SOURCES)
		return "there is no such kind of source";
	if (t->source == SEASTAR_SOURCE_OPEN &&
	    (t->load < 1 || t->load > SEASTAR_PPM))
		return "the load must be 0.000001 to 1 flit a node a cycle";
	if (t->source == SEASTAR_SOURCE_OPEN && t->queue > SS_MAX_QUEUE)
		return "a source queue holds at most 65535 packets; 0 is no bound";
	if (t->source == SEASTAR_SOURCE_CLOSED &&
	    (t->window < 1 || t->window > SS_MAX_WINDOW))
		return "the window must be 1 to 4096 packets";
	if (t->requests > SEASTAR_PPM)
		return "the share of requests must be at most 1000000 millionths";
	why = check_lengths(f, t);
	if (!why && packets_at_most(f, t) > U32_MAX - f->unused)
		why = "so many short packets in such deep buffers are more than can be numbered";
	return why;
}

/* Lay the memory out behind @m, or behind nothing to count; returns its size. */
static size_t lay_out(const struct ss_fabric *f, const struct ss_traffic *t,
		      struct ss_traffic_mem *m)
{
	size_t n = f->topo.routers;
	size_t listed = t->pattern == SEASTAR_PATTERN_PERMUTATION ? n : 0;
	size_t packets = 1 + f->in_use + packets_at_most(f, t);
	size_t pool, rings, wide, narrow, end;

	/* packets keep their numbers */
	if (packets < f->unused)
		packets = f->unused;
	pool = (sizeof(*m) + 63) & ~(size_t)63;
	rings = pool + packets * sizeof(struct ss_packet);
	wide = rings + n * ring_size(t) * sizeof(u64);
	narrow = wide + listed * sizeof(u32);
	end = narrow + listed * sizeof(u16);
	if (m) {
		char *base = (char *)m;

		m->packets = packets;
		m->ring_size = ring_size(t);
		m->pool = (struct ss_packet *)(base + pool);
		m->rings = (u64 *)(base + rings);
		m->permutation_wide = (u32 *)(base + wide);
		m->permutation = (u16 *)(base + narrow);
	}
	return end;
}

size_t ss_traffic_bytes(const struct ss_fabric *f, const struct ss_traffic *t)
{
	return lay_out(f, t, NULL);
}

/* Forget what waits in the queue of source @r. */
static void stop_source(struct ss_fabric *f, u32 r)
{
	struct ss_source *s = &f->source[r];
	u64 queued;

	ss_source_count(f, r, f->now);
	queued = ss_source_queued(f, r, f->now);
	s->dropped += queued;
	s->numbered += queued;
	s->births = s->dropped + s->injected;
	s->ring_first = 0;
	s->ring_count = 0;
	s->starved = 0;
	s->pending = false;
	s->drawn = false;
	s->sends = false;
}

static void start_source(struct ss_fabric *f, u32 r)
{
	struct ss_traffic_mem *m = f->traffic;
	struct ss_source *s = &f->source[r];

	s->sends = ss_gen_sends(&m->gen, r);
	if (!s->sends)
		return;
	s->ring = m->rings + (size_t)r * m->ring_size;
	if (m->traffic.source == SEASTAR_SOURCE_CLOSED) {
		for (u32 i = 0; i < m->ring_size; i++)
			s->ring[i] = f->now;
		s->ring_count = m->ring_size;
	} else {
		s->coming = f->now + ss_gen_gap(&m->gen, s->key, s->births);
		s->front = s->coming;
		s->front_gap = s->births + 1;
	}
	/* it looks for itself what there is to do */
	s->pending = true;
	ss_wheel_add(&f->wheel, SS_EV_SOURCE, r, &s->link, f->now);
}

/* The slots stay marked as busy; an empty one is harmless. */
static void forget_source_events(struct ss_fabric *f)
{
	for (u32 i = 0; i <= f->wheel.mask; i++)
		f->wheel.slot[i].first[SS_EV_SOURCE] = 0;
}

/* Packets already in the network open no windows of the new traffic. */
static void adopt_packets(struct ss_fabric *f, struct ss_traffic_mem *m)
{
	if (f->traffic)
		memcpy(m->pool, f->pool, f->unused * sizeof(*m->pool));
	for (u32 i = 0; i < f->unused; i++)
		m->pool[i].windowed = 0;
	f->pool = m->pool;
}

void *ss_traffic_set(struct ss_fabric *f, const struct ss_traffic *t, void *mem)
{
	struct ss_traffic_mem *m = mem, *old = f->traffic;

	lay_out(f, t, m);
	m->traffic = *t;
	m->traffic.permutation = NULL;
	if (t->pattern == SEASTAR_PATTERN_PERMUTATION) {
		for (u32 r = 0; r < f->topo.routers; r++) {
			m->permutation_wide[r] = t->permutation[r];
			m->permutation[r] = t->permutation[r];
		}
		m->traffic.permutation = m->permutation_wide;
	}
	ss_gen_init(&m->gen, &f->topo, t, m->permutation);

	for (u32 r = 0; r < f->topo.routers; r++) {
		stop_source(f, r);
		ss_relax();
	}
	forget_source_events(f);
	adopt_packets(f, m);
	f->traffic = m;
	for (u32 r = 0; r < f->topo.routers; r++) {
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
