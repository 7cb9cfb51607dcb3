/* SPDX-License-Identifier: GPL-2.0-only */
/* The screen of seastar watch: readings as text, drawn with curses. */
#ifndef WATCH_DRAW_H
#define WATCH_DRAW_H

#include "model.h"
#include "worker.h"

#define WATCH_MIN_COLUMNS	80
#define WATCH_MIN_LINES		20

/* Facts that were read besides counters. */
struct watch_facts {
	struct watch_clock clock;
	struct watch_settings settings;
	struct watch_commit *commit;
	size_t commits;
	size_t devices;		/* number of devices */
	char why[256];		/* reason why there is no reading */
};

/**
 * struct watch_screen - state of the screen
 * @dev: name of the device
 * @worker: worker that makes the readings
 * @events: follower of events, which announce changes
 * @facts: facts read besides counters
 * @next: the next reading is of another device
 * @asked: a reading is under way
 * @stale: an event came since the reading under way began
 * @model: readings so far
 * @result: result of the last reading
 * @interval: time between two readings, in milliseconds
 * @paused: no readings are made
 * @help: show the keys instead of the device
 * @top: first visible row of the table
 * @news: sentence about the last event
 */
struct watch_screen {
	char dev[SEASTAR_NAME_MAX + 1];
	struct watch_worker *worker;
	struct watch_events events;
	struct watch_facts facts;
	bool next, asked, stale;
	struct watch_model model;
	enum watch_result result;
	uint64_t interval;
	bool paused;
	bool help;
	size_t top;
	char news[128];
};

/* Set up colours, if the terminal has any and the user did not turn them off. */
void watch_draw_start(void);
void watch_draw(struct watch_screen *s);

/* Return the rows of the table that are visible at once. */
size_t watch_draw_rows(void);

#endif /* WATCH_DRAW_H */
