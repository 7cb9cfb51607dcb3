// SPDX-License-Identifier: GPL-2.0-only
/*
 * Injection: from a source into input proc, for its packets and its replies alike (docs/model.md,
 * section 6).
 */
#include "router.h"

/* Return when input proc has room for a packet on @vc: @t, later, or SS_NEVER while unknown. */
static u64 room(struct ss_fabric *f, u32 r, u32 vc, u64 t)
{
	struct ss_injector *in = &ss_seastar(f)->injector[r];
	struct ss_credits *c = &in->credits;
	u32 want = f->cfg.max_packet;

	if (ss_credits_at(c, in->ramps, SS_INJECTOR_RAMPS, vc, t) >= (int)want)
		return t;
	return ss_credits_when(c, in->ramps, SS_INJECTOR_RAMPS, vc, want);
}

u64 ss_inject_room(struct ss_fabric *f, u32 r, u32 dest, u32 class_, u32 flits, u64 t, u32 *vc)
{
	(void)flits;	/* a packet of any length waits for room for the largest one */
	*vc = ss_route_inject(&ss_seastar(f)->routing, r, dest, class_);
	return room(f, r, *vc, t);
}

void ss_inject(struct ss_fabric *f, u32 r, u32 vc, u32 i, u64 t)
{
	struct ss_source *s = &f->source[r];
	struct ss_packet *p = &f->pool[i];
	u32 len = ss_flits_of(p);

	ss_seastar(f)->injector[r].credits.have[vc] -= len;
	s->channel = ss_rate_start(f->inject, s->channel, t) + (u64)len * f->inject.b;
	ss_proc_append(f, r, vc, i, t);
}

void ss_inject_credit(struct ss_fabric *f, u32 r, u32 vc, u32 len, u64 t)
{
	struct ss_injector *in = &ss_seastar(f)->injector[r];
	u64 when;

	/* a place is free for the source from the cycle after the flit left */
	ss_credits_add(&in->credits, in->ramps, SS_INJECTOR_RAMPS, ss_ramp(t + 1, vc, len));
	if (likely(!ss_source_waits(&f->source[r], vc)))
		return;
	when = room(f, r, vc, t);
	if (when != SS_NEVER)
		ss_source_room(f, r, vc, when);
}

void ss_inject_resume(struct ss_fabric *f, u32 r, u64 t)
{
	for (u32 vc = 0; vc < ss_vcs(f); vc++) {
		u64 when;

		if (!ss_source_waits(&f->source[r], vc))
			continue;
		when = room(f, r, vc, t);
		if (when == SS_NEVER)
			continue;
		ss_source_room(f, r, vc, when);
		ss_remind(f, ss_region_of(f, r), r, when);
	}
}
