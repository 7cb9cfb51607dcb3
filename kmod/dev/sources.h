/* SPDX-License-Identifier: GPL-2.0-only */
/* Samples of the statistics of a device's traffic sources. */
#ifndef SEASTAR_SOURCES_H
#define SEASTAR_SOURCES_H

#include <linux/atomic.h>
#include <linux/mutex.h>
#include <linux/refcount.h>
#include <linux/spinlock.h>

#include "../sim/routers/seastar/seastar.h"

struct seastar_dev;

/**
 * struct seastar_sources_sum - all sources of a device together, at one instant
 * @cycle: cycle of the reading
 * @generation: generation of the settings in force
 * @stats: sums and maxima
 * @injected: range, over senders, of the packets injected since the last reset
 * @delivered: range, over senders, of the packets delivered since the last reset
 * @senders: number of sources that the traffic gives something to send
 * @starved: nodes that have injected nothing since the last reset, though packets wait
 * @oldest: birth of the oldest packet not delivered; U64_MAX if there is none
 * @in_flight: packets that were injected and have been neither delivered nor dropped
 * @lost: packets that routers have dropped, by &enum seastar_drop
 * @fine: packets delivered since the last reset, by fine bin of latency
 *
 * As counts since a mark, @stats, @lost and @fine are differences and maxima are 0; the ranges,
 * @senders and @starved have no meaning.
 */
struct seastar_sources_sum {
	u64 cycle;
	u64 generation;
	struct ss_source_stats stats;
	struct seastar_range {
		u64 least;
		u64 most;
	} injected, delivered;
	u32 senders;
	u32 starved;
	u64 oldest;
	u64 in_flight;
	u64 lost[SEASTAR_DROPS];
	u64 fine[SEASTAR_LAT_FINE_BINS];
};

/**
 * struct seastar_sources_view - a copy of all sources of a device at one instant, for a reader or a
 * mark
 * @quota: quota that it is charged to
 * @bytes: size in bytes
 * @refs: references, of the mark and of readers that count from it
 * @dropped: the view's mark was deleted, so resets no longer change the view; under
 *	seastar_dev.lock
 * @sum: sum of all sources
 * @of: statistics by router
 *
 * A reset of the statistics changes the copy of a mark, so that counts since the mark go on.  It
 * holds both seastar_sources.taking and seastar_dev.lock; either of them is enough to read the
 * copy.
 */
struct seastar_sources_view {
	struct seastar_quota *quota;
	size_t bytes;
	refcount_t refs;
	bool dropped;
	struct seastar_sources_sum sum;
	struct ss_source_stats of[];
};

/**
 * struct seastar_sources - state of the sampling of a device's sources; its memory is charged to
 * the device's maker
 * @taking: lock of @of and @next; taken before seastar_dev.lock
 * @of: statistics by router, of the same instant as @sum if that is valid; NULL once the device
 * goes
 * @taken: samples so far; seastar_dev.lock
 * @next: sum of a sample that is being taken
 * @changes: how often packets were added or dropped other than by the clock; seastar_dev.lock
 * @lock: lock of the fields below; changes of @expires and @sum need @taking, too
 * @valid: @sum may still be current; cleared without @taking by seastar_sources_expire()
 * @expires: time (ktime_get_ns()) until which readers get the sample without the device's lock
 * @sum: sum of the sample taken last
 */
struct seastar_sources {
	struct mutex taking;	/* see the kernel-doc above */
	struct ss_source_stats *of;
	u64 taken;
	struct seastar_sources_sum next;
	u64 changes;

	spinlock_t lock;	/* see the kernel-doc above */
	bool valid;
	u64 expires;
	struct seastar_sources_sum sum;
};

int seastar_sources_read(struct seastar_dev *sdev, struct seastar_sources_sum *sum);
int seastar_sources_read_since(struct seastar_dev *sdev,
			       const struct seastar_sources_view *since,
			       struct seastar_sources_sum *sum);
void seastar_sources_read_one(struct seastar_dev *sdev,
			      const struct seastar_sources_view *since, u32 router,
			      struct ss_source_stats *stats);
int seastar_sources_open(struct seastar_dev *sdev, struct file *opener,
			 const struct seastar_sources_view *since,
			 struct seastar_sources_view **view);
int seastar_view_new(struct seastar_dev *sdev, struct seastar_sources_view **view);
struct seastar_sources_view *seastar_view_get(struct seastar_sources_view *view);
void seastar_view_put(struct seastar_sources_view *view);
void seastar_view_forget(struct seastar_sources_view *view);

int seastar_sources_lock(struct seastar_dev *sdev);
void seastar_sources_unlock(struct seastar_dev *sdev);
void seastar_view_subtract(struct seastar_dev *sdev, struct seastar_sources_view *view);
void seastar_view_add(struct seastar_dev *sdev, struct seastar_sources_view *view);

void seastar_sources_expire(struct seastar_dev *sdev);
void seastar_sources_changed(struct seastar_dev *sdev);
int seastar_sources_init(struct seastar_dev *sdev);
void seastar_sources_free(struct seastar_dev *sdev);
int seastar_sources_start(struct seastar_dev *sdev);
void seastar_sources_stop(struct seastar_dev *sdev);

#endif /* SEASTAR_SOURCES_H */
