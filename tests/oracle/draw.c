// SPDX-License-Identifier: GPL-2.0-only
/*
 * Drawing of random cases.  Small numbers and extremes are frequent: models differ there most.
 */
#include <kind.h>
#include <lengths.h>

#include "sim/parts/link/go_back_n.h"
#include "sim/routers/bubble/bubble.h"
#include "sim/routers/dragonfly/dragonfly.h"
#include "sim/routers/torus/torus.h"
#include "sim/routers/vc/vc.h"
#include "sim/routers/wormhole/wormhole.h"

#include "kind.h"

#include "draw.h"
#include "vc/topology.h"
#include "oracle.h"

static u32 routers_of(const u32 *radix)
{
	return radix[0] * radix[1] * radix[2];
}

static void draw_shape(struct draw *d, struct ss_config *cfg)
{
	static const u32 most[] = { 4, 9, 16, 40 };
	u32 limit = most[draw_range(d, 0, 3)];
	bool large = draw_once_in(d, 60);

	do {
		for (u32 i = 0; i < SS_DIMS; i++) {
			bool flat = !large && draw_once_in(d, 2);

			cfg->size[i] = flat ? 1 : draw_range(d, 1, 8);
		}
	} while (large ? routers_of(cfg->size) < 140 :
			 routers_of(cfg->size) > limit);
	cfg->size[SS_MESH] = draw_range(d, 0, 7);
}

/* Draw VCs.  One VC per class goes with rings without a dateline, or with cfg->may_deadlock. */
static void draw_vcs(struct draw *d, struct ss_config *cfg)
{
	static const u32 counts[] = { 1, 2, 2, 4 };

	cfg->vcs = counts[draw_range(d, 0, 3)];
	cfg->may_deadlock = cfg->vcs == 1 && draw_once_in(d, 4);
	for (u32 i = 0; i < SS_DIMS && cfg->vcs == 1 && !cfg->may_deadlock; i++) {
		if (cfg->topology == &ss_cube_topology && cfg->size[i] > 3)
			cfg->size[SS_MESH] |= 1U << i;
	}
}

static u32 draw_depth(struct draw *d, u32 least, u32 usual, u32 most)
{
	switch (draw_range(d, 0, 7)) {
	case 0:
	case 1:
		return least;
	case 2:
	case 3:
		return draw_range(d, least, 2 * least + 1);
	case 4:
	case 5:
		return draw_range(d, least, 4 * least);
	case 6:
		return draw_range(d, least, draw_once_in(d, 4) ? most : usual);
	}
	return usual;
}

static u32 draw_delay(struct draw *d, u32 usual, u32 most)
{
	switch (draw_range(d, 0, 5)) {
	case 0:
		return 1;
	case 1:
	case 2:
		return draw_range(d, 1, 6);
	case 3:
		return draw_range(d, 1, 60);
	case 4:
		return draw_once_in(d, 8) ? draw_range(d, 1, most) : usual;
	}
	return usual;
}

static void draw_rate(struct draw *d, u32 *rate)
{
	switch (draw_range(d, 0, 30)) {
	case 0 ... 9:
		rate[0] = 1;
		rate[1] = 1;
		break;
	case 30:
		rate[0] = 1;
		rate[1] = 255;
		break;
	case 10 ... 14:
		rate[0] = 5;
		rate[1] = 12;
		break;
	case 15 ... 19:
		rate[1] = draw_range(d, 1, 255);
		rate[0] = draw_range(d, (rate[1] + 3) / 4, rate[1]);
		break;
	default:
		rate[1] = draw_range(d, 1, 9);
		rate[0] = draw_range(d, 1, rate[1]);
		break;
	}
}

u32 draw_parts(const struct ss_config *cfg)
{
	struct ss_topology t;

	ss_config_topology(cfg, &t);
	return t.group ? t.routers / t.group : t.routers;
}

/* Draw regions and windows by bits of the seed, since no result may depend on them. */
static void draw_regions(struct ss_config *cfg)
{
	u32 parts = draw_parts(cfg);
	u32 bits = cfg->seed >> 40;
	u32 most = bits >> 16 & 7 ? 5 : SS_MAX_REGIONS;

	if (most > parts)
		most = parts;
	cfg->regions = bits & 1 ? 1 : 1 + (bits >> 1 & 0x3ff) % most;
	cfg->window = bits >> 11 & 1 ? 0 : 1U << (bits >> 12 & 7);
}

/*
 * Draw depths.  Now and then staging buffers are at their deepest; they fill only if input buffers
 * are shallow.
 */
static void draw_depths(struct draw *d, struct ss_config *cfg)
{
	cfg->input_depth = draw_depth(d, cfg->max_packet, 96, 4096);
	cfg->seastar.staging_depth = draw_depth(d, cfg->max_packet, 16, 255);
	if (draw_once_in(d, 16)) {
		cfg->input_depth = cfg->max_packet;
		cfg->seastar.staging_depth = draw_range(d, 247, 255);
	}
}

/* Draw a rate of bit errors for one fabric in four, by bits of the seed, too. */
static void draw_bit_errors(struct ss_config *cfg)
{
	static const u64 rates[] = {
		10000000, 2000000000, SS_BIT_ERRORS_MAX, SS_BIT_ERRORS_MAX
	};

	if ((cfg->seed >> 34 & 3) == 0)
		cfg->seastar.bit_errors = rates[cfg->seed >> 36 & 3];
}

void draw_config(struct draw *d, struct ss_config *cfg)
{
	memset(cfg, 0, sizeof(*cfg));
	cfg->kind = &ss_seastar_kind;
	cfg->topology = &ss_cube_topology;
	cfg->classes = SS_CLASSES;
	draw_shape(d, cfg);
	draw_vcs(d, cfg);
	cfg->max_packet = draw_once_in(d, 2) ? 9 : draw_range(d, 1, 9);
	draw_depths(d, cfg);
	cfg->router_delay = draw_delay(d, 25, 255);
	cfg->link_delay = draw_delay(d, 8, 255);
	draw_rate(d, cfg->eject);
	draw_rate(d, cfg->inject);
	cfg->ack_delay = draw_delay(d, 33, 65535);
	cfg->seastar.arbiter = draw_range(d, 0, SS_ARBITERS - 1);
	cfg->assignment = draw_range(d, SS_ASSIGN_LOWER, SS_ASSIGN_BALANCED);
	cfg->seed = draw_u64(d);
	draw_regions(cfg);
	/* by bits of the seed, too */
	cfg->seastar.tables = (cfg->seed >> 32 & 3) == 0;
	draw_bit_errors(cfg);
}

/* Draw VCs of a class, few or many; one only under the conditions of draw_vcs(). */
static void draw_more_vcs(struct draw *d, struct ss_config *cfg)
{
	u32 most = SS_VC_MAX_VCS / cfg->classes;

	draw_vcs(d, cfg);
	if (cfg->vcs > 1)
		cfg->vcs = draw_once_in(d, 6) ? draw_range(d, 2, most) : draw_range(d, 2, 4);
}

/* Draw the longest packet, now and then longer than those of a SeaStar. */
static u32 draw_max_packet(struct draw *d)
{
	if (draw_once_in(d, 2))
		return 9;
	if (draw_once_in(d, 3))
		return draw_range(d, 10, draw_once_in(d, 3) ? SS_MAX_FLITS : 40);
	return draw_range(d, 1, 9);
}

/* Make a kind of the same routers that splits messages longer than a packet. */
static const struct ss_kind *splitting_vc(void)
{
	static struct ss_kind kind;

	if (!kind.name) {
		kind = ss_vc_kind;
		kind.splits = true;
	}
	return &kind;
}

/* Draw all of a virtual-channel router but its kind, topology and sizes. */
static void draw_vc_router(struct draw *d, struct ss_config *cfg, bool usual)
{
	struct ss_vc_config *own = &cfg->vc;
	u32 least, most;

	draw_more_vcs(d, cfg);
	cfg->max_packet = draw_max_packet(d);
	own->flow = draw_range(d, 0, SS_FLOWS - 1);
	least = own->flow == SS_FLOW_WORMHOLE ? 1 : cfg->max_packet;
	most = draw_once_in(d, 10) ? 4096 : 40;
	cfg->input_depth = draw_depth(d, least, least > 9 ? least : 9, least > most ? least : most);
	own->routing_delay = usual ? 1 : draw_delay(d, 1, 255);
	own->vc_delay = usual ? 1 : draw_delay(d, 1, 255);
	own->switch_delay = usual ? 1 : draw_delay(d, 1, 255);
	own->traversal_delay = usual ? 1 : draw_delay(d, 1, 255);
	cfg->link_delay = usual ? 1 : draw_delay(d, 1, 255);
	draw_rate(d, cfg->eject);
	draw_rate(d, cfg->inject);
	cfg->ack_delay = draw_delay(d, 33, 65535);
	cfg->assignment = draw_range(d, 0, SS_ASSIGNMENTS - 1);
	cfg->ties = draw_range(d, 0, SS_TIES - 1);
	own->allocator = draw_range(d, 0, SS_ALLOCATORS - 1);
	cfg->priority = draw_range(d, SS_PRIORITY_TURN, SS_PRIORITY_AGE);
	cfg->seed = draw_u64(d);
	draw_regions(cfg);
}

void draw_vc_config(struct draw *d, struct ss_config *cfg)
{
	bool usual = draw_once_in(d, 3);

	memset(cfg, 0, sizeof(*cfg));
	cfg->kind = draw_once_in(d, 4) ? splitting_vc() : &ss_vc_kind;
	cfg->topology = &ss_cube_topology;
	cfg->classes = draw_range(d, 1, SS_CLASSES);
	draw_shape(d, cfg);
	draw_vc_router(d, cfg, usual);
}

void draw_topology_config(struct draw *d, struct ss_config *cfg)
{
	bool usual = draw_once_in(d, 3);

	memset(cfg, 0, sizeof(*cfg));
	cfg->kind = &ss_vc_wide_kind;
	cfg->classes = draw_range(d, 1, SS_CLASSES);
	topology_draw(d, cfg);
	draw_vc_router(d, cfg, usual);
	if (cfg->vcs < cfg->topology->routings[cfg->routing].stages)
		cfg->vcs = cfg->topology->routings[cfg->routing].stages;
}

void draw_torus_config(struct draw *d, struct ss_config *cfg)
{
	memset(cfg, 0, sizeof(*cfg));
	draw_shape(d, cfg);
	ss_torus_config_default(cfg, cfg->size[0], cfg->size[1], cfg->size[2]);
	cfg->routing = draw_range(d, SS_ROUTE_MINAD, SS_ROUTE_CQR);
	cfg->torus.occupancy = draw_range(d, 0, SS_OCCUPANCIES - 1);
	cfg->torus.discipline = draw_range(d, 0, SS_DISCIPLINES - 1);
	cfg->torus.stars = draw_range(d, 0, SS_STARS_KINDS - 1);
	/* the threshold of GAL is in packets */
	cfg->torus.threshold = draw_once_in(d, 2) ? draw_range(d, 1, 500) :
						    100 * draw_range(d, 1, 6);
	cfg->input_depth = draw_depth(d, 1, 16, 40);
	if (!draw_once_in(d, 3))
		draw_rate(d, cfg->eject);
	if (draw_once_in(d, 3))
		draw_rate(d, cfg->inject);
	cfg->ack_delay = draw_delay(d, 33, 65535);
	cfg->seed = draw_u64(d);
	draw_regions(cfg);
}

/*
 * Draw a Bubble router.  Queues of two packets and little patience are frequent, since the rules
 * take effect there.
 */
void draw_bubble_config(struct draw *d, struct ss_config *cfg)
{
	struct ss_escape_config *own = &cfg->escape;
	u32 least;

	memset(cfg, 0, sizeof(*cfg));
	cfg->kind = &ss_bubble_kind;
	cfg->topology = &ss_cube_topology;
	cfg->classes = draw_range(d, 1, SS_CLASSES);
	draw_shape(d, cfg);
	cfg->size[SS_MESH] = 0;
	cfg->max_packet = draw_max_packet(d);
	cfg->routing = draw_once_in(d, 4) ? SS_ROUTE_DOR : SS_ROUTE_ADAPTIVE;
	cfg->vcs = cfg->routing == SS_ROUTE_DOR ? 1 : 2;
	if (cfg->routing == SS_ROUTE_ADAPTIVE)
		own->crossbar = draw_range(d, 0, SS_CROSSBARS - 1);
	least = 2 * cfg->max_packet;
	cfg->input_depth = draw_depth(d, least, 2 * least, draw_once_in(d, 10) ? 4096 : 4 * least);
	cfg->link_delay = draw_once_in(d, 2) ? 1 : draw_delay(d, 1, 200);
	least = cfg->link_delay + (own->crossbar == SS_CROSSBAR_SIC ? 2 : 1);
	cfg->router_delay = draw_once_in(d, 2) ? least + 2 : draw_range(d, least, least + 40);
	draw_rate(d, cfg->eject);
	draw_rate(d, cfg->inject);
	cfg->ack_delay = draw_delay(d, 33, 65535);
	cfg->ties = draw_range(d, 0, SS_TIES - 1);
	own->patience = draw_once_in(d, 3) ? 10000 : draw_range(d, 1, 30);
	if (own->crossbar != SS_CROSSBAR_WAVE)
		cfg->priority = draw_once_in(d, 2) ? SS_PRIORITY_RECENT : SS_PRIORITY_TURN;
	cfg->may_deadlock = draw_once_in(d, 8);
	if (cfg->may_deadlock)
		own->bubble = SS_BUBBLE_ONE;
	else if (draw_once_in(d, 3))
		own->bubble = SS_BUBBLE_CRITICAL;
	cfg->seed = draw_u64(d);
	draw_regions(cfg);
}

void draw_wormhole_config(struct draw *d, struct ss_config *cfg)
{
	struct ss_escape_config *own = &cfg->escape;
	bool usual = draw_once_in(d, 2);
	u32 least;

	memset(cfg, 0, sizeof(*cfg));
	cfg->kind = &ss_wormhole_kind;
	cfg->topology = &ss_cube_topology;
	cfg->classes = draw_range(d, 1, SS_CLASSES);
	draw_shape(d, cfg);
	cfg->size[SS_MESH] = 0;
	cfg->routing = draw_once_in(d, 3) ? SS_ROUTE_DOR : SS_ROUTE_ADAPTIVE;
	own->crossbar = draw_range(d, 0, SS_CROSSBAR_SIC);
	cfg->may_deadlock = draw_once_in(d, 10);
	cfg->vcs = ss_wormhole_vcs(cfg->routing) - cfg->may_deadlock;
	cfg->max_packet = draw_max_packet(d);
	least = draw_once_in(d, 3) ? 1 : cfg->max_packet;
	cfg->input_depth = draw_depth(d, least, least > 20 ? least : 20,
				      least > 80 ? least : draw_once_in(d, 10) ? 4096 : 80);
	cfg->link_delay = usual ? 1 : draw_delay(d, 1, 120);
	least = cfg->link_delay + 3 + own->crossbar;
	cfg->router_delay = usual ? ss_wormhole_delay(cfg->routing, own->crossbar) :
			    draw_once_in(d, 2) ? least : draw_range(d, least, least + 100);
	own->patience = draw_once_in(d, 2) ? 10000 : draw_range(d, 1, 40);
	draw_rate(d, cfg->eject);
	draw_rate(d, cfg->inject);
	cfg->ack_delay = draw_delay(d, 33, 65535);
	cfg->ties = draw_range(d, 0, SS_TIES - 1);
	cfg->seed = draw_u64(d);
	draw_regions(cfg);
}

/* The routings of the Dragonfly, and the VCs that each needs by the tables of the pages. */
static const struct df_drawn {
	u32 routing, vcs, global_vcs;
} df_drawn[] = {
	{ SS_ROUTE_MIN, 2, 1 },
	{ SS_ROUTE_VAL, 4, 2 },
	{ SS_ROUTE_VAL_GROUP, 3, 2 },
	{ SS_ROUTE_UGAL, 4, 2 },
	{ SS_ROUTE_PB, 4, 2 },
	{ SS_ROUTE_PAR, 5, 2 },
	{ SS_ROUTE_OLM, 3, 2 },
};

#define DF_DRAWN	(sizeof(df_drawn) / sizeof(df_drawn[0]))

/* Draw the shape; for routings that misroute in transit, mostly groups of several routers. */
static void draw_dragonfly_shape(struct draw *d, struct ss_config *cfg)
{
	static const u32 most[] = { 6, 12, 24, 40 };
	bool more = ss_dragonfly_routing_has(cfg->routing, SS_ROUTING_IN_TRANSIT) &&
		    !draw_once_in(d, 8);
	u32 limit = draw_once_in(d, 60) ? 160 : most[draw_range(d, more ? 1 : 0, 3)];
	struct ss_dragonfly shape;

	do {
		shape.p = draw_range(d, 1, draw_once_in(d, 8) ? 6 : 3);
		shape.a = draw_range(d, more ? 2 : 1, 4);
		shape.h = draw_range(d, 1, draw_once_in(d, 2) ? 1 : 3);
	} while (shape.a * (shape.a * shape.h + 1) > limit);
	shape.arrangement = draw_range(d, 0, SS_ARRANGEMENTS - 1);
	memcpy(cfg->size, &shape, sizeof(shape));
}

/* Draw the VCs that the routing @needs, and now and then more, which packets do not use. */
static void draw_dragonfly_vcs(struct draw *d, struct ss_config *cfg, const struct df_drawn *needs)
{
	struct ss_dragonfly_config *own = &cfg->dragonfly;
	static const struct df_drawn minimal = { .vcs = 2, .global_vcs = 1 };
	static const struct df_drawn flexible = { .vcs = 3, .global_vcs = 2 };
	bool flex = own->order == SS_ORDER_FLEXIBLE;
	const struct df_drawn *least = flex && cfg->routing != SS_ROUTE_MIN ? &flexible : needs;
	const struct df_drawn *reply_least = flex ? &minimal : needs;

	cfg->may_deadlock = flex && draw_once_in(d, 8);
	cfg->vcs = cfg->may_deadlock ? 1 : least->vcs;
	own->global_vcs = cfg->may_deadlock ? 1 : least->global_vcs;
	if (draw_once_in(d, 4))
		cfg->vcs = draw_range(d, cfg->vcs, draw_once_in(d, 4) ? 16 : 6);
	if (draw_once_in(d, 4))
		own->global_vcs = draw_range(d, own->global_vcs, draw_once_in(d, 4) ? 16 : 4);
	if (draw_once_in(d, 2)) {
		own->reply_vcs = reply_least->vcs;
		own->reply_global_vcs = reply_least->global_vcs;
		if (flex && draw_once_in(d, 2))
			own->reply_vcs += draw_range(d, 0, 4);
		if (flex && draw_once_in(d, 2))
			own->reply_global_vcs += draw_range(d, 0, 3);
	}
	if (cfg->vcs + own->reply_vcs > 16)
		cfg->vcs = 16 - own->reply_vcs;
	if (own->global_vcs + own->reply_global_vcs > 16)
		own->global_vcs = 16 - own->reply_global_vcs;
	own->inject_vcs = draw_once_in(d, 2) ? 3 : draw_range(d, 1, draw_once_in(d, 4) ? 16 : 5);
}

/*
 * Draw depths.  Small queues are frequent, since the rules take effect there; many deep queues
 * would take too much memory.
 */
static void draw_dragonfly_depths(struct draw *d, struct ss_config *cfg)
{
	u32 least = cfg->max_packet, usual = least > 32 ? least : 32;
	bool deep = draw_once_in(d, 4) && ss_config_routers(cfg) <= 12;

	cfg->input_depth = draw_depth(d, least, usual, deep ? 4096 : 4 * usual);
	cfg->dragonfly.global_depth = draw_depth(d, least, 8 * usual, deep ? 4096 : 8 * usual);
	cfg->dragonfly.inject_depth = draw_depth(d, least, 8 * usual, deep ? 4096 : 8 * usual);
	cfg->dragonfly.output_depth = draw_depth(d, least, usual, deep ? 4096 : 4 * usual);
}

static void draw_shared(struct draw *d, struct ss_config *cfg)
{
	cfg->dragonfly.shared = draw_once_in(d, 3) && cfg->input_depth < 4096 &&
				cfg->dragonfly.global_depth < 4096;
	cfg->dragonfly.reserved = draw_once_in(d, 3) ? 75 : draw_range(d, 0, 100);
}

static u32 draw_misrouting(struct draw *d, const struct ss_config *cfg)
{
	bool transit = ss_dragonfly_routing_has(cfg->routing, SS_ROUTING_IN_TRANSIT);
	u32 most = transit ? SS_MISROUTE_MM : SS_MISROUTE_NRG;
	u32 choice = draw_range(d, 0, most);

	return choice == SS_MISROUTE_NRG && ss_dragonfly_of(cfg->size)->a < 2 ? SS_MISROUTE_RRG :
	       choice;
}

static bool may_redraw(const struct ss_config *cfg)
{
	bool source = ss_dragonfly_routing_has(cfg->routing, SS_ROUTING_AT_SOURCE);

	return ss_dragonfly_routing_has(cfg->routing, SS_ROUTING_BY_ROUTER) &&
	       (!source || cfg->dragonfly.adaptive.always);
}

/* Draw low thresholds, since small fabrics have few packets. */
static void draw_thresholds(struct draw *d, struct ss_adaptive *a)
{
	a->factor = draw_once_in(d, 3) ? draw_range(d, 0, 300) : 100 * draw_range(d, 0, 3);
	a->bias = draw_once_in(d, 2) ? 0 : draw_range(d, 0, 4);
	a->link_percent = draw_once_in(d, 2) ? draw_range(d, 0, 150) : 50 * draw_range(d, 0, 4);
	a->link_packets = draw_once_in(d, 3) ? 0 : draw_range(d, 0, 3);
	a->least_percent = draw_once_in(d, 2) ? 0 : draw_range(d, 0, draw_once_in(d, 2) ? 20 : 100);
	a->candidate_percent = draw_once_in(d, 2) ? 100 :
			       draw_range(d, 0, draw_once_in(d, 4) ? 10000 : 300);
	a->contention = draw_range(d, 1, draw_once_in(d, 4) ? 6 : 3);
	a->group_contention = draw_range(d, 1, draw_once_in(d, 4) ? 12 : 4);
	a->alpha = draw_once_in(d, 3) ? 50 : draw_range(d, 0, 99);
}

static void draw_adaptive(struct draw *d, struct ss_config *cfg)
{
	struct ss_adaptive *a = &cfg->dragonfly.adaptive;
	u32 least = cfg->link_delay;

	a->misrouting = draw_misrouting(d, cfg);
	a->local_misrouting = draw_range(d, 0, 1);
	a->trigger = draw_range(d, 0, SS_TRIGGERS - 1);
	a->sense_port = draw_range(d, 0, 1);
	a->compare_hops = draw_range(d, 0, 1);
	a->consecutive_hops = draw_range(d, 0, 1);
	a->always = draw_range(d, 0, 1);
	a->one_candidate = draw_range(d, 0, 1);
	a->min_cred = draw_range(d, 0, 1);
	a->redraw = may_redraw(cfg) && draw_once_in(d, 3);
	a->period = draw_once_in(d, 8) ? draw_range(d, least, 65535) :
		    draw_range(d, least, least + (draw_once_in(d, 2) ? 5 : 60));
	draw_thresholds(d, a);
}

void draw_dragonfly_config(struct draw *d, struct ss_config *cfg)
{
	struct ss_dragonfly_config *own = &cfg->dragonfly;
	const struct df_drawn *drawn;

	memset(cfg, 0, sizeof(*cfg));
	cfg->kind = &ss_dragonfly_kind;
	cfg->topology = &ss_dragonfly_topology;
	cfg->classes = 1;
	drawn = &df_drawn[draw_range(d, 0, DF_DRAWN - 1)];
	cfg->routing = drawn->routing;
	draw_dragonfly_shape(d, cfg);
	own->valiant = draw_range(d, 0, SS_VALIANTS - 1);
	own->order = draw_range(d, 0, SS_ORDERS - 1);
	own->vc_select = draw_range(d, 0, SS_SELECTS - 1);
	own->vc_limit_group = draw_once_in(d, 3);
	own->sink = draw_range(d, 0, SS_SINKS - 1);
	draw_dragonfly_vcs(d, cfg, drawn);
	cfg->max_packet = draw_once_in(d, 3) ? 8 :
			  draw_range(d, 1, draw_once_in(d, 8) ? 40 : 12);
	draw_dragonfly_depths(d, cfg);
	draw_shared(d, cfg);
	cfg->router_delay = draw_range(d, 0, draw_once_in(d, 20) ? 255 : 6);
	own->crossbar_delay = draw_range(d, 1, draw_once_in(d, 20) ? 255 : 4);
	cfg->link_delay = draw_range(d, 1, draw_once_in(d, 20) ? 255 : 12);
	own->global_delay = draw_range(d, 1, draw_once_in(d, 20) ? 255 : 30);
	if (draw_once_in(d, 6))
		own->output_depth = 0;
	own->speedup = draw_range(d, 1, own->output_depth ? 2 : 1);
	own->iterations = draw_range(d, 1, draw_once_in(d, 6) ? 4 : 3);
	cfg->priority = draw_range(d, 0, SS_PRIORITIES - 1);
	own->input_priority = draw_range(d, 0, SS_INPUT_PRIORITY_OWN + SS_PRIORITIES - 1);
	own->pointer = draw_range(d, 0, SS_POINTERS - 1);
	own->transit = draw_range(d, 0, 1);
	own->output_time = draw_range(d, 0, SS_OUTPUT_TIMES - 1);
	own->entry = draw_range(d, 0, SS_ENTRIES - 1);
	own->inject_select = draw_range(d, 0, SS_INJECT_SELECTS - 1);
	draw_adaptive(d, cfg);
	cfg->usage = draw_once_in(d, 3);
	own->input_speedup = draw_once_in(d, 3) ? draw_range(d, 2, 4) : 1;
	cfg->eject[0] = 1;
	cfg->eject[1] = 1;
	cfg->inject[1] = 1;
	cfg->ack_delay = draw_delay(d, 33, 65535);
	cfg->seed = draw_u64(d);
	draw_regions(cfg);
}

u32 draw_period(struct draw *d)
{
	switch (draw_range(d, 0, 9)) {
	case 0:
	case 1:
	case 2:
		return 1;
	case 3:
	case 4:
		return draw_range(d, 1, 4);
	case 5:
	case 6:
		return draw_range(d, 1, 20);
	case 7:
		return draw_range(d, 1, 300);
	case 8:
		return draw_range(d, 1, 5000);
	}
	return draw_once_in(d, 3) ? (u32)draw_u64(d) :
	       draw_once_in(d, 3) ? U32_MAX : 0;
}

u64 draw_select(struct draw *d)
{
	switch (draw_range(d, 0, 5)) {
	case 0:
		return 0;
	case 1:
	case 2:
		return ~0ULL;
	case 3:
		return 0x5555555555555555ULL;
	case 4:
		return 1ULL << draw_range(d, 0, 63);
	}
	return draw_u64(d);
}

/* Draw up to nine different lengths, in any order. */
static void draw_some_lengths(struct draw *d, u32 max_packet, struct ss_lengths *l)
{
	for (u32 n = draw_range(d, 2, SS_MAX_LENGTHS); n; n--) {
		u32 flits = draw_range(d, 1, max_packet), weight = draw_range(d, 1, SEASTAR_PPM);

		if (!ss_lengths_weight(l, flits))
			ss_lengths_add(l, flits, weight);
	}
}

static void draw_lengths(struct draw *d, u32 max_packet, struct ss_lengths *l)
{
	u32 weight;

	memset(l, 0, sizeof(*l));
	switch (draw_range(d, 0, 4)) {
	case 0:
		*l = ss_lengths_one(max_packet);
		break;
	case 1:
		*l = ss_lengths_one(1);
		break;
	case 2:
		weight = draw_range(d, 1, 10);
		if (max_packet > 1)
			ss_lengths_add(l, 1, weight);
		ss_lengths_add(l, max_packet, draw_range(d, 1, 10));
		break;
	case 3:
		ss_lengths_add(l, draw_range(d, 1, max_packet), SEASTAR_PPM);
		break;
	default:
		if (max_packet > SS_MAX_LENGTHS) {
			draw_some_lengths(d, max_packet, l);
			break;
		}
		for (u32 i = 1; i <= max_packet; i++) {
			weight = draw_range(d, 0, SEASTAR_PPM);
			ss_lengths_add(l, i, i > 1 || weight ? weight : 1);
		}
		break;
	}
}

static u32 draw_load(struct draw *d)
{
	switch (draw_range(d, 0, 5)) {
	case 0:
		return SEASTAR_PPM;
	case 1:
		return draw_range(d, 800000, SEASTAR_PPM);
	case 2:
		return draw_range(d, 1, 50000);
	}
	return draw_range(d, 1, SEASTAR_PPM);
}

/* Draw Poisson arrivals, and loads that a node cannot inject, by bits of the load drawn before. */
static void draw_arrivals(struct ss_traffic *t)
{
	if (t->load % 4 || t->burst > 1)
		return;
	t->arrivals = SS_ARRIVALS_POISSON;
	if (t->load % 16 == 0)
		t->load *= 1 + t->load / 16 % 8;
}

static u32 draw_window(struct draw *d)
{
	if (draw_once_in(d, 60))
		return draw_range(d, 1, 4096);
	return draw_once_in(d, 2) ? draw_range(d, 1, 4) : draw_range(d, 1, 64);
}

static u32 draw_queue(struct draw *d)
{
	if (draw_once_in(d, 2))
		return 0;
	return draw_once_in(d, 10) ? draw_range(d, 1, 65535) :
				     draw_range(d, 1, 12);
}

static void draw_permutation(struct draw *d, u32 n, u32 *permutation)
{
	for (u32 i = 0; i < n; i++) {
		u32 j = draw_range(d, 0, i);

		permutation[i] = permutation[j];
		permutation[j] = i;
	}
}

static u32 draw_pattern(struct draw *d, u32 routers)
{
	u32 pattern;

	if (draw_once_in(d, 10))
		return SS_PATTERN_HOT_SPOTS;
	do {
		pattern = draw_range(d, SEASTAR_PATTERN_UNIFORM, SEASTAR_PATTERNS - 1);
	} while (pattern == SEASTAR_PATTERN_BIT_REVERSAL && routers & (routers - 1));
	return pattern;
}

static u32 draw_requests(struct draw *d)
{
	static const u32 shares[] = { 0, SEASTAR_PPM, SEASTAR_PPM / 2 };

	return draw_once_in(d, 2) ? draw_range(d, 0, SEASTAR_PPM) :
				    shares[draw_range(d, 0, 2)];
}

/* Draw all of a part; @lists has a place for each of the @n routers. */
static void draw_part(struct draw *d, u32 n, u32 max_packet, u32 *lists,
		      struct ss_part *p)
{
	p->weight = draw_once_in(d, 2) ? draw_range(d, 1, 3) :
					 draw_range(d, 1, 1000000);
	p->pattern = draw_pattern(d, n);
	p->target = draw_range(d, 0, n - 1);
	draw_lengths(d, max_packet, &p->lengths);
	p->requests = draw_requests(d);
	draw_permutation(d, n, lists);
	p->permutation = lists;
	p->spot = lists;	/* hot spots are the first routers of the permutation */
	p->spots = draw_range(d, 1, n < SS_MAX_SPOTS ? n : SS_MAX_SPOTS);
	if (draw_once_in(d, 2) && p->spots > 2)
		p->spots = 2;
}

/* Draw a search; @lists has places for two numbers per rank in each of three levels. */
static void draw_search(struct draw *d, u32 ranks, u32 *lists, struct ss_traffic *t)
{
	u32 most = draw_once_in(d, 2) ? 3 : 20, slow = draw_once_in(d, 2) ? 4 : 200;

	t->batch = 1;
	t->iterations = 0;
	t->levels = draw_range(d, 1, 3);
	t->root = draw_range(d, 0, ranks - 1);
	t->search_seed = draw_range(d, 0, 1000);
	t->search = lists;
	for (u32 i = 0; i < t->levels * ranks; i++) {
		lists[i] = draw_once_in(d, 3) ? 0 : draw_range(d, 0, most);
		lists[t->levels * ranks + i] = draw_range(d, 1, slow);
	}
}

/* Draw a batch; two in three are of a collective, among at most 64 nodes. */
static void draw_batch(struct draw *d, u32 n, u32 *lists, struct ss_traffic *t)
{
	u32 most = n < 64 ? n : 64;

	t->source = SS_SOURCE_BATCH;
	t->batch = draw_once_in(d, 4) ? draw_range(d, 1, 300) : draw_range(d, 1, 8);
	if (n < 2 || draw_once_in(d, 3))
		return;
	t->parts = 0;
	t->pattern = draw_range(d, SS_PATTERN_ALL_TO_ALL, SS_PATTERNS - 1);
	t->batch = draw_range(d, 1, draw_once_in(d, 2) ? 2 : 12);
	t->ranks = most == n && draw_once_in(d, 2) ? 0 : draw_range(d, 2, most);
	t->iterations = draw_range(d, 0, 8);
	if (draw_once_in(d, 2))
		t->permutation = NULL;
	do {
		t->rows = draw_range(d, 1, most);
	} while ((t->ranks ? t->ranks : n) % t->rows);
	if (t->pattern == SS_PATTERN_GRAPH500)
		draw_search(d, t->ranks ? t->ranks : n, lists + SS_MAX_PARTS * n, t);
}

/* Draw replies: every packet is a request that is answered. */
static void draw_replies(struct draw *d, u32 max_packet, struct ss_traffic *t)
{
	draw_lengths(d, max_packet, &t->reply);
	t->reply_turns = draw_once_in(d, 2);
	t->reply_queue = draw_once_in(d, 2) ? draw_range(d, 1, 3) : 0;
	t->requests = SEASTAR_PPM;
	for (u32 i = 0; i < t->parts; i++)
		t->part[i].requests = SEASTAR_PPM;
}

/*
 * Limit the traffic to what routers other than SeaStars can do: they do not hold back requests, and
 * have no responses if they have one class.
 */
static void keep_to_kind(const struct ss_config *cfg, struct ss_traffic *t)
{
	t->reply_queue = 0;
	if (cfg->classes == SS_CLASSES)
		return;
	if (cfg->kind->answers && cfg->dragonfly.inject_vcs > 1 && ss_lengths_count(&t->reply)) {
		t->reply_turns = 0;
		t->window = t->source == SEASTAR_SOURCE_OPEN && t->window % 2 ? 0 : t->window;
	} else {
		memset(&t->reply, 0, sizeof(t->reply));
	}
	t->requests = SEASTAR_PPM;
	for (u32 i = 0; i < t->parts; i++)
		t->part[i].requests = SEASTAR_PPM;
}

/* Draw messages of several packets, which only open sources without replies send. */
static void draw_messages(struct draw *d, const struct ss_config *cfg, struct ss_traffic *t)
{
	u32 longest = draw_once_in(d, 4) ? SS_MAX_FLITS : 5 * cfg->max_packet;

	if (longest > SS_MAX_FLITS)
		longest = SS_MAX_FLITS;
	draw_lengths(d, longest, &t->lengths);
	for (u32 i = 0; i < t->parts; i++)
		draw_lengths(d, longest, &t->part[i].lengths);
}

/* Draw patterns of a Dragonfly in place of patterns that dimensions define. */
static void draw_groups(struct draw *d, const struct ss_config *cfg, u32 *pattern, u32 *distance,
			u32 *groups)
{
	u32 all = draw_parts(cfg);
	bool of_cubes = *pattern == SEASTAR_PATTERN_NEIGHBOUR ||
			*pattern == SEASTAR_PATTERN_COMPLEMENT ||
			*pattern == SEASTAR_PATTERN_TORNADO ||
			*pattern == SEASTAR_PATTERN_TRANSPOSE;

	if (of_cubes)
		*pattern = draw_once_in(d, 3) ? SEASTAR_PATTERN_UNIFORM : SS_PATTERN_ADVERSARIAL;
	*distance = draw_once_in(d, 2) ? 1 : draw_range(d, 1, all - 1);
	*groups = draw_once_in(d, 2) ? 1 : draw_range(d, 1, all - *distance);
}

/* Replace a pattern that needs dimensions if the topology has none. */
static u32 keep_to_topology(const struct ss_config *cfg, u32 pattern)
{
	bool of_cubes = pattern < SEASTAR_PATTERNS && ss_cube_topology.patterns >> pattern & 1;

	return of_cubes && !(cfg->topology->patterns >> pattern & 1) ? SEASTAR_PATTERN_UNIFORM :
								       pattern;
}

static void keep_to_dragonfly(struct draw *d, const struct ss_config *cfg, struct ss_traffic *t)
{
	draw_groups(d, cfg, &t->pattern, &t->distance, &t->groups);
	for (u32 i = 0; i < t->parts; i++)
		draw_groups(d, cfg, &t->part[i].pattern, &t->part[i].distance, &t->part[i].groups);
	if (t->source == SEASTAR_SOURCE_OPEN && draw_once_in(d, 3)) {
		t->drops = 1;
		t->queue = 0;
	}
}

void draw_traffic(struct draw *d, const struct ss_config *cfg, bool may_stop,
		  struct ss_traffic *t, u32 *lists)
{
	u32 n = ss_config_nodes(cfg);
	struct ss_part p = { 0 };

	memset(t, 0, sizeof(*t));
	if (may_stop && draw_once_in(d, 5))
		return;
	draw_part(d, n, cfg->max_packet, lists, &p);
	t->weight = p.weight;
	t->pattern = p.pattern;
	t->target = p.target;
	t->lengths = p.lengths;
	t->requests = p.requests;
	t->permutation = p.permutation;
	t->spot = p.spot;
	t->spots = p.spots;
	t->source = draw_range(d, 0, SEASTAR_SOURCES - 1);
	t->load = draw_load(d);
	t->queue = draw_queue(d);
	t->burst = draw_once_in(d, 3) ? draw_range(d, 0, draw_once_in(d, 8) ? 65535 : 12) : 0;
	draw_arrivals(t);
	t->window = draw_window(d);
	t->parts = draw_once_in(d, 3) ? draw_range(d, 1, SS_MAX_PARTS - 1) : 0;
	for (u32 i = 0; i < t->parts; i++)
		draw_part(d, n, cfg->max_packet, lists + (i + 1) * n, &t->part[i]);
	if (draw_once_in(d, 4))
		draw_batch(d, n, lists, t);
	else if (draw_once_in(d, 3))
		draw_replies(d, cfg->max_packet, t);
	if (cfg->kind != &ss_seastar_kind)
		keep_to_kind(cfg, t);
	if (cfg->kind == &ss_dragonfly_kind)
		keep_to_dragonfly(d, cfg, t);
	t->pattern = keep_to_topology(cfg, t->pattern);
	for (u32 i = 0; i < t->parts; i++)
		t->part[i].pattern = keep_to_topology(cfg, t->part[i].pattern);
	if (cfg->kind->splits && t->source == SEASTAR_SOURCE_OPEN && !t->reply.flits[0])
		draw_messages(d, cfg, t);
	if (cfg->kind->allows_self_traffic && t->pattern == SEASTAR_PATTERN_UNIFORM)
		t->pattern = draw_once_in(d, 2) ? SS_PATTERN_UNIFORM_SELF : t->pattern;
}
