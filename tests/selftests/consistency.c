// SPDX-License-Identifier: GPL-2.0-only
/*
 * Read the counters of a running fabric repeatedly: every sample must be possible by itself, and
 * after the previous one.
 *
 *	consistency DEVICE X Y READS DUMPS
 *
 * The fabric is a torus of X by Y routers, with two VCs per class and a link delay of
 * 8 cycles.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"
#include "statsfile.h"

#define LINK_DELAY	8
#define VCS		4
#define NETWORK_PORTS	4	/* ports of a fabric of two dimensions: 1 to 4 */

/* Most flits in a router, and so most packets: 7 inputs of 4 VCs, 7 by 7 by 4 staging buffers. */
#define ROUTER_FLITS	(7 * 4 * 96 + 7 * 7 * 4 * 16)

struct reading {
	uint64_t sequence, cycle, time;
	uint32_t routers;
	bool torn;	/* the messages of the dump are of several samples */
	uint64_t (*counter)[SEASTAR_COUNTERS][SEASTAR_PORTS];
};

static uint32_t radix[2];
static uint64_t samples;

static void fail(const struct reading *r, const char *what, uint32_t router, uint32_t port)
{
	printf("cycle %" PRIu64 ", router %u, port %u: %s\n", r->cycle, router, port, what);
	exit(1);
}

static uint64_t sum(const struct reading *r, uint32_t router, uint32_t port, uint32_t first)
{
	uint64_t n = 0;
	uint32_t i;

	for (i = first; i < first + VCS; i++)
		n += r->counter[router][i][port];
	return n;
}

static uint64_t granted(const struct reading *r, uint32_t router, uint32_t port)
{
	return sum(r, router, port, SEASTAR_COUNTER_AGE_BIN0);
}

static uint64_t arrived(const struct reading *r, uint32_t router, uint32_t port)
{
	return sum(r, router, port, SEASTAR_COUNTER_VC0_PKTS);
}

/* Return the router that output @port leads to; routers are numbered y fastest. */
static uint32_t neighbour(uint32_t router, uint32_t port)
{
	uint32_t x = router / radix[1], y = router % radix[1];

	switch (port) {
	case SEASTAR_PORT_XP:
		return (x + 1) % radix[0] * radix[1] + y;
	case SEASTAR_PORT_XM:
		return (x + radix[0] - 1) % radix[0] * radix[1] + y;
	case SEASTAR_PORT_YP:
		return x * radix[1] + (y + 1) % radix[1];
	default:
		return x * radix[1] + (y + radix[1] - 1) % radix[1];
	}
}

/* Return the port at the other end of the link. */
static uint32_t opposite(uint32_t port)
{
	return ((port - 1) ^ 1) + 1;
}

/*
 * Check that headers granted at one end have arrived at the other, except for headers on the link,
 * at most one per cycle.  This holds only if both routers were read in one cycle.
 */
static void check_link(const struct reading *r, uint32_t router, uint32_t port)
{
	uint64_t sent = granted(r, router, port);
	uint64_t got = arrived(r, neighbour(router, port), opposite(port));

	if (got > sent)
		fail(r, "more arrived at the other end than was granted", router, port);
	if (sent - got > LINK_DELAY)
		fail(r, "more is on the link than fits", router, port);
}

static void check_flits(const struct reading *r, uint32_t router, uint32_t port)
{
	uint32_t vc;

	for (vc = 0; vc < VCS; vc++) {
		uint64_t pkts = r->counter[router][SEASTAR_COUNTER_VC0_PKTS + vc][port];
		uint64_t flits = r->counter[router][SEASTAR_COUNTER_VC0_FLITS + vc][port];

		if (flits < pkts || flits > SEASTAR_MAX_PACKET * pkts)
			fail(r, "flits are not 1 to 9 times packets", router, port);
	}
}

static void check_router(const struct reading *r, uint32_t router)
{
	uint64_t in = 0, out = 0;
	uint32_t port;

	for (port = 0; port <= NETWORK_PORTS; port++) {
		check_flits(r, router, port);
		in += arrived(r, router, port);
		out += granted(r, router, port);
		if (port != SEASTAR_PORT_PROC)
			check_link(r, router, port);
	}
	if (out > in)
		fail(r, "more packets left than came", router, 0);
	if (in - out > ROUTER_FLITS)
		fail(r, "more packets are inside than fit", router, 0);
}

static bool is_blocked(uint32_t counter)
{
	return counter < SEASTAR_COUNTER_VC0_BLOCKED + VCS;
}

/* Check that no counter falls, and that no counter of cycles counts a cycle twice. */
static void check_step(const struct reading *before, const struct reading *r)
{
	uint64_t cycles = r->cycle - before->cycle;
	uint32_t router, port, i;

	for (router = 0; router < r->routers; router++) {
		for (port = 0; port < SEASTAR_PORTS; port++) {
			for (i = 0; i < SEASTAR_COUNTERS; i++) {
				uint64_t a = before->counter[router][i][port];
				uint64_t b = r->counter[router][i][port];

				if (b < a)
					fail(r, "a counter has fallen", router, port);
				if (b - a > cycles &&
				    (is_blocked(i) || i == SEASTAR_COUNTER_STALLED))
					fail(r, "more cycles counted than passed", router, port);
			}
			if (granted(r, router, port) - granted(before, router, port) > cycles)
				fail(r, "more than a grant a cycle", router, port);
		}
	}
}

static void check(const struct reading *before, const struct reading *r)
{
	uint32_t router;

	if (r->torn || r->routers != radix[0] * radix[1])
		fail(r, "the routers are not of one sample", r->routers, 0);
	if (r->sequence < before->sequence || r->cycle < before->cycle || r->time < before->time)
		fail(r, "sequence, cycle or time have fallen", 0, 0);
	if (r->sequence == before->sequence) {
		if (memcmp(r->counter, before->counter, r->routers * sizeof(*r->counter)))
			fail(r, "a sample has changed", 0, 0);
		return;
	}
	samples++;
	check_step(before, r);
	for (router = 0; router < r->routers; router++)
		check_router(r, router);
}

/* The two readings that are compared, used in turn. */
static struct reading pair[2];

static void take(const struct reading *now, unsigned int turn)
{
	static bool any;

	if (any)
		check(&pair[!turn], now);
	any = true;
}

static void read_file(struct statsfile *s, struct reading *r)
{
	const struct seastar_stats_data *data = (const void *)s->data;

	statsfile_read(s);
	r->sequence = data->sequence;
	r->cycle = data->cycle;
	r->time = data->time;
	r->routers = s->header.routers;
	r->torn = false;
	memcpy(r->counter, data->counters, r->routers * sizeof(*r->counter));
}

static void add_router(struct nlattr **tb, void *ctx)
{
	struct reading *r = ctx;
	uint64_t sequence;

	if (tb[SEASTAR_A_STATS_FLAGS] || tb[SEASTAR_A_STATS_GAPS] || tb[SEASTAR_A_STATS_FAILED])
		fail(r, "counts are missing, or a sample failed", r->routers, 0);
	sequence = nla_get_u64(tb[SEASTAR_A_STATS_SEQUENCE]);
	r->torn |= r->routers && sequence != r->sequence;
	r->sequence = sequence;
	r->cycle = nla_get_u64(tb[SEASTAR_A_STATS_CYCLE]);
	r->time = nla_get_u64(tb[SEASTAR_A_STATS_TIME]);
	if (nla_memcpy(r->counter[r->routers++], tb[SEASTAR_A_STATS_COUNTERS],
		       sizeof(*r->counter)) != sizeof(*r->counter))
		fail(r, "counters are missing", r->routers, 0);
}

static void read_dump(const char *dev, struct reading *r)
{
	r->routers = 0;
	r->torn = false;
	if (client_dump(SEASTAR_CMD_STATS_GET, dev, add_router, r))
		fail(r, "a dump failed", 0, 0);
}

int main(int argc, char **argv)
{
	struct statsfile s;
	long reads, dumps, i;

	if (argc != 6) {
		fprintf(stderr, "usage: consistency DEVICE X Y READS DUMPS\n");
		return 2;
	}
	radix[0] = atoi(argv[2]);
	radix[1] = atoi(argv[3]);
	reads = atol(argv[4]);
	dumps = atol(argv[5]);
	client_open();
	statsfile_open(&s, argv[1]);
	for (i = 0; i < 2; i++) {
		pair[i].counter = calloc(s.header.routers, sizeof(*pair[i].counter));
		if (!pair[i].counter)
			return 1;
	}
	for (i = 0; i < reads + dumps; i++) {
		/* spread the dumps evenly among the reads */
		if (i % ((reads + dumps) / dumps) == 0 && dumps)
			read_dump(argv[1], &pair[i & 1]);
		else
			read_file(&s, &pair[i & 1]);
		take(&pair[i & 1], i & 1);
	}
	printf("%" PRIu64 " samples, of %" PRIu64 " cycles\n", samples, pair[!(i & 1)].cycle);
	statsfile_close(&s);
	return 0;
}
