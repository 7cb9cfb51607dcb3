// SPDX-License-Identifier: GPL-2.0-only
/* The traffic of results in words. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"

#include "traffic.h"

void traffic_key(const char *key, u32 part, char name[TRAFFIC_KEY])
{
	if (part)
		snprintf(name, TRAFFIC_KEY, "%s%u", key, part + 1);
	else
		snprintf(name, TRAFFIC_KEY, "%s", key);
}

/* Return the pattern of part @part of a result; "" if it has no such part. */
static const char *pattern_of(struct json_object *result, u32 part)
{
	char key[TRAFFIC_KEY];
	const char *pattern;

	traffic_key("pattern", part, key);
	pattern = result_key(result, key);
	return part && !strcmp(pattern, "none") ? "" : pattern;
}

bool traffic_has_part(const struct results *s, u32 part)
{
	for (u32 i = 0; i < s->count; i++)
		if (*pattern_of(s->at[i], part))
			return true;
	return false;
}

static double weight_of(struct json_object *result, u32 part)
{
	char key[TRAFFIC_KEY];

	traffic_key("weight", part, key);
	return *pattern_of(result, part) ? strtod(result_key(result, key), NULL) : 0;
}

static bool have_same_patterns(const struct results *s)
{
	for (u32 i = 1; i < s->count; i++)
		for (u32 part = 0; part < TRAFFIC_PARTS; part++)
			if (strcmp(pattern_of(s->at[i], part), pattern_of(s->at[0], part)))
				return false;
	return true;
}

static bool have_same_weights(const struct results *s)
{
	for (u32 i = 1; i < s->count; i++)
		for (u32 part = 0; part < TRAFFIC_PARTS; part++)
			if (weight_of(s->at[i], part) != weight_of(s->at[0], part))
				return false;
	return true;
}

/* Print the share of part @part, if all results have the same. */
static void print_share(const struct results *s, u32 part, FILE *to)
{
	double all = 0;

	for (u32 i = 0; i < TRAFFIC_PARTS; i++)
		all += weight_of(s->at[0], i);
	if (all > 0 && have_same_weights(s))
		fprintf(to, " %.6g %%", 100 * weight_of(s->at[0], part) / all);
}

char *traffic_title(const struct results *s)
{
	char *text;
	size_t size;
	FILE *to = sim_need(open_memstream(&text, &size));
	u32 parts = 0;

	for (u32 part = 0; part < TRAFFIC_PARTS; part++)
		parts += *pattern_of(s->at[0], part) != '\0';
	for (u32 part = 0; have_same_patterns(s) && part < TRAFFIC_PARTS; part++) {
		const char *pattern = pattern_of(s->at[0], part);

		if (!*pattern)
			continue;
		fprintf(to, "%s%s", ftell(to) ? ", " : "", pattern);
		if (parts > 1)
			print_share(s, part, to);
	}
	fclose(to);
	return text;
}
