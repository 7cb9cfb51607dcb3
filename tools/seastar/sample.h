/* SPDX-License-Identifier: GPL-2.0-only */
/* A reading of the performance registers and source statistics. */
#ifndef SAMPLE_H
#define SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <json-c/json.h>
#include <linux/seastar.h>

#include "nl.h"

#define AGE_BINS	4
#define AGES_A_BIN	64

/* One router, at one instant; the two halves of AGE_GROUPs stand in @age. */
struct router_sample {
	uint32_t router;
	uint64_t cycle;
	uint64_t generation;
	uint64_t reg[SEASTAR_PORTS][SEASTAR_REGS];
	uint64_t age[SEASTAR_PORTS][AGE_BINS];
	uint64_t source[SEASTAR_SRC_STATS];
	uint64_t latency[SEASTAR_LAT_BINS];
};

struct sample {
	struct router_sample *router;
	size_t n;
	bool sources;	/* whether the driver has any: hardware's are its users */
};

/* Read all routers of @dev, or only *@one if that is given. */
void sample_read(struct nl *nl, const char *dev, const uint32_t *one, struct sample *s);
void sample_free(struct sample *s);

/*
 * Leave in @after what happened since @before, its cycles too.  Maxima are not
 * differences: they stay.  End the program if the two cannot be compared.
 */
void sample_subtract(struct sample *after, const struct sample *before);

/* "fab0: cycle 1000, generation 2, 8 routers" */
void sample_head_text(const char *dev, const struct sample *s);
void sample_head_json(struct json_object *o, const char *dev, const struct sample *s);

#endif /* SAMPLE_H */
