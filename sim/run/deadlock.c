// SPDX-License-Identifier: GPL-2.0-only
/*
 * Routes being fixed, a packet waits for one buffer at a time.  So what waits for what
 * is a graph with at most one edge from each buffer: whoever follows the edges and
 * comes to a place where the same walk has been, stands on a deadlock.
 *
 * Whether a packet at an input buffer waits, by way of a staging buffer, for the input
 * buffer of another router can be read in its own router: so each of a crew finds the edges
 * of its own, and all follow them.
 */
#include <stdlib.h>

#include "sim/base/memory.h"

#include "deadlock.h"
#include "topology.h"

/**
 * struct graph - what waits for what; input buffers are numbered by router, port and VC
 * @f: the fabric
 * @vcs: of a port
 * @buffers: in all
 * @next: by input buffer, the number plus one of that which it waits for; or 0
 * @walk: by input buffer, the number of the walk that has come there; or 0
 */
struct graph {
	const struct ss_fabric *f;
	u32 vcs;
	u32 buffers;
	u32 *next;
	u32 *walk;
};

static struct ss_buffer input_buffer(const struct graph *g, u32 i)
{
	return (struct ss_buffer){
		.router = i / g->vcs / SS_PORTS,
		.port = i / g->vcs % SS_PORTS,
		.vc = i % g->vcs,
	};
}

static u32 number_of(const struct graph *g, const struct ss_buffer *b)
{
	return (b->router * SS_PORTS + b->port) * g->vcs + b->vc;
}

static void find_edges(const struct graph *g, struct sim_crew *crew)
{
	u32 first, routers = sim_crew_routers(crew, g->f, &first), a_router = SS_PORTS * g->vcs;

	for (u32 i = first * a_router; i < (first + routers) * a_router; i++) {
		struct ss_buffer b = input_buffer(g, i), between;

		if (ss_waits_for(g->f, &b, &between) && ss_waits_for(g->f, &between, &b))
			g->next[i] = number_of(g, &b) + 1;
	}
	sim_crew_share_routers(crew, g->f, g->next, a_router * sizeof(*g->next));
}

/* The number plus one of a buffer on a cycle, or 0. */
static u32 find_cycle(const struct graph *g)
{
	for (u32 first = 0; first < g->buffers; first++) {
		u32 i = first + 1;

		for (; i && !g->walk[i - 1]; i = g->next[i - 1])
			g->walk[i - 1] = first + 1;
		if (i && g->walk[i - 1] == first + 1)
			return i;
	}
	return 0;
}

/* The staging buffer by which a packet at input buffer @a goes to input buffer @b. */
static struct ss_buffer between(const struct ss_buffer *a, const struct ss_buffer *b)
{
	return (struct ss_buffer){
		.router = a->router,
		.port = ss_opposite(b->port),
		.vc = b->vc,
		.staging = true,
		.input = a->port,
	};
}

/* Write down the cycle on which buffer @first lies, the number plus one. */
static void record(const struct graph *g, u32 first, struct sim_deadlock *d)
{
	u32 i = first;

	d->at = ss_fabric_now(g->f);
	do {
		struct ss_buffer a = input_buffer(g, i - 1), b;

		i = g->next[i - 1];
		b = input_buffer(g, i - 1);
		d->buffer = sim_grow(d->buffer, d->count + 2, sizeof(*d->buffer));
		d->buffer[d->count++] = a;
		d->buffer[d->count++] = between(&a, &b);
	} while (i != first);
}

bool sim_deadlock_find(struct sim_crew *crew, const struct ss_fabric *f, struct sim_deadlock *d)
{
	struct graph g = { .f = f, .vcs = SS_CLASSES * ss_fabric_config(f)->vcs };
	u32 on_cycle;

	g.buffers = ss_fabric_routers(f) * SS_PORTS * g.vcs;
	g.next = sim_alloc(g.buffers, sizeof(*g.next));
	g.walk = sim_alloc(g.buffers, sizeof(*g.walk));
	find_edges(&g, crew);
	on_cycle = find_cycle(&g);
	if (on_cycle)
		record(&g, on_cycle, d);
	free(g.next);
	free(g.walk);
	return on_cycle;
}
