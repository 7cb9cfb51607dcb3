/* SPDX-License-Identifier: GPL-2.0-only */
/* Printing of a device as the kernel reports it. */
#ifndef DEVICE_SHOW_H
#define DEVICE_SHOW_H

#include <stdint.h>

#include <libmnl/libmnl.h>

#include "tools/seastar/base/keyword.h"

/*
 * The parameters of a software fabric. Keywords with an attribute are parsed, sent and printed by
 * this table alone. In JSON, their dashes become underscores.
 */
enum { DEV_TOPOLOGY, DEV_MESH, DEV_SEED };
extern const struct keyword dev_keywords[];

void dev_out(const struct nlmsghdr *m);

#endif /* DEVICE_SHOW_H */
