/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The virtual-channel router in memory, and how it stays exact while doing little.
 *
 * What happens in a cycle follows from what is in the router and from what its links bring then.
 * So a router whose allocators have had nobody to grant sleeps, until a link brings something or a
 * delay is over: both are known beforehand, and marked in a wheel.  A link's flits and credits are
 * written into the wheel of the router at its end, by the cycle in which they arrive: at most one
 * of either a port.
 *
 * Most credits change nothing when they arrive, so they are counted when they are sent, and wake a
 * router only if something in it waits for credits of that output.  An output VC with more credits
 * than can be on a link at once has one; for the others, those on the link are counted again.
 *
 * In a cycle it looks only at what is there: at what arrives, which is a list; at the buffers whose
 * packets wait for a VC and at those that have one and a flit, which are sets.  What asks for
 * something that nobody else asks for is granted it.  Arbiters decide among the others.
 *
 * A packet is in the pool once a region, however many routers its flits are in: the buffer that it
 * is leaving and the one that it comes to are lists that share it, which they can since a packet is
 * the last of the one while it is the first of the other.
 */
#ifndef SS_VC_ROUTER_H
#define SS_VC_ROUTER_H

#include "sim/core/engine.h"
#include "sim/parts/arbiter/round_robin.h"
#include "sim/parts/routing/dimension_order.h"

#include "vc.h"

/* What the first packet of an input buffer does: vcr_state(), since it is in no field. */
enum vcr_state {
	VCR_IDLE,	/* no packet */
	VCR_WAITING,	/* its first packet asks for an output VC, from cycle when on */
	VCR_ACTIVE,	/* it has one, and asks for the switch from then on */
};

/* A flit on its way through the crossbar takes two of its lines.  Sets of them have a bit each. */
#define VCR_LINE_IN(port)	(1U << (port))
#define VCR_LINE_OUT(port)	(1U << ((port) + 8))

/* Where a packet goes: an output, and the half of its VCs that it is routed to. */
#define VCR_WAY(port, half)	(2 * (port) + (half))
#define VCR_WAY_PORT(way)	((way) / 2)
#define VCR_WAYS		16

/**
 * struct vcr_way - what a way is to packets of a class, in a word to be copied at once
 * @out: port
 * @line: VCR_LINE_OUT() of that
 * @wants: VCs that they may have, a set
 */
struct vcr_way {
	u32 out;
	u16 line;
	u16 wants;
};

/**
 * struct vcr_vc - an input buffer
 * @first: packet whose flits go next
 * @last: packet that came last
 * @when: see &enum vcr_state
 * @way: of the first packet
 * @flits: in it
 * @left: of the first packet, those that have not been sent
 * @begun: has its first one been?
 * @out_vc: VC of the output that it has, or had last; of several it prefers those after that
 * @out_slot: of @out_vc
 * @line: VCR_LINE_IN() of @port
 * @slot: number of the buffer in the router; it, @line, and what follows to @reg never change
 * @port: input port
 * @vc: VC of that
 * @dim: dimension of @port
 * @ahead: way of who goes straight on, unless it crosses a dateline
 * @reg: VCv register that it counts in: twice the class, and 1 more for the upper half
 * @pkts: arrived so far
 * @arrived: flits that did
 * @blocked: cycles that packets asked for a VC in vain, except for one that still does
 *
 * A cache line: all that an arrival or a grant touches of a buffer.
 */
struct vcr_vc {
	u32 first;
	u32 last;
	u64 when;
	struct vcr_way way;
	u16 flits;
	u16 left;
	u16 line;
	bool begun;
	u8 out_vc;
	u8 out_slot;
	u8 slot;
	u8 port;
	u8 vc;
	u8 dim;
	u8 ahead;
	u8 reg;
	u64 pkts;
	u64 arrived;
	u64 blocked;
} __aligned(64);

/*
 * Whose turn it is follows from who was served last, which is kept: it is the next one's.  If that
 * was the last of all, there is none, and ss_round_robin() and ss_is_before() begin with the first.
 */

/**
 * struct vcr_out_vc - an output's view of a VC at the other end of its link
 * @credits: places in its buffer, credits on the link included; of proc, which needs none, always
 *	VCR_PLENTY
 * @had: the slot that had it last; those after it are preferred if several ask
 */
struct vcr_out_vc {
	u16 credits;
	u8 had;
};

#define VCR_PLENTY	0xffff

/* Slots are the input buffers of a router, or its output VCs, by port and VC. */
#define VCR_SLOTS	(SS_PORTS * SS_VC_MAX_VCS)
#define VCR_WORDS	((VCR_SLOTS + 63) / 64)

/* A set of slots. */
struct vcr_set {
	u64 word[VCR_WORDS];
};

/**
 * struct vcr_due - what a cycle brings, in any order
 * @head: of each flit that arrives: the packet that it is the first one of, or 0 if it is not
 * @flit: the buffer that it comes to
 * @flits: how many, of each input port at most one
 * @class_: of @delivered
 * @delivered: packet whose last flit the node takes, or 0
 * @credit: by output port, the last credit to come back in such a cycle: VCR_CREDIT(); of proc: to
 *	the node
 */
struct vcr_due {
	u32 head[SS_PORTS];
	u8 flit[SS_PORTS];
	u8 flits;
	u8 class_;
	u32 delivered;
	u64 credit[SS_PORTS];
} __aligned(64);

/* A credit of output VC @slot that comes back in cycle @t. */
#define VCR_CREDIT(slot, t)	((t) << 8 | (slot))
#define VCR_CREDIT_SLOT(credit)	((u8)(credit))
#define VCR_CREDIT_AT(credit)	((credit) >> 8)

/**
 * struct vcr_injector - the node's way into input proc
 * @packet: being injected, or 0
 * @sent: of its flits
 * @vc: that it is on, or the last one was; those after it are preferred for the next
 * @room: VCs with places in input proc's buffers
 * @credits: how many
 */
struct vcr_injector {
	u32 packet;
	u16 sent;
	u8 vc;
	u16 room;
	u16 credits[SS_VC_MAX_VCS];
};

/**
 * struct vcr_tally - what an output has counted
 * @stalled: cycles that it was stalled, except for the interval that is open
 * @stalled_since: of that
 * @sent: packets that it granted
 * @waited: cycles that these had been in the router
 */
struct vcr_tally {
	u64 stalled;
	u64 stalled_since;
	u64 sent;
	u64 waited;
};

/**
 * struct vcr_router - a router
 * @waiting: input buffers that are VCR_WAITING
 * @ready: input buffers that are VCR_ACTIVE and have a flit
 * @next: when output proc is free, in units of its rate
 * @free: by output port, VCs that nobody has
 * @vc_had: by input port, the VC that was granted the switch last
 * @out_had: by input port, the output that it was granted then
 * @in_had: by output port, the input that was granted it last
 * @stalled: output ports that are
 * @hungry: output ports of which something waited for credits in the last cycle that was run
 * @peer_port: by port, the port at the other end of its link
 * @peer_slot: the first slot of that
 * @number: of the router
 * @peer: by port, the router at the other end of its link, if that is in the same region; of proc
 *	this one, where the node is
 * @due: what each of the cycles brings in which a link can bring something
 * @injector: of its node
 * @out_vc: output VCs by slot
 * @tally: by output port
 *
 * Before it in memory is its wheel: a bit for each of some cycles in which there is something to
 * do.  Behind it are its &struct vcr_vc by slot, and then what @due points to.
 */
struct vcr_router {
	struct vcr_set waiting;
	struct vcr_set ready;
	u64 next;
	u16 free[SS_PORTS];
	u8 vc_had[SS_PORTS];
	u8 out_had[SS_PORTS];
	u8 in_had[SS_PORTS];
	u8 stalled;
	u8 hungry;
	u8 peer_port[SS_PORTS];
	u8 peer_slot[SS_PORTS];
	u32 number;
	struct vcr_router *peer[SS_PORTS];
	struct vcr_due *due;
	struct vcr_injector injector;
	struct vcr_out_vc out_vc[VCR_SLOTS];
	struct vcr_tally tally[SS_PORTS];
} __aligned(64);

#define VCR_REGISTERS	(2 * SS_CLASSES)	/* VCv registers */

/**
 * struct vcr_fabric - a fabric of these routers
 * @fabric: what all kinds have
 * @routing: what routes depend on; its VCs are the halves of a class
 * @due_mask: cycles of a wheel that have a &struct vcr_due, a power of two, less one
 * @wheel: log2 of those that have a bit
 * @vcs: of a port
 * @flit_delay: from a flit's grant to its arrival at the other end of a link
 * @credit_delay: from there to its credit's
 * @in_flight: credits that can be on a link at once, at most
 * @is_usual: arbiters go by turns, outputs choose first, a VC is given to packets that have no
 *	credits yet, and sets of slots and the bits of a wheel are a word each
 * @way: by the register of a VC (&struct vcr_vc) and VCR_WAY()
 */
struct vcr_fabric {
	struct ss_fabric fabric;
	struct ss_routing routing;
	u32 due_mask;
	u32 wheel;
	u32 vcs;
	u32 flit_delay;
	u32 credit_delay;
	u32 in_flight;
	bool is_usual;
	struct vcr_way way[VCR_REGISTERS][VCR_WAYS];
};

static __always_inline struct vcr_fabric *vcr_fabric(const struct ss_fabric *f)
{
	return (struct vcr_fabric *)f;
}

static __always_inline struct vcr_router *vcr_router_at(const struct ss_fabric *f, u32 r)
{
	return (struct vcr_router *)(f->routers + r * f->router_bytes);
}

static __always_inline u32 vcr_slots(const struct ss_fabric *f)
{
	return SS_PORTS * vcr_fabric(f)->vcs;
}

/* The slot of a VC of a port. */
static __always_inline u32 vcr_slot(const struct ss_fabric *f, u32 port, u32 vc)
{
	return port * vcr_fabric(f)->vcs + vc;
}

/* Input buffers, by slot. */
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

/* The bits of the wheel of router @r, 2^@wheel of them. */
static __always_inline u64 *vcr_busy_of(struct vcr_router *r, u32 wheel)
{
	return (u64 *)r - (1U << (wheel - 6));
}

/*
 * The wheel of 2^@wheel cycles whose bits are @busy has something to do in cycle @t.  Return: was
 * that known?
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

/* Router @r has something to do in cycle @t. */
static __always_inline void vcr_plan(const struct ss_fabric *f, struct vcr_router *r, u64 t)
{
	u32 wheel = vcr_fabric(f)->wheel;

	ss_wheel_mark(vcr_busy_of(r, wheel), wheel, t);
}

/* A flit arrives at buffer @slot: the first one of packet @i, or, if 0, another. */
static __always_inline void vcr_due_flit(struct vcr_due *due, u32 slot, u32 i)
{
	u32 n = due->flits++;

	due->flit[n] = slot;
	due->head[n] = i;
}

/*
 * Credits of VC @slot of output @port, which is not proc, that the link brings after cycle @t.  If
 * there are any, the first of them comes in cycle *@first.
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

u64 vcr_room(struct ss_fabric *f, u32 r, u32 dest, u32 class_, u32 flits, u64 t, u32 *vc);
void vcr_inject(struct ss_fabric *f, u32 r, u32 vc, u32 i, u64 t);

/* The packet that is being injected at router @r sends a flit in cycle @t, if it can. */
void vcr_inject_more(struct ss_fabric *f, u32 r, u64 t);

/* A credit comes back to the node of router @r in cycle @t. */
void vcr_inject_credit(struct ss_fabric *f, u32 r, u32 vc, u64 t);

/* read.c and state.c: what there is to look at */

void vcr_read(const struct ss_fabric *f, u32 router, u64 regs[SS_PORTS][SEASTAR_REGS],
	      struct ss_passed passed[SS_PORTS]);
u64 vcr_oldest(const struct ss_fabric *f, u32 router, u64 birth);
u32 vcr_waits_for(const struct ss_fabric *f, const struct ss_buffer *b, struct ss_buffer *next,
		  struct ss_buffer *between);

/* &enum vcr_state of @vc, a buffer of @rt. */
u32 vcr_state(const struct vcr_router *rt, const struct vcr_vc *vc);

/* Credits of VC @vc of output @port that have come back before cycle now. */
u32 vcr_credits(const struct ss_fabric *f, struct vcr_router *rt, u32 port, u32 vc);

/* The input buffer that has VC @vc of output @port, or NULL. */
const struct vcr_vc *vcr_holder(struct vcr_router *rt, u32 port, u32 vc);

void vcr_emit(struct ss_fabric *f, u32 router, const struct ss_sink *to);
void vcr_emit_injector(struct ss_fabric *f, u32 router, const struct ss_sink *to);

#endif /* SS_VC_ROUTER_H */
