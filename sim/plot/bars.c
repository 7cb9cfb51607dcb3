// SPDX-License-Identifier: GPL-2.0-only
/* Bars: a group per port, dimension or range of ages, with a bar per curve. */
#include <ctype.h>

#include "sim/base/memory.h"

#include "kinds.h"

/**
 * struct bars - what the bars show
 * @title: title above the picture
 * @x: label of the horizontal axis
 * @y: label of the vertical axis
 * @rows: name of the array in a result that has an element per group of bars
 * @value: name of the member of an element that is the length of a bar
 * @name: function that prints the name of an element into @text
 * @in_ns: label of the vertical axis in ns, of values in cycles; NULL: values have no such unit
 */
struct bars {
	const char *title;
	const char *x;
	const char *y;
	const char *rows;
	const char *value;
	void (*name)(struct json_object *row, char *text, size_t room);
	const char *in_ns;
};

static void name_port(struct json_object *row, char *text, size_t room)
{
	snprintf(text, room, "%s", result_text(row, "port"));
}

static void name_dimension(struct json_object *row, char *text, size_t room)
{
	snprintf(text, room, "%s", result_text(row, "dimension"));
}

static void name_ages(struct json_object *row, char *text, size_t room)
{
	snprintf(text, room, "%.0f to %.0f", result_number(row, "low"), result_number(row, "high"));
}

/* Return the mean value of element @row over the results of @curve; NAN if one has no value. */
static double mean_of(const struct plot *p, const struct curve *curve, const struct bars *bars,
		      u32 row)
{
	char path[64];
	double sum = 0;
	u32 i;

	snprintf(path, sizeof(path), "%s.%u.%s", bars->rows, row, bars->value);
	for (i = 0; i < curve->count; i++)
		sum += result_number(curve->member[i], path) *
		       (bars->in_ns ? plot_cycle(p, curve->member[i]) : 1);
	return sum / curve->count;
}

/* Print a name as a quoted string of the data; characters that might end it become "?". */
static void print_name(struct plot *p, const char *name)
{
	fputs("\"", p->to);
	for (; *name; name++)
		putc(isalnum((unsigned char)*name) || strchr("+- ", *name) ? *name : '?', p->to);
	fputs("\" ", p->to);
}

static bool print_rows(struct plot *p, const struct bars *bars)
{
	struct json_object *rows = result_value(p->results->at[0], bars->rows);
	u32 i, row, count = result_count(p->results->at[0], bars->rows);
	bool any = false;
	char name[32];
	double value;

	fputs("$rows << EOD\n", p->to);
	for (row = 0; row < count; row++) {
		bars->name(json_object_array_get_idx(rows, row), name, sizeof(name));
		print_name(p, name);
		for (i = 0; i < p->curves.count; i++) {
			value = mean_of(p, &p->curves.at[i], bars, row);
			any |= value > 0;
			plot_number(p, value);
		}
		fputs("\n", p->to);
	}
	fputs("EOD\n", p->to);
	return any;
}

static bool draw_bars(struct plot *p, const struct bars *bars, struct sim_error *err)
{
	bool first = true;
	u32 i;

	plot_title(p, bars->title);
	plot_labels(p, bars->x, p->options->ns ? bars->in_ns : bars->y);
	if (!print_rows(p, bars))
		return sim_fail(err, "'%s' is 0 everywhere, or the router does not count it",
				bars->y);
	fputs("set style data histograms\n"
	      "set style histogram clustered gap 1\n"
	      "set grid noxtics ytics\n", p->to);
	for (i = 0; i < p->curves.count; i++) {
		plot_next(p, &first);
		fprintf(p->to, "$rows using %u:xtic(1) lt %u", i + 2, i + 1);
		plot_legend(p, &p->curves.at[i], "");
	}
	fputs("\n", p->to);
	return true;
}

bool plot_age(struct plot *p, struct sim_error *err)
{
	static const struct bars bars = {
		"Packets by age", "age when granted (ticks of the age clock)", "packets granted",
		"age_histogram", "packets", name_ages, NULL
	};

	fputs("set logscale y\nset yrange [0.5:*]\n", p->to);
	return draw_bars(p, &bars, err);
}

bool plot_ports(struct plot *p, struct sim_error *err)
{
	static const struct bars bars = {
		"Stalls by port", "output port", "stalled for credits (cycles/packet)",
		"ports", "stalled_per_packet", name_port, "stalled for credits (ns/packet)"
	};

	fputs("set yrange [0:*]\n", p->to);
	return draw_bars(p, &bars, err);
}

bool plot_dimensions(struct plot *p, struct sim_error *err)
{
	static const struct bars bars = {
		"Queueing by dimension", "dimension", "queueing Q (cycles/hop)",
		"dimensions", "queueing", name_dimension, "queueing Q (ns/hop)"
	};

	fputs("set yrange [0:*]\n", p->to);
	return draw_bars(p, &bars, err);
}
