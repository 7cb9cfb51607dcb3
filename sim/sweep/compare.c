// SPDX-License-Identifier: GPL-2.0-only
/* Replications compared, as JSON and for people. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/json.h"
#include "sim/base/memory.h"
#include "sim/base/stats.h"
#include "sim/base/text.h"
#include "sim/result/clock.h"
#include "sim/result/curves.h"
#include "sim/result/field.h"
#include "sim/result/print.h"
#include "sim/result/speed.h"
#include "sim/result/stable.h"

#include "compare.h"

#define MOST_PHASES	40	/* as many as a result's text has */
#define MOST_NAMED	3	/* values of a key in a note */
#define LONGEST_NOTE	1024
#define SAME_LOAD	0.000000001	/* share of a load by which equal ones may differ */
#define LEAST_EQUAL	6	/* differences, all equal, that are taken for an effect */
#define LEAST_OF_EACH	3	/* seeds: with fewer, Welch's interval is too narrow */
#define ROUNDING	0.00001	/* share of a value, which results have to six digits */

/* The unit of a figure: whether it has the cycle in it. */
enum unit { UNIT_OTHER, UNIT_CYCLES, UNIT_PER_CYCLE };

/**
 * struct figure - a figure that is compared
 * @name: name of the figure in the output
 * @field: name of the field of a result
 * @title: title for people
 * @unit: &enum unit
 */
struct figure {
	const char *name;
	const char *field;
	const char *title;
	enum unit unit;
};

/**
 * struct figures - the figures that are compared
 * @in_ns: those with the cycle in their unit are in ns instead
 * @count: number of figures
 * @at: in their order
 * @text: fields and titles of figures that no constant has
 * @texts: number of these
 */
struct figures {
	bool in_ns;
	u32 count;
	struct figure *at;
	char **text;
	u32 texts;
};

/* Figures compared by default; the first is for batches. */
static const struct figure usual[] = {
	{ "completion", "completion.cycles", "Time to completion (cycles)", UNIT_CYCLES },
	{ "accepted", "load.accepted", "Accepted load (flits per sender per cycle)",
	  UNIT_PER_CYCLE },
	{ "mean", "latency.mean", "Latency: mean (cycles)", UNIT_CYCLES },
	{ "p99", "latency.p99", "Latency: 99 % are below (cycles)", UNIT_CYCLES },
	{ "fairness_min", "fairness.min", "Slowest sender (flits per cycle)", UNIT_PER_CYCLE },
	{ "jain", "fairness.jain", "Fairness: Jain's index", UNIT_OTHER },
};

/* Parts of a program's critical path, compared if they are not 0 in any result. */
static const struct figure of_path[] = {
	{ "path_computing", "program.critical_path.computing",
	  "Critical path: computing (cycles)", UNIT_CYCLES },
	{ "path_eager", "program.critical_path.eager",
	  "Critical path: eager messages (cycles)", UNIT_CYCLES },
	{ "path_rendezvous", "program.critical_path.rendezvous",
	  "Critical path: rendezvous (cycles)", UNIT_CYCLES },
	{ "path_messages", "program.critical_path.messages", "Critical path: number of messages",
	  UNIT_OTHER },
};

static void add_figure(struct figures *f, const struct figure *figure)
{
	f->at = sim_grow(f->at, f->count + 1, sizeof(f->at[0]));
	f->at[f->count++] = *figure;
}

static bool is_number(const struct results *s, const char *field)
{
	for (u32 i = 0; i < s->count; i++)
		if (!isnan(field_number(s->at[i], field)))
			return true;
	return false;
}

static void add_path(struct figures *f, const struct results *s)
{
	for (size_t k = 0; k < sizeof(of_path) / sizeof(of_path[0]); k++) {
		bool any = false;

		for (u32 i = 0; i < s->count; i++)
			any |= field_number(s->at[i], of_path[k].field) > 0;
		if (any)
			add_figure(f, &of_path[k]);
	}
}

/* Keep a text for as long as the figures. */
static const char *keep(struct figures *f, const char *before, const char *name, const char *after)
{
	size_t room = strlen(before) + strlen(name) + strlen(after) + 1;

	f->text = sim_grow(f->text, f->texts + 1, sizeof(f->text[0]));
	f->text[f->texts] = sim_alloc(room, 1);
	snprintf(f->text[f->texts], room, "%s%s%s", before, name, after);
	return f->text[f->texts++];
}

static bool has_figure(const struct figures *f, const char *field)
{
	for (u32 i = 0; i < f->count; i++)
		if (!strcmp(f->at[i].field, field))
			return true;
	return false;
}

/* Add the calls of a program in which ranks wait in any result. */
static void add_calls(struct figures *f, const struct results *s)
{
	for (u32 i = 0; i < s->count; i++) {
		struct json_object *calls = result_value(s->at[i], "program.by_call");

		if (!json_object_is_type(calls, json_type_object))
			continue;
		json_object_object_foreach(calls, name, call) {
			const char *field;

			if (!(result_number(call, "waiting") > 0))
				continue;
			field = keep(f, "program.by_call.", name, ".waiting");
			if (!has_figure(f, field))
				add_figure(f, &(struct figure){
					field, field,
					keep(f, "Waiting in ", name, ", mean of a rank (cycles)"),
					UNIT_CYCLES,
				});
		}
	}
}

/* Add the times of a program's phases, by their places in the first result that has several. */
static void add_phases(struct figures *f, const struct results *s)
{
	u32 i = 0, phases;

	while (i < s->count && result_count(s->at[i], "program.phases") < 2)
		i++;
	phases = i < s->count ? result_count(s->at[i], "program.phases") : 0;
	for (u32 k = 0; k < phases && k < MOST_PHASES; k++) {
		char place[16], path[64];
		const char *field;

		snprintf(place, sizeof(place), "%u", k);
		field = keep(f, "program.phases.", place, ".cycles");
		snprintf(path, sizeof(path), "program.phases.%u.phase", k);
		add_figure(f, &(struct figure){
			field, field,
			*result_text(s->at[i], path) ?
			keep(f, "Phase ", result_text(s->at[i], path), " (cycles)") :
			"Before the first phase (cycles)",
			UNIT_CYCLES,
		});
	}
}

static void figures_free(struct figures *f)
{
	for (u32 i = 0; i < f->texts; i++)
		free(f->text[i]);
	free(f->text);
	free(f->at);
}

/* Take the figures that @fields names, which is written to; NULL: the usual ones. */
static bool take_figures(struct figures *f, const struct results *s, char *fields,
			 struct sim_error *err)
{
	char *name;

	for (size_t i = 0; !fields && i < sizeof(usual) / sizeof(usual[0]); i++)
		if (i || is_number(s, usual[0].field))
			add_figure(f, &usual[i]);
	if (!fields) {
		add_path(f, s);
		add_calls(f, s);
		add_phases(f, s);
	}
	while ((name = strsep(&fields, ","))) {
		if (!field_is_known(s, name, err))
			return false;
		if (!is_number(s, name))
			return sim_fail(err, "'%.64s' is a number in no result", name);
		add_figure(f, &(struct figure){ name, name, name, UNIT_OTHER });
	}
	return true;
}

/* Return true if @path begins with one of @words. */
static bool begins(const char *path, const char *const *words)
{
	while (*words && strncmp(path, *words, strlen(*words)))
		words++;
	return *words;
}

/*
 * Return true if the figure is a latency, which under saturation grows with the length of the run.
 * Columns are known by their places in @result.
 */
static bool settles(const struct figure *f, struct json_object *result)
{
	static const char *const latencies[] = {
		"latency", "network", "ns.latency", "ns.network", NULL
	};
	static const char *const lists[] = {
		"by_hops.", "by_class.", "by_source.", "series.", "batches.", NULL
	};
	static const char *const of_lists[] = { ".mean", ".network_mean", ".max", NULL };
	char place[SIM_CSV_PATH], *slash;
	const char *path = f->field, *last;

	if (sim_csv_has(path) && sim_csv_path(path, result, place)) {
		while ((slash = strchr(place, '/')))
			*slash = '.';
		path = place + 1;
	}
	last = strrchr(path, '.');
	return begins(path, latencies) || (begins(path, lists) && last && begins(last, of_lists));
}

static const char *seed_of(struct json_object *result)
{
	return result_key(result, "seed");
}

/**
 * struct place - the place of a result or a sample, to be sorted by a text
 * @text: seed or load
 * @number: number of the result in its sample, or of the sample
 */
struct place {
	const char *text;
	u32 number;
};

static int compare_places(const void *a, const void *b)
{
	const struct place *x = a, *y = b;
	int order = strcmp(x->text, y->text);

	return order ? order : (x->number > y->number) - (x->number < y->number);
}

/* Sort the members of @c by their seeds. */
static struct place *sort_by_seed(const struct curve *c)
{
	struct place *place = sim_alloc(c->count, sizeof(*place));

	for (u32 i = 0; i < c->count; i++)
		place[i] = (struct place){ seed_of(c->member[i]), i };
	qsort(place, c->count, sizeof(*place), compare_places);
	return place;
}

/*
 * Find for each member of @c the member of @base that has the same seed, or NULL.  To be freed.
 */
static struct json_object **find_partners(const struct curve *c, const struct curve *base)
{
	struct json_object **partner = sim_alloc(c->count, sizeof(*partner));
	struct place *mine = sort_by_seed(c), *theirs = sort_by_seed(base);
	u32 k = 0;

	for (u32 i = 0; i < c->count; i++) {
		while (k < base->count && strcmp(theirs[k].text, mine[i].text) < 0)
			k++;
		if (k < base->count && !strcmp(theirs[k].text, mine[i].text))
			partner[mine[i].number] = base->member[theirs[k].number];
	}
	free(mine);
	free(theirs);
	return partner;
}

/* Check that a sample is of one experiment. */
static bool check_alike(const struct curve *c, struct sim_error *err)
{
	const char *seed = "seed";
	const struct key_names but = { 1, &seed };

	return curve_is_of_one(c, &but,
			       "distinguish them with -b KEY,..., or choose with KEY=VALUE", err);
}

static bool check_seeds(const struct curve *c, struct sim_error *err)
{
	struct place *place = sort_by_seed(c);
	u32 second = c->count, first = 0;

	for (u32 i = 1; i < c->count; i++)
		if (!strcmp(place[i].text, place[i - 1].text) && place[i].number < second) {
			first = place[i - 1].number;
			second = place[i].number;
		}
	free(place);
	if (second < c->count && json_object_equal(c->member[first], c->member[second]))
		return sim_fail(err, "%s%sthe result of seed %s is there twice: give each file once",
				c->name, *c->name ? ": " : "", seed_of(c->member[second]));
	return second == c->count ||
	       sim_fail(err, "%s%stwo results have seed %s: distinguish them with -b KEY,...",
			c->name, *c->name ? ": " : "", seed_of(c->member[second]));
}

/* Put mean and 95 % interval of @n values, and whether they differ between seeds. */
static void put_sample(struct json_object *o, const char *name, const double *x, u32 n)
{
	struct json_object *part = json_put_object(o, name);

	json_put_u64(part, "seeds", n);
	json_put_real(part, "mean", n ? stats_mean(x, n) : NAN);
	json_put_real(part, "ci95", stats_half_width(x, n));
}

/* Return the value of a figure in a result, in ns where figures are; NAN if it has none. */
static double value_of(struct json_object *result, const struct figure *f, bool in_ns)
{
	double value = field_number(result, f->field), cycle = clock_cycle(result);

	if (!in_ns || f->unit == UNIT_OTHER)
		return value;
	return f->unit == UNIT_CYCLES ? value * cycle : value / cycle;
}

static u32 values(const struct curve *c, const struct figure *f, bool in_ns, double *x)
{
	u32 n = 0;

	for (u32 i = 0; i < c->count; i++) {
		x[n] = value_of(c->member[i], f, in_ns);
		n += !isnan(x[n]);
	}
	return n;
}

/*
 * Compute the differences of @c from its partners in @f, by seed.  Returns the number of these that
 * are known.
 */
static u32 differences(const struct curve *c, struct json_object *const *partner,
		       const struct figure *f, bool in_ns, double *x)
{
	u32 n = 0;

	for (u32 i = 0; i < c->count; i++) {
		x[n] = partner[i] ? value_of(c->member[i], f, in_ns) -
				    value_of(partner[i], f, in_ns) : NAN;
		n += !isnan(x[n]);
	}
	return n;
}

/*
 * Return true if seeds of the two samples draw the same: with other numbers of nodes nothing of a
 * draw, such as a placement, is the same.
 */
static bool are_paired(const struct curve *c, const struct curve *base)
{
	return result_number(c->member[0], "nodes") == result_number(base->member[0], "nodes");
}

/* Put the difference of the means of @c and @base, and its interval, of all of their seeds. */
static void put_unpaired(struct json_object *o, const struct curve *c, const struct curve *base,
			 const struct figure *f, bool in_ns)
{
	double *x = sim_alloc(c->count, sizeof(*x)), *y = sim_alloc(base->count, sizeof(*y));
	u32 n = values(c, f, in_ns, x), m = values(base, f, in_ns, y);
	struct json_object *part = json_put_object(o, "difference");

	json_put_u64(part, "seeds", n < m ? n : m);
	json_put_real(part, "mean", n && m ? stats_mean(x, n) - stats_mean(y, m) : NAN);
	json_put_real(part, "ci95", stats_welch_half_width(x, n, y, m));
	free(x);
	free(y);
}

static void put_verdicts(struct json_object *o, const struct curve *c)
{
	struct json_object *part = json_put_object(o, "verdicts");

	for (u32 i = 0; i < c->count; i++)
		json_count(part, result_text(c->member[i], "verdict.is"));
}

/* Count the packets that routers dropped in the runs of @c: none of the figures has them. */
static u64 lost_by(const struct curve *c)
{
	u64 lost = 0;

	for (u32 i = 0; i < c->count; i++)
		lost += result_lost(c->member[i]);
	return lost;
}

/* Return true if nothing depends on the seed, as with traffic that draws no random numbers. */
static bool are_alike(const struct curve *c)
{
	for (u32 i = 1; i < c->count; i++)
		if (strcmp(result_text(c->member[i], "state_hash"),
			   result_text(c->member[0], "state_hash")))
			return false;
	return c->count > 1;
}

static const char *load_of(const struct curve *c)
{
	return result_key(c->member[0], "load");
}

/*
 * Find the sample that each one is compared with: the first one or, if samples share a load, the
 * first one of its load.  To be freed.
 */
static u32 *find_bases(const struct curves *curves)
{
	struct place *place = sim_alloc(curves->count, sizeof(*place));
	u32 *base = sim_alloc(curves->count, sizeof(*base));
	bool shared = false;

	for (u32 i = 0; i < curves->count; i++)
		place[i] = (struct place){ load_of(&curves->at[i]), i };
	qsort(place, curves->count, sizeof(*place), compare_places);
	for (u32 i = 0; i < curves->count; i++) {
		bool alike = i && !strcmp(place[i].text, place[i - 1].text);

		base[place[i].number] = alike ? base[place[i - 1].number] : place[i].number;
		shared |= alike;
	}
	if (!shared)
		memset(base, 0, curves->count * sizeof(*base));
	free(place);
	return base;
}

/* Put sample @c, which is compared with the one with number @from, to @list. */
static void put_curve(struct json_object *list, const struct figures *f,
		      const struct curves *curves, const struct curve *c, u32 from)
{
	const struct curve *base = &curves->at[from];
	struct json_object *o = json_append_object(list), *of, *part;
	struct json_object **partner = find_partners(c, base);
	double *x = sim_alloc(c->count, sizeof(*x));

	json_put_text(o, "name", c->name);
	json_put_u64(o, "seeds", c->count);
	json_put_bool(o, "alike", are_alike(c));
	json_put_u64(o, "base", from);
	json_put_bool(o, "paired", are_paired(c, base));
	put_verdicts(o, c);
	json_put_u64(o, "lost", lost_by(c));
	of = json_put_object(o, "figures");
	for (u32 i = 0; i < f->count; i++) {
		part = json_put_object(of, f->at[i].name);
		put_sample(part, "value", x, values(c, &f->at[i], f->in_ns, x));
		if (c != base && !are_paired(c, base))
			put_unpaired(part, c, base, &f->at[i], f->in_ns);
		else if (c != base)
			put_sample(part, "difference", x,
				   differences(c, partner, &f->at[i], f->in_ns, x));
	}
	free(partner);
	free(x);
}

/* Put the title of a figure, with its unit. */
static void put_title(struct json_object *o, const struct figure *f, bool in_ns)
{
	const char *unit = f->unit == UNIT_CYCLES ? "cycles" : "cycle", *at = NULL;
	char title[LONGEST_NOTE];

	if (in_ns && f->unit != UNIT_OTHER)
		at = strrchr(f->title, '(') ? strstr(strrchr(f->title, '('), unit) : NULL;
	if (at)
		snprintf(title, sizeof(title), "%.*sns%s", (int)(at - f->title), f->title,
			 at + strlen(unit));
	json_put_text(o, "title", at ? title : f->title);
}

static void put_figures(struct json_object *comparison, const struct figures *f,
			struct json_object *result)
{
	struct json_object *list = json_put_array(comparison, "figures"), *o;

	for (u32 i = 0; i < f->count; i++) {
		o = json_append_object(list);
		json_put_text(o, "name", f->at[i].name);
		put_title(o, &f->at[i], f->in_ns);
		json_put_bool(o, "settles", settles(&f->at[i], result));
		json_put_bool(o, "ns", f->in_ns && f->at[i].unit != UNIT_OTHER);
	}
}

/* Write the values of @key, the first few by name, to @text. */
static void list_values(const struct results *s, const char *key, char *text, size_t room)
{
	struct key_names seen = { 0 };
	size_t n = 0;

	for (u32 i = 0; i < s->count; i++)
		key_names_add(&seen, result_key(s->at[i], key));
	for (u32 i = 0; i < seen.count && i < MOST_NAMED && n < room; i++)
		n += snprintf(text + n, room - n, "%s%.200s", i ? ", " : "",
			      *seen.at[i] ? seen.at[i] : "none");
	if (seen.count > MOST_NAMED && n < room)
		snprintf(text + n, room - n, " and %u more", seen.count - MOST_NAMED);
	free(seen.at);
}

/* Put a note: @before, the values of @key, @after. */
static void put_note(struct json_object *notes, const struct results *s, const char *before,
		     const char *key, const char *after)
{
	char values[LONGEST_NOTE], text[2 * LONGEST_NOTE];

	list_values(s, key, values, sizeof(values));
	snprintf(text, sizeof(text), "%s (%s): %s", before, values, after);
	json_append_text(notes, text);
}

static bool have_one_seed(const struct curves *curves)
{
	for (u32 i = 0; i < curves->count; i++)
		if (curves->at[i].count < 2)
			return true;
	return false;
}

/* Return the load that is offered to a sender per ns; NAN with sources that are not open. */
static double load_per_ns(const struct curve *c)
{
	return result_number(c->member[0], "experiment.load") / clock_cycle(c->member[0]);
}

/*
 * Put a note on the first sample whose sources offer another load per ns than its base, where cycle
 * times differ: a load is per cycle.
 */
static void put_loads(struct json_object *notes, const struct curves *curves, const u32 *from)
{
	char text[LONGEST_NOTE];

	for (u32 i = 0; i < curves->count; i++) {
		const struct curve *c = &curves->at[i], *base = &curves->at[from[i]];
		double load = load_per_ns(c), other = load_per_ns(base);

		if (clock_cycle(c->member[0]) == clock_cycle(base->member[0]) ||
		    !(fabs(load - other) > SAME_LOAD * other))
			continue;
		snprintf(text, sizeof(text),
			 "Loads are per cycle, so offered loads per ns differ (load %.32s: %.4g flits per sender per ns, '%.200s'; load %.32s: %.4g, '%.200s'): latencies are of different loads, also where marked; loads in proportion to the cycle times offer the same",
			 load_of(base), other, base->name, load_of(c), load, c->name);
		json_append_text(notes, text);
		return;
	}
}

/* Put what a reader has to know of the results before comparing them. */
static void put_notes(struct json_object *comparison, const struct results *s,
		      const struct figures *f, const struct curves *curves, const u32 *base)
{
	struct json_object *notes = json_put_array(comparison, "notes");
	char *speeds = speed_note(s);

	if (f->in_ns)
		put_note(notes, s, "Cycle times differ", "cycle_time",
			 "times are in ns, and loads per ns");
	else if (clocks_differ(s))
		put_note(notes, s, "Cycle times differ", "cycle_time",
			 clocks_known(s) ? "cycles cannot be compared; the fields 'ns.' can" :
			 "cycles cannot be compared; give all experiments a 'cycle_time'");
	put_loads(notes, curves, base);
	if (speeds)
		json_append_text(notes, speeds);
	free(speeds);
	if (!results_agree(s, "trace"))
		put_note(notes, s, "Traces differ", "trace",
			 "differences are those of the traces, too");
	if (have_one_seed(curves))
		json_append_text(notes, "A line of one run has no interval: where the seed decides, as with placement=random, differences may be chance; run several (seed=1:5)");
}

static struct json_object *compare_curves(const struct results *s, const struct curves *curves,
					  const struct figures *f, struct sim_error *err)
{
	struct json_object *o, *list;
	u32 *base;

	for (u32 i = 0; i < curves->count; i++)
		if (!check_alike(&curves->at[i], err) || !check_seeds(&curves->at[i], err))
			return NULL;
	o = sim_need(json_object_new_object());
	base = find_bases(curves);
	put_notes(o, s, f, curves, base);
	put_figures(o, f, s->at[0]);
	list = json_put_array(o, "samples");
	for (u32 i = 0; i < curves->count; i++)
		put_curve(list, f, curves, &curves->at[i], base[i]);
	free(base);
	return o;
}

struct json_object *compare_results(const struct results *s, const char *by, const char *fields,
				    struct sim_error *err)
{
	char *names = fields ? sim_copy(fields) : NULL;
	struct json_object *o = NULL;
	struct curves curves = { 0 };
	struct figures figures = { 0 };

	figures.in_ns = !fields && clocks_differ(s) && clocks_known(s);
	if (take_figures(&figures, s, names, err) && curves_group(&curves, s, by, "seed", err))
		o = compare_curves(s, &curves, &figures, err);
	curves_free(&curves);
	figures_free(&figures);
	free(names);
	return o;
}

/*
 * Return the digits after the point of a value known to +- @half: enough for two digits of @half
 * other than leading zeros.
 */
static int decimals(double half)
{
	return fmin(9, fmax(0, 1 - floor(log10(half))));
}

static void print_sample(struct json_object *sample, FILE *to)
{
	double mean = result_number(sample, "mean"), half = result_number(sample, "ci95");

	if (isnan(mean))
		fprintf(to, "%12s %14s", "-", "");
	else if (isnan(half))
		fprintf(to, "%12.6g %14s", mean, "");
	else if (half <= 0)
		fprintf(to, "%12.6g +- %-11g", mean, half);
	else
		fprintf(to, "%12.*f +- %-11.*f", decimals(half), mean, decimals(half), half);
}

/*
 * Return true if the difference of @figure is not 0 by its interval, and is more than rounding.  A
 * few equal differences have an interval of width 0, but show little: figures such as percentiles
 * are whole numbers, and are often equal.
 */
static bool is_clear(struct json_object *figure, bool paired)
{
	struct json_object *difference = result_value(figure, "difference");
	double mean = fabs(result_number(difference, "mean"));
	double half = result_number(difference, "ci95"), seeds = result_number(difference, "seeds");

	return mean > half && mean > ROUNDING * fabs(result_number(figure, "value.mean")) &&
	       (half > 0 || seeds >= LEAST_EQUAL) && (paired || seeds >= LEAST_OF_EACH);
}

/* Return figure @f of @sample. */
static struct json_object *figure_of(struct json_object *sample, struct json_object *f)
{
	/* the name may have points, which a path has between its words */
	return json_object_object_get(result_value(sample, "figures"), result_text(f, "name"));
}

/* Return the number of runs of @sample that have figure @f. */
static u32 runs_with(struct json_object *sample, struct json_object *f)
{
	return result_number(figure_of(sample, f), "value.seeds");
}

/*
 * Return true if some runs of @sample lack figure @f, as those that did not complete lack the time
 * to completion: the others are no fair sample.
 */
static bool is_partial(struct json_object *sample, struct json_object *f)
{
	return runs_with(sample, f) < result_number(sample, "seeds");
}

/* Return true if latencies of all runs of @sample have a meaning. */
static bool is_settled(struct json_object *sample)
{
	json_object_object_foreach(result_value(sample, "verdicts"), is, count) {
		(void)count;
		if (!verdict_is_settled(is))
			return false;
	}
	return true;
}

static const char *name_of(struct json_object *sample)
{
	const char *name = result_text(sample, "name");

	return *name ? name : "all";
}

static int widest_name(struct json_object *samples)
{
	int widest = 0;

	for (size_t i = 0; i < json_object_array_length(samples); i++) {
		const char *name = name_of(json_object_array_get_idx(samples, i));
		int length = text_characters(name, strlen(name));

		widest = length > widest ? length : widest;
	}
	return widest;
}

/* Begin the line of @sample with its name, as wide as the widest. */
static void print_name(struct json_object *sample, int width, FILE *to)
{
	const char *name = name_of(sample);

	fputs("  ", to);
	text_pad(name, strlen(name), -width, to);
	fputs("  ", to);
}

static void print_verdicts(struct json_object *samples, int width, FILE *to)
{
	fputs("Runs, each with a seed of its own\n", to);
	for (size_t i = 0; i < json_object_array_length(samples); i++) {
		struct json_object *sample = json_object_array_get_idx(samples, i);
		const char *between = ": ";

		print_name(sample, width, to);
		fputs(result_text(sample, "seeds"), to);
		json_object_object_foreach(result_value(sample, "verdicts"), is, count) {
			fprintf(to, "%s%s %s", between, json_object_get_string(count), is);
			between = ", ";
		}
		if (result_number(sample, "lost") > 0)
			fprintf(to, "; %s packets lost", result_text(sample, "lost"));
		fputs(json_object_get_boolean(result_value(sample, "alike")) ?
		      "; all alike: nothing here depends on the seed\n" : "\n", to);
	}
}

/* Print the difference of figure @f of @sample from that of @base. */
static void print_difference(struct json_object *sample, struct json_object *base,
			     struct json_object *f, FILE *to)
{
	bool settles = json_object_get_boolean(result_value(f, "settles"));
	bool paired = json_object_get_boolean(result_value(sample, "paired"));
	struct json_object *figure = figure_of(sample, f);

	fputs("  difference ", to);
	print_sample(result_value(figure, "difference"), to);
	if (settles && !(is_settled(sample) && is_settled(base)))
		fputs(" no steady state", to);
	else if (!is_partial(sample, f) && !is_partial(base, f) && is_clear(figure, paired))
		fputs(" *", to);
}

static void print_figure(struct json_object *samples, struct json_object *f, int width, FILE *to)
{
	fprintf(to, "\n%s\n", result_text(f, "title"));
	for (size_t i = 0; i < json_object_array_length(samples); i++) {
		struct json_object *sample = json_object_array_get_idx(samples, i);
		u32 base = result_number(sample, "base");

		print_name(sample, width, to);
		print_sample(result_value(figure_of(sample, f), "value"), to);
		if (result_value(figure_of(sample, f), "difference"))
			print_difference(sample, json_object_array_get_idx(samples, base), f, to);
		if (is_partial(sample, f))
			fprintf(to, "  %u of %s runs", runs_with(sample, f),
				result_text(sample, "seeds"));
		fputc('\n', to);
	}
}

/* Return true if some runs of a sample lack a figure. */
static bool any_partial(struct json_object *samples, struct json_object *figures)
{
	for (size_t i = 0; i < json_object_array_length(samples); i++)
		for (size_t k = 0; k < json_object_array_length(figures); k++)
			if (is_partial(json_object_array_get_idx(samples, i),
				       json_object_array_get_idx(figures, k)))
				return true;
	return false;
}

/* Return true if the seeds of samples that are compared draw the same. */
static bool all_paired(struct json_object *samples)
{
	for (size_t i = 0; i < json_object_array_length(samples); i++)
		if (!json_object_get_boolean(result_value(json_object_array_get_idx(samples, i),
							  "paired")))
			return false;
	return true;
}

/* Return true if samples are compared with others than the first sample. */
static bool has_bases(struct json_object *samples)
{
	for (size_t i = 0; i < json_object_array_length(samples); i++)
		if (result_number(json_object_array_get_idx(samples, i), "base") > 0)
			return true;
	return false;
}

void compare_text(struct json_object *comparison, FILE *to)
{
	struct json_object *samples = result_value(comparison, "samples");
	struct json_object *figures = result_value(comparison, "figures");
	struct json_object *notes = result_value(comparison, "notes");
	int width = widest_name(samples);

	print_verdicts(samples, width, to);
	for (size_t i = 0; i < json_object_array_length(figures); i++)
		print_figure(samples, json_object_array_get_idx(figures, i), width, to);
	fputs("\nMeans over seeds, +- half of their 95 % interval (Student's t).\n", to);
	fprintf(to, "Differences are from the first line%s, seed by seed, over the seeds that both have.\n",
		has_bases(samples) ? " of the same load per cycle" : "");
	if (!all_paired(samples))
		fputs("Where numbers of nodes differ, seeds have little in common: these differences are of means, +- Welch's interval.\n",
		      to);
	if (any_partial(samples, figures))
		fputs("'n of m runs' have the figure, and the others, such as those that did not complete, are in no mean: a difference of such a line, or from one, is not marked.\n",
		      to);
	fputs("* marks a difference whose interval does not contain 0. ", to);
	fputs("Each line is judged by itself.\n", to);
	for (size_t i = 0; i < json_object_array_length(notes); i++)
		fprintf(to, "%s.\n",
			json_object_get_string(json_object_array_get_idx(notes, i)));
}
