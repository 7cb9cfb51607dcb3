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
 * @vc: its buffer
 * @gets: VCs of its output that it asks for, in the end those that it can choose from
 * @asks: what it asks for, if others ask for VCs of the same output
 */
struct vc_request {
	struct vcr_vc *vc;
	u16 gets;
	u16 asks;
};

/**
 * struct vc_requests - the packets that ask in a cycle
 * @of: requests, by slot
 * @end: of the list
 * @shared: lines of the outputs that several ask for VCs of
 */
struct vc_requests {
	struct vc_request of[VCR_SLOTS];
	struct vc_request *end;
	u32 shared;
};

/* The VCs that the first packet of @vc could have in cycle @t: free ones, and with room for it. */
static __always_inline u32 free_vcs(const struct vcr_visit *x, const struct vcr_vc *vc, u64 t)
{
	u32 set = vc->way.wants & x->rt->free[vc->way.out], needs;

	if (!x->whole || vc->way.out == SEASTAR_PORT_PROC)
		return set;
	needs = ss_packet_flits(&x->f->pool[vc->first]);
	for (u32 left = set; left; left &= left - 1)
		if (!has_credits(x, vc->way.out, vc->way.out * x->vcs + ss_lowest(left), needs, t))
			set ^= left & -left;
	return set;
}

/* Which of @waiting ask in cycle @t. */
static __always_inline void ask_for_vcs(const struct vcr_visit *x, const struct vcr_set *waiting,
					u64 t, struct vc_requests *q)
{
	struct vc_request *end = q->of;
	u32 asked = 0, shared = 0;

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
			end->gets = wants;
			end++;
			shared |= asked & vc->way.line;
			asked |= vc->way.line;
		}
	}
	q->end = end;
	q->shared = shared;
}

/* Buffer @vc has one of @granted, VCs of its output, from now on. */
static __always_inline void give_vc(const struct vcr_visit *x, struct vcr_vc *vc, u32 granted,
				    u64 t)
{
	u32 v = ss_round_robin(granted, vc->out_vc + 1), out_slot = vc->way.out * x->vcs + v;

	set_move(x, vc, &x->rt->waiting, &x->rt->ready);
	x->rt->free[vc->way.out] ^= 1U << v;
	x->rt->out_vc[out_slot].had = vc->slot;
	vc->blocked += t - vc->when;
	vc->when = t + x->f->cfg.vc_delay;
	vc->out_vc = v;
	vc->out_slot = out_slot;
}

/**
 * struct vc_contest - requests for VCs of the same output
 * @request: they, by slot
 * @end: of the list
 */
struct vc_contest {
	struct vc_request *request[VCR_SLOTS];
	struct vc_request **end;
};

/* VC @v takes the oldest of those that ask for it; it prefers those from slot @turn on. */
static __always_inline struct vc_request *oldest_for(const struct vcr_visit *x,
						     const struct vc_contest *c, u32 v, u32 turn)
{
	struct ss_claim best = SS_NO_CLAIM;
	struct vc_request *oldest = NULL;

	for (struct vc_request *const *r = c->request; r < c->end; r++) {
		const struct vcr_vc *vc = (*r)->vc;

		if (!((*r)->asks >> v & 1))
			continue;
		ss_claim(&best, birth_of(x, vc), vc->slot, turn, SS_PORTS * x->vcs);
		if (best.who == vc->slot)
			oldest = *r;
	}
	return oldest;
}

/* VC @v takes the first one from slot @turn on of those that ask for it. */
static __always_inline struct vc_request *request_for(const struct vcr_visit *x,
						      const struct vc_contest *c, u32 v, u32 turn)
{
	struct vc_request *first = NULL;

	if (x->ages)
		return oldest_for(x, c, v, turn);
	for (struct vc_request *const *r = c->request; r < c->end; r++) {
		if (!((*r)->asks >> v & 1))
			continue;
		if ((*r)->vc->slot >= turn)
			return *r;
		if (!first)
			first = *r;
	}
	return first;
}

/* Several ask for VCs of output @out: leave them those that choose them. */
static __always_inline void share_vcs(const struct vcr_visit *x, struct vc_requests *q, u32 out)
{
	const struct vcr_out_vc *out_vc = out_vc_of(x, out, 0);
	struct vc_contest c;
	u32 wanted = 0;

	c.end = c.request;
	for (struct vc_request *r = q->of; r < q->end; r++) {
		if (r->vc->way.out != out)
			continue;
		*c.end++ = r;
		r->asks = x->input_first ? 1U << ss_round_robin(r->gets, r->vc->out_vc + 1) : r->gets;
		r->gets = 0;
		wanted |= r->asks;
	}
	for (; wanted; wanted &= wanted - 1) {
		u32 v = ss_lowest(wanted);

		request_for(x, &c, v, out_vc[v].had + 1)->gets |= wanted & -wanted;
	}
}

/*
 * VC allocation in cycle @t, for those of @waiting that ask.  Outputs have nothing to do with each
 * other here; a packet that is alone at its own is given what it asks for.  Return: was anything
 * granted?
 */
static __always_inline bool allocate_vcs(const struct vcr_visit *x, const struct vcr_set *waiting,
					 u64 t)
{
	struct vc_requests q;

	ask_for_vcs(x, waiting, t, &q);
	for (u32 set = q.shared >> 8; set; set &= set - 1)
		share_vcs(x, &q, ss_lowest(set));
	for (struct vc_request *r = q.of; r < q.end; r++)
		if (likely(r->gets))
			give_vc(x, r->vc, r->gets, t);
	return q.end > q.of;
}

#endif /* SS_VC_ALLOCATE_VCS_H */
