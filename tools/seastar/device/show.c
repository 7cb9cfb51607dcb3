// SPDX-License-Identifier: GPL-2.0-only
/* A device as the kernel lists it, as text and as JSON. */
#include <inttypes.h>
#include <stdio.h>

#include "tools/seastar/base/print.h"

#include "show.h"
#include "topology.h"

/* Parameters of a fabric that are one number, as "add" takes and "show" prints them. */
const struct dev_parameter dev_parameters[DEV_PARAMETERS] = {
	{ "vcs", "vcs", SEASTAR_A_DEV_VCS },
	{ "input-depth", "input_depth", SEASTAR_A_DEV_INPUT_DEPTH },
	{ "staging-depth", "staging_depth", SEASTAR_A_DEV_STAGING_DEPTH },
	{ "max-packet", "max_packet", SEASTAR_A_DEV_MAX_PACKET },
	{ "router-delay", "router_delay", SEASTAR_A_DEV_ROUTER_DELAY },
	{ "link-delay", "link_delay", SEASTAR_A_DEV_LINK_DELAY },
	{ "ack-delay", "ack_delay", SEASTAR_A_DEV_ACK_DELAY },
};

/* Bandwidths of the processor port: flits in cycles. */
const struct dev_parameter dev_rates[DEV_RATES] = {
	{ "eject", "eject", SEASTAR_A_DEV_EJECT },
	{ "inject", "inject", SEASTAR_A_DEV_INJECT },
};

struct json_object *dev_json(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_DEV_MAX + 1];
	struct json_object *o = json_object_new_object();
	char text[TOPOLOGY_TEXT_MAX];
	uint32_t rate[2] = { 0 };
	struct topology t;
	size_t i;

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
	for (i = 0; i < DEV_PARAMETERS; i++)
		if (tb[dev_parameters[i].attr])
			json_add_u64(o, dev_parameters[i].key,
				     snl_u32(tb[dev_parameters[i].attr]));
	for (i = 0; i < DEV_RATES; i++) {
		if (!snl_array(tb[dev_rates[i].attr], rate, 2, sizeof(uint32_t)))
			continue;
		json_object_object_add(o, dev_rates[i].key, json_u32_list(rate, 2));
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
	uint32_t rate[2] = { 0 };
	struct topology t;
	size_t i;

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
	for (i = 0; i < DEV_PARAMETERS; i++)
		if (tb[dev_parameters[i].attr])
			printf(" %s %u", dev_parameters[i].name,
			       snl_u32(tb[dev_parameters[i].attr]));
	for (i = 0; i < DEV_RATES; i++) {
		if (!snl_array(tb[dev_rates[i].attr], rate, 2, sizeof(uint32_t)))
			continue;
		printf(" %s %u/%u", dev_rates[i].name, rate[0], rate[1]);
	}
	putchar('\n');
	if (tb[SEASTAR_A_DEV_HASH])
		printf("    hash 0x%016" PRIx64 "\n", snl_u64(tb[SEASTAR_A_DEV_HASH]));
}
