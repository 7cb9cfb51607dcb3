// SPDX-License-Identifier: GPL-2.0-only
/* Printing of a device as the kernel reports it. */
#include "tools/seastar/base/out.h"
#include "tools/seastar/netlink/nl.h"

#include "show.h"
#include "topology.h"

const struct keyword dev_keywords[] = {
	[DEV_TOPOLOGY] = { .name = "topology", .value = "KX[xKY[xKZ]]", .place = KEYWORD_NEEDED,
			   .unit = "routers", .help = "routers in each dimension" },
	[DEV_MESH] = { .name = "mesh", .value = "none|LETTERS",
		       .help = "dimensions (of x, y, z) that are meshes, not rings (none)" },
	[DEV_SEED] = { .name = "seed", .value = "N", .max = UINT64_MAX, .nested = true,
		       .help = "seed of the fabric's random numbers" },
	{ .name = "vcs", .value = "N", .max = UINT32_MAX, .attr = SEASTAR_A_DEV_VCS,
	  .unit = "virtual channels", .help = "virtual channels per class, 1 or 2 (2)" },
	{ .name = "input_depth", .former = "input-depth", .value = "N", .max = UINT32_MAX,
	  .nested = true, .attr = SEASTAR_A_SOFT_INPUT_DEPTH, .unit = "flits",
	  .help = "input buffer of a virtual channel (96)" },
	{ .name = "staging_depth", .former = "staging-depth", .value = "N", .max = UINT32_MAX,
	  .nested = true, .attr = SEASTAR_A_SOFT_STAGING_DEPTH, .unit = "flits",
	  .help = "staging buffer of a virtual channel (16)" },
	{ .name = "max_packet", .former = "max-packet", .value = "N", .max = UINT32_MAX,
	  .attr = SEASTAR_A_DEV_MAX_PACKET, .unit = "flits", .help = "the largest packet (9)" },
	{ .name = "router_delay", .former = "router-delay", .value = "N", .max = UINT32_MAX,
	  .nested = true, .attr = SEASTAR_A_SOFT_ROUTER_DELAY, .unit = "cycles",
	  .help = "delay of a header in a router (25)" },
	{ .name = "link_delay", .former = "link-delay", .value = "N", .max = UINT32_MAX,
	  .nested = true, .attr = SEASTAR_A_SOFT_LINK_DELAY, .unit = "cycles",
	  .help = "delay of a flit on a link (8)" },
	{ .name = "ack_delay", .former = "ack-delay", .value = "N", .max = UINT32_MAX,
	  .nested = true, .attr = SEASTAR_A_SOFT_ACK_DELAY, .unit = "cycles",
	  .help = "delay until a credit returns (33)" },
	{ .name = "eject", .value = "A/B", .max = UINT32_MAX, .pair = true,
	  .nested = true, .attr = SEASTAR_A_SOFT_EJECT, .unit = "flits in cycles",
	  .help = "bandwidth from a router to its node (5/12)" },
	{ .name = "inject", .value = "A/B", .max = UINT32_MAX, .pair = true,
	  .nested = true, .attr = SEASTAR_A_SOFT_INJECT, .unit = "flits in cycles",
	  .help = "bandwidth from a node to its router (1/1)" },
	{ 0 }
};

static void parameter_out(const struct keyword *k, const struct nlattr *a)
{
	uint32_t rate[2] = { 0 };

	out_text(" %s ", k->name);
	if (!k->pair) {
		out_u64(k->name, "%s", snl_u32(a));
	} else if (snl_array(a, rate, 2, sizeof(uint32_t))) {
		out_u32s(k->name, rate, 2);
		out_text("%u/%u", rate[0], rate[1]);
	}
}

void dev_out(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_DEV_MAX + 1], *soft[SEASTAR_A_SOFT_MAX + 1];
	const struct nlattr *model[SEASTAR_A_MODEL_MAX + 1], *a;
	char text[TOPOLOGY_TEXT_MAX];
	const struct keyword *k;
	struct topology t;

	snl_attributes(m, tb, SEASTAR_A_DEV_MAX);
	snl_nested(tb[SEASTAR_A_DEV_SOFT], soft, SEASTAR_A_SOFT_MAX);
	snl_nested(tb[SEASTAR_A_DEV_MODEL], model, SEASTAR_A_MODEL_MAX);
	topology_parse(tb, &t);
	topology_text(&t, text);
	out_str("name", "%s: ", snl_str(tb[SEASTAR_A_DEV_NAME]));
	out_u64("id", NULL, snl_u64(tb[SEASTAR_A_DEV_ID]));
	out_str("backend", "%s, ", snl_str(tb[SEASTAR_A_DEV_BACKEND]));
	out_str("topology", "%s, ", text);
	out_u32s("radix", t.radix, t.dims);
	out_u64("mesh", NULL, t.mesh);
	out_u64("routers", "%s routers, ", snl_u32(tb[SEASTAR_A_DEV_ROUTERS]));
	out_u64("cycle", "cycle %s, ", snl_u64(tb[SEASTAR_A_DEV_CYCLE]));
	out_u64("generation", "generation %s", snl_u64(tb[SEASTAR_A_DEV_GENERATION]));
	if (tb[SEASTAR_A_DEV_LOST]) {
		out_text(", lost");
		out_bool("lost", true);
	}
	out_u64(NULL, "\n    id %s", snl_u64(tb[SEASTAR_A_DEV_ID]));
	if (soft[SEASTAR_A_SOFT_SEED])
		out_u64("seed", " seed %s", snl_u64(soft[SEASTAR_A_SOFT_SEED]));
	for (k = dev_keywords; k->name; k++) {
		a = k->nested ? soft[k->attr] : tb[k->attr];
		if (k->attr && a)
			parameter_out(k, a);
	}
	if (tb[SEASTAR_A_DEV_BUS_ADDRESS])
		out_str("bus_address", NULL, snl_str(tb[SEASTAR_A_DEV_BUS_ADDRESS]));
	out_text("\n");
	if (model[SEASTAR_A_MODEL_HASH])
		out_hex("hash", "    hash %s\n", snl_u64(model[SEASTAR_A_MODEL_HASH]));
}
