/* SPDX-License-Identifier: GPL-2.0-only */
/* The verdict of a run: docs/simulator.md, section 3. */
#ifndef SIM_VERDICT_H
#define SIM_VERDICT_H

#include "result.h"

/*
 * Does the backlog grow by more than @chance packets?  @queued are the packets that wait at
 * sources, at equal intervals, in which @offered packets were born in all.
 */
bool sim_backlog_grows(const double *queued, u32 n, double chance, double offered);

/* Is more offered in the measured cycles than is accepted? */
bool sim_is_saturated(const struct sim_result *r);

/* Is it a batch, which has no steady state but an end? */
bool sim_is_batch(const struct sim_result *r);

/* By `measure` = auto, or by a `precision` other than the default. */
bool sim_precision_is_asked(const struct sim_experiment *e);

/*
 * By rule, measuring ends when they have been precise so often in succession, each time
 * with twice the cycles: of 17 runs near saturation that stay quiet for long, one check
 * ended eight too early, and two checks two of 14.
 */
#define SIM_HELD	3

/*
 * Are the batch means as precise as asked, and is the run long enough to say so?  If not,
 * @why, of @room bytes, has what had to be so first.
 */
bool sim_is_precise(const struct sim_result *r, char *why, size_t room);

/* And has that held, where it is the rule that measuring ends by?  Likewise. */
bool sim_stays_precise(const struct sim_result *r, char *why, size_t room);

/* Fill @r->steady and @r->verdict. */
void sim_judge(struct sim_result *r);

#endif /* SIM_VERDICT_H */
