/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An arbiter by a token that visits one of the requesters per cycle.  While the requesters stay the
 * same its place follows from the time, so it is only updated when it is needed.
 */
#ifndef SS_TOKEN_H
#define SS_TOKEN_H

#include "claim.h"
#include "round_robin.h"

/**
 * struct ss_token - the place of a token
 * @since: cycle of the token's next visit
 * @next: candidate visited then, or the first requester after it
 */
struct ss_token {
	u64 since;
	u32 next;
};

/* Make one visit to one of @asking, a set of the @n candidates.  Returns the candidate. */
static inline u32 ss_token_visit(struct ss_token *k, u64 asking, u32 n)
{
	u32 who = ss_round_robin(asking, k->next);

	k->next = ss_turn_after(who, n);
	k->since++;
	return who;
}

/* Make all visits before cycle @t, during which the set @asking stayed the same. */
static inline void ss_token_move(struct ss_token *k, u64 asking, u32 n, u64 t)
{
	u64 visits = t - k->since;

	k->since = t;
	if (!asking || !visits)
		return;
	/* a whole round ends where it began, so only the rest is walked */
	for (visits = (visits - 1) % ss_members(asking) + 1; visits; visits--)
		k->next = ss_turn_after(ss_round_robin(asking, k->next), n);
}

/* Count the visits to members of @asking before the first one to a member of @wanted, a subset. */
static inline u32 ss_token_before(const struct ss_token *k, u64 asking, u64 wanted)
{
	u32 first = ss_round_robin(wanted, k->next);
	u64 before = asking & ((1ULL << first) - 1);

	if (first >= k->next)
		before = before >> k->next << k->next;
	else
		before |= asking >> k->next << k->next;
	return ss_members(before);
}

#endif /* SS_TOKEN_H */
