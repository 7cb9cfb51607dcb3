// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counters of the routers, summed up by dimension and by router.
 *
 * Packets by age are a counter with a label, not a histogram: the hardware counts 64
 * ages in one bin and keeps no sum of ages, without which a histogram has no mean.
 */
#include "metrics.h"

#define FAMILY(NAME, name, number, place, reg, since, unit, doc, metric, help, port)	\
	[SUM_##NAME] = { "xtnet_" metric "_total", help },

/* The family of each sum; the sums by age have none here, since all of them share a family. */
static const struct sum_family {
	const char *name, *help;
} sum_families[SUMS] = {
	SS_COUNTERS(FAMILY, FAMILY, SS_NO_COUNTERS, FAMILY)
};

/* Metrics that are served by router, too. */
static const struct {
	const char *name;
	enum sum sum;
} router_families[] = {
	{ "xtnet_router_flits_received_total", SUM_FLITS },
	{ "xtnet_router_blocked_cycles_total", SUM_BLOCKED },
	{ "xtnet_router_stalled_cycles_total", SUM_STALLED },
};

static void counters_begin(struct page *p, const struct fabric *fab, unsigned int dim)
{
	page_sample(p, "");
	page_label(p, "device", fab->name);
	page_label(p, "dimension", port_group_names[dim]);
}

static void cycles(struct page *p, const struct exporter *e)
{
	const struct fabric *fab;

	page_family(p, "xtnet_device_cycles_total", "counter",
		    "Cycles of the router clock when the counters were sampled.");
	for (fab = e->fabrics; fab; fab = fab->next) {
		if (!fab->counters.valid)
			continue;
		page_sample(p, "");
		page_label(p, "device", fab->name);
		page_u64(p, fab->counters.cycle);
	}
}

static void by_dimension(struct page *p, const struct exporter *e, enum sum sum)
{
	const struct fabric *fab;
	unsigned int dim;

	page_family(p, sum_families[sum].name, "counter", sum_families[sum].help);
	for (fab = e->fabrics; fab; fab = fab->next) {
		for (dim = 0; fab->counters.valid && dim < PORT_GROUPS; dim++) {
			counters_begin(p, fab, dim);
			page_u64(p, fab->counters.dimension[dim].of[sum]);
		}
	}
}

/*
 * Return true if a device has series by router.  A large device would have thousands: it has them
 * only on request.
 */
static bool has_routers(const struct exporter *e, const struct fabric *fab)
{
	if (e->routers == ROUTERS_SMALL)
		return fab->routers <= SMALL_ROUTERS;
	return e->routers == ROUTERS_ALL;
}

static void coordinates(struct page *p, const struct fabric *fab, uint32_t router)
{
	page_label_u64(p, "x", router / fab->radix[2] / fab->radix[1]);
	page_label_u64(p, "y", router / fab->radix[2] % fab->radix[1]);
	page_label_u64(p, "z", router % fab->radix[2]);
}

static void router_info(struct page *p, const struct exporter *e)
{
	const struct fabric *fab;
	uint32_t router;

	page_family(p, "xtnet_router_info", "gauge",
		    "A router, with its coordinates; always 1.");
	for (fab = e->fabrics; fab; fab = fab->next) {
		for (router = 0; has_routers(e, fab) && router < fab->routers; router++) {
			page_sample(p, "");
			page_label(p, "device", fab->name);
			page_label_u64(p, "router", router);
			coordinates(p, fab, router);
			page_u64(p, 1);
		}
	}
}

static void by_router(struct page *p, const struct exporter *e, const char *name, enum sum sum)
{
	const struct fabric *fab;

	page_family(p, name, "counter", sum_families[sum].help);
	for (fab = e->fabrics; fab; fab = fab->next) {
		if (!fab->counters.valid || !has_routers(e, fab))
			continue;
		page_sample(p, "");
		page_label(p, "device", fab->name);
		page_each(p, "router", &fab->counters.router->of[sum],
			  sizeof(*fab->counters.router), fab->routers);
	}
}

static void ages(struct page *p, const struct exporter *e)
{
	const struct fabric *fab;
	unsigned int dim, bin;

	page_family(p, "xtnet_packets_sent_total", "counter",
		    "Packets sent by output ports, by age.");
	for (fab = e->fabrics; fab; fab = fab->next) {
		for (dim = 0; fab->counters.valid && dim < PORT_GROUPS; dim++) {
			for (bin = 0; bin < SEASTAR_AGE_BINS; bin++) {
				counters_begin(p, fab, dim);
				page_label(p, "age", age_names[bin]);
				page_u64(p, fab->counters.dimension[dim].of[SUM_AGE_BIN + bin]);
			}
		}
	}
}

void metrics_counters(struct page *p, const struct exporter *e)
{
	size_t i;

	cycles(p, e);
	ages(p, e);
	for (i = 0; i < SUMS; i++) {
		if (sum_families[i].name)
			by_dimension(p, e, i);
	}
	router_info(p, e);
	for (i = 0; i < sizeof(router_families) / sizeof(router_families[0]); i++)
		by_router(p, e, router_families[i].name, router_families[i].sum);
}
