// SPDX-License-Identifier: GPL-2.0-only
/* seastar stats: packets, flits, blocking and stalls; throughput. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "cmd.h"
#include "group.h"
#include "names.h"
#include "nl.h"
#include "print.h"
#include "sample.h"
#include "sources.h"

#define VC_REGISTERS	4	/* request, response: before, past the dateline */

struct query {
	const char *dev;
	bool one_router;
	uint32_t router;
	uint32_t ports;
	enum grouping by;
	uint64_t interval_ms;	/* 0: since creation */
};

static uint64_t sum_vcs(const struct group *g, unsigned int first, unsigned int n)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < n; i++)
		sum += g->reg[first + i];
	return sum;
}

/* Cycles stalled a packet (SC07, Eq. 17), of the requests; docs/model.md. */
static double occupancy(const struct group *g)
{
	return (double)sum_vcs(g, SEASTAR_REG_VC0_BLOCKED, 2) /
	       sum_vcs(g, SEASTAR_REG_VC0_PKTS, 2);
}

static void group_row(struct table *t, const struct group *g)
{
	unsigned int vc;

	table_cell(t, "%s", g->name);
	table_cell(t, "%" PRIu64, sum_vcs(g, SEASTAR_REG_VC0_PKTS, VC_REGISTERS));
	table_cell(t, "%" PRIu64, sum_vcs(g, SEASTAR_REG_VC0_FLITS, VC_REGISTERS));
	table_cell(t, "%" PRIu64, sum_vcs(g, SEASTAR_REG_VC0_BLOCKED, VC_REGISTERS));
	table_cell(t, "%" PRIu64, g->reg[SEASTAR_REG_STALLED]);
	for (vc = 0; vc < VC_REGISTERS; vc++)
		table_cell(t, "%" PRIu64, g->reg[SEASTAR_REG_VC0_BLOCKED + vc]);
	table_cell(t, "%s", text_real(occupancy(g), 3));
}

static void groups_text(const struct query *q, const struct groups *groups)
{
	const char *const heads[] = {
		grouping_names[q->by], "packets", "flits", "blocked", "stalled",
		"vc0-blocked", "vc1-blocked", "vc2-blocked", "vc3-blocked", "occupancy", NULL
	};
	struct table *t = table_new(heads);
	struct group total = groups_total(groups);
	size_t i;

	for (i = 0; i < groups->n; i++)
		group_row(t, &groups->group[i]);
	if (groups->n > 1)
		group_row(t, &total);
	table_print(t);
}

static struct json_object *group_json(const struct group *g)
{
	struct json_object *o = json_object_new_object();
	struct json_object *vcs = json_object_new_array();
	unsigned int vc;

	json_add_str(o, "name", g->name);
	json_add_u64(o, "packets", sum_vcs(g, SEASTAR_REG_VC0_PKTS, VC_REGISTERS));
	json_add_u64(o, "flits", sum_vcs(g, SEASTAR_REG_VC0_FLITS, VC_REGISTERS));
	json_add_u64(o, "blocked", sum_vcs(g, SEASTAR_REG_VC0_BLOCKED, VC_REGISTERS));
	json_add_u64(o, "stalled", g->reg[SEASTAR_REG_STALLED]);
	json_add_real(o, "occupancy", occupancy(g), 6);
	for (vc = 0; vc < VC_REGISTERS; vc++) {
		struct json_object *part = json_object_new_object();

		json_add_u64(part, "packets", g->reg[SEASTAR_REG_VC0_PKTS + vc]);
		json_add_u64(part, "flits", g->reg[SEASTAR_REG_VC0_FLITS + vc]);
		json_add_u64(part, "blocked", g->reg[SEASTAR_REG_VC0_BLOCKED + vc]);
		json_object_array_add(vcs, part);
	}
	json_object_object_add(o, "vc", vcs);
	return o;
}

static void groups_json(struct json_object *o, const struct query *q,
			const struct groups *groups)
{
	struct json_object *list = json_object_new_array();
	struct group total = groups_total(groups);
	size_t i;

	for (i = 0; i < groups->n; i++)
		json_object_array_add(list, group_json(&groups->group[i]));
	json_add_str(o, "by", grouping_names[q->by]);
	json_object_object_add(o, "groups", list);
	json_object_object_add(o, "all", group_json(&total));
}

/*
 * Flits a node a cycle: those that entered the network, by the registers, and
 * those delivered, by the sources.  The latter begin anew with every reset, so
 * only a difference of two readings tells their rate.
 */
struct throughput {
	double injected;
	double accepted;
};

static struct throughput throughput(const struct query *q, const struct sample *s)
{
	struct throughput t = { 0 };
	unsigned int vc;
	size_t i;

	for (i = 0; i < s->n; i++) {
		const struct router_sample *r = &s->router[i];
		uint64_t flits = 0;

		for (vc = 0; vc < VC_REGISTERS; vc++)
			flits += r->reg[SEASTAR_PORT_PROC][SEASTAR_REG_VC0_FLITS + vc];
		t.injected += (double)flits / r->cycle / s->n;
		t.accepted += (double)r->source[SEASTAR_SRC_FLITS] / r->cycle / s->n;
	}
	if (!q->interval_ms)
		t.accepted = NAN;
	return t;
}

static void show_text(const struct query *q, const struct sample *s)
{
	struct throughput t = throughput(q, s);
	struct groups groups = groups_sum(s, q->by, q->ports);
	struct sources sources;

	groups_text(q, &groups);
	groups_free(&groups);
	sources_sum(s, &sources);
	if (s->sources)
		sources_text(&sources);
	printf("throughput: injected %s", text_real(t.injected, 6));
	if (s->sources && q->interval_ms)
		printf(" accepted %s", text_real(t.accepted, 6));
	printf(" flits/node/cycle\n");
}

static struct json_object *show_json(const struct query *q, const struct sample *s,
				     struct json_object *o)
{
	struct throughput t = throughput(q, s);
	struct groups groups = groups_sum(s, q->by, q->ports);
	struct json_object *part = json_object_new_object();
	struct sources sources;

	groups_json(o, q, &groups);
	groups_free(&groups);
	sources_sum(s, &sources);
	if (s->sources)
		sources_json(o, &sources);
	json_add_real(part, "injected", t.injected, 6);
	if (s->sources)
		json_add_real(part, "accepted", t.accepted, 6);
	json_object_object_add(o, "throughput", part);
	return o;
}

static void wait_ms(uint64_t ms)
{
	struct timespec t = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 };

	nanosleep(&t, NULL);
}

/* Read the statistics, or what they changed by over the interval. */
static void read_interval(const struct query *q, struct sample *s, struct json_object *o)
{
	const uint32_t *one = q->one_router ? &q->router : NULL;
	struct sample before = { 0 };
	struct nl nl;

	nl_open(&nl);
	if (q->interval_ms) {
		sample_read(&nl, q->dev, one, &before);
		wait_ms(q->interval_ms);
	}
	sample_read(&nl, q->dev, one, s);
	nl_close(&nl);
	if (o)
		sample_head_json(o, q->dev, s);
	else
		sample_head_text(q->dev, s);
	if (!q->interval_ms)
		return;
	sample_subtract(s, &before);
	sample_free(&before);
	if (o)
		json_add_u64(o, "interval_cycles", s->router[0].cycle);
	else
		printf("in the last %" PRIu64 " cycles:\n", s->router[0].cycle);
}

static void parse_query(struct args *a, struct query *q)
{
	enum { ROUTER, PORT, BY, INTERVAL };
	static const char *const words[] = { "router", "port", "by", "interval", NULL };
	uint64_t seen = 0;

	q->dev = args_value(a, "the device's name");
	while (args_more(a)) {
		switch (args_keyword(a, words, &seen)) {
		case ROUTER:
			q->one_router = true;
			q->router = args_number(a, "router", 0, UINT32_MAX);
			break;
		case PORT:
			q->ports = 1u << args_choice(a, "port", port_names);
			break;
		case BY:
			q->by = args_choice(a, "grouping", grouping_names);
			break;
		case INTERVAL:
			q->interval_ms = args_decimal(a, "interval", 3, 1, 86400000);
			break;
		}
	}
}

static void stats_show(struct args *a)
{
	struct query q = { .ports = (1u << SEASTAR_PORTS) - 1, .by = BY_DIMENSION };
	struct json_object *o = NULL;
	struct sample s;

	parse_query(a, &q);
	if (print_is_json())
		o = json_object_new_object();
	read_interval(&q, &s, o);
	if (o)
		print_json(show_json(&q, &s, o));
	else
		show_text(&q, &s);
	sample_free(&s);
}

static void stats_reset(struct args *a)
{
	struct msg m;
	struct nl nl;

	msg_start(&m, SEASTAR_CMD_STATS_RESET);
	msg_put_str(&m, SEASTAR_A_STATS_DEV, args_value(a, "the device's name"));
	args_end(a);
	nl_open(&nl);
	nl_do(&nl, &m, NULL, NULL);
	nl_close(&nl);
}

static const struct command commands[] = {
	{ "show", stats_show,
	  "DEV [router N] [port PORT] [by port|dimension|fabric|router]\n"
	  "       [interval SECONDS]" },
	{ "reset", stats_reset, "DEV" },
	{ 0 }
};

void cmd_stats(struct args *a)
{
	cmd_run("stats", commands, a);
}
