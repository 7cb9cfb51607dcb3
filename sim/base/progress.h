/* SPDX-License-Identifier: GPL-2.0-only */
/* How far a sweep or a run is, for people: a line on a terminal, and nothing anywhere else. */
#ifndef SIM_PROGRESS_H
#define SIM_PROGRESS_H

#include <stdio.h>
#include <time.h>

#include <seastar/types.h>

/**
 * struct progress - the line
 * @to: the terminal, or NULL
 * @total: points of the sweep
 * @before: those done before it began
 * @done: those done by now, with those that failed
 * @failed: those without a result
 * @start: when it began
 * @drawn: seconds after that in which it was drawn last
 */
struct progress {
	FILE *to;
	u32 total;
	u32 before;
	u32 done;
	u32 failed;
	struct timespec start;
	double drawn;
};

/* Begin: @to may be anything that is a terminal or not. */
void progress_begin(struct progress *p, FILE *to, u32 total, u32 before);

/* Draw it as it is now. */
void progress_draw(const struct progress *p);

/* Draw the progress of a run, as its &struct sim_watch, if it is not too early. */
void progress_tell(void *progress, const char *doing, u64 now, u64 last);

/* Take it away, for something to be said or because it is over. */
void progress_clear(const struct progress *p);

/* The line itself, after @seconds: for the tests, which have neither terminal nor time. */
void progress_line(const struct progress *p, double seconds, char *line, size_t room);

#endif /* SIM_PROGRESS_H */
