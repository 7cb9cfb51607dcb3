// SPDX-License-Identifier: GPL-2.0-only
/*
 * A first reading: the files of the ranks, which actions are not replayed, and which tests are
 * taken as waits.  A trace does not say which tests succeeded.  The last test of a message is
 * taken as the one that did, unless a wait for it follows.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/base/memory.h"

#include "trace.h"

#define MOST_RANKS	65536
#define MOST_NAMES	256	/* names of actions that are not replayed */
#define MOST_LETTERS	24	/* bytes of such a name */

/**
 * struct survey - a first reading
 * @archive: archive that gets the number of ranks and their files
 * @trace: parts of the trace that the archive lacks
 * @name: names of actions that are not replayed, as the trace has them first
 * @count: by name: how many
 * @names: number of names
 */
struct survey {
	struct archive *archive;
	struct smpi_trace *trace;
	char name[MOST_NAMES][MOST_LETTERS];
	u64 count[MOST_NAMES];
	u32 names;
};

/* The line of the last test of a message that no other action has followed. */
struct last_test {
	struct table_item item;
	u64 line;
};

static char *join(const char *folder, size_t n, const char *path)
{
	size_t room = n + strlen(path) + 1;
	char *all = sim_alloc(room, 1);

	snprintf(all, room, "%.*s%s", (int)n, folder, path);
	return all;
}

/* Return the last two parts of a path, a folder and a file. */
static const char *last_parts(const char *path)
{
	const char *at = strrchr(path, '/');

	if (!at)
		return path;
	while (at > path && at[-1] != '/')
		at--;
	return at;
}

/*
 * Find the file of a rank: beside the main file, since SMPI writes its folder there, or where the
 * path leads.
 */
static char *find_file(const char *main, const char *path)
{
	const char *slash = strrchr(main, '/');
	char *beside = join(main, slash ? slash + 1 - main : 0, last_parts(path));

	if (*path != '/' && !access(beside, F_OK))
		return beside;
	free(beside);
	return sim_copy(path);
}

static bool add_rank(struct survey *s, const struct line_reader *lines, char *path,
		     struct sim_error *err)
{
	struct archive *a = s->archive;
	struct smpi_trace *t = s->trace;

	if (a->ranks == MOST_RANKS)
		return smpi_refuse(lines, err, "more than %u ranks, which is the most that can be converted; trace fewer",
				   MOST_RANKS);
	if (!(a->ranks & (a->ranks - 1))) {
		u32 room = a->ranks ? 2 * a->ranks : 1;

		t->waits = sim_grow(t->waits, room, sizeof(*t->waits));
		a->rank_path = sim_grow(a->rank_path, room, sizeof(*a->rank_path));
	}
	t->waits[a->ranks] = (struct table){ 0 };
	a->rank_path[a->ranks] = find_file(a->path, path);
	if (access(a->rank_path[a->ranks++], F_OK))
		return smpi_refuse(lines, err, "the file '%.200s' of rank %u does not exist; a line is the path of a rank's file, from here or beside this file: copy the folder of the files, too",
				   path, a->ranks - 1);
	return true;
}

/* Take off blanks at either end. */
static char *trim(char *text)
{
	size_t n;

	text += strspn(text, " \t");
	n = strlen(text);
	while (n && strchr(" \t", text[n - 1]))
		text[--n] = '\0';
	return text;
}

/* Return true if a line of the main file is an action, not a path. */
static bool is_action(const char *text)
{
	size_t n = strspn(text, "0123456789");

	return n && strchr(" \t", text[n]) && text[n];
}

static bool take_path(struct survey *s, const struct line_reader *lines, enum line kind,
		      struct sim_error *err)
{
	char *text = trim(lines->text);

	if (!strncmp(text, "#Paraver", strlen("#Paraver")))
		return smpi_refuse(lines, err, "a trace of Paraver, whose name does not end in .prv; rename it");
	if (!*text || *text == '#')
		return true;
	if (is_action(text))
		return smpi_refuse(lines, err, "an action, where a file with the paths of the ranks' files is read; give that file, or write one file per rank (awk '{ print >$1 }') and list them");
	if (kind == LINE_OPEN && access(text, F_OK) && access(last_parts(text), F_OK))
		return smpi_refuse(lines, err, "the line has no end, and is no path of a file: the file was cut; write or copy it again");
	return add_rank(s, lines, text, err);
}

static bool read_main(struct survey *s, struct sim_error *err)
{
	struct line_reader lines;
	bool ok = smpi_open(&lines, s->archive->path, err);
	enum line kind = LINE_WHOLE;

	while (ok && kind == LINE_WHOLE) {
		kind = line_next(&lines, err);
		ok = kind == LINE_NONE ||
		     (kind != LINE_BAD && take_path(s, &lines, kind, err));
	}
	if (ok && !s->archive->ranks)
		ok = sim_fail(err, "%.200s: it lists no files of ranks; trace the program with smpirun -trace-ti",
			      s->archive->path);
	if (ok && s->archive->ranks == 1)
		ok = sim_fail(err, "%.200s: it lists one file, which is one rank; a trace of several ranks in one file is not read: trace the program without tracing/smpi/format/ti-one-file",
			      s->archive->path);
	smpi_close(&lines);
	return ok;
}

/* Count an action that is not replayed. */
static void count(struct survey *s, const char *name)
{
	char text[MOST_LETTERS];
	u32 i = 0;

	snprintf(text, sizeof(text), "%.20s", name);
	while (i < s->names && strcasecmp(text, s->name[i]))
		i++;
	if (i == MOST_NAMES)
		return;
	if (i == s->names)
		memcpy(s->name[s->names++], text, sizeof(text));
	s->count[i]++;
}

static u64 message_key(bool sends, s64 peer, s64 tag)
{
	return (u64)sends << 63 | (u64)(peer & 0xfffff) << 32 | (u32)tag;
}

static void mark(struct table *waits, u64 line)
{
	table_get(waits, line, sizeof(struct table_item));
}

/* Take the last test of this message as one that succeeded. */
static void mark_key(struct table *waits, struct table *last, u64 key)
{
	struct last_test *t = table_find(last, key);

	if (!t)
		return;
	mark(waits, t->line);
	table_remove(last, t);
}

/* Do so with all messages, or with all of one tag that are received. */
static void mark_all(struct table *waits, struct table *last, bool all, s64 tag)
{
	for (u32 i = 0; i < last->chains; i++) {
		for (struct table_item *at = last->chain[i], *next; at; at = next) {
			next = at->next;
			if (all || (!(at->key >> 63) && (u32)at->key == (u32)tag))
				mark_key(waits, last, at->key);
		}
	}
}

static void clear(struct table *last)
{
	table_free(last);
	*last = (struct table){ 0 };
}

/* Follow a wait or test of a message. */
static bool follow_named(struct survey *s, const struct line_reader *lines, u32 rank,
			 const struct smpi_line *line, struct table *last, struct sim_error *err)
{
	struct smpi_named of;
	struct last_test *t;

	if (!smpi_read_named(s->archive, lines, rank, line, &of, err))
		return false;
	for (u32 sends = 0; sends < 2; sends++) {
		u64 key = message_key(sends, of.peer, of.tag);

		t = table_find(last, key);
		if (t)
			table_remove(last, t);
		if (line->action->kind != ACTION_TEST || (sends && !of.sends) ||
		    (!sends && of.sends && !of.receives))
			continue;
		t = table_get(last, key, sizeof(*t));
		t->line = lines->number;
		break;
	}
	return true;
}

/* Follow the beginning of a message: an earlier one of the same ends and tag has ended. */
static void follow_begin(struct table *waits, const struct smpi_line *line, struct table *last)
{
	bool sends = line->action->kind == ACTION_SEND;
	s64 peer, tag;

	if (!last->count || !smpi_integer(line->field[2], INT32_MIN, INT32_MAX, &peer) ||
	    !smpi_integer(line->field[3], INT32_MIN, INT32_MAX, &tag))
		return;
	if (peer < 0)
		mark_all(waits, last, false, tag);
	else
		mark_key(waits, last, message_key(sends, peer, tag));
}

static bool follow(struct survey *s, const struct line_reader *lines, u32 rank,
		   const struct smpi_line *line, struct table *last, struct sim_error *err)
{
	switch (line->action->kind) {
	case ACTION_SEND:
	case ACTION_RECEIVE:
		if (line->action->begins)
			follow_begin(&s->trace->waits[rank], line, last);
		return true;
	case ACTION_WAIT:
	case ACTION_TEST:
		return follow_named(s, lines, rank, line, last, err);
	case ACTION_WAIT_ALL:
		clear(last);
		return true;
	case ACTION_WAIT_ANY:
		s->archive->guessed++;
		return true;
	case ACTION_COUNTED:
		count(s, line->field[1]);
		return true;
	default:
		return true;
	}
}

static bool survey_rank(struct survey *s, u32 rank, struct sim_error *err)
{
	struct smpi_line line = { 0 };
	struct table last = { 0 };
	struct line_reader lines;
	bool ok = smpi_open(&lines, s->archive->rank_path[rank], err), end = false;

	while (ok && !end)
		ok = smpi_next(&lines, rank, &line, &end, err) &&
		     (end || follow(s, &lines, rank, &line, &last, err));
	if (ok)
		mark_all(&s->trace->waits[rank], &last, true, 0);
	table_free(&last);
	free(line.field);
	smpi_close(&lines);
	return ok;
}

/* List the actions that are not replayed. */
static char *list_names(const struct survey *s)
{
	size_t room = s->names * (MOST_LETTERS + 32) + 1, n = 0;
	char *text;

	if (!s->names)
		return NULL;
	text = sim_alloc(room, 1);
	for (u32 i = 0; i < s->names; i++)
		n += snprintf(text + n, room - n, "%s%s %" PRIu64, i ? ", " : "", s->name[i],
			      s->count[i]);
	return text;
}

bool smpi_survey(struct archive *a, struct smpi_trace *t, struct sim_error *err)
{
	struct survey *s = sim_alloc(1, sizeof(*s));
	bool ok;

	s->archive = a;
	s->trace = t;
	ok = read_main(s, err);
	for (u32 i = 0; ok && i < a->ranks; i++)
		ok = survey_rank(s, i, err);
	if (ok)
		a->not_replayed = list_names(s);
	free(s);
	return ok;
}
