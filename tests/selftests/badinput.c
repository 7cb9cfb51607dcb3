// SPDX-License-Identifier: GPL-2.0-only
/*
 * Bad requests are refused, each with the right error and a sentence that names the fault, and
 * change nothing.
 */
#define _GNU_SOURCE	/* strcasestr */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <linux/netlink.h>
#include <linux/seastar.h>

#include "client.h"
#include "spec/spec.h"

#define DEV	"bad0"
#define ROUTERS	8
#define NOBODY	65534

#define U8(t, n)	{ .type = SEASTAR_A_##t, .length = 1, .number = (n) }
#define U32(t, n)	{ .type = SEASTAR_A_##t, .length = 4, .number = (n) }
#define U64(t, n)	{ .type = SEASTAR_A_##t, .length = 8, .number = (n) }
#define STR(t, s)	{ .type = SEASTAR_A_##t, .length = sizeof(s), .data = s }
#define BYTES(t, s)	{ .type = SEASTAR_A_##t, .length = sizeof(s) - 1, .data = s }
#define U32S(t, ...)	{ .type = SEASTAR_A_##t,					\
			  .length = sizeof((const uint32_t[]){ __VA_ARGS__ }),		\
			  .data = (const uint32_t[]){ __VA_ARGS__ } }
#define ATTRS(...)	(const struct attr[]){ __VA_ARGS__, { 0 } }
#define ENTRY(...)	{ .type = SEASTAR_A_AGING_ENTRY | NLA_F_NESTED,			\
			  .nest = ATTRS(__VA_ARGS__) }

/* Requests with their attributes: to create a device, or about the existing one. */
#define NEW(...)	SEASTAR_CMD_DEV_NEW, ATTRS(STR(DEV_NAME, "bad1"), __VA_ARGS__)
#define NEW_8(...)	NEW(U32S(DEV_RADIX, 8), __VA_ARGS__)
#define NEW_SOFT(...)	NEW_8({ .type = SEASTAR_A_DEV_SOFT | NLA_F_NESTED,		\
				.nest = ATTRS(__VA_ARGS__) })
#define MODEL(...)	{ .type = SEASTAR_A_DEV_MODEL | NLA_F_NESTED,			\
			  .nest = ATTRS(__VA_ARGS__) }
#define AGING(...)	SEASTAR_CMD_AGING_SET, ATTRS(STR(AGING_DEV, DEV), __VA_ARGS__)
#define COMMIT(...)	SEASTAR_CMD_CONFIG_COMMIT, ATTRS(__VA_ARGS__)
#define CDEV(...)	{ .type = SEASTAR_A_CONFIG_DEV | NLA_F_NESTED,			\
			  .nest = ATTRS(__VA_ARGS__) }
#define CENTRY(...)	{ .type = SEASTAR_A_CONFIG_DEV_ENTRY | NLA_F_NESTED,		\
			  .nest = ATTRS(__VA_ARGS__) }
#define GOOD_CDEV	CDEV(STR(CONFIG_DEV_NAME, DEV), CENTRY(U8(ENTRY_REQ_BIAS, 2)))
#define TRAFFIC(...)	SEASTAR_CMD_TRAFFIC_SET, ATTRS(STR(TRAFFIC_DEV, DEV), __VA_ARGS__)
#define PATTERN(p)	U32(TRAFFIC_PATTERN, SEASTAR_PATTERN_##p)
#define CLOCK(...)	SEASTAR_CMD_CLOCK_SET, ATTRS(STR(CLOCK_DEV, DEV), __VA_ARGS__)

#define MMR_0(...)	ATTRS(STR(MMR_DEV, DEV), U32(MMR_ROUTER, 0), __VA_ARGS__)
#define MMR(...)	SEASTAR_CMD_MMR_SET, MMR_0(__VA_ARGS__)
#define LINK(...)	SEASTAR_CMD_LINK_SET, ATTRS(STR(LINK_DEV, DEV), __VA_ARGS__)
#define LINK_0(...)	LINK(U32(LINK_ROUTER, 0), U32(LINK_PORT, SEASTAR_PORT_XP), __VA_ARGS__)

#define X10		"xxxxxxxxxx"
#define X100		X10 X10 X10 X10 X10 X10 X10 X10 X10 X10

/* The kernel's own sentence about a value; the reply has the offset of the attribute. */
#define OUT_OF		"out of range"

enum how { DO, DUMP, UNPRIVILEGED };

static const struct bad {
	const char *what;
	uint8_t command;
	const struct attr *attrs;
	int error;
	const char *word;	/* word that the sentence must have; NULL: none */
	enum how how;
} bads[] = {
	/* devices */
	{ "a device without a name", SEASTAR_CMD_DEV_NEW, ATTRS(U32S(DEV_RADIX, 8)),
	  EINVAL, "name" },
	{ "an empty name", SEASTAR_CMD_DEV_NEW, ATTRS(STR(DEV_NAME, ""), U32S(DEV_RADIX, 8)),
	  EINVAL, "name" },
	{ "a name of 32 bytes", SEASTAR_CMD_DEV_NEW,
	  ATTRS(STR(DEV_NAME, X10 X10 X10 "xx"), U32S(DEV_RADIX, 8)), EINVAL, "name" },
	{ "a name of 300 bytes", SEASTAR_CMD_DEV_NEW,
	  ATTRS(STR(DEV_NAME, X100 X100 X100), U32S(DEV_RADIX, 8)), EINVAL, "name" },
	{ "a name with a slash", SEASTAR_CMD_DEV_NEW,
	  ATTRS(STR(DEV_NAME, "a/b"), U32S(DEV_RADIX, 8)), EINVAL, "name" },
	{ "a name with a line end", SEASTAR_CMD_DEV_NEW,
	  ATTRS(STR(DEV_NAME, "a\nb"), U32S(DEV_RADIX, 8)), EINVAL, "name" },
	{ "the name ..", SEASTAR_CMD_DEV_NEW,
	  ATTRS(STR(DEV_NAME, ".."), U32S(DEV_RADIX, 8)), EINVAL, "name" },
	{ "a name without an end", SEASTAR_CMD_DEV_NEW,
	  ATTRS(BYTES(DEV_NAME, "bad1"), U32S(DEV_RADIX, 8)), EINVAL, "attribute" },
	{ "a name that is taken", SEASTAR_CMD_DEV_NEW,
	  ATTRS(STR(DEV_NAME, DEV), U32S(DEV_RADIX, 8)), EEXIST, "already" },
	{ "a device without radices", NEW(U32(DEV_VCS, 2)), EINVAL, "radi" },
	{ "a radix of 0", NEW(U32S(DEV_RADIX, 4, 0, 4)), EINVAL, "radix" },
	{ "no radix in the array", NEW(BYTES(DEV_RADIX, "")), ERANGE, OUT_OF },
	{ "four radices", NEW(U32S(DEV_RADIX, 2, 2, 2, 2)), ERANGE, OUT_OF },
	{ "a radix of five bytes", NEW(BYTES(DEV_RADIX, "12345")), EINVAL, "radi" },
	{ "40,000 routers", NEW(U32S(DEV_RADIX, 200, 200)), EINVAL, "32768" },
	{ "2^32 routers", NEW(U32S(DEV_RADIX, 65536, 65536)), EINVAL, "32768" },
	{ "2^64 routers", NEW(U32S(DEV_RADIX, 1 << 22, 1 << 21, 1 << 21)), EINVAL, "32768" },
	{ "the largest radix", NEW(U32S(DEV_RADIX, 0xffffffff)), EINVAL, "32768" },
	{ "a mesh of a fourth dimension", NEW_8(U32(DEV_MESH, 8)), ERANGE, OUT_OF },
	{ "three VCs a class", NEW_8(U32(DEV_VCS, 3)), EINVAL, "virtual channels" },
	{ "no VC", NEW_8(U32(DEV_VCS, 0)), ERANGE, OUT_OF },
	{ "a torus without datelines", NEW_8(U32(DEV_VCS, 1)), EINVAL, "deadlock" },
	{ "an input buffer smaller than a packet", NEW_SOFT(U32(SOFT_INPUT_DEPTH, 8)), EINVAL,
	  "input" },
	{ "an input buffer of 5,000 flits", NEW_SOFT(U32(SOFT_INPUT_DEPTH, 5000)), ERANGE, OUT_OF },
	{ "a staging buffer of 256 flits", NEW_SOFT(U32(SOFT_STAGING_DEPTH, 256)), ERANGE, OUT_OF },
	{ "packets of 10 flits", NEW_8(U32(DEV_MAX_PACKET, 10)), ERANGE, OUT_OF },
	{ "packets of 0 flits", NEW_8(U32(DEV_MAX_PACKET, 0)), ERANGE, OUT_OF },
	{ "a router delay of 0", NEW_SOFT(U32(SOFT_ROUTER_DELAY, 0)), ERANGE, OUT_OF },
	{ "a link delay of 256", NEW_SOFT(U32(SOFT_LINK_DELAY, 256)), ERANGE, OUT_OF },
	{ "ejection of 2 flits a cycle", NEW_SOFT(U32S(SOFT_EJECT, 2, 1)), EINVAL, "ejection" },
	{ "ejection of half a rate", NEW_SOFT(U32S(SOFT_EJECT, 1)), ERANGE, OUT_OF },
	{ "injection of 0 flits", NEW_SOFT(U32S(SOFT_INJECT, 0, 1)), EINVAL, "injection" },
	{ "an acknowledgment in no time", NEW_SOFT(U32(SOFT_ACK_DELAY, 0)), ERANGE,
	  OUT_OF },
	{ "a read-only attribute", NEW_8(U32(DEV_ROUTERS, 8)), EINVAL, "attribute" },
	{ "an unknown attribute of a device",
	  NEW_8({ .type = 99, .length = 4 }), EINVAL, "attribute" },
	{ "an unknown parameter of the simulation",
	  NEW_SOFT({ .type = 99, .length = 4 }), EINVAL, "attribute" },
	{ "parameters without the flag of a nest",
	  NEW_8({ .type = SEASTAR_A_DEV_SOFT, .nest = ATTRS(U32(SOFT_LINK_DELAY, 9)) }), EINVAL,
	  "NLA_F_NESTED" },
	{ "no parameters, without the flag of a nest",
	  NEW_8({ .type = SEASTAR_A_DEV_SOFT, .nest = ATTRS({ 0 }) }), EINVAL, "NLA_F_NESTED" },
	{ "a hash to begin with",
	  NEW_8(MODEL(U64(MODEL_HASH, 1))), EINVAL, "attribute" },
	{ "a new device without privilege", NEW_SOFT(U64(SOFT_SEED, 1)), EPERM, NULL,
	  UNPRIVILEGED },
	{ "deleting a device that is not there", SEASTAR_CMD_DEV_DEL,
	  ATTRS(STR(DEV_NAME, "bad1")), ENODEV, "no device" },
	{ "deleting nothing", SEASTAR_CMD_DEV_DEL, ATTRS({ 0 }), EINVAL, "name" },
	{ "deleting without privilege", SEASTAR_CMD_DEV_DEL, ATTRS(STR(DEV_NAME, DEV)), EPERM,
	  NULL, UNPRIVILEGED },
	{ "a look at a device that is not there", SEASTAR_CMD_DEV_GET,
	  ATTRS(STR(DEV_NAME, "bad1")), ENODEV, "no device" },
	{ "a hash without privilege", SEASTAR_CMD_DEV_GET,
	  ATTRS(STR(DEV_NAME, DEV), { .type = SEASTAR_A_DEV_WANT_HASH }), EPERM,
	  "CAP_NET_ADMIN", UNPRIVILEGED },

	/* aging */
	{ "a request bias of 8", AGING(ENTRY(U8(ENTRY_REQ_BIAS, 8))), ERANGE, OUT_OF },
	{ "a response bias of 255", AGING(ENTRY(U8(ENTRY_RSP_BIAS, 255))), ERANGE,
	  OUT_OF },
	{ "a period of 0", AGING(ENTRY(U32(ENTRY_CLOCK_PERIOD, 0))), ERANGE, OUT_OF },
	{ "a router outside the fabric",
	  AGING(ENTRY(U32(ENTRY_ROUTER, ROUTERS), U8(ENTRY_REQ_BIAS, 2))), ERANGE, "router" },
	{ "no port", AGING(ENTRY(U32(ENTRY_PORTS, 0), U8(ENTRY_REQ_BIAS, 2))), ERANGE, OUT_OF },
	{ "an eighth port", AGING(ENTRY(U32(ENTRY_PORTS, 0x81), U8(ENTRY_REQ_BIAS, 2))), ERANGE,
	  OUT_OF },
	{ "a period of a port",
	  AGING(ENTRY(U32(ENTRY_PORTS, 2), U32(ENTRY_CLOCK_PERIOD, 9))), EINVAL,
	  "AGE_CLOCK_PERIOD" },
	{ "a selection of a port",
	  AGING(ENTRY(U32(ENTRY_PORTS, 2), U64(ENTRY_RR_SELECT, 9))), EINVAL, "AGE_RR_SELECT" },
	{ "an empty entry", AGING(ENTRY({ 0 })), EINVAL, "sets no register" },
	{ "an entry with a place and no value", AGING(ENTRY(U32(ENTRY_ROUTER, 1))), EINVAL,
	  "sets no register" },
	{ "no entry", AGING(U64(AGING_GENERATION, 1)), EINVAL, "has no entry" },
	{ "a good entry and a bad one",
	  AGING(ENTRY(U8(ENTRY_REQ_BIAS, 2)), ENTRY(U8(ENTRY_REQ_BIAS, 8))), ERANGE,
	  OUT_OF },
	{ "an unknown attribute of aging",
	  AGING({ .type = 99, .length = 4 }, ENTRY(U8(ENTRY_REQ_BIAS, 2))), EINVAL, "attribute" },
	{ "an unknown attribute of an entry",
	  AGING(ENTRY({ .type = 99, .length = 4 }, U8(ENTRY_REQ_BIAS, 2))), EINVAL, "attribute" },
	{ "a bias of four bytes", AGING(ENTRY(U32(ENTRY_REQ_BIAS, 2))), EINVAL, "attribute" },
	{ "a period of one byte", AGING(ENTRY(U8(ENTRY_CLOCK_PERIOD, 2))), EINVAL, "attribute" },
	{ "a selection of four bytes", AGING(ENTRY(U32(ENTRY_RR_SELECT, 2))), EINVAL,
	  "attribute" },
	{ "an entry that is no nest",
	  AGING({ .type = SEASTAR_A_AGING_ENTRY, .nest = ATTRS(U8(ENTRY_REQ_BIAS, 2)) }), EINVAL,
	  "NLA_F_NESTED" },
	{ "an entry with rubbish inside",
	  AGING({ .type = SEASTAR_A_AGING_ENTRY | NLA_F_NESTED, .length = 3, .data = "abc" }),
	  ERANGE, "attribute" },
	{ "an entry longer than its message",
	  AGING({ .type = SEASTAR_A_AGING_ENTRY | NLA_F_NESTED, .claimed = 400,
		.nest = ATTRS(U8(ENTRY_REQ_BIAS, 2)) }), EINVAL, "attribute" },
	{ "an attribute shorter than its header",
	  AGING({ .type = SEASTAR_A_AGING_GENERATION, .length = 8, .claimed = 2 }), EINVAL,
	  "attribute" },
	{ "a stale generation",
	  AGING(U64(AGING_GENERATION, 1ULL << 40), ENTRY(U8(ENTRY_REQ_BIAS, 2))), ESTALE,
	  "generation" },
	{ "aging of a device that is not there", SEASTAR_CMD_AGING_SET,
	  ATTRS(STR(AGING_DEV, "bad1"), ENTRY(U8(ENTRY_REQ_BIAS, 2))), ENODEV, "no device" },
	{ "aging of no device", SEASTAR_CMD_AGING_SET, ATTRS(ENTRY(U8(ENTRY_REQ_BIAS, 2))),
	  EINVAL, "device" },
	{ "a set without privilege", AGING(ENTRY(U8(ENTRY_REQ_BIAS, 2))), EPERM, NULL,
	  UNPRIVILEGED },
	{ "aging of a router outside", SEASTAR_CMD_AGING_GET,
	  ATTRS(STR(AGING_DEV, DEV), U32(AGING_ROUTER, ROUTERS)), ERANGE, "router" },
	{ "aging of no router", SEASTAR_CMD_AGING_GET, ATTRS(STR(AGING_DEV, DEV)), EINVAL,
	  "router" },

	/* statistics */
	{ "statistics of a router outside", SEASTAR_CMD_STATS_GET,
	  ATTRS(STR(STATS_DEV, DEV), U32(STATS_ROUTER, ROUTERS)), ERANGE, "router" },
	{ "a dump from a device that is not there", SEASTAR_CMD_STATS_GET,
	  ATTRS(STR(STATS_DEV, "bad1")), ENODEV, "no device", DUMP },
	{ "a router of a dump", SEASTAR_CMD_STATS_GET,
	  ATTRS(STR(STATS_DEV, DEV), U32(STATS_ROUTER, 1)), EINVAL, NULL, DUMP },
	{ "an unknown attribute of a dump", SEASTAR_CMD_STATS_GET,
	  ATTRS(STR(STATS_DEV, DEV), { .type = 99, .length = 4 }), EINVAL, "attribute", DUMP },
	{ "counters since a mark that is not there", SEASTAR_CMD_STATS_GET,
	  ATTRS(STR(STATS_DEV, DEV), U32(STATS_ROUTER, 1), STR(STATS_SINCE, "then")), ENOENT,
	  "mark" },
	{ "a dump since a mark of no device", SEASTAR_CMD_STATS_GET,
	  ATTRS(STR(STATS_SINCE, "then")), EINVAL, NULL, DUMP },
	{ "a dump since a mark that is not there", SEASTAR_CMD_STATS_GET,
	  ATTRS(STR(STATS_DEV, DEV), STR(STATS_SINCE, "then")), ENOENT, "mark", DUMP },
	{ "counters since a mark without a name", SEASTAR_CMD_STATS_GET,
	  ATTRS(STR(STATS_DEV, DEV), U32(STATS_ROUTER, 1), STR(STATS_SINCE, "")), EINVAL,
	  "name" },
	{ "latencies of a router outside", SEASTAR_CMD_LATENCY_GET,
	  ATTRS(STR(STATS_DEV, DEV), U32(STATS_ROUTER, ROUTERS)), ERANGE, "router" },
	{ "latencies since a mark that is not there", SEASTAR_CMD_LATENCY_GET,
	  ATTRS(STR(STATS_DEV, DEV), STR(STATS_SINCE, "then")), ENOENT, "mark" },
	{ "latencies of a router since a mark that is not there", SEASTAR_CMD_LATENCY_GET,
	  ATTRS(STR(STATS_DEV, DEV), U32(STATS_ROUTER, 1), STR(STATS_SINCE, "then")), ENOENT,
	  "mark" },
	{ "latencies of a router outside since a mark", SEASTAR_CMD_LATENCY_GET,
	  ATTRS(STR(STATS_DEV, DEV), U32(STATS_ROUTER, ROUTERS), STR(STATS_SINCE, "then")),
	  ERANGE, "router" },
	{ "a dump of latencies since a mark of no device", SEASTAR_CMD_LATENCY_GET,
	  ATTRS(STR(STATS_SINCE, "then")), EINVAL, NULL, DUMP },
	{ "a dump of latencies since a mark that is not there", SEASTAR_CMD_LATENCY_GET,
	  ATTRS(STR(STATS_DEV, DEV), STR(STATS_SINCE, "then")), ENOENT, "mark", DUMP },
	{ "latencies since a mark without a name", SEASTAR_CMD_LATENCY_GET,
	  ATTRS(STR(STATS_DEV, DEV), STR(STATS_SINCE, "")), EINVAL, "name" },
	{ "a mark without a name", SEASTAR_CMD_MARK_NEW, ATTRS(STR(MARK_DEV, DEV)), EINVAL,
	  "name of the mark" },
	{ "a mark with a slash", SEASTAR_CMD_MARK_NEW,
	  ATTRS(STR(MARK_DEV, DEV), STR(MARK_NAME, "a/b")), EINVAL, "name" },
	{ "a mark without privilege", SEASTAR_CMD_MARK_NEW,
	  ATTRS(STR(MARK_DEV, DEV), STR(MARK_NAME, "m")), EPERM, NULL,
	  UNPRIVILEGED },
	{ "forgetting a mark that is not there", SEASTAR_CMD_MARK_DEL,
	  ATTRS(STR(MARK_DEV, DEV), STR(MARK_NAME, "m")), ENOENT, "mark" },
	{ "forgetting a mark without privilege", SEASTAR_CMD_MARK_DEL,
	  ATTRS(STR(MARK_DEV, DEV), STR(MARK_NAME, "m")), EPERM, NULL,
	  UNPRIVILEGED },
	{ "a reset without privilege", SEASTAR_CMD_STATS_RESET, ATTRS(STR(STATS_DEV, DEV)),
	  EPERM, NULL, UNPRIVILEGED },

	/* traffic */
	{ "no pattern", TRAFFIC(U32(TRAFFIC_WINDOW, 1)), EINVAL, "pattern" },
	{ "an unknown pattern", TRAFFIC(U32(TRAFFIC_PATTERN, SEASTAR_PATTERNS)), ERANGE,
	  OUT_OF },
	{ "an unknown source",
	  TRAFFIC(PATTERN(UNIFORM), U32(TRAFFIC_SOURCE, SEASTAR_SOURCES)), ERANGE, OUT_OF },
	{ "an open source without a load",
	  TRAFFIC(PATTERN(UNIFORM), U32(TRAFFIC_SOURCE, SEASTAR_SOURCE_OPEN)), EINVAL, "load" },
	{ "a load of 0",
	  TRAFFIC(PATTERN(UNIFORM), U32(TRAFFIC_SOURCE, 0), U32(TRAFFIC_LOAD, 0)), ERANGE,
	  OUT_OF },
	{ "a load of more than a flit a cycle",
	  TRAFFIC(PATTERN(UNIFORM), U32(TRAFFIC_SOURCE, 0), U32(TRAFFIC_LOAD, SEASTAR_PPM + 1)),
	  ERANGE, OUT_OF },
	{ "a load of a closed source", TRAFFIC(PATTERN(UNIFORM), U32(TRAFFIC_LOAD, 5)), EINVAL,
	  "load" },
	{ "a queue of 65,536 packets",
	  TRAFFIC(PATTERN(UNIFORM), U32(TRAFFIC_SOURCE, 0), U32(TRAFFIC_LOAD, 5),
		  U32(TRAFFIC_QUEUE, 65536)), ERANGE, OUT_OF },
	{ "a window of 0", TRAFFIC(PATTERN(UNIFORM), U32(TRAFFIC_WINDOW, 0)), ERANGE, OUT_OF },
	{ "a window of 4,097 packets", TRAFFIC(PATTERN(UNIFORM), U32(TRAFFIC_WINDOW, 4097)),
	  ERANGE, OUT_OF },
	{ "a target outside", TRAFFIC(PATTERN(ALL_TO_ONE), U32(TRAFFIC_TARGET, ROUTERS)), EINVAL,
	  "target" },
	{ "a target of uniform traffic", TRAFFIC(PATTERN(UNIFORM), U32(TRAFFIC_TARGET, 0)),
	  EINVAL, "target" },
	{ "a permutation without its list", TRAFFIC(PATTERN(PERMUTATION)), EINVAL,
	  "permutation" },
	{ "a permutation that is too short",
	  TRAFFIC(PATTERN(PERMUTATION), U32S(TRAFFIC_PERMUTATION, 1, 0)), EINVAL,
	  "permutation" },
	{ "a permutation that is too long",
	  TRAFFIC(PATTERN(PERMUTATION), U32S(TRAFFIC_PERMUTATION, 0, 1, 2, 3, 4, 5, 6, 7),
		  U32S(TRAFFIC_PERMUTATION, 0)), EINVAL, "permutation" },
	{ "a permutation that is none",
	  TRAFFIC(PATTERN(PERMUTATION), U32S(TRAFFIC_PERMUTATION, 0, 1, 2, 3, 4, 5, 6, 6)),
	  EINVAL, "permutation" },
	{ "a permutation that leads outside",
	  TRAFFIC(PATTERN(PERMUTATION), U32S(TRAFFIC_PERMUTATION, 0, 1, 2, 3, 4, 5, 6, 8)),
	  EINVAL, "permutation" },
	{ "a permutation of odd bytes",
	  TRAFFIC(PATTERN(PERMUTATION), BYTES(TRAFFIC_PERMUTATION, "12345")), EINVAL,
	  "permutation" },
	{ "a list of uniform traffic",
	  TRAFFIC(PATTERN(UNIFORM), U32S(TRAFFIC_PERMUTATION, 1, 0, 2, 3, 4, 5, 6, 7)), EINVAL,
	  "permutation" },
	{ "three weights of lengths",
	  TRAFFIC(PATTERN(UNIFORM), U32S(TRAFFIC_LENGTHS, 1, 1, 1)), ERANGE, OUT_OF },
	{ "lengths without weight",
	  TRAFFIC(PATTERN(UNIFORM), U32S(TRAFFIC_LENGTHS, 0, 0, 0, 0, 0, 0, 0, 0, 0)), EINVAL,
	  "length" },
	{ "a length of too much weight",
	  TRAFFIC(PATTERN(UNIFORM), U32S(TRAFFIC_LENGTHS, 1000001, 0, 0, 0, 0, 0, 0, 0, 0)),
	  EINVAL, "weight" },
	{ "a load of no traffic",
	  TRAFFIC(PATTERN(NONE), U32(TRAFFIC_SOURCE, 0), U32(TRAFFIC_LOAD, 5)), EINVAL, "'none'" },
	{ "requests without traffic", TRAFFIC(PATTERN(NONE), U32(TRAFFIC_REQUESTS, 5)), EINVAL,
	  "'none'" },
	{ "more requests than packets",
	  TRAFFIC(PATTERN(UNIFORM), U32(TRAFFIC_REQUESTS, SEASTAR_PPM + 1)), ERANGE,
	  OUT_OF },
	{ "traffic without privilege", TRAFFIC(PATTERN(NONE)), EPERM, NULL,
	  UNPRIVILEGED },

	/* clock */
	{ "a clock request without a change", CLOCK({ 0 }), EINVAL, "nothing" },
	{ "an unknown state", CLOCK(U32(CLOCK_STATE, SEASTAR_CLOCK_STATES)), ERANGE, OUT_OF },
	{ "a step of unknown length", CLOCK(U32(CLOCK_STATE, SEASTAR_CLOCK_STEPPING)), EINVAL,
	  "step" },
	{ "a step of no cycles",
	  CLOCK(U32(CLOCK_STATE, SEASTAR_CLOCK_STEPPING), U64(CLOCK_STEPS, 0)), ERANGE, OUT_OF },
	{ "a step beyond the end of time",
	  CLOCK(U32(CLOCK_STATE, SEASTAR_CLOCK_STEPPING), U64(CLOCK_STEPS, (1ULL << 55) + 1)),
	  ERANGE, "2^55" },
	{ "a step as long as can be said",
	  CLOCK(U32(CLOCK_STATE, SEASTAR_CLOCK_STEPPING), U64(CLOCK_STEPS, ~0ULL)), ERANGE,
	  "2^55" },
	{ "cycles for a clock that runs",
	  CLOCK(U32(CLOCK_STATE, SEASTAR_CLOCK_RUNNING), U64(CLOCK_STEPS, 5)), EINVAL, "step" },
	{ "a budget of 0", CLOCK(U32(CLOCK_BUDGET, 0)), ERANGE, OUT_OF },
	{ "a budget of 101 %", CLOCK(U32(CLOCK_BUDGET, 101)), ERANGE, OUT_OF },
	{ "a run without privilege", CLOCK(U32(CLOCK_STATE, SEASTAR_CLOCK_RUNNING)), EPERM,
	  NULL, UNPRIVILEGED },

	/* registers: mmrtest.c has more */
	{ "a register of a router outside", SEASTAR_CMD_MMR_GET,
	  ATTRS(STR(MMR_DEV, DEV), U32(MMR_ROUTER, ROUTERS), U32(MMR_OFFSET, 0)), ERANGE,
	  "router" },
	{ "a register that is none", SEASTAR_CMD_MMR_GET,
	  MMR_0(U32(MMR_OFFSET, 0xff8)), ERANGE, "register" },
	{ "an offset within a register", SEASTAR_CMD_MMR_GET,
	  MMR_0(U32(MMR_OFFSET, 4)), EINVAL, "multiple" },
	{ "513 registers", SEASTAR_CMD_MMR_GET,
	  MMR_0(U32(MMR_OFFSET, 0x8000), U32(MMR_COUNT, 513)),
	  ERANGE, OUT_OF },
	{ "registers of a device that is not there", SEASTAR_CMD_MMR_GET,
	  ATTRS(STR(MMR_DEV, "bad1"), U32(MMR_ROUTER, 0), U32(MMR_OFFSET, 0)), ENODEV,
	  "no device" },
	{ "a write to what can only be read",
	  MMR(U32(MMR_OFFSET, 0), U64(MMR_VALUE, 0)), EACCES, "read" },
	{ "a write to what is the driver's",
	  MMR(U32(MMR_OFFSET, 0x30), U64(MMR_VALUE, 0)), EACCES, "driver" },
	{ "a bias with bits beside it",
	  MMR(U32(MMR_OFFSET, 0x1000), U64(MMR_VALUE, 1)), ERANGE, "bits" },
	{ "a register's period of 0",
	  MMR(U32(MMR_OFFSET, 0x40), U64(MMR_VALUE, 0)), ERANGE, "less" },
	{ "a register's stale generation",
	  MMR(U32(MMR_OFFSET, 0x48), U64(MMR_VALUE, 0), U64(MMR_GENERATION, 1ULL << 40)), ESTALE,
	  "generation" },
	{ "a write of four bytes", MMR(U32(MMR_OFFSET, 0x48), U32(MMR_VALUE, 0)), EINVAL,
	  "attribute" },
	{ "a register without privilege",
	  MMR(U32(MMR_OFFSET, 0x48), U64(MMR_VALUE, 0)), EPERM, NULL, UNPRIVILEGED },

	/* links */
	{ "a link of no router", LINK(U32(LINK_PORT, SEASTAR_PORT_XP), U8(LINK_UP, 0)), EINVAL,
	  "router" },
	{ "a link of a router outside the fabric",
	  LINK(U32(LINK_ROUTER, ROUTERS), U32(LINK_PORT, SEASTAR_PORT_XP), U8(LINK_UP, 0)), ERANGE,
	  "no router" },
	{ "a link of no port", LINK(U32(LINK_ROUTER, 0), U8(LINK_UP, 0)), EINVAL, "port" },
	{ "a link of port 7",
	  LINK(U32(LINK_ROUTER, 0), U32(LINK_PORT, 7), U8(LINK_UP, 0)), ERANGE, OUT_OF },
	{ "the processor's port as a link",
	  LINK(U32(LINK_ROUTER, 0), U32(LINK_PORT, SEASTAR_PORT_PROC), U8(LINK_UP, 0)), ERANGE,
	  "no link" },
	{ "a port of a dimension that has no links",
	  LINK(U32(LINK_ROUTER, 0), U32(LINK_PORT, SEASTAR_PORT_YP), U8(LINK_UP, 0)), ERANGE,
	  "no link" },
	{ "a link that is to be neither up nor down", LINK_0({ 0 }), EINVAL, "up or down" },
	{ "a link that is to be half up", LINK_0(U8(LINK_UP, 2)), ERANGE, OUT_OF },
	{ "a policy that there is not", LINK_0(U8(LINK_UP, 0), U32(LINK_POLICY, 2)), ERANGE,
	  OUT_OF },
	{ "a policy for a link that comes up",
	  LINK_0(U8(LINK_UP, 1), U32(LINK_POLICY, SEASTAR_LINK_DROP)), EINVAL, "goes down" },
	{ "bit errors for a link that goes down", LINK_0(U8(LINK_UP, 0), U64(LINK_BIT_ERRORS, 1)),
	  EINVAL, "send two" },
	{ "bit errors with a policy",
	  LINK_0(U32(LINK_POLICY, SEASTAR_LINK_DROP), U64(LINK_BIT_ERRORS, 1)), EINVAL,
	  "send two" },
	{ "more bit errors than one in 100",
	  LINK_0(U64(LINK_BIT_ERRORS, SEASTAR_MAX_BIT_ERRORS + 1)), ERANGE, OUT_OF },
	{ "bit errors of the processor's port",
	  LINK(U32(LINK_ROUTER, 0), U32(LINK_PORT, SEASTAR_PORT_PROC), U64(LINK_BIT_ERRORS, 1)),
	  ERANGE, "no link" },
	{ "more bit errors than one in 100, by the register",
	  MMR(U32(MMR_OFFSET, 0x1218), U64(MMR_VALUE, SEASTAR_MAX_BIT_ERRORS + 1)), ERANGE,
	  "more than" },
	{ "a link of a device that is not there", SEASTAR_CMD_LINK_SET,
	  ATTRS(STR(LINK_DEV, "bad1"), U32(LINK_ROUTER, 0), U32(LINK_PORT, SEASTAR_PORT_XP),
		U8(LINK_UP, 0)), ENODEV, "no device" },
	{ "a link with its state", LINK_0(U8(LINK_UP, 0), U32(LINK_PORTS_UP, 0)), EINVAL,
	  "attribute" },
	{ "a link without privilege", LINK_0(U8(LINK_UP, 0)), EPERM, NULL, UNPRIVILEGED },

	/* commits */
	{ "a commit of nothing", COMMIT({ 0 }), EINVAL, "nothing to commit" },
	{ "a commit to no name", COMMIT(CDEV(CENTRY(U8(ENTRY_REQ_BIAS, 2)))), EINVAL, "name" },
	{ "a commit without an entry", COMMIT(CDEV(STR(CONFIG_DEV_NAME, DEV))), EINVAL, "entry" },
	{ "a commit to a device that is not there",
	  COMMIT(GOOD_CDEV, CDEV(STR(CONFIG_DEV_NAME, "bad1"), CENTRY(U8(ENTRY_REQ_BIAS, 2)))),
	  ENODEV, "no device" },
	{ "a commit with a bad entry at its end",
	  COMMIT(GOOD_CDEV, CDEV(STR(CONFIG_DEV_NAME, DEV), CENTRY(U8(ENTRY_REQ_BIAS, 8)))),
	  ERANGE, OUT_OF },
	{ "a commit with an empty entry",
	  COMMIT(CDEV(STR(CONFIG_DEV_NAME, DEV), CENTRY({ 0 }))), EINVAL, "sets no register" },
	{ "a commit to a device of which nothing is said", COMMIT(CDEV({ 0 })), EINVAL,
	  "name of the device" },
	{ "a commit to a stale generation",
	  COMMIT(CDEV(STR(CONFIG_DEV_NAME, DEV), U64(CONFIG_DEV_GENERATION, 0),
		      CENTRY(U8(ENTRY_REQ_BIAS, 2)))), ESTALE, "generation" },
	{ "a commit to two generations",
	  COMMIT(CDEV(STR(CONFIG_DEV_NAME, DEV), U64(CONFIG_DEV_GENERATION, 1),
		      CENTRY(U8(ENTRY_REQ_BIAS, 2))),
		 CDEV(STR(CONFIG_DEV_NAME, DEV), U64(CONFIG_DEV_GENERATION, 2))), EINVAL,
	  "two generations" },
	{ "a commit to a generation that is given twice",
	  COMMIT(CDEV(STR(CONFIG_DEV_NAME, DEV), U64(CONFIG_DEV_GENERATION, 1),
		      U64(CONFIG_DEV_GENERATION, 2), CENTRY(U8(ENTRY_REQ_BIAS, 2)))), EINVAL,
	  "twice" },
	{ "a commit's device with two names",
	  COMMIT(CDEV(STR(CONFIG_DEV_NAME, DEV), STR(CONFIG_DEV_NAME, DEV),
		      CENTRY(U8(ENTRY_REQ_BIAS, 2)))), EINVAL, "twice" },
	{ "a commit to be confirmed at once", COMMIT(GOOD_CDEV, U32(CONFIG_TIMEOUT, 0)), ERANGE,
	  OUT_OF },
	{ "a commit to be confirmed in more than a day",
	  COMMIT(GOOD_CDEV, U32(CONFIG_TIMEOUT, 86400001)), ERANGE, OUT_OF },
	{ "a check of a bad entry",
	  COMMIT({ .type = SEASTAR_A_CONFIG_CHECK },
		 CDEV(STR(CONFIG_DEV_NAME, DEV), CENTRY(U32(ENTRY_CLOCK_PERIOD, 0)))), ERANGE,
	  OUT_OF },
	{ "a commit with an id", COMMIT(GOOD_CDEV, U64(CONFIG_ID, 1)), EINVAL, "attribute" },
	{ "an unknown attribute of a commit's device",
	  COMMIT(CDEV(STR(CONFIG_DEV_NAME, DEV), { .type = 99, .length = 4 },
		      CENTRY(U8(ENTRY_REQ_BIAS, 2)))), EINVAL, "attribute" },
	{ "a commit's device that is no nest",
	  COMMIT({ .type = SEASTAR_A_CONFIG_DEV, .nest = ATTRS(STR(CONFIG_DEV_NAME, DEV)) }),
	  EINVAL, "NLA_F_NESTED" },
	{ "a commit without privilege", COMMIT(GOOD_CDEV), EPERM, NULL, UNPRIVILEGED },
	{ "a check without privilege",
	  COMMIT(GOOD_CDEV, { .type = SEASTAR_A_CONFIG_CHECK }), EPERM, NULL,
	  UNPRIVILEGED },
	{ "confirming nothing", SEASTAR_CMD_CONFIG_CONFIRM, ATTRS({ 0 }), EINVAL, "id" },
	{ "confirming a commit that does not wait", SEASTAR_CMD_CONFIG_CONFIRM,
	  ATTRS(U64(CONFIG_ID, 1ULL << 60)), ENOENT, "no commit" },
	{ "cancelling a commit that does not wait", SEASTAR_CMD_CONFIG_CANCEL,
	  ATTRS(U64(CONFIG_ID, 0)), ENOENT, "no commit" },
	{ "extending without a time", SEASTAR_CMD_CONFIG_EXTEND, ATTRS(U64(CONFIG_ID, 1)), EINVAL,
	  "time-out" },
	{ "extending by no time", SEASTAR_CMD_CONFIG_EXTEND,
	  ATTRS(U64(CONFIG_ID, 1), U32(CONFIG_TIMEOUT, 0)), ERANGE, OUT_OF },
	{ "confirming without privilege", SEASTAR_CMD_CONFIG_CONFIRM, ATTRS(U64(CONFIG_ID, 1)),
	  EPERM, NULL, UNPRIVILEGED },
	{ "an attribute of a list of commits", SEASTAR_CMD_CONFIG_GET, ATTRS(U64(CONFIG_ID, 1)),
	  EINVAL, NULL, DUMP },

	/* refused by generic netlink itself, without a sentence */
	{ "an unknown command", 200, ATTRS(STR(DEV_NAME, DEV)), EOPNOTSUPP, NULL },
	{ "an event as a command", SEASTAR_CMD_AGING_NTF, ATTRS(STR(DEV_NAME, DEV)), EOPNOTSUPP,
	  NULL },
};

#define BADS	(sizeof(bads) / sizeof(bads[0]))

static void become(uid_t user)
{
	if (seteuid(user)) {
		printf("Bail out! cannot become user %d: %s\n", (int)user, strerror(errno));
		exit(1);
	}
}

static void create_device(void)
{
	const struct attr attrs[] = {
		STR(DEV_NAME, DEV), U32S(DEV_RADIX, ROUTERS), { 0 }
	};
	struct answer answer;

	client_send(SEASTAR_CMD_DEV_NEW, attrs, false, &answer);
	if (answer.error) {
		printf("Bail out! cannot create a device: %s\n", answer.sentence);
		exit(1);
	}
}

static void delete_device(void)
{
	const struct attr attrs[] = { STR(DEV_NAME, DEV), { 0 } };
	struct answer answer;

	client_send(SEASTAR_CMD_DEV_DEL, attrs, false, &answer);
}

static void refused(const struct bad *b, struct answer *answer)
{
	if (b->how == UNPRIVILEGED)
		become(NOBODY);
	client_send(b->command, b->attrs, b->how == DUMP, answer);
	if (b->how == UNPRIVILEGED)
		become(0);
}

static bool says(const struct answer *answer, const char *word)
{
	return !word || (strcasestr(answer->sentence, word) &&
			 (strcmp(word, OUT_OF) || answer->at));
}

/* Send a bad request; return true if it is refused as expected. */
static bool check(size_t number, const struct bad *b)
{
	struct answer answer;
	size_t before_length, after_length;
	void *before = client_snapshot(DEV, &before_length), *after;
	bool same, good;

	refused(b, &answer);
	after = client_snapshot(DEV, &after_length);
	same = before_length == after_length && !memcmp(before, after, before_length);
	free(before);
	free(after);

	good = same && answer.error == b->error && says(&answer, b->word);
	printf("%sok %zu %s is refused\n", good ? "" : "not ", number, b->what);
	if (good)
		return true;
	printf("# expected: error %d (%s), a sentence with '%s', no change\n", b->error,
	       strerror(b->error), b->word ? b->word : "");
	printf("# seen:     error %d (%s), '%s', %s\n", answer.error, strerror(answer.error),
	       answer.sentence, same ? "no change" : "a change");
	printf("# rerun: badinput\n");
	return false;
}

/* Return true if the attributes include nest @empty without attributes. */
static bool has_empty(const struct attr *attrs, const struct spec_policy *policy,
		      const struct spec_attr *empty)
{
	const struct spec_attr *s;
	const struct attr *a;

	for (a = attrs; a->type; a++) {
		s = spec_attr(policy, a->type & NLA_TYPE_MASK);
		if (!s || !a->nest)
			continue;
		if (s == empty && !a->nest->type)
			return true;
		if (s->nest && has_empty(a->nest, s->nest, empty))
			return true;
	}
	return false;
}

/* Return true if a bad request of operation @op has nest @empty without attributes. */
static bool is_tried_empty(const struct spec_op *op, const struct spec_attr *empty)
{
	const struct spec_policy *policy;
	const struct bad *b;

	for (b = bads; b < bads + BADS; b++) {
		policy = op->request[b->how == DUMP ? SPEC_DUMP : SPEC_DO];
		if (b->command == op->command && policy && has_empty(b->attrs, policy, empty))
			return true;
	}
	return false;
}

/* Count the nests of a policy, including nests in nests; print the ones never sent empty. */
static unsigned int count_nests(const struct spec_op *op, const struct spec_policy *policy,
				bool *all)
{
	const struct spec_attr *a;
	unsigned int n = 0;

	for (a = policy->attrs; a < policy->attrs + policy->n; a++) {
		if (!a->nest)
			continue;
		n += 1 + count_nests(op, a->nest, all);
		if (is_tried_empty(op, a))
			continue;
		*all = false;
		printf("# %s has a nest %s of which nobody tries what it does when it is empty\n",
		       op->name, a->name);
	}
	return n;
}

/* Check that empty nests were really sent: a library that drops them would test other requests. */
static bool check_nests(size_t number)
{
	const struct spec *spec = spec_read(spec_beside("seastar.spec"));
	const struct spec_op *op;
	unsigned int n = 0;
	bool all = true;
	int kind;

	for (op = spec->ops; op < spec->ops + spec->n_ops; op++)
		for (kind = 0; kind < SPEC_KINDS; kind++)
			if (op->request[kind])
				n += count_nests(op, op->request[kind], &all);
	printf("# %u nests\n", n);
	printf("%sok %zu each nest of a request is tried empty\n", n && all ? "" : "not ", number);
	return n && all;
}

/* Only administrators have several requests of a datagram carried out. */
static bool check_datagram(size_t number)
{
	static const struct attr attrs[] = { STR(CLOCK_DEV, DEV), { 0 } };
	struct answer mine[2], theirs[2];
	bool good;

	client_send_twice(SEASTAR_CMD_CLOCK_GET, attrs, mine);
	become(NOBODY);
	client_send_twice(SEASTAR_CMD_CLOCK_GET, attrs, theirs);
	become(0);
	good = !mine[0].error && !mine[1].error && theirs[0].error == E2BIG &&
	       strstr(theirs[0].sentence, "one at a time") && !theirs[1].error;
	printf("%sok %zu of a user's requests in one datagram only the last is carried out\n",
	       good ? "" : "not ", number);
	return good;
}

int main(void)
{
	bool good = true;
	size_t i;

	printf("TAP version 13\n");
	if (geteuid()) {
		printf("1..0 # SKIP needs root\n");
		return 4;
	}
	if (system("modprobe seastar")) {
		printf("Bail out! cannot load the module\n");
		return 1;
	}
	printf("1..%zu\n", BADS + 2);
	client_open();
	create_device();
	for (i = 0; i < BADS; i++)
		good &= check(i + 1, &bads[i]);
	good &= check_nests(BADS + 1);
	good &= check_datagram(BADS + 2);
	delete_device();
	return !good;
}
