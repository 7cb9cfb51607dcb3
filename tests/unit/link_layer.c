// SPDX-License-Identifier: GPL-2.0-only
/*
 * Links whose bits may arrive wrong: what the check finds, how often micropackets are sent, and
 * that packets arrive once, in their order, and as late as go-back-N makes them.
 */
#include <math.h>
#include <stdlib.h>

#include "test.h"

#include <seastar/packet.h>

#include "lib/model.h"
#include "sim/parts/link/go_back_n.h"

#define SYNDROMES	BIT_ULL(SS_CRC_BITS)

/* Compute the syndrome of each bit alone, from the last one sent back to the first. */
static void syndromes(u32 s[SS_MICRO_BITS])
{
	for (u32 i = 0; i < SS_MICRO_BITS; i++) {
		s[i] = i ? s[i - 1] << 1 : 1;
		if (s[i] >> SS_CRC_BITS)
			s[i] ^= 1U << SS_CRC_BITS | SS_CRC_POLY;
	}
}

/* All errors of up to three bits are found, and so is every odd number of them. */
static void few_errors_are_found(void **state)
{
	u32 s[SS_MICRO_BITS];

	(void)state;
	syndromes(s);
	for (u32 a = 0; a < SS_MICRO_BITS; a++) {
		/* x + 1 divides the polynomial: a multiple of it has an even number of terms */
		assert_int_equal(__builtin_parity(s[a]), 1);
		for (u32 b = 0; b < a; b++)
			assert_int_not_equal(s[a], s[b]);
	}
}

/* A syndrome computed error by error, from the first bit sent, is the sum of those of the bits. */
static void errors_add_up(void **state)
{
	u32 s[SS_MICRO_BITS];

	(void)state;
	syndromes(s);
	for (u32 n = 0; n < 100000; n++) {
		u32 sum = 0, step = 0, last = 0;

		for (u32 i = 0, gap = 0; i < SS_MICRO_BITS; i++) {
			gap++;
			if (ss_rng_draw(n, i) % 32)
				continue;
			sum ^= s[SS_MICRO_BITS - 1 - i];
			step = ss_crc_error(step, gap);
			last = i;
			gap = 0;
		}
		/* the bits sent after the last wrong one */
		for (u32 i = last + 1; i < SS_MICRO_BITS && step; i++) {
			step <<= 1;
			if (step >> SS_CRC_BITS)
				step ^= 1U << SS_CRC_BITS | SS_CRC_POLY;
		}
		assert_int_equal(step, sum);
	}
}

/*
 * Return the chance that a micropacket has errors and the check misses them.  It follows from the
 * weights of the dual code (MacWilliams), whose words are sums of rows of the parity check matrix.
 */
static double missed(double bit_errors)
{
	u32 s[SS_MICRO_BITS];
	double sum = 0;

	syndromes(s);
	for (u32 word = 0; word < SYNDROMES; word++) {
		u32 weight = 0;

		for (u32 i = 0; i < SS_MICRO_BITS; i++)
			weight += __builtin_parity(s[i] & word);
		sum += pow(1 - 2 * bit_errors, weight);
	}
	return sum / SYNDROMES - pow(1 - bit_errors, SS_MICRO_BITS);
}

/* Return the chance that the check finds errors in a micropacket. */
static double found(double bit_errors)
{
	return 1 - pow(1 - bit_errors, SS_MICRO_BITS) - missed(bit_errors);
}

/* Return the mean round trips per micropacket. */
static double round_trips(double bit_errors)
{
	return found(bit_errors) / (1 - found(bit_errors));
}

/* Send @packets of nine flits one after another; @bit_errors of 10^12 bits are wrong. */
static struct ss_sender sent(u64 bit_errors, u64 packets)
{
	struct ss_sender s = { .key = 20071110 };

	ss_sender_set(&s, bit_errors);
	for (u64 i = 0; i < packets; i++)
		ss_send(&s, 9, true);
	return s;
}

/*
 * Check that @seen is a likely count of independent events, of which @expected are expected; it
 * fails by chance once in 10^6 runs.
 */
static void assert_counts(double expected, u64 seen)
{
	assert_true(fabs((double)seen - expected) <= 5 * sqrt(expected) + 3);
}

/* The check misses as many errors as predicted, and some where one bit in 100 is wrong. */
static void errors_are_missed_as_predicted(void **state)
{
	static const struct {
		u64 bit_errors, packets;
	} v[] = {
		{ 1000000, 20000000 }, { 100000000, 2000000 }, { 1000000000, 1000000 },
		{ SS_BIT_ERRORS_MAX, 100000 },
	};

	(void)state;
	for (u32 i = 0; i < sizeof(v) / sizeof(v[0]); i++) {
		struct ss_sender s = sent(v[i].bit_errors, v[i].packets);
		double taken = v[i].packets * 4.5, tries = taken + s.retries;
		double share = v[i].bit_errors / 1e12;

		assert_counts(tries * missed(share), s.undetected);
		/* after each try, the chance that one more is needed is the same */
		assert_true(fabs(s.retries / taken / round_trips(share) - 1) < 0.02);
	}
	assert_true(sent(SS_BIT_ERRORS_MAX, 100000).undetected > 0);
}

/**
 * struct pair - two routers, and what has come from each to the other
 * @f: the fabric
 * @packets: number of packets received
 * @wrong: packets received out of order, by their source's TransactionID
 */
struct pair {
	struct ss_fabric *f;
	u64 packets[2];
	u64 wrong;
};

static void note(void *ctx, const struct ss_delivery *d)
{
	struct pair *p = ctx;
	u32 from = SS_HDR_SOURCE(d->header);

	p->wrong += SS_HDR_GET(d->header, TID) != p->packets[from] % (1 << SS_HDR_TID_BITS);
	p->packets[from]++;
}

/*
 * Run both links at capacity with packets of nine flits: sources always have packets, and buffers
 * are so deep that only the links limit the rate.
 */
static void run_as(struct pair *p, struct ss_config *cfg, u64 cycles)
{
	struct ss_traffic t = {
		.pattern = SEASTAR_PATTERN_NEIGHBOUR, .source = SEASTAR_SOURCE_CLOSED,
		.window = 200, .lengths = ss_lengths_one(9), .requests = SEASTAR_PPM,
	};

	memset(p, 0, sizeof(*p));
	cfg->eject[0] = 1;
	cfg->eject[1] = 1;
	cfg->input_depth = 512;
	cfg->seastar.staging_depth = 64;
	p->f = model_new(cfg);
	ss_fabric_on_delivery(p->f, note, p);
	model_traffic(p->f, &t);
	ss_fabric_run(p->f, cycles);
}

static void run(struct pair *p, u64 bit_errors, u64 cycles)
{
	struct ss_config cfg;

	ss_config_default(&cfg, 2, 1, 1, 1);
	cfg.seastar.bit_errors = bit_errors;
	run_as(p, &cfg, cycles);
}

static void run_with_tables(struct pair *p, u64 cycles)
{
	struct ss_config cfg;

	ss_config_default(&cfg, 2, 1, 1, 1);
	cfg.seastar.tables = 1;
	run_as(p, &cfg, cycles);
}

/* Return the flits per cycle that both links carry together. */
static double throughput(const struct pair *p, u64 cycles)
{
	return 9.0 * (p->packets[0] + p->packets[1]) / cycles;
}

static u64 injected(struct ss_fabric *f, u32 router)
{
	struct ss_source_stats s;

	ss_read_source(f, router, &s);
	return s.stat[SEASTAR_SRC_INJECTED];
}

/*
 * Without errors a micropacket takes two cycles; with them, a round trip more for each time that it
 * is sent again: 2 + 2 x 8 cycles.
 */
static void links_lose_what_go_back_n_loses(void **state)
{
	static const u64 v[] = { 1000000, 100000000, 1000000000 };

	(void)state;
	for (u32 i = 0; i < 3; i++) {
		double analytic = 1 - 2 / (2 + round_trips(v[i] / 1e12) * ss_round_trip(8)), loss;
		/* some 5,000 retries, of which the statistics are good for 2 % */
		const u64 cycles = i ? 1000000 : 30000000;
		struct pair without, with;
		struct ss_link_errors e;

		run(&without, 0, cycles);
		run(&with, v[i], cycles);
		loss = 1 - throughput(&with, cycles) / throughput(&without, cycles);
		for (u32 r = 0; r < 2; r++)
			assert_int_equal(injected(with.f, r) - with.packets[r] <= 2 * 512, 1);
		assert_int_equal(injected(with.f, 0) + injected(with.f, 1),
				 with.packets[0] + with.packets[1] + ss_fabric_packets(with.f));
		assert_int_equal(with.wrong, 0);
		ss_link_errors(with.f, 0, SEASTAR_PORT_XP, &e);
		assert_true(e.retries > 0);
		print_message("errors %g: loss %.6f, analytic %.6f\n", v[i] / 1e12, loss, analytic);
		assert_true(fabs(loss / analytic - 1) < 0.05);
		model_free(without.f);
		model_free(with.f);
	}
}

/* When the sources fall silent the network empties: nothing is lost, and nothing comes twice. */
static void all_arrive_once(void **state)
{
	struct ss_traffic none = { .pattern = SEASTAR_PATTERN_NONE, .lengths = ss_lengths_one(1) };
	static const u64 v[] = { 1000000, 100000000, 1000000000, SS_BIT_ERRORS_MAX };

	(void)state;
	for (u32 i = 0; i < 4; i++) {
		struct pair p;

		run(&p, v[i], 100000);
		model_traffic(p.f, &none);
		ss_fabric_run(p.f, 200000);
		assert_int_equal(ss_fabric_packets(p.f), 0);
		for (u32 r = 0; r < 2; r++)
			assert_int_equal(injected(p.f, r), p.packets[r]);
		assert_int_equal(p.wrong, 0);
		model_free(p.f);
	}
}

/* Bits arrive wrong on the way from router 0 to 1 only, from some cycle on and until another. */
static void links_have_errors_each_of_its_own(void **state)
{
	const u64 before = 100000, during = 1000000, after = 100000, rate = 1000000000;
	double analytic = 2 / (2 + round_trips(rate / 1e12) * ss_round_trip(8));
	struct ss_link_errors there, back;
	u64 packets[2];
	struct pair p;

	(void)state;
	run_with_tables(&p, before);
	memcpy(packets, p.packets, sizeof(packets));
	ss_link_set_errors(p.f, 0, SEASTAR_PORT_XP, rate);
	ss_fabric_run(p.f, during);
	assert_true(fabs(9.0 * (p.packets[0] - packets[0]) / during / analytic - 1) < 0.01);
	assert_true(fabs(9.0 * (p.packets[1] - packets[1]) / during - 1) < 0.001);
	ss_link_errors(p.f, 0, SEASTAR_PORT_XP, &there);
	ss_link_errors(p.f, 1, SEASTAR_PORT_XM, &back);
	assert_int_equal(there.bit_errors, rate);
	assert_true(there.retries > 0);
	assert_int_equal(back.bit_errors + back.retries + back.undetected, 0);

	ss_link_set_errors(p.f, 0, SEASTAR_PORT_XP, 0);
	ss_fabric_run(p.f, 1000);
	memcpy(packets, p.packets, sizeof(packets));
	ss_fabric_run(p.f, after);
	assert_true(fabs(9.0 * (p.packets[0] - packets[0]) / after - 1) < 0.001);
	assert_int_equal(p.wrong, 0);
	model_free(p.f);
}

static void too_many_errors_are_refused(void **state)
{
	struct ss_config cfg;

	(void)state;
	ss_config_default(&cfg, 2, 2, 2, 0);
	cfg.seastar.bit_errors = SS_BIT_ERRORS_MAX;
	assert_null(ss_config_check(&cfg));
	cfg.seastar.bit_errors++;
	assert_string_equal(ss_config_check(&cfg), "at most one bit in 100 may arrive wrong");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(few_errors_are_found),
		cmocka_unit_test(errors_add_up),
		cmocka_unit_test(errors_are_missed_as_predicted),
		cmocka_unit_test(links_lose_what_go_back_n_loses),
		cmocka_unit_test(all_arrive_once),
		cmocka_unit_test(links_have_errors_each_of_its_own),
		cmocka_unit_test(too_many_errors_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
