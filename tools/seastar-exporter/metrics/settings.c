// SPDX-License-Identifier: GPL-2.0-only
/* Settings of aging, traffic and clock. */
#include <inttypes.h>
#include <stdio.h>

#include "metrics.h"

/*
 * Write the biases: "1" if all are equal; one per dimension if its ports are equal; else one per
 * port.
 */
static void bias_text(const uint8_t bias[SEASTAR_PORTS], char *text, size_t size)
{
	bool equal = true, paired = true;
	unsigned int port;

	for (port = 1; port < SEASTAR_PORTS; port++)
		equal &= bias[port] == bias[0];
	for (port = 1; port < SEASTAR_PORTS; port += 2)
		paired &= bias[port] == bias[port + 1];
	if (equal)
		snprintf(text, size, "%u", bias[0]);
	else if (paired)
		snprintf(text, size, "proc %u x %u y %u z %u", bias[0], bias[1], bias[3], bias[5]);
	else
		snprintf(text, size, "proc %u +x %u -x %u +y %u -y %u +z %u -z %u", bias[0],
			 bias[1], bias[2], bias[3], bias[4], bias[5], bias[6]);
}

static void select_text(uint64_t select, char *text, size_t size)
{
	if (!select)
		snprintf(text, size, "rr");
	else if (select == UINT64_MAX)
		snprintf(text, size, "age");
	else
		snprintf(text, size, "0x%016" PRIx64, select);
}

static void begin_set(struct page *p, const struct fabric *fab, const struct aging_set *s)
{
	char select[20], bias[CLASSES][64];

	select_text(s->select, select, sizeof(select));
	bias_text(s->bias[0], bias[0], sizeof(bias[0]));
	bias_text(s->bias[1], bias[1], sizeof(bias[1]));
	page_sample(p, "");
	page_label(p, "device", fab->name);
	page_label_u64(p, "period", s->period);
	page_label(p, "select", select);
	page_label(p, "req_bias", bias[0]);
	page_label(p, "rsp_bias", bias[1]);
}

static void registers(struct page *p, const struct exporter *e)
{
	const struct fabric *fab;
	size_t i;

	page_family(p, "xtnet_aging_info", "gauge",
		    "AGE_CLOCK_PERIOD, AGE_RR_SELECT, REQ_AGE_BIAS and RSP_AGE_BIAS that some routers hold; always 1.");
	for (fab = e->fabrics; fab; fab = fab->next) {
		for (i = 0; i < fab->aging.sets; i++) {
			begin_set(p, fab, &fab->aging.set[i]);
			page_u64(p, 1);
		}
	}
	page_family(p, "xtnet_aging_routers", "gauge",
		    "Routers that hold these aging registers; from the 17th set of values on, all others are one sample.");
	for (fab = e->fabrics; fab; fab = fab->next) {
		for (i = 0; i < fab->aging.sets; i++) {
			begin_set(p, fab, &fab->aging.set[i]);
			page_u64(p, fab->aging.set[i].routers);
		}
		if (fab->aging.others) {
			page_sample(p, "");
			page_label(p, "device", fab->name);
			page_label(p, "period", "other");
			page_u64(p, fab->aging.others);
		}
	}
}

static void bound(struct page *p, const struct fabric *fab, const char *which, uint64_t period)
{
	page_sample(p, "");
	page_label(p, "device", fab->name);
	page_label(p, "bound", which);
	page_u64(p, period);
}

static void aging(struct page *p, const struct exporter *e)
{
	const struct fabric *fab;

	page_family(p, "xtnet_settings_generation", "gauge",
		    "Generation of the settings: it changes with each change of aging, traffic or look-up tables.");
	for (fab = e->fabrics; fab; fab = fab->next) {
		page_sample(p, "");
		page_label(p, "device", fab->name);
		page_u64(p, fab->generation);
	}
	registers(p, e);
	page_family(p, "xtnet_age_clock_period_cycles", "gauge",
		    "AGE_CLOCK_PERIOD, the least and the greatest of all routers.");
	for (fab = e->fabrics; fab; fab = fab->next) {
		if (!fab->aging.valid)
			continue;
		bound(p, fab, "min", fab->aging.min_period);
		bound(p, fab, "max", fab->aging.max_period);
	}
}

static void traffic(struct page *p, const struct exporter *e)
{
	const struct fabric *fab;

	page_family(p, "xtnet_traffic_info", "gauge",
		    "Pattern and kind of the traffic sources of a software fabric; always 1.");
	for (fab = e->fabrics; fab; fab = fab->next) {
		if (!fab->traffic.valid)
			continue;
		page_sample(p, "");
		page_label(p, "device", fab->name);
		page_label(p, "pattern", name_of(pattern_names, fab->traffic.pattern));
		page_label(p, "source", name_of(source_names, fab->traffic.source));
		page_u64(p, 1);
	}
	page_family(p, "xtnet_traffic_load_flits", "gauge",
		    "Load offered by open traffic sources, in flits per node per cycle.");
	for (fab = e->fabrics; fab; fab = fab->next) {
		if (!fab->traffic.valid || fab->traffic.source != SEASTAR_SOURCE_OPEN)
			continue;
		page_sample(p, "");
		page_label(p, "device", fab->name);
		page_real(p, fab->traffic.load / (double)SEASTAR_PPM);
	}
	page_family(p, "xtnet_traffic_window_packets", "gauge",
		    "Packets that closed traffic sources keep outstanding per node.");
	for (fab = e->fabrics; fab; fab = fab->next) {
		if (!fab->traffic.valid || fab->traffic.source != SEASTAR_SOURCE_CLOSED)
			continue;
		page_sample(p, "");
		page_label(p, "device", fab->name);
		page_u64(p, fab->traffic.window);
	}
}

static void each_state(struct page *p, const struct fabric *fab)
{
	unsigned int state;

	for (state = 0; state < SEASTAR_CLOCK_STATES; state++) {
		page_sample(p, "");
		page_label(p, "device", fab->name);
		page_label(p, "state", clock_names[state]);
		page_u64(p, fab->clock.state == state);
	}
}

static void clocks(struct page *p, const struct exporter *e)
{
	const struct fabric *fab;

	page_family(p, "xtnet_clock_state", "gauge",
		    "1 for the state that the clock of a software fabric is in.");
	for (fab = e->fabrics; fab; fab = fab->next) {
		if (fab->clock.valid)
			each_state(p, fab);
	}
	page_family(p, "xtnet_clock_budget_ratio", "gauge",
		    "Share of one CPU that the clock of a software fabric may use.");
	for (fab = e->fabrics; fab; fab = fab->next) {
		if (!fab->clock.valid)
			continue;
		page_sample(p, "");
		page_label(p, "device", fab->name);
		page_real(p, fab->clock.budget / 100.0);
	}
	page_family(p, "xtnet_clock_rate_limit_hertz", "gauge",
		    "Limit of the clock of a software fabric in cycles per second; 0: only its budget limits it.");
	for (fab = e->fabrics; fab; fab = fab->next) {
		if (!fab->clock.valid)
			continue;
		page_sample(p, "");
		page_label(p, "device", fab->name);
		page_u64(p, fab->clock.rate);
	}
}

void metrics_settings(struct page *p, const struct exporter *e)
{
	aging(p, e);
	traffic(p, e);
	clocks(p, e);
}
