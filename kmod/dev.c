// SPDX-License-Identifier: GPL-2.0-only
/*
 * Devices: their registry by name, their lock and their lifetime.
 */
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/string.h>
#include <linux/wait_bit.h>

#include "config.h"
#include "debugfs.h"
#include "dev.h"
#include "netlink.h"
#include "sysfs.h"
#include "trace.h"

static struct {
	struct mutex lock;	/* of all that follows */
	struct list_head devs;
	u64 last_id;
	unsigned int seq;
	bool closed;	/* the module goes: nothing is added any more */
} registry = {
	.lock = __MUTEX_INITIALIZER(registry.lock),
	.devs = LIST_HEAD_INIT(registry.devs),
	.seq = 1,
};

/*
 * Structures not yet freed.  The driver core may keep one after device_del(), as
 * CONFIG_DEBUG_KOBJECT_RELEASE does for seconds, and then calls release(): the
 * module's code must still be there.
 */
static atomic_t live = ATOMIC_INIT(0);

/* Of all devices: a name that is given again does not repeat a generation. */
static atomic64_t last_generation = ATOMIC64_INIT(0);

static void release(struct device *dev)
{
	struct seastar_dev *sdev = to_seastar_dev(dev);

	mutex_destroy(&sdev->lock);
	sdev->ops->free(sdev);
	if (atomic_dec_and_test(&live))
		wake_up_var(&live);
}

static struct class seastar_class = {
	.name = "seastar",
	.dev_groups = seastar_dev_groups,
	.dev_release = release,
};

/* 0 stands for "no sequence number" in a dump. */
static void step_seq(unsigned int *seq)
{
	unsigned int next = *seq + 1;

	WRITE_ONCE(*seq, next ?: 1);
}

/**
 * seastar_name_check() - is this a good name for a device, or a mark?
 * @name: the name
 *
 * Return: NULL if so, otherwise a sentence that says what is wrong.
 */
const char *seastar_name_check(const char *name)
{
	const char *c;

	if (!*name || strnlen(name, SEASTAR_NAME_MAX + 1) > SEASTAR_NAME_MAX)
		return "a name has 1 to 31 characters";
	if (!isascii(*name) || !isalnum(*name))
		return "a name begins with a letter or a digit";
	for (c = name; *c; c++)
		if (!isascii(*c) || !(isalnum(*c) || strchr("_.-", *c)))
			return "a name has only letters, digits, '_', '.' and '-'";
	return NULL;
}

/**
 * seastar_dev_init() - make a device, not yet known to anybody
 * @sdev: zeroed memory, which @ops->free() gives back
 * @ops: of its backend
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
	INIT_LIST_HEAD(&sdev->node);
	sdev->ops = ops;
	sdev->cfg = *cfg;
	sdev->routers = ss_config_routers(cfg);
	mutex_init(&sdev->lock);
	init_waitqueue_head(&sdev->unwanted);
	INIT_LIST_HEAD(&sdev->marks);
	seastar_stats_init(sdev);
	sdev->generation = atomic64_inc_return(&last_generation);
	sdev->seq = 1;
	return dev_set_name(&sdev->dev, "%s", name);
}

static struct seastar_dev *find_locked(const char *name)
{
	struct seastar_dev *sdev;

	list_for_each_entry(sdev, &registry.devs, node)
		if (!strcmp(seastar_dev_name(sdev), name))
			return sdev;
	return NULL;
}

/**
 * seastar_dev_add() - make a device known
 * @sdev: one that is ready to work
 *
 * Return: 0, -EEXIST if the name is taken, -ESHUTDOWN if the module is being
 * removed, or what the driver core or seastar_stats_start() says.
 */
int seastar_dev_add(struct seastar_dev *sdev)
{
	int err;

	err = seastar_stats_start(sdev);
	if (err)
		return err;
	mutex_lock(&registry.lock);
	if (registry.closed)
		err = -ESHUTDOWN;
	else if (find_locked(seastar_dev_name(sdev)))
		err = -EEXIST;
	else
		err = device_add(&sdev->dev);
	if (!err) {
		sdev->id = ++registry.last_id;
		list_add_tail(&sdev->node, &registry.devs);
		step_seq(&registry.seq);
		seastar_debugfs_add(sdev);
		seastar_notify_new(sdev);
	}
	mutex_unlock(&registry.lock);
	if (err)
		seastar_stats_stop(sdev);
	return err;
}

static void del_locked(struct seastar_dev *sdev)
{
	list_del_init(&sdev->node);
	step_seq(&registry.seq);
	seastar_debugfs_del(sdev);
	device_del(&sdev->dev);

	/* No commit may come between the end of the last and that of the device. */
	seastar_config_lock();
	seastar_config_leave(sdev);
	mutex_lock(&sdev->lock);
	WRITE_ONCE(sdev->gone, true);
	step_seq(&sdev->seq);
	mutex_unlock(&sdev->lock);
	seastar_config_unlock();

	seastar_stats_stop(sdev);
	sdev->ops->shutdown(sdev);
	seastar_notify_del(sdev);
	seastar_dev_put(sdev);
}

/**
 * seastar_dev_del() - delete a device
 * @sdev: one to which the caller has a reference
 *
 * Return: 0, or -ENODEV if somebody else was faster.
 */
int seastar_dev_del(struct seastar_dev *sdev)
{
	int err = 0;

	mutex_lock(&registry.lock);
	if (list_empty(&sdev->node))
		err = -ENODEV;
	else
		del_locked(sdev);
	mutex_unlock(&registry.lock);
	return err;
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

	mutex_lock(&registry.lock);
	sdev = find_locked(name);
	if (sdev)
		get_device(&sdev->dev);
	mutex_unlock(&registry.lock);
	return sdev;
}

/**
 * seastar_dev_next() - walk the devices without holding a lock
 * @id: of the device before, 0 to begin
 * @seq: set to a number that moves when devices come or go
 *
 * Return: the next device with a reference to it, or NULL at the end.
 */
struct seastar_dev *seastar_dev_next(u64 id, unsigned int *seq)
{
	struct seastar_dev *sdev, *next = NULL;

	mutex_lock(&registry.lock);
	*seq = registry.seq;
	list_for_each_entry(sdev, &registry.devs, node) {
		if (sdev->id > id) {
			get_device(&sdev->dev);
			next = sdev;
			break;
		}
	}
	mutex_unlock(&registry.lock);
	return next;
}

static void not_wanted(struct seastar_dev *sdev)
{
	if (atomic_dec_and_test(&sdev->wanted))
		wake_up(&sdev->unwanted);
}

/**
 * seastar_dev_lock() - come between two cycles of a device
 * @sdev: the device
 *
 * Return: 0 with the lock held; without it -ENODEV if the device is gone, or
 * -EINTR for a task being killed.
 */
int seastar_dev_lock(struct seastar_dev *sdev)
{
	int err;

	atomic_inc(&sdev->wanted);
	err = mutex_lock_killable(&sdev->lock);
	if (err) {
		not_wanted(sdev);
		return err;
	}
	if (!sdev->gone)
		return 0;
	seastar_dev_unlock(sdev);
	return -ENODEV;
}

/**
 * seastar_dev_lock_nested() - the same for one of several devices
 * @sdev: the device, which may be gone
 * @outer: the lock of commits, held
 */
void seastar_dev_lock_nested(struct seastar_dev *sdev, struct mutex *outer)
{
	atomic_inc(&sdev->wanted);
	mutex_lock_nest_lock(&sdev->lock, outer);
}

/**
 * seastar_dev_unlock() - let a device go on
 * @sdev: the device, locked by one of the two above
 */
void seastar_dev_unlock(struct seastar_dev *sdev)
{
	mutex_unlock(&sdev->lock);
	not_wanted(sdev);
}

/**
 * seastar_dev_yield() - let others have the device
 * @sdev: the device, not locked
 *
 * A clock that takes the lock again as soon as it has dropped it leaves the
 * others waiting.  It calls this in between, and loses a tick at most: readers
 * that never pause cannot stop it either.
 */
void seastar_dev_yield(struct seastar_dev *sdev)
{
	if (atomic_read(&sdev->wanted))
		wait_event_idle_timeout(sdev->unwanted,
					!atomic_read(&sdev->wanted), 1);
}

/**
 * seastar_dev_disturbed() - tell dumps that their parts do not match
 * @sdev: the device, locked
 */
void seastar_dev_disturbed(struct seastar_dev *sdev)
{
	lockdep_assert_held(&sdev->lock);
	step_seq(&sdev->seq);
}

/**
 * seastar_dev_changed() - settings have changed: a new generation
 * @sdev: the device, locked
 */
void seastar_dev_changed(struct seastar_dev *sdev)
{
	sdev->generation = atomic64_inc_return(&last_generation);
	seastar_stats_expire(sdev);
	seastar_dev_disturbed(sdev);
}

/**
 * seastar_dev_lost() - the hardware of a device does not answer any more
 * @sdev: the device, locked or not yet known to anybody
 */
void seastar_dev_lost(struct seastar_dev *sdev)
{
	if (sdev->lost)
		return;
	WRITE_ONCE(sdev->lost, true);
	step_seq(&sdev->seq);
	if (sdev->id)
		seastar_notify_lost(sdev);
}

/**
 * seastar_mmr_write() - write a register, which all writers do through here
 * @sdev: the device, locked
 * @router: which one
 * @offset: of the register
 * @value: one that ss_mmr_check_write() passed
 *
 * Return: 0 or what the backend says.
 */
int seastar_mmr_write(struct seastar_dev *sdev, u32 router, u32 offset,
		      u64 value)
{
	int err = sdev->ops->mmr_write(sdev, router, offset, value);

	trace_seastar_mmr_write(sdev, router, offset, value, err);
	return err;
}

/**
 * seastar_devs_init() - be ready for devices
 *
 * Return: 0 or what the driver core says.
 */
int seastar_devs_init(void)
{
	seastar_counter_files_init();
	return class_register(&seastar_class);
}

/**
 * seastar_devs_clear() - delete all devices, and refuse new ones from now on
 */
void seastar_devs_clear(void)
{
	struct seastar_dev *sdev, *next;

	mutex_lock(&registry.lock);
	registry.closed = true;
	list_for_each_entry_safe(sdev, next, &registry.devs, node)
		del_locked(sdev);
	mutex_unlock(&registry.lock);
}

/**
 * seastar_devs_exit() - undo seastar_devs_init(), after seastar_devs_clear()
 */
void seastar_devs_exit(void)
{
	wait_var_event(&live, !atomic_read(&live));
	class_unregister(&seastar_class);
}
