// SPDX-License-Identifier: GPL-2.0-only
/* Read the clock and the traffic sources of software fabrics: the driver has none for hardware. */
#include "fabric.h"

/* Read the statistics; later drivers may have more at the end, so only the known prefix is read. */
static void remember_sources(const struct reply *r, void *ctx)
{
	const struct nlattr *model[SEASTAR_A_MODEL_MAX + 1];
	struct sources *s = ctx;

	snl_nested(r->tb[SEASTAR_A_STATS_MODEL], model, SEASTAR_A_MODEL_MAX);
	attr_copy(model[SEASTAR_A_MODEL_SOURCE], s->stat, sizeof(s->stat));
	attr_copy(model[SEASTAR_A_MODEL_LAT_HIST], s->bin, sizeof(s->bin));
	s->compared = model[SEASTAR_A_MODEL_STARVED];
	s->injected[BOUND_MIN] = snl_u64(model[SEASTAR_A_MODEL_LEAST_INJECTED]);
	s->injected[BOUND_MAX] = snl_u64(model[SEASTAR_A_MODEL_MOST_INJECTED]);
	s->delivered[BOUND_MIN] = snl_u64(model[SEASTAR_A_MODEL_LEAST_DELIVERED]);
	s->delivered[BOUND_MAX] = snl_u64(model[SEASTAR_A_MODEL_MOST_DELIVERED]);
	s->sending = snl_u32(model[SEASTAR_A_MODEL_SENDERS]);
	s->starved = snl_u32(model[SEASTAR_A_MODEL_STARVED]);
	s->oldest = snl_u64(model[SEASTAR_A_MODEL_OLDEST]);
	attr_copy(model[SEASTAR_A_MODEL_LOST], s->lost, sizeof(s->lost));
	s->in_flight = snl_u64(model[SEASTAR_A_MODEL_IN_FLIGHT]);
}

int fabric_read_sources(struct snl *nl, struct fabric *fab)
{
	const struct request request = {
		.command = SEASTAR_CMD_LATENCY_GET,
		.dev_attr = SEASTAR_A_STATS_DEV, .dev = fab->name,
	};
	struct sources fresh = { .valid = true };
	int err;

	if (fab->hardware)
		return 0;
	err = family_ask(nl, &request, SEASTAR_A_STATS_MAX, NULL, remember_sources, &fresh);
	if (!err)
		fab->sources = fresh;
	return err;
}

static void remember_clock(const struct reply *r, void *ctx)
{
	struct clock *c = ctx;

	c->state = snl_u32(r->tb[SEASTAR_A_CLOCK_STATE]);
	c->budget = snl_u32(r->tb[SEASTAR_A_CLOCK_BUDGET]);
	c->rate = snl_u32(r->tb[SEASTAR_A_CLOCK_RATE]);
}

int fabric_read_clock(struct snl *nl, struct fabric *fab)
{
	const struct request request = {
		.command = SEASTAR_CMD_CLOCK_GET,
		.dev_attr = SEASTAR_A_CLOCK_DEV, .dev = fab->name,
	};
	struct clock fresh = { .valid = true };
	int err;

	if (fab->hardware)
		return 0;
	err = family_ask(nl, &request, SEASTAR_A_CLOCK_MAX, NULL, remember_clock, &fresh);
	if (!err)
		fab->clock = fresh;
	return err;
}
