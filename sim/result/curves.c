// SPDX-License-Identifier: GPL-2.0-only
/* Results sorted into curves: by the keys in which their experiments differ. */
#define _GNU_SOURCE	/* asprintf() */
#include <stdio.h>
#include <stdlib.h>

#include "sim/base/memory.h"
#include "sim/base/text.h"

#include "curves.h"

#define LONG_VALUE	40	/* a longer one is cut */

/*
 * Add the keys that differ, except the seed: seeds are repetitions of one experiment, not curves.
 */
static void add_differing(struct key_names *n, const struct results *s,
			  const struct key_names *apart, const char *axis)
{
	struct key_names all = { 0 };
	u32 i;

	key_names_differing(&all, s);
	for (i = 0; i < all.count; i++) {
		if (strcmp(all.at[i], "seed") && (!axis || strcmp(all.at[i], axis)) &&
		    !key_names_have(apart, all.at[i]))
			key_names_add(n, all.at[i]);
	}
	free(all.at);
}

/* Cut @list, whose parts become the names. */
static bool add_listed(struct key_names *n, const struct results *s, char *list,
		       struct sim_error *err)
{
	char *name, *rest = list;

	while ((name = strsep(&rest, ","))) {
		if (!results_have_key(s, name, err))
			return false;
		key_names_add(n, name);
	}
	return true;
}

/**
 * struct kinds - results by the first of sim_choice_keys
 * @choices: number of choices that distinguish kinds
 * @count: number of kinds
 * @at: results of each kind, and the keys in which these differ
 */
struct kinds {
	u32 choices;
	u32 count;
	struct kind {
		const char *chosen[SIM_CHOICES];
		struct results results;
		struct key_names differing;
	} *at;
};

static struct kind *find_kind(const struct kinds *kinds, struct json_object *result)
{
	const char *chosen[SIM_CHOICES];
	u32 i;

	experiment_choices(result_value(result, "experiment"), chosen);
	for (i = 0; i < kinds->count; i++) {
		if (choices_agree(kinds->at[i].chosen, chosen, kinds->choices))
			return &kinds->at[i];
	}
	return NULL;
}

static void sort_kinds(struct kinds *kinds, const struct results *s)
{
	struct kind *kind;
	u32 i;

	for (i = 0; i < s->count; i++) {
		kind = find_kind(kinds, s->at[i]);
		if (!kind) {
			kinds->at = sim_grow(kinds->at, kinds->count + 1, sizeof(*kind));
			kind = &kinds->at[kinds->count++];
			*kind = (struct kind){ 0 };
			experiment_choices(result_value(s->at[i], "experiment"), kind->chosen);
			kind->results.at = sim_alloc(s->count, sizeof(s->at[0]));
		}
		kind->results.at[kind->results.count++] = s->at[i];
	}
	for (i = 0; i < kinds->count; i++)
		key_names_differing(&kinds->at[i].differing, &kinds->at[i].results);
}

static void free_kinds(struct kinds *kinds)
{
	u32 i;

	for (i = 0; i < kinds->count; i++) {
		free(kinds->at[i].results.at);
		free(kinds->at[i].differing.at);
	}
	free(kinds->at);
}

/* Return true if the results that have a key have several values of it. */
static bool has_several(const struct results *s, const char *key)
{
	const char *first = "";
	u32 i;

	for (i = 0; i < s->count; i++) {
		const char *value = result_key(s->at[i], key);

		if (*first && *value && strcmp(first, value))
			return true;
		if (!*first)
			first = value;
	}
	return false;
}

/*
 * Return true if a key belongs into the name of a curve.  Defaults that follow from the router, its
 * routing and its crossbar do not; nor does the only value, a default, of a key that some results
 * do not have because of another key.  @kinds: groups of results by none of sim_choice_keys, by the
 * first, and so on; NULL: all keys do.
 */
static bool is_in_name(const struct results *s, struct json_object *result, const char *key,
		       const struct kinds *kinds)
{
	const char *value = result_key(result, key);
	u32 k = sim_key_find(key);
	const struct kind *kind;

	if (!*value || !kinds || k == sim_key_count)
		return *value;
	kind = find_kind(&kinds[sim_choice_find(key)], result);
	if (!sim_key_is_default(&sim_keys[k], value, kind->chosen))
		return true;
	return key_names_have(&kind->differing, key) && has_several(s, key);
}

/*
 * Print a long value, such as a list of nodes: its beginning, and its number among the different
 * ones.
 */
static void print_value(const struct results *s, const char *key, const char *value, FILE *to)
{
	struct key_names seen = { 0 };
	u32 i;

	if (strlen(value) <= LONG_VALUE) {
		fputs(value, to);
		return;
	}
	for (i = 0; i < s->count && !key_names_have(&seen, value); i++)
		key_names_add(&seen, result_key(s->at[i], key));
	fprintf(to, "%.*s... (%u)", (int)text_head(value, LONG_VALUE / 2), value, seen.count);
	free(seen.at);
}

static char *curve_name(const struct results *s, struct json_object *result,
			const struct key_names *n, const struct kinds *kinds)
{
	char *text;
	size_t size;
	FILE *to = sim_need(open_memstream(&text, &size));
	u32 i;

	for (i = 0; i < n->count; i++) {
		if (!is_in_name(s, result, n->at[i], kinds))
			continue;
		fprintf(to, "%s%s ", ftell(to) ? ", " : "", n->at[i]);
		print_value(s, n->at[i], result_key(result, n->at[i]), to);
	}
	fclose(to);
	return text;
}

static struct curve *find_or_add(struct curves *c, char *name)
{
	u32 i;

	for (i = 0; i < c->count; i++) {
		if (!strcmp(c->at[i].name, name)) {
			free(name);
			return &c->at[i];
		}
	}
	c->at = sim_grow(c->at, c->count + 1, sizeof(c->at[0]));
	c->at[c->count] = (struct curve){ .name = name };
	return &c->at[c->count++];
}

/* Insert a result, behind those at the same place, so that their order is kept. */
static void insert(struct curve *curve, struct json_object *result, const char *axis)
{
	double x = axis ? strtod(result_key(result, axis), NULL) : 0;
	u32 i;

	curve->member = sim_grow(curve->member, curve->count + 1, sizeof(curve->member[0]));
	for (i = curve->count++; i && axis; i--) {
		if (strtod(result_key(curve->member[i - 1], axis), NULL) <= x)
			break;
		curve->member[i] = curve->member[i - 1];
	}
	curve->member[axis ? i : curve->count - 1] = result;
}

bool curves_group_but(struct curves *c, const struct results *s, const char *by,
		      const struct key_names *apart, const char *axis, struct sim_error *err)
{
	struct key_names names = { 0 };
	char *list = by ? sim_copy(by) : NULL;
	struct kinds kinds[SIM_CHOICES + 1] = { 0 };
	bool known = true;
	u32 i;

	if (by)
		known = add_listed(&names, s, list, err);
	else
		add_differing(&names, s, apart, axis);
	for (i = 0; !by && i <= SIM_CHOICES; i++) {
		kinds[i].choices = i;
		sort_kinds(&kinds[i], s);
	}
	for (i = 0; known && i < s->count; i++)
		insert(find_or_add(c, curve_name(s, s->at[i], &names, by ? NULL : kinds)), s->at[i],
		       axis);
	for (i = 0; i <= SIM_CHOICES; i++)
		free_kinds(&kinds[i]);
	free(names.at);
	free(list);
	return known;
}

bool curves_group(struct curves *c, const struct results *s, const char *by, const char *axis,
		  struct sim_error *err)
{
	const struct key_names none = { 0 };

	return curves_group_but(c, s, by, &none, axis, err);
}

bool curves_vary_along(const struct results *s, const char *key)
{
	struct curves curves = { 0 };
	struct sim_error err;
	bool vary = false;

	if (!key_is_number(s, key) || !curves_group(&curves, s, NULL, key, &err))
		return false;
	for (u32 i = 0; i < curves.count; i++) {
		const struct curve *c = &curves.at[i];

		vary |= has_several(&(struct results){ .count = c->count, .at = c->member }, key);
	}
	curves_free(&curves);
	return vary;
}

static bool has_member(const struct curve *c, const struct json_object *result)
{
	u32 i;

	for (i = 0; i < c->count; i++) {
		if (c->member[i] == result)
			return true;
	}
	return false;
}

void curves_part(struct curves *part, const struct curves *all, const struct curve *some)
{
	u32 i, k;

	part->count = all->count;
	part->at = sim_alloc(all->count, sizeof(part->at[0]));
	for (i = 0; i < all->count; i++) {
		part->at[i].name = sim_copy(all->at[i].name);
		for (k = 0; k < all->at[i].count; k++) {
			if (has_member(some, all->at[i].member[k]))
				insert(&part->at[i], all->at[i].member[k], NULL);
		}
	}
}

bool curve_is_of_one(const struct curve *c, const struct key_names *but, const char *hint,
		     struct sim_error *err)
{
	const struct results members = { .count = c->count, .at = c->member };
	struct key_names names = { 0 };
	bool is = true;
	u32 i;

	key_names_differing(&names, &members);
	for (i = 0; is && i < names.count; i++) {
		if (!key_names_have(but, names.at[i]))
			is = sim_fail(err, "%s%sexperiments differ in %s, too: %s", c->name,
				      *c->name ? ": " : "", names.at[i], hint);
	}
	free(names.at);
	return is;
}

char *curves_label(const struct curves *c, const struct results *s, struct json_object *result)
{
	const char *name = "", *seed = results_agree(s, "seed") ? "" : result_key(result, "seed");
	char *text;

	for (u32 i = 0; i < c->count; i++)
		if (has_member(&c->at[i], result))
			name = c->at[i].name;
	if (asprintf(&text, "%s%s%s%s", name, *name && *seed ? ", " : "", *seed ? "seed " : "",
		     seed) < 0)
		sim_need(NULL);
	return text;
}

bool curves_begin_with(const struct curves *c, const struct json_object *result)
{
	for (u32 i = 0; i < c->count; i++)
		if (c->at[i].member[0] == result)
			return true;
	return false;
}

void curves_free(struct curves *c)
{
	u32 i;

	for (i = 0; i < c->count; i++) {
		free(c->at[i].name);
		free(c->at[i].member);
	}
	free(c->at);
}
