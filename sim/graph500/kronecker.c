// SPDX-License-Identifier: GPL-2.0-only
#include "sim/base/memory.h"
#include "sim/core/rng.h"

#include "kronecker.h"

/* Percentage of edges in the quadrants up to this one: .57, .19, .19, .05. */
static const u32 up_to[] = { 57, 76, 95 };

static void edge(u64 key, u64 n, u32 scale, u32 ends[2])
{
	ends[0] = 0;
	ends[1] = 0;
	for (u32 bit = 0; bit < scale; bit++) {
		u32 r = ss_rng_below(ss_rng_draw(key, n * scale + bit), 100);
		u32 quadrant = (r >= up_to[0]) + (r >= up_to[1]) + (r >= up_to[2]);

		ends[0] |= (quadrant >> 1) << bit;
		ends[1] |= (quadrant & 1) << bit;
	}
}

void graph500_generate(struct graph500 *g, u32 scale, u32 edge_factor, u64 seed)
{
	u64 key = ss_rng_key(seed, 0), edges = (u64)edge_factor << scale;
	u32 ends[2];

	g->vertices = 1U << scale;
	g->first = sim_alloc((size_t)g->vertices + 2, sizeof(*g->first));
	for (u64 n = 0; n < edges; n++) {
		edge(key, n, scale, ends);
		if (ends[0] == ends[1])
			continue;
		g->first[ends[0] + 2]++;
		g->first[ends[1] + 2]++;
	}
	for (u32 v = 0; v < g->vertices; v++)
		g->first[v + 2] += g->first[v + 1];
	g->to = sim_alloc(g->first[g->vertices + 1], sizeof(*g->to));
	/* first[v + 1] is where v's next neighbour goes: at last, where those of v + 1 begin */
	for (u64 n = 0; n < edges; n++) {
		edge(key, n, scale, ends);
		if (ends[0] == ends[1])
			continue;
		g->to[g->first[ends[0] + 1]++] = ends[1];
		g->to[g->first[ends[1] + 1]++] = ends[0];
	}
}

void graph500_free(struct graph500 *g)
{
	free(g->first);
	free(g->to);
}

static u32 owner(const struct graph500_pairs *p, u32 v)
{
	return ss_rng_below(ss_rng_draw(p->key, v), p->processes);
}

static void count_queries(const struct graph500 *g, u32 v, const struct graph500_pairs *p)
{
	u64 *to = &p->queries[owner(p, v) * p->processes];

	for (u64 i = g->first[v]; i < g->first[v + 1]; i++)
		to[owner(p, g->to[i])]++;
}

bool graph500_search(const struct graph500 *g, u32 root, struct graph500_levels *levels,
		     const struct graph500_pairs *pairs)
{
	u32 *queue = sim_alloc(g->vertices, sizeof(*queue));
	bool *seen = sim_alloc(g->vertices, sizeof(*seen));
	u32 head = 0, tail = 1;

	memset(levels, 0, sizeof(*levels));
	queue[0] = root;
	seen[root] = true;
	while (head < tail && levels->count < GRAPH500_MAX_LEVELS) {
		u32 end = tail;

		for (; head < end; head++) {
			u64 last = g->first[queue[head] + 1];

			if (pairs)
				count_queries(g, queue[head], pairs);
			levels->edges[levels->count] += graph500_degree(g, queue[head]);
			for (u64 i = g->first[queue[head]]; i < last; i++) {
				if (seen[g->to[i]])
					continue;
				seen[g->to[i]] = true;
				queue[tail++] = g->to[i];
			}
		}
		levels->count++;
	}
	free(queue);
	free(seen);
	return head == tail;
}

u64 graph500_queries(u32 scale, u32 edge_factor, u32 n)
{
	return ((u64)edge_factor << (scale + 1)) * (n - 1) / ((u64)n * n);
}
