// SPDX-License-Identifier: GPL-2.0-only
/*
 * Congested global links, and the bits about them that routers of a group exchange
 * (docs/dragonfly-adaptive.md, section 1).
 *
 * A router may be run through a window of cycles before others are.  So it leaves in a ring what it
 * reports, with the cycle from which on it holds, where they find what held some cycles ago.
 */
#include "adapt.h"
#include "shared.h"

#define OF_REPLIES	SS_DRAGONFLY_MOST	/* where the bits for replies begin */
#define MOST_LINKS	((1U << OF_REPLIES) - 1)

/* Which links are congested from a cycle on. */
struct seen {
	u64 since;
	u64 links;
};

/**
 * struct congestion - of a router
 * @links: that are congested, as bits, for requests and from OF_REPLIES on for replies
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

/* The same of packets on the minimal way alone. */
static u32 minimal_at(const struct drf_visit *x, u32 link, u32 first, u32 vcs)
{
	u32 port = drf_first_global(x->df) + link, taken = 0;
	const u16 *minimal = drf_minimal(x->df, drf_port_of(x->df, x->rt, port));

	for (u32 vc = first; vc < first + vcs; vc++)
		taken += minimal[vc];
	return taken;
}

/* Flits without a credit at global link @link, on the VCs that count, from @first on. */
static u32 taken_at(const struct drf_visit *x, u32 link, u32 first, u32 vcs)
{
	const struct drf_slot *s = drf_slot_of(x->df, x->rt, drf_first_global(x->df) + link, first);
	u32 taken = vcs * x->df->most[SS_DRAGONFLY_GLOBAL];

	if (unlikely(x->df->apart))
		return minimal_at(x, link, first, vcs);
	for (u32 vc = 0; vc < vcs; vc++)
		taken -= s[vc].free;
	return taken;
}

/* By the occupancy of so many VCs of each. */
static u32 find_congested(const struct drf_visit *x, u32 first, u32 vcs)
{
	const struct ss_config *cfg = &x->f->cfg;
	u64 taken[SS_DRAGONFLY_MOST], limit = 0;
	u32 h = cfg->dragonfly.h, links = 0;

	for (u32 i = 0; i < h; i++) {
		taken[i] = taken_at(x, i, first, vcs);
		limit += taken[i];
	}
	limit = cfg->adaptive.link_percent * limit +
		100ULL * h * vcs * cfg->adaptive.link_packets * cfg->max_packet;
	for (u32 i = 0; i < h; i++)
		links |= (100 * h * taken[i] > limit) << i;
	return links;
}

/* For requests and for replies, whose first VC is another one if they have VCs of their own. */
static u32 find_all_congested(const struct drf_visit *x)
{
	const struct ss_config *cfg = &x->f->cfg;
	u32 links;

	if (cfg->adaptive.sense_port || !cfg->reply_global_vcs) {
		links = find_congested(x, 0, cfg->adaptive.sense_port ?
					     drf_vcs(cfg, SS_DRAGONFLY_GLOBAL) : 1);
		return links | links << OF_REPLIES;
	}
	return find_congested(x, 0, 1) | find_congested(x, cfg->global_vcs, 1) << OF_REPLIES;
}

void drf_find_congested(struct drf_visit *x)
{
	struct congestion *c = congestion_of(x->df, x->rt);
	u32 links;

	if (!x->rt->changed)
		return;
	x->rt->changed = false;
	links = find_all_congested(x);
	if (links == c->links)
		return;
	c->links = links;
	if (!x->df->tells)
		return;
	c->newest = (c->newest + 1) & ((1U << x->df->seen_shift) - 1);
	c->ring[c->newest] = (struct seen){ x->t, links };
}

static u32 links_for(u64 links, bool reply)
{
	return links >> (reply ? OF_REPLIES : 0) & MOST_LINKS;
}

u32 drf_congested(const struct drf_visit *x, bool reply)
{
	return links_for(congestion_of(x->df, x->rt)->links, reply);
}

u32 drf_known_congested(const struct drf_visit *x, u32 there, bool reply)
{
	u32 r = x->r - x->rt->here + there, delay = x->f->cfg.link_delay, i;
	const struct congestion *c;

	if (there == x->rt->here)
		return drf_congested(x, reply);
	if (x->t < delay)
		return 0;
	c = congestion_of(x->df, drf_router_at(x->f, r));
	for (i = c->newest; c->ring[i].since > x->t - delay; )
		i = (i - 1) & ((1U << x->df->seen_shift) - 1);
	return links_for(c->ring[i].links, reply);
}
