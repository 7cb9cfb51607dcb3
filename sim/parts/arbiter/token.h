/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A token that visits, one per cycle, those who ask.  While they stay the same, where it is follows
 * from the time, so it moves only when somebody looks.
 */
#ifndef SS_TOKEN_H
#define SS_TOKEN_H

#include "claim.h"
#include "round_robin.h"

/**
 * struct ss_token - where it is
 * @since: the cycle of the next visit
 * @next: who is visited then, if asking; otherwise the first after that who is
 */
struct ss_token {
	u64 since;
	u32 next;
};

/* Visit, in the cycle of the next visit, one of @asking, of @n in all. */
static inline u32 ss_token_visit(struct ss_token *k, u64 asking, u32 n)
{
	u32 who = ss_round_robin(asking, k->next);

	k->next = ss_turn_after(who, n);
	k->since++;
	return who;
}

/* The same in all cycles before @t, in which those @asking stayed the same. */
static inline void ss_token_move(struct ss_token *k, u64 asking, u32 n, u64 t)
{
	u64 visits = t - k->since;

	k->since = t;
	if (!asking || !visits)
		return;
	/* whole rounds change nothing but where the first one begins */
	for (visits = (visits - 1) % ss_members(asking) + 1; visits; visits--)
		k->next = ss_turn_after(ss_round_robin(asking, k->next), n);
}

/* How many of those @asking are visited before the first of @wanted, some of them. */
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
