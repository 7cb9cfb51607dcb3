/* SPDX-License-Identifier: GPL-2.0-only */
/* The figures that seastar whatif reports, computed for a run of the model or a live device. */
#ifndef WHATIF_FIGURES_H
#define WHATIF_FIGURES_H

#include <stddef.h>
#include <stdint.h>

struct counted;
struct sim_result;

/*
 * Figures in the order of Table 5, then those of nodes, then those that are only compared with the
 * counts.
 */
enum {
	FIGURE_WAIT,			/* per network port */
	FIGURE_QUEUEING = FIGURE_WAIT + 6,	/* per dimension, as DIM_WAIT and STALLED */
	FIGURE_MEAN = FIGURE_QUEUEING + 3,
	FIGURE_P99,
	FIGURE_MAX,
	FIGURE_P99_DRIVER,
	FIGURE_THROUGHPUT,
	FIGURE_AGES,				/* per age bin */
	FIGURE_LEAST_INJECTED = FIGURE_AGES + 4,	/* fewest packets of any node */
	FIGURE_MOST_INJECTED,
	FIGURE_LEAST_DELIVERED,
	FIGURE_MOST_DELIVERED,
	FIGURE_STARVED,
	FIGURE_OLDEST,
	FIGURE_DIM_WAIT,
	FIGURE_STALLED = FIGURE_DIM_WAIT + 3,
	FIGURE_COMPLETION = FIGURE_STALLED + 3,	/* completion of a program */
	FIGURE_DIFFERENCE,			/* difference from the present settings */
	FIGURES,
};

/**
 * struct figure - how a figure is printed
 * @group: name of its group in JSON; the figures of a group are consecutive
 * @key: key in the group
 * @text: description; NULL: the device counts nothing to compare the figure with
 * @head: heading of its column in the table of candidates; NULL: no column
 * @digits: digits after the decimal point
 */
struct figure {
	const char *group;
	const char *key;
	const char *text;
	const char *head;
	int digits;
};

extern const struct figure figures[FIGURES];

/* A mean of several runs and half the width of its 95 % confidence interval; NaN for one run. */
struct estimate {
	double mean;
	double half;
};

/* Compute the figures of a run of the model. */
void figures_of_result(const struct sim_result *r, double figure[FIGURES]);

/* Compute the figures of a device, as far as known; NaN for the others. */
void figures_of_counted(const struct counted *c, uint32_t routers, double figure[FIGURES]);

/*
 * Return the value that @permille thousandths of the packets do not exceed, interpolated in the
 * driver's bins, which begin at powers of two; NaN if there are no packets.
 */
double figures_percentile(const uint64_t *bin, size_t bins, uint32_t permille);

#endif /* WHATIF_FIGURES_H */
