/* SPDX-License-Identifier: GPL-2.0-only */
/* What a run came to: docs/simulator.md, section 3. */
#ifndef SIM_VERDICT_H
#define SIM_VERDICT_H

#include "result.h"

/*
 * Does the backlog of @senders grow?  @queued are the packets that wait at sources, at
 * equal intervals, in which @offered packets were born in all.
 */
bool sim_backlog_grows(const double *queued, u32 n, u32 senders, double offered);

/* Is more offered in the measured cycles than is accepted? */
bool sim_is_saturated(const struct sim_result *r);

/*
 * Are the batch means as precise as asked, and independent enough to say so?  If not,
 * @why, of @room bytes, has what had to be so first.
 */
bool sim_is_precise(const struct sim_result *r, char *why, size_t room);

/* Fill @r->steady and @r->verdict. */
void sim_judge(struct sim_result *r);

#endif /* SIM_VERDICT_H */
