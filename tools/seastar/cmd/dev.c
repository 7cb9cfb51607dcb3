// SPDX-License-Identifier: GPL-2.0-only
/* seastar dev: fabrics as a whole. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/seastar/base/command.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/device/show.h"
#include "tools/seastar/device/topology.h"
#include "tools/seastar/netlink/nl.h"
#include "tools/seastar/netlink/replies.h"

#include "cmd.h"

static void put_rate(struct args *a, struct snl_msg *m, const struct dev_parameter *rate)
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
	enum { TOPOLOGY, MESH, SEED, FIRST_PARAMETER };
	const char *words[FIRST_PARAMETER + DEV_PARAMETERS + DEV_RATES + 1] = {
		"topology", "mesh", "seed"
	};
	struct topology t = { 0 }, mesh = { 0 };
	uint64_t seen = 0;
	struct snl_msg m;
	struct nl nl;
	size_t i, k;

	for (i = 0; i < DEV_PARAMETERS; i++)
		words[FIRST_PARAMETER + i] = dev_parameters[i].name;
	for (i = 0; i < DEV_RATES; i++)
		words[FIRST_PARAMETER + DEV_PARAMETERS + i] = dev_rates[i].name;

	snl_start(&m, SEASTAR_CMD_DEV_NEW);
	snl_put_str(&m, SEASTAR_A_DEV_NAME, args_device(a));
	while (args_more(a)) {
		k = args_keyword(a, words, &seen);
		if (k == TOPOLOGY)
			args_topology(a, &t);
		else if (k == MESH)
			args_mesh(a, &mesh);
		else if (k == SEED)
			snl_put_u64(&m, SEASTAR_A_DEV_SEED,
				    args_number(a, "seed", 0, UINT64_MAX));
		else if (k < FIRST_PARAMETER + DEV_PARAMETERS)
			snl_put_u32(&m, dev_parameters[k - FIRST_PARAMETER].attr,
				    args_number(a, words[k], 0, UINT32_MAX));
		else
			put_rate(a, &m, &dev_rates[k - FIRST_PARAMETER - DEV_PARAMETERS]);
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
	replies_print(&replies, dev_text, dev_json);
}

static const struct command commands[] = {
	{ "add", dev_add,
	  "NAME topology KX[xKY[xKZ]] [mesh LETTERS] [seed N] [vcs N]\n"
	  "       [input-depth N] [staging-depth N] [max-packet N] [router-delay N]\n"
	  "       [link-delay N] [ack-delay N] [eject A/B] [inject A/B]",
	  "Create a software fabric, its clock stopped" },
	{ "del", dev_del, "NAME", "Delete a software fabric, whatever it is doing" },
	{ "show", dev_show, "[NAME [hash]]",
	  "Show all devices, or one with a hash of its whole state" },
	{ 0 }
};

void cmd_dev(struct args *a)
{
	cmd_run("dev", commands, a);
}
