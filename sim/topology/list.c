// SPDX-License-Identifier: GPL-2.0-only
/* All topologies of the simulator, the usual one first. */
#include <string.h>

#include "cube.h"
#include "dragonfly.h"
#include "fat_tree.h"
#include "hyperx.h"
#include "list.h"

const struct ss_topology_ops *const ss_topologies[] = {
	&ss_cube_topology,
	&ss_dragonfly_topology,
	&ss_hyperx_topology,
	&ss_fat_tree_topology,
	NULL
};

const struct ss_topology_ops *ss_topology_find(const char *name, size_t length)
{
	const struct ss_topology_ops *const *t = ss_topologies;

	while (*t && (strlen((*t)->name) != length || memcmp((*t)->name, name, length)))
		t++;
	return *t;
}
