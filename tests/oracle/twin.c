// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

#include <rng.h>
#include <seastar/packet.h>

#include "lib/model.h"

#include "twin.h"

/* Allocate memory as the fabric needs it: aligned and zero. */
static void *zeroed(size_t bytes)
{
	size_t whole = (bytes + 63) / 64 * 64;
	void *mem = aligned_alloc(64, whole ? whole : 64);

	if (!mem) {
		fprintf(stderr, "fuzz: out of memory\n");
		exit(1);
	}
	return memset(mem, 0, whole);
}

__attribute__((format(printf, 2, 3)))
static void differ(struct twin *t, const char *format, ...)
{
	va_list args;

	if (t->failed)
		return;
	t->failed = true;
	if (!t->report)
		return;
	fprintf(t->report, "# DIFFERENT before cycle %" PRIu64 ": ",
		oracle_now(t->oracle));
	va_start(args, format);
	vfprintf(t->report, format, args);
	va_end(args);
	fputc('\n', t->report);
}

static void note(struct deliveries *list, const struct ss_delivery *d)
{
	if (list->count == list->size) {
		list->size = list->size ? 2 * list->size : 256;
		list->at = realloc(list->at, list->size * sizeof(*list->at));
		if (!list->at) {
			fprintf(stderr, "fuzz: out of memory\n");
			exit(1);
		}
	}
	list->at[list->count++] = *d;
}

/* Return true if that router's state is in this process. */
static bool is_own(const struct twin *t, u32 router)
{
	return router - t->first < t->routers;
}

static bool is_own_node(const struct twin *t, u32 node)
{
	return node - t->first_node < t->nodes;
}

static void note_expected(void *ctx, const struct ss_delivery *d)
{
	struct twin *t = ctx;

	if (is_own_node(t, d->dest))
		note(&t->expected, d);
}

static void note_seen(void *ctx, const struct ss_delivery *d)
{
	struct twin *t = ctx;

	pthread_mutex_lock(&t->seeing);
	note(&t->seen, d);
	pthread_mutex_unlock(&t->seeing);
}

/*
 * Return true if threads run the fabric.  They cost much in small fabrics, so that they run only
 * one in eight of the fabrics with regions.
 */
static bool has_threads(const struct ss_config *cfg)
{
	return cfg->regions > 1 && cfg->seed >> 61 == 0;
}

void twin_init(struct twin *t, const struct ss_config *cfg, enum mutant mutant, bool crewed,
	       FILE *report)
{
	struct ss_config own = *cfg;

	own.own = crewed ? sim_crew_own(cfg->regions) : 0;
	memset(t, 0, sizeof(*t));
	t->report = report;
	t->audit = mutant == MUTANT_NONE;
	t->oracle = oracle_new(cfg, mutant);
	t->mem = zeroed(ss_fabric_bytes(&own));
	t->fabric = ss_fabric_init(t->mem, &own);
	pthread_mutex_init(&t->seeing, NULL);
	if (crewed || has_threads(cfg))
		t->crew = sim_crew_new(t->fabric);
	t->routers = ss_fabric_own_routers(t->fabric, &t->first);
	t->nodes = ss_fabric_own_nodes(t->fabric, &t->first_node);
	oracle_on_delivery(t->oracle, note_expected, t);
	ss_fabric_on_delivery(t->fabric, note_seen, t);
	if (ss_fabric_routers(t->fabric) != oracle_routers(t->oracle))
		differ(t, "%u routers expected, %u seen",
		       oracle_routers(t->oracle), ss_fabric_routers(t->fabric));
}

void twin_free(struct twin *t)
{
	sim_crew_free(t->crew);
	pthread_mutex_destroy(&t->seeing);
	free(ss_traffic_mem(t->fabric));
	for (u32 i = 0; i < ss_fabric_config(t->fabric)->regions; i++)
		free(ss_trace_mem(t->fabric, i));
	free(t->mem);
	oracle_free(t->oracle);
	free(t->expected.at);
	free(t->seen.at);
}

bool twin_is_alike(struct twin *t)
{
	t->failed = !sim_crew_agree(ss_fabric_config(t->fabric)->regions, !t->failed);
	return !t->failed;
}

/* Compare two deliveries by cycle and place; a node has at most one delivery in a cycle. */
static int by_cycle_and_place(const void *left, const void *right)
{
	const struct ss_delivery *a = left, *b = right;

	if (a->cycle != b->cycle)
		return a->cycle < b->cycle ? -1 : 1;
	if (a->dest != b->dest)
		return a->dest < b->dest ? -1 : 1;
	return 0;
}

static void sort(struct deliveries *list)
{
	if (list->count)
		qsort(list->at, list->count, sizeof(*list->at),
		      by_cycle_and_place);
}

static void print_delivery(struct twin *t, const char *who,
			   const struct deliveries *list, size_t i)
{
	const struct ss_delivery *d = &list->at[i];

	if (!t->report)
		return;
	if (i >= list->count) {
		fprintf(t->report, "#   %s: none\n", who);
		return;
	}
	fprintf(t->report, "#   %s: %u to %u, cycle %" PRIu64 ", born %" PRIu64
		", injected %" PRIu64 ", header 0x%016" PRIx64 ", age %u\n", who,
		d->source, d->dest, d->cycle, d->birth, d->injected, d->header,
		(u32)(d->header & SS_AGE_FIELD));
}

static void compare_deliveries(struct twin *t)
{
	size_t n = t->expected.count > t->seen.count ? t->expected.count :
						       t->seen.count;

	sort(&t->expected);
	sort(&t->seen);
	for (size_t i = 0; i < n && !t->failed; i++) {
		if (i < t->expected.count && i < t->seen.count &&
		    !memcmp(&t->expected.at[i], &t->seen.at[i],
			    sizeof(t->seen.at[i])))
			continue;
		differ(t, "delivery %" PRIu64, t->delivered + i);
		print_delivery(t, "expected", &t->expected, i);
		print_delivery(t, "seen", &t->seen, i);
	}
	t->delivered += n;
	t->expected.count = 0;
	t->seen.count = 0;
}

void twin_run(struct twin *t, u64 cycles)
{
	oracle_run(t->oracle, cycles);
	if (t->crew)
		sim_crew_run(t->crew, cycles);
	else
		ss_fabric_run(t->fabric, cycles);
	if (ss_fabric_now(t->fabric) != oracle_now(t->oracle))
		differ(t, "the fabric stands at cycle %" PRIu64,
		       ss_fabric_now(t->fabric));
	compare_deliveries(t);
}

void twin_set_period(struct twin *t, u32 router, u32 period)
{
	oracle_set_period(t->oracle, router, period);
	ss_aging_set_period(t->fabric, router, period);
}

void twin_set_select(struct twin *t, u32 router, u64 select)
{
	oracle_set_select(t->oracle, router, select);
	ss_aging_set_select(t->fabric, router, select);
}

void twin_set_bias(struct twin *t, u32 router, u32 port, u32 class_, u32 bias)
{
	oracle_set_bias(t->oracle, router, port, class_, bias);
	ss_aging_set_bias(t->fabric, router, port, class_, bias);
}

void twin_set_traffic(struct twin *t, const struct ss_traffic *traffic)
{
	u8 *scratch = zeroed(ss_fabric_nodes(t->fabric));
	const char *refused = ss_traffic_check(t->fabric, traffic, scratch);

	free(scratch);
	if (refused) {
		differ(t, "traffic refused: %s", refused);
		return;
	}
	oracle_set_traffic(t->oracle, traffic);
	sim_crew_packets(t->crew, t->fabric);
	free(ss_traffic_set(t->fabric, traffic,
			    zeroed(ss_traffic_bytes(t->fabric, traffic))));
}

/* Extend the places of @region by a few only, so that they move often. */
static void extend(struct twin *t, u32 region)
{
	u32 places = ss_trace_places(t->fabric, region);

	places += places / 2 + 2;
	free(ss_trace_extend(t->fabric, region, zeroed(ss_trace_bytes(t->fabric, places)),
			     places));
}

void twin_give(struct twin *t, const struct ss_birth *b)
{
	const char *refused = ss_trace_check(t->fabric, b);

	if (refused) {
		differ(t, "message or pause of a trace refused: %s", refused);
		return;
	}
	oracle_give(t->oracle, b);
	while (!ss_trace_give(t->fabric, b))
		extend(t, ss_region_of_node(t->fabric, b->source));
}

void twin_set_tables(struct twin *t, const struct drawn_tables *tables)
{
	sim_crew_packets(t->crew, t->fabric);
	oracle_set_tables(t->oracle, tables ? &tables->plain : NULL);
	model_tables(t->fabric, tables ? &tables->shared : NULL);
}

/* Cycles within which a network becomes empty unless it is stuck: a multiple of STEP. */
#define SOON	4000
#define STEP	4

/* Limits of the steps of replacing tables; no result depends on them. */
static const u64 step_events[] = { U64_MAX, 1, 10, 100 };

static u64 run_empty(struct oracle *o)
{
	u64 n = 0;

	while (!oracle_is_empty(o) && n < SOON) {
		oracle_run(o, STEP);
		n += STEP;
	}
	return n;
}

void twin_replace_tables(struct twin *t, const struct drawn_tables *tables)
{
	const struct ss_tables *shared = tables ? &tables->shared : NULL;
	struct ss_survey *survey = model_survey(t->fabric, shared);
	struct ss_replacement r;
	struct ss_quiesce q;
	u64 cycles;

	oracle_hold(t->oracle, true);
	cycles = run_empty(t->oracle);
	if (oracle_is_empty(t->oracle)) {
		ss_replace_begin(t->fabric, &r, shared, survey, SS_STRANDED_REROUTE);
		while (!ss_replace_step(t->fabric, &r, step_events[cycles / STEP % 4]))
			;
		q = r.q;
		if (q.cycles != cycles || q.stranded)
			differ(t, "quiesced in %" PRIu64 " cycles, not %" PRIu64
			       ", but for %" PRIu64 " packets", q.cycles, cycles, q.stranded);
		oracle_set_tables(t->oracle, tables ? &tables->plain : NULL);
	} else {
		ss_hold_injection(t->fabric, true);
		ss_fabric_run(t->fabric, cycles);
		ss_hold_injection(t->fabric, false);
		if (tables)
			twin_set_tables(t, tables);
	}
	free(survey);
	oracle_hold(t->oracle, false);
	compare_deliveries(t);
}

void twin_link_fail(struct twin *t, u32 router, u32 port, bool drops)
{
	oracle_link_fail(t->oracle, router, port, drops);
	ss_link_fail(t->fabric, router, port, drops);
}

void twin_link_restore(struct twin *t, u32 router, u32 port)
{
	oracle_link_restore(t->oracle, router, port);
	ss_link_restore(t->fabric, router, port);
}

void twin_link_errors(struct twin *t, u32 router, u32 port, u64 bit_errors)
{
	oracle_link_errors(t->oracle, router, port, bit_errors);
	ss_link_set_errors(t->fabric, router, port, bit_errors);
}

void twin_reset_sources(struct twin *t)
{
	t->reset = true;
	oracle_reset_sources(t->oracle);
	ss_reset_sources(t->fabric);
}

static void compare_passed(struct twin *t, u32 router)
{
	u64 regs[SS_PORTS][SEASTAR_REGS];
	struct ss_passed expected[SS_PORTS], seen[SS_PORTS];

	oracle_read_passed(t->oracle, router, expected);
	ss_read_ports(t->fabric, router, regs, seen);
	for (u32 port = 0; port < SS_PORTS; port++)
		if (expected[port].packets != seen[port].packets ||
		    expected[port].waited != seen[port].waited)
			differ(t, "router %u port %u: %" PRIu64 " packets granted after %" PRIu64
			       " cycles expected, %" PRIu64 " after %" PRIu64 " seen", router, port,
			       expected[port].packets, expected[port].waited, seen[port].packets,
			       seen[port].waited);
}

void twin_compare_regs(struct twin *t, u32 router)
{
	u64 expected[SS_PORTS][SEASTAR_REGS], seen[SS_PORTS][SEASTAR_REGS];

	if (!is_own(t, router))
		return;
	oracle_read_regs(t->oracle, router, expected);
	ss_read_regs(t->fabric, router, seen);
	for (u32 port = 0; port < SS_PORTS; port++) {
		for (u32 reg = 0; reg < SEASTAR_REGS; reg++) {
			if (expected[port][reg] != seen[port][reg])
				differ(t, "router %u port %u register %u: 0x%"
				       PRIx64 " expected, 0x%" PRIx64 " seen",
				       router, port, reg, expected[port][reg],
				       seen[port][reg]);
		}
	}
	if (!ss_config_has_ages(ss_fabric_config(t->fabric)))
		compare_passed(t, router);
}

void twin_compare_source(struct twin *t, u32 node)
{
	struct ss_source_stats expected, seen;

	if (!is_own_node(t, node))
		return;
	oracle_read_source(t->oracle, node, &expected);
	ss_read_source(t->fabric, node, &seen);
	for (u32 i = 0; i < SEASTAR_SRC_STATS; i++) {
		if (expected.stat[i] != seen.stat[i])
			differ(t, "source %u statistic %u: %" PRIu64
			       " expected, %" PRIu64 " seen", node, i,
			       expected.stat[i], seen.stat[i]);
	}
	if (expected.replies != seen.replies)
		differ(t, "source %u replies: %" PRIu64 " expected, %" PRIu64 " seen", node,
		       expected.replies, seen.replies);
	if (expected.replied != seen.replied || expected.reply_flits != seen.reply_flits)
		differ(t, "source %u replies injected: %" PRIu64 " of %" PRIu64
		       " flits expected, %" PRIu64 " of %" PRIu64 " seen", node,
		       expected.replied, expected.reply_flits, seen.replied, seen.reply_flits);
	if (expected.injected != seen.injected)
		differ(t, "source %u injected since the reset: %" PRIu64 " expected, %" PRIu64
		       " seen", node, expected.injected, seen.injected);
	for (u32 i = 0; i < SEASTAR_LAT_BINS; i++) {
		if (expected.lat_hist[i] != seen.lat_hist[i])
			differ(t, "source %u latency bin %u: %" PRIu64
			       " expected, %" PRIu64 " seen", node, i,
			       expected.lat_hist[i], seen.lat_hist[i]);
	}
}

static void compare_batch(struct twin *t, u32 node)
{
	u64 expected = oracle_last_delivery(t->oracle, node);

	if (ss_last_delivery(t->fabric, node) != expected)
		differ(t, "last delivery to node %u: %" PRIu64 " expected, %" PRIu64 " seen",
		       node, expected, ss_last_delivery(t->fabric, node));
	if (ss_source_done(t->fabric, node) != oracle_source_done(t->oracle, node))
		differ(t, "source %u: %s expected", node,
		       oracle_source_done(t->oracle, node) ? "done" : "not done");
	for (u32 i = 0; i < oracle_phases(t->oracle); i++) {
		expected = oracle_phase_done(t->oracle, node, i);
		if (ss_phase_done(t->fabric, node, i) != expected)
			differ(t, "phase %u of node %u: done in %" PRIu64
			       " expected, in %" PRIu64 " seen", i, node, expected,
			       ss_phase_done(t->fabric, node, i));
	}
}

/*
 * The state's words in this process, the number of them compared so far, and the hash over all
 * words of the oracle.
 */
struct words {
	struct twin *t;
	u64 *at;
	size_t count, size, compared;
	u64 hash;
};

static void note_word(void *ctx, u64 word)
{
	struct words *w = ctx;

	if (w->count == w->size) {
		w->size = w->size ? 2 * w->size : 4096;
		w->at = realloc(w->at, w->size * sizeof(*w->at));
		if (!w->at) {
			fprintf(stderr, "fuzz: out of memory\n");
			exit(1);
		}
	}
	w->at[w->count++] = word;
}

static void compare_word(void *ctx, u64 word, const struct oracle_place *at)
{
	struct words *w = ctx;
	size_t i;

	w->hash = ss_mix(w->hash ^ word) + SS_GOLDEN;
	/* the cycle belongs to no router: the process of router 0 compares it */
	if (!is_own(w->t, at->router < 0 ? 0 : at->router))
		return;
	i = w->compared++;
	if (i < w->count && w->at[i] == word)
		return;
	differ(w->t, "state word %zu of %zu: router %d node %d port %d input %d vc %d index %d: %s: %"
	       PRIu64 " (0x%" PRIx64 ") expected, %" PRIu64 " (0x%" PRIx64 ") seen",
	       i, w->count, at->router, at->node, at->port, at->input, at->vc, at->index,
	       at->item, word, word, i < w->count ? w->at[i] : 0,
	       i < w->count ? w->at[i] : 0);
}

void twin_compare_state(struct twin *t)
{
	struct words w = { .t = t };
	const char *trouble = NULL;

	for (u32 i = 0; i < ss_fabric_config(t->fabric)->regions; i++)
		if (ss_region_is_own(t->fabric, i))
			ss_region_emit(t->fabric, i, note_word, &w);
	oracle_emit(t->oracle, compare_word, &w);
	if (w.compared != w.count)
		differ(t, "%zu words of state expected, %zu seen", w.compared,
		       w.count);
	free(w.at);
	if (sim_crew_hash(t->crew, t->fabric) != w.hash)
		differ(t, "another hash of the state than 0x%" PRIx64, w.hash);
	if (ss_traffic_phases(t->fabric) != oracle_phases(t->oracle))
		differ(t, "%u phases expected, %u seen", oracle_phases(t->oracle),
		       ss_traffic_phases(t->fabric));
	for (u32 i = 0; i < t->nodes; i++)
		compare_batch(t, t->first_node + i);
	if (t->audit && !t->reset)
		trouble = oracle_audit(t->oracle);
	if (trouble)
		differ(t, "the oracle itself: %s", trouble);
}

void twin_compare_oldest(struct twin *t)
{
	u64 expected = oracle_oldest_birth(t->oracle), seen = U64_MAX;

	/* a rank does not know of the packets in other ranks' routers */
	if (t->routers != ss_fabric_routers(t->fabric))
		return;
	for (u32 r = 0; r < t->routers; r++) {
		u64 birth = ss_oldest_birth(t->fabric, r);

		seen = birth < seen ? birth : seen;
	}
	if (seen != expected)
		differ(t, "the oldest packet not delivered: born in %" PRIu64
		       " expected, in %" PRIu64 " seen", expected, seen);
}

void twin_hash_state(struct twin *t)
{
	sim_crew_hash(t->crew, t->fabric);
}
