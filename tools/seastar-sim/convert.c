// SPDX-License-Identifier: GPL-2.0-only
/* seastar-sim convert: a trace of an MPI program, made a trace of messages. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/text.h"
#include "sim/trace/paraver.h"
#include "sim/trace/write.h"

#include "cmd.h"

struct request {
	struct paraver_scale scale;
	struct command_options shared;
	const char *from;
};

static const struct argp_option options[] = {
	OPTION_OUTPUT("Write the trace to FILE; by default to standard output"),
	{ 0 }
};

static void take_key(struct request *q, const char *word)
{
	bool ok;

	if (!strncmp(word, "cycle_time=", strlen("cycle_time=")))
		ok = text_decimal(strchr(word, '=') + 1, 3, &q->scale.cycle_time) &&
		     q->scale.cycle_time;
	else if (!strncmp(word, "flit_bytes=", strlen("flit_bytes=")))
		ok = text_number(strchr(word, '=') + 1, &q->scale.flit_bytes) &&
		     q->scale.flit_bytes;
	else
		exit(complain(EXIT_FAILURE, "unknown key '%s': there are 'cycle_time' and 'flit_bytes'",
			      word));
	if (!ok)
		exit(complain(EXIT_FAILURE, "'%s' is no number above zero", word));
}

static error_t take_option(int key, char *arg, struct argp_state *state)
{
	struct request *q = state->input;

	switch (key) {
	case ARGP_KEY_ARG:
		if (strchr(arg, '='))
			take_key(q, arg);
		else if (q->from)
			exit(complain(EXIT_USAGE, "'%s' is a second file: one is converted at a time",
				      arg));
		else
			q->from = arg;
		return 0;
	case ARGP_KEY_END:
		if (!q->from)
			exit(complain(EXIT_USAGE, "the trace to convert is missing"));
		return 0;
	default:
		return command_option(&q->shared, key, arg);
	}
}

static const struct argp parser = {
	.options = options,
	.parser = take_option,
	.args_doc = "FILE [KEY=VALUE]...",
	.doc = "Convert the communications of FILE ('-' is standard input), a trace of Paraver (.prv), to a trace of messages for pattern=trace, with the pauses in which tasks wait for messages. Task n is node n - 1; the first message is in cycle 0.\v  cycle_time=2       nanoseconds per cycle\n  flit_bytes=8       bytes of a message that a flit carries",
};

static bool write_trace(const struct paraver_trace *t, const char *to, struct sim_error *err)
{
	struct trace_writer *w = trace_writer_create(to, err);

	if (!w)
		return false;
	for (u64 i = 0; i < t->messages; i++) {
		trace_writer_note(trace_writer_region(w, 0), &t->births[i]);
		trace_writer_note(trace_writer_region(w, 0), &t->pauses[i]);
	}
	return trace_writer_finish(w, true, err);
}

static void print_summary(const struct paraver_trace *t)
{
	printf("messages %" PRIu64 ", tasks %" PRIu64 ", cycles %" PRIu64
	       "; left out, since their task sends them to itself: %" PRIu64 "\n",
	       t->messages, t->tasks, t->cycles, t->own);
}

static void warn(const char *from, const char *of, u64 count, const char *so)
{
	if (count)
		complain(EXIT_SUCCESS, "warning: %s: %s: %" PRIu64 "%s", from, of, count, so);
}

/* Warn of the parts of the program's trace that the trace of messages changes or lacks. */
static void warn_of_all(const struct paraver_trace *t, const char *from)
{
	warn(from, "messages received before they were sent, as the clocks of their hosts have it",
	     t->early, "; their receivers do this, and all that comes after it, later");
	warn(from, "receptions moved behind later sends of their tasks", t->order.circles,
	     "; as they are stamped, each of several tasks would wait for another one before it sends");
	warn(from, "calls of collective operations, whose messages are left out",
	     t->calls[PARAVER_COLLECTIVE], "");
	warn(from, "calls of one-sided operations, whose messages are left out",
	     t->calls[PARAVER_ONE_SIDED], "");
}

int cmd_convert(int argc, char **argv)
{
	struct request q = {
		.scale = { .cycle_time = 2000, .flit_bytes = 8 },
		.shared.output = "-",
	};
	struct paraver_trace trace;
	struct sim_error err;
	bool ok;

	command_parse(&parser, argc, argv, &q);
	if (!paraver_read(q.from, &q.scale, &trace, &err))
		return complain(EXIT_FAILURE, "%s", err.text);
	ok = write_trace(&trace, q.shared.output, &err);
	free(trace.births);
	free(trace.pauses);
	if (!ok)
		return complain(EXIT_FAILURE, "%s", err.text);
	if (strcmp(q.shared.output, "-"))
		print_summary(&trace);
	warn_of_all(&trace, q.from);
	return EXIT_SUCCESS;
}
