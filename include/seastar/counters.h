/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The counters of a port, and the performance registers that they widen: the only table of them.
 * docs/new-counter.md describes how to add one.
 *
 * `make docs` makes from it the enumerations of include/uapi/linux/seastar.h and of
 * docs/netlink/seastar.yaml, docs/mmr.md, the files in docs/ABI/sysfs-class-seastar, metrics of
 * docs/monitoring.md, and properties in docs/schema.  Driver, model and tools include it.
 *
 * A row begins with its group, a macro that the user of the table gives:
 *
 *	VCS	four counters: one per virtual channel of an input.
 *	OUTPUT	one counter of an output.
 *	AGES	SEASTAR_AGE_BINS counters of packets that an output sent, by age.
 *	CHOICE	one counter of packets that an output chose in a certain way.
 *
 * The columns are
 *
 *	NAME	the name in SEASTAR_COUNTER_NAME, or in SEASTAR_COUNTER_VC0_NAME.
 *	name	the same in lower case: its file in sysfs, key in JSON, and field in the model.
 *	number	value in &enum seastar_counter, for several counters that of the first one.
 *		Existing numbers never change: a new row gets the next number.
 *	place	WHOLE: a register of 64 bits, SEASTAR_REG_NAME; LOW or HIGH: bits 31:0 or 63:32
 *		of a register of SS_PACKED; these halves wrap.  New counters are WHOLE.
 *	reg	value of that register, or of the first of several, in &enum seastar_reg.
 *	since	PAPER: Table 4 of Abts & Weisser, SC07, has it; OWN(1, 4): version 1.4 of the
 *		register map is the first that has it.  With older hardware it stays 0.
 *	unit	PACKETS, FLITS or CYCLES.
 *	doc	what it counts: in register map, header, specification and schema.
 *	metric	METRIC in seastar-exporter's xtnet_METRIC_total and xtnet_port_METRIC_total.
 *	help	help text of xtnet_METRIC_total, a sum per dimension.
 *	port	help text of xtnet_port_METRIC_total, one value per port; also describes the
 *		counter's file in sysfs.
 *
 * Rows are in the order in which tools show them.
 */
#ifndef SEASTAR_COUNTER_TABLE_H
#define SEASTAR_COUNTER_TABLE_H

#include <linux/seastar.h>
#include <seastar/types.h>

#define SS_COUNTERS(VCS, OUTPUT, AGES, CHOICE)							\
	VCS(PKTS, pkts, 9, WHOLE, 7, PAPER, PACKETS,						\
	    "Packets received on this input VC",						\
	    "packets_received",									\
	    "Packets received on input ports, by the dimension of the port.",			\
	    "Packets received on an input virtual channel.")					\
	VCS(FLITS, flits, 13, WHOLE, 11, PAPER, FLITS,						\
	    "Flits received on this input VC",							\
	    "flits_received",									\
	    "Flits received on input ports.",							\
	    "Flits received on an input virtual channel.")					\
	VCS(BLOCKED, blocked, 0, WHOLE, 0, PAPER, CYCLES,					\
	    "Cycles in which the packet at the head of this input VC is routed but lacks buffer space to move on", \
	    "blocked_cycles",									\
	    "Cycles in which the packet at the head of an input virtual channel was routed but lacked buffer space to move on.", \
	    "Cycles in which the packet at the head of an input virtual channel was routed but lacked buffer space to move on.") \
	OUTPUT(STALLED, stalled, 4, WHOLE, 4, PAPER, CYCLES,					\
	       "Cycles in which this output has packets to send and not enough send credits for any of them", \
	       "stalled_cycles",								\
	       "Cycles in which an output port had packets to send and not enough send credits for any of them.", \
	       "Cycles in which the output port had packets to send and not enough send credits for any of them.") \
	AGES(AGE_BIN, age_bin, 5, LOW, 5, PAPER, PACKETS,					\
	     "packets sent by age, 64 ages a bin",						\
	     "packets_sent",									\
	     "Packets sent by output ports, by age.",						\
	     "Packets sent by the output port, by age.")					\
	CHOICE(CONTESTED, contested, 17, LOW, 15, OWN(1, 1), PACKETS,				\
	       "packets sent after a choice among several",						\
	       "grants_contested",								\
	       "Packets sent after a choice among several.",					\
	       "Packets that the output port sent after a choice among several.")		\
	CHOICE(INHIBITED, inhibited, 18, HIGH, 15, OWN(1, 1), PACKETS,				\
	       "packets that AGE_RR_SELECT assigned to age, but that round robin chose because the age clock was held", \
	       "grants_inhibited",								\
	       "Packets chosen by round robin although age should have decided, because the age clock was held.", \
	       "Packets that the output port chose by round robin although age should have decided, because the age clock was held.") \
	CHOICE(TIED, tied, 19, LOW, 16, OWN(1, 1), PACKETS,					\
	       "packets chosen by age from several that were equally old",			\
	       "grants_tied",									\
	       "Packets chosen by age among several equally old.",				\
	       "Packets that the output port chose by age among several equally old.")		\
	CHOICE(SATURATED, saturated, 20, HIGH, 16, OWN(1, 1), PACKETS,				\
	       "packets sent at an age of 255",							\
	       "packets_sent_saturated",							\
	       "Packets sent at age 255, the greatest there is.",				\
	       "Packets sent by the output port at age 255, the greatest there is.")

#define SS_COUNT_ONE(...)	+ 1
#define SS_COUNT_FOUR(...)	+ 4

/* Arrays of counters and of registers have the sizes in the UAPI header. */
static_assert(0 SS_COUNTERS(SS_COUNT_FOUR, SS_COUNT_ONE, SS_COUNT_FOUR, SS_COUNT_ONE) ==
	      SEASTAR_COUNTERS, "the table of counters has changed: run make docs");

/* A group that a user of the table leaves out. */
#define SS_NO_COUNTERS(...)

/* The registers whose halves are counters: name, number, since, and what they hold. */
#define SS_PACKED(X)										\
	X(AGE_GROUP0, 5, PAPER, "Packets sent at ages of 0 to 127; each half wraps on its own.") \
	X(AGE_GROUP1, 6, PAPER, "Packets sent at ages of 128 to 255; each half wraps on its own.") \
	X(GRANTS0, 15, OWN(1, 1),								\
	  "How this output has chosen what it sent; each half wraps on its own.")		\
	X(GRANTS1, 16, OWN(1, 1),								\
	  "How this output has chosen what it sent; each half wraps on its own.")

/*
 * Index of the half that holds a counter, if a port's registers are seen as an array of 32-bit
 * halves.  For a WHOLE register: index of its low half.
 */
#define SS_HALF_WHOLE(reg)	(2 * (reg))
#define SS_HALF_LOW(reg)	(2 * (reg))
#define SS_HALF_HIGH(reg)	(2 * (reg) + 1)

/* First version of the register map that has a counter: as a value of RTR_VERSION, and in words. */
#define SS_SINCE_PAPER			0x0100
#define SS_SINCE_OWN(major, minor)	((major) << 8 | (minor))
#define SS_SINCE_WORDS_PAPER		""
#define SS_SINCE_WORDS_OWN(major, minor) \
	" Not in the paper; since version " #major "." #minor " of the map."

#endif /* SEASTAR_COUNTER_TABLE_H */
