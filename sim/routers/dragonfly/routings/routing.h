/* SPDX-License-Identifier: GPL-2.0-only */
/* The parts of a routing that are its own (docs/new-routing.md). */
#ifndef DRF_ROUTING_H
#define DRF_ROUTING_H

#include "sim/routers/dragonfly/dragonfly.h"

struct drf_hop;
struct drf_visit;
struct ss_packet;

/**
 * struct drf_routing - a routing: each file of this folder defines one, which list.h names
 * @way: hops of the longest way, l for a local one and g for a global one: the order of VCs
 * @opportunistic: a local hop off the minimal way takes the last l at or before the packet's place,
 *	in place of the next one; and packets take one in their destination's group, too
 * @leaves: at the source, of a packet whose first hop is @straight on the minimal way and @around
 *	by its intermediate router: does it leave the minimal way?  NULL: always.  Called once per
 *	packet, or in each attempt where decision=always
 * @attempt: choose a hop for the first packet of VC @vc of input @in, which is open, in this pass,
 *	into @hop.  Return: can it go?  NULL: no hop is open
 * @observe: what a router finds out before the first pass of a cycle, if occupancies have changed
 *	since; NULL: nothing
 * @words: how many words a router has on its board (board.h); NULL: none, there is no board
 */
struct drf_routing {
	const char *way;
	bool opportunistic;
	bool (*leaves)(const struct drf_visit *x, const struct ss_packet *p,
		       const struct drf_hop *straight, const struct drf_hop *around);
	bool (*attempt)(struct drf_visit *x, u32 in, u32 vc, struct drf_hop *hop);
	void (*observe)(struct drf_visit *x);
	u32 (*words)(const struct ss_config *cfg);
};

#define DRF_DECLARE_ROUTING(with, name, file, word, has, text)	\
	extern const struct drf_routing drf_routing_##file;
SS_DRAGONFLY_ROUTINGS(DRF_DECLARE_ROUTING, 0)
#undef DRF_DECLARE_ROUTING

/* table.c: the one called @routing, which ss_dragonfly_is_routing(). */
const struct drf_routing *drf_routing(u32 routing);

#endif /* DRF_ROUTING_H */
