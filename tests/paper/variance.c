// SPDX-License-Identifier: GPL-2.0-only
/*
 * Abts & Weisser, SC07, sec. 4: age-based arbitration reduces the variance and
 * the maximum of packet latency without costing throughput.  5x6x8 torus,
 * uniform traffic, 16 packets outstanding a node, ejection at 5/12 flit a cycle.
 */
#include <math.h>
#include <stdlib.h>

#include "unit/test.h"

#include "lib/model.h"

struct outcome {
	double deviation;
	double packets;
	u64 longest;
};

static struct outcome measure(u64 select, u64 seed)
{
	struct ss_traffic t = model_window(SEASTAR_PATTERN_UNIFORM, 16);
	const u32 bias[] = { 1, 1, 1 };
	struct outcome o = { 0 };
	double sum = 0, squares = 0;
	struct ss_config cfg;
	struct ss_fabric *f;

	ss_config_default(&cfg, 5, 6, 8, 0);
	cfg.seed = seed;
	f = model_new(&cfg);
	model_aging(f, 8, select, bias);
	model_traffic(f, &t);
	ss_fabric_run(f, 10000);
	ss_reset_sources(f);
	ss_fabric_run(f, 50000);
	for (u32 r = 0; r < ss_fabric_routers(f); r++) {
		struct ss_source_stats s;

		ss_read_source(f, r, &s);
		o.packets += s.stat[SEASTAR_SRC_DELIVERED];
		sum += s.stat[SEASTAR_SRC_LAT_SUM];
		squares += s.stat[SEASTAR_SRC_LAT_SQ_LO];
		assert_int_equal(s.stat[SEASTAR_SRC_LAT_SQ_HI], 0);
		if (s.stat[SEASTAR_SRC_LAT_MAX] > o.longest)
			o.longest = s.stat[SEASTAR_SRC_LAT_MAX];
	}
	o.deviation = sqrt(squares / o.packets - pow(sum / o.packets, 2));
	model_free(f);
	return o;
}

static void age_tightens_latency(void **state)
{
	(void)state;
	for (u64 seed = 1; seed <= 3; seed++) {
		struct outcome rr = measure(0, seed), age = measure(~0ULL, seed);

		print_message("# seed %d: deviation %.1f -> %.1f, maximum %d -> %d, packets %.0f -> %.0f\n",
			      (int)seed, rr.deviation, age.deviation,
			      (int)rr.longest, (int)age.longest, rr.packets,
			      age.packets);
		assert_true(age.deviation <= rr.deviation / 2);
		assert_true(age.longest <= rr.longest * 3 / 10);
		assert_true(age.packets >= rr.packets);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(age_tightens_latency),
	};

	return cmocka_run_group_tests_name("variance", tests, NULL, NULL);
}
