// SPDX-License-Identifier: GPL-2.0-only
/*
 * While a value x is symmetric around the centre m, 1 + h(x - m) has the mean 1 for any odd
 * function h between -1 and 1.  So the product over all values is a martingale.  The chance that
 * it ever exceeds 1 / error is at most that error (J. Ville, 1939).  All useful tests of symmetry
 * have this form: A. Ramdas, J. Ruf, M. Larsson, W. Koolen, "Admissible anytime-valid sequential
 * inference must rely on nonnegative martingales", arXiv 2009.03167, 2020.
 *
 * Here h is a share of the hyperbolic tangent.  The product falls as m grows: so the bound is where
 * it is 1 / error.  A mixture of products is a martingale, too.
 */
#include <math.h>

#include "sequence.h"

/*
 * The products of the mixture: @slope of the tangent, per scale, and its @share.  Those of a share
 * below 1 are not lost by one value far on the other side, during which the load has changed.
 * The shares are our choice, for six to some fifty values.
 */
static const struct product {
	double slope, share;
} products[] = { { 0.5, 1 }, { 1, 1 }, { 1, 0.75 }, { 2, 0.75 } };

#define PRODUCTS	(sizeof(products) / sizeof(*products))
#define LEAST_SCALE	0.000000001
#define STEEP		50	/* scales beyond which each tangent is 1 */
#define STEPS		40	/* bisections of a range */

/* Return the logarithm of 1 + share tanh(u), without loss where the tangent is near -1. */
static double gain(double share, double u)
{
	return share < 1 ? log1p(share * tanh(u)) : M_LN2 - log1p(exp(-2 * u));
}

/* Return the evidence against the centre @m, the mean over all products; @sign -1 mirrors it. */
static double evidence(const double *x, u32 n, double m, double sign, double scale)
{
	double sum = 0;

	for (u32 k = 0; k < PRODUCTS; k++) {
		double logarithm = 0;

		for (u32 i = 0; i < n; i++)
			logarithm += gain(products[k].share,
					  products[k].slope * sign * (x[i] - m) / scale);
		sum += exp(logarithm);
	}
	return sum / PRODUCTS;
}

/* Return the least value in the direction of @sign: the greatest for -1. */
static double extreme(const double *x, u32 n, double sign)
{
	double found = x[0];

	for (u32 i = 1; i < n; i++)
		if (sign * x[i] < sign * found)
			found = x[i];
	return found;
}

/* Find the bound below the centre, or, mirrored, above it.  Each has half of the error. */
static double bound(const double *x, u32 n, double sign, double error, double scale)
{
	double inside = extreme(x, n, -sign), outside = extreme(x, n, sign) - sign * STEEP * scale;

	if (evidence(x, n, outside, sign, scale) < 2 / error)
		return -sign * INFINITY;
	for (u32 i = 0; i < STEPS; i++) {
		double middle = (inside + outside) / 2;

		if (evidence(x, n, middle, sign, scale) < 2 / error)
			inside = middle;
		else
			outside = middle;
	}
	return outside;
}

struct sequence_interval sequence_interval(const double *x, u32 n, double error, double scale)
{
	if (!n)
		return (struct sequence_interval){ -INFINITY, INFINITY };
	scale = fmax(scale, LEAST_SCALE);
	return (struct sequence_interval){
		bound(x, n, 1, error, scale), bound(x, n, -1, error, scale),
	};
}

/*
 * Find how many values, all on one side of the centre, are enough: with each of them a product
 * grows by 1 + its share.
 */
u32 sequence_least(double error)
{
	double grown = 0;
	u32 n = 0;

	while (grown < 2 / error) {
		n++;
		grown = 0;
		for (u32 k = 0; k < PRODUCTS; k++)
			grown += pow(1 + products[k].share, n) / PRODUCTS;
	}
	return n;
}

/* Return the value below which a @share of the normal law is. */
static double normal_quantile(double share)
{
	double low = -40, high = 40;

	for (u32 i = 0; i < STEPS; i++) {
		double middle = (low + high) / 2;

		if (erfc(-middle / M_SQRT2) / 2 < share)
			low = middle;
		else
			high = middle;
	}
	return (low + high) / 2;
}

double sequence_half_width(u32 n, double error)
{
	double x[SEQUENCE_MOST];

	n = n < SEQUENCE_MOST ? n : SEQUENCE_MOST;
	for (u32 i = 0; i < n; i++)
		x[i] = normal_quantile((i + 0.5) / n);
	return sequence_interval(x, n, error, 1).high;
}
