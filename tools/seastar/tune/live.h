/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A live device that is experimented with.  Each candidate is a commit with a deadline, which this
 * program extends.  If the program dies, the kernel restores the former settings at the deadline.
 */
#ifndef TUNE_LIVE_H
#define TUNE_LIVE_H

#include "tools/seastar/aging/registers.h"

#include "hold.h"
#include "tune.h"

/**
 * struct live - a device, and how it is measured
 * @hold: connection, and the commit of the current candidate, unless that is number 0
 * @dev: name of the device
 * @words: arguments of "age set" that make each candidate; "" for the present settings
 * @interval_ms: length of an interval in ms; 0: @step is used
 * @step: length of an interval in cycles by which the stopped clock is stepped; 0: it runs
 * @settle_ms: ms from a change of settings to the interval
 * @settle_cycles: cycles from a change of settings to the interval, at least
 * @before: settings at the beginning of the experiment
 * @generation: generation that the settings should have
 * @current: candidate that is set
 * @cycles: length of the last measured interval in cycles
 * @in_block: true if an interval of the block has begun
 * @links: number of link changes before the block
 * @theirs: true if the settings may be another administrator's, so nothing is restored
 */
struct live {
	struct hold hold;
	const char *dev;
	const char *words[TUNE_CANDIDATES];
	uint64_t interval_ms, step;
	uint64_t settle_ms, settle_cycles;
	struct agings before;
	uint64_t generation;
	size_t current;
	uint64_t cycles;
	bool in_block;
	uint64_t links;
	bool theirs;
};

/* Connect to the device, and read its settings. */
void live_open(struct live *l, const char *dev);
/* End the program if a commit to the device is pending: no candidate could be set. */
void live_refuse_pending(struct live *l);
void live_close(struct live *l);

/* Set candidate @i, let it settle and measure an interval: @interval of struct tune_fabric. */
enum tune_result live_interval(struct live *l, size_t i, double figure[MEASURES],
			       char why[TUNE_WHY]);

/* End a block: the next interval begins a new one. */
void live_end_block(struct live *l);

/* Restore the former settings; return false, with the reason in @why, if they cannot be. */
bool live_restore(struct live *l, char why[TUNE_WHY]);

/*
 * Commit candidate @i for the user, who has @ms to confirm it.  Returns the kernel's report, to be
 * freed; or NULL, with the reason in @why, such as a signal.
 */
struct nlmsghdr *live_keep(struct live *l, size_t i, uint32_t ms, char why[TUNE_WHY]);

/* Let SIGINT, SIGTERM and SIGHUP end the experiment, not the program, unless they are ignored. */
void live_catch_signals(void);

#endif /* TUNE_LIVE_H */
