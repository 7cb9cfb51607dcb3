// SPDX-License-Identifier: GPL-2.0-only
/* seastar traffic: the settings of the traffic sources. */
#include <ctype.h>
#include <errno.h>

#include "tools/lib/names.h"
#include "tools/seastar/base/command.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/device/device.h"
#include "tools/seastar/netlink/nl.h"
#include "tools/seastar/traffic/permutation.h"
#include "tools/seastar/traffic/traffic.h"

#include "cmd.h"

static void traffic_set(struct args *a)
{
	const char *dev = args_device(a);
	struct snl_msg m;
	struct nl nl;

	snl_start(&m, SEASTAR_CMD_TRAFFIC_SET);
	snl_put_str(&m, SEASTAR_A_TRAFFIC_DEV, dev);
	args_traffic(a, dev, &m);
	nl_open(&nl);
	nl_do(&nl, &m, NULL, NULL);
	nl_close(&nl);
}

static void traffic_show_reply(const struct nlmsghdr *reply, void *ctx)
{
	out_open(NULL);
	traffic_whole_out(reply, ctx);
	out_close();
}

static void traffic_show(struct args *a)
{
	const char *dev = args_device(a);
	struct permutation p;
	struct snl_msg m;
	struct nl nl;

	args_end(a);
	nl_open(&nl);
	permutation_read(&nl, dev, &p);
	snl_start(&m, SEASTAR_CMD_TRAFFIC_GET);
	snl_put_str(&m, SEASTAR_A_TRAFFIC_DEV, dev);
	nl_do(&nl, &m, traffic_show_reply, &p);
	nl_close(&nl);
	permutation_free(&p);
}

static const struct rule traffic_rules[] = {
	{ .name = "PATTERN", .text = TRAFFIC_PATTERNS },
	{ 0 }
};

static const struct command traffic_commands[] = {
	{ .name = "show", .run = traffic_show, .usage = "DEV",
	  .help = "Show the traffic of the sources, in the form that 'set' takes" },
	{ .name = "set", .run = traffic_set, .usage = "DEV",
	  .help = "Replace the traffic of the sources", .keywords = traffic_keywords,
	  .rules = traffic_rules },
	{ 0 }
};

void cmd_traffic(struct args *a)
{
	object_run("traffic", traffic_commands, a);
}
