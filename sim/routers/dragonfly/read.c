// SPDX-License-Identifier: GPL-2.0-only
/* Readings of routers between cycles, for results: see struct ss_kind. */
#include "router.h"

void drf_read(const struct ss_fabric *f, u32 router, u64 regs[SS_PORTS][SEASTAR_REGS],
	      struct ss_passed passed[SS_PORTS])
{
	const struct drf_router *rt = drf_router_at(f, router);

	memset(regs, 0, SS_PORTS * sizeof(*regs));
	memset(passed, 0, SS_PORTS * sizeof(*passed));
	for (u32 c = 0; c < SS_DRAGONFLY_PORTS; c++) {
		for (u32 vc = 0; vc < DRF_CLASS_VCS; vc++) {
			regs[c][SEASTAR_REG_VC0_PKTS + vc] = rt->count[c].packets[vc];
			regs[c][SEASTAR_REG_VC0_FLITS + vc] = rt->count[c].flits[vc];
		}
		passed[c] = rt->count[c].passed;
	}
}

void drf_misroutes(const struct ss_fabric *f, u32 router, u64 *count)
{
	memcpy(count, drf_router_at(f, router)->misroutes, SS_MISROUTES * sizeof(*count));
}

u64 drf_carried(const struct ss_fabric *f, u32 router, u32 port)
{
	const struct drf_router *rt = drf_router_at(f, router);
	const struct drf_fabric *df = drf_fabric(f);
	const struct drf_port *p = drf_port_of(df, rt, port);
	u64 queued = 0;

	for (u32 i = 0; i < p->queue_count && p->leaves > f->now; i++) {
		u32 leaving = *drf_queued(df, rt, p, port, i);

		if (drf_leaving_in(leaving, f->now) >= 0)
			queued += drf_leaving_flits(leaving);
	}
	return p->granted - queued;
}

u64 drf_oldest(const struct ss_fabric *f, u32 router, u64 birth)
{
	const struct drf_router *rt = drf_router_at(f, router);
	const struct drf_fabric *df = drf_fabric(f);

	for (u32 port = 0; port < df->ports; port++) {
		const struct drf_port *p = drf_port_of(df, rt, port);

		birth = ss_oldest_in_list(f, p->coming.first, birth);
		if (df->nodes >> port & 1)
			birth = ss_oldest_in_list(f, p->delivering.first, birth);
		for (u32 vc = 0; vc < df->slots; vc++)
			birth = ss_oldest_in_list(f, drf_slot_of(df, rt, port, vc)->first, birth);
	}
	return birth;
}
