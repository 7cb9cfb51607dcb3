// SPDX-License-Identifier: GPL-2.0-only
/* seastar link: the links of a fabric, what they carry and whether they are up. */
#define _GNU_SOURCE	/* qsort_r() */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/lib/names.h"
#include "tools/seastar/base/command.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/counters/query.h"
#include "tools/seastar/counters/sources.h"
#include "tools/seastar/device/device.h"
#include "tools/seastar/link/links.h"
#include "tools/seastar/link/set.h"

#include "cmd.h"

#define BIT_ERRORS	1e12	/* what SEASTAR_A_LINK_BIT_ERRORS is a share of */

enum sorting { BY_PLACE, BY_FLITS, BY_STALLED, BY_WAIT };

struct link_query {
	struct sample_query of;
	bool one_router;	/* links that begin or end there */
	uint32_t router;
	bool down;		/* only those that are */
	enum sorting sort;
	bool rising;		/* the least first */
	uint64_t top;		/* at most so many; 0: all */
	uint64_t interval_ms;	/* 0: since creation, or the mark */
};

struct links {
	struct device device;
	struct sample sample;
	uint64_t cycles;	/* that the counters cover */
	struct link *link;
	size_t n;
	uint64_t dropped[SEASTAR_DROPS];	/* by all routers that were read */
	bool has_errors;	/* bits arrive wrong over some, or did */
};

/* What is not counted is no number. */
static double flits(const struct link *l)
{
	return l->input ? (double)vcs_sum(l->input, SEASTAR_COUNTER_VC0_FLITS) : NAN;
}

static double link_wait(const struct link *l)
{
	return l->input ? port_wait(l->input) : NAN;
}

/* Of a time whose beginning is known, there is a share of it in which a link was used. */
static bool is_period(const struct link_query *q)
{
	return q->interval_ms || q->of.since;
}

static double utilisation(const struct links *all, const struct link *l)
{
	return flits(l) / all->cycles;
}

static int by_place(const struct link *x, const struct link *y)
{
	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return x->out < y->out ? -1 : 1;
}

static double link_stalled(const struct link *l)
{
	return l->output[SEASTAR_COUNTER_STALLED];
}

static double (*const sorted_by[])(const struct link *l) = {
	[BY_FLITS] = flits, [BY_STALLED] = link_stalled, [BY_WAIT] = link_wait,
};

/* The larger first, or the smaller; what is no number last. */
static int link_compare(const void *a, const void *b, void *query)
{
	const struct link_query *q = query;
	const struct link *l[2] = { a, b };
	double x, y;

	if (q->sort == BY_PLACE)
		return q->rising ? by_place(b, a) : by_place(a, b);
	x = sorted_by[q->sort](l[0]);
	y = sorted_by[q->sort](l[1]);
	if (isnan(x) || isnan(y))
		return (isnan(x) - isnan(y)) ?: by_place(a, b);
	if (x != y)
		return (x < y) == q->rising ? -1 : 1;
	return by_place(a, b);
}

static bool link_is_wanted(const struct link_query *q, const struct link *l)
{
	if (q->one_router && l->from != q->router && l->to != q->router)
		return false;
	return !q->down || l->state == LINK_DOWN;
}

/* Leave those that are wanted, in the order that is. */
static void link_choose(const struct link_query *q, struct links *all)
{
	size_t i, kept = 0;

	for (i = 0; i < all->n; i++) {
		if (link_is_wanted(q, &all->link[i]))
			all->link[kept++] = all->link[i];
	}
	all->n = kept;
	qsort_r(all->link, all->n, sizeof(*all->link), link_compare, (void *)q);
	if (q->top && q->top < all->n)
		all->n = q->top;
}

static void read_links(const struct link_query *q, struct links *all)
{
	struct router_links *before = NULL;
	struct nl nl;
	size_t i;

	nl_open(&nl);
	device_read(&nl, q->of.dev, &all->device);
	if (q->one_router && q->router >= all->device.routers)
		die("%s has routers 0 to %u", q->of.dev, all->device.routers - 1);
	if (q->interval_ms)
		before = links_read(&nl, &all->device);
	all->cycles = sample_interval(&nl, &q->of, q->interval_ms, &all->sample);
	all->link = links_gather(&nl, &all->device, &all->sample, before, &all->n, all->dropped);
	free(before);
	nl_close(&nl);
	link_choose(q, all);
	for (i = 0; i < all->n; i++)
		all->has_errors |= all->link[i].bit_errors || all->link[i].retries;
}

static void end_cell(struct table *t, const struct device *d, uint32_t router, unsigned int port)
{
	char place[PLACE_TEXT_MAX];

	place_text(d, router, place);
	table_cell(t, "%s %s", place, text_name(port_names, port));
}

static void counter_cell(struct table *t, const struct link *l, unsigned int first)
{
	if (l->input)
		table_cell(t, "%" PRIu64, vcs_sum(l->input, first));
	else
		table_cell(t, "-");
}

static void vc_cells(struct table *t, const struct link *l)
{
	unsigned int vc;

	for (vc = 0; vc < VC_COUNTERS; vc++) {
		if (l->input)
			table_cell(t, "%" PRIu64, l->input[SEASTAR_COUNTER_VC0_FLITS + vc]);
		else
			table_cell(t, "-");
	}
}

static void change_cells(struct table *t, const struct link *l)
{
	char since[TIME_TEXT_MAX];

	table_cell(t, "%" PRIu32, l->transitions);
	table_cell(t, "%s", l->since ? time_text(l->since, since) : "-");
}

static void error_cells(struct table *t, const struct link *l)
{
	table_cell(t, "%g", l->bit_errors / BIT_ERRORS);
	table_cell(t, "%" PRIu64, l->retries);
	table_cell(t, "%" PRIu64, l->undetected);
}

static void link_row(struct table *t, const struct link_query *q, const struct links *all,
		     const struct link *l)
{
	end_cell(t, &all->device, l->from, l->out);
	end_cell(t, &all->device, l->to, l->in);
	table_cell(t, "%s", link_state_names[l->state]);
	table_colour(t, l->state == LINK_UP ? COLOUR_GOOD : COLOUR_BAD);
	change_cells(t, l);
	counter_cell(t, l, SEASTAR_COUNTER_VC0_PKTS);
	counter_cell(t, l, SEASTAR_COUNTER_VC0_FLITS);
	counter_cell(t, l, SEASTAR_COUNTER_VC0_BLOCKED);
	table_cell(t, "%" PRIu64, l->output[SEASTAR_COUNTER_STALLED]);
	table_cell(t, "%s", text_real(link_wait(l), 3));
	if (is_period(q))
		table_cell(t, "%s", text_real(100 * utilisation(all, l), 2));
	if (all->has_errors)
		error_cells(t, l);
	if (print_is_detailed())
		vc_cells(t, l);
}

static const char **add_heads(const char **head, const char *const *more)
{
	while (*more)
		*head++ = *more++;
	return head;
}

static void choose_heads(const struct link_query *q, const struct links *all, const char **head)
{
	static const char *const always[] = {
		"from", "to", "link", "changes", "since", "packets", "flits", "blocked", "stalled",
		"wait", NULL
	};
	static const char *const interval[] = { "used-%", NULL };
	static const char *const errors[] = { "bit-errors", "retries", "undetected", NULL };
	static const char *const detailed[] = {
		"vc0-flits", "vc1-flits", "vc2-flits", "vc3-flits", NULL
	};

	head = add_heads(head, always);
	if (is_period(q))
		head = add_heads(head, interval);
	if (all->has_errors)
		head = add_heads(head, errors);
	if (print_is_detailed())
		head = add_heads(head, detailed);
	*head = NULL;
}

static void dropped_text(const struct links *all)
{
	uint64_t sum = all->dropped[SEASTAR_DROP_NO_ROUTE] + all->dropped[SEASTAR_DROP_DATELINE] +
		       all->dropped[SEASTAR_DROP_LINK];

	if (sum)
		printf("dropped by routers: %" PRIu64 " packets (no route %" PRIu64
		       ", dateline %" PRIu64 ", link down %" PRIu64 ")\n", sum,
		       all->dropped[SEASTAR_DROP_NO_ROUTE], all->dropped[SEASTAR_DROP_DATELINE],
		       all->dropped[SEASTAR_DROP_LINK]);
}

static void link_show_text(const struct link_query *q, const struct links *all)
{
	const char *heads[24];
	struct table *t;
	size_t i;

	sample_head_text(&q->of, &all->sample);
	if (q->interval_ms)
		interval_text(all->cycles);
	dropped_text(all);
	if (!all->n) {
		puts("no links");
		return;
	}
	choose_heads(q, all, heads);
	t = table_new(heads);
	for (i = 0; i < all->n; i++)
		link_row(t, q, all, &all->link[i]);
	table_print(t);
}

static struct json_object *end_json(const struct device *d, uint32_t router, unsigned int port)
{
	struct json_object *o = json_object_new_object();

	place_json(o, d, router);
	json_add_str(o, "port", port_names[port]);
	return o;
}

/* Null if it is not counted. */
static void add_counter(struct json_object *o, const char *key, const struct link *l,
			unsigned int first)
{
	if (l->input)
		json_add_u64(o, key, vcs_sum(l->input, first));
	else
		json_object_object_add(o, key, NULL);
}

static struct json_object *link_json_one(const struct link_query *q, const struct links *all,
					 const struct link *l)
{
	struct json_object *o = json_object_new_object();

	json_object_object_add(o, "from", end_json(&all->device, l->from, l->out));
	json_object_object_add(o, "to", end_json(&all->device, l->to, l->in));
	json_add_str(o, "state", link_state_names[l->state]);
	json_object_object_add(o, "up", json_object_new_boolean(l->state != LINK_DOWN));
	json_add_u64(o, "transitions", l->transitions);
	json_add_time(o, "since", l->since);
	add_counter(o, "packets", l, SEASTAR_COUNTER_VC0_PKTS);
	add_counter(o, "flits", l, SEASTAR_COUNTER_VC0_FLITS);
	add_counter(o, "blocked", l, SEASTAR_COUNTER_VC0_BLOCKED);
	json_add_u64(o, "stalled", l->output[SEASTAR_COUNTER_STALLED]);
	json_add_real(o, "wait", link_wait(l), 6);
	if (is_period(q))
		json_add_real(o, "utilisation", utilisation(all, l), 6);
	json_add_real(o, "bit_errors", l->bit_errors / BIT_ERRORS, 12);
	json_add_u64(o, "retries", l->retries);
	json_add_u64(o, "undetected", l->undetected);
	json_object_object_add(o, "vc", l->input ? vcs_json(l->input) : NULL);
	return o;
}

static void link_show_json(const struct link_query *q, const struct links *all)
{
	struct json_object *o = json_object_new_object();
	struct json_object *list = json_object_new_array();
	size_t i;

	sample_head_json(o, &q->of, &all->sample);
	if (is_period(q))
		json_add_u64(o, "interval_cycles", all->cycles);
	json_object_object_add(o, "dropped", dropped_json(all->dropped));
	for (i = 0; i < all->n; i++)
		json_object_array_add(list, link_json_one(q, all, &all->link[i]));
	json_object_object_add(o, "links", list);
	print_json(o);
}

static const char *const sortings[] = { "place", "flits", "stalled", "wait", NULL };

enum { ROUTER, DOWN, INTERVAL, SINCE, SORT, RISING, TOP };

static const struct keyword link_show_keywords[] = {
	[ROUTER] = { .name = "router", .value = "N|X,Y,Z", .help = "those of one router" },
	[DOWN] = { .name = "down", .help = "those that carry nothing" },
	[INTERVAL] = KEYWORD_INTERVAL,
	[SINCE] = KEYWORD_SINCE,
	[SORT] = { .name = "sort", .words = sortings, .help = "the order, greatest first" },
	[RISING] = { .name = "rising", .help = "the least first: links that get little" },
	[TOP] = { .name = "top", .value = "N", .min = 1, .max = UINT32_MAX,
		  .help = "the first of them" },
	{ 0 }
};

static void link_parse_query(struct args *a, struct link_query *q)
{
	uint64_t seen = 0;

	q->of.dev = args_device(a);
	while (args_more(a)) {
		switch (keyword_take(a, link_show_keywords, &seen)) {
		case ROUTER:
			q->one_router = true;
			q->router = args_router(a, "router", q->of.dev);
			break;
		case DOWN:
			q->down = true;
			break;
		case SORT:
			q->sort = args_choice(a, "sorting", sortings);
			break;
		case RISING:
			q->rising = true;
			break;
		case SINCE:
			q->of.since = args_value(a, "the mark's name");
			break;
		case TOP:
			q->top = keyword_number(a, &link_show_keywords[TOP]);
			break;
		case INTERVAL:
			q->interval_ms = keyword_number(a, &link_show_keywords[INTERVAL]);
			break;
		}
	}
	if (q->interval_ms && q->of.since)
		args_die(a, INTERVAL_OR_SINCE);
}

static void link_show(struct args *a)
{
	struct links all = { 0 };
	struct link_query q = { 0 };

	link_parse_query(a, &q);
	read_links(&q, &all);
	if (print_is_json())
		link_show_json(&q, &all);
	else
		link_show_text(&q, &all);
	sample_free(&all.sample);
	free(all.link);
}

static const struct rule link_rules[] = {
	{ .name = "PORT", .text = "+x | -x | +y | -y | +z | -z" },
	{ 0 }
};

static const struct command link_commands[] = {
	{ .name = "show", .run = link_show, .usage = "DEV",
	  .help = "Show the links, a line for each direction: their state and what they carried",
	  .keywords = link_show_keywords },
	{ .name = "fail", .run = link_fail, .usage = "DEV",
	  .help = "Take a link down, in both directions: packets for it wait, or are dropped",
	  .keywords = link_fail_keywords, .rules = link_rules },
	{ .name = "restore", .run = link_restore, .usage = "DEV", .help = "Bring a link up again",
	  .keywords = link_restore_keywords, .rules = link_rules },
	{ .name = "errors", .run = link_errors, .usage = "DEV",
	  .help = "Corrupt a share of the bits on a link, in both directions; the link sends again what is wrong",
	  .keywords = link_errors_keywords, .rules = link_rules },
	{ 0 }
};

void cmd_link(struct args *a)
{
	cmd_run("link", link_commands, a);
}
