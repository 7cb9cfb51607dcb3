// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>

#include "sim/topology/cube.h"

#include "tools/seastar/base/glyphs.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"

#include "heat.h"

#define CELL	2	/* columns of a router: a level and a space */
#define GAP	2	/* columns between two planes */

enum { X, Y, Z };

/**
 * struct layout - how planes are laid out on a terminal
 * @t: topology of the fabric
 * @label: width in columns of the numbers of y
 * @cut: routers of x per block: all if they fit
 * @cuts: blocks per plane
 * @width: width of a block in columns
 * @beside: blocks side by side
 * @scale: scale of the values
 */
struct layout {
	struct ss_topology t;
	int label, width;
	u32 cut, cuts, beside;
	struct scale scale;
};

static u32 ceiling(u32 a, u32 b)
{
	return (a + b - 1) / b;
}

static struct layout lay_out(const struct heat *h)
{
	struct layout l = { 0 };
	int room;

	topology_core(h->topology, &l.t);
	l.scale = scale_of(h->value, l.t.routers);
	l.label = snprintf(NULL, 0, "y %u", l.t.size[Y] - 1) + 1;
	room = print_columns() - l.label;
	l.cut = room > CELL ? room / CELL : 1;
	if (l.cut > l.t.size[X])
		l.cut = l.t.size[X];
	l.cuts = ceiling(l.t.size[X], l.cut);
	l.width = snprintf(NULL, 0, "z %u", l.t.size[Z] - 1);
	if (l.width < (int)l.cut * CELL)
		l.width = l.cut * CELL;
	l.beside = room > l.width ? (room + GAP) / (l.width + GAP) : 1;
	return l;
}

static double value_at(const struct heat *h, const struct layout *l, u32 x, u32 y, u32 z)
{
	struct ss_coord c = { .at = { x, y, z } };

	return h->value[ss_id_of(&l->t, c)];
}

/* Print a level in one of the eight basic colours, from cold to hot. */
static void print_level(unsigned int level)
{
	static const int colour[GLYPHS_LEVELS + 1] = { 90, 34, 34, 36, 36, 32, 33, 33, 31 };

	if (print_colours())
		printf("\033[%dm%s\033[0m", colour[level], glyphs_of_level(level));
	else
		fputs(glyphs_of_level(level), stdout);
}

static unsigned int level_of(const struct layout *l, double value)
{
	return glyphs_level(scale_part(&l->scale, value));
}

/* Find the x coordinates of block @b: part b % cuts of plane b / cuts. */
static void block_span(const struct layout *l, u32 b, u32 *first, u32 *end)
{
	*first = b % l->cuts * l->cut;
	*end = *first + l->cut;
	if (*end > l->t.size[X])
		*end = l->t.size[X];
}

static void block_title(const struct layout *l, u32 b)
{
	u32 first, end;
	char text[64];

	block_span(l, b, &first, &end);
	if (l->cuts > 1)
		snprintf(text, sizeof(text), "z %u, x %u-%u", b / l->cuts, first, end - 1);
	else
		snprintf(text, sizeof(text), "z %u", b / l->cuts);
	printf("%-*s", l->width + GAP, text);
}

static void block_ruler(const struct layout *l, u32 b)
{
	u32 x, first, end;

	block_span(l, b, &first, &end);
	for (x = first; x < end; x++)
		printf("%-*u", CELL, x % 10);
	printf("%*s", l->width + GAP - (int)(end - first) * CELL, "");
}

static void block_row(const struct heat *h, const struct layout *l, u32 b, u32 y)
{
	u32 x, first, end;

	block_span(l, b, &first, &end);
	for (x = first; x < end; x++) {
		print_level(level_of(l, value_at(h, l, x, y, b / l->cuts)));
		printf("%*s", CELL - 1, "");
	}
	printf("%*s", l->width + GAP - (int)(end - first) * CELL, "");
}

/* Print blocks side by side, line by line. */
static void print_band(const struct heat *h, const struct layout *l, u32 first, u32 end)
{
	u32 b, y;

	printf("%*s", l->label, "");
	for (b = first; b < end; b++)
		block_title(l, b);
	printf("\n%-*s", l->label, "x");
	for (b = first; b < end; b++)
		block_ruler(l, b);
	putchar('\n');
	for (y = 0; y < l->t.size[Y]; y++) {
		printf("y %-*u", l->label - 2, y);
		for (b = first; b < end; b++)
			block_row(h, l, b, y);
		putchar('\n');
	}
}

static void print_legend(const struct heat *h, const struct layout *l)
{
	char text[GLYPHS_SHORT];
	unsigned int level;

	printf("%s, in %s a router: ", h->what, h->unit);
	print_level(0);
	printf(" none");
	for (level = 1; l->scale.max > 0 && level <= GLYPHS_LEVELS; level++) {
		double end = scale_value(&l->scale, (double)level / GLYPHS_LEVELS);

		printf(level % 4 == 1 ? "\n  " : "  ");
		print_level(level);
		printf(" to %-5s", glyphs_short(text, end));
	}
	putchar('\n');
	if (l->scale.logarithmic)
		puts("  (levels on a logarithmic scale)");
}

static void print_map(const struct heat *h)
{
	struct layout l = lay_out(h);
	u32 b, blocks = l.t.size[Z] * l.cuts;

	print_legend(h, &l);
	if (l.cuts > 1)
		printf("a plane of %u routers in x does not fit in %d columns: it is cut\n",
		       l.t.size[X], print_columns());
	for (b = 0; b < blocks; b += l.beside) {
		putchar('\n');
		print_band(h, &l, b, b + l.beside < blocks ? b + l.beside : blocks);
	}
}

static void print_plane(const struct heat *h, const struct ss_topology *t, u32 z)
{
	struct layout l = { .t = *t };
	char head[16];
	u32 x, y;

	printf("z %u\n", z);
	out_table(NULL, NULL);
	for (y = 0; y < t->size[Y]; y++) {
		out_row();
		out_u64(NULL, "y/x", y);
		for (x = 0; x < t->size[X]; x++) {
			snprintf(head, sizeof(head), "%u", x);
			out_real(NULL, 0, head, h->digits, value_at(h, &l, x, y, z));
		}
		out_close();
	}
	out_close();
}

static void print_planes(const struct heat *h, const struct ss_topology *t)
{
	u32 z;

	printf("%s, in %s a router\n", h->what, h->unit);
	for (z = 0; z < t->size[Z]; z++)
		print_plane(h, t, z);
}

void heat_out(const struct heat *h)
{
	struct ss_topology t;
	u32 i;

	topology_core(h->topology, &t);
	out_str("map", NULL, h->what);
	out_str("unit", NULL, h->unit);
	out_u32s("radix", h->topology->radix, h->topology->dims);
	out_list("values");
	for (i = 0; i < t.routers; i++)
		out_fraction(NULL, 6, h->value[i]);
	out_close();
	if (print_is_json())
		return;
	if (print_columns())
		print_map(h);
	else
		print_planes(h, &t);
}
