/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the rest of the module calls of its netlink family.
 */
#ifndef SEASTAR_NETLINK_H
#define SEASTAR_NETLINK_H

#include <linux/types.h>

#include "aging.h"

struct seastar_commit;
struct seastar_dev;

int seastar_netlink_init(void);
void seastar_netlink_exit(void);

void seastar_notify_new(struct seastar_dev *sdev);
void seastar_notify_del(struct seastar_dev *sdev);
void seastar_notify_aging(struct seastar_dev *sdev, seastar_aging_next next,
			  void *walk);
void seastar_notify_config(const struct seastar_commit *commit);
void seastar_notify_traffic(struct seastar_dev *sdev);
void seastar_notify_clock(struct seastar_dev *sdev);
void seastar_notify_link(struct seastar_dev *sdev, u32 router, u32 port, bool up);
void seastar_notify_lost(struct seastar_dev *sdev);
void seastar_notify_mmr(struct seastar_dev *sdev, u32 router, u32 offset,
			u64 value);
void seastar_notify_gap(struct seastar_dev *sdev);

#endif /* SEASTAR_NETLINK_H */
