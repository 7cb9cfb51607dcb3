// SPDX-License-Identifier: GPL-2.0-only
/* seastar dev: fabrics as a whole. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "nl.h"
#include "print.h"
#include "replies.h"
#include "show.h"
#include "topology.h"

/* Parameters of a fabric that are one number, as "add" takes and "show" prints them. */
static const struct parameter {
	const char *name;
	const char *key;
	uint16_t attr;
} parameters[] = {
	{ "vcs", "vcs", SEASTAR_A_DEV_VCS },
	{ "input-depth", "input_depth", SEASTAR_A_DEV_INPUT_DEPTH },
	{ "staging-depth", "staging_depth", SEASTAR_A_DEV_STAGING_DEPTH },
	{ "max-packet", "max_packet", SEASTAR_A_DEV_MAX_PACKET },
	{ "router-delay", "router_delay", SEASTAR_A_DEV_ROUTER_DELAY },
	{ "link-delay", "link_delay", SEASTAR_A_DEV_LINK_DELAY },
	{ "ack-delay", "ack_delay", SEASTAR_A_DEV_ACK_DELAY },
};

#define PARAMETERS	(sizeof(parameters) / sizeof(parameters[0]))

/* Bandwidths of the processor port: flits in cycles. */
static const struct parameter rates[] = {
	{ "eject", "eject", SEASTAR_A_DEV_EJECT },
	{ "inject", "inject", SEASTAR_A_DEV_INJECT },
};

#define RATES		(sizeof(rates) / sizeof(rates[0]))

struct json_object *dev_json(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_DEV_MAX + 1];
	struct json_object *o = json_object_new_object();
	char text[TOPOLOGY_TEXT_MAX];
	uint32_t rate[2] = { 0 };
	struct topology t;
	size_t i;

	nl_attributes(m, tb, SEASTAR_A_DEV_MAX);
	json_add_str(o, "name", attr_str(tb[SEASTAR_A_DEV_NAME]));
	json_add_u64(o, "id", attr_u64(tb[SEASTAR_A_DEV_ID]));
	if (!tb[SEASTAR_A_DEV_RADIX])
		return o;	/* of a device that went, this is all there is */
	topology_parse(tb, &t);
	topology_text(&t, text);
	json_add_str(o, "backend", attr_str(tb[SEASTAR_A_DEV_BACKEND]));
	json_add_str(o, "topology", text);
	json_object_object_add(o, "radix", json_u32_list(t.radix, t.dims));
	json_add_u64(o, "mesh", t.mesh);
	json_add_u64(o, "routers", attr_u32(tb[SEASTAR_A_DEV_ROUTERS]));
	json_add_u64(o, "cycle", attr_u64(tb[SEASTAR_A_DEV_CYCLE]));
	json_add_u64(o, "generation", attr_u64(tb[SEASTAR_A_DEV_GENERATION]));
	if (tb[SEASTAR_A_DEV_SEED])
		json_add_u64(o, "seed", attr_u64(tb[SEASTAR_A_DEV_SEED]));
	for (i = 0; i < PARAMETERS; i++)
		if (tb[parameters[i].attr])
			json_add_u64(o, parameters[i].key, attr_u32(tb[parameters[i].attr]));
	for (i = 0; i < RATES; i++) {
		if (!attr_array(tb[rates[i].attr], rate, 2, sizeof(uint32_t)))
			continue;
		json_object_object_add(o, rates[i].key, json_u32_list(rate, 2));
	}
	if (tb[SEASTAR_A_DEV_BUS_ADDRESS])
		json_add_str(o, "bus_address", attr_str(tb[SEASTAR_A_DEV_BUS_ADDRESS]));
	if (tb[SEASTAR_A_DEV_LOST])
		json_object_object_add(o, "lost", json_object_new_boolean(true));
	if (tb[SEASTAR_A_DEV_HASH])
		json_add_hex(o, "hash", attr_u64(tb[SEASTAR_A_DEV_HASH]));
	return o;
}

void dev_text(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_DEV_MAX + 1];
	char text[TOPOLOGY_TEXT_MAX];
	uint32_t rate[2] = { 0 };
	struct topology t;
	size_t i;

	nl_attributes(m, tb, SEASTAR_A_DEV_MAX);
	topology_parse(tb, &t);
	topology_text(&t, text);
	printf("%s: %s, %s, %u routers, cycle %" PRIu64 ", generation %" PRIu64 "%s\n   ",
	       attr_str(tb[SEASTAR_A_DEV_NAME]), attr_str(tb[SEASTAR_A_DEV_BACKEND]), text,
	       attr_u32(tb[SEASTAR_A_DEV_ROUTERS]), attr_u64(tb[SEASTAR_A_DEV_CYCLE]),
	       attr_u64(tb[SEASTAR_A_DEV_GENERATION]), tb[SEASTAR_A_DEV_LOST] ? ", lost" : "");
	printf(" id %" PRIu64, attr_u64(tb[SEASTAR_A_DEV_ID]));
	if (tb[SEASTAR_A_DEV_SEED])
		printf(" seed %" PRIu64, attr_u64(tb[SEASTAR_A_DEV_SEED]));
	for (i = 0; i < PARAMETERS; i++)
		if (tb[parameters[i].attr])
			printf(" %s %u", parameters[i].name, attr_u32(tb[parameters[i].attr]));
	for (i = 0; i < RATES; i++) {
		if (!attr_array(tb[rates[i].attr], rate, 2, sizeof(uint32_t)))
			continue;
		printf(" %s %u/%u", rates[i].name, rate[0], rate[1]);
	}
	putchar('\n');
	if (tb[SEASTAR_A_DEV_HASH])
		printf("    hash 0x%016" PRIx64 "\n", attr_u64(tb[SEASTAR_A_DEV_HASH]));
}

static void put_rate(struct args *a, struct msg *m, const struct parameter *rate)
{
	uint64_t pair[2];
	uint32_t value[2];

	parse_pair(a, rate->name, args_value(a, rate->name), '/', 0, UINT32_MAX, pair);
	value[0] = pair[0];
	value[1] = pair[1];
	msg_put(m, rate->attr, value, sizeof(value));
}

static void put_topology(const struct args *a, struct msg *m, const struct topology *t)
{
	if (!t->dims)
		args_die(a, "topology is missing");
	msg_put(m, SEASTAR_A_DEV_RADIX, t->radix, t->dims * sizeof(uint32_t));
	msg_put_u32(m, SEASTAR_A_DEV_MESH, t->mesh);
}

static void dev_add(struct args *a)
{
	enum { TOPOLOGY, MESH, SEED, FIRST_PARAMETER };
	const char *words[FIRST_PARAMETER + PARAMETERS + RATES + 1] = {
		"topology", "mesh", "seed"
	};
	struct topology t = { 0 }, mesh = { 0 };
	uint64_t seen = 0;
	struct msg m;
	struct nl nl;
	size_t i, k;

	for (i = 0; i < PARAMETERS; i++)
		words[FIRST_PARAMETER + i] = parameters[i].name;
	for (i = 0; i < RATES; i++)
		words[FIRST_PARAMETER + PARAMETERS + i] = rates[i].name;

	msg_start(&m, SEASTAR_CMD_DEV_NEW);
	msg_put_str(&m, SEASTAR_A_DEV_NAME, args_device(a));
	while (args_more(a)) {
		k = args_keyword(a, words, &seen);
		if (k == TOPOLOGY)
			args_topology(a, &t);
		else if (k == MESH)
			args_mesh(a, &mesh);
		else if (k == SEED)
			msg_put_u64(&m, SEASTAR_A_DEV_SEED,
				    args_number(a, "seed", 0, UINT64_MAX));
		else if (k < FIRST_PARAMETER + PARAMETERS)
			msg_put_u32(&m, parameters[k - FIRST_PARAMETER].attr,
				    args_number(a, words[k], 0, UINT32_MAX));
		else
			put_rate(a, &m, &rates[k - FIRST_PARAMETER - PARAMETERS]);
	}
	t.mesh = mesh.mesh;
	put_topology(a, &m, &t);
	nl_open(&nl);
	nl_do(&nl, &m, NULL, NULL);
	nl_close(&nl);
}

static void dev_del(struct args *a)
{
	struct msg m;
	struct nl nl;

	msg_start(&m, SEASTAR_CMD_DEV_DEL);
	msg_put_str(&m, SEASTAR_A_DEV_NAME, args_device(a));
	args_end(a);
	nl_open(&nl);
	nl_do(&nl, &m, NULL, NULL);
	nl_close(&nl);
}

static void dev_show(struct args *a)
{
	struct replies replies = { 0 };
	const char *name;
	struct msg m;
	struct nl nl;

	msg_start(&m, SEASTAR_CMD_DEV_GET);
	name = args_more(a) ? args_device(a) : NULL;
	if (name)
		msg_put_str(&m, SEASTAR_A_DEV_NAME, name);
	if (args_take(a, "hash"))
		msg_put(&m, SEASTAR_A_DEV_WANT_HASH, NULL, 0);
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
	{ "del", dev_del, "NAME", "Delete one, whatever it is doing" },
	{ "show", dev_show, "[NAME [hash]]",
	  "Show devices, of hardware too, or one, with a hash of its whole state" },
	{ 0 }
};

void cmd_dev(struct args *a)
{
	cmd_run("dev", commands, a);
}
