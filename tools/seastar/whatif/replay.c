// SPDX-License-Identifier: GPL-2.0-only
/*
 * A software fabric is deterministic: with the same seed, settings and traffic from cycle 0 on, the
 * model reaches exactly the device's state.  The driver does not record whether they changed, but
 * equal counters show that they did not.  From that state each candidate continues in a forked
 * process, which shares unchanged memory with the others.  No thread exists by then: after a fork
 * from several threads, the child cannot rely on malloc().
 */
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <seastar/widen.h>

#include "sim/base/progress.h"
#include "sim/run/runner.h"

#include "tools/seastar/base/print.h"

#include "whatif.h"

#define SLICE	1000	/* cycles between two updates of the progress */

/**
 * struct replay - the model in the state of the device
 * @e: experiment: one phase until the replay ends, two after that
 * @run: the run, not yet ended
 */
struct replay {
	struct sim_experiment *e;
	struct runner run;
};

/* Counts since cycle 0, widened to 64 bits. */
struct replay_reading {
	struct ss_counters sum;
	u64 stat[SEASTAR_SRC_STATS];
	u64 histogram[SEASTAR_LAT_BINS];
};

static void replay_read_all(struct ss_fabric *f, struct replay_reading *to)
{
	static const u64 none[SEASTAR_REGS];
	u64 regs[SS_PORTS][SEASTAR_REGS];
	struct ss_source_stats s;

	memset(to, 0, sizeof(*to));
	for (u32 r = 0; r < ss_fabric_routers(f); r++) {
		ss_read_regs(f, r, regs);
		for (u32 p = 0; p < SS_PORTS; p++)
			ss_widen_port(&to->sum, p, none, regs[p]);
		ss_read_source(f, r, &s);
		for (u32 i = 0; i < SEASTAR_SRC_STATS; i++)
			to->stat[i] += s.stat[i];
		for (u32 i = 0; i < SEASTAR_LAT_BINS; i++)
			to->histogram[i] += s.lat_hist[i];
	}
}

/* Compute the model's counts between two readings, in the form of a device's. */
static void replay_subtract(const struct replay_reading *after, const struct replay_reading *before,
			    struct counted *c)
{
	u64 latency = after->stat[SEASTAR_SRC_LAT_SUM] - before->stat[SEASTAR_SRC_LAT_SUM];

	c->has_sources = true;
	c->source_cycles = c->cycles;
	c->delivered = after->stat[SEASTAR_SRC_DELIVERED] - before->stat[SEASTAR_SRC_DELIVERED];
	c->flits = after->stat[SEASTAR_SRC_FLITS] - before->stat[SEASTAR_SRC_FLITS];
	c->mean = c->delivered ? (double)latency / c->delivered : NAN;
	for (u32 i = 0; i < SEASTAR_LAT_BINS; i++)
		c->histogram[i] = after->histogram[i] - before->histogram[i];
	for (u32 p = 0; p < SS_PORTS; p++)
		for (u32 i = 0; i < SEASTAR_COUNTERS; i++)
			c->counter[p][i] = after->sum.of[i][p] - before->sum.of[i][p];
}

static void advance(struct runner *run, u64 end, u64 last)
{
	struct sim_error err;
	struct progress p;

	progress_begin(&p, stderr, 1, 0);
	while (runner_now(run) < end) {
		u64 left = end - runner_now(run);

		if (!runner_advance(run, runner_now(run) + (left < SLICE ? left : SLICE), &err))
			die("%s", err.text);
		progress_report(&p, "replay", runner_now(run), last);
	}
	progress_clear(&p);
}

/* Run the whole replay; set @c to the counts over the interval of the snapshot. */
static void go(struct runner *run, const struct whatif *w, struct counted *c)
{
	struct replay_reading before, after;

	*c = (struct counted){ .dated = true, .first = w->s.counted.first,
			       .cycles = w->s.counted.cycles };
	advance(run, c->first, w->at);
	replay_read_all(run->f, &before);
	advance(run, c->first + c->cycles, w->at);
	replay_read_all(run->f, &after);
	replay_subtract(&after, &before, c);
	advance(run, w->at, w->at);
}

/*
 * Return true if the counts are the same.  The registers of all routers were read at one instant,
 * so a replay with the same history gives exactly the same.  While the clock runs, the sources are
 * read at another instant.
 */
static bool replay_is_same(const struct counted *a, const struct counted *b)
{
	return !memcmp(a->counter, b->counter, sizeof(a->counter));
}

/* Return true if a replay is possible; otherwise set the reason. */
static bool is_possible(struct whatif *w)
{
	if (!w->s.counted.has_sources || !w->s.counted.dated)
		snprintf(w->why, sizeof(w->why), "this is no software fabric");
	else if (w->s.counted.gap)
		snprintf(w->why, sizeof(w->why), "some counts are missing");
	return !*w->why;
}

static void use(struct whatif *w, struct replay *p, const struct counted *c)
{
	double figure[FIGURES];

	figures_of_counted(c, w->s.routers, figure);
	for (unsigned int f = 0; f < FIGURES; f++)
		w->model[f] = (struct estimate){ figure[f], NAN };
	p->e->phases = 2;
	w->replay = p;
	w->replayed = true;
	w->settled = p->e->warmup;
	w->seeds = 1;
}

void whatif_replay(struct whatif *w)
{
	struct sim_error err;
	struct counted c;
	struct replay *p;

	if (!is_possible(w))
		return;
	p = allocate(1, sizeof(*p));
	p->e = whatif_experiment(w, &w->candidate[0], w->s.config.seed, w->at);
	p->e->phases = 1;
	if (!sim_begin(&p->run, p->e, 1, NULL, &err))
		die("%s", err.text);
	go(&p->run, w, &c);
	if (replay_is_same(&c, &w->s.counted)) {
		use(w, p, &c);
		return;
	}
	snprintf(w->why, sizeof(w->why),
		 "its counts differ from those of the model with these settings and this traffic from cycle 0 on");
	whatif_replay_free(p);
}

/* Run a candidate in a process of its own that ends with its parent. */
static void go_on(const struct replay *p, const struct candidate *c, pid_t parent,
		  struct whatif_run *run) __attribute__((noreturn));

static void go_on(const struct replay *p, const struct candidate *c, pid_t parent,
		  struct whatif_run *run)
{
	struct runner under_way = p->run;
	struct sim_error err = { 0 };

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(EXIT_FAILURE);
	p->e->phase[1].settings.agings = c->aging;
	_exit(whatif_keep(run, sim_finish(&under_way, &err)) ? EXIT_SUCCESS : EXIT_FAILURE);
}

static void replay_begin(const struct whatif *w, size_t i, struct whatif_run *run)
{
	pid_t parent = getpid(), child = fork();

	if (!child)
		go_on(w->replay, &w->candidate[i], parent, &run[i]);
	if (child < 0)
		die("there is no process for a run: %s", strerror(errno));
}

/* Wait until one of the processes has ended. */
static void end_one(void)
{
	int status;

	while (waitpid(-1, &status, 0) < 0)
		if (errno != EINTR)
			die("a run in a process of its own is lost: %s", strerror(errno));
	if (!WIFEXITED(status) || WEXITSTATUS(status))
		die("a run in a process of its own has failed");
}

void whatif_replay_run(const struct whatif *w, u32 processes)
{
	size_t bytes = w->n * sizeof(struct whatif_run), begun = 0;
	struct whatif_run *run;
	struct progress p;

	run = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (run == MAP_FAILED)
		die("out of memory");
	progress_begin(&p, stderr, w->n, 0);
	while (p.done < w->n) {
		for (; begun < w->n && begun - p.done < processes; begun++)
			replay_begin(w, begun, run);
		progress_draw(&p);
		end_one();
		p.done++;
	}
	progress_clear(&p);
	for (size_t i = 0; i < w->n; i++)
		*w->candidate[i].run = run[i];
	munmap(run, bytes);
}

void whatif_replay_free(struct replay *p)
{
	sim_drop(&p->run);
	sim_experiment_free(p->e);
	free(p);
}
