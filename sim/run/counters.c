// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "sim/base/memory.h"

#include "counters.h"

struct reading {
	u64 regs[SS_PORTS][SEASTAR_REGS];
	struct ss_passed passed[SS_PORTS];
	u64 resent[SS_PORTS];
	u64 carried[SIM_MOST_PORTS];
	u64 misroutes[SS_MISROUTES];
};

/* Counts of a source. */
struct counted {
	u64 injected;
	u64 flits;
	u64 waiting;
	u64 dropped;
	u64 born;	/* without replies */
	u64 replied;
	u64 reply_flits;
};

struct sim_counters {
	struct reading *router;
	struct counted *node;
	struct ss_usage *usage;	/* by router and kind of port, or NULL if it is not counted */
};

/* Return true if links of these routers may send micropackets again. */
static bool has_senders(const struct ss_fabric *f)
{
	return ss_fabric_config(f)->seastar.bit_errors || ss_fabric_config(f)->seastar.tables;
}

static void read_resent(const struct ss_fabric *f, u32 router, u64 *resent)
{
	struct ss_link_errors e;

	for (u32 port = 0; port < SS_PORTS && has_senders(f); port++) {
		ss_link_errors(f, router, port, &e);
		resent[port] = e.retries;
	}
}

static void read_router(const struct ss_fabric *f, u32 router, struct reading *now)
{
	const struct ss_config *cfg = ss_fabric_config(f);

	ss_read_ports(f, router, now->regs, now->passed);
	read_resent(f, router, now->resent);
	for (u32 port = 0; ss_config_carries(cfg) && port < ss_config_ports(cfg); port++)
		now->carried[port] = ss_carried(f, router, port);
	if (ss_config_misroute_words(cfg))
		ss_misroutes(f, router, now->misroutes);
}

static void read_node(struct ss_fabric *f, u32 node, struct counted *now)
{
	struct ss_source_stats s;

	ss_read_source(f, node, &s);
	now->injected = s.stat[SEASTAR_SRC_INJECTED];
	now->flits = s.injected_flits;
	now->waiting = ss_source_waiting(&s) + s.entering;
	now->dropped = s.stat[SEASTAR_SRC_DROPPED];
	now->born = s.stat[SEASTAR_SRC_OFFERED] - s.replies;
	now->replied = s.replied;
	now->reply_flits = s.reply_flits;
}

static struct ss_usage *read_usage(struct ss_fabric *f)
{
	u32 first, routers = ss_fabric_own_routers(f, &first);
	struct ss_usage *usage = sim_alloc(routers * SS_USAGE_PORTS, sizeof(*usage));

	for (u32 i = 0; i < routers; i++)
		ss_usage(f, first + i, usage + (size_t)i * SS_USAGE_PORTS);
	return usage;
}

struct sim_counters *sim_counters_read(struct ss_fabric *f)
{
	u32 first, routers = ss_fabric_own_routers(f, &first), nodes;
	struct sim_counters *c = sim_alloc(1, sizeof(*c));

	c->router = sim_alloc(routers, sizeof(*c->router));
	for (u32 i = 0; i < routers; i++)
		read_router(f, first + i, &c->router[i]);
	if (ss_config_counts_usage(ss_fabric_config(f)))
		c->usage = read_usage(f);
	nodes = ss_fabric_own_nodes(f, &first);
	c->node = sim_alloc(nodes, sizeof(*c->node));
	for (u32 i = 0; i < nodes; i++)
		read_node(f, first + i, &c->node[i]);
	return c;
}

/*
 * Return the count of half @n of register @reg since @then.  The half has 32 bits, and counts at
 * most one packet per cycle, so it has wrapped once at most.
 */
static u64 half(const u64 *now, const u64 *then, u32 reg, u32 n)
{
	return (u32)((now[reg] >> 32 * n) - (then[reg] >> 32 * n));
}

static void settle_port(const u64 *now, const u64 *then, struct sim_port *p)
{
	for (u32 v = 0; v < 4; v++) {
		u64 packets = now[SEASTAR_REG_VC0_PKTS + v] - then[SEASTAR_REG_VC0_PKTS + v];
		u64 blocked = now[SEASTAR_REG_VC0_BLOCKED + v] - then[SEASTAR_REG_VC0_BLOCKED + v];

		p->packets += packets;
		p->upper += v % 2 ? packets : 0;
		p->flits += now[SEASTAR_REG_VC0_FLITS + v] - then[SEASTAR_REG_VC0_FLITS + v];
		p->blocked += blocked;
		/* Eq. 17 counts requests: VC0 and VC1 */
		if (v < 2) {
			p->requests += packets;
			p->requests_blocked += blocked;
		}
	}
	p->stalled = now[SEASTAR_REG_STALLED] - then[SEASTAR_REG_STALLED];
	for (u32 i = 0; i < SEASTAR_AGE_BINS; i++)
		p->ages[i] = half(now, then, SEASTAR_REG_AGE_GROUP0 + i / 2, i % 2);
	p->contested = half(now, then, SEASTAR_REG_GRANTS0, 0);
	p->inhibited = half(now, then, SEASTAR_REG_GRANTS0, 1);
	p->tied = half(now, then, SEASTAR_REG_GRANTS1, 0);
	p->saturated = half(now, then, SEASTAR_REG_GRANTS1, 1);
}

static struct sim_own own(const struct counted *then, const struct counted *now)
{
	u64 before = then->waiting + then->dropped, after = now->waiting + now->dropped;

	return (struct sim_own){
		.born = now->born - then->born,
		.unserved = after > before ? after - before : 0,
		.flits = now->flits - then->flits,
		.replied = now->replied - then->replied,
		.reply_flits = now->reply_flits - then->reply_flits,
	};
}

static void settle_node(const struct counted *then, struct ss_fabric *f, u32 node,
			struct sim_result *r)
{
	struct counted now;

	read_node(f, node, &now);
	r->injected[node] = now.injected - then->injected;
	r->waiting[node] = now.waiting;
	r->own[node] = own(then, &now);
}

/* Count the links and nodes of @router, by row of ports. */
static void count_links(const struct ss_topology *t, u32 router, u32 links[SS_PORTS])
{
	u32 nodes = ss_nodes_of(t, router);

	for (u32 port = 0; port < t->ports; port++)
		if (port < nodes || ss_router_behind(t, router, port) != SS_NO_ROUTER)
			links[t->ops->view->row_of(t, router, port)]++;
}

static struct ss_usage used_since(const struct ss_usage *then, const struct ss_usage *now)
{
	struct ss_usage u = {
		.vcs = now->vcs,
		.input_requests = now->input_requests - then->input_requests,
		.input_grants = now->input_grants - then->input_grants,
		.output_requests = now->output_requests - then->output_requests,
		.output_grants = now->output_grants - then->output_grants,
		.queued = now->queued - then->queued,
	};

	for (u32 vc = 0; vc < SS_USAGE_VCS; vc++) {
		u.flits[vc] = now->flits[vc] - then->flits[vc];
		u.held[vc] = now->held[vc] - then->held[vc];
	}
	return u;
}

static void settle_usage(struct ss_usage *then, struct ss_fabric *f, struct sim_result *r)
{
	u32 first, routers = ss_fabric_own_routers(f, &first);
	struct ss_usage now[SS_USAGE_PORTS];

	for (u32 i = 0; i < routers; i++) {
		const struct ss_usage *before = then + (size_t)i * SS_USAGE_PORTS;
		struct ss_usage *to = r->usage + (size_t)(first + i) * SS_USAGE_PORTS;

		ss_usage(f, first + i, now);
		for (u32 k = 0; k < SS_USAGE_PORTS; k++)
			to[k] = used_since(&before[k], &now[k]);
	}
	free(then);
}

static void settle_router(const struct reading *then, struct ss_fabric *f, u32 router,
			  struct sim_result *r)
{
	u64 birth = ss_oldest_birth(f, router);
	struct reading now = { 0 };
	u32 links[SS_PORTS] = { 0 };

	count_links(&r->measure->topo, router, links);
	read_router(f, router, &now);
	r->oldest[router] = birth == U64_MAX ? 0 : ss_fabric_now(f) - birth;
	for (u32 p = 0; p < SS_PORTS; p++) {
		struct sim_port *port = sim_port_at(r, router, p);

		settle_port(now.regs[p], then->regs[p], port);
		port->sent = ss_config_has_ages(&r->experiment->config) ?
			     port->ages[0] + port->ages[1] + port->ages[2] + port->ages[3] :
			     now.passed[p].packets - then->passed[p].packets;
		port->waited = now.passed[p].waited - then->passed[p].waited;
		port->resent = now.resent[p] - then->resent[p];
		port->links = links[p];
	}
	for (u32 p = 0; r->carried && p < r->ports; p++)
		r->carried[router * r->ports + p] = now.carried[p] - then->carried[p];
	for (u32 i = 0; r->misroutes && i < SS_MISROUTES; i++)
		r->misroutes[router * SS_MISROUTES + i] = now.misroutes[i] - then->misroutes[i];
}

void sim_counters_settle(struct sim_counters *c, struct sim_crew *crew, struct ss_fabric *f,
			 struct sim_result *r)
{
	u32 first, routers = ss_fabric_own_routers(f, &first), nodes;

	for (u32 i = 0; i < routers; i++)
		settle_router(&c->router[i], f, first + i, r);
	if (c->usage)
		settle_usage(c->usage, f, r);
	nodes = ss_fabric_own_nodes(f, &first);
	for (u32 i = 0; i < nodes; i++)
		settle_node(&c->node[i], f, first + i, r);
	free(c->router);
	free(c->node);
	free(c);
	sim_crew_give_nodes(crew, f, r->injected, sizeof(*r->injected));
	sim_crew_give_nodes(crew, f, r->waiting, sizeof(*r->waiting));
	sim_crew_give_nodes(crew, f, r->own, sizeof(*r->own));
	sim_crew_give_routers(crew, f, r->oldest, sizeof(*r->oldest));
	sim_crew_give_routers(crew, f, r->port, SS_PORTS * sizeof(*r->port));
	if (r->carried)
		sim_crew_give_routers(crew, f, r->carried, r->ports * sizeof(*r->carried));
	if (r->misroutes)
		sim_crew_give_routers(crew, f, r->misroutes,
				      SS_MISROUTES * sizeof(*r->misroutes));
	if (r->usage)
		sim_crew_give_routers(crew, f, r->usage, SS_USAGE_PORTS * sizeof(*r->usage));
}

/* Add the errors of router @r's links to @sum. */
static void add_links(const struct ss_fabric *f, u32 r, struct ss_link_errors *sum)
{
	for (u32 port = 0; port < SS_PORTS; port++) {
		struct ss_link_errors e;

		ss_link_errors(f, r, port, &e);
		sum->retries += e.retries;
		sum->undetected += e.undetected;
	}
}

/* Sum up the sources, losses and link errors of a region. */
static struct sim_totals totals_of(struct ss_fabric *f, u32 region)
{
	u32 first, routers = ss_region_routers(f, region, &first), nodes;
	bool has_tables = ss_fabric_config(f)->seastar.tables;
	struct sim_totals t = { 0 };

	for (u32 r = first; r - first < routers; r++) {
		for (u32 why = SS_DROP_NONE + 1; why < SS_DROPS && has_tables; why++)
			t.lost[why] += ss_tables_dropped(f, r, why);
		if (has_senders(f))
			add_links(f, r, &t.links);
	}
	nodes = ss_region_nodes(f, region, &first);
	for (u32 n = first; n - first < nodes; n++) {
		struct ss_source_stats s;

		ss_read_source(f, n, &s);
		t.offered += s.stat[SEASTAR_SRC_OFFERED];
		t.replies += s.replies;
		t.dropped += s.stat[SEASTAR_SRC_DROPPED];
		t.injected += s.stat[SEASTAR_SRC_INJECTED];
		t.delivered += s.stat[SEASTAR_SRC_DELIVERED];
		t.entering += s.entering;
	}
	return t;
}

struct sim_totals sim_counters_totals(struct sim_crew *crew, struct ss_fabric *f)
{
	struct sim_totals part[SS_MAX_REGIONS], t = { 0 };
	u32 regions = ss_fabric_config(f)->regions;

	for (u32 i = 0; i < regions; i++)
		if (ss_region_is_own(f, i))
			part[i] = totals_of(f, i);
	sim_crew_share(crew, part, sizeof(part[0]));
	for (u32 i = 0; i < regions; i++) {
		t.offered += part[i].offered;
		t.replies += part[i].replies;
		t.dropped += part[i].dropped;
		t.injected += part[i].injected;
		t.delivered += part[i].delivered;
		t.entering += part[i].entering;
		for (u32 why = SS_DROP_NONE + 1; why < SS_DROPS; why++)
			t.lost[why] += part[i].lost[why];
		t.links.retries += part[i].links.retries;
		t.links.undetected += part[i].links.undetected;
	}
	t.queued = t.offered - t.dropped - t.injected + t.entering;
	t.in_network = t.injected - t.delivered - t.entering;
	for (u32 why = SS_DROP_NONE + 1; why < SS_DROPS; why++)
		t.in_network -= t.lost[why];
	return t;
}
