/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Samples of a device's counters.
 */
#ifndef SEASTAR_STATS_H
#define SEASTAR_STATS_H

#include <linux/atomic.h>
#include <linux/refcount.h>
#include <linux/seastar.h>
#include <linux/spinlock.h>

#include <seastar/widen.h>

struct seastar_dev;

#define SEASTAR_DEFAULT_LIFESPAN	10	/* milliseconds */
#define SEASTAR_MAX_LIFESPAN		10000

/**
 * struct seastar_sample - all counters of a device at one instant; once published it
 *	does not change
 * @refs: whoever reads it
 * @gaps: how many gaps there were before it
 * @data: what user space gets of it
 */
struct seastar_sample {
	refcount_t refs;
	u64 gaps;
	struct seastar_stats_data data;
};

/**
 * struct seastar_sampler - what a device has to sample its counters
 * @last: its registers when @latest was taken; seastar_dev.lock
 * @next: where they are read to the next time; seastar_dev.lock
 * @failed: why the last sample could not be taken, until @retry
 *	(ktime_get_ns()); seastar_dev.lock
 * @retry: see @failed
 * @buffers: samples there are, whoever holds them
 * @lock: of all that follows it, but @lifespan
 * @latest: the sample taken last; replaced under seastar_dev.lock too
 * @spare: a sample that nobody reads any more, for the next one
 * @closed: the device goes: keep nothing
 * @expires: until then (ktime_get_ns()) @latest serves without a look at the device
 * @lifespan: milliseconds that a sample of a running fabric serves
 */
struct seastar_sampler {
	struct ss_perf *last;
	struct ss_perf *next;
	int failed;
	u64 retry;
	atomic_t buffers;

	spinlock_t lock;	/* see above */
	struct seastar_sample *latest;
	struct seastar_sample *spare;
	bool closed;
	u64 expires;

	u32 lifespan;
};

static inline const struct ss_counters *
seastar_sample_router(const struct seastar_sample *sample, u32 router)
{
	return (const struct ss_counters *)sample->data.counters + router;
}

static inline size_t seastar_stats_data_size(u32 routers)
{
	return sizeof(struct seastar_stats_data) +
	       routers * sizeof(struct ss_counters);
}

struct seastar_sample *seastar_sample_hold(struct seastar_sample *sample);
void seastar_sample_put(struct seastar_dev *sdev,
			struct seastar_sample *sample);
int seastar_sample_get(struct seastar_dev *sdev,
		       struct seastar_sample **sample);
int seastar_sample_get_locked(struct seastar_dev *sdev,
			      struct seastar_sample **sample);

void seastar_stats_expire(struct seastar_dev *sdev);
void seastar_stats_round(struct seastar_dev *sdev);
void seastar_stats_due(struct seastar_dev *sdev);
int seastar_stats_init(struct seastar_dev *sdev);
void seastar_stats_free(struct seastar_dev *sdev);
int seastar_stats_start(struct seastar_dev *sdev);
void seastar_stats_stop(struct seastar_dev *sdev);

#endif /* SEASTAR_STATS_H */
