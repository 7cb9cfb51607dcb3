// SPDX-License-Identifier: GPL-2.0-only
/*
 * Registers and statistics as they stand before cycle now.
 */
#include "engine.h"

void ss_read_regs(const struct ss_fabric *f, u32 router, u64 regs[SS_PORTS][SEASTAR_REGS])
{
	struct ss_passed passed[SS_PORTS];

	f->cfg.kind->read(f, router, regs, passed);
}

void ss_read_ports(const struct ss_fabric *f, u32 router, u64 regs[SS_PORTS][SEASTAR_REGS],
		   struct ss_passed passed[SS_PORTS])
{
	f->cfg.kind->read(f, router, regs, passed);
}

bool ss_source_sends(const struct ss_fabric *f, u32 router)
{
	return f->source[router].sends;
}

u32 ss_waits_for(const struct ss_fabric *f, const struct ss_buffer *b,
		 struct ss_buffer next[SS_MAX_WAITS], struct ss_buffer *between)
{
	return f->cfg.kind->waits_for(f, b, next, between);
}

void ss_read_source(struct ss_fabric *f, u32 router, struct ss_source_stats *s)
{
	const struct ss_source *source = &f->source[router];
	const struct ss_split *split = &source->split;

	ss_source_count(f, router, f->now);
	ss_split_count(f, router);
	*s = source->stats;
	s->stat[SEASTAR_SRC_DROPPED] = source->dropped + split->dropped + source->replies_lost;
	s->stat[SEASTAR_SRC_INJECTED] = source->injected + split->injected + source->replied;
	s->stat[SEASTAR_SRC_OFFERED] = source->dropped + split->dropped + source->injected +
		split->injected + source->replies + ss_source_queued(f, router, f->now) +
		split->queued;
	s->replies = source->replies;
	s->replied = source->replied;
	s->reply_flits = source->reply_flits;
	s->injected = s->stat[SEASTAR_SRC_INJECTED] - source->injected_before;
}

void ss_reset_sources(struct ss_fabric *f)
{
	for (u32 r = 0; r < f->topo.routers; r++) {
		struct ss_source *s = &f->source[r];

		memset(&s->stats, 0, sizeof(s->stats));
		s->injected_before = s->injected + s->split.injected + s->replied;
		ss_relax();
	}
}

u64 ss_older(const struct ss_fabric *f, u32 packet, u64 birth)
{
	return f->pool[packet].birth < birth ? f->pool[packet].birth : birth;
}

u64 ss_oldest_in_list(const struct ss_fabric *f, u32 first, u64 birth)
{
	for (u32 i = first; i; i = f->pool[i].next)
		birth = ss_older(f, i, birth);
	return birth;
}

u64 ss_oldest_in_ring(const struct ss_fabric *f, u32 last, u64 birth)
{
	u32 i = last;

	do {
		birth = ss_older(f, i, birth);
		i = f->pool[i].next;
	} while (i != last);
	return birth;
}

u64 ss_oldest_birth(struct ss_fabric *f, u32 router)
{
	const struct ss_source *s = &f->source[router];
	u64 birth;

	ss_source_count(f, router, f->now);
	birth = ss_source_oldest(f, router, f->now);
	birth = ss_oldest_in_list(f, s->reply_first, birth);
	return f->cfg.kind->oldest(f, router, birth);
}
