/* SPDX-License-Identifier: GPL-2.0-only */
/* Traffic of devices whose sources the driver controls. */
#ifndef SEASTAR_TRAFFIC_H
#define SEASTAR_TRAFFIC_H

#include <linux/types.h>

struct seastar_dev;
struct ss_traffic;

void seastar_traffic_default(const struct seastar_dev *sdev, struct ss_traffic *t);
bool seastar_traffic_matters(const struct ss_traffic *t, u16 attr);
int seastar_traffic_set(struct seastar_dev *sdev, const struct ss_traffic *t);

#endif /* SEASTAR_TRAFFIC_H */
