// SPDX-License-Identifier: GPL-2.0-only
/* Construction of a fabric. */
#include "arithmetic.h"
#include "engine.h"
#include "rng.h"

static bool rate_ok(const u32 rate[2])
{
	return rate[0] >= 1 && rate[1] <= 255 && rate[0] <= rate[1];
}

void ss_config_topology(const struct ss_config *cfg, struct ss_topology *t)
{
	memset(t, 0, sizeof(*t));
	t->ops = cfg->topology;
	for (u32 i = 0; i < SS_SIZES; i++)
		t->size[i] = cfg->size[i];
	t->ops->shape(t);
}

/* Return the number of routers that have to be in one region: a group, or one. */
static u32 part_routers(const struct ss_topology *t)
{
	return t->group ? t->group : 1;
}

u32 ss_config_parts(const struct ss_config *cfg)
{
	struct ss_topology t;

	ss_config_topology(cfg, &t);
	return t.routers / part_routers(&t);
}

static bool check_topology(const struct ss_config *cfg, struct ss_refusal *why)
{
	const char *text;
	struct ss_topology t;

	if (cfg->kind->topology ? cfg->topology != cfg->kind->topology : !cfg->topology->route)
		return SS_REFUSE(why, "these routers do not have the links of this topology",
				 "topology", "router");
	text = cfg->topology->check(cfg);
	if (text)
		return SS_REFUSE(why, text, "topology", NULL);
	ss_config_topology(cfg, &t);
	return t.routers <= SEASTAR_MAX_ROUTERS ||
	       SS_REFUSE(why, "a fabric has at most 32768 routers", "topology", NULL);
}

/* Check the rates and times that all kinds have. */
static bool check_times(const struct ss_config *cfg, struct ss_refusal *why)
{
	if (cfg->link_delay < 1 || cfg->link_delay > 255)
		return SS_REFUSE(why, "the link delay must be 1 to 255 cycles", "link_delay", NULL);
	if (!rate_ok(cfg->eject) && (cfg->eject[0] || !cfg->kind->ejects_without_limit))
		return SS_REFUSE(why,
				 "the ejection rate must be A flits in B cycles, 1 <= A <= B <= 255; only a torus router may have no limit",
				 "eject", NULL);
	if (!rate_ok(cfg->inject) && (cfg->inject[0] || !cfg->kind->injects_every_cycle))
		return SS_REFUSE(why,
				 "the injection rate must be A flits in B cycles, 1 <= A <= B <= 255",
				 "inject", NULL);
	if (cfg->ack_delay < 1 || cfg->ack_delay > 65535)
		return SS_REFUSE(why, "the acknowledgment delay must be 1 to 65535 cycles",
				 "ack_delay", NULL);
	return true;
}

/* Check the settings of how a fabric is run, which change no result. */
static bool check_run(const struct ss_config *cfg, struct ss_refusal *why)
{
	if (cfg->regions < 1 || cfg->regions > SS_MAX_REGIONS ||
	    cfg->regions > ss_config_parts(cfg))
		return SS_REFUSE(why,
				 "there must be 1 to 64 regions, and a router or a group of routers in each",
				 NULL, NULL);
	if (cfg->own > cfg->regions)
		return SS_REFUSE(why, "there is no such region to be run here", NULL, NULL);
	if (cfg->cycles > SS_MAX_CYCLES)
		return SS_REFUSE(why, "a fabric cannot be run for so many cycles", NULL, NULL);
	if (cfg->window & (cfg->window - 1))
		return SS_REFUSE(why, "a window must be a power of two", NULL, NULL);
	return true;
}

bool ss_config_refused(const struct ss_config *cfg, struct ss_refusal *why)
{
	return !(check_topology(cfg, why) && cfg->kind->check(cfg, why) && check_times(cfg, why) &&
		 check_run(cfg, why));
}

const char *ss_config_check(const struct ss_config *cfg)
{
	struct ss_refusal why;

	return ss_config_refused(cfg, &why) ? why.text : NULL;
}

u32 ss_config_routers(const struct ss_config *cfg)
{
	struct ss_topology t;

	ss_config_topology(cfg, &t);
	return t.routers;
}

u32 ss_config_nodes(const struct ss_config *cfg)
{
	struct ss_topology t;

	ss_config_topology(cfg, &t);
	return t.nodes;
}

static u32 port_shift(const struct ss_config *cfg)
{
	return cfg->kind->port_shift ? cfg->kind->port_shift : SS_PORT_SHIFT;
}

/*
 * Return log2 of the cycles that routers may run apart: in them no router can affect another,
 * either directly or by a delivery that opens a window.
 */
static u32 window_shift(const struct ss_config *cfg)
{
	u32 window = ss_least(cfg->kind->reach(cfg), cfg->ack_delay);

	return ss_log2(cfg->window ? ss_least(window, cfg->window) : window);
}

/*
 * Return log2 of the windows of an agenda, which reaches beyond all visits that one router
 * schedules for another.
 */
static u32 agenda_windows(const struct ss_config *cfg)
{
	u32 window = window_shift(cfg);
	u32 shift = ss_log2(cfg->kind->ahead(cfg, 1U << window)) + 2 - window;

	return ss_most(shift, 6);
}

/* Return the first router of @region. */
static u32 region_first(const struct ss_config *cfg, const struct ss_topology *t, u32 region)
{
	u32 each = part_routers(t);

	return (u64)(t->routers / each) * region / cfg->regions * each;
}

/* Count the links of router @r that lead out of the @routers routers from @first on. */
static u32 links_out(const struct ss_topology *topo, u32 r, u32 first, u32 routers)
{
	u32 n = 0;

	for (u32 port = ss_nodes_of(topo, r); port < topo->ports; port++) {
		u32 peer = ss_router_behind(topo, r, port);

		n += peer != SS_NO_ROUTER && peer - first >= routers;
	}
	return n;
}

/* Count the links from @routers routers, from @first on, to others. */
static u32 borders(const struct ss_topology *topo, u32 first, u32 routers)
{
	u32 n = 0;

	for (u32 r = first; r - first < routers; r++)
		n += links_out(topo, r, first, routers);
	return n;
}

/*
 * Return the most messages from a region to others in a window: on each link to them, and for
 * deliveries to their sources.  A node has at most one delivery per cycle and class, or one per
 * port.
 */
static u32 mailbox_size(const struct ss_config *cfg, const struct ss_topology *t, u32 first,
			u32 routers)
{
	u32 deliveries = cfg->eject[0] ? cfg->classes : SS_PORTS;
	u32 nodes = ss_first_node(t, first + routers) - ss_first_node(t, first);
	u32 mails = cfg->kind->mails + cfg->programs;

	if (cfg->regions == 1)
		return 0;
	if (cfg->kind->more_mails)
		mails += cfg->kind->more_mails(cfg);
	return (mails * borders(t, first, routers) +
		deliveries * nodes) << window_shift(cfg);
}

/* Lay out the regions in @l, and return their array. */
static struct ss_region *lay_out_regions(struct ss_layout *l, const struct ss_config *cfg)
{
	struct ss_region *g = ss_take(l, cfg->regions, sizeof(*g));
	struct ss_topology t;

	ss_config_topology(cfg, &t);
	for (u32 i = 0; i < cfg->regions; i++) {
		u32 first = region_first(cfg, &t, i), end = region_first(cfg, &t, i + 1);
		u32 routers = end - first;
		struct ss_region region = {
			.number = i,
			.first = first,
			.routers = routers,
			.first_node = ss_first_node(&t, first),
			.nodes = ss_first_node(&t, end) - ss_first_node(&t, first),
			.agenda.stride = (routers + 7) / 8 * 8,
			.agenda.windows = agenda_windows(cfg),
			.agenda.last_window = (1U << agenda_windows(cfg)) - 1,
			.agenda.window = window_shift(cfg),
			.size = mailbox_size(cfg, &t, first, routers),
		};
		struct ss_agenda *a = &region.agenda;

		a->router = ss_take(l, (size_t)a->stride << a->windows, sizeof(*a->router));
		a->any = ss_take(l, (size_t)1 << a->windows, sizeof(*a->any));
		a->later = ss_take(l, (size_t)a->stride * SS_AGENDA_TURNS, sizeof(*a->later));
		a->any_later = ss_take(l, SS_AGENDA_TURNS, sizeof(*a->any_later));
		region.mailbox = ss_take(l, region.size, sizeof(*region.mailbox));
		region.post = ss_take(l, cfg->regions, sizeof(*region.post));
		if (g)
			g[i] = region;
	}
	return g;
}

/* Return the bins that latencies can be in: none is longer than the run. */
static u32 latency_bins(const struct ss_config *cfg)
{
	if (!ss_counts_are_short(cfg))
		return SEASTAR_LAT_BINS;
	return ss_least(ss_bits(cfg->cycles) + 1, SEASTAR_LAT_BINS);
}

/* Return the bytes of the counts of a source's deliveries, whole words. */
static u32 delivery_stride(const struct ss_config *cfg)
{
	u32 bins = latency_bins(cfg);
	u32 words = ss_counts_are_short(cfg) ? (bins + 1) / 2 : bins;

	return (SS_DELIVERED_STATS + words) * sizeof(u64);
}

/* Lay out the arrays of fabric @f behind it in @l; with @f NULL, only count their bytes. */
static void lay_out(struct ss_layout *l, const struct ss_config *cfg, struct ss_fabric *f)
{
	size_t n = ss_config_routers(cfg);
	struct ss_region *region;
	struct ss_source_more *more;
	struct ss_source *source;
	struct ss_wire *wire;
	char *deliveries;

	ss_take(l, 1, cfg->kind->fabric_bytes);
	region = lay_out_regions(l, cfg);
	wire = ss_take(l, n << port_shift(cfg), sizeof(*wire));
	source = ss_take(l, ss_config_nodes(cfg), sizeof(*source));
	more = ss_take(l, SS_SIMULATOR ? ss_config_nodes(cfg) : 0, sizeof(*more));
	deliveries = ss_take(l, ss_config_nodes(cfg), delivery_stride(cfg));
	if (f) {
		f->region = region;
		f->wire = wire;
		f->source = source;
		f->more = SS_SIMULATOR ? more : NULL;
		f->deliveries = deliveries;
		f->latency_bins = latency_bins(cfg);
		f->delivery_stride = delivery_stride(cfg);
		f->latency_short = ss_counts_are_short(cfg);
		f->port_shift = port_shift(cfg);
	}
	cfg->kind->lay_out(l, cfg, 1U << window_shift(cfg), f);
}

size_t ss_fabric_bytes(const struct ss_config *cfg)
{
	struct ss_layout l = { NULL, 0 };

	lay_out(&l, cfg, NULL);
	return l.used;
}

static void init_source(struct ss_fabric *f, u32 n)
{
	struct ss_source *s = &f->source[n];

	s->key = ss_rng_key(f->cfg.seed, n);
	s->at = SS_NEVER;
	s->reply_at = SS_NEVER;
}

static void set_own(struct ss_fabric *f)
{
	const struct ss_topology *t = &f->topo;
	u32 own = f->cfg.own, first = own ? region_first(&f->cfg, t, own - 1) : 0;
	u32 end = own ? region_first(&f->cfg, t, own) : t->routers;

	f->own = (struct ss_span){ first, end };
	f->own_nodes = (struct ss_span){ ss_first_node(t, first), ss_first_node(t, end) };
}

struct ss_fabric *ss_fabric_init(void *mem, const struct ss_config *cfg)
{
	struct ss_layout l = { mem, 0 };
	struct ss_fabric *f = mem;

	lay_out(&l, cfg, f);
	f->cfg = *cfg;
	f->eject.a = cfg->eject[0];
	f->eject.b = cfg->eject[1];
	/* with inject 0/x, each packet takes the channel for one cycle */
	f->inject.a = cfg->inject[0] ? cfg->inject[0] : 1;
	f->inject.b = cfg->inject[0] ? cfg->inject[1] : 1;
	ss_config_topology(cfg, &f->topo);
	set_own(f);
	for (u32 n = f->own_nodes.first; n < f->own_nodes.end; n++) {
		init_source(f, n);
		ss_relax();
	}
	cfg->kind->init(f);
	return f;
}

const struct ss_config *ss_fabric_config(const struct ss_fabric *f)
{
	return &f->cfg;
}

u64 ss_fabric_now(const struct ss_fabric *f)
{
	return f->now;
}

bool ss_region_is_own(const struct ss_fabric *f, u32 region)
{
	return !f->cfg.own || region == f->cfg.own - 1;
}

bool ss_fabric_owns(const struct ss_fabric *f, u32 router)
{
	return router >= f->own.first && router < f->own.end;
}

void ss_region_on_delivery(struct ss_fabric *f, u32 region,
			   void (*fn)(void *ctx, const struct ss_delivery *d), void *ctx)
{
	f->region[region].on_delivery = fn;
	f->region[region].ctx = ctx;
}

void ss_fabric_on_delivery(struct ss_fabric *f,
			   void (*fn)(void *ctx, const struct ss_delivery *d), void *ctx)
{
	for (u32 i = 0; i < f->cfg.regions; i++)
		ss_region_on_delivery(f, i, fn, ctx);
}
