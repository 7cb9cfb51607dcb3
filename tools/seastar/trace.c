// SPDX-License-Identifier: GPL-2.0-only
/* seastar trace: follow the tracepoints of the driver. */
#include <stdio.h>
#include <string.h>

#include "cmd.h"
#include "device.h"
#include "print.h"
#include "trace.h"

#define MAX_EVENTS	63	/* of which a word can be chosen */

static struct json_object *fields_json(struct tep_event *event)
{
	struct json_object *list = json_object_new_array();
	struct tep_format_field *f;

	for (f = event->format.fields; f; f = f->next)
		json_object_array_add(list, json_object_new_string(f->name));
	return list;
}

static void list_events(struct args *a)
{
	struct json_object *list = json_object_new_array(), *o;
	struct tep_format_field *f;
	struct tep_event *event;
	struct trace t;
	char **name;

	args_end(a);
	trace_open(&t);
	for (name = t.names; *name; name++) {
		event = tep_find_event_by_name(t.tep, "seastar", *name);
		if (!event)
			die("the format of %s makes no sense", *name);
		o = json_object_new_object();
		json_add_str(o, "event", trace_name(*name));
		json_object_object_add(o, "fields", fields_json(event));
		json_object_array_add(list, o);
		if (print_is_json())
			continue;
		printf("%s:", trace_name(*name));
		for (f = event->format.fields; f; f = f->next)
			printf(" %s", f->name);
		putchar('\n');
	}
	if (print_is_json())
		print_json(list);
	else
		json_object_put(list);
	trace_close(&t);
}

/* Take the name of an event; return its whole name. */
static const char *take_event(struct args *a, struct trace *t)
{
	const char *names[MAX_EVENTS + 1] = { 0 };
	int i;

	for (i = 0; i < MAX_EVENTS && t->names[i]; i++)
		names[i] = trace_name(t->names[i]);
	if (args_more(a))
		*a->word = (char *)trace_name(*a->word);
	return t->names[args_choice(a, "event", names)];
}

/* A device that is not there has no events, however long one waits. */
static void check_device(const char *name)
{
	struct device d;
	struct nl nl;

	nl_open(&nl);
	device_read(&nl, name, &d);
	nl_close(&nl);
}

static void follow(struct args *a)
{
	enum { EVENT, COUNT };
	static const char *const words[] = { "event", "count", NULL };
	const char *dev = NULL, *chosen[MAX_EVENTS];
	struct trace t;
	uint64_t seen = 0;
	size_t i, n = 0;

	if (args_more(a) && strcmp(*a->word, "event") && strcmp(*a->word, "count")) {
		dev = args_value(a, "the device's name");
	}
	trace_open(&t);
	if (dev)
		check_device(dev);
	while (args_more(a)) {
		if (args_keyword(a, words, &seen) == COUNT) {
			t.left = args_number(a, "count", 1, UINT64_MAX);
			continue;
		}
		seen &= ~(1ULL << EVENT);	/* there may be several */
		if (n == MAX_EVENTS)
			args_die(a, "more than %d events are named", MAX_EVENTS);
		chosen[n++] = take_event(a, &t);
	}
	trace_start(&t, dev);
	for (i = 0; i < n; i++)
		trace_enable(&t, chosen[i]);
	if (!n)
		trace_enable(&t, NULL);
	trace_follow(&t);
	trace_close(&t);
}

static const struct command commands[] = {
	{ "list", list_events, "", "List the events and what they tell" },
	{ "", follow, "[DEV] [event NAME]... [count N]",
	  "Print what the driver does as it happens, all events or those named, and end after N" },
	{ 0 }
};

void cmd_trace(struct args *a)
{
	if (args_more(a) && (!strcmp(*a->word, "list") || !strcmp(*a->word, "help"))) {
		cmd_run("trace", commands, a);
	} else {
		a->object = "trace";
		follow(a);
	}
}
