/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Collective operations of MPI as messages, by the algorithms of MPI libraries.
 *
 * R. Thakur, R. Rabenseifner, W. Gropp: Optimization of Collective Communication Operations in
 * MPICH (2005), sections 4.1 to 4.5; J. Bruck et al.: Efficient Algorithms for All-to-All
 * Communications in Multiport Message-Passing Systems (1997).  MPICH 3.2 to 4.2:
 * src/mpi/coll/alltoall/alltoall_intra_scattered.c.
 */
#ifndef SIM_PROGRAM_COLLECTIVES_H
#define SIM_PROGRAM_COLLECTIVES_H

#include "fabric.h"

#include "sim/base/error.h"

enum collective_kind {
	COLLECTIVE_BARRIER,
	COLLECTIVE_BCAST,
	COLLECTIVE_GATHER,
	COLLECTIVE_SCATTER,
	COLLECTIVE_ALLGATHER,
	COLLECTIVE_ALLTOALL,
	COLLECTIVE_REDUCE,
	COLLECTIVE_ALLREDUCE,
	COLLECTIVE_REDUCE_SCATTER,
	COLLECTIVE_SCAN,	/* exclusive ones, too: their messages are the same */
	COLLECTIVE_KINDS,
};

enum collective_algorithm {
	COLLECTIVE_AUTO,		/* as MPICH chooses, by bytes and ranks */
	COLLECTIVE_LINEAR,
	COLLECTIVE_BINOMIAL,
	COLLECTIVE_SCATTER_DOUBLING,	/* scatter, then allgather by recursive doubling */
	COLLECTIVE_SCATTER_RING,	/* scatter, then allgather in a ring */
	COLLECTIVE_DISSEMINATION,
	COLLECTIVE_DOUBLING,
	COLLECTIVE_HALVING,
	COLLECTIVE_RABENSEIFNER,
	COLLECTIVE_RING,
	COLLECTIVE_BRUCK,
	COLLECTIVE_PAIRWISE,
	COLLECTIVE_SCATTERED,		/* linear in batches, each of which waits for the former */
	COLLECTIVE_ALGORITHMS,
};

extern const char *const collective_kind_names[COLLECTIVE_KINDS];
extern const char *const collective_algorithm_names[COLLECTIVE_ALGORITHMS];

/**
 * struct collective - a collective operation
 * @kind: &enum collective_kind
 * @algorithm: &enum collective_algorithm
 * @ranks: ranks of the communicator, at least 1
 * @root: rank that sends to all or receives from all
 * @bytes: of a broadcast, reduction or scan: bytes of the whole; of an exchange of all with all:
 *	bytes from each rank to each; otherwise: bytes of each rank's block
 * @by_rank: bytes of each rank's block, if blocks differ, in place of @bytes; NULL: all are equal.
 *	In an exchange of all with all, a rank's block has equal parts for all ranks
 */
struct collective {
	enum collective_kind kind;
	enum collective_algorithm algorithm;
	u32 ranks;
	u32 root;
	u64 bytes;
	const u64 *by_rank;
};

/**
 * struct collective_step - a message that a rank sends or receives
 * @group: number of its group; steps of a group start together, when all earlier steps are done
 * @peer: rank at the other end
 * @sends: this rank sends the message
 * @reduces: the receiver combines the message with its own data, and does not replace them
 * @first: first of the parts in the message
 * @parts: number of parts; after the last part of all comes part 0
 * @bit: if not 0, in place of @first and @parts: the message has the parts whose numbers have
 *	this bit
 * @bytes: bytes of these parts
 */
struct collective_step {
	u32 group;
	u32 peer;
	bool sends;
	bool reduces;
	u32 first;
	u32 parts;
	u32 bit;
	u64 bytes;
};

/**
 * struct collective_plan - the messages of a rank, in order
 * @parts: parts into which the data are divided
 * @step: messages, by number
 * @steps: number of messages
 */
struct collective_plan {
	u32 parts;
	struct collective_step *step;
	u32 steps;
};

/* Return true if there is @algorithm for operations of @kind. */
bool collective_has(enum collective_kind kind, enum collective_algorithm algorithm);

/*
 * Return the algorithm of @c: the one that it asks for, or MPICH's choice for its bytes and ranks.
 * Where an algorithm needs a power of two as the number of ranks, and there is none, this is the
 * one that MPICH takes instead.
 */
enum collective_algorithm collective_choice(const struct collective *c);

/* Make the plan of @rank, which the caller frees with free(@p->step). */
void collective_plan(const struct collective *c, u32 rank, struct collective_plan *p);

#endif /* SIM_PROGRAM_COLLECTIVES_H */
