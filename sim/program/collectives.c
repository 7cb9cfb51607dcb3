// SPDX-License-Identifier: GPL-2.0-only
/* The choice of an algorithm, and the bytes of its messages. */
#include "collectives_plan.h"

#include "sim/base/memory.h"

/* Limits of MPICH, in bytes or, if named _RANKS, ranks: Thakur et al., sections 4.1 to 4.5. */
#define BCAST_SHORT		12288
#define BCAST_LONG		524288
#define BCAST_FEW_RANKS		8
#define ALLGATHER_SHORT		81920
#define ALLGATHER_LONG		524288
#define ALLTOALL_SHORT		256
#define ALLTOALL_MEDIUM		32768
#define ALLTOALL_FEW_RANKS	8
#define REDUCE_SHORT		2048
#define REDUCE_SCATTER_LONG	524288
#define ELEMENT			8	/* bytes; traces do not have the types of elements */

const char *const collective_kind_names[COLLECTIVE_KINDS] = {
	"barrier", "bcast", "gather", "scatter", "allgather", "alltoall", "reduce", "allreduce",
	"reduce_scatter", "scan",
};

const char *const collective_algorithm_names[COLLECTIVE_ALGORITHMS] = {
	"auto", "linear", "binomial", "scatter-doubling", "scatter-ring", "dissemination",
	"doubling", "halving", "rabenseifner", "ring", "bruck", "pairwise", "scattered",
};

/* The algorithms of each kind. */
static void (*const planners[COLLECTIVE_KINDS][COLLECTIVE_ALGORITHMS])(struct planner *p);

bool collective_has(enum collective_kind kind, enum collective_algorithm algorithm)
{
	return algorithm == COLLECTIVE_AUTO || planners[kind][algorithm];
}

static bool is_power_of_two(u32 n)
{
	return !(n & (n - 1));
}

/* Return the sum of the blocks of all ranks. */
static u64 bytes_of_all(const struct collective *c)
{
	u64 sum = 0;

	if (!c->by_rank)
		return c->bytes * c->ranks;
	for (u32 i = 0; i < c->ranks; i++)
		sum += c->by_rank[i];
	return sum;
}

static enum collective_algorithm choose_bcast(const struct collective *c)
{
	if (c->bytes < BCAST_SHORT || c->ranks < BCAST_FEW_RANKS)
		return COLLECTIVE_BINOMIAL;
	return c->bytes < BCAST_LONG ? COLLECTIVE_SCATTER_DOUBLING : COLLECTIVE_SCATTER_RING;
}

static enum collective_algorithm choose_allgather(const struct collective *c)
{
	u64 all = bytes_of_all(c);

	if (all < ALLGATHER_LONG && is_power_of_two(c->ranks))
		return COLLECTIVE_DOUBLING;
	return all < ALLGATHER_SHORT ? COLLECTIVE_BRUCK : COLLECTIVE_RING;
}

static enum collective_algorithm choose_alltoall(const struct collective *c)
{
	if (c->by_rank)
		return COLLECTIVE_SCATTERED;
	if (c->bytes <= ALLTOALL_SHORT && c->ranks >= ALLTOALL_FEW_RANKS)
		return COLLECTIVE_BRUCK;
	return c->bytes <= ALLTOALL_MEDIUM ? COLLECTIVE_SCATTERED : COLLECTIVE_PAIRWISE;
}

/* Return true if a reduction has too few bytes to be divided into parts. */
static bool is_short(const struct collective *c)
{
	return c->bytes <= REDUCE_SHORT || c->bytes / ELEMENT < plan_power_of_two(c->ranks);
}

static enum collective_algorithm choose(const struct collective *c)
{
	switch (c->kind) {
	case COLLECTIVE_BARRIER:
		return COLLECTIVE_DISSEMINATION;
	case COLLECTIVE_BCAST:
		return choose_bcast(c);
	case COLLECTIVE_GATHER:
	case COLLECTIVE_SCATTER:
		return c->by_rank ? COLLECTIVE_LINEAR : COLLECTIVE_BINOMIAL;
	case COLLECTIVE_ALLGATHER:
		return choose_allgather(c);
	case COLLECTIVE_ALLTOALL:
		return choose_alltoall(c);
	case COLLECTIVE_REDUCE:
		return is_short(c) ? COLLECTIVE_BINOMIAL : COLLECTIVE_RABENSEIFNER;
	case COLLECTIVE_ALLREDUCE:
		return is_short(c) ? COLLECTIVE_DOUBLING : COLLECTIVE_RABENSEIFNER;
	case COLLECTIVE_REDUCE_SCATTER:
		return bytes_of_all(c) < REDUCE_SCATTER_LONG ? COLLECTIVE_HALVING :
							      COLLECTIVE_PAIRWISE;
	default:
		return COLLECTIVE_DOUBLING;
	}
}

enum collective_algorithm collective_choice(const struct collective *c)
{
	enum collective_algorithm chosen = c->algorithm ? c->algorithm : choose(c);

	/* Bruck's messages have blocks of other ranks, too, which differ */
	if (c->kind == COLLECTIVE_ALLTOALL && c->by_rank && chosen == COLLECTIVE_BRUCK)
		return COLLECTIVE_SCATTERED;
	if (is_power_of_two(c->ranks))
		return chosen;
	if (chosen == COLLECTIVE_SCATTER_DOUBLING)
		return COLLECTIVE_SCATTER_RING;
	if (chosen == COLLECTIVE_DOUBLING && c->kind == COLLECTIVE_ALLGATHER)
		return COLLECTIVE_BRUCK;
	return chosen;
}

u32 plan_power_of_two(u32 n)
{
	u32 power = 1;

	while (power <= n / 2)
		power *= 2;
	return power;
}

/* Return the bytes of part @i, if @bytes are divided into @parts. */
static u64 share(u64 bytes, u32 parts, u32 i)
{
	return bytes / parts + (i < bytes % parts);
}

/* Return the bytes of part @i in a message that @source sends. */
static u64 part_bytes(const struct planner *p, u32 source, u32 i)
{
	const struct collective *c = p->c;

	switch (c->kind) {
	case COLLECTIVE_BARRIER:
		return 0;
	case COLLECTIVE_BCAST:
	case COLLECTIVE_REDUCE:
	case COLLECTIVE_ALLREDUCE:
	case COLLECTIVE_SCAN:
		return share(c->bytes, p->plan->parts, i);
	case COLLECTIVE_ALLTOALL:
		return c->by_rank ? share(c->by_rank[source], c->ranks, i) : c->bytes;
	default:
		return c->by_rank ? c->by_rank[i] : c->bytes;
	}
}

static u64 step_bytes(const struct planner *p, const struct collective_step *s)
{
	u32 source = s->sends ? p->rank : s->peer, all = p->plan->parts;
	u64 bytes = 0;

	if (p->c->kind == COLLECTIVE_ALLTOALL && !s->bit)
		return part_bytes(p, source, s->sends ? s->peer : p->rank);
	if (s->bit) {
		for (u32 i = 0; i < all; i++)
			bytes += i & s->bit ? part_bytes(p, source, i) : 0;
		return bytes;
	}
	for (u32 i = 0; i < s->parts; i++)
		bytes += part_bytes(p, source, (u32)(((u64)s->first + i) % all));
	return bytes;
}

static void add(struct planner *p, struct collective_step s)
{
	struct collective_plan *plan = p->plan;

	s.group = p->group;
	s.bytes = step_bytes(p, &s);
	if (!(plan->steps & (plan->steps - 1)))
		plan->step = sim_grow(plan->step, plan->steps ? 2 * plan->steps : 1,
				      sizeof(*plan->step));
	plan->step[plan->steps++] = s;
}

void plan_send(struct planner *p, u32 peer, u32 first, u32 parts)
{
	add(p, (struct collective_step){
		.peer = peer, .sends = true, .first = first, .parts = parts,
	});
}

void plan_receive(struct planner *p, u32 peer, u32 first, u32 parts)
{
	add(p, (struct collective_step){ .peer = peer, .first = first, .parts = parts });
}

void plan_send_to_reduce(struct planner *p, u32 peer, u32 first, u32 parts)
{
	add(p, (struct collective_step){
		.peer = peer, .sends = true, .reduces = true, .first = first, .parts = parts,
	});
}

void plan_receive_to_reduce(struct planner *p, u32 peer, u32 first, u32 parts)
{
	add(p, (struct collective_step){
		.peer = peer, .reduces = true, .first = first, .parts = parts,
	});
}

void plan_exchange_bit(struct planner *p, u32 to, u32 from, u32 bit)
{
	add(p, (struct collective_step){ .peer = from, .bit = bit });
	add(p, (struct collective_step){ .peer = to, .sends = true, .bit = bit });
}

void plan_wait(struct planner *p)
{
	if (p->plan->steps && p->plan->step[p->plan->steps - 1].group == p->group)
		p->group++;
}

static void bcast_scatter_doubling(struct planner *p)
{
	p->plan->parts = p->n;
	plan_scatter_tree(p, 0);
	plan_doubling(p, p->v, p->c->root);
}

static void bcast_scatter_ring(struct planner *p)
{
	p->plan->parts = p->n;
	plan_scatter_tree(p, 0);
	plan_ring(p, p->v);
}

static void scatter_tree(struct planner *p)
{
	plan_scatter_tree(p, p->c->root);
}

static void allgather_ring(struct planner *p)
{
	plan_ring(p, p->rank);
}

static void allgather_doubling(struct planner *p)
{
	plan_doubling(p, p->rank, 0);
}

static void (*const planners[COLLECTIVE_KINDS][COLLECTIVE_ALGORITHMS])(struct planner *p) = {
	[COLLECTIVE_BARRIER] = {
		[COLLECTIVE_DISSEMINATION] = plan_dissemination,
	},
	[COLLECTIVE_BCAST] = {
		[COLLECTIVE_LINEAR] = plan_linear_from_root,
		[COLLECTIVE_BINOMIAL] = plan_tree_from_root,
		[COLLECTIVE_SCATTER_DOUBLING] = bcast_scatter_doubling,
		[COLLECTIVE_SCATTER_RING] = bcast_scatter_ring,
	},
	[COLLECTIVE_GATHER] = {
		[COLLECTIVE_LINEAR] = plan_linear_to_root,
		[COLLECTIVE_BINOMIAL] = plan_gather_tree,
	},
	[COLLECTIVE_SCATTER] = {
		[COLLECTIVE_LINEAR] = plan_linear_from_root,
		[COLLECTIVE_BINOMIAL] = scatter_tree,
	},
	[COLLECTIVE_ALLGATHER] = {
		[COLLECTIVE_DOUBLING] = allgather_doubling,
		[COLLECTIVE_RING] = allgather_ring,
		[COLLECTIVE_BRUCK] = plan_bruck_gather,
	},
	[COLLECTIVE_ALLTOALL] = {
		[COLLECTIVE_LINEAR] = plan_exchange_linear,
		[COLLECTIVE_SCATTERED] = plan_exchange_scattered,
		[COLLECTIVE_PAIRWISE] = plan_exchange_pairwise,
		[COLLECTIVE_BRUCK] = plan_exchange_bruck,
	},
	[COLLECTIVE_REDUCE] = {
		[COLLECTIVE_LINEAR] = plan_linear_to_root,
		[COLLECTIVE_BINOMIAL] = plan_tree_to_root,
		[COLLECTIVE_RABENSEIFNER] = plan_reduce_rabenseifner,
	},
	[COLLECTIVE_ALLREDUCE] = {
		[COLLECTIVE_DOUBLING] = plan_allreduce_doubling,
		[COLLECTIVE_RABENSEIFNER] = plan_allreduce_rabenseifner,
		[COLLECTIVE_RING] = plan_allreduce_ring,
	},
	[COLLECTIVE_REDUCE_SCATTER] = {
		[COLLECTIVE_HALVING] = plan_reduce_scatter_halving,
		[COLLECTIVE_PAIRWISE] = plan_reduce_scatter_pairwise,
	},
	[COLLECTIVE_SCAN] = {
		[COLLECTIVE_LINEAR] = plan_scan_linear,
		[COLLECTIVE_DOUBLING] = plan_scan_doubling,
	},
};

/* Return true if the data are blocks of ranks, and not a whole. */
static bool has_blocks(enum collective_kind kind)
{
	return kind == COLLECTIVE_GATHER || kind == COLLECTIVE_SCATTER ||
	       kind == COLLECTIVE_ALLGATHER || kind == COLLECTIVE_ALLTOALL ||
	       kind == COLLECTIVE_REDUCE_SCATTER;
}

void collective_plan(const struct collective *c, u32 rank, struct collective_plan *plan)
{
	struct planner p = {
		.c = c,
		.rank = rank,
		.n = c->ranks,
		.v = (u32)(((u64)rank + c->ranks - c->root) % c->ranks),
		.plan = plan,
	};

	*plan = (struct collective_plan){ .parts = has_blocks(c->kind) ? c->ranks : 1 };
	planners[c->kind][collective_choice(c)](&p);
}
