/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The fabric in memory: the parts that all kinds of routers share.
 *
 * Routers are run one after another, each for a window of cycles (agenda.h); regions of routers may
 * be run in parallel (region.h).  So within a window a router may be ahead of or behind its
 * neighbours.  Its effects on them (a packet handed over, credits sent back) begin after the window
 * only, and are written so that it does not matter how far the neighbours are.
 *
 * The kind of router defines the rest: kind.h.
 */
#ifndef SS_ENGINE_H
#define SS_ENGINE_H

#include <seastar/packet.h>

#include "agenda.h"
#include "fabric.h"
#include "kind.h"
#include "latency.h"
#include "pattern.h"
#include "rate.h"
#include "region.h"
#include "wiring.h"

#define SS_NEVER	U64_MAX

/* A packet.  Number 0 stands for none. hot: touched at each hop. */
struct ss_packet {
	u64 header;
	union {
		u64 arrival;	/* cycle in which the header reaches the buffer that it is in */
		u64 route;	/* or the kind's own */
	};
	u64 birth : 55;		/* before SS_MAX_CYCLES */
	u64 query : 1;		/* part of a search: phase.c */
	u64 longer : 4;		/* flits after the header, the bits above those of LENGTH */
	u64 windowed : 1;	/* delivery opens a closed source's window for another packet */
	u64 awaited : 1;	/* delivery is counted for a phase or trace of its receiver */
	u64 turn : 1;		/* parity of its turn of a phase: phase.c */
	u64 stamped : 1;	/* seastar: Procedure 1 has been run; see ss_adopt_once(), too */
	u32 waited;		/* cycles from birth to injection */
	u32 next;
};

/* Flag of an entry in a ring of births: the birth begins a burst. */
#define SS_BEGINS	BIT_ULL(63)

/**
 * struct ss_split - packets of split messages, less one for each message (split.c)
 * @injected: packets injected
 * @dropped: packets dropped when a queue was cleared
 * @queued: packets in the queue, of messages before number @counted
 * @counted: number of the first message whose packets are not in @queued
 * @first: number of the first message of the burst that message @counted - 1 belongs to
 */
struct ss_split {
	u64 injected;
	u64 dropped;
	u64 queued;
	u64 counted;
	u64 first;
};

/**
 * struct ss_source_more - state of a source for replies, batches, traces and split messages
 *
 * Most runs have none of these, and never touch this memory (ss_fabric.has_more).
 *
 * @since: batch: cycle in which the current phase began; search: cycle in which the next packet is
 * born
 * @phase: batch: phases completed
 * @left: batch: packets of this phase not injected yet
 * @outstanding: requests injected whose replies have not arrived
 * @reply_first: first packet in the queue of replies to be injected
 * @reply_last: last packet in that queue
 * @replies: replies made so far
 * @replied: replies injected so far
 * @reply_flits: flits of the replies made so far
 * @replies_lost: replies dropped from the queue when traffic was replaced
 * @split: counts of packets where messages are split
 * @lag: trace: cycles by which pauses have delayed the node's later messages and pauses
 * @given: trace: place of the front message, or of the next one; 0: none
 * @given_last: trace: place of the last message given
 * @uncounted: trace: place of the first message that @births does not count, or 0
 * @pause: trace: place of the first pause that has not ended, or 0
 * @pause_last: trace: place of the last pause
 * @received: trace: flits delivered to the node
 */
struct ss_source_more {
	u64 since;
	u32 phase;
	u32 left;
	u32 outstanding;
	u32 reply_first;
	u32 reply_last;
	u64 replies;
	u64 replied;
	u64 reply_flits;
	u64 replies_lost;
	struct ss_split split;
	u64 lag;
	u32 given;
	u32 given_last;
	u32 uncounted;
	u32 pause;
	u32 pause_last;
	u32 received;
};

/**
 * struct ss_source - the traffic source at a node
 * @at: cycle of the source's next visit, or SS_NEVER
 * @reply_at: cycle of the next visit to its queue of replies, or SS_NEVER
 * @key: key of its random numbers
 * @births: births counted so far; open sources draw gap number @births for @coming
 * @coming: open: slot (&struct ss_gen) of the birth after the last one in @births
 * @front: unbounded open: slot in which the front packet was born or will be born
 * @busy: search: first cycle in which the node has no more to compute
 * @due: program: cycle in which the program runs next, or SS_NEVER
 * @front_gap: unbounded open: number of the birth after @front
 * @first: number of the first packet of the burst that the front packet belongs to
 * @numbered: packets that entered the queue and have left it, which is the front packet's number
 * @dropped: births that made no packet, since the queue was full
 * @injected: packets injected; where messages are split: messages injected whole
 * @channel: first time at which the injection channel is free, in units of its rate
 * @ring: bounded and closed: slots of the births in the queue or to come; SS_BEGINS marks births
 * that begin a burst
 * @ring_first: place in @ring of the oldest birth
 * @ring_count: births in @ring
 * @last_delivery: cycle of the last delivery to this node, or SS_NEVER
 * @starved: VC on which the front packet waits for credits, plus one; 0: it waits for none
 * @reply_starved: VC on which the first reply waits for credits, plus one; 0: it waits for none
 * @replied_last: the last packet injected was a reply
 * @begins: bounded: a burst has begun of which no packet has entered the queue
 * @steps: frozen bursts: whether the burst continues is drawn when there is room for its next
 * packet
 * @sends: the traffic has a destination for this node
 * @drawn: @packet holds the front packet
 * @sent: packets of the front message that have been injected, where messages are split
 * @packet: destination, class and length of the front packet; of a split message: the flits not yet
 * injected
 * @injected_before: packets and replies injected before the statistics were last reset
 * @injected_flits: flits of all packets and replies injected
 */
struct ss_source {
	u64 at;
	u64 reply_at;
	u64 key;
	u64 births;
	u64 coming;
	union {
		u64 front;
		u64 busy;
		u64 due;
	};
	u64 front_gap;
	u64 first;
	u64 numbered;
	u64 dropped;
	u64 injected;
	u64 channel;
	u64 *ring;
	u32 ring_first;
	u32 ring_count;
	u64 last_delivery;
	u8 starved;
	u8 reply_starved;
	bool replied_last;
	bool begins;
	bool steps;
	bool sends;
	bool drawn;
	u32 sent;
	struct ss_gen_packet packet;
	u64 injected_before;
	u64 injected_flits;
};

/* Traffic in force, with its memory: packets, queues, pattern.  Set by ss_traffic_set(). */
struct ss_traffic_mem {
	bool open;		/* each packet is asked for individually, apart from @traffic */
	bool drops;
	bool freezes;		/* packets are never dropped: bursts wait for room */
	bool batch;
	bool collective;
	bool traced;
	bool replies;
	u32 longest_reply;
	bool windowed;		/* deliveries open windows, ack_delay later */
	bool plain;		/* ss_is_plain(), for which source.c has a function of its own */
	struct ss_traffic traffic;
	struct ss_gen gen;
	u32 ring_size;
	struct ss_packet *pool;
	u64 *rings;
	u32 *lists;		/* permutations and hot spots, for @gen and @traffic */
	u32 *got;		/* packets that have come for a phase: phase.c */
	u64 *phase_done;	/* by node and phase: ss_phase_done() */
	struct ss_mark *mark;	/* by packet: of programs; or NULL */
};

/* Consecutive routers, or nodes, from @first to @end - 1. */
struct ss_span {
	u32 first;
	u32 end;
};

/**
 * struct ss_fabric - a fabric; a kind's own structure begins with it
 * @now: next cycle to be executed; during a window, the window's first cycle
 * @cfg: configuration from which the fabric was built
 * @topo: shape of the fabric
 * @wire: links, by output
 * @region: regions, by number
 * @own: routers that this process runs: all of them, or those of one region
 * @own_nodes: nodes that this process runs
 * @routers: memory of the first router, in the layout of its kind
 * @router_bytes: bytes from one router to the next
 * @port_shift: log2 of the port ids reserved for each router (wiring.h)
 * @source: traffic sources, by node
 * @more: further state of the sources, by node; the kernel has none
 * @has_more: there was traffic that needs @more
 * @deliveries: counts of the packets delivered, by their source: SS_DELIVERED_STATS words, then
 * packets by the bin of their latency
 * @delivery_stride: bytes of a source's counts
 * @latency_bins: bins of a source, at most SEASTAR_LAT_BINS
 * @latency_short: a bin has 4 bytes instead of 8, which are enough for the cycles of the run
 * @eject: rate of output proc, in flits per cycle
 * @inject: rate of the sources, in flits per cycle
 * @pool: packets, by number
 * @traffic: traffic in force, or NULL
 * @pauses: a pause of a trace was given
 * @idle: cycles skipped without a window since the end of the last window
 */
struct ss_fabric {
	u64 now;
	struct ss_config cfg;
	struct ss_topology topo;
	struct ss_wire *wire;
	struct ss_region *region;
	struct ss_span own;
	struct ss_span own_nodes;
	char *routers;
	size_t router_bytes;
	u32 port_shift;
	struct ss_source *source;
	struct ss_source_more *more;
	bool has_more;
	char *deliveries;
	u32 delivery_stride;
	u32 latency_bins;
	bool latency_short;
	struct ss_rate eject;
	struct ss_rate inject;
	struct ss_packet *pool;
	struct ss_traffic_mem *traffic;
	bool pauses;
	u64 idle;
};

/*
 * Find the second word of packet @i of @pool, for kinds that have such words.  They stand before
 * the pool, in descending order, so that packets of other kinds are no larger.
 */
static inline u64 *ss_trail(struct ss_packet *pool, u32 i)
{
	return (u64 *)pool - 1 - i;
}

/* Find the further state of the source of node @n, in the simulator: the kernel has none. */
static inline struct ss_source_more *ss_more(const struct ss_fabric *f, u32 n)
{
	return &f->more[n];
}

static inline struct ss_source_more *ss_more_of(const struct ss_fabric *f,
						const struct ss_source *s)
{
	return ss_more(f, s - f->source);
}

/* Find the further state of the source of node @n for reading: that of a new source if unused. */
static inline const struct ss_source_more *ss_read_more(const struct ss_fabric *f, u32 n)
{
	static const struct ss_source_more none;

	return SS_SIMULATOR && f->has_more ? ss_more(f, n) : &none;
}

/* Return true if no count of packets of a source reaches 2^32: a node sends one a cycle, or two. */
static inline bool ss_counts_are_short(const struct ss_config *cfg)
{
	return SS_SIMULATOR && cfg->cycles && cfg->cycles < BIT_ULL(31);
}

#define SS_DELIVERED_STATS	(SEASTAR_SRC_STATS - SEASTAR_SRC_DELIVERED)

/* Find the counts of the deliveries of node @n, by &enum seastar_source_stat from DELIVERED on. */
static __always_inline u64 *ss_deliveries(const struct ss_fabric *f, u32 n)
{
	return (u64 *)(f->deliveries + (size_t)n * f->delivery_stride);
}

/* Find one of these counts. */
static __always_inline u64 *ss_delivered(u64 *deliveries, enum seastar_source_stat stat)
{
	return &deliveries[stat - SEASTAR_SRC_DELIVERED];
}

/* Find the first bin of latencies behind such counts. */
static __always_inline char *ss_latency_bins(const u64 *deliveries)
{
	return (char *)(deliveries + SS_DELIVERED_STATS);
}

/* Find the count of packets of node @n that had @latency. */
static __always_inline char *ss_latency_place(const struct ss_fabric *f, u32 n, u64 latency)
{
	u32 bin = ss_latency_bin(latency, f->latency_bins);
	char *first = ss_latency_bins(ss_deliveries(f, n));

	return SS_SIMULATOR && f->latency_short ? first + bin * sizeof(u32) :
						  first + bin * sizeof(u64);
}

/* Prefetch the counts of node @n that a delivery with @latency changes. */
static __always_inline void ss_fetch_deliveries(const struct ss_fabric *f, u32 n, u64 latency)
{
	u64 *deliveries = ss_deliveries(f, n);

	__builtin_prefetch(deliveries, 1);
	__builtin_prefetch(ss_delivered(deliveries, SEASTAR_SRC_NET_SUM), 1);
	__builtin_prefetch(ss_latency_place(f, n, latency), 1);
}

/* Count a packet that had @latency, in the bins of @deliveries. */
static __always_inline void ss_latency_count(const struct ss_fabric *f, u64 *deliveries,
					     u64 latency)
{
	u32 bin = ss_latency_bin(latency, f->latency_bins);
	char *first = ss_latency_bins(deliveries);

	if (SS_SIMULATOR && f->latency_short)
		((u32 *)first)[bin]++;
	else
		((u64 *)first)[bin]++;
}

/* Allocate a packet from region @g's share of the pool; 0: there is none. */
static inline u32 ss_packet_new(struct ss_fabric *f, struct ss_region *g)
{
	u32 i = g->free;

	if (i) {
		g->free = f->pool[i].next;
	} else {
		if (ss_broken(g->unused >= g->end))
			return 0;
		i = g->unused++;
	}
	g->in_use++;
	return i;
}

/* Free packet @i. */
static inline void ss_packet_free(struct ss_fabric *f, struct ss_region *g, u32 i)
{
	f->pool[i].next = g->free;
	g->free = i;
	g->in_use--;
}

static inline u32 ss_packet_flits(const struct ss_packet *p)
{
	return (p->longer << SS_HDR_LENGTH_BITS | SS_HDR_GET(p->header, LENGTH)) + 1;
}

/*
 * Bits of a header that hold the number of a node at its router, in place of the age.  A header
 * names routers; kinds whose routers have several nodes have no ages.
 */
#define SS_NODE_BITS	5

/* Flag of a header, above the bits of both nodes: the packet is a reply. */
#define SS_HDR_REPLY	BIT_ULL(2 * SS_NODE_BITS)

/* Return the node that a packet with @header comes from. */
static inline u32 ss_header_source(const struct ss_topology *topo, u64 header)
{
	u32 router = SS_HDR_SOURCE(header);

	if (likely(topo->per_router == 1))
		return router;
	return router * topo->per_router +
	       (header >> SS_NODE_BITS & ((1U << SS_NODE_BITS) - 1));
}

/* Return the node that a packet with @header goes to. */
static inline u32 ss_header_dest(const struct ss_topology *topo, u64 header)
{
	u32 router = SS_HDR_GET(header, DEST);

	if (likely(topo->per_router == 1))
		return router;
	return router * topo->per_router + (header & ((1U << SS_NODE_BITS) - 1));
}

/* Make the part of a header that names source and destination. */
static inline u64 ss_header_nodes(const struct ss_topology *topo, u32 source, u32 dest)
{
	u32 from, to;

	if (likely(topo->per_router == 1))
		return SS_HDR_PUT(dest, DEST) | SS_HDR_PUT_SOURCE(source);
	from = source / topo->per_router;
	to = dest / topo->per_router;
	return SS_HDR_PUT(to, DEST) | SS_HDR_PUT_SOURCE(from) |
	       (u64)(source - from * topo->per_router) << SS_NODE_BITS |
	       (dest - to * topo->per_router);
}

/* Make the part of a header that holds the length, and that of @longer for flits beyond it. */
static inline u64 ss_header_length(u32 flits)
{
	return SS_HDR_PUT(flits - 1, LENGTH);
}

static inline u32 ss_longer(u32 flits)
{
	return (flits - 1) >> SS_HDR_LENGTH_BITS;
}

/* Schedule a visit to router @r of region @g in cycle @t, unless there is an earlier one. */
static inline void ss_remind(const struct ss_fabric *f, struct ss_region *g, u32 r, u64 t)
{
	ss_agenda_add_later(&g->agenda, r - g->first, t, f->now);
}

/* Schedule a visit to the router of node @n, as ss_remind() does. */
static inline void ss_remind_node(const struct ss_fabric *f, struct ss_region *g, u32 n, u64 t)
{
	ss_remind(f, g, ss_router_of(&f->topo, n), t);
}

/* Return the router of a port, given its id. */
static inline u32 ss_router_of_port(const struct ss_fabric *f, u32 id)
{
	return id >> f->port_shift;
}

/* Post a flit, of the packet whose header came last, to VC @vc of @input in another region. */
static inline void ss_post_flit(struct ss_fabric *f, struct ss_region *g, u32 input, u32 vc,
				u64 arrival)
{
	struct ss_message *m = ss_post(f, g, SS_MESSAGE_FLIT, ss_router_of_port(f, input), input);

	m->vc = vc;
	m->cycle = arrival;
}

/* Functions of traffic.c: the traffic. */

/* Return the most packets of traffic @t that can be in @routers routers at once. */
u64 ss_traffic_packets(const struct ss_fabric *f, const struct ss_traffic *t, u32 routers);

/* Return the packets that a pool for traffic @t needs, number 0 included. */
u64 ss_traffic_pool(const struct ss_fabric *f, const struct ss_traffic *t);

/* Return true if packets of @t are answered by replies. */
bool ss_traffic_replies(const struct ss_traffic *t);

/*
 * Move a packet to region @g's share of @pool, for kinds when traffic is replaced: packet @i, those
 * in a list, or those in a list whose end leads to its beginning.  Return: the packet's new number.
 */
u32 ss_adopt(const struct ss_fabric *f, struct ss_region *g, struct ss_packet *pool, u32 i);
void ss_adopt_list(const struct ss_fabric *f, struct ss_region *g, struct ss_packet *pool,
		   u32 *first, u32 *last);
void ss_adopt_ring(const struct ss_fabric *f, struct ss_region *g, struct ss_packet *pool,
		   u32 *last);

/*
 * Move a packet as ss_adopt() does, but only once if several buffers of a router hold it.  For
 * kinds without ages.
 */
u32 ss_adopt_once(const struct ss_fabric *f, struct ss_region *g, struct ss_packet *pool, u32 i);
void ss_adopt_list_once(const struct ss_fabric *f, struct ss_region *g, struct ss_packet *pool,
			u32 *first, u32 *last);

/* Functions of source.c: sources and sinks, by node; all work is for cycle @t. */

void ss_source_run(struct ss_fabric *f, struct ss_region *g, u32 r, u64 t);

/* Deliver packet @i, of @class_, whose last flit reaches node @r. */
void ss_source_deliver(struct ss_fabric *f, struct ss_region *g, u32 r, u32 i, u32 class_,
		       u64 t);

/* Report the delivery of @p to its source, which is in region @g. */
void ss_source_delivered(struct ss_fabric *f, struct ss_region *g,
			 const struct ss_packet *p, u64 t);

/* Inject packet @i, or a reply, on @vc from node @r, whose router has room for it. */
static __always_inline void ss_source_inject(struct ss_fabric *f, u32 r, u32 vc, u32 i, u64 t)
{
	struct ss_packet *p = &f->pool[i];
	u64 waited = t - p->birth;

	p->waited = waited < U32_MAX ? waited : U32_MAX;
	f->source[r].injected_flits += ss_packet_flits(p);
	f->cfg.kind->inject(f, r, vc, i, t);
}

/* Return true if source @s waits for room on @vc, for a packet or a reply. */
static inline bool ss_source_waits(const struct ss_source *s, u32 vc)
{
	return s->starved == vc + 1 || s->reply_starved == vc + 1;
}

/* Wake the source at node @r if it waits for room on @vc: there may be room from cycle @t on. */
void ss_source_room(struct ss_fabric *f, u32 r, u32 vc, u64 t);

/* Bring the count of births of node @r up to those before cycle @t. */
void ss_source_count(struct ss_fabric *f, u32 r, u64 t);

/*
 * Return the packets, or messages, in the queue that were born before cycle @t.  After
 * ss_source_count().
 */
u64 ss_source_queued(const struct ss_fabric *f, u32 r, u64 t);

/* Return true if packet @i of the queue of source @s, which has bursts, begins a burst. */
bool ss_source_begins(const struct ss_fabric *f, struct ss_source *s, u32 i);

/* Return the birth of the first packet in the queue, or SS_NEVER. */
u64 ss_source_oldest(const struct ss_fabric *f, u32 r, u64 t);

/*
 * Return true if nodes go through phases, each of which begins when all messages of the phase
 * before have come.
 */
static inline bool ss_is_phased(const struct ss_traffic_mem *m)
{
	return SS_SIMULATOR && m->collective;
}

/* Return true if each node has a fixed number of packets to send. */
static inline bool ss_is_batch(const struct ss_traffic_mem *m)
{
	return SS_SIMULATOR && m->batch;
}

/*
 * Return true if traffic @m is of the usual sort: open sources whose queues have no bound, no
 * bursts, and no answers to packets.
 */
static __always_inline bool ss_is_plain(const struct ss_traffic_mem *m)
{
	return m->open && !m->ring_size && !m->drops && !m->freezes && !m->batch &&
	       !m->collective && !m->traced && !m->replies && !m->windowed && !m->mark &&
	       !m->gen.burst_ends;
}

/* Return true if the caller gives the messages, as of a trace. */
static inline bool ss_is_traced(const struct ss_traffic_mem *m)
{
	return SS_SIMULATOR && m->traced;
}

/* Return true if packets are answered by replies. */
static inline bool ss_is_answered(const struct ss_traffic_mem *m)
{
	return SS_SIMULATOR && m->replies;
}

/* Functions of split.c: messages of open sources that are longer than a packet. */

/* Return the number of packets that a message of @flits flits is split into. */
static inline u32 ss_split_packets(const struct ss_config *cfg, u32 flits)
{
	return (flits + cfg->max_packet - 1) / cfg->max_packet;
}

/* Return the flits of the first packet of a message of @flits flits. */
static inline u32 ss_split_first(const struct ss_config *cfg, u32 flits)
{
	return flits < cfg->max_packet ? flits : cfg->max_packet;
}

/* Return the flits of the shortest packet of a message of @flits flits. */
static inline u32 ss_split_shortest(const struct ss_config *cfg, u32 flits)
{
	u32 rest = flits % cfg->max_packet;

	return rest ? rest : cfg->max_packet;
}

/*
 * Record that a packet of @flits flits of the front message of source @r was injected that is not
 * its last one.
 */
void ss_split_sent(struct ss_fabric *f, u32 r, u32 flits);

/* Count the packets of all messages in the queue of source @r.  After ss_source_count(). */
void ss_split_count(struct ss_fabric *f, u32 r);

/* Count the packets in the queue of source @r as dropped, and clear the queue. */
void ss_split_forget(struct ss_fabric *f, u32 r);

/* Return true if messages that are longer than a packet are split. */
static inline bool ss_splits(const struct ss_fabric *f)
{
	return SS_SIMULATOR && (f->cfg.kind->splits || (f->traffic && f->traffic->traced));
}

/* Return true if nodes run programs of the caller. */
static inline bool ss_is_programmed(const struct ss_traffic_mem *m)
{
	return SS_SIMULATOR && m->mark;
}

/* Functions of trace.c: messages that the caller gives. */

/* Find the places of messages of source @s. */
static inline const struct ss_trace *ss_trace_of(const struct ss_fabric *f,
						 const struct ss_source *s)
{
	return &ss_region_of(f, ss_router_of(&f->topo, s - f->source))->trace;
}

/* Return the front message of @s. */
static inline const struct ss_trace_place *ss_trace_front(const struct ss_fabric *f,
							  const struct ss_source *s)
{
	return &ss_trace_of(f, s)->at[ss_more_of(f, s)->given];
}

/* Remove the front message of source @r, which has been injected. */
void ss_trace_advance(struct ss_fabric *f, u32 r, u64 t);

/* Return the birth, past or future, of the front message of @s; SS_NEVER while a pause holds it. */
u64 ss_trace_birth(const struct ss_fabric *f, const struct ss_source *s);

/* Count the births of source @r before cycle @t. */
void ss_trace_count(struct ss_fabric *f, u32 r, u64 t);

/* Count packet @i of a trace, which was delivered to node @r in cycle @t. */
void ss_trace_receive(struct ss_fabric *f, u32 r, u32 i, u64 t);

/* Count the births of source @r up to cycle @t, in which its program, if it has one, runs. */
void ss_trace_run(struct ss_fabric *f, u32 r, u64 t);

/* Mark packet @i, of the front message of @s. */
void ss_trace_mark(struct ss_fabric *f, const struct ss_source *s, u32 i);

/* Drop all messages of source @r. */
void ss_trace_forget(struct ss_fabric *f, u32 r);

/* Functions of reply.c: the queue of replies. */

/* Turn request @i, which was delivered at @r in cycle @t, into its reply. */
void ss_reply_make(struct ss_fabric *f, u32 r, u32 i, u64 t);
void ss_reply_run(struct ss_fabric *f, u32 r, u64 t);

/* Wake the queue of replies of node @r: there may be room for its first reply from cycle @t on. */
void ss_reply_room(struct ss_fabric *f, u32 r, u64 t);

/* Drop all replies and outstanding requests of node @r, when its traffic ends. */
void ss_reply_forget(struct ss_fabric *f, u32 r);

/* Return the number of replies in the queue of @s. */
u64 ss_reply_waiting(const struct ss_source_more *s);

/* phase.c: batches */

/* Begin the batch at node @r, in the next cycle. */
void ss_phase_start(struct ss_fabric *f, u32 r);

/* Return the destination of the next packet of @r's phase, in a collective. */
u32 ss_phase_dest(const struct ss_fabric *f, u32 r);

/* Return true if the next packet of @r's phase is one of queries. */
bool ss_phase_query(const struct ss_fabric *f, u32 r);

/* Return how many packets of @r's phase have been born; all of them if they are born at once. */
u32 ss_phase_born(const struct ss_fabric *f, u32 r);

/* Return how many phases of @r are over. */
u32 ss_phase_over(const struct ss_fabric *f, u32 r);

/* Return the parity of the turn of @r's phase. */
bool ss_phase_turn(const struct ss_fabric *f, u32 r);

/* Record that a packet of @r's phase was injected in cycle @t. */
void ss_phase_sent(struct ss_fabric *f, u32 r, u64 t);

/*
 * Record that @p, of a collective, was delivered to @r in cycle @t.  Returns true if a phase began
 * then.
 */
bool ss_phase_receive(struct ss_fabric *f, u32 r, const struct ss_packet *p, u64 t);

/* Return how many packets have come for phases that are not over. */
u32 ss_phase_got(const struct ss_fabric *f, u32 r);

/* Functions of state.c, and the states of kinds. */

/* Return the cycles from @now until @end, 0 if that is over. */
static inline u64 ss_left_until(u64 end, u64 now)
{
	return end > now ? end - now : 0;
}

/* Put a header and, for a packet too long for its header, the number of flits. */
static inline void ss_put_header(const struct ss_sink *to, const struct ss_packet *p)
{
	ss_put(to, p->header);
	if (p->longer)
		ss_put(to, ss_packet_flits(p));
}

static inline void ss_put_packet(const struct ss_sink *to, const struct ss_packet *p)
{
	ss_put(to, p->birth);
	ss_put(to, p->birth + p->waited);
	ss_put_header(to, p);
}

/* Put the packets of a list that ends with @last, their number first. */
static inline void ss_put_list(const struct ss_sink *to, const struct ss_fabric *f, u32 first,
			       u32 last)
{
	u64 n = 0;

	for (u32 i = first; i; i = i == last ? 0 : f->pool[i].next)
		n++;
	ss_put(to, n);
	for (u32 i = first; i; i = i == last ? 0 : f->pool[i].next)
		ss_put_packet(to, &f->pool[i]);
}

/*
 * Put the packet, if any, of which a node has injected @sent flits so far, and @into, its VC or
 * class.
 */
static inline void ss_put_injected(const struct ss_sink *to, const struct ss_fabric *f,
				   u32 packet, u32 sent, u32 into)
{
	ss_put(to, packet != 0);
	if (!packet)
		return;
	ss_put_packet(to, &f->pool[packet]);
	ss_put(to, sent);
	ss_put(to, into);
}

/* Functions of read.c: readings of packets, for kinds. */

/* Return the packets of @node whose latency is in @bin of SEASTAR_LAT_BINS. */
u64 ss_latency_counted(const struct ss_fabric *f, u32 node, u32 bin);

/* Return the earliest of @birth and the births of a packet, or of those in a list. */
u64 ss_older(const struct ss_fabric *f, u32 packet, u64 birth);
u64 ss_oldest_in_list(const struct ss_fabric *f, u32 first, u64 birth);

#endif /* SS_ENGINE_H */
