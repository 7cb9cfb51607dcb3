/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Programs: for each rank a graph of operations, which compute, send or receive (docs/traces.md).
 */
#ifndef SIM_PROGRAM_H
#define SIM_PROGRAM_H

#include "fabric.h"

#define PROGRAM_ANY	0xffffffffU	/* source or tag of a receive that takes any */

/* Tags from this one on are of collective operations: a receive of any tag does not take them. */
#define PROGRAM_COLLECTIVE_TAGS	0x40000000U

enum program_kind { PROGRAM_CALC, PROGRAM_SEND, PROGRAM_RECV };

/* The states of an operation, in order. */
enum program_state { PROGRAM_IDLE, PROGRAM_STARTED, PROGRAM_DONE };

/**
 * struct program_op - an operation of a rank
 * @size: nanoseconds that it computes; or bytes of its message
 * @peer: rank at the other end of the message, or PROGRAM_ANY
 * @tag: tag of the message, or PROGRAM_ANY
 * @line: line of the file
 * @first: number of the first edge; the edges end where those of the next operation begin
 * @needs: operations that must be done, or have started, before it starts; of a send that waits
 *	for its receiver, the number of its message; then, parts of it that have not been injected
 * @kind: &enum program_kind
 * @state: &enum program_state
 * @cpu: processor of the rank, which does one thing at a time
 * @rendezvous: a send waits for its receiver, however few bytes it has
 */
struct program_op {
	u64 size;
	u32 peer;
	u32 tag;
	u32 line;
	u32 first;
	u32 needs;
	u8 kind;
	u8 state;
	u8 cpu;
	bool rendezvous;
};

/**
 * struct program_call - the calls of MPI that an operation belongs to, by their numbers
 * @of: call that the operation is a part of, or PROGRAM_NO_CALL
 * @in: call in which its processor is from the operation's start to that of the next one, or
 *	PROGRAM_NO_CALL
 */
struct program_call {
	u8 of;
	u8 in;
};

#define PROGRAM_NO_CALL		0	/* outside of calls, and in place of a name */
#define PROGRAM_OUTSIDE		"none"	/* name in results of that number */
#define PROGRAM_MOST_CALLS	255	/* names */

/* An edge: twice the number of an operation that waits, plus one if it waits for a start only. */
#define PROGRAM_EDGE(op, starts)	((op) << 1 | (starts))
#define PROGRAM_MOST_OPS		0x40000000U

/**
 * struct program_phase - a line "phase" of a rank: a phase begins with the operations below
 * @op: number of operations above it
 * @next: number of the next phase of the same processor, or of phases; the replay sets it
 * @cpu: processor whose operations below begin the phase
 */
struct program_phase {
	u32 op;
	u32 next;
	u8 cpu;
};

/**
 * struct program_rank - the operations of a rank
 * @op: operations in the order of the file, and one more for the end of the edges
 * @ops: number of operations
 * @edge: edges from each operation to those that wait for it
 * @cpus: processors, the highest of @cpu plus one
 * @line: line of the file at which the rank begins; 0: the file does not have it
 * @call: calls of each operation; NULL: the rank has none
 * @begun: calls by the number of their name, up to @names; NULL: the rank has none
 * @names: greatest number in @begun
 * @phase: phases that begin, in their order; they have the numbers of the program's phases
 * @phases: number of phases
 */
struct program_rank {
	struct program_op *op;
	u32 ops;
	u32 *edge;
	u32 cpus;
	u32 line;
	struct program_call *call;
	u32 *begun;
	u32 names;
	struct program_phase *phase;
	u32 phases;
};

/**
 * struct program - the operations of all ranks
 * @ranks: number of ranks
 * @rank: ranks by number; those that are not kept have no operations
 * @path: path of the file, for error messages
 * @call: names of calls, by number from PROGRAM_NO_CALL + 1 on
 * @calls: number of names
 * @first_phase: number of the first phase
 * @phases: most phases of a rank
 */
struct program {
	u32 ranks;
	struct program_rank *rank;
	const char *path;
	char **call;
	u32 calls;
	u32 first_phase;
	u32 phases;
};

void program_free(struct program *p);

#endif /* SIM_PROGRAM_H */
