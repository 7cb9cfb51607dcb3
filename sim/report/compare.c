// SPDX-License-Identifier: GPL-2.0-only
/* Experiments compared on one page of HTML. */
#include <math.h>

#include "sim/base/html.h"
#include "sim/base/json.h"
#include "sim/base/memory.h"
#include "sim/base/text.h"
#include "sim/result/busiest.h"
#include "sim/result/clock.h"
#include "sim/result/stable.h"
#include "sim/result/traffic.h"

#include "compare.h"
#include "figure.h"
#include "level.h"
#include "tables.h"

/* Keys of panels, unless others are given, where experiments have them, of each part of traffic */
static const char *const panel_keys[] = {
	"pattern", "target", "distance", "groups", "permutation", "spots"
};

/* The pictures of each panel */
static const struct part {
	const char *kind;
	const char *caption;
} parts[] = {
	{ "throughput", "What is accepted of what is offered" },
	{ "latency", "Latency as the load grows" },
	{ "fairness", "The fastest and the slowest sender" },
	{ "links", "Use of links" },
};

#define SAME_LOAD	0.000000001	/* share of a load per ns by which equal ones may differ */

#define PARTS	(sizeof(parts) / sizeof(parts[0]))

/**
 * struct quantity - a column of the tables of a load: a mean over seeds
 * @name: name of the attribute
 * @head: head of the column
 * @unit: unit of the values, or NULL
 * @ns: unit of the values in ns
 * @power: power of the cycle in the unit: 1 of a time, -1 of a rate
 * @path: place of the value in a result, or NULL: see @of
 * @of: return the value of a result
 * @settles: the value is shown for stable loads only: beyond, it depends on the length of the run
 */
static const struct quantity {
	const char *name;
	const char *head;
	const char *unit;
	const char *ns;
	int power;
	const char *path;
	double (*of)(struct json_object *result);
	bool settles;
} quantities[] = {
	{ "accepted", "accepted", "flits/node/cycle", "flits/node/ns", -1, "load.accepted", NULL,
	  false },
	{ "latency", "mean latency", "cycles", "ns", 1, "latency.mean", NULL, true },
	{ "p99", "99 % are below", "cycles", "ns", 1, "latency.p99", NULL, true },
	{ "slowest", "slowest sender", "flits/cycle", "flits/ns", -1, "fairness.min", NULL, false },
	{ "fastest", "fastest sender", "flits/cycle", "flits/ns", -1, "fairness.max", NULL, false },
	{ "jain", "Jain's index", NULL, NULL, 0, "fairness.jain", NULL, false },
	{ "share", "worst sender served", "of its share", "of its share", 0,
	  "starvation.worst.share", NULL, false },
	{ "link", "link used most", "flits/cycle", "flits/ns", -1, NULL, busiest_link_use, false },
	{ "dimension", "dimension used most", "flits/link/cycle", "flits/link/ns", -1, NULL,
	  busiest_dimension_use, false },
};

#define QUANTITIES	(sizeof(quantities) / sizeof(quantities[0]))

/**
 * struct panel - experiments under one pattern
 * @number: number of the panel, from 0
 * @name: keys that distinguish the panel
 * @results: results of all its experiments
 * @lines: results by experiment, without repeated results
 * @repeated: number of repeated results
 * @in_ns: the tables are in ns, since cycle times differ
 */
struct panel {
	u32 number;
	const char *name;
	struct results results;
	struct curves lines;
	u32 repeated;
	bool in_ns;
};

/* Return the ns of a cycle of @c where the tables of @panel are in ns, and 1 otherwise. */
static double cycle_of(const struct panel *panel, const struct curve *c)
{
	return panel->in_ns && c->count ? clock_cycle(c->member[0]) : 1;
}

static const char *load_unit(const struct panel *panel)
{
	return panel->in_ns ? "flits/node/ns" : "flits/node/cycle";
}

static bool check_loads(const struct results *results, struct sim_error *err)
{
	u32 i;

	for (i = 0; i < results->count; i++) {
		if (isnan(result_number(results->at[i], "experiment.load")))
			return sim_fail(err, "result %u has no load: experiments are compared along it, so they need open sources; 'seastar-sim compare' compares programs and batches",
					i + 1);
	}
	return true;
}

/*
 * Keep one result per load and seed, if several files have the same.  Returns the number of dropped
 * ones.
 */
static u32 drop_repeated(struct curve *c)
{
	u32 i, k, kept = 0, dropped;

	for (i = 0; i < c->count; i++) {
		for (k = 0; k < kept; k++) {
			if (!strcmp(result_key(c->member[k], "load"),
				    result_key(c->member[i], "load")) &&
			    !strcmp(result_key(c->member[k], "seed"),
				    result_key(c->member[i], "seed")))
				break;
		}
		if (k == kept)
			c->member[kept++] = c->member[i];
	}
	dropped = c->count - kept;
	c->count = kept;
	return dropped;
}

static bool sort_panel(struct panel *panel, u32 number, const struct curve *of,
		       const struct curves *experiments, struct sim_error *err)
{
	struct key_names but = { 0 };
	bool sorted = true;
	u32 i;

	key_names_add(&but, "load");
	key_names_add(&but, "seed");
	panel->number = number;
	panel->name = of->name;
	panel->results = (struct results){ .count = of->count, .at = of->member };
	curves_part(&panel->lines, experiments, of);
	for (i = 0; sorted && i < panel->lines.count; i++) {
		sorted = curve_is_of_one(&panel->lines.at[i], &but,
					 "distinguish them with -b KEY,...", err);
		panel->repeated += drop_repeated(&panel->lines.at[i]);
	}
	free(but.at);
	return sorted;
}

static void print_number(FILE *out, const char *name, double value)
{
	char text[32] = "null";

	if (!isnan(value))
		snprintf(text, sizeof(text), "%.9g", value);
	fprintf(out, "<td data-name=\"%s\" data-value=\"%s\">", name, text);
	if (isnan(value))
		fputs("–</td>", out);
	else
		fprintf(out, "%.5g</td>", value);
}

/* Print the highest stable load, or "or more" after it if no load that was run is not stable. */
static void print_stable(FILE *out, const char *name, double stable, double beyond)
{
	if (isnan(stable) || !isnan(beyond))
		print_number(out, name, stable);
	else
		fprintf(out, "<td data-name=\"%s\" data-value=\"%.9g\">%.5g or more</td>", name,
			stable, stable);
}

static void print_head(FILE *out, const char *head, const char *unit)
{
	fprintf(out, "<th>%s", head);
	if (unit)
		fprintf(out, "<br><small>%s</small>", unit);
	fputs("</th>", out);
}

static void begin_table(FILE *out)
{
	fputs("<div class=\"wide\"><table>\n<tr><th>experiment</th>", out);
}

static void begin_row(FILE *out, const struct panel *panel, const char *table, u32 line)
{
	const char *name = panel->lines.at[line].name;

	fprintf(out, "<tr data-panel=\"%u\" data-table=\"%s\" data-line=\"%u\"><td class=\"text\">",
		panel->number, table, line);
	html_text(out, *name ? name : "the only one");
	fputs("</td>", out);
}

/* Return the load at which most is accepted, and the accepted load. */
static double most_accepted(const struct curve *c, double *load)
{
	double most = NAN, accepted;
	struct level l;
	u32 i;

	*load = NAN;
	for (i = 0; i < c->count; i += l.runs) {
		l = level_at(c, i);
		accepted = level_mean(&l, NULL, "load.accepted");
		if (isnan(most) || accepted > most) {
			most = accepted;
			*load = l.load;
		}
	}
	return most;
}

static void print_limits(FILE *out, const struct panel *panel)
{
	const char *unit = load_unit(panel);
	double stable, beyond, most, at;
	u32 i;

	fputs("<h3>What each takes</h3>\n", out);
	begin_table(out);
	print_head(out, "runs", NULL);
	print_head(out, "highest stable load", unit);
	print_head(out, "next load run, not stable", unit);
	print_head(out, "most accepted", unit);
	print_head(out, "at load", unit);
	fputs("</tr>\n", out);
	for (i = 0; i < panel->lines.count; i++) {
		const struct curve *c = &panel->lines.at[i];
		double cycle = cycle_of(panel, c);

		if (!c->count)
			continue;
		level_limits(c, &stable, &beyond);
		most = most_accepted(c, &at);
		begin_row(out, panel, "limits", i);
		print_number(out, "runs", c->count);
		print_number(out, "stable", stable / cycle);
		print_number(out, "beyond", beyond / cycle);
		print_number(out, "most", most / cycle);
		print_number(out, "at", at / cycle);
		fputs("</tr>\n", out);
	}
	fputs("</table></div>\n", out);
}

/* Print each verdict once, with the number of seeds that have it if they differ. */
static void print_verdicts(FILE *out, const struct level *l)
{
	struct json_object *verdicts = json_object_new_object();
	const char *between = "";
	u32 i;

	for (i = 0; i < l->runs; i++)
		json_count(verdicts, result_text(l->run[i], "verdict.is"));
	fprintf(out, "<td class=\"%s\">", level_is_stable(l) ? "text" : "bad");
	json_object_object_foreach(verdicts, is, count) {
		fputs(between, out);
		if (json_object_object_length(verdicts) > 1)
			fprintf(out, "%s ", json_object_get_string(count));
		html_text(out, is);
		between = ", ";
	}
	fputs("</td>", out);
	json_object_put(verdicts);
}

/* Print a level of an experiment, whose cycle is @cycle in the unit of time of the table. */
static void print_level(FILE *out, const struct level *l, double cycle)
{
	u32 i;

	print_number(out, "load", l->load / cycle);
	print_verdicts(out, l);
	for (i = 0; i < QUANTITIES; i++) {
		const struct quantity *q = &quantities[i];

		print_number(out, q->name, q->settles && !level_is_stable(l) ? NAN :
					   level_mean(l, q->of, q->path) * pow(cycle, q->power));
	}
}

/* Return the runs of @c at @load, in the unit of the tables. */
static struct level level_of(const struct panel *panel, const struct curve *c, double load)
{
	double cycle = cycle_of(panel, c);
	struct level l = level_at(c, 0);
	u32 i = 0;

	while (l.runs && !(fabs(l.load / cycle - load) <= SAME_LOAD * load)) {
		i += l.runs;
		l = level_at(c, i);
	}
	return l;
}

/* Print all experiments at @load or, if that is NaN, each at its highest. */
static void print_levels(FILE *out, const struct panel *panel, const char *table,
			 const char *title, double load)
{
	u32 i;

	fprintf(out, "<h3>%s</h3>\n", title);
	begin_table(out);
	print_head(out, "load", load_unit(panel));
	print_head(out, "verdict", NULL);
	for (i = 0; i < QUANTITIES; i++)
		print_head(out, quantities[i].head,
			   panel->in_ns ? quantities[i].ns : quantities[i].unit);
	fputs("</tr>\n", out);
	for (i = 0; i < panel->lines.count; i++) {
		const struct curve *c = &panel->lines.at[i];
		const struct level l = isnan(load) ? level_highest(c) :
							     level_of(panel, c, load);

		if (!c->count)
			continue;
		begin_row(out, panel, table, i);
		print_level(out, &l, cycle_of(panel, c));
		fputs("</tr>\n", out);
	}
	fputs("</table></div>\n", out);
}

static bool is_stable_in_all(const struct panel *panel, double load)
{
	u32 i;

	for (i = 0; i < panel->lines.count; i++) {
		const struct level l = level_of(panel, &panel->lines.at[i], load);

		if (panel->lines.at[i].count && !level_is_stable(&l))
			return false;
	}
	return true;
}

/* Return the highest load at which all were run, and all are stable; NaN if there is none. */
static double common_load(const struct panel *panel)
{
	double load, highest = NAN;
	u32 i;

	for (i = 0; i < panel->results.count; i++) {
		load = result_number(panel->results.at[i], "experiment.load");
		if (panel->in_ns)
			load /= clock_cycle(panel->results.at[i]);
		if (!(load <= highest) && is_stable_in_all(panel, load))
			highest = load;
	}
	return highest;
}

static void print_tables(FILE *out, const struct panel *panel)
{
	double load = common_load(panel);
	char title[96];

	print_limits(out, panel);
	print_levels(out, panel, "highest", "At the highest load of each", NAN);
	if (isnan(load)) {
		fprintf(out, "<p>There is no load%s at which all were run and all are stable.</p>\n",
			panel->in_ns ? " per ns" : "");
		return;
	}
	snprintf(title, sizeof(title), "At load %.6g%s, the highest run at which all are stable",
		 load, panel->in_ns ? " flits/node/ns" : "");
	print_levels(out, panel, "common", title, load);
}

static bool print_figures(struct page *page, const struct panel *panel, struct sim_error *err)
{
	char where[128];
	u32 i;

	snprintf(where, sizeof(where), ": %.*s", (int)text_head(panel->name, 100), panel->name);
	for (i = 0; i < PARTS; i++) {
		const struct plot_options options = {
			.kind = parts[i].kind, .curves = &panel->lines, .ns = panel->in_ns,
		};

		if (!page_figure(page, &options, &panel->results, parts[i].caption, where, err))
			return false;
	}
	return true;
}

static bool print_panel(struct page *page, const struct panel *panel, struct sim_error *err)
{
	fputs("<h2>Traffic: ", page->out);
	html_text(page->out, panel->name);
	fputs("</h2>\n", page->out);
	if (!print_figures(page, panel, err))
		return false;
	fputs("<details><summary>Tables</summary>\n", page->out);
	print_tables(page->out, panel);
	fputs("</details>\n", page->out);
	return true;
}

/* Print a table with a row per experiment and a column per panel. */
static void print_overview(FILE *out, const struct panel *panels, u32 count)
{
	double stable, beyond;
	u32 i, k;

	fprintf(out, "<h2>Highest stable loads%s</h2>\n",
		panels[0].in_ns ? " (flits/node/ns)" : "");
	begin_table(out);
	for (i = 0; i < count; i++) {
		fputs("<th>", out);
		html_text(out, panels[i].name);
		fputs("</th>", out);
	}
	fputs("</tr>\n", out);
	for (k = 0; k < panels[0].lines.count; k++) {
		begin_row(out, &panels[0], "overview", k);
		for (i = 0; i < count; i++) {
			const struct curve *c = &panels[i].lines.at[k];
			char name[24];

			snprintf(name, sizeof(name), "panel%u", i);
			level_limits(c, &stable, &beyond);
			print_stable(out, name, stable / cycle_of(&panels[i], c), beyond);
		}
		fputs("</tr>\n", out);
	}
	fputs("</table></div>\n", out);
}

/* Print a table with a row per key in which experiments differ, and a column per experiment. */
static void print_differences(FILE *out, const struct results *results,
			      const struct curves *experiments, const struct key_names *apart)
{
	struct key_names keys = { 0 };
	u32 i, k;

	key_names_differing(&keys, results);
	fputs("<h2>Keys in which the experiments differ</h2>\n<div class=\"wide\"><table>\n<tr><th>key</th>",
	      out);
	for (i = 0; i < experiments->count; i++) {
		fputs("<th>", out);
		html_text(out, experiments->at[i].name);
		fputs("</th>", out);
	}
	fputs("</tr>\n", out);
	for (k = 0; k < keys.count; k++) {
		if (key_names_have(apart, keys.at[k]))
			continue;
		fputs("<tr><th>", out);
		html_text(out, keys.at[k]);
		fputs("</th>", out);
		for (i = 0; i < experiments->count; i++) {
			const char *value = result_key(experiments->at[i].member[0], keys.at[k]);

			fputs("<td class=\"text\">", out);
			html_text(out, *value ? value : "–");
			fputs("</td>", out);
		}
		fputs("</tr>\n", out);
	}
	fputs("</table></div>\n", out);
	free(keys.at);
}

static void print_rule(FILE *out)
{
	fprintf(out, "<p>A load is stable if %s, with every seed; the highest stable load is the highest up to which all loads run are stable, or more if all are. Other figures are means over the seeds. The tables have no latencies of loads that are not stable, since these depend on the length of the run; in the curves their points are white inside.</p>\n",
		stable_words[STABLE_BY_VERDICT].sentence);
}

static bool print_panels(struct page *page, const struct panel *panels, u32 count,
			 struct sim_error *err)
{
	u32 i;

	for (i = 0; i < count; i++) {
		if (!print_panel(page, &panels[i], err))
			return false;
	}
	return true;
}

static bool print_page(struct page *page, const struct results *results,
		       const struct curves *by_panel, const struct curves *experiments,
		       const struct key_names *apart, struct sim_error *err)
{
	struct panel *panels = sim_alloc(by_panel->count, sizeof(panels[0]));
	bool printed = true, in_ns = clocks_differ(results) && clocks_known(results);
	u32 i, repeated = 0;

	for (i = 0; printed && i < by_panel->count; i++) {
		panels[i].in_ns = in_ns;
		printed = sort_panel(&panels[i], i, &by_panel->at[i], experiments, err);
		repeated += panels[i].repeated;
	}
	if (printed) {
		html_begin(page->out, "Experiments compared");
		report_summary(results, repeated, in_ns, page->out);
		print_rule(page->out);
		print_overview(page->out, panels, by_panel->count);
		printed = print_panels(page, panels, by_panel->count, err);
		print_differences(page->out, results, experiments, apart);
		report_configuration(results, page->out);
		html_end(page->out);
	}
	for (i = 0; i < by_panel->count; i++)
		curves_free(&panels[i].lines);
	free(panels);
	return printed;
}

/* Print @key of part @part of the traffic, and a comma before it, if any result has it. */
static void print_panel_key(const struct results *results, const char *key, u32 part, FILE *to)
{
	char name[TRAFFIC_KEY];
	struct sim_error err;

	traffic_key(key, part, name);
	if (results_have_key(results, name, &err))
		fprintf(to, "%s%s", ftell(to) ? "," : "", name);
}

/* List the keys of panels, with commas between; to be freed. */
static char *list_panel_keys(const struct results *results)
{
	bool mixed = false;
	char *text;
	size_t size;
	FILE *to = sim_need(open_memstream(&text, &size));

	for (u32 part = 1; part < TRAFFIC_PARTS; part++)
		mixed |= traffic_has_part(results, part);
	for (u32 part = 0; part < TRAFFIC_PARTS; part++) {
		if (part && !traffic_has_part(results, part))
			continue;
		for (size_t i = 0; i < sizeof(panel_keys) / sizeof(panel_keys[0]); i++)
			print_panel_key(results, panel_keys[i], part, to);
		if (mixed)
			print_panel_key(results, "weight", part, to);
	}
	fclose(to);
	return text;
}

static void add_words(struct key_names *names, char *list)
{
	const char *word;

	while ((word = strsep(&list, ",")))
		key_names_add(names, word);
}

bool report_compare(const struct results *results, const struct comparison *c, FILE *out,
		    struct sim_error *err)
{
	char *keys = c->panels ? sim_copy(c->panels) : list_panel_keys(results);
	char *words = sim_copy(keys);
	struct curves panels = { 0 }, experiments = { 0 };
	struct page page = { .out = out, .scripts = c->scripts };
	struct key_names apart = { 0 };
	bool written;

	key_names_add(&apart, "load");
	key_names_add(&apart, "seed");
	add_words(&apart, words);
	written = check_loads(results, err) &&
		  curves_group(&panels, results, keys, NULL, err) &&
		  curves_group_but(&experiments, results, c->by, &apart, "load", err) &&
		  print_page(&page, results, &panels, &experiments, &apart, err);
	curves_free(&panels);
	curves_free(&experiments);
	free(apart.at);
	free(words);
	free(keys);
	return written;
}
