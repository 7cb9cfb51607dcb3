// SPDX-License-Identifier: GPL-2.0-only
/*
 * Routers that go by the table of turns although there are look-up tables; a survey (survey.c)
 * finds them.
 */
#include "turns.h"

bool ss_turn_agrees(const struct ss_routing *rt, u32 r, u32 in, u64 there, u8 entry)
{
	u64 here = rt->place[r];
	u32 dim = ss_turn_dim(here, there);
	u8 turn = rt->turn[ss_turn_at(rt, dim, ss_place_at(here, dim), ss_place_at(there, dim))];
	bool enters = dim != SEASTAR_DIMS && dim != ss_port_dim(in);

	return !(turn >> SS_TURN_KNOWN & 1) ||
	       entry == ss_turn_entry(turn, enters, here >> (SS_PLACE_DATELINES + dim) & 1,
				      ss_turn_nodes(here, there));
}

bool ss_turns_agree(const struct ss_fabric *f, u32 r, u32 in, u32 dest)
{
	const struct ss_routing *rt = &ss_seastar(f)->routing;

	return ss_turn_agrees(rt, r, in, rt->place[dest], ss_tables_entry(rt->tables, r, in, dest));
}

static void look_up(struct ss_survey *s, u32 r)
{
	s->looks_up[r / 64] |= 1ULL << r % 64;
}

void ss_survey_amend(struct ss_survey *s, const struct ss_config *cfg, u32 router,
		     const u8 *entry, u32 entries)
{
	struct ss_topology topo;
	u32 port, peer;

	ss_config_topology(cfg, &topo);
	look_up(s, router);
	for (u32 i = 0; i < entries; i++) {
		port = ss_route_port(entry[i]);
		if (!ss_route_is_entry(entry[i]) || port == SEASTAR_PORT_PROC)
			continue;
		peer = ss_neighbour(&topo, router, port);
		if (peer != SS_NO_ROUTER)
			look_up(s, peer);
	}
}

void ss_turns_except(struct ss_fabric *f, u32 r)
{
	const struct ss_routing *rt = &ss_seastar(f)->routing;

	((u64 *)rt->place)[r] |= 1ULL << SS_PLACE_LOOKS_UP;
	if (rt->way)
		ss_ways_move(rt, r);
}

void ss_turns_load(struct ss_fabric *f, const struct ss_survey *s)
{
	struct ss_routing *rt = &ss_seastar(f)->routing;

	if (rt->turn)
		memcpy((u8 *)rt->turn, ss_survey_turns(s), s->turns);
	for (u32 r = 0; r < s->routers; r++)
		if (s->looks_up[r / 64] >> r % 64 & 1)
			ss_turns_except(f, r);
	ss_routing_keep_ways(rt, s->routers);
}
