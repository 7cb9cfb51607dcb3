/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Micropackets, which links carry (docs/model.md, section 9): two flits and 34 bits beside them,
 * 12 of which are a cyclic redundancy check (CRC).
 */
#ifndef SS_MICROPACKET_H
#define SS_MICROPACKET_H

#include "sim/core/port.h"

#define SS_MICRO_FLITS	2
#define SS_MICRO_BITS	170	/* 2 flits of 68, and 34 (SC07, sec. 1.2) */
#define SS_CRC_BITS	12
#define SS_CRC_POLY	0x80f	/* without x^12: docs/model.md, section 9 */

/*
 * Compute the syndrome of the bits that are wrong: their polynomial modulo that of the check.  It
 * is made bit by bit, in the order in which they are sent: @gap further ones and then one that is
 * wrong.  It misses an error if the result for all bits is 0; those behind the last wrong one do
 * not make it 0 or anything else, since the polynomial has a constant term.
 */
static inline u32 ss_crc_error(u32 syndrome, u32 gap)
{
	for (; gap; gap--) {
		syndrome <<= 1;
		if (syndrome >> SS_CRC_BITS)
			syndrome ^= 1U << SS_CRC_BITS | SS_CRC_POLY;
	}
	return syndrome ^ 1;
}

#endif /* SS_MICROPACKET_H */
