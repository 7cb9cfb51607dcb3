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
 * @wants: VCs of its output that it asks for: some
 * @granted: those of them that chose it
 * @next: slot, plus one, of another that asks for VCs of the same output, or 0
 */
struct vc_request {
	u16 wants;
	u16 granted;
	u8 next;
};

/**
 * struct vc_requests - the packets that ask in a cycle
 * @of: by slot of their buffers
 * @first: by output, the slot, plus one, of the first in the list of who asks for its VCs
 * @asked: outputs with such a list
 */
struct vc_requests {
	struct vc_request of[VCR_SLOTS];
	u8 first[SS_PORTS + 1];
	u8 asked;
};

/* The VCs that the first packet of @vc could have: free ones, and with room for it. */
static __always_inline u32 free_vcs(const struct vcr_visit *x, const struct vcr_vc *vc)
{
	u32 set = vc->wants & x->rt->free[vc->out], needs;

	if (x->f->cfg.flow == SS_FLOW_WORMHOLE || vc->out == SEASTAR_PORT_PROC)
		return set;
	needs = ss_flow_needs(x->f->cfg.flow, ss_packet_flits(&x->f->pool[vc->first]));
	for (u32 left = set; left; left &= left - 1)
		if (out_vc_of(x, vc->out, ss_lowest(left))->credits < needs)
			set ^= left & -left;
	return set;
}

/* Which of @waiting ask in cycle @t. */
static __always_inline void ask_for_vcs(const struct vcr_visit *x, const struct vcr_set *waiting,
					u64 t, struct vc_requests *q)
{
	u32 asked = 0;

	memset(q->first, 0, sizeof(q->first));
	for (u32 word = 0; word < x->words; word++) {
		for (u64 set = waiting->word[word]; set; set &= set - 1) {
			u32 slot = 64 * word + ss_lowest(set), wants;
			const struct vcr_vc *vc = x->vc + slot;

			if (vc->when > t)
				continue;
			wants = free_vcs(x, vc);
			if (!wants)
				continue;
			q->of[slot].wants = wants;
			q->of[slot].next = q->first[vc->out];
			q->first[vc->out] = slot + 1;
			asked |= 1U << vc->out;
		}
	}
	q->asked = asked;
}

/* Buffer @vc has one of @granted, VCs of its output, from now on. */
static __always_inline void give_vc(const struct vcr_visit *x, struct vcr_vc *vc, u32 granted,
				    u64 t)
{
	u32 v = ss_round_robin(granted, vc->turn);
	struct vcr_out_vc *out = out_vc_of(x, vc->out, v);

	x->rt->tally[vc->port].blocked[vc->reg] += t - vc->when;
	vcr_set_remove(&x->rt->waiting, vc->slot);
	vcr_set_add(&x->rt->ready, vc->slot);
	x->rt->free[vc->out] &= ~(1U << v);
	out->holder = vc->slot;
	out->turn = ss_turn_after(vc->slot, SS_PORTS * x->vcs);
	vc->state = VCR_ACTIVE;
	vc->when = t + x->f->cfg.vc_delay;
	vc->out_vc = v;
	vc->turn = ss_turn_after(v, x->vcs);
	vcr_plan(x->f, x->rt, vc->when);
}

/* Which of those in the list of output @out has VC @v of it: its slot. */
static __always_inline u32 choose_for(const struct vcr_visit *x, const struct vc_requests *q,
				      u32 out, u32 v)
{
	struct ss_claim best = SS_NO_CLAIM;

	for (u32 i = q->first[out]; i; i = q->of[i - 1].next)
		if (q->of[i - 1].wants >> v & 1)
			ss_claim(&best, birth_of(x, &x->vc[i - 1]), i - 1,
				 out_vc_of(x, out, v)->turn, SS_PORTS * x->vcs);
	return best.who;
}

/* Several ask for VCs of output @out. */
static __always_inline void share_vcs(const struct vcr_visit *x, struct vc_requests *q, u32 out,
				      u64 t)
{
	bool input_first = x->f->cfg.allocator == SS_ALLOCATE_INPUT;
	u32 wanted = 0;

	for (u32 i = q->first[out]; i; i = q->of[i - 1].next) {
		struct vc_request *request = &q->of[i - 1];

		if (input_first)
			request->wants = 1U << ss_round_robin(request->wants, x->vc[i - 1].turn);
		request->granted = 0;
		wanted |= request->wants;
	}
	for (; wanted; wanted &= wanted - 1)
		q->of[choose_for(x, q, out, ss_lowest(wanted))].granted |= wanted & -wanted;
	for (u32 i = q->first[out]; i; i = q->of[i - 1].next)
		if (q->of[i - 1].granted)
			give_vc(x, &x->vc[i - 1], q->of[i - 1].granted, t);
}

/*
 * VC allocation in cycle @t, for those of @waiting that ask.  Outputs have nothing to do with each
 * other here, and one that a single packet asks for chooses that.  Return: was anything granted?
 */
static __always_inline bool allocate_vcs(const struct vcr_visit *x, const struct vcr_set *waiting,
					 u64 t)
{
	struct vc_requests q;

	ask_for_vcs(x, waiting, t, &q);
	for (u32 set = q.asked; set; set &= set - 1) {
		u32 out = ss_lowest(set), only = q.first[out] - 1;

		if (q.of[only].next)
			share_vcs(x, &q, out, t);
		else
			give_vc(x, &x->vc[only], q.of[only].wants, t);
	}
	return q.asked;
}

#endif /* SS_VC_ALLOCATE_VCS_H */
