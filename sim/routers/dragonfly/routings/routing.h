/* SPDX-License-Identifier: GPL-2.0-only */
/* The properties and functions of a routing (docs/new-routing.md). */
#ifndef DRF_ROUTING_H
#define DRF_ROUTING_H

#include "sim/routers/dragonfly/dragonfly.h"

struct drf_hop;
struct drf_visit;
struct ss_packet;

/**
 * struct drf_routing - a routing: each file of this folder defines one, which list.h names
 * @way: the longest path, l for a local hop and g for a global one; it gives the order of VCs
 * @opportunistic: a local hop off the minimal way takes the last l at or before the packet's place,
 * in place of the next one; and packets take one in their destination's group, too
 * @leaves: at the source, returns true if a packet leaves the minimal path, with first hop
 * @straight, for the way by its intermediate router, with first hop @around.  NULL: always.  Called
 * once per packet, or in each attempt where decision=always
 * @attempt: choose a hop for the first packet of VC @vc of input @in, which is open, in this pass,
 * into @hop.  Returns true if it can be granted.  NULL: no hop is open.  With decision=once it is
 * not called
 * @observe: make a router's observations before the first pass of a cycle, if occupancies have
 * changed; NULL: none
 * @words: return the number of words on a router's board (board.h); NULL: no board
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

/* Return the routing with number @routing, which ss_dragonfly_is_routing() (table.c). */
const struct drf_routing *drf_routing(u32 routing);

#endif /* DRF_ROUTING_H */
