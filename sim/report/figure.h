/* SPDX-License-Identifier: GPL-2.0-only */
/* Pictures on a page. */
#ifndef SIM_REPORT_FIGURE_H
#define SIM_REPORT_FIGURE_H

#include "sim/plot/plot.h"

/**
 * struct page - a page on its way
 * @out: stream of the page
 * @figures: pictures so far
 * @failed: pictures that gnuplot did not draw
 * @lacks_unit: the page says that there are no pictures of times and loads
 * @scripts: directory for the script of gnuplot of each picture, or NULL
 */
struct page {
	FILE *out;
	u32 figures;
	u32 failed;
	bool lacks_unit;
	const char *scripts;
};

/*
 * Draw results, as @options say, with @caption and @where below; or say in a line why there is no
 * such picture.  False, and a sentence, if its script cannot be written.
 */
bool page_figure(struct page *page, const struct plot_options *options,
		 const struct results *results, const char *caption, const char *where,
		 struct sim_error *err);

#endif /* SIM_REPORT_FIGURE_H */
