// SPDX-License-Identifier: GPL-2.0-only
/* The whole state as a list of words (docs/model.md, section 8). */
#include "engine.h"
#include "rng.h"

/* Put the births of a closed source or a batch that are in the future. */
static void put_births_due(struct ss_fabric *f, u32 r, const struct ss_sink *to)
{
	const struct ss_source_more *more = ss_read_more(f, r);
	const struct ss_source *s = &f->source[r];
	u64 n = 0, when = 0;

	if (ss_is_batch(f->traffic) && more->since >= f->now &&
	    ss_phase_over(f, r) == more->phase) {
		n = ss_phase_born(f, r);
		when = n * (more->since - f->now);
	}

	for (u32 i = 0; i < s->ring_count; i++) {
		u64 t = s->ring[(s->ring_first + i) % f->traffic->ring_size];

		if (t < f->now)
			continue;
		n++;
		when += t - f->now;
	}
	ss_put(to, n);
	ss_put(to, when);
}

static void put_replies(struct ss_fabric *f, u32 r, const struct ss_sink *to)
{
	const struct ss_source_more *more = ss_read_more(f, r);

	ss_put(to, more->outstanding);
	if (f->traffic->traffic.reply_turns)
		ss_put(to, f->source[r].replied_last);
	ss_put(to, ss_reply_waiting(more));
	for (u32 i = more->reply_first; i; i = f->pool[i].next) {
		ss_put(to, f->pool[i].birth);
		ss_put_header(to, &f->pool[i]);
	}
}

static void put_source(struct ss_fabric *f, u32 r, const struct ss_sink *to)
{
	struct ss_source *s = &f->source[r];
	bool open = s->sends &&
		    f->traffic->traffic.source == SEASTAR_SOURCE_OPEN;
	bool draws = open && !ss_is_traced(f->traffic);
	struct ss_source_stats stats;

	ss_read_source(f, r, &stats);
	ss_put(to, stats.stat[SEASTAR_SRC_OFFERED]);
	ss_put(to, stats.stat[SEASTAR_SRC_DROPPED]);
	ss_put(to, stats.stat[SEASTAR_SRC_INJECTED]);
	ss_put(to, ss_source_queued(f, r, f->now));
	ss_put(to, ss_left_until(s->channel, f->inject.a * f->now));
	f->cfg.kind->emit_injector(f, r, to);
	if (ss_splits(f))
		ss_put(to, s->sent);
	if (SS_SIMULATOR && f->pauses) {
		ss_put(to, ss_read_more(f, r)->received);
		ss_put(to, ss_read_more(f, r)->lag);
	}
	ss_put(to, draws ? s->coming : 0);
	if (f->traffic && f->traffic->freezes)
		ss_put(to, s->steps);
	if (s->sends && !open) {
		put_births_due(f, r, to);
	} else {
		ss_put(to, 0);
		ss_put(to, 0);
	}
	if (s->sends && ss_is_batch(f->traffic)) {
		ss_put(to, ss_phase_over(f, r));
		ss_put(to, ss_phase_got(f, r));
		if (f->traffic->traffic.pattern == SS_PATTERN_GRAPH500)
			ss_put(to, ss_left_until(s->busy, f->now));
	}
	if (SS_SIMULATOR && f->traffic && ss_gen_replies(&f->traffic->gen))
		put_replies(f, r, to);
}

static void put_registers(struct ss_fabric *f, u32 r, const struct ss_sink *to)
{
	u64 regs[SS_PORTS][SEASTAR_REGS];

	ss_read_regs(f, r, regs);
	for (u32 port = 0; port < SS_PORTS; port++)
		for (u32 i = 0; i < SS_STATE_REGS; i++)
			ss_put(to, regs[port][i]);
}

static void put_statistics(struct ss_fabric *f, u32 n, const struct ss_sink *to)
{
	for (u32 i = SEASTAR_SRC_DELIVERED; i < SEASTAR_SRC_STATS; i++)
		ss_put(to, *ss_delivered(ss_deliveries(f, n), i));
	for (u32 i = 0; i < SEASTAR_LAT_BINS; i++)
		ss_put(to, ss_latency_counted(f, n, i));
}

void ss_region_emit(struct ss_fabric *f, u32 region, void (*fn)(void *ctx, u64 word),
		    void *ctx)
{
	const struct ss_region *g = &f->region[region];
	const struct ss_sink to = { fn, ctx };

	if (!region)
		ss_put(&to, f->now);
	for (u32 r = g->first; r - g->first < g->routers; r++) {
		u32 first = ss_first_node(&f->topo, r), nodes = ss_nodes_of(&f->topo, r);

		f->cfg.kind->emit(f, r, &to);
		for (u32 n = first; n - first < nodes; n++)
			put_source(f, n, &to);
		put_registers(f, r, &to);
		for (u32 n = first; n - first < nodes; n++)
			put_statistics(f, n, &to);
		ss_relax();
	}
}

static void hash_word(void *ctx, u64 word)
{
	u64 *hash = ctx;

	*hash = ss_mix(*hash ^ word) + SS_GOLDEN;
}

u64 ss_region_hash(struct ss_fabric *f, u32 region, u64 hash)
{
	ss_region_emit(f, region, hash_word, &hash);
	return hash;
}

u64 ss_state_hash(struct ss_fabric *f)
{
	u64 hash = 0;

	for (u32 i = 0; i < f->cfg.regions; i++)
		hash = ss_region_hash(f, i, hash);
	return hash;
}
