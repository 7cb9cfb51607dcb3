// SPDX-License-Identifier: GPL-2.0-only
/* The fabric as a whole: values worked out by hand, and conservation laws. */
#include <math.h>
#include <stdlib.h>

#include "test.h"

#include "lib/model.h"
#include "engine.h"
#include "latency.h"
#include <seastar/packet.h>

#include "tools/seastar/counters/fine.h"

static void every_bad_config_has_its_sentence(void **state)
{
	struct ss_config good, c;

	(void)state;
	ss_config_default(&good, 32, 32, 32, 0);
	assert_null(ss_config_check(&good));
	assert_int_equal(ss_config_routers(&good), 32768);
#define refused(change)	do {				\
		c = good;				\
		change;					\
		assert_non_null(ss_config_check(&c));	\
	} while (0)
	refused(c.size[1] = 0);
	refused(c.size[0] = 33);
	refused(c.size[2] = 0xffffffff);
	refused((c.size[0] = 65536, c.size[1] = 65536));
	refused(c.size[SS_MESH] = 8);
	refused(c.vcs = 0);
	refused(c.vcs = 3);
	refused(c.vcs = 1);
	refused(c.seastar.arbiter = SS_ARBITERS);
	refused(c.max_packet = 0);
	refused(c.max_packet = 10);
	refused(c.input_depth = 8);
	refused(c.input_depth = 4097);
	refused(c.seastar.staging_depth = 8);
	refused(c.seastar.staging_depth = 256);
	refused(c.router_delay = 0);
	refused(c.router_delay = 256);
	refused(c.link_delay = 0);
	refused(c.link_delay = 256);
	refused(c.eject[0] = 0);
	refused(c.eject[0] = 13);
	refused(c.eject[1] = 256);
	refused(c.inject[1] = 0);
	refused(c.ack_delay = 0);
	refused(c.ack_delay = 65536);
#undef refused
	c = good;
	c.vcs = 1;
	c.size[SS_MESH] = 7;
	assert_null(ss_config_check(&c));
}

struct seen {
	u32 packets;
	struct ss_delivery last;
};

static void note(void *ctx, const struct ss_delivery *d)
{
	struct seen *seen = ctx;

	seen->packets++;
	seen->last = *d;
}

/* One packet on an empty fabric: H hops of R + L, R at the end, and its flits. */
static void zero_load_latency(void **state)
{
	static const struct { u32 hops, flits; u64 tail; } cases[] = {
		{ 1, 1, 0 }, { 4, 1, 0 }, { 7, 9, 19 }, { 3, 5, 9 },
	};

	(void)state;
	for (u32 i = 0; i < 4; i++) {
		struct ss_traffic t = model_window(SEASTAR_PATTERN_PERMUTATION, 1);
		u32 there = cases[i].hops;
		u32 list[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
		struct seen seen = { 0 };
		struct ss_config cfg;
		struct ss_fabric *f;
		u64 want;

		ss_config_default(&cfg, 8, 1, 1, 7);
		list[0] = there;
		list[there] = 0;
		t.permutation = list;
		t.lengths = ss_lengths_one(cases[i].flits);
		f = model_new(&cfg);
		ss_fabric_on_delivery(f, note, &seen);
		model_traffic(f, &t);
		/* the last flit of n leaves floor((n - 1) 12 / 5) after the first */
		want = there * (25 + 8) + 25 + cases[i].tail;
		ss_fabric_run(f, want);
		assert_int_equal(seen.packets, 0);
		ss_fabric_run(f, 1);
		assert_int_equal(seen.packets, 2);
		assert_int_equal(seen.last.cycle, want);
		assert_int_equal(seen.last.birth, 0);
		/* the default bias of 1 at each of the inputs, no tick yet */
		assert_int_equal(SS_HDR_GET(seen.last.header, AGE), there + 1);
		model_free(f);
	}
}

/* Destination 0x5a5b, source 0x2345, TransactionID 0xabc, 8 data flits, age 0x7f. */
static void header_is_figure_1(void **state)
{
	u64 hdr = SS_HDR_PUT(0x5a5b, DEST) | SS_HDR_PUT_SOURCE(0x2345) |
		  SS_HDR_PUT(0xabc, TID) | SS_HDR_PUT(8, LENGTH) | 0x7f;

	(void)state;
	assert_int_equal(hdr, 0xb4b610abc464507fULL);
	assert_int_equal(SS_HDR_GET(hdr, DEST), 0x5a5b);
	assert_int_equal(SS_HDR_SOURCE(hdr), 0x2345);
	assert_int_equal(SS_HDR_GET(hdr, TID), 0xabc);
	assert_int_equal(SS_HDR_GET(hdr, LENGTH), 8);
}

static void latency_sums_carry(void **state)
{
	u64 sums[4] = { 0 };

	(void)state;
	/* the squares: 2^80, 2^64 - 2^33 + 1 and 2^34, which carries into the high word */
	ss_latency_add(sums, 1ULL << 40);
	ss_latency_add(sums, (1ULL << 32) - 1);
	ss_latency_add(sums, 1ULL << 17);
	assert_int_equal(sums[0], (1ULL << 40) + (1ULL << 32) - 1 + (1ULL << 17));
	assert_int_equal(sums[1], (1ULL << 33) + 1);
	assert_int_equal(sums[2], (1ULL << 16) + 1);
	assert_int_equal(sums[3], 1ULL << 40);
	assert_int_equal(ss_latency_bin(0, SEASTAR_LAT_BINS), 0);
	assert_int_equal(ss_latency_bin(1, SEASTAR_LAT_BINS), 1);
	assert_int_equal(ss_latency_bin(7, SEASTAR_LAT_BINS), 3);
	assert_int_equal(ss_latency_bin(8, SEASTAR_LAT_BINS), 4);
	assert_int_equal(ss_latency_bin(1ULL << 30, SEASTAR_LAT_BINS), 31);
	assert_int_equal(ss_latency_bin(U64_MAX, SEASTAR_LAT_BINS), 31);
}

/* Each fine bin is an eighth of a bin, or one cycle, and the tools know where it begins. */
static void fine_bins_cut_bins(void **state)
{
	const u32 last = SEASTAR_LAT_FINE_BINS - 1;

	(void)state;
	for (u32 i = 0; i <= last; i++) {
		u64 low = fine_low(i);

		assert_int_equal(ss_latency_fine_bin(low), i);
		if (i)
			assert_int_equal(ss_latency_fine_bin(low - 1), i - 1);
		if (i == last || low < 8)
			continue;
		assert_int_equal(ss_latency_bin(low, SEASTAR_LAT_BINS),
				 ss_latency_bin(fine_low(i + 1) - 1, SEASTAR_LAT_BINS));
		assert_int_equal(fine_low(i + 1) - low,
				 (1ULL << (ss_latency_bin(low, SEASTAR_LAT_BINS) - 1)) / 8);
	}
	assert_int_equal(fine_low(last), 1ULL << 30);
	assert_int_equal(ss_latency_bin(fine_low(last), SEASTAR_LAT_BINS), SEASTAR_LAT_BINS - 1);
	assert_int_equal(ss_latency_fine_bin(U64_MAX), last);
}

/* Emit the words of a state into a list, to compare it with another. */
struct words {
	u64 word[100000];
	u32 count;
};

static void keep_word(void *ctx, u64 word)
{
	struct words *w = ctx;

	if (w->count < 100000)
		w->word[w->count++] = word;
}

/*
 * A fabric that is run for given cycles has fewer and shorter bins of latencies, with the same
 * counts and state, and runs no further.
 */
static void cycles_bound_memory_only(void **state)
{
	struct ss_traffic t = model_window(SEASTAR_PATTERN_UNIFORM, 20);
	struct words *words[2] = { calloc(1, sizeof(**words)), calloc(1, sizeof(**words)) };
	struct ss_source_stats stats[2];
	struct ss_fabric *f[2];
	struct ss_config cfg;
	size_t bytes[2];

	(void)state;
	ss_config_default(&cfg, 4, 4, 2, 0);
	for (u32 i = 0; i < 2; i++) {
		cfg.cycles = i ? 3000 : 0;
		bytes[i] = ss_fabric_bytes(&cfg);
		f[i] = model_new(&cfg);
		model_traffic(f[i], &t);
		ss_fabric_run(f[i], 3000);
		ss_state_emit(f[i], keep_word, words[i]);
		ss_read_source(f[i], 5, &stats[i]);
	}
	/* 3000 has 12 bits: 13 bins of 4 bytes, in words of 8, in place of 32 of 8 */
	assert_int_equal(bytes[0] - bytes[1], 32 * (32 * 8 - 14 * 4));
	assert_true(stats[0].stat[SEASTAR_SRC_DELIVERED] > 100);
	assert_memory_equal(&stats[0], &stats[1], sizeof(stats[0]));
	assert_int_equal(words[0]->count, words[1]->count);
	assert_memory_equal(words[0], words[1], sizeof(*words[0]));
	ss_fabric_run(f[1], 1);
	assert_int_equal(ss_fabric_now(f[1]), 3000);
	for (u32 i = 0; i < 2; i++) {
		model_free(f[i]);
		free(words[i]);
	}
}

/* Within a fine bin, packets are taken to be spread evenly. */
static void fine_percentiles_are_interpolated(void **state)
{
	u64 bin[SEASTAR_LAT_FINE_BINS] = { 0 };

	(void)state;
	assert_true(isnan(fine_percentile(bin, 990)));
	bin[ss_latency_fine_bin(1000)] = 90;	/* 960 to 1023 */
	assert_true(fine_percentile(bin, 500) == 960 + 64 / 2.0);
	assert_true(fine_percentile(bin, 1000) == 1024);
	bin[ss_latency_fine_bin(2000)] = 10;	/* 1920 to 2047 */
	assert_true(fine_percentile(bin, 990) == 1920 + 128 * 0.9);
	bin[SEASTAR_LAT_FINE_BINS - 1] = 100;
	assert_true(isnan(fine_percentile(bin, 990)));
	assert_true(fine_percentile(bin, 450) == 1024);
}

/*
 * A jammed fabric of small packets in deep buffers: the pool holds them all.
 * Traffic fills a quarter of the staging buffers at best, so this shows gross errors only.
 */
static void packets_fit_their_pool(void **state)
{
	struct ss_traffic t = {
		.pattern = SEASTAR_PATTERN_UNIFORM,
		.source = SEASTAR_SOURCE_OPEN,
		.load = SEASTAR_PPM,
		.lengths = ss_lengths_one(1),
		.requests = SEASTAR_PPM / 2,
	};
	u64 in_network = 0;
	struct ss_config cfg;
	struct ss_fabric *f;

	(void)state;
	ss_config_default(&cfg, 4, 4, 4, 0);
	cfg.max_packet = 1;
	cfg.input_depth = 2;
	cfg.seastar.staging_depth = 64;
	cfg.eject[0] = 1;
	cfg.eject[1] = 255;
	f = model_new(&cfg);
	model_traffic(f, &t);
	ss_fabric_run(f, 200000);
	for (u32 r = 0; r < 64; r++) {
		struct ss_source_stats s;

		ss_read_source(f, r, &s);
		in_network += s.stat[SEASTAR_SRC_INJECTED] -
			      s.stat[SEASTAR_SRC_DELIVERED];
	}
	assert_true(in_network > 64 * 30 * 4 * 64 / 6);
	model_free(f);
}

/* Once the sources stop, everything in the network arrives: nothing is lost. */
static void a_stopped_fabric_drains(void **state)
{
	struct ss_traffic t = model_window(SEASTAR_PATTERN_UNIFORM, 20), none = { 0 };
	u64 injected = 0, delivered = 0, received = 0, words = 0;
	struct ss_config cfg;
	struct ss_fabric *f;

	(void)state;
	ss_config_default(&cfg, 4, 3, 5, 0);
	f = model_new(&cfg);
	t.requests = 600000;
	ss_lengths_add(&t.lengths, 1, 1);
	model_traffic(f, &t);
	ss_fabric_run(f, 20000);
	model_traffic(f, &none);
	ss_fabric_run(f, 20000);
	for (u32 r = 0; r < 60; r++) {
		u64 regs[SS_PORTS][SEASTAR_REGS];
		struct ss_source_stats s;

		ss_read_source(f, r, &s);
		ss_read_regs(f, r, regs);
		injected += s.stat[SEASTAR_SRC_INJECTED];
		delivered += s.stat[SEASTAR_SRC_DELIVERED];
		for (u32 v = 0; v < 4; v++)
			received += regs[SEASTAR_PORT_PROC][SEASTAR_REG_VC0_PKTS + v];
		words += regs[SEASTAR_PORT_PROC][SEASTAR_REG_AGE_GROUP0] & 0xffffffff;
	}
	assert_true(injected > 10000);
	assert_int_equal(delivered, injected);
	assert_int_equal(received, injected);
	assert_int_equal(words, injected);
	model_free(f);
}

/* The pieces in which a run is made, and the times that it is read, change nothing. */
static void chunks_and_reads_change_nothing(void **state)
{
	struct ss_traffic t = model_window(SEASTAR_PATTERN_UNIFORM, 16);
	const u32 bias[] = { 3, 2, 1 };
	u64 hash[2];

	(void)state;
	for (u32 way = 0; way < 2; way++) {
		struct ss_config cfg;
		struct ss_fabric *f;

		ss_config_default(&cfg, 4, 4, 4, 0);
		f = model_new(&cfg);
		model_traffic(f, &t);
		for (u32 part = 0; part < 2; part++) {
			for (u32 left = 7000; left; ) {
				u32 n = way ? 1 + left % 13 : left;
				u64 regs[SS_PORTS][SEASTAR_REGS];

				n = n < left ? n : left;
				ss_fabric_run(f, n);
				left -= n;
				ss_read_regs(f, left % 64, regs);
				if (left % 1000 == 0)
					ss_state_hash(f);
			}
			model_aging(f, 3, ~0ULL, bias);
		}
		hash[way] = ss_state_hash(f);
		model_free(f);
	}
	assert_int_equal(hash[0], hash[1]);
}

/* Return the most cycles since the births of a source were last counted. */
static u64 behind(const struct ss_fabric *f)
{
	u64 most = 0;

	for (u32 r = 0; r < ss_fabric_nodes(f); r++) {
		const struct ss_source *s = &f->source[r];
		u64 counted = s->coming >> f->traffic->gen.slot_shift;

		if (counted < f->now && f->now - counted > most)
			most = f->now - counted;
	}
	return most;
}

/* With any number of blocked sources, a reader counts births of about 1,000 cycles per source. */
static void a_reader_counts_few_births(void **state)
{
	struct ss_traffic t = {
		.pattern = SEASTAR_PATTERN_UNIFORM,
		.source = SEASTAR_SOURCE_OPEN,
		.load = SEASTAR_PPM,
		.lengths = ss_lengths_one(1),
		.requests = SEASTAR_PPM,
	};
	struct ss_config cfg;
	struct ss_fabric *f;

	(void)state;
	ss_config_default(&cfg, 16, 16, 16, 0);
	cfg.input_depth = 9;
	cfg.seastar.staging_depth = 9;
	cfg.eject[0] = 1;
	cfg.eject[1] = 255;
	f = model_new(&cfg);
	model_traffic(f, &t);
	ss_fabric_run(f, 4000);
	assert_in_range(behind(f), 1, 1024 + 8);
	model_free(f);
}

/*
 * With all links down nothing moves, and time passes at no cost.  A reader still counts few births,
 * with bounded and unbounded queues; a run counts as many as its limit of work allows.
 */
static void nor_where_nothing_moves(void **state)
{
	struct ss_traffic t = {
		.pattern = SEASTAR_PATTERN_UNIFORM,
		.source = SEASTAR_SOURCE_OPEN,
		.load = SEASTAR_PPM / 2,
		.lengths = ss_lengths_one(9),
		.requests = SEASTAR_PPM,
	};

	(void)state;
	for (u32 queue = 0; queue < 20; queue += 10) {
		struct ss_config cfg;
		struct ss_fabric *f;

		ss_config_default(&cfg, 4, 4, 2, 0);
		cfg.seastar.tables = 1;
		f = model_new(&cfg);
		t.queue = queue;
		model_traffic(f, &t);
		for (u32 r = 0; r < 32; r++)
			for (u32 port = SEASTAR_PORT_XP; port < SS_PORTS; port++)
				ss_link_fail(f, r, port, false);
		for (u32 i = 0; i < 3000; i++) {
			u64 events = ss_fabric_events(f);

			ss_fabric_run_for(f, 1 << 20, 2000);
			assert_in_range(ss_fabric_events(f) - events, 1, 2000 + 32 * 64);
			assert_in_range(behind(f), 0, 1024 + 64);
		}
		assert_true(ss_fabric_now(f) > 1000000);
		model_free(f);
	}
}

/* Memory is proportional to the routers, and a laptop has enough for the largest fabric. */
static void memory_is_bounded(void **state)
{
	struct ss_traffic t = model_window(SEASTAR_PATTERN_UNIFORM, 16);
	size_t small, large, packets;
	struct ss_config cfg;
	struct ss_fabric *f;

	(void)state;
	ss_config_default(&cfg, 8, 8, 8, 0);
	small = ss_fabric_bytes(&cfg);
	f = model_new(&cfg);
	packets = ss_traffic_bytes(f, &t);
	model_free(f);
	ss_config_default(&cfg, 32, 32, 32, 0);
	large = ss_fabric_bytes(&cfg);
	assert_true(large < 65 * small);
	assert_true(large / 32768 < 12 * 1024);
	assert_true(packets / 512 < 1024);
}

/*
 * Regions and slow processors need memory only for packets that cross borders and packets that
 * wait.
 */
static void memory_is_bounded_for_any_delay(void **state)
{
	struct ss_config cfg;
	size_t alone;

	(void)state;
	ss_config_default(&cfg, 32, 32, 32, 0);
	alone = ss_fabric_bytes(&cfg);
	cfg.regions = 2;
	assert_true(ss_fabric_bytes(&cfg) < alone + alone / 8);
	cfg.link_delay = 255;
	alone = ss_fabric_bytes(&cfg);
	cfg.regions = 1;
	assert_true(alone < 2 * ss_fabric_bytes(&cfg));
	cfg.link_delay = 1;
	cfg.eject[0] = 1;
	cfg.eject[1] = 255;
	assert_true(ss_fabric_bytes(&cfg) / 32768 < 12 * 1024);
}

/* Return the events per flit-hop of an 8x8x8 torus at load 0.4, in thousandths. */
static u64 events_a_flit_hop(u32 flits)
{
	struct ss_traffic t = {
		.pattern = SEASTAR_PATTERN_UNIFORM,
		.source = SEASTAR_SOURCE_OPEN,
		.load = 400000,
		.requests = SEASTAR_PPM,
	};
	u64 hops = 0, events;
	struct ss_config cfg;
	struct ss_fabric *f;

	t.lengths = ss_lengths_one(flits);
	ss_config_default(&cfg, 8, 8, 8, 0);
	f = model_new(&cfg);
	model_traffic(f, &t);
	ss_fabric_run(f, 2000);
	for (u32 r = 0; r < 512; r++) {
		u64 regs[SS_PORTS][SEASTAR_REGS];

		ss_read_regs(f, r, regs);
		for (u32 port = 0; port < SS_PORTS; port++)
			for (u32 v = 0; v < 4; v++)
				hops += regs[port][SEASTAR_REG_VC0_FLITS + v];
	}
	events = ss_fabric_events(f);
	model_free(f);
	return 1000 * events / hops;
}

/* Work is done per packet, not per flit, and an idle fabric does none. */
static void cost_is_that_of_the_packets(void **state)
{
	struct ss_config cfg;
	struct ss_fabric *f;

	(void)state;
	assert_true(4 * events_a_flit_hop(9) <= events_a_flit_hop(1));

	ss_config_default(&cfg, 32, 32, 32, 0);
	f = model_new(&cfg);
	ss_fabric_run(f, 1000000);
	assert_int_equal(ss_fabric_now(f), 1000000);
	assert_int_equal(ss_fabric_events(f), 0);
	model_free(f);
}

/* Reading an idle fabric costs the same after any idle time. */
static void an_idle_age_is_no_work(void **state)
{
	struct ss_config cfg;
	struct ss_fabric *f;
	struct ss_aging a;

	(void)state;
	ss_config_default(&cfg, 4, 4, 4, 0);
	f = model_new(&cfg);
	for (u32 r = 0; r < 64; r++)
		ss_aging_set_period(f, r, 1);
	ss_fabric_run(f, SS_MAX_CYCLES / 2);
	ss_state_hash(f);
	ss_aging_set_period(f, 0, 5);
	ss_aging_get(f, 0, &a);
	assert_int_equal(a.period, 5);
	ss_fabric_run(f, U64_MAX);
	assert_int_equal(ss_fabric_now(f), SS_MAX_CYCLES);
	ss_state_hash(f);
	model_free(f);
}

/* A run that is bounded by work stops between two cycles and can go on. */
static void bounded_runs_add_up(void **state)
{
	struct ss_traffic t = model_window(SEASTAR_PATTERN_UNIFORM, 8);
	u64 hash[2];

	(void)state;
	for (u32 way = 0; way < 2; way++) {
		struct ss_config cfg;
		struct ss_fabric *f;

		ss_config_default(&cfg, 3, 4, 2, 0);
		f = model_new(&cfg);
		model_traffic(f, &t);
		if (way)
			while (ss_fabric_now(f) < 5000)
				ss_fabric_run_for(f, 5000 - ss_fabric_now(f), 50);
		else
			ss_fabric_run(f, 5000);
		hash[way] = ss_state_hash(f);
		model_free(f);
	}
	assert_int_equal(hash[0], hash[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_bad_config_has_its_sentence),
		cmocka_unit_test(header_is_figure_1),
		cmocka_unit_test(latency_sums_carry),
		cmocka_unit_test(fine_bins_cut_bins),
		cmocka_unit_test(cycles_bound_memory_only),
		cmocka_unit_test(fine_percentiles_are_interpolated),
		cmocka_unit_test(packets_fit_their_pool),
		cmocka_unit_test(zero_load_latency),
		cmocka_unit_test(a_stopped_fabric_drains),
		cmocka_unit_test(chunks_and_reads_change_nothing),
		cmocka_unit_test(a_reader_counts_few_births),
		cmocka_unit_test(nor_where_nothing_moves),
		cmocka_unit_test(memory_is_bounded),
		cmocka_unit_test(memory_is_bounded_for_any_delay),
		cmocka_unit_test(an_idle_age_is_no_work),
		cmocka_unit_test(bounded_runs_add_up),
		cmocka_unit_test(cost_is_that_of_the_packets),
	};

	return cmocka_run_group_tests_name("fabric", tests, NULL, NULL);
}
