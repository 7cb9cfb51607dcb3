// SPDX-License-Identifier: GPL-2.0-only
/* Pictures on a page. */
#include <stdlib.h>

#include "sim/base/file.h"
#include "sim/base/html.h"
#include "sim/plot/svg.h"

#include "figure.h"

/* Write the script of a picture to DIRECTORY/NUMBER-KIND.gp. */
static bool write_script(const struct page *page, const struct plot_options *options,
			 const struct results *results, struct sim_error *err)
{
	struct plot_options script = *options;
	struct picture picture = { 0 };
	char path[512];
	bool written;

	script.format = PICTURE_SCRIPT;
	snprintf(path, sizeof(path), "%.400s/%02u-%s.gp", page->scripts, page->figures,
		 options->kind);
	written = plot_draw(results, &script, &picture, err) == PLOT_DRAWN &&
		  file_write(path, picture.bytes, picture.size, err);
	free(picture.bytes);
	return written;
}

/* Print why there is no picture of @kind; once, if no picture with its unit can be drawn. */
static void print_reason(struct page *page, const char *kind, enum plot_outcome outcome,
			 const char *why)
{
	if (outcome == PLOT_NO_UNIT && page->lacks_unit)
		return;
	page->lacks_unit |= outcome == PLOT_NO_UNIT;
	if (outcome == PLOT_NO_UNIT)
		fputs("<p>No pictures of times and loads: ", page->out);
	else
		fprintf(page->out, "<p>No picture of kind %s: ", kind);
	html_text(page->out, why);
	fputs(".</p>\n", page->out);
}

bool page_figure(struct page *page, const struct plot_options *options,
		 const struct results *results, const char *caption, const char *where,
		 struct sim_error *err)
{
	struct picture picture = { 0 };
	enum plot_outcome outcome;
	char name[16];

	outcome = plot_draw(results, options, &picture, err);
	if (outcome != PLOT_DRAWN) {
		page->failed += outcome == PLOT_FAILED;
		print_reason(page, options->kind, outcome, err->text);
		return true;
	}
	snprintf(name, sizeof(name), "figure%u", ++page->figures);
	fputs("<figure>\n", page->out);
	svg_inline(page->out, picture.bytes, name, caption);
	fprintf(page->out, "<figcaption>%s", caption);
	html_text(page->out, where);
	fputs("</figcaption>\n</figure>\n", page->out);
	free(picture.bytes);
	return !page->scripts || write_script(page, options, results, err);
}
