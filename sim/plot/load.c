// SPDX-License-Identifier: GPL-2.0-only
/* Pictures of values against the load, or against another key. */
#include <math.h>

#include "sim/base/memory.h"
#include "sim/experiment/keys.h"
#include "sim/result/busiest.h"

#include "kinds.h"

#define MAX_LINES	6
#define ALL_PER_NS	"flits/ns, all nodes"
#define LOGARITHMIC	30	/* ratio of extremes from which the axis is logarithmic */

/* How a value is converted from cycles into ns. */
enum scale { SCALE_NONE, SCALE_CYCLES, SCALE_PER_CYCLE };

/**
 * struct chart - values that are drawn against a key
 * @title: title above the picture
 * @unit: label of the vertical axis
 * @ideal: name of the line that shows the load itself as the ideal value, or NULL
 * @line: lines of a curve: paths, in a result, of the value and of half of its 95 % interval; or,
 *	in @of, a function that finds the value
 * @scale: how values become those in ns, where the picture is in ns
 * @in_ns: label of the vertical axis of a picture in ns; NULL: @unit
 */
struct chart {
	const char *title;
	const char *unit;
	const char *ideal;
	struct line {
		const char *value;
		const char *ci95;
		const char *name;
		double (*of)(struct json_object *result);
	} line[MAX_LINES];
	enum scale scale;
	const char *in_ns;
};

/**
 * struct point - all results at one place of a curve, as one point
 * @x: position on the horizontal axis: the value of the key, or a result that takes its place
 * @y: mean over the results
 * @low: lower end of the 95 % interval of a single result; the least value of several (seeds)
 * @high: upper end of the 95 % interval of a single result; the greatest value of several (seeds)
 * @unsteady: true if the verdict of one of the results is not ok
 */
struct point {
	double x;
	double y;
	double low;
	double high;
	bool unsteady;
};

static u32 count_lines(const struct chart *chart)
{
	u32 lines = 0;

	while (lines < MAX_LINES && (chart->line[lines].value || chart->line[lines].of))
		lines++;
	return lines;
}

static bool is_unsteady(struct json_object *result)
{
	return strcmp(result_text(result, "verdict.is"), "ok");
}

static double place(const struct plot *p, struct json_object *result)
{
	const char *text = result_key(result, p->options->against);
	char *end;
	double x = strtod(text, &end);

	return *text && !*end ? x : NAN;
}

/* Return the path of the value that places a result on the horizontal axis; NULL: it is the key. */
static const char *axis_path(const struct plot *p)
{
	if (p->accepted)
		return p->options->ns ? "ns.accepted" : "load.accepted";
	return p->options->ns && !strcmp(p->options->against, "load") ? "ns.offered" : NULL;
}

static double place_drawn(const struct plot *p, struct json_object *result)
{
	const char *path = axis_path(p);

	return path ? result_number(result, path) : place(p, result);
}

/* Return the factor that converts values of @result into the picture's unit. */
static double factor_of(const struct plot *p, const struct chart *chart, struct json_object *result)
{
	double cycle = plot_cycle(p, result);

	if (chart->scale == SCALE_NONE)
		return 1;
	return chart->scale == SCALE_CYCLES ? cycle : 1 / cycle;
}

static double value_of(const struct line *line, struct json_object *result)
{
	return line->of ? line->of(result) : result_number(result, line->value);
}

/*
 * Gather in @point the results of @curve at one place, from member @from on.  Returns their number.
 */
static u32 gather(const struct plot *p, const struct curve *curve, u32 from,
		  const struct chart *chart, u32 nth, struct point *point)
{
	const struct line *line = &chart->line[nth];
	double at = place(p, curve->member[from]), along = 0, sum = 0, y, ci95;
	u32 i;

	*point = (struct point){ .low = NAN, .high = NAN };
	for (i = from; i < curve->count && place(p, curve->member[i]) == at; i++) {
		along += place_drawn(p, curve->member[i]);
		y = value_of(line, curve->member[i]) * factor_of(p, chart, curve->member[i]);
		sum += y;
		point->low = fmin(point->low, y);
		point->high = fmax(point->high, y);
		point->unsteady |= is_unsteady(curve->member[i]);
	}
	point->x = along / (i - from);
	point->y = sum / (i - from);
	if (i - from == 1) {
		ci95 = line->ci95 ? result_number(curve->member[from], line->ci95) *
				    factor_of(p, chart, curve->member[from]) : NAN;
		point->low = point->y - ci95;
		point->high = point->y + ci95;
	}
	return i - from;
}

/**
 * struct extent - the range of the values of all points
 * @least: least value
 * @greatest: greatest value
 * @unsteady: true if a run's verdict is not ok
 * @pooled: true if a point is of several runs
 */
struct extent {
	double least;
	double greatest;
	bool unsteady;
	bool pooled;
};

static void print_line(struct plot *p, u32 curve, u32 line, const struct chart *chart,
		       struct extent *extent)
{
	const struct curve *c = &p->curves.at[curve];
	struct point point;
	u32 i;

	fprintf(p->to, "$line%u_%u << EOD\n", curve, line);
	for (i = 0; i < c->count;) {
		u32 runs = gather(p, c, i, chart, line, &point);

		i += runs;
		extent->pooled |= runs > 1;
		plot_number(p, point.x);
		plot_number(p, point.y);
		plot_number(p, isnan(point.low) ? point.y : point.low);
		plot_number(p, isnan(point.high) ? point.y : point.high);
		fprintf(p->to, "%d\n", point.unsteady);
		extent->least = fmin(extent->least, point.y);
		extent->greatest = fmax(extent->greatest, point.y);
		extent->unsteady |= point.unsteady;
	}
	fputs("EOD\n", p->to);
}

static bool check_places(const struct plot *p, struct sim_error *err)
{
	const char *key = p->options->against;
	u32 i;

	if (!results_have_key(p->results, key, err))
		return false;
	for (i = 0; i < p->results->count; i++) {
		if (isnan(place(p, p->results->at[i])))
			return sim_fail(err, "result %u has no number as '%s' to be drawn against: choose another key",
					i + 1, key);
	}
	return true;
}

static void label_axes(struct plot *p, const struct chart *chart)
{
	u32 key = sim_key_find(p->options->against);
	const char *unit = key < sim_key_count ? sim_keys[key].unit : "";
	char label[128];

	if (axis_path(p))
		snprintf(label, sizeof(label), "%s load (%s)",
			 p->accepted ? "accepted" : "offered",
			 p->options->ns ? ALL_PER_NS : "flits/node/cycle");
	else
		snprintf(label, sizeof(label), "%s%s%s%s", p->options->against, *unit ? " (" : "",
			 unit, *unit ? ")" : "");
	plot_title(p, chart->title);
	plot_labels(p, label, p->options->ns && chart->in_ns ? chart->in_ns : chart->unit);
}

/* Draw a white centre in the points that have a run whose verdict is not ok. */
static void draw_unsteady(struct plot *p, u32 lines, bool *first)
{
	u32 i, j;

	for (i = 0; i < p->curves.count; i++) {
		for (j = 0; p->curves.at[i].count && j < lines; j++) {
			plot_next(p, first);
			fprintf(p->to, "$line%u_%u using 1:($5 > 0 ? $2 : NaN) with points pt 7 ps 0.4 lc rgb 'white' notitle",
				i, j);
		}
	}
	plot_next(p, first);
	fputs("keyentry with points pt 6 lc rgb '#555555' title 'white inside: the verdict is not ok'",
	      p->to);
	p->legend++;
}

static void draw_lines(struct plot *p, const struct chart *chart,
		       const struct extent *extent)
{
	u32 i, j, lines = count_lines(chart);
	bool first = true;

	for (i = 0; i < p->curves.count; i++) {
		for (j = 0; p->curves.at[i].count && j < lines; j++) {
			plot_next(p, &first);
			fprintf(p->to, "$line%u_%u using 1:2:3:4 with yerrorlines lt %u dt %u ps 0.8",
				i, j, (lines > 2 ? j : i) + 1, (lines > 2 ? i : j) + 1);
			plot_legend(p, &p->curves.at[i], chart->line[j].name);
		}
	}
	if (chart->ideal && !p->accepted && !strcmp(p->options->against, "load")) {
		plot_next(p, &first);
		fprintf(p->to, "x with lines dt 3 lc rgb '#777777' title '%s'", chart->ideal);
		p->legend++;
	}
	if (extent->pooled) {
		plot_next(p, &first);
		fputs("keyentry with yerrorbars lt 1 lc rgb '#555555' ps 0 title 'bars: from the least to the greatest of the seeds'",
		      p->to);
		p->legend++;
	}
	if (extent->unsteady)
		draw_unsteady(p, lines, &first);
	fputs("\n", p->to);
}

/* Print the data and labels of a chart, and find its @extent; settings and draw_lines() follow. */
static bool prepare(struct plot *p, const struct chart *chart, struct extent *extent,
		    struct sim_error *err)
{
	u32 i, j, lines = count_lines(chart);

	if (!check_places(p, err))
		return false;
	*extent = (struct extent){ NAN, NAN, false, false };
	for (i = 0; i < p->curves.count; i++) {
		for (j = 0; p->curves.at[i].count && j < lines; j++)
			print_line(p, i, j, chart, extent);
	}
	if (isnan(extent->greatest))
		return sim_fail(err, "no packet was delivered: there is no %s to draw",
				p->options->kind);
	label_axes(p, chart);
	return true;
}

#define MEAN(path, interval)	{ .value = (path), .ci95 = (interval), .name = "mean" }
#define P99(path)		{ .value = (path), .name = "99th percentile" }

/* Charts of latency, by the value of --of, in cycles and in ns. */
static const struct latency_charts {
	const char *of;
	struct chart in_cycles;
	struct chart in_ns;
} latencies[] = {
	{ NULL,
	  { .title = "Latency", "latency (cycles)", NULL,
	    { MEAN("latency.mean", "latency.ci95"), P99("latency.p99") } },
	  { .title = "Latency", "latency (ns)", NULL,
	    { MEAN("ns.latency", "ns.latency_ci95"), P99("ns.latency_p99") } } },
	{ "mean",
	  { .title = "Mean latency", "mean latency (cycles)", NULL,
	    { { .value = "latency.mean", .ci95 = "latency.ci95", .name = "" } } },
	  { .title = "Mean latency", "mean latency (ns)", NULL,
	    { { .value = "ns.latency", .ci95 = "ns.latency_ci95", .name = "" } } } },
	{ "p99",
	  { .title = "99th percentile of latency", "99th percentile of latency (cycles)", NULL,
	    { { .value = "latency.p99", .name = "" } } },
	  { .title = "99th percentile of latency", "99th percentile of latency (ns)", NULL,
	    { { .value = "ns.latency_p99", .name = "" } } } },
};

static const struct chart *find_latency(const struct plot_options *o, struct sim_error *err)
{
	const struct latency_charts *found = &latencies[0];
	u32 i;

	for (i = 1; o->of && i < sizeof(latencies) / sizeof(latencies[0]); i++) {
		if (!strcmp(latencies[i].of, o->of))
			found = &latencies[i];
	}
	if (o->of && !found->of) {
		sim_fail(err, "a plot of kind latency shows mean or p99 (--of), or both, not '%s'",
			 o->of);
		return NULL;
	}
	return o->ns ? &found->in_ns : &found->in_cycles;
}

bool plot_latency(struct plot *p, struct sim_error *err)
{
	const struct chart *chart = find_latency(p->options, err);
	struct extent extent;

	if (!chart)
		return false;
	if (!prepare(p, chart, &extent, err))
		return false;
	if (extent.greatest > LOGARITHMIC * extent.least)
		plot_logscale(p, 'y');
	draw_lines(p, chart, &extent);
	return true;
}

/* Draw curves above an axis that begins at 0. */
static bool draw_from_zero(struct plot *p, const struct chart *chart, struct sim_error *err)
{
	struct extent extent;

	if (!prepare(p, chart, &extent, err))
		return false;
	fputs("set yrange [0:*]\n", p->to);
	draw_lines(p, chart, &extent);
	return true;
}

bool plot_throughput(struct plot *p, struct sim_error *err)
{
	static const struct chart in_cycles = { .title = "Throughput", "accepted load (flits/node/cycle)",
		"all that is offered", {
			{ .value = "load.accepted", .ci95 = "load.ci95", .name = "" },
		}
	};
	static const struct chart in_ns = { .title = "Throughput", "accepted load (" ALL_PER_NS ")",
		"all that is offered", {
			{ .value = "ns.accepted", .ci95 = "ns.accepted_ci95", .name = "" },
		}
	};

	return draw_from_zero(p, p->options->ns ? &in_ns : &in_cycles, err);
}

bool plot_fairness(struct plot *p, struct sim_error *err)
{
	static const struct chart chart = {
		"Fairness", "load injected by a node (flits/cycle)", NULL, {
			{ .value = "fairness.max", .name = "fastest sender" },
			{ .value = "fairness.min", .name = "slowest sender" },
		}, SCALE_PER_CYCLE, "load injected by a node (flits/ns)"
	};

	return draw_from_zero(p, &chart, err);
}

/* Draw the time that batches and traces take until their last delivery. */
bool plot_completion(struct plot *p, struct sim_error *err)
{
	static const struct chart chart = {
		"Time to completion", "completion time (cycles)", NULL, {
			{ .value = "completion.cycles", .name = "" },
		}, SCALE_CYCLES, "completion time (ns)"
	};

	for (u32 i = 0; i < p->results->count; i++)
		if (isnan(result_number(p->results->at[i], "completion.cycles")))
			return sim_fail(err, "result %u has no completion time: a batch or a trace has one",
					i + 1);
	if (!p->options->against)
		return plot_categories(p, chart.title,
				       p->options->ns ? chart.in_ns : chart.unit,
				       chart.line[0].value, err);
	return draw_from_zero(p, &chart, err);
}

static bool all_have_links(const struct results *results)
{
	u32 i;

	for (i = 0; i < results->count; i++) {
		if (isnan(busiest_link_use(results->at[i])))
			return false;
	}
	return true;
}

/* Draw the use of links; the link used most is known only if all results have detail=full. */
bool plot_links(struct plot *p, struct sim_error *err)
{
	static const struct chart charts[] = {
		{ .title = "Use of links", "use (flits/link/cycle)", NULL, {
			{ .of = busiest_dimension_use, .name = "mean of the dimension used most" },
		} },
		{ .title = "Use of links", "use (flits/link/cycle)", NULL, {
			{ .of = busiest_link_use, .name = "the link used most" },
			{ .of = busiest_dimension_use, .name = "mean of the dimension used most" },
		} },
	};

	return draw_from_zero(p, &charts[all_have_links(p->results)], err);
}

/* Draw the parts of mean latencies, as in Figure 3.4 of P. Fuentes' thesis (2017). */
bool plot_parts(struct plot *p, struct sim_error *err)
{
	static const struct chart chart = {
		"Parts of the mean latency", "cycles", NULL, {
			{ .value = "latency_parts.base", .name = "the shortest way" },
			{ .value = "latency_parts.misrouting", .name = "the longer way taken" },
			{ .value = "latency_parts.injection", .name = "waiting at injection" },
			{ .value = "latency_parts.local", .name = "waiting at local links" },
			{ .value = "latency_parts.global", .name = "waiting at global links" },
			{ .value = "latency_parts.ejection", .name = "waiting for the receiver" },
		}, SCALE_CYCLES, "ns"
	};

	for (u32 i = 0; i < p->results->count; i++) {
		if (isnan(result_number(p->results->at[i], "latency_parts.base")))
			return sim_fail(err, "result %u has no parts of its latency: only Dragonflies have them",
					i + 1);
	}
	return draw_from_zero(p, &chart, err);
}

static bool all_are_searches(const struct results *results, struct sim_error *err)
{
	for (u32 i = 0; i < results->count; i++)
		if (isnan(result_number(results->at[i], "completion.search.ns")))
			return sim_fail(err, "result %u has no search that ended: run pattern=graph500 source=batch",
					i + 1);
	return true;
}

static double search_ms(struct json_object *result)
{
	return result_number(result, "completion.search.ns") / 1000000;
}

/*
 * Draw the time of a Graph500 search, or its use of the network, as in P. Fuentes' thesis (2017),
 * Figures 2.13 to 2.24.
 */
bool plot_search(struct plot *p, struct sim_error *err)
{
	static const struct chart time = {
		.title = "Time of a search", "time (ms)", NULL, { { .of = search_ms, .name = "" } }
	};
	static const struct chart use = {
		"Use of the network by a search", "flits/process/cycle", NULL, {
			{ .value = "load.accepted", .name = "" },
		}, SCALE_PER_CYCLE, "flits/process/ns"
	};
	const char *of = p->options->of;
	struct extent extent;

	if (of && strcmp(of, "time") && strcmp(of, "use"))
		return sim_fail(err, "a plot of kind search is of 'time' or 'use', not of '%s'",
				of);
	if (!all_are_searches(p->results, err))
		return false;
	plot_logscale(p, 'x');
	if (of && !strcmp(of, "use"))
		return draw_from_zero(p, &use, err);
	if (!prepare(p, &time, &extent, err))
		return false;
	plot_logscale(p, 'y');
	draw_lines(p, &time, &extent);
	return true;
}
