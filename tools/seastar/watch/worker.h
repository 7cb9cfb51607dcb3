/* SPDX-License-Identifier: GPL-2.0-only */
/* seastar watch: readings are made in a thread, so that keys never wait for one. */
#ifndef WATCH_WORKER_H
#define WATCH_WORKER_H

#include <pthread.h>

#include "read.h"

/**
 * struct watch_worker - the thread and its work
 * @lock: lock of @busy, @answered and @quits
 * @work: condition that the thread waits on for work
 * @done: descriptor that becomes readable when the work is done
 * @busy: the thread owns the fields that follow; otherwise the screen owns them
 * @answered: work is done, and its result not yet taken
 * @quits: no more work comes
 * @source: connection and facts behind readings
 * @dev: name of the device to read, "" for the first
 * @next: read the device after @dev instead
 * @result: result of the reading
 * @reading: the reading, if @result is WATCH_READ
 */
struct watch_worker {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t work;
	int done;
	bool busy, answered, quits;
	struct watch_source source;
	char dev[SEASTAR_NAME_MAX + 1];
	bool next;
	enum watch_result result;
	struct watch_reading reading;
};

/* Start the thread, with the signals blocked that are blocked now. */
struct watch_worker *watch_worker_start(void);

/* Start a reading of a device; false if the thread is busy. */
bool watch_worker_ask(struct watch_worker *w, const char *dev, bool next);

/*
 * Return true if a reading is done. The caller owns the result until the next watch_worker_ask().
 */
bool watch_worker_take(struct watch_worker *w);

/* Release the worker; a thread that is still reading is left to end with the program. */
void watch_worker_stop(struct watch_worker *w);

#endif /* WATCH_WORKER_H */
