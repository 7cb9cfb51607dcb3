/* SPDX-License-Identifier: GPL-2.0-only */
/* Readings of all counts of a device ("looks"), and the measures between two of them. */
#ifndef TUNE_LOOK_H
#define TUNE_LOOK_H

#include "tools/seastar/counters/reading.h"

#include "tune.h"

/* Packets of a source: injected so far, and waiting to be injected. */
struct look_source {
	uint64_t injected, waiting;
};

/**
 * struct look - the counts at an instant
 * @reading: counts of registers and sources
 * @link_changes: number of times that a link came up or went down
 * @source: packets of each node's source; NULL if the driver does not see sources
 * @sources: number of sources
 */
struct look {
	struct reading reading;
	uint64_t link_changes;
	struct look_source *source;
	size_t sources;
};

/* Read the counts; @nl->failed is set if that fails.  look_free() frees them. */
void look_take(struct nl *nl, const char *dev, struct look *l);
void look_free(struct look *l);

/* Return true, with the reason in @why, if the counts between two looks cannot be used. */
bool look_spoils(const struct look *before, const struct look *after, const char *dev,
		 char why[TUNE_WHY]);

/* Compute all measures between two looks; NaN if unknown.  @after is changed. */
void look_figures(const struct look *before, struct look *after, double figure[MEASURES]);

#endif /* TUNE_LOOK_H */
