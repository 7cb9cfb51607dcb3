// SPDX-License-Identifier: GPL-2.0-only
/*
 * Marks: named samples of a device. Counts can be read as differences from a mark.
 *
 * A mark whose lease is over is deleted at the next look at the marks, at the latest in the next
 * round (round.c).
 */
#include <linux/err.h>
#include <linux/list.h>
#include <linux/math.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/timekeeping.h>

#include "base/fault.h"
#include "dev/dev.h"
#include "dev/marks.h"
#include "dev/sources.h"
#include "dev/stats.h"

static atomic64_t last_id = ATOMIC64_INIT(0);

static void forget(struct seastar_mark *mark)
{
	list_del(&mark->node);
	seastar_sample_put(mark->sample);
	seastar_view_forget(mark->sources);
	kfree(mark);
}

/**
 * seastar_mark_del() - delete a mark
 * @sdev: the device
 * @mark: a mark of the device
 *
 * Context: caller holds the lock of the device.
 */
void seastar_mark_del(struct seastar_dev *sdev, struct seastar_mark *mark)
{
	forget(mark);
	seastar_dev_disturbed(sdev);
}

/**
 * seastar_marks_expire() - delete the marks whose lease is over
 * @sdev: the device
 *
 * Context: caller holds the lock of the device.
 */
void seastar_marks_expire(struct seastar_dev *sdev)
{
	struct seastar_mark *mark, *next;

	list_for_each_entry_safe(mark, next, &sdev->marks, node)
		if (mark->expires && mark->expires <= ktime_get_boottime_ns())
			seastar_mark_del(sdev, mark);
}

/**
 * seastar_mark_find() - find a mark by its name
 * @sdev: the device
 * @name: the name
 *
 * Context: caller holds the lock of the device.
 *
 * Return: the mark, or NULL.
 */
struct seastar_mark *seastar_mark_find(struct seastar_dev *sdev,
				       const char *name)
{
	struct seastar_mark *mark;

	lockdep_assert_held(&sdev->lock);
	seastar_marks_expire(sdev);
	list_for_each_entry(mark, &sdev->marks, node)
		if (!strcmp(mark->name, name))
			return mark;
	return NULL;
}

/*
 * Take the samples of a mark. The sample of the counters is of the present cycle, and so is the one
 * of the sources taken after it.
 */
static int keep_counts(struct seastar_dev *sdev, struct seastar_mark *mark)
{
	int err = seastar_sample_get_locked(sdev, &mark->sample);

	if (err)
		return err;
	err = seastar_view_new(sdev, &mark->sources);
	if (err)
		seastar_sample_put(mark->sample);
	return err;
}

/**
 * seastar_mark_new() - make a mark of the present counters and statistics of sources
 * @sdev: the device
 * @name: a checked name
 * @lease: seconds until it is deleted; 0: never
 *
 * Context: caller holds the lock of the device.
 *
 * Return: the mark, or an error: -EEXIST if the name is taken, -ENOSPC if there are
 * SEASTAR_MAX_MARKS already, -EBUSY if the user holds too many copies of counts, -ENOMEM, or an
 * error of the backend.
 */
struct seastar_mark *seastar_mark_new(struct seastar_dev *sdev,
				      const char *name, u32 lease)
{
	struct seastar_mark *mark;
	int err;

	if (seastar_mark_find(sdev, name))
		return ERR_PTR(-EEXIST);
	if (seastar_marks_count(sdev) >= SEASTAR_MAX_MARKS)
		return ERR_PTR(-ENOSPC);
	mark = seastar_fault(SEASTAR_FAULT_ALLOC) ? NULL :
	       kzalloc(sizeof(*mark), GFP_KERNEL_ACCOUNT);
	if (!mark)
		return ERR_PTR(-ENOMEM);
	err = keep_counts(sdev, mark);
	if (err) {
		kfree(mark);
		return ERR_PTR(err);
	}
	strscpy(mark->name, name, sizeof(mark->name));
	mark->id = atomic64_inc_return(&last_id);
	if (lease)
		mark->expires = ktime_get_boottime_ns() +
				lease * (u64)NSEC_PER_SEC;
	list_add_tail(&mark->node, &sdev->marks);
	return mark;
}

/**
 * seastar_mark_lease() - return the time left of a mark's lease
 * @mark: a mark
 *
 * Return: seconds, at least 1; 0 if the lease has no end.
 */
u32 seastar_mark_lease(const struct seastar_mark *mark)
{
	u64 now = ktime_get_boottime_ns();

	if (!mark->expires)
		return 0;
	if (mark->expires <= now)
		return 1;
	return DIV_ROUND_UP_ULL(mark->expires - now, NSEC_PER_SEC);
}

/**
 * seastar_marks_count() - count the marks of a device
 * @sdev: the device
 *
 * Context: caller holds the lock of the device.
 *
 * Return: the number.
 */
u32 seastar_marks_count(struct seastar_dev *sdev)
{
	const struct seastar_mark *mark;
	u32 n = 0;

	/* early releases of Linux 6.1 have no list_count_nodes() */
	list_for_each_entry(mark, &sdev->marks, node)
		n++;
	return n;
}

/**
 * seastar_marks_reset_sources() - start the statistics of the sources anew
 * @sdev: a device that has sources
 *
 * Counts since marks go on as if there were no reset.
 *
 * Context: caller does not hold the lock of the device.
 *
 * Return: 0, -ENODEV if the device is gone, or -EINTR for a task being killed.
 */
int seastar_marks_reset_sources(struct seastar_dev *sdev)
{
	struct seastar_mark *mark;
	int err;

	err = seastar_sources_lock(sdev);
	if (err)
		return err;
	list_for_each_entry(mark, &sdev->marks, node)
		seastar_view_subtract(sdev, mark->sources);
	sdev->ops->reset_sources(sdev);
	list_for_each_entry(mark, &sdev->marks, node)
		seastar_view_add(sdev, mark->sources);
	seastar_dev_disturbed(sdev);
	seastar_sources_unlock(sdev);
	return 0;
}

/**
 * seastar_marks_clear() - delete all marks
 * @sdev: a device that is gone
 */
void seastar_marks_clear(struct seastar_dev *sdev)
{
	struct seastar_mark *mark, *next;

	list_for_each_entry_safe(mark, next, &sdev->marks, node)
		forget(mark);
}
