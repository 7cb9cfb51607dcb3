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
	{ "seastar_packets_received_total", NULL,
	  "Packets received on input ports, by the dimension of the port.",
	  SUM_PACKETS },
	{ "seastar_flits_received_total", "seastar_router_flits_received_total",
	  "Flits received on input ports.", SUM_FLITS },
	{ "seastar_blocked_cycles_total", "seastar_router_blocked_cycles_total",
	  "Cycles in which the packet at the head of an input virtual channel was routed but lacked buffer space to move on.",
	  SUM_BLOCKED },
	{ "seastar_stalled_cycles_total", "seastar_router_stalled_cycles_total",
	  "Cycles in which an output port had packets to send and not enough send credits for any of them.",
	  SUM_STALLED },
	{ "seastar_grants_contested_total", NULL,
	  "Packets sent after a choice among several.", SUM_CONTESTED },
	{ "seastar_grants_inhibited_total", NULL,
	  "Packets chosen by round robin although age should have decided, because the age clock was held.",
	  SUM_INHIBITED },
	{ "seastar_grants_tied_total", NULL,
	  "Packets chosen by age among several equally old.", SUM_TIED },
	{ "seastar_packets_sent_saturated_total", NULL,
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

	page_family(p, "seastar_device_cycles_total", "counter",
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

static void by_router(struct page *p, const struct exporter *e, const struct sum_family *f)
{
	const struct fabric *fab;

	page_family(p, f->by_router, "counter", f->help);
	for (fab = e->fabrics; fab; fab = fab->next) {
		if (!fab->counters.valid)
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

	page_family(p, "seastar_packets_sent_total", "counter",
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
	for (i = 0; i < FAMILIES; i++) {
		if (sum_families[i].by_router)
			by_router(p, e, &sum_families[i]);
	}
}
