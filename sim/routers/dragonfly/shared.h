/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Memory that the VCs of a port share (docs/dragonfly-router.md, section 5): a part of it is
 * reserved for each VC, and what a VC takes beyond that comes from a pool.  The room for a packet
 * on a VC is always the free field of its slot, so that a search for room does not depend on
 * sharing.  The free field is the sum of the pool and of the unused part of the VC's reserve.  So a
 * change of the pool changes the free fields of all VCs of the port.
 */
#ifndef DRF_SHARED_H
#define DRF_SHARED_H

#include "router.h"

/*
 * Find the flits taken at the input behind an output, by VC; valid only if VCs share the memory of
 * a port.
 */
static inline u16 *drf_taken(const struct drf_fabric *df, struct drf_port *p)
{
	return (u16 *)((struct drf_slot *)(p + 1) + df->slots);
}

/* Find the flits of minimally routed packets, by VC; valid only if they are counted separately. */
static inline u16 *drf_minimal(const struct drf_fabric *df, struct drf_port *p)
{
	return drf_taken(df, p) + df->shares * df->slots;
}

/* Return the flits reserved for each VC behind ports of @class_: all of its depth if none share. */
static inline u32 drf_reserve(const struct ss_config *cfg, u32 class_)
{
	u32 depth = drf_depth(cfg, class_);
	bool shares = cfg->dragonfly.shared && class_ != SS_DRAGONFLY_NODE;

	return shares ? depth * cfg->dragonfly.reserved / 100 : depth;
}

/*
 * Return the most flits that a VC behind ports of @class_ can hold: its reserve and the whole pool.
 */
static inline u32 drf_most(const struct ss_config *cfg, u32 class_)
{
	u32 depth = drf_depth(cfg, class_), own = drf_reserve(cfg, class_);

	return own + drf_vcs(cfg, class_) * (depth - own);
}

/* Take @flits flits from the pool behind output @port, for all VCs; give them back if negative. */
static inline void drf_drain_pool(const struct drf_fabric *df, struct drf_port *p, u32 port,
				  int flits)
{
	struct drf_slot *s = (struct drf_slot *)(p + 1);
	u32 vcs = drf_vcs(&df->f.cfg, df->class_of[port]);

	p->pool -= flits;
	for (u32 vc = 0; vc < vcs; vc++)
		s[vc].free -= flits;
}

/*
 * Take room for a packet of @flits flits on VC @vc behind output @port: first from the VC's
 * reserve, the rest from the pool.
 */
static inline void drf_take_room(const struct drf_fabric *df, struct drf_port *p, u32 port, u32 vc,
				 u32 flits)
{
	struct drf_slot *s = (struct drf_slot *)(p + 1) + vc;
	u32 own = s->free - p->pool;

	if (own > flits)
		own = flits;
	drf_taken(df, p)[vc] += flits;
	s->free -= own;
	if (flits > own)
		drf_drain_pool(df, p, port, flits - own);
}

/*
 * Free @flits flits of VC @vc behind output @port: flits beyond the VC's reserve go back to the
 * pool first.
 */
static inline void drf_free_room(const struct drf_fabric *df, struct drf_port *p, u32 port, u32 vc,
				 u32 flits)
{
	struct drf_slot *s = (struct drf_slot *)(p + 1) + vc;
	u32 reserve = df->reserve[df->class_of[port]], taken = drf_taken(df, p)[vc];
	u32 beyond = taken > reserve ? taken - reserve : 0;

	if (beyond > flits)
		beyond = flits;
	drf_taken(df, p)[vc] = taken - flits;
	s->free += flits - beyond;
	if (beyond)
		drf_drain_pool(df, p, port, -(int)beyond);
}

#endif /* DRF_SHARED_H */
