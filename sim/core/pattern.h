/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Traffic patterns: from numbered random draws to gaps, destinations, lengths
 * and classes (docs/model.md, section 6).  Nothing here has a state.
 */
#ifndef SS_PATTERN_H
#define SS_PATTERN_H

#include "collective.h"
#include "fabric.h"
#include "rng.h"
#include "topology.h"

#define SS_GAP_BITS	40

/* log2 of the slots of a cycle in which a packet may be born, where arrivals are Poisson's */
#define SS_SLOT_SHIFT	8

/**
 * struct ss_gen_lengths - lengths of packets, made ready for drawing
 * @flits: as in &struct ss_lengths
 * @below: sums of the weights up to each; the last one is that of all
 */
struct ss_gen_lengths {
	u16 flits[SS_MAX_LENGTHS];
	u32 below[SS_MAX_LENGTHS];
};

/**
 * struct ss_gen_part - a part of a traffic, made ready for drawing
 * @list: destination by source, or the hot spots
 * @spots: how many these are
 * @pattern: &enum seastar_pattern or &enum ss_pattern
 * @target: of SEASTAR_PATTERN_ALL_TO_ONE
 * @distance: of SS_PATTERN_ADVERSARIAL
 * @groups: of SS_PATTERN_ADVERSARIAL
 * @requests: millionths of packets that are requests
 * @weight: share of packets
 * @lengths: of its packets
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
 * @topo: the fabric's shape
 * @parts: how many there are
 * @part: packets are of one of these
 * @collective: phases of a batch
 * @reply: lengths of replies
 * @burst_ends: chance that a packet is the last of its burst, in 2^-64ths; 0: there
 *	are no bursts
 * @slot_shift: log2 of the slots of a cycle: one of them brings one birth or none
 * @before: traffics of the fabric before this one
 * @gap_top: highest bit a gap can have, plus one
 * @no_birth: chance that 2^j slots, outside a burst, bring no birth, in 2^-64ths
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

/* Part @i of the traffic @t, the first being its own fields. */
struct ss_part ss_traffic_part(const struct ss_traffic *t, u32 i);

/* Entries of the list of part @p. */
u32 ss_part_listed(const struct ss_topology *topo, const struct ss_part *p);

/* The list itself, or NULL. */
const u32 *ss_part_list(const struct ss_part *p);

/* Entries that the lists of all parts need. */
u32 ss_gen_listed(const struct ss_topology *topo, const struct ss_traffic *t);

/*
 * Prepare @g for checked traffic; @lists has room for ss_gen_listed() entries.
 * It and @topo must outlive @g.
 */
void ss_gen_init(struct ss_gen *g, const struct ss_topology *topo,
		 const struct ss_traffic *t, u32 *lists);

/* Does the source at @src have anywhere to send to? */
bool ss_gen_sends(const struct ss_gen *g, u32 src);

/* Prepare the gaps of @g for an open source. */
void ss_gap_init(struct ss_gen *g, const struct ss_traffic *t);

/*
 * Slots without a birth before birth @b of the source with @key.  Each traffic passes a draw over:
 * that for the birth that was to come when the one before it ended, which is a long one by chance.
 */
u64 ss_gen_gap(const struct ss_gen *g, u64 key, u64 b);

/* Is birth @b the first of a burst?  Without bursts, each is. */
bool ss_gen_begins(const struct ss_gen *g, u64 key, u64 b);

/* Packet @n of the source at @src, which sends; @first is the first of its burst. */
struct ss_gen_packet ss_gen_packet(const struct ss_gen *g, u64 key, u32 src,
				   u64 n, u64 first);

/* The part that a packet is of, @first being the first one of its burst. */
const struct ss_gen_part *ss_gen_part(const struct ss_gen *g, u64 key, u32 src, u64 first);

/* The length whose share of the weights draw @n with @key falls into; the only one is not drawn. */
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

/* The length of packet @n, which is of @part. */
static inline u32 ss_gen_length(const struct ss_gen_part *part, u64 key, u64 n)
{
	return ss_gen_draw_length(&part->lengths, key, 4 * n + 2);
}

/* Are packets answered? */
static inline bool ss_gen_replies(const struct ss_gen *g)
{
	return g->reply.below[SS_MAX_LENGTHS - 1];
}

/* Flits of reply @n of the node whose source has @key. */
static inline u32 ss_gen_reply(const struct ss_gen *g, u64 key, u64 n)
{
	return ss_gen_draw_length(&g->reply, ss_rng_key(key, SS_STREAM_REPLIES), n);
}

#endif /* SS_PATTERN_H */
