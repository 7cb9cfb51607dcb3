/* SPDX-License-Identifier: GPL-2.0-only */
/* Look-up tables for a device: planned, made, proved and sent. */
#ifndef ROUTE_JOB_H
#define ROUTE_JOB_H

#include "sim/route/print.h"

#include "tables.h"

/* Stands for the plan of a device that has no tables. */
#define ROUTE_BY_RULE	"rule"

/**
 * struct route_job - tables for a device
 * @device: device that the tables are for
 * @routing: routing in force
 * @down: links that are down, a value of down=, or ""
 * @downs: number of links that are down
 * @plan: plan of the tables
 * @t: the tables
 * @missing: pairs without a route by the rules
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

/* Read of a device all but its tables, and begin a plan; the program ends if it can have none. */
void route_job_read(struct nl *nl, const char *dev, struct route_job *j);
void route_job_free(struct route_job *j);

/* Add one word to the plan; or several, KEY=VALUE, with blanks between them. */
bool route_job_word(struct route_job *j, const char *key, const char *value,
		    struct sim_error *err);
bool route_job_words(struct route_job *j, const char *words, struct sim_error *err);

/* Check that these are words of a plan, whatever it is for. */
bool route_words_check(const char *words, struct sim_error *err);

/* Return the choices of the plan, which was checked, in words; "" if too many; to be freed. */
char *route_job_plan(const struct route_job *j);

/* Make tables by the plan, which knows of all links that are down, and prove them. */
bool route_job_make(struct route_job *j, struct sim_error *err);

/* Return true if the tables hold. */
bool route_job_holds(const struct route_job *j);

/* Return "0-5,6-10", planes of x whose routers are in one region by node id; to be freed. */
char *route_job_regions(const struct route_job *j, const uint16_t *nid);

/* Send the tables as a draft, with the words of their plan; return its id. */
uint64_t route_job_send(struct nl *nl, const struct route_job *j);

#endif /* ROUTE_JOB_H */
