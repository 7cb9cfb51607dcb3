/* SPDX-License-Identifier: GPL-2.0-only */
/* Results that are read back, of one run or many, as described in docs/sim-result.schema.json. */
#ifndef SIM_RESULTS_H
#define SIM_RESULTS_H

#include <json-c/json.h>

#include "sim/experiment/keys.h"
#include "sim/topology/list.h"

/**
 * struct results - results in the order in which they were read
 * @count: number of results
 * @at: the results
 * @brief: results on a line each are read without their lists of sources
 */
struct results {
	u32 count;
	bool brief;
	struct json_object **at;
};

/**
 * results_read() - add the results in a file
 * @s: receives the results, all zero at first
 * @path: path of the file, "-" for standard input: results one after the other, as a run or a sweep
 *	writes them
 * @err: receives the reason for a failure, with the line
 *
 * Return: false if the file cannot be read or is not one of results.
 */
bool results_read(struct results *s, const char *path, struct sim_error *err);

/*
 * Keep those whose experiment has "key=value", however the value is written, or one of the values
 * of "key=VALUE,..." and "key=FIRST:LAST:STEP"; false if there is no such key or value, or none is
 * left.
 */
bool results_keep(struct results *s, const char *assignment, struct sim_error *err);

/* Put the results that results_keep() would keep before the others; the order is kept otherwise. */
bool results_first(struct results *s, const char *assignment, struct sim_error *err);

void results_free(struct results *s);

/* Return the value at @path, such as "latency.mean" or "ports.1.flits"; NULL if there is none. */
struct json_object *result_value(struct json_object *result, const char *path);

/* Return the value at @path as a number; NAN if it is none. */
double result_number(struct json_object *result, const char *path);

/* Return the value at @path as text, "" if there is none. */
const char *result_text(struct json_object *result, const char *path);

/* Count packets that routers dropped in the measured cycles, without a route or at datelines. */
u64 result_lost(struct json_object *result);

/* Count the elements of an array; 0 if it is none. */
u32 result_count(struct json_object *result, const char *path);

/* Return the value of a key of the experiment as text, "" if it has no such key. */
const char *result_key(struct json_object *result, const char *key);

/* Return the topology of a result's fabric. */
const struct ss_topology_ops *result_topology(struct json_object *result);

/* Set the shape of a result's fabric; false if its sizes are not valid. */
bool result_shape(struct json_object *result, struct ss_topology *t);

/*
 * Write into @text the router that @o names by its members "node" and "at", such as the router of a
 * buffer.
 */
void result_describe_router(const struct ss_topology_view *v, struct json_object *o,
			    char text[SS_WORDS]);

/* Get the values of sim_choice_keys from an experiment's keys, "" for missing ones. */
void experiment_choices(struct json_object *keys, const char *chosen[SIM_CHOICES]);

/* Return true if the first @count of @a and @b are equal. */
bool choices_agree(const char *const *a, const char *const *b, u32 count);

/*
 * Return true if the experiment of any result has @key.  If not, a sentence names the nearest key.
 */
bool results_have_key(const struct results *s, const char *key, struct sim_error *err);

/* Return true if the value of @key is the same in all results. */
bool results_agree(const struct results *s, const char *key);

#endif /* SIM_RESULTS_H */
