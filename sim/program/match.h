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
 * struct message - one on its way to a rank
 * @item: key: its source and its number
 * @left: flits that have not come; of a rendezvous not known before the first of them comes
 * @sender: rendezvous: the operation of its source
 * @tag: its own
 * @op: the receive that it was matched with, or MATCH_NONE
 * @rendezvous: its sender waits for an answer
 * @has_size: @left is known
 * @has_come: its first packet, or its request, has come
 * @is_whole: all of it has come
 * @same: the next one of its source and tag that waits for a receive
 * @before: likewise, of all: the one before
 * @after: the one after
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
 * @queue: by source and tag: receives, or messages
 * @wild: receives that take any source or any tag
 * @first: of the messages, in the order in which they came
 * @last: likewise
 * @stamp: of the receive that is posted next
 */
struct matcher {
	struct table queue;
	struct posted_list wild;
	struct message *first;
	struct message *last;
	u64 stamp;
};

/* A message has come: return the receive that takes it, or MATCH_NONE: it waits. */
u32 match_message(struct matcher *m, struct message *message);

/* Receive @op is posted: return the message that it takes, or NULL: it waits. */
struct message *match_receive(struct matcher *m, u32 op, u32 source, u32 tag);

void matcher_free(struct matcher *m);

#endif /* SIM_PROGRAM_MATCH_H */
