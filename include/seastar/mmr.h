/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The memory-mapped registers (MMRs) of SeaStar routers.
 *
 * One BAR of 64-bit little-endian registers holds a window of SS_MMR_WINDOW bytes for each router
 * that it gives access to.  Names and contents of the aging and performance registers are those of
 * Abts & Weisser, SC07 (section 2.1 and Table 4); their offsets, and the registers that the paper
 * does not have, are our own choice.
 *
 * The table ss_mmrs[] is the only description of the registers: checks, printers,
 * documentation and tests read it.
 */
#ifndef SEASTAR_MMR_H
#define SEASTAR_MMR_H

#include <seastar/counters.h>
#include <seastar/types.h>

#define SS_MMR_WINDOW		0x10000		/* bytes per router */
#define SS_MMR_PORTS		7

/* The value of RTR_ID, and the value of RTR_VERSION. */
#define SS_MMR_ID		0x53454153010117dbULL	/* "SEAS", device 0101, vendor 17db */
#define SS_MMR_VERSION		((u64)sizeof(union ss_mmr_versions))
#define SS_MMR_VERSION_LINKS	0x0102ULL		/* first version with LINK_CONTROL */
#define SS_MMR_VERSION_ERRORS	0x0103ULL		/* first version with link errors */
#define SS_MMR_VERSION_TABLES	0x0103ULL		/* first with writable tables */

/*
 * SS_MMR_VERSION is the newest version that a feature above or a counter came with: a union is as
 * large as its largest member.
 */
#define SS_MMR_SINCE(NAME, name, number, place, reg, since, ...)	u8 name[SS_SINCE_##since];
union ss_mmr_versions {
	u8 links[SS_MMR_VERSION_LINKS];
	u8 errors[SS_MMR_VERSION_ERRORS];
	u8 tables[SS_MMR_VERSION_TABLES];
	SS_COUNTERS(SS_MMR_SINCE, SS_MMR_SINCE, SS_MMR_SINCE, SS_MMR_SINCE)
};

/* Registers of a router: offsets into its window. */
#define SS_MMR_RTR_ID			0x0000
#define SS_MMR_RTR_VERSION		0x0008
#define SS_MMR_RTR_CAPABILITY		0x0010
#define SS_MMR_RTR_TOPOLOGY		0x0018
#define SS_MMR_RTR_NODE_ID		0x0020
#define SS_MMR_RTR_CYCLE		0x0028
#define SS_MMR_PERF_CAPTURE		0x0030
#define SS_MMR_PERF_CAPTURED		0x0038
#define SS_MMR_AGE_CLOCK_PERIOD		0x0040
#define SS_MMR_AGE_RR_SELECT		0x0048
#define SS_MMR_AGE_STATUS		0x0050
#define SS_MMR_AGE_PACKET_COUNT		0x0058
#define SS_MMR_DATELINE_CONFIG		0x0060
#define SS_MMR_DROPPED_NO_ROUTE		0x0068
#define SS_MMR_DROPPED_DATELINE		0x0070
#define SS_MMR_DROPPED_LINK		0x0078
#define SS_MMR_INJECTION_CONTROL	0x0080

/* Registers of a port: offsets into the block of the port. */
#define SS_MMR_PORT(port)		(0x1000 + (port) * SS_MMR_PORT_STRIDE)
#define SS_MMR_PORT_STRIDE		0x200
#define SS_MMR_PORT_CONFIG		0x000
#define SS_MMR_LINK_STATUS		0x008
#define SS_MMR_LINK_CONTROL		0x010
#define SS_MMR_LINK_BIT_ERRORS		0x018
#define SS_MMR_GLUT			0x020	/* 2 */
#define SS_MMR_LINK_RETRIES		0x030
#define SS_MMR_LINK_UNDETECTED		0x038
#define SS_MMR_RTR_PERF			0x080	/* array by &enum seastar_reg */

/* The local look-up table of a port. */
#define SS_MMR_LUT(port)		(0x8000 + (port) * SS_MMR_LUT_STRIDE)
#define SS_MMR_LUT_STRIDE		0x1000
#define SS_MMR_LUT_REGS			512

/* Fields that the driver and the model work with. */
#define SS_MMR_REQ_AGE_BIAS_SHIFT	61	/* PORT_CONFIG[63:61] */
#define SS_MMR_RSP_AGE_BIAS_SHIFT	58	/* PORT_CONFIG[60:58] */
#define SS_MMR_AGE_BIAS_MASK		7ULL
#define SS_MMR_CAPABILITY_MODEL		BIT_ULL(63)
#define SS_MMR_INJECTION_HOLD		BIT_ULL(0)
#define SS_MMR_LINK_PRESENT		BIT_ULL(0)
#define SS_MMR_LINK_UP			BIT_ULL(1)
#define SS_MMR_LINK_ERRORS		BIT_ULL(2)
#define SS_MMR_LINK_ENABLE		BIT_ULL(0)
#define SS_MMR_LINK_DROP		BIT_ULL(1)

/**
 * enum ss_mmr_access - the accesses that a register permits
 * @SS_MMR_RO: reads; the value is constant, or changes only with a reset
 * @SS_MMR_VOLATILE: reads; the router changes the value
 * @SS_MMR_DRIVER: reads; only the driver itself writes it
 * @SS_MMR_RW: reads, and an administrator's writes
 * @SS_MMR_TABLE: entries of a look-up table: reads, and writes by an administrator, for which the
 * driver replaces all tables of the device
 */
enum ss_mmr_access {
	SS_MMR_RO,
	SS_MMR_VOLATILE,
	SS_MMR_DRIVER,
	SS_MMR_RW,
	SS_MMR_TABLE,
};

/**
 * struct ss_mmr_field - a field of a register
 * @name: name, that of the paper if the paper has the field; NULL ends a list
 * @lsb: lowest bit
 * @width: width in bits
 * @doc: description, a sentence without its full stop
 */
struct ss_mmr_field {
	const char *name;
	u8 lsb;
	u8 width;
	const char *doc;
};

/**
 * struct ss_mmr - a register, or a family of like ones
 * @name: unique name
 * @offset: offset in the router's window in bytes; that of port 0's register, if each port has one
 * @port_stride: bytes from one port's register to the next port's; 0: one register per router
 * @count: number of registers in an array, 8 bytes apart; 1 for most
 * @access: &enum ss_mmr_access
 * @writable: bits that can be written; a write never changes any others
 * @reset: value after a reset, if it does not depend on the router
 * @min: least value that can be written
 * @max: greatest value that can be written; 0: the greatest that the writable bits can hold
 * @unit: unit of the value, or NULL
 * @doc: description, in sentences
 * @fields: fields of the register, or NULL
 */
struct ss_mmr {
	const char *name;
	u32 offset;
	u32 port_stride;
	u32 count;
	enum ss_mmr_access access;
	u64 writable;
	u64 reset;
	u64 min;
	u64 max;
	const char *unit;
	const char *doc;
	const struct ss_mmr_field *fields;
};

/* The registers in the order of their offsets; registers of ports at the offset for port 0. */
extern const struct ss_mmr ss_mmrs[];
extern const u32 ss_mmr_count;

/**
 * struct ss_mmr_at - the register at an offset
 * @mmr: description of the register
 * @port: port of a port's register, otherwise 0
 * @index: index in an array, otherwise 0
 */
struct ss_mmr_at {
	const struct ss_mmr *mmr;
	u32 port;
	u32 index;
};

/* Find the register at @offset of a window.  Return: true if there is one. */
bool ss_mmr_find(u32 offset, struct ss_mmr_at *at);

/* Return the offset of an instance of a register in the window. */
static inline u32 ss_mmr_offset(const struct ss_mmr *mmr, u32 port, u32 index)
{
	return mmr->offset + port * mmr->port_stride + index * 8;
}

static inline u64 ss_mmr_field_mask(const struct ss_mmr_field *f)
{
	return (f->width < 64 ? (1ULL << f->width) - 1 : ~0ULL) << f->lsb;
}

static inline u64 ss_mmr_field_get(const struct ss_mmr_field *f, u64 value)
{
	return (value & ss_mmr_field_mask(f)) >> f->lsb;
}

/**
 * ss_mmr_check_write() - check whether a value may be written
 * @mmr: the register
 * @value: value of the whole register
 *
 * Return: NULL if it may, otherwise a sentence with the reason why not.
 */
const char *ss_mmr_check_write(const struct ss_mmr *mmr, u64 value);

#endif /* SEASTAR_MMR_H */
