/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The wormhole router in memory, and how its model stays exact with few visits.  Names with whr_
 * are private to this folder (wormhole router).
 *
 * A router sleeps until a link brings something, a connection opens or a channel is free, all of
 * which is known beforehand and marked in a wheel; while a flit can be sent, it is awake.  What it
 * looks at per cycle are sets of virtual channels, a bit each in a word: nothing is searched for.
 *
 * Requests and the token move in each cycle, whether or not anything can be granted.  Where they
 * are follows from how long that has been so, so a router need not be awake for them.
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
 * Slots: VCs of ports, eight per port, four of them for each class.  A link, which only the VCs of
 * a class share, is four slots.
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
#define WHR_MAX_VCS			3	/* VCs of a class */
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
 * @came: flits that have become ready so far
 * @wants: set of outputs that @first may use
 * @flits: flits that are ready to leave
 * @left: flits of @first that have not left, if it has an output
 * @need: credits that @first needs to be given an adaptive VC
 * @state: &enum whr_state
 * @out: output that @first holds
 * @begun: a flit of @first has left
 * @options: number of outputs that @first may use
 * @list: those outputs in the order of preference; the last one is the escape
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
 * @credits: places in the queue at the other end of its link
 * @holder: input that is connected to it, or WHR_NOBODY
 * @turn: input that the round robin prefers
 */
struct whr_out {
	u16 credits;
	u8 holder;
	u8 turn;
};

/**
 * struct whr_due - events of a cycle
 * @flits: inputs at which a flit is ready
 * @heads: inputs at which a header may begin to request
 * @opens: inputs whose connections open
 * @credits: outputs to which a credit comes back
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
 * @room: free places in the queues
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
 * @blocked: cycles in which headers requested in vain, without headers that still do
 * @stalled: cycles in which links were stalled, without open intervals
 * @sent: packets that the output began to send
 * @waited: cycles from the first possible request of these packets until then
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
 * @asking: inputs that are WHR_ASKING
 * @taken: outputs that have a holder
 * @credit: outputs that have a credit; outputs of proc always do
 * @loaded: outputs whose holder is WHR_OPEN and has a ready flit
 * @stalled: links that are stalled, as the lowest of their four bits
 * @token: SIC: the crossbar's token among inputs, by class
 * @next: by class: time at which output proc is free, in units of its rate
 * @vc_turn: by link: the VC that the round robin prefers
 * @injector: injector of its node
 * @stalled_since: by link: beginning of the open interval
 * @tally: further counts, by port
 *
 * Before it in memory is its wheel: a &struct whr_due for each of some cycles, and a bit for each
 * of more cycles in which there is something to do.  Behind it are its &struct whr_in and
 * &struct whr_out, by slot.
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
 * @due: log2 of the cycles of a wheel that have a &struct whr_due
 * @wheel: log2 of the cycles of a wheel that have a bit
 * @busy: bytes from a router to these bits
 * @adaptive: number of the adaptive VC in a class; WHR_MAX_VCS: there is none
 * @connect: cycles from the grant of an output until flits may leave
 * @hop: cycles from a flit's departure until it can leave the next router
 * @ask: cycles from a header's departure until it may request at the next router
 * @inject: cycles from a header's injection until it may request
 * @credit: cycles from a flit's departure until its credit is back
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
 * struct whr_time - places in memory of a cycle's events, and of the marks for visiting the router
 * in that cycle
 * @due: bytes from the router to the &struct whr_due of a cycle
 * @busy: bytes from the router to the word of its wheel
 * @bit: bit of the cycle in that word
 * @marks: by router of the region: it is to be visited
 * @any: some router of the region is to be visited
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
 * @due: cycles that have a &struct whr_due
 * @wheel: cycles of the wheel that have a bit
 * @busy: @busy of &struct whr_fabric
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

/* Return the entry of the wheel for cycle @t. */
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

/* Plan a visit to router @r, in region @g, in cycle @at; return that cycle's entry of its wheel. */
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

/* Return the slot of VC @vc of a port; @vc counts over all classes. */
static inline u32 whr_slot(const struct ss_fabric *f, u32 port, u32 vc)
{
	return WHR_SLOT(port, vc / f->cfg.vcs, vc % f->cfg.vcs);
}

/* Return the VC of a slot, counted over all classes. */
static inline u32 whr_vc(const struct ss_fabric *f, u32 slot)
{
	return WHR_CLASS(slot) * f->cfg.vcs + WHR_VC(slot);
}

/* Return which of the VCv registers a slot counts in. */
static inline u32 whr_register(const struct ss_fabric *f, u32 slot)
{
	return 2 * WHR_CLASS(slot) + (f->cfg.vcs > 1 && WHR_VC(slot) == f->cfg.vcs - 1);
}

/* Return the places in a queue on VC @vc of a class. */
static inline u32 whr_depth(const struct ss_config *cfg, u32 vc)
{
	bool is_escape = cfg->routing == SS_ROUTE_ADAPTIVE && vc < cfg->vcs - 1;

	return is_escape ? (cfg->input_depth + 1) / 2 : cfg->input_depth;
}

/* Return the credits that the first packet of @in needs to be given output @slot. */
static inline u32 whr_needs(const struct ss_fabric *f, const struct whr_in *in, u32 slot)
{
	return WHR_VC(slot) == whr_fabric(f)->adaptive ? in->need : 1;
}

/* Return true if output @slot is free, with room for the first packet of @in. */
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

/* Find the outputs that the packet at the front of input @slot of router @r may have (route.c). */
void whr_route(const struct ss_fabric *f, u32 r, u32 slot, struct whr_in *in);

/* inject.c */

u64 whr_room(struct ss_fabric *f, u32 r, u32 dest, u32 class_, u32 flits, u64 t, u32 *vc);
void whr_inject(struct ss_fabric *f, u32 r, u32 vc, u32 i, u64 t);

/* Send a flit, if possible, of the packet that is being injected at router @r, in cycle @t. */
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
