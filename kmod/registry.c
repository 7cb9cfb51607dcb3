// SPDX-License-Identifier: GPL-2.0-only
/*
 * The registry: the list of all devices, and their addition and removal.
 *
 * A device takes its name before it is set up, and gives it back when it has been torn down, so
 * that two devices never have the same name.  The steps between that sleep (files in sysfs and
 * debugfs, threads) run without the lock of the registry, so a look-up of a device never waits for
 * them.
 */
#include <linux/err.h>
#include <linux/mm.h>
#include <linux/rcupdate.h>
#include <linux/string.h>
#include <linux/wait.h>
#include <linux/wait_bit.h>

#include "base/events.h"
#include "base/fault.h"
#include "dev/aging.h"
#include "dev/claim.h"
#include "dev/config.h"
#include "dev/dev.h"
#include "dev/marks.h"
#include "dev/round.h"
#include "dev/routes.h"
#include "dev/sources.h"
#include "dev/stats.h"
#include "files/debugfs.h"
#include "files/sysfs.h"
#include "registry.h"

/* The stages of a device's life: look-ups return devices that are THERE only. */
enum stage {
	NEW,
	COMING,
	THERE,
	GOING,
};

static struct {
	spinlock_t lock;	/* protects the fields below, and seastar_dev.stage */
	struct list_head devs;	/* all devices that have taken a name, by id */
	u64 last_id;
	unsigned int seq;
	bool closed;	/* the module is being removed: no device is added any more */
	wait_queue_head_t left;	/* the removal of the module waits here for @devs to be empty */
} registry = {
	.lock = __SPIN_LOCK_UNLOCKED(registry.lock),
	.devs = LIST_HEAD_INIT(registry.devs),
	.seq = 1,
	.left = __WAIT_QUEUE_HEAD_INITIALIZER(registry.left),
};

/*
 * Number of device structures that are not freed yet.  The driver core may keep one after
 * device_del(), as CONFIG_DEBUG_KOBJECT_RELEASE does for seconds, and then calls release_dev(): the
 * module's code must still be there.
 */
static atomic_t live = ATOMIC_INIT(0);

static void release_dev(struct device *dev)
{
	struct seastar_dev *sdev = to_seastar_dev(dev);

	seastar_stats_free(sdev);
	seastar_sources_free(sdev);
	seastar_aging_free(sdev);
	kvfree(sdev->dropping);
	mutex_destroy(&sdev->lock);
	mutex_destroy(&sdev->readers);
	sdev->ops->free(sdev);
	if (atomic_dec_and_test(&live))
		wake_up_var(&live);
}

static struct class seastar_class = {
	.name = "seastar",
	.dev_groups = seastar_dev_groups,
	.dev_release = release_dev,
};

/**
 * seastar_dev_init() - make a device that look-ups do not find yet
 * @sdev: zeroed memory, which @ops->free() gives back
 * @ops: operations of its backend
 * @name: a checked name
 * @cfg: a checked configuration
 *
 * From here on, even after a failure, seastar_dev_put() is the way to free it.
 *
 * Return: 0 or -ENOMEM.
 */
int seastar_dev_init(struct seastar_dev *sdev, const struct seastar_ops *ops,
		     const char *name, const struct ss_config *cfg)
{
	atomic_inc(&live);
	device_initialize(&sdev->dev);
	sdev->dev.class = &seastar_class;
	seastar_dev_setup(sdev, ops, cfg);
	seastar_round_init(sdev);
	return dev_set_name(&sdev->dev, "%s", name) ?: seastar_stats_init(sdev) ?:
	       seastar_sources_init(sdev);
}

static struct seastar_dev *find_locked(const char *name)
{
	struct seastar_dev *sdev;

	list_for_each_entry(sdev, &registry.devs, node)
		if (!strcmp(seastar_dev_name(sdev), name))
			return sdev;
	return NULL;
}

static void set_stage(struct seastar_dev *sdev, enum stage stage)
{
	sdev->stage = stage;
	/* 0 stands for "no sequence number" in a dump */
	registry.seq = registry.seq + 1 ?: 1;
}

static int take_name(struct seastar_dev *sdev)
{
	int err = 0;

	spin_lock(&registry.lock);
	if (registry.closed) {
		err = -ESHUTDOWN;
	} else if (find_locked(seastar_dev_name(sdev))) {
		err = -EEXIST;
	} else {
		sdev->id = ++registry.last_id;
		sdev->stage = COMING;
		list_add_tail(&sdev->node, &registry.devs);
	}
	spin_unlock(&registry.lock);
	return err;
}

static void give_back_name(struct seastar_dev *sdev)
{
	spin_lock(&registry.lock);
	list_del_init(&sdev->node);
	if (list_empty(&registry.devs))
		wake_up_all(&registry.left);
	spin_unlock(&registry.lock);
}

/*
 * Announce @sdev to udev, which finds files that can be written, and then to listeners.  Later
 * changes of the device take its lock, so their events follow.  The device cannot be deleted before
 * udev has heard of it.
 */
static int appear(struct seastar_dev *sdev)
{
	bool closed;

	mutex_lock(&sdev->lock);
	WRITE_ONCE(sdev->announced, true);
	dev_set_uevent_suppress(&sdev->dev, false);
	kobject_uevent(&sdev->dev.kobj, KOBJ_ADD);
	spin_lock(&registry.lock);
	closed = registry.closed;
	if (!closed)
		set_stage(sdev, THERE);
	spin_unlock(&registry.lock);
	if (closed)
		WRITE_ONCE(sdev->gone, true);
	else
		seastar_events->dev_new(sdev);
	mutex_unlock(&sdev->lock);
	return closed ? -ESHUTDOWN : 0;
}

/**
 * seastar_dev_add() - publish a device
 * @sdev: a device whose backend is ready
 *
 * After a failure its files have gone, but work that a reader of them made the backend queue may
 * still run: the caller ends it.  After a failure other than of the name, @sdev cannot be added
 * again.
 *
 * Return: 0, -EEXIST if the name is taken, -ESHUTDOWN if the module is being removed, or an error
 * of the driver core, seastar_aging_start(), seastar_sources_start() or seastar_stats_start().
 */
int seastar_dev_add(struct seastar_dev *sdev)
{
	int err;

	err = take_name(sdev);
	if (err)
		return err;
	err = seastar_aging_start(sdev) ?: seastar_sources_start(sdev);
	if (err)
		goto give_back_name;
	err = seastar_stats_start(sdev);
	if (err)
		goto stop_sources;
	dev_set_uevent_suppress(&sdev->dev, true);
	err = device_add(&sdev->dev);
	if (err)
		goto stop_stats;
	seastar_debugfs_add(sdev);
	seastar_stall_here(SEASTAR_STALL_ADD);
	seastar_round_start(sdev);
	/* stands for a device_add() that lacks memory after it has made the files */
	err = seastar_fault(SEASTAR_FAULT_ALLOC) ? -ENOMEM : appear(sdev);
	if (!err)
		return 0;

	seastar_round_stop(sdev);
	seastar_debugfs_del(sdev);
	device_del(&sdev->dev);
stop_stats:
	/* work that a reader of its files has queued takes no sample any more */
	mutex_lock(&sdev->lock);
	WRITE_ONCE(sdev->gone, true);
	mutex_unlock(&sdev->lock);
	seastar_stats_stop(sdev);
stop_sources:
	seastar_sources_stop(sdev);
give_back_name:
	give_back_name(sdev);
	return err;
}

/*
 * Undo the commits of @sdev that wait to be confirmed, then mark it as gone.  The claim
 * (dev/claim.h) is held for both, so that no other commit comes in between.
 */
static void end_settings(struct seastar_dev *sdev)
{
	struct seastar_claim claim;

	seastar_claim_init(&claim);
	seastar_claim_add(&claim, sdev);
	seastar_claim_take_always(&claim);
	seastar_config_leave(sdev, &claim);
	mutex_lock(&sdev->lock);
	WRITE_ONCE(sdev->gone, true);
	seastar_dev_disturbed(sdev);
	mutex_unlock(&sdev->lock);
	seastar_claim_release(&claim);
	seastar_claim_put(&claim);
}

static void tear_down(struct seastar_dev *sdev)
{
	seastar_claim_end_all(sdev);
	seastar_debugfs_del(sdev);
	device_del(&sdev->dev);
	end_settings(sdev);
	seastar_round_stop(sdev);
	seastar_marks_clear(sdev);
	seastar_stats_stop(sdev);
	seastar_sources_stop(sdev);
	sdev->ops->shutdown(sdev);
	seastar_routes_end(sdev);
	seastar_events->dev_del(sdev);
	give_back_name(sdev);
	seastar_dev_put(sdev);
}

static bool begin_to_go(struct seastar_dev *sdev)
{
	bool there;

	spin_lock(&registry.lock);
	there = sdev->stage == THERE;
	if (there)
		set_stage(sdev, GOING);
	spin_unlock(&registry.lock);
	return there;
}

/**
 * seastar_dev_del() - delete a device
 * @sdev: a device to which the caller has a reference
 *
 * Return: 0, or -ENODEV if another task has begun to delete it.
 */
int seastar_dev_del(struct seastar_dev *sdev)
{
	if (!begin_to_go(sdev))
		return -ENODEV;
	tear_down(sdev);
	return 0;
}

/**
 * seastar_dev_find() - find a device by its name
 * @name: the name
 *
 * Return: the device with a reference to it, or NULL.
 */
struct seastar_dev *seastar_dev_find(const char *name)
{
	struct seastar_dev *sdev;

	spin_lock(&registry.lock);
	sdev = find_locked(name);
	if (sdev && sdev->stage == THERE)
		get_device(&sdev->dev);
	else
		sdev = NULL;
	spin_unlock(&registry.lock);
	return sdev;
}

/**
 * seastar_dev_next() - walk the devices without holding a lock
 * @id: id of the device before, 0 to begin
 * @seq: set to a number that changes when a device is added or deleted
 *
 * Return: the next device with a reference to it, or NULL at the end.
 */
struct seastar_dev *seastar_dev_next(u64 id, unsigned int *seq)
{
	struct seastar_dev *sdev, *next = NULL;

	spin_lock(&registry.lock);
	*seq = registry.seq;
	list_for_each_entry(sdev, &registry.devs, node) {
		if (sdev->id > id && sdev->stage == THERE) {
			get_device(&sdev->dev);
			next = sdev;
			break;
		}
	}
	spin_unlock(&registry.lock);
	return next;
}

/**
 * seastar_registry_init() - prepare the registry for devices
 *
 * Return: 0 or an error of the driver core.
 */
int seastar_registry_init(void)
{
	seastar_counter_files_init();
	return class_register(&seastar_class);
}

static bool is_empty(void)
{
	bool empty;

	spin_lock(&registry.lock);
	empty = list_empty(&registry.devs);
	spin_unlock(&registry.lock);
	return empty;
}

/**
 * seastar_registry_clear() - delete all devices, and refuse new ones from now on
 *
 * Wait until devices that other tasks are deleting are gone.  Additions by other tasks fail.
 */
void seastar_registry_clear(void)
{
	struct seastar_dev *sdev;
	unsigned int seq;

	spin_lock(&registry.lock);
	registry.closed = true;
	spin_unlock(&registry.lock);
	while ((sdev = seastar_dev_next(0, &seq))) {
		seastar_dev_del(sdev);
		seastar_dev_put(sdev);
	}
	wait_event(registry.left, is_empty());
}

/**
 * seastar_registry_exit() - undo seastar_registry_init(), after seastar_registry_clear()
 */
void seastar_registry_exit(void)
{
	wait_var_event(&live, !atomic_read(&live));
	/*
	 * The last release_dev() has decremented the count, but may have been preempted before it
	 * returned.  Where tasks are not preempted this is synchronize_rcu(), which waits for the
	 * end likewise; where they are, Kconfig selects TASKS_RCU.
	 */
	synchronize_rcu_tasks();
	class_unregister(&seastar_class);
}
