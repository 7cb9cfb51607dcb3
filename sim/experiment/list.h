/* SPDX-License-Identifier: GPL-2.0-only */
/* Lists and ranges of values of a key, as a sweep takes them: "0.1:0.5:0.1,0.9". */
#ifndef SIM_LIST_H
#define SIM_LIST_H

#include "keys.h"

#define SIM_MAX_LIST	100000

/**
 * struct sim_list - values of one key
 * @count: number of values
 * @value: the values, as text
 */
struct sim_list {
	u32 count;
	char **value;
};

/**
 * sim_list_add() - add the values in a text
 * @l: receives the values, all zero at first
 * @key: name of the key
 * @text: "VALUE,...", where a number may be a range, "FIRST:LAST:STEP"; a text that is one value of
 *	the key as it stands, commas and all, is one
 * @err: receives the reason for a failure
 */
bool sim_list_add(struct sim_list *l, const char *key, const char *text, struct sim_error *err);

/* Add a value as it is. */
void sim_list_append(struct sim_list *l, const char *value);

/* Leave the first @count. */
void sim_list_cut(struct sim_list *l, u32 count);

/* Return true if @text lists several values of @key, all of them valid. */
bool sim_list_is(const char *key, const char *text);

/* Return the first value of such a list, for the caller to free. */
char *sim_list_first(const char *key, const char *text);

void sim_list_free(struct sim_list *l);

#endif /* SIM_LIST_H */
