// SPDX-License-Identifier: GPL-2.0-only
/* The keys in which experiments differ. */
#include <math.h>
#include <stdlib.h>

#include "sim/base/memory.h"

#include "differing.h"

bool key_names_have(const struct key_names *n, const char *name)
{
	u32 i;

	for (i = 0; i < n->count; i++) {
		if (!strcmp(n->at[i], name))
			return true;
	}
	return false;
}

void key_names_add(struct key_names *n, const char *name)
{
	if (key_names_have(n, name))
		return;
	n->at = sim_grow(n->at, n->count + 1, sizeof(n->at[0]));
	n->at[n->count++] = name;
}

void key_names_differing(struct key_names *n, const struct results *s)
{
	struct key_names seen = { 0 };
	u32 i;

	for (i = 0; i < s->count; i++) {
		json_object_object_foreach(result_value(s->at[i], "experiment"), key, value) {
			(void)value;
			/* results that have a key compare it once for all */
			if (key_names_have(&seen, key))
				continue;
			key_names_add(&seen, key);
			if (!results_agree(s, key))
				key_names_add(n, key);
		}
	}
	free(seen.at);
}

bool key_is_number(const struct results *results, const char *key)
{
	char path[64];

	snprintf(path, sizeof(path), "experiment.%.40s", key);
	for (u32 i = 0; i < results->count; i++)
		if (isnan(result_number(results->at[i], path)))
			return false;
	return true;
}

const char *key_names_number(const struct results *results)
{
	struct key_names keys = { 0 };
	const char *found = NULL;

	key_names_differing(&keys, results);
	for (u32 k = 0; k < keys.count && !found; k++)
		if (strcmp(keys.at[k], "seed") && key_is_number(results, keys.at[k]))
			found = keys.at[k];
	free(keys.at);
	return found;
}

/* Return true if a key differs by itself, and not as a default that follows from another key. */
static bool is_varied(const struct results *results, const char *key)
{
	const char *chosen[SIM_CHOICES];
	u32 k = sim_key_find(key);

	if (k == sim_key_count || sim_choice_find(key) < SIM_CHOICES)
		return true;
	for (u32 i = 0; i < results->count; i++) {
		const char *value = result_key(results->at[i], key);

		experiment_choices(result_value(results->at[i], "experiment"), chosen);
		if (*value && !sim_key_is_default(&sim_keys[k], value, chosen))
			return true;
	}
	return false;
}

void key_names_varied(struct key_names *n, const struct results *s)
{
	struct key_names all = { 0 };

	key_names_differing(&all, s);
	for (u32 i = 0; i < all.count; i++)
		if (is_varied(s, all.at[i]))
			key_names_add(n, all.at[i]);
	free(all.at);
}
