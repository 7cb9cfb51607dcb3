/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The workqueue of the driver.
 */
#ifndef SEASTAR_QUEUE_H
#define SEASTAR_QUEUE_H

struct workqueue_struct;

extern struct workqueue_struct *seastar_queue;

int seastar_queue_init(void);
void seastar_queue_exit(void);

#endif /* SEASTAR_QUEUE_H */
