// SPDX-License-Identifier: GPL-2.0-only
/* Runs in which uniform traffic turns adversarial, by packets' cycle of birth. */
#include "sim/base/memory.h"
#include "sim/experiment/assign.h"
#include "sim/run/result.h"

#include "course.h"

#define LONGEST		100	/* period that is looked for, in points */
#define SHORTEST	20

static bool read_course(const struct sim_result *r, struct course *c, struct sim_error *err)
{
	for (u32 i = 0; i < r->points && c->points < COURSE_POINTS; i++) {
		const struct sim_tally *born = &r->measure->born[i];

		if (r->point[i].from < COURSE_CHANGE - COURSE_LAST || !born->packets)
			continue;
		c->misrouted[c->points] = 100.0 * born->misrouted / born->packets;
		c->latency[c->points++] = (double)born->latency / born->packets;
	}
	if (c->points >= (2 * COURSE_LAST + 2000) / COURSE_INTERVAL)
		return true;
	return sim_fail(err, "a transient needs interval=%u, series=birth, and %u cycles after cycle %u",
			COURSE_INTERVAL, COURSE_LAST + 2000, COURSE_CHANGE);
}

bool course_run(const char *keys, u32 seed, struct course *c, struct sim_error *err)
{
	const struct sim_origin at = { .name = "change", .line = 1, .level = SIM_LEVEL_COMMAND };
	struct sim_experiment *e = sim_experiment_new();
	struct sim_result *r = NULL;
	bool ok = paper_set_keys(e, keys, err) && sim_add_phase(e, COURSE_CHANGE, &at, err) &&
		  sim_assign(e, 1, "pattern", "adversarial", &at, 0, err);

	e->config.seed = seed;
	if (ok && sim_experiment_check(e, err))
		r = sim_run(e, 1, NULL, err);
	ok = r && read_course(r, c, err);
	sim_result_free(r);
	sim_experiment_free(e);
	return ok;
}

int course_end(const struct course *c)
{
	return (int)c->points * COURSE_INTERVAL - 2 * COURSE_LAST;
}

double course_mean(const double *value, int from, int to)
{
	double sum = 0;
	int i;

	for (i = from; i < to; i += COURSE_INTERVAL)
		sum += value[(i + COURSE_LAST) / COURSE_INTERVAL];
	return sum / ((to - from) / COURSE_INTERVAL);
}

/* The sum of products of @value's departures from @mean at @n points, @lag apart. */
static double covariance(const double *value, u32 n, double mean, u32 lag)
{
	double sum = 0;

	for (u32 i = 0; i + lag < n; i++)
		sum += (value[i] - mean) * (value[i + lag] - mean);
	return sum / (n - lag);
}

void course_swing(const double *value, int from, int to, double *swing, double *period)
{
	const double *at = value + (from + COURSE_LAST) / COURSE_INTERVAL;
	u32 n = (to - from) / COURSE_INTERVAL, best = SHORTEST;
	double mean = 0;

	for (u32 i = 0; i < n; i++)
		mean += at[i] / n;
	for (u32 lag = SHORTEST; lag <= LONGEST && lag < n; lag++) {
		if (covariance(at, n, mean, lag) > covariance(at, n, mean, best))
			best = lag;
	}
	*swing = sqrt(covariance(at, n, mean, 0));
	*period = best * COURSE_INTERVAL;
}
