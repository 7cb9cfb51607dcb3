/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Samples of a device's counters.
 */
#ifndef SEASTAR_STATS_H
#define SEASTAR_STATS_H

#include <linux/minmax.h>
#include <linux/mutex.h>
#include <linux/refcount.h>
#include <linux/seastar.h>
#include <linux/spinlock.h>
#include <linux/time64.h>

#include <seastar/widen.h>

struct seastar_dev;
struct seastar_quota;
struct seastar_ring;

#define SEASTAR_DEFAULT_LIFESPAN	10	/* milliseconds */
#define SEASTAR_MAX_LIFESPAN		10000

/**
 * struct seastar_sample - counters of all routers at one instant, or of some routers
 * @quota: quota that a copy is charged to
 * @bytes: size of a copy
 * @refs: references to a copy
 * @first: number of the first router whose counters it has
 * @data: the part that user space reads
 */
struct seastar_sample {
	struct seastar_quota *quota;
	size_t bytes;
	refcount_t refs;
	u32 first;
	struct seastar_stats_data data;
};

/**
 * struct seastar_sampler - state of the sampler of a device
 * @taking: held by the task that takes a sample in portions; taken before seastar_dev.lock
 * @last: the device's registers when @latest was taken
 * @next: memory for the registers of the next sample
 * @failures: samples that could not be taken
 * @error: error of the last attempt to take a sample; 0: none
 * @tried: time (ktime_get_ns()) at which the last attempt ended
 * @took: nanoseconds that the last attempt took
 * @returns: seastar_dev.returns when @latest was taken
 * @taken: time (ktime_get_ns()) at which @latest was taken
 * @rested: end of the rest after @latest (ktime_get_ns()): readers of a running fabric get @latest
 * until then
 * @lock: lock of the fields below except @lifespan
 * @ring: samples; NULL before seastar_stats_start() and after seastar_stats_stop()
 * @latest: the sample in it that was taken last; replaced under seastar_dev.lock too
 * @expires: time (ktime_get_ns()) until which readers get @latest without the device's lock
 * @lifespan: milliseconds for which readers of a running fabric share a sample
 *
 * The lock of the device protects the fields before @lock.
 */
struct seastar_sampler {
	struct mutex taking;	/* see the kernel-doc above */
	struct ss_perf *last;
	struct ss_perf *next;
	u64 failures;
	int error;
	u64 tried;
	u64 took;
	unsigned int returns;
	u64 taken;
	u64 rested;

	spinlock_t lock;	/* see the kernel-doc above */
	struct seastar_ring *ring;
	struct seastar_sample *latest;
	u64 expires;

	u32 lifespan;
};

/*
 * Read a sample that may be overwritten meanwhile.  Then the function is called again, so it must
 * not rely on the values that it reads.  Returns 0 or an error.
 */
typedef int (*seastar_look)(const struct seastar_sample *sample, void *ctx);

static inline const struct ss_counters *
seastar_sample_router(const struct seastar_sample *sample, u32 router)
{
	return (const struct ss_counters *)sample->data.counters + router -
	       sample->first;
}

static inline size_t seastar_stats_data_size(u32 routers)
{
	return sizeof(struct seastar_stats_data) +
	       routers * sizeof(struct ss_counters);
}

/* Rest after a sample, as a multiple of the time that the sample took. */
#define SEASTAR_SHARE		9
#define SEASTAR_MOST_REST_NS	(10ULL * NSEC_PER_SEC)

/**
 * seastar_rest() - return the rest after a sample, during which readers get this one
 * @took: the time that the sample took
 *
 * Readers that never rest take at most a tenth of the device's time.  The rest is bounded, since a
 * reader of low priority may take long: nobody else would see new counts.
 *
 * Return: nanoseconds.
 */
static inline u64 seastar_rest(u64 took)
{
	return min_t(u64, SEASTAR_SHARE * took, SEASTAR_MOST_REST_NS);
}

int seastar_stats_look(struct seastar_dev *sdev, seastar_look look, void *ctx);

int seastar_sample_get(struct seastar_dev *sdev, struct file *opener, u32 first, u32 n,
		       struct seastar_sample **sample);
int seastar_sample_get_locked(struct seastar_dev *sdev,
			      struct seastar_sample **sample);
struct seastar_sample *seastar_sample_hold(struct seastar_sample *sample);
void seastar_sample_put(struct seastar_sample *sample);

void seastar_stats_expire(struct seastar_dev *sdev);
int seastar_stats_renew(struct seastar_dev *sdev);
void seastar_stats_round(struct seastar_dev *sdev);
void seastar_stats_last(struct seastar_dev *sdev);
void seastar_stats_due(struct seastar_dev *sdev);
int seastar_stats_init(struct seastar_dev *sdev);
void seastar_stats_free(struct seastar_dev *sdev);
int seastar_stats_start(struct seastar_dev *sdev);
void seastar_stats_stop(struct seastar_dev *sdev);

#endif /* SEASTAR_STATS_H */
