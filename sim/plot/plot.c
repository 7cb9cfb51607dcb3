// SPDX-License-Identifier: GPL-2.0-only
/* Pictures of results: the table of kinds, and functions that kinds share. */
#include <inttypes.h>
#include <math.h>

#include "sim/base/memory.h"
#include "sim/base/text.h"

#include "sim/result/clock.h"

#include "kinds.h"
#include "svg.h"

#define KINDS		(sizeof(kinds) / sizeof(kinds[0]))
#define HORIZONTAL	1
#define BOTH		3
#define LEGEND_LINE	20	/* height of a line of the legend in pixels */
#define LEGEND_CENTRED	60	/* most letters of a name in a legend that is centred */

static const struct kind {
	const char *name;
	bool (*draw)(struct plot *p, struct sim_error *err);
	const char *along;	/* usual key of the horizontal axis, or NULL */
	enum clock {
		CLOCK_NONE,	/* no value has a cycle in its unit, or all are of one result */
		CLOCK_NS,	/* the picture may be in ns, too */
		CLOCK_CYCLES,	/* the picture is in cycles only */
	} clock;
	bool names;		/* true if it has names of experiments where no key was varied */
	u32 limits;		/* set of the axes that may have limits */
	const char *help;
} kinds[] = {
	{ "latency", plot_latency, "load", CLOCK_NS, false, BOTH,
	  "mean and 99th percentile against the load" },
	{ "throughput", plot_throughput, "load", CLOCK_NS, false, BOTH,
	  "accepted load against offered load" },
	{ "fairness", plot_fairness, "load", CLOCK_NS, false, BOTH,
	  "fastest and slowest sender against the load" },
	{ "links", plot_links, "load", CLOCK_NS, false, BOTH, "use of links against the load" },
	{ "parts", plot_parts, "load", CLOCK_NS, false, BOTH,
	  "parts of a Dragonfly's latency against the load" },
	{ "completion", plot_completion, "batch", CLOCK_NS, true, BOTH,
	  "time that batches take to complete" },
	{ "search", plot_search, "query_time", CLOCK_NS, false, BOTH,
	  "time of a search, or its use of the network" },
	{ "histogram", plot_histogram, NULL, CLOCK_NS, false, BOTH,
	  "how latencies are distributed" },
	{ "tail", plot_tail, NULL, CLOCK_NS, false, BOTH, "share of packets later than a latency" },
	{ "hops", plot_hops, NULL, CLOCK_NS, false, BOTH,
	  "mean latency by the links of the shortest way" },
	{ "age", plot_age, NULL, CLOCK_NONE, false, 0, "packets granted, by age" },
	{ "ports", plot_ports, NULL, CLOCK_NS, false, 0,
	  "cycles stalled per packet, by port" },
	{ "dimensions", plot_dimensions, NULL, CLOCK_NS, false, 0,
	  "queueing per hop, by dimension" },
	{ "profile", plot_profile, NULL, CLOCK_CYCLES, false, BOTH,
	  "load by place in the group of a Dragonfly" },
	{ "heat", plot_heat, NULL, CLOCK_NONE, false, 0,
	  "a map of all links or nodes of one result" },
	{ "series", plot_series, NULL, CLOCK_CYCLES, false, HORIZONTAL,
	  "accepted load and latency over time" },
	{ "timeline", plot_timeline, NULL, CLOCK_NONE, false, HORIZONTAL,
	  "what each rank of a program does over time" },
};

void plot_list(FILE *to)
{
	u32 i;

	for (i = 0; i < KINDS; i++)
		fprintf(to, "  %-11s %s\n", kinds[i].name, kinds[i].help);
}

static const struct kind *find_kind(const char *name, struct sim_error *err)
{
	const char *names[KINDS + 1] = { 0 }, *hint;
	u32 i;

	for (i = 0; i < KINDS; i++) {
		names[i] = kinds[i].name;
		if (!strcmp(names[i], name))
			return &kinds[i];
	}
	hint = text_nearest(name, names);
	sim_fail(err, "unknown kind of plot '%s': %s%s%s", name,
		 hint ? "did you mean '" : "'seastar-sim plot --help' lists them", hint ? hint : "",
		 hint ? "'?" : "");
	return NULL;
}

void plot_labels(struct plot *p, const char *x, const char *y)
{
	fputs("set xlabel ", p->to);
	gnuplot_string(p->to, x);
	/* an empty line keeps the legend apart */
	fputs(".\"\\n \"\nset ylabel ", p->to);
	gnuplot_string(p->to, y);
	fputs("\n", p->to);
}

double plot_cycle(const struct plot *p, struct json_object *result)
{
	return p->options->ns ? clock_cycle(result) : 1;
}

void plot_logscale(struct plot *p, char axis)
{
	u64 decade;

	fprintf(p->to, "set logscale %c\nset %ctics (0.01,0.02,0.05,0.1,0.2,0.5,1", axis, axis);
	for (decade = 1; decade < 10000000000; decade *= 10)
		fprintf(p->to, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, 2 * decade, 5 * decade,
			10 * decade);
	fputs(")\n", p->to);
}

void plot_number(struct plot *p, double value)
{
	if (isnan(value))
		fputs("NaN ", p->to);
	else
		fprintf(p->to, "%.9g ", value);
}

void plot_cells(struct plot *p, const char *name, const double *cell, u32 columns, u32 rows)
{
	u32 column, row;

	fprintf(p->to, "%s << EOD\n", name);
	for (row = 0; row < rows; row++) {
		for (column = 0; column < columns; column++)
			plot_number(p, cell[row * columns + column]);
		fputs("\n", p->to);
	}
	fputs("EOD\n", p->to);
}

void plot_next(struct plot *p, bool *first)
{
	const char *const *limits = p->options->limits;

	if (!*first)
		fputs(", \\\n\t", p->to);
	else if (limits[0] || limits[1])
		fprintf(p->to, "plot [%s][%s] ", limits[0] ? limits[0] : "",
			limits[1] ? limits[1] : "");
	else
		fputs("plot ", p->to);
	*first = false;
}

void plot_legend(struct plot *p, const struct curve *curve, const char *line)
{
	const char *verdict = NULL;
	char text[512];

	/* the title has the verdict of a single curve */
	if (p->curves.count > 1 && !p->options->against)
		verdict = plot_verdict(curve);
	snprintf(text, sizeof(text), "%s%s%s%s%s%s", curve->name,
		 *curve->name && *line ? ", " : "", line, verdict ? " (" : "",
		 verdict ? verdict : "", verdict ? ")" : "");
	if (!*text) {
		fputs(" notitle", p->to);
		return;
	}
	fputs(" title ", p->to);
	gnuplot_string(p->to, text);
	p->legend++;
}

/*
 * Place the legend below the picture.  Centred, one of long names would begin outside, and lose its
 * samples of lines: gnuplot takes letters for wider than they are.
 */
static void place_legend(const struct plot *p)
{
	size_t longest = 0;

	for (u32 i = 0; i < p->curves.count; i++)
		if (strlen(p->curves.at[i].name) > longest)
			longest = strlen(p->curves.at[i].name);
	/* the right margin has room for half of the last tic's number */
	fprintf(p->to, "set key bmargin %s vertical maxcols 1 Left reverse samplen 3\n"
		"set rmargin 5\n", longest > LEGEND_CENTRED ? "left" : "center");
}

static bool draw(const struct kind *kind, struct plot *p, struct sim_error *err)
{
	place_legend(p);
	return kind->draw(p, err);
}

/* Print the script.  Returns false if the results have nothing to be drawn. */
static bool print_script(const struct kind *kind, struct plot *p, struct sim_error *err)
{
	bool printed;

	if (p->options->curves) {
		p->curves = *p->options->curves;
		return draw(kind, p, err);
	}
	printed = curves_group(&p->curves, p->results, p->options->by, p->options->against,
			       err) &&
		  draw(kind, p, err);
	curves_free(&p->curves);
	return printed;
}

/* Check that @text is one or two numbers as limits, and no other commands for gnuplot. */
static bool check_limits(const char *text, struct sim_error *err)
{
	double from, to;
	int length = 0;

	if (!text)
		return true;
	if (!text[strspn(text, "0123456789.:")] && strchr(text, ':') &&
	    ((sscanf(text, "%lf:%lf%n", &from, &to, &length) == 2 && from < to) ||
	     (sscanf(text, "%lf:%n", &from, &length) == 1 && length) ||
	     (sscanf(text, ":%lf%n", &to, &length) == 1 && length)) && !text[length])
		return true;
	return sim_fail(err, "'%.64s' is not FROM:TO, FROM: or :TO, numbers of which FROM is less",
			text);
}

/* Check that a plot of @kind can have options @o. */
static bool check_options(const struct kind *kind, const struct plot_options *o,
			  struct sim_error *err)
{
	if (o->against && !kind->along)
		return sim_fail(err, "a plot of kind %s has no key along its axis: leave out --against",
				kind->name);
	if (o->group && kind->draw != plot_heat)
		return sim_fail(err, "a plot of kind %s does not show a group: leave out --group",
				kind->name);
	if (o->ns && kind->clock != CLOCK_NS)
		return sim_fail(err, "a plot of kind %s has no values in ns: leave out --ns",
				kind->name);
	for (u32 i = 0; i < 2; i++) {
		if (o->limits[i] && !(kind->limits >> i & 1))
			return sim_fail(err, "a plot of kind %s takes no limits of its %s axis: leave them out",
					kind->name, i ? "vertical" : "horizontal");
		if (!check_limits(o->limits[i], err))
			return false;
	}
	return true;
}

/* Return the keys in which the experiment of @result differs from others; "" if there are none. */
static const char *name_of(const struct curves *curves, const struct json_object *result)
{
	for (u32 i = 0; i < curves->count; i++)
		for (u32 k = 0; k < curves->at[i].count; k++)
			if (curves->at[i].member[k] == result)
				return curves->at[i].name;
	return "";
}

static void refuse_ns(const struct curves *curves, const struct json_object *unknown, bool asked,
		      struct sim_error *err)
{
	const char *name = name_of(curves, unknown), *quote = *name ? "'" : "";

	sim_fail(err, asked ?
		 "the experiment%s%s%.200s%s has no figures in ns: run it with cycle_time=NS" :
		 "cycle times differ, and that of the experiment%s%s%.200s%s is not known: run it with cycle_time=NS",
		 *name ? " " : "", quote, name, quote);
}

/* Choose ns as the unit, which @o may ask for.  Fails if a cycle time is not known. */
static bool choose_ns(const struct kind *kind, const struct results *results,
		      struct plot_options *o, struct sim_error *err)
{
	const struct json_object *unknown = clock_first_unknown(results);
	struct curves curves = { 0 };

	if (unknown && curves_group(&curves, results, NULL, kind->along, err))
		refuse_ns(&curves, unknown, o->ns, err);
	curves_free(&curves);
	o->ns = true;
	return !unknown;
}

/* Return true if the unit is ns: @o asks for them, or cycles are no common unit. */
static bool is_in_ns(const struct kind *kind, const struct results *results,
		     const struct plot_options *o)
{
	return kind->clock == CLOCK_NS && (o->ns || clocks_differ(results));
}

/* Check that a plot that can be in cycles only has results of one cycle time. */
static bool check_cycles(const struct kind *kind, const struct results *results,
			 struct sim_error *err)
{
	if (kind->clock != CLOCK_CYCLES || !clocks_differ(results))
		return true;
	return sim_fail(err, "cycle times differ, and a plot of kind %s is in cycles: choose results of one cycle time with cycle_time=NS",
			kind->name);
}

/*
 * Return the key of a number that was varied by itself: the usual one of @kind, if it was.  NULL:
 * none was.
 */
static const char *varied_along(const struct kind *kind, const struct results *results)
{
	struct key_names keys = { 0 };
	const char *found = NULL;

	if (curves_vary_along(results, kind->along))
		return kind->along;
	key_names_varied(&keys, results);
	for (u32 i = 0; i < keys.count && !found; i++)
		if (strcmp(keys.at[i], "seed") && curves_vary_along(results, keys.at[i]))
			found = keys.at[i];
	free(keys.at);
	return found;
}

/*
 * Return the key of the horizontal axis: the usual one of @kind or, if a result lacks it, a key
 * with a number that differs between results.  NULL: there is none.
 */
static const char *usual_along(const struct kind *kind, const struct results *results)
{
	char path[64];

	if (!kind->along)
		return NULL;
	if (kind->names)
		return varied_along(kind, results);
	snprintf(path, sizeof(path), "experiment.%s", kind->along);
	for (u32 i = 0; i < results->count; i++)
		if (!result_value(results->at[i], path))
			return key_names_number(results);
	return kind->along;
}

enum plot_outcome plot_draw(const struct results *results, const struct plot_options *o,
			    struct picture *picture, struct sim_error *err)
{
	const struct kind *kind = find_kind(o->kind, err);
	struct plot_options options = *o;
	struct plot p = { .options = &options, .results = results, .width = 800, .height = 480 };
	struct gnuplot g;
	bool drawn;

	if (!kind || !check_options(kind, o, err))
		return PLOT_REFUSED;
	if (is_in_ns(kind, results, o) && !choose_ns(kind, results, &options, err))
		return PLOT_NO_UNIT;
	p.accepted = o->against && !strcmp(o->against, "accepted");
	if (p.accepted)
		options.against = kind->along;
	else if (!o->against)
		options.against = usual_along(kind, results);
	if (kind->along && !options.against && !kind->names) {
		sim_fail(err, "a result has no key '%s', and no key with a number differs between all: give --against=KEY",
			 kind->along);
		return PLOT_REFUSED;
	}
	gnuplot_begin(&g);
	p.to = g.script;
	if (!print_script(kind, &p, err) || !check_cycles(kind, results, err)) {
		gnuplot_drop(&g);
		free(p.title);
		return PLOT_REFUSED;
	}
	drawn = gnuplot_end(&g, o->format, p.width, p.height + LEGEND_LINE * p.legend, picture,
			    err);
	if (drawn && o->format == PICTURE_SVG) {
		svg_sharpen(picture);
		svg_name(picture, p.title);
	}
	free(p.title);
	return drawn ? PLOT_DRAWN : PLOT_FAILED;
}
