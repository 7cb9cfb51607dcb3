/* SPDX-License-Identifier: GPL-2.0-only */
/* Random look-up tables, in the forms that either twin takes. */
#ifndef ORACLE_TABLES_H
#define ORACLE_TABLES_H

#include "draw.h"
#include "oracle.h"

/**
 * struct drawn_tables - tables of all routers
 * @plain: for the oracle
 * @shared: for the fabric
 * @blocks: where the blocks of @shared are
 * @keys: what they were made for, in words of 'seastar-sim route'
 * @random: entries that were changed after that
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
