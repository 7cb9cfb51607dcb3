/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The files of a device in sysfs, documented in docs/ABI/sysfs-class-seastar.
 */
#ifndef SEASTAR_SYSFS_H
#define SEASTAR_SYSFS_H

#include <linux/sysfs.h>

extern const struct attribute_group *seastar_dev_groups[];

/* sysfs-stats.c */
void seastar_counter_files_init(void);
extern const struct attribute_group seastar_lifespan_group;
extern struct attribute_group seastar_counter_groups[];

#endif /* SEASTAR_SYSFS_H */
