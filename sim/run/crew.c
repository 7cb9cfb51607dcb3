// SPDX-License-Identifier: GPL-2.0-only
/*
 * Threads that run regions of a fabric, window after window (sim/core/fabric.h).
 *
 * A window is some microseconds of work.  After it, and again after they have received messages,
 * the threads meet at a barrier.  There they spin for a moment, since sleeping would take longer.
 * A thread that waits longer sleeps, since the thread that it waits for may need its processor.
 * The last thread at the second barrier begins the next window for all.
 */
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sim/base/memory.h"

#include "crew.h"

#define SPINS	40000	/* rounds of spinning: some tens of microseconds */

struct member {
	struct sim_crew *crew;
	u32 region;
	pthread_t thread;
};

/**
 * struct sim_crew - the threads of a fabric
 * @f: the fabric
 * @regions: number of regions, and of threads
 * @begin: barrier at which all threads wait for work
 * @end: end of the present window: the cycle after its last one
 * @stop: end of the run: the cycle after its last one
 * @over: true if there is no further window before @stop
 * @quit: true if the threads are to end
 * @member: thread of each region; the first is the caller
 * @waiting: threads at a barrier of a window
 * @round: barriers passed so far
 * @asleep: threads that sleep until @round changes, or are about to
 */
struct sim_crew {
	struct ss_fabric *f;
	u32 regions;
	pthread_barrier_t begin;
	u64 end;
	u64 stop;
	bool over;
	bool quit;
	struct member member[SS_MAX_REGIONS];
	/* all threads write one and spin on the other, so they are in cache lines of their own */
	u32 waiting __aligned(64);
	u32 round __aligned(64);
	u32 asleep;
};

/* Begin the next window, or set @over if there is none before @stop. */
static void next_window(struct sim_crew *c)
{
	u64 from = U64_MAX;

	for (u32 i = 0; i < c->regions; i++) {
		u64 next = ss_region_next(c->f, i);

		if (next < from)
			from = next;
	}
	c->over = from >= c->stop;
	if (c->over)
		ss_fabric_skip(c->f, c->stop);
	else
		c->end = ss_window_begin(c->f, from, c->stop);
}

/* Sleep until @c->round is not @round. */
static void sleep_through(struct sim_crew *c, u32 round)
{
	__atomic_fetch_add(&c->asleep, 1, __ATOMIC_SEQ_CST);
	while (__atomic_load_n(&c->round, __ATOMIC_SEQ_CST) == round)
		syscall(SYS_futex, &c->round, FUTEX_WAIT_PRIVATE, round, NULL, NULL, 0);
	__atomic_fetch_sub(&c->asleep, 1, __ATOMIC_SEQ_CST);
}

static void begin_round(struct sim_crew *c, u32 round)
{
	__atomic_store_n(&c->round, round, __ATOMIC_SEQ_CST);
	if (__atomic_load_n(&c->asleep, __ATOMIC_SEQ_CST))
		syscall(SYS_futex, &c->round, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

/* Wait for all threads; the last one to come calls @last before the others go on. */
static void meet(struct sim_crew *c, void (*last)(struct sim_crew *c))
{
	u32 round = __atomic_load_n(&c->round, __ATOMIC_RELAXED);
	u32 spins = 0;

	if (__atomic_fetch_add(&c->waiting, 1, __ATOMIC_ACQ_REL) + 1 == c->regions) {
		if (last)
			last(c);
		__atomic_store_n(&c->waiting, 0, __ATOMIC_RELAXED);
		begin_round(c, round + 1);
		return;
	}
	while (__atomic_load_n(&c->round, __ATOMIC_ACQUIRE) == round) {
		if (++spins > SPINS) {
			sleep_through(c, round);
			return;
		}
	}
}

static void end_window(struct sim_crew *c)
{
	ss_window_end(c->f, c->end);
	next_window(c);
}

static void run_region(struct sim_crew *c, u32 region)
{
	while (!c->over) {
		ss_region_run(c->f, region, c->end);
		meet(c, NULL);
		ss_region_receive(c->f, region);
		meet(c, end_window);
	}
	/* all have seen @over before the next run begins */
	meet(c, NULL);
}

static void *work(void *ctx)
{
	struct member *m = ctx;
	struct sim_crew *c = m->crew;

	for (;;) {
		pthread_barrier_wait(&c->begin);
		if (c->quit)
			return NULL;
		run_region(c, m->region);
	}
}

struct sim_crew *sim_crew_new(struct ss_fabric *f)
{
	struct sim_crew *c = sim_need(aligned_alloc(64, sizeof(*c)));

	memset(c, 0, sizeof(*c));
	c->f = f;
	c->regions = ss_fabric_config(f)->regions;
	pthread_barrier_init(&c->begin, NULL, c->regions);
	for (u32 i = 1; i < c->regions; i++) {
		struct member *m = &c->member[i];

		m->crew = c;
		m->region = i;
		if (pthread_create(&m->thread, NULL, work, m)) {
			fputs("seastar-sim: the system cannot start more threads: give a smaller -T\n",
			      stderr);
			exit(EXIT_FAILURE);
		}
	}
	return c;
}

void sim_crew_run(struct sim_crew *c, u64 cycles)
{
	u64 left = ss_config_cycles(ss_fabric_config(c->f)) - ss_fabric_now(c->f);

	if (c->regions == 1) {
		ss_fabric_run(c->f, cycles);
		return;
	}
	c->stop = ss_fabric_now(c->f) + (cycles < left ? cycles : left);
	next_window(c);
	pthread_barrier_wait(&c->begin);
	run_region(c, 0);
}

void sim_crew_free(struct sim_crew *c)
{
	if (!c)
		return;
	c->quit = true;
	pthread_barrier_wait(&c->begin);
	for (u32 i = 1; i < c->regions; i++)
		pthread_join(c->member[i].thread, NULL);
	pthread_barrier_destroy(&c->begin);
	free(c);
}

/* Functions that exchange data between processes: here a single process has all regions. */

u32 sim_crew_begin(void)
{
	return 0;
}

void sim_crew_end(void)
{
}

u32 sim_crew_ranks(void)
{
	return 0;
}

u32 sim_crew_own(u32 regions)
{
	(void)regions;
	return 0;
}

bool sim_crew_agree(u32 regions, bool ok)
{
	(void)regions;
	return ok;
}

bool sim_crew_leads(const struct sim_crew *c)
{
	(void)c;
	return true;
}

void sim_crew_give(struct sim_crew *c, u32 region, void *data, size_t size)
{
	(void)c;
	(void)region;
	(void)data;
	(void)size;
}

void sim_crew_broadcast(struct sim_crew *c, u32 region, void *data, size_t size)
{
	(void)c;
	(void)region;
	(void)data;
	(void)size;
}

void sim_crew_share(struct sim_crew *c, void *array, size_t size)
{
	(void)c;
	(void)array;
	(void)size;
}
