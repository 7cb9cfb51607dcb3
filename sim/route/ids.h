/* SPDX-License-Identifier: GPL-2.0-only */
/* Node ids that a word describes, in place of a file of them. */
#ifndef SIM_ROUTE_IDS_H
#define SIM_ROUTE_IDS_H

#include "plan.h"

/*
 * Take @word: an order of x, y and z, the fastest first; 'folded'; or 'random:SEED'.  Return false
 * if it is none of these, and leave @ids as it was.
 */
bool route_ids_parse(struct route_ids *ids, const char *word);

/* Number the nodes of each region of @p by @p->ids. */
void route_ids_number(struct route_plan *p);

#endif /* SIM_ROUTE_IDS_H */
