// SPDX-License-Identifier: GPL-2.0-only
/*
 * Congested global links, and what routers of a group tell each other of them
 * (docs/dragonfly-adaptive.md, section 1).
 *
 * A router may be run through a window of cycles before others are.  So it leaves in a ring what it
 * reports, with the cycle from which on it holds, where they find what held some cycles ago.
 */
#include "adapt.h"

/* Which links are congested from a cycle on. */
struct seen {
	u64 since;
	u64 links;
};

/**
 * struct congestion - of a router
 * @links: that are congested, as bits
 * @newest: in the ring, of which it is
 * @ring: of them and their former selves
 */
struct congestion {
	u32 links;
	u32 newest;
	struct seen ring[];
};

size_t drf_congestion_bytes(const struct drf_fabric *df)
{
	return sizeof(struct congestion) + (sizeof(struct seen) << df->seen_shift);
}

static struct congestion *congestion_of(const struct drf_fabric *df, const struct drf_router *rt)
{
	return (struct congestion *)((char *)rt + df->congestion_bytes);
}

/* Flits for which there is no credit at global link @link, on the VCs that count. */
static u32 taken_at(const struct drf_visit *x, u32 link, u32 vcs)
{
	const struct drf_slot *s = drf_slot_of(x->df, x->rt, drf_first_global(x->df) + link, 0);
	u32 taken = vcs * x->f->cfg.global_depth;

	for (u32 vc = 0; vc < vcs; vc++)
		taken -= s[vc].free;
	return taken;
}

void drf_find_congested(struct drf_visit *x)
{
	const struct ss_config *cfg = &x->f->cfg;
	u32 vcs = cfg->adaptive.sense_port ? cfg->global_vcs : 1, h = cfg->dragonfly.h, links = 0;
	struct congestion *c = congestion_of(x->df, x->rt);
	u64 taken[SS_DRAGONFLY_MOST], limit = 0;

	if (!x->rt->changed)
		return;
	x->rt->changed = false;
	for (u32 i = 0; i < h; i++) {
		taken[i] = taken_at(x, i, vcs);
		limit += taken[i];
	}
	limit = cfg->adaptive.link_percent * limit +
		100ULL * h * vcs * cfg->adaptive.link_packets * cfg->max_packet;
	for (u32 i = 0; i < h; i++)
		links |= (100 * h * taken[i] > limit) << i;
	if (links == c->links)
		return;
	c->links = links;
	if (!x->df->tells)
		return;
	c->newest = (c->newest + 1) & ((1U << x->df->seen_shift) - 1);
	c->ring[c->newest] = (struct seen){ x->t, links };
}

u32 drf_congested(const struct drf_visit *x)
{
	return congestion_of(x->df, x->rt)->links;
}

u32 drf_known_congested(const struct drf_visit *x, u32 there)
{
	u32 r = x->r - x->rt->here + there, delay = x->f->cfg.link_delay, i;
	const struct congestion *c;

	if (there == x->rt->here)
		return drf_congested(x);
	if (x->t < delay)
		return 0;
	c = congestion_of(x->df, drf_router_at(x->f, r));
	for (i = c->newest; c->ring[i].since > x->t - delay; )
		i = (i - 1) & ((1U << x->df->seen_shift) - 1);
	return c->ring[i].links;
}
