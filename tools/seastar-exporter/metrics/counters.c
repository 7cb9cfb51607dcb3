// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counters of the routers, summed up by dimension and by router.
 *
 * Packets by age are a counter with a label, not a histogram: the hardware counts 64
 * ages in one bin and keeps no sum of ages, without which a histogram has no mean.
 */
#include "metrics.h"

/* A counter that struct sums has. */
struct sum_family {
	const char *by_dimension, *by_router;	/* names; NULL: not exported */
	const char *help;
	enum sum sum;
};

static const struct sum_family sum_families[] = {
	{ "xtnet_packets_received_total", NULL,
	  "Packets received on input ports, by the dimension of the port.",
	  SUM_PACKETS },
	{ "xtnet_flits_received_total", "xtnet_router_flits_received_total",
	  "Flits received on input ports.", SUM_FLITS },
	{ "xtnet_blocked_cycles_total", "xtnet_router_blocked_cycles_total",
	  "Cycles in which the packet at the head of an input virtual channel was routed but lacked buffer space to move on.",
	  SUM_BLOCKED },
	{ "xtnet_stalled_cycles_total", "xtnet_router_stalled_cycles_total",
	  "Cycles in which an output port had packets to send and not enough send credits for any of them.",
	  SUM_STALLED },
	{ "xtnet_grants_contested_total", NULL,
	  "Packets sent after a choice among several.", SUM_CONTESTED },
	{ "xtnet_grants_inhibited_total", NULL,
	  "Packets chosen by round robin although age should have decided, because the age clock was held.",
	  SUM_INHIBITED },
	{ "xtnet_grants_tied_total", NULL,
	  "Packets chosen by age among several equally old.", SUM_TIED },
	{ "xtnet_packets_sent_saturated_total", NULL,
	  "Packets sent at age 255, the greatest there is.", SUM_SATURATED },
};

#define FAMILIES (sizeof(sum_families) / sizeof(sum_families[0]))

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

static void by_dimension(struct page *p, const struct exporter *e, const struct sum_family *f)
{
	const struct fabric *fab;
	unsigned int dim;

	page_family(p, f->by_dimension, "counter", f->help);
	for (fab = e->fabrics; fab; fab = fab->next) {
		for (dim = 0; fab->counters.valid && dim < PORT_GROUPS; dim++) {
			counters_begin(p, fab, dim);
			page_u64(p, fab->counters.dimension[dim].of[f->sum]);
		}
	}
}

/* Thousands of series are for who asks for them. */
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

static void by_router(struct page *p, const struct exporter *e, const struct sum_family *f)
{
	const struct fabric *fab;

	page_family(p, f->by_router, "counter", f->help);
	for (fab = e->fabrics; fab; fab = fab->next) {
		if (!fab->counters.valid || !has_routers(e, fab))
			continue;
		page_sample(p, "");
		page_label(p, "device", fab->name);
		page_each(p, "router", &fab->counters.router->of[f->sum],
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
				page_u64(p, fab->counters.dimension[dim].of[SUM_AGE + bin]);
			}
		}
	}
}

void metrics_counters(struct page *p, const struct exporter *e)
{
	size_t i;

	cycles(p, e);
	ages(p, e);
	for (i = 0; i < FAMILIES; i++)
		by_dimension(p, e, &sum_families[i]);
	router_info(p, e);
	for (i = 0; i < FAMILIES; i++) {
		if (sum_families[i].by_router)
			by_router(p, e, &sum_families[i]);
	}
}
