// SPDX-License-Identifier: GPL-2.0-only
/*
 * The making of a commit: its devices are claimed together, its changes are staged and checked in
 * memory, and the differences are written, in all devices or in none.
 *
 * Look-up tables are replaced first, in one device after another, since each network has to drain
 * for that.  Then the devices are locked together, and their registers written.
 *
 * undo_reroute(), undo_reroute_all() and undo_write() reverse reroute(), reroute_all() and
 * write_part().  restore_X() brings the former values of X back into force.
 */
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/minmax.h>
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
#include "dev/claim.h"
#include "dev/commit.h"
#include "dev/dev.h"
#include "dev/routes.h"

static struct seastar_part *end_of(struct seastar_commit *commit)
{
	return commit->parts + commit->n;
}

/**
 * seastar_commit_new() - make a commit without parts
 * @n: largest number of parts
 *
 * Return: the commit with a reference, or NULL.
 */
struct seastar_commit *seastar_commit_new(u32 n)
{
	struct seastar_commit *commit;

	commit = seastar_calloc(1, struct_size(commit, parts, n));
	if (!commit)
		return NULL;
	refcount_set(&commit->refs, 1);
	INIT_LIST_HEAD(&commit->node);
	get_task_comm(commit->owner, current);
	commit->owner_uid = from_kuid_munged(&init_user_ns, current_uid());
	return commit;
}

/**
 * seastar_part_release() - release the memory and the references of a part of a commit
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
 * seastar_commit_get() - take a reference
 * @commit: the commit
 *
 * Return: @commit.
 */
struct seastar_commit *seastar_commit_get(struct seastar_commit *commit)
{
	refcount_inc(&commit->refs);
	return commit;
}

/**
 * seastar_commit_put() - give back a reference
 * @commit: the commit, whether it was made or not
 */
void seastar_commit_put(struct seastar_commit *commit)
{
	struct seastar_part *part;

	if (!refcount_dec_and_test(&commit->refs))
		return;
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
				      "hardware has no built-in rule: it needs look-up tables");
	if (part->stranded == SEASTAR_STRANDED_REROUTE)
		return seastar_refuse(extack, part->routes_attr, -EOPNOTSUPP,
				      "hardware can only drop stranded packets: it cannot reroute them");
	return 0;
}

/**
 * seastar_commit_prepare() - check the changes of a commit, and allocate memory for its settings
 * @commit: the commit, complete with its changes
 * @extack: for the refusal, or NULL
 *
 * Return: 0, -ENOMEM, -EOPNOTSUPP, or an error of seastar_aging_check().
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
	if (part->sdev->gone)
		return seastar_refuse(extack, part->name_attr, -ENODEV,
				      "the device has just been deleted");
	if (part->guarded && part->generation != part->sdev->generation)
		return seastar_refuse(extack, part->generation_attr, -ESTALE,
				      "the settings have changed since this generation: read them again");
	if (seastar_config_busy(part->sdev))
		return seastar_refuse(extack, part->name_attr, -EBUSY,
				      SEASTAR_CONFIG_BUSY);
	part->generation = part->sdev->generation;
	part->returns = part->sdev->returns;
	part->losses = part->sdev->losses;
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

static int admit_and_stage(struct seastar_part *part, struct netlink_ext_ack *extack)
{
	int err;

	mutex_lock(&part->sdev->lock);
	err = admit(part, extack) ?: stage(part, extack);
	mutex_unlock(&part->sdev->lock);
	return err;
}

/*
 * Warn of settings that cannot have the intended effect.  @extack keeps only the first warning, and
 * a later refusal replaces it.
 */
static void warn(const struct seastar_part *part, struct netlink_ext_ack *extack)
{
	const char *why;

	why = seastar_lint(&part->sdev->cfg, part->new->of, part->sdev->routers);
	if (why)
		seastar_warn_why(extack, why);
}

/*
 * Return true if @err means that the hardware is away.  The driver writes its settings when it
 * comes back.
 */
static bool is_away(int err)
{
	return err == -EHOSTDOWN || err == -ENODEV;
}

/*
 * Replace the look-up tables.  Context: caller holds the device's lock, which is dropped and taken
 * again.
 */
static int load_routes(struct seastar_part *part)
{
	struct seastar_dev *sdev = part->sdev;
	int err;

	if (seastar_fault(SEASTAR_FAULT_COMMIT))
		return -EIO;
	err = seastar_routes_know(sdev);
	if (err)
		return err;
	part->former = seastar_routes_get(sdev->routes);
	return seastar_routes_replace(sdev, part->routes, part->stranded, &part->quiesce);
}

static int reroute(struct seastar_part *part)
{
	int err;

	if (!part->reroutes)
		return 0;
	mutex_lock(&part->sdev->lock);
	err = load_routes(part);
	if (!err)
		seastar_routes_changed(part->sdev);
	mutex_unlock(&part->sdev->lock);
	part->loaded = !err;
	part->rerouted = part->loaded;
	return err;
}

/*
 * Bring the former tables back into force.  A software fabric never fails to take them.  Hardware
 * that is away gets them when it comes back.  If hardware did not take all of the commit's tables,
 * the tables that it has are unknown.  Context: as for load_routes().
 */
static int restore_routes(struct seastar_part *part)
{
	struct seastar_dev *sdev = part->sdev;
	struct ss_quiesce q;
	int err = -EIO;

	if (sdev->routes == part->routes)
		err = seastar_routes_replace(sdev, part->former, part->stranded, &q);
	WARN_ON_ONCE(err && !seastar_is_hardware(sdev));
	part->loaded = false;
	if (err && !is_away(err))
		dev_err(&sdev->dev, "cannot restore the look-up tables: error %d\n", err);
	if (!is_away(err))
		return err;
	seastar_routes_put(sdev->routes);
	sdev->routes = seastar_routes_get(part->former);
	return err == -EHOSTDOWN ? 0 : err;
}

/*
 * Undo reroute().  The generation changes even on failure, so that readers do not take the present
 * tables for the former ones.
 */
static int undo_reroute(struct seastar_part *part)
{
	int err;

	if (!part->loaded)
		return 0;
	mutex_lock(&part->sdev->lock);
	err = restore_routes(part);
	seastar_routes_changed(part->sdev);
	mutex_unlock(&part->sdev->lock);
	return err;
}

/*
 * Read the registers, so that the published values are true.  If not all of them can be read,
 * @part->old stays as before the commit: the device gets those values when it comes back.
 */
static void reread(struct seastar_part *part)
{
	struct seastar_aging_state *held = seastar_aging_new(part->sdev);

	if (held && !seastar_aging_read(part->sdev, held))
		swap(part->old, held);
	seastar_aging_put(held);
}

/*
 * Restore the registers that were written.  If one of them does not take its value, or the device
 * had lost its settings, all registers are read again.
 */
static int undo_write(struct seastar_part *part, u64 id)
{
	struct seastar_dev *sdev = part->sdev;
	int err;

	if (!part->tried && !READ_ONCE(part->lost))
		return 0;
	err = seastar_aging_undo(sdev, part->old->of, part->new->of, part->tried);
	if (!err && READ_ONCE(part->lost))
		err = -EIO;
	trace_seastar_rollback(seastar_dev_name(sdev), id, sdev->generation,
			       part->tried, err);
	part->tried = 0;
	if (!err)
		return 0;
	reread(part);
	if (err != -ENODEV)
		dev_err(&sdev->dev, "cannot restore the settings: error %d\n", err);
	return err;
}

static int write_part(struct seastar_part *part, u64 id)
{
	int err = -EHOSTDOWN;

	/* a device that came back meanwhile may hold other values than were staged */
	if (part->returns == part->sdev->returns)
		err = seastar_aging_write(part->sdev, part->old->of, part->new->of, &part->tried);
	trace_seastar_commit(seastar_dev_name(part->sdev), id, part->sdev->generation,
			     part->tried, err);
	return err;
}

/* Return true if the part changes tables only: its generation was published with the tables. */
static bool part_is_published(const struct seastar_part *part)
{
	return part->reroutes && !part->n;
}

/*
 * Publish the registers of several devices at once: a reader who sees the new ones of one device
 * sees those of the others, too.  @new: publish the new registers, else the former ones.
 */
static void publish_parts(struct seastar_part *part, const struct seastar_part *end, bool new)
{
	struct seastar_part *first = part;

	spin_lock(&seastar_settings_lock);
	for (; part < end; part++)
		if (!part_is_published(part))
			part->replaced = seastar_aging_swap(part->sdev,
							    new ? part->new : part->old);
	spin_unlock(&seastar_settings_lock);
	for (part = first; part < end; part++) {
		if (new)
			part->generation = part->sdev->generation;
		else
			part->restored_generation = part->sdev->generation;
		seastar_aging_put(part->replaced);
		part->replaced = NULL;
	}
}

/* Publish and announce the new settings, which all devices have taken. */
static void settle(struct seastar_commit *commit)
{
	struct seastar_part *part;

	publish_parts(commit->parts, end_of(commit), true);
	for (part = commit->parts; part < end_of(commit); part++) {
		struct seastar_aging_list list = {
			.next = part->changes,
			.end = part->changes + part->n,
		};

		seastar_events->aging(part->sdev, seastar_aging_list_next, &list);
	}
}

static void lock_all(struct seastar_commit *commit, struct seastar_claim *claim)
{
	struct seastar_part *part;

	for (part = commit->parts; part < end_of(commit); part++)
		mutex_lock_nest_lock(&part->sdev->lock, claim);
}

static void unlock_all(struct seastar_commit *commit)
{
	struct seastar_part *part;

	for (part = commit->parts; part < end_of(commit); part++)
		mutex_unlock(&part->sdev->lock);
}

/*
 * Wait here for as long as a test asks for it.  Returns 0, or -ECANCELED if
 * seastar_claim_given_up().  Context: the caller has claimed the devices, and holds no lock.
 */
static int stall(const struct seastar_commit *commit)
{
	if (!seastar_stall(SEASTAR_STALL_COMMIT))
		return 0;
	while (seastar_is_stalled(SEASTAR_STALL_COMMIT)) {
		if (seastar_claim_given_up(commit->parts[0].sdev))
			return -ECANCELED;
		msleep(SEASTAR_STALL_MS);
	}
	return 0;
}

/*
 * Replace the tables of all devices, one device after another.  Returns the part whose device
 * fails, with @err; NULL if none does.
 */
static struct seastar_part *reroute_all(struct seastar_commit *commit, int *err)
{
	struct seastar_part *part;

	*err = 0;
	for (part = commit->parts; part < end_of(commit); part++) {
		*err = stall(commit) ?: reroute(part);
		if (*err)
			return part;
	}
	return NULL;
}

/*
 * Write the registers, and publish them.  Returns the part whose device fails, with @err; and
 * clears @restored if a device does not take its former values back.
 */
static struct seastar_part *write_all(struct seastar_commit *commit, struct seastar_claim *claim,
				      int *err, bool *restored)
{
	struct seastar_part *part, *failed = NULL;
	int failure;

	lock_all(commit, claim);
	for (part = commit->parts; !failed && part < end_of(commit); part++) {
		*err = write_part(part, commit->id);
		if (*err)
			failed = part;
	}
	if (!failed)
		settle(commit);
	for (part = commit->parts; failed && part < end_of(commit); part++) {
		failure = undo_write(part, commit->id);
		if (failure)
			seastar_aging_adopt(part->sdev, part->old);
		*restored &= !failure || is_away(failure);
	}
	unlock_all(commit);
	return failed;
}

/*
 * Undo reroute_all(): restore the former tables of all devices of a commit.  Returns the first
 * error of a device that is not away, or else the first error; the other devices are still
 * restored.
 */
static int undo_reroute_all(struct seastar_commit *commit)
{
	struct seastar_part *part;
	int failed, err = 0;

	for (part = commit->parts; part < end_of(commit); part++) {
		failed = undo_reroute(part);
		if (!err || is_away(err))
			err = failed ?: err;
	}
	return err;
}

static int refuse_failed(const struct seastar_part *part, struct netlink_ext_ack *extack, int err,
			 bool restored)
{
	if (err == -ECANCELED && restored)
		return seastar_refuse(extack, NULL, err,
				      "a device is being removed, or the machine is going to sleep: the commit was abandoned, and nothing has changed");
	if (restored) {
		seastar_refuse(extack, part->name_attr, err,
			       "the device did not accept the settings: no device has changed");
		seastar_dev_explain(extack, part->sdev, err);
	} else {
		seastar_refuse(extack, part->name_attr, err,
			       "the device did not accept the settings, and not all former ones are restored: check them");
	}
	if (restored || err == -ENOTRECOVERABLE)
		seastar_routes_explain(extack, err);
	return err;
}

static int make(struct seastar_commit *commit, struct seastar_claim *claim,
		struct netlink_ext_ack *extack)
{
	struct seastar_part *failed;
	bool restored;
	int err, undo_err;

	failed = reroute_all(commit, &err);
	restored = err != -ENOTRECOVERABLE;
	if (!failed)
		failed = write_all(commit, claim, &err, &restored);
	if (!failed) {
		stall(commit);
		return 0;
	}
	claim->undoes = true;
	undo_err = undo_reroute_all(commit);
	restored &= !undo_err || is_away(undo_err);
	claim->undoes = false;
	return refuse_failed(failed, extack, err, restored);
}

/**
 * seastar_commit_make() - make a commit, or check whether it can be made
 * @commit: a prepared commit
 * @claim: claim to its devices
 * @extack: for a refusal or a warning, or NULL
 *
 * Context: caller has taken the claim, and holds no lock.
 *
 * Return: 0, -ENODEV, -ESTALE, -EBUSY, -ECANCELED if seastar_claim_given_up(), or an error of a
 * backend.
 */
int seastar_commit_make(struct seastar_commit *commit, struct seastar_claim *claim,
			struct netlink_ext_ack *extack)
{
	struct seastar_part *part;
	int err;

	for (part = commit->parts; part < end_of(commit); part++) {
		err = admit_and_stage(part, extack);
		if (err)
			return err;
	}
	for (part = commit->parts; part < end_of(commit); part++)
		warn(part, extack);
	return commit->state == SEASTAR_CONFIG_CHECKED ? 0 : make(commit, claim, extack);
}

/*
 * Restore and publish the former registers of the devices of parts @first to @end - 1 of commit
 * @id.  Returns the first error of a device, after which the others are still restored.  Context:
 * caller holds the locks of the devices.
 */
static int restore_registers(struct seastar_part *first, struct seastar_part *end, u64 id)
{
	struct seastar_aging_diff diff;
	struct seastar_part *part;
	int failed, err = 0;

	for (part = first; part < end; part++) {
		failed = undo_write(part, id);
		err = err ?: failed;
	}
	publish_parts(first, end, false);
	for (part = first; part < end; part++) {
		if (part_is_published(part))
			continue;
		seastar_aging_diff_start(&diff, part->sdev->routers, part->new->of,
					 part->old->of);
		seastar_events->aging(part->sdev, seastar_aging_diff_next, &diff);
	}
	return err;
}

/**
 * seastar_part_undo() - restore the former settings in one device of a commit
 * @part: the part, which was taken out of its commit before
 * @claim: claim to its device
 * @id: id of the commit
 *
 * Context: caller has taken the claim, and holds no lock.
 *
 * Return: 0, or an error of the device, if it did not take all former settings.
 */
int seastar_part_undo(struct seastar_part *part, struct seastar_claim *claim, u64 id)
{
	int err, failed;

	claim->undoes = true;
	err = undo_reroute(part);
	mutex_lock(&part->sdev->lock);
	failed = restore_registers(part, part + 1, id);
	mutex_unlock(&part->sdev->lock);
	claim->undoes = false;
	return err ?: failed;
}

/**
 * seastar_commit_undo() - restore the settings from before a commit
 * @commit: a commit that was made
 * @claim: claim to its devices
 *
 * The registers of all devices are published together.  A device that fails does not keep the
 * others from being restored.
 *
 * Context: caller has taken the claim, and holds no lock.
 *
 * Return: 0; -EAGAIN: a device sleeps, and the rest has to be undone when it is awake; or the error
 * of a device that did not take all former settings.
 */
int seastar_commit_undo(struct seastar_commit *commit, struct seastar_claim *claim)
{
	int err, failed;

	claim->undoes = true;
	stall(commit);
	err = undo_reroute_all(commit);
	lock_all(commit, claim);
	if (seastar_commit_asleep(commit)) {
		commit->error = commit->error ?: err;
		err = -EAGAIN;
	} else {
		failed = restore_registers(commit->parts, end_of(commit), commit->id);
		err = err ?: failed;
	}
	unlock_all(commit);
	claim->undoes = false;
	return err;
}

/**
 * seastar_commit_asleep() - check whether a commit cannot be undone now
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
