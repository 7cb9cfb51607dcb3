// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>

#include "tools/seastar/base/print.h"

#include "read.h"

struct run {
	uint64_t *value;
	size_t n;
	uint64_t generation;
};

static void keep_values(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_MMR_MAX + 1];
	struct run *run = ctx;

	snl_attributes(reply, tb, SEASTAR_A_MMR_MAX);
	if (snl_array(tb[SEASTAR_A_MMR_VALUES], run->value, run->n, sizeof(*run->value)) !=
	    run->n)
		die("the kernel's answer has too few registers");
	run->generation = snl_u64(tb[SEASTAR_A_MMR_GENERATION]);
}

uint64_t mmr_read(struct nl *nl, const char *dev, uint32_t router, uint32_t offset, size_t n,
		  uint64_t *value)
{
	struct run run = { .value = value, .n = n };
	struct snl_msg m;

	snl_start(&m, SEASTAR_CMD_MMR_GET);
	snl_put_str(&m, SEASTAR_A_MMR_DEV, dev);
	snl_put_u32(&m, SEASTAR_A_MMR_ROUTER, router);
	snl_put_u32(&m, SEASTAR_A_MMR_OFFSET, offset);
	snl_put_u32(&m, SEASTAR_A_MMR_COUNT, n);
	nl_do(nl, &m, keep_values, &run);
	return run.generation;
}

bool mmr_read_if_allowed(struct nl *nl, const char *dev, uint32_t router, uint32_t offset,
			 size_t n, uint64_t *value)
{
	nl->expect = EPERM;
	nl->met = false;
	mmr_read(nl, dev, router, offset, n, value);
	nl->expect = 0;
	return !nl->met;
}
