/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Traffic patterns: from numbered random draws to gaps, destinations, lengths
 * and classes (docs/model.md, section 6).  Nothing here has a state.
 */
#ifndef SS_PATTERN_H
#define SS_PATTERN_H

#include "fabric.h"
#include "topology.h"

#define SS_GAP_BITS	40

/**
 * struct ss_gen - a traffic description made ready for drawing
 * @topo: the fabric's shape
 * @permutation: destination by source, for SEASTAR_PATTERN_PERMUTATION
 * @pattern: &enum seastar_pattern
 * @target: of SEASTAR_PATTERN_ALL_TO_ONE
 * @requests: millionths of packets that are requests
 * @cumulative: sums of the length weights
 * @gap_top: highest bit a gap can have, plus one
 * @no_birth: chance that 2^j cycles bring no birth, in 2^-64ths
 */
struct ss_gen {
	const struct ss_topology *topo;
	const u16 *permutation;
	u32 pattern;
	u32 target;
	u32 requests;
	u32 cumulative[SEASTAR_MAX_PACKET];
	u32 gap_top;
	u64 no_birth[SS_GAP_BITS];
};

struct ss_gen_packet {
	u32 dest;
	u32 length;	/* flits */
	u32 class_;	/* 0 request, 1 response */
};

/* Prepare @g for checked traffic; @topo and @permutation must outlive it. */
void ss_gen_init(struct ss_gen *g, const struct ss_topology *topo,
		 const struct ss_traffic *t, const u16 *permutation);

/* Does the source at @src have anywhere to send to? */
bool ss_gen_sends(const struct ss_gen *g, u32 src);

/* Cycles without a birth before birth @b of the source with @key. */
u64 ss_gen_gap(const struct ss_gen *g, u64 key, u64 b);

/* Packet @n of the source at @src, which sends. */
struct ss_gen_packet ss_gen_packet(const struct ss_gen *g, u64 key, u32 src,
				   u64 n);

#endif /* SS_PATTERN_H */
