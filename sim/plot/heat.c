// SPDX-License-Identifier: GPL-2.0-only
/*
 * A map of a fabric, with a panel per plane of routers and a cell per router.  Values of links are
 * drawn in bands: each row of ports (struct ss_port_row), such as a direction, has its own panels.
 * A router that has several nodes, or several links in a row, has a cell for each, side by side.
 */
#include <math.h>

#include "sim/base/memory.h"

#include "kinds.h"

#define GAP		2	/* cells between panels */
#define HEADING		3	/* rows of cells above a panel, for its name */
#define MOST_PIXELS	960	/* longer side of a map */
#define LEAST_PIXELS	240	/* least height of a map that is no lattice */
#define NAME_PIXELS	42	/* width of the name of a panel */

/**
 * struct map - layout and values of a map
 * @t: topology of the fabric
 * @axis: coordinates drawn to the right, upwards, and as panels
 * @extent: number of places along each of these coordinates
 * @bands: number of bands, each with panels of its own; 0: values are of nodes
 * @band: by band, its row of ports
 * @wide: number of cells of a router, side by side
 * @across: number of panels side by side
 * @columns: columns of cells in the picture, with gaps
 * @rows: rows of cells in the picture, with headings
 * @pixels: width of a cell in pixels
 * @tall: ratio of a cell's height to its width
 * @cell: values of the cells
 */
struct map {
	struct ss_topology t;
	u32 axis[SS_AXES];
	u32 extent[SS_AXES];
	u32 bands;
	u32 band[SS_PORTS];
	u32 wide;
	u32 across;
	u32 columns;
	u32 rows;
	double pixels;
	double tall;
	double *cell;
};

static u32 at_axis(const struct map *m, u32 router, u32 i)
{
	return m->t.ops->view->place(&m->t, router).at[m->axis[i]];
}

/*
 * Choose the axes.  If each panel would have one router, draw a single panel with a row of routers.
 */
static void choose_axes(struct map *m)
{
	u32 extent[SS_PLACES];

	ss_extents(&m->t, extent);
	for (u32 i = 0; i < SS_AXES; i++) {
		m->axis[i] = m->t.ops->view->axis[i];
		m->extent[i] = extent[m->axis[i]];
	}
	if (m->extent[0] * m->extent[1] == 1) {
		u32 axis = m->axis[0];

		m->axis[0] = m->axis[2];
		m->axis[2] = axis;
		m->extent[0] = m->extent[2];
		m->extent[2] = 1;
	}
}

static bool has_link(const struct map *m, u32 router, u32 port)
{
	return port >= ss_nodes_of(&m->t, router) &&
	       ss_router_behind(&m->t, router, port) != SS_NO_ROUTER;
}

/*
 * Choose the bands: one per row of ports that has links.  A router is as wide as the most links
 * that any router has in one row.
 */
static void choose_bands(struct map *m)
{
	const struct ss_topology_view *v = m->t.ops->view;
	u32 most[SS_PORTS] = { 0 };

	m->wide = 1;
	for (u32 r = 0; r < m->t.routers; r++) {
		u32 links[SS_PORTS] = { 0 };

		for (u32 port = 0; port < m->t.ports; port++) {
			u32 row = v->row_of(&m->t, r, port);

			if (has_link(m, r, port) && ++links[row] > most[row])
				most[row] = links[row];
		}
	}
	for (u32 i = 0; i < v->rows; i++) {
		if (most[i])
			m->band[m->bands++] = i;
		if (most[i] > m->wide)
			m->wide = most[i];
	}
}

static u32 planes(const struct map *m)
{
	return m->extent[2];
}

/*
 * Return the columns from a router to the next: routers of several cells have a gap between them.
 */
static u32 stride(const struct map *m)
{
	return m->wide > 1 ? m->wide + 1 : 1;
}

/* Return the rows of cells above a panel, for its name. */
static u32 heading(const struct map *m)
{
	return m->wide > 1 ? 1 : HEADING;
}

static u32 panel_width(const struct map *m)
{
	return m->extent[0] * stride(m) + GAP;
}

static u32 panel_height(const struct map *m)
{
	return m->extent[1] + heading(m);
}

static bool is_lattice(const struct map *m)
{
	return m->t.ops->view->drawing == SS_DRAW_LATTICE;
}

/*
 * Return the number of panels side by side.  With values of nodes, the panels make about a square.
 * With values of links, a row has the planes of a band or, in a lattice of one plane, two bands:
 * the directions of a dimension.
 */
static u32 choose_across(const struct map *m)
{
	u32 square = ceil(sqrt((double)planes(m) * panel_height(m) / panel_width(m)));

	if (m->bands)
		return planes(m) > 1 || !is_lattice(m) ? planes(m) : 2;
	return square < planes(m) ? square : planes(m);
}

/*
 * Return the ratio of a cell's height to its width.  In a lattice, cells are squares.  Elsewhere
 * routers are, unless the picture would be too low.
 */
static double choose_height(const struct map *m)
{
	double most = fmax(m->columns, (double)m->rows * stride(m));
	double least = LEAST_PIXELS / (m->rows * (MOST_PIXELS / most));

	return is_lattice(m) ? 1 : fmax(stride(m), least);
}

static void lay_out(struct map *m)
{
	u32 i, panels = planes(m) * (m->bands ? m->bands : 1);

	m->across = choose_across(m);
	m->columns = m->across * panel_width(m) - GAP;
	m->rows = (panels + m->across - 1) / m->across * panel_height(m);
	m->tall = choose_height(m);
	m->pixels = MOST_PIXELS / fmax(m->columns, m->rows * m->tall);
	m->cell = sim_alloc((size_t)m->columns * m->rows, sizeof(m->cell[0]));
	for (i = 0; i < m->columns * m->rows; i++)
		m->cell[i] = NAN;
}

/* Find the lower left cell of a panel; the first panel is at the top left. */
static void panel_corner(const struct map *m, u32 panel, u32 *column, u32 *row)
{
	*column = panel % m->across * panel_width(m);
	*row = m->rows - (panel / m->across + 1) * panel_height(m);
}

/* Find the first cell of router @router in the panels of band number @nth. */
static double *cell_of(const struct map *m, u32 nth, u32 router)
{
	u32 column, row;

	panel_corner(m, nth * planes(m) + at_axis(m, router, 2), &column, &row);
	column += at_axis(m, router, 0) * stride(m);
	row += at_axis(m, router, 1);
	return &m->cell[row * m->columns + column];
}

/*
 * Return the result's list, by router, of the values @q of links in row @row of ports, or NULL if
 * it does not have all routers.
 */
static struct json_object *list_of(const struct map *m, struct json_object *result,
				   const struct quantity *q, u32 row)
{
	const struct ss_topology_view *v = m->t.ops->view;
	char path[64];

	if (v->by_port)
		snprintf(path, sizeof(path), "links.%s", q->links);
	else
		snprintf(path, sizeof(path), "links.%.40s.%s", v->row[row].links, q->links);
	return result_count(result, path) == m->t.routers ? result_value(result, path) : NULL;
}

/*
 * Return true if list_of() row @row has an element for @port of @router.  A list by port has all
 * ports except the node's; other lists have the links of one kind, in all rows of this kind.
 */
static bool is_listed(const struct map *m, u32 router, u32 port, u32 row)
{
	const struct ss_topology_view *v = m->t.ops->view;
	u32 other = v->row_of(&m->t, router, port);

	if (v->by_port)
		return other;
	return has_link(m, router, port) && !strcmp(v->row[other].links, v->row[row].links);
}

static void fill_router(const struct map *m, struct json_object *links, u32 nth, u32 router,
			double cycles)
{
	double *cell = cell_of(m, nth, router);
	u32 row = m->band[nth], at = 0;
	char place[16];

	for (u32 port = 0; port < m->t.ports; port++) {
		if (!is_listed(m, router, port, row))
			continue;
		snprintf(place, sizeof(place), "%u", at++);
		if (has_link(m, router, port) && m->t.ops->view->row_of(&m->t, router, port) == row)
			*cell++ = result_number(links, place) / cycles;
	}
}

static bool fill_links(struct map *m, struct json_object *result, const struct quantity *q)
{
	double cycles = result_number(result, "cycles.measured");

	for (u32 nth = 0; nth < m->bands; nth++) {
		struct json_object *list = list_of(m, result, q, m->band[nth]);

		if (!list)
			return false;
		for (u32 r = 0; r < m->t.routers; r++)
			fill_router(m, json_object_array_get_idx(list, r), nth, r, cycles);
	}
	return true;
}

static void fill_nodes(struct map *m, struct json_object *result, const struct quantity *q)
{
	struct json_object *sources = result_value(result, "by_source");

	for (u32 node = 0; node < m->t.nodes; node++) {
		u32 router = ss_router_of(&m->t, node);

		cell_of(m, 0, router)[node - ss_first_node(&m->t, router)] =
			result_number(json_object_array_get_idx(sources, node), q->nodes);
	}
}

static const char *axis_name(const struct map *m, u32 i)
{
	return m->t.ops->view->coordinate[m->axis[i]];
}

/*
 * Print each plane's name above its panel; if bands are rows of panels, above the first row only.
 */
static void name_planes(struct plot *p, const struct map *m)
{
	u32 i, column, row, step = ceil(NAME_PIXELS / (panel_width(m) * m->pixels));

	for (i = 0; planes(m) > 1 && i < planes(m); i += step) {
		panel_corner(m, i, &column, &row);
		fprintf(p->to, "set label '%s = %u' at %g,%g left offset 0,0.6\n",
			axis_name(m, 2), i, column - 0.5,
			row + panel_height(m) - heading(m) - 0.5);
	}
}

/* Return true if each row of panels is a band. */
static bool bands_are_rows(const struct map *m)
{
	return m->bands && m->across == planes(m);
}

/*
 * Print each band's name left of its row of panels or, if bands are side by side, above its panel.
 */
static void name_bands(struct plot *p, const struct map *m)
{
	u32 i, column, row;

	for (i = 0; i < m->bands; i++) {
		const char *name = m->t.ops->view->row[m->band[i]].name;

		panel_corner(m, i * planes(m), &column, &row);
		if (bands_are_rows(m))
			fprintf(p->to, "set label '%s' at %g,%g right offset -1,0\n", name,
				column - 0.5, row + (panel_height(m) - heading(m)) / 2.0 - 0.5);
		else
			fprintf(p->to, "set label '%s' at %g,%g left offset 0,0.6\n", name,
				column - 0.5, row + panel_height(m) - heading(m) - 0.5);
	}
}

/*
 * Return true if a high value is good, such as the load accepted.  The map then marks the least
 * value, and otherwise the greatest.
 */
static bool is_better_if_more(const struct quantity *q)
{
	return !strcmp(q->name, "injected") || !strcmp(q->name, "accepted");
}

static void label_map(struct plot *p, const struct map *m, const struct quantity *q)
{
	const char *each = m->wide == 1 ? "" : m->bands ? ", a cell a link" : ", a cell a node";
	char x[160], y[64] = "";

	snprintf(x, sizeof(x), "of each panel: %s from 0 to %u to the right%s; red ring: the %s",
		 axis_name(m, 0), m->extent[0] - 1, each, is_better_if_more(q) ? "least" : "most");
	if (m->extent[1] > 1)
		snprintf(y, sizeof(y), "%s from 0 to %u upwards", axis_name(m, 1),
			 m->extent[1] - 1);
	plot_title(p, q->title);
	plot_labels(p, x, y);
	/* make room for the names of rows */
	fprintf(p->to, "set ylabel offset %d,0\nset cblabel '%s'\n", bands_are_rows(m) ? -4 : 0,
		q->label);
}

/* Print the place of the cell to be marked, as data for a ring around it. */
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

/* Draw the map, in a picture with the proportions of its cells. */
static void draw_map(struct plot *p, const struct map *m, const struct quantity *q)
{
	p->width = fmax(m->columns * m->pixels, 480) + 190;
	p->height = fmax(m->rows * m->pixels * m->tall, 120) + 90;
	label_map(p, m, q);
	name_planes(p, m);
	name_bands(p, m);
	plot_cells(p, "$cells", m->cell, m->columns, m->rows);
	print_mark(p, m, q);
	fprintf(p->to, "unset border\nunset tics\nunset grid\nunset key\nset cbtics\n"
		"set size ratio -%g\nset lmargin 12\nunset rmargin\nset cbrange [0:*]\n"
		"set xrange [-0.5:%u.5]\nset yrange [-0.5:%u.5]\n"
		"plot $cells matrix with image title '%s', \\\n"
		"$mark with points pt 6 ps 2 lw 3 lc rgb '#d00000' title 'marked'\n",
		m->tall, m->columns - 1, m->rows - 1, q->name);
}

static bool fill_map(struct map *m, struct json_object *result, const struct quantity *q,
		     struct sim_error *err)
{
	if (!q->links)
		fill_nodes(m, result, q);
	else if (!fill_links(m, result, q))
		return sim_fail(err, NO_DETAIL);
	return true;
}

static bool heat_of_places(struct plot *p, const struct quantity *q, struct sim_error *err)
{
	struct json_object *result = p->results->at[0];
	struct map m = { 0 };
	bool filled;

	if (!result_shape(result, &m.t) || result_count(result, "by_source") != m.t.nodes)
		return sim_fail(err, NO_DETAIL);
	choose_axes(&m);
	if (q->links)
		choose_bands(&m);
	else
		m.wide = m.t.per_router;
	if (q->links && !m.bands && !is_lattice(&m))
		return sim_fail(err, "the fabric has no links");
	lay_out(&m);
	filled = fill_map(&m, result, q, err);
	if (filled)
		draw_map(p, &m, q);
	free(m.cell);
	return filled;
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
	if (q->links && !v->by_port && strcmp(q->name, "utilisation"))
		return sim_fail(err, "links of %s do not count cycles %s: give --of utilisation",
				v->title, q->name);
	if (v->drawing == SS_DRAW_GROUPS)
		return q->links ? heat_of_links(p, q, err) : heat_of_routers(p, q, err);
	if (p->options->group)
		return sim_fail(err, "--group chooses local links of a Dragonfly, and the result is of %s: leave it out",
				v->title);
	return heat_of_places(p, q, err);
}
