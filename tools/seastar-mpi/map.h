/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Entries by MPI handle. Several entries may have the same handle: MPI may give one handle to all
 * operations that complete at once. The oldest entry is found first.
 */
#ifndef SEASTAR_MPI_MAP_H
#define SEASTAR_MPI_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The first member of an entry: its key, and the next entry of its bucket. */
struct map_entry {
	struct map_entry *next;
	uintptr_t key;
};

struct map_bucket {
	struct map_entry *first;
	struct map_entry *last;
};

/**
 * struct map - entries by key
 * @buckets: array of buckets, a power of two of them
 * @bits: logarithm to base 2 of the number of buckets
 * @entries: number of entries
 * @entry_size: bytes of an entry
 * @idle: list of free entries
 */
struct map {
	struct map_bucket *buckets;
	unsigned int bits;
	size_t entries;
	size_t entry_size;
	struct map_entry *idle;
};

void *map_add(struct map *map, uintptr_t key);
void *map_find(const struct map *map, uintptr_t key);
void map_remove(struct map *map, void *entry);

/* The key of a handle, which is a pointer or an integer. */
#define MAP_KEY(handle) ((uintptr_t)(handle))

#endif
