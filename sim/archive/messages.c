// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>

#include "sim/base/memory.h"

#include "messages.h"

#define NS_PER_S	1000000000

/* The number of a communicator and a tag. */
struct tag {
	struct table_item item;
	u32 number;
};

/**
 * struct half - sends without a receive so far, or receives without a send
 * @number: number among its rank's operations
 * @time: nanoseconds of the first one
 * @line: line of the last one, or 0; ones of a file with lines are kept together if their bytes are
 *	equal
 * @bytes: bytes of each
 * @inside: they are in the range that is converted
 * @count: number of these sends or receives
 * @next: next entry of the channel
 */
struct half {
	u64 number;
	u64 time;
	u64 line;
	u64 bytes;
	bool inside;
	u64 count;
	struct half *next;
};

/**
 * struct channel - messages from one rank to another with one tag of one communicator
 * @item: key: source, destination and tag
 * @first: sends that wait for a receive, or receives that wait for a send
 * @last: latest entry
 * @receives: @first is a receive
 * @of: transfer of the operation that was added last
 */
struct channel {
	struct table_item item;
	struct half *first;
	struct half *last;
	bool receives;
	struct transfer of;
};

/**
 * struct wild - receives of a rank that take any source, or any tag
 * @item: key: rank
 * @count: receives that take any tag
 * @line: line of the last receive, or 0
 * @any: by the number of a tag: receives that take any source
 */
struct wild {
	struct table_item item;
	u64 count;
	u64 line;
	struct table any;
};

/* Receives from any source with one tag. */
struct wild_tag {
	struct table_item item;
	u64 count;
};

struct messages {
	const struct archive *archive;
	bool trusted;
	bool part;
	struct table tag;
	struct table channel;
	struct table wild;
	struct table *left_out;
	struct table cut;
	u64 *lost;
	struct messages_found found;
};

/* Return the key of operation @number of a rank. */
static u64 operation_key(u32 rank, u64 number)
{
	return (u64)rank << 48 | number;
}

bool messages_leave_out(struct table *left_out, u32 rank, u64 number)
{
	u64 key = operation_key(rank, number);

	if (table_find(left_out, key))
		return false;
	table_add(left_out, key, sizeof(struct table_item));
	return true;
}

bool messages_is_left_out(const struct messages *m, u32 rank, u64 number)
{
	return table_find(m->left_out, operation_key(rank, number));
}

bool messages_is_cut(const struct messages *m, u32 rank, u64 number)
{
	return table_find(&m->cut, operation_key(rank, number));
}

u32 messages_tag(struct messages *m, u32 comm, u32 tag)
{
	u64 key = (u64)comm << 32 | tag;
	struct tag *t = table_find(&m->tag, key);

	if (t)
		return t->number;
	t = table_add(&m->tag, key, sizeof(*t));
	t->number = m->tag.count - 1;
	return t->number;
}

static u64 channel_key(struct messages *m, u32 source, u32 dest, const struct transfer *of)
{
	return ((u64)source * m->archive->ranks + dest) << 32 |
	       messages_tag(m, of->comm, of->tag);
}

static u32 source_of(const struct messages *m, const struct channel *c)
{
	return (u32)((c->item.key >> 32) / m->archive->ranks);
}

static u32 dest_of(const struct messages *m, const struct channel *c)
{
	return (u32)((c->item.key >> 32) % m->archive->ranks);
}

/*
 * Let an operation wait for its other end.  Equal operations of a file with lines share an entry,
 * unless a part of the program is converted.
 */
static void add(const struct messages *m, struct channel *c, const struct step *s, bool inside)
{
	struct half *h;

	if (c->first && s->of.line && !m->part && c->last->bytes == s->of.bytes) {
		c->last->line = s->of.line;
		c->last->count++;
		return;
	}
	h = sim_alloc(1, sizeof(*h));
	h->number = s->number;
	h->line = s->of.line;
	h->count = 1;
	h->time = s->kind == STEP_SEND ? s->begin : s->end;
	h->bytes = s->of.bytes;
	h->inside = inside;
	if (c->first)
		c->last->next = h;
	else
		c->first = h;
	c->last = h;
	c->receives = s->kind == STEP_RECEIVE;
	c->of = s->of;
}

static bool refuse_clock(const struct messages *m, const struct channel *c, u64 sent, u64 received,
			 struct sim_error *err)
{
	return sim_fail(err, "%.200s: rank %u receives a message at %" PRIu64 ".%09" PRIu64 " s, which rank %u sends %" PRIu64 " ns later: the clocks of their hosts contradict each other; give clocks=ignore to use times within each rank alone",
			m->archive->path, dest_of(m, c), received / NS_PER_S, received % NS_PER_S,
			source_of(m, c), sent - received);
}

/* Leave out the operations at both ends of a message, of which one is in the range. */
static void cut(struct messages *m, const struct channel *c, const struct step *s)
{
	u32 first = c->receives ? dest_of(m, c) : source_of(m, c);
	u32 second = c->receives ? source_of(m, c) : dest_of(m, c);

	m->found.cut++;
	table_add(&m->cut, operation_key(first, c->first->number), sizeof(struct table_item));
	table_add(&m->cut, operation_key(second, s->number), sizeof(struct table_item));
}

/* Match an operation, which is @inside the range, with the one that waits for it. */
static bool match(struct messages *m, struct channel *c, const struct step *s, bool inside,
		  struct sim_error *err)
{
	struct half *h = c->first;
	u64 sent = c->receives ? s->begin : h->time, received = c->receives ? h->time : s->end;

	if (m->trusted && sent > received)
		return refuse_clock(m, c, sent, received, err);
	if (inside && h->inside) {
		m->found.differing += h->bytes != s->of.bytes &&
				      !m->archive->format->has_buffers;
		m->found.count++;
		m->found.bytes += c->receives ? s->of.bytes : h->bytes;
	} else if (inside || h->inside) {
		cut(m, c, s);
	}
	if (--h->count)
		return true;
	c->first = h->next;
	free(h);
	if (!c->first)
		table_remove(&m->channel, c);
	return true;
}

/*
 * Add a receive that takes any source or any tag: how many there are is known, but not which sends
 * they take.
 */
static bool add_wild(struct messages *m, u32 rank, const struct step *s, struct sim_error *err)
{
	struct wild *w = table_get(&m->wild, rank, sizeof(*w));
	char place[ARCHIVE_PLACE];
	struct wild_tag *t;

	if (m->part)
		return sim_fail(err, "%s: receives from any rank or with any tag, and the trace does not have which message came, so phases cannot be told apart; convert the whole program",
				archive_place(m->archive, rank, &s->of, s->end, place));
	w->line = s->of.line;
	if (s->of.tag == ARCHIVE_ANY) {
		w->count++;
		return true;
	}
	t = table_get(&w->any, messages_tag(m, s->of.comm, s->of.tag), sizeof(*t));
	t->count++;
	return true;
}

bool messages_step(struct messages *m, u32 rank, const struct step *s, bool inside,
		   struct sim_error *err)
{
	bool receives = s->kind == STEP_RECEIVE;
	u32 peer = s->of.peer;
	struct channel *c;
	u64 key;

	if (s->kind == STEP_LOST) {
		m->lost[rank]++;
		return true;
	}
	if (!receives && messages_is_left_out(m, rank, s->number))
		return true;
	if (receives && (peer == ARCHIVE_ANY || s->of.tag == ARCHIVE_ANY))
		return add_wild(m, rank, s, err);
	key = channel_key(m, receives ? peer : rank, receives ? rank : peer, &s->of);
	c = table_get(&m->channel, key, sizeof(*c));
	if (c->first && c->receives != receives)
		return match(m, c, s, inside, err);
	add(m, c, s, inside);
	return true;
}

/* Call @visit for each channel whose operations have no other end. */
static void each_channel(struct messages *m, void (*visit)(struct messages *m, struct channel *c,
							   u64 *unmatched), u64 *unmatched)
{
	for (u32 i = 0; i < m->channel.chains; i++)
		for (struct table_item *item = m->channel.chain[i]; item; item = item->next)
			visit(m, (struct channel *)item, unmatched);
}

/* Take @h off its channel as far as a receive of @count takes any source or any tag. */
static void take_wild(struct messages *m, struct channel *c, u64 *count)
{
	while (c->first && *count) {
		struct half *h = c->first;
		u64 n = h->count < *count ? h->count : *count;

		*count -= n;
		h->count -= n;
		m->found.count += n;
		m->found.bytes += n * h->bytes;
		if (h->count)
			return;
		c->first = h->next;
		free(h);
	}
}

/* Give the sends of a channel to receives that take any source. */
static void give_tag(struct messages *m, struct channel *c, u64 *unused)
{
	struct wild *w = table_find(&m->wild, dest_of(m, c));
	struct wild_tag *t = w ? table_find(&w->any, (u32)c->item.key) : NULL;

	(void)unused;
	if (t && !c->receives)
		take_wild(m, c, &t->count);
}

/* Give the sends of a channel to receives that take any tag. */
static void give_any(struct messages *m, struct channel *c, u64 *unused)
{
	struct wild *w = table_find(&m->wild, dest_of(m, c));

	(void)unused;
	if (w && !c->receives)
		take_wild(m, c, &w->count);
}

/* Return the receives of @w that no send is left for. */
static u64 wild_left(const struct wild *w)
{
	u64 left = w->count;

	for (u32 i = 0; i < w->any.chains; i++)
		for (struct table_item *item = w->any.chain[i]; item; item = item->next)
			left += ((struct wild_tag *)item)->count;
	return left;
}

/* Refuse receives that take any source or any tag, and that no send is left for. */
static bool check_wild(const struct messages *m, struct sim_error *err)
{
	const struct wild *first = NULL;

	for (u32 i = 0; i < m->wild.chains; i++) {
		for (struct table_item *item = m->wild.chain[i]; item; item = item->next) {
			const struct wild *w = (const struct wild *)item;

			if (wild_left(w) && (!first || item->key < first->item.key))
				first = w;
		}
	}
	return !first ||
	       sim_fail(err, "%.200s:%" PRIu64 ": rank %u receives %" PRIu64 " more messages from any rank or with any tag than are sent to it: a receive from MPI_PROC_NULL looks the same; trace the program with libseastar-mpi.so (docs/mpi-trace.md), or to its end if the files were cut",
			archive_file(m->archive, first->item.key), first->line,
			(u32)first->item.key, wild_left(first));
}

/* Add the sends of a channel to those without a receive, by receiver. */
static void count_sends(struct messages *m, struct channel *c, u64 *unmatched)
{
	for (const struct half *h = c->first; h && !c->receives; h = h->next)
		unmatched[dest_of(m, c)] += h->count;
}

/* Leave out the sends of a channel, if their receiver has lost as many receives. */
static void leave_out(struct messages *m, struct channel *c, u64 *unmatched)
{
	if (c->receives || unmatched[dest_of(m, c)] > m->lost[dest_of(m, c)])
		return;
	while (c->first) {
		struct half *h = c->first;

		messages_leave_out(m->left_out, source_of(m, c), h->number);
		m->found.lost += h->count;
		m->found.lost_bytes += h->count * h->bytes;
		c->first = h->next;
		free(h);
	}
}

static bool is_before(const struct channel *a, const struct channel *b)
{
	if (a->first->line != b->first->line)
		return a->first->line < b->first->line;
	if (a->first->time != b->first->time)
		return a->first->time < b->first->time;
	return a->item.key < b->item.key;
}

/* Find the channel whose oldest operation is the first of all, or NULL. */
static const struct channel *find_first(const struct messages *m)
{
	const struct channel *first = NULL;

	for (u32 i = 0; i < m->channel.chains; i++) {
		for (struct table_item *item = m->channel.chain[i]; item; item = item->next) {
			const struct channel *c = (const struct channel *)item;

			if (c->first && (!first || is_before(c, first)))
				first = c;
		}
	}
	return first;
}

/* Return why a send or a receive has no other end, and how to mend it. */
static const char *why_unmatched(const struct messages *m, const struct channel *c)
{
	if (m->archive->format->own_ends && source_of(m, c) == dest_of(m, c))
		return m->archive->format->own_ends;
	if (m->archive->format->untagged && !c->of.tag)
		return m->archive->format->untagged;
	if (c->receives)
		return "not all ranks were traced, or the archive was cut; trace the program to its end";
	return "the program did not receive or did not wait for it, or the archive was cut; trace the program to its end";
}

bool messages_end(struct messages *m, struct messages_found *found, struct sim_error *err)
{
	u64 *unmatched = sim_alloc(m->archive->ranks, sizeof(*unmatched));
	const struct channel *c;
	char place[ARCHIVE_PLACE], when[64] = "";
	const struct half *h;
	const char *name;

	each_channel(m, give_tag, NULL);
	each_channel(m, give_any, NULL);
	each_channel(m, count_sends, unmatched);
	each_channel(m, leave_out, unmatched);
	free(unmatched);
	c = find_first(m);
	*found = m->found;
	if (!c && !check_wild(m, err))
		return false;
	if (!c) {
		table_free(&m->tag);
		m->tag = (struct table){ 0 };
		return true;
	}
	h = c->first;
	name = comm_name(&m->archive->comm[c->of.comm]);
	if (h->line)
		snprintf(place, sizeof(place), "%.200s:%" PRIu64,
			 archive_file(m->archive, c->receives ? dest_of(m, c) : source_of(m, c)),
			 h->line);
	else
		snprintf(place, sizeof(place), "%.200s", m->archive->path);
	if (!h->line)
		snprintf(when, sizeof(when), " at %" PRIu64 ".%09" PRIu64 " s", h->time / NS_PER_S,
			 h->time % NS_PER_S);
	if (c->receives)
		return sim_fail(err, "%s: rank %u receives %" PRIu64 " bytes of rank %u%s with tag %u of %.64s, and no record has their send: %s",
				place, dest_of(m, c), h->bytes, source_of(m, c), when, c->of.tag,
				name, why_unmatched(m, c));
	return sim_fail(err, "%s: rank %u sends %" PRIu64 " bytes to rank %u%s with tag %u of %.64s, and no record has their receive: %s",
			place, source_of(m, c), h->bytes, dest_of(m, c), when, c->of.tag, name,
			why_unmatched(m, c));
}

struct messages *messages_new(const struct archive *a, bool trusted, bool part,
			      struct table *left_out)
{
	struct messages *m = sim_alloc(1, sizeof(*m));

	m->archive = a;
	m->trusted = trusted;
	m->part = part;
	m->left_out = left_out;
	m->lost = sim_alloc(a->ranks, sizeof(*m->lost));
	return m;
}

void messages_free(struct messages *m)
{
	if (!m)
		return;
	for (u32 i = 0; i < m->channel.chains; i++) {
		for (struct table_item *item = m->channel.chain[i]; item; item = item->next) {
			struct channel *c = (struct channel *)item;

			while (c->first) {
				struct half *h = c->first;

				c->first = h->next;
				free(h);
			}
		}
	}
	for (u32 i = 0; i < m->wild.chains; i++)
		for (struct table_item *item = m->wild.chain[i]; item; item = item->next)
			table_free(&((struct wild *)item)->any);
	table_free(&m->wild);
	table_free(&m->channel);
	table_free(&m->cut);
	table_free(&m->tag);
	free(m->lost);
	free(m);
}
