// SPDX-License-Identifier: GPL-2.0-only
/* Writing of reports to files, and reading. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/seastar/base/file.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/conf/history.h"
#include "tools/seastar/conf/store.h"

#include "lock.h"
#include "report.h"

/* Return the path of the report of a device, to be freed. */
static char *report_path(const char *dev)
{
	char name[64];

	snprintf(name, sizeof(name), "tune-%s", dev);
	return store_join(history_directory(), name, ".json");
}

void report_keep(const struct report *r)
{
	char *path = report_path(r->dev);
	struct json_object *o;

	out_keep();
	out_open(NULL);
	report_out(r);
	out_close();
	o = out_kept();
	store_make_directory(history_directory());
	store_write(path, json_object_to_json_string_ext(o, JSON_C_TO_STRING_PRETTY));
	json_object_put(o);
	free(path);
}

static void refuse(const char *path) __attribute__((noreturn));

static void refuse(const char *path)
{
	die("%s is no report of 'seastar tune': remove it, and tune anew", path);
}

/* Return member @key of an object. */
static struct json_object *member(struct json_object *o, const char *key)
{
	return json_object_object_get(o, key);
}

/* Return the number of member @key, or NaN if the member is null or missing. */
static double real(struct json_object *o, const char *key)
{
	struct json_object *value = member(o, key);

	return value ? json_object_get_double(value) : NAN;
}

static uint64_t whole(struct json_object *o, const char *key)
{
	return json_object_get_uint64(member(o, key));
}

static const char *text(struct json_object *o, const char *key)
{
	return json_object_get_string(member(o, key)) ?: "";
}

/* Set @m to the measure of this name; false if there is none. */
static bool measure_named(const char *name, unsigned int *m)
{
	for (*m = 0; measure_names[*m]; (*m)++)
		if (!strcmp(measure_names[*m], name))
			return true;
	return false;
}

static size_t length(struct json_object *list)
{
	return json_object_is_type(list, json_type_array) ? json_object_array_length(list) : 0;
}

static bool read_plan(struct json_object *o, struct report *r)
{
	struct json_object *candidates = member(o, "candidates"), *guards = member(o, "guards");
	struct tune *t = &r->t;

	t->n = length(candidates);
	t->guards = length(guards);
	t->blocks = whole(o, "blocks_planned");
	t->seed = whole(o, "seed");
	t->margin = real(o, "margin_percent") / 100;
	t->scale = real(o, "scale");
	t->starved = real(o, "starved");
	t->busy = real(o, "busy");
	t->idle = whole(o, "idle_pilots");
	r->dev = text(o, "device");
	r->interval_ms = llround(1e3 * json_object_get_double(member(o, "interval")));
	r->settle_ms = llround(1e3 * json_object_get_double(member(o, "settle")));
	r->step = whole(o, "step");
	r->settle_cycles = whole(o, "settle_cycles");
	r->time = whole(o, "time");
	r->over = json_object_get_boolean(member(o, "over"));
	r->undo = json_object_get_string(member(o, "undo"));
	if (t->n < 2 || t->n > TUNE_CANDIDATES || t->guards > MEASURES || !t->blocks ||
	    !measure_named(text(o, "measure"), &t->measure))
		return false;
	for (size_t i = 0; i < t->n; i++) {
		r->name[i] = text(json_object_array_get_idx(candidates, i), "name");
		r->words[i] = text(json_object_array_get_idx(candidates, i), "settings");
	}
	for (size_t i = 0; i < t->guards; i++) {
		struct json_object *guard = json_object_array_get_idx(guards, i);

		t->guard[i].bound = real(guard, "percent") / 100;
		t->guard[i].scale = real(guard, "scale");
		if (!measure_named(text(guard, "measure"), &t->guard[i].measure))
			return false;
	}
	return true;
}

static bool read_block(struct json_object *o, struct tune *t)
{
	struct json_object *intervals = member(o, "intervals");
	struct tune_block *b = tune_begin(t);

	for (size_t k = 0; k < length(intervals); k++) {
		struct json_object *interval = json_object_array_get_idx(intervals, k);
		size_t i = whole(interval, "candidate");

		if (i >= t->n)
			return false;
		b->measured[i] = true;
		for (unsigned int m = 0; m < MEASURES; m++)
			b->figure[i][m] = real(interval, measure_names[m]);
	}
	snprintf(b->dropped, sizeof(b->dropped), "%s", text(o, "dropped"));
	tune_take(t);
	return true;
}

static bool read_report(struct json_object *o, struct report *r)
{
	struct json_object *blocks = member(o, "blocks");

	if (!json_object_is_type(o, json_type_object) || !read_plan(o, r))
		return false;
	tune_start(&r->t);
	for (size_t i = 0; i < length(blocks); i++)
		if (tune_is_over(&r->t) || !read_block(json_object_array_get_idx(blocks, i), &r->t))
			return false;
	snprintf(r->t.ended, sizeof(r->t.ended), "%s", text(o, "ended"));
	return true;
}

void report_read(const char *dev, struct report *r)
{
	char *path = report_path(dev), *contents;
	size_t bytes;

	*r = (struct report){ 0 };
	if (!store_has(path))
		die("there is no report of an experiment with %s: 'seastar tune %s' makes one", dev,
		    dev);
	contents = file_contents(path, &bytes);
	r->text = json_tokener_parse(contents);
	if (!read_report(r->text, r))
		refuse(path);
	r->running = !r->over && tune_is_locked(dev);
	free(contents);
	free(path);
}

void report_free(struct report *r)
{
	tune_free(&r->t);
	json_object_put(r->text);
}
