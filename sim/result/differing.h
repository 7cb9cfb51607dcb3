/* SPDX-License-Identifier: GPL-2.0-only */
/* The keys in which experiments differ. */
#ifndef SIM_DIFFERING_H
#define SIM_DIFFERING_H

#include "results.h"

/**
 * struct key_names - names of keys, each once
 * @count: number of names
 * @at: the names; owned by the results
 */
struct key_names {
	u32 count;
	const char **at;
};

bool key_names_have(const struct key_names *n, const char *name);

void key_names_add(struct key_names *n, const char *name);

/* Add the keys whose values are not the same in all results, in the order of the table. */
void key_names_differing(struct key_names *n, const struct results *s);

/* Return true if @key is a number in all @results. */
bool key_is_number(const struct results *results, const char *key);

/*
 * Find the first differing key, except the seed, that is a number in all @results; NULL: none is.
 */
const char *key_names_number(const struct results *results);

/*
 * Find the keys that differ, without defaults that follow from the router, its routing or its
 * crossbar.
 */
void key_names_varied(struct key_names *n, const struct results *s);

#endif /* SIM_DIFFERING_H */
