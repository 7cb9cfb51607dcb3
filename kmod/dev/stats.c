// SPDX-License-Identifier: GPL-2.0-only
/*
 * The sampler: a device's performance registers are read between two cycles,
 * widened to 64 bits, and published as a sample that never changes.
 *
 * A reader takes a reference to a sample and copies as long as it likes: it holds
 * up neither the fabric nor other readers.  The buffer of a sample that nobody
 * reads any more is that of the next one, so polling allocates nothing.
 *
 * The halves of the age groups wrap after 2^32 grants, 8.6 s of hardware at the
 * fastest.  So every device is sampled every two seconds (round.c), whether anybody reads
 * or not; the clock of a software fabric, whose cycles are not bound to time, asks for
 * a sample itself when it has run half of that far.
 */
#include <linux/bits.h>
#include <linux/capability.h>
#include <linux/ktime.h>
#include <linux/sched.h>
#include <linux/sizes.h>
#include <linux/timekeeping.h>
#include <linux/vmalloc.h>

#include "base/alloc.h"
#include "base/events.h"
#include "base/fault.h"
#include "base/trace.h"
#include "dev/dev.h"
#include "dev/stats.h"

#define DUE_CYCLES	BIT_ULL(31)
#define SHARE		9	/* times as long a rest as a sample took */

/* From here on only an administrator may have more samples kept of a device. */
#define CROWD		(SEASTAR_MAX_MARKS + 16)
#define CROWD_BYTES	SZ_256M

/* A buffer for a sample, with one reference. */
static struct seastar_sample *new_sample(struct seastar_dev *sdev)
{
	struct seastar_sampler *s = sdev->stats;
	struct seastar_sample *sample;

	spin_lock(&s->lock);
	sample = s->spare;
	s->spare = NULL;
	spin_unlock(&s->lock);
	if (!sample) {
		sample = seastar_alloc(offsetof(struct seastar_sample, data) +
				       seastar_stats_data_size(sdev->routers));
		if (sample)
			atomic_inc(&s->buffers);
	}
	if (sample)
		refcount_set(&sample->refs, 1);
	return sample;
}

static void free_sample(struct seastar_sampler *s, struct seastar_sample *sample)
{
	if (!sample)
		return;
	atomic_dec(&s->buffers);
	vfree(sample);
}

/**
 * seastar_sample_hold() - take another reference to a sample
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
 * seastar_sample_put() - give back a reference to a sample
 * @sdev: the device
 * @sample: one of its samples, or NULL
 */
void seastar_sample_put(struct seastar_dev *sdev, struct seastar_sample *sample)
{
	struct seastar_sampler *s = sdev->stats;

	if (!sample || !refcount_dec_and_test(&sample->refs))
		return;
	spin_lock(&s->lock);
	if (!s->closed && !s->spare) {
		s->spare = sample;
		sample = NULL;
	}
	spin_unlock(&s->lock);
	free_sample(s, sample);
}

/* Add up what was counted since the sample before; was any of it lost? */
static bool widen(struct seastar_dev *sdev, struct seastar_sample *sample)
{
	const struct seastar_sample *before = sdev->stats->latest;
	struct ss_counters *total = (struct ss_counters *)sample->data.counters;
	bool gap = false;
	u32 router;

	for (router = 0; router < sdev->routers; router++) {
		total[router] = *seastar_sample_router(before, router);
		gap |= ss_widen(&total[router], &sdev->stats->last[router],
				&sdev->stats->next[router]);
		cond_resched();
	}
	return gap;
}

/* The first sample counts from whatever the registers held when the device came. */
static void begin_counting(struct seastar_dev *sdev,
			   struct seastar_sample *sample)
{
	static const struct ss_perf none;
	struct ss_counters *total = (struct ss_counters *)sample->data.counters;
	u32 router;

	for (router = 0; router < sdev->routers; router++)
		ss_widen(&total[router], &none, &sdev->stats->next[router]);
}

/* The cycle of a sample: a router that was reset alone has fewer than the others. */
static u64 cycle_of(const struct seastar_dev *sdev, const struct ss_perf *perf)
{
	u64 cycle = 0;
	u32 router;

	for (router = 0; router < sdev->routers; router++)
		cycle = max(cycle, perf[router].cycle);
	return cycle;
}

static bool clock_runs(struct seastar_dev *sdev)
{
	struct seastar_clock clock;

	if (!sdev->ops->clock_get)
		return true;
	sdev->ops->clock_get(sdev, &clock);
	return clock.state != SEASTAR_CLOCK_STOPPED;
}

/*
 * How long a sample serves that took since @begin: a lifespan, and so long that
 * readers who never rest take a tenth of the device's time.
 */
static u64 serves_until(const struct seastar_sampler *s, u64 begin)
{
	u64 lifespan = READ_ONCE(s->lifespan) * (u64)NSEC_PER_MSEC;
	u64 now = ktime_get_ns();

	return lifespan ? now + max(lifespan, SHARE * (now - begin)) : 0;
}

static void publish(struct seastar_dev *sdev, struct seastar_sample *sample,
		    u64 begin)
{
	struct seastar_sampler *s = sdev->stats;
	struct seastar_sample *before;
	bool runs = clock_runs(sdev);

	swap(s->last, s->next);
	spin_lock(&s->lock);
	before = s->latest;
	s->latest = sample;
	WRITE_ONCE(s->expires, runs ? serves_until(s, begin) : 0);
	spin_unlock(&s->lock);
	seastar_sample_put(sdev, before);
}

/* Take a sample; the device is locked. */
static int take(struct seastar_dev *sdev)
{
	const struct seastar_sample *before = sdev->stats->latest;
	u64 begin = ktime_get_ns();
	struct seastar_sample *sample;
	bool gap = false;
	int err;

	sample = new_sample(sdev);
	if (!sample)
		return -ENOMEM;
	err = seastar_fault(SEASTAR_FAULT_SAMPLE) ? -EIO :
	      sdev->ops->read_perf(sdev, 0, sdev->routers, sdev->stats->next);
	if (err) {
		trace_seastar_sample(seastar_dev_name(sdev), 0, 0, 0, err);
		seastar_sample_put(sdev, sample);
		return err;
	}
	sample->data.cycle = cycle_of(sdev, sdev->stats->next);
	if (before)
		gap = widen(sdev, sample);
	else
		begin_counting(sdev, sample);
	sample->gaps = (before ? before->gaps : 0) + gap;
	sample->data.sequence = (before ? before->data.sequence : 0) + 1;
	sample->data.time = ktime_get_real_ns();
	sample->data.generation = sdev->generation;
	sample->data.flags = sample->gaps ? SEASTAR_STATS_GAP : 0;
	publish(sdev, sample, begin);
	trace_seastar_sample(seastar_dev_name(sdev), sample->data.sequence, sample->data.cycle,
			     sample->data.flags, 0);
	if (gap)
		seastar_events->gap(sdev);
	return 0;
}

/*
 * Does the latest sample show the device as it is, or nearly?  It is locked.  The
 * cycle of hardware is that of its last capture, whatever it has done since.
 */
static bool is_current(struct seastar_dev *sdev)
{
	const struct seastar_sampler *s = sdev->stats;

	if (s->latest->data.generation != sdev->generation)
		return false;
	return (s->latest->data.cycle == sdev->ops->cycle(sdev) &&
		!seastar_is_hardware(sdev)) ||
	       ktime_get_ns() < READ_ONCE(s->expires);
}

/*
 * The same as take(), but a device that failed is left alone for a while: those who
 * wait for its lock shall not all wait for it to fail again.
 */
static int take_unless_failed(struct seastar_dev *sdev)
{
	struct seastar_sampler *s = sdev->stats;
	u64 begin = ktime_get_ns(), now;
	int err;

	if (s->failed && begin < s->retry)
		return s->failed;
	err = take(sdev);
	now = ktime_get_ns();
	s->failed = err;
	s->retry = now + min(SHARE * (now - begin), (u64)NSEC_PER_SEC);
	return err;
}

/**
 * seastar_sample_get_locked() - get a sample no older than its lifespan
 * @sdev: the device, locked
 * @sample: set to it, with a reference for seastar_sample_put()
 *
 * Return: 0, -ENOMEM, or what the backend says.
 */
int seastar_sample_get_locked(struct seastar_dev *sdev,
			      struct seastar_sample **sample)
{
	int err;

	lockdep_assert_held(&sdev->lock);
	err = is_current(sdev) ? 0 : take_unless_failed(sdev);
	if (!err)
		*sample = seastar_sample_hold(sdev->stats->latest);
	return err;
}

/* The latest sample, if it serves without a look at the device. */
static struct seastar_sample *unexpired(struct seastar_dev *sdev)
{
	struct seastar_sampler *s = sdev->stats;
	struct seastar_sample *sample = NULL;

	spin_lock(&s->lock);
	if (s->latest && ktime_get_ns() < s->expires &&
	    s->latest->data.generation == READ_ONCE(sdev->generation))
		sample = seastar_sample_hold(s->latest);
	spin_unlock(&s->lock);
	return sample;
}

/* Do so many hold on to samples of a device that it is a burden to the machine? */
static bool is_crowded(struct seastar_dev *sdev)
{
	u64 buffers = atomic_read(&sdev->stats->buffers);

	return buffers > CROWD &&
	       buffers * seastar_stats_data_size(sdev->routers) > CROWD_BYTES &&
	       !capable(CAP_NET_ADMIN);
}

/**
 * seastar_sample_get() - get a sample no older than its lifespan
 * @sdev: the device, not locked
 * @sample: set to it, with a reference for seastar_sample_put()
 *
 * While a fabric runs a sample serves all readers for its lifespan, so that many of
 * them do not hold it up.  Of one that stands they get what it counted last.
 *
 * Return: 0, -ENODEV if the device is gone, -EINTR for a task being killed, -ENOMEM,
 * -EBUSY if too many samples are held by others, or what the backend says.
 */
int seastar_sample_get(struct seastar_dev *sdev, struct seastar_sample **sample)
{
	int err;

	*sample = unexpired(sdev);
	if (*sample)
		return 0;
	if (is_crowded(sdev))
		return -EBUSY;
	err = seastar_dev_lock(sdev);
	if (err)
		return err;
	err = seastar_sample_get_locked(sdev, sample);
	seastar_dev_unlock(sdev);
	return err;
}

/**
 * seastar_stats_expire() - the latest sample serves no longer
 * @sdev: the device, whose clock was changed; a change of settings does the same
 */
void seastar_stats_expire(struct seastar_dev *sdev)
{
	spin_lock(&sdev->stats->lock);
	WRITE_ONCE(sdev->stats->expires, 0);
	spin_unlock(&sdev->stats->lock);
}

/**
 * seastar_stats_due() - sample a device that has run far since the last sample
 * @sdev: the device, locked
 *
 * If that fails the next call tries again, until the gap is too long: that is said
 * with the next sample.
 */
void seastar_stats_due(struct seastar_dev *sdev)
{
	if (sdev->ops->cycle(sdev) - sdev->stats->latest->data.cycle >= DUE_CYCLES)
		take(sdev);
}

/**
 * seastar_stats_round() - take a sample because nobody else may have done so
 * @sdev: the device, locked
 */
void seastar_stats_round(struct seastar_dev *sdev)
{
	struct seastar_sample *sample;

	/* what serves readers may be too old to see a counter of hardware wrap */
	if (!sdev->ops->clock_get)
		seastar_stats_expire(sdev);
	if (!seastar_sample_get_locked(sdev, &sample))
		seastar_sample_put(sdev, sample);
}

/**
 * seastar_stats_init() - be ready for seastar_stats_start()
 * @sdev: a new device
 *
 * Return: 0 or -ENOMEM.
 */
int seastar_stats_init(struct seastar_dev *sdev)
{
	struct seastar_sampler *s = seastar_calloc(1, sizeof(*s));

	if (!s)
		return -ENOMEM;
	spin_lock_init(&s->lock);
	s->lifespan = SEASTAR_DEFAULT_LIFESPAN;
	sdev->stats = s;
	return 0;
}

/**
 * seastar_stats_free() - undo seastar_stats_init()
 * @sdev: a device to which nobody has a reference
 */
void seastar_stats_free(struct seastar_dev *sdev)
{
	kvfree(sdev->stats);
}

/**
 * seastar_stats_start() - take the first sample of a device
 * @sdev: a device that is ready to work
 *
 * Return: 0, -ENOMEM, or what the backend says.
 */
int seastar_stats_start(struct seastar_dev *sdev)
{
	struct seastar_sampler *s = sdev->stats;
	int err = -ENOMEM;

	s->closed = false;
	s->last = seastar_alloc(sdev->routers * sizeof(*s->last));
	s->next = seastar_alloc(sdev->routers * sizeof(*s->next));
	if (s->last && s->next) {
		mutex_lock(&sdev->lock);
		err = take(sdev);
		mutex_unlock(&sdev->lock);
	}
	if (err)
		seastar_stats_stop(sdev);
	return err;
}

/**
 * seastar_stats_stop() - take no more samples, and give back their memory
 * @sdev: a device that is gone, or has never been known
 *
 * Samples that are being read go with their last readers, who keep the device's
 * structure.
 */
void seastar_stats_stop(struct seastar_dev *sdev)
{
	struct seastar_sampler *s = sdev->stats;
	struct seastar_sample *latest, *spare;

	spin_lock(&s->lock);
	s->closed = true;
	latest = s->latest;
	spare = s->spare;
	s->latest = NULL;
	s->spare = NULL;
	spin_unlock(&s->lock);
	seastar_sample_put(sdev, latest);
	free_sample(s, spare);
	vfree(s->last);
	vfree(s->next);
	s->last = NULL;
	s->next = NULL;
}
