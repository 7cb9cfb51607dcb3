// SPDX-License-Identifier: GPL-2.0-only
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

/*
 * A packet is born with chance p = load / mean length a cycle, so no birth in
 * 2^j cycles has the chance (1-p)^(2^j): square after square.
 */
static void prepare_gaps(struct ss_gen *g, const struct ss_traffic *t)
{
	u64 weight = 0, flits = 0, den, q;
	u32 j;

	for (u32 i = 0; i < SEASTAR_MAX_PACKET; i++) {
		weight += t->lengths[i];
		flits += (u64)t->lengths[i] * (i + 1);
	}
	den = SEASTAR_PPM * flits;
	q = fraction(den - t->load * weight, den);
	for (j = 0; j < SS_GAP_BITS && q; j++) {
		g->no_birth[j] = q;
		q = ss_mulhi(q, q);
	}
	g->gap_top = j;
}

void ss_gen_init(struct ss_gen *g, const struct ss_topology *topo,
		 const struct ss_traffic *t, const u16 *permutation)
{
	u32 sum = 0;

	memset(g, 0, sizeof(*g));
	g->topo = topo;
	g->permutation = permutation;
	g->pattern = t->pattern;
	g->target = t->target;
	g->requests = t->requests;
	for (u32 i = 0; i < SEASTAR_MAX_PACKET; i++) {
		sum += t->lengths[i];
		g->cumulative[i] = sum;
	}
	if (t->pattern != SEASTAR_PATTERN_NONE &&
	    t->source == SEASTAR_SOURCE_OPEN)
		prepare_gaps(g, t);
}

static u32 links_of(const struct ss_topology *topo, u32 src, u32 pick, u32 *dest)
{
	u32 n = 0;

	for (u32 port = SEASTAR_PORT_XP; port < SEASTAR_PORTS; port++) {
		u32 next = ss_neighbour(topo, src, port);

		if (next != SS_NO_ROUTER && n++ == pick)
			*dest = next;
	}
	return n;
}

/* The bits of node number @src the other way round; there are 2^b nodes. */
static u32 bit_reversal(u32 nodes, u32 src)
{
	u32 dest = 0;

	for (u32 bit = 1; bit < nodes; bit *= 2) {
		dest = 2 * dest + (src & 1);
		src >>= 1;
	}
	return dest;
}

/* The perfect shuffle of a pack: an even one keeps its last card in place. */
static u32 shuffle(u32 nodes, u32 src)
{
	u32 around = nodes % 2 ? nodes : nodes - 1;

	return src < around ? 2 * src % around : src;
}

/* An array of kx by ky by kz turned into one of kz by ky by kx. */
static u32 transpose(const struct ss_topology *topo, struct ss_coord c)
{
	return c.at[0] + topo->radix[0] * (c.at[1] + topo->radix[1] * c.at[2]);
}

/* Where @c sends when each dimension is seen to by itself. */
static u32 by_dimension(const struct ss_gen *g, struct ss_coord c)
{
	for (u32 d = 0; d < SS_DIMS; d++) {
		u32 k = g->topo->radix[d];

		if (g->pattern == SEASTAR_PATTERN_COMPLEMENT)
			c.at[d] = k - 1 - c.at[d];
		else	/* tornado: just short of half way round */
			c.at[d] = (c.at[d] + (k - 1) / 2) % k;
	}
	return ss_id_of(g->topo, c);
}

/* Where @src sends under a pattern that leaves nothing to chance. */
static u32 fixed_dest(const struct ss_gen *g, u32 src)
{
	switch (g->pattern) {
	case SEASTAR_PATTERN_ALL_TO_ONE:
		return g->target;
	case SEASTAR_PATTERN_PERMUTATION:
		return g->permutation[src];
	case SEASTAR_PATTERN_BIT_REVERSAL:
		return bit_reversal(g->topo->routers, src);
	case SEASTAR_PATTERN_SHUFFLE:
		return shuffle(g->topo->routers, src);
	case SEASTAR_PATTERN_TRANSPOSE:
		return transpose(g->topo, ss_coord_of(g->topo, src));
	default:
		return by_dimension(g, ss_coord_of(g->topo, src));
	}
}

bool ss_gen_sends(const struct ss_gen *g, u32 src)
{
	u32 dest;

	switch (g->pattern) {
	case SEASTAR_PATTERN_NONE:
		return false;
	case SEASTAR_PATTERN_UNIFORM:
	case SEASTAR_PATTERN_NEIGHBOUR:
		return links_of(g->topo, src, 0, &dest) > 0;
	default:
		return fixed_dest(g, src) != src;
	}
}

static u32 draw_dest(const struct ss_gen *g, u32 src, u64 draw)
{
	u32 dest = src;

	switch (g->pattern) {
	case SEASTAR_PATTERN_UNIFORM:
		dest = ss_rng_below(draw, g->topo->routers - 1);
		return dest + (dest >= src);
	case SEASTAR_PATTERN_NEIGHBOUR:
		links_of(g->topo, src,
			 ss_rng_below(draw, links_of(g->topo, src, U32_MAX, &dest)),
			 &dest);
		return dest;
	default:
		return fixed_dest(g, src);
	}
}

/*
 * The gap is the largest k with draw / 2^64 < (1-p)^k, found bit by bit from
 * the top: a geometric variate in as many multiplications as it has bits.
 */
u64 ss_gen_gap(const struct ss_gen *g, u64 key, u64 b)
{
	u64 draw = ss_rng_draw(key, 4 * b), gap = 0, chance = 0;

	for (u32 j = g->gap_top; j-- > 0; ) {
		u64 next = gap ? ss_mulhi(chance, g->no_birth[j]) :
				 g->no_birth[j];

		if (draw < next) {
			chance = next;
			gap |= 1ULL << j;
		}
	}
	return gap;
}

struct ss_gen_packet ss_gen_packet(const struct ss_gen *g, u64 key, u32 src,
				   u64 n)
{
	u32 total = g->cumulative[SEASTAR_MAX_PACKET - 1];
	struct ss_gen_packet p;
	u32 mark;

	p.dest = draw_dest(g, src, ss_rng_draw(key, 4 * n + 1));
	mark = ss_rng_below(ss_rng_draw(key, 4 * n + 2), total);
	for (p.length = 1; mark >= g->cumulative[p.length - 1]; p.length++)
		;
	mark = ss_rng_below(ss_rng_draw(key, 4 * n + 3), SEASTAR_PPM);
	p.class_ = mark >= g->requests;
	return p;
}
