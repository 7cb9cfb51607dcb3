/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The oracle's Dragonfly router: docs/dragonfly-router.md, part by part.
 */
#ifndef ORACLE_DRAGONFLY_H
#define ORACLE_DRAGONFLY_H

#include "sim/routers/dragonfly/dragonfly.h"

#include "oracle/model.h"

#define DF_MOST_PORTS	64
#define DF_MOST_VCS	16
#define DF_MOST_ROUTERS	256
#define DF_HISTORY	256	/* cycles: more than a link's delay */

/* The memory of an arbiter, by two of its three policies. */
struct df_arbiter {
	u32 pointer;
	u32 order[DF_MOST_PORTS];	/* candidates, the one served longest ago first */
};

/* A port; behind a node's there is no router. */
struct df_port {
	struct router *peer;		/* at the other end of its link */
	u32 peer_port;
	/* the input */
	struct fifo way;		/* packets under way to it, by when they are ready */
	struct fifo queue[DF_MOST_VCS];
	u32 room[DF_MOST_VCS];		/* free phits of a node's queues */
	/* the packets granted last, by VC: when they have crossed, their outputs and their nodes */
	u64 passes_until[DF_MOST_VCS];
	u32 passing_out[DF_MOST_VCS], passing_dest[DF_MOST_VCS];
	struct df_arbiter in_arbiter;
	/* the output */
	struct fifo leaving;		/* output queue: phits (index), and when they leave */
	struct fifo delivered;		/* packets for a node, and when they are with it */
	u64 out_free;
	u64 taken;			/* cycle in which the last packet sent is with its node */
	u64 next;			/* cycle in which the queue's last packet has left */
	u64 granted;			/* phits */
	u32 minimal[DF_MOST_VCS];	/* phits in @used of packets on the minimal way */
	u32 used[DF_MOST_VCS];		/* phits beyond it, and those whose credits come */
	struct fifo back[DF_MOST_VCS];	/* credits (index) under way */
	struct df_arbiter out_arbiter;
	struct df_arbiter node_pointer;	/* arbiter for requests from nodes, if they have one */
};

/* The use of ports of a kind, if that is counted. */
struct df_usage {
	u64 input_requests, input_grants, output_requests, output_grants;
	u64 flits[DF_MOST_VCS];		/* phits that arrived at inputs */
	u64 held[DF_MOST_VCS];		/* phits in inputs' queues, summed over cycles */
	u64 queued;			/* phits in outputs' queues, summed over cycles */
};

struct df_router {
	struct df_port port[DF_MOST_PORTS];
	struct df_usage usage[3];
	/* global links, by cycle and class of packets */
	bool congested[DF_HISTORY][SS_CLASSES][DF_MOST_PORTS];
	u32 contention[DF_MOST_PORTS];			/* K */
	u64 filtered[DF_MOST_PORTS];			/* F */
	u32 wanting[DF_MOST_ROUTERS];			/* P, by group */
	u32 sent[2][DF_MOST_ROUTERS];			/* the same of the last two exchanges */
	u64 misroutes[SS_MISROUTES];
};

/* A hop: the port, and the VC of the input beyond it with its place in the order, from 1. */
struct df_hop {
	u32 port, vc, place;
};

/* Whether and how a hop leaves the minimal way, or that by the intermediate router. */
enum df_way {
	DF_ON,
	DF_OFF_GLOBAL,
	DF_OFF_LOCAL_SOURCE,	/* in the source's group, to be forced */
	DF_FORCED,
	DF_OFF_LOCAL,		/* in another one, or that of the destination */
};

/* The front packet of a VC of an input in a pass of the allocator. */
struct df_asker {
	struct router *r;
	const struct packet *p;
	u32 pass, in, vc;
};

/* An asker's hop, if it were granted, with the packet's route from then on. */
struct df_attempt {
	struct df_hop hop;
	u32 via;
	enum df_way way;
	bool waits;		/* there is no such hop */
};

/* network.c */
void df_init(struct router *r);
void df_free(struct router *r);
u32 df_ports(const struct oracle *o);
bool df_is_node(const struct oracle *o, u32 port);
bool df_is_global(const struct oracle *o, u32 port);
/* Return the kind by which results count @port. */
u32 df_kind_of_port(const struct oracle *o, u32 port);
/* Return the delay of the link at @port. */
u64 df_delay_of(const struct oracle *o, u32 port);
/* Return the shape of the fabric. */
static inline const struct ss_dragonfly *df_shape(const struct oracle *o)
{
	return ss_dragonfly_of(o->cfg.size);
}

u32 df_groups(const struct oracle *o);
u32 df_group(const struct oracle *o, u32 router);
u32 df_router_of(const struct oracle *o, u32 node);
/*
 * Return the VCs of an input; and, below, the phits of each.  For an output, those of the input
 * that it leads to.
 */
u32 df_vcs(const struct oracle *o, u32 port);
u32 df_depth(const struct oracle *o, u32 port);
/*
 * Return the phits that each VC beyond an output has of its own; and, below, those it can have at
 * most, and can take.
 */
u32 df_reserve(const struct oracle *o, u32 port);
u32 df_most(const struct oracle *o, u32 port);
u32 df_space(const struct router *r, u32 port, u32 vc);
/* Return the first VC beyond output @port that is for packets of the class of @p. */
u32 df_first_vc(const struct oracle *o, u32 port, const struct packet *p);

/* dragonfly.c */
/* Look for the hops of packets at fronts. */
void df_look_at_fronts(struct router *r);

/* allocate.c */
/* Return the cycle from which on input @port may be granted something, or an earlier one. */
u64 df_input_free(const struct oracle *o, const struct df_port *port);
/* Return the policy of inputs' arbiters. */
u32 df_input_priority(const struct oracle *o);
/* Return true if arbiters of outputs have a pointer for nodes alone. */
bool df_has_node_pointer(const struct oracle *o);
/* Return true if @p can go by that hop now. */
bool df_can_go(struct router *r, const struct packet *p, struct df_hop hop);
/* Allocate outputs to inputs for a cycle. */
void df_allocate(struct router *r);

/* nodes.c */
/* Return true if @p is a request that its node will answer. */
bool df_asks(const struct oracle *o, const struct packet *p);
/*
 * Return true if there is room for the replies to @p and to all requests on their way to the node
 * at @port.
 */
bool df_can_be_answered(struct router *r, const struct packet *p, const struct df_port *port);
bool df_has_room(struct router *r, const struct packet *p);
void df_inject(struct router *r, struct packet *p);
/* Turn a request that was delivered in this cycle into its reply. */
void df_answer(struct router *r, struct packet *p);

/**
 * struct df_routing - a routing, as the pages' tables have it
 * @order: of typed VCs
 * @valiant: packets have an intermediate router or group
 * @by_group: packets have an intermediate group, not a router
 * @in_transit: each router on the way decides
 * @opportunistic: local hops off the minimal way need no later VC
 * @by_links: routers know of congested links of their group
 * @prefers_via: return true if the packet of @by, at its source, prefers its intermediate router to
 *	@minimal; NULL: not used
 */
struct df_routing {
	const char *order;
	bool valiant, by_group, in_transit, opportunistic, by_links;
	bool (*prefers_via)(struct router *r, const struct packet *minimal,
			    const struct packet *by);
};

/* routings.c */
const struct df_routing *df_routing(const struct oracle *o);
/* Return the order of typed VCs. */
const char *df_order_of(const struct oracle *o);
bool df_adapts(const struct oracle *o);
/* Return true if phits of packets that go minimally are counted separately. */
bool df_counts_minimal(const struct oracle *o);

/* route.c */
/* Return the global link from the group of @r to group @to, and its router. */
const struct df_port *df_link_to_group(const struct router *r, u32 to, const struct router **owner);
/* Return the output of the minimal path from @r to node @dest. */
u32 df_minimal_port(const struct router *r, u32 dest);
/* Find the next hop of a packet at a front of @r, if the packet does not leave its way. */
struct df_hop df_next_hop(const struct router *r, const struct packet *p);
/* Find the hop of a packet that leaves its way by @port. */
struct df_hop df_other_hop(const struct router *r, const struct packet *p, u32 port);
/* Return the next port on the minimal path from @r to another router @to. */
u32 df_port_to(const struct router *r, u32 to);
/* Return the intermediate router or group of @p by @draw: its number plus one, or 0. */
u32 df_draw_via(struct oracle *o, const struct packet *p, u64 draw);
/*
 * Update @p in @r, before its hop is looked for: it may have reached its intermediate router, or
 * group.
 */
void df_look_for(const struct router *r, struct packet *p);

/* flexible.c */
bool df_flexible(const struct oracle *o);
/*
 * Put into @hop the highest VC that @p may take by @via and the port of @hop.  Returns true if it
 * may wait.
 */
bool df_flex_limit(const struct router *r, const struct packet *p, u32 via, struct df_hop *hop);
/* Put into @hop the highest VC that @p may take by its port, which leaves the minimal path. */
void df_flex_limit_aside(const struct router *r, const struct packet *p, struct df_hop *hop);
/* Choose a VC for an attempt, or the minimal way if there is none. */
void df_flex(const struct df_asker *a, struct df_attempt *attempt);

/* adaptive.c */
/* Return a draw of an attempt. */
u64 df_draw(const struct df_asker *a, u32 number);
/* Return C of a hop; and, below, of a VC and of all VCs of an output. */
u64 df_occupancy(const struct router *r, struct df_hop hop);
u64 df_occupancy_of_vc(const struct router *r, u32 port, u32 vc);
u64 df_occupancy_of_port(const struct router *r, u32 port);
/* Return true if global link @port of @of is congested, as @r knows it for packets of @class_. */
bool df_knows_congested(const struct router *r, const struct router *of, u32 port, u32 class_);
/* Observe occupancies and counters, before the first pass of a cycle. */
void df_sense(struct router *r);
struct df_attempt df_attempt(const struct df_asker *a);
/* Record that @p, which requested, is granted its attempt. */
void df_granted(const struct df_asker *a, const struct df_attempt *attempt, struct packet *p);

/* source.c */
bool df_ugal_prefers_via(struct router *r, const struct packet *minimal, const struct packet *by);
bool df_pb_prefers_via(struct router *r, const struct packet *minimal, const struct packet *by);
/* Compare C on the minimal path with C' of @other on the path of @by. */
bool df_is_shorter(const struct router *r, const struct packet *by, u64 c, u64 other);
bool df_is_decided_once(const struct oracle *o);
/* Decide on packets that are decided on once, before the first pass of a cycle. */
void df_decide(struct router *r);
/* Make an attempt at a node's port: by an intermediate router, or minimally. */
struct df_attempt df_source_attempt(const struct df_asker *a);

/* state.c */
const char *df_audit(const struct oracle *o);
void df_emit(struct emitter *e, const struct router *r);
void df_emit_injector(struct emitter *e, const struct node *n);

#endif /* ORACLE_DRAGONFLY_H */
