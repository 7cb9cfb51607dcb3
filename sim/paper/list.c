// SPDX-License-Identifier: GPL-2.0-only
/* The results that are still C, and the measures that studies name. */
#include <string.h>

#include "list.h"

static const struct {
	const char *paper;
	const char *name;
	const struct paper_reproduction *p;
} former[] = {
	{ "dragonfly", "bounds", &paper_bounds },
	{ "dragonfly", "fogsim", &paper_fogsim },
	{ "dragonfly", "fogsim-adaptive", &paper_fogsim_adaptive },
	{ "dragonfly", "fogsim-further", &paper_fogsim_further },
	{ "dragonfly", "fogsim-knee", &paper_fogsim_knee },
	{ "dragonfly", "searches", &paper_searches },
	{ "dragonfly", "figure2.13", &paper_figure2_13 },
	{ "dragonfly", "table3.1", &paper_table3_1 },
	{ "dragonfly", "table3.2", &paper_table3_2 },
	{ "dragonfly", "table3.3", &paper_table3_3 },
	{ "dragonfly", "figure3.2", &paper_figure3_2 },
	{ "dragonfly", "figure3.4", &paper_figure3_4 },
	{ "dragonfly", "figure3.7", &paper_figure3_7 },
	{ "dragonfly", "figure3.10", &paper_figure3_10 },
	{ "dragonfly", "figure3.11", &paper_figure3_11 },
	{ "dragonfly", "figure3.13", &paper_figure3_13 },
	{ "dragonfly", "figure4.5", &paper_figure4_5 },
	{ "dragonfly", "figure4.6", &paper_figure4_6 },
	{ "dragonfly", "figure4.7", &paper_figure4_7 },
	{ "dragonfly", "figure4.8", &paper_figure4_8 },
	{ "dragonfly", "figure4.9", &paper_figure4_9 },
	{ "dragonfly", "figure4.10", &paper_figure4_10 },
	{ "dragonfly", "table5.1", &paper_table5_1 },
	{ "dragonfly", "table5.2", &paper_table5_2 },
	{ "dragonfly", "table5.3", &paper_table5_3 },
	{ "dragonfly", "table5.4", &paper_table5_4 },
	{ "dragonfly", "figure5.6", &paper_figure5_6 },
	{ "dragonfly", "figure5.7", &paper_figure5_7 },
	{ "dragonfly", "figure5.8", &paper_figure5_8 },
	{ "dragonfly", "figure5.9", &paper_figure5_9 },
	{ "dragonfly", "figure5.10", &paper_figure5_10 },
	{ "dragonfly", "figure5.11", &paper_figure5_11 },
	{ "dragonfly", "figure5.13", &paper_figure5_13 },
	{ "dragonfly", "figure5.14", &paper_figure5_14 },
	{ "dragonfly", "figure5.15", &paper_figure5_15 },
	{ "dragonfly", "figure5.16", &paper_figure5_16 },
	{ "dragonfly", "flexvc", &paper_flexvc },
	{ NULL, NULL, NULL }
};

const struct paper_reproduction *paper_former(const char *paper, const char *name)
{
	u32 i = 0;

	while (former[i].paper && (strcmp(former[i].paper, paper) || strcmp(former[i].name, name)))
		i++;
	return former[i].p;
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
