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
		.seed = 1,
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
	return NULL;
}

u32 ss_config_routers(const struct ss_config *cfg)
{
	return cfg->radix[0] * cfg->radix[1] * cfg->radix[2];
}

/*
 * Slots the wheel needs to reach every event but births of sources, which look
 * again once a turn: not fewer than keep that cheap.
 */
static u32 wheel_size(const struct ss_config *cfg)
{
	u32 far = cfg->router_delay + cfg->link_delay + cfg->max_packet, n = 512;
	u32 slowest = cfg->max_packet * cfg->eject[1] / cfg->eject[0] + 2;

	if (far < slowest)
		far = slowest;
	while (n <= far)
		n *= 2;
	return n;
}

static u32 log2_of(u32 power)
{
	return 31 - __builtin_clz(power);
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

/* Lay the arrays of a fabric out behind it in @l; @f gets where they are. */
static void lay_out(struct layout *l, const struct ss_config *cfg,
		    struct ss_fabric *f)
{
	size_t n = ss_config_routers(cfg), ports = n << SS_PORT_SHIFT;
	size_t vcs = SS_CLASSES * cfg->vcs, slots = SS_PORTS * vcs;
	size_t ring = ss_ramp_ring(cfg->link_delay), size = wheel_size(cfg);

	memset(f, 0, sizeof(*f));
	take(l, 1, sizeof(*f));
	f->wheel.slot = take(l, size, sizeof(*f->wheel.slot));
	f->wheel.busy = take(l, size / 64, sizeof(*f->wheel.busy));
	f->wheel.mask = size - 1;
	f->routing.coord = take(l, n, sizeof(*f->routing.coord));
	f->router = take(l, n, sizeof(*f->router));
	f->input = take(l, ports, sizeof(*f->input));
	f->output = take(l, ports, sizeof(*f->output));
	f->vc = take(l, ports * vcs, sizeof(*f->vc));
	f->staging = take(l, ports * slots, sizeof(*f->staging));
	f->ramps = take(l, ports * ring, sizeof(*f->ramps));
	f->source = take(l, n, sizeof(*f->source));
	f->source_ramps = take(l, n * SS_SOURCE_RAMPS, sizeof(*f->source_ramps));
	f->vc_shift = log2_of(vcs);
	f->ramp_mask = ring - 1;
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
		struct ss_output *o = &f->output[id];

		if (port != SEASTAR_PORT_PROC) {
			peer = ss_neighbour(&f->topo, r, port);
			if (peer != SS_NO_ROUTER)
				peer = SS_PORT_ID(peer, ss_opposite(port));
		}
		f->input[id].peer = peer;
		o->peer = peer;
		o->stalled_since = SS_NEVER;
		for (u32 v = 0; v < ss_vcs(f); v++)
			o->credits.have[v] = cfg->input_depth;
	}
}

static void init_router(struct ss_fabric *f, u32 r)
{
	struct ss_router *router = &f->router[r];
	struct ss_source *s = &f->source[r];

	init_ports(f, r);
	ss_age_write_period(&router->age, 0, SS_DEFAULT_PERIOD);
	router->age.select = SS_DEFAULT_SELECT;
	memset(router->bias, SS_DEFAULT_BIAS, sizeof(router->bias));
	s->key = ss_rng_key(f->cfg.seed, r);
	for (u32 v = 0; v < ss_vcs(f); v++)
		s->credits.have[v] = f->cfg.input_depth;
}

struct ss_fabric *ss_fabric_init(void *mem, const struct ss_config *cfg)
{
	struct layout l = { mem, 0 };
	struct ss_fabric *f = mem;
	struct ss_coord *coord;

	lay_out(&l, cfg, f);
	coord = (struct ss_coord *)f->routing.coord;
	f->cfg = *cfg;
	f->unused = 1;
	f->eject.a = cfg->eject[0];
	f->eject.b = cfg->eject[1];
	f->inject.a = cfg->inject[0];
	f->inject.b = cfg->inject[1];
	f->topo.routers = ss_config_routers(cfg);
	f->topo.mesh = cfg->mesh;
	f->routing.mesh = cfg->mesh;
	f->routing.vcs = cfg->vcs;
	for (u32 d = 0; d < SS_DIMS; d++) {
		f->topo.radix[d] = cfg->radix[d];
		f->routing.radix[d] = cfg->radix[d];
	}
	for (u32 r = 0; r < f->topo.routers; r++) {
		coord[r] = ss_coord_of(&f->topo, r);
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

u64 ss_fabric_events(const struct ss_fabric *f)
{
	return f->events;
}

u32 ss_fabric_packets(const struct ss_fabric *f)
{
	return f->in_use;
}

void ss_fabric_on_delivery(struct ss_fabric *f,
			   void (*fn)(void *ctx, const struct ss_delivery *d),
			   void *ctx)
{
	f->on_delivery = fn;
	f->ctx = ctx;
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
	const struct ss_router *r = &f->router[router];

	a->period = (u32)r->age.period;
	a->select = r->age.select;
	memcpy(a->bias, r->bias, sizeof(a->bias));
}

void ss_aging_set_period(struct ss_fabric *f, u32 router, u32 period)
{
	ss_age_sync(f, router, f->now);
	ss_age_write_period(&f->router[router].age, f->now, period);
}

void ss_aging_set_select(struct ss_fabric *f, u32 router, u64 select)
{
	f->router[router].age.select = select;
}

void ss_aging_set_bias(struct ss_fabric *f, u32 router, u32 port, u32 class_,
		       u32 bias)
{
	/* headers that have arrived keep the bias they arrived under */
	ss_age_sync(f, router, f->now);
	f->router[router].bias[class_][port] = bias;
}
