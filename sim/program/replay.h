/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Replay of a program: the nodes of a network run the operations of its ranks (docs/traces.md,
 * section 5).  A node acts by its own operations and by the packets that were delivered to it
 * alone.  So nodes may be run in any order within a cycle, and by several threads.
 */
#ifndef SIM_PROGRAM_REPLAY_H
#define SIM_PROGRAM_REPLAY_H

#include "path.h"
#include "program.h"
#include "timeline.h"

/**
 * struct replay_scale - the units of a program in the network
 * @compute: factor of computing times, in millionths
 * @cycle_time: picoseconds per cycle, at least 1
 * @flit_bytes: bytes of a message that a flit carries, at least 1
 * @eager: bytes; a shorter send does not wait for its receiver
 */
struct replay_scale {
	u64 compute;
	u64 cycle_time;
	u64 flit_bytes;
	u64 eager;
};

/**
 * struct replay_path - the part of the critical path that begins at operations of a rank
 * @computing: cycles in which these operations computed
 * @eager: cycles of their messages that are sent at once
 * @rendezvous: cycles of messages with request and answer
 * @messages: number of these messages, of both kinds
 */
struct replay_path {
	u64 computing;
	u64 eager;
	u64 rendezvous;
	u64 messages;
};

/**
 * struct replay_stats - what a rank has done
 * @computing: cycles in which one of its processors computed
 * @sending: other cycles, in which a send waited for its receiver or for the network
 * @waiting: other cycles before @end
 * @end: cycle from which on all of its operations were done; U64_MAX: they are not
 * @messages: messages that the rank has sent
 * @bytes: bytes of these messages
 * @flits: flits that it has given to the network, with those of requests and answers
 * @path: its part of the critical path, once that has been followed
 */
struct replay_stats {
	u64 computing;
	u64 sending;
	u64 waiting;
	u64 end;
	u64 messages;
	u64 bytes;
	u64 flits;
	struct replay_path path;
};

/**
 * struct replay_call - a rank's calls with one name
 * @calls: number of calls in the program
 * @messages: messages that the rank has sent in the calls
 * @bytes: bytes of these messages
 * @sending: cycles of the rank's @sending in them
 * @waiting: cycles of the rank's @waiting in them
 * @path: cycles of the critical path in messages that begin at operations of the calls
 */
struct replay_call {
	u64 calls;
	u64 messages;
	u64 bytes;
	u64 sending;
	u64 waiting;
	u64 path;
};

/**
 * struct replay_phase - cycles of a rank in a phase
 * @left: cycle from which on it was in a later phase, or its end; U64_MAX: it is in this one; 0:
 * the rank has no phases
 * @computing: cycles of the rank's @computing in the phase
 * @sending: cycles of its @sending in it
 * @waiting: cycles of its @waiting in it
 */
struct replay_phase {
	u64 left;
	u64 computing;
	u64 sending;
	u64 waiting;
};

/* The reason why a rank does not go on. */
enum replay_wait_kind {
	REPLAY_GOES_ON,
	REPLAY_SEND,		/* no receive takes its message */
	REPLAY_RECEIVE,		/* no message comes */
	REPLAY_UNRECEIVED,	/* nothing; but a message to the rank is never received */
};

/**
 * struct replay_wait - an operation that does not end
 * @kind: &enum replay_wait_kind
 * @line: line of the operation in the file; a message that is not received has none
 * @peer: rank that is waited for, or that sent the message, or PROGRAM_ANY
 * @tag: tag of the message, or PROGRAM_ANY
 */
struct replay_wait {
	u32 kind;
	u32 line;
	u32 peer;
	u32 tag;
};

/* Take a message from a node: born in the cycle in which the node is run. */
typedef void replay_give(void *net, const struct ss_birth *b, const struct ss_mark *mark);

struct replay;

/*
 * Make the replay of @p, which it owns from now on, in a network of @nodes nodes.  Rank r is on
 * node @node_of[r], alone.  @give takes messages, with @net as its first argument.
 */
struct replay *replay_new(struct program *p, const u32 *node_of, u32 nodes,
			  const struct replay_scale *scale, replay_give *give, void *net);
void replay_free(struct replay *r);

/* Record timelines of @bins bins, from the beginning on. */
void replay_record(struct replay *r, u32 bins);

/* Count the cycles before @t, in which the run ends, of the rank on @node, if it is not done. */
void replay_cut(struct replay *r, u32 node, u64 t);

/* Run a node in cycle @t, as &struct ss_program requires; @ctx is the replay. */
u64 replay_run(void *ctx, u32 node, u64 t);
u64 replay_sent(void *ctx, u32 node, u32 flits, const struct ss_mark *mark, u64 t);
u64 replay_received(void *ctx, u32 node, u32 source, u32 flits, const struct ss_mark *mark,
		    u64 t);

/* Return true if node @node has nothing more to do. */
bool replay_is_done(const struct replay *r, u32 node);

/* Read what the rank of a node has done; all zero if the node has none. */
void replay_read(const struct replay *r, u32 node, struct replay_stats *s);

/*
 * Return the calls of a node's rank by the number of their name, from PROGRAM_NO_CALL on; NULL: it
 * has no rank, or the program no calls.
 */
const struct replay_call *replay_calls(const struct replay *r, u32 node);

/*
 * Read the times of a node's rank in a phase: 0 before the program's first phase, then 1 and so on;
 * all zero if there is no rank, or the program has no phases.
 */
void replay_read_phase(const struct replay *r, u32 node, u32 phase, struct replay_phase *p);

/* Return the timeline of a node's rank; NULL: it has no rank, or none is recorded. */
struct timeline *replay_timeline(const struct replay *r, u32 node);

/* Begin the path that ends with the last operation of a node's rank, which is done. */
void replay_path_begin(const struct replay *r, u32 node, struct path *p);

/* Follow a path backwards through the operations of a node's rank, and add to the rank's counts. */
void replay_path_follow(struct replay *r, u32 node, struct path *p);

/* Find why a node does not go on, once nothing more happens in the network. */
void replay_why(const struct replay *r, u32 node, struct replay_wait *w);

const struct program *replay_program(const struct replay *r);

/* Return the rank of a node; PROGRAM_ANY: it has none. */
u32 replay_rank(const struct replay *r, u32 node);

/* Return the node of a rank. */
u32 replay_node(const struct replay *r, u32 rank);

#endif /* SIM_PROGRAM_REPLAY_H */
