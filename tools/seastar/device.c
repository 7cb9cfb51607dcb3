// SPDX-License-Identifier: GPL-2.0-only
#include "device.h"

static void parse(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_DEV_MAX + 1];
	struct device *d = ctx;

	nl_attributes(reply, tb, SEASTAR_A_DEV_MAX);
	d->routers = attr_u32(tb[SEASTAR_A_DEV_ROUTERS]);
	topology_parse(tb, &d->topology);
}

void device_read(struct nl *nl, const char *name, struct device *d)
{
	struct msg m;

	*d = (struct device){ .name = name };
	msg_start(&m, SEASTAR_CMD_DEV_GET);
	msg_put_str(&m, SEASTAR_A_DEV_NAME, name);
	nl_do(nl, &m, parse, d);
}
