/* SPDX-License-Identifier: GPL-2.0-only */
/* Quotas: limits of the memory that the driver keeps for a user between system calls. */
#ifndef SEASTAR_QUOTA_H
#define SEASTAR_QUOTA_H

#include <linux/types.h>

struct seastar_quota;

struct seastar_quota *seastar_quota_take(size_t bytes);
void seastar_quota_give(struct seastar_quota *quota, size_t bytes);

#endif /* SEASTAR_QUOTA_H */
