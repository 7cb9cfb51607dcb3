// SPDX-License-Identifier: GPL-2.0-only
/* A result as JSON: docs/sim-result.schema.json. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include <json-c/json_pointer.h>

#include <seastar/version.h>

#include "sim/base/json.h"
#include "sim/base/memory.h"
#include "sim/base/stats.h"
#include "sim/experiment/assign.h"
#include "sim/experiment/keys.h"
#include "sim/run/limit.h"
#include "sim/run/result.h"
#include "sim/run/starving.h"
#include "sim/run/verdict.h"

#include "links.h"
#include "network.h"
#include "print.h"

#define SCHEMA	1

static void put_key(struct json_object *o, const struct sim_key *k, const char *text)
{
	struct json_object *value;
	char *end;

	/* numbers keep the form in which they are written, from which keys are read back */
	if (k->type->number) {
		double number = strtod(text, &end);

		value = *end ? json_object_new_string(text) :
			text[strcspn(text, ".")] ? json_object_new_double_s(number, text) :
			json_object_new_uint64(strtoull(text, NULL, 10));
	} else {
		value = json_object_new_string(text);
	}
	json_object_object_add(o, k->name, value);
}

static void put_experiment(struct json_object *o, const struct sim_experiment *e)
{
	struct json_object *part = json_put_object(o, "experiment"), *changes = NULL;
	struct sim_key_writer w;

	sim_key_writer_open(&w);
	for (u32 p = 0; p < e->phases; p++) {
		struct json_object *keys = part;

		if (p) {
			if (!changes)
				changes = json_put_array(part, "changes");
			keys = json_append_object(changes);
			json_put_u64(keys, "at", e->phase[p].at);
		}
		for (u32 i = 0; i < sim_key_count; i++) {
			const char *text = sim_key_in_force(&w, e, i, p);

			if (text)
				put_key(keys, &sim_keys[i], text);
		}
	}
	sim_key_writer_close(&w);
}

/* Name port @port of a router and, where the name is not enough, the place in its row. */
static void put_port(struct json_object *o, const struct sim_result *r, u32 router, u32 port)
{
	const struct ss_topology *t = &r->measure->topo;

	json_put_text(o, "port", result_row_name(r, t->ops->view->row_of(t, router, port)));
	if (!t->ops->view->by_port)
		json_put_u64(o, "number", ss_number_in_row(t, router, port));
}

static void put_buffer(struct json_object *list, const struct sim_result *r,
		       const struct ss_buffer *b)
{
	struct json_object *o = json_append_object(list);

	json_put_text(o, "kind", b->staging ? "staging" : "input");
	json_put_u64(o, "node", b->router);
	result_put_router(o, r, b->router);
	put_port(o, r, b->router, b->port);
	if (b->staging)
		json_put_text(o, "from", sim_port_words[b->input]);
	else
		json_object_object_add(o, "from", NULL);
	json_put_u64(o, "vc", b->vc);
}

static void put_verdict(struct json_object *o, const struct sim_result *r)
{
	struct json_object *part = json_put_object(o, "verdict"), *deadlock, *buffers;

	json_put_text(part, "is", sim_verdict_words[r->verdict]);
	json_put_text(part, "why", r->why);
	if (!r->deadlock.count) {
		json_object_object_add(part, "deadlock", NULL);
		return;
	}
	deadlock = json_put_object(part, "deadlock");
	json_put_u64(deadlock, "at", r->deadlock.at);
	buffers = json_put_array(deadlock, "buffers");
	for (u32 i = 0; i < r->deadlock.count; i++)
		put_buffer(buffers, r, &r->deadlock.buffer[i]);
}

/* Return why there is no interval of the mean of @means batches' means, or NULL if there is one. */
static const char *no_interval(const struct sim_result *r, u32 means, bool are_short)
{
	if (sim_is_batch(r))
		return "the run has an end, and no steady state";
	if (means < STATS_LEAST_BATCHES)
		return "fewer than 8 batches have packets";
	if (are_short)
		return "a batch is shorter than two mean latencies";
	return NULL;
}

/*
 * Put half of the 95 % interval of a mean, and the number of independent batches that it rests on.
 */
static void put_interval(struct json_object *o, const struct sim_result *r, const double *mean,
			 u32 means, bool are_short)
{
	const char *why = no_interval(r, means, are_short);

	json_put_real(o, "ci95", why ? NAN : stats_batch_half_width(mean, means));
	json_put_real(o, "independent_batches", stats_independent(mean, means));
	if (why)
		json_put_text(o, "no_interval", why);
	else
		json_object_object_add(o, "no_interval", NULL);
}

static void put_precision(struct json_object *o, const struct sim_result *r)
{
	struct json_object *part = json_put_object(o, "precision");
	const struct sim_experiment *e = r->experiment;
	char lacking[160];

	json_put_real(part, "asked", sim_precision_is_asked(e) ?
		      (double)e->precision / SEASTAR_PPM : NAN);
	if (sim_is_batch(r)) {
		json_object_object_add(part, "reached", NULL);
		snprintf(lacking, sizeof(lacking), "a %s has no steady state", sim_end_name(e));
		json_put_text(part, "lacks", lacking);
	} else if (sim_stays_precise(r, lacking, sizeof(lacking))) {
		json_put_bool(part, "reached", true);
		json_object_object_add(part, "lacks", NULL);
	} else {
		json_put_bool(part, "reached", false);
		json_put_text(part, "lacks", lacking);
	}
}

static void put_starvation(struct json_object *o, const struct sim_result *r)
{
	static const char *const rules[] = {
		[SIM_STARVING_BY_OFFERED] = "offered", [SIM_STARVING_BY_MEAN] = "mean",
	};
	struct sim_starving s = sim_starving(r);
	struct json_object *part, *worst;

	if (s.rule == SIM_STARVING_NOT_JUDGED) {
		json_object_object_add(o, "starvation", NULL);
		return;
	}
	part = json_put_object(o, "starvation");
	json_put_text(part, "compared_with", rules[s.rule]);
	json_put_u64(part, "starved", s.senders);
	json_put_u64(part, "silent", s.silent);
	if (isnan(s.share)) {
		json_object_object_add(part, "worst", NULL);
		return;
	}
	worst = json_put_object(part, "worst");
	json_put_u64(worst, "node", s.worst);
	result_put_node(worst, r, s.worst);
	json_put_real(worst, "share", s.share);
	json_put_u64(worst, "born", r->own[s.worst].born);
	json_put_u64(worst, "served", sim_served(r, s.worst));
	json_put_u64(worst, "waiting", r->waiting[s.worst]);
	json_put_u64(worst, "oldest",
		     r->oldest[ss_router_of(&r->measure->topo, s.worst)]);
}

static void put_load(struct json_object *o, const struct sim_result *r)
{
	struct json_object *part = json_put_object(o, "load");
	struct sim_port proc = sim_port_sum(r, SEASTAR_PORT_PROC, 1);
	double *x = sim_alloc(r->batches, sizeof(*x));
	u64 flits = 0;

	for (u32 i = 0; i < r->nodes; i++)
		flits += r->measure->node[i].flits;
	json_put_real(part, "offered", sim_load(r, r->offered_flits));
	json_put_real(part, "injected", sim_load(r, proc.flits));
	json_put_real(part, "accepted", sim_load(r, flits));
	put_interval(part, r, x, sim_batch_accepted(r, x), false);
	json_put_u64(part, "packets_offered", r->after.offered - r->before.offered);
	json_put_u64(part, "packets_dropped", r->after.dropped - r->before.dropped);
	json_put_u64(part, "packets_forgotten", r->forgotten);
	json_put_u64(part, "packets_injected", r->after.injected - r->before.injected);
	json_put_u64(part, "packets_delivered", r->measure->latency.packets);
	json_put_u64(part, "queued_before", r->before.queued);
	json_put_u64(part, "queued_after", r->after.queued);
	free(x);
}

static void put_bins(struct json_object *o, const struct sim_spread *s)
{
	struct json_object *list = json_put_array(o, "histogram");

	for (u32 i = 0; i < HISTOGRAM_BINS; i++) {
		struct json_object *bin;

		if (!s->bin[i])
			continue;
		bin = json_append_array(list);
		json_append_u64(bin, histogram_low(i));
		json_append_u64(bin, histogram_high(i));
		json_append_u64(bin, s->bin[i]);
	}
}

static void put_spread(struct json_object *o, const struct sim_result *r, const char *name,
		       const struct sim_spread *s, const double *mean, u32 means, bool are_short)
{
	static const struct {
		const char *name;
		u32 permille;
	} percentiles[] = {
		{ "p50", 500 }, { "p90", 900 }, { "p99", 990 }, { "p999", 999 },
	};
	struct json_object *part = json_put_object(o, name);
	bool any = s->packets;

	json_put_text(part, "unit", "cycles");
	json_put_u64(part, "packets", s->packets);
	json_put_real(part, "mean", sim_spread_mean(s));
	put_interval(part, r, mean, means, are_short);
	json_put_real(part, "deviation", sim_spread_deviation(s));
	result_put_count(part, "min", any, s->min);
	result_put_count(part, "max", any, s->max);
	for (u32 i = 0; i < 4; i++)
		result_put_count(part, percentiles[i].name, any,
				 any ? sim_spread_percentile(s, percentiles[i].permille) : 0);
	put_bins(part, s);
}

static void put_latencies(struct json_object *o, const struct sim_result *r)
{
	double *x = sim_alloc(r->batches, sizeof(*x));

	put_spread(o, r, "latency", &r->measure->latency, x, sim_batch_latency(r, x),
		   sim_batches_are_short(r));
	put_spread(o, r, "network_latency", &r->measure->network, x, sim_batch_network(r, x),
		   sim_batches_are_short_for_network(r));
	free(x);
}

/* Put @scale times the number that @o has at @path. */
static void put_scaled(struct json_object *part, const char *name, struct json_object *o,
		       const char *path, double scale)
{
	struct json_object *value;

	if (json_pointer_get(o, path, &value) || !value)
		json_object_object_add(part, name, NULL);
	else
		json_put_real(part, name, scale * json_object_get_double(value));
}

/* Put the figures that papers give in ns. */
static void put_ns(struct json_object *o, const struct sim_result *r)
{
	double cycle = r->experiment->cycle_time / 1000.0, all;
	struct json_object *part;
	u64 sending = 0;

	if (!r->experiment->cycle_time) {
		json_object_object_add(o, "ns", NULL);
		return;
	}
	for (u32 i = 0; i < r->nodes; i++)
		sending += r->sending[i];
	/* nodes that send, in the mean of the measured cycles */
	all = sim_ratio(sending, r->measured);
	part = json_put_object(o, "ns");
	json_put_real(part, "cycle", cycle);
	put_scaled(part, "offered", o, "/load/offered", all / cycle);
	put_scaled(part, "accepted", o, "/load/accepted", all / cycle);
	put_scaled(part, "accepted_ci95", o, "/load/ci95", all / cycle);
	put_scaled(part, "latency", o, "/latency/mean", cycle);
	put_scaled(part, "latency_ci95", o, "/latency/ci95", cycle);
	put_scaled(part, "latency_p99", o, "/latency/p99", cycle);
	put_scaled(part, "network_latency", o, "/network_latency/mean", cycle);
	put_scaled(part, "completion", o, "/completion/cycles", cycle);
}

static void put_hops(struct json_object *o, const struct sim_result *r)
{
	struct json_object *list = json_put_array(o, "by_hops");

	for (u32 i = 0; i <= r->measure->reach; i++) {
		const struct sim_hops *h = &r->measure->hops[i];
		struct json_object *part;

		if (!h->packets)
			continue;
		part = json_append_object(list);
		json_put_u64(part, "hops", i);
		json_put_u64(part, "packets", h->packets);
		json_put_real(part, "mean", (double)h->latency / h->packets);
		json_put_real(part, "network_mean", (double)h->network / h->packets);
		json_put_u64(part, "max", h->max);
	}
}

/* Put the figures of requests and of responses separately, if requests are answered. */
static void put_classes(struct json_object *o, const struct sim_result *r)
{
	static const char *const names[] = { "request", "response" };
	const double offered[] = { r->offered_flits - r->offered_replies, r->offered_replies };
	struct json_object *list;

	if (!sim_ever_has_replies(r->experiment))
		return;
	list = json_put_array(o, "by_class");
	for (u32 i = 0; i < 2; i++) {
		const struct sim_tally *t = &r->measure->by_class[i];
		struct json_object *part = json_append_object(list);

		json_put_text(part, "class", names[i]);
		json_put_u64(part, "packets", t->packets);
		json_put_real(part, "offered", sim_load(r, offered[i]));
		json_put_real(part, "accepted", sim_load(r, t->flits));
		json_put_real(part, "mean", sim_ratio(t->latency, t->packets));
		json_put_real(part, "network_mean", sim_ratio(t->network, t->packets));
		result_put_count(part, "max", t->packets, t->max);
	}
}

static void put_source(struct json_object *part, const struct sim_result *r, u32 i)
{
	struct sim_injected in = sim_injected(r, i);
	const struct sim_node *n = &r->measure->node[i];

	json_put_u64(part, "node", i);
	result_put_node(part, r, i);
	json_put_bool(part, "sends", r->sends[i]);
	json_put_u64(part, "injected", in.packets);
	json_put_u64(part, "replies", in.replies);
	json_put_u64(part, "delivered", n->packets);
	json_put_real(part, "load", sim_ratio(in.flits, r->measured));
	json_put_real(part, "reply_load", sim_ratio(in.reply_flits, r->measured));
	json_put_real(part, "throughput", sim_ratio(n->flits, r->measured));
	json_put_real(part, "mean", sim_ratio(n->latency, n->packets));
	result_put_count(part, "max", n->packets, n->max);
	json_put_real(part, "received", sim_ratio(n->received, r->measured));
}

static bool has_details(const struct sim_result *r)
{
	return r->experiment->detail == SIM_DETAIL_FULL;
}

static void put_sources(struct json_object *o, const struct sim_result *r)
{
	struct json_object *list = json_object_object_get(o, "by_source");

	for (u32 i = 0; i < r->nodes; i++)
		put_source(json_append_object(list), r, i);
}

static void print_sources(const struct sim_result *r, FILE *to)
{
	fputc('[', to);
	for (u32 i = 0; i < r->nodes; i++) {
		struct json_object *part = json_object_new_object();

		put_source(part, r, i);
		fputs(i ? "," : "", to);
		json_print_line(part, to);
		json_object_put(part);
	}
	fputc(']', to);
}

static void put_shares(struct json_object *o, const char *name, const struct sim_fairness *f)
{
	struct json_object *part = json_put_object(o, name);

	json_put_real(part, "min", f->min);
	json_put_real(part, "max", f->max);
	json_put_real(part, "max_over_min", f->max_over_min);
	json_put_real(part, "cv", f->cv);
	json_put_real(part, "jain", f->jain);
}

static void put_fairness(struct json_object *o, const struct sim_result *r)
{
	struct sim_fairness f = sim_fairness(r), of_routers = sim_router_fairness(r);

	put_shares(o, "fairness", &f);
	/* where they have one node each, that is the same */
	if (r->measure->topo.ops->view->numbers_nodes)
		put_shares(o, "router_fairness", &of_routers);
}

/* Put what counting of packets that are overtaken has found, if it was asked for. */
static void put_reordering(struct json_object *o, const struct sim_result *r)
{
	const struct sim_late *late = &r->measure->late;
	struct json_object *part;

	if (r->experiment->reordering != SIM_REORDERING_COUNTED)
		return;
	part = json_put_object(o, "reordering");
	json_put_u64(part, "late", late->late);
	json_put_real(part, "share", sim_ratio(late->late, late->packets));
	json_put_real(part, "extent", sim_ratio(late->extent, late->late));
	json_put_u64(part, "window", late->max);
	json_put_u64(part, "clipped", late->clipped);
}

/* Put the figures of the packets of a point, delivered or born in it. */
static void put_point(struct json_object *o, const struct sim_result *r,
		      const struct sim_tally *t, bool by_birth)
{
	if (by_birth)
		json_put_u64(o, "packets", t->packets);
	json_put_real(o, "mean", sim_ratio(t->latency, t->packets));
	json_put_real(o, "network_mean", sim_ratio(t->network, t->packets));
	result_put_count(o, "max", t->packets, t->max);
	if (r->misroutes)
		json_put_real(o, "misrouted", sim_ratio(t->misrouted, t->packets));
}

static void put_series(struct json_object *o, const struct sim_result *r)
{
	struct json_object *list = json_put_array(o, "series");
	struct sim_totals before = { 0 };

	for (u32 i = 0; i < r->points; i++) {
		const struct sim_point *p = &r->point[i];
		const struct sim_tally *t = &p->tally;
		struct json_object *part = json_append_object(list);
		bool by_birth = sim_birth_interval(r->experiment);

		json_put_u64(part, "from", p->from);
		json_put_u64(part, "cycles", p->cycles);
		json_put_u64(part, "offered", p->totals.offered - before.offered);
		json_put_u64(part, "injected", p->totals.injected - before.injected);
		json_put_u64(part, "delivered", t->packets);
		json_put_real(part, "accepted", sim_tally_load(t, t->flits));
		put_point(part, r, by_birth ? &r->measure->born[i] : t, by_birth);
		json_put_u64(part, "in_network", p->totals.in_network);
		json_put_u64(part, "queued", p->totals.queued);
		before = p->totals;
	}
}

static void put_batches(struct json_object *o, const struct sim_result *r)
{
	struct json_object *list = json_put_array(o, "batches");

	for (u32 i = 0; i < r->batches; i++) {
		const struct sim_batch *b = &r->batch[i];
		const struct sim_tally *t = &b->tally;
		struct json_object *part = json_append_object(list);

		json_put_u64(part, "cycles", b->cycles);
		json_put_u64(part, "packets", t->packets);
		json_put_real(part, "accepted", sim_tally_load(t, t->flits));
		json_put_real(part, "mean", sim_ratio(t->latency, t->packets));
		json_put_real(part, "network_mean", sim_ratio(t->network, t->packets));
	}
}

/* Return the cycle from which on no node was in level @l, which has two phases. */
static u64 level_end(const struct sim_result *r, u32 l)
{
	return r->batch_phase[2 * l + 1].last;
}

/* Put the levels of a search: what was sent in each, and how long that took. */
static void put_search(struct json_object *o, const struct sim_result *r)
{
	const struct graph500_table *t = &r->search;
	struct json_object *part, *list;
	u64 begin = 0;

	part = json_put_object(o, "search");
	json_put_u64(part, "root", t->root);
	json_put_real(part, "root_degree", t->degree);
	json_put_real(part, "edges", t->edges);
	json_put_real(part, "ns", (r->last + 1) * (r->experiment->cycle_time / 1000.0));
	list = json_put_array(part, "levels");
	for (u32 l = 0; l < t->levels; l++) {
		struct json_object *level = json_append_object(list);

		json_put_u64(level, "queries", t->level[l].queries);
		json_put_u64(level, "messages", t->level[l].messages);
		json_put_u64(level, "cycles", level_end(r, l) - begin);
		begin = level_end(r, l);
	}
}

/* Put the end of a batch: when all was delivered, and when each phase was over. */
static void put_completion(struct json_object *o, const struct sim_result *r)
{
	struct json_object *part, *list;

	if (!r->complete) {
		json_object_object_add(o, "completion", NULL);
		return;
	}
	part = json_put_object(o, "completion");
	json_put_u64(part, "cycles", r->last + 1);
	list = json_put_array(part, "phases");
	for (u32 i = 0; i < r->batch_phases; i++) {
		const struct sim_batch_phase *p = &r->batch_phase[i];
		struct json_object *phase = json_append_object(list);

		json_put_u64(phase, "nodes", p->nodes);
		result_put_count(phase, "first", p->nodes, p->first);
		json_put_real(phase, "mean", sim_ratio(p->sum, p->nodes));
		result_put_count(phase, "last", p->nodes, p->last);
	}
	if (r->search.levels)
		put_search(part, r);
}

/* Put a part of the critical path of a program that has ended. */
static void put_path(struct json_object *o, const struct sim_result *r,
		     const struct replay_path *path)
{
	struct json_object *part;

	if (!r->complete) {
		json_object_object_add(o, "critical_path", NULL);
		return;
	}
	part = json_put_object(o, "critical_path");
	json_put_u64(part, "computing", path->computing);
	json_put_u64(part, "eager", path->eager);
	json_put_u64(part, "rendezvous", path->rendezvous);
	json_put_u64(part, "messages", path->messages);
}

static const char *call_name(const struct sim_result *r, u32 call)
{
	return call == PROGRAM_NO_CALL ? PROGRAM_OUTSIDE : r->call_name[call];
}

/* Put the calls of a rank in which it waited or sent. */
static void put_rank_calls(struct json_object *o, const struct sim_result *r,
			   const struct sim_rank *rank)
{
	struct json_object *calls;

	if (!rank->call)
		return;
	calls = json_put_object(o, "by_call");
	for (u32 i = 0; i <= r->calls; i++) {
		const struct replay_call *c = &rank->call[i];
		struct json_object *call;

		if (!c->calls && !c->messages && !c->sending && !c->waiting && !c->path)
			continue;
		call = json_put_object(calls, call_name(r, i));
		json_put_u64(call, "calls", c->calls);
		json_put_u64(call, "messages", c->messages);
		json_put_u64(call, "bytes", c->bytes);
		json_put_u64(call, "sending", c->sending);
		json_put_u64(call, "waiting", c->waiting);
		result_put_count(call, "critical_path", r->complete, c->path);
	}
}

/* Put a rank's cycles by state, in the bins of its timeline. */
static void put_timeline(struct json_object *o, const struct sim_result *r,
			 const struct sim_rank *rank)
{
	static const char *const names[TIMELINE_STATES] = {
		[TIMELINE_COMPUTING] = "computing", [TIMELINE_SENDING] = "sending",
		[TIMELINE_WAITING] = "waiting", [TIMELINE_COLLECTIVE] = "collective",
	};
	struct json_object *part;

	if (!rank->timeline)
		return;
	part = json_put_object(o, "timeline");
	for (u32 i = 0; i < TIMELINE_STATES; i++) {
		struct json_object *list = json_put_array(part, names[i]);

		for (u32 bin = 0; bin < r->timeline_bins; bin++)
			json_append_u64(list, rank->timeline[bin].cycles[i]);
	}
}

static void put_rank(struct json_object *list, u32 number, const struct sim_result *r)
{
	const struct sim_rank *rank = &r->rank[number];
	const struct replay_stats *did = &rank->did;
	struct json_object *o = json_append_object(list);

	json_put_u64(o, "rank", number);
	json_put_u64(o, "node", rank->node);
	result_put_count(o, "end", did->end != U64_MAX, did->end);
	json_put_u64(o, "computing", did->computing);
	json_put_u64(o, "sending", did->sending);
	json_put_u64(o, "waiting", did->waiting);
	json_put_u64(o, "messages", did->messages);
	json_put_u64(o, "bytes", did->bytes);
	put_path(o, r, &did->path);
	put_rank_calls(o, r, rank);
	put_timeline(o, r, rank);
}

/* Put the calls of a name, of all ranks. */
static void put_call(struct json_object *calls, const struct sim_result *r, u32 number)
{
	struct replay_call all = { 0 };
	u64 sending = 0, waiting = 0;
	struct json_object *o;

	for (u32 i = 0; i < r->ranks; i++) {
		const struct replay_call *c = &r->rank[i].call[number];

		all.calls += c->calls;
		all.messages += c->messages;
		all.bytes += c->bytes;
		all.sending += c->sending;
		all.waiting += c->waiting;
		all.path += c->path;
		sending = c->sending > sending ? c->sending : sending;
		waiting = c->waiting > waiting ? c->waiting : waiting;
	}
	if (!all.calls && !all.messages && !all.sending && !all.waiting && !all.path)
		return;
	o = json_put_object(calls, call_name(r, number));
	json_put_u64(o, "calls", all.calls);
	json_put_u64(o, "messages", all.messages);
	json_put_u64(o, "bytes", all.bytes);
	json_put_real(o, "sending", sim_ratio(all.sending, r->ranks));
	json_put_u64(o, "sending_max", sending);
	json_put_real(o, "waiting", sim_ratio(all.waiting, r->ranks));
	json_put_u64(o, "waiting_max", waiting);
	result_put_count(o, "critical_path", r->complete, all.path);
}

/* Put the phases of a program, and before them the time without a phase, if there is any. */
static void put_program_phases(struct json_object *o, const struct sim_result *r)
{
	struct json_object *list;

	if (!r->program_phases)
		return;
	list = json_put_array(o, "phases");
	for (u32 i = r->program_phase[0].end ? 0 : 1; i < r->program_phases; i++) {
		const struct sim_program_phase *p = &r->program_phase[i];
		u64 begin = i ? p[-1].end : 0;
		struct json_object *phase = json_append_object(list);

		if (i)
			json_put_u64(phase, "phase", (u64)r->first_phase + i - 1);
		else
			json_object_object_add(phase, "phase", NULL);
		result_put_count(phase, "begin", begin != U64_MAX, begin);
		result_put_count(phase, "end", p->end != U64_MAX, p->end);
		result_put_count(phase, "cycles", p->end != U64_MAX, p->end - begin);
		json_put_real(phase, "computing", sim_ratio(p->computing, r->ranks));
		json_put_real(phase, "sending", sim_ratio(p->sending, r->ranks));
		json_put_real(phase, "waiting", sim_ratio(p->waiting, r->ranks));
	}
}

/* Put what the ranks of a program did, and what each of them did. */
static void put_program(struct json_object *o, const struct sim_result *r)
{
	struct replay_stats all = { 0 };
	struct json_object *part, *list;

	if (!r->ranks)
		return;
	for (u32 i = 0; i < r->ranks; i++) {
		const struct replay_stats *did = &r->rank[i].did;

		all.computing += did->computing;
		all.sending += did->sending;
		all.waiting += did->waiting;
		all.messages += did->messages;
		all.bytes += did->bytes;
		all.path.computing += did->path.computing;
		all.path.eager += did->path.eager;
		all.path.rendezvous += did->path.rendezvous;
		all.path.messages += did->path.messages;
	}
	part = json_put_object(o, "program");
	json_put_u64(part, "ranks", r->ranks);
	result_put_count(part, "cycles", r->complete, r->ended);
	json_put_u64(part, "messages", all.messages);
	json_put_u64(part, "bytes", all.bytes);
	json_put_real(part, "computing", sim_ratio(all.computing, r->ranks));
	json_put_real(part, "sending", sim_ratio(all.sending, r->ranks));
	json_put_real(part, "waiting", sim_ratio(all.waiting, r->ranks));
	put_path(part, r, &all.path);
	if (r->calls) {
		list = json_put_object(part, "by_call");
		for (u32 i = 0; i <= r->calls; i++)
			put_call(list, r, i);
	}
	put_program_phases(part, r);
	if (r->timeline) {
		list = json_put_object(part, "timeline");
		json_put_u64(list, "bins", r->timeline_bins);
		json_put_u64(list, "cycles", BIT_ULL(r->timeline_log2));
	}
	list = json_put_array(part, "by_rank");
	for (u32 i = 0; i < r->ranks && has_details(r); i++)
		put_rank(list, i, r);
}

struct json_object *sim_result_outline(const struct sim_result *r)
{
	struct json_object *o = json_object_new_object(), *part;
	char hash[20];

	json_put_u64(o, "schema", SCHEMA);
	json_put_text(o, "version", SEASTAR_VERSION);
	put_experiment(o, r->experiment);
	json_put_u64(o, "seed", r->experiment->config.seed);
	part = json_put_object(o, "cycles");
	json_put_u64(part, "warmup", r->warmup);
	json_put_u64(part, "measured", r->measured);
	json_put_u64(o, "nodes", r->nodes);
	json_put_u64(o, "senders", r->senders);
	put_verdict(o, r);
	part = json_put_object(o, "steady");
	json_put_bool(part, "reached", r->steady);
	json_put_text(part, "why", r->steady_why);
	put_precision(o, r);
	put_starvation(o, r);
	put_completion(o, r);
	put_program(o, r);
	put_load(o, r);
	put_latencies(o, r);
	put_ns(o, r);
	put_hops(o, r);
	put_classes(o, r);
	json_put_array(o, "by_source");
	put_fairness(o, r);
	put_reordering(o, r);
	result_put_network(o, r);
	if (has_details(r))
		json_put_object(o, "links");
	result_put_ages(o, r);
	put_series(o, r);
	put_batches(o, r);
	snprintf(hash, sizeof(hash), "0x%016" PRIx64, r->hash);
	json_put_text(o, "state_hash", hash);
	return o;
}

struct json_object *sim_result_json(const struct sim_result *r)
{
	struct json_object *o = sim_result_outline(r);

	if (has_details(r)) {
		put_sources(o, r);
		sim_put_links(o, r);
	}
	return o;
}

void sim_result_line(const struct sim_result *r, FILE *to)
{
	struct json_object *o = sim_result_outline(r);
	char before = '{';

	json_object_object_foreach(o, name, value) {
		fprintf(to, "%c\"%s\":", before, name);
		if (has_details(r) && !strcmp(name, "by_source"))
			print_sources(r, to);
		else if (has_details(r) && !strcmp(name, "links"))
			sim_print_links(r, to);
		else
			json_print_line(value, to);
		before = ',';
	}
	fputc('}', to);
	json_object_put(o);
}
