// SPDX-License-Identifier: GPL-2.0-only
/*
 * seastar-sim convert: convert a trace of an MPI program to a trace of messages, or to a program.
 */
#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "sim/archive/convert.h"
#include "sim/base/text.h"
#include "sim/dimemas/dimemas.h"
#include "sim/otf2/otf2.h"
#include "sim/smpi/smpi.h"
#include "sim/trace/kind.h"
#include "sim/trace/paraver.h"
#include "sim/trace/write.h"

#include "cmd.h"

#define SMPI_FLOPS	20000	/* default of smpirun's --cfg=smpi/host-speed */
#define MOST_FLOPS	1e18
#define MOST_DERIVED	0x100000000ULL

/* Kinds of input files that have keys. */
enum file { FILE_PARAVER, FILE_ARCHIVE, FILE_OTF2, FILE_DIMEMAS, FILE_SMPI, FILES };

/**
 * struct request - the parsed command line
 * @scale: keys for a trace of Paraver
 * @program: keys for an archive
 * @shared: options that other commands have, too
 * @from: input file
 * @lists_phases: list the phases, and convert nothing
 * @key: by &enum file: a given key that only this kind has, or NULL
 */
struct request {
	struct paraver_scale scale;
	struct archive_options program;
	struct command_options shared;
	const char *from;
	bool lists_phases;
	const char *key[FILES];
};

static const struct argp_option options[] = {
	OPTION_OUTPUT("Write the trace to FILE; by default to standard output"),
	{ "phases", 'p', NULL, 0, "List the phases of an archive or trace of Dimemas or SMPI: what its ranks do between two barriers of all ranks", 0 },
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
	q->key[FILE_PARAVER] = word;
	return true;
}

/* Print an error about a value that is no algorithm for @kind of collective operations. */
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
	q->program.algorithm[kind] = i;
}

/* Parse a key with two values; set a flag if the value is @second. */
static bool take_choice(struct request *q, enum file of, const char *word, const char *key,
			const char *first, const char *second, bool *is_second)
{
	const char *value = value_of(word, key);

	if (!value)
		return false;
	if (strcmp(value, first) && strcmp(value, second))
		exit(complain(EXIT_FAILURE, "'%s': the values of this key are '%s' and '%s'", word,
			      first, second));
	*is_second = !strcmp(value, second);
	q->key[of] = word;
	return true;
}

/* Take the key that names phases, as N or FIRST:LAST. */
static bool take_phases(struct request *q, const char *word)
{
	struct phase_range *range = &q->program.range;
	const char *value = value_of(word, "phase"), *colon;
	char first[32];
	bool ok;

	if (!value)
		return false;
	colon = strchr(value, ':');
	snprintf(first, sizeof(first), "%.*s", (int)strcspn(value, ":"), value);
	ok = text_number(first, &range->first) && range->first &&
	     text_number(colon ? colon + 1 : first, &range->last) && range->last >= range->first;
	if (!ok)
		exit(complain(EXIT_FAILURE, "'%s': a phase is a number from 1 on, and several are FIRST:LAST; --phases lists them",
			      word));
	q->key[FILE_ARCHIVE] = word;
	return true;
}

/* Take a key of a trace of SMPI. */
static bool take_smpi_key(struct request *q, const char *word)
{
	const char *value = value_of(word, "flops");
	char *end;

	if (value) {
		q->program.flops = strtod(value, &end);
		if (!*value || *end || value[strspn(value, "0123456789.eE+")] ||
		    !(q->program.flops > 0 && q->program.flops <= MOST_FLOPS))
			exit(complain(EXIT_FAILURE, "'%s' is no rate of computing above 0 and up to 1e18 per second, such as 1e9",
				      word));
	} else {
		value = value_of(word, "derived");
		if (!value)
			return false;
		if (!text_number(value, &q->program.derived_bytes) || !q->program.derived_bytes ||
		    q->program.derived_bytes > MOST_DERIVED)
			exit(complain(EXIT_FAILURE, "'%s' is no number of bytes from 1 to 2^32",
				      word));
	}
	q->key[FILE_SMPI] = word;
	return true;
}

/* Take a key of an archive. */
static bool take_archive_key(struct request *q, const char *word)
{
	const char *value;
	bool ignores;

	if (take_choice(q, FILE_OTF2, word, "clocks", "trust", "ignore", &ignores)) {
		q->program.trusts_clocks = !ignores;
		return true;
	}
	if (take_choice(q, FILE_DIMEMAS, word, "rendezvous", "trace", "size", &q->program.by_size))
		return true;
	if (take_phases(q, word))
		return true;
	for (u32 i = 0; i < COLLECTIVE_KINDS; i++) {
		value = value_of(word, collective_kind_names[i]);
		if (value) {
			q->key[FILE_ARCHIVE] = word;
			take_algorithm(q, i, word, value);
			return true;
		}
	}
	return false;
}

static void take_key(struct request *q, const char *word)
{
	if (!take_paraver_key(q, word) && !take_smpi_key(q, word) && !take_archive_key(q, word))
		exit(complain(EXIT_FAILURE, "unknown key '%s': there are 'cycle_time' and 'flit_bytes' for a trace of Paraver, 'clocks' for an archive in the format OTF2, 'rendezvous' for a trace of Dimemas, 'flops' and 'derived' for one of SMPI, and 'phase' and the names of collective operations for these three",
			      word));
}

static error_t take_option(int key, char *arg, struct argp_state *state)
{
	struct request *q = state->input;

	switch (key) {
	case 'p':
		q->lists_phases = true;
		return 0;
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
		if (q->lists_phases && strcmp(q->shared.output, "-"))
			exit(complain(EXIT_USAGE, "'%s': --phases prints a list, and converts nothing; leave out --phases or the file",
				      q->shared.output));
		return 0;
	default:
		return command_option(&q->shared, key, arg);
	}
}

static const struct argp parser = {
	.options = options,
	.parser = take_option,
	.args_doc = "FILE [KEY=VALUE]...",
	.doc = "Convert FILE, the trace of an MPI program. An archive in the format OTF2 (its directory, or the file traces.otf2 there), a trace of Dimemas (.dim, .trf) or a time-independent trace of SimGrid's SMPI (.ti, .txt: the file that lists those of the ranks) becomes a program in the format GOAL, whose messages, collective operations and computing times pattern=trace replays. A trace of Paraver (.prv; '-' is standard input) becomes a trace of messages, with the pauses in which tasks wait; task n is node n - 1.\vKeys of an archive and of a trace of Dimemas or SMPI:\n  bcast=auto         algorithm of broadcasts; 'auto' is MPICH's, by bytes and ranks. Also: barrier, gather, scatter, allgather, alltoall, reduce, allreduce, reduce_scatter, scan\n  phase=N            only these phases, N or FIRST:LAST; a phase ends with a barrier of all ranks, and --phases lists them\n\nKey of an archive:\n  clocks=trust       messages that are received before they are sent are an error; 'ignore': they are not\n\nKey of a trace of Dimemas:\n  rendezvous=trace   sends wait for their receivers if the trace says so, or from 'eager' bytes on; 'size': only from 'eager' bytes on\n\nKeys of a trace of SMPI:\n  flops=20000        computing per second: smpirun's --cfg=smpi/host-speed, whose default this is\n  derived=BYTES      bytes of an element of datatypes that the program makes, which the trace lacks\n\nKeys of a trace of Paraver:\n  cycle_time=2       nanoseconds per cycle\n  flit_bytes=8       bytes of a message that a flit carries",
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

/* Warn of the parts of the program's trace that the trace of messages changes or omits. */
static void warn_of_all(const struct paraver_trace *t, const char *from)
{
	warn(from, "messages received before they were sent, by the clocks of their hosts",
	     t->early, "; these receptions, and all that follows them, are delayed");
	warn(from, "receptions moved after later sends of their tasks", t->order.circles,
	     "; by their time stamps, several tasks would wait for one another before they send");
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

/* Print the number of collective operations of each kind that occurs. */
static void print_calls(const u64 *calls, const char *before)
{
	for (u32 i = 0, n = 0; i < COLLECTIVE_KINDS; i++)
		if (calls[i])
			printf("%s%s %" PRIu64, n++ ? ", " : before, collective_kind_names[i],
			       calls[i]);
}

static void print_found(const struct archive_found *f, bool has_lines)
{
	u64 collectives = 0;

	for (u32 i = 0; i < COLLECTIVE_KINDS; i++)
		collectives += f->gather.calls[i];
	printf("ranks %u, messages %" PRIu64 " (%" PRIu64 " bytes), collective operations %" PRIu64,
	       f->ranks, f->messages.count, f->messages.bytes, collectives);
	print_calls(f->gather.calls, " (");
	printf("%s, computing ", collectives ? ")" : "");
	if (has_lines)
		printf("%.9f s\n", f->computing / 1e9);
	else
		printf("%.1f %%\n",
		       f->all ? 100.0 * f->computing / f->all : 0);
}

/* Print a line for each phase. */
static void print_phases(const struct archive_found *f, bool has_lines)
{
	printf("phase     seconds  computing    messages           bytes  collective operations\n");
	for (u64 i = 0; i < f->phases.count; i++) {
		const struct phase *p = &f->phases.of[i];

		printf("%5" PRIu64, i + 1);
		if (has_lines)
			printf("           -  %7.3f s", p->computing / 1e9 / f->ranks);
		else
			printf("%12.6f  %7.1f %%", p->all / 1e9 / f->ranks,
			       p->all ? 100.0 * p->computing / p->all : 0);
		printf("%12" PRIu64 "%16" PRIu64, p->messages, p->bytes);
		print_calls(p->calls, "  ");
		putchar('\n');
	}
}

/* Warn of calls that the converted program omits. */
static void warn_of_calls(const struct request *q, const struct order_counts *c,
			  enum call_class call, const char *of, bool has_lines)
{
	char bytes[64] = "bytes not recorded", share[64] = "";

	if (!c->calls[call])
		return;
	if (c->bytes[call])
		snprintf(bytes, sizeof(bytes), "%" PRIu64 " bytes", c->bytes[call]);
	if (!has_lines)
		snprintf(share, sizeof(share), ", %.2f %% of the time",
			 c->all ? 100.0 * c->time[call] / c->all : 0);
	complain(EXIT_SUCCESS, "warning: %s: %s are not replayed: %" PRIu64 " calls, %s%s",
		 q->from, of, c->calls[call], bytes, share);
}

/* Warn of what the tracer counted; names of the trace are cleaned as sim_fail() does. */
static void warn_of_names(const struct request *q, char *names, bool actions)
{
	for (char *at = names; *at; at++)
		if (iscntrl((unsigned char)*at))
			*at = '?';
	complain(EXIT_SUCCESS, "warning: %s: %s: %s", q->from,
		 actions ? "actions that are not replayed" :
			   "its tracer counted calls that have no records of what they move, and are not replayed",
		 names);
}

static int convert_archive(const struct request *q, const struct archive_format *format)
{
	struct archive_found found;
	struct sim_error err;

	if (!archive_convert(format, q->from, q->lists_phases ? NULL : q->shared.output, &q->program,
			     &found, &err))
		/* main() reports errors of standard output */
		return ferror(stdout) ? EXIT_FAILURE : complain(EXIT_FAILURE, "%s", err.text);
	if (q->lists_phases)
		print_phases(&found, format->has_lines);
	else if (strcmp(q->shared.output, "-"))
		print_found(&found, format->has_lines);
	free(found.phases.of);
	warn(q->from, "messages that an end of the phases divides, which are left out",
	     found.messages.cut, "");
	if (found.not_replayed)
		warn_of_names(q, found.not_replayed, format->lacks);
	free(found.not_replayed);
	warn(q->from, "calls that wait for one of several operations, of which the trace does not say which",
	     found.guessed, "; the oldest one is taken");
	if (found.messages.lost)
		complain(EXIT_SUCCESS, "warning: %s: messages whose receive was freed or has no end are not replayed: %" PRIu64 ", %" PRIu64 " bytes",
			 q->from, found.messages.lost, found.messages.lost_bytes);
	warn_of_calls(q, &found.counts, CALL_ONE_SIDED, "one-sided operations", format->has_lines);
	warn_of_calls(q, &found.counts, CALL_IO, "operations on files", format->has_lines);
	warn_of_calls(q, &found.counts, CALL_LOCAL, "messages between threads of a task",
		      format->has_lines);
	warn_of_calls(q, &found.counts, CALL_COLLECTIVE,
		      "collective operations without a record, or between two groups,",
		      format->has_lines);
	warn(q->from, "messages whose send and receive differ in bytes", found.messages.differing,
	     "; those of the send count");
	warn(q->from, "operations that began and have no end, which are left out",
	     found.counts.unended, "");
	warn(q->from, "collective operations whose block can be larger by one part in the number of ranks, if they were in place",
	     found.gather.ambiguous, "");
	warn(q->from, "calls of MPI_Allgatherv in place, of which no record has the blocks",
	     found.gather.equal, "; these are taken as equal");
	return EXIT_SUCCESS;
}

/* Replace a directory in @q by the anchor file of the archive in it. */
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

static bool ends_in(const char *path, const char *with)
{
	size_t n = strlen(path), end = strlen(with);

	return n > end && !strcmp(path + n - end, with);
}

static enum file kind_of(const char *path)
{
	if (ends_in(path, ".otf2"))
		return FILE_OTF2;
	if (ends_in(path, ".ti") || ends_in(path, ".txt"))
		return FILE_SMPI;
	return ends_in(path, ".dim") || ends_in(path, ".trf") ? FILE_DIMEMAS : FILE_PARAVER;
}

/* Print an error if the file's first line is of another kind than its name. */
static int refuse_other(const char *path, enum file kind)
{
	static const enum file files[] = {
		[TRACE_KIND_PARAVER] = FILE_PARAVER, [TRACE_KIND_DIMEMAS] = FILE_DIMEMAS,
		[TRACE_KIND_SMPI] = FILE_SMPI, [TRACE_KIND_SMPI_RANK] = FILE_SMPI,
		[TRACE_KIND_OTF2] = FILE_OTF2,
	};
	enum trace_kind seen = trace_kind_of(path);
	bool converts = seen >= TRACE_KIND_PARAVER;
	struct sim_error err;

	if (seen == TRACE_KIND_OTHER || (converts && files[seen] == kind))
		return EXIT_SUCCESS;
	trace_kind_refuse(path, seen, &err);
	return complain(EXIT_FAILURE, "%s", err.text);
}

/*
 * Print an error about a key that files of @kind do not have; return EXIT_SUCCESS if there is none.
 */
static int refuse_keys(const struct request *q, enum file kind)
{
	if (kind != FILE_PARAVER && q->key[FILE_PARAVER])
		return complain(EXIT_FAILURE, "'%s' is for traces of Paraver: a program has bytes and nanoseconds; give the key to 'run'",
				q->key[FILE_PARAVER]);
	if (kind != FILE_OTF2 && q->key[FILE_OTF2])
		return complain(EXIT_FAILURE, "'%s' is for archives in the format OTF2, whose name ends in .otf2",
				q->key[FILE_OTF2]);
	if (kind != FILE_DIMEMAS && q->key[FILE_DIMEMAS])
		return complain(EXIT_FAILURE, "'%s' is for traces of Dimemas, whose name ends in .dim or .trf",
				q->key[FILE_DIMEMAS]);
	if (kind != FILE_SMPI && q->key[FILE_SMPI])
		return complain(EXIT_FAILURE, "'%s' is for time-independent traces of SMPI, whose name ends in .ti or .txt",
				q->key[FILE_SMPI]);
	if (kind == FILE_PARAVER && q->lists_phases)
		return complain(EXIT_FAILURE, "--phases is for archives in the format OTF2 and traces of Dimemas or SMPI, whose name ends in .otf2, .dim, .trf, .ti or .txt");
	if (kind == FILE_PARAVER && q->key[FILE_ARCHIVE])
		return complain(EXIT_FAILURE, "'%s' is for archives in the format OTF2 and traces of Dimemas or SMPI, whose name ends in .otf2, .dim, .trf, .ti or .txt",
				q->key[FILE_ARCHIVE]);
	return EXIT_SUCCESS;
}

int cmd_convert(int argc, char **argv)
{
	struct request q = {
		.scale = { .cycle_time = 2000, .flit_bytes = 8 },
		.program = {
			.trusts_clocks = true, .range = { 1, U64_MAX }, .flops = SMPI_FLOPS,
		},
		.shared.output = "-",
	};
	static const struct archive_format *const formats[FILES] = {
		[FILE_OTF2] = &otf2_format,
		[FILE_DIMEMAS] = &dimemas_format,
		[FILE_SMPI] = &smpi_format,
	};
	enum file kind;
	int status;

	command_parse(&parser, argc, argv, &q);
	find_anchor(&q);
	kind = kind_of(q.from);
	status = refuse_other(q.from, kind);
	if (!status)
		status = refuse_keys(&q, kind);
	if (status)
		return status;
	if (kind == FILE_PARAVER)
		return convert_paraver(&q);
	return convert_archive(&q, formats[kind]);
}
