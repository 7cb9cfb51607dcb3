// SPDX-License-Identifier: GPL-2.0-only
/*
 * The pool of processes that run experiments: the ranks of an MPI job.  Rank 0 leads, and works.
 *
 * Each rank runs one experiment of a sweep at a time.  Every rank leaves that to a process that has
 * nothing to do with MPI, so that an experiment that is killed does not take the job along.
 */
#include <mpi.h>
#include <poll.h>
#include <time.h>

#include "sim/base/memory.h"
#include "sim/run/crew.h"
#include "sim/sweep/pool.h"
#include "sim/trace/write.h"

#define NAP	2	/* milliseconds: MPI itself would wait by burning a processor */

enum tag {
	TAG_RUN,	/* to a rank: an experiment */
	TAG_JOIN,	/* to a rank: an experiment that all run together */
	TAG_TRACE,	/* like TAG_JOIN; the rank sends the messages that it notes to rank 0 */
	TAG_END,	/* to a rank: no more experiments follow */
	TAG_DONE,	/* from a rank: a result */
	TAG_FAILED,	/* from a rank: why it has no result */
};

struct pool {
	u32 size;
	struct worker own;
};

/* ranks that run an experiment for this one, the leader */
static u32 busy;

static void nap(int milliseconds)
{
	const struct timespec t = { .tv_nsec = milliseconds * 1000000L };

	nanosleep(&t, NULL);
}

/* Return true if there is a message from any rank. */
static bool probe(MPI_Status *status)
{
	int arrived;

	MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &arrived, status);
	return arrived;
}

/* Receive the message that was found, with a 0 after it. */
static char *receive(const MPI_Status *status, size_t *size)
{
	char *text;
	int n;

	MPI_Get_count(status, MPI_CHAR, &n);
	text = sim_alloc((size_t)n + 1, 1);
	MPI_Recv(text, n, MPI_CHAR, status->MPI_SOURCE, status->MPI_TAG, MPI_COMM_WORLD,
		 MPI_STATUS_IGNORE);
	*size = n;
	return text;
}

static void run_for_leader(const char *experiment)
{
	struct worker w = { 0 };
	struct sim_error err;
	struct outcome o;

	if (!worker_start(&w, experiment, &err)) {
		MPI_Send(err.text, strlen(err.text), MPI_CHAR, 0, TAG_FAILED, MPI_COMM_WORLD);
		return;
	}
	while (!worker_receive(&w, &o))
		;
	MPI_Send(o.text, o.size, MPI_CHAR, 0, o.failed ? TAG_FAILED : TAG_DONE, MPI_COMM_WORLD);
	free(o.text);
}

/* Run an experiment together with the leader, which finds a failure by itself. */
static void run_with_leader(const char *experiment, bool traced)
{
	struct sim_experiment *e = sim_experiment_new();
	struct sim_watch watch = { 0 };
	struct sim_error err;

	if (!sim_experiment_read(e, "experiment", experiment, &err) ||
	    !sim_experiment_check(e, &err)) {
		fprintf(stderr, "seastar-sim: a rank does not understand rank 0: %s\n", err.text);
		MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
	}
	watch.writer = traced ? trace_writer_create(NULL, &err) : NULL;
	sim_result_free(sim_run(e, sim_crew_ranks(), &watch, &err));
	if (traced)
		trace_writer_finish(watch.writer, false, &err);
	sim_experiment_free(e);
}

static void serve(void)
{
	MPI_Status status;
	char *experiment;
	size_t size;

	for (;;) {
		while (!probe(&status))
			nap(NAP);
		experiment = receive(&status, &size);
		if (status.MPI_TAG == TAG_RUN)
			run_for_leader(experiment);
		else if (status.MPI_TAG == TAG_JOIN || status.MPI_TAG == TAG_TRACE)
			run_with_leader(experiment, status.MPI_TAG == TAG_TRACE);
		free(experiment);
		if (status.MPI_TAG == TAG_END)
			return;
	}
}

enum pool_role pool_begin(char **argv, struct sim_error *err)
{
	(void)argv;
	(void)err;
	if (!sim_crew_begin())
		return POOL_LEADS;
	serve();
	sim_crew_end();
	return POOL_SERVED;
}

static void send_to_others(const char *text, size_t size, enum tag tag)
{
	for (u32 rank = 1; rank < sim_crew_ranks(); rank++)
		MPI_Send(text, size, MPI_CHAR, rank, tag, MPI_COMM_WORLD);
}

/* End the other ranks, last of all: until here the leader may report an error before any sweep. */
void pool_end(void)
{
	/* a rank whose result is no longer awaited would never end */
	if (busy)
		MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
	send_to_others("", 0, TAG_END);
	sim_crew_end();
}

struct sim_result *pool_run(const struct sim_experiment *e, u32 threads,
			    const struct sim_watch *watch, struct sim_error *err)
{
	struct sim_result *r;
	size_t size;
	char *text;
	FILE *to = sim_need(open_memstream(&text, &size));

	sim_experiment_print(e, to);
	fclose(to);
	busy++;
	send_to_others(text, size, watch && watch->writer ? TAG_TRACE : TAG_JOIN);
	free(text);
	r = sim_run(e, threads, watch, err);
	busy--;
	return r;
}

struct pool *pool_open(u32 workers)
{
	struct pool *p = sim_alloc(1, sizeof(*p));

	(void)workers;
	p->size = sim_crew_ranks();
	return p;
}

u32 pool_size(const struct pool *p)
{
	return p->size;
}

bool pool_start(struct pool *p, u32 i, const char *experiment, struct sim_error *err)
{
	if (!i)
		return worker_start(&p->own, experiment, err);
	MPI_Send(experiment, strlen(experiment), MPI_CHAR, i, TAG_RUN, MPI_COMM_WORLD);
	busy++;
	return true;
}

/* Return true if this process's own worker has ended. */
static bool own_is_done(struct pool *p, struct outcome *o)
{
	struct pollfd fd = { .fd = p->own.pipe, .events = POLLIN };

	while (p->own.pid && poll(&fd, 1, 0) > 0) {
		if (worker_receive(&p->own, o))
			return true;
	}
	return false;
}

u32 pool_wait(struct pool *p, int milliseconds, struct outcome *o)
{
	MPI_Status status;

	for (; milliseconds > 0; milliseconds -= NAP) {
		if (own_is_done(p, o))
			return 0;
		if (probe(&status)) {
			o->text = receive(&status, &o->size);
			o->failed = status.MPI_TAG == TAG_FAILED;
			busy--;
			return status.MPI_SOURCE;
		}
		nap(NAP);
	}
	return POOL_NOBODY;
}

void pool_close(struct pool *p)
{
	worker_stop(&p->own);
	free(p);
}
