/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The events of a router in a cycle: an entry of its wheel (agenda.h).
 *
 * An entry is one word if ports have up to four VCs: below, a set of SS_SLOT() by the VC they are
 * on, whose heads are routed in that cycle or have the staging space they waited for; above, a bit
 * for each other thing.  With eight VCs, it is a word for either.
 */
#ifndef SS_SEASTAR_WHEEL_H
#define SS_SEASTAR_WHEEL_H

#include "sim/core/agenda.h"

#define SS_DO_SHIFT		32
#define SS_DO(bit)		(1ULL << (SS_DO_SHIFT + (bit)))
#define SS_DO_INPUT(port)	SS_DO(port)	/* port is free, and has heads that can move */
#define SS_DO_DELIVER		SS_DO(7)
#define SS_DO_OUTPUT(port)	SS_DO(8 + (port))

/* Return the sets of inputs and of outputs in @word, the events of a cycle. */
static __always_inline u32 ss_do_inputs(u64 word)
{
	return word >> SS_DO_SHIFT & 0x7f;
}

static __always_inline u32 ss_do_outputs(u64 word)
{
	return word >> (SS_DO_SHIFT + 8) & 0x7f;
}

/* Return log2 of the words of an entry. */
static __always_inline u32 ss_entry_shift(u32 vc_shift)
{
	return vc_shift < 3 ? 0 : 1;
}

/* Return the word of entry @i of @wheel that has all events except those of heads. */
static __always_inline u64 *ss_entry_do(u64 *wheel, u32 vc_shift, u32 i)
{
	return wheel + (vc_shift < 3 ? i : 2 * i + 1);
}

/* Return the word that has the events of heads. */
static __always_inline u64 *ss_entry_heads(u64 *wheel, u32 vc_shift, u32 i)
{
	return wheel + (vc_shift < 3 ? i : 2 * i);
}

/* Return the heads of @word: its lower half, or all of it where they have a word of their own. */
static __always_inline u64 ss_heads_of(u64 word, u32 vc_shift)
{
	return vc_shift < 3 ? (u32)word : word;
}

#endif /* SS_SEASTAR_WHEEL_H */
