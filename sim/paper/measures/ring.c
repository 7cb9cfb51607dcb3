// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tornado traffic on a ring of eight: its shares and delays by the queueing model of Singh, Dally,
 * Gupta and Towles, SPAA'04, secs. 2.2 and 2.3, and those of a run.
 */
#include <math.h>

#include "sim/base/json.h"
#include "sim/paper/measures.h"
#include "sim/run/result.h"

#define SHORT_WAY	3	/* links, each a queue */
#define LONG_WAY	5
#define HALVINGS	60	/* halvings of an interval: to below the precision of a double */

/**
 * struct shares - packets per node per cycle
 * @minimal: share that takes the short way
 * @other: share that takes the long way
 */
struct shares {
	double minimal;
	double other;
};

/**
 * struct ring_run - a run
 * @routing: &enum ss_routing
 * @load: flits offered per node per cycle
 * @links: mean number of links that a packet crossed
 * @latency: mean latency in cycles, from birth to delivery
 */
struct ring_run {
	u32 routing;
	double load;
	double links;
	double latency;
};

/* Return the delay in a queue that serves a packet per cycle, at a load of @load; NaN: unstable. */
static double queueing(double load)
{
	return load < 1 ? 1 / (2 * (1 - load)) : NAN;
}

/* Return the delay of packets that cross @links links, @rate of them per node: Eqs. 2 and 3. */
static double delay(u32 links, double rate)
{
	return links * queueing(links * rate) + links;
}

/* Return the delay that one more of these packets adds to all: the derivative of rate * delay. */
static double marginal(u32 links, double rate)
{
	double idle = 1 - links * rate;

	return links / (2 * idle * idle) + links;
}

/* Return the load up to which the short way alone has the least delay (Claim 1). */
static double switch_load(void)
{
	double least = 0, most = 1.0 / SHORT_WAY;

	for (u32 i = 0; i < HALVINGS; i++) {
		double middle = (least + most) / 2;

		if (marginal(SHORT_WAY, middle) <= marginal(LONG_WAY, 0))
			least = middle;
		else
			most = middle;
	}
	return least;
}

/* Return the shares of @load with the least delay: both ways add as much (Eq. 6, Claim 2). */
static struct shares optimum(double load)
{
	double least = fmax(0, load - 1.0 / SHORT_WAY), most = fmin(load, 1.0 / LONG_WAY);

	if (load <= switch_load())
		return (struct shares){ .minimal = load };
	for (u32 i = 0; i < HALVINGS; i++) {
		double middle = (least + most) / 2;

		if (marginal(SHORT_WAY, load - middle) > marginal(LONG_WAY, middle))
			least = middle;
		else
			most = middle;
	}
	return (struct shares){ .minimal = load - least, .other = least };
}

/* Return the shares of @load with @routing; those of adaptive ones are to be the best. */
static struct shares shares_of(u32 routing, double load)
{
	double balanced = load * SHORT_WAY / (SHORT_WAY + LONG_WAY);

	if (routing == SS_ROUTE_MINAD)
		return (struct shares){ .minimal = load };
	if (routing == SS_ROUTE_GOAL)
		return (struct shares){ .minimal = load - balanced, .other = balanced };
	return optimum(load);
}

static bool read_run(void *of, const struct sim_result *r, struct sim_error *err)
{
	const struct sim_experiment *e = r->experiment;
	struct ring_run *to = of;

	to->routing = e->config.routing;
	to->load = e->phase[0].settings.traffic.load / 1e6;
	to->links = sim_ratio(sim_link_kind_sum(r, 0).sent,
			      sim_port_sum(r, SEASTAR_PORT_PROC, 1).sent);
	to->latency = sim_ratio(r->measure->latency.sum, r->measure->latency.packets);
	return r->nodes == SHORT_WAY + LONG_WAY ||
	       sim_fail(err, "the model is of a ring of %u nodes: leave out 'topology'",
			SHORT_WAY + LONG_WAY);
}

static bool figures(const struct paper_measuring *of, struct json_object *to, struct sim_error *err)
{
	struct ring_run run;
	struct shares x;
	double latency;

	if (!measure_run("", of->keys, of->seed, read_run, &run, err))
		return false;
	x = shares_of(run.routing, run.load);
	latency = x.minimal * delay(SHORT_WAY, x.minimal);
	if (x.other > 0)
		latency += x.other * delay(LONG_WAY, x.other);
	json_put_real(to, "share", (run.links - SHORT_WAY) / (LONG_WAY - SHORT_WAY));
	json_put_real(to, "latency", run.latency);
	json_put_real(to, "model_share", x.other / run.load);
	json_put_real(to, "model_short", delay(SHORT_WAY, x.minimal));
	json_put_real(to, "model_long", delay(LONG_WAY, x.other));
	json_put_real(to, "model_latency", latency / run.load);
	json_put_real(to, "switch", switch_load());
	return true;
}

const struct paper_measure measure_ring = {
	.name = "ring model", .command = "seastar-sim run", .check = paper_is_key, .runs = 1,
	.figures = figures,
};
