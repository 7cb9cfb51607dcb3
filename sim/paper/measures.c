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

static const struct {
	const char *name;
	const struct paper_measure *measure;
} measures[] = {
	{ "balance of links", &measure_balance_links },
	{ "balance of nodes", &measure_balance_nodes },
	{ "bubble curves", &measure_bubble_curves },
	{ "bubble throughput", &measure_bubble_throughput },
	{ "step", &measure_step },
	{ "oscillation", &measure_oscillation },
	{ "transient", &measure_transient },
	{ "virtual channels", &measure_vcs },
	{ NULL, NULL }
};

const struct paper_measure *paper_measure_find(const char *name)
{
	u32 i = 0;

	while (measures[i].name && strcmp(measures[i].name, name))
		i++;
	return measures[i].measure;
}
