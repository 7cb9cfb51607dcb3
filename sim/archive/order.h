/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The operations of a rank, in the order in which the program began them: this is the order in
 * which MPI matches them, however late they end.  A receive has its source and tag only in the
 * record of its end, so operations wait here until all that began before them are known.
 */
#ifndef SIM_ARCHIVE_ORDER_H
#define SIM_ARCHIVE_ORDER_H

#include "archive.h"

enum step_kind {
	STEP_NOTHING,
	STEP_COMPUTE,
	STEP_SEND,
	STEP_RECEIVE,
	STEP_COLLECTIVE,
	STEP_LOST,		/* a receive whose message no record has: freed, or never ended */
	STEP_WITHDRAW,		/* a send before it is cancelled */
	STEP_WAIT,		/* a call that waits for operations of earlier ones */
};

/* The greatest number of a thread that sends and receives: that of a processor in a program. */
#define ORDER_LAST_THREAD	255

/**
 * struct step - an operation
 * @kind: &enum step_kind
 * @blocks: its thread goes on when the operation has ended, not when it has begun
 * @detached: no operation waits for its end, even if it needs it
 * @known: the record of the end has been read
 * @thread: thread that begins the operation
 * @number: number among the rank's operations
 * @begin: nanoseconds from the program's start; of a computation, its duration
 * @end: nanoseconds from the program's start
 * @withdrawn: number of the send that is cancelled
 * @of: the message or collective operation
 * @need: numbers of operations that end before it begins
 * @needs: number of these operations
 * @call: name of the call that it is a part of, or NULL
 * @call_number: number of the call among the calls of its thread
 */
struct step {
	enum step_kind kind;
	bool blocks;
	bool detached;
	bool known;
	u32 thread;
	u64 number;
	u64 begin;
	u64 end;
	u64 withdrawn;
	struct transfer of;
	u64 *need;
	u32 needs;
	const char *call;
	u64 call_number;
};

/**
 * struct order_counts - what ranks do beside messages and collective operations of the program
 * @calls: calls that are not replayed, by class
 * @bytes: bytes that these calls move, as far as they are recorded
 * @time: nanoseconds in these calls
 * @computing: nanoseconds between calls
 * @all: nanoseconds from the first to the last record
 * @unended: operations that began and have no end
 */
struct order_counts {
	u64 calls[CALL_CLASSES];
	u64 bytes[CALL_CLASSES];
	u64 time[CALL_CLASSES];
	u64 computing;
	u64 all;
	u64 unended;
};

/* Take an operation; false, with a sentence in @err, ends all. */
typedef bool order_take(void *ctx, u32 rank, const struct step *s, struct sim_error *err);

struct order;

struct order *order_new(const struct archive *a, u32 rank, order_take *take, void *ctx,
			struct order_counts *counts);
bool order_event(struct order *o, const struct event *e, struct sim_error *err);

/* Take the operations that are left once all events have come. */
bool order_end(struct order *o, struct sim_error *err);
void order_free(struct order *o);

#endif /* SIM_ARCHIVE_ORDER_H */
