/* SPDX-License-Identifier: GPL-2.0-only */
/* Pictures of results. */
#ifndef SIM_PLOT_H
#define SIM_PLOT_H

#include "sim/result/curves.h"

#include "gnuplot.h"

/**
 * struct plot_options - options of a picture
 * @kind: a name of plot_kinds()
 * @by: keys that distinguish curves, with commas between; NULL: those that differ
 * @curves: results that are already sorted into curves, used instead of @by, or NULL; a curve
 *	without results is not drawn, and no other curve has its colour
 * @against: key along the horizontal axis; "accepted": the accepted load of experiments that differ
 *	in their load; NULL: the usual key of the kind
 * @of: quantity that a heat map (NULL: utilisation) or a profile (NULL: injected) shows; for other
 *	kinds: the values to show, such as "mean" or "p99" of latency (NULL: both)
 * @group: group of a Dragonfly whose local links a heat map shows; NULL: mean over groups
 * @limits: limits of the horizontal and the vertical axis, "FROM:TO", either of which may be empty;
 *	NULL: the range of the values
 * @ns: true if times are in ns, and loads in flits per ns, summed over all nodes, though all cycle
 *	times are equal; where they differ, these are the units in any case
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
	PLOT_REFUSED,	/* the request is malformed, or the results lack values for it */
	PLOT_NO_UNIT,	/* values are in ns, and a cycle time is not known */
	PLOT_FAILED,	/* gnuplot failed */
};

/* Draw @results.  If that fails, @err receives the reason. */
enum plot_outcome plot_draw(const struct results *results, const struct plot_options *o,
			    struct picture *picture, struct sim_error *err);

/* List the kinds, a line each. */
void plot_list(FILE *to);

#endif /* SIM_PLOT_H */
