/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A proof of tables of routes: that they lead the packets of every pair home, that none can be
 * dropped or turned back, and that packets cannot wait for one another in a circle.
 *
 * The proof uses the entries of the tables only, and follows them for one destination after the
 * other: where a packet of either virtual channel may be, and where it goes from there.  A channel
 * is the buffer of a virtual channel at an input.  It depends on another channel if some packet at
 * its head may need that one next.  Without a circle of dependencies there is no deadlock (Dally
 * and Seitz, 1987).
 */
#ifndef SIM_ROUTE_CHECK_H
#define SIM_ROUTE_CHECK_H

#include "plan.h"
#include "tables.h"

/**
 * enum route_fault - faults of tables
 * @ROUTE_BAD_ENTRY: an entry has a port or a choice of VC that does not exist
 * @ROUTE_NO_LINK: an entry leads to a port without a link, or with one that is down
 * @ROUTE_BACK: a packet turns back to the router that it came from
 * @ROUTE_BAD_TURN: a turn that the turn rule forbids
 * @ROUTE_BAD_DATELINE: a packet on VC1 crosses a dateline, where the hardware drops it
 * @ROUTE_BAD_ORDER: a packet crosses a dateline, and then goes along a higher dimension
 * @ROUTE_BAD_HOME: an entry leads to the processor of a router that is not the destination
 * @ROUTE_CIRCLING: a packet returns to a channel that it was on
 * @ROUTE_LONGER: a pair's route is longer than dimension order, though no link is down
 * @ROUTE_FAULTS: number of faults
 */
enum route_fault {
	ROUTE_BAD_ENTRY,
	ROUTE_NO_LINK,
	ROUTE_BACK,
	ROUTE_BAD_TURN,
	ROUTE_BAD_DATELINE,
	ROUTE_BAD_ORDER,
	ROUTE_BAD_HOME,
	ROUTE_CIRCLING,
	ROUTE_LONGER,
	ROUTE_FAULTS,
};

/* A word for each fault, and a sentence. */
extern const char *const route_fault_words[];
extern const char *const route_fault_texts[];

/**
 * struct route_example - first case of a fault
 * @router: router with the fault
 * @in: input port
 * @vc: VC of the packet, 0 or 1
 * @dest: destination of the packet
 */
struct route_example {
	u32 router;
	u32 in;
	u32 vc;
	u32 dest;
};

/**
 * struct route_proof - findings about tables
 * @pairs: pairs of different routers
 * @delivered: pairs whose packets come home
 * @unroutable: pairs whose packets reach a router without an entry for them: mostly their source,
 *	but a global entry does not show which nodes of its region have no route
 * @dropped_from: source of one of the pairs in @unroutable
 * @dropped_to: its destination
 * @lost: pairs whose packets do not come home for another reason
 * @hops: sum of the links on the paths of all delivered pairs
 * @fault: number of cases of each fault, by channel and destination or, for ROUTE_LONGER, by pair
 * @example: an example of each fault
 * @dependencies: number of dependencies between channels
 * @cycle: channels that wait for one another: port id, times two, plus the VC; or NULL
 * @cycle_length: number of channels in @cycle
 */
struct route_proof {
	u64 pairs;
	u64 delivered;
	u64 unroutable;
	u32 dropped_from;
	u32 dropped_to;
	u64 lost;
	u64 hops;
	u64 fault[ROUTE_FAULTS];
	struct route_example example[ROUTE_FAULTS];
	u64 dependencies;
	u32 *cycle;
	u32 cycle_length;
};

/*
 * Return true if no packet is lost, circles or can deadlock, and exactly @missing pairs, for which
 * the rules have no route, are unroutable.  Routes may be longer than they need to be.
 */
bool route_proof_delivers(const struct route_proof *proof, u64 missing);

/* Return true if, in addition, no route is longer than it needs to be. */
bool route_proof_holds(const struct route_proof *proof, u64 missing);

struct route_proof *route_check(const struct route_plan *p, const struct route_tables *t);
void route_proof_free(struct route_proof *proof);

#endif /* SIM_ROUTE_CHECK_H */
