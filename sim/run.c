// SPDX-License-Identifier: GPL-2.0-only
/* Running an experiment: settings, warm-up, measuring, changes on the way. */
#include <stdlib.h>

#include "counters.h"
#include "keys.h"
#include "memory.h"
#include "steady.h"
#include "verdict.h"

/**
 * struct runner - a run under way
 * @e: the experiment
 * @f: its fabric
 * @r: its result to be
 * @phase: the one in force
 * @slice: cycles between looks at the fabric: what a packet takes on the average
 * @since: deliveries since a batch or slice was taken
 * @point: deliveries of the point of the time series under way
 * @point_from: its first cycle
 * @accounted: packets born up to here have their flits in the result
 */
struct runner {
	const struct sim_experiment *e;
	struct ss_fabric *f;
	struct sim_result *r;
	u32 phase;
	u64 slice;
	struct sim_tally since;
	struct sim_tally point;
	u64 point_from;
	u64 accounted;
};

static bool out_of_memory(struct sim_error *err, size_t bytes)
{
	return sim_fail(err, "there are no %zu MiB of memory for this fabric: make it smaller",
			bytes >> 20);
}

static void apply_aging(struct ss_fabric *f, const struct ss_aging *a)
{
	for (u32 r = 0; r < ss_fabric_routers(f); r++) {
		struct ss_aging old;

		ss_aging_get(f, r, &old);
		/* a write of the period starts its tick anew: none where nothing changes */
		if (old.period != a->period)
			ss_aging_set_period(f, r, a->period);
		ss_aging_set_select(f, r, a->select);
		for (u32 c = 0; c < SS_CLASSES; c++)
			for (u32 p = 0; p < SS_PORTS; p++)
				if (old.bias[c][p] != a->bias[c][p])
					ss_aging_set_bias(f, r, p, c, a->bias[c][p]);
	}
}

static bool apply_traffic(struct ss_fabric *f, const struct sim_settings *s, struct sim_error *err)
{
	u8 *scratch = sim_alloc(ss_fabric_routers(f), 1);
	struct ss_traffic t = s->traffic;
	const char *why;
	size_t bytes;
	void *mem;

	t.permutation = s->permutation;
	why = ss_traffic_check(f, &t, scratch);
	free(scratch);
	if (why)
		return sim_fail(err, "%s", why);
	bytes = ss_traffic_bytes(f, &t);
	mem = sim_map(bytes);
	if (!mem)
		return out_of_memory(err, bytes);
	sim_unmap(ss_traffic_set(f, &t, mem));
	return true;
}

/* Is a key of traffic given in @phase? */
static bool changes_traffic(const struct sim_phase *phase)
{
	for (u32 i = 0; i < sim_key_count; i++)
		if (phase->origin[i].level && sim_keys[i].group == SIM_GROUP_TRAFFIC)
			return true;
	return false;
}

static double mean_length(const struct ss_traffic *t)
{
	double flits = 0, weight = 0;

	for (u32 i = 0; i < SEASTAR_MAX_PACKET; i++) {
		flits += (double)t->lengths[i] * (i + 1);
		weight += t->lengths[i];
	}
	return flits / weight;
}

/* Packets born since the last call have the mean length of the traffic in force. */
static void account(struct runner *run)
{
	u64 offered = sim_counters_totals(run->f).offered;

	run->r->offered_flits += (double)(offered - run->accounted) *
				 mean_length(&run->e->phase[run->phase].settings.traffic);
	run->accounted = offered;
}

static u64 now(const struct runner *run)
{
	return ss_fabric_now(run->f);
}

/* The next phase begins. */
static bool change(struct runner *run, struct sim_error *err)
{
	const struct sim_phase *next = &run->e->phase[run->phase + 1];

	account(run);
	run->phase++;
	apply_aging(run->f, &next->settings.aging);
	return !changes_traffic(next) || apply_traffic(run->f, &next->settings, err);
}

static void end_point(struct runner *run)
{
	struct sim_result *r = run->r;
	struct sim_point *p;

	/* its size doubles: whenever it is a power of two it is full */
	if (!(r->points & (r->points - 1)))
		r->point = sim_grow(r->point, r->points ? 2 * r->points : 1, sizeof(*p));
	p = &r->point[r->points++];
	p->from = run->point_from;
	p->cycles = now(run) - run->point_from;
	p->tally = run->point;
	p->totals = sim_counters_totals(run->f);
	p->in_network = ss_fabric_packets(run->f);
	memset(&run->point, 0, sizeof(run->point));
	run->point_from = now(run);
}

/* Run up to cycle @end, with whatever is due on the way. */
static bool advance(struct runner *run, u64 end, struct sim_error *err)
{
	u64 interval = run->e->interval;

	while (now(run) < end) {
		bool more = run->phase + 1 < run->e->phases;
		u64 due = more ? run->e->phase[run->phase + 1].at : U64_MAX, stop = end;
		struct sim_tally t;

		if (stop > due)
			stop = due;
		if (interval && stop > run->point_from + interval)
			stop = run->point_from + interval;
		ss_fabric_run(run->f, stop - now(run));
		t = sim_measure_take(run->r->measure);
		sim_tally_add(&run->since, &t);
		sim_tally_add(&run->point, &t);
		if (interval && stop == run->point_from + interval)
			end_point(run);
		if (stop == due && !change(run, err))
			return false;
	}
	return true;
}

static struct sim_tally take(struct runner *run)
{
	struct sim_tally t = run->since;

	memset(&run->since, 0, sizeof(run->since));
	return t;
}

static bool is_deadlocked(struct runner *run)
{
	return sim_deadlock_find(run->f, &run->r->deadlock);
}

/* The time of a packet without others in its way, over the mean distance. */
static u64 typical_time(const struct ss_config *c)
{
	u64 hops = 1;

	for (u32 d = 0; d < SS_DIMS; d++)
		hops += c->radix[d] / (c->mesh >> d & 1 ? 3 : 4);
	return hops * (c->router_delay + c->link_delay) + c->router_delay +
	       c->max_packet * c->eject[1] / c->eject[0];
}

/* What a warm-up by rule has seen, slice by slice. */
struct history {
	double *latency;
	double *flits;
	double *queued;
	u64 *offered;
	u32 n;
};

static void look(struct runner *run, struct history *h)
{
	struct sim_totals totals = sim_counters_totals(run->f);
	struct sim_tally t = take(run);
	u32 n = h->n++;

	if (!(n & (n - 1))) {
		u32 room = n ? 2 * n : 1;

		h->latency = sim_grow(h->latency, room, sizeof(double));
		h->flits = sim_grow(h->flits, room, sizeof(double));
		h->queued = sim_grow(h->queued, room, sizeof(double));
		h->offered = sim_grow(h->offered, room, sizeof(u64));
	}
	if (t.packets)
		h->latency[n] = (double)t.latency / t.packets;
	else
		h->latency[n] = n ? h->latency[n - 1] : 0;
	h->flits[n] = t.flits;
	h->queued[n] = totals.queued;
	h->offered[n] = totals.offered;
}

static bool backlog_grows(const struct runner *run, const struct history *h)
{
	u32 half = h->n / 2, senders = 0;

	for (u32 i = 0; i < run->r->nodes; i++)
		senders += ss_source_sends(run->f, i);
	return sim_backlog_grows(h->queued + half, h->n - half, senders,
				 h->offered[h->n - 1] - h->offered[half]);
}

/* Has the warm-up come to its end?  Says why, if so. */
static bool has_settled(struct runner *run, const struct history *h)
{
	struct sim_result *r = run->r;

	if (!steady_has_settled(h->flits, h->n))
		return false;
	if (steady_has_settled(h->latency, h->n)) {
		r->settled = true;
		snprintf(r->steady_why, sizeof(r->steady_why),
			 "accepted load and latency settled in the first half of %llu cycles (MSER-5)",
			 (unsigned long long)now(run));
		return true;
	}
	if (!backlog_grows(run, h))
		return false;
	snprintf(r->steady_why, sizeof(r->steady_why),
		 "accepted load settled in the first half of %llu cycles (MSER-5), but packets that wait at sources grow in number",
		 (unsigned long long)now(run));
	return true;
}

static bool warm_up_by_rule(struct runner *run, u64 limit, struct sim_error *err)
{
	struct history h = { 0 };
	u32 next = STEADY_LEAST;
	bool ok = true;

	snprintf(run->r->steady_why, sizeof(run->r->steady_why),
		 "no steady state in the first %llu cycles", (unsigned long long)limit);
	while (ok && now(run) + run->slice <= limit) {
		ok = advance(run, now(run) + run->slice, err);
		look(run, &h);
		if (is_deadlocked(run))
			break;
		if (h.n < next)
			continue;
		if (has_settled(run, &h))
			break;
		next += next / 4;
	}
	free(h.latency);
	free(h.flits);
	free(h.queued);
	free(h.offered);
	return ok;
}

static bool warm_up(struct runner *run, struct sim_error *err)
{
	const struct sim_experiment *e = run->e;

	if (e->warmup == SIM_AUTO)
		return warm_up_by_rule(run, e->measure == SIM_AUTO ? e->max_cycles / 2 :
				       e->max_cycles - e->measure, err);
	run->r->settled = true;
	snprintf(run->r->steady_why, sizeof(run->r->steady_why),
		 "the warm-up was given, and the two halves of the measured cycles agree");
	for (u32 i = 1; i <= e->batches && !run->r->deadlock.count; i++) {
		if (!advance(run, e->warmup * i / e->batches, err))
			return false;
		is_deadlocked(run);
	}
	take(run);
	return true;
}

static bool run_batch(struct runner *run, u64 cycles, struct sim_error *err)
{
	struct sim_result *r = run->r;
	struct sim_batch *b = &r->batch[r->batches];

	if (!advance(run, now(run) + cycles, err))
		return false;
	b->cycles = cycles;
	b->tally = take(run);
	b->totals = sim_counters_totals(run->f);
	r->after = b->totals;
	r->batches++;
	is_deadlocked(run);
	return true;
}

static void merge_pairs(struct sim_result *r)
{
	for (u32 i = 0; i < r->batches / 2; i++) {
		struct sim_batch *a = &r->batch[2 * i], *b = a + 1;

		sim_tally_add(&a->tally, &b->tally);
		a->cycles += b->cycles;
		a->totals = b->totals;
		r->batch[i] = *a;
	}
	r->batches /= 2;
}

/* Batches grow until they are independent and their means are precise. */
static bool measure_by_rule(struct runner *run, struct sim_error *err)
{
	struct sim_result *r = run->r;
	u64 cycles = run->slice, limit = run->e->max_cycles;

	while (!r->deadlock.count) {
		u64 left = limit - now(run);

		if (!r->batches && left < cycles)
			cycles = left;
		if (left < cycles || !cycles)
			break;
		if (!run_batch(run, cycles, err))
			return false;
		if (r->batches < run->e->batches)
			continue;
		r->senders = 0;
		for (u32 i = 0; i < r->nodes; i++)
			r->senders += ss_source_sends(run->f, i);
		if (sim_is_precise(r))
			break;
		if (left - cycles < 2 * cycles)
			break;
		merge_pairs(r);
		cycles *= 2;
	}
	return true;
}

static bool measure(struct runner *run, struct sim_error *err)
{
	u64 from = now(run), cycles = run->e->measure;

	if (cycles == SIM_AUTO)
		return measure_by_rule(run, err);
	for (u32 i = 1; i <= run->e->batches && !run->r->deadlock.count; i++)
		if (!run_batch(run, from + cycles * i / run->e->batches - now(run), err))
			return false;
	return true;
}

/* From here on everything counts. */
static struct sim_counters *begin_measuring(struct runner *run)
{
	struct sim_result *r = run->r;

	r->warmup = now(run);
	r->before = sim_counters_totals(run->f);
	r->after = r->before;
	run->accounted = r->before.offered;
	r->offered_flits = 0;
	r->measure->on = true;
	return sim_counters_read(run->f);
}

static void end_measuring(struct runner *run, struct sim_counters *c)
{
	struct sim_result *r = run->r;

	account(run);
	r->measured = now(run) - r->warmup;
	sim_counters_settle(c, run->f, r);
	r->senders = 0;
	for (u32 i = 0; i < r->nodes; i++)
		r->senders += r->sends[i];
	if (run->e->interval && now(run) > run->point_from)
		end_point(run);
	r->hash = ss_state_hash(run->f);
	sim_judge(r);
}

static bool run_all(struct runner *run, struct sim_error *err)
{
	struct sim_counters *c;
	bool ok;

	if (!apply_traffic(run->f, &run->e->phase[0].settings, err))
		return false;
	apply_aging(run->f, &run->e->phase[0].settings.aging);
	if (!warm_up(run, err))
		return false;
	c = begin_measuring(run);
	ok = run->r->deadlock.count || measure(run, err);
	end_measuring(run, c);
	return ok;
}

static struct sim_result *result_new(const struct sim_experiment *e)
{
	struct sim_result *r = sim_alloc(1, sizeof(*r));

	r->experiment = e;
	r->nodes = ss_config_routers(&e->config);
	r->sends = sim_alloc(r->nodes, sizeof(*r->sends));
	r->batch = sim_alloc(e->batches, sizeof(*r->batch));
	r->injected = sim_alloc(r->nodes, sizeof(*r->injected));
	r->port = sim_alloc((size_t)r->nodes * SS_PORTS, sizeof(*r->port));
	r->measure = sim_measure_new(&e->config);
	return r;
}

void sim_result_free(struct sim_result *r)
{
	if (!r)
		return;
	free(r->sends);
	free(r->batch);
	free(r->point);
	free(r->injected);
	free(r->port);
	free(r->deadlock.buffer);
	sim_measure_free(r->measure);
	free(r);
}

struct sim_result *sim_run(const struct sim_experiment *e, struct sim_error *err)
{
	size_t bytes = ss_fabric_bytes(&e->config);
	void *mem = sim_map(bytes);
	struct runner run = { .e = e, .slice = typical_time(&e->config) };
	bool ok;

	if (!mem) {
		out_of_memory(err, bytes);
		return NULL;
	}
	run.f = ss_fabric_init(mem, &e->config);
	run.r = result_new(e);
	ss_fabric_on_delivery(run.f, sim_measure_delivery, run.r->measure);
	ok = run_all(&run, err);
	sim_unmap(ss_traffic_mem(run.f));
	sim_unmap(mem);
	if (ok)
		return run.r;
	sim_result_free(run.r);
	return NULL;
}
