// SPDX-License-Identifier: GPL-2.0-only
/* Runs in which uniform traffic turns adversarial, or back, by packets' cycle of birth. */
#include "sim/base/memory.h"
#include "sim/run/result.h"

#include "course.h"

#define LONGEST		100	/* period that is looked for, in points */

static bool read_course(void *of, const struct sim_result *r, struct sim_error *err)
{
	struct course *c = of;

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

bool course_run(const char *pattern, const char *keys, u32 seed, struct course *c,
		struct sim_error *err)
{
	char change[64];

	snprintf(change, sizeof(change), "[at %u]\npattern = %s\n", COURSE_CHANGE, pattern);
	return measure_run(change, keys, seed, read_course, c, err);
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

/*
 * Return the height at point @i of @n of a line: the one that fits @value best at this point, and
 * at LONGEST / 2 points before and after it.
 */
static double line_around(const double *value, u32 n, u32 i)
{
	u32 first = i > LONGEST / 2 ? i - LONGEST / 2 : 0;
	u32 end = i + LONGEST / 2 < n ? i + LONGEST / 2 + 1 : n;
	double middle = (first + end - 1) / 2.0, mean = 0, product = 0, square = 0;

	for (u32 k = first; k < end; k++) {
		mean += value[k] / (end - first);
		product += (k - middle) * value[k];
		square += (k - middle) * (k - middle);
	}
	return mean + product / square * (i - middle);
}

/* Return the mean product of two of @n values that are @lag apart; the mean of the values is 0. */
static double covariance(const double *value, u32 n, u32 lag)
{
	double sum = 0;

	for (u32 i = 0; i + lag < n; i++)
		sum += value[i] * value[i + lag];
	return sum / (n - lag);
}

/*
 * A swing is like itself soon after, then like its opposite, and like itself again after a period.
 * Return: that, in points, or 0 if there is none.
 */
static u32 find_period(const double *value, u32 n)
{
	u32 lag = 1, best;

	while (lag < LONGEST && lag < n && covariance(value, n, lag) > 0)
		lag++;
	for (best = lag; lag <= LONGEST && lag < n; lag++) {
		if (covariance(value, n, lag) > covariance(value, n, best))
			best = lag;
	}
	return best < n && covariance(value, n, best) > 0 ? best : 0;
}

void course_swing(const double *value, int from, int to, double *swing, double *period)
{
	const double *at = value + (from + COURSE_LAST) / COURSE_INTERVAL;
	u32 n = (to - from) / COURSE_INTERVAL;
	double *off = sim_alloc(n, sizeof(*off)), mean = 0;

	/* a slow approach is no swing */
	for (u32 i = 0; i < n; i++)
		off[i] = at[i] - line_around(at, n, i);
	for (u32 i = 0; i < n; i++)
		mean += off[i] / n;
	for (u32 i = 0; i < n; i++)
		off[i] -= mean;
	*swing = sqrt(covariance(off, n, 0));
	*period = find_period(off, n) * COURSE_INTERVAL;
	free(off);
}

double course_settled(const struct course *c, const double *value, double before, double end)
{
	u32 first = COURSE_LAST / COURSE_INTERVAL, i = c->points - first;

	i -= COURSE_END / COURSE_INTERVAL;
	while (i > first && fabs(value[i - 1] - end) <= fabs(end - before) / 10)
		i--;
	return (double)(i - first + 1) * COURSE_INTERVAL;
}
