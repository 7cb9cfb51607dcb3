/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * VC allocation (docs/vc-router.md): packets at the front of their buffers ask for all VCs of their
 * output that they may have and that nobody has.
 */
#ifndef SS_VC_ALLOCATE_VCS_H
#define SS_VC_ALLOCATE_VCS_H

#include "visit.h"

/**
 * struct vc_request - a packet that asks
 * @slot: of its buffer
 * @out: port
 * @wants: VCs of that port that it asks for: some
 */
struct vc_request {
	u8 slot;
	u8 out;
	u16 wants;
};

/* The VCs that the first packet of @vc could have: free ones, and with room for it. */
static __always_inline u32 free_vcs(const struct vcr_visit *x, const struct vcr_vc *vc)
{
	u32 set = vc->wants & ~x->rt->taken[vc->out], needs;

	needs = ss_flow_needs(x->f->cfg.flow, ss_packet_flits(&x->f->pool[vc->first]));
	if (!needs || vc->out == SEASTAR_PORT_PROC)
		return set;
	for (u32 left = set; left; left &= left - 1)
		if (out_vc_of(x, vc->out, ss_lowest(left))->credits < needs)
			set ^= left & -left;
	return set;
}

/* All that ask in cycle @t; returns how many. */
static __always_inline u32 ask_for_vcs(const struct vcr_visit *x, u64 t, struct vc_request *request)
{
	u32 n = 0;

	for (u32 port = 0; port < SS_PORTS; port++) {
		for (u32 set = x->rt->waiting[port]; set; set &= set - 1) {
			const struct vcr_vc *vc = vc_of(x, port, ss_lowest(set));
			u32 wants;

			if (vc->when > t)
				continue;
			wants = free_vcs(x, vc);
			if (!wants)
				continue;
			request[n].slot = VCR_SLOT(port, ss_lowest(set));
			request[n].out = vc->out;
			request[n++].wants = wants;
		}
	}
	return n;
}

/* The first of @wants from @turn on, or of all. */
static __always_inline u32 vc_by_turn(u32 wants, u32 turn)
{
	return ss_round_robin(wants, turn);
}

/* The buffer of @request has VC @v of its output from now on. */
static __always_inline void give_vc(const struct vcr_visit *x, const struct vc_request *request,
				    u32 v, u64 t)
{
	u32 port = VCR_SLOT_PORT(request->slot), in = VCR_SLOT_VC(request->slot);
	struct vcr_out_vc *out = out_vc_of(x, request->out, v);
	struct vcr_vc *vc = vc_of(x, port, in);

	x->rt->tally[port].blocked[vcr_register(x->f, in)] += t - vc->when;
	x->rt->waiting[port] &= ~(1U << in);
	x->rt->active[port] |= 1U << in;
	x->rt->taken[request->out] |= 1U << v;
	out->holder = request->slot;
	out->turn = ss_turn_after(request->slot, VCR_SLOTS);
	vc->state = VCR_ACTIVE;
	vc->when = t + x->f->cfg.vc_delay;
	vc->out_vc = v;
	vc->turn = ss_turn_after(v, x->vcs);
	vcr_plan(x->f, x->rt, vc->when);
}

/* The claim of @request for VC @v of its output. */
static __always_inline void claim_vc(const struct vcr_visit *x, const struct vc_request *request,
				     u32 v, struct ss_claim *claim)
{
	u32 slot = request->slot;
	const struct vcr_vc *vc = vc_of(x, VCR_SLOT_PORT(slot), VCR_SLOT_VC(slot));

	ss_claim(claim, birth_of(x, vc), slot, out_vc_of(x, request->out, v)->turn, VCR_SLOTS);
}

/* VC allocation in cycle @t.  Return: was anything granted? */
static __always_inline bool allocate_vcs(const struct vcr_visit *x, u64 t)
{
	bool input_first = x->f->cfg.allocator == SS_ALLOCATE_INPUT;
	struct vc_request request[VCR_SLOTS];
	struct ss_claim claim[SS_PORTS][SS_VC_MAX_VCS];
	u32 n = ask_for_vcs(x, t, request);

	if (!n)
		return false;
	if (n == 1) {
		const struct vc_request *only = request;
		u32 slot = only->slot;
		u32 turn = vc_of(x, VCR_SLOT_PORT(slot), VCR_SLOT_VC(slot))->turn;

		give_vc(x, only, vc_by_turn(only->wants, turn), t);
		return true;
	}
	for (u32 i = 0; i < n; i++) {
		const struct vcr_vc *vc = vc_of(x, VCR_SLOT_PORT(request[i].slot),
						VCR_SLOT_VC(request[i].slot));

		if (input_first)
			request[i].wants = 1U << vc_by_turn(request[i].wants, vc->turn);
		for (u32 set = request[i].wants; set; set &= set - 1)
			claim[request[i].out][ss_lowest(set)] = SS_NO_CLAIM;
	}
	for (u32 i = 0; i < n; i++)
		for (u32 set = request[i].wants; set; set &= set - 1)
			claim_vc(x, &request[i], ss_lowest(set),
				 &claim[request[i].out][ss_lowest(set)]);
	for (u32 i = 0; i < n; i++) {
		const struct vcr_vc *vc = vc_of(x, VCR_SLOT_PORT(request[i].slot),
						VCR_SLOT_VC(request[i].slot));
		u32 granted = 0;

		for (u32 set = request[i].wants; set; set &= set - 1)
			if (claim[request[i].out][ss_lowest(set)].who == request[i].slot)
				granted |= set & -set;
		if (granted)
			give_vc(x, &request[i], vc_by_turn(granted, vc->turn), t);
	}
	return true;
}

#endif /* SS_VC_ALLOCATE_VCS_H */
