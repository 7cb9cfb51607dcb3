// SPDX-License-Identifier: GPL-2.0-only
/* A file that keeps the results of a reproduction's runs. */
#include <stdlib.h>

#include "kept.h"

/* The line of the journal that has the result of @experiment; false: none has. */
static bool find(const struct kept *k, const char *experiment, u32 *line)
{
	struct json_object *number;

	if (!json_object_object_get_ex(k->known, experiment, &number))
		return false;
	*line = json_object_get_int(number);
	return true;
}

/* The next line of the journal has the result of @experiment. */
static void know(struct kept *k, const char *experiment)
{
	json_object_object_add(k->known, experiment, json_object_new_int(k->journal.count));
}

/* Nobody has asked for it yet. */
static bool take_former(void *of, const char *experiment, u32 *number, struct sim_error *err)
{
	struct kept *k = of;

	if (find(k, experiment, number))
		return sim_fail(err, "a second result of the same experiment: remove one of them");
	know(k, experiment);
	*number = 0;
	return true;
}

bool kept_open(struct kept *k, const char *path, struct sim_error *err)
{
	const struct journal_reader reader = { take_former, k };

	k->known = json_object_new_object();
	return journal_open(&k->journal, path, &reader, err);
}

/* Several runs may have the same experiment: its line has the number of the first. */
static void claim(struct kept *k, u32 at, u32 number)
{
	struct journal_line *line = &k->journal.line[at];

	if (!line->number || number < line->number)
		line->number = number;
}

bool kept_find(struct kept *k, const char *experiment, u32 number, struct json_object **result,
	       struct sim_error *err)
{
	char *line;
	u32 at;

	*result = NULL;
	if (!find(k, experiment, &at))
		return true;
	claim(k, at, number);
	line = journal_read(&k->journal, at, err);
	if (!line)
		return false;
	*result = json_tokener_parse(line);
	free(line);
	return true;
}

bool kept_add(struct kept *k, const char *experiment, u32 number, const char *line, size_t size,
	      struct sim_error *err)
{
	u32 at;

	if (find(k, experiment, &at)) {
		/* it was run for another one at the same time */
		claim(k, at, number);
		return true;
	}
	know(k, experiment);
	return journal_add(&k->journal, number, line, size, err);
}

bool kept_sort(struct kept *k, struct sim_error *err)
{
	return journal_sort(&k->journal, err);
}

void kept_close(struct kept *k)
{
	journal_close(&k->journal);
	json_object_put(k->known);
}
