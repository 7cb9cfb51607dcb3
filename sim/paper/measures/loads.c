// SPDX-License-Identifier: GPL-2.0-only
/* Runs at several loads: what is accepted and how late at each, and what is accepted at most. */
#include <string.h>

#include "sim/base/json.h"
#include "sim/base/text.h"
#include "sim/paper/measures.h"
#include "sim/paper/runs.h"
#include "sim/run/result.h"

/**
 * struct point - what a load came to
 * @accepted: accepted phits per cycle of the whole network
 * @latency: mean latency in cycles, from birth to delivery
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

/* Check that @word sets a key other than the load. */
static bool check(const char *word, struct sim_error *err)
{
	if (!strncmp(word, "load=", strlen("load=")))
		return sim_fail(err, "its experiments set the loads: leave out 'load'");
	return paper_is_key(word, err);
}

/*
 * Put accepted load and latency for each load, then the greatest accepted load, and the load at
 * which it is accepted.
 */
static bool figures(const struct paper_measuring *of, struct json_object *to, struct sim_error *err)
{
	struct json_object *accepted = json_put_array(to, "accepted");
	struct json_object *latency = json_put_array(to, "latency");
	struct point at, most = { 0 };
	u32 best = 0;

	for (const u32 *load = of->measure->loads; *load; load++) {
		if (!run_at(of->keys, *load, of->seed, &at, err))
			return false;
		json_append_real(accepted, at.accepted);
		json_append_real(latency, at.latency);
		if (!best || at.accepted > most.accepted) {
			most = at;
			best = *load;
		}
	}
	json_put_real(to, "most", most.accepted);
	json_put_real(to, "load_of_most", best / 1e6);
	return true;
}

const struct paper_measure measure_bubble_curves = {
	.name = "bubble curves", .command = "seastar-sim run", .check = check, .runs = 1,
	.figures = figures,
	.loads = (const u32[]){ 50000, 100000, 200000, 300000, 400000, 500000, 600000, 800000, 0 },
};

const struct paper_measure measure_bubble_throughput = {
	.name = "bubble throughput", .command = "seastar-sim run", .check = check, .runs = 1,
	.figures = figures,
	.loads = (const u32[]){ 250000, 275000, 300000, 400000, 500000, 600000, 800000, 1000000, 0 },
};
