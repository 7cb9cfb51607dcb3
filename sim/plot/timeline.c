// SPDX-License-Identifier: GPL-2.0-only
/*
 * The ranks of a program over time: a row for each rank, coloured by what the rank does.  The cells
 * of a bin show the shares of the states, in the order of the legend.
 */
#include <math.h>

#include "sim/base/memory.h"

#include "kinds.h"

#define CELLS		5	/* cells of a bin, side by side */
#define ROW		14	/* height of a row in pixels, while the picture is not too high */
#define LEAST_HEIGHT	160
#define MOST_HEIGHT	1000
#define MOST_PHASES	40	/* phases whose ends have lines */
#define AROUND		130	/* height of title, axis and legend in pixels */

static const struct state {
	const char *name;
	const char *colour;
	const char *legend;
} states[] = {
	{ "computing", "#8fd4bd", "computing" },
	{ "sending", "#e69f00", "waiting in sends" },
	{ "waiting", "#d55e00", "waiting for messages" },
	{ "collective", "#0072b2", "waiting in collective operations" },
};

#define STATES	(sizeof(states) / sizeof(states[0]))

/**
 * struct lines - the timelines of a result
 * @rank: list of its ranks
 * @ranks: number of ranks
 * @bins: bins of each timeline
 * @cycles: cycles of a bin
 */
struct lines {
	struct json_object *rank;
	u32 ranks;
	u32 bins;
	double cycles;
};

static bool read_lines(struct json_object *result, struct lines *l, struct sim_error *err)
{
	if (!result_value(result, "program"))
		return sim_fail(err, "a timeline shows the ranks of a program, and the result is of other traffic (docs/traces.md, section 5)");
	if (!result_value(result, "program.timeline"))
		return sim_fail(err, "the result has no timeline: run it with timeline=200");
	*l = (struct lines){
		.rank = result_value(result, "program.by_rank"),
		.ranks = result_count(result, "program.by_rank"),
		.bins = fmin(fmax(result_number(result, "program.timeline.bins"), 0), SIM_MAX_BINS),
		.cycles = result_number(result, "program.timeline.cycles"),
	};
	if (!l->ranks || !l->bins || !(l->cycles > 0))
		return sim_fail(err, "the program ends in cycle 0: there is no time to draw");
	return true;
}

/* Return the cycles of state @state in bin @bin; 0 if the result lacks them. */
static double cycles_at(struct json_object *timeline, u32 state, u32 bin)
{
	struct json_object *list = json_object_object_get(timeline, states[state].name);

	if (!json_object_is_type(list, json_type_array))
		return 0;
	return json_object_get_double(json_object_array_get_idx(list, bin));
}

/* Fill in the cells of a bin; the time after the end of its rank has no colour. */
static void fill_bin(const struct lines *l, struct json_object *timeline, u32 bin, double *cell)
{
	u32 at = 0;
	double sum = 0;

	for (u32 state = 0; state < STATES; state++) {
		sum += cycles_at(timeline, state, bin);
		while (at < CELLS && at + 0.5 < sum / l->cycles * CELLS)
			cell[at++] = state;
	}
	while (at < CELLS)
		cell[at++] = NAN;
}

/* Print the cells of all ranks, with a row in memory: a picture may have 10^5 of them. */
static void print_cells(struct plot *p, const struct lines *l)
{
	u32 columns = l->bins * CELLS;
	double *cell = sim_alloc(columns, sizeof(*cell));

	fputs("$cells << EOD\n", p->to);
	for (u32 rank = 0; rank < l->ranks; rank++) {
		struct json_object *of = json_object_array_get_idx(l->rank, rank);
		struct json_object *timeline = json_object_object_get(of, "timeline");

		for (u32 bin = 0; bin < l->bins; bin++)
			fill_bin(l, timeline, bin, &cell[bin * CELLS]);
		for (u32 i = 0; i < columns; i++)
			plot_number(p, cell[i]);
		fputc('\n', p->to);
	}
	fputs("EOD\n", p->to);
	free(cell);
}

/*
 * Draw a line at the end of each phase except the last; many lines would hide the rows.  Returns
 * their number.
 */
static u32 mark_phases(struct plot *p)
{
	struct json_object *phases = result_value(p->results->at[0], "program.phases");
	u32 count = result_count(p->results->at[0], "program.phases"), marks = 0;

	for (u32 i = 0; i + 1 < count && count <= MOST_PHASES; i++) {
		double end = result_number(json_object_array_get_idx(phases, i), "end");

		if (isnan(end))
			continue;
		fprintf(p->to,
			"set arrow from %.9g,graph 0 to %.9g,graph 1 nohead front lc rgb '#000000'\n",
			end, end);
		marks++;
	}
	return marks;
}

static void print_palette(struct plot *p)
{
	fputs("set palette defined (", p->to);
	for (u32 i = 0; i < STATES; i++)
		fprintf(p->to, "%s%u '%s'", i ? ", " : "", i, states[i].colour);
	fprintf(p->to, ")\nset cbrange [0:%zu]\nunset colorbox\n", STATES - 1);
}

/* Refuse several results, with the keys in which their experiments differ. */
static bool refuse_several(const struct results *s, struct sim_error *err)
{
	struct key_names keys = { 0 };
	char text[256] = "";
	size_t n = 0;

	key_names_varied(&keys, s);
	for (u32 i = 0; i < keys.count && n < sizeof(text); i++)
		n += snprintf(text + n, sizeof(text) - n, "%s%s", i ? ", " : "", keys.at[i]);
	if (keys.count)
		sim_fail(err, "a timeline shows one result, and there are %u, which differ in %s: choose one with KEY=VALUE, such as %s=%.80s",
			 s->count, text, keys.at[0], result_key(s->at[0], keys.at[0]));
	else
		sim_fail(err, "a timeline shows one result, and there are %u of the same experiment: give one",
			 s->count);
	free(keys.at);
	return false;
}

/*
 * Put the cells within the limits of the time axis, "FROM:TO", as the points of a matrix: gnuplot
 * does not cut an image at the border.
 */
static void choose_cells(struct plot *p, const struct lines *l)
{
	const char *from = p->options->limits[0], *to = from ? strchr(from, ':') : NULL;
	double width = l->cycles / CELLS;

	if (!to)
		return;
	fputs(" every ::", p->to);
	if (from < to)
		fprintf(p->to, "%.0f", fmax(ceil(strtod(from, NULL) / width), 0));
	if (to[1])
		fprintf(p->to, "::%.0f", fmax(floor(strtod(to + 1, NULL) / width) - 1, 0));
}

bool plot_timeline(struct plot *p, struct sim_error *err)
{
	bool first = true;
	char time[96];
	struct lines l = { 0 };
	u32 marks;

	if (p->results->count > 1)
		return refuse_several(p->results, err);
	if (!read_lines(p->results->at[0], &l, err))
		return false;
	p->width = 960;
	p->height = AROUND + fmin(fmax(l.ranks * ROW, LEAST_HEIGHT), MOST_HEIGHT);
	snprintf(time, sizeof(time), "time (cycles), in bins of %.0f; white: the rank has ended",
		 l.cycles);
	plot_title(p, "Timeline of ranks");
	plot_labels(p, time, "rank");
	print_cells(p, &l);
	marks = mark_phases(p);
	print_palette(p);
	fprintf(p->to, "unset grid\nset tics out nomirror\nset key horizontal maxcols 5 samplen 2\n"
		"set xrange [0:%.9g]\nset yrange [%u.5:-0.5]\n", l.bins * l.cycles, l.ranks - 1);
	plot_next(p, &first);
	fputs("$cells matrix", p->to);
	choose_cells(p, &l);
	fprintf(p->to, " using (($1+0.5)*%.9g):2:3 with image notitle", l.cycles / CELLS);
	for (u32 i = 0; i < STATES; i++) {
		plot_next(p, &first);
		fprintf(p->to, "NaN with boxes lc rgb '%s' title '%s'", states[i].colour,
			states[i].legend);
	}
	if (marks) {
		plot_next(p, &first);
		fputs("NaN with lines lc rgb '#000000' title 'end of a phase'", p->to);
	}
	fputs("\n", p->to);
	p->legend++;
	return true;
}
