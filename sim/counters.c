// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "counters.h"
#include "memory.h"
#include "topology.h"

struct reading {
	u64 regs[SS_PORTS][SEASTAR_REGS];
	u64 waited[SS_PORTS];
	u64 injected;
};

struct sim_counters {
	struct reading *router;
};

static void read_router(struct ss_fabric *f, u32 router, struct reading *now)
{
	struct ss_source_stats s;

	ss_read_regs(f, router, now->regs);
	for (u32 p = 0; p < SS_PORTS; p++)
		now->waited[p] = ss_read_waited(f, router, p);
	ss_read_source(f, router, &s);
	now->injected = s.stat[SEASTAR_SRC_INJECTED];
}

struct sim_counters *sim_counters_read(struct ss_fabric *f)
{
	struct sim_counters *c = sim_alloc(1, sizeof(*c));
	u32 routers = ss_fabric_routers(f);

	c->router = sim_alloc(routers, sizeof(*c->router));
	for (u32 r = 0; r < routers; r++)
		read_router(f, r, &c->router[r]);
	return c;
}

/* An age bin has 32 bits and wraps: at most one packet a cycle, so not twice. */
static void settle_ages(const u64 *now, const u64 *then, struct sim_port *p)
{
	for (u32 i = 0; i < SEASTAR_AGE_BINS; i++) {
		u32 reg = SEASTAR_REG_AGE_GROUP0 + i / 2, shift = i % 2 * 32;

		p->ages[i] = (u32)((now[reg] >> shift) - (then[reg] >> shift));
	}
}

static void settle_port(const u64 *now, const u64 *then, struct sim_port *p)
{
	for (u32 v = 0; v < 4; v++) {
		u64 packets = now[SEASTAR_REG_VC0_PKTS + v] - then[SEASTAR_REG_VC0_PKTS + v];
		u64 blocked = now[SEASTAR_REG_VC0_BLOCKED + v] - then[SEASTAR_REG_VC0_BLOCKED + v];

		p->packets += packets;
		p->flits += now[SEASTAR_REG_VC0_FLITS + v] - then[SEASTAR_REG_VC0_FLITS + v];
		p->blocked += blocked;
		/* Eq. 17 counts requests: VC0 and VC1 */
		if (v < 2) {
			p->requests += packets;
			p->requests_blocked += blocked;
		}
	}
	p->stalled = now[SEASTAR_REG_STALLED] - then[SEASTAR_REG_STALLED];
	settle_ages(now, then, p);
}

void sim_counters_settle(struct sim_counters *c, struct ss_fabric *f,
			 struct sim_result *r)
{
	const struct ss_topology *topo = &r->measure->topo;

	for (u32 node = 0; node < r->nodes; node++) {
		struct reading now, *then = &c->router[node];

		read_router(f, node, &now);
		r->injected[node] = now.injected - then->injected;
		r->sends[node] = ss_source_sends(f, node);
		for (u32 p = 0; p < SS_PORTS; p++) {
			struct sim_port *port = sim_port_at(r, node, p);

			settle_port(now.regs[p], then->regs[p], port);
			port->waited = now.waited[p] - then->waited[p];
			port->links = p == SEASTAR_PORT_PROC ||
				      ss_neighbour(topo, node, p) != SS_NO_ROUTER;
		}
	}
	free(c->router);
	free(c);
}

struct sim_totals sim_counters_totals(struct ss_fabric *f)
{
	struct sim_totals t = { 0 };

	for (u32 r = 0; r < ss_fabric_routers(f); r++) {
		struct ss_source_stats s;

		ss_read_source(f, r, &s);
		t.offered += s.stat[SEASTAR_SRC_OFFERED];
		t.dropped += s.stat[SEASTAR_SRC_DROPPED];
		t.injected += s.stat[SEASTAR_SRC_INJECTED];
	}
	t.queued = t.offered - t.dropped - t.injected;
	return t;
}
