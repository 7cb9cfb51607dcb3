/* SPDX-License-Identifier: GPL-2.0-only */
/* A tracing instance of the program's own, and its events. */
#ifndef TRACE_H
#define TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include <event-parse.h>
#include <tracefs.h>

#define TRACE_SYSTEM	"seastar"	/* system of our events */

/**
 * struct trace - what is followed
 * @tep: formats of the events
 * @instance: trace instance that collects the events
 * @names: names of all events, each of which has its format; ends with NULL
 * @boot: difference of nanoseconds since 1970 to the trace clock
 * @left: events still to print; 0: no end
 */
struct trace {
	struct tep_handle *tep;
	struct tracefs_instance *instance;
	char **names;
	uint64_t boot;
	uint64_t left;
};

/* Read the formats of events; the program ends if there are none, or the user may not read them. */
void trace_open(struct trace *t);
void trace_close(struct trace *t);

/*
 * Collect events of @dev, or of all devices if it is NULL.  The instance goes with
 * trace_close(), and if the program ends before that.
 */
void trace_start(struct trace *t, const char *dev);
void trace_enable(struct trace *t, const char *name);

/* Print events as they come, until there were enough or a signal says so. */
void trace_follow(struct trace *t);

/* Return the name of an event, without "seastar_". */
const char *trace_name(const char *event);

/* Print an event; false if the output did not take it. */
bool trace_print(struct trace *t, struct tep_event *event, struct tep_record *record);

#endif /* TRACE_H */
