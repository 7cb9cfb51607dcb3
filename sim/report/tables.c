// SPDX-License-Identifier: GPL-2.0-only
/* The tables of a report. */
#include <math.h>

#include "sim/base/html.h"
#include "sim/base/memory.h"
#include "sim/experiment/keys.h"
#include "sim/result/busiest.h"
#include "sim/result/clock.h"
#include "sim/result/differing.h"

#include "tables.h"

#define MAX_COLUMNS	16
#define LONG_VALUE	80	/* is left to the table of all keys */
#define MOST_VALUES	8	/* most values of a key that are listed; of more, the range */
#define PATH_MAX_LENGTH	96

/**
 * struct column - a column of a table
 * @head: name of the column
 * @unit: unit of the values, or NULL
 * @path: place of the values in the result, or in an element of the table's rows
 */
struct column {
	const char *head;
	const char *unit;
	const char *path;
};

/**
 * struct table - a table of values
 * @title: title above the table
 * @rows: the array or object with a member per row, or NULL: a row per result
 * @column: columns from left to right
 */
struct table {
	const char *title;
	const char *rows;
	struct column column[MAX_COLUMNS + 1];
};

#define MEMBER	""	/* in place of a path: the name of the row's member */

#define LATENCY_COLUMNS(path) \
	{ "packets", NULL, path ".packets" }, \
	{ "mean", "cycles", path ".mean" }, \
	{ "± (95 %)", "cycles", path ".ci95" }, \
	{ "deviation", "cycles", path ".deviation" }, \
	{ "least", "cycles", path ".min" }, \
	{ "median", "cycles", path ".p50" }, \
	{ "90 %", "cycles", path ".p90" }, \
	{ "99 %", "cycles", path ".p99" }, \
	{ "99.9 %", "cycles", path ".p999" }, \
	{ "greatest", "cycles", path ".max" }

static const struct table tables[] = {
	{ "Runs", NULL, {
		{ "warm-up", "cycles", "cycles.warmup" },
		{ "measured", "cycles", "cycles.measured" },
		{ "nodes", NULL, "nodes" },
		{ "senders", NULL, "senders" },
		{ "seed", NULL, "seed" },
		{ "hash of the final state", NULL, "state_hash" },
		{ "why", NULL, "verdict.why" },
	} },
	{ "Program", NULL, {
		{ "ranks", NULL, "program.ranks" },
		{ "until its end", "cycles", "program.cycles" },
		{ "messages", NULL, "program.messages" },
		{ "bytes", NULL, "program.bytes" },
		{ "computing, mean of a rank", "cycles", "program.computing" },
		{ "sending, mean of a rank", "cycles", "program.sending" },
		{ "waiting, mean of a rank", "cycles", "program.waiting" },
		{ "critical path, computing", "cycles", "program.critical_path.computing" },
		{ "critical path, eager messages", "cycles", "program.critical_path.eager" },
		{ "critical path, rendezvous", "cycles", "program.critical_path.rendezvous" },
		{ "critical path, messages", NULL, "program.critical_path.messages" },
	} },
	{ "Calls of the program", "program.by_call", {
		{ "call", NULL, MEMBER },
		{ "calls", NULL, "calls" },
		{ "messages", NULL, "messages" },
		{ "bytes", NULL, "bytes" },
		{ "waiting, mean of a rank", "cycles", "waiting" },
		{ "most of a rank", "cycles", "waiting_max" },
		{ "sending, mean of a rank", "cycles", "sending" },
		{ "most of a rank", "cycles", "sending_max" },
		{ "critical path", "cycles", "critical_path" },
	} },
	{ "Phases of the program", "program.phases", {
		{ "phase", NULL, "phase" },
		{ "begin", "cycles", "begin" },
		{ "end", "cycles", "end" },
		{ "time", "cycles", "cycles" },
		{ "computing, mean of a rank", "cycles", "computing" },
		{ "sending, mean of a rank", "cycles", "sending" },
		{ "waiting, mean of a rank", "cycles", "waiting" },
	} },
	{ "Load", NULL, {
		{ "offered", "flits/node/cycle", "load.offered" },
		{ "injected", "flits/node/cycle", "load.injected" },
		{ "accepted", "flits/node/cycle", "load.accepted" },
		{ "± (95 %)", "flits/node/cycle", "load.ci95" },
		{ "offered", "packets", "load.packets_offered" },
		{ "dropped", "packets", "load.packets_dropped" },
		{ "injected", "packets", "load.packets_injected" },
		{ "delivered", "packets", "load.packets_delivered" },
		{ "queued before", "packets", "load.queued_before" },
		{ "queued after", "packets", "load.queued_after" },
	} },
	{ "Latency from birth to delivery", NULL, { LATENCY_COLUMNS("latency") } },
	{ "Latency from injection to delivery", NULL, { LATENCY_COLUMNS("network_latency") } },
	{ "In ns, by the router's cycle time", NULL, {
		{ "cycle", "ns", "ns.cycle" },
		{ "offered by all", "flits/ns", "ns.offered" },
		{ "accepted of all", "flits/ns", "ns.accepted" },
		{ "± (95 %)", "flits/ns", "ns.accepted_ci95" },
		{ "mean latency", "ns", "ns.latency" },
		{ "± (95 %)", "ns", "ns.latency_ci95" },
		{ "99 %", "ns", "ns.latency_p99" },
		{ "mean from injection", "ns", "ns.network_latency" },
		{ "until the last delivery", "ns", "ns.completion" },
	} },
	{ "Fairness: load injected by a node", NULL, {
		{ "slowest", "flits/cycle", "fairness.min" },
		{ "fastest", "flits/cycle", "fairness.max" },
		{ "fastest by slowest", NULL, "fairness.max_over_min" },
		{ "coefficient of variation", NULL, "fairness.cv" },
		{ "Jain's index", NULL, "fairness.jain" },
	} },
	{ "Packets granted by age", NULL, {
		{ "0 to 63", "packets", "age_histogram.0.packets" },
		{ "64 to 127", "packets", "age_histogram.1.packets" },
		{ "128 to 191", "packets", "age_histogram.2.packets" },
		{ "192 to 255", "packets", "age_histogram.3.packets" },
	} },
	{ "Grants, and how outputs chose among several candidates", NULL, {
		{ "granted", "packets", "arbitration.granted" },
		{ "at age 255", "packets", "arbitration.saturated" },
		{ "several candidates", "packets", "arbitration.contested" },
		{ "round robin: age clock held", "packets", "arbitration.inhibited" },
		{ "several were the oldest", "packets", "arbitration.tied" },
	} },
	{ "Dimensions", "dimensions", {
		{ "dimension", NULL, "dimension" },
		{ "hops", "hops/packet", "hops" },
		{ "use", "flits/link/cycle", "utilisation" },
		{ "queueing Q", "cycles/hop", "queueing" },
		{ "wait (Eq. 17)", "cycles/packet", "wait" },
		{ "blocked", "cycles/packet", "blocked_per_packet" },
		{ "stalled", "cycles/packet", "stalled_per_packet" },
	} },
	{ "Ports", "ports", {
		{ "port", NULL, "port" },
		{ "links", NULL, "links" },
		{ "came in", "packets", "packets" },
		{ "came in", "flits", "flits" },
		{ "use", "flits/link/cycle", "utilisation" },
		{ "wait (Eq. 17)", "cycles/packet", "wait" },
		{ "blocked", "cycles/packet", "blocked_per_packet" },
		{ "sent", "packets", "sent" },
		{ "stalled", "cycles/packet", "stalled_per_packet" },
		{ "queueing", "cycles/packet", "queueing" },
		{ "age 0 to 63", "packets", "ages.0" },
		{ "64 to 127", "packets", "ages.1" },
		{ "128 to 191", "packets", "ages.2" },
		{ "192 to 255", "packets", "ages.3" },
	} },
	{ "Latency by distance", "by_hops", {
		{ "links crossed", NULL, "hops" },
		{ "packets", NULL, "packets" },
		{ "mean", "cycles", "mean" },
		{ "mean from injection", "cycles", "network_mean" },
		{ "greatest", "cycles", "max" },
	} },
};

/* Print a value with five digits; the attribute has all. */
static void print_value(struct json_object *value, FILE *out)
{
	if (json_object_is_type(value, json_type_double))
		fprintf(out, "%.5g", json_object_get_double(value));
	else
		html_text(out, value ? json_object_get_string(value) : "–");
}

static void print_cell(struct json_object *result, const char *path, FILE *out)
{
	struct json_object *value = result_value(result, path);
	bool text = json_object_is_type(value, json_type_string);

	fputs("<td", out);
	if (!strcmp(path, "verdict.is") && strcmp(result_text(result, path), "ok"))
		fputs(" class=\"bad\"", out);
	else if (text)
		fputs(" class=\"text\"", out);
	fputs(" data-key=\"", out);
	html_text(out, path);
	fputs("\" data-value=\"", out);
	html_text(out, value ? json_object_get_string(value) : "null");
	fputs("\">", out);
	print_value(value, out);
	fputs("</td>", out);
}

/* Return true if the keys before the columns have the same values: those of a varied seed. */
static bool is_repeating(const struct column *c, const struct key_names *keys)
{
	return !strcmp(c->path, "seed") && key_names_have(keys, c->path);
}

static void print_head(const struct table *t, const struct key_names *keys, FILE *out)
{
	const struct column *c;
	u32 i;

	fputs("<tr>", out);
	for (i = 0; i < keys->count; i++) {
		fputs("<th>", out);
		html_text(out, keys->at[i]);
		fputs("</th>", out);
	}
	fputs("<th>verdict</th>", out);
	for (c = t->column; c->head; c++) {
		if (is_repeating(c, keys))
			continue;
		fprintf(out, "<th>%s", c->head);
		if (c->unit)
			fprintf(out, "<br><small>%s</small>", c->unit);
		fputs("</th>", out);
	}
	fputs("</tr>\n", out);
}

/* Print a result's name and its verdict: figures of a saturated run depend on its cycles. */
static void begin_row(const struct key_names *keys, const struct results *results, u32 i,
		      FILE *out)
{
	char path[PATH_MAX_LENGTH];
	u32 k;

	fprintf(out, "<tr data-result=\"%u\">", i);
	for (k = 0; k < keys->count; k++) {
		snprintf(path, sizeof(path), "experiment.%s", keys->at[k]);
		print_cell(results->at[i], path, out);
	}
	print_cell(results->at[i], "verdict.is", out);
}

/* Print the row of member @row of the table's rows, or, if there are none, of the whole result. */
static void print_row(const struct table *t, const struct key_names *keys,
		      const struct results *results, u32 i, const char *row, FILE *out)
{
	const struct column *c;
	char path[PATH_MAX_LENGTH];

	begin_row(keys, results, i, out);
	for (c = t->column; c->head; c++) {
		if (is_repeating(c, keys))
			continue;
		if (!strcmp(c->path, MEMBER)) {
			fputs("<td class=\"text\">", out);
			html_text(out, row);
			fputs("</td>", out);
			continue;
		}
		if (t->rows)
			snprintf(path, sizeof(path), "%s.%s.%s", t->rows, row, c->path);
		else
			snprintf(path, sizeof(path), "%s", c->path);
		print_cell(results->at[i], path, out);
	}
	fputs("</tr>\n", out);
}

/* Print the rows of a result. */
static void print_rows(const struct table *t, const struct key_names *keys,
		       const struct results *results, u32 i, FILE *out)
{
	struct json_object *rows = t->rows ? result_value(results->at[i], t->rows) : NULL;
	char row[16];

	if (!t->rows)
		print_row(t, keys, results, i, "", out);
	for (u32 k = 0; json_object_is_type(rows, json_type_array) &&
	     k < json_object_array_length(rows); k++) {
		snprintf(row, sizeof(row), "%u", k);
		print_row(t, keys, results, i, row, out);
	}
	if (!json_object_is_type(rows, json_type_object))
		return;
	json_object_object_foreach(rows, name, member) {
		(void)member;
		print_row(t, keys, results, i, name, out);
	}
}

static void begin_folded(const char *title, FILE *out)
{
	fprintf(out, "<details><summary>%s</summary>\n<div class=\"wide\"><table>\n", title);
}

static void end_folded(FILE *out)
{
	fputs("</table></div></details>\n", out);
}

/* Return true if any result has a figure of the table: some routers have none of a kind. */
static bool has_figures(const struct table *t, const struct results *results)
{
	for (u32 i = 0; i < results->count; i++) {
		struct json_object *of = results->at[i];

		for (const struct column *c = t->column; !t->rows && c->head; c++)
			if (result_value(of, c->path))
				return true;
		if (t->rows && (result_count(of, t->rows) ||
				json_object_is_type(result_value(of, t->rows), json_type_object)))
			return true;
	}
	return false;
}

static void print_table(const struct table *t, const struct key_names *keys,
			const struct results *results, FILE *out)
{
	if (!has_figures(t, results))
		return;
	begin_folded(t->title, out);
	print_head(t, keys, out);
	for (u32 i = 0; i < results->count; i++)
		print_rows(t, keys, results, i, out);
	end_folded(out);
}

/* Print the busiest links, whose places are not in the results, but found from them. */
static void print_busiest(const struct key_names *keys, const struct results *results, FILE *out)
{
	static const struct table head = { .column = {
		{ "flits", NULL, "" },
		{ "use", "flits/cycle", "" },
		{ "from", NULL, "" },
		{ "by port", NULL, "" },
	} };
	struct busiest b;
	bool any = false;
	u32 i;

	for (i = 0; i < results->count; i++) {
		if (!busiest_link(results->at[i], &b))
			continue;
		if (!any) {
			begin_folded("Busiest link", out);
			print_head(&head, keys, out);
			any = true;
		}
		begin_row(keys, results, i, out);
		print_cell(results->at[i], b.path, out);
		fprintf(out, "<td>%.5g</td><td class=\"text\">%s</td><td class=\"text\">%s</td></tr>\n",
			b.use, b.where, b.port);
	}
	if (any)
		end_folded(out);
}

void report_tables(const struct results *results, FILE *out)
{
	struct key_names keys = { 0 };
	u32 i;

	fputs("<h2>Tables</h2>\n", out);
	key_names_varied(&keys, results);
	for (i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		print_table(&tables[i], &keys, results, out);
	print_busiest(&keys, results, out);
	free(keys.at);
}

/* Print a row of the configuration: a key, its value, its meaning. */
static void print_key(struct json_object *result, const char *path, const char *key, FILE *out)
{
	u32 i = sim_key_find(key);

	fputs("<tr data-result=\"0\"><th>", out);
	html_text(out, key);
	fputs("</th>", out);
	print_cell(result, path, out);
	fputs("<td class=\"text\">", out);
	if (i < sim_key_count) {
		html_text(out, sim_keys[i].unit);
		fputs("</td><td class=\"text\">", out);
		html_text(out, sim_keys[i].help);
	}
	fputs("</td></tr>\n", out);
}

static void print_change(struct json_object *result, u32 change, FILE *out)
{
	char path[PATH_MAX_LENGTH];

	snprintf(path, sizeof(path), "experiment.changes.%u", change);
	fprintf(out, "<h2>From cycle %s on</h2>\n<div class=\"wide\"><table>\n",
		result_text(result_value(result, path), "at"));
	json_object_object_foreach(result_value(result, path), key, value) {
		(void)value;
		snprintf(path, sizeof(path), "experiment.changes.%u.%s", change, key);
		print_key(result, path, key, out);
	}
	fputs("</table></div>\n", out);
}

void report_configuration(const struct results *results, FILE *out)
{
	struct json_object *first = results->at[0];
	char path[PATH_MAX_LENGTH];
	u32 i;

	begin_folded("All keys that the experiments have in common", out);
	json_object_object_foreach(result_value(first, "experiment"), key, value) {
		snprintf(path, sizeof(path), "experiment.%s", key);
		if (!json_object_is_type(value, json_type_array) && results_agree(results, key))
			print_key(first, path, key, out);
	}
	end_folded(out);
	for (i = 0; results_agree(results, "changes") &&
	     i < result_count(first, "experiment.changes"); i++)
		print_change(first, i, out);
}

/* Return true if the value is not the default of any result's router. */
static bool is_chosen(const struct results *results, const struct sim_key *k, const char *value)
{
	const char *chosen[SIM_CHOICES];

	experiment_choices(result_value(results->at[0], "experiment"), chosen);
	return *value && strlen(value) < LONG_VALUE && !sim_key_is_default(k, value, chosen);
}

static void print_shared(const struct results *results, FILE *out)
{
	static const char *const always[] = {
		"router", "pattern", "load",
	};
	const char *between = "<p>Simulated: ";

	for (u32 i = 0; i < sim_key_count; i++) {
		const struct sim_key *k = &sim_keys[i];
		const char *value = result_key(results->at[0], k->name);
		bool named = *value && sim_key_is_shape(k->name);

		for (size_t n = 0; n < sizeof(always) / sizeof(always[0]); n++)
			named |= *value && !strcmp(k->name, always[n]);
		if (!results_agree(results, k->name) ||
		    !(named || is_chosen(results, k, value)))
			continue;
		fprintf(out, "%s%s = ", between, k->name);
		html_text(out, value);
		between = ", ";
	}
	fputs(".</p>\n", out);
}

/* Return true if a result before @i has the same value of @key. */
static bool is_repeated(const struct results *results, u32 i, const char *key)
{
	for (u32 before = 0; before < i; before++)
		if (!strcmp(result_key(results->at[before], key), result_key(results->at[i], key)))
			return true;
	return false;
}

/* Print the range of the @count values of a key; false if one is no number. */
static bool print_range(const struct results *results, const char *key, u32 count, FILE *out)
{
	u32 least = 0, most = 0;
	char path[64];

	snprintf(path, sizeof(path), "experiment.%s", key);
	for (u32 i = 0; i < results->count; i++) {
		double value = result_number(results->at[i], path);

		if (isnan(value))
			return false;
		if (value < result_number(results->at[least], path))
			least = i;
		if (value > result_number(results->at[most], path))
			most = i;
	}
	html_text(out, result_key(results->at[least], key));
	fputs(" to ", out);
	html_text(out, result_key(results->at[most], key));
	fprintf(out, " (%u values)", count);
	return true;
}

static void print_values(const struct results *results, const char *key, FILE *out)
{
	u32 count = 0, printed = 0;

	for (u32 i = 0; i < results->count; i++)
		count += *result_key(results->at[i], key) && !is_repeated(results, i, key);
	if (count > MOST_VALUES && print_range(results, key, count, out))
		return;
	for (u32 i = 0; i < results->count && printed < MOST_VALUES; i++) {
		const char *value = result_key(results->at[i], key);

		if (!*value || is_repeated(results, i, key))
			continue;
		fputs(printed++ ? ", " : "", out);
		html_text(out, value);
	}
	if (count > printed)
		fprintf(out, " and %u more", count - printed);
}

static void print_varied(const struct results *results, FILE *out)
{
	struct key_names keys = { 0 };
	bool any = false;

	key_names_varied(&keys, results);
	for (u32 k = 0; k < keys.count; k++) {
		fprintf(out, "%s%s = ", any ? "; " : "<p>Varied: ", keys.at[k]);
		print_values(results, keys.at[k], out);
		any = true;
	}
	fputs(any ? ".</p>\n" : "", out);
	free(keys.at);
}

void report_simulated(const struct results *results, FILE *out)
{
	print_shared(results, out);
	print_varied(results, out);
}

/* Print the cycle time; or those that differ, and the units then: tables may be @in_ns, too. */
static void print_clocks(const struct results *results, bool in_ns, FILE *out)
{
	bool known = clocks_known(results);

	if (!clocks_differ(results)) {
		if (known)
			fprintf(out, " A cycle is %g ns.", clock_cycle(results->at[0]));
		return;
	}
	fputs(" Cycle times differ (", out);
	for (u32 i = 0; i < results->count; i++) {
		double cycle = clock_cycle(results->at[i]);

		if (is_repeated(results, i, "cycle_time"))
			continue;
		fputs(i ? ", " : "", out);
		if (isnan(cycle))
			fputs("not known", out);
		else
			fprintf(out, "%g", cycle);
	}
	if (in_ns)
		fputs(" ns): pictures and tables are in ns, and loads per ns.", out);
	else if (known)
		fputs(" ns): pictures are in ns; figures in cycles are by the cycle of their own router.",
		      out);
	else
		fputs("): cycles of different experiments are no common unit; figures in cycles, and per cycle, are by the cycle of their own router.",
		      out);
}

void report_summary(const struct results *results, u32 repeated, bool in_ns, FILE *out)
{
	struct json_object *first = results->at[0];
	u32 runs = results->count - repeated;

	fprintf(out, "<p>%u run%s of seastar-sim <span data-result=\"0\" data-key=\"version\" data-value=\"",
		runs, runs > 1 ? "s" : "");
	html_text(out, result_text(first, "version"));
	fputs("\">", out);
	html_text(out, result_text(first, "version"));
	fputs("</span>.", out);
	if (repeated)
		fprintf(out, " %u more result%s a load and seed of the same experiment again: %s not counted.",
			repeated, repeated > 1 ? "s have" : " has",
			repeated > 1 ? "they are" : "it is");
	print_clocks(results, in_ns, out);
	fputs(" The tables show five digits; docs/simulator.md defines what they say.</p>\n", out);
}

static void print_deadlock(struct json_object *result, u32 number, FILE *out)
{
	const struct ss_topology_view *v = result_topology(result)->view;
	char path[PATH_MAX_LENGTH], router[SS_WORDS];
	struct json_object *buffer;
	u32 i;

	fprintf(out, "<h2>Deadlock of run %u in cycle ", number + 1);
	html_text(out, result_text(result, "verdict.deadlock.at"));
	fputs("</h2>\n<p>Each buffer waits for the next, the last for the first.</p>\n<ol>\n",
	      out);
	for (i = 0; i < result_count(result, "verdict.deadlock.buffers"); i++) {
		snprintf(path, sizeof(path), "verdict.deadlock.buffers.%u", i);
		buffer = result_value(result, path);
		fputs("<li>", out);
		html_text(out, result_text(buffer, "kind"));
		result_describe_router(v, buffer, router);
		fprintf(out, " buffer, %s, port ", router);
		html_text(out, result_text(buffer, "port"));
		if (!v->by_port)
			fprintf(out, " %.0f", result_number(buffer, "number"));
		if (result_value(buffer, "from")) {
			fputs(" from ", out);
			html_text(out, result_text(buffer, "from"));
		}
		fputs(", virtual channel ", out);
		html_text(out, result_text(buffer, "vc"));
		fputs("</li>\n", out);
	}
	fputs("</ol>\n", out);
}

void report_deadlocks(const struct results *results, FILE *out)
{
	u32 i;

	for (i = 0; i < results->count; i++) {
		if (result_value(results->at[i], "verdict.deadlock"))
			print_deadlock(results->at[i], i, out);
	}
}
