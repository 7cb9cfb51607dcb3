// SPDX-License-Identifier: GPL-2.0-only
/* seastar traffic: what the traffic sources send. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "device.h"
#include "names.h"
#include "nl.h"
#include "permutation.h"
#include "print.h"
#include "show.h"
#include "traffic.h"

#define PPM_DIGITS	6	/* of a load in flits/node/cycle */
#define PERCENT_DIGITS	4	/* the same resolution, of a percentage */

/* The length weights: "N", all packets of N flits, or "L:W,L:W,...". */
static void take_lengths(struct args *a, struct msg *m)
{
	const char *text = args_value(a, "length");
	uint32_t weight[SEASTAR_MAX_PACKET] = { 0 };
	char *copy = strdup(text), *part, *rest = copy;
	uint64_t pair[2];

	if (!copy)
		die("out of memory");
	if (!strchr(text, ':')) {
		weight[parse_number(a, "length", text, 1, SEASTAR_MAX_PACKET) - 1] = 1;
	} else {
		while ((part = strsep(&rest, ","))) {
			parse_pair(a, "length", part, ':', 0, UINT32_MAX, pair);
			if (pair[0] < 1 || pair[0] > SEASTAR_MAX_PACKET)
				args_die(a, "length: %" PRIu64 " flits is not from 1 to %d",
					 pair[0], SEASTAR_MAX_PACKET);
			weight[pair[0] - 1] = pair[1];
		}
	}
	free(copy);
	msg_put(m, SEASTAR_A_TRAFFIC_LENGTHS, weight, sizeof(weight));
}

static void take_pattern(struct args *a, struct msg *m)
{
	uint32_t pattern = args_choice(a, "pattern", pattern_names);

	msg_put_u32(m, SEASTAR_A_TRAFFIC_PATTERN, pattern);
	if (pattern == SEASTAR_PATTERN_PERMUTATION)
		args_permutation(a, m);
}

static void put_source(struct args *a, struct msg *m, enum seastar_source source, int *chosen)
{
	if (*chosen >= 0 && *chosen != (int)source)
		args_die(a, "load and queue make an open source, window a closed one: give one of them");
	if (*chosen < 0)
		msg_put_u32(m, SEASTAR_A_TRAFFIC_SOURCE, source);
	*chosen = source;
}

void args_traffic(struct args *a, const char *dev, struct msg *m)
{
	enum { PATTERN, TARGET, LOAD, QUEUE, WINDOW, LENGTH, REQUESTS };
	static const char *const words[] = {
		"pattern", "target", "load", "queue", "window", "length", "requests", NULL
	};
	int source = -1;
	uint64_t seen = 0;

	while (args_more(a)) {
		switch (args_keyword(a, words, &seen)) {
		case PATTERN:
			take_pattern(a, m);
			break;
		case TARGET:
			msg_put_u32(m, SEASTAR_A_TRAFFIC_TARGET, args_router(a, "target", dev));
			break;
		case LOAD:
			put_source(a, m, SEASTAR_SOURCE_OPEN, &source);
			msg_put_u32(m, SEASTAR_A_TRAFFIC_LOAD,
				    args_decimal(a, "load", PPM_DIGITS, 0, UINT32_MAX));
			break;
		case QUEUE:
			put_source(a, m, SEASTAR_SOURCE_OPEN, &source);
			msg_put_u32(m, SEASTAR_A_TRAFFIC_QUEUE,
				    args_number(a, "queue", 0, UINT32_MAX));
			break;
		case WINDOW:
			put_source(a, m, SEASTAR_SOURCE_CLOSED, &source);
			msg_put_u32(m, SEASTAR_A_TRAFFIC_WINDOW,
				    args_number(a, "window", 0, UINT32_MAX));
			break;
		case LENGTH:
			take_lengths(a, m);
			break;
		case REQUESTS:
			msg_put_u32(m, SEASTAR_A_TRAFFIC_REQUESTS,
				    args_decimal(a, "requests", PERCENT_DIGITS, 0, UINT32_MAX));
			break;
		}
	}
	if (!(seen & 1 << PATTERN))
		args_die(a, "pattern is missing");
}

static void traffic_set(struct args *a)
{
	const char *dev = args_device(a);
	struct msg m;
	struct nl nl;

	msg_start(&m, SEASTAR_CMD_TRAFFIC_SET);
	msg_put_str(&m, SEASTAR_A_TRAFFIC_DEV, dev);
	args_traffic(a, dev, &m);
	nl_open(&nl);
	nl_do(&nl, &m, NULL, NULL);
	nl_close(&nl);
}

static struct json_object *lengths_json(const uint32_t weight[SEASTAR_MAX_PACKET])
{
	struct json_object *list = json_object_new_array();
	unsigned int i;

	for (i = 0; i < SEASTAR_MAX_PACKET; i++) {
		struct json_object *part;

		if (!weight[i])
			continue;
		part = json_object_new_object();
		json_add_u64(part, "flits", i + 1);
		json_add_u64(part, "weight", weight[i]);
		json_object_array_add(list, part);
	}
	return list;
}

static void source_json(struct json_object *o, const struct nlattr **tb)
{
	uint32_t source = attr_u32(tb[SEASTAR_A_TRAFFIC_SOURCE]);

	json_add_str(o, "source", name_of(source_names, source));
	if (source == SEASTAR_SOURCE_OPEN) {
		json_add_real(o, "load", (double)attr_u32(tb[SEASTAR_A_TRAFFIC_LOAD]) / SEASTAR_PPM,
			      PPM_DIGITS);
		json_add_u64(o, "queue", attr_u32(tb[SEASTAR_A_TRAFFIC_QUEUE]));
	} else {
		json_add_u64(o, "window", attr_u32(tb[SEASTAR_A_TRAFFIC_WINDOW]));
	}
}

static struct json_object *with_permutation_json(const struct nlmsghdr *m,
						 const struct permutation *p)
{
	const struct nlattr *tb[SEASTAR_A_TRAFFIC_MAX + 1];
	uint32_t pattern, weight[SEASTAR_MAX_PACKET] = { 0 };
	struct json_object *o = json_object_new_object();

	nl_attributes(m, tb, SEASTAR_A_TRAFFIC_MAX);
	pattern = attr_u32(tb[SEASTAR_A_TRAFFIC_PATTERN]);
	attr_array(tb[SEASTAR_A_TRAFFIC_LENGTHS], weight, SEASTAR_MAX_PACKET, sizeof(uint32_t));
	json_add_str(o, "device", attr_str(tb[SEASTAR_A_TRAFFIC_DEV]));
	json_add_str(o, "pattern", name_of(pattern_names, pattern));
	if (pattern == SEASTAR_PATTERN_NONE)
		return o;
	if (pattern == SEASTAR_PATTERN_ALL_TO_ONE)
		json_add_u64(o, "target", attr_u32(tb[SEASTAR_A_TRAFFIC_TARGET]));
	if (pattern == SEASTAR_PATTERN_PERMUTATION && p)
		json_object_object_add(o, "permutation", permutation_json(p));
	source_json(o, tb);
	json_object_object_add(o, "lengths", lengths_json(weight));
	json_add_real(o, "requests_percent",
		      (double)attr_u32(tb[SEASTAR_A_TRAFFIC_REQUESTS]) * 100 / SEASTAR_PPM,
		      PERCENT_DIGITS);
	return o;
}

struct json_object *traffic_json(const struct nlmsghdr *m)
{
	return with_permutation_json(m, NULL);
}

static void lengths_text(const uint32_t weight[SEASTAR_MAX_PACKET])
{
	const char *comma = "";
	unsigned int i;

	printf(" length ");
	for (i = 0; i < SEASTAR_MAX_PACKET; i++) {
		if (!weight[i])
			continue;
		printf("%s%u:%u", comma, i + 1, weight[i]);
		comma = ",";
	}
}

static void with_permutation_text(const struct nlmsghdr *m, const struct permutation *p)
{
	const struct nlattr *tb[SEASTAR_A_TRAFFIC_MAX + 1];
	uint32_t pattern, weight[SEASTAR_MAX_PACKET] = { 0 };

	nl_attributes(m, tb, SEASTAR_A_TRAFFIC_MAX);
	pattern = attr_u32(tb[SEASTAR_A_TRAFFIC_PATTERN]);
	attr_array(tb[SEASTAR_A_TRAFFIC_LENGTHS], weight, SEASTAR_MAX_PACKET, sizeof(uint32_t));
	printf("%s: pattern %s", attr_str(tb[SEASTAR_A_TRAFFIC_DEV]),
	       text_name(pattern_names, pattern));
	if (pattern == SEASTAR_PATTERN_ALL_TO_ONE)
		printf(" target %u", attr_u32(tb[SEASTAR_A_TRAFFIC_TARGET]));
	if (pattern == SEASTAR_PATTERN_PERMUTATION && p)
		permutation_text(p);
	if (pattern != SEASTAR_PATTERN_NONE) {
		if (attr_u32(tb[SEASTAR_A_TRAFFIC_SOURCE]) == SEASTAR_SOURCE_OPEN)
			printf(" load %g queue %u",
			       (double)attr_u32(tb[SEASTAR_A_TRAFFIC_LOAD]) / SEASTAR_PPM,
			       attr_u32(tb[SEASTAR_A_TRAFFIC_QUEUE]));
		else
			printf(" window %u", attr_u32(tb[SEASTAR_A_TRAFFIC_WINDOW]));
		lengths_text(weight);
		printf(" requests %g",
		       (double)attr_u32(tb[SEASTAR_A_TRAFFIC_REQUESTS]) * 100 / SEASTAR_PPM);
	}
	putchar('\n');
}

void traffic_text(const struct nlmsghdr *m)
{
	with_permutation_text(m, NULL);
}

static void show_reply(const struct nlmsghdr *reply, void *ctx)
{
	if (print_is_json())
		print_json(with_permutation_json(reply, ctx));
	else
		with_permutation_text(reply, ctx);
}

/* A reply to be made JSON once its permutation is known. */
struct whole {
	const struct permutation *permutation;
	struct json_object *json;
};

static void keep_json(const struct nlmsghdr *reply, void *ctx)
{
	struct whole *w = ctx;

	w->json = with_permutation_json(reply, w->permutation);
}

struct json_object *traffic_read(struct nl *nl, const char *dev)
{
	struct permutation p;
	struct whole w = { .permutation = &p };
	struct msg m;

	nl->unsupported = false;
	nl->may_lack = true;
	permutation_read(nl, dev, &p);
	msg_start(&m, SEASTAR_CMD_TRAFFIC_GET);
	msg_put_str(&m, SEASTAR_A_TRAFFIC_DEV, dev);
	nl_do(nl, &m, keep_json, &w);
	nl->may_lack = false;
	permutation_free(&p);
	return w.json;
}

struct json_object *traffic_typed(const struct msg *m)
{
	struct permutation p;
	struct json_object *o;

	permutation_of(m->header, &p);
	o = with_permutation_json(m->header, &p);
	permutation_free(&p);
	return o;
}

static void traffic_show(struct args *a)
{
	const char *dev = args_device(a);
	struct permutation p;
	struct msg m;
	struct nl nl;

	args_end(a);
	nl_open(&nl);
	permutation_read(&nl, dev, &p);
	msg_start(&m, SEASTAR_CMD_TRAFFIC_GET);
	msg_put_str(&m, SEASTAR_A_TRAFFIC_DEV, dev);
	nl_do(&nl, &m, show_reply, &p);
	nl_close(&nl);
	permutation_free(&p);
}

static const struct command commands[] = {
	{ "show", traffic_show, "DEV", "Show what the sources do, in the words of set" },
	{ "set", traffic_set,
	  "DEV " TRAFFIC_USAGE,
	  "Replace what the sources do" },
	{ 0 }
};

void cmd_traffic(struct args *a)
{
	cmd_run("traffic", commands, a);
}
