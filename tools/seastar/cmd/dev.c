// SPDX-License-Identifier: GPL-2.0-only
/* seastar dev: fabrics as a whole. */
#include "tools/seastar/base/command.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/device/show.h"
#include "tools/seastar/device/topology.h"
#include "tools/seastar/netlink/nl.h"
#include "tools/seastar/netlink/replies.h"

#include "cmd.h"

static void put_rate(struct args *a, struct snl_msg *m, const struct keyword *rate)
{
	uint64_t pair[2];
	uint32_t value[2];

	parse_pair(a, rate->name, args_value(a, rate->name), '/', 0, UINT32_MAX, pair);
	value[0] = pair[0];
	value[1] = pair[1];
	snl_put(m, rate->attr, value, sizeof(value));
}

static void put_topology(const struct args *a, struct snl_msg *m, const struct topology *t)
{
	if (!t->dims)
		args_die(a, "topology is missing");
	snl_put(m, SEASTAR_A_DEV_RADIX, t->radix, t->dims * sizeof(uint32_t));
	snl_put_u32(m, SEASTAR_A_DEV_MESH, t->mesh);
}

static void dev_add(struct args *a)
{
	struct topology t = { 0 }, mesh = { 0 };
	const struct keyword *k;
	uint64_t seen = 0;
	struct snl_msg m;
	struct nl nl;

	snl_start(&m, SEASTAR_CMD_DEV_NEW);
	snl_put_str(&m, SEASTAR_A_DEV_NAME, args_device(a));
	while (args_more(a)) {
		k = &dev_keywords[keyword_take(a, dev_keywords, &seen)];
		if (k == &dev_keywords[DEV_TOPOLOGY])
			args_topology(a, &t);
		else if (k == &dev_keywords[DEV_MESH])
			args_mesh(a, &mesh);
		else if (k == &dev_keywords[DEV_SEED])
			snl_put_u64(&m, SEASTAR_A_DEV_SEED, keyword_number(a, k));
		else if (k->pair)
			put_rate(a, &m, k);
		else
			snl_put_u32(&m, k->attr, keyword_number(a, k));
	}
	t.mesh = mesh.mesh;
	put_topology(a, &m, &t);
	nl_open(&nl);
	nl_do(&nl, &m, NULL, NULL);
	nl_close(&nl);
}

static void dev_del(struct args *a)
{
	struct snl_msg m;
	struct nl nl;

	snl_start(&m, SEASTAR_CMD_DEV_DEL);
	snl_put_str(&m, SEASTAR_A_DEV_NAME, args_device(a));
	args_end(a);
	nl_open(&nl);
	nl_do(&nl, &m, NULL, NULL);
	nl_close(&nl);
}

static void dev_show(struct args *a)
{
	struct replies replies = { 0 };
	const char *name;
	struct snl_msg m;
	struct nl nl;

	snl_start(&m, SEASTAR_CMD_DEV_GET);
	name = args_more(a) ? args_device(a) : NULL;
	if (name)
		snl_put_str(&m, SEASTAR_A_DEV_NAME, name);
	if (args_take(a, "hash"))
		snl_put(&m, SEASTAR_A_DEV_WANT_HASH, NULL, 0);
	args_end(a);
	nl_open(&nl);
	if (name)
		nl_do(&nl, &m, replies_keep, &replies);
	else
		nl_dump(&nl, &m, replies_forget, replies_keep, &replies);
	nl_close(&nl);
	out_list(NULL);
	replies_out(&replies, dev_out);
	out_close();
}

static const struct command dev_commands[] = {
	{ .name = "add", .run = dev_add, .usage = "NAME",
	  .help = "Create a software fabric, its clock stopped", .keywords = dev_keywords },
	{ .name = "del", .run = dev_del, .usage = "NAME",
	  .help = "Delete a software fabric, whatever it is doing" },
	{ .name = "show", .run = dev_show, .usage = "[NAME [hash]]",
	  .help = "Show all devices, or one with a hash of its whole state" },
	{ 0 }
};

void cmd_dev(struct args *a)
{
	object_run("dev", dev_commands, a);
}
