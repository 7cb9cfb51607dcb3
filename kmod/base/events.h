/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events of devices: the netlink family registers one table of operations, so that lower layers
 * announce events without a call into it.
 */
#ifndef SEASTAR_EVENTS_H
#define SEASTAR_EVENTS_H

#include <linux/types.h>

struct seastar_aging_change;
struct seastar_commit;
struct seastar_dev;

/* Walk along changes of aging registers: fill in the next change, or return false at the end. */
typedef bool (*seastar_aging_next)(void *walk, struct seastar_aging_change *c);

/**
 * struct seastar_event_ops - functions that announce events
 * @dev_new: a device was added
 * @dev_del: a device was deleted
 * @lost: a device does not answer any more
 * @found: a device that was lost answers again
 * @aging: aging registers were changed; @next walks along the changes
 * @config: a commit was made, confirmed or undone
 * @traffic: the traffic was changed
 * @clock: the clock was set or has stopped
 * @link: a link came up or went down
 * @routes: the look-up tables were replaced
 * @mmr: a register was written
 * @gap: counts are missing from the latest sample
 *
 * Context: caller holds the lock of the device; for @config it holds the lock of commits, for
 * @dev_del none.
 */
struct seastar_event_ops {
	void (*dev_new)(struct seastar_dev *sdev);
	void (*dev_del)(struct seastar_dev *sdev);
	void (*lost)(struct seastar_dev *sdev);
	void (*found)(struct seastar_dev *sdev);
	void (*aging)(struct seastar_dev *sdev, seastar_aging_next next, void *walk);
	void (*config)(const struct seastar_commit *commit);
	void (*traffic)(struct seastar_dev *sdev);
	void (*clock)(struct seastar_dev *sdev);
	void (*link)(struct seastar_dev *sdev, u32 router, u32 port);
	void (*routes)(struct seastar_dev *sdev);
	void (*mmr)(struct seastar_dev *sdev, u32 router, u32 offset, u64 value);
	void (*gap)(struct seastar_dev *sdev);
};

/* Set before the first device is added, and not changed until the last has gone. */
extern const struct seastar_event_ops *seastar_events;

#endif /* SEASTAR_EVENTS_H */
