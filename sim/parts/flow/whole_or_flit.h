/* SPDX-License-Identifier: GPL-2.0-only */
/* Space that a packet needs at the other end of a link before it may start. */
#ifndef SS_WHOLE_OR_FLIT_H
#define SS_WHOLE_OR_FLIT_H

#include "sim/core/fabric.h"

/*
 * Return the credits that a packet of @flits needs to be given a VC.  With wormholes it takes the
 * VC and waits there for more; with cut-through it is then sent without a break.
 */
static inline u32 ss_flow_needs(u32 flow, u32 flits)
{
	return flow == SS_FLOW_CUT_THROUGH ? flits : 0;
}

/* Return the credits that a packet of @flits needs for its first flit to be sent at once. */
static inline u32 ss_flow_begins(u32 flow, u32 flits)
{
	return flow == SS_FLOW_CUT_THROUGH ? flits : 1;
}

#endif /* SS_WHOLE_OR_FLIT_H */
