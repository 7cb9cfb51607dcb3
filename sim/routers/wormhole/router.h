/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The wormhole router in memory, and how its model stays exact with few visits.  Names with whr_
 * are private to this folder (wormhole router).
 *
 * A router sleeps until a flit, header or credit arrives, a connection opens, or a channel is free.
 * The cycles of these events are known beforehand, and marked in the router's wheel.  While it can
 * grant outputs or send flits, a router is awake.  In a cycle it looks only at sets of virtual
 * channels, each a word with a bit per VC, so it need not search.
 *
 * A waiting packet requests another output in each cycle, and the token moves in each cycle, even
 * if nothing can be granted.  Both follow from the cycles that have passed since they were last
 * computed, so a router need not be awake for them.
 *
 * A packet is in the pool once per region, however many routers its flits are in (sim/routers/vc).
 */
#ifndef SS_WORMHOLE_ROUTER_H
#define SS_WORMHOLE_ROUTER_H

#include "sim/core/engine.h"
#include "sim/parts/arbiter/round_robin.h"
#include "sim/parts/arbiter/token.h"
#include "sim/parts/routing/dimension_order.h"

#include "wormhole.h"

/*
 * A slot is the number of a VC in its router.  Each port has eight slots, four per class.  Classes
 * have links of their own, so a link (WHR_LINK()) has four slots.
 */
#define WHR_SLOT(port, class_, vc)	((port) << 3 | (class_) << 2 | (vc))
#define WHR_PORT(slot)			((slot) >> 3)
#define WHR_CLASS(slot)			((slot) >> 2 & 1)
#define WHR_VC(slot)			((slot) & 3)
#define WHR_LINK(slot)			((slot) >> 2)
#define WHR_IN_PORT(slot)		((slot) & 7)
#define WHR_SLOTS			(SS_PORTS << 3)
#define WHR_LINKS			(SS_PORTS << 1)
#define WHR_OF_CLASS(class_)		(0x0f0f0f0f0f0f0f0fULL << 4 * (class_))
#define WHR_MAX_VCS			3	/* most VCs of a class */
#define WHR_OPTIONS			(SS_DIMS + 1)
#define WHR_NOBODY			0xff

enum whr_state {
	WHR_IDLE,	/* no header has come */
	WHR_ASKING,	/* the first packet requests an output */
	WHR_GRANTED,	/* the packet has an output VC, and the connection is being made */
	WHR_OPEN,	/* the packet's flits may leave */
};

/**
 * struct whr_in - an input queue
 * @first: packet whose flits leave next
 * @last: packet whose header arrived last
 * @asked: cycle of the first request of @first
 * @came: flits that have become ready in this queue so far
 * @wants: set of outputs that @first may use
 * @flits: flits that are ready to leave
 * @left: flits of @first that have not left; valid once it has an output
 * @need: credits that @first needs to be given an adaptive VC
 * @state: &enum whr_state
 * @out: output that @first holds
 * @begun: true if a flit of @first has left; valid once it has an output
 * @options: number of outputs that @first may use
 * @list: these outputs, best first; the last one is the escape VC, or the only one
 */
struct whr_in {
	u32 first;
	u32 last;
	u64 asked;
	u64 came;
	u64 wants;
	u16 flits;
	u16 left;
	u16 need;
	u8 state;
	u8 out;
	bool begun;
	u8 options;
	u8 list[WHR_OPTIONS];
};

/**
 * struct whr_out - an output of the crossbar
 * @credits: credits for the queue at the other end of its link
 * @holder: slot of the input that is connected to it, or WHR_NOBODY
 * @turn: slot of the input that the round robin prefers
 */
struct whr_out {
	u16 credits;
	u8 holder;
	u8 turn;
};

/**
 * struct whr_due - events of a cycle; sets are of slots
 * @flits: set of inputs at which a flit becomes ready
 * @heads: set of inputs at which a header may begin to request
 * @opens: set of inputs whose connections open
 * @credits: set of outputs to which a credit comes back
 * @packet: packets of @heads, by link
 * @delivered: by class: packet whose last flit the node receives
 */
struct whr_due {
	u64 flits;
	u64 heads;
	u64 opens;
	u64 credits;
	u32 packet[WHR_LINKS];
	u32 delivered[SS_CLASSES];
} __aligned(64);

/**
 * struct whr_injector - the injection of a node's packets
 * @packet: packet being injected, or 0
 * @sent: flits of that packet that were sent
 * @class_: class of that packet
 * @room: by class: free places in the injection queue, in flits
 */
struct whr_injector {
	u32 packet;
	u16 sent;
	u8 class_;
	u16 room[SS_CLASSES];
};

#define WHR_REGISTERS	4	/* VCv registers */

/**
 * struct whr_tally - counts of a port
 * @pkts: headers that arrived at the input, by VCv register
 * @blocked: cycles in which headers at the input requested in vain, added at their grants, by VCv
 * register
 * @stalled: cycles in which the output's links were stalled, without stalls that still last
 * @sent: packets that the output began to send
 * @waited: sum of the cycles from the arrivals of these packets' headers to their departures
 */
struct whr_tally {
	u64 pkts[WHR_REGISTERS];
	u64 blocked[WHR_REGISTERS];
	u64 stalled;
	u64 sent;
	u64 waited;
};

/**
 * struct whr_router - a router
 * @asking: set of the inputs that are WHR_ASKING
 * @taken: set of the outputs that have a holder
 * @credit: set of the outputs that have a credit; outputs of proc always have one
 * @loaded: set of the outputs whose holder is WHR_OPEN and has a ready flit
 * @stalled: set of the stalled links: the bit of a link is the lowest of its four slots
 * @token: with crossbar=sic: the crossbar's token among inputs, by class
 * @next: by class: time at which output proc is free, in units of its rate
 * @vc_turn: by link: the VC that the round robin prefers
 * @injector: injector of its node
 * @stalled_since: by link: cycle in which the stall began that still lasts
 * @tally: further counts, by port
 *
 * Before this structure in memory is the router's wheel.  It has a bit per cycle, set if the router
 * has something to do then, and, for fewer cycles, a &struct whr_due each.  After the structure are
 * its &struct whr_in and &struct whr_out, by slot.
 */
struct whr_router {
	u64 asking;
	u64 taken;
	u64 credit;
	u64 loaded;
	u64 stalled;
	struct ss_token token[SS_CLASSES];
	u64 next[SS_CLASSES];
	u8 vc_turn[WHR_LINKS];
	struct whr_injector injector;
	u64 stalled_since[WHR_LINKS];
	struct whr_tally tally[SS_PORTS];
} __aligned(64);

/**
 * struct whr_fabric - a fabric of these routers
 * @fabric: the part that all kinds share
 * @routing: data for routes
 * @due: log2 of the number of &struct whr_due in a router's wheel
 * @wheel: log2 of the number of bits in a router's wheel
 * @busy: bytes from a router to these bits, negative
 * @adaptive: number of the adaptive VC in its class, or WHR_MAX_VCS if there is none
 * @connect: cycles from the grant of an output until flits may leave
 * @hop: cycles from a flit's departure until it can leave the next router
 * @ask: cycles from a header's departure until it may request in the next router
 * @inject: cycles from a header's injection until it may request in its first router
 * @credit: cycles from a flit's departure until its credit is back at the router before
 */
struct whr_fabric {
	struct ss_fabric fabric;
	struct ss_routing routing;
	u32 due;
	u32 wheel;
	long busy;
	u32 adaptive;
	u32 connect;
	u32 hop;
	u32 ask;
	u32 inject;
	u32 credit;
};

static __always_inline struct whr_fabric *whr_fabric(const struct ss_fabric *f)
{
	return (struct whr_fabric *)f;
}

static __always_inline struct whr_router *whr_router_at(const struct ss_fabric *f, u32 r)
{
	return (struct whr_router *)(f->routers + r * f->router_bytes);
}

static __always_inline struct whr_in *whr_in_of(struct whr_router *rt, u32 slot)
{
	return (struct whr_in *)(rt + 1) + slot;
}

static __always_inline struct whr_out *whr_out_of(struct whr_router *rt, u32 slot)
{
	return (struct whr_out *)whr_in_of(rt, WHR_SLOTS) + slot;
}

static __always_inline struct whr_due *whr_due_of(const struct ss_fabric *f, struct whr_router *rt,
						  u64 t)
{
	u32 size = 1U << whr_fabric(f)->due;

	return (struct whr_due *)rt - size + (t & (size - 1));
}

static __always_inline u64 *whr_busy_of(const struct ss_fabric *f, struct whr_router *rt)
{
	return (u64 *)((char *)rt + whr_fabric(f)->busy);
}

/**
 * struct whr_time - places in memory that a cycle has, the same for all routers of a region
 * @due: bytes from a router to the &struct whr_due of the cycle
 * @busy: bytes from a router to the word of its wheel that has the cycle's bit
 * @bit: bit of the cycle in that word
 * @marks: by router of the region: flag in the agenda to visit it in the cycle's window
 * @any: flag in the agenda to visit any router of the region in that window
 */
struct whr_time {
	long due;
	long busy;
	u64 bit;
	u8 *marks;
	u8 *any;
};

/**
 * struct whr_clock - data for computing a &struct whr_time
 * @due: number of &struct whr_due in a router's wheel
 * @wheel: number of bits in a router's wheel
 * @busy: bytes from a router to these bits, negative
 * @agenda: agenda of the region
 */
struct whr_clock {
	u32 due;
	u32 wheel;
	long busy;
	struct ss_agenda agenda;
};

static __always_inline struct whr_clock whr_clock(const struct ss_fabric *f,
						  const struct ss_region *g)
{
	const struct whr_fabric *w = whr_fabric(f);

	return (struct whr_clock){
		.due = 1U << w->due, .wheel = 1U << w->wheel, .busy = w->busy,
		.agenda = g->agenda,
	};
}

/* Find the places in memory that cycle @t has. */
static __always_inline struct whr_time whr_time(const struct whr_clock *c, u64 t)
{
	u32 entry = t & (c->wheel - 1), window = ss_agenda_window(&c->agenda, t);

	return (struct whr_time){
		.due = ((long)(t & (c->due - 1)) - c->due) * (long)sizeof(struct whr_due),
		.busy = c->busy + entry / 64 * 8,
		.bit = 1ULL << entry % 64,
		.marks = c->agenda.router + (size_t)window * c->agenda.stride,
		.any = c->agenda.any + window,
	};
}

/* Plan a visit to router @r of region @g in the cycle of @at.  Returns its events of that cycle. */
static __always_inline struct whr_due *whr_bring(const struct ss_fabric *f,
						 const struct ss_region *g, u32 r,
						 const struct whr_time *at)
{
	char *rt = (char *)whr_router_at(f, r);

	*(u64 *)(rt + at->busy) |= at->bit;
	at->marks[r - g->first] = 1;
	*at->any = 1;
	return (struct whr_due *)(rt + at->due);
}

/* Plan a visit to router @rt in cycle @t. */
static __always_inline void whr_plan(const struct ss_fabric *f, struct whr_router *rt, u64 t)
{
	ss_wheel_mark(whr_busy_of(f, rt), whr_fabric(f)->wheel, t);
}

/* Return the slot of VC @vc of @port, where @vc is numbered through all classes. */
static inline u32 whr_slot(const struct ss_fabric *f, u32 port, u32 vc)
{
	return WHR_SLOT(port, vc / f->cfg.vcs, vc % f->cfg.vcs);
}

/* Return the number of the VC of @slot, numbered through all classes of its port. */
static inline u32 whr_vc(const struct ss_fabric *f, u32 slot)
{
	return WHR_CLASS(slot) * f->cfg.vcs + WHR_VC(slot);
}

/* Return the number of the VCv register that counts for @slot. */
static inline u32 whr_register(const struct ss_fabric *f, u32 slot)
{
	return 2 * WHR_CLASS(slot) + (f->cfg.vcs > 1 && WHR_VC(slot) == f->cfg.vcs - 1);
}

/* Return the size, in flits, of the queue of VC @vc of a class. */
static inline u32 whr_depth(const struct ss_config *cfg, u32 vc)
{
	bool is_escape = cfg->routing == SS_ROUTE_ADAPTIVE && vc < cfg->vcs - 1;

	return is_escape ? (cfg->input_depth + 1) / 2 : cfg->input_depth;
}

/* Return the number of credits that the first packet of @in needs to be given output @slot. */
static inline u32 whr_needs(const struct ss_fabric *f, const struct whr_in *in, u32 slot)
{
	return WHR_VC(slot) == whr_fabric(f)->adaptive ? in->need : 1;
}

/* Return true if output @slot is free, and has the credits that the first packet of @in needs. */
static inline bool whr_is_available(const struct ss_fabric *f, struct whr_router *rt,
				    const struct whr_in *in, u32 slot)
{
	if (rt->taken >> slot & 1)
		return false;
	return WHR_PORT(slot) == SEASTAR_PORT_PROC ||
	       whr_out_of(rt, slot)->credits >= whr_needs(f, in, slot);
}

/* run.c */

void whr_run(struct ss_fabric *f, struct ss_region *g, u32 r, u64 from, u64 end);
void whr_take_packet(struct ss_fabric *f, struct ss_region *g, u32 input, u32 vc, u32 i, u64 t);
void whr_take_flit(struct ss_fabric *f, struct ss_region *g, u32 input, u32 vc, u64 t);
void whr_take_credit(struct ss_fabric *f, struct ss_region *g, u32 output, u64 credit);

/* List in @in, input @slot of router @r, the outputs that its first packet may use (route.c). */
void whr_route(const struct ss_fabric *f, u32 r, u32 slot, struct whr_in *in);

/* inject.c */

u64 whr_room(struct ss_fabric *f, u32 r, u32 dest, u32 class_, u32 flits, u64 t, u32 *vc);
void whr_inject(struct ss_fabric *f, u32 r, u32 vc, u32 i, u64 t);

/* Send, if possible in cycle @t, the next flit of the packet that node @r is injecting. */
void whr_inject_more(struct ss_fabric *f, u32 r, u64 t);

/* Add a place in the injection queue of @class_, free from cycle @t on. */
void whr_inject_room(struct ss_fabric *f, u32 r, u32 class_, u64 t);

/* Functions of read.c and state.c: readings of the state. */

void whr_read(const struct ss_fabric *f, u32 router, u64 regs[SS_PORTS][SEASTAR_REGS],
	      struct ss_passed passed[SS_PORTS]);
u64 whr_oldest(const struct ss_fabric *f, u32 router, u64 birth);
u32 whr_waits_for(const struct ss_fabric *f, const struct ss_buffer *b, struct ss_buffer *next,
		  struct ss_buffer *between);
void whr_emit(struct ss_fabric *f, u32 router, const struct ss_sink *to);
void whr_emit_injector(struct ss_fabric *f, u32 router, const struct ss_sink *to);

#endif /* SS_WORMHOLE_ROUTER_H */
