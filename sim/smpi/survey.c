// SPDX-License-Identifier: GPL-2.0-only
/*
 * A first reading: the files of the ranks, which actions are not replayed, and which tests are
 * taken as waits.  A trace does not say which tests succeeded.  The last test of a message is
 * taken as the one that did, unless a wait that can end the message follows.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "sim/base/memory.h"

#include "requests.h"
#include "trace.h"

#define MOST_RANKS	65536
#define MOST_NAMES	256	/* names of actions that are not replayed */
#define MOST_LETTERS	24	/* bytes of such a name, of which 20 are letters */

/**
 * struct survey - a first reading
 * @archive: archive that gets the number of ranks and their files
 * @trace: parts of the trace that the archive lacks
 * @name: names of actions that are not replayed, as the trace has them first
 * @count: by name: how many
 * @names: number of names
 * @others: actions of other names, for which there is no room
 */
struct survey {
	struct archive *archive;
	struct smpi_trace *trace;
	char name[MOST_NAMES][MOST_LETTERS];
	u64 count[MOST_NAMES];
	u32 names;
	u64 others;
};

/* A test that is a wait, unless an action that follows can end its operation. */
struct candidate {
	u64 line;
	struct candidate *older;
};

/**
 * struct open - operations that began, and that no wait has ended: messages of the same ends and
 *	tag, or collective operations of a kind
 * @item: place in a table
 * @untested: number of operations without a candidate
 * @newest: the candidates, newest first
 * @is_last: no such operation has begun since the newest candidate
 */
struct open {
	struct table_item item;
	u64 untested;
	struct candidate *newest;
	bool is_last;
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
		return line_refuse(lines, err, "more than %u ranks, which is the most that can be converted; trace fewer",
				   MOST_RANKS);
	if (!(a->ranks & (a->ranks - 1))) {
		u32 room = a->ranks ? 2 * a->ranks : 1;

		t->waits = sim_grow(t->waits, room, sizeof(*t->waits));
		a->rank_path = sim_grow(a->rank_path, room, sizeof(*a->rank_path));
	}
	t->waits[a->ranks] = (struct table){ 0 };
	a->rank_path[a->ranks] = find_file(a->path, path);
	if (access(a->rank_path[a->ranks++], F_OK))
		return line_refuse(lines, err, "the file '%.200s' of rank %u does not exist; a line is the path of a rank's file, from here or beside this file: copy the folder of the files, too",
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

	if (!*text || *text == '#')
		return true;
	if (is_action(text))
		return line_refuse(lines, err, "an action, where a file with the paths of the ranks' files is read; give that file, or write one file per rank (awk '{ print >$1 }') and list them");
	if (kind == LINE_OPEN && access(text, F_OK) && access(last_parts(text), F_OK))
		return line_refuse(lines, err, "the line has no end, and is no path of a file: the file was cut; write or copy it again");
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
	if (i == MOST_NAMES) {
		s->others++;
		return;
	}
	if (i == s->names)
		memcpy(s->name[s->names++], text, sizeof(text));
	s->count[i]++;
}

static u64 message_key(bool sends, s64 peer, s64 tag)
{
	return (u64)sends << 63 | (u64)(peer < 0 ? 0xfffff : peer) << 32 |
	       (tag < 0 ? ARCHIVE_ANY : (u32)tag);
}

static u64 operation_key(enum operation operation)
{
	return 1ULL << 62 | operation;
}

static void drop_newest(struct open *o)
{
	struct candidate *c = o->newest;

	o->newest = c->older;
	free(c);
}

/* Forget all operations, whose candidates are waits if @waits is no NULL. */
static void close_all(struct table *open, struct table *waits)
{
	for (u32 i = 0; i < open->chains; i++) {
		for (struct table_item *at = open->chain[i]; at; at = at->next) {
			struct open *o = (struct open *)at;

			while (o->newest) {
				if (waits)
					table_get(waits, o->newest->line, sizeof(*at));
				drop_newest(o);
			}
		}
	}
	table_free(open);
	*open = (struct table){ 0 };
}

/*
 * Return the key of the operations that a wait or test names: of receives from its rank with its
 * tag, or else of those from any rank, or with any tag, if some are open.
 */
static u64 named_key(const struct table *open, bool sends, const struct smpi_named *of)
{
	const s64 ends[][2] = {
		{ of->peer, of->tag }, { -1, of->tag }, { of->peer, -1 }, { -1, -1 },
	};

	for (u32 i = 0; i < 4 && !sends; i++)
		if (table_find(open, message_key(false, ends[i][0], ends[i][1])))
			return message_key(false, ends[i][0], ends[i][1]);
	return message_key(sends, of->peer, of->tag);
}

/* Take a test as the candidate of the operation that began last, or of one that has none. */
static void take_test(struct open *o, u64 line)
{
	struct candidate *c = o->newest;

	if (!c || (!o->is_last && o->untested)) {
		c = sim_alloc(1, sizeof(*c));
		c->older = o->newest;
		o->newest = c;
		o->untested -= !!o->untested;
	}
	o->is_last = true;
	c->line = line;
}

/*
 * Take a wait as the end of an operation that has no candidate, or else of the one with the newest:
 * as many operations as waits have no test that succeeded.
 */
static void take_wait(struct table *open, u64 key)
{
	struct open *o = table_find(open, key);

	if (!o)
		return;
	if (o->untested)
		o->untested--;
	else
		drop_newest(o);
	if (!o->untested && !o->newest)
		table_remove(open, o);
}

/* Follow a wait or test. */
static bool follow_named(struct survey *s, const struct line_reader *lines, u32 rank,
			 const struct smpi_line *line, struct table *open, struct sim_error *err)
{
	struct smpi_named of;
	u64 key[2];
	u32 n = 0;

	if (!smpi_read_named(s->archive, lines, rank, line, &of, err))
		return false;
	if (of.tag < 0 && of.tag != SMPI_ANY_TAG) {
		key[n++] = operation_key(requests_operation(of.tag));
	} else {
		if (of.receives)
			key[n++] = named_key(open, false, &of);
		if (of.sends)
			key[n++] = named_key(open, true, &of);
	}
	for (u32 i = 0; i < n; i++) {
		if (line->action->kind == ACTION_TEST)
			take_test(table_get(open, key[i], sizeof(struct open)), lines->number);
		else
			take_wait(open, key[i]);
	}
	return true;
}

/* Follow the beginning of an operation. */
static void follow_begin(const struct smpi_line *line, struct table *open)
{
	enum action_kind kind = line->action->kind;
	struct open *o;
	s64 peer, tag;
	u64 key;

	if (kind == ACTION_OPERATION)
		key = operation_key(requests_tagged(line->action->operation));
	else if (smpi_integer(line->field[2], INT32_MIN, INT32_MAX, &peer) &&
		 smpi_integer(line->field[3], INT32_MIN, INT32_MAX, &tag) &&
		 (kind == ACTION_RECEIVE || peer >= 0))
		key = message_key(kind == ACTION_SEND, peer, tag);
	else
		return;
	o = table_get(open, key, sizeof(*o));
	o->untested++;
	o->is_last = false;
}

/* Return true if an action that is counted can end operations. */
static bool can_end(const char *name)
{
	return !strncasecmp(name, "test", 4) || !strncasecmp(name, "wait", 4);
}

static bool follow(struct survey *s, const struct line_reader *lines, u32 rank,
		   const struct smpi_line *line, struct table *open, struct sim_error *err)
{
	switch (line->action->kind) {
	case ACTION_SEND:
	case ACTION_RECEIVE:
	case ACTION_OPERATION:
		if (line->action->begins)
			follow_begin(line, open);
		return true;
	case ACTION_WAIT:
	case ACTION_TEST:
		return follow_named(s, lines, rank, line, open, err);
	case ACTION_WAIT_ALL:
		close_all(open, NULL);
		return true;
	case ACTION_WAIT_ANY:
		s->archive->guessed++;
		close_all(open, NULL);
		return true;
	case ACTION_COUNTED:
		count(s, line->field[1]);
		if (can_end(line->field[1]))
			close_all(open, NULL);
		return true;
	default:
		return true;
	}
}

static bool survey_rank(struct survey *s, u32 rank, struct sim_error *err)
{
	struct smpi_line line = { 0 };
	struct table open = { 0 };
	struct line_reader lines;
	bool ok = smpi_open(&lines, s->archive->rank_path[rank], err), end = false;

	while (ok && !end)
		ok = smpi_next(&lines, rank, &line, &end, err) &&
		     (end || follow(s, &lines, rank, &line, &open, err));
	close_all(&open, ok ? &s->trace->waits[rank] : NULL);
	free(line.field);
	smpi_close(&lines);
	return ok;
}

/* List the actions that are not replayed. */
static char *list_names(const struct survey *s)
{
	size_t room = (s->names + 1) * (MOST_LETTERS + 32), n = 0;
	char *text;

	if (!s->names)
		return NULL;
	text = sim_alloc(room, 1);
	for (u32 i = 0; i < s->names; i++)
		n += snprintf(text + n, room - n, "%s%s %" PRIu64, i ? ", " : "", s->name[i],
			      s->count[i]);
	if (s->others)
		snprintf(text + n, room - n, ", others %" PRIu64, s->others);
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
