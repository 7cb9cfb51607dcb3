// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>

#include "print.h"
#include "sources.h"

static void add_router(struct sources *sum, const struct router_sample *r)
{
	const uint64_t *v = r->source;
	size_t i;

	sum->offered += v[SEASTAR_SRC_OFFERED];
	sum->dropped += v[SEASTAR_SRC_DROPPED];
	sum->injected += v[SEASTAR_SRC_INJECTED];
	sum->delivered += v[SEASTAR_SRC_DELIVERED];
	sum->flits += v[SEASTAR_SRC_FLITS];
	moments_add(&sum->latency, v[SEASTAR_SRC_DELIVERED], v[SEASTAR_SRC_LAT_SUM],
		    v[SEASTAR_SRC_LAT_SQ_LO], v[SEASTAR_SRC_LAT_SQ_HI], v[SEASTAR_SRC_LAT_MAX]);
	moments_add(&sum->network, v[SEASTAR_SRC_DELIVERED], v[SEASTAR_SRC_NET_SUM],
		    v[SEASTAR_SRC_NET_SQ_LO], v[SEASTAR_SRC_NET_SQ_HI], v[SEASTAR_SRC_NET_MAX]);
	for (i = 0; i < SEASTAR_LAT_BINS; i++)
		sum->histogram[i] += r->latency[i];
}

void sources_sum(const struct sample *s, struct sources *sum)
{
	size_t i;

	*sum = (struct sources){ 0 };
	for (i = 0; i < s->n; i++)
		add_router(sum, &s->router[i]);
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
