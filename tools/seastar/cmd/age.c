// SPDX-License-Identifier: GPL-2.0-only
/* seastar age: the aging registers. */
#include "tools/lib/names.h"
#include "tools/seastar/aging/bias.h"
#include "tools/seastar/aging/registers.h"
#include "tools/seastar/aging/settings.h"
#include "tools/seastar/base/command.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/commit/commit.h"
#include "tools/seastar/device/device.h"
#include "tools/seastar/netlink/nl.h"

#include "cmd.h"

static const struct keyword age_show_keywords[] = {
	{ .name = "router", .value = "N|X,Y,Z", .help = "show this router only" },
	{ 0 }
};

static void age_show(struct args *a)
{
	const char *dev = args_device(a);
	struct agings all = { 0 };
	uint32_t router = 0;
	uint64_t seen = 0;
	struct nl nl;

	while (args_more(a)) {
		keyword_take(a, age_show_keywords, &seen);
		router = args_router(a, "router", dev);
	}
	nl_open(&nl);
	if (seen)
		agings_read_one(&nl, dev, router, &all);
	else
		agings_read(&nl, dev, &all);
	nl_close(&nl);
	out_open(NULL);
	out_str("device", "%s: ", dev);
	out_u64("generation", "generation %s\n", all.generation);
	agings_out(&all);
	out_close();
	agings_free(&all);
}

static void age_set(struct args *a)
{
	struct settings s;

	args_settings(a, &s);
	args_end(a);
	if (s.confirm || s.check)
		config_commit(&s, 1, s.confirm);
	else
		settings_apply(&s);
	settings_free(&s);
}

static const struct command age_commands[] = {
	{ .name = "show", .run = age_show, .usage = "DEV",
	  .help = "Show the aging registers; routers that are set alike are shown as one",
	  .keywords = age_show_keywords },
	{ .name = "set", .run = age_set, .usage = "DEV [SETTINGS] [router N|X,Y,Z|A-B SETTINGS]...",
	  .help = "Set the aging registers of all routers or of some, in the same cycle; on an error, change none",
	  .keywords = settings_keywords, .rules = settings_rules },
	{ 0 }
};

void cmd_age(struct args *a)
{
	object_run("age", age_commands, a);
}
