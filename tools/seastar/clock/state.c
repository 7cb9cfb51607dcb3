// SPDX-License-Identifier: GPL-2.0-only
#include "state.h"

static void keep_state(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_CLOCK_MAX + 1];
	uint32_t *state = ctx;

	snl_attributes(reply, tb, SEASTAR_A_CLOCK_MAX);
	*state = snl_u32(tb[SEASTAR_A_CLOCK_STATE]);
}

bool clock_stands(struct nl *nl, const char *dev)
{
	uint32_t state = SEASTAR_CLOCK_RUNNING;
	struct snl_msg m;

	snl_start(&m, SEASTAR_CMD_CLOCK_GET);
	snl_put_str(&m, SEASTAR_A_CLOCK_DEV, dev);
	nl->may_lack = true;
	nl_do(nl, &m, keep_state, &state);
	nl->may_lack = false;
	return state == SEASTAR_CLOCK_STOPPED;
}
