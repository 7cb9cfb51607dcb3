/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * Interface of the seastar driver: its generic netlink family, and the
 * statistics files that /dev/seastar gives.
 *
 * Attributes only grow: a number, once used, keeps its meaning.  Numbers
 * are in host byte order; an "array" is an NLA_BINARY of that scalar.
 *
 * Enumerations of values have no end marker, which those of commands and attributes
 * have.  A macro, such as SEASTAR_PORTS, has the number of values in this version, and
 * changes when a value is added.
 */
#ifndef _UAPI_LINUX_SEASTAR_H
#define _UAPI_LINUX_SEASTAR_H

#include <linux/ioctl.h>
#include <linux/types.h>

#define SEASTAR_GENL_NAME	"seastar"
#define SEASTAR_GENL_VERSION	1
#define SEASTAR_GENL_MC_EVENTS	"events"

/* A device name: 1 to 31 of [A-Za-z0-9_.-], the first a letter or a digit. */
#define SEASTAR_NAME_MAX	31

#define SEASTAR_DIMS		3
#define SEASTAR_MAX_ROUTERS	32768
#define SEASTAR_MAX_PACKET	9	/* flits: a header and up to 8 of data */
#define SEASTAR_PPM		1000000	/* loads and shares are in millionths */
#define SEASTAR_MAX_BIT_ERRORS	10000000000ULL	/* errors per 10^12 bits */

/**
 * enum seastar_port - the ports of a router
 * @SEASTAR_PORT_PROC: port to the processor
 * @SEASTAR_PORT_XP: port in direction +x
 * @SEASTAR_PORT_XM: port in direction -x
 * @SEASTAR_PORT_YP: port in direction +y
 * @SEASTAR_PORT_YM: port in direction -y
 * @SEASTAR_PORT_ZP: port in direction +z
 * @SEASTAR_PORT_ZM: port in direction -z
 *
 * A network input is named by the side it is on: a packet that travels in
 * +x arrives on input -x (Abts & Weisser, SC07, Table 3).
 */
enum seastar_port {
	SEASTAR_PORT_PROC,
	SEASTAR_PORT_XP,
	SEASTAR_PORT_XM,
	SEASTAR_PORT_YP,
	SEASTAR_PORT_YM,
	SEASTAR_PORT_ZP,
	SEASTAR_PORT_ZM,
};

#define SEASTAR_PORTS	(SEASTAR_PORT_ZM + 1)

/* Made by `make docs` of include/seastar/counters.h, to SEASTAR_COUNTERS. */

/**
 * enum seastar_reg - the performance registers of a port (SC07, Table 4)
 * @SEASTAR_REG_VC0_BLOCKED: first of four: cycles in which the packet at the head of
 *	this input VC is routed but lacks buffer space to move on
 * @SEASTAR_REG_STALLED: cycles in which this output has packets to send and not enough
 *	send credits for any of them
 * @SEASTAR_REG_AGE_GROUP0: packets sent at ages of 0 to 127; each half wraps on its own:
 *	age_bin0 in bits 31:0, age_bin1 in bits 63:32
 * @SEASTAR_REG_AGE_GROUP1: packets sent at ages of 128 to 255; each half wraps on its
 *	own: age_bin2 in bits 31:0, age_bin3 in bits 63:32
 * @SEASTAR_REG_VC0_PKTS: first of four: packets received on this input VC
 * @SEASTAR_REG_VC0_FLITS: first of four: flits received on this input VC
 * @SEASTAR_REG_GRANTS0: how this output has chosen what it sent; each half wraps on its
 *	own: contested in bits 31:0, inhibited in bits 63:32; since version 1.1 of the
 *	register map
 * @SEASTAR_REG_GRANTS1: how this output has chosen what it sent; each half wraps on its
 *	own: tied in bits 31:0, saturated in bits 63:32; since version 1.1 of the register map
 */
enum seastar_reg {
	SEASTAR_REG_VC0_BLOCKED = 0,
	SEASTAR_REG_STALLED = 4,
	SEASTAR_REG_AGE_GROUP0 = 5,
	SEASTAR_REG_AGE_GROUP1 = 6,
	SEASTAR_REG_VC0_PKTS = 7,
	SEASTAR_REG_VC0_FLITS = 11,
	SEASTAR_REG_GRANTS0 = 15,
	SEASTAR_REG_GRANTS1 = 16,
};

#define SEASTAR_REGS	(SEASTAR_REG_GRANTS1 + 1)	/* per port */

/**
 * enum seastar_counter - the counters of a port: its performance registers, widened to
 *	64 bits and never cleared
 * @SEASTAR_COUNTER_VC0_BLOCKED: first of four: cycles in which the packet at the head of
 *	this input VC is routed but lacks buffer space to move on
 * @SEASTAR_COUNTER_STALLED: cycles in which this output has packets to send and not
 *	enough send credits for any of them
 * @SEASTAR_COUNTER_AGE_BIN0: first of four: packets sent by age, 64 ages a bin
 * @SEASTAR_COUNTER_VC0_PKTS: first of four: packets received on this input VC
 * @SEASTAR_COUNTER_VC0_FLITS: first of four: flits received on this input VC
 * @SEASTAR_COUNTER_CONTESTED: packets sent that had others beside them to choose from;
 *	since version 1.1 of the register map
 * @SEASTAR_COUNTER_INHIBITED: those that AGE_RR_SELECT had decided by age, and that were
 *	decided by round robin since the age clock was held; since version 1.1 of the register
 *	map
 * @SEASTAR_COUNTER_TIED: packets chosen by age from several that were equally old; since
 *	version 1.1 of the register map
 * @SEASTAR_COUNTER_SATURATED: packets sent at an age of 255; since version 1.1 of the
 *	register map
 *
 * Hardware of an older register map does not have a counter: it stays 0.
 */
enum seastar_counter {
	SEASTAR_COUNTER_VC0_BLOCKED = 0,
	SEASTAR_COUNTER_STALLED = 4,
	SEASTAR_COUNTER_AGE_BIN0 = 5,
	SEASTAR_COUNTER_VC0_PKTS = 9,
	SEASTAR_COUNTER_VC0_FLITS = 13,
	SEASTAR_COUNTER_CONTESTED = 17,
	SEASTAR_COUNTER_INHIBITED = 18,
	SEASTAR_COUNTER_TIED = 19,
	SEASTAR_COUNTER_SATURATED = 20,
};

#define SEASTAR_COUNTERS	(SEASTAR_COUNTER_SATURATED + 1)	/* per port */

#define SEASTAR_AGE_BINS	4
#define SEASTAR_AGES_A_BIN	64

/*
 * A gap between two samples of the registers was too long to trust, or a router was
 * reset between them: what was counted meanwhile may be missing.
 */
#define SEASTAR_STATS_FLAG_GAP	(1U << 0)

#define SEASTAR_MAX_MARKS	16	/* per device */

/**
 * enum seastar_source_stat - counts that a traffic source keeps of its packets
 * @SEASTAR_SRC_OFFERED: packets born, the dropped ones among them
 * @SEASTAR_SRC_DROPPED: packets that found a bounded source queue full
 * @SEASTAR_SRC_INJECTED: packets whose header entered the router
 * @SEASTAR_SRC_DELIVERED: packets whose last flit reached its processor
 * @SEASTAR_SRC_FLITS: flits of the delivered packets
 * @SEASTAR_SRC_LAT_SUM: sum of latencies, birth to last flit, in cycles
 * @SEASTAR_SRC_LAT_SQ_LO: sum of the squares of latencies, bits 63:0
 * @SEASTAR_SRC_LAT_SQ_HI: sum of the squares of latencies, bits 127:64
 * @SEASTAR_SRC_LAT_MAX: largest latency, in cycles
 * @SEASTAR_SRC_NET_SUM: sum of network latencies, injection of the header to last flit, in cycles
 * @SEASTAR_SRC_NET_SQ_LO: sum of the squares of network latencies, bits 63:0
 * @SEASTAR_SRC_NET_SQ_HI: sum of the squares of network latencies, bits 127:64
 * @SEASTAR_SRC_NET_MAX: largest network latency, in cycles
 *
 * OFFERED to INJECTED count from the device's creation; the others from the
 * last SEASTAR_CMD_STATS_RESET.
 */
enum seastar_source_stat {
	SEASTAR_SRC_OFFERED,
	SEASTAR_SRC_DROPPED,
	SEASTAR_SRC_INJECTED,
	SEASTAR_SRC_DELIVERED,
	SEASTAR_SRC_FLITS,
	SEASTAR_SRC_LAT_SUM,
	SEASTAR_SRC_LAT_SQ_LO,
	SEASTAR_SRC_LAT_SQ_HI,
	SEASTAR_SRC_LAT_MAX,
	SEASTAR_SRC_NET_SUM,
	SEASTAR_SRC_NET_SQ_LO,
	SEASTAR_SRC_NET_SQ_HI,
	SEASTAR_SRC_NET_MAX,
};

#define SEASTAR_SRC_STATS	(SEASTAR_SRC_NET_MAX + 1)

/* Latency histogram: bin 0 is 0 cycles, bin b is 2^(b-1) to 2^b - 1, the
 * last is open.
 */
#define SEASTAR_LAT_BINS	32

/* Fine latency histogram: bins 4 to 30 of the histogram above are cut into eighths; the last bin
 * is open, too. Bin b is b cycles for b < 8, and else begins at (8 + b % 8) * 2^(b / 8 - 1).
 */
#define SEASTAR_LAT_FINE_BINS	225

enum seastar_pattern {
	SEASTAR_PATTERN_NONE,		/* no traffic */
	SEASTAR_PATTERN_UNIFORM,	/* any other node, equally likely */
	SEASTAR_PATTERN_ALL_TO_ONE,	/* all nodes to one target */
	SEASTAR_PATTERN_NEIGHBOUR,	/* the neighbour over any link, equally likely */
	SEASTAR_PATTERN_COMPLEMENT,	/* coordinate c to k-1-c; k: routers along its dimension */
	SEASTAR_PATTERN_TORNADO,	/* coordinate c to c+(k-1)/2 mod k, in each dimension */
	SEASTAR_PATTERN_PERMUTATION,	/* as listed in PERMUTATION */
	SEASTAR_PATTERN_BIT_REVERSAL,	/* the bits of the node's number in reverse order */
	SEASTAR_PATTERN_SHUFFLE,	/* the bits of the node's number rotated left by one */
	SEASTAR_PATTERN_TRANSPOSE,	/* the node's coordinates in reverse order */
};

#define SEASTAR_PATTERNS	(SEASTAR_PATTERN_TRANSPOSE + 1)

enum seastar_source {
	SEASTAR_SOURCE_OPEN,		/* packets in random cycles (Bernoulli), at a given load */
	SEASTAR_SOURCE_CLOSED,		/* up to a window of packets outstanding */
};

#define SEASTAR_SOURCES	(SEASTAR_SOURCE_CLOSED + 1)

enum seastar_clock_state {
	SEASTAR_CLOCK_STOPPED,
	SEASTAR_CLOCK_RUNNING,		/* until stopped */
	SEASTAR_CLOCK_STEPPING,		/* for a number of cycles */
};

#define SEASTAR_CLOCK_STATES	(SEASTAR_CLOCK_STEPPING + 1)

/**
 * enum seastar_cmd - commands; those marked (A) need CAP_NET_ADMIN, those marked (S) are of
 *	software fabrics alone: a driver of hardware refuses them with EOPNOTSUPP.  Attributes
 *	have the same mark
 * @SEASTAR_CMD_DEV_GET: one device by name, or a dump of all devices; with SEASTAR_A_DEV_WANT_HASH
 *	(A)
 * @SEASTAR_CMD_DEV_NEW: (A) (S) create a software fabric; replies as DEV_GET
 * @SEASTAR_CMD_DEV_DEL: (A) (S) delete a software fabric
 * @SEASTAR_CMD_AGING_GET: the aging registers of one router, or a dump, one
 *	message per router
 * @SEASTAR_CMD_AGING_SET: (A) write aging registers of the named routers and
 *	ports, all of them or none
 * @SEASTAR_CMD_STATS_GET: the counters of one router, or a dump, one message per
 *	router, all of one cycle
 * @SEASTAR_CMD_STATS_RESET: (A) (S) start the latency statistics anew; registers
 *	are never cleared
 * @SEASTAR_CMD_TRAFFIC_GET: (S) the settings of the traffic sources; a dump has only the
 *	lists of permutations, in parts
 * @SEASTAR_CMD_TRAFFIC_SET: (A) (S) replace the settings of the traffic sources
 * @SEASTAR_CMD_CLOCK_GET: (S) the state of the fabric's clock
 * @SEASTAR_CMD_CLOCK_SET: (A) (S) run, step or stop the fabric's clock
 * @SEASTAR_CMD_MMR_GET: read memory-mapped registers of a router; (A) for hardware
 * @SEASTAR_CMD_MMR_SET: (A) write a memory-mapped register, under the rules of the command that
 *	changes the same setting: AGING_SET, CONFIG_COMMIT or LINK_SET
 * @SEASTAR_CMD_CONFIG_GET: a dump of the commits that wait to be confirmed
 * @SEASTAR_CMD_CONFIG_COMMIT: (A) change settings of any devices, all of them or
 *	none, or only check whether that is possible; replies as CONFIG_GET
 * @SEASTAR_CMD_CONFIG_CONFIRM: (A) keep the changes of a commit
 * @SEASTAR_CMD_CONFIG_CANCEL: (A) undo a commit now
 * @SEASTAR_CMD_CONFIG_EXTEND: (A) give a commit more time
 * @SEASTAR_CMD_MARK_GET: one mark, or a dump of marks
 * @SEASTAR_CMD_MARK_NEW: (A) keep the present counters under a name; replies as
 *	MARK_GET
 * @SEASTAR_CMD_MARK_DEL: (A) forget a mark
 * @SEASTAR_CMD_LATENCY_GET: (S) the counts of the traffic source of one router, or of all together
 *	if no router is named, or a dump, one message per router; sum and dump are each of one
 *	instant
 * @SEASTAR_CMD_DEV_NEW_NTF: event: a device came
 * @SEASTAR_CMD_DEV_DEL_NTF: event: a device went
 * @SEASTAR_CMD_AGING_NTF: event: aging changed; carries device, generation and
 *	the entries applied, or no entry if they do not fit: ask for all
 * @SEASTAR_CMD_TRAFFIC_NTF: (S) event: traffic changed
 * @SEASTAR_CMD_CLOCK_NTF: (S) event: the clock's state changed, by command or
 *	because a step was done
 * @SEASTAR_CMD_MMR_NTF: event: a register was written by MMR_SET; an AGING_NTF, a ROUTE_NTF or a
 *	LINK_NTF comes, too, as after any other change of the same setting
 * @SEASTAR_CMD_CONFIG_NTF: event: a commit was made, confirmed, extended or
 *	undone, or a device has left it
 * @SEASTAR_CMD_STATS_NTF: event: counters can no longer be trusted to be
 *	complete, since a gap between two samples was too long
 * @SEASTAR_CMD_LINK_NTF: event: a link came up or went down, or the rate of its wrong bits
 *	changed
 * @SEASTAR_CMD_DEV_LOST_NTF: event: a device does not answer any more
 * @SEASTAR_CMD_DEV_FOUND_NTF: event: a device that was lost, or that slept, answers
 *	again; another generation than before says that settings were lost, too
 * @SEASTAR_CMD_LINK_GET: the state of the links of one router, or a dump, one message per router;
 *	as the driver last read it from the hardware, which it does every second
 * @SEASTAR_CMD_LINK_SET: (A) take a link down, in both directions, or bring it up again; links
 *	are no settings, so LINK_SET works while a commit waits to be confirmed
 * @SEASTAR_CMD_ROUTE_GET: the routing of packets: by look-up tables, or by the fabric's built-in
 *	rule; a dump has the tables, and is empty if the rule routes packets
 * @SEASTAR_CMD_ROUTE_NEW: (A) begin a draft of tables; replies with its id.  A device has at most
 *	one draft: a new one replaces the former one, and the draft is deleted when the socket of
 *	the request is closed.  CONFIG_COMMIT brings the draft into force
 * @SEASTAR_CMD_ROUTE_FILL: (A) fill in a part of a draft of tables
 * @SEASTAR_CMD_ROUTE_NTF: event: other tables, or the built-in rule, route packets, from this
 *	generation on; a commit that fails, or is undone, has one for the new tables and one
 *	for the former ones
 */
enum seastar_cmd {
	SEASTAR_CMD_DEV_GET = 1,
	SEASTAR_CMD_DEV_NEW,
	SEASTAR_CMD_DEV_DEL,
	SEASTAR_CMD_AGING_GET,
	SEASTAR_CMD_AGING_SET,
	SEASTAR_CMD_STATS_GET,
	SEASTAR_CMD_STATS_RESET,
	SEASTAR_CMD_TRAFFIC_GET,
	SEASTAR_CMD_TRAFFIC_SET,
	SEASTAR_CMD_CLOCK_GET,
	SEASTAR_CMD_CLOCK_SET,
	SEASTAR_CMD_MMR_GET,
	SEASTAR_CMD_MMR_SET,
	SEASTAR_CMD_CONFIG_GET,
	SEASTAR_CMD_CONFIG_COMMIT,
	SEASTAR_CMD_CONFIG_CONFIRM,
	SEASTAR_CMD_CONFIG_CANCEL,
	SEASTAR_CMD_CONFIG_EXTEND,
	SEASTAR_CMD_MARK_GET,
	SEASTAR_CMD_MARK_NEW,
	SEASTAR_CMD_MARK_DEL,
	SEASTAR_CMD_LATENCY_GET,
	SEASTAR_CMD_DEV_NEW_NTF,
	SEASTAR_CMD_DEV_DEL_NTF,
	SEASTAR_CMD_AGING_NTF,
	SEASTAR_CMD_TRAFFIC_NTF,
	SEASTAR_CMD_CLOCK_NTF,
	SEASTAR_CMD_MMR_NTF,
	SEASTAR_CMD_CONFIG_NTF,
	SEASTAR_CMD_STATS_NTF,
	SEASTAR_CMD_LINK_NTF,
	SEASTAR_CMD_DEV_LOST_NTF,
	SEASTAR_CMD_DEV_FOUND_NTF,
	SEASTAR_CMD_LINK_GET,
	SEASTAR_CMD_LINK_SET,
	SEASTAR_CMD_ROUTE_GET,
	SEASTAR_CMD_ROUTE_NEW,
	SEASTAR_CMD_ROUTE_FILL,
	SEASTAR_CMD_ROUTE_NTF,

	__SEASTAR_CMD_MAX,
	SEASTAR_CMD_MAX = __SEASTAR_CMD_MAX - 1,
};

/**
 * enum seastar_dev_attr - attributes of a device
 * @SEASTAR_A_DEV_NAME: string, name of the device
 * @SEASTAR_A_DEV_BACKEND: string, "soft", or "mmio" for hardware; read only
 * @SEASTAR_A_DEV_RADIX: u32 array, routers along x, y and z, 1 to 3 entries; absent ones are 1
 * @SEASTAR_A_DEV_MESH: u32, bit d set where dimension d is a mesh, not a torus
 * @SEASTAR_A_DEV_ROUTERS: u32, number of routers; read only
 * @SEASTAR_A_DEV_CYCLE: u64, cycles executed; read only
 * @SEASTAR_A_DEV_GENERATION: u64, generation of the settings: it changes with each
 *	change of a setting; no value is used twice, by any device; read only
 * @SEASTAR_A_DEV_VCS: u32, virtual channels per class: 1, 2 or 4
 * @SEASTAR_A_DEV_MAX_PACKET: u32, greatest length of a packet in flits, MAX_PACKET_SIZE
 * @SEASTAR_A_DEV_SOFT: (S) nest of &enum seastar_soft_attr; absent of hardware
 * @SEASTAR_A_DEV_WANT_HASH: (S) flag in DEV_GET: compute @SEASTAR_A_MODEL_HASH; needs
 *	CAP_NET_ADMIN, since all other users of the device wait meanwhile
 * @SEASTAR_A_DEV_MODEL: (S) nest of &enum seastar_model_attr: the hash, if it was asked for; read
 *	only
 * @SEASTAR_A_DEV_PAD: padding
 * @SEASTAR_A_DEV_ID: u64, id of this device alone: a later device of the same name has another one;
 *	read only
 * @SEASTAR_A_DEV_LOST: flag: the hardware does not answer any more; read only
 * @SEASTAR_A_DEV_BUS_ADDRESS: string, place of the hardware, as the driver core names it: of a PCI
 *	function "0000:00:05.0"; read only
 * @SEASTAR_A_DEV_LINK_CHANGES: u64, number of changes of links since the device came: a link came
 *	up or went down, or the rate of its wrong bits changed.  A kept answer of LINK_GET is out of
 *	date once this number is another; read only
 */
enum seastar_dev_attr {
	SEASTAR_A_DEV_NAME = 1,
	SEASTAR_A_DEV_BACKEND,
	SEASTAR_A_DEV_RADIX,
	SEASTAR_A_DEV_MESH,
	SEASTAR_A_DEV_ROUTERS,
	SEASTAR_A_DEV_CYCLE,
	SEASTAR_A_DEV_GENERATION,
	SEASTAR_A_DEV_VCS,
	SEASTAR_A_DEV_MAX_PACKET,
	SEASTAR_A_DEV_SOFT,
	SEASTAR_A_DEV_WANT_HASH,
	SEASTAR_A_DEV_MODEL,
	SEASTAR_A_DEV_PAD,
	SEASTAR_A_DEV_ID,
	SEASTAR_A_DEV_LOST,
	SEASTAR_A_DEV_BUS_ADDRESS,
	SEASTAR_A_DEV_LINK_CHANGES,

	__SEASTAR_A_DEV_MAX,
	SEASTAR_A_DEV_MAX = __SEASTAR_A_DEV_MAX - 1,
};

/**
 * enum seastar_soft_attr - parameters of a software fabric, given once, when it is made
 * @SEASTAR_A_SOFT_SEED: u64, seed of the traffic sources
 * @SEASTAR_A_SOFT_INPUT_DEPTH: u32, depth of each input VC buffer in flits
 * @SEASTAR_A_SOFT_STAGING_DEPTH: u32, depth of each staging buffer in flits
 * @SEASTAR_A_SOFT_ROUTER_DELAY: u32, cycles that a router takes
 * @SEASTAR_A_SOFT_LINK_DELAY: u32, cycles that a link takes
 * @SEASTAR_A_SOFT_EJECT: u32 array of 2: the processor port takes [0] flits
 *	in [1] cycles
 * @SEASTAR_A_SOFT_INJECT: u32 array of 2: the processor port injects [0] flits in [1] cycles
 * @SEASTAR_A_SOFT_ACK_DELAY: u32, cycles from delivery until a closed source
 *	may replace the packet
 * @SEASTAR_A_SOFT_PAD: padding
 */
enum seastar_soft_attr {
	SEASTAR_A_SOFT_SEED = 1,
	SEASTAR_A_SOFT_INPUT_DEPTH,
	SEASTAR_A_SOFT_STAGING_DEPTH,
	SEASTAR_A_SOFT_ROUTER_DELAY,
	SEASTAR_A_SOFT_LINK_DELAY,
	SEASTAR_A_SOFT_EJECT,
	SEASTAR_A_SOFT_INJECT,
	SEASTAR_A_SOFT_ACK_DELAY,
	SEASTAR_A_SOFT_PAD,

	__SEASTAR_A_SOFT_MAX,
	SEASTAR_A_SOFT_MAX = __SEASTAR_A_SOFT_MAX - 1,
};

/**
 * enum seastar_model_attr - what only a model knows of itself; read only
 * @SEASTAR_A_MODEL_HASH: u64, hash of the model's whole state; DEV_GET
 * @SEASTAR_A_MODEL_SOURCE: u64 array by &enum seastar_source_stat, which may grow at its end;
 *	LATENCY_GET, as all that follow up to @SEASTAR_A_MODEL_LOST
 * @SEASTAR_A_MODEL_LAT_HIST: u64 array of at most SEASTAR_LAT_BINS: latencies;
 *	bins that are empty are left out at the end
 * @SEASTAR_A_MODEL_SENDERS: u32, sources to which the traffic in force gives something
 *	to send.  LATENCY_GET has this attribute and the next ones, up to @SEASTAR_A_MODEL_LOST,
 *	only for all routers together; those up to @SEASTAR_A_MODEL_OLDEST only without
 *	@SEASTAR_A_STATS_SINCE
 * @SEASTAR_A_MODEL_LEAST_INJECTED: u64, packets injected by the sender that injected the
 *	fewest; this and the attributes up to @SEASTAR_A_MODEL_STARVED count since the last
 *	SEASTAR_CMD_STATS_RESET, or else the device's creation
 * @SEASTAR_A_MODEL_MOST_INJECTED: u64, packets injected by the sender that injected the most
 * @SEASTAR_A_MODEL_LEAST_DELIVERED: u64, delivered packets of the sender that has the fewest
 * @SEASTAR_A_MODEL_MOST_DELIVERED: u64, delivered packets of the sender that has the most
 * @SEASTAR_A_MODEL_STARVED: u32, nodes that have injected nothing, though packets
 *	wait there; also for one router, as 1 or 0
 * @SEASTAR_A_MODEL_OLDEST: u64, cycles since the birth of the oldest packet that has
 *	not been delivered, wherever it waits; absent if there is none
 * @SEASTAR_A_MODEL_IN_FLIGHT: u64, packets that were injected and have been neither delivered
 *	nor dropped
 * @SEASTAR_A_MODEL_LOST: u64 array by &enum seastar_drop, packets that routers have dropped
 *	since the device came; it may grow at its end
 * @SEASTAR_A_MODEL_BIT_ERRORS: u64 array by port, wrong bits per 10^12 bits that leave over the
 *	link; LINK_GET, as @SEASTAR_A_MODEL_UNDETECTED
 * @SEASTAR_A_MODEL_UNDETECTED: u64 array by port, wrong micropackets of the output that the
 *	receiver took
 * @SEASTAR_A_MODEL_PAD: padding
 * @SEASTAR_A_MODEL_LAT_FINE: u64 array of at most SEASTAR_LAT_FINE_BINS: latencies of all sources
 *	together, in bins an eighth as wide as those of @SEASTAR_A_MODEL_LAT_HIST; LATENCY_GET; bins
 *	that are empty are left out at the end
 *
 * No hardware counts these: they are of software fabrics alone.
 */
enum seastar_model_attr {
	SEASTAR_A_MODEL_HASH = 1,
	SEASTAR_A_MODEL_SOURCE,
	SEASTAR_A_MODEL_LAT_HIST,
	SEASTAR_A_MODEL_SENDERS,
	SEASTAR_A_MODEL_LEAST_INJECTED,
	SEASTAR_A_MODEL_MOST_INJECTED,
	SEASTAR_A_MODEL_LEAST_DELIVERED,
	SEASTAR_A_MODEL_MOST_DELIVERED,
	SEASTAR_A_MODEL_STARVED,
	SEASTAR_A_MODEL_OLDEST,
	SEASTAR_A_MODEL_IN_FLIGHT,
	SEASTAR_A_MODEL_LOST,
	SEASTAR_A_MODEL_BIT_ERRORS,
	SEASTAR_A_MODEL_UNDETECTED,
	SEASTAR_A_MODEL_PAD,
	SEASTAR_A_MODEL_LAT_FINE,

	__SEASTAR_A_MODEL_MAX,
	SEASTAR_A_MODEL_MAX = __SEASTAR_A_MODEL_MAX - 1,
};

/**
 * enum seastar_aging_attr - attributes of the aging commands
 * @SEASTAR_A_AGING_DEV: string, name of the device
 * @SEASTAR_A_AGING_ROUTER: u32, number of the router; in AGING_GET and its replies
 * @SEASTAR_A_AGING_GENERATION: u64, generation of the settings; in AGING_SET, if given, the change
 *	is refused with ESTALE unless it is the current one
 * @SEASTAR_A_AGING_ENTRY: nest of &enum seastar_entry_attr, may be repeated;
 *	in AGING_SET, applied in order
 * @SEASTAR_A_AGING_CLOCK_PERIOD: u32, AGE_CLOCK_PERIOD; replies
 * @SEASTAR_A_AGING_RR_SELECT: u64, AGE_RR_SELECT; replies
 * @SEASTAR_A_AGING_REQ_BIAS: u8 array by port, REQ_AGE_BIAS; replies
 * @SEASTAR_A_AGING_RSP_BIAS: u8 array by port, RSP_AGE_BIAS; replies
 * @SEASTAR_A_AGING_PAD: padding
 */
enum seastar_aging_attr {
	SEASTAR_A_AGING_DEV = 1,
	SEASTAR_A_AGING_ROUTER,
	SEASTAR_A_AGING_GENERATION,
	SEASTAR_A_AGING_ENTRY,
	SEASTAR_A_AGING_CLOCK_PERIOD,
	SEASTAR_A_AGING_RR_SELECT,
	SEASTAR_A_AGING_REQ_BIAS,
	SEASTAR_A_AGING_RSP_BIAS,
	SEASTAR_A_AGING_PAD,

	__SEASTAR_A_AGING_MAX,
	SEASTAR_A_AGING_MAX = __SEASTAR_A_AGING_MAX - 1,
};

/**
 * enum seastar_entry_attr - one change of AGING_SET
 * @SEASTAR_A_ENTRY_ROUTER: u32, number of the router; absent: every router
 * @SEASTAR_A_ENTRY_PORTS: u32, bit p for port p; absent: every port. Only with biases: the other
 *	two registers belong to the whole router
 * @SEASTAR_A_ENTRY_CLOCK_PERIOD: u32, AGE_CLOCK_PERIOD, 1 or more
 * @SEASTAR_A_ENTRY_RR_SELECT: u64, AGE_RR_SELECT
 * @SEASTAR_A_ENTRY_REQ_BIAS: u8, REQ_AGE_BIAS, 0 to 7
 * @SEASTAR_A_ENTRY_RSP_BIAS: u8, RSP_AGE_BIAS, 0 to 7
 * @SEASTAR_A_ENTRY_PAD: padding
 */
enum seastar_entry_attr {
	SEASTAR_A_ENTRY_ROUTER = 1,
	SEASTAR_A_ENTRY_PORTS,
	SEASTAR_A_ENTRY_CLOCK_PERIOD,
	SEASTAR_A_ENTRY_RR_SELECT,
	SEASTAR_A_ENTRY_REQ_BIAS,
	SEASTAR_A_ENTRY_RSP_BIAS,
	SEASTAR_A_ENTRY_PAD,

	__SEASTAR_A_ENTRY_MAX,
	SEASTAR_A_ENTRY_MAX = __SEASTAR_A_ENTRY_MAX - 1,
};

/**
 * enum seastar_stats_attr - attributes of the statistics commands
 * @SEASTAR_A_STATS_DEV: string, name of the device
 * @SEASTAR_A_STATS_ROUTER: u32, number of the router
 * @SEASTAR_A_STATS_SINCE: string in STATS_GET and LATENCY_GET, name of a mark: counters and the
 *	counts of the sources are those since the mark, without the maxima, which are 0
 * @SEASTAR_A_STATS_SINCE_CYCLE: u64, cycle of the mark
 * @SEASTAR_A_STATS_SINCE_TIME: u64, time of the mark in nanoseconds of CLOCK_REALTIME
 * @SEASTAR_A_STATS_SEQUENCE: u64, number of the sample: larger in a later one
 * @SEASTAR_A_STATS_CYCLE: u64, cycle of the reading
 * @SEASTAR_A_STATS_TIME: u64, time of the reading in nanoseconds of CLOCK_REALTIME
 * @SEASTAR_A_STATS_GENERATION: u64, generation of the settings in force
 * @SEASTAR_A_STATS_FLAGS: u32, SEASTAR_STATS_FLAG_GAP: since the device came, or since
 *	the mark; absent: none
 * @SEASTAR_A_STATS_COUNTERS: u64 array, [SEASTAR_COUNTERS][SEASTAR_PORTS]; it may
 *	grow at its end: ignore the tail
 * @SEASTAR_A_STATS_MODEL: (S) nest of &enum seastar_model_attr; LATENCY_GET
 * @SEASTAR_A_STATS_PAD: padding
 * @SEASTAR_A_STATS_GAPS: u64, samples that lack counts, since the device came or since the mark;
 *	absent: none
 * @SEASTAR_A_STATS_FAILED: u64, samples that could not be taken, since the device came or since the
 *	mark; absent: none. A failed sample alone loses no counts
 */
enum seastar_stats_attr {
	SEASTAR_A_STATS_DEV = 1,
	SEASTAR_A_STATS_ROUTER,
	SEASTAR_A_STATS_SINCE,
	SEASTAR_A_STATS_SINCE_CYCLE,
	SEASTAR_A_STATS_SINCE_TIME,
	SEASTAR_A_STATS_SEQUENCE,
	SEASTAR_A_STATS_CYCLE,
	SEASTAR_A_STATS_TIME,
	SEASTAR_A_STATS_GENERATION,
	SEASTAR_A_STATS_FLAGS,
	SEASTAR_A_STATS_COUNTERS,
	SEASTAR_A_STATS_MODEL,
	SEASTAR_A_STATS_PAD,
	SEASTAR_A_STATS_GAPS,
	SEASTAR_A_STATS_FAILED,

	__SEASTAR_A_STATS_MAX,
	SEASTAR_A_STATS_MAX = __SEASTAR_A_STATS_MAX - 1,
};

/**
 * enum seastar_traffic_attr - attributes of the traffic commands
 * @SEASTAR_A_TRAFFIC_DEV: string, name of the device
 * @SEASTAR_A_TRAFFIC_PATTERN: u32, &enum seastar_pattern
 * @SEASTAR_A_TRAFFIC_TARGET: u32, destination router of ALL_TO_ONE
 * @SEASTAR_A_TRAFFIC_PERMUTATION: u32 array, destinations of PERMUTATION; entry s is that of source
 *	s. May be repeated in TRAFFIC_SET: the arrays are put end to end. Replies leave it out,
 *	dumps have it in parts
 * @SEASTAR_A_TRAFFIC_SOURCE: u32, &enum seastar_source
 * @SEASTAR_A_TRAFFIC_LOAD: u32, load in millionths of a flit per node per cycle; OPEN
 * @SEASTAR_A_TRAFFIC_QUEUE: u32, packets that a source queue holds, 0: no bound; OPEN
 * @SEASTAR_A_TRAFFIC_WINDOW: u32, packets outstanding per node; CLOSED
 * @SEASTAR_A_TRAFFIC_LENGTHS: u32 array of SEASTAR_MAX_PACKET weights: frequency of packets of 1,
 *	2, ... flits
 * @SEASTAR_A_TRAFFIC_REQUESTS: u32, millionths of the packets that are
 *	requests; the others are responses
 * @SEASTAR_A_TRAFFIC_PAD: padding
 * @SEASTAR_A_TRAFFIC_OFFSET: u32, in a dump: index in the permutation of the first entry of
 *	@SEASTAR_A_TRAFFIC_PERMUTATION
 * @SEASTAR_A_TRAFFIC_GENERATION: u64, generation of the settings; replies and events
 */
enum seastar_traffic_attr {
	SEASTAR_A_TRAFFIC_DEV = 1,
	SEASTAR_A_TRAFFIC_PATTERN,
	SEASTAR_A_TRAFFIC_TARGET,
	SEASTAR_A_TRAFFIC_PERMUTATION,
	SEASTAR_A_TRAFFIC_SOURCE,
	SEASTAR_A_TRAFFIC_LOAD,
	SEASTAR_A_TRAFFIC_QUEUE,
	SEASTAR_A_TRAFFIC_WINDOW,
	SEASTAR_A_TRAFFIC_LENGTHS,
	SEASTAR_A_TRAFFIC_REQUESTS,
	SEASTAR_A_TRAFFIC_PAD,
	SEASTAR_A_TRAFFIC_OFFSET,
	SEASTAR_A_TRAFFIC_GENERATION,

	__SEASTAR_A_TRAFFIC_MAX,
	SEASTAR_A_TRAFFIC_MAX = __SEASTAR_A_TRAFFIC_MAX - 1,
};

/**
 * enum seastar_clock_attr - attributes of the clock commands
 * @SEASTAR_A_CLOCK_DEV: string, name of the device
 * @SEASTAR_A_CLOCK_STATE: u32, &enum seastar_clock_state
 * @SEASTAR_A_CLOCK_STEPS: u64, cycles to run; with STEPPING.  A fabric's time
 *	ends at cycle 2^55: its clock stops there, and steps beyond are refused
 * @SEASTAR_A_CLOCK_REMAINING: u64, cycles of a step still to run; read only
 * @SEASTAR_A_CLOCK_CYCLE: u64, cycles executed; read only
 * @SEASTAR_A_CLOCK_BUDGET: u32, per cent of one CPU that the clock may use, 1 to 100
 * @SEASTAR_A_CLOCK_PAD: padding
 * @SEASTAR_A_CLOCK_RATE: u32, cycles per second at which the clock runs, fewer if its budget does
 *	not suffice; 0: as many as the budget allows
 * @SEASTAR_A_CLOCK_GENERATION: u64, generation of the settings; read only
 */
enum seastar_clock_attr {
	SEASTAR_A_CLOCK_DEV = 1,
	SEASTAR_A_CLOCK_STATE,
	SEASTAR_A_CLOCK_STEPS,
	SEASTAR_A_CLOCK_REMAINING,
	SEASTAR_A_CLOCK_CYCLE,
	SEASTAR_A_CLOCK_BUDGET,
	SEASTAR_A_CLOCK_PAD,
	SEASTAR_A_CLOCK_RATE,
	SEASTAR_A_CLOCK_GENERATION,

	__SEASTAR_A_CLOCK_MAX,
	SEASTAR_A_CLOCK_MAX = __SEASTAR_A_CLOCK_MAX - 1,
};

/**
 * enum seastar_mmr_attr - attributes of the register commands
 * @SEASTAR_A_MMR_DEV: string, name of the device
 * @SEASTAR_A_MMR_ROUTER: u32, number of the router
 * @SEASTAR_A_MMR_OFFSET: u32, offset of the register in the router's window in bytes; docs/mmr.md
 * @SEASTAR_A_MMR_COUNT: u32, number of registers to read, 8 bytes apart and with no hole between
 *	them, 1 to 512; 1 if absent
 * @SEASTAR_A_MMR_VALUE: u64, value to write; MMR_SET and events
 * @SEASTAR_A_MMR_VALUES: u64 array, values read: in a software fabric all of one instant, in
 *	hardware one after another; replies
 * @SEASTAR_A_MMR_GENERATION: u64, generation of the settings; in MMR_SET, if given, the write is
 *	refused with ESTALE unless it is the current one
 * @SEASTAR_A_MMR_PAD: padding
 */
enum seastar_mmr_attr {
	SEASTAR_A_MMR_DEV = 1,
	SEASTAR_A_MMR_ROUTER,
	SEASTAR_A_MMR_OFFSET,
	SEASTAR_A_MMR_COUNT,
	SEASTAR_A_MMR_VALUE,
	SEASTAR_A_MMR_VALUES,
	SEASTAR_A_MMR_GENERATION,
	SEASTAR_A_MMR_PAD,

	__SEASTAR_A_MMR_MAX,
	SEASTAR_A_MMR_MAX = __SEASTAR_A_MMR_MAX - 1,
};

/* The most devices that a commit can change. */
#define SEASTAR_CONFIG_MAX_DEVS	32

#define SEASTAR_COMMENT_MAX	63	/* bytes */

enum seastar_config_state {
	SEASTAR_CONFIG_CHECKED,		/* possible, but nothing was changed */
	SEASTAR_CONFIG_COMMITTED,	/* changed for good */
	SEASTAR_CONFIG_PENDING,		/* changed, undone unless confirmed */
	SEASTAR_CONFIG_CONFIRMED,
	SEASTAR_CONFIG_CANCELLED,	/* undone on demand */
	SEASTAR_CONFIG_EXPIRED,		/* undone: not confirmed in time */
	SEASTAR_CONFIG_FAILED,		/* undone, but not in all devices: one failed */
};

#define SEASTAR_CONFIG_STATES	(SEASTAR_CONFIG_FAILED + 1)

/**
 * enum seastar_config_attr - attributes of the config commands
 * @SEASTAR_A_CONFIG_ID: u64, id of a pending commit; never given twice
 * @SEASTAR_A_CONFIG_DEV: nest of &enum seastar_config_dev_attr, may be repeated,
 *	also for one device: a nest is at most 64 KiB long
 * @SEASTAR_A_CONFIG_CHECK: flag in CONFIG_COMMIT: check, and change nothing
 * @SEASTAR_A_CONFIG_TIMEOUT: u32, milliseconds until the commit is undone unless it is confirmed, 1
 *	to 86,400,000; absent in CONFIG_COMMIT: it needs no confirmation. In CONFIG_EXTEND: from now
 *	on
 * @SEASTAR_A_CONFIG_REMAINING: u32, milliseconds left; replies
 * @SEASTAR_A_CONFIG_STATE: u32, &enum seastar_config_state; replies
 * @SEASTAR_A_CONFIG_PAD: padding
 * @SEASTAR_A_CONFIG_COMMENT: string of at most SEASTAR_COMMENT_MAX bytes: comment of the commit by
 *	its maker
 * @SEASTAR_A_CONFIG_OWNER: string, name of the program that made the commit; replies
 * @SEASTAR_A_CONFIG_OWNER_UID: u32, user id of the program that made the commit; replies
 */
enum seastar_config_attr {
	SEASTAR_A_CONFIG_ID = 1,
	SEASTAR_A_CONFIG_DEV,
	SEASTAR_A_CONFIG_CHECK,
	SEASTAR_A_CONFIG_TIMEOUT,
	SEASTAR_A_CONFIG_REMAINING,
	SEASTAR_A_CONFIG_STATE,
	SEASTAR_A_CONFIG_PAD,
	SEASTAR_A_CONFIG_COMMENT,
	SEASTAR_A_CONFIG_OWNER,
	SEASTAR_A_CONFIG_OWNER_UID,

	__SEASTAR_A_CONFIG_MAX,
	SEASTAR_A_CONFIG_MAX = __SEASTAR_A_CONFIG_MAX - 1,
};

/**
 * enum seastar_config_dev_attr - what a commit changes of one device
 * @SEASTAR_A_CONFIG_DEV_NAME: string, name of the device
 * @SEASTAR_A_CONFIG_DEV_GENERATION: u64, generation of the settings; in CONFIG_COMMIT, if given,
 *	the commit is refused with ESTALE unless it is the current one; in replies the one after the
 *	commit
 * @SEASTAR_A_CONFIG_DEV_ENTRY: nest of &enum seastar_entry_attr, may be repeated;
 *	applied in order
 * @SEASTAR_A_CONFIG_DEV_PAD: padding
 * @SEASTAR_A_CONFIG_DEV_ROUTES: u64, id of a draft that has all its parts: its tables will
 *	route packets; 0: (S) the built-in rule will. The tables are replaced while the network is
 *	empty, except for packets that SEASTAR_STRANDED_REROUTE reroutes: until then no packet may
 *	enter it. The same when the commit is undone
 * @SEASTAR_A_CONFIG_DEV_STRANDED: u32, &enum seastar_stranded; absent: SEASTAR_STRANDED_DROP
 * @SEASTAR_A_CONFIG_DEV_QUIESCED: u64, cycles in which no packet entered; replies
 * @SEASTAR_A_CONFIG_DEV_LOST: u64, packets dropped while no packet entered; replies
 */
enum seastar_config_dev_attr {
	SEASTAR_A_CONFIG_DEV_NAME = 1,
	SEASTAR_A_CONFIG_DEV_GENERATION,
	SEASTAR_A_CONFIG_DEV_ENTRY,
	SEASTAR_A_CONFIG_DEV_PAD,
	SEASTAR_A_CONFIG_DEV_ROUTES,
	SEASTAR_A_CONFIG_DEV_STRANDED,
	SEASTAR_A_CONFIG_DEV_QUIESCED,
	SEASTAR_A_CONFIG_DEV_LOST,

	__SEASTAR_A_CONFIG_DEV_MAX,
	SEASTAR_A_CONFIG_DEV_MAX = __SEASTAR_A_CONFIG_DEV_MAX - 1,
};

/**
 * enum seastar_mark_attr - attributes of the mark commands
 * @SEASTAR_A_MARK_DEV: string, name of the device
 * @SEASTAR_A_MARK_NAME: string, name of the mark, with the rules of a device's name
 * @SEASTAR_A_MARK_ID: u64, id of the mark, never given twice; read only
 * @SEASTAR_A_MARK_LEASE: u32, seconds until the mark goes by itself, 0: never;
 *	in replies the seconds left
 * @SEASTAR_A_MARK_CYCLE: u64, cycle of the mark's counters; read only
 * @SEASTAR_A_MARK_TIME: u64, time of the mark's counters in nanoseconds of CLOCK_REALTIME; read
 *	only
 * @SEASTAR_A_MARK_PAD: padding
 */
enum seastar_mark_attr {
	SEASTAR_A_MARK_DEV = 1,
	SEASTAR_A_MARK_NAME,
	SEASTAR_A_MARK_ID,
	SEASTAR_A_MARK_LEASE,
	SEASTAR_A_MARK_CYCLE,
	SEASTAR_A_MARK_TIME,
	SEASTAR_A_MARK_PAD,

	__SEASTAR_A_MARK_MAX,
	SEASTAR_A_MARK_MAX = __SEASTAR_A_MARK_MAX - 1,
};

/**
 * enum seastar_link_policy - what becomes of packets for a link that is down
 * @SEASTAR_LINK_WAIT: packets wait until the link is up, or until other tables lead them elsewhere
 * @SEASTAR_LINK_DROP: packets are dropped, and counted
 */
enum seastar_link_policy {
	SEASTAR_LINK_WAIT,
	SEASTAR_LINK_DROP,
};

#define SEASTAR_LINK_POLICIES	(SEASTAR_LINK_DROP + 1)

/**
 * enum seastar_drop - why a router has dropped a packet
 * @SEASTAR_DROP_NO_ROUTE: the look-up table has no route for the packet's destination
 * @SEASTAR_DROP_DATELINE: the packet would have crossed a dateline a second time
 * @SEASTAR_DROP_LINK: the packet's link was down
 */
enum seastar_drop {
	SEASTAR_DROP_NO_ROUTE,
	SEASTAR_DROP_DATELINE,
	SEASTAR_DROP_LINK,
};

#define SEASTAR_DROPS	(SEASTAR_DROP_LINK + 1)

/**
 * enum seastar_link_attr - attributes of LINK_GET, LINK_SET and LINK_NTF
 * @SEASTAR_A_LINK_DEV: string, name of the device
 * @SEASTAR_A_LINK_ROUTER: u32, number of the router
 * @SEASTAR_A_LINK_PORT: u32, &enum seastar_port
 * @SEASTAR_A_LINK_UP: u8, 1 if the link carries flits now, or else 0; in LINK_SET the state that it
 *	shall have
 * @SEASTAR_A_LINK_PAD: padding
 * @SEASTAR_A_LINK_PORTS_PRESENT: u32, bit p set where port p has another side; LINK_GET
 * @SEASTAR_A_LINK_PORTS_UP: u32, bit p set where the link of port p carries flits;
 *	LINK_GET
 * @SEASTAR_A_LINK_TRANSITIONS: u32 array by port, times that the link came up or went down since
 *	the device came; LINK_GET
 * @SEASTAR_A_LINK_SINCE: u64 array by port, time of the last transition in nanoseconds of
 *	CLOCK_REALTIME; 0: there was none; LINK_GET
 * @SEASTAR_A_LINK_GENERATION: u64, generation of the settings
 * @SEASTAR_A_LINK_POLICY: u32, &enum seastar_link_policy, in LINK_SET of a link that goes down;
 *	absent: SEASTAR_LINK_WAIT
 * @SEASTAR_A_LINK_DROPPED: u64 array by &enum seastar_drop, packets that the router has dropped
 *	since it was reset; it may grow at its end; absent of hardware that does not count them;
 *	LINK_GET
 * @SEASTAR_A_LINK_BIT_ERRORS: (S) u64, wrong bits per 10^12 bits that leave over the link, at most
 *	10^10; in LINK_SET, in both directions. A link sends again the micropackets that the
 *	receiver finds wrong. Hardware that is a model takes this attribute, too
 * @SEASTAR_A_LINK_PORT_RETRIES: u64 array by port, micropackets that the output has sent again,
 *	since the receiver found them wrong; absent of hardware that does not count them; LINK_GET
 * @SEASTAR_A_LINK_MODEL: (S) nest of &enum seastar_model_attr: BIT_ERRORS and UNDETECTED; hardware
 *	has it only if RTR_CAPABILITY says that it is a model; LINK_GET
 */
enum seastar_link_attr {
	SEASTAR_A_LINK_DEV = 1,
	SEASTAR_A_LINK_ROUTER,
	SEASTAR_A_LINK_PORT,
	SEASTAR_A_LINK_UP,
	SEASTAR_A_LINK_PAD,
	SEASTAR_A_LINK_PORTS_PRESENT,
	SEASTAR_A_LINK_PORTS_UP,
	SEASTAR_A_LINK_TRANSITIONS,
	SEASTAR_A_LINK_SINCE,
	SEASTAR_A_LINK_GENERATION,
	SEASTAR_A_LINK_POLICY,
	SEASTAR_A_LINK_DROPPED,
	SEASTAR_A_LINK_BIT_ERRORS,
	SEASTAR_A_LINK_PORT_RETRIES,
	SEASTAR_A_LINK_MODEL,

	__SEASTAR_A_LINK_MAX,
	SEASTAR_A_LINK_MAX = __SEASTAR_A_LINK_MAX - 1,
};

/*
 * Look-up tables (docs/routing.md).  An entry is a byte: bits 2:0 are the output port, bits 6:4 an
 * &enum seastar_route_vc; SEASTAR_NO_ROUTE stands for no route.  A local table has 4096 entries, in
 * 64 blocks of 64.  A global table has 16 entries: the first 16 of a block.  Tables can share
 * blocks that have the same entries.
 */
#define SEASTAR_NO_ROUTE	0xff
#define SEASTAR_ROUTE_BLOCK	64	/* entries of a block, and blocks of a local table */
#define SEASTAR_ROUTE_MAX_BLOCKS	(1U << 24)
#define SEASTAR_NO_DATELINE	0xffffffffU
#define SEASTAR_NODE_IDS	32768	/* a node id has 15 bits */
#define SEASTAR_PLAN_MAX	1023	/* bytes */

/**
 * enum seastar_route_vc - the virtual channel of a packet behind its output
 * @SEASTAR_ROUTE_VC0: VC0, or VC2 of a response
 * @SEASTAR_ROUTE_VC1: VC1, or VC3 of a response
 * @SEASTAR_ROUTE_KEEP: the VC on which the packet arrived
 *
 * A packet on VC0 that leaves the router of a dateline along its ring is on VC1 behind it; one on
 * VC1 is dropped there.
 */
enum seastar_route_vc {
	SEASTAR_ROUTE_VC0,
	SEASTAR_ROUTE_VC1,
	SEASTAR_ROUTE_KEEP,
};

/**
 * enum seastar_stranded - what becomes of packets that cannot leave the network by the former
 *	tables, since a link is down
 * @SEASTAR_STRANDED_DROP: packets are dropped, and counted
 * @SEASTAR_STRANDED_REROUTE: (S) the new tables route the packets that no output has taken yet,
 *	which may overtake earlier packets of the same source and destination
 */
enum seastar_stranded {
	SEASTAR_STRANDED_DROP,
	SEASTAR_STRANDED_REROUTE,
};

/**
 * enum seastar_route_attr - attributes of the route commands
 * @SEASTAR_A_ROUTE_DEV: string, name of the device
 * @SEASTAR_A_ROUTE_ROUTER: u32, number of the first router in LOCAL, GLOBAL and NODE_ID
 * @SEASTAR_A_ROUTE_DRAFT: u64, id of a draft; never given twice
 * @SEASTAR_A_ROUTE_BLOCKS: u32, number of blocks, 1 to SEASTAR_ROUTE_MAX_BLOCKS; absent in a reply:
 *	the built-in rule routes packets
 * @SEASTAR_A_ROUTE_DATELINE: u32 array, coordinate of the routers of the dateline of x, y, z, or
 *	SEASTAR_NO_DATELINE; absent in ROUTE_NEW: none
 * @SEASTAR_A_ROUTE_PLAN: string of at most SEASTAR_PLAN_MAX bytes: plan that the tables were made
 *	from, in the words of their maker; the kernel does not read it
 * @SEASTAR_A_ROUTE_FIRST_BLOCK: u32, number of the first block of BLOCK
 * @SEASTAR_A_ROUTE_BLOCK: binary, blocks one after another, at most 511
 * @SEASTAR_A_ROUTE_LOCAL: u32 array, [routers][SEASTAR_PORTS][64], of at most 18 routers: number of
 *	the block for each 64 destinations
 * @SEASTAR_A_ROUTE_GLOBAL: u32 array, [routers][SEASTAR_PORTS]: numbers of blocks
 * @SEASTAR_A_ROUTE_NODE_ID: u16 array by router: node ids
 * @SEASTAR_A_ROUTE_GENERATION: u64, generation of the settings
 * @SEASTAR_A_ROUTE_PAD: padding
 */
enum seastar_route_attr {
	SEASTAR_A_ROUTE_DEV = 1,
	SEASTAR_A_ROUTE_ROUTER,
	SEASTAR_A_ROUTE_DRAFT,
	SEASTAR_A_ROUTE_BLOCKS,
	SEASTAR_A_ROUTE_DATELINE,
	SEASTAR_A_ROUTE_PLAN,
	SEASTAR_A_ROUTE_FIRST_BLOCK,
	SEASTAR_A_ROUTE_BLOCK,
	SEASTAR_A_ROUTE_LOCAL,
	SEASTAR_A_ROUTE_GLOBAL,
	SEASTAR_A_ROUTE_NODE_ID,
	SEASTAR_A_ROUTE_GENERATION,
	SEASTAR_A_ROUTE_PAD,

	__SEASTAR_A_ROUTE_MAX,
	SEASTAR_A_ROUTE_MAX = __SEASTAR_A_ROUTE_MAX - 1,
};

/**
 * struct seastar_stats_fd - argument of SEASTAR_IOC_STATS_FD
 * @size: bytes of this structure, as the caller knows it: SEASTAR_STATS_FD_SIZE_VER0 or more
 * @flags: 0; none is defined yet, and those that the driver does not know are refused with EINVAL
 * @name: name of the device, with its terminating 0
 *
 * Later versions may add fields at the end.  A new field that is 0 has no effect.  A driver that
 * does not know a field refuses it with E2BIG, unless all its bytes are 0.
 */
struct seastar_stats_fd {
	__u32 size;
	__u32 flags;
	char name[SEASTAR_NAME_MAX + 1];
};

#define SEASTAR_STATS_FD_SIZE_VER0	40

/*
 * On /dev/seastar, without privileges: open a new file with the counters of a
 * device, to be read by pread():
 *
 *	header		struct seastar_stats_header, at 0
 *	descriptors	struct seastar_stats_desc, desc_count of them, desc_size bytes
 *			apart, from desc_offset on
 *	data block	struct seastar_stats_data, data_size bytes from data_offset on
 *
 * A read that includes the first byte of the data block takes a sample: one read of the
 * whole block is one instant of the fabric.  Smaller reads of the rest of it go on
 * with that sample.  Reads fail with ENODEV once the device is gone.
 */
#define SEASTAR_IOC_STATS_FD	_IO(0xb9, 0)

#define SEASTAR_STATS_MAGIC	0x53524153	/* "SARS", little endian */
#define SEASTAR_STATS_VERSION	1

/**
 * struct seastar_stats_header - the beginning of a statistics file
 * @magic: SEASTAR_STATS_MAGIC
 * @version: SEASTAR_STATS_VERSION; it moves only if a field changes its meaning
 * @header_size: bytes of this header; later versions of the driver may add to it
 * @desc_count: number of descriptors
 * @desc_offset: offset of the first descriptor in the file, in bytes
 * @desc_size: bytes from one descriptor to the next
 * @data_offset: offset of the data block in the file, in bytes
 * @data_size: bytes of the data block
 * @routers: routers of the device
 * @ports: ports of a router
 * @dev_id: id of the device, as SEASTAR_A_DEV_ID
 * @id: "seastar-" and the device's name
 */
struct seastar_stats_header {
	__u32 magic;
	__u32 version;
	__u32 header_size;
	__u32 desc_count;
	__u32 desc_offset;
	__u32 desc_size;
	__u64 data_offset;
	__u64 data_size;
	__u32 routers;
	__u32 ports;
	__u64 dev_id;
	char id[48];
};

enum seastar_stats_kind {
	SEASTAR_STATS_KIND_COUNTER,		/* never falls */
	SEASTAR_STATS_KIND_GAUGE,		/* a value of this instant */
	SEASTAR_STATS_KIND_HISTOGRAM,	/* a counter of the values in a bucket */
};

enum seastar_stats_unit {
	SEASTAR_STATS_UNIT_NONE,
	SEASTAR_STATS_UNIT_CYCLES,
	SEASTAR_STATS_UNIT_NANOSECONDS,
	SEASTAR_STATS_UNIT_PACKETS,
	SEASTAR_STATS_UNIT_FLITS,
};

/**
 * struct seastar_stats_desc - what a part of the data block is
 * @name: unique name
 * @kind: &enum seastar_stats_kind
 * @unit: &enum seastar_stats_unit
 * @offset: offset of the first element in the data block, in bytes
 * @width: bytes of an element: 8, or 4
 * @count: elements one after another: one per port, or 1
 * @repeats: repetitions of the elements: one per router, or 1
 * @stride: bytes from one repetition to the next
 * @bucket_low: least value in this bucket of a histogram
 * @bucket_high: greatest value in this bucket
 */
struct seastar_stats_desc {
	char name[32];
	__u32 kind;
	__u32 unit;
	__u64 offset;
	__u32 width;
	__u32 count;
	__u32 repeats;
	__u32 stride;
	__u64 bucket_low;
	__u64 bucket_high;
};

/**
 * struct seastar_stats_data - the data block: one sample
 * @sequence: number of the sample: larger in a later one
 * @cycle: cycle of the sample
 * @time: time of the sample in nanoseconds of CLOCK_REALTIME
 * @generation: generation of the settings in force
 * @flags: SEASTAR_STATS_FLAG_GAP, since the device came
 * @reserved: 0
 * @gaps: samples that lack counts, up to this one, since the device came
 * @failed: samples that could not be taken, since the device came
 * @counters: [routers][SEASTAR_COUNTERS][SEASTAR_PORTS]
 */
struct seastar_stats_data {
	__u64 sequence;
	__u64 cycle;
	__u64 time;
	__u64 generation;
	__u32 flags;
	__u32 reserved;
	__u64 gaps;
	__u64 failed;
	__u64 counters[];
};

#endif /* _UAPI_LINUX_SEASTAR_H */
