// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <string.h>

#include "sim/base/memory.h"
#include "sim/program/table.h"

#include "order.h"

#define NO_NUMBER	((u64)-1)

/**
 * struct thread - a thread of a rank
 * @began: the thread has a record
 * @last: nanoseconds of its last record
 * @idle: nanoseconds of the end of its last call, or of the rank's first record
 * @depth: calls that it is in, one within another
 * @call: class of the outermost one
 * @name: name of the outermost one, or NULL
 * @calls: calls so far, with this one
 * @entered: nanoseconds of its beginning
 * @recorded: the call has a record of a collective operation
 * @missed: it ends a collective operation that is not replayed
 * @waits: it ends operations of earlier calls
 * @place: number kept for a receive of the call, which is posted when the call begins
 * @youngest: number of the operation that the thread began last
 * @inside: numbers of the call's messages, for which the thread waits when the call ends
 * @insides: number of these messages
 * @need: numbers of operations that end before its next one
 * @needs: number of these operations
 */
struct thread {
	bool began;
	u64 last;
	u64 idle;
	u32 depth;
	enum call_class call;
	const char *name;
	u64 calls;
	u64 entered;
	bool recorded;
	bool missed;
	bool waits;
	u64 place;
	u64 youngest;
	u64 *inside;
	u32 insides;
	u64 *need;
	u32 needs;
};

/**
 * struct request - an operation under way
 * @item: item with the request as the key
 * @number: number among the rank's operations
 * @began: kind of the record of its beginning
 */
struct request {
	struct table_item item;
	u64 number;
	enum event_kind began;
};

/**
 * struct order - the operations of a rank under way
 * @archive: archive with the communicators
 * @rank: rank of the world
 * @take: function that gets operations
 * @ctx: first argument of @take
 * @counts: sums over ranks
 * @began: the rank has a record
 * @first: nanoseconds of the rank's first record
 * @thread: threads, by number
 * @threads: number of threads
 * @step: operations that wait, oldest first from @head on
 * @head: place of the oldest one
 * @tail: place behind the youngest one
 * @room: places in @step
 * @number: number of the oldest operation
 * @request: operations under way
 */
struct order {
	const struct archive *archive;
	u32 rank;
	order_take *take;
	void *ctx;
	struct order_counts *counts;
	bool began;
	u64 first;
	struct thread *thread;
	u32 threads;
	struct step *step;
	u64 head;
	u64 tail;
	u64 room;
	u64 number;
	struct table request;
};

static bool fail(const struct order *o, const struct event *e, struct sim_error *err,
		 const char *why)
{
	return sim_fail(err, "%.200s: rank %u, %" PRIu64 ".%09" PRIu64 " s: %s", o->archive->path,
			o->rank, e->time / 1000000000, e->time % 1000000000, why);
}

static struct thread *thread_of(struct order *o, u32 number)
{
	if (number >= o->threads) {
		o->thread = sim_grow(o->thread, number + 1, sizeof(*o->thread));
		memset(o->thread + o->threads, 0,
		       (number + 1 - o->threads) * sizeof(*o->thread));
		o->threads = number + 1;
	}
	return &o->thread[number];
}

/* Make place for an operation behind the youngest one. */
static void make_room(struct order *o)
{
	if (o->head && o->head >= o->room / 2) {
		memmove(o->step, o->step + o->head, (o->tail - o->head) * sizeof(*o->step));
		o->tail -= o->head;
		o->head = 0;
	} else {
		o->room = o->room ? 2 * o->room : 16;
		o->step = sim_grow(o->step, o->room, sizeof(*o->step));
	}
}

/* Begin an operation of a thread, which waits for all that the thread has waited for. */
static struct step *begin(struct order *o, u32 number, enum step_kind kind, u64 when)
{
	struct thread *t = thread_of(o, number);
	struct step *s;

	if (o->tail == o->room)
		make_room(o);
	s = &o->step[o->tail];
	*s = (struct step){
		.kind = kind,
		.blocks = true,
		.known = true,
		.thread = number,
		.number = o->number + (o->tail - o->head),
		.begin = when,
		.end = when,
		.need = t->need,
		.needs = t->needs,
		.call = t->name,
		.call_number = t->calls,
	};
	o->tail++;
	t->youngest = s->number;
	t->need = NULL;
	t->needs = 0;
	return s;
}

/* Find an operation that has not been passed on; NULL: it has. */
static struct step *step_of(struct order *o, u64 number)
{
	return number < o->number ? NULL : &o->step[o->head + (number - o->number)];
}

/* Pass on the oldest operations, as far as they are known. */
static bool flush(struct order *o, struct sim_error *err)
{
	bool ok = true;

	while (ok && o->head < o->tail && o->step[o->head].known) {
		ok = o->take(o->ctx, o->rank, &o->step[o->head], err);
		free(o->step[o->head].need);
		o->head++;
		o->number++;
	}
	return ok;
}

static void add(u64 **numbers, u32 *count, u64 number)
{
	if (!(*count & (*count - 1)))
		*numbers = sim_grow(*numbers, *count ? 2 * *count : 1, sizeof(**numbers));
	(*numbers)[(*count)++] = number;
}

/* Let the next operation of thread @t begin when operation @number has ended. */
static void await(struct thread *t, u64 number)
{
	add(&t->need, &t->needs, number);
}

/* Return the message that a send of thread @t sends. */
static struct transfer sent_by(const struct thread *t, const struct event *e)
{
	struct transfer of = e->of;

	of.rendezvous |= t->call == CALL_SYNCHRONOUS;
	return of;
}

/*
 * Begin the send of a call that blocks.  The call may receive, too, so its thread waits for the
 * send when the call ends.
 */
static void begin_send(struct order *o, struct thread *t, const struct event *e)
{
	struct step *s = begin(o, e->thread, STEP_SEND, e->time);

	s->of = sent_by(t, e);
	if (!t->depth)
		return;
	s->blocks = false;
	s->detached = t->call == CALL_BUFFERED;
	if (s->detached)
		return;
	s->known = false;
	add(&t->inside, &t->insides, s->number);
}

/* Begin the receive of a call that blocks: it was posted when the call began. */
static void begin_receive(struct order *o, struct thread *t, const struct event *e)
{
	struct step *s;

	if (!t->depth || t->place == NO_NUMBER) {
		begin(o, e->thread, STEP_RECEIVE, e->time)->of = e->of;
		return;
	}
	s = step_of(o, t->place);
	s->kind = STEP_RECEIVE;
	s->blocks = false;
	s->end = e->time;
	s->of = e->of;
	add(&t->inside, &t->insides, t->place);
	t->place = NO_NUMBER;
}

/* End the call of thread @t, which goes on when the call's messages have ended. */
static void end_inside(struct order *o, struct thread *t)
{
	for (u32 i = 0; i < t->insides; i++) {
		struct step *s = step_of(o, t->inside[i]);

		s->known = true;
		s->blocks = s->number == t->youngest;
		if (!s->blocks)
			await(t, s->number);
	}
	t->insides = 0;
	if (t->place != NO_NUMBER) {
		step_of(o, t->place)->known = true;
		if (t->waits)
			step_of(o, t->place)->kind = STEP_WAIT;
	}
	t->place = NO_NUMBER;
}

/* Begin an operation that a request ends. */
static struct step *begin_request(struct order *o, const struct thread *t, const struct event *e,
				  enum step_kind kind)
{
	struct step *s = begin(o, e->thread, kind, e->time);
	struct request *r = table_get(&o->request, e->request, sizeof(*r));

	r->number = s->number;
	r->began = e->kind;
	s->blocks = false;
	s->detached = kind == STEP_SEND && t->call == CALL_BUFFERED;
	s->known = kind == STEP_SEND || e->known;
	s->of = kind == STEP_SEND ? sent_by(t, e) : e->of;
	return s;
}

/* Return true if a record of kind @ends can end an operation that began with one of kind @began. */
static bool can_end(enum event_kind began, enum event_kind ends)
{
	switch (ends) {
	case EVENT_SEND_END:
		return began == EVENT_SEND_BEGIN;
	case EVENT_RECEIVE_END:
		return began == EVENT_RECEIVE_BEGIN;
	case EVENT_COLLECTIVE_END:
		return began == EVENT_COLLECTIVE_BEGIN;
	default:
		return began == EVENT_SEND_BEGIN || began == EVENT_RECEIVE_BEGIN;
	}
}

/* Cancel send @number, which does not reach its receiver then. */
static void withdraw(struct order *o, const struct event *e, u64 number)
{
	begin(o, e->thread, STEP_WITHDRAW, e->time)->withdrawn = number;
}

/*
 * End the operation of a request; *s is the operation, unless it has been passed on.  The operation
 * of a request that is freed goes on, and its thread does not wait for it.
 */
static bool end_request(struct order *o, const struct event *e, struct step **s,
			struct sim_error *err)
{
	struct thread *t = thread_of(o, e->thread);
	struct request *r = table_find(&o->request, e->request);
	bool frees = t->call == CALL_FREES;

	if (!r)
		return fail(o, e, err, "the end of an operation that has no beginning: the archive is damaged or was cut; trace the program again");
	if (!can_end(r->began, e->kind))
		return fail(o, e, err, "an operation ends as one of another kind: the archive is damaged; trace the program again");
	if (r->began == EVENT_SEND_BEGIN && e->kind == EVENT_CANCEL && !frees)
		withdraw(o, e, r->number);
	else if (!frees)
		await(t, r->number);
	t->waits |= !frees && r->number < t->place;
	/* after withdraw(), which begins an operation and may move all others */
	*s = step_of(o, r->number);
	table_remove(&o->request, r);
	return true;
}

static void count(struct order *o, enum call_class call, u64 calls, u64 bytes, u64 time)
{
	o->counts->calls[call] += calls;
	o->counts->bytes[call] += bytes;
	o->counts->time[call] += time;
}

/*
 * Fill in a collective operation that has ended.  Between two groups barriers alone are replayed.
 * All operations on windows wait, also those that free them.
 */
static void end_collective(struct order *o, struct thread *t, struct step *s, const struct event *e)
{
	const struct comm *c = &o->archive->comm[e->of.comm];

	s->known = true;
	s->end = e->time;
	s->of = e->of;
	if (t->call == CALL_ONE_SIDED && s->of.operation == OPERATION_DESTROY)
		s->of.operation = OPERATION_CREATE;
	if (s->of.operation == OPERATION_DESTROY)
		s->kind = STEP_NOTHING;
	if (!c->remote || s->of.operation == OPERATION_BARRIER ||
	    s->of.operation >= OPERATION_CREATE)
		return;
	s->kind = STEP_NOTHING;
	t->missed = true;
	count(o, CALL_COLLECTIVE, 1, e->of.bytes, 0);
}

static void enter(struct order *o, struct thread *t, const struct event *e)
{
	struct step *s;

	if (e->call == CALL_OUTSIDE || t->depth++)
		return;
	if (e->time > t->idle) {
		s = begin(o, e->thread, STEP_COMPUTE, e->time - t->idle);
		s->end = e->time;
		o->counts->computing += s->begin;
	}
	t->call = e->call;
	t->name = e->name;
	t->calls++;
	t->entered = e->time;
	t->recorded = false;
	t->missed = false;
	t->waits = false;
	if (t->call != CALL_PLAIN)
		return;
	s = begin(o, e->thread, STEP_NOTHING, e->time);
	s->known = false;
	t->place = s->number;
}

static bool leave(struct order *o, struct thread *t, const struct event *e, struct sim_error *err)
{
	if (e->call == CALL_OUTSIDE)
		return true;
	if (!t->depth)
		return fail(o, e, err, "the end of a call that has no beginning: the archive is damaged or was cut; trace the program again");
	if (--t->depth)
		return true;
	t->idle = e->time;
	end_inside(o, t);
	if (t->missed)
		count(o, CALL_COLLECTIVE, 0, 0, e->time - t->entered);
	else if (t->call >= CALL_COLLECTIVE && !t->recorded)
		count(o, t->call, 1, 0, e->time - t->entered);
	t->call = CALL_OUTSIDE;
	t->name = NULL;
	return true;
}

static bool is_of_comm(const struct event *e)
{
	return e->kind != EVENT_ENTER && e->kind != EVENT_LEAVE && e->kind != EVENT_SEND_END &&
	       e->kind != EVENT_RECEIVE_BEGIN && e->kind != EVENT_CANCEL &&
	       e->kind != EVENT_COLLECTIVE_BEGIN && e->kind != EVENT_MOVE;
}

static bool check(const struct order *o, const struct event *e, struct sim_error *err)
{
	bool collective = e->kind == EVENT_COLLECTIVE || e->kind == EVENT_COLLECTIVE_END;
	const struct comm *c;

	if (!is_of_comm(e))
		return true;
	if (e->of.comm == ARCHIVE_NO_COMM)
		return fail(o, e, err, "a communicator without a definition: the program did not end, or the archive was cut; trace the program to its end");
	c = &o->archive->comm[e->of.comm];
	if (collective && !c->remote && comm_rank(c, o->rank) == ARCHIVE_NO_COMM)
		return fail(o, e, err, "a collective operation of a communicator that does not have this rank: the archive is damaged; trace the program again");
	if (!collective && e->of.peer == ARCHIVE_NO_COMM)
		return fail(o, e, err, "a message of a rank that its communicator does not have: the archive is damaged; trace the program again");
	return true;
}

/* End a receive that is cancelled, or whose request is freed; nothing more is known of it. */
static void end_cancelled(const struct thread *t, struct step *s)
{
	if (s->kind == STEP_RECEIVE)
		s->kind = t->call == CALL_FREES ? STEP_LOST : STEP_NOTHING;
}

/* Return true if an event can become an operation of a processor. */
static bool is_of_processor(const struct event *e)
{
	return (e->kind != EVENT_ENTER && e->kind != EVENT_LEAVE) || e->call != CALL_OUTSIDE;
}

static bool follow(struct order *o, struct thread *t, const struct event *e, struct sim_error *err)
{
	struct step *s = NULL;

	switch (e->kind) {
	case EVENT_ENTER:
		enter(o, t, e);
		return true;
	case EVENT_LEAVE:
		return leave(o, t, e, err);
	case EVENT_SEND:
		begin_send(o, t, e);
		return true;
	case EVENT_RECEIVE:
		begin_receive(o, t, e);
		return true;
	case EVENT_SEND_ALONE:
		s = begin(o, e->thread, STEP_SEND, e->time);
		s->of = e->of;
		s->blocks = false;
		s->detached = true;
		return true;
	case EVENT_SEND_BEGIN:
		begin_request(o, t, e, STEP_SEND);
		return true;
	case EVENT_RECEIVE_BEGIN:
		begin_request(o, t, e, STEP_RECEIVE);
		return true;
	case EVENT_COLLECTIVE_BEGIN:
		t->recorded = true;
		begin_request(o, t, e, STEP_COLLECTIVE);
		return true;
	case EVENT_COLLECTIVE:
		t->recorded = true;
		end_collective(o, t, begin(o, e->thread, STEP_COLLECTIVE, t->entered), e);
		return true;
	case EVENT_MOVE:
		if (t->call == CALL_ONE_SIDED || t->call == CALL_IO || t->call == CALL_LOCAL)
			count(o, t->call, 0, e->of.bytes, 0);
		return true;
	default:
		break;
	}
	if (!end_request(o, e, &s, err))
		return false;
	if (!s)
		return true;
	s->known = true;
	s->end = e->time;
	if (e->kind == EVENT_CANCEL)
		end_cancelled(t, s);
	else if (e->kind == EVENT_COLLECTIVE_END)
		end_collective(o, t, s, e);
	else if (e->kind == EVENT_RECEIVE_END)
		s->of = e->of;
	return true;
}

bool order_event(struct order *o, const struct event *e, struct sim_error *err)
{
	struct thread *t = thread_of(o, e->thread);

	if (!o->began) {
		o->began = true;
		o->first = e->time;
	}
	if (!t->began) {
		t->began = true;
		t->idle = o->first;
		t->last = e->time;
		t->place = NO_NUMBER;
	}
	if (e->thread > ORDER_LAST_THREAD && is_of_processor(e))
		return fail(o, e, err, "a call of its thread 256 or of a later one: a program has the processors 0 to 255 per rank; trace the program with at most 256 threads per rank");
	if (e->time < t->last)
		return fail(o, e, err, "time runs backwards: the clock offsets of the archive are wrong; trace the program again");
	t->last = e->time;
	return check(o, e, err) && follow(o, t, e, err) && flush(o, err);
}

bool order_end(struct order *o, struct sim_error *err)
{
	struct event e = { .kind = EVENT_LEAVE };

	for (u32 i = 0; i < o->threads; i++) {
		struct thread *t = &o->thread[i];

		e.time = t->last;
		if (t->depth)
			return fail(o, &e, err, "the records end within a call: the program did not end, or the archive was cut; trace the program to its end");
		if (t->needs)
			begin(o, i, STEP_COMPUTE, 0);
		if (t->began)
			o->counts->all += t->last - o->first;
	}
	for (u64 i = o->head; i < o->tail; i++) {
		if (o->step[i].known)
			continue;
		o->step[i].known = true;
		o->step[i].kind = o->step[i].kind == STEP_RECEIVE ? STEP_LOST : STEP_NOTHING;
		o->counts->unended++;
	}
	return flush(o, err);
}

struct order *order_new(const struct archive *a, u32 rank, order_take *take, void *ctx,
			struct order_counts *counts)
{
	struct order *o = sim_alloc(1, sizeof(*o));

	o->archive = a;
	o->rank = rank;
	o->take = take;
	o->ctx = ctx;
	o->counts = counts;
	return o;
}

void order_free(struct order *o)
{
	if (!o)
		return;
	for (; o->head < o->tail; o->head++)
		free(o->step[o->head].need);
	for (u32 i = 0; i < o->threads; i++) {
		free(o->thread[i].need);
		free(o->thread[i].inside);
	}
	free(o->thread);
	free(o->step);
	table_free(&o->request);
	free(o);
}
