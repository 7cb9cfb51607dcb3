// SPDX-License-Identifier: GPL-2.0-only
/* seastar-sim convert: a trace of an MPI program, made a trace of messages, or a program. */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "sim/archive/convert.h"
#include "sim/base/text.h"
#include "sim/otf2/otf2.h"
#include "sim/trace/paraver.h"
#include "sim/trace/write.h"

#include "cmd.h"

/**
 * struct request - a command line
 * @scale: of a trace of Paraver
 * @otf2: of an archive in the format OTF2
 * @shared: options that other commands have, too
 * @from: the file
 * @paraver_key: a key that only a trace of Paraver has, or NULL
 * @otf2_key: a key that only an archive has, or NULL
 */
struct request {
	struct paraver_scale scale;
	struct archive_options otf2;
	struct command_options shared;
	const char *from;
	const char *paraver_key;
	const char *otf2_key;
};

static const struct argp_option options[] = {
	OPTION_OUTPUT("Write the trace to FILE; by default to standard output"),
	{ 0 }
};

/* Return the value of @key in @word, or NULL if @word has another key. */
static const char *value_of(const char *word, const char *key)
{
	size_t n = strlen(key);

	return !strncmp(word, key, n) && word[n] == '=' ? word + n + 1 : NULL;
}

/* Take a key of a trace of Paraver. */
static bool take_paraver_key(struct request *q, const char *word)
{
	const char *value = value_of(word, "cycle_time");
	bool ok;

	if (value) {
		ok = text_decimal(value, 3, &q->scale.cycle_time) && q->scale.cycle_time;
	} else {
		value = value_of(word, "flit_bytes");
		if (!value)
			return false;
		ok = text_number(value, &q->scale.flit_bytes) && q->scale.flit_bytes;
	}
	if (!ok)
		exit(complain(EXIT_FAILURE, "'%s' is no number above zero", word));
	q->paraver_key = word;
	return true;
}

/* Complain of a value that is no algorithm of a kind of collective operations. */
static void refuse_algorithm(enum collective_kind kind, const char *word)
{
	char names[256] = "";

	for (u32 i = 0; i < COLLECTIVE_ALGORITHMS; i++) {
		size_t n = strlen(names);

		if (collective_has(kind, i))
			snprintf(names + n, sizeof(names) - n, "%s'%s'", n ? ", " : "",
				 collective_algorithm_names[i]);
	}
	exit(complain(EXIT_FAILURE, "'%s' is no algorithm: there are %s", word, names));
}

static void take_algorithm(struct request *q, enum collective_kind kind, const char *word,
			   const char *value)
{
	u32 i = 0;

	while (i < COLLECTIVE_ALGORITHMS &&
	       (strcmp(value, collective_algorithm_names[i]) || !collective_has(kind, i)))
		i++;
	if (i == COLLECTIVE_ALGORITHMS)
		refuse_algorithm(kind, word);
	q->otf2.algorithm[kind] = i;
}

/* Take a key of an archive. */
static bool take_otf2_key(struct request *q, const char *word)
{
	const char *value = value_of(word, "clocks");

	if (value) {
		q->otf2_key = word;
		if (strcmp(value, "trust") && strcmp(value, "ignore"))
			exit(complain(EXIT_FAILURE, "'%s': clocks are 'trust' or 'ignore'", word));
		q->otf2.trusts_clocks = !strcmp(value, "trust");
		return true;
	}
	for (u32 i = 0; i < COLLECTIVE_KINDS; i++) {
		value = value_of(word, collective_kind_names[i]);
		if (value) {
			q->otf2_key = word;
			take_algorithm(q, i, word, value);
			return true;
		}
	}
	return false;
}

static void take_key(struct request *q, const char *word)
{
	if (!take_paraver_key(q, word) && !take_otf2_key(q, word))
		exit(complain(EXIT_FAILURE, "unknown key '%s': there are 'cycle_time' and 'flit_bytes' for a trace of Paraver, 'clocks' and the names of collective operations for an archive",
			      word));
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
	.doc = "Convert FILE, the trace of an MPI program. An archive in the format OTF2 (its directory, or the file traces.otf2 there) becomes a program in the format GOAL, whose messages, collective operations and computing times pattern=trace replays. A trace of Paraver (.prv; '-' is standard input) becomes a trace of messages, with the pauses in which tasks wait; task n is node n - 1.\vKeys of an archive:\n  bcast=auto         algorithm of broadcasts; 'auto' is MPICH's, by bytes and ranks. Also: barrier, gather, scatter, allgather, alltoall, reduce, allreduce, reduce_scatter, scan\n  clocks=trust       messages that are received before they are sent are an error; 'ignore': they are not\n\nKeys of a trace of Paraver:\n  cycle_time=2       nanoseconds per cycle\n  flit_bytes=8       bytes of a message that a flit carries",
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

static int convert_paraver(const struct request *q)
{
	struct paraver_trace trace;
	struct sim_error err;
	bool ok;

	if (!paraver_read(q->from, &q->scale, &trace, &err))
		return complain(EXIT_FAILURE, "%s", err.text);
	ok = write_trace(&trace, q->shared.output, &err);
	free(trace.births);
	free(trace.pauses);
	if (!ok)
		return complain(EXIT_FAILURE, "%s", err.text);
	if (strcmp(q->shared.output, "-"))
		print_summary(&trace);
	warn_of_all(&trace, q->from);
	return EXIT_SUCCESS;
}

static void print_found(const struct archive_found *f)
{
	u64 collectives = 0;

	for (u32 i = 0; i < COLLECTIVE_KINDS; i++)
		collectives += f->gather.calls[i];
	printf("ranks %u, messages %" PRIu64 " (%" PRIu64 " bytes), collective operations %" PRIu64,
	       f->ranks, f->messages.count, f->messages.bytes, collectives);
	for (u32 i = 0, n = 0; i < COLLECTIVE_KINDS; i++)
		if (f->gather.calls[i])
			printf("%s%s %" PRIu64, n++ ? ", " : " (", collective_kind_names[i],
			       f->gather.calls[i]);
	printf("%s, computing %.1f %%\n", collectives ? ")" : "",
	       f->counts.all ? 100.0 * f->counts.computing / f->counts.all : 0);
}

/* Warn of calls that the program does not have. */
static void warn_of_calls(const struct request *q, const struct order_counts *c,
			  enum call_class call, const char *of)
{
	if (!c->calls[call])
		return;
	if (c->bytes[call])
		complain(EXIT_SUCCESS, "warning: %s: %s are not replayed: %" PRIu64 " calls, %" PRIu64 " bytes, %.2f %% of the time",
			 q->from, of, c->calls[call], c->bytes[call],
			 c->all ? 100.0 * c->time[call] / c->all : 0);
	else
		complain(EXIT_SUCCESS, "warning: %s: %s are not replayed: %" PRIu64 " calls, bytes not recorded, %.2f %% of the time",
			 q->from, of, c->calls[call], c->all ? 100.0 * c->time[call] / c->all : 0);
}

static int convert_otf2(const struct request *q)
{
	struct archive_found found;
	struct sim_error err;

	if (!archive_convert(&otf2_format, q->from, q->shared.output, &q->otf2, &found, &err))
		/* an error of standard output is reported in the end, of any command */
		return ferror(stdout) ? EXIT_FAILURE : complain(EXIT_FAILURE, "%s", err.text);
	if (strcmp(q->shared.output, "-"))
		print_found(&found);
	if (found.not_replayed)
		complain(EXIT_SUCCESS, "warning: %s: its tracer counted calls that have no records of what they move, and are not replayed: %s",
			 q->from, found.not_replayed);
	free(found.not_replayed);
	if (found.messages.lost)
		complain(EXIT_SUCCESS, "warning: %s: messages whose receive was freed or has no end are not replayed: %" PRIu64 ", %" PRIu64 " bytes",
			 q->from, found.messages.lost, found.messages.lost_bytes);
	warn_of_calls(q, &found.counts, CALL_ONE_SIDED, "one-sided operations");
	warn_of_calls(q, &found.counts, CALL_IO, "operations on files");
	warn_of_calls(q, &found.counts, CALL_COLLECTIVE,
		      "collective operations without a record, or between two groups,");
	warn(q->from, "messages whose send and receive differ in bytes", found.messages.differing,
	     "; those of the send count");
	warn(q->from, "operations that began and have no end, which are left out",
	     found.counts.unended, "");
	warn(q->from, "collective operations whose block can be larger by one part in the number of ranks, if they were in place",
	     found.gather.ambiguous, "");
	return EXIT_SUCCESS;
}

/* Give the anchor file of the archive, if @q names its directory. */
static void find_anchor(struct request *q)
{
	static char path[PATH_MAX];
	struct stat st;
	int n;

	if (stat(q->from, &st) || !S_ISDIR(st.st_mode))
		return;
	n = snprintf(path, sizeof(path), "%s/traces.otf2", q->from);
	if (n >= (int)sizeof(path) || stat(path, &st))
		exit(complain(EXIT_FAILURE, "%s: the directory has no traces.otf2; give that of an archive, or the name of its file",
			      q->from));
	q->from = path;
}

static bool is_archive(const char *path)
{
	size_t n = strlen(path), end = strlen(".otf2");

	return n > end && !strcmp(path + n - end, ".otf2");
}

int cmd_convert(int argc, char **argv)
{
	struct request q = {
		.scale = { .cycle_time = 2000, .flit_bytes = 8 },
		.otf2.trusts_clocks = true,
		.shared.output = "-",
	};

	command_parse(&parser, argc, argv, &q);
	find_anchor(&q);
	if (is_archive(q.from)) {
		if (q.paraver_key)
			return complain(EXIT_FAILURE, "'%s' is for traces of Paraver: a program has bytes and nanoseconds; give the key to 'run'",
					q.paraver_key);
		return convert_otf2(&q);
	}
	if (q.otf2_key)
		return complain(EXIT_FAILURE, "'%s' is for archives in the format OTF2, whose name ends in .otf2",
				q.otf2_key);
	return convert_paraver(&q);
}
