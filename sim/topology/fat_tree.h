/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A fat tree, as a k-ary n-tree (Petrini and Vanneschi, 1997): its sizes are K and N.  It has N
 * levels of K^(N - 1) switches.  Those of level 0, which are routers 0 and so on, have K nodes
 * each; all others have K links down, and all but those of the top have K links up.
 */
#ifndef SS_FAT_TREE_H
#define SS_FAT_TREE_H

#include "sim/core/topology.h"

extern const struct ss_topology_ops ss_fat_tree_topology;

#endif /* SS_FAT_TREE_H */
