/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The report of an experiment: printed, and kept beside the history as tune-DEV.json after each
 * block.  Verdicts are derived from its figures whenever it is read.
 */
#ifndef TUNE_REPORT_H
#define TUNE_REPORT_H

#include <libmnl/libmnl.h>

#include "tools/seastar/whatif/whatif.h"

#include "tune.h"

/**
 * struct report - an experiment, and the facts to be printed with it
 * @t: the experiment
 * @dev: name of the device
 * @name: name of each candidate
 * @words: arguments of "age set" that make each candidate
 * @time: start of the experiment, in seconds since 1970
 * @interval_ms: length of an interval in ms; 0: it is @step cycles
 * @step: length of an interval in cycles of a stopped clock; 0: it is @interval_ms
 * @settle_ms: ms from a change of settings to the interval
 * @settle_cycles: cycles from a change of settings to the interval, at least
 * @over: true if the experiment came to its end
 * @running: true if the program that experiments is alive
 * @undo: command that restores the former settings; NULL: no winner was committed
 * @text: parsed JSON of a report that was read, which holds the names; else NULL
 */
struct report {
	struct tune t;
	const char *dev;
	const char *name[TUNE_CANDIDATES];
	const char *words[TUNE_CANDIDATES];
	uint64_t time;
	uint64_t interval_ms, step;
	uint64_t settle_ms, settle_cycles;
	bool over;
	bool running;
	const char *undo;
	struct json_object *text;
};

/*
 * Print the plan, a block, the verdicts, the command that undoes what was kept, or all, as members
 * of the JSON object that is open.
 */
void report_plan_out(const struct report *r);
void report_block_out(const struct report *r, uint32_t block);
void report_verdicts_out(const struct report *r);
void report_undo_out(const struct report *r);
void report_out(const struct report *r);

/* Write the report to its file, or read the report of a device. */
void report_keep(const struct report *r);
void report_read(const char *dev, struct report *r);
void report_free(struct report *r);

/* Return the word for a verdict. */
const char *report_verdict(const struct tune_outcome *o);

/* Write a time to @text, in seconds or, from five minutes on, in minutes; return @text. */
const char *report_time(double seconds, char text[32]);

/* Return the seconds that @n intervals take at least, with their settling. */
double report_seconds(const struct report *r, uint32_t n);

/* Write the command that applies a candidate. */
void report_command(const struct report *r, size_t i, char *text, size_t room);

#endif /* TUNE_REPORT_H */
