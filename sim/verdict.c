// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdlib.h>

#include "memory.h"
#include "stats.h"
#include "steady.h"
#include "verdict.h"

#define SHORTFALL	0.01	/* of what is offered: more is saturation */
#define LIKELY		1.645	/* of the normal law: 90 %, two-sided */

static double tolerance(const struct sim_result *r)
{
	return (double)r->experiment->precision / SEASTAR_PPM;
}

bool sim_backlog_grows(const double *queued, u32 n, u32 senders, double offered)
{
	double growth = stats_growth(queued, n);

	return growth > senders && growth > SHORTFALL * offered;
}

static double offered(const struct sim_result *r)
{
	return r->after.offered - r->before.offered;
}

/* What a change of traffic makes the sources forget is not dropped for want of room. */
static bool overflows(const struct sim_result *r)
{
	return r->after.dropped - r->before.dropped - r->forgotten > SHORTFALL * offered(r);
}

bool sim_is_saturated(const struct sim_result *r)
{
	double *queued = sim_alloc(r->batches + 1, sizeof(*queued));
	bool grows;

	queued[0] = r->before.queued;
	for (u32 i = 0; i < r->batches; i++)
		queued[i + 1] = r->batch[i].totals.queued;
	grows = sim_backlog_grows(queued, r->batches + 1, r->senders, offered(r));
	free(queued);
	return grows || overflows(r);
}

/* Says in @why, of @room bytes, which rule the batch means of @what do not meet yet. */
static bool is_precise(const struct sim_result *r, const char *what, const double *x, u32 n,
		       char *why, size_t room)
{
	double half = stats_half_width(x, n), lag1 = stats_lag1(x, n), most = LIKELY / sqrt(n);

	if (!n && !r->senders)
		return true;
	if (n < 2)
		snprintf(why, room, "there were two batches with a mean of %s", what);
	else if (!(half <= tolerance(r) * stats_mean(x, n)))
		snprintf(why, room, "%s was as precise as asked: to %.3g %%, not %.3g %%", what,
			 100 * half / stats_mean(x, n), 100 * tolerance(r));
	else if (!(fabs(lag1) <= most))
		snprintf(why, room,
			 "the batch means of %s looked independent: each correlates with the next by %.2f, beyond +-%.2f",
			 what, lag1, most);
	else if (steady_drifts(x, n, tolerance(r)))
		snprintf(why, room, "%s ceased to drift", what);
	else
		return true;
	return false;
}

bool sim_is_precise(const struct sim_result *r, char *why, size_t room)
{
	double *x = sim_alloc(r->batches, sizeof(*x));
	bool precise = is_precise(r, "accepted load", x, sim_batch_accepted(r, x), why, room);

	/* under saturation latency is as long as one waits */
	if (precise && !sim_is_saturated(r))
		precise = is_precise(r, "latency", x, sim_batch_latency(r, x), why, room);
	free(x);
	return precise;
}

static void judge_steadiness(struct sim_result *r)
{
	double *x = sim_alloc(r->batches, sizeof(*x));
	const char *what = NULL;

	if (r->experiment->phase[r->experiment->phases - 1].at > r->warmup) {
		r->settled = false;
		snprintf(r->steady_why, sizeof(r->steady_why),
			 "settings changed while it was measured");
	}
	if (steady_drifts(x, sim_batch_accepted(r, x), tolerance(r)))
		what = "accepted load";
	else if (steady_drifts(x, sim_batch_latency(r, x), tolerance(r)))
		what = "latency";
	free(x);
	r->steady = r->settled && !what;
	if (what && r->settled)
		snprintf(r->steady_why, sizeof(r->steady_why),
			 "the two halves of the measured cycles differ in their %s", what);
}

static void say(struct sim_result *r, enum sim_verdict verdict, const char *why)
{
	r->verdict = verdict;
	snprintf(r->why, sizeof(r->why), "%s", why);
}

static bool is_batch(const struct sim_result *r)
{
	const struct ss_traffic *t = &r->experiment->phase[0].settings.traffic;

	return r->experiment->phases == 1 && t->pattern != SEASTAR_PATTERN_NONE &&
	       t->source == SS_SOURCE_BATCH;
}

/* A batch is not to be steady but to end. */
static void judge_batch(struct sim_result *r)
{
	if (!r->complete)
		say(r, SIM_NOT_STEADY, "the batch is not complete: give it more max_cycles");
	else if (!r->measure->latency.packets)
		say(r, SIM_NOT_STEADY, "the batch was over before it was measured: leave out warmup");
	else
		say(r, SIM_OK, "the batch is complete: all is sent and delivered");
}

static void judge_precision(struct sim_result *r)
{
	char lacking[144];

	say(r, SIM_OK, "in steady state");
	if (r->experiment->measure == SIM_AUTO && !sim_is_precise(r, lacking, sizeof(lacking)))
		snprintf(r->why, sizeof(r->why),
			 "in steady state, but max_cycles ended before %s", lacking);
}

void sim_judge(struct sim_result *r)
{
	judge_steadiness(r);
	if (r->deadlock.count) {
		r->steady = false;
		snprintf(r->steady_why, sizeof(r->steady_why), "the fabric deadlocked");
		say(r, SIM_DEADLOCK, "packets wait for each other in a cycle of buffers and will for ever");
	} else if (is_batch(r)) {
		judge_batch(r);
	} else if (sim_is_saturated(r)) {
		say(r, SIM_SATURATED, overflows(r) ?
		    "source queues overflow: more is offered than accepted" :
		    "packets that wait at sources grow in number: more is offered than accepted");
	} else if (!r->steady) {
		say(r, SIM_NOT_STEADY, r->steady_why);
	} else if (r->senders && !r->measure->latency.packets) {
		say(r, SIM_NOT_STEADY, "no packet was delivered: give it more cycles");
	} else {
		judge_precision(r);
	}
}
