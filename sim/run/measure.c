// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdlib.h>

#include "sim/base/memory.h"

#include "measure.h"

struct sim_measure *sim_measure_new(const struct ss_config *cfg)
{
	struct sim_measure *m = sim_alloc(1, sizeof(*m));

	ss_config_topology(cfg, &m->topo);
	m->nodes = m->topo.nodes;
	m->reach = m->topo.ops->view->diameter(&m->topo);
	m->latency.min = U64_MAX;
	m->network.min = U64_MAX;
	m->hops = sim_alloc(m->reach + 1, sizeof(*m->hops));
	m->reports_paths = ss_config_reports_paths(cfg);
	m->place = sim_alloc(m->topo.routers, sizeof(*m->place));
	for (u32 r = 0; r < m->topo.routers; r++)
		m->place[r] = m->topo.ops->view->place(&m->topo, r);
	return m;
}

void sim_measure_begin(struct sim_measure *m)
{
	m->on = true;
	m->node = sim_alloc(m->nodes, sizeof(*m->node));
}

void sim_measure_free(struct sim_measure *m)
{
	if (!m)
		return;
	free(m->hops);
	free(m->node);
	free(m->place);
	free(m->born);
	sim_reordering_free(m->reordering);
	free(m);
}

u32 sim_distance(const struct sim_measure *m, u32 from, u32 to)
{
	const struct ss_topology *t = &m->topo;

	return t->ops->view->distance(t, &m->place[ss_router_of(t, from)],
				      &m->place[ss_router_of(t, to)]);
}

static void spread_value(struct sim_spread *s, u64 value)
{
	s->packets++;
	s->sum += value;
	s->squares += (u128)value * value;
	s->bin[histogram_bin(value)]++;
	if (value < s->min)
		s->min = value;
	if (value > s->max)
		s->max = value;
}

void sim_measure_cover(struct sim_measure *m, u32 intervals)
{
	if (intervals <= m->intervals)
		return;
	m->born = sim_grow(m->born, intervals, sizeof(*m->born));
	memset(m->born + m->intervals, 0, (intervals - m->intervals) * sizeof(*m->born));
	m->intervals = intervals;
}

static void tally_birth(struct sim_measure *m, u64 birth, const struct sim_tally *one)
{
	u32 i = birth / m->interval;

	if (i >= m->intervals)
		sim_measure_cover(m, 2 * i + 1);
	sim_tally_add(&m->born[i], one);
}

static void count_way(struct sim_measure *m, const struct ss_delivery *d)
{
	m->ways.packets[d->hops[0]][d->hops[1]]++;
	for (u32 i = 0; i < SS_LATENCY_PARTS; i++)
		m->ways.part[i] += d->part[i];
}

void sim_measure_delivery(void *ctx, const struct ss_delivery *d)
{
	u64 latency = d->cycle - d->birth, network = d->cycle - d->injected;
	u32 from = d->source, to = d->dest;
	struct sim_measure *m = ctx;
	struct sim_tally one = {
		.packets = 1,
		.flits = d->flits,
		.latency = latency,
		.network = network,
		.max = latency,
		.misrouted = d->misrouted,
	};
	struct sim_hops *h;

	sim_tally_add(&m->tally, &one);
	if (m->interval)
		tally_birth(m, d->birth, &one);
	if (m->reordering)
		sim_reordering_note(m->reordering, d, m->on, &m->late);
	if (!m->on)
		return;
	spread_value(&m->latency, latency);
	spread_value(&m->network, network);
	h = &m->hops[sim_distance(m, from, to)];
	h->packets++;
	h->latency += latency;
	h->network += network;
	if (latency > h->max)
		h->max = latency;
	sim_tally_add(&m->by_class[d->response], &one);
	if (m->reports_paths)
		count_way(m, d);
	m->node[from].packets++;
	m->node[from].flits += d->flits;
	m->node[from].latency += latency;
	if (latency > m->node[from].max)
		m->node[from].max = latency;
	m->node[to].received += d->flits;
}

struct sim_tally sim_measure_take(struct sim_measure *m)
{
	struct sim_tally t = m->tally;

	memset(&m->tally, 0, sizeof(m->tally));
	return t;
}

void sim_tally_add(struct sim_tally *to, const struct sim_tally *t)
{
	to->packets += t->packets;
	to->flits += t->flits;
	to->latency += t->latency;
	to->network += t->network;
	to->misrouted += t->misrouted;
	to->sender_cycles += t->sender_cycles;
	if (t->max > to->max)
		to->max = t->max;
}

static void spread_add(struct sim_spread *to, const struct sim_spread *s)
{
	to->packets += s->packets;
	to->sum += s->sum;
	to->squares += s->squares;
	for (u32 i = 0; i < HISTOGRAM_BINS; i++)
		to->bin[i] += s->bin[i];
	if (s->min < to->min)
		to->min = s->min;
	if (s->max > to->max)
		to->max = s->max;
}

static void ways_add(struct sim_ways *to, const struct sim_ways *w)
{
	for (u32 i = 0; i < SS_WAY_HOPS; i++)
		for (u32 k = 0; k < SS_WAY_HOPS; k++)
			to->packets[i][k] += w->packets[i][k];
	for (u32 i = 0; i < SS_LATENCY_PARTS; i++)
		to->part[i] += w->part[i];
}

/* Add the counts of nodes.  The first ones to come are moved: large fabrics have many nodes. */
static void nodes_add(struct sim_measure *to, struct sim_measure *from)
{
	if (!to->node) {
		to->node = from->node;
		from->node = NULL;
		return;
	}
	for (u32 i = 0; i < to->nodes; i++) {
		struct sim_node *n = &to->node[i];
		const struct sim_node *g = &from->node[i];

		n->packets += g->packets;
		n->flits += g->flits;
		n->latency += g->latency;
		n->received += g->received;
		if (g->max > n->max)
			n->max = g->max;
	}
}

void sim_measure_add(struct sim_measure *to, struct sim_measure *from)
{
	sim_tally_add(&to->tally, &from->tally);
	sim_measure_cover(to, from->intervals);
	for (u32 i = 0; i < from->intervals; i++)
		sim_tally_add(&to->born[i], &from->born[i]);
	spread_add(&to->latency, &from->latency);
	spread_add(&to->network, &from->network);
	ways_add(&to->ways, &from->ways);
	sim_late_add(&to->late, &from->late);
	for (u32 i = 0; i < 2; i++)
		sim_tally_add(&to->by_class[i], &from->by_class[i]);
	for (u32 i = 0; i <= to->reach; i++) {
		struct sim_hops *h = &to->hops[i];
		const struct sim_hops *g = &from->hops[i];

		h->packets += g->packets;
		h->latency += g->latency;
		h->network += g->network;
		if (g->max > h->max)
			h->max = g->max;
	}
	nodes_add(to, from);
}

double sim_spread_mean(const struct sim_spread *s)
{
	return s->packets ? (double)s->sum / s->packets : NAN;
}

double sim_spread_deviation(const struct sim_spread *s)
{
	u128 squares = s->squares * s->packets, sum = (u128)s->sum * s->sum;

	if (!s->packets)
		return NAN;
	return sqrt((double)(squares - sum)) / s->packets;
}

u64 sim_spread_percentile(const struct sim_spread *s, u32 permille)
{
	u64 rank = (u64)(((u128)s->packets * permille + 999) / 1000), seen = 0;
	u32 bin = 0;
	u64 high;

	for (; bin < HISTOGRAM_BINS; bin++) {
		seen += s->bin[bin];
		if (seen >= rank && seen)
			break;
	}
	high = histogram_high(bin);
	return high < s->max ? high : s->max;
}
