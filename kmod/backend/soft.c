// SPDX-License-Identifier: GPL-2.0-only
/*
 * The software backend: a fabric of model routers in this kernel, and the
 * thread that is its clock.
 *
 * The clock works in slices and rests between them, to keep within its budget of processor time.  A
 * slice consists of chunks.  Between chunks the clock drops the device's lock, and a waiting task
 * gets it: the kernel hands a mutex to a waiter that has failed once to get it.  A chunk ends with
 * the window of the model in which the chunk's limit of events is reached.  Windows of larger
 * fabrics have fewer cycles.  A clock that is given a rate keeps to it in bursts of a millisecond.
 */
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/log2.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include <latency.h>
#include <seastar/mmr.h>
#include <seastar/widen.h>

#include "backend/soft.h"
#include "base/alloc.h"
#include "base/events.h"
#include "base/fault.h"
#include "base/trace.h"
#include "dev/claim.h"
#include "dev/dev.h"
#include "dev/links.h"
#include "dev/routes.h"
#include "dev/sources.h"
#include "dev/stats.h"
#include "registry.h"

#define SLICE_NS	(2 * NSEC_PER_MSEC)
#define MOST_SLICE_NS	(10ULL * NSEC_PER_MSEC)	/* longest slice whose whole time counts as work */
#define CHUNK_CYCLES	65536ULL
#define CHUNK_EVENTS	2000
#define WINDOW_CYCLES	16384U	/* router cycles per window, at least 1 per router */
#define PACE_NS		NSEC_PER_MSEC

/**
 * struct seastar_soft - a software fabric
 * @sdev: the device
 * @fabric: the model, in memory of its own
 * @thread: the clock
 * @wake: wait queue of the clock while it is stopped and while it rests
 * @links: state of the links of each router
 * @latencies: packets delivered since the last reset, by fine bin of latency
 * @quiescing: the tables are being replaced: the clock stands, and the network runs in steps until
 *	it is empty.  The lock is free between steps
 * @clock: state of the clock
 * @held: tasks for which the clock stands, whatever @clock is; raised under the lock, lowered
 * with or without it
 * @set: number of times that @clock was set or the tables were replaced
 * @seen: value of @set that the thread has acted upon; other tasks read it under the lock
 * @pace_ns: time in ns from which the rate is counted
 * @pace_cycle: cycle that was due at @pace_ns by the rate
 */
struct seastar_soft {
	struct seastar_dev sdev;
	struct ss_fabric *fabric;
	struct task_struct *thread;
	wait_queue_head_t wake;
	struct seastar_links *links;
	u64 latencies[SEASTAR_LAT_FINE_BINS];
	bool quiescing;
	struct seastar_clock clock;
	atomic_t held;
	unsigned int set;
	unsigned int seen;
	u64 pace_ns;
	u64 pace_cycle;
};

static_assert(SEASTAR_DROP_NO_ROUTE + 1 == (int)SS_DROP_NO_ROUTE);
static_assert(SEASTAR_DROP_DATELINE + 1 == (int)SS_DROP_DATELINE);
static_assert(SEASTAR_DROP_LINK + 1 == (int)SS_DROP_LINK);
static_assert(SEASTAR_STRANDED_DROP == (int)SS_STRANDED_DROP);
static_assert(SEASTAR_STRANDED_REROUTE == (int)SS_STRANDED_REROUTE);

static struct seastar_soft *to_soft(struct seastar_dev *sdev)
{
	return container_of(sdev, struct seastar_soft, sdev);
}

static u64 soft_cycle(struct seastar_dev *sdev)
{
	return ss_fabric_now(to_soft(sdev)->fabric);
}

static void soft_debug(struct seastar_dev *sdev, struct seq_file *m)
{
	struct seastar_soft *soft = to_soft(sdev);

	seq_printf(m, "cycle %llu\nevents %llu\npackets %u\nbytes %zu\nclock_set %u\nclock_seen %u\n",
		   ss_fabric_now(soft->fabric), ss_fabric_events(soft->fabric),
		   ss_fabric_packets(soft->fabric),
		   ss_fabric_bytes(ss_fabric_config(soft->fabric)), soft->set,
		   soft->seen);
}

static void soft_on_age(void *ctx, enum ss_age_event event, u32 router,
			u64 cycle)
{
	struct seastar_soft *soft = ctx;

	switch (event) {
	case SS_CLOCK_EPOCH:
		trace_seastar_epoch(seastar_dev_name(&soft->sdev), router, cycle);
		break;
	case SS_CLOCK_INHIBIT:
		trace_seastar_inhibit_on(seastar_dev_name(&soft->sdev), router, cycle);
		break;
	case SS_CLOCK_RELEASE:
		trace_seastar_inhibit_off(seastar_dev_name(&soft->sdev), router, cycle);
		break;
	}
}

static u64 soft_hash(struct seastar_dev *sdev)
{
	return ss_state_hash(to_soft(sdev)->fabric);
}

static int soft_mmr_read(struct seastar_dev *sdev, u32 router, u32 offset,
			 u64 *value)
{
	*value = ss_mmr_read(to_soft(sdev)->fabric, router, offset);
	return 0;
}

static int soft_mmr_write(struct seastar_dev *sdev, u32 router, u32 offset,
			  u64 value)
{
	ss_mmr_write(to_soft(sdev)->fabric, router, offset, value);
	return 0;
}

static int soft_read_perf(struct seastar_dev *sdev, u32 first, u32 n,
			  struct ss_perf *perf)
{
	struct ss_fabric *fabric = to_soft(sdev)->fabric;
	u32 i;

	for (i = 0; i < n; i++) {
		ss_read_regs(fabric, first + i, perf[i].reg);
		perf[i].cycle = ss_fabric_now(fabric);
		cond_resched();
	}
	return 0;
}

static void read_links(struct seastar_soft *soft, u32 router, u8 *present, u8 *up)
{
	u64 status;
	u32 port;

	*present = 0;
	*up = 0;
	for (port = 0; port < SEASTAR_PORTS; port++) {
		status = ss_mmr_read(soft->fabric, router,
				     SS_MMR_PORT(port) + SS_MMR_LINK_STATUS);
		if (status & SS_MMR_LINK_PRESENT)
			*present |= BIT(port);
		if (status & SS_MMR_LINK_UP)
			*up |= BIT(port);
	}
}

static void read_all_links(struct seastar_soft *soft)
{
	u32 router;

	for (router = 0; router < soft->sdev.routers; router++)
		read_links(soft, router, &soft->links[router].present, &soft->links[router].up);
}

static void soft_look_at_links(struct seastar_dev *sdev, u32 router)
{
	struct seastar_soft *soft = to_soft(sdev);
	u64 bit_errors[SEASTAR_PORTS];
	struct ss_link_errors e;
	u32 port;
	u8 up;

	read_links(soft, router, &soft->links[router].present, &up);
	for (port = 0; port < SEASTAR_PORTS; port++) {
		ss_link_errors(soft->fabric, router, port, &e);
		bit_errors[port] = e.bit_errors;
	}
	seastar_links_note(sdev, router, &soft->links[router], up, bit_errors);
	/* packets that waited for a link may have been dropped */
	seastar_sources_changed(sdev);
}

static void soft_add_dropped(struct seastar_dev *sdev, u32 router, u64 *dropped)
{
	u32 why;

	for (why = 0; why < SEASTAR_DROPS; why++)
		dropped[why] += ss_tables_dropped(to_soft(sdev)->fabric, router, 1 + why);
}

static void soft_links(struct seastar_dev *sdev, u32 router,
		       struct seastar_links *links)
{
	struct seastar_soft *soft = to_soft(sdev);
	struct ss_link_errors e;
	u32 port;

	*links = soft->links[router];
	links->has_dropped = true;
	links->has_retries = true;
	links->modelled = true;
	soft_add_dropped(sdev, router, links->dropped);
	for (port = 0; port < SEASTAR_PORTS; port++) {
		ss_link_errors(soft->fabric, router, port, &e);
		links->retries[port] = e.retries;
		links->undetected[port] = e.undetected;
	}
}

/*
 * Drop the lock for a moment and take it again.  Returns -ENODEV if the device, and with it the
 * fabric, has gone meanwhile.
 */
static int let_others(struct seastar_dev *sdev)
{
	mutex_unlock(&sdev->lock);
	cond_resched();
	mutex_lock(&sdev->lock);
	return sdev->gone ? -ENODEV : 0;
}

static int quiesce(struct seastar_soft *soft, const struct seastar_routes *routes, u32 stranded,
		   struct ss_replacement *r)
{
	u32 phase;
	int err = 0;

	ss_replace_begin(soft->fabric, r, routes ? &routes->tables : NULL,
			 routes ? routes->survey : NULL, stranded);
	while (!err) {
		phase = r->phase;
		if (ss_replace_step(soft->fabric, r, CHUNK_EVENTS))
			break;
		/* a new phase may drop packets in a cycle in which the sources were sampled */
		if (r->phase != phase)
			seastar_sources_changed(&soft->sdev);
		err = let_others(&soft->sdev);
		if (!err && seastar_claim_given_up(&soft->sdev) &&
		    ss_replace_cancel(soft->fabric, r))
			err = -ECANCELED;
	}
	return err;
}

/*
 * Replace the look-up tables while the clock stands; its rate does not make up for the cycles that
 * the replacement takes.  Readers get the lock between two steps.  Tasks that change the device
 * wait for the caller's claim.
 */
static int soft_routes_set(struct seastar_dev *sdev, const struct seastar_routes *routes,
			   u32 stranded, struct ss_quiesce *q)
{
	struct seastar_soft *soft = to_soft(sdev);
	struct ss_replacement r;
	int err;

	WRITE_ONCE(soft->quiescing, true);
	err = quiesce(soft, routes, stranded, &r);
	*q = r.q;
	WRITE_ONCE(soft->quiescing, false);
	WRITE_ONCE(soft->set, soft->set + 1);
	seastar_stats_expire(sdev);
	seastar_sources_changed(sdev);
	wake_up(&soft->wake);
	return err;
}

static void soft_read_source(struct seastar_dev *sdev, u32 router,
			     struct ss_source_stats *stats)
{
	ss_read_source(to_soft(sdev)->fabric, router, stats);
}

static bool soft_source_sends(struct seastar_dev *sdev, u32 router)
{
	return ss_source_sends(to_soft(sdev)->fabric, router);
}

static u64 soft_oldest_birth(struct seastar_dev *sdev, u32 router)
{
	return ss_oldest_birth(to_soft(sdev)->fabric, router);
}

static u32 soft_in_flight(struct seastar_dev *sdev)
{
	return ss_fabric_packets(to_soft(sdev)->fabric);
}

static void soft_on_delivery(void *ctx, const struct ss_delivery *d)
{
	struct seastar_soft *soft = ctx;

	soft->latencies[ss_latency_fine_bin(d->cycle - d->birth)]++;
}

static const u64 *soft_latencies(struct seastar_dev *sdev)
{
	return to_soft(sdev)->latencies;
}

static void soft_reset_sources(struct seastar_dev *sdev)
{
	struct seastar_soft *soft = to_soft(sdev);

	ss_reset_sources(soft->fabric);
	memset(soft->latencies, 0, sizeof(soft->latencies));
	seastar_sources_expire(sdev);
}

static const struct ss_traffic *soft_traffic_get(struct seastar_dev *sdev)
{
	return ss_traffic_get(to_soft(sdev)->fabric);
}

static const char *soft_traffic_check(struct seastar_dev *sdev,
				      const struct ss_traffic *traffic,
				      u8 *scratch)
{
	return ss_traffic_check(to_soft(sdev)->fabric, traffic, scratch);
}

static int soft_traffic_set(struct seastar_dev *sdev,
			    const struct ss_traffic *traffic)
{
	struct seastar_soft *soft = to_soft(sdev);
	void *mem;

	mem = seastar_alloc(ss_traffic_bytes(soft->fabric, traffic));
	if (!mem)
		return -ENOMEM;
	vfree(ss_traffic_set(soft->fabric, traffic, mem));
	seastar_sources_changed(sdev);
	return 0;
}

static void soft_clock_get(struct seastar_dev *sdev,
			   struct seastar_clock *clock)
{
	*clock = to_soft(sdev)->clock;
}

/* Set the clock. rest() and stands() read it without the lock: hence WRITE_ONCE(). */
static void soft_clock_set(struct seastar_dev *sdev,
			   const struct seastar_clock *clock)
{
	struct seastar_soft *soft = to_soft(sdev);

	soft->clock.remaining = clock->remaining;
	soft->clock.budget = clock->budget;
	soft->clock.rate = clock->rate;
	WRITE_ONCE(soft->clock.state, clock->state);
	WRITE_ONCE(soft->set, soft->set + 1);
	seastar_stats_expire(sdev);
	seastar_sources_expire(sdev);
	wake_up(&soft->wake);
}

/*
 * Stop the clock (@held), or end that.  It stands until each task that stopped it has ended that.
 * The caller may change the device meanwhile, and reports that by seastar_sources_changed().
 */
static void soft_clock_hold(struct seastar_dev *sdev, bool held)
{
	struct seastar_soft *soft = to_soft(sdev);

	atomic_add(held ? 1 : -1, &soft->held);
	wake_up(&soft->wake);
}

static void stop(struct seastar_soft *soft)
{
	soft->clock.remaining = 0;
	WRITE_ONCE(soft->clock.state, SEASTAR_CLOCK_STOPPED);
	seastar_stats_expire(&soft->sdev);
	seastar_sources_expire(&soft->sdev);
	seastar_events->clock(&soft->sdev);
}

static void pace_from(struct seastar_soft *soft, u64 ns, u64 cycle)
{
	soft->pace_ns = ns;
	soft->pace_cycle = cycle;
}

/*
 * Return how many cycles the rate allows now.  The reference point advances by whole seconds, so no
 * fraction of a cycle is lost.  Cycles that were due, but were not executed in time, stay due.
 */
static u64 allowance(struct seastar_soft *soft)
{
	u64 now = ktime_get_ns(), cycle = ss_fabric_now(soft->fabric);
	u64 elapsed = now - soft->pace_ns, due;

	if (!soft->clock.rate)
		return U64_MAX;
	if (elapsed >= NSEC_PER_SEC) {
		u64 seconds = div_u64(elapsed, NSEC_PER_SEC);

		pace_from(soft, soft->pace_ns + seconds * NSEC_PER_SEC,
			  max(cycle, soft->pace_cycle + seconds * soft->clock.rate));
		elapsed = now - soft->pace_ns;
	}
	due = soft->pace_cycle + mul_u64_u32_div(elapsed, soft->clock.rate,
						 NSEC_PER_SEC);
	return due > cycle ? due - cycle : 0;
}

/* Execute a chunk of cycles.  Returns false if there was none to execute. */
static bool run_chunk(struct seastar_soft *soft)
{
	struct seastar_clock *clock = &soft->clock;
	u64 begin = ss_fabric_now(soft->fabric), cycles = CHUNK_CYCLES;
	bool stepping = clock->state == SEASTAR_CLOCK_STEPPING;

	if (soft->seen != soft->set)
		pace_from(soft, ktime_get_ns(), begin);
	soft->seen = soft->set;
	if (clock->state == SEASTAR_CLOCK_STOPPED || soft->quiescing || atomic_read(&soft->held))
		return false;
	if (stepping)
		cycles = min(cycles, clock->remaining);
	cycles = min(cycles, allowance(soft));
	if (!cycles)
		return false;
	ss_fabric_run_for(soft->fabric, cycles, CHUNK_EVENTS);
	if (stepping)
		clock->remaining -= ss_fabric_now(soft->fabric) - begin;
	if ((stepping && !clock->remaining) ||
	    ss_fabric_now(soft->fabric) == SS_MAX_CYCLES)
		stop(soft);
	seastar_stats_due(&soft->sdev);
	return true;
}

/*
 * Execute a slice.  Returns how long to rest after it, in nanoseconds.  Rests also keep to a rate:
 * between bursts or, if the rate is low, until the next cycle is due.
 */
static u64 run_slice(struct seastar_soft *soft)
{
	u64 begin = ktime_get_ns(), worked;
	u32 budget, rate;
	u64 rest_ns;
	bool more;

	do {
		mutex_lock(&soft->sdev.lock);
		more = !soft->sdev.gone && run_chunk(soft);
		budget = soft->clock.budget;
		rate = soft->clock.rate;
		mutex_unlock(&soft->sdev.lock);
		cond_resched();
		worked = ktime_get_ns() - begin;
	} while (more && worked < SLICE_NS && !kthread_should_stop());
	rest_ns = min(worked, MOST_SLICE_NS) * (100 - budget) / budget;
	if (rate)
		rest_ns = max3(rest_ns, (u64)PACE_NS, (u64)NSEC_PER_SEC / rate);
	return rest_ns;
}

static bool stands(const struct seastar_soft *soft)
{
	return READ_ONCE(soft->clock.state) == SEASTAR_CLOCK_STOPPED ||
	       READ_ONCE(soft->quiescing) || atomic_read(&soft->held) ||
	       READ_ONCE(soft->sdev.gone);
}

/*
 * Rest until the clock is set, or for @ns if that is not 0, or until the device goes.  The wait is
 * interruptible so that it does not count in the load average: a kernel thread gets no signals.
 */
static void rest(struct seastar_soft *soft, u64 ns)
{
	if (ns)
		wait_event_interruptible_hrtimeout(soft->wake,
						   kthread_should_stop() ||
						   READ_ONCE(soft->set) != soft->seen,
						   ns_to_ktime(ns));
}

static int run_clock(void *data)
{
	struct seastar_soft *soft = data;

	while (!kthread_should_stop()) {
		if (stands(soft))
			wait_event_idle(soft->wake,
					kthread_should_stop() || !stands(soft));
		else
			rest(soft, run_slice(soft));
	}
	return 0;
}

static struct task_struct *start_clock(struct seastar_soft *soft,
				       const char *name)
{
	if (seastar_fault(SEASTAR_FAULT_ALLOC))
		return ERR_PTR(-ENOMEM);
	return kthread_run(run_clock, soft, "seastar/%s", name);
}

static void free_fabric(struct seastar_soft *soft)
{
	if (!soft->fabric)
		return;
	vfree(ss_traffic_mem(soft->fabric));
	vfree(soft->links);
	vfree(soft->fabric);
	soft->fabric = NULL;
}

static void soft_shutdown(struct seastar_dev *sdev)
{
	struct seastar_soft *soft = to_soft(sdev);

	kthread_stop(soft->thread);
	free_fabric(soft);
}

static void soft_free(struct seastar_dev *sdev)
{
	kfree(to_soft(sdev));
}

static const struct seastar_ops soft_ops = {
	.name = "soft",
	.cycle = soft_cycle,
	.instant = soft_cycle,
	.mmr_read = soft_mmr_read,
	.mmr_write = soft_mmr_write,
	.read_perf = soft_read_perf,
	.links = soft_links,
	.look_at_links = soft_look_at_links,
	.routes_set = soft_routes_set,
	.debug = soft_debug,
	.hash = soft_hash,
	.read_source = soft_read_source,
	.source_sends = soft_source_sends,
	.oldest_birth = soft_oldest_birth,
	.in_flight = soft_in_flight,
	.add_dropped = soft_add_dropped,
	.latencies = soft_latencies,
	.reset_sources = soft_reset_sources,
	.traffic_get = soft_traffic_get,
	.traffic_check = soft_traffic_check,
	.traffic_set = soft_traffic_set,
	.clock_get = soft_clock_get,
	.clock_set = soft_clock_set,
	.clock_hold = soft_clock_hold,
	.shutdown = soft_shutdown,
	.free = soft_free,
};

static int build(struct seastar_soft *soft, const struct ss_config *model)
{
	void *mem = seastar_alloc(ss_fabric_bytes(model));

	if (!mem)
		return -ENOMEM;
	soft->fabric = ss_fabric_init(mem, model);
	soft->links = seastar_alloc(ss_config_routers(model) * sizeof(*soft->links));
	if (!soft->links) {
		free_fabric(soft);
		return -ENOMEM;
	}
	read_all_links(soft);
	return 0;
}

/*
 * Return the cycles of a window of the model.  A window is executed as a whole under the device's
 * lock, so it has to be short.
 */
static u32 soft_window(const struct ss_config *cfg)
{
	return rounddown_pow_of_two(max(WINDOW_CYCLES / ss_config_routers(cfg), 1U));
}

/**
 * seastar_soft_new() - create a fabric at cycle 0, its clock stopped
 * @name: a checked name
 * @cfg: a checked configuration
 *
 * Return: the device, added, with a reference for the caller; or an error:
 * -ENOMEM, those of seastar_dev_add(), or -EINTR for a task being killed.
 */
struct seastar_dev *seastar_soft_new(const char *name,
				     const struct ss_config *cfg)
{
	struct ss_config model = *cfg;
	struct seastar_soft *soft;
	int err;

	if (seastar_fault(SEASTAR_FAULT_ALLOC))
		return ERR_PTR(-ENOMEM);
	soft = kzalloc(sizeof(*soft), GFP_KERNEL_ACCOUNT);
	if (!soft)
		return ERR_PTR(-ENOMEM);
	init_waitqueue_head(&soft->wake);
	soft->clock.budget = SEASTAR_DEFAULT_BUDGET;
	err = seastar_dev_init(&soft->sdev, &soft_ops, name, cfg);
	if (err)
		goto put_dev;

	model.window = soft_window(cfg);
	model.seastar.tables = 1;
	err = build(soft, &model);
	if (err)
		goto put_dev;
	ss_fabric_on_age(soft->fabric, soft_on_age, soft);
	ss_fabric_on_delivery(soft->fabric, soft_on_delivery, soft);

	soft->thread = start_clock(soft, name);
	if (IS_ERR(soft->thread)) {
		err = PTR_ERR(soft->thread);
		goto free_fabric;
	}

	get_device(&soft->sdev.dev);
	err = seastar_dev_add(&soft->sdev);
	if (err)
		goto stop_thread;
	return &soft->sdev;

stop_thread:
	put_device(&soft->sdev.dev);
	kthread_stop(soft->thread);
free_fabric:
	free_fabric(soft);
put_dev:
	seastar_dev_put(&soft->sdev);
	return ERR_PTR(err);
}
