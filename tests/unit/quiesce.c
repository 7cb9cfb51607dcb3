// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tables are replaced under load: every lost packet is counted, and none overtakes another of its
 * pair, unless stranded packets are rerouted.
 */
#include <stdlib.h>
#include <string.h>

#include "test.h"

#include <seastar/mmr.h>
#include <seastar/packet.h>

#include "lib/model.h"
#include "sim/topology/cube.h"
#include "sim/route/generate.h"

#define ROUTERS	64
#define ROUTER	21	/* (1,1,1) of 4x4x4 */
#define PORT	SEASTAR_PORT_XP

/**
 * struct world - a fabric of 4x4x4 under uniform load
 * @p: plans of its tables: as they are, with other virtual channels, with a link down
 * @made: the tables
 * @t: the tables in the form of the fabric
 * @f: the fabric
 * @last: birth of the last packet delivered, by source and destination
 * @overtaken: packets that were delivered after a younger one of their pair
 */
struct world {
	struct route_plan *p[3];
	struct route_tables *made[3];
	struct ss_tables t[3];
	struct ss_fabric *f;
	u64 last[ROUTERS][ROUTERS];
	u64 overtaken;
};

static void plan(struct world *w, u32 which)
{
	static const char *const assignments[] = {
		"assignment=v3", "assignment=v0", "assignment=v3"
	};
	struct route_missing missing = { 0 };
	struct sim_error err;

	w->p[which] = route_plan_new();
	assert_true(route_plan_set(w->p[which], "topology=4x4x4", &err));
	assert_true(route_plan_set(w->p[which], assignments[which], &err));
	if (which == 2)
		assert_true(route_plan_set(w->p[which], "down=21:+x", &err));
	assert_true(route_plan_check(w->p[which], &err));
	w->made[which] = route_generate(w->p[which], &missing);
	assert_int_equal(missing.pairs, 0);
	w->t[which] = route_tables_loaded(w->made[which], w->p[which]->nid,
					  w->p[which]->dateline);
}

static void note(void *ctx, const struct ss_delivery *d)
{
	struct world *w = ctx;
	u64 *last = &w->last[SS_HDR_SOURCE(d->header)][SS_HDR_GET(d->header, DEST)];

	w->overtaken += d->birth < *last;
	*last = d->birth;
}

/* Send requests only, since a delivery does not report the class. */
static void send(struct ss_fabric *f, u32 load)
{
	struct ss_traffic t = {
		.pattern = load ? SEASTAR_PATTERN_UNIFORM : SEASTAR_PATTERN_NONE,
		.source = SEASTAR_SOURCE_OPEN, .load = load, .lengths = ss_lengths_one(1),
		.requests = SEASTAR_PPM,
	};

	if (ss_fabric_config(f)->max_packet == SEASTAR_MAX_PACKET)
		ss_lengths_add(&t.lengths, 9, 1);
	model_traffic(f, &t);
}

static u64 dropped(const struct ss_fabric *f)
{
	u64 n = 0;

	for (u32 r = 0; r < ss_fabric_routers(f); r++)
		for (u32 why = SS_DROP_NO_ROUTE; why < SS_DROPS; why++)
			n += ss_tables_dropped(f, r, why);
	return n;
}

static u64 injected(struct ss_fabric *f)
{
	u64 n = 0;

	for (u32 r = 0; r < ss_fabric_routers(f); r++) {
		struct ss_source_stats s;

		ss_read_source(f, r, &s);
		n += s.stat[SEASTAR_SRC_INJECTED];
	}
	return n;
}

static void conserved(struct ss_fabric *f)
{
	u64 delivered = 0;

	for (u32 r = 0; r < ss_fabric_routers(f); r++) {
		struct ss_source_stats s;

		ss_read_source(f, r, &s);
		delivered += s.stat[SEASTAR_SRC_DELIVERED];
	}
	assert_int_equal(injected(f), delivered + dropped(f) + ss_fabric_packets(f));
}

static void replace(struct ss_fabric *f, const struct ss_tables *t, enum ss_stranded stranded,
		    struct ss_quiesce *q)
{
	struct ss_survey *survey = model_survey(f, t);
	u64 before = injected(f), lost = dropped(f), now = ss_fabric_now(f);

	ss_tables_replace(f, t, survey, stranded, q);
	free(survey);
	assert_int_equal(injected(f), before);
	assert_int_equal(dropped(f) - lost, q->dropped);
	assert_int_equal(ss_fabric_now(f) - now, q->cycles);
	assert_int_equal(ss_fabric_packets(f), 0);
	assert_ptr_equal(ss_tables_get(f), t);
	conserved(f);
}

/* Replace the tables in steps of @events, and read the fabric between them; return their number. */
static u32 replace_in_steps(struct ss_fabric *f, const struct ss_tables *t, u64 events,
			    enum ss_stranded stranded, struct ss_quiesce *q)
{
	struct ss_survey *survey = model_survey(f, t);
	u64 regs[SS_PORTS][SEASTAR_REGS];
	struct ss_replacement r;
	u32 steps = 1;

	ss_replace_begin(f, &r, t, survey, stranded);
	for (; !ss_replace_step(f, &r, events); steps++)
		ss_read_regs(f, steps % ROUTERS, regs);
	free(survey);
	*q = r.q;
	return steps;
}

/* Replace the tables of two equal fabrics, at once and in steps, and compare the results. */
static void compare(struct ss_fabric *f, struct ss_fabric *twin, const struct ss_tables *t,
		    const struct ss_tables *twins, u64 events, enum ss_stranded stranded)
{
	struct ss_quiesce q, stepped;
	u32 steps;

	replace(f, t, stranded, &q);
	steps = replace_in_steps(twin, twins, events, stranded, &stepped);
	/* a step is at least a window */
	assert_true(steps > (events > 1 ? 2 : q.cycles / 16));
	assert_int_equal(stepped.cycles, q.cycles);
	assert_int_equal(stepped.stranded, q.stranded);
	assert_int_equal(stepped.dropped, q.dropped);
	assert_int_equal(ss_state_hash(twin), ss_state_hash(f));
	assert_int_equal(ss_tables_exceptions(twin), ss_tables_exceptions(f));
	ss_fabric_run(f, 2000);
	ss_fabric_run(twin, 2000);
	assert_int_equal(ss_state_hash(twin), ss_state_hash(f));
}

static struct world *begin(void)
{
	struct world *w = model_memory(sizeof(*w));
	struct ss_config cfg;
	struct ss_quiesce q;

	for (u32 i = 0; i < 3; i++)
		plan(w, i);
	ss_config_default(&cfg, 4, 4, 4, 0);
	cfg.seastar.tables = 1;
	w->f = model_new(&cfg);
	ss_fabric_on_delivery(w->f, note, w);
	replace(w->f, &w->t[0], SS_STRANDED_DROP, &q);
	assert_int_equal(q.cycles, 0);
	send(w->f, SEASTAR_PPM * 9 / 10);
	ss_fabric_run(w->f, 3000);
	return w;
}

static void take_down(struct world *w, bool drops)
{
	u32 other = ss_neighbour(&w->p[0]->topo, ROUTER, PORT);

	ss_link_fail(w->f, ROUTER, PORT, drops);
	ss_link_fail(w->f, other, ss_opposite(PORT), drops);
}

/* Let the network deliver its packets by the tables in force, and free the world. */
static void end(struct world *w)
{
	send(w->f, 0);
	ss_fabric_run(w->f, 100000);
	assert_int_equal(ss_fabric_packets(w->f), 0);
	conserved(w->f);
	model_free(w->f);
	for (u32 i = 0; i < 3; i++) {
		route_tables_free(w->made[i]);
		route_plan_free(w->p[i]);
	}
	free(w);
}

static void nothing_is_lost_or_overtaken(void **state)
{
	struct world *w = begin();
	struct ss_quiesce q;

	(void)state;
	for (u32 i = 0; i < 6; i++) {
		/* alternate between two tables, and once return to the rule */
		replace(w->f, i == 3 ? NULL : &w->t[i & 1], SS_STRANDED_DROP, &q);
		assert_in_range(q.cycles, 100, 20000);
		assert_int_equal(q.stranded, 0);
		assert_int_equal(q.dropped, 0);
		ss_fabric_run(w->f, 500 + 77 * i);
		/* sources still send */
		assert_true(ss_fabric_packets(w->f) > 100);
	}
	assert_int_equal(w->overtaken, 0);
	end(w);
}

static void stranded_packets_are_dropped(void **state)
{
	struct world *w = begin();
	struct ss_quiesce q;

	(void)state;
	take_down(w, false);
	ss_fabric_run(w->f, 2000);
	replace(w->f, &w->t[2], SS_STRANDED_DROP, &q);
	assert_true(q.dropped > 0);
	/* some stranded packets only waited behind packets for that link, and are not dropped */
	assert_true(q.dropped < q.stranded);
	ss_fabric_run(w->f, 20000);
	/* the link itself drops nothing: packets for it wait */
	assert_int_equal(dropped(w->f), q.dropped);
	assert_int_equal(w->overtaken, 0);
	ss_link_restore(w->f, ROUTER, PORT);
	ss_link_restore(w->f, ss_neighbour(&w->p[0]->topo, ROUTER, PORT), ss_opposite(PORT));
	replace(w->f, &w->t[0], SS_STRANDED_DROP, &q);
	assert_int_equal(q.stranded, 0);
	assert_int_equal(ss_tables_exceptions(w->f), 0);
	assert_int_equal(w->overtaken, 0);
	end(w);
}

static void stranded_packets_are_led_on(void **state)
{
	struct world *w = begin();
	struct ss_quiesce q;

	(void)state;
	take_down(w, false);
	ss_fabric_run(w->f, 2000);
	replace(w->f, &w->t[2], SS_STRANDED_REROUTE, &q);
	/* packets that an output has taken cannot be rerouted */
	assert_in_range(q.dropped, 1, 2 * 4 * SS_PORTS * 16);
	assert_true(q.stranded > 4 * q.dropped);
	end(w);
}

static void links_go_on_as_they_were_asked_to(void **state)
{
	struct world *w = begin();
	struct ss_quiesce q;
	u64 before;

	(void)state;
	take_down(w, true);
	ss_fabric_run(w->f, 2000);
	before = dropped(w->f);
	assert_true(before > 0);
	/* the new tables, too, lead over the link that is down */
	replace(w->f, &w->t[1], SS_STRANDED_REROUTE, &q);
	assert_int_equal(q.stranded, 0);
	ss_fabric_run(w->f, 2000);
	assert_true(dropped(w->f) > before);
	ss_link_restore(w->f, ROUTER, PORT);
	ss_link_restore(w->f, ss_neighbour(&w->p[0]->topo, ROUTER, PORT), ss_opposite(PORT));
	end(w);
}

static void steps_make_no_difference(void **state)
{
	static const u64 events[] = { 1, 10, 333, 100000 };

	(void)state;
	for (u32 i = 0; i < 8; i++) {
		enum ss_stranded stranded = i % 2 ? SS_STRANDED_REROUTE : SS_STRANDED_DROP;
		struct world *w = begin(), *twin = begin();

		compare(w->f, twin->f, &w->t[1], &twin->t[1], events[i / 2], stranded);
		take_down(w, false);
		take_down(twin, false);
		ss_fabric_run(w->f, 2000);
		ss_fabric_run(twin->f, 2000);
		compare(w->f, twin->f, &w->t[2], &twin->t[2], events[i / 2], stranded);
		end(w);
		end(twin);
	}
}

static void it_is_given_up_before_anything_has_changed(void **state)
{
	struct world *w = begin();
	struct ss_survey *survey = model_survey(w->f, &w->t[2]);
	struct ss_replacement r;
	u64 before = injected(w->f);

	(void)state;
	ss_replace_begin(w->f, &r, &w->t[2], survey, SS_STRANDED_DROP);
	for (u32 i = 0; i < 10; i++)
		assert_false(ss_replace_step(w->f, &r, 10));
	assert_int_equal(injected(w->f), before);
	assert_true(ss_replace_cancel(w->f, &r));
	assert_ptr_equal(ss_tables_get(w->f), &w->t[0]);
	ss_fabric_run(w->f, 2000);
	assert_true(injected(w->f) > before);
	assert_int_equal(w->overtaken, 0);
	conserved(w->f);

	/* dropped packets do not come back */
	take_down(w, false);
	ss_fabric_run(w->f, 2000);
	before = dropped(w->f);
	ss_replace_begin(w->f, &r, &w->t[2], survey, SS_STRANDED_DROP);
	while (dropped(w->f) == before)
		assert_false(ss_replace_step(w->f, &r, 1));
	assert_false(ss_replace_cancel(w->f, &r));
	while (!ss_replace_step(w->f, &r, 10))
		;
	assert_ptr_equal(ss_tables_get(w->f), &w->t[2]);
	free(survey);
	end(w);
}

/* Rings without a dateline, full of packets that wait for one another: nothing leads them out. */
static struct ss_fabric *begin_deadlock(void)
{
	struct ss_config cfg;
	struct ss_fabric *f;

	ss_config_default(&cfg, 8, 8, 8, 0);
	cfg.seastar.tables = 1;
	cfg.vcs = 1;
	cfg.may_deadlock = 1;
	cfg.max_packet = 1;
	cfg.input_depth = 1;
	cfg.seastar.staging_depth = 1;
	cfg.router_delay = 1;
	cfg.link_delay = 1;
	f = model_new(&cfg);
	send(f, SEASTAR_PPM);
	ss_fabric_run(f, 5000);
	return f;
}

static void a_deadlock_is_dissolved(void **state)
{
	struct ss_fabric *f = begin_deadlock(), *twin;
	struct ss_quiesce q;

	(void)state;
	replace(f, NULL, SS_STRANDED_REROUTE, &q);
	assert_true(q.stranded > 0);
	assert_int_equal(q.dropped, q.stranded);
	ss_fabric_run(f, 200);
	conserved(f);
	model_free(f);
	f = begin_deadlock();
	twin = begin_deadlock();
	compare(f, twin, NULL, NULL, 100, SS_STRANDED_DROP);
	model_free(f);
	model_free(twin);
}

/* Buffers with many packets are emptied: each packet is dropped after the one before it. */
static void deep_buffers_are_emptied(void **state)
{
	struct ss_config cfg;
	struct ss_quiesce q;
	struct ss_fabric *f;

	(void)state;
	ss_config_default(&cfg, 8, 1, 1, 1);
	cfg.seastar.tables = 1;
	cfg.input_depth = 4096;
	cfg.seastar.staging_depth = 255;
	cfg.router_delay = 1;
	cfg.link_delay = 1;
	f = model_new(&cfg);
	send(f, SEASTAR_PPM);
	ss_fabric_run(f, 5000);
	ss_link_fail(f, 3, SEASTAR_PORT_XP, false);
	ss_fabric_run(f, 60000);
	assert_true(ss_fabric_packets(f) > 1000);
	replace(f, NULL, SS_STRANDED_DROP, &q);
	assert_true(q.stranded > 1000);
	/* packets that were not for the link were delivered */
	assert_true(q.dropped < q.stranded);
	ss_link_restore(f, 3, SEASTAR_PORT_XP);
	ss_fabric_run(f, 500);
	conserved(f);
	model_free(f);
}

/* Two routers of a line send packets for the last one back and forth. */
static void packets_that_go_round_are_stranded(void **state)
{
	struct route_missing missing = { 0 };
	struct route_tables *made, *good;
	struct ss_tables loops, t;
	struct route_plan *p;
	struct ss_config cfg;
	struct sim_error err;
	struct ss_quiesce q;
	struct ss_fabric *f;

	(void)state;
	p = route_plan_new();
	assert_true(route_plan_set(p, "topology=4x1x1", &err));
	assert_true(route_plan_set(p, "mesh=x", &err));
	assert_true(route_plan_check(p, &err));
	good = route_generate(p, &missing);
	t = route_tables_loaded(good, p->nid, p->dateline);
	made = route_generate(p, &missing);
	route_tables_set_local(made, SS_PORT_ID(1, SEASTAR_PORT_XM), p->nid[3],
			       ss_route_entry(SEASTAR_PORT_XM, SS_ROUTE_KEEP));
	route_tables_set_local(made, SS_PORT_ID(0, SEASTAR_PORT_XP), p->nid[3],
			       ss_route_entry(SEASTAR_PORT_XP, SS_ROUTE_KEEP));
	loops = route_tables_loaded(made, p->nid, p->dateline);
	ss_config_default(&cfg, 4, 1, 1, 1);
	cfg.seastar.tables = 1;
	f = model_new(&cfg);
	for (u32 i = 0; i < 2; i++) {
		replace(f, &loops, SS_STRANDED_DROP, &q);
		send(f, SEASTAR_PPM / 10);
		ss_fabric_run(f, 2000);
		replace(f, &t, i ? SS_STRANDED_REROUTE : SS_STRANDED_DROP, &q);
		assert_true(q.stranded > 0);
		/* rerouting drops packets that come back to router 0: there is no entry for them */
		assert_in_range(q.dropped, i ? 0 : q.stranded, q.stranded);
		assert_in_range(q.cycles, 1 << 20, 5 << 19);
	}
	model_free(f);
	route_tables_free(made);
	route_tables_free(good);
	route_plan_free(p);
}

static u64 injected_by(struct ss_fabric *f, u32 router)
{
	struct ss_source_stats s;

	ss_read_source(f, router, &s);
	return s.stat[SEASTAR_SRC_INJECTED];
}

/* INJECTION_CONTROL holds the source of its router alone, whatever else holds all of them. */
static void a_register_holds_a_source(void **state)
{
	struct world *w = begin();
	struct ss_quiesce q;
	u64 before, others;

	(void)state;
	ss_mmr_write(w->f, ROUTER, SS_MMR_INJECTION_CONTROL, SS_MMR_INJECTION_HOLD);
	assert_int_equal(ss_mmr_read(w->f, ROUTER, SS_MMR_INJECTION_CONTROL), 1);
	assert_int_equal(ss_mmr_read(w->f, ROUTER + 1, SS_MMR_INJECTION_CONTROL), 0);
	before = injected_by(w->f, ROUTER);
	others = injected_by(w->f, ROUTER + 1);
	ss_fabric_run(w->f, 5000);
	assert_int_equal(injected_by(w->f, ROUTER), before);
	assert_true(injected_by(w->f, ROUTER + 1) > others);

	replace(w->f, &w->t[1], SS_STRANDED_DROP, &q);
	ss_mmr_write(w->f, ROUTER, SS_MMR_INJECTION_CONTROL, SS_MMR_INJECTION_HOLD);
	ss_fabric_run(w->f, 5000);
	assert_int_equal(injected_by(w->f, ROUTER), before);
	ss_mmr_write(w->f, ROUTER, SS_MMR_INJECTION_CONTROL, 0);
	ss_fabric_run(w->f, 5000);
	assert_true(injected_by(w->f, ROUTER) > before);
	conserved(w->f);
	assert_int_equal(w->overtaken, 0);
	end(w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_lost_or_overtaken),
		cmocka_unit_test(stranded_packets_are_dropped),
		cmocka_unit_test(stranded_packets_are_led_on),
		cmocka_unit_test(links_go_on_as_they_were_asked_to),
		cmocka_unit_test(steps_make_no_difference),
		cmocka_unit_test(it_is_given_up_before_anything_has_changed),
		cmocka_unit_test(a_deadlock_is_dissolved),
		cmocka_unit_test(deep_buffers_are_emptied),
		cmocka_unit_test(packets_that_go_round_are_stranded),
		cmocka_unit_test(a_register_holds_a_source),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
