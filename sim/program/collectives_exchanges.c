// SPDX-License-Identifier: GPL-2.0-only
/* Collective operations in which all ranks gather, or exchange blocks. */
#include "collectives_plan.h"

#define EXCHANGE_BATCH	32	/* MPICH's default of MPIR_CVAR_ALLTOALL_THROTTLE */

/* Return the rank that is @distance above this one. */
static u32 above(const struct planner *p, u32 distance)
{
	return (u32)(((u64)p->rank + distance) % p->n);
}

static u32 below(const struct planner *p, u32 distance)
{
	return (u32)(((u64)p->rank + p->n - distance) % p->n);
}

void plan_ring(struct planner *p, u32 own)
{
	for (u32 i = 1; i < p->n; i++) {
		plan_receive(p, below(p, 1), (own + p->n - i) % p->n, 1);
		plan_send(p, above(p, 1), (own + p->n - i + 1) % p->n, 1);
		plan_wait(p);
	}
}

/* Gather by recursive doubling; the number of ranks is a power of two. */
void plan_doubling(struct planner *p, u32 own, u32 base)
{
	for (u32 bit = 1; bit < p->n; bit *= 2) {
		u32 peer = ((own ^ bit) + base) % p->n, first = own & ~(bit - 1);

		plan_receive(p, peer, first ^ bit, bit);
		plan_send(p, peer, first, bit);
		plan_wait(p);
	}
}

/* Gather as in Bruck et al., section 3.2: each rank collects the parts above its own. */
void plan_bruck_gather(struct planner *p)
{
	for (u32 has = 1; has < p->n; has *= 2) {
		u32 parts = has < p->n - has ? has : p->n - has;

		plan_receive(p, above(p, has), above(p, has), parts);
		plan_send(p, below(p, has), p->rank, parts);
		plan_wait(p);
	}
}

void plan_dissemination(struct planner *p)
{
	for (u32 bit = 1; bit < p->n; bit *= 2) {
		plan_receive(p, below(p, bit), 0, 1);
		plan_send(p, above(p, bit), 0, 1);
		plan_wait(p);
	}
}

/* Exchange blocks with the ranks at distances from @first to @end - 1. */
static void exchange_batch(struct planner *p, u32 first, u32 end)
{
	for (u32 i = first; i < end; i++)
		plan_receive(p, above(p, i), above(p, i), 1);
	for (u32 i = first; i < end; i++)
		plan_send(p, below(p, i), below(p, i), 1);
}

void plan_exchange_linear(struct planner *p)
{
	exchange_batch(p, 1, p->n);
}

/* Exchange in batches of distances.  A rank counts itself, at distance 0, in the first batch. */
void plan_exchange_scattered(struct planner *p)
{
	for (u32 i = 0; i < p->n; i += EXCHANGE_BATCH) {
		exchange_batch(p, i ? i : 1, i + EXCHANGE_BATCH < p->n ? i + EXCHANGE_BATCH : p->n);
		plan_wait(p);
	}
}

void plan_exchange_pairwise(struct planner *p)
{
	bool is_power = plan_power_of_two(p->n) == p->n;

	for (u32 i = 1; i < p->n; i++) {
		u32 from = is_power ? p->rank ^ i : below(p, i);
		u32 to = is_power ? p->rank ^ i : above(p, i);

		plan_receive(p, from, from, 1);
		plan_send(p, to, to, 1);
		plan_wait(p);
	}
}

/*
 * Exchange as in Bruck et al., section 3.2.  At first part i is for the rank that is i above, and
 * in the end it is from the rank that is i below.
 */
void plan_exchange_bruck(struct planner *p)
{
	for (u32 bit = 1; bit < p->n; bit *= 2) {
		plan_exchange_bit(p, above(p, bit), below(p, bit), bit);
		plan_wait(p);
	}
}
