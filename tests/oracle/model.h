/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The oracle's inside: a router as docs/model.md describes it, part by part.
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
	u32 source, dest;	/* nodes */
	u32 length;		/* flits */
	u32 index;		/* in its message, which others may come before and after */
	bool ends;		/* the message */
	u32 class_;
	u32 traffic;		/* number of the traffic that it was born under */
	u32 phase;		/* phase of a batch that it was born in */
	bool is_query;		/* query of a search: the receiver's processor takes it in */
	u64 birth, injected;
	u64 header;
	u64 number;		/* among its source's, of which the header has 12 bits */
	u32 minus;		/* torus: dimensions in which it goes that way */
	u64 came;		/* wormhole, dragonfly: when it might ask first in this router */
	u32 via;		/* dragonfly: intermediate router or group, plus one; or 0 */
	u32 place;		/* dragonfly: of its last hop's VC, from 1; 0: none */
	u64 tail_in;		/* dragonfly: from when on all of it is in this router */
	bool decided;		/* dragonfly: minimally or by @via, for good */
	bool misrouted, forced;	/* dragonfly: it left its way; it must leave this group */
	bool went_local;	/* dragonfly: it left its way by a local port in this group */
	bool crossed;		/* dragonfly: it has taken a global hop */
	u32 hops[2];		/* dragonfly: local and global ones so far */
	s64 waited[4];		/* dragonfly: for what, as the latency's first parts */
	bool dropped;
};

/* VCs by when they were granted: each has the number of the grant that it got last. */
struct turns {
	u64 grants;
	u64 last[SS_MAX_VCS];
};

#define NOWHERE	SS_PORTS	/* in place of an output */

/* The state of an output's arbiter by one policy. */
struct arbiter {
	u32 pointer;		/* flat: over slots */
	struct turns vcs;	/* staged */
	u32 input[SS_MAX_VCS];	/* staged: pointers over inputs, by VC */
};

struct input {
	struct fifo wire;	/* the link to it */
	struct fifo buffer[SS_MAX_VCS];
	u32 pointer;		/* flat */
	struct turns turns;	/* staged */
	u32 passing;		/* flits the packet in the crossbar still has */
	u32 vc, out, out_vc;	/* where it comes from and goes to: NOWHERE if it is dropped */
	u64 left[SS_MAX_VCS];	/* when the last flit passed */
};

struct staging {
	struct fifo flits;
	u32 taken;		/* space, the flits still to come included */
};

/* A port that lets rate[0] flits pass in rate[1] cycles; next counts 1/rate[0]. */
struct channel {
	u32 rate[2];
	u64 next;
};

/* The sender of a link whose bits may arrive wrong. */
struct sender {
	u64 key, draws;
	u64 bit_errors;		/* errors per 10^12 bits */
	u64 good;		/* bits to come that arrive right, before one that does not */
	u64 retries, undetected;
	bool half;		/* the micropacket sent last has one flit */
	u64 end;		/* cycle after that flit, or after both */
};

struct output {
	struct channel channel;
	struct sender sender;
	bool down, drops;	/* the link is down, and packets for it are dropped */
	u32 credits[SS_MAX_VCS];
	struct fifo credit_wire[SS_MAX_VCS];
	struct staging staging[SS_PORTS][SS_MAX_VCS];
	struct arbiter by_turn, by_age;
	u32 grants;
	struct packet *sending;
	u32 in, vc, sent;	/* staging buffer of @sending, flits that have left */
	u64 start;		/* start of the first flit, in units of the channel */
};

struct source {
	u64 key;
	struct fifo queue;
	u64 born, dropped, injected;
	u64 numbered;		/* messages that ever entered the queue: packets, if not split */
	u64 more;		/* packets born beyond one per message */
	bool sends;
	u64 next_birth;		/* open: its slot, of which a cycle has one or 256 */
	bool begins;		/* the next packet begins a burst */
	bool on;		/* bursts that freeze: in one since the last packet */
	u64 burst;		/* number of the packet that began the one before */
	struct fifo due;	/* closed, batch: births to come */
	struct fifo trace;	/* births to come: cycle, destination (index), class (vc) */
	struct fifo flits;	/* and for each its length (index) */
	struct fifo pauses;	/* pauses of a trace: cycle, flits to be received by then (index) */
	u64 received, before;	/* flits of the trace that have come; before cycle @came */
	u64 came;
	u64 lag;		/* cycles by which pauses have delayed later births */
	struct fifo plan;	/* packets of a collective: phase (index) and destination (vc) */
	struct fifo replies;	/* to be injected */
	u64 replies_made;
	u64 replied, reply_flits;	/* injected */
	u32 outstanding;	/* requests whose replies have not come */
	bool replied_last;	/* the packet injected last was a reply */
	u32 phase;		/* phase of a batch in force: phases that are over */
	u64 phase_sent;		/* packets of the phase injected */
	u64 *phase_got;		/* packets received by phase */
	u64 *phase_done;
	u32 making, taking;	/* search: cycles of work left on its queries, and on others' */
	u32 taken;		/* and on others' that came in this cycle */
	u64 made;		/* packets of the phase that have been born */
	struct channel channel;
	u32 room[SS_MAX_VCS];	/* free flits of input proc */
	struct packet *entering;
	u32 entered;		/* flits of it */
	u64 last_delivery;	/* to its node */
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
 * struct oracle_kind - what the oracle has of its own for a kind of router
 * @kind: which one
 * @init: make what a router has
 * @free: undo @init
 * @cycle: do all that happens in a cycle
 * @has_room: may packet @p of a node of the router be injected now?
 * @inject: it is
 * @go_on: the packet being injected goes on, before the cycle's births; or NULL
 * @enter: the same, after them; or NULL
 * @answer: a node answers at once: reply @p is made, and goes into the router; or NULL
 * @oldest: the least of @birth and the births of the packets in a router
 * @audit: return a sentence about the first sum that is wrong, or NULL
 * @emit: the words of a router's state
 * @emit_injector: and those of the way into it from a node
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

/* A node, which sends and receives: the first routers have as many nodes each, others none. */
struct node {
	struct oracle *o;
	u32 id;
	struct router *router;
	struct source source;
};

struct router {
	struct oracle *o;
	u32 id;
	u32 nodes;		/* number of its nodes */
	struct node *node;	/* first of the nodes, which follow one another, or NULL */
	u32 at[SS_DIMS];
	struct router *neighbour[SS_PORTS];
	struct aging aging;
	u64 select;		/* AGE_RR_SELECT */
	struct input in[SS_PORTS];
	struct output out[SS_PORTS];
	u64 regs[SS_PORTS][SEASTAR_REGS];
	struct decisions decisions[SS_PORTS];
	u64 dropped[SS_DROPS];
	/* routers of other kinds; the ports above are not used then */
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
	struct ss_topology topology;	/* for the patterns of sim/core, and how many there are */
	struct ss_traffic traffic;
	struct ss_gen gen;
	u32 *lists;		/* lists of @gen */
	const struct oracle_tables *tables;	/* or NULL: by the rule */
	u32 *placement;		/* placement of a collective: node by rank, or NULL */
	u32 *search;		/* table of a search: messages, work, messages expected; or NULL */
	u32 traffic_number;
	bool held;		/* no source injects */
	bool pauses;		/* a trace has had one */
	bool is_lossy;		/* bits arrive wrong over some link, or did */
	void (*deliver)(void *ctx, const struct ss_delivery *d);
	void *deliver_ctx;
	u64 seen[SEEN_COUNT];
};

/* route.c */
u32 opposite(u32 port);
struct router *find_neighbour(struct oracle *o, u32 id, u32 port);
u32 injection_vc(const struct oracle *o, const struct packet *p);
/* Find a packet's output and VC.  Return: why it is dropped, if it is. */
enum ss_drop route(struct router *r, u32 in, u32 vc, u32 dest, u32 *out, u32 *out_vc);

/* Return true if @r enters dimension @d in + direction, towards the router at @dest. */
bool enter_plus(struct router *r, u32 d, const u32 *dest);

/*
 * Route packet @p at input @in, which is beyond the dateline there or not: set @out, and whether it
 * is @upper beyond that, or may have @any VC of its class.
 */
void vc_route(struct router *r, u32 in, bool beyond, const struct packet *p, u32 *out,
	      bool *upper, bool *any);

/* Return true if @p enters dimension @d in + direction, where a coin may decide between two. */
bool tossed_plus(struct router *r, u32 d, const struct packet *p);

/* input.c: phases 2 and 3 */
void arrivals(struct router *r);
void flit_arrives(struct router *r, u32 port, struct flit f);
void to_staging(struct router *r);
u32 vc_register(const struct oracle *o, u32 vc);

void each_router(struct oracle *o, void (*phase)(struct router *r));
void each_node(struct oracle *o, void (*phase)(struct node *n));

/* arbiter.c: staged ones */
bool is_staged(const struct oracle *o);
void turns_init(const struct oracle *o, struct turns *t);
u32 turns_place(const struct oracle *o, const struct turns *t, u32 vc);
u32 turns_grant(struct oracle *o, struct turns *t, const bool candidate[SS_MAX_VCS]);
u32 staged_grant(struct oracle *o, struct arbiter *a, const bool *candidate);

/* output.c: phase 4 */
void arbitration(struct router *r);
bool channel_free(const struct channel *c, u64 t);
u64 channel_take(struct channel *c, u64 t, u32 flits);

/* sender.c: cycles by which a packet of @flits that is sent from now on is late */
void sender_init(struct router *r, u32 port);
void sender_set(struct router *r, u32 port, u64 bit_errors);
u64 sender_late(struct router *r, u32 port, u32 flits);
/* Return true if a flit sent now would share the micropacket of the one before. */
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

/* links.c: what waits for output @port in staging buffers is dropped */
void links_abandon(struct router *r, u32 port);

/* replies.c */
void reply_make(struct node *n, struct packet *p);
bool may_deliver(struct node *n, const struct packet *p);
void reply_take(struct node *n);
void replies_forget(struct node *n);

/* source.c */
/* Return the part of a header that names the nodes of @p. */
u64 header_names(const struct oracle *o, const struct packet *p);

/* Return true if the caller gives the messages; and, below, if some of them are several packets. */
bool is_traced(const struct oracle *o);
bool splits(const struct oracle *o);

/* Return the messages in the queue: packets, if none is split. */
u32 source_queued(const struct node *n);
/* Return the cycles by which pauses have delayed a trace, with one that ends in this cycle. */
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
