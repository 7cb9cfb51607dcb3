/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counts of the use of ports, with `usage` = counted only (docs/dragonfly-router.md, section 7).
 *
 * The flits in a queue are summed over cycles at each grant: the cycles of a packet in the queue of
 * its input are known then, and so are those in the queue of its output.  A reading adds the
 * packets that are still in a queue.
 */
#ifndef DRF_USAGE_H
#define DRF_USAGE_H

#include "visit.h"

/* Count a packet of @flits flits that comes to VC @vc of input @in. */
static inline void drf_count_arrival(struct drf_visit *x, u32 in, u32 vc, u32 flits)
{
	drf_usage_of(x->df, x->rt, drf_class(x->f, in))->flits[vc] += flits;
}

/* Count the VCs @can of input @in as requests, one of which goes on to output @out. */
static inline void drf_count_requests(struct drf_visit *x, u32 in, u32 can, u32 out)
{
	struct ss_usage *u = drf_usage_of(x->df, x->rt, drf_class(x->f, in));

	u->input_requests += __builtin_popcount(can);
	u->input_grants++;
	drf_usage_of(x->df, x->rt, drf_class(x->f, out))->output_requests++;
}

/* Count the grant of output @out to the first packet of VC @vc of input @in, before it is made. */
void drf_count_grant(struct drf_visit *x, u32 in, u32 vc, u32 out);

#endif /* DRF_USAGE_H */
