// SPDX-License-Identifier: GPL-2.0-only
/*
 * A trace of Paraver is lines of text.  The first one says in what unit times are, and how many
 * tasks each application has:
 *
 *	#Paraver (DATE):DURATION_ns:NODES:APPLICATIONS:TASKS(THREADS:NODE,...):...
 *
 * Further lines that begin with 3: are communications, and lines that begin with 2: are events:
 *
 *	2:PROCESSOR:APPLICATION:TASK:THREAD:TIME:TYPE:VALUE[:TYPE:VALUE]...
 *
 * Extrae's type of an event says what kind of call of MPI a task begins, or, by the value 0, ends.
 */
#define _GNU_SOURCE	/* strchrnul() */
#include <errno.h>
#include <inttypes.h>

#include "sim/base/line_reader.h"
#include "sim/base/memory.h"
#include "sim/base/text.h"

#include "kind.h"
#include "paraver.h"
#include "write.h"

#define MOST_APPLICATIONS	64

/* The numbers of a communication, in their order. */
enum {
	RECORD,
	SEND_PROCESSOR, SEND_APPLICATION, SEND_TASK, SEND_THREAD, SEND_CALL, SEND_TIME,
	GET_PROCESSOR, GET_APPLICATION, GET_TASK, GET_THREAD, GET_CALL, GET_TIME,
	BYTES,
	NUMBERS		/* the tag follows, and may be anything */
};

#define EVENT_HEAD	6	/* fields of an event before its types and values */

/* Extrae's types of events, by &enum paraver_call */
static const char *const call_types[PARAVER_CALLS] = {
	[PARAVER_COLLECTIVE] = "50000002",
	[PARAVER_ONE_SIDED] = "50000004",
};

/**
 * struct paraver - a trace under way
 * @lines: reader of the file
 * @scale: scale of the result
 * @unit: picoseconds per unit of time
 * @applications: number of applications
 * @first: first task of each application, from 0, and the number of all
 * @births: messages so far, @count of them, with room for @size
 * @pauses: pause of each message's receiver until the message has come
 * @own: number of messages of a task to itself
 * @early: number of messages that were received before they were sent
 * @calls: number of calls, by &enum paraver_call
 */
struct paraver {
	struct line_reader lines;
	const struct paraver_scale *scale;
	u64 unit;
	u32 applications;
	u64 first[MOST_APPLICATIONS + 1];
	struct ss_birth *births;
	struct ss_birth *pauses;
	u64 count;
	u64 size;
	u64 own;
	u64 early;
	u64 calls[PARAVER_CALLS];
};

static bool refuse(const struct paraver *p, const char *why, struct sim_error *err)
{
	return sim_fail(err, "%.200s:%" PRIu64 ": %s", p->lines.path, p->lines.number, why);
}

/* Cut @at at the next colon that is not between parentheses; returns what is after it, or NULL. */
static char *cut(char *at)
{
	u32 depth = 0;

	for (; *at; at++) {
		depth += *at == '(';
		if (*at == ')' && depth)
			depth--;
		if (*at == ':' && !depth) {
			*at = '\0';
			return at + 1;
		}
	}
	return NULL;
}

/* Read the number at the beginning of @at, before an opening parenthesis. */
static bool tasks_of(char *at, u64 *tasks)
{
	char *list = strchrnul(at, '(');

	*list = '\0';
	return text_number(at, tasks) && *tasks && *tasks <= 1U << 24;
}

/* Read the unit of times; a duration without a unit is in microseconds. */
static bool take_unit(struct paraver *p, char *duration)
{
	char *unit = strchrnul(duration, '_');
	u64 ignored;

	p->unit = *unit ? 1000 : 1000000;
	if (*unit && strcmp(unit, "_ns"))
		return false;
	*unit = '\0';
	return text_number(duration, &ignored);
}

static bool read_head(struct paraver *p, struct sim_error *err)
{
	char *duration, *nodes, *number, *application;
	u64 applications, tasks;
	enum trace_kind kind;

	if (line_next(&p->lines, err) == LINE_BAD)
		return false;
	kind = trace_kind_of_head(p->lines.text, strlen(p->lines.text));
	if (kind != TRACE_KIND_OTHER && kind != TRACE_KIND_PARAVER)
		return trace_kind_refuse(p->lines.path, kind, err);
	if (strncmp(p->lines.text, "#Paraver ", strlen("#Paraver ")))
		return refuse(p, "this is not a Paraver trace: the first line does not begin with '#Paraver '",
			      err);
	duration = cut(p->lines.text);
	nodes = duration ? cut(duration) : NULL;
	number = nodes ? cut(nodes) : NULL;
	application = number ? cut(number) : NULL;
	if (!application || !take_unit(p, duration) || !text_number(number, &applications) ||
	    !applications || applications > MOST_APPLICATIONS)
		return refuse(p, "the first line is not #Paraver (DATE):DURATION[_ns]:NODES:APPLICATIONS:TASKS(...)",
			      err);
	for (; p->applications < applications; p->applications++) {
		char *after = application ? cut(application) : NULL;

		if (!application || !tasks_of(application, &tasks))
			return refuse(p, "the first line does not say how many tasks each application has",
				      err);
		p->first[p->applications + 1] = p->first[p->applications] + tasks;
		application = after;
	}
	return true;
}

/* Find the node of a task; false if there is no such task. */
static bool node_of(const struct paraver *p, u64 application, u64 task, u32 *node)
{
	if (!application || application > p->applications || !task ||
	    task > p->first[application] - p->first[application - 1])
		return false;
	*node = p->first[application - 1] + task - 1;
	return true;
}

/* Keep message @b, which came in cycle @received. */
static void keep(struct paraver *p, const struct ss_birth *b, u64 received)
{
	if (p->count == p->size) {
		p->size = p->size ? 2 * p->size : 1024;
		p->births = sim_grow(p->births, p->size, sizeof(*p->births));
		p->pauses = sim_grow(p->pauses, p->size, sizeof(*p->pauses));
	}
	p->births[p->count] = *b;
	p->pauses[p->count++] = (struct ss_birth){
		.cycle = received,
		.source = b->dest,
		.flits = b->flits,
		.class_ = SS_PAUSE,
	};
}

static bool take_numbers(struct paraver *p, u64 *number)
{
	char *at = p->lines.text;

	for (u32 i = 0; i < NUMBERS; i++) {
		char *after = cut(at);

		if (!after || !text_number(at, &number[i]))
			return false;
		at = after;
	}
	return true;
}

static u64 cycle_of(const struct paraver *p, u64 time)
{
	return time * p->unit / p->scale->cycle_time;
}

static bool take_communication(struct paraver *p, struct sim_error *err)
{
	u64 number[NUMBERS], flits;
	struct ss_birth b = { 0 };

	if (!take_numbers(p, number))
		return refuse(p, "this is not a communication record: after 3: come thirteen numbers and a tag",
			      err);
	if (!node_of(p, number[SEND_APPLICATION], number[SEND_TASK], &b.source))
		return refuse(p, "the first line does not declare this sending task", err);
	if (!node_of(p, number[GET_APPLICATION], number[GET_TASK], &b.dest))
		return refuse(p, "the first line does not declare this receiving task", err);
	if (number[SEND_TIME] > SS_MAX_CYCLES / p->unit ||
	    number[GET_TIME] > SS_MAX_CYCLES / p->unit)
		return refuse(p, "the time is after the last cycle that can be simulated", err);
	b.cycle = cycle_of(p, number[SEND_TIME]);
	flits = number[BYTES] / p->scale->flit_bytes + !!(number[BYTES] % p->scale->flit_bytes);
	if (flits > SS_MAX_MESSAGE)
		return refuse(p, "a message has 16777216 flits at most: give more 'flit_bytes'",
			      err);
	b.flits = flits ? flits : 1;
	if (b.source == b.dest) {
		p->own++;
		return true;
	}
	p->early += number[GET_TIME] < number[SEND_TIME];
	keep(p, &b, cycle_of(p, number[GET_TIME]));
	return true;
}

/* Count the calls that the line begins. */
static void take_event(struct paraver *p)
{
	char *at = p->lines.text, *value, *next;

	for (u32 i = 0; at && i < EVENT_HEAD; i++)
		at = cut(at);
	for (; at && (value = cut(at)); at = next) {
		next = cut(value);
		for (u32 i = 0; i < PARAVER_CALLS; i++)
			p->calls[i] += !strcmp(at, call_types[i]) && value[strspn(value, "0")];
	}
}

static bool take_line(struct paraver *p, struct sim_error *err)
{
	const char *text = p->lines.text;

	if (!strncmp(text, "3:", 2))
		return take_communication(p, err);
	if (!strncmp(text, "2:", 2))
		take_event(p);
	else if (!strchr("12c#", *text))
		return refuse(p, "it begins with none of 1: 2: 3: c: #, as lines of Paraver do",
			      err);
	return true;
}

static bool read_all(struct paraver *p, struct sim_error *err)
{
	enum line line;

	while ((line = line_next(&p->lines, err)) == LINE_WHOLE || line == LINE_OPEN)
		if (!take_line(p, err))
			return false;
	if (line == LINE_BAD)
		return false;
	if (p->count)
		return true;
	p->lines.number--;
	if (p->calls[PARAVER_COLLECTIVE] || p->calls[PARAVER_ONE_SIDED])
		return refuse(p, "the trace has no messages between tasks: it has calls of collective or one-sided operations alone, which are not converted",
			      err);
	return refuse(p, "the trace has no messages between tasks", err);
}

/*
 * Give each pause the flits that must have come before it ends.  Returns false if they are too
 * many.
 */
static bool add_up(struct paraver *p, struct sim_error *err)
{
	u64 flits = 0;

	for (u64 i = 0; i < p->count; i++) {
		struct ss_birth *b = &p->pauses[i];

		flits = (i && b[-1].source == b->source ? flits : 0) + b->flits;
		if (flits >= U32_MAX)
			return sim_fail(err, "%.200s: task %u receives more than 4294967294 flits: give more 'flit_bytes'",
					p->lines.path, b->source + 1);
		b->flits = flits;
	}
	return true;
}

/* Shift all cycles, so that the first message is in cycle 0. */
static void begin_at_zero(struct paraver_trace *t)
{
	u64 first = U64_MAX;

	for (u64 i = 0; i < t->messages; i++)
		if (t->births[i].cycle < first)
			first = t->births[i].cycle;
	t->cycles = 0;
	for (u64 i = 0; i < t->messages; i++) {
		t->births[i].cycle -= first;
		if (t->births[i].cycle > t->cycles)
			t->cycles = t->births[i].cycle;
		t->pauses[i].cycle -= t->pauses[i].cycle < first ? t->pauses[i].cycle : first;
	}
}

bool paraver_read(const char *path, const struct paraver_scale *scale, struct paraver_trace *t,
		  struct sim_error *err)
{
	struct paraver p = {
		.lines = {
			.path = path,
			.from = strcmp(path, "-") ? fopen(path, "r") : stdin,
		},
		.scale = scale,
	};
	struct causal order = { 0 };
	bool ok;

	if (!p.lines.from)
		return sim_fail(err, "%.200s: %s", path, strerror(errno));
	ok = read_head(&p, err) && read_all(&p, err);
	if (ok) {
		order = causal_order(p.births, p.pauses, p.count);
		ok = add_up(&p, err);
	}
	if (p.lines.from != stdin)
		fclose(p.lines.from);
	line_end(&p.lines);
	if (!ok) {
		free(p.births);
		free(p.pauses);
		return false;
	}
	*t = (struct paraver_trace){
		.births = p.births,
		.pauses = p.pauses,
		.messages = p.count,
		.tasks = p.first[p.applications],
		.own = p.own,
		.early = p.early,
		.order = order,
	};
	memcpy(t->calls, p.calls, sizeof(t->calls));
	begin_at_zero(t);
	return true;
}
