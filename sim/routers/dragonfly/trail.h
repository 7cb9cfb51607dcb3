/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts into which a packet's latency is split when it is delivered (docs/dragonfly-router.md,
 * section 7): a word that it brings along (ss_trail()), and its route from its last grant on.
 *
 * The word is a sum: of the cycle of its first grant, of what it waited in the queues of global
 * links and on these, and of the links that it crossed.  A global link adds the cycle of the grant
 * behind it, less that of the grant before it, so that a hop costs an addition.  What a packet
 * waited in the queues of local links is what remains of its latency.
 */
#ifndef DRF_TRAIL_H
#define DRF_TRAIL_H

#include "visit.h"

#define DRF_TRAIL_LOCAL		0	/* 3 bits: local links */
#define DRF_TRAIL_GLOBAL	3	/* 2 bits: global ones */
#define DRF_TRAIL_CROSSING	5	/* 29 bits: cycles from grant to grant over global links */
#define DRF_TRAIL_FIRST		34	/* the low 30 bits of the cycle of the first grant */

/* Record in the trail of packet @i that it is granted output @out from input @in. */
static __always_inline void drf_note_grant(const struct drf_visit *x, u32 in, u32 out, u32 i)
{
	const struct drf_fabric *df = x->df;

	*ss_trail(x->f->pool, i) += x->t * (df->trail.in[in] - df->trail.out[out]) +
				    df->trail.hop[out];
}

/* Return the route of a packet after its last grant, for its node: it needs no other fields. */
static __always_inline u64 drf_last_route(u64 t, bool misrouted)
{
	return t << 1 | misrouted;
}

#endif /* DRF_TRAIL_H */
