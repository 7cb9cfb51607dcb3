/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The times of a program's messages, stamped by the clocks of several hosts, made such that each
 * reception comes after its send.
 */
#ifndef SIM_TRACE_CAUSAL_H
#define SIM_TRACE_CAUSAL_H

#include "fabric.h"

/**
 * struct causal - what was changed
 * @delayed: receptions that were moved to the time of their sends, with all that their nodes did
 *	after them
 * @circles: receptions that were moved behind later sends of their nodes, because each of several
 *	nodes would otherwise wait for the next one before it sends
 */
struct causal {
	u64 delayed;
	u64 circles;
};

/*
 * Order @count messages and their receptions.  @sends[i] is a message, and @gets[i] a pause of its
 * receiver that begins when the message was received, with its flits; no message goes to its
 * source.  Afterwards no reception is before its send, and the cycles of a node ascend in the order
 * in which it sent and received; @gets are sorted by node and by that order.  Of a node's sends
 * and receptions in one cycle the receptions come first; of either, the first ones in @sends.
 */
struct causal causal_order(struct ss_birth *sends, struct ss_birth *gets, u64 count);

#endif /* SIM_TRACE_CAUSAL_H */
