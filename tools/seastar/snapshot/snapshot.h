/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A snapshot of a device: its parameters, settings, traffic, and counts over an interval.  It is
 * JSON (docs/schema/snapshot.json), whether read from a file or just taken, so both are loaded by
 * the same code.
 */
#ifndef SNAPSHOT_H
#define SNAPSHOT_H

#include <stdbool.h>
#include <stdint.h>

#include <json-c/json.h>

#include "sim/routers/seastar/seastar.h"

#include "tools/seastar/base/args.h"
#include "tools/seastar/netlink/nl.h"

/**
 * struct snapshot_span - how long to count: @ms or @cycles is not 0
 * @ms: milliseconds to count
 * @cycles: cycles of the device's clock to count, at least
 * @step: cycles per step of a clock that stands
 */
struct snapshot_span {
	uint64_t ms;
	uint64_t cycles;
	uint64_t step;
};

/**
 * struct counted - counts of a device over an interval
 * @dated: @first is known
 * @first: first cycle of counting
 * @cycles: cycles of counting
 * @counter: counts of all routers, by port and counter
 * @gap: some counts are missing
 * @has_sources: the driver sees the sources: all fields that follow are known
 * @source_cycles: cycles over which the sources were counted
 * @delivered: packets delivered
 * @flits: flits of the packets delivered
 * @mean: mean latency of the packets delivered, in cycles
 * @histogram: packets delivered, by bin of latency
 */
struct counted {
	bool dated;
	uint64_t first;
	uint64_t cycles;
	uint64_t counter[SEASTAR_PORTS][SEASTAR_COUNTERS];
	bool gap;
	bool has_sources;
	uint64_t source_cycles;
	uint64_t delivered;
	uint64_t flits;
	double mean;
	uint64_t histogram[SEASTAR_LAT_BINS];
};

/**
 * struct snapshot - a snapshot, converted for the model
 * @device: name of the device
 * @generation: generation of the settings
 * @routers: number of routers
 * @config: configuration of the model
 * @aging: aging registers of each router
 * @routes: words of the plan of its look-up tables; NULL: it has none, or they are unknown
 * @lossy: links with bit errors, as the value of the key `lossy` of experiments; NULL: none
 * @has_traffic: the traffic is known
 * @traffic: traffic of the sources, with its permutation
 * @counted: counts over the interval
 */
struct snapshot {
	char *device;
	uint64_t generation;
	uint32_t routers;
	struct ss_config config;
	struct ss_aging *aging;
	char *routes;
	char *lossy;
	bool has_traffic;
	struct ss_traffic traffic;
	struct counted counted;
};

/* Take a snapshot of @dev. Prints an error and ends the program if that is impossible. */
struct json_object *snapshot_take(struct nl *nl, const char *dev,
				  const struct snapshot_span *span);

/* Return true if the clock of @dev is stopped, at *@cycle. */
bool snapshot_stands(struct nl *nl, const char *dev, uint64_t *cycle);

/* Read the file @path, "-" for standard input. */
struct json_object *snapshot_file(const char *path);

/*
 * Load a snapshot from JSON; a missing or wrong value ends the program.  Messages call the snapshot
 * @name. snapshot_traffic() loads only the traffic of @o.
 */
void snapshot_load(struct snapshot *s, const char *name, struct json_object *o);
void snapshot_traffic(struct snapshot *s, const char *name, struct json_object *o);
void snapshot_free(struct snapshot *s);

#endif /* SNAPSHOT_H */
