// SPDX-License-Identifier: GPL-2.0-only
/* How soon a network accepts a load from its first cycle on: the mean response of many runs. */
#include "sim/base/json.h"
#include "sim/paper/measures.h"
#include "sim/run/result.h"

#define LOAD		0.45
#define INTERVAL	5	/* cycles of a point of the time series */
#define POINTS		400
#define LEAST_POINTS	80	/* for all columns */
#define RUNS		100	/* runs that are averaged, as in the paper */

/**
 * struct response - the mean of the runs
 * @accepted: accepted flits per node per cycle in each point
 * @points: number of points
 */
struct response {
	double accepted[POINTS];
	u32 points;
};

static bool add_run(void *of, const struct sim_result *r, struct sim_error *err)
{
	struct response *to = of;

	to->points = r->points < POINTS ? r->points : POINTS;
	for (u32 i = 0; i < to->points; i++)
		to->accepted[i] += sim_tally_load(&r->point[i].tally, r->point[i].tally.flits) / RUNS;
	return to->points >= LEAST_POINTS ||
	       sim_fail(err, "the step response needs interval=%u, and measure=%u or more", INTERVAL,
			INTERVAL * LEAST_POINTS);
}

/* Return the mean of the points from cycle @from to cycle @to. */
static double mean_of(const struct response *of, u32 from, u32 to)
{
	double sum = 0;

	for (u32 i = from / INTERVAL; i < to / INTERVAL; i++)
		sum += of->accepted[i];
	return sum / (to / INTERVAL - from / INTERVAL);
}

/* Return the end, in cycles, of the first point with 90 % of the load; without one, of the last. */
static double time_to_90(const struct response *of)
{
	u32 i = 0;

	while (i < of->points - 1 && of->accepted[i] < 0.9 * LOAD)
		i++;
	return INTERVAL * (i + 1);
}

static bool figures(const struct paper_measuring *of, struct json_object *to, struct sim_error *err)
{
	struct response mean = { .points = 0 };
	u32 end;

	for (u32 i = 0; i < RUNS; i++)
		if (!measure_run("", of->keys, of->seed + i, add_run, &mean, err))
			return false;
	end = INTERVAL * mean.points;
	json_put_real(to, "to_90", time_to_90(&mean));
	json_put_real(to, "10_20", mean_of(&mean, 10, 20));
	json_put_real(to, "20_40", mean_of(&mean, 20, 40));
	json_put_real(to, "40_100", mean_of(&mean, 40, 100));
	json_put_real(to, "100_200", mean_of(&mean, 100, 200));
	json_put_real(to, "200_400", mean_of(&mean, 200, 400));
	json_put_real(to, "last_200", mean_of(&mean, end - 200, end));
	return true;
}

const struct paper_measure measure_step = {
	.name = "step", .command = "seastar-sim run", .check = paper_is_key, .runs = RUNS,
	.figures = figures,
};
