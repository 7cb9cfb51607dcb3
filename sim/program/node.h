/* SPDX-License-Identifier: GPL-2.0-only */
/* The state of a replay: each node with the rank on it. */
#ifndef SIM_PROGRAM_NODE_H
#define SIM_PROGRAM_NODE_H

#include "heap.h"
#include "match.h"
#include "replay.h"

/**
 * struct peer - another rank, as a rank sees it
 * @item: item with its number as the key
 * @sent: number of messages to it
 * @come: number of messages from it, up to the first one that has not begun to come
 */
struct peer {
	struct table_item item;
	u32 sent;
	u32 come;
};

/**
 * struct cpu - a processor of a rank
 * @free: cycle from which on the processor is idle
 * @rest: computing time below a cycle, in millionths of a picosecond, which is added to the
 *	next operation
 * @computes: operation that computed last, which ends in cycle @free
 * @ready: operations that may start
 * @reached: with calls: one more than the number of the last operation of the file that has started
 * @left: with calls: its operations that are not done
 * @phase: next phase that its operations begin; the number of phases if there is none
 */
struct cpu {
	u64 free;
	u64 rest;
	u32 computes;
	struct heap ready;
	u32 reached;
	u32 left;
	u32 phase;
};

/**
 * struct node - a node with a rank
 * @rank: number of the rank
 * @of: operations of the rank
 * @step: record of each operation for the critical path
 * @cpu: processors
 * @events: events to come
 * @message: messages to the rank, by source and number
 * @peer: other ranks, by number
 * @matcher: matcher of messages and receives
 * @done: operations that are done
 * @computes: operations that compute
 * @sends: operations that send and have started
 * @ended: operation that was done last
 * @last: cycle up to which @stats is complete
 * @begun: the node has been run
 * @stats: counts of the rank
 * @call: calls by the number of their name; NULL: the program has none
 * @timeline: timeline of the rank; NULL: none is recorded
 * @phase: times in phases, the first one before the rank's first phase; NULL: the program has none
 * @at: phase that the rank has reached
 */
struct node {
	u32 rank;
	struct program_rank *of;
	struct path_step *step;
	struct cpu *cpu;
	struct heap events;
	struct table message;
	struct table peer;
	struct matcher matcher;
	u32 done;
	u32 computes;
	u32 sends;
	u32 ended;
	u64 last;
	bool begun;
	struct replay_stats stats;
	struct replay_call *call;
	struct timeline *timeline;
	struct replay_phase *phase;
	u32 at;
};

/**
 * struct replay - a program under way
 * @program: the program
 * @node: nodes, by number; NULL: the node has no rank
 * @nodes: number of nodes
 * @node_of: number of the node, by rank
 * @collective: by the number of their name: true for calls of collective operations
 * @scale: units of the program
 * @give: function that takes messages
 * @net: first argument of @give
 */
struct replay {
	struct program *program;
	struct node **node;
	u32 nodes;
	u32 *node_of;
	bool *collective;
	struct replay_scale scale;
	replay_give *give;
	void *net;
};

#endif /* SIM_PROGRAM_NODE_H */
