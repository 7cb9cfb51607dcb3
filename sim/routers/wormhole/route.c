// SPDX-License-Identifier: GPL-2.0-only
/*
 * Outputs that a packet may use: an escape VC in dimension order (Dally and Seitz) and, with
 * adaptive routing, preferably the adaptive VC of any minimal path (Duato).
 */
#include "sim/parts/routing/dally_seitz.h"
#include "sim/parts/routing/minimal.h"

#include "router.h"

static void add_option(struct whr_in *in, u32 slot)
{
	in->list[in->options++] = slot;
	in->wants |= 1ULL << slot;
}

/* Return the VC for dimension order from place @here to @there through @port. */
static u32 escape_vc(const struct ss_fabric *f, u64 here, u64 there, u32 port)
{
	u32 escapes = f->cfg.vcs - (f->cfg.routing == SS_ROUTE_ADAPTIVE), d = ss_port_dim(port);

	if (escapes == 1)
		return 0;
	return ss_dally_seitz(ss_place_at(here, d), ss_place_at(there, d), ss_port_plus(port));
}

/* Return the minimal output in dimension @dim for the first packet of @in, from place @here. */
static u32 port_along(const struct ss_fabric *f, u32 dim, u64 here, const struct whr_in *in)
{
	const struct ss_routing *routing = &whr_fabric(f)->routing;
	u64 header = f->pool[in->first].header;

	return ss_minimal_port(routing, dim, here, routing->place[SS_HDR_GET(header, DEST)],
			       header);
}

/* Add the adaptive VCs along the dimensions in @dims; the dimension of input @from comes first. */
static void add_adaptive(const struct ss_fabric *f, u32 from, u32 class_, u32 dims, u64 here,
			 struct whr_in *in)
{
	u32 vc = whr_fabric(f)->adaptive, straight = dims;

	straight &= from == SEASTAR_PORT_PROC ? 0 : 1U << ss_port_dim(from);
	if (straight)
		add_option(in, WHR_SLOT(port_along(f, ss_lowest(straight), here, in), class_, vc));
	for (dims &= ~straight; dims; dims &= dims - 1)
		add_option(in, WHR_SLOT(port_along(f, ss_lowest(dims), here, in), class_, vc));
}

void whr_route(const struct ss_fabric *f, u32 r, u32 slot, struct whr_in *in)
{
	const struct ss_routing *routing = &whr_fabric(f)->routing;
	const struct ss_packet *p = &f->pool[in->first];
	u64 here = routing->place[r], there = routing->place[SS_HDR_GET(p->header, DEST)];
	u32 class_ = WHR_CLASS(slot), dims = ss_minimal_dims(here, there), port;
	u32 flits = ss_packet_flits(p);

	in->options = 0;
	in->wants = 0;
	in->need = flits < f->cfg.input_depth ? flits : f->cfg.input_depth;
	if (!dims) {
		add_option(in, WHR_SLOT(SEASTAR_PORT_PROC, class_, 0));
		return;
	}
	if (f->cfg.routing == SS_ROUTE_ADAPTIVE)
		add_adaptive(f, WHR_PORT(slot), class_, dims, here, in);
	port = port_along(f, ss_lowest(dims), here, in);
	add_option(in, WHR_SLOT(port, class_, escape_vc(f, here, there, port)));
}
