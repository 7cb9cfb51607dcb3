// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "sim/base/memory.h"

#include "calls.h"

u32 calls_number(struct program *p, const char *name)
{
	u32 i = 0;

	while (i < p->calls && strcmp(p->call[i + 1], name))
		i++;
	if (i < p->calls || p->calls == PROGRAM_MOST_CALLS)
		return i < p->calls ? i + 1 : PROGRAM_NO_CALL;
	p->call = sim_grow(p->call, p->calls + 2, sizeof(*p->call));
	p->call[PROGRAM_NO_CALL] = NULL;
	p->call[++p->calls] = sim_copy(name);
	return p->calls;
}

bool calls_is_collective(const char *name)
{
	static const char *const names[] = {
		"MPI_Allgather", "MPI_Allgatherv", "MPI_Allreduce", "MPI_Alltoall", "MPI_Alltoallv",
		"MPI_Alltoallw", "MPI_Barrier", "MPI_Bcast", "MPI_Exscan", "MPI_Gather",
		"MPI_Gatherv", "MPI_Reduce", "MPI_Reduce_scatter", "MPI_Reduce_scatter_block",
		"MPI_Scan", "MPI_Scatter", "MPI_Scatterv",
		/* with a barrier in archives: docs/traces.md, section 6 */
		"MPI_Comm_create", "MPI_Comm_create_group", "MPI_Comm_dup",
		"MPI_Comm_dup_with_info", "MPI_Comm_split", "MPI_Comm_split_type",
		"MPI_Intercomm_create", "MPI_Intercomm_merge", "MPI_Cart_create", "MPI_Cart_sub",
		"MPI_Graph_create", "MPI_Dist_graph_create", "MPI_Dist_graph_create_adjacent",
		"MPI_Win_allocate", "MPI_Win_allocate_shared", "MPI_Win_create",
		"MPI_Win_create_dynamic", "MPI_Win_fence", "MPI_Win_free",
	};
	u32 i = 0;

	while (i < sizeof(names) / sizeof(names[0]) && strcmp(name, names[i]))
		i++;
	return i < sizeof(names) / sizeof(names[0]);
}

static void make_room(struct calls *c, u32 ops)
{
	if (ops < c->room)
		return;
	c->room = ops < 64 ? 64 : 2 * ops;
	c->of = sim_grow(c->of, c->room, sizeof(*c->of));
}

/* Begin the first call of the rank; the operations before it belong to no call. */
static void begin_first(struct calls *c, const struct program_op *op, u32 ops)
{
	c->any = true;
	make_room(c, ops);
	memset(c->of, 0, c->room * sizeof(*c->of));
	memset(c->open, PROGRAM_NO_CALL, sizeof(c->open));
	memset(c->last, 0xff, sizeof(c->last));
	memset(c->begun, 0, sizeof(c->begun));
	for (u32 i = 0; i < ops; i++)
		c->last[op[i].cpu] = i;
}

void calls_begin(struct calls *c, u32 call, bool waits, u32 cpu, const struct program_op *op,
		 u32 ops)
{
	if (!c->any)
		begin_first(c, op, ops);
	c->open[cpu] = waits ? PROGRAM_NO_CALL : call;
	c->begun[call]++;
	if (waits && c->last[cpu] != CALLS_NO_OP)
		c->of[c->last[cpu]].in = call;
}

void calls_add(struct calls *c, const struct program_op *op, u32 i)
{
	if (!c->any)
		return;
	make_room(c, i);
	if (op->kind == PROGRAM_CALC && op->size)
		c->open[op->cpu] = PROGRAM_NO_CALL;
	c->last[op->cpu] = i;
	c->of[i] = (struct program_call){ c->open[op->cpu], c->open[op->cpu] };
}

void calls_end(struct calls *c, const struct program *p, struct program_rank *r)
{
	if (!c->any)
		return;
	r->call = sim_alloc(r->ops, sizeof(*r->call));
	memcpy(r->call, c->of, r->ops * sizeof(*r->call));
	r->names = p->calls;
	r->begun = sim_alloc(r->names + 1, sizeof(*r->begun));
	memcpy(r->begun, c->begun, (r->names + 1) * sizeof(*r->begun));
	c->any = false;
}

void calls_forget(struct calls *c)
{
	free(c->of);
	c->of = NULL;
	c->room = 0;
	c->any = false;
}
