/* SPDX-License-Identifier: GPL-2.0-only */
/* The settings that an experiment compares. */
#ifndef TUNE_CANDIDATES_H
#define TUNE_CANDIDATES_H

#include "tools/seastar/aging/registers.h"
#include "tools/seastar/snapshot/snapshot.h"
#include "tools/seastar/whatif/whatif.h"

#include "report.h"

/*
 * Make candidates of all combinations of the lists' values; candidate 0 is the settings in @before.
 * Names and arguments of candidates are in @w, until whatif_free() and snapshot_free().
 */
void candidates_of_lists(struct whatif *w, const struct agings *before,
			 const struct whatif_lists *lists, struct report *r);

/*
 * Choose candidates by simulation of settings that 'seastar suggest' derives and the paper uses,
 * under the load that is counted over @span.  The candidates that starve the fewest nodes are
 * chosen; of equal ones, those with the lowest 99th percentile of latency.
 */
void candidates_of_model(struct whatif *w, const char *dev, const struct snapshot_span *span,
			 struct report *r);

#endif /* TUNE_CANDIDATES_H */
