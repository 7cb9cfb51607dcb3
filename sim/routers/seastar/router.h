/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The router of the Cray XT (docs/model.md), and how its model stays exact with events only.
 *
 * Under virtual cut-through a packet that has been granted streams without a break, so the times of
 * all its flits are known at the grant.  The engine therefore moves packets, and acts only when an
 * outcome can change:
 *
 *  - a grant puts the packet at once into the buffer at the other end of the
 *    link, marked with the cycle in which its header arrives there; being
 *    first come first served, the buffer can hold what is still on the link;
 *  - a header is looked at when its router delay is over: it can move, or it is
 *    blocked, and then the grant that makes space says when;
 *  - an input port moves one packet when it is free and has one that can;
 *  - an output grants one when it is free and has packets, or when the credits
 *    that it waits for are complete;
 *  - credits travel as ramps (sim/parts/flow/credit_ramps.h) and wake only ports that wait;
 *  - BLOCKED and STALLED are sums of intervals, closed when the state ends;
 *    readers add the open part;
 *  - Procedure 1 is run on a header when it moves on, for the cycle in which
 *    it arrived, or before the age clock wraps, whichever is first (age.h).
 */
#ifndef SS_SEASTAR_ROUTER_H
#define SS_SEASTAR_ROUTER_H

#include <seastar/counters.h>

#include "sim/core/engine.h"
#include "sim/parts/flow/credit_ramps.h"
#include "sim/parts/link/go_back_n.h"
#include "sim/parts/routing/ways.h"

#include "age.h"
#include "arbiter.h"
#include "seastar.h"
#include "wheel.h"

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
 * @when: SS_HEAD_NONE: cycle in which the packet before has left; SS_HEAD_COMING: cycle in which
 * the head is routed; SS_HEAD_BLOCKED: first cycle with enough space, or SS_NEVER while unknown
 * @out: output port of the head
 * @slot: staging slot of the head at that port
 * @state: &enum ss_head_state
 * @drop: &enum ss_drop, the reason for which the head will be dropped
 * @blocked: cycles counted by the register; while SS_HEAD_BLOCKED: less the cycle in which blocking
 * began
 * @pkts: packets counted by the register, without those still in the buffer
 * @flits: flits counted by the register, without packets still in the buffer
 */
struct ss_vc {
	u32 first;
	u32 last;
	u64 when;
	u8 out;
	u8 slot;
	u8 state;
	u8 drop;
	u64 blocked;
	u64 pkts;
	u64 flits;
} __aligned(64);

/**
 * struct ss_input - an input port's way to the crossbar
 * @busy_until: first cycle in which the port may move another packet
 * @tail: cycle after the last flit of the packet moved last arrived or arrives
 * @peer: port id of the output that sends to it; for proc its own id
 * @pointer: flat arbiters: round robin over VCs; staged: unused, see &struct ss_router
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
 * @last: last packet, whose next is the first packet
 * @used: flits of its packets, without a packet under way
 * @waiting: set of input VCs blocked on the buffer, which wake when there is space
 */
struct ss_staging {
	u32 last;
	u16 used;
	u8 waiting;
};

/**
 * struct ss_output - an output port and its arbiter; hot: a cache line
 * @next: time from which on the output is free, in units of its rate
 * @occupied: set of slots with packets
 * @credits: send credits by VC
 * @starved: set of VCs that wait for credits that are not on their way
 * @is_stalled: the output has been stalled since the cycle in its &struct ss_tally
 * @tx_slot: slot of the packet under way or last
 * @tx_len: flits of that packet; 0 if there was none
 * @grants: index into AGE_RR_SELECT, grants modulo 64
 * @peer: port id of the input to which it sends; for proc its own id
 * @by_turn: arbiter of grants by round robin
 * @by_age: arbiter of grants by age, where several packets are the oldest
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

#define SS_TALLY_WHOLE	u64
#define SS_TALLY_LOW	u32
#define SS_TALLY_HIGH	u32
#define SS_TALLY_FIELD(NAME, name, number, place, ...)	SS_TALLY_##place name;

/*
 * Further counts of an output: a field for each of its counters in include/seastar/counters.h, by
 * its name; @stalled is without the interval that is open.
 */
struct ss_tally {
	u64 stalled_since;	/* start of the interval that is open */
	u64 waited;	/* cycles from the arrival of each packet granted to its grant */
	u32 age_bin[4];	/* packets granted by age, 64 ages a bin */
	SS_COUNTERS(SS_NO_COUNTERS, SS_TALLY_FIELD, SS_NO_COUNTERS, SS_TALLY_FIELD)
};

/**
 * struct ss_router - a router
 * @age: the router's age clock and counters
 * @delivering: packet whose last flit has not left port proc, or 0
 * @deliver_at: cycle in which that flit leaves
 * @ready: input VCs whose heads can move, a set of SS_SLOT() by the VC on which they arrived
 * @bias: bias by class and input port
 * @input: inputs, by port
 * @output: outputs, by port
 * @tally: further counts, by output port
 * @dropped: packets dropped, by &enum ss_drop
 * @down: outputs whose links are down, a bit each
 * @losing: outputs among @down for which packets are dropped
 * @disabled: ports whose LINK_CONTROL has ENABLE clear, a bit each
 * @drops: ports whose LINK_CONTROL has DROP set, a bit each
 * @vc_order: staged arbiters: order of the VCs of each input port, as in &struct ss_arbiter. The
 * field is here since &struct ss_input has no room for it
 *
 * Before it in memory is its wheel (agenda.h); behind it are its &struct ss_vc by
 * VC and input, its &struct ss_staging by output, VC and input, and its outputs' rings of
 * credit ramps.
 */
struct ss_router {
	struct ss_age age;
	u64 deliver_at;
	u32 delivering;
	u64 ready;
	u8 bias[SS_CLASSES][1 << SS_PORT_SHIFT];
	struct ss_input input[SS_PORTS];
	struct ss_output output[SS_PORTS];
	struct ss_tally tally[SS_PORTS];
	u64 dropped[SS_DROPS];
	u8 down;
	u8 losing;
	u8 disabled;
	u8 drops;
	u32 vc_order[SS_PORTS];
};

#define SS_INJECTOR_RAMPS	2	/* log2: ss_ramps_shift(1, 1) */

/**
 * enum ss_holder - causes for which a source may be held
 * @SS_HELD_BY_CALLER: by ss_hold_injection()
 * @SS_HELD_BY_REGISTER: by INJECTION_CONTROL
 */
enum ss_holder {
	SS_HELD_BY_CALLER,
	SS_HELD_BY_REGISTER,
};

/**
 * struct ss_injector - the way from a source into input proc
 * @ramps: ramps of the credits
 * @credits: free flits of input proc by VC
 * @held: causes for which the source is held, bit h for &enum ss_holder h
 */
struct ss_injector {
	u64 ramps[1 << SS_INJECTOR_RAMPS];
	struct ss_credits credits;
	u8 held;
} __aligned(64);

/**
 * struct ss_seastar - a fabric of these routers
 * @fabric: the part that all kinds share
 * @routing: data for routes
 * @injector: injectors, by router
 * @sender: senders of links with bit errors, by output; NULL: no link has any
 * @is_lossy: some link has bit errors, or has had them
 * @wheel: log2 of the entries of a router's wheel
 * @vc_shift: log2 of the VCs per port
 * @ramps_shift: log2 of the places in a ring of credit ramps
 * @enough: ss_credits_enough() of the outputs
 * @on_age: called for events of age clocks
 * @age_ctx: first argument of @on_age
 */
struct ss_seastar {
	struct ss_fabric fabric;
	struct ss_routing routing;
	struct ss_injector *injector;
	struct ss_sender *sender;
	bool is_lossy;
	u32 wheel;
	u32 vc_shift;
	u32 ramps_shift;
	u32 enough;
	void (*on_age)(void *ctx, enum ss_age_event event, u32 router, u64 cycle);
	void *age_ctx;
};

/*
 * Return the flits of a packet: as ss_packet_flits(), for at most 9, which the header alone holds.
 */
static __always_inline u32 ss_flits_of(const struct ss_packet *p)
{
	return SS_HDR_GET(p->header, LENGTH) + 1;
}

static __always_inline struct ss_seastar *ss_seastar(const struct ss_fabric *f)
{
	return (struct ss_seastar *)f;
}

/* Return log2 of the VCs of a port. */
static __always_inline u32 ss_vc_shift(const struct ss_fabric *f)
{
	return ss_seastar(f)->vc_shift;
}

/* Return log2 of the cycles of a wheel. */
static __always_inline u32 ss_wheel_shift(const struct ss_fabric *f)
{
	return ss_seastar(f)->wheel;
}

static inline u32 ss_vcs(const struct ss_fabric *f)
{
	return 1U << ss_vc_shift(f);
}

static inline struct ss_router *ss_router_at(const struct ss_fabric *f, u32 r)
{
	return (struct ss_router *)(f->routers + r * f->router_bytes);
}

/*
 * Find the parts of router @r; @shift is log2 of the VCs of a port, @wheel of the wheel's size.
 * Input buffers are ordered by VC first, because traffic seldom uses all of them.
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

	return (u64 *)end + ((size_t)port << ss_seastar(f)->ramps_shift);
}

/* Find the wheel of a router, and the bits of its cycles that have events. */
static __always_inline u64 *ss_wheel_of(struct ss_router *r, u32 shift, u32 wheel)
{
	return (u64 *)r - (1U << (wheel + ss_entry_shift(shift)));
}

static __always_inline u64 *ss_busy_of(struct ss_router *r, u32 shift, u32 wheel)
{
	return ss_wheel_of(r, shift, wheel) - (1U << (wheel - 6));
}

/* Find parts of a router by port id. */
static inline struct ss_input *ss_input_at(const struct ss_fabric *f, u32 id)
{
	return &ss_router_at(f, SS_PORT_ROUTER(id))->input[SS_PORT_OF(id)];
}

static inline struct ss_output *ss_output_at(const struct ss_fabric *f, u32 id)
{
	return &ss_router_at(f, SS_PORT_ROUTER(id))->output[SS_PORT_OF(id)];
}

/* Return true if the link of an output is down. */
static inline bool ss_is_down(const struct ss_fabric *f, u32 output)
{
	return ss_router_at(f, SS_PORT_ROUTER(output))->down >> SS_PORT_OF(output) & 1;
}

static inline struct ss_vc *ss_vc_at(const struct ss_fabric *f, u32 input, u32 vc)
{
	return ss_vc_of(ss_router_at(f, SS_PORT_ROUTER(input)), SS_PORT_OF(input), vc);
}

static inline struct ss_staging *ss_staging_at(const struct ss_fabric *f, u32 output, u32 slot)
{
	return ss_staging_of(ss_router_at(f, SS_PORT_ROUTER(output)), SS_PORT_OF(output), slot,
			     ss_vc_shift(f));
}

static inline struct ss_rate ss_output_rate(const struct ss_fabric *f, u32 port)
{
	const struct ss_rate link = { 1, 1 };

	return port == SEASTAR_PORT_PROC ? f->eject : link;
}

/* Return the first cycle in which output @port is free. */
static __always_inline u64 ss_output_free(const struct ss_fabric *f, const struct ss_output *o,
					  u32 port)
{
	return port == SEASTAR_PORT_PROC ? ss_rate_free(f->eject, o->next) : o->next;
}

/* Return when the packet under way, or the last one, started, in units of the rate. */
static __always_inline u64 ss_output_start(const struct ss_output *o, struct ss_rate rate)
{
	return o->next - (u64)o->tx_len * rate.b;
}

/* Return the class of a VC. */
static inline u32 ss_vc_class(const struct ss_fabric *f, u32 vc)
{
	return vc >= f->cfg.vcs;
}

/* Return which of the four VCv registers a VC counts in. */
static inline u32 ss_vc_reg(const struct ss_fabric *f, u32 vc)
{
	u32 half = f->cfg.vcs / 2;

	return 2 * ss_vc_class(f, vc) + (half && (vc & half));
}

/* Return true if output @id has a link or, at proc, a processor. */
static inline bool ss_output_exists(const struct ss_fabric *f, u32 id)
{
	return ss_output_at(f, id)->peer != SS_NO_ROUTER;
}

static inline void ss_age_report(const struct ss_fabric *f, enum ss_age_event event, u32 r, u64 t)
{
	if (ss_seastar(f)->on_age)
		ss_seastar(f)->on_age(ss_seastar(f)->age_ctx, event, r, t);
}

/* run.c: datapath */

/* Run router @r of region @g through the cycles from @from to before @end. */
void ss_router_run(struct ss_fabric *f, struct ss_region *g, u32 r, u64 from, u64 end);

/* Put packet @p, whose header arrives in cycle @t, into VC @vc of @input, in region @g. */
void ss_input_append(struct ss_fabric *f, struct ss_region *g, u32 input, u32 vc, u32 p, u64 t);

/* Put packet @p of router @r's own source into input proc, as ss_input_append() does. */
void ss_proc_append(struct ss_fabric *f, u32 r, u32 vc, u32 p, u64 t);

/* Return when input proc has room for a packet, or inject it; see &struct ss_kind. */
u64 ss_inject_room(struct ss_fabric *f, u32 r, u32 dest, u32 class_, u32 flits, u64 t, u32 *vc);
void ss_inject(struct ss_fabric *f, u32 r, u32 vc, u32 i, u64 t);

/* Give credits back to the source when input proc moves a packet of @len flits of @vc. */
void ss_inject_credit(struct ss_fabric *f, u32 r, u32 vc, u32 len, u64 t);

/* Let the source of router @r use the credits of input proc again, in cycle @t. */
void ss_inject_resume(struct ss_fabric *f, u32 r, u64 t);

/* Hold the source of router @r or, as far as @holder is concerned, release it (quiesce.c). */
void ss_hold(struct ss_fabric *f, u32 r, enum ss_holder holder, bool held);

/*
 * If output proc of router @r waits for room for a reply, plan another try in cycle @t and return
 * true.
 */
bool ss_proc_retry(struct ss_fabric *f, u32 r, u64 t);

/* Send the credits of @ramp back to @output. */
void ss_output_credit(struct ss_fabric *f, struct ss_region *g, u32 output, u64 ramp);

/* Return the flits in a staging buffer of router @r in phase 3 of cycle @t. */
u32 ss_staging_used(const struct ss_fabric *f, u32 r, u32 port, u32 slot, u64 t);

/* Route all heads of router @r again, in the next cycle at the earliest (load.c). */
void ss_route_heads(struct ss_fabric *f, u32 r);

/* Drop the packets in staging buffers of links that are down (link.c). */
void ss_links_abandon(struct ss_fabric *f);

/* Drop packets for links that are down; and let them wait again where they waited before. */
bool ss_links_lose(struct ss_fabric *f);
void ss_links_mend(struct ss_fabric *f);

/* Functions of age.c: age clocks. */

/* Execute the wraps of router @r's timestamp up to cycle @t. */
void ss_age_catch_up(struct ss_fabric *f, u32 r, u64 t);

/* Execute all that the age clock of router @r does in cycles before @t. */
void ss_age_sync(struct ss_fabric *f, u32 r, u64 t);

/* Functions of read.c and state.c: readings of the state. */

void ss_seastar_read(const struct ss_fabric *f, u32 router, u64 regs[SS_PORTS][SEASTAR_REGS],
		     struct ss_passed passed[SS_PORTS]);
u32 ss_seastar_waits_for(const struct ss_fabric *f, const struct ss_buffer *b,
			 struct ss_buffer *next, struct ss_buffer *between);
u64 ss_seastar_oldest(const struct ss_fabric *f, u32 router, u64 birth);
void ss_seastar_emit(struct ss_fabric *f, u32 router, const struct ss_sink *to);
void ss_seastar_emit_injector(struct ss_fabric *f, u32 router, const struct ss_sink *to);

/* Prefetch the next routers, in steps (fetch.c): &struct ss_kind. */
void ss_routers_fetch(const struct ss_fabric *f, const struct ss_region *g, const u32 *line);

#endif /* SS_SEASTAR_ROUTER_H */
