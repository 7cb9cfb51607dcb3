// SPDX-License-Identifier: GPL-2.0-only
/*
 * A map of a fabric: a panel a plane of routers, a cell a router.  If each link has a
 * value, there is a row of panels for each direction in which links leave.
 */
#include <math.h>

#include "sim/base/memory.h"

#include "kinds.h"

#define GAP		2	/* cells between panels */
#define HEADING		3	/* cells above a panel */
#define MOST_PIXELS	960	/* along a side */
#define NAME_PIXELS	42	/* along a name of a panel */

static const char *const directions[] = { "+x", "-x", "+y", "-y", "+z", "-z" };

#define DIRECTIONS	(sizeof(directions) / sizeof(directions[0]))

/**
 * struct map - where on the picture what is
 * @radix: of the fabric along x, y, z
 * @nodes: how many
 * @axis: the dimension drawn to the right, the one upwards, the one of the panels
 * @directions: how many directions have panels of their own, 0 for values of nodes
 * @direction: which
 * @across: panels side by side
 * @columns: cells in a row of the picture
 * @rows: rows of cells
 * @pixels: along a side of a cell
 * @cell: their values
 */
struct map {
	u32 radix[3];
	u32 nodes;
	u32 axis[3];
	u32 directions;
	u32 direction[DIRECTIONS];
	u32 across;
	u32 columns;
	u32 rows;
	double pixels;
	double *cell;
};

static const char *const dimensions[] = { "x", "y", "z" };

/* Routers in a single row along z are drawn as a row, too. */
static void choose_axes(struct map *m)
{
	bool row = m->radix[0] * m->radix[1] == 1;
	u32 i;

	for (i = 0; i < 3; i++)
		m->axis[i] = row ? 2 - i : i;
}

static void choose_directions(struct map *m)
{
	u32 i;

	for (i = 0; i < DIRECTIONS; i++) {
		if (m->radix[i / 2] > 1)
			m->direction[m->directions++] = i;
	}
}

static u32 planes(const struct map *m)
{
	return m->radix[m->axis[2]];
}

static u32 panel_width(const struct map *m)
{
	return m->radix[m->axis[0]] + GAP;
}

static u32 panel_height(const struct map *m)
{
	return m->radix[m->axis[1]] + HEADING;
}

/* The planes of nodes make about a square, the two directions of a dimension a row. */
static u32 choose_across(const struct map *m)
{
	u32 square = ceil(sqrt((double)planes(m) * panel_height(m) / panel_width(m)));

	if (m->directions)
		return planes(m) > 1 ? planes(m) : 2;
	return square < planes(m) ? square : planes(m);
}

static void lay_out(struct map *m)
{
	u32 i, panels = planes(m) * (m->directions ? m->directions : 1);

	m->across = choose_across(m);
	m->columns = m->across * panel_width(m) - GAP;
	m->rows = (panels + m->across - 1) / m->across * panel_height(m);
	m->pixels = (double)MOST_PIXELS / (m->columns > m->rows ? m->columns : m->rows);
	m->cell = sim_alloc((size_t)m->columns * m->rows, sizeof(m->cell[0]));
	for (i = 0; i < m->columns * m->rows; i++)
		m->cell[i] = NAN;
}

/* The lower left cell of a panel; the first panel is at the top left. */
static void panel_corner(const struct map *m, u32 panel, u32 *column, u32 *row)
{
	*column = panel % m->across * panel_width(m);
	*row = m->rows - (panel / m->across + 1) * panel_height(m);
}

/* The cell of router @node in the panels of the direction that is drawn @nth. */
static double *cell_of(const struct map *m, u32 nth, u32 node)
{
	u32 at[3] = {
		node / m->radix[2] / m->radix[1], node / m->radix[2] % m->radix[1],
		node % m->radix[2],
	};
	u32 column, row;

	panel_corner(m, nth * planes(m) + at[m->axis[2]], &column, &row);
	column += at[m->axis[0]];
	row += at[m->axis[1]];
	return &m->cell[row * m->columns + column];
}

static void fill_links(struct map *m, struct json_object *result, const struct quantity *q)
{
	struct json_object *routers = result_value(result, q->links), *links;
	double cycles = result_number(result, "cycles.measured");
	char place[2] = "";
	u32 node, nth;

	for (node = 0; node < m->nodes; node++) {
		links = json_object_array_get_idx(routers, node);
		for (nth = 0; nth < m->directions; nth++) {
			place[0] = '0' + m->direction[nth];
			*cell_of(m, nth, node) = result_number(links, place) / cycles;
		}
	}
}

static void fill_nodes(struct map *m, struct json_object *result, const struct quantity *q)
{
	struct json_object *sources = result_value(result, "by_source");
	u32 node;

	for (node = 0; node < m->nodes; node++)
		*cell_of(m, 0, node) =
			result_number(json_object_array_get_idx(sources, node), q->nodes);
}

/* Above each panel its plane: where rows are directions, above the first row, if there is room. */
static void name_planes(struct plot *p, const struct map *m)
{
	u32 i, column, row, step = ceil(NAME_PIXELS / (panel_width(m) * m->pixels));

	for (i = 0; planes(m) > 1 && i < planes(m); i += step) {
		panel_corner(m, i, &column, &row);
		fprintf(p->to, "set label '%s = %u' at %g,%g left offset 0,0.6\n",
			dimensions[m->axis[2]], i, column - 0.5,
			row + panel_height(m) - HEADING - 0.5);
	}
}

/* To the left of each row its direction; of a single plane, above each panel. */
static void name_directions(struct plot *p, const struct map *m)
{
	u32 i, column, row;

	for (i = 0; i < m->directions; i++) {
		panel_corner(m, i * planes(m), &column, &row);
		if (planes(m) > 1)
			fprintf(p->to, "set label '%s' at %g,%g right offset -1,0\n",
				directions[m->direction[i]], column - 0.5,
				row + (panel_height(m) - HEADING) / 2.0 - 0.5);
		else
			fprintf(p->to, "set label '%s' at %g,%g left offset 0,0.6\n",
				directions[m->direction[i]], column - 0.5,
				row + panel_height(m) - HEADING - 0.5);
	}
}

/* Of what a node gets the least stands out, of all else the most. */
static bool is_better_if_more(const struct quantity *q)
{
	return !strcmp(q->name, "injected") || !strcmp(q->name, "accepted");
}

static void label_map(struct plot *p, const struct map *m, const struct quantity *q)
{
	char x[96], y[64] = "";

	snprintf(x, sizeof(x), "of each panel: %s from 0 to %u to the right; red ring: the %s",
		 dimensions[m->axis[0]], m->radix[m->axis[0]] - 1,
		 is_better_if_more(q) ? "least" : "most");
	if (m->radix[m->axis[1]] > 1)
		snprintf(y, sizeof(y), "%s from 0 to %u upwards", dimensions[m->axis[1]],
			 m->radix[m->axis[1]] - 1);
	plot_title(p, q->title);
	plot_labels(p, x, y);
	/* the rows have names there */
	fprintf(p->to, "set ylabel offset %d,0\nset cblabel '%s'\n",
		m->directions && planes(m) > 1 ? -4 : 0, q->label);
}

/* The cell that stands out, as a block of data for a ring around it. */
static void print_mark(struct plot *p, const struct map *m, const struct quantity *q)
{
	bool least = is_better_if_more(q);
	u32 marked = 0;

	for (u32 i = 1; i < m->columns * m->rows; i++)
		if (isnan(m->cell[marked]) ||
		    (least ? m->cell[i] < m->cell[marked] : m->cell[i] > m->cell[marked]))
			marked = i;
	fprintf(p->to, "$mark << EOD\n%u %u\nEOD\n", marked % m->columns, marked / m->columns);
}

/* The picture keeps the cells square. */
static void draw_map(struct plot *p, const struct map *m, const struct quantity *q)
{
	p->width = fmax(m->columns * m->pixels, 480) + 190;
	p->height = fmax(m->rows * m->pixels, 120) + 90;
	label_map(p, m, q);
	name_planes(p, m);
	name_directions(p, m);
	plot_cells(p, "$cells", m->cell, m->columns, m->rows);
	print_mark(p, m, q);
	fprintf(p->to, "unset border\nunset tics\nunset grid\nunset key\nset cbtics\n"
		"set size ratio -1\nset lmargin 12\nunset rmargin\nset cbrange [0:*]\n"
		"set xrange [-0.5:%u.5]\nset yrange [-0.5:%u.5]\n"
		"plot $cells matrix with image title '%s', \\\n"
		"$mark with points pt 6 ps 2 lw 3 lc rgb '#d00000' title 'marked'\n",
		m->columns - 1, m->rows - 1, q->name);
}

static bool heat_of_cube(struct plot *p, const struct quantity *q, struct sim_error *err)
{
	struct json_object *result = p->results->at[0];
	struct map m = { 0 };

	if (!nodes_radix(result, m.radix))
		return sim_fail(err, NO_DETAIL);
	m.nodes = m.radix[0] * m.radix[1] * m.radix[2];
	if (q->links && result_count(result, q->links) != m.nodes)
		return sim_fail(err, NO_DETAIL);
	choose_axes(&m);
	if (q->links)
		choose_directions(&m);
	lay_out(&m);
	if (q->links)
		fill_links(&m, result, q);
	else
		fill_nodes(&m, result, q);
	draw_map(p, &m, q);
	free(m.cell);
	return true;
}

bool plot_heat(struct plot *p, struct sim_error *err)
{
	const struct quantity *q =
		quantity_find(p->options->of ? p->options->of : "utilisation", err);
	const struct ss_topology_view *v;

	if (!q)
		return false;
	if (p->results->count > 1)
		return sim_fail(err, "a heat map shows one result, and there are %u: choose one with KEY=VALUE",
				p->results->count);
	v = result_topology(p->results->at[0])->view;
	if (v->grouped)
		return q->links ? heat_of_links(p, q, err) : heat_of_routers(p, q, err);
	if (!v->by_port)
		return sim_fail(err, "there is no heat map of %s: 'seastar-sim table' prints what its links and nodes have",
				v->title);
	if (p->options->group)
		return sim_fail(err, "--group chooses local links of a Dragonfly, and the result is of %s: leave it out",
				v->title);
	return heat_of_cube(p, q, err);
}
