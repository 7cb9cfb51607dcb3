// SPDX-License-Identifier: GPL-2.0-only
/*
 * Devices: their lock, the generation of their settings, and their loss.
 */
#include <linux/ctype.h>
#include <linux/string.h>

#include "base/events.h"
#include "base/quota.h"
#include "base/refuse.h"
#include "dev/dev.h"

/*
 * The last generation given to any device: a device that reuses a name does not repeat a
 * generation.
 */
static atomic64_t last_generation = ATOMIC64_INIT(0);

DEFINE_SPINLOCK(seastar_settings_lock);

/**
 * seastar_generation() - make a new generation number
 *
 * Return: a number that is unique among all devices.
 */
u64 seastar_generation(void)
{
	return atomic64_inc_return(&last_generation);
}

/**
 * seastar_name_check() - check the name of a device or a mark
 * @name: the name
 *
 * Return: NULL, or a sentence with the error in the name.
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
 * seastar_dev_setup() - initialize a device
 * @sdev: zeroed memory
 * @ops: operations of its backend
 * @cfg: a checked configuration
 */
void seastar_dev_setup(struct seastar_dev *sdev, const struct seastar_ops *ops,
		       const struct ss_config *cfg)
{
	INIT_LIST_HEAD(&sdev->node);
	sdev->ops = ops;
	sdev->cfg = *cfg;
	sdev->routers = ss_config_routers(cfg);
	mutex_init(&sdev->readers);
	mutex_init(&sdev->lock);
	spin_lock_init(&sdev->drafting);
	INIT_LIST_HEAD(&sdev->marks);
	sdev->generation = seastar_generation();
	sdev->seq = 1;
}

/**
 * seastar_dev_lock() - lock a device between two of its cycles
 * @sdev: the device
 *
 * Not inlined, so that all requests for the lock can be traced.
 *
 * Return: 0 with the lock held; without it -ENODEV if the device is gone, or
 * -EINTR for a task being killed.
 */
noinline int seastar_dev_lock(struct seastar_dev *sdev)
{
	int err;

	err = mutex_lock_killable(&sdev->lock);
	if (err)
		return err;
	if (!sdev->gone)
		return 0;
	mutex_unlock(&sdev->lock);
	return -ENODEV;
}

/**
 * seastar_dev_lock_always() - lock a device even if it is gone or the task is being killed
 * @sdev: the device
 */
void seastar_dev_lock_always(struct seastar_dev *sdev)
{
	mutex_lock(&sdev->lock);
}

/**
 * seastar_dev_unlock() - unlock a device
 * @sdev: the device
 *
 * Not inlined, so that the end of a hold can be traced, too.
 *
 * Context: caller holds the lock of the device, by seastar_dev_lock().
 */
noinline void seastar_dev_unlock(struct seastar_dev *sdev)
{
	mutex_unlock(&sdev->lock);
}

/**
 * seastar_dev_lock_reader() - lock a device for a request that any user may make
 * @sdev: the device
 *
 * One such request at a time waits for the lock of the device, so however many there are, the clock
 * and changes of settings wait for one of them.  Of a user's requests a few may wait.
 *
 * Context: caller holds neither the lock of the device nor that of readers.
 *
 * Return: as seastar_dev_lock(), or as seastar_quota_lock(); if it is 0,
 * seastar_dev_unlock_reader() undoes it.
 */
int seastar_dev_lock_reader(struct seastar_dev *sdev)
{
	int err;

	err = seastar_quota_lock(&sdev->readers);
	if (err)
		return err;
	err = seastar_dev_lock(sdev);
	if (err)
		mutex_unlock(&sdev->readers);
	return err;
}

/**
 * seastar_dev_unlock_reader() - undo seastar_dev_lock_reader()
 * @sdev: the device
 *
 * Context: caller has locked the device by seastar_dev_lock_reader().
 */
void seastar_dev_unlock_reader(struct seastar_dev *sdev)
{
	seastar_dev_unlock(sdev);
	mutex_unlock(&sdev->readers);
}

/**
 * seastar_dev_disturbed() - make dumps in progress end as interrupted
 * @sdev: the device
 *
 * Context: caller holds the lock of the device.
 */
void seastar_dev_disturbed(struct seastar_dev *sdev)
{
	lockdep_assert_held(&sdev->lock);
	/* 0 stands for "no sequence number" in a dump */
	WRITE_ONCE(sdev->seq, sdev->seq + 1 ?: 1);
}

/**
 * seastar_dev_changed() - give changed settings other than aging a new generation
 * @sdev: the device
 *
 * Context: caller holds the lock of the device.
 */
void seastar_dev_changed(struct seastar_dev *sdev)
{
	spin_lock(&seastar_settings_lock);
	WRITE_ONCE(sdev->generation, seastar_generation());
	spin_unlock(&seastar_settings_lock);
	seastar_dev_disturbed(sdev);
}

/**
 * seastar_dev_lost() - record and announce that hardware does not answer any more
 * @sdev: the device
 *
 * Context: caller holds the lock of the device, or the device is not published yet.
 */
void seastar_dev_lost(struct seastar_dev *sdev)
{
	if (sdev->lost)
		return;
	WRITE_ONCE(sdev->lost, true);
	WRITE_ONCE(sdev->seq, sdev->seq + 1 ?: 1);
	if (sdev->announced)
		seastar_events->lost(sdev);
}

/**
 * seastar_dev_explain() - put the reason into an answer if a backend has failed
 * @extack: the answer, or NULL
 * @sdev: the device
 * @err: error that an operation of the device returned
 *
 * Return: @err.
 */
int seastar_dev_explain(struct netlink_ext_ack *extack,
			const struct seastar_dev *sdev, int err)
{
	switch (err) {
	case -ENODEV:
		if (READ_ONCE(sdev->gone))
			return seastar_refuse(extack, NULL, err,
					      "the device has just been deleted");
		return seastar_refuse(extack, NULL, err,
				      "the device does not answer: check its link and power");
	case -EHOSTDOWN:
		return seastar_refuse(extack, NULL, err,
				      "the device sleeps or is being reset: try again in a moment");
	case -EUSERS:
		return seastar_refuse(extack, NULL, err, SEASTAR_TOO_MANY_WAIT);
	case -ETIMEDOUT:
		return seastar_refuse(extack, NULL, err,
				      "the device did not capture its registers within two seconds: try again");
	case -EPROTO:
		return seastar_refuse(extack, NULL, err,
				      "the look-up tables or node ids in its registers are invalid: see the kernel log");
	case -EOPNOTSUPP:
		return seastar_refuse(extack, NULL, err,
				      "the hardware lacks this register: its register map (RTR_VERSION) is too old, or only a model has the register (RTR_CAPABILITY)");
	default:
		return err;
	}
}
