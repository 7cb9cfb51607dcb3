/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Quadrants of a torus: for each dimension in which a packet has to move, a direction to keep to
 * (SPAA'04, sec. 3; docs/torus-router.md, section 3).
 *
 * A quadrant is a set of dimensions, as bits: those in which the packet goes minus.
 */
#ifndef SS_QUADRANTS_H
#define SS_QUADRANTS_H

#include "sim/core/rng.h"
#include "sim/topology/cube.h"

#define SS_QUADRANTS	8

/**
 * struct ss_quadrants - the quadrants that lead from one router to another
 * @used: dimensions in which the two places differ, as bits
 * @minus: dimensions in which the minus direction is shorter, as bits
 * @even: dimensions in which both directions are equally long, as bits
 * @hops: links to cross in the plus and in the minus direction, by dimension
 */
struct ss_quadrants {
	u32 used;
	u32 minus;
	u32 even;
	u32 hops[SEASTAR_DIMS][2];
};

/* Pack coordinates into one word, 16 bits each, so that they are compared at once. */
static inline u64 ss_place(struct ss_coord c)
{
	return c.at[0] | (u64)c.at[1] << 16 | (u64)c.at[2] << 32;
}

static inline u32 ss_place_at(u64 place, u32 dim)
{
	return place >> 16 * dim & 0xffff;
}

/* Return the coordinates of @place in the dimensions above @dim; 0: all are 0. */
static inline u64 ss_place_beyond(u64 place, u32 dim)
{
	return place >> 16 * (dim + 1);
}

static inline struct ss_quadrants ss_quadrants(const struct ss_topology *topo, u64 from, u64 to)
{
	struct ss_quadrants q;

	q.used = 0;
	q.minus = 0;
	q.even = 0;
	for (u32 d = 0; d < SEASTAR_DIMS; d++) {
		u32 k = topo->size[d], a = ss_place_at(from, d), b = ss_place_at(to, d);
		u32 ahead = b >= a ? b - a : b + k - a;

		if (!ahead)
			continue;
		q.used |= 1U << d;
		q.minus |= (u32)(2 * ahead > k) << d;
		q.even |= (u32)(2 * ahead == k) << d;
		q.hops[d][0] = ahead;
		q.hops[d][1] = k - ahead;
	}
	return q;
}

static inline u32 ss_quadrant_hops(const struct ss_quadrants *q, u32 quadrant)
{
	u32 hops = 0;

	for (u32 d = 0; d < SEASTAR_DIMS; d++)
		if (q->used >> d & 1)
			hops += q->hops[d][quadrant >> d & 1];
	return hops;
}

/* Return the quadrant after @quadrant in ascending order; 0, the first, after the last. */
static inline u32 ss_next_quadrant(const struct ss_quadrants *q, u32 quadrant)
{
	return (quadrant - q->used) & q->used;
}

/**
 * struct ss_best_quadrant - the best of the quadrants considered so far
 * @first: criterion that counts first: less is better
 * @second: criterion among quadrants with equal @first
 * @count: number of best quadrants
 * @which: the best quadrants
 */
struct ss_best_quadrant {
	u32 first;
	u32 second;
	u32 count;
	u8 which[SS_QUADRANTS];
};

#define SS_NO_QUADRANT	((struct ss_best_quadrant){ U32_MAX, U32_MAX, 0, { 0 } })

static inline void ss_better_quadrant(struct ss_best_quadrant *best, u32 quadrant, u32 first,
				      u32 second)
{
	if (first > best->first || (first == best->first && second > best->second))
		return;
	if (first != best->first || second != best->second)
		best->count = 0;
	best->first = first;
	best->second = second;
	best->which[best->count++] = quadrant;
}

/* Draw one of the best quadrants with equal chances; there is at least one. */
static inline u32 ss_draw_quadrant(const struct ss_best_quadrant *best, u64 draw)
{
	return best->which[best->count > 1 ? ss_rng_below(draw, best->count) : 0];
}

/*
 * Draw the quadrant of packet @n of the source with @key by GOAL (ISCA'03): in each dimension the
 * direction of h hops of k is taken with chance (k - h) / k.
 */
static inline u32 ss_goal_quadrant(const struct ss_quadrants *q, u64 key, u64 n)
{
	u32 quadrant = 0;

	for (u32 d = 0; d < SEASTAR_DIMS; d++) {
		u32 ahead = q->hops[d][0];

		if (!(q->used >> d & 1))
			continue;
		if (ss_rng_below(ss_rng_draw(key, 4 * n + d), ahead + q->hops[d][1]) < ahead)
			quadrant |= 1U << d;
	}
	return quadrant;
}

#endif /* SS_QUADRANTS_H */
