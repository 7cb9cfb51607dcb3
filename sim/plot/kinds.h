/* SPDX-License-Identifier: GPL-2.0-only */
/* The kinds of plots that plot.c lists: each has a function that prints its script. */
#ifndef SIM_PLOT_KINDS_H
#define SIM_PLOT_KINDS_H

#include "nodes.h"
#include "plot.h"

/**
 * struct plot - a picture being drawn
 * @options: options of the user; @options->against is never "accepted" here, but a key or NULL
 * @accepted: true if the horizontal axis is the accepted load, not the key @options->against
 * @results: all results
 * @curves: the results, sorted into curves
 * @title: title of the picture
 * @to: stream of gnuplot's script
 * @width: width of the picture in pixels; a kind may change it
 * @height: height of the picture without its legend in pixels; a kind may change it
 * @legend: number of lines of the legend
 */
struct plot {
	const struct plot_options *options;
	bool accepted;
	const struct results *results;
	struct curves curves;
	char *title;
	FILE *to;
	u32 width;
	u32 height;
	u32 legend;
};

bool plot_latency(struct plot *p, struct sim_error *err);
bool plot_throughput(struct plot *p, struct sim_error *err);
bool plot_completion(struct plot *p, struct sim_error *err);
bool plot_fairness(struct plot *p, struct sim_error *err);
bool plot_links(struct plot *p, struct sim_error *err);
bool plot_parts(struct plot *p, struct sim_error *err);
bool plot_search(struct plot *p, struct sim_error *err);
bool plot_histogram(struct plot *p, struct sim_error *err);
bool plot_tail(struct plot *p, struct sim_error *err);
bool plot_hops(struct plot *p, struct sim_error *err);
bool plot_age(struct plot *p, struct sim_error *err);
bool plot_ports(struct plot *p, struct sim_error *err);
bool plot_dimensions(struct plot *p, struct sim_error *err);
bool plot_series(struct plot *p, struct sim_error *err);
bool plot_heat(struct plot *p, struct sim_error *err);
bool plot_profile(struct plot *p, struct sim_error *err);
bool plot_timeline(struct plot *p, struct sim_error *err);

/* Draw heat maps of routers or links, for p->results of one result, of a fabric of groups. */
bool heat_of_routers(struct plot *p, const struct quantity *q, struct sim_error *err);
bool heat_of_links(struct plot *p, const struct quantity *q, struct sim_error *err);

/*
 * Draw the value at @path, in cycles, as a bar for each experiment, with the interval of its mean.
 * @label has the unit of the picture.
 */
bool plot_categories(struct plot *p, const char *title, const char *label, const char *path,
		     struct sim_error *err);

#define NO_DETAIL	"the result has no values by node and link: run it with detail=full"

/* Functions that print pieces of a script. */

/* Print the title, which begins with @what, and below it the keys that all experiments share. */
void plot_title(struct plot *p, const char *what);

/* Print the same title above all panels of a "set multiplot". */
void plot_panels(struct plot *p, const char *what);

/* Return the first verdict other than ok in the results of @curve, or NULL. */
const char *plot_verdict(const struct curve *curve);

void plot_labels(struct plot *p, const char *x, const char *y);

/* Return the length of a cycle of @result in the picture's unit of time: 1, or its ns. */
double plot_cycle(const struct plot *p, struct json_object *result);

/* Make @axis logarithmic, with tics at 1, 2 and 5 times powers of ten: latencies lie close. */
void plot_logscale(struct plot *p, char axis);

/* Print a value of a row of data, which may be NAN, and a space. */
void plot_number(struct plot *p, double value);

/* Print rows of values as data @name, the lowest row first. */
void plot_cells(struct plot *p, const char *name, const double *cell, u32 columns, u32 rows);

/*
 * Begin the next element of a plot command: print the word plot if it is the first, else a comma.
 */
void plot_next(struct plot *p, bool *first);

/* Print the legend's text for a line: the name of @curve and the name @line among its lines. */
void plot_legend(struct plot *p, const struct curve *curve, const char *line);

#endif /* SIM_PLOT_KINDS_H */
