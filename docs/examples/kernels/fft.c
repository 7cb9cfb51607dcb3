// SPDX-License-Identifier: GPL-2.0-only
/*
 * fft [LOG2]: a complex FFT of 2^LOG2 values in six steps (D. H. Bailey, FFTs in external or
 * hierarchical memory, 1990), as FFT of SPLASH-2 has it.  The values are a square matrix, whose
 * rows are divided among the ranks.  Each of three transpositions sends a block to every other
 * rank, from the next one on.  The program ends with an error if the result is wrong.
 */
#include <complex.h>
#include <math.h>
#include <string.h>
#include "kernel.h"

struct matrix {
	double complex *own;	/* rows of this rank */
	double complex *out;	/* blocks for the ranks */
	double complex *in;	/* blocks from the ranks */
	int rank, ranks;
	int side;		/* rows of the matrix, and values of a row */
	int rows;		/* rows per rank */
	MPI_Request *requests;
};

static double complex root(double part)
{
	return cexp(-2 * M_PI * I * part);
}

/* Transform @n values in place, @n a power of two. */
static void transform(double complex *x, int n)
{
	int i, j, k, half;

	for (i = 1, j = 0; i < n; i++) {
		for (k = n / 2; j & k; k /= 2)
			j ^= k;
		j ^= k;
		if (i < j) {
			double complex swap = x[i];

			x[i] = x[j];
			x[j] = swap;
		}
	}
	for (half = 1; half < n; half *= 2)
		for (k = 0; k < half; k++) {
			double complex w = root(0.5 * k / half);

			for (i = k; i < n; i += 2 * half) {
				double complex odd = w * x[i + half];

				x[i + half] = x[i] - odd;
				x[i] += odd;
			}
		}
}

static void transpose(struct matrix *m)
{
	int block = m->rows * m->rows, r, i, j, step, n = 0;

	for (r = 0; r < m->ranks; r++)
		for (i = 0; i < m->rows; i++)
			for (j = 0; j < m->rows; j++)
				m->out[r * block + j * m->rows + i] =
					m->own[i * m->side + r * m->rows + j];
	for (step = 1; step < m->ranks; step++) {
		r = (m->rank + m->ranks - step) % m->ranks;
		MPI_Irecv(m->in + r * block, 2 * block, MPI_DOUBLE, r, 0, MPI_COMM_WORLD,
			  &m->requests[n++]);
	}
	for (step = 1; step < m->ranks; step++) {
		r = (m->rank + step) % m->ranks;
		MPI_Isend(m->out + r * block, 2 * block, MPI_DOUBLE, r, 0, MPI_COMM_WORLD,
			  &m->requests[n++]);
	}
	MPI_Waitall(n, m->requests, MPI_STATUSES_IGNORE);
	memcpy(m->in + m->rank * block, m->out + m->rank * block, block * sizeof(*m->in));
	for (r = 0; r < m->ranks; r++)
		for (i = 0; i < m->rows; i++)
			memcpy(m->own + i * m->side + r * m->rows, m->in + r * block + i * m->rows,
			       m->rows * sizeof(*m->own));
}

/* Transform each row of this rank: 5 n log2 n operations each. */
static void transform_rows(struct matrix *m)
{
	int i;

	for (i = 0; i < m->rows; i++)
		transform(m->own + i * m->side, m->side);
	work(5.0 * m->rows * m->side * log2(m->side));
}

static void twiddle(struct matrix *m)
{
	double n = (double)m->side * m->side;
	int i, j;

	for (i = 0; i < m->rows; i++)
		for (j = 0; j < m->side; j++)
			m->own[i * m->side + j] *= root((m->rank * m->rows + i) * (double)j / n);
	/* a complex product */
	work(6.0 * m->rows * m->side);
}

/* Fill in or check: a wave of number @wave has a transform of one value. */
static double go_through(struct matrix *m, int wave, int check)
{
	int n = m->side * m->side, first = m->rank * m->rows * m->side, i;
	double worst = 0;

	for (i = 0; i < m->rows * m->side; i++) {
		double complex value = check ? (first + i == wave ? n : 0) :
			root(-(double)((long long)wave * (first + i) % n) / n);

		if (check)
			worst = fmax(worst, cabs(m->own[i] - value));
		else
			m->own[i] = value;
	}
	return worst;
}

int main(int argc, char **argv)
{
	int log = argument(argc, argv, 1, 16), wave;
	struct matrix m;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &m.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &m.ranks);
	m.side = log >= 2 && log <= 26 && log % 2 == 0 ? 1 << log / 2 : 0;
	if (!m.side || m.side % m.ranks)
		end_all("fft: LOG2 is even, 2 to 26, and the ranks divide the root of 2^LOG2");
	m.rows = m.side / m.ranks;
	m.own = allocate((size_t)m.rows * m.side, sizeof(*m.own));
	m.out = allocate((size_t)m.rows * m.side, sizeof(*m.out));
	m.in = allocate((size_t)m.rows * m.side, sizeof(*m.in));
	m.requests = allocate(2 * m.ranks, sizeof(*m.requests));

	wave = m.side * m.side / 3 + 1;
	go_through(&m, wave, 0);
	transpose(&m);
	transform_rows(&m);
	twiddle(&m);
	transpose(&m);
	transform_rows(&m);
	transpose(&m);
	if (go_through(&m, wave, 1) > ldexp((double)m.side * m.side * log, -40))
		end_all("fft: the result is wrong");

	free(m.requests);
	free(m.in);
	free(m.out);
	free(m.own);
	MPI_Finalize();
	return 0;
}
