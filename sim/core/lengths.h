/* SPDX-License-Identifier: GPL-2.0-only */
/* Lists of packet lengths and their weights. */
#ifndef SS_LENGTHS_H
#define SS_LENGTHS_H

#include "fabric.h"

/* Count the entries of the list. */
static inline u32 ss_lengths_count(const struct ss_lengths *l)
{
	u32 n = 0;

	while (n < SS_MAX_LENGTHS && l->flits[n])
		n++;
	return n;
}

/* Return the weight of packets of @flits flits; 0 if the list does not have them. */
static inline u32 ss_lengths_weight(const struct ss_lengths *l, u32 flits)
{
	for (u32 i = 0; i < ss_lengths_count(l); i++)
		if (l->flits[i] == flits)
			return l->weight[i];
	return 0;
}

/**
 * ss_lengths_add() - give packets of a length a weight
 * @l: the list, which does not contain @flits yet
 * @flits: length in flits, 1 to SS_MAX_FLITS
 * @weight: weight of that length; 0 adds nothing
 *
 * Return: false if the list is full.
 */
static inline bool ss_lengths_add(struct ss_lengths *l, u32 flits, u32 weight)
{
	u32 i = ss_lengths_count(l);

	if (!weight)
		return true;
	if (i == SS_MAX_LENGTHS)
		return false;
	for (; i && l->flits[i - 1] > flits; i--) {
		l->flits[i] = l->flits[i - 1];
		l->weight[i] = l->weight[i - 1];
	}
	l->flits[i] = flits;
	l->weight[i] = weight;
	return true;
}

/* Return a list in which all packets have @flits flits. */
static inline struct ss_lengths ss_lengths_one(u32 flits)
{
	struct ss_lengths l = { .flits = { flits }, .weight = { 1 } };

	return l;
}

/* Make a list from SEASTAR_A_TRAFFIC_LENGTHS: the weights of packets of 1, 2, ... flits. */
static inline struct ss_lengths ss_lengths_of_weights(const u32 weight[SEASTAR_MAX_PACKET])
{
	struct ss_lengths l = { .flits = { 0 } };

	for (u32 i = 0; i < SEASTAR_MAX_PACKET; i++)
		ss_lengths_add(&l, i + 1, weight[i]);
	return l;
}

/* Convert a list back to weights by length; no packet is longer than SEASTAR_MAX_PACKET. */
static inline void ss_lengths_weights(const struct ss_lengths *l, u32 weight[SEASTAR_MAX_PACKET])
{
	for (u32 i = 0; i < SEASTAR_MAX_PACKET; i++)
		weight[i] = ss_lengths_weight(l, i + 1);
}

#endif /* SS_LENGTHS_H */
