/* SPDX-License-Identifier: GPL-2.0-only */
/* The highest stable load of an experiment. */
#ifndef SIM_SATURATE_H
#define SIM_SATURATE_H

#include <stdio.h>

#include <json-c/json.h>

#include "sim/experiment/experiment.h"
#include "sim/result/stable.h"

#define SATURATE_STEP		5000	/* millionths of a flit per node per cycle */
#define SATURATE_MAX_SEEDS	1000

/**
 * struct saturate - settings of a search
 * @experiment: experiment to run, whose load and seed the search replaces
 * @step: distance between loads, which are its multiples, in millionths of a flit per node per
 * cycle
 * @highest: highest load to try, in millionths of a flit per node per cycle; 0: the highest that
 * the experiment's sources can have
 * @seeds: number of seeds, of which the experiment's is the first
 * @rule: rule by which a load is stable
 * @workers: number of runs at a time; 0: as many as there are processors or ranks
 * @output: file for the results of all runs, a line of JSON each, or NULL
 */
struct saturate {
	struct sim_experiment *experiment;
	u32 step;
	u32 highest;
	u32 seeds;
	enum stable_rule rule;
	u32 workers;
	const char *output;
};

/* Return the highest value of `load`, in millionths. */
u32 saturate_most(void);

/*
 * Check a search, and make @s->highest a multiple of the step.  On failure @err says what is wrong:
 * a load that is given, or changed in mid-run; sources without a load; keys that do not go
 * together.
 */
bool saturate_check(struct saturate *s, struct sim_error *err);

/**
 * saturate_run() - search for the highest stable load
 * @s: a checked search
 * @err: receives the reason for a failure: a run failed, no node sends, or settings change in the
 * measured cycles
 *
 * Return: JSON as in docs/sim-saturate.schema.json, or NULL.
 */
struct json_object *saturate_run(struct saturate *s, struct sim_error *err);

/* Print the result of a search as text. */
void saturate_text(struct json_object *saturation, FILE *to);

#endif /* SIM_SATURATE_H */
