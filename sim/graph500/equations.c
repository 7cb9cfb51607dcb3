// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stddef.h>

#include "equations.h"

const char *const graph500_model_words[] = {
	[GRAPH500_PRINTED] = "printed", [GRAPH500_SIMULATOR] = "simulator",
	[GRAPH500_MEASURED] = "measured", NULL
};

double graph500_ends(const struct graph500_size *g)
{
	return ldexp(g->edge_factor, g->scale + 1);
}

/* Compute Equation 2.6. */
static double mean_a(double s, double f, double l)
{
	return -0.133 + 0.0046 * s +
	       exp(0.01257 * f - 0.1829 * s - exp(1.75 - 0.7 * l));
}

/* Compute Equation 2.7. */
static double mean_b(double s, double f, double l)
{
	return 2 - l * (0.91 + 0.002 * f - 0.012 * s);
}

/*
 * Compute Equation 2.8.  As printed it gives roots of degree 1 a second level of more edges than
 * any vertex has; FOGSim, the thesis' simulator, has other constants.
 */
static double mean_c(enum graph500_model model, double s, double f, double l)
{
	if (model == GRAPH500_PRINTED)
		return exp(1 + (1 + 0.004 * f) * (-0.81 + 0.8411 * log(s)) *
			   exp(-(l - 2.8) * (l - 2.8) / 30));
	return exp(1 + (1 + 0.004 * f) * (-1.105 + 1.01 * log(s)) *
		   exp(-(l - 3.2) * (l - 3.2) / 8));
}

double graph500_ln_mean(const struct graph500_size *g, enum graph500_model model, u32 l,
			double degree)
{
	double s = g->scale, f = g->edge_factor, x = log(degree);

	return (mean_a(s, f, l) * x + mean_b(s, f, l)) * x + mean_c(model, s, f, l);
}

/* Compute Equations 2.9 and 2.11 to 2.13. */
static double deviation_low(double s, double f, double l, double x)
{
	double d = 0.002 * s - 0.14 - (0.015 * s - 0.285) * (0.56 + 0.033 * f) * (l - 1);
	double e = 0.97 - (l - 1) * (4.438 - 0.168 * s) * (0.83 + 0.01 * f);
	double c = ((2.1 + l) * (5.35 + 0.093 * s) - 13.625) * (1.23 - (2.9 + 0.69 * l) / f);

	return (d * x + e) * x + c;
}

/* Compute Equations 2.10 and 2.14 to 2.16. */
static double deviation_high(enum graph500_model model, double s, double f, double l, double degree)
{
	double tenth = model == GRAPH500_SIMULATOR ? floor(s / 10) : s / 10;
	double h = exp2(l) * (0.011 + 0.00012 * f) * exp(1.7 - tenth);
	double j = 1 - exp((1 - 0.012 * f) * (9.55 - 1.3 * l - s * (0.6 - 0.1 * l)));
	double k = 13 * (0.062 * s - 0.046) * (2 - 0.24 * l) - j;

	return k / pow(degree, h) + j;
}

double graph500_ln_deviation(const struct graph500_size *g, enum graph500_model model, u32 l,
			     double degree)
{
	double s = g->scale, f = g->edge_factor, x = log(degree);

	switch (l) {
	case 1:
		return deviation_low(s, f, 1, x);
	case 2:
		return fmax(deviation_low(s, f, 1, x), deviation_low(s, f, 2, x));
	case 3:
		return fmax(deviation_low(s, f, 2, x), deviation_high(model, s, f, 4, degree));
	default:
		return deviation_high(model, s, f, l, degree);
	}
}

u32 graph500_means(const struct graph500_size *g, enum graph500_model model, double degree,
		   double *edges)
{
	double left = graph500_ends(g);
	u32 l = 0;

	for (; l < GRAPH500_MODEL_LEVELS && left > 0; l++) {
		edges[l] = l ? exp(graph500_ln_mean(g, model, l, degree)) : degree;
		edges[l] = fmin(edges[l], left);
		left -= edges[l];
	}
	return l;
}

double graph500_level_queries(const struct graph500_size *g, double edges)
{
	double n = g->processes;

	return edges / n * (n - 1) / n;
}

double graph500_destinations(const struct graph500_size *g, double queries)
{
	double n = g->processes;

	return n * (1 - pow(1 - 1 / n, queries));
}

double graph500_messages(const struct graph500_size *g, double queries, u32 coalesced)
{
	double to = graph500_destinations(g, queries);

	return to > 0 ? ceil(queries / coalesced / to) * to : 0;
}

double graph500_ln_degree(u32 scale)
{
	return scale * log(0.3604) + 1.0661704 * scale;
}

double graph500_ln_degree_deviation(u32 scale)
{
	return 0.079313065 * scale;
}

double graph500_injection(double query_ns, double gbps)
{
	return GRAPH500_QUERY_BYTES * 8 / (query_ns * gbps);
}
