// SPDX-License-Identifier: GPL-2.0-only
/*
 * The guards of seastar tune, on simulated fabrics: candidates that violate one are dropped, equal
 * candidates are dropped as seldom as promised, and unknown figures violate none.
 */
#include "tune_simulated.h"

static bool contains(const struct tune_block *b, size_t i)
{
	for (size_t k = 0; k < b->n; k++)
		if (b->order[k] == i)
			return true;
	return false;
}

/* Run an experiment that may lose 2 % of throughput: candidate 1 loses 5 %, others lose 1 %. */
static struct tune run_guarded(u32 candidates)
{
	struct simulated s = simulated(1, candidates, NONE);
	struct tune t = experiment(1, candidates);

	s.effect[1] = 0.5;
	s.throughput[1] = 0.95;
	for (u32 i = 2; i < candidates; i++)
		s.throughput[i] = 0.99;
	t.guard[0] = (struct tune_guard){ MEASURE_THROUGHPUT, 0.02, NAN };
	t.guards = 1;
	tune_run(&t, &fabric, &s);
	assert_int_equal(t.outcome[1].verdict, TUNE_GUARDED);
	assert_int_equal(t.outcome[1].block, 1);
	return t;
}

static void guards_end_a_candidate_at_once(void **state)
{
	struct tune t = run_guarded(3);

	(void)state;
	assert_string_equal(t.outcome[1].why, "throughput -5.0 %, and 2 % less was the most");
	assert_int_equal(t.outcome[2].verdict, TUNE_OPEN);
	for (u32 block = 1; block < t.done; block++)
		assert_false(contains(&t.block[block], 1));
	tune_free(&t);
}

#define FLOW_NOISE	0.01

/* Return the bound of a guard with which the plan announces @chance. */
static double bound_of(const struct tune *t, struct tune_guard g, double chance)
{
	double low = 0, high = 0.99;

	for (u32 i = 0; i < 40; i++) {
		g.bound = (low + high) / 2;
		if (tune_guard_chance(t, &g) > chance)
			low = g.bound;
		else
			high = g.bound;
	}
	return high;
}

/*
 * Count the experiments in which a guard drops a candidate that changes nothing.  The bound is
 * @bound; or, if that is 0, the one with which the plan announces the chance that is @expected.
 */
static u32 equal_are_dropped(double bound, double expected)
{
	double variance = 0;
	u32 dropped = 0;

	for (u64 seed = 0; seed < EXPERIMENTS; seed++) {
		struct simulated s = simulated(seed, 2, NONE);
		struct tune t = experiment(seed, 2);
		char why[TUNE_WHY];

		s.flow_noise = FLOW_NOISE;
		t.guard[0] = (struct tune_guard){ MEASURE_THROUGHPUT, bound, NAN };
		t.guards = 1;
		assert_true(tune_pilot(&t, &fabric, &s, why));
		variance += t.guard[0].scale * t.guard[0].scale / EXPERIMENTS;
		if (!bound)
			t.guard[0].bound = bound_of(&t, t.guard[0], expected);
		tune_run(&t, &fabric, &s);
		dropped += t.outcome[1].verdict == TUNE_GUARDED;
		tune_free(&t);
	}
	print_message("%u of %u equal candidates are dropped, expected: %.1f %%\n", dropped,
		      EXPERIMENTS, 100 * expected);
	assert_true(fabs(variance / (2 * FLOW_NOISE * FLOW_NOISE) - 1) < 0.1);
	return dropped;
}

/* Return true if a number of experiments is within three standard errors of a chance. */
static bool agrees(u32 n, double chance)
{
	return fabs(n - chance * EXPERIMENTS) < 3 * sqrt(chance * (1 - chance) * EXPERIMENTS);
}

/* A user takes a bound from the plan, whose scale is that of five pilots. */
static void equal_candidates_are_dropped_as_announced(void **state)
{
	static const double chance[] = { TUNE_ERROR, 0.01, 0.2 };
	double once = erfc(-log1p(-0.02) / (2 * FLOW_NOISE)) / 2, always;
	struct tune t = { .n = 2, .blocks = BLOCKS };
	struct tune_guard g = { MEASURE_THROUGHPUT, 0.02, FLOW_NOISE * M_SQRT2 };

	(void)state;
	for (size_t k = 0; k < 3; k++)
		assert_true(agrees(equal_are_dropped(0, chance[k]), chance[k]));
	g.bound = tune_guard_least(&t, &g);
	assert_true(fabs(tune_guard_chance(&t, &g) - TUNE_ERROR) < 0.0001);
	assert_true(fabs(g.bound - bound_of(&t, g, TUNE_ERROR)) < 0.0001);
	/* a bound that is not chosen by the pilots drops as many as their true spread has it */
	always = 1 - pow(1 - once, BLOCKS);
	assert_true(agrees(equal_are_dropped(0.02, always), always));
	/* latency must not grow: less is better */
	g = (struct tune_guard){ MEASURE_LATENCY, 0.02, FLOW_NOISE * M_SQRT2 };
	assert_true(fabs(tune_guard_chance(&t, &g) - 0.6) < 0.1);
	g.scale = 0;
	assert_true(tune_guard_chance(&t, &g) == 0);
	g.scale = NAN;
	assert_true(isnan(tune_guard_chance(&t, &g)) && isnan(tune_guard_least(&t, &g)));
}

/* The block that violates a guard was measured as the others were: it counts in both medians. */
static void a_guarded_block_counts(void **state)
{
	struct tune t = run_guarded(2);

	(void)state;
	assert_int_equal(t.outcome[1].n, 1);
	assert_true(t.outcome[1].median < tune_difference(0.6, 1));
	assert_true(tune_median(&t, 1, t.measure) == t.outcome[1].median);
	tune_free(&t);
	/* a violated guard prevails over the verdict of the same block */
	t = experiment(1, 2);
	for (u32 block = 0; block < tune_least(&t); block++) {
		struct tune_block *b = tune_begin(&t);

		b->measured[0] = true;
		b->measured[1] = true;
		b->figure[0][MEASURE_WAIT] = 5;
		b->figure[1][MEASURE_WAIT] = 4;
		b->figure[0][MEASURE_THROUGHPUT] = 0.3;
		b->figure[1][MEASURE_THROUGHPUT] = block + 1 < tune_least(&t) ? 0.3 : 0.2;
		t.guard[0] = (struct tune_guard){ MEASURE_THROUGHPUT, 0.02, NAN };
		t.guards = 1;
		tune_take(&t);
	}
	assert_int_equal(t.outcome[1].n, tune_least(&t));
	assert_true(t.outcome[1].high < 0);
	assert_int_equal(t.outcome[1].verdict, TUNE_GUARDED);
	tune_free(&t);
}

/* Take a block in which @present and @candidate nodes starved, the latter with candidate 1. */
static void take_starving(struct tune *t, double present, double candidate, const char *dropped)
{
	struct tune_block *b = tune_begin(t);

	for (size_t i = 0; i < 2; i++) {
		b->measured[i] = true;
		b->figure[i][MEASURE_WAIT] = 3;
		b->figure[i][MEASURE_STARVING] = i ? candidate : present;
	}
	snprintf(b->dropped, sizeof(b->dropped), "%s", dropped);
	tune_take(t);
}

static void starving_nodes_are_guarded_always(void **state)
{
	struct tune t = experiment(1, 2);
	struct tune_block *b;

	(void)state;
	assert_int_equal(tune_starving_blocks(&t), 5);
	take_starving(&t, 0, 2, "");
	take_starving(&t, 0, 4, "");
	take_starving(&t, 0, 4, "");
	take_starving(&t, 0, 4, "");
	assert_int_equal(t.outcome[1].verdict, TUNE_OPEN);
	b = tune_begin(&t);
	b->figure[1][MEASURE_STARVING] = 3;
	b->measured[1] = true;
	assert_false(tune_violates(&t, b, 1, t.ended));
	b->measured[0] = true;
	tune_take(&t);
	assert_int_equal(t.outcome[1].verdict, TUNE_GUARDED);
	assert_int_equal(t.outcome[1].block, 5);
	assert_string_equal(t.outcome[1].why,
			    "2 nodes or more starved in 5 blocks in a row, and 0 at most with the present settings");
	assert_true(tune_is_over(&t));
	tune_free(&t);
}

/* A single noisy interval, blocks that are dropped, and unknown figures end no candidate. */
static void starving_is_seen_in_a_row(void **state)
{
	struct tune t = experiment(1, 2);

	(void)state;
	for (u32 block = 0; block < 4; block++)
		take_starving(&t, 0, 9, "");
	take_starving(&t, 0, NAN, "");
	for (u32 block = 0; block < 3; block++)
		take_starving(&t, 0, 9, "");
	take_starving(&t, 0, 0, "a link failed");
	take_starving(&t, 0, 9, "");
	take_starving(&t, 0, 9, "a link failed");
	assert_int_equal(t.outcome[1].verdict, TUNE_OPEN);
	take_starving(&t, 0, 9, "");
	assert_int_equal(t.outcome[1].verdict, TUNE_GUARDED);
	tune_free(&t);
}

/* Figures of 0 are no evidence, neither of a difference nor of equality. */
static void zeros_do_not_count(void **state)
{
	struct tune t = experiment(1, 2);

	(void)state;
	t.measure = MEASURE_STARVING;
	for (u32 block = 0; block < 6; block++)
		take_starving(&t, 0, 0, "");
	assert_int_equal(t.outcome[1].verdict, TUNE_OPEN);
	assert_int_equal(t.outcome[1].n, 0);
	take_starving(&t, 0, 1, "");
	assert_int_equal(t.outcome[1].n, 1);
	tune_free(&t);
}

/* If starving nodes are the measure, the interval of the difference decides, and no guard. */
static void starving_is_compared_or_guarded(void **state)
{
	struct tune t = experiment(1, 2);

	(void)state;
	t.measure = MEASURE_STARVING;
	assert_int_equal(tune_starving_blocks(&t), 0);
	for (u32 block = 0; block < 5; block++)
		take_starving(&t, 10, 20, "");
	assert_int_equal(t.outcome[1].verdict, TUNE_OPEN);
	take_starving(&t, 10, 20, "");
	assert_int_equal(t.outcome[1].verdict, TUNE_WORSE);
	tune_free(&t);
}

/*
 * Return the nodes that starve at an interval: a number with noise, which the drift of the load
 * by 30 % makes eight times as large.
 */
static double starving_at(struct simulated *s)
{
	double level = log(load(s, s->interval)) * 8 + s->noise * gaussian(s->key, s->interval);

	s->interval++;
	return exp(level);
}

static bool starving_ends_any(u64 seed, u32 candidates, u32 blocks, enum drift drift, double noise)
{
	struct simulated s = simulated(seed, candidates, drift);
	struct tune t = { .n = candidates, .blocks = blocks, .seed = seed };
	bool any = false;
	char why[TUNE_WHY];

	tune_start(&t);
	s.noise = noise;
	s.intervals = blocks * candidates;
	for (u32 i = 0; i < TUNE_PILOTS; i++) {
		t.starved = fmax(t.starved, starving_at(&s));
		s.interval = 0;
		s.key++;
	}
	for (u32 block = 0; block < blocks && !any; block++) {
		struct tune_block *b = tune_begin(&t);

		for (size_t k = 0; k < b->n; k++) {
			b->figure[b->order[k]][MEASURE_STARVING] = starving_at(&s);
			b->measured[b->order[k]] = true;
		}
		for (size_t i = 1; i < candidates; i++)
			any |= tune_violates(&t, b, i, why);
	}
	tune_free(&t);
	return any;
}

/* Return the number of experiments with equal candidates in which a candidate is dropped. */
static u32 left(u32 candidates, u32 blocks, enum drift drift, double noise)
{
	u32 ends = 0;

	for (u64 seed = 0; seed < EXPERIMENTS; seed++)
		ends += starving_ends_any(seed, candidates, blocks, drift, noise);
	print_message("%u equal, %u blocks, %s, noise %g: in %u of %u one is left\n",
		      candidates - 1, blocks, drift_names[drift], noise, ends, EXPERIMENTS);
	return ends;
}

static void equal_candidates_are_seldom_left(void **state)
{
	static const u32 candidates[] = { 2, 5, TUNE_CANDIDATES };
	static const double noise[] = { 1, 0.3, 0.1 };

	(void)state;
	for (u32 i = 0; i < 3; i++)
		/* TUNE_CANDIDATES take long, so only 12 blocks */
		for (u32 blocks = 12; blocks <= (i == 2 ? 12 : 30); blocks += 18)
			for (enum drift drift = NONE; drift < GROWING_SAW; drift++)
				for (u32 k = 0; k < 3; k++)
					assert_true(left(candidates[i], blocks, drift, noise[k]) <=
						    TUNE_ERROR * EXPERIMENTS);
}

/*
 * The exception: the second interval of each block has a greater load than any before it.  Then
 * a candidate is dropped if it is second in five blocks in a row.  Random orders of 12 blocks have
 * such a row in about 9 / 2^6 = 14 % of cases.
 */
static void a_saw_that_grows_is_the_exception(void **state)
{
	(void)state;
	assert_in_range(left(2, 12, GROWING_SAW, 0.1), 0.10 * EXPERIMENTS, 0.18 * EXPERIMENTS);
}

/* A guard on latencies, which hardware does not count, has no effect. */
static void what_is_unknown_always_violates_no_guard(void **state)
{
	struct tune t = experiment(1, 2);
	struct tune_block *b = tune_begin(&t);

	(void)state;
	t.guard[0] = (struct tune_guard){ MEASURE_LATENCY, 0.05, NAN };
	t.guards = 1;
	b->measured[0] = true;
	b->measured[1] = true;
	b->figure[0][MEASURE_LATENCY] = NAN;
	b->figure[1][MEASURE_LATENCY] = NAN;
	assert_false(tune_violates(&t, b, 1, t.ended));
	b->figure[1][MEASURE_LATENCY] = 100;
	assert_false(tune_violates(&t, b, 1, t.ended));
	b->figure[0][MEASURE_LATENCY] = 100;
	assert_false(tune_violates(&t, b, 1, t.ended));
	tune_free(&t);
}

/* A guard has no effect if the present settings' figure is 0: its bound is a fraction of that. */
static void a_figure_of_0_bounds_nothing(void **state)
{
	struct tune t = experiment(1, 2);
	struct tune_block *b = tune_begin(&t);

	(void)state;
	t.guard[0] = (struct tune_guard){ MEASURE_STALLED, 0.05, NAN };
	t.guards = 1;
	b->measured[0] = true;
	b->measured[1] = true;
	b->figure[1][MEASURE_STALLED] = 0.001;
	assert_false(tune_violates(&t, b, 1, t.ended));
	b->figure[0][MEASURE_STALLED] = 0.0009;
	assert_true(tune_violates(&t, b, 1, t.ended));
	tune_free(&t);
}

/* Return an experiment whose block has this throughput with the present settings, and @to. */
static struct tune run_throughput(unsigned int measure, double from, double to)
{
	struct tune t = experiment(1, 2);
	struct tune_block *b = tune_begin(&t);

	t.measure = measure;
	t.busy = 0.003;
	t.guard[0] = (struct tune_guard){ MEASURE_THROUGHPUT, 0.05, NAN };
	t.guards = 1;
	for (u32 i = 0; i < 2; i++) {
		b->measured[i] = true;
		b->figure[i][MEASURE_WAIT] = 3;
		b->figure[i][MEASURE_THROUGHPUT] = i ? to : from;
	}
	tune_take(&t);
	return t;
}

/* An idle interval is not the candidate's fault, just as it is not that of the present settings. */
static void idle_intervals_violate_no_guard(void **state)
{
	static const double from[] = { 0.3, 0.3, 0.002, 0, 0.3, 0.3 };
	static const double to[] = { 0.002, 0, 0.3, 0.3, NAN, 0.2 };

	(void)state;
	for (u32 k = 0; k < 6; k++) {
		for (u32 m = 0; m < 2; m++) {
			struct tune t = run_throughput(m ? MEASURE_WAIT : MEASURE_THROUGHPUT,
						       from[k], to[k]);
			bool is_loss = k == 5, counts = is_loss || (k == 4 && m);

			assert_int_equal(t.outcome[1].verdict,
					 is_loss ? TUNE_GUARDED : TUNE_OPEN);
			assert_int_equal(t.outcome[1].n, counts);
			tune_free(&t);
		}
	}
}

/* Candidate 1 stops the fabric: it is dropped after a row of blocks, and those of others count. */
static void what_stops_the_fabric_is_left_alone(void **state)
{
	struct simulated s = simulated(1, 3, NONE);
	struct tune t = experiment(1, 3);

	(void)state;
	assert_int_equal(tune_row(&t), 6);
	s.effect[1] = NAN;
	s.effect[2] = 0.7;
	tune_run(&t, &fabric, &s);
	assert_int_equal(t.outcome[1].verdict, TUNE_GUARDED);
	assert_int_equal(t.outcome[1].block, 6);
	assert_string_equal(t.outcome[1].why,
			    "nothing was counted that shows wait in 6 blocks in a row, but not with the present settings");
	assert_string_equal(t.block[0].dropped, "");
	assert_int_equal(t.outcome[2].verdict, TUNE_BETTER);
	assert_int_equal(t.outcome[2].n, t.done);
	tune_free(&t);
	/* without a figure of the present settings no candidate is to blame */
	s = simulated(1, 3, NONE);
	t = experiment(1, 3);
	s.effect[0] = NAN;
	s.effect[1] = NAN;
	tune_run(&t, &fabric, &s);
	for (u32 block = 0; block < BLOCKS; block++)
		assert_string_equal(t.block[block].dropped, "nothing was counted that shows wait");
	for (u32 i = 1; i < 3; i++) {
		assert_int_equal(t.outcome[i].verdict, TUNE_OPEN);
		assert_int_equal(t.outcome[i].n, 0);
	}
	tune_free(&t);
}

/* Candidate 1 stops the fabric while throughput is compared, which is 0 then, but not unknown. */
static void no_throughput_is_left_alone(void **state)
{
	struct simulated s = simulated(1, 3, NONE);
	struct tune t = experiment(1, 3);

	(void)state;
	t.measure = MEASURE_THROUGHPUT;
	t.busy = 0.003;
	s.throughput[1] = 0;
	s.throughput[2] = 1.1;
	tune_run(&t, &fabric, &s);
	assert_int_equal(t.outcome[1].verdict, TUNE_GUARDED);
	assert_int_equal(t.outcome[1].block, 6);
	assert_string_equal(t.outcome[1].why,
			    "the fabric was idle in 6 blocks in a row, but not with the present settings");
	assert_int_equal(t.outcome[2].verdict, TUNE_BETTER);
	tune_free(&t);
	/* without a throughput of the present settings no candidate is to blame */
	s = simulated(1, 3, NONE);
	t = experiment(1, 3);
	t.measure = MEASURE_THROUGHPUT;
	s.throughput[0] = 0;
	s.throughput[1] = 0;
	tune_run(&t, &fabric, &s);
	assert_string_equal(t.block[0].dropped, "nothing was counted that shows throughput");
	assert_int_equal(t.outcome[1].verdict, TUNE_OPEN);
	assert_int_equal(t.outcome[1].n, 0);
	tune_free(&t);
}

/* Take a block; a throughput of 0 is that of an idle fabric. */
static void take_throughput(struct tune *t, double present, double candidate, const char *dropped)
{
	struct tune_block *b = tune_begin(t);

	for (size_t i = 0; i < 2; i++) {
		b->measured[i] = true;
		b->figure[i][MEASURE_THROUGHPUT] = i ? candidate : present;
	}
	snprintf(b->dropped, sizeof(b->dropped), "%s", dropped);
	tune_take(t);
}

/* A pause with the present settings ends the row: pauses come to both, also in a rhythm. */
static void a_stop_is_seen_in_a_row(void **state)
{
	struct tune t = experiment(1, 2);

	(void)state;
	t.measure = MEASURE_THROUGHPUT;
	for (u32 block = 0; block < 4; block++)
		take_throughput(&t, 0.3, 0, "");
	take_throughput(&t, 0, 0, "the fabric was idle");
	for (u32 block = 0; block < 4; block++)
		take_throughput(&t, 0.3, 0, "");
	take_throughput(&t, 0.3, 0, "a link failed");
	assert_int_equal(t.outcome[1].verdict, TUNE_OPEN);
	take_throughput(&t, 0.3, 0, "");
	assert_int_equal(t.outcome[1].verdict, TUNE_GUARDED);
	assert_int_equal(t.outcome[1].n, 0);
	tune_free(&t);
}

/*
 * Run experiments with two candidates under a load that pauses; the second one waits @effect times
 * as long.  Returns the number in which it gets @verdict.
 */
static u32 paused(double pause, double effect, enum tune_verdict verdict)
{
	u32 n = 0, started = 0;

	for (u64 seed = 0; seed < EXPERIMENTS; seed++) {
		struct simulated s = simulated(seed, 2, NONE);
		struct tune t = experiment(seed, 2);
		char why[TUNE_WHY];

		s.pause = pause;
		s.noise = 0.01;
		s.effect[1] = effect;
		t.guard[0] = (struct tune_guard){ MEASURE_THROUGHPUT, 0.1, NAN };
		t.guards = 1;
		if (tune_pilot(&t, &fabric, &s, why)) {
			assert_true(t.scale < 0.04);
			tune_run(&t, &fabric, &s);
			n += t.outcome[1].verdict == verdict;
			started++;
		}
		tune_free(&t);
	}
	print_message("%.0f %% of pauses: %u of %u experiments start, %u of them with verdict %d\n",
		      100 * pause, started, EXPERIMENTS, n, verdict);
	return n;
}

/* Pauses of the load end no candidate, claim nothing, and hide little. */
static void pauses_are_no_verdict(void **state)
{
	(void)state;
	assert_int_equal(paused(0.05, 1, TUNE_GUARDED), 0);
	assert_true(paused(0.3, 1, TUNE_GUARDED) <= TUNE_ERROR / 5 * EXPERIMENTS);
	assert_true(paused(0.05, 1, TUNE_BETTER) <= TUNE_ERROR / 2 * EXPERIMENTS);
	assert_true(paused(0.05, 1, TUNE_WORSE) <= TUNE_ERROR / 2 * EXPERIMENTS);
	assert_true(paused(0.05, 0.97, TUNE_BETTER) >= 0.97 * EXPERIMENTS);
}

/* Nodes that starve with the present settings, too, are no fault of a candidate. */
static void starving_is_compared_with_the_most_so_far(void **state)
{
	struct tune t = experiment(1, 2);

	(void)state;
	t.starved = 2;
	for (u32 block = 0; block < 5; block++)
		take_starving(&t, 0, 2, "");
	take_starving(&t, 4, 3, "");
	for (u32 block = 0; block < 4; block++)
		take_starving(&t, 0, 5, "");
	assert_int_equal(t.outcome[1].verdict, TUNE_OPEN);
	take_starving(&t, 1, 5, "");
	assert_int_equal(t.outcome[1].verdict, TUNE_GUARDED);
	assert_string_equal(t.outcome[1].why,
			    "5 nodes or more starved in 5 blocks in a row, and 4 at most with the present settings");
	tune_free(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(guards_end_a_candidate_at_once),
		cmocka_unit_test(a_guarded_block_counts),
		cmocka_unit_test(equal_candidates_are_dropped_as_announced),
		cmocka_unit_test(starving_nodes_are_guarded_always),
		cmocka_unit_test(starving_is_seen_in_a_row),
		cmocka_unit_test(zeros_do_not_count),
		cmocka_unit_test(starving_is_compared_or_guarded),
		cmocka_unit_test(equal_candidates_are_seldom_left),
		cmocka_unit_test(a_saw_that_grows_is_the_exception),
		cmocka_unit_test(what_is_unknown_always_violates_no_guard),
		cmocka_unit_test(a_figure_of_0_bounds_nothing),
		cmocka_unit_test(idle_intervals_violate_no_guard),
		cmocka_unit_test(what_stops_the_fabric_is_left_alone),
		cmocka_unit_test(no_throughput_is_left_alone),
		cmocka_unit_test(a_stop_is_seen_in_a_row),
		cmocka_unit_test(pauses_are_no_verdict),
		cmocka_unit_test(starving_is_compared_with_the_most_so_far),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
