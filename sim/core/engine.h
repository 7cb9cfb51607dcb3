/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How the fabric is held in memory, and how it stays exact by events.
 *
 * Under virtual cut-through a packet that has been granted streams without a
 * break, so the times of all its flits are known at the grant.  The engine
 * therefore moves packets, and acts only when an outcome can change:
 *
 *  - a grant puts the packet at once into the buffer at the other end of the
 *    link, marked with the cycle in which its header arrives there; being
 *    first come first served, the buffer can hold what is still on the link;
 *  - a header is looked at when its router delay is over: it can move, or it is
 *    blocked, and then the grant that makes space says when;
 *  - an input port moves one packet when it is free and has one that can, an
 *    output grants one when it is free and has packets, or when the credits it
 *    waits for are complete;
 *  - credits travel as ramps (credit.h) and wake nobody who does not wait;
 *  - BLOCKED and STALLED are sums of intervals, closed when the state ends;
 *    readers add the open part;
 *  - Procedure 1 is run on a header when it moves on, for the cycle in which
 *    it arrived, or before the age clock wraps, whichever is first (age.h).
 *
 * Routers are run one after another, each for a window of cycles (agenda.h), and
 * regions of routers side by side if somebody does so (region.h).  Within a window
 * a router may therefore be ahead of or behind its neighbours: what it does to
 * them (append a packet, send credits back) takes effect after the window only,
 * and is written so that it does not matter how far they are.
 */
#ifndef SS_ENGINE_H
#define SS_ENGINE_H

#include "age.h"
#include "agenda.h"
#include "arbiter.h"
#include "credit.h"
#include "fabric.h"
#include "pattern.h"
#include "rate.h"
#include "region.h"
#include "route.h"

#define SS_NEVER	U64_MAX

#define SS_PORT_ID(router, port)	((router) << SS_PORT_SHIFT | (port))
#define SS_PORT_ROUTER(id)		((id) >> SS_PORT_SHIFT)
#define SS_PORT_OF(id)			((id) & 7)

/* A packet; number 0 is nobody.  hot: touched at each hop. */
struct ss_packet {
	u64 header;
	u64 arrival;		/* of the header at the buffer it is in */
	u64 birth : 55;
	u64 windowed : 1;	/* its delivery opens a closed source's window */
	u64 heeded : 1;		/* its receiver acts on its delivery */
	u64 turn : 1;		/* of a phase: phase.c */
	u64 stamped : 1;	/* Procedure 1 has been run */
	u64 left : 5;		/* links to go on straight, as far as it tells: ss_route() */
	u32 waited;		/* cycles from birth to injection */
	u32 next;
};

enum ss_head_state {
	SS_HEAD_NONE,		/* nothing in the buffer or on the link */
	SS_HEAD_COMING,		/* will be routed */
	SS_HEAD_BLOCKED,	/* no staging space */
	SS_HEAD_READY,		/* in its router's set @ready */
};

/**
 * struct ss_vc - input buffer of a VC and the link to it
 * @first: front packet
 * @last: last packet
 * @when: SS_HEAD_NONE: the packet before has left; SS_HEAD_COMING: it is routed;
 *	SS_HEAD_BLOCKED: first cycle with enough space, or SS_NEVER while unknown
 * @out: port the head wants
 * @slot: staging slot of that port it wants
 * @state: &enum ss_head_state
 * @blocked: the register; less the cycle since when, while SS_HEAD_BLOCKED
 * @pkts: the register, without what is still in the buffer
 * @flits: likewise
 */
struct ss_vc {
	u32 first;
	u32 last;
	u64 when;
	u8 out;
	u8 slot;
	u8 state;
	u64 blocked;
	u64 pkts;
	u64 flits;
} __aligned(64);

/**
 * struct ss_input - an input port's way to the crossbar
 * @busy_until: first cycle in which it may move another packet
 * @tail: cycle after the last flit of the packet moved last arrived or arrives
 * @peer: the output that sends to it, as port id; itself for proc
 * @pointer: round robin over VCs, of flat arbiters; staged: &struct ss_router
 * @tail_vc: VC of the packet moved last
 */
struct ss_input {
	u64 busy_until;
	u64 tail;
	u32 peer;
	u8 pointer;
	u8 tail_vc;
};

/**
 * struct ss_staging - one staging buffer
 * @last: last packet, whose next is the first one
 * @used: flits of space taken, those of a packet under way until it is settled
 * @waiting: set of input VCs blocked on it, to be told when there is space
 */
struct ss_staging {
	u32 last;
	u16 used;
	u8 waiting;
};

/**
 * struct ss_output - an output port and its arbiter; hot: a cache line
 * @next: when it is free, in units of its rate
 * @occupied: set of slots with packets
 * @credits: send credits by VC
 * @starved: set of VCs that wait for credits nobody has sent yet
 * @is_stalled: since when, its &struct ss_tally tells
 * @tx_slot: slot of the packet under way or last, until it is settled
 * @tx_len: its flits; 0 if settled
 * @grants: index into AGE_RR_SELECT, 6 bits
 * @peer: the input it sends to, as port id; itself for proc
 * @by_turn: for grants by round robin
 * @by_age: for grants by age, where several are the oldest
 */
struct ss_output {
	u64 next;
	u64 occupied;
	struct ss_credits credits;
	u8 starved;
	bool is_stalled;
	u8 tx_slot;
	u8 tx_len;
	u8 grants;
	u32 peer;
	struct ss_arbiter by_turn;
	struct ss_arbiter by_age;
} __aligned(64);

/**
 * struct ss_tally - what else an output counts
 * @stalled_since: of the interval that is open
 * @stalled: the register, without that
 * @waited: cycles from the arrival of each packet granted to its grant
 * @age_bin: packets granted by age, 64 ages a bin
 * @contested: packets granted that had others beside them; the next two are some of them
 * @inhibited: those that AGE_RR_SELECT had decided by age, and that were decided by round
 *	robin because old packets held the age clock (SC07, Procedure 2)
 * @tied: those by age for which several candidates were the oldest, so that the arbiter decided
 *	among these
 * @saturated: packets granted, contested or not, at age 255, the greatest there is
 */
struct ss_tally {
	u64 stalled_since;
	u64 stalled;
	u64 waited;
	u32 age_bin[4];
	u32 contested;
	u32 inhibited;
	u32 tied;
	u32 saturated;
};

/* In a ring of births, beside the cycle. */
#define SS_BEGINS	BIT_ULL(63)

/**
 * struct ss_source - the traffic source at a router
 * @at: when it wants to be looked at, or SS_NEVER
 * @reply_at: likewise for its replies
 * @key: of its random numbers
 * @births: born so far, as far as it has been looked at; open sources draw gap
 *	number @births for @coming
 * @coming: open: cycle of the birth after @births
 * @front: unbounded open: birth of the packet at the front of the queue or to come
 * @front_gap: unbounded open: number of the birth after @front
 * @first: number of the first packet of the burst that the front packet is of
 * @numbered: packets that entered the queue and left it, so the front packet's number
 * @dropped: births that came to nothing
 * @injected: packets
 * @channel: when the injection channel is free, in units of its rate
 * @ring: births in the queue, or to come (bounded and closed); SS_BEGINS marks those
 *	that begin a burst
 * @ring_first: oldest of them
 * @ring_count: how many there are
 * @since: batch: the cycle its phase began in
 * @phase: batch: how many are over
 * @left: batch: packets of this phase not injected yet
 * @outstanding: requests injected whose replies have not come
 * @reply_first: of the queue of replies to be injected
 * @reply_last: likewise
 * @replies: made so far
 * @replied: injected so far
 * @reply_flits: theirs
 * @replies_lost: forgotten so far
 * @last_delivery: to this node, or SS_NEVER
 * @credits: free flits of input proc by VC
 * @starved: VC for whose credits it waits, plus one; 0 if none
 * @reply_starved: likewise for the first reply
 * @replied_last: what was injected last was a reply
 * @begins: bounded: a burst has begun of which no packet has entered the queue
 * @sends: it has somewhere to send to
 * @drawn: @packet is the front packet
 * @packet: destination, length, class
 * @delivering: packet whose last flit has not left port proc, or 0
 * @deliver_at: when it does
 * @injected_before: packets and replies injected before the statistics began anew
 * @stats: from SEASTAR_SRC_DELIVERED on
 */
struct ss_source {
	u64 at;
	u64 reply_at;
	u64 key;
	u64 births;
	u64 coming;
	u64 front;
	u64 front_gap;
	u64 first;
	u64 numbered;
	u64 dropped;
	u64 injected;
	u64 channel;
	u64 *ring;
	u32 ring_first;
	u32 ring_count;
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
	u64 last_delivery;
	struct ss_credits credits;
	u8 starved;
	u8 reply_starved;
	bool replied_last;
	bool begins;
	bool sends;
	bool drawn;
	struct ss_gen_packet packet;
	u32 delivering;
	u64 deliver_at;
	u64 injected_before;
	struct ss_source_stats stats;
};

/**
 * struct ss_router - a router
 * @age: its age clock and counters
 * @ready: the input VCs whose heads can move, a set of SS_SLOT() by the VC they are on
 * @bias: by class and input port
 * @input: by port
 * @output: by port
 * @tally: by output port
 * @vc_order: of staged arbiters, by input port: its VCs as in &struct ss_arbiter.  Here it takes
 *	no space, and &struct ss_input keeps its size
 *
 * Before it in memory is its wheel (agenda.h); behind it are its &struct ss_vc by
 * VC and input, its &struct ss_staging by output, VC and input, and its outputs' rings of
 * credit ramps.
 */
struct ss_router {
	struct ss_age age;
	u64 ready;
	u8 bias[SS_CLASSES][SS_PORTS];
	struct ss_input input[SS_PORTS];
	struct ss_output output[SS_PORTS];
	struct ss_tally tally[SS_PORTS];
	u32 vc_order[SS_PORTS];
};

/* What ss_traffic_set() brings: packets, queues, and the pattern. */
struct ss_traffic_mem {
	bool open;		/* what is asked for each packet, off @traffic */
	bool batch;
	bool collective;
	bool replies;
	bool windowed;		/* deliveries open windows, ack_delay later */
	struct ss_traffic traffic;
	struct ss_gen gen;
	u32 ring_size;
	struct ss_packet *pool;
	u64 *rings;
	u16 *lists;		/* permutations and hot spots, for @gen */
	u32 *lists_wide;	/* the same, for @traffic */
	u32 *got;		/* packets that have come for a phase: phase.c */
	u64 *phase_done;	/* by router and phase: ss_phase_done() */
};

#define SS_SOURCE_RAMPS	4	/* at least ss_ramps_size(1, 1) */

/**
 * struct ss_fabric - the whole
 * @now: next cycle to be executed; during a window its first one
 * @cfg: what it was built from
 * @topo: its shape
 * @routing: what routes depend on
 * @wheel: log2 of the size of a router's wheel
 * @region: by number
 * @routers: the first &struct ss_router
 * @router_bytes: from one to the next
 * @source: by router
 * @source_ramps: of the sources' credits
 * @vc_shift: log2 of the VCs of a port
 * @ramps_size: of a ring of credit ramps
 * @eject: rate of output proc
 * @inject: rate of the sources
 * @pool: packets by number
 * @traffic: in force, or NULL
 * @on_age: whom to tell what happens to age clocks
 * @age_ctx: for @on_age
 */
struct ss_fabric {
	u64 now;
	struct ss_config cfg;
	struct ss_topology topo;
	struct ss_routing routing;
	u32 wheel;
	struct ss_region *region;
	char *routers;
	size_t router_bytes;
	struct ss_source *source;
	u64 *source_ramps;
	u32 vc_shift;
	u32 ramps_size;
	struct ss_rate eject;
	struct ss_rate inject;
	struct ss_packet *pool;
	struct ss_traffic_mem *traffic;
	void (*on_age)(void *ctx, enum ss_age_event event, u32 router, u64 cycle);
	void *age_ctx;
};

static inline u32 ss_vcs(const struct ss_fabric *f)
{
	return 1U << f->vc_shift;
}

static inline struct ss_router *ss_router_at(const struct ss_fabric *f, u32 r)
{
	return (struct ss_router *)(f->routers + r * f->router_bytes);
}

/*
 * The parts of router @r; @shift is log2 of the VCs of a port, @wheel of the wheel's size.
 * Input buffers are by VC first, because traffic seldom uses all of them.
 */
static __always_inline struct ss_vc *ss_vc_of(struct ss_router *r, u32 port, u32 vc)
{
	return (struct ss_vc *)(r + 1) + (vc << SS_PORT_SHIFT | port);
}

static __always_inline struct ss_staging *ss_staging_of(struct ss_router *r, u32 port, u32 slot,
							u32 shift)
{
	return (struct ss_staging *)ss_vc_of(r, 0, 1U << shift) +
	       (port << (SS_PORT_SHIFT + shift) | slot);
}

static __always_inline u64 *ss_ramps_of(const struct ss_fabric *f, struct ss_router *r, u32 port,
					u32 shift)
{
	struct ss_staging *end = (struct ss_staging *)ss_vc_of(r, 0, 1U << shift) +
				 (1U << shift << 2 * SS_PORT_SHIFT);

	return (u64 *)end + port * f->ramps_size;
}

static __always_inline void *ss_heads_of(struct ss_router *r, u32 shift, u32 wheel)
{
	return (char *)r - (1U << (wheel + ss_heads_shift(shift)));
}

static __always_inline u16 *ss_wheel_of(struct ss_router *r, u32 shift, u32 wheel)
{
	return (u16 *)ss_heads_of(r, shift, wheel) - (1U << wheel);
}

static __always_inline u64 *ss_busy_of(struct ss_router *r, u32 shift, u32 wheel)
{
	return (u64 *)ss_wheel_of(r, shift, wheel) - (1U << (wheel - 6));
}

/* The same by port id. */
static inline struct ss_input *ss_input_at(const struct ss_fabric *f, u32 id)
{
	return &ss_router_at(f, SS_PORT_ROUTER(id))->input[SS_PORT_OF(id)];
}

static inline struct ss_output *ss_output_at(const struct ss_fabric *f, u32 id)
{
	return &ss_router_at(f, SS_PORT_ROUTER(id))->output[SS_PORT_OF(id)];
}

static inline struct ss_vc *ss_vc_at(const struct ss_fabric *f, u32 input, u32 vc)
{
	return ss_vc_of(ss_router_at(f, SS_PORT_ROUTER(input)), SS_PORT_OF(input), vc);
}

static inline struct ss_staging *ss_staging_at(const struct ss_fabric *f, u32 output, u32 slot)
{
	return ss_staging_of(ss_router_at(f, SS_PORT_ROUTER(output)), SS_PORT_OF(output), slot,
			     f->vc_shift);
}

static inline struct ss_rate ss_output_rate(const struct ss_fabric *f, u32 port)
{
	const struct ss_rate link = { 1, 1 };

	return port == SEASTAR_PORT_PROC ? f->eject : link;
}

/* First cycle in which output @port is free. */
static __always_inline u64 ss_output_free(const struct ss_fabric *f, const struct ss_output *o,
					  u32 port)
{
	return port == SEASTAR_PORT_PROC ? ss_rate_free(f->eject, o->next) : o->next;
}

/* When the packet under way, or the last one, started, in units of the rate. */
static __always_inline u64 ss_output_start(const struct ss_output *o, struct ss_rate rate)
{
	return o->next - (u64)o->tx_len * rate.b;
}

static inline u32 ss_packet_flits(const struct ss_packet *p)
{
	return SS_HDR_GET(p->header, LENGTH) + 1;
}

/* The class of a VC. */
static inline u32 ss_vc_class(const struct ss_fabric *f, u32 vc)
{
	return vc >= f->cfg.vcs;
}

/* Which of the four VCv registers a VC counts in. */
static inline u32 ss_vc_reg(const struct ss_fabric *f, u32 vc)
{
	u32 half = f->cfg.vcs / 2;

	return 2 * ss_vc_class(f, vc) + (half && (vc & half));
}

/* Has output @o a link (or, proc, a processor) behind it? */
static inline bool ss_output_exists(const struct ss_fabric *f, u32 id)
{
	return ss_output_at(f, id)->peer != SS_NO_ROUTER;
}

static inline void ss_age_tell(const struct ss_fabric *f, enum ss_age_event event, u32 r, u64 t)
{
	if (f->on_age)
		f->on_age(f->age_ctx, event, r, t);
}

/* Look at router @r of region @g in cycle @t, if not before. */
static inline void ss_remind(const struct ss_fabric *f, struct ss_region *g, u32 r, u64 t)
{
	ss_agenda_add_later(&g->agenda, r - g->first, t, f->now);
}

/* engine.c: datapath */

/* Run router @r of region @g through the cycles from @from to before @end. */
void ss_router_run(struct ss_fabric *f, struct ss_region *g, u32 r, u64 from, u64 end);

/* Put packet @p, whose header arrives in cycle @t, into VC @vc of @input, in region @g. */
void ss_input_append(struct ss_fabric *f, struct ss_region *g, u32 input, u32 vc, u32 p, u64 t);

/* The same for input proc of router @r, by its own source. */
void ss_proc_append(struct ss_fabric *f, u32 r, u32 vc, u32 p, u64 t);

/* If output proc of router @r waits, which is returned, it looks again in cycle @t. */
bool ss_proc_retry(struct ss_fabric *f, u32 r, u64 t);

/* Send credits back to @output: @ramp is on its way. */
void ss_output_credit(struct ss_fabric *f, struct ss_region *g, u32 output, u64 ramp);

/* Flits of space taken in a staging buffer of router @r in phase 3 of cycle @t. */
u32 ss_staging_used(const struct ss_fabric *f, u32 r, u32 port, u32 slot, u64 t);

/* age.c: age clocks */

/* See to the wraps of router @r's timestamp up to cycle @t. */
void ss_age_catch_up(struct ss_fabric *f, u32 r, u64 t);

/* See to all that the age clock of router @r did in cycles before @t. */
void ss_age_sync(struct ss_fabric *f, u32 r, u64 t);

/* traffic.c: what the sources do */

/* Packets that this traffic can have in so many routers at once, at most. */
u64 ss_traffic_packets(const struct ss_fabric *f, const struct ss_traffic *t, u32 routers);

/* Packets that a pool for it needs, number 0 included. */
u64 ss_traffic_pool(const struct ss_fabric *f, const struct ss_traffic *t);

/* Are packets of @t answered? */
bool ss_traffic_replies(const struct ss_traffic *t);

/* source.c: sources and sinks; what they do is for cycle @t */

void ss_source_run(struct ss_fabric *f, struct ss_region *g, u32 r, u64 t);

/* The last flit of the packet granted at @r's processor port leaves it. */
void ss_source_deliver(struct ss_fabric *f, struct ss_region *g, u32 r, u64 t);

/* Tell its source, which is in region @g, that @p was delivered. */
void ss_source_delivered(struct ss_fabric *f, struct ss_region *g,
			 const struct ss_packet *p, u64 t);

/* Input proc moves a packet of @len flits of @vc: credits come back. */
void ss_source_credit(struct ss_fabric *f, u32 r, u32 vc, u32 len, u64 t);

/* Bring the count of births up to those before cycle @t. */
void ss_source_count(struct ss_fabric *f, u32 r, u64 t);

/* Packets in the queue that were born before cycle @t, after ss_source_count(). */
u64 ss_source_queued(const struct ss_fabric *f, u32 r, u64 t);

/* The birth of the first of them, or SS_NEVER. */
u64 ss_source_oldest(const struct ss_fabric *f, u32 r, u64 t);

/* reply.c: the queue of replies */

/* Request @i has been delivered at @r in cycle @t. */
void ss_reply_make(struct ss_fabric *f, u32 r, u32 i, u64 t);
void ss_reply_run(struct ss_fabric *f, u32 r, u64 t);

/* Credits of @vc, which the first reply waits for, are coming back. */
void ss_reply_credit(struct ss_fabric *f, u32 r, u32 vc, u64 t);

/* The traffic ends: so do its transactions. */
void ss_reply_forget(struct ss_fabric *f, u32 r);

/* Replies in the queue. */
u64 ss_reply_waiting(const struct ss_source *s);

/* phase.c: batches */

/* The batch begins at @r, in the cycle to come. */
void ss_phase_start(struct ss_fabric *f, u32 r);

/* Where the next packet of @r's phase goes, if that is one of a collective. */
u32 ss_phase_dest(const struct ss_fabric *f, u32 r);

/* The parity of the turn that @r's phase is in. */
bool ss_phase_turn(const struct ss_fabric *f, u32 r);

/* A packet of @r's phase was injected in cycle @t. */
void ss_phase_sent(struct ss_fabric *f, u32 r, u64 t);

/* @p of a collective was delivered to @r in cycle @t; has a phase begun with that? */
bool ss_phase_receive(struct ss_fabric *f, u32 r, const struct ss_packet *p, u64 t);

/* Packets that have come for phases that are not over. */
u32 ss_phase_got(const struct ss_fabric *f, u32 r);

/* fetch.c: routers to come are brought into the cache, in steps */

#define SS_FETCH_AHEAD	4
#define SS_FETCH_FROM	(2U << 20)	/* bytes of routers: fewer stay in a cache of their own */

/* Do so for router @r of region @g, which is run after @ahead others, 1 to SS_FETCH_AHEAD. */
void ss_router_fetch(const struct ss_fabric *f, const struct ss_region *g, u32 r, u32 ahead);

#endif /* SS_ENGINE_H */
