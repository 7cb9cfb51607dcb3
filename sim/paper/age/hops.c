// SPDX-License-Identifier: GPL-2.0-only
/* How far packets go: Equations 4 to 7, and the total of sec. 3.2. */
#include "sim/paper/list.h"

enum column { X, Y, Z, ALL };
enum row { TORUS, MESH };

static double sum(const double *hops)
{
	return hops[X] + hops[Y] + hops[Z];
}

static const struct paper_column columns[] = {
	COLUMN("H(x)", "hops", "/dimensions/0/hops"),
	COLUMN("H(y)", "hops", "/dimensions/1/hops"),
	COLUMN("H(z)", "hops", "/dimensions/2/hops"),
	{ .name = "H", .unit = "hops", .derive = sum },
	COLUMN("use x", "flits/c", "/dimensions/0/utilisation"),
	COLUMN("use y", "flits/c", "/dimensions/1/utilisation"),
	COLUMN("use z", "flits/c", "/dimensions/2/utilisation"),
	{ 0 }
};

static const struct paper_row rows[] = {
	[TORUS] = { .name = "torus", .keys = "mesh=none" },
	[MESH] = { .name = "mesh", .keys = "mesh=xyz" },
	{ 0 }
};

/* k/4 and (k + 1)/3 of 11, 12, 16 */
static const double paper[PAPER_ROWS][PAPER_COLUMNS] = {
	[TORUS] = { 2.75, 3, 4, 9.75 },
	[MESH] = { 4, 4.3333, 5.6667, 14 },
};

static const struct paper_part parts[] = {
	{
		.name = "low load",
		.keys = "topology=11x12x16 load=0.05 warmup=3000 measure=20000",
		.reduced = "load=0.02 measure=5000",
		.what = "Uniform traffic, nothing saturated.",
		.paper = paper,
	},
	{ 0 }
};

static const struct paper_claim claims[] = {
	{
		.text = "torus: hops are the sum of k/4, of which the paper makes 3 + 3 + 4",
		.part = PAPER_EVERY, .a = { TORUS, ALL }, .alone = true, .least = 9.6, .most = 9.9,
	}, {
		.text = "torus: links of z carry more than those of y, as k/8 says (2 over 1.5)",
		.part = PAPER_EVERY, .a = { TORUS, 6 }, .b = { TORUS, 5 }, .least = 1.3,
		.most = 1.37, .paper = 4.0 / 3,
	}, {
		.text = "mesh: hops are the sum of (k + 1)/3",
		.part = PAPER_EVERY, .a = { MESH, ALL }, .alone = true, .least = 13.8, .most = 14.2,
		.why = { "(k + 1)/3 is the mean distance of two different coordinates; packets to nodes with the same coordinate cross no link of the dimension, so it is (k - 1/k)/3." },
	},
	{ 0 }
};

const struct paper_reproduction paper_hops = {
	.name = "hops",
	.place = "sec. 2, Equations 4 to 9",
	.title = "links that a packet crosses, on 11x12x16 nodes",
	.note = "Use is flits per link per cycle.",
	.seeds = 5,
	.column = columns, .row = rows, .part = parts, .claim = claims,
};
