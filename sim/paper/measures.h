/* SPDX-License-Identifier: GPL-2.0-only */
/* Measures: figures that no single run gives, each in a file of the folder measures. */
#ifndef SIM_PAPER_MEASURES_H
#define SIM_PAPER_MEASURES_H

#include "paper.h"

struct sim_result;

/*
 * Run an experiment of @text, lines of its file, and of @keys, with @seed, and have @read take what
 * it needs of the result into @of. Return false, and say why, if one of them cannot.
 */
bool measure_run(const char *text, const char *keys, u32 seed,
		 bool (*read)(void *of, const struct sim_result *r, struct sim_error *err),
		 void *of, struct sim_error *err);

extern const struct paper_measure measure_balance_links, measure_balance_nodes,
	measure_bubble_curves, measure_bubble_throughput, measure_levels, measure_oscillation,
	measure_return, measure_ring, measure_step, measure_transient, measure_vcs, measure_warmup;

#endif /* SIM_PAPER_MEASURES_H */
