// SPDX-License-Identifier: GPL-2.0-only
/*
 * Records of a trace as events.  Calls take no time, so a thread's time is the sum of its bursts.
 *
 * A first reading of all records keeps the places of the lines of each task; a reading of one task
 * goes to these.  The records of a task are usually one after another.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "sim/base/memory.h"
#include "sim/program/table.h"

#include "dimemas.h"
#include "trace.h"

#define MOST_FIELDS	16
#define MOST_BYTES	0x10000000000ULL	/* 2^40 bytes */
#define MOST_SECONDS	1e9
#define NS_PER_S	1e9
#define NO_TAG		0x80000000U	/* marks operations among tags, which are smaller */

/* Kinds of records. */
enum {
	RECORD_NOTHING = 0,
	RECORD_BURST = 1,
	RECORD_SEND = 2,
	RECORD_RECEIVE = 3,
	RECORD_OPERATION = 10,
	RECORD_BURST_ELSEWHERE = 11,	/* on an accelerator */
	RECORD_EVENT = 20,
};

/* Kinds of receives. */
enum { RECEIVE_BLOCKS, RECEIVE_BEGINS, RECEIVE_WAITS, RECEIVE_KINDS };

/* Bits of a send's synchronism. */
enum { SEND_RENDEZVOUS = 1, SEND_IMMEDIATE = 2, SEND_BITS = 3 };

/* Phases of a collective operation. */
enum { PHASE_BEGINS, PHASE_BLOCKS, PHASE_WAITS, PHASE_ROOT_BLOCKS, PHASES };

/* The operations by their numbers; those that do not block have numbers that are larger by 16. */
static const u32 operations[] = {
	OPERATION_BARRIER, OPERATION_BCAST, OPERATION_GATHER, OPERATION_GATHERV, OPERATION_SCATTER,
	OPERATION_SCATTERV, OPERATION_ALLGATHER, OPERATION_ALLGATHERV, OPERATION_ALLTOALL,
	OPERATION_ALLTOALLV, OPERATION_REDUCE, OPERATION_ALLREDUCE, OPERATION_REDUCE_SCATTER,
	OPERATION_REDUCE_SCATTER_BLOCK, OPERATION_SCAN, OPERATION_ALLTOALLV,
};

#define OPERATIONS	(sizeof(operations) / sizeof(operations[0]))

/* Names of their calls: of those that block, and of those that do not. */
static const char *const calls[][2] = {
	{ "MPI_Barrier", "MPI_Ibarrier" },
	{ "MPI_Bcast", "MPI_Ibcast" },
	{ "MPI_Gather", "MPI_Igather" },
	{ "MPI_Gatherv", "MPI_Igatherv" },
	{ "MPI_Scatter", "MPI_Iscatter" },
	{ "MPI_Scatterv", "MPI_Iscatterv" },
	{ "MPI_Allgather", "MPI_Iallgather" },
	{ "MPI_Allgatherv", "MPI_Iallgatherv" },
	{ "MPI_Alltoall", "MPI_Ialltoall" },
	{ "MPI_Alltoallv", "MPI_Ialltoallv" },
	{ "MPI_Reduce", "MPI_Ireduce" },
	{ "MPI_Allreduce", "MPI_Iallreduce" },
	{ "MPI_Reduce_scatter", "MPI_Ireduce_scatter" },
	{ "MPI_Reduce_scatter_block", "MPI_Ireduce_scatter_block" },
	{ "MPI_Scan", "MPI_Iscan" },
	{ "MPI_Alltoallw", "MPI_Ialltoallw" },
};

/* The number of a tag or an operation of a communicator. */
struct pair {
	struct table_item item;
	u32 number;
};

/**
 * struct begun - receives of a rank with one source and tag, or its operations of one kind
 * @item: item whose key is rank and source, and the number of the pair of communicator and
 *	tag or operation
 * @number: number of this entry among all
 * @begun: number of them that have begun
 * @ended: number of them that have ended
 */
struct begun {
	struct table_item item;
	u32 number;
	u32 begun;
	u32 ended;
};

/**
 * struct reading - records while they are read
 * @archive: archive with the definitions
 * @trace: parts of the trace that the archive lacks
 * @lines: reader of the file
 * @take: function that gets events
 * @ctx: first argument of @take
 * @err: receives the error of @take
 * @first: number of the first thread of @time
 * @time: by thread: nanoseconds so far
 * @pair: numbers of tags and operations of communicators
 * @begun: receives and operations that began without blocking
 * @field: fields of the line
 * @fields: number of fields
 * @task: task of the record
 * @thread: thread of the record
 */
struct reading {
	const struct archive *archive;
	struct trace *trace;
	struct line_reader lines;
	archive_take *take;
	void *ctx;
	struct sim_error *err;
	u32 first;
	u64 *time;
	struct table pair;
	struct table begun;
	char *field[MOST_FIELDS];
	u32 fields;
	u32 task;
	u32 thread;
};

#define refuse(r, ...) line_refuse(&(r)->lines, (r)->err, __VA_ARGS__)

static u64 *time_of(struct reading *r, u32 task, u32 thread)
{
	return &r->time[r->trace->task[task].first + thread - r->first];
}

static bool pass(struct reading *r, struct event e)
{
	e.rank = r->task;
	e.thread = r->thread;
	e.time = *time_of(r, r->task, r->thread);
	e.of.line = r->lines.number;
	return r->take(r->ctx, &e, r->err);
}

/* Pass an event on as a call of its own; its class says what becomes of it. */
static bool pass_call(struct reading *r, enum call_class call, const char *name, struct event e)
{
	return pass(r, (struct event){ .kind = EVENT_ENTER, .call = call, .name = name }) &&
	       pass(r, e) && pass(r, (struct event){ .kind = EVENT_LEAVE, .call = call });
}

/* Count a call that is not replayed, with the bytes that it moves, or 0. */
static bool pass_other(struct reading *r, enum call_class call, u64 bytes)
{
	return pass_call(r, call, NULL, (struct event){ .kind = EVENT_MOVE, .of.bytes = bytes });
}

static bool take_burst(struct reading *r)
{
	u64 *time = time_of(r, r->task, r->thread);
	const char *text = r->field[3];
	double seconds;
	char *end;

	seconds = strtod(text, &end);
	if (!*text || *end || text[strspn(text, "0123456789.eE+-")] || *text == '-' ||
	    !(seconds >= 0) || seconds > MOST_SECONDS)
		return refuse(r, "'%.64s' is no time from 0 to %.0f s; correct it", text,
			      MOST_SECONDS);
	*time += (u64)llround(seconds * NS_PER_S);
	if (*time > (u64)(MOST_SECONDS * NS_PER_S))
		return refuse(r, "task %u computes for more than %.0f s; correct its times", r->task,
			      MOST_SECONDS);
	return true;
}

static bool take_bytes(struct reading *r, const char *text, u64 *bytes)
{
	return trace_number(text, MOST_BYTES, bytes) ||
	       refuse(r, "'%.64s' is no number of bytes from 0 to 2^40; correct it", text);
}

static bool take_comm(struct reading *r, const char *text, u32 *comm)
{
	const struct trace_comm *c = NULL;
	u64 id;

	if (trace_number(text, INT32_MAX, &id))
		c = table_find(&r->trace->comm, id);
	if (!c)
		return refuse(r, "no line d:1 defines communicator '%.64s'; add its definition behind the first line",
			      text);
	*comm = c->place;
	return true;
}

/* Find the receives or operations of this rank with the same peer, communicator and tag or kind. */
static struct begun *find_begun(struct reading *r, u32 peer, u64 pair)
{
	struct pair *p = table_find(&r->pair, pair);
	struct begun *b;
	u64 key;

	if (!p) {
		p = table_add(&r->pair, pair, sizeof(*p));
		p->number = r->pair.count - 1;
	}
	key = ((u64)r->task * r->archive->ranks + peer) << 32 | p->number;
	b = table_find(&r->begun, key);
	if (!b) {
		b = table_add(&r->begun, key, sizeof(*b));
		b->number = r->begun.count - 1;
	}
	return b;
}

/* Pass on the beginning of an operation that does not block. */
static bool pass_begin(struct reading *r, struct begun *b, enum event_kind kind,
		       const char *name, const struct transfer *of)
{
	return pass_call(r, CALL_PLAIN, name, (struct event){
		.kind = kind, .request = (u64)b->number << 32 | b->begun++, .known = true,
		.of = *of,
	});
}

/* Pass on the end of the oldest operation under way in @b. */
static bool pass_end(struct reading *r, struct begun *b, enum event_kind kind,
		     const struct transfer *of)
{
	if (b->ended == b->begun)
		return refuse(r, "task %u waits for what it has not begun, or has waited for before; remove the line, or write the trace again",
			      r->task);
	return pass_call(r, CALL_PLAIN, "MPI_Wait", (struct event){
		.kind = kind, .request = (u64)b->number << 32 | b->ended++, .of = *of,
	});
}

/*
 * Take the fields that sends and receives share: peer, its thread, bytes, tag, communicator.  Traces
 * that Extrae writes have no threads.  *local: the peer is another thread of the same task.
 */
static bool take_message(struct reading *r, struct transfer *of, bool *local)
{
	char **field = r->field + 3;
	u64 peer, tag, thread = r->thread;

	*local = false;
	if (r->fields != 8 && r->fields != 9)
		return refuse(r, "a message has 8 or 9 fields, and not %u; correct the line",
			      r->fields);
	if (!trace_number(field[0], r->archive->ranks - 1, &peer))
		return refuse(r, "'%.64s' is no task from 0 to %u, as which the first line has them; correct it",
			      field[0], r->archive->ranks - 1);
	of->peer = peer;
	if (r->fields == 9) {
		field++;
		if (strcmp(field[0], "-1") && strcmp(field[0], "-2") &&
		    !trace_number(field[0], r->trace->task[peer].threads - 1, &thread))
			return refuse(r, "task %u has no thread '%.64s': it has %u, by the first line; correct it, or write -1 for any",
				      of->peer, field[0], r->trace->task[peer].threads);
		*local = peer == r->task && thread != r->thread;
	}
	if (!take_bytes(r, field[1], &of->bytes))
		return false;
	if (!trace_number(field[2], INT32_MAX, &tag))
		return refuse(r, "'%.64s' is no tag from 0 to 2147483647; correct it", field[2]);
	of->tag = tag;
	return *local || take_comm(r, field[3], &of->comm);
}

static bool take_send(struct reading *r)
{
	struct event e = { .kind = EVENT_SEND };
	u64 bits;
	bool local;

	if (!take_message(r, &e.of, &local))
		return false;
	if (!trace_number(r->field[r->fields - 1], SEND_BITS, &bits))
		return refuse(r, "'%.64s' is no synchronism from 0 to 3; older versions of the format have letters: write the file again with prv2dim of Dimemas 5",
			      r->field[r->fields - 1]);
	if (local)
		return pass_other(r, CALL_LOCAL, e.of.bytes);
	e.of.rendezvous = bits & SEND_RENDEZVOUS;
	if (bits & SEND_IMMEDIATE)
		e.kind = EVENT_SEND_ALONE;
	return pass_call(r, CALL_PLAIN, bits & SEND_IMMEDIATE ? "MPI_Isend" : "MPI_Send", e);
}

static bool take_receive(struct reading *r)
{
	struct transfer of = { 0 };
	struct begun *b;
	u64 kind;
	bool local;

	if (!take_message(r, &of, &local))
		return false;
	if (!trace_number(r->field[r->fields - 1], RECEIVE_KINDS - 1, &kind))
		return refuse(r, "'%.64s' is no kind of receive: 0 blocks, 1 begins one, and 2 waits for it; correct it",
			      r->field[r->fields - 1]);
	if (local)
		return pass_other(r, CALL_LOCAL, 0);
	if (kind == RECEIVE_BLOCKS)
		return pass_call(r, CALL_PLAIN, "MPI_Recv",
				 (struct event){ .kind = EVENT_RECEIVE, .of = of });
	b = find_begun(r, of.peer, (u64)of.comm << 32 | of.tag);
	if (kind == RECEIVE_BEGINS)
		return pass_begin(r, b, EVENT_RECEIVE_BEGIN, "MPI_Irecv", &of);
	return pass_end(r, b, EVENT_RECEIVE_END, &of);
}

/*
 * Take the number of an operation, from 0 to OPERATIONS - 1, and its phase, which an older form of
 * the record lacks.
 */
static bool take_kind(struct reading *r, struct transfer *of, u64 *number, u64 *phase)
{
	if (!trace_number(r->field[3], 2 * OPERATIONS - 1, number))
		return refuse(r, "'%.64s' is no collective operation from 0 to %zu; correct it",
			      r->field[3], 2 * OPERATIONS - 1);
	*number %= OPERATIONS;
	of->operation = operations[*number];
	*phase = PHASE_BLOCKS;
	return r->fields == 9 || trace_number(r->field[9], PHASES - 1, phase) ||
	       refuse(r, "'%.64s' is no phase from 0 to 3: 0 begins an operation, 1 and 3 block, and 2 waits; correct it",
		      r->field[9]);
}

static bool take_operation(struct reading *r)
{
	struct transfer of = { 0 };
	u64 number, phase, root;
	struct begun *b;

	if (!take_kind(r, &of, &number, &phase) || !take_comm(r, r->field[4], &of.comm))
		return false;
	if (!trace_number(r->field[5], r->archive->ranks - 1, &root))
		return refuse(r, "'%.64s' is no root: 1 marks it, or it is a task from 0 to %u; correct it",
			      r->field[5], r->archive->ranks - 1);
	of.root = root;
	if (!take_bytes(r, r->field[7], &of.bytes) || !take_bytes(r, r->field[8], &of.received))
		return false;
	if (comm_rank(&r->archive->comm[of.comm], r->task) == ARCHIVE_NO_COMM)
		return refuse(r, "task %u is no member of %.32s; correct the definition or the record",
			      r->task, comm_name(&r->archive->comm[of.comm]));
	if (phase == PHASE_BLOCKS || phase == PHASE_ROOT_BLOCKS)
		return pass_call(r, CALL_PLAIN, calls[number][0],
				 (struct event){ .kind = EVENT_COLLECTIVE, .of = of });
	b = find_begun(r, 0, (u64)of.comm << 32 | NO_TAG | of.operation);
	if (phase == PHASE_BEGINS)
		return pass_begin(r, b, EVENT_COLLECTIVE_BEGIN, calls[number][1], &of);
	return pass_end(r, b, EVENT_COLLECTIVE_END, &of);
}

static bool take_nothing(struct reading *r)
{
	(void)r;
	return true;
}

/* Records that are replayed or left out without a message, and their fields. */
static const struct record {
	u32 kind;
	u32 least;
	u32 most;
	bool (*take)(struct reading *r);
} records[] = {
	{ RECORD_NOTHING, 3, 3, take_nothing },
	{ RECORD_BURST, 4, 4, take_burst },
	{ RECORD_SEND, 8, 9, take_send },
	{ RECORD_RECEIVE, 8, 9, take_receive },
	{ RECORD_OPERATION, 9, 10, take_operation },
	{ RECORD_BURST_ELSEWHERE, 4, 4, take_burst },
	{ RECORD_EVENT, 5, 5, take_nothing },
};

/* Records that are counted alone: operations on files, and one-sided ones. */
static const struct {
	u32 from;
	u32 to;
	enum call_class call;
} others[] = {
	{ 101, 107, CALL_IO },
	{ 301, 307, CALL_IO },
	{ 401, 404, CALL_ONE_SIDED },
	{ 501, 501, CALL_ONE_SIDED },
};

static bool take_other(struct reading *r, u64 kind)
{
	for (u32 i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (kind >= others[i].from && kind <= others[i].to)
			return pass_other(r, others[i].call, 0);
	return refuse(r, "the format has no records of kind %" PRIu64 "; remove the line, or write the file again with prv2dim of Dimemas 5",
		      kind);
}

/* Take the task and the thread of a record. */
static bool take_place(struct reading *r)
{
	u64 number;

	if (!trace_number(r->field[1], r->archive->ranks - 1, &number))
		return refuse(r, "'%.64s' is no task from 0 to %u, as which the first line has them; correct it",
			      r->field[1], r->archive->ranks - 1);
	r->task = number;
	if (!trace_number(r->field[2], r->trace->task[r->task].threads - 1, &number))
		return refuse(r, "task %u has no thread '%.64s': it has %u, by the first line; correct it",
			      r->task, r->field[2], r->trace->task[r->task].threads);
	r->thread = number;
	return true;
}

/* Take the line that was read; *place: it is a record, whose task is @r->task. */
static bool take_line(struct reading *r, bool *place)
{
	u64 kind;

	r->fields = trace_split(r->lines.text, r->field, MOST_FIELDS);
	*place = false;
	if (!strcmp(r->field[0], "s") || (r->fields == 1 && !*r->field[0]))
		return true;
	if (!strcmp(r->field[0], "d"))
		return refuse(r, "a definition stands behind records; move it behind the first line");
	if (r->fields < 3 || !trace_number(r->field[0], UINT32_MAX, &kind))
		return refuse(r, "no record: it does not begin with KIND:TASK:THREAD; correct it, or write the file again with prv2dim of Dimemas 5");
	if (!take_place(r))
		return false;
	*place = true;
	for (u32 i = 0; i < sizeof(records) / sizeof(records[0]); i++) {
		const struct record *known = &records[i];

		if (known->kind != kind)
			continue;
		if (r->fields < known->least || r->fields > known->most)
			return refuse(r, "a record of kind %u has %u to %u fields; correct the line",
				      known->kind, known->least, known->most);
		return known->take(r);
	}
	return take_other(r, kind);
}

/* Keep the place of a line of @task. */
static void keep_run(struct trace_task *task, u64 line, u64 offset)
{
	struct trace_run *last = task->runs ? &task->run[task->runs - 1] : NULL;

	if (last && last->line + last->lines == line) {
		last->lines++;
		return;
	}
	if (!(task->runs & (task->runs - 1)))
		task->run = sim_grow(task->run, task->runs ? 2 * task->runs : 1,
				     sizeof(*task->run));
	task->run[task->runs++] = (struct trace_run){
		.line = line, .offset = offset, .lines = 1,
	};
}

static bool seek(struct reading *r, u64 offset, u64 line)
{
	r->lines.number = line - 1;
	return !fseeko(r->lines.from, (off_t)offset, SEEK_SET) ||
	       sim_fail(r->err, "%.200s: cannot be read: %s", r->lines.path, strerror(errno));
}

/* Read all records, and keep their places. */
static bool read_all(struct reading *r)
{
	bool has_offsets = false, is_record, end;
	u64 at = r->trace->body;

	if (!seek(r, at, r->trace->head + 1))
		return false;
	for (u32 i = 0; i < r->archive->ranks; i++)
		r->trace->task[i].runs = 0;
	for (;;) {
		if (!trace_line(&r->lines, &end, r->err))
			return false;
		if (end)
			break;
		if (!take_line(r, &is_record))
			return false;
		if (is_record)
			keep_run(&r->trace->task[r->task], r->lines.number, at);
		has_offsets |= !strcmp(r->field[0], "s");
		at += r->lines.bytes;
	}
	return !r->trace->has_offsets || has_offsets ||
	       refuse(r, "the file ends without the lines of offsets that the first line promises: it was cut; write or copy it again");
}

static bool read_task(struct reading *r, const struct trace_task *task)
{
	bool is_record, end;

	for (u64 i = 0; i < task->runs; i++) {
		if (!seek(r, task->run[i].offset, task->run[i].line))
			return false;
		for (u64 k = 0; k < task->run[i].lines; k++) {
			if (!trace_line(&r->lines, &end, r->err))
				return false;
			if (!end && !take_line(r, &is_record))
				return false;
			if (end || !is_record || &r->trace->task[r->task] != task)
				return refuse(r, "the file has changed while it was read; convert it again");
		}
	}
	return true;
}

/* Begin or end the times of all threads of a task: a burst behind its last call counts, too. */
static bool pass_threads(struct reading *r, u32 task, bool ends)
{
	bool ok = true;

	r->task = task;
	for (u32 i = 0; ok && i < r->trace->task[task].threads; i++) {
		enum call_class call = ends ? CALL_PLAIN : CALL_OUTSIDE;

		r->thread = i;
		ok = pass(r, (struct event){ .kind = EVENT_ENTER, .call = call }) &&
		     pass(r, (struct event){ .kind = EVENT_LEAVE, .call = call });
	}
	return ok;
}

static bool pass_tasks(struct reading *r, u32 rank, bool ends)
{
	bool ok = true;

	if (rank != ARCHIVE_NO_RANK)
		return pass_threads(r, rank, ends);
	for (u32 i = 0; ok && i < r->archive->ranks; i++)
		ok = pass_threads(r, i, ends);
	return ok;
}

static bool dimemas_read(const struct archive *a, u32 rank, archive_take *take, void *ctx,
			 struct sim_error *err)
{
	struct trace *t = a->own;
	const struct trace_task *task = rank == ARCHIVE_NO_RANK ? NULL : &t->task[rank];
	struct reading r = {
		.archive = a, .trace = t, .take = take, .ctx = ctx, .err = err,
		.first = task ? task->first : 0,
	};
	bool ok = trace_open(&r.lines, a->path, err);

	r.time = sim_alloc(task ? task->threads : t->threads, sizeof(*r.time));
	ok = ok && pass_tasks(&r, rank, false) && (task ? read_task(&r, task) : read_all(&r)) &&
	     pass_tasks(&r, rank, true);
	trace_close(&r.lines);
	table_free(&r.pair);
	table_free(&r.begun);
	free(r.time);
	return ok;
}

static void dimemas_free(struct archive *a)
{
	struct trace *t = a->own;

	for (u32 i = 0; t->task && i < a->ranks; i++)
		free(t->task[i].run);
	free(t->task);
	free(t->taken);
	table_free(&t->comm);
	free(t);
}

static struct archive *dimemas_open(const char *path, struct sim_error *err)
{
	struct archive *a = sim_alloc(1, sizeof(*a));
	struct trace *t = sim_alloc(1, sizeof(*t));
	struct line_reader lines;
	bool ok;

	a->format = &dimemas_format;
	a->path = path;
	a->own = t;
	ok = trace_open(&lines, path, err) && trace_read_head(a, t, &lines, err);
	trace_close(&lines);
	if (ok)
		return a;
	archive_free(a);
	return NULL;
}

const struct archive_format dimemas_format = {
	.open = dimemas_open,
	.read = dimemas_read,
	.free = dimemas_free,
	.has_lines = true,
	.has_arguments = true,
	.has_marks = true,
	.own_ends = "a message between threads of a task has the number of the other thread in both records, and not -1; correct the thread, which is the field behind the task, or trace the program to its end",
};
