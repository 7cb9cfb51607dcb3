/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How evenly tables spread packets over VC0 and VC1 (Abts et al., "Optimized Virtual Channel
 * Assignment in the Cray XT", sec. 4): VC_balance of a link is |P0 - P1| / (P0 + P1), where P0 and
 * P1 are the packets on its virtual channels.
 */
#ifndef SIM_ROUTE_BALANCE_H
#define SIM_ROUTE_BALANCE_H

#include "plan.h"
#include "tables.h"

/**
 * struct route_load - packets of a link
 * @vc: packets of requests on the link, by virtual channel
 */
struct route_load {
	u64 vc[2];
};

#define ROUTE_BINS	4	/* bins (0, 0.25], (0.25, 0.5], ...; the first one has 0, too */

/**
 * struct route_balance - VC_balance over the links of a dimension
 * @links: number of links that packets cross
 * @mean: mean VC_balance of the links that packets cross
 * @bin: number of links by VC_balance
 */
struct route_balance {
	u32 links;
	double mean;
	u32 bin[ROUTE_BINS];
};

/*
 * Return the load of each link, by port id of its output, if each router sends a packet to each
 * other router.  Pairs without a route send none.  The tables must hold (route_proof_holds()).
 */
struct route_load *route_count(const struct route_plan *p, const struct route_tables *t);

/* Return VC_balance of a link with @load; NaN if it has no packets. */
double route_vc_balance(const struct route_load *load);

/*
 * Return the mean VC_balance of the links along @dim that leave routers with coordinate @at, toward
 * + or not; NaN if no packet crosses them.
 */
double route_balance_at(const struct route_plan *p, const struct route_load *load, u32 dim,
			bool plus, u32 at);

/* Compute the balance of all links along @dim; @load is from route_count(). */
struct route_balance route_balance_of(const struct route_plan *p, const struct route_load *load,
				      u32 dim);

#endif /* SIM_ROUTE_BALANCE_H */
