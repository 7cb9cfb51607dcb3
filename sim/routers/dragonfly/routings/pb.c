// SPDX-License-Identifier: GPL-2.0-only
/*
 * Piggyback: as UGAL, but also by the intermediate router if the global link of the minimal path is
 * seen to be congested (docs/dragonfly-adaptive.md, section 3).
 */
#include "sim/routers/dragonfly/adapt.h"
#include "sim/routers/dragonfly/board.h"

static bool is_congested(const struct drf_visit *x, const struct ss_packet *p)
{
	u32 group = x->df->group[SS_HDR_GET(p->header, DEST)], owner;

	if (group == x->rt->group)
		return false;
	owner = x->df->owner[ss_dragonfly_link_to(ss_dragonfly_of(x->f->cfg.size), x->rt->group,
						  group)];
	return drf_links_for(drf_published(x, owner >> 8)[0], drf_is_reply(p)) >> (owner & 255) & 1;
}

static bool pb_leaves(const struct drf_visit *x, const struct ss_packet *p,
		      const struct drf_hop *straight, const struct drf_hop *around)
{
	return drf_ugal_leaves(x, p, straight, around) || is_congested(x, p);
}

static void pb_observe(struct drf_visit *x)
{
	u64 links = x->rt->congested;

	drf_find_congested(x);
	if (links == x->rt->congested)
		return;
	links = x->rt->congested;
	drf_publish(x, &links);
}

static u32 pb_words(const struct ss_config *cfg)
{
	(void)cfg;
	return 1;
}

const struct drf_routing drf_routing_pb = {
	.way = "lgllgl",
	.leaves = pb_leaves,
	.attempt = drf_attempt_at_source,
	.observe = pb_observe,
	.words = pb_words,
};
