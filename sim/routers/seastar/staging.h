/* SPDX-License-Identifier: GPL-2.0-only */
/* The staging buffers of the outputs: their space and their packets. */
#ifndef SS_STAGING_H
#define SS_STAGING_H

#include "stamp.h"

/*
 * Return the cycle in which the packet now leaving @o will have made space for a whole packet, or
 * SS_NEVER if it does not make enough.
 */
static __always_inline u64 space_when(const struct ss_fabric *f, const struct ss_output *o,
				      struct ss_rate rate, u32 used)
{
	u32 want = used + o->tx_len + f->cfg.max_packet - f->cfg.seastar.staging_depth;

	if (want > o->tx_len)
		return SS_NEVER;
	return ss_rate_flit(rate, ss_output_start(o, rate), want - 1) + 1;
}

/*
 * Return the flits of the packets in staging buffer @slot of output @port, without one under way.
 */
static __always_inline u32 staged_flits(const struct ss_visit *x, u32 port, u32 slot)
{
	if (!(x->rt->output[port].occupied >> slot & 1))
		return 0;
	return staging_of(x, port, slot)->used;
}

/* Return the flits of the packet under way from @o that have not left before cycle @t. */
static __always_inline u32 under_way(const struct ss_output *o, struct ss_rate rate, u64 t)
{
	return o->tx_len - ss_rate_sent(rate, ss_output_start(o, rate), o->tx_len, t);
}

/* Return true if staging buffer @slot of output @port lacks space for a packet in cycle @t. */
static __always_inline bool is_full(const struct ss_visit *x, u32 port, u32 slot, u64 t)
{
	const struct ss_fabric *f = x->f;
	const struct ss_output *o = &x->rt->output[port];
	u32 used = staged_flits(x, port, slot), left;

	/* usually there is space, whichever slot the packet under way is in */
	if (likely(used + o->tx_len + f->cfg.max_packet <= f->cfg.seastar.staging_depth))
		return false;
	left = under_way(o, ss_output_rate(f, port), t);
	used += o->tx_slot == slot ? left : 0;
	return used + f->cfg.max_packet > f->cfg.seastar.staging_depth;
}

/*
 * Put packet @i, of @len flits, into a staging buffer.  Returns the output's bit if it may grant in
 * this cycle; if it may later, plans that.
 */
static __always_inline u32 stage(const struct ss_visit *x, u32 port, u32 slot, u32 i, u32 len,
				 u64 t)
{
	struct ss_staging *s = staging_of(x, port, slot);
	struct ss_output *o = &x->rt->output[port];
	struct ss_packet *p = &x->pool[i];
	u64 free;

	stamp(x, p, slot);
	s->used += len;
	if (o->occupied >> slot & 1) {
		p->next = x->pool[s->last].next;
		x->pool[s->last].next = i;
		s->last = i;
		return 0;
	}
	p->next = i;
	s->last = i;
	o->occupied |= 1ULL << slot;
	free = ss_output_free(x->f, o, port);
	if (free <= t)
		return 1U << port;
	plan(x, step(x, t, free), SS_DO_OUTPUT(port));
	return 0;
}

#endif /* SS_STAGING_H */
