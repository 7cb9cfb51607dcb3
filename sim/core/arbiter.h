/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Round robin over a set of slots (docs/model.md, sections 4 and 5).
 */
#ifndef SS_ARBITER_H
#define SS_ARBITER_H

#include "port.h"

static inline u32 ss_lowest(u64 set)
{
	return __builtin_ctzll(set);
}

/* The first member of non-empty @set at or after @pointer, cyclically. */
static inline u32 ss_round_robin(u64 set, u32 pointer)
{
	u64 after = set >> pointer << pointer;

	return ss_lowest(after ? after : set);
}

/* The slot after @slot, of @slots. */
static inline u32 ss_slot_after(u32 slot, u32 slots)
{
	return slot + 1 == slots ? 0 : slot + 1;
}

#endif /* SS_ARBITER_H */
