/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * VC allocation (docs/vc-router.md): packets at the front of their buffers request all free VCs of
 * their output that they may have.
 */
#ifndef SS_VC_ALLOCATE_VCS_H
#define SS_VC_ALLOCATE_VCS_H

#include "visit.h"

/**
 * struct vc_request - a packet that requests a VC
 * @vc: input buffer that requests
 * @gets: set of VCs of its output: the requested ones and, after settle_vcs(), the granted ones
 */
struct vc_request {
	struct vcr_vc *vc;
	u16 gets;
};

/**
 * struct vc_requests - the requests for VCs in a cycle
 * @of: requests, in the order of their slots
 * @end: end of that list
 * @shared: lines of the outputs with several requests
 */
struct vc_requests {
	struct vc_request of[VCR_SLOTS];
	struct vc_request *end;
	VCR_LINES shared;
};

/*
 * Return the VCs that the first packet of @vc may request in cycle @t: all free ones or, under
 * cut-through, those with credits for the whole packet.
 */
static __always_inline u32 free_vcs(const struct vcr_visit *x, const struct vcr_vc *vc, u64 t)
{
	u32 set = vc->way.wants & x->rt->free[vc->way.out], needs;

	if (!x->whole || vcr_is_node(x->rt, vc->way.out))
		return set;
	needs = ss_packet_flits(&x->f->pool[vc->first]);
	for (u32 left = set; left; left &= left - 1)
		if (!has_credits(x, vc->way.out, vc->way.out * x->vcs + ss_lowest(left), needs, t))
			set ^= left & -left;
	return set;
}

/* Return the VC of @set whose turn is next for buffer @vc. */
static __always_inline u32 first_choice(const struct vcr_vc *vc, u32 set)
{
	return ss_round_robin(set, vc->out_vc + 1);
}

/* Collect in @q the requests for VCs that the buffers in @waiting make in cycle @t. */
static __always_inline void ask_for_vcs(const struct vcr_visit *x, const struct vcr_set *waiting,
					u64 t, struct vc_requests *q)
{
	struct vc_request *end = q->of;
	VCR_LINES asked = 0, shared = 0;

	for (u32 word = 0; word < x->words; word++) {
		for (u64 set = waiting->word[word]; set; set &= set - 1) {
			struct vcr_vc *vc = x->vc + 64 * word + ss_lowest(set);
			u32 wants;

			if (vc->when > t)
				continue;
			wants = free_vcs(x, vc, t);
			if (!wants)
				continue;
			end->vc = vc;
			end->gets = x->input_first ? 1U << first_choice(vc, wants) : wants;
			end++;
			shared |= asked & vc->way.line;
			asked |= vc->way.line;
		}
	}
	q->end = end;
	q->shared = shared;
}

/* Give buffer @vc one VC of @granted, a set of VCs of its output. */
static __always_inline void give_vc(const struct vcr_visit *x, struct vcr_vc *vc, u32 granted,
				    u64 t)
{
	u32 v = first_choice(vc, granted), out_slot = vc->way.out * x->vcs + v;

	set_move(x, vc, &x->rt->waiting, &x->rt->ready);
	x->rt->free[vc->way.out] ^= 1U << v;
	x->rt->out_vc[out_slot].had = vc->slot;
	vc->blocked += t - vc->when;
	vc->when = t + x->f->cfg.vc.vc_delay;
	vc->out_vc = v;
	vc->out_slot = out_slot;
}

/* Return true if VC @v, which @a and @b request, chooses @a. */
static __always_inline bool vc_chooses(const struct vcr_visit *x, const struct vcr_vc *a,
				       const struct vcr_vc *b, u32 v)
{
	if (birth_of(x, a) != birth_of(x, b))
		return birth_of(x, a) < birth_of(x, b);
	return ss_is_before(a->slot, b->slot, out_vc_of(x, a->way.out, v)->had);
}

/* For each VC that both @r and @other request, remove it from the request that it rejects. */
static __always_inline void share_vcs(const struct vcr_visit *x, struct vc_request *r,
				      struct vc_request *other)
{
	for (u32 both = r->gets & other->gets; both; both &= both - 1) {
		bool chosen = vc_chooses(x, r->vc, other->vc, ss_lowest(both));

		(chosen ? other : r)->gets ^= both & -both;
	}
}

/* Resolve conflicts: afterwards no two requests in @q have the same VC. */
static __always_inline void settle_vcs(const struct vcr_visit *x, struct vc_requests *q)
{
	for (struct vc_request *r = q->of; r < q->end; r++) {
		if (!(r->vc->way.line & q->shared))
			continue;
		for (struct vc_request *other = q->of; other < r; other++)
			if (other->vc->way.out == r->vc->way.out)
				share_vcs(x, r, other);
	}
}

/*
 * Allocate VCs in cycle @t to the buffers in @waiting that request one.  Outputs are independent
 * here; an output's only request is granted without arbitration.  Returns true if there is a grant.
 */
static __always_inline bool allocate_vcs(const struct vcr_visit *x, const struct vcr_set *waiting,
					 u64 t)
{
	struct vc_requests q;

	ask_for_vcs(x, waiting, t, &q);
	if (q.shared)
		settle_vcs(x, &q);
	for (struct vc_request *r = q.of; r < q.end; r++)
		if (likely(r->gets))
			give_vc(x, r->vc, r->gets, t);
	return q.end > q.of;
}

#endif /* SS_VC_ALLOCATE_VCS_H */
