/* SPDX-License-Identifier: GPL-2.0-only */
/* Node ids that a word describes, instead of a file with all of them. */
#ifndef SIM_ROUTE_IDS_H
#define SIM_ROUTE_IDS_H

#include "plan.h"

/*
 * Set @ids from @word: an order of x, y and z, beginning with the dimension along which ids count
 * up first; 'folded'; or 'random:SEED'.  Returns false, without a change, if @word is none of
 * these.
 */
bool route_ids_parse(struct route_ids *ids, const char *word);

/* Number the nodes of each region of @p by @p->ids. */
void route_ids_number(struct route_plan *p);

#endif /* SIM_ROUTE_IDS_H */
