// SPDX-License-Identifier: GPL-2.0-only
#include "batch.h"
#include "memory.h"

bool batch_is_run(const struct runner *run)
{
	return run->e->phases == 1 &&
	       run->e->phase[0].settings.traffic.pattern != SEASTAR_PATTERN_NONE &&
	       run->e->phase[0].settings.traffic.source == SS_SOURCE_BATCH;
}

bool batch_is_complete(const struct runner *run)
{
	for (u32 i = 0; i < run->r->nodes; i++)
		if (!ss_source_done(run->f, i))
			return false;
	return !ss_fabric_packets(run->f);
}

static void settle_phase(const struct runner *run, u32 phase, struct sim_batch_phase *p)
{
	p->first = U64_MAX;
	for (u32 i = 0; i < run->r->nodes; i++) {
		u64 done = ss_phase_done(run->f, i, phase);

		if (done == U64_MAX)
			continue;
		p->nodes++;
		p->sum += done;
		if (done < p->first)
			p->first = done;
		if (done > p->last)
			p->last = done;
	}
}

/* The last batch ends with the last delivery: idle cycles after it are not its. */
static void cut_idle(struct sim_result *r)
{
	u64 idle = r->warmup + r->measured - (r->last + 1);

	r->measured -= idle;
	if (r->batches && r->batch[r->batches - 1].cycles > idle)
		r->batch[r->batches - 1].cycles -= idle;
}

void batch_settle(struct runner *run)
{
	struct sim_result *r = run->r;

	for (u32 i = 0; i < r->nodes; i++) {
		u64 last = ss_last_delivery(run->f, i);

		if (last != U64_MAX && last > r->last)
			r->last = last;
	}
	r->complete = batch_is_complete(run);
	r->batch_phases = ss_traffic_phases(run->f);
	r->batch_phase = sim_alloc(r->batch_phases, sizeof(*r->batch_phase));
	for (u32 i = 0; i < r->batch_phases; i++)
		settle_phase(run, i, &r->batch_phase[i]);
	if (r->complete && run->e->measure == SIM_AUTO && r->last >= r->warmup)
		cut_idle(r);
}
