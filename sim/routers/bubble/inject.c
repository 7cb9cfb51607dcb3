// SPDX-License-Identifier: GPL-2.0-only
/* Injection from a node into its queues, one per class. */
#include "router.h"

static struct ss_places *places_of(const struct ss_fabric *f, u32 r, u32 class_, u64 **ring)
{
	*ring = bub_ring_of(f, r, class_, SEASTAR_PORT_PROC, 0);
	return &bub_net_of(f, r, class_)->output[SEASTAR_PORT_PROC].place[0];
}

u64 bub_room(struct ss_fabric *f, u32 r, u32 dest, u32 class_, u32 flits, u64 t, u32 *vc)
{
	struct ss_places *p;
	u64 *ring, when;

	(void)dest;
	(void)flits;	/* a place has room for any packet */
	*vc = class_;
	p = places_of(f, r, class_, &ring);
	when = ss_places_when(p, ring, bub_fabric(f)->ring, 1);
	return when > t ? when : t;
}

void bub_inject(struct ss_fabric *f, u32 r, u32 vc, u32 i, u64 t)
{
	struct ss_source *s = &f->source[r];
	u32 class_ = vc, len = ss_packet_flits(&f->pool[i]);
	struct ss_places *p;
	u64 *ring, when;

	p = places_of(f, r, class_, &ring);
	p->free--;
	s->channel = ss_rate_start(f->inject, s->channel, t) + (u64)len * f->inject.b;
	/* @when is @t if the packet requests at once: the phase of requests is still to come */
	when = bub_append(f, r, class_, BUB_NODE, i, t);
	if (when > t)
		bub_plan(f, r, when);
}

void bub_inject_credit(struct ss_fabric *f, u32 r, u32 class_, u64 t)
{
	struct ss_places *p;
	u64 *ring;

	p = places_of(f, r, class_, &ring);
	ss_places_add(p, ring, bub_fabric(f)->ring, f->now, t);
	if (ss_source_waits(&f->source[r], class_))
		ss_source_room(f, r, class_, t);
}
