// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sources: what the traffic sources of a device have seen is read between two cycles, and
 * serves all readers as long as a sample of the counters does (stats.c).
 *
 * Everybody may ask for the sum of all sources, which costs as many steps as there are
 * routers: so it is kept.  A reader of all of them gets a copy, in memory of its own: it
 * holds up nobody however long it reads, and pays for what it holds.
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

#define SHARE		9	/* times as long a rest as a sample took: of stats.c, too */

static size_t view_size(const struct seastar_dev *sdev)
{
	struct seastar_sources_view *view;

	return struct_size(view, of, sdev->routers);
}

/* A sum of 128 bits, its low half in @at[0] and its high half in @at[1]. */
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
			i++;	/* the high half */
			break;
		default:
			to->stat[i] += s->stat[i];
		}
	}
	for (i = 0; i < SEASTAR_LAT_BINS; i++)
		to->lat_hist[i] += s->lat_hist[i];
}

static void extend(struct seastar_range *range, u64 value, bool first)
{
	range->least = first ? value : min(range->least, value);
	range->most = max(range->most, value);
}

/* The progress of one source, compared with the others. */
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

static void add_lost(struct seastar_sources_sum *sum, struct seastar_dev *sdev, u32 router)
{
	struct seastar_links links;
	u32 why;

	sdev->ops->links(sdev, router, &links);
	for (why = 0; why < SEASTAR_DROPS; why++)
		sum->lost[why] += links.dropped[why];
}

static bool clock_runs(struct seastar_dev *sdev)
{
	struct seastar_clock clock;

	sdev->ops->clock_get(sdev, &clock);
	return clock.state != SEASTAR_CLOCK_STOPPED;
}

/*
 * How long a sample serves that took since @begin: a lifespan, and so long that
 * readers who never rest take a tenth of the device's time.
 */
static u64 serves_until(struct seastar_dev *sdev, u64 begin)
{
	u64 lifespan = READ_ONCE(sdev->stats->lifespan) * (u64)NSEC_PER_MSEC;
	u64 now = ktime_get_ns();

	return now + max(lifespan, SHARE * (now - begin));
}

/* Take a sample; @taking and the device are locked. */
static void take(struct seastar_dev *sdev)
{
	struct seastar_sources *s = sdev->sources;
	struct seastar_sources_sum sum = {
		.cycle = sdev->ops->cycle(sdev),
		.generation = sdev->generation,
		.oldest = U64_MAX,
		.in_flight = sdev->ops->in_flight(sdev),
	};
	u64 begin = ktime_get_ns();
	bool runs = clock_runs(sdev);
	u32 router;

	for (router = 0; router < sdev->routers; router++) {
		sdev->ops->read_source(sdev, router, &s->of[router]);
		add_source(&sum.stats, &s->of[router]);
		compare(&sum, sdev, router, &s->of[router]);
		add_lost(&sum, sdev, router);
		cond_resched();
	}
	s->taken++;
	spin_lock(&s->lock);
	s->sum = sum;
	s->valid = true;
	s->expires = runs ? serves_until(sdev, begin) : 0;
	spin_unlock(&s->lock);
}

/* Does the sample show the device as it is, or nearly?  @taking and the device are locked. */
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

/* Lock a sample that is current, against those who would take another. */
static int lock_current(struct seastar_dev *sdev)
{
	struct seastar_sources *s = sdev->sources;
	int err;

	err = mutex_lock_killable(&s->taking);
	if (err)
		return err;
	err = seastar_dev_lock(sdev);
	if (err) {
		mutex_unlock(&s->taking);
		return err;
	}
	if (!is_current(sdev))
		take(sdev);
	seastar_dev_unlock(sdev);
	return 0;
}

/* The sum, if it serves without a look at the device. */
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
 * @sdev: a device that has sources, not locked
 * @sum: set to it
 *
 * Return: 0, -ENODEV if the device is gone, or -EINTR for a task being killed.
 */
int seastar_sources_read(struct seastar_dev *sdev, struct seastar_sources_sum *sum)
{
	int err;

	if (read_unexpired(sdev, sum))
		return 0;
	err = lock_current(sdev);
	if (err)
		return err;
	*sum = sdev->sources->sum;
	mutex_unlock(&sdev->sources->taking);
	return 0;
}

static void copy(struct seastar_dev *sdev, struct seastar_sources_view *view)
{
	const struct seastar_sources *s = sdev->sources;
	u32 router;

	view->sum = s->sum;
	for (router = 0; router < sdev->routers; router++) {
		view->of[router] = s->of[router];
		cond_resched();
	}
}

/* Memory for a copy, counted for the user who asks for it. */
static struct seastar_sources_view *new_view(struct seastar_dev *sdev)
{
	struct seastar_sources_view *view;
	struct seastar_quota *quota;

	quota = seastar_quota_take(view_size(sdev));
	if (IS_ERR(quota))
		return ERR_CAST(quota);
	view = seastar_alloc(view_size(sdev));
	if (!view) {
		seastar_quota_give(quota, view_size(sdev));
		return ERR_PTR(-ENOMEM);
	}
	view->quota = quota;
	return view;
}

static void free_view(struct seastar_dev *sdev, struct seastar_sources_view *view)
{
	seastar_quota_give(view->quota, view_size(sdev));
	vfree(view);
}

/**
 * seastar_sources_open() - get a copy of what all sources have seen
 * @sdev: a device that has sources, not locked
 * @view: set to it, charged to the caller, for seastar_sources_close()
 *
 * Return: 0, -ENODEV if the device is gone, -EINTR for a task being killed, -ENOMEM, or
 * -EBUSY if the user holds too many copies.
 */
int seastar_sources_open(struct seastar_dev *sdev, struct seastar_sources_view **view)
{
	struct seastar_sources *s = sdev->sources;
	struct seastar_sources_view *new;
	int err;

	new = new_view(sdev);
	if (IS_ERR(new))
		return PTR_ERR(new);
	err = lock_current(sdev);
	if (err) {
		free_view(sdev, new);
		return err;
	}
	copy(sdev, new);
	mutex_unlock(&s->taking);
	*view = new;
	return 0;
}

/**
 * seastar_sources_close() - give back a copy
 * @sdev: the device
 * @view: the copy, or NULL
 */
void seastar_sources_close(struct seastar_dev *sdev, struct seastar_sources_view *view)
{
	if (view)
		free_view(sdev, view);
}

/**
 * seastar_sources_expire() - the sample serves no longer
 * @sdev: the device, whose sources or clock were changed; a change of settings does the
 *	same
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
 * seastar_sources_init() - be ready for seastar_sources_start()
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
 * @sdev: a device to which nobody has a reference
 */
void seastar_sources_free(struct seastar_dev *sdev)
{
	if (sdev->sources)
		mutex_destroy(&sdev->sources->taking);
	kvfree(sdev->sources);
}

/**
 * seastar_sources_start() - get the memory of samples; the first reader has one taken
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
 * @sdev: a device that is gone, or has never been known; copies stay with their readers
 */
void seastar_sources_stop(struct seastar_dev *sdev)
{
	struct seastar_sources *s = sdev->sources;

	if (!s)
		return;
	seastar_sources_expire(sdev);
	/* nobody takes a sample of a device that is gone, but somebody may still copy one */
	mutex_lock(&s->taking);
	vfree(s->of);
	s->of = NULL;
	mutex_unlock(&s->taking);
}
