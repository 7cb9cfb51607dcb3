// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"
#include "sim/base/stats.h"
#include "sim/core/collective.h"

#include "bunch.h"
#include "starving.h"
#include "steady.h"
#include "verdict.h"

#define SHORTFALL	0.01	/* share of the offered load: a larger shortfall is saturation */
#define CHANCE		3	/* standard deviations */
/* share of the packets in the network: a larger growth is not by chance */
#define FILLING		0.2
#define LEAST_INDEPENDENT	5	/* batches: fewer have no reliable mean */

static double tolerance(const struct sim_result *r)
{
	return (double)r->experiment->precision / SEASTAR_PPM;
}

bool sim_backlog_grows(const double *queued, u32 n, double chance, double offered)
{
	double growth = stats_growth(queued, n);

	return growth > chance && growth > SHORTFALL * offered;
}

static double offered(const struct sim_result *r)
{
	return r->after.offered - r->before.offered;
}

/* Return the growth in waiting packets that may be chance. */
static double chance(const struct sim_result *r)
{
	const struct sim_experiment *e = r->experiment;

	return sim_chance(&e->config, &e->phase[e->phases - 1].settings, r->senders);
}

/*
 * Return true if fewer packets were born, in bursts, than may wait by chance: then the backlog
 * shows nothing.
 */
static bool has_few_bursts(const struct sim_result *r)
{
	const struct sim_experiment *e = r->experiment;
	const struct ss_traffic *t = &e->phase[e->phases - 1].settings.traffic;

	return t->source == SEASTAR_SOURCE_OPEN && t->burst > 1 && offered(r) < chance(r);
}

/* Return true if sources overflow; packets that a change of traffic discards do not count. */
static bool overflows(const struct sim_result *r)
{
	return r->after.dropped - r->before.dropped - r->forgotten > SHORTFALL * offered(r);
}

/*
 * Return true if nodes generate less than their load, by more than chance.  This happens where a
 * burst stops while its node has no room, so that no packet waits or is dropped.  Packets in bursts
 * of B have a variance of 2 B - 1 times their number.
 */
static bool bears_less(const struct sim_result *r)
{
	const struct sim_experiment *e = r->experiment;
	const struct ss_traffic *t = &e->phase[e->phases - 1].settings.traffic;
	double asked = 0, spread = sqrt((2.0 * t->burst - 1) / offered(r));

	if (!sim_router_ops(e)->drops || t->source != SEASTAR_SOURCE_OPEN || !t->drops ||
	    t->burst < 2 || !offered(r))
		return false;
	for (u32 i = 0; i < r->nodes; i++)
		asked += (double)r->sending[i] * t->load / SEASTAR_PPM;
	return asked - r->offered_flits > fmax(SHORTFALL, CHANCE * spread) * asked;
}

static bool backlog_grows(const struct sim_result *r)
{
	double *queued = sim_alloc(r->batches + 1, sizeof(*queued));
	bool grows;

	queued[0] = r->before.queued;
	for (u32 i = 0; i < r->batches; i++)
		queued[i + 1] = r->batch[i].totals.queued;
	grows = sim_backlog_grows(queued, r->batches + 1, chance(r), offered(r));
	free(queued);
	return grows;
}

/*
 * Return true if source queues of limited room are filling, but none has been full yet: then it is
 * not known whether the load is too high.
 */
static bool sources_fill(const struct sim_result *r)
{
	const struct sim_experiment *e = r->experiment;
	const struct ss_traffic *t = &e->phase[e->phases - 1].settings.traffic;

	return t->drops && t->source == SEASTAR_SOURCE_OPEN &&
	       r->after.dropped - r->before.dropped == r->forgotten && backlog_grows(r);
}

bool sim_is_saturated(const struct sim_result *r)
{
	return overflows(r) || (backlog_grows(r) && !sources_fill(r));
}

/*
 * Return true if the batch means @x of @what are precise.  If not, @why, of @room bytes, receives
 * the condition that they do not meet yet.
 */
static bool is_precise(const struct sim_result *r, const char *what, const double *x, u32 n,
		       char *why, size_t room)
{
	double half = stats_batch_half_width(x, n), independent = stats_independent(x, n);

	if (!n && !r->senders)
		return true;
	if (n < STATS_LEAST_BATCHES)
		snprintf(why, room, "there were %u batches with a mean of %s",
			 STATS_LEAST_BATCHES, what);
	else if (independent < LEAST_INDEPENDENT)
		snprintf(why, room,
			 "the batch means of %s were worth %u independent ones: they correlate, and are worth %.2g",
			 what, LEAST_INDEPENDENT, independent);
	else if (!(half <= tolerance(r) * stats_mean(x, n)))
		snprintf(why, room, "%s was as precise as asked: to %.3g %%, not %.3g %%", what,
			 100 * half / stats_mean(x, n), 100 * tolerance(r));
	else if (steady_drifts(x, n, tolerance(r)))
		snprintf(why, room, "%s ceased to drift", what);
	else
		return true;
	return false;
}

static bool has_short_batches(const struct sim_result *r, char *why, size_t room)
{
	bool are_short = sim_batches_are_short(r);

	if (are_short)
		snprintf(why, room, "the batches lasted for two mean latencies each");
	return are_short;
}

bool sim_is_precise(const struct sim_result *r, char *why, size_t room)
{
	double *x = sim_alloc(r->batches, sizeof(*x));
	bool precise = is_precise(r, "accepted load", x, sim_batch_accepted(r, x), why, room);

	/* under saturation, latency grows with the length of the run */
	if (precise && !sim_is_saturated(r))
		precise = !has_short_batches(r, why, room) &&
			  is_precise(r, "latency", x, sim_batch_latency(r, x), why, room);
	free(x);
	return precise;
}

bool sim_stays_precise(const struct sim_result *r, char *why, size_t room)
{
	if (!sim_is_precise(r, why, room))
		return false;
	if (r->experiment->measure != SIM_AUTO || r->held >= SIM_HELD)
		return true;
	snprintf(why, room, "the precision was seen to hold with four times the cycles");
	return false;
}

/* Return the cycle in which settings first changed while measuring; 0: never. */
static u64 changed_at(const struct sim_result *r)
{
	const struct sim_experiment *e = r->experiment;

	for (u32 i = 1; i < e->phases; i++)
		if (e->phase[i].at > r->warmup && e->phase[i].at < r->warmup + r->measured)
			return e->phase[i].at;
	return 0;
}

/*
 * Return true if the number of packets in the network grows by more than chance, as it does while
 * deep buffers fill.
 */
static bool network_fills(const struct sim_result *r)
{
	double *x = sim_alloc(r->batches + 1, sizeof(*x));
	bool fills;

	x[0] = r->before.in_network;
	for (u32 i = 0; i < r->batches; i++)
		x[i + 1] = r->batch[i].totals.in_network;
	fills = sim_backlog_grows(x, r->batches + 1, chance(r), offered(r)) &&
		stats_growth(x, r->batches + 1) > FILLING * stats_mean(x, r->batches + 1);
	free(x);
	return fills;
}

/* Return the packets that routers have dropped since cycle 0. */
static u64 lost(const struct sim_result *r)
{
	u64 n = 0;

	for (u32 why = SS_DROP_NONE + 1; why < SS_DROPS; why++)
		n += r->after.lost[why];
	return n;
}

/* Return the packets that routers have dropped in the measured cycles. */
static u64 lost_since(const struct sim_result *r)
{
	u64 n = lost(r);

	for (u32 why = SS_DROP_NONE + 1; why < SS_DROPS; why++)
		n -= r->before.lost[why];
	return n;
}

/*
 * Return true if fewer than half as many packets were delivered or lost as injected: most packets
 * were still on their way.
 */
static bool has_begun_only(const struct sim_result *r)
{
	u64 injected = r->after.injected - r->before.injected;
	u64 left = r->after.delivered - r->before.delivered + lost_since(r);

	return 2 * left < injected;
}

static void judge_steadiness(struct sim_result *r)
{
	double *x = sim_alloc(r->batches, sizeof(*x));
	bool starts_up, fills = network_fills(r);
	const char *what = NULL;
	u32 n;

	if (changed_at(r)) {
		r->settled = false;
		snprintf(r->steady_why, sizeof(r->steady_why),
			 "settings changed during the measured cycles");
	}
	n = sim_batch_accepted(r, x);
	starts_up = steady_starts_up(x, n, tolerance(r));
	if (steady_drifts(x, n, tolerance(r)))
		what = "accepted load";
	else if (steady_drifts(x, sim_batch_latency(r, x), tolerance(r)))
		what = "latency";
	free(x);
	r->steady = r->settled && !what && !starts_up && !fills && !has_begun_only(r) &&
		    !has_few_bursts(r);
	if (what && r->settled)
		snprintf(r->steady_why, sizeof(r->steady_why),
			 "the two halves of the measured cycles differ in their %s", what);
	else if (starts_up && r->settled)
		snprintf(r->steady_why, sizeof(r->steady_why),
			 "the first quarter of the measured cycles accepted less than their second half");
	else if (has_begun_only(r) && r->settled)
		snprintf(r->steady_why, sizeof(r->steady_why),
			 "less than half of the injected flits were delivered: measure more cycles");
	else if (fills && r->settled)
		snprintf(r->steady_why, sizeof(r->steady_why),
			 "the number of packets in the network grows: more is injected than delivered");
	else if (has_few_bursts(r) && r->settled)
		snprintf(r->steady_why, sizeof(r->steady_why),
			 "the run is too short for its bursts to show whether the backlog grows: measure more cycles");
	if (sources_fill(r)) {
		r->steady = false;
		snprintf(r->steady_why, sizeof(r->steady_why),
			 "source queues are still filling: give a longer warmup");
	}
}

static void set_verdict(struct sim_result *r, enum sim_verdict verdict, const char *why)
{
	r->verdict = verdict;
	snprintf(r->why, sizeof(r->why), "%s", why);
}

bool sim_is_batch(const struct sim_result *r)
{
	return sim_has_end(r->experiment);
}

/* Add the lost packets to the sentence, since no mean includes them. */
static void mention_losses(struct sim_result *r)
{
	size_t length = strlen(r->why);

	if (lost(r))
		snprintf(r->why + length, sizeof(r->why) - length,
			 "; routers have dropped %llu packets since cycle 0, which are in no latency",
			 (unsigned long long)lost(r));
}

/* Return true if routers drop a larger share of the offered load than SHORTFALL. */
static bool loses(const struct sim_result *r)
{
	return lost_since(r) > SHORTFALL * offered(r);
}

/*
 * Return true if a node waits for a dropped message: in a standstill, or in a collective, whose
 * nodes wait for all messages to them.
 */
static bool waits_for_lost(const struct sim_result *r)
{
	return !r->complete && lost(r) &&
	       (*r->standstill ||
		ss_is_collective(r->experiment->phase[0].settings.traffic.pattern));
}

/* Return true if a program has ended, none of whose ranks sent a message. */
static bool only_computes(const struct sim_result *r)
{
	return r->ranks && r->complete && !r->after.injected;
}

/* Judge a batch or a trace: it need not be steady, but it must end. */
static void judge_batch(struct sim_result *r)
{
	enum sim_verdict verdict = SIM_NOT_STEADY;
	const char *how;

	if (waits_for_lost(r) || *r->standstill)
		how = "is never complete";
	else if (!r->complete)
		how = "is not complete: give a larger max_cycles";
	else if (only_computes(r))
		how = "is complete: its program sends no message";
	else if (!r->measure->latency.packets && !loses(r))
		how = "ended before the measured cycles began: leave out warmup";
	else if (lost(r))
		how = "is complete: all packets are sent, and delivered or dropped";
	else
		how = "is complete: all packets are sent and delivered";
	if (loses(r) || waits_for_lost(r))
		verdict = SIM_LOSSY;
	else if (r->complete && (r->measure->latency.packets || only_computes(r)))
		verdict = SIM_OK;
	r->verdict = verdict;
	snprintf(r->why, sizeof(r->why), "the %s %s", sim_end_name(r->experiment), how);
	if (*r->standstill) {
		size_t length = strlen(r->why);

		snprintf(r->why + length, sizeof(r->why) - length, ": %s", r->standstill);
	} else if (!r->complete && r->pause.flits) {
		size_t length = strlen(r->why);

		snprintf(r->why + length, sizeof(r->why) - length,
			 "; node %u waits for %u flits, and has received %u",
			 r->pause.node, r->pause.flits, r->pause.received);
	}
}

bool sim_precision_is_asked(const struct sim_experiment *e)
{
	return e->measure == SIM_AUTO || e->precision != SIM_PRECISION;
}

static void judge_precision(struct sim_result *r)
{
	char lacking[160];

	set_verdict(r, SIM_OK, "in steady state");
	if (!sim_precision_is_asked(r->experiment) ||
	    sim_stays_precise(r, lacking, sizeof(lacking)))
		return;
	r->verdict = SIM_IMPRECISE;
	snprintf(r->why, sizeof(r->why), "in steady state, but %s ended before %s",
		 r->experiment->measure == SIM_AUTO ? "max_cycles" : "the measured cycles",
		 lacking);
}

static void report_starvation(struct sim_result *r, const struct sim_starving *s)
{
	r->verdict = SIM_STARVED;
	snprintf(r->why, sizeof(r->why), "of %u senders %u %s", r->senders, s->senders,
		 s->rule == SIM_STARVING_BY_MEAN ?
		 "were served less than a twentieth of the mean of all" :
		 "were served less than nine tenths of their offered load, and their queues grew");
}

/* Return true if no node was a sender; but a trace that has an end is judged as a batch. */
static bool is_idle(const struct sim_result *r)
{
	return !r->senders &&
	       !(sim_is_batch(r) && sim_is_traced(&r->experiment->phase[0].settings));
}

/* Report why no node sends; earlier packets may still be on their way. */
static void report_idle(struct sim_result *r)
{
	if (r->after.delivered != r->before.delivered)
		set_verdict(r, SIM_NOT_STEADY,
			    "no node has anything new to send, and packets of the warm-up are delivered");
	else if (sim_is_traced(&r->experiment->phase[0].settings))
		set_verdict(r, SIM_IDLE,
			    "no message of the trace begins in the measured cycles: measure others");
	else
		set_verdict(r, SIM_IDLE, "no node has a destination: give another pattern");
}

static void report_loss(struct sim_result *r)
{
	r->verdict = SIM_LOSSY;
	snprintf(r->why, sizeof(r->why),
		 "routers dropped %llu of %llu packets offered, for which the look-up tables have no route",
		 (unsigned long long)lost_since(r),
		 (unsigned long long)(r->after.offered - r->before.offered));
}

/* Judge a run whose settings changed: it need not be steady, but its means mix several states. */
static void judge_transient(struct sim_result *r)
{
	r->verdict = SIM_TRANSIENT;
	snprintf(r->why, sizeof(r->why),
		 "settings changed in cycle %llu, one of the measured cycles: look at the time series%s",
		 (unsigned long long)changed_at(r),
		 sim_is_saturated(r) || r->forgotten > SHORTFALL * offered(r) ?
		 "; more was offered than accepted" : "");
}

/*
 * Return true if packets are in the network, but none was delivered in the measured cycles.  Some
 * deadlocks have no circle of buffers that can be proved, since packets choose anew each time.
 */
static bool stands_still(const struct sim_result *r)
{
	return r->after.in_network && r->after.delivered == r->before.delivered;
}

static const char *how_saturated(const struct sim_result *r)
{
	if (stands_still(r))
		return "no packet was delivered in the measured cycles: packets may be deadlocked";
	if (overflows(r))
		return "source queues overflow: more is offered than accepted";
	return "the number of packets that wait at sources grows: more is offered than accepted";
}

void sim_judge(struct sim_result *r)
{
	struct sim_starving starving = sim_starving(r);

	judge_steadiness(r);
	if (r->deadlock.count) {
		r->steady = false;
		snprintf(r->steady_why, sizeof(r->steady_why), "the fabric deadlocked");
		set_verdict(r, SIM_DEADLOCK, "packets wait for each other in a circle of buffers, forever");
	} else if (sim_is_batch(r) && !is_idle(r)) {
		judge_batch(r);
	} else if (changed_at(r)) {
		judge_transient(r);
	} else if (sim_is_saturated(r)) {
		set_verdict(r, SIM_SATURATED, how_saturated(r));
	} else if (bears_less(r)) {
		set_verdict(r, SIM_SATURATED, "bursts wait for room: less is offered than the load asks for");
	} else if (sources_fill(r)) {
		set_verdict(r, SIM_NOT_STEADY, r->steady_why);
	} else if (is_idle(r)) {
		report_idle(r);
	} else if (loses(r)) {
		report_loss(r);
	} else if (starving.senders) {
		report_starvation(r, &starving);
	} else if (!r->measure->latency.packets) {
		set_verdict(r, SIM_NOT_STEADY, "no packet was delivered: measure more cycles");
	} else if (!r->steady) {
		set_verdict(r, SIM_NOT_STEADY, r->steady_why);
	} else {
		judge_precision(r);
	}
	mention_losses(r);
}
