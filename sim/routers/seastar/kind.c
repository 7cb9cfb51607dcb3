// SPDX-License-Identifier: GPL-2.0-only
/*
 * Construction of a fabric of these routers, their settings, and their table of operations
 * (kind.h).
 */
#include "sim/core/arithmetic.h"
#include "sim/topology/cube.h"

#include "router.h"

void ss_config_default(struct ss_config *cfg, u32 kx, u32 ky, u32 kz, u32 mesh)
{
	const struct ss_config hardware = {
		.kind = &ss_seastar_kind,
		.topology = &ss_cube_topology,
		.size = { kx, ky, kz, mesh },
		.vcs = 2,
		.classes = SS_CLASSES,
		.max_packet = SEASTAR_MAX_PACKET,
		.input_depth = 96,	/* SC07, sec. 1.2 */
		.seastar.staging_depth = 16,	/* SC07, sec. 1.2 */
		.router_delay = 25,	/* 50 ns: SC07, sec. 2 */
		.link_delay = 8,	/* docs/model.md, section 1 */
		.eject = { 5, 12 },	/* 2.0 of 4.8 GB/s: SC07, sec. 3.1 */
		.inject = { 1, 1 },
		.ack_delay = 33,	/* docs/model.md, section 1 */
		.seastar.arbiter = SS_ARBITER_STAGED,	/* SC07, sec. 2 */
		.assignment = SS_ASSIGN_BALANCED,	/* docs/model.md, section 3 */
		.seed = 1,
		.regions = 1,
	};

	*cfg = hardware;
}

static bool check(const struct ss_config *cfg, struct ss_refusal *why)
{
	const struct ss_seastar_config *own = &cfg->seastar;

	if (!ss_is_between(cfg->max_packet, 1, SEASTAR_MAX_PACKET))
		return SS_REFUSE(why, "the largest packet must be 1 to 9 flits",
				 "max_packet", "router");
	if (cfg->vcs != 1 && cfg->vcs != 2 && cfg->vcs != 4)
		return SS_REFUSE(why, "virtual channels per class must be 1, 2 or 4", "vcs",
				 "router");
	if (cfg->input_depth < cfg->max_packet || cfg->input_depth > 4096)
		return SS_REFUSE(why,
				 "input buffers must hold the largest packet and at most 4096 flits",
				 "input_depth", "max_packet");
	if (own->staging_depth < cfg->max_packet || own->staging_depth > 255)
		return SS_REFUSE(why,
				 "staging buffers must hold the largest packet and at most 255 flits",
				 "staging_depth", "max_packet");
	if (!ss_is_between(cfg->router_delay, 1, 255))
		return SS_REFUSE(why, "the router delay must be 1 to 255 cycles",
				 "router_delay", NULL);
	if (own->arbiter >= SS_ARBITERS)
		return SS_REFUSE(why, "there is no such arbiter", NULL, NULL);
	if (cfg->assignment != SS_ASSIGN_LOWER && cfg->assignment != SS_ASSIGN_BALANCED)
		return SS_REFUSE(why, "there is no such assignment of virtual channels",
				 NULL, NULL);
	if (own->bit_errors > SS_BIT_ERRORS_MAX)
		return SS_REFUSE(why, "at most one bit in 100 may arrive wrong", NULL, NULL);
	return ss_cube_check_rings(cfg, why);
}

/* Return the cycles in which no router reaches another: those of a flit or a credit on a link. */
static u32 reach(const struct ss_config *cfg)
{
	return cfg->link_delay;
}

/*
 * Return how far ahead events are planned for other routers: the arrivals over a link are farthest.
 */
static u32 ahead(const struct ss_config *cfg, u32 window)
{
	return window + cfg->router_delay + cfg->link_delay + cfg->max_packet;
}

/*
 * Return log2 of a wheel's size, which reaches events planned for other routers. The events of a
 * slow processor are planned in steps.
 */
static u32 wheel_shift(const struct ss_config *cfg, u32 window)
{
	return ss_most(ss_log2(ahead(cfg, window)) + 1, SS_WHEEL_LEAST);
}

static size_t wheel_bytes(const struct ss_config *cfg, u32 window)
{
	size_t size = (size_t)1 << wheel_shift(cfg, window);
	size_t words = size << ss_entry_shift(ss_log2(SS_CLASSES * cfg->vcs));

	return ss_lines(words * sizeof(u64) + size / 8);
}

/* Return the bytes of a router, in whole cache lines. */
static size_t router_bytes(const struct ss_config *cfg, u32 window)
{
	size_t vcs = SS_CLASSES * cfg->vcs;
	size_t a_vc = (sizeof(struct ss_vc) + (sizeof(struct ss_staging) << SS_PORT_SHIFT))
		      << SS_PORT_SHIFT;
	size_t ramps = sizeof(u64) << ss_ramps_shift(cfg->link_delay, window);

	return wheel_bytes(cfg, window) +
	       ss_lines(sizeof(struct ss_router) + vcs * a_vc + SS_PORTS * ramps);
}

/* Return true if links may have to send micropackets again. */
static bool can_retry(const struct ss_config *cfg)
{
	return cfg->seastar.tables || cfg->seastar.bit_errors;
}

static void lay_out(struct ss_layout *l, const struct ss_config *cfg, u32 window,
		    struct ss_fabric *f)
{
	size_t n = ss_config_routers(cfg), bytes = router_bytes(cfg, window);
	struct ss_seastar *s = ss_seastar(f);
	struct ss_injector *injector;
	struct ss_sender *sender;
	u64 *place, *row;
	u8 *turn, *broken;
	u16 *way;
	char *routers;

	place = ss_take(l, n, sizeof(*place));
	turn = ss_take(l, ss_turns(cfg->size), sizeof(*turn));
	way = ss_take(l, ss_ways(cfg->size), sizeof(*way));
	row = ss_take(l, ss_ways(cfg->size) ? n : 0, sizeof(*row));
	broken = ss_take(l, cfg->seastar.tables ? n : 0, sizeof(*broken));
	injector = ss_take(l, n, sizeof(*injector));
	sender = ss_take(l, can_retry(cfg) ? n << SS_PORT_SHIFT : 0, sizeof(*sender));
	routers = ss_take(l, n, bytes);
	if (!f)
		return;
	s->wheel = wheel_shift(cfg, window);
	s->vc_shift = ss_log2(SS_CLASSES * cfg->vcs);
	s->ramps_shift = ss_ramps_shift(cfg->link_delay, window);
	s->enough = ss_credits_enough(cfg->max_packet, cfg->link_delay, window);
	s->routing.place = place;
	s->routing.turn = turn;
	s->routing.way = way;
	s->routing.row = row;
	s->routing.broken = broken;
	s->injector = injector;
	s->sender = can_retry(cfg) ? sender : NULL;
	s->is_lossy = cfg->seastar.bit_errors;
	f->router_bytes = bytes;
	f->routers = routers + wheel_bytes(cfg, window);
}

static void init_ports(struct ss_fabric *f, u32 r)
{
	ss_cube_wire(&f->topo, r, f->cfg.link_delay, f->wire);
	for (u32 port = 0; port < SS_PORTS; port++) {
		u32 id = SS_PORT_ID(r, port);
		struct ss_output *o = ss_output_at(f, id);

		ss_input_at(f, id)->peer = f->wire[id].to;
		o->peer = f->wire[id].to;
		for (u32 v = 0; v < ss_vcs(f); v++)
			o->credits.have[v] = f->cfg.input_depth;
		if (!ss_seastar(f)->sender)
			continue;
		ss_seastar(f)->sender[id].key = ss_rng_key(ss_rng_key(f->cfg.seed, r),
							   SS_STREAM_LINKS + port);
		ss_sender_set(&ss_seastar(f)->sender[id], f->cfg.seastar.bit_errors);
	}
}

static void init_router(struct ss_fabric *f, u32 r)
{
	struct ss_router *router = ss_router_at(f, r);

	init_ports(f, r);
	ss_age_write_period(&router->age, 0, SS_DEFAULT_PERIOD);
	router->age.select = SS_DEFAULT_SELECT;
	memset(router->bias, SS_DEFAULT_BIAS, sizeof(router->bias));
	for (u32 v = 0; v < ss_vcs(f); v++)
		ss_seastar(f)->injector[r].credits.have[v] = f->cfg.input_depth;
}

static void init(struct ss_fabric *f)
{
	struct ss_seastar *s = ss_seastar(f);
	u8 *turn = (u8 *)s->routing.turn, *broken = s->routing.broken;
	const u16 *way = s->routing.way;

	ss_routing_init(&s->routing, &f->topo, f->cfg.vcs, f->cfg.assignment,
			SS_TIES_PAIR, (u64 *)s->routing.place);
	ss_routing_keep_turns(&s->routing, turn);
	if (s->routing.turn)
		s->routing.way = way;
	ss_routing_keep_ways(&s->routing, f->topo.routers);
	if (f->cfg.seastar.tables)
		s->routing.broken = broken;
	for (u32 r = f->own.first; r < f->own.end; r++) {
		init_router(f, r);
		ss_relax();
	}
}

static u32 transit(const struct ss_config *cfg)
{
	return cfg->router_delay;
}

/* Return the buffers that a packet waits for: one, since routes are fixed. */
static u32 waits(const struct ss_fabric *f)
{
	(void)f;
	return 1;
}

/* Return the most packets of @shortest flits that a buffer of @depth can hold. */
static u64 fits(const struct ss_config *cfg, u32 depth, u32 shortest)
{
	/* one more may enter while the largest would fit */
	return (depth - cfg->max_packet) / shortest + 1;
}

/* Pairs of input and output that dimension-order routing uses: SC07, Table 3. */
#define DOR_PAIRS	30

static u64 holds(const struct ss_config *cfg, u32 shortest, u32 vcs)
{
	u32 pairs = cfg->seastar.tables ? SS_PORTS * SS_PORTS : DOR_PAIRS;

	return SS_PORTS * vcs * fits(cfg, cfg->input_depth, shortest) +
	       pairs * vcs * fits(cfg, cfg->seastar.staging_depth, shortest) +
	       1;	/* being ejected */
}

static void adopt(struct ss_fabric *f, struct ss_region *g, struct ss_packet *pool, u32 r)
{
	for (u32 port = 0; port < SS_PORTS; port++) {
		u32 id = SS_PORT_ID(r, port);

		for (u32 v = 0; v < ss_vcs(f); v++)
			ss_adopt_list(f, g, pool, &ss_vc_at(f, id, v)->first,
				      &ss_vc_at(f, id, v)->last);
		for (u32 slot = 0; slot < SS_SLOT(ss_vcs(f), 0); slot++)
			ss_adopt_ring(f, g, pool, &ss_staging_at(f, id, slot)->last);
	}
	if (ss_router_at(f, r)->delivering)
		ss_router_at(f, r)->delivering = ss_adopt(f, g, pool,
							  ss_router_at(f, r)->delivering);
}

const struct ss_kind ss_seastar_kind = {
	.name = "seastar",
	.topology = &ss_cube_topology,
	.fabric_bytes = sizeof(struct ss_seastar),
	.check = check,
	.reach = reach,
	.ahead = ahead,
	.mails = 2,
	.lay_out = lay_out,
	.init = init,
	.run = ss_router_run,
	.fetch = ss_routers_fetch,
	.take_packet = ss_input_append,
	.take_credit = ss_output_credit,
	.room = ss_inject_room,
	.inject = ss_inject,
	.retry = ss_proc_retry,
	.holds = holds,
	.adopt = adopt,
	.has_ages = true,
	.read = ss_seastar_read,
	.transit = transit,
	.oldest = ss_seastar_oldest,
	.is_staged = true,
	.waits = waits,
	.waits_for = ss_seastar_waits_for,
	.emit = ss_seastar_emit,
	.emit_injector = ss_seastar_emit_injector,
};

void ss_fabric_on_age(struct ss_fabric *f,
		      void (*fn)(void *ctx, enum ss_age_event event, u32 router,
				 u64 cycle),
		      void *ctx)
{
	ss_seastar(f)->on_age = fn;
	ss_seastar(f)->age_ctx = ctx;
}

void ss_aging_set_period(struct ss_fabric *f, u32 router, u32 period)
{
	if (!ss_fabric_owns(f, router))
		return;
	ss_age_sync(f, router, f->now);
	ss_age_write_period(&ss_router_at(f, router)->age, f->now, period);
}

void ss_aging_set_select(struct ss_fabric *f, u32 router, u64 select)
{
	if (ss_fabric_owns(f, router))
		ss_router_at(f, router)->age.select = select;
}

void ss_aging_set_bias(struct ss_fabric *f, u32 router, u32 port, u32 class_,
		       u32 bias)
{
	if (!ss_fabric_owns(f, router))
		return;
	/* headers that have arrived keep the bias of their arrival */
	ss_age_sync(f, router, f->now);
	ss_router_at(f, router)->bias[class_][port] = bias;
}

const struct ss_tables *ss_tables_get(const struct ss_fabric *f)
{
	return ss_seastar(f)->routing.tables;
}
