/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Adaptive routing: observations of routers, and the decisions for packets
 * (docs/dragonfly-adaptive.md).
 */
#ifndef DRF_ADAPT_H
#define DRF_ADAPT_H

#include "routings/routing.h"
#include "visit.h"

/* Set the fields of struct drf_fabric that adaptive routing needs, except their places. */
void drf_adapt_plan(struct drf_fabric *df, const struct ss_config *cfg, u32 window);

/* Make a router's observations before the first pass of a cycle (adapt.c). */
void drf_observe(struct drf_visit *x);

/* Plan a visit for the router's next observation, even if no packet can be granted then. */
void drf_watch(struct drf_visit *x);

/* Return random number @number of an attempt of the first packet of VC @vc of input @in. */
u64 drf_attempt_draw(const struct drf_visit *x, u32 in, u32 vc, u32 number);

/*
 * Return the occupancy of the port of @hop or, without @sense_port, of its VC (section 1).  The hop
 * is not to a node.
 */
struct drf_level drf_occupancy(const struct drf_visit *x, const struct drf_hop *hop);

/* Return the occupancy of the VC of @hop, regardless of @sense_port. */
struct drf_level drf_occupancy_of_vc(const struct drf_visit *x, const struct drf_hop *hop);

/* Choose a hop at the source (section 3; source.c). */
bool drf_attempt_at_source(struct drf_visit *x, u32 in, u32 vc, struct drf_hop *hop);
void drf_decide_once(struct drf_visit *x, struct drf_slot *s);

/*
 * Compare the minimal way of @p with that by router @via, where the occupancies of their first hops
 * are @level and @other, by `comparison` and `ugal_bias` (section 3).  Returns true if @p is
 * expected to need longer on the minimal way, which may have fewer links.
 */
bool drf_is_longer(const struct drf_visit *x, const struct ss_packet *p, u64 level, u64 other,
		   u32 via);

/*
 * Decide for UGAL, as &drf_routing.leaves, whether a packet leaves the minimal way
 * (routings/ugal.c).
 */
bool drf_ugal_leaves(const struct drf_visit *x, const struct ss_packet *p,
		     const struct drf_hop *straight, const struct drf_hop *around);

/* Choose a hop in transit (section 5; misroute.c). */
bool drf_attempt_in_transit(struct drf_visit *x, u32 in, u32 vc, struct drf_hop *hop);

/* Find the router's congested links (section 1), into rt->congested (congestion.c). */
void drf_find_congested(struct drf_visit *x);

/* first bit for replies in a set of congested links */
#define DRF_OF_REPLIES	SS_DRAGONFLY_MOST

/*
 * Return the part of @links, a set of congested links, that applies to requests, or to replies, as
 * bits by number of the router's link.
 */
static inline u32 drf_links_for(u64 links, bool reply)
{
	return links >> (reply ? DRF_OF_REPLIES : 0) & ((1U << DRF_OF_REPLIES) - 1);
}

/* Functions of contention.c: counters (section 6). */
size_t drf_contention_bytes(const struct drf_fabric *df, const struct ss_config *cfg);
void drf_contention_init(const struct drf_fabric *df, struct drf_router *rt);
void drf_count_fronts(struct drf_visit *x);
void drf_count_crossing(struct drf_visit *x, u32 in, u32 vc);
void drf_watch_counters(struct drf_visit *x);
void drf_filter(struct drf_visit *x);

/* Return the counters K, F and S (section 6). */
u32 drf_contention(const struct drf_visit *x, u32 out);
u32 drf_filtered(const struct drf_visit *x, u32 out);
u32 drf_group_contention(const struct drf_visit *x, u32 group);

#endif /* DRF_ADAPT_H */
