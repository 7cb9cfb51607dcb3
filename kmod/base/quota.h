/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Quotas: limits of the memory that the driver keeps for a user between system calls, and of a
 * user's requests that wait.
 */
#ifndef SEASTAR_QUOTA_H
#define SEASTAR_QUOTA_H

#include <linux/types.h>

/*
 * Pieces of memory that was charged to the control group of another user: of such memory, however
 * large, a user may have one piece.
 */
#define SEASTAR_PAID_BY_OTHERS	16

/* The reason of -EUSERS. */
#define SEASTAR_TOO_MANY_WAIT							\
	"64 requests of yours wait already, the most that may: try again when one has its answer"

struct file;
struct mutex;
struct seastar_quota;

struct seastar_quota *seastar_quota_take(struct file *opener, size_t bytes, u32 pieces);
void seastar_quota_give(struct seastar_quota *quota, size_t bytes, u32 pieces);
int seastar_quota_lock(struct mutex *lock);

#endif /* SEASTAR_QUOTA_H */
