// SPDX-License-Identifier: GPL-2.0-only
/*
 * The runs of the candidates of seastar whatif on the model: one run per thread, with as many
 * threads as processors, or, after a replay of the device, one run per process.  Runs are
 * independent, so no result depends on their number.
 */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "sim/base/progress.h"
#include "sim/route/plan.h"
#include "sim/run/result.h"

#include "tools/seastar/base/print.h"

#include "whatif.h"

/*
 * A fabric's behaviour depends on earlier settings for long. So a run begins with the device's
 * settings, changes to the candidate's, and settles before it is measured. Both take BEFORE_PACKETS
 * or SETTLE_PACKETS packet times on an empty fabric, but at least 1/SHARE of the measured cycles.
 */
#define BEFORE_PACKETS	12
#define SETTLE_PACKETS	14
#define SHARE		2

/* Size of a run that measures how fast this machine is: some hundredths of a second. */
#define TRIAL_ROUTER_CYCLES	200000
#define TRIAL_LEAST		100

/**
 * struct work - a queue of runs that several threads work off
 * @w: candidates, @w->seeds runs of each
 * @lock: protects all fields below
 * @done: signalled when @finished moves or @failed is set
 * @next: index of the next run to begin
 * @total: number of runs
 * @finished: number of runs that have finished
 * @failed: a run could not be made
 * @err: reason of the failure
 */
struct work {
	struct whatif *w;
	pthread_mutex_t lock;
	pthread_cond_t done;
	size_t next;
	size_t total;
	size_t finished;
	bool failed;
	struct sim_error err;
};

static u64 stretch(const struct whatif *w, u32 packets)
{
	u64 cycles = packets * ss_config_typical(&w->s.config), share = w->cycles / SHARE;

	return cycles > share ? cycles : share;
}

/* Set the traffic of a phase; its copies are freed with the experiment. */
static void set_traffic(const struct whatif *w, struct sim_settings *s)
{
	size_t bytes = w->s.routers * sizeof(u32);

	s->traffic = w->s.traffic;
	s->traffic.permutation = NULL;
	if (!w->s.traffic.permutation)
		return;
	s->permutation = allocate(1, bytes);
	memcpy(s->permutation, w->s.traffic.permutation, bytes);
	s->listed = w->s.routers;
}

/* Set the look-up tables from the words of a plan. */
static void set_routes(const char *words, struct sim_experiment *e)
{
	char *copy = strdup(words), *rest = copy, *word, *value;
	uint32_t i;

	if (!copy)
		die("out of memory");
	while ((word = strsep(&rest, " "))) {
		value = strchr(word, '=');
		if (!value)
			continue;
		*value++ = '\0';
		for (i = 0; !strcmp(word, "assignment") && route_assignment_words[i]; i++) {
			if (!strcmp(value, route_assignment_words[i]))
				e->config.assignment = SIM_ASSIGN_TABLES + i;
		}
		if (!strcmp(word, "dateline"))
			snprintf(e->routes.dateline, sizeof(e->routes.dateline), "%s", value);
		else if (!strcmp(word, "regions"))
			snprintf(e->routes.regions, sizeof(e->routes.regions), "%s", value);
		else if (!strcmp(word, "down"))
			snprintf(e->routes.down, sizeof(e->routes.down), "%s", value);
	}
	free(copy);
}

struct sim_experiment *whatif_experiment(const struct whatif *w, const struct candidate *c,
					 uint64_t seed, uint64_t at)
{
	struct sim_experiment *e = sim_experiment_new();

	e->config = w->s.config;
	e->config.seed = seed;
	if (w->s.routes)
		set_routes(w->s.routes, e);
	if (w->s.lossy)
		snprintf(e->lossy, sizeof(e->lossy), "%s", w->s.lossy);
	e->detail = SIM_DETAIL_SUMMARY;
	e->phase[0].settings.agings = w->s.aging;
	if (w->program.file) {
		e->phase[0].settings.agings = c->aging;
		whatif_program_set(&w->program, e);
		return e;
	}
	e->phases = 2;
	e->phase[1] = e->phase[0];
	set_traffic(w, &e->phase[0].settings);
	set_traffic(w, &e->phase[1].settings);
	e->phase[1].settings.agings = c->aging;
	e->phase[1].at = at;
	e->warmup = e->phase[1].at + stretch(w, SETTLE_PACKETS);
	e->measure = w->cycles;
	return e;
}

static struct sim_experiment *experiment(const struct whatif *w, const struct candidate *c,
					 uint32_t seed)
{
	/* never the device's own seed: a run predicts, and only a replay repeats, the device */
	return whatif_experiment(w, c, w->s.config.seed + 1 + seed, stretch(w, BEFORE_PACKETS));
}

bool whatif_keep(struct whatif_run *run, struct sim_result *r)
{
	if (!r)
		return false;
	figures_of_result(r, run->figure);
	run->verdict = r->verdict;
	sim_result_free(r);
	return true;
}

static bool run_one(const struct whatif *w, size_t i, struct sim_error *err)
{
	const struct candidate *c = &w->candidate[i / w->seeds];
	struct whatif_run *run = &c->run[i % w->seeds];
	struct sim_experiment *e;
	struct sim_result *r;
	bool ok;

	e = experiment(w, c, i % w->seeds);
	r = sim_run(e, 1, NULL, err);
	if (r && w->program.file)
		run->why = whatif_program_why(&w->program, r);
	ok = whatif_keep(run, r);
	sim_experiment_free(e);
	return ok;
}

static void *run_some(void *ctx)
{
	struct work *work = ctx;
	struct sim_error err;

	pthread_mutex_lock(&work->lock);
	while (work->next < work->total && !work->failed) {
		size_t i = work->next++;
		bool ok;

		pthread_mutex_unlock(&work->lock);
		ok = run_one(work->w, i, &err);
		pthread_mutex_lock(&work->lock);
		if (!ok && !work->failed) {
			work->failed = true;
			work->err = err;
		}
		work->finished++;
		pthread_cond_signal(&work->done);
	}
	pthread_mutex_unlock(&work->lock);
	return NULL;
}

static void show_progress(struct work *work)
{
	struct progress p;

	progress_begin(&p, stderr, work->total, 0);
	pthread_mutex_lock(&work->lock);
	while (work->finished < work->total && !work->failed) {
		p.done = work->finished;
		progress_draw(&p);
		pthread_cond_wait(&work->done, &work->lock);
	}
	pthread_mutex_unlock(&work->lock);
	progress_clear(&p);
}

/* Refuse an experiment that the model cannot run, before the threads start. */
static void check(const struct whatif *w)
{
	struct sim_experiment *e = experiment(w, &w->candidate[0], 0);
	struct sim_error err;

	if (!sim_experiment_check(e, &err))
		die("the model cannot run %s: %s", w->s.device, err.text);
	sim_experiment_free(e);
}

/* Run all candidates, in @threads threads. */
static void run_all(struct whatif *w, u32 threads)
{
	struct work work = { .w = w, .total = w->n * w->seeds };
	pthread_t *thread;
	u32 started;

	if (threads > work.total)
		threads = work.total;
	thread = allocate(threads, sizeof(*thread));
	pthread_mutex_init(&work.lock, NULL);
	pthread_cond_init(&work.done, NULL);
	for (started = 0; started < threads; started++)
		if (pthread_create(&thread[started], NULL, run_some, &work))
			break;
	if (!started)
		run_some(&work);
	show_progress(&work);
	while (started)
		pthread_join(thread[--started], NULL);
	free(thread);
	if (work.failed)
		die("%s", work.err.text);
	if (w->program.file)
		whatif_program_check(w);
}

/*
 * Measure the seconds that this machine takes per cycle of the model in a short run; return 0 if it
 * fails.
 */
static double time_cycle(const struct whatif *w)
{
	u64 cycles = TRIAL_ROUTER_CYCLES / w->s.routers + TRIAL_LEAST;
	struct sim_experiment *e = whatif_experiment(w, &w->candidate[0], 1, cycles / 4);
	struct timespec start, end;
	struct sim_result *r;
	struct sim_error err;

	e->warmup = cycles / 2;
	e->measure = cycles - e->warmup;
	clock_gettime(CLOCK_MONOTONIC, &start);
	r = sim_run(e, 1, NULL, &err);
	clock_gettime(CLOCK_MONOTONIC, &end);
	sim_experiment_free(e);
	if (!r)
		return 0;
	sim_result_free(r);
	return (end.tv_sec - start.tv_sec + (end.tv_nsec - start.tv_nsec) / 1e9) / cycles;
}

void whatif_announce(const struct whatif *w)
{
	u64 after = stretch(w, SETTLE_PACKETS) + w->cycles;
	u64 each = w->at ? after : stretch(w, BEFORE_PACKETS) + after;
	size_t runs = w->at ? w->n : w->n * w->seeds;
	u32 processors = sim_processors();
	size_t rounds = (runs + processors - 1) / processors;

	check(w);
	if (!isatty(STDERR_FILENO))
		return;
	if (w->program.file) {
		fprintf(stderr, "%zu replays on %u routers, on %u processors; fewer 'seeds' or candidates take less time\n",
			runs, w->s.routers, processors);
		return;
	}
	fprintf(stderr, "%zu runs of %llu cycles of %u routers%s: about %.0f s on %u processors; fewer 'cycles', 'seeds' or candidates take less\n",
		runs, (unsigned long long)each, w->s.routers, w->at ? ", after a replay" : "",
		ceil(time_cycle(w) * (w->at + rounds * each)), processors);
}

void whatif_run(struct whatif *w)
{
	check(w);
	if (w->at)
		whatif_replay(w);
	if (w->replay) {
		whatif_replay_run(w, sim_processors());
		whatif_replay_free(w->replay);
	} else {
		run_all(w, sim_processors());
	}
}
