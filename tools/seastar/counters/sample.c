// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"

#include "sample.h"

/* Parse the counters; a newer kernel may have more of them at the end, an older one fewer. */
static void parse_counters(const struct nlattr *a, struct router_sample *r)
{
	uint64_t word[SEASTAR_COUNTERS][SEASTAR_PORTS] = { 0 };
	size_t port, counter;

	snl_array(a, word, SEASTAR_COUNTERS * SEASTAR_PORTS, sizeof(uint64_t));
	for (port = 0; port < SEASTAR_PORTS; port++) {
		for (counter = 0; counter < SEASTAR_COUNTERS; counter++)
			r->counter[port][counter] = word[counter][port];
	}
}

static void sample_forget(void *ctx)
{
	struct sample *s = ctx;

	s->n = 0;
}

static void sample_remember(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_STATS_MAX + 1];
	struct sample *s = ctx;
	struct router_sample *r;

	/* The room doubles whenever n reaches a power of two. */
	if (!(s->n & (s->n - 1)))
		s->router = resize(s->router, s->n ? 2 * s->n : 1, sizeof(*s->router));
	r = &s->router[s->n++];
	snl_attributes(reply, tb, SEASTAR_A_STATS_MAX);
	s->cycle = snl_u64(tb[SEASTAR_A_STATS_CYCLE]);
	s->time = snl_u64(tb[SEASTAR_A_STATS_TIME]);
	s->generation = snl_u64(tb[SEASTAR_A_STATS_GENERATION]);
	s->since = snl_u64(tb[SEASTAR_A_STATS_SINCE_CYCLE]);
	s->flags = snl_u32(tb[SEASTAR_A_STATS_FLAGS]);
	s->gaps = snl_u64(tb[SEASTAR_A_STATS_GAPS]);
	s->failed = snl_u64(tb[SEASTAR_A_STATS_FAILED]);
	r->router = snl_u32(tb[SEASTAR_A_STATS_ROUTER]);
	parse_counters(tb[SEASTAR_A_STATS_COUNTERS], r);
}

void sample_read(struct nl *nl, const struct sample_query *q, struct sample *s)
{
	struct snl_msg m;

	*s = (struct sample){ 0 };
	snl_start(&m, SEASTAR_CMD_STATS_GET);
	snl_put_str(&m, SEASTAR_A_STATS_DEV, q->dev);
	if (q->since)
		snl_put_str(&m, SEASTAR_A_STATS_SINCE, q->since);
	if (q->one_router) {
		snl_put_u32(&m, SEASTAR_A_STATS_ROUTER, q->router);
		nl_do(nl, &m, sample_remember, s);
	} else {
		nl_dump(nl, &m, sample_forget, sample_remember, s);
	}
	if (!s->n && !nl->failed)
		die("%s: the kernel gives no statistics", q->dev);
}

void sample_free(struct sample *s)
{
	free(s->router);
	*s = (struct sample){ 0 };
}

static void subtract_router(struct router_sample *after, const struct router_sample *before)
{
	size_t port, i;

	for (port = 0; port < SEASTAR_PORTS; port++) {
		for (i = 0; i < SEASTAR_COUNTERS; i++)
			after->counter[port][i] -= before->counter[port][i];
	}
}

bool sample_follows(const struct sample *after, const struct sample *before)
{
	return after->n == before->n && after->cycle >= before->cycle;
}

void sample_subtract(struct sample *after, const struct sample *before)
{
	size_t i;

	if (!sample_follows(after, before))
		die("the device was replaced between the two readings");
	for (i = 0; i < after->n; i++)
		subtract_router(&after->router[i], &before->router[i]);
}

void since_out(const struct sample_query *q, uint64_t cycle, uint64_t since)
{
	out_u64(NULL, "in the %s cycles since ", cycle - since);
	out_str("since", "mark %s:\n", q->since);
	out_u64("since_cycle", NULL, since);
}

void sample_head(const struct sample_query *q, const struct sample *s, bool interval,
		 uint64_t cycles)
{
	out_str("device", "%s: ", q->dev);
	out_u64("cycle", "cycle %s, ", s->cycle);
	out_u64("time_ns", NULL, s->time);
	out_u64("generation", "generation %s, ", s->generation);
	out_bool("gap", s->flags & SEASTAR_STATS_FLAG_GAP);
	out_u64("gaps", NULL, s->gaps);
	out_u64("failed_samples", NULL, s->failed);
	out_u64("routers", q->one_router ? NULL : "%s routers\n", s->n);
	if (q->one_router)
		out_u64("router", "router %s\n", q->router);
	if (q->since)
		since_out(q, s->cycle, s->since);
	if (s->flags & SEASTAR_STATS_FLAG_GAP)
		out_u64(NULL, "some counts are missing: the registers could not be read for too long, or a router was reset (gaps: %s)\n",
			s->gaps);
	if (s->failed)
		out_u64(NULL, "samples that could not be taken: %s\n", s->failed);
	if (interval || q->since)
		out_u64("interval_cycles", interval ? "in the last %s cycles:\n" : NULL, cycles);
}
