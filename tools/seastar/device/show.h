/* SPDX-License-Identifier: GPL-2.0-only */
/* A device as the kernel lists it. */
#ifndef DEVICE_SHOW_H
#define DEVICE_SHOW_H

#include <stdint.h>

#include <libmnl/libmnl.h>

#include "tools/seastar/base/keyword.h"

/*
 * The parameters of a software fabric. A keyword with an attribute is taken, sent and shown by this
 * table alone; its key in JSON has underlines for dashes.
 */
enum { DEV_TOPOLOGY, DEV_MESH, DEV_SEED };
extern const struct keyword dev_keywords[];

void dev_out(const struct nlmsghdr *m);

#endif /* DEVICE_SHOW_H */
