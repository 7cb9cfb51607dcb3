/* SPDX-License-Identifier: GPL-2.0-only */
/* Look-up tables for a device: their plan, making, proof and sending. */
#ifndef ROUTE_JOB_H
#define ROUTE_JOB_H

#include "sim/route/print.h"

#include "tables.h"

/* Word in place of a plan for a device without tables. */
#define ROUTE_BY_RULE	"rule"

/**
 * struct route_job - tables for a device
 * @device: device that the tables are for
 * @routing: routing in force
 * @down: links that are down, a value of down=, or ""
 * @downs: number of links that are down
 * @plan: plan of the tables
 * @t: the tables
 * @missing: number of pairs without a route by the rules
 * @pairs: some of the pairs without a route
 * @proof: proof of the tables
 */
struct route_job {
	struct device device;
	struct routing routing;
	char *down;
	size_t downs;
	struct route_plan *plan;
	struct route_tables *t;
	struct route_missing missing;
	struct route_pairs pairs;
	struct route_proof *proof;
};

/*
 * Read a device, except for its tables, and begin a plan; the program ends if the device cannot
 * have tables.
 */
void route_job_read(struct nl *nl, const char *dev, struct route_job *j);
void route_job_free(struct route_job *j);

/* Add to the plan one word, or several as "KEY=VALUE KEY=VALUE". */
bool route_job_word(struct route_job *j, const char *key, const char *value,
		    struct sim_error *err);
bool route_job_words(struct route_job *j, const char *words, struct sim_error *err);

/* Check that @words are words of a plan, for any device. */
bool route_words_check(const char *words, struct sim_error *err);

/* Return the words of a checked plan, to be freed; "" if they are too long for the kernel. */
char *route_job_plan(const struct route_job *j);

/* Make the tables by the plan, and prove them. The plan must have all links that are down. */
bool route_job_make(struct route_job *j, struct sim_error *err);

/* Return true if the proof of the tables succeeded. */
bool route_job_holds(const struct route_job *j);

/* Return the regions by node id as ranges of x, such as "0-5,6-10"; to be freed. */
char *route_job_regions(const struct route_job *j, const uint16_t *nid);

/* Send the tables as a draft, with the words of their plan; return its id. */
uint64_t route_job_send(struct nl *nl, const struct route_job *j);

#endif /* ROUTE_JOB_H */
