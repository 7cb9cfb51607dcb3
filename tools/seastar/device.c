// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>

#include "device.h"
#include "print.h"

static void parse(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_DEV_MAX + 1];
	struct device *d = ctx;

	nl_attributes(reply, tb, SEASTAR_A_DEV_MAX);
	*d = (struct device){
		.id = attr_u64(tb[SEASTAR_A_DEV_ID]),
		.routers = attr_u32(tb[SEASTAR_A_DEV_ROUTERS]),
		.lost = tb[SEASTAR_A_DEV_LOST],
	};
	topology_parse(tb, &d->topology);
	snprintf(d->name, sizeof(d->name), "%s", attr_str(tb[SEASTAR_A_DEV_NAME]));
	snprintf(d->backend, sizeof(d->backend), "%s", attr_str(tb[SEASTAR_A_DEV_BACKEND]));
}

void device_read(struct nl *nl, const char *name, struct device *d)
{
	struct msg m;

	*d = (struct device){ 0 };
	msg_start(&m, SEASTAR_CMD_DEV_GET);
	msg_put_str(&m, SEASTAR_A_DEV_NAME, name);
	nl_do(nl, &m, parse, d);
}

static void forget(void *ctx)
{
	struct devices *list = ctx;

	list->n = 0;
}

static void add(const struct nlmsghdr *reply, void *ctx)
{
	struct devices *list = ctx;

	list->device = resize(list->device, list->n + 1, sizeof(*list->device));
	parse(reply, &list->device[list->n++]);
}

void devices_read(struct nl *nl, struct devices *list)
{
	struct msg m;

	*list = (struct devices){ 0 };
	msg_start(&m, SEASTAR_CMD_DEV_GET);
	nl_dump(nl, &m, forget, add, list);
}
