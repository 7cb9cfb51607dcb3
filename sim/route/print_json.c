// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include "sim/base/json.h"
#include "sim/base/memory.h"
#include "sim/base/shape.h"

#include "print.h"
#include "step.h"

static const char *const reason_words[] = {
	[ROUTE_X_BOXED] = "x_down",
	[ROUTE_X_EARLY] = "x_boxed_in",
	[ROUTE_Y_BOXED] = "y_down",
	[ROUTE_Y_EARLY] = "y_boxed_in",
	[ROUTE_Z_BOXED] = "z_down",
	[ROUTE_Z_CUT] = "z_cut",
	[ROUTE_TURN] = "turn",
	[ROUTE_DATELINE] = "dateline",
	[ROUTE_LOOP] = "loop",
};

void route_pairs_record(void *to, u32 source, u32 dest, enum route_reason why)
{
	struct route_pairs *pairs = to;

	if (pairs->listed == pairs->most)
		return;
	pairs->pair = sim_grow(pairs->pair, pairs->listed + 1, sizeof(*pairs->pair));
	pairs->pair[pairs->listed++] = (struct route_pair){ source, dest, why };
}

static void put_links_down(const struct route_plan *p, struct json_object *o)
{
	struct json_object *list = json_put_array(o, "down");

	for (u32 i = 0; i < p->topo.routers; i++) {
		for (u32 port = SEASTAR_PORT_XP; port < SEASTAR_PORTS; port += 2) {
			struct json_object *link;

			if (!(p->down[i] >> port & 1))
				continue;
			link = json_append_object(list);
			json_put_u64(link, "router", i);
			json_put_text(link, "port", sim_port_words[port]);
		}
	}
}

void route_plan_json(const struct route_plan *p, struct json_object *o)
{
	struct json_object *radix = json_put_array(o, "radix");
	struct json_object *torus = json_put_array(o, "torus"), *regions, *datelines;

	for (u32 d = 0; d < SEASTAR_DIMS; d++) {
		json_append_u64(radix, p->topo.size[d]);
		json_object_array_add(torus, json_object_new_boolean(ss_is_torus(&p->topo, d)));
	}
	regions = json_put_array(o, "regions");
	for (u32 i = 0; i < SS_ROUTE_REGIONS; i++) {
		struct json_object *region;

		if (!p->region[i].used)
			continue;
		region = json_append_object(regions);
		json_put_u64(region, "region", i);
		json_put_u64(region, "first_plane", p->region[i].first);
		json_put_u64(region, "last_plane", p->region[i].last);
	}
	datelines = json_put_array(o, "dateline");
	for (u32 d = 0; d < SEASTAR_DIMS; d++)
		json_append_u64(datelines, p->dateline[d]);
	json_put_text(o, "assignment", route_assignment_words[p->assignment]);
	put_links_down(p, o);
}

static void put_pairs(const struct route_pairs *pairs, struct json_object *o)
{
	struct json_object *list = json_put_array(o, "unroutable_pairs");

	for (u32 i = 0; i < pairs->listed; i++) {
		struct json_object *pair = json_append_object(list);

		json_put_u64(pair, "source", pairs->pair[i].source);
		json_put_u64(pair, "destination", pairs->pair[i].dest);
		json_put_text(pair, "why", reason_words[pairs->pair[i].why]);
	}
}

static void put_faults(const struct route_proof *proof, struct json_object *o)
{
	struct json_object *list = json_put_array(o, "faults");

	for (u32 i = 0; i < ROUTE_FAULTS; i++) {
		const struct route_example *example = &proof->example[i];
		struct json_object *fault;

		if (!proof->fault[i])
			continue;
		fault = json_append_object(list);
		json_put_text(fault, "fault", route_fault_words[i]);
		json_put_u64(fault, "count", proof->fault[i]);
		json_put_u64(fault, "router", example->router);
		json_put_text(fault, "in", sim_port_words[example->in]);
		json_put_u64(fault, "vc", example->vc);
		json_put_u64(fault, "destination", example->dest);
	}
}

static void put_cycle(const struct route_proof *proof, struct json_object *o)
{
	struct json_object *list = json_put_array(o, "cycle");

	for (u32 i = 0; i < proof->cycle_length; i++) {
		struct json_object *channel = json_append_object(list);
		u32 id = route_channel_port(proof->cycle[i]);

		json_put_u64(channel, "router", SS_PORT_ROUTER(id));
		json_put_text(channel, "in", sim_port_words[SS_PORT_OF(id)]);
		json_put_u64(channel, "vc", route_channel_vc(proof->cycle[i]));
	}
}

void route_check_json(const struct route_plan *p, const struct route_missing *missing,
		      const struct route_pairs *pairs, const struct route_proof *proof,
		      struct json_object *o)
{
	struct json_object *reasons;

	route_plan_json(p, o);
	json_put_u64(o, "routers", p->topo.routers);
	json_put_u64(o, "pairs", proof->pairs);
	json_put_u64(o, "delivered", proof->delivered);
	json_put_u64(o, "unroutable", proof->unroutable);
	json_put_u64(o, "lost", proof->lost);
	json_put_real(o, "hops", (double)proof->hops / proof->delivered);
	reasons = json_put_object(o, "reasons");
	for (u32 i = ROUTE_FINE + 1; i < ROUTE_REASONS; i++)
		if (missing->by_reason[i])
			json_put_u64(reasons, reason_words[i], missing->by_reason[i]);
	put_pairs(pairs, o);
	put_faults(proof, o);
	json_put_u64(o, "dependencies", proof->dependencies);
	put_cycle(proof, o);
	json_put_bool(o, "holds", route_proof_holds(proof, missing->pairs));
}

void route_balance_json(const struct route_plan *p, const struct route_load *load,
			struct json_object *o)
{
	static const char *const names[] = { "x", "y", "z" };
	struct json_object *list;

	route_plan_json(p, o);
	list = json_put_array(o, "dimensions");
	for (u32 d = 0; d < SEASTAR_DIMS; d++) {
		struct route_balance b = route_balance_of(p, load, d);
		struct json_object *dim = json_append_object(list), *bins, *profile;

		json_put_text(dim, "dimension", names[d]);
		json_put_u64(dim, "links", b.links);
		json_put_real(dim, "vc_balance", b.links ? b.mean : NAN);
		bins = json_put_array(dim, "bins");
		for (u32 i = 0; i < ROUTE_BINS; i++)
			json_append_u64(bins, b.bin[i]);
		profile = json_put_array(dim, "profile");
		for (u32 at = 0; at < p->topo.size[d]; at++) {
			struct json_object *of = json_append_object(profile);

			json_put_u64(of, "coordinate", at);
			json_put_real(of, "plus", route_balance_at(p, load, d, true, at));
			json_put_real(of, "minus", route_balance_at(p, load, d, false, at));
		}
	}
}

void route_trace_json(const struct route_plan *p, const struct route_hop *hop, u32 hops,
		      struct json_object *o)
{
	struct json_object *list;

	route_plan_json(p, o);
	list = json_put_array(o, "hops");
	for (u32 i = 0; i < hops; i++) {
		struct json_object *of = json_append_object(list);

		json_put_u64(of, "router", hop[i].router);
		json_put_text(of, "in", sim_port_words[hop[i].in]);
		if (hop[i].out < SEASTAR_PORTS)
			json_put_text(of, "out", sim_port_words[hop[i].out]);
		json_put_u64(of, "vc", hop[i].vc);
		json_put_bool(of, "dateline", hop[i].is_dateline);
		json_put_bool(of, "dropped", hop[i].is_dropped);
		json_put_text(of, "table", hop[i].is_global ? "GLUT" : "LUT");
	}
}
