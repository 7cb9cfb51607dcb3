/* SPDX-License-Identifier: GPL-2.0-only */
/* Commits that wait to be confirmed: those that are not confirmed in time are undone. */
#ifndef SEASTAR_CONFIG_H
#define SEASTAR_CONFIG_H

#include <linux/types.h>

struct netlink_ext_ack;
struct seastar_aging_change;
struct seastar_claim;
struct seastar_commit;
struct seastar_dev;

/*
 * Called when a commit was made. Context: between seastar_config_lock() and
 * seastar_config_unlock().
 */
typedef void (*seastar_config_made_fn)(struct seastar_commit *commit, void *ctx);

void seastar_config_lock(void);
void seastar_config_unlock(void);
struct seastar_commit *seastar_config_next(u64 id, unsigned int *seq);
bool seastar_config_had(u64 id);
u32 seastar_config_remaining(const struct seastar_commit *commit);

int seastar_config_claim(struct seastar_claim *claim);
int seastar_config_commit(struct seastar_commit *commit, struct netlink_ext_ack *extack,
			  seastar_config_made_fn made, void *ctx);
int seastar_config_change(struct seastar_dev *sdev,
			  const struct seastar_aging_change *change);
int seastar_config_confirm(u64 id);
int seastar_config_cancel(u64 id, bool *failed);
int seastar_config_extend(u64 id, u32 timeout);
void seastar_config_leave(struct seastar_dev *sdev, struct seastar_claim *claim);
void seastar_config_fail(struct seastar_dev *sdev);
void seastar_config_awake(void);
void seastar_config_init(void);
void seastar_config_exit(void);

#endif /* SEASTAR_CONFIG_H */
