// SPDX-License-Identifier: GPL-2.0-only
/* The keys in which experiments differ. */
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
	u32 i;

	for (i = 0; i < s->count; i++) {
		json_object_object_foreach(result_value(s->at[i], "experiment"), key, value) {
			(void)value;
			if (!results_agree(s, key))
				key_names_add(n, key);
		}
	}
}
