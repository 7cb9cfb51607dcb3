// SPDX-License-Identifier: GPL-2.0-only
/* Figures derived from counts; docs/simulator.md and docs/sim-result.schema.json define them. */
#include <math.h>
#include <stdlib.h>

#include "sim/base/memory.h"
#include "sim/base/stats.h"

#include "result.h"

const char *const sim_verdict_words[] = {
	[SIM_OK] = "ok",
	[SIM_IMPRECISE] = "imprecise",
	[SIM_TRANSIENT] = "transient",
	[SIM_IDLE] = "idle",
	[SIM_NOT_STEADY] = "not steady",
	[SIM_LOSSY] = "lossy",
	[SIM_STARVED] = "starved",
	[SIM_SATURATED] = "saturated",
	[SIM_DEADLOCK] = "deadlock",
};

double sim_ratio(double a, double b)
{
	return b != 0 ? a / b : NAN;
}

double sim_tally_load(const struct sim_tally *t, double flits)
{
	return sim_ratio(flits, t->sender_cycles);
}

double sim_load(const struct sim_result *r, double flits)
{
	struct sim_tally all = { 0 };

	for (u32 i = 0; i < r->batches; i++)
		sim_tally_add(&all, &r->batch[i].tally);
	return sim_tally_load(&all, flits);
}

/*
 * Fill in a value for each batch, of latencies whose sum is in field @offset of a tally.  Their
 * mean is that of all packets, of which batches may have different numbers, and varies as it does:
 * that is a ratio of sums, and the values are its residuals (W. Cochran, "Sampling Techniques",
 * 1977, chapter 6).  Returns their number; where fewer than STATS_LEAST_BATCHES have packets, that.
 */
static u32 batch_means(const struct sim_result *r, size_t offset, double *mean)
{
	double sum = 0, packets = 0;
	u32 n = 0;

	for (u32 i = 0; i < r->batches; i++) {
		const struct sim_tally *t = &r->batch[i].tally;

		mean[i] = *(const u64 *)((const char *)t + offset);
		sum += mean[i];
		packets += t->packets;
		n += t->packets > 0;
	}
	if (n < STATS_LEAST_BATCHES)
		return n;
	for (u32 i = 0; i < r->batches; i++)
		mean[i] = (sum + (mean[i] - sum / packets * r->batch[i].tally.packets) *
			   r->batches) / packets;
	return r->batches;
}

/*
 * Return true if batches last less than two mean latencies, both as means over all batches.  Field
 * @offset of a tally has the latencies.
 */
static bool are_short(const struct sim_result *r, size_t offset)
{
	u64 cycles = 0, sum = 0, packets = 0;

	for (u32 i = 0; i < r->batches; i++) {
		const struct sim_tally *t = &r->batch[i].tally;

		cycles += r->batch[i].cycles;
		sum += *(const u64 *)((const char *)t + offset);
		packets += t->packets;
	}
	return (double)cycles * packets < 2.0 * sum * r->batches;
}

bool sim_batches_are_short(const struct sim_result *r)
{
	return are_short(r, offsetof(struct sim_tally, latency));
}

bool sim_batches_are_short_for_network(const struct sim_result *r)
{
	return are_short(r, offsetof(struct sim_tally, network));
}

u32 sim_batch_latency(const struct sim_result *r, double *mean)
{
	return batch_means(r, offsetof(struct sim_tally, latency), mean);
}

u32 sim_batch_network(const struct sim_result *r, double *mean)
{
	return batch_means(r, offsetof(struct sim_tally, network), mean);
}

u32 sim_batch_accepted(const struct sim_result *r, double *load)
{
	u32 n = 0;

	for (u32 i = 0; i < r->batches; i++) {
		const struct sim_tally *t = &r->batch[i].tally;

		if (t->sender_cycles)
			load[n++] = sim_tally_load(t, t->flits);
	}
	return n;
}

struct sim_port sim_port_sum(const struct sim_result *r, u32 first, u32 count)
{
	struct sim_port sum = { 0 };

	for (u32 router = 0; router < r->routers; router++) {
		for (u32 i = first; i < first + count; i++) {
			const struct sim_port *p = sim_port_at(r, router, i);

			sum.links += p->links;
			sum.packets += p->packets;
			sum.upper += p->upper;
			sum.flits += p->flits;
			sum.blocked += p->blocked;
			sum.requests += p->requests;
			sum.requests_blocked += p->requests_blocked;
			sum.stalled += p->stalled;
			sum.sent += p->sent;
			sum.resent += p->resent;
			sum.waited += p->waited;
			for (u32 a = 0; a < SEASTAR_AGE_BINS; a++)
				sum.ages[a] += p->ages[a];
			sum.contested += p->contested;
			sum.inhibited += p->inhibited;
			sum.tied += p->tied;
			sum.saturated += p->saturated;
		}
	}
	return sum;
}

u32 sim_link_kinds(const struct sim_result *r)
{
	return ss_link_kinds(r->measure->topo.ops->view);
}

const char *sim_link_kind_name(const struct sim_result *r, u32 kind)
{
	return ss_link_kind(r->measure->topo.ops->view, kind);
}

struct sim_port sim_link_kind_sum(const struct sim_result *r, u32 kind)
{
	u32 first, rows = ss_link_kind_rows(r->measure->topo.ops->view, kind, &first);

	return sim_port_sum(r, first, rows);
}

double sim_vc_balance(const struct sim_result *r, u32 dim)
{
	bool datelines = r->experiment->router != SIM_ROUTER_TORUS &&
			 r->measure->topo.ops == &ss_cube_topology;
	double sum = 0;
	u64 links = 0;

	for (u32 node = 0; node < r->nodes && datelines; node++) {
		for (u32 i = 0; i < 2; i++) {
			const struct sim_port *p = sim_port_at(r, node, ss_dim_port(dim, !i));

			if (!p->packets)
				continue;
			sum += fabs((double)p->packets - 2.0 * p->upper) / p->packets;
			links++;
		}
	}
	return r->experiment->config.vcs > 1 ? sim_ratio(sum, links) : NAN;
}

double sim_port_queueing(const struct sim_result *r, const struct sim_port *p)
{
	u64 sent = p->sent;

	u32 transit = ss_config_transit(&r->experiment->config);

	return sim_ratio((double)p->waited - (double)sent * transit, sent);
}

/*
 * Return the flits that have entered the router of @node.  If row 0 is a node's port, they are
 * counted flit by flit.
 */
u64 sim_entered(const struct sim_result *r, u32 node)
{
	if (r->measure->topo.ops->view->by_port)
		return sim_port_at(r, node, SEASTAR_PORT_PROC)->flits;
	return r->own[node].flits;
}

/*
 * Return the packets and flits that @node injected.  Part of its last reply may not have entered.
 */
struct sim_injected sim_injected(const struct sim_result *r, u32 node)
{
	const struct sim_own *own = &r->own[node];
	u64 flits = sim_entered(r, node);

	return (struct sim_injected){
		.packets = r->injected[node] - own->replied,
		.flits = flits > own->reply_flits ? flits - own->reply_flits : 0,
		.replies = own->replied,
		.reply_flits = own->reply_flits,
	};
}

/* Return the flits that @nodes nodes from @first on injected, per node and cycle as a sender. */
static double load_of(const struct sim_result *r, u32 first, u32 nodes)
{
	u64 flits = 0, cycles = 0;

	for (u32 node = first; node - first < nodes; node++) {
		flits += sim_injected(r, node).flits;
		cycles += r->sending[node];
	}
	return sim_ratio(flits, cycles);
}

/* Compute the fairness among the groups of @nodes nodes that have senders. */
static struct sim_fairness fairness_of(const struct sim_result *r, u32 nodes)
{
	double *load = sim_alloc(r->nodes / nodes, sizeof(*load));
	struct sim_fairness f = { NAN, NAN, NAN, NAN, NAN };
	u32 n = 0;

	for (u32 first = 0; first < r->nodes; first += nodes) {
		double x = load_of(r, first, nodes);

		if (isnan(x))
			continue;
		load[n++] = x;
		f.min = fmin(f.min, x);
		f.max = fmax(f.max, x);
	}
	if (n && r->measured) {
		f.max_over_min = sim_ratio(f.max, f.min);
		f.cv = stats_variation(load, n);
		f.jain = stats_jain(load, n);
	}
	free(load);
	return f;
}

struct sim_fairness sim_fairness(const struct sim_result *r)
{
	return fairness_of(r, 1);
}

struct sim_fairness sim_router_fairness(const struct sim_result *r)
{
	return fairness_of(r, r->measure->topo.per_router);
}

static void extend(struct sim_range *range, u64 value, bool first)
{
	if (first || value < range->least)
		range->least = value;
	if (value > range->most)
		range->most = value;
}

struct sim_starvation sim_starvation(const struct sim_result *r)
{
	struct sim_starvation s = { .starved = 0 };
	u32 senders = 0;

	for (u32 i = 0; i < r->nodes; i++) {
		u64 injected = r->injected[i] - r->own[i].replied;

		s.starved += !injected && r->waiting[i];
		if (!r->sends[i])
			continue;
		extend(&s.injected, injected, !senders);
		extend(&s.delivered, r->measure->node[i].packets, !senders);
		senders++;
	}
	for (u32 i = 0; i < r->routers; i++)
		if (r->oldest[i] > s.oldest)
			s.oldest = r->oldest[i];
	return s;
}
