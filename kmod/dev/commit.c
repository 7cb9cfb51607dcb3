// SPDX-License-Identifier: GPL-2.0-only
/*
 * The making of a commit: its devices are locked together, its changes staged
 * and checked in memory, and what differs is written, in all devices or in none.
 */
#include <linux/err.h>
#include <linux/overflow.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "base/alloc.h"
#include "base/events.h"
#include "base/fault.h"
#include "base/lint.h"
#include "base/refuse.h"
#include "base/trace.h"
#include "dev/aging.h"
#include "dev/commit.h"
#include "dev/dev.h"
#include "dev/routes.h"

static struct seastar_part *end_of(struct seastar_commit *commit)
{
	return commit->parts + commit->n;
}

/**
 * seastar_commit_new() - a commit without parts, owned by who calls
 * @n: for how many parts there is to be room
 *
 * Return: the commit or NULL.
 */
struct seastar_commit *seastar_commit_new(u32 n)
{
	struct seastar_commit *commit;

	commit = seastar_calloc(1, struct_size(commit, parts, n));
	if (!commit)
		return NULL;
	INIT_LIST_HEAD(&commit->node);
	get_task_comm(commit->owner, current);
	commit->owner_uid = from_kuid_munged(&init_user_ns, current_uid());
	return commit;
}

/**
 * seastar_part_release() - give back what a part of a commit holds
 * @part: the part
 */
void seastar_part_release(struct seastar_part *part)
{
	kvfree(part->changes);
	seastar_aging_put(part->old);
	seastar_aging_put(part->new);
	seastar_routes_put(part->routes);
	seastar_routes_put(part->former);
	seastar_dev_put(part->sdev);
}

/**
 * seastar_commit_free() - forget a commit, whether it was made or not
 * @commit: one that does not wait to be confirmed
 */
void seastar_commit_free(struct seastar_commit *commit)
{
	struct seastar_part *part;

	for (part = commit->parts; part < end_of(commit); part++)
		seastar_part_release(part);
	kvfree(commit);
}

static int check_routes(const struct seastar_part *part, struct netlink_ext_ack *extack)
{
	const char *why = part->reroutes ? seastar_routes_check(part->sdev) : NULL;

	if (why)
		return seastar_refuse_why(extack, part->routes_attr, -EOPNOTSUPP, why);
	if (!part->reroutes || !seastar_is_hardware(part->sdev))
		return 0;
	if (!part->routes)
		return seastar_refuse(extack, part->routes_attr, -EOPNOTSUPP,
				      "hardware has no rule: it needs tables");
	if (part->stranded == SEASTAR_STRANDED_REROUTE)
		return seastar_refuse(extack, part->routes_attr, -EOPNOTSUPP,
				      "hardware drops packets that are stranded: it cannot lead them on");
	return 0;
}

/**
 * seastar_commit_prepare() - take all the memory that a commit needs
 * @commit: the commit, complete with its changes
 * @extack: for the refusal, or NULL
 *
 * Return: 0, -ENOMEM, -EOPNOTSUPP, or what seastar_aging_check() says.
 */
int seastar_commit_prepare(struct seastar_commit *commit,
			   struct netlink_ext_ack *extack)
{
	struct seastar_part *part;
	int err;

	for (part = commit->parts; part < end_of(commit); part++) {
		err = check_routes(part, extack) ?:
		      seastar_aging_check(part->sdev, part->changes, part->n, extack);
		if (err)
			return err;
		part->old = seastar_aging_new(part->sdev);
		part->new = seastar_aging_new(part->sdev);
		if (!part->old || !part->new)
			return seastar_refuse(extack, part->name_attr, -ENOMEM,
					      "not enough memory to stage the settings");
	}
	return 0;
}

static int admit(struct seastar_part *part, struct netlink_ext_ack *extack)
{
	if (part->guarded && part->generation != part->sdev->generation)
		return seastar_refuse(extack, part->generation_attr, -ESTALE,
				      "the settings have changed since this generation: read them again");
	if (seastar_config_busy(part->sdev))
		return seastar_refuse(extack, part->name_attr, -EBUSY,
				      SEASTAR_CONFIG_BUSY);
	part->generation = part->sdev->generation;
	return 0;
}

static int stage(struct seastar_part *part, struct netlink_ext_ack *extack)
{
	struct seastar_dev *sdev = part->sdev;
	size_t bytes = sdev->routers * sizeof(*part->old->of);
	int err;

	err = seastar_aging_read(sdev, part->old);
	if (err) {
		seastar_refuse(extack, part->name_attr, err,
			       "the settings of the device cannot be read");
		return seastar_dev_explain(extack, sdev, err);
	}
	memcpy(part->new->of, part->old->of, bytes);
	seastar_aging_stage(part->new->of, sdev->routers, part->changes, part->n);
	return 0;
}

/* The first warning is the one that is given: a refusal may yet replace it. */
static void warn(const struct seastar_part *part, struct netlink_ext_ack *extack)
{
	const char *why;

	why = seastar_lint(&part->sdev->cfg, part->new->of, part->sdev->routers);
	if (why)
		seastar_warn_why(extack, why);
}

static int reroute(struct seastar_part *part)
{
	int err;

	if (!part->reroutes)
		return 0;
	if (seastar_fault(SEASTAR_FAULT_COMMIT))
		return -EIO;
	err = seastar_routes_know(part->sdev);
	if (err)
		return err;
	part->former = seastar_routes_get(part->sdev->routes);
	err = seastar_routes_replace(part->sdev, part->routes, part->stranded, &part->quiesce);
	part->rerouted = !err;
	return err;
}

/* A software fabric has memory for it since it had for what is taken back. */
static int unreroute(struct seastar_part *part)
{
	struct ss_quiesce q;
	int err = 0;

	if (part->rerouted && !part->lost)
		err = seastar_routes_replace(part->sdev, part->former, part->stranded, &q);
	WARN_ON_ONCE(err && !seastar_is_hardware(part->sdev));
	part->rerouted = false;
	return err;
}

/*
 * Take back what was written.  If not all of it could be, the registers are read, so that
 * what is published of them is true.
 */
static int unwrite(struct seastar_part *part, u64 id)
{
	struct seastar_dev *sdev = part->sdev;
	int err, unrouted;

	unrouted = unreroute(part);
	if (part->lost) {
		seastar_aging_read(sdev, part->old);
		return -EIO;
	}
	if (!part->tried)
		return unrouted;
	err = seastar_aging_unwrite(sdev, part->old->of, part->new->of, part->tried);
	trace_seastar_rollback(seastar_dev_name(sdev), id, sdev->generation,
			       part->tried, err);
	part->tried = 0;
	if (!err)
		return unrouted;
	seastar_aging_read(sdev, part->old);
	if (err != -ENODEV)
		dev_err(&sdev->dev, "cannot restore the settings: error %d\n", err);
	return err;
}

static int write_all(struct seastar_commit *commit,
		     struct netlink_ext_ack *extack)
{
	struct seastar_part *part;
	int err;

	for (part = commit->parts; part < end_of(commit); part++) {
		err = seastar_aging_write(part->sdev, part->old->of, part->new->of,
					  &part->tried);
		trace_seastar_commit(seastar_dev_name(part->sdev), commit->id,
				     part->sdev->generation, part->tried, err);
		err = err ?: reroute(part);
		if (err)
			goto unwrite;
	}
	return 0;

unwrite:
	seastar_refuse(extack, part->name_attr, err,
		       "the device failed to take the settings: all are as they were");
	seastar_dev_explain(extack, part->sdev, err);
	seastar_routes_explain(extack, err);
	for (part = commit->parts; part < end_of(commit); part++)
		if (unwrite(part, commit->id))
			seastar_aging_adopt(part->sdev, part->old);
	return err;
}

/* A reader who sees one of these devices changed sees the others changed, too. */
static void publish(struct seastar_part *part, const struct seastar_part *end, bool new)
{
	struct seastar_part *first = part;

	spin_lock(&seastar_settings_lock);
	for (; part < end; part++)
		part->replaced = seastar_aging_swap(part->sdev,
						    new ? part->new : part->old);
	spin_unlock(&seastar_settings_lock);
	for (part = first; part < end; part++) {
		part->generation = part->sdev->generation;
		seastar_aging_put(part->replaced);
		part->replaced = NULL;
	}
}

/* The new settings are in force. */
static void settle(struct seastar_commit *commit)
{
	struct seastar_part *part;

	publish(commit->parts, end_of(commit), true);
	for (part = commit->parts; part < end_of(commit); part++) {
		struct seastar_aging_list list = {
			.next = part->changes,
			.end = part->changes + part->n,
		};

		if (commit->state == SEASTAR_CONFIG_PENDING)
			part->sdev->pending = commit;
		if (part->reroutes)
			seastar_events->routes(part->sdev);
		seastar_events->aging(part->sdev, seastar_aging_list_next, &list);
	}
}

static int make(struct seastar_commit *commit, struct netlink_ext_ack *extack)
{
	struct seastar_part *part;
	int err = 0;

	for (part = commit->parts; part < end_of(commit); part++)
		if (!err)
			err = admit(part, extack);
	for (part = commit->parts; part < end_of(commit); part++)
		if (!err)
			err = stage(part, extack);
	if (err)
		return err;
	for (part = commit->parts; part < end_of(commit); part++)
		warn(part, extack);
	if (commit->state == SEASTAR_CONFIG_CHECKED)
		return 0;
	err = write_all(commit, extack);
	if (!err)
		settle(commit);
	return err;
}

static void lock_all(struct seastar_commit *commit, struct mutex *lock)
{
	struct seastar_part *part;

	for (part = commit->parts; part < end_of(commit); part++)
		mutex_lock_nest_lock(&part->sdev->lock, lock);
}

static void unlock_all(struct seastar_commit *commit)
{
	struct seastar_part *part;

	for (part = commit->parts; part < end_of(commit); part++)
		mutex_unlock(&part->sdev->lock);
}

/**
 * seastar_commit_make() - make a commit, or check whether it can be made
 * @commit: a prepared commit
 * @lock: that of all commits, held
 * @extack: for a refusal or a warning, or NULL
 *
 * Return: 0, -ENODEV, -ESTALE, -EBUSY, or what a backend says.
 */
int seastar_commit_make(struct seastar_commit *commit, struct mutex *lock,
			struct netlink_ext_ack *extack)
{
	struct seastar_part *part;
	int err = 0;

	lock_all(commit, lock);
	for (part = commit->parts; part < end_of(commit); part++)
		if (!err && part->sdev->gone)
			err = seastar_refuse(extack, part->name_attr, -ENODEV,
					     "the device has just been deleted");
	if (!err)
		err = make(commit, extack);
	unlock_all(commit);
	return err;
}

/* Restore what was there before a commit in devices that are locked. */
static int undo(struct seastar_part *first, struct seastar_part *end, u64 id)
{
	struct seastar_aging_diff diff;
	struct seastar_part *part;
	int failed, err = 0;

	for (part = first; part < end; part++) {
		failed = unwrite(part, id);
		err = err ?: failed;
		part->sdev->pending = NULL;
	}
	publish(first, end, false);
	for (part = first; part < end; part++) {
		seastar_aging_diff_start(&diff, part->sdev->routers, part->new->of,
					 part->old->of);
		if (part->reroutes)
			seastar_events->routes(part->sdev);
		seastar_events->aging(part->sdev, seastar_aging_diff_next, &diff);
	}
	return err;
}

/**
 * seastar_part_undo() - restore what was there before a commit, in one of its devices
 * @part: the part of a commit that was made; its device is not locked
 * @lock: that of all commits, held
 * @id: of the commit
 *
 * Return: 0, or an error of the device, which has not taken all it had before.
 */
int seastar_part_undo(struct seastar_part *part, struct mutex *lock, u64 id)
{
	int err;

	mutex_lock_nest_lock(&part->sdev->lock, lock);
	err = undo(part, part + 1, id);
	mutex_unlock(&part->sdev->lock);
	return err;
}

/**
 * seastar_commit_undo() - restore what was there before a commit
 * @commit: a commit that was made
 * @lock: that of all commits, held
 *
 * No reader sees some of its devices restored and others not.  All are restored that
 * let themselves be.
 *
 * Return: 0, or the first error of a device, which has not taken all it had before.
 */
int seastar_commit_undo(struct seastar_commit *commit, struct mutex *lock)
{
	int err;

	lock_all(commit, lock);
	err = undo(commit->parts, end_of(commit), commit->id);
	unlock_all(commit);
	return err;
}

/**
 * seastar_commit_asleep() - can a commit not be undone now?
 * @commit: a commit that was made
 *
 * Return: true while the hardware of one of its devices is switched off or being reset.
 */
bool seastar_commit_asleep(const struct seastar_commit *commit)
{
	u32 i;

	for (i = 0; i < commit->n; i++)
		if (READ_ONCE(commit->parts[i].sdev->asleep))
			return true;
	return false;
}
