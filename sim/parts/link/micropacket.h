/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Micropackets, which links carry (docs/model.md, section 9): two flits and 34 bits beside them,
 * 12 of which are a cyclic redundancy check (CRC).
 */
#ifndef SS_MICROPACKET_H
#define SS_MICROPACKET_H

#include "sim/core/port.h"

#define SS_MICRO_FLITS	2
#define SS_MICRO_BITS	170	/* two flits of 68 bits, and 34 (SC07, sec. 1.2) */
#define SS_CRC_BITS	12
#define SS_CRC_POLY	0x80f	/* x^12 left out: docs/model.md, section 9 */

/*
 * Continue the syndrome of a micropacket's wrong bits, their polynomial modulo that of the check,
 * by @gap good bits and then a wrong one, in the order of sending.  An error is missed if the
 * syndrome of all bits is 0.  Good bits after the last wrong one need not be added: they do not
 * make it 0 or different from 0, since the polynomial has a constant term.
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
