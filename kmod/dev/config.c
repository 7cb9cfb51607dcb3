// SPDX-License-Identifier: GPL-2.0-only
/*
 * Commits that wait to be confirmed, and the clock that undoes them.
 *
 * A request about such a commit has come in time or not by the time at which it arrived,
 * before it waits for any lock: a commit about which one has arrived in time is not
 * undone before that request was served.  Work of the kernel's own undoes those whose
 * deadline is over, and so do changes of settings; who only reads never does.
 */
#include <linux/err.h>
#include <linux/hrtimer.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/mutex.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "base/alloc.h"
#include "base/compat.h"
#include "base/events.h"
#include "base/queue.h"
#include "dev/aging.h"
#include "dev/commit.h"
#include "dev/config.h"
#include "dev/dev.h"

#define RETRY_NS	(10 * NSEC_PER_MSEC)

static void expire(struct work_struct *work);

static struct {
	struct mutex lock;	/* see dev.h; of all that follows */
	struct list_head commits;	/* by id */
	u64 last_id;
	unsigned int seq;
} pending = {
	.lock = __MUTEX_INITIALIZER(pending.lock),
	.commits = LIST_HEAD_INIT(pending.commits),
	.seq = 1,
};

/* Requests about commits that wait, from their arrival until they were served. */
static struct {
	spinlock_t lock;	/* of the list */
	struct list_head list;
} arrivals = {
	.lock = __SPIN_LOCK_UNLOCKED(arrivals.lock),
	.list = LIST_HEAD_INIT(arrivals.list),
};

/*
 * The timer counts the time in which the machine sleeps, as deadlines do.  The work it
 * starts does not run while devices are put to sleep or woken up.
 */
static struct hrtimer timer;
static DECLARE_WORK(expiry, expire);

/* 0 stands for "no sequence number" in a dump. */
static void move_seq(void)
{
	pending.seq = pending.seq + 1 ?: 1;
}

/* The commit waits no more: announce why, and forget it. */
static void end(struct seastar_commit *commit, u32 state)
{
	commit->state = state;
	seastar_events->config(commit);
	list_del(&commit->node);
	move_seq();
	seastar_commit_free(commit);
}

static int undo_commit(struct seastar_commit *commit, u32 state)
{
	int err = seastar_commit_undo(commit, &pending.lock);

	end(commit, err ? SEASTAR_CONFIG_FAILED : state);
	return err;
}

static bool awaited(const struct seastar_commit *commit)
{
	const struct seastar_arrival *a;
	bool found = false;

	spin_lock(&arrivals.lock);
	list_for_each_entry(a, &arrivals.list, node)
		found |= a->id == commit->id && a->time < commit->deadline;
	spin_unlock(&arrivals.lock);
	return found;
}

static void log_expiry(const struct seastar_commit *commit)
{
	dev_notice(&commit->parts[0].sdev->dev,
		   "commit %llu of %s (uid %u) was not confirmed in %u ms: it is undone (devices: %u)\n",
		   commit->id, commit->owner, commit->owner_uid, commit->timeout,
		   commit->n);
}

static void undo_overdue(void)
{
	struct seastar_commit *commit, *next;
	u64 now = ktime_get_boottime_ns();

	list_for_each_entry_safe(commit, next, &pending.commits, node) {
		if (now < commit->deadline || awaited(commit) ||
		    seastar_commit_asleep(commit))
			continue;
		log_expiry(commit);
		undo_commit(commit, SEASTAR_CONFIG_EXPIRED);
	}
}

/**
 * seastar_config_lock() - keep all commits as they are, to change settings
 *
 * Commits past their deadline are undone before it returns.
 */
void seastar_config_lock(void)
{
	mutex_lock(&pending.lock);
	undo_overdue();
}

/**
 * seastar_config_lock_to_read() - keep all commits as they are
 */
void seastar_config_lock_to_read(void)
{
	mutex_lock(&pending.lock);
}

/**
 * seastar_config_unlock_read() - undo seastar_config_lock_to_read()
 */
void seastar_config_unlock_read(void)
{
	mutex_unlock(&pending.lock);
}

static enum hrtimer_restart ring(struct hrtimer *t)
{
	queue_work(seastar_queue, &expiry);
	return HRTIMER_NORESTART;
}

/* What is overdue already waits for a request to be served, or for a device to wake up. */
static void set_timer(void)
{
	u64 first = U64_MAX, soon = ktime_get_boottime_ns() + RETRY_NS;
	struct seastar_commit *commit;

	list_for_each_entry(commit, &pending.commits, node) {
		if (seastar_commit_asleep(commit))
			continue;
		first = min(first, commit->deadline < soon - RETRY_NS ? soon :
								   commit->deadline);
	}
	if (first == U64_MAX)
		hrtimer_try_to_cancel(&timer);
	else
		hrtimer_start(&timer, ns_to_ktime(first), HRTIMER_MODE_ABS);
}

/**
 * seastar_config_unlock() - let commits be made, confirmed and undone
 */
void seastar_config_unlock(void)
{
	set_timer();
	mutex_unlock(&pending.lock);
}

static void expire(struct work_struct *work)
{
	seastar_config_lock();
	seastar_config_unlock();
}

/**
 * seastar_config_commit() - make a commit, or check whether it can be made
 * @commit: a prepared commit; that of all commits is locked.  If it is made and
 *	has to be confirmed it belongs to this file afterwards
 * @extack: for a refusal or a warning, or NULL
 *
 * Return: what seastar_commit_make() says.
 */
int seastar_config_commit(struct seastar_commit *commit,
			  struct netlink_ext_ack *extack)
{
	int err;

	if (commit->state == SEASTAR_CONFIG_PENDING)
		commit->id = ++pending.last_id;
	err = seastar_commit_make(commit, &pending.lock, extack);
	if (err || commit->state != SEASTAR_CONFIG_PENDING)
		return err;
	commit->deadline = ktime_get_boottime_ns() + (u64)commit->timeout * NSEC_PER_MSEC;
	list_add_tail(&commit->node, &pending.commits);
	move_seq();
	return 0;
}

static struct seastar_commit *find(u64 id)
{
	struct seastar_commit *commit;

	list_for_each_entry(commit, &pending.commits, node)
		if (commit->id == id)
			return commit;
	return NULL;
}

/**
 * seastar_config_arrive() - a request about a commit has come
 * @arrival: to remember it by, until seastar_config_depart()
 * @id: of the commit
 *
 * Return: the commit, if it waits and the request has come in time, or NULL; that of all
 * commits is locked either way, for seastar_config_unlock().
 */
struct seastar_commit *seastar_config_arrive(struct seastar_arrival *arrival, u64 id)
{
	struct seastar_commit *commit;

	arrival->id = id;
	spin_lock(&arrivals.lock);
	arrival->time = ktime_get_boottime_ns();
	list_add(&arrival->node, &arrivals.list);
	spin_unlock(&arrivals.lock);
	seastar_config_lock();
	commit = find(id);
	/* one that is overdue may wait still: for another request, or for a device to wake up */
	return commit && arrival->time < commit->deadline ? commit : NULL;
}

/**
 * seastar_config_depart() - a request about a commit was served
 * @arrival: of the request; that of all commits is locked
 */
void seastar_config_depart(struct seastar_arrival *arrival)
{
	spin_lock(&arrivals.lock);
	list_del(&arrival->node);
	spin_unlock(&arrivals.lock);
}

/**
 * seastar_config_had() - was there a commit to be confirmed of this id?
 * @id: of the commit; that of all commits is locked
 *
 * Return: true if there was one since the module was loaded, whatever became of it.
 */
bool seastar_config_had(u64 id)
{
	return id && id <= pending.last_id;
}

/**
 * seastar_config_next() - walk the commits that wait to be confirmed
 * @id: of the commit before, 0 to begin; that of all commits is locked
 * @seq: set to a number that moves with whatever changes of them
 *
 * Return: the next one, or NULL at the end.
 */
struct seastar_commit *seastar_config_next(u64 id, unsigned int *seq)
{
	struct seastar_commit *commit;

	*seq = pending.seq;
	list_for_each_entry(commit, &pending.commits, node)
		if (commit->id > id)
			return commit;
	return NULL;
}

/**
 * seastar_config_confirm() - keep what a commit has changed
 * @commit: one that waits for it, and is gone afterwards
 */
void seastar_config_confirm(struct seastar_commit *commit)
{
	u32 i;

	for (i = 0; i < commit->n; i++) {
		struct seastar_dev *sdev = commit->parts[i].sdev;

		mutex_lock_nest_lock(&sdev->lock, &pending.lock);
		sdev->pending = NULL;
		mutex_unlock(&sdev->lock);
	}
	end(commit, SEASTAR_CONFIG_CONFIRMED);
}

/**
 * seastar_config_cancel() - undo a commit
 * @commit: one that waits to be confirmed, and is gone afterwards
 *
 * Return: 0, or an error of a device, which has not taken all it had before.
 */
int seastar_config_cancel(struct seastar_commit *commit)
{
	return undo_commit(commit, SEASTAR_CONFIG_CANCELLED);
}

/**
 * seastar_config_extend() - move the deadline of a commit
 * @commit: one that waits to be confirmed
 * @timeout: milliseconds from now on
 */
void seastar_config_extend(struct seastar_commit *commit, u32 timeout)
{
	commit->timeout = timeout;
	commit->deadline = ktime_get_boottime_ns() + (u64)timeout * NSEC_PER_MSEC;
	move_seq();
	seastar_events->config(commit);
}

/**
 * seastar_config_remaining() - how long a commit waits
 * @commit: the commit
 *
 * Return: milliseconds, rounded up: 0 at the deadline.
 */
u32 seastar_config_remaining(const struct seastar_commit *commit)
{
	u64 now = ktime_get_boottime_ns();

	if (now >= commit->deadline)
		return 0;
	return div_u64(commit->deadline - now + NSEC_PER_MSEC - 1,
		       NSEC_PER_MSEC);
}

/**
 * seastar_config_leave() - undo what a commit has done to a device that goes
 * @sdev: the device, not locked; that of all commits is
 *
 * What it has done to other devices stays, waiting as before: their
 * administrator may know nothing of this one.
 */
void seastar_config_leave(struct seastar_dev *sdev)
{
	struct seastar_commit *commit = sdev->pending;
	struct seastar_part *part;

	if (!commit)
		return;
	for (part = commit->parts; part->sdev != sdev; part++)
		;
	if (commit->n == 1) {
		undo_commit(commit, SEASTAR_CONFIG_CANCELLED);
		return;
	}
	seastar_part_undo(part, &pending.lock, commit->id);
	seastar_part_release(part);
	commit->n--;
	memmove(part, part + 1,
		(commit->parts + commit->n - part) * sizeof(*part));
	move_seq();
	seastar_events->config(commit);
}

/**
 * seastar_config_change() - change one thing for good
 * @sdev: the device
 * @change: what to change
 *
 * Return: 0, or an error of seastar_commit_prepare() or seastar_commit_make().
 */
int seastar_config_change(struct seastar_dev *sdev,
			  const struct seastar_aging_change *change)
{
	struct seastar_commit *commit;
	struct seastar_part *part;
	int err;

	commit = seastar_commit_new(1);
	if (!commit)
		return -ENOMEM;
	commit->state = SEASTAR_CONFIG_COMMITTED;
	part = &commit->parts[commit->n++];
	get_device(&sdev->dev);
	part->sdev = sdev;
	part->changes = seastar_calloc(1, sizeof(*change));
	if (!part->changes) {
		err = -ENOMEM;
		goto free_commit;
	}
	part->changes[0] = *change;
	part->n = 1;
	err = seastar_commit_prepare(commit, NULL);
	if (err)
		goto free_commit;

	seastar_config_lock();
	err = seastar_config_commit(commit, NULL);
	seastar_config_unlock();
free_commit:
	seastar_commit_free(commit);
	return err;
}

/**
 * seastar_config_fail() - a device has lost its settings
 * @sdev: the device, not locked
 *
 * A commit that waits has become meaningless: it is undone as far as possible, in its
 * other devices, too.
 */
void seastar_config_fail(struct seastar_dev *sdev)
{
	struct seastar_commit *commit;
	u32 i;

	seastar_config_lock();
	commit = sdev->pending;
	if (commit) {
		for (i = 0; i < commit->n; i++)
			commit->parts[i].lost |= commit->parts[i].sdev == sdev;
		undo_commit(commit, SEASTAR_CONFIG_FAILED);
	}
	seastar_config_unlock();
}

/**
 * seastar_config_awake() - a device was woken up: what is overdue can be undone
 */
void seastar_config_awake(void)
{
	queue_work(seastar_queue, &expiry);
}

/**
 * seastar_config_init() - start the clock of commits
 */
void seastar_config_init(void)
{
	seastar_hrtimer_setup(&timer, ring, CLOCK_BOOTTIME, HRTIMER_MODE_ABS);
}

/**
 * seastar_config_exit() - stop it, when all devices are gone
 */
void seastar_config_exit(void)
{
	hrtimer_cancel(&timer);
	cancel_work_sync(&expiry);
}
