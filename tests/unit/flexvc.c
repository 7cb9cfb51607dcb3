// SPDX-License-Identifier: GPL-2.0-only
/* FlexVC against the thesis' examples, and against a search for all ways to put hops into slots. */
#include <errno.h>
#include <string.h>

#include "test.h"

#include "sim/parts/vc/flexvc.h"

static struct ss_flexvc_counts counts(u32 local, u32 global)
{
	return (struct ss_flexvc_counts){ { local, global } };
}

static struct ss_flexvc set(u32 local, u32 global, u32 reply_local, u32 reply_global, u32 path)
{
	struct ss_flexvc_counts requests = counts(local, global);
	struct ss_flexvc_counts replies = counts(reply_local, reply_global);
	struct ss_flexvc f;

	assert_int_equal(ss_flexvc_init(&f, &requests, &replies, path), 0);
	return f;
}

static u32 path_of(const char *hops)
{
	u32 path = SS_FLEXVC_NO_PATH;

	for (u32 i = strlen(hops); i--;)
		path = ss_flexvc_before(hops[i] == 'g', path);
	return path;
}

static void has_order(struct ss_flexvc f, const char *order)
{
	char seen[SS_FLEXVC_SLOTS + 1] = "";
	u32 vcs[SS_FLEXVC_TYPES] = { 0 };

	for (u32 i = 1; i <= f.slots; i++) {
		u32 vc = vcs[f.type[i]]++;

		seen[i - 1] = "lg"[f.type[i]];
		assert_int_equal(f.vc[i], vc);
		assert_int_equal(f.place[f.type[i]][vc], i);
	}
	assert_string_equal(seen, order);
	assert_memory_equal(f.vcs, ((u8[]){ vcs[0], vcs[1] }), 2);
}

static void paths_are_words(void **state)
{
	(void)state;
	assert_int_equal(path_of("lgl"), SS_FLEXVC_LGL);
	assert_int_equal(path_of("lglgl"), SS_FLEXVC_LGLGL);
	assert_int_equal(path_of("lgllgl"), SS_FLEXVC_LGLLGL);
	assert_int_equal(path_of("llgllgl"), SS_FLEXVC_LLGLLGL);
	assert_int_equal(ss_flexvc_before(1, SS_FLEXVC_LGL), path_of("glgl"));
}

/* Extra VCs come first, and replies' VCs last. */
static void orders_are_the_thesis(void **state)
{
	(void)state;
	has_order(set(2, 1, 0, 0, SS_FLEXVC_LGL), "lgl");
	has_order(set(3, 2, 0, 0, SS_FLEXVC_LGLGL), "lglgl");
	has_order(set(4, 2, 0, 0, SS_FLEXVC_LGLLGL), "lgllgl");
	has_order(set(5, 2, 0, 0, SS_FLEXVC_LGLLGL), "llgllgl");
	has_order(set(5, 2, 0, 0, SS_FLEXVC_LLGLLGL), "llgllgl");
	has_order(set(4, 2, 4, 2, SS_FLEXVC_LGLLGL), "lgllgllgllgl");
	has_order(set(4, 2, 0, 0, SS_FLEXVC_LGL), "llglgl");
	has_order(set(4, 3, 2, 1, SS_FLEXVC_LGL), "llgglgllgl");
	/* too few for the routing's path */
	has_order(set(3, 2, 2, 1, SS_FLEXVC_LLGLLGL), "lglgllgl");
	has_order(set(2, 2, 0, 0, SS_FLEXVC_LGLLGL), "glgl");
	has_order(set(4, 2, 0, 0, SS_FLEXVC_LLGLLGL), "lgllgl");
	has_order(set(3, 0, 2, 0, path_of("llll")), "lllll");
	has_order(set(0, 1, 0, 0, SS_FLEXVC_LGL), "g");
}

/* Check how many VCs the hops l g l of a minimal path may take: @away, @global and @home. */
static void min_may_take(struct ss_flexvc f, u32 away, u32 global, u32 home)
{
	struct ss_flexvc_hop hop = ss_flexvc_hop(&f, SS_FLEXVC_REQUEST, 0, path_of("lgl"),
						 path_of("gl"));

	assert_int_equal(hop.kind, SS_FLEXVC_SAFE);
	assert_int_equal(f.vc[hop.top] + 1, away);
	hop = ss_flexvc_hop(&f, SS_FLEXVC_REQUEST, hop.top, path_of("gl"), path_of("l"));
	assert_int_equal(hop.kind, SS_FLEXVC_SAFE);
	assert_int_equal(f.vc[hop.top] + 1, global);
	hop = ss_flexvc_hop(&f, SS_FLEXVC_REQUEST, hop.top, path_of("l"), SS_FLEXVC_NO_PATH);
	assert_int_equal(hop.kind, SS_FLEXVC_SAFE);
	assert_int_equal(f.vc[hop.top] + 1, home);
}

static void minimal_paths_take_what_fogsim_lets_them(void **state)
{
	(void)state;
	min_may_take(set(2, 1, 0, 0, SS_FLEXVC_LGL), 1, 1, 2);
	min_may_take(set(4, 2, 0, 0, SS_FLEXVC_LGL), 3, 2, 4);
	min_may_take(set(4, 2, 0, 0, SS_FLEXVC_LGLLGL), 3, 2, 4);
	min_may_take(set(8, 4, 0, 0, SS_FLEXVC_LGL), 7, 4, 8);
	min_may_take(set(2, 1, 2, 1, SS_FLEXVC_LGL), 1, 1, 2);
}

/* Return true if the hops of @path fit into places above @at, from @from + 1 to @to. */
static bool can_place(const struct ss_flexvc *f, u32 path, u32 at, u32 from, u32 to)
{
	if (path == SS_FLEXVC_NO_PATH)
		return true;
	for (u32 i = at + 1; i <= to; i++)
		if (i > from && f->type[i] == (path & 1) && can_place(f, path >> 1, i, from, to))
			return true;
	return false;
}

static u32 find_limit(const struct ss_flexvc *f, u32 class_, u32 path)
{
	u32 top = 0;

	for (u32 i = 1; i <= f->to[class_]; i++)
		if (f->type[i] == (path & 1) &&
		    can_place(f, path >> 1, i, f->from[class_], f->to[class_]))
			top = i;
	return top;
}

static void check_limits(const struct ss_flexvc *f)
{
	for (u32 class_ = 0; class_ < SS_FLEXVC_CLASSES; class_++)
		for (u32 path = 2; path < SS_FLEXVC_PATHS; path++) {
			u32 at = path % (f->slots + 1);

			assert_int_equal(f->limit[class_][path], find_limit(f, class_, path));
			assert_int_equal(ss_flexvc_fits(f, class_, at, path),
					 can_place(f, path, at, f->from[class_], f->to[class_]));
		}
}

static void limits_are_those_of_a_search(void **state)
{
	static const u32 paths[] = {
		SS_FLEXVC_LGL, SS_FLEXVC_LGLGL, SS_FLEXVC_LGLLGL, SS_FLEXVC_LLGLLGL,
	};

	(void)state;
	for (u32 n = 1; n < 6 * 4 * 4 * 3 * 4; n++) {
		u32 local = n % 6, global = n / 6 % 4, more = n / 24 % 4, far = n / 96 % 3;

		if (local + global) {
			struct ss_flexvc f = set(local, global, more, far, paths[n / 288]);

			assert_int_equal(f.slots, local + global + more + far);
			assert_int_equal(f.to[SS_FLEXVC_REQUEST], local + global);
			assert_int_equal(f.to[SS_FLEXVC_REPLY], f.slots);
			assert_int_equal(f.from[SS_FLEXVC_REPLY], more + far ? local + global : 0);
			check_limits(&f);
		}
	}
}

static void hop_is(const struct ss_flexvc *f, u32 class_, u32 at, const char *path,
		   const char *escape, u32 kind, u32 top)
{
	struct ss_flexvc_hop hop = ss_flexvc_hop(f, class_, at, path_of(path), path_of(escape));

	assert_int_equal(hop.kind, kind);
	assert_int_equal(hop.top, top);
}

static void a_hop_is_safe_opportunistic_or_unsupported(void **state)
{
	struct ss_flexvc f = set(3, 2, 2, 1, SS_FLEXVC_LGLLGL);	/* requests: lglgl; replies: lgl */

	(void)state;
	hop_is(&f, SS_FLEXVC_REQUEST, 0, "lgl", "gl", SS_FLEXVC_SAFE, 3);
	hop_is(&f, SS_FLEXVC_REQUEST, 0, "lgllgl", "lgl", SS_FLEXVC_OPPORTUNISTIC, 1);
	hop_is(&f, SS_FLEXVC_REQUEST, 1, "gllgl", "lgl", SS_FLEXVC_OPPORTUNISTIC, 2);
	hop_is(&f, SS_FLEXVC_REQUEST, 2, "llgl", "lgl", SS_FLEXVC_OPPORTUNISTIC, 1);
	hop_is(&f, SS_FLEXVC_REQUEST, 2, "llgl", "lglgl", SS_FLEXVC_UNSUPPORTED, 0);
	hop_is(&f, SS_FLEXVC_REQUEST, 2, "lgl", "gl", SS_FLEXVC_SAFE, 3);
	/* the VCs have the path, but not above the packet's present VC */
	hop_is(&f, SS_FLEXVC_REQUEST, 3, "lgl", "gl", SS_FLEXVC_OPPORTUNISTIC, 3);
	/* a reply waits for VCs of replies alone, and takes others, too */
	hop_is(&f, SS_FLEXVC_REPLY, 0, "lgl", "gl", SS_FLEXVC_SAFE, 6);
	hop_is(&f, SS_FLEXVC_REPLY, 0, "lgllgl", "lgl", SS_FLEXVC_OPPORTUNISTIC, 5);
	hop_is(&f, SS_FLEXVC_REPLY, 0, "llgl", "lgl", SS_FLEXVC_OPPORTUNISTIC, 5);
}

static void what_makes_no_order_is_refused(void **state)
{
	struct ss_flexvc_counts none = counts(0, 0), some = counts(2, 1);
	struct ss_flexvc_counts most = counts(SS_FLEXVC_VCS, 1);
	struct ss_flexvc_counts more = counts(1, SS_FLEXVC_VCS + 1);
	struct ss_flexvc f;

	(void)state;
	assert_int_equal(ss_flexvc_init(&f, &most, &none, SS_FLEXVC_LGL), 0);
	assert_int_equal(ss_flexvc_init(&f, &none, &some, SS_FLEXVC_LGL), -EINVAL);
	assert_int_equal(ss_flexvc_init(&f, &most, &some, SS_FLEXVC_LGL), -EINVAL);
	assert_int_equal(ss_flexvc_init(&f, &some, &more, SS_FLEXVC_LGL), -EINVAL);
	assert_int_equal(ss_flexvc_init(&f, &some, &none, SS_FLEXVC_NO_PATH), -EINVAL);
	assert_int_equal(ss_flexvc_init(&f, &some, &none, SS_FLEXVC_PATHS), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(paths_are_words),
		cmocka_unit_test(orders_are_the_thesis),
		cmocka_unit_test(minimal_paths_take_what_fogsim_lets_them),
		cmocka_unit_test(limits_are_those_of_a_search),
		cmocka_unit_test(a_hop_is_safe_opportunistic_or_unsupported),
		cmocka_unit_test(what_makes_no_order_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
