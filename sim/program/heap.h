/* SPDX-License-Identifier: GPL-2.0-only */
/* A heap, from which entries are taken in order. */
#ifndef SIM_PROGRAM_HEAP_H
#define SIM_PROGRAM_HEAP_H

#include "sim/base/memory.h"

#include "fabric.h"

/* An entry. Entries are compared by their members, the first one first. */
struct heap_entry {
	u64 time;
	u32 kind;
	u32 peer;
	u32 number;
};

struct heap {
	struct heap_entry *at;
	u32 count;
	u32 room;
};

static inline bool heap_is_before(const struct heap_entry *a, const struct heap_entry *b)
{
	if (a->time != b->time)
		return a->time < b->time;
	if (a->kind != b->kind)
		return a->kind < b->kind;
	return a->peer != b->peer ? a->peer < b->peer : a->number < b->number;
}

static inline void heap_put(struct heap *h, struct heap_entry e)
{
	u32 i = h->count++;

	if (h->count > h->room) {
		h->room = h->room ? 2 * h->room : 4;
		h->at = sim_grow(h->at, h->room, sizeof(*h->at));
	}
	for (; i && heap_is_before(&e, &h->at[(i - 1) / 2]); i = (i - 1) / 2)
		h->at[i] = h->at[(i - 1) / 2];
	h->at[i] = e;
}

/* Take the least entry; the heap is not empty. */
static inline struct heap_entry heap_take(struct heap *h)
{
	struct heap_entry first = h->at[0], last = h->at[--h->count];
	u32 i = 0;

	for (;;) {
		u32 next = 2 * i + 1;

		if (next + 1 < h->count && heap_is_before(&h->at[next + 1], &h->at[next]))
			next++;
		if (next >= h->count || !heap_is_before(&h->at[next], &last))
			break;
		h->at[i] = h->at[next];
		i = next;
	}
	h->at[i] = last;
	return first;
}

static inline void heap_free(struct heap *h)
{
	free(h->at);
}

#endif /* SIM_PROGRAM_HEAP_H */
