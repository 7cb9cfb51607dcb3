// SPDX-License-Identifier: GPL-2.0-only
/* The use of ports in a result, with `usage` = counted: queues, virtual channels, allocators. */
#include "sim/base/json.h"

#include "network.h"

static struct ss_usage sum_of(const struct sim_result *r, u32 kind)
{
	struct ss_usage sum = { 0 };

	for (u32 router = 0; router < r->routers; router++) {
		const struct ss_usage *u = &r->usage[(size_t)router * SS_USAGE_PORTS + kind];

		sum.vcs = u->vcs;
		sum.input_requests += u->input_requests;
		sum.input_grants += u->input_grants;
		sum.output_requests += u->output_requests;
		sum.output_grants += u->output_grants;
		sum.queued += u->queued;
		for (u32 vc = 0; vc < u->vcs; vc++) {
			sum.flits[vc] += u->flits[vc];
			sum.held[vc] += u->held[vc];
		}
	}
	return sum;
}

/*
 * Put a side of the ports: the mean flits in a port's queues, and the allocator there.
 * @port_cycles: ports times measured cycles
 */
static void put_side(struct json_object *part, const char *name, double port_cycles, u64 held,
		     u64 requests, u64 grants)
{
	struct json_object *o = json_put_object(part, name);

	json_put_real(o, "occupancy", sim_ratio(held, port_cycles));
	json_put_real(o, "requests", sim_ratio(requests, port_cycles));
	json_put_real(o, "granted", sim_ratio(grants, requests));
}

static void put_vcs(struct json_object *part, double port_cycles, const struct ss_usage *u)
{
	struct json_object *list = json_put_array(part, "vcs");

	for (u32 vc = 0; vc < u->vcs; vc++) {
		struct json_object *o = json_append_object(list);

		json_put_u64(o, "vc", vc);
		json_put_u64(o, "flits", u->flits[vc]);
		json_put_real(o, "utilisation", sim_ratio(u->flits[vc], port_cycles));
		json_put_real(o, "occupancy", sim_ratio(u->held[vc], port_cycles));
	}
}

void result_put_usage(struct json_object *o, const struct sim_result *r)
{
	struct json_object *list;

	if (!r->usage)
		return;
	list = json_put_array(o, "usage");
	for (u32 kind = 0; kind < r->measure->topo.ops->view->rows; kind++) {
		double port_cycles = (double)sim_port_sum(r, kind, 1).links * r->measured;
		struct json_object *part = json_append_object(list);
		struct ss_usage u = sum_of(r, kind);
		u64 held = 0;

		for (u32 vc = 0; vc < u.vcs; vc++)
			held += u.held[vc];
		json_put_text(part, "port", result_row_name(r, kind));
		put_side(part, "input", port_cycles, held, u.input_requests, u.input_grants);
		put_side(part, "output", port_cycles, u.queued, u.output_requests,
			 u.output_grants);
		put_vcs(part, port_cycles, &u);
	}
}
