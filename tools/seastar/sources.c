// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>

#include "print.h"
#include "sources.h"

static void forget(void *ctx)
{
	struct sources *s = ctx;

	*s = (struct sources){ .first_cycle = UINT64_MAX };
}

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

static void add_router(const struct nlmsghdr *reply, void *ctx)
{
	uint64_t stat[SEASTAR_SRC_STATS] = { 0 }, bin[SEASTAR_LAT_BINS] = { 0 }, cycle;
	const struct nlattr *tb[SEASTAR_A_STATS_MAX + 1];
	struct sources *s = ctx;
	size_t i;

	nl_attributes(reply, tb, SEASTAR_A_STATS_MAX);
	attr_array(tb[SEASTAR_A_STATS_SOURCE], stat, SEASTAR_SRC_STATS, sizeof(uint64_t));
	attr_array(tb[SEASTAR_A_STATS_LAT_HIST], bin, SEASTAR_LAT_BINS, sizeof(uint64_t));
	cycle = attr_u64(tb[SEASTAR_A_STATS_CYCLE]);
	if (cycle < s->first_cycle)
		s->first_cycle = cycle;
	if (cycle > s->last_cycle)
		s->last_cycle = cycle;
	s->n++;
	add_counts(s, stat);
	for (i = 0; i < SEASTAR_LAT_BINS; i++)
		s->histogram[i] += bin[i];
}

bool sources_read(struct nl *nl, const char *dev, const uint32_t *one, struct sources *s)
{
	struct msg m;

	forget(s);
	msg_start(&m, SEASTAR_CMD_LATENCY_GET);
	msg_put_str(&m, SEASTAR_A_STATS_DEV, dev);
	nl->unsupported = false;
	nl->may_lack = true;
	if (one) {
		msg_put_u32(&m, SEASTAR_A_STATS_ROUTER, *one);
		nl_do(nl, &m, add_router, s);
	} else {
		nl_dump(nl, &m, forget, add_router, s);
	}
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
	return after->n == before->n && after->first_cycle >= before->first_cycle &&
	       after->delivered >= before->delivered;
}

void sources_subtract(struct sources *after, const struct sources *before)
{
	size_t i;

	if (after->n != before->n || after->first_cycle < before->first_cycle)
		die("the device was replaced between the two readings");
	if (after->delivered < before->delivered)
		die("the statistics were reset between the two readings");
	after->first_cycle -= before->first_cycle;
	after->last_cycle -= before->last_cycle;
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
