// SPDX-License-Identifier: GPL-2.0-only
/* The measures that studies name, and what these have in common. */
#include <stdlib.h>
#include <string.h>

#include "sim/run/result.h"
#include "sim/run/run.h"

#include "measures.h"

bool measure_run(const char *text, const char *keys, u32 seed,
		 bool (*read)(void *of, const struct sim_result *r, struct sim_error *err),
		 void *of, struct sim_error *err)
{
	struct sim_experiment *e = sim_experiment_new();
	struct sim_result *r = NULL;
	bool ok = sim_experiment_read(e, "measure", text, err) && paper_set_keys(e, keys, err);

	e->config.seed = seed;
	if (ok && sim_experiment_check(e, err))
		r = sim_run(e, 1, NULL, err);
	ok = r && read(of, r, err);
	sim_result_free(r);
	sim_experiment_free(e);
	return ok;
}

static const struct paper_measure *const measures[] = {
	&measure_balance_links, &measure_balance_nodes, &measure_bubble_curves,
	&measure_bubble_throughput, &measure_levels, &measure_ring, &measure_step,
	&measure_oscillation, &measure_return, &measure_transient, &measure_vcs, &measure_warmup,
	NULL
};

const struct paper_measure *paper_measure_find(const char *name)
{
	u32 i = 0;

	while (measures[i] && strcmp(measures[i]->name, name))
		i++;
	return measures[i];
}
