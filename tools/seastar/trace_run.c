// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE	/* cpu_set_t, asprintf */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "print.h"
#include "trace.h"
#include "wait.h"

#define SYSTEM		"seastar"
#define POLL_MS		100
#define NS_A_SECOND	1000000000ULL

/* Removed when the program ends, in whatever way it can see coming. */
static struct tracefs_instance *instance;
static volatile sig_atomic_t interrupted;

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
	interrupted = 1;
}

static void catch_signals(void)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	struct sigaction action = { .sa_handler = on_signal };
	size_t i;

	for (i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		sigaction(signals[i], &action, NULL);
}

void trace_open(struct trace *t)
{
	static const char *const systems[] = { SYSTEM, NULL };

	*t = (struct trace){ 0 };
	tracefs_set_loglevel(TEP_LOG_NONE);
	if (geteuid())
		die("tracing is for root only");
	if (!tracefs_tracing_dir())
		die("this kernel has no tracing, or tracefs cannot be mounted");
	t->names = tracefs_system_events(NULL, SYSTEM);
	if (!t->names || !*t->names)
		die("there are no events of the seastar module: modprobe seastar");
	t->tep = tracefs_local_events_system(NULL, systems);
	if (!t->tep)
		die("cannot read the formats of the events: %s", strerror(errno));
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

	catch_signals();
	atexit(remove_instance);
	snprintf(text, sizeof(text), SYSTEM "-%d", getpid());
	t->instance = tracefs_instance_create(text);
	instance = t->instance;
	if (!instance)
		die("cannot make a tracing instance: %s", strerror(errno));
	write_file(t, "trace_clock", "mono");
	t->boot = now(CLOCK_REALTIME) - now(CLOCK_MONOTONIC);
	if (!dev)
		return;
	snprintf(text, sizeof(text), "dev == \"%.64s\"", dev);
	write_file(t, "events/" SYSTEM "/filter", text);
}

void trace_enable(struct trace *t, const char *name)
{
	if (tracefs_event_enable(t->instance, SYSTEM, name) < 0)
		die("cannot enable the events: %s", strerror(errno));
}

/* The library closes its files only if this returns: no error ends the program here. */
static int on_event(struct tep_event *event, struct tep_record *record, int cpu, void *ctx)
{
	struct trace *t = ctx;

	(void)cpu;
	if (interrupted || !trace_print(t, event, record))
		return 1;
	return t->left && !--t->left;
}

void trace_follow(struct trace *t)
{
	bool has_end = t->left;

	for (;;) {
		if (tracefs_iterate_raw_events(t->tep, t->instance, NULL, 0, on_event, t) < 0 &&
		    !interrupted)
			die("cannot read the events: %s", strerror(errno));
		print_finish();
		if (interrupted || (has_end && !t->left))
			return;
		wait_ms(POLL_MS);
	}
}
