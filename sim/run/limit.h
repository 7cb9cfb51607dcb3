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
 * struct sim_limit - the most used of all channels, and what packets wait for elsewhere
 * @of: &enum sim_resource
 * @router: where it is; of a link, where it begins
 * @node: where it is, unless it is a link
 * @port: by which the link leaves
 * @use: flits it carried over those it could carry in the measured cycles, to within a packet;
 *	NaN if none was
 * @mean: the same of all that are like it: injections, ejections, or links of its dimension
 * @stalled: share of the cycles of network outputs in which they had packets and no credits
 * @blocked: VCs of a network input, on the mean, whose first packet lacked staging space
 * @waiting: the same of the inputs from processors
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
