// SPDX-License-Identifier: GPL-2.0-only
/*
 * Functions by which the simulator, but not the kernel, observes a fabric window by window:
 * messages, the end of the traffic, the words of the state.
 */
#include "engine.h"

u32 ss_region_packets(const struct ss_fabric *f, u32 region)
{
	return f->region[region].in_use;
}

void ss_region_set_packets(struct ss_fabric *f, u32 region, u32 packets)
{
	f->region[region].in_use = packets;
}

void ss_region_on_message(struct ss_fabric *f, u32 region,
			  void (*fn)(void *ctx, const struct ss_birth *b), void *ctx)
{
	f->region[region].on_message = fn;
	f->region[region].message_ctx = ctx;
}

bool ss_source_done(const struct ss_fabric *f, u32 node)
{
	const struct ss_source *s = &f->source[node];

	if (!f->traffic || !s->sends)
		return true;
	if (f->traffic->traced)
		return !ss_more(f, node)->given &&
		       (!ss_is_programmed(f->traffic) || s->due == SS_NEVER);
	return f->traffic->batch && ss_more(f, node)->phase == ss_traffic_phases(f);
}

u64 ss_last_delivery(const struct ss_fabric *f, u32 node)
{
	return f->traffic ? f->source[node].last_delivery : SS_NEVER;
}

bool ss_traffic_acknowledges(const struct ss_fabric *f)
{
	return f->traffic && f->traffic->windowed;
}

void ss_read_ports(const struct ss_fabric *f, u32 router, u64 regs[SS_PORTS][SEASTAR_REGS],
		   struct ss_passed passed[SS_PORTS])
{
	f->cfg.kind->read(f, router, regs, passed);
}

u64 ss_oldest_waiting(struct ss_fabric *f, u32 node)
{
	ss_source_count(f, node, f->now);
	return ss_source_oldest(f, node, f->now);
}

void ss_state_emit(struct ss_fabric *f, void (*fn)(void *ctx, u64 word),
		   void *ctx)
{
	for (u32 i = 0; i < f->cfg.regions; i++)
		ss_region_emit(f, i, fn, ctx);
}

void ss_fabric_skip(struct ss_fabric *f, u64 end)
{
	f->now = end;
}

void ss_fabric_run(struct ss_fabric *f, u64 cycles)
{
	ss_fabric_run_for(f, cycles, U64_MAX);
}
