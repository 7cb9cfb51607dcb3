/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A live device that is experimented with.  Each candidate is a commit with a deadline, which is
 * extended while this program lives.  So the kernel restores the former settings when it does not.
 */
#ifndef TUNE_LIVE_H
#define TUNE_LIVE_H

#include "tools/seastar/aging/registers.h"

#include "hold.h"
#include "tune.h"

/**
 * struct live - a device, and how it is measured
 * @hold: its connection, and the commit that waits, unless the settings are the former ones
 * @dev: its name
 * @words: by candidate, the words of "age set" that make it; "" for the present settings
 * @interval_ms: measured time; 0: @step counts
 * @step: cycles by which the clock, which stands, is stepped and measured
 * @settle_ms: time that is not measured after a change
 * @settle_cycles: likewise, of the device's clock, at least
 * @before: settings at the beginning
 * @generation: of the settings as they should be
 * @current: candidate that is set
 * @in_block: an interval of the block has begun
 * @links: changes of links up to the beginning of the block
 * @theirs: the settings are another administrator's, and nothing is left to undo
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
	bool in_block;
	uint64_t links;
	bool theirs;
};

/* Connect to the device, and read its settings. */
void live_open(struct live *l, const char *dev);
/* End the program if a commit to the device waits: no candidate could be set. */
void live_refuse_pending(struct live *l);
void live_close(struct live *l);

/* Set candidate @i, let it settle and measure an interval, as struct tune_fabric has it. */
enum tune_result live_interval(struct live *l, size_t i, double figure[MEASURES],
			       char why[TUNE_WHY]);

/* End a block: the next interval is compared with none before it. */
void live_end_block(struct live *l);

/* Restore the former settings; what prevents that is written to @why, and false returned. */
bool live_restore(struct live *l, char why[TUNE_WHY]);

/*
 * Commit candidate @i, to be confirmed in @ms; returns the kernel's report, to be freed, or NULL
 * with @why, such as a signal that has come.
 */
struct nlmsghdr *live_keep(struct live *l, size_t i, uint32_t ms, char why[TUNE_WHY]);

/* Let SIGINT, SIGTERM and SIGHUP end the experiment, not the program, unless they are ignored. */
void live_catch_signals(void);

#endif /* TUNE_LIVE_H */
