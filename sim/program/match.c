// SPDX-License-Identifier: GPL-2.0-only
#include "match.h"

/* A receive that waits. */
struct posted {
	u64 stamp;
	u32 op;
	u32 source;
	u32 tag;
	struct posted *next;
};

/*
 * The receives, or the messages, of one source and tag that wait.  A queue never has both, since a
 * receive and a message of the same source and tag are matched at once.
 */
struct queue {
	struct table_item item;
	struct posted_list posted;
	struct message *first;
	struct message *last;
};

static bool is_empty(const struct queue *q)
{
	return !q->posted.first && !q->first;
}

static bool takes(const struct posted *p, const struct message *m)
{
	return (p->source == PROGRAM_ANY || p->source == message_source(m)) &&
	       (p->tag == m->tag ||
		(p->tag == PROGRAM_ANY && m->tag < PROGRAM_COLLECTIVE_TAGS));
}

/* Find the place in the list of wildcards of the first one that takes @m. */
static struct posted **find_wild(struct matcher *matcher, const struct message *m)
{
	struct posted **at = &matcher->wild.first;

	while (*at && !takes(*at, m))
		at = &(*at)->next;
	return at;
}

static void put_posted(struct posted_list *list, struct posted *p)
{
	if (list->first)
		list->last->next = p;
	else
		list->first = p;
	list->last = p;
}

/* Take the receive at @at off its list; returns its operation. */
static u32 take_posted(struct posted_list *list, struct posted **at)
{
	struct posted *p = *at;
	u32 op = p->op;

	*at = p->next;
	if (list->last == p) {
		list->last = list->first;
		while (list->last && list->last->next)
			list->last = list->last->next;
	}
	free(p);
	return op;
}

static void drop_if_empty(struct matcher *m, struct queue *q)
{
	if (is_empty(q))
		table_remove(&m->queue, q);
}

static void keep_message(struct matcher *matcher, struct message *m)
{
	struct queue *q = table_get(&matcher->queue, message_key(message_source(m), m->tag),
				    sizeof(*q));

	if (q->first)
		q->last->same = m;
	else
		q->first = m;
	q->last = m;
	m->before = matcher->last;
	if (matcher->last)
		matcher->last->after = m;
	else
		matcher->first = m;
	matcher->last = m;
}

u32 match_message(struct matcher *matcher, struct message *m)
{
	struct queue *q = table_find(&matcher->queue, message_key(message_source(m), m->tag));
	struct posted *exact = q ? q->posted.first : NULL, **wild = find_wild(matcher, m);
	u32 op;

	if (*wild && (!exact || (*wild)->stamp < exact->stamp))
		return take_posted(&matcher->wild, wild);
	if (!exact) {
		keep_message(matcher, m);
		return MATCH_NONE;
	}
	op = take_posted(&q->posted, &q->posted.first);
	drop_if_empty(matcher, q);
	return op;
}

/* Take the first message of its source and tag off all lists. */
static void take_message(struct matcher *matcher, struct message *m)
{
	struct queue *q = table_find(&matcher->queue, message_key(message_source(m), m->tag));

	q->first = m->same;
	drop_if_empty(matcher, q);
	if (m->before)
		m->before->after = m->after;
	else
		matcher->first = m->after;
	if (m->after)
		m->after->before = m->before;
	else
		matcher->last = m->before;
}

static struct message *find_message(const struct matcher *matcher, const struct posted *p)
{
	struct message *m = matcher->first;

	if (p->source != PROGRAM_ANY && p->tag != PROGRAM_ANY) {
		const struct queue *q = table_find(&matcher->queue,
						   message_key(p->source, p->tag));

		return q ? q->first : NULL;
	}
	while (m && !takes(p, m))
		m = m->after;
	return m;
}

struct message *match_receive(struct matcher *matcher, u32 op, u32 source, u32 tag)
{
	struct posted what = {
		.stamp = matcher->stamp++, .op = op, .source = source, .tag = tag,
	};
	struct message *m = find_message(matcher, &what);
	struct posted *p;
	struct queue *q;

	if (m) {
		take_message(matcher, m);
		return m;
	}
	p = sim_alloc(1, sizeof(*p));
	*p = what;
	if (source == PROGRAM_ANY || tag == PROGRAM_ANY) {
		put_posted(&matcher->wild, p);
		return NULL;
	}
	q = table_get(&matcher->queue, message_key(source, tag), sizeof(*q));
	put_posted(&q->posted, p);
	return NULL;
}

static void free_list(struct posted_list *list)
{
	while (list->first)
		take_posted(list, &list->first);
}

void matcher_free(struct matcher *matcher)
{
	for (u32 i = 0; i < matcher->queue.chains; i++)
		for (struct table_item *q = matcher->queue.chain[i]; q; q = q->next)
			free_list(&((struct queue *)q)->posted);
	table_free(&matcher->queue);
	free_list(&matcher->wild);
}
