// SPDX-License-Identifier: GPL-2.0-only
/*
 * The making of a commit: its devices are locked together, its changes staged
 * and checked in memory, and what differs is written, in all devices or in none.
 */
#include <linux/err.h>
#include <linux/overflow.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "aging.h"
#include "commit.h"
#include "config.h"
#include "dev.h"
#include "fault.h"
#include "genl.h"
#include "lint.h"
#include "netlink.h"
#include "trace.h"

static struct seastar_part *end_of(struct seastar_commit *commit)
{
	return commit->parts + commit->n;
}

/**
 * seastar_config_alloc() - memory for a commit, zeroed and charged to who asks
 * @n: how many
 * @size: bytes each
 *
 * Return: the memory, for kvfree(), or NULL.
 */
void *seastar_config_alloc(size_t n, size_t size)
{
	if (seastar_fault(SEASTAR_FAULT_ALLOC))
		return NULL;
	return kvcalloc(n, size, GFP_KERNEL_ACCOUNT);
}

/**
 * seastar_commit_new() - a commit without parts
 * @n: for how many parts there is to be room
 *
 * Return: the commit or NULL.
 */
struct seastar_commit *seastar_commit_new(u32 n)
{
	struct seastar_commit *commit;

	commit = seastar_config_alloc(1, struct_size(commit, parts, n));
	if (commit)
		INIT_LIST_HEAD(&commit->node);
	return commit;
}

/**
 * seastar_part_release() - give back what a part of a commit holds
 * @part: the part
 */
void seastar_part_release(struct seastar_part *part)
{
	kvfree(part->changes);
	kvfree(part->old);
	kvfree(part->new);
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

/**
 * seastar_commit_prepare() - take all the memory that a commit needs
 * @commit: the commit, complete with its changes
 * @extack: for the refusal, or NULL
 *
 * Return: 0, -ENOMEM, or what seastar_aging_check() says.
 */
int seastar_commit_prepare(struct seastar_commit *commit,
			   struct netlink_ext_ack *extack)
{
	struct seastar_part *part;
	int err;

	for (part = commit->parts; part < end_of(commit); part++) {
		u32 routers = part->sdev->routers;

		err = seastar_aging_check(part->sdev, part->changes, part->n,
					  extack);
		if (err)
			return err;
		part->old = seastar_config_alloc(routers, sizeof(*part->old));
		part->new = seastar_config_alloc(routers, sizeof(*part->new));
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
	u32 router;
	int err;

	for (router = 0; router < sdev->routers; router++) {
		err = seastar_aging_read(sdev, router, &part->old[router]);
		if (err) {
			seastar_refuse(extack, part->name_attr, err,
				       "the device failed to tell its settings");
			return seastar_check_answer(extack, sdev, err);
		}
		part->new[router] = part->old[router];
		cond_resched();
	}
	seastar_aging_stage(part->new, sdev->routers, part->changes, part->n);
	return 0;
}

/* The first warning is the one that is given: a refusal may yet replace it. */
static void warn(const struct seastar_part *part, struct netlink_ext_ack *extack)
{
	const char *why;

	if (!extack || extack->_msg)
		return;
	why = seastar_lint(&part->sdev->cfg, part->new, part->sdev->routers);
	if (why)
		extack->_msg = why;
}

/* Settings that cannot be restored are news to whoever knows the generation. */
static int undo(struct seastar_part *part, u64 id)
{
	int err;

	if (!part->written)
		return 0;
	err = seastar_aging_unwrite(part->sdev, part->old, part->new,
				    part->written);
	trace_seastar_rollback(part->sdev, id, part->written, err);
	part->written = 0;
	if (!err)
		return 0;
	seastar_dev_changed(part->sdev);
	if (err != -ENODEV)
		dev_err(&part->sdev->dev,
			"cannot restore the settings: error %d\n", err);
	return err;
}

static int write_all(struct seastar_commit *commit,
		     struct netlink_ext_ack *extack)
{
	struct seastar_part *part;
	int err;

	for (part = commit->parts; part < end_of(commit); part++) {
		err = seastar_aging_write(part->sdev, part->old, part->new,
					  &part->written);
		trace_seastar_commit(part->sdev, commit->id, part->written,
				     err);
		if (err)
			goto undo;
	}
	return 0;

undo:
	seastar_refuse(extack, part->name_attr, err,
		       "the device failed to take the settings: all are as they were");
	seastar_check_answer(extack, part->sdev, err);
	for (part = commit->parts; part < end_of(commit); part++)
		undo(part, commit->id);
	return err;
}

/* The new settings are in force. */
static void settle(struct seastar_commit *commit)
{
	struct seastar_part *part;

	for (part = commit->parts; part < end_of(commit); part++) {
		struct seastar_aging_list list = {
			.next = part->changes,
			.end = part->changes + part->n,
		};

		if (commit->state == SEASTAR_CONFIG_PENDING)
			part->sdev->pending = commit;
		seastar_dev_changed(part->sdev);
		part->generation = part->sdev->generation;
		seastar_notify_aging(part->sdev, seastar_aging_list_next, &list);
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

	for (part = commit->parts; part < end_of(commit); part++) {
		seastar_dev_lock_nested(part->sdev, lock);
		if (!err && part->sdev->gone)
			err = seastar_refuse(extack, part->name_attr, -ENODEV,
					     "the device has just been deleted");
	}
	if (!err)
		err = make(commit, extack);
	for (part = commit->parts; part < end_of(commit); part++)
		seastar_dev_unlock(part->sdev);
	return err;
}

/**
 * seastar_part_undo() - restore what was there before a commit
 * @part: the part of a commit that was made; its device is locked
 * @id: of the commit
 *
 * Return: 0, or an error of the device, which has not taken all it had before.
 */
int seastar_part_undo(struct seastar_part *part, u64 id)
{
	struct seastar_aging_diff diff;
	int err;

	err = undo(part, id);
	part->sdev->pending = NULL;
	seastar_dev_changed(part->sdev);
	part->generation = part->sdev->generation;
	if (err)
		return err;
	seastar_aging_diff_start(&diff, part->sdev->routers, part->new,
				 part->old);
	seastar_notify_aging(part->sdev, seastar_aging_diff_next, &diff);
	return 0;
}
