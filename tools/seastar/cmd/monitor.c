// SPDX-License-Identifier: GPL-2.0-only
/* seastar monitor: follow changes as they happen. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "tools/lib/names.h"
#include "tools/seastar/aging/event.h"
#include "tools/seastar/base/command.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/clock/show.h"
#include "tools/seastar/commit/show.h"
#include "tools/seastar/device/device.h"
#include "tools/seastar/device/show.h"
#include "tools/seastar/mmr/mmr.h"
#include "tools/seastar/netlink/nl.h"
#include "tools/seastar/route/tables.h"
#include "tools/seastar/traffic/traffic.h"

#include "cmd.h"

static void gone_text(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_DEV_MAX + 1];

	snl_attributes(m, tb, SEASTAR_A_DEV_MAX);
	printf("%s\n", snl_str(tb[SEASTAR_A_DEV_NAME]));
}

static struct json_object *monitor_found_json(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_DEV_MAX + 1];
	struct json_object *o = dev_json(m);

	snl_attributes(m, tb, SEASTAR_A_DEV_MAX);
	json_add_u64(o, "generation", snl_u64(tb[SEASTAR_A_DEV_GENERATION]));
	return o;
}

static void found_text(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_DEV_MAX + 1];

	snl_attributes(m, tb, SEASTAR_A_DEV_MAX);
	printf("%s: answers again, generation %" PRIu64 "\n", snl_str(tb[SEASTAR_A_DEV_NAME]),
	       snl_u64(tb[SEASTAR_A_DEV_GENERATION]));
}

static struct json_object *gap_json(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_STATS_MAX + 1];
	struct json_object *o = json_object_new_object();

	snl_attributes(m, tb, SEASTAR_A_STATS_MAX);
	json_add_str(o, "device", snl_str(tb[SEASTAR_A_STATS_DEV]));
	json_add_u64(o, "cycle", snl_u64(tb[SEASTAR_A_STATS_CYCLE]));
	json_add_u64(o, "time_ns", snl_u64(tb[SEASTAR_A_STATS_TIME]));
	return o;
}

static void gap_text(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_STATS_MAX + 1];

	snl_attributes(m, tb, SEASTAR_A_STATS_MAX);
	printf("%s: cycle %" PRIu64 ": some counts before it are missing\n",
	       snl_str(tb[SEASTAR_A_STATS_DEV]), snl_u64(tb[SEASTAR_A_STATS_CYCLE]));
}

/* A direction of a link, and where it leads if the device is still there to say so. */
struct link_event {
	const struct nlattr *tb[SEASTAR_A_LINK_MAX + 1];
	uint32_t router, port, to;
	bool placed;
	struct device device;
};

static void monitor_parse_link(const struct nlmsghdr *m, struct link_event *e)
{
	struct nl nl;

	snl_attributes(m, e->tb, SEASTAR_A_LINK_MAX);
	e->router = snl_u32(e->tb[SEASTAR_A_LINK_ROUTER]);
	e->port = snl_u32(e->tb[SEASTAR_A_LINK_PORT]);
	nl_try_open(&nl);
	e->placed = device_find(&nl, snl_str(e->tb[SEASTAR_A_LINK_DEV]), &e->device) &&
		    e->router < e->device.core.routers && e->port < SEASTAR_PORTS;
	nl_close(&nl);
	e->to = e->placed ? ss_neighbour(&e->device.core, e->router, e->port) : SS_NO_ROUTER;
}

static double bit_errors(const struct link_event *e)
{
	return snl_u64(e->tb[SEASTAR_A_LINK_BIT_ERRORS]) / 1e12;
}

static void link_text(const struct nlmsghdr *m)
{
	char from[PLACE_TEXT_MAX], to[PLACE_TEXT_MAX];
	struct link_event e;

	monitor_parse_link(m, &e);
	if (e.placed)
		place_text(&e.device, e.router, from);
	else
		snprintf(from, sizeof(from), "%u", e.router);
	printf("%s: %s %s", snl_str(e.tb[SEASTAR_A_LINK_DEV]), from,
	       text_name(port_names, e.port));
	if (e.to != SS_NO_ROUTER) {
		place_text(&e.device, e.to, to);
		printf(" to %s %s", to, text_name(port_names, ss_opposite(e.port)));
	}
	printf(": %s", snl_u8(e.tb[SEASTAR_A_LINK_UP]) ? "up" : "down");
	if (bit_errors(&e) > 0)
		printf(", of its bits %g arrive wrong", bit_errors(&e));
	putchar('\n');
}

static struct json_object *monitor_link_json(const struct nlmsghdr *m)
{
	struct json_object *o = json_object_new_object(), *to;
	struct link_event e;

	monitor_parse_link(m, &e);
	json_add_str(o, "device", snl_str(e.tb[SEASTAR_A_LINK_DEV]));
	if (e.placed)
		place_json(o, &e.device, e.router);
	else
		json_add_u64(o, "router", e.router);
	json_add_str(o, "port", text_name(port_names, e.port));
	if (e.to != SS_NO_ROUTER) {
		to = json_object_new_object();
		place_json(to, &e.device, e.to);
		json_add_str(to, "port", port_names[ss_opposite(e.port)]);
		json_object_object_add(o, "to", to);
	}
	json_object_object_add(o, "up",
			       json_object_new_boolean(snl_u8(e.tb[SEASTAR_A_LINK_UP])));
	json_add_real(o, "bit_errors", bit_errors(&e), 12);
	return o;
}

static const struct event {
	uint8_t command;
	const char *name;
	struct json_object *(*json)(const struct nlmsghdr *m);
	void (*text)(const struct nlmsghdr *m);
} events[] = {
	{ SEASTAR_CMD_DEV_NEW_NTF, "dev-add", dev_json, dev_text },
	{ SEASTAR_CMD_DEV_DEL_NTF, "dev-del", dev_json, gone_text },
	{ SEASTAR_CMD_AGING_NTF, "age", aging_event_json, aging_event_text },
	{ SEASTAR_CMD_TRAFFIC_NTF, "traffic", traffic_json, traffic_text },
	{ SEASTAR_CMD_CLOCK_NTF, "clock", clock_json, clock_text },
	{ SEASTAR_CMD_CONFIG_NTF, "config", config_json, config_text },
	{ SEASTAR_CMD_MMR_NTF, "mmr", mmr_event_json, mmr_event_text },
	{ SEASTAR_CMD_STATS_NTF, "gap", gap_json, gap_text },
	{ SEASTAR_CMD_LINK_NTF, "link", monitor_link_json, link_text },
	{ SEASTAR_CMD_ROUTE_NTF, "route", routing_json, routing_text },
	{ SEASTAR_CMD_DEV_LOST_NTF, "dev-lost", dev_json, gone_text },
	{ SEASTAR_CMD_DEV_FOUND_NTF, "dev-found", monitor_found_json, found_text },
};

#define EVENTS	(sizeof(events) / sizeof(events[0]))

struct watch {
	const char *dev;	/* NULL: all */
	uint64_t left;		/* events to print; 0: no end */
};

/* Attribute 1 is the device's name in every event but those of commits. */
static bool is_about(const struct nlmsghdr *m, const char *dev)
{
	const struct nlattr *tb[SEASTAR_A_DEV_NAME + 1];

	if (snl_command(m) == SEASTAR_CMD_CONFIG_NTF)
		return config_names(m, dev);
	snl_attributes(m, tb, SEASTAR_A_DEV_NAME);
	return !strcmp(snl_str(tb[SEASTAR_A_DEV_NAME]), dev);
}

static void begin_event(const char *name, struct json_object *detail)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	print_event(&now, name, detail);
}

static bool monitor_on_event(const struct nlmsghdr *m, void *ctx)
{
	struct watch *w = ctx;
	size_t i;

	for (i = 0; i < EVENTS && events[i].command != snl_command(m); i++)
		;
	if (i == EVENTS || (w->dev && !is_about(m, w->dev)))
		return true;
	begin_event(events[i].name, print_is_json() ? events[i].json(m) : NULL);
	if (!print_is_json())
		events[i].text(m);
	print_finish();
	return !w->left || --w->left;
}

static void monitor_on_lost(void *ctx)
{
	(void)ctx;
	begin_event("lost", NULL);
	if (!print_is_json())
		puts("events came faster than they were read, and some are gone");
	print_finish();
}

static void monitor_on_module(bool loaded, void *ctx)
{
	(void)ctx;
	begin_event(loaded ? "module-add" : "module-del", NULL);
	if (!print_is_json())
		puts(loaded ? "the seastar module is loaded again, and is followed" :
			      "the seastar module was removed: nothing happens until it is loaded again");
	print_finish();
}

enum { COUNT };

static const struct keyword monitor_keywords[] = {
	[COUNT] = { .name = "count", .value = "N", .min = 1, .max = UINT64_MAX,
		    .unit = "changes", .help = "end after so many" },
	{ 0 }
};

static void monitor_follow(struct args *a)
{
	uint64_t seen = 0;
	struct watch w = { 0 };
	const struct snl_follower follower = {
		.event = monitor_on_event, .lost = monitor_on_lost, .module = monitor_on_module,
		.ctx = &w,
	};
	struct nl nl;

	if (args_more(a) && !args_comes(a, monitor_keywords[COUNT].name))
		w.dev = args_device(a);
	while (args_more(a)) {
		keyword_take(a, monitor_keywords, &seen);
		w.left = keyword_number(a, &monitor_keywords[COUNT]);
	}
	if (w.dev)
		device_need(w.dev);
	nl_open(&nl);
	nl_subscribe(&nl);
	nl_events(&nl, &follower);
	nl_close(&nl);
}

static const struct command monitor_command = {
	.name = "", .run = monitor_follow, .usage = "[DEV]",
	.help = "Print a line for each change as it happens, of all devices or of one, and end after N",
	.keywords = monitor_keywords,
};

void cmd_monitor(struct args *a)
{
	cmd_run_only("monitor", &monitor_command, a);
}
