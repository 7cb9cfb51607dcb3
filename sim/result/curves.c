// SPDX-License-Identifier: GPL-2.0-only
/* Results sorted into curves: by the keys in which their experiments differ. */
#include "sim/base/memory.h"

#include "curves.h"
#include "differing.h"

/* Seeds are repetitions of one experiment: no curve of their own. */
static void add_differing(struct key_names *n, const struct results *s, const char *axis)
{
	struct key_names all = { 0 };
	u32 i;

	key_names_differing(&all, s);
	for (i = 0; i < all.count; i++) {
		if (strcmp(all.at[i], "seed") && (!axis || strcmp(all.at[i], axis)))
			key_names_add(n, all.at[i]);
	}
	free(all.at);
}

/* Takes @list apart, which the names then point into. */
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

static char *curve_name(struct json_object *result, const struct key_names *n)
{
	char *text;
	size_t size;
	FILE *to = sim_need(open_memstream(&text, &size));
	u32 i;

	for (i = 0; i < n->count; i++) {
		if (*result_key(result, n->at[i]))
			fprintf(to, "%s%s %s", ftell(to) ? ", " : "", n->at[i],
				result_key(result, n->at[i]));
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

/* Insertion keeps the order of those at one place. */
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

bool curves_group(struct curves *c, const struct results *s, const char *by, const char *axis,
		  struct sim_error *err)
{
	struct key_names names = { 0 };
	char *list = by ? sim_copy(by) : NULL;
	bool known = true;
	u32 i;

	if (by)
		known = add_listed(&names, s, list, err);
	else
		add_differing(&names, s, axis);
	for (i = 0; known && i < s->count; i++)
		insert(find_or_add(c, curve_name(s->at[i], &names)), s->at[i], axis);
	free(names.at);
	free(list);
	return known;
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
