// SPDX-License-Identifier: GPL-2.0-only
/* Weights of grants in trails, and the parts of the latency of a delivered packet: trail.h. */
#include "trail.h"

void drf_trail_init(struct drf_fabric *df)
{
	const struct ss_fabric *f = &df->f;

	for (u32 port = 0; port < df->ports; port++) {
		switch (drf_class(f, port)) {
		case SS_DRAGONFLY_NODE:
			df->trail.in[port] = 1ULL << DRF_TRAIL_FIRST;
			break;
		case SS_DRAGONFLY_LOCAL:
			df->trail.hop[port] = 1ULL << DRF_TRAIL_LOCAL;
			break;
		default:
			df->trail.in[port] = 1ULL << DRF_TRAIL_CROSSING;
			df->trail.out[port] = 1ULL << DRF_TRAIL_CROSSING;
			df->trail.hop[port] = 1ULL << DRF_TRAIL_GLOBAL;
		}
	}
}

static u64 bits(u64 trail, u32 from, u32 to)
{
	return trail >> from & ((1ULL << (to - from)) - 1);
}

/* Return the cycles of a packet of @flits flits that takes @hops and never waits (section 3). */
static u64 alone(const struct ss_config *cfg, struct ss_dragonfly_hops hops, u32 flits)
{
	u32 routers = hops.local + hops.global + 1;

	return 1 + routers * (cfg->router_delay + cfg->dragonfly.crossbar_delay) + flits +
	       hops.local * cfg->link_delay + hops.global * cfg->dragonfly.global_delay;
}

void drf_report_path(const struct ss_fabric *f, u32 i, struct ss_delivery *d)
{
	const struct ss_packet *p = &f->pool[i];
	const struct ss_config *cfg = &f->cfg;
	const u64 trail = *ss_trail(f->pool, i), last = p->route >> 1;
	const struct ss_dragonfly_hops taken = {
		bits(trail, DRF_TRAIL_LOCAL, DRF_TRAIL_GLOBAL),
		bits(trail, DRF_TRAIL_GLOBAL, DRF_TRAIL_CROSSING),
	};
	const struct ss_dragonfly_hops minimal =
		ss_dragonfly_minimal(ss_dragonfly_of(cfg->size), SS_HDR_SOURCE(p->header),
				     SS_HDR_GET(p->header, DEST));
	u32 grant = cfg->router_delay + cfg->dragonfly.crossbar_delay;
	s64 *part = d->part, rest = d->cycle - d->birth;

	d->misrouted = p->route & 1;
	d->hops[0] = taken.local;
	d->hops[1] = taken.global;
	/* a packet that does not wait has its first grant so long after its injection */
	part[SS_LATENCY_INJECTION] = p->waited +
		bits((trail >> DRF_TRAIL_FIRST) - d->injected - 1 - cfg->router_delay, 0,
		     64 - DRF_TRAIL_FIRST);
	part[SS_LATENCY_GLOBAL] = bits(trail, DRF_TRAIL_CROSSING, DRF_TRAIL_FIRST) -
				  taken.global * (grant + cfg->dragonfly.global_delay);
	part[SS_LATENCY_EJECTION] = d->cycle - d->flits - cfg->dragonfly.crossbar_delay - last;
	part[SS_LATENCY_BASE] = alone(cfg, minimal, d->flits);
	part[SS_LATENCY_MISROUTING] = alone(cfg, taken, d->flits) - part[SS_LATENCY_BASE];
	for (u32 n = 0; n < SS_LATENCY_PARTS; n++)
		rest -= n == SS_LATENCY_LOCAL ? 0 : part[n];
	part[SS_LATENCY_LOCAL] = rest;
}
