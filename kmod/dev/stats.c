// SPDX-License-Identifier: GPL-2.0-only
/*
 * The sampler reads a device's performance registers between two cycles, widens them to 64 bits,
 * and publishes them as a sample.
 *
 * Samples are in a ring that is allocated with the device, so taking one needs no memory and never
 * waits.  Readers copy the latest sample, then check whether it was overwritten meanwhile, and if
 * so begin again.  A sample stays until two more have been taken, each followed by a rest that is
 * far longer than a copy takes.  So a reader delays neither the fabric nor other readers.  A reader
 * copies to its own memory; if that cannot be allocated, only this reader fails.
 *
 * For readers and rounds a sample is taken in portions.  The clock stands until the last portion,
 * and hardware keeps the registers that it captured, so the sample is of one instant, but the
 * device is unlocked after each: other tasks wait for one portion at most.  A task that holds the
 * lock anyway takes a sample at once; one in portions is given up then.
 *
 * The halves of the age groups wrap after 2^32 grants, 8.6 s of hardware at the fastest.  So every
 * device is sampled every few seconds (round.c), with or without readers.  The clock of a software
 * fabric is not bound to time: it requests a sample after 2^31 cycles.
 */
#include <linux/bits.h>
#include <linux/err.h>
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/sched/signal.h>
#include <linux/sizes.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <linux/vmalloc.h>

#include "base/alloc.h"
#include "base/events.h"
#include "base/fault.h"
#include "base/quota.h"
#include "base/trace.h"
#include "dev/dev.h"
#include "dev/stats.h"

#define DUE_CYCLES	BIT_ULL(31)
/* longest time for which no reader retries a sample that failed */
#define MOST_RETRY_NS	(20ULL * NSEC_PER_SEC)
/* the same for samples that are due, in time or cycles, before a counter wraps */
#define ROUND_RETRY_NS	NSEC_PER_SEC

/*
 * Age of the latest sample at which a round takes a new one, for hardware: OLD_NS during the rest
 * that follows a sample, YOUNG_NS after the rest.  A counter wraps after 8.6 s, and rounds are two
 * seconds apart.
 */
#define YOUNG_NS	NSEC_PER_SEC
#define OLD_NS		(4ULL * NSEC_PER_SEC)

#define PORTION		32U	/* routers read under one hold of the device's lock */
/* attempts in portions before a sample is taken under one hold of the lock */
#define TRIES		3

#define RING		3	/* the latest sample, the one before, and the next */

/**
 * struct seastar_ring - memory of samples: number n is in place n modulo RING
 * @refs: references, of the sampler and of readers that look at a sample
 * @begun: number of the sample whose writing began last
 * @bytes: size of a place
 * @places: memory of RING samples
 */
struct seastar_ring {
	refcount_t refs;
	u64 begun;
	size_t bytes;
	u64 places[];
};

static size_t sample_bytes(u32 routers)
{
	return offsetof(struct seastar_sample, data) +
	       seastar_stats_data_size(routers);
}

static struct seastar_ring *new_ring(u32 routers)
{
	size_t bytes = sample_bytes(routers);
	struct seastar_ring *ring;

	ring = seastar_alloc(sizeof(*ring) + RING * bytes);
	if (!ring)
		return NULL;
	refcount_set(&ring->refs, 1);
	ring->bytes = bytes;
	return ring;
}

static void put_ring(struct seastar_ring *ring)
{
	if (ring && refcount_dec_and_test(&ring->refs))
		vfree(ring);
}

/* Return the number of a sample, or 0 if there is none. */
static u64 number_of(const struct seastar_sample *sample)
{
	return sample ? sample->data.sequence : 0;
}

/*
 * Return the place for the next sample.  Readers of the sample that was there notice that in
 * end_look().
 */
static struct seastar_sample *begin_sample(struct seastar_sampler *s)
{
	struct seastar_ring *ring = s->ring;
	u64 number = number_of(s->latest) + 1;

	WRITE_ONCE(ring->begun, number);
	/* before any write to the place; pairs with end_look() */
	smp_wmb();
	return (void *)ring->places + number % RING * ring->bytes;
}

/**
 * struct look - a look at the latest sample
 * @ring: the ring that holds it, with a reference
 * @sample: the sample, which may be overwritten
 * @number: number of the sample
 */
struct look {
	struct seastar_ring *ring;
	const struct seastar_sample *sample;
	u64 number;
};

/* Begin to read the latest sample.  Returns false if the device has gone. */
static bool begin_look(struct seastar_sampler *s, struct look *look)
{
	spin_lock(&s->lock);
	look->ring = s->ring;
	look->sample = s->latest;
	if (look->ring) {
		refcount_inc(&look->ring->refs);
		look->number = look->sample->data.sequence;
	}
	spin_unlock(&s->lock);
	return look->ring;
}

/*
 * End a look.  Returns true if the sample was not overwritten meanwhile, so that what was read is
 * valid.
 */
static bool end_look(struct look *look)
{
	u64 begun;

	/* after all reads of the sample; pairs with begin_sample() */
	smp_rmb();
	begun = READ_ONCE(look->ring->begun);
	put_ring(look->ring);
	return begun - look->number < RING;
}

/**
 * struct taking - a sample that is being taken
 * @sample: its place
 * @begin: time (ktime_get_ns()) at which it was begun
 * @time: the same, as ktime_get_real_ns() gives it
 * @number: number of the sample before, 0 if there is none
 * @generation: generation of the settings that its counts are of
 * @instant: instant that its registers are of, as &seastar_ops.instant names it
 * @cycle: the largest cycle of its routers: a router that was reset alone has a smaller one
 * @gap: counts were lost
 * @reset: a router was reset since the last sample
 */
struct taking {
	struct seastar_sample *sample;
	u64 begin;
	u64 time;
	u64 number;
	u64 generation;
	u64 instant;
	u64 cycle;
	bool gap;
	bool reset;
};

/*
 * Add to the counters of routers @first to @end - 1 what they counted since the last sample; in the
 * first sample, to zeros.
 */
static void widen(struct seastar_dev *sdev, struct taking *t, u32 first, u32 end)
{
	static const struct ss_perf none;
	const struct seastar_sampler *s = sdev->stats;
	struct ss_counters *total = (struct ss_counters *)t->sample->data.counters;
	const struct ss_perf *last = &none;
	u32 router;

	for (router = first; router < end; router++) {
		if (s->latest) {
			total[router] = *seastar_sample_router(s->latest, router);
			last = &s->last[router];
			t->reset |= sdev->ops->was_reset &&
				    ss_was_reset(last, &s->next[router]);
		}
		t->gap |= ss_widen(&total[router], last, &s->next[router]);
		t->cycle = max(t->cycle, s->next[router].cycle);
		cond_resched();
	}
}

static bool clock_runs(struct seastar_dev *sdev)
{
	struct seastar_clock clock;

	if (!sdev->ops->clock_get)
		return true;
	sdev->ops->clock_get(sdev, &clock);
	/* while the clock is stopped, a task with a claim may run the fabric to drain it */
	return clock.state != SEASTAR_CLOCK_STOPPED || READ_ONCE(sdev->claim);
}

/*
 * Publish a sample whose taking began at @begin.  While the clock runs, readers get it for its
 * lifespan, and for at least the rest after the taking (seastar_rest()).
 */
static void publish_sample(struct seastar_dev *sdev, struct seastar_sample *sample,
			   u64 begin)
{
	struct seastar_sampler *s = sdev->stats;
	u64 lifespan = READ_ONCE(s->lifespan) * (u64)NSEC_PER_MSEC;
	u64 now = ktime_get_ns();
	bool runs = clock_runs(sdev);

	swap(s->last, s->next);
	s->returns = sdev->returns;
	s->taken = begin;
	s->rested = now + seastar_rest(now - begin);
	spin_lock(&s->lock);
	s->latest = sample;
	WRITE_ONCE(s->expires, runs ? max(now + lifespan, s->rested) : 0);
	spin_unlock(&s->lock);
}

static void begin_taking(struct seastar_dev *sdev, struct taking *t)
{
	*t = (struct taking){
		.begin = ktime_get_ns(),
		.time = ktime_get_real_ns(),
		.number = number_of(sdev->stats->latest),
		.generation = sdev->generation,
		.sample = begin_sample(sdev->stats),
	};
}

static int count_failure(struct seastar_dev *sdev, int err)
{
	sdev->stats->failures++;
	trace_seastar_sample(seastar_dev_name(sdev), 0, 0, 0, err);
	return err;
}

/*
 * Read and widen the registers of routers @first to @end - 1.  Context: caller holds the lock of
 * the device.
 */
static int take_portion(struct seastar_dev *sdev, struct taking *t, u32 first, u32 end)
{
	int err;

	err = seastar_fault(SEASTAR_FAULT_SAMPLE) ? -EIO :
	      sdev->ops->read_perf(sdev, first, end - first, &sdev->stats->next[first]);
	if (err)
		return count_failure(sdev, err);
	if (!first)
		t->instant = sdev->ops->instant(sdev);
	widen(sdev, t, first, end);
	return 0;
}

/*
 * Publish a sample that has all routers.  If a router was reset since the one before, the backend
 * writes the settings again, unless it has done so since.  Context: caller holds the lock of the
 * device.
 */
static void end_taking(struct seastar_dev *sdev, struct taking *t)
{
	struct seastar_sampler *s = sdev->stats;
	const struct seastar_sample *before = s->latest;
	struct seastar_stats_data *data = &t->sample->data;
	/* all counters start with the contents of the registers when the device was added */
	bool gap = before && t->gap;

	if (t->reset && s->returns == sdev->returns)
		sdev->ops->was_reset(sdev);
	data->sequence = t->number + 1;
	data->cycle = t->cycle;
	data->time = t->time;
	data->generation = t->generation;
	data->gaps = (before ? before->data.gaps : 0) + gap;
	data->failed = s->failures;
	data->flags = data->gaps ? SEASTAR_STATS_FLAG_GAP : 0;
	publish_sample(sdev, t->sample, t->begin);
	trace_seastar_sample(seastar_dev_name(sdev), data->sequence, data->cycle, data->flags, 0);
	if (gap)
		seastar_events->gap(sdev);
}

/*
 * Take a sample under one hold of the lock.  Returns 0 or an error of the backend.  Context: caller
 * holds the lock of the device.
 */
static int take_at_once(struct seastar_dev *sdev)
{
	struct taking t;
	int err;

	begin_taking(sdev, &t);
	err = take_portion(sdev, &t, 0, sdev->routers);
	if (!err)
		end_taking(sdev, &t);
	return err;
}

/*
 * Return true if what is read next belongs to the same sample: no other has been taken since, the
 * registers are of the same instant, and the settings are the same.
 */
static bool goes_on(struct seastar_dev *sdev, const struct taking *t)
{
	return number_of(sdev->stats->latest) == t->number &&
	       sdev->ops->instant(sdev) == t->instant && sdev->generation == t->generation;
}

/*
 * Drop the lock of a device for a moment, so that other tasks get it.  Returns 0, -ENODEV if the
 * device is gone, or -EAGAIN if the sample must be begun anew.  Context: caller holds the lock of
 * the device.
 */
static int let_others(struct seastar_dev *sdev, const struct taking *t)
{
	seastar_dev_unlock(sdev);
	cond_resched();
	seastar_stall_here(SEASTAR_STALL_SAMPLE);
	/*
	 * not killable: samples that are given up would hold the clock again and again, without the
	 * rest that follows a complete sample
	 */
	seastar_dev_lock_always(sdev);
	if (sdev->gone)
		return -ENODEV;
	return goes_on(sdev, t) ? 0 : -EAGAIN;
}

/*
 * Take a sample of a device, whose clock stands, in portions.  Returns 0, -EAGAIN if the device has
 * changed meanwhile, or another error.  Context: caller holds the lock of the device.
 */
static int take_in_portions(struct seastar_dev *sdev)
{
	u32 first = 0, end = min(PORTION, sdev->routers);
	struct taking t;
	int err;

	begin_taking(sdev, &t);
	while (1) {
		err = take_portion(sdev, &t, first, end);
		if (err)
			return err;
		if (end == sdev->routers)
			break;
		err = let_others(sdev, &t);
		if (err)
			return err;
		first = end;
		end = min(first + PORTION, sdev->routers);
	}
	end_taking(sdev, &t);
	return 0;
}

/*
 * Take a sample in portions.  If the device changes each time, take it at once after TRIES
 * attempts, unless another task has taken one meanwhile.  Context: caller holds @taking and the
 * lock of the device.
 */
static int take_apart(struct seastar_dev *sdev)
{
	u64 number = number_of(sdev->stats->latest);
	int tries, err = -EAGAIN;

	if (sdev->ops->clock_hold)
		sdev->ops->clock_hold(sdev, true);
	for (tries = 0; tries < TRIES && err == -EAGAIN; tries++) {
		err = take_in_portions(sdev);
		if (err == -EAGAIN && number_of(sdev->stats->latest) != number)
			err = 0;
	}
	if (err == -EAGAIN)
		err = take_at_once(sdev);
	if (sdev->ops->clock_hold)
		sdev->ops->clock_hold(sdev, false);
	return err;
}

static int take_and_record(struct seastar_dev *sdev, int (*take)(struct seastar_dev *sdev))
{
	struct seastar_sampler *s = sdev->stats;
	u64 begin = ktime_get_ns();

	s->error = take(sdev);
	s->tried = ktime_get_ns();
	s->took = s->tried - begin;
	return s->error;
}

/*
 * Take a sample, unless the last attempt failed recently: readers that wait for the lock must not
 * each wait for another failure.  There is no retry for SEASTAR_SHARE times as long as the failure
 * took, and for @most ns at the longest.
 */
static int take_unless_failed(struct seastar_dev *sdev, int (*take)(struct seastar_dev *sdev),
			      u64 most)
{
	struct seastar_sampler *s = sdev->stats;

	if (s->error && ktime_get_ns() - s->tried < min(SEASTAR_SHARE * s->took, most))
		return s->error;
	return take_and_record(sdev, take);
}

/*
 * Return true if the latest sample is of the present cycle.  A sample of hardware never is: its
 * cycle is that of the last capture.
 */
static bool is_of_now(struct seastar_dev *sdev)
{
	const struct seastar_stats_data *latest = &sdev->stats->latest->data;

	return !seastar_is_hardware(sdev) && latest->generation == sdev->generation &&
	       latest->cycle == sdev->ops->cycle(sdev);
}

/*
 * Return true if the latest sample is of the present cycle, or has not expired; with hardware, only
 * the latter counts.  Context: caller holds the lock of the device.
 */
static bool is_current(struct seastar_dev *sdev)
{
	const struct seastar_sampler *s = sdev->stats;

	if (s->latest->data.generation != sdev->generation)
		return false;
	return is_of_now(sdev) || ktime_get_ns() < READ_ONCE(s->expires);
}

/* Return true if the latest sample has not expired.  Takes no lock of the device. */
static bool is_unexpired(struct seastar_dev *sdev)
{
	struct seastar_sampler *s = sdev->stats;
	bool serves;

	spin_lock(&s->lock);
	serves = s->latest && ktime_get_ns() < s->expires &&
		 s->latest->data.generation == READ_ONCE(sdev->generation);
	spin_unlock(&s->lock);
	return serves;
}

/*
 * Lock seastar_sampler.taking and the device.  Returns 0, or an error of seastar_quota_lock() or
 * seastar_dev_lock() without either.
 */
static int lock_taking(struct seastar_dev *sdev)
{
	int err;

	err = seastar_quota_lock(&sdev->stats->taking);
	if (err)
		return err;
	err = seastar_dev_lock(sdev);
	if (err)
		mutex_unlock(&sdev->stats->taking);
	return err;
}

static void unlock_taking(struct seastar_dev *sdev)
{
	seastar_dev_unlock(sdev);
	mutex_unlock(&sdev->stats->taking);
}

/* Take a sample, unless there is one that has not expired. */
static int refresh(struct seastar_dev *sdev)
{
	int err;

	if (is_unexpired(sdev))
		return 0;
	err = lock_taking(sdev);
	if (err)
		return err;
	if (!is_current(sdev))
		err = take_unless_failed(sdev, take_apart, MOST_RETRY_NS);
	unlock_taking(sdev);
	return err;
}

/**
 * seastar_stats_look() - read the latest sample, or a new one if that has expired
 * @sdev: the device
 * @look: reads the sample
 * @ctx: for @look
 *
 * While a fabric runs, all readers share a sample for its lifespan, so that many readers do not
 * slow it down.  If its clock stands, they get the present counts.
 *
 * Context: caller does not hold the lock of the device.
 *
 * Return: 0, -ENODEV if the device is gone, -EINTR for a task being killed, or an error of the
 * backend or of @look.
 */
int seastar_stats_look(struct seastar_dev *sdev, seastar_look look, void *ctx)
{
	struct look l;
	int err;

	err = refresh(sdev);
	if (err)
		return err;
	while (begin_look(sdev->stats, &l)) {
		err = look(l.sample, ctx);
		if (end_look(&l))
			return err;
		if (fatal_signal_pending(current))
			return -EINTR;
		cond_resched();
	}
	return -ENODEV;
}

/*
 * Allocate a copy of a sample of routers, charged as by seastar_quota_take(); returns an error
 * pointer on failure.
 */
static struct seastar_sample *new_copy(struct file *opener, u32 first, u32 n)
{
	size_t bytes = sample_bytes(n);
	struct seastar_sample *copy;
	struct seastar_quota *quota;

	quota = seastar_quota_take(opener, bytes, 1);
	if (IS_ERR(quota))
		return ERR_CAST(quota);
	copy = bytes > PAGE_SIZE ? seastar_alloc(bytes) :
				   seastar_calloc(1, bytes);
	if (!copy) {
		seastar_quota_give(quota, bytes, 1);
		return ERR_PTR(-ENOMEM);
	}
	copy->quota = quota;
	copy->bytes = bytes;
	copy->first = first;
	refcount_set(&copy->refs, 1);
	return copy;
}

static void copy_some(void *to, const void *from, size_t n)
{
	/* the sample may be overwritten meanwhile, as end_look() will find */
	(void)data_race(memcpy(to, from, n));
}

/* Copy the routers that @ctx, a struct seastar_sample, names: a &seastar_look. */
static int copy_sample(const struct seastar_sample *sample, void *ctx)
{
	struct seastar_sample *copy = ctx;
	const void *from = seastar_sample_router(sample, copy->first);
	size_t left = copy->bytes - sizeof(*copy), n;
	void *to = copy->data.counters;

	copy_some(&copy->data, &sample->data, sizeof(copy->data));
	for (; left; left -= n, from += n, to += n) {
		n = min_t(size_t, left, SZ_64K);
		copy_some(to, from, n);
		cond_resched();
	}
	return 0;
}

/**
 * seastar_sample_get() - copy a sample no older than its lifespan
 * @sdev: the device
 * @opener: the file or socket that the copy is kept for
 * @first: the first router
 * @n: number of routers
 * @sample: set to a copy of their counters, for seastar_sample_put()
 *
 * Context: caller does not hold the lock of the device.
 *
 * Return: 0, -ENOMEM, -EBUSY if the user has too many copies, or an error of seastar_stats_look().
 */
int seastar_sample_get(struct seastar_dev *sdev, struct file *opener, u32 first, u32 n,
		       struct seastar_sample **sample)
{
	struct seastar_sample *copy;
	int err;

	copy = new_copy(opener, first, n);
	if (IS_ERR(copy))
		return PTR_ERR(copy);
	err = seastar_stats_look(sdev, copy_sample, copy);
	if (err)
		seastar_sample_put(copy);
	else
		*sample = copy;
	return err;
}

/* Take a sample of the present cycle, so that counters agree with the other counts in an answer. */
static int refresh_exactly(struct seastar_dev *sdev)
{
	if (seastar_is_hardware(sdev) ? is_current(sdev) : is_of_now(sdev))
		return 0;
	return take_unless_failed(sdev, take_at_once, MOST_RETRY_NS);
}

/**
 * seastar_sample_get_locked() - copy a sample of the present cycle
 * @sdev: the device; of hardware the sample may be as old as its lifespan
 * @sample: set to a copy of it, for seastar_sample_put()
 *
 * Context: caller serves an administrator and holds the lock of the device.
 *
 * Return: 0, -ENOMEM, -EBUSY if the user has too many copies, or an error of the backend.
 */
int seastar_sample_get_locked(struct seastar_dev *sdev,
			      struct seastar_sample **sample)
{
	struct seastar_sample *copy;
	int err;

	copy = new_copy(NULL, 0, sdev->routers);
	if (IS_ERR(copy))
		return PTR_ERR(copy);
	err = refresh_exactly(sdev) ?: copy_sample(sdev->stats->latest, copy);
	if (err)
		seastar_sample_put(copy);
	else
		*sample = copy;
	return err;
}

/**
 * seastar_sample_hold() - take another reference to a copy of a sample
 * @sample: one to which the caller has a reference
 *
 * Return: @sample.
 */
struct seastar_sample *seastar_sample_hold(struct seastar_sample *sample)
{
	refcount_inc(&sample->refs);
	return sample;
}

/**
 * seastar_sample_put() - give back a reference to a copy of a sample
 * @sample: the copy, or NULL
 */
void seastar_sample_put(struct seastar_sample *sample)
{
	if (!sample || !refcount_dec_and_test(&sample->refs))
		return;
	seastar_quota_give(sample->quota, sample->bytes, 1);
	kvfree(sample);
}

/**
 * seastar_stats_expire() - let the latest sample expire
 * @sdev: the device, whose clock was changed; a change of settings does the same
 */
void seastar_stats_expire(struct seastar_dev *sdev)
{
	spin_lock(&sdev->stats->lock);
	WRITE_ONCE(sdev->stats->expires, 0);
	spin_unlock(&sdev->stats->lock);
}

/**
 * seastar_stats_due() - take a sample if the clock has run far since the last one
 * @sdev: the device
 *
 * If that fails a later call tries again.  If the gap becomes too long, the next sample reports it.
 *
 * Context: caller holds the lock of the device.
 */
void seastar_stats_due(struct seastar_dev *sdev)
{
	if (sdev->ops->cycle(sdev) - sdev->stats->latest->data.cycle >= DUE_CYCLES)
		take_unless_failed(sdev, take_at_once, ROUND_RETRY_NS);
}

/**
 * seastar_stats_renew() - take a sample of a device that has come back
 * @sdev: the device
 *
 * Later samples are compared with this one, so they show only resets that came after it.
 *
 * Context: caller holds the lock of the device.
 *
 * Return: -ENODEV if the device does not answer; 0 otherwise, even if the sample failed.
 */
int seastar_stats_renew(struct seastar_dev *sdev)
{
	return take_and_record(sdev, take_at_once) == -ENODEV ? -ENODEV : 0;
}

/*
 * Return true if the latest sample of hardware is so old that a round takes a new one, so that no
 * counter wraps unseen before the next round: see YOUNG_NS.
 */
static bool is_old(const struct seastar_sampler *s)
{
	u64 now = ktime_get_ns();

	return now - s->taken >= (now < s->rested ? OLD_NS : YOUNG_NS);
}

static bool is_due(struct seastar_dev *sdev)
{
	return seastar_is_hardware(sdev) ? is_old(sdev->stats) : !is_current(sdev);
}

/**
 * seastar_stats_round() - take a sample if no reader has taken one recently
 * @sdev: the device
 *
 * For hardware a sample may have to be younger than for readers, so that no counter wraps unseen.
 *
 * Context: caller does not hold the lock of the device.
 */
void seastar_stats_round(struct seastar_dev *sdev)
{
	if (lock_taking(sdev))
		return;
	if (is_due(sdev))
		take_unless_failed(sdev, take_apart, ROUND_RETRY_NS);
	unlock_taking(sdev);
}

/**
 * seastar_stats_last() - take a sample as seastar_stats_round() does, before a device sleeps
 * @sdev: the device
 *
 * Context: caller holds the lock of the device.
 */
void seastar_stats_last(struct seastar_dev *sdev)
{
	if (is_due(sdev))
		take_unless_failed(sdev, take_at_once, ROUND_RETRY_NS);
}

/**
 * seastar_stats_init() - initialize the sampler of a device
 * @sdev: a new device
 *
 * Return: 0 or -ENOMEM.
 */
int seastar_stats_init(struct seastar_dev *sdev)
{
	struct seastar_sampler *s = seastar_calloc(1, sizeof(*s));

	if (!s)
		return -ENOMEM;
	mutex_init(&s->taking);
	spin_lock_init(&s->lock);
	s->lifespan = SEASTAR_DEFAULT_LIFESPAN;
	sdev->stats = s;
	return 0;
}

/**
 * seastar_stats_free() - undo seastar_stats_init()
 * @sdev: a device without references
 */
void seastar_stats_free(struct seastar_dev *sdev)
{
	kvfree(sdev->stats);
}

/**
 * seastar_stats_start() - take the first sample of a device
 * @sdev: a device whose backend is ready
 *
 * Return: 0, -ENOMEM, or an error of the backend.
 */
int seastar_stats_start(struct seastar_dev *sdev)
{
	struct seastar_sampler *s = sdev->stats;
	int err = -ENOMEM;

	s->last = seastar_alloc(sdev->routers * sizeof(*s->last));
	s->next = seastar_alloc(sdev->routers * sizeof(*s->next));
	s->ring = new_ring(sdev->routers);
	if (s->last && s->next && s->ring) {
		mutex_lock(&sdev->lock);
		err = take_at_once(sdev);
		mutex_unlock(&sdev->lock);
	}
	if (err)
		seastar_stats_stop(sdev);
	return err;
}

/**
 * seastar_stats_stop() - stop the sampler, and free the memory of samples
 * @sdev: a device that is gone, or was never published
 */
void seastar_stats_stop(struct seastar_dev *sdev)
{
	struct seastar_sampler *s = sdev->stats;
	struct seastar_ring *ring;

	spin_lock(&s->lock);
	ring = s->ring;
	s->ring = NULL;
	s->latest = NULL;
	spin_unlock(&s->lock);
	put_ring(ring);
	vfree(s->last);
	vfree(s->next);
	s->last = NULL;
	s->next = NULL;
}
