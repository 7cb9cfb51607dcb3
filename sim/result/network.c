// SPDX-License-Identifier: GPL-2.0-only
/* Of a result as JSON: its ports, links, tables and ages. */
#include <math.h>

#include "sim/base/json.h"
#include "sim/base/stats.h"
#include "sim/experiment/assign.h"
#include "sim/experiment/keys.h"
#include "sim/run/limit.h"

#include "network.h"
#include "print.h"

/* Of a Dragonfly's node: group, router of the group, node of the router. */
static void put_place(struct json_object *at, const struct ss_topology *t, u32 node)
{
	u32 router = ss_router_of(t, node);

	json_append_u64(at, router / t->dragonfly.a);
	json_append_u64(at, router % t->dragonfly.a);
	json_append_u64(at, node - ss_first_node(t, router));
}

void result_put_node(struct json_object *o, const struct sim_result *r, u32 node)
{
	struct json_object *at = json_put_array(o, "at");

	if (!ss_is_cube(&r->measure->topo)) {
		put_place(at, &r->measure->topo, node);
		return;
	}
	for (u32 d = 0; d < SS_DIMS; d++)
		json_append_u64(at, r->measure->coord[node].at[d]);
}

/* By what port @port of a result is called. */
const char *result_port_name(const struct sim_result *r, u32 port)
{
	static const char *const names[SS_DRAGONFLY_PORTS] = { "node", "local", "global" };

	return ss_is_cube(&r->measure->topo) ? sim_port_words[port] : names[port];
}

/* Whether a figure of @port is one of something that is counted. */
double result_counted(const struct sim_result *r, double figure)
{
	return ss_is_cube(&r->measure->topo) ? figure : NAN;
}

void result_put_count(struct json_object *o, const char *name, bool any, u64 value)
{
	if (any)
		json_put_u64(o, name, value);
	else
		json_object_object_add(o, name, NULL);
}

/* Of links of the network; the node's own is one, of however many classes. */
static double utilisation(const struct sim_result *r, const struct sim_port *p, bool is_proc)
{
	u32 each = is_proc ? 1 : ss_config_links(&r->experiment->config);

	return sim_ratio(p->flits, (double)p->links * each * r->measured);
}

/* Routers whose packets have no ages have no registers for them either. */
static bool has_ages(const struct sim_result *r)
{
	return ss_config_has_ages(&r->experiment->config);
}

static void put_grants(struct json_object *part, const struct sim_result *r,
		       const struct sim_port *p)
{
	struct json_object *o;

	if (!has_ages(r)) {
		json_object_object_add(part, "arbitration", NULL);
		return;
	}
	o = json_put_object(part, "arbitration");
	json_put_u64(o, "granted", p->sent);
	json_put_u64(o, "contested", p->contested);
	json_put_u64(o, "inhibited", p->inhibited);
	json_put_u64(o, "tied", p->tied);
	json_put_u64(o, "saturated", p->saturated);
}

static void put_port_ages(struct json_object *part, const struct sim_result *r,
			  const struct sim_port *p)
{
	struct json_object *ages;

	if (!has_ages(r)) {
		json_object_object_add(part, "ages", NULL);
		return;
	}
	ages = json_put_array(part, "ages");
	for (u32 a = 0; a < SEASTAR_AGE_BINS; a++)
		json_append_u64(ages, p->ages[a]);
}

static void put_ports(struct json_object *o, const struct sim_result *r)
{
	struct json_object *list = json_put_array(o, "ports");

	bool is_cube = ss_is_cube(&r->measure->topo);
	u32 ports = is_cube ? SS_PORTS : SS_DRAGONFLY_PORTS;

	for (u32 i = 0; i < ports; i++) {
		struct sim_port p = sim_port_sum(r, i, 1);
		struct json_object *part = json_append_object(list);

		json_put_text(part, "port", result_port_name(r, i));
		json_put_u64(part, "links", p.links);
		json_put_u64(part, "packets", p.packets);
		json_put_u64(part, "flits", p.flits);
		json_put_real(part, "utilisation",
			      utilisation(r, &p, i == SEASTAR_PORT_PROC));
		result_put_count(part, "blocked", is_cube, p.blocked);
		json_put_real(part, "blocked_per_packet",
			      result_counted(r, sim_ratio(p.blocked, p.packets)));
		json_put_real(part, "wait",
			      result_counted(r, sim_ratio(p.requests_blocked, p.requests)));
		json_put_u64(part, "sent", p.sent);
		result_put_count(part, "stalled", is_cube, p.stalled);
		json_put_real(part, "stalled_per_packet",
			      result_counted(r, sim_ratio(p.stalled, p.sent)));
		json_put_real(part, "queueing", sim_port_queueing(r, &p));
		put_port_ages(part, r, &p);
		put_grants(part, r, &p);
	}
}

static void put_dimensions(struct json_object *o, const struct sim_result *r)
{
	struct json_object *list = json_put_array(o, "dimensions");
	struct sim_port proc = sim_port_sum(r, SEASTAR_PORT_PROC, 1);

	for (u32 d = 0; d < sim_link_kinds(r); d++) {
		struct sim_port p = sim_link_kind_sum(r, d);
		struct json_object *part = json_append_object(list);

		json_put_text(part, "dimension", sim_link_kind_name(r, d));
		json_put_real(part, "utilisation", utilisation(r, &p, false));
		json_put_real(part, "blocked_per_packet",
			      result_counted(r, sim_ratio(p.blocked, p.packets)));
		json_put_real(part, "stalled_per_packet",
			      result_counted(r, sim_ratio(p.stalled, p.sent)));
		json_put_real(part, "wait",
			      result_counted(r, sim_ratio(p.requests_blocked, p.requests)));
		json_put_real(part, "queueing", sim_port_queueing(r, &p));
		json_put_real(part, "hops", sim_ratio(p.sent, proc.sent));
	}
}

static void put_vc_balance(struct json_object *o, const struct sim_result *r)
{
	struct json_object *part = json_put_object(o, "vc_balance");

	json_put_real(part, "x", sim_vc_balance(r, 0));
	json_put_real(part, "y", sim_vc_balance(r, 1));
	json_put_real(part, "z", sim_vc_balance(r, 2));
}

/* Of look-up tables: what they leave out, who looks them up, and what was lost by them. */
static void put_tables(struct json_object *o, const struct sim_result *r)
{
	struct json_object *part;

	if (!sim_has_tables(r->experiment)) {
		json_object_object_add(o, "tables", NULL);
		return;
	}
	part = json_put_object(o, "tables");
	json_put_u64(part, "unroutable", r->missing.pairs);
	json_put_u64(part, "looked_up_by", r->exceptions);
	json_put_u64(part, "lost_without_route",
		     r->after.lost[SS_DROP_NO_ROUTE] - r->before.lost[SS_DROP_NO_ROUTE]);
	json_put_u64(part, "lost_at_datelines",
		     r->after.lost[SS_DROP_DATELINE] - r->before.lost[SS_DROP_DATELINE]);
}

/* Of links that may have bit errors: what these did in the measured cycles. */
static void put_link_errors(struct json_object *o, const struct sim_result *r)
{
	struct json_object *part;

	if (!r->experiment->config.bit_errors && !*r->experiment->lossy)
		return;
	part = json_put_object(o, "link_errors");
	json_put_u64(part, "sent_again", r->after.links.retries - r->before.links.retries);
	json_put_u64(part, "undetected", r->after.links.undetected - r->before.links.undetected);
}

/* Of a Dragonfly: packets, and hops per packet, off the shortest way. */
static void put_misrouting(struct json_object *o, const struct sim_result *r)
{
	static const char *const names[SS_MISROUTES] = {
		[SS_MISROUTED] = "packets", [SS_MISROUTE_AT_SOURCE] = "at_source",
		[SS_MISROUTE_IN_TRANSIT] = "in_transit",
		[SS_MISROUTE_LOCAL_SOURCE] = "local_source",
		[SS_MISROUTE_LOCAL_INTERMEDIATE] = "local_intermediate",
		[SS_MISROUTE_LOCAL_DESTINATION] = "local_destination",
	};
	struct json_object *part;
	u64 sum[SS_MISROUTES] = { 0 }, packets = 0;

	if (!r->misroutes)
		return;
	part = json_put_object(o, "misrouting");
	packets = sim_port_sum(r, SS_DRAGONFLY_NODE, 1).sent;
	for (u32 i = 0; i < SS_MISROUTES; i++) {
		for (u32 router = 0; router < r->routers; router++)
			sum[i] += r->misroutes[router * SS_MISROUTES + i];
		json_put_real(part, names[i], sim_ratio(sum[i], packets));
	}
}

/* Of a Dragonfly: the links that packets crossed, and how many crossed how many. */
static void put_ways(struct json_object *o, const struct sim_result *r)
{
	const struct sim_ways *w = &r->measure->ways;
	struct json_object *part, *list;
	u64 local = 0, global = 0;

	if (!r->misroutes)
		return;
	part = json_put_object(o, "ways");
	list = json_object_new_array();
	for (u32 i = 0; i < SS_LOCAL_HOPS * SS_GLOBAL_HOPS; i++) {
		u32 l = i / SS_GLOBAL_HOPS, g = i % SS_GLOBAL_HOPS;
		struct json_object *way;

		if (!w->packets[l][g])
			continue;
		local += l * w->packets[l][g];
		global += g * w->packets[l][g];
		way = json_append_object(list);
		json_put_u64(way, "local", l);
		json_put_u64(way, "global", g);
		json_put_u64(way, "packets", w->packets[l][g]);
	}
	json_put_real(part, "local", sim_ratio(local, r->measure->latency.packets));
	json_put_real(part, "global", sim_ratio(global, r->measure->latency.packets));
	json_object_object_add(part, "by_links", list);
}

/* Of a Dragonfly: means of the parts of latencies. */
static void put_latency_parts(struct json_object *o, const struct sim_result *r)
{
	static const char *const names[SS_LATENCY_PARTS] = {
		[SS_LATENCY_INJECTION] = "injection", [SS_LATENCY_LOCAL] = "local",
		[SS_LATENCY_GLOBAL] = "global", [SS_LATENCY_EJECTION] = "ejection",
		[SS_LATENCY_BASE] = "base", [SS_LATENCY_MISROUTING] = "misrouting",
	};
	const struct sim_measure *m = r->measure;
	struct json_object *part;

	if (!r->misroutes)
		return;
	part = json_put_object(o, "latency_parts");
	for (u32 i = 0; i < SS_LATENCY_PARTS; i++)
		json_put_real(part, names[i], sim_ratio(m->ways.part[i], m->latency.packets));
}

/* The port of a cube's router, or where that of a Dragonfly's leads. */
static void put_limit_port(struct json_object *part, const struct sim_result *r,
			   const struct sim_limit *l)
{
	const struct ss_topology *t = &r->measure->topo;
	const struct ss_dragonfly *d = &t->dragonfly;
	u32 back, to;
	char text[40];

	if (ss_is_cube(t) || l->of != SIM_LINK) {
		json_put_text(part, "port", result_port_name(r, l->of == SIM_LINK ? l->port : 0));
		return;
	}
	to = ss_dragonfly_neighbour(d, ss_router_of(t, l->node), l->port, &back);
	if (l->port < ss_dragonfly_first_global(d))
		snprintf(text, sizeof(text), "local to router %u", to % d->a);
	else
		snprintf(text, sizeof(text), "global to group %u", to / d->a);
	json_put_text(part, "port", text);
}

static void put_limit(struct json_object *o, const struct sim_result *r)
{
	static const char *const names[] = {
		[SIM_INJECTION] = "injection", [SIM_EJECTION] = "ejection", [SIM_LINK] = "link",
	};
	struct json_object *part = json_put_object(o, "limit");
	struct sim_limit l = sim_limit(r);

	json_put_text(part, "of", names[l.of]);
	json_put_u64(part, "node", l.node);
	result_put_node(part, r, l.node);
	put_limit_port(part, r, &l);
	json_put_real(part, "use", l.use);
	json_put_real(part, "mean", l.mean);
	json_put_real(part, "stalled", result_counted(r, l.stalled));
	json_put_real(part, "blocked", result_counted(r, l.blocked));
	json_put_real(part, "waiting", result_counted(r, l.waiting));
}

void result_put_ages(struct json_object *o, const struct sim_result *r)
{
	struct sim_port all = sim_port_sum(r, 0, SS_PORTS);
	struct json_object *list = NULL;

	if (has_ages(r))
		list = json_put_array(o, "age_histogram");
	else
		json_object_object_add(o, "age_histogram", NULL);
	for (u32 a = 0; a < SEASTAR_AGE_BINS && has_ages(r); a++) {
		struct json_object *bin = json_append_object(list);

		json_put_u64(bin, "low", a * SEASTAR_AGES_A_BIN);
		json_put_u64(bin, "high", (a + 1) * SEASTAR_AGES_A_BIN - 1);
		json_put_u64(bin, "packets", all.ages[a]);
	}
	put_grants(o, r, &all);
}

void result_put_network(struct json_object *o, const struct sim_result *r)
{
	put_ports(o, r);
	put_dimensions(o, r);
	put_vc_balance(o, r);
	put_tables(o, r);
	put_link_errors(o, r);
	put_misrouting(o, r);
	put_ways(o, r);
	put_latency_parts(o, r);
	put_limit(o, r);
}
