// SPDX-License-Identifier: GPL-2.0-only
/*
 * Making a fabric, and its settings.
 */
#include "engine.h"
#include "rng.h"

void ss_config_default(struct ss_config *cfg, u32 kx, u32 ky, u32 kz, u32 mesh)
{
	const struct ss_config hardware = {
		.radix = { kx, ky, kz },
		.mesh = mesh,
		.vcs = 2,
		.max_packet = SEASTAR_MAX_PACKET,
		.input_depth = 96,	/* SC07, sec. 1.2 */
		.staging_depth = 16,	/* SC07, sec. 1.2 */
		.router_delay = 25,	/* 50 ns: SC07, sec. 2 */
		.link_delay = 8,	/* docs/model.md, section 1 */
		.eject = { 5, 12 },	/* 2.0 of 4.8 GB/s: SC07, sec. 3.1 */
		.inject = { 1, 1 },
		.ack_delay = 33,	/* docs/model.md, section 1 */
		.arbiter = SS_ARBITER_STAGED,	/* SC07, sec. 2 */
		.assignment = SS_ASSIGN_BALANCED,	/* docs/model.md, section 3 */
		.seed = 1,
		.regions = 1,
	};

	*cfg = hardware;
}

static bool rate_ok(const u32 rate[2])
{
	return rate[0] >= 1 && rate[1] <= 255 && rate[0] <= rate[1];
}

static const char *check_shape(const struct ss_config *cfg)
{
	u64 routers = 1;

	for (u32 d = 0; d < SS_DIMS; d++) {
		if (!cfg->radix[d])
			return "a radix must be 1 or more";
		routers *= cfg->radix[d];
		if (cfg->radix[d] > SEASTAR_MAX_ROUTERS ||
		    routers > SEASTAR_MAX_ROUTERS)
			return "a fabric has at most 32768 routers";
	}
	if (cfg->mesh >> SS_DIMS)
		return "the mesh mask has bits for x, y and z only";
	if (cfg->vcs != 1 && cfg->vcs != 2 && cfg->vcs != 4)
		return "virtual channels a class must be 1, 2 or 4";
	for (u32 d = 0; d < SS_DIMS; d++)
		if (cfg->vcs == 1 && cfg->radix[d] > 3 && !(cfg->mesh >> d & 1) &&
		    !cfg->may_deadlock)
			return "a torus of radix 4 or more may deadlock with 1 virtual channel";
	return NULL;
}

const char *ss_config_check(const struct ss_config *cfg)
{
	const char *why = check_shape(cfg);

	if (why)
		return why;
	if (cfg->max_packet < 1 || cfg->max_packet > SEASTAR_MAX_PACKET)
		return "the largest packet must be 1 to 9 flits";
	if (cfg->input_depth < cfg->max_packet || cfg->input_depth > 4096)
		return "input buffers must hold the largest packet and at most 4096 flits";
	if (cfg->staging_depth < cfg->max_packet || cfg->staging_depth > 255)
		return "staging buffers must hold the largest packet and at most 255 flits";
	if (cfg->router_delay < 1 || cfg->router_delay > 255)
		return "the router delay must be 1 to 255 cycles";
	if (cfg->link_delay < 1 || cfg->link_delay > 255)
		return "the link delay must be 1 to 255 cycles";
	if (!rate_ok(cfg->eject))
		return "the ejection rate must be A flits in B cycles, 1 <= A <= B <= 255";
	if (!rate_ok(cfg->inject))
		return "the injection rate must be A flits in B cycles, 1 <= A <= B <= 255";
	if (cfg->ack_delay < 1 || cfg->ack_delay > 65535)
		return "the acknowledgment delay must be 1 to 65535 cycles";
	if (cfg->arbiter >= SS_ARBITERS)
		return "there is no such arbiter";
	if (cfg->assignment >= SS_ASSIGNMENTS)
		return "there is no such assignment of virtual channels";
	if (cfg->regions < 1 || cfg->regions > SS_MAX_REGIONS ||
	    cfg->regions > ss_config_routers(cfg))
		return "there must be 1 to 64 regions, and a router in each";
	if (cfg->window & (cfg->window - 1))
		return "a window must be a power of two";
	return NULL;
}

u32 ss_config_routers(const struct ss_config *cfg)
{
	return cfg->radix[0] * cfg->radix[1] * cfg->radix[2];
}

static u32 log2_of(u32 n)
{
	return 31 - __builtin_clz(n);
}

static u32 least(u32 a, u32 b)
{
	return a < b ? a : b;
}

/*
 * Cycles in which no router can reach another, as a power of two: by a flit or a
 * credit on a link, or by a delivery that opens a window.
 */
static u32 window_shift(const struct ss_config *cfg)
{
	u32 window = least(cfg->link_delay, cfg->ack_delay);

	return log2_of(cfg->window ? least(window, cfg->window) : window);
}

/* How far ahead a router plans for others, from the beginning of a window: what a link brings. */
static u32 farthest(const struct ss_config *cfg)
{
	return (1U << window_shift(cfg)) + cfg->router_delay + cfg->link_delay + cfg->max_packet;
}

/* A wheel reaches what is planned for others; what a slow processor does is planned in steps. */
static u32 wheel_shift(const struct ss_config *cfg)
{
	u32 shift = log2_of(farthest(cfg)) + 1;

	return shift < SS_WHEEL_LEAST ? SS_WHEEL_LEAST : shift;
}

/* log2 of the windows of an agenda, which reach farther than what is planned for others. */
static u32 agenda_windows(const struct ss_config *cfg)
{
	u32 shift = log2_of(farthest(cfg)) + 2 - window_shift(cfg);

	return shift < 6 ? 6 : shift;
}

static u32 region_first(const struct ss_config *cfg, u32 region)
{
	return (u64)ss_config_routers(cfg) * region / cfg->regions;
}

static void init_topology(struct ss_topology *t, const struct ss_config *cfg)
{
	t->routers = ss_config_routers(cfg);
	t->mesh = cfg->mesh;
	for (u32 d = 0; d < SS_DIMS; d++)
		t->radix[d] = cfg->radix[d];
}

/* Links of @routers routers, from @first on, to others. */
static u32 borders(const struct ss_config *cfg, u32 first, u32 routers)
{
	struct ss_topology topo;
	u32 n = 0;

	init_topology(&topo, cfg);
	for (u32 r = first; r - first < routers; r++) {
		for (u32 port = SEASTAR_PORT_XP; port < SS_PORTS; port++) {
			u32 peer = ss_neighbour(&topo, r, port);

			n += peer != SS_NO_ROUTER && peer - first >= routers;
		}
	}
	return n;
}

/*
 * What a region can send to others in a window: a packet and credits a cycle on each link to
 * them, and a delivery a cycle and router, which its source hears of.
 */
static u32 mailbox_size(const struct ss_config *cfg, u32 first, u32 routers)
{
	if (cfg->regions == 1)
		return 0;
	return (2 * borders(cfg, first, routers) + routers) << window_shift(cfg);
}

/* Memory is handed out from one block, first only counted (base is NULL). */
struct layout {
	char *base;
	size_t used;
};

static void *take(struct layout *l, size_t count, size_t size)
{
	size_t at = l->used;

	l->used += (count * size + 63) & ~(size_t)63;
	return l->base ? l->base + at : NULL;
}

/* The regions; @g gets where theirs is, if they are to be there and not counted. */
static struct ss_region *lay_out_regions(struct layout *l, const struct ss_config *cfg)
{
	struct ss_region *g = take(l, cfg->regions, sizeof(*g));

	for (u32 i = 0; i < cfg->regions; i++) {
		u32 first = region_first(cfg, i), routers = region_first(cfg, i + 1) - first;
		struct ss_region region = {
			.number = i,
			.first = first,
			.routers = routers,
			.agenda.stride = (routers + 7) / 8 * 8,
			.agenda.windows = agenda_windows(cfg),
			.agenda.window = window_shift(cfg),
			.size = mailbox_size(cfg, first, routers),
		};
		struct ss_agenda *a = &region.agenda;

		a->router = take(l, (size_t)a->stride << a->windows, sizeof(*a->router));
		a->any = take(l, (size_t)1 << a->windows, sizeof(*a->any));
		a->later = take(l, (size_t)a->stride * SS_AGENDA_TURNS, sizeof(*a->later));
		a->any_later = take(l, SS_AGENDA_TURNS, sizeof(*a->any_later));
		region.mailbox = take(l, region.size, sizeof(*region.mailbox));
		region.post = take(l, cfg->regions, sizeof(*region.post));
		if (g)
			g[i] = region;
	}
	return g;
}

static size_t wheel_bytes(const struct ss_config *cfg)
{
	size_t size = (size_t)1 << wheel_shift(cfg);
	size_t heads = size << ss_heads_shift(log2_of(SS_CLASSES * cfg->vcs));

	return (heads + size * sizeof(u16) + size / 8 + 63) & ~(size_t)63;
}

/* What a router takes in all, in whole cache lines. */
static size_t router_bytes(const struct ss_config *cfg)
{
	size_t vcs = SS_CLASSES * cfg->vcs;
	size_t a_vc = (sizeof(struct ss_vc) + (sizeof(struct ss_staging) << SS_PORT_SHIFT))
		      << SS_PORT_SHIFT;
	size_t ramps = ss_ramps_size(cfg->link_delay, 1U << window_shift(cfg)) * sizeof(u64);

	return wheel_bytes(cfg) +
	       ((sizeof(struct ss_router) + vcs * a_vc + SS_PORTS * ramps + 63) & ~(size_t)63);
}

/* Lay the arrays of a fabric out behind it in @l; @f gets where they are. */
static void lay_out(struct layout *l, const struct ss_config *cfg,
		    struct ss_fabric *f)
{
	size_t n = ss_config_routers(cfg);

	memset(f, 0, sizeof(*f));
	take(l, 1, sizeof(*f));
	f->wheel = wheel_shift(cfg);
	f->region = lay_out_regions(l, cfg);
	f->routing.place = take(l, n, sizeof(*f->routing.place));
	f->router_bytes = router_bytes(cfg);
	f->routers = (char *)take(l, n, f->router_bytes) + wheel_bytes(cfg);
	f->source = take(l, n, sizeof(*f->source));
	f->source_ramps = take(l, n * SS_SOURCE_RAMPS, sizeof(*f->source_ramps));
	f->vc_shift = log2_of(SS_CLASSES * cfg->vcs);
	f->ramps_size = ss_ramps_size(cfg->link_delay, 1U << window_shift(cfg));
}

size_t ss_fabric_bytes(const struct ss_config *cfg)
{
	struct layout l = { NULL, 0 };
	struct ss_fabric f;

	lay_out(&l, cfg, &f);
	return l.used;
}

static void init_ports(struct ss_fabric *f, u32 r)
{
	const struct ss_config *cfg = &f->cfg;

	for (u32 port = 0; port < SS_PORTS; port++) {
		u32 id = SS_PORT_ID(r, port), peer = id;
		struct ss_output *o = ss_output_at(f, id);

		if (port != SEASTAR_PORT_PROC) {
			peer = ss_neighbour(&f->topo, r, port);
			if (peer != SS_NO_ROUTER)
				peer = SS_PORT_ID(peer, ss_opposite(port));
		}
		ss_input_at(f, id)->peer = peer;
		o->peer = peer;
		for (u32 v = 0; v < ss_vcs(f); v++)
			o->credits.have[v] = cfg->input_depth;
	}
}

static void init_router(struct ss_fabric *f, u32 r)
{
	struct ss_router *router = ss_router_at(f, r);
	struct ss_source *s = &f->source[r];

	init_ports(f, r);
	ss_age_write_period(&router->age, 0, SS_DEFAULT_PERIOD);
	router->age.select = SS_DEFAULT_SELECT;
	memset(router->bias, SS_DEFAULT_BIAS, sizeof(router->bias));
	s->key = ss_rng_key(f->cfg.seed, r);
	s->at = SS_NEVER;
	s->reply_at = SS_NEVER;
	for (u32 v = 0; v < ss_vcs(f); v++)
		s->credits.have[v] = f->cfg.input_depth;
}

struct ss_fabric *ss_fabric_init(void *mem, const struct ss_config *cfg)
{
	struct layout l = { mem, 0 };
	struct ss_fabric *f = mem;
	u64 *place;

	lay_out(&l, cfg, f);
	place = (u64 *)f->routing.place;
	f->cfg = *cfg;
	f->eject.a = cfg->eject[0];
	f->eject.b = cfg->eject[1];
	f->inject.a = cfg->inject[0];
	f->inject.b = cfg->inject[1];
	init_topology(&f->topo, cfg);
	f->routing.mesh = cfg->mesh;
	f->routing.vcs = cfg->vcs;
	f->routing.balanced = cfg->assignment == SS_ASSIGN_BALANCED;
	for (u32 d = 0; d < SS_DIMS; d++)
		f->routing.radix[d] = cfg->radix[d];
	for (u32 r = 0; r < f->topo.routers; r++) {
		place[r] = ss_route_place(&f->topo, r);
		init_router(f, r);
		ss_relax();
	}
	return f;
}

const struct ss_config *ss_fabric_config(const struct ss_fabric *f)
{
	return &f->cfg;
}

u32 ss_fabric_routers(const struct ss_fabric *f)
{
	return f->topo.routers;
}

u64 ss_fabric_now(const struct ss_fabric *f)
{
	return f->now;
}

void ss_fabric_on_age(struct ss_fabric *f,
		      void (*fn)(void *ctx, enum ss_age_event event, u32 router,
				 u64 cycle),
		      void *ctx)
{
	f->on_age = fn;
	f->age_ctx = ctx;
}

void ss_aging_get(const struct ss_fabric *f, u32 router, struct ss_aging *a)
{
	const struct ss_router *r = ss_router_at(f, router);

	a->period = (u32)r->age.period;
	a->select = r->age.select;
	memcpy(a->bias, r->bias, sizeof(a->bias));
}

void ss_aging_set_period(struct ss_fabric *f, u32 router, u32 period)
{
	ss_age_sync(f, router, f->now);
	ss_age_write_period(&ss_router_at(f, router)->age, f->now, period);
}

void ss_aging_set_select(struct ss_fabric *f, u32 router, u64 select)
{
	ss_router_at(f, router)->age.select = select;
}

void ss_aging_set_bias(struct ss_fabric *f, u32 router, u32 port, u32 class_,
		       u32 bias)
{
	/* headers that have arrived keep the bias they arrived under */
	ss_age_sync(f, router, f->now);
	ss_router_at(f, router)->bias[class_][port] = bias;
}
