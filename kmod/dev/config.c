// SPDX-License-Identifier: GPL-2.0-only
/*
 * Commits that wait to be confirmed, and the clock that undoes them.
 *
 * Whether a request about such a commit is in time depends on when it arrived, before it waits for
 * any lock.  A commit is not undone while a request that arrived in time is being served.
 *
 * A commit is undone by a work of its own, which claims its devices, so that no other commit waits
 * for it.  Its deadline, a request or the loss of a device's settings gives a commit its verdict:
 * the reason to undo it.  It stays in the list of waiting commits until it is undone.  A task that
 * claims a device to change its settings waits until an overdue commit to it is undone.
 */
#include <linux/err.h>
#include <linux/freezer.h>
#include <linux/hrtimer.h>
#include <linux/jiffies.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "base/alloc.h"
#include "base/compat.h"
#include "base/events.h"
#include "base/queue.h"
#include "base/refuse.h"
#include "dev/aging.h"
#include "dev/claim.h"
#include "dev/commit.h"
#include "dev/config.h"
#include "dev/dev.h"

#define RETRY_NS	(10 * NSEC_PER_MSEC)
/* milliseconds between two checks whether a waiting task is to freeze */
#define FREEZER_MS	100

static void expire(struct work_struct *work);

static struct {
	/* protects the fields below and seastar_dev.pending; order: dev.h */
	struct mutex lock;
	struct list_head commits;	/* waiting commits, in order of id */
	u64 last_id;
	unsigned int seq;
	wait_queue_head_t undone;	/* tasks wait here for the end of an undo */
} pending = {
	.lock = __MUTEX_INITIALIZER(pending.lock),
	.commits = LIST_HEAD_INIT(pending.commits),
	.seq = 1,
	.undone = __WAIT_QUEUE_HEAD_INITIALIZER(pending.undone),
};

/**
 * struct arrival - a request about a commit that waits; the request is being served
 * @node: entry in arrivals.list
 * @id: id of the commit
 * @time: time of its arrival, on the clock of ktime_get_boottime_ns()
 */
struct arrival {
	struct list_head node;
	u64 id;
	u64 time;
};

/* Requests about waiting commits, from their arrival until they are served. */
static struct {
	spinlock_t lock;	/* protects the list */
	struct list_head list;
} arrivals = {
	.lock = __SPIN_LOCK_UNLOCKED(arrivals.lock),
	.list = LIST_HEAD_INIT(arrivals.list),
};

/*
 * The timer also counts the time that the machine sleeps, as deadlines do.  The work it starts does
 * not run while devices are put to sleep or woken up.
 */
static struct hrtimer timer;
static DECLARE_WORK(expiry, expire);

/**
 * seastar_config_lock() - lock the list of waiting commits
 */
void seastar_config_lock(void)
{
	mutex_lock(&pending.lock);
}

/**
 * seastar_config_unlock() - unlock the list of waiting commits
 */
void seastar_config_unlock(void)
{
	mutex_unlock(&pending.lock);
}

/*
 * Change the sequence number for dumps; 0 stands for "no sequence number".  Context: caller holds
 * pending.lock.
 */
static void move_seq(void)
{
	pending.seq = pending.seq + 1 ?: 1;
}

static bool config_waits(const struct seastar_commit *commit)
{
	return !list_empty(&commit->node);
}

static bool awaited(const struct seastar_commit *commit)
{
	const struct arrival *a;
	bool found = false;

	spin_lock(&arrivals.lock);
	list_for_each_entry(a, &arrivals.list, node)
		found |= a->id == commit->id && a->time < commit->deadline;
	spin_unlock(&arrivals.lock);
	return found;
}

static enum hrtimer_restart ring(struct hrtimer *t)
{
	queue_work(seastar_queue, &expiry);
	return HRTIMER_NORESTART;
}

/*
 * Arm the timer for the next deadline.  The undo of an overdue commit is tried again after
 * RETRY_NS, or when its device wakes up.
 * Context: caller holds pending.lock.
 */
static void set_timer(void)
{
	u64 first = U64_MAX, soon = ktime_get_boottime_ns() + RETRY_NS;
	struct seastar_commit *commit;

	list_for_each_entry(commit, &pending.commits, node) {
		if (commit->undoing || seastar_commit_asleep(commit))
			continue;
		first = min(first, commit->verdict || commit->deadline < soon - RETRY_NS ?
				   soon : commit->deadline);
	}
	if (first == U64_MAX)
		hrtimer_try_to_cancel(&timer);
	else
		hrtimer_start(&timer, ns_to_ktime(first), HRTIMER_MODE_ABS);
}

/*
 * Take a commit off the list and announce its end.  The reference of the list is given back.
 * Context: caller holds pending.lock, and a reference.
 */
static void config_end(struct seastar_commit *commit, u32 state)
{
	u32 i;

	for (i = 0; i < commit->n; i++)
		WRITE_ONCE(commit->parts[i].sdev->pending, NULL);
	commit->state = state;
	seastar_events->config(commit);
	list_del_init(&commit->node);
	move_seq();
	set_timer();
	wake_up_all(&pending.undone);
	seastar_commit_put(commit);
}

/*
 * Take an undone commit off the list.  @err: error of the undo.  Context: caller holds
 * pending.lock, and a reference.
 */
static void config_end_undone(struct seastar_commit *commit, int err)
{
	struct seastar_part *part;

	for (part = commit->parts; part < commit->parts + commit->n; part++) {
		part->generation = part->restored_generation;
		part->rerouted = false;
	}
	commit->error = commit->error ?: err;
	config_end(commit, commit->error ? SEASTAR_CONFIG_FAILED : commit->verdict);
}

/*
 * Return true if the commit waits and none of its devices sleeps.  Context: caller holds
 * pending.lock, and has claimed the devices.
 */
static bool config_can_undo(const struct seastar_commit *commit)
{
	return config_waits(commit) && !seastar_commit_asleep(commit);
}

static void config_undo_claimed(struct seastar_commit *commit, struct seastar_claim *claim)
{
	int err = -EAGAIN;
	bool can;

	seastar_config_lock();
	can = config_can_undo(commit);
	seastar_config_unlock();
	if (can)
		err = seastar_commit_undo(commit, claim);
	seastar_config_lock();
	WRITE_ONCE(commit->undoing, false);
	if (err == -EAGAIN)
		set_timer();
	else
		config_end_undone(commit, err);
	wake_up_all(&pending.undone);
	seastar_config_unlock();
}

/*
 * Claim the devices of a commit and undo it.  Meanwhile devices may leave the commit, but none is
 * added.
 */
static void config_undo(struct work_struct *work)
{
	struct seastar_commit *commit = container_of(work, struct seastar_commit, undo);
	struct seastar_claim claim;
	u32 i;

	seastar_claim_init(&claim);
	seastar_config_lock();
	for (i = 0; i < commit->n; i++)
		seastar_claim_add(&claim, commit->parts[i].sdev);
	seastar_config_unlock();
	seastar_claim_take_always(&claim);
	config_undo_claimed(commit, &claim);
	seastar_claim_release(&claim);
	seastar_claim_put(&claim);
	seastar_commit_put(commit);
}

/* Queue the undo of a commit that has its verdict.  Context: caller holds pending.lock. */
static void config_queue_undo(struct seastar_commit *commit)
{
	if (commit->undoing || seastar_commit_asleep(commit))
		return;
	WRITE_ONCE(commit->undoing, true);
	seastar_commit_get(commit);
	queue_work(seastar_queue, &commit->undo);
}

/*
 * Give a commit its verdict, unless it has one, and queue its undo.  Context: caller holds
 * pending.lock.
 */
static void config_condemn(struct seastar_commit *commit, u32 verdict)
{
	if (!commit->verdict)
		commit->verdict = verdict;
	config_queue_undo(commit);
}

/*
 * Queue the undo of a waiting commit if a device has lost its settings since they were staged: the
 * commit has no meaning any more.  Context: caller holds pending.lock.
 */
static void config_see_losses(struct seastar_commit *commit)
{
	struct seastar_part *part;
	bool lost = false;

	for (part = commit->parts; part < commit->parts + commit->n; part++) {
		if (part->losses == READ_ONCE(part->sdev->losses))
			continue;
		WRITE_ONCE(part->lost, true);
		lost = true;
	}
	if (!lost)
		return;
	commit->verdict = SEASTAR_CONFIG_FAILED;
	config_queue_undo(commit);
}

static void log_expiry(const struct seastar_commit *commit)
{
	dev_notice(&commit->parts[0].sdev->dev,
		   "commit %llu of %s (uid %u) was not confirmed in %u ms: it is undone (devices: %u)\n",
		   commit->id, commit->owner, commit->owner_uid, commit->timeout,
		   commit->n);
}

/*
 * Return true if the commit is to be undone, and queue its undo then.  Context: caller holds
 * pending.lock.
 */
static bool config_is_due(struct seastar_commit *commit)
{
	u64 now = ktime_get_boottime_ns();

	if (seastar_commit_asleep(commit))
		return false;
	if (!commit->verdict) {
		if (now < commit->deadline || awaited(commit))
			return false;
		log_expiry(commit);
	}
	config_condemn(commit, SEASTAR_CONFIG_EXPIRED);
	return true;
}

static void expire(struct work_struct *work)
{
	struct seastar_commit *commit;

	seastar_config_lock();
	list_for_each_entry(commit, &pending.commits, node)
		config_is_due(commit);
	set_timer();
	seastar_config_unlock();
}

/*
 * Return true if no undo of the commit is queued or runs: it was undone, or a device fell asleep.
 */
static bool config_rests(const struct seastar_commit *commit)
{
	return !READ_ONCE(commit->undoing);
}

static bool config_has_ended(const struct seastar_commit *commit)
{
	return list_empty_careful(&commit->node);
}

/*
 * Wait until @is_over returns true.  That may take as long as a device sleeps, and the task cannot
 * freeze meanwhile, since it holds a lock of generic netlink or a file of sysfs.  So it gives up
 * when it is to freeze.  Returns 0; -ECANCELED if it gave up; or -EINTR for a task being killed.
 */
static int config_await(const struct seastar_commit *commit,
			bool (*is_over)(const struct seastar_commit *commit))
{
	long left = 0;

	while (!left) {
		if (freezing(current) && !is_over(commit))
			return -ECANCELED;
		left = wait_event_killable_timeout(pending.undone, is_over(commit),
						   msecs_to_jiffies(FREEZER_MS));
	}
	return left < 0 ? -EINTR : 0;
}

/*
 * Wait until a commit is undone, or a device of it falls asleep.  Returns as config_await().
 * Context: caller holds pending.lock, which is dropped, and no other lock.
 */
static int config_await_undo(struct seastar_commit *commit)
{
	int err;

	seastar_commit_get(commit);
	seastar_config_unlock();
	err = config_await(commit, config_rests);
	seastar_commit_put(commit);
	return err;
}

/*
 * Find a commit to one of the devices of @claim that is to be undone; NULL if there is none.
 * Context: caller holds pending.lock.
 */
static struct seastar_commit *config_due_to(const struct seastar_claim *claim)
{
	u32 i;

	for (i = 0; i < claim->n; i++) {
		struct seastar_commit *commit = claim->devs[i]->pending;

		if (commit && config_is_due(commit))
			return commit;
	}
	return NULL;
}

/**
 * seastar_config_claim() - claim devices, to change their settings
 * @claim: claim to the devices
 *
 * Commits to the devices that are to be undone, as after their deadline, are undone first.  If a
 * device sleeps, its commit still waits.
 *
 * Context: as of seastar_claim_take().
 *
 * Return: 0, or an error of seastar_claim_take() or config_await_undo().
 */
int seastar_config_claim(struct seastar_claim *claim)
{
	struct seastar_commit *commit;
	int err;

	for (;;) {
		err = seastar_claim_take(claim);
		if (err)
			return err;
		seastar_config_lock();
		commit = config_due_to(claim);
		if (!commit)
			break;
		/* the undo needs the claim */
		seastar_claim_release(claim);
		err = config_await_undo(commit);
		if (err)
			return err;
	}
	seastar_config_unlock();
	return 0;
}

/*
 * Add a commit to the list of those that wait.  Context: caller holds pending.lock, and has claimed
 * the devices.
 */
static void config_add(struct seastar_commit *commit)
{
	struct seastar_commit *after;
	u32 i;

	commit->deadline = ktime_get_boottime_ns() + (u64)commit->timeout * NSEC_PER_MSEC;
	INIT_WORK(&commit->undo, config_undo);
	list_for_each_entry_reverse(after, &pending.commits, node)
		if (after->id < commit->id)
			break;
	list_add(&seastar_commit_get(commit)->node, &after->node);
	for (i = 0; i < commit->n; i++)
		WRITE_ONCE(commit->parts[i].sdev->pending, commit);
	move_seq();
	set_timer();
}

static u64 config_new_id(void)
{
	u64 id;

	seastar_config_lock();
	id = pending.last_id + 1;
	WRITE_ONCE(pending.last_id, id);
	seastar_config_unlock();
	return id;
}

static int config_commit_claimed(struct seastar_commit *commit, struct seastar_claim *claim,
				 struct netlink_ext_ack *extack, seastar_config_made_fn made,
				 void *ctx)
{
	bool waits = commit->state == SEASTAR_CONFIG_PENDING;
	int err;

	if (waits)
		commit->id = config_new_id();
	err = seastar_commit_make(commit, claim, extack);
	if (err)
		return err;
	seastar_config_lock();
	if (waits)
		config_add(commit);
	if (made)
		made(commit, ctx);
	if (waits)
		config_see_losses(commit);
	seastar_config_unlock();
	return 0;
}

/* Put the name of the device that is being removed, and so refuses claims, into the answer. */
static void config_refuse_ending(const struct seastar_commit *commit,
				 struct netlink_ext_ack *extack)
{
	u32 i;

	for (i = 0; i < commit->n; i++)
		if (READ_ONCE(commit->parts[i].sdev->ending))
			seastar_refuse(extack, commit->parts[i].name_attr, -ENODEV,
				       "the device has just been deleted");
}

/**
 * seastar_config_commit() - make a commit, or check whether it can be made
 * @commit: a prepared commit.  If it has to be confirmed, the list of waiting commits takes a
 * reference
 * @extack: for a refusal or a warning, or NULL
 * @made: called when it was made, before it can be confirmed or undone; or NULL
 * @ctx: for @made
 *
 * Context: as of seastar_claim_take().
 *
 * Return: as seastar_config_claim() or seastar_commit_make().
 */
int seastar_config_commit(struct seastar_commit *commit, struct netlink_ext_ack *extack,
			  seastar_config_made_fn made, void *ctx)
{
	struct seastar_claim claim;
	int err;
	u32 i;

	seastar_claim_init(&claim);
	for (i = 0; i < commit->n; i++)
		seastar_claim_add(&claim, commit->parts[i].sdev);
	err = seastar_config_claim(&claim);
	if (!err) {
		err = config_commit_claimed(commit, &claim, extack, made, ctx);
		seastar_claim_release(&claim);
	} else if (err == -ENODEV) {
		config_refuse_ending(commit, extack);
	} else if (err == -ECANCELED) {
		seastar_refuse(extack, NULL, err,
			       "the machine is going to sleep: the commit was abandoned, and nothing has changed");
	}
	seastar_claim_put(&claim);
	return err;
}

static struct seastar_commit *find(u64 id)
{
	struct seastar_commit *commit;

	list_for_each_entry(commit, &pending.commits, node)
		if (commit->id == id)
			return commit;
	return NULL;
}

/*
 * Begin to serve a request about a commit.  If it arrived in time, returns 0 with pending.lock
 * held, and config_depart() ends it.  A request that is too late waits for the undo of the commit
 * and fails.
 */
static int config_arrive(struct arrival *arrival, u64 id, struct seastar_commit **commit)
{
	int err = -ENOENT;

	arrival->id = id;
	spin_lock(&arrivals.lock);
	arrival->time = ktime_get_boottime_ns();
	list_add(&arrival->node, &arrivals.list);
	spin_unlock(&arrivals.lock);
	seastar_config_lock();
	*commit = find(id);
	if (*commit && !(*commit)->verdict && arrival->time < (*commit)->deadline)
		return 0;
	/* an overdue commit may still wait: for another request, or for a device to wake up */
	if (*commit && config_is_due(*commit))
		err = config_await_undo(*commit) ?: err;
	else
		seastar_config_unlock();
	spin_lock(&arrivals.lock);
	list_del(&arrival->node);
	spin_unlock(&arrivals.lock);
	return err;
}

/*
 * End a request that config_arrive() began.  Context: caller holds pending.lock, which is dropped.
 */
static void config_depart(struct arrival *arrival)
{
	spin_lock(&arrivals.lock);
	list_del(&arrival->node);
	spin_unlock(&arrivals.lock);
	seastar_config_unlock();
}

/**
 * seastar_config_had() - check whether a commit ever had this id
 * @id: id of the commit
 *
 * Context: any; takes no lock.
 *
 * Return: true if the id was given to a commit since the module was loaded.
 */
bool seastar_config_had(u64 id)
{
	return id && id <= READ_ONCE(pending.last_id);
}

/**
 * seastar_config_next() - walk the commits that wait to be confirmed
 * @id: id of the commit before, 0 to begin
 * @seq: set to a number that changes with each change of a waiting commit
 *
 * Context: between seastar_config_lock() and seastar_config_unlock().
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
 * @id: id of the commit
 *
 * Return: 0; -ENOENT: it does not wait, or not any more; -ECANCELED: the commit is overdue,
 * and the task has to freeze before it is undone; or -EINTR for a task being killed.
 */
int seastar_config_confirm(u64 id)
{
	struct seastar_commit *commit;
	struct arrival arrival;
	int err;

	err = config_arrive(&arrival, id, &commit);
	if (err)
		return err;
	seastar_commit_get(commit);
	config_end(commit, SEASTAR_CONFIG_CONFIRMED);
	config_depart(&arrival);
	/* former tables may be large, and take long to free: not under the lock */
	seastar_commit_put(commit);
	return 0;
}

/**
 * seastar_config_cancel() - undo a commit
 * @id: id of the commit
 * @failed: set to true if the commit was undone, but the device of the returned error did not take
 *	all former settings
 *
 * A task that is killed, or is to freeze, while it waits does not keep the commit from being
 * undone.
 *
 * Return: 0; -ENOENT, -ECANCELED and -EINTR as of seastar_config_confirm(); -EHOSTDOWN: a device
 * sleeps; or an error of a device that did not take all former settings.
 */
int seastar_config_cancel(u64 id, bool *failed)
{
	struct seastar_commit *commit;
	struct arrival arrival;
	int err;

	*failed = false;
	err = config_arrive(&arrival, id, &commit);
	if (err)
		return err;
	if (seastar_commit_asleep(commit)) {
		config_depart(&arrival);
		return -EHOSTDOWN;
	}
	config_condemn(commit, SEASTAR_CONFIG_CANCELLED);
	seastar_commit_get(commit);
	config_depart(&arrival);
	err = config_await(commit, config_has_ended);
	if (!err) {
		/* config_end_undone() writes the error of the undo under the lock */
		seastar_config_lock();
		err = commit->error;
		*failed = err;
		seastar_config_unlock();
	}
	seastar_commit_put(commit);
	return err;
}

/**
 * seastar_config_extend() - move the deadline of a commit
 * @id: id of the commit
 * @timeout: milliseconds from now on
 *
 * Return: as of seastar_config_confirm().
 */
int seastar_config_extend(u64 id, u32 timeout)
{
	struct seastar_commit *commit;
	struct arrival arrival;
	int err;

	err = config_arrive(&arrival, id, &commit);
	if (err)
		return err;
	commit->timeout = timeout;
	commit->deadline = ktime_get_boottime_ns() + (u64)timeout * NSEC_PER_MSEC;
	move_seq();
	set_timer();
	seastar_events->config(commit);
	config_depart(&arrival);
	return 0;
}

/**
 * seastar_config_remaining() - return the time left to confirm a commit
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

/*
 * Undo the only part that a commit still has, and end the commit.  Context: caller holds
 * pending.lock, which is dropped.
 */
static void config_leave_last(struct seastar_commit *commit, struct seastar_claim *claim)
{
	int err;

	if (!commit->verdict)
		commit->verdict = SEASTAR_CONFIG_CANCELLED;
	seastar_config_unlock();
	err = seastar_part_undo(&commit->parts[0], claim, commit->id);
	seastar_config_lock();
	config_end_undone(commit, err);
	seastar_config_unlock();
}

/*
 * Take the part of @sdev out of a commit and undo it.  Context: caller holds pending.lock, which is
 * dropped.
 */
static void config_leave_others(struct seastar_commit *commit, struct seastar_dev *sdev,
				struct seastar_claim *claim)
{
	struct seastar_part *of, part;

	for (of = commit->parts; of->sdev != sdev; of++)
		;
	part = *of;
	commit->n--;
	memmove(of, of + 1, (commit->parts + commit->n - of) * sizeof(*of));
	WRITE_ONCE(sdev->pending, NULL);
	move_seq();
	/* the commit may have waited for this device to wake up */
	set_timer();
	seastar_config_unlock();
	seastar_part_undo(&part, claim, commit->id);
	seastar_part_release(&part);
	seastar_config_lock();
	if (config_waits(commit)) {
		move_seq();
		seastar_events->config(commit);
	}
	seastar_config_unlock();
}

/**
 * seastar_config_leave() - undo the part of a waiting commit in a device that is being deleted
 * @sdev: the device
 * @claim: claim to this device alone, and taken
 *
 * The commit's changes to other devices stay, and wait as before: their administrator may know
 * nothing of this one.
 *
 * Context: caller does not hold the lock of the device.
 */
void seastar_config_leave(struct seastar_dev *sdev, struct seastar_claim *claim)
{
	struct seastar_commit *commit;

	seastar_config_lock();
	commit = sdev->pending;
	if (!commit) {
		seastar_config_unlock();
		return;
	}
	seastar_commit_get(commit);
	/* if the commit is overdue, this queues the undo in its other devices */
	config_is_due(commit);
	if (commit->n == 1)
		config_leave_last(commit, claim);
	else
		config_leave_others(commit, sdev, claim);
	seastar_commit_put(commit);
}

/**
 * seastar_config_change() - make a change that needs no confirmation
 * @sdev: the device
 * @change: the change
 *
 * Return: 0, -ENOMEM, or an error of seastar_commit_prepare() or seastar_config_commit().
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
		goto put_commit;
	}
	part->changes[0] = *change;
	part->n = 1;
	err = seastar_commit_prepare(commit, NULL);
	if (!err)
		err = seastar_config_commit(commit, NULL, NULL, NULL);
put_commit:
	seastar_commit_put(commit);
	return err;
}

/**
 * seastar_config_fail() - undo the waiting commit of a device that has lost its settings
 * @sdev: the device
 *
 * The commit is undone in its other devices, too, as far as possible.
 *
 * Context: caller does not hold the lock of the device.
 */
void seastar_config_fail(struct seastar_dev *sdev)
{
	seastar_config_lock();
	if (sdev->pending)
		config_see_losses(sdev->pending);
	seastar_config_unlock();
}

/**
 * seastar_config_awake() - undo overdue commits after a device has woken up
 */
void seastar_config_awake(void)
{
	queue_work(seastar_queue, &expiry);
}

/**
 * seastar_config_init() - prepare the list of waiting commits and its timer
 */
void seastar_config_init(void)
{
	seastar_hrtimer_setup(&timer, ring, CLOCK_BOOTTIME, HRTIMER_MODE_ABS);
}

/**
 * seastar_config_exit() - stop the timer, when all devices are gone
 */
void seastar_config_exit(void)
{
	hrtimer_cancel(&timer);
	cancel_work_sync(&expiry);
}
