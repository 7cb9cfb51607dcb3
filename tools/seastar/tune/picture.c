// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/file.h"
#include "sim/plot/svg.h"

#include "tools/seastar/base/print.h"

#include "picture.h"

#define WIDTH	800
#define PANEL	260	/* height per candidate, in pixels */
#define LEGEND	80	/* height of the legend at the end, in pixels */

static void number(FILE *to, double difference)
{
	if (isfinite(difference))
		fprintf(to, " %.6g", 100 * tune_relative(difference));
	else
		fputs(" NaN", to);
}

static void data(FILE *to, const struct tune *t, size_t i)
{
	uint32_t n;
	struct tune_step *step = tune_steps(t, i, &n);

	fprintf(to, "$candidate%zu << EOD\n", i);
	for (uint32_t k = 0; k < n; k++) {
		fprintf(to, "%u", step[k].block);
		number(to, step[k].difference);
		number(to, step[k].low);
		number(to, step[k].high);
		fputs("\n", to);
	}
	fputs("EOD\n", to);
	free(step);
}

static void panel(FILE *to, const struct report *r, size_t i)
{
	const struct tune *t = &r->t;
	bool last = i == t->n - 1;
	char text[200];

	snprintf(text, sizeof(text), "%s: %s", r->name[i], report_verdict(&t->outcome[i]));
	fputs("set title ", to);
	gnuplot_string(to, text);
	if (last)
		fputs("\nset xlabel 'block'.\"\\n \"\nset key bmargin center vertical maxcols 1 Left reverse samplen 3\n",
		      to);
	else
		fputs("\nunset key\n", to);
	fprintf(to, "plot $candidate%zu using 1:3:(0):($4-$3) with vectors nohead lc rgb '#9ecae1' lw 9 title 'interval after the block', \\\n",
		i);
	fputs("\t'' using 1:2 with points lt 2 title 'difference in the block', \\\n", to);
	fprintf(to, "\t%.6g with lines lt 3 dt 2 title 'margin', %.6g with lines lt 3 dt 2 notitle, \\\n",
		-100 * t->margin, 100 * t->margin);
	fputs("\t0 with lines lc rgb '#555555' notitle\n", to);
}

static void script(FILE *to, const struct report *r, const char *title)
{
	const struct tune *t = &r->t;

	for (size_t i = 1; i < t->n; i++)
		data(to, t, i);
	fprintf(to, "set multiplot layout %zu,1 title ", t->n - 1);
	gnuplot_string(to, title);
	fprintf(to, "\nset lmargin 12\nset xrange [0.5:%u.5]\nset xtics %u\n", t->done,
		t->done / 20 + 1);
	fputs("set ylabel 'difference (%)'\n", to);
	for (size_t i = 1; i < t->n; i++)
		panel(to, r, i);
	fputs("unset multiplot\n", to);
}

void picture_draw(const struct report *r, const char *path)
{
	enum picture_format format;
	struct picture picture;
	struct sim_error err;
	struct gnuplot g;
	char title[200];

	if (!picture_format_of(path, &format, &err))
		die("%s", err.text);
	if (!r->t.done)
		die("no block of %s has been measured yet: there is nothing to draw", r->dev);
	snprintf(title, sizeof(title), "%s: %s of candidates against that of the present settings",
		 r->dev, measure_names[r->t.measure]);
	gnuplot_begin(&g);
	script(g.script, r, title);
	if (!gnuplot_end(&g, format, WIDTH, PANEL * (r->t.n - 1) + LEGEND, &picture, &err))
		die("%s", err.text);
	if (format == PICTURE_SVG)
		svg_name(&picture, title);
	if (!file_write(path, picture.bytes, picture.size, &err))
		die("%s", err.text);
	free(picture.bytes);
}
