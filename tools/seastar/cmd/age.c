// SPDX-License-Identifier: GPL-2.0-only
/* seastar age: the aging registers. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/lib/names.h"
#include "tools/seastar/aging/bias.h"
#include "tools/seastar/aging/registers.h"
#include "tools/seastar/aging/settings.h"
#include "tools/seastar/base/command.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/commit/commit.h"
#include "tools/seastar/device/device.h"
#include "tools/seastar/netlink/nl.h"

#include "cmd.h"

static void block_text(const struct aging_block *b)
{
	char select[SELECT_WORDS_MAX];
	size_t i, end;

	printf("router%s ", b->n > 1 ? "s" : "");
	for (i = 0; i < b->n; i = end) {
		end = aging_run_end(b, i);
		printf("%s%u", i ? "," : "", b->aging[i].router);
		if (end - i > 1)
			printf("-%u", b->aging[end - 1].router);
	}
	printf(":\n    period %u select %s", b->aging->period,
	       select_words(b->aging->select, print_is_numeric(), select));
	bias_text(b->aging->bias);
	putchar('\n');
}

static void age_print(const char *dev, struct agings *all)
{
	struct aging_block *blocks;
	struct json_object *o;
	size_t i, n;

	if (print_is_json()) {
		o = json_object_new_object();
		json_add_str(o, "device", dev);
		json_add_u64(o, "generation", all->generation);
		json_object_object_add(o, "aging", agings_json(all));
		print_json(o);
		return;
	}
	blocks = agings_fold(all, &n);
	printf("%s: generation %" PRIu64 "\n", dev, all->generation);
	for (i = 0; i < n; i++)
		block_text(&blocks[i]);
	free(blocks);
}

static const struct keyword age_show_keywords[] = {
	{ .name = "router", .value = "N|X,Y,Z", .help = "of one router" },
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
	age_print(dev, &all);
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
	  .help = "Set the aging registers of all routers or some, between the same two cycles or not at all",
	  .keywords = settings_keywords, .rules = settings_rules },
	{ 0 }
};

void cmd_age(struct args *a)
{
	cmd_run("age", age_commands, a);
}
