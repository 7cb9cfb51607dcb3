// SPDX-License-Identifier: GPL-2.0-only
/* How evenly packets use the virtual channels: Figures 3 and 4, and the averages of sec. 4. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"
#include "sim/route/balance.h"
#include "sim/route/generate.h"

#include "sim/paper/list.h"

enum { V0, V1, V2, V3, COUNTED };
enum { MEAN };

#define PROFILE	8	/* nodes of a part */

static bool check(const char *word, struct sim_error *err)
{
	struct route_plan *p = route_plan_new();
	bool ok = route_plan_set(p, word, err);

	route_plan_free(p);
	return ok;
}

/* The plan that @keys say, and the load of its links. */
static struct route_plan *count(const char *keys, struct route_load **load, struct sim_error *err)
{
	struct route_plan *p = route_plan_new();
	char *words = sim_copy(keys), *rest = words, *word;
	struct route_missing missing = { 0 };
	struct route_tables *t;
	bool ok = true;

	while (ok && (word = strsep(&rest, " ")))
		ok = route_plan_set(p, word, err);
	free(words);
	if (!ok || !route_plan_check(p, err)) {
		route_plan_free(p);
		return NULL;
	}
	t = route_generate(p, &missing);
	*load = route_count(p, t);
	route_tables_free(t);
	return p;
}

static bool figures_of_links(u32 part, const char *keys, u32 seed, double *cells,
			     struct sim_error *err)
{
	struct route_load *load;
	struct route_plan *p = count(keys, &load, err);
	struct route_balance b;

	(void)seed;
	if (!p)
		return false;
	b = route_balance_of(p, load, part);
	cells[MEAN] = 100 * b.mean;
	for (u32 i = 0; i < ROUTE_BINS; i++)
		cells[1 + i] = b.bin[i];
	free(load);
	route_plan_free(p);
	return true;
}

static bool figures_of_nodes(u32 part, const char *keys, u32 seed, double *cells,
			     struct sim_error *err)
{
	struct route_load *load;
	struct route_plan *p = count(keys, &load, err);

	(void)seed;
	if (!p)
		return false;
	for (u32 i = 0; i < PROFILE; i++)
		cells[i] = route_balance_at(p, load, 2, true, part * PROFILE + i);
	free(load);
	route_plan_free(p);
	return true;
}

static const struct paper_row rows[] = {
	[V0] = { .name = "version 0", .keys = "assignment=v0" },
	[V1] = { .name = "version 1", .keys = "assignment=v1" },
	[V2] = { .name = "version 2", .keys = "assignment=v2" },
	[V3] = { .name = "version 3", .keys = "assignment=v3" },
	[COUNTED] = { .name = "counted (ours)", .keys = "assignment=counted" },
	{ 0 }
};

static const struct paper_column columns[] = {
	[MEAN] = { .name = "mean", .unit = "%" },
	{ .name = "to 0.25", .unit = "links" },
	{ .name = "to 0.50", .unit = "links" },
	{ .name = "to 0.75", .unit = "links" },
	{ .name = "to 1.00", .unit = "links" },
	{ 0 }
};

/* "from 44 % to 27 %", and so on */
static const double paper_x[PAPER_ROWS][PAPER_COLUMNS] = { [V0] = { 44 }, [V3] = { 27 } };
static const double paper_y[PAPER_ROWS][PAPER_COLUMNS] = { [V0] = { 42 }, [V3] = { 28 } };
static const double paper_z[PAPER_ROWS][PAPER_COLUMNS] = { [V0] = { 42 }, [V3] = { 30 } };

static const struct paper_part parts[] = {
	{
		.name = "x", .keys = "topology=11x12x16", .paper = paper_x,
		.what = "Figure 4(a): the links of rings of 11.",
	}, {
		.name = "y", .keys = "topology=11x12x16", .paper = paper_y,
		.what = "Figure 4(b): the links of rings of 12.",
	}, {
		.name = "z", .keys = "topology=11x12x16", .paper = paper_z,
		.what = "Figure 4(c): the links of rings of 16.",
	},
	{ 0 }
};

static const struct paper_claim claims[] = {
	{
		.text = "version 0 is within 3 points of the paper", .part = 0,
		.a = { V0, MEAN }, .alone = true, .least = 41, .most = 47,
	}, {
		.text = "version 0 is within 3 points of the paper", .part = 1,
		.a = { V0, MEAN }, .alone = true, .least = 39, .most = 45,
	}, {
		.text = "version 0 is within 3 points of the paper", .part = 2,
		.a = { V0, MEAN }, .alone = true, .least = 39, .most = 45,
	}, {
		.text = "version 3 is within 3 points of the paper", .part = 0,
		.a = { V3, MEAN }, .alone = true, .least = 24, .most = 30,
	}, {
		.text = "version 3 is within 3 points of the paper", .part = 1,
		.a = { V3, MEAN }, .alone = true, .least = 25, .most = 31,
	}, {
		.text = "version 3 is within 3 points of the paper", .part = 2,
		.a = { V3, MEAN }, .alone = true, .least = 27, .most = 33,
	}, {
		.text = "version 1 is more even than version 0", .part = PAPER_EVERY,
		.a = { V1, MEAN }, .b = { V0, MEAN }, .most = 0.99,
	}, {
		.text = "version 3 is more even than version 1", .part = PAPER_EVERY,
		.a = { V3, MEAN }, .b = { V1, MEAN }, .most = 0.99,
	}, {
		.text = "counted is more even than version 3", .part = PAPER_EVERY,
		.a = { COUNTED, MEAN }, .b = { V3, MEAN }, .most = 0.99,
	},
	{ 0 }
};

const struct paper_measure measure_balance_links = {
	.command = "seastar-sim route balance", .check = check, .figures = figures_of_links,
};

const struct paper_reproduction paper_balance = {
	.name = "balance",
	.place = "sec. 4, Figure 4",
	.title = "how evenly the links use VC0 and VC1, on 11x12x16 nodes",
	.note = "VC_balance is |P0 - P1| / (P0 + P1) of the packets on a link's virtual channels, if each node sends one packet to each other node. The table has its mean, and the number of links by its value. The paper only draws its histograms.",
	.seeds = 1, .measure = &measure_balance_links,
	.column = columns, .row = rows, .part = parts, .claim = claims,
};

#define NODES(low, high)	{ .name = #low ", " #high, .unit = "" }

static const struct paper_column nodes[] = {
	NODES(1, 9), NODES(2, 10), NODES(3, 11), NODES(4, 12),
	NODES(5, 13), NODES(6, 14), NODES(7, 15), NODES(8, 16),
	{ 0 }
};

static const struct paper_part halves[] = {
	{
		.name = "nodes 1 to 8", .keys = "topology=11x12x16",
		.what = "Figure 3(b): the z+ links that leave them.",
	}, {
		.name = "nodes 9 to 16", .keys = "topology=11x12x16",
		.what = "The same; node 16 is at the dateline.",
	},
	{ 0 }
};

static const struct paper_claim near_dateline[] = {
	{
		.text = "version 0: the link behind the dateline's node has one VC alone", .part = 1,
		.a = { V0, 7 }, .alone = true, .least = 0.999, .most = 1.001,
	}, {
		.text = "version 1 is more even behind the dateline", .part = 0,
		.a = { V1, 0 }, .b = { V0, 0 }, .most = 0.99,
	}, {
		.text = "version 3 is more even before the dateline", .part = 1,
		.a = { V3, 6 }, .b = { V1, 6 }, .most = 0.99,
	}, {
		.text = "counted is more even than version 3 there", .part = 1,
		.a = { COUNTED, 6 }, .b = { V3, 6 }, .most = 0.99,
	},
	{ 0 }
};

const struct paper_measure measure_balance_nodes = {
	.command = "seastar-sim route balance --json", .check = check, .figures = figures_of_nodes,
};

const struct paper_reproduction paper_profile = {
	.name = "balance",
	.place = "sec. 3, Figure 3",
	.title = "VC_balance along a ring of 16 nodes",
	.note = "The mean of the rings along z of 11x12x16 nodes. The paper only draws its figures.",
	.seeds = 1, .measure = &measure_balance_nodes,
	.column = nodes, .row = rows, .part = halves, .claim = near_dateline,
};
