/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The model: a fabric of routers, of a kind that its configuration names (sim/routers).
 *
 * docs/model.md defines what it computes.  The caller brings the memory,
 * serialises the calls on one fabric, and may have as many fabrics as it likes.
 */
#ifndef SS_FABRIC_H
#define SS_FABRIC_H

#include <linux/seastar.h>

#include "fabric_config.h"
#include "port.h"

/*
 * Patterns and sources that only the simulator has, beside &enum seastar_pattern and &enum
 * seastar_source of the UAPI.
 */
enum ss_pattern {
	SS_PATTERN_HOT_SPOTS = 64,	/* any of a list of nodes, all alike */
	SS_PATTERN_UNIFORM_SELF,	/* any node, itself, too */
	SS_PATTERN_ADVERSARIAL,		/* any node of certain other groups of a Dragonfly */
	SS_PATTERN_TRACE,		/* messages of ss_trace_give(), by open sources only */
	/* in phases, by SS_SOURCE_BATCH only */
	SS_PATTERN_ALL_TO_ALL,		/* each to every other */
	SS_PATTERN_ALL_REDUCE,		/* by recursive doubling */
	SS_PATTERN_FFT,			/* all to all in each row of a grid, then column */
	SS_PATTERN_GRAPH500,		/* the levels of a breadth-first search */
	SS_PATTERNS,
};

enum ss_source_kind {
	SS_SOURCE_BATCH = 64,		/* a number of packets, as fast as they go */
	SS_SOURCES,
};

/**
 * enum ss_arrivals - when an open source bears packets
 * @SS_ARRIVALS_BERNOULLI: at most one birth per cycle, with the same chance in each
 * @SS_ARRIVALS_POISSON: any number of births per cycle, as in a Poisson process
 * @SS_ARRIVALS: number of these constants
 */
enum ss_arrivals {
	SS_ARRIVALS_BERNOULLI,
	SS_ARRIVALS_POISSON,
	SS_ARRIVALS,
};

#define SS_MAX_LOAD	(8 * SEASTAR_PPM)	/* highest load of Poisson arrivals */

/**
 * struct ss_lengths - lengths of packets; lengths.h has what is done with such lists
 * @flits: lengths in flits, in ascending order; a 0 ends the list unless it is full
 * @weight: weight of packets of each length
 */
struct ss_lengths {
	u16 flits[SS_MAX_LENGTHS];
	u32 weight[SS_MAX_LENGTHS];
};

#define SS_MAX_PARTS	4	/* parts of a traffic */
#define SS_MAX_SPOTS	64

/**
 * struct ss_part - one of several traffics of a source; a packet belongs to one
 * @weight: share of packets, 1 to 1,000,000
 * @pattern: &enum seastar_pattern or &enum ss_pattern; fields from here on are as in &struct
 *	ss_traffic
 * @target: SEASTAR_PATTERN_ALL_TO_ONE: the destination
 * @distance: SS_PATTERN_ADVERSARIAL: distance, in groups, to the first receiving group
 * @groups: SS_PATTERN_ADVERSARIAL: number of receiving groups, 1 to all of the fabric but the
 *	sender's own
 * @lengths: lengths of the part's packets
 * @requests: millionths of packets that are requests
 * @spots: SS_PATTERN_HOT_SPOTS: number of hot spots
 * @spot: SS_PATTERN_HOT_SPOTS: the hot spots
 * @permutation: SEASTAR_PATTERN_PERMUTATION: destination of each source
 */
struct ss_part {
	u32 weight;
	u32 pattern;
	u32 target;
	u32 distance;
	u32 groups;
	struct ss_lengths lengths;
	u32 requests;
	u32 spots;
	const u32 *spot;
	const u32 *permutation;
};

/**
 * struct ss_traffic - what the sources at the processor ports do
 * @pattern: &enum seastar_pattern or &enum ss_pattern; a source whose
 *	destination is itself, or that has no neighbour, stays silent
 * @source: &enum seastar_source or &enum ss_source_kind
 * @target: SEASTAR_PATTERN_ALL_TO_ONE: the destination
 * @distance: SS_PATTERN_ADVERSARIAL: distance, in groups, to the first receiving group
 * @groups: SS_PATTERN_ADVERSARIAL: number of receiving groups, 1 to all of the fabric but the
 *	sender's own
 * @arrivals: &enum ss_arrivals (open)
 * @load: millionths of a flit per node per cycle, 1 to 1,000,000, or to SS_MAX_LOAD if arrivals are
 *	Poisson's (open)
 * @queue: packets that a source's queue holds, at most 65,535; 0: no bound (open)
 * @window: packets outstanding per source, 1 to 4,096 (closed); with replies: transactions
 *	outstanding (open, too)
 * @lengths: lengths of packets; at least one has a weight, none a weight above 1,000,000, none is
 *	longer than max_packet. An open source without replies may have longer ones, up to 256
 *	flits, if the kind splits them
 * @drops: 1: a packet is dropped if its router has no room in the cycle of its birth (open, without
 *	@queue). With @burst no packet is born, and the burst freezes, until there is room
 * @requests: millionths of packets that are requests
 * @permutation: destination of each source, each router once; ss_traffic_set() keeps a copy. In
 *	phases: the router of each rank, and then the routers without a rank; NULL: each rank is at
 *	the router of its number
 * @burst: mean packets per burst, at most 65,535 (open). The packets of a burst are born one per
 *	cycle and have one destination; 0 or 1: there are no bursts
 * @reply: lengths of the reply to each request, and each packet is a request then; none is longer
 *	than max_packet; without entries there are no replies (open and closed)
 * @reply_turns: order where both a reply and a request can be injected; 0: the reply first; 1: they
 *	alternate
 * @reply_queue: replies that may wait at a node, at most 65,535: with so many waiting, its
 *	processor port delivers no request; 0: no bound
 * @batch: packets per node or, in phases, per message; at least 1 (batch)
 * @ranks: nodes that take part in the phases, 2 or more; 0: all nodes
 * @rows: rows of the grid of an FFT; divides @ranks
 * @iterations: repetitions of the phases of a batch; 0 stands for 1
 * @levels: levels of a search, 1 or more
 * @root: search: the rank to which the others report
 * @search_seed: search: seed of the destinations of queries
 * @search: search: messages with queries by level and rank, at most SS_MAX_QUERIES each; then, in
 *	the same order, cycles to make such a message, or to evaluate one, 1 to SS_MAX_QUERY_WORK;
 *	kept like @permutation
 * @spots: number of hot spots, 1 to 64
 * @spot: routers that are hot spots, each once; kept like @permutation
 * @parts: further parts of the traffic, 0 to 3. A packet belongs to the part that the fields above
 *	describe or to one of these, by weight
 * @weight: share of packets of the part above, 1 to 1,000,000; unused if @parts is 0
 * @part: the further parts
 */
struct ss_traffic {
	u32 pattern;
	u32 source;
	u32 target;
	u32 distance;
	u32 groups;
	u32 arrivals;
	u32 load;
	u32 queue;
	u32 drops;
	u32 window;
	struct ss_lengths lengths;
	u32 requests;
	const u32 *permutation;
	u32 burst;
	struct ss_lengths reply;
	u32 reply_turns;
	u32 reply_queue;
	u32 batch;
	u32 ranks;
	u32 rows;
	u32 iterations;
	u32 levels;
	u32 root;
	u64 search_seed;
	const u32 *search;
	u32 spots;
	const u32 *spot;
	u32 parts;
	u32 weight;
	struct ss_part part[SS_MAX_PARTS - 1];
};

/**
 * struct ss_source_stats - statistics of one source; see &enum seastar_source_stat
 * @stat: counts, by &enum seastar_source_stat
 * @lat_hist: packets delivered, by the position of the highest bit of their latency
 * @replies: replies among the packets offered
 * @replied: replies among the packets injected
 * @reply_flits: flits of these replies
 * @injected_flits: flits of all packets injected
 * @entering: packets injected that wait at the node's port, where routers have queues for them
 * @injected: packets injected since the last call of ss_reset_sources()
 */
struct ss_source_stats {
	u64 stat[SEASTAR_SRC_STATS];
	u64 lat_hist[SEASTAR_LAT_BINS];
	u64 replies;
	u64 replied;
	u64 reply_flits;
	u64 injected_flits;
	u64 entering;
	u64 injected;
};

/* Return how many packets wait at a source: born, and neither injected nor dropped. */
static inline u64 ss_source_waiting(const struct ss_source_stats *s)
{
	return s->stat[SEASTAR_SRC_OFFERED] - s->stat[SEASTAR_SRC_DROPPED] -
	       s->stat[SEASTAR_SRC_INJECTED];
}

/*
 * Return true if packets wait at a source that has injected none since its statistics were reset.
 */
static inline bool ss_source_starves(const struct ss_source_stats *s)
{
	return !s->injected && ss_source_waiting(s);
}

/* Kinds of links that a packet's hops are counted by, at most. */
#define SS_WAY_KINDS	2

/**
 * enum ss_latency_part - parts of the latency of a packet, from its birth on, where routers report
 * its path (docs/dragonfly-router.md, section 7)
 * @SS_LATENCY_INJECTION: waiting at the source and in the queue of its node's port
 * @SS_LATENCY_LINKS: waiting in the queues at both ends of links of the first kind, and so on
 * @SS_LATENCY_EJECTION: waiting in the output queue to its destination
 * @SS_LATENCY_BASE: cycles of the minimal path without waiting
 * @SS_LATENCY_MISROUTING: cycles by which the path that it took is longer than that; may be
 *	negative
 * @SS_LATENCY_PARTS: how many parts there are, the sum of which is the latency
 */
enum ss_latency_part {
	SS_LATENCY_INJECTION,
	SS_LATENCY_LINKS,
	SS_LATENCY_EJECTION = SS_LATENCY_LINKS + SS_WAY_KINDS,
	SS_LATENCY_BASE,
	SS_LATENCY_MISROUTING,
	SS_LATENCY_PARTS,
};

/* A packet whose path is reported crosses fewer links of each kind than this. */
#define SS_WAY_HOPS	8

/**
 * struct ss_delivery - a packet's last flit reached its processor
 * @cycle: cycle in which the last flit left the processor port
 * @birth: cycle in which the packet was born at its source
 * @injected: cycle in which its header entered its first router
 * @header: the header flit's body (include/seastar/packet.h), with the final age; LENGTH has only
 *	the low bits of the length
 * @source: node that sent the packet
 * @dest: node that received it
 * @flits: flits of the packet
 * @response: 1 if it is a response, such as a reply
 * @misrouted: 1 if the packet left the minimal path; set, like the fields below, if
 *	ss_config_reports_paths()
 * @hops: links crossed, by kind of link
 * @part: cycles of its latency, by &enum ss_latency_part
 */
struct ss_delivery {
	u64 cycle;
	u64 birth;
	u64 injected;
	u64 header;
	u32 source;
	u32 dest;
	u32 flits;
	u16 response;
	u16 misrouted;
	u32 hops[SS_WAY_KINDS];
	s64 part[SS_LATENCY_PARTS];
};

/**
 * struct ss_birth - a message of a trace, or a pause of a node, which waits for messages
 * @cycle: cycle in which the message is born, or the pause begins
 * @source: node that sends, or pauses
 * @dest: node that receives the message; unused for a pause
 * @flits: flits of the message, 1 to SS_MAX_MESSAGE; longer ones than max_packet are split by
 *	routers of any kind. For a pause: flits of the trace that the node must have received in
 *	all, without replies
 * @class_: 0: requests; 1: responses; SS_PAUSE: this is a pause
 */
struct ss_birth {
	u64 cycle;
	u32 source;
	u32 dest;
	u32 flits;
	u32 class_;
};

#define SS_MAX_MESSAGE	0x1000000U
#define SS_PAUSE	U32_MAX

/* Two words of the caller's that each packet of a program's message carries to its destination. */
struct ss_mark {
	u64 word[2];
};

/**
 * struct ss_program - calls by which the nodes of a region run programs of the caller
 * @run: called in cycle @t, in which node @node is due: it gives the messages that are born then,
 *	with ss_program_give(). All nodes are due in the first cycle
 * @sent: called when the last packet of a message of @node is injected, in cycle @t
 * @received: called when a packet of a message from node @source is delivered to @node, in cycle @t
 * @ctx: first argument of all calls
 *
 * Each returns the next cycle after @t in which the node is to run, or U64_MAX: the earliest of
 * those that calls have returned counts.  Calls for one node come in the order of their cycles,
 * except that those of one cycle come in any order.
 */
struct ss_program {
	u64 (*run)(void *ctx, u32 node, u64 t);
	u64 (*sent)(void *ctx, u32 node, u32 flits, const struct ss_mark *mark, u64 t);
	u64 (*received)(void *ctx, u32 node, u32 source, u32 flits, const struct ss_mark *mark,
			u64 t);
	void *ctx;
};

struct ss_fabric;
struct ss_refusal;

/**
 * ss_config_refused() - check whether no fabric can be built from a configuration
 * @cfg: the configuration
 * @why: set to the reason, if the result is true
 *
 * Return: true if so.
 */
bool ss_config_refused(const struct ss_config *cfg, struct ss_refusal *why);

/**
 * ss_config_check() - as ss_config_refused(), for callers that need the sentence only
 * @cfg: the configuration
 *
 * Return: NULL if a fabric can be built, otherwise a sentence that says what is wrong.
 */
const char *ss_config_check(const struct ss_config *cfg);

/* Return the number of routers, or of nodes, of a checked configuration. */
u32 ss_config_routers(const struct ss_config *cfg);
u32 ss_config_nodes(const struct ss_config *cfg);

/* Return true if a node may inject a packet in each cycle, however long packets are. */
bool ss_config_injects_every_cycle(const struct ss_config *cfg);

/* Fill in the shape of a checked configuration. */
void ss_config_topology(const struct ss_config *cfg, struct ss_topology *t);

/* Return the bytes that ss_fabric_init() needs for a checked configuration. */
size_t ss_fabric_bytes(const struct ss_config *cfg);

/**
 * ss_fabric_init() - make a fabric at cycle 0, without traffic
 * @mem: ss_fabric_bytes() bytes, 64-byte aligned and all zero
 * @cfg: a checked configuration
 *
 * Return: the fabric, which lives in @mem; it is gone when @mem is freed.
 */
struct ss_fabric *ss_fabric_init(void *mem, const struct ss_config *cfg);

const struct ss_config *ss_fabric_config(const struct ss_fabric *f);
u32 ss_fabric_routers(const struct ss_fabric *f);
u32 ss_fabric_nodes(const struct ss_fabric *f);

/* Return the cycles executed so far, which is the number of the next one. */
u64 ss_fabric_now(const struct ss_fabric *f);

/*
 * Return the events handled so far, plus visits to idle routers and births counted while no router
 * had work: a measure of work that does not depend on the machine.
 */
u64 ss_fabric_events(const struct ss_fabric *f);

/*
 * Return the number of packets in the network, from the injection of a header to its delivery, plus
 * replies that wait to be injected.
 */
u32 ss_fabric_packets(const struct ss_fabric *f);

/* The end of a fabric's time: 2.3 years of 2 ns cycles. */
#define SS_MAX_CYCLES	BIT_ULL(55)

/* Return the cycles that a fabric of @cfg can be run: SS_MAX_CYCLES or, if it says so, fewer. */
static inline u64 ss_config_cycles(const struct ss_config *cfg)
{
	return cfg->cycles ? cfg->cycles : SS_MAX_CYCLES;
}

/* Execute @cycles cycles, but none beyond ss_config_cycles(). */
void ss_fabric_run(struct ss_fabric *f, u64 cycles);

/*
 * Execute @cycles cycles, but return early, at the end of a window, once @events events have been
 * handled in this call.  That bounds the work, up to that of one more window. ss_fabric_now()
 * returns the cycle reached.
 */
void ss_fabric_run_for(struct ss_fabric *f, u64 cycles, u64 events);

/*
 * Have @fn called for every packet delivered; NULL: no calls.  Deliveries at one router come in the
 * order of their cycles, those at several routers in no order.
 */
void ss_fabric_on_delivery(struct ss_fabric *f,
			   void (*fn)(void *ctx, const struct ss_delivery *d),
			   void *ctx);

/*
 * Have @fn called as by ss_fabric_on_delivery(), for deliveries in one region, from the thread that
 * runs it.
 */
void ss_region_on_delivery(struct ss_fabric *f, u32 region,
			   void (*fn)(void *ctx, const struct ss_delivery *d),
			   void *ctx);

/**
 * ss_region_on_message() - have @fn called with each message that a source of a region injects
 * @f: the fabric
 * @region: number of the region
 * @fn: called by the thread that runs the region, when the first packet of a message is injected;
 *	messages of one source come in the order of their births, messages of several sources in no
 *	order. Not called for replies. NULL: no calls
 * @ctx: first argument of @fn
 */
void ss_region_on_message(struct ss_fabric *f, u32 region,
			  void (*fn)(void *ctx, const struct ss_birth *b), void *ctx);

/*
 * Running regions side by side.  ss_fabric_run() is, for as long as there is time:
 *
 *	from = the least of ss_region_next() of all regions
 *	end = ss_window_begin(f, from, end of the run)
 *	for each region: ss_region_run()
 *	for each region: ss_region_receive()
 *	ss_window_end()
 *
 * Threads may share the calls for different regions, if the steps are kept apart by
 * barriers.  A process that has only some of the regions sends the messages of
 * ss_region_mail() to those who have the others, who take them by
 * ss_region_take() before the next window; or, if there are no links between the regions and
 * not ss_traffic_acknowledges(), before they are read.  It can read what belongs to routers of
 * its own regions only, and must have heard of the others' packets, by
 * ss_region_set_packets(), when traffic is set.
 */

/* Return the first cycle with work in a region, U64_MAX if there is none. */
u64 ss_region_next(const struct ss_fabric *f, u32 region);

/* Begin a window at cycle @from, before @end.  Returns the cycle in which it ends. */
u64 ss_window_begin(struct ss_fabric *f, u64 from, u64 end);

/* Run a region up to, not including, cycle @end. */
void ss_region_run(struct ss_fabric *f, u32 region, u64 end);

/* Apply the messages of other regions to a region. */
void ss_region_receive(struct ss_fabric *f, u32 region);

/* End a window, after all regions have been run up to @end. */
void ss_window_end(struct ss_fabric *f, u64 end);

/* Skip the cycles before @end, in which no router has work. */
void ss_fabric_skip(struct ss_fabric *f, u64 end);

/* Return the number of routers, or of nodes, that are run here, from *@first on. */
u32 ss_fabric_own_routers(const struct ss_fabric *f, u32 *first);
u32 ss_fabric_own_nodes(const struct ss_fabric *f, u32 *first);

/* Return true if @region is run here. */
bool ss_region_is_own(const struct ss_fabric *f, u32 region);

/*
 * Return true if @router is run here.  Settings of other routers are ignored; their state cannot be
 * read.
 */
bool ss_fabric_owns(const struct ss_fabric *f, u32 router);

/* Return the number of routers, or of nodes, of a region, from *@first on. */
u32 ss_region_routers(const struct ss_fabric *f, u32 region, u32 *first);
u32 ss_region_nodes(const struct ss_fabric *f, u32 region, u32 *first);

/* Return the set of other regions that a region has links to, as bits. */
u64 ss_region_neighbours(const struct ss_fabric *f, u32 region);

/*
 * Return the packets in a region, a term of ss_fabric_packets(); or set it as another process
 * counted them.
 */
u32 ss_region_packets(const struct ss_fabric *f, u32 region);
void ss_region_set_packets(struct ss_fabric *f, u32 region, u32 packets);

/**
 * struct ss_message - an effect of a router on one of another region
 * @body: header of a packet, or credits
 * @cycle: cycle of the packet's arrival or delivery
 * @birth: cycle of the packet's birth
 * @route: word of the packet for its kind of router
 * @trail: second word of the packet for its kind, see ss_trail()
 * @waited: cycles from birth to injection
 * @target: the input, output or source that the message is for
 * @next: number of the next message to the same region, plus one
 * @kind: kind of message
 * @windowed: the packet's delivery opens a window
 * @awaited: the packet's delivery is counted for a phase or trace of its receiver
 * @vc: VC of the packet
 * @turn: parity of the packet's turn of a phase
 * @query: the packet is part of a message of queries
 * @longer: high bits of the packet's length, see &struct ss_packet
 */
struct ss_message {
	u64 body;
	u64 cycle;
	u64 birth;
	u64 route;
	u64 trail;
	u32 waited;
	u32 target;
	u32 next;
	u8 kind : 6;
	u8 windowed : 1;
	u8 awaited : 1;
	u8 vc;
	u8 turn : 1;
	u8 query : 1;
	u8 longer;
};

/*
 * Return the message of region @from to region @to after @last, the first if that is NULL; NULL at
 * the end.
 */
const struct ss_message *ss_region_mail(const struct ss_fabric *f, u32 from, u32 to,
					const struct ss_message *last);

/* Return the most messages that a region can send in a window. */
u32 ss_region_mail_size(const struct ss_fabric *f, u32 region);

/* Apply one message to a region. */
void ss_region_take(struct ss_fabric *f, u32 region, const struct ss_message *m);

/**
 * ss_traffic_check() - check whether a fabric can carry a traffic
 * @f: the fabric
 * @t: the traffic
 * @scratch: ss_fabric_nodes() bytes, needed for a permutation only
 *
 * Return: NULL if it can, otherwise a sentence that says what is wrong.
 */
const char *ss_traffic_check(const struct ss_fabric *f,
			     const struct ss_traffic *t, u8 *scratch);

/* Return the bytes that ss_traffic_set() needs for checked traffic. */
size_t ss_traffic_bytes(const struct ss_fabric *f, const struct ss_traffic *t);

/**
 * ss_traffic_set() - replace the traffic from the next cycle on
 * @f: the fabric
 * @t: checked traffic
 * @mem: ss_traffic_bytes() bytes, 64-byte aligned and all zero
 *
 * Packets in the network go on; those still in a source queue are forgotten.
 *
 * Return: the memory of the traffic before, for the caller to free, or NULL.
 */
void *ss_traffic_set(struct ss_fabric *f, const struct ss_traffic *t, void *mem);

/**
 * ss_trace_check() - check a message or pause for the traffic in force, SS_PATTERN_TRACE
 * @f: the fabric
 * @b: the message or pause
 *
 * Return: NULL if so, otherwise a sentence that says what is wrong.
 */
const char *ss_trace_check(const struct ss_fabric *f, const struct ss_birth *b);

/**
 * ss_trace_give() - have a source bear a message, or pause
 * @f: the fabric, not within a run; its traffic is SS_PATTERN_TRACE
 * @b: the message or pause, checked. Its cycle is the next one or later, and not before the cycle
 *	of the one given last for this source. Messages of one cycle are born in the order in which
 *	they are given
 *
 * However far ahead of the run it is given, it makes no difference to the state.
 *
 * The pauses of a node come before its messages of the same cycle.  A pause that ends in the
 * cycle after a delivery, later than it begins, delays all pauses and messages of the node that
 * come after it by the difference.
 *
 * Return: false if there is no place for it: ss_trace_extend().  A place is free again when its
 * message has been injected, or its pause is over.
 */
bool ss_trace_give(struct ss_fabric *f, const struct ss_birth *b);

/**
 * ss_region_set_program() - have the nodes of a region run programs
 * @f: the fabric, whose configuration has programs; its traffic is SS_PATTERN_TRACE, and
 *	ss_trace_give() gives it no messages
 * @region: number of the region
 * @p: the calls, made by the thread that runs the region; it must live as long as @f
 */
void ss_region_set_program(struct ss_fabric *f, u32 region, const struct ss_program *p);

/**
 * ss_program_give() - have a node that runs its program bear a message
 * @f: the fabric, within a call of &struct ss_program
 * @b: the message, checked, no pause; it is born in the cycle of that call
 * @mark: mark for all packets of the message
 *
 * Return: false if the node's region has no place for it: ss_trace_extend().
 */
bool ss_program_give(struct ss_fabric *f, const struct ss_birth *b, const struct ss_mark *mark);

/**
 * ss_trace_pauses() - check whether a node is in a pause
 * @f: the fabric
 * @node: number of a node of its own region
 * @flits: set to the flits that end the pause
 * @received: set to the flits that the node has received
 *
 * Return: false if it is not; @flits and @received are undefined then.
 */
bool ss_trace_pauses(const struct ss_fabric *f, u32 node, u32 *flits, u32 *received);

/* Return the bytes of @places places, number 0 included, which is never used. */
size_t ss_trace_bytes(const struct ss_fabric *f, u32 places);

/**
 * ss_trace_extend() - replace the memory for messages that were given and not injected
 * @f: the fabric, not within a run, except in a call of the region's &struct ss_program
 * @region: the region of the messages' sources
 * @mem: ss_trace_bytes() bytes, 8-byte aligned
 * @places: places in all, more than before
 *
 * Return: the memory before, for the caller to free, or NULL.
 */
void *ss_trace_extend(struct ss_fabric *f, u32 region, void *mem, u32 places);

/* Return the number of places that @region has. */
u32 ss_trace_places(const struct ss_fabric *f, u32 region);

/*
 * Return the memory that ss_trace_extend() was last given for @region, or NULL, for the caller to
 * free with @f.
 */
void *ss_trace_mem(const struct ss_fabric *f, u32 region);

/* Return the number of the region of @node. */
u32 ss_region_of_node(const struct ss_fabric *f, u32 node);

/* Return the last traffic given to ss_traffic_set(); its permutation lives in the fabric. */
const struct ss_traffic *ss_traffic_get(const struct ss_fabric *f);

/*
 * Return true if sources act on the deliveries of their packets, also in other regions.  Other
 * sources only count deliveries.
 */
bool ss_traffic_acknowledges(const struct ss_fabric *f);

/* Return the memory that ss_traffic_set() holds, for the caller to free with the fabric. */
void *ss_traffic_mem(const struct ss_fabric *f);

#define SS_MAX_PHASES	4096
#define SS_MAX_QUERIES	0xffffff	/* most messages of a rank in a level of a search */
#define SS_MAX_QUERY_WORK	65535	/* most cycles that one of these takes */
#define SS_MAX_SEARCH	BIT_ULL(24)	/* most levels times ranks */

/* Return the number of phases of the batch in force; 0 if there is none. */
u32 ss_traffic_phases(const struct ss_fabric *f);

/*
 * Return the cycle from which on phase @phase of the batch was over at @node: the node had sent and
 * received all messages of the phase.  U64_MAX while it is not over, and for no phase.
 */
u64 ss_phase_done(const struct ss_fabric *f, u32 node, u32 phase);

/*
 * Return true if the source at @node will send no more packets.  A batch ends when all sources are
 * done.
 */
bool ss_source_done(const struct ss_fabric *f, u32 node);

/*
 * Return the cycle of the last delivery to @node since ss_traffic_set(), or U64_MAX.  When all
 * sources are done and no packets are left, the largest of all nodes is the cycle in which the
 * batch was complete.
 */
u64 ss_last_delivery(const struct ss_fabric *f, u32 node);

/*
 * Number of performance registers that belong to the hash of a state: those of version 1.1 of the
 * register map.  Later registers only observe, so that hashes are the same with and without them.
 */
#define SS_STATE_REGS	(SEASTAR_REG_GRANTS1 + 1)

/* Read the performance registers as of the present cycle: @regs[port][enum seastar_reg]. */
void ss_read_regs(const struct ss_fabric *f, u32 router,
		  u64 regs[SS_PORTS][SEASTAR_REGS]);

/**
 * struct ss_passed - packets that an output port has granted
 * @packets: packets that passed; where the kind has ages, the sum of the bins of the ports'
 *	registers
 * @waited: cycles that these packets spent in the router, each from its header's arrival to its
 *	grant: router delay and queueing
 */
struct ss_passed {
	u64 packets;
	u64 waited;
};

/*
 * Read the performance registers, as ss_read_regs() does, and the packets that each output port has
 * granted.
 */
void ss_read_ports(const struct ss_fabric *f, u32 router, u64 regs[SS_PORTS][SEASTAR_REGS],
		   struct ss_passed passed[SS_PORTS]);

/*
 * Return the flits of the packets that have begun to leave output @port of @router, where that is
 * counted.
 */
u64 ss_carried(const struct ss_fabric *f, u32 router, u32 port);
bool ss_config_carries(const struct ss_config *cfg);

/* Return true if deliveries report the paths of packets. */
bool ss_config_reports_paths(const struct ss_config *cfg);

#define SS_MISROUTES	6	/* counts of packets that leave the minimal path, at most */

/*
 * Read the counts of misrouted packets of @router; and get their names.  The first is that of
 * misrouted packets delivered, and NULL ends the list; NULL instead of a list: routers count none.
 */
void ss_misroutes(const struct ss_fabric *f, u32 router, u64 count[SS_MISROUTES]);
const char *const *ss_config_misroute_words(const struct ss_config *cfg);

#define SS_USAGE_PORTS	3	/* kinds of ports whose use is counted, at most */
#define SS_USAGE_VCS	16	/* VCs of a port, at most */

/**
 * struct ss_usage - sums over the ports of a kind of a router, since cycle 0
 * @vcs: VCs of such a port
 * @input_requests: packets that could go, per cycle and pass of the allocator
 * @input_grants: packets, of these, that the arbiters of their inputs chose
 * @output_requests: requests to outputs
 * @output_grants: requests, of these, that were granted
 * @flits: flits of packets that came to inputs, by VC
 * @held: flits in the queues of inputs, by VC, times the cycles that they were there
 * @queued: flits in the queues of outputs, times the cycles that they were there
 */
struct ss_usage {
	u64 vcs;
	u64 input_requests;
	u64 input_grants;
	u64 output_requests;
	u64 output_grants;
	u64 flits[SS_USAGE_VCS];
	u64 held[SS_USAGE_VCS];
	u64 queued;
};

/* Read the use of @router's ports, by their kinds, where that is counted. */
void ss_usage(const struct ss_fabric *f, u32 router, struct ss_usage usage[SS_USAGE_PORTS]);
bool ss_config_counts_usage(const struct ss_config *cfg);

/* Return the cycles that a packet takes over the mean distance when it meets no other. */
u64 ss_config_typical(const struct ss_config *cfg);

/* Return true if packets have ages, without which the registers of ages and grants stay 0. */
bool ss_config_has_ages(const struct ss_config *cfg);

/* Return the cycles that a packet spends in a router without waiting: @transit of its kind. */
u32 ss_config_transit(const struct ss_config *cfg);

/* Return true if the traffic gives the source at @node a destination. */
bool ss_source_sends(const struct ss_fabric *f, u32 node);

/**
 * struct ss_buffer - a buffer that packets wait in
 * @router: the router that has the buffer
 * @port: the input port whose buffer it is, or the output port of a staging buffer
 * @vc: virtual channel of the buffer
 * @staging: false for an input buffer
 * @output: true for a VC of an output, which has no buffer: the packet that holds the VC is meant
 * @input: the input port that a staging buffer serves
 */
struct ss_buffer {
	u32 router;
	u8 port;
	u8 vc;
	bool staging;
	bool output;
	u8 input;
};

#define SS_MAX_WAITS	48

/**
 * ss_waits_for() - find the buffers that a packet waits for: the front one of a buffer, or the one
 * that has a VC of an output
 * @f: the fabric
 * @b: the buffer
 * @next: set to the buffers, or VCs of outputs, one of which must release space first; at most
 *	ss_fabric_waits() of them
 * @between: if not NULL, set to the staging buffer through which it waits for the only member of
 *	@next, if there is one: ss_config_is_staged()
 *
 * Credits on their way and packets that are leaving count as given way.  So buffers each of which
 * waits for others among them only are a deadlock for ever, and there is no deadlock without them.
 *
 * Return: the number of buffers in @next; 0 if there is no such packet, or if it only has to wait
 *	for time to pass.
 */
u32 ss_waits_for(const struct ss_fabric *f, const struct ss_buffer *b,
		 struct ss_buffer next[SS_MAX_WAITS], struct ss_buffer *between);

/* Return the most buffers that a packet waits for; 0 if the present traffic cannot deadlock. */
u32 ss_fabric_waits(const struct ss_fabric *f);

/* Return true if there are staging buffers between input buffers and outputs. */
bool ss_config_is_staged(const struct ss_config *cfg);

/* Return true if VCs of outputs belong to packets, and wait for each other, too. */
bool ss_config_holds_output_vcs(const struct ss_config *cfg);

/*
 * Return the number of parts of which each has to be in one region: groups, or routers if there are
 * no groups.
 */
u32 ss_config_parts(const struct ss_config *cfg);

/* Return the ports of a router, or the most VCs, of all classes, that one of its ports has. */
u32 ss_config_ports(const struct ss_config *cfg);
u32 ss_config_port_vcs(const struct ss_config *cfg);

/*
 * Return the flits per cycle that a link carries: 1 or, if classes have links of their own, their
 * number.
 */
u32 ss_config_links(const struct ss_config *cfg);

/* Read the statistics of the source at @node. */
void ss_read_source(struct ss_fabric *f, u32 node, struct ss_source_stats *s);

/* Return the birth of the first message that waits at the source at @node, or U64_MAX. */
u64 ss_oldest_waiting(struct ss_fabric *f, u32 node);

/*
 * Call @fn with each message that waits at the source at @node, in the order of injection.  The
 * rest of a message that is partly injected is left out.
 */
void ss_each_waiting(struct ss_fabric *f, u32 node,
		     void (*fn)(void *ctx, const struct ss_birth *b), void *ctx);

/* Reset the delivery and latency statistics of every source. */
void ss_reset_sources(struct ss_fabric *f);

/*
 * Return the birth of the oldest packet at @router that has not been delivered: in its source's
 * queue, in a buffer, on a link to it, or on its way to the processor; U64_MAX if there is none.
 * Looks at all packets there.
 */
u64 ss_oldest_birth(struct ss_fabric *f, u32 router);

/**
 * ss_state_emit() - emit the whole state as of the present cycle (docs/model.md, section 8)
 * @f: the fabric
 * @fn: called with each word
 * @ctx: first argument of @fn
 *
 * Two fabrics of one configuration and one history give the same words on any
 * machine; settings that do not show in the state (the seed) are not in them.
 */
void ss_state_emit(struct ss_fabric *f, void (*fn)(void *ctx, u64 word),
		   void *ctx);

/* Return a hash over the words of ss_state_emit(). */
u64 ss_state_hash(struct ss_fabric *f);

/*
 * Emit the words of one region, or continue @hash with them.  Over all regions in order, and from a
 * hash of 0, the results are those of ss_state_emit() and ss_state_hash().
 */
void ss_region_emit(struct ss_fabric *f, u32 region, void (*fn)(void *ctx, u64 word),
		    void *ctx);
u64 ss_region_hash(struct ss_fabric *f, u32 region, u64 hash);

#endif /* SS_FABRIC_H */
