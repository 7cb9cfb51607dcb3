/* SPDX-License-Identifier: GPL-2.0-only */
/* The figures of seastar whatif, of a run of the model and of a live device. */
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
	FIGURE_WAIT,			/* by network port */
	FIGURE_QUEUEING = FIGURE_WAIT + 6,	/* by dimension, as are others below */
	FIGURE_MEAN = FIGURE_QUEUEING + 3,
	FIGURE_P99,
	FIGURE_MAX,
	FIGURE_P99_DRIVER,
	FIGURE_THROUGHPUT,
	FIGURE_AGES,				/* by bin */
	FIGURE_LEAST_INJECTED = FIGURE_AGES + 4,	/* packets of a node */
	FIGURE_MOST_INJECTED,
	FIGURE_LEAST_DELIVERED,
	FIGURE_MOST_DELIVERED,
	FIGURE_STARVED,
	FIGURE_OLDEST,
	FIGURE_DIM_WAIT,
	FIGURE_STALLED = FIGURE_DIM_WAIT + 3,
	FIGURE_COMPLETION = FIGURE_STALLED + 3,	/* by program */
	FIGURE_DIFFERENCE,			/* from the present settings */
	FIGURES,
};

/**
 * struct figure - what one is
 * @group: in JSON; figures of a group follow one another
 * @key: in the group
 * @text: in words; NULL: nothing is counted that it could be held against
 * @head: of a column of the candidates; NULL: none
 * @digits: after the point
 */
struct figure {
	const char *group;
	const char *key;
	const char *text;
	const char *head;
	int digits;
};

extern const struct figure figures[FIGURES];

/* A mean of several runs and half of its 95 % interval, which is not a number for one run. */
struct estimate {
	double mean;
	double half;
};

/* Compute the figures of a run of the model. */
void figures_of_result(const struct sim_result *r, double figure[FIGURES]);

/* Compute the figures of a device, as far as known; NaN for the others. */
void figures_of_counted(const struct counted *c, uint32_t routers, double figure[FIGURES]);

/*
 * Return the value that @permille thousandths of the packets do not exceed, by interpolation in the
 * driver's bins, which are powers of two; NaN if there are none.
 */
double figures_percentile(const uint64_t *bin, size_t bins, uint32_t permille);

#endif /* WHATIF_FIGURES_H */
