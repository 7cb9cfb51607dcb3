// SPDX-License-Identifier: GPL-2.0-only
/* The traffic under which seastar whatif tries settings. */
#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/counters/sums.h"
#include "tools/seastar/traffic/traffic.h"

#include "whatif.h"

/* Build the traffic that @words describe, with the driver's defaults for the rest. */
static struct json_object *typed(const struct snl_msg *words, const struct snapshot *s)
{
	struct json_object *o = traffic_typed(words), *list, *part;
	const struct nlattr *tb[SEASTAR_A_TRAFFIC_MAX + 1];

	snl_attributes(words->header, tb, SEASTAR_A_TRAFFIC_MAX);
	json_object_object_add(o, "device", json_object_new_string(s->device));
	/* a load implies an open source, which has no window */
	if (!tb[SEASTAR_A_TRAFFIC_SOURCE]) {
		json_object_object_add(o, "source", json_object_new_string("closed"));
		json_object_object_add(o, "window", json_object_new_uint64(16));
	}
	if (!tb[SEASTAR_A_TRAFFIC_REQUESTS])
		json_object_object_add(o, "requests_percent",
				       json_object_new_double_s(100, "100.0000"));
	if (!tb[SEASTAR_A_TRAFFIC_LENGTHS]) {
		list = json_object_new_array();
		part = json_object_new_object();
		json_object_object_add(part, "flits", json_object_new_uint64(s->config.max_packet));
		json_object_object_add(part, "weight", json_object_new_uint64(1));
		json_object_array_add(list, part);
		json_object_object_add(o, "lengths", list);
	}
	return o;
}

/* Output weights of lengths whose mean is @flits / @packets. */
static void lengths_out(uint64_t packets, uint64_t flits)
{
	uint64_t whole = flits / packets, share = (flits % packets) * 1000 / packets;

	out_list("lengths");
	for (unsigned int i = 0; i < 2; i++) {
		uint64_t weight = i ? share : 1000 - share;

		if (!weight)
			continue;
		out_row();
		out_u64("flits", NULL, whole + i);
		out_u64("weight", NULL, weight);
		out_close();
	}
	out_close();
}

/*
 * Return the traffic to assume if the driver does not see the sources: uniform, at the rate that
 * was injected.
 */
static struct json_object *assumed(const struct snapshot *s)
{
	const uint64_t *proc = s->counted.counter[SEASTAR_PORT_PROC];
	uint64_t packets = vcs_sum(proc, SEASTAR_COUNTER_VC0_PKTS);
	uint64_t flits = vcs_sum(proc, SEASTAR_COUNTER_VC0_FLITS);
	double load;

	if (!packets || !s->counted.cycles)
		die("%s: nothing was injected while it was counted: give a load, as in 'traffic pattern uniform load 0.2'",
		    s->device);
	load = (double)flits / s->counted.cycles / s->routers;
	out_keep();
	out_open(NULL);
	out_str("device", NULL, s->device);
	out_str("pattern", NULL, "uniform");
	out_str("source", NULL, "open");
	out_fraction("load", 6, load < 1 ? load : 1);
	out_u64("queue", NULL, 0);
	lengths_out(packets, flits);
	out_fraction("requests_percent", 4,
		     100.0 * counters_sum(proc, SEASTAR_COUNTER_VC0_PKTS, 2) / packets);
	out_close();
	warn("the driver does not see what is sent on %s: uniform traffic of %s flits per node per cycle is assumed; 'traffic pattern ...' says another",
	     s->device, text_real(load, 4));
	return out_kept();
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
