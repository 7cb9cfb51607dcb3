/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An arbiter over any number of requests, one after the other: by age, or by turns, which also
 * decide among those of one age.
 */
#ifndef SS_CLAIM_H
#define SS_CLAIM_H

#include "sim/core/port.h"

/**
 * struct ss_claim - the best request so far
 * @birth: of its packet, or 0 where age does not matter
 * @turns: until it is its turn
 * @who: who asks; meaningless while @turns is U32_MAX
 */
struct ss_claim {
	u64 birth;
	u32 turns;
	u32 who;
};

#define SS_NO_CLAIM	((struct ss_claim){ U64_MAX, U32_MAX, 0 })

/* The number of the @n that come before @who when it is the turn of @pointer. */
static inline u32 ss_turns_until(u32 who, u32 pointer, u32 n)
{
	return who >= pointer ? who - pointer : who + n - pointer;
}

/* @who, one of @n, asks, too; the turn is that of @pointer. */
static inline void ss_claim(struct ss_claim *best, u64 birth, u32 who, u32 pointer, u32 n)
{
	u32 turns = ss_turns_until(who, pointer, n);

	if (birth > best->birth || (birth == best->birth && turns >= best->turns))
		return;
	best->birth = birth;
	best->turns = turns;
	best->who = who;
}

static inline bool ss_is_claimed(const struct ss_claim *best)
{
	return best->turns != U32_MAX;
}

/* The one whose turn is after @who of @n. */
static inline u32 ss_turn_after(u32 who, u32 n)
{
	return who + 1 < n ? who + 1 : 0;
}

#endif /* SS_CLAIM_H */
