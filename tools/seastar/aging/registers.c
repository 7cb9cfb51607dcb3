// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "tools/seastar/base/print.h"

#include "registers.h"

static int compare_registers(const struct aging *x, const struct aging *y)
{
	if (x->period != y->period)
		return x->period < y->period ? -1 : 1;
	if (x->select != y->select)
		return x->select < y->select ? -1 : 1;
	return memcmp(x->bias, y->bias, sizeof(x->bias));
}

static int compare_aging(const void *a, const void *b)
{
	const struct aging *x = a, *y = b;
	int order = compare_registers(x, y);

	return order ? order : (x->router > y->router) - (x->router < y->router);
}

static int compare_blocks(const void *a, const void *b)
{
	const struct aging_block *x = a, *y = b;

	return (x->aging->router > y->aging->router) - (x->aging->router < y->aging->router);
}

struct aging_block *agings_fold(struct agings *all, size_t *n)
{
	struct aging_block *blocks = allocate(all->n, sizeof(*blocks));
	size_t i;

	qsort(all->aging, all->n, sizeof(*all->aging), compare_aging);
	*n = 0;
	for (i = 0; i < all->n; i++) {
		if (!i || compare_registers(&all->aging[i - 1], &all->aging[i]))
			blocks[(*n)++] = (struct aging_block){ .aging = &all->aging[i] };
		blocks[*n - 1].n++;
	}
	qsort(blocks, *n, sizeof(*blocks), compare_blocks);
	return blocks;
}

size_t aging_run_end(const struct aging_block *b, size_t i)
{
	for (i++; i < b->n && b->aging[i].router == b->aging[i - 1].router + 1; i++)
		;
	return i;
}

static void agings_forget(void *ctx)
{
	struct agings *all = ctx;

	all->n = 0;
}

static void agings_remember(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_AGING_MAX + 1];
	struct agings *all = ctx;
	struct aging *g;

	/* The room doubles whenever n reaches a power of two. */
	if (!(all->n & (all->n - 1)))
		all->aging = resize(all->aging, all->n ? 2 * all->n : 1, sizeof(*all->aging));
	g = &all->aging[all->n++];
	*g = (struct aging){ 0 };
	snl_attributes(reply, tb, SEASTAR_A_AGING_MAX);
	g->router = snl_u32(tb[SEASTAR_A_AGING_ROUTER]);
	g->period = snl_u32(tb[SEASTAR_A_AGING_CLOCK_PERIOD]);
	g->select = snl_u64(tb[SEASTAR_A_AGING_RR_SELECT]);
	snl_array(tb[SEASTAR_A_AGING_REQ_BIAS], g->bias[REQUEST], SEASTAR_PORTS, 1);
	snl_array(tb[SEASTAR_A_AGING_RSP_BIAS], g->bias[RESPONSE], SEASTAR_PORTS, 1);
	all->generation = snl_u64(tb[SEASTAR_A_AGING_GENERATION]);
}

void agings_read(struct nl *nl, const char *dev, struct agings *all)
{
	struct snl_msg m;

	snl_start(&m, SEASTAR_CMD_AGING_GET);
	snl_put_str(&m, SEASTAR_A_AGING_DEV, dev);
	nl_dump(nl, &m, agings_forget, agings_remember, all);
}

void agings_read_one(struct nl *nl, const char *dev, uint32_t router, struct agings *all)
{
	struct snl_msg m;

	snl_start(&m, SEASTAR_CMD_AGING_GET);
	snl_put_str(&m, SEASTAR_A_AGING_DEV, dev);
	snl_put_u32(&m, SEASTAR_A_AGING_ROUTER, router);
	nl_do(nl, &m, agings_remember, all);
}

void agings_free(struct agings *all)
{
	free(all->aging);
	*all = (struct agings){ 0 };
}
