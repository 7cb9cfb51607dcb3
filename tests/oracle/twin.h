/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Twins: a fabric of sim/core and an oracle, driven alike and compared.
 *
 * If ranks of an MPI job run the fabric together (sim/run/crew.h), each rank has an oracle of the
 * whole fabric, and compares its own routers and nodes.
 */
#ifndef ORACLE_TWIN_H
#define ORACLE_TWIN_H

#include <pthread.h>
#include <stdio.h>

#include "sim/run/crew.h"

#include "oracle.h"
#include "tables.h"

struct deliveries {
	struct ss_delivery *at;
	size_t count, size;
};

struct twin {
	struct oracle *oracle;
	struct ss_fabric *fabric;
	struct sim_crew *crew;	/* crew that runs the fabric, or NULL */
	u32 first, routers;	/* routers of this process */
	u32 first_node, nodes;	/* nodes of this process */
	pthread_mutex_t seeing;
	void *mem;
	u32 places;		/* places allocated so far for messages of a trace */
	struct deliveries expected, seen;
	u64 delivered;		/* deliveries that have been compared */
	bool reset;		/* statistics of sources have been reset */
	bool audit;		/* audit the oracle, because it is no mutant */
	bool failed;
	FILE *report;		/* file for differences; NULL: none is reported */
};

/* Make twins.  A crew runs the fabric if @crewed; else the configuration decides. */
void twin_init(struct twin *t, const struct ss_config *cfg, enum mutant mutant, bool crewed,
	       FILE *report);
void twin_free(struct twin *t);

/* Return true if there are no differences so far. */
bool twin_is_alike(struct twin *t);

void twin_run(struct twin *t, u64 cycles);
void twin_set_period(struct twin *t, u32 router, u32 period);
void twin_set_select(struct twin *t, u32 router, u64 select);
void twin_set_bias(struct twin *t, u32 router, u32 port, u32 class_, u32 bias);
void twin_set_traffic(struct twin *t, const struct ss_traffic *traffic);
/* Give a message of a trace to both twins. */
void twin_give(struct twin *t, const struct ss_birth *b);
/* Set the tables of both twins; NULL: the built-in rule. */
void twin_set_tables(struct twin *t, const struct drawn_tables *tables);
/*
 * Hold injection until the network is empty, and set the tables of both twins.  If the network
 * stays busy for long, set them as twin_set_tables() does.  Context: no link is down, and there is
 * no crew.
 */
void twin_replace_tables(struct twin *t, const struct drawn_tables *tables);

void twin_link_fail(struct twin *t, u32 router, u32 port, bool drops);
void twin_link_restore(struct twin *t, u32 router, u32 port);
void twin_link_errors(struct twin *t, u32 router, u32 port, u64 bit_errors);
void twin_reset_sources(struct twin *t);

/* Read the same values from both twins, compare them, and report the first difference. */
void twin_compare_regs(struct twin *t, u32 router);
void twin_compare_source(struct twin *t, u32 node);
void twin_compare_state(struct twin *t);
void twin_compare_oldest(struct twin *t);

/* Read all of the fabric's state without comparing it: reading must not change anything. */
void twin_hash_state(struct twin *t);

#endif /* ORACLE_TWIN_H */
