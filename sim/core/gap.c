// SPDX-License-Identifier: GPL-2.0-only
/*
 * When open sources bear packets (docs/model.md, section 6).
 */
#include "pattern.h"
#include "rng.h"

/* floor(2^64 num / den) for num < den < 2^63. */
static u64 fraction(u64 num, u64 den)
{
	u64 q = 0;

	for (int i = 0; i < 64; i++) {
		num *= 2;
		q *= 2;
		if (num >= den) {
			num -= den;
			q++;
		}
	}
	return q;
}

/* The sums over @p's packet lengths of their weights, and of flits by these. */
static void sum_lengths(const struct ss_part *p, u64 *weight, u64 *flits)
{
	*weight = 0;
	*flits = 0;
	for (u32 i = 0; i < SEASTAR_MAX_PACKET; i++) {
		*weight += p->lengths[i];
		*flits += (u64)p->lengths[i] * (i + 1);
	}
}

/*
 * The mean length of a packet is @flits / @weight, both less than 2^26; of a mix, to
 * within 2^-22 of it.
 */
static void mean_length(const struct ss_traffic *t, u64 *weight, u64 *flits)
{
	u64 w, n, mean = 0, shares = 0;
	struct ss_part p = ss_traffic_part(t, 0);

	if (!t->parts) {
		sum_lengths(&p, weight, flits);
		return;
	}
	for (u32 i = 0; i <= t->parts; i++) {
		p = ss_traffic_part(t, i);
		sum_lengths(&p, &w, &n);
		mean += p.weight * ((n << 32) / w);
		shares += (u64)p.weight << 32;
	}
	for (; mean >> 26; mean >>= 1)
		shares >>= 1;
	*weight = shares;
	*flits = mean;
}

/*
 * A packet is born with chance p = load / mean length a cycle, so no birth in
 * 2^j cycles has the chance (1-p)^(2^j): square after square.  Between bursts of B
 * packets, one a cycle, the next begins with a chance q that leaves the mean as it
 * is: q = p / (p + B (1-p)).
 */
void ss_gap_init(struct ss_gen *g, const struct ss_traffic *t)
{
	u64 weight, flits, birth, none, q;
	u32 j;

	mean_length(t, &weight, &flits);
	birth = t->load * weight;
	none = SEASTAR_PPM * flits - birth;
	if (t->burst > 1) {
		g->burst_ends = U64_MAX / t->burst;
		none *= t->burst;
	}
	q = fraction(none, birth + none);
	for (j = 0; j < SS_GAP_BITS && q; j++) {
		g->no_birth[j] = q;
		q = ss_mulhi(q, q);
	}
	g->gap_top = j;
}

/*
 * The gap is the largest k with draw / 2^64 < (1-p)^k, found bit by bit from
 * the top: a geometric variate in as many multiplications as it has bits.  With
 * bursts it is that with draw / 2^64 < (1-q)^k / B, and a draw of 1 / B or more goes on
 * with the burst.
 */
u64 ss_gen_gap(const struct ss_gen *g, u64 key, u64 b)
{
	u64 draw = ss_rng_draw(key, 4 * b), gap = 0, chance = g->burst_ends;

	for (u32 j = g->gap_top; j-- > 0; ) {
		u64 next = chance ? ss_mulhi(chance, g->no_birth[j]) :
				    g->no_birth[j];

		chance = draw < next ? next : chance;
		gap |= (u64)(draw < next) << j;
	}
	return gap;
}

bool ss_gen_begins(const struct ss_gen *g, u64 key, u64 b)
{
	return !g->burst_ends || ss_rng_draw(key, 4 * b) < g->burst_ends;
}
