/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Arbiters over a set of slots, one for each input and VC of an output, and over a set of
 * VCs (docs/model.md, sections 4 and 5).
 */
#ifndef SS_ARBITER_H
#define SS_ARBITER_H

#include "sim/core/wiring.h"
#include "sim/parts/arbiter/least_recent.h"

/**
 * struct ss_arbiter - state of an arbiter of an output
 * @order: staged: which VCs were granted least recently, see ss_order_bit()
 * @pointer: place at which the search begins, one past the last grant. Staged: an input, in a
 * nibble for each VC; flat: a place of ss_slots_by_input()
 */
struct ss_arbiter {
	u32 order;
	u32 pointer;
};

/*
 * A slot: a pair of VC and input port.  Packets for an output are in slots by the VC they leave on,
 * packets in input buffers by the VC they arrived on.
 */
#define SS_SLOT(vc, input)	((vc) << SS_PORT_SHIFT | (input))
#define SS_SLOT_VC(slot)	((slot) >> SS_PORT_SHIFT)
#define SS_SLOT_INPUT(slot)	((slot) & ((1U << SS_PORT_SHIFT) - 1))
#define SS_INPUTS		((1U << SEASTAR_PORTS) - 1)
#define SS_LINKS		(SS_INPUTS & ~(1U << SEASTAR_PORT_PROC))

/* Return the slots of VC @v. */
static __always_inline u64 ss_slots_of_vc(u32 v)
{
	return (u64)SS_INPUTS << SS_SLOT(v, 0);
}

/* Return the VCs that have members in @set, by a carry out of the inputs of each. */
static __always_inline u32 ss_vcs_of_slots(u64 set)
{
	const u64 each = 0x0101010101010101;

	set = (set + SS_INPUTS * each) >> SEASTAR_PORTS & each;
	return set * 0x0102040810204080 >> 56;
}

/* Return the inputs that have members in @set. */
static __always_inline u32 ss_inputs_of_slots(u64 set)
{
	set |= set >> 32;
	set |= set >> 16;
	return (set | set >> 8) & SS_INPUTS;
}

/*
 * Reorder @set by inputs with the VCs of each, rather than by VCs with their inputs: 8 rows of 8
 * bits.
 */
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

/* Grant a member of non-empty @set by one round robin over all slots, in the order of inputs. */
static __always_inline u32 ss_flat_grant(struct ss_arbiter *a, u64 set)
{
	u32 place = ss_round_robin(ss_slots_by_input(set), a->pointer);

	a->pointer = place + 1;
	return SS_SLOT(place & 7, place >> 3);
}

/*
 * Grant a member of non-empty @set: first choose the VC, then the input among members on that VC.
 * A single member, the usual case, wins at once; order and pointer are updated all the same.
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
