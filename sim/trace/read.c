// SPDX-License-Identifier: GPL-2.0-only
/*
 * A trace is read from its beginning to its end, once, so that it may come through a pipe and be
 * of any length.
 */
#include <errno.h>
#include <inttypes.h>

#include "sim/base/line_reader.h"
#include "sim/base/memory.h"
#include "sim/base/text.h"

#include "format.h"
#include "kind.h"
#include "read.h"

#define LONGEST_LINE	65536	/* a comment may be long */
#define NUMBERS		5	/* numbers of a message, the last of which may be left out */
#define PAUSE_NUMBERS	3

/**
 * struct trace_reader - a trace under way
 * @lines: reader of the file
 * @last: cycle of the previous message
 * @messages: number of messages read so far
 */
struct trace_reader {
	struct line_reader lines;
	u64 last;
	u64 messages;
};

bool trace_reader_refuse(const struct trace_reader *t, const char *why, struct sim_error *err)
{
	return sim_fail(err, "%.200s:%" PRIu64 ": %s", t->lines.path, t->lines.number, why);
}

static enum trace_part bad(const struct trace_reader *t, const char *why, struct sim_error *err)
{
	trace_reader_refuse(t, why, err);
	return TRACE_BAD;
}

/* Read a line that is no comment; false, and a sentence, if there is no whole one. */
static bool read_line(struct trace_reader *t, struct sim_error *err)
{
	for (;;) {
		switch (line_next(&t->lines, err)) {
		case LINE_WHOLE:
			if (*t->lines.text == '#')
				continue;
			return true;
		case LINE_OPEN:
			return trace_reader_refuse(t, "this line has no end: the trace was cut",
						   err);
		case LINE_NONE:
			return trace_reader_refuse(t, "there is no line 'end': the trace was cut",
						   err);
		default:
			return false;
		}
	}
}

static bool read_head(struct trace_reader *t, struct sim_error *err)
{
	static const char name[] = TRACE_NAME " ";
	enum line line = line_next(&t->lines, err);
	const char *version;
	enum trace_kind kind;
	char why[128];
	u64 number;

	if (line == LINE_BAD)
		return false;
	if (line == LINE_NONE)
		return trace_reader_refuse(t, "the file is empty: it is no trace", err);
	kind = trace_kind_of_head(t->lines.text, strlen(t->lines.text));
	if (kind != TRACE_KIND_OTHER && kind != TRACE_KIND_MESSAGES)
		return trace_kind_refuse(t->lines.path, kind, err);
	if (strncmp(t->lines.text, name, strlen(name)))
		return trace_reader_refuse(t,
					   "this is not a trace: the first line is not '"
					   TRACE_NAME " 1'", err);
	version = t->lines.text + strlen(name);
	if (text_number(version, &number) && number == TRACE_VERSION)
		return true;
	snprintf(why, sizeof(why), "a trace of version '%.32s': this program reads version %d",
		 version, TRACE_VERSION);
	return trace_reader_refuse(t, why, err);
}

struct trace_reader *trace_reader_open(const char *path, struct sim_error *err)
{
	FILE *from = strcmp(path, "-") ? fopen(path, "r") : stdin;

	if (from)
		return trace_reader_of(from, path, err);
	sim_fail(err, "%.200s: %s", path, strerror(errno));
	return NULL;
}

struct trace_reader *trace_reader_of(FILE *from, const char *path, struct sim_error *err)
{
	struct trace_reader *t = sim_alloc(1, sizeof(*t));

	t->lines = (struct line_reader){ .path = path, .from = from, .most = LONGEST_LINE };
	if (read_head(t, err))
		return t;
	trace_reader_close(t);
	return NULL;
}

void trace_reader_close(struct trace_reader *t)
{
	if (!t)
		return;
	if (t->lines.from != stdin)
		fclose(t->lines.from);
	line_end(&t->lines);
	free(t);
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Split the line into numbers; returns how many, or NUMBERS + 1 if there is anything else. */
static u32 split(const char *text, u64 *number)
{
	u32 n = 0;

	for (;;) {
		u64 value = 0;

		while (is_blank(*text))
			text++;
		if (!*text)
			return n;
		if (n == NUMBERS)
			return NUMBERS + 1;
		for (; *text >= '0' && *text <= '9'; text++) {
			if (value > (U64_MAX - 9) / 10)
				return NUMBERS + 1;
			value = 10 * value + (*text - '0');
		}
		if (*text && !is_blank(*text))
			return NUMBERS + 1;
		number[n++] = value;
	}
}

/* Read the last line, "end N". */
static enum trace_part end(struct trace_reader *t, struct sim_error *err)
{
	char why[128];
	u64 messages;

	if (!text_number(t->lines.text + strlen("end "), &messages))
		return bad(t, "'end' is followed by the number of messages", err);
	if (messages != t->messages) {
		snprintf(why, sizeof(why), "there are %" PRIu64 " messages before 'end %" PRIu64
			 "': lines were lost or added", t->messages, messages);
		return bad(t, why, err);
	}
	switch (line_next(&t->lines, err)) {
	case LINE_NONE:
		t->lines.number--;
		break;
	case LINE_BAD:
		return TRACE_BAD;
	default:
		return bad(t, "there are lines after 'end': remove them", err);
	}
	return messages ? TRACE_END : bad(t, "the trace has no messages", err);
}

static u32 narrow(u64 value)
{
	return value < U32_MAX ? value : U32_MAX;
}

/* Check that @cycle is not before the cycle of the previous line. */
static bool goes_on(struct trace_reader *t, u64 cycle, struct sim_error *err)
{
	char why[128];

	if (cycle < t->last) {
		snprintf(why, sizeof(why), "time goes back, from %" PRIu64 " to %" PRIu64
			 ": sort the lines by time", t->last, cycle);
		return trace_reader_refuse(t, why, err);
	}
	t->last = cycle;
	return true;
}

static enum trace_part read_pause(struct trace_reader *t, struct ss_birth *b,
				  struct sim_error *err)
{
	u64 number[NUMBERS] = { 0 };

	if (split(t->lines.text + strlen("pause "), number) != PAUSE_NUMBERS)
		return bad(t, "this is not a pause: after 'pause' come the numbers TIME NODE FLITS",
			   err);
	if (!goes_on(t, number[0], err))
		return TRACE_BAD;
	*b = (struct ss_birth){
		.cycle = number[0],
		.source = narrow(number[1]),
		.flits = narrow(number[2]),
		.class_ = SS_PAUSE,
	};
	return TRACE_LINE;
}

enum trace_part trace_reader_next(struct trace_reader *t, struct ss_birth *b,
				  struct sim_error *err)
{
	u64 number[NUMBERS] = { 0 };
	u32 n;

	if (!read_line(t, err))
		return TRACE_BAD;
	if (!strncmp(t->lines.text, "end ", strlen("end ")))
		return end(t, err);
	if (!strncmp(t->lines.text, "pause ", strlen("pause ")))
		return read_pause(t, b, err);
	n = split(t->lines.text, number);
	if (n < NUMBERS - 1 || n > NUMBERS)
		return bad(t, "this is not a message: a line has the numbers TIME SOURCE DESTINATION FLITS [CLASS]",
			   err);
	if (!goes_on(t, number[0], err))
		return TRACE_BAD;
	t->messages++;
	*b = (struct ss_birth){
		.cycle = number[0],
		.source = narrow(number[1]),
		.dest = narrow(number[2]),
		.flits = narrow(number[3]),
		.class_ = number[4] < SS_PAUSE ? number[4] : SS_PAUSE - 1,
	};
	return TRACE_LINE;
}
