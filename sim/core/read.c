// SPDX-License-Identifier: GPL-2.0-only
/* Readings of registers and statistics, as of the beginning of the present cycle. */
#include "engine.h"

void ss_read_regs(const struct ss_fabric *f, u32 router, u64 regs[SS_PORTS][SEASTAR_REGS])
{
	struct ss_passed passed[SS_PORTS];

	f->cfg.kind->read(f, router, regs, passed);
}

bool ss_source_sends(const struct ss_fabric *f, u32 node)
{
	return f->source[node].sends;
}

u64 ss_latency_counted(const struct ss_fabric *f, u32 node, u32 bin)
{
	const char *first = ss_latency_bins(ss_deliveries(f, node));

	if (bin >= f->latency_bins)
		return 0;
	if (SS_SIMULATOR && f->latency_short)
		return ((const u32 *)first)[bin];
	return ((const u64 *)first)[bin];
}

void ss_read_source(struct ss_fabric *f, u32 node, struct ss_source_stats *s)
{
	struct ss_source *source = &f->source[node];
	const struct ss_source_more *more = ss_read_more(f, node);
	const struct ss_split *split = &more->split;

	ss_source_count(f, node, f->now);
	if (SS_SIMULATOR)
		ss_split_count(f, node);
	for (u32 i = SEASTAR_SRC_DELIVERED; i < SEASTAR_SRC_STATS; i++)
		s->stat[i] = *ss_delivered(ss_deliveries(f, node), i);
	for (u32 i = 0; i < SEASTAR_LAT_BINS; i++)
		s->lat_hist[i] = ss_latency_counted(f, node, i);
	s->stat[SEASTAR_SRC_DROPPED] = source->dropped + split->dropped + more->replies_lost;
	s->stat[SEASTAR_SRC_INJECTED] = source->injected + split->injected + more->replied;
	s->stat[SEASTAR_SRC_OFFERED] = source->dropped + split->dropped + source->injected +
		split->injected + more->replies + ss_source_queued(f, node, f->now) +
		split->queued;
	s->replies = more->replies;
	s->replied = more->replied;
	s->reply_flits = more->reply_flits;
	s->injected_flits = source->injected_flits;
	s->entering = f->cfg.kind->entering ? f->cfg.kind->entering(f, node) : 0;
	s->injected = s->stat[SEASTAR_SRC_INJECTED] - source->injected_before;
}

void ss_reset_sources(struct ss_fabric *f)
{
	for (u32 n = f->own_nodes.first; n < f->own_nodes.end; n++) {
		const struct ss_source_more *more = ss_read_more(f, n);
		struct ss_source *s = &f->source[n];

		memset(ss_deliveries(f, n), 0, f->delivery_stride);
		s->injected_before = s->injected + more->split.injected + more->replied;
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

u64 ss_oldest_birth(struct ss_fabric *f, u32 router)
{
	u32 first = ss_first_node(&f->topo, router), nodes = ss_nodes_of(&f->topo, router);
	u64 oldest = SS_NEVER;

	for (u32 n = first; n - first < nodes; n++) {
		u64 birth;

		ss_source_count(f, n, f->now);
		birth = ss_source_oldest(f, n, f->now);
		birth = ss_oldest_in_list(f, ss_read_more(f, n)->reply_first, birth);
		oldest = birth < oldest ? birth : oldest;
	}
	return f->cfg.kind->oldest(f, router, oldest);
}
