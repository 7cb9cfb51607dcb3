// SPDX-License-Identifier: GPL-2.0-only
#include "list.h"

static const struct paper_reproduction *const age[] = {
	&paper_fairness, &paper_hops, &paper_ejection, &paper_variance, &paper_figure5,
	&paper_alltoall, &paper_table5, &paper_table6, NULL
};

static const struct paper_reproduction *const vc[] = {
	&paper_balance, &paper_profile, &paper_counters, &paper_throughput, NULL
};

static const struct paper_reproduction *const cqr[] = {
	&paper_tornado, &paper_ring, &paper_torus, &paper_step, &paper_table1, &paper_batch,
	&paper_overload, NULL
};

static const struct paper_reproduction *const bubble[] = {
	&paper_base, &paper_bubble_throughput, &paper_curves, &paper_reply, NULL
};

static const struct paper_reproduction *const dragonfly[] = {
	&paper_bounds, &paper_fogsim, &paper_fogsim_adaptive, &paper_fogsim_further,
	&paper_fogsim_knee, &paper_searches, &paper_figure2_13, &paper_table3_1,
	&paper_table3_2, &paper_table3_3, &paper_figure3_2, &paper_figure3_4, &paper_figure3_7,
	&paper_figure3_10, &paper_figure3_11, &paper_figure3_13, &paper_figure4_5,
	&paper_figure4_6, &paper_figure4_7, &paper_figure4_8, &paper_figure4_9,
	&paper_figure4_10, &paper_table5_1, &paper_table5_2, &paper_table5_3, &paper_table5_4,
	&paper_figure5_6, &paper_figure5_7, &paper_figure5_8, &paper_figure5_9, &paper_figure5_10,
	&paper_figure5_11, &paper_figure5_13, &paper_figure5_14, &paper_figure5_15,
	&paper_figure5_16, &paper_flexvc, NULL
};

const struct paper papers[] = {
	{
		.name = "age", .authors = "Abts & Weisser, SC07",
		.title = "Age-Based Packet Arbitration in Large-Radix k-ary n-cubes",
		.note = "Age arithmetic and Procedures 1 to 3 have no experiments: tests/unit/age.c goes through all states.",
		.result = age,
	}, {
		.name = "vc", .authors = "Abts, Weisser, Nowicki & Alverson",
		.title = "Optimized Virtual Channel Assignment in the Cray XT",
		.result = vc,
	}, {
		.name = "cqr", .authors = "Singh, Dally, Gupta & Towles, SPAA'04",
		.title = "Adaptive Channel Queue Routing on k-ary n-cubes",
		.result = cqr,
	}, {
		.name = "bubble",
		.authors = "Puente, Izu, Beivide, Gregorio, Vallejo & Prellezo, JPDC 2001",
		.title = "The Adaptive Bubble Router",
		.result = bubble,
	}, {
		.name = "dragonfly", .authors = "Fuentes, University of Cantabria, 2017",
		.title = "Balanced and efficient interconnects for Exascale supercomputers (thesis)",
		.result = dragonfly,
	},
	{ 0 }
};
