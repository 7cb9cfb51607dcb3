// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

#include <kind.h>
#include <lengths.h>
#include <kind.h>
#include <pattern.h>

#include "sim/parts/link/go_back_n.h"
#include "sim/routers/bubble/bubble.h"
#include "sim/routers/dragonfly/dragonfly.h"
#include "sim/routers/torus/torus.h"
#include "sim/routers/vc/vc.h"
#include "sim/routers/wormhole/wormhole.h"

#include "case.h"
#include "draw.h"
#include "twin.h"

/* Router cycles that a case may take: some milliseconds of the oracle. */
#define USUAL_WORK	30000
#define LONG_WORK	240000

#define MOST_DOWN	4

struct one_case {
	struct draw draw;
	struct ss_config cfg;
	struct twin twin;
	u32 routers, nodes;
	u32 *lists;
	struct draw table_draw;
	struct drawn_tables *tables;	/* tables in force, or NULL */
	u32 down[MOST_DOWN][2];		/* links that are down: router and port */
	u32 down_links;
	struct draw trace_draw;
	bool pauses;			/* nodes wait for messages of the trace */
	bool traced;			/* the traffic in force is a trace */
	u64 given;			/* cycle up to which the trace has been given */
	u32 gap;			/* largest gap between messages of the trace, in cycles */
	FILE *report;
};

__attribute__((format(printf, 2, 3)))
static void note(struct one_case *c, const char *format, ...)
{
	va_list args;

	if (!c->report)
		return;
	fprintf(c->report, "# cycle %" PRIu64 ": ", oracle_now(c->twin.oracle));
	va_start(args, format);
	vfprintf(c->report, format, args);
	va_end(args);
	fputc('\n', c->report);
}

static void draw_tables_config(struct draw *d, struct ss_config *cfg)
{
	draw_config(d, cfg);
	cfg->seastar.tables = 1;
}

const struct case_class case_classes[CASE_KINDS] = {
	[CASE_SEASTAR] = { "seastar", draw_config, 0, SEEN_SEASTAR_END, MUTANT_SEASTAR_END },
	[CASE_TABLES] = { "tables", draw_tables_config, SEEN_TABLE_NOWHERE, SEEN_SEASTAR_END,
			  MUTANT_SEASTAR_END },
	[CASE_VC] = { "vc", draw_vc_config, SEEN_SEASTAR_END, SEEN_VC_END, MUTANT_VC_END },
	[CASE_TOPOLOGIES] = { "topologies", draw_topology_config, SEEN_VC_END, SEEN_TP_END,
			      MUTANT_TP_END },
	[CASE_TORUS] = { "torus", draw_torus_config, SEEN_TP_END, SEEN_TORUS_END,
			 MUTANT_TORUS_END },
	[CASE_BUBBLE] = { "bubble", draw_bubble_config, SEEN_TORUS_END, SEEN_BUBBLE_END,
			  MUTANT_BUBBLE_END },
	[CASE_WORMHOLE] = { "wormhole", draw_wormhole_config, SEEN_BUBBLE_END, SEEN_WH_END,
			    MUTANT_WH_END },
	[CASE_DRAGONFLY] = { "dragonfly", draw_dragonfly_config, SEEN_WH_END, SEEN_COUNT,
			     MUTANTS },
};

enum case_kind case_kind_of(enum mutant m)
{
	u32 kind = 0;

	while (m >= case_classes[kind].mutant_end)
		kind++;
	return kind;
}

static bool has_ages(const struct one_case *c)
{
	return ss_config_has_ages(&c->cfg);
}

static void note_adaptive(struct one_case *c)
{
	const struct ss_adaptive *a = &c->cfg.dragonfly.adaptive;

	note(c, "misrouting %u, local_misrouting %u, trigger %u, sense_port %u, compare_hops %u, consecutive_hops %u, always %u, one_candidate %u, min_cred %u, redraw %u",
	     a->misrouting, a->local_misrouting, a->trigger, a->sense_port, a->compare_hops,
	     a->consecutive_hops, a->always, a->one_candidate, a->min_cred, a->redraw);
	note(c, "factor %u, bias %u, link_percent %u, link_packets %u, least_percent %u, candidate_percent %u, contention %u, group_contention %u, period %u, alpha %u",
	     a->factor, a->bias, a->link_percent, a->link_packets, a->least_percent,
	     a->candidate_percent, a->contention, a->group_contention, a->period, a->alpha);
}

static void note_dragonfly(struct one_case *c)
{
	const struct ss_config *g = &c->cfg;
	const struct ss_dragonfly_config *own = &g->dragonfly;

	note(c, "dragonfly: %u,%u,%u, arrangement %u, routing %u, valiant %u, order %u, vc_select %u, vc_limit_group %u, vcs %u %u+%u %u+%u, depths %u %u %u, output_depth %u, shared %u %u%%",
	     g->size[0], g->size[1], g->size[2], g->size[3], g->routing,
	     own->valiant, own->order, own->vc_select, own->vc_limit_group, own->inject_vcs, g->vcs,
	     own->reply_vcs, own->global_vcs, own->reply_global_vcs, own->inject_depth,
	     g->input_depth, own->global_depth, own->output_depth, own->shared, own->reserved);
	note(c, "priority %u, pointer %u, transit %u, iterations %u, speedup %u, crossbar_delay %u, global_delay %u, sink %u, output_time %u, entry %u, inject_select %u, input_priority %u, usage %u, input_speedup %u",
	     g->priority, own->pointer, own->transit, own->iterations, own->speedup,
	     own->crossbar_delay, own->global_delay, own->sink, own->output_time, own->entry,
	     own->inject_select, own->input_priority, g->usage, own->input_speedup);
	note_adaptive(c);
}

static void note_config(struct one_case *c)
{
	const struct ss_config *g = &c->cfg;

	if (g->kind->run == ss_vc_kind.run)
		note(c, "vc: splits %u, classes %u, flow %u, allocator %u, priority %u, ties %u, routing_delay %u, vc_delay %u, switch_delay %u, traversal_delay %u",
		     g->kind->splits, g->classes, g->vc.flow, g->vc.allocator, g->priority, g->ties,
		     g->vc.routing_delay, g->vc.vc_delay, g->vc.switch_delay,
		     g->vc.traversal_delay);
	if (g->kind == &ss_torus_kind)
		note(c, "torus: routing %u, threshold %u, occupancy %u, discipline %u, stars %u",
		     g->routing, g->torus.threshold, g->torus.occupancy, g->torus.discipline,
		     g->torus.stars);
	if (g->kind == &ss_bubble_kind)
		note(c, "bubble: classes %u, routing %u, crossbar %u, bubble %u, patience %u, priority %u, ties %u",
		     g->classes, g->routing, g->escape.crossbar, g->escape.bubble,
		     g->escape.patience, g->priority, g->ties);
	if (g->kind == &ss_wormhole_kind)
		note(c, "wormhole: classes %u, routing %u, crossbar %u, ties %u, patience %u, may_deadlock %u",
		     g->classes, g->routing, g->escape.crossbar, g->ties, g->escape.patience,
		     g->may_deadlock);
	if (g->kind == &ss_dragonfly_kind)
		note_dragonfly(c);
	note(c, "size %u %u %u, 0x%x, vcs %u, arbiter %u, assignment %u, max_packet %u, input_depth %u, staging_depth %u",
	     g->size[0], g->size[1], g->size[2], g->size[3], g->vcs,
	     g->seastar.arbiter, g->assignment, g->max_packet, g->input_depth,
	     g->seastar.staging_depth);
	note(c, "router_delay %u, link_delay %u, eject %u/%u, inject %u/%u, ack_delay %u, regions %u, window %u, seed 0x%"
	     PRIx64, g->router_delay, g->link_delay, g->eject[0], g->eject[1],
	     g->inject[0], g->inject[1], g->ack_delay, g->regions, g->window, g->seed);
	if (g->seastar.bit_errors)
		note(c, "bit_errors %" PRIu64, g->seastar.bit_errors);
}

static void note_lengths(struct one_case *c, const char *what, const struct ss_lengths *l)
{
	for (u32 i = 0; i < ss_lengths_count(l); i++)
		note(c, "    %s of %u flits: weight %u", what, l->flits[i], l->weight[i]);
}

static void note_part(struct one_case *c, const struct ss_part *p)
{
	note(c, "  part: pattern %u, weight %u, target %u, distance %u, groups %u, spots %u, requests %u",
	     p->pattern, p->weight, p->target, p->distance, p->groups, p->spots, p->requests);
	note_lengths(c, "packets", &p->lengths);
	for (u32 i = 0; i < c->nodes && p->pattern == SEASTAR_PATTERN_PERMUTATION; i++)
		note(c, "    %u sends to %u", i, p->permutation[i]);
	for (u32 i = 0; i < c->nodes && p->permutation && p->pattern >= SS_PATTERN_ALL_TO_ALL;
	     i++)
		note(c, "    rank %u is at %u", i, p->permutation[i]);
	for (u32 i = 0; i < p->spots && p->pattern == SS_PATTERN_HOT_SPOTS; i++)
		note(c, "    %u is a hot spot", p->spot[i]);
}

/* Report line @i of the table of a search. */
static void note_level(struct one_case *c, const struct ss_traffic *t, u32 i)
{
	u32 n = t->ranks ? t->ranks : c->nodes;

	if (!i)
		note(c, "  search of %u levels, root %u, seed %" PRIu64, t->levels, t->root,
		     t->search_seed);
	for (u32 rank = 0; rank < n; rank++)
		note(c, "    level %u, rank %u: %u %s", i % t->levels, rank,
		     t->search[i * n + rank], i < t->levels ? "messages" : "cycles each");
}

static void note_traffic(struct one_case *c, const struct ss_traffic *t)
{
	note(c, "traffic: source %u, arrivals %u, load %u, queue %u, drops %u, burst %u, window %u",
	     t->source, t->arrivals, t->load, t->queue, t->drops, t->burst, t->window);
	note(c, "  batch %u, ranks %u, rows %u, iterations %u, replies in turns %u, queue %u",
	     t->batch, t->ranks, t->rows, t->iterations, t->reply_turns, t->reply_queue);
	for (u32 i = 0; t->pattern == SS_PATTERN_GRAPH500 && i < 2 * t->levels; i++)
		note_level(c, t, i);
	note_lengths(c, "replies", &t->reply);
	for (u32 i = 0; i <= t->parts; i++) {
		struct ss_part p = ss_traffic_part(t, i);

		note_part(c, &p);
	}
}

/* Make one open traffic in eight a trace, which keeps replies and their window. */
static void draw_trace(struct one_case *c, struct ss_traffic *t)
{
	static const u32 gaps[] = { 1, 3, 20, 400 };
	struct draw *d = &c->trace_draw;

	c->traced = false;
	if (t->pattern == SEASTAR_PATTERN_NONE || t->source != SEASTAR_SOURCE_OPEN ||
	    draw_range(d, 0, 7))
		return;
	c->traced = true;
	c->given = oracle_now(c->twin.oracle);
	c->gap = gaps[draw_range(d, 0, 3)];
	c->pauses = draw_once_in(d, 2);
	t->pattern = SS_PATTERN_TRACE;
	t->parts = 0;
	t->queue = 0;
	t->drops = 0;
	t->burst = 0;
}

static u32 draw_flits(struct one_case *c)
{
	struct draw *d = &c->trace_draw;
	u32 most = c->cfg.max_packet;

	if (!oracle_has_replies(c->twin.oracle) && draw_once_in(d, 4))
		most = draw_once_in(d, 20) ? 40 * most : 4 * most;
	return draw_range(d, 1, most);
}

/*
 * Let a node pause until it has received a number of flits.  Mostly so many flits are on their way
 * or still to be sent; otherwise it pauses for ever.
 */
static void give_pause(struct one_case *c)
{
	struct draw *d = &c->trace_draw;
	struct ss_birth b = {
		.cycle = c->given,
		.source = draw_range(d, 0, c->nodes - 1),
		.class_ = SS_PAUSE,
	};
	u32 more = draw_once_in(d, 20) ? 10000 : draw_range(d, 0, 3) * c->cfg.max_packet;

	b.flits = oracle_received(c->twin.oracle, b.source) + draw_range(d, 0, more) + 1;
	note(c, "pause in %" PRIu64 ", of %u, until it has %u flits", b.cycle, b.source, b.flits);
	twin_give(&c->twin, &b);
}

static void give_one(struct one_case *c)
{
	struct draw *d = &c->trace_draw;
	bool plain = c->cfg.classes < 2 || oracle_has_replies(c->twin.oracle);
	struct ss_birth b = {
		.cycle = c->given,
		.source = draw_range(d, 0, c->nodes - 1),
		.dest = draw_range(d, 0, c->nodes - 1),
		.flits = draw_flits(c),
		.class_ = plain ? 0 : draw_range(d, 0, 1),
	};

	if (b.dest == b.source && !c->cfg.kind->allows_self_traffic)
		return;
	note(c, "message in %" PRIu64 ", %u to %u, flits %u, class %u", b.cycle, b.source, b.dest,
	     b.flits, b.class_);
	twin_give(&c->twin, &b);
}

/* Give the twins the messages of the trace for the next @cycles, and perhaps more. */
static void give(struct one_case *c, u32 cycles)
{
	struct draw *d = &c->trace_draw;
	u64 now = oracle_now(c->twin.oracle), end = now + cycles + draw_range(d, 0, 100);

	/* quiescing the network has run cycles of its own */
	c->given = c->given < now ? now : c->given;
	for (; c->traced && c->given < end; c->given += draw_range(d, 0, c->gap)) {
		if (c->pauses && draw_once_in(d, 6))
			give_pause(c);
		give_one(c);
	}
}

static void change_traffic(struct one_case *c, bool may_stop)
{
	struct ss_traffic t;

	draw_traffic(&c->draw, &c->cfg, may_stop, &t, c->lists);
	draw_trace(c, &t);
	note_traffic(c, &t);
	twin_set_traffic(&c->twin, &t);
}

static void change_period(struct one_case *c, u32 router, u32 period)
{
	note(c, "router %u: AGE_CLOCK_PERIOD %u", router, period);
	twin_set_period(&c->twin, router, period);
}

static void change_select(struct one_case *c, u32 router, u64 select)
{
	note(c, "router %u: AGE_RR_SELECT 0x%" PRIx64, router, select);
	twin_set_select(&c->twin, router, select);
}

static void change_bias(struct one_case *c, u32 router, u32 port, u32 class_,
			u32 bias)
{
	note(c, "router %u port %u: %s_AGE_BIAS %u", router, port,
	     class_ ? "RSP" : "REQ", bias);
	twin_set_bias(&c->twin, router, port, class_, bias);
}

static void change_biases(struct one_case *c, u32 router, u32 most)
{
	for (u32 class_ = 0; class_ < SS_CLASSES; class_++) {
		u32 b[SS_PORTS];

		for (u32 port = 0; port < SS_PORTS; port++) {
			b[port] = draw_range(&c->draw, 0, most);
			twin_set_bias(&c->twin, router, port, class_, b[port]);
		}
		note(c, "router %u: %s_AGE_BIAS %u %u %u %u %u %u %u", router,
		     class_ ? "RSP" : "REQ", b[0], b[1], b[2], b[3], b[4], b[5],
		     b[6]);
	}
}

/*
 * Replace the tables, at once or while the network is empty.  If it is empty already, one time in
 * five the built-in rule takes their place.
 */
static void change_tables(struct one_case *c)
{
	bool waits = !c->down_links && !c->twin.crew && !oracle_has_replies(c->twin.oracle) &&
		     draw_once_in(&c->table_draw, 2);
	struct drawn_tables *t = NULL;

	if (!draw_once_in(&c->table_draw, 5) || !oracle_is_empty(c->twin.oracle))
		t = tables_draw(&c->table_draw, &c->cfg);
	if (waits) {
		note(c, "the network is quiesced");
		twin_replace_tables(&c->twin, t);
	} else {
		twin_set_tables(&c->twin, t);
	}
	if (t)
		note(c, "tables: %s; %u entries at random; looked up by %u routers", t->keys,
		     t->random, ss_tables_exceptions(c->twin.fabric));
	else
		note(c, "tables: none");
	tables_free(c->tables);
	c->tables = t;
}

static void restore_link(struct one_case *c)
{
	u32 i = draw_range(&c->table_draw, 0, c->down_links - 1), *link = c->down[i];

	note(c, "router %u port %u: link up", link[0], link[1]);
	twin_link_restore(&c->twin, link[0], link[1]);
	memcpy(link, c->down[--c->down_links], sizeof(c->down[0]));
}

/*
 * Return true if a link is down by the record of the case.  A rank cannot ask the fabric about
 * links of other ranks' routers.
 */
static bool is_down(const struct one_case *c, u32 router, u32 port)
{
	for (u32 i = 0; i < c->down_links; i++)
		if (c->down[i][0] == router && c->down[i][1] == port)
			return true;
	return false;
}

/* Take a link down, or change the policy of a link that is down; few are down at once. */
static void fail_link(struct one_case *c)
{
	struct draw *d = &c->table_draw;
	u32 router = draw_range(d, 0, c->routers - 1), port = draw_range(d, 1, SS_PORTS - 1);
	bool drops = draw_once_in(d, 2);

	if (!oracle_has_link(c->twin.oracle, router, port) || c->down_links == MOST_DOWN)
		return;
	note(c, "router %u port %u: link down, packets %s", router, port,
	     drops ? "dropped" : "wait");
	if (!is_down(c, router, port)) {
		c->down[c->down_links][0] = router;
		c->down[c->down_links++][1] = port;
	}
	twin_link_fail(&c->twin, router, port, drops);
}

static void change_link(struct one_case *c)
{
	if (c->down_links && draw_once_in(&c->table_draw, 2))
		restore_link(c);
	else
		fail_link(c);
}

/* Change the rate of wrong bits of a link: more, fewer, or none. */
static void change_errors(struct one_case *c)
{
	static const u64 rates[] = { 0, 0, 2000000000, SS_BIT_ERRORS_MAX };
	struct draw *d = &c->table_draw;
	u32 router = draw_range(d, 0, c->routers - 1), port = draw_range(d, 1, SS_PORTS - 1);
	u64 rate = rates[draw_range(d, 0, 3)];

	if (!oracle_has_link(c->twin.oracle, router, port))
		return;
	note(c, "router %u port %u: bit errors %" PRIu64, router, port, rate);
	twin_link_errors(&c->twin, router, port, rate);
}

/* Set the aging registers: leave the defaults, set all routers alike, or each differently. */
static void first_aging(struct one_case *c)
{
	struct draw *d = &c->draw;
	bool alike = !draw_once_in(d, 3);
	u32 period = draw_period(d), most_bias = draw_range(d, 0, SS_MAX_BIAS);
	u64 select = draw_select(d);

	if (draw_once_in(d, 12) || !has_ages(c))
		return;
	for (u32 r = 0; r < c->routers; r++) {
		change_period(c, r, alike ? period : draw_period(d));
		change_select(c, r, alike ? select : draw_select(d));
		change_biases(c, r, most_bias);
	}
}

static void some_change(struct one_case *c)
{
	struct draw *d = &c->draw;
	u32 router = draw_range(d, 0, c->routers - 1);

	switch (draw_range(d, has_ages(c) ? 0 : 6, 8)) {
	case 0:
	case 1:
		change_period(c, router, draw_period(d));
		break;
	case 2:
		for (u32 r = 0, period = draw_period(d); r < c->routers; r++)
			change_period(c, r, period);
		break;
	case 3:
		change_select(c, router, draw_select(d));
		break;
	case 4:
	case 5:
		change_bias(c, router, draw_range(d, 0, SS_PORTS - 1),
			    draw_range(d, 0, 1), draw_range(d, 0, SS_MAX_BIAS));
		break;
	case 6:
		note(c, "source statistics reset");
		twin_reset_sources(&c->twin);
		break;
	default:
		change_traffic(c, true);
		break;
	}
}

static void some_reading(struct one_case *c)
{
	struct draw *d = &c->draw;
	u32 node = draw_range(d, 0, c->nodes - 1), router = draw_range(d, 0, c->routers - 1);

	switch (draw_range(d, 0, 3)) {
	case 0:
		note(c, "state compared");
		twin_compare_state(&c->twin);
		twin_compare_oldest(&c->twin);
		break;
	case 1:
		note(c, "state hashed");
		twin_hash_state(&c->twin);
		break;
	case 2:
		note(c, "source %u read", node);
		twin_compare_source(&c->twin, node);
		break;
	default:
		note(c, "registers of router %u read", router);
		twin_compare_regs(&c->twin, router);
		break;
	}
}

static u32 draw_cycles(struct one_case *c)
{
	struct draw *d = &c->draw;
	bool is_long = draw_once_in(d, 25);
	u32 most = (is_long ? LONG_WORK : USUAL_WORK) / c->routers;

	if (!is_long && most > 4000)
		most = 4000;
	if (most < 200)
		most = 200;
	return draw_range(d, is_long ? most / 2 : 100, most);
}

static u32 draw_chunk(struct draw *d, u32 left)
{
	switch (draw_range(d, 0, 5)) {
	case 0:
		return draw_range(d, 0, left < 3 ? left : 3);
	case 1:
		return draw_range(d, 0, left < 60 ? left : 60);
	}
	return draw_range(d, 1, left < 700 ? left : 700);
}

static void live(struct one_case *c)
{
	const struct ss_seastar_config *own = &c->cfg.seastar;
	struct draw *d = &c->draw;
	u32 cycles = draw_cycles(c), chunk;
	u32 calm = draw_range(d, 2, 12);

	first_aging(c);
	if (own->tables)
		change_tables(c);
	if (!draw_once_in(d, 40))
		change_traffic(c, false);
	for (u32 left = cycles; left && twin_is_alike(&c->twin); left -= chunk) {
		chunk = draw_chunk(d, left);
		note(c, "%u cycles", chunk);
		give(c, chunk);
		twin_run(&c->twin, chunk);
		if (draw_once_in(d, calm))
			some_change(c);
		else if (draw_once_in(d, 4))
			some_reading(c);
		if (own->tables && draw_once_in(&c->table_draw, 6))
			change_tables(c);
		if (own->tables && draw_once_in(&c->table_draw, 4))
			change_link(c);
		if (own->tables && draw_once_in(&c->table_draw, 8))
			change_errors(c);
	}
	twin_compare_state(&c->twin);
	twin_compare_oldest(&c->twin);
	for (u32 r = 0; r < c->routers; r++)
		twin_compare_regs(&c->twin, r);
	for (u32 n = 0; n < c->nodes; n++)
		twin_compare_source(&c->twin, n);
}

bool case_run(u64 seed, u64 number, enum case_kind kind, enum mutant mutant, u32 crew,
	      u64 *coverage, FILE *report)
{
	struct one_case c = {
		.draw = { .key = ss_rng_key(seed, number) },
		.report = report,
	};
	const char *refused;
	bool ok;

	case_classes[kind].draw(&c.draw, &c.cfg);
	if (crew)
		c.cfg.regions = draw_parts(&c.cfg) < crew ? 1 : crew;
	refused = ss_config_check(&c.cfg);
	if (refused) {
		if (report)
			fprintf(report, "# DIFFERENT: fabric refused: %s\n",
				refused);
		return false;
	}
	twin_init(&c.twin, &c.cfg, mutant, crew, report);
	c.routers = oracle_routers(c.twin.oracle);
	c.nodes = oracle_nodes(c.twin.oracle);
	/* a list for each part, and six lists for the levels of a search */
	c.lists = calloc((SS_MAX_PARTS + 6) * c.nodes, sizeof(*c.lists));
	if (!c.lists) {
		fprintf(stderr, "fuzz: out of memory\n");
		exit(1);
	}
	c.table_draw.key = ss_rng_key(c.draw.key, 0);
	c.trace_draw.key = ss_rng_key(c.draw.key, 1);
	note_config(&c);
	live(&c);
	for (u32 i = 0; i < SEEN_COUNT && coverage; i++)
		coverage[i] += oracle_coverage(c.twin.oracle)[i];
	ok = twin_is_alike(&c.twin);
	free(c.lists);
	twin_free(&c.twin);
	tables_free(c.tables);
	return ok;
}
