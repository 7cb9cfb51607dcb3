// SPDX-License-Identifier: GPL-2.0-only
/* Lists of packet lengths, packets of up to 256 flits, and messages that are split into packets. */
#include <math.h>
#include <stdlib.h>

#include "test.h"

#include <seastar/packet.h>

#include "lib/model.h"
#include "sim/core/kind.h"
#include "sim/core/pattern.h"
#include "sim/routers/vc/vc.h"

static void a_list_is_in_order(void **state)
{
	static const u16 order[] = { 200, 4, 20, 256, 1, 9, 8, 7, 30 };
	static const u16 sorted[] = { 1, 4, 7, 8, 9, 20, 30, 200, 256 };
	struct ss_lengths l = { .flits = { 0 } };

	(void)state;
	assert_int_equal(ss_lengths_count(&l), 0);
	for (u32 i = 0; i < SS_MAX_LENGTHS; i++) {
		assert_true(ss_lengths_add(&l, 100 + i, 0));	/* weight 0 adds nothing */
		assert_true(ss_lengths_add(&l, order[i], 1000 + order[i]));
		assert_int_equal(ss_lengths_count(&l), i + 1);
	}
	assert_false(ss_lengths_add(&l, 2, 1));
	assert_memory_equal(l.flits, sorted, sizeof(sorted));
	for (u32 i = 0; i < SS_MAX_LENGTHS; i++)
		assert_int_equal(ss_lengths_weight(&l, sorted[i]), 1000 + sorted[i]);
	assert_int_equal(ss_lengths_weight(&l, 2), 0);
}

static void weights_by_flits_go_there_and_back(void **state)
{
	static const u32 given[SEASTAR_MAX_PACKET] = { 0, 3, 0, 0, 1000000, 0, 0, 0, 2 };
	struct ss_lengths l = ss_lengths_of_weights(given);
	u32 back[SEASTAR_MAX_PACKET];

	(void)state;
	assert_int_equal(ss_lengths_count(&l), 3);
	assert_int_equal(l.flits[1], 5);
	ss_lengths_weights(&l, back);
	assert_memory_equal(back, given, sizeof(given));
}

static const struct ss_topology ring = {
	.ops = &ss_cube_topology, .size = { 8, 1, 1 }, .routers = 8,
};

/* Births per cycle of an open source, times the mean length, are the load, whatever the weights. */
static void long_packets_have_the_load_asked_for(void **state)
{
	static const u32 weight[] = { 1, 1000000 };
	u64 n = 200000;

	(void)state;
	for (u32 i = 0; i < 4; i++) {
		u32 each = weight[i % 2];
		struct ss_traffic t = {
			.pattern = SEASTAR_PATTERN_UNIFORM, .source = SEASTAR_SOURCE_OPEN,
			.load = 900000, .requests = SEASTAR_PPM, .weight = 1,
			.burst = i / 2 ? 65535 : 0,
			.lengths = { { 4, 200, 256 }, { each, each, each } },
		};
		double mean = (4 + 200 + 256) / 3., cycles = 0, expected = 0.9 / mean;
		struct ss_gen g;

		ss_gen_init(&g, &ring, &t, NULL);
		if (t.burst) {
			/* no_birth[0] is 1 - q, where q is the chance that a burst begins */
			double p = expected, q = p / (p + t.burst * (1 - p));

			assert_true(fabs((1 - g.no_birth[0] / 0x1p64) / q - 1) < 0.0001);
			continue;
		}
		for (u64 b = 0; b < n; b++)
			cycles += 1 + ss_gen_gap(&g, 7, b);
		assert_true(fabs(n / cycles / expected - 1) < 5 / sqrt(n));
	}
}

static void long_packets_have_their_shares(void **state)
{
	struct ss_traffic t = {
		.pattern = SEASTAR_PATTERN_UNIFORM, .source = SEASTAR_SOURCE_OPEN, .load = 1000,
		.requests = SEASTAR_PPM, .lengths = { { 4, 20, 256 }, { 1, 2, 5 } },
	};
	u32 n = 80000, count[SS_MAX_FLITS + 1] = { 0 };
	struct ss_gen g;

	(void)state;
	ss_gen_init(&g, &ring, &t, NULL);
	for (u32 i = 0; i < n; i++) {
		u32 flits = ss_gen_packet(&g, 3, 0, i, i).length;

		assert_int_equal(ss_gen_length(ss_gen_part(&g, 3, 0, i), 3, i), flits);
		count[flits]++;
	}
	assert_int_equal(count[4] + count[20] + count[256], n);
	assert_true(abs((int)count[4] - 10000) < 500);
	assert_true(abs((int)count[20] - 20000) < 600);
}

#define MOST	100000

struct log {
	struct ss_delivery at[MOST];
	u32 n;
};

static void note(void *ctx, const struct ss_delivery *d)
{
	struct log *l = ctx;

	assert_true(l->n < MOST);
	l->at[l->n++] = *d;
}

/* The formula of docs/vc-router.md, section 1, with all delays 1: 5 cycles per router. */
static void a_packet_of_256_flits_goes_alone(void **state)
{
	static const u32 pairs[] = { 1, 0 };
	struct ss_traffic t = model_window(SEASTAR_PATTERN_PERMUTATION, 1);
	struct log *l = calloc(1, sizeof(*l));
	struct ss_config cfg;
	struct ss_fabric *f;

	(void)state;
	ss_vc_config_default(&cfg, 2, 1, 1, 7);
	cfg.max_packet = 256;
	cfg.input_depth = 300;
	t.permutation = pairs;
	t.lengths = ss_lengths_one(256);
	f = model_new(&cfg);
	ss_fabric_on_delivery(f, note, l);
	model_traffic(f, &t);
	ss_fabric_run(f, 4000);
	assert_true(l->n > 10);
	for (u32 i = 0; i < l->n; i++) {
		assert_int_equal(l->at[i].flits, 256);
		assert_int_equal(SS_HDR_GET(l->at[i].header, LENGTH), 255 & 15);
		assert_int_equal(l->at[i].cycle - l->at[i].birth, 2 * 5 + 1 + 1 + 255);
	}
	free(l);
	model_free(f);
}

static struct ss_kind splitting;

static struct ss_fabric *splitting_fabric(u32 k, u32 max_packet)
{
	struct ss_config cfg;

	splitting = ss_vc_kind;
	splitting.splits = true;
	ss_vc_config_default(&cfg, k, 1, 1, 0);
	cfg.kind = &splitting;
	cfg.max_packet = max_packet;
	return model_new(&cfg);
}

static struct ss_traffic messages(u32 load)
{
	return (struct ss_traffic){
		.pattern = SEASTAR_PATTERN_COMPLEMENT, .source = SEASTAR_SOURCE_OPEN, .load = load,
		.requests = SEASTAR_PPM, .lengths = ss_lengths_one(20),
	};
}

/* 20 flits in packets of at most 8: 8, 8 and 4, one after the other, all of one message. */
static void a_message_travels_as_packets(void **state)
{
	struct ss_fabric *f = splitting_fabric(2, 8);
	struct ss_traffic t = messages(SEASTAR_PPM / 2), none = { .pattern = SEASTAR_PATTERN_NONE };
	struct log *l = calloc(1, sizeof(*l));
	u32 of[2] = { 0 };

	(void)state;
	ss_fabric_on_delivery(f, note, l);
	model_traffic(f, &t);
	ss_fabric_run(f, 20000);
	model_traffic(f, &none);
	ss_fabric_run(f, 1000);
	assert_true(l->n > 1000);
	for (u32 i = 0; i < l->n; i++) {
		const struct ss_delivery *d = &l->at[i], *before = d;
		u32 from = SS_HDR_SOURCE(d->header), place = of[from]++;

		assert_int_equal(SS_HDR_GET(d->header, TID), place / 3 % 4096);
		assert_int_equal(SS_HDR_GET(d->header, DEST), 1 - from);
		assert_int_equal(d->flits, place % 3 < 2 ? 8 : 4);
		if (place % 3 == 0)
			continue;
		do
			before--;
		while (SS_HDR_SOURCE(before->header) != from);
		assert_int_equal(d->birth, before->birth);
		assert_int_equal(d->injected, before->injected + 8);
	}
	free(l);
	model_free(f);
}

/* The packets of all messages born count as offered, also those that the source cannot send. */
static void packets_of_messages_are_counted(void **state)
{
	struct ss_traffic t = messages(SEASTAR_PPM), none = { .pattern = SEASTAR_PATTERN_NONE };
	struct ss_source_stats s, after;
	struct ss_config fast;
	struct ss_fabric *f;

	(void)state;
	splitting = ss_vc_kind;
	splitting.splits = true;
	ss_vc_config_default(&fast, 2, 1, 1, 0);
	fast.kind = &splitting;
	fast.max_packet = 8;
	fast.inject[1] = 4;
	f = model_new(&fast);
	model_traffic(f, &t);
	ss_fabric_run(f, 40000);
	/* until the first message of the queue is sent in part */
	do {
		ss_fabric_run(f, 1);
		ss_read_source(f, 0, &s);
	} while (s.stat[SEASTAR_SRC_INJECTED] % 3 == 0);
	/* a message of 3 packets in 20 cycles, of which a quarter is injected */
	assert_int_equal(s.stat[SEASTAR_SRC_OFFERED] % 3, 0);
	assert_true(fabs(s.stat[SEASTAR_SRC_OFFERED] / 6000. - 1) < 0.1);
	assert_true(fabs(s.stat[SEASTAR_SRC_INJECTED] / 1500. - 1) < 0.02);
	assert_int_equal(s.stat[SEASTAR_SRC_DROPPED], 0);
	/* the rest of that message is removed with the other messages of the queue */
	model_traffic(f, &none);
	ss_read_source(f, 0, &after);
	assert_int_equal(after.stat[SEASTAR_SRC_OFFERED], s.stat[SEASTAR_SRC_OFFERED]);
	assert_int_equal(after.stat[SEASTAR_SRC_INJECTED], s.stat[SEASTAR_SRC_INJECTED]);
	assert_int_equal(ss_source_waiting(&after), 0);
	model_free(f);
}

/* Frequent readers see the same as one that reads once: with bursts, parts and bounds, too. */
static void reading_changes_nothing(void **state)
{
	static const u32 queues[] = { 0, 3 };

	(void)state;
	for (u32 i = 0; i < 4; i++) {
		struct ss_fabric *often = splitting_fabric(5, 4), *once = splitting_fabric(5, 4);
		struct ss_traffic t = messages(950000);
		u32 split = 0;

		t.pattern = SEASTAR_PATTERN_UNIFORM;
		t.lengths = (struct ss_lengths){ { 1, 4, 30 }, { 3, 2, 1 } };
		t.queue = queues[i % 2];
		t.burst = i / 2 ? 5 : 0;
		t.weight = 2;
		t.parts = 1;
		t.part[0] = ss_traffic_part(&t, 0);
		t.part[0].lengths = ss_lengths_one(9);
		for (u32 change = 0; change < 3; change++) {
			model_traffic(often, &t);
			model_traffic(once, &t);
			for (u32 cycle = 0; cycle < 777; cycle++) {
				ss_fabric_run(often, 1);
				for (u32 r = cycle % 3; r < 5; r++) {
					struct ss_source_stats s;

					ss_read_source(often, r, &s);
				}
			}
			ss_fabric_run(once, 777);
			for (u32 r = 0; r < 5; r++) {
				struct ss_source_stats a, b;

				ss_read_source(often, r, &a);
				ss_read_source(once, r, &b);
				assert_memory_equal(&a, &b, sizeof(a));
				split += ss_source_waiting(&a) > t.queue && t.queue;
			}
			assert_true(ss_state_hash(often) == ss_state_hash(once));
		}
		/* the bound is in messages: some queue must have held more packets than that */
		assert_true(!t.queue || split);
		model_free(often);
		model_free(once);
	}
}

static void who_may_send_messages(void **state)
{
	struct ss_fabric *f = splitting_fabric(4, 8), *whole;
	struct ss_traffic t = messages(1000);
	struct ss_config cfg;

	(void)state;
	assert_null(ss_traffic_check(f, &t, NULL));
	t.lengths = ss_lengths_one(256);
	assert_null(ss_traffic_check(f, &t, NULL));
	t.lengths = ss_lengths_one(257);
	assert_non_null(ss_traffic_check(f, &t, NULL));
	for (u32 flits = 8; flits <= 9; flits++) {
		t = messages(1000);
		t.window = 4;
		t.batch = 4;
		t.lengths = ss_lengths_one(flits);
		t.source = SEASTAR_SOURCE_CLOSED;
		assert_true(!ss_traffic_check(f, &t, NULL) == (flits == 8));
		t.source = SS_SOURCE_BATCH;
		assert_true(!ss_traffic_check(f, &t, NULL) == (flits == 8));
	}
	model_free(f);
	ss_vc_config_default(&cfg, 4, 1, 1, 0);
	cfg.classes = 2;
	cfg.kind = &splitting;
	f = model_new(&cfg);
	cfg.kind = &ss_vc_kind;
	whole = model_new(&cfg);
	t = messages(1000);
	t.window = 4;
	assert_null(ss_traffic_check(f, &t, NULL));
	assert_non_null(ss_traffic_check(whole, &t, NULL));
	t.reply = ss_lengths_one(9);
	assert_non_null(ss_traffic_check(f, &t, NULL));
	t.lengths = ss_lengths_one(9);
	assert_null(ss_traffic_check(f, &t, NULL));
	t.reply = ss_lengths_one(10);
	assert_non_null(ss_traffic_check(f, &t, NULL));
	model_free(f);
	model_free(whole);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_list_is_in_order),
		cmocka_unit_test(weights_by_flits_go_there_and_back),
		cmocka_unit_test(long_packets_have_the_load_asked_for),
		cmocka_unit_test(long_packets_have_their_shares),
		cmocka_unit_test(a_packet_of_256_flits_goes_alone),
		cmocka_unit_test(a_message_travels_as_packets),
		cmocka_unit_test(packets_of_messages_are_counted),
		cmocka_unit_test(reading_changes_nothing),
		cmocka_unit_test(who_may_send_messages),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
