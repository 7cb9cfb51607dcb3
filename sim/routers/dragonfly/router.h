/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How the routers of a Dragonfly are held in memory (docs/dragonfly-router.md).  Names with drf_
 * are private to this folder (Dragonfly router).
 *
 * When a packet is granted, its way through the output queue and over the link is known.  So it is
 * handed to the router behind the link at once, which finds it in its wheel when it is ready.  An
 * output queue holds no packets: only the cycles in which they leave, and their lengths.
 *
 * A packet is in one list at a time, by its number in the pool of its region:
 *
 *	coming of an input	from its injection, or its grant in the router before, until it is
 *				ready: drf_come()
 *	its slot there		until it is granted; the first packet has a hop: drf_front()
 *	delivering		of a node's port, from its last grant to its delivery
 *
 * The memory of a router, as plan() in kind.c lays it out; parts in brackets are optional:
 *
 *	wheel: struct drf_due by cycle, then its bits	drf_due_of(), drf_busy_of()
 *	struct drf_router				drf_router_at()
 *	by port: struct drf_port			drf_port_of()
 *		by VC: struct drf_slot			drf_slot_at()
 *		[by VC: flits taken]			drf_taken(), shared.h
 *		[by VC: flits of minimal packets]	drf_minimal(), shared.h
 *		the near part of the output queue	drf_queued()
 *	by port with a link: credits under way		drf_credits_of()
 *	[by port: orders of service]			drf_input_order(), drf_output_order()
 *	[by port: pointers for nodes]			drf_node_turn()
 *	[by port and VC: ends of crossings]		drf_until()
 *	[by class of ports: use]			drf_usage_of()
 *	[contention counters]				contention.c
 *	[board]						board.c
 *
 * The far parts of output queues are in df->queues.
 */
#ifndef DRF_ROUTER_H
#define DRF_ROUTER_H

#include "sim/core/engine.h"
#include "sim/parts/vc/flexvc.h"

#include "dragonfly.h"

#define DRF_PORT_SHIFT	6
#define DRF_MAX_PORTS	64	/* places for ports of a router in port ids */
#define DRF_MAX_VCS	16
#define DRF_NOBODY	DRF_MAX_PORTS	/* stands for no port or VC */
#define DRF_CLASS_VCS	4	/* VCs that registers distinguish */
#define DRF_NEAR	4	/* packets of an output queue that are kept beside its port */

/*
 * A packet's route, in fields of a word: the cycle in which its header arrived where it is; flags;
 * the number of its intermediate router or group plus one; the place of its last hop's VC in the
 * order, from 1, or 0 at its node's port; and the VC whose queue it is in.  With FlexVC the field
 * of the place has the type of the last hop plus one: drf_flex_place() finds the place.  After the
 * last grant the word has another form: drf_last_route().
 */
#define DRF_ARRIVAL_BITS	37
#define DRF_FLAGS_SHIFT		37
#define DRF_FLAGS_BITS		3
#define DRF_VIA_SHIFT		40
#define DRF_VIA_BITS		16
#define DRF_PLACE_SHIFT		56
#define DRF_PLACE_BITS		4
#define DRF_VC_SHIFT		60

/* Flags of a packet (docs/dragonfly-adaptive.md, section 5). */
#define DRF_MISROUTED	1U	/* has left the minimal way */
#define DRF_FORCED	2U	/* must take a global link of the router where it is */
#define DRF_DETOURED	4U	/* has left the minimal way by a local link of this group */

static inline u32 drf_flags(u64 route)
{
	return route >> DRF_FLAGS_SHIFT & ((1U << DRF_FLAGS_BITS) - 1);
}

static inline u32 drf_via(u64 route)
{
	return route >> DRF_VIA_SHIFT & ((1U << DRF_VIA_BITS) - 1);
}

static inline u32 drf_place(u64 route)
{
	return route >> DRF_PLACE_SHIFT & ((1U << DRF_PLACE_BITS) - 1);
}

static inline u32 drf_vc(u64 route)
{
	return route >> DRF_VC_SHIFT;
}

static inline u64 drf_make_route(u64 arrival, u32 flags, u32 via, u32 place, u32 vc)
{
	return (arrival & ((1ULL << DRF_ARRIVAL_BITS) - 1)) | (u64)flags << DRF_FLAGS_SHIFT |
	       (u64)via << DRF_VIA_SHIFT | (u64)place << DRF_PLACE_SHIFT | (u64)vc << DRF_VC_SHIFT;
}

/* Return the cycles from the arrival of a packet's header until @t. */
static inline u64 drf_since(u64 route, u64 t)
{
	return (t - route) & ((1ULL << DRF_ARRIVAL_BITS) - 1);
}

/**
 * struct drf_due - events of a cycle, as bits by port; at most one of each kind per port and cycle,
 *	except a reply that becomes ready beside a request, and credits that come together
 * @ready: a packet enters the queue of the input
 * @gets: at a node's port: the node has received its packet; at another port: the output gets
 *	credits back
 */
struct drf_due {
	u64 ready;
	u64 gets;
};

/**
 * struct drf_hop - a packet's next hop
 * @via: number of the packet's intermediate router or group after the hop, plus one
 * @out: port by which it leaves
 * @vc: VC of the input behind the link; on a hop to a node that is to answer, VC of the
 *	node's port for the reply, or 0 if there is no reply; where the destination does not choose
 *	VCs, the first VC for replies
 * @place: place of the packet in the order of VCs after the hop; with FlexVC: until a VC is
 *	chosen, 1 if the packet must not wait for one, else 0; after that, type of the hop plus 1
 * @flags: flags of the packet after the hop, such as DRF_MISROUTED; DRF_OPEN; and, shifted by
 *	DRF_KIND_SHIFT, the &enum ss_misroute that the hop counts as, or 0
 */
struct drf_hop {
	u16 via;
	u8 out;
	u8 vc;
	u8 place;
	u8 flags;
};

/*
 * The hop is not decided yet: each attempt chooses one or, with decision=once, drf_decide_once()
 * does before the first attempt.  Until then a slot has the hop by the packet's via field.
 */
#define DRF_OPEN	8U
#define DRF_KIND_SHIFT	4

/**
 * struct drf_slot - a VC of a port; hot: touched per grant
 * @first: first of the packets in the input's queue
 * @last: last of these packets
 * @free: of a local or global port: flits for which the output has credits; of a node's port,
 *	which has no credits: flits for which the input's queue has room
 * @hop: hop of the first packet, set when the packet comes to the front (drf_route())
 */
struct drf_slot {
	u32 first;
	u32 last;
	u16 free;
	struct drf_hop hop;
};

/* A list of packets. */
struct drf_list {
	u32 first;
	u32 last;
};

/**
 * struct drf_port - a port, whose slots are behind it; hot: touched per grant, one cache line
 * @in_free: cycle from which on the input may be granted
 * @out_free: cycle from which on the output may be granted
 * @taken: in place of @out_free, for an output that is granted only while its node is idle:
 *	cycle in which the node has received the last packet known to have left
 * @leaves: cycle from which on the next packet of the output queue may leave: the link is
 *	free, and a node has received the packet before
 * @granted: flits that the output has been granted
 * @coming: packets under way to the input
 * @delivering: of a node's port: packets on their way to the node
 * @entering: of a node's port: packets injected and not granted yet
 * @vcs: bit v is set where VC v has a packet in its queue
 * @in_turn: pointer of the input's arbiter
 * @out_turn: pointer of the output's arbiter; where transit goes first, the pointer for
 *	requests from routers
 * @used: flits of the packets in the output queue, some of which may have left since drf_fold()
 * @queue_first: number of the first of these packets, modulo 2^16
 * @queue_count: number of packets in the output queue
 * @credit_first: of a port with a link: number of the first credit in the ring of credits under
 *	way, modulo 2^16
 * @credit_count: of a port with a link: number of credits under way
 * @owed: of a node's port: requests granted that are to be answered and have not been delivered
 * @pool: of a port with a link: flits free behind the output that any VC may take (shared.h)
 */
struct drf_port {
	u64 in_free;
	union {
		u64 out_free;
		u64 taken;
	};
	u64 leaves;
	u64 granted;
	struct drf_list coming;
	union {
		struct {
			struct drf_list delivering;
			u32 entering;
		};
		struct {
			u16 credit_first;
			u16 credit_count;
		};
	};
	u16 used;
	u16 queue_first;
	u16 queue_count;
	union {
		u16 owed;
		u16 pool;
	};
	u16 vcs;
	u8 in_turn;
	u8 out_turn;
} __aligned(64);

/**
 * struct drf_count - counts of the ports of a class
 * @packets: packets that came, by VC; the last VC stands for all above it
 * @flits: flits of these packets
 * @passed: packets granted
 */
struct drf_count {
	u64 packets[DRF_CLASS_VCS];
	u64 flits[DRF_CLASS_VCS];
	struct ss_passed passed;
};

/**
 * struct drf_router - a router; its ports are behind it, its wheel before it
 * @waiting: inputs in whose queues packets are
 * @look: cycle of the next allocation that may grant something, or SS_NEVER
 * @sources: earliest cycle of a visit to a node
 * @group: number of its group
 * @here: its number in the group
 * @changed: occupancies have changed since the routing looked at them
 * @congested: global links that are congested, as bits: drf_links_for()
 * @count: by &enum ss_dragonfly_port
 * @misroutes: by &enum ss_misroute
 */
struct drf_router {
	u64 waiting;
	u64 look;
	u64 sources;
	u32 group;
	u32 here;
	bool changed;
	u32 congested;
	struct drf_count count[SS_DRAGONFLY_PORTS];
	u64 misroutes[SS_MISROUTES];
} __aligned(64);

/*
 * A packet in an output queue: the low 24 bits of the cycle in which it leaves, and its flits less
 * one.  While the queue is not empty, each grant adds a flit or more and comes before the last one
 * leaves: so none of the packets in the ring is older than 4096 grants of 511 cycles, which is less
 * than half of what 24 bits tell apart.  A queue that has run empty is emptied by drf_empty().
 */

static inline u32 drf_leaving(u64 t, u32 flits)
{
	return (u32)(t << 8) | (flits - 1);
}

static inline u32 drf_leaving_flits(u32 leaving)
{
	return (leaving & 255) + 1;
}

/* Return the cycles from @t until the packet leaves; negative if it has left. */
static inline int drf_leaving_in(u32 leaving, u64 t)
{
	return (int)((leaving & ~255U) - (u32)(t << 8)) >> 8;
}

/*
 * Credits on their way: the number of a VC, below the flits less one.  They take a byte where that
 * is enough and no credits have flags, else two.
 */
#define DRF_CREDIT_SHIFT	4
#define DRF_SHORT_CREDIT	16	/* most flits of credits that take a byte */

static inline u16 drf_credit(u32 vc, u32 flits)
{
	return (flits - 1) << DRF_CREDIT_SHIFT | vc;
}

/* Flag of credits of a minimally routed packet; set only if these are counted separately. */
#define DRF_CREDIT_MINIMAL		0x1000

/* Flag of credits that arrive in the same cycle as those before them. */
#define DRF_CREDIT_TOGETHER		0x2000

#define DRF_CREDIT_FLAGS		(DRF_CREDIT_MINIMAL | DRF_CREDIT_TOGETHER)

#define DRF_CREDIT_VC(credit)		((credit) & (DRF_MAX_VCS - 1))
#define DRF_CREDIT_FLITS(credit)	(((credit) >> DRF_CREDIT_SHIFT) + 1)

/* Parts of the longest path that a hop can be: the last one in the group of the hop's target. */
enum drf_part { DRF_LOCAL_AWAY, DRF_GLOBAL, DRF_LOCAL_HOME, DRF_PARTS };

/**
 * struct drf_order - the order of VCs that excludes deadlock
 *
 * With order=lowest hops use @local and @global, with order=role the three arrays by part.  With
 * both, hops of par and olm off the minimal way use @aside, or @global of place 0.  FlexVC replaces
 * all of them (flexible.c).
 *
 * @local: by place of the hop before: place of the next VC of a local port
 * @global: likewise, of a global one
 * @vc: by place: which VC of its port it is
 * @reply_vc: likewise, of replies
 * @to_via: by part in the longest way, towards the intermediate: place of a hop
 * @to_dest: likewise, towards the destination
 * @straight: likewise, of a packet that has not left the minimal way, where that may be left
 * @aside: by place of the hop before: place of a local hop off the minimal way
 */
struct drf_order {
	u8 local[8];
	u8 global[8];
	u8 vc[8];
	u8 reply_vc[8];
	u8 to_via[DRF_PARTS];
	u8 to_dest[DRF_PARTS];
	u8 straight[DRF_PARTS];
	u8 aside[8];
};

/**
 * struct drf_fabric - a fabric of these routers
 * @f: the part that all kinds share
 * @wheel_shift: log2 of the cycles of a wheel, whose entries are struct drf_due
 * @slots: slots of a port
 * @ports: ports of a router
 * @queue_shift: log2 of the places for packets of an output queue that are not near
 * @nodes: ports of nodes, as bits
 * @whole: ports of nodes by which packets come all at once: all of them, or none
 * @idle: ports of nodes that are granted only while their nodes are idle: all of them, or none
 * @port_size: bytes from one port to the next, with its slots and the near packets of its
 *	output queue
 * @credits_are_long: a place in such a ring has two bytes instead of one
 * @credits: by port: bytes from a router to the ring of credits under way, and the places of the
 *	ring less one; nodes have none
 * @order_bytes: bytes from a router to the orders of arbiters by service
 * @turn_bytes: bytes from a router to the outputs' pointers for nodes
 * @until_bytes: if @wide: bytes from a router to the cycles until which packets of each input
 *	and VC cross
 * @usage_bytes: by &enum ss_dragonfly_port: bytes from a router to the counts of the use of
 *	ports, if it has any
 * @in_priority: &enum ss_priority of inputs' arbiters
 * @busy_offset: bytes from a router to the busy bits of its wheel, below 0
 * @order: order of VCs
 * @shares: VCs of a port share its memory
 * @apart: flits of packets on the minimal way are counted apart (minCred)
 * @wide: several packets of an input may cross at a time
 * @further: credits change more than the free field of a slot, or come together, because of
 * @shares, @apart or @wide
 * @allocates_further: the allocator counts the use of ports, or is @wide
 * @flags_credits: credits under way have flags: @apart or @wide
 * @reserve: by &enum ss_dragonfly_port: flits reserved for each VC
 * @most: by &enum ss_dragonfly_port: flits that a VC can have at most
 * @flex: order of VCs of FlexVC
 * @flexible: hops choose among VCs by FlexVC
 * @too_few: the routing needs more VCs: packets may wait for each other for ever
 * @reverts: packets may go minimally instead, for lack of a VC
 * @source_limits: packets in their source's group have fewer VCs than their paths allow
 * @source_top: highest local VC for requests in their source's group
 * @routing: functions and properties of the routing
 * @by_groups: packets have intermediate groups, if any
 * @draws: a packet's intermediate router or group is drawn at injection
 * @at_source: the source's router decides between the drawn way and the minimal one
 * @in_transit: each router decides
 * @adapts: routing depends on the state of routers
 * @chooses: each attempt may choose another hop, so each waiting packet is looked at in each cycle
 * @counts: routers have contention counters
 * @filters: routers have moving means of these counters
 * @watches: routers evaluate occupancies after these have changed
 * @words: words that a router publishes to its group, or 0
 * @seen_shift: log2 of the entries of a router's board
 * @contention_bytes: bytes from a router to its contention counters
 * @board_bytes: bytes from a router to its board
 * @class_of: by port: &enum ss_dragonfly_port
 * @queues: by router and port: places for packets of output queues
 * @owner: by global link of a group: number in the group of the router that has it, in the upper
 *	8 bits, and number of the link at that router
 * @group: by router
 * @trail: by port: weights by which a grant changes a packet's trail (trail.h)
 */
struct drf_fabric {
	struct ss_fabric f;
	u32 wheel_shift;
	u32 slots;
	u32 ports;
	u32 queue_shift;
	u32 credits_are_long;
	u64 nodes;
	u64 whole;
	u64 idle;
	u32 port_size;
	struct {
		u32 bytes;
		u32 mask;
	} credits[DRF_MAX_PORTS];
	u32 order_bytes;
	u32 turn_bytes;
	u32 until_bytes;
	u32 usage_bytes;
	u32 in_priority;
	long busy_offset;
	struct drf_order order;
	bool shares;
	bool apart;
	bool wide;
	bool further;
	bool flags_credits;
	bool allocates_further;
	u16 reserve[SS_DRAGONFLY_PORTS];
	u16 most[SS_DRAGONFLY_PORTS];
	struct ss_flexvc flex;
	bool flexible;
	bool too_few;
	bool reverts;
	bool source_limits;
	u8 source_top;
	const struct drf_routing *routing;
	bool by_groups;
	bool draws;
	bool at_source;
	bool in_transit;
	bool adapts;
	bool chooses;
	bool counts;
	bool filters;
	bool watches;
	u32 words;
	u32 seen_shift;
	u32 contention_bytes;
	u32 board_bytes;
	u8 class_of[DRF_MAX_PORTS];
	u32 *queues;
	u16 *owner;
	u16 *group;
	struct {
		u64 in[DRF_MAX_PORTS];
		u64 out[DRF_MAX_PORTS];
		u64 hop[DRF_MAX_PORTS];
	} trail;
};

static inline struct drf_fabric *drf_fabric(const struct ss_fabric *f)
{
	return (struct drf_fabric *)f;
}

static inline struct drf_router *drf_router_at(const struct ss_fabric *f, u32 r)
{
	return (struct drf_router *)(f->routers + r * f->router_bytes);
}

static inline struct drf_due *drf_due_of(const struct drf_fabric *df, struct drf_router *rt,
					 u64 t)
{
	struct drf_due *end = (struct drf_due *)((char *)rt + df->busy_offset);

	return end - (1UL << df->wheel_shift) + ss_wheel_entry(df->wheel_shift, t);
}

static inline u64 *drf_busy_of(const struct drf_fabric *df, struct drf_router *rt)
{
	return (u64 *)((char *)rt + df->busy_offset);
}

static inline struct drf_port *drf_port_of(const struct drf_fabric *df, const struct drf_router *rt,
					   u32 port)
{
	return (struct drf_port *)((char *)(rt + 1) + (size_t)port * df->port_size);
}

/* Find the slot of VC @vc of port @p. */
static inline struct drf_slot *drf_slot_at(const struct drf_port *p, u32 vc)
{
	return (struct drf_slot *)(p + 1) + vc;
}

static inline struct drf_slot *drf_slot_of(const struct drf_fabric *df, const struct drf_router *rt,
					   u32 port, u32 vc)
{
	return drf_slot_at(drf_port_of(df, rt, port), vc);
}

/*
 * Find packet @i of the output queue of @p, which is @port of @rt.  The first DRF_NEAR packets are
 * behind the port's slots, which is enough for long packets; the others are elsewhere.  Packets are
 * numbered from queue_first on, and their numbers determine their places.
 */
static inline u32 *drf_queued(const struct drf_fabric *df, const struct drf_router *rt,
			      const struct drf_port *p, u32 port, u32 i)
{
	u32 n = p->queue_first + i;
	size_t r;

	if (likely(i < DRF_NEAR))
		return (u32 *)((char *)p + df->port_size) - DRF_NEAR + n % DRF_NEAR;
	r = rt->group * ss_dragonfly_of(df->f.cfg.size)->a + rt->here;
	return df->queues + ((r * df->ports + port) << df->queue_shift) +
	       (n & ((1U << df->queue_shift) - 1));
}

/* Remove the first packet from that queue: the one after the near ones becomes near. */
static inline void drf_dequeue(const struct drf_fabric *df, const struct drf_router *rt,
			       struct drf_port *p, u32 port)
{
	if (unlikely(p->queue_count > DRF_NEAR))
		*drf_queued(df, rt, p, port, 0) = *drf_queued(df, rt, p, port, DRF_NEAR);
	p->queue_first++;
	p->queue_count--;
}

/* Find the ring of credits on their way to @port, which has a link. */
static __always_inline void *drf_credits_of(const struct drf_fabric *df,
					    const struct drf_router *rt, u32 port)
{
	return (char *)rt + df->credits[port].bytes;
}

/* Return place @i of that ring; places are numbered modulo its size. */
static __always_inline u32 drf_credit_at(const struct drf_fabric *df, const struct drf_router *rt,
					 u32 port, u32 i)
{
	const void *ring = drf_credits_of(df, rt, port);

	i &= df->credits[port].mask;
	return unlikely(df->credits_are_long) ? ((const u16 *)ring)[i] : ((const u8 *)ring)[i];
}

static __always_inline void drf_set_credit(const struct drf_fabric *df, const struct drf_router *rt,
					   u32 port, u32 i, u32 credit)
{
	void *ring = drf_credits_of(df, rt, port);

	i &= df->credits[port].mask;
	if (unlikely(df->credits_are_long))
		((u16 *)ring)[i] = credit;
	else
		((u8 *)ring)[i] = credit;
}

/*
 * Empty the output queue of port @port, if all packets have left it.  That may be so long ago that
 * the 24 bits of their cycles do not show it.
 */
static inline void drf_empty(const struct drf_fabric *df, struct drf_port *o, u32 port, u64 t)
{
	if (o->leaves > t)
		return;
	o->used = 0;
	o->queue_count = 0;
	if (df->idle >> port & 1)
		o->taken = o->leaves;
}

/* Find the VCs in the order of service by an input's arbiter, the preferred VC first. */
static inline u8 *drf_input_order(const struct drf_fabric *df, const struct drf_router *rt,
				  u32 port)
{
	return (u8 *)rt + df->order_bytes + port * (df->slots + df->ports);
}

/* Find the inputs in the order of service by an output's arbiter. */
static inline u8 *drf_output_order(const struct drf_fabric *df, const struct drf_router *rt,
				   u32 port)
{
	return drf_input_order(df, rt, port) + df->slots;
}

/* Return the pointer of an output's arbiter for nodes, if it has one: turn_of() in allocate.c. */
static inline u8 *drf_node_turn(const struct drf_fabric *df, const struct drf_router *rt, u32 port)
{
	return (u8 *)rt + df->turn_bytes + port;
}

/*
 * Find the cycles until which packets of input @port cross, by VC: others of the VC cannot be
 * granted before.  Only if several may cross at a time; otherwise in_free of the port is all.
 */
static inline u64 *drf_until(const struct drf_fabric *df, const struct drf_router *rt, u32 port)
{
	return (u64 *)((char *)rt + df->until_bytes) + port * df->slots;
}

/* Find the counts of the use of ports of @class_ in @rt; the other counts are struct drf_count. */
static inline struct ss_usage *drf_usage_of(const struct drf_fabric *df, struct drf_router *rt,
					    u32 class_)
{
	return (struct ss_usage *)((char *)rt + df->usage_bytes) + class_;
}

/* Return the port of a router's first global link; the others follow. */
static inline u32 drf_first_global(const struct drf_fabric *df)
{
	return ss_dragonfly_first_global(ss_dragonfly_of(df->f.cfg.size));
}

/* Return the class by which results count a port. */
static inline u32 drf_class(const struct ss_fabric *f, u32 port)
{
	return drf_fabric(f)->class_of[port];
}

/* Return the number of VCs of a port of @class_. */
static inline u32 drf_vcs(const struct ss_config *cfg, u32 class_)
{
	const struct ss_dragonfly_config *own = &cfg->dragonfly;
	const u32 vcs[] = {
		own->inject_vcs, cfg->vcs + own->reply_vcs, own->global_vcs + own->reply_global_vcs,
	};

	return vcs[class_];
}

/* Return the depth, in flits, that is set for each VC of an input. */
static inline u32 drf_depth(const struct ss_config *cfg, u32 class_)
{
	const struct ss_dragonfly_config *own = &cfg->dragonfly;
	const u32 depth[] = { own->inject_depth, cfg->input_depth, own->global_depth };

	return depth[class_];
}

/* Return the cycles that a link of the port takes. */
static inline u32 drf_delay(const struct ss_config *cfg, u32 class_)
{
	return class_ == SS_DRAGONFLY_GLOBAL ? cfg->dragonfly.global_delay : cfg->link_delay;
}

static inline u32 drf_is_reply(const struct ss_packet *p)
{
	return (p->header & SS_HDR_REPLY) != 0;
}

/* Return the number, at its port, of the VC that packet @p takes at @place in the order. */
static inline u32 drf_vc_at(const struct drf_fabric *df, const struct ss_packet *p, u32 place)
{
	if (unlikely(drf_is_reply(p)))
		return df->order.reply_vc[place];
	return df->order.vc[place];
}

/* Return true if @p, which is in router @rt, has made no global hop yet, and has one to make. */
static inline bool drf_is_leaving(const struct drf_fabric *df, const struct drf_router *rt,
				  const struct ss_packet *p)
{
	if (df->group[SS_HDR_GET(p->header, DEST)] == rt->group)
		return false;
	/* no global hop leads back to the source's group */
	if (unlikely(df->flexible))
		return df->group[SS_HDR_SOURCE(p->header)] == rt->group;
	return drf_place(p->route) < df->order.global[0];
}

/* Make the order of VCs for a routing (order.c). */
void drf_order_init(struct drf_order *o, const struct ss_config *cfg);

/* Return the longest path of a routing, as a word of FlexVC. */
u32 drf_longest_path(u32 routing);

/*
 * Put into @hop the highest VC by which @p may go from router @r by the output and @via of @hop
 * (flexible.c).
 */
void drf_flex_limit(const struct drf_fabric *df, u32 r, const struct ss_packet *p,
		    struct drf_hop *hop);

/*
 * Route the first packet of @s from router @r (route.c): set the hop of @s, and clear the packet's
 * intermediate router or group if the packet has reached it.
 */
void drf_route(struct ss_fabric *f, const struct drf_router *rt, u32 r, struct drf_slot *s);

/*
 * Set *@hop to the next hop of @p, a packet with @flags, by @via - 1, or with 0 straight to its
 * destination.  It is written in place: a copy would stall on fields that were just written byte
 * by byte.
 */
void drf_next_hop(const struct drf_fabric *df, const struct drf_router *rt, u32 r,
		  const struct ss_packet *p, u32 via, u32 flags, struct drf_hop *hop);

/* Count the links of the minimal path, with the global links arranged as those of @d. */
u32 drf_links_between(const struct ss_dragonfly *d, u32 from, u32 to);

/*
 * Draw the intermediate router or group, plus one, of a packet of node @n for router @dest; 0 if it
 * has none.
 */
u32 drf_draw_via(const struct ss_fabric *f, u32 n, u32 dest, u64 draw);

/* run.c, grant.c */
void drf_run(struct ss_fabric *f, struct ss_region *g, u32 r, u64 from, u64 end);
void drf_take_packet(struct ss_fabric *f, struct ss_region *g, u32 input, u32 vc, u32 i, u64 t);
void drf_take_credit(struct ss_fabric *f, struct ss_region *g, u32 output, u64 credit);

/* fetch.c: see struct ss_kind */
void drf_fetch(const struct ss_fabric *f, const struct ss_region *g, const u32 *line);
void drf_fetch_packet(const struct ss_fabric *f, u32 input, u64 t);
void drf_fetch_credit(const struct ss_fabric *f, u32 output, u64 credit);

/* inject.c; @class_ is 1 for a reply, else 0: a Dragonfly has one class of packets */
u64 drf_room(struct ss_fabric *f, u32 n, u32 dest, u32 class_, u32 flits, u64 t, u32 *vc);
void drf_inject(struct ss_fabric *f, u32 n, u32 vc, u32 i, u64 t);
u32 drf_entering(const struct ss_fabric *f, u32 n);

/*
 * Return how many VCs of a node's port are for requests or, if @reply, for replies: @first and
 * those after it.  Requests have the first half of the VCs, rounded down, if there are replies.
 */
u32 drf_inject_vcs(const struct ss_fabric *f, bool reply, u32 *first);

/* Return the VC of a node's port for a packet to node @dest, if its destination chooses. */
u32 drf_inject_vc(const struct ss_fabric *f, u32 dest, bool reply);

/*
 * Return the VC that a source waits for, by its number, when VC @vc has no room.  A packet that may
 * enter any VC waits for VC 0, which stands for all.
 */
static inline u32 drf_awaited_vc(const struct ss_fabric *f, u32 vc)
{
	return f->cfg.dragonfly.inject_select == SS_INJECT_JSQ ? 0 : vc;
}

/* trail.c */
void drf_trail_init(struct drf_fabric *df);
void drf_report_path(const struct ss_fabric *f, u32 i, struct ss_delivery *d);

/* waits.c */
u32 drf_waits(const struct ss_fabric *f);
u32 drf_waits_for(const struct ss_fabric *f, const struct ss_buffer *b, struct ss_buffer *next,
		  struct ss_buffer *between);

/* usage.c */
void drf_usage(const struct ss_fabric *f, u32 router, struct ss_usage *usage);

/* read.c, state.c */
void drf_read(const struct ss_fabric *f, u32 router, u64 regs[SS_PORTS][SEASTAR_REGS],
	      struct ss_passed passed[SS_PORTS]);
void drf_misroutes(const struct ss_fabric *f, u32 router, u64 *count);
u64 drf_carried(const struct ss_fabric *f, u32 router, u32 port);
u64 drf_oldest(const struct ss_fabric *f, u32 router, u64 birth);
void drf_emit(struct ss_fabric *f, u32 router, const struct ss_sink *to);
void drf_emit_injector(struct ss_fabric *f, u32 node, const struct ss_sink *to);

#endif /* DRF_ROUTER_H */
