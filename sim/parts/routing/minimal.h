/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Shortest paths through a torus.  The direction around each ring is decided at a packet's source,
 * as if its header had signed offsets; only the order of dimensions is left open.
 */
#ifndef SS_MINIMAL_H
#define SS_MINIMAL_H

#include <seastar/packet.h>

#include "dimension_order.h"

/* Return the set of dimensions in which the places @here and @there differ. */
static inline u32 ss_minimal_dims(u64 here, u64 there)
{
	u64 differ = here ^ there;
	u32 dims = 0;

	for (u32 d = 0; d < SEASTAR_DIMS; d++)
		dims |= (ss_place_at(differ, d) != 0) << d;
	return dims;
}

/*
 * Return the output where both directions around the ring are equally long, as decided at the
 * source.
 */
static noinline u32 ss_minimal_tie(const struct ss_routing *rt, u32 dim, u64 header)
{
	u64 toss = SS_HDR_GET(header, TID) << 32 | SS_HDR_SOURCE(header) << 8;
	u64 from = rt->place[SS_HDR_SOURCE(header)], to = rt->place[SS_HDR_GET(header, DEST)];

	return ss_dim_port(dim, ss_route_plus(rt, dim, from, to, toss));
}

/*
 * Return the output that takes the packet with @header, at @here, nearer to @there in dimension
 * @dim.  A packet half way round has not moved in that dimension yet.
 */
static __always_inline u32 ss_minimal_port(const struct ss_routing *rt, u32 dim, u64 here,
					   u64 there, u64 header)
{
	u32 k = rt->radix[dim], from = ss_place_at(here, dim), to = ss_place_at(there, dim);
	u32 ahead = to - from + (to < from ? k : 0);

	if (unlikely(2 * ahead == k))
		return ss_minimal_tie(rt, dim, header);
	return ss_dim_port(dim, 2 * ahead < k);
}

#endif /* SS_MINIMAL_H */
