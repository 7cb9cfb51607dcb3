// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "tools/seastar-mpi/map.h"

#define FIRST_BITS	8
#define BLOCK		64	/* entries per allocation */

static struct map_bucket *map_bucket(const struct map *map, uintptr_t key)
{
	return &map->buckets[(key * 0x9e3779b97f4a7c15ull) >> (64 - map->bits)];
}

static void map_append(struct map *map, struct map_entry *entry)
{
	struct map_bucket *bucket = map_bucket(map, entry->key);

	entry->next = NULL;
	if (bucket->first)
		bucket->last->next = entry;
	else
		bucket->first = entry;
	bucket->last = entry;
}

/* Double the buckets of @map; without memory the map does not change. */
static void map_grow(struct map *map)
{
	struct map old = *map;
	unsigned int bits = map->buckets ? map->bits + 1 : FIRST_BITS;
	struct map_bucket *buckets = calloc((size_t)1 << bits, sizeof(*buckets));
	struct map_entry *entry, *next;
	size_t i;

	if (!buckets)
		return;
	map->buckets = buckets;
	map->bits = bits;
	for (i = 0; old.buckets && i < (size_t)1 << old.bits; i++) {
		for (entry = old.buckets[i].first; entry; entry = next) {
			next = entry->next;
			map_append(map, entry);
		}
	}
	free(old.buckets);
}

static struct map_entry *map_take(struct map *map)
{
	struct map_entry *entry = map->idle;
	char *block;
	int i;

	if (!entry) {
		block = malloc(BLOCK * map->entry_size);
		for (i = 0; block && i < BLOCK; i++) {
			entry = (struct map_entry *)(block + i * map->entry_size);
			entry->next = map->idle;
			map->idle = entry;
		}
	}
	if (entry)
		map->idle = entry->next;
	return entry;
}

/* Return a new entry of zeroes for @key, or NULL if there is no memory. */
void *map_add(struct map *map, uintptr_t key)
{
	struct map_entry *entry;

	if (!map->buckets || map->entries >= (size_t)1 << map->bits)
		map_grow(map);
	entry = map->buckets ? map_take(map) : NULL;
	if (!entry)
		return NULL;
	memset(entry, 0, map->entry_size);
	entry->key = key;
	map_append(map, entry);
	map->entries++;
	return entry;
}

/* Find the oldest entry of @key, or NULL. */
void *map_find(const struct map *map, uintptr_t key)
{
	struct map_entry *entry;

	if (!map->entries)
		return NULL;
	for (entry = map_bucket(map, key)->first; entry; entry = entry->next)
		if (entry->key == key)
			return entry;
	return NULL;
}

void map_remove(struct map *map, void *removed)
{
	struct map_entry *entry = removed, *before = NULL, *at;
	struct map_bucket *bucket = map_bucket(map, entry->key);

	for (at = bucket->first; at != entry; at = at->next)
		before = at;
	if (before)
		before->next = entry->next;
	else
		bucket->first = entry->next;
	if (bucket->last == entry)
		bucket->last = before;
	map->entries--;
	entry->next = map->idle;
	map->idle = entry;
}
