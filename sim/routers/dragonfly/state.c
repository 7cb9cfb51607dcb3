// SPDX-License-Identifier: GPL-2.0-only
/* A router's state as a list of words (docs/dragonfly-router.md, section 8; docs/model.md). */
#include "flexible.h"
#include "shared.h"

static void put_packet(const struct drf_fabric *df, const struct ss_sink *to,
		       const struct ss_packet *p)
{
	ss_put_packet(to, p);
	ss_put(to, drf_via(p->route));
	ss_put(to, df->flexible ? drf_flex_place(df, p->route) : drf_place(p->route));
	ss_put(to, drf_flags(p->route));
}

static void put_output_queue(const struct ss_fabric *f, const struct drf_router *rt, u32 port,
			     const struct ss_sink *to)
{
	const struct drf_fabric *df = drf_fabric(f);
	const struct drf_port *p = drf_port_of(df, rt, port);
	u64 packets = 0, cycles = 0, taken = p->leaves <= f->now ? p->leaves : p->taken;

	for (u32 i = 0; i < p->queue_count && p->leaves > f->now; i++) {
		u32 leaving = *drf_queued(df, rt, p, port, i);
		int in = drf_leaving_in(leaving, f->now);

		if (in < 0)
			taken = f->now + in + drf_leaving_flits(leaving);
		packets += in >= 0;
		cycles += in >= 0 ? in : 0;
	}
	ss_put(to, packets);
	ss_put(to, cycles);
	if (df->idle >> port & 1)
		ss_put(to, ss_left_until(taken, f->now));
}

static void put_arbiters(const struct ss_fabric *f, const struct drf_router *rt, u32 port,
			 const struct ss_sink *to)
{
	const struct drf_fabric *df = drf_fabric(f);
	const struct drf_port *p = drf_port_of(df, rt, port);
	u32 vcs = drf_vcs(&f->cfg, drf_class(f, port));

	if (df->in_priority == SS_PRIORITY_TURN)
		ss_put(to, p->in_turn);
	for (u32 i = 0; i < vcs && df->in_priority == SS_PRIORITY_RECENT; i++)
		ss_put(to, drf_input_order(df, rt, port)[i]);
	if (f->cfg.priority == SS_PRIORITY_TURN) {
		if (f->cfg.dragonfly.transit)
			ss_put(to, *drf_node_turn(df, rt, port));
		ss_put(to, p->out_turn);
	}
	for (u32 i = 0; i < df->ports && f->cfg.priority == SS_PRIORITY_RECENT; i++)
		ss_put(to, drf_output_order(df, rt, port)[i]);
}

static void put_input(const struct ss_fabric *f, const struct drf_router *rt, u32 port,
		      const struct ss_sink *to)
{
	const struct drf_fabric *df = drf_fabric(f);
	u32 vcs = drf_vcs(&f->cfg, drf_class(f, port)), n = 0;
	const struct drf_port *p = drf_port_of(df, rt, port);

	for (u32 vc = 0; vc < vcs; vc++) {
		const struct drf_slot *s = drf_slot_of(df, rt, port, vc);

		n = 0;
		for (u32 i = s->first; i; i = f->pool[i].next)
			n++;
		ss_put(to, n);
		for (u32 i = s->first; i; i = f->pool[i].next)
			put_packet(drf_fabric(f), to, &f->pool[i]);
	}
	n = 0;
	for (u32 i = p->coming.first; i; i = f->pool[i].next)
		n++;
	ss_put(to, n);
	for (u32 i = p->coming.first; i; i = f->pool[i].next) {
		u64 route = f->pool[i].route;
		/* the header may have arrived, or be on its way */
		u64 until = f->cfg.router_delay - drf_since(route, f->now);

		ss_put(to, until & ((1ULL << DRF_ARRIVAL_BITS) - 1));
		ss_put(to, drf_vc(route));
		put_packet(drf_fabric(f), to, &f->pool[i]);
	}
}

/*
 * Put the number of credits on their way to output @port, and the sum of the cycles until they
 * come.
 */
static void put_credits(const struct ss_fabric *f, struct drf_router *rt, u32 port,
			const struct ss_sink *to)
{
	const struct drf_fabric *df = drf_fabric(f);
	struct drf_port *p = drf_port_of(df, rt, port);
	u64 flits[DRF_MAX_VCS] = { 0 }, cycles[DRF_MAX_VCS] = { 0 };
	u32 vcs = drf_vcs(&f->cfg, drf_class(f, port)), n = 0;

	for (u64 t = f->now; n < p->credit_count; t++) {
		u32 credit = drf_credit_at(df, rt, port, p->credit_first + n);

		if (!(drf_due_of(df, rt, t)->gets >> port & 1))
			continue;
		do {
			credit &= ~DRF_CREDIT_FLAGS;
			flits[DRF_CREDIT_VC(credit)] += DRF_CREDIT_FLITS(credit);
			cycles[DRF_CREDIT_VC(credit)] += DRF_CREDIT_FLITS(credit) * (t - f->now);
			credit = drf_credit_at(df, rt, port, p->credit_first + ++n);
		} while (n < p->credit_count && credit & DRF_CREDIT_TOGETHER);
	}
	for (u32 vc = 0; vc < vcs; vc++) {
		ss_put(to, drf_slot_of(df, rt, port, vc)->free);
		if (df->shares)
			ss_put(to, drf_taken(df, p)[vc]);
		if (df->apart)
			ss_put(to, drf_minimal(df, p)[vc]);
		ss_put(to, flits[vc]);
		ss_put(to, cycles[vc]);
	}
}

/* Put the use of the ports of each kind, if it is counted. */
static void put_usage(const struct ss_fabric *f, u32 router, const struct ss_sink *to)
{
	struct ss_usage usage[SS_USAGE_PORTS];

	if (!f->cfg.usage)
		return;
	drf_usage(f, router, usage);
	for (u32 c = 0; c < SS_DRAGONFLY_PORTS; c++) {
		const struct ss_usage *u = &usage[c];

		ss_put(to, u->input_requests);
		ss_put(to, u->input_grants);
		ss_put(to, u->output_requests);
		ss_put(to, u->output_grants);
		for (u32 vc = 0; vc < u->vcs; vc++) {
			ss_put(to, u->flits[vc]);
			ss_put(to, u->held[vc]);
		}
		ss_put(to, u->queued);
	}
}

void drf_emit(struct ss_fabric *f, u32 router, const struct ss_sink *to)
{
	struct drf_router *rt = drf_router_at(f, router);
	const struct drf_fabric *df = drf_fabric(f);

	for (u32 port = 0; port < df->ports; port++) {
		const struct drf_port *p = drf_port_of(df, rt, port);

		ss_put(to, ss_left_until(p->in_free, f->now));
		for (u32 vc = 0; df->wide && vc < drf_vcs(&f->cfg, df->class_of[port]); vc++)
			ss_put(to, ss_left_until(drf_until(df, rt, port)[vc], f->now));
		ss_put(to, df->idle >> port & 1 ? 0 : ss_left_until(p->out_free, f->now));
		ss_put(to, p->granted);
		put_output_queue(f, rt, port, to);
		put_arbiters(f, rt, port, to);
		put_input(f, rt, port, to);
		if (!(df->nodes >> port & 1))
			put_credits(f, rt, port, to);
	}
	for (u32 i = 0; i < SS_MISROUTES; i++)
		ss_put(to, rt->misroutes[i]);
	put_usage(f, router, to);
}

void drf_emit_injector(struct ss_fabric *f, u32 node, const struct ss_sink *to)
{
	u32 r = ss_router_of(&f->topo, node);
	const struct drf_slot *s = drf_slot_of(drf_fabric(f), drf_router_at(f, r),
					       node - ss_first_node(&f->topo, r), 0);

	for (u32 vc = 0; vc < f->cfg.dragonfly.inject_vcs; vc++)
		ss_put(to, s[vc].free);
}
