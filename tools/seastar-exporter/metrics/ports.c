// SPDX-License-Identifier: GPL-2.0-only
/* Counters of the single ports that --collector.ports.include chooses. */
#include "metrics.h"

/* A family of @n counters from @first on, distinguished by @label. */
struct port_family {
	const char *name, *help;
	unsigned int first, n;
	const char *label;
	const char *const *values;
};

static const char *const vcs[] = { "0", "1", "2", "3" };

#define FAMILY(n, label, values, NAME, name, number, place, reg, since, unit, doc, metric,	\
	       help, port)								\
	{ "xtnet_port_" metric "_total", port, number, n, label, values },
#define OF_VCS(...)	FAMILY(4, "vc", vcs, __VA_ARGS__)
#define OF_ONE(...)	FAMILY(1, NULL, NULL, __VA_ARGS__)
#define OF_AGES(...)	FAMILY(SEASTAR_AGE_BINS, "age", age_names, __VA_ARGS__)

static const struct port_family port_families[] = {
	SS_COUNTERS(OF_VCS, OF_ONE, OF_AGES, OF_ONE)
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
