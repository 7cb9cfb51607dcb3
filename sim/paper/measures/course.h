/* SPDX-License-Identifier: GPL-2.0-only */
/* The course of what happens when uniform traffic turns adversarial, or back. */
#ifndef SIM_PAPER_COURSE_H
#define SIM_PAPER_COURSE_H

#include "sim/paper/measures.h"

#define COURSE_CHANGE	6000	/* cycle of the change, as in docs/experiments/transient.sim */
#define COURSE_INTERVAL	10	/* cycles of a point */
#define COURSE_LAST	500	/* last cycles: not all packets born in them are delivered */
#define COURSE_END	1000	/* cycles before the last ones: their mean is the final level */
#define COURSE_POINTS	3000	/* at most */

/**
 * struct course - by intervals from COURSE_CHANGE - COURSE_LAST on, of packets born in them
 * @misrouted: share of packets that have left the shortest way in the end, in %
 * @latency: mean latency in cycles
 * @points: number of points
 */
struct course {
	double misrouted[COURSE_POINTS];
	double latency[COURSE_POINTS];
	u32 points;
};

/* Run an experiment of @keys with @seed, in which traffic turns to @pattern at COURSE_CHANGE. */
bool course_run(const char *pattern, const char *keys, u32 seed, struct course *c,
		struct sim_error *err);

/* Return the cycles from the change to the end of the points, without the last COURSE_LAST. */
int course_end(const struct course *c);

/* Return the mean of @value from cycle @from to @to after the change. */
double course_mean(const double *value, int from, int to);

/*
 * How far @value swings from cycle @from to @to after the change about the line that fits it best
 * in the 1,000 cycles around (its standard deviation).  @period is the shift, 1,000 cycles at most,
 * with the largest covariance after the covariance has been negative; 0: none.
 */
void course_swing(const double *value, int from, int to, double *swing, double *period);

/*
 * Cycles from the change until @value stays as near @end as a tenth of the way from @before, to the
 * end of the first interval that does; before the last COURSE_END, whose mean @end is.
 */
double course_settled(const struct course *c, const double *value, double before, double end);

#endif /* SIM_PAPER_COURSE_H */
