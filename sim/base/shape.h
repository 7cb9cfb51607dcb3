/* SPDX-License-Identifier: GPL-2.0-only */
/* A fabric's shape as people write it. */
#ifndef SIM_SHAPE_H
#define SIM_SHAPE_H

#include <linux/seastar.h>

#include <seastar/types.h>

#include "error.h"

/* proc, +x, -x, ... by port. */
extern const char *const sim_port_words[];

/* Routers along x, y, z, as in 11x12x16; dimensions left out have 1. */
bool shape_topology(const char *text, u32 radix[SEASTAR_DIMS], struct sim_error *err);

/* Dimensions, as bits, as in xz; or none. */
bool shape_mesh(const char *text, u32 *mesh, struct sim_error *err);

#endif /* SIM_SHAPE_H */
