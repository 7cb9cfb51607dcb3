// SPDX-License-Identifier: GPL-2.0-only
/* The virtual-channel router, where it can be worked out by hand. */
#include <stdlib.h>

#include "test.h"

#include "lib/alone.h"
#include "sim/routers/vc/vc.h"
#include "sim/run/deadlock.h"

/* docs/vc-router.md, section 1 */
static void a_packet_alone_takes_what_the_formula_says(void **state)
{
	static const u32 delays[][5] = {
		{ 1, 1, 1, 1, 1 }, { 2, 1, 1, 1, 1 }, { 1, 3, 1, 1, 1 }, { 1, 1, 4, 1, 1 },
		{ 1, 1, 1, 5, 1 }, { 1, 1, 1, 1, 6 }, { 7, 11, 13, 17, 19 },
		{ 255, 255, 255, 255, 255 },
	};

	(void)state;
	for (u32 i = 0; i < sizeof(delays) / sizeof(delays[0]); i++) {
		for (u32 other = 1; other <= 4; other++) {
			for (u32 flow = 0; flow < SS_FLOWS; flow++) {
				u32 length = 1 + (i + other) % 9, a_router = 0;
				struct ss_config cfg;
				struct latencies l;
				u64 expected;

				ss_vc_config_default(&cfg, 8, 1, 1, 0);
				cfg.vc.flow = flow;
				cfg.input_depth = 2000;	/* so deep that credits never run out */
				cfg.vc.routing_delay = delays[i][0];
				cfg.vc.vc_delay = delays[i][1];
				cfg.vc.switch_delay = delays[i][2];
				cfg.vc.traversal_delay = delays[i][3];
				cfg.link_delay = delays[i][4];
				for (u32 k = 0; k < 5; k++)
					a_router += delays[i][k];
				expected = (other + 1) * a_router + delays[i][4] + 1 + length - 1;
				l = latencies_alone(&cfg, other, length, 20000);
				assert_true(l.count);
				assert_int_equal(l.least, expected);
				assert_int_equal(l.most, expected);
			}
		}
	}
}

/*
 * A VC passes a packet of one flit every three cycles, and its credit comes back after five cycles.
 * So each VC that may be used passes min(1/3, depth / 5) flits per cycle.
 */
static void a_vc_passes_a_packet_in_three_cycles(void **state)
{
	(void)state;
	for (u32 vcs = 2; vcs <= 8; vcs += 2) {
		struct ss_config cfg;
		u64 cycles = 3000, most = vcs / 2 < 3 ? vcs / 2 * cycles / 3 : cycles, got;

		ss_vc_config_default(&cfg, 8, 1, 1, 0);
		cfg.vcs = vcs;
		got = model_to_the_next(&cfg, 1, cycles);
		assert_in_range(got, most - 3, most + 3);
	}
}

/* A buffer of one flit is full until its credit is back: five cycles, with all delays 1. */
static void credits_take_their_time(void **state)
{
	struct ss_config cfg;
	u64 got;

	(void)state;
	ss_vc_config_default(&cfg, 8, 1, 1, 0);
	cfg.vcs = 2;
	cfg.input_depth = 1;
	got = model_to_the_next(&cfg, 9, 9000);
	/* a flit that has arrived asks for the switch at once: three cycles there, two back */
	assert_in_range(got, 9000 / 5 - 90, 9000 / 5);
}

/* On a ring with one VC packets fill all buffers, and wait for each other for ever. */
static void one_vc_on_a_ring_deadlocks(void **state)
{
	for (u32 flow = 0; flow < SS_FLOWS; flow++) {
		struct sim_deadlock d = { 0 };
		struct ss_traffic t = {
			.pattern = SEASTAR_PATTERN_UNIFORM, .load = SEASTAR_PPM,
			.source = SEASTAR_SOURCE_OPEN, .requests = SEASTAR_PPM,
			.lengths = ss_lengths_one(9),
		};
		struct ss_config cfg;
		struct ss_fabric *f;
		u32 stopped;

		(void)state;
		ss_vc_config_default(&cfg, 8, 1, 1, 0);
		cfg.vc.flow = flow;
		cfg.vcs = 1;
		cfg.may_deadlock = 1;
		cfg.input_depth = 9;
		f = model_new(&cfg);
		model_traffic(f, &t);
		while (!sim_deadlock_find(NULL, f, &d)) {
			ss_fabric_run(f, 10);
			assert_true(ss_fabric_now(f) < 20000);
		}
		assert_true(d.count >= 2);
		for (u32 i = 0; i < d.count; i++)
			assert_false(d.buffer[i].staging || d.buffer[i].output);
		/* in time the deadlock stops all packets */
		ss_fabric_run(f, 20000);
		stopped = ss_fabric_packets(f);
		ss_reset_sources(f);
		ss_fabric_run(f, 5000);
		assert_int_equal(ss_fabric_packets(f), stopped);
		free(d.buffer);
		model_free(f);
	}
}

/* With two VCs the same rings are never taken for a deadlock, however full they are. */
static void full_rings_are_no_deadlock(void **state)
{
	struct ss_traffic t = {
		.pattern = SEASTAR_PATTERN_UNIFORM, .load = SEASTAR_PPM,
		.source = SEASTAR_SOURCE_OPEN, .requests = SEASTAR_PPM,
		.lengths = { { 1, 9 }, { 1, 1 } },
	};

	(void)state;
	for (u32 i = 0; i < SS_ASSIGNMENTS * SS_FLOWS; i++) {
		struct sim_deadlock d = { 0 };
		struct ss_config cfg;
		struct ss_fabric *f;

		ss_vc_config_default(&cfg, 5, 4, 1, 0);
		cfg.vcs = 2 + i % 2;
		cfg.assignment = i / SS_FLOWS;
		cfg.vc.flow = i % SS_FLOWS;
		cfg.input_depth = cfg.vc.flow == SS_FLOW_WORMHOLE ? 2 : 9;
		f = model_new(&cfg);
		model_traffic(f, &t);
		for (u32 k = 0; k < 2000; k++) {
			ss_fabric_run(f, 3);
			assert_false(sim_deadlock_find(NULL, f, &d));
		}
		model_free(f);
	}
}

/*
 * A packet that stretches over several routers (a worm) may leave a region and come back to it.
 * Then it takes two places in the region's share of the pool.  All packets arrive, in whichever
 * cycle the sources stop.
 */
static void a_worm_comes_back_to_its_region(void **state)
{
	static const struct {
		u32 kx, regions, permutation[8];
	} shapes[] = {
		{ 4, 3, { 0, 1, 2, 4, 3, 5, 6, 7 } }, { 3, 2, { 0, 1, 2, 4, 3, 5 } },
	};
	static const struct ss_traffic none = { .pattern = SEASTAR_PATTERN_NONE };

	(void)state;
	for (u32 i = 0; i < 2; i++) {
		for (u32 at = 1; at < 60; at++) {
			struct ss_traffic t = {
				.pattern = SEASTAR_PATTERN_PERMUTATION, .batch = 1,
				.source = SS_SOURCE_BATCH, .requests = SEASTAR_PPM,
				.lengths = ss_lengths_one(9), .permutation = shapes[i].permutation,
			};
			struct ss_config cfg;
			struct ss_fabric *f;

			ss_vc_config_default(&cfg, shapes[i].kx, 2, 1, 1);
			cfg.input_depth = 1;
			cfg.regions = shapes[i].regions;
			f = model_new(&cfg);
			model_traffic(f, &t);
			ss_fabric_run(f, at);
			model_traffic(f, &none);
			ss_fabric_run(f, 1000);
			assert_int_equal(ss_fabric_packets(f), 0);
			model_free(f);
		}
	}
}

static void what_cannot_be_is_refused(void **state)
{
	struct ss_config good, c;

	(void)state;
	ss_vc_config_default(&good, 4, 4, 1, 0);
	assert_null(ss_config_check(&good));
#define REFUSED(change) do { c = good; change; assert_non_null(ss_config_check(&c)); } while (0)
	REFUSED(c.classes = 0);
	REFUSED(c.classes = 3);
	REFUSED(c.vcs = 0);
	REFUSED(c.vcs = 17);
	REFUSED((c.classes = 2, c.vcs = 9));
	REFUSED(c.max_packet = 0);
	REFUSED(c.max_packet = 257);
	REFUSED(c.input_depth = 0);
	REFUSED(c.input_depth = 4097);
	REFUSED(c.vc.flow = SS_FLOW_CUT_THROUGH);	/* packets of 9 flits in buffers of 8 */
	REFUSED(c.vc.flow = SS_FLOWS);
	REFUSED(c.vc.routing_delay = 0);
	REFUSED(c.vc.vc_delay = 256);
	REFUSED(c.vc.switch_delay = 0);
	REFUSED(c.vc.traversal_delay = 256);
	REFUSED(c.link_delay = 0);
	REFUSED(c.ties = SS_TIES);
	REFUSED(c.vc.allocator = SS_ALLOCATORS);
	REFUSED(c.priority = SS_PRIORITIES);
	REFUSED(c.assignment = SS_ASSIGNMENTS);
	REFUSED(c.vcs = 1);	/* rings of four need two VCs */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_packet_alone_takes_what_the_formula_says),
		cmocka_unit_test(a_vc_passes_a_packet_in_three_cycles),
		cmocka_unit_test(credits_take_their_time),
		cmocka_unit_test(one_vc_on_a_ring_deadlocks),
		cmocka_unit_test(full_rings_are_no_deadlock),
		cmocka_unit_test(a_worm_comes_back_to_its_region),
		cmocka_unit_test(what_cannot_be_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
