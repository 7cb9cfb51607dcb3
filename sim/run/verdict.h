/* SPDX-License-Identifier: GPL-2.0-only */
/* The verdict of a run: docs/simulator.md, section 3. */
#ifndef SIM_VERDICT_H
#define SIM_VERDICT_H

#include "result.h"

/*
 * Return true if the backlog grows by more than @chance packets, and by more than 1 % of @offered,
 * the packets born meanwhile.  @queued has the packets that wait at sources, at @n equally spaced
 * times.
 */
bool sim_backlog_grows(const double *queued, u32 n, double chance, double offered);

/* Return true if more is offered in the measured cycles than is accepted. */
bool sim_is_saturated(const struct sim_result *r);

/* Return true for a batch, which has no steady state but an end. */
bool sim_is_batch(const struct sim_result *r);

/*
 * Return true if precision was asked for, by `measure` = auto or by a `precision` other than the
 * default.
 */
bool sim_precision_is_asked(const struct sim_experiment *e);

/*
 * By rule, measuring ends when batch means have been precise at this many checks in succession,
 * each with twice the cycles of the one before.  Of 17 runs near saturation that stay quiet for
 * long, one check ended eight too early; two checks ended two of 14 too early.
 */
#define SIM_HELD	3

/*
 * Return true if the batch means are as precise as asked, and the run is long enough to judge that.
 * If not, @why, of @room bytes, has the first condition that is not met.
 */
bool sim_is_precise(const struct sim_result *r, char *why, size_t room);

/*
 * Return true if sim_is_precise() holds and, if measuring ends by rule, has held at SIM_HELD checks
 * in succession.  If not, @why receives the reason, as in sim_is_precise().
 */
bool sim_stays_precise(const struct sim_result *r, char *why, size_t room);

/* Fill in @steady and @verdict of @r, with the reasons for them. */
void sim_judge(struct sim_result *r);

#endif /* SIM_VERDICT_H */
