/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef ORACLE_DRAW_H
#define ORACLE_DRAW_H

#include "sim/routers/seastar/seastar.h"
#include <rng.h>

/* A stream of random numbers, taken one after the other. */
struct draw {
	u64 key, n;
};

static inline u64 draw_u64(struct draw *d)
{
	return ss_rng_draw(d->key, d->n++);
}

/* Draw @low to @high with equal chances. */
static inline u32 draw_range(struct draw *d, u32 low, u32 high)
{
	return low + ss_rng_below(draw_u64(d), high - low + 1);
}

/* Return true once in @n times. */
static inline bool draw_once_in(struct draw *d, u32 n)
{
	return ss_rng_below(draw_u64(d), n) == 0;
}

/* Draw a configuration of SeaStars; the functions below, of the other kinds of routers. */
void draw_config(struct draw *d, struct ss_config *cfg);
void draw_vc_config(struct draw *d, struct ss_config *cfg);
void draw_topology_config(struct draw *d, struct ss_config *cfg);
void draw_torus_config(struct draw *d, struct ss_config *cfg);
void draw_bubble_config(struct draw *d, struct ss_config *cfg);
void draw_wormhole_config(struct draw *d, struct ss_config *cfg);
void draw_dragonfly_config(struct draw *d, struct ss_config *cfg);
/* Return the number of parts that regions consist of: routers or, in a Dragonfly, groups. */
u32 draw_parts(const struct ss_config *cfg);
/*
 * Draw the traffic of a case.  @lists has a number per node for each part of it, and six more per
 * node for a search.
 */
void draw_traffic(struct draw *d, const struct ss_config *cfg, bool may_stop,
		  struct ss_traffic *t, u32 *lists);
u32 draw_period(struct draw *d);
u64 draw_select(struct draw *d);

#endif /* ORACLE_DRAW_H */
