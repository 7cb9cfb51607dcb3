/* SPDX-License-Identifier: GPL-2.0-only */
/* The calls of MPI that a file has for the operations of a rank (docs/traces.md, section 5). */
#ifndef SIM_PROGRAM_CALLS_H
#define SIM_PROGRAM_CALLS_H

#include "program.h"

#define CALLS_CPUS	256
#define CALLS_NO_OP	0xffffffffU

/**
 * struct calls - the calls of the rank that is being read
 * @any: the rank has a call; without one, only @of and its @room are valid, as memory to reuse
 * @of: calls of each operation so far
 * @room: number of elements of @of
 * @open: by processor: the call that the next operation belongs to, or PROGRAM_NO_CALL
 * @last: by processor: the operation read last, or CALLS_NO_OP
 * @begun: calls by the number of their name
 */
struct calls {
	bool any;
	struct program_call *of;
	u32 room;
	u8 open[CALLS_CPUS];
	u32 last[CALLS_CPUS];
	u32 begun[PROGRAM_MOST_CALLS + 1];
};

/* Return the number of @name, after adding a new one to @p; PROGRAM_NO_CALL: too many names. */
u32 calls_number(struct program *p, const char *name);

/* Return true if @name is a call of MPI in which all members of a communicator take part. */
bool calls_is_collective(const char *name);

/*
 * Begin a call of processor @cpu after the first @ops operations of the rank, @op.  The call has
 * the processor's operations that follow, up to its next call or calc of more than 0 ns.  If it
 * @waits, it has none, and begins once the last operation of @op on @cpu has started.
 */
void calls_begin(struct calls *c, u32 call, bool waits, u32 cpu, const struct program_op *op,
		 u32 ops);

/* Record the call of operation @op, which has been read and has number @i. */
void calls_add(struct calls *c, const struct program_op *op, u32 i);

/* Move the calls to @r after all operations of the rank have been read. */
void calls_end(struct calls *c, const struct program *p, struct program_rank *r);
void calls_forget(struct calls *c);

#endif /* SIM_PROGRAM_CALLS_H */
