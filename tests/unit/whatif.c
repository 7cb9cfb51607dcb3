// SPDX-License-Identifier: GPL-2.0-only
/* The arithmetic of seastar whatif: figures, candidates, ties, the best, the deviation. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

#include "sim/base/histogram.h"
#include "sim/run/result.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/aging/settings.h"
#include "tools/seastar/whatif/whatif.h"

#define SEEDS	4

/* Functions in place of the tool's print.c, which the test does not link. */
void *allocate(size_t n, size_t size)
{
	return calloc(n ? n : 1, size);
}

void *resize(void *p, size_t n, size_t size)
{
	return reallocarray(p, n, size);
}

static void assert_near(double seen, double want, double slack)
{
	if (!(fabs(seen - want) <= slack))
		fail_msg("expected %.9g, seen %.9g", want, seen);
}

/* Within a bin of a power of two, packets are taken to be spread evenly. */
static void percentiles_are_interpolated(void **state)
{
	uint64_t bin[SEASTAR_LAT_BINS] = { 0 };

	(void)state;
	assert_true(isnan(figures_percentile(bin, SEASTAR_LAT_BINS, 990)));
	bin[0] = 5;		/* 0 cycles */
	assert_near(figures_percentile(bin, SEASTAR_LAT_BINS, 990), 0, 0);
	bin[0] = 0;
	bin[9] = 100;		/* 256 to 511 */
	assert_near(figures_percentile(bin, SEASTAR_LAT_BINS, 500), 384, 0);
	assert_near(figures_percentile(bin, SEASTAR_LAT_BINS, 1000), 512, 0);
	bin[11] = 100;		/* 1024 to 2047 cycles */
	assert_near(figures_percentile(bin, SEASTAR_LAT_BINS, 500), 512, 0);
	assert_near(figures_percentile(bin, SEASTAR_LAT_BINS, 750), 1536, 0);
	assert_near(figures_percentile(bin, SEASTAR_LAT_BINS, 990), 1024 + 1024 * 0.98, 0.001);
}

/* The same packets, counted by the driver or by the model, have the same percentile. */
static void both_sides_estimate_alike(void **state)
{
	struct ss_config config;
	struct sim_result r = { .nodes = 8, .measured = 1000, .rows = SS_PORTS };
	struct sim_experiment *e = sim_experiment_new();
	double of_model[FIGURES], of_device[FIGURES];
	struct counted c = { .cycles = 1000, .has_sources = true, .source_cycles = 1000 };

	(void)state;
	ss_config_default(&config, 2, 2, 2, 0);
	r.experiment = e;
	r.measure = sim_measure_new(&config);
	sim_measure_begin(r.measure);
	r.port = calloc(8 * SS_PORTS, sizeof(*r.port));
	r.sends = calloc(8, sizeof(*r.sends));
	r.injected = calloc(8, sizeof(*r.injected));
	r.waiting = calloc(8, sizeof(*r.waiting));
	r.own = calloc(8, sizeof(*r.own));
	for (u64 i = 0; i < 10000; i++) {
		u64 value = i * i % 5003;

		r.measure->latency.bin[histogram_bin(value)]++;
		r.measure->latency.packets++;
		c.histogram[value ? 64 - __builtin_clzll(value) : 0]++;
	}
	figures_of_result(&r, of_model);
	figures_of_counted(&c, 8, of_device);
	assert_near(of_model[FIGURE_P99_DRIVER], of_device[FIGURE_P99_DRIVER], 0);
	sim_measure_free(r.measure);
	free(r.port);
	free(r.sends);
	free(r.injected);
	free(r.own);
	free(r.waiting);
	sim_experiment_free(e);
}

/* Waits (Eq. 17) are of requests, at inputs; stalls are at outputs; ages are of all packets. */
static void counters_become_figures(void **state)
{
	struct counted c = { .cycles = 100 };
	double f[FIGURES];

	(void)state;
	c.counter[SEASTAR_PORT_PROC][SEASTAR_COUNTER_VC0_FLITS] = 300;
	c.counter[SEASTAR_PORT_PROC][SEASTAR_COUNTER_AGE_BIN0] = 10;
	for (unsigned int v = 0; v < 4; v++) {
		c.counter[SEASTAR_PORT_XP][SEASTAR_COUNTER_VC0_PKTS + v] = 10;
		c.counter[SEASTAR_PORT_XP][SEASTAR_COUNTER_VC0_BLOCKED + v] = v < 2 ? 30 : 1000;
	}
	c.counter[SEASTAR_PORT_XM][SEASTAR_COUNTER_VC0_PKTS + 1] = 20;
	c.counter[SEASTAR_PORT_XM][SEASTAR_COUNTER_STALLED] = 60;
	c.counter[SEASTAR_PORT_XM][SEASTAR_COUNTER_AGE_BIN0 + 3] = 30;
	figures_of_counted(&c, 10, f);
	assert_near(f[FIGURE_WAIT], 3, 0);
	assert_near(f[FIGURE_WAIT + 1], 0, 0);
	assert_near(f[FIGURE_DIM_WAIT], 1.5, 0);
	assert_near(f[FIGURE_STALLED], 2, 0);
	assert_true(isnan(f[FIGURE_STALLED + 1]));
	assert_near(f[FIGURE_THROUGHPUT], 0.3, 0.000000000001);
	assert_near(f[FIGURE_AGES], 25, 0.000000000001);
	assert_near(f[FIGURE_AGES + 3], 75, 0.000000000001);
	assert_true(isnan(f[FIGURE_MEAN]) && isnan(f[FIGURE_P99_DRIVER]));
}

static struct whatif *question(uint32_t routers, const struct whatif_lists *l)
{
	struct whatif *w = calloc(1, sizeof(*w));

	w->seeds = SEEDS;
	w->s.routers = routers;
	w->s.aging = calloc(routers, sizeof(*w->s.aging));
	for (uint32_t r = 0; r < routers; r++) {
		w->s.aging[r] = (struct ss_aging){ .period = 4096, .select = SELECT_AGE };
		memset(w->s.aging[r].bias, 1, sizeof(w->s.aging[r].bias));
	}
	whatif_candidates(w, l);
	return w;
}

static void dispose(struct whatif *w)
{
	whatif_free(w);
	free(w->s.aging);
	free(w);
}

static void expect_names(const struct whatif *w, const char *const *names)
{
	size_t n = 0;

	for (; names[n]; n++) {
		if (n >= w->n)
			fail_msg("there is no candidate '%s'", names[n]);
		assert_string_equal(w->candidate[n].name, names[n]);
	}
	assert_int_equal(w->n, n);
}

/* All combinations of values are candidates, each once; round robin has no use for biases. */
static void candidates_are_all_there_is(void **state)
{
	static const char *const names[] = {
		"present: age 4096 1", "rr", "age 8 1/1/1", "age 8 3/2/1", "age 4096 3/2/1",
		NULL
	};
	uint64_t select[] = { SELECT_RR, SELECT_AGE };
	uint32_t period[] = { 8, 4096 };
	struct bias_change bias[2] = { 0 };
	char *text[2] = { "1/1/1", "3/2/1" };
	struct whatif_lists l = {
		.select = select, .selects = 2, .period = period, .periods = 2,
		.bias = bias, .bias_text = text, .biases = 2,
	};
	struct whatif *w;

	(void)state;
	for (unsigned int p = SEASTAR_PORT_XP; p < SEASTAR_PORTS; p++)
		for (unsigned int k = 0; k < CLASSES; k++)
			for (unsigned int i = 0; i < 2; i++) {
				bias[i].given[k][p] = true;
				bias[i].value[k][p] = i ? 3 - (p - 1) / 2 : 1;
			}
	w = question(3, &l);
	expect_names(w, names);
	assert_string_equal(w->candidate[3].words, "select age period 8 bias 3/2/1");
	assert_int_equal(w->candidate[0].changes, 0);
	assert_int_equal(w->candidate[1].changes, 1);
	assert_int_equal(w->candidate[3].changes, 2);
	assert_int_equal(w->candidate[3].aging[2].bias[1][SEASTAR_PORT_YM], 2);
	assert_int_equal(w->candidate[3].aging[2].bias[1][SEASTAR_PORT_PROC], 1);
	assert_int_equal(w->candidate[1].aging[2].period, 4096);
	dispose(w);
}

/* Other settings of one router stay, unless they are tried. */
static void other_settings_of_a_router_stay(void **state)
{
	uint32_t period[] = { 8 };
	struct whatif_lists l = { .period = period, .periods = 1 };
	struct whatif *w = calloc(1, sizeof(*w));
	struct ss_aging aging[2] = { { .period = 5, .select = 7 }, { .period = 8, .select = 9 } };

	(void)state;
	w->seeds = SEEDS;
	w->s.routers = 2;
	w->s.aging = aging;
	whatif_candidates(w, &l);
	assert_int_equal(w->n, 2);
	assert_string_equal(w->candidate[0].name, "present");
	assert_int_equal(w->candidate[1].aging[0].period, 8);
	assert_int_equal(w->candidate[1].aging[0].select, 7);
	assert_int_equal(w->candidate[1].aging[1].select, 9);
	assert_int_equal(w->candidate[1].changes, 1);
	whatif_free(w);
	free(w);
}

/* Make three candidates: the present settings, another period, and round robin. */
static struct whatif *three(void)
{
	static uint64_t select[] = { SELECT_AGE, SELECT_RR };
	static uint32_t period[] = { 8 };
	static const struct whatif_lists l = {
		.select = select, .selects = 2, .period = period, .periods = 1,
	};

	return question(2, &l);
}

/* Set the figures of a candidate's runs; 99 % latencies are @p99 plus or minus @noise. */
static void set_runs(struct whatif *w, size_t i, double throughput, double p99, double noise)
{
	for (uint32_t k = 0; k < SEEDS; k++) {
		double *f = w->candidate[i].run[k].figure;

		f[FIGURE_THROUGHPUT] = throughput;
		f[FIGURE_P99] = p99 + noise * ((k + i) % 2 ? 1 : -1);
	}
}

static void throughput_comes_first(void **state)
{
	struct whatif *w = three();

	(void)state;
	set_runs(w, 0, 0.30, 900, 0);
	set_runs(w, 1, 0.31, 1000, 0);
	set_runs(w, 2, 0.28, 100, 0);
	whatif_judge(w);
	assert_int_equal(w->best, 1);
	assert_false(w->candidate[0].tied || w->candidate[2].tied);
	/* 1 % is not more */
	set_runs(w, 0, 0.308, 900, 0);
	whatif_judge(w);
	assert_int_equal(w->best, 0);
	dispose(w);
}

static void what_noise_hides_is_a_tie(void **state)
{
	struct whatif *w = three();

	(void)state;
	set_runs(w, 0, 0.3, 950, 0);
	set_runs(w, 1, 0.3, 900, 0);
	set_runs(w, 2, 0.3, 1200, 0);
	whatif_judge(w);
	assert_int_equal(w->best, 1);
	assert_false(w->candidate[0].tied);
	/* among ties, the one that changes least */
	set_runs(w, 1, 0.3, 900, 100);
	whatif_judge(w);
	assert_int_equal(w->best, 0);
	assert_true(w->candidate[0].tied && w->candidate[1].tied);
	assert_false(w->candidate[2].tied);
	dispose(w);
}

static void a_deadlock_is_never_best(void **state)
{
	struct whatif *w = three();

	(void)state;
	set_runs(w, 0, 0.3, 900, 0);
	set_runs(w, 1, 0.4, 100, 0);
	set_runs(w, 2, 0.3, 950, 0);
	w->candidate[1].run[SEEDS - 1].verdict = SIM_DEADLOCK;
	whatif_judge(w);
	assert_int_equal(w->best, 0);
	dispose(w);
}

/* Settings that keep packets out of the network have low latencies, but starve nodes. */
static void starving_is_never_best(void **state)
{
	struct whatif *w = three();

	(void)state;
	set_runs(w, 0, 0.3, 900, 0);
	set_runs(w, 1, 0.4, 100, 0);
	set_runs(w, 2, 0.3, 950, 0);
	w->candidate[1].run[SEEDS - 1].figure[FIGURE_STARVED] = 1;
	whatif_judge(w);
	assert_int_equal(w->best, 0);
	assert_false(w->candidate[1].tied);
	assert_true(whatif_starves(&w->candidate[1]));
	/* all candidates starve nodes: the one that starves the fewest is the best */
	w->candidate[0].run[0].figure[FIGURE_STARVED] = 2;
	w->candidate[2].run[0].figure[FIGURE_STARVED] = 2;
	whatif_judge(w);
	assert_int_equal(w->best, 1);
	/* a candidate that deadlocks cannot win, though it starves no node */
	w->candidate[2].run[0].figure[FIGURE_STARVED] = 0;
	w->candidate[2].run[0].verdict = SIM_DEADLOCK;
	whatif_judge(w);
	assert_int_equal(w->best, 1);
	dispose(w);
}

/* If all candidates starve nodes, starving more nodes is no way to win by lower latencies. */
static void fewest_starve(void **state)
{
	static const double starved[] = { 62, 21, 27 };
	struct whatif *w = three();

	(void)state;
	set_runs(w, 0, 0.3, 100, 0);
	set_runs(w, 1, 0.3, 900, 0);
	set_runs(w, 2, 0.3, 800, 0);
	for (size_t i = 0; i < w->n; i++)
		for (uint32_t k = 0; k < SEEDS; k++)
			w->candidate[i].run[k].figure[FIGURE_STARVED] = starved[i];
	whatif_judge(w);
	assert_int_equal(w->best, 1);
	assert_false(w->candidate[0].tied);
	dispose(w);
}

/* A run of four nodes, of which the last has nothing to send. */
static void nodes_are_compared(void **state)
{
	bool sends[] = { true, true, true, false };
	u64 injected[] = { 7, 2, 3, 0 };
	/* replies are no help */
	struct sim_own own[] = { { 0 }, { .replied = 2 }, { 0 }, { 0 } };
	u64 waiting[] = { 1, 5, 0, 0 }, oldest[] = { 20, 300, 9, 0 };
	struct sim_node node[] = {
		{ .packets = 6 }, { .packets = 1 }, { .packets = 9 }, { .packets = 0 }
	};
	struct sim_measure measure = { .node = node, .nodes = 4 };
	struct sim_result r = {
		.nodes = 4, .routers = 4, .sends = sends, .injected = injected, .own = own,
		.waiting = waiting, .oldest = oldest, .measure = &measure,
	};
	struct sim_starvation s = sim_starvation(&r);

	(void)state;
	assert_int_equal(s.injected.least, 0);
	assert_int_equal(s.injected.most, 7);
	assert_int_equal(s.delivered.least, 1);
	assert_int_equal(s.delivered.most, 9);
	assert_int_equal(s.starved, 1);
	assert_int_equal(s.oldest, 300);
	/* nothing injected and nothing to send is no harm */
	waiting[1] = 0;
	assert_int_equal(sim_starvation(&r).starved, 0);
}

/* Student's t for 3 degrees of freedom is 3.1824. */
static void intervals_are_of_runs(void **state)
{
	static const double values[SEEDS] = { 10, 12, 14, 16 };
	struct whatif *w = three();

	(void)state;
	for (uint32_t k = 0; k < SEEDS; k++)
		w->candidate[1].run[k].figure[FIGURE_MEAN] = values[k];
	whatif_judge(w);
	assert_near(w->candidate[1].figure[FIGURE_MEAN].mean, 13, 0.000000000001);
	assert_near(w->candidate[1].figure[FIGURE_MEAN].half, 3.1824 * sqrt(20.0 / 3 / 4),
		    0.000000001);
	dispose(w);
}

static void set_present(struct whatif *w, unsigned int f, double value)
{
	for (uint32_t k = 0; k < SEEDS; k++)
		w->candidate[0].run[k].figure[f] = value;
}

static void deviation_has_a_bound(void **state)
{
	struct whatif *w = three();
	struct counted *c = &w->s.counted;

	(void)state;
	c->has_sources = true;
	c->source_cycles = 1000;
	c->flits = 600;		/* 0.3 per node per cycle */
	c->mean = 500;
	c->histogram[9] = 1;
	c->counter[SEASTAR_PORT_XP][SEASTAR_COUNTER_VC0_PKTS] = 1000;
	c->counter[SEASTAR_PORT_XP][SEASTAR_COUNTER_VC0_BLOCKED] = 500;
	set_present(w, FIGURE_THROUGHPUT, 0.3);
	set_present(w, FIGURE_MEAN, 549);
	set_present(w, FIGURE_P99_DRIVER, figures_percentile(c->histogram, SEASTAR_LAT_BINS, 990));
	set_present(w, FIGURE_DIM_WAIT, 0.599);
	whatif_judge(w);
	assert_true(w->reproduced);
	assert_near(whatif_deviation(w, FIGURE_MEAN), 9.8, 0.000000001);
	assert_false(whatif_is_held(w, FIGURE_P99));
	/* a deviation of up to 0.1 cycles of waiting does not count */
	set_present(w, FIGURE_DIM_WAIT, 0.601);
	whatif_judge(w);
	assert_false(w->reproduced);
	assert_true(whatif_is_off(w, FIGURE_DIM_WAIT));
	set_present(w, FIGURE_DIM_WAIT, 0.5);
	set_present(w, FIGURE_MEAN, 551);
	whatif_judge(w);
	assert_false(w->reproduced);
	set_present(w, FIGURE_MEAN, 500);
	set_present(w, FIGURE_THROUGHPUT, 0.26);
	whatif_judge(w);
	assert_true(whatif_is_off(w, FIGURE_THROUGHPUT));
	/* within the noise of its own runs the model does not deviate */
	set_present(w, FIGURE_THROUGHPUT, 0.3);
	set_present(w, FIGURE_MEAN, 560);
	w->candidate[0].run[0].figure[FIGURE_MEAN] = 640;
	w->candidate[0].run[1].figure[FIGURE_MEAN] = 480;
	whatif_judge(w);
	assert_true(whatif_deviation(w, FIGURE_MEAN) > WHATIF_BOUND);
	assert_true(w->model[FIGURE_MEAN].half > 60);
	assert_true(w->reproduced);
	dispose(w);
}

/* The replay is compared with the counts, and not the run that comes after it. */
static void a_replay_is_of_the_past(void **state)
{
	struct whatif *w = three();
	struct counted *c = &w->s.counted;

	(void)state;
	c->has_sources = true;
	c->source_cycles = 1000;
	c->flits = 600;
	c->mean = 500;
	c->histogram[9] = 1;
	w->seeds = 1;
	w->replayed = true;
	figures_of_counted(c, w->s.routers, w->counted);
	for (unsigned int f = 0; f < FIGURES; f++)
		w->model[f].mean = w->counted[f];
	set_present(w, FIGURE_MEAN, 700);
	set_present(w, FIGURE_THROUGHPUT, 0.2);
	whatif_judge(w);
	assert_true(w->reproduced);
	assert_near(whatif_deviation(w, FIGURE_MEAN), 0, 0);
	assert_near(w->candidate[0].figure[FIGURE_MEAN].mean, 700, 0);
	assert_true(isnan(w->candidate[0].figure[FIGURE_MEAN].half));
	w->replayed = false;
	whatif_judge(w);
	assert_false(w->reproduced);
	dispose(w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(percentiles_are_interpolated),
		cmocka_unit_test(both_sides_estimate_alike),
		cmocka_unit_test(counters_become_figures),
		cmocka_unit_test(candidates_are_all_there_is),
		cmocka_unit_test(other_settings_of_a_router_stay),
		cmocka_unit_test(throughput_comes_first),
		cmocka_unit_test(what_noise_hides_is_a_tie),
		cmocka_unit_test(a_deadlock_is_never_best),
		cmocka_unit_test(starving_is_never_best),
		cmocka_unit_test(fewest_starve),
		cmocka_unit_test(nodes_are_compared),
		cmocka_unit_test(intervals_are_of_runs),
		cmocka_unit_test(deviation_has_a_bound),
		cmocka_unit_test(a_replay_is_of_the_past),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
