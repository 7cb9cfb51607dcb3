// SPDX-License-Identifier: GPL-2.0-only
/*
 * The whole state as a list of words, in the order of docs/model.md, section 8.
 */
#include "engine.h"
#include "rng.h"

struct sink {
	void (*fn)(void *ctx, u64 word);
	void *ctx;
};

static void put(const struct sink *to, u64 word)
{
	to->fn(to->ctx, word);
}

static void put_packet(const struct sink *to, const struct ss_packet *p)
{
	put(to, p->birth);
	put(to, p->birth + p->waited);
	put(to, p->header);
}

static void put_aging(struct ss_fabric *f, u32 r, const struct sink *to)
{
	const struct ss_router *router = ss_router_at(f, r);
	const struct ss_age *a = &router->age;

	put(to, (u32)a->period);
	put(to, a->select);
	for (u32 c = 0; c < SS_CLASSES; c++)
		for (u32 port = 0; port < SS_PORTS; port++)
			put(to, router->bias[c][port]);
	put(to, f->now ? ss_age_timestamp(a, f->now - 1) : 0);
	put(to, a->epoch);
	put(to, ss_age_countdown(a, f->now));
	put(to, f->now < a->counts_from);
	put(to, a->packet_count[0]);
	put(to, a->packet_count[1]);
}

static bool has_arrived(const struct ss_fabric *f, u32 i)
{
	return f->pool[i].arrival < f->now;
}

/* Packets of @vc whose headers have @arrived, or are still on the link. */
static void put_buffered(const struct ss_fabric *f, const struct ss_vc *vc,
			 bool arrived, const struct sink *to)
{
	u64 n = 0;

	for (u32 i = vc->first; i; i = f->pool[i].next)
		if (has_arrived(f, i) == arrived)
			n++;
	put(to, n);
	for (u32 i = vc->first; i; i = f->pool[i].next) {
		if (has_arrived(f, i) != arrived)
			continue;
		put_packet(to, &f->pool[i]);
		put(to, f->pool[i].arrival);
	}
}

static u64 left_until(u64 end, u64 now)
{
	return end > now ? end - now : 0;
}

/* The place of each VC in @order, from the least recently granted on. */
static void put_order(const struct ss_fabric *f, u32 order, const struct sink *to)
{
	for (u32 v = 0; v < ss_vcs(f); v++)
		put(to, ss_order_place(order, v, f->vc_shift));
}

/* The slot at which a flat arbiter begins to look, counted by inputs. */
static u32 flat_pointer(const struct ss_fabric *f, u32 pointer)
{
	u32 place = pointer - 1;

	if (!pointer)
		return 0;
	return (((place >> 3) << f->vc_shift | (place & 7)) + 1) % ((u32)SS_PORTS << f->vc_shift);
}

static void put_arbiter(const struct ss_fabric *f, const struct ss_arbiter *a,
			const struct sink *to)
{
	if (f->cfg.arbiter != SS_ARBITER_STAGED) {
		put(to, flat_pointer(f, a->pointer));
		return;
	}
	put_order(f, a->order, to);
	for (u32 v = 0; v < ss_vcs(f); v++)
		put(to, (a->pointer >> 4 * v & 15) % SS_PORTS);
}

static void put_input(const struct ss_fabric *f, u32 input,
		      const struct sink *to)
{
	const struct ss_router *router = ss_router_at(f, SS_PORT_ROUTER(input));
	const struct ss_input *in = &router->input[SS_PORT_OF(input)];

	put(to, left_until(in->busy_until, f->now));
	if (f->cfg.arbiter == SS_ARBITER_STAGED)
		put_order(f, router->vc_order[SS_PORT_OF(input)], to);
	else
		put(to, in->pointer);
	for (u32 v = 0; v < ss_vcs(f); v++) {
		put_buffered(f, ss_vc_at(f, input, v), true, to);
		put_buffered(f, ss_vc_at(f, input, v), false, to);
	}
}

static void put_credits(struct ss_fabric *f, u32 output, const struct sink *to)
{
	struct ss_credits *c = &ss_output_at(f, output)->credits;
	const u64 *ramps = ss_ramps_of(f, ss_router_at(f, SS_PORT_ROUTER(output)),
				       SS_PORT_OF(output), f->vc_shift);
	u32 delay = f->cfg.link_delay;

	if (f->now)
		ss_credits_fold(c, ramps, f->ramps_size, f->now - 1, f->cfg.max_packet);
	for (u32 v = 0; v < ss_vcs(f); v++) {
		u64 coming = 0, when = 0;

		for (u32 i = 0; i < c->count; i++) {
			u64 ramp = ramps[ss_ramp_place(c, f->ramps_size, i)];
			u64 t = SS_RAMP_START(ramp);

			if (SS_RAMP_VC(ramp) != v)
				continue;
			/* of this ramp, what has left the input by now */
			for (u32 k = 0; k < SS_RAMP_LEN(ramp); k++, t++) {
				if (t < f->now || t - delay >= f->now)
					continue;
				coming++;
				when += t - f->now;
			}
		}
		put(to, f->now ? ss_credits_at(c, ramps, v, f->now - 1) :
				 (u32)c->have[v]);
		put(to, coming);
		put(to, when);
	}
}

static void put_staging(const struct ss_fabric *f, u32 output, u32 slot,
			const struct sink *to)
{
	const struct ss_staging *s = ss_staging_at(f, output, slot);
	u64 n = 0;
	u32 i;

	put(to, ss_staging_used(f, SS_PORT_ROUTER(output), SS_PORT_OF(output), slot, f->now));
	for (i = s->last; i && (!n || i != s->last); i = f->pool[i].next)
		n++;
	put(to, n);
	while (n--) {
		i = f->pool[i].next;
		put_packet(to, &f->pool[i]);
	}
}

static void put_output(struct ss_fabric *f, u32 output, const struct sink *to)
{
	const struct ss_output *o = ss_output_at(f, output);

	put(to, left_until(o->next, ss_output_rate(f, SS_PORT_OF(output)).a * f->now));
	put_arbiter(f, &o->by_turn, to);
	put_arbiter(f, &o->by_age, to);
	put(to, o->grants);
	if (SS_PORT_OF(output) != SEASTAR_PORT_PROC &&
	    ss_output_exists(f, output))
		put_credits(f, output, to);
	for (u32 input = 0; input < SS_PORTS; input++)
		for (u32 v = 0; v < ss_vcs(f); v++)
			put_staging(f, output, SS_SLOT(v, input), to);
}

static void put_delivering(const struct ss_fabric *f, u32 r,
			   const struct sink *to)
{
	const struct ss_source *s = &f->source[r];

	put(to, s->delivering != 0);
	if (!s->delivering)
		return;
	put_packet(to, &f->pool[s->delivering]);
	put(to, s->deliver_at);
}

/* Births of a closed source or a batch that are still to come. */
static void put_births_due(struct ss_fabric *f, u32 r, const struct sink *to)
{
	const struct ss_source *s = &f->source[r];
	u64 n = 0, when = 0;

	if (f->traffic->traffic.source == SS_SOURCE_BATCH && s->since >= f->now) {
		n = s->left;
		when = n * (s->since - f->now);
	}

	for (u32 i = 0; i < s->ring_count; i++) {
		u64 t = s->ring[(s->ring_first + i) % f->traffic->ring_size];

		if (t < f->now)
			continue;
		n++;
		when += t - f->now;
	}
	put(to, n);
	put(to, when);
}

static void put_replies(struct ss_fabric *f, u32 r, const struct sink *to)
{
	const struct ss_source *s = &f->source[r];

	put(to, s->outstanding);
	if (f->traffic->traffic.reply_turns)
		put(to, s->replied_last);
	put(to, ss_reply_waiting(s));
	for (u32 i = s->reply_first; i; i = f->pool[i].next) {
		put(to, f->pool[i].birth);
		put(to, f->pool[i].header);
	}
}

static void put_source(struct ss_fabric *f, u32 r, const struct sink *to)
{
	struct ss_source *s = &f->source[r];
	const u64 *ramps = &f->source_ramps[r * SS_SOURCE_RAMPS];
	bool open = s->sends &&
		    f->traffic->traffic.source == SEASTAR_SOURCE_OPEN;
	struct ss_source_stats stats;

	ss_read_source(f, r, &stats);
	put(to, stats.stat[SEASTAR_SRC_OFFERED]);
	put(to, stats.stat[SEASTAR_SRC_DROPPED]);
	put(to, stats.stat[SEASTAR_SRC_INJECTED]);
	put(to, ss_source_queued(f, r, f->now));
	put(to, left_until(s->channel, f->inject.a * f->now));
	ss_credits_fold(&s->credits, ramps, SS_SOURCE_RAMPS, f->now, f->cfg.max_packet);
	for (u32 v = 0; v < ss_vcs(f); v++)
		put(to, ss_credits_at(&s->credits, ramps, v, f->now));
	put(to, open ? s->coming : 0);
	if (s->sends && !open) {
		put_births_due(f, r, to);
	} else {
		put(to, 0);
		put(to, 0);
	}
	if (s->sends && f->traffic->traffic.source == SS_SOURCE_BATCH) {
		put(to, s->phase);
		put(to, ss_phase_got(f, r));
	}
	if (f->traffic && ss_gen_replies(&f->traffic->gen))
		put_replies(f, r, to);
}

static void put_statistics(struct ss_fabric *f, u32 r, const struct sink *to)
{
	const struct ss_source_stats *stats = &f->source[r].stats;
	u64 regs[SS_PORTS][SEASTAR_REGS];

	ss_read_regs(f, r, regs);
	for (u32 port = 0; port < SS_PORTS; port++)
		for (u32 i = 0; i < SEASTAR_REGS; i++)
			put(to, regs[port][i]);
	for (u32 i = SEASTAR_SRC_DELIVERED; i < SEASTAR_SRC_STATS; i++)
		put(to, stats->stat[i]);
	for (u32 i = 0; i < SEASTAR_LAT_BINS; i++)
		put(to, stats->lat_hist[i]);
}

void ss_region_emit(struct ss_fabric *f, u32 region, void (*fn)(void *ctx, u64 word),
		    void *ctx)
{
	const struct ss_region *g = &f->region[region];
	const struct sink to = { fn, ctx };

	if (!region)
		put(&to, f->now);
	for (u32 r = g->first; r - g->first < g->routers; r++) {
		ss_age_sync(f, r, f->now);
		put_aging(f, r, &to);
		for (u32 port = 0; port < SS_PORTS; port++)
			put_input(f, SS_PORT_ID(r, port), &to);
		for (u32 port = 0; port < SS_PORTS; port++)
			put_output(f, SS_PORT_ID(r, port), &to);
		put_delivering(f, r, &to);
		put_source(f, r, &to);
		put_statistics(f, r, &to);
		ss_relax();
	}
}

void ss_state_emit(struct ss_fabric *f, void (*fn)(void *ctx, u64 word),
		   void *ctx)
{
	for (u32 i = 0; i < f->cfg.regions; i++)
		ss_region_emit(f, i, fn, ctx);
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

	ss_state_emit(f, hash_word, &hash);
	return hash;
}
