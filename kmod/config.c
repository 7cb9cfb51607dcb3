// SPDX-License-Identifier: GPL-2.0-only
/*
 * Commits that wait to be confirmed, and the clock that undoes them.
 *
 * A deadline is judged under the lock of commits, by the time at which it was
 * taken: who takes it at or after a deadline undoes the commit before anything
 * else.  So a confirmation comes in time and wins, or finds the commit undone; it
 * does not matter when the work that waits for the deadline gets to run.
 */
#include <linux/err.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/mutex.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "aging.h"
#include "commit.h"
#include "config.h"
#include "dev.h"
#include "netlink.h"

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

static DECLARE_DELAYED_WORK(expiry, expire);

/* 0 stands for "no sequence number" in a dump. */
static void step_seq(void)
{
	pending.seq = pending.seq + 1 ?: 1;
}

/* It waits no more: tell why, and forget it. */
static void end(struct seastar_commit *commit, u32 state)
{
	commit->state = state;
	seastar_notify_config(commit);
	list_del(&commit->node);
	step_seq();
	seastar_commit_free(commit);
}

/* The device is there: one that goes leaves its commit first. */
static int undo_part(struct seastar_part *part, u64 id)
{
	int err;

	seastar_dev_lock_nested(part->sdev, &pending.lock);
	err = seastar_part_undo(part, id);
	seastar_dev_unlock(part->sdev);
	return err;
}

/* All devices are restored that let themselves be. */
static int undo(struct seastar_commit *commit, u32 state)
{
	int err = 0;
	u32 i;

	for (i = 0; i < commit->n; i++)
		err = undo_part(&commit->parts[i], commit->id) ?: err;
	end(commit, err ? SEASTAR_CONFIG_FAILED : state);
	return err;
}

/**
 * seastar_config_lock() - keep all commits as they are
 *
 * Those whose deadline is over are undone before it returns.
 */
void seastar_config_lock(void)
{
	struct seastar_commit *commit, *next;
	u64 now;

	mutex_lock(&pending.lock);
	now = ktime_get_ns();
	list_for_each_entry_safe(commit, next, &pending.commits, node)
		if (now >= commit->deadline)
			undo(commit, SEASTAR_CONFIG_EXPIRED);
}

static void set_timer(void)
{
	struct seastar_commit *commit;
	u64 first = U64_MAX, now = ktime_get_ns();

	list_for_each_entry(commit, &pending.commits, node)
		first = min(first, commit->deadline);
	if (first == U64_MAX)
		cancel_delayed_work(&expiry);
	else
		mod_delayed_work(system_unbound_wq, &expiry, first <= now ? 0 :
				 nsecs_to_jiffies(first - now) + 1);
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
	commit->deadline = ktime_get_ns() + (u64)commit->timeout * NSEC_PER_MSEC;
	list_add_tail(&commit->node, &pending.commits);
	step_seq();
	return 0;
}

/**
 * seastar_config_find() - find a commit that waits to be confirmed
 * @id: its id; that of all commits is locked
 *
 * Return: the commit or NULL.
 */
struct seastar_commit *seastar_config_find(u64 id)
{
	struct seastar_commit *commit;

	list_for_each_entry(commit, &pending.commits, node)
		if (commit->id == id)
			return commit;
	return NULL;
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
 *
 * Return: 0.
 */
int seastar_config_confirm(struct seastar_commit *commit)
{
	u32 i;

	for (i = 0; i < commit->n; i++) {
		struct seastar_dev *sdev = commit->parts[i].sdev;

		seastar_dev_lock_nested(sdev, &pending.lock);
		sdev->pending = NULL;
		seastar_dev_unlock(sdev);
	}
	end(commit, SEASTAR_CONFIG_CONFIRMED);
	return 0;
}

/**
 * seastar_config_cancel() - undo a commit
 * @commit: one that waits to be confirmed, and is gone afterwards
 *
 * Return: 0, or an error of a device, which has not taken all it had before.
 */
int seastar_config_cancel(struct seastar_commit *commit)
{
	return undo(commit, SEASTAR_CONFIG_CANCELLED);
}

/**
 * seastar_config_extend() - move the deadline of a commit
 * @commit: one that waits to be confirmed
 * @timeout: milliseconds from now on
 */
void seastar_config_extend(struct seastar_commit *commit, u32 timeout)
{
	commit->deadline = ktime_get_ns() + (u64)timeout * NSEC_PER_MSEC;
	step_seq();
	seastar_notify_config(commit);
}

/**
 * seastar_config_remaining() - how long a commit waits
 * @commit: the commit
 *
 * Return: milliseconds, rounded up: 0 at the deadline.
 */
u32 seastar_config_remaining(const struct seastar_commit *commit)
{
	u64 now = ktime_get_ns();

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
		undo(commit, SEASTAR_CONFIG_CANCELLED);
		return;
	}
	undo_part(part, commit->id);
	seastar_part_release(part);
	commit->n--;
	memmove(part, part + 1,
		(commit->parts + commit->n - part) * sizeof(*part));
	step_seq();
	seastar_notify_config(commit);
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
	part->changes = seastar_config_alloc(1, sizeof(*change));
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
 * seastar_config_exit() - stop the clock of commits, when all devices are gone
 */
void seastar_config_exit(void)
{
	cancel_delayed_work_sync(&expiry);
}
