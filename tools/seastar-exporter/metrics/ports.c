// SPDX-License-Identifier: GPL-2.0-only
/* Counters of single ports: those that --collector.ports.include chooses. */
#include "metrics.h"

/* @n counters from @first on, told apart by @label. */
struct port_family {
	const char *name, *help;
	unsigned int first, n;
	const char *label;
	const char *const *values;
};

static const char *const vcs[] = { "0", "1", "2", "3" };

static const struct port_family port_families[] = {
	{ "xtnet_port_packets_received_total", "Packets received on an input virtual channel.",
	  SEASTAR_COUNTER_VC0_PKTS, 4, "vc", vcs },
	{ "xtnet_port_flits_received_total", "Flits received on an input virtual channel.",
	  SEASTAR_COUNTER_VC0_FLITS, 4, "vc", vcs },
	{ "xtnet_port_blocked_cycles_total",
	  "Cycles in which the packet at the head of an input virtual channel was routed but lacked buffer space to move on.",
	  SEASTAR_COUNTER_VC0_BLOCKED, 4, "vc", vcs },
	{ "xtnet_port_stalled_cycles_total",
	  "Cycles in which the output port had packets to send and not enough send credits for any of them.",
	  SEASTAR_COUNTER_STALLED, 1, NULL, NULL },
	{ "xtnet_port_packets_sent_total", "Packets sent by the output port, by age.",
	  SEASTAR_COUNTER_AGE_BIN0, SEASTAR_AGE_BINS, "age", age_names },
	{ "xtnet_port_grants_contested_total",
	  "Packets that the output port sent after a choice among several.",
	  SEASTAR_COUNTER_CONTESTED, 1, NULL, NULL },
	{ "xtnet_port_grants_inhibited_total",
	  "Packets that the output port chose by round robin although age should have decided, because the age clock was held.",
	  SEASTAR_COUNTER_INHIBITED, 1, NULL, NULL },
	{ "xtnet_port_grants_tied_total",
	  "Packets that the output port chose by age among several equally old.",
	  SEASTAR_COUNTER_TIED, 1, NULL, NULL },
	{ "xtnet_port_packets_sent_saturated_total",
	  "Packets sent by the output port at age 255, the greatest there is.",
	  SEASTAR_COUNTER_SATURATED, 1, NULL, NULL },
};

static void one_port(struct page *p, const struct fabric *fab, uint32_t router,
		     unsigned int port, const struct port_family *f)
{
	unsigned int i;

	for (i = 0; i < f->n; i++) {
		page_sample(p, "");
		page_label(p, "device", fab->name);
		page_label_u64(p, "router", router);
		page_label(p, "port", port_names[port]);
		if (f->label)
			page_label(p, f->label, f->values[i]);
		page_u64(p, counters_value(&fab->counters, f->first + i, router, port));
	}
}

static void one_device(struct page *p, const struct fabric *fab, const struct port_family *f)
{
	uint32_t router;
	unsigned int port;

	for (router = 0; router < fab->routers; router++) {
		for (port = 0; fab->chosen[router] >> port; port++) {
			if (fab->chosen[router] >> port & 1)
				one_port(p, fab, router, port, f);
		}
	}
}

void metrics_ports(struct page *p, const struct exporter *e)
{
	const struct fabric *fab;
	size_t i;

	for (i = 0; i < sizeof(port_families) / sizeof(port_families[0]); i++) {
		const struct port_family *f = &port_families[i];

		page_family(p, f->name, "counter", f->help);
		for (fab = e->fabrics; fab; fab = fab->next) {
			if (fab->counters.valid)
				one_device(p, fab, f);
		}
	}
}
