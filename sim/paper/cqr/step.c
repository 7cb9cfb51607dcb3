// SPDX-License-Identifier: GPL-2.0-only
/* How soon an empty ring accepts tornado traffic: Figure 17. */
#include "sim/run/result.h"

#include "cqr.h"

#define LOAD		0.45
#define INTERVAL	5	/* cycles of a point of the time series */
#define POINTS		400
#define LEAST_POINTS	80	/* for all columns */
#define RUNS		100	/* that are averaged, as in the paper */

enum column { TIME, AT_20, AT_40, AT_100, AT_200, AT_400, END };
enum row { GOAL, GAL, GAL_32, GAL_4, CQR, CQR_1 };

static const struct paper_column columns[] = {
	[TIME] = { .name = "to 90 %", .unit = "cycles" },
	[AT_20] = { .name = "10-20", .unit = "flits" },
	[AT_40] = { .name = "20-40", .unit = "flits" },
	[AT_100] = { .name = "40-100", .unit = "flits" },
	[AT_200] = { .name = "100-200", .unit = "flits" },
	[AT_400] = { .name = "200-400", .unit = "flits" },
	[END] = { .name = "last 200", .unit = "flits" },
	{ 0 }
};

/**
 * struct response - the mean of the runs
 * @accepted: in each point, flits per node per cycle
 * @points: how many
 */
struct response {
	double accepted[POINTS];
	u32 points;
};

static bool add_run(const char *keys, u32 seed, struct response *to, struct sim_error *err)
{
	struct sim_experiment *e = sim_experiment_new();
	struct sim_result *r = NULL;

	if (paper_set_keys(e, keys, err)) {
		e->config.seed = seed;
		if (sim_experiment_check(e, err))
			r = sim_run(e, 1, NULL, err);
	}
	if (r)
		to->points = r->points < POINTS ? r->points : POINTS;
	for (u32 i = 0; r && i < to->points; i++)
		to->accepted[i] += sim_tally_load(&r->point[i].tally, r->point[i].tally.flits) / RUNS;
	sim_result_free(r);
	sim_experiment_free(e);
	if (r && to->points < LEAST_POINTS)
		return sim_fail(err, "the step response needs interval=%u, and measure=%u or more",
				INTERVAL, INTERVAL * LEAST_POINTS);
	return r;
}

/* The mean of the points from cycle @from to cycle @to. */
static double mean_of(const struct response *of, u32 from, u32 to)
{
	double sum = 0;

	for (u32 i = from / INTERVAL; i < to / INTERVAL; i++)
		sum += of->accepted[i];
	return sum / (to / INTERVAL - from / INTERVAL);
}

/* The end of the first point with 90 % of the load, or of the last. */
static double time_to_90(const struct response *of)
{
	u32 i = 0;

	while (i < of->points - 1 && of->accepted[i] < 0.9 * LOAD)
		i++;
	return INTERVAL * (i + 1);
}

static bool figures(u32 part, const char *keys, u32 seed, double *cells, struct sim_error *err)
{
	struct response mean = { .points = 0 };
	bool ok = true;
	u32 end;

	(void)part;
	for (u32 i = 0; ok && i < RUNS; i++)
		ok = add_run(keys, seed + i, &mean, err);
	if (!ok)
		return false;
	end = INTERVAL * mean.points;
	cells[TIME] = time_to_90(&mean);
	cells[AT_20] = mean_of(&mean, 10, 20);
	cells[AT_40] = mean_of(&mean, 20, 40);
	cells[AT_100] = mean_of(&mean, 40, 100);
	cells[AT_200] = mean_of(&mean, 100, 200);
	cells[AT_400] = mean_of(&mean, 200, 400);
	cells[END] = mean_of(&mean, end - 200, end);
	return true;
}

const struct paper_measure measure_step = {
	.command = "seastar-sim run", .check = paper_is_key, .runs = RUNS, .figures = figures,
};

static const struct paper_row rows[] = {
	[GOAL] = { .name = "GOAL", .keys = "routing=goal" },
	[GAL] = { .name = "GAL", .keys = CQR_GAL },
	[GAL_32] = { .name = "GAL, threshold 32", .keys = "routing=gal threshold=32" },
	[GAL_4] = {
		.name = "GAL, all queues of 4", .keys = "routing=gal threshold=4 input_depth=4",
	},
	[CQR] = { .name = "CQR", .keys = "routing=cqr" },
	[CQR_1] = { .name = "CQR, threshold 1", .keys = "routing=cqr threshold=1" },
	{ 0 }
};

static const double paper[PAPER_ROWS][PAPER_COLUMNS] = {
	[GAL] = { [TIME] = 120 },
	[CQR] = { [TIME] = 30 },
};

static const struct paper_part parts[] = {
	{
		.name = "step",
		.keys = CQR_RING "pattern=tornado arrivals=poisson load=0.45 warmup=0 measure=2000 interval=5",
		.reduced = "measure=800",
		.what = "Nodes begin to send at cycle 0. Each figure is of the mean of 100 runs, and each interval over five such means.",
		.paper = paper,
	},
	{ 0 }
};

static const struct paper_claim claims[] = {
	{
		.text = "CQR accepts 90 % of the load within 40 cycles", .part = 0,
		.a = { CQR, TIME }, .alone = true, .most = 40,
	}, {
		.text = "GAL takes at least 4 times as long", .part = 0,
		.a = { GAL, TIME }, .b = { CQR, TIME }, .least = 4, .most = PAPER_MORE,
	}, {
		.text = "GAL takes longer by its queues: with queues of 16, over queues of 4", .part = 0,
		.a = { GAL, TIME }, .b = { GAL_4, TIME }, .least = 2, .most = PAPER_MORE,
	}, {
		.text = "both accept 97 % of the load in the end: GAL", .part = 0,
		.a = { GAL, END }, .alone = true, .least = 0.97 * LOAD, .most = 1.03 * LOAD,
		.paper = LOAD,
	}, {
		.text = "both accept 97 % of the load in the end: CQR", .part = 0,
		.a = { CQR, END }, .alone = true, .least = 0.97 * LOAD, .most = 1.03 * LOAD,
		.paper = LOAD,
	},
	{ 0 }
};

const struct paper_reproduction paper_step = {
	.name = "step",
	.place = "sec. 4.5.1, Figure 17",
	.title = "how soon an empty ring of 8 nodes accepts tornado traffic",
	.note = "Flits delivered per node per cycle, in points of 5 cycles. The time to 90 % ends with the first point that has 90 % of the load of 0.45. The paper has CQR at its peak after 30 cycles, and GAL after as much as 4 times as long; it does not give the length of GAL's injection queues.",
	.seeds = 5, .measure = &measure_step,
	.column = columns, .row = rows, .part = parts, .claim = claims,
};
