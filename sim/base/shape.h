/* SPDX-License-Identifier: GPL-2.0-only */
/* A fabric's shape in the words of users. */
#ifndef SIM_SHAPE_H
#define SIM_SHAPE_H

#include <linux/seastar.h>

#include <seastar/types.h>

#include "error.h"

/* Words for ports, by number: proc, +x, -x, ... */
extern const char *const sim_port_words[];

/* Parse routers along x, y, z, as in 11x12x16; dimensions that are left out have 1. */
bool shape_topology(const char *text, u32 radix[SEASTAR_DIMS], struct sim_error *err);

/* Parse a set of dimensions, as in xz; it may be empty. */
bool shape_mesh(const char *text, u32 *mesh, struct sim_error *err);

#endif /* SIM_SHAPE_H */
