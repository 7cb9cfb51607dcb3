// SPDX-License-Identifier: GPL-2.0-only
/*
 * Making a fabric of these routers, and what they are to the rest (sim/core/kind.h).
 */
#include "sim/core/arithmetic.h"
#include "sim/topology/cube.h"

#include "visit.h"

void ss_vc_config_default(struct ss_config *cfg, u32 kx, u32 ky, u32 kz, u32 mesh)
{
	const struct ss_config textbook = {
		.kind = &ss_vc_kind,
		.topology = &ss_cube_topology,
		.size = { kx, ky, kz, mesh },
		.vcs = 4,
		.classes = 1,
		.max_packet = SEASTAR_MAX_PACKET,
		.input_depth = 8,
		.routing_delay = 1,
		.vc_delay = 1,
		.switch_delay = 1,
		.traversal_delay = 1,
		.link_delay = 1,
		.eject = { 1, 1 },
		.inject = { 1, 1 },
		.ack_delay = 33,
		.assignment = SS_ASSIGN_LOWER,
		.ties = SS_TIES_PAIR,
		.flow = SS_FLOW_WORMHOLE,
		.allocator = SS_ALLOCATE_OUTPUT,
		.priority = SS_PRIORITY_TURN,
		.seed = 1,
		.regions = 1,
	};

	*cfg = textbook;
}

static bool delay_ok(u32 delay)
{
	return ss_is_between(delay, 1, 255);
}

static const char *check(const struct ss_config *cfg)
{
	if (!ss_is_between(cfg->classes, 1, SS_CLASSES))
		return "there must be 1 or 2 classes of packets";
	if (cfg->vcs < 1 || cfg->vcs * cfg->classes > SS_VC_MAX_VCS || cfg->vcs > SS_VC_MAX_VCS)
		return "a port has 1 to 16 virtual channels in all classes";
	if (!ss_is_between(cfg->max_packet, 1, SS_MAX_FLITS))
		return "the largest packet must be 1 to 256 flits";
	if (cfg->flow >= SS_FLOWS)
		return "there is no such flow control";
	if (!ss_is_between(cfg->input_depth, 1, 4096))
		return "input buffers must hold 1 to 4096 flits";
	if (cfg->flow == SS_FLOW_CUT_THROUGH && cfg->input_depth < cfg->max_packet)
		return "input buffers must hold the largest packet, for packets to cut through";
	if (!delay_ok(cfg->routing_delay) || !delay_ok(cfg->vc_delay) ||
	    !delay_ok(cfg->switch_delay) || !delay_ok(cfg->traversal_delay))
		return "the delays of the router must be 1 to 255 cycles each";
	if (cfg->allocator >= SS_ALLOCATORS)
		return "there is no such allocator";
	if (cfg->priority > SS_PRIORITY_AGE)
		return "there is no such priority";
	if (cfg->ties >= SS_TIES)
		return "there is no such way to break ties";
	if (cfg->assignment >= SS_ASSIGNMENTS)
		return "there is no such assignment of virtual channels";
	return NULL;
}

static u32 credit_delay(const struct ss_config *cfg)
{
	return cfg->switch_delay + cfg->link_delay;
}

static u32 flit_delay(const struct ss_config *cfg)
{
	return cfg->switch_delay + cfg->traversal_delay + cfg->link_delay;
}

/* Flits take longer. */
static u32 reach(const struct ss_config *cfg)
{
	return credit_delay(cfg);
}

static u32 ahead(const struct ss_config *cfg, u32 window)
{
	return window + flit_delay(cfg);
}

/* log2 of the cycles that a link can bring something in: to the node one more. */
static u32 due_shift(const struct ss_config *cfg, u32 window)
{
	return ss_log2(ahead(cfg, window) + 1) + 1;
}

/* log2 of those that a router plans for itself: a delay, or until a slow channel is free. */
static u32 wheel_shift(const struct ss_config *cfg, u32 window)
{
	u32 own = ss_most(ss_most(cfg->routing_delay, cfg->vc_delay),
			  ss_most(cfg->eject[1], cfg->inject[1]));
	u32 shift = ss_log2(ss_most(own, ahead(cfg, window)) + 2) + 1;

	return ss_most(shift, SS_WHEEL_LEAST);
}

static size_t wheel_bytes(const struct ss_config *cfg, u32 window)
{
	size_t busy = ((size_t)1 << wheel_shift(cfg, window)) / 8;

	return ss_lines(busy);
}

static size_t router_bytes(const struct ss_config *cfg, u32 window)
{
	size_t vcs = SS_PORTS * cfg->classes * cfg->vcs * sizeof(struct vcr_vc);
	size_t due = sizeof(struct vcr_due) << due_shift(cfg, window);

	return wheel_bytes(cfg, window) + sizeof(struct vcr_router) + vcs + due;
}

static void lay_out(struct ss_layout *l, const struct ss_config *cfg, u32 window,
		    struct ss_fabric *f)
{
	size_t n = ss_config_routers(cfg), bytes = router_bytes(cfg, window);
	struct vcr_fabric *v = vcr_fabric(f);
	u64 *place;
	char *routers;
	u8 *turn;

	place = ss_take(l, n, sizeof(*place));
	turn = ss_take(l, ss_turns(cfg->size), sizeof(*turn));
	routers = ss_take(l, n, bytes);
	if (!f)
		return;
	v->due_mask = (1U << due_shift(cfg, window)) - 1;
	v->wheel = wheel_shift(cfg, window);
	v->vcs = cfg->classes * cfg->vcs;
	v->flit_delay = flit_delay(cfg);
	v->credit_delay = credit_delay(cfg);
	v->in_flight = window - 1 + credit_delay(cfg);
	v->routing.place = place;
	v->routing.turn = turn;
	f->router_bytes = bytes;
	f->routers = routers + wheel_bytes(cfg, window);
}

static void init_port(struct ss_fabric *f, struct vcr_router *rt, u32 port)
{
	u32 vcs = vcr_fabric(f)->vcs;

	rt->free[port] = (1U << vcs) - 1;
	rt->vc_had[port] = vcs - 1;
	rt->out_had[port] = SS_PORTS - 1;
	rt->in_had[port] = SS_PORTS - 1;
	for (u32 v = 0; v < vcs; v++) {
		struct vcr_out_vc *out = vcr_out_vc_of(f, rt, port, v);
		struct vcr_vc *vc = vcr_vc_of(f, rt, port, v);

		out->credits = port == SEASTAR_PORT_PROC ? VCR_PLENTY : f->cfg.input_depth;
		out->had = vcr_slots(f) - 1;
		vc->out_vc = vcs - 1;
		vc->slot = vcr_slot(f, port, v);
		vc->line = VCR_LINE_IN(port);
		vc->port = port;
		vc->vc = v;
		vc->dim = ss_port_dim(port);
		vc->reg = 2 * (v / f->cfg.vcs) + ss_vc_is_upper(f->cfg.vcs, v);
		vc->ahead = VCR_WAY(ss_dim_port(vc->dim, !ss_port_plus(port)), vc->reg & 1);
	}
}

/* Note which router and port are behind @port, after ss_cube_wire(). */
static void find_peer(const struct ss_fabric *f, struct vcr_router *rt, u32 port)
{
	u32 to = f->wire[SS_PORT_ID(rt->number, port)].to, peer = SS_PORT_ROUTER(to);

	if (to == SS_NO_ROUTER)
		return;
	rt->peer_port[port] = SS_PORT_OF(to);
	rt->peer_slot[port] = vcr_slot(f, SS_PORT_OF(to), 0);
	if (ss_region_of(f, peer) == ss_region_of(f, rt->number))
		rt->peer[port] = vcr_router_at(f, peer);
}

static void init_router(struct ss_fabric *f, u32 r)
{
	struct vcr_router *rt = vcr_router_at(f, r);

	ss_cube_wire(&f->topo, r, f->cfg.link_delay, f->wire);
	rt->number = r;
	rt->due = (struct vcr_due *)(vcr_vcs_of(rt) + vcr_slots(f));
	rt->injector.vc = vcr_fabric(f)->vcs - 1;
	rt->injector.room = (1U << vcr_fabric(f)->vcs) - 1;
	for (u32 v = 0; v < vcr_fabric(f)->vcs; v++)
		rt->injector.credits[v] = f->cfg.input_depth;
	for (u32 port = 0; port < SS_PORTS; port++) {
		find_peer(f, rt, port);
		init_port(f, rt, port);
	}
}

/* See &struct vcr_fabric. */
static bool is_usual(const struct ss_fabric *f)
{
	return vcr_slots(f) <= 64 && vcr_fabric(f)->wheel == SS_WHEEL_LEAST &&
	       f->cfg.priority == SS_PRIORITY_TURN && f->cfg.allocator == SS_ALLOCATE_OUTPUT &&
	       f->cfg.flow == SS_FLOW_WORMHOLE;
}

/* What @way is to packets of @class_. */
static struct vcr_way way_of(const struct ss_fabric *f, u32 class_, u32 way)
{
	u32 port = VCR_WAY_PORT(way), vcs = f->cfg.vcs;
	struct vcr_way w = { .out = port, .line = VCR_LINE_OUT(port) };

	if (port == SEASTAR_PORT_PROC || f->topo.size[SS_MESH] >> ss_port_dim(port) & 1)
		w.wants = ss_vcs_of_class(vcs, class_);
	else
		w.wants = ss_vcs_of_half(vcs, class_, way & 1);
	return w;
}

static void init(struct ss_fabric *f)
{
	struct vcr_fabric *v = vcr_fabric(f);
	u8 *turn = (u8 *)v->routing.turn;

	ss_routing_init(&v->routing, &f->topo, f->cfg.vcs > 1 ? 2 : 1, f->cfg.assignment,
			f->cfg.ties, (u64 *)v->routing.place);
	ss_routing_keep_turns(&v->routing, turn);
	v->is_usual = is_usual(f);
	for (u32 reg = 0; reg < 2 * SS_CLASSES; reg++)
		for (u32 way = 0; way < VCR_WAY(SS_PORTS, 0); way++)
			v->way[reg][way] = way_of(f, reg / 2, way);
	for (u32 r = f->own.first; r < f->own.end; r++) {
		init_router(f, r);
		ss_relax();
	}
}

static u32 transit(const struct ss_config *cfg)
{
	return cfg->routing_delay + cfg->vc_delay;
}

static u64 holds(const struct ss_config *cfg, u32 shortest, u32 vcs)
{
	/* packets of which a part only is in a buffer are its first and its last one */
	return SS_PORTS * vcs * (cfg->input_depth / shortest + 2) +
	       1 +				/* being injected */
	       flit_delay(cfg) / shortest + 1 + vcs;	/* on their way to the node */
}

static void adopt(struct ss_fabric *f, struct ss_region *g, struct ss_packet *pool, u32 r)
{
	struct vcr_router *rt = vcr_router_at(f, r);

	for (u32 port = 0; port < SS_PORTS; port++)
		for (u32 v = 0; v < vcr_fabric(f)->vcs; v++) {
			struct vcr_vc *vc = vcr_vc_of(f, rt, port, v);

			ss_adopt_list_once(f, g, pool, &vc->first, &vc->last);
		}
	for (u32 i = 0; i <= vcr_fabric(f)->due_mask; i++) {
		struct vcr_due *due = vcr_due_of(f, rt, i);

		for (u32 n = 0; n < due->flits; n++)
			if (due->head[n])
				due->head[n] = ss_adopt_once(f, g, pool, due->head[n]);
		if (due->delivered)
			due->delivered = ss_adopt_once(f, g, pool, due->delivered);
	}
	if (rt->injector.packet)
		rt->injector.packet = ss_adopt_once(f, g, pool, rt->injector.packet);
}

/* For any VC of its class. */
static u32 waits(const struct ss_fabric *f)
{
	return f->cfg.vcs;
}

const struct ss_kind ss_vc_kind = {
	.name = "vc",
	.topology = &ss_cube_topology,
	.fabric_bytes = sizeof(struct vcr_fabric),
	.check = check,
	.reach = reach,
	.ahead = ahead,
	.mails = 2,
	.lay_out = lay_out,
	.init = init,
	.run = vcr_run,
	.take_packet = vcr_take_packet,
	.take_flit = vcr_take_flit,
	.take_credit = vcr_take_credit,
	.room = vcr_room,
	.inject = vcr_inject,
	.holds = holds,
	.adopt = adopt,
	.read = vcr_read,
	.transit = transit,
	.oldest = vcr_oldest,
	.has_worms = true,
	.waits = waits,
	.waits_for = vcr_waits_for,
	.emit = vcr_emit,
	.emit_injector = vcr_emit_injector,
};
