// SPDX-License-Identifier: GPL-2.0-only
/*
 * bfs [SCALE [DEGREE [ROOTS]]]: searches a graph breadth first, from each of ROOTS vertices of
 * this degree.  It is a Kronecker graph of 2^SCALE vertices, with 16 times as many edges.  The
 * search goes level by level, as the "simple" code of Graph500 does.  For each edge of the level
 * the owner of the vertex sends a query of 16 bytes to the owner of the neighbour, up to 256 in
 * a message.  A message that ends the level follows.  Rank 0 prints the edges, queries and
 * messages of each level, means over the roots.  The program ends with an error if a level is
 * not the one that a rank finds in its own copy of the graph.
 */
#include "kernel.h"

#define EDGE_FACTOR	16
#define COALESCING	256
#define LEVELS		64

enum { QUERIES, END };

struct query {
	long long vertex, parent;
};

struct graph {
	int vertices;
	int *first;		/* index of the first neighbour of each vertex, and one more */
	int *neighbours;
};

struct search {
	int rank, ranks;
	const struct graph *graph;
	int *level;		/* level of each vertex of this rank, or -1 */
	struct query (*out)[COALESCING];
	int *filled;		/* queries in it, by rank */
	long long sums[4];	/* edges, queries, messages and found vertices of this level */
};

/* An end of an edge: quadrants of .57, .19, .19 and .05, and a fixed shuffle of the numbers. */
static void draw_edge(int scale, long long edge, int *a, int *b)
{
	int bit;

	*a = *b = 0;
	for (bit = 0; bit < scale; bit++) {
		double x = (draw(edge * scale + bit) >> 11) / 9007199254740992.0;

		*a |= (x >= .76) << bit;
		*b |= ((x >= .57 && x < .76) || x >= .95) << bit;
	}
}

static void shuffle(int *numbers, int n)
{
	int i;

	for (i = 0; i < n; i++)
		numbers[i] = i;
	for (i = n - 1; i > 0; i--) {
		int with = draw((1ull << 62) + i) % (i + 1), swap = numbers[i];

		numbers[i] = numbers[with];
		numbers[with] = swap;
	}
}

/* Loops are dropped, copies of an edge are kept. */
static void make(struct graph *g, int scale)
{
	long long edges = (long long)EDGE_FACTOR << scale, i;
	int *number, *at, *ends, v;

	g->vertices = 1 << scale;
	number = allocate(g->vertices, sizeof(*number));
	ends = allocate(2 * edges, sizeof(*ends));
	g->first = allocate(g->vertices + 1, sizeof(*g->first));
	shuffle(number, g->vertices);
	for (i = 0; i < edges; i++) {
		draw_edge(scale, i, &ends[2 * i], &ends[2 * i + 1]);
		if (ends[2 * i] == ends[2 * i + 1])
			continue;
		ends[2 * i] = number[ends[2 * i]];
		ends[2 * i + 1] = number[ends[2 * i + 1]];
		g->first[ends[2 * i] + 1]++;
		g->first[ends[2 * i + 1] + 1]++;
	}
	for (v = 0; v < g->vertices; v++)
		g->first[v + 1] += g->first[v];
	at = allocate(g->vertices, sizeof(*at));
	for (v = 0; v < g->vertices; v++)
		at[v] = g->first[v];
	g->neighbours = allocate(g->first[g->vertices], sizeof(*g->neighbours));
	for (i = 0; i < edges; i++)
		if (ends[2 * i] != ends[2 * i + 1]) {
			g->neighbours[at[ends[2 * i]]++] = ends[2 * i + 1];
			g->neighbours[at[ends[2 * i + 1]]++] = ends[2 * i];
		}
	free(at);
	free(ends);
	free(number);
}

static void visit(struct search *s, long long vertex, int level)
{
	if (s->level[vertex / s->ranks] >= 0)
		return;
	s->level[vertex / s->ranks] = level;
	s->sums[3]++;
}

static void send(struct search *s, int to, int tag)
{
	MPI_Send(s->out[to], 2 * s->filled[to], MPI_LONG_LONG, to, tag, MPI_COMM_WORLD);
	s->sums[2] += tag == QUERIES;
	s->filled[to] = 0;
}

static void ask(struct search *s, int vertex, int parent, int level)
{
	int to = vertex % s->ranks;

	s->sums[0]++;
	if (to == s->rank) {
		visit(s, vertex, level);
		return;
	}
	s->sums[1]++;
	s->out[to][s->filled[to]++] = (struct query){ vertex, parent };
	if (s->filled[to] == COALESCING)
		send(s, to, QUERIES);
}

/* Take messages in until each other rank has ended the level. */
static void take(struct search *s, int level)
{
	struct query in[COALESCING];
	int left = s->ranks - 1, size, i;
	MPI_Status status;

	while (left) {
		MPI_Recv(in, 2 * COALESCING, MPI_LONG_LONG, MPI_ANY_SOURCE, MPI_ANY_TAG,
			 MPI_COMM_WORLD, &status);
		MPI_Get_count(&status, MPI_LONG_LONG, &size);
		for (i = 0; i < size / 2; i++)
			visit(s, in[i].vertex, level);
		left -= status.MPI_TAG == END;
	}
}

/* Search level @level, and add up its sums over all ranks. */
static void search_level(struct search *s, int level, long long *all)
{
	const struct graph *g = s->graph;
	int v, i, step;

	for (i = 0; i < 4; i++)
		s->sums[i] = 0;
	for (v = s->rank; v < g->vertices; v += s->ranks)
		if (s->level[v / s->ranks] == level)
			for (i = g->first[v]; i < g->first[v + 1]; i++)
				ask(s, g->neighbours[i], v, level + 1);
	for (step = 1; step < s->ranks; step++) {
		int to = (s->rank + step) % s->ranks;

		if (s->filled[to])
			send(s, to, QUERIES);
		send(s, to, END);
	}
	take(s, level + 1);
	MPI_Allreduce(s->sums, all, 4, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
}

/* Compare the levels of this rank's vertices with those of a search with a queue. */
static void check(const struct search *s, int root)
{
	const struct graph *g = s->graph;
	int *level = allocate(g->vertices, sizeof(*level)), *queue, head, tail = 1, v, i;

	queue = allocate(g->vertices, sizeof(*queue));
	for (v = 0; v < g->vertices; v++)
		level[v] = -1;
	level[root] = 0;
	queue[0] = root;
	for (head = 0; head < tail; head++)
		for (v = queue[head], i = g->first[v]; i < g->first[v + 1]; i++)
			if (level[g->neighbours[i]] < 0) {
				level[g->neighbours[i]] = level[v] + 1;
				queue[tail++] = g->neighbours[i];
			}
	for (v = s->rank; v < g->vertices; v += s->ranks)
		if (s->level[v / s->ranks] != level[v])
			end_all("bfs: a level is wrong");
	free(queue);
	free(level);
}

static int find_root(const struct graph *g, int degree, int pass)
{
	int v;

	for (v = 0; v < g->vertices; v++)
		if (g->first[v + 1] - g->first[v] == degree && !pass--)
			return v;
	end_all("bfs: no such vertex has this degree");
	return 0;
}

/* Search from @root, and add the sums of each level to @total. */
static void search_from(struct search *s, int root, long long (*total)[4])
{
	long long all[4] = { 0, 0, 0, 1 };
	int level, i;

	for (i = 0; i <= s->graph->vertices / s->ranks; i++)
		s->level[i] = -1;
	if (root % s->ranks == s->rank)
		s->level[root / s->ranks] = 0;
	MPI_Barrier(MPI_COMM_WORLD);
	for (level = 0; all[3]; level++) {
		search_level(s, level, all);
		for (i = 0; i < 4 && level < LEVELS; i++)
			total[level][i] += all[i];
	}
	check(s, root);
}

static void print(long long (*total)[4], double roots)
{
	int level;

	printf("level        edges      queries     messages\n");
	for (level = 0; level < LEVELS && total[level][0]; level++)
		printf("%5d %12.2f %12.2f %12.2f\n", level, total[level][0] / roots,
		       total[level][1] / roots, total[level][2] / roots);
}

int main(int argc, char **argv)
{
	int scale = argument(argc, argv, 1, 12), degree = argument(argc, argv, 2, 1);
	int roots = argument(argc, argv, 3, 1), i;
	long long total[LEVELS][4] = { 0 };
	struct graph g;
	struct search s;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &s.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &s.ranks);
	if (scale < 1 || scale > 24 || degree < 1 || roots < 1)
		end_all("bfs: SCALE is 1 to 24, DEGREE and ROOTS are at least 1");
	make(&g, scale);
	s.graph = &g;
	s.level = allocate(g.vertices / s.ranks + 1, sizeof(*s.level));
	s.out = allocate(s.ranks, sizeof(*s.out));
	s.filled = allocate(s.ranks, sizeof(*s.filled));
	for (i = 0; i < roots; i++)
		search_from(&s, find_root(&g, degree, i), total);
	if (!s.rank)
		print(total, roots);

	free(s.filled);
	free(s.out);
	free(s.level);
	free(g.neighbours);
	free(g.first);
	MPI_Finalize();
	return 0;
}
