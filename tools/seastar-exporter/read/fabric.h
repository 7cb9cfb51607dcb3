/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The exporter's copy of the devices: the last successful reading of each part. A function that
 * fails to read a part leaves it unchanged.
 */
#ifndef EXPORTER_READ_FABRIC_H
#define EXPORTER_READ_FABRIC_H

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <seastar/counters.h>

#include "tools/lib/names.h"

#include "family.h"

#define CLASSES		2	/* index: requests, responses */
#define MAX_SETS	16	/* most different settings of aging to list */

#define SUM_ONE(NAME, ...)	SUM_##NAME,
#define SUM_BINS(NAME, ...)	SUM_##NAME, SUM_LAST_##NAME = SUM_##NAME + SEASTAR_AGE_BINS - 1,

/* Sums over ports and VCs. */
enum sum {
	SS_COUNTERS(SUM_ONE, SUM_ONE, SUM_BINS, SUM_ONE)
	SUMS
};

struct sums {
	uint64_t of[SUMS];
};

/* The place of a counter in the data block. */
struct column {
	uint64_t offset;
	uint32_t stride;
	uint32_t width;
};

/**
 * struct counters - the last good sample, all of one cycle
 * @valid: there is a sample
 * @cycle: cycle of the sample
 * @time: time of the sample in nanoseconds since 1970
 * @gaps: samples that lack counts, since the device came
 * @failed: samples that could not be taken, since the device came
 * @column: places of the counters in @block, in the order of enum seastar_counter
 * @block: the data block, @size bytes
 * @size: bytes of @block
 * @router: sums of each router, derived once from @block
 * @dimension: sums of each dimension, derived once from @block
 */
struct counters {
	bool valid;
	uint64_t cycle;
	uint64_t time;
	uint64_t gaps;
	uint64_t failed;
	struct column column[SEASTAR_COUNTERS];
	unsigned char *block;
	size_t size;
	struct sums *router;
	struct sums dimension[PORT_GROUPS];
};

/* Aging registers, and how many routers have them. */
struct aging_set {
	uint32_t routers;
	uint32_t period;
	uint64_t select;
	uint8_t bias[CLASSES][SEASTAR_PORTS];
};

/* The different aging settings of a device; @others: routers whose setting is not in @set. */
struct aging {
	bool valid;
	uint64_t generation;
	uint32_t min_period, max_period;
	size_t sets;
	uint32_t others;
	struct aging_set set[MAX_SETS];
};

/* Bounds of a range over nodes. */
enum bound { BOUND_MIN, BOUND_MAX, BOUNDS };

/**
 * struct sources - statistics of the traffic sources, summed up
 * @valid: the sources were read
 * @stat: sums over the sources, by enum seastar_source_stat
 * @bin: histogram of latencies
 * @compared: all fields below are known; they count since the last reset
 * @injected: least and most packets injected by one node
 * @delivered: least and most packets delivered from one node
 * @sending: nodes that have packets to send
 * @starved: nodes that injected nothing, though packets wait there
 * @oldest: cycles since the birth of the oldest undelivered packet; 0: there is none
 * @in_flight: packets that were injected and have been neither delivered nor dropped
 * @lost: packets that routers have dropped, by enum seastar_drop
 */
struct sources {
	bool valid;
	uint64_t stat[SEASTAR_SRC_STATS];
	uint64_t bin[SEASTAR_LAT_BINS];
	bool compared;
	uint64_t injected[BOUNDS], delivered[BOUNDS];
	uint64_t sending, starved, oldest, in_flight;
	uint64_t lost[SEASTAR_DROPS];
};

struct traffic {
	bool valid;
	uint64_t generation;
	uint32_t pattern, source, load, window;
};

struct clock {
	bool valid;
	uint32_t state, budget, rate;
};

struct links {
	bool valid;
	uint8_t *present;	/* by router: bit p is set if port p has a link */
	uint8_t *up;
	uint64_t downs, ups;	/* since the device came */
	uint64_t dropped[SEASTAR_DROPS];	/* packets dropped by the routers of hardware */
	uint32_t lossy;		/* links with bit errors, each direction counted */
	uint64_t retries, undetected;	/* micropackets of all links */
	uint64_t changes;	/* link_changes of struct fabric before the reading */
};

/* The parts of a scrape; each may fail on its own. */
enum part {
	PART_MODULE, PART_DEVICES, PART_COUNTERS, PART_AGING, PART_SOURCES, PART_TRAFFIC,
	PART_CLOCK, PART_COMMITS, PART_LINKS, PARTS
};

struct fabric {
	struct fabric *next;
	char name[SEASTAR_NAME_MAX + 1];
	uint64_t id;
	bool hardware, lost;
	uint32_t radix[SEASTAR_DIMS];
	uint32_t mesh;
	uint32_t routers;
	uint64_t generation;
	uint64_t link_changes;	/* number of changes of links */
	bool listed;		/* in the latest list of devices */
	int error[PARTS];	/* error of the latest reading of each part */
	uint8_t *chosen;	/* by router: bit p is set if port p is exported; NULL: none */
	struct counters counters;
	struct counters spare;	/* memory for the next sample */
	struct aging aging;
	struct sources sources;
	struct traffic traffic;
	struct clock clock;
	struct links links;
};

/* Update @list: remove devices that are gone, and append new ones. */
int fabrics_read(struct snl *nl, struct fabric **list, const regex_t *ports);
void fabrics_free(struct fabric **list);

int fabric_read_counters(struct fabric *fab);
void counters_free(struct counters *c);

/* Return counter @counter of a port in sample @c. */
uint64_t counters_value(const struct counters *c, unsigned int counter, uint32_t router,
			unsigned int port);

int fabric_read_aging(struct snl *nl, struct fabric *fab);
int fabric_read_sources(struct snl *nl, struct fabric *fab);
int fabric_read_traffic(struct snl *nl, struct fabric *fab);
int fabric_read_clock(struct snl *nl, struct fabric *fab);

#endif /* EXPORTER_READ_FABRIC_H */
