// SPDX-License-Identifier: GPL-2.0-only
/* Construction of a fabric of these routers, and their table of operations (sim/core/kind.h). */
#include "sim/core/arithmetic.h"
#include "sim/topology/cube.h"

#include "visit.h"

#ifndef VCR_WIDE
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
		.vc = {
			.routing_delay = 1,
			.vc_delay = 1,
			.switch_delay = 1,
			.traversal_delay = 1,
			.flow = SS_FLOW_WORMHOLE,
			.allocator = SS_ALLOCATE_OUTPUT,
		},
		.link_delay = 1,
		.eject = { 1, 1 },
		.inject = { 1, 1 },
		.ack_delay = 33,
		.assignment = SS_ASSIGN_LOWER,
		.ties = SS_TIES_PAIR,
		.priority = SS_PRIORITY_TURN,
		.seed = 1,
		.regions = 1,
	};

	*cfg = textbook;
}
#endif

/* Check the routing and the ports of the topology, and that the VCs exclude deadlock. */
static bool check_stages(const struct ss_config *cfg, struct ss_refusal *why)
{
#ifdef VCR_WIDE
	const struct ss_topology_routing *routings = cfg->topology->routings;
	struct ss_topology t;

	for (u32 i = 0; i <= cfg->routing; i++)
		if (!routings[i].word)
			return SS_REFUSE(why, "this topology has no such routing", "routing",
					 "topology");
	if (cfg->vcs < routings[cfg->routing].stages)
		return SS_REFUSE(why,
				 "{vcs} are too few: {routing} has {0} stages, each of which needs its own to exclude deadlock",
				 "vcs", "routing", routings[cfg->routing].stages);
	ss_config_topology(cfg, &t);
	return t.ports <= VCR_PORTS ||
	       SS_REFUSE(why, "these routers have at most 32 ports", "topology", NULL);
#else
	return ss_cube_check_rings(cfg, why);
#endif
}

static bool delay_ok(u32 delay)
{
	return ss_is_between(delay, 1, 255);
}

static bool check(const struct ss_config *cfg, struct ss_refusal *why)
{
	const struct ss_vc_config *own = &cfg->vc;

	if (!ss_is_between(cfg->classes, 1, SS_CLASSES))
		return SS_REFUSE(why, "there must be 1 or 2 classes of packets", NULL, NULL);
	if (cfg->vcs < 1 || cfg->vcs * cfg->classes > SS_VC_MAX_VCS || cfg->vcs > SS_VC_MAX_VCS)
		return SS_REFUSE(why, "{vcs} in each of {0} 'classes' are more than 16", "vcs",
				 "classes", cfg->classes);
	if (!ss_is_between(cfg->max_packet, 1, SS_MAX_FLITS))
		return SS_REFUSE(why, "the largest packet must be 1 to 256 flits", NULL, NULL);
	if (own->flow >= SS_FLOWS)
		return SS_REFUSE(why, "there is no such flow control", NULL, NULL);
	if (!ss_is_between(cfg->input_depth, 1, 4096))
		return SS_REFUSE(why, "input buffers must hold 1 to 4096 flits", NULL, NULL);
	if (own->flow == SS_FLOW_CUT_THROUGH && cfg->input_depth < cfg->max_packet)
		return SS_REFUSE(why, "{input_depth} cannot hold a packet of {max_packet} flits",
				 "input_depth", "flow");
	if (!delay_ok(own->routing_delay) || !delay_ok(own->vc_delay) ||
	    !delay_ok(own->switch_delay) || !delay_ok(own->traversal_delay))
		return SS_REFUSE(why, "the delays of the router must be 1 to 255 cycles each",
				 NULL, NULL);
	if (own->allocator >= SS_ALLOCATORS)
		return SS_REFUSE(why, "there is no such allocator", NULL, NULL);
	if (cfg->priority > SS_PRIORITY_AGE)
		return SS_REFUSE(why, "there is no such priority", NULL, NULL);
	if (cfg->ties >= SS_TIES)
		return SS_REFUSE(why, "there is no such way to break ties", NULL, NULL);
	if (cfg->assignment >= SS_ASSIGNMENTS)
		return SS_REFUSE(why, "there is no such assignment of virtual channels",
				 NULL, NULL);
	return check_stages(cfg, why);
}

static u32 credit_delay(const struct ss_config *cfg)
{
	return cfg->vc.switch_delay + cfg->link_delay;
}

static u32 flit_delay(const struct ss_config *cfg)
{
	return cfg->vc.switch_delay + cfg->vc.traversal_delay + cfg->link_delay;
}

/* Return the fewest cycles from a router to another: a credit's, since flits take longer. */
static u32 reach(const struct ss_config *cfg)
{
	return credit_delay(cfg);
}

static u32 ahead(const struct ss_config *cfg, u32 window)
{
	return window + flit_delay(cfg);
}

/*
 * Return log2 of the number of &struct vcr_due per router: enough for all cycles in which arrivals
 * can be due.  The 1 is added to ahead() since a packet reaches a node one cycle later than a flit
 * reaches another router.
 */
static u32 due_shift(const struct ss_config *cfg, u32 window)
{
	return ss_log2(ahead(cfg, window) + 1) + 1;
}

/*
 * Return log2 of the cycles of a router's wheel.  They are enough for the router's own delays, for
 * arrivals, and for the next free cycle of a slow channel to or from a node.
 */
static u32 wheel_shift(const struct ss_config *cfg, u32 window)
{
	u32 own = ss_most(ss_most(cfg->vc.routing_delay, cfg->vc.vc_delay),
			  ss_most(cfg->eject[1], cfg->inject[1]));
	u32 shift = ss_log2(ss_most(own, ahead(cfg, window)) + 2) + 1;

	return ss_most(shift, SS_WHEEL_LEAST);
}

static size_t wheel_bytes(const struct ss_config *cfg, u32 window)
{
	size_t busy = ((size_t)1 << wheel_shift(cfg, window)) / 8;

	return ss_lines(busy);
}

/* Return the number of ports of a router. */
static u32 ports_of(const struct ss_config *cfg)
{
#ifdef VCR_WIDE
	return ss_config_ports(cfg);
#else
	(void)cfg;
	return SS_PORTS;
#endif
}

static size_t router_bytes(const struct ss_config *cfg, u32 window)
{
	size_t vcs = (size_t)ports_of(cfg) * cfg->classes * cfg->vcs * sizeof(struct vcr_vc);
	size_t due = sizeof(struct vcr_due) << due_shift(cfg, window);

	return wheel_bytes(cfg, window) + sizeof(struct vcr_router) + vcs + due;
}

/* Lay out the routing data of @v; if @v is NULL, only count its bytes. */
static void lay_out_routing(struct ss_layout *l, const struct ss_config *cfg, struct vcr_fabric *v)
{
#ifdef VCR_WIDE
	(void)l;
	(void)cfg;
	(void)v;
#else
	u64 *place = ss_take(l, ss_config_routers(cfg), sizeof(*place));
	u8 *turn = ss_take(l, ss_turns(cfg->size), sizeof(*turn));

	if (!v)
		return;
	v->routing.place = place;
	v->routing.turn = turn;
#endif
}

static void lay_out(struct ss_layout *l, const struct ss_config *cfg, u32 window,
		    struct ss_fabric *f)
{
	size_t n = ss_config_routers(cfg), bytes = router_bytes(cfg, window);
	struct vcr_fabric *v = vcr_fabric(f);
	char *routers;

	lay_out_routing(l, cfg, v);
	routers = ss_take(l, n, bytes);
	if (!f)
		return;
	v->due_mask = (1U << due_shift(cfg, window)) - 1;
	v->wheel = wheel_shift(cfg, window);
	v->vcs = cfg->classes * cfg->vcs;
	v->flit_delay = flit_delay(cfg);
	v->credit_delay = credit_delay(cfg);
	v->in_flight = window - 1 + credit_delay(cfg);
	f->router_bytes = bytes;
	f->routers = routers + wheel_bytes(cfg, window);
}

/* Set the fields of @vc that routing uses: @stage, or @dim and @ahead. */
static void init_way(const struct ss_fabric *f, const struct vcr_router *rt, struct vcr_vc *vc)
{
#ifdef VCR_WIDE
	if (!vcr_is_node(rt, vc->port))
		while (!(vcr_fabric(f)->stage[0][vc->stage] >> vc->vc % f->cfg.vcs & 1))
			vc->stage++;
#else
	(void)f;
	(void)rt;
	vc->dim = ss_port_dim(vc->port);
	vc->ahead = VCR_WAY(ss_dim_port(vc->dim, !ss_port_plus(vc->port)), vc->reg & 1);
#endif
}

static void init_port(struct ss_fabric *f, struct vcr_router *rt, u32 port)
{
	u32 vcs = vcr_fabric(f)->vcs;

	rt->free[port] = (1U << vcs) - 1;
	rt->vc_had[port] = vcs - 1;
	rt->out_had[port] = vcr_ports(f) - 1;
	rt->in_had[port] = vcr_ports(f) - 1;
	for (u32 v = 0; v < vcs; v++) {
		struct vcr_out_vc *out = vcr_out_vc_of(f, rt, port, v);
		struct vcr_vc *vc = vcr_vc_of(f, rt, port, v);

		out->credits = vcr_is_node(rt, port) ? VCR_PLENTY : f->cfg.input_depth;
		out->had = vcr_slots(f) - 1;
		vc->out_vc = vcs - 1;
		vc->slot = vcr_slot(f, port, v);
		vc->line = VCR_LINE_IN(port);
		vc->port = port;
		vc->vc = v;
		vc->reg = 2 * (v / f->cfg.vcs) + ss_vc_is_upper(f->cfg.vcs, v);
		init_way(f, rt, vc);
	}
}

/* Record the router and port at the other end of @port's link, after wire_router(). */
static void find_peer(const struct ss_fabric *f, struct vcr_router *rt, u32 port)
{
	u32 to = f->wire[VCR_PORT_ID(rt->number, port)].to, peer = VCR_PORT_ROUTER(to);

	if (to == SS_NO_ROUTER)
		return;
	rt->peer_port[port] = VCR_PORT_OF(to);
	rt->peer_slot[port] = vcr_slot(f, VCR_PORT_OF(to), 0);
	if (ss_region_of(f, peer) == ss_region_of(f, rt->number))
		rt->peer[port] = vcr_router_at(f, peer);
}

/* Wire the links of router @rt; the wire of a node's port leads back to this port. */
static void wire_router(struct ss_fabric *f, struct vcr_router *rt)
{
#ifdef VCR_WIDE
	for (u32 port = 0; port < f->topo.ports; port++) {
		u32 id = VCR_PORT_ID(rt->number, port), back, to;

		f->wire[id].to = id;
		f->wire[id].delay = f->cfg.link_delay;
		if (vcr_is_node(rt, port))
			continue;
		to = f->topo.ops->behind(&f->topo, rt->number, port, &back);
		f->wire[id].to = to == SS_NO_ROUTER ? to : VCR_PORT_ID(to, back);
	}
#else
	ss_cube_wire(&f->topo, rt->number, f->cfg.link_delay, f->wire);
#endif
}

static void init_injector(const struct ss_fabric *f, struct vcr_injector *in)
{
	in->vc = vcr_fabric(f)->vcs - 1;
	in->room = (1U << vcr_fabric(f)->vcs) - 1;
	for (u32 v = 0; v < vcr_fabric(f)->vcs; v++)
		in->credits[v] = f->cfg.input_depth;
}

static void init_router(struct ss_fabric *f, u32 r)
{
	struct vcr_router *rt = vcr_router_at(f, r);

	rt->number = r;
#ifdef VCR_WIDE
	rt->nodes = ss_nodes_of(&f->topo, r);
	rt->first = ss_first_node(&f->topo, r);
#endif
	wire_router(f, rt);
	rt->due = (struct vcr_due *)(vcr_vcs_of(rt) + vcr_slots(f));
	for (u32 nth = 0; nth < vcr_nodes(rt); nth++)
		init_injector(f, &rt->injector[nth]);
	for (u32 port = 0; port < vcr_ports(f); port++) {
		find_peer(f, rt, port);
		init_port(f, rt, port);
	}
}

/* Compute @is_usual of &struct vcr_fabric. */
static bool is_usual(const struct ss_fabric *f)
{
	return vcr_slots(f) <= 64 && vcr_fabric(f)->wheel == SS_WHEEL_LEAST &&
	       f->cfg.priority == SS_PRIORITY_TURN && f->cfg.vc.allocator == SS_ALLOCATE_OUTPUT &&
	       f->cfg.vc.flow == SS_FLOW_WORMHOLE;
}

#ifdef VCR_WIDE

/*
 * Divide the VCs of each class among the stages.  If the division leaves a remainder, some stages
 * have one VC more, the first stage among them.
 */
static void init_routing(struct ss_fabric *f)
{
	u32 vcs = f->cfg.vcs, stages = f->topo.ops->routings[f->cfg.routing].stages;

	for (u32 stage = 0; stage < stages; stage++) {
		u32 first = (stage * vcs + stages - 1) / stages;
		u32 end = ((stage + 1) * vcs + stages - 1) / stages;
		u32 share = (1U << end) - (1U << first);

		for (u32 class_ = 0; class_ < f->cfg.classes; class_++)
			vcr_fabric(f)->stage[class_][stage] = share << class_ * vcs;
	}
}

#else

/* Return the output and VCs of way number @way (VCR_WAY()) for packets of @class_. */
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

static void init_routing(struct ss_fabric *f)
{
	struct vcr_fabric *v = vcr_fabric(f);
	u8 *turn = (u8 *)v->routing.turn;

	ss_routing_init(&v->routing, &f->topo, f->cfg.vcs > 1 ? 2 : 1, f->cfg.assignment,
			f->cfg.ties, (u64 *)v->routing.place);
	ss_routing_keep_turns(&v->routing, turn);
	for (u32 reg = 0; reg < 2 * SS_CLASSES; reg++)
		for (u32 way = 0; way < VCR_WAY(SS_PORTS, 0); way++)
			v->way[reg][way] = way_of(f, reg / 2, way);
}

#endif /* VCR_WIDE */

static void init(struct ss_fabric *f)
{
	init_routing(f);
	vcr_fabric(f)->is_usual = is_usual(f);
	for (u32 r = f->own.first; r < f->own.end; r++) {
		init_router(f, r);
		ss_relax();
	}
}

static u32 transit(const struct ss_config *cfg)
{
	return cfg->vc.routing_delay + cfg->vc.vc_delay;
}

/* Return the largest number of nodes of a router. */
static u32 nodes_of(const struct ss_config *cfg)
{
	struct ss_topology t;

	ss_config_topology(cfg, &t);
	return t.per_router;
}

static u64 holds(const struct ss_config *cfg, u32 shortest, u32 vcs)
{
	/* in a buffer, only the first and the last packet can be incomplete */
	return (u64)ports_of(cfg) * vcs * (cfg->input_depth / shortest + 2) +
	       /* packets of each node that are being injected, or on their way to it */
	       (u64)nodes_of(cfg) * (1 + flit_delay(cfg) / shortest + 1 + vcs);
}

static void adopt(struct ss_fabric *f, struct ss_region *g, struct ss_packet *pool, u32 r)
{
	struct vcr_router *rt = vcr_router_at(f, r);

	for (u32 port = 0; port < vcr_ports(f); port++)
		for (u32 v = 0; v < vcr_fabric(f)->vcs; v++) {
			struct vcr_vc *vc = vcr_vc_of(f, rt, port, v);

			ss_adopt_list_once(f, g, pool, &vc->first, &vc->last);
		}
	for (u32 i = 0; i <= vcr_fabric(f)->due_mask; i++) {
		struct vcr_due *due = vcr_due_of(f, rt, i);

		for (u32 n = 0; n < due->flits; n++)
			if (due->head[n])
				due->head[n] = ss_adopt_once(f, g, pool, due->head[n]);
		for (u32 nth = 0; nth < vcr_nodes(rt); nth++)
			if (due->delivered[nth])
				due->delivered[nth] = ss_adopt_once(f, g, pool,
								    due->delivered[nth]);
	}
	for (u32 nth = 0; nth < vcr_nodes(rt); nth++)
		if (rt->injector[nth].packet)
			rt->injector[nth].packet = ss_adopt_once(f, g, pool,
								 rt->injector[nth].packet);
}

/* Return the most buffers that a packet can wait for at once: one per VC of its class. */
static u32 waits(const struct ss_fabric *f)
{
	return f->cfg.vcs;
}

#ifdef VCR_WIDE
static u64 carried(const struct ss_fabric *f, u32 router, u32 port)
{
	return vcr_router_at(f, router)->tally[port].carried;
}
#endif

#ifdef VCR_WIDE
const struct ss_kind ss_vc_wide_kind = {
	.port_shift = VCR_PORT_SHIFT,
	.carried = carried,
#else
const struct ss_kind ss_vc_kind = {
	.topology = &ss_cube_topology,
#endif
	.name = "vc",
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
	.holds_output_vcs = true,
	.waits = waits,
	.waits_for = vcr_waits_for,
	.emit = vcr_emit,
	.emit_injector = vcr_emit_injector,
};
