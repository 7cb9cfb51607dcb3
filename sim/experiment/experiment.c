// SPDX-License-Identifier: GPL-2.0-only
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <lengths.h>

#include "sim/base/memory.h"
#include "sim/base/text.h"
#include "sim/graph500/equations.h"

#include "assign.h"
#include "booksim.h"
#include "keys.h"

#define SIM_WINDOW	16	/* default of the packets outstanding */

/* Return the defaults of fabrics of these routers. */
static struct ss_config usual_config(const struct sim_experiment *e)
{
	struct ss_config usual = sim_router_ops(e)->usual(e);

	usual.seed = e->config.seed;
	usual.regions = e->config.regions;
	return usual;
}

/* Set packet lengths that no key gives to the largest that is usual for the router. */
static void take_usual_lengths(struct sim_experiment *e)
{
	static const char *const keys[] = { "lengths", "lengths2", "lengths3", "lengths4" };

	for (u32 i = 0; i < SS_MAX_PARTS; i++) {
		u32 key = sim_key_find(keys[i]);

		for (u32 p = 0; p < e->phases && !e->phase[p].origin[key].level; p++) {
			struct ss_lengths *l = sim_key_field(&sim_keys[key], e, p);

			*l = ss_lengths_one(usual_config(e).max_packet);
		}
	}
}

static void take_usual_window(struct sim_experiment *e)
{
	u32 key = sim_key_find("window");

	for (u32 p = 0; p < e->phases && !e->phase[p].origin[key].level; p++) {
		struct ss_traffic *t = &e->phase[p].settings.traffic;

		t->window = sim_router_ops(e)->without_window &&
			    t->source == SEASTAR_SOURCE_OPEN ? 0 : SIM_WINDOW;
	}
}

struct sim_experiment *sim_experiment_new(void)
{
	struct sim_experiment *e = sim_need(malloc(sizeof(*e)));
	struct sim_settings *s = &e->phase[0].settings;

	memset(e, 0, offsetof(struct sim_experiment, phase[1]));
	ss_config_default(&e->config, 8, 8, 8, 0);
	s->traffic.pattern = SEASTAR_PATTERN_UNIFORM;
	s->traffic.source = SEASTAR_SOURCE_OPEN;
	s->traffic.load = SEASTAR_PPM / 10;
	s->traffic.window = SIM_WINDOW;
	s->traffic.requests = SEASTAR_PPM;
	s->traffic.batch = 100;
	s->traffic.rows = 1;
	s->traffic.iterations = 1;
	s->search = (struct sim_search){
		.scale = 16, .edge_factor = 16, .model = GRAPH500_SIMULATOR,
		.coalescing = 256, .query_time = 1500,
	};
	s->program = (struct sim_program){
		.compute = SEASTAR_PPM, .flit_bytes = 8, .eager = 65536, .placement = "linear",
	};
	s->traffic.weight = 1;
	s->traffic.distance = 1;
	s->traffic.groups = 1;
	for (u32 i = 0; i < SS_MAX_PARTS - 1; i++) {
		s->traffic.part[i].weight = 1;
		s->traffic.part[i].distance = 1;
		s->traffic.part[i].groups = 1;
		s->traffic.part[i].requests = SEASTAR_PPM;
	}
	s->aging.period = SS_DEFAULT_PERIOD;
	s->aging.select = SS_DEFAULT_SELECT;
	memset(s->aging.bias, SS_DEFAULT_BIAS, sizeof(s->aging.bias));
	e->cycle_time = sim_router_ops(e)->cycle_time(e);
	e->warmup = SIM_AUTO;
	e->measure = SIM_AUTO;
	e->precision = SIM_PRECISION;
	e->batches = 32;
	e->max_cycles = 1000000;
	e->detail = SIM_DETAIL_FULL;
	e->phases = 1;
	take_usual_lengths(e);
	return e;
}

/* Return true if the value of @k is kept in &struct ss_config. */
static bool is_of_config(const struct sim_key *k)
{
	size_t first = offsetof(struct sim_experiment, config);

	return k->group == SIM_GROUP_FABRIC && k->offset >= first &&
	       k->offset < first + sizeof(struct ss_config);
}

/* Set the keys of the chosen router and topology that were given to the given values. */
static void take_given(struct sim_experiment *e)
{
	for (u32 i = 0; i < sim_key_count; i++) {
		const struct sim_key *k = &sim_keys[i];
		size_t at = k->offset - offsetof(struct sim_experiment, config);

		if (is_of_config(k) && e->phase[0].origin[i].level &&
		    sim_key_is_of_router(k, e->router) &&
		    sim_key_suits_topology(k, e->router, e->config.topology))
			memcpy((char *)&e->config + at, (char *)&e->given + at, k->size);
	}
}

/* Remember the value of @k, which was given, for a router that is chosen later. */
static void keep_given(struct sim_experiment *e, const struct sim_key *k)
{
	size_t at = k->offset - offsetof(struct sim_experiment, config);

	if (is_of_config(k))
		memcpy((char *)&e->given + at, (char *)&e->config + at, k->size);
}

/*
 * Set keys to their usual values for the chosen router, if they were not given, or it does not have
 * them.
 */
static void take_usual(struct sim_experiment *e)
{
	/* 'mesh' and keys of other topologies share this field */
	e->config.size[SS_MESH] = 0;
	/* the usual values depend on given ones, such as the routing */
	take_given(e);
	e->config = usual_config(e);
	take_given(e);
	if (!sim_is_given(e, "cycle_time"))
		e->cycle_time = sim_router_ops(e)->cycle_time(e);
	take_usual_lengths(e);
	take_usual_window(e);
}

bool sim_take_router(struct sim_experiment *e, const char *word, struct sim_error *err)
{
	const struct sim_key *k = &sim_keys[sim_key_find("router")];

	if (!k->type->parse(k, word, &e->router, err))
		return false;
	take_usual(e);
	return true;
}

bool sim_has_end(const struct sim_experiment *e)
{
	const struct sim_settings *s = &e->phase[0].settings;

	if (sim_is_traced(s))
		return e->measure == SIM_AUTO;
	return e->phases == 1 && s->traffic.pattern != SEASTAR_PATTERN_NONE &&
	       s->traffic.source == SS_SOURCE_BATCH;
}

bool sim_has_replies(const struct sim_settings *s)
{
	return ss_lengths_count(&s->traffic.reply) && s->traffic.source != SS_SOURCE_BATCH;
}

bool sim_ever_has_replies(const struct sim_experiment *e)
{
	for (u32 p = 0; p < e->phases; p++)
		if (sim_has_replies(&e->phase[p].settings))
			return true;
	return false;
}

struct ss_traffic sim_traffic(const struct sim_settings *s)
{
	struct ss_traffic t = s->traffic;

	t.permutation = s->permutation;
	t.spots = s->spots[0].count;
	t.spot = s->spots[0].node;
	t.parts = 0;
	if (!sim_has_replies(s)) {
		memset(&t.reply, 0, sizeof(t.reply));
		t.reply_turns = 0;
		t.reply_queue = 0;
	}
	if (t.pattern == SEASTAR_PATTERN_NONE)
		return t;
	if (t.pattern == SS_PATTERN_GRAPH500) {
		t.batch = 1;
		t.iterations = 1;
	}
	if (sim_is_traced(s)) {
		t.arrivals = SS_ARRIVALS_BERNOULLI;
		t.queue = 0;
		t.drops = 0;
		t.burst = 0;
		t.requests = SEASTAR_PPM;
		return t;
	}
	for (u32 i = 0; i < SS_MAX_PARTS - 1; i++) {
		struct ss_part *p = &t.part[t.parts];

		*p = s->traffic.part[i];
		p->spots = s->spots[i + 1].count;
		p->spot = s->spots[i + 1].node;
		t.parts += p->pattern != SEASTAR_PATTERN_NONE;
	}
	return t;
}

void sim_experiment_free(struct sim_experiment *e)
{
	if (!e)
		return;
	for (u32 p = 0; p < e->phases; p++)
		free(e->phase[p].settings.permutation);
	for (u32 i = 0; i < e->name_count; i++)
		free(e->names[i]);
	free(e->names);
	free(e);
}

const char *sim_keep_name(struct sim_experiment *e, const char *name)
{
	e->names = sim_grow(e->names, e->name_count + 1, sizeof(*e->names));
	e->names[e->name_count] = sim_copy(name);
	return e->names[e->name_count++];
}

bool sim_fail_at(struct sim_error *err, const struct sim_origin *at, const char *fmt, ...)
{
	char why[sizeof(err->text)];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, sizeof(why), fmt, ap);
	va_end(ap);
	if (at->level == SIM_LEVEL_FILE || at->level == SIM_LEVEL_FILE_LIST)
		return sim_fail(err, "%.200s:%u:%u: %.300s", at->name, at->line, at->column, why);
	if (at->level != SIM_LEVEL_DEFAULT)
		return sim_fail(err, "command line, '%.200s', column %u: %.240s", at->name,
				at->column, why);
	return sim_fail(err, "%s", why);
}

static struct sim_origin after(const struct sim_origin *at, u32 columns)
{
	struct sim_origin there = *at;

	there.column += columns;
	return there;
}

/* Refuse a value because of @why, unless it is a word of BookSim or of papers. */
static bool refuse_value(const char *name, const char *value, const char *why,
			 const struct sim_origin *at, struct sim_error *err)
{
	const char *booksim = booksim_value(name, value), *here = papers_name(name, value);

	if (booksim)
		return sim_fail_at(err, at, "%s: '%.64s' is BookSim's, here %s (docs/from-booksim.md)",
				   name, value, booksim);
	if (here)
		return sim_fail_at(err, at, "%s: '%.64s' is here %s", name, value, here);
	return sim_fail_at(err, at, "%s: %s", name, why);
}

static bool unknown_key(const char *name, const struct sim_origin *at, struct sim_error *err)
{
	const char *hint = sim_key_nearest(name), *booksim = booksim_key(name);
	const char *here = papers_name(name, NULL);

	if (booksim)
		return sim_fail_at(err, at, "unknown key '%.64s': BookSim's, here %s (docs/from-booksim.md)",
				   name, booksim);
	if (here)
		return sim_fail_at(err, at, "unknown key '%.64s': give %s", name, here);
	if (hint)
		return sim_fail_at(err, at, "unknown key '%.64s': did you mean '%s'?", name, hint);
	return sim_fail_at(err, at, "unknown key '%.64s': 'seastar-sim help keys' lists them",
			   name);
}

/*
 * Replace key "topology" with a value NAME:SIZE by key NAME with value SIZE, if there is such a
 * key, as for topologies that only routers of their name build.
 */
static void take_own_key(const char **name, const char **value)
{
	const char *colon = strchr(*value, ':');
	char own[SIM_MAX_NAME];

	if (strcmp(*name, "topology") || !colon)
		return;
	snprintf(own, sizeof(own), "%.*s", (int)(colon - *value), *value);
	if (sim_key_find(own) == sim_key_count)
		return;
	*name = sim_keys[sim_key_find(own)].name;
	*value = colon + 1;
}

/* Choose a router that builds the topology, if no router is given and the usual one does not. */
static void choose_router(struct sim_experiment *e, const char *name)
{
	const struct sim_key *routers = &sim_keys[sim_key_find("router")];
	struct sim_error err;

	if (sim_is_given(e, "router"))
		return;
	if (!strcmp(name, "topology") && e->config.topology->routings)
		sim_take_router(e, routers->words[SIM_ROUTER_VC], &err);
	else if (strcmp(name, "topology") && sim_key_is_shape(name))
		/* the router has the name of the topology's own key */
		sim_take_router(e, name, &err);
}

bool sim_assign(struct sim_experiment *e, u32 phase, const char *name, const char *value,
		const struct sim_origin *at, u32 columns, struct sim_error *err)
{
	struct sim_origin there = after(at, columns);
	const char *given = name;
	const struct sim_origin *before;
	const struct sim_key *k;
	u32 i, last;

	take_own_key(&name, &value);
	i = sim_key_find(name);
	k = &sim_keys[i];
	if (i == sim_key_count)
		return unknown_key(name, at, err);
	if (phase && !sim_key_is_timed(k))
		return sim_fail_at(err, at, "'%s' cannot change in mid-run: only keys of traffic and aging can",
				   name);
	before = &e->phase[phase].origin[i];
	if (before->level && before->name == at->name)
		return sim_fail_at(err, at, "'%s' is given twice, first in line %u", name,
				   before->line);
	if (!*value)
		return sim_fail_at(err, &there, "%s: the value is missing", name);
	if (!text_is_utf8(value))
		return sim_fail_at(err, &there, "%s: the value is not UTF-8, which results are written in: rename the file",
				   name);
	/* later phases keep values that they do not set */
	last = sim_key_is_timed(k) ? e->phases : 1;
	for (u32 p = phase; p < last; p++) {
		struct sim_error why;

		if (p > phase && e->phase[p].origin[i].level)
			break;
		if (!k->type->parse(k, value, sim_key_field(k, e, p), &why))
			return refuse_value(name, value, why.text, &there, err);
	}
	keep_given(e, k);
	e->phase[phase].origin[i] = *at;
	if (given != name || !strcmp(name, "topology"))
		choose_router(e, name);
	if (sim_choice_find(name) < SIM_CHOICES || !strcmp(name, "source") ||
	    !strcmp(name, "reply") || !strcmp(name, "topology"))
		take_usual(e);
	return true;
}

bool sim_add_phase(struct sim_experiment *e, u64 at, const struct sim_origin *where,
		   struct sim_error *err)
{
	const struct sim_phase *last = &e->phase[e->phases - 1];
	struct sim_phase *next = &e->phase[e->phases];

	if (at <= last->at)
		return sim_fail_at(err, where, "[at %llu] comes after cycle %llu: put changes in the order of their cycles",
				   (unsigned long long)at, (unsigned long long)last->at);
	if (e->phases > SIM_MAX_CHANGES)
		return sim_fail_at(err, where, "more than %d changes in mid-run: leave some out",
				   SIM_MAX_CHANGES);
	*next = *last;
	memset(next->origin, 0, sizeof(next->origin));
	next->at = at;
	next->where = *where;
	if (last->settings.permutation) {
		next->settings.permutation = sim_alloc(last->settings.listed, sizeof(u32));
		memcpy(next->settings.permutation, last->settings.permutation,
		       last->settings.listed * sizeof(u32));
	}
	e->phases++;
	return true;
}

static bool set_at(struct sim_experiment *e, const char *assignment, enum sim_level level,
		   struct sim_error *err)
{
	struct sim_origin at = { .line = 1, .column = 1, .level = level };
	const char *equals = strchr(assignment, '=');
	char *name;
	bool ok;

	at.name = sim_keep_name(e, assignment);
	if (!equals || equals == assignment)
		return sim_fail(err, "'%.200s' is neither a file that can be read nor 'key=value'",
				assignment);
	name = sim_need(strndup(assignment, equals - assignment));
	ok = sim_assign(e, 0, name, equals + 1, &at, equals + 1 - assignment, err);
	free(name);
	return ok;
}

bool sim_experiment_set(struct sim_experiment *e, const char *assignment, struct sim_error *err)
{
	return set_at(e, assignment, SIM_LEVEL_COMMAND, err);
}

bool sim_experiment_share(struct sim_experiment *e, const char *assignment, struct sim_error *err)
{
	return set_at(e, assignment, SIM_LEVEL_SHARED, err);
}

/* Return true if a phase has a value of the key, which may be an empty list. */
static bool has_value(const struct sim_experiment *e, u32 i, u32 phase)
{
	const struct sim_key *because;

	if (!sim_key_applies(&sim_keys[i], e, phase, &because))
		return false;
	if (!phase)
		return true;
	if (!sim_key_is_timed(&sim_keys[i]))
		return false;
	return e->phase[phase].origin[i].level ||
	       !sim_key_applies(&sim_keys[i], e, phase - 1, &because);
}

const char *sim_key_in_force(struct sim_key_writer *w, const struct sim_experiment *e, u32 i,
			     u32 phase)
{
	const char *text;

	if (!has_value(e, i, phase))
		return NULL;
	text = sim_key_write(w, &sim_keys[i], e, phase);
	return *text ? text : NULL;
}

/* Return true if the part of the traffic does not exist, so that its keys need not be printed. */
static bool is_no_part(const struct sim_experiment *e, u32 phase, u32 part)
{
	return part && !phase &&
	       e->phase[0].settings.traffic.part[part - 2].pattern == SEASTAR_PATTERN_NONE;
}

/*
 * Print the keys in force of a further part of the traffic, in a section of their own; with 0, all
 * other keys.
 */
static void print_part(const struct sim_experiment *e, u32 phase, u32 part, FILE *to)
{
	struct sim_key_writer w;
	bool begun = !part;

	if (is_no_part(e, phase, part))
		return;
	sim_key_writer_open(&w);
	for (u32 i = 0; i < sim_key_count; i++) {
		const struct sim_key *k = &sim_keys[i];
		const char *text;

		if (k->part != part)
			continue;
		text = sim_key_in_force(&w, e, i, phase);
		if (!text)
			continue;
		if (!begun)
			fprintf(to, "\n[part %u]\n", part);
		begun = true;
		fprintf(to, "%.*s = ", (int)strlen(k->name) - !!part, k->name);
		if (text_needs_quotes(text))
			text_quote(text, to);
		else
			fputs(text, to);
		fputc('\n', to);
	}
	sim_key_writer_close(&w);
}

void sim_experiment_print(const struct sim_experiment *e, FILE *to)
{
	for (u32 p = 0; p < e->phases; p++) {
		if (p)
			fprintf(to, "\n[at %llu]\n", (unsigned long long)e->phase[p].at);
		print_part(e, p, 0, to);
		for (u32 part = 2; part <= SS_MAX_PARTS; part++)
			print_part(e, p, part, to);
	}
}
