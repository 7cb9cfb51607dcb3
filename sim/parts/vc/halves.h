/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A port's virtual channels: some for each class of packets, of which one half is for the rings of
 * a torus up to the dateline, and the other for those beyond.
 */
#ifndef SS_HALVES_H
#define SS_HALVES_H

#include "sim/core/port.h"

/* Return the set of the @vcs VCs of @class_. */
static inline u32 ss_vcs_of_class(u32 vcs, u32 class_)
{
	return ((1U << vcs) - 1) << class_ * vcs;
}

/* Return the size of the lower half of @vcs VCs, the larger half of an odd number. */
static inline u32 ss_lower_vcs(u32 vcs)
{
	return (vcs + 1) / 2;
}

/* Return the VCs of the lower half of @class_, or of the upper one.  A single VC is both. */
static inline u32 ss_vcs_of_half(u32 vcs, u32 class_, bool upper)
{
	u32 lower = ss_lower_vcs(vcs), all = ss_vcs_of_class(vcs, class_);
	u32 set = ((1U << lower) - 1) << class_ * vcs;

	if (vcs == 1)
		return all;
	return upper ? all & ~set : set;
}

/* Return true if @vc is on the upper half of its class. */
static inline bool ss_vc_is_upper(u32 vcs, u32 vc)
{
	return vcs > 1 && vc % vcs >= ss_lower_vcs(vcs);
}

#endif /* SS_HALVES_H */
