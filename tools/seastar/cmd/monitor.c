// SPDX-License-Identifier: GPL-2.0-only
/* seastar monitor: follow changes as they happen. */
#include <string.h>
#include <time.h>

#include "tools/lib/names.h"
#include "tools/seastar/aging/event.h"
#include "tools/seastar/base/command.h"
#include "tools/seastar/base/out.h"
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

/* Print the name and the id of a device that is gone. */
static void gone_out(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_DEV_MAX + 1];

	snl_attributes(m, tb, SEASTAR_A_DEV_MAX);
	out_str("name", "%s\n", snl_str(tb[SEASTAR_A_DEV_NAME]));
	out_u64("id", NULL, snl_u64(tb[SEASTAR_A_DEV_ID]));
}

static void found_out(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_DEV_MAX + 1];

	snl_attributes(m, tb, SEASTAR_A_DEV_MAX);
	out_str("name", "%s: answers again, ", snl_str(tb[SEASTAR_A_DEV_NAME]));
	out_u64("id", NULL, snl_u64(tb[SEASTAR_A_DEV_ID]));
	out_u64("generation", "generation %s\n", snl_u64(tb[SEASTAR_A_DEV_GENERATION]));
}

static void gap_out(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_STATS_MAX + 1];

	snl_attributes(m, tb, SEASTAR_A_STATS_MAX);
	out_str("device", "%s: ", snl_str(tb[SEASTAR_A_STATS_DEV]));
	out_u64("cycle", "cycle %s: some counts before it are missing\n",
		snl_u64(tb[SEASTAR_A_STATS_CYCLE]));
	out_u64("time_ns", NULL, snl_u64(tb[SEASTAR_A_STATS_TIME]));
}

/* A direction of a link, and its other end if the device still exists. */
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

/* Output an end of the link: "3,4,5 -x". */
static void end_out(const struct link_event *e, const char *text, uint32_t router,
		    unsigned int port)
{
	char place[PLACE_TEXT_MAX];

	if (e->placed) {
		place_text(&e->device, router, place);
		place_out(&e->device, router);
		out_str(NULL, text, place);
	} else {
		out_u64("router", text, router);
	}
	out_name("port", " %s", port_names, port);
}

static void link_out(const struct nlmsghdr *m)
{
	struct link_event e;
	double errors;
	bool up;

	monitor_parse_link(m, &e);
	up = snl_u8(e.tb[SEASTAR_A_LINK_UP]);
	errors = snl_u64(e.tb[SEASTAR_A_LINK_BIT_ERRORS]) / 1e12;
	out_str("device", "%s: ", snl_str(e.tb[SEASTAR_A_LINK_DEV]));
	end_out(&e, "%s", e.router, e.port);
	if (e.to != SS_NO_ROUTER) {
		out_open("to");
		end_out(&e, " to %s", e.to, ss_opposite(e.port));
		out_close();
	}
	out_text(": %s", up ? "up" : "down");
	out_bool("up", up);
	if (errors > 0)
		out_text(", of its bits %g arrive wrong", errors);
	out_fraction("bit_errors", 12, errors);
	out_text("\n");
}

static const struct event {
	uint8_t command;
	const char *name;
	void (*out)(const struct nlmsghdr *m);
} events[] = {
	{ SEASTAR_CMD_DEV_NEW_NTF, "dev-add", dev_out },
	{ SEASTAR_CMD_DEV_DEL_NTF, "dev-del", gone_out },
	{ SEASTAR_CMD_AGING_NTF, "age", aging_event_out },
	{ SEASTAR_CMD_TRAFFIC_NTF, "traffic", traffic_out },
	{ SEASTAR_CMD_CLOCK_NTF, "clock", clock_out },
	{ SEASTAR_CMD_CONFIG_NTF, "config", config_out },
	{ SEASTAR_CMD_MMR_NTF, "mmr", mmr_event_out },
	{ SEASTAR_CMD_STATS_NTF, "gap", gap_out },
	{ SEASTAR_CMD_LINK_NTF, "link", link_out },
	{ SEASTAR_CMD_ROUTE_NTF, "route", routing_out },
	{ SEASTAR_CMD_DEV_LOST_NTF, "dev-lost", gone_out },
	{ SEASTAR_CMD_DEV_FOUND_NTF, "dev-found", found_out },
};

#define EVENTS	(sizeof(events) / sizeof(events[0]))

struct watch {
	const char *dev;	/* name of the device; NULL: all devices */
	uint64_t left;		/* events to print; 0: no end */
};

/*
 * Return true if an event is about @dev. Attribute 1 is the device's name, except in events of
 * commits.
 */
static bool is_about(const struct nlmsghdr *m, const char *dev)
{
	const struct nlattr *tb[SEASTAR_A_DEV_NAME + 1];

	if (snl_command(m) == SEASTAR_CMD_CONFIG_NTF)
		return commit_names(m, dev);
	snl_attributes(m, tb, SEASTAR_A_DEV_NAME);
	return !strcmp(snl_str(tb[SEASTAR_A_DEV_NAME]), dev);
}

static void begin_event(const char *name)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	out_event(&now, name);
}

static void end_event(void)
{
	out_close();
	print_finish();
}

static bool monitor_on_event(const struct nlmsghdr *m, void *ctx)
{
	struct watch *w = ctx;
	size_t i;

	for (i = 0; i < EVENTS && events[i].command != snl_command(m); i++)
		;
	if (i == EVENTS || (w->dev && !is_about(m, w->dev)))
		return true;
	begin_event(events[i].name);
	out_open("detail");
	events[i].out(m);
	out_close();
	end_event();
	return !w->left || --w->left;
}

/* Print an event that consists of a sentence. */
static void print_sentence(const char *name, const char *sentence)
{
	begin_event(name);
	out_text("%s\n", sentence);
	out_unknown("detail", NULL);
	end_event();
}

static void monitor_on_lost(void *ctx)
{
	(void)ctx;
	print_sentence("lost", "events came faster than they were read: some are lost");
}

static void monitor_on_module(bool loaded, void *ctx)
{
	(void)ctx;
	if (loaded)
		print_sentence("module-add",
			       "the seastar module is loaded again");
	else
		print_sentence("module-del",
			       "the seastar module was removed: waiting until it is loaded again");
}

enum { COUNT };

static const struct keyword monitor_keywords[] = {
	[COUNT] = { .name = "count", .value = "N", .min = 1, .max = UINT64_MAX,
		    .unit = "changes", .help = "end after this many" },
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
	print_sentence("listening", "changes are reported from now on");
	nl_events(&nl, &follower);
	nl_close(&nl);
}

static const struct command monitor_command = {
	.name = "", .run = monitor_follow, .usage = "[DEV]",
	.help = "Print a line for each change of all devices or of one, as it happens, and end after N",
	.keywords = monitor_keywords,
};

void cmd_monitor(struct args *a)
{
	object_run_only("monitor", &monitor_command, a);
}
