/* SPDX-License-Identifier: GPL-2.0-only */
/* The reproductions, each in the file of its name. */
#ifndef SIM_PAPER_LIST_H
#define SIM_PAPER_LIST_H

#include "paper.h"

extern const struct paper_reproduction paper_bounds, paper_fogsim, paper_fogsim_adaptive,
	paper_fogsim_further, paper_fogsim_knee,
	paper_table3_1, paper_table3_2, paper_table3_3, paper_figure3_2, paper_figure3_7,
	paper_figure3_10, paper_figure3_11, paper_figure3_13, paper_figure4_5, paper_figure4_6,
	paper_figure4_7, paper_figure3_4, paper_figure4_8, paper_figure4_9, paper_figure4_10,
	paper_table5_1, paper_table5_2, paper_table5_3, paper_table5_4, paper_figure5_6,
	paper_figure5_7, paper_figure5_8, paper_figure5_9, paper_figure5_10, paper_figure5_11,
	paper_figure5_13, paper_figure5_14, paper_figure5_15, paper_figure5_16,
	paper_flexvc, paper_figure2_13, paper_searches;

extern const struct paper_measure measure_balance_links, measure_balance_nodes,
	measure_bubble_curves, measure_bubble_throughput, measure_step, measure_oscillation,
	measure_transient, measure_vcs;

/* A result that is still C. */
const struct paper_reproduction *paper_former(const char *paper, const char *name);

#define COLUMN(label, of, at)		{ .name = label, .unit = of, .value = at, .scale = 1 }
#define SCALED(label, of, at, by)	{ .name = label, .unit = of, .value = at, .scale = by }
#define RATIO(label, of, at, by, below) \
	{ .name = label, .unit = of, .value = at, .scale = by, .over = below }

#endif /* SIM_PAPER_LIST_H */
