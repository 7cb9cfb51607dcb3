// SPDX-License-Identifier: GPL-2.0-only
/* Runs at several loads: what is accepted and how late at each, and what is accepted at most. */
#include <string.h>

#include "sim/base/text.h"
#include "sim/paper/measures.h"
#include "sim/paper/runs.h"
#include "sim/run/result.h"

/**
 * struct point - what a load came to
 * @accepted: phits per cycle of the whole network
 * @latency: mean, in cycles, from birth to delivery
 */
struct point {
	double accepted;
	double latency;
};

static bool read_point(void *of, const struct sim_result *r, struct sim_error *err)
{
	struct point *to = of;
	u64 flits = 0;

	(void)err;
	for (u32 i = 0; i < r->nodes; i++)
		flits += r->measure->node[i].flits;
	/* a fabric in a deadlock may stop before it is measured */
	to->accepted = r->measured ? sim_ratio(flits, r->measured) : 0;
	to->latency = sim_ratio(r->measure->latency.sum, r->measure->latency.packets);
	return true;
}

/* Run an experiment of @keys with @seed and @load, in millionths of a flit per node per cycle. */
static bool run_at(const char *keys, u32 load, u32 seed, struct point *to, struct sim_error *err)
{
	char number[TEXT_DECIMAL], line[TEXT_DECIMAL + sizeof("load = ")];

	text_from_decimal(load, PAPER_LOAD_DIGITS, number, sizeof(number));
	snprintf(line, sizeof(line), "load = %s", number);
	return measure_run(line, keys, seed, read_point, to, err);
}

/* Is @word a key other than the load's? */
static bool check(const char *word, struct sim_error *err)
{
	if (!strncmp(word, "load=", strlen("load=")))
		return sim_fail(err, "its experiments set the loads: leave out 'load'");
	return paper_is_key(word, err);
}

static const u32 curve_loads[] = {
	50000, 100000, 200000, 300000, 400000, 500000, 600000, 800000, 0
};

/* Of each load: what is accepted, and the latency. */
static bool curve_figures(u32 part, const char *keys, u32 seed, double *cells,
			  struct sim_error *err)
{
	struct point at;

	(void)part;
	for (u32 i = 0; curve_loads[i]; i++) {
		if (!run_at(keys, curve_loads[i], seed, &at, err))
			return false;
		cells[2 * i] = at.accepted;
		cells[2 * i + 1] = at.latency;
	}
	return true;
}

const struct paper_measure measure_bubble_curves = {
	.name = "bubble curves", .command = "seastar-sim run", .check = check, .runs = 1,
	.loads = curve_loads, .figures = curve_figures,
};

enum { L_25, L_275, L_30, L_40, L_50, L_60, L_80, L_100, LOADS };

static const u32 loads[] = {
	[L_25] = 250000, [L_275] = 275000, [L_30] = 300000, [L_40] = 400000, [L_50] = 500000,
	[L_60] = 600000, [L_80] = 800000, [L_100] = 1000000, 0
};

enum column { AT_40, AT_60, AT_100, MOST, LOAD, NS };

/* What is accepted at three loads, and the most, which is there twice. */
static bool most_figures(u32 part, const char *keys, u32 seed, double *cells,
			 struct sim_error *err)
{
	struct point at[LOADS];
	u32 best = 0;

	(void)part;
	for (u32 i = 0; i < LOADS; i++) {
		if (!run_at(keys, loads[i], seed, &at[i], err))
			return false;
		if (at[i].accepted > at[best].accepted)
			best = i;
	}
	cells[AT_40] = at[L_40].accepted;
	cells[AT_60] = at[L_60].accepted;
	cells[AT_100] = at[L_100].accepted;
	cells[MOST] = at[best].accepted;
	cells[LOAD] = loads[best] / 1e6;
	cells[NS] = at[best].accepted;
	return true;
}

const struct paper_measure measure_bubble_throughput = {
	.name = "bubble throughput", .command = "seastar-sim run", .check = check, .runs = 1,
	.loads = loads, .figures = most_figures,
};
