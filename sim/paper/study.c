// SPDX-License-Identifier: GPL-2.0-only
/* Reading the file of a study: its sections, in the order that docs/studies.md has. */
#define _GNU_SOURCE	/* vasprintf() */
#include <ctype.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"
#include "sim/base/text.h"

#include "figures.h"
#include "lines.h"
#include "runs.h"
#include "study.h"

#define DEFAULT_SEEDS	3

#define MARK	"\xef\xbb\xbf"	/* U+FEFF, with which some editors begin a file in UTF-8 */

/* The section of a study that a line is in. */
enum section { HEAD, COLUMNS, ROWS, PART, CLAIMS };

void *study_own(struct study *s, void *memory)
{
	s->own = sim_grow(s->own, s->owned + 1, sizeof(s->own[0]));
	s->own[s->owned++] = memory;
	return memory;
}

const char *study_text(struct study *s, const char *format, ...)
{
	va_list values;
	char *text;

	va_start(values, format);
	if (vasprintf(&text, format, values) < 0)
		text = sim_need(NULL);
	va_end(values);
	return study_own(s, text);
}

/*
 * Refuse @name, which is not one of the things, each a @what, that are @where. @hint is a similar
 * name, or NULL.
 */
static bool fail_name(const char *name, const char *what, const char *where, const char *hint,
		      struct sim_error *err)
{
	return sim_fail(err, "'%.64s' is no %s %s%s%s%s", name, what, where,
			hint ? ": did you mean '" : "", hint ? hint : "", hint ? "'?" : "");
}

static const char *const list_words[] = { "column", "row", "part" };

/* Return the ID at place @i of a list; NULL behind its end. */
static const char *id_at(const struct paper_reproduction *p, enum study_list list, u32 i)
{
	return list == STUDY_COLUMNS ? p->column[i].id :
	       list == STUDY_ROWS ? p->row[i].id : p->part[i].id;
}

bool study_find(const struct paper_reproduction *p, enum study_list list, const char *id, u32 *at,
		struct sim_error *err)
{
	const char *names[PAPER_ROWS + 1], *hint;

	for (u32 i = 0; (names[i] = id_at(p, list, i)); i++) {
		if (!strcmp(names[i], id)) {
			*at = i;
			return true;
		}
	}
	hint = text_nearest(id, names);
	for (u32 i = 0; !hint && names[i]; i++)
		if (!strncmp(names[i], id, strlen(id)) && names[i][strlen(id)] == '@')
			hint = names[i];
	return fail_name(id, list_words[list], "above", hint, err);
}

bool study_is_name(const char *what, const char *id, bool points, struct sim_error *err)
{
	const char *at = id;

	while (isalnum((unsigned char)*at) || *at == '_' || *at == '@' ||
	       (points && *at == '.' && isalnum((unsigned char)at[1])))
		at++;
	return (isalpha((unsigned char)*id) && !*at) ||
	       sim_fail(err, "'%.64s' is no ID that an expression can name: a %s's ID is a letter, then letters, digits, '_' and '@'",
			id, what);
}

bool study_is_new(const struct study *s, enum study_list list, const char *id,
		  struct sim_error *err)
{
	const char *what = list_words[list];
	struct sim_error none;
	u32 at;

	if (!study_is_name(what, id, list == STUDY_ROWS, err))
		return false;
	return !study_find(&s->p, list, id, &at, &none) ||
	       sim_fail(err, "there is a %s '%.64s' above: give this one another ID", what, id);
}

bool study_is_key(void *study, const char *word, struct sim_error *err)
{
	const struct study *s = study;

	if (!strchr(word, '='))
		return sim_fail(err, "'%.64s' is not KEY=VALUE, in which no blank may be", word);
	if (!strncmp(word, "seed=", strlen("seed=")))
		return sim_fail(err, "each experiment is run with seeds of its own: leave out 'seed', and say how many by 'seeds = N'");
	return s->p.measure ? s->p.measure->check(word, err) : paper_is_key(word, err);
}

/*
 * Record @key as seen; refuse it if it was seen before: a second value would override the first
 * silently.
 */
static bool see_key(struct study *s, const char *key, struct sim_error *err)
{
	for (u32 i = 0; i < s->keys_seen; i++)
		if (!strcmp(s->seen[i], key))
			return sim_fail(err, "'%.64s' is given twice: remove one of them",
					key);
	if (s->keys_seen < STUDY_KEYS)
		s->seen[s->keys_seen++] = key;
	return true;
}

static bool read_text(struct study *s, void *to, char *value, struct sim_error *err)
{
	(void)s;
	(void)err;
	*(const char **)to = value;
	return true;
}

static bool read_keys(struct study *s, void *to, char *value, struct sim_error *err)
{
	return paper_each_key(value, study_is_key, s, err) && read_text(s, to, value, err);
}

static bool read_seeds(struct study *s, void *to, char *value, struct sim_error *err)
{
	u64 n;

	(void)s;
	if (!text_number(value, &n) || !n || n > PAPER_SEEDS)
		return sim_fail(err, "seeds are a number from 1 to %u, not '%.32s'", PAPER_SEEDS, value);
	*(u32 *)to = n;
	return true;
}

static bool read_measure(struct study *s, void *to, char *value, struct sim_error *err)
{
	(void)to;
	if (*s->keys || s->reduced)
		return sim_fail(err, "a measure may have keys of its own: move 'measure' above 'keys' and 'reduced'");
	s->p.measure = paper_measure_find(value);
	return s->p.measure || sim_fail(err, "there is no measure '%.64s'", value);
}

static bool read_search(struct study *s, void *to, char *value, struct sim_error *err)
{
	char *highest = lines_cut(value, " to ");
	u64 a, b;

	(void)s;
	if (!highest || !text_decimal(value, PAPER_LOAD_DIGITS, &a) ||
	    !text_decimal(highest, PAPER_LOAD_DIGITS, &b) || !a || b < a || b > UINT32_MAX)
		return sim_fail(err, "search is 'STEP to HIGHEST', two loads, such as '0.05 to 0.9'");
	*(struct paper_search *)to = (struct paper_search){ a, b };
	return true;
}

static bool read_draw(struct study *s, void *to, char *value, struct sim_error *err)
{
	enum paper_draw *draw = to;

	(void)s;
	*draw = !strcmp(value, "places") ? PAPER_DRAWS_PLACES :
		!strcmp(value, "permutation") ? PAPER_DRAWS_PERMUTATION : PAPER_DRAWS_NOTHING;
	return *draw || sim_fail(err, "a seed draws 'places' or a 'permutation', not '%.64s'", value);
}

/* A key: its value is read into the member at @at. */
struct key {
	const char *name;
	bool (*read)(struct study *s, void *to, char *value, struct sim_error *err);
	size_t at;
};

static const struct key head_keys[] = {
	{ "name", read_text, offsetof(struct study, p.name) },
	{ "authors", read_text, offsetof(struct study, p.authors) },
	{ "place", read_text, offsetof(struct study, p.place) },
	{ "title", read_text, offsetof(struct study, p.title) },
	{ "note", read_text, offsetof(struct study, p.note) },
	{ "small title", read_text, offsetof(struct study, p.small_title) },
	{ "small note", read_text, offsetof(struct study, p.small_note) },
	{ "seeds", read_seeds, offsetof(struct study, p.seeds) },
	{ "measure", read_measure, offsetof(struct study, p.measure) },
	{ "keys", read_keys, offsetof(struct study, keys) },
	{ "reduced", read_keys, offsetof(struct study, reduced) },
	{ NULL, NULL, 0 }
};

static const struct key part_keys[] = {
	{ "name", read_text, offsetof(struct paper_part, name) },
	{ "keys", read_keys, offsetof(struct paper_part, keys) },
	{ "reduced", read_keys, offsetof(struct paper_part, reduced) },
	{ "what", read_text, offsetof(struct paper_part, what) },
	{ "small what", read_text, offsetof(struct paper_part, small_what) },
	{ "seeds", read_seeds, offsetof(struct paper_part, seeds) },
	{ "search", read_search, offsetof(struct paper_part, search) },
	{ "draw", read_draw, offsetof(struct paper_part, draw) },
	{ NULL, NULL, 0 }
};

/*
 * Read the value of key @name into a member of @of.  @list has the keys that may be there, and
 * @where says where for the error.
 */
static bool read_key(struct study *s, const struct key *list, void *of, const char *name,
		     char *value, const char *where, struct sim_error *err)
{
	const char *names[16] = { NULL };

	for (u32 i = 0; list[i].name; i++) {
		names[i] = list[i].name;
		if (!strcmp(name, names[i]))
			return list[i].read(s, (char *)of + list[i].at, value, err);
	}
	return fail_name(name, "key", where, text_nearest(name, names), err);
}

/* Read the paper's figures of a row: "COLUMN=VALUE ...". */
static bool read_paper(struct study *s, struct paper_part *part, const char *row, char *value,
		       struct sim_error *err)
{
	char *word, *number, *end;
	u32 at = 0, column = 0;

	if (!study_find(&s->p, STUDY_ROWS, row, &at, err))
		return false;
	if (!part->paper)
		part->paper = study_own(s, sim_alloc(PAPER_ROWS, sizeof(part->paper[0])));
	while ((word = strsep(&value, " "))) {
		number = lines_cut(word, "=");
		if (!number)
			return sim_fail(err, "'%.64s' is not COLUMN=NUMBER", word);
		if (!study_find(&s->p, STUDY_COLUMNS, word, &column, err))
			return false;
		part->paper[at][column] = strtod(number, &end);
		if (*end || end == number)
			return sim_fail(err, "'%.64s' is no number", number);
	}
	return true;
}

static bool read_part(struct study *s, const char *key, char *value, struct sim_error *err)
{
	struct paper_part *part = &s->p.part[s->parts - 1];

	if (s->p.measure && (!strcmp(key, "search") || !strcmp(key, "draw")))
		return sim_fail(err, "'%s' changes nothing of a study with a measure: leave it out", key);
	if (!strncmp(key, "paper ", strlen("paper ")))
		return read_paper(s, part, key + strlen("paper "), value, err);
	return read_key(s, part_keys, part, key, value, "of a part", err);
}

/* Read a column: "ID = EXPRESSION | NAME | UNIT". */
static bool read_column(struct study *s, char *id, char *text, struct sim_error *err)
{
	struct paper_column *c = &s->p.column[s->columns];
	char *name = lines_cut(text, "|"), *unit = name ? lines_cut(name, "|") : NULL;

	if (unit && strchr(unit, '|'))
		return sim_fail(err, "a column is 'ID = EXPRESSION | NAME | UNIT': remove the third '|' and what follows");
	if (s->columns == PAPER_COLUMNS)
		return sim_fail(err, "there are more than %u columns", PAPER_COLUMNS);
	if (!study_is_new(s, STUDY_COLUMNS, id, err))
		return false;
	*c = (struct paper_column){ id, name && *name ? name : id, unit ? unit : "", text };
	return figures_check(&s->p, s->columns++, NULL, err);
}

static bool add_part(struct study *s, const char *id, struct sim_error *err)
{
	if (s->claimed)
		return sim_fail(err, "the claims above would not be about this part: move it above [claims]");
	if (!study_is_new(s, STUDY_PARTS, id, err))
		return false;
	if (s->parts == PAPER_PARTS)
		return sim_fail(err, "there are more than %u parts", PAPER_PARTS);
	s->keys_seen = 0;
	s->p.part[s->parts++] = (struct paper_part){ .id = id, .name = id, .keys = "", .what = "" };
	return true;
}

/* Read the parts of "[claims ID ...]"; without @ids, all parts. */
static bool read_parts(const struct study *s, char *ids, u32 *parts, struct sim_error *err)
{
	char *id;
	u32 at = 0;

	*parts = ids ? 0 : (1u << s->parts) - 1;
	while ((id = strsep(&ids, " "))) {
		if (!study_find(&s->p, STUDY_PARTS, id, &at, err))
			return false;
		*parts |= 1u << at;
	}
	return true;
}

/* Read the line of a section: "[columns]", "[rows]", "[part ID]" or "[claims ID...]". */
static bool read_section(struct study *s, char *line, enum section *section, u32 *parts,
			 struct sim_error *err)
{
	char *end = line + strlen(line) - 1, *word = line + 1, *rest;

	if (*end != ']')
		return sim_fail(err, "a section ends with ']': remove what follows it");
	while (end > word && end[-1] == ' ')
		end--;
	*end = '\0';
	word += *word == ' ';
	rest = lines_cut(word, " ");
	if (!strcmp(word, "columns") && !rest)
		*section = COLUMNS;
	else if (!strcmp(word, "rows") && !rest)
		*section = ROWS;
	else if (!strcmp(word, "part") && rest)
		*section = PART;
	else if (!strcmp(word, "claims"))
		*section = CLAIMS;
	else
		return sim_fail(err, "sections are [columns], [rows], [part ID] and [claims]");
	if (*section == PART)
		return add_part(s, rest, err);
	if (*section == CLAIMS && !s->parts && !add_part(s, "all", err))
		return false;
	s->claimed |= *section == CLAIMS;
	return *section != CLAIMS || read_parts(s, rest, parts, err);
}

static bool read_value(struct study *s, enum section section, char *line, struct sim_error *err)
{
	char *value = lines_cut(line, "=");

	if (!value)
		return sim_fail(err, "'%.64s' is neither 'key = value' nor a section in '[]'", line);
	if (section == COLUMNS)
		return read_column(s, line, value, err);
	if (section == ROWS)
		return study_add_rows(s, line, value, err);
	if (!see_key(s, line, err))
		return false;
	if (section == PART)
		return read_part(s, line, value, err);
	return read_key(s, head_keys, s, line, value, "before the sections", err);
}

static bool read_lines(struct study *s, struct lines *l, struct sim_error *err)
{
	enum section section = HEAD;
	struct sim_error why;
	u32 parts = 0;
	char *line;
	bool ok;

	while ((line = lines_next(l))) {
		study_own(s, line);
		if (l->why)
			ok = sim_fail(&why, "%s", l->why);
		else if (*line == '[')
			ok = read_section(s, line, &section, &parts, &why);
		else if (section == CLAIMS)
			ok = study_read_claim(s, parts, line, &why);
		else
			ok = read_value(s, section, line, &why);
		if (!ok)
			return lines_fail(l, &why, err);
	}
	return true;
}

/* Copy to each part the settings that the study has for all parts. */
static void spread(struct study *s)
{
	for (u32 i = 0; i < s->parts; i++) {
		struct paper_part *part = &s->p.part[i];

		part->keys = study_own(s, paper_join_keys(s->keys, part->keys));
		if (!part->reduced)
			part->reduced = s->reduced;
	}
}

/* Name a study that has no name after its file, without folders and up to the first point. */
static bool name_by_file(struct study *s, const char *path, struct sim_error *err)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;

	s->p.name = study_text(s, "%.*s", (int)strcspn(name, "."), name);
	return (text_is_utf8(s->p.name) && !text_has_control(s->p.name)) ||
	       sim_fail(err, "%.200s: the file's name is not UTF-8 or has a control character, so it cannot name the study: rename the file, or give 'name'",
			path);
}

static bool finish(struct study *s, const char *name, struct sim_error *err)
{
	if (!s->columns && !s->rows)
		return sim_fail(err, "%.200s: is no study: it needs sections [rows] and [columns], as docs/studies.md and seastar-sim-paper(1) show",
				name);
	if (!s->columns)
		return sim_fail(err, "%.200s: has no [columns]: docs/studies.md", name);
	if (!s->rows)
		return sim_fail(err, "%.200s: has no [rows]: docs/studies.md", name);
	if (!s->parts && !add_part(s, "all", err))
		return false;
	if (!s->p.name && !name_by_file(s, name, err))
		return false;
	spread(s);
	return true;
}

struct study *study_read(const char *name, const char *text, struct sim_error *err)
{
	struct lines lines = { .name = name, .at = text, .next = 1 };
	struct study *s = sim_alloc(1, sizeof(*s));

	s->p = (struct paper_reproduction){
		.authors = "", .place = "", .title = "", .note = "", .seeds = DEFAULT_SEEDS,
		.claim = sim_alloc(1, sizeof(s->p.claim[0])),
	};
	s->keys = "";
	if (!strncmp(text, MARK, strlen(MARK)))
		lines.at += strlen(MARK);
	if (read_lines(s, &lines, err) && finish(s, name, err))
		return s;
	study_free(s);
	return NULL;
}

void study_free(struct study *s)
{
	if (!s)
		return;
	for (u32 i = 0; i < s->owned; i++)
		free(s->own[i]);
	free(s->own);
	free(s->p.claim);
	free(s);
}
