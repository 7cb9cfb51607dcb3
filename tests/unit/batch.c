// SPDX-License-Identifier: GPL-2.0-only
/* Batches, the phases of collectives, and requests with replies, on a fabric. */
#include <stdlib.h>

#include <seastar/packet.h>

#include "test.h"

#include "collective.h"
#include "lib/model.h"

#define MOST	64

/* Packets delivered, by source and destination and in all, and the cycle of the last one. */
struct seen {
	u32 packets[MOST][MOST];
	u32 all;
	u64 last;
};

static void see(void *ctx, const struct ss_delivery *d)
{
	struct seen *seen = ctx;

	seen->packets[SS_HDR_SOURCE(d->header)][SS_HDR_GET(d->header, DEST)]++;
	seen->all++;
	seen->last = d->cycle;
}

static struct ss_fabric *new_fabric(u32 kx, u32 ky, u32 kz)
{
	struct ss_config cfg;

	ss_config_default(&cfg, kx, ky, kz, 0);
	return model_new(&cfg);
}

static struct ss_traffic batch_of(u32 pattern, u32 packets)
{
	return (struct ss_traffic){
		.pattern = pattern,
		.source = SS_SOURCE_BATCH,
		.batch = packets,
		.lengths = { { 2, 9 }, { 1, 1 } },
		.requests = SEASTAR_PPM,
	};
}

static bool is_done(const struct ss_fabric *f)
{
	for (u32 r = 0; r < ss_fabric_routers(f); r++)
		if (!ss_source_done(f, r))
			return false;
	return !ss_fabric_packets(f);
}

/* Run @t to its end; return the deliveries. */
static struct seen *run_to_the_end(struct ss_fabric *f, const struct ss_traffic *t)
{
	struct seen *seen = calloc(1, sizeof(*seen));
	u64 last = 0;

	ss_fabric_on_delivery(f, see, seen);
	model_traffic(f, t);
	while (!is_done(f)) {
		assert_true(ss_fabric_now(f) < 10000000);
		ss_fabric_run(f, 1000);
	}
	for (u32 r = 0; r < ss_fabric_routers(f); r++) {
		u64 here = ss_last_delivery(f, r);

		if (here != U64_MAX && here > last)
			last = here;
	}
	assert_int_equal(last, seen->last);
	ss_fabric_run(f, 10000);
	assert_int_equal(last, seen->last);
	return seen;
}

static u64 over(const struct ss_fabric *f, u32 r)
{
	return ss_phase_done(f, r, ss_traffic_phases(f) - 1);
}

static void a_batch_has_its_packets(void **state)
{
	struct ss_traffic t = batch_of(SEASTAR_PATTERN_UNIFORM, 37);
	struct ss_fabric *f = new_fabric(4, 3, 2);
	struct ss_source_stats s;
	struct seen *seen;

	(void)state;
	seen = run_to_the_end(f, &t);
	assert_int_equal(seen->all, 24 * 37);
	assert_int_equal(ss_traffic_phases(f), 1);
	for (u32 r = 0; r < 24; r++) {
		u32 sent = 0;

		for (u32 to = 0; to < 24; to++)
			sent += seen->packets[r][to];
		assert_int_equal(sent, 37);
		ss_read_source(f, r, &s);
		assert_int_equal(s.stat[SEASTAR_SRC_OFFERED], 37);
		assert_int_equal(s.stat[SEASTAR_SRC_INJECTED], 37);
		assert_true(over(f, r) <= seen->last);
	}
	free(seen);
	model_free(f);
}

/* At one flit per cycle, a node whose packets meet no others injects without a pause. */
static void a_batch_goes_as_fast_as_it_can(void **state)
{
	struct ss_traffic t = batch_of(SEASTAR_PATTERN_ALL_TO_ONE, 10);
	struct ss_fabric *f = new_fabric(2, 1, 1);
	struct seen *seen;

	(void)state;
	t.lengths = ss_lengths_one(2);
	seen = run_to_the_end(f, &t);
	assert_int_equal(seen->packets[1][0], 10);
	assert_int_equal(over(f, 1), 9 * 2 + 1);
	/* the target itself sends nothing, and so has no phases */
	assert_int_equal(over(f, 0), U64_MAX);
	free(seen);
	model_free(f);
}

static void all_to_all_is_complete(void **state)
{
	struct ss_traffic t = batch_of(SS_PATTERN_ALL_TO_ALL, 3);
	struct ss_fabric *f = new_fabric(3, 3, 2);
	struct seen *seen;

	(void)state;
	t.ranks = 16;
	t.iterations = 2;
	seen = run_to_the_end(f, &t);
	for (u32 from = 0; from < 18; from++)
		for (u32 to = 0; to < 18; to++)
			assert_int_equal(seen->packets[from][to],
					 from != to && from < 16 && to < 16 ? 6 : 0);
	assert_int_equal(over(f, 16), U64_MAX);
	free(seen);
	model_free(f);
}

static void ranks_are_where_they_are_put(void **state)
{
	static const u32 at[] = { 5, 3, 1, 0, 2, 4 };
	struct ss_traffic t = batch_of(SS_PATTERN_ALL_REDUCE, 2);
	struct ss_fabric *f = new_fabric(3, 2, 1);
	struct seen *seen;

	(void)state;
	t.ranks = 4;
	t.permutation = at;
	seen = run_to_the_end(f, &t);
	assert_int_equal(seen->all, 4 * 2 * 2);
	for (u32 r = 0; r < 4; r++) {
		assert_int_equal(seen->packets[at[r]][at[r ^ 1]], 2);
		assert_int_equal(seen->packets[at[r]][at[r ^ 2]], 2);
	}
	assert_int_equal(over(f, 4), U64_MAX);
	free(seen);
	model_free(f);
}

/* With staggered destinations, no two nodes send to the same node at once. */
static void all_to_all_is_staggered(void **state)
{
	struct ss_traffic t = batch_of(SS_PATTERN_ALL_TO_ALL, 1);
	struct ss_collective c;

	(void)state;
	ss_collective_init(&c, 24, &t);
	for (u32 i = 0; i < 23; i++) {
		bool hit[24] = { false };

		for (u32 r = 0; r < 24; r++) {
			u32 to = ss_collective_dest(&c, r, 0, i);

			assert_int_not_equal(to, r);
			assert_false(hit[to]);
			hit[to] = true;
		}
	}
}

static void fft_exchanges_rows_then_columns(void **state)
{
	struct ss_traffic t = batch_of(SS_PATTERN_FFT, 2);
	struct ss_fabric *f = new_fabric(3, 3, 2);
	struct seen *seen;

	(void)state;
	t.ranks = 15;
	t.rows = 3;
	t.iterations = 4;
	seen = run_to_the_end(f, &t);
	for (u32 from = 0; from < 18; from++) {
		for (u32 to = 0; to < 18; to++) {
			bool row = from / 5 == to / 5, column = from % 5 == to % 5;
			bool part = from != to && from < 15 && to < 15 && (row || column);

			assert_int_equal(seen->packets[from][to], part ? 8 : 0);
		}
	}
	assert_int_equal(ss_traffic_phases(f), 8);
	for (u32 r = 0; r < 15; r++)
		for (u32 i = 1; i < 8; i++)
			assert_true(ss_phase_done(f, r, i) > ss_phase_done(f, r, i - 1));
	free(seen);
	model_free(f);
}

/*
 * A search has queries to any other node, notifications to all, reports to the root, and the sum to
 * all.
 */
static void a_search_ends(void **state)
{
	static const u32 levels[2 * 3 * 4] = {
		0, 1, 0, 0,  7, 9, 0, 5,  20, 20, 20, 20,	/* messages */
		1, 50, 1, 1,  40, 30, 1, 60,  9, 10, 11, 12,	/* cycles per message */
	};
	struct ss_traffic t = batch_of(SS_PATTERN_GRAPH500, 1);
	struct ss_fabric *f = new_fabric(3, 3, 1);
	u32 at[] = { 5, 2, 8, 0, 1, 3, 4, 6, 7 }, queries = 0;
	struct seen *seen;

	(void)state;
	t.ranks = 4;
	t.levels = 3;
	t.root = 1;
	t.search = levels;
	t.permutation = at;
	seen = run_to_the_end(f, &t);
	for (u32 i = 0; i < 4; i++) {
		for (u32 k = 0; k < 4; k++) {
			u32 others = i == k ? 0 : i == 1 || k == 1 ? 6 : 3;
			u32 packets = seen->packets[at[i]][at[k]];

			assert_true(i == k ? !packets : packets >= others);
			queries += packets - others;
		}
	}
	assert_int_equal(queries, 1 + 7 + 9 + 5 + 80);
	assert_int_equal(ss_traffic_phases(f), 6);
	/* making the only message takes 50 cycles, and so does taking it in */
	assert_true(ss_phase_done(f, 2, 0) > 100);
	assert_true(ss_phase_done(f, 2, 0) < 400);
	/* the root's processor makes nine and takes in what others sent to it */
	assert_true(ss_phase_done(f, 2, 2) - ss_phase_done(f, 2, 1) >= 9 * 30);
	for (u32 r = 0; r < 4; r++)
		for (u32 i = 1; i < 6; i++)
			assert_true(ss_phase_done(f, at[r], i) > ss_phase_done(f, at[r], i - 1));
	free(seen);
	model_free(f);
}

/*
 * Run the messages of an all-reduce as additions: each node has a vector of the nodes in its sum.
 * In the end each node is in each node's sum, once.
 */
static void all_reduce_sums_everybody_once(void **state)
{
	(void)state;
	for (u32 n = 2; n <= MOST; n++) {
		struct ss_traffic t = batch_of(SS_PATTERN_ALL_REDUCE, 1);
		u8 sum[MOST][MOST] = { 0 }, next[MOST][MOST];
		struct ss_collective c;

		t.ranks = n;
		ss_collective_init(&c, MOST, &t);
		for (u32 r = 0; r < n; r++)
			sum[r][r] = 1;
		for (u32 kind = 0; kind < c.kinds; kind++) {
			u32 got[MOST] = { 0 };

			memcpy(next, sum, sizeof(sum));
			for (u32 r = 0; r < n; r++) {
				u32 to = ss_collective_dest(&c, r, kind, 0);
				bool result = c.ranks > c.core && kind == c.kinds - 1;

				if (!ss_collective_sends(&c, r, kind))
					continue;
				assert_int_equal(ss_collective_counter(&c, r, to), kind);
				got[to]++;
				for (u32 i = 0; i < n; i++)
					next[to][i] = sum[r][i] + (result ? 0 : next[to][i]);
			}
			for (u32 r = 0; r < n; r++)
				assert_int_equal(got[r], ss_collective_expects(&c, r, kind));
			memcpy(sum, next, sizeof(sum));
		}
		for (u32 r = 0; r < n; r++)
			for (u32 i = 0; i < n; i++)
				assert_int_equal(sum[r][i], 1);
	}
}

static void all_reduce_on_a_fabric(void **state)
{
	static const u32 ranks[] = { 2, 3, 7, 8, 18 };
	/* each of the first 2^k ranks sends k messages; each further rank adds two, to and fro */
	static const u32 messages[] = { 2, 2 + 2, 2 * 4 + 2 * 3, 3 * 8, 4 * 16 + 2 * 2 };

	(void)state;
	for (u32 i = 0; i < 5; i++) {
		struct ss_traffic t = batch_of(SS_PATTERN_ALL_REDUCE, 5);
		struct ss_fabric *f = new_fabric(3, 3, 2);
		struct seen *seen;

		t.ranks = ranks[i];
		t.iterations = 3;
		seen = run_to_the_end(f, &t);
		assert_int_equal(seen->all, messages[i] * 5 * 3);
		free(seen);
		model_free(f);
	}
}

/* Two nodes swap packets: each step takes exactly the latency of one packet. */
static void a_phase_waits_for_the_one_before(void **state)
{
	struct ss_traffic t = batch_of(SS_PATTERN_ALL_REDUCE, 1);
	struct ss_fabric *f = new_fabric(2, 1, 1);
	struct seen *seen;
	u64 step;

	(void)state;
	t.lengths = ss_lengths_one(2);
	t.iterations = 10;
	seen = run_to_the_end(f, &t);
	assert_int_equal(seen->all, 20);
	step = ss_phase_done(f, 0, 0);
	/* two routers, a link, and two flits at 5 in 12 cycles */
	assert_in_range(step, 25 + 8 + 25 + 2, 25 + 8 + 25 + 2 + 5);
	for (u32 i = 0; i < 10; i++)
		assert_in_range(ss_phase_done(f, 0, i), (i + 1) * (step - 2),
				(i + 1) * (step + 2));
	free(seen);
	model_free(f);
}

static struct ss_traffic requests(u32 source, u32 window)
{
	return (struct ss_traffic){
		.pattern = SEASTAR_PATTERN_UNIFORM,
		.source = source,
		.load = SEASTAR_PPM,
		.window = window,
		.lengths = ss_lengths_one(1),
		.requests = SEASTAR_PPM,
		.reply = ss_lengths_one(9),
	};
}

/* Replies delivered, which are recognized by their nine flits: requests have one. */
struct answers {
	u32 replies;
	u64 round_trip;		/* cycles of the last transaction */
};

static void see_answers(void *ctx, const struct ss_delivery *d)
{
	struct answers *a = ctx;

	if (d->flits == 1)
		return;
	a->replies++;
	a->round_trip = d->cycle - d->birth;
}

static void every_request_is_answered(void **state)
{
	static const u32 sources[] = { SEASTAR_SOURCE_OPEN, SEASTAR_SOURCE_CLOSED };

	(void)state;
	for (u32 i = 0; i < 2; i++) {
		struct ss_traffic t = requests(sources[i], 3), none = { 0 };
		struct ss_fabric *f = new_fabric(3, 2, 2);
		u64 injected = 0, delivered = 0, flits = 0;
		struct answers a = { .replies = 0 };

		ss_fabric_on_delivery(f, see_answers, &a);
		model_traffic(f, &t);
		for (u32 k = 0; k < 1000; k++) {
			ss_fabric_run(f, 7);
			/* a transaction is one packet, on its way or back */
			assert_true(ss_fabric_packets(f) <= 12 * 3);
		}
		model_traffic(f, &none);
		ss_fabric_run(f, 5000);
		assert_int_equal(ss_fabric_packets(f), 0);
		for (u32 r = 0; r < 12; r++) {
			struct ss_source_stats s;

			ss_read_source(f, r, &s);
			injected += s.stat[SEASTAR_SRC_INJECTED];
			delivered += s.stat[SEASTAR_SRC_DELIVERED];
			flits += s.stat[SEASTAR_SRC_FLITS];
			assert_int_equal(s.stat[SEASTAR_SRC_OFFERED],
					 s.stat[SEASTAR_SRC_INJECTED] +
					 s.stat[SEASTAR_SRC_DROPPED]);
		}
		assert_true(a.replies > 1000);
		assert_int_equal(injected, delivered);
		assert_int_equal(flits, delivered - a.replies + 9 * a.replies);
		/* all except those cut off by the end of the traffic */
		assert_in_range(delivered - 2 * a.replies, 0, 12 * 3);
		model_free(f);
	}
}

/* The reply to a single request is born at its delivery and injected in the next cycle. */
static void a_reply_is_born_with_its_request(void **state)
{
	struct ss_traffic t = requests(SEASTAR_SOURCE_CLOSED, 1);
	struct ss_fabric *f = new_fabric(2, 1, 1);
	struct answers a = { .replies = 0 };

	(void)state;
	t.pattern = SEASTAR_PATTERN_ALL_TO_ONE;
	ss_fabric_on_delivery(f, see_answers, &a);
	model_traffic(f, &t);
	while (!a.replies)
		ss_fabric_run(f, 1);
	/*
	 * Two routers and a link each way; the request's flit leaves at once and the reply
	 * is injected in the cycle after; its last flit comes out 8 * 12 / 5 after the first.
	 */
	assert_int_equal(a.round_trip, 2 * (25 + 8 + 25) + 1 + 19);
	model_free(f);
}

static void every_bad_batch_has_its_sentence(void **state)
{
	struct ss_traffic good = batch_of(SS_PATTERN_FFT, 4), t;
	struct ss_fabric *f = new_fabric(3, 2, 2);
	static const u32 twice[12] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0 };
	u8 scratch[12];

	(void)state;
	good.rows = 3;
	assert_null(ss_traffic_check(f, &good, scratch));
#define refused(change)	do {						\
		t = good;						\
		change;							\
		assert_non_null(ss_traffic_check(f, &t, scratch));	\
	} while (0)
	refused(t.permutation = twice);
	refused(t.rows = 0);
	refused(t.rows = 5);
	refused(t.batch = 0);
	refused(t.batch = U32_MAX);
	refused(t.ranks = 1);
	refused(t.ranks = 13);
	refused(t.iterations = 2049);
	refused(t.iterations = U32_MAX);
	refused(t.source = SEASTAR_SOURCE_OPEN);
	refused(t.source = SEASTAR_SOURCE_CLOSED);
	refused(t.source = SS_SOURCES);
	refused(t.pattern = SS_PATTERNS);
	refused(t.reply = ss_lengths_one(1));
	good = requests(SEASTAR_SOURCE_OPEN, 16);
	assert_null(ss_traffic_check(f, &good, scratch));
	refused(t.window = 0);
	refused(t.window = 4097);
	refused(t.requests = SEASTAR_PPM - 1);
	refused(t.reply.weight[0] = 1000001);
	good.weight = 1;
	good.parts = 1;
	good.part[0] = (struct ss_part){
		.weight = 1,
		.pattern = SEASTAR_PATTERN_UNIFORM,
		.lengths = ss_lengths_one(1),
		.requests = SEASTAR_PPM,
	};
	assert_null(ss_traffic_check(f, &good, scratch));
	refused(t.part[0].requests = 0);
	refused(t.part[0].pattern = SS_PATTERN_ALL_TO_ALL);
#undef refused
	model_free(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_batch_has_its_packets),
		cmocka_unit_test(a_batch_goes_as_fast_as_it_can),
		cmocka_unit_test(all_to_all_is_complete),
		cmocka_unit_test(ranks_are_where_they_are_put),
		cmocka_unit_test(all_to_all_is_staggered),
		cmocka_unit_test(fft_exchanges_rows_then_columns),
		cmocka_unit_test(a_search_ends),
		cmocka_unit_test(all_reduce_sums_everybody_once),
		cmocka_unit_test(all_reduce_on_a_fabric),
		cmocka_unit_test(a_phase_waits_for_the_one_before),
		cmocka_unit_test(every_request_is_answered),
		cmocka_unit_test(a_reply_is_born_with_its_request),
		cmocka_unit_test(every_bad_batch_has_its_sentence),
	};

	return cmocka_run_group_tests_name("batch", tests, NULL, NULL);
}
