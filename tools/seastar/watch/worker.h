/* SPDX-License-Identifier: GPL-2.0-only */
/* seastar watch: readings are made in a thread, so that keys never wait for one. */
#ifndef WATCH_WORKER_H
#define WATCH_WORKER_H

#include <pthread.h>

#include "read.h"

/**
 * struct watch_worker - the thread and its work
 * @lock: of @busy, @answered and @quits
 * @work: there is some
 * @done: becomes readable when it is done
 * @busy: the thread has what follows; otherwise the screen has
 * @answered: work is done, and not yet taken
 * @quits: no more work comes
 * @source: where readings come from
 * @dev: the device's name, "" for the first
 * @next: the device after that one, rather
 * @result: of the reading
 * @reading: if there is one
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

/* Return true if there is an answer, which belongs to the caller until the next question. */
bool watch_worker_take(struct watch_worker *w);

/* Release the worker; a thread that is still reading is left to end with the program. */
void watch_worker_stop(struct watch_worker *w);

#endif /* WATCH_WORKER_H */
