// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>

#include <trace-seq.h>

#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"

#include "trace.h"

#define PREFIX		"seastar_"
#define NS_A_SECOND	1000000000ULL

const char *trace_name(const char *event)
{
	return strncmp(event, PREFIX, strlen(PREFIX)) ? event : event + strlen(PREFIX);
}

static void trace_field_out(struct tep_event *event, struct tep_record *record,
			    struct tep_format_field *f)
{
	unsigned long long value = 0;
	int length;

	if (f->flags & TEP_FIELD_IS_STRING) {
		out_str(f->name, NULL, tep_get_field_raw(NULL, event, f->name, record, &length, 0));
		return;
	}
	tep_read_number_field(f, record->data, &value);
	if (f->flags & TEP_FIELD_IS_SIGNED)
		out_s64(f->name, NULL, value);
	else if (!strcmp(f->name, "value"))	/* values of registers are printed in hexadecimal */
		out_hex(f->name, NULL, value);
	else
		out_u64(f->name, NULL, value);
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

static void print_lost(const struct timespec *when, long long missed)
{
	out_event(when, "lost");
	out_open("detail");
	if (missed > 0)
		out_u64("events", "%s ", missed);
	else	/* the number of lost events is not always known */
		out_unknown("events", NULL);
	out_text("events came faster than they were read: some are lost\n");
	out_close();
	out_close();
}

bool trace_print(struct trace *t, struct tep_event *event, struct tep_record *record)
{
	uint64_t ns = record->ts + t->boot;
	struct timespec when = { .tv_sec = ns / NS_A_SECOND, .tv_nsec = ns % NS_A_SECOND };
	struct tep_format_field *f;

	if (record->missed_events)
		print_lost(&when, record->missed_events);
	out_event(&when, trace_name(event->name));
	out_open("detail");
	for (f = event->format.fields; f; f = f->next)
		trace_field_out(event, record, f);
	out_close();
	if (!print_is_json())
		detail_text(t, record);
	out_close();
	return !fflush(stdout);
}
