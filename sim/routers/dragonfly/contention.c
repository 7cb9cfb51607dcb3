// SPDX-License-Identifier: GPL-2.0-only
/*
 * Contention counters (docs/dragonfly-adaptive.md, section 6).
 *
 * A packet that crosses the crossbar keeps its input busy, and counts in place of the packet behind
 * it until it is through.  So counters change only between the allocations of two cycles.  They are
 * brought up to date when they are read: by the allocator, in each cycle if means are taken, and
 * for snapshots.
 */
#include "adapt.h"

/* two that others may read, one of a router that is ahead, one spare */
#define SNAPSHOTS	4
#define ONE		65536	/* unit of filtered counters */

/**
 * struct contention - contention counters of a router; behind it are, by input and VC, the output
 *	and, with SS_TRIGGER_ECTN, the group that its packet counts for, then P by group, and
 *	snapshots of P
 * @crossing: inputs with packets that were granted and cross, as bits
 * @filtered_at: the cycle that @filtered is of
 * @exchange_at: next cycle of which a snapshot is taken, which may have passed without one while no
 *	packet counted in P
 * @taken_at: by snapshot: the cycle that it is of, plus one; 0: there is none
 * @vcs: by input: VCs of these packets, as bits
 * @count: K by output
 * @filtered: F by output
 * @members: packets that count in P
 * @out: by input and VC: the output that its packet counts for
 */
struct contention {
	u64 crossing;
	u64 filtered_at;
	u64 exchange_at;
	u64 taken_at[SNAPSHOTS];
	u16 vcs[DRF_MAX_PORTS];
	u16 count[DRF_MAX_PORTS];
	u32 filtered[DRF_MAX_PORTS];
	u32 members;
	u8 out[];
};

/* Return the places behind struct contention, in bytes from it. */
static size_t groups_at(const struct drf_fabric *df)
{
	return sizeof(struct contention) + ((size_t)df->ports * df->slots + 1) / 2 * 2;
}

static size_t partial_at(const struct drf_fabric *df)
{
	return groups_at(df) + (size_t)df->ports * df->slots * sizeof(u16);
}

static bool exchanges(const struct ss_config *cfg)
{
	return cfg->dragonfly.adaptive.trigger == SS_TRIGGER_ECTN;
}

size_t drf_contention_bytes(const struct drf_fabric *df, const struct ss_config *cfg)
{
	if (!exchanges(cfg))
		return groups_at(df);
	return partial_at(df) +
	       (1 + SNAPSHOTS) * ss_dragonfly_groups(ss_dragonfly_of(cfg->size)) * sizeof(u16);
}

static struct contention *contention_of(const struct drf_fabric *df, const struct drf_router *rt)
{
	return (struct contention *)((char *)rt + df->contention_bytes);
}

/* Find the group, plus one, for which the packet of a VC is counted in P; 0: it is not counted. */
static u16 *group_of(const struct drf_fabric *df, struct contention *c, u32 slot)
{
	return (u16 *)((char *)c + groups_at(df)) + slot;
}

/* Find P or, with @n from 1 on, a snapshot of it. */
static u16 *partial_of(const struct drf_fabric *df, struct contention *c, u32 n)
{
	u32 groups = ss_dragonfly_groups(ss_dragonfly_of(df->f.cfg.size));

	return (u16 *)((char *)c + partial_at(df)) + (size_t)n * groups;
}

void drf_contention_init(const struct drf_fabric *df, struct drf_router *rt)
{
	memset(contention_of(df, rt)->out, DRF_NOBODY, (size_t)df->ports * df->slots);
}

static bool enters_group(const struct drf_fabric *df, u32 port)
{
	return df->nodes >> port & 1 || port >= drf_first_global(df);
}

void drf_count_front(struct drf_visit *x, const struct drf_slot *s, u32 port, u32 vc)
{
	struct contention *c = contention_of(x->df, x->rt);
	u32 slot = port * x->df->slots + vc, group;

	if (c->vcs[port] >> vc & 1)
		return;
	c->out[slot] = s->hop.out;
	c->count[s->hop.out]++;
	if (!exchanges(&x->f->cfg) || !enters_group(x->df, port))
		return;
	group = x->df->group[SS_HDR_GET(x->f->pool[s->first].header, DEST)];
	if (group == x->rt->group)
		return;
	*group_of(x->df, c, slot) = group + 1;
	partial_of(x->df, c, 0)[group]++;
	c->members++;
}

static void forget(struct drf_visit *x, struct contention *c, u32 slot)
{
	u16 *group;

	c->count[c->out[slot]]--;
	c->out[slot] = DRF_NOBODY;
	if (!exchanges(&x->f->cfg))
		return;
	group = group_of(x->df, c, slot);
	if (!*group)
		return;
	partial_of(x->df, c, 0)[*group - 1]--;
	c->members--;
	*group = 0;
}

/* Take a snapshot of P, which other routers will receive, as of this cycle. */
static void take_snapshot(struct drf_visit *x, struct contention *c)
{
	u32 period = x->f->cfg.dragonfly.adaptive.period, n;

	if (x->t < c->exchange_at)
		return;
	n = x->t / period % SNAPSHOTS;
	c->exchange_at = x->t - x->t % period + period;
	if (!c->members || c->exchange_at != x->t + period)
		return;
	c->taken_at[n] = x->t + 1;
	memcpy(partial_of(x->df, c, 1 + n), partial_of(x->df, c, 0),
	       ss_dragonfly_groups(ss_dragonfly_of(x->f->cfg.size)) * sizeof(u16));
}

/* Forget the packets of input @in that have crossed, and count those behind them. */
static void end_crossing(struct drf_visit *x, struct contention *c, u32 in)
{
	u64 in_free = drf_port_of(x->df, x->rt, in)->in_free;

	for (u32 left = c->vcs[in]; left; left &= left - 1) {
		u32 vc = drf_lowest(left);
		const struct drf_slot *s = drf_slot_of(x->df, x->rt, in, vc);

		if ((x->df->wide ? drf_until(x->df, x->rt, in)[vc] : in_free) > x->t)
			continue;
		c->vcs[in] &= ~(1U << vc);
		forget(x, c, in * x->df->slots + vc);
		if (s->first)
			drf_count_front(x, s, in, vc);
	}
	if (!c->vcs[in])
		c->crossing &= ~(1ULL << in);
}

void drf_count_fronts(struct drf_visit *x)
{
	struct contention *c = contention_of(x->df, x->rt);

	for (u64 left = c->crossing; left; left &= left - 1)
		end_crossing(x, c, drf_lowest(left));
	if (exchanges(&x->f->cfg))
		take_snapshot(x, c);
}

void drf_count_crossing(struct drf_visit *x, u32 in, u32 vc)
{
	struct contention *c = contention_of(x->df, x->rt);

	c->crossing |= 1ULL << in;
	c->vcs[in] |= 1U << vc;
}

void drf_watch_counters(struct drf_visit *x)
{
	const struct contention *c = contention_of(x->df, x->rt);

	if (x->df->filters && (x->rt->waiting || c->crossing))
		drf_wake_at(x, x->t + 1);
	if (c->members)
		drf_wake_at(x, c->exchange_at);
}

/*
 * Bring F up to this cycle, before any event of it.  A router is run in each cycle while a packet
 * counts: in cycles that were skipped, none did.
 */
void drf_filter(struct drf_visit *x)
{
	u32 alpha = x->f->cfg.dragonfly.adaptive.alpha, ports = x->df->ports;
	struct contention *c = contention_of(x->df, x->rt);
	u64 any = 1;

	for (u64 t = c->filtered_at; t < x->t && any; t++) {
		any = 0;
		for (u32 i = 0; i < ports; i++) {
			u64 mean = (u64)alpha * c->filtered[i] +
				   (u64)(100 - alpha) * ONE * c->count[i];

			c->filtered[i] = mean / 100;
			any |= mean;
		}
	}
	c->filtered_at = x->t;
}

u32 drf_contention(const struct drf_visit *x, u32 out)
{
	return contention_of(x->df, x->rt)->count[out];
}

u32 drf_filtered(const struct drf_visit *x, u32 out)
{
	return contention_of(x->df, x->rt)->filtered[out];
}

u32 drf_group_contention(const struct drf_visit *x, u32 group)
{
	u32 delay = x->f->cfg.link_delay, period = x->f->cfg.dragonfly.adaptive.period, n, first;
	u32 sum = partial_of(x->df, contention_of(x->df, x->rt), 0)[group];
	u64 taken;

	if (x->t < delay)
		return sum;
	taken = (x->t - delay) / period;
	n = taken % SNAPSHOTS;
	taken = taken * period + 1;
	first = x->r - x->rt->here;
	for (u32 r = first; r - first < ss_dragonfly_of(x->f->cfg.size)->a; r++) {
		struct contention *c = contention_of(x->df, drf_router_at(x->f, r));

		/* without a snapshot of that cycle, P was 0 */
		if (r != x->r && c->taken_at[n] == taken)
			sum += partial_of(x->df, c, 1 + n)[group];
	}
	return sum;
}
