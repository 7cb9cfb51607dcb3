/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Arbiters over a set of slots, one for each input and VC of an output, and over a set of
 * VCs (docs/model.md, sections 4 and 5).
 */
#ifndef SS_ARBITER_H
#define SS_ARBITER_H

#include "fabric.h"

/**
 * struct ss_arbiter - what an arbiter of an output remembers of its grants
 * @order: staged: the VCs, a nibble each; the lowest is the least recently granted
 * @pointer: flat: over slots; staged: over inputs, a nibble for each VC
 */
struct ss_arbiter {
	u32 order;
	u32 pointer;
};

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

/* The order of 2^@shift VCs before the first grant: by number. */
static inline u32 ss_order_first(u32 shift)
{
	return 0x76543210 & (U32_MAX >> (32 - (4U << shift)));
}

/* How many of 2^@shift VCs come before @v in @order. */
static inline u32 ss_order_place(u32 order, u32 v, u32 shift)
{
	u32 place = 0;

	while (place < 1U << shift && (order >> 4 * place & 15) != v)
		place++;
	return place;
}

/* Make @v the last of @order, of 2^@shift VCs. */
static __always_inline void ss_order_move(u32 *order, u32 v, u32 shift)
{
	u32 last = (4U << shift) - 4, differ = *order ^ v * 0x11111111, at;

	if (*order >> last == v)
		return;
	/* the lowest nibble that is 0 is where v is: only higher ones see its borrow */
	at = ss_lowest((differ - 0x11111111) & ~differ & 0x88888888) - 3;
	*order = (*order & ((1U << at) - 1)) | *order >> at >> 4 << at | v << last;
}

/* Grant the first of @order that is in non-empty @set: it becomes the last of 2^@shift VCs. */
static __always_inline u32 ss_order_grant(u32 *order, u32 set, u32 shift)
{
	u32 at = 0, v = ss_lowest(set);

	/* mostly there is nobody to choose from */
	if (set & (set - 1)) {
		while (!(set >> (*order >> at & 15) & 1))
			at += 4;
		v = *order >> at & 15;
	}
	ss_order_move(order, v, shift);
	return v;
}

/* Slots of VC 0 of each of the inputs, for 2, 4 and 8 VCs a port. */
static __always_inline u64 ss_slots_of_vc0(u32 shift)
{
	u64 set = 0;

	for (u32 in = 0; in < SS_PORTS; in++)
		set |= 1ULL << (in << shift);
	return set;
}

/* The VCs that have members in @set. */
static __always_inline u32 ss_vcs_of_slots(u64 set, u32 shift)
{
	set |= set >> (4U << shift);
	set |= set >> (2U << shift);
	set |= set >> (1U << shift);
	return set & ((1U << (1U << shift)) - 1);
}

/* One round robin over all slots: grant one of non-empty @set. */
static __always_inline u32 ss_flat_grant(struct ss_arbiter *a, u64 set, u32 shift)
{
	u32 slot = ss_round_robin(set, a->pointer);

	a->pointer = ss_slot_after(slot, (u32)SS_PORTS << shift);
	return slot;
}

/*
 * First the VC, then the input among those that have a member of non-empty @set in it.  Mostly
 * there is one member: then it is the winner, and order and pointer move for it.
 */
static __always_inline u32 ss_staged_grant(struct ss_arbiter *a, u64 set, u32 shift)
{
	u32 slot = ss_lowest(set), v = slot & ((1U << shift) - 1);

	if (set & (set - 1)) {
		v = ss_order_grant(&a->order, ss_vcs_of_slots(set, shift), shift);
		set &= ss_slots_of_vc0(shift) << v;
		slot = ss_round_robin(set, (a->pointer >> 4 * v & 15) << shift);
	} else {
		ss_order_move(&a->order, v, shift);
	}
	a->pointer &= ~(15U << 4 * v);
	a->pointer |= ss_slot_after(slot >> shift, SS_PORTS) << 4 * v;
	return slot;
}

#endif /* SS_ARBITER_H */
