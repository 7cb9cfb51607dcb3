/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The making of a commit, for those who keep the ones that wait (config.c).
 */
#ifndef SEASTAR_COMMIT_H
#define SEASTAR_COMMIT_H

#include <linux/types.h>

struct mutex;
struct netlink_ext_ack;
struct seastar_commit;
struct seastar_part;

int seastar_commit_make(struct seastar_commit *commit, struct mutex *lock,
			struct netlink_ext_ack *extack);
int seastar_part_undo(struct seastar_part *part, u64 id);
void seastar_part_release(struct seastar_part *part);

#endif /* SEASTAR_COMMIT_H */
