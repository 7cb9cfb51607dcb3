// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <string.h>

#include "sim/base/memory.h"
#include "sim/program/program.h"
#include "sim/program/table.h"

#include "program.h"

/*
 * Collective operations have one tag per communicator and operation, of which 4,096 may be under way.
 */
#define TAGS_PER_COMM		4096

/* An operation that others wait for: for its end, or for its beginning. */
struct need {
	u64 label;
	bool begins;
};

/**
 * struct needs - the operations that the next one of a thread waits for
 * @need: in their order
 * @count: number of these operations
 * @goes_on: the thread goes on from the only one of them at once, or from its computing
 * @call: number of the call that was written last
 */
struct needs {
	struct need *need;
	u32 count;
	bool goes_on;
	u64 call;
};

/* The label of an operation that a request will end. */
struct pending {
	struct table_item item;
	u64 label;
};

/**
 * struct program_writer - the program of a rank, while it is written
 * @from: sources of its operations
 * @rank: rank of the world
 * @to: output file
 * @label: label of the operation written last
 * @next: by thread: operations that its next one waits for
 * @threads: number of threads
 * @pending: operations that requests will end
 * @collectives: number of its operations so far, by communicator
 */
struct program_writer {
	const struct program_source *from;
	u32 rank;
	FILE *to;
	u64 label;
	struct needs *next;
	u32 threads;
	struct table pending;
	u64 *collectives;
};

static void add_need(struct needs *n, u64 label, bool begins)
{
	if (!(n->count & (n->count - 1)))
		n->need = sim_grow(n->need, n->count ? 2 * n->count : 1, sizeof(*n->need));
	n->need[n->count++] = (struct need){ label, begins };
}

static struct needs *next_of(struct program_writer *w, u32 thread)
{
	if (thread >= w->threads) {
		w->next = sim_grow(w->next, thread + 1, sizeof(*w->next));
		memset(w->next + w->threads, 0, (thread + 1 - w->threads) * sizeof(*w->next));
		w->threads = thread + 1;
	}
	return &w->next[thread];
}

/* End an operation's line, and write what it waits for. */
static void end_line(struct program_writer *w, u32 thread, const struct needs *n)
{
	if (thread)
		fprintf(w->to, " cpu %u", thread);
	fputc('\n', w->to);
	for (u32 i = 0; i < n->count; i++)
		fprintf(w->to, "l%" PRIu64 " %s l%" PRIu64 "\n", w->label,
			n->need[i].begins ? "irequires" : "requires", n->need[i].label);
}

/* Write that a call begins, if @s is the first of it that is written. */
static void begin_call(struct program_writer *w, const struct step *s)
{
	struct needs *n = next_of(w, s->thread);

	if (!s->call || n->call == s->call_number)
		return;
	n->call = s->call_number;
	fprintf(w->to, "%s %s", s->kind == STEP_WAIT ? "wait" : "call", s->call);
	if (s->thread)
		fprintf(w->to, " cpu %u", s->thread);
	fputc('\n', w->to);
}

static void write_calc(struct program_writer *w, u32 thread, u64 ns, const struct needs *n)
{
	fprintf(w->to, "l%" PRIu64 ": calc %" PRIu64, ++w->label, ns);
	end_line(w, thread, n);
}

/* Write a number, or -1, which is any. */
static void write_number(struct program_writer *w, const char *before, u32 number)
{
	if (number == ARCHIVE_ANY)
		fprintf(w->to, " %s -1", before);
	else
		fprintf(w->to, " %s %u", before, number);
}

/* Write a message without its line's end. */
static void begin_message(struct program_writer *w, bool sends, u64 bytes, u32 peer, u32 tag)
{
	fprintf(w->to, "l%" PRIu64 ": %s %" PRIu64 "b", ++w->label, sends ? "send" : "recv", bytes);
	write_number(w, sends ? "to" : "from", peer);
	write_number(w, "tag", tag);
}

static void write_message(struct program_writer *w, const struct step *s, const struct needs *n)
{
	begin_message(w, s->kind == STEP_SEND, s->of.bytes, s->of.peer,
		      s->of.tag == ARCHIVE_ANY ? ARCHIVE_ANY :
		      messages_tag(w->from->messages, s->of.comm, s->of.tag));
	if (s->of.rendezvous && !w->from->by_size)
		fputs(" rendezvous", w->to);
	end_line(w, s->thread, n);
}

/*
 * Write an operation that computes nothing: it waits for all of @n, and others wait for it alone.
 */
static void join(struct program_writer *w, u32 thread, struct needs *n)
{
	write_calc(w, thread, 0, n);
	n->count = 0;
	add_need(n, w->label, false);
}

static void keep_pending(struct program_writer *w, const struct step *s)
{
	struct pending *p = table_add(&w->pending, s->number, sizeof(*p));

	p->label = w->label;
}

/*
 * Let the next operation of the thread wait for the end of the one just written, or, unless it
 * blocks, for its beginning.
 */
static void follow(struct program_writer *w, const struct step *s, struct needs *n)
{
	n->count = 0;
	add_need(n, w->label, !s->blocks);
	n->goes_on = !s->blocks || s->kind == STEP_COMPUTE;
	if (!s->blocks && !s->detached)
		keep_pending(w, s);
}

/* Write the steps of a plan from @at on that start together; return the place behind them. */
static u32 write_group(struct program_writer *w, const struct step *s,
		       const struct collective_plan *p, u32 at, u32 tag, struct needs *n)
{
	const struct comm *comm = &w->from->archive->comm[s->of.comm];
	struct needs written = { 0 };
	u32 group = p->step[at].group, end = at;

	while (end < p->steps && p->step[end].group == group)
		end++;
	if (end - at > 1 && n->count > 1)
		join(w, s->thread, n);
	for (; at < end; at++) {
		const struct collective_step *step = &p->step[at];

		begin_message(w, step->sends, step->bytes, comm_member(comm, step->peer), tag);
		end_line(w, s->thread, n);
		add_need(&written, w->label, false);
	}
	free(n->need);
	n->need = written.need;
	n->count = written.count;
	return end;
}

static u32 tag_of(const struct step *s, u64 number)
{
	return PROGRAM_COLLECTIVE_TAGS + (s->of.comm * TAGS_PER_COMM + number % TAGS_PER_COMM) %
	       PROGRAM_COLLECTIVE_TAGS;
}

static struct needs copy(const struct needs *n)
{
	struct needs c = { 0 };

	for (u32 i = 0; i < n->count; i++)
		add_need(&c, n->need[i].label, n->need[i].begins);
	return c;
}

/* Write a collective operation as the messages of this rank. */
static bool write_collective(struct program_writer *w, const struct step *s, struct needs *n)
{
	const struct comm *comm = &w->from->archive->comm[s->of.comm];
	const struct collective *found;
	struct collective c;
	struct collective_plan p;
	struct needs own;
	u64 number;

	if (!comm_is_shared(comm))
		return true;
	number = w->collectives[s->of.comm]++;
	found = gather_operation(w->from->gather, s->of.comm, number);
	if (!found)
		return false;
	if (!gather_is_inside(w->from->gather, s->of.comm, number))
		return true;
	begin_call(w, s);
	n->goes_on = false;
	c = *found;
	c.algorithm = w->from->algorithm[c.kind];
	collective_plan(&c, comm_rank(comm, w->rank), &p);
	if (!s->blocks && p.steps) {
		/* the thread goes on when it has begun */
		join(w, s->thread, n);
		own = copy(n);
		for (u32 at = 0; at < p.steps;)
			at = write_group(w, s, &p, at, tag_of(s, number), &own);
		join(w, s->thread, &own);
		keep_pending(w, s);
		free(own.need);
	} else {
		for (u32 at = 0; at < p.steps;)
			at = write_group(w, s, &p, at, tag_of(s, number), n);
	}
	free(p.step);
	return true;
}

/* Add the operations that @s waits for to @n. */
static void take_needs(struct program_writer *w, const struct step *s, struct needs *n)
{
	for (u32 i = 0; i < s->needs; i++) {
		struct pending *p = table_find(&w->pending, s->need[i]);

		if (!p)
			continue;	/* one that sends nothing, or is detached */
		add_need(n, p->label, false);
		table_remove(&w->pending, p);
	}
}

/*
 * Write a call that waits: it begins when the operation above it has begun or has computed.  If its
 * thread comes to it later, an operation above it that computes nothing begins then.
 */
static void write_wait(struct program_writer *w, const struct step *s, struct needs *n)
{
	if (!s->call)
		return;
	if (n->count > 1 || (n->count && !n->goes_on))
		join(w, s->thread, n);
	n->goes_on = true;
	begin_call(w, s);
}

bool program_writer_step(struct program_writer *w, const struct step *s)
{
	struct needs *n = next_of(w, s->thread);

	take_needs(w, s, n);
	switch (s->kind) {
	case STEP_COMPUTE:
		write_calc(w, s->thread, s->begin, n);
		follow(w, s, n);
		break;
	case STEP_SEND:
	case STEP_RECEIVE:
		if (messages_is_left_out(w->from->messages, w->rank, s->number))
			break;
		begin_call(w, s);
		write_message(w, s, n);
		follow(w, s, n);
		break;
	case STEP_WAIT:
		write_wait(w, s, n);
		break;
	case STEP_COLLECTIVE:
		return write_collective(w, s, n);
	default:
		break;
	}
	return true;
}

struct program_writer *program_writer_new(const struct program_source *from, u32 rank, FILE *to)
{
	struct program_writer *w = sim_alloc(1, sizeof(*w));

	w->from = from;
	w->rank = rank;
	w->to = to;
	w->collectives = sim_alloc(from->archive->comms, sizeof(*w->collectives));
	fprintf(to, "rank %u {\n", rank);
	return w;
}

void program_writer_phase(struct program_writer *w, u32 thread, u64 number)
{
	fprintf(w->to, "phase %" PRIu64, number);
	if (thread)
		fprintf(w->to, " cpu %u", thread);
	fputc('\n', w->to);
}

bool program_writer_end(struct program_writer *w)
{
	bool ok = fputs("}\n", w->to) >= 0 && !ferror(w->to);

	for (u32 i = 0; i < w->threads; i++)
		free(w->next[i].need);
	free(w->next);
	table_free(&w->pending);
	free(w->collectives);
	free(w);
	return ok;
}
