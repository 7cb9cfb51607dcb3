/* SPDX-License-Identifier: GPL-2.0-only */
/* The counts of a run, before they are printed in any form. */
#ifndef SIM_RESULT_H
#define SIM_RESULT_H

#include "sim/base/shape.h"
#include "sim/graph500/load.h"
#include "sim/program/replay.h"
#include "sim/route/generate.h"

#include "deadlock.h"
#include "measure.h"
#include "run.h"

/* Sums over all sources and links, since cycle 0. */
struct sim_totals {
	u64 offered;
	u64 replies;	/* replies among @offered */
	u64 dropped;
	u64 injected;
	u64 delivered;
	u64 entering;	/* injected, and waiting at a node's port, if that has queues */
	u64 queued;	/* packets at sources, and those in @entering */
	u64 in_network;	/* packets injected that are neither entering nor delivered nor lost */
	u64 lost[SS_DROPS];	/* packets dropped by routers, by &enum ss_drop */
	struct ss_link_errors links;
};

/* A batch of the measured cycles; @totals are as of its end. */
struct sim_batch {
	u64 cycles;
	struct sim_tally tally;
	struct sim_totals totals;
};

/* A point of the time series; @totals are as of its end. */
struct sim_point {
	u64 from;
	u64 cycles;
	struct sim_tally tally;
	struct sim_totals totals;
};

/* A phase of a batch: nodes that ended it, and the first, the last and the sum of their cycles. */
struct sim_batch_phase {
	u64 nodes;
	u64 first;
	u64 last;
	u64 sum;
};

/**
 * struct sim_port - counts of a port's registers, or sums over ports, in the measured cycles
 * @links: number of ports with a link or node behind them
 * @packets: packets that arrived
 * @upper: packets that arrived on VC1 and VC3
 * @flits: flits that arrived
 * @blocked: cycles blocked
 * @requests: packets that arrived on VC0 and VC1
 * @requests_blocked: cycles blocked on VC0 and VC1
 * @stalled: cycles stalled
 * @sent: packets granted
 * @resent: micropackets sent again by the output, since bits arrived wrong
 * @waited: sum of the cycles that the granted packets were in the router
 * @ages: packets granted, by age
 * @contested: grants for which there were several candidates
 * @inhibited: contested grants that inhibit took from age to round robin
 * @tied: contested grants by age for which several candidates were the oldest
 * @saturated: grants at age 255
 */
struct sim_port {
	u64 links;
	u64 packets;
	u64 upper;
	u64 flits;
	u64 blocked;
	u64 requests;
	u64 requests_blocked;
	u64 stalled;
	u64 sent;
	u64 resent;
	u64 waited;
	u64 ages[SEASTAR_AGE_BINS];
	u64 contested;
	u64 inhibited;
	u64 tied;
	u64 saturated;
};

enum sim_verdict {
	SIM_OK,
	SIM_IMPRECISE,
	SIM_TRANSIENT,
	SIM_IDLE,
	SIM_NOT_STEADY,
	SIM_LOSSY,
	SIM_STARVED,
	SIM_SATURATED,
	SIM_DEADLOCK,
};

/*
 * Counts of a node in the measured cycles.  @born are packets born there, without replies;
 * @unserved is the growth in packets that wait at its source or were dropped.  @flits are the flits
 * of all packets that it injected; @replied are replies among these packets, @reply_flits their
 * flits.
 */
struct sim_own {
	u64 born;
	u64 unserved;
	u64 flits;
	u64 replied;
	u64 reply_flits;
};

/**
 * struct sim_program_phase - a phase of a program
 * @end: cycle in which the last rank left it, or an earlier one; U64_MAX: a rank is in it
 * @computing: cycles in it in which ranks computed, summed over the ranks; so are the next two
 * @sending: cycles in which ranks waited in sends
 * @waiting: cycles in which ranks waited for messages
 */
struct sim_program_phase {
	u64 end;
	u64 computing;
	u64 sending;
	u64 waiting;
};

#define SIM_MOST_PORTS	64	/* most ports of a router */

/**
 * struct sim_pause - a node that waits for messages of a trace
 * @node: number of the node
 * @flits: flits that the node waits for
 * @received: flits received of these
 */
struct sim_pause {
	u32 node;
	u32 flits;
	u32 received;
};

/**
 * struct sim_rank - a rank of a program
 * @node: number of its node
 * @did: counts of the rank's operations
 * @call: calls by the number of their name in &struct sim_result; NULL: the program has none
 * @timeline: bins of the rank's timeline; NULL: none was recorded
 */
struct sim_rank {
	u32 node;
	struct replay_stats did;
	const struct replay_call *call;
	const struct timeline_bin *timeline;
};

/**
 * struct sim_result - a run that has ended
 * @experiment: experiment that was run
 * @warmup: cycles before measuring
 * @measured: cycles measured
 * @nodes: number of nodes
 * @routers: number of routers
 * @senders: number of sources that had a destination in some measured cycle
 * @sends: senders among the sources, by node
 * @sending: measured cycles in which each source had a destination
 * @before: totals when measuring began
 * @after: totals when measuring ended
 * @forgotten: packets dropped in the measured cycles because the traffic changed
 * @offered_flits: flits of the packets born in the measured cycles, estimated by their mean length
 * @offered_replies: replies among the offered flits
 * @batch: batches of the measured cycles
 * @batches: number of batches
 * @point: points of the time series
 * @points: number of points
 * @measure: counts of deliveries
 * @injected: packets injected, by node
 * @waiting: packets that wait at each node's source, or at its port, when measuring ends
 * @own: counts of the node's own packets, by node
 * @oldest: cycles since the birth of the oldest packet in each router or at its nodes, 0: none
 * @port: counts of registers, by router and row of ports
 * @rows: rows of ports of a router, which results count together
 * @ports: ports of a router
 * @carried: flits carried, by router and output port, if they are counted; or NULL
 * @misroutes: misroutes, SS_MISROUTES of each router, if they are counted; or NULL
 * @usage: usage of buffers, by router and kind of port, SS_USAGE_PORTS of each, if it is counted;
 *	or NULL
 * @held: with cycles by rule: times in succession that the batch means were as precise as asked,
 *	each time with twice the cycles of the time before
 * @settled: true if the warm-up ended in steady state, or its length was given
 * @steady: true if the measured cycles are in steady state, too
 * @steady_why: sentence with the reason for @steady
 * @verdict: &enum sim_verdict
 * @why: sentence with the reason for @verdict
 * @deadlock: deadlock, if there is one
 * @missing: look-up tables: pairs of nodes without a route
 * @exceptions: routers that use their look-up tables; the others go by what most tables have in
 *	common
 * @hash: hash of the fabric's state
 * @pause: trace: a node that waited in the end, if one did: its @flits are not 0
 * @standstill: trace: a sentence if no node can ever send what another one waits for, or empty
 * @complete: true if all packets of a batch were sent and delivered
 * @last: cycle of the last delivery of a batch
 * @search: with pattern=graph500: table of the messages of the search
 * @rank: program: ranks, by number
 * @ranks: number of ranks; 0: it is no program
 * @call_name: program: names of calls, by number from 1 on
 * @calls: number of these names
 * @rank_call: calls of all ranks, to which these refer
 * @timeline: bins of the timelines of all ranks, to which these refer; NULL: none was recorded
 * @timeline_bins: bins of each timeline
 * @timeline_log2: log2 of the cycles of a bin
 * @program_phase: program: times in phases, the first one before the first line "phase"; or NULL
 * @program_phases: number of elements of @program_phase
 * @first_phase: number in the file of the second element
 * @ended: program: first cycle in which all operations that were done are over
 * @batch_phase: phases of a batch
 * @batch_phases: number of elements of @batch_phase
 */
struct sim_result {
	const struct sim_experiment *experiment;
	u64 warmup;
	u64 measured;
	u32 nodes;
	u32 routers;
	u32 senders;
	bool *sends;
	u64 *sending;
	struct sim_totals before;
	struct sim_totals after;
	u64 forgotten;
	double offered_flits;
	double offered_replies;
	struct sim_batch *batch;
	u32 batches;
	struct sim_point *point;
	u32 points;
	struct sim_measure *measure;
	u64 *injected;
	u64 *waiting;
	struct sim_own *own;
	u64 *oldest;
	struct sim_port *port;
	u32 rows;
	u32 ports;
	u64 *carried;
	u64 *misroutes;
	struct ss_usage *usage;
	u32 held;
	bool settled;
	bool steady;
	char steady_why[192];
	enum sim_verdict verdict;
	char why[640];
	struct sim_deadlock deadlock;
	struct route_missing missing;
	u32 exceptions;
	u64 hash;
	struct sim_pause pause;
	char standstill[512];
	bool complete;
	u64 last;
	struct graph500_table search;
	struct sim_rank *rank;
	u32 ranks;
	char **call_name;
	u32 calls;
	struct replay_call *rank_call;
	struct timeline_bin *timeline;
	u32 timeline_bins;
	u32 timeline_log2;
	struct sim_program_phase *program_phase;
	u32 program_phases;
	u32 first_phase;
	u64 ended;
	struct sim_batch_phase *batch_phase;
	u32 batch_phases;
};

static inline struct sim_port *sim_port_at(const struct sim_result *r, u32 router, u32 port)
{
	return &r->port[(size_t)router * r->rows + port];
}

extern const char *const sim_verdict_words[];

/* Figures that are derived from the counts; NaN where there is none. */

/* Return @a / @b. */
double sim_ratio(double a, double b);

/* Return @flits per sender per cycle, for the cycles of a tally or all measured cycles. */
double sim_tally_load(const struct sim_tally *t, double flits);
double sim_load(const struct sim_result *r, double flits);

/*
 * Fill in latencies of batches, from birth or in the network, weighed by their packets so that
 * their mean is that of all packets; or the accepted loads of batches that have senders.
 *
 * Return: the number of batches; of latencies, that of batches with packets if it is below
 * STATS_LEAST_BATCHES.
 */
u32 sim_batch_latency(const struct sim_result *r, double *mean);
u32 sim_batch_network(const struct sim_result *r, double *mean);
u32 sim_batch_accepted(const struct sim_result *r, double *load);

/*
 * Return true if a batch lasts less than two mean latencies, from birth or in the network.  Then
 * most of its packets shared the fabric with those of neighbouring batches, and intervals contain
 * the mean too seldom.
 */
bool sim_batches_are_short(const struct sim_result *r);
bool sim_batches_are_short_for_network(const struct sim_result *r);

/* Return the number of kinds of links that results have a row for. */
u32 sim_link_kinds(const struct sim_result *r);
const char *sim_link_kind_name(const struct sim_result *r, u32 kind);

/* Sum up the ports with links of @kind, over all routers. */
struct sim_port sim_link_kind_sum(const struct sim_result *r, u32 kind);

/* Sum up port @first and the @count - 1 ports after it, over all routers. */
struct sim_port sim_port_sum(const struct sim_result *r, u32 first, u32 count);

/*
 * Return how unevenly packets use the two halves of the virtual channels (VC0 and VC2, VC1 and VC3)
 * of the links along @dim: the mean over the links of |P0 - P1| / (P0 + P1), 0 if both carry as
 * many.
 */
double sim_vc_balance(const struct sim_result *r, u32 dim);

/* Return the mean cycles that a packet waited for its grant, beyond the router's own delay. */
double sim_port_queueing(const struct sim_result *r, const struct sim_port *p);

/* Packets and flits that a node injected in the measured cycles: own ones, and replies. */
struct sim_injected {
	u64 packets, flits;
	u64 replies, reply_flits;
};

/* Return the flits that @node has sent into its router. */
u64 sim_entered(const struct sim_result *r, u32 node);

struct sim_injected sim_injected(const struct sim_result *r, u32 node);

struct sim_fairness {
	double min, max, max_over_min, cv, jain;
};

/* Compute the fairness among senders, by own flits injected per cycle in which they could send. */
struct sim_fairness sim_fairness(const struct sim_result *r);

/* Compute the fairness among routers, each with the mean of its senders. */
struct sim_fairness sim_router_fairness(const struct sim_result *r);

/**
 * struct sim_starvation - least and most of all senders, and signs of starvation
 * @injected: packets of one sender in the measured cycles, the least and the most
 * @delivered: packets delivered of one sender in the measured cycles, the least and the most
 * @starved: senders that injected nothing in the measured cycles, though packets waited at the end
 * @oldest: cycles since the birth of the oldest undelivered packet at the end; 0: none
 */
struct sim_starvation {
	struct sim_range {
		u64 least;
		u64 most;
	} injected, delivered;
	u64 starved;
	u64 oldest;
};

struct sim_starvation sim_starvation(const struct sim_result *r);

#endif /* SIM_RESULT_H */
