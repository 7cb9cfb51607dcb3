/* SPDX-License-Identifier: GPL-2.0-only */
/* The configuration of a fabric. */
#ifndef SS_FABRIC_CONFIG_H
#define SS_FABRIC_CONFIG_H

#include <linux/seastar.h>

#include "kind_config.h"
#include "topology.h"

#define SS_DIMS		SEASTAR_DIMS
#define SS_PORTS	SEASTAR_PORTS
#define SS_CLASSES	2	/* request, response */
#define SS_MAX_FLITS	256	/* longest packet; kinds of routers have bounds of their own */
#define SS_MAX_LENGTHS	9	/* lengths of packets in a list */

/**
 * enum ss_assignment - which virtual channel a packet takes on a ring (docs/model.md, section 3)
 * @SS_ASSIGN_LOWER: each starts on the lower half of its class
 * @SS_ASSIGN_BALANCED: one that will not cross the dateline starts on either half, by the pair
 *	of where it is and where it goes
 * @SS_ASSIGN_CROSSING: vc: one that will cross it is on the upper half all along the ring, the
 *	others on the lower one
 * @SS_ASSIGNMENTS: how many kinds there are
 */
enum ss_assignment {
	SS_ASSIGN_LOWER,
	SS_ASSIGN_BALANCED,
	SS_ASSIGN_CROSSING,
	SS_ASSIGNMENTS,
};

/**
 * enum ss_ties - choice between two ways around a ring that are equally long (router=vc, bubble,
 * wormhole)
 * @SS_TIES_PAIR: where a packet is and where it goes (docs/model.md, section 3)
 * @SS_TIES_PACKET: a coin that is tossed for each packet
 * @SS_TIES_PLUS: always the one in + direction
 * @SS_TIES: how many kinds there are
 */
enum ss_ties {
	SS_TIES_PAIR,
	SS_TIES_PACKET,
	SS_TIES_PLUS,
	SS_TIES,
};

/**
 * enum ss_priority - the candidates that arbiters prefer (router=vc, bubble, dragonfly)
 * @SS_PRIORITY_TURN: round robin
 * @SS_PRIORITY_AGE: the packet that was born first; round robin among those born at once
 * @SS_PRIORITY_RECENT: bubble, dragonfly: the candidate served longest ago
 * @SS_PRIORITIES: how many kinds there are
 */
enum ss_priority {
	SS_PRIORITY_TURN,
	SS_PRIORITY_AGE,
	SS_PRIORITY_RECENT,
	SS_PRIORITIES,
};

/**
 * enum ss_routing_choice - how a packet's way is chosen, where a kind of router leaves that open
 * @SS_ROUTE_MINAD: torus: any minimal way, hop by hop
 * @SS_ROUTE_GOAL: torus: a quadrant drawn by chance, then any way in it
 * @SS_ROUTE_GAL: torus: a quadrant by the injection queues, then any way in it
 * @SS_ROUTE_CQR: torus: a quadrant by the output queues, then any way in it
 * @SS_ROUTE_DOR: bubble, wormhole: dimension order
 * @SS_ROUTE_ADAPTIVE: bubble, wormhole: any minimal way, with dimension order to escape to
 * @SS_ROUTE_HASH: vc: one of the equal ways, by a hash of source and destination
 * @SS_ROUTE_RANDOM: vc: any of the equal ways
 * @SS_ROUTE_LISTED: the first of the Dragonfly's, which lists them itself
 */
enum ss_routing_choice {
	SS_ROUTE_MINAD,
	SS_ROUTE_GOAL,
	SS_ROUTE_GAL,
	SS_ROUTE_CQR,
	SS_ROUTE_DOR,
	SS_ROUTE_ADAPTIVE,
	SS_ROUTE_HASH,
	SS_ROUTE_RANDOM,
	SS_ROUTE_LISTED,
};

struct ss_kind;

/**
 * struct ss_config - what a fabric is built from; fixed for its life
 * @kind: of its routers, such as &ss_seastar_kind; fields that say of which they are mean nothing
 * to the others
 * @topology: one that @kind can build
 * @size: of that, as it defines them; of a cube the routers along x, y, z, 1 or more and at most
 * 32,768 in all, and SS_MESH
 * @vcs: virtual channels per class: of seastar 1, 2 or 4, of vc 1 to 16 in all classes.  With 1
 * there is no dateline, which only rings of up to three nodes may do without.  Of bubble 1
 * or, if it is adaptive, 2.  Of wormhole 2, or 3 if it is adaptive; one less if it may
 * deadlock
 * @classes: of packets, which have VCs of their own: of seastar 2, of vc, bubble and wormhole 1 or
 * 2; of bubble and wormhole they have links of their own, too
 * @max_packet: the largest packet in flits: MAX_PACKET_SIZE of seastar, 1 to 9 (SC07, sec. 1.2),
 * of vc, bubble and wormhole 1 to 256
 * @input_depth: flits of each input VC buffer, @max_packet (1, if vc has wormholes; twice that of
 * bubble) to 4096; of wormhole 1 to 4096, and half of it on the VCs that adaptive packets
 * escape to
 * @router_delay: seastar: cycles from a header's arrival until it may move, 1 to 255; bubble,
 * wormhole: from there to its arrival at the next router, if nobody is in its way, at most 255
 * @link_delay: cycles that a flit or a credit spends on a link, 1 to 255
 * @eject: the processor takes @eject[0] flits in @eject[1] cycles; 1 to 255,
 * at most one flit per cycle.  torus: @eject[0] may be 0: it takes whatever comes
 * @inject: the same for what it sends
 * @ack_delay: cycles from delivery until a closed source replaces the packet,
 * 1 to 65535
 * @may_deadlock: 1 to permit a fabric that can deadlock, for experiments
 * @assignment: &enum ss_assignment, of virtual channels
 * @ties: vc, bubble, wormhole: &enum ss_ties
 * @priority: vc, bubble, dragonfly: &enum ss_priority
 * @routing: torus, bubble, wormhole, dragonfly: &enum ss_routing_choice; vc: of the words of
 * @topology, which one
 * @seastar: of these routers alone
 * @vc: of these alone
 * @torus: of these alone
 * @escape: of bubble and wormhole
 * @dragonfly: of these alone
 * @seed: of the traffic sources
 * @regions: parts that can be run side by side, 1 to 64 and at most as many as
 * routers; no result depends on it
 * @own: 0: all regions are run here; otherwise the number plus one of the only one that is, while
 * other processes run the others.  Then no memory of routers, nodes, packets or messages of
 * others is touched, so that it takes no room where memory is mapped when it is touched
 * @window: cycles that a router is run for before others are, at most: a power of two,
 *	or 0 for as many as the delays allow; no result depends on it
 * @programs: 1: nodes run programs of the caller (&struct ss_program), whose messages are marked
 */
struct ss_config {
	const struct ss_kind *kind;
	const struct ss_topology_ops *topology;
	u32 size[SS_SIZES];
	u32 vcs;
	u32 classes;
	u32 max_packet;
	u32 input_depth;
	u32 router_delay;
	u32 link_delay;
	u32 eject[2];
	u32 inject[2];
	u32 ack_delay;
	u32 may_deadlock;
	u32 assignment;
	u32 ties;
	u32 priority;
	u32 routing;
	struct ss_seastar_config seastar;
	struct ss_vc_config vc;
	struct ss_torus_config torus;
	struct ss_escape_config escape;
	struct ss_dragonfly_config dragonfly;
	u64 seed;
	u32 regions;
	u32 own;
	u32 window;
	u32 programs;
};

#define SS_MAX_REGIONS	64

#endif /* SS_FABRIC_CONFIG_H */
