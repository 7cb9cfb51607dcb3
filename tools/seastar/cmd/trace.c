// SPDX-License-Identifier: GPL-2.0-only
/* seastar trace: follow the tracepoints of the driver. */
#include "tools/seastar/base/command.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/device/device.h"
#include "tools/seastar/trace/trace.h"

#include "cmd.h"

#define MAX_EVENTS	63	/* events that a word can choose */

static void event_out(const struct trace *t, const char *name)
{
	struct tep_event *event = tep_find_event_by_name(t->tep, TRACE_SYSTEM, name);
	struct tep_format_field *f;

	out_row();
	out_str("event", "%s:", trace_name(name));
	out_list("fields");
	for (f = event->format.fields; f; f = f->next)
		out_str(NULL, " %s", f->name);
	out_close();
	out_text("\n");
	out_close();
}

static void trace_show(struct args *a)
{
	struct trace t;
	char **name;

	args_end(a);
	trace_open(&t);
	out_list(NULL);
	for (name = t.names; *name; name++)
		event_out(&t, *name);
	out_close();
	trace_close(&t);
}

/*
 * The words of "seastar trace". Events are kept as typed, since only the kernel has the list of
 * names.
 */
struct trace_query {
	const char *dev;	/* name of the device; NULL: all */
	uint64_t count;		/* events to print; 0: no end */
	const char *event[MAX_EVENTS];
	size_t events;		/* number of chosen events; 0: all */
};

/* Find the event that was typed; return its full name. */
static const char *find_event(const struct args *a, const struct trace *t, const char *typed)
{
	const char *names[MAX_EVENTS + 1] = { 0 };
	struct args one = *a;
	char *words[2] = { 0 };
	int i;

	for (i = 0; i < MAX_EVENTS && t->names[i]; i++)
		names[i] = trace_name(t->names[i]);
	words[0] = (char *)trace_name(typed);
	one.word = words;
	return t->names[args_choice(&one, "event", names)];
}

enum { EVENT, COUNT };

static const struct keyword trace_keywords[] = {
	[EVENT] = { .name = "event", .value = "NAME", .many = true,
		    .help = "an event to follow (default: all)" },
	[COUNT] = { .name = "count", .value = "N", .min = 1, .max = UINT64_MAX,
		    .unit = "events", .help = "end after this many" },
	{ 0 }
};

static void trace_parse_query(struct args *a, struct trace_query *q)
{
	uint64_t seen = 0;

	*q = (struct trace_query){ 0 };
	if (args_more(a) && !args_comes(a, trace_keywords[EVENT].name) &&
	    !args_comes(a, trace_keywords[COUNT].name))
		q->dev = args_device(a);
	while (args_more(a)) {
		if (keyword_take(a, trace_keywords, &seen) == COUNT) {
			q->count = keyword_number(a, &trace_keywords[COUNT]);
			continue;
		}
		if (q->events == MAX_EVENTS)
			args_die(a, "more than %d events are named", MAX_EVENTS);
		q->event[q->events++] = args_value(a, "the event's name");
	}
}

static void trace_events(struct args *a)
{
	const char *chosen[MAX_EVENTS];
	struct trace_query q;
	struct trace t;
	size_t i;

	trace_parse_query(a, &q);
	trace_open(&t);
	for (i = 0; i < q.events; i++)
		chosen[i] = find_event(a, &t, q.event[i]);
	if (q.dev)
		device_need(q.dev);
	t.left = q.count;
	trace_start(&t, q.dev);
	for (i = 0; i < q.events; i++)
		trace_enable(&t, chosen[i]);
	if (!q.events)
		trace_enable(&t, NULL);
	trace_follow(&t);
	trace_close(&t);
}

static const struct command trace_commands[] = {
	{ .name = "show", .run = trace_show, .usage = "",
	  .help = "Show the events and their fields" },
	{ .name = "", .run = trace_events, .usage = "[DEV]",
	  .help = "Print the driver's events as they happen, all or those named, and end after N",
	  .keywords = trace_keywords },
	{ .name = "list", .now = "trace show" },
	{ 0 }
};

void cmd_trace(struct args *a)
{
	if (args_comes(a, "show") || args_comes(a, "list") || args_comes(a, "help") ||
	    args_comes(a, "-h"))
		object_run("trace", trace_commands, a);
	else
		object_run_only("trace", &trace_commands[1], a);
}
