// SPDX-License-Identifier: GPL-2.0-only
/* Gaps between the births of packets at open sources (docs/model.md, section 6). */
#include "geometric.h"
#include "lengths.h"
#include "pattern.h"

/* Sum up the weights of @p's packet lengths, and the flits multiplied by weights. */
static void sum_lengths(const struct ss_part *p, u64 *weight, u64 *flits)
{
	*weight = 0;
	*flits = 0;
	for (u32 i = 0; i < ss_lengths_count(&p->lengths); i++) {
		*weight += p->lengths.weight[i];
		*flits += (u64)p->lengths.weight[i] * p->lengths.flits[i];
	}
}

#define SS_MEAN_BITS	26

/* Drop the lowest bits of both sums, if they are large. */
static void keep_small(u64 *weight, u64 *flits)
{
	for (; *flits >> SS_MEAN_BITS; *flits >>= 1)
		*weight >>= 1;
}

/*
 * Compute the mean length of a packet, @flits / @weight, both less than 2^26.  It is exact if all
 * packets have at most 9 flits and are of one part.  Otherwise @weight has lost its lowest bits,
 * and is at least 2^25 divided by the mean length.  So the error is at most 2^-22 for packets of at
 * most 9 flits, and 2^-17 for those of 256.
 */
static void mean_length(const struct ss_traffic *t, u64 *weight, u64 *flits)
{
	u64 w, n, mean = 0, shares = 0;
	struct ss_part p = ss_traffic_part(t, 0);

	if (!t->parts) {
		sum_lengths(&p, weight, flits);
		keep_small(weight, flits);
		return;
	}
	for (u32 i = 0; i <= t->parts; i++) {
		p = ss_traffic_part(t, i);
		sum_lengths(&p, &w, &n);
		mean += p.weight * ((n << 32) / w);
		shares += (u64)p.weight << 32;
	}
	keep_small(&shares, &mean);
	*weight = shares;
	*flits = mean;
}

/*
 * Prepare the gaps of an open source.  A cycle has one slot or, for Poisson arrivals, so many that
 * more slots would make no visible difference.  In each slot a packet is born with chance p = load
 * / (mean length * slots).  Between bursts of B packets, one per cycle, the next begins with a
 * chance q that leaves the mean as it is: q = p / (p + B (1-p)).
 */
void ss_gap_init(struct ss_gen *g, const struct ss_traffic *t)
{
	u64 weight, flits, birth, none;

	mean_length(t, &weight, &flits);
	if (t->arrivals == SS_ARRIVALS_POISSON)
		g->slot_shift = SS_SLOT_SHIFT;
	birth = t->load * weight;
	none = (SEASTAR_PPM * flits << g->slot_shift) - birth;
	if (t->burst > 1) {
		g->burst_ends = U64_MAX / t->burst;
		none *= t->burst;
	}
	g->gap_top = ss_geometric_powers(ss_fraction(none, birth + none), g->no_birth,
					 SS_GAP_BITS);
}

bool ss_gen_begins(const struct ss_gen *g, u64 key, u64 b)
{
	return !g->burst_ends || ss_rng_draw(key, 4 * (b + g->before)) < g->burst_ends;
}
