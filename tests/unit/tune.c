// SPDX-License-Identifier: GPL-2.0-only
/*
 * The experiment of seastar tune, on simulated fabrics: claims about equal candidates are as seldom
 * as promised, also while the load drifts, where comparisons before and after are wrong; real
 * differences are found, and dropped blocks do not count.
 */
#include "tune_simulated.h"

#include "sim/base/stats.h"

static bool claims_any(const struct tune *t)
{
	for (size_t i = 1; i < t->n; i++)
		if (t->outcome[i].verdict == TUNE_BETTER || t->outcome[i].verdict == TUNE_WORSE)
			return true;
	return false;
}

/* Return true if a Student's interval of @d does not cover 0. */
static bool differs(const double *d, u32 n)
{
	return fabs(stats_mean(d, n)) > stats_half_width(d, n);
}

/* Measure all intervals of one candidate, then of the other; return true if the means differ. */
static bool claims_before_and_after(struct simulated s)
{
	double x[2][BLOCKS], half;

	s.candidates = 2;
	s.intervals = 2 * BLOCKS;
	for (u32 k = 0; k < 2; k++)
		for (u32 i = 0; i < BLOCKS; i++)
			x[k][i] = wait_at(&s, k);
	half = stats_student(STATS_95, 2 * BLOCKS - 2) *
	       sqrt((stats_variance(x[0], BLOCKS) + stats_variance(x[1], BLOCKS)) / BLOCKS);
	return fabs(stats_mean(x[0], BLOCKS) - stats_mean(x[1], BLOCKS)) > half;
}

/* Alternate in a fixed order, and look at Student's interval after each block. */
static bool claims_alternating(struct simulated s)
{
	double d[BLOCKS];

	s.candidates = 2;
	s.intervals = 2 * BLOCKS;
	for (u32 i = 0; i < BLOCKS; i++) {
		double first = wait_at(&s, 0);

		d[i] = tune_difference(wait_at(&s, 1), first);
		if (i && differs(d, i + 1))
			return true;
	}
	return false;
}

/* The candidates are as good as the present settings: no claim is right. */
static void equal_candidates_are_seldom_claimed(void **state)
{
	(void)state;
	for (u32 candidates = 2; candidates <= 4; candidates += 2) {
		for (enum drift drift = NONE; drift < DRIFTS; drift++) {
			u32 claims = 0, before = 0, alternating = 0;

			for (u64 seed = 0; seed < EXPERIMENTS; seed++) {
				struct simulated s = simulated(seed, candidates, drift);
				struct tune t = experiment(seed, candidates);

				before += claims_before_and_after(s);
				alternating += claims_alternating(s);
				tune_run(&t, &fabric, &s);
				claims += claims_any(&t);
				tune_free(&t);
			}
			print_message("%u equal, %s: %u of %u claim a difference; before and after %u, alternating %u\n",
				      candidates - 1, drift_names[drift], claims, EXPERIMENTS,
				      before, alternating);
			assert_true(claims <= TUNE_ERROR * EXPERIMENTS);
			if (drift != NONE && drift != WAVE && drift != SAW &&
			    drift != BACK_AND_FORTH)
				assert_true(before > 10 * TUNE_ERROR * EXPERIMENTS);
			if (drift != BACK_AND_FORTH)
				assert_true(alternating > 2 * TUNE_ERROR * EXPERIMENTS);
		}
	}
}

/* Return true if the interval contained the true difference after each block. */
static bool holds(struct tune *t, struct simulated *s, double truth)
{
	for (u32 block = 0; block < BLOCKS; block++) {
		struct tune_block *b = tune_begin(t);
		char why[TUNE_WHY];

		for (size_t k = 0; k < b->n; k++) {
			simulate(s, b->order[k], b->figure[b->order[k]], why);
			b->measured[b->order[k]] = true;
		}
		tune_take(t);
		if (truth < t->outcome[1].low || truth > t->outcome[1].high)
			return false;
		t->outcome[1].verdict = TUNE_OPEN;	/* to look at later blocks, too */
	}
	return true;
}

static void intervals_hold_the_difference(void **state)
{
	u32 held = 0;

	(void)state;
	for (u64 seed = 0; seed < EXPERIMENTS; seed++) {
		struct simulated s = simulated(seed, 2, NONE);
		struct tune t = experiment(seed, 2);

		s.effect[1] = 0.9;
		held += holds(&t, &s, tune_difference(0.9, 1));
		tune_free(&t);
	}
	print_message("of %u experiments %u hold the difference after each of %u blocks\n",
		      EXPERIMENTS, held, BLOCKS);
	assert_true(held >= (1 - TUNE_ERROR) * EXPERIMENTS);
}

/* The steps of a picture are those by which a candidate was judged. */
static void steps_lead_to_the_verdict(void **state)
{
	struct simulated s = simulated(1, 3, NONE);
	struct tune t = experiment(1, 3);
	struct tune_step *step;
	double widest = INFINITY;
	u32 n, bounded = 0;

	(void)state;
	s.effect[1] = 0.99;
	s.drop = 4;
	tune_run(&t, &fabric, &s);
	step = tune_steps(&t, 1, &n);
	assert_int_equal(n, t.outcome[1].n);
	assert_int_equal(step[0].block, 1);
	assert_int_equal(step[1].block, 3);
	assert_true(isinf(step[0].low) && isinf(step[0].high));
	assert_true(step[n - 1].low == t.outcome[1].low && step[n - 1].high == t.outcome[1].high);
	assert_int_equal(step[n - 1].block, t.done);
	assert_true(tune_median(&t, 1, t.measure) == t.outcome[1].median);
	for (u32 k = 0; k < n; k++) {
		assert_true(fabs(step[k].difference - tune_difference(0.99, 1)) < 0.15);
		assert_true(step[k].high - step[k].low <= widest * 1.2);
		widest = step[k].high - step[k].low;
		bounded += !isinf(widest);
	}
	assert_true(bounded >= 4);
	free(step);
	tune_free(&t);
}

static void real_differences_are_found(void **state)
{
	u32 right = 0, first = 0;

	(void)state;
	for (u64 seed = 0; seed < EXPERIMENTS; seed++) {
		struct simulated s = simulated(seed, 4, NONE);
		struct tune t = experiment(seed, 4);

		s.effect[1] = 0.8;
		s.effect[2] = 0.7;
		s.effect[3] = 1.3;
		tune_run(&t, &fabric, &s);
		right += t.outcome[1].verdict == TUNE_BETTER &&
			 t.outcome[2].verdict == TUNE_BETTER &&
			 t.outcome[3].verdict == TUNE_WORSE && tune_winner(&t) == 2;
		first += t.done;
		tune_free(&t);
	}
	print_message("of %u experiments %u are right, after %.1f of %u blocks\n", EXPERIMENTS,
		      right, (double)first / EXPERIMENTS, BLOCKS);
	assert_true(right >= 0.99 * EXPERIMENTS);
	/* the fewest that the method allows */
	assert_int_equal(first, 8 * EXPERIMENTS);
}

static struct tune run_one(struct simulated *s, double margin)
{
	struct tune t = experiment(1, 2);

	t.margin = margin;
	t.scale = s->noise * M_SQRT2;
	tune_run(&t, &fabric, s);
	return t;
}

static void small_differences_are_not_worth_having(void **state)
{
	struct simulated s = simulated(1, 2, NONE);
	struct tune t;

	(void)state;
	s.noise = 0.001;
	s.effect[1] = 0.98;
	t = run_one(&s, 0.05);
	assert_int_equal(t.outcome[1].verdict, TUNE_SAME);
	assert_int_equal(tune_winner(&t), 0);
	tune_free(&t);
	s.interval = 0;
	t = run_one(&s, 0.01);
	assert_int_equal(t.outcome[1].verdict, TUNE_BETTER);
	assert_int_equal(tune_winner(&t), 1);
	tune_free(&t);
	s = simulated(1, 2, NONE);
	s.noise = 0.5;
	t = run_one(&s, 0.01);
	assert_int_equal(t.outcome[1].verdict, TUNE_OPEN);
	assert_int_equal(t.done, BLOCKS);
	tune_free(&t);
}

static void more_throughput_is_better(void **state)
{
	struct simulated s = simulated(1, 3, NONE);
	struct tune t = experiment(1, 3);

	(void)state;
	s.throughput[1] = 0.9;
	s.throughput[2] = 1.1;
	t.measure = MEASURE_THROUGHPUT;
	tune_run(&t, &fabric, &s);
	assert_int_equal(t.outcome[1].verdict, TUNE_WORSE);
	assert_int_equal(t.outcome[2].verdict, TUNE_BETTER);
	assert_int_equal(tune_winner(&t), 2);
	tune_free(&t);
}

/* Block whose third and last interval is dropped, after the present settings were measured. */
#define DROPPED	7
static void dropped_blocks_do_not_count(void **state)
{
	struct simulated s = simulated(1, 3, NONE);
	struct tune t = experiment(1, 3);

	(void)state;
	s.drop = 3 * DROPPED;
	tune_run(&t, &fabric, &s);
	assert_int_not_equal(t.block[DROPPED - 1].order[2], 0);
	assert_string_equal(t.block[DROPPED - 1].dropped, "a link failed");
	assert_string_equal(t.block[DROPPED].dropped, "");
	assert_int_equal(t.done, BLOCKS);
	assert_int_equal(s.blocks, BLOCKS);
	assert_int_equal(t.outcome[1].n, BLOCKS - 1);
	assert_int_equal(t.outcome[2].n, BLOCKS - 1);
	tune_free(&t);
	s = simulated(1, 2, NONE);
	s.end = 9;
	t = run_one(&s, 0.001);
	assert_string_equal(t.ended, "a link failed");
	assert_int_equal(t.done, 5);
	assert_int_equal(s.blocks, 5);
	assert_int_equal(t.outcome[1].n, 4);
	tune_free(&t);
}

/* A dropped pilot interval is measured again, after the end of a block. */
static void pilots_are_tried_again(void **state)
{
	struct simulated s = simulated(1, 2, NONE);
	struct tune t = experiment(1, 2);
	char why[TUNE_WHY];

	(void)state;
	t.scale = 0;
	s.drop = 3;
	s.drops = 2;
	assert_true(tune_pilot(&t, &fabric, &s, why));
	assert_int_equal(s.interval, TUNE_PILOTS + 2);
	assert_int_equal(s.blocks, 2 + 1);
	assert_true(t.scale > 0 && t.scale < 0.1);
	assert_true(t.starved == 3);
	s = simulated(1, 2, NONE);
	s.drop = 3;
	s.drops = 100;
	assert_false(tune_pilot(&t, &fabric, &s, why));
	assert_string_equal(why, "a link failed, three times: tune when it is quiet");
	s = simulated(1, 2, NONE);
	s.end = 2;
	assert_false(tune_pilot(&t, &fabric, &s, why));
	assert_int_equal(s.interval, 2);
	s = simulated(1, 2, NONE);
	s.effect[0] = NAN;
	assert_false(tune_pilot(&t, &fabric, &s, why));
	assert_string_equal(why,
			    "nothing was counted that shows wait: it needs traffic, and an interval that is long enough");
	s = simulated(1, 2, NONE);
	s.effect[0] = 0;
	assert_false(tune_pilot(&t, &fabric, &s, why));
	assert_string_equal(why,
			    "wait is 0 in all intervals of the present settings: give another measure, or longer intervals");
	tune_free(&t);
	/* neighbours of which one or both are 0 still give a standard deviation */
	assert_true(tune_noise((const double[]){ 0, 0, 3, 3 }, 4) > 0);
	assert_true(tune_noise((const double[]){ 0, 0, 3, 4 }, 4) < log(TUNE_FACTOR));
}

/* An idle pilot is replaced, also the first one: the scale is that of the others. */
static void idle_pilots_are_tried_again(void **state)
{
	struct tune t = experiment(1, 2);
	char why[TUNE_WHY];

	(void)state;
	for (unsigned int m = 0; m < 2; m++) {
		for (u32 first = 1; first <= TUNE_PILOTS + 1; first++) {
			struct simulated s = simulated(1, 2, NONE);

			t.measure = m ? MEASURE_THROUGHPUT : MEASURE_WAIT;
			s.flow_noise = 0.02;
			s.paused = first;
			assert_true(tune_pilot(&t, &fabric, &s, why));
			assert_int_equal(t.idle, first <= TUNE_PILOTS);
			assert_int_equal(s.interval, TUNE_PILOTS + t.idle);
			assert_int_equal(s.blocks, 1);
			assert_true(t.scale > 0 && t.scale < 0.1);
			assert_true(t.busy > 0.0028 && t.busy < 0.0032);
		}
	}
	for (u32 idle = 0; idle < 2; idle++) {
		struct simulated s = simulated(1, 2, NONE);

		s.pause = idle;
		s.throughput[0] = idle ? 0 : 1;
		assert_int_equal(tune_pilot(&t, &fabric, &s, why), !idle);
		assert_int_equal(s.interval, idle ? 3 : TUNE_PILOTS);
	}
	assert_string_equal(why,
			    "the fabric was idle in 3 of 3 intervals of the present settings: tune while it carries traffic, or give longer intervals");
	tune_free(&t);
}

static void the_fewest_blocks_and_changes(void **state)
{
	struct tune t = experiment(1, 4);
	u32 changes = tune_changes(&t);

	(void)state;
	assert_int_equal(tune_least(&t), 8);
	/* settings change for each measurement, except between two of the same candidate */
	assert_in_range(changes, 5 * BLOCKS, 6 * BLOCKS);
	t.outcome[1].verdict = TUNE_WORSE;
	assert_int_equal(tune_changes(&t), changes);
	tune_free(&t);
	/* 1 / C(2 k, k) is 1/252, 1/924, 1/3432 and 1/12870 for k of 5 to 8 blocks */
	for (t.n = 2; t.n <= TUNE_CANDIDATES; t.n++)
		assert_int_equal(tune_starving_blocks(&t),
				 t.n == 2 ? 5 : t.n <= 4 ? 6 : t.n <= 15 ? 7 : 8);
	t.n = 2;
	t.blocks = 30;
	assert_int_equal(tune_starving_blocks(&t), 6);
}

/* Each of the six orders of three candidates comes in a sixth of the blocks. */
static void orders_are_random_and_complete(void **state)
{
	u32 count[6] = { 0 };

	(void)state;
	for (u64 seed = 0; seed < 1000; seed++) {
		struct tune t = experiment(seed, 3), again = experiment(seed, 3);

		for (u32 i = 0; i < BLOCKS; i++) {
			const struct tune_block *b = tune_begin(&t), *c = tune_begin(&again);

			assert_int_equal(b->n, 3);
			assert_int_equal(b->order[0] + b->order[1] + b->order[2], 3);
			assert_int_not_equal(b->order[0], b->order[1]);
			assert_memory_equal(b->order, c->order, sizeof(b->order));
			count[2 * b->order[0] + (b->order[1] < b->order[2])]++;
		}
		tune_free(&t);
		tune_free(&again);
	}
	for (u32 i = 0; i < 6; i++)	/* five standard errors of 12000 draws */
		assert_in_range(count[i], 2000 - 204, 2000 + 204);
}

/* Return how many experiments see a difference that the pilots promise to be seen. */
static u32 see_what_is_promised(u32 candidates)
{
	u32 seen = 0;

	for (u64 seed = 0; seed < EXPERIMENTS; seed++) {
		struct simulated s = simulated(seed, candidates, NONE);
		struct tune t = experiment(seed, candidates);
		char why[TUNE_WHY];

		assert_true(tune_pilot(&t, &fabric, &s, why));
		for (u32 i = 1; i < candidates; i++)
			s.effect[i] = exp(-tune_visible(&t));
		tune_run(&t, &fabric, &s);
		seen += t.outcome[1].verdict == TUNE_BETTER;
		tune_free(&t);
	}
	return seen;
}

/* The scale is that of the pilots, which are few: the promise allows for its error. */
static void the_plan_says_what_can_be_seen(void **state)
{
	(void)state;
	for (u32 candidates = 2; candidates <= 6; candidates += 2) {
		u32 seen = see_what_is_promised(candidates);

		print_message("%u of %u see one of %u differences that is promised to be seen\n",
			      seen, EXPERIMENTS, candidates - 1);
		/* 80 %, within three standard errors of a share, rounded up */
		assert_in_range(seen, 0.76 * EXPERIMENTS, 0.84 * EXPERIMENTS);
	}
}

/* Take a block in which the present settings wait for @wait, and candidate 1 @factor times that. */
static void take_wait(struct tune *t, double wait, double factor)
{
	struct tune_block *b = tune_begin(t);

	for (size_t i = 0; i < 2; i++) {
		b->measured[i] = true;
		b->figure[i][MEASURE_WAIT] = i ? factor * wait : wait;
	}
	tune_take(t);
}

/* In most blocks the candidate is better, but under the highest load it waits for twice as long. */
static void sums_may_contradict_the_verdict(void **state)
{
	struct tune t = experiment(1, 2);

	(void)state;
	assert_true(isnan(tune_total(&t, 1)));
	for (u32 block = 1; block <= BLOCKS; block++)
		take_wait(&t, block == 1 ? 100 : 5, block == 1 ? 2 : 0.8);
	assert_int_equal(t.outcome[1].verdict, TUNE_BETTER);
	assert_true(fabs(tune_total(&t, 1) - log((200 + 4 * 11) / (100.0 + 5 * 11))) < 0.000001);
	assert_true(tune_contradicts(&t, 1));
	t.margin = 0.7;	/* the sums differ by 57 % */
	assert_false(tune_contradicts(&t, 1));
	tune_free(&t);
	t = experiment(1, 2);
	for (u32 block = 0; block < BLOCKS; block++)
		take_wait(&t, 5, 0.95);
	assert_int_equal(t.outcome[1].verdict, TUNE_BETTER);
	assert_false(tune_contradicts(&t, 1));
	tune_free(&t);
}

static void differences_are_symmetric(void **state)
{
	(void)state;
	/* two zeros show nothing */
	assert_true(isnan(tune_difference(0, 0)));
	assert_true(tune_difference(5, 5) == 0);
	assert_true(fabs(tune_difference(3, 4) + tune_difference(4, 3)) < 0.000001);
	assert_true(fabs(tune_relative(tune_difference(3, 4)) + 0.25) < 0.000001);
	assert_true(tune_difference(5, 0) == log(TUNE_FACTOR));
	assert_true(tune_difference(0, 5) == -log(TUNE_FACTOR));
	assert_true(isnan(tune_difference(NAN, 5)));
	assert_true(isnan(tune_difference(5, NAN)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_candidates_are_seldom_claimed),
		cmocka_unit_test(intervals_hold_the_difference),
		cmocka_unit_test(steps_lead_to_the_verdict),
		cmocka_unit_test(real_differences_are_found),
		cmocka_unit_test(small_differences_are_not_worth_having),
		cmocka_unit_test(more_throughput_is_better),
		cmocka_unit_test(dropped_blocks_do_not_count),
		cmocka_unit_test(pilots_are_tried_again),
		cmocka_unit_test(idle_pilots_are_tried_again),
		cmocka_unit_test(the_fewest_blocks_and_changes),
		cmocka_unit_test(orders_are_random_and_complete),
		cmocka_unit_test(the_plan_says_what_can_be_seen),
		cmocka_unit_test(sums_may_contradict_the_verdict),
		cmocka_unit_test(differences_are_symmetric),
	};

	return cmocka_run_group_tests_name("tune", tests, NULL, NULL);
}
