/* SPDX-License-Identifier: GPL-2.0-only */
/* A hash table with keys of 64 bits, and chains of items. */
#ifndef SIM_PROGRAM_TABLE_H
#define SIM_PROGRAM_TABLE_H

#include "sim/base/memory.h"

#include "fabric.h"

/* The first member of each structure that is in a table. */
struct table_item {
	u64 key;
	struct table_item *next;
};

/**
 * struct table - items by key, each key once
 * @chain: chains of items, by hash
 * @chains: number of chains, a power of two or 0
 * @count: number of items
 */
struct table {
	struct table_item **chain;
	u32 chains;
	u32 count;
};

static inline struct table_item **table_chain(const struct table *t, u64 key)
{
	return &t->chain[(key * 0x9e3779b97f4a7c15ULL) >> 32 & (t->chains - 1)];
}

/* Find the item with @key, or NULL. */
static inline void *table_find(const struct table *t, u64 key)
{
	struct table_item *i = t->chains ? *table_chain(t, key) : NULL;

	while (i && i->key != key)
		i = i->next;
	return i;
}

static inline void table_extend(struct table *t)
{
	struct table old = *t;

	t->chains = old.chains ? 2 * old.chains : 8;
	t->chain = sim_alloc(t->chains, sizeof(*t->chain));
	for (u32 i = 0; i < old.chains; i++) {
		for (struct table_item *item = old.chain[i], *next; item; item = next) {
			struct table_item **to = table_chain(t, item->key);

			next = item->next;
			item->next = *to;
			*to = item;
		}
	}
	free(old.chain);
}

/* Add an item of @size bytes, all zero, with @key, which no other item has. */
static inline void *table_add(struct table *t, u64 key, size_t size)
{
	struct table_item *item = sim_alloc(1, size), **to;

	if (t->count >= t->chains)
		table_extend(t);
	to = table_chain(t, key);
	item->key = key;
	item->next = *to;
	*to = item;
	t->count++;
	return item;
}

/* Find the item with @key, or add one. */
static inline void *table_get(struct table *t, u64 key, size_t size)
{
	void *item = table_find(t, key);

	return item ? item : table_add(t, key, size);
}

static inline void table_remove(struct table *t, void *item)
{
	struct table_item **at = table_chain(t, ((struct table_item *)item)->key);

	while (*at != item)
		at = &(*at)->next;
	*at = (*at)->next;
	t->count--;
	free(item);
}

static inline void table_free(struct table *t)
{
	for (u32 i = 0; i < t->chains; i++) {
		for (struct table_item *item = t->chain[i], *next; item; item = next) {
			next = item->next;
			free(item);
		}
	}
	free(t->chain);
}

#endif /* SIM_PROGRAM_TABLE_H */
