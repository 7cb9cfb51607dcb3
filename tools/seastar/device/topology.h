/* SPDX-License-Identifier: GPL-2.0-only */
/* Topologies as text: "11x12x16 torus". */
#ifndef DEVICE_TOPOLOGY_H
#define DEVICE_TOPOLOGY_H

#include <stdbool.h>
#include <stdint.h>

#include <linux/seastar.h>

#include "tools/seastar/base/args.h"
#include "tools/seastar/netlink/nl.h"

struct ss_topology;

struct topology {
	uint32_t radix[SEASTAR_DIMS];
	uint32_t dims;
	uint32_t mesh;
};

#define TOPOLOGY_TEXT_MAX	64

/* Take "KX[xKY[xKZ]]" from the command line; all dimensions are tori. */
void args_topology(struct args *a, struct topology *t);

/* Take letters of x, y and z: dimensions that are meshes. */
void args_mesh(struct args *a, struct topology *t);

/* Parse a topology; false if the word is not valid. */
bool topology_read(const char *text, struct topology *t);
bool mesh_read(const char *text, struct topology *t);

/* Read the topology from the attributes of a device. */
void topology_parse(const struct nlattr **tb, struct topology *t);

/* Convert to the model's shape, with three dimensions and the number of routers. */
void topology_core(const struct topology *t, struct ss_topology *core);

/* Write "11x12x16 mesh z", as "dev add" takes it. */
void topology_words(const struct topology *t, char text[TOPOLOGY_TEXT_MAX]);

/* Return true if both have the same routers and links. */
bool topology_same(const struct topology *a, const struct topology *b);

/* Write "11x12x16 torus", "8 mesh", "4x4x4 torus, mesh in yz". */
void topology_text(const struct topology *t, char text[TOPOLOGY_TEXT_MAX]);

#endif /* DEVICE_TOPOLOGY_H */
