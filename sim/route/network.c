// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "sim/base/memory.h"
#include "sim/core/topology_view.h"

#include "network.h"

/* Link the routers of a topology; its first kind of links is local, any other kind global. */
static void link_topology(struct network *n, const struct ss_topology *t)
{
	const struct ss_topology_view *v = t->ops->view;
	u32 back;

	for (u32 r = 0; r < n->routers; r++) {
		for (u32 i = 0; i < n->degree; i++) {
			u32 port = t->per_router + i;
			u32 kind = ss_link_kind_of(v, v->row_of(t, r, port));

			n->to[r * n->degree + i] = t->ops->behind(t, r, port, &back);
			n->type[r * n->degree + i] = kind ? SS_FLEXVC_GLOBAL : SS_FLEXVC_LOCAL;
		}
	}
}

/* Link the Petersen graph: a ring, a star within it, and a spoke between each two. */
static void link_petersen(struct network *n)
{
	for (u32 r = 0; r < 10; r++) {
		u32 turn = r < 5 ? 1 : 2, base = r - r % 5;
		u32 *to = n->to + r * n->degree;

		to[0] = base + (r % 5 + turn) % 5;
		to[1] = base + (r % 5 + 5 - turn) % 5;
		to[2] = (r + 5) % 10;
	}
}

/* Return true if link @i of @r leads to the group of @dest: directly, or by a global link next. */
static bool is_hierarchical(const struct network *n, u32 r, u32 i, u32 dest)
{
	u32 link = r * n->degree + i, to = n->to[link];

	if (n->type[link] == SS_FLEXVC_GLOBAL)
		return to / n->group == dest / n->group;
	for (u32 j = 0; j < n->degree; j++) {
		u32 on = to * n->degree + j;

		if (n->type[on] == SS_FLEXVC_GLOBAL && n->to[on] / n->group == dest / n->group)
			return true;
	}
	return false;
}

static u32 next_link(const struct network *n, u32 r, u32 dest)
{
	const u32 *to = n->to + r * n->degree;
	u32 best = 0;

	for (u32 i = 0; i < n->degree; i++)
		if (to[i] == dest)
			return i;
	for (u32 i = n->degree; i--;) {
		if (n->group > 1 && is_hierarchical(n, r, i, dest))
			best = i;
		for (u32 j = 0; n->group == 1 && j < n->degree; j++)
			if (n->to[to[i] * n->degree + j] == dest)
				best = i;
	}
	/* a global link of the router itself is better than a local link to a router with one */
	for (u32 i = 0; n->group > 1 && i < n->degree; i++)
		if (n->type[r * n->degree + i] == SS_FLEXVC_GLOBAL &&
		    is_hierarchical(n, r, i, dest))
			best = i;
	return best;
}

static u32 path_between(const struct network *n, u32 r, u32 dest)
{
	u32 link;

	if (r == dest)
		return SS_FLEXVC_NO_PATH;
	link = r * n->degree + n->next[r * n->routers + dest];
	if (n->to[link] == dest)
		return ss_flexvc_before(n->type[link], SS_FLEXVC_NO_PATH);
	return 0;
}

/* Find the paths: of one hop first, then of two, then of three, which are the longest. */
static void find_paths(struct network *n)
{
	for (u32 i = 0; i < n->routers * n->routers; i++) {
		u32 r = i / n->routers, dest = i % n->routers;

		if (r != dest)
			n->next[i] = next_link(n, r, dest);
		n->path[i] = path_between(n, r, dest);
	}
	for (u32 pass = 0; pass < 2; pass++) {
		for (u32 i = 0; i < n->routers * n->routers; i++) {
			u32 link = i / n->routers * n->degree + n->next[i];
			u32 rest = n->path[n->to[link] * n->routers + i % n->routers];

			if (!n->path[i] && rest)
				n->path[i] = ss_flexvc_before(n->type[link], rest);
		}
	}
}

void network_init(struct network *n, const struct route_vcs *v)
{
	struct ss_topology t = { .ops = route_topologies[v->network], .size = { v->h } };
	u32 links;

	*n = (struct network){ .routers = 10, .degree = 3, .group = 1 };
	if (t.ops) {
		t.ops->view->fill(t.size, 1);
		t.ops->shape(&t);
		*n = (struct network){ .routers = t.routers, .degree = t.ports - t.per_router,
				       .group = t.group };
	}
	links = n->routers * n->degree;
	n->to = sim_alloc(links, sizeof(*n->to));
	n->type = sim_alloc(links, sizeof(*n->type));
	n->next = sim_alloc((size_t)n->routers * n->routers, sizeof(*n->next));
	n->path = sim_alloc((size_t)n->routers * n->routers, sizeof(*n->path));
	if (t.ops)
		link_topology(n, &t);
	else
		link_petersen(n);
	find_paths(n);
}

void network_free(struct network *n)
{
	free(n->to);
	free(n->type);
	free(n->next);
	free(n->path);
}
