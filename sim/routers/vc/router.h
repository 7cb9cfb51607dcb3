/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The virtual-channel router in memory, and how its model stays exact with few visits.  Names with
 * vcr_ are private to this folder (virtual-channel router).
 *
 * The events of a cycle follow from the router's state and from the arrivals on its links.  So a
 * router whose allocators had no request to grant sleeps until the next arrival, or the end of a
 * delay.  Both cycles are known beforehand, and marked in the router's wheel.  The sender of a flit
 * or credit writes it into the receiving router's wheel, at the cycle of its arrival.  In a cycle,
 * at most one flit and one credit arrive at each port.
 *
 * Most credits change nothing when they arrive.  So the sender adds a credit to the output's
 * credits when it sends it, and wakes the router only if a packet there lacks credits of that
 * output.  If an output VC has more credits than a link can hold at once, one has arrived for
 * certain.  Otherwise the router subtracts the credits that are still on the link.
 *
 * In a cycle the router looks at three things only: the list of arrivals; the set of buffers whose
 * first packets request a VC; the set of buffers whose first packets have a VC and a flit.  A
 * request without a rival is granted at once; arbiters choose among rivals.
 *
 * A packet is in the pool once per region, however many routers its flits are in.  While its flits
 * pass from one buffer to another, both buffers list it: the one that it leaves as the first
 * packet, the one that it enters as the last.
 *
 * The same sources make two routers: one for a cube, and a wide one for any topology that has
 * routes of its own (VCR_WIDE; wide/).  This header defines the types and sizes that differ.
 */
#ifndef SS_VC_ROUTER_H
#define SS_VC_ROUTER_H

#include "sim/core/engine.h"
#include "sim/parts/arbiter/round_robin.h"
#include "sim/parts/routing/dimension_order.h"

#include "vc.h"

/*
 * VCR_PORTS and VCR_NODES are the largest numbers of ports and nodes of a router; VCR_PORT_SHIFT is
 * the number of bits of a port.  VCR_SLOT is the type of a slot, which has VCR_SLOT_BITS bits.
 * VCR_PORT_SET is the type of a set of ports.  VCR_LINE is the type of one line of the crossbar,
 * and VCR_LINES the type of a set of lines, in which outputs begin at bit VCR_LINE_SHIFT.
 *
 * VCR_CREDIT() adds VCR_CREDIT_FROM to the cycle of a credit.  A credit of slot 0 in cycle 0 would
 * be 0 otherwise, which means no credit.  In a cube, slot 0 is the node's, so this cannot happen.
 */
#ifdef VCR_WIDE
#define VCR_PORTS	SS_VC_MAX_PORTS
#define VCR_NODES	SS_VC_MAX_PORTS
#define VCR_PORT_SHIFT	5
#define VCR_SLOT	u16
#define VCR_PORT_SET	u32
#define VCR_LINE	u64
#define VCR_LINES	u64
#define VCR_LINE_SHIFT	32
#define VCR_SLOT_BITS	9
#define VCR_CREDIT_FROM	1ULL

#define vcr_credits		vcr_wide_credits
#define vcr_emit		vcr_wide_emit
#define vcr_emit_injector	vcr_wide_emit_injector
#define vcr_holder		vcr_wide_holder
#define vcr_inject		vcr_wide_inject
#define vcr_inject_credit	vcr_wide_inject_credit
#define vcr_inject_more		vcr_wide_inject_more
#define vcr_oldest		vcr_wide_oldest
#define vcr_read		vcr_wide_read
#define vcr_room		vcr_wide_room
#define vcr_run			vcr_wide_run
#define vcr_state		vcr_wide_state
#define vcr_take_credit		vcr_wide_take_credit
#define vcr_take_flit		vcr_wide_take_flit
#define vcr_take_packet		vcr_wide_take_packet
#define vcr_waits_for		vcr_wide_waits_for
#else
#define VCR_PORTS	SS_PORTS
#define VCR_NODES	1
#define VCR_PORT_SHIFT	SS_PORT_SHIFT
#define VCR_SLOT	u8
#define VCR_PORT_SET	u8
#define VCR_LINE	u16
#define VCR_LINES	u32
#define VCR_LINE_SHIFT	8
#define VCR_SLOT_BITS	8
#define VCR_CREDIT_FROM	0
#endif

#define VCR_PORT_ID(router, port)	((router) << VCR_PORT_SHIFT | (port))
#define VCR_PORT_ROUTER(id)		((id) >> VCR_PORT_SHIFT)
#define VCR_PORT_OF(id)			((id) & ((1U << VCR_PORT_SHIFT) - 1))

/* State of an input buffer's first packet.  It is not stored: vcr_state() derives it. */
enum vcr_state {
	VCR_IDLE,	/* no packet */
	VCR_WAITING,	/* the first packet requests an output VC, from cycle @when on */
	VCR_ACTIVE,	/* the packet has a VC, and requests the switch from cycle @when on */
};

/* Lines of the crossbar, as bits: a flit takes the line of its input and the line of its output. */
#define VCR_LINE_IN(port)	((VCR_LINES)1 << (port))
#define VCR_LINE_OUT(port)	((VCR_LINES)1 << ((port) + VCR_LINE_SHIFT))

/* Number of a way: an output port, and the half of its VCs that a packet may use (0: lower). */
#define VCR_WAY(port, half)	(2 * (port) + (half))
#define VCR_WAY_PORT(way)	((way) / 2)
#define VCR_WAYS		16

/**
 * struct vcr_way - output of a packet, and VCs that it may use there; one word for a cube
 * @out: output port
 * @line: VCR_LINE_OUT() of @out
 * @wants: set of the output's VCs that the packet may use
 */
struct vcr_way {
	u32 out;
	VCR_LINE line;
	u16 wants;
};

/**
 * struct vcr_vc - an input buffer
 * @first: packet whose flits leave next
 * @last: packet that arrived last
 * @when: cycle from which the first packet requests a VC or the switch (&enum vcr_state)
 * @way: output of the first packet, and VCs that it may use there
 * @flits: flits in the buffer
 * @left: flits of the first packet that have not been sent
 * @begun: true if the first packet's first flit has been sent
 * @out_vc: output VC of the first packet, or of the last packet that had one; the search for the
 * next VC begins after it
 * @out_slot: slot of @out_vc
 * @line: VCR_LINE_IN() of @port
 * @slot: number of the buffer in the router; @slot, @line, and the fields from @port to @reg never
 * change
 * @port: input port
 * @vc: VC of @port
 * @dim: in a cube: dimension of @port
 * @stage: in a wide router: stage of the routing that packets have reached in this buffer
 * @ahead: in a cube: VCR_WAY() of a packet that goes straight on and does not cross a dateline
 * @reg: number of the VCv register for this buffer: twice the class, plus 1 in the upper half
 * @pkts: packets arrived so far
 * @arrived: flits arrived so far
 * @blocked: cycles in which packets requested a VC in vain; a packet's are added at its grant
 *
 * In a cube this is one cache line, with all fields of a buffer that an arrival or a grant touches.
 */
struct vcr_vc {
	u32 first;
	u32 last;
	u64 when;
	struct vcr_way way;
	u16 flits;
	u16 left;
	VCR_LINE line;
	bool begun;
	u8 out_vc;
	VCR_SLOT out_slot;
	VCR_SLOT slot;
	u8 port;
	u8 vc;
	union {
		u8 dim;
		u8 stage;
	};
	u8 ahead;
	u8 reg;
	u64 pkts;
	u64 arrived;
	u64 blocked;
} __aligned(64);

/*
 * Arbiters store the candidate that they served last, and begin with the one after it.  If there is
 * none after it, ss_round_robin() and ss_is_before() begin with the first.
 */

/**
 * struct vcr_out_vc - an output's view of a VC at the other end of its link
 * @credits: credits for the buffer there, including those still on the link; for a node's port,
 * which needs none, always VCR_PLENTY
 * @had: slot that held it last; the round robin among several requests begins after it
 */
struct vcr_out_vc {
	u16 credits;
	VCR_SLOT had;
};

#define VCR_PLENTY	0xffff

/* A slot is the number of an input buffer or output VC in its router, by port and VC. */
#define VCR_SLOTS	(VCR_PORTS * SS_VC_MAX_VCS)
#define VCR_WORDS	((VCR_SLOTS + 63) / 64)

/* A set of slots. */
struct vcr_set {
	u64 word[VCR_WORDS];
};

/**
 * struct vcr_due - arrivals of a cycle, in any order
 * @head: by flit: the packet whose first flit it is, or 0
 * @flit: by flit: slot of the buffer that it enters
 * @flits: number of flits, at most one per input port
 * @class_: class of @delivered
 * @delivered: by node: packet whose last flit the node receives, or 0
 * @credit: by output port: VCR_CREDIT() of the latest credit written here, perhaps of an earlier
 * cycle that had the same entry; at a node's port: of a credit to the node
 */
struct vcr_due {
	u32 head[VCR_PORTS];
	VCR_SLOT flit[VCR_PORTS];
	u8 flits;
	u8 class_[VCR_NODES];
	u32 delivered[VCR_NODES];
	u64 credit[VCR_PORTS];
} __aligned(64);

/* A credit of output VC @slot that comes back in cycle @t; 0 means no credit. */
#define VCR_CREDIT(slot, t)	(((t) + VCR_CREDIT_FROM) << VCR_SLOT_BITS | (slot))
#define VCR_CREDIT_SLOT(credit)	((u32)(credit) & ((1U << VCR_SLOT_BITS) - 1))
#define VCR_CREDIT_AT(credit)	(((credit) >> VCR_SLOT_BITS) - VCR_CREDIT_FROM)

/**
 * struct vcr_injector - the injection of a node's packets
 * @packet: packet being injected, or 0
 * @sent: flits of that packet that were sent
 * @vc: VC of that packet or of the last one; the search for the next VC begins after it
 * @room: set of the VCs that have credits
 * @credits: by VC: credits for the router's input buffer, in flits
 */
struct vcr_injector {
	u32 packet;
	u16 sent;
	u8 vc;
	u16 room;
	u16 credits[SS_VC_MAX_VCS];
};

/**
 * struct vcr_tally - counts of an output
 * @stalled: cycles in which the output was stalled, without a stall that still lasts
 * @stalled_since: cycle in which the stall began that still lasts
 * @sent: packets whose first flit was granted the switch
 * @waited: sum of the cycles from the arrivals of these packets to those grants
 * @carried: in a wide router: flits of these packets
 */
struct vcr_tally {
	u64 stalled;
	u64 stalled_since;
	u64 sent;
	u64 waited;
#ifdef VCR_WIDE
	u64 carried;
#endif
};

/**
 * struct vcr_router - a router
 * @waiting: input buffers that are VCR_WAITING
 * @ready: input buffers that are VCR_ACTIVE and have a flit
 * @next: by node: time at which the output to it is free, in units of its rate
 * @free: by output port: set of the free VCs
 * @vc_had: by input port: VC that was granted the switch last
 * @out_had: by input port: output that it was granted then
 * @in_had: by output port: input that was granted it last
 * @stalled: output ports that are stalled
 * @hungry: output ports whose credits wake the router: a packet lacked one in the cycle run last
 * @peer_port: by port, the port at the other end of its link
 * @peer_slot: by port, the first slot of @peer_port
 * @number: number of the router
 * @nodes: in a wide router: number of its nodes
 * @first: in a wide router: its first node
 * @peer: by port, the router at the other end of its link if it is in the same region, or else
 * NULL; of a node's port, this router
 * @due: arrivals, by cycle modulo the length of this array
 * @injector: injectors, by node
 * @out_vc: output VCs, by slot
 * @tally: further counts, by output port
 *
 * Before this structure in memory is the router's wheel: a bit per cycle, set if the router has
 * something to do then.  After it are its &struct vcr_vc by slot, and then the array @due.
 */
struct vcr_router {
	struct vcr_set waiting;
	struct vcr_set ready;
	u64 next[VCR_NODES];
	u16 free[VCR_PORTS];
	u8 vc_had[VCR_PORTS];
	u8 out_had[VCR_PORTS];
	u8 in_had[VCR_PORTS];
	VCR_PORT_SET stalled;
	VCR_PORT_SET hungry;
	u8 peer_port[VCR_PORTS];
	VCR_SLOT peer_slot[VCR_PORTS];
	u32 number;
#ifdef VCR_WIDE
	u32 nodes;
	u32 first;
#endif
	struct vcr_router *peer[VCR_PORTS];
	struct vcr_due *due;
	struct vcr_injector injector[VCR_NODES];
	struct vcr_out_vc out_vc[VCR_SLOTS];
	struct vcr_tally tally[VCR_PORTS];
} __aligned(64);

#define VCR_REGISTERS	(2 * SS_CLASSES)	/* VCv registers */
#define VCR_STAGES	SS_VC_MAX_VCS		/* most stages of a routing */

/**
 * struct vcr_fabric - a fabric of these routers
 * @fabric: the part that all kinds share
 * @stage: in a wide router: set of VCs for a packet, by its class and stage
 * @routing: in a cube: data for routes, whose VCs 0 and 1 stand for the halves of a class's VCs
 * @due_mask: number of &struct vcr_due per router, a power of two, minus 1
 * @wheel: log2 of the bits of a router's wheel
 * @vcs: VCs per port
 * @flit_delay: cycles from a flit's grant to its arrival at the other end of a link
 * @credit_delay: cycles from a flit's grant to the arrival of its credit at the router before
 * @in_flight: most credits that can be on a link at once
 * @is_usual: true in the common case: round robin, outputs choose first, VCs are granted without
 * credits, and both a set of slots and the bits of a wheel fit into a word
 * @way: in a cube: outputs and VCs, by register (@reg of &struct vcr_vc) and VCR_WAY()
 */
struct vcr_fabric {
	struct ss_fabric fabric;
#ifdef VCR_WIDE
	u16 stage[SS_CLASSES][VCR_STAGES];
#else
	struct ss_routing routing;
	struct vcr_way way[VCR_REGISTERS][VCR_WAYS];
#endif
	u32 due_mask;
	u32 wheel;
	u32 vcs;
	u32 flit_delay;
	u32 credit_delay;
	u32 in_flight;
	bool is_usual;
};

static __always_inline struct vcr_fabric *vcr_fabric(const struct ss_fabric *f)
{
	return (struct vcr_fabric *)f;
}

static __always_inline struct vcr_router *vcr_router_at(const struct ss_fabric *f, u32 r)
{
	return (struct vcr_router *)(f->routers + r * f->router_bytes);
}

/* Return the ports of a router. */
static __always_inline u32 vcr_ports(const struct ss_fabric *f)
{
#ifdef VCR_WIDE
	return f->topo.ports;
#else
	(void)f;
	return SS_PORTS;
#endif
}

/* Return the number of nodes of @r, which its first ports lead to. */
static __always_inline u32 vcr_nodes(const struct vcr_router *r)
{
#ifdef VCR_WIDE
	return r->nodes;
#else
	(void)r;
	return 1;
#endif
}

/* Return the first node of @r. */
static __always_inline u32 vcr_first_node(const struct vcr_router *r)
{
#ifdef VCR_WIDE
	return r->first;
#else
	return r->number;
#endif
}

/* Return the router of @node. */
static __always_inline struct vcr_router *vcr_router_of(const struct ss_fabric *f, u32 node)
{
#ifdef VCR_WIDE
	return vcr_router_at(f, ss_router_of(&f->topo, node));
#else
	return vcr_router_at(f, node);
#endif
}

/* Return the number of @node at its router @r. */
static __always_inline u32 vcr_nth(const struct vcr_router *r, u32 node)
{
#ifdef VCR_WIDE
	return node - r->first;
#else
	(void)r;
	(void)node;
	return 0;
#endif
}

/* Return @nth, the number of a node at its router: a constant 0 if routers have one node each. */
static __always_inline u32 vcr_known_nth(u32 nth)
{
	return VCR_NODES == 1 ? 0 : nth;
}

static __always_inline bool vcr_is_node(const struct vcr_router *r, u32 port)
{
	return port < vcr_nodes(r);
}

static __always_inline u32 vcr_slots(const struct ss_fabric *f)
{
	return vcr_ports(f) * vcr_fabric(f)->vcs;
}

/* Return the slot of a VC of a port. */
static __always_inline u32 vcr_slot(const struct ss_fabric *f, u32 port, u32 vc)
{
	return port * vcr_fabric(f)->vcs + vc;
}

/* Find the input buffers of @r, an array by slot. */
static __always_inline struct vcr_vc *vcr_vcs_of(struct vcr_router *r)
{
	return (struct vcr_vc *)(r + 1);
}

static __always_inline struct vcr_vc *vcr_vc_of(const struct ss_fabric *f, struct vcr_router *r,
						u32 port, u32 vc)
{
	return vcr_vcs_of(r) + vcr_slot(f, port, vc);
}

static __always_inline struct vcr_out_vc *vcr_out_vc_of(const struct ss_fabric *f,
							struct vcr_router *r, u32 port, u32 vc)
{
	return &r->out_vc[vcr_slot(f, port, vc)];
}

static __always_inline struct vcr_due *vcr_due_of(const struct ss_fabric *f, struct vcr_router *r,
						  u64 t)
{
	return &r->due[t & vcr_fabric(f)->due_mask];
}

/* Find the bits of the wheel of router @r, 2^@wheel of them. */
static __always_inline u64 *vcr_busy_of(struct vcr_router *r, u32 wheel)
{
	return (u64 *)r - (1U << (wheel - 6));
}

/*
 * Mark cycle @t in the wheel of 2^@wheel cycles whose bits are @busy.  Returns true if it was
 * marked before.
 */
static __always_inline bool vcr_mark(u64 *busy, u32 wheel, u64 t)
{
	u32 i = ss_wheel_entry(wheel, t);
	u64 known = busy[i / 64];

	if (known >> i % 64 & 1)
		return true;
	busy[i / 64] = known | 1ULL << i % 64;
	return false;
}

/* Plan a visit to router @r in cycle @t. */
static __always_inline void vcr_plan(const struct ss_fabric *f, struct vcr_router *r, u64 t)
{
	u32 wheel = vcr_fabric(f)->wheel;

	ss_wheel_mark(vcr_busy_of(r, wheel), wheel, t);
}

/* Add the arrival of a flit in buffer @slot: packet @i's first flit, or a later one if @i is 0. */
static __always_inline void vcr_due_flit(struct vcr_due *due, u32 slot, u32 i)
{
	u32 n = due->flits++;

	due->flit[n] = slot;
	due->head[n] = i;
}

/*
 * Count the credits of VC @slot of output @port that arrive after cycle @t; the port is not a
 * node's.  If there are any, *@first becomes the cycle in which the first of them arrives.
 */
static inline u32 vcr_credits_after(const struct ss_fabric *f, struct vcr_router *r, u32 port,
				    u32 slot, u64 t, u64 *first)
{
	u32 n = 0;

	for (u64 last = t + vcr_fabric(f)->in_flight; last != t; last--) {
		if (vcr_due_of(f, r, last)->credit[port] != VCR_CREDIT(slot, last))
			continue;
		n++;
		*first = last;
	}
	return n;
}

/* run.c */

void vcr_run(struct ss_fabric *f, struct ss_region *g, u32 r, u64 from, u64 end);
void vcr_take_packet(struct ss_fabric *f, struct ss_region *g, u32 input, u32 vc, u32 i, u64 t);
void vcr_take_flit(struct ss_fabric *f, struct ss_region *g, u32 input, u32 vc, u64 t);
void vcr_take_credit(struct ss_fabric *f, struct ss_region *g, u32 output, u64 credit);

/* inject.c */

u64 vcr_room(struct ss_fabric *f, u32 node, u32 dest, u32 class_, u32 flits, u64 t, u32 *vc);
void vcr_inject(struct ss_fabric *f, u32 node, u32 vc, u32 i, u64 t);

/* Send, if possible, the next flit of the packet that node @number of @rt is injecting. */
void vcr_inject_more(struct ss_fabric *f, struct vcr_router *rt, u32 number, u64 t);

/* Take a credit that comes back to node @number of @rt in cycle @t. */
void vcr_inject_credit(struct ss_fabric *f, struct vcr_router *rt, u32 number, u32 vc, u64 t);

/* Functions of read.c and state.c: readings of the state. */

void vcr_read(const struct ss_fabric *f, u32 router, u64 regs[SS_PORTS][SEASTAR_REGS],
	      struct ss_passed passed[SS_PORTS]);
u64 vcr_oldest(const struct ss_fabric *f, u32 router, u64 birth);
u32 vcr_waits_for(const struct ss_fabric *f, const struct ss_buffer *b, struct ss_buffer *next,
		  struct ss_buffer *between);

/* Return the &enum vcr_state of @vc, a buffer of @rt. */
u32 vcr_state(const struct vcr_router *rt, const struct vcr_vc *vc);

/* Return the credits of VC @vc of output @port that have come back by the present cycle. */
u32 vcr_credits(const struct ss_fabric *f, struct vcr_router *rt, u32 port, u32 vc);

/* Return the input buffer whose packet holds VC @vc of output @port, or NULL if the VC is free. */
const struct vcr_vc *vcr_holder(struct vcr_router *rt, u32 port, u32 vc);

void vcr_emit(struct ss_fabric *f, u32 router, const struct ss_sink *to);
void vcr_emit_injector(struct ss_fabric *f, u32 node, const struct ss_sink *to);

#endif /* SS_VC_ROUTER_H */
