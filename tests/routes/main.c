// SPDX-License-Identifier: GPL-2.0-only
/*
 * The tables of many broken fabrics: each set passes the proof, and gives each pair the route
 * that naive.c finds for it, on the same virtual channels, or none where that finds none.
 *	routes [-n SAMPLES] [-s SEED] [-l]
 *
 * Each single link is taken down, and SAMPLES random pairs and triples; -l adds 11x12x16.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "oracle/tap.h"
#include "sim/core/rng.h"
#include "sim/route/check.h"
#include "sim/route/generate.h"
#include "sim/route/trace.h"

#include "naive.h"

#define SAMPLES	50

/**
 * struct shape - fabrics with links down
 * @keys: of the plan
 * @singles: take down each link
 * @per_cent: of the samples
 */
struct shape {
	const char *name;
	const char *keys;
	bool singles;
	unsigned int per_cent;
};

static const struct shape shapes[] = {
	{ "4x4x4 mesh", "topology=4x4x4 mesh=xyz", true, 100 },
	{ "4x4x4 torus", "topology=4x4x4", true, 100 },
	{ "4x4x4 torus, datelines inside", "topology=4x4x4 dateline=1,2,1", true, 100 },
	{ "5x6x8, mesh along y", "topology=5x6x8 mesh=y", true, 100 },
	{ "8x3x4, regions of 3, 1 and 4 planes", "topology=8x3x4 regions=0-2,3,4-7", true, 100 },
	{ "9x3x3, mesh along x, two regions", "topology=9x3x3 mesh=x regions=0-4,5-8", true, 100 },
	{ "6x5x2, a plane on both edges", "topology=6x5x2 regions=0-1,2,3-5", true, 50 },
	{ 0 }
};

/* Sampled in the long test. */
static const struct shape large = { "11x12x16 torus", "topology=11x12x16", false, 10 };

static const char *const assignments[] = { "v0", "v1", "v2", "v3", "counted" };

static const char *const ports[] = { "proc", "+x", "-x", "+y", "-y", "+z", "-z" };

struct link {
	u32 router;
	u32 port;
};

/* The comparison under way, for a line that says how to repeat it. */
struct work {
	const struct shape *shape;
	u32 assignment;
	struct link down[3];
	u32 links;
	struct route_plan *p;
	struct naive naive;
	u64 pairs;
	u64 unroutable;
	u32 cases;
};

static void die(const char *why)
{
	printf("Bail out! %s\n", why);
	exit(1);
}

static void set(struct route_plan *p, const char *keys)
{
	char *words = strdup(keys), *rest = words, *word;
	struct sim_error err;

	while ((word = strsep(&rest, " ")))
		if (!route_plan_set(p, word, &err))
			die(err.text);
	free(words);
}

/* Describe the same shape to naive.c. */
static void print_naive(struct work *w)
{
	struct naive *n = &w->naive;

	memset(n, 0, sizeof(*n));
	for (u32 d = 0; d < 3; d++) {
		n->k[d] = w->p->topo.size[d];
		n->torus[d] = !(w->p->topo.size[SS_MESH] >> d & 1);
		n->dateline[d] = w->p->dateline[d];
	}
	for (u32 i = 0; i < SS_ROUTE_REGIONS && w->p->region[i].used; i++) {
		n->first[i] = w->p->region[i].first;
		n->last[i] = w->p->region[i].last;
		n->regions++;
	}
	n->version = w->assignment < 4 ? (int)w->assignment : -1;
}

static void build(struct work *w)
{
	char word[32];
	struct sim_error err;

	w->p = route_plan_new();
	set(w->p, w->shape->keys);
	snprintf(word, sizeof(word), "assignment=%s", assignments[w->assignment]);
	set(w->p, word);
	if (!route_plan_check(w->p, &err))
		die(err.text);
	print_naive(w);
}

static void take_down(struct work *w, bool down)
{
	for (u32 i = 0; i < w->links; i++) {
		route_plan_fail(w->p, w->down[i].router, w->down[i].port, down);
		if (down)
			naive_fail(&w->naive, w->down[i].router, w->down[i].port);
	}
	if (!down)
		memset(w->naive.down, 0, sizeof(w->naive.down));
}

static void repeat(const struct work *w)
{
	printf("# seastar-sim route check %s assignment=%s down=", w->shape->keys,
	       assignments[w->assignment]);
	for (u32 i = 0; i < w->links; i++)
		printf("%s%u:%s", i ? "," : "", w->down[i].router, ports[w->down[i].port]);
	putchar('\n');
}

static bool same_route(struct work *w, const struct route_tables *t, u32 source, u32 dest)
{
	struct naive_hop expected[NAIVE_STEPS];
	int n = naive_route(&w->naive, source, dest, expected);
	struct route_hop *hop;
	u32 hops;
	bool same;

	hop = route_trace(w->p, t, source, dest, &hops);
	same = (hop[hops - 1].out == SEASTAR_PORT_PROC) == (n > 0);
	w->pairs++;
	w->unroutable += n == 0;
	if (same && n) {
		same = (int)hops == n;
		for (u32 i = 0; same && i < hops; i++)
			same = hop[i].router == (u32)expected[i].router &&
			       (i + 1 == hops || w->naive.version < 0 ||
				hop[i].vc == (u32)expected[i].vc);
	}
	free(hop);
	if (!same)
		printf("# from %u to %u: other than the rules say\n", source, dest);
	return same;
}

static bool compare(struct work *w)
{
	struct route_missing missing = { 0 };
	struct route_tables *t;
	struct route_proof *proof;
	bool ok;

	take_down(w, true);
	t = route_generate(w->p, &missing);
	proof = route_check(w->p, t);
	ok = route_proof_holds(proof, missing.pairs);
	if (!ok)
		puts("# the tables do not hold");
	for (u32 dest = 0; ok && dest < w->p->topo.routers; dest++)
		for (u32 source = 0; ok && source < w->p->topo.routers; source++)
			ok = same_route(w, t, source, dest);
	if (!ok)
		repeat(w);
	take_down(w, false);
	route_proof_free(proof);
	route_tables_free(t);
	w->cases++;
	return ok;
}

static bool is_link(const struct work *w, u32 router, u32 port)
{
	return w->p->peer[SS_PORT_ID(router, port)] != SS_NO_ROUTER;
}

static bool compare_singles(struct work *w)
{
	for (u32 i = 0; i < w->p->topo.routers; i++) {
		for (u32 port = SEASTAR_PORT_XP; port < SEASTAR_PORTS; port += 2) {
			w->down[0] = (struct link){ i, port };
			w->links = 1;
			if (is_link(w, i, port) && !compare(w))
				return false;
		}
	}
	return true;
}

static bool compare_random(struct work *w, u32 links, u32 samples, u64 seed)
{
	u64 key = ss_rng_key(seed, links), drawn = 0;

	for (u32 i = 0; i < samples; i++) {
		w->links = 0;
		while (w->links < links) {
			u32 router = ss_rng_below(ss_rng_draw(key, drawn++), w->p->topo.routers);
			u32 port = SEASTAR_PORT_XP + ss_rng_below(ss_rng_draw(key, drawn++), 6);

			if (is_link(w, router, port))
				w->down[w->links++] = (struct link){ router, port };
		}
		if (!compare(w))
			return false;
	}
	return true;
}

static void test_shape(struct tap *tap, const struct shape *s, u32 samples, u64 seed)
{
	struct work w = { .shape = s };
	bool ok = true;

	for (; ok && w.assignment < 5; w.assignment++) {
		u64 stream = seed * 8 + w.assignment;

		build(&w);
		w.links = 0;
		/* all assignments take the same ways: the singles are told apart by one */
		ok = compare(&w) && (!s->singles || w.assignment != 3 || compare_singles(&w)) &&
		     compare_random(&w, 2, samples * s->per_cent / 500 + 1, stream) &&
		     compare_random(&w, 3, samples * s->per_cent / 500 + 1, stream);
		route_plan_free(w.p);
	}
	tap_point(tap, ok, "%s: %u sets of links down, %llu pairs, %llu without a route", s->name,
		  w.cases, (unsigned long long)w.pairs, (unsigned long long)w.unroutable);
}

/* Check that each pair has a route if one link is down, and datelines are chosen for it. */
static void test_chosen_datelines(struct tap *tap, const char *keys)
{
	struct shape shape = { .keys = keys };
	struct work w = { .shape = &shape, .assignment = 4 };
	u32 links = 0, short_of = 0;

	build(&w);
	for (u32 i = 0; i < w.p->topo.routers; i++) {
		for (u32 port = SEASTAR_PORT_XP; port < SEASTAR_PORTS; port += 2) {
			struct route_missing missing = { 0 };
			struct route_plan *p;
			struct sim_error err;
			char word[32];

			if (!is_link(&w, i, port))
				continue;
			p = route_plan_new();
			set(p, keys);
			snprintf(word, sizeof(word), "down=%u:%s", i, ports[port]);
			set(p, word);
			if (!route_plan_check(p, &err))
				die(err.text);
			route_tables_free(route_generate(p, &missing));
			route_plan_free(p);
			links++;
			short_of += missing.pairs > 0;
			if (missing.pairs)
				printf("# %s %s\n", keys, word);
		}
	}
	tap_point(tap, !short_of, "%s: each of %u links may be down", keys, links);
	route_plan_free(w.p);
}

int main(int argc, char **argv)
{
	u32 samples = SAMPLES;
	bool with_large = false;
	struct tap tap;
	u64 seed = 1;
	int c;

	while ((c = getopt(argc, argv, "n:s:l")) != -1) {
		switch (c) {
		case 'n':
			samples = strtoul(optarg, NULL, 0);
			break;
		case 's':
			seed = strtoull(optarg, NULL, 0);
			break;
		case 'l':
			with_large = true;
			break;
		default:
			fprintf(stderr, "usage: routes [-n SAMPLES] [-s SEED] [-l]\n");
			return 2;
		}
	}
	tap_begin(&tap);
	for (const struct shape *s = shapes; s->name; s++)
		test_shape(&tap, s, samples, seed);
	test_chosen_datelines(&tap, "topology=4x4x4");
	test_chosen_datelines(&tap, "topology=5x6x8");
	test_chosen_datelines(&tap, "topology=5x6x8 mesh=y");
	test_chosen_datelines(&tap, "topology=7x4x5");
	if (with_large)
		test_shape(&tap, &large, samples, seed);
	return tap_done(&tap);
}
