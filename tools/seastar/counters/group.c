// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE	/* qsort_r() */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/lib/names.h"
#include "tools/seastar/base/print.h"

#include "group.h"

const char *const grouping_names[] = { "port", "dimension", "fabric", "router", NULL };

const char *const metric_names[] = { "packets", "flits", "blocked", "stalled", "wait", NULL };
const char *const metric_units[] = { "packets", "flits", "cycles", "cycles", "cycles/packet" };
const int metric_digits[METRICS] = { [WAIT] = 3 };

const char *const sorting_names[] = {
	"place", "packets", "flits", "blocked", "stalled", "wait", NULL
};

static size_t group_count(const struct sample *s, enum grouping by)
{
	switch (by) {
	case BY_PORT:
		return SEASTAR_PORTS;
	case BY_DIMENSION:
		return PORT_GROUPS;
	case BY_ROUTER:
		return s->n;
	default:
		return 1;
	}
}

static size_t group_of(enum grouping by, size_t nth_router, unsigned int port)
{
	switch (by) {
	case BY_PORT:
		return port;
	case BY_DIMENSION:
		return port_group(port);
	case BY_ROUTER:
		return nth_router;
	default:
		return 0;
	}
}

static void name_group(struct group *g, const struct sample *s, enum grouping by, size_t i)
{
	switch (by) {
	case BY_PORT:
		snprintf(g->name, sizeof(g->name), "%s", text_name(port_names, i));
		break;
	case BY_DIMENSION:
		snprintf(g->name, sizeof(g->name), "%s", port_group_names[i]);
		break;
	case BY_ROUTER:
		snprintf(g->name, sizeof(g->name), "%u", s->router[i].router);
		break;
	default:
		snprintf(g->name, sizeof(g->name), "all");
	}
}

static void group_add(struct group *g, const uint64_t counter[SEASTAR_COUNTERS])
{
	size_t i;

	for (i = 0; i < SEASTAR_COUNTERS; i++)
		g->counter[i] += counter[i];
}

static void drop_unnamed(struct groups *g)
{
	size_t i, kept = 0;

	for (i = 0; i < g->n; i++) {
		if (*g->group[i].name)
			g->group[kept++] = g->group[i];
	}
	g->n = kept;
}

struct groups groups_sum(const struct sample *s, enum grouping by, uint32_t ports)
{
	struct groups g = { .n = group_count(s, by) };
	unsigned int port;
	size_t i, k;

	g.group = allocate(g.n, sizeof(*g.group));
	for (i = 0; i < s->n; i++) {
		for (port = 0; port < SEASTAR_PORTS; port++) {
			if (!(ports >> port & 1))
				continue;
			k = group_of(by, i, port);
			group_add(&g.group[k], s->router[i].counter[port]);
			if (!*g.group[k].name) {
				name_group(&g.group[k], s, by, k);
				g.group[k].nth = k;
			}
		}
	}
	drop_unnamed(&g);
	return g;
}

void groups_free(struct groups *g)
{
	free(g->group);
	*g = (struct groups){ 0 };
}

struct group groups_total(const struct groups *g)
{
	struct group total = { .name = "all" };
	size_t i;

	for (i = 0; i < g->n; i++)
		group_add(&total, g->group[i].counter);
	return total;
}

double counters_metric(const uint64_t counter[SEASTAR_COUNTERS], enum metric m)
{
	switch (m) {
	case PACKETS:
		return vcs_sum(counter, SEASTAR_COUNTER_VC0_PKTS);
	case FLITS:
		return vcs_sum(counter, SEASTAR_COUNTER_VC0_FLITS);
	case BLOCKED:
		return vcs_sum(counter, SEASTAR_COUNTER_VC0_BLOCKED);
	case STALLED:
		return counter[SEASTAR_COUNTER_STALLED];
	default:
		return port_wait(counter);
	}
}

double group_metric(const struct group *g, enum metric m)
{
	return counters_metric(g->counter, m);
}

int metric_order(double x, double y, bool rising)
{
	if (isnan(x) || isnan(y))
		return isnan(x) - isnan(y);
	if (x == y)
		return 0;
	return (x < y) == rising ? -1 : 1;
}

struct order {
	enum metric metric;
	bool rising;
};

static int group_order(const void *a, const void *b, void *ctx)
{
	const struct group *x = a, *y = b;
	const struct order *o = ctx;

	return metric_order(group_metric(x, o->metric), group_metric(y, o->metric), o->rising) ?:
	       (x->nth > y->nth) - (x->nth < y->nth);
}

void groups_sort(struct groups *g, enum metric m, bool rising)
{
	struct order order = { m, rising };

	qsort_r(g->group, g->n, sizeof(*g->group), group_order, &order);
}
