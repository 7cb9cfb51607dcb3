// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/topology/cube.h"

#include "tools/seastar/base/print.h"

#include "model.h"

#define ALL_PORTS	((1u << SEASTAR_PORTS) - 1)

static const struct watch_reading nothing;

void watch_model_start(struct watch_model *m)
{
	*m = (struct watch_model){ .object = WATCH_LINKS };
	m->sort[WATCH_DIMENSIONS] = WATCH_UNSORTED;
	m->sort[WATCH_PORTS] = WATCH_UNSORTED;
	m->sort[WATCH_ROUTERS] = STALLED;
	m->sort[WATCH_LINKS] = STALLED;
}

static void drop(struct watch_reading *r, bool *has)
{
	sample_free(&r->sample);
	*r = nothing;
	*has = false;
}

void watch_model_forget(struct watch_model *m)
{
	drop(&m->now, &m->has_now);
	drop(&m->before, &m->has_before);
	drop(&m->mark, &m->has_mark);
}

/* Return true if two readings can be subtracted: same device, same clock, in order. */
static bool follows(const struct watch_reading *after, const struct watch_reading *before)
{
	return after->device.id == before->device.id &&
	       sample_follows(&after->sample, &before->sample);
}

void watch_model_take(struct watch_model *m, struct watch_reading *r)
{
	if (m->has_now && !follows(r, &m->now))
		watch_model_forget(m);
	r->until = r->sample.time;
	if (m->has_now && r->sample.cycle > m->now.sample.cycle) {
		drop(&m->before, &m->has_before);
		m->before = m->now;
		m->has_before = true;
	} else if (m->has_now) {
		r->sample.time = m->now.sample.time;
		drop(&m->now, &m->has_now);
	}
	m->now = *r;
	m->has_now = true;
	*r = nothing;
}

static struct sample copy_sample(const struct sample *s)
{
	struct sample copy = *s;

	copy.router = allocate(s->n, sizeof(*copy.router));
	if (s->n)
		memcpy(copy.router, s->router, s->n * sizeof(*copy.router));
	return copy;
}

void watch_model_mark(struct watch_model *m)
{
	if (!m->has_now)
		return;
	drop(&m->mark, &m->has_mark);
	m->mark = m->now;
	m->mark.sample = copy_sample(&m->now.sample);
	m->has_mark = true;
}

/*
 * Sort by the next column, or the one before; unsorted is before the first column and after the
 * last.
 */
void watch_model_sort(struct watch_model *m, int step)
{
	int *sort = &m->sort[m->object];

	*sort += step;
	if (*sort == WATCH_COLUMNS)
		*sort = WATCH_UNSORTED;
	else if (*sort < WATCH_UNSORTED)
		*sort = WATCH_COLUMNS - 1;
}

/* Return the reading that counts start from; NULL: the creation of the device. */
static const struct watch_reading *origin(const struct watch_model *m)
{
	if (m->since == WATCH_INTERVAL && m->has_before)
		return &m->before;
	if (m->since == WATCH_MARK && m->has_mark)
		return &m->mark;
	return NULL;
}

/* Return the seconds between a reading and an earlier one. */
static double seconds(const struct watch_reading *after, const struct watch_reading *before)
{
	return (double)(int64_t)(after->sample.time - before->until) / 1e9;
}

static double speed(const struct watch_model *m)
{
	double s = m->has_before ? seconds(&m->now, &m->before) : 0;

	return s > 0 ? (m->now.sample.cycle - m->before.sample.cycle) / s : NAN;
}

static void view_traffic(struct watch_view *v, const struct sample *s)
{
	double flits = 0;
	size_t i;

	for (i = 0; i < s->n; i++)
		flits += vcs_sum(s->router[i].counter[SEASTAR_PORT_PROC],
				 SEASTAR_COUNTER_VC0_FLITS);
	v->injected = flits / v->cycles / s->n;
}

/*
 * Return true if the counts of the sources are older than the counters: the driver repeats them
 * until their lifespan is over.
 */
static bool is_stale(const struct watch_reading *now, const struct watch_reading *from)
{
	return now->sample.cycle > from->sample.cycle &&
	       now->sources.cycle == from->sources.cycle;
}

/* Fill in the view of the sources. They are read after the counters, so their cycles differ. */
static void view_sources(struct watch_view *v, const struct watch_reading *now,
			 const struct watch_reading *from)
{
	v->accepted = NAN;
	v->has_sources = now->has_sources;
	v->sources = now->sources;
	if (!from || !now->has_sources)
		return;
	v->has_sources = from->has_sources && !is_stale(now, from) &&
			 sources_follow(&now->sources, &from->sources);
	if (!v->has_sources)
		return;
	sources_subtract(&v->sources, &from->sources);
	v->accepted = (double)v->sources.flits / v->sources.cycle / v->sources.n;
}

/* Return true if a dimension has links: one of a single router has none. */
static bool model_has_links(const struct ss_topology *t, unsigned int group)
{
	return !group || t->size[group - 1] > 1;
}

static void view_dimensions(struct watch_view *v, const struct sample *s,
			    const struct ss_topology *t)
{
	struct groups g = groups_sum(s, BY_DIMENSION, ALL_PORTS);
	size_t i, bin;

	for (i = 0; i < g.n; i++) {
		struct group *d = &g.group[i];
		uint64_t sent = packets_sent(d->counter);

		if (model_has_links(t, i))
			v->group[i] = port_group_names[i];
		v->wait[i] = group_metric(d, WAIT);
		v->stall[i] = group_metric(d, STALLED) / sent;
		v->sent += sent;
		for (bin = 0; bin < SEASTAR_AGE_BINS; bin++)
			v->bin[bin] += d->counter[SEASTAR_COUNTER_AGE_BIN0 + bin];
	}
	groups_free(&g);
}

/* Count the input ports of a group: each takes at most a flit per cycle. */
static size_t inputs(const struct sample *s, enum grouping by, size_t group)
{
	if (by == BY_ROUTER)
		return SEASTAR_PORTS;
	return by == BY_DIMENSION && group ? 2 * s->n : s->n;
}

/* Fill in the columns of a row from counters of @ports input ports. */
static void fill_row(const struct watch_view *v, struct watch_row *row, const struct group *g,
		     size_t ports)
{
	unsigned int c;

	for (c = 0; c < METRICS; c++) {
		row->value[c] = group_metric(g, c);
		if (v->per_second && c != WAIT)
			row->value[c] /= v->seconds;
	}
	row->value[WATCH_LOAD] = group_metric(g, FLITS) / v->cycles / ports;
}

static void view_groups(struct watch_view *v, const struct sample *s,
			const struct ss_topology *t, enum grouping by)
{
	struct groups g = groups_sum(s, by, ALL_PORTS);
	size_t i;

	v->row = allocate(g.n, sizeof(*v->row));
	for (i = 0; i < g.n; i++) {
		struct watch_row *row = &v->row[v->rows];

		if (by != BY_ROUTER && !model_has_links(t, by == BY_PORT ? port_group(i) : i))
			continue;
		v->rows++;
		snprintf(row->name, sizeof(row->name), "%s", g.group[i].name);
		fill_row(v, row, &g.group[i], inputs(s, by, i));
	}
	groups_free(&g);
}

/*
 * Return the counters of a link, from both its ends: stalls from the output, arrivals and blocking
 * from the neighbour's input.
 */
static struct group link_counters(const struct sample *s, uint32_t router, uint32_t neighbour,
				  unsigned int port)
{
	struct group g = { 0 };

	memcpy(g.counter, s->router[neighbour].counter[ss_opposite(port)], sizeof(g.counter));
	g.counter[SEASTAR_COUNTER_STALLED] =
		s->router[router].counter[port][SEASTAR_COUNTER_STALLED];
	return g;
}

static void view_links(struct watch_view *v, const struct sample *s, const struct device *d)
{
	uint32_t router, neighbour;
	char place[PLACE_TEXT_MAX];
	unsigned int port;

	v->row = allocate(s->n * SEASTAR_PORTS, sizeof(*v->row));
	for (router = 0; router < s->n; router++) {
		for (port = SEASTAR_PORT_XP; port < SEASTAR_PORTS; port++) {
			struct watch_row *row = &v->row[v->rows];
			struct group g;

			neighbour = ss_neighbour(&d->core, router, port);
			/* a BAR may have fewer routers than the fabric */
			if (neighbour == SS_NO_ROUTER || neighbour >= s->n)
				continue;
			v->rows++;
			g = link_counters(s, router, neighbour, port);
			place_text(d, router, place);
			snprintf(row->name, sizeof(row->name), "%s %s", place, port_names[port]);
			fill_row(v, row, &g, 1);
		}
	}
}

static int sort_column;

/* Compare two rows: the largest first, NaN last, equal ones in their former order. */
static int compare_rows(const void *a, const void *b)
{
	const struct watch_row *x = a, *y = b;
	double p = x->value[sort_column], q = y->value[sort_column];

	if (isnan(p) != isnan(q))
		return isnan(p) ? 1 : -1;
	if (isnan(p) || p == q)
		return x->order < y->order ? -1 : x->order > y->order;
	return p < q ? 1 : -1;
}

static void sort_rows(struct watch_view *v, int column)
{
	size_t i;

	if (column == WATCH_UNSORTED)
		return;
	for (i = 0; i < v->rows; i++)
		v->row[i].order = i;
	sort_column = column;
	qsort(v->row, v->rows, sizeof(*v->row), compare_rows);
}

void watch_model_view(const struct watch_model *m, struct watch_view *v)
{
	const struct watch_reading *now = &m->now, *from = origin(m);
	struct sample s = copy_sample(&now->sample);
	struct device d = { .topology = now->device.topology };

	*v = (struct watch_view){ .cycles = s.cycle, .since = from ? m->since : WATCH_CREATION };
	topology_core(&d.topology, &d.core);
	if (from) {
		sample_subtract(&s, &from->sample);
		v->cycles -= from->sample.cycle;
		v->seconds = seconds(now, from);
	}
	v->per_second = v->since == WATCH_INTERVAL && v->seconds > 0;
	v->speed = speed(m);
	v->gap = s.flags & SEASTAR_STATS_FLAG_GAP;
	view_traffic(v, &s);
	view_sources(v, now, from);
	view_dimensions(v, &s, &d.core);
	if (m->object == WATCH_LINKS)
		view_links(v, &s, &d);
	else if (m->object == WATCH_ROUTERS)
		view_groups(v, &s, &d.core, BY_ROUTER);
	else if (m->object == WATCH_PORTS)
		view_groups(v, &s, &d.core, BY_PORT);
	else if (m->object == WATCH_DIMENSIONS)
		view_groups(v, &s, &d.core, BY_DIMENSION);
	sort_rows(v, m->sort[m->object]);
	sample_free(&s);
}

void watch_view_free(struct watch_view *v)
{
	free(v->row);
	*v = (struct watch_view){ 0 };
}
