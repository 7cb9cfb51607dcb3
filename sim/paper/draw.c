// SPDX-License-Identifier: GPL-2.0-only
/* Draws of a run's seed beside the random numbers of its sources. */
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"

#include "paper.h"
#include "rng.h"

/* Return the key 'permutation' with the nodes of @list. */
static char *permutation_of(const u32 *list, u32 nodes)
{
	size_t bytes;
	char *text;
	FILE *to = sim_need(open_memstream(&text, &bytes));

	fputs("permutation=", to);
	for (u32 i = 0; i < nodes; i++)
		fprintf(to, "%s%u", i ? "," : "", list[i]);
	fclose(to);
	return text;
}

/* Put the ranks' nodes into @list in their order, then the nodes that the seed makes idle. */
static void draw_places(u32 *list, u32 nodes, u32 ranks, u64 key)
{
	bool *out = sim_alloc(nodes, sizeof(*out));
	u32 idle = nodes - ranks, count = 0;

	for (u64 n = 0, drawn = 0; drawn < idle; n++) {
		u32 node = ss_rng_below(ss_rng_draw(key, n), nodes);

		drawn += !out[node];
		out[node] = true;
	}
	for (u32 pass = 0; pass < 2; pass++)
		for (u32 i = 0; i < nodes; i++)
			if (out[i] == pass)
				list[count++] = i;
	free(out);
}

/* Draw a permutation, all with equal chances (Fisher and Yates); a node may send to itself. */
static void draw_permutation(u32 *list, u32 nodes, u64 key)
{
	for (u32 i = 0; i < nodes; i++) {
		u32 other = ss_rng_below(ss_rng_draw(key, i), i + 1);

		list[i] = list[other];
		list[other] = i;
	}
}

char *paper_draw(const struct paper_part *part, const struct sim_experiment *e, u32 seed,
		 struct sim_error *err)
{
	u32 nodes = ss_config_nodes(&e->config), ranks = e->phase[0].settings.traffic.ranks, *list;
	u64 key = ss_rng_key(seed, nodes);
	char *drawn;

	if (part->draw == PAPER_DRAWS_PLACES && ranks > nodes) {
		sim_fail(err, "ranks=%u are more than the %u nodes that 'draw = places' draws from: lower 'ranks', or enlarge the fabric",
			 ranks, nodes);
		return NULL;
	}
	list = sim_alloc(nodes, sizeof(*list));
	if (part->draw == PAPER_DRAWS_PLACES)
		draw_places(list, nodes, ranks, key);
	else
		draw_permutation(list, nodes, key);
	drawn = permutation_of(list, nodes);
	free(list);
	return drawn;
}
