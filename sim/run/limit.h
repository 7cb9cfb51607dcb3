/* SPDX-License-Identifier: GPL-2.0-only */
/* The most used resource of a fabric. */
#ifndef SIM_LIMIT_H
#define SIM_LIMIT_H

#include "result.h"

enum sim_resource {
	SIM_INJECTION,
	SIM_EJECTION,
	SIM_LINK,
};

/**
 * struct sim_limit - the most used of all channels, and means of stalls and blocking
 * @of: &enum sim_resource: kind of the channel
 * @router: router of the channel; of a link, the one where it begins
 * @node: node of the channel, unless it is a link
 * @port: port by which the link leaves
 * @use: ratio of the flits carried to those that the channel could carry in the measured cycles, to
 *	within a packet; NaN if no channel was used
 * @mean: mean of this ratio over all channels of the kind: injections, ejections, or links of the
 *	dimension
 * @stalled: share of the cycles of network outputs in which they had packets and no credits
 * @blocked: mean number of VCs, of a network input, whose first packet lacked staging space
 * @waiting: mean number of VCs, of an input from a node, whose first packet lacked staging space
 */
struct sim_limit {
	enum sim_resource of;
	u32 router;
	u32 node;
	u32 port;
	double use;
	double mean;
	double stalled;
	double blocked;
	double waiting;
};

struct sim_limit sim_limit(const struct sim_result *r);

#endif /* SIM_LIMIT_H */
