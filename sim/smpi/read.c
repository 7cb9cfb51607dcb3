// SPDX-License-Identifier: GPL-2.0-only
/*
 * Actions of a trace as events.  Calls take no time, so a rank's time is the sum of its computing.
 * The format has no communicators: ranks are those of the world, and so are collective operations.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"

#include "requests.h"
#include "smpi.h"
#include "trace.h"

#define MOST_BYTES	0x10000000000ULL	/* 2^40 bytes */
#define MOST_SECONDS	1e9
#define MOST_AMOUNT	1e300
#define NS_PER_S	1e9
#define DERIVED		-1	/* a datatype of the program */

/* Bytes of MPI's datatypes by their number (SimGrid 3.32, src/smpi/mpi/smpi_datatype.cpp). */
static const u8 type_bytes[] = {
	8, 4, 1, 2, 8, 4, 1, 8, 1, 1, 2, 4, 8, 8, 16, 4, 1, 1, 2, 4, 8, 1, 2, 4, 8, 8, 16, 32, 8, 8,
	8, 16, 16, 8, 8, 8, 16, 16, 4, 4, 8, 16, 8, 16, 16, 4, 2, 4, 8, 16, 32, 1, 8, 16, 32, 0, 0,
	1, 8, 8,
};

#define TYPES		(sizeof(type_bytes))
#define TYPE_DOUBLE	0
#define TYPE_BYTE	6

/**
 * struct reading - the actions of a rank while they are read
 * @archive: archive with the files
 * @trace: parts of the trace that the archive lacks
 * @lines: reader of the file
 * @line: fields of the line
 * @call: name of the call of the line, or NULL
 * @take: function that gets events
 * @ctx: first argument of @take
 * @err: receives the error of @take
 * @rank: rank of the file
 * @type: datatype where a line has none
 * @begun: the rank has initialised MPI
 * @ended: the rank has finalised MPI
 * @loose: requests may have ended unseen, so a wait may end none
 * @amount: computing so far, in the unit of the trace
 * @slept: seconds that the rank has slept so far
 * @requests: operations under way
 */
struct reading {
	const struct archive *archive;
	struct smpi_trace *trace;
	struct line_reader lines;
	struct smpi_line line;
	const char *call;
	archive_take *take;
	void *ctx;
	struct sim_error *err;
	u32 rank;
	s64 type;
	bool begun;
	bool ended;
	bool loose;
	double amount;
	double slept;
	struct requests requests;
};

#define refuse(r, ...) line_refuse(&(r)->lines, (r)->err, __VA_ARGS__)

/* Return the number of fields behind the name. */
static u32 numbers(const struct reading *r)
{
	return r->line.fields - 2;
}

/* Return field @i behind the name. */
static const char *field(const struct reading *r, u32 i)
{
	return r->line.field[2 + i];
}

static bool pass(struct reading *r, struct event e)
{
	e.rank = r->rank;
	e.time = (u64)llround((r->amount / r->archive->flops + r->slept) * NS_PER_S);
	e.of.line = e.of.line ? e.of.line : r->lines.number;
	return r->take(r->ctx, &e, r->err);
}

static bool enter(struct reading *r, const char *name, enum call_class call)
{
	return pass(r, (struct event){ .kind = EVENT_ENTER, .call = call, .name = name });
}

static bool leave(struct reading *r, enum call_class call)
{
	return pass(r, (struct event){ .kind = EVENT_LEAVE, .call = call });
}

/* Pass an event on as the call of the line's action. */
static bool pass_call(struct reading *r, struct event e)
{
	enum call_class class = r->line.action->class;

	return enter(r, r->call, class) && pass(r, e) && leave(r, class);
}

/* Begin an operation that a wait ends. */
static bool pass_begin(struct reading *r, enum event_kind begin, enum event_kind end,
		       struct transfer of)
{
	of.line = r->lines.number;
	return pass_call(r, (struct event){
		.kind = begin, .request = requests_begin(&r->requests, end, &of), .known = true,
		.of = of,
	});
}

static bool pass_end(struct reading *r, struct pending *p)
{
	struct event e = { .kind = p->end, .request = p->number, .of = p->of };

	requests_end(&r->requests, p);
	return pass(r, e);
}

static bool pass_all_ends(struct reading *r)
{
	bool ok = enter(r, r->call, CALL_PLAIN);

	while (ok && r->requests.first)
		ok = pass_end(r, r->requests.first);
	return ok && leave(r, CALL_PLAIN);
}

/* Check that the time so far is one that a program can have. */
static bool check_time(struct reading *r)
{
	return r->amount / r->archive->flops + r->slept <= MOST_SECONDS ||
	       refuse(r, "rank %u computes for more than %.0f s, at %g per second; correct the line, or give flops=RATE, the host-speed of smpirun",
		      r->rank, MOST_SECONDS, r->archive->flops);
}

/* Let the rank compute as much as field @i has. */
static bool take_amount(struct reading *r, u32 i)
{
	double amount;

	if (!smpi_amount(field(r, i), MOST_AMOUNT, &amount))
		return refuse(r, "'%.64s' is no amount of computing, which is a number from 0 on; correct it",
			      field(r, i));
	r->amount += amount;
	return check_time(r);
}

static bool take_sleep(struct reading *r)
{
	double seconds;

	if (!smpi_amount(field(r, 0), MOST_SECONDS, &seconds))
		return refuse(r, "'%.64s' is no time from 0 to %.0f s; correct it", field(r, 0),
			      MOST_SECONDS);
	r->slept += seconds;
	return check_time(r);
}

static bool take_rank(struct reading *r, u32 i, bool may_any, u32 *rank)
{
	s64 number;

	if (smpi_integer(field(r, i), 0, (s64)r->archive->ranks - 1, &number)) {
		*rank = number;
		return true;
	}
	*rank = ARCHIVE_ANY;
	return (may_any && smpi_integer(field(r, i), SMPI_ANY_SOURCE, -1, &number) &&
		(number == SMPI_ANY_SOURCE || number == SMPI_NO_RANK || number == -1)) ||
	       refuse(r, "'%.64s' is no rank from 0 to %u, as many as the main file has paths; correct it",
		      field(r, i), r->archive->ranks - 1);
}

static bool take_tag(struct reading *r, u32 i, bool may_any, u32 *tag)
{
	s64 number;

	if (smpi_integer(field(r, i), 0, INT32_MAX, &number)) {
		*tag = number;
		return true;
	}
	*tag = ARCHIVE_ANY;
	return (may_any && smpi_integer(field(r, i), SMPI_ANY_TAG, -1, &number) &&
		(number == SMPI_ANY_TAG || number == -1)) ||
	       refuse(r, "'%.64s' is no tag from 0 to 2147483647; correct it", field(r, i));
}

/* Take the bytes of an element of the datatype in field @i, which the line may lack. */
static bool take_type(struct reading *r, u32 i, u64 *bytes)
{
	s64 type = r->type;

	if (i < numbers(r) && !smpi_integer(field(r, i), DERIVED, TYPES - 1, &type))
		return refuse(r, "'%.64s' is no datatype from -1 to %zu; correct it", field(r, i),
			      TYPES - 1);
	*bytes = type == DERIVED ? r->archive->derived_bytes : type_bytes[type];
	return type != DERIVED || *bytes ||
	       refuse(r, "a datatype that the program makes, of which the trace does not have the bytes; give derived=BYTES, the size of an element of such types");
}

/* Take a number of elements of @size bytes, in bytes; 1e6 is one, too. */
static bool take_count(struct reading *r, u32 i, u64 size, u64 *bytes)
{
	double count;

	if (!smpi_amount(field(r, i), MOST_BYTES, &count) || count != (double)(u64)count ||
	    (double)size * count > MOST_BYTES)
		return refuse(r, "'%.64s' is no whole number of elements from 0 on, of together at most 2^40 bytes; correct it",
			      field(r, i));
	*bytes = size * (u64)count;
	return true;
}

/* Take a number of elements in field @i, of the datatype in field @type. */
static bool take_bytes(struct reading *r, u32 i, u32 type, u64 *bytes)
{
	u64 size;

	return take_type(r, type, &size) && take_count(r, i, size, bytes);
}

/* Return true if field @i, the destination of a send, is MPI_PROC_NULL: nothing is sent. */
static bool is_nowhere(const struct reading *r, u32 i)
{
	s64 number;

	return smpi_integer(field(r, i), SMPI_NO_RANK, SMPI_NO_RANK, &number);
}

static bool take_send(struct reading *r)
{
	const struct action *a = r->line.action;
	struct transfer of = { 0 };

	if (is_nowhere(r, 0))
		return true;
	if (!take_rank(r, 0, false, &of.peer) || !take_tag(r, 1, false, &of.tag) ||
	    !take_bytes(r, 2, 3, &of.bytes))
		return false;
	if (a->begins)
		return pass_begin(r, EVENT_SEND_BEGIN, EVENT_SEND_END, of);
	return pass_call(r, (struct event){ .kind = EVENT_SEND, .of = of });
}

/* Take the bytes of a receive's buffer, of which a negative number says nothing. */
static bool take_buffer(struct reading *r, u32 i, u32 type, u64 *bytes)
{
	s64 number;

	*bytes = 0;
	return smpi_integer(field(r, i), INT64_MIN / 2, -1, &number) ||
	       take_bytes(r, i, type, bytes);
}

static bool take_receive(struct reading *r)
{
	struct transfer of = { 0 };

	if (!take_rank(r, 0, true, &of.peer) || !take_tag(r, 1, true, &of.tag) ||
	    !take_buffer(r, 2, 3, &of.bytes))
		return false;
	if (r->line.action->begins)
		return pass_begin(r, EVENT_RECEIVE_BEGIN, EVENT_RECEIVE_END, of);
	return pass_call(r, (struct event){ .kind = EVENT_RECEIVE, .of = of });
}

/* Take a call that sends and receives, whose tags the trace does not have: 0, as SimGrid takes. */
static bool take_send_receive(struct reading *r)
{
	struct transfer sent = { 0 }, received = { 0 };
	bool sends = !is_nowhere(r, 1);

	return take_bytes(r, 0, 4, &sent.bytes) &&
	       (!sends || take_rank(r, 1, false, &sent.peer)) &&
	       take_bytes(r, 2, 5, &received.bytes) && take_rank(r, 3, true, &received.peer) &&
	       enter(r, r->call, CALL_PLAIN) &&
	       (!sends || pass(r, (struct event){ .kind = EVENT_SEND, .of = sent })) &&
	       pass(r, (struct event){ .kind = EVENT_RECEIVE, .of = received }) &&
	       leave(r, CALL_PLAIN);
}

static bool take_wait(struct reading *r)
{
	struct smpi_named named;
	struct pending *p;

	if (!smpi_read_named(r->archive, &r->lines, r->rank, &r->line, &named, r->err))
		return false;
	if (smpi_is_nothing(&named))
		return true;
	p = requests_find(&r->requests, &named);
	if (!p)
		return r->loose ||
		       refuse(r, "rank %u waits for what it has not begun, or has waited for before; remove the line, or trace the program again",
			      r->rank);
	return enter(r, r->call, CALL_PLAIN) && pass_end(r, p) && leave(r, CALL_PLAIN);
}

/* Take a test as a wait, if it is the last one of its message. */
static bool take_test(struct reading *r)
{
	return !table_find(&r->trace->waits[r->rank], r->lines.number) || take_wait(r);
}

static bool take_wait_any(struct reading *r)
{
	r->loose = true;
	return !r->requests.first ||
	       (enter(r, r->call, CALL_PLAIN) && pass_end(r, r->requests.first) &&
		leave(r, CALL_PLAIN));
}

/* Take an action that is counted, and may make or end requests. */
static bool take_counted(struct reading *r)
{
	r->loose |= !r->line.action->name;
	return true;
}

/* Take the root of an operation, which is rank 0 where a line has none. */
static bool take_root(struct reading *r, u32 i, struct transfer *of)
{
	of->root = 0;
	return i >= numbers(r) || take_rank(r, i, false, &of->root);
}

/* Take the bytes of a reduction or a scan; fields: elements, computing, @type: datatype. */
static bool take_reduction(struct reading *r, struct transfer *of, u32 type)
{
	double amount;

	if (!smpi_amount(field(r, 1), MOST_AMOUNT, &amount))
		return refuse(r, "'%.64s' is no amount of computing, which is a number from 0 on; correct it",
			      field(r, 1));
	if (!take_bytes(r, 0, type, &of->bytes))
		return false;
	of->received = of->bytes;
	return true;
}

/*
 * Take a gather or scatter of equal blocks; fields: elements that are sent, that are received, root,
 * and their datatypes.  SMPI leaves out elements that are received if they are 0.
 */
static bool take_rooted(struct reading *r, struct transfer *of)
{
	u32 at = numbers(r) == 4 ? 1 : 2;

	return take_root(r, at, of) && take_bytes(r, 0, at + 1, &of->bytes) &&
	       (at == 1 || take_bytes(r, 1, at + 2, &of->received));
}

/*
 * Take an exchange of equal blocks; fields: elements that are sent, that are received, and their
 * datatypes.
 */
static bool take_equal(struct reading *r, struct transfer *of)
{
	u32 at = numbers(r) == 3 ? 1 : 2;

	if (!take_bytes(r, 0, at, &of->bytes))
		return false;
	of->received = of->bytes * r->archive->ranks;
	return true;
}

/* Refuse a line whose lists do not have an element for each rank. */
static bool refuse_lists(struct reading *r)
{
	return refuse(r, "%u numbers behind '%.64s', which are not those of %u ranks: the format has no communicators, so operations of some ranks cannot be replayed; trace the program with libseastar-mpi.so (docs/mpi-trace.md), or correct the line",
		      numbers(r), r->line.field[1], r->archive->ranks);
}

/* Sum up a list of elements, one for each rank; *own: those of this rank. */
static bool take_list(struct reading *r, u32 from, u32 type, u64 *all, u64 *own)
{
	u64 size, bytes;

	*all = 0;
	if (!take_type(r, type, &size))
		return false;
	for (u32 i = 0; i < r->archive->ranks; i++) {
		if (!take_count(r, from + i, size, &bytes))
			return false;
		*all += bytes;
		if (i == r->rank)
			*own = bytes;
	}
	return true;
}

/*
 * Take a gather or scatter whose blocks differ; fields: own elements, and those of all ranks in
 * their order, root, and datatypes.  In place the root's own block is that of the list.
 */
static bool take_rooted_lists(struct reading *r, struct transfer *of)
{
	bool gathers = of->operation == OPERATION_GATHERV;
	u32 n = r->archive->ranks, list = gathers ? 1 : 0, one = gathers ? 0 : n;
	u64 all, own, mine;

	if (numbers(r) != n + 1 && numbers(r) != n + 2 && numbers(r) != n + 4)
		return refuse_lists(r);
	if (!take_root(r, n + 1, of) || !take_list(r, list, n + (gathers ? 3 : 2), &all, &own))
		return false;
	if (of->root == r->rank)
		mine = own;
	else if (!take_bytes(r, one, n + (gathers ? 2 : 3), &mine))
		return false;
	of->bytes = gathers ? mine : all;
	of->received = gathers ? all : mine;
	return true;
}

/*
 * Take a gather by all ranks; fields: own elements, those of all ranks, datatypes, and places in the
 * buffer.
 */
static bool take_allgatherv(struct reading *r, struct transfer *of)
{
	u32 n = r->archive->ranks;
	bool types = numbers(r) == n + 3 || numbers(r) == 2 * n + 3;

	/* with 2 ranks, places without datatypes are as many numbers as datatypes alone */
	if (!types && numbers(r) != n + 1 && numbers(r) != 2 * n + 1)
		return refuse_lists(r);
	/* behind the last field if there are no datatypes */
	return take_list(r, 1, types ? n + 2 : numbers(r), &of->received, &of->bytes);
}

/* Take an exchange of all; fields: elements, those for each rank, elements, those of each rank. */
static bool take_alltoallv(struct reading *r, struct transfer *of)
{
	u32 n = r->archive->ranks;
	u64 own;

	if (numbers(r) != 2 * n + 2 && numbers(r) != 2 * n + 4)
		return refuse_lists(r);
	return take_list(r, 1, 2 * n + 2, &of->bytes, &own) &&
	       take_list(r, n + 2, 2 * n + 3, &of->received, &own);
}

static bool are_zero(const struct reading *r, u32 n)
{
	for (u32 i = 0; i < n; i++)
		if (strcmp(field(r, i), "0"))
			return false;
	return true;
}

/*
 * Take a reduction whose blocks are scattered; fields: elements of each rank, computing, datatype.
 * For MPI_Reduce_scatter_block SMPI writes a 0 for each element of a block, and the datatype.
 */
static bool take_reduce_scatter(struct reading *r, struct transfer *of)
{
	u32 n = r->archive->ranks;
	double amount;
	u64 size;

	if (are_zero(r, numbers(r) - 1)) {
		of->operation = OPERATION_REDUCE_SCATTER_BLOCK;
		r->call = r->line.action->begins ? "MPI_Ireduce_scatter_block" :
						   "MPI_Reduce_scatter_block";
		if (!take_type(r, numbers(r) - 1, &size))
			return false;
		of->received = (numbers(r) - 1) * size;
		if (of->received > MOST_BYTES)
			return refuse(r, "a block of %u elements of %" PRIu64 " bytes, which are together more than 2^40 bytes; correct the line, or derived=BYTES",
				      numbers(r) - 1, size);
		of->bytes = of->received * n;
		return true;
	}
	if (numbers(r) != n + 1 && numbers(r) != n + 2)
		return refuse_lists(r);
	return (smpi_amount(field(r, n), MOST_AMOUNT, &amount) ||
		refuse(r, "'%.64s' is no amount of computing, which is a number from 0 on; correct it",
		       field(r, n))) &&
	       take_list(r, 0, n + 1, &of->bytes, &of->received);
}

static bool take_fields(struct reading *r, struct transfer *of)
{
	switch (of->operation) {
	case OPERATION_BARRIER:
		return true;
	case OPERATION_BCAST:
		if (!take_root(r, 1, of) || !take_bytes(r, 0, 2, &of->bytes))
			return false;
		of->received = of->bytes;
		return true;
	case OPERATION_REDUCE:
		return take_root(r, 2, of) && take_reduction(r, of, 3);
	case OPERATION_ALLREDUCE:
	case OPERATION_SCAN:
	case OPERATION_EXSCAN:
		return take_reduction(r, of, 2);
	case OPERATION_GATHER:
	case OPERATION_SCATTER:
		return take_rooted(r, of);
	case OPERATION_ALLGATHER:
	case OPERATION_ALLTOALL:
		return take_equal(r, of);
	case OPERATION_GATHERV:
	case OPERATION_SCATTERV:
		return take_rooted_lists(r, of);
	case OPERATION_ALLGATHERV:
		return take_allgatherv(r, of);
	case OPERATION_ALLTOALLV:
		return take_alltoallv(r, of);
	default:
		return take_reduce_scatter(r, of);
	}
}

/* Return the field with the computing of a reduction, or 0: there is none. */
static u32 amount_field(const struct reading *r, const struct transfer *of)
{
	switch (of->operation) {
	case OPERATION_REDUCE:
	case OPERATION_ALLREDUCE:
	case OPERATION_SCAN:
	case OPERATION_EXSCAN:
		return 1;
	case OPERATION_REDUCE_SCATTER:
		return r->archive->ranks;
	default:
		return 0;
	}
}

/* Take a collective operation; the computing of a reduction comes behind it. */
static bool take_operation(struct reading *r)
{
	struct transfer of = { .operation = r->line.action->operation };
	bool ok;
	u32 at;

	if (!take_fields(r, &of))
		return false;
	if (r->line.action->begins)
		ok = pass_begin(r, EVENT_COLLECTIVE_BEGIN, EVENT_COLLECTIVE_END, of);
	else
		ok = pass_call(r, (struct event){ .kind = EVENT_COLLECTIVE, .of = of });
	at = amount_field(r, &of);
	return ok && (!at || take_amount(r, at));
}

static bool take_init(struct reading *r)
{
	if (r->begun)
		return refuse(r, "a second 'init' of rank %u; write one program per trace",
			      r->rank);
	r->begun = true;
	r->type = numbers(r) ? TYPE_DOUBLE : TYPE_BYTE;
	return true;
}

static bool take_finalize(struct reading *r)
{
	r->ended = true;
	return pass_all_ends(r);
}

static bool take_line(struct reading *r)
{
	enum action_kind kind = r->line.action->kind;

	r->call = r->line.action->call;
	if (!r->begun && kind != ACTION_INIT)
		return refuse(r, "'%.64s' stands before 'init', which is the first action of a rank; trace the program again",
			      r->line.field[1]);
	if (r->ended)
		return refuse(r, "'%.64s' stands behind 'finalize', which is the last action of a rank; trace the program again",
			      r->line.field[1]);
	switch (kind) {
	case ACTION_INIT:
		return take_init(r);
	case ACTION_FINALIZE:
		return take_finalize(r);
	case ACTION_COMPUTE:
		return take_amount(r, 0);
	case ACTION_SLEEP:
		return take_sleep(r);
	case ACTION_SEND:
		return take_send(r);
	case ACTION_RECEIVE:
		return take_receive(r);
	case ACTION_SEND_RECEIVE:
		return take_send_receive(r);
	case ACTION_WAIT:
		return take_wait(r);
	case ACTION_TEST:
		return take_test(r);
	case ACTION_WAIT_ALL:
		return pass_all_ends(r);
	case ACTION_WAIT_ANY:
		return take_wait_any(r);
	case ACTION_OPERATION:
		return take_operation(r);
	case ACTION_COUNTED:
		return take_counted(r);
	default:
		return true;
	}
}

/* Read the file of a rank. */
static bool read_rank(const struct archive *a, u32 rank, archive_take *take, void *ctx,
		      struct sim_error *err)
{
	struct reading r = {
		.archive = a, .trace = a->own, .take = take, .ctx = ctx, .err = err, .rank = rank,
	};
	bool ok = smpi_open(&r.lines, a->rank_path[rank], err), end = false;

	ok = ok && enter(&r, NULL, CALL_OUTSIDE) && leave(&r, CALL_OUTSIDE);
	while (ok && !end)
		ok = smpi_next(&r.lines, rank, &r.line, &end, err) && (end || take_line(&r));
	if (ok && !r.ended)
		ok = refuse(&r, "the file ends without 'finalize': the program did not end, or the file was cut; trace the program to its end");
	smpi_close(&r.lines);
	requests_free(&r.requests);
	free(r.line.field);
	return ok;
}

static bool smpi_read(const struct archive *a, u32 rank, archive_take *take, void *ctx,
		      struct sim_error *err)
{
	bool ok = true;

	if (rank != ARCHIVE_NO_RANK)
		return read_rank(a, rank, take, ctx, err);
	for (u32 i = 0; ok && i < a->ranks; i++)
		ok = read_rank(a, i, take, ctx, err);
	return ok;
}

static void smpi_free(struct archive *a)
{
	struct smpi_trace *t = a->own;

	for (u32 i = 0; t->waits && i < a->ranks; i++)
		table_free(&t->waits[i]);
	free(t->waits);
	free(t);
}

/* Make the only communicator: all ranks. */
static void add_world(struct archive *a)
{
	struct comm *c = sim_alloc(1, sizeof(*c));

	c->name = sim_copy("MPI_COMM_WORLD");
	c->members = a->ranks;
	c->member = sim_alloc(a->ranks, sizeof(*c->member));
	for (u32 i = 0; i < a->ranks; i++)
		c->member[i] = i;
	comm_index(c);
	a->comm = c;
	a->comms = 1;
}

static struct archive *smpi_open_archive(const char *path, struct sim_error *err)
{
	struct archive *a = sim_alloc(1, sizeof(*a));
	struct smpi_trace *t = sim_alloc(1, sizeof(*t));

	a->format = &smpi_format;
	a->path = path;
	a->own = t;
	if (smpi_survey(a, t, err)) {
		add_world(a);
		return a;
	}
	archive_free(a);
	return NULL;
}

const struct archive_format smpi_format = {
	.open = smpi_open_archive,
	.read = smpi_read,
	.free = smpi_free,
	.has_lines = true,
	.has_arguments = true,
	.has_buffers = true,
	.lacks = "the format has no communicators, so an operation of some ranks is taken as one of all; trace the program with libseastar-mpi.so (docs/mpi-trace.md), or to its end if the files were cut",
	.untagged = "SMPI does not record MPI_Sendrecv where MPI_PROC_NULL is at an end; trace the program with libseastar-mpi.so (docs/mpi-trace.md), or to its end if the files were cut",
};
