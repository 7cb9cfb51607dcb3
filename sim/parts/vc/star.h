/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Star channels (Gravano et al., the *-channels algorithm; docs/torus-router.md, section 4): two
 * VCs that a packet may take only in the lowest dimension in which it has to move, or only in the
 * highest: one before the link that closes the ring, the other from that link on.  So star channels
 * alone have no cycle, and any packet can get into one.  The third VC is open to all packets.
 */
#ifndef SS_STAR_H
#define SS_STAR_H

#include "sim/core/port.h"

enum ss_star {
	SS_STAR_BEFORE,
	SS_STAR_AFTER,
	SS_STAR_NONE,
};

/*
 * Return the star channel beyond the link that leaves coordinate @at, of 0 to @last, in the plus or
 * minus direction, for a packet that entered the ring at @from.
 */
static __always_inline enum ss_star ss_star(u32 at, u32 from, u32 last, bool minus)
{
	if (minus ? at > from || !at : at < from || at == last)
		return SS_STAR_AFTER;
	return SS_STAR_BEFORE;
}

#endif /* SS_STAR_H */
