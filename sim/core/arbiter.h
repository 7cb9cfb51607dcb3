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
 * @order: staged: which VCs were granted least recently, see ss_order_bit()
 * @pointer: where to begin, one past the last grant: staged: at an input, a nibble for each
 *	VC; flat: at a place of ss_slots_by_input()
 */
struct ss_arbiter {
	u32 order;
	u32 pointer;
};

/* Routers have eight places for ports, so that ids split by shifts. */
#define SS_PORT_SHIFT	3

/*
 * A pair of VC and input port.  The packets for an output are in a slot for each, by the VC they
 * leave on; an input's buffers go by the VC that packets arrived on.
 */
#define SS_SLOT(vc, input)	((vc) << SS_PORT_SHIFT | (input))
#define SS_SLOT_VC(slot)	((slot) >> SS_PORT_SHIFT)
#define SS_SLOT_INPUT(slot)	((slot) & ((1U << SS_PORT_SHIFT) - 1))
#define SS_INPUTS		((1U << SS_PORTS) - 1)

static inline u32 ss_lowest(u64 set)
{
	return __builtin_ctzll(set);
}

static inline bool ss_several(u64 set)
{
	return set & (set - 1);
}

/* The first member of non-empty @set at or after @pointer, cyclically. */
static inline u32 ss_round_robin(u64 set, u32 pointer)
{
	u64 after = set >> pointer << pointer;

	return ss_lowest(after ? after : set);
}

/*
 * An order of VCs by their last grants, the least recent first, is a bit for each pair of them:
 * set where the one with the greater number comes first.  So 0 is the order by number.  Bits of
 * pairs with VCs that a port does not have say nothing.
 */
static inline u32 ss_order_bit(u32 less, u32 greater)
{
	return greater * (greater - 1) / 2 + less;
}

/* How many of 2^@shift VCs come before @v in @order. */
static inline u32 ss_order_place(u32 order, u32 v, u32 shift)
{
	u32 place = 0;

	for (u32 w = 0; w < v; w++)
		place += !(order >> ss_order_bit(w, v) & 1);
	for (u32 w = v + 1; w < 1U << shift; w++)
		place += order >> ss_order_bit(v, w) & 1;
	return place;
}

/* Make @v the last of @order. */
static __always_inline void ss_order_move(u32 *order, u32 v)
{
	/* what stays of the order, and what is set, when this VC becomes the last */
	static const u32 pairs[8][2] = {
		{ ~0x0U, 0x20844b },
		{ ~0x1U, 0x410894 },
		{ ~0x6U, 0x821120 },
		{ ~0x38U, 0x1042200 },
		{ ~0x3c0U, 0x2084000 },
		{ ~0x7c00U, 0x4100000 },
		{ ~0x1f8000U, 0x8000000 },
		{ ~0xfe00000U, 0x0 },
	};

	*order = (*order & pairs[v][0]) | pairs[v][1];
}

/* Grant the first of @order that is in non-empty @set: it becomes the last. */
static __always_inline u32 ss_order_grant(u32 *order, u32 set)
{
	u32 v = ss_lowest(set);

	while (set &= set - 1) {
		u32 w = ss_lowest(set);

		if (*order >> ss_order_bit(v, w) & 1)
			v = w;
	}
	ss_order_move(order, v);
	return v;
}

/* The slots of VC @v. */
static __always_inline u64 ss_slots_of_vc(u32 v)
{
	return (u64)SS_INPUTS << SS_SLOT(v, 0);
}

/* The VCs that have members in @set, by a carry out of the inputs of each. */
static __always_inline u32 ss_vcs_of_slots(u64 set)
{
	const u64 each = 0x0101010101010101;

	set = (set + SS_INPUTS * each) >> SS_PORTS & each;
	return set * 0x0102040810204080 >> 56;
}

/* @set by inputs with the VCs of each, rather than by VCs with their inputs: 8 rows of 8 bits. */
static __always_inline u64 ss_slots_by_input(u64 set)
{
	u64 x;

	x = (set ^ set >> 7) & 0x00aa00aa00aa00aa;
	set ^= x ^ x << 7;
	x = (set ^ set >> 14) & 0x0000cccc0000cccc;
	set ^= x ^ x << 14;
	x = (set ^ set >> 28) & 0x00000000f0f0f0f0;
	return set ^ x ^ x << 28;
}

/* One round robin over all slots, by inputs: grant one of non-empty @set. */
static __always_inline u32 ss_flat_grant(struct ss_arbiter *a, u64 set)
{
	u32 place = ss_round_robin(ss_slots_by_input(set), a->pointer);

	a->pointer = place + 1;
	return SS_SLOT(place & 7, place >> 3);
}

/*
 * First the VC, then the input among those that have a member of non-empty @set in it.  Mostly
 * there is one member: then it is the winner, and order and pointer move for it.
 */
static __always_inline u32 ss_staged_grant(struct ss_arbiter *a, u64 set)
{
	u32 slot = ss_lowest(set), v = SS_SLOT_VC(slot);

	if (ss_several(set)) {
		v = ss_order_grant(&a->order, ss_vcs_of_slots(set));
		set = set >> SS_SLOT(v, 0) & SS_INPUTS;
		slot = SS_SLOT(v, ss_round_robin(set, a->pointer >> 4 * v & 15));
	} else {
		ss_order_move(&a->order, v);
	}
	a->pointer &= ~(15U << 4 * v);
	a->pointer |= (SS_SLOT_INPUT(slot) + 1) << 4 * v;
	return slot;
}

#endif /* SS_ARBITER_H */
