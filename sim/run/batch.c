// SPDX-License-Identifier: GPL-2.0-only
#include "sim/base/memory.h"

#include "batch.h"

bool batch_is_run(const struct runner *run)
{
	return sim_has_end(run->e);
}

bool batch_is_complete(const struct runner *run)
{
	u32 first, nodes = ss_fabric_own_nodes(run->f, &first);
	bool done = (!run->feed || feed_is_over(run->feed)) &&
		    (!run->job || job_is_over(run->job));

	for (u32 n = first; n - first < nodes && done; n++)
		done = ss_source_done(run->f, n);
	return sim_crew_agree(run->threads, done) && !sim_crew_packets(run->crew, run->f);
}

static void settle_phase(const struct runner *run, u32 phase, struct sim_batch_phase *p)
{
	u32 first, nodes = ss_fabric_own_nodes(run->f, &first), all = run->r->nodes;
	u64 *done = sim_alloc(all, sizeof(*done));

	for (u32 i = first; i - first < nodes; i++)
		done[i] = ss_phase_done(run->f, i, phase);
	sim_crew_give_nodes(run->crew, run->f, done, sizeof(*done));
	p->first = U64_MAX;
	for (u32 i = 0; i < all && sim_crew_leads(run->crew); i++) {
		if (done[i] == U64_MAX)
			continue;
		p->nodes++;
		p->sum += done[i];
		if (done[i] < p->first)
			p->first = done[i];
		if (done[i] > p->last)
			p->last = done[i];
	}
	free(done);
}

/* Return the cycle of the last delivery to any node, 0 if there was none. */
static u64 last_delivery(const struct runner *run)
{
	u64 last[SS_MAX_REGIONS] = { 0 };

	for (u32 i = 0; i < run->threads; i++) {
		u32 first, nodes = ss_region_nodes(run->f, i, &first);

		for (u32 n = first; n - first < nodes && ss_region_is_own(run->f, i); n++) {
			u64 at = ss_last_delivery(run->f, n);

			if (at != U64_MAX && at > last[i])
				last[i] = at;
		}
	}
	sim_crew_share(run->crew, last, sizeof(last[0]));
	for (u32 i = 1; i < run->threads; i++)
		if (last[i] > last[0])
			last[0] = last[i];
	return last[0];
}

/* Cut the idle cycles after the last delivery off the measured cycles. */
static void cut_idle(struct sim_result *r)
{
	u64 idle = r->warmup + r->measured - (r->last + 1);

	r->measured -= idle;
	for (u32 i = 0; i < r->nodes; i++)
		r->sending[i] -= r->sends[i] ? idle : 0;
	if (r->batches && r->batch[r->batches - 1].cycles > idle) {
		r->batch[r->batches - 1].cycles -= idle;
		r->batch[r->batches - 1].tally.sender_cycles -= idle * r->senders;
	}
}

/* Record in the result a node that waits for messages of a trace, if there is one. */
static void settle_pause(struct runner *run)
{
	struct sim_pause pause[SS_MAX_REGIONS] = { 0 };

	for (u32 i = 0; i < run->threads; i++) {
		u32 first, nodes = ss_region_nodes(run->f, i, &first);

		for (u32 n = first; n - first < nodes && !pause[i].flits; n++) {
			struct sim_pause *p = &pause[i];

			*p = (struct sim_pause){ .node = n };
			if (ss_region_is_own(run->f, i) &&
			    !ss_trace_pauses(run->f, n, &p->flits, &p->received))
				p->flits = 0;
		}
	}
	sim_crew_share(run->crew, pause, sizeof(pause[0]));
	for (u32 i = 0; i < run->threads && !run->r->pause.flits; i++)
		run->r->pause = pause[i];
}

/*
 * Put the counts of a program into the result.  The run ends with the last delivery or, if that is
 * later, the last operation.  A program with a message that no rank receives is not complete.
 */
static void settle_job(struct runner *run)
{
	struct sim_result *r = run->r;

	if (!r->complete && !*r->standstill)
		job_cut(run->job, runner_now(run));
	job_settle(run->job, run->crew, r);
	if (r->ended > r->last + 1)
		r->last = r->ended - 1;
	if (r->complete &&
	    job_stands(run->job, run->crew, r->standstill, sizeof(r->standstill)))
		r->complete = false;
}

void batch_settle(struct runner *run)
{
	struct sim_result *r = run->r;

	r->last = last_delivery(run);
	r->complete = batch_is_complete(run);
	if (run->feed)
		settle_pause(run);
	if (run->job)
		settle_job(run);
	r->batch_phases = ss_traffic_phases(run->f);
	r->batch_phase = sim_alloc(r->batch_phases, sizeof(*r->batch_phase));
	for (u32 i = 0; i < r->batch_phases; i++)
		settle_phase(run, i, &r->batch_phase[i]);
	if (r->complete && run->e->measure == SIM_AUTO && r->last >= r->warmup)
		cut_idle(r);
}
