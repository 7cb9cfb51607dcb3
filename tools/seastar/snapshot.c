// SPDX-License-Identifier: GPL-2.0-only
/* seastar snapshot: a device's settings, traffic and counts, to be kept and worked on. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "print.h"
#include "reading.h"
#include "snapshot.h"
#include "whole_file.h"

#define DEFAULT_MS	5000

static void take(struct args *a)
{
	enum { INTERVAL, CYCLES, STEP };
	static const char *const words[] = { "interval", "cycles", "step", NULL };
	const char *dev = args_device(a);
	struct snapshot_span span = { 0 };
	uint64_t seen = 0;
	struct nl nl;

	while (args_more(a)) {
		switch (args_keyword(a, words, &seen)) {
		case INTERVAL:
			span.ms = args_interval(a);
			break;
		case CYCLES:
			span.cycles = args_number(a, "cycles", 1, SS_MAX_CYCLES);
			break;
		case STEP:
			span.step = args_number(a, "step", 1, SS_MAX_CYCLES);
			break;
		}
	}
	if (!!span.ms + !!span.cycles + !!span.step > 1)
		args_die(a, "interval, cycles and step each say how long to count: give one of them");
	if (!seen)
		span.ms = DEFAULT_MS;
	nl_open(&nl);
	print_json(snapshot_take(&nl, dev, &span));
	nl_close(&nl);
}

static bool is_blank(const char *text, size_t n)
{
	while (n && isspace((unsigned char)text[n - 1]))
		n--;
	return !n;
}

struct json_object *snapshot_file(const char *path)
{
	struct json_tokener *t = json_tokener_new();
	enum json_tokener_error error;
	struct json_object *o;
	size_t length, end;
	bool more;
	char *text = file_read(path, &length);

	if (!t)
		die("out of memory");
	o = json_tokener_parse_ex(t, text, length);
	error = json_tokener_get_error(t);
	end = json_tokener_get_parse_end(t);
	json_tokener_free(t);
	more = error == json_tokener_success && !is_blank(text + end, length - end);
	free(text);
	if (error == json_tokener_continue)
		die("%s: this is no JSON, or breaks off", path);
	if (error != json_tokener_success)
		die("%s: this is no JSON: %s at byte %zu", path, json_tokener_error_desc(error),
		    end);
	if (more)
		die("%s: this is no snapshot: there is more after it, at byte %zu", path, end);
	return o;
}

void cmd_snapshot(struct args *a)
{
	static const struct command only = {
		"", take, "DEV [interval SECONDS | cycles N | step N]",
		"Print what a device is, its settings and traffic, and what it counts meanwhile"
	};

	cmd_run_only("snapshot", &only, a);
}
