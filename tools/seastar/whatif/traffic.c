// SPDX-License-Identifier: GPL-2.0-only
/* The traffic under which seastar whatif tries settings. */
#include "tools/seastar/base/print.h"
#include "tools/seastar/traffic/traffic.h"

#include "whatif.h"

/* What the driver takes where nothing is typed. */
static struct json_object *typed(const struct snl_msg *words, const struct snapshot *s)
{
	struct json_object *o = traffic_typed(words), *list, *part;
	const struct nlattr *tb[SEASTAR_A_TRAFFIC_MAX + 1];

	snl_attributes(words->header, tb, SEASTAR_A_TRAFFIC_MAX);
	json_add_str(o, "device", s->device);
	/* an open source is typed by its load, and has no window */
	if (!tb[SEASTAR_A_TRAFFIC_SOURCE]) {
		json_add_str(o, "source", "closed");
		json_add_u64(o, "window", 16);
	}
	if (!tb[SEASTAR_A_TRAFFIC_REQUESTS])
		json_add_real(o, "requests_percent", 100, 4);
	if (!tb[SEASTAR_A_TRAFFIC_LENGTHS]) {
		list = json_object_new_array();
		part = json_object_new_object();
		json_add_u64(part, "flits", s->config.max_packet);
		json_add_u64(part, "weight", 1);
		json_object_array_add(list, part);
		json_object_object_add(o, "lengths", list);
	}
	return o;
}

static uint64_t sum_of(const uint64_t *counter, unsigned int first, unsigned int n)
{
	uint64_t sum = 0;

	for (unsigned int i = 0; i < n; i++)
		sum += counter[first + i];
	return sum;
}

/* Lengths whose mean is that of @packets of @flits in all. */
static struct json_object *lengths_of(uint64_t packets, uint64_t flits)
{
	struct json_object *list = json_object_new_array(), *part;
	uint64_t whole = flits / packets, share = (flits % packets) * 1000 / packets;

	for (unsigned int i = 0; i < 2; i++) {
		uint64_t weight = i ? share : 1000 - share;

		if (!weight)
			continue;
		part = json_object_new_object();
		json_add_u64(part, "flits", whole + i);
		json_add_u64(part, "weight", weight);
		json_object_array_add(list, part);
	}
	return list;
}

/* Where the driver does not see the sources: uniform, at the rate that was injected. */
static struct json_object *assumed(const struct snapshot *s)
{
	const uint64_t *proc = s->counted.counter[SEASTAR_PORT_PROC];
	uint64_t packets = sum_of(proc, SEASTAR_COUNTER_VC0_PKTS, 4);
	uint64_t flits = sum_of(proc, SEASTAR_COUNTER_VC0_FLITS, 4);
	struct json_object *o = json_object_new_object();
	double load;

	if (!packets || !s->counted.cycles)
		die("%s: nothing was injected while it was counted: give a load, as in 'traffic pattern uniform load 0.2'",
		    s->device);
	load = (double)flits / s->counted.cycles / s->routers;
	json_add_str(o, "device", s->device);
	json_add_str(o, "pattern", "uniform");
	json_add_str(o, "source", "open");
	json_add_real(o, "load", load < 1 ? load : 1, 6);
	json_add_u64(o, "queue", 0);
	json_object_object_add(o, "lengths", lengths_of(packets, flits));
	json_add_real(o, "requests_percent",
		      100.0 * sum_of(proc, SEASTAR_COUNTER_VC0_PKTS, 2) / packets, 4);
	warn("the driver does not see what is sent on %s: uniform traffic of %s flits per node per cycle is assumed; 'traffic pattern ...' says another",
	     s->device, text_real(load, 4));
	return o;
}

void whatif_traffic(struct snapshot *s, struct json_object *snapshot, const char *name,
		    const struct snl_msg *words)
{
	struct json_object *o = NULL;

	if (words)
		o = typed(words, s);
	else if (!s->has_traffic)
		o = assumed(s);
	if (o) {
		snapshot_traffic(s, name, o);
		json_object_object_add(snapshot, "traffic", o);
	}
	if (s->traffic.pattern == SEASTAR_PATTERN_NONE)
		die("%s carries no traffic, so all settings are the same: 'seastar traffic set %s pattern ...' gives it some",
		    s->device, s->device);
}
