// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recovery of hardware.  A device that comes back from sleep, from a reset or from a PCI link that
 * was down may hold other settings than the driver has published.  The driver writes its settings
 * again.  If that fails, it declares them lost, and publishes as a new generation what the device
 * holds.
 */
#include <linux/sched.h>

#include "backend/mmio-recovery.h"
#include "backend/mmio.h"
#include "base/events.h"
#include "base/fault.h"
#include "base/queue.h"
#include "dev/aging.h"
#include "dev/config.h"
#include "dev/routes.h"
#include "dev/stats.h"

#define WATCH_PERIOD		HZ	/* a pulled cable is reported after about 1 s */
/* how long the recovery from an error of the bus may take */
#define RECOVERY_NS		(60ULL * NSEC_PER_SEC)

/* Check that the routers behind the BAR are those that were there before the device was away. */
static int check_same(struct seastar_mmio *mmio)
{
	struct seastar_dev *sdev = &mmio->sdev;
	u32 nodes = ss_config_routers(&sdev->cfg);
	bool ordered = seastar_mmio_has_order(mmio->version, sdev->routers, nodes);
	u64 id, node, least = 0;
	u32 router;
	int err;

	for (router = 0; router < sdev->routers; router++) {
		err = seastar_mmio_read(sdev, router, SS_MMR_RTR_ID, &id) ?:
		      seastar_mmio_read(sdev, router, SS_MMR_RTR_NODE_ID, &node);
		if (err)
			return err;
		if (id != SS_MMR_ID || node >= seastar_mmio_node_ids(ordered, nodes) || (ordered &&
											 node <
											 least))
			return -ENODEV;
		least = node + 1;
		cond_resched();
	}
	return 0;
}

/*
 * Drop the lock for a moment and take it again.  The device counts as asleep meanwhile.  Returns
 * -EAGAIN if the device has gone or fallen asleep meanwhile, or another task has begun to take it
 * back.
 */
static int let_others(struct seastar_mmio *mmio)
{
	struct seastar_dev *sdev = &mmio->sdev;
	u32 turn = mmio->turn;

	WRITE_ONCE(sdev->asleep, true);
	mutex_unlock(&sdev->lock);
	seastar_stall_here(SEASTAR_STALL_RESTORE);
	cond_resched();
	mutex_lock(&sdev->lock);
	if (sdev->gone || mmio->turn != turn)
		return -EAGAIN;
	WRITE_ONCE(sdev->asleep, false);
	return 0;
}

/*
 * Write the tables that are in force again, router by router.  The lock is dropped between two
 * routers: if other tables come into force then, by the undo of a commit, begin again with those.
 * Returns an error, as let_others() does.
 */
static int rewrite_tables(struct seastar_mmio *mmio)
{
	struct seastar_dev *sdev = &mmio->sdev;
	struct seastar_routes *routes = NULL;
	u32 router = 0;
	int err;

	do {
		if (routes != sdev->routes) {
			seastar_routes_put(routes);
			routes = seastar_routes_get(sdev->routes);
			router = 0;
		}
		err = seastar_regs_rewrite(sdev, routes, router++) ?: let_others(mmio);
	} while (!err && (router < sdev->routers || routes != sdev->routes));
	seastar_routes_put(routes);
	return err;
}

/*
 * Release the sources of a device whose tables the driver does not know: the contents of its
 * registers are in force.  A replacement of tables may have held the sources, and lost the device
 * before it released them.  A router that does not take the value is in the log, and is no reason
 * to leave the others.
 */
static int release_sources(struct seastar_dev *sdev)
{
	int err = seastar_mmio_routes_check(sdev) ? 0 : seastar_regs_release(sdev);

	return err == -EIO ? 0 : err;
}

/*
 * Write the tables in force again.  If the device does not take them, set @lost: the contents of
 * its registers are in force then.  A device that is away again keeps its tables: they are written
 * when it comes back.
 */
static int restore_tables(struct seastar_mmio *mmio, bool *lost)
{
	struct seastar_dev *sdev = &mmio->sdev;
	int err, released;

	if (!sdev->routes)
		return release_sources(sdev);
	err = seastar_regs_hold(sdev) ?: rewrite_tables(mmio);
	if (err == -EAGAIN)
		return err;
	released = seastar_regs_release(sdev);
	if (!err || err == -EIO)
		err = released ?: err;
	if (err != -EIO)
		return err;
	seastar_routes_put(sdev->routes);
	sdev->routes = NULL;
	seastar_routes_changed(sdev);
	*lost = true;
	return 0;
}

/*
 * Take a device back that was asleep, lost or reset.  Returns an error if it does not answer, or
 * -EAGAIN, as let_others() does.  @lost is set if its settings are lost.  Context: caller holds the
 * lock of the device, which is dropped meanwhile.
 */
static int take_back(struct seastar_mmio *mmio, bool *lost)
{
	struct seastar_dev *sdev = &mmio->sdev;
	bool was_lost = sdev->lost, away = was_lost || sdev->asleep;
	u32 differed;
	int err;

	*lost = false;
	if (!seastar_mmio_answers(mmio))
		return -ENODEV;
	WRITE_ONCE(sdev->asleep, false);
	WRITE_ONCE(sdev->lost, false);
	sdev->returns++;
	mmio->turn++;
	mmio->was_reset = false;
	mmio->token = readq(seastar_mmio_mmr(mmio->bar, 0, SS_MMR_PERF_CAPTURE));
	err = check_same(mmio) ?: seastar_stats_renew(sdev) ?:
	      seastar_aging_restore(sdev, &differed, lost) ?:
	      restore_tables(mmio, lost) ?: seastar_regs_undo_drops(sdev);
	WRITE_ONCE(sdev->losses, sdev->losses + *lost);
	if (err == -EAGAIN)
		return err;
	if (err) {
		if (was_lost)	/* the loss was announced earlier */
			WRITE_ONCE(sdev->lost, true);
		else
			seastar_dev_lost(sdev);
		return err;
	}
	/* no announcement: the reset was handled when the device came back */
	if (!away && !differed && !*lost)
		return 0;
	if (*lost)
		dev_err(&sdev->dev, "was reset, and did not accept its settings again: they are lost\n");
	else
		dev_notice(&sdev->dev, "answers again%s\n", away ? "" : " from a reset");
	seastar_dev_disturbed(sdev);
	seastar_events->found(sdev);
	seastar_stats_renew(sdev);
	return 0;
}

/*
 * Take the device back.  Then queue the undo of a commit whose settings it has lost, and the undos
 * that had to wait for it to be awake.
 */
static void lock_and_take_back(struct seastar_mmio *mmio, bool sleeps)
{
	struct seastar_dev *sdev = &mmio->sdev;
	bool lost = false;
	int err;

	mutex_lock(&sdev->lock);
	if (sdev->asleep && !sleeps) {
		mutex_unlock(&sdev->lock);
		return;
	}
	mmio->failed = 0;
	err = sdev->gone ? -ENODEV : take_back(mmio, &lost);
	if (err && err != -EAGAIN && sdev->asleep) {
		WRITE_ONCE(sdev->asleep, false);
		seastar_dev_lost(sdev);
	}
	mutex_unlock(&sdev->lock);
	if (lost)
		seastar_config_fail(sdev);
	if (err != -EAGAIN)
		seastar_config_awake();
}

/**
 * seastar_mmio_wake() - end the sleep that seastar_mmio_sleep() began
 * @mmio: the device
 *
 * The device's settings and tables are written again.  A device that does not take them, or does
 * not answer, is lost.
 *
 * Context: takes the lock of the device, and drops it between two routers.
 */
void seastar_mmio_wake(struct seastar_mmio *mmio)
{
	seastar_stall_here(SEASTAR_STALL_WAKE);
	lock_and_take_back(mmio, true);
}

/**
 * seastar_mmio_sleep() - mark the device as asleep: from now on its registers are not accessed
 * @mmio: the device
 * @answers_yet: the registers can be read for a last time, so that no count is lost; false after an
 * error of the bus
 *
 * Context: takes the lock of the device.
 */
void seastar_mmio_sleep(struct seastar_mmio *mmio, bool answers_yet)
{
	struct seastar_dev *sdev = &mmio->sdev;

	mutex_lock(&sdev->lock);
	if (answers_yet && !sdev->lost && !sdev->asleep)
		seastar_stats_last(sdev);
	WRITE_ONCE(sdev->asleep, true);
	mmio->turn++;
	mmio->failed = answers_yet ? 0 : ktime_get_boottime_ns();
	mutex_unlock(&sdev->lock);
}

/**
 * seastar_mmio_give_up() - declare lost a device that an error of the bus put to sleep
 * @mmio: the device
 *
 * Does nothing if the device is awake again.  Otherwise the driver looks for it from now on.
 *
 * Context: takes the lock of the device.
 */
void seastar_mmio_give_up(struct seastar_mmio *mmio)
{
	struct seastar_dev *sdev = &mmio->sdev;

	mutex_lock(&sdev->lock);
	if (mmio->failed) {
		mmio->failed = 0;
		WRITE_ONCE(sdev->asleep, false);
		if (!sdev->gone)
			seastar_dev_lost(sdev);
	}
	mutex_unlock(&sdev->lock);
	seastar_config_awake();
}

/*
 * Return true if an error of the bus was not recovered from in RECOVERY_NS.  The PCI core does not
 * report a recovery that fails halfway.
 */
static bool recovery_is_over(struct seastar_mmio *mmio)
{
	u64 failed = READ_ONCE(mmio->failed);

	return failed && ktime_get_boottime_ns() - failed > RECOVERY_NS;
}

/**
 * seastar_mmio_watch_on() - check the device and all its links after WATCH_PERIOD
 * @mmio: the device
 *
 * Context: takes the lock of the device.
 */
void seastar_mmio_watch_on(struct seastar_mmio *mmio)
{
	mutex_lock(&mmio->sdev.lock);
	if (!mmio->ending)
		queue_delayed_work(seastar_queue, &mmio->watch, WATCH_PERIOD);
	mutex_unlock(&mmio->sdev.lock);
}

/*
 * Look for a lost device, write the settings of a device that was reset, and read all links.  If
 * the bus has given the function up this work does not queue itself again: mmio_resume() and the
 * recovery from errors do.
 */
static void watch(struct work_struct *work)
{
	struct seastar_mmio *mmio = container_of(to_delayed_work(work), struct seastar_mmio, watch);
	struct seastar_dev *sdev = &mmio->sdev;

	if (READ_ONCE(sdev->gone))
		return;
	if (recovery_is_over(mmio))
		seastar_mmio_give_up(mmio);
	if (READ_ONCE(mmio->was_reset) || READ_ONCE(sdev->lost))
		lock_and_take_back(mmio, false);
	seastar_mmio_look_at_all_links(mmio);
	if (!pci_channel_offline(seastar_mmio_function(mmio)) || READ_ONCE(mmio->failed))
		seastar_mmio_watch_on(mmio);
}

/**
 * seastar_mmio_was_reset() - report that a sample shows a reset
 * @sdev: the device; work on the queue writes its settings again at once
 *
 * Context: caller holds the lock of the device.
 */
void seastar_mmio_was_reset(struct seastar_dev *sdev)
{
	struct seastar_mmio *mmio = seastar_to_mmio(sdev);

	if (mmio->ending)
		return;
	WRITE_ONCE(mmio->was_reset, true);
	mod_delayed_work(seastar_queue, &mmio->watch, 0);
}

/**
 * seastar_mmio_end_watch() - stop checking the device
 * @mmio: the device
 *
 * If tables are being written again they are complete on return, so a commit to the device can be
 * undone.
 *
 * Context: waits; caller holds no lock of the device.
 */
void seastar_mmio_end_watch(struct seastar_mmio *mmio)
{
	mutex_lock(&mmio->sdev.lock);
	mmio->ending = true;
	mutex_unlock(&mmio->sdev.lock);
	cancel_delayed_work_sync(&mmio->watch);
}

/**
 * seastar_mmio_watch_init() - prepare seastar_mmio_watch_on()
 * @mmio: the device, which is not published yet
 */
void seastar_mmio_watch_init(struct seastar_mmio *mmio)
{
	INIT_DELAYED_WORK(&mmio->watch, watch);
}
