/* SPDX-License-Identifier: GPL-2.0-only */
/* The registry: the list of all devices, and their addition and removal. */
#ifndef SEASTAR_REGISTRY_H
#define SEASTAR_REGISTRY_H

#include <linux/types.h>

struct seastar_dev;
struct seastar_ops;
struct ss_config;

int seastar_dev_init(struct seastar_dev *sdev, const struct seastar_ops *ops,
		     const char *name, const struct ss_config *cfg);
int seastar_dev_add(struct seastar_dev *sdev);
int seastar_dev_del(struct seastar_dev *sdev);
struct seastar_dev *seastar_dev_find(const char *name);
struct seastar_dev *seastar_dev_next(u64 id, unsigned int *seq);

int seastar_registry_init(void);
void seastar_registry_clear(void);
void seastar_registry_exit(void);

#endif /* SEASTAR_REGISTRY_H */
