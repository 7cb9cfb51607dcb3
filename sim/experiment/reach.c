// SPDX-License-Identifier: GPL-2.0-only
/*
 * When is a global link of a Dragonfly congested (docs/dragonfly-adaptive.md, section 1)?  In a
 * small one it may never be: that is an error where a user asks for it, and a warning otherwise.
 */
#include <stdio.h>

#include "assign.h"
#include "check.h"
#include "keys.h"
#include "reach.h"

/**
 * struct reach - how far a global link can be above the mean of the links of its router
 * @percent: of that mean, at most: where all others are empty
 * @flits: a VC of it holds, on the mean
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
	/* VC 0 may have all of a shared memory; minimal packets on all VCs take it once only */
	bool whole = own->shared && !(own->adaptive.min_cred && own->adaptive.sense_port);

	return (struct reach){
		.percent = 100 * ss_dragonfly_of(c->size)->h,
		.flits = own->global_depth + (whole ? (vcs - 1) * pool : 0),
	};
}

/* The most packets by which a link can be above @percent of the mean; it must be by more. */
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

	if (e->router != SIM_ROUTER_DRAGONFLY)
		return false;
	return ss_dragonfly_routing_has(c->routing, SS_ROUTING_BY_LINKS) ||
	       (ss_dragonfly_routing_has(c->routing, SS_ROUTING_IN_TRANSIT) &&
		(trigger == SS_TRIGGER_CREDITS || trigger == SS_TRIGGER_HYBRID));
}

/*
 * A result, the output of --dry-run and a list of FOGSim's settings have all keys: a default there
 * asks for nothing.
 */
static bool is_asked(const struct sim_experiment *e, const char *key, bool usual)
{
	return e->phase[0].origin[sim_key_find(key)].level && !usual;
}

bool check_links(const struct sim_experiment *e, struct sim_error *err)
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
				   "'link_percent' = %u cannot be reached: of the mean of a router's %u global links one has %u %% at most, where the others are empty",
				   a->link_percent, ss_dragonfly_of(c.size)->h, r.percent);
	return !(percent || packets) ||
	       sim_fail_at(err, later(e, 0, "link_packets", "link_percent"),
			   "'link_packets' = %u cannot be reached: with 'link_percent' = %u and 'global_depth' = %u no global link is more than %u packets of %u flits above this share of the mean: give less",
			   a->link_packets, a->link_percent, c.dragonfly.global_depth,
			   packets_above(&c, a->link_percent), c.max_packet);
}

bool sim_experiment_warns(const struct sim_experiment *e, char *text, size_t room)
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
