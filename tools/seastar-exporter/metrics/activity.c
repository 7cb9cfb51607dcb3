// SPDX-License-Identifier: GPL-2.0-only
/* Metrics of the packets that the traffic sources of software fabrics have counted. */
#include "metrics.h"

struct source_family {
	const char *name, *type, *help;
	enum seastar_source_stat stat;
};

static const struct source_family source_families[] = {
	{ "xtnet_packets_offered_total", "counter",
	  "Packets born at the traffic sources, dropped ones included.",
	  SEASTAR_SRC_OFFERED },
	{ "xtnet_packets_dropped_total", "counter",
	  "Packets dropped because the queue of their source was full.", SEASTAR_SRC_DROPPED },
	{ "xtnet_packets_injected_total", "counter",
	  "Packets whose header entered the network.", SEASTAR_SRC_INJECTED },
	{ "xtnet_packets_delivered_total", "counter",
	  "Packets delivered since the latencies were reset.",
	  SEASTAR_SRC_DELIVERED },
	{ "xtnet_flits_delivered_total", "counter",
	  "Flits of the packets delivered since the latencies were reset.", SEASTAR_SRC_FLITS },
	{ "xtnet_packet_network_cycles_total", "counter",
	  "Sum of the delivered packets' latencies from injection to the last flit, in cycles.",
	  SEASTAR_SRC_NET_SUM },
	{ "xtnet_packet_latency_max_cycles", "gauge",
	  "The longest latency from birth to the last flit, since the latencies were reset.",
	  SEASTAR_SRC_LAT_MAX },
};

static void one_family(struct page *p, const struct exporter *e, const struct source_family *f)
{
	const struct fabric *fab;

	page_family(p, f->name, f->type, f->help);
	for (fab = e->fabrics; fab; fab = fab->next) {
		if (!fab->sources.valid)
			continue;
		page_sample(p, "");
		page_label(p, "device", fab->name);
		page_u64(p, fab->sources.stat[f->stat]);
	}
}

/* Put a histogram. Bin b holds 2^(b-1) to 2^b - 1 cycles; the last one is open. */
static void one_histogram(struct page *p, const struct fabric *fab)
{
	const struct sources *s = &fab->sources;
	uint64_t below = 0;
	unsigned int bin;

	for (bin = 0; bin < SEASTAR_LAT_BINS; bin++) {
		below += s->bin[bin];
		page_sample(p, "_bucket");
		page_label(p, "device", fab->name);
		if (bin < SEASTAR_LAT_BINS - 1)
			page_label_u64(p, "le", (1ULL << bin) - 1);
		else
			page_label(p, "le", "+Inf");
		page_u64(p, below);
	}
	page_sample(p, "_sum");
	page_label(p, "device", fab->name);
	page_u64(p, s->stat[SEASTAR_SRC_LAT_SUM]);
	page_sample(p, "_count");
	page_label(p, "device", fab->name);
	page_u64(p, below);
}

static void one_value(struct page *p, const struct exporter *e, const char *name,
		      const char *help, size_t offset)
{
	const struct fabric *fab;

	page_family(p, name, "gauge", help);
	for (fab = e->fabrics; fab; fab = fab->next) {
		if (!fab->sources.valid || !fab->sources.compared)
			continue;
		page_sample(p, "");
		page_label(p, "device", fab->name);
		page_u64(p, *(const uint64_t *)((const char *)&fab->sources + offset));
	}
}

static void one_range(struct page *p, const struct exporter *e, const char *name,
		      const char *help, size_t offset)
{
	static const char *const bounds[BOUNDS] = { [BOUND_MIN] = "min", [BOUND_MAX] = "max" };
	const struct fabric *fab;
	const uint64_t *value;
	size_t i;

	page_family(p, name, "gauge", help);
	for (fab = e->fabrics; fab; fab = fab->next) {
		value = (const uint64_t *)((const char *)&fab->sources + offset);
		for (i = 0; fab->sources.valid && fab->sources.compared && i < BOUNDS; i++) {
			page_sample(p, "");
			page_label(p, "device", fab->name);
			page_label(p, "bound", bounds[i]);
			page_u64(p, value[i]);
		}
	}
}

/* Put extremes over sources: they show packets that are never injected, which latencies do not. */
static void comparison(struct page *p, const struct exporter *e)
{
	one_range(p, e, "xtnet_node_injected_packets",
		  "Least and most packets injected by any sending node since the latencies were reset.",
		  offsetof(struct sources, injected));
	one_range(p, e, "xtnet_node_delivered_packets",
		  "Least and most packets of any sending node delivered since the latencies were reset.",
		  offsetof(struct sources, delivered));
	one_value(p, e, "xtnet_nodes_sending", "Nodes to which the traffic gives something to send.",
		  offsetof(struct sources, sending));
	one_value(p, e, "xtnet_nodes_starved",
		  "Nodes that have injected nothing since the latencies were reset although packets wait there.",
		  offsetof(struct sources, starved));
	one_value(p, e, "xtnet_oldest_packet_age_cycles",
		  "Cycles since the birth of the oldest undelivered packet, 0 if there is none.",
		  offsetof(struct sources, oldest));
	one_value(p, e, "xtnet_packets_in_flight",
		  "Packets that were injected and have been neither delivered nor dropped.",
		  offsetof(struct sources, in_flight));
}

void metrics_activity(struct page *p, const struct exporter *e)
{
	const struct fabric *fab;
	size_t i;

	for (i = 0; i < sizeof(source_families) / sizeof(source_families[0]); i++)
		one_family(p, e, &source_families[i]);
	page_family(p, "xtnet_packet_latency_cycles", "histogram",
		    "Latencies of the delivered packets, from birth to the last flit, in cycles.");
	for (fab = e->fabrics; fab; fab = fab->next) {
		if (fab->sources.valid)
			one_histogram(p, fab);
	}
	comparison(p, e);
}
