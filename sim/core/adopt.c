// SPDX-License-Identifier: GPL-2.0-only
/*
 * Adoption of packets that are in several lists at once, as those of wormhole flow control, when
 * they move to another pool.
 */
#include "engine.h"

/*
 * Move packet @i, unless it was moved before: a packet that has moved has @stamped set in the old
 * pool, and its new number in @birth there.
 */
u32 ss_adopt_once(const struct ss_fabric *f, struct ss_region *g, struct ss_packet *pool, u32 i)
{
	struct ss_packet *p = &f->pool[i];
	u32 to;

	if (p->stamped)
		return p->birth;
	to = ss_adopt(f, g, pool, i);
	pool[to].next = 0;
	p->stamped = 1;
	p->birth = to;
	return to;
}

void ss_adopt_list_once(const struct ss_fabric *f, struct ss_region *g, struct ss_packet *pool,
			u32 *first, u32 *last)
{
	u32 i = *first, end = *last;

	if (!i)
		return;
	*first = ss_adopt_once(f, g, pool, i);
	*last = ss_adopt_once(f, g, pool, end);
	for (; i != end; i = f->pool[i].next) {
		u32 next = ss_adopt_once(f, g, pool, f->pool[i].next);

		pool[ss_adopt_once(f, g, pool, i)].next = next;
	}
}
