/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The progress of a sweep or a run, shown to users: a line on a terminal; elsewhere nothing is
 * printed.
 */
#ifndef SIM_PROGRESS_H
#define SIM_PROGRESS_H

#include <stdio.h>
#include <time.h>

#include <seastar/types.h>

/**
 * struct progress - the line
 * @to: terminal that the line is drawn on, or NULL
 * @total: number of points of the sweep
 * @before: points done before the sweep began
 * @done: points done by now, including failed ones
 * @failed: points without a result
 * @start: time at which the sweep began
 * @drawn: seconds from @start to the last time that the line was drawn
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

/* Begin a line of progress; if @to is no terminal, nothing is printed. */
void progress_begin(struct progress *p, FILE *to, u32 total, u32 before);

/* Draw the line as it is now. */
void progress_draw(const struct progress *p);

/* Draw the progress of a run, as its &struct sim_watch, if it is not too early. */
void progress_report(void *progress, const char *doing, u64 now, u64 last);

/* Erase the line, before other output or at the end. */
void progress_clear(const struct progress *p);

/*
 * Write the line for @seconds after the beginning. For tests, which have neither terminal nor time.
 */
void progress_line(const struct progress *p, double seconds, char *line, size_t room);

#endif /* SIM_PROGRESS_H */
