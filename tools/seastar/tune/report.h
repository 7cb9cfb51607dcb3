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
 * struct report - an experiment, and what is to be said of it
 * @t: the experiment
 * @dev: name of the device
 * @name: of each candidate
 * @words: of "age set", that make it
 * @time: in seconds since 1970, at which it began
 * @interval_ms: of an interval; 0: @step cycles
 * @step: likewise
 * @settle_ms: not measured after a change
 * @settle_cycles: likewise
 * @over: it came to its end
 * @kept: its winner is committed
 * @text: of a report that was read, in which names are; or NULL
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
	bool kept;
	struct json_object *text;
};

/* Print the plan; a block; the verdicts.  All are members of the object that is open. */
void report_plan_out(const struct report *r);
void report_block_out(const struct report *r, uint32_t block);
void report_verdicts_out(const struct report *r);
void report_out(const struct report *r);

/* Keep the report; and read that of a device. */
void report_keep(const struct report *r);
void report_read(const char *dev, struct report *r);
void report_free(struct report *r);

/* Return the word for a verdict. */
const char *report_verdict(const struct tune_outcome *o);

/* Write a time in seconds, or from five minutes on in minutes. */
const char *report_time(double seconds, char text[32]);

/* Return the seconds that @n intervals take at least, with their settling. */
double report_seconds(const struct report *r, uint32_t n);

/* Write the command that applies a candidate. */
void report_command(const struct report *r, size_t i, char *text, size_t room);

#endif /* TUNE_REPORT_H */
