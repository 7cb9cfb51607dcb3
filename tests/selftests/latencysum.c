// SPDX-License-Identifier: GPL-2.0-only
/* What all traffic sources have seen together is what a dump says of one after another. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libmnl/libmnl.h>
#include <linux/genetlink.h>
#include <linux/seastar.h>

#include "raw.h"

#define DEV	"lsm0"

/* Sums and maxima; those of squares are of 128 bits, and take two places. */
struct seen {
	unsigned __int128 stat[SEASTAR_SRC_STATS];
	uint64_t bin[SEASTAR_LAT_BINS];
	uint64_t cycle;
	unsigned int routers;	/* that were named */
};

static int claims, failed;

static void run(const char *command)
{
	fflush(stdout);
	if (system(command)) {
		printf("Bail out! failed: %s\n", command);
		exit(1);
	}
}

static void copy(const struct nlattr *a, void *to, size_t size)
{
	size_t has = mnl_attr_get_payload_len(a);

	memcpy(to, mnl_attr_get_payload(a), has < size ? has : size);
}

static bool is_max(unsigned int stat)
{
	return stat == SEASTAR_SRC_LAT_MAX || stat == SEASTAR_SRC_NET_MAX;
}

static void add_stats(struct seen *s, const uint64_t stat[SEASTAR_SRC_STATS])
{
	unsigned __int128 value;
	unsigned int i;

	for (i = 0; i < SEASTAR_SRC_STATS; i++) {
		value = stat[i];
		if (i == SEASTAR_SRC_LAT_SQ_LO || i == SEASTAR_SRC_NET_SQ_LO)
			value |= (unsigned __int128)stat[i + 1] << 64;
		if (!is_max(i))
			s->stat[i] += value;
		else if (s->stat[i] < value)
			s->stat[i] = value;
	}
	s->stat[SEASTAR_SRC_LAT_SQ_HI] = s->stat[SEASTAR_SRC_LAT_SQ_LO] >> 64;
	s->stat[SEASTAR_SRC_NET_SQ_HI] = s->stat[SEASTAR_SRC_NET_SQ_LO] >> 64;
}

static void add(struct seen *s, const struct nlattr *a)
{
	uint64_t stat[SEASTAR_SRC_STATS] = { 0 }, bin[SEASTAR_LAT_BINS] = { 0 };
	unsigned int i;

	switch (mnl_attr_get_type(a)) {
	case SEASTAR_A_STATS_ROUTER:
		s->routers++;
		break;
	case SEASTAR_A_STATS_CYCLE:
		copy(a, &s->cycle, sizeof(s->cycle));
		break;
	case SEASTAR_A_STATS_SOURCE:
		copy(a, stat, sizeof(stat));
		add_stats(s, stat);
		break;
	case SEASTAR_A_STATS_LAT_HIST:
		copy(a, bin, sizeof(bin));
		for (i = 0; i < SEASTAR_LAT_BINS; i++)
			s->bin[i] += bin[i];
	}
}

static void add_message(const struct nlmsghdr *m, void *ctx)
{
	const struct nlattr *a;

	mnl_attr_for_each(a, m, sizeof(struct genlmsghdr))
		add(ctx, a);
}

static int ask(struct seen *s)
{
	const struct attr attrs[] = {
		{ .type = SEASTAR_A_STATS_DEV, .length = sizeof(DEV), .data = DEV }, { 0 }
	};
	struct answer answer;
	size_t length;
	char *reply = raw_ask(SEASTAR_CMD_LATENCY_GET, attrs, &length, &answer);
	const struct nlattr *a = (void *)(reply + sizeof(struct genlmsghdr));

	for (; reply && mnl_attr_ok(a, reply + length - (char *)a); a = mnl_attr_next(a))
		add(s, a);
	free(reply);
	return answer.error;
}

static int differ(const struct seen *x, const struct seen *y)
{
	int i, n = 0;

	for (i = 0; i < SEASTAR_SRC_STATS; i++)
		n += x->stat[i] != y->stat[i];
	for (i = 0; i < SEASTAR_LAT_BINS; i++)
		n += x->bin[i] != y->bin[i];
	return n;
}

static void claim(bool good, const char *what)
{
	printf("%sok %d %s\n", good ? "" : "not ", ++claims, what);
	failed |= !good;
}

int main(void)
{
	struct seen each = { 0 }, all = { 0 };
	int err, differing;

	puts("TAP version 13\n1..2");
	run("modprobe seastar");
	run("seastar dev add " DEV " topology 4x3x2");
	run("seastar traffic set " DEV " pattern uniform load 0.9 queue 20 requests 50");
	run("seastar clock step " DEV " 20000");
	raw_open();
	err = raw_dump(SEASTAR_CMD_LATENCY_GET, DEV, add_message, &each) ?: ask(&all);
	differing = differ(&each, &all);
	printf("# error %d, %d of %d values differ\n", err, differing,
	       SEASTAR_SRC_STATS + SEASTAR_LAT_BINS);
	claim(!err && !differing && all.stat[SEASTAR_SRC_DELIVERED],
	      "sums and maxima of all sources are those of a dump");
	claim(all.cycle == 20000 && !all.routers && each.routers == 24,
	      "they are of the device's cycle, and of no router");
	run("timeout 20 seastar dev del " DEV);
	return failed;
}
