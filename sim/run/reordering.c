// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE	/* tdestroy() */
#include <search.h>

#include "sim/base/memory.h"

#include "reordering.h"

/* A record: a packet that was injected later than all packets of its pair delivered before it. */
struct record {
	u64 injected;
	u64 number;
};

/**
 * struct pair - the deliveries from one node to another
 * @source: source node
 * @dest: destination node
 * @delivered: packets delivered so far
 * @records: number of records so far; the last SIM_REORDERING_REACH are kept
 * @room: number of records for which @record has room, a power of two
 * @record: ring of records; both of their members rise from one record to the next
 */
struct pair {
	u32 source;
	u32 dest;
	u64 delivered;
	u64 records;
	u32 room;
	struct record *record;
};

struct sim_reordering {
	void *tree;	/* all pairs, by tsearch() */
};

struct sim_reordering *sim_reordering_new(void)
{
	return sim_alloc(1, sizeof(struct sim_reordering));
}

static void free_pair(void *p)
{
	struct pair *pair = p;

	free(pair->record);
	free(pair);
}

void sim_reordering_free(struct sim_reordering *o)
{
	if (!o)
		return;
	tdestroy(o->tree, free_pair);
	free(o);
}

static int by_nodes(const void *a, const void *b)
{
	const struct pair *p = a, *q = b;

	if (p->dest != q->dest)
		return p->dest < q->dest ? -1 : 1;
	return p->source < q->source ? -1 : p->source > q->source;
}

static struct pair *find_pair(struct sim_reordering *o, u32 source, u32 dest)
{
	struct pair key = { .source = source, .dest = dest }, *new;
	struct pair **found = tfind(&key, &o->tree, by_nodes);

	if (found)
		return *found;
	new = sim_alloc(1, sizeof(*new));
	*new = key;
	sim_need(tsearch(new, &o->tree, by_nodes));
	return new;
}

static struct record *record_at(const struct pair *p, u64 i)
{
	return &p->record[i & (p->room - 1)];
}

/* Return the number of the oldest record of @p that is kept. */
static u64 oldest_record(const struct pair *p)
{
	return p->records > SIM_REORDERING_REACH ? p->records - SIM_REORDERING_REACH : 0;
}

static void append_record(struct pair *p, u64 injected)
{
	if (p->records == p->room && p->room < SIM_REORDERING_REACH) {
		p->room = p->room ? 2 * p->room : 8;
		p->record = sim_grow(p->record, p->room, sizeof(*p->record));
	}
	*record_at(p, p->records++) = (struct record){ injected, p->delivered };
}

/*
 * Return the number of the first record of @p with a packet injected after @injected; one exists.
 */
static u64 first_after(const struct pair *p, u64 injected)
{
	u64 low = oldest_record(p), high = p->records - 1;

	while (low < high) {
		u64 middle = low + (high - low) / 2;

		if (record_at(p, middle)->injected > injected)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

static void count_late(const struct pair *p, u64 injected, struct sim_late *late)
{
	u64 first = first_after(p, injected);
	u64 extent = p->delivered - record_at(p, first)->number;

	late->late++;
	late->extent += extent;
	if (extent > late->max)
		late->max = extent;
	late->clipped += first && first == oldest_record(p);
}

void sim_reordering_note(struct sim_reordering *o, const struct ss_delivery *d, bool on,
			 struct sim_late *late)
{
	struct pair *p;
	bool is_late;

	if (d->response)
		return;
	p = find_pair(o, d->source, d->dest);
	is_late = p->records && record_at(p, p->records - 1)->injected > d->injected;
	if (on)
		late->packets++;
	if (on && is_late)
		count_late(p, d->injected, late);
	if (!is_late)
		append_record(p, d->injected);
	p->delivered++;
}

void sim_late_add(struct sim_late *to, const struct sim_late *from)
{
	to->packets += from->packets;
	to->late += from->late;
	to->extent += from->extent;
	to->clipped += from->clipped;
	if (from->max > to->max)
		to->max = from->max;
}
