/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A token that goes from one of those who ask to the next, one a cycle.  While nobody can be
 * served it goes round all the same; that need not be done cycle by cycle.
 */
#ifndef SS_WORMHOLE_TOKEN_H
#define SS_WORMHOLE_TOKEN_H

#include "sim/parts/arbiter/round_robin.h"

/* Whom of non-empty @set the token comes to from before @token; it is behind him then. */
static inline u32 whr_token_move(u64 set, u32 *token)
{
	u32 who = ss_round_robin(set, *token);

	*token = who + 1;
	return who;
}

/* Where it is after @cycles in which the same @set asked. */
static inline u32 whr_token_after(u64 set, u32 token, u64 cycles)
{
	u32 round = __builtin_popcountll(set), left;

	if (!set || !cycles)
		return token;
	/* whole rounds end behind the last who was visited: at least one move is needed */
	left = 1 + (u32)((cycles - 1) % round);
	while (left--)
		whr_token_move(set, &token);
	return token;
}

#endif /* SS_WORMHOLE_TOKEN_H */
