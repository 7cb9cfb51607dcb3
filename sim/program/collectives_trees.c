// SPDX-License-Identifier: GPL-2.0-only
/* Collective operations from a root or to a root: all at once, or along a binomial tree. */
#include "collectives_plan.h"

static bool is_scattered(const struct planner *p)
{
	return p->c->kind == COLLECTIVE_GATHER || p->c->kind == COLLECTIVE_SCATTER;
}

/* Exchange a message with each other rank at the root, and one with the root elsewhere. */
static void plan_linear(struct planner *p, bool from_root)
{
	void (*send)(struct planner *p, u32 peer, u32 first, u32 parts) = plan_send;
	void (*receive)(struct planner *p, u32 peer, u32 first, u32 parts) = plan_receive;

	if (p->c->kind == COLLECTIVE_REDUCE) {
		send = plan_send_to_reduce;
		receive = plan_receive_to_reduce;
	}
	if (p->v) {
		(from_root ? receive : send)(p, p->c->root, is_scattered(p) ? p->rank : 0, 1);
		return;
	}
	for (u32 v = 1; v < p->n; v++) {
		u32 peer = plan_rank(p, v);

		(from_root ? send : receive)(p, peer, is_scattered(p) ? peer : 0, 1);
	}
}

void plan_linear_from_root(struct planner *p)
{
	plan_linear(p, true);
}

void plan_linear_to_root(struct planner *p)
{
	plan_linear(p, false);
}

/* Return the number of ranks in the subtree at @v: the lowest bit of @v, or fewer at the end. */
static u32 subtree(const struct planner *p, u32 v)
{
	u32 ranks = v & -v;

	return v && ranks < p->n - v ? ranks : p->n - v;
}

/* Return the bit above all distances in the subtree of this rank. */
static u32 top(const struct planner *p)
{
	u32 bit = 1;

	if (p->v)
		return p->v & -p->v;
	while (bit < p->n)
		bit *= 2;
	return bit;
}

void plan_tree_from_root(struct planner *p)
{
	if (p->v)
		plan_receive(p, plan_rank(p, p->v & (p->v - 1)), 0, 1);
	for (u32 bit = top(p) / 2; bit; bit /= 2) {
		if (p->v + bit >= p->n)
			continue;
		plan_wait(p);
		plan_send(p, plan_rank(p, p->v + bit), 0, 1);
	}
}

void plan_tree_to_root(struct planner *p)
{
	for (u32 bit = 1; bit < top(p) && p->v + bit < p->n; bit *= 2) {
		plan_receive_to_reduce(p, plan_rank(p, p->v + bit), 0, 1);
		plan_wait(p);
	}
	if (p->v)
		plan_send_to_reduce(p, plan_rank(p, p->v & (p->v - 1)), 0, 1);
}

/* Scatter along a tree; the part for the rank at distance v is (v + @base) modulo the ranks. */
void plan_scatter_tree(struct planner *p, u32 base)
{
	if (p->v)
		plan_receive(p, plan_rank(p, p->v & (p->v - 1)), (p->v + base) % p->n,
			     subtree(p, p->v));
	for (u32 bit = top(p) / 2; bit; bit /= 2) {
		u32 child = p->v + bit;

		if (child >= p->n)
			continue;
		plan_wait(p);
		plan_send(p, plan_rank(p, child), (child + base) % p->n, subtree(p, child));
	}
	plan_wait(p);
}

void plan_gather_tree(struct planner *p)
{
	for (u32 bit = 1; bit < top(p) && p->v + bit < p->n; bit *= 2) {
		u32 child = p->v + bit;

		plan_receive(p, plan_rank(p, child), plan_rank(p, child), subtree(p, child));
		plan_wait(p);
	}
	if (p->v)
		plan_send(p, plan_rank(p, p->v & (p->v - 1)), p->rank, subtree(p, p->v));
}
