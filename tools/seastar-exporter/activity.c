// SPDX-License-Identifier: GPL-2.0-only
/* What clock and traffic sources of a software fabric do; those of hardware are not ours. */
#include "fabric.h"

static void forget(void *ctx)
{
	struct sources *s = ctx;

	*s = (struct sources){ .valid = true };
}

/* Later versions may have more statistics at the end: what we know is a prefix. */
static void add(const struct reply *r, void *ctx)
{
	uint64_t stat[SEASTAR_SRC_STATS], bin[SEASTAR_LAT_BINS];
	struct sources *s = ctx;
	unsigned int i;

	attr_copy(r->tb[SEASTAR_A_STATS_SOURCE], stat, sizeof(stat));
	attr_copy(r->tb[SEASTAR_A_STATS_LAT_HIST], bin, sizeof(bin));
	for (i = 0; i < SEASTAR_SRC_STATS; i++) {
		if (i != SEASTAR_SRC_LAT_MAX && i != SEASTAR_SRC_NET_MAX)
			s->stat[i] += stat[i];
		else if (s->stat[i] < stat[i])
			s->stat[i] = stat[i];
	}
	for (i = 0; i < SEASTAR_LAT_BINS; i++)
		s->bin[i] += bin[i];
}

int sources_read(struct family *f, struct fabric *fab)
{
	const struct request request = {
		.command = SEASTAR_CMD_LATENCY_GET, .dump = true,
		.dev_attr = SEASTAR_A_STATS_DEV, .dev = fab->name,
	};
	struct sources fresh;
	int err;

	if (fab->hardware)
		return 0;
	err = family_ask(f, &request, SEASTAR_A_STATS_MAX, forget, add, &fresh);
	if (!err)
		fab->sources = fresh;
	return err;
}

static void remember(const struct reply *r, void *ctx)
{
	struct clock *c = ctx;

	c->state = attr_u32(r->tb[SEASTAR_A_CLOCK_STATE]);
	c->budget = attr_u32(r->tb[SEASTAR_A_CLOCK_BUDGET]);
	c->rate = attr_u32(r->tb[SEASTAR_A_CLOCK_RATE]);
}

int clock_read(struct family *f, struct fabric *fab)
{
	const struct request request = {
		.command = SEASTAR_CMD_CLOCK_GET,
		.dev_attr = SEASTAR_A_CLOCK_DEV, .dev = fab->name,
	};
	struct clock fresh = { .valid = true };
	int err;

	if (fab->hardware)
		return 0;
	err = family_ask(f, &request, SEASTAR_A_CLOCK_MAX, NULL, remember, &fresh);
	if (!err)
		fab->clock = fresh;
	return err;
}
