/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An arbiter over any number of requests, given one after the other. The oldest packet wins or,
 * without ages, the one whose turn is next; turns also decide between equal ages.
 */
#ifndef SS_CLAIM_H
#define SS_CLAIM_H

#include "sim/core/port.h"

/**
 * struct ss_claim - the best request so far
 * @birth: birth of its packet, or 0 where age does not matter
 * @turns: number of candidates before it in the round robin
 * @who: number of the requester; undefined while @turns is U32_MAX
 */
struct ss_claim {
	u64 birth;
	u32 turns;
	u32 who;
};

#define SS_NO_CLAIM	((struct ss_claim){ U64_MAX, U32_MAX, 0 })

/* Count those of @n candidates whose turn is before that of @who, when @pointer is first. */
static inline u32 ss_turns_until(u32 who, u32 pointer, u32 n)
{
	return who >= pointer ? who - pointer : who + n - pointer;
}

/* Add a request by @who, one of @n candidates, to the choice; @pointer is first in turn. */
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

/* Return the candidate after @who of @n, which is first in turn once @who was granted. */
static inline u32 ss_turn_after(u32 who, u32 n)
{
	return who + 1 < n ? who + 1 : 0;
}

#endif /* SS_CLAIM_H */
