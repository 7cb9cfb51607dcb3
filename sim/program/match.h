/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Matching of messages and receives, as MPI does: a message goes to the first receive that was
 * posted for its source and tag, a receive takes the first message that has come for it.
 */
#ifndef SIM_PROGRAM_MATCH_H
#define SIM_PROGRAM_MATCH_H

#include "program.h"
#include "table.h"

#define MATCH_NONE	0xffffffffU	/* instead of an operation */

/**
 * struct message - a message on its way to a rank
 * @item: key: its source and its number
 * @left: flits that have not come; with a rendezvous not known before the first of them comes
 * @sender: operation of the source that sends it
 * @tag: tag of the message
 * @op: receive that it was matched with, or MATCH_NONE
 * @rendezvous: its sender waits for an answer
 * @has_size: @left is known
 * @has_come: its first packet, or its request, has come
 * @is_whole: all of it has come
 * @same: next message of its source and tag that waits for a receive
 * @before: previous message, of all that wait for a receive
 * @after: next message, of all that wait for a receive
 */
struct message {
	struct table_item item;
	u64 left;
	u32 sender;
	u32 tag;
	u32 op;
	bool rendezvous;
	bool has_size;
	bool has_come;
	bool is_whole;
	struct message *same;
	struct message *before;
	struct message *after;
};

static inline u64 message_key(u32 source, u32 number)
{
	return (u64)source << 32 | number;
}

static inline u32 message_source(const struct message *m)
{
	return m->item.key >> 32;
}

static inline u32 message_number(const struct message *m)
{
	return (u32)m->item.key;
}

struct posted;

/* Receives in the order in which they were posted. */
struct posted_list {
	struct posted *first;
	struct posted *last;
};

/**
 * struct matcher - what waits at a rank
 * @queue: queues of receives, or of messages, by source and tag
 * @wild: receives that take any source or any tag
 * @first: first of the messages, in the order in which they came
 * @last: last of these messages
 * @stamp: stamp of the receive that is posted next
 */
struct matcher {
	struct table queue;
	struct posted_list wild;
	struct message *first;
	struct message *last;
	u64 stamp;
};

/* Match a message that has come: return the receive that takes it; MATCH_NONE: it waits. */
u32 match_message(struct matcher *m, struct message *message);

/* Post receive @op: return the message that it takes; NULL: it waits. */
struct message *match_receive(struct matcher *m, u32 op, u32 source, u32 tag);

void matcher_free(struct matcher *m);

#endif /* SIM_PROGRAM_MATCH_H */
