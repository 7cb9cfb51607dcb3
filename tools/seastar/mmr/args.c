// SPDX-License-Identifier: GPL-2.0-only
/* Names and offsets of registers on the command line. */
#include <ctype.h>
#include <stdlib.h>
#include <strings.h>

#include "tools/seastar/base/print.h"

#include "mmr.h"

#define MAX_NAMES	64	/* most registers, and most fields of a register */

static int args_choice_upper(struct args *a, const char *what, const char *const *names)
{
	char *c;

	for (c = args_more(a) ? *a->word : NULL; c && *c; c++)
		*c = toupper((unsigned char)*c);
	return args_choice(a, what, names);
}

static const struct ss_mmr *register_named(const char *name)
{
	uint32_t i;

	for (i = 0; i < ss_mmr_count; i++) {
		if (!strcasecmp(ss_mmrs[i].name, name))
			return &ss_mmrs[i];
	}
	return NULL;
}

static const struct ss_mmr *register_with(const char *field)
{
	uint32_t i, k;

	for (i = 0; i < ss_mmr_count; i++) {
		for (k = 0; ss_mmrs[i].fields && ss_mmrs[i].fields[k].name; k++) {
			if (!strcasecmp(ss_mmrs[i].fields[k].name, field))
				return &ss_mmrs[i];
		}
	}
	return NULL;
}

/* Refuse a field's name in place of a register's name; the message names the field's register. */
static void refuse_field(struct args *a)
{
	const struct ss_mmr *mmr;

	if (!args_more(a) || register_named(*a->word))
		return;
	mmr = register_with(*a->word);
	if (mmr)
		args_die(a, "%s is no register but a field of %s: give %s, and to write 'field %s'",
			 *a->word, mmr->name, mmr->name, *a->word);
}

static const struct ss_mmr *args_mmr(struct args *a)
{
	const char *names[MAX_NAMES] = { 0 };
	uint32_t i;

	refuse_field(a);
	for (i = 0; i < ss_mmr_count && i < MAX_NAMES - 1; i++)
		names[i] = ss_mmrs[i].name;
	return &ss_mmrs[args_choice_upper(a, "register", names)];
}

const struct ss_mmr_field *args_field(struct args *a, const struct ss_mmr *mmr)
{
	const char *names[MAX_NAMES] = { 0 };
	uint32_t i;

	if (!mmr->fields)
		args_die(a, "%s has no fields", mmr->name);
	for (i = 0; mmr->fields[i].name && i < MAX_NAMES - 1; i++)
		names[i] = mmr->fields[i].name;
	return &mmr->fields[args_choice_upper(a, "field", names)];
}

bool args_mmr_at(struct args *a, struct ss_mmr_at *at)
{
	const char *typed;

	if (!args_more(a) || !isdigit((unsigned char)**a->word)) {
		*at = (struct ss_mmr_at){ .mmr = args_mmr(a) };
		return false;
	}
	typed = *a->word;
	if (!ss_mmr_find(args_number(a, "offset", NULL, 0, SS_MMR_WINDOW - 1), at))
		args_die(a, "no register is at offset %s", typed);
	return true;
}
