// SPDX-License-Identifier: GPL-2.0-only
/* Widening: registers that jump by up to 2^32 - 1 between readings lose no count. */
#include <string.h>

#include "test.h"

#include "lib/model.h"
#include "rng.h"
#include <seastar/widen.h>

#define ROUNDS		20000
#define LONGEST		0xffffffffULL

/* The counts that the registers of a router should have, and the values that they show. */
struct truth {
	struct ss_counters counted;
	struct ss_perf shown;
};

static u64 draws;

static u64 draw(void)
{
	return ss_rng_draw(0x5ea57a12, draws++);
}

/* Draw a jump of 0 to 2^32 - 1: both ends often, else all orders of magnitude equally often. */
static u64 jump(void)
{
	u64 kind = draw() % 8;

	if (!kind)
		return LONGEST;
	if (kind == 1)
		return 0;
	return (draw() & LONGEST) >> draw() % 32;
}

enum half { ALL, LOW, HIGH };

struct place {
	u32 reg;
	enum half half;
};

/*
 * Return the place of a counter in the registers, written by hand, not by the table: a register or
 * half of one.  Each counter after the listed ones has a register of its own.
 */
static struct place place_of(u32 counter)
{
	static const struct place first[] = {
		{ 0, ALL }, { 1, ALL }, { 2, ALL }, { 3, ALL }, { 4, ALL },
		{ 5, LOW }, { 5, HIGH }, { 6, LOW }, { 6, HIGH },
		{ 7, ALL }, { 8, ALL }, { 9, ALL }, { 10, ALL },
		{ 11, ALL }, { 12, ALL }, { 13, ALL }, { 14, ALL },
		{ 15, LOW }, { 15, HIGH }, { 16, LOW }, { 16, HIGH },
	};

	return counter < 21 ? first[counter] : (struct place){ 17 + counter - 21, ALL };
}

/* Return the first counter in register @reg. */
static u32 counter_in(u32 reg)
{
	u32 counter = 0;

	while (place_of(counter).reg != reg)
		counter++;
	return counter;
}

static void show(struct truth *t, u32 port, u32 counter)
{
	struct place place = place_of(counter);
	u64 *reg = &t->shown.reg[port][place.reg];
	u64 value = t->counted.of[counter][port];

	if (place.half == ALL)
		*reg = value;
	else if (place.half == HIGH)
		*reg = (*reg & LONGEST) | value << 32;
	else
		*reg = (*reg & ~LONGEST) | (u32)value;
}

static void count(struct truth *t)
{
	for (u32 port = 0; port < SEASTAR_PORTS; port++) {
		for (u32 i = 0; i < SEASTAR_COUNTERS; i++) {
			t->counted.of[i][port] += jump();
			show(t, port, i);
		}
	}
}

static void jumps_lose_nothing(void **state)
{
	struct ss_counters total = { 0 };
	struct ss_perf last = { 0 };
	struct truth t = { 0 };

	(void)state;
	for (u32 i = 0; i < ROUNDS; i++) {
		count(&t);
		t.shown.cycle += LONGEST;
		assert_false(ss_widen(&total, &last, &t.shown));
		assert_memory_equal(&total, &t.counted, sizeof(total));
		last = t.shown;
	}
	assert_true(t.counted.of[SEASTAR_COUNTER_AGE_BIN0][0] > 1000 * LONGEST);
}

/* Counters do not show a gap beyond the longest jump: ss_widen_exact() finds it by the cycles. */
static void longer_gaps_are_flagged(void **state)
{
	(void)state;
	for (u32 i = 0; i < ROUNDS; i++) {
		u64 before = draw() >> 9, gap = jump();

		assert_true(ss_widen_exact(before, before + gap));
		assert_false(ss_widen_exact(before, before + LONGEST + 1 + gap));
		if (gap)
			assert_false(ss_widen_exact(before + gap, before));
	}
}

/* Two readings of a router that had counted 1000 and 50, and was reset. */
struct readings {
	struct ss_perf last, now;
	struct ss_counters total;
};

static struct readings before_reset(u32 reg)
{
	struct readings r = { .last.cycle = 5000, .now.cycle = 6000 };

	r.last.reg[3][reg] = 1000;
	r.last.reg[5][SEASTAR_REG_VC0_PKTS] = 50;
	r.now.reg[5][SEASTAR_REG_VC0_PKTS] = 60;
	ss_widen(&r.total, &(struct ss_perf){ 0 }, &r.last);
	return r;
}

static void resets_start_from_nought(void **state)
{
	(void)state;
	for (u32 reg = 0; reg < SEASTAR_REGS; reg++) {
		struct readings r = before_reset(reg);

		r.now.reg[3][reg] = 7;
		assert_true(ss_widen(&r.total, &r.last, &r.now));
		assert_true(r.total.of[counter_in(reg)][3] == 1000 + 7);
		assert_true(r.total.of[SEASTAR_COUNTER_VC0_PKTS][5] == 50 + 60);
	}
}

/* A reset is also found in the upper half of a register, which is another counter. */
static void upper_halves_too(void **state)
{
	struct ss_counters total = { 0 };
	struct ss_perf last = { .cycle = 5000 }, now = { .cycle = 6000 };

	(void)state;
	last.reg[2][SEASTAR_REG_AGE_GROUP1] = 1000ULL << 32;
	now.reg[2][SEASTAR_REG_AGE_GROUP1] = 7ULL << 32;
	ss_widen(&total, &(struct ss_perf){ 0 }, &last);
	assert_true(ss_widen(&total, &last, &now));
	assert_true(total.of[SEASTAR_COUNTER_AGE_BIN0 + 3][2] == 1000 + 7);
	assert_true(total.of[SEASTAR_COUNTER_AGE_BIN0 + 2][2] == 0);
	last.reg[2][SEASTAR_REG_AGE_GROUP1] = 0;
	now.reg[2][SEASTAR_REG_AGE_GROUP1] = 0;
	last.reg[2][SEASTAR_REG_GRANTS1] = 1000ULL << 32;
	now.reg[2][SEASTAR_REG_GRANTS1] = 9ULL << 32;
	assert_true(ss_widen(&total, &last, &now));
	assert_true(total.of[SEASTAR_COUNTER_SATURATED][2] == 9);
	assert_true(total.of[SEASTAR_COUNTER_TIED][2] == 0);
}

/* A cycle that is less than before shows a reset even if no register fell. */
static void a_cycle_that_falls_is_a_reset(void **state)
{
	struct readings r = before_reset(SEASTAR_REG_AGE_GROUP0);

	(void)state;
	r.now.reg[3][SEASTAR_REG_AGE_GROUP0] = 1020;
	r.now.cycle = 4999;
	assert_true(ss_widen(&r.total, &r.last, &r.now));
	assert_true(r.total.of[SEASTAR_COUNTER_AGE_BIN0][3] == 1000 + 1020);
}

/* Counts are never too high, whatever a reset leaves in the registers. */
static void no_reset_counts_too_much(void **state)
{
	(void)state;
	for (u32 i = 0; i < ROUNDS; i++) {
		struct ss_perf last = { 0 }, now = { 0 };
		struct ss_counters before = { 0 }, total;
		u32 port = draw() % SEASTAR_PORTS;
		u64 low, high;

		/* a router counts no more grants than it has cycles */
		last.cycle = jump();
		now.cycle = jump();
		low = now.cycle ? draw() % (now.cycle + 1) : 0;
		high = now.cycle ? draw() % (now.cycle + 1) : 0;
		if (last.cycle)
			last.reg[port][SEASTAR_REG_AGE_GROUP0] =
				draw() % (last.cycle + 1) | draw() % (last.cycle + 1) << 32;
		now.reg[port][SEASTAR_REG_AGE_GROUP0] = low | high << 32;
		ss_widen(&before, &(struct ss_perf){ 0 }, &last);
		total = before;
		ss_widen(&total, &last, &now);
		assert_true(total.of[SEASTAR_COUNTER_AGE_BIN0][port] -
			    before.of[SEASTAR_COUNTER_AGE_BIN0][port] <= low);
		assert_true(total.of[SEASTAR_COUNTER_AGE_BIN0 + 1][port] -
			    before.of[SEASTAR_COUNTER_AGE_BIN0 + 1][port] <= high);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(jumps_lose_nothing),
		cmocka_unit_test(longer_gaps_are_flagged),
		cmocka_unit_test(resets_start_from_nought),
		cmocka_unit_test(upper_halves_too),
		cmocka_unit_test(a_cycle_that_falls_is_a_reset),
		cmocka_unit_test(no_reset_counts_too_much),
	};

	return cmocka_run_group_tests_name("widen", tests, NULL, NULL);
}
