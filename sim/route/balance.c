// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include "sim/base/memory.h"

#include "balance.h"
#include "step.h"

static void count_pair(const struct route_plan *p, const struct route_tables *t, u32 source,
		       u32 dest, struct route_load *load)
{
	u32 channel = ROUTE_CHANNEL(SS_PORT_ID(source, SEASTAR_PORT_PROC), 0);

	for (;;) {
		u8 entry = route_step_entry(p, t, channel, dest);
		u32 router = route_channel_router(channel), port = ss_route_port(entry);
		u32 vc = route_step_vc(entry, channel), id = SS_PORT_ID(router, port);

		if (entry == SS_ROUTE_NONE || port == SEASTAR_PORT_PROC)
			return;
		vc |= route_is_dateline(p, router, port);
		load[id].vc[vc]++;
		channel = ROUTE_CHANNEL(SS_PORT_ID(p->peer[id], ss_opposite(port)), vc);
	}
}

struct route_load *route_count(const struct route_plan *p, const struct route_tables *t)
{
	u32 n = p->topo.routers;
	struct route_load *load = sim_alloc((size_t)n << SS_PORT_SHIFT, sizeof(*load));

	for (u32 dest = 0; dest < n; dest++)
		for (u32 source = 0; source < n; source++)
			if (source != dest)
				count_pair(p, t, source, dest, load);
	return load;
}

double route_vc_balance(const struct route_load *load)
{
	double a = load->vc[0], b = load->vc[1];

	return fabs(a - b) / (a + b);
}

struct route_balance route_balance_of(const struct route_plan *p, const struct route_load *load,
				      u32 dim)
{
	struct route_balance b = { 0 };
	double sum = 0;

	for (u32 i = 0; i < p->topo.routers; i++) {
		for (u32 plus = 0; plus < 2; plus++) {
			u32 id = SS_PORT_ID(i, ss_dim_port(dim, plus));
			double balance = route_vc_balance(&load[id]);
			u32 bin = balance > 0 ? ceil(balance * ROUTE_BINS) - 1 : 0;

			if (isnan(balance))
				continue;
			sum += balance;
			b.bin[bin]++;
			b.links++;
		}
	}
	b.mean = b.links ? sum / b.links : 0;
	return b;
}

double route_balance_at(const struct route_plan *p, const struct route_load *load, u32 dim,
			bool plus, u32 at)
{
	double sum = 0;
	u32 links = 0;

	for (u32 i = 0; i < p->topo.routers; i++) {
		double balance = route_vc_balance(&load[SS_PORT_ID(i, ss_dim_port(dim, plus))]);

		if (route_at(p, i, dim) != at || isnan(balance))
			continue;
		sum += balance;
		links++;
	}
	return links ? sum / links : NAN;
}
