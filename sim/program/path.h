/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The critical path of a program: the chain of operations and messages, without a gap, that leads
 * to the end of its last operation (docs/traces.md, section 5).  A replay records why each
 * operation started and ended when it did.  The path is followed backwards by these records.
 */
#ifndef SIM_PROGRAM_PATH_H
#define SIM_PROGRAM_PATH_H

#include "program.h"

#define PATH_FIRST	0xffffffffU	/* in place of a cause: nothing came before */
#define PATH_HERE	0xffffffffU	/* in place of an operation: the operation itself */

/* Kind of the time between the start of an operation on the path and the next end of one. */
enum path_kind {
	PATH_NOTHING,		/* no time has passed */
	PATH_COMPUTING,
	PATH_EAGER,		/* a message that is sent at once */
	PATH_RENDEZVOUS,	/* a message with its request and answer */
};

/**
 * struct path_step - record of an operation: the causes of its start and of its end
 * @start: cycle in which it started
 * @cause: &PROGRAM_EDGE of the operation of its rank whose end or start let it start, or PATH_FIRST
 * @peer: rank of @op
 * @op: operation whose start the path leads to from this one's end, or PATH_HERE
 * @kind: &enum path_kind of the time between the two
 */
struct path_step {
	u64 start;
	u32 cause;
	u32 peer;
	u32 op;
	u8 kind;
};

/**
 * struct path - a path as far as it has been followed
 * @t: cycle that it has been followed back to
 * @rank: rank where it goes on
 * @op: operation of that rank
 * @kind: &enum path_kind of the time between @t and the start of @op
 * @starts: true if it goes on at the operation's start, not at its end
 * @over: true if it has been followed to the start of the program
 */
struct path {
	u64 t;
	u32 rank;
	u32 op;
	u8 kind;
	bool starts;
	bool over;
};

/*
 * Record in the @step of an operation that its end follows from the start of operation @op of rank
 * @peer, after a time of @kind.
 */
static inline void path_note(struct path_step *step, enum path_kind kind, u32 peer, u32 op)
{
	step->kind = kind;
	step->peer = peer;
	step->op = op;
}

/* Move @p from the end of its operation, whose record is @step, to the start that it follows. */
static inline void path_leave_end(struct path *p, const struct path_step *step)
{
	p->kind = step->kind;
	p->starts = true;
	if (step->op == PATH_HERE)
		return;
	p->rank = step->peer;
	p->op = step->op;
}

/*
 * Move @p from the start of its operation, whose record is @step, to the cause of this start.
 * Returns the cycles from that start to the end that @p came from.  Their kind is @p->kind before
 * the call.
 */
static inline u64 path_leave_start(struct path *p, const struct path_step *step)
{
	u64 cycles = p->t - step->start;

	p->t = step->start;
	p->kind = PATH_NOTHING;
	p->over = step->cause == PATH_FIRST;
	p->op = step->cause >> 1;
	p->starts = step->cause & 1;
	return cycles;
}

#endif /* SIM_PROGRAM_PATH_H */
