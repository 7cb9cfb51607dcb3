// SPDX-License-Identifier: GPL-2.0-only
/* The points of a sweep: the experiments that lists of values make, each with each. */
#define _GNU_SOURCE	/* asprintf() */
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"
#include "sim/trace/kind.h"

#include "points.h"

/* Find or add the axis of @key, which no line of a file has; it comes after those of the file. */
static struct sweep_axis *find_axis(struct sweep_points *p, const char *key)
{
	u32 i;

	for (i = 0; i < p->axes; i++) {
		if (!p->axis[i].line && !strcmp(p->axis[i].name, key))
			return &p->axis[i];
	}
	p->axis = sim_grow(p->axis, p->axes + 1, sizeof(p->axis[0]));
	p->axis[p->axes] = (struct sweep_axis){ .name = sim_copy(key) };
	return &p->axis[p->axes++];
}

bool points_add(struct sweep_points *p, const char *assignment, struct sim_error *err)
{
	char *key = sim_copy(assignment), *text = strchr(key, '=');
	struct sim_list list = { 0 };
	struct sweep_axis *axis;
	bool added;

	if (text)
		*text++ = '\0';
	if (text && text - key > 1) {
		added = sim_list_add(&list, key, text, err);
	} else {
		/* says what is wrong with it */
		struct sim_experiment *e = sim_experiment_new();

		added = sim_experiment_set(e, assignment, err);
		sim_experiment_free(e);
	}
	if (added) {
		axis = find_axis(p, key);
		for (u32 i = 0; i < list.count; i++)
			sim_list_append(&axis->values, list.value[i]);
	}
	sim_list_free(&list);
	free(key);
	return added;
}

/**
 * struct sweep_file - a file that is read for its lists
 * @points: receives the lists of values
 * @axes: number of lists so far
 */
struct sweep_file {
	struct sweep_points *points;
	u32 axes;
};

static bool is_on_command_line(const struct sweep_points *p, const char *key)
{
	for (u32 i = 0; i < p->axes; i++)
		if (!p->axis[i].line && !strcmp(p->axis[i].name, key))
			return true;
	return false;
}

/* Insert an axis before those of the command line. */
static void insert_axis(struct sweep_file *file, const struct sweep_axis *axis)
{
	struct sweep_points *p = file->points;

	p->axis = sim_grow(p->axis, p->axes + 1, sizeof(p->axis[0]));
	memmove(&p->axis[file->axes + 1], &p->axis[file->axes],
		(p->axes++ - file->axes) * sizeof(p->axis[0]));
	p->axis[file->axes++] = *axis;
}

/* Record a list of the file; the first of its values stands for the list while the file is read. */
static bool take_list(void *context, u32 line, u32 phase, const char *key, const char **value,
		      struct sim_error *err)
{
	struct sweep_file *file = context;
	struct sweep_axis axis = { .line = line, .phase = phase };

	if (sim_key_find(key) == sim_key_count || !(*value)[strcspn(*value, ",:")])
		return true;
	if (!sim_list_add(&axis.values, key, *value, err)) {
		sim_list_free(&axis.values);
		return false;
	}
	if (axis.values.count == 1) {
		sim_list_free(&axis.values);
		return true;
	}
	/* the command line overrides it: one value is enough */
	if (!phase && is_on_command_line(file->points, key))
		sim_list_cut(&axis.values, 1);
	axis.name = sim_copy(key);
	insert_axis(file, &axis);
	*value = axis.values.value[0];
	return true;
}

static bool find_lists(struct sweep_points *p, const char *name, const char *text,
		       struct sim_error *err)
{
	struct sweep_file file = { .points = p };
	const struct sim_chooser chooser = { take_list, &file };
	struct sim_experiment *e = sim_experiment_new();
	bool found = sim_experiment_read_sweep(e, name, text, &chooser, err);

	sim_experiment_free(e);
	return found;
}

/* Return the index of the value of @axis that point @i has. */
static const char *value_at(const struct sweep_points *p, u32 i, u32 axis)
{
	u32 behind = p->axes;

	while (--behind > axis)
		i /= p->axis[behind].values.count;
	return p->axis[axis].values.value[i % p->axis[axis].values.count];
}

static char *label_point(const struct sweep_points *p, u32 i)
{
	char *text;
	size_t size;
	FILE *to = sim_need(open_memstream(&text, &size));
	u32 axis;

	for (axis = 0; axis < p->axes; axis++) {
		const struct sweep_axis *a = &p->axis[axis];

		if (a->values.count < 2)
			continue;
		if (ftell(to))
			fputc(' ', to);
		if (a->phase)
			fprintf(to, "change %u ", a->phase);
		fprintf(to, "%s=%s", a->name, value_at(p, i, axis));
	}
	if (!ftell(to))
		fputs("the only point", to);
	fclose(to);
	return text;
}

static bool set_keys(const struct sweep_points *p, u32 i, struct sim_experiment *e,
		     struct sim_error *err)
{
	char *assignment;
	bool set = true;
	u32 axis;

	for (axis = 0; set && axis < p->axes; axis++) {
		if (p->axis[axis].line)
			continue;
		if (asprintf(&assignment, "%s=%s", p->axis[axis].name, value_at(p, i, axis)) < 0)
			assignment = sim_need(NULL);
		set = p->axis[axis].values.count > 1 ? sim_experiment_set(e, assignment, err) :
						       sim_experiment_share(e, assignment, err);
		free(assignment);
	}
	return set;
}

/**
 * struct choice - a point whose file is read
 * @points: all points
 * @point: number of the point
 */
struct choice {
	const struct sweep_points *points;
	u32 point;
};

static bool choose_value(void *context, u32 line, u32 phase, const char *key, const char **value,
			 struct sim_error *err)
{
	const struct choice *c = context;

	(void)phase, (void)key, (void)err;
	for (u32 axis = 0; axis < c->points->axes; axis++)
		if (c->points->axis[axis].line == line)
			*value = value_at(c->points, c->point, axis);
	return true;
}

/* Refuse a trace that can be read once, if more experiments than there are traces read it. */
static bool check_trace(const struct sweep_points *p, const struct sim_experiment *e,
			struct sim_error *err)
{
	const struct sim_settings *s = &e->phase[0].settings;
	u32 count = 1, traces = 1;

	for (u32 i = 0; i < p->axes; i++) {
		count *= p->axis[i].values.count;
		if (!strcmp(p->axis[i].name, "trace"))
			traces = p->axis[i].values.count;
	}
	return count == traces || !sim_is_traced(s) || trace_serves(s->trace, count, err);
}

static bool make_point(struct sweep_points *p, u32 i, const char *name, const char *text,
		       struct sim_error *err)
{
	struct choice choice = { p, i };
	const struct sim_chooser chooser = { choose_value, &choice };
	struct sim_experiment *e = sim_experiment_new();
	struct sweep_point *point = &p->at[i];
	struct sim_error why;
	size_t size;
	bool made;
	FILE *to;

	made = (!text || sim_experiment_read_sweep(e, name, text, &chooser, err)) &&
	       set_keys(p, i, e, err) && check_trace(p, e, err);
	if (made) {
		point->label = label_point(p, i);
		if (!sim_experiment_check(e, &why))
			point->why = sim_copy(why.text);
		to = sim_need(open_memstream(&point->experiment, &size));
		sim_experiment_print(e, to);
		fclose(to);
	}
	sim_experiment_free(e);
	return made;
}

static int compare_points(const void *a, const void *b)
{
	const struct sweep_point *const *x = a, *const *y = b;
	int order = strcmp((*x)->experiment, (*y)->experiment);

	return order ? order : (*x > *y) - (*x < *y);
}

static bool all_differ(const struct sweep_points *p, struct sim_error *err)
{
	const struct sweep_point **sorted = sim_alloc(p->count, sizeof(sorted[0]));
	bool differ = true;
	u32 i;

	for (i = 0; i < p->count; i++)
		sorted[i] = &p->at[i];
	qsort(sorted, p->count, sizeof(sorted[0]), compare_points);
	for (i = 1; differ && i < p->count; i++) {
		if (!strcmp(sorted[i - 1]->experiment, sorted[i]->experiment))
			differ = sim_fail(err, "'%.200s' and '%.200s' are the same experiment",
					  sorted[i - 1]->label, sorted[i]->label);
	}
	free(sorted);
	return differ;
}

static int compare_reasons(const void *a, const void *b)
{
	const struct sweep_point *const *x = a, *const *y = b;
	int order = strcmp((*x)->why, (*y)->why);

	return order ? order : (*x > *y) - (*x < *y);
}

/* Report each reason with the first point that has it only. */
static void join_reasons(struct sweep_points *p)
{
	struct sweep_point **sorted = sim_alloc(p->count, sizeof(sorted[0])), *first = NULL;
	u32 i, count = 0;

	for (i = 0; i < p->count; i++) {
		if (p->at[i].why)
			sorted[count++] = &p->at[i];
	}
	qsort(sorted, count, sizeof(sorted[0]), compare_reasons);
	for (i = 0; i < count; i++) {
		if (first && !strcmp(first->why, sorted[i]->why)) {
			sorted[i]->again = true;
			first->others++;
		} else {
			first = sorted[i];
		}
	}
	free(sorted);
}

char *points_why(const struct sweep_points *p, u32 i)
{
	const struct sweep_point *point = &p->at[i];
	char others[32] = "", *line;

	if (!point->why || point->again)
		return NULL;
	if (point->others)
		snprintf(others, sizeof(others), " and %u other%s", point->others,
			 point->others > 1 ? "s" : "");
	if (asprintf(&line, "%.400s%s: %.600s", point->label, others, point->why) < 0)
		line = sim_need(NULL);
	return line;
}

bool points_expand(struct sweep_points *p, const char *name, const char *text,
		   struct sim_error *err)
{
	u64 count = 1;
	u32 i;

	if (text && !find_lists(p, name, text, err))
		return false;
	for (i = 0; i < p->axes; i++) {
		count *= p->axis[i].values.count;
		if (count > SWEEP_MAX_POINTS)
			return sim_fail(err, "the sweep has more than %u points",
					SWEEP_MAX_POINTS);
	}
	p->at = sim_alloc(count, sizeof(p->at[0]));
	for (p->count = 0; p->count < count; p->count++) {
		if (!make_point(p, p->count, name, text, err))
			return false;
	}
	join_reasons(p);
	return all_differ(p, err);
}

void points_free(struct sweep_points *p)
{
	u32 i;

	for (i = 0; i < p->axes; i++) {
		sim_list_free(&p->axis[i].values);
		free(p->axis[i].name);
	}
	for (i = 0; i < p->count; i++) {
		free(p->at[i].label);
		free(p->at[i].experiment);
		free(p->at[i].why);
	}
	free(p->axis);
	free(p->at);
}
