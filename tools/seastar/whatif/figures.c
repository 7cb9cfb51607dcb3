// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include "sim/run/result.h"

#include "tools/seastar/snapshot/snapshot.h"

#include "figures.h"

#define QUEUEING(d)	{ "queueing", d, NULL, d, 1 }
#define WAIT(d)	{ "dimension_wait", d, "cycles blocked per packet, " d, NULL, 2 }
#define STALLED(d)	{ "stalled", d, "cycles stalled per packet, " d, NULL, 2 }
#define PORT(port)	{ "wait", port, NULL, port, 2 }

const struct figure figures[FIGURES] = {
	PORT("+x"), PORT("-x"), PORT("+y"), PORT("-y"), PORT("+z"), PORT("-z"),
	QUEUEING("x"), QUEUEING("y"), QUEUEING("z"),
	{ "latency", "mean", "mean latency, cycles", "mean", 1 },
	{ "latency", "p99", NULL, "99 %", 0 },
	{ "latency", "max", NULL, "worst", 0 },
	{ "latency", "p99_driver", "99 % latency by the driver's bins, cycles", NULL, 0 },
	{ "throughput", "accepted", "throughput, flits per node per cycle", "throughput", 4 },
	{ "ages", "0-63", NULL, "0-", 1 },
	{ "ages", "64-127", NULL, "64-", 1 },
	{ "ages", "128-191", NULL, "128-", 1 },
	{ "ages", "192-255", NULL, "192-", 1 },
	{ "injected", "least", NULL, "in: least", 0 },
	{ "injected", "most", NULL, "most", 0 },
	{ "delivered", "least", NULL, "out: least", 0 },
	{ "delivered", "most", NULL, "most", 0 },
	{ "starvation", "nodes", NULL, "starved", 1 },
	{ "starvation", "oldest", NULL, "oldest", 0 },
	WAIT("x"), WAIT("y"), WAIT("z"),
	STALLED("x"), STALLED("y"), STALLED("z"),
	{ "completion", "cycles", NULL, "cycles", 0 },
	{ "completion", "difference", NULL, "difference", 0 },
};

/* Sums over ports, of the driver or of a run. */
struct sums {
	uint64_t requests, requests_blocked, stalled, sent;
};

static uint64_t sum(const uint64_t *value, size_t n)
{
	uint64_t all = 0;

	while (n--)
		all += value[n];
	return all;
}

static double whatif_figures_wait(const struct sums *s)
{
	return sim_ratio(s->requests_blocked, s->requests);
}

static void ages_of(const uint64_t ages[SEASTAR_AGE_BINS], double figure[FIGURES])
{
	for (unsigned int i = 0; i < SEASTAR_AGE_BINS; i++)
		figure[FIGURE_AGES + i] = 100 * sim_ratio(ages[i], sum(ages, SEASTAR_AGE_BINS));
}

/* Compute the figures of network ports. */
static void sums_of(const struct sums port[SEASTAR_PORTS], double figure[FIGURES])
{
	for (unsigned int d = 0; d < SEASTAR_DIMS; d++) {
		const struct sums *p = &port[SEASTAR_PORT_XP + 2 * d], *m = p + 1;
		struct sums both = {
			p->requests + m->requests, p->requests_blocked + m->requests_blocked,
			p->stalled + m->stalled, p->sent + m->sent,
		};

		figure[FIGURE_WAIT + 2 * d] = whatif_figures_wait(p);
		figure[FIGURE_WAIT + 2 * d + 1] = whatif_figures_wait(m);
		figure[FIGURE_DIM_WAIT + d] = whatif_figures_wait(&both);
		figure[FIGURE_STALLED + d] = sim_ratio(both.stalled, both.sent);
	}
}

/*
 * Compute a percentile. Bin 0 counts latencies of 0 cycles, each other bin those from a power of
 * two up to the next.
 */
double figures_percentile(const uint64_t *bin, size_t bins, uint32_t permille)
{
	double rank = (double)sum(bin, bins) * permille / 1000, before = 0;

	for (size_t i = 0; i < bins; i++) {
		double low = i ? (double)(1ULL << (i - 1)) : 0, width = low;

		if (bin[i] && before + bin[i] >= rank)
			return low + width * (rank - before) / bin[i];
		before += bin[i];
	}
	return NAN;
}

/*
 * Compute a percentile as from the driver's bins: these begin at powers of two, where bins of the
 * exact histogram begin, too.
 */
static double driver_percentile(const struct sim_spread *s, uint32_t permille)
{
	uint64_t bin[SEASTAR_LAT_BINS] = { 0 };

	for (u32 i = 0; i < HISTOGRAM_BINS; i++) {
		u64 low = histogram_low(i);
		u32 to = low ? 64 - __builtin_clzll(low) : 0;

		bin[to < SEASTAR_LAT_BINS ? to : SEASTAR_LAT_BINS - 1] += s->bin[i];
	}
	return figures_percentile(bin, SEASTAR_LAT_BINS, permille);
}

static void nodes_of(const struct sim_result *r, double figure[FIGURES])
{
	struct sim_starvation s = sim_starvation(r);

	figure[FIGURE_LEAST_INJECTED] = s.injected.least;
	figure[FIGURE_MOST_INJECTED] = s.injected.most;
	figure[FIGURE_LEAST_DELIVERED] = s.delivered.least;
	figure[FIGURE_MOST_DELIVERED] = s.delivered.most;
	figure[FIGURE_STARVED] = s.starved;
	figure[FIGURE_OLDEST] = s.oldest;
}

void figures_of_result(const struct sim_result *r, double figure[FIGURES])
{
	const struct sim_spread *latency = &r->measure->latency;
	struct sums port[SEASTAR_PORTS];
	uint64_t ages[SEASTAR_AGE_BINS] = { 0 }, flits = 0;

	for (unsigned int p = 0; p < SEASTAR_PORTS; p++) {
		struct sim_port of = sim_port_sum(r, p, 1);

		port[p] = (struct sums){
			of.requests, of.requests_blocked, of.stalled, of.sent,
		};
		for (unsigned int i = 0; i < SEASTAR_AGE_BINS; i++)
			ages[i] += of.ages[i];
	}
	for (u32 i = 0; i < r->nodes; i++)
		flits += r->measure->node[i].received;
	sums_of(port, figure);
	ages_of(ages, figure);
	for (unsigned int d = 0; d < SEASTAR_DIMS; d++) {
		struct sim_port of = sim_port_sum(r, SEASTAR_PORT_XP + 2 * d, 2);

		figure[FIGURE_QUEUEING + d] = sim_port_queueing(r, &of);
	}
	figure[FIGURE_MEAN] = sim_spread_mean(latency);
	figure[FIGURE_P99] = latency->packets ? sim_spread_percentile(latency, 990) : NAN;
	figure[FIGURE_MAX] = latency->packets ? latency->max : NAN;
	figure[FIGURE_P99_DRIVER] = driver_percentile(latency, 990);
	figure[FIGURE_THROUGHPUT] = sim_ratio(flits, (double)r->measured * r->nodes);
	nodes_of(r, figure);
	figure[FIGURE_COMPLETION] = r->complete ? r->last + 1 : NAN;
	figure[FIGURE_DIFFERENCE] = NAN;
}

void figures_of_counted(const struct counted *c, uint32_t routers, double figure[FIGURES])
{
	const uint64_t *proc = c->counter[SEASTAR_PORT_PROC];
	struct sums port[SEASTAR_PORTS];
	uint64_t ages[SEASTAR_AGE_BINS] = { 0 };

	for (unsigned int f = 0; f < FIGURES; f++)
		figure[f] = NAN;
	for (unsigned int p = 0; p < SEASTAR_PORTS; p++) {
		const uint64_t *of = c->counter[p];

		port[p] = (struct sums){
			sum(&of[SEASTAR_COUNTER_VC0_PKTS], 2),
			sum(&of[SEASTAR_COUNTER_VC0_BLOCKED], 2),
			of[SEASTAR_COUNTER_STALLED], sum(&of[SEASTAR_COUNTER_AGE_BIN0], 4),
		};
		for (unsigned int i = 0; i < SEASTAR_AGE_BINS; i++)
			ages[i] += of[SEASTAR_COUNTER_AGE_BIN0 + i];
	}
	sums_of(port, figure);
	ages_of(ages, figure);
	/* if deliveries are unknown, assume that they equal injections */
	figure[FIGURE_THROUGHPUT] = sim_ratio(sum(&proc[SEASTAR_COUNTER_VC0_FLITS], 4),
					      (double)c->cycles * routers);
	if (!c->has_sources)
		return;
	figure[FIGURE_THROUGHPUT] = sim_ratio(c->flits, (double)c->source_cycles * routers);
	figure[FIGURE_MEAN] = c->mean;
	figure[FIGURE_P99_DRIVER] = figures_percentile(c->histogram, SEASTAR_LAT_BINS, 990);
}
