// SPDX-License-Identifier: GPL-2.0-only
/* Views that seastar watch makes of readings, without a kernel and without a terminal. */
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/seastar/base/glyphs.h"
#include "tools/seastar/watch/model.h"

#define SECOND	1000000000ULL
#define TINY	0.000000001

/* Make a reading of a torus, with all counters 0. */
static struct watch_reading reading(uint64_t id, uint32_t kx, uint32_t ky, uint64_t cycle,
				    uint64_t time)
{
	struct watch_reading r = {
		.device = { .name = "fab", .id = id, .topology = { { kx, ky, 1 }, 3, 0 } },
		.sample = { .cycle = cycle, .time = time, .n = kx * ky },
	};
	uint32_t i;

	r.sample.router = calloc(r.sample.n, sizeof(*r.sample.router));
	assert_non_null(r.sample.router);
	for (i = 0; i < r.sample.n; i++)
		r.sample.router[i].router = i;
	return r;
}

/* Set the counts of requests that arrived at @port of @router, on the VC before the dateline. */
static void arrive(struct watch_reading *r, uint32_t router, uint32_t port, uint64_t packets,
		   uint64_t blocked)
{
	uint64_t *c = r->sample.router[router].counter[port];

	c[SEASTAR_COUNTER_VC0_PKTS] = packets;
	c[SEASTAR_COUNTER_VC0_FLITS] = 9 * packets;
	c[SEASTAR_COUNTER_VC0_BLOCKED] = blocked;
}

static const struct watch_row *row_named(const struct watch_view *v, const char *name)
{
	size_t i;

	for (i = 0; i < v->rows; i++) {
		if (!strcmp(v->row[i].name, name))
			return &v->row[i];
	}
	fail_msg("there is no row '%s' among %zu", name, v->rows);
	return NULL;
}

static struct watch_view view_of(struct watch_model *m, enum watch_object object,
				 enum watch_since since)
{
	struct watch_view v;

	m->object = object;
	m->since = since;
	watch_model_view(m, &v);
	return v;
}

/* A link's stalls are counted where it begins, all else where it ends. */
static void a_link_has_two_ends(void **state)
{
	struct watch_reading r = reading(1, 4, 1, 1000, SECOND);
	struct watch_model m;
	struct watch_view v;

	(void)state;
	watch_model_start(&m);
	r.sample.router[3].counter[SEASTAR_PORT_XP][SEASTAR_COUNTER_STALLED] = 77;
	arrive(&r, 0, SEASTAR_PORT_XM, 10, 40);
	watch_model_take(&m, &r);
	v = view_of(&m, WATCH_LINKS, WATCH_CREATION);
	assert_int_equal(v.rows, 8);
	assert_string_equal(v.row[0].name, "3,0,0 +x");
	assert_true(v.row[0].value[STALLED] == 77);
	assert_true(v.row[0].value[PACKETS] == 10);
	assert_true(v.row[0].value[WAIT] == 4);
	assert_true(v.row[0].value[WATCH_LOAD] == 0.09);
	watch_view_free(&v);
	watch_model_forget(&m);
}

static void meshes_end(void **state)
{
	struct watch_reading r = reading(1, 4, 3, 1000, SECOND);
	struct watch_model m;
	struct watch_view v;

	(void)state;
	watch_model_start(&m);
	r.device.topology.mesh = 1;
	watch_model_take(&m, &r);
	v = view_of(&m, WATCH_LINKS, WATCH_CREATION);
	assert_int_equal(v.rows, 2 * 3 * 3 + 2 * 12);
	watch_view_free(&v);
	v = view_of(&m, WATCH_DIMENSIONS, WATCH_CREATION);
	assert_int_equal(v.rows, 3);
	assert_null(v.group[3]);
	assert_string_equal(v.group[2], "y");
	watch_view_free(&v);
	v = view_of(&m, WATCH_PORTS, WATCH_CREATION);
	assert_int_equal(v.rows, 5);
	watch_view_free(&v);
	watch_model_forget(&m);
}

/* Three readings, the clock standing between the last two. */
static void counts_from_three_origins(void **state)
{
	struct watch_reading a = reading(1, 4, 1, 1000, 10 * SECOND);
	struct watch_reading b = reading(1, 4, 1, 3000, 12 * SECOND);
	struct watch_reading c = reading(1, 4, 1, 3000, 99 * SECOND);
	struct watch_model m;
	struct watch_view v;

	(void)state;
	watch_model_start(&m);
	arrive(&a, 2, SEASTAR_PORT_XM, 5, 10);
	arrive(&b, 2, SEASTAR_PORT_XM, 25, 60);
	arrive(&c, 2, SEASTAR_PORT_XM, 25, 60);
	watch_model_take(&m, &a);
	v = view_of(&m, WATCH_PORTS, WATCH_INTERVAL);
	assert_int_equal(v.since, WATCH_CREATION);	/* one reading has no interval */
	assert_int_equal(v.cycles, 1000);
	assert_true(row_named(&v, "-x")->value[PACKETS] == 5);
	watch_view_free(&v);

	watch_model_mark(&m);
	watch_model_take(&m, &b);
	watch_model_take(&m, &c);
	v = view_of(&m, WATCH_PORTS, WATCH_INTERVAL);
	assert_true(v.per_second);
	assert_int_equal(v.cycles, 2000);
	assert_true(v.seconds == 2);
	assert_true(v.speed == 1000);
	assert_true(row_named(&v, "-x")->value[PACKETS] == 10);
	assert_true(row_named(&v, "-x")->value[WAIT] == 2.5);
	watch_view_free(&v);
	v = view_of(&m, WATCH_PORTS, WATCH_MARK);
	assert_false(v.per_second);
	assert_true(row_named(&v, "-x")->value[PACKETS] == 20);
	assert_true(row_named(&v, "-x")->value[WATCH_LOAD] == 180.0 / 2000 / 4);
	watch_view_free(&v);
	v = view_of(&m, WATCH_PORTS, WATCH_CREATION);
	assert_int_equal(v.cycles, 3000);
	assert_true(row_named(&v, "-x")->value[PACKETS] == 25);
	watch_view_free(&v);
	watch_model_forget(&m);
}

/* The time in which the clock stood is in no interval. */
static void standing_takes_no_time(void **state)
{
	static const uint64_t cycle[] = { 1000, 2000, 2000, 3000 };
	static const uint64_t second[] = { 10, 11, 50, 52 };
	struct watch_model m;
	struct watch_view v;
	size_t i;

	(void)state;
	watch_model_start(&m);
	for (i = 0; i < 4; i++) {
		struct watch_reading r = reading(1, 4, 1, cycle[i], second[i] * SECOND);

		watch_model_take(&m, &r);
	}
	v = view_of(&m, WATCH_PORTS, WATCH_INTERVAL);
	assert_true(v.seconds == 2);
	assert_true(v.speed == 500);
	watch_view_free(&v);
	watch_model_forget(&m);
}

static void another_device_makes_all_void(void **state)
{
	struct watch_reading a = reading(1, 4, 1, 1000, 10 * SECOND);
	struct watch_reading b = reading(2, 4, 1, 2000, 11 * SECOND);
	struct watch_reading c = reading(2, 4, 2, 3000, 12 * SECOND);
	struct watch_model m;
	struct watch_view v;

	(void)state;
	watch_model_start(&m);
	watch_model_take(&m, &a);
	watch_model_mark(&m);
	watch_model_take(&m, &b);
	assert_false(m.has_mark);
	assert_false(m.has_before);
	watch_model_take(&m, &c);
	assert_false(m.has_before);
	v = view_of(&m, WATCH_ROUTERS, WATCH_MARK);
	assert_int_equal(v.since, WATCH_CREATION);
	assert_int_equal(v.rows, 8);
	watch_view_free(&v);
	watch_model_forget(&m);
	assert_false(m.has_now);
}

static void ages_and_costs(void **state)
{
	struct watch_reading r = reading(1, 4, 1, 1000, SECOND);
	struct watch_model m;
	struct watch_view v;
	uint64_t *c;

	(void)state;
	watch_model_start(&m);
	c = r.sample.router[1].counter[SEASTAR_PORT_XM];
	c[SEASTAR_COUNTER_AGE_BIN0] = 30;
	c[SEASTAR_COUNTER_AGE_BIN0 + 3] = 10;
	c[SEASTAR_COUNTER_STALLED] = 80;
	arrive(&r, 0, SEASTAR_PORT_PROC, 100, 0);
	watch_model_take(&m, &r);
	v = view_of(&m, WATCH_DIMENSIONS, WATCH_CREATION);
	assert_int_equal(v.bin[0], 30);
	assert_int_equal(v.bin[3], 10);
	assert_int_equal(v.sent, 40);
	assert_true(v.stall[1] == 2);
	assert_true(isnan(v.wait[1]));
	assert_true(v.wait[0] == 0);
	assert_true(v.injected == 900.0 / 1000 / 4);
	assert_false(v.has_sources);
	watch_view_free(&v);
	watch_model_forget(&m);
}

static struct watch_reading with_sources(uint64_t cycle, uint64_t delivered, uint64_t latency)
{
	struct watch_reading r = reading(1, 4, 1, cycle, cycle * SECOND);

	r.has_sources = true;
	r.sources = (struct sources){
		.n = 4, .cycle = cycle,
		.delivered = delivered, .flits = 9 * delivered,
	};
	moments_add(&r.sources.latency, delivered, delivered * latency,
		    delivered * latency * latency, 0, latency);
	return r;
}

static void sources_and_their_reset(void **state)
{
	struct watch_reading r[] = {
		with_sources(1000, 10, 100), with_sources(2000, 30, 100),
		with_sources(3000, 5, 100), with_sources(4000, 5, 100)
	};
	struct watch_model m;
	struct watch_view v;

	(void)state;
	watch_model_start(&m);
	watch_model_take(&m, &r[0]);
	watch_model_take(&m, &r[1]);
	v = view_of(&m, WATCH_PORTS, WATCH_INTERVAL);
	assert_true(v.has_sources);
	assert_int_equal(v.sources.delivered, 20);
	assert_true(v.accepted == 180.0 / 1000 / 4);
	assert_true(moments_mean(&v.sources.latency) == 100);
	watch_view_free(&v);
	v = view_of(&m, WATCH_PORTS, WATCH_CREATION);
	assert_int_equal(v.sources.delivered, 30);
	assert_true(isnan(v.accepted));		/* counted since a reset whose cycle is unknown */
	watch_view_free(&v);
	watch_model_take(&m, &r[2]);
	v = view_of(&m, WATCH_PORTS, WATCH_INTERVAL);
	assert_false(v.has_sources);		/* reset in between */
	watch_view_free(&v);
	r[3].sources.cycle = 3000;
	watch_model_take(&m, &r[3]);
	v = view_of(&m, WATCH_PORTS, WATCH_INTERVAL);
	assert_false(v.has_sources);		/* not read anew yet */
	watch_view_free(&v);
	watch_model_forget(&m);
}

static void rows_are_sorted(void **state)
{
	static const char *const by_packets[] = { "2", "0", "1", "3" };
	static const char *const by_wait[] = { "0", "2", "1", "3" };
	struct watch_reading r = reading(1, 4, 1, 1000, SECOND);
	struct watch_model m;
	struct watch_view v;
	size_t i;

	(void)state;
	watch_model_start(&m);
	arrive(&r, 0, SEASTAR_PORT_XP, 5, 50);
	arrive(&r, 2, SEASTAR_PORT_XP, 9, 50);
	watch_model_take(&m, &r);
	m.object = WATCH_ROUTERS;
	m.sort[WATCH_ROUTERS] = WATCH_UNSORTED;
	watch_model_sort(&m, 1);
	assert_int_equal(m.sort[WATCH_ROUTERS], PACKETS);
	v = view_of(&m, WATCH_ROUTERS, WATCH_CREATION);
	for (i = 0; i < 4; i++)
		assert_string_equal(v.row[i].name, by_packets[i]);
	watch_view_free(&v);
	m.sort[WATCH_ROUTERS] = WAIT;	/* two of the routers have no value here */
	v = view_of(&m, WATCH_ROUTERS, WATCH_CREATION);
	for (i = 0; i < 4; i++)
		assert_string_equal(v.row[i].name, by_wait[i]);
	watch_view_free(&v);
	m.sort[WATCH_ROUTERS] = WATCH_LOAD;
	watch_model_sort(&m, 1);
	assert_int_equal(m.sort[WATCH_ROUTERS], WATCH_UNSORTED);
	watch_model_sort(&m, -1);
	assert_int_equal(m.sort[WATCH_ROUTERS], WATCH_LOAD);
	watch_model_forget(&m);
}

/* The checks hold in any locale, whichever characters bars are drawn with. */
static void glyphs(void **state)
{
	static const double spread[] = { 1, 1000, NAN }, close_by[] = { 10, 1000, NAN };
	static const double below_one[] = { 0.001, 0.01, 0.5 };
	struct scale s = scale_of(spread, 3), small = scale_of(below_one, 3);
	char text[GLYPHS_BAR_SIZE(20)];
	double part;

	(void)state;
	assert_true(s.logarithmic);
	assert_true(scale_part(&s, 1000) == 1);
	assert_true(scale_part(&s, NAN) == 0);
	assert_true(fabs(scale_value(&s, scale_part(&s, 17)) - 17) < TINY);
	assert_false(scale_of(close_by, 3).logarithmic);
	assert_true(small.logarithmic);
	assert_true(glyphs_level(scale_part(&small, 0.01)) >
		    glyphs_level(scale_part(&small, 0.001)));
	assert_true(fabs(scale_value(&small, scale_part(&small, 0.02)) - 0.02) < TINY);
	assert_int_equal(glyphs_bar(text, 0, 20), 0);
	assert_int_equal(glyphs_bar(text, TINY, 20), 1);
	assert_int_equal(glyphs_bar(text, 0.5, 20), 10);
	assert_int_equal(glyphs_bar(text, 7, 20), 20);
	assert_int_equal(glyphs_bar(text, NAN, 20), 0);
	assert_int_equal(glyphs_bar(text, 1, -3), 0);
	assert_int_equal(glyphs_level(0), 0);
	assert_int_equal(glyphs_level(TINY), 1);
	assert_int_equal(glyphs_level(1), GLYPHS_LEVELS);
	for (part = 0; part < 1; part += 1.0 / 64)
		assert_true(glyphs_level(part) <= GLYPHS_LEVELS);
}

static void short_numbers(void **state)
{
	static const struct {
		double value;
		const char *text;
	} numbers[] = {
		{ 0, "0" }, { 7, "7" }, { 999, "999" }, { 999.4, "999" }, { 999.5, "1.00k" },
		{ 0.25, "0.25" }, { 12.34, "12.3" }, { 12345, "12.3k" }, { 123456, "123k" },
		{ 999499, "999k" }, { 999500, "1.00M" }, { 1.5e18, "1.50E" }, { 1e21, "1000E" },
		{ NAN, "-" },
	};
	char text[GLYPHS_SHORT];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		assert_string_equal(glyphs_short(text, numbers[i].value), numbers[i].text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_link_has_two_ends),
		cmocka_unit_test(meshes_end),
		cmocka_unit_test(counts_from_three_origins),
		cmocka_unit_test(standing_takes_no_time),
		cmocka_unit_test(another_device_makes_all_void),
		cmocka_unit_test(ages_and_costs),
		cmocka_unit_test(sources_and_their_reset),
		cmocka_unit_test(rows_are_sorted),
		cmocka_unit_test(glyphs),
		cmocka_unit_test(short_numbers),
	};

	return cmocka_run_group_tests_name("watch", tests, NULL, NULL);
}
