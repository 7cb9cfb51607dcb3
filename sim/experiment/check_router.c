// SPDX-License-Identifier: GPL-2.0-only
/* What only routers of one kind refuse: a sentence for each, that names the keys. */
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"
#include "sim/topology/list.h"

#include "assign.h"
#include "check.h"
#include "keys.h"
#include "reach.h"

static bool check_seastar(const struct sim_experiment *e, struct sim_error *err)
{
	const struct ss_config *c = &e->config;

	if (c->vcs != 1 && c->vcs != 2 && c->vcs != 4)
		return sim_fail_at(err, later(e, 0, "vcs", "router"),
				   "vcs: %u is neither 1, 2 nor 4", c->vcs);
	return true;
}

static bool check_vc(const struct sim_experiment *e, struct sim_error *err)
{
	const struct ss_config *c = &e->config;

	struct ss_config config = sim_config(e);
	const struct ss_topology_routing *routing = NULL;

	if (c->topology->routings)
		routing = &c->topology->routings[config.routing];
	if (routing && c->vcs < routing->stages)
		return sim_fail_at(err, later(e, 0, "vcs", "routing"),
				   "'vcs' = %u are too few: 'routing' = %s has %u stages, each of which needs its own to exclude deadlock",
				   c->vcs, routing->word, routing->stages);
	if (c->classes * c->vcs > SS_VC_MAX_VCS)
		return sim_fail_at(err, later(e, 0, "vcs", "classes"),
				   "'vcs' = %u in each of %u 'classes' are more than %d", c->vcs,
				   c->classes, SS_VC_MAX_VCS);
	return true;
}

static bool check_torus(const struct sim_experiment *e, struct sim_error *err)
{
	u32 routers = ss_config_routers(&e->config);

	if (e->config.routing != SS_ROUTE_GAL)
		return true;
	if (!e->phase[0].origin[sim_key_find("threshold")].level)
		return sim_fail_at(err, later(e, 0, "routing", "routing"),
				   "'routing' = gal needs 'threshold': the packets that an injection queue holds, such as 16");
	if (routers > SS_TORUS_GAL_ROUTERS)
		return sim_fail_at(err, later(e, 0, "topology", "routing"),
				   "'routing' = gal has injection queues for each pair of routers: 'topology' has %u, and %u is the most",
				   routers, SS_TORUS_GAL_ROUTERS);
	return true;
}

static bool check_bubble_rings(const struct sim_experiment *e, struct sim_error *err)
{
	const struct ss_config *c = &e->config;

	for (u32 d = 0; d < SS_DIMS && c->bubble == SS_BUBBLE_ONE && !c->may_deadlock; d++)
		if (c->size[d] > 3)
			return sim_fail_at(err, later(e, 0, "bubble", "topology"),
					   "'bubble' = one may deadlock in rings of 4 or more routers, as %c of 'topology' has: give 'bubble' two or 'deadlock' allowed",
					   "xyz"[d]);
	return true;
}

static bool check_bubble(const struct sim_experiment *e, struct sim_error *err)
{
	struct ss_config config = sim_config(e), *c = &config;
	u32 crossing = c->crossbar == SS_CROSSBAR_SIC ? 2 : 1;

	if (c->input_depth / c->max_packet < 2)
		return sim_fail_at(err, later(e, 0, "input_depth", "max_packet"),
				   "'input_depth' = %u cannot hold two packets of 'max_packet' = %u flits, one of which is the bubble",
				   c->input_depth, c->max_packet);
	if (c->router_delay < crossing + c->link_delay)
		return sim_fail_at(err, later(e, 0, "router_delay", "link_delay"),
				   "'router_delay' = %u is less than 'link_delay' = %u and %u for the crossbar",
				   c->router_delay, c->link_delay, crossing);
	return check_bubble_rings(e, err);
}

static bool check_wormhole_rings(const struct sim_experiment *e, const struct ss_config *c,
				 struct sim_error *err)
{
	u32 usual = ss_wormhole_vcs(c->routing);
	bool adaptive = c->routing == SS_ROUTE_ADAPTIVE;

	if (c->vcs != usual && c->vcs != usual - 1)
		return sim_fail_at(err, later(e, 0, "vcs", "routing"),
				   "'vcs' = %u: with 'routing' = %s a link of 'router' = wormhole has %u, or %u where that cannot deadlock or 'deadlock' is allowed",
				   c->vcs, adaptive ? "adaptive" : "dor", usual, usual - 1);
	for (u32 d = 0; d < SS_DIMS && c->vcs != usual && !c->may_deadlock; d++)
		if (c->size[d] > 3)
			return sim_fail_at(err, later(e, 0, "vcs", "topology"),
					   "'vcs' = %u leaves one for dimension order, which may deadlock in rings of 4 or more routers, as %c of 'topology' has: give 'vcs' %u, or 'deadlock' = allowed",
					   c->vcs, "xyz"[d], usual);
	return true;
}

static bool check_wormhole(const struct sim_experiment *e, struct sim_error *err)
{
	struct ss_config config = sim_config(e), *c = &config;
	u32 own = c->crossbar == SS_CROSSBAR_SIC ? 4 : 3;

	if (c->router_delay < c->link_delay + own)
		return sim_fail_at(err, later(e, 0, "router_delay", "link_delay"),
				   "'router_delay' = %u is less than 'link_delay' = %u and %u for routing, the crossbar and the VC controller",
				   c->router_delay, c->link_delay, own);
	return check_wormhole_rings(e, c, err);
}

/* "A, B or C" of the words of @k for the router, for the caller to free. */
static char *list_words(const struct sim_key *k, u32 router)
{
	const char *last = NULL;
	char *text;
	size_t size;
	FILE *to = sim_need(open_memstream(&text, &size));

	for (u32 i = 0; k->words[i]; i++) {
		if (!sim_word_is_of_router(k, i, router))
			continue;
		if (last)
			fprintf(to, "%s%s", ftell(to) ? ", " : "", last);
		last = k->words[i];
	}
	if (last)
		fprintf(to, "%s%s", ftell(to) ? " or " : "", last);
	fclose(to);
	return sim_need(text);
}

/* Choices of the fabric that are those of other routers. */
static bool check_words(const struct sim_experiment *e, struct sim_error *err)
{
	const struct sim_key *routers = &sim_keys[sim_key_find("router")];

	for (u32 i = 0; i < sim_key_count; i++) {
		const struct sim_key *k = &sim_keys[i], *because;
		const u32 *value = sim_key_field(k, e, 0);
		char *words;

		if (k->group != SIM_GROUP_FABRIC || !k->word_routers ||
		    !sim_key_applies(k, e, 0, &because) ||
		    sim_word_is_of_router(k, sim_key_chosen(k, *value), e->router))
			continue;
		words = list_words(k, e->router);
		sim_fail_at(err, later(e, 0, k->name, "router"),
			    "'router' = %s has no such '%s': give %s", routers->words[e->router],
			    k->name, words);
		free(words);
		return false;
	}
	return true;
}

/* Is there a kind of router @e has for its topology, and are its sizes possible? */
static bool check_topology(const struct sim_experiment *e, struct sim_error *err)
{
	const struct ss_topology_ops *t = e->config.topology;
	const char *why;

	if (t->routings && e->router != SIM_ROUTER_VC)
		return sim_fail_at(err, later(e, 0, "topology", "router"),
				   "'topology' = %s: only 'router' = vc builds %s", t->name,
				   t->view->title);
	why = t->routings ? t->check(&e->config) : NULL;
	return !why || sim_fail_at(err, later(e, 0, "topology", "vcs"), "topology: %s", why);
}

/* Has the topology the routing that is chosen? */
static bool check_routing(const struct sim_experiment *e, struct sim_error *err)
{
	const struct sim_key *k = &sim_keys[sim_key_find("routing")];
	const struct ss_topology_ops *t = e->config.topology;
	char words[80] = "";

	if (e->router != SIM_ROUTER_VC || !t->routings)
		return true;
	for (const struct ss_topology_routing *w = t->routings; w->word; w++) {
		if (!strcmp(w->word, k->words[e->config.routing]))
			return true;
		snprintf(words + strlen(words), sizeof(words) - strlen(words), "%s%s",
			 w == t->routings ? "" : w[1].word ? ", " : " or ", w->word);
	}
	return sim_fail_at(err, later(e, 0, "routing", "topology"),
			   "'topology' = %s has no such 'routing': give %s", t->name, words);
}

/* Does 'router_delay' say something that may not be 0? */
static bool has_delay(const struct sim_experiment *e)
{
	return e->router != SIM_ROUTER_DRAGONFLY &&
	       sim_key_is_of_router(&sim_keys[sim_key_find("router_delay")], e->router);
}

/* VCs that are the replies' own: none, or enough. */
static bool check_reply_vcs(const struct sim_experiment *e, u32 local, u32 global,
			    struct sim_error *err)
{
	const struct ss_config *c = &e->config;
	const char *routing = sim_keys[sim_key_find("routing")].words[c->routing];

	if (c->vcs + c->reply_vcs > 16 || c->global_vcs + c->reply_global_vcs > 16)
		return sim_fail_at(err, later(e, 0, "reply_vcs", "vcs"),
				   "'vcs' and 'reply_vcs', or 'global_vcs' and 'reply_global_vcs', are more than 16 together");
	if (!c->reply_vcs && !c->reply_global_vcs)
		return true;
	if (c->reply_vcs < local)
		return sim_fail_at(err, later(e, 0, "reply_vcs", "routing"),
				   "'reply_vcs' = %u are too few: 'routing' = %s needs %u on local ports to exclude deadlock, or 0 of both kinds, which replies share with requests",
				   c->reply_vcs, routing, local);
	if (c->reply_global_vcs < global)
		return sim_fail_at(err, later(e, 0, "reply_global_vcs", "routing"),
				   "'reply_global_vcs' = %u are too few: 'routing' = %s needs %u to exclude deadlock, or 0 of both kinds, which replies share with requests",
				   c->reply_global_vcs, routing, global);
	return true;
}

/* FlexVC takes fewer VCs, and longer ways then where there is room only. */
static bool check_flexible_vcs(const struct sim_experiment *e, const char *routing,
			       struct sim_error *err)
{
	const struct ss_config *c = &e->config;
	bool minimal = !ss_dragonfly_routing_has(c->routing, ~0U);
	u32 local = minimal ? 2 : 3, global = minimal ? 1 : 2;

	if (c->may_deadlock)
		return true;
	if (c->vcs < local || c->global_vcs < global)
		return sim_fail_at(err, later(e, 0, "order", "routing"),
				   "'vcs' = %u and 'global_vcs' = %u are too few: 'routing' = %s with 'order' = flexible needs %u and %u, or 'deadlock' = allowed",
				   c->vcs, c->global_vcs, routing, local, global);
	return check_reply_vcs(e, 2, 1, err);
}

static bool check_dragonfly_vcs(const struct sim_experiment *e, struct sim_error *err)
{
	const struct ss_config *c = &e->config;
	u32 local = ss_dragonfly_local_vcs(c->routing);
	u32 global = ss_dragonfly_global_vcs(c->routing);
	const char *routing = sim_keys[sim_key_find("routing")].words[c->routing];

	if (c->order == SS_ORDER_FLEXIBLE)
		return check_flexible_vcs(e, routing, err);
	if (c->vcs < local)
		return sim_fail_at(err, later(e, 0, "vcs", "routing"),
				   "'vcs' = %u are too few: 'routing' = %s needs %u on local ports to exclude deadlock",
				   c->vcs, routing, local);
	if (c->global_vcs < global)
		return sim_fail_at(err, later(e, 0, "global_vcs", "routing"),
				   "'global_vcs' = %u are too few: 'routing' = %s needs %u to exclude deadlock",
				   c->global_vcs, routing, global);
	return check_reply_vcs(e, local, global, err);
}

/* Thresholds that no counter of a router, or of a group, can reach. */
static bool check_contention(const struct sim_experiment *e, struct sim_error *err)
{
	const struct ss_dragonfly *d = ss_dragonfly_of(e->config.size);
	const struct ss_adaptive *a = &e->config.adaptive;
	const struct ss_config *c = &e->config;
	u32 entries = d->p * c->inject_vcs + d->h * c->global_vcs;
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
	if (a->period < c->link_delay)
		return sim_fail_at(err, later(e, 0, "exchange_period", "link_delay"),
				   "'exchange_period' = %u is less than 'link_delay' = %u, which an exchange takes",
				   a->period, c->link_delay);
	return true;
}

static bool check_misrouting(const struct sim_experiment *e, struct sim_error *err)
{
	const struct ss_adaptive *a = &e->config.adaptive;
	const struct ss_config *c = &e->config;

	if (a->misrouting == SS_MISROUTE_MM &&
	    !ss_dragonfly_routing_has(c->routing, SS_ROUTING_IN_TRANSIT))
		return sim_fail_at(err, later(e, 0, "misrouting", "routing"),
				   "'misrouting' = mm is for routers that decide in transit, and with 'routing' = %s none does: give rrg, crg or nrg",
				   sim_keys[sim_key_find("routing")].words[c->routing]);
	if (a->misrouting == SS_MISROUTE_NRG && ss_dragonfly_routing_has(c->routing, ~0U) &&
	    ss_dragonfly_of(c->size)->a < 2)
		return sim_fail_at(err, later(e, 0, "misrouting", "dragonfly"),
				   "'misrouting' = nrg needs other routers in a group, and those of 'dragonfly' have one");
	if (a->redraw && ss_dragonfly_routing_has(c->routing, SS_ROUTING_AT_SOURCE) && !a->always)
		return sim_fail_at(err, later(e, 0, "redraw", "decision"),
				   "'redraw' = yes needs 'decision' = always: a packet that is decided on once has its random router by then");
	return check_contention(e, err);
}

/* Rooms have 16 bits; with anything reserved, no memory that can be asked for is larger. */
static bool check_shared(const struct sim_experiment *e, struct sim_error *err)
{
	const struct ss_config *c = &e->config;
	u32 local = (c->vcs + c->reply_vcs) * c->input_depth;
	u32 global = (c->global_vcs + c->reply_global_vcs) * c->global_depth;
	bool at_local = local > 65535;

	if (!c->shared || c->reserved || (!at_local && global <= 65535))
		return true;
	return sim_fail_at(err, later(e, 0, "buffers", at_local ? "input_depth" : "global_depth"),
			   "'buffers' = shared: the VCs of a %s port share at most 65,535 flits, and those of '%s' = %u have %u",
			   at_local ? "local" : "global", at_local ? "input_depth" : "global_depth",
			   at_local ? c->input_depth : c->global_depth, at_local ? local : global);
}

/* A packet that finds neither room of its VC's own nor of the pool may wait for ever. */
static bool check_reserved(const struct sim_experiment *e, struct sim_error *err)
{
	struct ss_config c = sim_config(e);
	u32 local = c.input_depth * c.reserved / 100, global = c.global_depth * c.reserved / 100;
	bool at_local = c.vcs + c.reply_vcs > 1 && local < c.max_packet;
	bool at_global = c.global_vcs + c.reply_global_vcs > 1 && global < c.max_packet;

	if (!c.shared || c.may_deadlock || !(at_local || at_global))
		return true;
	return sim_fail_at(err, later(e, 0, "reserved", at_local ? "input_depth" : "global_depth"),
			   "'reserved' = %u %% of '%s' = %u is less than a packet of %u flits, so that the VCs of a %s port may deadlock: give more of either, or 'deadlock' = allowed",
			   c.reserved, at_local ? "input_depth" : "global_depth",
			   at_local ? c.input_depth : c.global_depth, c.max_packet,
			   at_local ? "local" : "global");
}

/* What may deadlock, where it is not excluded. */
static bool check_may_deadlock(const struct sim_experiment *e, struct sim_error *err)
{
	const struct ss_config *c = &e->config;

	if (!c->may_deadlock || c->shared || c->order == SS_ORDER_FLEXIBLE)
		return true;
	return sim_fail_at(err, later(e, 0, "deadlock", "router"),
			   "'deadlock' = allowed has no effect with 'router' = dragonfly unless 'buffers' = shared or 'order' = flexible: leave it out");
}

static bool check_dragonfly(const struct sim_experiment *e, struct sim_error *err)
{
	static const char *const keys[] = {
		"input_depth", "global_depth", "inject_depth", "output_depth"
	};
	const struct ss_config *c = &e->config;
	const u32 depth[] = { c->input_depth, c->global_depth, c->inject_depth, c->output_depth };

	for (u32 i = 0; i < 4; i++)
		if (depth[i] < c->max_packet)
			return sim_fail_at(err, later(e, 0, keys[i], "max_packet"),
					   "'%s' = %u is less than 'max_packet' = %u: a packet moves when there is room for all of it",
					   keys[i], depth[i], c->max_packet);
	return check_may_deadlock(e, err) && check_dragonfly_vcs(e, err) && check_shared(e, err) &&
	       check_reserved(e, err) && check_misrouting(e, err) && check_links(e, err);
}

bool check_router(const struct sim_experiment *e, struct sim_error *err)
{
	static bool (*const checks[SIM_ROUTERS])(const struct sim_experiment *e,
						 struct sim_error *err) = {
		[SIM_ROUTER_SEASTAR] = check_seastar,
		[SIM_ROUTER_VC] = check_vc,
		[SIM_ROUTER_TORUS] = check_torus,
		[SIM_ROUTER_BUBBLE] = check_bubble,
		[SIM_ROUTER_WORMHOLE] = check_wormhole,
		[SIM_ROUTER_DRAGONFLY] = check_dragonfly,
	};

	if (e->router != SIM_ROUTER_TORUS && !e->config.eject[0])
		return sim_fail_at(err, later(e, 0, "eject", "router"),
				   "'eject' = unlimited: only processors of 'router' = torus have no limit: give A/B");
	if (!e->config.router_delay && has_delay(e))
		return sim_fail_at(err, later(e, 0, "router_delay", "router"),
				   "'router_delay' = 0: only 'router' = dragonfly has routers without delay: give 1 to 255");
	if (!e->config.inject[0] && e->router != SIM_ROUTER_DRAGONFLY)
		return sim_fail_at(err, later(e, 0, "inject", "inject"),
				   "'inject' = unlimited: a node sends one flit per cycle at most: give A/B");
	return check_topology(e, err) && check_words(e, err) && check_routing(e, err) &&
	       checks[e->router](e, err);
}
