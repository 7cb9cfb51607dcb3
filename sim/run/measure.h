/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counts at every delivery.  All are integers that add up: deliveries may be counted by several
 * measures, region by region, which are added in any order.
 */
#ifndef SIM_MEASURE_H
#define SIM_MEASURE_H

#include "sim/base/histogram.h"
#include "sim/core/topology_view.h"

#include "fabric.h"

#include "reordering.h"

typedef unsigned __int128 u128;

/* Deliveries in some cycles. */
struct sim_tally {
	u64 packets;
	u64 flits;
	u64 latency;	/* sum of latencies, in cycles */
	u64 network;	/* sum of network latencies, in cycles */
	u64 max;	/* highest latency, in cycles */
	u64 misrouted;	/* packets that have left the shortest path */
	u64 sender_cycles;	/* number of senders, summed over the cycles */
};

/* The distribution of values. */
struct sim_spread {
	u64 packets;
	u64 min;	/* U64_MAX if there are none */
	u64 max;
	u64 sum;
	u128 squares;
	u64 bin[HISTOGRAM_BINS];
};

/* Packets whose shortest paths have the same number of links, and sums of their latencies. */
struct sim_hops {
	u64 packets;
	u64 latency;
	u64 network;
	u64 max;
};

/* Sums over the packets of one source, and the flits that its node received. */
struct sim_node {
	u64 packets;
	u64 flits;
	u64 latency;
	u64 max;
	u64 received;	/* flits that the node received */
};

/**
 * struct sim_ways - the paths of packets, and the parts of their latencies
 * @packets: packets, by the links of the first kind and of the second kind that they crossed
 * @part: sums of cycles, by &enum ss_latency_part
 */
struct sim_ways {
	u64 packets[SS_WAY_HOPS][SS_WAY_HOPS];
	s64 part[SS_LATENCY_PARTS];
};

/**
 * struct sim_measure - an accumulator
 * @tally: deliveries since the tally was last taken
 * @interval: cycles per interval of births, for @born; 0: @born is not counted
 * @born: deliveries by the interval in which the packets were born
 * @intervals: number of intervals in @born
 * @on: true if the fields that follow are counted
 * @latency: latencies from birth
 * @network: latencies from injection
 * @hops: packets and latencies by the number of links of the shortest path
 * @reach: greatest number of these links; @hops has one element more
 * @ways: counts of paths, if @reports_paths
 * @by_class: deliveries of requests and of responses, replies among these
 * @reordering: deliveries by pair of nodes; NULL: overtaking is not counted
 * @late: packets that were overtaken
 * @node: counts of each node; NULL before sim_measure_begin()
 * @nodes: number of nodes
 * @place: places of routers in the topology
 * @reports_paths: true if deliveries report the paths of packets
 * @topo: topology of the fabric
 */
struct sim_measure {
	struct sim_tally tally;
	u64 interval;
	struct sim_tally *born;
	u32 intervals;
	bool on;
	struct sim_spread latency;
	struct sim_spread network;
	struct sim_hops *hops;
	u32 reach;
	struct sim_ways ways;
	struct sim_tally by_class[2];
	struct sim_reordering *reordering;
	struct sim_late late;
	struct sim_node *node;
	u32 nodes;
	struct ss_place *place;
	bool reports_paths;
	struct ss_topology topo;
};

struct sim_measure *sim_measure_new(const struct ss_config *cfg);
void sim_measure_free(struct sim_measure *m);

/* Begin to count what follows @on in &struct sim_measure. */
void sim_measure_begin(struct sim_measure *m);

/* Count a delivery; for ss_fabric_on_delivery(), with the measure as @ctx. */
void sim_measure_delivery(void *ctx, const struct ss_delivery *d);

/* Extend @m->born to @intervals intervals, if it has fewer. */
void sim_measure_cover(struct sim_measure *m, u32 intervals);

/* Return the tally, and begin a new one. */
struct sim_tally sim_measure_take(struct sim_measure *m);

void sim_tally_add(struct sim_tally *to, const struct sim_tally *t);

/*
 * Add all counts of @from, including its tally, to @to, which takes over the nodes of @from if it
 * has none.
 */
void sim_measure_add(struct sim_measure *to, struct sim_measure *from);

double sim_spread_mean(const struct sim_spread *s);

/* Return the standard deviation of the population, exact up to one rounding at the end. */
double sim_spread_deviation(const struct sim_spread *s);

/*
 * Return the least value that at least @permille thousandths of the packets do not exceed, exact to
 * 1 % (histogram.h); there must be packets.
 */
u64 sim_spread_percentile(const struct sim_spread *s, u32 permille);

/* Return the links of the shortest path between two nodes. */
u32 sim_distance(const struct sim_measure *m, u32 from, u32 to);

#endif /* SIM_MEASURE_H */
