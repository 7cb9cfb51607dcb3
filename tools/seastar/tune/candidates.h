/* SPDX-License-Identifier: GPL-2.0-only */
/* The settings that an experiment compares. */
#ifndef TUNE_CANDIDATES_H
#define TUNE_CANDIDATES_H

#include "tools/seastar/aging/registers.h"
#include "tools/seastar/snapshot/snapshot.h"
#include "tools/seastar/whatif/whatif.h"

#include "report.h"

/*
 * Make the candidates of lists, each value with each; the present settings of @before come first.
 * @w keeps the words, until whatif_free() and snapshot_free().
 */
void candidates_of_lists(struct whatif *w, const struct agings *before,
			 const struct whatif_lists *lists, struct report *r);

/*
 * Choose candidates from what suggest derives and whatif tries: those that the model has starve
 * fewest nodes and have the lowest 99 % latency under the load that is counted over @span.
 */
void candidates_of_model(struct whatif *w, const char *dev, const struct snapshot_span *span,
			 struct report *r);

#endif /* TUNE_CANDIDATES_H */
