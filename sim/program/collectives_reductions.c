// SPDX-License-Identifier: GPL-2.0-only
/*
 * Collective operations that combine the data of all ranks.
 *
 * Where the number of ranks is no power of two, pairs of the first ranks are folded: one of each
 * pair gives its data to the other one and stands aside. The others are *members*, by number.
 */
#include "collectives_plan.h"

#define ASIDE	0xffffffffU

/* Return the rank of member @i where the upper rank of each pair stays. */
static u32 upper_member(const struct planner *p, u32 i)
{
	u32 pairs = p->n - plan_power_of_two(p->n);

	return i < pairs ? 2 * i + 1 : i + pairs;
}

static u32 lower_member(const struct planner *p, u32 i)
{
	u32 pairs = p->n - plan_power_of_two(p->n);

	return i < pairs ? 2 * i : i + pairs;
}

/* Fold pairs, of which the upper rank stays; return the member number of this rank, or ASIDE. */
static u32 fold(struct planner *p)
{
	u32 pairs = p->n - plan_power_of_two(p->n), all = p->plan->parts;

	if (p->rank >= 2 * pairs)
		return p->rank - pairs;
	if (p->rank % 2)
		plan_receive_to_reduce(p, p->rank - 1, 0, all);
	else
		plan_send_to_reduce(p, p->rank + 1, 0, all);
	plan_wait(p);
	return p->rank % 2 ? p->rank / 2 : ASIDE;
}

/* Give the result to the ranks that stood aside. */
static void unfold(struct planner *p)
{
	u32 pairs = p->n - plan_power_of_two(p->n), all = p->plan->parts;

	if (p->rank >= 2 * pairs)
		return;
	if (p->rank % 2)
		plan_send(p, p->rank - 1, 0, all);
	else
		plan_receive(p, p->rank + 1, 0, all);
}

/* Return the first of the parts that member @i has after @rounds of halving, of all @parts. */
static u32 half(u32 i, u32 rounds, u32 parts)
{
	u32 first = 0;

	for (u32 round = 0; round < rounds; round++) {
		parts /= 2;
		first += i >> round & 1 ? parts : 0;
	}
	return first;
}

/* Reduce and scatter by recursive halving; @rank_of gives the ranks of members. */
static void halve(struct planner *p, u32 member, u32 (*rank_of)(const struct planner *p, u32 i))
{
	u32 members = plan_power_of_two(p->n), parts = members;

	for (u32 round = 0; 1U << round < members; round++) {
		u32 other = member ^ 1U << round, peer = rank_of(p, other);

		parts /= 2;
		plan_receive_to_reduce(p, peer, half(member, round + 1, members), parts);
		plan_send_to_reduce(p, peer, half(other, round + 1, members), parts);
		plan_wait(p);
	}
}

/* Return the number of the last round of halving, plus one. */
static u32 rounds_of(u32 members)
{
	u32 rounds = 0;

	while (1U << rounds < members)
		rounds++;
	return rounds;
}

static u32 member_at_distance(const struct planner *p, u32 i)
{
	return plan_rank(p, lower_member(p, i));
}

/*
 * Thakur et al., section 4.4: reduce and scatter by recursive halving, then gather along a
 * binomial tree.  Of pairs the lower distance from the root stays, so the root is member 0.
 */
void plan_reduce_rabenseifner(struct planner *p)
{
	u32 members = plan_power_of_two(p->n), pairs = p->n - members, member = p->v - pairs;

	p->plan->parts = members;
	if (p->v < 2 * pairs) {
		member = p->v / 2;
		if (p->v % 2) {
			plan_send_to_reduce(p, plan_rank(p, p->v - 1), 0, members);
			return;
		}
		plan_receive_to_reduce(p, plan_rank(p, p->v + 1), 0, members);
		plan_wait(p);
	}
	halve(p, member, member_at_distance);
	for (u32 round = rounds_of(members), parts = 1; round--; parts *= 2) {
		u32 other = member ^ 1U << round, peer = member_at_distance(p, other);

		if (member >> round & 1) {
			plan_send(p, peer, half(member, round + 1, members), parts);
			return;
		}
		plan_receive(p, peer, half(other, round + 1, members), parts);
		plan_wait(p);
	}
}

void plan_allreduce_doubling(struct planner *p)
{
	u32 members = plan_power_of_two(p->n), member = fold(p);

	for (u32 bit = 1; member != ASIDE && bit < members; bit *= 2) {
		u32 peer = upper_member(p, member ^ bit);

		plan_receive_to_reduce(p, peer, 0, 1);
		plan_send_to_reduce(p, peer, 0, 1);
		plan_wait(p);
	}
	unfold(p);
}

/* Thakur et al., section 4.5: reduce and scatter by halving, then gather by doubling. */
void plan_allreduce_rabenseifner(struct planner *p)
{
	u32 members = plan_power_of_two(p->n), member;

	p->plan->parts = members;
	member = fold(p);
	if (member != ASIDE) {
		halve(p, member, upper_member);
		for (u32 round = rounds_of(members), parts = 1; round--; parts *= 2) {
			u32 other = member ^ 1U << round, peer = upper_member(p, other);

			plan_receive(p, peer, half(other, round + 1, members), parts);
			plan_send(p, peer, half(member, round + 1, members), parts);
			plan_wait(p);
		}
	}
	unfold(p);
}

/* Reduce and scatter in a ring, and gather in it. */
void plan_allreduce_ring(struct planner *p)
{
	u32 next = (p->rank + 1) % p->n, before = (p->rank + p->n - 1) % p->n;

	p->plan->parts = p->n;
	for (u32 i = 1; i < p->n; i++) {
		plan_receive_to_reduce(p, before, (p->rank + p->n - i) % p->n, 1);
		plan_send_to_reduce(p, next, (p->rank + p->n - i + 1) % p->n, 1);
		plan_wait(p);
	}
	plan_ring(p, next);
}

/* Return the first of the blocks that members from @i on end up with. */
static u32 first_block(const struct planner *p, u32 i)
{
	return lower_member(p, i);
}

/*
 * Reduce and scatter as in Thakur et al., section 4.3.  A member handles the blocks of a pair as
 * one; in the end it sends the lower block to the rank that stood aside.
 */
void plan_reduce_scatter_halving(struct planner *p)
{
	u32 members = plan_power_of_two(p->n), pairs = p->n - members, member = fold(p);

	if (member == ASIDE) {
		plan_receive(p, p->rank + 1, p->rank, 1);
		return;
	}
	for (u32 bit = members / 2; bit; bit /= 2) {
		u32 peer = upper_member(p, member ^ bit);
		u32 low = member & ~(bit - 1);
		u32 own = first_block(p, low), other = first_block(p, low ^ bit);

		plan_receive_to_reduce(p, peer, own, first_block(p, low + bit) - own);
		plan_send_to_reduce(p, peer, other, first_block(p, (low ^ bit) + bit) - other);
		plan_wait(p);
	}
	if (p->rank < 2 * pairs)
		plan_send(p, p->rank - 1, p->rank - 1, 1);
}

void plan_reduce_scatter_pairwise(struct planner *p)
{
	for (u32 i = 1; i < p->n; i++) {
		u32 to = (p->rank + i) % p->n;

		plan_receive_to_reduce(p, (p->rank + p->n - i) % p->n, p->rank, 1);
		plan_send_to_reduce(p, to, to, 1);
		plan_wait(p);
	}
}

void plan_scan_linear(struct planner *p)
{
	if (p->rank)
		plan_receive_to_reduce(p, p->rank - 1, 0, 1);
	plan_wait(p);
	if (p->rank + 1 < p->n)
		plan_send_to_reduce(p, p->rank + 1, 0, 1);
}

/*
 * Compute prefix sums by recursive doubling.  A rank sends the sum of all that it has received, and
 * keeps that of lower ranks as its result.
 */
void plan_scan_doubling(struct planner *p)
{
	for (u32 bit = 1; bit < p->n; bit *= 2) {
		u32 peer = p->rank ^ bit;

		if (peer >= p->n)
			continue;
		plan_receive_to_reduce(p, peer, 0, 1);
		plan_send_to_reduce(p, peer, 0, 1);
		plan_wait(p);
	}
}
