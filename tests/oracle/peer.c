// SPDX-License-Identifier: GPL-2.0-only
/*
 * An open experiment of seastar-sim on routers that other simulators have: a packet is
 * routed only when the one before it in its buffer has left (docs/validation.md).  Takes
 * key=value, uses those of the fabric, of the traffic and `select`, and prints a verdict
 * and the load accepted.
 */
#include <stdio.h>
#include <stdlib.h>

#include "sim/base/memory.h"
#include "sim/experiment/experiment.h"
#include "sim/run/starving.h"
#include "sim/run/verdict.h"

#include "oracle.h"

#define BATCHES	32

static bool has_replies(const struct ss_traffic *t)
{
	for (u32 i = 0; i < SEASTAR_MAX_PACKET; i++)
		if (t->reply[i])
			return true;
	return false;
}

static struct sim_experiment *experiment(char **words)
{
	struct sim_experiment *e = sim_experiment_new();
	const struct ss_traffic *t;
	struct sim_error err;

	for (; *words; words++)
		if (!sim_experiment_set(e, *words, &err))
			break;
	if (*words || !sim_experiment_check(e, &err)) {
		fprintf(stderr, "peer: %s\n", err.text);
		exit(EXIT_FAILURE);
	}
	t = &e->phase[0].settings.traffic;
	if (t->source != SEASTAR_SOURCE_OPEN || t->queue || t->burst > 1 || has_replies(t)) {
		fputs("peer: open sources only, without queue, burst and reply\n", stderr);
		exit(EXIT_FAILURE);
	}
	if (e->warmup == SIM_AUTO || e->measure == SIM_AUTO) {
		fputs("peer: say for how many cycles: warmup=N measure=N\n", stderr);
		exit(EXIT_FAILURE);
	}
	return e;
}

struct sums {
	u64 queued;
	u64 offered;
	u64 flits;
};

static struct sums look_at(const struct oracle *o, u32 r)
{
	struct ss_source_stats of;

	oracle_read_source(o, r, &of);
	return (struct sums){
		.queued = ss_source_waiting(&of),
		.offered = of.stat[SEASTAR_SRC_OFFERED],
		.flits = of.stat[SEASTAR_SRC_FLITS],
	};
}

static struct sums look(const struct oracle *o)
{
	struct sums all = { 0 };

	for (u32 r = 0; r < oracle_routers(o); r++) {
		struct sums s = look_at(o, r);

		all.queued += s.queued;
		all.offered += s.offered;
		all.flits += s.flits;
	}
	return all;
}

/* Does any sender, which was as @before says, starve? */
static bool any_starves(const struct oracle *o, const struct sums *before)
{
	bool any = false;

	for (u32 r = 0; r < oracle_routers(o); r++) {
		struct sums s = look_at(o, r);

		if (s.queued > before[r].queued)
			any |= sim_open_starves(s.offered - before[r].offered,
						s.queued - before[r].queued, 0);
	}
	return any;
}

static void begin(struct oracle *o, const struct sim_experiment *e)
{
	const struct sim_settings *s = &e->phase[0].settings;
	struct ss_traffic t = sim_traffic(s);

	for (u32 r = 0; r < oracle_routers(o); r++)
		oracle_set_select(o, r, s->aging.select);
	oracle_set_traffic(o, &t);
	oracle_run(o, e->warmup);
}

int main(int argc, char **argv)
{
	struct sim_experiment *e = experiment(argv + 1);
	struct oracle *o = oracle_new(&e->config, MUTANT_ROUTER_SERIAL);
	u32 nodes = oracle_routers(o);
	struct sums *before = sim_alloc(nodes, sizeof(*before)), first, last;
	double queued[BATCHES + 1];
	u64 cycles = e->measure / BATCHES;
	const char *verdict = "ok";

	(void)argc;
	begin(o, e);
	first = look(o);
	for (u32 r = 0; r < nodes; r++)
		before[r] = look_at(o, r);
	queued[0] = first.queued;
	for (u32 i = 1; i <= BATCHES; i++) {
		oracle_run(o, cycles);
		last = look(o);
		queued[i] = last.queued;
	}
	if (sim_backlog_grows(queued, BATCHES + 1, nodes, last.offered - first.offered))
		verdict = "saturated";
	else if (any_starves(o, before))
		verdict = "starved";
	printf("%s %.6g\n", verdict,
	       (double)(last.flits - first.flits) / (cycles * BATCHES) / nodes);
	free(before);
	oracle_free(o);
	sim_experiment_free(e);
	return EXIT_SUCCESS;
}
