// SPDX-License-Identifier: GPL-2.0-only
/*
 * When a warm-up ends by the rule of Singh, Dally, Gupta and Towles, SPAA'04, sec. 4.1, "until none
 * of the queue sizes changed by more than 1% over a period of 100 cycles", and when it does by the
 * rule of `warmup` = auto.
 */
#include "sim/base/json.h"
#include "sim/base/memory.h"
#include "sim/run/result.h"
#include "sim/run/verdict.h"

#include "warmup.h"

/**
 * struct by_queues - a run that is measured from cycle 0 on
 * @queues: sums at the end of each period
 * @latency: sum of the latencies of the packets that were delivered in each period
 * @packets: number of these packets
 * @n: number of periods
 */
struct by_queues {
	struct warmup_queues *queues;
	double *latency;
	double *packets;
	u32 n;
};

/**
 * struct by_rule - a run with `warmup` = auto
 * @cycles: length of the warm-up
 * @steady: the run is in steady state, and not saturated
 * @latency: mean latency of the packets that were delivered after the warm-up
 */
struct by_rule {
	double cycles;
	bool steady;
	double latency;
};

static bool has_changed(u64 before, u64 after)
{
	u64 change = before < after ? after - before : before - after;

	return change > WARMUP_CHANGE * before;
}

u32 warmup_ends(const struct warmup_queues *q, u32 n, bool sources)
{
	struct warmup_queues before = { 0 };
	u32 i;

	for (i = 0; i < n; before = q[i++])
		if (!has_changed(before.channels, q[i].channels) &&
		    !(sources && has_changed(before.sources, q[i].sources)))
			break;
	return i;
}

static bool read_periods(void *of, const struct sim_result *r, struct sim_error *err)
{
	struct by_queues *to = of;

	if (r->warmup || r->experiment->interval != WARMUP_PERIOD || !r->points)
		return sim_fail(err, "the paper's rule needs warmup=0 and interval=%u",
				WARMUP_PERIOD);
	to->n = r->points;
	to->queues = sim_alloc(to->n, sizeof(*to->queues));
	to->latency = sim_alloc(to->n, sizeof(*to->latency));
	to->packets = sim_alloc(to->n, sizeof(*to->packets));
	for (u32 i = 0; i < to->n; i++) {
		const struct sim_point *p = &r->point[i];

		to->queues[i].channels = p->totals.in_network;
		to->queues[i].sources = p->totals.queued;
		to->latency[i] = p->tally.latency;
		to->packets[i] = p->tally.packets;
	}
	return true;
}

static bool read_rule(void *of, const struct sim_result *r, struct sim_error *err)
{
	struct by_rule *to = of;

	(void)err;
	to->cycles = r->warmup;
	to->steady = r->steady && !sim_is_saturated(r);
	to->latency = sim_ratio(r->measure->latency.sum, r->measure->latency.packets);
	return true;
}

/* Put where the warm-up of @p ends, and whether it does: a run that ends before has its length. */
static void put_end(struct json_object *to, const char *cycles, const char *met,
		    const struct by_queues *p, bool sources)
{
	u32 end = warmup_ends(p->queues, p->n, sources);

	json_put_real(to, cycles, (double)WARMUP_PERIOD * (end < p->n ? end + 1 : p->n));
	json_put_real(to, met, end < p->n);
}

/* Return the mean latency after the warm-up; NaN: it does not end. */
static double latency_after(const struct by_queues *p)
{
	double sum = 0, packets = 0;

	for (u32 i = warmup_ends(p->queues, p->n, true) + 1; i < p->n; i++) {
		sum += p->latency[i];
		packets += p->packets[i];
	}
	return sum / packets;
}

static bool figures(const struct paper_measuring *of, struct json_object *to, struct sim_error *err)
{
	char *keys = paper_join_keys(of->keys, "warmup=auto measure=auto interval=0");
	struct by_queues periods = { 0 };
	struct by_rule rule = { 0 };
	bool ok = measure_run("", of->keys, of->seed, read_periods, &periods, err) &&
		  measure_run("", keys, of->seed, read_rule, &rule, err);

	if (ok) {
		put_end(to, "channels", "channels_met", &periods, false);
		put_end(to, "queues", "queues_met", &periods, true);
		json_put_real(to, "queues_latency", latency_after(&periods));
		json_put_real(to, "rule", rule.cycles);
		json_put_real(to, "rule_met", rule.steady);
		json_put_real(to, "rule_latency", rule.latency);
	}
	free(periods.queues);
	free(periods.latency);
	free(periods.packets);
	free(keys);
	return ok;
}

const struct paper_measure measure_warmup = {
	.name = "warm-up", .command = "seastar-sim run", .check = paper_is_key, .runs = 1,
	.figures = figures,
};
