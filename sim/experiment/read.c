// SPDX-License-Identifier: GPL-2.0-only
/* Reading an experiment from text, from a file, or from a result. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include "sim/base/memory.h"
#include "sim/base/text.h"

#include "assign.h"

/* Cut a comment and white space off the end of @line. */
static void trim(char *line)
{
	size_t length = strcspn(line, "#");

	while (length && isspace((unsigned char)line[length - 1]))
		length--;
	line[length] = '\0';
}

static u32 indent(const char *text)
{
	u32 n = 0;

	while (isspace((unsigned char)text[n]))
		n++;
	return n;
}

/* "[at CYCLE]" */
static bool read_section(struct sim_experiment *e, char *text, const struct sim_origin *at,
			 struct sim_error *err)
{
	size_t length = strlen(text);
	u64 cycle;

	if (text[length - 1] == ']' && !strncmp(text, "[at ", 4)) {
		text[length - 1] = '\0';
		if (text_number(text + 4, &cycle) && cycle <= SIM_MAX_CYCLES)
			return sim_add_phase(e, cycle, at, err);
		text[length - 1] = ']';
	}
	return sim_fail_at(err, at, "'%.64s' is not '[at CYCLE]' with a cycle from 1 to %llu", text,
			   SIM_MAX_CYCLES);
}

static bool read_line(struct sim_experiment *e, u32 *phase, char *line, struct sim_origin *at,
		      struct sim_error *err)
{
	char *key = line + indent(line), *equals, *value, *end;

	trim(line);
	if (key >= line + strlen(line))
		return true;
	at->column = key - line + 1;
	if (*key == '[') {
		*phase = e->phases;
		return read_section(e, key, at, err);
	}
	equals = strchr(key, '=');
	if (!equals || equals == key)
		return sim_fail_at(err, at, "'%.64s' is neither 'key = value' nor '[at CYCLE]'",
				   key);
	for (end = equals; end > key && isspace((unsigned char)end[-1]); end--)
		;
	*equals = '\0';
	*end = '\0';
	value = equals + 1 + indent(equals + 1);
	return sim_assign(e, *phase, key, value, at, value - key, err);
}

static bool read_lines(struct sim_experiment *e, const char *name, char *text,
		       struct sim_error *err)
{
	struct sim_origin at = { .name = name, .level = SIM_LEVEL_FILE };
	u32 phase = 0;
	char *line;

	while ((line = strsep(&text, "\n"))) {
		at.line++;
		if (!read_line(e, &phase, line, &at, err))
			return false;
	}
	return true;
}

bool sim_experiment_read(struct sim_experiment *e, const char *name, const char *text,
			 struct sim_error *err)
{
	const char *kept = sim_keep_name(e, name);
	char *copy;
	bool ok;

	if (text[indent(text)] == '{')
		return sim_read_json(e, kept, text, err);
	copy = sim_copy(text);
	ok = read_lines(e, kept, copy, err);
	free(copy);
	return ok;
}

static char *read_all(FILE *file, const char *path, struct sim_error *err)
{
	char *text = NULL;
	size_t size = 0;
	ssize_t length;

	errno = 0;
	length = getdelim(&text, &size, '\0', file);
	if (ferror(file) || (length < 0 && errno))
		sim_fail(err, "%.200s: cannot be read: %s", path, strerror(errno));
	else if (length > 0 && !text[length - 1])
		sim_fail(err, "%.200s: is not text", path);
	else if (length < 0)
		sim_fail(err, "%.200s: is empty", path);
	else
		return text;
	free(text);
	return NULL;
}

bool sim_experiment_load(struct sim_experiment *e, const char *path, struct sim_error *err)
{
	bool in = !strcmp(path, "-"), ok;
	FILE *file = in ? stdin : fopen(path, "r");
	char *text;

	if (!file)
		return sim_fail(err, "%.200s: cannot be read: %s", path, strerror(errno));
	text = read_all(file, path, err);
	if (!in)
		fclose(file);
	if (!text)
		return false;
	ok = sim_experiment_read(e, in ? "standard input" : path, text, err);
	free(text);
	return ok;
}
