// SPDX-License-Identifier: GPL-2.0-only
#include <seastar/packet.h>

#include "topology.h"

static const struct oracle_topology *const topologies[] = { &oracle_hyperx, &oracle_fat_tree };

const struct oracle_topology *topology_of(const struct oracle *o)
{
	for (u32 i = 0; i < sizeof(topologies) / sizeof(topologies[0]); i++)
		if (topologies[i]->ops == o->cfg.topology)
			return topologies[i];
	return NULL;
}

void topology_draw(struct draw *d, struct ss_config *cfg)
{
	const struct oracle_topology *t =
		topologies[draw_range(d, 0, sizeof(topologies) / sizeof(topologies[0]) - 1)];

	cfg->topology = t->ops;
	t->draw(d, cfg);
}

u64 toss_of(const struct oracle *o, const struct packet *p)
{
	u64 key = ss_rng_key(ss_rng_key(o->cfg.seed, p->source), SS_STREAM_ROUTES);

	return ss_rng_draw(key, p->birth * 4096 + SS_HDR_GET(p->header, TID));
}
