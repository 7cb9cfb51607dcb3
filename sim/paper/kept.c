// SPDX-License-Identifier: GPL-2.0-only
/* A file that keeps the results of a reproduction's runs. */
#define _GNU_SOURCE	/* tdestroy() */
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"

#include "kept.h"

/* An experiment, and the line of its result. */
struct known {
	char *experiment;
	u32 line;
};

static int compare_known(const void *a, const void *b)
{
	const struct known *x = a, *y = b;

	return strcmp(x->experiment, y->experiment);
}

static const struct known *find(const struct kept *k, const char *experiment)
{
	const struct known known = { .experiment = (char *)experiment };
	struct known **found = tfind(&known, &k->root, compare_known);

	return found ? *found : NULL;
}

/* The next line of the journal has the result of @experiment. */
static void know(struct kept *k, const char *experiment)
{
	struct known *known = sim_alloc(1, sizeof(*known));

	known->experiment = sim_copy(experiment);
	known->line = k->journal.count;
	sim_need(tsearch(known, &k->root, compare_known));
}

/* Nobody has asked for it yet. */
static bool take_former(void *of, const char *experiment, u32 *number, struct sim_error *err)
{
	struct kept *k = of;

	if (find(k, experiment))
		return sim_fail(err, "a second result of the same experiment: remove one of them");
	know(k, experiment);
	*number = 0;
	return true;
}

bool kept_open(struct kept *k, const char *path, struct sim_error *err)
{
	const struct journal_reader reader = { take_former, k };

	k->root = NULL;
	return journal_open(&k->journal, path, &reader, err);
}

/* Several runs may have the same experiment: its line has the number of the first. */
static void claim(struct kept *k, const struct known *known, u32 number)
{
	struct journal_line *line = &k->journal.line[known->line];

	if (!line->number || number < line->number)
		line->number = number;
}

bool kept_find(struct kept *k, const char *experiment, u32 number, struct json_object **result,
	       struct sim_error *err)
{
	const struct known *known = find(k, experiment);
	char *line;

	*result = NULL;
	if (!known)
		return true;
	claim(k, known, number);
	line = journal_read(&k->journal, known->line, err);
	if (!line)
		return false;
	*result = json_tokener_parse(line);
	free(line);
	return true;
}

bool kept_add(struct kept *k, const char *experiment, u32 number, const char *line, size_t size,
	      struct sim_error *err)
{
	const struct known *known = find(k, experiment);

	if (known) {
		/* it was run for another one at the same time */
		claim(k, known, number);
		return true;
	}
	know(k, experiment);
	return journal_add(&k->journal, number, line, size, err);
}

bool kept_sort(struct kept *k, struct sim_error *err)
{
	return journal_sort(&k->journal, err);
}

static void forget(void *node)
{
	struct known *known = node;

	free(known->experiment);
	free(known);
}

void kept_close(struct kept *k)
{
	journal_close(&k->journal);
	tdestroy(k->root, forget);
}
