// SPDX-License-Identifier: GPL-2.0-only
/* The network in a result as JSON: its ports, links, tables and ages. */
#include <math.h>

#include "sim/base/json.h"
#include "sim/base/stats.h"
#include "sim/experiment/assign.h"
#include "sim/experiment/keys.h"
#include "sim/run/limit.h"

#include "network.h"
#include "print.h"

/*
 * Put the place of router @router and, where places include it, the number @node of a node there.
 */
static void put_place(struct json_object *o, const struct sim_result *r, u32 router, u32 node)
{
	const struct ss_topology_view *v = r->measure->topo.ops->view;
	struct json_object *at = json_put_array(o, "at");

	for (u32 i = 0; i < v->places; i++)
		json_append_u64(at, r->measure->place[router].at[i]);
	if (v->numbers_nodes)
		json_append_u64(at, node);
}

void result_put_node(struct json_object *o, const struct sim_result *r, u32 node)
{
	const struct ss_topology *t = &r->measure->topo;
	u32 router = ss_router_of(t, node);

	put_place(o, r, router, node - ss_first_node(t, router));
}

void result_put_router(struct json_object *o, const struct sim_result *r, u32 router)
{
	put_place(o, r, router, 0);
}

const char *result_row_name(const struct sim_result *r, u32 row)
{
	return r->measure->topo.ops->view->row[row].name;
}

/* Return true if blocked and stalled packets are counted, cycle by cycle. */
static bool counts_cycles(const struct sim_result *r)
{
	return r->measure->topo.ops->view->by_port;
}

/* Return @figure, which needs counts by cycle; NaN without them. */
static double counted(const struct sim_result *r, double figure)
{
	return counts_cycles(r) ? figure : NAN;
}

void result_put_count(struct json_object *o, const char *name, bool any, u64 value)
{
	if (any)
		json_put_u64(o, name, value);
	else
		json_object_object_add(o, name, NULL);
}

/* Return the use of a port's link; the node's own is one link, for any number of classes. */
static double utilisation(const struct sim_result *r, const struct sim_port *p, bool is_proc)
{
	u32 each = is_proc ? 1 : ss_config_links(&r->experiment->config);

	return sim_ratio(p->flits, (double)p->links * each * r->measured);
}

/* Return true if there are registers of ages: routers whose packets have no ages lack them. */
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

	for (u32 i = 0; i < r->measure->topo.ops->view->rows; i++) {
		struct sim_port p = sim_port_sum(r, i, 1);
		struct json_object *part = json_append_object(list);

		json_put_text(part, "port", result_row_name(r, i));
		json_put_u64(part, "links", p.links);
		json_put_u64(part, "packets", p.packets);
		json_put_u64(part, "flits", p.flits);
		json_put_real(part, "utilisation",
			      utilisation(r, &p, i == SEASTAR_PORT_PROC));
		result_put_count(part, "blocked", counts_cycles(r), p.blocked);
		json_put_real(part, "blocked_per_packet",
			      counted(r, sim_ratio(p.blocked, p.packets)));
		json_put_real(part, "wait",
			      counted(r, sim_ratio(p.requests_blocked, p.requests)));
		json_put_u64(part, "sent", p.sent);
		result_put_count(part, "stalled", counts_cycles(r), p.stalled);
		json_put_real(part, "stalled_per_packet",
			      counted(r, sim_ratio(p.stalled, p.sent)));
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
			      counted(r, sim_ratio(p.blocked, p.packets)));
		json_put_real(part, "stalled_per_packet",
			      counted(r, sim_ratio(p.stalled, p.sent)));
		json_put_real(part, "wait",
			      counted(r, sim_ratio(p.requests_blocked, p.requests)));
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

/* Put look-up tables: their entries, the routers that use them, and the packets lost by them. */
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

/* Put links that may have bit errors: their effects in the measured cycles. */
static void put_link_errors(struct json_object *o, const struct sim_result *r)
{
	struct json_object *part;

	if (!r->experiment->config.seastar.bit_errors && !*r->experiment->lossy)
		return;
	part = json_put_object(o, "link_errors");
	json_put_u64(part, "sent_again", r->after.links.retries - r->before.links.retries);
	json_put_u64(part, "undetected", r->after.links.undetected - r->before.links.undetected);
}

/* Put packets, and hops per packet, off the shortest path, if routers count them. */
static void put_misrouting(struct json_object *o, const struct sim_result *r)
{
	const char *const *words = ss_config_misroute_words(&r->experiment->config);
	struct json_object *part;
	u64 sum[SS_MISROUTES] = { 0 }, packets = 0;

	if (!r->misroutes)
		return;
	part = json_put_object(o, "misrouting");
	packets = sim_port_sum(r, 0, 1).sent;
	for (u32 i = 0; words[i]; i++) {
		for (u32 router = 0; router < r->routers; router++)
			sum[i] += r->misroutes[router * SS_MISROUTES + i];
		json_put_real(part, words[i], sim_ratio(sum[i], packets));
	}
}

/*
 * Put the links that packets crossed, and the number of packets by links, if routers report paths.
 */
static void put_ways(struct json_object *o, const struct sim_result *r)
{
	const struct sim_ways *w = &r->measure->ways;
	struct json_object *part, *list;
	u64 sum[SS_WAY_KINDS] = { 0 };

	if (!r->measure->reports_paths)
		return;
	part = json_put_object(o, "ways");
	list = json_object_new_array();
	for (u32 i = 0; i < SS_WAY_HOPS * SS_WAY_HOPS; i++) {
		const u32 hops[SS_WAY_KINDS] = { i / SS_WAY_HOPS, i % SS_WAY_HOPS };
		u64 packets = w->packets[hops[0]][hops[1]];
		struct json_object *way;

		if (!packets)
			continue;
		way = json_append_object(list);
		for (u32 k = 0; k < SS_WAY_KINDS; k++) {
			sum[k] += hops[k] * packets;
			json_put_u64(way, sim_link_kind_name(r, k), hops[k]);
		}
		json_put_u64(way, "packets", packets);
	}
	for (u32 k = 0; k < SS_WAY_KINDS; k++)
		json_put_real(part, sim_link_kind_name(r, k),
			      sim_ratio(sum[k], r->measure->latency.packets));
	json_object_object_add(part, "by_links", list);
}

/* Put the means of the parts of latencies, if routers report them. */
static void put_latency_parts(struct json_object *o, const struct sim_result *r)
{
	const char *names[SS_LATENCY_PARTS] = {
		[SS_LATENCY_INJECTION] = "injection", [SS_LATENCY_EJECTION] = "ejection",
		[SS_LATENCY_BASE] = "base", [SS_LATENCY_MISROUTING] = "misrouting",
	};
	const struct sim_measure *m = r->measure;
	struct json_object *part;

	if (!m->reports_paths)
		return;
	for (u32 k = 0; k < SS_WAY_KINDS; k++)
		names[SS_LATENCY_LINKS + k] = sim_link_kind_name(r, k);
	part = json_put_object(o, "latency_parts");
	for (u32 i = 0; i < SS_LATENCY_PARTS; i++)
		json_put_real(part, names[i], sim_ratio(m->ways.part[i], m->latency.packets));
}

/* Put the row of the port or, if the row has many links, where the one in question leads. */
static void put_limit_port(struct json_object *part, const struct sim_result *r,
			   const struct sim_limit *l)
{
	const struct ss_topology *t = &r->measure->topo;
	u32 row = l->of == SIM_LINK ? t->ops->view->row_of(t, l->router, l->port) : 0;
	char text[SS_WORDS];

	if (!t->ops->view->row[row].to) {
		json_put_text(part, "port", result_row_name(r, row));
		return;
	}
	ss_write_link(t, l->router, l->port, text);
	json_put_text(part, "port", text);
}

static void put_node_place(struct json_object *part, const struct sim_result *r, u32 node)
{
	json_put_u64(part, "node", node);
	result_put_node(part, r, node);
}

/* Put the first node of the router, if it has any. */
static void put_link_place(struct json_object *part, const struct sim_result *r, u32 router)
{
	const struct ss_topology *t = &r->measure->topo;

	result_put_count(part, "node", ss_nodes_of(t, router), ss_first_node(t, router));
	result_put_router(part, r, router);
}

static void put_limit(struct json_object *o, const struct sim_result *r)
{
	static const char *const names[] = {
		[SIM_INJECTION] = "injection", [SIM_EJECTION] = "ejection", [SIM_LINK] = "link",
	};
	struct json_object *part = json_put_object(o, "limit");
	struct sim_limit l = sim_limit(r);

	json_put_text(part, "of", names[l.of]);
	if (l.of == SIM_LINK)
		put_link_place(part, r, l.router);
	else
		put_node_place(part, r, l.node);
	put_limit_port(part, r, &l);
	json_put_real(part, "use", l.use);
	json_put_real(part, "mean", l.mean);
	json_put_real(part, "stalled", counted(r, l.stalled));
	json_put_real(part, "blocked", counted(r, l.blocked));
	json_put_real(part, "waiting", counted(r, l.waiting));
}

void result_put_ages(struct json_object *o, const struct sim_result *r)
{
	struct sim_port all = sim_port_sum(r, 0, r->rows);
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
	result_put_usage(o, r);
	put_limit(o, r);
}
