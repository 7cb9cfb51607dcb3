/* SPDX-License-Identifier: GPL-2.0-only */
/* The router that is being run, and what its allocators share. */
#ifndef SS_VC_VISIT_H
#define SS_VC_VISIT_H

#include "sim/parts/flow/whole_or_flit.h"
#include "sim/parts/vc/halves.h"

#include "router.h"

/**
 * struct vcr_visit - a router while it is run
 * @f: fabric of the router
 * @g: region of the router
 * @rt: the router
 * @busy: bits of its wheel
 * @vc: its input buffers, by slot
 * @r: number of the router
 * @vcs: VCs per port
 * @wheel: log2 of the cycles of a wheel
 * @in_flight: most credits that can be on a link at once
 * @words: words in use of a &struct vcr_set
 * @ages: true if its arbiters prefer the oldest packet
 * @input_first: true if inputs choose first in its allocators, not outputs
 * @whole: true if a packet needs credits for all of its flits to be given a VC
 */
struct vcr_visit {
	struct ss_fabric *f;
	struct ss_region *g;
	struct vcr_router *rt;
	u64 *busy;
	struct vcr_vc *vc;
	u32 r;
	u32 vcs;
	u32 wheel;
	u32 in_flight;
	u32 words;
	bool ages;
	bool input_first;
	bool whole;
};

/* Plan a visit to the router in cycle @t. */
static __always_inline void plan(const struct vcr_visit *x, u64 t)
{
	ss_wheel_mark(x->busy, x->wheel, t);
}

/* Return the word of @set that has the bit of @vc. */
static __always_inline u64 *word_of(const struct vcr_visit *x, struct vcr_set *set,
				    const struct vcr_vc *vc)
{
	return &set->word[x->words == 1 ? 0 : vc->slot / 64];
}

static __always_inline void set_add(const struct vcr_visit *x, struct vcr_set *set,
				    const struct vcr_vc *vc)
{
	*word_of(x, set, vc) |= 1ULL << vc->slot % 64;
}

static __always_inline void set_remove(const struct vcr_visit *x, struct vcr_set *set,
				       const struct vcr_vc *vc)
{
	*word_of(x, set, vc) &= ~(1ULL << vc->slot % 64);
}

/* Move @vc from the set @from to the set @to. */
static __always_inline void set_move(const struct vcr_visit *x, const struct vcr_vc *vc,
				     struct vcr_set *from, struct vcr_set *to)
{
	u64 bit = 1ULL << vc->slot % 64;

	*word_of(x, from, vc) ^= bit;
	*word_of(x, to, vc) ^= bit;
}

static __always_inline struct vcr_out_vc *out_vc_of(const struct vcr_visit *x, u32 port, u32 vc)
{
	return x->rt->out_vc + port * x->vcs + vc;
}

/*
 * Do the work of has_credits() for a VC with few credits: subtract the credits that are still on
 * the link.
 */
static noinline bool has_arrived(const struct ss_fabric *f, struct vcr_router *rt, u32 port,
				 u32 slot, u32 needs, u64 t)
{
	u32 credits = rt->out_vc[slot].credits, coming = 0;
	u64 next;

	if (credits)
		coming = vcr_credits_after(f, rt, port, slot, t, &next);
	if (credits >= needs + coming)
		return true;
	rt->hungry |= (VCR_PORT_SET)1 << port;
	if (coming)
		vcr_plan(f, rt, next);
	return false;
}

/*
 * Return true if VC @slot of output @port has @needs credits in cycle @t.  If not, plan a visit for
 * the cycle in which the next credit arrives.
 */
static __always_inline bool has_credits(const struct vcr_visit *x, u32 port, u32 slot, u32 needs,
					u64 t)
{
	return likely(x->rt->out_vc[slot].credits >= needs + x->in_flight) ||
	       has_arrived(x->f, x->rt, port, slot, needs, t);
}

/* Return the crossbar's lines for the first packet of @vc: one of its input, one of its output. */
static __always_inline VCR_LINES lines_of(const struct vcr_vc *vc)
{
	return vc->line | vc->way.line;
}

/* Return the birth of the first packet of @vc, or 0 if arbiters do not compare ages. */
static __always_inline u64 birth_of(const struct vcr_visit *x, const struct vcr_vc *vc)
{
	return x->ages ? x->f->pool[vc->first].birth : 0;
}

#endif /* SS_VC_VISIT_H */
