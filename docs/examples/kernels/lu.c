// SPDX-License-Identifier: GPL-2.0-only
/*
 * lu [SIDE]: factors a matrix of SIDE x SIDE values into triangles, without pivoting, as LU of
 * SPLASH-2 does.  Its blocks of 16 x 16 are dealt out to a grid of ranks.  In each step the
 * owner of the diagonal's block factors it and sends it to the owners of the blocks below and
 * right of it. These owners divide by it and send their blocks along the rows and columns.  The
 * program ends with an error if the result is wrong.
 */
#include <math.h>
#include <string.h>
#include "kernel.h"

#define B	16		/* side of a block, as in SPLASH-2 */
#define VALUES	(B * B)

struct grid {
	int rank, ranks;
	int high, wide;		/* ranks of a column and of a row of the grid */
	int blocks;		/* blocks of a row of the matrix */
	double *own;		/* all blocks; those of other ranks are not used */
	double *seen;		/* blocks that others sent in this step */
	MPI_Request *requests;
	int sent;		/* messages of this step */
};

static int owner(const struct grid *g, int i, int j)
{
	return i % g->high * g->wide + j % g->wide;
}

static double value(int side, int i, int j)
{
	/* the diagonal outweighs its row */
	return i == j ? side : (double)(draw((unsigned long long)i * side + j) >> 40) / (1 << 24);
}

static double *block(const struct grid *g, int i, int j)
{
	return g->own + ((size_t)i * g->blocks + j) * VALUES;
}

/* Return a block of step @k: one's own, or the one that its owner sent. */
static double *received(const struct grid *g, int i, int j)
{
	return owner(g, i, j) == g->rank ? block(g, i, j) :
		g->seen + (i * g->blocks + j) * (size_t)VALUES;
}

static void factor(double *a)
{
	int i, j, k;

	for (k = 0; k < B; k++)
		for (i = k + 1; i < B; i++) {
			a[i * B + k] /= a[k * B + k];
			for (j = k + 1; j < B; j++)
				a[i * B + j] -= a[i * B + k] * a[k * B + j];
		}
	work(2.0 / 3 * B * VALUES);
}

/* Divide @a, below the diagonal's block @d, by the upper triangle of @d. */
static void divide_below(double *a, const double *d)
{
	int i, j, k;

	for (i = 0; i < B; i++)
		for (j = 0; j < B; j++) {
			for (k = 0; k < j; k++)
				a[i * B + j] -= a[i * B + k] * d[k * B + j];
			a[i * B + j] /= d[j * B + j];
		}
	work(1.0 * B * VALUES);
}

/* Divide @a, right of the diagonal's block @d, by the lower triangle of @d. */
static void divide_right(double *a, const double *d)
{
	int i, j, k;

	for (i = 0; i < B; i++)
		for (k = 0; k < i; k++)
			for (j = 0; j < B; j++)
				a[i * B + j] -= d[i * B + k] * a[k * B + j];
	work(1.0 * B * VALUES);
}

static void subtract_product(double *a, const double *left, const double *up)
{
	int i, j, k;

	for (i = 0; i < B; i++)
		for (k = 0; k < B; k++)
			for (j = 0; j < B; j++)
				a[i * B + j] -= left[i * B + k] * up[k * B + j];
	work(2.0 * B * VALUES);
}

/* Send block @i, @j to all other ranks of @needs, or receive it if this rank is one of them. */
static void share(struct grid *g, int i, int j, const char *needs)
{
	int of = owner(g, i, j), r;

	if (of == g->rank) {
		for (r = 0; r < g->ranks; r++)
			if (needs[r] && r != of)
				MPI_Isend(block(g, i, j), VALUES, MPI_DOUBLE, r, i * g->blocks + j,
					  MPI_COMM_WORLD, &g->requests[g->sent++]);
	} else if (needs[g->rank]) {
		MPI_Recv(received(g, i, j), VALUES, MPI_DOUBLE, of, i * g->blocks + j,
			 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
}

static void step(struct grid *g, int k, char *needs)
{
	int i, j;

	g->sent = 0;
	if (owner(g, k, k) == g->rank)
		factor(block(g, k, k));
	memset(needs, 0, g->ranks);
	for (i = k + 1; i < g->blocks; i++)
		needs[owner(g, i, k)] = 1;
	for (i = k + 1; i < g->blocks; i++)
		needs[owner(g, k, i)] = 1;
	share(g, k, k, needs);
	for (i = k + 1; i < g->blocks; i++) {
		if (owner(g, i, k) == g->rank)
			divide_below(block(g, i, k), received(g, k, k));
		if (owner(g, k, i) == g->rank)
			divide_right(block(g, k, i), received(g, k, k));
	}
	for (i = k + 1; i < g->blocks; i++) {
		memset(needs, 0, g->ranks);
		for (j = k + 1; j < g->blocks; j++)
			needs[owner(g, i, j)] = 1;
		share(g, i, k, needs);
		memset(needs, 0, g->ranks);
		for (j = k + 1; j < g->blocks; j++)
			needs[owner(g, j, i)] = 1;
		share(g, k, i, needs);
	}
	for (i = k + 1; i < g->blocks; i++)
		for (j = k + 1; j < g->blocks; j++)
			if (owner(g, i, j) == g->rank)
				subtract_product(block(g, i, j), received(g, i, k),
						 received(g, k, j));
	MPI_Waitall(g->sent, g->requests, MPI_STATUSES_IGNORE);
}

/* Each rank factors the whole matrix row by row, and compares its own blocks. */
static void check(const struct grid *g)
{
	int side = g->blocks * B, i, j, k;
	double *a = allocate((size_t)side * side, sizeof(*a));

	for (i = 0; i < side; i++)
		for (j = 0; j < side; j++)
			a[i * side + j] = value(side, i, j);
	for (i = 1; i < side; i++)
		for (k = 0; k < i; k++) {
			a[i * side + k] /= a[k * side + k];
			for (j = k + 1; j < side; j++)
				a[i * side + j] -= a[i * side + k] * a[k * side + j];
		}
	for (i = 0; i < side; i++)
		for (j = 0; j < side; j++)
			if (owner(g, i / B, j / B) == g->rank &&
			    fabs(block(g, i / B, j / B)[i % B * B + j % B] - a[i * side + j]) >
			    ldexp(side, -40))
				end_all("lu: the result is wrong");
	free(a);
}

int main(int argc, char **argv)
{
	int side = argument(argc, argv, 1, 256), i, j;
	struct grid g;
	char *needs;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &g.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &g.ranks);
	if (side < B || side > 2048 || side % B)
		end_all("lu: SIDE is a multiple of 16, up to 2048");
	for (g.high = sqrt(g.ranks); g.ranks % g.high; g.high--)
		;
	g.wide = g.ranks / g.high;
	g.blocks = side / B;
	g.own = allocate((size_t)side * side, sizeof(*g.own));
	g.seen = allocate((size_t)side * side, sizeof(*g.seen));
	g.requests = allocate((2 * g.blocks + 1) * (size_t)g.ranks, sizeof(*g.requests));
	needs = allocate(g.ranks, 1);
	for (i = 0; i < side; i++)
		for (j = 0; j < side; j++)
			block(&g, i / B, j / B)[i % B * B + j % B] = value(side, i, j);

	for (i = 0; i < g.blocks; i++)
		step(&g, i, needs);
	check(&g);

	free(needs);
	free(g.requests);
	free(g.seen);
	free(g.own);
	MPI_Finalize();
	return 0;
}
