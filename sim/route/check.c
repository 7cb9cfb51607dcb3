// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"

#include "check.h"
#include "cycle.h"
#include "direction.h"
#include "step.h"
#include "turns.h"

const char *const route_fault_words[] = {
	[ROUTE_BAD_ENTRY] = "entry",
	[ROUTE_NO_LINK] = "no_link",
	[ROUTE_BACK] = "back",
	[ROUTE_BAD_TURN] = "turn",
	[ROUTE_BAD_DATELINE] = "dateline",
	[ROUTE_BAD_ORDER] = "order",
	[ROUTE_BAD_HOME] = "home",
	[ROUTE_CIRCLING] = "circling",
	[ROUTE_LONGER] = "longer",
};

const char *const route_fault_texts[] = {
	[ROUTE_BAD_ENTRY] = "entries are of a port or VC that there is not",
	[ROUTE_NO_LINK] = "entries lead to a port without a link",
	[ROUTE_BACK] = "packets turn back",
	[ROUTE_BAD_TURN] = "turns break the turn rule",
	[ROUTE_BAD_DATELINE] = "packets on VC1 cross a dateline",
	[ROUTE_BAD_ORDER] = "packets cross a dateline and then go along a higher dimension",
	[ROUTE_BAD_HOME] = "packets come to a processor that is not their destination's",
	[ROUTE_CIRCLING] = "packets circle",
	[ROUTE_LONGER] = "pairs have routes longer than dimension order",
};

/* Outcome of a packet's path, as far as it has been followed. */
enum end {
	UNSEEN,
	ON_PATH,
	HOME,
	REGION,		/* the packet enters the destination's region */
	DROPPED,	/* there is no entry for it */
	NOWHERE,
};

/**
 * struct place - findings about a channel, for the destination under check
 * @stamp: stamp of the destination for which the other fields are valid
 * @hops: hops from here to the end of the path
 * @exit: channel by which the path enters the destination's region, if @end is REGION
 * @end: &enum end: outcome of the path
 * @dims: bit d is set if the path goes along dimension d
 */
struct place {
	u32 stamp;
	u32 exit;
	u16 hops;
	u8 end;
	u8 dims;
};

/**
 * struct step - a step of the path that is being followed
 * @channel: channel that the packet leaves
 * @next: channel that it comes to
 * @port: output port between them
 */
struct step {
	u32 channel;
	u32 next;
	u32 port;
};

/**
 * struct site - facts about a router, for all destinations
 * @region: region of the router
 * @datelines: set of the ports by which packets cross a dateline
 * @fair: by input: set of the network outputs that have a link and break no rule of turns
 */
struct site {
	u8 region;
	u8 datelines;
	u8 fair[SEASTAR_PORTS];
};

/**
 * struct walk - the check under way
 * @p: the plan
 * @t: the tables
 * @proof: the findings
 * @place: findings about each channel
 * @path: steps of the present packet
 * @site: facts about each router
 * @least: by dimension and coordinate: fewest links to the destination under check
 * @leads: by channel: set of the outputs and VCs that some packet needs next
 * @stamp: stamp of the destination under check
 * @nid: node id of @dest
 * @dest: destination under check; with @outside, it stands for all destinations that have the same
 * global entry
 * @region: region of the destination
 * @outside: true if packets are followed up to the region only
 * @is_whole: true if no link is down
 */
struct walk {
	const struct route_plan *p;
	const struct route_tables *t;
	struct route_proof *proof;
	struct place *place;
	struct step *path;
	struct site *site;
	u16 *least[SEASTAR_DIMS];
	u16 *leads;
	u32 stamp;
	u32 nid;
	u32 dest;
	u32 region;
	bool outside;
	bool is_whole;
};

static void find(struct walk *w, enum route_fault fault, u32 channel, u32 dest)
{
	struct route_proof *proof = w->proof;

	if (!proof->fault[fault]++)
		proof->example[fault] = (struct route_example){
			.router = route_channel_router(channel),
			.in = SS_PORT_OF(route_channel_port(channel)),
			.vc = route_channel_vc(channel), .dest = dest,
		};
}

static const struct site *site_of(const struct walk *w, u32 channel)
{
	return &w->site[route_channel_router(channel)];
}

/* Return the entry of the tables for a packet in @channel for the destination. */
static u8 entry_at(const struct walk *w, u32 channel)
{
	u32 id = route_channel_port(channel);

	if (site_of(w, channel)->region == w->region)
		return route_tables_local(w->t, id, w->nid);
	return route_tables_global(w->t, id, w->nid);
}

static struct place *place_of(struct walk *w, u32 channel)
{
	struct place *at = &w->place[channel];

	if (at->stamp != w->stamp)
		*at = (struct place){ .stamp = w->stamp };
	return at;
}

/* Return the fault of a packet that leaves @channel by @entry, or ROUTE_FAULTS if there is none. */
static enum route_fault fault_of(const struct walk *w, u32 channel, u8 entry)
{
	u32 router = route_channel_router(channel), in = SS_PORT_OF(route_channel_port(channel));
	u32 port = ss_route_port(entry);

	if (!ss_route_is_entry(entry))
		return ROUTE_BAD_ENTRY;
	if (w->site[router].fair[in] >> port & 1 &&
	    !(w->site[router].datelines >> port & route_step_vc(entry, channel)))
		return ROUTE_FAULTS;
	if (port == SEASTAR_PORT_PROC)
		return router == w->dest ? ROUTE_FAULTS : ROUTE_BAD_HOME;
	if (route_behind(w->p, router, port) == SS_NO_ROUTER)
		return ROUTE_NO_LINK;
	if (port == in)
		return ROUTE_BACK;
	if (!route_may_turn(w->p, router, in, port))
		return ROUTE_BAD_TURN;
	if (route_is_dateline(w->p, router, port) && route_step_vc(entry, channel))
		return ROUTE_BAD_DATELINE;
	return ROUTE_FAULTS;
}

/* Return true if a packet can go on in spite of @fault. */
static bool is_passable(enum route_fault fault)
{
	return fault == ROUTE_FAULTS || fault == ROUTE_BAD_TURN;
}

static u32 next_channel(const struct walk *w, u32 channel, u8 entry)
{
	u32 router = route_channel_router(channel), port = ss_route_port(entry);
	u32 vc = route_step_vc(entry, channel);

	vc |= w->site[router].datelines >> port & 1;
	return ROUTE_CHANNEL(SS_PORT_ID(w->p->peer[SS_PORT_ID(router, port)], ss_opposite(port)),
			     vc);
}

static bool is_inside(const struct walk *w, u32 channel)
{
	return site_of(w, channel)->region == w->region;
}

/* Record how the path goes on from the channel of @s, by that step. */
static void settle(struct walk *w, const struct step *s)
{
	const struct place *then = place_of(w, s->next);
	struct place *at = place_of(w, s->channel);
	u32 dim = ss_port_dim(s->port);

	at->dims = 1U << dim;
	at->hops = 1;
	if (w->outside && is_inside(w, s->next)) {
		at->exit = s->next;
		at->end = REGION;
		return;
	}
	if (then->end == ON_PATH) {
		find(w, ROUTE_CIRCLING, s->channel, w->dest);
		at->end = NOWHERE;
		return;
	}
	at->dims |= then->dims;
	at->hops += then->hops;
	at->exit = then->exit;
	at->end = then->end;
	if (site_of(w, s->channel)->datelines >> s->port & 1 && then->dims & ((1U << dim) - 1))
		find(w, ROUTE_BAD_ORDER, s->channel, w->dest);
}

/* Return how the path ends in @channel, or ON_PATH if it goes on. */
static enum end end_at(struct walk *w, u32 channel, u8 entry)
{
	enum route_fault fault;

	if (entry == SS_ROUTE_NONE)
		return DROPPED;
	fault = fault_of(w, channel, entry);
	if (fault != ROUTE_FAULTS)
		find(w, fault, channel, w->dest);
	if (!is_passable(fault))
		return NOWHERE;
	return ss_route_port(entry) == SEASTAR_PORT_PROC ? HOME : ON_PATH;
}

/* Follow a packet from @channel to its end. */
static struct place *follow(struct walk *w, u32 channel)
{
	struct place *first = place_of(w, channel);
	u32 depth = 0;

	while (!(w->outside && is_inside(w, channel))) {
		struct place *at = place_of(w, channel);
		struct step *s = &w->path[depth];
		u8 entry;

		if (at->end != UNSEEN)
			break;
		entry = entry_at(w, channel);
		at->end = end_at(w, channel, entry);
		if (at->end != ON_PATH)
			break;
		s->channel = channel;
		s->next = next_channel(w, channel, entry);
		s->port = ss_route_port(entry);
		w->leads[channel] |= 1U << (2 * s->port + route_channel_vc(s->next));
		channel = s->next;
		depth++;
	}
	while (depth)
		settle(w, &w->path[--depth]);
	return first;
}

static u32 source_channel(u32 router)
{
	return ROUTE_CHANNEL(SS_PORT_ID(router, SEASTAR_PORT_PROC), 0);
}

/* Return a bound of the links from @source to the destination, which no route comes below. */
static u32 least_links(const struct walk *w, u32 source)
{
	u32 n = 0;

	for (u32 d = 0; d < SEASTAR_DIMS; d++)
		n += w->least[d][route_at(w->p, source, d)];
	return n;
}

static void judge_pair(struct walk *w, u32 source, enum end end, u32 hops)
{
	struct route_proof *proof = w->proof;
	u32 channel = source_channel(source);

	if (source == w->dest)
		return;
	if (end == DROPPED) {
		proof->unroutable++;
		proof->dropped_from = source;
		proof->dropped_to = w->dest;
		return;
	}
	if (end != HOME) {
		proof->lost++;
		return;
	}
	proof->delivered++;
	proof->hops += hops;
	if (w->is_whole && hops > least_links(w, source) &&
	    hops > route_distance(w->p, source, w->dest))
		find(w, ROUTE_LONGER, channel, w->dest);
}

/* Judge pairs with sources in other regions; @way has, by source, the path up to this region. */
static void judge_elsewhere(struct walk *w, const struct place *way)
{
	for (u32 i = 0; i < w->p->topo.routers; i++) {
		const struct place *then;

		if (route_region_of(w->p, i) == w->region)
			continue;
		if (way[i].end != REGION) {
			judge_pair(w, i, way[i].end == DROPPED ? DROPPED : NOWHERE, 0);
			continue;
		}
		then = follow(w, way[i].exit);
		judge_pair(w, i, then->end, way[i].hops + then->hops);
	}
}

static void begin(struct walk *w, u32 dest, bool outside)
{
	w->dest = dest;
	w->nid = w->p->nid[dest];
	w->outside = outside;
	w->stamp++;
}

/* Find the fewest links from each coordinate to those of router @dest. */
static void find_least(struct walk *w, u32 dest)
{
	for (u32 d = 0; d < SEASTAR_DIMS; d++) {
		u32 k = w->p->topo.size[d], to = route_at(w->p, dest, d);

		for (u32 i = 0; i < k; i++) {
			u32 apart = i > to ? i - to : to - i;

			w->least[d][i] = apart < k - apart ? apart : k - apart;
		}
	}
}

/* Follow packets from other regions for @dest up to this region; @way receives their paths. */
static void follow_elsewhere(struct walk *w, u32 dest, struct place *way)
{
	begin(w, dest, true);
	for (u32 i = 0; i < w->p->topo.routers; i++)
		if (route_region_of(w->p, i) != w->region)
			way[i] = *follow(w, source_channel(i));
}

static void check_destination(struct walk *w, u32 dest, const struct place *way)
{
	const struct route_region *r = &w->p->region[w->region];
	u32 plane = w->p->topo.size[1] * w->p->topo.size[2];

	begin(w, dest, false);
	find_least(w, dest);
	for (u32 i = r->first * plane; i < (r->last + 1) * plane; i++) {
		const struct place *at = follow(w, source_channel(i));

		judge_pair(w, i, at->end, at->hops);
	}
	judge_elsewhere(w, way);
}

static void check_region(struct walk *w, u32 region, struct place *way)
{
	const struct route_plan *p = w->p;

	w->region = region;
	for (u32 odd = 0; odd < 2; odd++) {
		bool first = true;

		for (u32 i = 0; i < p->topo.routers; i++) {
			if (route_region_of(p, i) != region || (p->nid[i] & 1) != odd)
				continue;
			if (first)
				follow_elsewhere(w, i, way);
			check_destination(w, i, way);
			first = false;
		}
	}
}

static bool is_whole(const struct route_plan *p)
{
	for (u32 i = 0; i < p->topo.routers; i++)
		if (p->down[i])
			return false;
	return true;
}

/* Find the outputs of a router's input @in to links that break no rule of turns. */
static u8 fair_outputs(const struct route_plan *p, u32 router, u32 in)
{
	u8 set = 0;

	for (u32 port = SEASTAR_PORT_XP; port < SEASTAR_PORTS; port++)
		if (port != in && route_behind(p, router, port) != SS_NO_ROUTER &&
		    route_may_turn(p, router, in, port))
			set |= 1U << port;
	return set;
}

static struct site *survey(const struct route_plan *p)
{
	struct site *site = sim_alloc(p->topo.routers, sizeof(*site));

	for (u32 r = 0; r < p->topo.routers; r++) {
		site[r].region = route_region_of(p, r);
		for (u32 port = SEASTAR_PORT_XP; port < SEASTAR_PORTS; port++)
			site[r].datelines |= route_is_dateline(p, r, port) << port;
		for (u32 in = 0; in < SEASTAR_PORTS; in++)
			site[r].fair[in] = fair_outputs(p, r, in);
	}
	return site;
}

struct route_proof *route_check(const struct route_plan *p, const struct route_tables *t)
{
	size_t channels = (size_t)p->topo.routers << (SS_PORT_SHIFT + 1);
	struct place *way = sim_alloc(p->topo.routers, sizeof(*way));
	struct walk w = {
		.p = p, .t = t, .proof = sim_alloc(1, sizeof(*w.proof)),
		.place = sim_alloc(channels, sizeof(*w.place)),
		.path = sim_alloc(channels, sizeof(*w.path)),
		.leads = sim_alloc(channels, sizeof(*w.leads)), .is_whole = is_whole(p),
		.site = survey(p),
	};

	for (u32 d = 0; d < SEASTAR_DIMS; d++)
		w.least[d] = sim_alloc(p->topo.size[d], sizeof(*w.least[d]));

	for (u32 region = 0; region < SS_ROUTE_REGIONS; region++)
		if (p->region[region].used)
			check_region(&w, region, way);
	w.proof->pairs = (u64)p->topo.routers * (p->topo.routers - 1);
	for (size_t i = 0; i < channels; i++)
		w.proof->dependencies += __builtin_popcount(w.leads[i]);
	w.proof->cycle = route_cycle(p, w.leads, &w.proof->cycle_length);
	for (u32 d = 0; d < SEASTAR_DIMS; d++)
		free(w.least[d]);
	free(way);
	free(w.site);
	free(w.place);
	free(w.path);
	free(w.leads);
	return w.proof;
}

bool route_proof_delivers(const struct route_proof *proof, u64 missing)
{
	for (u32 i = 0; i < ROUTE_FAULTS; i++)
		if (proof->fault[i] && i != ROUTE_LONGER)
			return false;
	return !proof->cycle && !proof->lost && proof->unroutable == missing;
}

bool route_proof_holds(const struct route_proof *proof, u64 missing)
{
	return route_proof_delivers(proof, missing) && !proof->fault[ROUTE_LONGER];
}

void route_proof_free(struct route_proof *proof)
{
	if (!proof)
		return;
	free(proof->cycle);
	free(proof);
}
