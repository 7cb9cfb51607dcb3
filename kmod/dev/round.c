// SPDX-License-Identifier: GPL-2.0-only
/* Rounds: end the leases of marks, and take a sample before a counter wraps. */
#include <linux/jiffies.h>
#include <linux/workqueue.h>

#include "base/queue.h"
#include "dev/dev.h"
#include "dev/marks.h"
#include "dev/round.h"
#include "dev/stats.h"

#define INTERVAL	(2 * HZ)

static void make_round(struct work_struct *work)
{
	struct seastar_dev *sdev = container_of(to_delayed_work(work),
						struct seastar_dev, round);

	if (seastar_dev_lock(sdev))
		return;
	seastar_marks_expire(sdev);
	seastar_dev_unlock(sdev);
	seastar_stats_round(sdev);
	seastar_round_start(sdev);
}

/**
 * seastar_round_init() - initialize the rounds of a device
 * @sdev: a new device
 */
void seastar_round_init(struct seastar_dev *sdev)
{
	INIT_DELAYED_WORK(&sdev->round, make_round);
}

/**
 * seastar_round_start() - start the rounds of a device
 * @sdev: the device
 */
void seastar_round_start(struct seastar_dev *sdev)
{
	queue_delayed_work(seastar_queue, &sdev->round, INTERVAL);
}

/**
 * seastar_round_stop() - stop the rounds of a device
 * @sdev: a device that is gone, or was never published
 */
void seastar_round_stop(struct seastar_dev *sdev)
{
	cancel_delayed_work_sync(&sdev->round);
}
