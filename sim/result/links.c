// SPDX-License-Identifier: GPL-2.0-only
/* The use of single links in a result. */
#include "sim/base/json.h"

#include "links.h"

/* Flits and blocking are counted where the link ends, stalls where it begins. */
static void put_cube(struct json_object *part, const struct sim_result *r)
{
	static const char *const names[] = { "flits", "stalled", "blocked" };
	struct json_object *list[3];

	for (u32 i = 0; i < 3; i++)
		list[i] = json_put_array(part, names[i]);
	for (u32 node = 0; node < r->nodes; node++) {
		struct json_object *row[3];

		for (u32 i = 0; i < 3; i++)
			row[i] = json_append_array(list[i]);
		for (u32 port = SEASTAR_PORT_XP; port < SS_PORTS; port++) {
			u32 next = ss_neighbour(&r->measure->topo, node, port);
			const struct sim_port *end;

			if (next == SS_NO_ROUTER) {
				for (u32 i = 0; i < 3; i++)
					json_object_array_add(row[i], NULL);
				continue;
			}
			end = sim_port_at(r, next, ss_opposite(port));
			json_append_u64(row[0], end->flits);
			json_append_u64(row[1], sim_port_at(r, node, port)->stalled);
			json_append_u64(row[2], end->blocked);
		}
	}
}

/* Group and router of the group. */
static void append_place(struct json_object *list, const struct ss_dragonfly *d, u32 router)
{
	struct json_object *place = json_append_array(list);

	json_append_u64(place, router / d->a);
	json_append_u64(place, router % d->a);
}

/* The links of a Dragonfly that leave by ports @first to @end - 1 of each router. */
static void put_kind(struct json_object *part, const char *name, const struct sim_result *r,
		     u32 first, u32 end)
{
	const struct ss_dragonfly *d = &r->measure->topo.dragonfly;
	struct json_object *kind = json_put_object(part, name), *to = json_put_array(kind, "to");
	struct json_object *flits = json_put_array(kind, "flits");
	struct json_object *use = json_put_array(kind, "use");
	u32 back;

	for (u32 router = 0; router < r->routers; router++) {
		const u64 *carried = &r->carried[(size_t)router * SIM_DRAGONFLY_PORTS];
		struct json_object *to_row = json_append_array(to);
		struct json_object *flits_row = json_append_array(flits);
		struct json_object *use_row = json_append_array(use);

		for (u32 port = first; port < end; port++) {
			append_place(to_row, d, ss_dragonfly_neighbour(d, router, port, &back));
			json_append_u64(flits_row, carried[port]);
			json_append_real(use_row, sim_ratio(carried[port], r->measured));
		}
	}
}

void sim_put_links(struct json_object *o, const struct sim_result *r)
{
	const struct ss_topology *t = &r->measure->topo;
	const struct ss_dragonfly *d = &t->dragonfly;
	struct json_object *part;

	if (r->experiment->detail != SIM_DETAIL_FULL)
		return;
	part = json_put_object(o, "links");
	if (ss_is_cube(t)) {
		put_cube(part, r);
		return;
	}
	put_kind(part, "local", r, d->p, ss_dragonfly_first_global(d));
	put_kind(part, "global", r, ss_dragonfly_first_global(d), ss_dragonfly_ports(d));
}
