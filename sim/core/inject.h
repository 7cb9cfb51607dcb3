/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The way from a source into input proc, for its packets and its replies alike
 * (docs/model.md, section 6).
 */
#ifndef SS_INJECT_H
#define SS_INJECT_H

#include "engine.h"

/* When input proc has room for a packet on @vc: @t, later, or SS_NEVER while unknown. */
static inline u64 ss_inject_room(struct ss_fabric *f, u32 r, u32 vc, u64 t)
{
	u64 *ramps = &f->source_ramps[r * SS_SOURCE_RAMPS];
	struct ss_credits *c = &f->source[r].credits;

	ss_credits_fold(c, ramps, SS_SOURCE_RAMPS, t, f->cfg.max_packet);
	if (ss_credits_at(c, ramps, vc, t) >= f->cfg.max_packet)
		return t;
	return ss_credits_when(c, ramps, SS_SOURCE_RAMPS, vc, f->cfg.max_packet);
}

/* Inject packet @i in cycle @t; there is room, and the channel is free. */
static inline void ss_inject(struct ss_fabric *f, u32 r, u32 vc, u32 i, u64 t)
{
	struct ss_source *s = &f->source[r];
	struct ss_packet *p = &f->pool[i];
	u64 waited = t - p->birth;
	u32 len = ss_packet_flits(p);

	p->waited = waited < U32_MAX ? waited : U32_MAX;
	p->left = 0;
	ss_credits_spend(&s->credits, vc, len, f->cfg.max_packet);
	s->channel = ss_rate_start(f->inject, s->channel, t) + (u64)len * f->inject.b;
	ss_proc_append(f, r, vc, i, t);
}

#endif /* SS_INJECT_H */
