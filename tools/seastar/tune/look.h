/* SPDX-License-Identifier: GPL-2.0-only */
/* Looks at the counts of a device, and what two of them say of the time between. */
#ifndef TUNE_LOOK_H
#define TUNE_LOOK_H

#include "tools/seastar/counters/reading.h"

#include "tune.h"

/* Packets of a source. */
struct look_source {
	uint64_t injected, waiting;
};

/**
 * struct look - the counts at an instant
 * @reading: all counts
 * @link_changes: how often links came up or went down
 * @source: by node, if the driver sees the sources
 * @sources: how many
 */
struct look {
	struct reading reading;
	uint64_t link_changes;
	struct look_source *source;
	size_t sources;
};

/* Read the counts; @nl->failed tells whether that went well.  look_free() frees them. */
void look_take(struct nl *nl, const char *dev, struct look *l);
void look_free(struct look *l);

/* Write to @why what makes the counts between two looks useless; false if nothing does. */
bool look_spoils(const struct look *before, const struct look *after, const char *dev,
		 char why[TUNE_WHY]);

/* Compute all measures between two looks; unknown ones are no number.  @after is changed. */
void look_figures(const struct look *before, struct look *after, double figure[MEASURES]);

#endif /* TUNE_LOOK_H */
