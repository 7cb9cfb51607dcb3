// SPDX-License-Identifier: GPL-2.0-only
/* Widening: registers that jump by up to 2^32 - 1 between readings lose no count. */
#include <string.h>

#include "test.h"

#include "lib/model.h"
#include "rng.h"
#include <seastar/widen.h>

#define ROUNDS		20000
#define LONGEST		0xffffffffULL

/* What the registers of a router should have counted, and what they show. */
struct truth {
	struct ss_counters counted;
	struct ss_perf shown;
};

static u64 draws;

static u64 draw(void)
{
	return ss_rng_draw(0x5ea57a12, draws++);
}

/* A jump of 0 to 2^32 - 1: the ends often, all magnitudes alike otherwise. */
static u64 jump(void)
{
	u64 kind = draw() % 8;

	if (!kind)
		return LONGEST;
	if (kind == 1)
		return 0;
	return (draw() & LONGEST) >> draw() % 32;
}

static bool is_age_bin(u32 counter)
{
	return counter >= SEASTAR_COUNTER_AGE_BIN0 &&
	       counter < SEASTAR_COUNTER_AGE_BIN0 + SEASTAR_AGE_BINS;
}

/* The place of a counter in the registers, by hand and not by ss_counter_of(). */
static void show(struct truth *t, u32 port, u32 counter)
{
	static const u8 place[SEASTAR_COUNTERS] = {
		0, 1, 2, 3, 4, 5, 5, 6, 6, 7, 8, 9, 10, 11, 12, 13, 14,
	};
	u64 *reg = &t->shown.reg[port][place[counter]];
	u64 value = t->counted.of[counter][port];

	if (!is_age_bin(counter))
		*reg = value;
	else if ((counter - SEASTAR_COUNTER_AGE_BIN0) % 2)
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
		assert_false(ss_widen(&total, &last, &t.shown, false));
		assert_memory_equal(&total, &t.counted, sizeof(total));
		last = t.shown;
	}
	assert_true(t.counted.of[SEASTAR_COUNTER_AGE_BIN0][0] > 1000 * LONGEST);
}

/* One more than the longest jump cannot be seen: that is what the flag is for. */
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

static void resets_start_from_nought(void **state)
{
	(void)state;
	for (u32 reg = 0; reg < SEASTAR_REGS; reg++) {
		struct ss_counters total = { 0 }, before;
		struct ss_perf last = { 0 }, now = { 0 };

		last.reg[3][reg] = 1000;
		last.reg[5][SEASTAR_REG_VC0_PKTS] = 50;
		now.reg[3][reg] = 7;
		now.reg[5][SEASTAR_REG_VC0_PKTS] = 60;
		ss_widen(&total, &(struct ss_perf){ 0 }, &last, false);
		before = total;
		if (ss_is_age_group(reg)) {
			assert_false(ss_widen(&total, &last, &now, false));
			assert_true(total.of[ss_counter_of(reg)][3] == (1ULL << 32) + 7);
			continue;
		}
		assert_true(ss_widen(&total, &last, &now, false));
		assert_true(total.of[ss_counter_of(reg)][3] ==
			    before.of[ss_counter_of(reg)][3] + 7);
		assert_true(total.of[SEASTAR_COUNTER_VC0_PKTS][5] == 50 + 60);
	}
}

static void known_resets_count_all(void **state)
{
	struct ss_counters total = { 0 };
	struct ss_perf last = { 0 }, now = { 0 };

	(void)state;
	last.reg[0][SEASTAR_REG_AGE_GROUP0] = 10;
	now.reg[0][SEASTAR_REG_AGE_GROUP0] = 20;
	assert_true(ss_widen(&total, &last, &now, true));
	assert_true(total.of[SEASTAR_COUNTER_AGE_BIN0][0] == 20);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(jumps_lose_nothing),
		cmocka_unit_test(longer_gaps_are_flagged),
		cmocka_unit_test(resets_start_from_nought),
		cmocka_unit_test(known_resets_count_all),
	};

	return cmocka_run_group_tests_name("widen", tests, NULL, NULL);
}
