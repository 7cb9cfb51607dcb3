/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The SeaStar router of the Cray XT: its settings, its registers, and the events of its age clocks.
 */
#ifndef SS_SEASTAR_H
#define SS_SEASTAR_H

#include "sim/core/fabric.h"
#include "sim/topology/cube.h"
#include "sim/parts/routing/tables.h"

#define SS_MAX_VCS	8	/* vc[2:0] of a flit */

extern const struct ss_kind ss_seastar_kind;

/**
 * enum ss_arbiter_kind - how ports choose among packets (docs/model.md, section 5)
 * @SS_ARBITER_FLAT: an output has one round robin over all inputs and VCs
 * @SS_ARBITER_STAGED: an output chooses the VC, then the input
 * @SS_ARBITERS: number of kinds
 */
enum ss_arbiter_kind {
	SS_ARBITER_FLAT,
	SS_ARBITER_STAGED,
	SS_ARBITERS,
};

/**
 * struct ss_aging - the aging registers of a router (SC07, sec. 2.1)
 * @period: AGE_CLOCK_PERIOD, cycles per tick; 0 counts as 2^32
 * @select: AGE_RR_SELECT, bit g is the policy of grant g mod 64: 1 is age
 * @bias: REQ_AGE_BIAS and RSP_AGE_BIAS of each input port, 0 to 7
 */
struct ss_aging {
	u32 period;
	u64 select;
	u8 bias[SS_CLASSES][SS_PORTS];
};

#define SS_DEFAULT_PERIOD	0x1000	/* SC07, sec. 4 */
#define SS_DEFAULT_BIAS		1	/* SC07, sec. 2.1 */
#define SS_DEFAULT_SELECT	U64_MAX	/* by age: docs/model.md, section 5 */
#define SS_MAX_BIAS		7

/**
 * enum ss_age_event - what happens to the age clock of a router (Procedure 3)
 * @SS_CLOCK_EPOCH: the timestamp wrapped and the epoch switched
 * @SS_CLOCK_INHIBIT: old packets hold the clock from now on
 * @SS_CLOCK_RELEASE: the last of them has left
 */
enum ss_age_event {
	SS_CLOCK_EPOCH,
	SS_CLOCK_INHIBIT,
	SS_CLOCK_RELEASE,
};

/* Fill @cfg with the hardware's values and the given radices and meshes. */
void ss_config_default(struct ss_config *cfg, u32 kx, u32 ky, u32 kz, u32 mesh);

/*
 * Have @fn called with events of age clocks; NULL: no calls.  The model evaluates a router's clock
 * when it is needed: calls may come late and not in the order of their cycles, and of several
 * switches of an empty router only the last one is reported.
 */
void ss_fabric_on_age(struct ss_fabric *f,
		      void (*fn)(void *ctx, enum ss_age_event event, u32 router,
				 u64 cycle),
		      void *ctx);

/* Read and write aging registers; writes take effect from the next cycle on. */
void ss_aging_get(const struct ss_fabric *f, u32 router, struct ss_aging *a);
void ss_aging_set_period(struct ss_fabric *f, u32 router, u32 period);
void ss_aging_set_select(struct ss_fabric *f, u32 router, u64 select);
void ss_aging_set_bias(struct ss_fabric *f, u32 router, u32 port, u32 class_,
		       u32 bias);

/*
 * Look-up tables, of a fabric whose configuration has them (&struct ss_config).  They replace the
 * rule of docs/model.md, section 3, from the next cycle on.
 */

/**
 * struct ss_survey - the turns that look-up tables have in common, and the routers that must use
 * their tables
 * @routers: number of routers
 * @turns: bytes of the table of turns
 * @looks_up: a bit for each router; behind them is the table of turns
 */
struct ss_survey {
	u32 routers;
	u32 turns;
	u64 looks_up[];
};

/*
 * Return the bytes of a survey of tables for fabrics of @cfg, or of the scratch memory to make it.
 * Both are 8-byte aligned.
 */
size_t ss_survey_bytes(const struct ss_config *cfg);
size_t ss_survey_scratch(const struct ss_config *cfg);

/**
 * ss_survey_make() - find what tables have in common, for ss_tables_set()
 * @to: ss_survey_bytes(), set to it
 * @cfg: a checked configuration
 * @t: tables for it, which do not change
 * @scratch: ss_survey_scratch(), for this call
 * @stop: called now and then; returns true to give up; may be NULL
 * @ctx: argument of @stop
 *
 * Takes seconds for 32,768 routers, and reads nothing of a fabric.
 *
 * Return: false if it was given up: then the survey is not valid.
 */
bool ss_survey_make(struct ss_survey *to, const struct ss_config *cfg, const struct ss_tables *t,
		    void *scratch, bool (*stop)(void *ctx), void *ctx);

/**
 * ss_survey_amend() - update a survey for tables that differ in some entries of a router
 * @s: a survey of the former tables
 * @cfg: the configuration
 * @router: number of that router
 * @entry: the entries that are new
 * @entries: number of new entries
 *
 * More routers may have to use their tables than by a new survey; packets take the same paths.
 */
void ss_survey_amend(struct ss_survey *s, const struct ss_config *cfg, u32 router,
		     const u8 *entry, u32 entries);

/**
 * ss_tables_set() - replace the look-up tables
 * @f: the fabric
 * @t: the tables, which stay where they are and as they are while in force; NULL: the rule again,
 * for which no packet may be in the network, since it may be where the rule leads none
 * @s: a survey of the tables, of which nothing is kept
 *
 * Packets in input buffers are routed anew; those that have left them stay on their way.
 */
void ss_tables_set(struct ss_fabric *f, const struct ss_tables *t, const struct ss_survey *s);

/* Hold all sources, or release them, from the next cycle on. */
void ss_hold_injection(struct ss_fabric *f, bool held);

/**
 * enum ss_stranded - the treatment of packets that wait for a link that is down, when look-up
 * tables are replaced
 * @SS_STRANDED_DROP: they are dropped
 * @SS_STRANDED_REROUTE: those that no output has taken yet go on by the new tables, and may
 * overtake others of their pair
 */
enum ss_stranded {
	SS_STRANDED_DROP,
	SS_STRANDED_REROUTE,
};

/**
 * struct ss_quiesce - costs of quiescing a network
 * @cycles: cycles in which no packet entered the network
 * @stranded: packets that could not leave the network by the former tables
 * @dropped: packets dropped meanwhile
 */
struct ss_quiesce {
	u64 cycles;
	u64 stranded;
	u64 dropped;
};

/**
 * ss_tables_replace() - replace the look-up tables, while the network is empty
 * @f: the fabric, whose configuration has tables, and whose traffic has no replies
 * @t: the tables, as for ss_tables_set(); NULL: the rule
 * @s: likewise
 * @stranded: what becomes of packets that cannot leave; with @t NULL they are dropped
 * @q: filled in
 *
 * Executes as many cycles as that takes, by the steps below.
 */
void ss_tables_replace(struct ss_fabric *f, const struct ss_tables *t, const struct ss_survey *s,
		       enum ss_stranded stranded, struct ss_quiesce *q);

/**
 * struct ss_replacement - a replacement of tables in progress
 * @t: the tables
 * @s: their survey
 * @stranded: &enum ss_stranded
 * @phase: treatment of packets until none of them moves any more (quiesce.c)
 * @begin: the cycle in which it began
 * @dropped: packets dropped before
 * @moved: packets sent or dropped by the last check for progress, or U64_MAX
 * @late: a link may still have been busy with a packet then
 * @left: cycles until the next check
 * @least: fewest packets that were seen in the network in this phase
 * @since: the cycle in which they were first seen
 * @q: its costs, once it is done
 */
struct ss_replacement {
	const struct ss_tables *t;
	const struct ss_survey *s;
	u32 stranded;
	u32 phase;
	u64 begin;
	u64 dropped;
	u64 moved;
	bool late;
	u64 left;
	u32 least;
	u64 since;
	struct ss_quiesce q;
};

/**
 * ss_replace_begin() - begin a replacement as by ss_tables_replace(), in steps
 * @f: as there
 * @r: state of the replacement
 * @t: as there; it stays as it is until the last step
 * @s: likewise
 * @stranded: as there
 */
void ss_replace_begin(struct ss_fabric *f, struct ss_replacement *r, const struct ss_tables *t,
		      const struct ss_survey *s, enum ss_stranded stranded);

/**
 * ss_replace_step() - continue a replacement
 * @f: the fabric; between the steps it may be read, but must not be run
 * @r: replacement that ss_replace_begin() began
 * @events: a bound on the work, as of ss_fabric_run_for(), beside two passes over the routers
 *
 * However it is divided into steps, the result is the same.
 *
 * Return: true when the tables are in force, and the sources inject again.
 */
bool ss_replace_step(struct ss_fabric *f, struct ss_replacement *r, u64 events);

/**
 * ss_replace_cancel() - cancel a replacement
 * @f: the fabric
 * @r: replacement that ss_replace_begin() began, not done
 *
 * Return: true: the former tables stay in force, and the sources inject again; or false: packets
 * were dropped or routed on already, so it has to be completed.
 */
bool ss_replace_cancel(struct ss_fabric *f, const struct ss_replacement *r);

/**
 * ss_link_fail() - take a link down, in one direction
 * @f: the fabric, whose configuration has tables
 * @router: router at which the link begins
 * @port: output port of that router, with a network link
 * @drops: packets for it are dropped from now on, those in its staging buffers, too; or they wait,
 *	until the link is restored, or until tables are loaded: then those in staging buffers are
 *	dropped, and the others go as the tables say
 *
 * A packet under way over the link arrives, and credits come back.
 */
void ss_link_fail(struct ss_fabric *f, u32 router, u32 port, bool drops);

/* Bring a link up again, in one direction. */
void ss_link_restore(struct ss_fabric *f, u32 router, u32 port);

/* Return true if a link is down. */
bool ss_link_is_down(const struct ss_fabric *f, u32 router, u32 port);

/**
 * ss_link_set_errors() - set the rate of wrong bits of a link, in one direction
 * @f: the fabric, whose configuration has tables or bit errors
 * @router: router at which the link begins
 * @port: output port of that router; for a port without a network link the rate has no effect
 * @bit_errors: wrong bits per 10^12 bits, at most 10^10
 *
 * Packets granted from the next cycle on see it; docs/model.md, section 9.
 */
void ss_link_set_errors(struct ss_fabric *f, u32 router, u32 port, u64 bit_errors);

/**
 * struct ss_link_errors - wrong bits of a link, and their effects so far
 * @bit_errors: wrong bits per 10^12 bits
 * @retries: micropackets that were sent again
 * @undetected: wrong micropackets that passed the check
 */
struct ss_link_errors {
	u64 bit_errors;
	u64 retries;
	u64 undetected;
};

/* Read the errors of the link of output @port. */
void ss_link_errors(const struct ss_fabric *f, u32 router, u32 port, struct ss_link_errors *e);

/* Return the tables in force, or NULL. */
const struct ss_tables *ss_tables_get(const struct ss_fabric *f);

/*
 * Count the routers that use their look-up tables; the others use the entries that most tables
 * share.
 */
u32 ss_tables_exceptions(const struct ss_fabric *f);

/* Count the packets that a router has dropped for @why, because of tables or links. */
u64 ss_tables_dropped(const struct ss_fabric *f, u32 router, enum ss_drop why);

/* Read the performance registers of one port: @regs[enum seastar_reg]. */
void ss_read_port_regs(const struct ss_fabric *f, u32 router, u32 port,
		       u64 regs[SEASTAR_REGS]);

/*
 * Read and write a router's memory-mapped registers (include/seastar/mmr.h), each at its offset in
 * the router's window.  A value to be written must have passed ss_mmr_check_write(); it takes
 * effect from the next cycle on.  Registers of look-up tables are not written here, but by
 * ss_tables_set().
 */
u64 ss_mmr_read(struct ss_fabric *f, u32 router, u32 offset);
void ss_mmr_write(struct ss_fabric *f, u32 router, u32 offset, u64 value);

#endif /* SS_SEASTAR_H */
