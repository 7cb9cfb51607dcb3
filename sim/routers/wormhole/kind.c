// SPDX-License-Identifier: GPL-2.0-only
/* Construction of a fabric of these routers, and their table of operations (sim/core/kind.h). */
#include "sim/core/arithmetic.h"
#include "sim/topology/cube.h"

#include "router.h"

/*
 * Return the least cycles from a header's request to its departure: the grant is at once, then the
 * crossbar takes 1 or 2.
 */
static u32 connect_delay(u32 crossbar)
{
	return crossbar == SS_CROSSBAR_SIC ? 2 : 1;
}

u32 ss_wormhole_vcs(u32 routing)
{
	return routing == SS_ROUTE_ADAPTIVE ? 3 : 2;
}

u32 ss_wormhole_delay(u32 routing, u32 crossbar)
{
	/* Puente et al., Table 2: VCDOR 5, VCAda-OAC 5, VCAda-SIC 6 */
	(void)routing;
	return 4 + connect_delay(crossbar);
}

void ss_wormhole_config_default(struct ss_config *cfg, u32 kx, u32 ky, u32 kz, u32 routing,
				u32 crossbar)
{
	const struct ss_config usual = {
		.kind = &ss_wormhole_kind,
		.topology = &ss_cube_topology,
		.size = { kx, ky, kz },
		.vcs = ss_wormhole_vcs(routing),
		.classes = 1,
		.max_packet = 20,
		.input_depth = 80,
		.router_delay = ss_wormhole_delay(routing, crossbar),
		.link_delay = 1,
		.eject = { 1, 1 },
		.inject = { 1, 1 },
		.ack_delay = 33,
		.ties = SS_TIES_PAIR,
		.routing = routing,
		.escape = {
			.crossbar = crossbar,
			.patience = 10000,
		},
		.seed = 1,
		.regions = 1,
	};

	*cfg = usual;
}

static bool check_vcs(const struct ss_config *cfg, struct ss_refusal *why)
{
	u32 usual = ss_wormhole_vcs(cfg->routing);

	if (cfg->vcs == usual)
		return true;
	if (cfg->vcs != usual - 1)
		return SS_REFUSE(why,
				 "{vcs}: with {routing} a link of 'router' = wormhole has {0}, or {1} where that cannot deadlock or 'deadlock' is allowed",
				 "vcs", "routing", usual, usual - 1);
	for (u32 d = 0; d < SS_DIMS && !cfg->may_deadlock; d++)
		if (cfg->size[d] > 3)
			return SS_REFUSE(why,
					 "{vcs} leaves one for dimension order, which may deadlock in rings of 4 or more routers, as {xyz1} of 'topology' has: give 'vcs' {0}, or 'deadlock' = allowed",
					 "vcs", "topology", usual, d);
	return true;
}

static bool check(const struct ss_config *cfg, struct ss_refusal *why)
{
	u32 own = connect_delay(cfg->escape.crossbar) + 2;

	if (!ss_is_between(cfg->max_packet, 1, SS_MAX_FLITS))
		return SS_REFUSE(why, "the largest packet must be 1 to 256 flits", NULL, NULL);
	if (cfg->size[SS_MESH])
		return SS_REFUSE(why, "wormhole routers have no meshes: all dimensions are rings",
				 NULL, NULL);
	if (!ss_is_between(cfg->classes, 1, SS_CLASSES))
		return SS_REFUSE(why, "there must be 1 or 2 classes of packets", NULL, NULL);
	if (cfg->routing != SS_ROUTE_DOR && cfg->routing != SS_ROUTE_ADAPTIVE)
		return SS_REFUSE(why, "wormhole routers route in dimension order or adaptively",
				 NULL, NULL);
	if (cfg->escape.crossbar > SS_CROSSBAR_SIC)
		return SS_REFUSE(why,
				 "{crossbar} is for bubble routers: give 'crossbar' oac or sic",
				 "crossbar", NULL);
	if (cfg->ties >= SS_TIES)
		return SS_REFUSE(why, "there is no such way to break ties", NULL, NULL);
	if (!ss_is_between(cfg->input_depth, 1, 4096))
		return SS_REFUSE(why, "input queues must hold 1 to 4096 flits", NULL, NULL);
	if (cfg->router_delay > 255)
		return SS_REFUSE(why, "a hop takes at most 255 cycles", NULL, NULL);
	if (cfg->router_delay < (u64)cfg->link_delay + own)
		return SS_REFUSE(why,
				 "{router_delay} is less than {link_delay} and {0} for routing, the crossbar and the VC controller",
				 "router_delay", "link_delay", own);
	if (cfg->escape.patience < 1)
		return SS_REFUSE(why,
				 "a packet must be refused once or more before it asks for one output only",
				 NULL, NULL);
	return check_vcs(cfg, why);
}

/* Return the cycles from a flit's departure until its credit is back; a flit's hop takes longer. */
static u32 credit_delay(const struct ss_config *cfg)
{
	return 1 + cfg->link_delay;
}

static u32 reach(const struct ss_config *cfg)
{
	return credit_delay(cfg);
}

static u32 ahead(const struct ss_config *cfg, u32 window)
{
	return window + cfg->router_delay;
}

/* Return log2 of the number of &struct whr_due in a wheel: enough for all arrivals ahead. */
static u32 due_shift(const struct ss_config *cfg, u32 window)
{
	return ss_log2(ahead(cfg, window) + 1) + 1;
}

/*
 * Return log2 of the cycles of a router's wheel.  They are enough for arrivals, and for the next
 * free cycle of a slow channel to or from the node.
 */
static u32 wheel_shift(const struct ss_config *cfg, u32 window)
{
	u32 own = ss_most(cfg->eject[1], cfg->inject[1]);
	u32 shift = ss_log2(ss_most(own, ahead(cfg, window)) + 2) + 1;

	return ss_most(shift, SS_WHEEL_LEAST);
}

static size_t wheel_bytes(const struct ss_config *cfg, u32 window)
{
	size_t busy = ((size_t)1 << wheel_shift(cfg, window)) / 8;

	return (sizeof(struct whr_due) << due_shift(cfg, window)) + ss_lines(busy);
}

static size_t router_bytes(const struct ss_config *cfg, u32 window)
{
	size_t slots = WHR_SLOTS * (sizeof(struct whr_in) + sizeof(struct whr_out));

	return wheel_bytes(cfg, window) + sizeof(struct whr_router) + ss_lines(slots);
}

static void lay_out(struct ss_layout *l, const struct ss_config *cfg, u32 window,
		    struct ss_fabric *f)
{
	size_t n = ss_config_routers(cfg), bytes = router_bytes(cfg, window);
	struct whr_fabric *w = whr_fabric(f);
	u64 *place;
	char *routers;

	place = ss_take(l, n, sizeof(*place));
	routers = ss_take(l, n, bytes);
	if (!f)
		return;
	w->due = due_shift(cfg, window);
	w->wheel = wheel_shift(cfg, window);
	w->busy = -(long)wheel_bytes(cfg, window);
	w->adaptive = cfg->routing == SS_ROUTE_ADAPTIVE ? cfg->vcs - 1 : WHR_MAX_VCS;
	w->connect = connect_delay(cfg->escape.crossbar);
	w->hop = cfg->router_delay;
	w->ask = w->hop - w->connect;
	w->inject = w->ask - credit_delay(cfg);
	w->credit = credit_delay(cfg);
	w->routing.place = place;
	f->router_bytes = bytes;
	f->routers = routers + wheel_bytes(cfg, window);
}

static void init_router(struct ss_fabric *f, u32 r)
{
	struct whr_router *rt = whr_router_at(f, r);

	ss_cube_wire(&f->topo, r, f->cfg.link_delay, f->wire);
	rt->credit = ~0ULL;
	for (u32 c = 0; c < SS_CLASSES; c++)
		rt->injector.room[c] = f->cfg.input_depth;
	for (u32 slot = 0; slot < WHR_SLOTS; slot++) {
		whr_out_of(rt, slot)->holder = WHR_NOBODY;
		whr_out_of(rt, slot)->credits = whr_depth(&f->cfg, WHR_VC(slot));
	}
}

static void init(struct ss_fabric *f)
{
	struct whr_fabric *w = whr_fabric(f);

	ss_routing_init(&w->routing, &f->topo, 1, SS_ASSIGN_LOWER, f->cfg.ties,
			(u64 *)w->routing.place);
	for (u32 r = f->own.first; r < f->own.end; r++) {
		init_router(f, r);
		ss_relax();
	}
}

/* Return the least cycles from a header's request to its departure. */
static u32 transit(const struct ss_config *cfg)
{
	return connect_delay(cfg->escape.crossbar);
}

static u64 holds(const struct ss_config *cfg, u32 shortest, u32 vcs)
{
	/* in a queue, only the first and the last packet can be incomplete */
	return SS_PORTS * vcs * (cfg->input_depth / shortest + 2) +
	       1 +				/* being injected */
	       /* packets on their way to the node */
	       vcs * (credit_delay(cfg) / shortest + 2);
}

static void adopt(struct ss_fabric *f, struct ss_region *g, struct ss_packet *pool, u32 r)
{
	struct whr_router *rt = whr_router_at(f, r);

	for (u32 slot = 0; slot < WHR_SLOTS; slot++) {
		struct whr_in *in = whr_in_of(rt, slot);

		ss_adopt_list_once(f, g, pool, &in->first, &in->last);
	}
	for (u32 i = 0; i < 1U << whr_fabric(f)->due; i++) {
		struct whr_due *due = whr_due_of(f, rt, i);

		for (u64 set = due->heads; set; set &= set - 1) {
			u32 *packet = &due->packet[WHR_LINK(ss_lowest(set))];

			*packet = ss_adopt_once(f, g, pool, *packet);
		}
		for (u32 c = 0; c < SS_CLASSES; c++)
			if (due->delivered[c])
				due->delivered[c] = ss_adopt_once(f, g, pool, due->delivered[c]);
	}
	if (rt->injector.packet)
		rt->injector.packet = ss_adopt_once(f, g, pool, rt->injector.packet);
}

/* Return the most buffers that a packet can wait for at once: one per output that it may use. */
static u32 waits(const struct ss_fabric *f)
{
	return f->cfg.routing == SS_ROUTE_ADAPTIVE ? WHR_OPTIONS : 1;
}

const struct ss_kind ss_wormhole_kind = {
	.name = "wormhole",
	.topology = &ss_cube_topology,
	.fabric_bytes = sizeof(struct whr_fabric),
	.check = check,
	.reach = reach,
	.ahead = ahead,
	.mails = 2 * SS_CLASSES,
	.lay_out = lay_out,
	.init = init,
	.run = whr_run,
	.take_packet = whr_take_packet,
	.take_flit = whr_take_flit,
	.take_credit = whr_take_credit,
	.room = whr_room,
	.inject = whr_inject,
	.holds = holds,
	.adopt = adopt,
	.read = whr_read,
	.transit = transit,
	.oldest = whr_oldest,
	.networks = true,
	.holds_output_vcs = true,
	.waits = waits,
	.waits_for = whr_waits_for,
	.emit = whr_emit,
	.emit_injector = whr_emit_injector,
};
