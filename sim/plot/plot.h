/* SPDX-License-Identifier: GPL-2.0-only */
/* Pictures of results. */
#ifndef SIM_PLOT_H
#define SIM_PLOT_H

#include "sim/result/curves.h"

#include "gnuplot.h"

/**
 * struct plot_options - what a picture shows
 * @kind: a name of plot_kinds()
 * @by: keys that distinguish curves, with commas between; NULL: those that differ
 * @curves: results sorted into curves already, whatever @by is, or NULL; curves without members are
 *	no lines, but keep their colours from others
 * @against: key along the horizontal axis, where it is one of the experiment; "accepted": the
 *	accepted load of experiments that differ in their load; NULL: load
 * @of: quantity that a heat map shows; NULL: utilisation; of a profile; NULL: injected; or kind of
 *	latency; NULL: all
 * @group: group of a Dragonfly whose local links a heat map shows; NULL: mean over groups
 * @limits: limits of the horizontal and the vertical axis, "FROM:TO", either of which may be empty;
 *	NULL: the range of the values
 * @ns: latency is in ns, and loads are in flits per ns of all nodes
 * @format: format of the file
 */
struct plot_options {
	const char *kind;
	const char *by;
	const struct curves *curves;
	const char *against;
	const char *of;
	const char *group;
	const char *limits[2];
	bool ns;
	enum picture_format format;
};

enum plot_outcome {
	PLOT_DRAWN,
	PLOT_REFUSED,	/* a request that is malformed, or for which the results have nothing */
	PLOT_FAILED,	/* gnuplot did not draw it */
};

/* Draw results; if that is not possible, @err is the sentence that says why. */
enum plot_outcome plot_draw(const struct results *results, const struct plot_options *o,
			    struct picture *picture, struct sim_error *err);

/* List the kinds, a line each. */
void plot_list(FILE *to);

#endif /* SIM_PLOT_H */
