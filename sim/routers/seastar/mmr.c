// SPDX-License-Identifier: GPL-2.0-only
/* The table of registers, and look-ups in it. */
#include <linux/seastar.h>
#include <seastar/counters.h>
#include <seastar/mmr.h>
#include <seastar/route.h>

#include "port.h"
#include "sim/parts/link/go_back_n.h"

#define FIELD(name_, msb_, lsb_, doc_) \
	{ .name = name_, .lsb = lsb_, .width = (msb_) - (lsb_) + 1, .doc = doc_ }

static const struct ss_mmr_field id_fields[] = {
	FIELD("VENDOR", 15, 0, "0x17db, Cray"),
	FIELD("DEVICE", 31, 16, "0x0101, SeaStar"),
	FIELD("MAGIC", 63, 32, "0x53454153, \"SEAS\""),
	{}
};

static const struct ss_mmr_field version_fields[] = {
	FIELD("MINOR", 7, 0, "grows when registers are added"),
	FIELD("MAJOR", 15, 8, "grows when registers change"),
	{}
};

static const struct ss_mmr_field capability_fields[] = {
	FIELD("ROUTERS", 15, 0, "windows in this BAR, 1 to 32768"),
	FIELD("PORTS", 19, 16, "ports per router: 7"),
	FIELD("VCS", 23, 20, "virtual channels per class"),
	FIELD("MAX_PACKET", 27, 24, "flits of the longest packet"),
	FIELD("MODEL", 63, 63, "the router is a model, which has LINK_BIT_ERRORS and LINK_UNDETECTED; since version 1.3 of the map"),
	{}
};

static const struct ss_mmr_field topology_fields[] = {
	FIELD("RADIX_X", 15, 0, "routers along x"),
	FIELD("RADIX_Y", 31, 16, "routers along y"),
	FIELD("RADIX_Z", 47, 32, "routers along z"),
	FIELD("MESH", 50, 48, "bit d is set where dimension d is a mesh"),
	{}
};

static const struct ss_mmr_field node_id_fields[] = {
	FIELD("NODE", 11, 0, "number within the partition"),
	FIELD("PARTITION", 14, 12, "compared with destination[14:12]"),
	{}
};

static const struct ss_mmr_field period_fields[] = {
	FIELD("PERIOD", 31, 0, "cycles from one tick to the next"),
	{}
};

static const struct ss_mmr_field age_status_fields[] = {
	FIELD("TIMESTAMP", 7, 0, "the age clock's count of ticks"),
	FIELD("EPOCH", 8, 8, "the epoch that arriving packets are counted in"),
	FIELD("INHIBIT", 9, 9, "set while packets of the epoch before hold the clock"),
	FIELD("COUNTDOWN", 63, 32, "cycles to the next tick; 0 stands for 2^32"),
	{}
};

static const struct ss_mmr_field packet_count_fields[] = {
	FIELD("EPOCH0", 31, 0, "packets in this router that arrived in epoch 0"),
	FIELD("EPOCH1", 63, 32, "packets in this router that arrived in epoch 1"),
	{}
};

static const struct ss_mmr_field dateline_fields[] = {
	FIELD("POSITION_X", 14, 0, "coordinate of the dateline router along x"),
	FIELD("ENABLE_X", 15, 15, "x is a torus with a dateline"),
	FIELD("POSITION_Y", 30, 16, "coordinate of the dateline router along y"),
	FIELD("ENABLE_Y", 31, 31, "y is a torus with a dateline"),
	FIELD("POSITION_Z", 46, 32, "coordinate of the dateline router along z"),
	FIELD("ENABLE_Z", 47, 47, "z is a torus with a dateline"),
	{}
};

static const struct ss_mmr_field injection_fields[] = {
	FIELD("HOLD", 0, 0, "the processor's packets wait; those in the network go on"),
	{}
};

static const struct ss_mmr_field port_config_fields[] = {
	FIELD("RSP_AGE_BIAS", 60, 58, "added to the age of responses that arrive here"),
	FIELD("REQ_AGE_BIAS", 63, 61, "added to the age of requests that arrive here"),
	{}
};

static const struct ss_mmr_field link_status_fields[] = {
	FIELD("PRESENT", 0, 0, "there is a router or processor on the other side"),
	FIELD("UP", 1, 1, "the link carries flits"),
	FIELD("ERRORS", 2, 2, "one of LINK_BIT_ERRORS, LINK_RETRIES and LINK_UNDETECTED is not 0; since version 1.3 of the map"),
	{}
};

static const struct ss_mmr_field link_control_fields[] = {
	FIELD("ENABLE", 0, 0, "packets leave over the link"),
	FIELD("DROP", 1, 1, "while ENABLE is 0: packets for the link are dropped, or, if this is 0, wait"),
	{}
};

static const struct ss_mmr_field bit_errors_fields[] = {
	FIELD("BIT_ERRORS", 33, 0, "of 10^12 bits that leave over the link, those that arrive wrong"),
	{}
};

#define ENTRY_PORT(i)							\
	FIELD("PORT" #i, 8 * (i) + 2, 8 * (i),				\
	      "output port of entry 8n+" #i ", or no route if all 8 bits are set")
#define ENTRY_VC(i)							\
	FIELD("VC" #i, 8 * (i) + 6, 8 * (i) + 4,			\
	      "0: it leaves on VC0 (a response on VC2); 1: on VC1 (VC3); 2: on the VC it has. At a dateline VC0 becomes VC1 after that")

static const struct ss_mmr_field lut_fields[] = {
	ENTRY_PORT(0), ENTRY_VC(0),
	ENTRY_PORT(1), ENTRY_VC(1),
	ENTRY_PORT(2), ENTRY_VC(2),
	ENTRY_PORT(3), ENTRY_VC(3),
	ENTRY_PORT(4), ENTRY_VC(4),
	ENTRY_PORT(5), ENTRY_VC(5),
	ENTRY_PORT(6), ENTRY_VC(6),
	ENTRY_PORT(7), ENTRY_VC(7),
	{}
};

#define CHOICE_WHOLE(name_, reg_, doc_)
#define CHOICE_LOW(name_, reg_, doc_)	\
	[reg_][0] = FIELD(name_, 31, 0, doc_),
#define CHOICE_HIGH(name_, reg_, doc_)	\
	[reg_][1] = FIELD(name_, 63, 32, doc_),
#define CHOICE_FIELD(NAME, name, number, place, reg, since, unit, doc, ...)	\
	CHOICE_##place(#NAME, reg, doc)

/* The halves of performance registers, by &enum seastar_reg; a third one ends the list. */
static const struct ss_mmr_field halves[SEASTAR_REGS][3] = {
	[SEASTAR_REG_AGE_GROUP0] = {
		FIELD("AGE_0_63", 31, 0, "packets sent at an age of 0 to 63"),
		FIELD("AGE_64_127", 63, 32, "packets sent at an age of 64 to 127"),
	},
	[SEASTAR_REG_AGE_GROUP1] = {
		FIELD("AGE_128_191", 31, 0, "packets sent at an age of 128 to 191"),
		FIELD("AGE_192_255", 63, 32, "packets sent at an age of 192 to 255"),
	},
	SS_COUNTERS(SS_NO_COUNTERS, SS_NO_COUNTERS, SS_NO_COUNTERS, CHOICE_FIELD)
};

#define ROUTER(name_, access_, ...)					\
	{ .name = #name_, .offset = SS_MMR_##name_, .count = 1,		\
	  .access = SS_MMR_##access_, __VA_ARGS__ }
#define PORT(name_, access_, ...)					\
	{ .name = #name_, .offset = SS_MMR_PORT(0) + SS_MMR_##name_,	\
	  .port_stride = SS_MMR_PORT_STRIDE, .count = 1,		\
	  .access = SS_MMR_##access_, __VA_ARGS__ }

/*
 * Number of registers before those of include/seastar/counters.h, which have another order there.
 */
#define PERFS		24
#define PERF(name_, reg_, unit_, doc_, ...)				\
	[PERFS + (reg_)] = {						\
		.name = name_,						\
		.offset = SS_MMR_PORT(0) + SS_MMR_RTR_PERF + (reg_) * 8, \
		.port_stride = SS_MMR_PORT_STRIDE, .count = 1,		\
		.access = SS_MMR_VOLATILE, .unit = unit_, .doc = doc_, __VA_ARGS__ \
	},

#define UNIT_CYCLES	"cycles"
#define UNIT_FLITS	"flits"
#define UNIT_PACKETS	"packets"

#define WHOLE(name_, reg_, since_, unit_, doc_)	\
	PERF("RTR_PERF_" name_, reg_, unit_, doc_ "." since_)
#define LOW(...)
#define HIGH(...)
#define ONE(NAME, name, number, place, reg, since, unit, doc, ...) \
	place(#NAME, reg, SS_SINCE_WORDS_##since, UNIT_##unit, doc)
#define VC(vc, NAME, reg, since, unit, doc) \
	WHOLE("VC" #vc "_" #NAME, (reg) + (vc), SS_SINCE_WORDS_##since, UNIT_##unit, doc)
#define VCS(NAME, name, number, place, reg, since, unit, doc, ...)	\
	VC(0, NAME, reg, since, unit, doc)				\
	VC(1, NAME, reg, since, unit, doc)				\
	VC(2, NAME, reg, since, unit, doc)				\
	VC(3, NAME, reg, since, unit, doc)
#define PACKED(NAME, reg, since, doc) \
	PERF("RTR_" #NAME, reg, "packets", doc SS_SINCE_WORDS_##since, .fields = halves[reg])

const struct ss_mmr ss_mmrs[] = {
	ROUTER(RTR_ID, RO, .reset = SS_MMR_ID, .fields = id_fields,
	       .doc = "Vendor, device and a magic number."),
	ROUTER(RTR_VERSION, RO, .reset = SS_MMR_VERSION, .fields = version_fields,
	       .doc = "The version of this map."),
	ROUTER(RTR_CAPABILITY, RO, .fields = capability_fields,
	       .doc = "Properties of the router and of the BAR."),
	ROUTER(RTR_TOPOLOGY, RO, .fields = topology_fields,
	       .doc = "Shape of the fabric that the router is part of."),
	ROUTER(RTR_NODE_ID, DRIVER, .fields = node_id_fields,
	       .doc = "The router's own destination number, which comes with the look-up tables. Read only up to version 1.2 of the map."),
	ROUTER(RTR_CYCLE, VOLATILE, .unit = "cycles",
	       .doc = "Router clock cycles since the reset, as of the last capture."),
	ROUTER(PERF_CAPTURE, DRIVER,
	       .doc = "Writing a number to it in the first window of a BAR copies the performance registers of all windows, of one cycle, to where they are read."),
	ROUTER(PERF_CAPTURED, VOLATILE,
	       .doc = "The number written to PERF_CAPTURE, once the copy is complete."),
	ROUTER(AGE_CLOCK_PERIOD, RW, .writable = 0xffffffff, .reset = 0x1000,
	       .min = 1, .unit = "cycles", .fields = period_fields,
	       .doc = "The reload value of the age clock's countdown; writing it also loads the countdown."),
	ROUTER(AGE_RR_SELECT, RW, .writable = ~0ULL, .reset = ~0ULL,
	       .doc = "Bit g is the policy of every 64th grant of an output, beginning with the g-th: 1 for age, 0 for round robin."),
	ROUTER(AGE_STATUS, VOLATILE, .fields = age_status_fields,
	       .doc = "The age clock."),
	ROUTER(AGE_PACKET_COUNT, VOLATILE, .unit = "packets",
	       .fields = packet_count_fields,
	       .doc = "Packets in this router by the epoch they arrived in."),
	ROUTER(DATELINE_CONFIG, DRIVER, .fields = dateline_fields,
	       .doc = "Where packets change to the second half of their class's VCs: it comes with the look-up tables. Read only up to version 1.2 of the map."),
	ROUTER(DROPPED_NO_ROUTE, VOLATILE, .unit = "packets",
	       .doc = "Packets dropped here because the look-up table has no route for them. Not in the paper; since version 1.2 of the map."),
	ROUTER(DROPPED_DATELINE, VOLATILE, .unit = "packets",
	       .doc = "Packets dropped here because they would have crossed a dateline a second time. Since version 1.2 of the map."),
	ROUTER(DROPPED_LINK, VOLATILE, .unit = "packets",
	       .doc = "Packets dropped here because their link was down. Not in the paper; since version 1.2 of the map."),
	ROUTER(INJECTION_CONTROL, DRIVER, .fields = injection_fields,
	       .doc = "Keeps packets out of the network while its look-up tables are replaced. Not in the paper; since version 1.3 of the map."),

	PORT(PORT_CONFIG, RW, .writable = 0xfc00000000000000ULL,
	     .reset = 0x2400000000000000ULL, .fields = port_config_fields,
	     .doc = "The port's settings."),
	PORT(LINK_STATUS, VOLATILE, .fields = link_status_fields,
	     .doc = "The state of the port's link."),
	PORT(LINK_CONTROL, RW, .writable = SS_MMR_LINK_ENABLE | SS_MMR_LINK_DROP,
	     .reset = SS_MMR_LINK_ENABLE, .fields = link_control_fields,
	     .doc = "What is asked of the port's link, in the direction that leaves the router. Writable since version 1.2 of the map."),
	PORT(LINK_BIT_ERRORS, RW, .writable = 0x3ffffffffULL, .max = SS_BIT_ERRORS_MAX,
	     .unit = "errors/10^12 bits", .fields = bit_errors_fields,
	     .doc = "Makes bits of the port's link arrive wrong, in the direction that leaves the router: for tests of what retries cost. Only a model (RTR_CAPABILITY) can: in hardware it is 0, and can only be read. Not in the paper; since version 1.3 of the map."),
	{
		.name = "GLUT",
		.offset = SS_MMR_PORT(0) + SS_MMR_GLUT,
		.port_stride = SS_MMR_PORT_STRIDE,
		.count = 2,
		.access = SS_MMR_TABLE,
		.writable = ~0ULL,
		.reset = ~0ULL,
		.fields = lut_fields,
		.doc = "The global look-up table: 16 entries for destinations in other partitions, by destination[14:12] and, in the lowest bit, destination[0]. A software fabric without look-up tables has none: it routes to all of its partitions by its rule. Writable since version 1.3 of the map.",
	},
	PORT(LINK_RETRIES, VOLATILE, .unit = "micropackets",
	     .doc = "Micropackets that this output has sent again, since the receiver found them wrong. Not in the paper; since version 1.3 of the map."),
	PORT(LINK_UNDETECTED, VOLATILE, .unit = "micropackets",
	     .doc = "Micropackets of this output that the receiver took although they were wrong. Only a model knows this number: hardware has 0. Not in the paper; since version 1.3 of the map."),
	SS_COUNTERS(VCS, ONE, SS_NO_COUNTERS, ONE)
	SS_PACKED(PACKED)
	[PERFS + SEASTAR_REGS] = {
		.name = "LUT",
		.offset = SS_MMR_LUT(0),
		.port_stride = SS_MMR_LUT_STRIDE,
		.count = SS_MMR_LUT_REGS,
		.access = SS_MMR_TABLE,
		.writable = ~0ULL,
		.reset = ~0ULL,
		.fields = lut_fields,
		.doc = "The local look-up table: 4096 entries, by destination[11:0]. Writable since version 1.3 of the map.",
	},
};

const u32 ss_mmr_count = sizeof(ss_mmrs) / sizeof(ss_mmrs[0]);

/*
 * Find the last register of the table at or before @offset; for a port's register, the one of port
 * 0.
 */
static const struct ss_mmr *last_before(u32 offset)
{
	u32 low = 0, high = ss_mmr_count;

	while (high - low > 1) {
		u32 middle = (low + high) / 2;

		if (ss_mmrs[middle].offset <= offset)
			low = middle;
		else
			high = middle;
	}
	return &ss_mmrs[low];
}

bool ss_mmr_find(u32 offset, struct ss_mmr_at *at)
{
	u32 block = offset < SS_MMR_LUT(0) ? SS_MMR_PORT(0) : SS_MMR_LUT(0);
	u32 stride = offset < SS_MMR_LUT(0) ? SS_MMR_PORT_STRIDE : SS_MMR_LUT_STRIDE;

	at->port = 0;
	if (offset >= block) {
		at->port = (offset - block) / stride;
		offset -= at->port * stride;
	}
	at->mmr = last_before(offset);
	at->index = (offset - at->mmr->offset) / 8;
	return offset % 8 == 0 && at->port < SS_MMR_PORTS &&
	       at->index < at->mmr->count;
}

static bool are_entries(u64 value)
{
	for (; value; value >>= 8)
		if ((u8)value != SS_ROUTE_NONE && !ss_route_is_entry((u8)value))
			return false;
	return true;
}

const char *ss_mmr_check_write(const struct ss_mmr *mmr, u64 value)
{
	switch (mmr->access) {
	case SS_MMR_RW:
		break;
	case SS_MMR_TABLE:
		return are_entries(value) ? NULL :
		       "one of its eight bytes is neither a port and its VC nor 0xff, no route";
	case SS_MMR_DRIVER:
		return "this register belongs to the driver";
	default:
		return "this register can only be read";
	}
	if (value & ~mmr->writable)
		return "the value sets bits that cannot be written in this register";
	if (value < mmr->min)
		return "the value is less than this register can hold";
	if (mmr->max && value > mmr->max)
		return "the value is more than this register can hold";
	return NULL;
}
