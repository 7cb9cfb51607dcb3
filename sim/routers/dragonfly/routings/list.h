/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The routings of a Dragonfly, one per row.  Generated from it: enumerations, the words and help of
 * the key `routing`, the keys that have a meaning with each, the router's table, and the fuzzer's
 * check that all were drawn. docs/new-routing.md adds one.
 */
#ifndef SS_DRAGONFLY_ROUTINGS_H
#define SS_DRAGONFLY_ROUTINGS_H

/* Properties of a routing, as bits. */
#define SS_ROUTING_BY_ROUTER	1U	/* packets that have an intermediate router */
#define SS_ROUTING_BY_GROUP	2U	/* packets that have an intermediate group */
/* the source's router decides: by that intermediate, or minimally */
#define SS_ROUTING_AT_SOURCE	4U
#define SS_ROUTING_IN_TRANSIT	8U	/* each router may route packets off the minimal path */
#define SS_ROUTING_BY_LINKS	16U	/* routers of a group see each other's congested links */

#define SS_ROUTING_VALIANT	(SS_ROUTING_BY_ROUTER | SS_ROUTING_BY_GROUP)
#define SS_ROUTING_ADAPTS	(SS_ROUTING_AT_SOURCE | SS_ROUTING_IN_TRANSIT)
#define SS_ROUTING_UGAL		(SS_ROUTING_BY_ROUTER | SS_ROUTING_AT_SOURCE)

/*
 * Call macro @X for each routing, with @with and: the end of the name in &enum
 * ss_dragonfly_routing; the name of the routing's file, which defines drf_routing_FILE; the word in
 * experiments; its properties; and a line of help.
 */
#define SS_DRAGONFLY_ROUTINGS(X, with)						\
	X(with, MIN, min, "min", 0, "the shortest way")				\
	X(with, VAL, val, "val", SS_ROUTING_BY_ROUTER, "by a random router")	\
	X(with, VAL_GROUP, val_group, "val-group", SS_ROUTING_BY_GROUP,		\
	  "by a random group")							\
	X(with, UGAL, ugal, "ugal", SS_ROUTING_UGAL,				\
	  "min or val, by occupancy at the source")				\
	X(with, PB, pb, "pb", SS_ROUTING_UGAL | SS_ROUTING_BY_LINKS,		\
	  "the same, and by congested links of the group (Piggyback)")		\
	X(with, PAR, par, "par", SS_ROUTING_IN_TRANSIT,				\
	  "each router may leave the shortest way")				\
	X(with, OLM, olm, "olm", SS_ROUTING_IN_TRANSIT,				\
	  "the same, with opportunistic local hops")

#endif /* SS_DRAGONFLY_ROUTINGS_H */
