/* SPDX-License-Identifier: GPL-2.0-only */
/* How evenly routers inject: the columns of Tables 3.1 to 3.3 and of Figures 3.10 and 3.13. */
#ifndef SIM_PAPER_INJECTED_H
#define SIM_PAPER_INJECTED_H

#include "sim/paper/list.h"

enum column { ACCEPTED, LEAST, UNFAIR, CV };
#define INJECTED_COLUMNS \
	[ACCEPTED] = COLUMN("accepted", "phits", "/load/accepted"), \
	[LEAST] = COLUMN("least", "injected", "/router_fairness/min"), \
	[UNFAIR] = COLUMN("max/min", "routers", "/router_fairness/max_over_min"), \
	[CV] = COLUMN("CoV", "routers", "/router_fairness/cv")

#endif /* SIM_PAPER_INJECTED_H */
