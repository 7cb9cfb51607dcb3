// SPDX-License-Identifier: GPL-2.0-only
/*
 * Panels over time, one above the other: accepted load, latency and, if packets may leave the
 * shortest path, the share that does.  Vertical lines mark changes of settings in mid-run.
 */
#include <math.h>
#include <string.h>

#include "sim/base/memory.h"

#include "kinds.h"

/* Return the highest latency of any packet in @series, in cycles. */
static double longest(struct json_object *series, u32 count)
{
	double max = 0;

	for (u32 i = 0; i < count; i++)
		max = fmax(max, result_number(json_object_array_get_idx(series, i), "max"));
	return max;
}

/*
 * Count the points whose packets have all arrived or been dropped.  In a series by birth, packets
 * of the last points may be on their way still, and the mean of the others would be too low.
 */
static u32 complete_points(struct json_object *result, bool by_birth)
{
	struct json_object *series = result_value(result, "series"), *point;
	u32 count = result_count(result, "series"), n = count;
	double max = longest(series, count), end = 0;

	for (; by_birth && n; n--) {
		point = json_object_array_get_idx(series, n - 1);
		if (n == count)
			end = result_number(point, "from") + result_number(point, "cycles");
		if (result_number(point, "packets") >= result_number(point, "offered") ||
		    result_number(point, "from") + result_number(point, "cycles") + max <= end)
			break;
	}
	return n;
}

static bool is_by_birth(struct json_object *result)
{
	return !strcmp(result_text(result, "experiment.series"), "birth");
}

/* Print the points of a series, each in the middle of its interval. */
static void print_series(struct plot *p, struct json_object *result)
{
	struct json_object *series = result_value(result, "series"), *point;
	u32 complete = complete_points(result, is_by_birth(result));
	u32 i;

	for (i = 0; i < result_count(result, "series"); i++) {
		bool all = i < complete;

		point = json_object_array_get_idx(series, i);
		plot_number(p, result_number(point, "from") + result_number(point, "cycles") / 2);
		plot_number(p, result_number(point, "accepted"));
		plot_number(p, all ? result_number(point, "mean") : NAN);
		plot_number(p, all ? result_number(point, "misrouted") : NAN);
		fputs("\n", p->to);
	}
}

#define MOST_LABEL	48	/* bytes of a label that names changes */

/* Print the changed keys, as in "load 0.35, pattern tornado"; "..." replaces those without room. */
static void name_change(struct json_object *change, char label[MOST_LABEL])
{
	const size_t room = MOST_LABEL - strlen(", ...");
	size_t length = 0;

	*label = '\0';
	json_object_object_foreach(change, key, value) {
		const char *text = json_object_get_string(value);

		if (!strcmp(key, "at"))
			continue;
		if (length + strlen(", ") + strlen(key) + 1 + strlen(text) >= room) {
			snprintf(label + length, MOST_LABEL - length, "%s...", length ? ", " : "");
			return;
		}
		length += snprintf(label + length, room - length, "%s%s %s", length ? ", " : "",
				   key, text);
	}
}

/* Draw a vertical line, labelled with the changed keys, at each change of the first result. */
static void mark_changes(struct plot *p)
{
	struct json_object *changes = result_value(p->results->at[0], "experiment.changes");
	char label[MOST_LABEL];

	for (u32 i = 0; i < result_count(p->results->at[0], "experiment.changes"); i++) {
		struct json_object *change = json_object_array_get_idx(changes, i);
		double at = result_number(change, "at");

		fprintf(p->to, "set arrow from %.9g,graph 0 to %.9g,graph 1 nohead dt 2 lc rgb '#555555'\n",
			at, at);
		name_change(change, label);
		fprintf(p->to, "set label %u ", i + 1);
		gnuplot_string(p->to, label);
		/* neighbouring labels have different heights, so that they do not overlap */
		fprintf(p->to, " at %.9g,graph %.9g offset 0.5,0 noenhanced textcolor rgb '#555555'\n",
			at, 0.06 + 0.08 * (i % 4));
	}
}

static void draw_panel(struct plot *p, u32 column, bool legend)
{
	bool first = true;
	u32 i, j, n = 0;

	for (i = 0; i < p->curves.count; i++) {
		for (j = 0; j < p->curves.at[i].count; j++) {
			plot_next(p, &first);
			fprintf(p->to, "$series%u using 1:%u with lines lt %u", n++, column, i + 1);
			if (legend && !j)
				plot_legend(p, &p->curves.at[i], "");
			else
				fputs(" notitle", p->to);
		}
	}
	fputs("\n", p->to);
}

static bool all_by_birth(const struct results *results)
{
	for (u32 i = 0; i < results->count; i++)
		if (!is_by_birth(results->at[i]))
			return false;
	return true;
}

/* Return true if packets may leave the shortest path in any of @results. */
static bool any_misroutes(const struct results *results)
{
	for (u32 i = 0; i < results->count; i++)
		if (result_value(results->at[i], "misrouting") &&
		    strcmp(result_text(results->at[i], "experiment.routing"), "min"))
			return true;
	return false;
}

static void draw_panels(struct plot *p)
{
	const char *time = all_by_birth(p->results) ? "time (cycles); packets by their birth" :
							"time (cycles)";
	bool misroute = any_misroutes(p->results);

	p->height = misroute ? 900 : 640;
	fprintf(p->to, "set multiplot layout %u,1\nset lmargin 12\n", misroute ? 3 : 2);
	plot_title(p, "Over time");
	plot_labels(p, "", "accepted load (flits/node/cycle)");
	fputs("set yrange [0:*]\n", p->to);
	draw_panel(p, 2, false);
	/* the panels below have the same lines, and need no labels for them */
	fputs("unset title\nunset label\n", p->to);
	plot_labels(p, misroute ? "" : time, "mean latency (cycles)");
	draw_panel(p, 3, !misroute);
	if (misroute) {
		plot_labels(p, time, "share of packets misrouted");
		draw_panel(p, 4, true);
	}
	fputs("unset multiplot\n", p->to);
}

bool plot_series(struct plot *p, struct sim_error *err)
{
	u32 i, j, n = 0;

	for (i = 0; i < p->curves.count; i++) {
		for (j = 0; j < p->curves.at[i].count; j++) {
			if (!result_count(p->curves.at[i].member[j], "series"))
				return sim_fail(err, "a result has no time series: run it with interval=CYCLES");
			fprintf(p->to, "$series%u << EOD\n", n++);
			print_series(p, p->curves.at[i].member[j]);
			fputs("EOD\n", p->to);
		}
	}
	mark_changes(p);
	draw_panels(p);
	return true;
}
