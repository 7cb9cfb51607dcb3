// SPDX-License-Identifier: GPL-2.0-only
/* seastar port: the ports of a router, their settings and counters. */
#include <stdio.h>

#include <seastar/mmr.h>

#include "tools/lib/names.h"
#include "tools/seastar/aging/registers.h"
#include "tools/seastar/base/command.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/counters/sample.h"
#include "tools/seastar/device/device.h"
#include "tools/seastar/link/links.h"
#include "tools/seastar/mmr/read.h"

#include "cmd.h"

#define EVERY	SEASTAR_PORTS

/* The words of "seastar port show". */
struct port_query {
	const char *dev;
	uint32_t router;
	unsigned int port;	/* port, or EVERY */
};

struct port {
	unsigned int number;
	uint32_t neighbour;	/* router at the other end, or SS_NO_ROUTER */
	bool present, up;	/* state of the link */
	bool has_control;	/* LINK_CONTROL was read */
	bool enabled;		/* LINK_CONTROL enables the link */
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

/* Read LINK_CONTROL, for JSON only: with hardware each read takes a round trip. */
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

/* Output "3,4,5 -x", the router and port at the other end. */
static void neighbour_out(const struct device *d, const struct port *p)
{
	bool is_node = p->number == SEASTAR_PORT_PROC;

	if (is_node)
		out_cell("neighbour", "processor");
	if (p->present && p->neighbour != SS_NO_ROUTER)
		place_end("neighbour", d, p->neighbour, ss_opposite(p->number));
	else
		out_unknown("neighbour", is_node ? NULL : "neighbour");
}

static void detailed_cells(const struct port *p)
{
	unsigned int vc, bin;
	char head[32];

	for (vc = 0; vc < VC_COUNTERS; vc++) {
		vc_cell(vc, "packets", p->counter, SEASTAR_COUNTER_VC0_PKTS);
		vc_cell(vc, "flits", p->counter, SEASTAR_COUNTER_VC0_FLITS);
		vc_cell(vc, "blocked", p->counter, SEASTAR_COUNTER_VC0_BLOCKED);
	}
	for (bin = 0; bin < SEASTAR_AGE_BINS; bin++) {
		snprintf(head, sizeof(head), "age-%s", age_names[bin]);
		out_u64(NULL, head, p->counter[SEASTAR_COUNTER_AGE_BIN0 + bin]);
	}
	for (const struct counter_key *k = choice_counters; k->key; k++)
		out_u64(NULL, k->key, p->counter[k->number]);
}

static void port_row(const struct device *d, const struct port *p)
{
	const uint64_t *c = p->counter;

	out_row();
	out_name("port", "port", port_names, p->number);
	out_cell("link", "%s", state_name(p));
	if (p->present)
		out_colour(p->up ? COLOUR_GOOD : COLOUR_BAD);
	out_bool("present", p->present);
	out_bool("up", p->up);
	if (p->has_control)
		out_bool("enabled", p->enabled);
	else
		out_unknown("enabled", NULL);
	neighbour_out(d, p);
	out_u64("req_age_bias", "req-bias", p->bias[REQUEST]);
	out_u64("rsp_age_bias", "rsp-bias", p->bias[RESPONSE]);
	out_u64("packets", "packets", vcs_sum(c, SEASTAR_COUNTER_VC0_PKTS));
	out_u64("flits", "flits", vcs_sum(c, SEASTAR_COUNTER_VC0_FLITS));
	out_u64("blocked", "blocked", vcs_sum(c, SEASTAR_COUNTER_VC0_BLOCKED));
	outputs_out(c);
	out_real("wait", 6, "wait", 3, port_wait(c));
	if (print_is_detailed())
		detailed_cells(p);
	vcs_out(c);
	ages_out("ages", c);
	arbitration_out(c);
	out_close();
}

static void ports_out(const struct port_query *q, const struct ports *all)
{
	unsigned int port;

	out_open(NULL);
	out_str("device", "%s: ", q->dev);
	place_words(&all->device, q->router);
	out_u64("cycle", ", cycle %s", all->sample.cycle);
	out_u64("generation", ", generation %s\n", all->generation);
	out_table("ports", NULL);
	for (port = 0; port < SEASTAR_PORTS; port++) {
		if (port_is_wanted(q, port))
			port_row(&all->device, &all->port[port]);
	}
	out_close();
	out_close();
}

enum { ROUTER, PORT };

static const struct keyword port_show_keywords[] = {
	[ROUTER] = { .name = "router", .value = "N|X,Y,Z", .place = KEYWORD_NEEDED,
		     .help = "the router whose ports are shown" },
	[PORT] = { .name = "port", .words = port_names, .help = "show this port only" },
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
	ports_out(&q, &all);
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
	object_run("port", port_commands, a);
}
