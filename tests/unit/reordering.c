// SPDX-License-Identifier: GPL-2.0-only
/* Packets that others of their pair of nodes overtake, against RFC 4737's definitions. */
#include <stdlib.h>

#include "test.h"

#include "rng.h"
#include "sim/base/memory.h"
#include "sim/run/reordering.h"

#define MOST	4000
#define NODES	3

struct packet {
	u32 source;
	u32 dest;
	u64 injected;
	bool response;
};

/*
 * Count as the RFC does, delivery by delivery: a packet is late if an earlier delivery of its pair
 * was injected after it, and its extent goes back to the first of these.
 */
static struct sim_late by_definition(const struct packet *p, u32 n, u32 from)
{
	struct sim_late late = { 0 };

	for (u32 i = from; i < n; i++) {
		u64 since = 0;
		bool overtaken = false;

		if (p[i].response)
			continue;
		late.packets++;
		for (u32 j = 0; j < i; j++) {
			if (p[j].response || p[j].source != p[i].source || p[j].dest != p[i].dest)
				continue;
			overtaken |= p[j].injected > p[i].injected;
			since += overtaken;
		}
		late.late += overtaken;
		late.extent += since;
		if (since > late.max)
			late.max = since;
	}
	return late;
}

static struct sim_late counted(const struct packet *p, u32 n, u32 from)
{
	struct sim_reordering *o = sim_reordering_new();
	struct sim_late late = { 0 };

	for (u32 i = 0; i < n; i++) {
		struct ss_delivery d = {
			.source = p[i].source, .dest = p[i].dest, .injected = p[i].injected,
			.response = p[i].response,
		};

		sim_reordering_note(o, &d, i >= from, &late);
	}
	sim_reordering_free(o);
	return late;
}

static void assert_same(const struct sim_late *a, const struct sim_late *b)
{
	assert_int_equal(a->packets, b->packets);
	assert_int_equal(a->late, b->late);
	assert_int_equal(a->extent, b->extent);
	assert_int_equal(a->max, b->max);
}

/* Draw packets that are injected in order, each up to @most cycles before its delivery. */
static void draw(struct packet *p, u32 n, u64 seed, u32 most)
{
	for (u32 i = 0; i < n; i++) {
		u64 x = ss_rng_draw(seed, i);

		p[i] = (struct packet){
			.source = x % NODES, .dest = x / NODES % NODES,
			.injected = most + i - ss_rng_draw(~seed, i) % (most + 1),
			.response = x / 64 % 8 == 0,
		};
	}
}

static void counts_are_those_of_the_definition(void **state)
{
	struct packet *p = sim_alloc(MOST, sizeof(*p));

	(void)state;
	for (u64 seed = 1; seed <= 40; seed++) {
		u32 n = 20 * seed, from = seed % 3 * n / 4;
		struct sim_late want, seen;

		draw(p, n, seed, 1 + seed * seed / 4);
		want = by_definition(p, n, from);
		seen = counted(p, n, from);
		assert_same(&seen, &want);
		assert_int_equal(seen.clipped, 0);
		assert_true(want.late || n < 100);
	}
	free(p);
}

static void order_is_no_lateness(void **state)
{
	struct packet p[64];
	struct sim_late late;

	(void)state;
	for (u32 i = 0; i < 64; i++)
		p[i] = (struct packet){ .source = 1, .dest = 2, .injected = i / 2 };
	late = counted(p, 64, 0);
	assert_int_equal(late.packets, 64);
	assert_int_equal(late.late, 0);
	assert_int_equal(late.max, 0);
}

/* If more packets than are kept overtake a packet, it is late, and its extent is marked as cut. */
static void an_extent_beyond_reach_is_clipped(void **state)
{
	struct packet *p = sim_alloc(MOST, sizeof(*p));
	u32 n = SIM_REORDERING_REACH + 1;
	struct sim_late late;

	(void)state;
	for (u32 i = 0; i < n; i++)
		p[i] = (struct packet){ .source = 1, .dest = 2, .injected = i + 1 };
	p[n - 1].injected = 0;
	late = counted(p, n, 0);
	assert_int_equal(late.max, SIM_REORDERING_REACH);
	assert_int_equal(late.clipped, 0);
	p[n - 1].injected = n;
	p[n].injected = 0;
	p[n].source = 1;
	p[n].dest = 2;
	late = counted(p, n + 1, 0);
	assert_int_equal(late.late, 1);
	assert_int_equal(late.max, SIM_REORDERING_REACH);
	assert_int_equal(late.clipped, 1);
	free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_are_those_of_the_definition),
		cmocka_unit_test(order_is_no_lateness),
		cmocka_unit_test(an_extent_beyond_reach_is_clipped),
	};

	return cmocka_run_group_tests_name("reordering", tests, NULL, NULL);
}
