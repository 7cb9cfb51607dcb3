/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The critical path of a program: the chain of operations and messages, without a gap, that leads
 * to the end of its last operation (docs/traces.md, section 5).  A replay records of each operation
 * how it came to start and to end; the path is followed backwards from these records.
 */
#ifndef SIM_PROGRAM_PATH_H
#define SIM_PROGRAM_PATH_H

#include "program.h"

#define PATH_FIRST	0xffffffffU	/* in place of a cause: nothing came before */
#define PATH_HERE	0xffffffffU	/* in place of an operation: the own one */

/* The use of time from a start on the path to the next operation's end. */
enum path_kind {
	PATH_NOTHING,		/* no cycle */
	PATH_COMPUTING,
	PATH_EAGER,		/* a message that is sent at once */
	PATH_RENDEZVOUS,	/* a message with its request and answer */
};

/**
 * struct path_step - how an operation came to start and to end
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
 * @starts: it goes on at the operation's start, not at its end
 * @over: it has been followed to the start of the program
 */
struct path {
	u64 t;
	u32 rank;
	u32 op;
	u8 kind;
	bool starts;
	bool over;
};

/* Note in @step of an operation that it ends with what began at operation @op of rank @peer. */
static inline void path_note(struct path_step *step, enum path_kind kind, u32 peer, u32 op)
{
	step->kind = kind;
	step->peer = peer;
	step->op = op;
}

/* Go from the end of the operation that @p has reached to the start that @step of it leads to. */
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
 * Go from the start of the operation that @p has reached to its cause; returns the cycles since
 * that start, which are of @p's kind.
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
