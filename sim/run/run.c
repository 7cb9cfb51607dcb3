// SPDX-License-Identifier: GPL-2.0-only
/* Running an experiment: warm-up and measuring, for given cycles or by rule. */
#define _GNU_SOURCE	/* CPU_COUNT() */
#include <sched.h>
#include <stdlib.h>

#include "sim/base/memory.h"

#include "batch.h"
#include "bunch.h"
#include "counters.h"
#include "runner.h"
#include "standstill.h"
#include "steady.h"
#include "verdict.h"

static bool is_deadlocked(struct runner *run)
{
	return sim_deadlock_find(run->crew, run->f, &run->r->deadlock);
}

static void report_progress(const struct runner *run, const char *doing)
{
	if (run->watch && run->watch->report)
		run->watch->report(run->watch->to, doing, runner_now(run), sim_longest(run->e));
}

/* Measurements of a warm-up by rule: arrays with an element per slice. */
struct history {
	double *latency;
	double *flits;
	double *queued;
	u64 *offered;
	u32 n;
};

static void look(struct runner *run, struct history *h)
{
	struct sim_totals totals = sim_counters_totals(run->crew, run->f);
	struct sim_tally t = runner_take(run);
	u32 n = h->n++;

	if (!(n & (n - 1))) {
		u32 room = n ? 2 * n : 1;

		h->latency = sim_grow(h->latency, room, sizeof(double));
		h->flits = sim_grow(h->flits, room, sizeof(double));
		h->queued = sim_grow(h->queued, room, sizeof(double));
		h->offered = sim_grow(h->offered, room, sizeof(u64));
	}
	if (t.packets)
		h->latency[n] = (double)t.latency / t.packets;
	else
		h->latency[n] = n ? h->latency[n - 1] : 0;
	h->flits[n] = t.flits;
	h->queued[n] = totals.queued;
	h->offered[n] = totals.offered;
}

static bool backlog_grows(const struct runner *run, const struct history *h)
{
	const struct sim_settings *settings = &run->e->phase[run->phase].settings;
	u32 half = h->n / 2;

	return sim_backlog_grows(h->queued + half, h->n - half,
				 sim_chance(&run->e->config, settings, run->senders),
				 h->offered[h->n - 1] - h->offered[half]);
}

/* Return true if the warm-up is over, and put the reason into the result. */
static bool has_settled(struct runner *run, const struct history *h)
{
	struct sim_result *r = run->r;

	if (!steady_has_settled(h->flits, h->n))
		return false;
	if (steady_has_settled(h->latency, h->n)) {
		r->settled = true;
		snprintf(r->steady_why, sizeof(r->steady_why),
			 "accepted load and latency settled in the first 40 %% of %llu cycles (MSER-5)",
			 (unsigned long long)runner_now(run));
		return true;
	}
	if (!backlog_grows(run, h))
		return false;
	snprintf(r->steady_why, sizeof(r->steady_why),
		 "accepted load settled in the first 40 %% of %llu cycles (MSER-5), but the number of packets that wait at sources grows",
		 (unsigned long long)runner_now(run));
	return true;
}

static bool warm_up_by_rule(struct runner *run, u64 limit, struct sim_error *err)
{
	struct history h = { 0 };
	u32 next = STEADY_LEAST;
	bool ok = true;

	snprintf(run->r->steady_why, sizeof(run->r->steady_why),
		 "no steady state in the first %llu cycles", (unsigned long long)limit);
	while (ok && runner_now(run) + run->slice <= limit) {
		ok = runner_advance(run, runner_now(run) + run->slice, err);
		look(run, &h);
		report_progress(run, "warm-up");
		if (is_deadlocked(run))
			break;
		if (h.n < next)
			continue;
		if (has_settled(run, &h))
			break;
		next += next / 4;
	}
	free(h.latency);
	free(h.flits);
	free(h.queued);
	free(h.offered);
	return ok;
}

static bool warm_up(struct runner *run, struct sim_error *err)
{
	const struct sim_experiment *e = run->e;

	if (e->warmup == SIM_AUTO && batch_is_run(run)) {
		snprintf(run->r->steady_why, sizeof(run->r->steady_why),
			 "a %s is measured from its first packet to its last",
			 sim_end_name(e));
		return true;
	}

	if (e->warmup == SIM_AUTO)
		return warm_up_by_rule(run, e->measure == SIM_AUTO ? e->max_cycles / 2 :
				       e->max_cycles - e->measure, err);
	run->r->settled = true;
	snprintf(run->r->steady_why, sizeof(run->r->steady_why),
		 "the warm-up was given, and the two halves of the measured cycles agree");
	for (u32 i = 1; i <= e->batches && !run->r->deadlock.count; i++) {
		if (!runner_advance(run, e->warmup * i / e->batches, err))
			return false;
		is_deadlocked(run);
		report_progress(run, "warm-up");
	}
	runner_take(run);
	return true;
}

static bool run_batch(struct runner *run, u64 cycles, struct sim_error *err)
{
	struct sim_result *r = run->r;
	struct sim_batch *b = &r->batch[r->batches];

	if (!runner_advance(run, runner_now(run) + cycles, err))
		return false;
	b->cycles = cycles;
	b->tally = runner_take(run);
	b->totals = sim_counters_totals(run->crew, run->f);
	r->after = b->totals;
	r->batches++;
	is_deadlocked(run);
	report_progress(run, "measuring");
	return true;
}

static void merge_pairs(struct sim_result *r)
{
	for (u32 i = 0; i < r->batches / 2; i++) {
		struct sim_batch *a = &r->batch[2 * i], *b = a + 1;

		sim_tally_add(&a->tally, &b->tally);
		a->cycles += b->cycles;
		a->totals = b->totals;
		r->batch[i] = *a;
	}
	r->batches /= 2;
}

/*
 * Measure by rule: double the length of batches until their means are precise, and stay precise
 * when the cycles have doubled twice more.  A single test may be met by chance in a quiet time.
 */
static bool measure_by_rule(struct runner *run, struct sim_error *err)
{
	struct sim_result *r = run->r;
	u64 cycles = run->slice, limit = run->e->max_cycles;

	while (!r->deadlock.count) {
		u64 left = limit - runner_now(run);

		if (!r->batches && left < cycles)
			cycles = left;
		if (left < cycles || !cycles)
			break;
		if (!run_batch(run, cycles, err))
			return false;
		if (r->batches < run->e->batches)
			continue;
		r->senders = run->senders;
		r->held = sim_is_precise(r, NULL, 0) ? r->held + 1 : 0;
		if (r->held == SIM_HELD)
			break;
		if (left - cycles < 2 * cycles)
			break;
		merge_pairs(r);
		cycles *= 2;
	}
	return true;
}

/*
 * Run a batch of packets to its end, measured in batches of cycles.  When their number has reached
 * the experiment's, merge them in pairs, and go on with twice the cycles for each.
 */
static bool measure_batch(struct runner *run, struct sim_error *err)
{
	struct sim_result *r = run->r;
	u64 cycles = run->slice, limit = run->e->max_cycles;

	while (!r->deadlock.count && !batch_is_complete(run) && runner_now(run) < limit &&
	       !standstill_find(run)) {
		u64 left = limit - runner_now(run);

		if (r->batches == run->e->batches) {
			merge_pairs(r);
			cycles *= 2;
		}
		if (!run_batch(run, left < cycles ? left : cycles, err))
			return false;
	}
	return true;
}

static bool measure(struct runner *run, struct sim_error *err)
{
	u64 from = runner_now(run), cycles = run->e->measure;

	if (cycles == SIM_AUTO && batch_is_run(run))
		return measure_batch(run, err);
	if (cycles == SIM_AUTO)
		return measure_by_rule(run, err);
	for (u32 i = 1; i <= run->e->batches && !run->r->deadlock.count; i++)
		if (!run_batch(run, from + cycles * i / run->e->batches - runner_now(run), err))
			return false;
	return true;
}

/* Begin to measure: record the present counts, to be subtracted at the end. */
static void begin_measuring(struct runner *run)
{
	struct sim_result *r = run->r;

	r->warmup = runner_now(run);
	r->before = sim_counters_totals(run->crew, run->f);
	r->after = r->before;
	run->accounted = r->before;
	run->accounted_flits = runner_traced_flits(run);
	run->accounted_at = runner_now(run);
	memset(r->sends, 0, r->nodes * sizeof(*r->sends));
	memset(r->sending, 0, r->nodes * sizeof(*r->sending));
	r->offered_flits = 0;
	r->offered_replies = 0;
	r->forgotten = 0;
	runner_measure(run);
	sim_counters_read(run->f, r);
}

static void count_sender_cycles(const struct sim_result *r, struct sim_tally *t, u64 cycles)
{
	t->sender_cycles = r->senders * cycles;
}

/* Count nodes that had messages as the senders of a trace; only now is the trace read. */
static void settle_trace_senders(struct sim_result *r)
{
	r->senders = 0;
	for (u32 i = 0; i < r->nodes; i++) {
		r->sends[i] = r->own[i].born;
		r->sending[i] = r->sends[i] ? r->measured : 0;
		r->senders += r->sends[i];
	}
	for (u32 i = 0; i < r->batches; i++)
		count_sender_cycles(r, &r->batch[i].tally, r->batch[i].cycles);
	for (u32 i = 0; i < r->points; i++)
		count_sender_cycles(r, &r->point[i].tally, r->point[i].cycles);
}

static void end_measuring(struct runner *run)
{
	struct sim_result *r = run->r;

	runner_account(run);
	sim_crew_give_nodes(run->crew, run->f, r->sends, sizeof(*r->sends));
	sim_crew_give_nodes(run->crew, run->f, r->sending, sizeof(*r->sending));
	r->senders = 0;
	for (u32 i = 0; i < r->nodes; i++)
		r->senders += r->sends[i];
	runner_settle(run);
	r->measured = runner_now(run) - r->warmup;
	sim_counters_settle(run->crew, run->f, r);
	if (run->e->interval && runner_now(run) > run->point_from)
		runner_end_point(run);
	if (sim_is_traced(&run->e->phase[0].settings))
		settle_trace_senders(r);
	if (batch_is_run(run))
		batch_settle(run);
	r->hash = sim_crew_hash(run->crew, run->f);
	if (sim_crew_leads(run->crew))
		sim_judge(r);
}

static bool run_all(struct runner *run, struct sim_error *err)
{
	bool ok;

	if (!warm_up(run, err))
		return false;
	begin_measuring(run);
	ok = run->r->deadlock.count || measure(run, err);
	end_measuring(run);
	return ok;
}

static struct sim_result *result_new(const struct sim_experiment *e)
{
	struct sim_result *r = sim_alloc(1, sizeof(*r));

	r->experiment = e;
	r->nodes = ss_config_nodes(&e->config);
	r->routers = ss_config_routers(&e->config);
	r->sends = sim_alloc(r->nodes, sizeof(*r->sends));
	r->sending = sim_alloc(r->nodes, sizeof(*r->sending));
	r->batch = sim_alloc(e->batches, sizeof(*r->batch));
	r->injected = sim_alloc(r->nodes, sizeof(*r->injected));
	r->waiting = sim_alloc(r->nodes, sizeof(*r->waiting));
	r->own = sim_alloc(r->nodes, sizeof(*r->own));
	r->oldest = sim_alloc(r->routers, sizeof(*r->oldest));
	r->rows = e->config.topology->view->rows;
	r->port = sim_alloc((size_t)r->routers * r->rows, sizeof(*r->port));
	r->ports = ss_config_ports(&e->config);
	if (ss_config_carries(&e->config))
		r->carried = sim_alloc((size_t)r->routers * r->ports, sizeof(*r->carried));
	if (ss_config_misroute_words(&e->config))
		r->misroutes = sim_alloc((size_t)r->routers * SS_MISROUTES,
					 sizeof(*r->misroutes));
	if (ss_config_counts_usage(&e->config))
		r->usage = sim_alloc((size_t)r->routers * SS_USAGE_PORTS, sizeof(*r->usage));
	r->measure = sim_measure_new(&e->config);
	return r;
}

void sim_result_free(struct sim_result *r)
{
	if (!r)
		return;
	free(r->sends);
	free(r->sending);
	free(r->batch);
	free(r->point);
	free(r->injected);
	free(r->waiting);
	free(r->own);
	free(r->oldest);
	free(r->port);
	free(r->carried);
	free(r->misroutes);
	free(r->usage);
	free(r->deadlock.buffer);
	free(r->batch_phase);
	free(r->rank);
	for (u32 i = 1; i <= r->calls; i++)
		free(r->call_name[i]);
	free(r->call_name);
	free(r->rank_call);
	free(r->timeline);
	free(r->program_phase);
	graph500_table_free(&r->search);
	sim_measure_free(r->measure);
	free(r);
}

/* Least number of routers per thread: with fewer, a thread is not worth its cost. */
#define ROUTERS_A_THREAD	64

u32 sim_processors(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof(set), &set) ? 1 : CPU_COUNT(&set);
}

u32 sim_threads(const struct sim_experiment *e)
{
	u32 processors = sim_processors(), most = ss_config_routers(&e->config) / ROUTERS_A_THREAD;

	if (most > SS_MAX_REGIONS)
		most = SS_MAX_REGIONS;
	if (processors > most)
		processors = most;
	return processors ? processors : 1;
}

bool sim_begin(struct runner *run, const struct sim_experiment *e, u32 threads,
	       const struct sim_watch *watch, struct sim_error *err)
{
	*run = (struct runner){
		.e = e,
		.threads = threads,
		.watch = watch,
		.r = result_new(e),
		.slice = ss_config_typical(&e->config),
	};
	if (runner_begin(run, err))
		return true;
	sim_drop(run);
	return false;
}

void sim_drop(struct runner *run)
{
	runner_end(run);
	sim_result_free(run->r);
}

struct sim_result *sim_finish(struct runner *run, struct sim_error *err)
{
	if (!run_all(run, err)) {
		sim_drop(run);
		return NULL;
	}
	runner_write_waiting(run);
	runner_end(run);
	return run->r;
}

struct sim_result *sim_run(const struct sim_experiment *e, u32 threads,
			   const struct sim_watch *watch, struct sim_error *err)
{
	struct runner run;

	return sim_begin(&run, e, threads, watch, err) ? sim_finish(&run, err) : NULL;
}
