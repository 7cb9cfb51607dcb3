// SPDX-License-Identifier: GPL-2.0-only
/*
 * Arbiters serve all requests that stand: with gates of VCs that open again and again, each is
 * granted within a bound (docs/model.md, section 5).  A request is a packet at the front of a
 * staging buffer; the gate of a VC is open while it has credits.
 */
#include "test.h"

#include "sim/routers/seastar/arbiter.h"
#include "rng.h"

typedef u32 grant_fn(struct ss_arbiter *a, u64 set);

/* The arbiters as functions of one type. */
static u32 flat(struct ss_arbiter *a, u64 set)
{
	return ss_flat_grant(a, set);
}

static u32 staged(struct ss_arbiter *a, u64 set)
{
	return ss_staged_grant(a, set);
}

static u64 slots_of(u32 vcs)
{
	u64 set = 0;

	for (; vcs; vcs &= vcs - 1)
		set |= ss_slots_of_vc(ss_lowest(vcs));
	return set;
}

static u64 all_slots(u32 shift)
{
	return slots_of((1U << (1U << shift)) - 1);
}

/* Grants to other requests while a request waited with an open gate: @now by request, @most. */
struct waits {
	u32 now[SS_SLOT(8, 0)];
	u32 most;
};

static void count_wait(struct waits *w, u64 candidates, u32 winner)
{
	w->now[winner] = 0;
	for (candidates &= ~(1ULL << winner); candidates; candidates &= candidates - 1) {
		u32 slot = ss_lowest(candidates);

		w->now[slot]++;
		if (w->now[slot] > w->most)
			w->most = w->now[slot];
	}
}

/* All requests stand and all gates are open: the longest wait there may be is reached. */
static void staged_bound_is_reached(void **state)
{
	(void)state;
	for (u32 shift = 1; shift <= 3; shift++) {
		struct ss_arbiter a = { 0 };
		u32 slots = (u32)SEASTAR_PORTS << shift;
		struct waits w = { 0 };

		for (u32 i = 0; i < 10 * slots; i++)
			count_wait(&w, all_slots(shift), staged(&a, all_slots(shift)));
		assert_int_equal(w.most, slots - 1);
	}
}

/* Some requests stand, gates open at random, some of them seldom. */
static void staged_bound_holds_at_random(void **state)
{
	u64 key = ss_rng_key(1, 0), n = 0;

	(void)state;
	for (u32 round = 0; round < 3000; round++) {
		u32 shift = 1 + round % 3, slots = (u32)SEASTAR_PORTS << shift;
		struct ss_arbiter a = { 0 };
		u64 requests = ss_rng_draw(key, n++) & all_slots(shift);
		u64 seldom = ss_rng_draw(key, n++);
		struct waits w = { 0 };

		for (u32 i = 0; i < 300; i++) {
			u64 draw = ss_rng_draw(key, n++);
			u32 open = draw & ~(draw >> 16 & draw >> 24 & seldom);
			u64 set = requests & slots_of(open & ((1U << (1U << shift)) - 1));
			u32 winner;

			if (!set)
				continue;
			winner = staged(&a, set);
			if (!(set >> winner & 1))
				fail_msg("granted slot %u, which is no candidate", winner);
			count_wait(&w, set, winner);
			if (w.most >= slots)
				fail_msg("with %u VCs a request was passed over %u times",
					 1U << shift, w.most);
		}
	}
}

#define MOST_STATES	256	/* the staged arbiter has 113 states */
#define FOR_EVER	1000

/* All states of an arbiter of two VCs, and from each how often @victim can be passed over. */
struct game {
	grant_fn *grant;
	u32 states;
	struct ss_arbiter state[MOST_STATES];
	u32 losses[MOST_STATES];
};

static u32 state_number(struct game *g, struct ss_arbiter a)
{
	u32 i = 0;

	while (i < g->states && memcmp(&g->state[i], &a, sizeof(a)))
		i++;
	if (i == g->states) {
		assert_true(i < MOST_STATES);
		g->state[g->states++] = a;
	}
	return i;
}

/* Return how often @victim is passed over from state @i on, after the worst choice of gates. */
static u32 best_move(struct game *g, u32 i, u32 victim)
{
	u32 best = g->losses[i];

	for (u32 open = 1; open < 4; open++) {
		struct ss_arbiter a = g->state[i];
		u64 set = slots_of(open);
		u32 winner = g->grant(&a, set), next = state_number(g, a), losses;

		if (winner == victim)
			continue;
		losses = g->losses[next] + (set >> victim & 1);
		if (losses > best)
			best = losses;
	}
	return best;
}

/* Return how often @victim is passed over by the worst choice of gates, if all requests stand. */
static u32 most_losses(grant_fn *grant, u32 victim)
{
	static struct game g;
	bool changed = true;

	memset(&g, 0, sizeof(g));
	g.grant = grant;
	state_number(&g, (struct ss_arbiter){ 0 });
	while (changed && g.losses[0] < FOR_EVER) {
		changed = false;
		for (u32 i = 0; i < g.states; i++) {
			u32 known = g.states, best = best_move(&g, i, victim);

			changed |= best > g.losses[i] || g.states > known;
			g.losses[i] = best;
		}
	}
	return g.losses[0];
}

static void no_gating_starves_a_staged_request(void **state)
{
	(void)state;
	for (u64 left = all_slots(1); left; left &= left - 1) {
		u32 victim = ss_lowest(left);
		u32 losses = most_losses(staged, victim);

		if (losses > 13)
			fail_msg("slot %u: passed over %u times", victim, losses);
	}
}

static void gating_starves_every_flat_request(void **state)
{
	(void)state;
	for (u64 left = all_slots(1); left; left &= left - 1)
		assert_int_equal(most_losses(flat, ss_lowest(left)), FOR_EVER);
}

/*
 * Inputs 1 and 2 have requests on VC0, input 3 has one on VC1, and the gates open in turn: the
 * grants of VC1 take a flat pointer past input 2, and input 1 gets all grants of VC0.
 */
static void gates_that_alternate(void **state)
{
	static const u32 slot[3] = { SS_SLOT(0, 1), SS_SLOT(0, 2), SS_SLOT(1, 3) };
	static const struct { grant_fn *grant; u32 expected[3]; } cases[] = {
		{ flat, { 2000, 0, 2000 } }, { staged, { 1000, 1000, 2000 } },
	};

	(void)state;
	for (u32 i = 0; i < 2; i++) {
		struct ss_arbiter a = { 0 };
		u32 grants[SS_SLOT(2, 0)] = { 0 };
		u64 requests = 0;

		for (u32 k = 0; k < 3; k++)
			requests |= 1ULL << slot[k];
		for (u32 turn = 0; turn < 4000; turn++)
			grants[cases[i].grant(&a, requests & slots_of(1 + turn % 2))]++;
		for (u32 k = 0; k < 3; k++)
			assert_int_equal(grants[slot[k]], cases[i].expected[k]);
	}
}

/* Before a ready VC of an input is granted, each other VC is granted at most once. */
static void order_bound_holds_at_random(void **state)
{
	u64 key = ss_rng_key(2, 0);

	(void)state;
	for (u32 shift = 1; shift <= 3; shift++) {
		u32 order = 0, vcs = 1U << shift;
		struct waits w = { 0 };

		for (u32 i = 0; i < 100000; i++) {
			u64 draw = ss_rng_draw(key, i);
			u32 ready = draw & (draw >> 8 | draw >> 16) & ((1U << vcs) - 1), v;

			if (!ready)
				continue;
			v = ss_order_grant(&order, ready);
			assert_true(ready >> v & 1);
			assert_int_equal(ss_order_place(order, v, shift), vcs - 1);
			count_wait(&w, ready, v);
		}
		assert_int_equal(w.most, vcs - 1);
	}
}

/* Where VC 3 is ready whenever 0 and 1 are not, a pointer finds 0 first each time. */
static void a_pointer_passes_ready_vcs(void **state)
{
	u32 pointer = 0, order = 0, by_pointer[4] = { 0 }, by_order[4] = { 0 };

	(void)state;
	for (u32 turn = 0; turn < 4000; turn++) {
		u32 ready = turn % 2 ? 1U << 3 : 3, v = ss_round_robin(ready, pointer);

		pointer = (v + 1) % 4;
		by_pointer[v]++;
		by_order[ss_order_grant(&order, ready)]++;
	}
	assert_int_equal(by_pointer[1], 0);
	assert_int_equal(by_order[0], 1000);
	assert_int_equal(by_order[1], 1000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(staged_bound_is_reached),
		cmocka_unit_test(staged_bound_holds_at_random),
		cmocka_unit_test(no_gating_starves_a_staged_request),
		cmocka_unit_test(gating_starves_every_flat_request),
		cmocka_unit_test(gates_that_alternate),
		cmocka_unit_test(order_bound_holds_at_random),
		cmocka_unit_test(a_pointer_passes_ready_vcs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
