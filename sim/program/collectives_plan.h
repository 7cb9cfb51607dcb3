/* SPDX-License-Identifier: GPL-2.0-only */
/* Shared by the files that plan collective operations. */
#ifndef SIM_PROGRAM_COLLECTIVES_PLAN_H
#define SIM_PROGRAM_COLLECTIVES_PLAN_H

#include "collectives.h"

/**
 * struct planner - the plan of a rank while it is made
 * @c: operation
 * @rank: rank of the communicator
 * @n: ranks of the communicator
 * @v: rank's distance from the root, upwards, modulo @n
 * @group: number of the group under way
 * @plan: steps so far
 */
struct planner {
	const struct collective *c;
	u32 rank;
	u32 n;
	u32 v;
	u32 group;
	struct collective_plan *plan;
};

/* Add a step to the group under way: send or receive @parts parts, from part @first on. */
void plan_send(struct planner *p, u32 peer, u32 first, u32 parts);
void plan_receive(struct planner *p, u32 peer, u32 first, u32 parts);

/* Send parts that the receiver combines with its own. */
void plan_send_to_reduce(struct planner *p, u32 peer, u32 first, u32 parts);
void plan_receive_to_reduce(struct planner *p, u32 peer, u32 first, u32 parts);

/* Send to @to and receive from @from the parts whose numbers have @bit. */
void plan_exchange_bit(struct planner *p, u32 to, u32 from, u32 bit);

/* End the group under way: later steps wait for its steps. */
void plan_wait(struct planner *p);

/* Return the greatest power of two that is not above @n. */
u32 plan_power_of_two(u32 n);

/* Return the rank at distance @v from the root. */
static inline u32 plan_rank(const struct planner *p, u32 v)
{
	return (u32)(((u64)v + p->c->root) % p->n);
}

/* Make the plan of a rank for an operation from a root or to a root. */
void plan_linear_from_root(struct planner *p);
void plan_linear_to_root(struct planner *p);
void plan_tree_from_root(struct planner *p);
void plan_tree_to_root(struct planner *p);
void plan_scatter_tree(struct planner *p, u32 base);
void plan_gather_tree(struct planner *p);

/*
 * Make a plan by which all ranks gather all parts.  At first a rank has part @own; the rank that
 * begins with part i is (i + @base) modulo the ranks.
 */
void plan_ring(struct planner *p, u32 own);
void plan_doubling(struct planner *p, u32 own, u32 base);
void plan_bruck_gather(struct planner *p);

/* Make the plan of a barrier or of an exchange of all with all. */
void plan_dissemination(struct planner *p);
void plan_exchange_linear(struct planner *p);
void plan_exchange_scattered(struct planner *p);
void plan_exchange_pairwise(struct planner *p);
void plan_exchange_bruck(struct planner *p);

/* Make the plan of a reduction or of a scan. */
void plan_reduce_rabenseifner(struct planner *p);
void plan_allreduce_doubling(struct planner *p);
void plan_allreduce_rabenseifner(struct planner *p);
void plan_allreduce_ring(struct planner *p);
void plan_reduce_scatter_halving(struct planner *p);
void plan_reduce_scatter_pairwise(struct planner *p);
void plan_scan_linear(struct planner *p);
void plan_scan_doubling(struct planner *p);

#endif /* SIM_PROGRAM_COLLECTIVES_PLAN_H */
