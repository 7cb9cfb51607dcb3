/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The oracle: a literal implementation of docs/model.md and the pages of the other routers, flit by
 * flit and cycle by cycle.  It shares only the descriptions of a fabric and of its traffic, and the
 * random numbers, with sim/core.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include "sim/routers/seastar/seastar.h"

#include "coverage.h"
#include "mutant.h"

struct oracle;

/* Look-up tables by router; the dateline of each dimension is a coordinate or SS_NO_DATELINE. */
struct oracle_tables {
	u8 (*lut)[SS_PORTS][SS_ROUTE_LOCALS];
	u8 (*glut)[SS_PORTS][SS_ROUTE_GLOBALS];
	u16 *nid;
	u32 dateline[SS_DIMS];
};

/* The place of a word in the state; an index that does not apply is -1. */
struct oracle_place {
	const char *item;
	int router, node, port, input, vc, index;
};

/* Make an oracle of @cfg, a checked configuration; @mutant is MUTANT_NONE or an error to make. */
struct oracle *oracle_new(const struct ss_config *cfg, enum mutant mutant);
void oracle_free(struct oracle *o);

u32 oracle_routers(const struct oracle *o);
u32 oracle_nodes(const struct oracle *o);
u64 oracle_now(const struct oracle *o);
void oracle_run(struct oracle *o, u64 cycles);

void oracle_on_delivery(struct oracle *o,
			void (*fn)(void *ctx, const struct ss_delivery *d),
			void *ctx);

void oracle_set_period(struct oracle *o, u32 router, u32 period);
void oracle_set_select(struct oracle *o, u32 router, u64 select);
void oracle_set_bias(struct oracle *o, u32 router, u32 port, u32 class_,
		     u32 bias);
void oracle_set_traffic(struct oracle *o, const struct ss_traffic *t);
/* Give a message or a pause of a trace, as ss_trace_give() does. */
void oracle_give(struct oracle *o, const struct ss_birth *b);
/* Return the flits of the trace that @node has received. */
u64 oracle_received(const struct oracle *o, u32 node);
/* Route packets by tables @t, which the caller keeps; NULL: by the built-in rule. */
void oracle_set_tables(struct oracle *o, const struct oracle_tables *t);
/* Stop injection at all sources, or resume it. */
void oracle_hold(struct oracle *o, bool held);

void oracle_link_fail(struct oracle *o, u32 router, u32 port, bool drops);
void oracle_link_restore(struct oracle *o, u32 router, u32 port);
void oracle_link_errors(struct oracle *o, u32 router, u32 port, u64 bit_errors);
/* Return true if @port of @router has a link. */
bool oracle_has_link(const struct oracle *o, u32 router, u32 port);

void oracle_read_regs(const struct oracle *o, u32 router,
		      u64 regs[SS_PORTS][SEASTAR_REGS]);
/* Read the counts of grants of all outputs; they stay 0 for SeaStars. */
void oracle_read_passed(const struct oracle *o, u32 router, struct ss_passed passed[SS_PORTS]);
void oracle_read_source(const struct oracle *o, u32 node,
			struct ss_source_stats *s);
void oracle_reset_sources(struct oracle *o);

/* Return the birth of the oldest packet that has not been delivered, or U64_MAX. */
u64 oracle_oldest_birth(const struct oracle *o);

/* Return the same as ss_traffic_phases(), ss_phase_done(), ss_last_delivery(), ss_source_done(). */
u32 oracle_phases(const struct oracle *o);
u64 oracle_phase_done(const struct oracle *o, u32 node, u32 phase);
u64 oracle_last_delivery(const struct oracle *o, u32 node);
bool oracle_source_done(const struct oracle *o, u32 node);

/* Emit the words of the state (docs/model.md, section 8), each with its place. */
void oracle_emit(const struct oracle *o,
		 void (*fn)(void *ctx, u64 word, const struct oracle_place *at),
		 void *ctx);

/*
 * Return NULL if flits, credits and packets add up, else a sentence about the first sum that is
 * wrong.  Not valid after oracle_reset_sources().
 */
const char *oracle_audit(const struct oracle *o);

/* Return true if no packet is in the network, and no reply waits for it. */
bool oracle_is_empty(const struct oracle *o);

/* Return true if a request that is delivered makes a reply. */
bool oracle_has_replies(const struct oracle *o);

/* Return how often each mechanism has been at work since oracle_new(). */
const u64 *oracle_coverage(const struct oracle *o);

#endif /* ORACLE_H */
