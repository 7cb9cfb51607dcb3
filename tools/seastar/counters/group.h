/* SPDX-License-Identifier: GPL-2.0-only */
/* Sums of counters over ports: by port, dimension, router, or the fabric. */
#ifndef COUNTERS_GROUP_H
#define COUNTERS_GROUP_H

#include <stdint.h>

#include "tools/seastar/base/args.h"

#include "sample.h"
#include "sums.h"

enum grouping { BY_PORT, BY_DIMENSION, BY_FABRIC, BY_ROUTER };

/* Words for the groupings. */
extern const char *const grouping_names[];

struct group {
	char name[16];
	size_t nth;	/* index before sorting */
	uint64_t counter[SEASTAR_COUNTERS];
};

struct groups {
	struct group *group;
	size_t n;
};

/**
 * groups_sum() - sum up a sample
 * @s: the sample
 * @by: kind of groups
 * @ports: ports that count: bit p for port p; groups without ports are left out
 *
 * Return: the groups, to be freed by groups_free().
 */
struct groups groups_sum(const struct sample *s, enum grouping by, uint32_t ports);
void groups_free(struct groups *g);

/* Metrics of counters; their words, units and digits after the decimal point. */
enum metric { PACKETS, FLITS, BLOCKED, STALLED, WAIT, METRICS };
extern const char *const metric_names[METRICS + 1];
extern const char *const metric_units[METRICS];
extern const int metric_digits[METRICS];

/*
 * Return a metric. METRIC_WAIT is cycles blocked per packet of requests (SC07, Eq. 17;
 * docs/model.md).
 */
double counters_metric(const uint64_t counter[SEASTAR_COUNTERS], enum metric m);
double group_metric(const struct group *g, enum metric m);

/* Sort keys of links and groups, and their words: SORT_PLACE, or a metric. */
#define SORT_PLACE		0
#define SORT_METRIC(sort)	((enum metric)((sort) - 1))
extern const char *const sorting_names[METRICS + 2];

/* Compare two values for qsort(): the larger first, or the smaller if @rising; NaN last. */
int metric_order(double x, double y, bool rising);

/* Sort groups by a metric. */
void groups_sort(struct groups *g, enum metric m, bool rising);

/* Return the sum of all groups. */
struct group groups_total(const struct groups *g);

#endif /* COUNTERS_GROUP_H */
