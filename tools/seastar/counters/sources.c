// SPDX-License-Identifier: GPL-2.0-only
#include "tools/lib/names.h"
#include "tools/seastar/base/out.h"
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

static void parse_extremes(const struct nlattr *const model[], struct extremes *x)
{
	*x = (struct extremes){
		.known = model[SEASTAR_A_MODEL_IN_FLIGHT],
		.compared = model[SEASTAR_A_MODEL_STARVED],
		.senders = snl_u32(model[SEASTAR_A_MODEL_SENDERS]),
		.starved = snl_u32(model[SEASTAR_A_MODEL_STARVED]),
		.least_injected = snl_u64(model[SEASTAR_A_MODEL_LEAST_INJECTED]),
		.most_injected = snl_u64(model[SEASTAR_A_MODEL_MOST_INJECTED]),
		.least_delivered = snl_u64(model[SEASTAR_A_MODEL_LEAST_DELIVERED]),
		.most_delivered = snl_u64(model[SEASTAR_A_MODEL_MOST_DELIVERED]),
		.oldest = snl_u64(model[SEASTAR_A_MODEL_OLDEST]),
		.in_flight = snl_u64(model[SEASTAR_A_MODEL_IN_FLIGHT]),
	};
	snl_array(model[SEASTAR_A_MODEL_LOST], x->lost, SEASTAR_DROPS, sizeof(*x->lost));
}

static void parse(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_STATS_MAX + 1], *model[SEASTAR_A_MODEL_MAX + 1];
	uint64_t stat[SEASTAR_SRC_STATS] = { 0 };
	struct sources *s = ctx;

	snl_attributes(reply, tb, SEASTAR_A_STATS_MAX);
	snl_nested(tb[SEASTAR_A_STATS_MODEL], model, SEASTAR_A_MODEL_MAX);
	snl_array(model[SEASTAR_A_MODEL_SOURCE], stat, SEASTAR_SRC_STATS, sizeof(uint64_t));
	snl_array(model[SEASTAR_A_MODEL_LAT_HIST], s->histogram, SEASTAR_LAT_BINS,
		  sizeof(uint64_t));
	snl_array(model[SEASTAR_A_MODEL_LAT_FINE], s->fine, SEASTAR_LAT_FINE_BINS,
		  sizeof(uint64_t));
	s->cycle = snl_u64(tb[SEASTAR_A_STATS_CYCLE]);
	s->since = snl_u64(tb[SEASTAR_A_STATS_SINCE_CYCLE]);
	add_counts(s, stat);
	parse_extremes(model, &s->extremes);
}

/* Read the sum of sources that the kernel makes, of one instant. */
bool sources_read(struct nl *nl, const struct sample_query *q, size_t routers, struct sources *s)
{
	struct snl_msg m;

	*s = (struct sources){ .n = q->one_router ? 1 : routers, .marked = q->since };
	snl_start(&m, SEASTAR_CMD_LATENCY_GET);
	snl_put_str(&m, SEASTAR_A_STATS_DEV, q->dev);
	if (q->since)
		snl_put_str(&m, SEASTAR_A_STATS_SINCE, q->since);
	if (q->one_router)
		snl_put_u32(&m, SEASTAR_A_STATS_ROUTER, q->router);
	nl->unsupported = false;
	nl->may_lack = true;
	nl_do(nl, &m, parse, s);
	nl->may_lack = false;
	return !nl->unsupported;
}

/* Return the lowest latency of a bin: bin 0 is 0 cycles, bin b is 2^(b-1) to 2^b - 1. */
uint64_t latency_low(size_t bin)
{
	return bin ? 1ULL << (bin - 1) : 0;
}

uint64_t latency_high(size_t bin)
{
	return bin ? (1ULL << bin) - 1 : 0;
}

/*
 * Return an upper bound of the latencies from their histogram; UINT64_MAX if it is empty, or its
 * last bin, which is open, is in use.
 */
static uint64_t sources_bound(const struct sources *s)
{
	size_t n = SEASTAR_LAT_BINS;

	while (n && !s->histogram[n - 1])
		n--;
	return n && n < SEASTAR_LAT_BINS ? latency_high(n - 1) : UINT64_MAX;
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
	for (i = 0; i < SEASTAR_LAT_FINE_BINS; i++)
		after->fine[i] -= before->fine[i];
}

/*
 * Output the maximum.  Two maxima do not give the largest value between two readings, but @bound
 * may.  Text leaves out unknown values.
 */
static void max_out(const struct sources *s, const struct moments *m, uint64_t bound)
{
	bool bounded = bound != UINT64_MAX;

	if (!s->marked) {
		out_u64("max", " max %s", m->max);
		return;
	}
	out_unknown("max", NULL);
	out_u64_if(bounded, "max_at_most", bounded ? " max at most %s" : NULL, bound);
}

static void moments_out(const char *key, const char *text, const struct sources *s,
			const struct moments *m, uint64_t bound)
{
	out_open(key);
	out_real("mean", 6, text, 2, moments_mean(m));
	out_real("deviation", 6, " deviation %s", 2, moments_deviation(m));
	max_out(s, m, bound);
	out_text(" cycles\n");
	out_close();
}

void sources_out(const struct sources *sum)
{
	out_open("packets");
	out_u64("offered", "packets: offered %s", sum->offered);
	out_u64("dropped", " dropped %s", sum->dropped);
	out_u64("injected", " injected %s", sum->injected);
	out_u64("delivered", " delivered %s, ", sum->delivered);
	out_u64("flits", "%s flits delivered\n", sum->flits);
	out_close();
	moments_out("latency", "latency: mean %s", sum, &sum->latency, sources_bound(sum));
	moments_out("network_latency", "network latency: mean %s", sum, &sum->network,
		    UINT64_MAX);
}

void dropped_out(const char *key, const uint64_t dropped[SEASTAR_DROPS])
{
	unsigned int i;

	out_open(key);
	for (i = 0; i < SEASTAR_DROPS; i++)
		out_u64(drop_names[i], NULL, dropped[i]);
	out_close();
}

static void range_out(const char *key, const char *from, uint64_t least, const char *to,
		      uint64_t most)
{
	out_open(key);
	out_u64("least", from, least);
	out_u64("most", to, most);
	out_close();
}

/* Output the ranges over nodes; nothing in text if no node sends. */
static void nodes_out(const struct extremes *x)
{
	bool any = x->senders;

	out_open("nodes");
	out_u64("senders", NULL, x->senders);
	range_out("injected", any ? "packets of a node since the last reset: injected %s" : NULL,
		  x->least_injected, any ? " to %s, " : NULL, x->most_injected);
	range_out("delivered", any ? "delivered %s" : NULL, x->least_delivered,
		  any ? " to %s\n" : NULL, x->most_delivered);
	out_u64("starved", NULL, x->starved);
	out_u64_if(x->oldest, "oldest_cycles", any && x->oldest ?
		   "oldest undelivered packet: born %s cycles ago\n" : NULL, x->oldest);
	out_close();
	if (x->starved && !print_is_json())
		warn("%u node%s: packets wait there, and none was injected since the last reset; no latency has them",
		     x->starved, x->starved > 1 ? "s starve" : " starves");
}

void extremes_out(const struct extremes *x)
{
	uint64_t sum = 0;
	unsigned int i;

	if (!x->known)
		return;
	for (i = 0; i < SEASTAR_DROPS; i++)
		sum += x->lost[i];
	out_u64("in_flight", "packets in the network: %s", x->in_flight);
	if (sum)
		out_u64(NULL, ", dropped by routers %s", sum);
	out_text("\n");
	dropped_out("dropped_by_routers", x->lost);
	if (x->compared)
		nodes_out(x);
}
