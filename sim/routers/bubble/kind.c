// SPDX-License-Identifier: GPL-2.0-only
/* Construction of a fabric of these routers, and their table of operations (sim/core/kind.h). */
#include "sim/core/arithmetic.h"
#include "sim/topology/cube.h"

#include "router.h"

#define BUB_PACKET	20	/* phits of 16 bits (Puente et al., sec. 3.2.1) */
#define BUB_DEPTH	160	/* phits of a port (Table 2) */
#define BUB_PATIENCE	10000	/* "a large number" (sec. 3.1) */
#define BUB_PATIENCE_MOST	1000000000

/*
 * Return the cycles from a packet's grant until its first phit is on the link: SIC takes two to
 * connect.
 */
static u32 crossing(u32 crossbar)
{
	return crossbar == SS_CROSSBAR_SIC ? 2 : 1;
}

static u32 vcs_of(u32 routing)
{
	return routing == SS_ROUTE_ADAPTIVE ? BUB_VCS : 1;
}

/*
 * Return the usual priority: turns, as in the paper (secs. 3.1 and 3.2), but the least recent first
 * for adaptive OAC, whose senders starve less by it (docs/bubble-router.md, section 4).
 */
static u32 priority_of(u32 routing, u32 crossbar)
{
	bool is_oac = routing == SS_ROUTE_ADAPTIVE && crossbar == SS_CROSSBAR_OAC;

	return is_oac ? SS_PRIORITY_RECENT : SS_PRIORITY_TURN;
}

void ss_bubble_config_default(struct ss_config *cfg, u32 kx, u32 ky, u32 kz, u32 routing,
			      u32 crossbar)
{
	const struct ss_config paper = {
		.kind = &ss_bubble_kind,
		.topology = &ss_cube_topology,
		.size = { kx, ky, kz },
		.vcs = vcs_of(routing),
		.classes = 1,
		.max_packet = BUB_PACKET,
		.input_depth = BUB_DEPTH / vcs_of(routing),
		.router_delay = 3 + crossing(crossbar),
		.link_delay = 1,
		.eject = { 1, 1 },
		.inject = { 1, 1 },
		.ack_delay = 33,
		.ties = SS_TIES_PAIR,
		.routing = routing,
		.escape = {
			.crossbar = crossbar,
			.bubble = SS_BUBBLE_TWO,
			.patience = BUB_PATIENCE,
		},
		.priority = priority_of(routing, crossbar),
		.seed = 1,
		.regions = 1,
	};

	*cfg = paper;
}

static bool check_choices(const struct ss_config *cfg, struct ss_refusal *why)
{
	const struct ss_escape_config *own = &cfg->escape;

	if (cfg->routing != SS_ROUTE_DOR && cfg->routing != SS_ROUTE_ADAPTIVE)
		return SS_REFUSE(why, "a bubble router routes by dimension order or adaptively",
				 NULL, NULL);
	if (cfg->vcs != vcs_of(cfg->routing))
		return SS_REFUSE(why,
				 "a bubble router has 1 virtual channel, or 2 if it is adaptive",
				 NULL, NULL);
	if (own->crossbar >= SS_CROSSBARS)
		return SS_REFUSE(why, "there is no such crossbar", NULL, NULL);
	if (own->crossbar != SS_CROSSBAR_OAC && cfg->routing != SS_ROUTE_ADAPTIVE)
		return SS_REFUSE(why,
				 "a bubble router with one arbiter for all outputs is an adaptive one",
				 NULL, NULL);
	if (cfg->ties >= SS_TIES)
		return SS_REFUSE(why, "there is no such way to break ties", NULL, NULL);
	if (own->bubble >= SS_BUBBLES)
		return SS_REFUSE(why, "there is no such bubble", NULL, NULL);
	if (cfg->priority != SS_PRIORITY_TURN && cfg->priority != SS_PRIORITY_RECENT)
		return SS_REFUSE(why, "arbiters take turns or prefer the least recent", NULL, NULL);
	if (own->crossbar == SS_CROSSBAR_WAVE && cfg->priority != SS_PRIORITY_TURN)
		return SS_REFUSE(why,
				 "{priority} is not for a wave-front arbiter, which takes turns: give 'priority' round-robin",
				 "priority", NULL);
	if (!ss_is_between(own->patience, 1, BUB_PATIENCE_MOST))
		return SS_REFUSE(why, "the patience of a packet must be 1 to 1000000000 refusals",
				 NULL, NULL);
	return true;
}

static bool check(const struct ss_config *cfg, struct ss_refusal *why)
{
	if (!check_choices(cfg, why))
		return false;
	if (cfg->size[SS_MESH])
		return SS_REFUSE(why, "bubble routers are for tori: no dimension can be a mesh",
				 NULL, NULL);
	if (!ss_is_between(cfg->classes, 1, SS_CLASSES))
		return SS_REFUSE(why, "there must be 1 or 2 classes of packets", NULL, NULL);
	if (!ss_is_between(cfg->max_packet, 1, SS_MAX_FLITS))
		return SS_REFUSE(why, "the largest packet must be 1 to 256 flits", NULL, NULL);
	if (cfg->input_depth > 4096)
		return SS_REFUSE(why, "input queues hold at most 4096 flits", NULL, NULL);
	if (cfg->input_depth / cfg->max_packet < 2)
		return SS_REFUSE(why,
				 "{input_depth} cannot hold two packets of {max_packet} flits, one of which is the bubble",
				 "input_depth", "max_packet");
	if (cfg->router_delay > 255)
		return SS_REFUSE(why, "a hop takes at most 255 cycles", NULL, NULL);
	if (cfg->router_delay < crossing(cfg->escape.crossbar) + cfg->link_delay)
		return SS_REFUSE(why,
				 "{router_delay} is less than {link_delay} and {0} for the crossbar",
				 "router_delay", "link_delay", crossing(cfg->escape.crossbar));
	for (u32 d = 0; d < SS_DIMS; d++)
		if (cfg->escape.bubble == SS_BUBBLE_ONE && cfg->size[d] > 3 && !cfg->may_deadlock)
			return SS_REFUSE(why,
					 "{bubble} may deadlock in rings of 4 or more routers, as {xyz0} of 'topology' has: give 'bubble' two or 'deadlock' allowed",
					 "bubble", "topology", d);
	return true;
}

/*
 * Return the cycles from a phit's grant to its arrival at the next router; they are also those of a
 * credit after it.
 */
static u32 moves(const struct ss_config *cfg)
{
	return crossing(cfg->escape.crossbar) + cfg->link_delay;
}

/*
 * Return the cycles in which no router reaches another: credits take longer, except for packets of
 * one phit.
 */
static u32 reach(const struct ss_config *cfg)
{
	return moves(cfg);
}

/*
 * Return how far ahead events are planned: a packet requests some time after it arrives, and a
 * credit is sent with a packet's last phit.
 */
static u32 ahead(const struct ss_config *cfg, u32 window)
{
	return window + ss_most(cfg->router_delay, cfg->max_packet + moves(cfg));
}

static size_t router_bytes(const struct ss_config *cfg, u32 window)
{
	u32 shift = ss_places_shift(moves(cfg), window);
	size_t rings = (size_t)SS_PORTS * BUB_VCS * sizeof(u64) << shift;
	size_t own = sizeof(struct bub_router) + cfg->classes * (sizeof(struct bub_net) + rings);

	return ss_lines(own);
}

static void lay_out(struct ss_layout *l, const struct ss_config *cfg, u32 window,
		    struct ss_fabric *f)
{
	size_t n = ss_config_routers(cfg), bytes = router_bytes(cfg, window);
	struct bub_fabric *b = bub_fabric(f);
	u64 *place;
	char *routers;

	place = ss_take(l, n, sizeof(*place));
	routers = ss_take(l, n, bytes);
	if (!f)
		return;
	b->run = bub_runner_of(cfg);
	b->ahead = ahead(cfg, window);
	b->ring = ss_places_shift(moves(cfg), window);
	b->shift = cfg->vcs - 1;
	b->queues = 1 + cfg->vcs * (SS_PORTS - 1);
	b->places = cfg->input_depth / cfg->max_packet;
	b->asks = cfg->router_delay - moves(cfg);
	b->moves = moves(cfg);
	b->leaves = crossing(cfg->escape.crossbar);
	b->routing.place = place;
	f->router_bytes = bytes;
	f->routers = routers;
}

/* Mark the critical bubbles of rings, which start behind the router whose coordinate is 0. */
static void mark_rings(const struct ss_fabric *f, u32 r, struct bub_net *net)
{
	u64 place = bub_fabric(f)->routing.place[r];

	for (u32 port = SEASTAR_PORT_XP; port < SS_PORTS; port++)
		if (!ss_place_at(place, ss_port_dim(port)))
			net->output[port].mark = 0;
}

static void init_net(const struct ss_fabric *f, struct bub_net *net)
{
	net->order = SS_SERVICE_ORDER;
	for (u32 port = 0; port < SS_PORTS; port++) {
		net->output[port].order = SS_SERVICE_ORDER;
		net->output[port].mark = SS_NEVER;
		for (u32 vc = 0; vc < BUB_VCS; vc++)
			net->output[port].place[vc].free = bub_fabric(f)->places;
	}
}

static void init_router(struct ss_fabric *f, u32 r)
{
	ss_cube_wire(&f->topo, r, f->cfg.link_delay, f->wire);
	bub_router_at(f, r)->next = SS_NEVER;
	for (u32 class_ = 0; class_ < f->cfg.classes; class_++) {
		init_net(f, bub_net_of(f, r, class_));
		if (f->cfg.escape.bubble == SS_BUBBLE_CRITICAL)
			mark_rings(f, r, bub_net_of(f, r, class_));
	}
}

static void init(struct ss_fabric *f)
{
	struct bub_fabric *b = bub_fabric(f);

	ss_routing_init(&b->routing, &f->topo, 1, SS_ASSIGN_LOWER, f->cfg.ties,
			(u64 *)b->routing.place);
	for (u32 r = f->own.first; r < f->own.end; r++) {
		init_router(f, r);
		ss_relax();
	}
}

static u32 transit(const struct ss_config *cfg)
{
	return cfg->router_delay - moves(cfg);
}

static u64 holds(const struct ss_config *cfg, u32 shortest, u32 vcs)
{
	u32 classes = vcs / cfg->vcs, queues = classes + (SS_PORTS - 1) * vcs;

	/* on their way to the node: one that is leaving, and those that have left */
	return (u64)queues * (cfg->input_depth / cfg->max_packet) +
	       classes * (2 + moves(cfg) / shortest);
}

static void adopt(struct ss_fabric *f, struct ss_region *g, struct ss_packet *pool, u32 r)
{
	for (u32 class_ = 0; class_ < f->cfg.classes; class_++) {
		struct bub_net *net = bub_net_of(f, r, class_);

		for (u32 i = 0; i < bub_fabric(f)->queues; i++)
			ss_adopt_list(f, g, pool, &net->queue[i].first, &net->queue[i].last);
		ss_adopt_list(f, g, pool, &net->leaving, &net->leaving_last);
	}
}

static u32 waits(const struct ss_fabric *f)
{
	(void)f;
	return BUB_WISHES;
}

const struct ss_kind ss_bubble_kind = {
	.name = "bubble",
	.topology = &ss_cube_topology,
	.splits = true,
	.networks = true,
	.fabric_bytes = sizeof(struct bub_fabric),
	.check = check,
	.reach = reach,
	.ahead = ahead,
	/* packets of two classes, and credits of two VCs of each */
	.mails = SS_CLASSES * (1 + BUB_VCS),
	.lay_out = lay_out,
	.init = init,
	.run = bub_run,
	.take_packet = bub_take_packet,
	.take_credit = bub_take_credit,
	.room = bub_room,
	.inject = bub_inject,
	.holds = holds,
	.adopt = adopt,
	.read = bub_read,
	.transit = transit,
	.oldest = bub_oldest,
	.waits = waits,
	.waits_for = bub_waits_for,
	.emit = bub_emit,
	.emit_injector = bub_emit_injector,
};
