// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>

#include <lengths.h>
#include <pattern.h>

#include "sim/base/memory.h"
#include "sim/graph500/load.h"
#include "sim/experiment/keys.h"
#include "sim/route/generate.h"
#include "sim/trace/kind.h"
#include "sim/trace/write.h"

#include "counters.h"
#include "runner.h"

static bool out_of_memory(struct sim_error *err, size_t bytes)
{
	return sim_fail(err, "this fabric needs %zu MiB of memory, more than there is: make it smaller",
			bytes >> 20);
}

static void apply_aging(struct ss_fabric *f, const struct sim_settings *s)
{
	u32 first, routers = ss_fabric_own_routers(f, &first);

	for (u32 r = first; r - first < routers; r++) {
		const struct ss_aging *a = s->agings ? &s->agings[r] : &s->aging;
		struct ss_aging old;

		ss_aging_get(f, r, &old);
		/* a write of the period restarts its tick: avoid it if nothing changes */
		if (old.period != a->period)
			ss_aging_set_period(f, r, a->period);
		ss_aging_set_select(f, r, a->select);
		for (u32 c = 0; c < SS_CLASSES; c++)
			for (u32 p = 0; p < SS_PORTS; p++)
				if (old.bias[c][p] != a->bias[c][p])
					ss_aging_set_bias(f, r, p, c, a->bias[c][p]);
	}
}

/* Map a large block of memory in each process that runs the fabric, or in none. */
static void *map_for_all(u32 regions, size_t bytes)
{
	void *mem = sim_map(bytes);

	if (sim_crew_agree(regions, mem))
		return mem;
	sim_unmap(mem);
	return NULL;
}

static void count_senders(struct runner *run)
{
	u32 senders[SS_MAX_REGIONS] = { 0 };

	run->senders = 0;
	for (u32 i = 0; i < run->threads; i++) {
		u32 first, nodes = ss_region_nodes(run->f, i, &first);

		for (u32 n = first; n - first < nodes && ss_region_is_own(run->f, i); n++)
			senders[i] += ss_source_sends(run->f, n);
	}
	sim_crew_share(run->crew, senders, sizeof(senders[0]));
	for (u32 i = 0; i < run->threads; i++)
		run->senders += senders[i];
}

/* Make the table of a Graph500 search, which also goes into the result. */
static void tabulate(struct runner *run, const struct sim_settings *s, struct ss_traffic *t)
{
	const struct sim_search *search = &s->search;
	struct graph500_load load = {
		.size = { search->scale, search->edge_factor, t->ranks ? t->ranks : run->r->nodes },
		.model = search->model, .coalescing = search->coalescing,
		.query_time = search->query_time, .cycle_time = run->e->cycle_time,
		.degree = search->root_degree, .seed = run->e->config.seed,
	};

	graph500_table_free(&run->r->search);
	graph500_tabulate(&load, &run->r->search);
	t->levels = run->r->search.levels;
	t->root = run->r->search.root;
	t->search_seed = load.seed;
	t->search = run->r->search.list;
}

static bool apply_traffic(struct runner *run, const struct sim_settings *s, struct sim_error *err)
{
	struct ss_fabric *f = run->f;
	u8 *scratch = sim_alloc(ss_fabric_nodes(f), 1);
	struct ss_traffic t = sim_traffic(s);
	const char *why;
	size_t bytes;
	void *mem;

	if (t.pattern == SS_PATTERN_GRAPH500)
		tabulate(run, s, &t);
	why = ss_traffic_check(f, &t, scratch);
	free(scratch);
	if (why)
		return sim_fail(err, "%s", why);
	sim_crew_packets(run->crew, f);
	bytes = ss_traffic_bytes(f, &t);
	mem = map_for_all(run->threads, bytes);
	if (!mem)
		return out_of_memory(err, bytes);
	sim_unmap(ss_traffic_set(f, &t, mem));
	count_senders(run);
	return true;
}

/* Return true if a key of traffic was given in @phase. */
static bool changes_traffic(const struct sim_phase *phase)
{
	for (u32 i = 0; i < sim_key_count; i++)
		if (phase->origin[i].level && sim_keys[i].group == SIM_GROUP_TRAFFIC)
			return true;
	return false;
}

/* Means over messages: flits of a message, and packets that it is split into. */
struct means {
	double flits;
	double packets;
};

static struct means means_of(const struct ss_config *cfg, const struct ss_lengths *l)
{
	double flits = 0, packets = 0, weight = 0;

	for (u32 i = 0; i < ss_lengths_count(l); i++) {
		double w = l->weight[i];

		flits += w * l->flits[i];
		packets += w * ((l->flits[i] + cfg->max_packet - 1) / cfg->max_packet);
		weight += w;
	}
	if (weight <= 0)
		return (struct means){ 0, 1 };
	return (struct means){ flits / weight, packets / weight };
}

/* Compute the means over all parts of the traffic, without replies. */
static struct means means_of_traffic(const struct ss_config *cfg, const struct ss_traffic *t)
{
	double flits = 0, packets = 0, weight = 0;

	for (u32 i = 0; i <= t->parts; i++) {
		const struct ss_part p = ss_traffic_part(t, i);
		struct means m = means_of(cfg, &p.lengths);

		flits += p.weight * m.flits;
		packets += p.weight * m.packets;
		weight += p.weight;
	}
	return (struct means){ flits / weight, packets / weight };
}

/* Estimate the flits of @packets born, of which each of the @dropped stands for a whole message. */
static double flits_born(const struct means *m, u64 packets, u64 dropped)
{
	double of_packet = m->flits / m->packets;

	return packets * of_packet + dropped * (m->flits - of_packet);
}

u64 runner_traced_flits(const struct runner *run)
{
	if (run->job)
		return job_flits(run->job, run->crew);
	return run->feed ? feed_flits(run->feed) : 0;
}

void runner_account(struct runner *run)
{
	const struct ss_traffic t = sim_traffic(&run->e->phase[run->phase].settings);
	const struct sim_totals now = sim_counters_totals(run->crew, run->f);
	const struct sim_totals *then = &run->accounted;
	const struct ss_config *cfg = ss_fabric_config(run->f);
	const struct means own = means_of_traffic(cfg, &t), reply = means_of(cfg, &t.reply);
	u64 replies = now.replies - then->replies;
	u32 first, nodes = ss_fabric_own_nodes(run->f, &first);

	if (run->feed || run->job) {
		u64 flits = runner_traced_flits(run);

		run->r->offered_flits += flits - run->accounted_flits;
		run->accounted_flits = flits;
	} else {
		run->r->offered_flits += flits_born(&own, now.offered - then->offered - replies,
						    now.dropped - then->dropped);
	}
	run->r->offered_flits += replies * reply.flits;
	run->r->offered_replies += replies * reply.flits;
	run->accounted = now;
	for (u32 i = first; i - first < nodes; i++) {
		if (!ss_source_sends(run->f, i))
			continue;
		run->r->sends[i] = true;
		run->r->sending[i] += runner_now(run) - run->accounted_at;
	}
	run->accounted_at = runner_now(run);
}

/* Begin the next phase of the experiment. */
static bool change(struct runner *run, struct sim_error *err)
{
	const struct sim_phase *next = &run->e->phase[run->phase + 1];
	u64 dropped = sim_counters_totals(run->crew, run->f).dropped, forgotten;

	runner_account(run);
	run->phase++;
	if (run->e->router == SIM_ROUTER_SEASTAR)
		apply_aging(run->f, &next->settings);
	if (!changes_traffic(next))
		return true;
	if (!apply_traffic(run, &next->settings, err))
		return false;
	forgotten = sim_counters_totals(run->crew, run->f).dropped - dropped;
	run->r->forgotten += forgotten;
	run->accounted.dropped += forgotten;
	return true;
}

void runner_end_point(struct runner *run)
{
	struct sim_result *r = run->r;
	struct sim_point *p;

	/* the array doubles: it is full when its size is a power of two */
	if (!(r->points & (r->points - 1)))
		r->point = sim_grow(r->point, r->points ? 2 * r->points : 1, sizeof(*p));
	p = &r->point[r->points++];
	p->from = run->point_from;
	p->cycles = runner_now(run) - run->point_from;
	p->tally = run->point;
	p->totals = sim_counters_totals(run->crew, run->f);
	memset(&run->point, 0, sizeof(run->point));
	run->point_from = runner_now(run);
}

/* Add the tallies of all regions for the last @cycles to the present batch and point. */
static void take_tallies(struct runner *run, u64 cycles)
{
	struct sim_tally t[SS_MAX_REGIONS];

	for (u32 i = 0; i < run->threads; i++)
		if (run->measure[i])
			t[i] = sim_measure_take(run->measure[i]);
	sim_crew_share(run->crew, t, sizeof(t[0]));
	t[0].sender_cycles = run->senders * cycles;
	for (u32 i = 0; i < run->threads; i++) {
		sim_tally_add(&run->since, &t[i]);
		sim_tally_add(&run->point, &t[i]);
	}
}

static struct trace_writer *writer(const struct runner *run)
{
	return run->watch ? run->watch->writer : NULL;
}

/* Fill in, in all processes, the number of messages that each region's writer has noted. */
static void count_noted(struct runner *run, u64 noted[SS_MAX_REGIONS])
{
	for (u32 i = 0; i < run->threads; i++)
		noted[i] = trace_writer_noted(writer(run), i);
	sim_crew_share(run->crew, noted, sizeof(*noted));
}

/* Return true if the noted messages are so many that the leader is to write some. */
static bool is_full(struct runner *run, const u64 noted[SS_MAX_REGIONS])
{
	u64 others = 0;
	bool full;

	for (u32 i = 0; i < run->threads; i++)
		others += ss_region_is_own(run->f, i) ? 0 : noted[i];
	full = trace_writer_is_full(writer(run), others);
	sim_crew_broadcast(run->crew, 0, &full, sizeof(full));
	return full;
}

/* Send the messages that ranks have noted to the leader. */
static void gather_noted(struct runner *run, const u64 noted[SS_MAX_REGIONS])
{
	for (u32 i = 1; sim_crew_ranks() && i < run->threads; i++) {
		size_t bytes = 0;
		void *at = NULL;

		if (ss_region_is_own(run->f, i))
			at = trace_writer_give(writer(run), i, &bytes);
		else if (sim_crew_leads(run->crew))
			at = trace_writer_room(writer(run), i, noted[i], &bytes);
		sim_crew_give(run->crew, i, at, bytes);
	}
}

/* Return the birth of the oldest message that waits at a source, or the present cycle. */
static u64 oldest_waiting(struct runner *run)
{
	u64 oldest[SS_MAX_REGIONS], before = runner_now(run);

	for (u32 i = 0; i < run->threads; i++) {
		u32 first, nodes = ss_region_nodes(run->f, i, &first);

		oldest[i] = U64_MAX;
		for (u32 n = first; ss_region_is_own(run->f, i) && n - first < nodes; n++) {
			u64 birth = ss_oldest_waiting(run->f, n);

			oldest[i] = birth < oldest[i] ? birth : oldest[i];
		}
	}
	sim_crew_share(run->crew, oldest, sizeof(*oldest));
	for (u32 i = 0; i < run->threads; i++)
		before = oldest[i] < before ? oldest[i] : before;
	return before;
}

/* If many messages are noted, write those older than all messages that wait at sources. */
static void write_messages(struct runner *run)
{
	u64 noted[SS_MAX_REGIONS], before;

	if (!writer(run))
		return;
	count_noted(run, noted);
	if (!is_full(run, noted))
		return;
	gather_noted(run, noted);
	before = oldest_waiting(run);
	if (sim_crew_leads(run->crew))
		trace_writer_flush(writer(run), before);
}

void runner_write_waiting(struct runner *run)
{
	u64 noted[SS_MAX_REGIONS];

	if (!writer(run))
		return;
	for (u32 i = 0; i < run->threads; i++) {
		u32 first, nodes = ss_region_nodes(run->f, i, &first);

		for (u32 n = first; ss_region_is_own(run->f, i) && n - first < nodes; n++)
			ss_each_waiting(run->f, n, trace_writer_note,
					trace_writer_region(writer(run), i));
	}
	count_noted(run, noted);
	gather_noted(run, noted);
}

bool runner_advance(struct runner *run, u64 end, struct sim_error *err)
{
	u64 interval = run->e->interval;

	while (runner_now(run) < end) {
		bool more = run->phase + 1 < run->e->phases;
		u64 due = more ? run->e->phase[run->phase + 1].at : U64_MAX, stop = end, cycles;

		if (stop > due)
			stop = due;
		if (interval && stop > run->point_from + interval)
			stop = run->point_from + interval;
		if (run->feed && !feed_give(run->feed, run->f, &stop, err))
			return false;
		cycles = stop - runner_now(run);
		sim_crew_run(run->crew, cycles);
		take_tallies(run, cycles);
		write_messages(run);
		if (interval && stop == run->point_from + interval)
			runner_end_point(run);
		if (stop == due && !change(run, err))
			return false;
	}
	return true;
}

struct sim_tally runner_take(struct runner *run)
{
	struct sim_tally t = run->since;

	memset(&run->since, 0, sizeof(run->since));
	return t;
}

void runner_measure(struct runner *run)
{
	for (u32 i = 0; i < run->threads; i++)
		if (run->measure[i])
			sim_measure_begin(run->measure[i]);
}

/* Return the number of intervals of births so far, or 0 if the time series is not by birth. */
static u32 births(const struct runner *run)
{
	u64 interval = sim_birth_interval(run->e);

	return interval ? (runner_now(run) + interval - 1) / interval : 0;
}

/* Give the leader the counts of @region: @m has them, or on the leader receives them. */
static void give_measure(struct runner *run, u32 region, struct sim_measure *m)
{
	sim_measure_cover(m, births(run));
	sim_crew_give(run->crew, region, &m->latency, sizeof(m->latency));
	sim_crew_give(run->crew, region, &m->network, sizeof(m->network));
	sim_crew_give(run->crew, region, m->hops, (m->reach + 1) * sizeof(*m->hops));
	sim_crew_give(run->crew, region, &m->ways, sizeof(m->ways));
	sim_crew_give(run->crew, region, &m->late, sizeof(m->late));
	sim_crew_give(run->crew, region, m->by_class, sizeof(m->by_class));
	sim_crew_give(run->crew, region, m->node, m->nodes * sizeof(*m->node));
	sim_crew_give(run->crew, region, m->born, births(run) * sizeof(*m->born));
}

static struct sim_measure *new_begun(const struct runner *run)
{
	struct sim_measure *m = sim_measure_new(ss_fabric_config(run->f));

	sim_measure_begin(m);
	return m;
}

void runner_settle(struct runner *run)
{
	bool leads = sim_crew_leads(run->crew);

	sim_measure_cover(run->r->measure, births(run));
	for (u32 i = 0; i < run->threads; i++) {
		struct sim_measure *m = run->measure[i], *given = NULL;

		if (!m && leads)
			given = new_begun(run);
		if (!m && !leads)
			continue;
		give_measure(run, i, m ? m : given);
		if (leads)
			sim_measure_add(run->r->measure, m ? m : given);
		sim_measure_free(given);
	}
}

/* Set the look-up tables of the fabric, which stay the same for the whole run. */
static void set_tables(struct runner *run)
{
	const struct ss_config *cfg = ss_fabric_config(run->f);
	struct ss_survey *survey = sim_alloc(1, ss_survey_bytes(cfg));
	void *scratch = sim_alloc(1, ss_survey_scratch(cfg));

	ss_survey_make(survey, cfg, &run->loaded, scratch, NULL, NULL);
	ss_tables_set(run->f, &run->loaded, survey);
	run->r->exceptions = ss_tables_exceptions(run->f);
	free(scratch);
	free(survey);
}

static bool load_tables(struct runner *run, struct sim_error *err)
{
	struct route_plan *p;

	if (!sim_has_tables(run->e))
		return true;
	p = sim_route_plan(run->e, err);
	if (!p)
		return false;
	run->tables = route_generate(p, &run->r->missing);
	run->nid = sim_alloc(p->topo.routers, sizeof(*run->nid));
	memcpy(run->nid, p->nid, p->topo.routers * sizeof(*run->nid));
	run->loaded = route_tables_loaded(run->tables, run->nid, p->dateline);
	route_plan_free(p);
	set_tables(run);
	return true;
}

static bool set_lossy(struct runner *run, struct sim_error *err)
{
	struct sim_lossy *links;
	u32 n;

	links = sim_lossy_links(run->e, &n, err);
	for (u32 i = 0; links && i < n; i++)
		ss_link_set_errors(run->f, links[i].router, links[i].port, links[i].bit_errors);
	free(links);
	return links;
}

/* Return true if @k has the same value in @e and in @other. */
static bool has_same(const struct sim_key *k, const struct sim_experiment *e,
		     const struct sim_experiment *other)
{
	char *a = sim_key_text(k, e, 0), *b = sim_key_text(k, other, 0);
	bool same = !strcmp(a, b);

	free(a);
	free(b);
	return same;
}

/* Refuse keys that only programs have, unless they have their defaults, as results do. */
static bool check_messages(const struct sim_experiment *e, struct sim_error *err)
{
	struct sim_experiment *usual = sim_experiment_new();
	bool ok = true;

	for (u32 i = 0; i < sim_key_count && ok; i++)
		if (sim_keys[i].of_programs && !has_same(&sim_keys[i], e, usual))
			ok = sim_fail(err, "'%s' is for programs, and %.200s is a trace of messages (docs/traces.md)",
				      sim_keys[i].name, e->phase[0].settings.trace);
	sim_experiment_free(usual);
	return ok;
}

/* Open the trace, and find from its beginning whether it has messages or a program. */
static bool open_trace(struct runner *run, const struct sim_settings *s, struct sim_error *err)
{
	enum trace_kind kind;
	FILE *from;

	if (!sim_is_traced(s))
		return true;
	kind = trace_kind_of(s->trace);
	if (kind != TRACE_KIND_OTHER && kind != TRACE_KIND_MESSAGES && kind != TRACE_KIND_PROGRAM)
		return trace_kind_refuse(s->trace, kind, err);
	from = strcmp(s->trace, "-") ? fopen(s->trace, "r") : stdin;
	if (!from)
		return sim_fail(err, "%.200s: %s", s->trace, strerror(errno));
	if (job_is_program(from)) {
		run->job = job_open(from, run->e, err);
		return run->job;
	}
	run->feed = feed_open(from, s->trace, err);
	return run->feed && check_messages(run->e, err);
}

bool runner_begin(struct runner *run, struct sim_error *err)
{
	const struct sim_settings *first = &run->e->phase[0].settings;
	struct ss_config cfg = sim_config(run->e);
	const char *why;
	size_t bytes;
	void *mem;

	cfg.regions = run->threads;
	cfg.own = sim_crew_own(cfg.regions);
	if (!open_trace(run, first, err))
		return false;
	cfg.cycles = sim_longest(run->e);
	cfg.programs = !!run->job;
	why = ss_config_check(&cfg);
	if (why)
		return sim_fail(err, "%s", why);
	bytes = ss_fabric_bytes(&cfg);
	mem = map_for_all(run->threads, bytes);
	if (!mem)
		return out_of_memory(err, bytes);
	run->f = ss_fabric_init(mem, &cfg);
	run->measure = sim_alloc(run->threads, sizeof(*run->measure));
	for (u32 i = 0; i < run->threads; i++) {
		if (!ss_region_is_own(run->f, i))
			continue;
		run->measure[i] = sim_measure_new(&cfg);
		run->measure[i]->interval = sim_birth_interval(run->e);
		if (run->e->reordering == SIM_REORDERING_COUNTED)
			run->measure[i]->reordering = sim_reordering_new();
		ss_region_on_delivery(run->f, i, sim_measure_delivery, run->measure[i]);
		if (writer(run))
			ss_region_on_message(run->f, i, trace_writer_note,
					     trace_writer_region(writer(run), i));
	}
	run->crew = sim_crew_new(run->f);
	if (!run->crew)
		return out_of_memory(err, bytes);
	if (!load_tables(run, err) || !set_lossy(run, err))
		return false;
	if (run->e->router == SIM_ROUTER_SEASTAR)
		apply_aging(run->f, first);
	return apply_traffic(run, first, err) &&
	       (!run->job || job_begin(run->job, run->f, err));
}

void runner_end(struct runner *run)
{
	feed_close(run->feed);
	job_close(run->job);
	if (!run->f)
		return;
	sim_crew_free(run->crew);
	for (u32 i = 0; i < run->threads; i++)
		sim_measure_free(run->measure[i]);
	free(run->measure);
	for (u32 i = 0; i < run->threads; i++)
		free(ss_trace_mem(run->f, i));
	sim_unmap(ss_traffic_mem(run->f));
	sim_unmap(run->f);
	route_tables_free(run->tables);
	free(run->nid);
}
