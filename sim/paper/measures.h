/* SPDX-License-Identifier: GPL-2.0-only */
/* Measures: figures that no single run gives, each in a file of the folder measures. */
#ifndef SIM_PAPER_MEASURES_H
#define SIM_PAPER_MEASURES_H

#include "paper.h"

extern const struct paper_measure measure_balance_links, measure_balance_nodes,
	measure_bubble_curves, measure_bubble_throughput, measure_step, measure_oscillation,
	measure_transient, measure_vcs;

#endif /* SIM_PAPER_MEASURES_H */
