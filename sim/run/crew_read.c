// SPDX-License-Identifier: GPL-2.0-only
/* Readings of a whole fabric, whichever threads or ranks have its regions. */
#include "crew.h"

void sim_crew_give_routers(struct sim_crew *c, const struct ss_fabric *f, void *array, size_t size)
{
	for (u32 i = 0; i < ss_fabric_config(f)->regions; i++) {
		u32 first, routers = ss_region_routers(f, i, &first);

		sim_crew_give(c, i, (char *)array + first * size, routers * size);
	}
}

void sim_crew_give_nodes(struct sim_crew *c, const struct ss_fabric *f, void *array, size_t size)
{
	for (u32 i = 0; i < ss_fabric_config(f)->regions; i++) {
		u32 first, nodes = ss_region_nodes(f, i, &first);

		sim_crew_give(c, i, (char *)array + first * size, nodes * size);
	}
}

u32 sim_crew_packets(struct sim_crew *c, struct ss_fabric *f)
{
	u32 packets[SS_MAX_REGIONS], regions = ss_fabric_config(f)->regions;

	for (u32 i = 0; i < regions; i++)
		packets[i] = ss_region_packets(f, i);
	sim_crew_share(c, packets, sizeof(packets[0]));
	for (u32 i = 0; i < regions; i++)
		ss_region_set_packets(f, i, packets[i]);
	return ss_fabric_packets(f);
}

u64 sim_crew_hash(struct sim_crew *c, struct ss_fabric *f)
{
	u64 hash = 0;

	for (u32 i = 0; i < ss_fabric_config(f)->regions; i++) {
		if (ss_region_is_own(f, i))
			hash = ss_region_hash(f, i, hash);
		sim_crew_broadcast(c, i, &hash, sizeof(hash));
	}
	return hash;
}
