// SPDX-License-Identifier: GPL-2.0-only
/* The networks that sets of VCs are proved on. */
#include "test.h"

#include "sim/topology/dragonfly.h"
#include "sim/route/network.h"

static u32 walk(const struct network *n, u32 from, u32 to, u32 hops[SS_FLEXVC_TYPES])
{
	u32 path = n->path[from * n->routers + to];

	for (; path > SS_FLEXVC_NO_PATH; path >>= 1) {
		u32 link = from * n->degree + n->next[from * n->routers + to];

		assert_int_equal(n->type[link], ss_flexvc_first(path));
		hops[n->type[link]]++;
		from = n->to[link];
	}
	assert_int_equal(path, SS_FLEXVC_NO_PATH);
	assert_int_equal(from, to);
	return hops[SS_FLEXVC_LOCAL] + hops[SS_FLEXVC_GLOBAL];
}

static void paths_of_a_dragonfly_are_minimal(void **state)
{
	(void)state;
	for (u32 h = 1; h <= ROUTE_VCS_MOST; h++) {
		const struct ss_dragonfly d = { .p = h, .a = 2 * h, .h = h };
		struct network n;

		network_init(&n, &(struct route_vcs){ .network = ROUTE_GROUPS, .h = h });
		assert_int_equal(n.routers, ss_dragonfly_routers(&d));
		for (u32 i = 0; i < n.routers * n.routers; i++) {
			u32 hops[SS_FLEXVC_TYPES] = { 0 };
			struct ss_dragonfly_hops least = ss_dragonfly_minimal(&d, i / n.routers,
									      i % n.routers);

			walk(&n, i / n.routers, i % n.routers, hops);
			assert_int_equal(hops[SS_FLEXVC_LOCAL], least.local);
			assert_int_equal(hops[SS_FLEXVC_GLOBAL], least.global);
		}
		network_free(&n);
	}
}

/* Ten routers: three neighbours each, and the six others behind one of these each. */
static void the_other_network_has_diameter_2(void **state)
{
	struct network n;

	(void)state;
	network_init(&n, &(struct route_vcs){ .network = ROUTE_DIAMETER_2 });
	for (u32 r = 0; r < n.routers; r++) {
		u32 at[3] = { 0 };

		for (u32 to = 0; to < n.routers; to++) {
			u32 hops[SS_FLEXVC_TYPES] = { 0 }, ways = 0;

			at[walk(&n, r, to, hops)]++;
			for (u32 i = 0; i < n.degree * n.degree; i++) {
				u32 by = n.to[r * n.degree + i / n.degree];

				ways += n.to[by * n.degree + i % n.degree] == to;
			}
			assert_int_equal(ways, r == to ? 3 : hops[SS_FLEXVC_LOCAL] == 2);
		}
		assert_memory_equal(at, ((u32[]){ 1, 3, 6 }), sizeof(at));
	}
	network_free(&n);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(paths_of_a_dragonfly_are_minimal),
		cmocka_unit_test(the_other_network_has_diameter_2),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
