// SPDX-License-Identifier: GPL-2.0-only
/* Runs of the routers of paper bubble at loads that a measure chooses. */
#include <string.h>

#include "sim/base/text.h"
#include "sim/run/result.h"
#include "sim/run/run.h"

#include "bubble.h"

#define LOAD_DIGITS	6	/* of a load in millionths */

static void read_point(const struct sim_result *r, struct bubble_point *to)
{
	u64 flits = 0;

	for (u32 i = 0; i < r->nodes; i++)
		flits += r->measure->node[i].flits;
	/* a fabric in a deadlock may stop before it is measured */
	to->accepted = r->measured ? sim_ratio(flits, r->measured) : 0;
	to->latency = sim_ratio(r->measure->latency.sum, r->measure->latency.packets);
}

bool bubble_run(const char *keys, u32 load, u32 seed, struct bubble_point *to,
		struct sim_error *err)
{
	struct sim_experiment *e = sim_experiment_new();
	struct sim_result *r = NULL;
	char number[TEXT_DECIMAL], word[TEXT_DECIMAL + sizeof("load=")];

	text_from_decimal(load, LOAD_DIGITS, number, sizeof(number));
	snprintf(word, sizeof(word), "load=%s", number);
	if (paper_set_keys(e, keys, err) && sim_experiment_set(e, word, err)) {
		e->config.seed = seed;
		if (sim_experiment_check(e, err))
			r = sim_run(e, 1, NULL, err);
	}
	if (r)
		read_point(r, to);
	sim_result_free(r);
	sim_experiment_free(e);
	return r;
}

bool bubble_check(const char *word, struct sim_error *err)
{
	if (!strncmp(word, "load=", strlen("load=")))
		return sim_fail(err, "its experiments set the loads: leave out 'load'");
	return paper_is_key(word, err);
}
