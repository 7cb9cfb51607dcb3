// SPDX-License-Identifier: GPL-2.0-only
#include "list.h"

const struct paper_reproduction *const paper_all[] = {
	&paper_fairness, &paper_hops, &paper_ejection, &paper_variance, &paper_figure5,
	&paper_alltoall, &paper_table5, &paper_table6, NULL
};
