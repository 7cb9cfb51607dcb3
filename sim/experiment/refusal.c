// SPDX-License-Identifier: GPL-2.0-only
/*
 * Refusals of a fabric in the words of an experiment: keys, and the places where they were given.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"

#include "assign.h"
#include "check.h"
#include "keys.h"
#include "refusal.h"

/* Find the key of a field. */
static const struct sim_key *key_of(const struct sim_experiment *e, const char *field)
{
	if (!strcmp(field, "topology"))
		field = shape_key(e);
	return &sim_keys[sim_key_find(field)];
}

/* Print "'key' = value". */
static void print_field(const struct sim_experiment *e, const char *field, FILE *to)
{
	const struct sim_key *k = key_of(e, field);
	char *value = sim_key_text(k, e, 0);

	fprintf(to, "'%s' = %s", k->name, value);
	free(value);
}

/* Print the text for the place @name of a sentence. */
static void print_place(const struct sim_experiment *e, const struct ss_refusal *why,
			const char *name, FILE *to)
{
	u32 value = why->value[name[strlen(name) - 1] == '1'];

	if (!strcmp(name, "0") || !strcmp(name, "1"))
		fprintf(to, "%u", value);
	else if (!strncmp(name, "xyz", 3))
		fputc("xyz"[value], to);
	else
		print_field(e, name, to);
}

/* Print the fields that a sentence without places is about, in front of it. */
static void print_fields(const struct sim_experiment *e, const struct ss_refusal *why, FILE *to)
{
	for (u32 i = 0; i < 2 && why->field[i]; i++) {
		if (i)
			fputs(", ", to);
		print_field(e, why->field[i], to);
	}
	fputs(": ", to);
}

static char *refusal_text(const struct sim_experiment *e, const struct ss_refusal *why)
{
	char *text, name[SIM_MAX_NAME];
	size_t size;
	FILE *to = sim_need(open_memstream(&text, &size));

	if (why->field[0] && !strchr(why->text, '{'))
		print_fields(e, why, to);
	for (const char *c = why->text; *c; c++) {
		if (*c != '{') {
			fputc(*c, to);
			continue;
		}
		snprintf(name, sizeof(name), "%.*s", (int)strcspn(c + 1, "}"), c + 1);
		print_place(e, why, name, to);
		c += strlen(name) + 1;
	}
	fclose(to);
	return sim_need(text);
}

bool sim_check_config(const struct sim_experiment *e, struct sim_error *err)
{
	struct ss_config config = sim_config(e);
	struct ss_refusal why;
	char *text;

	if (!ss_config_refused(&config, &why))
		return true;
	text = refusal_text(e, &why);
	if (why.field[0])
		sim_fail_at(err, later(e, 0, key_of(e, why.field[0])->name,
				       key_of(e, why.field[1] ? why.field[1] : why.field[0])->name),
			    "%s", text);
	else
		sim_fail(err, "%s", text);
	free(text);
	return false;
}
