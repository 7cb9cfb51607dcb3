// SPDX-License-Identifier: GPL-2.0-only
/* The points of a sweep: the experiments that lists of values make, each with each. */
#define _GNU_SOURCE	/* asprintf() */
#include "sim/base/memory.h"
#include "sim/base/text.h"
#include "sim/experiment/values.h"

#include "points.h"

static struct sweep_axis *find_axis(struct sweep_points *p, const char *name)
{
	u32 i;

	for (i = 0; i < p->axes; i++) {
		if (!strcmp(p->axis[i].name, name))
			return &p->axis[i];
	}
	p->axis = sim_grow(p->axis, p->axes + 1, sizeof(p->axis[0]));
	p->axis[p->axes] = (struct sweep_axis){ .name = sim_copy(name) };
	return &p->axis[p->axes++];
}

static void add_value(struct sweep_axis *axis, char *value)
{
	axis->value = sim_grow(axis->value, axis->count + 1, sizeof(axis->value[0]));
	axis->value[axis->count++] = value;
}

/* Or meant for one: how it is written is told of "0.1..0.5", too. */
static bool is_range(const struct sim_key *k, const char *text)
{
	return (k->type == &sim_type_number || k->type == &sim_type_decimal ||
		k->type == &sim_type_cycles) && (strchr(text, ':') || strstr(text, ".."));
}

/* "FIRST:LAST:STEP", as exact as the key's values; of whole numbers, STEP may be left out. */
static bool add_range(struct sweep_axis *axis, const struct sim_key *k, const char *text,
		      struct sim_error *err)
{
	char part[3][32] = { "", "", "1" }, each[TEXT_DECIMAL];
	u64 first, last, step, value;
	int length = 0;

	if (sscanf(text, "%31[0-9.]:%31[0-9.]%n:%31[0-9.]%n", part[0], part[1], &length, part[2],
		   &length) < 2 + !!k->digits || text[length] ||
	    !text_decimal(part[0], k->digits, &first) ||
	    !text_decimal(part[1], k->digits, &last) ||
	    !text_decimal(part[2], k->digits, &step) || !step || first > last)
		return sim_fail(err, "%s=%s: a range is FIRST:LAST:STEP, numbers with at most %u digits after the point, none of them backwards",
				k->name, text, k->digits);
	if ((last - first) / step >= SWEEP_MAX_POINTS)
		return sim_fail(err, "%s=%s: more than %u values", k->name, text,
				SWEEP_MAX_POINTS);
	for (value = first; value <= last; value += step) {
		text_from_decimal(value, k->digits, each, sizeof(each));
		add_value(axis, sim_copy(each));
	}
	return true;
}

/* Is @assignment, commas and all, of one value? Lists of such values are the key given again. */
static bool is_one_value(const char *assignment)
{
	struct sim_experiment *e = sim_experiment_new();
	struct sim_error err;
	bool is = sim_experiment_set(e, assignment, &err);

	sim_experiment_free(e);
	return is;
}

static bool add_values(struct sweep_axis *axis, const struct sim_key *k, char *list,
		       struct sim_error *err)
{
	char *value;

	while ((value = strsep(&list, ","))) {
		if (!is_range(k, value))
			add_value(axis, sim_copy(value));
		else if (!add_range(axis, k, value, err))
			return false;
	}
	return true;
}

bool points_add(struct sweep_points *p, const char *assignment, struct sim_error *err)
{
	char *name = sim_copy(assignment), *list = strchr(name, '=');
	u32 key;
	bool added;

	if (list)
		*list++ = '\0';
	key = sim_key_find(name);
	if (list && is_one_value(assignment)) {
		add_value(find_axis(p, name), sim_copy(list));
		added = true;
	} else if (list && key < sim_key_count) {
		added = add_values(find_axis(p, name), &sim_keys[key], list, err);
	} else {
		/* says what is wrong with it */
		struct sim_experiment *e = sim_experiment_new();

		added = sim_experiment_set(e, assignment, err);
		sim_experiment_free(e);
	}
	free(name);
	return added;
}

/* Which value of @axis point @i has. */
static const char *value_at(const struct sweep_points *p, u32 i, u32 axis)
{
	u32 behind = p->axes;

	while (--behind > axis)
		i /= p->axis[behind].count;
	return p->axis[axis].value[i % p->axis[axis].count];
}

static char *label_point(const struct sweep_points *p, u32 i)
{
	char *text;
	size_t size;
	FILE *to = sim_need(open_memstream(&text, &size));
	u32 axis;

	for (axis = 0; axis < p->axes; axis++) {
		if (p->axis[axis].count > 1)
			fprintf(to, "%s%s=%s", ftell(to) ? " " : "", p->axis[axis].name,
				value_at(p, i, axis));
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
		if (asprintf(&assignment, "%s=%s", p->axis[axis].name, value_at(p, i, axis)) < 0)
			assignment = sim_need(NULL);
		set = sim_experiment_set(e, assignment, err);
		free(assignment);
	}
	return set;
}

static bool make_point(struct sweep_points *p, u32 i, const char *name, const char *text,
		       struct sim_error *err)
{
	struct sim_experiment *e = sim_experiment_new();
	struct sweep_point *point = &p->at[i];
	struct sim_error why;
	size_t size;
	bool made;
	FILE *to;

	made = (!text || sim_experiment_read(e, name, text, err)) && set_keys(p, i, e, err);
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

	return strcmp((*x)->experiment, (*y)->experiment);
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
		if (!compare_points(&sorted[i - 1], &sorted[i]))
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

/* The first point of each reason speaks for all. */
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

	for (i = 0; i < p->axes; i++) {
		count *= p->axis[i].count;
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
	u32 i, k;

	for (i = 0; i < p->axes; i++) {
		for (k = 0; k < p->axis[i].count; k++)
			free(p->axis[i].value[k]);
		free(p->axis[i].value);
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
