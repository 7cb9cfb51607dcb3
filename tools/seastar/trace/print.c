// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>

#include <trace-seq.h>

#include "tools/seastar/base/print.h"

#include "trace.h"

#define PREFIX		"seastar_"
#define NS_A_SECOND	1000000000ULL

const char *trace_name(const char *event)
{
	return strncmp(event, PREFIX, strlen(PREFIX)) ? event : event + strlen(PREFIX);
}

static void add_field(struct json_object *o, struct tep_event *event, struct tep_record *record,
		      struct tep_format_field *f)
{
	unsigned long long value = 0;
	int length;

	if (f->flags & TEP_FIELD_IS_STRING) {
		json_add_str(o, f->name,
			     tep_get_field_raw(NULL, event, f->name, record, &length, 0));
		return;
	}
	tep_read_number_field(f, record->data, &value);
	if (f->flags & TEP_FIELD_IS_SIGNED)
		json_object_object_add(o, f->name, json_object_new_int64(value));
	else if (!strcmp(f->name, "value"))	/* of a register */
		json_add_hex(o, f->name, value);
	else
		json_add_u64(o, f->name, value);
}

static struct json_object *detail_json(struct tep_event *event, struct tep_record *record)
{
	struct json_object *o = json_object_new_object();
	struct tep_format_field *f;

	for (f = event->format.fields; f; f = f->next)
		add_field(o, event, record, f);
	return o;
}

static void detail_text(struct trace *t, struct tep_record *record)
{
	struct trace_seq s;

	trace_seq_init(&s);
	tep_print_event(t->tep, &s, record, "%s", TEP_PRINT_INFO);
	trace_seq_terminate(&s);
	puts(s.buffer);
	trace_seq_destroy(&s);
}

/* How many is not always known. */
static void print_lost(const struct timespec *when, long long missed)
{
	struct json_object *o = NULL;

	if (print_is_json()) {
		o = json_object_new_object();
		json_object_object_add(o, "events",
				       missed > 0 ? json_object_new_int64(missed) : NULL);
	}
	print_event(when, "lost", o);
	if (!print_is_json() && missed > 0)
		printf("%lld events came faster than they were read\n", missed);
	else if (!print_is_json())
		puts("events came faster than they were read");
}

bool trace_print(struct trace *t, struct tep_event *event, struct tep_record *record)
{
	uint64_t ns = record->ts + t->boot;
	struct timespec when = { .tv_sec = ns / NS_A_SECOND, .tv_nsec = ns % NS_A_SECOND };

	if (record->missed_events)
		print_lost(&when, record->missed_events);
	print_event(&when, trace_name(event->name),
		    print_is_json() ? detail_json(event, record) : NULL);
	if (!print_is_json())
		detail_text(t, record);
	return !fflush(stdout);
}
