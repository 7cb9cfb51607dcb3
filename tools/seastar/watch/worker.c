// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "tools/seastar/base/print.h"

#include "worker.h"

/* Set @w->dev to the name of the next device, if there is any device. */
static void go_to_next(struct watch_worker *w)
{
	const struct watch_source *s = &w->source;
	size_t i;

	watch_read_devices(&w->source);
	if (!s->devices)
		return;
	for (i = 0; i < s->devices && strcmp(s->device[i].name, w->dev); i++)
		;
	i = i < s->devices ? (i + 1) % s->devices : 0;
	memcpy(w->dev, s->device[i].name, sizeof(w->dev));
}

static void work(struct watch_worker *w)
{
	if (w->next)
		go_to_next(w);
	w->result = watch_read(&w->source, w->dev, &w->reading);
}

static void worker_answer(struct watch_worker *w)
{
	uint64_t one = 1;

	w->busy = false;
	w->answered = true;
	if (write(w->done, &one, sizeof(one)) < 0)
		die("cannot report that a reading is done");
}

static void *worker_run(void *ctx)
{
	struct watch_worker *w = ctx;

	pthread_mutex_lock(&w->lock);
	while (!w->quits) {
		if (!w->busy) {
			pthread_cond_wait(&w->work, &w->lock);
			continue;
		}
		pthread_mutex_unlock(&w->lock);
		work(w);
		pthread_mutex_lock(&w->lock);
		worker_answer(w);
	}
	pthread_mutex_unlock(&w->lock);
	return NULL;
}

struct watch_worker *watch_worker_start(void)
{
	struct watch_worker *w = allocate(1, sizeof(*w));

	pthread_mutex_init(&w->lock, NULL);
	pthread_cond_init(&w->work, NULL);
	w->done = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (w->done < 0 || pthread_create(&w->thread, NULL, worker_run, w))
		die("cannot start a thread for readings");
	return w;
}

bool watch_worker_ask(struct watch_worker *w, const char *dev, bool next)
{
	bool free;

	pthread_mutex_lock(&w->lock);
	free = !w->busy && !w->answered;
	if (free) {
		w->busy = true;
		w->next = next;
		snprintf(w->dev, sizeof(w->dev), "%s", dev);
		pthread_cond_signal(&w->work);
	}
	pthread_mutex_unlock(&w->lock);
	return free;
}

bool watch_worker_take(struct watch_worker *w)
{
	uint64_t count;
	bool any;

	pthread_mutex_lock(&w->lock);
	any = w->answered;
	w->answered = false;
	if (any && read(w->done, &count, sizeof(count)) < 0)
		any = false;
	pthread_mutex_unlock(&w->lock);
	return any;
}

void watch_worker_stop(struct watch_worker *w)
{
	bool busy;

	pthread_mutex_lock(&w->lock);
	w->quits = true;
	busy = w->busy;
	pthread_cond_signal(&w->work);
	pthread_mutex_unlock(&w->lock);
	if (busy) {
		pthread_detach(w->thread);
		return;
	}
	pthread_join(w->thread, NULL);
	if (w->answered && w->result == WATCH_READ)
		sample_free(&w->reading.sample);
	watch_close(&w->source);
	close(w->done);
	free(w);
}
