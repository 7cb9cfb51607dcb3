// SPDX-License-Identifier: GPL-2.0-only
/* Settings of a device: read again only when the generation has changed. */
#include <errno.h>
#include <string.h>

#include "fabric.h"

static void settings_forget(void *ctx)
{
	struct aging *a = ctx;

	*a = (struct aging){ .valid = true, .min_period = UINT32_MAX };
}

static bool same(const struct aging_set *x, const struct aging_set *y)
{
	return x->period == y->period && x->select == y->select &&
	       !memcmp(x->bias, y->bias, sizeof(x->bias));
}

static void settings_remember(const struct reply *r, void *ctx)
{
	struct aging_set set = {
		.routers = 1,
		.period = snl_u32(r->tb[SEASTAR_A_AGING_CLOCK_PERIOD]),
		.select = snl_u64(r->tb[SEASTAR_A_AGING_RR_SELECT]),
	};
	struct aging *a = ctx;
	size_t i;

	attr_copy(r->tb[SEASTAR_A_AGING_REQ_BIAS], set.bias[0], SEASTAR_PORTS);
	attr_copy(r->tb[SEASTAR_A_AGING_RSP_BIAS], set.bias[1], SEASTAR_PORTS);
	a->generation = snl_u64(r->tb[SEASTAR_A_AGING_GENERATION]);
	if (set.period < a->min_period)
		a->min_period = set.period;
	if (set.period > a->max_period)
		a->max_period = set.period;
	for (i = 0; i < a->sets; i++) {
		if (same(&a->set[i], &set)) {
			a->set[i].routers++;
			return;
		}
	}
	if (a->sets < MAX_SETS)
		a->set[a->sets++] = set;
	else
		a->others++;
}

int fabric_read_aging(struct snl *nl, struct fabric *fab)
{
	const struct request request = {
		.command = SEASTAR_CMD_AGING_GET, .dump = true,
		.dev_attr = SEASTAR_A_AGING_DEV, .dev = fab->name,
	};
	struct aging fresh;
	int err;

	if (fab->aging.valid && fab->aging.generation == fab->generation)
		return 0;
	err = family_ask(nl, &request, SEASTAR_A_AGING_MAX, settings_forget, settings_remember,
			 &fresh);
	if (!err)
		fab->aging = fresh;
	return err;
}

static void remember_traffic(const struct reply *r, void *ctx)
{
	struct traffic *t = ctx;

	t->pattern = snl_u32(r->tb[SEASTAR_A_TRAFFIC_PATTERN]);
	t->source = snl_u32(r->tb[SEASTAR_A_TRAFFIC_SOURCE]);
	t->load = snl_u32(r->tb[SEASTAR_A_TRAFFIC_LOAD]);
	t->window = snl_u32(r->tb[SEASTAR_A_TRAFFIC_WINDOW]);
}

/* Read the traffic of a software fabric: the driver has none for hardware. */
int fabric_read_traffic(struct snl *nl, struct fabric *fab)
{
	const struct request request = {
		.command = SEASTAR_CMD_TRAFFIC_GET,
		.dev_attr = SEASTAR_A_TRAFFIC_DEV, .dev = fab->name,
	};
	struct traffic fresh = { .valid = true, .generation = fab->generation };
	int err;

	if (fab->hardware || (fab->traffic.valid && fab->traffic.generation == fab->generation))
		return 0;
	err = family_ask(nl, &request, SEASTAR_A_TRAFFIC_MAX, NULL, remember_traffic, &fresh);
	if (!err)
		fab->traffic = fresh;
	return err;
}
