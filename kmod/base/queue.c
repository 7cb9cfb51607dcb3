// SPDX-License-Identifier: GPL-2.0-only
/*
 * The workqueue of the driver: for work whose time grows with the number of routers, up to seconds.
 * The queue is unbound, so its works delay neither other works of a processor nor each other.  It
 * is freezable: no work runs while devices are put to sleep or woken up.
 */
#include <linux/errno.h>
#include <linux/workqueue.h>

#include "base/queue.h"

/* Set before the first device is added, and not changed until the last has gone. */
struct workqueue_struct *seastar_queue;

/**
 * seastar_queue_init() - create the workqueue
 *
 * Return: 0 or -ENOMEM.
 */
int seastar_queue_init(void)
{
	seastar_queue = alloc_workqueue("seastar", WQ_UNBOUND | WQ_FREEZABLE, 0);
	return seastar_queue ? 0 : -ENOMEM;
}

/**
 * seastar_queue_exit() - wait for all work that is queued, and delete the workqueue
 */
void seastar_queue_exit(void)
{
	destroy_workqueue(seastar_queue);
}
