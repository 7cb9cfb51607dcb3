// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "sim/base/memory.h"

#include "counters.h"

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

/*
 * Return half @n of register @reg.  Differences of halves are taken modulo 2^32: a half counts at
 * most one packet per cycle, so between two readings it wraps once at most.
 */
static u64 half(const u64 *regs, u32 reg, u32 n)
{
	return (u32)(regs[reg] >> 32 * n);
}

/* Read the counts of a port, since cycle 0, from its registers. */
static void read_port(const u64 *regs, struct sim_port *p)
{
	for (u32 v = 0; v < 4; v++) {
		u64 packets = regs[SEASTAR_REG_VC0_PKTS + v];
		u64 blocked = regs[SEASTAR_REG_VC0_BLOCKED + v];

		p->packets += packets;
		p->upper += v % 2 ? packets : 0;
		p->flits += regs[SEASTAR_REG_VC0_FLITS + v];
		p->blocked += blocked;
		/* Eq. 17 counts requests: VC0 and VC1 */
		if (v < 2) {
			p->requests += packets;
			p->requests_blocked += blocked;
		}
	}
	p->stalled = regs[SEASTAR_REG_STALLED];
	for (u32 i = 0; i < SEASTAR_AGE_BINS; i++)
		p->ages[i] = half(regs, SEASTAR_REG_AGE_GROUP0 + i / 2, i % 2);
	p->contested = half(regs, SEASTAR_REG_GRANTS0, 0);
	p->inhibited = half(regs, SEASTAR_REG_GRANTS0, 1);
	p->tied = half(regs, SEASTAR_REG_GRANTS1, 0);
	p->saturated = half(regs, SEASTAR_REG_GRANTS1, 1);
}

/* Read the counts of the ports of @router, by row. */
static void read_ports(const struct ss_fabric *f, u32 router, struct sim_port port[SS_PORTS])
{
	u64 regs[SS_PORTS][SEASTAR_REGS], resent[SS_PORTS] = { 0 };
	struct ss_passed passed[SS_PORTS];

	memset(port, 0, SS_PORTS * sizeof(*port));
	ss_read_ports(f, router, regs, passed);
	read_resent(f, router, resent);
	for (u32 i = 0; i < SS_PORTS; i++) {
		read_port(regs[i], &port[i]);
		port[i].sent = passed[i].packets;
		port[i].waited = passed[i].waited;
		port[i].resent = resent[i];
	}
}

/* Read the node's packets and flits; @unserved are all that wait or were dropped. */
static struct sim_own read_own(const struct ss_source_stats *s)
{
	return (struct sim_own){
		.born = s->stat[SEASTAR_SRC_OFFERED] - s->replies,
		.unserved = ss_source_waiting(s) + s->entering + s->stat[SEASTAR_SRC_DROPPED],
		.flits = s->injected_flits,
		.replied = s->replied,
		.reply_flits = s->reply_flits,
	};
}

static void read_router(struct ss_fabric *f, u32 router, struct sim_result *r)
{
	struct sim_port port[SS_PORTS];

	read_ports(f, router, port);
	for (u32 i = 0; i < r->rows; i++)
		*sim_port_at(r, router, i) = port[i];
	for (u32 p = 0; r->carried && p < r->ports; p++)
		r->carried[router * r->ports + p] = ss_carried(f, router, p);
	if (r->misroutes)
		ss_misroutes(f, router, r->misroutes + (size_t)router * SS_MISROUTES);
	if (r->usage)
		ss_usage(f, router, r->usage + (size_t)router * SS_USAGE_PORTS);
}

void sim_counters_read(struct ss_fabric *f, struct sim_result *r)
{
	u32 first, routers = ss_fabric_own_routers(f, &first), nodes;

	for (u32 i = 0; i < routers; i++)
		read_router(f, first + i, r);
	nodes = ss_fabric_own_nodes(f, &first);
	for (u32 i = first; i - first < nodes; i++) {
		struct ss_source_stats s;

		ss_read_source(f, i, &s);
		r->injected[i] = s.stat[SEASTAR_SRC_INJECTED];
		r->own[i] = read_own(&s);
	}
}

/* Make @p the difference of @now and what it was read as. */
static void settle_port(struct sim_port *p, const struct sim_port *now, bool has_ages)
{
	p->packets = now->packets - p->packets;
	p->upper = now->upper - p->upper;
	p->flits = now->flits - p->flits;
	p->blocked = now->blocked - p->blocked;
	p->requests = now->requests - p->requests;
	p->requests_blocked = now->requests_blocked - p->requests_blocked;
	p->stalled = now->stalled - p->stalled;
	p->sent = now->sent - p->sent;
	p->resent = now->resent - p->resent;
	p->waited = now->waited - p->waited;
	for (u32 i = 0; i < SEASTAR_AGE_BINS; i++)
		p->ages[i] = (u32)(now->ages[i] - p->ages[i]);
	p->contested = (u32)(now->contested - p->contested);
	p->inhibited = (u32)(now->inhibited - p->inhibited);
	p->tied = (u32)(now->tied - p->tied);
	p->saturated = (u32)(now->saturated - p->saturated);
	if (has_ages)
		p->sent = p->ages[0] + p->ages[1] + p->ages[2] + p->ages[3];
}

static void settle_node(struct ss_fabric *f, u32 node, struct sim_result *r)
{
	struct sim_own *own = &r->own[node], now;
	struct ss_source_stats s;

	ss_read_source(f, node, &s);
	now = read_own(&s);
	r->injected[node] = s.stat[SEASTAR_SRC_INJECTED] - r->injected[node];
	r->waiting[node] = ss_source_waiting(&s) + s.entering;
	*own = (struct sim_own){
		.born = now.born - own->born,
		.unserved = now.unserved > own->unserved ? now.unserved - own->unserved : 0,
		.flits = now.flits - own->flits,
		.replied = now.replied - own->replied,
		.reply_flits = now.reply_flits - own->reply_flits,
	};
}

/* Count the links and nodes of @router, by row of ports. */
static void count_links(const struct ss_topology *t, u32 router, u32 links[SS_PORTS])
{
	u32 nodes = ss_nodes_of(t, router);

	for (u32 port = 0; port < t->ports; port++)
		if (port < nodes || ss_router_behind(t, router, port) != SS_NO_ROUTER)
			links[t->ops->view->row_of(t, router, port)]++;
}

/* Make @u the difference of @now and what it was read as. */
static void settle_usage(struct ss_usage *u, const struct ss_usage *now)
{
	u->vcs = now->vcs;
	u->input_requests = now->input_requests - u->input_requests;
	u->input_grants = now->input_grants - u->input_grants;
	u->output_requests = now->output_requests - u->output_requests;
	u->output_grants = now->output_grants - u->output_grants;
	u->queued = now->queued - u->queued;
	for (u32 vc = 0; vc < SS_USAGE_VCS; vc++) {
		u->flits[vc] = now->flits[vc] - u->flits[vc];
		u->held[vc] = now->held[vc] - u->held[vc];
	}
}

static void settle_counts(const struct ss_fabric *f, u32 router, struct sim_result *r)
{
	struct ss_usage usage[SS_USAGE_PORTS];
	u64 misroutes[SS_MISROUTES] = { 0 };

	for (u32 p = 0; r->carried && p < r->ports; p++) {
		u64 *carried = &r->carried[router * r->ports + p];

		*carried = ss_carried(f, router, p) - *carried;
	}
	if (r->misroutes)
		ss_misroutes(f, router, misroutes);
	for (u32 i = 0; r->misroutes && i < SS_MISROUTES; i++) {
		u64 *count = &r->misroutes[router * SS_MISROUTES + i];

		*count = misroutes[i] - *count;
	}
	if (r->usage)
		ss_usage(f, router, usage);
	for (u32 k = 0; r->usage && k < SS_USAGE_PORTS; k++)
		settle_usage(&r->usage[(size_t)router * SS_USAGE_PORTS + k], &usage[k]);
}

static void settle_router(struct ss_fabric *f, u32 router, struct sim_result *r)
{
	bool has_ages = ss_config_has_ages(&r->experiment->config);
	u64 birth = ss_oldest_birth(f, router);
	struct sim_port now[SS_PORTS];
	u32 links[SS_PORTS] = { 0 };

	count_links(&r->measure->topo, router, links);
	r->oldest[router] = birth == U64_MAX ? 0 : ss_fabric_now(f) - birth;
	read_ports(f, router, now);
	for (u32 p = 0; p < r->rows; p++) {
		struct sim_port *port = sim_port_at(r, router, p);

		settle_port(port, &now[p], has_ages);
		port->links = links[p];
	}
	settle_counts(f, router, r);
}

void sim_counters_settle(struct sim_crew *crew, struct ss_fabric *f, struct sim_result *r)
{
	u32 first, routers = ss_fabric_own_routers(f, &first), nodes;

	for (u32 i = 0; i < routers; i++)
		settle_router(f, first + i, r);
	nodes = ss_fabric_own_nodes(f, &first);
	for (u32 i = 0; i < nodes; i++)
		settle_node(f, first + i, r);
	sim_crew_give_nodes(crew, f, r->injected, sizeof(*r->injected));
	sim_crew_give_nodes(crew, f, r->waiting, sizeof(*r->waiting));
	sim_crew_give_nodes(crew, f, r->own, sizeof(*r->own));
	sim_crew_give_routers(crew, f, r->oldest, sizeof(*r->oldest));
	sim_crew_give_routers(crew, f, r->port, r->rows * sizeof(*r->port));
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
