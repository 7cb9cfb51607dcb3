/* SPDX-License-Identifier: GPL-2.0-only */
/* Senders that get far less served than they ask for: docs/simulator.md, section 3. */
#ifndef SIM_STARVING_H
#define SIM_STARVING_H

#include "result.h"

/**
 * enum sim_starving_rule - the measure that a sender is compared with
 * @SIM_STARVING_NOT_JUDGED: no comparison: a batch, traffic that changed, or too few packets
 * @SIM_STARVING_BY_OFFERED: comparison of an open source with the packets it bore itself
 * @SIM_STARVING_BY_MEAN: comparison of a closed source with the mean of all senders
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
 * @share: ratio of the packets served of @worst to the measure of comparison
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
 * Return true if an open source starves that bore @born packets in bursts of @burst, and whose
 * backlog grew by @unserved; @bunch: see sim_bunch().
 */
bool sim_open_starves(u64 born, u64 unserved, u32 burst, double bunch);

/* Return the packets of its own that @node got served in the measured cycles. */
u64 sim_served(const struct sim_result *r, u32 node);

#endif /* SIM_STARVING_H */
