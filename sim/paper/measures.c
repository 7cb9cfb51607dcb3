// SPDX-License-Identifier: GPL-2.0-only
/* The measures that studies name. */
#include <string.h>

#include "measures.h"

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
