// SPDX-License-Identifier: GPL-2.0-only
/* Printing of traffic as the kernel reports it. */
#include "tools/lib/names.h"
#include "tools/seastar/base/out.h"

#include "permutation.h"
#include "traffic.h"

static void lengths_out(const uint32_t weight[SEASTAR_MAX_PACKET])
{
	const char *flits = "%s";
	unsigned int i;

	out_text(" lengths ");
	out_list("lengths");
	for (i = 0; i < SEASTAR_MAX_PACKET; i++) {
		if (!weight[i])
			continue;
		out_row();
		out_u64("flits", flits, i + 1);
		out_u64("weight", ":%s", weight[i]);
		out_close();
		flits = ",%s";
	}
	out_close();
}

static void share_out(const char *key, unsigned int digits, const char *label, double value)
{
	out_text(" %s %g", label, value);
	out_fraction(key, digits, value);
}

static void source_out(const struct nlattr **tb)
{
	uint32_t source = snl_u32(tb[SEASTAR_A_TRAFFIC_SOURCE]);

	out_name("source", NULL, source_names, source);
	if (source == SEASTAR_SOURCE_OPEN) {
		share_out("load", TRAFFIC_LOAD_DIGITS, "load",
			  (double)snl_u32(tb[SEASTAR_A_TRAFFIC_LOAD]) / SEASTAR_PPM);
		out_u64("queue", " queue %s", snl_u32(tb[SEASTAR_A_TRAFFIC_QUEUE]));
	} else {
		out_u64("window", " window %s", snl_u32(tb[SEASTAR_A_TRAFFIC_WINDOW]));
	}
}

static void permutation_out(const struct permutation *p)
{
	size_t i;

	out_list("permutation");
	for (i = 0; i < p->n; i++)
		out_u64(NULL, i ? ",%s" : " %s", p->entry[i]);
	out_close();
}

void traffic_whole_out(const struct nlmsghdr *m, const struct permutation *p)
{
	const struct nlattr *tb[SEASTAR_A_TRAFFIC_MAX + 1];
	uint32_t pattern, weight[SEASTAR_MAX_PACKET] = { 0 };

	snl_attributes(m, tb, SEASTAR_A_TRAFFIC_MAX);
	pattern = snl_u32(tb[SEASTAR_A_TRAFFIC_PATTERN]);
	snl_array(tb[SEASTAR_A_TRAFFIC_LENGTHS], weight, SEASTAR_MAX_PACKET, sizeof(uint32_t));
	out_str("device", "%s: ", snl_str(tb[SEASTAR_A_TRAFFIC_DEV]));
	out_name("pattern", "pattern %s", pattern_names, pattern);
	if (pattern == SEASTAR_PATTERN_ALL_TO_ONE)
		out_u64("target", " target %s", snl_u32(tb[SEASTAR_A_TRAFFIC_TARGET]));
	if (pattern == SEASTAR_PATTERN_PERMUTATION && p)
		permutation_out(p);
	if (pattern != SEASTAR_PATTERN_NONE) {
		source_out(tb);
		lengths_out(weight);
		share_out("requests_percent", TRAFFIC_REQUESTS_DIGITS, "requests",
			  (double)snl_u32(tb[SEASTAR_A_TRAFFIC_REQUESTS]) * 100 / SEASTAR_PPM);
	}
	out_text("\n");
}

void traffic_out(const struct nlmsghdr *m)
{
	traffic_whole_out(m, NULL);
}

static struct json_object *traffic_tree(const struct nlmsghdr *m, const struct permutation *p)
{
	out_keep();
	out_open(NULL);
	traffic_whole_out(m, p);
	out_close();
	return out_kept();
}

/* A reply that is printed as JSON once its permutation is known. */
struct whole {
	const struct permutation *permutation;
	struct json_object *json;
};

static void keep_json(const struct nlmsghdr *reply, void *ctx)
{
	struct whole *w = ctx;

	w->json = traffic_tree(reply, w->permutation);
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
	o = traffic_tree(m->header, &p);
	permutation_free(&p);
	return o;
}
