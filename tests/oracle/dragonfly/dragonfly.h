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
#define DF_HISTORY	256	/* cycles of congestion that are kept: more than a link's delay */

/* The state of an arbiter, for round robin and for least recently served. */
struct df_arbiter {
	u32 pointer;
	u32 order[DF_MOST_PORTS];	/* candidates, the one served longest ago first */
};

/* A port of a router, to another router or to a node. */
struct df_port {
	struct router *peer;		/* router at the other end of the link; NULL: a node */
	u32 peer_port;
	/* state of the input */
	struct fifo way;		/* packets on their way, with the cycle of being ready */
	struct fifo queue[DF_MOST_VCS];
	u32 room[DF_MOST_VCS];		/* free phits of the queues, if a node sends to them */
	/* packet granted last, by VC: cycle in which it has crossed, its output, its destination */
	u64 passes_until[DF_MOST_VCS];
	u32 passing_out[DF_MOST_VCS], passing_dest[DF_MOST_VCS];
	struct df_arbiter in_arbiter;
	/* state of the output */
	struct fifo leaving;		/* queue: phits (index) and cycle in which they leave */
	struct fifo delivered;		/* packets for a node, with the cycle of their delivery */
	u64 out_free;
	u64 taken;			/* cycle in which the last packet sent is delivered */
	u64 next;			/* cycle in which the last packet of the queue has left */
	u64 granted;			/* phits granted */
	u32 minimal[DF_MOST_VCS];	/* phits of @used in minimally routed packets */
	u32 used[DF_MOST_VCS];		/* phits in the input behind, or whose credits return */
	struct fifo back[DF_MOST_VCS];	/* credits on their way, in phits (index) */
	struct df_arbiter out_arbiter;
	struct df_arbiter node_pointer;	/* arbiter for requests from nodes, if they have one */
};

/* Use of the ports of one kind; counted if the configuration asks for usage. */
struct df_usage {
	u64 input_requests, input_grants, output_requests, output_grants;
	u64 flits[DF_MOST_VCS];		/* phits that arrived at inputs */
	u64 held[DF_MOST_VCS];		/* phits in inputs' queues, summed over cycles */
	u64 queued;			/* phits in outputs' queues, summed over cycles */
};

struct df_router {
	struct df_port port[DF_MOST_PORTS];
	struct df_usage usage[3];
	/* congestion of global links, by cycle, class of packets and port */
	bool congested[DF_HISTORY][SS_CLASSES][DF_MOST_PORTS];
	u32 contention[DF_MOST_PORTS];			/* K: packets for each port */
	u64 filtered[DF_MOST_PORTS];			/* F: K, filtered */
	u32 wanting[DF_MOST_ROUTERS];			/* P: packets for each group */
	u32 sent[2][DF_MOST_ROUTERS];			/* P in the last two exchanges */
	u64 misroutes[SS_MISROUTES];
};

/* A hop: output, VC of the input behind it, and place of that VC in the order of VCs, from 1. */
struct df_hop {
	u32 port, vc, place;
};

/* How a hop leaves the path of a packet, minimal or by an intermediate router; DF_ON: not. */
enum df_way {
	DF_ON,
	DF_OFF_GLOBAL,
	DF_OFF_LOCAL_SOURCE,	/* in the source's group; the next hop is DF_FORCED */
	DF_FORCED,		/* a global hop, by any port that is free */
	DF_OFF_LOCAL,		/* in an intermediate group, or the destination's */
};

/* The front packet of a VC of an input in a pass of the allocator. */
struct df_asker {
	struct router *r;
	const struct packet *p;
	u32 pass, in, vc;
};

/* The hop that an asker requests, and the packet's route if it is granted. */
struct df_attempt {
	struct df_hop hop;
	u32 via;
	enum df_way way;
	bool waits;		/* the packet requests no hop */
};

/* network.c */
void df_init(struct router *r);
void df_free(struct router *r);
u32 df_ports(const struct oracle *o);
bool df_is_node(const struct oracle *o, u32 port);
bool df_is_global(const struct oracle *o, u32 port);
/* Return the kind of @port in results: 0 for a node's, 1 for local, 2 for global. */
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
/* Return the number of VCs of input @port, and of the input behind output @port. */
u32 df_vcs(const struct oracle *o, u32 port);
/* Return the phits that a VC of these inputs holds; if VCs share them, the mean. */
u32 df_depth(const struct oracle *o, u32 port);
/* Return the phits that are reserved for each VC behind output @port. */
u32 df_reserve(const struct oracle *o, u32 port);
/* Return the most phits that a VC behind output @port can hold. */
u32 df_most(const struct oracle *o, u32 port);
/* Return the phits that VC @vc behind output @port has room for now. */
u32 df_space(const struct router *r, u32 port, u32 vc);
/* Return the first VC behind output @port that is for packets of the class of @p. */
u32 df_first_vc(const struct oracle *o, u32 port, const struct packet *p);

/* dragonfly.c */
/* Note which packets at fronts have reached their intermediate routers or groups. */
void df_look_at_fronts(struct router *r);

/* allocate.c */
/* Return the first cycle, from now on, in which input @port can be granted a packet. */
u64 df_input_free(const struct oracle *o, const struct df_port *port);
/* Return the priority that the arbiters of inputs use. */
u32 df_input_priority(const struct oracle *o);
/* Return true if arbiters of outputs have a pointer for nodes alone. */
bool df_has_node_pointer(const struct oracle *o);
/* Return true if @p can go by @hop now. */
bool df_can_go(struct router *r, const struct packet *p, struct df_hop hop);
/* Allocate outputs to inputs for a cycle. */
void df_allocate(struct router *r);

/* nodes.c */
/* Return true if @p is a request that its node will answer. */
bool df_asks(const struct oracle *o, const struct packet *p);
/*
 * Return true if the node at @port has room for its replies to @p and to all requests on their way
 * to it.
 */
bool df_can_be_answered(struct router *r, const struct packet *p, const struct df_port *port);
bool df_has_room(struct router *r, const struct packet *p);
void df_inject(struct router *r, struct packet *p);
/* Turn a request that was delivered in this cycle into its reply. */
void df_answer(struct router *r, struct packet *p);

/**
 * struct df_routing - a routing, as in the tables of the pages
 * @order: order of the VCs, by type: l for local links, g for global ones
 * @valiant: packets have an intermediate router or group
 * @by_group: packets have an intermediate group, not a router
 * @in_transit: each router on the path decides again
 * @opportunistic: a local hop off the minimal path may stay at its place in the order of VCs
 * @by_links: routers know of congested links of their group
 * @prefers_via: return true if a packet at its source goes by an intermediate router, as @by does,
 *	rather than minimally, as @minimal does; NULL: not used
 */
struct df_routing {
	const char *order;
	bool valiant, by_group, in_transit, opportunistic, by_links;
	bool (*prefers_via)(struct router *r, const struct packet *minimal,
			    const struct packet *by);
};

/* routings.c */
const struct df_routing *df_routing(const struct oracle *o);
/* Return the order of VCs, by type, that is in force. */
const char *df_order_of(const struct oracle *o);
bool df_adapts(const struct oracle *o);
/* Return true if phits of minimally routed packets are counted separately. */
bool df_counts_minimal(const struct oracle *o);

/* route.c */
/* Return the global link from the group of @r to group @to; store its router in @owner. */
const struct df_port *df_link_to_group(const struct router *r, u32 to, const struct router **owner);
/* Return the output of the minimal path from @r to node @dest. */
u32 df_minimal_port(const struct router *r, u32 dest);
/* Return the next hop on the path of @p, a packet at a front of @r. */
struct df_hop df_next_hop(const struct router *r, const struct packet *p);
/* Return the hop by which @p leaves its path at output @port. */
struct df_hop df_other_hop(const struct router *r, const struct packet *p, u32 port);
/* Return the next port on the minimal path from @r to another router @to. */
u32 df_port_to(const struct router *r, u32 to);
/*
 * Choose the intermediate router or group of @p by the random number @draw.  Returns its number
 * plus one; 0: none.
 */
u32 df_draw_via(struct oracle *o, const struct packet *p, u64 draw);
/*
 * Note if @p has reached its intermediate router or group in @r, so that its next hop leads to the
 * destination.
 */
void df_look_for(const struct router *r, struct packet *p);

/* flexible.c */
bool df_flexible(const struct oracle *o);
/*
 * Put into @hop the highest VC that @p may take at the port of @hop, on its path by @via.  Returns
 * true if the packet may wait for that hop.
 */
bool df_flex_limit(const struct router *r, const struct packet *p, u32 via, struct df_hop *hop);
/* Put into @hop the highest VC that @p may take at the port of @hop, off its minimal path. */
void df_flex_limit_aside(const struct router *r, const struct packet *p, struct df_hop *hop);
/* Choose a VC for an attempt; if no VC has room, attempt the minimal path. */
void df_flex(const struct df_asker *a, struct df_attempt *attempt);

/* adaptive.c */
/* Return random number @number of an attempt. */
u64 df_draw(const struct df_asker *a, u32 number);
/* Return C, the occupancy, of a hop: of its VC, or of all VCs of its port. */
u64 df_occupancy(const struct router *r, struct df_hop hop);
/* Return the occupancy of a VC behind output @port, in phits. */
u64 df_occupancy_of_vc(const struct router *r, u32 port, u32 vc);
/* Return the occupancy of all VCs behind output @port, in phits. */
u64 df_occupancy_of_port(const struct router *r, u32 port);
/* Return true if @r knows that global link @port of @of is congested for packets of @class_. */
bool df_knows_congested(const struct router *r, const struct router *of, u32 port, u32 class_);
/* Observe occupancies and counters, before the first pass of a cycle. */
void df_sense(struct router *r);
struct df_attempt df_attempt(const struct df_asker *a);
/* Update @p and the counts of misroutes when an attempt is granted. */
void df_granted(const struct df_asker *a, const struct df_attempt *attempt, struct packet *p);

/* source.c */
bool df_ugal_prefers_via(struct router *r, const struct packet *minimal, const struct packet *by);
bool df_pb_prefers_via(struct router *r, const struct packet *minimal, const struct packet *by);
/* Return true if the path of @by, with occupancy @other, beats the minimal path, with @c. */
bool df_is_shorter(const struct router *r, const struct packet *by, u64 c, u64 other);
bool df_is_decided_once(const struct oracle *o);
/* Decide the paths of packets that have only one decision, before the first pass of a cycle. */
void df_decide(struct router *r);
/* Make an attempt at a node's port: by an intermediate router, or minimally. */
struct df_attempt df_source_attempt(const struct df_asker *a);

/* state.c */
const char *df_audit(const struct oracle *o);
void df_emit(struct emitter *e, const struct router *r);
void df_emit_injector(struct emitter *e, const struct node *n);

#endif /* ORACLE_DRAGONFLY_H */
