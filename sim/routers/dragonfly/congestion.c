// SPDX-License-Identifier: GPL-2.0-only
/*
 * Congested global links (docs/dragonfly-adaptive.md, section 1).
 */
#include "adapt.h"
#include "shared.h"

/*
 * Return the flits without a credit at global link @link of minimally routed packets, on VCs as
 * taken_at().
 */
static u32 minimal_at(const struct drf_visit *x, u32 link, u32 first, u32 vcs)
{
	u32 port = drf_first_global(x->df) + link, taken = 0;
	const u16 *minimal = drf_minimal(x->df, drf_port_of(x->df, x->rt, port));

	for (u32 vc = first; vc < first + vcs; vc++)
		taken += minimal[vc];
	return taken;
}

/* Return the flits without a credit at global link @link, on the VCs that count, from @first on. */
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

/* Find the congested links by the occupancy of VCs from @first on of each. */
static u32 find_congested(const struct drf_visit *x, u32 first, u32 vcs)
{
	const struct ss_config *cfg = &x->f->cfg;
	u64 taken[SS_DRAGONFLY_MOST], limit = 0;
	u32 h = ss_dragonfly_of(cfg->size)->h, links = 0;

	for (u32 i = 0; i < h; i++) {
		taken[i] = taken_at(x, i, first, vcs);
		limit += taken[i];
	}
	limit = cfg->dragonfly.adaptive.link_percent * limit +
		100ULL * h * vcs * cfg->dragonfly.adaptive.link_packets * cfg->max_packet;
	for (u32 i = 0; i < h; i++)
		links |= (100 * h * taken[i] > limit) << i;
	return links;
}

/* Find the congested links for requests and, if replies have VCs of their own, for replies. */
static u32 find_all_congested(const struct drf_visit *x)
{
	const struct ss_config *cfg = &x->f->cfg;
	const struct ss_dragonfly_config *own = &cfg->dragonfly;
	u32 links;

	if (own->adaptive.sense_port || !own->reply_global_vcs) {
		links = find_congested(x, 0, own->adaptive.sense_port ?
					     drf_vcs(cfg, SS_DRAGONFLY_GLOBAL) : 1);
		return links | links << DRF_OF_REPLIES;
	}
	return find_congested(x, 0, 1) | find_congested(x, own->global_vcs, 1) << DRF_OF_REPLIES;
}

void drf_find_congested(struct drf_visit *x)
{
	x->rt->congested = find_all_congested(x);
}
