/* SPDX-License-Identifier: GPL-2.0-only */
/* The part of a configuration that one kind of router has for itself (fabric_config.h). */
#ifndef SS_KIND_CONFIG_H
#define SS_KIND_CONFIG_H

#include "port.h"

/**
 * struct ss_seastar_config - configuration of routers of the Cray XT only
 * @staging_depth: flits of each staging buffer, @max_packet to 255
 * @arbiter: &enum ss_arbiter_kind, of all outputs and inputs
 * @tables: 1 if there may be look-up tables (ss_tables_set()), links may fail
 * (ss_link_fail()), and single ones have bits that arrive wrong (ss_link_set_errors()); then
 * a fabric has room for packets that take any turn
 * @bit_errors: wrong bits per 10^12 bits on a link, at most 10^10; links send micropackets again
 * that the receiver finds wrong (docs/model.md, section 9). 0: no errors
 */
struct ss_seastar_config {
	u32 staging_depth;
	u32 arbiter;
	u32 tables;
	u64 bit_errors;
};

/**
 * enum ss_flow - condition for a packet to move on
 * @SS_FLOW_WORMHOLE: flit by flit, as there are credits
 * @SS_FLOW_CUT_THROUGH: once there are credits for all of it
 * @SS_FLOWS: number of kinds
 */
enum ss_flow {
	SS_FLOW_WORMHOLE,
	SS_FLOW_CUT_THROUGH,
	SS_FLOWS,
};

/**
 * enum ss_allocator - the side that chooses first in a separable allocator
 * @SS_ALLOCATE_OUTPUT: each output chooses a requesting input, then each chosen input an output
 * @SS_ALLOCATE_INPUT: each input chooses an output, then each output one of those inputs
 * @SS_ALLOCATORS: number of kinds
 */
enum ss_allocator {
	SS_ALLOCATE_OUTPUT,
	SS_ALLOCATE_INPUT,
	SS_ALLOCATORS,
};

/**
 * struct ss_vc_config - configuration of routers with virtual channels only
 * @routing_delay: cycles from a header's arrival until it asks for a VC, 1 to 255
 * @vc_delay: from a VC's allocation until the switch is asked for, 1 to 255
 * @switch_delay: from the switch's allocation until a flit goes into it, 1 to 255
 * @traversal_delay: for a flit to pass the switch, 1 to 255
 * @flow: &enum ss_flow
 * @allocator: &enum ss_allocator, of VCs and of the switch
 */
struct ss_vc_config {
	u32 routing_delay;
	u32 vc_delay;
	u32 switch_delay;
	u32 traversal_delay;
	u32 flow;
	u32 allocator;
};

/**
 * enum ss_occupancy - which flits of an output's queue SS_ROUTE_CQR counts
 * @SS_OCCUPANCY_ALL: those of all VCs
 * @SS_OCCUPANCY_FREE: those of the non-star VC
 * @SS_OCCUPANCIES: number of kinds
 */
enum ss_occupancy {
	SS_OCCUPANCY_ALL,
	SS_OCCUPANCY_FREE,
	SS_OCCUPANCIES,
};

/**
 * enum ss_discipline - which flits of a queue may leave it
 * @SS_DISCIPLINE_FIFO: the one that came first
 * @SS_DISCIPLINE_OLDEST: any; the oldest that has a place goes first
 * @SS_DISCIPLINES: number of kinds
 */
enum ss_discipline {
	SS_DISCIPLINE_FIFO,
	SS_DISCIPLINE_OLDEST,
	SS_DISCIPLINES,
};

/**
 * enum ss_stars - the dimension in which a packet may take star channels
 * @SS_STARS_LOWEST: the lowest in which it has to move
 * @SS_STARS_HIGHEST: the highest
 * @SS_STARS_KINDS: number of kinds
 */
enum ss_stars {
	SS_STARS_LOWEST,
	SS_STARS_HIGHEST,
	SS_STARS_KINDS,
};

/**
 * struct ss_torus_config - configuration of output-queued torus routers only
 * @threshold: hundredths of a flit (SS_ROUTE_CQR) or packet (SS_ROUTE_GAL) by which a
 * quadrant's queues count as too long; at least 1
 * @occupancy: &enum ss_occupancy, of the output queues
 * @discipline: &enum ss_discipline, of the output queues
 * @stars: &enum ss_stars
 */
struct ss_torus_config {
	u32 threshold;
	u32 occupancy;
	u32 discipline;
	u32 stars;
};

/**
 * enum ss_crossbar - arbiters of a crossbar's outputs
 * @SS_CROSSBAR_OAC: an arbiter for each output
 * @SS_CROSSBAR_SIC: one for all, which connects one input per cycle
 * @SS_CROSSBAR_WAVE: one for all, which connects as many as it can (bubble)
 * @SS_CROSSBARS: number of kinds
 */
enum ss_crossbar {
	SS_CROSSBAR_OAC,
	SS_CROSSBAR_SIC,
	SS_CROSSBAR_WAVE,
	SS_CROSSBARS,
};

/**
 * enum ss_bubble - free places for packets that an escape queue must have for a packet to enter a
 *	ring
 * @SS_BUBBLE_TWO: two, so that one is left in the ring
 * @SS_BUBBLE_ONE: one, which is plain cut-through: rings may fill, and deadlock
 * @SS_BUBBLE_CRITICAL: one beside the ring's critical bubble, wherever that is
 * @SS_BUBBLES: number of kinds
 */
enum ss_bubble {
	SS_BUBBLE_TWO,
	SS_BUBBLE_ONE,
	SS_BUBBLE_CRITICAL,
	SS_BUBBLES,
};

/**
 * struct ss_escape_config - configuration of bubble and wormhole routers, where packets may escape
 * to other VCs
 * @crossbar: &enum ss_crossbar
 * @bubble: bubble: &enum ss_bubble
 * @patience: refusals after which a packet asks for its way to escape only, at least 1
 */
struct ss_escape_config {
	u32 crossbar;
	u32 bubble;
	u32 patience;
};

/**
 * enum ss_valiant - where an intermediate router or group in a Dragonfly may not be
 * @SS_VALIANT_SOURCE: in the source's group, unless the destination is there, too
 * @SS_VALIANT_OUTSIDE: in the source's group
 * @SS_VALIANT_DESTINATION: in the destination's group
 * @SS_VALIANTS: number of kinds
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
 * @SS_ORDERS: number of kinds
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
 * @SS_SELECT_JSQ_HIGHEST: the one with the most credits, of several of these the highest
 * @SS_SELECTS: number of kinds
 */
enum ss_select {
	SS_SELECT_JSQ,
	SS_SELECT_HIGHEST,
	SS_SELECT_LOWEST,
	SS_SELECT_RANDOM,
	SS_SELECT_JSQ_HIGHEST,
	SS_SELECTS,
};

/**
 * enum ss_pointer - when an input's arbiter counts as having served
 * @SS_POINTER_GRANT: when the VC that it chose is granted an output
 * @SS_POINTER_REQUEST: when that VC requests an output
 * @SS_POINTERS: number of kinds
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
 * @SS_SINKS: number of kinds
 */
enum ss_sink_choice {
	SS_SINK_PORT,
	SS_SINK_IDLE,
	SS_SINKS,
};

/**
 * enum ss_output_time - for how long a grant makes an output busy
 * @SS_OUTPUT_TAIL: until the tail has passed the crossbar, as it does the input
 * @SS_OUTPUT_CROSSBAR: for the crossbar's time of a packet that has arrived whole
 * @SS_OUTPUT_TIMES: number of kinds
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
 * @SS_ENTRIES: number of kinds
 */
enum ss_entry {
	SS_ENTRY_WHOLE,
	SS_ENTRY_FLITS,
	SS_ENTRIES,
};

/**
 * enum ss_inject_select - the VC of a node's port that a packet enters
 * @SS_INJECT_DESTINATION: by the number of its destination
 * @SS_INJECT_RANDOM: a random one
 * @SS_INJECT_JSQ: the one with most room, of several the lowest ("join the shortest queue")
 * @SS_INJECT_SELECTS: number of kinds
 */
enum ss_inject_select {
	SS_INJECT_DESTINATION,
	SS_INJECT_RANDOM,
	SS_INJECT_JSQ,
	SS_INJECT_SELECTS,
};

/**
 * enum ss_input_priority - the policy of inputs' arbiters in a Dragonfly
 * @SS_INPUT_PRIORITY_SAME: the priority of outputs' arbiters, &struct ss_config.priority
 * @SS_INPUT_PRIORITY_OWN: and beyond: &enum ss_priority, less this
 */
enum ss_input_priority {
	SS_INPUT_PRIORITY_SAME,
	SS_INPUT_PRIORITY_OWN,
};

/**
 * enum ss_misrouting - global links by which packets may leave the minimal way in a Dragonfly
 * @SS_MISROUTE_RRG: any of the group (restricted to none)
 * @SS_MISROUTE_CRG: those of the router where the packet is
 * @SS_MISROUTE_NRG: those of the other routers of the group
 * @SS_MISROUTE_MM: at the source as CRG, then as NRG; only where routers decide in
 *	transit
 * @SS_MISROUTINGS: number of kinds
 */
enum ss_misrouting {
	SS_MISROUTE_RRG,
	SS_MISROUTE_CRG,
	SS_MISROUTE_NRG,
	SS_MISROUTE_MM,
	SS_MISROUTINGS,
};

/**
 * enum ss_trigger - condition for a packet to leave the minimal path in transit
 * @SS_TRIGGER_CREDITS: occupancy
 * @SS_TRIGGER_BASE: number of packets at the fronts of queues whose minimal hop has the same output
 * @SS_TRIGGER_FILTERED: a moving mean of this number
 * @SS_TRIGGER_HYBRID: this number, or occupancy
 * @SS_TRIGGER_ECTN: this number and, at the source, the number of packets of the whole group for
 *	the same other group
 * @SS_TRIGGERS: number of kinds
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
 * @factor: UGAL: factor of the other way's occupancy, in hundredths, at most 10,000
 * @bias: UGAL: packets by which the minimal way is preferred, at most 4096
 * @link_percent: percent of the mean of a router's global links, at most 10,000; a link above
 *	it is congested
 * @link_packets: packets by which a congested link is above that, at most 4096
 * @least_percent: percent of a queue, at most 100; below it SS_TRIGGER_CREDITS does not let
 *	packets leave the minimal way
 * @candidate_percent: percent of the minimal hop's occupancy that another hop may have, at
 *	most 10,000
 * @contention: threshold of the counters, 1 to 1024
 * @group_contention: threshold of the counters' sum over the group, 1 to 65535
 * @period: cycles between two broadcasts of the sums, 1 to 65535; with SS_TRIGGER_ECTN no less than
 *	@link_delay
 * @alpha: percent of the former mean in the next mean, at most 99
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

/**
 * struct ss_dragonfly_config - configuration of routers of a Dragonfly only
 * @global_delay: cycles on a global link, 1 to 255; @link_delay is those on a local one
 * @crossbar_delay: cycles from a grant until the output queue has the header, 1 to 255
 * @global_depth: flits of each VC's queue of a global port; @input_depth is that of a local port
 * @inject_depth: flits of each VC's queue of a node's port
 * @output_depth: flits of an output queue; 0: outputs have none, and @speedup is 1
 * @global_vcs: VCs of a global port, as @vcs of a local one, 1 to 16
 * @reply_vcs: VCs of a local port that are the replies' own, after the @vcs of requests; 0: they
 * share these
 * @reply_global_vcs: VCs of a global port that are the replies' own, after @global_vcs; 0 if
 *	@reply_vcs is 0
 * @inject_vcs: VCs of a node's port, 1 to 16, 2 or more if there are replies
 * @inject_select: &enum ss_inject_select
 * @shared: 1 if VCs of a local or global port share its memory, of as many flits as
 * their queues would have; 0: each has its own
 * @reserved: percent of those flits that are each VC's own if it is shared, at most 100
 * @speedup: flits that the crossbar carries per cycle, 1 or 2
 * @input_speedup: packets of an input, on different VCs, that cross at a time, 1 to 4
 * @iterations: passes of the allocator in a cycle, 1 to 4
 * @transit: 1 if outputs prefer packets from other routers to those from nodes
 * @input_priority: &enum ss_input_priority
 * @pointer: &enum ss_pointer
 * @valiant: &enum ss_valiant
 * @order: &enum ss_order
 * @vc_select: &enum ss_select, if @order is SS_ORDER_FLEXIBLE
 * @vc_limit_group: 1 if packets in their source's group have fewer VCs with
 * SS_ORDER_FLEXIBLE (docs/dragonfly-router.md, section 9), 0 if the path alone limits them
 * @sink: &enum ss_sink_choice
 * @output_time: &enum ss_output_time
 * @entry: &enum ss_entry
 * @adaptive: configuration of the routings that adapt
 */
struct ss_dragonfly_config {
	u32 global_delay;
	u32 crossbar_delay;
	u32 global_depth;
	u32 inject_depth;
	u32 output_depth;
	u32 global_vcs;
	u32 reply_vcs;
	u32 reply_global_vcs;
	u32 inject_vcs;
	u32 inject_select;
	u32 shared;
	u32 reserved;
	u32 speedup;
	u32 input_speedup;
	u32 iterations;
	u32 transit;
	u32 input_priority;
	u32 pointer;
	u32 valiant;
	u32 order;
	u32 vc_select;
	u32 vc_limit_group;
	u32 sink;
	u32 output_time;
	u32 entry;
	struct ss_adaptive adaptive;
};

#endif /* SS_KIND_CONFIG_H */
