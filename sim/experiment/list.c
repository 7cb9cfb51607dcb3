// SPDX-License-Identifier: GPL-2.0-only
/* Lists and ranges of values of a key. */
#define _GNU_SOURCE	/* asprintf() */
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"
#include "sim/base/text.h"

#include "list.h"
#include "values.h"

void sim_list_append(struct sim_list *l, const char *value)
{
	l->value = sim_grow(l->value, l->count + 1, sizeof(l->value[0]));
	l->value[l->count++] = sim_copy(value);
}

void sim_list_cut(struct sim_list *l, u32 count)
{
	while (l->count > count)
		free(l->value[--l->count]);
}

/*
 * Return true if @text is a range. "0.1..0.5" counts as one, too, so that the message explains how
 * ranges are written.
 */
static bool is_range(const struct sim_key *k, const char *text)
{
	return (k->type == &sim_type_number || k->type == &sim_type_decimal ||
		k->type == &sim_type_cycles) && (strchr(text, ':') || strstr(text, ".."));
}

/*
 * Add the values of "FIRST:LAST:STEP", as exact as the key's values; for whole numbers STEP may be
 * left out.
 */
static bool add_range(struct sim_list *l, const struct sim_key *k, const char *text,
		      struct sim_error *err)
{
	char part[3][32] = { "", "", "1" }, each[TEXT_DECIMAL];
	u64 first, last, step, steps;
	int length = 0;

	if (sscanf(text, "%31[0-9.]:%31[0-9.]%n:%31[0-9.]%n", part[0], part[1], &length, part[2],
		   &length) < 2 + !!k->digits || text[length] ||
	    !text_decimal(part[0], k->digits, &first) ||
	    !text_decimal(part[1], k->digits, &last) ||
	    !text_decimal(part[2], k->digits, &step) || !step || first > last)
		return sim_fail(err, "%s=%s: a range is FIRST:LAST:STEP, upwards, of numbers with at most %u digits after the point",
				k->name, text, k->digits);
	steps = (last - first) / step;
	if (steps >= SIM_MAX_LIST)
		return sim_fail(err, "%s=%s: more than %u values", k->name, text, SIM_MAX_LIST);
	for (u64 i = 0; i <= steps; i++) {
		text_from_decimal(first + i * step, k->digits, each, sizeof(each));
		sim_list_append(l, each);
	}
	return true;
}

/* Return true if the text is one valid value; otherwise @err says what is wrong. */
static bool is_one_value(const char *key, const char *text, struct sim_error *err)
{
	struct sim_experiment *e = sim_experiment_new();
	char *assignment;
	bool is;

	if (asprintf(&assignment, "%s=%s", key, text) < 0)
		assignment = sim_need(NULL);
	is = sim_experiment_set(e, assignment, err);
	free(assignment);
	sim_experiment_free(e);
	return is;
}

static bool add_elements(struct sim_list *l, const struct sim_key *k, char *text,
			 struct sim_error *err)
{
	char *value;

	while ((value = strsep(&text, ","))) {
		if (!is_range(k, value))
			sim_list_append(l, value);
		else if (!add_range(l, k, value, err))
			return false;
	}
	return true;
}

/* Return true for keys whose values have commas: lengths with weights, and plans of tables. */
static bool is_one_at_most(const char *key, const char *text)
{
	u32 i = sim_key_find(key);

	if (i == sim_key_count)
		return false;
	if (sim_keys[i].type == &sim_type_routes)
		return true;
	return strchr(text, ':') &&
	       (sim_keys[i].type == &sim_type_lengths || sim_keys[i].type == &sim_type_reply);
}

bool sim_list_add(struct sim_list *l, const char *key, const char *text, struct sim_error *err)
{
	u32 i = sim_key_find(key);
	char *copy;
	bool added;

	if (is_one_value(key, text, err)) {
		sim_list_append(l, text);
		return true;
	}
	if (i == sim_key_count || !*text || is_one_at_most(key, text))
		return false;
	copy = sim_copy(text);
	added = add_elements(l, &sim_keys[i], copy, err);
	free(copy);
	return added;
}

bool sim_list_is(const char *key, const char *text)
{
	struct sim_list l = { 0 };
	struct sim_error err;
	bool is;

	if (!text[strcspn(text, ",:")] || is_one_at_most(key, text))
		return false;
	is = sim_list_add(&l, key, text, &err) && l.count > 1;
	for (u32 i = 0; is && i < l.count; i++)
		is = is_one_value(key, l.value[i], &err);
	sim_list_free(&l);
	return is;
}

char *sim_list_first(const char *key, const char *text)
{
	struct sim_list l = { 0 };
	struct sim_error err;
	char *first;

	sim_list_add(&l, key, text, &err);
	first = sim_copy(l.count ? l.value[0] : text);
	sim_list_free(&l);
	return first;
}

void sim_list_free(struct sim_list *l)
{
	sim_list_cut(l, 0);
	free(l->value);
}
