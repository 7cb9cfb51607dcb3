/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Two virtual channels per ring of a torus that close no cycle (Dally and Seitz, IEEE Trans.
 * Computers, 1987): a packet changes from the first to the second at the ring's wrap-around link,
 * between the last and the first router.  The VC depends on the packet's place and on where it
 * leaves the ring, not on where it came from.
 */
#ifndef SS_DALLY_SEITZ_H
#define SS_DALLY_SEITZ_H

#include "sim/core/port.h"

/*
 * Return the VC on which a packet leaves coordinate @from for coordinate @to of a ring: 0 if its
 * path has the wrap-around link yet to cross, this link included, else 1.
 */
static inline u32 ss_dally_seitz(u32 from, u32 to, bool plus)
{
	return plus ? to > from : to < from;
}

#endif /* SS_DALLY_SEITZ_H */
