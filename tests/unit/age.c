// SPDX-License-Identifier: GPL-2.0-only
/* The aging algorithm against arithmetic and against Procedure 3 tick by tick. */
#include "test.h"

#include "sim/routers/seastar/age.h"
#include "rng.h"

/* Return the age by Procedure 2, with line 8 as the paper prints it. */
static u32 age_as_printed(u64 hdr, u32 epoch, u32 timestamp)
{
	u32 rollover = !(hdr & SS_AGE_EPOCH) != !epoch;
	u32 n = (hdr & SS_AGE_SUM_MASK) + (rollover << 8 | timestamp);

	if (n & 0x100 || (n & 0x200 && hdr & SS_AGE_BORROW))
		return SS_AGE_MAX;
	return n & SS_AGE_MASK;
}

/* Make an age clock that shows @timestamp in every cycle. */
static struct ss_age clock_at(u32 timestamp)
{
	struct ss_age a = { .expiry = U64_MAX, .wrap = U64_MAX, .period = 1,
			    .start = timestamp };

	return a;
}

/*
 * Every age, arrival timestamp and elapsed time with at most one rollover:
 * the age is the sum, held at 255.
 */
static void every_state_is_exact(void **state)
{
	u64 states = 0, wrong = 0, printed_wrong = 0;

	(void)state;
	for (u32 age = 0; age <= 255; age++) {
		for (u32 in = 0; in <= 255; in++) {
			struct ss_age a = clock_at(in);
			u64 hdr = ss_age_arrive(&a, age, 0, 0);

			for (u32 out = in; out <= 511; out++) {
				u32 sum = age + out - in;
				u32 want = sum > 255 ? 255 : sum;

				states++;
				wrong += ss_age_now(hdr, out > 255, out & 255) != want;
				printed_wrong += age_as_printed(hdr, out > 255,
								out & 255) != want;
			}
		}
	}
	assert_int_equal(states, 25198592);
	assert_int_equal(wrong, 0);
	assert_int_equal(printed_wrong, 8355840);
}

static void vectors(void **state)
{
	static const struct {
		u32 in, bias, ts_in, sum, ts_out, roll, age, printed;
	} v[] = {
		{ 0, 1, 0, 0x001, 5, 0, 6, 6 },
		{ 10, 3, 200, 0x145, 250, 0, 63, 255 },
		{ 10, 3, 200, 0x145, 10, 1, 79, 255 },
		{ 250, 7, 10, 0x0f5, 20, 0, 255, 255 },
		{ 250, 0, 10, 0x0f0, 44, 1, 255, 28 },
		{ 0, 0, 255, 0x101, 0, 1, 1, 255 },
		{ 0, 0, 1, 0x1ff, 1, 0, 0, 255 },
	};

	(void)state;
	for (u32 i = 0; i < sizeof(v) / sizeof(v[0]); i++) {
		struct ss_age a = clock_at(v[i].ts_in);
		u64 hdr = ss_age_arrive(&a, v[i].in, v[i].bias, 0);

		assert_int_equal(hdr & SS_AGE_SUM_MASK, v[i].sum);
		assert_int_equal(ss_age_now(hdr, v[i].roll, v[i].ts_out), v[i].age);
		assert_int_equal(age_as_printed(hdr, v[i].roll, v[i].ts_out),
				 v[i].printed);
		assert_int_equal(a.packet_count[0], 1);
	}
}

static void header_keeps_its_other_fields(void **state)
{
	u64 rest = 0xfedcba9876543000ULL | 0x800, hdr;
	struct ss_age a = clock_at(9);

	(void)state;
	a.epoch = 1;
	hdr = ss_age_arrive(&a, rest | 0x7ff, 7, 0);
	assert_int_equal(hdr & ~SS_AGE_FIELD, rest);
	assert_int_equal(hdr & SS_AGE_FIELD, SS_AGE_EPOCH | (255 - 9));
	assert_int_equal(ss_age_depart(&a, hdr, 77, 0), rest | 77);
	assert_int_equal(a.packet_count[1], 0);
}

/* The state of Procedure 3 as printed (corrected), of which naive_tick() executes one tick. */
struct naive {
	u32 period, reg, timestamp, epoch, inhibit, count[2];
};

static void naive_tick(struct naive *n)
{
	if (n->inhibit) {
		n->inhibit = n->count[1 - n->epoch] > 0;
		return;
	}
	if (--n->reg)
		return;
	n->reg = n->period;
	if (n->timestamp < 255) {
		n->timestamp++;
	} else if (n->count[1 - n->epoch] > 0) {
		n->inhibit = 1;
	} else {
		n->timestamp = 0;
		n->epoch = 1 - n->epoch;
	}
}

static void see_to_wraps(struct ss_age *a, u64 t)
{
	while (a->wrap <= t)
		ss_age_wrap(a);
}

/*
 * One packet arrives 10 ticks after the start and departs 1990 later, with period 2. Tick n of the
 * trace is cycle n - 1.
 */
static void one_packet_held(void **state)
{
	static const struct { u64 cycle; u32 epoch, inhibit; } change[] = {
		{ 511, 1, 0 }, { 1023, 1, 1 }, { 2000, 1, 0 }, { 2002, 0, 0 },
		{ 2514, 1, 0 }, { 3026, 0, 0 },
	};
	struct ss_age a = { 0 };
	u32 epoch = 0, inhibit = 0, seen = 0;
	u64 hdr = 0;

	(void)state;
	ss_age_write_period(&a, 0, 2);
	for (u64 t = 0; t < 3200; t++) {
		see_to_wraps(&a, t);
		if (a.epoch != epoch || ss_age_inhibited(&a, t) != inhibit) {
			epoch = a.epoch;
			inhibit = ss_age_inhibited(&a, t);
			assert_int_equal(t, change[seen].cycle);
			assert_int_equal(epoch, change[seen].epoch);
			assert_int_equal(inhibit, change[seen].inhibit);
			seen++;
		}
		if (t == 9) {
			hdr = ss_age_arrive(&a, 0, 1, t);
			assert_int_equal(hdr & SS_AGE_SUM_MASK, 0x1fc);
		}
		if (t == 1999) {
			assert_int_equal(ss_age_now(hdr, a.epoch,
						    ss_age_timestamp(&a, t)), 255);
			ss_age_depart(&a, hdr, 255, t);
		}
	}
	assert_int_equal(seen, 6);
}

/* Compare the lazy clock with the ticking one over random arrivals, departures and writes. */
static void lazy_clock_is_the_ticking_one(void **state)
{
	u64 key = ss_rng_key(7, 0), draw = 0;

	(void)state;
	for (u32 run = 0; run < 200; run++) {
		struct ss_age a = { 0 };
		u64 held[64];
		struct naive n = { 0 };
		u32 kept = 0;

		n.period = 1 + ss_rng_below(ss_rng_draw(key, draw++), 5);
		n.reg = n.period;
		ss_age_write_period(&a, 0, n.period);
		for (u64 t = 0; t < 5000; t++) {
			u64 dice = ss_rng_draw(key, draw++);

			naive_tick(&n);
			see_to_wraps(&a, t);
			assert_int_equal(ss_age_timestamp(&a, t), n.timestamp);
			assert_int_equal(a.epoch, n.epoch);
			assert_int_equal(ss_age_inhibited(&a, t), n.inhibit);
			assert_int_equal(ss_age_countdown(&a, t + 1), n.reg);
			if (dice % 50 == 0 && kept < 64) {
				held[kept++] = ss_age_arrive(&a, 0, 1, t);
				n.count[n.epoch]++;
			}
			if (dice % 67 == 0 && kept) {
				u32 which = (dice >> 32) % kept;
				u64 hdr = held[which];

				held[which] = held[--kept];
				ss_age_depart(&a, hdr, 0, t);
				n.count[!!(hdr & SS_AGE_EPOCH)]--;
			}
			if (dice % 997 == 0) {
				n.period = 1 + (dice >> 40) % 7;
				n.reg = n.period;
				ss_age_write_period(&a, t + 1, n.period);
			}
			assert_int_equal(a.packet_count[0], n.count[0]);
			assert_int_equal(a.packet_count[1], n.count[1]);
		}
	}
}

/* All wraps of an empty router's clock in one step have the same result as one after the other. */
static void idle_wraps_at_once(void **state)
{
	(void)state;
	for (u64 until = 767; until < 20000; until += 97) {
		struct ss_age one = { 0 }, all = { 0 };

		ss_age_write_period(&one, 0, 3);
		ss_age_write_period(&all, 0, 3);
		see_to_wraps(&one, until);
		ss_age_wrap_idle(&all, until);
		assert_memory_equal(&one, &all, sizeof(one));
	}
}

static void period_0_is_2_to_the_32(void **state)
{
	struct ss_age a = { 0 };

	(void)state;
	ss_age_write_period(&a, 0, 0);
	assert_int_equal(ss_age_countdown(&a, 0), 0);
	assert_int_equal(ss_age_timestamp(&a, 0xfffffffeULL), 0);
	assert_int_equal(ss_age_timestamp(&a, 0xffffffffULL), 1);
	assert_int_equal(ss_age_timestamp(&a, 0x1ffffffffULL), 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_state_is_exact),
		cmocka_unit_test(vectors),
		cmocka_unit_test(header_keeps_its_other_fields),
		cmocka_unit_test(one_packet_held),
		cmocka_unit_test(lazy_clock_is_the_ticking_one),
		cmocka_unit_test(idle_wraps_at_once),
		cmocka_unit_test(period_0_is_2_to_the_32),
	};

	return cmocka_run_group_tests_name("age", tests, NULL, NULL);
}
