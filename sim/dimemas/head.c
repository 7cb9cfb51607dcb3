// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "sim/base/memory.h"
#include "sim/base/text.h"

#include "trace.h"

#define MOST_RANKS	65536
#define MOST_THREADS	256		/* per task: processors of a rank in a program */
#define MOST_COMMS	0x1000000U
#define LONGEST_LINE	0x1000000U	/* bytes: more than a communicator of all ranks needs */

/* Kinds of definitions. */
enum { DEFINES_COMM = 1, DEFINES_FILE = 2, DEFINES_WINDOW = 3 };

bool trace_open(struct line_reader *lines, const char *path, struct sim_error *err)
{
	struct stat st;

	*lines = (struct line_reader){
		.path = path, .from = fopen(path, "r"), .most = LONGEST_LINE,
	};
	if (!lines->from)
		return sim_fail(err, "%.200s: cannot be read: %s", path, strerror(errno));
	return fstat(fileno(lines->from), &st) || S_ISREG(st.st_mode) || S_ISDIR(st.st_mode) ||
	       sim_fail(err, "%.200s: no file, but a pipe or device, which cannot be read twice; write the trace to a file first",
			path);
}

void trace_close(struct line_reader *lines)
{
	if (lines->from)
		fclose(lines->from);
	line_end(lines);
}

bool trace_line(struct line_reader *lines, bool *end, struct sim_error *err)
{
	enum line line = line_next(lines, err);

	*end = line == LINE_NONE;
	if (line == LINE_OPEN)
		return line_refuse(lines, err, "the line has no end: the file was cut; write or copy it again");
	return line != LINE_BAD;
}

u32 trace_split(char *text, char **field, u32 most)
{
	u32 n = 0;

	for (;;) {
		if (n == most)
			return most + 1;
		field[n++] = text;
		text = strchr(text, ':');
		if (!text)
			return n;
		*text++ = '\0';
	}
}

bool trace_number(const char *text, u64 most, u64 *value)
{
	return *text && !text[strspn(text, "0123456789")] && text_number(text, value) &&
	       *value <= most;
}

/* Return the text behind the name of the program, which may have colons between quotation marks. */
static char *skip_name(char *at)
{
	if (*at == '"') {
		at = strchr(at + 1, '"');
		return at && at[1] == ':' ? at + 2 : NULL;
	}
	at = strchr(at, ':');
	return at ? at + 1 : NULL;
}

/* Cut @at at @mark; return the text behind it, or NULL. */
static char *cut(char *at, char mark)
{
	at = at ? strchr(at, mark) : NULL;
	if (at)
		*at++ = '\0';
	return at;
}

/* Take the threads of each task, which commas separate. */
static bool take_threads(struct archive *a, struct trace *t, char *list)
{
	u64 threads;
	u32 n = 0;

	for (char *next; list; list = next) {
		next = cut(list, ',');
		if (n == a->ranks || !trace_number(list, MOST_THREADS, &threads) || !threads)
			return false;
		t->task[n].first = t->threads;
		t->task[n].threads = threads;
		t->threads += threads;
		n++;
	}
	return n == a->ranks;
}

static bool take_first_line(struct archive *a, struct trace *t, const struct line_reader *lines,
			    struct sim_error *err)
{
	char *at = lines->text, *tasks, *threads, *rest;
	u64 number;

	if (strncmp(at, "#DIMEMAS:", strlen("#DIMEMAS:")))
		return line_refuse(lines, err, "no trace of Dimemas in this version of the format: it does not begin with '#DIMEMAS:'; write it again with prv2dim of Dimemas 5");
	at = skip_name(at + strlen("#DIMEMAS:"));
	tasks = cut(at, ':');
	threads = cut(tasks, '(');
	rest = cut(threads, ')');
	if (!rest)
		return line_refuse(lines, err, "the first line is not #DIMEMAS:\"NAME\":1,OFFSET:TASKS(THREADS,...),COMMUNICATORS, as in Dimemas 5; write the file again with its prv2dim");
	cut(at, ',');
	if (strcmp(at, "0") && strcmp(at, "1"))
		return line_refuse(lines, err, "'%.64s' stands where 1 or 0 says whether the file ends with offsets, as in Dimemas 5; write the file again with its prv2dim",
				   at);
	t->has_offsets = *at == '1';
	if (!trace_number(tasks, MOST_RANKS, &number) || !number)
		return line_refuse(lines, err, "'%.64s' is no number of tasks from 1 to %u; correct it, or trace fewer tasks",
				   tasks, MOST_RANKS);
	a->ranks = number;
	t->task = sim_alloc(a->ranks, sizeof(*t->task));
	t->taken = sim_alloc(a->ranks, sizeof(*t->taken));
	return take_threads(a, t, threads) ||
	       line_refuse(lines, err, "the first line does not have a number of threads from 1 to %u for each of its %u tasks; correct it",
			   MOST_THREADS, a->ranks);
}

/* Take the members of a communicator, each once. */
static bool take_members(const struct archive *a, struct trace *t, struct comm *c, char **at)
{
	u32 n = 0;
	u64 rank;

	for (char *next; *at; *at = next) {
		next = strchr(*at, ':');
		if (next)
			*next = '\0';
		if (n == c->members || !trace_number(*at, a->ranks - 1, &rank) ||
		    t->taken[rank] == a->comms)
			break;
		t->taken[rank] = a->comms;
		c->member[n++] = rank;
		next = next ? next + 1 : NULL;
	}
	return n == c->members && !*at;
}

static bool add_comm(struct archive *a, struct trace *t, u32 id, u32 members, char *list,
		     const struct line_reader *lines, struct sim_error *err)
{
	struct trace_comm *known;
	struct comm *c;
	char name[32];

	if (table_find(&t->comm, id))
		return line_refuse(lines, err, "communicator %u is defined twice; remove one definition",
				   id);
	if (!(a->comms & (a->comms - 1)))
		a->comm = sim_grow(a->comm, a->comms ? 2 * a->comms : 1, sizeof(*a->comm));
	known = table_add(&t->comm, id, sizeof(*known));
	known->place = a->comms;
	snprintf(name, sizeof(name), "communicator %u", id);
	c = &a->comm[a->comms++];
	*c = (struct comm){
		.id = id, .name = sim_copy(name), .members = members,
		.member = sim_alloc(members, sizeof(*c->member)),
	};
	if (!take_members(a, t, c, &list))
		return line_refuse(lines, err, "communicator %u does not have %u different tasks from 0 to %u; correct its definition",
				   id, members, a->ranks - 1);
	comm_index(c);
	return true;
}

static bool take_comm(struct archive *a, struct trace *t, char *at, const struct line_reader *lines,
		      struct sim_error *err)
{
	char *number = cut(at, ':'), *list = cut(number, ':');
	u64 id, members;

	if (!list || !trace_number(at, INT32_MAX, &id) || !trace_number(number, a->ranks, &members) ||
	    !members)
		return line_refuse(lines, err, "no communicator: after d:1 come its number, how many of the %u tasks it has, and these; correct the line",
				   a->ranks);
	if (a->comms == MOST_COMMS)
		return line_refuse(lines, err, "more than %u communicators; trace a shorter part of the program",
				   MOST_COMMS);
	return add_comm(a, t, id, members, list, lines, err);
}

static bool take_definition(struct archive *a, struct trace *t, const struct line_reader *lines,
			    struct sim_error *err)
{
	char *kind = lines->text + 2, *rest = cut(kind, ':');
	u64 number;

	if (!rest || !trace_number(kind, DEFINES_WINDOW, &number) || !number)
		return line_refuse(lines, err, "d: is not followed by the kind 1, 2 or 3, for communicators, files and windows; correct the line");
	return number != DEFINES_COMM || take_comm(a, t, rest, lines, err);
}

/*
 * Take a line of the head.  *body is set if the line is behind the head.  Blank lines are ignored.
 */
static bool take_head_line(struct archive *a, struct trace *t, const struct line_reader *lines,
			   bool *body, struct sim_error *err)
{
	bool defines = !strncmp(lines->text, "d:", 2);

	*body = *lines->text && !defines;
	return !defines || take_definition(a, t, lines, err);
}

bool trace_read_head(struct archive *a, struct trace *t, struct line_reader *lines,
		     struct sim_error *err)
{
	bool end, body = false;

	if (!trace_line(lines, &end, err) || !take_first_line(a, t, lines, err))
		return false;
	do {
		t->head = lines->number;
		t->body += lines->bytes + (t->head == 1 ? lines->mark : 0);
		if (!trace_line(lines, &end, err))
			return false;
		if (!end && !take_head_line(a, t, lines, &body, err))
			return false;
	} while (!end && !body);
	return true;
}
