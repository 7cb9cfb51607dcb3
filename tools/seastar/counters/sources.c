// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>

#include "tools/lib/names.h"
#include "tools/seastar/base/print.h"

#include "sources.h"

static void add_counts(struct sources *s, const uint64_t v[SEASTAR_SRC_STATS])
{
	s->offered += v[SEASTAR_SRC_OFFERED];
	s->dropped += v[SEASTAR_SRC_DROPPED];
	s->injected += v[SEASTAR_SRC_INJECTED];
	s->delivered += v[SEASTAR_SRC_DELIVERED];
	s->flits += v[SEASTAR_SRC_FLITS];
	moments_add(&s->latency, v[SEASTAR_SRC_DELIVERED], v[SEASTAR_SRC_LAT_SUM],
		    v[SEASTAR_SRC_LAT_SQ_LO], v[SEASTAR_SRC_LAT_SQ_HI], v[SEASTAR_SRC_LAT_MAX]);
	moments_add(&s->network, v[SEASTAR_SRC_DELIVERED], v[SEASTAR_SRC_NET_SUM],
		    v[SEASTAR_SRC_NET_SQ_LO], v[SEASTAR_SRC_NET_SQ_HI], v[SEASTAR_SRC_NET_MAX]);
}

static void parse_extremes(const struct nlattr *const tb[], struct extremes *x)
{
	*x = (struct extremes){
		.known = tb[SEASTAR_A_STATS_STARVED],
		.senders = snl_u32(tb[SEASTAR_A_STATS_SENDERS]),
		.starved = snl_u32(tb[SEASTAR_A_STATS_STARVED]),
		.least_injected = snl_u64(tb[SEASTAR_A_STATS_LEAST_INJECTED]),
		.most_injected = snl_u64(tb[SEASTAR_A_STATS_MOST_INJECTED]),
		.least_delivered = snl_u64(tb[SEASTAR_A_STATS_LEAST_DELIVERED]),
		.most_delivered = snl_u64(tb[SEASTAR_A_STATS_MOST_DELIVERED]),
		.oldest = snl_u64(tb[SEASTAR_A_STATS_OLDEST]),
		.in_flight = snl_u64(tb[SEASTAR_A_STATS_IN_FLIGHT]),
	};
	snl_array(tb[SEASTAR_A_STATS_LOST], x->lost, SEASTAR_DROPS, sizeof(*x->lost));
}

static void parse(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_STATS_MAX + 1];
	uint64_t stat[SEASTAR_SRC_STATS] = { 0 };
	struct sources *s = ctx;

	snl_attributes(reply, tb, SEASTAR_A_STATS_MAX);
	snl_array(tb[SEASTAR_A_STATS_SOURCE], stat, SEASTAR_SRC_STATS, sizeof(uint64_t));
	snl_array(tb[SEASTAR_A_STATS_LAT_HIST], s->histogram, SEASTAR_LAT_BINS,
		  sizeof(uint64_t));
	s->cycle = snl_u64(tb[SEASTAR_A_STATS_CYCLE]);
	add_counts(s, stat);
	parse_extremes(tb, &s->extremes);
}

/* The kernel sums them up: all are of one instant. */
bool sources_read(struct nl *nl, const char *dev, size_t routers, const uint32_t *one,
		  struct sources *s)
{
	struct snl_msg m;

	*s = (struct sources){ .n = one ? 1 : routers };
	snl_start(&m, SEASTAR_CMD_LATENCY_GET);
	snl_put_str(&m, SEASTAR_A_STATS_DEV, dev);
	if (one)
		snl_put_u32(&m, SEASTAR_A_STATS_ROUTER, *one);
	nl->unsupported = false;
	nl->may_lack = true;
	nl_do(nl, &m, parse, s);
	nl->may_lack = false;
	return !nl->unsupported;
}

static void subtract_moments(struct moments *after, const struct moments *before)
{
	after->n -= before->n;
	after->sum -= before->sum;
	after->squares -= before->squares;
}

bool sources_follow(const struct sources *after, const struct sources *before)
{
	return after->n == before->n && after->cycle >= before->cycle &&
	       after->delivered >= before->delivered;
}

void sources_subtract(struct sources *after, const struct sources *before)
{
	size_t i;

	if (after->n != before->n || after->cycle < before->cycle)
		die("the device was replaced between the two readings");
	if (after->delivered < before->delivered)
		die("the statistics were reset between the two readings");
	after->cycle -= before->cycle;
	after->offered -= before->offered;
	after->dropped -= before->dropped;
	after->injected -= before->injected;
	after->delivered -= before->delivered;
	after->flits -= before->flits;
	subtract_moments(&after->latency, &before->latency);
	subtract_moments(&after->network, &before->network);
	for (i = 0; i < SEASTAR_LAT_BINS; i++)
		after->histogram[i] -= before->histogram[i];
}

static void moments_text(const char *name, const struct moments *m)
{
	printf("%s: mean %s", name, text_real(moments_mean(m), 2));
	printf(" deviation %s max %" PRIu64 " cycles\n", text_real(moments_deviation(m), 2),
	       m->max);
}

void sources_text(const struct sources *sum)
{
	printf("packets: offered %" PRIu64 " dropped %" PRIu64 " injected %" PRIu64
	       " delivered %" PRIu64 ", %" PRIu64 " flits delivered\n", sum->offered,
	       sum->dropped, sum->injected, sum->delivered, sum->flits);
	moments_text("latency", &sum->latency);
	moments_text("network latency", &sum->network);
}

static void moments_json(struct json_object *o, const char *key, const struct moments *m)
{
	struct json_object *part = json_object_new_object();

	json_add_real(part, "mean", moments_mean(m), 6);
	json_add_real(part, "deviation", moments_deviation(m), 6);
	json_add_u64(part, "max", m->max);
	json_object_object_add(o, key, part);
}

void sources_json(struct json_object *o, const struct sources *sum)
{
	struct json_object *part = json_object_new_object();

	json_add_u64(part, "offered", sum->offered);
	json_add_u64(part, "dropped", sum->dropped);
	json_add_u64(part, "injected", sum->injected);
	json_add_u64(part, "delivered", sum->delivered);
	json_add_u64(part, "flits", sum->flits);
	json_object_object_add(o, "packets", part);
	moments_json(o, "latency", &sum->latency);
	moments_json(o, "network_latency", &sum->network);
}

static void lost_text(const struct extremes *x)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < SEASTAR_DROPS; i++)
		sum += x->lost[i];
	printf("packets in the network: %" PRIu64, x->in_flight);
	if (sum)
		printf(", dropped by routers %" PRIu64, sum);
	putchar('\n');
}

struct json_object *dropped_json(const uint64_t dropped[SEASTAR_DROPS])
{
	struct json_object *o = json_object_new_object();
	unsigned int i;

	for (i = 0; i < SEASTAR_DROPS; i++)
		json_add_u64(o, drop_names[i], dropped[i]);
	return o;
}

void extremes_text(const struct extremes *x)
{
	if (x->known)
		lost_text(x);
	if (!x->senders)
		return;
	printf("packets of a node since the last reset: injected %" PRIu64 " to %" PRIu64
	       ", delivered %" PRIu64 " to %" PRIu64 "\n", x->least_injected, x->most_injected,
	       x->least_delivered, x->most_delivered);
	if (x->oldest)
		printf("oldest undelivered packet: born %" PRIu64 " cycles ago\n", x->oldest);
	if (x->starved)
		warn("%u node%s: packets wait there, and none was injected since the last reset; no latency has them",
		     x->starved, x->starved > 1 ? "s starve" : " starves");
}

static struct json_object *range_json(uint64_t least, uint64_t most)
{
	struct json_object *o = json_object_new_object();

	json_add_u64(o, "least", least);
	json_add_u64(o, "most", most);
	return o;
}

void extremes_json(struct json_object *o, const struct extremes *x)
{
	struct json_object *part;

	if (!x->known)
		return;
	part = json_object_new_object();
	json_add_u64(part, "senders", x->senders);
	json_object_object_add(part, "injected", range_json(x->least_injected, x->most_injected));
	json_object_object_add(part, "delivered",
			       range_json(x->least_delivered, x->most_delivered));
	json_add_u64(part, "starved", x->starved);
	json_object_object_add(part, "oldest_cycles",
			       x->oldest ? json_object_new_uint64(x->oldest) : NULL);
	json_object_object_add(o, "nodes", part);
	json_add_u64(o, "in_flight", x->in_flight);
	json_object_object_add(o, "dropped_by_routers", dropped_json(x->lost));
}
