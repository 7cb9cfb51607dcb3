// SPDX-License-Identifier: GPL-2.0-only
/*
 * Maps of a fabric of groups, such as a Dragonfly.  Values of routers have one map, with a column
 * per group and a row per router of the group.  Values of links have two maps: links within groups,
 * by the routers at both ends, and links between groups, by the groups at both ends.
 */
#include <math.h>

#include "sim/base/memory.h"
#include "sim/base/text.h"

#include "kinds.h"

#define MOST_TICS	18	/* most tics along an axis */
#define WITHIN_PIXELS	360	/* along a side of the map of links within groups */
#define BETWEEN_PIXELS	520	/* along a side of the map of links between groups */
#define LEFT_PIXELS	80	/* width left of a map, for tics and label */
#define RIGHT_PIXELS	110	/* width right of a map, for the bar of colours */
#define TOP_PIXELS	105
#define BOTTOM_PIXELS	90

/* Print an axis of @count places, with tics at whole numbers. */
static void print_axis(struct plot *p, char axis, u32 count)
{
	static const u32 steps[] = { 1, 2, 5, 10, 20, 50, 100 };
	u32 i = 0;

	while (steps[i] * MOST_TICS < count && i + 1 < sizeof(steps) / sizeof(steps[0]))
		i++;
	fprintf(p->to, "set %crange [-0.5:%u.5]\nset %ctics 0,%u out nomirror\n", axis, count - 1,
		axis, steps[i]);
}

static void print_style(struct plot *p, const char *label, double most)
{
	fprintf(p->to, "unset grid\nunset key\nset cblabel '%s'\n", label);
	/* gnuplot warns of an empty range if all values are 0 */
	if (most > 0)
		fprintf(p->to, "set cbrange [0:%.9g]\n", most);
	else
		fputs("set cbrange [0:1]\n", p->to);
}

static double greatest(const double *cell, u32 count)
{
	double most = 0;
	u32 i;

	for (i = 0; i < count; i++)
		most = fmax(most, cell[i]);
	return most;
}

static double within(double value, double least, double most)
{
	return fmax(least, fmin(value, most));
}

static double *new_cells(u32 columns, u32 rows)
{
	double *cell = sim_alloc((size_t)columns * rows, sizeof(cell[0]));
	u32 i;

	for (i = 0; i < columns * rows; i++)
		cell[i] = NAN;
	return cell;
}

/* Draw a map of routers; cells are higher than wide if there are many groups. */
static void draw_routers(struct plot *p, const struct quantity *q, const double *value,
			 const u32 radix[3])
{
	/* gnuplot draws nothing for a single row, so a second one is added, outside of the axis */
	u32 group, router, rows = radix[1] > 1 ? radix[1] : 2;
	double *cell = new_cells(radix[0], rows);

	for (group = 0; group < radix[0]; group++) {
		for (router = 0; router < radix[1]; router++)
			cell[router * radix[0] + group] = value[group * radix[1] + router];
	}
	p->width = LEFT_PIXELS + within(radix[0] * 40.0, 480, 960) + RIGHT_PIXELS;
	p->height = TOP_PIXELS + within(radix[1] * 24.0, 120, 480) + BOTTOM_PIXELS;
	plot_title(p, q->title);
	plot_labels(p, "group", "router of the group");
	plot_cells(p, "$cells", cell, radix[0], rows);
	print_style(p, q->label, greatest(cell, radix[0] * rows));
	print_axis(p, 'x', radix[0]);
	print_axis(p, 'y', radix[1]);
	fprintf(p->to, "unset rmargin\nplot $cells matrix with image title '%s'\n", q->name);
	free(cell);
}

bool heat_of_routers(struct plot *p, const struct quantity *q, struct sim_error *err)
{
	struct json_object *result = p->results->at[0];
	double *value;
	u32 radix[3];

	if (p->options->group)
		return sim_fail(err, "--group chooses local links: give --of utilisation");
	if (!nodes_radix(result, radix))
		return sim_fail(err, NO_DETAIL);
	value = nodes_by_router(result, q, radix);
	draw_routers(p, q, value, radix);
	free(value);
	return true;
}

/**
 * struct links - use of the links of a fabric of groups, in flits per cycle; NAN without a link
 * @kind: names of the two kinds of links: within groups, between groups
 * @groups: number of groups
 * @routers: routers of a group
 * @within: use of links within groups, by the routers of a group at both ends of the link
 * @between: use of links between groups, by the groups at both ends of the link
 */
struct links {
	const char *kind[2];
	u32 groups;
	u32 routers;
	double *within;
	double *between;
};

static void add_to(double *cell, double value)
{
	*cell = isnan(*cell) ? value : *cell + value;
}

/*
 * Add the use of the links of @kind that leave @router, divided by @share, to row @from of @cell,
 * which has @side columns.  The column is element @end of the place that a link leads to: 0 is its
 * group, 1 its router.  Returns false if there is no such column: the file is damaged.
 */
static bool add_row(struct json_object *kind, u32 router, u32 end, double share, double *cell,
		    u32 side, u32 from)
{
	struct json_object *uses, *tos;
	char path[32];
	u32 i;

	snprintf(path, sizeof(path), "use.%u", router);
	uses = result_value(kind, path);
	snprintf(path, sizeof(path), "to.%u", router);
	tos = result_value(kind, path);
	for (i = 0; i < result_count(uses, ""); i++) {
		double to;

		snprintf(path, sizeof(path), "%u.%u", i, end);
		to = result_number(tos, path);
		if (!(to >= 0 && to < side))
			return false;
		snprintf(path, sizeof(path), "%u", i);
		add_to(&cell[from * side + (u32)to], result_number(uses, path) / share);
	}
	return true;
}

/* Find the links of @kind in @result or, if @name is not "", a member of them, such as ".use". */
static struct json_object *links_of(struct json_object *result, const char *kind, const char *name)
{
	char path[64];

	snprintf(path, sizeof(path), "links.%.40s%s", kind, name);
	return result_value(result, path);
}

/*
 * Read the use of links: between all groups, and within group @chosen.  If @chosen is the number of
 * groups, the latter is the mean over all groups.  Returns false if the file is damaged.
 */
static bool read_links(struct links *l, struct json_object *result, u32 chosen)
{
	struct json_object *within = links_of(result, l->kind[0], "");
	struct json_object *between = links_of(result, l->kind[1], "");
	u32 router, group, share = chosen < l->groups ? 1 : l->groups;
	bool read = true;

	for (router = 0; read && router < l->groups * l->routers; router++) {
		group = router / l->routers;
		read = add_row(between, router, 0, 1, l->between, l->groups, group);
		if (read && (chosen == l->groups || chosen == group))
			read = add_row(within, router, 1, share, l->within, l->routers,
				       router % l->routers);
	}
	return read;
}

/* Print the place of the next map: a square of @side pixels, @left pixels from the left. */
static void place_map(struct plot *p, u32 left, u32 side)
{
	double width = p->width, height = p->height;

	fprintf(p->to, "set lmargin at screen %.6f\nset rmargin at screen %.6f\n", left / width,
		(left + side) / width);
	fprintf(p->to, "set bmargin at screen %.6f\nset tmargin at screen %.6f\n",
		BOTTOM_PIXELS / height, (BOTTOM_PIXELS + side) / height);
}

static void draw_map(struct plot *p, const char *cells, const char *title, const char *x,
		     const char *y, u32 count)
{
	plot_labels(p, x, y);
	print_axis(p, 'x', count);
	print_axis(p, 'y', count);
	fprintf(p->to, "set title '%s'\nplot %s matrix with image title '%s'\n", title, cells,
		title);
}

static void draw_links(struct plot *p, const struct quantity *q, const struct links *l,
		       const char *title)
{
	char between[48];

	snprintf(between, sizeof(between), "%.40s links", l->kind[1]);
	p->width = LEFT_PIXELS + WITHIN_PIXELS + LEFT_PIXELS + BETWEEN_PIXELS + RIGHT_PIXELS;
	p->height = TOP_PIXELS + BETWEEN_PIXELS + BOTTOM_PIXELS;
	plot_cells(p, "$local", l->within, l->routers, l->routers);
	plot_cells(p, "$global", l->between, l->groups, l->groups);
	plot_panels(p, q->title);
	print_style(p, "flits per cycle", fmax(greatest(l->within, l->routers * l->routers),
					       greatest(l->between, l->groups * l->groups)));
	fputs("unset colorbox\n", p->to);
	place_map(p, LEFT_PIXELS, WITHIN_PIXELS);
	draw_map(p, "$local", title, "to router of the group", "from router of the group",
		 l->routers);
	fputs("set colorbox\n", p->to);
	place_map(p, LEFT_PIXELS + WITHIN_PIXELS + LEFT_PIXELS, BETWEEN_PIXELS);
	draw_map(p, "$global", between, "to group", "from group", l->groups);
	fputs("unset multiplot\n", p->to);
}

static bool choose_group(const char *text, u32 groups, u32 *chosen, struct sim_error *err)
{
	u64 value;

	*chosen = groups;
	if (!text)
		return true;
	if (!text_number(text, &value) || value >= groups)
		return sim_fail(err, "--group '%s' is not a number from 0 to %u", text, groups - 1);
	*chosen = value;
	return true;
}

static bool has_links(struct json_object *result, const struct links *l)
{
	for (u32 i = 0; i < 2; i++)
		if (result_count(links_of(result, l->kind[i], ".use"), "") !=
		    l->groups * l->routers)
			return false;
	return true;
}

bool heat_of_links(struct plot *p, const struct quantity *q, struct sim_error *err)
{
	struct json_object *result = p->results->at[0];
	const struct ss_topology_view *v = result_topology(result)->view;
	struct links l = { .kind = { ss_link_kind(v, 0), ss_link_kind(v, 1) } };
	char title[64];
	u32 radix[3], chosen;
	bool read;

	if (!nodes_radix(result, radix))
		return sim_fail(err, NO_DETAIL);
	l.groups = radix[0];
	l.routers = radix[1];
	if (!has_links(result, &l))
		return sim_fail(err, NO_DETAIL);
	if (!choose_group(p->options->group, l.groups, &chosen, err))
		return false;
	l.within = new_cells(l.routers, l.routers);
	l.between = new_cells(l.groups, l.groups);
	read = read_links(&l, result, chosen);
	if (chosen < l.groups)
		snprintf(title, sizeof(title), "%.20s links of group %u", l.kind[0], chosen);
	else
		snprintf(title, sizeof(title), "%.20s links, mean of %u groups", l.kind[0],
			 l.groups);
	if (read)
		draw_links(p, q, &l, title);
	free(l.within);
	free(l.between);
	return read || sim_fail(err, "the result is damaged: one of its links leads to no router");
}
