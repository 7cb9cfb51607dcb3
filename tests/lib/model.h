/* SPDX-License-Identifier: GPL-2.0-only */
/* Helpers that tests and benchmarks of the model share: fabrics with memory of their own. */
#ifndef TESTS_MODEL_H
#define TESTS_MODEL_H

#include <stdio.h>
#include <stdlib.h>

#include "sim/core/lengths.h"
#include "sim/routers/seastar/seastar.h"

/* Allocate memory, zeroed and 64-byte aligned; the program ends if there is none. */
static inline void *model_memory(size_t bytes)
{
	size_t rounded = (bytes + 63) & ~(size_t)63;
	void *mem = aligned_alloc(64, rounded ? rounded : 64);

	if (!mem) {
		fprintf(stderr, "cannot get %zu bytes of memory\n", bytes);
		exit(1);
	}
	return memset(mem, 0, rounded);
}

static inline struct ss_fabric *model_new(const struct ss_config *cfg)
{
	const char *why = ss_config_check(cfg);

	if (why) {
		fprintf(stderr, "%s\n", why);
		exit(1);
	}
	return ss_fabric_init(model_memory(ss_fabric_bytes(cfg)), cfg);
}

static inline void model_free(struct ss_fabric *f)
{
	free(ss_traffic_mem(f));
	free(f);
}

static inline void model_traffic(struct ss_fabric *f, const struct ss_traffic *t)
{
	u8 *scratch = model_memory(ss_fabric_nodes(f));
	const char *why = ss_traffic_check(f, t, scratch);

	free(scratch);
	if (why) {
		fprintf(stderr, "%s\n", why);
		exit(1);
	}
	free(ss_traffic_set(f, t, model_memory(ss_traffic_bytes(f, t))));
}

/* Make a survey of tables for a fabric, to be freed by the caller; NULL for no tables. */
static inline struct ss_survey *model_survey(const struct ss_fabric *f, const struct ss_tables *t)
{
	const struct ss_config *cfg = ss_fabric_config(f);
	struct ss_survey *survey;
	void *scratch;

	if (!t)
		return NULL;
	survey = model_memory(ss_survey_bytes(cfg));
	scratch = model_memory(ss_survey_scratch(cfg));
	ss_survey_make(survey, cfg, t, scratch, NULL, NULL);
	free(scratch);
	return survey;
}

/* Let tables route packets or, if they are NULL, the rule. */
static inline void model_tables(struct ss_fabric *f, const struct ss_tables *t)
{
	struct ss_survey *survey = model_survey(f, t);

	ss_tables_set(f, t, survey);
	free(survey);
}

/* Set the aging of every router: biases by dimension; the processor port's bias is 1. */
static inline void model_aging(struct ss_fabric *f, u32 period, u64 select,
			       const u32 bias[SS_DIMS])
{
	for (u32 r = 0; r < ss_fabric_routers(f); r++) {
		ss_aging_set_period(f, r, period);
		ss_aging_set_select(f, r, select);
		for (u32 port = SEASTAR_PORT_XP; port < SS_PORTS; port++)
			for (u32 c = 0; c < SS_CLASSES; c++)
				ss_aging_set_bias(f, r, port, c,
						  bias[(port - 1) / 2]);
	}
}

/* Make traffic of nine-flit requests from a window of @window packets per node. */
static inline struct ss_traffic model_window(u32 pattern, u32 window)
{
	struct ss_traffic t = {
		.pattern = pattern,
		.source = SEASTAR_SOURCE_CLOSED,
		.window = window,
		.lengths = ss_lengths_one(9),
		.requests = SEASTAR_PPM,
	};

	return t;
}

/*
 * Let all nodes of a ring of eight send to the next one; return the flits that each receives in
 * @cycles.
 */
static inline u64 model_to_the_next(const struct ss_config *cfg, u32 length, u64 cycles)
{
	static const u32 next[] = { 1, 2, 3, 4, 5, 6, 7, 0 };
	struct ss_traffic t = {
		.pattern = SEASTAR_PATTERN_PERMUTATION, .permutation = next,
		.source = SEASTAR_SOURCE_OPEN, .load = SEASTAR_PPM, .requests = SEASTAR_PPM,
		.lengths = ss_lengths_one(length),
	};
	struct ss_source_stats before, after;
	struct ss_fabric *f = model_new(cfg);

	model_traffic(f, &t);
	ss_fabric_run(f, 3000);
	ss_read_source(f, 2, &before);
	ss_fabric_run(f, cycles);
	ss_read_source(f, 2, &after);
	model_free(f);
	return after.stat[SEASTAR_SRC_FLITS] - before.stat[SEASTAR_SRC_FLITS];
}

#endif /* TESTS_MODEL_H */
