// SPDX-License-Identifier: GPL-2.0-only
/*
 * Samples of the statistics of a device's traffic sources.
 *
 * A sample is taken between two cycles, and serves all readers for as long as a sample of the
 * counters does (stats.c).  Unprivileged readers, too, may read the sum of all sources, whose
 * computation takes steps in proportion to routers and packets: so the sum is kept.
 *
 * A sample is read in portions.  The clock stands until the last portion, so the sample is of one
 * instant, but the device is unlocked after each: other tasks wait for one portion at most.  Sums
 * are added up without the lock.  A reader of all sources gets a copy in memory that is charged to
 * it, so a slow reader delays no other task.
 */
#include <linux/err.h>
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/sched.h>
#include <linux/vmalloc.h>

#include "base/alloc.h"
#include "base/quota.h"
#include "dev/dev.h"
#include "dev/sources.h"
#include "dev/stats.h"

#define PORTION		64U	/* routers read under one hold of the device's lock */
/* attempts in portions before a sample is taken under one hold of the lock */
#define TRIES		3

static size_t view_size(const struct seastar_dev *sdev)
{
	struct seastar_sources_view *view;

	return struct_size(view, of, sdev->routers);
}

/* Add two sums of 128 bits, each with its low half in element 0 and its high half in element 1. */
static void add_wide(u64 *at, const u64 *more)
{
	at[0] += more[0];
	at[1] += more[1] + (at[0] < more[0]);
}

static void add_source(struct ss_source_stats *to, const struct ss_source_stats *s)
{
	u32 i;

	for (i = 0; i < SEASTAR_SRC_STATS; i++) {
		switch (i) {
		case SEASTAR_SRC_LAT_MAX:
		case SEASTAR_SRC_NET_MAX:
			to->stat[i] = max(to->stat[i], s->stat[i]);
			break;
		case SEASTAR_SRC_LAT_SQ_LO:
		case SEASTAR_SRC_NET_SQ_LO:
			add_wide(&to->stat[i], &s->stat[i]);
			i++;	/* skip the high half */
			break;
		default:
			to->stat[i] += s->stat[i];
		}
	}
	for (i = 0; i < SEASTAR_LAT_BINS; i++)
		to->lat_hist[i] += s->lat_hist[i];
}

static void add_fine(u64 *to, const u64 *fine)
{
	u32 i;

	for (i = 0; i < SEASTAR_LAT_FINE_BINS; i++)
		to[i] += fine[i];
}

static void subtract_fine(u64 *from, const u64 *fine)
{
	u32 i;

	for (i = 0; i < SEASTAR_LAT_FINE_BINS; i++)
		from[i] -= fine[i];
}

static void subtract_wide(u64 *from, const u64 *less)
{
	u64 low = from[0];

	from[0] -= less[0];
	from[1] -= less[1] + (low < less[0]);
}

/* Subtract the statistics of a source, except for maxima, which stay. */
static void subtract_source(struct ss_source_stats *from, const struct ss_source_stats *s)
{
	u32 i;

	for (i = 0; i < SEASTAR_SRC_STATS; i++) {
		switch (i) {
		case SEASTAR_SRC_LAT_MAX:
		case SEASTAR_SRC_NET_MAX:
			break;
		case SEASTAR_SRC_LAT_SQ_LO:
		case SEASTAR_SRC_NET_SQ_LO:
			subtract_wide(&from->stat[i], &s->stat[i]);
			i++;	/* skip the high half */
			break;
		default:
			from->stat[i] -= s->stat[i];
		}
	}
	for (i = 0; i < SEASTAR_LAT_BINS; i++)
		from->lat_hist[i] -= s->lat_hist[i];
}

/*
 * Turn the statistics @now of a source into counts since a mark.  The largest latency since then is
 * unknown, and set to 0.
 */
static void count_source(struct ss_source_stats *now, const struct ss_source_stats *since)
{
	subtract_source(now, since);
	now->stat[SEASTAR_SRC_LAT_MAX] = 0;
	now->stat[SEASTAR_SRC_NET_MAX] = 0;
}

static void count_sum(struct seastar_sources_sum *now, const struct seastar_sources_sum *since)
{
	u32 why;

	count_source(&now->stats, &since->stats);
	for (why = 0; why < SEASTAR_DROPS; why++)
		now->lost[why] -= since->lost[why];
	subtract_fine(now->fine, since->fine);
}

static void extend(struct seastar_range *range, u64 value, bool first)
{
	range->least = first ? value : min(range->least, value);
	range->most = max(range->most, value);
}

/*
 * Include the source of a router in the number of starved sources and in the oldest birth; if it
 * sends, also in the number of senders and in the ranges (least and most) over all senders.
 */
static void compare(struct seastar_sources_sum *sum, struct seastar_dev *sdev, u32 router,
		    const struct ss_source_stats *s)
{
	sum->starved += ss_source_starves(s);
	sum->oldest = min(sum->oldest, sdev->ops->oldest_birth(sdev, router));
	if (!sdev->ops->source_sends(sdev, router))
		return;
	extend(&sum->injected, s->injected, !sum->senders);
	extend(&sum->delivered, s->stat[SEASTAR_SRC_DELIVERED], !sum->senders);
	sum->senders++;
}

/* Return true if the clock runs, or if the holder of a claim may run it to drain the network. */
static bool clock_runs(struct seastar_dev *sdev)
{
	struct seastar_clock clock;

	sdev->ops->clock_get(sdev, &clock);
	return clock.state != SEASTAR_CLOCK_STOPPED || READ_ONCE(sdev->claim);
}

/*
 * Return the time until which readers get a sample begun at @begin: for its lifespan, and for at
 * least the rest after the taking (seastar_rest()).
 */
static u64 serves_until(struct seastar_dev *sdev, u64 begin)
{
	u64 lifespan = READ_ONCE(sdev->stats->lifespan) * (u64)NSEC_PER_MSEC;
	u64 now = ktime_get_ns();

	return now + max(lifespan, seastar_rest(now - begin));
}

/* Read the sources of routers @first to @end - 1.  Context: caller holds the lock of the device. */
static void read_portion(struct seastar_dev *sdev, struct ss_source_stats *of,
			 struct seastar_sources_sum *sum, u32 first, u32 end)
{
	u32 router;

	for (router = first; router < end; router++) {
		sdev->ops->read_source(sdev, router, &of[router]);
		sdev->ops->add_dropped(sdev, router, sum->lost);
		cond_resched();
	}
}

/*
 * Include the sources of routers @first to @end - 1 in the ranges.  Context: caller holds the lock
 * of the device.
 */
static void compare_portion(struct seastar_dev *sdev, const struct ss_source_stats *of,
			    struct seastar_sources_sum *sum, u32 first, u32 end)
{
	u32 router;

	for (router = first; router < end; router++) {
		compare(sum, sdev, router, &of[router]);
		cond_resched();
	}
}

static void add_portion(const struct ss_source_stats *of, struct seastar_sources_sum *sum,
			u32 first, u32 end)
{
	u32 router;

	for (router = first; router < end; router++)
		add_source(&sum->stats, &of[router]);
}

/* Begin a sum at the present cycle.  Context: caller holds the lock of the device. */
static void begin_sum(struct seastar_dev *sdev, struct seastar_sources_sum *sum)
{
	/* a compound literal would put a whole sum on the stack */
	memset(sum, 0, sizeof(*sum));
	sum->cycle = sdev->ops->cycle(sdev);
	sum->oldest = U64_MAX;
	sum->in_flight = sdev->ops->in_flight(sdev);
	memcpy(sum->fine, sdev->ops->latencies(sdev), sizeof(sum->fine));
}

/*
 * Drop the lock of a device, whose clock stands, so that other tasks get it, and add up a portion
 * meanwhile.  Returns 0 with the lock held again, or -ENODEV without the lock.  Context: caller
 * holds the lock of the device.
 */
static int add_unlocked(struct seastar_dev *sdev, struct seastar_sources_sum *sum, u32 first,
			u32 end)
{
	seastar_dev_unlock(sdev);
	add_portion(sdev->sources->of, sum, first, end);
	cond_resched();
	/*
	 * not killable: samples that are given up would hold the clock again and again, without the
	 * rest that follows a complete sample
	 */
	seastar_dev_lock_always(sdev);
	if (!sdev->gone)
		return 0;
	seastar_dev_unlock(sdev);
	return -ENODEV;
}

/*
 * Return true if the sources have changed since the sum was begun.  @changes: value of
 * seastar_sources.changes at that time.  Context: caller holds the lock of the device.
 */
static bool have_changed(struct seastar_dev *sdev, const struct seastar_sources_sum *sum,
			 u64 changes)
{
	return sdev->sources->changes != changes || sdev->ops->cycle(sdev) != sum->cycle;
}

/*
 * Read all sources of a device, whose clock stands, in portions.  Returns 0, or -EAGAIN if they
 * have changed meanwhile, with the lock of the device held.  Returns an error of add_unlocked()
 * without the lock.  Context: caller holds the lock of the device.
 */
static int read_in_portions(struct seastar_dev *sdev, struct seastar_sources_sum *sum)
{
	struct seastar_sources *s = sdev->sources;
	u32 first = 0, end = min(PORTION, sdev->routers);
	u64 changes = s->changes;
	int err;

	begin_sum(sdev, sum);
	while (1) {
		read_portion(sdev, s->of, sum, first, end);
		compare_portion(sdev, s->of, sum, first, end);
		if (end == sdev->routers)
			break;
		err = add_unlocked(sdev, sum, first, end);
		if (err)
			return err;
		if (have_changed(sdev, sum, changes))
			return -EAGAIN;
		first = end;
		end = min(first + PORTION, sdev->routers);
	}
	add_portion(s->of, sum, first, end);
	return 0;
}

static void read_at_once(struct seastar_dev *sdev, struct seastar_sources_sum *sum)
{
	begin_sum(sdev, sum);
	read_portion(sdev, sdev->sources->of, sum, 0, sdev->routers);
	compare_portion(sdev, sdev->sources->of, sum, 0, sdev->routers);
	add_portion(sdev->sources->of, sum, 0, sdev->routers);
}

/*
 * Read all sources in portions.  If they change each time, read them under one hold of the lock
 * after TRIES attempts.
 */
static int read_all(struct seastar_dev *sdev, struct seastar_sources_sum *sum)
{
	int tries, err;

	for (tries = 0; tries < TRIES; tries++) {
		err = read_in_portions(sdev, sum);
		if (err != -EAGAIN)
			return err;
	}
	read_at_once(sdev, sum);
	return 0;
}

/*
 * Take a sample.  Returns 0 with the lock of the device held, or an error of add_unlocked() without
 * the lock.  Context: caller holds @taking and the lock of the device.
 */
static int take_sample(struct seastar_dev *sdev)
{
	struct seastar_sources *s = sdev->sources;
	u64 begin = ktime_get_ns();
	int err;

	seastar_sources_expire(sdev);
	sdev->ops->clock_hold(sdev, true);
	err = read_all(sdev, &s->next);
	sdev->ops->clock_hold(sdev, false);
	if (err)
		return err;
	s->next.generation = sdev->generation;
	s->taken++;
	spin_lock(&s->lock);
	s->sum = s->next;
	s->valid = true;
	s->expires = clock_runs(sdev) ? serves_until(sdev, begin) : 0;
	spin_unlock(&s->lock);
	return 0;
}

/*
 * Return true if the sample is of the present cycle or has not expired.  Context: caller holds
 * @taking and the lock of the device.
 */
static bool is_current(struct seastar_dev *sdev)
{
	struct seastar_sources *s = sdev->sources;
	bool current_;

	spin_lock(&s->lock);
	current_ = s->valid && s->sum.generation == sdev->generation &&
		   (s->sum.cycle == sdev->ops->cycle(sdev) || ktime_get_ns() < s->expires);
	spin_unlock(&s->lock);
	return current_;
}

/*
 * Lock seastar_sources.taking, and take a sample unless the latest one is current.  Until the lock
 * is released the sample is not replaced, and a reset does not change @since, the copy of a mark.
 * Returns -ENOENT if the mark is gone.
 */
static int lock_current(struct seastar_dev *sdev, const struct seastar_sources_view *since)
{
	int err;

	err = seastar_sources_lock(sdev);
	if (err)
		return err;
	if (since && since->dropped) {
		seastar_sources_unlock(sdev);
		return -ENOENT;
	}
	err = is_current(sdev) ? 0 : take_sample(sdev);
	if (err)
		mutex_unlock(&sdev->sources->taking);
	else
		seastar_dev_unlock(sdev);
	return err;
}

/* Copy the sum to @sum and return true, if it has not expired.  Takes no lock of the device. */
static bool read_unexpired(struct seastar_dev *sdev, struct seastar_sources_sum *sum)
{
	struct seastar_sources *s = sdev->sources;
	bool serves;

	spin_lock(&s->lock);
	serves = s->valid && ktime_get_ns() < s->expires &&
		 s->sum.generation == READ_ONCE(sdev->generation);
	if (serves)
		*sum = s->sum;
	spin_unlock(&s->lock);
	return serves;
}

/**
 * seastar_sources_read() - read the sum of all sources, no older than a lifespan
 * @sdev: a device that has sources
 * @sum: set to the sum
 *
 * Context: caller does not hold the lock of the device.
 *
 * Return: 0, -ENODEV if the device is gone, or -EINTR for a task being killed.
 */
int seastar_sources_read(struct seastar_dev *sdev, struct seastar_sources_sum *sum)
{
	int err;

	if (read_unexpired(sdev, sum))
		return 0;
	err = lock_current(sdev, NULL);
	if (err)
		return err;
	*sum = sdev->sources->sum;
	mutex_unlock(&sdev->sources->taking);
	return 0;
}

/**
 * seastar_sources_read_since() - read the sum of all sources as counts since a mark
 * @sdev: a device that has sources
 * @since: the copy of a mark
 * @sum: set to the sum
 *
 * Context: caller does not hold the lock of the device.
 *
 * Return: as seastar_sources_read(); or -ENOENT if the mark is gone.
 */
int seastar_sources_read_since(struct seastar_dev *sdev,
			       const struct seastar_sources_view *since,
			       struct seastar_sources_sum *sum)
{
	int err;

	/* the sample is not older than the mark: seastar_view_new() let earlier samples expire */
	err = lock_current(sdev, since);
	if (err)
		return err;
	*sum = sdev->sources->sum;
	count_sum(sum, &since->sum);
	mutex_unlock(&sdev->sources->taking);
	return 0;
}

/**
 * seastar_sources_read_one() - read one source now
 * @sdev: a device that has sources
 * @since: the copy of a mark, to count from; or NULL
 * @router: router of the source
 * @stats: set to the statistics of the source
 *
 * Context: caller holds the lock of the device.
 */
void seastar_sources_read_one(struct seastar_dev *sdev,
			      const struct seastar_sources_view *since, u32 router,
			      struct ss_source_stats *stats)
{
	sdev->ops->read_source(sdev, router, stats);
	if (since)
		count_source(stats, &since->of[router]);
}

static void copy(struct seastar_dev *sdev, const struct seastar_sources_view *since,
		 struct seastar_sources_view *view)
{
	const struct seastar_sources *s = sdev->sources;
	u32 router;

	view->sum = s->sum;
	if (since)
		count_sum(&view->sum, &since->sum);
	for (router = 0; router < sdev->routers; router++) {
		view->of[router] = s->of[router];
		if (since)
			count_source(&view->of[router], &since->of[router]);
		cond_resched();
	}
}

/* Allocate a copy of all sources, for seastar_quota_take() to charge. */
static struct seastar_sources_view *new_view(struct seastar_dev *sdev, struct file *opener)
{
	struct seastar_sources_view *view;
	struct seastar_quota *quota;

	quota = seastar_quota_take(opener, view_size(sdev), 1);
	if (IS_ERR(quota))
		return ERR_CAST(quota);
	view = seastar_alloc(view_size(sdev));
	if (!view) {
		seastar_quota_give(quota, view_size(sdev), 1);
		return ERR_PTR(-ENOMEM);
	}
	view->quota = quota;
	view->bytes = view_size(sdev);
	refcount_set(&view->refs, 1);
	return view;
}

/**
 * seastar_sources_open() - get a copy of the statistics of all sources
 * @sdev: a device that has sources
 * @opener: the file or socket that the copy is kept for
 * @since: the copy of a mark, to count from; or NULL
 * @view: set to the copy, for seastar_view_put()
 *
 * Context: caller does not hold the lock of the device.
 *
 * Return: 0, -ENODEV if the device is gone, -EINTR for a task being killed, -ENOMEM, -EBUSY if
 * the user holds too many copies, or -ENOENT if the mark is gone.
 */
int seastar_sources_open(struct seastar_dev *sdev, struct file *opener,
			 const struct seastar_sources_view *since,
			 struct seastar_sources_view **view)
{
	struct seastar_sources *s = sdev->sources;
	struct seastar_sources_view *new;
	int err;

	new = new_view(sdev, opener);
	if (IS_ERR(new))
		return PTR_ERR(new);
	err = lock_current(sdev, since);
	if (err) {
		seastar_view_put(new);
		return err;
	}
	copy(sdev, since, new);
	mutex_unlock(&s->taking);
	*view = new;
	return 0;
}

/**
 * seastar_view_new() - make a copy of the statistics of all sources for a mark
 * @sdev: the device
 * @view: set to the copy, for seastar_view_put(), or to NULL if the device has no sources
 *
 * Context: caller serves an administrator and holds the lock of the device.
 *
 * Return: 0, -ENOMEM, or -EBUSY if the user holds too many copies.
 */
int seastar_view_new(struct seastar_dev *sdev, struct seastar_sources_view **view)
{
	struct seastar_sources_view *new;

	*view = NULL;
	if (!sdev->sources)
		return 0;
	new = new_view(sdev, NULL);
	if (IS_ERR(new))
		return PTR_ERR(new);
	begin_sum(sdev, &new->sum);
	read_portion(sdev, new->of, &new->sum, 0, sdev->routers);
	add_portion(new->of, &new->sum, 0, sdev->routers);
	/* no sample from before this copy may be compared with it */
	seastar_sources_expire(sdev);
	*view = new;
	return 0;
}

/**
 * seastar_view_get() - take another reference to the copy of a mark
 * @view: a copy to which the caller has a reference, or NULL
 *
 * Return: @view.
 */
struct seastar_sources_view *seastar_view_get(struct seastar_sources_view *view)
{
	if (view)
		refcount_inc(&view->refs);
	return view;
}

/**
 * seastar_view_put() - give back a reference to a copy
 * @view: the copy, or NULL
 */
void seastar_view_put(struct seastar_sources_view *view)
{
	if (!view || !refcount_dec_and_test(&view->refs))
		return;
	seastar_quota_give(view->quota, view->bytes, 1);
	vfree(view);
}

/**
 * seastar_view_forget() - record that the mark of a copy is gone
 * @view: the copy, or NULL
 *
 * Context: caller holds the lock of the device, or the device is gone.
 */
void seastar_view_forget(struct seastar_sources_view *view)
{
	if (!view)
		return;
	view->dropped = true;
	seastar_view_put(view);
}

/**
 * seastar_sources_lock() - lock a device and the sample of its sources
 * @sdev: a device that has sources
 *
 * Context: caller does not hold the lock of the device.
 *
 * Return: 0, -ENODEV if the device is gone, or an error of seastar_quota_lock().
 */
int seastar_sources_lock(struct seastar_dev *sdev)
{
	int err;

	err = seastar_quota_lock(&sdev->sources->taking);
	if (err)
		return err;
	err = seastar_dev_lock(sdev);
	if (err)
		mutex_unlock(&sdev->sources->taking);
	return err;
}

/**
 * seastar_sources_unlock() - undo seastar_sources_lock()
 * @sdev: the device
 */
void seastar_sources_unlock(struct seastar_dev *sdev)
{
	seastar_dev_unlock(sdev);
	mutex_unlock(&sdev->sources->taking);
}

/**
 * seastar_view_subtract() - subtract the statistics of the sources from the copy of a mark
 * @sdev: the device
 * @view: the copy of the mark
 *
 * The copy holds negative counts until seastar_view_add().  If the sources are reset in between,
 * counts since the mark go on as if they were not.
 *
 * Context: caller has called seastar_sources_lock().
 */
void seastar_view_subtract(struct seastar_dev *sdev, struct seastar_sources_view *view)
{
	struct ss_source_stats stats;
	u32 router;

	for (router = 0; router < sdev->routers; router++) {
		sdev->ops->read_source(sdev, router, &stats);
		subtract_source(&view->of[router], &stats);
		subtract_source(&view->sum.stats, &stats);
		cond_resched();
	}
	subtract_fine(view->sum.fine, sdev->ops->latencies(sdev));
}

/**
 * seastar_view_add() - add the statistics of the sources to the copy of a mark
 * @sdev: the device
 * @view: the copy of the mark
 *
 * Context: caller has called seastar_sources_lock().
 */
void seastar_view_add(struct seastar_dev *sdev, struct seastar_sources_view *view)
{
	struct ss_source_stats stats;
	u32 router;

	for (router = 0; router < sdev->routers; router++) {
		sdev->ops->read_source(sdev, router, &stats);
		add_source(&view->of[router], &stats);
		add_source(&view->sum.stats, &stats);
		cond_resched();
	}
	add_fine(view->sum.fine, sdev->ops->latencies(sdev));
}

/**
 * seastar_sources_expire() - let the sample expire
 * @sdev: the device, whose sources or clock were changed; a change of settings does the
 * same
 */
void seastar_sources_expire(struct seastar_dev *sdev)
{
	if (!sdev->sources)
		return;
	spin_lock(&sdev->sources->lock);
	sdev->sources->valid = false;
	spin_unlock(&sdev->sources->lock);
}

/**
 * seastar_sources_changed() - report that packets were added or dropped other than by the clock
 * @sdev: the device
 *
 * A sample that is being taken is begun anew.
 *
 * Context: caller holds the lock of the device.
 */
void seastar_sources_changed(struct seastar_dev *sdev)
{
	if (!sdev->sources)
		return;
	sdev->sources->changes++;
	seastar_sources_expire(sdev);
}

/**
 * seastar_sources_init() - initialize the sampling of sources
 * @sdev: a new device
 *
 * Return: 0 or -ENOMEM.
 */
int seastar_sources_init(struct seastar_dev *sdev)
{
	struct seastar_sources *s;

	if (!sdev->ops->read_source)
		return 0;
	s = seastar_calloc(1, sizeof(*s));
	if (!s)
		return -ENOMEM;
	mutex_init(&s->taking);
	spin_lock_init(&s->lock);
	sdev->sources = s;
	return 0;
}

/**
 * seastar_sources_free() - undo seastar_sources_init()
 * @sdev: a device without references
 */
void seastar_sources_free(struct seastar_dev *sdev)
{
	if (sdev->sources)
		mutex_destroy(&sdev->sources->taking);
	kvfree(sdev->sources);
}

/**
 * seastar_sources_start() - allocate the memory of samples; the first reader takes one
 * @sdev: a device that is ready to work
 *
 * Return: 0 or -ENOMEM.
 */
int seastar_sources_start(struct seastar_dev *sdev)
{
	struct seastar_sources *s = sdev->sources;

	if (!s)
		return 0;
	s->of = seastar_alloc(sdev->routers * sizeof(*s->of));
	return s->of ? 0 : -ENOMEM;
}

/**
 * seastar_sources_stop() - undo seastar_sources_start()
 * @sdev: a device that is gone, or was never published; readers keep their copies
 */
void seastar_sources_stop(struct seastar_dev *sdev)
{
	struct seastar_sources *s = sdev->sources;

	if (!s)
		return;
	seastar_sources_expire(sdev);
	/* no sample is taken of a device that is gone, but a reader may still copy one */
	mutex_lock(&s->taking);
	vfree(s->of);
	s->of = NULL;
	mutex_unlock(&s->taking);
}
