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
 * @SS_ASSIGN_LOWER: each packet starts on the lower half of its class
 * @SS_ASSIGN_BALANCED: a packet that will not cross the dateline starts on either half, which its
 * position and destination determine
 * @SS_ASSIGN_CROSSING: vc: a packet that will cross the dateline uses the upper half all along the
 * ring, the others use the lower half
 * @SS_ASSIGNMENTS: number of these constants
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
 * @SS_TIES_PAIR: by the packet's position and destination (docs/model.md, section 3)
 * @SS_TIES_PACKET: by a random bit of each packet
 * @SS_TIES_PLUS: always in + direction
 * @SS_TIES: number of these constants
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
 * @SS_PRIORITIES: number of these constants
 */
enum ss_priority {
	SS_PRIORITY_TURN,
	SS_PRIORITY_AGE,
	SS_PRIORITY_RECENT,
	SS_PRIORITIES,
};

/**
 * enum ss_routing_choice - how a packet's way is chosen, where a kind of router leaves that open
 * @SS_ROUTE_MINAD: torus: any minimal path, hop by hop
 * @SS_ROUTE_GOAL: torus: a random quadrant, then any path in it
 * @SS_ROUTE_GAL: torus: a quadrant by the injection queues, then any path in it
 * @SS_ROUTE_CQR: torus: a quadrant by the output queues, then any path in it
 * @SS_ROUTE_DOR: bubble, wormhole: dimension order
 * @SS_ROUTE_ADAPTIVE: bubble, wormhole: any minimal path, with dimension order as escape
 * @SS_ROUTE_HASH: vc: one of several equal paths, by a hash of source and destination
 * @SS_ROUTE_RANDOM: vc: a random one of several equal paths
 * @SS_ROUTE_LISTED: the first routing of the Dragonfly, which has a list of its own
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
 * @kind: kind of router, such as &ss_seastar_kind; a field whose comment names kinds is ignored by
 * the other kinds
 * @topology: a topology that @kind can build
 * @size: sizes, as the topology defines them; of a cube the routers along x, y, z, each 1 or more,
 * at most 32,768 in all, and SS_MESH
 * @vcs: virtual channels. seastar: 1, 2 or 4 per class; vc: 1 to 16 in all classes together. With 1
 * there is no dateline, which only rings of up to three nodes can do without. bubble: 1 or, if it
 * is adaptive, 2. wormhole: 2, or 3 if it is adaptive; one less if it may deadlock
 * @classes: classes of packets, each with VCs of its own. seastar: 2; vc, bubble and wormhole: 1 or
 * 2; in bubble and wormhole each class has links of its own, too
 * @max_packet: largest packet in flits. seastar: MAX_PACKET_SIZE, 1 to 9 (SC07, sec. 1.2); vc,
 * bubble and wormhole: 1 to 256
 * @input_depth: flits of each input VC's buffer, @max_packet to 4096. vc with wormholes: from 1 on;
 * bubble: from twice @max_packet on; wormhole: from 1 on, and VCs to which adaptive packets escape
 * have half of it
 * @router_delay: seastar: cycles from a header's arrival until it may move, 1 to 255; bubble,
 * wormhole: cycles from a header's arrival until it arrives at the next router if nothing blocks
 * it, at most 255
 * @link_delay: cycles that a flit or a credit spends on a link, 1 to 255
 * @eject: rate of delivery: @eject[0] flits in @eject[1] cycles, each 1 to 255, at most one flit
 * per cycle. torus: @eject[0] may be 0: delivery has no limit
 * @inject: rate of injection, likewise
 * @ack_delay: cycles from delivery until a closed source replaces the packet, 1 to 65535
 * @may_deadlock: 1 to permit a fabric that can deadlock, for experiments
 * @assignment: &enum ss_assignment, the choice of virtual channels
 * @ties: vc, bubble, wormhole: &enum ss_ties
 * @priority: vc, bubble, dragonfly: &enum ss_priority
 * @routing: torus, bubble, wormhole, dragonfly: &enum ss_routing_choice; vc: the number of the
 * chosen word among the routings of @topology
 * @seastar: settings of seastar alone
 * @vc: settings of vc alone
 * @torus: settings of torus alone
 * @escape: settings of bubble and wormhole
 * @dragonfly: settings of dragonfly alone
 * @usage: dragonfly: 1 to count the use of ports: ss_usage()
 * @seed: seed of the traffic sources
 * @regions: parts of the fabric that threads can run in parallel, 1 to 64 and at most one per
 * router; no result depends on it
 * @own: 0: this process runs all regions; otherwise the number, plus one, of the only region that
 * it runs, while other processes run the others. Then no memory of other regions' routers, nodes,
 * packets or messages is touched, so none is used where the system maps memory at first touch
 * @window: most cycles that a router runs before others run: a power of two, or 0 for as many as
 * the delays allow; no result depends on it
 * @cycles: cycles that the fabric is run at most, which bounds latencies and so the memory for
 * their histograms; 0: SS_MAX_CYCLES
 * @programs: 1: nodes run programs of the caller (&struct ss_program), whose messages have marks
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
	u32 usage;
	struct ss_seastar_config seastar;
	struct ss_vc_config vc;
	struct ss_torus_config torus;
	struct ss_escape_config escape;
	struct ss_dragonfly_config dragonfly;
	u64 seed;
	u32 regions;
	u32 own;
	u32 window;
	u64 cycles;
	u32 programs;
};

#define SS_MAX_REGIONS	64

#endif /* SS_FABRIC_CONFIG_H */
