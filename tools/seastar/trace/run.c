// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE	/* cpu_set_t, asprintf */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/seastar/base/print.h"
#include "tools/seastar/base/wait.h"

#include "trace.h"

#define POLL_MS		100
#define NS_A_SECOND	1000000000ULL

/* The tracing instance, removed when the program ends, except by SIGKILL or a crash. */
static struct tracefs_instance *instance;
static volatile sig_atomic_t trace_interrupted;

static void remove_instance(void)
{
	if (!instance)
		return;
	tracefs_instance_destroy(instance);
	tracefs_instance_free(instance);
	instance = NULL;
}

static void on_signal(int signal)
{
	(void)signal;
	trace_interrupted = 1;
}

static void trace_catch_signals(void)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	struct sigaction action = { .sa_handler = on_signal };
	size_t i;

	for (i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		sigaction(signals[i], &action, NULL);
}

static bool read_header(struct tep_handle *tep)
{
	int size;
	char *text = tracefs_instance_file_read(NULL, "events/header_page", &size);
	bool good = text && !tep_parse_header_page(tep, text, size, sizeof(long));

	free(text);
	return good;
}

static bool read_format(struct tep_handle *tep, const char *name)
{
	int size;
	char *text = tracefs_event_file_read(NULL, TRACE_SYSTEM, name, "format", &size);
	bool good = text && !tep_parse_event(tep, text, size, TRACE_SYSTEM) &&
		    tep_find_event_by_name(tep, TRACE_SYSTEM, name);

	free(text);
	return good;
}

/*
 * Read the formats of the driver's events. tracefs_local_events_system() would also read all
 * symbols of the kernel, none of which are printed.
 */
static struct tep_handle *read_formats(char **names)
{
	struct tep_handle *tep = tep_alloc();
	bool good = tep && read_header(tep);

	for (; good && *names; names++)
		good = read_format(tep, *names);
	if (!good) {
		tep_free(tep);
		return NULL;
	}
	tep_set_file_bigendian(tep, tep_is_bigendian());
	return tep;
}

void trace_open(struct trace *t)
{
	*t = (struct trace){ 0 };
	tracefs_set_loglevel(TEP_LOG_NONE);
	if (geteuid())
		die("tracing is for root only");
	if (!tracefs_tracing_dir())
		die("this kernel has no tracing, or tracefs cannot be mounted");
	t->names = tracefs_system_events(NULL, TRACE_SYSTEM);
	if (!t->names || !*t->names)
		die("there are no events of the seastar module: modprobe seastar");
	t->tep = read_formats(t->names);
	if (!t->tep)
		die("cannot read the formats of the events");
}

void trace_close(struct trace *t)
{
	remove_instance();
	tep_free(t->tep);
	tracefs_list_free(t->names);
}

static uint64_t now(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return t.tv_sec * NS_A_SECOND + t.tv_nsec;
}

static void write_file(struct trace *t, const char *file, const char *text)
{
	if (tracefs_instance_file_write(t->instance, file, text) < 0)
		die("cannot write %s of the tracing instance: %s", file, strerror(errno));
}

void trace_start(struct trace *t, const char *dev)
{
	char text[128];

	trace_catch_signals();
	atexit(remove_instance);
	snprintf(text, sizeof(text), TRACE_SYSTEM "-%d", getpid());
	t->instance = tracefs_instance_create(text);
	instance = t->instance;
	if (!instance)
		die("cannot make a tracing instance: %s", strerror(errno));
	write_file(t, "trace_clock", "mono");
	t->boot = now(CLOCK_REALTIME) - now(CLOCK_MONOTONIC);
	if (!dev)
		return;
	snprintf(text, sizeof(text), "dev == \"%.64s\"", dev);
	write_file(t, "events/" TRACE_SYSTEM "/filter", text);
}

void trace_enable(struct trace *t, const char *name)
{
	if (tracefs_event_enable(t->instance, TRACE_SYSTEM, name) < 0)
		die("cannot enable the events: %s", strerror(errno));
}

/*
 * Print an event. The library closes its files only if this returns, so no error may end the
 * program here.
 */
static int trace_on_event(struct tep_event *event, struct tep_record *record, int cpu, void *ctx)
{
	struct trace *t = ctx;

	(void)cpu;
	if (trace_interrupted || !trace_print(t, event, record))
		return 1;
	return t->left && !--t->left;
}

void trace_follow(struct trace *t)
{
	bool has_end = t->left;

	for (;;) {
		if (tracefs_iterate_raw_events(t->tep, t->instance, NULL, 0, trace_on_event,
					       t) < 0 &&
		    !trace_interrupted)
			die("cannot read the events: %s", strerror(errno));
		print_finish();
		if (trace_interrupted || (has_end && !t->left))
			return;
		wait_ms(POLL_MS);
	}
}
