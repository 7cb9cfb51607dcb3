// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <math.h>
#include <string.h>

#include "sim/plot/gnuplot.h"

#include "page.h"
#include "workload.h"

#define CURVES	2

/**
 * struct plot - a plot of the rates of one or more series
 * @file: file name of the picture
 * @title: title of the picture
 * @x: label of the x axis
 * @y: label of the y axis
 * @setup: further commands for gnuplot
 * @ideal: gnuplot's words for a line of comparison, or NULL
 * @relative: rates are divided by the first of the series; else they are in millions
 * @series: series of each curve; NULL: no further curves
 * @name: name of each curve in the legend
 */
struct plot {
	const char *file;
	const char *title;
	const char *x;
	const char *y;
	const char *setup;
	const char *ideal;
	bool relative;
	const char *series[CURVES];
	const char *name[CURVES];
};

static const struct plot plots[] = {
	{
		"size.svg", "Rate by size, at saturation, in one thread", "routers",
		"million flit-hops/s",
		"set logscale x 2\nset xtics ('64' 64, '128' 128, '256' 256, '512' 512, '1,024' 1024, '2,048' 2048, '4,096' 4096, '8,192' 8192, '16,384' 16384, '32,768' 32768) rotate by -45\nset xrange [50:42000]\n",
		NULL, false, { "size" }, { "nine flits" },
	}, {
		"load.svg", "Rate by load, in one thread", "load (flits/node/cycle)",
		"million flit-hops/s", "set xrange [0:0.55]\nset xtics 0.1\n",
		NULL, false, { "load.11x12x16.9flit", "load.8x8x8.1flit" },
		{ "11x12x16, nine flits", "8x8x8, one flit" },
	}, {
		"threads.svg", "Rate by threads, at saturation", "threads", "times as fast as one",
		"set xrange [0.5:*]\nset xtics 1\n", "x", true,
		{ "threads.11x12x16.9flit", "threads.32x32x32.9flit" },
		{ "11x12x16", "32x32x32" },
	},
};

static void print_data(const struct page *p, const struct plot *plot, u32 curve, FILE *to)
{
	struct json_object *entry;
	double x = -1, unit = plot->relative ? NAN : 1e6;

	fprintf(to, "$curve%u << EOD\n", curve);
	while ((entry = page_next(p, plot->series[curve], &x))) {
		if (isnan(unit))
			unit = entry_number(entry, "value");
		fprintf(to, "%.9g %.9g %.9g %.9g\n", x, entry_number(entry, "value") / unit,
			entry_number(entry, "low") / unit, entry_number(entry, "high") / unit);
	}
	fputs("EOD\n", to);
}

static void print_script(const struct page *p, const struct plot *plot, FILE *to)
{
	for (u32 i = 0; i < CURVES && plot->series[i]; i++)
		print_data(p, plot, i, to);
	fputs("set title ", to);
	gnuplot_string(to, plot->title);
	fputs("\nset xlabel ", to);
	gnuplot_string(to, plot->x);
	fputs("\nset ylabel ", to);
	gnuplot_string(to, plot->y);
	fprintf(to, "\nset yrange [0:*]\nset key below\n%splot ", plot->setup);
	for (u32 i = 0; i < CURVES && plot->series[i]; i++) {
		fprintf(to, "$curve%u using 1:2 with linespoints lt %u title ", i, i + 1);
		gnuplot_string(to, plot->name[i]);
		fprintf(to, ", $curve%u using 1:2:3:4 with yerrorbars lt %u notitle, ", i, i + 1);
	}
	fprintf(to, "%s lt 7 dt 2 %s\n", plot->ideal ? plot->ideal : "NaN",
		plot->ideal ? "title 'ideal'" : "notitle");
}

static void draw(const struct page *p, const struct plot *plot)
{
	struct picture picture;
	struct sim_error err;
	struct gnuplot g;
	char path[512];
	FILE *out;

	gnuplot_begin(&g);
	print_script(p, plot, g.script);
	if (!gnuplot_end(&g, PICTURE_SVG, 640, 400, &picture, &err))
		die("%s: %s", plot->file, err.text);
	snprintf(path, sizeof(path), "%s/%s", p->pictures, plot->file);
	out = fopen(path, "w");
	if (!out || fwrite(picture.bytes, 1, picture.size, out) != picture.size || fclose(out))
		die("cannot write %s: %s", path, strerror(errno));
	free(picture.bytes);
}

void plots_draw(const struct page *p)
{
	for (size_t i = 0; i < sizeof(plots) / sizeof(plots[0]); i++)
		draw(p, &plots[i]);
}
