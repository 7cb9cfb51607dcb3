/* SPDX-License-Identifier: GPL-2.0-only */
/* The kinds of values that keys have. */
#ifndef SIM_VALUES_H
#define SIM_VALUES_H

#include "keys.h"

extern const struct sim_type sim_type_number;
extern const struct sim_type sim_type_decimal;
extern const struct sim_type sim_type_cycles;		/* or "auto" */
extern const struct sim_type sim_type_choice;		/* one of @words */
extern const struct sim_type sim_type_topology;
extern const struct sim_type sim_type_sizes;		/* sizes of a topology, which is named */
extern const struct sim_type sim_type_mesh;
extern const struct sim_type sim_type_rate;
extern const struct sim_type sim_type_lengths;
extern const struct sim_type sim_type_select;
extern const struct sim_type sim_type_bias;
extern const struct sim_type sim_type_permutation;	/* field: struct sim_settings */

extern const struct sim_type sim_type_reply;		/* lengths, or "none" */
extern const struct sim_type sim_type_path;		/* path of a file; may be empty */
extern const struct sim_type sim_type_spots;
extern const struct sim_type sim_type_routes;		/* as in docs/routing.md, or @words[0] */

#endif /* SIM_VALUES_H */
