// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "print.h"
#include "sample.h"

/* A newer kernel may have more registers at the end, an older one fewer. */
static void parse_registers(const struct nlattr *a, struct router_sample *r)
{
	uint64_t word[SEASTAR_REGS][SEASTAR_PORTS] = { 0 };
	size_t port, reg;

	attr_array(a, word, SEASTAR_REGS * SEASTAR_PORTS, sizeof(uint64_t));
	for (port = 0; port < SEASTAR_PORTS; port++) {
		for (reg = 0; reg < SEASTAR_REGS; reg++)
			r->reg[port][reg] = word[reg][port];
	}
}

static void split_age_groups(struct router_sample *r)
{
	size_t port, bin;

	for (port = 0; port < SEASTAR_PORTS; port++) {
		for (bin = 0; bin < AGE_BINS; bin++)
			r->age[port][bin] = (uint32_t)
				(r->reg[port][SEASTAR_REG_AGE_GROUP0 + bin / 2] >> bin % 2 * 32);
	}
}

static void forget(void *ctx)
{
	struct sample *s = ctx;

	s->n = 0;
}

static void remember(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_STATS_MAX + 1];
	struct sample *s = ctx;
	struct router_sample *r;

	/* By doubling: n has one bit set when the room is used up. */
	if (!(s->n & (s->n - 1)))
		s->router = resize(s->router, s->n ? 2 * s->n : 1, sizeof(*s->router));
	r = &s->router[s->n++];
	*r = (struct router_sample){ 0 };
	nl_attributes(reply, tb, SEASTAR_A_STATS_MAX);
	r->router = attr_u32(tb[SEASTAR_A_STATS_ROUTER]);
	r->cycle = attr_u64(tb[SEASTAR_A_STATS_CYCLE]);
	r->generation = attr_u64(tb[SEASTAR_A_STATS_GENERATION]);
	parse_registers(tb[SEASTAR_A_STATS_REGS], r);
	split_age_groups(r);
	s->sources = tb[SEASTAR_A_STATS_SOURCE];
	attr_array(tb[SEASTAR_A_STATS_SOURCE], r->source, SEASTAR_SRC_STATS, sizeof(uint64_t));
	attr_array(tb[SEASTAR_A_STATS_LAT_HIST], r->latency, SEASTAR_LAT_BINS, sizeof(uint64_t));
}

void sample_read(struct nl *nl, const char *dev, const uint32_t *one, struct sample *s)
{
	struct msg m;

	*s = (struct sample){ 0 };
	msg_start(&m, SEASTAR_CMD_STATS_GET);
	msg_put_str(&m, SEASTAR_A_STATS_DEV, dev);
	if (one) {
		msg_put_u32(&m, SEASTAR_A_STATS_ROUTER, *one);
		nl_do(nl, &m, remember, s);
	} else {
		nl_dump(nl, &m, forget, remember, s);
	}
	if (!s->n)
		die("%s: the kernel gives no statistics", dev);
}

void sample_free(struct sample *s)
{
	free(s->router);
	*s = (struct sample){ 0 };
}

static void subtract_array(uint64_t *after, const uint64_t *before, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		after[i] -= before[i];
}

/* The sums of squares are 128 bits wide: borrow from their upper halves. */
static void subtract_source(uint64_t after[SEASTAR_SRC_STATS],
			    const uint64_t before[SEASTAR_SRC_STATS])
{
	static const unsigned int squares[] = { SEASTAR_SRC_LAT_SQ_LO, SEASTAR_SRC_NET_SQ_LO };
	uint64_t lat_max = after[SEASTAR_SRC_LAT_MAX], net_max = after[SEASTAR_SRC_NET_MAX];
	size_t i;

	for (i = 0; i < sizeof(squares) / sizeof(squares[0]); i++)
		after[squares[i] + 1] -= after[squares[i]] < before[squares[i]];
	subtract_array(after, before, SEASTAR_SRC_STATS);
	after[SEASTAR_SRC_LAT_MAX] = lat_max;
	after[SEASTAR_SRC_NET_MAX] = net_max;
}

static void subtract_router(struct router_sample *after, const struct router_sample *before)
{
	size_t port, bin;

	if (after->router != before->router || after->cycle < before->cycle)
		die("the device was replaced between the two readings");
	if (after->source[SEASTAR_SRC_DELIVERED] < before->source[SEASTAR_SRC_DELIVERED])
		die("the statistics were reset between the two readings");
	after->cycle -= before->cycle;
	for (port = 0; port < SEASTAR_PORTS; port++) {
		subtract_array(after->reg[port], before->reg[port], SEASTAR_REGS);
		for (bin = 0; bin < AGE_BINS; bin++)	/* modulo 2^32: bins wrap */
			after->age[port][bin] = (uint32_t)(after->age[port][bin] -
							   before->age[port][bin]);
	}
	subtract_source(after->source, before->source);
	subtract_array(after->latency, before->latency, SEASTAR_LAT_BINS);
}

void sample_subtract(struct sample *after, const struct sample *before)
{
	size_t i;

	if (after->n != before->n)
		die("the device was replaced between the two readings");
	for (i = 0; i < after->n; i++)
		subtract_router(&after->router[i], &before->router[i]);
}

/* With the clock running, each router is read at an instant of its own. */
static void cycle_range(const struct sample *s, uint64_t *first, uint64_t *last)
{
	size_t i;

	*first = s->router[0].cycle;
	*last = s->router[0].cycle;
	for (i = 1; i < s->n; i++) {
		if (s->router[i].cycle < *first)
			*first = s->router[i].cycle;
		if (s->router[i].cycle > *last)
			*last = s->router[i].cycle;
	}
}

void sample_head_text(const char *dev, const struct sample *s)
{
	uint64_t first, last;

	cycle_range(s, &first, &last);
	printf("%s: cycle %" PRIu64, dev, first);
	if (last != first)
		printf(" to %" PRIu64, last);
	printf(", generation %" PRIu64, s->router[s->n - 1].generation);
	if (s->n > 1)
		printf(", %zu routers\n", s->n);
	else
		printf(", router %u\n", s->router[0].router);
}

void sample_head_json(struct json_object *o, const char *dev, const struct sample *s)
{
	uint64_t first, last;

	cycle_range(s, &first, &last);
	json_add_str(o, "device", dev);
	json_add_u64(o, "first_cycle", first);
	json_add_u64(o, "last_cycle", last);
	json_add_u64(o, "generation", s->router[s->n - 1].generation);
	json_add_u64(o, "routers", s->n);
	if (s->n == 1)
		json_add_u64(o, "router", s->router[0].router);
}
