/* SPDX-License-Identifier: GPL-2.0-only */
/* Random look-up tables, in the forms that the oracle and the fabric take. */
#ifndef ORACLE_TABLES_H
#define ORACLE_TABLES_H

#include "draw.h"
#include "oracle.h"

/**
 * struct drawn_tables - tables of all routers
 * @plain: the tables, for the oracle
 * @shared: the same, for the fabric
 * @blocks: memory of the blocks of @shared
 * @keys: arguments of 'seastar-sim route' that make the tables
 * @random: number of entries that were changed afterwards
 */
struct drawn_tables {
	struct oracle_tables plain;
	struct ss_tables shared;
	struct route_tables *blocks;
	char keys[160];
	u32 random;
};

struct drawn_tables *tables_draw(struct draw *d, const struct ss_config *cfg);
void tables_free(struct drawn_tables *t);

#endif /* ORACLE_TABLES_H */
