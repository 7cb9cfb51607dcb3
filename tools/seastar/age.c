// SPDX-License-Identifier: GPL-2.0-only
/* seastar age: the aging registers. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bias.h"
#include "cmd.h"
#include "config.h"
#include "device.h"
#include "names.h"
#include "nl.h"
#include "print.h"
#include "settings.h"

/* The registers of one router. */
struct aging {
	uint32_t router;
	uint32_t period;
	uint64_t select;
	uint8_t bias[CLASSES][SEASTAR_PORTS];
};

/* A reading of a fabric. */
struct agings {
	uint64_t generation;
	struct aging *aging;
	size_t n;
};

static int compare_registers(const struct aging *x, const struct aging *y)
{
	if (x->period != y->period)
		return x->period < y->period ? -1 : 1;
	if (x->select != y->select)
		return x->select < y->select ? -1 : 1;
	return memcmp(x->bias, y->bias, sizeof(x->bias));
}

static int compare_aging(const void *a, const void *b)
{
	const struct aging *x = a, *y = b;
	int order = compare_registers(x, y);

	return order ? order : (x->router > y->router) - (x->router < y->router);
}

/* The routers aging[first] to aging[end - 1] have the same registers. */
struct block {
	const struct aging *aging;
	size_t n;
};

static int compare_blocks(const void *a, const void *b)
{
	const struct block *x = a, *y = b;

	return (x->aging->router > y->aging->router) - (x->aging->router < y->aging->router);
}

/* Fold equal routers into blocks, in the order of each block's first router. */
static struct block *fold(struct agings *all, size_t *n)
{
	struct block *blocks = allocate(all->n, sizeof(*blocks));
	size_t i;

	qsort(all->aging, all->n, sizeof(*all->aging), compare_aging);
	*n = 0;
	for (i = 0; i < all->n; i++) {
		if (!i || compare_registers(&all->aging[i - 1], &all->aging[i]))
			blocks[(*n)++] = (struct block){ .aging = &all->aging[i] };
		blocks[*n - 1].n++;
	}
	qsort(blocks, *n, sizeof(*blocks), compare_blocks);
	return blocks;
}

/* The end of the run of consecutive routers that begins at @i. */
static size_t run_end(const struct block *b, size_t i)
{
	for (i++; i < b->n && b->aging[i].router == b->aging[i - 1].router + 1; i++)
		;
	return i;
}

static void select_text(uint64_t select)
{
	if (print_is_numeric())
		printf("0x%016" PRIx64, select);
	else if (select == SELECT_AGE)
		printf("age");
	else if (select == SELECT_RR)
		printf("rr");
	else
		printf("0x%016" PRIx64, select);
}

static void block_text(const struct block *b)
{
	size_t i, end;

	printf("router%s ", b->n > 1 ? "s" : "");
	for (i = 0; i < b->n; i = end) {
		end = run_end(b, i);
		printf("%s%u", i ? "," : "", b->aging[i].router);
		if (end - i > 1)
			printf("-%u", b->aging[end - 1].router);
	}
	printf(":\n    period %u select ", b->aging->period);
	select_text(b->aging->select);
	bias_text(b->aging->bias);
	putchar('\n');
}

static struct json_object *block_json(const struct block *b)
{
	struct json_object *o = json_object_new_object();
	struct json_object *ranges = json_object_new_array();
	size_t i, end;

	for (i = 0; i < b->n; i = end) {
		struct json_object *range = json_object_new_object();

		end = run_end(b, i);
		json_add_u64(range, "first", b->aging[i].router);
		json_add_u64(range, "last", b->aging[end - 1].router);
		json_object_array_add(ranges, range);
	}
	json_object_object_add(o, "routers", ranges);
	json_add_u64(o, "age_clock_period", b->aging->period);
	json_add_hex(o, "age_rr_select", b->aging->select);
	bias_json(o, b->aging->bias);
	return o;
}

static void show(const char *dev, struct agings *all)
{
	struct json_object *o, *list;
	struct block *blocks;
	size_t i, n;

	blocks = fold(all, &n);
	if (!print_is_json()) {
		printf("%s: generation %" PRIu64 "\n", dev, all->generation);
		for (i = 0; i < n; i++)
			block_text(&blocks[i]);
	} else {
		o = json_object_new_object();
		list = json_object_new_array();
		json_add_str(o, "device", dev);
		json_add_u64(o, "generation", all->generation);
		for (i = 0; i < n; i++)
			json_object_array_add(list, block_json(&blocks[i]));
		json_object_object_add(o, "aging", list);
		print_json(o);
	}
	free(blocks);
}

static void forget(void *ctx)
{
	struct agings *all = ctx;

	all->n = 0;
}

static void remember(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_AGING_MAX + 1];
	struct agings *all = ctx;
	struct aging *g;

	/* By doubling: n has one bit set when the room is used up. */
	if (!(all->n & (all->n - 1)))
		all->aging = resize(all->aging, all->n ? 2 * all->n : 1, sizeof(*all->aging));
	g = &all->aging[all->n++];
	*g = (struct aging){ 0 };
	nl_attributes(reply, tb, SEASTAR_A_AGING_MAX);
	g->router = attr_u32(tb[SEASTAR_A_AGING_ROUTER]);
	g->period = attr_u32(tb[SEASTAR_A_AGING_CLOCK_PERIOD]);
	g->select = attr_u64(tb[SEASTAR_A_AGING_RR_SELECT]);
	attr_array(tb[SEASTAR_A_AGING_REQ_BIAS], g->bias[REQUEST], SEASTAR_PORTS, 1);
	attr_array(tb[SEASTAR_A_AGING_RSP_BIAS], g->bias[RESPONSE], SEASTAR_PORTS, 1);
	all->generation = attr_u64(tb[SEASTAR_A_AGING_GENERATION]);
}

static void age_show(struct args *a)
{
	const char *dev = args_value(a, "the device's name");
	struct agings all = { 0 };
	bool one;
	struct msg m;
	struct nl nl;

	msg_start(&m, SEASTAR_CMD_AGING_GET);
	msg_put_str(&m, SEASTAR_A_AGING_DEV, dev);
	one = args_take(a, "router");
	if (one)
		msg_put_u32(&m, SEASTAR_A_AGING_ROUTER, args_router(a, "router", dev));
	args_end(a);
	nl_open(&nl);
	if (one)
		nl_do(&nl, &m, remember, &all);
	else
		nl_dump(&nl, &m, forget, remember, &all);
	nl_close(&nl);
	show(dev, &all);
	free(all.aging);
}

static void age_set(struct args *a)
{
	struct settings s;

	args_settings(a, &s);
	args_end(a);
	if (s.confirm)
		config_commit(&s, 1, s.confirm);
	else
		settings_apply(&s);
	settings_free(&s);
}

static const struct command commands[] = {
	{ "show", age_show, "DEV [router N]",
	  "Show the aging registers; routers that are set alike are shown as one" },
	{ "set", age_set,
	  "DEV [SETTINGS] [router N|A-B SETTINGS]... [generation N]\n"
	  "       [confirm SECONDS]\n" SETTINGS_USAGE,
	  "Set them, of all routers or some, between the same two cycles or not at all" },
	{ 0 }
};

void cmd_age(struct args *a)
{
	cmd_run("age", commands, a);
}
