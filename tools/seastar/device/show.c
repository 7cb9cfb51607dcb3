// SPDX-License-Identifier: GPL-2.0-only
/* A device as the kernel lists it, as text and as JSON. */
#include <inttypes.h>
#include <stdio.h>

#include "tools/seastar/base/print.h"
#include "tools/seastar/netlink/nl.h"

#include "show.h"
#include "topology.h"

const struct keyword dev_keywords[] = {
	[DEV_TOPOLOGY] = { .name = "topology", .value = "KX[xKY[xKZ]]", .place = KEYWORD_NEEDED,
			   .unit = "routers", .help = "routers in each dimension" },
	[DEV_MESH] = { .name = "mesh", .value = "none|LETTERS",
		       .help = "dimensions, of x, y and z, that are no rings (none)" },
	[DEV_SEED] = { .name = "seed", .value = "N", .max = UINT64_MAX,
		       .help = "of its random numbers" },
	{ .name = "vcs", .value = "N", .max = UINT32_MAX, .attr = SEASTAR_A_DEV_VCS,
	  .unit = "virtual channels", .help = "per class, 1 or 2 (2)" },
	{ .name = "input_depth", .former = "input-depth", .value = "N", .max = UINT32_MAX,
	  .attr = SEASTAR_A_DEV_INPUT_DEPTH, .unit = "flits",
	  .help = "input buffer of a virtual channel (96)" },
	{ .name = "staging_depth", .former = "staging-depth", .value = "N", .max = UINT32_MAX,
	  .attr = SEASTAR_A_DEV_STAGING_DEPTH, .unit = "flits",
	  .help = "staging buffer of a virtual channel (16)" },
	{ .name = "max_packet", .former = "max-packet", .value = "N", .max = UINT32_MAX,
	  .attr = SEASTAR_A_DEV_MAX_PACKET, .unit = "flits", .help = "the largest packet (9)" },
	{ .name = "router_delay", .former = "router-delay", .value = "N", .max = UINT32_MAX,
	  .attr = SEASTAR_A_DEV_ROUTER_DELAY, .unit = "cycles",
	  .help = "of a header through a router (25)" },
	{ .name = "link_delay", .former = "link-delay", .value = "N", .max = UINT32_MAX,
	  .attr = SEASTAR_A_DEV_LINK_DELAY, .unit = "cycles",
	  .help = "of a flit over a link (8)" },
	{ .name = "ack_delay", .former = "ack-delay", .value = "N", .max = UINT32_MAX,
	  .attr = SEASTAR_A_DEV_ACK_DELAY, .unit = "cycles",
	  .help = "until a credit is back (33)" },
	{ .name = "eject", .value = "A/B", .max = UINT32_MAX, .pair = true,
	  .attr = SEASTAR_A_DEV_EJECT, .unit = "flits in cycles",
	  .help = "bandwidth from a router to its node (5/12)" },
	{ .name = "inject", .value = "A/B", .max = UINT32_MAX, .pair = true,
	  .attr = SEASTAR_A_DEV_INJECT, .unit = "flits in cycles",
	  .help = "bandwidth from a node to its router (1/1)" },
	{ 0 }
};

static void parameter_json(struct json_object *o, const struct keyword *k, const struct nlattr *a)
{
	uint32_t rate[2] = { 0 };

	if (!k->pair)
		json_add_u64(o, k->name, snl_u32(a));
	else if (snl_array(a, rate, 2, sizeof(uint32_t)))
		json_object_object_add(o, k->name, json_u32_list(rate, 2));
}

static void parameter_text(const struct keyword *k, const struct nlattr *a)
{
	uint32_t rate[2] = { 0 };

	if (!k->pair)
		printf(" %s %u", k->name, snl_u32(a));
	else if (snl_array(a, rate, 2, sizeof(uint32_t)))
		printf(" %s %u/%u", k->name, rate[0], rate[1]);
}

struct json_object *dev_json(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_DEV_MAX + 1];
	struct json_object *o = json_object_new_object();
	char text[TOPOLOGY_TEXT_MAX];
	const struct keyword *k;
	struct topology t;

	snl_attributes(m, tb, SEASTAR_A_DEV_MAX);
	json_add_str(o, "name", snl_str(tb[SEASTAR_A_DEV_NAME]));
	json_add_u64(o, "id", snl_u64(tb[SEASTAR_A_DEV_ID]));
	if (!tb[SEASTAR_A_DEV_RADIX])
		return o;	/* of a device that went, this is all there is */
	topology_parse(tb, &t);
	topology_text(&t, text);
	json_add_str(o, "backend", snl_str(tb[SEASTAR_A_DEV_BACKEND]));
	json_add_str(o, "topology", text);
	json_object_object_add(o, "radix", json_u32_list(t.radix, t.dims));
	json_add_u64(o, "mesh", t.mesh);
	json_add_u64(o, "routers", snl_u32(tb[SEASTAR_A_DEV_ROUTERS]));
	json_add_u64(o, "cycle", snl_u64(tb[SEASTAR_A_DEV_CYCLE]));
	json_add_u64(o, "generation", snl_u64(tb[SEASTAR_A_DEV_GENERATION]));
	if (tb[SEASTAR_A_DEV_SEED])
		json_add_u64(o, "seed", snl_u64(tb[SEASTAR_A_DEV_SEED]));
	for (k = dev_keywords; k->name; k++) {
		if (k->attr && tb[k->attr])
			parameter_json(o, k, tb[k->attr]);
	}
	if (tb[SEASTAR_A_DEV_BUS_ADDRESS])
		json_add_str(o, "bus_address", snl_str(tb[SEASTAR_A_DEV_BUS_ADDRESS]));
	if (tb[SEASTAR_A_DEV_LOST])
		json_object_object_add(o, "lost", json_object_new_boolean(true));
	if (tb[SEASTAR_A_DEV_HASH])
		json_add_hex(o, "hash", snl_u64(tb[SEASTAR_A_DEV_HASH]));
	return o;
}

void dev_text(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_DEV_MAX + 1];
	char text[TOPOLOGY_TEXT_MAX];
	const struct keyword *k;
	struct topology t;

	snl_attributes(m, tb, SEASTAR_A_DEV_MAX);
	topology_parse(tb, &t);
	topology_text(&t, text);
	printf("%s: %s, %s, %u routers, cycle %" PRIu64 ", generation %" PRIu64 "%s\n   ",
	       snl_str(tb[SEASTAR_A_DEV_NAME]), snl_str(tb[SEASTAR_A_DEV_BACKEND]), text,
	       snl_u32(tb[SEASTAR_A_DEV_ROUTERS]), snl_u64(tb[SEASTAR_A_DEV_CYCLE]),
	       snl_u64(tb[SEASTAR_A_DEV_GENERATION]), tb[SEASTAR_A_DEV_LOST] ? ", lost" : "");
	printf(" id %" PRIu64, snl_u64(tb[SEASTAR_A_DEV_ID]));
	if (tb[SEASTAR_A_DEV_SEED])
		printf(" seed %" PRIu64, snl_u64(tb[SEASTAR_A_DEV_SEED]));
	for (k = dev_keywords; k->name; k++) {
		if (k->attr && tb[k->attr])
			parameter_text(k, tb[k->attr]);
	}
	putchar('\n');
	if (tb[SEASTAR_A_DEV_HASH])
		printf("    hash 0x%016" PRIx64 "\n", snl_u64(tb[SEASTAR_A_DEV_HASH]));
}
