/* SPDX-License-Identifier: GPL-2.0-only */
/* The calls of MPI that a file has for the operations of a rank (docs/traces.md, section 5). */
#ifndef SIM_PROGRAM_CALLS_H
#define SIM_PROGRAM_CALLS_H

#include "program.h"

#define CALLS_CPUS	256
#define CALLS_NO_OP	0xffffffffU

/**
 * struct calls - the calls of the rank that is read
 * @any: the rank has a call; all else is valid then only
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

/* Return the number of a name in @p, which gets it; PROGRAM_NO_CALL: there are too many names. */
u32 calls_number(struct program *p, const char *name);

/*
 * A call on processor @cpu stands behind the @ops operations @op: it has the operations below, or,
 * if it @waits, none, and begins when its processor's operation above has started.
 */
void calls_begin(struct calls *c, u32 call, bool waits, u32 cpu, const struct program_op *op,
		 u32 ops);

/* Operation @op with number @i has been read. */
void calls_add(struct calls *c, const struct program_op *op, u32 i);

/* Give @r, whose operations are read, its calls, and forget them. */
void calls_end(struct calls *c, const struct program *p, struct program_rank *r);
void calls_forget(struct calls *c);

#endif /* SIM_PROGRAM_CALLS_H */
