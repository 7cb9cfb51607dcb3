// SPDX-License-Identifier: GPL-2.0-only
/*
 * A router's state as a list of words (docs/model.md, section 8).
 */
#include "router.h"

/*
 * Return the number of @slot, counting only VCs that ports have.  A slot without a VC has the
 * number of the next VC.
 */
static u32 number_of(const struct ss_fabric *f, u32 slot)
{
	u32 vcs = f->cfg.vcs, all = f->cfg.classes * vcs, vc = WHR_VC(slot);

	return (WHR_PORT(slot) * all + WHR_CLASS(slot) * vcs + (vc < vcs ? vc : vcs)) %
	       (SS_PORTS * all);
}

static void put_input(const struct ss_fabric *f, const struct whr_in *in, const struct ss_sink *to)
{
	ss_put(to, in->flits);
	ss_put_list(to, f, in->first, in->last);
	ss_put(to, in->state);
	if (in->state == WHR_IDLE)
		return;
	if (in->state == WHR_ASKING) {
		ss_put(to, f->now - in->asked);
		return;
	}
	ss_put(to, in->left);
	ss_put(to, number_of(f, in->out));
}

static void put_output(const struct ss_fabric *f, struct whr_router *rt, u32 slot,
		       const struct ss_sink *to)
{
	const struct whr_out *out = whr_out_of(rt, slot);

	ss_put(to, out->holder == WHR_NOBODY ? 0 : number_of(f, out->holder) + 1);
	ss_put(to, number_of(f, out->turn));
	if (WHR_PORT(slot) != SEASTAR_PORT_PROC)
		ss_put(to, out->credits);
}

/* Put the events of @slot in @due, the events that are due in @in cycles. */
static void put_due(const struct ss_fabric *f, const struct whr_due *due, u32 in, u32 slot,
		    const struct ss_sink *to)
{
	if (due->flits >> slot & 1)
		ss_put(to, 4 * in);
	if (due->heads >> slot & 1) {
		ss_put(to, 4 * in + 1);
		ss_put_packet(to, &f->pool[due->packet[WHR_LINK(slot)]]);
	}
	if (due->opens >> slot & 1)
		ss_put(to, 4 * in + 2);
	if (due->credits >> slot & 1)
		ss_put(to, 4 * in + 3);
}

static void put_vc(const struct ss_fabric *f, struct whr_router *rt, u32 slot,
		   const struct ss_sink *to)
{
	put_input(f, whr_in_of(rt, slot), to);
	put_output(f, rt, slot, to);
	for (u32 i = 0; i < 1U << whr_fabric(f)->due; i++)
		put_due(f, whr_due_of(f, rt, f->now + i), i, slot, to);
}

static void put_node(const struct ss_fabric *f, struct whr_router *rt, u32 class_,
		     const struct ss_sink *to)
{
	for (u32 i = 0; i < 1U << whr_fabric(f)->due; i++) {
		u32 packet = whr_due_of(f, rt, f->now + i)->delivered[class_];

		if (!packet)
			continue;
		ss_put(to, i);
		ss_put_packet(to, &f->pool[packet]);
	}
	ss_put(to, ss_left_until(rt->next[class_], f->eject.a * f->now));
}

/* Put the place of a token, after its moves since the router was run last. */
static void put_token(const struct ss_fabric *f, const struct whr_router *rt, u32 class_,
		      const struct ss_sink *to)
{
	struct ss_token token = rt->token[class_];

	ss_token_move(&token, rt->asking & WHR_OF_CLASS(class_), WHR_SLOTS, f->now);
	ss_put(to, number_of(f, token.next));
}

void whr_emit(struct ss_fabric *f, u32 router, const struct ss_sink *to)
{
	struct whr_router *rt = whr_router_at(f, router);

	for (u32 port = 0; port < SS_PORTS; port++) {
		for (u32 vc = 0; vc < f->cfg.classes * f->cfg.vcs; vc++)
			put_vc(f, rt, whr_slot(f, port, vc), to);
		for (u32 c = 0; c < f->cfg.classes; c++)
			ss_put(to, rt->vc_turn[WHR_LINK(WHR_SLOT(port, c, 0))] % f->cfg.vcs);
	}
	for (u32 c = 0; c < f->cfg.classes; c++) {
		put_node(f, rt, c, to);
		if (f->cfg.escape.crossbar == SS_CROSSBAR_SIC)
			put_token(f, rt, c, to);
	}
}

void whr_emit_injector(struct ss_fabric *f, u32 router, const struct ss_sink *to)
{
	const struct whr_injector *in = &whr_router_at(f, router)->injector;

	ss_put_injected(to, f, in->packet, in->sent, in->class_);
	for (u32 c = 0; c < f->cfg.classes; c++)
		ss_put(to, in->room[c]);
}
