// SPDX-License-Identifier: GPL-2.0-only
/*
 * The orders of virtual channels that exclude deadlock (docs/dragonfly-router.md, section 5).
 */
#include "routings/routing.h"

#include "router.h"

u32 drf_longest_path(u32 routing)
{
	const char *way = drf_routing(routing)->way;
	u32 hops = 0, path = 0;

	for (; way[hops]; hops++)
		path |= (u32)(way[hops] == 'g') << hops;
	return path | 1U << hops;
}

static u32 count(const char *way, char type)
{
	u32 n = 0;

	for (; *way; way++)
		n += *way == type;
	return n;
}

u32 ss_dragonfly_local_vcs(u32 routing)
{
	return count(drf_routing(routing)->way, 'l');
}

u32 ss_dragonfly_global_vcs(u32 routing)
{
	return count(drf_routing(routing)->way, 'g');
}

/* Return the place, from 1, of hop number @n of @type. */
static u32 place_of(const char *way, char type, u32 n)
{
	u32 place = 0;

	while (way[place] != type || n--)
		place++;
	return place + 1;
}

/* Return the place of the first hop of @type after @place, or 0. */
static u32 next_of(const char *way, char type, u32 place)
{
	for (; way[place]; place++)
		if (way[place] == type)
			return place + 1;
	return 0;
}

/* Return the place of the last hop of @type at or before @place, or else of the first one. */
static u32 last_of(const char *way, char type, u32 place)
{
	while (place && way[place - 1] != type)
		place--;
	return place ? place : place_of(way, type, 0);
}

static void init_places(struct drf_order *o, const char *way, bool opportunistic)
{
	for (u32 place = 0; way[place]; place++) {
		u32 n = 0;

		for (u32 i = 0; i < place; i++)
			n += way[i] == way[place];
		o->vc[place + 1] = n;
		o->local[place] = next_of(way, 'l', place);
		o->global[place] = next_of(way, 'g', place);
		o->aside[place] = opportunistic ? last_of(way, 'l', place) : o->local[place];
	}
}

/* Set the order of the VCs of replies: they come after those of requests, in the same order. */
static void init_replies(struct drf_order *o, const char *way, const struct ss_config *cfg)
{
	const struct ss_dragonfly_config *own = &cfg->dragonfly;

	for (u32 place = 0; way[place]; place++) {
		u32 requests = way[place] == 'l' ? cfg->vcs : own->global_vcs;

		o->reply_vc[place + 1] = o->vc[place + 1] + (own->reply_vcs ? requests : 0);
	}
}

void drf_order_init(struct drf_order *o, const struct ss_config *cfg)
{
	const struct drf_routing *routing = drf_routing(cfg->routing);
	bool adapts = ss_dragonfly_routing_has(cfg->routing, SS_ROUTING_ADAPTS);
	const char *way = routing->way;
	u32 locals = count(way, 'l'), globals = count(way, 'g');

	init_places(o, way, routing->opportunistic);
	init_replies(o, way, cfg);
	o->to_via[DRF_LOCAL_AWAY] = place_of(way, 'l', 0);
	o->to_via[DRF_GLOBAL] = place_of(way, 'g', 0);
	o->to_via[DRF_LOCAL_HOME] = place_of(way, 'l', locals > 2 ? locals - 3 : 0);
	o->to_dest[DRF_LOCAL_AWAY] = place_of(way, 'l', locals - 2);
	o->to_dest[DRF_GLOBAL] = place_of(way, 'g', globals - 1);
	o->to_dest[DRF_LOCAL_HOME] = place_of(way, 'l', locals - 1);
	for (u32 part = 0; part < DRF_PARTS; part++)
		o->straight[part] = adapts && part != DRF_LOCAL_HOME ? o->to_via[part] :
				    o->to_dest[part];
}
