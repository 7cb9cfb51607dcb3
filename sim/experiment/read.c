// SPDX-License-Identifier: GPL-2.0-only
/* Reading of an experiment from text, from a file, or from a result. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include "sim/base/file.h"
#include "sim/base/memory.h"
#include "sim/base/text.h"

#include "assign.h"
#include "list.h"
#include "values.h"

/* Return the value in @line, if it stands between quotation marks, or NULL. */
static char *quoted_value(char *line)
{
	size_t before = strcspn(line, "#=");
	char *value = line + before + 1;

	if (line[before] != '=')
		return NULL;
	value += strspn(value, " \t");
	return *value == '"' ? value : NULL;
}

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

/**
 * struct section - the section of a line of a file
 * @phase: phase of the section's keys
 * @part: further part of the traffic that the section's keys belong to, from 2; 0: none
 */
struct section {
	u32 phase;
	u32 part;
};

static bool starts(const char *text, const char *word)
{
	return !strncmp(text, word, strlen(word));
}

/* Read "[at CYCLE]" or "[part N]". */
static bool read_section(struct sim_experiment *e, struct section *section, char *text,
			 const struct sim_origin *at, struct sim_error *err)
{
	size_t length = strlen(text);
	bool closed = text[length - 1] == ']';
	u64 n;

	if (closed)
		text[length - 1] = '\0';
	if (closed && starts(text, "[at ") && text_number(text + 4, &n) && n <= SIM_MAX_CYCLES) {
		*section = (struct section){ .phase = e->phases };
		return sim_add_phase(e, n, at, err);
	}
	if (closed && starts(text, "[part ") && text_number(text + 6, &n) && n >= 2 &&
	    n <= SS_MAX_PARTS) {
		section->part = n;
		return true;
	}
	return sim_fail_at(err, at,
			   "'%.64s%s' is neither '[at CYCLE]', with a cycle from 1 to %llu, nor '[part N]', with a part of the traffic from 2 to %d",
			   text, closed ? "]" : "", SIM_MAX_CYCLES, SS_MAX_PARTS);
}

/*
 * Make the whole name of @key, which in a part's section is written without the number of the part.
 */
static bool name_key(const struct section *section, const char *key, char name[SIM_MAX_NAME],
		     const struct sim_origin *at, struct sim_error *err)
{
	u32 i = sim_key_find(key);

	if (i < sim_key_count && sim_keys[i].part)
		return sim_fail_at(err, at, "in a file, '%s' is '%.*s' in a section '[part %u]'",
				   key, (int)strlen(key) - 1, key, sim_keys[i].part);
	if (!section->part) {
		snprintf(name, SIM_MAX_NAME, "%.*s", SIM_MAX_NAME - 1, key);
		return true;
	}
	snprintf(name, SIM_MAX_NAME, "%.*s%c", SIM_MAX_NAME - 2, key, '0' + (char)section->part);
	if (i < sim_key_count && sim_key_find(name) == sim_key_count)
		return sim_fail_at(err, at, "a part of the traffic has no '%s' of its own: give it before the sections '[part N]'",
				   key);
	return true;
}

/* Have @chooser replace the value at @at, if there is a chooser. */
static bool choose_value(const struct sim_chooser *chooser, u32 phase, const char *name,
			 const char **value, const struct sim_origin *at, struct sim_error *err)
{
	struct sim_error why;

	if (!chooser || chooser->choose(chooser->context, at->line, phase, name, value, &why))
		return true;
	return sim_fail_at(err, at, "%s", why.text);
}

/* Remove blanks on either side of a comma. */
static void join_list(char *value)
{
	char *to = value;

	for (char *from = value; *from; from++) {
		u32 blanks = indent(from);

		if (blanks && (from[blanks] == ',' || (to > value && to[-1] == ',')))
			from += blanks;
		*to++ = *from;
	}
	*to = '\0';
}

/*
 * Return true if the value of @key is a list of files, whose names may have blanks beside commas.
 */
static bool may_be_path(const char *key)
{
	u32 i = sim_key_find(key);

	return i < sim_key_count && (sim_keys[i].type == &sim_type_path ||
				     sim_keys[i].type == &sim_type_permutation);
}

/* Assign the first of several values, which the command line may replace. */
static bool assign_first(struct sim_experiment *e, u32 phase, const char *name, const char *list,
			 struct sim_origin *at, u32 columns, struct sim_error *err)
{
	char *first = sim_list_first(name, list);
	bool ok;

	at->is_list = true;
	ok = sim_assign(e, phase, name, first, at, columns, err);
	at->is_list = false;
	free(first);
	return ok;
}

/* Assign @text, the value; @is_quoted: it stood between quotation marks. */
static bool read_value(struct sim_experiment *e, const struct section *section, const char *key,
		       char *text, bool is_quoted, struct sim_origin *at,
		       const struct sim_chooser *chooser, struct sim_error *err)
{
	const u32 columns = text - key;
	const char *value = text;
	char name[SIM_MAX_NAME];

	if (!name_key(section, key, name, at, err))
		return false;
	if (is_quoted) {
		at->level = SIM_LEVEL_FILE;
		return sim_assign(e, section->phase, name, value, at, columns, err);
	}
	if (!may_be_path(name))
		join_list(text);
	if (!choose_value(chooser, section->phase, name, &value, at, err))
		return false;
	at->level = value == text ? SIM_LEVEL_FILE : SIM_LEVEL_FILE_LIST;
	if (!chooser && sim_list_is(name, value))
		return assign_first(e, section->phase, name, value, at, columns, err);
	return sim_assign(e, section->phase, name, value, at, columns, err);
}

static bool read_line(struct sim_experiment *e, struct section *section, char *line,
		      struct sim_origin *at, const struct sim_chooser *chooser,
		      struct sim_error *err)
{
	char *key = line + indent(line), *equals, *end, *quoted = quoted_value(line), *rest;

	at->column = key - line + 1;
	if (quoted) {
		rest = text_unquote(quoted);
		if (!rest)
			return sim_fail_at(err, at, "the value has no closing '\"'");
		trim(rest);
		if (*rest)
			return sim_fail_at(err, at, "'%.64s' stands behind the closing '\"' of the value",
					   rest + indent(rest));
	} else {
		trim(line);
	}
	if (key >= line + strlen(line))
		return true;
	at->column = key - line + 1;
	if (*key == '[')
		return read_section(e, section, key, at, err);
	equals = strchr(key, '=');
	if (!equals || equals == key)
		return sim_fail_at(err, at, "'%.64s' is neither 'key = value' nor a section in '[]'",
				   key);
	for (end = equals; end > key && isspace((unsigned char)end[-1]); end--)
		;
	*equals = '\0';
	*end = '\0';
	return read_value(e, section, key, quoted ? quoted : equals + 1 + indent(equals + 1),
			  quoted, at, chooser, err);
}

static bool read_lines(struct sim_experiment *e, const char *name, char *text,
		       const struct sim_chooser *chooser, struct sim_error *err)
{
	struct sim_origin at = { .name = name, .level = SIM_LEVEL_FILE };
	struct section section = { 0 };
	char *line;

	while ((line = strsep(&text, "\n"))) {
		at.line++;
		if (!read_line(e, &section, line, &at, chooser, err))
			return false;
	}
	return true;
}

bool sim_experiment_read_sweep(struct sim_experiment *e, const char *name, const char *text,
			       const struct sim_chooser *chooser, struct sim_error *err)
{
	const char *kept = sim_keep_name(e, name);
	char *copy;
	bool ok;

	if (text[indent(text)] == '{')
		return sim_read_json(e, kept, text, err);
	copy = sim_copy(text);
	ok = read_lines(e, kept, copy, chooser, err);
	free(copy);
	return ok;
}

bool sim_experiment_read(struct sim_experiment *e, const char *name, const char *text,
			 struct sim_error *err)
{
	return sim_experiment_read_sweep(e, name, text, NULL, err);
}

bool sim_experiment_load(struct sim_experiment *e, const char *path, struct sim_error *err)
{
	const char *name = strcmp(path, "-") ? path : "standard input";
	size_t size;
	char *text;
	bool ok;

	if (!file_read(path, &text, &size, err))
		return false;
	ok = size ? sim_experiment_read(e, name, text, err) :
		    sim_fail(err, "%.200s: is empty", path);
	free(text);
	return ok;
}
