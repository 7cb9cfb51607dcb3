// SPDX-License-Identifier: GPL-2.0-only
/* The table of registers, and the model's registers behind it. */
#include "test.h"

#include <seastar/mmr.h>
#include <seastar/route.h>

#include "lib/model.h"
#include "rng.h"
#include "sim/parts/routing/ways.h"

#define for_each_mmr(m) \
	for ((m) = ss_mmrs; (m) < ss_mmrs + ss_mmr_count; (m)++)
#define for_each_field(f, m) \
	for ((f) = (m)->fields; (f) && (f)->name; (f)++)

static u32 ports_of(const struct ss_mmr *m)
{
	return m->port_stride ? SS_MMR_PORTS : 1;
}

/* Each byte of the window belongs to one register at most, which ss_mmr_find() returns. */
static void registers_do_not_overlap(void **state)
{
	static const struct ss_mmr *owner[SS_MMR_WINDOW / 8];
	const struct ss_mmr *m;
	struct ss_mmr_at at;

	(void)state;
	for_each_mmr(m) {
		for (u32 port = 0; port < ports_of(m); port++) {
			for (u32 i = 0; i < m->count; i++) {
				u32 offset = ss_mmr_offset(m, port, i);

				assert_int_equal(offset % 8, 0);
				assert_in_range(offset, 0, SS_MMR_WINDOW - 8);
				assert_null(owner[offset / 8]);
				owner[offset / 8] = m;
				assert_true(ss_mmr_find(offset, &at));
				assert_ptr_equal(at.mmr, m);
				assert_int_equal(at.port, port);
				assert_int_equal(at.index, i);
			}
		}
	}
	for (u32 offset = 0; offset < 2 * SS_MMR_WINDOW; offset++) {
		bool is_one = offset % 8 == 0 && offset < SS_MMR_WINDOW &&
			      owner[offset / 8];

		assert_int_equal(ss_mmr_find(offset, &at), is_one);
	}
	assert_false(ss_mmr_find(0xfffffff8, &at));
}

static void table_is_in_order(void **state)
{
	(void)state;
	for (u32 i = 0; i < ss_mmr_count; i++) {
		if (i && ss_mmrs[i - 1].offset >= ss_mmrs[i].offset)
			fail_msg("%s comes after %s: the rows of ss_mmrs[] go by offset",
				 ss_mmrs[i].name, ss_mmrs[i - 1].name);
		for (u32 j = 0; j < i; j++)
			assert_string_not_equal(ss_mmrs[i].name, ss_mmrs[j].name);
		assert_true(ss_mmrs[i].count >= 1);
		assert_non_null(ss_mmrs[i].doc);
	}
}

static void fields_do_not_overlap(void **state)
{
	const struct ss_mmr_field *f, *g;
	const struct ss_mmr *m;

	(void)state;
	for_each_mmr(m) {
		u64 taken = 0;

		for_each_field(f, m) {
			assert_in_range(f->width, 1, 64);
			assert_true(f->lsb + f->width <= 64);
			assert_int_equal(taken & ss_mmr_field_mask(f), 0);
			taken |= ss_mmr_field_mask(f);
			assert_non_null(f->doc);
			for (g = m->fields; g < f; g++)
				assert_string_not_equal(f->name, g->name);
		}
		if (m->access == SS_MMR_RW && m->fields)
			assert_int_equal(m->writable, taken);
	}
}

static void entries_are_checked(const struct ss_mmr *m)
{
	static const u8 bad[] = { 0x07, 0x08, 0x30, 0x80, 0xfe };

	assert_null(ss_mmr_check_write(m, m->reset));
	assert_null(ss_mmr_check_write(m, 0));
	assert_null(ss_mmr_check_write(m, 0x26ff100005162103));
	for (u32 i = 0; i < sizeof(bad); i++)
		for (u32 at = 0; at < 64; at += 8)
			assert_non_null(ss_mmr_check_write(m, (u64)bad[i] << at));
}

static void writes_are_checked(void **state)
{
	const struct ss_mmr *m;

	(void)state;
	for_each_mmr(m) {
		if (m->access == SS_MMR_TABLE) {
			entries_are_checked(m);
			continue;
		}
		if (m->access != SS_MMR_RW) {
			assert_int_equal(m->writable, 0);
			assert_non_null(ss_mmr_check_write(m, 0));
			assert_non_null(ss_mmr_check_write(m, m->reset));
			continue;
		}
		assert_null(ss_mmr_check_write(m, m->reset));
		assert_null(ss_mmr_check_write(m, m->max ? m->max : m->writable));
		if (m->max)
			assert_non_null(ss_mmr_check_write(m, m->max + 1));
		assert_null(ss_mmr_check_write(m, m->min));
		if (m->min)
			assert_non_null(ss_mmr_check_write(m, m->min - 1));
		for (u32 bit = 0; bit < 64; bit++) {
			u64 one = 1ULL << bit | m->min;

			if (m->writable >> bit & 1)
				assert_null(ss_mmr_check_write(m, one));
			else
				assert_non_null(ss_mmr_check_write(m, one));
		}
	}
}

static void field_masks(void **state)
{
	const struct ss_mmr_field whole = { .width = 64 };
	const struct ss_mmr_field top = { .lsb = 63, .width = 1 };

	(void)state;
	assert_int_equal(ss_mmr_field_mask(&whole), U64_MAX);
	assert_int_equal(ss_mmr_field_mask(&top), 1ULL << 63);
	assert_int_equal(ss_mmr_field_get(&top, 1ULL << 63), 1);
	assert_int_equal(ss_mmr_field_get(&whole, 0x123456789abcdef0ULL), 0x123456789abcdef0ULL);
}

/* Registers of a fabric at rest have the table's reset values, except those in by_router. */
static void reset_values(void **state)
{
	static const u32 by_router[] = {
		SS_MMR_RTR_CAPABILITY, SS_MMR_RTR_TOPOLOGY, SS_MMR_RTR_NODE_ID,
		SS_MMR_AGE_STATUS, SS_MMR_DATELINE_CONFIG,
		SS_MMR_PORT(0) + SS_MMR_LINK_STATUS, SS_MMR_LUT(0),
	};
	const struct ss_mmr *m;
	struct ss_config cfg;
	struct ss_fabric *f;

	(void)state;
	ss_config_default(&cfg, 4, 3, 2, 2);
	f = model_new(&cfg);
	for_each_mmr(m) {
		bool varies = false;

		for (u32 i = 0; i < sizeof(by_router) / sizeof(by_router[0]); i++)
			varies |= m->offset == by_router[i];
		for (u32 port = 0; port < ports_of(m) && !varies; port++)
			for (u32 i = 0; i < m->count; i++)
				if (ss_mmr_read(f, 7, ss_mmr_offset(m, port, i)) != m->reset)
					fail_msg("%s: its value after a reset is not its row's",
						 m->name);
	}
	assert_int_equal(ss_mmr_read(f, 7, SS_MMR_RTR_CAPABILITY),
			 24 | 7 << 16 | 2 << 20 | 9 << 24 | 1ULL << 63);
	assert_int_equal(ss_mmr_read(f, 7, SS_MMR_RTR_TOPOLOGY),
			 4 | 3 << 16 | 2ULL << 32 | 2ULL << 48);
	assert_int_equal(ss_mmr_read(f, 7, SS_MMR_RTR_NODE_ID), 7);
	assert_int_equal(ss_mmr_read(f, 7, SS_MMR_AGE_STATUS), 0x1000ULL << 32);
	assert_int_equal(ss_mmr_read(f, 7, SS_MMR_DATELINE_CONFIG), 0x8003 | 0x8001ULL << 32);
	/* the last offset before the ports is free for long */
	assert_int_equal(ss_mmr_read(f, 7, SS_MMR_PORT(0) - 8), U64_MAX);
	model_free(f);
}

/* Read the aging settings of a router from its registers. */
static struct ss_aging settings_of(struct ss_fabric *f, u32 router)
{
	struct ss_aging a = {
		.period = ss_mmr_read(f, router, SS_MMR_AGE_CLOCK_PERIOD),
		.select = ss_mmr_read(f, router, SS_MMR_AGE_RR_SELECT),
	};

	for (u32 port = 0; port < SS_PORTS; port++) {
		u64 config = ss_mmr_read(f, router, SS_MMR_PORT(port) + SS_MMR_PORT_CONFIG);

		a.bias[0][port] = config >> 61;
		a.bias[1][port] = config >> 58 & 7;
	}
	return a;
}

/* The values that the writable registers of router 2 should hold. */
struct shadow {
	u64 value[64][SS_MMR_PORTS];
};

static void must_hold(struct ss_fabric *f, const struct shadow *s)
{
	struct ss_aging seen = settings_of(f, 2), model;

	for (u32 i = 0; i < ss_mmr_count; i++) {
		const struct ss_mmr *m = &ss_mmrs[i];

		for (u32 port = 0; port < ports_of(m) && m->access == SS_MMR_RW; port++)
			assert_int_equal(ss_mmr_read(f, 2, ss_mmr_offset(m, port, 0)),
					 s->value[i][port]);
	}
	ss_aging_get(f, 2, &model);
	assert_int_equal(seen.period, model.period);
	assert_int_equal(seen.select, model.select);
	assert_memory_equal(seen.bias, model.bias, sizeof(seen.bias));
}

/* Random writes of random registers: what was written is read, nothing else moves. */
static void writes_are_read_back(void **state)
{
	u64 key = ss_rng_key(11, 0), draw = 0;
	struct shadow s;
	struct ss_config cfg;
	struct ss_fabric *f;

	(void)state;
	ss_config_default(&cfg, 3, 2, 1, 0);
	cfg.seastar.tables = 1;
	f = model_new(&cfg);
	assert_true(ss_mmr_count <= sizeof(s.value) / sizeof(s.value[0]));
	for (u32 i = 0; i < ss_mmr_count; i++)
		for (u32 port = 0; port < SS_MMR_PORTS; port++)
			s.value[i][port] = ss_mmrs[i].reset;
	for (u32 run = 0; run < 2000; run++) {
		u32 i = ss_rng_below(ss_rng_draw(key, draw++), ss_mmr_count);
		const struct ss_mmr *m = &ss_mmrs[i];
		u64 dice = ss_rng_draw(key, draw++), value = dice & m->writable;
		u32 port = dice % ports_of(m);

		if (ss_mmr_check_write(m, value))
			continue;
		ss_mmr_write(f, 2, ss_mmr_offset(m, port, 0), value);
		s.value[i][port] = value;
		must_hold(f, &s);
	}
	assert_int_equal(ss_mmr_read(f, 3, SS_MMR_AGE_CLOCK_PERIOD), SS_DEFAULT_PERIOD);
	model_free(f);
}

/* The first words of ss_state_emit(): the cycle, and then the aging state of router 0. */
struct words {
	u32 n;
	u64 word[1 + 2 + SS_CLASSES * SS_PORTS + 6];
};

static void keep_word(void *ctx, u64 word)
{
	struct words *w = ctx;

	if (w->n < sizeof(w->word) / sizeof(w->word[0]))
		w->word[w->n++] = word;
}

static void age_clock_reads_as_it_runs(void **state)
{
	static const u32 bias[SS_DIMS] = { 3, 2, 1 };
	struct ss_traffic t = model_window(SEASTAR_PATTERN_ALL_TO_ONE, 32);
	u32 inhibited = 0, both = 0, epochs = 0;
	struct ss_config cfg;
	struct ss_fabric *f;

	(void)state;
	ss_config_default(&cfg, 4, 4, 1, 0);
	f = model_new(&cfg);
	model_aging(f, 1, SS_DEFAULT_SELECT, bias);
	model_traffic(f, &t);
	for (u32 i = 0; i < 4000; i++) {
		u64 status = ss_mmr_read(f, 0, SS_MMR_AGE_STATUS);
		u64 count = ss_mmr_read(f, 0, SS_MMR_AGE_PACKET_COUNT);
		struct words w = { 0 };
		const u64 *age = &w.word[1 + 2 + SS_CLASSES * SS_PORTS];

		ss_state_emit(f, keep_word, &w);
		assert_int_equal(ss_mmr_read(f, 0, SS_MMR_RTR_CYCLE), w.word[0]);
		assert_int_equal(ss_mmr_read(f, 0, SS_MMR_AGE_CLOCK_PERIOD), w.word[1]);
		assert_int_equal(status, age[0] | age[1] << 8 | age[3] << 9 | age[2] << 32);
		assert_int_equal(count, age[4] | age[5] << 32);
		inhibited += age[3];
		both += age[4] && age[5];
		epochs += age[1];
		ss_fabric_run(f, 1 + i % 7);
	}
	/* the run must have reached all states of the age clock, or the test shows nothing */
	assert_true(inhibited && both && epochs);
	model_free(f);
}

static void performance_registers_are_the_models(void **state)
{
	struct ss_traffic t = model_window(SEASTAR_PATTERN_UNIFORM, 8);
	u64 regs[SS_PORTS][SEASTAR_REGS], sum = 0;
	struct ss_config cfg;
	struct ss_fabric *f;

	(void)state;
	ss_config_default(&cfg, 3, 3, 3, 0);
	f = model_new(&cfg);
	model_traffic(f, &t);
	ss_fabric_run(f, 5000);
	for (u32 r = 0; r < ss_fabric_routers(f); r++) {
		ss_read_regs(f, r, regs);
		for (u32 port = 0; port < SS_PORTS; port++)
			for (u32 i = 0; i < SEASTAR_REGS; i++) {
				u32 at = SS_MMR_PORT(port) + SS_MMR_RTR_PERF + 8 * i;

				assert_int_equal(ss_mmr_read(f, r, at), regs[port][i]);
				sum += regs[port][i];
			}
	}
	assert_true(sum);
	model_free(f);
}

/* The names of the performance registers, in the order of enum seastar_reg. */
static void performance_registers_are_in_order(void **state)
{
	static const struct { u32 reg; const char *name; } some[] = {
		{ SEASTAR_REG_VC0_BLOCKED, "RTR_PERF_VC0_BLOCKED" },
		{ SEASTAR_REG_VC0_BLOCKED + 3, "RTR_PERF_VC3_BLOCKED" },
		{ SEASTAR_REG_STALLED, "RTR_PERF_STALLED" },
		{ SEASTAR_REG_AGE_GROUP0, "RTR_AGE_GROUP0" },
		{ SEASTAR_REG_AGE_GROUP1, "RTR_AGE_GROUP1" },
		{ SEASTAR_REG_VC0_PKTS, "RTR_PERF_VC0_PKTS" },
		{ SEASTAR_REG_VC0_FLITS, "RTR_PERF_VC0_FLITS" },
		{ SEASTAR_REG_VC0_FLITS + 3, "RTR_PERF_VC3_FLITS" },
		{ SEASTAR_REG_GRANTS0, "RTR_GRANTS0" },
		{ SEASTAR_REG_GRANTS1, "RTR_GRANTS1" },
	};
	struct ss_mmr_at at;

	(void)state;
	assert_true(ss_mmr_find(SS_MMR_PORT(0) + SS_MMR_RTR_PERF + 8 * (SEASTAR_REGS - 1), &at));
	assert_false(ss_mmr_find(SS_MMR_PORT(0) + SS_MMR_RTR_PERF + 8 * SEASTAR_REGS, &at));
	assert_int_equal(SS_MMR_PORTS, SEASTAR_PORTS);
	for (u32 i = 0; i < sizeof(some) / sizeof(some[0]); i++) {
		assert_true(ss_mmr_find(SS_MMR_PORT(5) + SS_MMR_RTR_PERF + 8 * some[i].reg, &at));
		assert_string_equal(at.mmr->name, some[i].name);
		assert_int_equal(at.port, 5);
	}
}

static u32 lut_entry(struct ss_fabric *f, u32 router, u32 port, u32 dest)
{
	return ss_mmr_read(f, router, SS_MMR_LUT(port) + dest / 8 * 8) >> dest % 8 * 8 & 0xff;
}

static u64 link_status(struct ss_fabric *f, u32 router, u32 port)
{
	return ss_mmr_read(f, router, SS_MMR_PORT(port) + SS_MMR_LINK_STATUS);
}

/* Follow the tables alone from @source to @dest: they agree with ss_route(), and lead there. */
static void tables_lead_to(struct ss_fabric *f, const struct ss_routing *rt,
			   const struct ss_topology *topo, u32 source, u32 dest, u32 *upper)
{
	u32 here = source, in = SEASTAR_PORT_PROC, hops = 0;

	for (;;) {
		struct ss_hop hop = ss_route(rt, here, in, 0, dest);
		u32 entry = lut_entry(f, here, in, dest);
		u64 lines = ss_mmr_read(f, here, SS_MMR_DATELINE_CONFIG), at;

		assert_int_equal(ss_route_port(entry), hop.port);
		if (hop.port == SEASTAR_PORT_PROC || ss_port_dim(in) == ss_port_dim(hop.port))
			assert_int_equal(ss_route_vc(entry), SS_ROUTE_KEEP);
		if (hop.port == SEASTAR_PORT_PROC)
			break;
		assert_int_equal(link_status(f, here, hop.port),
				 SS_MMR_LINK_PRESENT | SS_MMR_LINK_UP);
		/* VC1 begins at a dateline, and with SS_ASSIGN_LOWER nowhere else */
		lines >>= 16 * ss_port_dim(hop.port);
		at = ss_coord_of(topo, here).at[ss_port_dim(hop.port)];
		/* at a dateline the entry has VC0, which the crossing makes VC1 */
		if (ss_port_dim(in) != ss_port_dim(hop.port))
			assert_int_equal(ss_route_vc(entry),
					 (lines & 0xffff) == (0x8000 | at) ? 0 : hop.vc);
		if ((lines & 0xffff) == (0x8000 | at))
			assert_int_equal(hop.vc, 1);
		else if (rt->assignment == SS_ASSIGN_LOWER)
			assert_int_equal(hop.vc, 0);
		else
			*upper += hop.vc;
		here = ss_neighbour(topo, here, hop.port);
		in = ss_opposite(hop.port);
		assert_true(hops++ < topo->size[0] + topo->size[1] + topo->size[2]);
	}
	assert_int_equal(here, dest);
}

static void look_up_tables_route(void **state)
{
	static const u32 shapes[][5] = {
		{ 4, 3, 2, 0, false }, { 5, 4, 1, 2, false }, { 3, 3, 3, 7, false },
		{ 4, 3, 2, 0, true }, { 5, 4, 1, 2, true }, { 3, 3, 3, 7, true },
	};

	(void)state;
	for (u32 s = 0; s < sizeof(shapes) / sizeof(shapes[0]); s++) {
		const u32 *k = shapes[s];
		u32 upper = 0;
		struct ss_topology topo = {
			.ops = &ss_cube_topology, .size = { k[0], k[1], k[2], k[3] },
			.routers = k[0] * k[1] * k[2],
		};
		u64 *place = model_memory(topo.routers * sizeof(*place));
		struct ss_routing rt = {
			.place = place, .radix = { k[0], k[1], k[2] }, .mesh = k[3], .vcs = 2,
			.assignment = k[4], .ties = SS_TIES_PAIR,
		};
		struct ss_config cfg;
		struct ss_fabric *f;

		ss_config_default(&cfg, k[0], k[1], k[2], k[3]);
		cfg.assignment = k[4] ? SS_ASSIGN_BALANCED : SS_ASSIGN_LOWER;
		f = model_new(&cfg);
		for (u32 r = 0; r < topo.routers; r++)
			place[r] = ss_route_place(&topo, r, NULL);
		for (u32 source = 0; source < topo.routers; source++) {
			for (u32 dest = 0; dest < topo.routers; dest++)
				tables_lead_to(f, &rt, &topo, source, dest, &upper);
			assert_int_equal(lut_entry(f, source, 0, topo.routers), SS_ROUTE_NONE);
			assert_int_equal(lut_entry(f, source, 0, 4095), SS_ROUTE_NONE);
		}
		assert_int_equal(k[4], upper > 0);
		model_free(f);
		free(place);
	}
}

/* No entry leads where nothing is, whichever port it is of. */
static void no_route_leads_over_an_edge(void **state)
{
	struct ss_config cfg;
	struct ss_fabric *f;
	u32 closed = 0;

	(void)state;
	ss_config_default(&cfg, 3, 3, 1, 3);
	f = model_new(&cfg);
	for (u32 r = 0; r < 9; r++)
		for (u32 port = 0; port < SS_PORTS; port++)
			for (u32 dest = 0; dest < 9; dest++) {
				u32 entry = lut_entry(f, r, port, dest);

				if (entry == SS_ROUTE_NONE)
					closed++;
				else
					assert_true(link_status(f, r, entry & 7));
			}
	assert_true(closed);
	model_free(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(registers_do_not_overlap),
		cmocka_unit_test(table_is_in_order),
		cmocka_unit_test(fields_do_not_overlap),
		cmocka_unit_test(field_masks),
		cmocka_unit_test(writes_are_checked),
		cmocka_unit_test(reset_values),
		cmocka_unit_test(writes_are_read_back),
		cmocka_unit_test(age_clock_reads_as_it_runs),
		cmocka_unit_test(performance_registers_are_the_models),
		cmocka_unit_test(performance_registers_are_in_order),
		cmocka_unit_test(look_up_tables_route),
		cmocka_unit_test(no_route_leads_over_an_edge),
	};

	return cmocka_run_group_tests_name("mmr", tests, NULL, NULL);
}
