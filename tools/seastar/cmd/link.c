// SPDX-License-Identifier: GPL-2.0-only
/* seastar link: the links of a fabric, their traffic and their state. */
#define _GNU_SOURCE	/* qsort_r() */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "tools/lib/names.h"
#include "tools/seastar/base/command.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/counters/query.h"
#include "tools/seastar/counters/sources.h"
#include "tools/seastar/device/device.h"
#include "tools/seastar/link/links.h"
#include "tools/seastar/link/set.h"

#include "cmd.h"

#define BIT_ERRORS	1e12	/* unit of SEASTAR_A_LINK_BIT_ERRORS: 1 per 10^12 bits */

struct link_query {
	struct sample_query of;
	bool one_router;	/* show links that begin or end at a router */
	uint32_t router;
	bool down;		/* show only links that are down */
	int sort;		/* index in sorting_names */
	bool rising;		/* sort the least first */
	uint64_t top;		/* most links to show; 0: all */
	uint64_t interval_ms;	/* milliseconds to count; 0: count since creation, or the mark */
};

struct links {
	struct device device;
	struct sample sample;
	uint64_t cycles;	/* cycles that the counters cover */
	struct link *link;
	size_t n;
	uint64_t dropped[SEASTAR_DROPS];	/* packets, of all routers that were read */
	bool has_errors;	/* some links have, or had, bit errors */
};

/*
 * Return a metric of a link; NaN if it is not counted.  Stalls are counted at the output before the
 * link, packets and waits at the input after it.
 */
static double link_metric(const struct link *l, enum metric m)
{
	if (m == STALLED)
		return counters_metric(l->output, m);
	return l->input ? counters_metric(l->input, m) : NAN;
}

/* Return true if the use of links covers a period whose beginning is known. */
static bool is_period(const struct link_query *q)
{
	return q->interval_ms || q->of.since;
}

static double utilisation(const struct links *all, const struct link *l)
{
	return link_metric(l, FLITS) / all->cycles;
}

static int by_place(const struct link *x, const struct link *y)
{
	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return x->out < y->out ? -1 : x->out > y->out;
}

static int link_compare(const void *a, const void *b, void *query)
{
	const struct link_query *q = query;
	const struct link *l[2] = { a, b };
	enum metric m = SORT_METRIC(q->sort);

	if (q->sort == SORT_PLACE)
		return q->rising ? by_place(b, a) : by_place(a, b);
	return metric_order(link_metric(l[0], m), link_metric(l[1], m), q->rising) ?:
	       by_place(a, b);
}

static bool link_is_wanted(const struct link_query *q, const struct link *l)
{
	if (q->one_router && l->from != q->router && l->to != q->router)
		return false;
	return !q->down || l->state == LINK_DOWN;
}

/* Drop the links that are not requested, and sort the others. */
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

static void counter_out(const char *key, const struct link *l, unsigned int first)
{
	out_u64_if(l->input, key, key, l->input ? vcs_sum(l->input, first) : 0);
}

static void link_row(const struct link_query *q, const struct links *all, const struct link *l)
{
	bool errors = all->has_errors;
	unsigned int vc;

	out_row();
	place_end("from", &all->device, l->from, l->out);
	place_end("to", &all->device, l->to, l->in);
	out_str("state", "link", link_state_names[l->state]);
	out_colour(l->state == LINK_UP ? COLOUR_GOOD : COLOUR_BAD);
	out_bool("up", l->state != LINK_DOWN);
	out_u64("transitions", "changes", l->transitions);
	out_time("since", "since", l->since);
	counter_out("packets", l, SEASTAR_COUNTER_VC0_PKTS);
	counter_out("flits", l, SEASTAR_COUNTER_VC0_FLITS);
	counter_out("blocked", l, SEASTAR_COUNTER_VC0_BLOCKED);
	outputs_out(l->output);
	out_real("wait", 6, "wait", 3, link_metric(l, WAIT));
	if (is_period(q)) {
		out_fraction("utilisation", 6, utilisation(all, l));
		out_real(NULL, 0, "used-%", 2, 100 * utilisation(all, l));
	}
	if (errors)
		out_cell("bit-errors", "%g", l->bit_errors / BIT_ERRORS);
	out_fraction("bit_errors", 12, l->bit_errors / BIT_ERRORS);
	out_u64("retries", errors ? "retries" : NULL, l->retries);
	out_u64("undetected", errors ? "undetected" : NULL, l->undetected);
	for (vc = 0; print_is_detailed() && vc < VC_COUNTERS; vc++)
		vc_cell(vc, "flits", l->input, SEASTAR_COUNTER_VC0_FLITS);
	vcs_out(l->input);
	out_close();
}

static void link_dropped_out(const struct links *all)
{
	const uint64_t *n = all->dropped;
	uint64_t sum = n[SEASTAR_DROP_NO_ROUTE] + n[SEASTAR_DROP_DATELINE] + n[SEASTAR_DROP_LINK];

	dropped_out("dropped", n);
	if (sum)
		out_text("dropped by routers: %" PRIu64 " packets (no route %" PRIu64
			 ", dateline %" PRIu64 ", link down %" PRIu64 ")\n", sum,
			 n[SEASTAR_DROP_NO_ROUTE], n[SEASTAR_DROP_DATELINE],
			 n[SEASTAR_DROP_LINK]);
}

static void links_out(const struct link_query *q, const struct links *all)
{
	size_t i;

	out_open(NULL);
	sample_head(&q->of, &all->sample, q->interval_ms, all->cycles);
	link_dropped_out(all);
	out_table("links", "no links");
	for (i = 0; i < all->n; i++)
		link_row(q, all, &all->link[i]);
	out_close();
	out_close();
}

enum { ROUTER, DOWN, INTERVAL, SINCE, SORT, RISING, TOP };

static const struct keyword link_show_keywords[] = {
	[ROUTER] = { .name = "router", .value = "N|X,Y,Z",
		     .help = "show the links of this router only" },
	[DOWN] = { .name = "down", .help = "show only links that carry nothing" },
	[INTERVAL] = KEYWORD_INTERVAL,
	[SINCE] = KEYWORD_SINCE,
	[SORT] = KEYWORD_SORT,
	[RISING] = KEYWORD_RISING,
	[TOP] = KEYWORD_TOP,
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
			q->sort = args_choice(a, "sorting", sorting_names);
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
	links_out(&q, &all);
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
	  .help = "Corrupt a share of the bits on a link, in both directions; the link sends corrupt flits again",
	  .keywords = link_errors_keywords, .rules = link_rules },
	{ 0 }
};

void cmd_link(struct args *a)
{
	object_run("link", link_commands, a);
}
