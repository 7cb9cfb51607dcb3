// SPDX-License-Identifier: GPL-2.0-only
/* Horizontal bars, one per experiment, where no number distinguishes experiments. */
#include <math.h>

#include "sim/base/memory.h"
#include "sim/base/stats.h"
#include "sim/base/text.h"

#include "kinds.h"

#define BAR		32	/* height of a bar and the gap to the next, in pixels */
#define AROUND		150	/* height of the title and the axis, in pixels */
#define CHARACTER	8	/* width of a character of a name, in pixels */
#define WIDEST		1600	/* width of the widest picture, in pixels */

/**
 * struct sample - values of the runs of an experiment
 * @count: number of runs
 * @value: their values, in the picture's unit
 */
struct sample {
	u32 count;
	double *value;
};

static struct sample sample_of(const struct plot *p, const struct curve *curve, const char *path)
{
	struct sample s = { curve->count, sim_alloc(curve->count, sizeof(double)) };

	for (u32 i = 0; i < s.count; i++)
		s.value[i] = result_number(curve->member[i], path) *
			     plot_cycle(p, curve->member[i]);
	return s;
}

/* Print a row per experiment: place, mean and interval.  Return true if any has an interval. */
static bool print_rows(struct plot *p, const char *path)
{
	bool any = false;

	fputs("$bars << EOD\n", p->to);
	for (u32 i = 0; i < p->curves.count; i++) {
		struct sample s = sample_of(p, &p->curves.at[i], path);
		double mean = stats_mean(s.value, s.count);
		double half = stats_half_width(s.value, s.count);

		fprintf(p->to, "%u ", i);
		plot_number(p, mean);
		plot_number(p, mean - half);
		plot_number(p, mean + half);
		fprintf(p->to, "%d\n", !!plot_verdict(&p->curves.at[i]));
		any |= !isnan(half);
		free(s.value);
	}
	fputs("EOD\n", p->to);
	return any;
}

/* Print the names of experiments as tics of the vertical axis, and make room for them. */
static void print_names(struct plot *p)
{
	size_t widest = 0;

	fputs("set ytics (", p->to);
	for (u32 i = 0; i < p->curves.count; i++) {
		const char *name = p->curves.at[i].name;
		size_t characters = text_characters(name, strlen(name));

		fputs(i ? ", " : "", p->to);
		gnuplot_string(p->to, *name ? name : "the only one");
		fprintf(p->to, " %u", i);
		widest = characters > widest ? characters : widest;
	}
	fprintf(p->to, ")\nset yrange [%u.5:-0.5]\n", p->curves.count - 1);
	widest = p->width / 2 + CHARACTER * widest;
	p->width = widest < p->width ? p->width : widest < WIDEST ? widest : WIDEST;
	p->height = AROUND + BAR * p->curves.count;
}

static bool any_unsteady(const struct plot *p)
{
	for (u32 i = 0; i < p->curves.count; i++)
		if (plot_verdict(&p->curves.at[i]))
			return true;
	return false;
}

bool plot_categories(struct plot *p, const char *title, const char *label, const char *path,
		     struct sim_error *err)
{
	bool first = true, intervals;

	if (p->options->limits[1])
		return sim_fail(err, "the vertical axis has names, and no limits: leave out --y-axis");
	plot_title(p, title);
	plot_labels(p, label, "");
	intervals = print_rows(p, path);
	print_names(p);
	fputs("set xrange [0:*]\nset grid xtics noytics\nset style fill solid 0.6 noborder\n",
	      p->to);
	plot_next(p, &first);
	fputs("$bars using ($2/2):1:(0):2:($1-0.3):($1+0.3) with boxxyerror lt 1 notitle", p->to);
	if (intervals) {
		plot_next(p, &first);
		fputs("$bars using 2:1:3:4 with xerrorbars lt 1 lc rgb '#000000' ps 0.4 title '95 % interval of the mean over seeds'",
		      p->to);
		p->legend++;
	}
	if (any_unsteady(p)) {
		plot_next(p, &first);
		fputs("$bars using ($5 > 0 ? $2 : NaN):1 with points pt 6 ps 1.2 lc rgb '#555555' title 'ring: the verdict of a run is not ok'",
		      p->to);
		p->legend++;
	}
	fputs("\n", p->to);
	return true;
}
