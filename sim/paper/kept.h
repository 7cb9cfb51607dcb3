/* SPDX-License-Identifier: GPL-2.0-only */
/* A file that keeps the results of a reproduction's runs, which are not run again. */
#ifndef SIM_PAPER_KEPT_H
#define SIM_PAPER_KEPT_H

#include <json-c/json.h>

#include "sim/sweep/journal.h"

/**
 * struct kept - the file
 * @journal: of the results
 * @known: numbers of its lines by their experiments
 */
struct kept {
	struct journal journal;
	struct json_object *known;
};

/* Open the file, or make it.  Results of other experiments may be in it, and stay. */
bool kept_open(struct kept *k, const char *path, struct sim_error *err);

/*
 * The result of an experiment, as sim_experiment_print() prints it, goes to @result; NULL if it is
 * not there.  It becomes the one with @number, from 1 on, by which the file is sorted.  Return:
 * false, and why, if it cannot be read.
 */
bool kept_find(struct kept *k, const char *experiment, u32 number, struct json_object **result,
	       struct sim_error *err);

/* Keep a result, a line without its end. */
bool kept_add(struct kept *k, const char *experiment, u32 number, const char *line, size_t size,
	      struct sim_error *err);

/* Sort the results: those of others are first, and nothing tells what was run when. */
bool kept_sort(struct kept *k, struct sim_error *err);

void kept_close(struct kept *k);

#endif /* SIM_PAPER_KEPT_H */
