/* SPDX-License-Identifier: GPL-2.0-only */
/* The age of a packet when it leaves an input, and when it leaves the router. */
#ifndef SS_STAMP_H
#define SS_STAMP_H

#include "visit.h"

/* Return the age that headers in @slot gain by arriving. */
static __always_inline u32 bias_of(const struct ss_visit *x, u32 slot)
{
	return x->rt->bias[SS_SLOT_VC(slot) >> (x->shift - 1)][SS_SLOT_INPUT(slot)];
}

/* Stamp packet @p, which leaves the input for @slot, unless it was stamped before. */
static __always_inline void stamp(const struct ss_visit *x, struct ss_packet *p, u32 slot)
{
	if (!p->stamped)
		p->header = ss_age_arrive(&x->rt->age, p->header, bias_of(x, slot), p->arrival);
}

/* Let packet @p leave at @new_age; it may be the last one that held the clock. */
static __always_inline void depart(const struct ss_visit *x, struct ss_packet *p, u32 new_age,
				   u64 t)
{
	struct ss_age *age = &x->rt->age;
	bool held = age->counts_from == U64_MAX;

	p->header = ss_age_depart(age, p->header, new_age, t);
	if (unlikely(held && age->counts_from != U64_MAX))
		ss_age_report(x->f, SS_CLOCK_RELEASE, x->r, t);
}

#endif /* SS_STAMP_H */
