// SPDX-License-Identifier: GPL-2.0-only
/* seastar port: the ports of a router, their settings and counters. */
#include <inttypes.h>
#include <stdio.h>

#include <seastar/mmr.h>

#include "tools/lib/names.h"
#include "tools/seastar/aging/registers.h"
#include "tools/seastar/base/command.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/counters/sample.h"
#include "tools/seastar/device/device.h"
#include "tools/seastar/link/links.h"
#include "tools/seastar/mmr/read.h"

#include "cmd.h"

#define EVERY	SEASTAR_PORTS

/* What is asked for. */
struct port_query {
	const char *dev;
	uint32_t router;
	unsigned int port;	/* or EVERY */
};

struct port {
	unsigned int number;
	uint32_t neighbour;	/* or SS_NO_ROUTER */
	bool present, up;	/* its link */
	bool has_control;	/* LINK_CONTROL may be read, and was */
	bool enabled;		/* by it */
	uint8_t bias[CLASSES];
	const uint64_t *counter;
};

/* A reading of the ports of a router. */
struct ports {
	struct device device;
	struct sample sample;
	uint64_t generation;
	struct port port[SEASTAR_PORTS];
};

static void describe_ports(struct ports *all, const struct aging *aging,
			   const struct router_links *links)
{
	unsigned int port, class;

	for (port = 0; port < SEASTAR_PORTS; port++) {
		struct port *p = &all->port[port];

		*p = (struct port){
			.number = port,
			.neighbour = port == SEASTAR_PORT_PROC ? SS_NO_ROUTER :
				     ss_neighbour(&all->device.core, aging->router, port),
			.present = link_is_present(links, port),
			.up = link_is_up(links, port),
			.counter = all->sample.router[0].counter[port],
		};
		for (class = 0; class < CLASSES; class++)
			p->bias[class] = aging->bias[class][port];
	}
}

static void port_read_settings(struct nl *nl, const struct port_query *q, struct ports *all)
{
	struct router_links links = { 0 };
	struct agings agings = { 0 };

	agings_read_one(nl, q->dev, q->router, &agings);
	if (agings.n != 1 || agings.aging->router != q->router)
		die("the kernel's answer lacks router %u", q->router);
	links_read_one(nl, &all->device, q->router, &links);
	all->generation = agings.generation;
	describe_ports(all, agings.aging, &links);
	agings_free(&agings);
}

/* Only JSON has it. Of hardware each read takes the time of a round trip. */
static void read_control(struct nl *nl, const struct port_query *q, struct port *p)
{
	uint32_t offset = SS_MMR_PORT(p->number) + SS_MMR_LINK_CONTROL;
	uint64_t value;

	p->has_control = mmr_read_if_allowed(nl, q->dev, q->router, offset, 1, &value);
	p->enabled = p->has_control && value & SS_MMR_LINK_ENABLE;
}

static bool port_is_wanted(const struct port_query *q, unsigned int port)
{
	return q->port == EVERY || q->port == port;
}

static void read_ports(const struct port_query *q, struct ports *all)
{
	struct sample_query of = { .dev = q->dev, .one_router = true, .router = q->router };
	unsigned int port;
	struct nl nl;

	nl_open(&nl);
	device_read(&nl, q->dev, &all->device);
	sample_read(&nl, &of, &all->sample);
	port_read_settings(&nl, q, all);
	for (port = 0; print_is_json() && port < SEASTAR_PORTS; port++) {
		if (port_is_wanted(q, port))
			read_control(&nl, q, &all->port[port]);
	}
	nl_close(&nl);
}

static const char *state_name(const struct port *p)
{
	if (!p->present)
		return "-";
	return p->up ? "up" : "down";
}

/* "3,4,5 -x": who is on the other side, and which of its ports */
static void neighbour_cell(struct table *t, const struct device *d, const struct port *p)
{
	char place[PLACE_TEXT_MAX];

	if (p->number == SEASTAR_PORT_PROC) {
		table_cell(t, "processor");
	} else if (!p->present || p->neighbour == SS_NO_ROUTER) {
		table_cell(t, "-");
	} else {
		place_text(d, p->neighbour, place);
		table_cell(t, "%s %s", place, text_name(port_names, ss_opposite(p->number)));
	}
}

static void detailed_cells(struct table *t, const struct port *p)
{
	unsigned int vc, bin, counter;

	for (vc = 0; vc < VC_COUNTERS; vc++) {
		table_cell(t, "%" PRIu64, p->counter[SEASTAR_COUNTER_VC0_PKTS + vc]);
		table_cell(t, "%" PRIu64, p->counter[SEASTAR_COUNTER_VC0_FLITS + vc]);
		table_cell(t, "%" PRIu64, p->counter[SEASTAR_COUNTER_VC0_BLOCKED + vc]);
	}
	for (bin = 0; bin < SEASTAR_AGE_BINS; bin++)
		table_cell(t, "%" PRIu64, p->counter[SEASTAR_COUNTER_AGE_BIN0 + bin]);
	for (counter = SEASTAR_COUNTER_CONTESTED; counter <= SEASTAR_COUNTER_SATURATED; counter++)
		table_cell(t, "%" PRIu64, p->counter[counter]);
}

static void port_row(struct table *t, const struct device *d, const struct port *p)
{
	table_cell(t, "%s", text_name(port_names, p->number));
	table_cell(t, "%s", state_name(p));
	if (p->present)
		table_colour(t, p->up ? COLOUR_GOOD : COLOUR_BAD);
	neighbour_cell(t, d, p);
	table_cell(t, "%u", p->bias[REQUEST]);
	table_cell(t, "%u", p->bias[RESPONSE]);
	table_cell(t, "%" PRIu64, vcs_sum(p->counter, SEASTAR_COUNTER_VC0_PKTS));
	table_cell(t, "%" PRIu64, vcs_sum(p->counter, SEASTAR_COUNTER_VC0_FLITS));
	table_cell(t, "%" PRIu64, vcs_sum(p->counter, SEASTAR_COUNTER_VC0_BLOCKED));
	table_cell(t, "%" PRIu64, p->counter[SEASTAR_COUNTER_STALLED]);
	table_cell(t, "%s", text_real(port_wait(p->counter), 3));
	if (print_is_detailed())
		detailed_cells(t, p);
}

static void port_show_text(const struct port_query *q, const struct ports *all)
{
	static const char *const heads[] = {
		"port", "link", "neighbour", "req-bias", "rsp-bias", "packets", "flits", "blocked",
		"stalled", "wait", NULL
	};
	static const char *const detailed[] = {
		"port", "link", "neighbour", "req-bias", "rsp-bias", "packets", "flits", "blocked",
		"stalled", "wait",
		"vc0-packets", "vc0-flits", "vc0-blocked", "vc1-packets", "vc1-flits", "vc1-blocked",
		"vc2-packets", "vc2-flits", "vc2-blocked", "vc3-packets", "vc3-flits", "vc3-blocked",
		"age-0-63", "age-64-127", "age-128-191", "age-192-255",
		"contested", "inhibited", "tied", "saturated", NULL
	};
	struct table *t = table_new(print_is_detailed() ? detailed : heads);
	char place[PLACE_TEXT_MAX];
	unsigned int port;

	place_text(&all->device, q->router, place);
	printf("%s: router %u", q->dev, q->router);
	if (!print_is_numeric())
		printf(" at %s", place);
	printf(", cycle %" PRIu64 ", generation %" PRIu64 "\n", all->sample.cycle, all->generation);
	for (port = 0; port < SEASTAR_PORTS; port++) {
		if (port_is_wanted(q, port))
			port_row(t, &all->device, &all->port[port]);
	}
	table_print(t);
}

static struct json_object *neighbour_json(const struct device *d, const struct port *p)
{
	struct json_object *o;

	if (!p->present || p->neighbour == SS_NO_ROUTER)
		return NULL;
	o = json_object_new_object();
	place_json(o, d, p->neighbour);
	json_add_str(o, "port", port_names[ss_opposite(p->number)]);
	return o;
}

static struct json_object *ages_json(const uint64_t *counter)
{
	struct json_object *list = json_object_new_array(), *o;
	unsigned int bin;

	for (bin = 0; bin < SEASTAR_AGE_BINS; bin++) {
		o = json_object_new_object();
		json_add_u64(o, "low", age_low(bin));
		json_add_u64(o, "high", age_high(bin));
		json_add_u64(o, "count", counter[SEASTAR_COUNTER_AGE_BIN0 + bin]);
		json_object_array_add(list, o);
	}
	return list;
}

static struct json_object *port_json_one(const struct device *d, const struct port *p)
{
	struct json_object *o = json_object_new_object();

	json_add_str(o, "port", port_names[p->number]);
	json_object_object_add(o, "present", json_object_new_boolean(p->present));
	json_object_object_add(o, "up", json_object_new_boolean(p->up));
	json_object_object_add(o, "enabled",
			       p->has_control ? json_object_new_boolean(p->enabled) : NULL);
	json_object_object_add(o, "neighbour", neighbour_json(d, p));
	json_add_u64(o, "req_age_bias", p->bias[REQUEST]);
	json_add_u64(o, "rsp_age_bias", p->bias[RESPONSE]);
	json_add_u64(o, "packets", vcs_sum(p->counter, SEASTAR_COUNTER_VC0_PKTS));
	json_add_u64(o, "flits", vcs_sum(p->counter, SEASTAR_COUNTER_VC0_FLITS));
	json_add_u64(o, "blocked", vcs_sum(p->counter, SEASTAR_COUNTER_VC0_BLOCKED));
	json_add_u64(o, "stalled", p->counter[SEASTAR_COUNTER_STALLED]);
	json_add_real(o, "wait", port_wait(p->counter), 6);
	json_object_object_add(o, "vc", vcs_json(p->counter));
	json_object_object_add(o, "ages", ages_json(p->counter));
	arbitration_json(o, p->counter);
	return o;
}

static void port_show_json(const struct port_query *q, const struct ports *all)
{
	struct json_object *o = json_object_new_object();
	struct json_object *list = json_object_new_array();
	unsigned int port;

	json_add_str(o, "device", q->dev);
	place_json(o, &all->device, q->router);
	json_add_u64(o, "cycle", all->sample.cycle);
	json_add_u64(o, "generation", all->generation);
	for (port = 0; port < SEASTAR_PORTS; port++) {
		if (port_is_wanted(q, port))
			json_object_array_add(list, port_json_one(&all->device, &all->port[port]));
	}
	json_object_object_add(o, "ports", list);
	print_json(o);
}

enum { ROUTER, PORT };

static const struct keyword port_show_keywords[] = {
	[ROUTER] = { .name = "router", .value = "N|X,Y,Z", .place = KEYWORD_NEEDED,
		     .help = "whose ports" },
	[PORT] = { .name = "port", .words = port_names, .help = "one of them" },
	{ 0 }
};

static void port_parse_query(struct args *a, struct port_query *q)
{
	uint64_t seen = 0;

	*q = (struct port_query){ .dev = args_device(a), .port = EVERY };
	while (args_more(a)) {
		if (keyword_take(a, port_show_keywords, &seen) == ROUTER)
			q->router = args_router(a, "router", q->dev);
		else
			q->port = keyword_choice(a, &port_show_keywords[PORT]);
	}
	keyword_need(a, port_show_keywords, seen);
}

static void port_show(struct args *a)
{
	struct ports all = { 0 };
	struct port_query q;

	port_parse_query(a, &q);
	read_ports(&q, &all);
	if (print_is_json())
		port_show_json(&q, &all);
	else
		port_show_text(&q, &all);
	sample_free(&all.sample);
}

static const struct command port_commands[] = {
	{ .name = "show", .run = port_show, .usage = "DEV",
	  .help = "Show link, neighbour, settings and counters of the ports of a router",
	  .keywords = port_show_keywords },
	{ 0 }
};

void cmd_port(struct args *a)
{
	cmd_run("port", port_commands, a);
}
