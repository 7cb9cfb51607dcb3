// SPDX-License-Identifier: GPL-2.0-only
/* seastar dev: add, show and delete devices. */
#include "tools/seastar/base/command.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/device/show.h"
#include "tools/seastar/device/topology.h"
#include "tools/seastar/netlink/nl.h"
#include "tools/seastar/netlink/replies.h"

#include "cmd.h"

/* A parameter of the simulation: a keyword, and its value or pair of values. */
struct dev_parameter {
	const struct keyword *k;
	uint64_t value[2];
};

#define DEV_PARAMETERS	(SEASTAR_A_SOFT_MAX)	/* most parameters: each has its own attribute */

static void take_parameter(struct args *a, const struct keyword *k, struct dev_parameter *p)
{
	p->k = k;
	if (k->pair)
		parse_pair(a, k->name, args_value(a, k->name), '/', 0, UINT32_MAX, p->value);
	else
		p->value[0] = keyword_number(a, k);
}

static void put_parameter(struct snl_msg *m, const struct dev_parameter *p)
{
	const uint32_t pair[2] = { p->value[0], p->value[1] };

	if (p->k == &dev_keywords[DEV_SEED])
		snl_put_u64(m, SEASTAR_A_SOFT_SEED, p->value[0]);
	else if (p->k->pair)
		snl_put(m, p->k->attr, pair, sizeof(pair));
	else
		snl_put_u32(m, p->k->attr, p->value[0]);
}

/* Put all parameters into one nest. */
static void put_parameters(struct snl_msg *m, const struct dev_parameter *p, size_t n)
{
	size_t nest;

	if (!n)
		return;
	nest = snl_nest_start(m, SEASTAR_A_DEV_SOFT);
	for (; n; n--, p++)
		put_parameter(m, p);
	snl_nest_end(m, nest);
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
	struct dev_parameter parameter[DEV_PARAMETERS];
	struct topology t = { 0 }, mesh = { 0 };
	const struct keyword *k;
	uint64_t seen = 0;
	size_t n = 0;
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
		else if (k->nested)
			take_parameter(a, k, &parameter[n++]);
		else
			snl_put_u32(&m, k->attr, keyword_number(a, k));
	}
	t.mesh = mesh.mesh;
	put_topology(a, &m, &t);
	put_parameters(&m, parameter, n);
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
	  .help = "Create a software fabric with a stopped clock", .keywords = dev_keywords },
	{ .name = "del", .run = dev_del, .usage = "NAME",
	  .help = "Delete a software fabric, even while it runs" },
	{ .name = "show", .run = dev_show, .usage = "[NAME [hash]]",
	  .help = "Show all devices, or one with a hash of its whole state" },
	{ 0 }
};

void cmd_dev(struct args *a)
{
	object_run("dev", dev_commands, a);
}
