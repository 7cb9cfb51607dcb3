/* SPDX-License-Identifier: GPL-2.0-only */
/* Traces of MPI programs in the format of Paraver, as messages (docs/traces.md). */
#ifndef SIM_TRACE_PARAVER_H
#define SIM_TRACE_PARAVER_H

#include "fabric.h"

#include "sim/base/error.h"

#include "causal.h"

/**
 * struct paraver_scale - what the units of a program are in the fabric
 * @cycle_time: picoseconds per cycle, at least 1
 * @flit_bytes: bytes of a message that a flit carries, at least 1
 */
struct paraver_scale {
	u64 cycle_time;
	u64 flit_bytes;
};

/* Calls of MPI that move data without a record of a communication. */
enum paraver_call {
	PARAVER_COLLECTIVE,
	PARAVER_ONE_SIDED,
	PARAVER_CALLS
};

/**
 * struct paraver_trace - what was read
 * @births: the messages, the first of which is in cycle 0; in the order of the file
 * @pauses: pauses of class SS_PAUSE, one of the receiver of each message, by receiver and cycle,
 *	none of them before its message
 * @messages: number of messages
 * @tasks: number of tasks of all applications of the trace; task n, from 1 on, is node n - 1
 * @own: number of messages of a task to itself, which are left out
 * @early: number of messages that were received before they were sent, as the clocks of two hosts
 *	have it
 * @order: changes that put receptions after their sends
 * @calls: number of collective and one-sided operations, whose messages the trace does not have
 * @cycles: cycles from the first message to the last one
 */
struct paraver_trace {
	struct ss_birth *births;
	struct ss_birth *pauses;
	u64 messages;
	u64 tasks;
	u64 own;
	u64 early;
	struct causal order;
	u64 calls[PARAVER_CALLS];
	u64 cycles;
};

/*
 * Read the communications of the file @path, "-" for standard input; @t->births and @t->pauses are
 * then the caller's to free.  False, and a sentence with file and line: it cannot be read, is no
 * trace of Paraver, or has no messages.
 */
bool paraver_read(const char *path, const struct paraver_scale *scale, struct paraver_trace *t,
		  struct sim_error *err);

#endif /* SIM_TRACE_PARAVER_H */
