/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A proof of a set of VCs with FlexVC (sim/parts/vc/flexvc.h; docs/dragonfly-router.md, section 9):
 * which hops of a routing are safe, opportunistic or unsupported, and that packets cannot wait for
 * one another in a circle.
 *
 * The proof follows the packets of all pairs of routers over all paths of the routing, by all VCs
 * that they may take.  A channel is a VC of a link.  A packet in a channel depends on the channel
 * that it may wait for: the highest one that a safe hop may take or, if the hop is opportunistic,
 * the one of the minimal path.  A request that has arrived depends on the queue of replies there,
 * and a reply in this queue on the first channel of its path.  If there is no circle of
 * dependencies, there is always a packet that can move on: the channels can be numbered so that
 * each packet depends on a higher one.
 */
#ifndef SIM_ROUTE_VCS_H
#define SIM_ROUTE_VCS_H

#include <stdio.h>

#include <json-c/json.h>

#include "sim/base/error.h"
#include "sim/core/topology.h"
#include "sim/parts/vc/flexvc.h"

/**
 * enum route_network - the network that packets go through
 * @ROUTE_GROUPS: groups with a link between each two: a balanced Dragonfly
 * @ROUTE_DIAMETER_2: the Petersen graph: ten routers, each with three links of one type, two
 * hops at most apart, and one minimal path between each two
 */
enum route_network {
	ROUTE_GROUPS,
	ROUTE_DIAMETER_2,
	ROUTE_NETWORKS,
};

/**
 * enum route_choice - the paths that packets may take
 * @ROUTE_CHOOSE_MIN: minimal paths
 * @ROUTE_CHOOSE_VAL: paths by any intermediate router
 * @ROUTE_CHOOSE_VAL_GROUP: paths by any intermediate group
 * @ROUTE_CHOOSE_UGAL: minimal paths, and paths by any intermediate router
 * @ROUTE_CHOOSE_PB: paths as with UGAL
 * @ROUTE_CHOOSE_PAR: paths as with UGAL, and by any intermediate router after a minimal hop within
 * the group, which is planned as the first of the longest path, if that fits
 * @ROUTE_CHOOSE_OLM: minimal paths; paths by any global link of the first group; in each later
 * group, one local hop aside
 */
enum route_choice {
	ROUTE_CHOOSE_MIN,
	ROUTE_CHOOSE_VAL,
	ROUTE_CHOOSE_VAL_GROUP,
	ROUTE_CHOOSE_UGAL,
	ROUTE_CHOOSE_PB,
	ROUTE_CHOOSE_PAR,
	ROUTE_CHOOSE_OLM,
	ROUTE_CHOICES,
};

/**
 * struct route_vcs - a question about a set of VCs
 * @network: &enum route_network
 * @h: global links of a router of a Dragonfly, 1 to ROUTE_VCS_MOST
 * @choice: &enum route_choice
 * @replies: true if requests are answered
 * @count: VCs of requests and of replies; if replies have none, they use those of requests
 */
struct route_vcs {
	u32 network;
	u32 h;
	u32 choice;
	bool replies;
	struct ss_flexvc_counts count[SS_FLEXVC_CLASSES];
};

#define ROUTE_VCS_MOST	3

/**
 * struct route_vcs_hop - the next hops of all packets that have the same path to go
 * @seen: true if some packet has such a hop
 * @kind: &enum ss_flexvc_kind of the worst of these hops
 * @top: highest place that all of these packets may take
 * @at: place of a packet with the worst hop
 * @escape: minimal path from the router that this hop leads to
 * @router: router of that packet
 * @dest: destination of that packet
 */
struct route_vcs_hop {
	bool seen;
	u32 kind;
	u32 top;
	u32 at;
	u32 escape;
	u32 router;
	u32 dest;
};

/*
 * A channel of a circle: VC @place of the link from router @from to router @to.  If @from equals
 * @to, and @place is 0, it is the queue of replies at this router.
 */
struct route_vcs_channel {
	u32 from;
	u32 to;
	u32 place;
};

/**
 * struct route_vcs_proof - findings about a set of VCs
 * @order: order of the VCs
 * @kind: &enum ss_flexvc_kind of the worst hop, by class; safe, if there are none
 * @hop: hops by class and path before the packet
 * @channels: number of channels that depend on others
 * @dependencies: number of dependencies between channels
 * @cycle: channels that wait for one another, or NULL
 * @cycle_length: number of channels in @cycle
 */
struct route_vcs_proof {
	struct ss_flexvc order;
	u32 kind[SS_FLEXVC_CLASSES];
	struct route_vcs_hop hop[SS_FLEXVC_CLASSES][SS_FLEXVC_PATHS];
	u64 channels;
	u64 dependencies;
	struct route_vcs_channel *cycle;
	u32 cycle_length;
};

/*
 * Return the question about a Dragonfly with h = 2, minimal routing, as many VCs as it needs, and
 * no replies.
 */
struct route_vcs route_vcs_default(void);

/* Set a key from @word, KEY=VALUE. */
bool route_vcs_set(struct route_vcs *v, const char *word, struct sim_error *err);

/*
 * Check the keys, and complete them.  Without a key, there are as many VCs of a type as the routing
 * needs.  Requests are answered only if a key gives VCs of replies.
 */
bool route_vcs_finish(struct route_vcs *v, struct sim_error *err);

/* Return the longest path of the routing, as a word of sim/parts/vc/flexvc.h. */
u32 route_vcs_longest(const struct route_vcs *v);

/*
 * Prove VCs that route_vcs_finish() accepted.  Returns NULL, with a reason in @err, if a type has
 * no VCs or too many.
 */
struct route_vcs_proof *route_vcs_prove(const struct route_vcs *v, struct sim_error *err);
void route_vcs_free(struct route_vcs_proof *proof);

/* Return true if no hop is unsupported, and there is no circle. */
bool route_vcs_holds(const struct route_vcs_proof *proof);

void route_vcs_text(const struct route_vcs *v, const struct route_vcs_proof *proof, FILE *to);
void route_vcs_json(const struct route_vcs *v, const struct route_vcs_proof *proof,
		    struct json_object *o);

extern const char *const route_network_words[];

/* The topology of each network, or NULL for a network that is not simulated. */
extern const struct ss_topology_ops *const route_topologies[ROUTE_NETWORKS];
extern const char *const route_choice_words[];

#endif /* SIM_ROUTE_VCS_H */
