// SPDX-License-Identifier: GPL-2.0-only
/*
 * A router's state as a list of words (docs/model.md, section 8).
 */
#include "router.h"

static void put_vc(const struct ss_fabric *f, const struct vcr_router *rt, const struct vcr_vc *vc,
		   const struct ss_sink *to)
{
	u32 state = vcr_state(rt, vc);

	ss_put(to, vc->flits);
	ss_put_list(to, f, vc->first, vc->last);
	ss_put(to, (vc->out_vc + 1) % vcr_fabric(f)->vcs);
	ss_put(to, state);
	if (state == VCR_IDLE)
		return;
	ss_put(to, ss_left_until(vc->when, f->now));
	ss_put(to, ss_packet_flits(&f->pool[vc->first]) - vc->left);
	ss_put(to, vc->way.out);
	if (state == VCR_ACTIVE)
		ss_put(to, vc->out_vc);
}

/* Put the arrivals at @port, by cycle: flits, credits, and packets delivered to the node. */
static void put_due(const struct ss_fabric *f, struct vcr_router *rt, u32 port,
		    const struct ss_sink *to)
{
	u32 vcs = vcr_fabric(f)->vcs;

	for (u32 i = 0; i <= vcr_fabric(f)->due_mask; i++) {
		const struct vcr_due *due = vcr_due_of(f, rt, f->now + i);
		u64 credit = due->credit[port];

		for (u32 n = 0; n < due->flits; n++) {
			if (due->flit[n] / vcs != port)
				continue;
			ss_put(to, i);
			ss_put(to, due->flit[n] % vcs);
			if (due->head[n])
				ss_put_packet(to, &f->pool[due->head[n]]);
		}
		if (credit && VCR_CREDIT_AT(credit) >= f->now) {
			ss_put(to, i);
			ss_put(to, VCR_CREDIT_SLOT(credit) % vcs);
		}
		if (vcr_is_node(rt, port) && due->delivered[port]) {
			ss_put(to, i);
			ss_put_packet(to, &f->pool[due->delivered[port]]);
		}
	}
}

static void put_port(const struct ss_fabric *f, struct vcr_router *rt, u32 port,
		     const struct ss_sink *to)
{
	u32 vcs = vcr_fabric(f)->vcs;

	for (u32 v = 0; v < vcs; v++)
		put_vc(f, rt, vcr_vc_of(f, rt, port, v), to);
	ss_put(to, (rt->vc_had[port] + 1) % vcs);
	ss_put(to, (rt->out_had[port] + 1) % vcr_ports(f));
	ss_put(to, (rt->in_had[port] + 1) % vcr_ports(f));
	for (u32 v = 0; v < vcs; v++) {
		const struct vcr_out_vc *out = vcr_out_vc_of(f, rt, port, v);
		const struct vcr_vc *holder = vcr_holder(rt, port, v);

		ss_put(to, holder ? holder->slot + 1 : 0);
		ss_put(to, (out->had + 1) % vcr_slots(f));
		if (!vcr_is_node(rt, port))
			ss_put(to, vcr_credits(f, rt, port, v));
	}
	put_due(f, rt, port, to);
}

void vcr_emit(struct ss_fabric *f, u32 router, const struct ss_sink *to)
{
	struct vcr_router *rt = vcr_router_at(f, router);

	for (u32 port = 0; port < vcr_ports(f); port++)
		put_port(f, rt, port, to);
	for (u32 nth = 0; nth < vcr_nodes(rt); nth++)
		ss_put(to, ss_left_until(rt->next[nth], f->eject.a * f->now));
}

void vcr_emit_injector(struct ss_fabric *f, u32 node, const struct ss_sink *to)
{
	const struct vcr_router *rt = vcr_router_of(f, node);
	const struct vcr_injector *in = &rt->injector[vcr_nth(rt, node)];

	ss_put(to, (in->vc + 1) % vcr_fabric(f)->vcs);
	ss_put_injected(to, f, in->packet, in->sent, in->vc);
	for (u32 v = 0; v < vcr_fabric(f)->vcs; v++)
		ss_put(to, in->credits[v]);
}
