// SPDX-License-Identifier: GPL-2.0-only
/* Traffic as the kernel reports it, as text and as JSON. */
#include <stdio.h>

#include "tools/lib/names.h"
#include "tools/seastar/base/print.h"

#include "permutation.h"
#include "traffic.h"

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
	uint32_t source = snl_u32(tb[SEASTAR_A_TRAFFIC_SOURCE]);

	json_add_str(o, "source", name_of(source_names, source));
	if (source == SEASTAR_SOURCE_OPEN) {
		json_add_real(o, "load", (double)snl_u32(tb[SEASTAR_A_TRAFFIC_LOAD]) / SEASTAR_PPM,
			      TRAFFIC_LOAD_DIGITS);
		json_add_u64(o, "queue", snl_u32(tb[SEASTAR_A_TRAFFIC_QUEUE]));
	} else {
		json_add_u64(o, "window", snl_u32(tb[SEASTAR_A_TRAFFIC_WINDOW]));
	}
}

struct json_object *traffic_whole_json(const struct nlmsghdr *m, const struct permutation *p)
{
	const struct nlattr *tb[SEASTAR_A_TRAFFIC_MAX + 1];
	uint32_t pattern, weight[SEASTAR_MAX_PACKET] = { 0 };
	struct json_object *o = json_object_new_object();

	snl_attributes(m, tb, SEASTAR_A_TRAFFIC_MAX);
	pattern = snl_u32(tb[SEASTAR_A_TRAFFIC_PATTERN]);
	snl_array(tb[SEASTAR_A_TRAFFIC_LENGTHS], weight, SEASTAR_MAX_PACKET, sizeof(uint32_t));
	json_add_str(o, "device", snl_str(tb[SEASTAR_A_TRAFFIC_DEV]));
	json_add_str(o, "pattern", name_of(pattern_names, pattern));
	if (pattern == SEASTAR_PATTERN_NONE)
		return o;
	if (pattern == SEASTAR_PATTERN_ALL_TO_ONE)
		json_add_u64(o, "target", snl_u32(tb[SEASTAR_A_TRAFFIC_TARGET]));
	if (pattern == SEASTAR_PATTERN_PERMUTATION && p)
		json_object_object_add(o, "permutation", permutation_json(p));
	source_json(o, tb);
	json_object_object_add(o, "lengths", lengths_json(weight));
	json_add_real(o, "requests_percent",
		      (double)snl_u32(tb[SEASTAR_A_TRAFFIC_REQUESTS]) * 100 / SEASTAR_PPM,
		      TRAFFIC_REQUESTS_DIGITS);
	return o;
}

struct json_object *traffic_json(const struct nlmsghdr *m)
{
	return traffic_whole_json(m, NULL);
}

static void lengths_text(const uint32_t weight[SEASTAR_MAX_PACKET])
{
	const char *comma = "";
	unsigned int i;

	printf(" lengths ");
	for (i = 0; i < SEASTAR_MAX_PACKET; i++) {
		if (!weight[i])
			continue;
		printf("%s%u:%u", comma, i + 1, weight[i]);
		comma = ",";
	}
}

void traffic_whole_text(const struct nlmsghdr *m, const struct permutation *p)
{
	const struct nlattr *tb[SEASTAR_A_TRAFFIC_MAX + 1];
	uint32_t pattern, weight[SEASTAR_MAX_PACKET] = { 0 };

	snl_attributes(m, tb, SEASTAR_A_TRAFFIC_MAX);
	pattern = snl_u32(tb[SEASTAR_A_TRAFFIC_PATTERN]);
	snl_array(tb[SEASTAR_A_TRAFFIC_LENGTHS], weight, SEASTAR_MAX_PACKET, sizeof(uint32_t));
	printf("%s: pattern %s", snl_str(tb[SEASTAR_A_TRAFFIC_DEV]),
	       text_name(pattern_names, pattern));
	if (pattern == SEASTAR_PATTERN_ALL_TO_ONE)
		printf(" target %u", snl_u32(tb[SEASTAR_A_TRAFFIC_TARGET]));
	if (pattern == SEASTAR_PATTERN_PERMUTATION && p)
		permutation_text(p);
	if (pattern != SEASTAR_PATTERN_NONE) {
		if (snl_u32(tb[SEASTAR_A_TRAFFIC_SOURCE]) == SEASTAR_SOURCE_OPEN)
			printf(" load %g queue %u",
			       (double)snl_u32(tb[SEASTAR_A_TRAFFIC_LOAD]) / SEASTAR_PPM,
			       snl_u32(tb[SEASTAR_A_TRAFFIC_QUEUE]));
		else
			printf(" window %u", snl_u32(tb[SEASTAR_A_TRAFFIC_WINDOW]));
		lengths_text(weight);
		printf(" requests %g",
		       (double)snl_u32(tb[SEASTAR_A_TRAFFIC_REQUESTS]) * 100 / SEASTAR_PPM);
	}
	putchar('\n');
}

void traffic_text(const struct nlmsghdr *m)
{
	traffic_whole_text(m, NULL);
}

/* A reply to be made JSON once its permutation is known. */
struct whole {
	const struct permutation *permutation;
	struct json_object *json;
};

static void keep_json(const struct nlmsghdr *reply, void *ctx)
{
	struct whole *w = ctx;

	w->json = traffic_whole_json(reply, w->permutation);
}

struct json_object *traffic_read(struct nl *nl, const char *dev)
{
	struct permutation p;
	struct whole w = { .permutation = &p };
	struct snl_msg m;

	nl->unsupported = false;
	nl->may_lack = true;
	permutation_read(nl, dev, &p);
	snl_start(&m, SEASTAR_CMD_TRAFFIC_GET);
	snl_put_str(&m, SEASTAR_A_TRAFFIC_DEV, dev);
	nl_do(nl, &m, keep_json, &w);
	nl->may_lack = false;
	permutation_free(&p);
	return w.json;
}

struct json_object *traffic_typed(const struct snl_msg *m)
{
	struct permutation p;
	struct json_object *o;

	permutation_of(m->header, &p);
	o = traffic_whole_json(m->header, &p);
	permutation_free(&p);
	return o;
}
