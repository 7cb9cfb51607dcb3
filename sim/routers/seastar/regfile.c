// SPDX-License-Identifier: GPL-2.0-only
/* Registers of a model router, laid out as in include/seastar/mmr.h. */
#include <seastar/mmr.h>

#include "router.h"

static u64 capability(const struct ss_fabric *f)
{
	return f->topo.routers | (u64)SS_PORTS << 16 | (u64)f->cfg.vcs << 20 |
	       (u64)f->cfg.max_packet << 24 | SS_MMR_CAPABILITY_MODEL;
}

static u64 topology(const struct ss_fabric *f)
{
	const struct ss_topology *t = &f->topo;

	return t->size[0] | (u64)t->size[1] << 16 | (u64)t->size[2] << 32 |
	       (u64)t->size[SS_MESH] << 48;
}

static u64 datelines(const struct ss_fabric *f)
{
	u64 value = 0;

	for (u32 d = 0; d < SS_DIMS; d++)
		if (ss_is_torus(&f->topo, d) && f->topo.size[d] > 1 && f->cfg.vcs > 1)
			value |= ((f->topo.size[d] - 1) | 1ULL << 15) << (16 * d);
	return value;
}

static u64 datelines_of(const struct ss_tables *t)
{
	u64 value = 0;

	for (u32 d = 0; d < SS_DIMS; d++)
		if (t->dateline[d] != SS_NO_DATELINE)
			value |= (t->dateline[d] | 1ULL << 15) << (16 * d);
	return value;
}

/* Return AGE_STATUS as of the end of the last cycle, like all that is read between cycles. */
static u64 age_status(struct ss_fabric *f, u32 router)
{
	const struct ss_age *a = &ss_router_at(f, router)->age;
	u64 timestamp;

	ss_age_sync(f, router, f->now);
	timestamp = f->now ? ss_age_timestamp(a, f->now - 1) : 0;
	return timestamp | (u64)a->epoch << 8 |
	       (u64)(f->now < a->counts_from) << 9 |
	       (u64)ss_age_countdown(a, f->now) << 32;
}

static u64 packet_count(struct ss_fabric *f, u32 router)
{
	const struct ss_age *a = &ss_router_at(f, router)->age;

	ss_age_sync(f, router, f->now);
	return a->packet_count[0] | (u64)a->packet_count[1] << 32;
}

static u64 port_config(const struct ss_fabric *f, u32 router, u32 port)
{
	const struct ss_router *r = ss_router_at(f, router);

	return (u64)r->bias[0][port] << SS_MMR_REQ_AGE_BIAS_SHIFT |
	       (u64)r->bias[1][port] << SS_MMR_RSP_AGE_BIAS_SHIFT;
}

/* Return true if there is a router or processor at the other end of the port. */
static bool leads_out(const struct ss_fabric *f, u32 router, u32 port)
{
	return port == SEASTAR_PORT_PROC ||
	       ss_neighbour(&f->topo, router, port) != SS_NO_ROUTER;
}

static u64 link_status(const struct ss_fabric *f, u32 router, u32 port)
{
	struct ss_link_errors e;

	if (!leads_out(f, router, port))
		return 0;
	ss_link_errors(f, router, port, &e);
	return SS_MMR_LINK_PRESENT |
	       (ss_is_down(f, SS_PORT_ID(router, port)) ? 0 : SS_MMR_LINK_UP) |
	       (e.bit_errors || e.retries || e.undetected ? SS_MMR_LINK_ERRORS : 0);
}

static u64 link_errors(const struct ss_fabric *f, u32 router, u32 port, u32 reg)
{
	struct ss_link_errors e;

	ss_link_errors(f, router, port, &e);
	switch (reg) {
	case SS_MMR_LINK_BIT_ERRORS:
		return e.bit_errors;
	case SS_MMR_LINK_RETRIES:
		return e.retries;
	default:
		return e.undetected;
	}
}

static u64 link_control(const struct ss_router *r, u32 port)
{
	return (r->disabled >> port & 1 ? 0 : SS_MMR_LINK_ENABLE) |
	       (r->drops >> port & 1 ? SS_MMR_LINK_DROP : 0);
}

/*
 * Write LINK_CONTROL.  It decides whether packets are dropped when the link goes down, or once more
 * later.
 */
static void control_link(struct ss_fabric *f, u32 router, u32 port, u64 value)
{
	struct ss_router *r = ss_router_at(f, router);
	u32 bit = 1U << port;

	if (value == link_control(r, port))
		return;
	r->disabled = (r->disabled & ~bit) | (value & SS_MMR_LINK_ENABLE ? 0 : bit);
	r->drops = (r->drops & ~bit) | (value & SS_MMR_LINK_DROP ? bit : 0);
	if (!f->cfg.seastar.tables || port == SEASTAR_PORT_PROC || !leads_out(f, router, port))
		return;
	ss_link_restore(f, router, port);
	if (r->disabled & bit)
		ss_link_fail(f, router, port, r->drops & bit);
}

/* Read entries 8 @index to 8 @index + 7 of a local or a global look-up table. */
static u64 table(const struct ss_fabric *f, u32 router, u32 port, u32 index, bool global)
{
	const struct ss_tables *t = ss_tables_get(f);
	u32 id = SS_PORT_ID(router, port), block;
	u64 value = 0;

	block = global ? t->global[id] : t->local[id][index * 8 / SS_TABLE_BLOCK];
	for (u32 i = 0; i < 8; i++)
		value |= (u64)t->block[block][(index * 8 + i) % SS_TABLE_BLOCK] << 8 * i;
	return value;
}

/* Return the rule's route as an entry, with the VC of before a dateline. */
static u8 rule_entry(const struct ss_fabric *f, u32 router, u32 port, u32 dest)
{
	const struct ss_routing *rt = &ss_seastar(f)->routing;
	struct ss_hop hop = ss_route_tossed(rt, router, port, 0, dest, 0);
	u32 dim = ss_port_dim(hop.port), half = f->cfg.vcs / 2;

	if (hop.port == SEASTAR_PORT_PROC || ss_port_dim(port) == dim)
		return ss_route_entry(hop.port, SS_ROUTE_KEEP);
	if (rt->place[router] >> (SS_PLACE_DATELINES + dim) & 1)
		hop.vc -= half;
	return ss_route_entry(hop.port, half && hop.vc & half ? SS_ROUTE_VC1 : SS_ROUTE_VC0);
}

/*
 * Return entries 8 @index to 8 @index + 7 of a local table by the rule.  Entries lead straight on
 * in a dimension, beyond the edge of a mesh, too: no packet uses those, and the table of turns has
 * no place for them.
 */
static u64 local_routes(const struct ss_fabric *f, u32 router, u32 port,
			u32 index)
{
	u32 partition = router & ~0xfffU;
	u64 value = 0;

	if (ss_tables_get(f))
		return table(f, router, port, index, false);

	for (u32 i = 0; i < 8; i++) {
		u32 dest = partition + index * 8 + i, entry = SS_ROUTE_NONE;

		if (dest < f->topo.routers)
			entry = rule_entry(f, router, port, dest);
		if (ss_route_is_entry(entry) && !leads_out(f, router, ss_route_port(entry)))
			entry = SS_ROUTE_NONE;
		value |= (u64)entry << 8 * i;
	}
	return value;
}

static u64 read_router(struct ss_fabric *f, u32 router,
		       const struct ss_mmr *mmr)
{
	switch (mmr->offset) {
	case SS_MMR_RTR_CAPABILITY:
		return capability(f);
	case SS_MMR_RTR_TOPOLOGY:
		return topology(f);
	case SS_MMR_RTR_NODE_ID:
		return ss_tables_get(f) ? ss_tables_get(f)->nid[router] : router;
	case SS_MMR_RTR_CYCLE:
		return f->now;
	case SS_MMR_AGE_CLOCK_PERIOD:
		return (u32)ss_router_at(f, router)->age.period;
	case SS_MMR_AGE_RR_SELECT:
		return ss_router_at(f, router)->age.select;
	case SS_MMR_AGE_STATUS:
		return age_status(f, router);
	case SS_MMR_AGE_PACKET_COUNT:
		return packet_count(f, router);
	case SS_MMR_DATELINE_CONFIG:
		return ss_tables_get(f) ? datelines_of(ss_tables_get(f)) : datelines(f);
	case SS_MMR_INJECTION_CONTROL:
		return ss_seastar(f)->injector[router].held >> SS_HELD_BY_REGISTER & 1;
	case SS_MMR_DROPPED_NO_ROUTE:
		return ss_router_at(f, router)->dropped[SS_DROP_NO_ROUTE];
	case SS_MMR_DROPPED_DATELINE:
		return ss_router_at(f, router)->dropped[SS_DROP_DATELINE];
	case SS_MMR_DROPPED_LINK:
		return ss_router_at(f, router)->dropped[SS_DROP_LINK];
	default:
		return mmr->reset;
	}
}

static u64 read_perf(const struct ss_fabric *f, u32 router, u32 port, u32 reg)
{
	u64 regs[SEASTAR_REGS];

	ss_read_port_regs(f, router, port, regs);
	return regs[reg];
}

u64 ss_mmr_read(struct ss_fabric *f, u32 router, u32 offset)
{
	u32 block = SS_MMR_PORT(0);
	struct ss_mmr_at at;
	u32 reg;

	if (!ss_mmr_find(offset, &at))
		return U64_MAX;
	reg = at.mmr->offset - block;
	if (!at.mmr->port_stride)
		return read_router(f, router, at.mmr);
	if (at.mmr->offset == SS_MMR_LUT(0))
		return local_routes(f, router, at.port, at.index);
	if (reg == SS_MMR_GLUT && ss_tables_get(f))
		return table(f, router, at.port, at.index, true);
	if (reg == SS_MMR_PORT_CONFIG)
		return port_config(f, router, at.port);
	if (reg == SS_MMR_LINK_STATUS)
		return link_status(f, router, at.port);
	if (reg == SS_MMR_LINK_CONTROL)
		return link_control(ss_router_at(f, router), at.port);
	if (reg == SS_MMR_LINK_BIT_ERRORS || reg == SS_MMR_LINK_RETRIES ||
	    reg == SS_MMR_LINK_UNDETECTED)
		return link_errors(f, router, at.port, reg);
	if (reg >= SS_MMR_RTR_PERF)
		return read_perf(f, router, at.port, (reg - SS_MMR_RTR_PERF) / 8);
	return at.mmr->reset;
}

void ss_mmr_write(struct ss_fabric *f, u32 router, u32 offset, u64 value)
{
	struct ss_mmr_at at;

	if (!ss_mmr_find(offset, &at))
		return;
	if (at.mmr->offset == SS_MMR_INJECTION_CONTROL) {
		ss_hold(f, router, SS_HELD_BY_REGISTER, value & SS_MMR_INJECTION_HOLD);
	} else if (at.mmr->offset == SS_MMR_AGE_CLOCK_PERIOD) {
		ss_aging_set_period(f, router, (u32)value);
	} else if (at.mmr->offset == SS_MMR_AGE_RR_SELECT) {
		ss_aging_set_select(f, router, value);
	} else if (at.mmr->offset == SS_MMR_PORT(0) + SS_MMR_PORT_CONFIG) {
		ss_aging_set_bias(f, router, at.port, 0,
				  value >> SS_MMR_REQ_AGE_BIAS_SHIFT &
				  SS_MMR_AGE_BIAS_MASK);
		ss_aging_set_bias(f, router, at.port, 1,
				  value >> SS_MMR_RSP_AGE_BIAS_SHIFT &
				  SS_MMR_AGE_BIAS_MASK);
	} else if (at.mmr->offset == SS_MMR_PORT(0) + SS_MMR_LINK_CONTROL) {
		control_link(f, router, at.port, value);
	} else if (at.mmr->offset == SS_MMR_PORT(0) + SS_MMR_LINK_BIT_ERRORS) {
		if (ss_seastar(f)->sender)
			ss_link_set_errors(f, router, at.port, value);
	}
}
