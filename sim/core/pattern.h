/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Traffic patterns: from numbered random draws to gaps, destinations, lengths and classes
 * (docs/model.md, section 6).  These functions have no state.
 */
#ifndef SS_PATTERN_H
#define SS_PATTERN_H

#include "collective.h"
#include "fabric.h"
#include "geometric.h"
#include "rng.h"
#include "topology.h"

#define SS_GAP_BITS	40

/* log2 of the slots of a cycle in which a packet may be born, where arrivals are Poisson's */
#define SS_SLOT_SHIFT	8

/**
 * struct ss_gen_lengths - lengths of packets, made ready for drawing
 * @flits: lengths in flits, as in &struct ss_lengths
 * @below: sum of the weights up to each length; the last entry is the sum of all
 */
struct ss_gen_lengths {
	u16 flits[SS_MAX_LENGTHS];
	u32 below[SS_MAX_LENGTHS];
};

/**
 * struct ss_gen_part - a part of a traffic, made ready for drawing
 * @list: destination of each source, or the hot spots
 * @spots: number of hot spots
 * @pattern: &enum seastar_pattern or &enum ss_pattern
 * @target: SEASTAR_PATTERN_ALL_TO_ONE: the destination
 * @distance: SS_PATTERN_ADVERSARIAL: distance, in groups, to the first receiving group
 * @groups: SS_PATTERN_ADVERSARIAL: number of receiving groups
 * @requests: millionths of packets that are requests
 * @weight: share of packets
 * @lengths: lengths of the part's packets
 */
struct ss_gen_part {
	const u32 *list;
	u32 spots;
	u32 pattern;
	u32 target;
	u32 distance;
	u32 groups;
	u32 requests;
	u32 weight;
	struct ss_gen_lengths lengths;
};

/**
 * struct ss_gen - a traffic description made ready for drawing
 * @topo: shape of the fabric
 * @parts: number of parts
 * @part: the parts; each packet belongs to one
 * @collective: phases of a batch
 * @reply: lengths of replies
 * @burst_ends: chance that a packet is the last of its burst, in units of 2^-64; 0: there are no
 * bursts
 * @slot_shift: log2 of the slots per cycle; a slot has at most one birth
 * @before: number of traffics that the fabric had before this one
 * @gap_top: highest bit that a gap can have, plus one
 * @no_birth: chance that 2^j slots outside a burst have no birth, in units of 2^-64
 */
struct ss_gen {
	const struct ss_topology *topo;
	u32 parts;
	struct ss_gen_part part[SS_MAX_PARTS];
	struct ss_collective collective;
	struct ss_gen_lengths reply;
	u64 burst_ends;
	u32 slot_shift;
	u32 before;
	u32 gap_top;
	u64 no_birth[SS_GAP_BITS];
};

struct ss_gen_packet {
	u32 dest;
	u32 length;	/* flits */
	u32 class_;	/* 0 request, 1 response */
};

/* Return part @i of the traffic @t; part 0 is its own fields. */
struct ss_part ss_traffic_part(const struct ss_traffic *t, u32 i);

/* Return the number of entries in the list of part @p. */
u32 ss_part_listed(const struct ss_topology *topo, const struct ss_part *p);

/* Return the list of part @p, or NULL. */
const u32 *ss_part_list(const struct ss_part *p);

/* Return the number of entries in the lists of all parts. */
u32 ss_gen_listed(const struct ss_topology *topo, const struct ss_traffic *t);

/*
 * Prepare @g for checked traffic; @lists has room for ss_gen_listed() entries.  @lists and @topo
 * must outlive @g.
 */
void ss_gen_init(struct ss_gen *g, const struct ss_topology *topo,
		 const struct ss_traffic *t, u32 *lists);

/* Return true if the source at @src has a destination. */
bool ss_gen_sends(const struct ss_gen *g, u32 src);

/* Prepare the gaps of @g for an open source. */
void ss_gap_init(struct ss_gen *g, const struct ss_traffic *t);

/*
 * Draw the slots without a birth before birth @b of the source with @key.  Each traffic skips one
 * draw: the gap in which the traffic before it ended, which is likely to be a long one.
 *
 * The gap is the largest k with draw / 2^64 < (1-p)^k.  With bursts it is the largest with draw /
 * 2^64 < (1-q)^k / B, and a draw of 1 / B or more continues the burst.
 */
static inline u64 ss_gen_gap(const struct ss_gen *g, u64 key, u64 b)
{
	u64 draw = ss_rng_draw(key, 4 * (b + g->before));

	return ss_geometric(draw, g->burst_ends, g->no_birth, g->gap_top);
}

/* Return true if birth @b is the first of a burst.  Without bursts, each is. */
bool ss_gen_begins(const struct ss_gen *g, u64 key, u64 b);

/*
 * Draw packet @n of the source at @src, which has a destination; @first is the first packet of its
 * burst.
 */
struct ss_gen_packet ss_gen_packet(const struct ss_gen *g, u64 key, u32 src,
				   u64 n, u64 first);

/* Draw the part that a packet belongs to, where @first is the first one of its burst. */
const struct ss_gen_part *ss_gen_part(const struct ss_gen *g, u64 key, u32 src, u64 first);

/* Draw a length by weight, with draw @n of @key.  A single length takes no draw. */
static inline u32 ss_gen_draw_length(const struct ss_gen_lengths *g, u64 key, u64 n)
{
	u32 all = g->below[SS_MAX_LENGTHS - 1], i = 0;

	if (g->below[0] < all) {
		u32 mark = ss_rng_below(ss_rng_draw(key, n), all);

		while (mark >= g->below[i])
			i++;
	}
	return g->flits[i];
}

/* Draw the length of packet @n, which belongs to @part. */
static inline u32 ss_gen_length(const struct ss_gen_part *part, u64 key, u64 n)
{
	return ss_gen_draw_length(&part->lengths, key, 4 * n + 2);
}

/* Return true if packets are answered by replies. */
static inline bool ss_gen_replies(const struct ss_gen *g)
{
	return g->reply.below[SS_MAX_LENGTHS - 1];
}

/* Draw the flits of reply @n of the node whose source has @key. */
static inline u32 ss_gen_reply(const struct ss_gen *g, u64 key, u64 n)
{
	return ss_gen_draw_length(&g->reply, ss_rng_key(key, SS_STREAM_REPLIES), n);
}

#endif /* SS_PATTERN_H */
