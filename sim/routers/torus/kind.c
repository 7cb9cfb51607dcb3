// SPDX-License-Identifier: GPL-2.0-only
/* Construction of a fabric of these routers, and their table of operations (sim/core/kind.h). */
#include "sim/core/arithmetic.h"
#include "sim/topology/cube.h"

#include "router.h"

void ss_torus_config_default(struct ss_config *cfg, u32 kx, u32 ky, u32 kz)
{
	const struct ss_config paper = {
		.kind = &ss_torus_kind,
		.topology = &ss_cube_topology,
		.size = { kx, ky, kz },
		.vcs = SS_TORUS_VCS,
		.classes = 1,
		.max_packet = 1,
		.input_depth = 16,
		.link_delay = 1,
		.eject = { 0, 1 },
		.inject = { 1, 1 },
		.ack_delay = 33,
		.routing = SS_ROUTE_CQR,
		.torus.threshold = SS_TORUS_THRESHOLD,
		.seed = 1,
		.regions = 1,
	};

	*cfg = paper;
}

static bool trs_check(const struct ss_config *cfg, struct ss_refusal *why)
{
	if (cfg->size[SS_MESH])
		return SS_REFUSE(why, "these routers are those of tori: no dimension may be a mesh",
				 "mesh", "router");
	if (cfg->vcs != SS_TORUS_VCS || cfg->classes != 1)
		return SS_REFUSE(why,
				 "these routers have 3 virtual channels and one class of packets",
				 NULL, NULL);
	if (cfg->max_packet != 1)
		return SS_REFUSE(why, "packets of these routers have one flit", NULL, NULL);
	if (cfg->link_delay != 1)
		return SS_REFUSE(why, "the channels of these routers take 1 cycle", NULL, NULL);
	if (!ss_is_between(cfg->input_depth, 1, 4096))
		return SS_REFUSE(why, "the queues of a channel must hold 1 to 4096 flits each",
				 "input_depth", NULL);
	if (cfg->routing > SS_ROUTE_CQR)
		return SS_REFUSE(why, "these routers route by minad, goal, gal or cqr", NULL, NULL);
	if (cfg->torus.occupancy >= SS_OCCUPANCIES)
		return SS_REFUSE(why, "there is no such occupancy", NULL, NULL);
	if (cfg->torus.discipline >= SS_DISCIPLINES)
		return SS_REFUSE(why, "there is no such discipline", NULL, NULL);
	if (cfg->torus.stars >= SS_STARS_KINDS)
		return SS_REFUSE(why, "there is no such dimension of star channels", NULL, NULL);
	if (cfg->routing < SS_ROUTE_GAL)
		return true;
	if (!ss_is_between(cfg->torus.threshold, 1, SS_TORUS_MAX_THRESHOLD))
		return SS_REFUSE(why, "the threshold must be 0.01 to 655.35", NULL, NULL);
	if (cfg->routing == SS_ROUTE_GAL && ss_config_routers(cfg) > SS_TORUS_GAL_ROUTERS)
		return SS_REFUSE(why,
				 "{routing} has injection queues for each pair of routers: 'topology' has {0}, and 1024 is the most",
				 "topology", "routing", ss_config_routers(cfg));
	return true;
}

static u32 trs_reach(const struct ss_config *cfg)
{
	(void)cfg;
	return 1;
}

static u32 trs_ahead(const struct ss_config *cfg, u32 window)
{
	(void)cfg;
	return window + 1;
}

static void trs_lay_out(struct ss_layout *l, const struct ss_config *cfg, u32 window,
			struct ss_fabric *f)
{
	size_t n = ss_config_routers(cfg), pairs = cfg->routing == SS_ROUTE_GAL ? n * n : 0;
	struct trs_fabric *tf = trs_fabric(f);
	struct trs_injection *injection;
	struct trs_router *routers;
	u16 *queued;
	u64 *place;

	(void)window;
	place = ss_take(l, n, sizeof(*place));
	routers = ss_take(l, n, sizeof(*routers));
	injection = ss_take(l, pairs ? n : 0, sizeof(*injection));
	queued = ss_take(l, pairs * SS_QUADRANTS, sizeof(*queued));
	if (!f)
		return;
	tf->place = place;
	tf->injection = pairs ? injection : NULL;
	tf->queued = pairs ? queued : NULL;
	f->router_bytes = sizeof(*routers);
	f->routers = (char *)routers;
}

static void trs_init(struct ss_fabric *f)
{
	struct trs_fabric *tf = trs_fabric(f);

	for (u32 d = 0; d < SS_DIMS; d++)
		tf->last[d] = f->topo.size[d] - 1;
	for (u32 r = 0; r < f->topo.routers; r++)
		tf->place[r] = ss_place(ss_coord_of(&f->topo, r));
	for (u32 r = f->own.first; r < f->own.end; r++) {
		struct trs_router *rt = trs_router_at(f, r);

		ss_cube_wire(&f->topo, r, f->cfg.link_delay, f->wire);
		rt->fresh_at = SS_NEVER;
		for (u32 port = SEASTAR_PORT_XP; port < SS_PORTS; port++) {
			struct trs_output *o = &rt->output[port];

			o->all = SS_TORUS_VCS * f->cfg.input_depth;
			for (u32 vc = 0; vc < SS_TORUS_VCS; vc++)
				o->free[vc] = f->cfg.input_depth;
		}
		ss_relax();
	}
}

static u32 trs_transit(const struct ss_config *cfg)
{
	(void)cfg;
	return 0;
}

/* Return the most flits that a node's injection queues hold. */
static u64 trs_injection_holds(const struct ss_config *cfg)
{
	u64 quadrants = 1;

	if (cfg->routing != SS_ROUTE_GAL)
		return 0;
	for (u32 d = 0; d < SS_DIMS; d++)
		quadrants *= cfg->size[d] > 1 ? 2 : 1;
	return quadrants * ss_config_routers(cfg) * ((cfg->torus.threshold + 99) / 100);
}

static u64 trs_holds(const struct ss_config *cfg, u32 shortest, u32 vcs)
{
	(void)shortest;
	return (u64)(SS_PORTS - SEASTAR_PORT_XP) * vcs * cfg->input_depth + 1 +
	       trs_injection_holds(cfg);
}

static void trs_adopt(struct ss_fabric *f, struct ss_region *g, struct ss_packet *pool, u32 r)
{
	struct trs_router *rt = trs_router_at(f, r);

	for (u32 set = rt->busy; set; set &= set - 1) {
		struct trs_queue *q = &rt->queue[ss_lowest(set)];

		ss_adopt_list(f, g, pool, &q->first, &q->last);
	}
	if (trs_fabric(f)->injection) {
		struct trs_injection *in = &trs_fabric(f)->injection[r];

		for (u32 set = in->ways; set; set &= set - 1)
			ss_adopt_list(f, g, pool, &in->first[ss_lowest(set)],
				      &in->last[ss_lowest(set)]);
	}
}

/*
 * Return the most buffers that the packets of a queue wait for: queues of up to three outputs, and
 * a star channel of one of them; with SS_DISCIPLINE_OLDEST, those of any output.
 */
static u32 trs_waits(const struct ss_fabric *f)
{
	return f->cfg.torus.discipline == SS_DISCIPLINE_FIFO ? SS_DIMS + 1 :
							       SS_TORUS_VCS * SS_PORTS;
}

const struct ss_kind ss_torus_kind = {
	.name = "torus",
	.topology = &ss_cube_topology,
	.fabric_bytes = sizeof(struct trs_fabric),
	.check = trs_check,
	.reach = trs_reach,
	.ahead = trs_ahead,
	.mails = SS_PORTS + 1,
	.lay_out = trs_lay_out,
	.init = trs_init,
	.run = trs_run,
	.take_packet = trs_take_packet,
	.take_credit = trs_take_credit,
	.room = trs_room,
	.inject = trs_inject,
	.holds = trs_holds,
	.adopt = trs_adopt,
	.allows_self_traffic = true,
	.ejects_without_limit = true,
	.read = trs_read,
	.transit = trs_transit,
	.oldest = trs_oldest,
	.waits = trs_waits,
	.waits_for = trs_waits_for,
	.emit = trs_emit,
	.emit_injector = trs_emit_injector,
};
