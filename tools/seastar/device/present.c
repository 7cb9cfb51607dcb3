// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/text.h"

#include "tools/seastar/base/print.h"

#include "present.h"

static void present_forget(void *ctx)
{
	struct devices *all = ctx;

	while (all->n)
		free((char *)all->name[--all->n]);
	all->name = resize(all->name, 1, sizeof(*all->name));
	all->name[0] = NULL;
}

static void remember_entry(const struct nlattr **tb, struct device_entry *e)
{
	e->id = snl_u64(tb[SEASTAR_A_DEV_ID]);
	e->is_soft = !strcmp(snl_str(tb[SEASTAR_A_DEV_BACKEND]), "soft");
	e->generation = snl_u64(tb[SEASTAR_A_DEV_GENERATION]);
	topology_parse(tb, &e->topology);
}

static void present_remember(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_DEV_MAX + 1];
	struct devices *all = ctx;
	char *name;

	snl_attributes(reply, tb, SEASTAR_A_DEV_MAX);
	name = strdup(snl_str(tb[SEASTAR_A_DEV_NAME]));
	if (!name)
		die("out of memory");
	all->name = resize(all->name, all->n + 2, sizeof(*all->name));
	all->entry = resize(all->entry, all->n + 1, sizeof(*all->entry));
	remember_entry(tb, &all->entry[all->n]);
	all->name[all->n++] = name;
	all->name[all->n] = NULL;
}

void devices_read(struct nl *nl, struct devices *all)
{
	struct snl_msg m;

	*all = (struct devices){ 0 };
	snl_start(&m, SEASTAR_CMD_DEV_GET);
	nl_dump(nl, &m, present_forget, present_remember, all);
}

void devices_free(struct devices *all)
{
	present_forget(all);
	free(all->name);
	free(all->entry);
	*all = (struct devices){ 0 };
}

const struct device_entry *devices_find(const struct devices *all, const char *name)
{
	size_t i;

	for (i = 0; i < all->n; i++) {
		if (!strcmp(all->name[i], name))
			return &all->entry[i];
	}
	return NULL;
}

const char *devices_meant(const char *name)
{
	static char hint[SEASTAR_NAME_MAX + 1];
	struct devices all = { 0 };
	const char *nearest = NULL;
	struct nl nl;

	nl_try_open(&nl);
	if (!nl.failed)
		devices_read(&nl, &all);
	nl_close(&nl);
	if (all.n && !devices_have(&all, name))
		nearest = text_nearest(name, all.name);
	if (nearest)
		snprintf(hint, sizeof(hint), "%s", nearest);
	devices_free(&all);
	return nearest ? hint : NULL;
}

bool devices_have(const struct devices *all, const char *name)
{
	return devices_find(all, name);
}
