/* SPDX-License-Identifier: GPL-2.0-only */
/* The configuration of a fabric: the choices of each kind of router, and their limits. */
#ifndef SS_FABRIC_CONFIG_H
#define SS_FABRIC_CONFIG_H

#include <linux/seastar.h>

#include "topology.h"

#define SS_DIMS		SEASTAR_DIMS
#define SS_PORTS	SEASTAR_PORTS
#define SS_CLASSES	2	/* request, response */
#define SS_MAX_FLITS	256	/* of a packet; kinds of routers have bounds of their own */
#define SS_MAX_LENGTHS	9	/* of packets, in a list */

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
 * enum ss_ties - who decides between two ways around a ring that are equally long (router=vc,
 *	bubble, wormhole)
 * @SS_TIES_PAIR: where a packet is and where it goes (docs/model.md, section 3)
 * @SS_TIES_PACKET: a coin that is tossed for each packet
 * @SS_TIES_PLUS: nobody: it is the one in + direction
 * @SS_TIES: how many kinds there are
 */
enum ss_ties {
	SS_TIES_PAIR,
	SS_TIES_PACKET,
	SS_TIES_PLUS,
	SS_TIES,
};

/**
 * enum ss_flow - when a packet moves on (router=vc)
 * @SS_FLOW_WORMHOLE: flit by flit, as there are credits
 * @SS_FLOW_CUT_THROUGH: once there are credits for all of it
 * @SS_FLOWS: how many kinds there are
 */
enum ss_flow {
	SS_FLOW_WORMHOLE,
	SS_FLOW_CUT_THROUGH,
	SS_FLOWS,
};

/**
 * enum ss_allocator - who chooses first in a separable allocator (router=vc)
 * @SS_ALLOCATE_OUTPUT: each output one of those who ask for it, then each of these an output
 * @SS_ALLOCATE_INPUT: each who asks one output, then each output one of these
 * @SS_ALLOCATORS: how many kinds there are
 */
enum ss_allocator {
	SS_ALLOCATE_OUTPUT,
	SS_ALLOCATE_INPUT,
	SS_ALLOCATORS,
};

/**
 * enum ss_priority - the candidates that an allocator's arbiters prefer (router=vc, dragonfly)
 * @SS_PRIORITY_TURN: round robin
 * @SS_PRIORITY_AGE: the packet that was born first; round robin among those born at once
 * @SS_PRIORITY_RECENT: dragonfly: who has been served longest ago
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
 * @SS_ROUTE_DRAGONFLY: the first of the Dragonfly's, which that lists (&enum ss_dragonfly_routing)
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
	SS_ROUTE_DRAGONFLY,
};

/**
 * enum ss_crossbar - who arbitrates for a crossbar's outputs (router=bubble, wormhole)
 * @SS_CROSSBAR_OAC: an arbiter for each output
 * @SS_CROSSBAR_SIC: one for all, which connects one input per cycle
 * @SS_CROSSBARS: how many kinds there are
 */
enum ss_crossbar {
	SS_CROSSBAR_OAC,
	SS_CROSSBAR_SIC,
	SS_CROSSBARS,
};

/**
 * enum ss_occupancy - which flits of an output's queue SS_ROUTE_CQR counts (router=torus)
 * @SS_OCCUPANCY_ALL: those of all VCs
 * @SS_OCCUPANCY_FREE: those of the non-star VC
 * @SS_OCCUPANCIES: how many kinds there are
 */
enum ss_occupancy {
	SS_OCCUPANCY_ALL,
	SS_OCCUPANCY_FREE,
	SS_OCCUPANCIES,
};

/**
 * enum ss_bubble - free places for packets that an escape queue must have for a packet to enter a
 *	ring (router=bubble)
 * @SS_BUBBLE_TWO: two, so that one is left in the ring
 * @SS_BUBBLE_ONE: one, which is plain cut-through: rings may fill, and deadlock
 * @SS_BUBBLES: how many kinds there are
 */
enum ss_bubble {
	SS_BUBBLE_TWO,
	SS_BUBBLE_ONE,
	SS_BUBBLES,
};

/**
 * enum ss_valiant - where an intermediate router or group in a Dragonfly may not be
 * @SS_VALIANT_SOURCE: in the source's group, unless the destination is there, too
 * @SS_VALIANT_OUTSIDE: in the source's group
 * @SS_VALIANT_DESTINATION: in the destination's group
 * @SS_VALIANTS: how many kinds there are
 */
enum ss_valiant {
	SS_VALIANT_SOURCE,
	SS_VALIANT_OUTSIDE,
	SS_VALIANT_DESTINATION,
	SS_VALIANTS,
};

/**
 * enum ss_order - which VC a hop takes, of those in the order that excludes deadlock
 * @SS_ORDER_LOWEST: the first one of its type after that of the hop before
 * @SS_ORDER_ROLE: the one of its part in the longest way
 * @SS_ORDER_FLEXIBLE: any from which the packet can reach its destination (FlexVC)
 * @SS_ORDERS: how many kinds there are
 */
enum ss_order {
	SS_ORDER_LOWEST,
	SS_ORDER_ROLE,
	SS_ORDER_FLEXIBLE,
	SS_ORDERS,
};

/**
 * enum ss_select - which VC a hop takes, of those with credits for the whole packet
 * @SS_SELECT_JSQ: the one with the most credits, of several of these the lowest
 * @SS_SELECT_HIGHEST: the highest
 * @SS_SELECT_LOWEST: the lowest
 * @SS_SELECT_RANDOM: any, by chance
 * @SS_SELECTS: how many kinds there are
 */
enum ss_select {
	SS_SELECT_JSQ,
	SS_SELECT_HIGHEST,
	SS_SELECT_LOWEST,
	SS_SELECT_RANDOM,
	SS_SELECTS,
};

/**
 * enum ss_pointer - when an input's arbiter counts as having served
 * @SS_POINTER_GRANT: when the request of the one that it chose is granted
 * @SS_POINTER_REQUEST: when that requests
 * @SS_POINTERS: how many kinds there are
 */
enum ss_pointer {
	SS_POINTER_GRANT,
	SS_POINTER_REQUEST,
	SS_POINTERS,
};

/**
 * enum ss_sink_choice - when the output to a node may be granted
 * @SS_SINK_PORT: as any other output
 * @SS_SINK_IDLE: while the node takes no packet, whatever passes the crossbar
 * @SS_SINKS: how many kinds there are
 */
enum ss_sink_choice {
	SS_SINK_PORT,
	SS_SINK_IDLE,
	SS_SINKS,
};

/**
 * enum ss_output_time - for how long a grant makes an output busy
 * @SS_OUTPUT_TAIL: until the tail has passed the crossbar, as it does the input
 * @SS_OUTPUT_CROSSBAR: for as long as the crossbar takes for a packet that is all there
 * @SS_OUTPUT_TIMES: how many kinds there are
 */
enum ss_output_time {
	SS_OUTPUT_TAIL,
	SS_OUTPUT_CROSSBAR,
	SS_OUTPUT_TIMES,
};

/**
 * enum ss_entry - how packets of nodes come to their ports
 * @SS_ENTRY_WHOLE: all of it at once
 * @SS_ENTRY_FLITS: a flit per cycle
 * @SS_ENTRIES: how many kinds there are
 */
enum ss_entry {
	SS_ENTRY_WHOLE,
	SS_ENTRY_FLITS,
	SS_ENTRIES,
};

/**
 * enum ss_misrouting - global links by which packets may leave the minimal way in a Dragonfly
 * @SS_MISROUTE_RRG: any of the group (restricted to none)
 * @SS_MISROUTE_CRG: those of the router where the packet is
 * @SS_MISROUTE_NRG: those of the other routers of the group
 * @SS_MISROUTE_MM: at the source as CRG, then as NRG; only where routers decide in
 *	transit
 * @SS_MISROUTINGS: how many kinds there are
 */
enum ss_misrouting {
	SS_MISROUTE_RRG,
	SS_MISROUTE_CRG,
	SS_MISROUTE_NRG,
	SS_MISROUTE_MM,
	SS_MISROUTINGS,
};

/**
 * enum ss_trigger - what has packets leave the minimal way in transit
 * @SS_TRIGGER_CREDITS: occupancy
 * @SS_TRIGGER_BASE: packets at the fronts of queues that want the same output
 * @SS_TRIGGER_FILTERED: a moving mean of these
 * @SS_TRIGGER_HYBRID: these, or occupancy
 * @SS_TRIGGER_ECTN: these, and at the source those of the whole group that want the same group
 * @SS_TRIGGERS: how many kinds there are
 */
enum ss_trigger {
	SS_TRIGGER_CREDITS,
	SS_TRIGGER_BASE,
	SS_TRIGGER_FILTERED,
	SS_TRIGGER_HYBRID,
	SS_TRIGGER_ECTN,
	SS_TRIGGERS,
};

/**
 * struct ss_adaptive - adaptive routing in a Dragonfly (docs/dragonfly-adaptive.md)
 * @misrouting: &enum ss_misrouting
 * @local_misrouting: 1 if packets may leave the minimal way by local links beyond the source's
 *	group
 * @trigger: &enum ss_trigger
 * @sense_port: 1 if occupancy is that of a port, 0 if it is that of a VC
 * @compare_hops: UGAL: 1 if occupancies are weighed by the lengths of ways, 0 if by @factor
 * @consecutive_hops: UGAL: 1 if the minimal way's length is taken for SS_ARRANGE_CONSECUTIVE
 * @always: UGAL: 1 if a waiting packet is decided on in each attempt, 0: once
 * @min_cred: 1 if congested links are found by the flits of packets that have not left the minimal
 *	way alone (minCred; Fuentes, thesis, section 5.2.4)
 * @one_candidate: 1 if one port is drawn and looked at, 0 if one of those that are fit
 * @redraw: 1 if the intermediate router is drawn in each attempt; with Valiant, or @always
 * @factor: UGAL: hundredths, at most 10,000
 * @bias: UGAL: packets, at most 4096
 * @link_percent: of the mean of a router's global links; one above it is congested; at most 10,000
 * @link_packets: by so many packets, at most 4096
 * @least_percent: of a queue below which SS_TRIGGER_CREDITS is not released, at most 100
 * @candidate_percent: of the minimal hop's occupancy that another may have, at most 10,000
 * @contention: threshold of the counters, 1 to 1024
 * @group_contention: of their sum over the group, 1 to 65535
 * @period: cycles between two broadcasts of the sums, 1 to 65535; with SS_TRIGGER_ECTN no less than
 *	@link_delay
 * @alpha: percent of the former mean in the next one, at most 99
 */
struct ss_adaptive {
	u32 misrouting;
	u32 local_misrouting;
	u32 trigger;
	u32 sense_port;
	u32 compare_hops;
	u32 consecutive_hops;
	u32 always;
	u32 min_cred;
	u32 one_candidate;
	u32 redraw;
	u32 factor;
	u32 bias;
	u32 link_percent;
	u32 link_packets;
	u32 least_percent;
	u32 candidate_percent;
	u32 contention;
	u32 group_contention;
	u32 period;
	u32 alpha;
};

struct ss_kind;

/**
 * struct ss_config - what a fabric is built from; fixed for its life
 * @kind: of its routers, such as &ss_seastar_kind; fields that say of which they are mean nothing
 *	to the others
 * @topology: one that @kind can build
 * @size: of that, as it defines them; of a cube the routers along x, y, z, 1 or more and at most
 *	32,768 in all, and SS_MESH
 * @vcs: virtual channels per class: of seastar 1, 2 or 4, of vc 1 to 16 in all classes.  With 1
 *	there is no dateline, which only rings of up to three nodes may do without.  Of bubble 1
 *	or, if it is adaptive, 2.  Of wormhole 2, or 3 if it is adaptive; one less if it may
 *	deadlock
 * @classes: of packets, which have VCs of their own: of seastar 2, of vc, bubble and wormhole 1 or
 *	2; of bubble and wormhole they have links of their own, too
 * @max_packet: the largest packet in flits: MAX_PACKET_SIZE of seastar, 1 to 9 (SC07, sec. 1.2),
 *	of vc, bubble and wormhole 1 to 256
 * @input_depth: flits of each input VC buffer, @max_packet (1, if vc has wormholes; twice that of
 *	bubble) to 4096; of wormhole 1 to 4096, and half of it on the VCs that adaptive packets
 *	escape to
 * @staging_depth: seastar: flits of each staging buffer, @max_packet to 255
 * @router_delay: seastar: cycles from a header's arrival until it may move, 1 to 255; bubble,
 *	wormhole: from there to its arrival at the next router, if nobody is in its way, at most 255
 * @routing_delay: vc: cycles from a header's arrival until it asks for a VC, 1 to 255
 * @vc_delay: vc: from a VC's allocation until the switch is asked for, 1 to 255
 * @switch_delay: vc: from the switch's allocation until a flit goes into it, 1 to 255
 * @traversal_delay: vc: for a flit to pass the switch, 1 to 255
 * @link_delay: cycles that a flit or a credit spends on a link, 1 to 255
 * @eject: the processor takes @eject[0] flits in @eject[1] cycles; 1 to 255,
 *	at most one flit per cycle.  torus: @eject[0] may be 0: it takes whatever comes
 * @inject: the same for what it sends
 * @ack_delay: cycles from delivery until a closed source replaces the packet,
 *	1 to 65535
 * @may_deadlock: 1 if the fabric may be one that can deadlock, for those who want
 *	to see it
 * @bit_errors: seastar: of 10^12 bits on a link, those that arrive wrong, at most 10^10; then links
 *	send again what the receiver finds wrong (docs/model.md, section 9).  0: none does
 * @tables: seastar: 1 if there may be look-up tables (ss_tables_set()), links may fail
 *	(ss_link_fail()), and single ones have bits that arrive wrong (ss_link_set_errors()); then
 *	a fabric has room for packets that take any turn
 * @arbiter: seastar: &enum ss_arbiter_kind, of all outputs and inputs
 * @assignment: &enum ss_assignment, of virtual channels
 * @ties: vc, bubble, wormhole: &enum ss_ties
 * @flow: vc: &enum ss_flow
 * @allocator: vc: &enum ss_allocator, of VCs and of the switch
 * @priority: vc: &enum ss_priority
 * @routing: torus, bubble, wormhole, dragonfly: &enum ss_routing_choice; vc: of the words of
 *	@topology, which one
 * @threshold: torus: hundredths of a flit (SS_ROUTE_CQR) or packet (SS_ROUTE_GAL) by which a
 *	quadrant's queues count as too long; at least 1
 * @occupancy: torus: &enum ss_occupancy, of the output queues
 * @crossbar: bubble, wormhole: &enum ss_crossbar
 * @bubble: bubble: &enum ss_bubble
 * @patience: bubble, wormhole: refusals after which a packet asks for its way to escape only, at
 *	least 1
 * @global_delay: dragonfly: cycles on a global link, 1 to 255; @link_delay is those on a local one
 * @crossbar_delay: dragonfly: cycles from a grant until the output queue has the header, 1 to 255
 * @global_depth: dragonfly: flits of each VC's queue of a global port; @input_depth: a local one's
 * @inject_depth: dragonfly: the same of a node's port
 * @output_depth: dragonfly: flits of an output queue
 * @global_vcs: dragonfly: VCs of a global port, as @vcs of a local one, 1 to 16
 * @reply_vcs: dragonfly: VCs of a local port that are the replies' own, after the @vcs of requests;
 *	0: they share these
 * @reply_global_vcs: dragonfly: likewise of a global port, after @global_vcs; 0 if @reply_vcs is
 * @inject_vcs: dragonfly: VCs of a node's port, 1 to 16, 2 or more if there are replies
 * @shared: dragonfly: 1 if VCs of a local or global port share its memory, of as many flits as
 *	their queues would have; 0: each has its own
 * @reserved: dragonfly: percent of those flits that are each VC's own if it is shared, at most 100
 * @speedup: dragonfly: flits that the crossbar carries per cycle, 1 or 2
 * @iterations: dragonfly: of the allocator in a cycle, 1 to 4
 * @transit: dragonfly: 1 if outputs prefer packets from other routers to those from nodes
 * @pointer: dragonfly: &enum ss_pointer
 * @valiant: dragonfly: &enum ss_valiant
 * @order: dragonfly: &enum ss_order
 * @vc_select: dragonfly: &enum ss_select, if @order is SS_ORDER_FLEXIBLE
 * @vc_limit_group: dragonfly: 1 if packets in their source's group have fewer VCs with
 *	SS_ORDER_FLEXIBLE (docs/dragonfly-router.md, section 9), 0 if the path alone limits them
 * @sink: dragonfly: &enum ss_sink_choice
 * @output_time: dragonfly: &enum ss_output_time
 * @entry: dragonfly: &enum ss_entry
 * @adaptive: dragonfly: of the routings that adapt
 * @seed: of the traffic sources
 * @regions: parts that can be run side by side, 1 to 64 and at most as many as
 *	routers; no result depends on it
 * @own: 0: all regions are run here; otherwise the number plus one of the only one that is, while
 *	other processes run the others.  Then no memory of routers, nodes, packets or messages of
 *	others is touched, so that it takes no room where memory is mapped when it is touched
 * @window: cycles that a router is run for before others are, at most: a power of two,
 *	or 0 for as many as the delays allow; no result depends on it
 */
struct ss_config {
	const struct ss_kind *kind;
	const struct ss_topology_ops *topology;
	u32 size[SS_SIZES];
	u32 vcs;
	u32 classes;
	u32 max_packet;
	u32 input_depth;
	u32 staging_depth;
	u32 router_delay;
	u32 routing_delay;
	u32 vc_delay;
	u32 switch_delay;
	u32 traversal_delay;
	u32 link_delay;
	u32 eject[2];
	u32 inject[2];
	u32 ack_delay;
	u32 may_deadlock;
	u32 tables;
	u32 arbiter;
	u32 assignment;
	u32 ties;
	u32 flow;
	u32 allocator;
	u32 priority;
	u32 routing;
	u32 threshold;
	u32 occupancy;
	u32 crossbar;
	u32 bubble;
	u32 patience;
	u32 global_delay;
	u32 crossbar_delay;
	u32 global_depth;
	u32 inject_depth;
	u32 output_depth;
	u32 global_vcs;
	u32 reply_vcs;
	u32 reply_global_vcs;
	u32 inject_vcs;
	u32 shared;
	u32 reserved;
	u32 speedup;
	u32 iterations;
	u32 transit;
	u32 pointer;
	u32 valiant;
	u32 order;
	u32 vc_select;
	u32 vc_limit_group;
	u32 sink;
	u32 output_time;
	u32 entry;
	struct ss_adaptive adaptive;
	u64 bit_errors;
	u64 seed;
	u32 regions;
	u32 own;
	u32 window;
};

#define SS_MAX_REGIONS	64

#endif /* SS_FABRIC_CONFIG_H */
