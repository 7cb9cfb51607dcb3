// SPDX-License-Identifier: GPL-2.0-only
/* The pool of processes that run a sweep's experiments: those of this machine. */
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <unistd.h>

#include "sim/base/memory.h"
#include "sim/run/run.h"

#include "pool.h"

struct pool {
	u32 size;
	struct worker *worker;
	struct pollfd *poll;
};

/* Return true if mpirun or srun started this process, together with others. */
static bool is_rank(void)
{
	bool has_rank = getenv("PMIX_RANK");
	const char *size = getenv("OMPI_COMM_WORLD_SIZE");

	if (!size)
		size = getenv("PMI_SIZE");
	if (!size && has_rank)
		size = getenv("SLURM_STEP_NUM_TASKS");
	return size ? strcmp(size, "1") : has_rank;
}

/* Return true in the one rank that reports an error of all. */
static bool is_first_rank(void)
{
	static const char *const names[] = {
		"PMIX_RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID", NULL
	};

	for (u32 i = 0; names[i]; i++)
		if (getenv(names[i]))
			return !strcmp(getenv(names[i]), "0");
	return true;
}

/* Execute the program linked with MPI, which is in the same folder as this one. */
static void become_rank(char **argv, struct sim_error *err)
{
	static const char suffix[] = "-mpi";
	char path[PATH_MAX], **words = NULL;
	ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - sizeof(suffix));
	u32 n = 0;

	if (length > 0) {
		memcpy(path + length, suffix, sizeof(suffix));
		do {
			words = sim_grow(words, n + 2, sizeof(words[0]));
			words[n + 1] = argv[n];
		} while (argv[n++]);
		words[0] = path;
		execv(path, words);
		free(words);
	}
	sim_fail(err, "the program for the ranks of an MPI job, %s, %s%s",
		 length > 0 ? path : "seastar-sim-mpi",
		 errno == ENOENT ? "is not there: run 'make mpi'" : "cannot be run: ",
		 errno == ENOENT ? "" : strerror(errno));
}

enum pool_role pool_begin(char **argv, struct sim_error *err)
{
	if (!is_rank())
		return POOL_LEADS;
	become_rank(argv, err);
	/*
	 * only the first rank fails: with another's failure mpirun would end it before it reports
	 */
	return is_first_rank() ? POOL_FAILED : POOL_SERVED;
}

void pool_end(void)
{
}

struct sim_result *pool_run(const struct sim_experiment *e, u32 threads,
			    const struct sim_watch *watch, struct sim_error *err)
{
	return sim_run(e, threads, watch, err);
}

struct pool *pool_open(u32 workers)
{
	struct pool *p = sim_alloc(1, sizeof(*p));

	p->size = workers ? workers : sim_processors();
	p->worker = sim_alloc(p->size, sizeof(p->worker[0]));
	p->poll = sim_alloc(p->size, sizeof(p->poll[0]));
	return p;
}

u32 pool_size(const struct pool *p)
{
	return p->size;
}

bool pool_start(struct pool *p, u32 i, const char *experiment, struct sim_error *err)
{
	return worker_start(&p->worker[i], experiment, err);
}

u32 pool_wait(struct pool *p, int milliseconds, struct outcome *o)
{
	u32 i;

	for (i = 0; i < p->size; i++)
		p->poll[i] = (struct pollfd){
			.fd = p->worker[i].pid ? p->worker[i].pipe : -1, .events = POLLIN
		};
	if (poll(p->poll, p->size, milliseconds) <= 0)
		return POOL_NOBODY;
	for (i = 0; i < p->size; i++) {
		if (p->poll[i].revents && worker_receive(&p->worker[i], o))
			return i;
	}
	return POOL_NOBODY;
}

void pool_close(struct pool *p)
{
	u32 i;

	for (i = 0; i < p->size; i++)
		worker_stop(&p->worker[i]);
	free(p->worker);
	free(p->poll);
	free(p);
}
