/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The staging buffers of the outputs: space, and who is in them.
 */
#ifndef SS_STAGING_H
#define SS_STAGING_H

#include "visit.h"

/* Flits that have left the staging slot @slot of @o before @t but count in used. */
static __always_inline u32 staging_left(const struct ss_output *o, struct ss_rate rate,
					u32 slot, u64 t)
{
	if (!o->tx_len || o->tx_slot != slot)
		return 0;
	return ss_rate_sent(rate, ss_output_start(o, rate), o->tx_len, t);
}

/*
 * The cycle in which the packet now leaving from @s will have made space for
 * a whole packet, or SS_NEVER if it will not do.
 */
static __always_inline u64 space_when(const struct ss_fabric *f, const struct ss_output *o,
				      struct ss_rate rate, const struct ss_staging *s)
{
	u32 want = s->used + f->cfg.max_packet - f->cfg.staging_depth;

	if (want > o->tx_len)
		return SS_NEVER;
	return ss_rate_flit(rate, ss_output_start(o, rate), want - 1) + 1;
}

/* Does staging buffer @slot of output @port lack space for a packet in cycle @t? */
static __always_inline bool is_full(const struct ss_visit *x, u32 port, u32 slot, u64 t)
{
	const struct ss_fabric *f = x->f;
	u32 used = staging_of(x, port, slot)->used;

	if (used + f->cfg.max_packet <= f->cfg.staging_depth)
		return false;
	used -= staging_left(&x->rt->output[port], ss_output_rate(f, port), slot, t);
	return used + f->cfg.max_packet > f->cfg.staging_depth;
}

/* Put packet @i of @len flits into a staging buffer; tell the output if it is the first. */
static __always_inline void stage(const struct ss_visit *x, u32 port, u32 slot, u32 i, u32 len,
				  u64 t)
{
	struct ss_staging *s = staging_of(x, port, slot);
	struct ss_output *o = &x->rt->output[port];

	s->used += len;
	if (s->last) {
		x->pool[i].next = x->pool[s->last].next;
		x->pool[s->last].next = i;
	} else {
		u64 free = ss_output_free(x->f, o, port);

		x->pool[i].next = i;
		o->occupied |= 1ULL << slot;
		plan(x, free > t ? step(x, t, free) : t, SS_DO_OUTPUT(port));
	}
	s->last = i;
}

#endif /* SS_STAGING_H */
