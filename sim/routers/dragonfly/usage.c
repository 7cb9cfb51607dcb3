// SPDX-License-Identifier: GPL-2.0-only
/* Counts of the use of ports at grants, and their readings: usage.h. */
#include "usage.h"

void drf_count_grant(struct drf_visit *x, u32 in, u32 vc, u32 out)
{
	const struct ss_packet *p = &x->f->pool[drf_slot_of(x->df, x->rt, in, vc)->first];
	struct ss_usage *to = drf_usage_of(x->df, x->rt, drf_class(x->f, out));
	u64 leaves = x->t + x->f->cfg.dragonfly.crossbar_delay;
	const struct drf_port *o = drf_port_of(x->df, x->rt, out);
	u32 flits = ss_packet_flits(p);

	drf_usage_of(x->df, x->rt, drf_class(x->f, in))->held[vc] +=
		flits * drf_since(p->route, x->t);
	to->output_grants++;
	if (!x->f->cfg.dragonfly.output_depth)
		return;
	if (o->leaves > leaves)
		leaves = o->leaves;
	to->queued += flits * (leaves + 1 - x->t);
}

/* Add the packets of list @first whose headers have arrived: all in a queue, and some under way. */
static void add_held(const struct ss_fabric *f, u32 first, struct ss_usage *u)
{
	for (u32 i = first; i; i = f->pool[i].next) {
		const struct ss_packet *p = &f->pool[i];
		u64 since = drf_since(p->route, f->now);

		/* a header that has yet to arrive gives a negative number */
		if (since >> (DRF_ARRIVAL_BITS - 1))
			continue;
		u->held[drf_vc(p->route)] += since * ss_packet_flits(p);
	}
}

/* Subtract the cycles from now on, which the grants of packets in @port's queue have added. */
static void cut_queued(const struct ss_fabric *f, const struct drf_router *rt, u32 port,
		       struct ss_usage *u)
{
	const struct drf_fabric *df = drf_fabric(f);
	const struct drf_port *p = drf_port_of(df, rt, port);

	for (u32 i = 0; i < p->queue_count && p->leaves > f->now; i++) {
		u32 leaving = *drf_queued(df, rt, p, port, i);
		int in = drf_leaving_in(leaving, f->now);

		if (in >= 0)
			u->queued -= (u64)drf_leaving_flits(leaving) * (in + 1);
	}
}

void drf_usage(const struct ss_fabric *f, u32 router, struct ss_usage *usage)
{
	struct drf_router *rt = drf_router_at(f, router);
	const struct drf_fabric *df = drf_fabric(f);

	for (u32 c = 0; c < SS_DRAGONFLY_PORTS; c++) {
		usage[c] = *drf_usage_of(df, rt, c);
		usage[c].vcs = drf_vcs(&f->cfg, c);
	}
	for (u32 port = 0; port < df->ports; port++) {
		struct ss_usage *u = &usage[drf_class(f, port)];

		add_held(f, drf_port_of(df, rt, port)->coming.first, u);
		for (u32 vc = 0; vc < df->slots; vc++)
			add_held(f, drf_slot_of(df, rt, port, vc)->first, u);
		if (f->cfg.dragonfly.output_depth)
			cut_queued(f, rt, port, u);
	}
}
