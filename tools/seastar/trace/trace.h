/* SPDX-License-Identifier: GPL-2.0-only */
/* A tracefs instance of this program, and its events. */
#ifndef TRACE_H
#define TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include <event-parse.h>
#include <tracefs.h>

#define TRACE_SYSTEM	"seastar"	/* trace system of the driver's events */

/**
 * struct trace - state of the trace
 * @tep: formats of the events
 * @instance: trace instance that collects the events
 * @names: names of all events whose formats were read; ends with NULL
 * @boot: nanoseconds since 1970 at which the trace clock was 0
 * @left: events still to print; 0: no end
 */
struct trace {
	struct tep_handle *tep;
	struct tracefs_instance *instance;
	char **names;
	uint64_t boot;
	uint64_t left;
};

/* Read the formats of the driver's events; print an error and end the program if that fails. */
void trace_open(struct trace *t);
void trace_close(struct trace *t);

/*
 * Collect events of @dev, or of all devices if it is NULL.  The instance is removed by
 * trace_close() or at the end of the program.
 */
void trace_start(struct trace *t, const char *dev);
void trace_enable(struct trace *t, const char *name);

/* Print events as they come, until @left of them are printed or a signal comes. */
void trace_follow(struct trace *t);

/* Return the name of an event, without "seastar_". */
const char *trace_name(const char *event);

/* Print an event; false if the output failed. */
bool trace_print(struct trace *t, struct tep_event *event, struct tep_record *record);

#endif /* TRACE_H */
