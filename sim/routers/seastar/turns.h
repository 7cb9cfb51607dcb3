/* SPDX-License-Identifier: GPL-2.0-only */
/* The routers that may go by the table of turns although there are look-up tables. */
#ifndef SS_TURNS_H
#define SS_TURNS_H

#include "router.h"

/* Return the first dimension in which two places differ, or SEASTAR_DIMS. */
static inline u32 ss_turn_dim(u64 here, u64 there)
{
	return __builtin_ctzll((here ^ there) | 1ULL << 16 * SEASTAR_DIMS) / 16;
}

/* Return the number of the turn of a packet in a ring of @dim, from one coordinate to another. */
static inline u32 ss_turn_at(const struct ss_routing *rt, u32 dim, u32 from, u32 to)
{
	return rt->turns_from[dim] + from * rt->turns_row[dim] + to;
}

/* Return the lowest bits of the node ids of two places, as the bits of a turn are numbered. */
static inline u32 ss_turn_nodes(u64 here, u64 there)
{
	return (here >> SS_PLACE_ODD & 1) << 1 | (there >> SS_PLACE_ODD & 1);
}

/*
 * Return the entry of a look-up table that routes like @turn, which is valid: for packets that
 * enter the ring between @nodes (ss_turn_nodes()), or else for packets that go on in it.
 */
static inline u8 ss_turn_entry(u32 turn, bool enters, bool dateline, u32 nodes)
{
	bool upper = turn >> (SS_TURN_UPPER + nodes) & 1;

	if (!enters)
		return ss_route_entry(turn & SS_TURN_PORT, SS_ROUTE_KEEP);
	/* a router on the dateline sends packets on the upper half of its VCs by itself */
	return ss_route_entry(turn & SS_TURN_PORT,
			      upper && !dateline ? SS_ROUTE_VC1 : SS_ROUTE_VC0);
}

/*
 * Return true if @entry, of an input of router @r for a destination at @there, agrees with the
 * turn.
 */
bool ss_turn_agrees(const struct ss_routing *rt, u32 r, u32 in, u64 there, u8 entry);

/* Return the table of turns of a survey (survey.c). */
u8 *ss_survey_turns(const struct ss_survey *s);

/* Load the turns and the marks of @s, a survey of the tables that were just loaded, into @f. */
void ss_turns_load(struct ss_fabric *f, const struct ss_survey *s);

/*
 * Return true if the table of input @in of router @r agrees with the turns for a packet to @dest.
 */
bool ss_turns_agree(const struct ss_fabric *f, u32 r, u32 in, u32 dest);

/* Let router @r use its look-up tables. */
void ss_turns_except(struct ss_fabric *f, u32 r);

#endif /* SS_TURNS_H */
