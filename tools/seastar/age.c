// SPDX-License-Identifier: GPL-2.0-only
/* seastar age: the aging registers. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bias.h"
#include "cmd.h"
#include "names.h"
#include "nl.h"
#include "print.h"

#define SELECT_AGE	UINT64_MAX
#define SELECT_RR	0

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
	if (select == SELECT_AGE)
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
		msg_put_u32(&m, SEASTAR_A_AGING_ROUTER, args_number(a, "router", 0, UINT32_MAX));
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

/* Settings for the routers first to last, as far as they are typed. */
struct change {
	bool every;	/* router; otherwise first to last */
	uint32_t first, last;
	bool has_period, has_select;
	uint32_t period;
	uint64_t select;
	struct bias_change bias;
};

static size_t entry_start(struct msg *m, const struct change *c, uint32_t router)
{
	size_t nest = msg_nest_start(m, SEASTAR_A_AGING_ENTRY);

	if (!c->every)
		msg_put_u32(m, SEASTAR_A_ENTRY_ROUTER, router);
	return nest;
}

static void put_chip(struct msg *m, const struct change *c, uint32_t router)
{
	size_t nest = entry_start(m, c, router);

	if (c->has_period)
		msg_put_u32(m, SEASTAR_A_ENTRY_CLOCK_PERIOD, c->period);
	if (c->has_select)
		msg_put_u64(m, SEASTAR_A_ENTRY_RR_SELECT, c->select);
	msg_nest_end(m, nest);
}

static void put_bias(struct msg *m, const struct change *c, uint32_t router,
		     const struct bias_entry *e)
{
	size_t nest = entry_start(m, c, router);

	if (e->ports != BIAS_ALL_PORTS)
		msg_put_u32(m, SEASTAR_A_ENTRY_PORTS, e->ports);
	if (e->given[REQUEST])
		msg_put_u8(m, SEASTAR_A_ENTRY_REQ_BIAS, e->value[REQUEST]);
	if (e->given[RESPONSE])
		msg_put_u8(m, SEASTAR_A_ENTRY_RSP_BIAS, e->value[RESPONSE]);
	msg_nest_end(m, nest);
}

/* Put the entries of @c, each kind for all routers; false if there are none. */
static bool put_change(struct msg *m, const struct change *c)
{
	struct bias_entry entries[SEASTAR_PORTS];
	size_t i, n = bias_entries(&c->bias, entries);
	uint64_t router;

	if (c->has_period || c->has_select) {
		for (router = c->first; router <= c->last; router++)
			put_chip(m, c, router);
	}
	for (i = 0; i < n; i++) {
		for (router = c->first; router <= c->last; router++)
			put_bias(m, c, router, &entries[i]);
	}
	return c->has_period || c->has_select || n;
}

static void take_routers(struct args *a, struct change *c)
{
	const char *text = args_value(a, "router");
	uint64_t pair[2];

	*c = (struct change){ 0 };
	if (strchr(text, '-')) {
		parse_pair(a, "router", text, '-', 0, SEASTAR_MAX_ROUTERS - 1, pair);
		if (pair[0] > pair[1])
			args_die(a, "router: the range '%s' runs backwards", text);
		c->first = pair[0];
		c->last = pair[1];
	} else {
		c->first = parse_number(a, "router", text, 0, UINT32_MAX);
		c->last = c->first;
	}
}

static uint64_t take_select(struct args *a)
{
	if (args_take(a, "age"))
		return SELECT_AGE;
	if (args_take(a, "rr"))
		return SELECT_RR;
	return args_number(a, "select (rr, age or a mask)", 0, UINT64_MAX);
}

/* What "age set" is asked for, beside the entries. */
struct request {
	struct msg m;
	bool has_generation;
	uint64_t generation;
};

/* Read settings up to the next "router" or the end. */
static void take_settings(struct args *a, struct request *r, struct change *c)
{
	enum { ROUTER, PERIOD, SELECT, BIAS, GENERATION };
	static const char *const words[] = {
		"router", "period", "select", "bias", "generation", NULL
	};
	uint64_t seen = (uint64_t)r->has_generation << GENERATION;

	while (args_more(a) && strcmp(*a->word, words[ROUTER])) {
		switch (args_keyword(a, words, &seen)) {
		case PERIOD:
			c->has_period = true;
			c->period = args_number(a, "period", 0, UINT32_MAX);
			break;
		case SELECT:
			c->has_select = true;
			c->select = take_select(a);
			break;
		case BIAS:
			args_bias(a, &c->bias);
			seen &= ~(1ULL << BIAS);	/* req and rsp come apart */
			break;
		case GENERATION:
			r->has_generation = true;
			r->generation = args_number(a, "generation", 0, UINT64_MAX);
			break;
		}
	}
}

static void nothing_to_set(const struct args *a)
{
	args_die(a, "nothing to set: give a period, select or bias");
}

static void age_set(struct args *a)
{
	struct change every = { .every = true }, some;
	struct request r = { 0 };
	struct nl nl;

	msg_start(&r.m, SEASTAR_CMD_AGING_SET);
	msg_put_str(&r.m, SEASTAR_A_AGING_DEV, args_value(a, "the device's name"));
	take_settings(a, &r, &every);
	if (!put_change(&r.m, &every) && !args_more(a))
		nothing_to_set(a);
	while (args_take(a, "router")) {
		take_routers(a, &some);
		take_settings(a, &r, &some);
		if (!put_change(&r.m, &some))
			nothing_to_set(a);
	}
	if (r.has_generation)
		msg_put_u64(&r.m, SEASTAR_A_AGING_GENERATION, r.generation);
	nl_open(&nl);
	nl_do(&nl, &r.m, NULL, NULL);
	nl_close(&nl);
}

static const struct command commands[] = {
	{ "show", age_show, "DEV [router N]" },
	{ "set", age_set,
	  "DEV [SETTINGS] [router N|A-B SETTINGS]... [generation N]\n"
	  "       SETTINGS := [period N] [select rr|age|MASK] [bias BIAS]...\n"
	  "       BIAS := [req|rsp] N | [req|rsp] X/Y/Z | [req|rsp] PORT N [PORT N]...\n"
	  "       PORT := proc | x | +x | -x | y | +y | -y | z | +z | -z" },
	{ 0 }
};

void cmd_age(struct args *a)
{
	cmd_run("age", commands, a);
}
