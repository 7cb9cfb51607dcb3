/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The commits that wait: they are undone unless somebody confirms them in time.
 */
#ifndef SEASTAR_CONFIG_H
#define SEASTAR_CONFIG_H

#include <linux/list.h>
#include <linux/types.h>

struct netlink_ext_ack;
struct seastar_aging_change;
struct seastar_commit;
struct seastar_dev;

/**
 * struct seastar_arrival - a request about a commit that waits, from its coming on
 * @node: among all of them
 * @id: of the commit
 * @time: on the clock of ktime_get_boottime_ns()
 */
struct seastar_arrival {
	struct list_head node;
	u64 id;
	u64 time;
};

void seastar_config_lock(void);
void seastar_config_lock_to_read(void);
void seastar_config_unlock_read(void);
void seastar_config_unlock(void);
int seastar_config_commit(struct seastar_commit *commit,
			  struct netlink_ext_ack *extack);
struct seastar_commit *seastar_config_arrive(struct seastar_arrival *arrival, u64 id);
void seastar_config_depart(struct seastar_arrival *arrival);
struct seastar_commit *seastar_config_next(u64 id, unsigned int *seq);
bool seastar_config_had(u64 id);
void seastar_config_confirm(struct seastar_commit *commit);
int seastar_config_cancel(struct seastar_commit *commit);
void seastar_config_extend(struct seastar_commit *commit, u32 timeout);
u32 seastar_config_remaining(const struct seastar_commit *commit);
void seastar_config_leave(struct seastar_dev *sdev);
void seastar_config_fail(struct seastar_dev *sdev);
void seastar_config_awake(void);

int seastar_config_change(struct seastar_dev *sdev,
			  const struct seastar_aging_change *change);
void seastar_config_init(void);
void seastar_config_exit(void);

#endif /* SEASTAR_CONFIG_H */
