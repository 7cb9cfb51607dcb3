/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Bubble flow control (Puente et al., sec. 2.2): a packet that goes on along a ring needs one free
 * place in the queue it goes to, one that enters the ring needs two.  So no ring fills, and whoever
 * is in it can go on some time.
 *
 * Both places are those of the queue behind the link, as its only sender counts them.  The paper's
 * local form takes the second one from the queue of the ring that is in the router itself; several
 * routers that do so in one cycle fill a ring together (tests/unit/bubble.c).
 */
#ifndef SS_BUBBLE_FLOW_H
#define SS_BUBBLE_FLOW_H

#include "sim/core/fabric.h"

/* The free places that an escape queue must have; @goes_on: along the ring that it is in. */
static inline u32 ss_bubble_needs(u32 bubble, bool goes_on)
{
	return goes_on || bubble == SS_BUBBLE_ONE ? 1 : 2;
}

#endif /* SS_BUBBLE_FLOW_H */
