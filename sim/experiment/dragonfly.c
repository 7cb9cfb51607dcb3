// SPDX-License-Identifier: GPL-2.0-only
/*
 * The table of the routers of a Dragonfly (routers.h).  In a small Dragonfly a global link may
 * never count as congested (docs/dragonfly-adaptive.md, section 1): that is an error if a user set
 * the threshold, and a warning otherwise.
 */
#include <stdio.h>

#include "sim/routers/dragonfly/dragonfly.h"

#include "assign.h"
#include "check.h"
#include "keys.h"

static struct ss_config usual(const struct sim_experiment *e)
{
	u32 routing = sim_is_given(e, "routing") ? e->config.routing : SS_ROUTE_MIN;
	const struct ss_dragonfly *d = ss_dragonfly_of(e->config.size);
	struct ss_config c;

	/* words that belong to other routers are refused later */
	if (!ss_dragonfly_is_routing(routing))
		routing = SS_ROUTE_MIN;
	if (sim_is_given(e, "dragonfly"))
		ss_dragonfly_config_default(&c, d->p, d->a, d->h, routing, e->rules);
	else
		ss_dragonfly_config_default(&c, 2, 4, 2, routing, e->rules);
	if (sim_ever_has_replies(e)) {
		c.dragonfly.reply_vcs = ss_dragonfly_local_vcs(routing);
		c.dragonfly.reply_global_vcs = ss_dragonfly_global_vcs(routing);
	}
	return c;
}

/* Return the cycle time by Fuentes, sec. 1.6.4: a router of 1 GHz. */
static u32 cycle_time(const struct sim_experiment *e)
{
	(void)e;
	return 1000;
}

/**
 * struct reach - the most by which a global link can be above the mean of its router's links
 * @percent: excess in per cent of that mean, reached when all other links are empty
 * @flits: flits that a VC of the link holds, on average
 */
struct reach {
	u32 percent;
	u32 flits;
};

static struct reach reach_of(const struct ss_config *c)
{
	const struct ss_dragonfly_config *own = &c->dragonfly;
	u32 vcs = own->global_vcs + own->reply_global_vcs;
	u32 pool = own->global_depth - own->global_depth * own->reserved / 100;
	/* VC 0 may take all of a shared memory; minimal packets of all VCs share it once */
	bool whole = own->shared && !(own->adaptive.min_cred && own->adaptive.sense_port);

	return (struct reach){
		.percent = 100 * ss_dragonfly_of(c->size)->h,
		.flits = own->global_depth + (whole ? (vcs - 1) * pool : 0),
	};
}

/*
 * Return the most packets by which a link can be above @percent of the mean; it must be above by
 * more.
 */
static u32 packets_above(const struct ss_config *c, u32 percent)
{
	struct reach r = reach_of(c);

	return percent >= r.percent ? 0 : (u64)(r.percent - percent) * r.flits /
					  ((u64)r.percent * c->max_packet);
}

static bool is_reached(const struct ss_config *c)
{
	const struct ss_adaptive *a = &c->dragonfly.adaptive;
	struct reach r = reach_of(c);

	return a->link_percent < r.percent &&
	       (u64)(r.percent - a->link_percent) * r.flits >
	       (u64)r.percent * a->link_packets * c->max_packet;
}

static bool asks_for_links(const struct sim_experiment *e)
{
	const struct ss_config *c = &e->config;
	u32 trigger = c->dragonfly.adaptive.trigger;

	return ss_dragonfly_routing_has(c->routing, SS_ROUTING_BY_LINKS) ||
	       (ss_dragonfly_routing_has(c->routing, SS_ROUTING_IN_TRANSIT) &&
		(trigger == SS_TRIGGER_CREDITS || trigger == SS_TRIGGER_HYBRID));
}

/*
 * Return true if a user asked for a value.  A result, the output of --dry-run and a list of
 * FOGSim's settings have all keys, so a default there does not count.
 */
static bool is_asked(const struct sim_experiment *e, const char *key, bool usual)
{
	return e->phase[0].origin[sim_key_find(key)].level && !usual;
}

static bool check_links(const struct sim_experiment *e, struct sim_error *err)
{
	const struct ss_adaptive *a = &e->config.dragonfly.adaptive;
	struct ss_config c = sim_config(e), other;
	const struct ss_adaptive *usual = &other.dragonfly.adaptive;
	struct reach r = reach_of(&c);
	bool percent, packets;

	if (!asks_for_links(e) || is_reached(&c))
		return true;
	ss_dragonfly_config_default(&other, 1, 1, 1, c.routing, e->rules);
	percent = is_asked(e, "link_percent", a->link_percent == usual->link_percent);
	packets = is_asked(e, "link_packets", a->link_packets == usual->link_packets);
	if (a->link_percent >= r.percent)
		return !percent ||
		       sim_fail_at(err, later(e, 0, "link_percent", "dragonfly"),
				   "'link_percent' = %u cannot be reached: with %u global links per router, a link has at most %u %% of their mean, when the others are empty: give less",
				   a->link_percent, ss_dragonfly_of(c.size)->h, r.percent);
	return !(percent || packets) ||
	       sim_fail_at(err, later(e, 0, "link_packets", "link_percent"),
			   "'link_packets' = %u cannot be reached: with 'link_percent' = %u and 'global_depth' = %u no global link is more than %u packets of %u flits above this share of the mean: give less",
			   a->link_packets, a->link_percent, c.dragonfly.global_depth,
			   packets_above(&c, a->link_percent), c.max_packet);
}

static bool warns(const struct sim_experiment *e, char *text, size_t room)
{
	const struct ss_adaptive *a = &e->config.dragonfly.adaptive;
	struct ss_config c = sim_config(e);
	bool pb = c.routing == SS_ROUTE_PB;

	if (!asks_for_links(e) || is_reached(&c))
		return false;
	snprintf(text, room,
		 "with %u global links per router, and 'link_percent' = %u and 'link_packets' = %u, no global link is ever congested%s%s%s",
		 ss_dragonfly_of(c.size)->h, a->link_percent, a->link_packets,
		 pb ? ": 'routing' = pb chooses as ugal does" : "",
		 pb && a->min_cred ? ", and 'min_cred' = yes changes nothing" : "",
		 ss_dragonfly_of(c.size)->h > 1 ? ": give less" : "");
	return true;
}

/* Refuse thresholds that no counter of a router, or of a group, can reach. */
static bool check_contention(const struct sim_experiment *e, struct sim_error *err)
{
	const struct ss_dragonfly *d = ss_dragonfly_of(e->config.size);
	const struct ss_adaptive *a = &e->config.dragonfly.adaptive;
	const struct ss_config *c = &e->config;
	u32 entries = d->p * c->dragonfly.inject_vcs + d->h * c->dragonfly.global_vcs;
	u32 most = entries + (d->a - 1) * c->vcs;

	if (!ss_dragonfly_routing_has(c->routing, SS_ROUTING_IN_TRANSIT) ||
	    a->trigger == SS_TRIGGER_CREDITS)
		return true;
	if (a->contention > most)
		return sim_fail_at(err, later(e, 0, "contention", "dragonfly"),
				   "'contention' = %u cannot be reached: the inputs of a router have %u virtual channels: give less ('seastar-sim help contention')",
				   a->contention, most);
	if (a->trigger != SS_TRIGGER_ECTN)
		return true;
	if (a->group_contention > d->a * entries)
		return sim_fail_at(err, later(e, 0, "group_contention", "dragonfly"),
				   "'group_contention' = %u cannot be reached: the ports of nodes and of global links of a group have %u virtual channels: give less",
				   a->group_contention, d->a * entries);
	return true;
}

/*
 * Check reserved memory: a packet that finds room neither in its VC's own part nor in the pool may
 * wait for ever.
 */
static bool check_reserved(const struct sim_experiment *e, struct sim_error *err)
{
	struct ss_config c = sim_config(e);
	const struct ss_dragonfly_config *own = &c.dragonfly;
	u32 local = c.input_depth * own->reserved / 100;
	u32 global = own->global_depth * own->reserved / 100;
	bool at_local = c.vcs + own->reply_vcs > 1 && local < c.max_packet;
	bool at_global = own->global_vcs + own->reply_global_vcs > 1 && global < c.max_packet;

	if (!own->shared || c.may_deadlock || !(at_local || at_global))
		return true;
	return sim_fail_at(err, later(e, 0, "reserved", at_local ? "input_depth" : "global_depth"),
			   "'reserved' = %u %% of '%s' = %u is less than a packet of %u flits, so that the VCs of a %s port may deadlock: give more of either, or 'deadlock' = allowed",
			   own->reserved, at_local ? "input_depth" : "global_depth",
			   at_local ? c.input_depth : own->global_depth, c.max_packet,
			   at_local ? "local" : "global");
}

/* Refuse to allow deadlock where the fabric cannot deadlock. */
static bool check_may_deadlock(const struct sim_experiment *e, struct sim_error *err)
{
	const struct ss_config *c = &e->config;

	if (!c->may_deadlock || c->dragonfly.shared || c->dragonfly.order == SS_ORDER_FLEXIBLE)
		return true;
	return sim_fail_at(err, later(e, 0, "deadlock", "router"),
			   "'deadlock' = allowed has no effect with 'router' = dragonfly unless 'buffers' = shared or 'order' = flexible: leave it out");
}

/* Check for settings that a Dragonfly can be built with, but that make no sense. */
static bool check(const struct sim_experiment *e, struct sim_error *err)
{
	return check_may_deadlock(e, err) && check_reserved(e, err) && check_contention(e, err) &&
	       check_links(e, err);
}

/* Check replies of nodes that answer at once. */
static bool check_replies(const struct sim_experiment *e, u32 phase, const struct ss_traffic *t,
			  struct sim_error *err)
{
	if (t->reply_turns)
		return sim_fail_at(err, later(e, phase, "reply_order", "router"),
				   "'reply_order' = turns: nodes of 'router' = dragonfly answer at once, on virtual channels that requests do not take");
	if (e->config.dragonfly.inject_vcs < 2)
		return sim_fail_at(err, later(e, phase, "reply", "inject_vcs"),
				   "'inject_vcs' = 1: with 'reply' half of the injection VCs are for replies: give 2 or more");
	return true;
}

const struct sim_router_ops sim_router_dragonfly = {
	.usual = usual,
	.cycle_time = cycle_time,
	.check = check,
	.check_replies = check_replies,
	.warns = warns,
	.drops = true,
	.without_delay = true,
	.without_window = true,	/* FOGSim */
	.hop = { "router_delay", "crossbar_delay", "link_delay" },
	.global = "global_delay",
};
