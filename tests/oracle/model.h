/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Structures and functions inside of the oracle: a router as docs/model.md describes it.
 */
#ifndef ORACLE_MODEL_H
#define ORACLE_MODEL_H

#include <kind.h>
#include <pattern.h>
#include <rng.h>
#include <seastar/packet.h>

#include "fifo.h"
#include "oracle.h"
#include "procedures.h"

struct packet {
	u32 source, dest;	/* numbers of nodes */
	u32 length;		/* in flits */
	u32 index;		/* number of the packet in its message, from 0 */
	bool ends;		/* true for the last packet of its message */
	u32 class_;
	u32 traffic;		/* number of the traffic in force at its birth */
	u32 phase;		/* phase of the batch, at its birth */
	bool is_query;		/* query of a search: the receiver's processor works on it */
	u64 birth, injected;
	u64 header;
	u64 number;		/* number of its message or reply among those of its source */
	u32 minus;		/* torus: mask of the dimensions that it crosses in - direction */
	u64 came;		/* wormhole, dragonfly: first cycle in which it may request here */
	u32 via;		/* dragonfly: intermediate router or group, plus one; or 0 */
	u32 place;		/* dragonfly: place of the last hop's VC in the order; 0: none */
	u64 tail_in;		/* dragonfly: first cycle in which all flits are in this router */
	bool decided;		/* dragonfly: the choice between minimal and @via is final */
	bool misrouted, forced;	/* dragonfly: off the minimal path; must leave this group next */
	bool went_local;	/* dragonfly: has been misrouted by a local port in this group */
	bool crossed;		/* dragonfly: it has taken a global hop */
	u32 hops[2];		/* dragonfly: local and global hops so far */
	s64 waited[4];		/* dragonfly: cycles waited, by part of latency (SS_LATENCY_*) */
	bool dropped;
};

/* The order in which VCs were granted: @last is the number of each VC's last grant. */
struct turns {
	u64 grants;
	u64 last[SS_MAX_VCS];
};

#define NOWHERE	SS_PORTS	/* output of a packet that is dropped */

/* The state of an output's arbiter for one policy: by turn, or by age. */
struct arbiter {
	u32 pointer;		/* flat arbiter: round-robin pointer over slots */
	struct turns vcs;	/* staged arbiter: order of the VCs */
	u32 input[SS_MAX_VCS];	/* staged arbiter: round-robin pointer over inputs, by VC */
};

struct input {
	struct fifo wire;	/* flits on the link to the input */
	struct fifo buffer[SS_MAX_VCS];
	u32 pointer;		/* flat arbiter: round-robin pointer over VCs */
	struct turns turns;	/* staged arbiter: order of the VCs */
	u32 passing;		/* flits of the current packet that have not crossed yet */
	u32 vc, out, out_vc;	/* VC of the packet; its output (NOWHERE: dropped), and VC there */
	u64 left[SS_MAX_VCS];	/* cycle in which the last flit left, by VC */
};

struct staging {
	struct fifo flits;
	u32 taken;		/* flits of space in use or reserved for flits on their way */
};

/*
 * A port that lets rate[0] flits pass in rate[1] cycles.  It is free from @next on, in units of
 * 1/rate[0] cycles.
 */
struct channel {
	u32 rate[2];
	u64 next;
};

/* The sender of a link with bit errors. */
struct sender {
	u64 key, draws;
	u64 bit_errors;		/* errors per 10^12 bits */
	u64 good;		/* correct bits before the next wrong one */
	u64 retries, undetected;
	bool half;		/* the micropacket sent last has one flit, not two */
	u64 end;		/* cycle after the last flit of the micropacket sent last */
};

struct output {
	struct channel channel;
	struct sender sender;
	bool down, drops;	/* the link is down; packets for it are dropped */
	u32 credits[SS_MAX_VCS];
	struct fifo credit_wire[SS_MAX_VCS];
	struct staging staging[SS_PORTS][SS_MAX_VCS];
	struct arbiter by_turn, by_age;
	u32 grants;
	struct packet *sending;
	u32 in, vc, sent;	/* staging buffer of @sending, and its flits that have left */
	u64 start;		/* start of the first flit of @sending, in units of the channel */
};

struct source {
	u64 key;
	struct fifo queue;
	u64 born, dropped, injected;
	u64 numbered;		/* messages that have entered the queue; number of the next one */
	u64 more;		/* packets of split messages, except the first of each */
	bool sends;
	u64 next_birth;		/* open source: slot of the next birth; 1 or 256 slots per cycle */
	bool begins;		/* the next packet begins a burst */
	bool on;		/* source that freezes: a burst is on */
	u64 burst;		/* number of the packet that began the last burst */
	struct fifo due;	/* closed source or batch: births to come */
	struct fifo trace;	/* births of a trace: cycle, destination (index), class (vc) */
	struct fifo flits;	/* length (index) of each message in @trace */
	struct fifo pauses;	/* pauses of a trace: cycle, flits to be received first (index) */
	u64 received, before;	/* flits of the trace received so far, and before cycle @came */
	u64 came;		/* last cycle in which flits of the trace were received */
	u64 lag;		/* cycles by which pauses have delayed later births */
	struct fifo plan;	/* packets of a collective: phase (index) and destination (vc) */
	struct fifo replies;	/* replies to be injected */
	u64 replies_made;
	u64 replied, reply_flits;	/* replies injected, and their flits */
	u32 outstanding;	/* requests without a reply so far */
	bool replied_last;	/* the packet injected last was a reply */
	u32 phase;		/* phases of the batch that are over; number of the present one */
	u64 phase_sent;		/* packets injected in this phase */
	u64 *phase_got;		/* packets received, by phase */
	u64 *phase_done;	/* first cycle after each phase; U64_MAX: not over */
	u32 making, taking;	/* search: cycles of work left on own messages; on received ones */
	u32 taken;		/* search: cycles of work on messages received in this cycle */
	u64 made;		/* packets of the phase that are born, or scheduled in @due */
	struct channel channel;
	u32 room[SS_MAX_VCS];	/* free flits of input proc */
	struct packet *entering;
	u32 entered;		/* flits of @entering that are in the router */
	u64 last_delivery;	/* cycle of the last delivery to this node */
	struct ss_source_stats seen;
};

/* Counts of an output's decisions: RTR_GRANTS0 and 1. */
struct decisions {
	u32 contested;
	u32 inhibited;
	u32 tied;
	u32 saturated;
};

struct vc_router;
struct torus_router;
struct bubble_router;
struct wh_router;
struct df_router;
struct emitter;
struct router;
struct node;

/**
 * struct oracle_kind - the oracle's functions for a kind of router
 * @kind: the kind
 * @init: initializes a router
 * @free: undoes @init
 * @cycle: runs a cycle of all routers
 * @report_path: adds to delivery @d the hops and the parts of the latency of @p; or NULL
 * @has_room: returns true if packet @p of a node of the router may be injected now
 * @inject: begins the injection of packet @p
 * @go_on: continues the injection, before the births of the cycle; or NULL
 * @enter: continues the injection, after the births of the cycle; or NULL
 * @answer: puts a reply that a node makes at once into the router; or NULL
 * @oldest: returns the least of @birth and the births of the packets in a router
 * @audit: returns a sentence about the first sum that is wrong, or NULL
 * @emit: emits the words of a router's state
 * @emit_injector: emits the words of the state between a node and its router
 */
struct oracle_kind {
	const struct ss_kind *kind;
	void (*init)(struct router *r);
	void (*free)(struct router *r);
	void (*cycle)(struct oracle *o);
	void (*report_path)(const struct oracle *o, const struct packet *p, struct ss_delivery *d);
	bool (*has_room)(struct router *r, const struct packet *p);
	void (*inject)(struct router *r, struct packet *p);
	void (*go_on)(struct node *n);
	void (*enter)(struct router *r);
	void (*answer)(struct router *r, struct packet *p);
	u64 (*oldest)(const struct router *r, u64 birth);
	const char *(*audit)(const struct oracle *o);
	void (*emit)(struct emitter *e, const struct router *r);
	void (*emit_injector)(struct emitter *e, const struct node *n);
};

extern const struct oracle_kind oracle_seastar, oracle_vc, oracle_torus, oracle_bubble,
	oracle_wormhole, oracle_dragonfly;

/* A node.  The first routers have the same number of nodes, the others have none. */
struct node {
	struct oracle *o;
	u32 id;
	struct router *router;
	struct source source;
};

struct router {
	struct oracle *o;
	u32 id;
	u32 nodes;		/* number of nodes of the router */
	struct node *node;	/* first of these nodes, which are consecutive; NULL: none */
	u32 at[SS_DIMS];
	struct router *neighbour[SS_PORTS];
	struct aging aging;
	u64 select;		/* AGE_RR_SELECT */
	struct input in[SS_PORTS];
	struct output out[SS_PORTS];
	u64 regs[SS_PORTS][SEASTAR_REGS];
	struct decisions decisions[SS_PORTS];
	u64 dropped[SS_DROPS];
	/* state of other kinds of routers, which do not use the ports above */
	struct vc_router *vc;
	struct torus_router *torus;
	struct bubble_router *bubble;
	struct wh_router *wormhole;
	struct df_router *dragonfly;
	struct ss_passed passed[SS_PORTS];
};

struct oracle {
	struct ss_config cfg;
	const struct oracle_kind *kind;
	enum mutant mutant;
	u32 vcs;		/* VCs of both classes */
	u32 routers;
	struct router *router;
	u32 nodes;
	struct node *node;
	u64 now;
	struct ss_topology topology;	/* patterns, and numbers of routers and nodes */
	struct ss_traffic traffic;
	struct ss_gen gen;
	u32 *lists;		/* lists of @gen */
	const struct oracle_tables *tables;	/* look-up tables; NULL: packets follow the rule */
	u32 *placement;		/* placement of a collective: node by rank, or NULL */
	u32 *search;		/* table of a search: messages, work, messages expected; or NULL */
	u32 traffic_number;
	bool held;		/* no source injects */
	bool pauses;		/* a trace has had a pause */
	bool is_lossy;		/* some link has or had bit errors */
	void (*deliver)(void *ctx, const struct ss_delivery *d);
	void *deliver_ctx;
	u64 seen[SEEN_COUNT];
};

/* route.c */
u32 opposite(u32 port);
struct router *find_neighbour(struct oracle *o, u32 id, u32 port);
u32 injection_vc(const struct oracle *o, const struct packet *p);
/* Find a packet's output and VC; return the reason if the packet is dropped. */
enum ss_drop route(struct router *r, u32 in, u32 vc, u32 dest, u32 *out, u32 *out_vc);

/* Return true if packets at @r for the router at @dest enter dimension @d in + direction. */
bool enter_plus(struct router *r, u32 d, const u32 *dest);

/*
 * Route packet @p, which came through input @in; @beyond: by a VC of the upper half of its class.
 * Set @out.  Set @upper if the packet needs a VC of the upper half, or @any if it may take all VCs
 * of its class.
 */
void vc_route(struct router *r, u32 in, bool beyond, const struct packet *p, u32 *out,
	      bool *upper, bool *any);

/* Return true if @p enters dimension @d in + direction; ties= decides between equal distances. */
bool tossed_plus(struct router *r, u32 d, const struct packet *p);

/* input.c: phases 2 and 3 */
void arrivals(struct router *r);
void flit_arrives(struct router *r, u32 port, struct flit f);
void to_staging(struct router *r);
u32 vc_register(const struct oracle *o, u32 vc);

void each_router(struct oracle *o, void (*phase)(struct router *r));
void each_node(struct oracle *o, void (*phase)(struct node *n));

/* arbiter.c: staged arbiters */
bool is_staged(const struct oracle *o);
void turns_init(const struct oracle *o, struct turns *t);
u32 turns_place(const struct oracle *o, const struct turns *t, u32 vc);
u32 turns_grant(struct oracle *o, struct turns *t, const bool candidate[SS_MAX_VCS]);
u32 staged_grant(struct oracle *o, struct arbiter *a, const bool *candidate);

/* output.c: phase 4 */
void arbitration(struct router *r);
bool channel_free(const struct channel *c, u64 t);
u64 channel_take(struct channel *c, u64 t, u32 flits);

/* sender.c: links with bit errors */
void sender_init(struct router *r, u32 port);
void sender_set(struct router *r, u32 port, u64 bit_errors);
/* Return the cycles by which retries delay a packet of @flits that is sent from now on. */
u64 sender_late(struct router *r, u32 port, u32 flits);
/* Return true if a flit sent now would share the micropacket of the last flit. */
bool sender_is_open(const struct sender *s, u64 now);

/* collective.c: batches and their phases */
bool is_collective(const struct oracle *o);
u32 batch_phases(const struct oracle *o);
bool takes_part(const struct node *n);
void search_set(struct oracle *o, const struct ss_traffic *t);
u32 search_work_left(const struct node *n);
void batch_begin(struct node *n);
void batch_end(struct source *s);
void batch_plan(struct node *n, struct packet *p);
void batch_receive(struct node *n, const struct packet *p);
void batch_cycle(struct node *n);

/* links.c: drop the packets that wait for output @port in staging buffers */
void links_abandon(struct router *r, u32 port);

/* replies.c */
void reply_make(struct node *n, struct packet *p);
bool may_deliver(struct node *n, const struct packet *p);
void reply_take(struct node *n);
void replies_forget(struct node *n);

/* source.c */
/* Return the part of a header that names the nodes of @p. */
u64 header_names(const struct oracle *o, const struct packet *p);

/* Return true if the traffic is a trace, whose messages the caller gives. */
bool is_traced(const struct oracle *o);
/* Return true if messages that are longer than a packet are split into several packets. */
bool splits(const struct oracle *o);

/* Return the number of messages in the queue: each counts until its last packet has left it. */
u32 source_queued(const struct node *n);
/* Return the cycles by which pauses have delayed a trace, even one that ends in this cycle. */
u64 source_lag(const struct node *n);

/* Return true if bursts wait for room, so that packets are born only when they can be injected. */
bool source_freezes(const struct oracle *o);

void source_init(struct node *n);
void source_set_traffic(struct node *n);
void source_cycle(struct node *n);
bool seastar_has_room(struct router *r, const struct packet *p);
void seastar_inject(struct router *r, struct packet *p);
void seastar_enter(struct router *r);
void source_delivery(struct node *n, struct packet *p);

/* Return the earliest of @birth and the births of the packets whose flits are in @f (oracle.c). */
u64 oldest_in(const struct fifo *f, u64 birth);

/* audit.c, state.c */
const char *seastar_audit(const struct oracle *o);
void seastar_emit(struct emitter *e, const struct router *r);
void seastar_emit_injector(struct emitter *e, const struct node *n);

#endif /* ORACLE_MODEL_H */
