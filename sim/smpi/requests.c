// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "sim/base/memory.h"

#include "requests.h"

#define ANY	0xfffffU	/* instead of a rank */

enum key_kind { KEY_SEND, KEY_RECEIVE, KEY_OPERATION };

/* Operations with the same key, oldest first. */
struct queue {
	struct table_item item;
	struct pending *first;
	struct pending *last;
};

/*
 * Tags of collective operations that do not block (SimGrid 3.32, src/smpi/include/private.hpp); a
 * trace has them less one.
 */
static const struct {
	s64 tag;
	enum operation operation;
} tags[] = {
	{ -112, OPERATION_REDUCE }, { -223, OPERATION_SCATTER }, { -334, OPERATION_SCATTERV },
	{ -445, OPERATION_GATHER }, { -556, OPERATION_ALLGATHER },
	{ -667, OPERATION_ALLGATHERV }, { -778, OPERATION_BARRIER },
	{ -889, OPERATION_REDUCE_SCATTER }, { -1000, OPERATION_ALLTOALLV },
	{ -1020, OPERATION_ALLTOALLV }, { -1112, OPERATION_ALLTOALL },
	{ -2223, OPERATION_GATHERV }, { -3334, OPERATION_BCAST }, { -4445, OPERATION_ALLREDUCE },
};

static u64 make_key(enum key_kind kind, u32 peer, u32 tag)
{
	return (u64)kind << 60 | (u64)peer << 32 | tag;
}

static u64 message_key(enum key_kind kind, s64 peer, s64 tag)
{
	return make_key(kind, peer < 0 ? ANY : peer, tag < 0 ? ARCHIVE_ANY : tag);
}

static u64 key_of(enum event_kind end, const struct transfer *of)
{
	if (end == EVENT_COLLECTIVE_END)
		return make_key(KEY_OPERATION, 0, of->operation);
	return make_key(end == EVENT_SEND_END ? KEY_SEND : KEY_RECEIVE,
			of->peer == ARCHIVE_ANY ? ANY : of->peer, of->tag);
}

u64 requests_begin(struct requests *r, enum event_kind end, const struct transfer *of)
{
	struct pending *p = sim_alloc(1, sizeof(*p));
	struct queue *q;

	*p = (struct pending){
		.key = key_of(end, of), .number = r->number++, .end = end, .of = *of,
		.before = r->last,
	};
	q = table_get(&r->queue, p->key, sizeof(*q));
	if (q->first)
		q->last->same = p;
	else
		q->first = p;
	q->last = p;
	if (r->last)
		r->last->after = p;
	else
		r->first = p;
	r->last = p;
	r->count++;
	return p->number;
}

static struct pending *oldest(const struct requests *r, u64 key)
{
	const struct queue *q = table_find(&r->queue, key);

	return q ? q->first : NULL;
}

/* Find the oldest receive from @peer with @tag, or else one from any rank, or with any tag. */
static struct pending *find_receive(const struct requests *r, s64 peer, s64 tag)
{
	const s64 ends[][2] = { { peer, tag }, { -1, tag }, { peer, -1 }, { -1, -1 } };
	struct pending *p = NULL;

	for (u32 i = 0; i < 4 && !p; i++)
		p = oldest(r, message_key(KEY_RECEIVE, ends[i][0], ends[i][1]));
	return p;
}

enum operation requests_operation(s64 tag)
{
	for (u32 i = 0; i < sizeof(tags) / sizeof(tags[0]); i++)
		if (tags[i].tag == tag + 1)
			return tags[i].operation;
	return REQUESTS_UNTAGGED;
}

enum operation requests_tagged(enum operation operation)
{
	for (u32 i = 0; i < sizeof(tags) / sizeof(tags[0]); i++)
		if (tags[i].operation == operation)
			return operation;
	return REQUESTS_UNTAGGED;
}

/* Find the collective operation with a tag: if none has it, the oldest one. */
static struct pending *find_operation(const struct requests *r, s64 tag)
{
	struct pending *p = oldest(r, make_key(KEY_OPERATION, 0, requests_operation(tag))), *other;

	if (p)
		return p;
	for (u32 i = 0; i < REQUESTS_UNTAGGED; i++) {
		other = oldest(r, make_key(KEY_OPERATION, 0, i));
		if (other && (!p || other->number < p->number))
			p = other;
	}
	return p;
}

struct pending *requests_find(const struct requests *r, const struct smpi_named *of)
{
	struct pending *sent = NULL, *received = NULL;

	if (of->tag < 0 && of->tag != SMPI_ANY_TAG)
		return find_operation(r, of->tag);
	if (of->sends)
		sent = oldest(r, message_key(KEY_SEND, of->peer, of->tag));
	if (of->receives)
		received = find_receive(r, of->peer, of->tag);
	if (sent && received)
		return sent->number < received->number ? sent : received;
	return sent ? sent : received;
}

void requests_end(struct requests *r, struct pending *p)
{
	struct queue *q = table_find(&r->queue, p->key);

	/* waits end the oldest one of a key */
	q->first = p->same;
	if (!q->first)
		table_remove(&r->queue, q);
	if (p->before)
		p->before->after = p->after;
	else
		r->first = p->after;
	if (p->after)
		p->after->before = p->before;
	else
		r->last = p->before;
	r->count--;
	free(p);
}

void requests_free(struct requests *r)
{
	while (r->first)
		requests_end(r, r->first);
	table_free(&r->queue);
}
