/* SPDX-License-Identifier: GPL-2.0-only */
/* All topologies of the simulator. */
#ifndef SS_TOPOLOGY_LIST_H
#define SS_TOPOLOGY_LIST_H

#include "sim/core/topology_view.h"

extern const struct ss_topology_ops *const ss_topologies[];	/* NULL is behind the last */

/* Find the topology whose name is the first @length characters of @name, or NULL. */
const struct ss_topology_ops *ss_topology_find(const char *name, size_t length);

#endif /* SS_TOPOLOGY_LIST_H */
