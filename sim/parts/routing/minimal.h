/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The shortest ways through a torus.  Which way a packet takes around each ring is decided at its
 * source, as if its header had the signed offsets; where it is then, only the order in which it
 * takes the dimensions is open.
 */
#ifndef SS_MINIMAL_H
#define SS_MINIMAL_H

#include <seastar/packet.h>

#include "dimension_order.h"

/* The dimensions, a set, in which the places @here and @there differ. */
static inline u32 ss_minimal_dims(u64 here, u64 there)
{
	u64 differ = here ^ there;
	u32 dims = 0;

	for (u32 d = 0; d < SEASTAR_DIMS; d++)
		dims |= (ss_place_at(differ, d) != 0) << d;
	return dims;
}

/* The same where both ways around the ring are equally long: as it was decided at the source. */
static noinline u32 ss_minimal_tie(const struct ss_routing *rt, u32 dim, u64 header)
{
	u64 toss = SS_HDR_GET(header, TID) << 32 | SS_HDR_SOURCE(header) << 8;
	u64 from = rt->place[SS_HDR_SOURCE(header)], to = rt->place[SS_HDR_GET(header, DEST)];

	return ss_dim_port(dim, ss_route_plus(rt, dim, from, to, toss));
}

/*
 * The output by which the packet with @header, which is @here and goes @there, comes nearer in
 * dimension @dim.  Who is half way round has not moved in it.
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
