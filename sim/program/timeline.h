/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The timeline of a rank: its cycles by state, in time bins of equal width.  The bins become twice
 * as wide when the time exceeds them, so that memory does not grow with it.
 */
#ifndef SIM_PROGRAM_TIMELINE_H
#define SIM_PROGRAM_TIMELINE_H

#include "fabric.h"

/* The states of a rank that has not ended. */
enum timeline_state {
	TIMELINE_COMPUTING,
	TIMELINE_SENDING,
	TIMELINE_WAITING,
	TIMELINE_COLLECTIVE,	/* sending or waiting in a call of a collective operation */
	TIMELINE_STATES,
};

/**
 * struct timeline_bin - cycles of a bin by state; a run has less than 2^32 cycles
 * @cycles: cycles, by &enum timeline_state
 */
struct timeline_bin {
	u32 cycles[TIMELINE_STATES];
};

/**
 * struct timeline - the timeline of a rank, from cycle 0 on
 * @bins: number of bins
 * @log2: log2 of the cycles of a bin, the least with which the bins reach @end
 * @end: cycles recorded
 * @bin: bins
 */
struct timeline {
	u32 bins;
	u32 log2;
	u64 end;
	struct timeline_bin *bin;
};

struct timeline *timeline_new(u32 bins);
void timeline_free(struct timeline *l);

/* Record that the rank is in @state in the @cycles that follow those recorded. */
void timeline_add(struct timeline *l, enum timeline_state state, u64 cycles);

/* Make the bins as wide as those of a timeline with as many bins that has been recorded to @end. */
void timeline_widen(struct timeline *l, u64 end);

/* Return log2 of the least cycles of a bin with which @bins bins reach @end. */
u32 timeline_log2(u32 bins, u64 end);

#endif /* SIM_PROGRAM_TIMELINE_H */
