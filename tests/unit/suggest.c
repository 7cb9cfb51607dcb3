// SPDX-License-Identifier: GPL-2.0-only
/* seastar suggest: the paper's figures, enumeration, limits, and the simulator's queueing. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

#include "sim/run/result.h"
#include "tools/seastar/suggest/steps.h"

#define ROUNDING	0.000000001

enum { X, Y, Z };

static void assert_near(double seen, double want, double slack)
{
	if (!(fabs(seen - want) <= slack))
		fail_msg("expected %.9g to %g, seen %.9g", want, slack, seen);
}

static struct suggestion suggested(u32 kx, u32 ky, u32 kz, u32 mesh)
{
	struct ss_config cfg;
	struct suggestion s;

	ss_config_default(&cfg, kx, ky, kz, mesh);
	assert_null(ss_config_check(&cfg));
	assert_true(suggest(&cfg, NULL, &s));
	return s;
}

static void assert_biases(const struct suggestion *s, u32 x, u32 y, u32 z)
{
	assert_int_equal(s->dim[X].bias, x);
	assert_int_equal(s->dim[Y].bias, y);
	assert_int_equal(s->dim[Z].bias, z);
}

/* Check the figures of the paper's sections 2 and 3, to the last digit. */
static void machine_of_the_paper(void **state)
{
	static const double hops[] = { 2.75, 3, 4 }, load[] = { 1.375, 1.5, 2 };
	static const double part[] = { 10 / 2112.0, 11 / 192.0, 0.937973 };
	static const double channel[] = { 3.490909, 3.2, 2.4 };
	struct suggestion s = suggested(11, 12, 16, 0);

	(void)state;
	for (u32 d = 0; d < SS_DIMS; d++) {
		assert_near(s.dim[d].hops, hops[d], ROUNDING);
		assert_near(s.dim[d].load, load[d], ROUNDING);
		assert_near(s.dim[d].ejected, part[d], 0.000001);
		assert_near(s.dim[d].channel, channel[d], 0.000001);
		assert_near(s.dim[d].useful, 2, ROUNDING);
	}
	assert_near(s.hops, 9.75, ROUNDING);
	assert_int_equal(s.whole_hops, 10);
	assert_near(s.mean_hops, 9.727273, 0.000001);
	assert_near(s.other_hops, 9.731881, 0.000001);
	assert_biases(&s, 3, 2, 1);
	assert_int_equal(s.bias_age, 19);
	assert_near(s.exact_ticks, 10.9, ROUNDING);
	assert_near(s.ticks, 11, 0);
	assert_int_equal(s.input_packets + s.staging_packets, 11);
	assert_int_equal(s.packet_cycles, 18);
	assert_int_equal(s.full_cycles, 198);
	assert_int_equal(s.period, 18);
	assert_int_equal(s.lowered, 0);
}

/* Check the paper's machine with every choice of mesh dimensions; bit 0 is x. */
static void meshes(void **state)
{
	static const struct {
		double hops;
		double useful[SS_DIMS];
		u32 bias_age;
		double ticks;
		u32 period;
	} want[] = {
		{ 9.75, { 2, 2, 2 }, 19, 11, 18 },
		{ 11, { 1.745455, 2, 2 }, 22, 10, 20 },
		{ 11.083333, { 1.6, 1.6, 2 }, 21, 10, 20 },
		{ 12.333333, { 1.6, 1.6, 2 }, 24, 9, 22 },
		{ 11.416667, { 1.2, 1.2, 1.2 }, 21, 9, 22 },
		{ 12.666667, { 1.2, 1.2, 1.2 }, 24, 8, 25 },
		{ 12.75, { 1.2, 1.2, 1.2 }, 23, 8, 25 },
		{ 14, { 1.2, 1.2, 1.2 }, 26, 7, 28 },
	};
	static const double torus[] = { 1.375, 1.5, 2 };

	(void)state;
	for (u32 mesh = 0; mesh < 8; mesh++) {
		struct suggestion s = suggested(11, 12, 16, mesh);

		for (u32 d = 0; d < SS_DIMS; d++) {
			assert_near(s.dim[d].useful, want[mesh].useful[d], 0.000001);
			assert_near(s.dim[d].load, torus[d] * (mesh >> d & 1 ? 2 : 1), ROUNDING);
		}
		assert_near(s.hops, want[mesh].hops, 0.000001);
		assert_biases(&s, 3, 2, 1);
		assert_int_equal(s.bias_age, want[mesh].bias_age);
		assert_near(s.ticks, want[mesh].ticks, 0);
		assert_int_equal(s.period, want[mesh].period);
	}
	assert_near(suggested(11, 12, 16, 7).mean_hops, 12.921086, 0.000001);
}

/* Section 2.3's example of mixed radices */
static void mixed_radices(void **state)
{
	struct suggestion s = suggested(16, 12, 8, 0);

	(void)state;
	assert_near(s.dim[X].load, 2, ROUNDING);
	assert_near(s.dim[Y].load, 1.5, ROUNDING);
	assert_near(s.dim[Z].load, 1, ROUNDING);
	assert_near(s.dim[Z].useful, 2, ROUNDING);
	assert_biases(&s, 3, 2, 1);
	assert_int_equal(s.bias_age, 20);
	assert_near(s.ticks, 12, 0);
	assert_int_equal(s.period, 17);
}

/* Return the mean hops over all pairs of routers of a line or ring, by enumeration. */
static double counted_hops(u32 k, bool mesh)
{
	u64 sum = 0;

	for (u32 a = 0; a < k; a++) {
		for (u32 b = 0; b < k; b++) {
			u32 way = a > b ? a - b : b - a;

			sum += mesh || way <= k - way ? way : k - way;
		}
	}
	return (double)sum / k / k;
}

static void exact_means_are_those_of_all_pairs(void **state)
{
	(void)state;
	for (u32 k = 2; k < 40; k++) {
		assert_near(suggested(1, k, 1, 0).mean_hops, counted_hops(k, false), ROUNDING);
		assert_near(suggested(1, k, 1, 2).mean_hops, counted_hops(k, true), ROUNDING);
		/* Eq. 6 counts only pairs of two different routers */
		assert_near(suggested(1, k, 1, 2).hops, counted_hops(k, true) * k / (k - 1),
			    ROUNDING);
	}
	assert_near(suggested(3, 4, 5, 4).mean_hops,
		    counted_hops(3, false) + counted_hops(4, false) + counted_hops(5, true),
		    ROUNDING);
}

/* A dimension without links has the bias of a reset, and no place in the order */
static void fewer_dimensions(void **state)
{
	struct suggestion s = suggested(12, 16, 1, 0);

	(void)state;
	assert_biases(&s, 2, 1, 1);
	assert_near(s.dim[X].ejected, 11 / 192.0, ROUNDING);
	assert_near(s.dim[Y].ejected, 1 - 11 / 192.0, ROUNDING);
	assert_near(s.dim[Z].useful, 0, 0);
	s = suggested(12, 1, 16, 0);
	assert_biases(&s, 2, 1, 1);
	assert_near(s.dim[X].ejected, 11 / 192.0, ROUNDING);
	s = suggested(1, 1, 8, 4);
	assert_biases(&s, 1, 1, 1);
	assert_near(s.dim[Z].ejected, 1, 0);
	assert_near(s.hops, 3, ROUNDING);
	s = suggested(2, 1, 1, 0);
	assert_int_equal(s.bias_age, 1);
	assert_int_equal(s.period, 2);
}

static void one_router_has_no_links(void **state)
{
	struct ss_config cfg;
	struct suggestion s;

	(void)state;
	ss_config_default(&cfg, 1, 1, 1, 7);
	assert_false(suggest(&cfg, NULL, &s));
}

static u32 most_hops(u32 k, bool mesh)
{
	return mesh ? k - 1 : k / 2;
}

static void assert_sound(u32 kx, u32 ky, u32 kz, u32 mesh)
{
	struct suggestion s = suggested(kx, ky, kz, mesh);
	const u32 radix[] = { kx, ky, kz };
	u32 longest = 1;
	bool zero = true;

	for (u32 d = 0; d < SS_DIMS; d++) {
		assert_in_range(s.dim[d].bias, 0, 7);
		longest += most_hops(radix[d], mesh >> d & 1) * s.dim[d].bias;
		zero &= !s.dim[d].links || !s.dim[d].bias;
	}
	assert_true(s.period >= 1);
	assert_true(longest <= 255);
	assert_true(zero || s.bias_age + s.whole_hops <= 128);
	assert_true(zero || s.ticks >= 1);
	/* Packets in full queues reach age 128, except that rounding may turn 1.5 ticks into 1 */
	if (s.period > 20)
		assert_near(s.bias_age + s.whole_hops * s.full_cycles / (double)s.period, 128, 43);
}

/* In any shape, biases leave half of the ages to waiting, and the longest path fits in 255 */
static void all_shapes(void **state)
{
	static const u32 radices[] = { 1, 2, 3, 4, 7, 16, 31, 64, 100, 256, 1000, 4096, 32768 };
	const u32 n = sizeof(radices) / sizeof(radices[0]);

	(void)state;
	for (u32 i = 0; i < n * n * n * 8; i++) {
		u32 kx = radices[i / 8 % n], ky = radices[i / 8 / n % n];
		u32 kz = radices[i / 8 / n / n];

		if (kx * ky * kz > 1 && (u64)kx * ky * kz <= SEASTAR_MAX_ROUTERS)
			assert_sound(kx, ky, kz, i % 8);
	}
}

/* Biases are given up one by one, the order last */
static void large_fabrics_have_less_bias(void **state)
{
	struct suggestion s = suggested(1024, 1, 1, 0);

	(void)state;
	assert_biases(&s, 0, 1, 1);
	assert_near(s.ticks, 0.5, ROUNDING);
	assert_int_equal(s.period, 396);
	s = suggested(128, 128, 1, 0);
	assert_biases(&s, 1, 0, 1);
	assert_int_equal(s.lowered, 1);
}

/*
 * Eq. 1 solved for Q gives the queueing per hop that the simulator counts.  The ejection's queueing
 * and router delay are shared out among the hops.
 */
static void queueing_is_that_of_the_simulator(void **state)
{
	struct sim_experiment *e = sim_experiment_new();
	struct suggest_load load = { 0 };
	double waited = 0, hops = 0;
	struct sim_port proc;
	struct suggestion s;
	struct sim_error err;
	struct sim_result *r;

	(void)state;
	if (!sim_experiment_read(e, "test", "topology = 4x4x6\nmesh = y\nsource = closed\n"
				 "window = 24\nwarmup = 4000\nmeasure = 20000\n", &err) ||
	    !sim_experiment_check(e, &err))
		fail_msg("%s", err.text);
	r = sim_run(e, 1, NULL, &err);
	assert_non_null(r);
	for (u32 d = 0; d < SS_DIMS; d++) {
		struct sim_port sum = sim_port_sum(r, SEASTAR_PORT_XP + 2 * d, 2);

		load.hops[d] = (double)sum.sent / r->measure->latency.packets;
		waited += load.hops[d] * sim_port_queueing(r, &sum);
		hops += load.hops[d];
	}
	load.latency = (double)r->measure->network.sum / r->measure->latency.packets;
	load.flits = 9;
	suggest_queueing(&e->config, &load);
	proc = sim_port_sum(r, SEASTAR_PORT_PROC, 1);
	waited += sim_port_queueing(r, &proc) + e->config.router_delay;
	assert_near(load.queueing / (waited / hops), 1, 0.01);
	assert_true(load.present);
	assert_true(suggest(&e->config, &load, &s));
	assert_near(s.cycles, load.queueing + 25, ROUNDING);
	assert_int_equal(s.period, round(s.cycles / s.ticks));
	sim_result_free(r);
	sim_experiment_free(e);
}

static void light_load_is_no_load(void **state)
{
	struct suggest_load load = { .hops = { 1, 1, 1 }, .latency = 3 * 25 + 3 * 8 + 19.2 + 3 * 24,
				     .flits = 9 };
	struct ss_config cfg;
	struct suggestion s;

	(void)state;
	ss_config_default(&cfg, 4, 4, 4, 0);
	suggest_queueing(&cfg, &load);
	assert_near(load.queueing, 24, ROUNDING);
	assert_false(load.present);
	assert_true(suggest(&cfg, &load, &s));
	assert_near(s.cycles, 198, 0);
	load.latency += 3 * 2;
	suggest_queueing(&cfg, &load);
	assert_true(load.present);
}

/* Hardware counts no latencies: each of the 11 packets of a full queue waits as by Eq. 17. */
static void queueing_of_hardware(void **state)
{
	struct suggest_load load = { .hops = { 2, 0, 4 }, .wait = { 9, NAN, 3 },
				     .latency = NAN };
	struct ss_config cfg;

	(void)state;
	ss_config_default(&cfg, 8, 1, 16, 0);
	suggest_queueing(&cfg, &load);
	assert_near(load.queueing, 11 * (2 * 9 + 4 * 3) / 6.0, ROUNDING);
}

static const struct step *find(const struct steps *steps, const char *symbol)
{
	for (u32 i = 0; i < steps->n; i++)
		if (!strcmp(steps->step[i].symbol, symbol))
			return &steps->step[i];
	fail_msg("there is no step %s", symbol);
	return NULL;
}

static void steps_have_form_and_numbers(void **state)
{
	struct suggestion s = suggested(11, 12, 16, 4);
	struct ss_config cfg;
	struct steps steps;

	(void)state;
	ss_config_default(&cfg, 11, 12, 16, 4);
	suggest_steps(&cfg, NULL, &s, &steps);
	assert_string_equal(find(&steps, "H_x")->numbers, "11/4");
	assert_string_equal(find(&steps, "H_x")->source, "Eq. 5");
	assert_string_equal(find(&steps, "H_z")->form, "(k_z + 1)/3");
	assert_string_equal(find(&steps, "H_z")->source, "Eq. 7");
	assert_string_equal(find(&steps, "P_x")->form, "(k_x - 1)/(k_x k_y k_z)");
	assert_string_equal(find(&steps, "P_z")->form, "1 - P_x - P_y");
	assert_string_equal(find(&steps, "U_y")->numbers, "min(8*4.8/12 = 3.2, 1.2)");
	assert_string_equal(find(&steps, "T_bias")->numbers, "3*3 + 3*2 + 6*1");
	assert_string_equal(find(&steps, "period")->form, "round(full queues/ticks)");
	assert_near(find(&steps, "period")->value, 22, 0);
	for (u32 i = 0; i < steps.n; i++) {
		assert_true(strlen(steps.step[i].form) + 1 < sizeof(steps.step[i].form));
		assert_true(strlen(steps.step[i].numbers) + 1 < sizeof(steps.step[i].numbers));
	}
}

/* The longest texts there can be still fit, with all steps */
static void long_numbers_fit(void **state)
{
	struct suggest_load load = { .hops = { 1.23456, 2.34567, 3.45678 }, .latency = 123456.7,
				     .wait = { 1.23456, 2.34567, 3.45678 }, .flits = 9,
				     .queueing = 12345.6789, .present = true };
	struct ss_config cfg;
	struct suggestion s;
	struct steps steps;

	(void)state;
	ss_config_default(&cfg, 31, 33, 32, 7);
	assert_true(suggest(&cfg, &load, &s));
	suggest_steps(&cfg, &load, &s, &steps);
	assert_in_range(steps.n, 30, STEPS_MAX - 2);
	for (u32 i = 0; i < steps.n; i++) {
		assert_true(strlen(steps.step[i].form) + 1 < sizeof(steps.step[i].form));
		assert_true(strlen(steps.step[i].numbers) + 1 < sizeof(steps.step[i].numbers));
	}
}

static struct suggestion with_grants(u32 period, u64 contested, u64 inhibited,
				     u64 saturated, bool recent)
{
	struct suggest_load load = {
		.present = true, .queueing = 100, .recent = recent, .period = period, .sent = 20000,
		.contested = contested, .inhibited = inhibited, .saturated = saturated,
	};
	struct ss_config cfg;
	struct suggestion s;

	ss_config_default(&cfg, 8, 8, 8, 0);
	assert_true(suggest(&cfg, &load, &s));
	return s;
}

/*
 * A longer period is suggested if more than a tenth of contested grants were by turn, or more than
 * a tenth of packets had age 255.  Few contested grants do not suffice.
 */
static void ages_that_end_want_a_longer_period(void **state)
{
	u32 derived = with_grants(64, 10000, 0, 0, true).period;

	(void)state;
	assert_false(with_grants(64, 10000, 1000, 2000, true).ended);
	assert_true(with_grants(64, 10000, 1001, 0, true).longer);
	assert_true(with_grants(64, 10000, 0, 2001, true).longer);
	assert_false(with_grants(64, 999, 999, 20000, true).ended);
	assert_false(with_grants(0, 10000, 10000, 20000, true).ended);
	assert_false(with_grants(U32_MAX / 2 + 1, 10000, 10000, 20000, true).ended);
	assert_int_equal(with_grants(U32_MAX / 2, 10000, 10000, 20000, true).period, U32_MAX - 1);
	assert_int_equal(with_grants(64, 10000, 1001, 0, true).period, 128);
	assert_int_equal(with_grants(1, 10000, 1001, 0, true).period, derived);
	/* ages that end are reported from old counts, too, but change nothing */
	assert_true(with_grants(64, 10000, 1001, 0, false).ended);
	assert_false(with_grants(64, 10000, 1001, 0, false).longer);
	assert_int_equal(with_grants(64, 10000, 1001, 0, false).period, derived);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(machine_of_the_paper),
		cmocka_unit_test(meshes),
		cmocka_unit_test(mixed_radices),
		cmocka_unit_test(exact_means_are_those_of_all_pairs),
		cmocka_unit_test(fewer_dimensions),
		cmocka_unit_test(one_router_has_no_links),
		cmocka_unit_test(all_shapes),
		cmocka_unit_test(large_fabrics_have_less_bias),
		cmocka_unit_test(queueing_is_that_of_the_simulator),
		cmocka_unit_test(light_load_is_no_load),
		cmocka_unit_test(queueing_of_hardware),
		cmocka_unit_test(steps_have_form_and_numbers),
		cmocka_unit_test(long_numbers_fit),
		cmocka_unit_test(ages_that_end_want_a_longer_period),
	};

	return cmocka_run_group_tests_name("suggest", tests, NULL, NULL);
}
