// SPDX-License-Identifier: GPL-2.0-only
/* The worker of seastar watch: a reading takes its time, and the view never waits for it. */
#include "test.h"

#include <poll.h>
#include <semaphore.h>
#include <string.h>
#include <unistd.h>

#include "tools/seastar/watch/worker.h"

static sem_t begun, may_end;

enum watch_result watch_read(struct watch_source *w, char name[SEASTAR_NAME_MAX + 1],
			     struct watch_reading *r)
{
	(void)w;
	(void)r;
	sem_post(&begun);
	sem_wait(&may_end);
	if (!*name)
		snprintf(name, SEASTAR_NAME_MAX + 1, "first");
	return WATCH_ABSENT;
}

void watch_read_devices(struct watch_source *w)
{
	static struct watch_device device[] = { { .name = "first" }, { .name = "second" } };

	w->device = device;
	w->devices = 2;
}

void watch_close(struct watch_source *w)
{
	(void)w;
}

void sample_free(struct sample *s)
{
	(void)s;
}

static void await_answer(struct watch_worker *w)
{
	struct pollfd p = { .fd = w->done, .events = POLLIN };

	assert_int_equal(poll(&p, 1, 60000), 1);
	assert_true(watch_worker_take(w));
}

static void answers_come_when_they_are_ready(void **state)
{
	struct watch_worker *w = watch_worker_start();

	(void)state;
	assert_true(watch_worker_ask(w, "", false));
	sem_wait(&begun);
	assert_false(watch_worker_take(w));
	assert_false(watch_worker_ask(w, "", false));
	sem_post(&may_end);
	await_answer(w);
	assert_string_equal(w->dev, "first");
	assert_int_equal(w->result, WATCH_ABSENT);
	sem_post(&may_end);
	assert_true(watch_worker_ask(w, "first", true));
	await_answer(w);
	sem_wait(&begun);
	assert_string_equal(w->dev, "second");
	watch_worker_stop(w);
}

static void the_end_does_not_wait(void **state)
{
	struct watch_worker *w = watch_worker_start();

	(void)state;
	alarm(60);
	assert_true(watch_worker_ask(w, "", false));
	sem_wait(&begun);
	watch_worker_stop(w);
	alarm(0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(answers_come_when_they_are_ready),
		cmocka_unit_test(the_end_does_not_wait),
	};

	sem_init(&begun, 0, 0);
	sem_init(&may_end, 0, 0);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
