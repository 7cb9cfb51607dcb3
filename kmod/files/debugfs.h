/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * debugfs: for developers, without a promise that it stays as it is.
 */
#ifndef SEASTAR_DEBUGFS_H
#define SEASTAR_DEBUGFS_H

struct seastar_dev;

void seastar_debugfs_init(void);
void seastar_debugfs_publish(void);
void seastar_debugfs_exit(void);
void seastar_debugfs_add(struct seastar_dev *sdev);
void seastar_debugfs_del(struct seastar_dev *sdev);

#endif /* SEASTAR_DEBUGFS_H */
