// SPDX-License-Identifier: GPL-2.0-only
/*
 * The nodes of the graph of waits are the input buffers and the outputs' VCs.  A packet may wait
 * for its own flits in the buffer before; the edge to it leads over the output VC that it holds
 * there.  A packet goes on as soon as one of the buffers that it waits for gives way.  So a buffer
 * is alive if it waits for none, or for one that is alive.  All other buffers are a knot: they wait
 * only for each other, for ever.
 *
 * A packet's own router has the data about its waits.  So each member of a crew finds the edges of
 * its own routers, and the leader follows them.
 */
#include <stdlib.h>

#include "sim/base/memory.h"

#include "deadlock.h"

/**
 * struct graph - the graph of waits; buffers are numbered by router, port and VC, the input buffers
 *	of a router before its outputs' VCs
 * @f: the fabric
 * @topo: topology of the fabric
 * @vcs: VCs of a port
 * @inputs: input buffers of a router
 * @a_router: buffers of a router
 * @buffers: number of buffers in all
 * @most: greatest number of edges of a buffer
 * @next: by buffer: @most elements with the numbers, plus one, of the buffers that it waits for,
 * and then 0
 * @waiting: numbers of the buffers that wait for others; found if some may wait for ever
 * @waits: number of @waiting
 * @dead: by buffer: true if it waits for ever; found likewise
 */
struct graph {
	const struct ss_fabric *f;
	struct ss_topology topo;
	u32 vcs;
	u32 inputs;
	u32 a_router;
	u32 buffers;
	u32 most;
	u32 *next;
	u32 *waiting;
	u32 waits;
	bool *dead;
};

static struct ss_buffer buffer_of(const struct graph *g, u32 i)
{
	u32 place = i % g->a_router;

	return (struct ss_buffer){
		.router = i / g->a_router,
		.port = place % g->inputs / g->vcs,
		.vc = place % g->vcs,
		.output = place >= g->inputs,
	};
}

static u32 number_of(const struct graph *g, const struct ss_buffer *b)
{
	return b->router * g->a_router + b->output * g->inputs + b->port * g->vcs + b->vc;
}

/*
 * Find the edges of the buffers of an input, or output, @b, in the order of their numbers.  Returns
 * the place for those of the next buffer.
 */
static u32 *find_edges_of_port(const struct graph *g, struct ss_buffer *b, u32 *edges)
{
	struct ss_buffer next[SS_MAX_WAITS];

	for (u32 vc = 0; vc < g->vcs; vc++, edges += g->most) {
		u32 n;

		b->vc = vc;
		n = ss_waits_for(g->f, b, next, NULL);
		for (u32 k = 0; k < n; k++)
			edges[k] = number_of(g, &next[k]) + 1;
	}
	return edges;
}

static void find_edges(const struct graph *g, struct sim_crew *crew)
{
	u32 first, routers = ss_fabric_own_routers(g->f, &first);
	u32 *edges = g->next + (size_t)first * g->a_router * g->most;
	u32 ports = g->inputs / g->vcs, all = g->a_router / g->vcs;

	for (u32 r = first; r - first < routers; r++) {
		for (u32 i = 0; i < all; i++) {
			bool output = i >= ports;
			struct ss_buffer b = {
				.router = r, .port = output ? i - ports : i, .output = output,
			};

			edges = find_edges_of_port(g, &b, edges);
		}
	}
	sim_crew_give_routers(crew, g->f, g->next,
			      (size_t)g->a_router * g->most * sizeof(*g->next));
}

/* Return edge @k of buffer @i: the number of the other buffer, plus one; 0 if there is none. */
static u32 edge(const struct graph *g, u32 i, u32 k)
{
	return k < g->most ? g->next[(size_t)i * g->most + k] : 0;
}

/**
 * struct waiters - lists of waiting buffers, by the buffer they wait for
 * @first: by number of a buffer: place in @who of the first buffer that waits for it; the last
 * element is the end of @who
 * @who: numbers of the waiting buffers
 */
struct waiters {
	u32 *first;
	u32 *who;
};

static struct waiters find_waiters(const struct graph *g)
{
	struct waiters w = { sim_alloc(g->buffers + 2, sizeof(*w.first)), NULL };
	u32 sum = 0;

	for (u32 n = 0; n < g->waits; n++)
		for (u32 i = g->waiting[n], k = 0; edge(g, i, k); k++)
			w.first[edge(g, i, k) + 1]++;
	for (u32 i = 0; i < g->buffers + 2; i++) {
		sum += w.first[i];
		w.first[i] = sum;
	}
	w.who = sim_alloc(sum + 1, sizeof(*w.who));
	for (u32 n = 0; n < g->waits; n++)
		for (u32 i = g->waiting[n], k = 0; edge(g, i, k); k++)
			w.who[w.first[edge(g, i, k)]++] = i;
	return w;
}

/*
 * Find the dead buffers.  Life spreads from buffers that wait for none to those that wait for them;
 * the others are dead.
 */
static void find_dead(const struct graph *g)
{
	struct waiters w = find_waiters(g);
	u32 *alive = sim_alloc(g->buffers, sizeof(*alive)), n = 0;

	for (u32 i = 0; i < g->buffers; i++) {
		g->dead[i] = edge(g, i, 0);
		if (!g->dead[i])
			alive[n++] = i;
	}
	while (n) {
		u32 i = alive[--n];

		for (u32 k = w.first[i]; k < w.first[i + 1]; k++) {
			if (!g->dead[w.who[k]])
				continue;
			g->dead[w.who[k]] = false;
			alive[n++] = w.who[k];
		}
	}
	free(alive);
	free(w.first);
	free(w.who);
}

/* Return a buffer that dead buffer @i waits for; all such buffers are dead. */
static u32 next_of(const struct graph *g, u32 i)
{
	return edge(g, i, 0) - 1;
}

/*
 * Return a buffer on a cycle: the edges from dead buffer @i lead to one sooner or later.
 */
static u32 on_cycle(const struct graph *g, u32 i)
{
	bool *been = sim_alloc(g->buffers, sizeof(*been));

	for (; !been[i]; i = next_of(g, i))
		been[i] = true;
	free(been);
	return i;
}

/* Return the staging buffer of packets from input buffer @a to input buffer @b. */
static struct ss_buffer staging(const struct graph *g, const struct ss_buffer *a,
				const struct ss_buffer *b)
{
	u32 port;

	g->topo.ops->behind(&g->topo, b->router, b->port, &port);
	return (struct ss_buffer){
		.router = a->router, .port = port, .vc = b->vc, .staging = true, .input = a->port,
	};
}

/* Record in @d the cycle that buffer @first is on. */
static void record(const struct graph *g, u32 first, struct sim_deadlock *d)
{
	u32 i = first;

	d->at = ss_fabric_now(g->f);
	do {
		struct ss_buffer a = buffer_of(g, i), b;

		i = next_of(g, i);
		b = buffer_of(g, i);
		if (a.output)
			continue;
		d->buffer = sim_grow(d->buffer, d->count + 2, sizeof(*d->buffer));
		d->buffer[d->count++] = a;
		if (ss_config_is_staged(ss_fabric_config(g->f)))
			d->buffer[d->count++] = staging(g, &a, &b);
	} while (i != first);
}

/* Send what the leader has found to all members. */
static void share_deadlock(struct sim_crew *crew, struct sim_deadlock *d)
{
	sim_crew_broadcast(crew, 0, &d->at, sizeof(d->at));
	sim_crew_broadcast(crew, 0, &d->count, sizeof(d->count));
	if (!sim_crew_leads(crew) && d->count)
		d->buffer = sim_alloc(d->count, sizeof(*d->buffer));
	if (d->count)
		sim_crew_broadcast(crew, 0, d->buffer, d->count * sizeof(*d->buffer));
}

static void find_waiting(struct graph *g)
{
	g->waiting = sim_alloc(g->buffers, sizeof(*g->waiting));
	for (u32 i = 0; i < g->buffers; i++)
		if (edge(g, i, 0))
			g->waiting[g->waits++] = i;
}

/* Return true if all buffers that buffer @i waits for wait, too. */
static bool is_suspect(const struct graph *g, u32 i)
{
	for (u32 k = 0; edge(g, i, k); k++)
		if (!edge(g, edge(g, i, k) - 1, 0))
			return false;
	return true;
}

/* Return true if there may be a knot, whose members are all suspects. */
static bool has_suspect(const struct graph *g)
{
	const u32 *first = g->next;

	for (u32 i = 0; i < g->buffers; i++, first += g->most)
		if (*first && is_suspect(g, i))
			return true;
	return false;
}

static void find(struct graph *g, struct sim_deadlock *d)
{
	u32 i = 0;

	if (!has_suspect(g))
		return;
	find_waiting(g);
	g->dead = sim_alloc(g->buffers, sizeof(*g->dead));
	find_dead(g);
	while (i < g->buffers && !g->dead[i])
		i++;
	if (i < g->buffers)
		record(g, on_cycle(g, i), d);
}

bool sim_deadlock_find(struct sim_crew *crew, const struct ss_fabric *f, struct sim_deadlock *d)
{
	const struct ss_config *cfg = ss_fabric_config(f);
	struct graph g = {
		.f = f, .vcs = ss_config_port_vcs(cfg), .most = ss_fabric_waits(f),
	};

	if (!g.most)
		return false;
	ss_config_topology(cfg, &g.topo);
	g.inputs = ss_config_ports(cfg) * g.vcs;
	g.a_router = ss_config_holds_output_vcs(cfg) ? 2 * g.inputs : g.inputs;
	g.buffers = ss_fabric_routers(f) * g.a_router;
	g.next = sim_alloc((size_t)g.buffers * g.most, sizeof(*g.next));
	find_edges(&g, crew);
	if (sim_crew_leads(crew))
		find(&g, d);
	free(g.next);
	free(g.waiting);
	free(g.dead);
	share_deadlock(crew, d);
	return d->count;
}
