/* SPDX-License-Identifier: GPL-2.0-only */
/* Senders that get far less served than they ask for: docs/simulator.md, section 3. */
#ifndef SIM_STARVING_H
#define SIM_STARVING_H

#include "result.h"

/**
 * enum sim_starving_rule - the number that the packets served of a sender are compared with
 * @SIM_STARVING_NOT_JUDGED: no comparison: a batch, traffic that changed, or too few packets
 * @SIM_STARVING_BY_OFFERED: for an open source: packets that it generated itself
 * @SIM_STARVING_BY_MEAN: for a closed source: mean of all senders
 */
enum sim_starving_rule {
	SIM_STARVING_NOT_JUDGED,
	SIM_STARVING_BY_OFFERED,
	SIM_STARVING_BY_MEAN,
};

/**
 * struct sim_starving - the senders that starve
 * @rule: &enum sim_starving_rule
 * @senders: number of senders that starve
 * @silent: number of senders that injected nothing
 * @worst: the sender with the least share, the first if several have it
 * @share: ratio of the packets served of @worst to the number of the rule
 */
struct sim_starving {
	enum sim_starving_rule rule;
	u32 senders;
	u32 silent;
	u32 worst;
	double share;
};

struct sim_starving sim_starving(const struct sim_result *r);

/*
 * Return true if an open source starves that generated @born packets in bursts of @burst, and whose
 * backlog grew by @unserved packets; @bunch is from sim_bunch().
 */
bool sim_open_starves(u64 born, u64 unserved, u32 burst, double bunch);

/* Return the number of own packets of @node that were served in the measured cycles. */
u64 sim_served(const struct sim_result *r, u32 node);

#endif /* SIM_STARVING_H */
