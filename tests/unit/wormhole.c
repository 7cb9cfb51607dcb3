// SPDX-License-Identifier: GPL-2.0-only
/* The wormhole routers, where it can be worked out by hand. */
#include <stdlib.h>

#include "test.h"

#include "lib/alone.h"
#include "sim/routers/wormhole/router.h"
#include "sim/run/deadlock.h"

/* VCDOR, VCAda-OAC, VCAda-SIC, and one that the paper does not have. */
static const u32 kinds[][2] = {
	{ SS_ROUTE_DOR, SS_CROSSBAR_OAC }, { SS_ROUTE_ADAPTIVE, SS_CROSSBAR_OAC },
	{ SS_ROUTE_ADAPTIVE, SS_CROSSBAR_SIC }, { SS_ROUTE_DOR, SS_CROSSBAR_SIC },
};

#define KINDS	(sizeof(kinds) / sizeof(kinds[0]))

static struct ss_config config_of(u32 kind, u32 kx, u32 ky, u32 kz)
{
	struct ss_config cfg;

	ss_wormhole_config_default(&cfg, kx, ky, kz, kinds[kind][0], kinds[kind][1]);
	cfg.max_packet = SS_MAX_FLITS;
	return cfg;
}

/* docs/wormhole-router.md, section 2; the queues are as deep as the paper has them. */
static void a_packet_alone_takes_what_the_formula_says(void **state)
{
	static const u32 lengths[] = { 1, 2, 9, 19, 20, 39, 40, 41, 80, 81, 200, 256 };

	(void)state;
	for (u32 i = 0; i < KINDS * sizeof(lengths) / sizeof(lengths[0]); i++) {
		struct ss_config cfg = config_of(i % KINDS, 8, 1, 1);
		/* packets of both directions must meet in no router: SIC connects one at a time */
		u32 step = cfg.escape.crossbar == SS_CROSSBAR_SIC ? 2 : 1;

		for (u32 hops = 1; hops <= 4; hops += step) {
			u32 length = lengths[i / KINDS];
			struct latencies l = latencies_alone(&cfg, hops, length, 20000);
			u64 expected = (hops + 1) * (i % KINDS < 2 ? 5 : 6) + length;

			assert_true(l.count);
			assert_int_equal(l.least, expected);
			assert_int_equal(l.most, expected);
		}
	}
}

/* The formula also holds for other delays, in queues so deep that credits never run out. */
static void a_hop_takes_as_long_as_is_asked_for(void **state)
{
	static const u32 delays[][2] = {	/* router, link */
		{ 4, 1 }, { 5, 1 }, { 9, 1 }, { 9, 5 }, { 50, 2 }, { 255, 100 }, { 255, 251 },
	};

	(void)state;
	for (u32 i = 0; i < KINDS * sizeof(delays) / sizeof(delays[0]); i++) {
		for (u32 other = 1; other < 12; other++) {
			struct ss_config cfg = config_of(i % KINDS, 1, 3, 4);
			u32 y = other / 4, z = other % 4, hops = (y > 0) + (z == 3 ? 1 : z);
			u32 length = 1 + 13 * (other % 5);
			struct latencies l;

			cfg.router_delay = delays[i / KINDS][0];
			cfg.link_delay = delays[i / KINDS][1];
			cfg.router_delay += cfg.router_delay == 4 &&
					    cfg.escape.crossbar == SS_CROSSBAR_SIC;
			cfg.classes = 1 + i % 2;
			cfg.input_depth = 2000;
			l = latencies_alone(&cfg, other, length, 20000);
			assert_true(l.count);
			assert_int_equal(l.least, (hops + 1) * cfg.router_delay + length);
			assert_int_equal(l.most, (hops + 1) * cfg.router_delay + length);
		}
	}
}

/*
 * After a packet has left a queue, the next one requests a connection, which takes one or two
 * cycles: a queue loses one or two cycles per packet.
 */
static void a_queue_rests_while_it_is_connected(void **state)
{
	(void)state;
	for (u32 kind = 0; kind < KINDS; kind++) {
		struct ss_config cfg = config_of(kind, 8, 1, 1);
		u32 lost = cfg.escape.crossbar == SS_CROSSBAR_SIC ? 2 : 1;

		for (u32 length = 5; length <= 80; length *= 2) {
			u64 cycles = 100 * (length + lost);
			u64 got = model_to_the_next(&cfg, length, cycles);

			assert_in_range(got, 99 * length, 101 * length);
		}
	}
}

/* A queue of one flit is filled again after two cycles for the credit and one hop of a flit. */
static void credits_take_their_time(void **state)
{
	struct ss_config cfg = config_of(0, 8, 1, 1);

	(void)state;
	cfg.input_depth = 1;
	/* a flit takes seven cycles; a packet loses one more for its connection */
	assert_in_range(model_to_the_next(&cfg, 200, 7 * 9000), 9000 - 200, 9000);
}

/**
 * struct graph - waiting among the VCs of dimension order, numbered by router, port and VC
 * @n: number of VCs
 * @edge: [i * n + k] is true if a packet that has VC i may wait for VC k
 * @mark: state of each VC in the search for a cycle: 1: on the path, 2: done
 */
struct graph {
	u32 n;
	bool *edge;
	u8 *mark;
};

static bool leads_to_a_cycle(struct graph *g, u32 i)
{
	if (g->mark[i])
		return g->mark[i] == 1;
	g->mark[i] = 1;
	for (u32 k = 0; k < g->n; k++)
		if (g->edge[i * g->n + k] && leads_to_a_cycle(g, k))
			return true;
	g->mark[i] = 2;
	return false;
}

/* Return where a packet from @source to @dest may go from @r, into which it came by input @port. */
static struct whr_in options_at(struct ss_fabric *f, u32 source, u32 dest, u32 r, u32 port)
{
	struct ss_packet pool[2] = { { 0 } };
	struct whr_in in = { .first = 1 };

	pool[1].header = SS_HDR_PUT(dest, DEST) | SS_HDR_PUT_SOURCE(source);
	f->pool = pool;
	whr_route(f, r, WHR_SLOT(port, 0, 0), &in);
	f->pool = NULL;
	return in;
}

static u32 number_of(u32 r, u32 slot)
{
	return r * WHR_SLOTS + slot;
}

/*
 * Follow a packet that has VC @held from router @r on, by any way that it may take.  The packet may
 * wait for the VC of dimension order of each router that it comes to.  @been has the routers that
 * were visited.
 */
static void follow(struct ss_fabric *f, struct graph *g, u32 source, u32 dest, u32 r, u32 held,
		   bool *been)
{
	struct whr_in in = options_at(f, source, dest, r, SEASTAR_PORT_PROC);

	if (r == dest || been[r])
		return;
	been[r] = true;
	g->edge[held * g->n + number_of(r, in.list[in.options - 1])] = true;
	for (u32 i = 0; i + 1 < in.options; i++)
		follow(f, g, source, dest,
		       SS_PORT_ROUTER(f->wire[SS_PORT_ID(r, WHR_PORT(in.list[i]))].to), held, been);
}

/*
 * Visit all routers that a packet may come to.  From each, follow the packet once it has the VC of
 * dimension order there.
 */
static void wander(struct ss_fabric *f, struct graph *g, u32 source, u32 dest, u32 r, bool *seen)
{
	struct whr_in in = options_at(f, source, dest, r, SEASTAR_PORT_PROC);
	bool been[64] = { false };
	u32 escape = in.list[in.options - 1];

	if (r == dest || seen[r])
		return;
	seen[r] = true;
	follow(f, g, source, dest, SS_PORT_ROUTER(f->wire[SS_PORT_ID(r, WHR_PORT(escape))].to),
	       number_of(r, escape), been);
	for (u32 i = 0; i < in.options; i++)
		wander(f, g, source, dest,
		       SS_PORT_ROUTER(f->wire[SS_PORT_ID(r, WHR_PORT(in.list[i]))].to), seen);
}

/* Return true if packets in VCs of dimension order may wait for each other in a ring. */
static bool has_cycle(const struct ss_config *cfg)
{
	struct ss_fabric *f = model_new(cfg);
	u32 n = ss_fabric_routers(f);
	struct graph g = { .n = n * WHR_SLOTS };
	bool found = false;

	g.edge = calloc((size_t)g.n * g.n, sizeof(*g.edge));
	g.mark = calloc(g.n, sizeof(*g.mark));
	for (u32 i = 0; i < n * n; i++) {
		bool seen[64] = { false };

		wander(f, &g, i / n, i % n, i / n, seen);
	}
	for (u32 i = 0; i < g.n && !found; i++)
		found = leads_to_a_cycle(&g, i);
	free(g.edge);
	free(g.mark);
	model_free(f);
	return found;
}

/*
 * Check Dally and Seitz's argument for dimension order, and Duato's for adaptive routing, in which
 * a packet may take adaptive VCs between two of dimension order.  Both need the second VC.
 */
static void vcs_of_dimension_order_close_no_ring(void **state)
{
	static const u32 shapes[][3] = { { 4, 4, 1 }, { 3, 5, 1 }, { 2, 3, 4 }, { 1, 4, 5 } };

	(void)state;
	for (u32 i = 0; i < 2 * SS_TIES; i++) {
		for (u32 k = 2; k <= 16; k++) {
			struct ss_config cfg = config_of(i % 2, k, 1, 1);

			cfg.ties = i / 2;
			assert_false(has_cycle(&cfg));
			cfg.vcs--;
			cfg.may_deadlock = 1;
			/*
			 * Up to three routers, packets make one hop; in a ring of four with
			 * SS_TIES_PAIR, no two packets of two hops share a link.
			 */
			if (k > 4)
				assert_true(has_cycle(&cfg));
		}
		for (u32 k = 0; k < sizeof(shapes) / sizeof(shapes[0]); k++) {
			struct ss_config cfg = config_of(i % 2, shapes[k][0], shapes[k][1],
							 shapes[k][2]);

			cfg.ties = i / 2;
			assert_false(has_cycle(&cfg));
		}
	}
}

static u64 delivered(struct ss_fabric *f)
{
	u64 n = 0;

	for (u32 r = 0; r < ss_fabric_routers(f); r++) {
		struct ss_source_stats s;

		ss_read_source(f, r, &s);
		n += s.stat[SEASTAR_SRC_DELIVERED];
	}
	return n;
}

static const struct ss_traffic overload = {
	.pattern = SEASTAR_PATTERN_UNIFORM, .load = SEASTAR_PPM, .source = SEASTAR_SOURCE_OPEN,
	.requests = SEASTAR_PPM, .lengths = { { 1, 20, 100 }, { 1, 1, 1 } },
};

static void never_stops(const struct ss_config *cfg)
{
	struct sim_deadlock d = { 0 };
	struct ss_fabric *f = model_new(cfg);
	u64 before;

	model_traffic(f, &overload);
	for (u32 k = 0; k < 40; k++) {
		ss_fabric_run(f, 97);
		assert_false(sim_deadlock_find(NULL, f, &d));
	}
	ss_fabric_run(f, 100000);
	before = delivered(f);
	ss_fabric_run(f, 5000);
	assert_true(delivered(f) > before);
	assert_false(sim_deadlock_find(NULL, f, &d));
	model_free(f);
}

/* Packets longer than all the queues on their way, offered to rings that are full. */
static void full_rings_are_no_deadlock(void **state)
{
	(void)state;
	for (u32 i = 0; i < 5 * KINDS; i++) {
		for (u32 depth = 1; depth <= 20; depth += 19) {
			struct ss_config cfg = config_of(i % KINDS, 4 + i / KINDS, 1, 1);

			cfg.input_depth = depth;
			cfg.escape.patience = depth == 1 ? 1 : 10000;
			never_stops(&cfg);
			cfg = config_of(i % KINDS, 4, 4, 1);
			cfg.input_depth = 1 + i / KINDS * 9;
			cfg.seed = i;
			never_stops(&cfg);
		}
	}
}

/*
 * With a single VC of dimension order, packets fill a ring and wait for each other for ever.  If
 * they are adaptive they must fill the other VC, too.
 */
static void rings_deadlock_without_the_second_vc(void **state)
{
	(void)state;
	for (u32 i = 0; i < KINDS; i++) {
		struct sim_deadlock d = { 0 };
		struct ss_config cfg = config_of(i, 8, 1, 1);
		struct ss_traffic t = overload;
		struct ss_fabric *f;
		u64 before;

		t.pattern = SEASTAR_PATTERN_TORNADO;
		t.lengths = ss_lengths_one(20);
		cfg.vcs--;
		cfg.may_deadlock = 1;
		cfg.input_depth = 20;
		f = model_new(&cfg);
		model_traffic(f, &t);
		while (!sim_deadlock_find(NULL, f, &d)) {
			ss_fabric_run(f, 10);
			assert_true(ss_fabric_now(f) < 200000);
		}
		assert_true(d.count >= 2);
		for (u32 k = 0; k < d.count; k++)
			assert_false(d.buffer[k].staging || d.buffer[k].output);
		/* in time the deadlock stops all packets */
		ss_fabric_run(f, 400000);
		before = delivered(f);
		ss_fabric_run(f, 5000);
		assert_int_equal(delivered(f), before);
		free(d.buffer);
		model_free(f);
	}
}

/*
 * A packet that stretches over several routers (a worm) may leave a region and come back to it.
 * Then it takes two places in the region's share of the pool.  All packets arrive, in whichever
 * cycle the sources stop.
 */
static void a_worm_comes_back_to_its_region(void **state)
{
	static const u32 permutation[8] = { 0, 1, 2, 4, 3, 5, 6, 7 };
	static const struct ss_traffic none = { .pattern = SEASTAR_PATTERN_NONE };

	(void)state;
	for (u32 at = 1; at < 120; at++) {
		struct ss_traffic t = {
			.pattern = SEASTAR_PATTERN_PERMUTATION, .batch = 1,
			.source = SS_SOURCE_BATCH, .requests = SEASTAR_PPM,
			.lengths = ss_lengths_one(20), .permutation = permutation,
		};
		struct ss_config cfg = config_of(at % KINDS, 4, 2, 1);
		struct ss_fabric *f;

		cfg.input_depth = 1;
		cfg.regions = 3;
		f = model_new(&cfg);
		model_traffic(f, &t);
		ss_fabric_run(f, at);
		model_traffic(f, &none);
		ss_fabric_run(f, 2000);
		assert_int_equal(ss_fabric_packets(f), 0);
		model_free(f);
	}
}

static void what_cannot_be_is_refused(void **state)
{
	struct ss_config good, c;

	(void)state;
	for (u32 kind = 0; kind < KINDS; kind++) {
		good = config_of(kind, 4, 4, 1);
		assert_null(ss_config_check(&good));
#define REFUSED(change) do { c = good; change; assert_non_null(ss_config_check(&c)); } while (0)
		REFUSED(c.size[SS_MESH] = 1);
		REFUSED(c.classes = 0);
		REFUSED(c.classes = 3);
		REFUSED(c.vcs = 0);
		REFUSED(c.vcs = 4);
		REFUSED(c.vcs--);	/* rings of four need the second VC */
		REFUSED(c.max_packet = 0);
		REFUSED(c.max_packet = 257);
		REFUSED(c.input_depth = 0);
		REFUSED(c.input_depth = 4097);
		REFUSED(c.routing = SS_ROUTE_MINAD);
		REFUSED(c.routing = SS_ROUTE_LISTED);
		REFUSED(c.escape.crossbar = SS_CROSSBAR_WAVE);
		REFUSED(c.ties = SS_TIES);
		REFUSED(c.escape.patience = 0);
		REFUSED(c.router_delay = 3 + c.escape.crossbar);
		REFUSED(c.router_delay = 256);
		REFUSED(c.link_delay = 0);
		REFUSED(c.link_delay = 3);
		c = good;
		c.vcs--;
		c.may_deadlock = 1;
		assert_null(ss_config_check(&c));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_packet_alone_takes_what_the_formula_says),
		cmocka_unit_test(a_hop_takes_as_long_as_is_asked_for),
		cmocka_unit_test(a_queue_rests_while_it_is_connected),
		cmocka_unit_test(credits_take_their_time),
		cmocka_unit_test(vcs_of_dimension_order_close_no_ring),
		cmocka_unit_test(full_rings_are_no_deadlock),
		cmocka_unit_test(rings_deadlock_without_the_second_vc),
		cmocka_unit_test(a_worm_comes_back_to_its_region),
		cmocka_unit_test(what_cannot_be_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
