// SPDX-License-Identifier: GPL-2.0-only
/* Results as one page of HTML. */
#include <math.h>

#include "sim/base/html.h"
#include "sim/base/memory.h"
#include "sim/result/curves.h"
#include "sim/result/differing.h"

#include "figure.h"
#include "report.h"
#include "tables.h"

#define MOST_MAPS	4	/* heat maps, or timelines, of as many results */
#define WHERE_MAX_LENGTH 160

/* Drawings, as bits */
#define GROUPS	BIT_ULL(SS_DRAW_GROUPS)
#define PLACES	(BIT_ULL(SS_DRAW_GRID) | BIT_ULL(SS_DRAW_LATTICE))

/* A picture, and what a result must have for it: a value, or links that are drawn so */
static const struct part {
	const char *kind;
	const char *of;
	const char *needs;
	const char *caption;
	u32 drawings;
} parts[] = {
	{ "latency", NULL, NULL, "Latency as the load grows", 0 },
	{ "throughput", NULL, NULL, "What is accepted of what is offered", 0 },
	{ "fairness", NULL, NULL, "The fastest and the slowest sender", 0 },
	{ "completion", NULL, "completion.cycles", "Time to completion", 0 },
	{ "histogram", NULL, "latency.histogram.0", "How latencies are distributed", 0 },
	{ "tail", NULL, "latency.histogram.0", "Late packets", 0 },
	{ "hops", NULL, "by_hops.1", "Latency by distance", 0 },
	{ "series", NULL, "series.0", "Load and latency over time", 0 },
	{ "timeline", NULL, "program.timeline", "Timeline of ranks", 0 },
	{ "age", NULL, "age_histogram.0.packets", "Packets granted, by age", 0 },
	{ "dimensions", NULL, "dimensions.0.queueing", "Queueing by dimension", 0 },
	{ "ports", NULL, "ports.0.stalled_per_packet", "Stalls by port", 0 },
	{ "heat", "utilisation", NULL, "Use of each link", PLACES },
	{ "heat", "stalled", "links.stalled.1", "Stalls of each link", 0 },
	{ "heat", "utilisation", NULL, "Use of local and global links", GROUPS },
	{ "profile", "injected", NULL, "Load injected by place in the group", GROUPS },
	{ "heat", "injected", NULL, "Load injected by node", PLACES },
	{ "heat", "injected", NULL, "Load injected by router, mean of its nodes", GROUPS },
};

#define PARTS	(sizeof(parts) / sizeof(parts[0]))

static bool print_figure(struct page *page, const struct part *part,
			 const struct results *results, const char *where, struct sim_error *err)
{
	const struct plot_options options = { .kind = part->kind, .of = part->of };

	return page_figure(page, &options, results, part->caption, where, err);
}

static bool all_have(const struct results *results, const char *path)
{
	u32 i;

	for (i = 0; i < results->count; i++) {
		if (!result_value(results->at[i], path))
			return false;
	}
	return true;
}

/* Return true if @result has the links of several routers, drawn in one of the ways @drawings. */
static bool is_drawn(struct json_object *result, u32 drawings)
{
	const struct ss_topology_view *v = result_topology(result)->view;
	char path[64] = "links.flits.1";

	if (!v->by_port)
		snprintf(path, sizeof(path), "links.%.40s.use.1", ss_link_kind(v, 0));
	return drawings >> v->drawing & 1 && result_value(result, path);
}

static bool all_drawn(const struct results *results, u32 drawings)
{
	for (u32 i = 0; i < results->count; i++)
		if (!is_drawn(results->at[i], drawings))
			return false;
	return true;
}

static double load(struct json_object *result)
{
	return result_number(result, "experiment.load");
}

static bool all_steady(const struct results *results, double at)
{
	u32 i;

	for (i = 0; i < results->count; i++) {
		if (load(results->at[i]) == at &&
		    strcmp(result_text(results->at[i], "verdict.is"), "ok"))
			return false;
	}
	return true;
}

/*
 * Choose the highest load at which all are in steady state, or else the lowest, and print which
 * one; NAN without loads.
 */
static double choose_load(const struct results *results, FILE *out)
{
	double at, lowest = NAN, highest = NAN;
	u32 i;

	for (i = 0; i < results->count; i++) {
		at = load(results->at[i]);
		lowest = fmin(lowest, at);
		if (all_steady(results, at))
			highest = fmax(highest, at);
	}
	if (isnan(highest))
		fprintf(out, "<p>At no load were all experiments in steady state: pictures of one load are of the lowest, %g, where not all verdicts are ok.</p>\n",
			lowest);
	else
		fprintf(out, "<p>Pictures of one load are of %g, the highest at which all experiments were in steady state.</p>\n",
			highest);
	return isnan(highest) ? lowest : highest;
}

/* Return the results at one load, which the caller does not own. */
static struct results results_at(const struct results *results, double at)
{
	struct results some = { 0 };
	u32 i;

	some.at = sim_alloc(results->count, sizeof(some.at[0]));
	for (i = 0; i < results->count; i++) {
		if (isnan(at) || load(results->at[i]) == at)
			some.at[some.count++] = results->at[i];
	}
	return some;
}

/* Print maps or timelines, each of one result: the first seed of each experiment. */
static bool print_maps(struct page *page, const struct part *part, const struct results *some,
		       struct sim_error *err)
{
	struct curves curves = { 0 };
	bool printed = curves_group(&curves, some, NULL, NULL, err);
	u32 maps = 0;

	for (u32 i = 0; printed && i < some->count && maps < MOST_MAPS; i++) {
		const struct results one = { .count = 1, .at = &some->at[i] };
		char *label, where[WHERE_MAX_LENGTH];

		if (!curves_begin_with(&curves, some->at[i]))
			continue;
		label = curves_label(&curves, some, some->at[i]);
		snprintf(where, sizeof(where), "%s%s", *label ? ": " : "", label);
		free(label);
		printed = print_figure(page, part, &one, where, err);
		maps++;
	}
	curves_free(&curves);
	return printed;
}

static bool print_part(struct page *page, const struct part *part, const struct results *some,
		       const struct results *all, const char *where, struct sim_error *err)
{
	if (part->drawings ? !all_drawn(some, part->drawings) :
	    part->needs && !all_have(some, part->needs))
		return true;
	if (!part->needs && !part->drawings)
		return results_agree(all, "load") || print_figure(page, part, all, "", err);
	if (!strcmp(part->kind, "completion"))
		return print_figure(page, part, all, "", err);
	if (!strcmp(part->kind, "heat") || !strcmp(part->kind, "timeline"))
		return print_maps(page, part, some, err);
	return print_figure(page, part, some, where, err);
}

static bool print_figures(struct page *page, const struct results *results,
			  struct sim_error *err)
{
	bool loads = !results_agree(results, "load");
	double at = loads ? choose_load(results, page->out) : NAN;
	struct results some = results_at(results, at);
	char where[64] = "";
	bool printed = true;
	u32 i;

	if (loads)
		snprintf(where, sizeof(where), ", at load %g", at);
	for (i = 0; printed && i < PARTS; i++)
		printed = print_part(page, &parts[i], &some, results, where, err);
	free(some.at);
	return printed;
}

bool report_write(const struct results *results, const char *scripts, FILE *out,
		  struct sim_error *err)
{
	struct page page = { .out = out, .scripts = scripts };

	html_begin(out, "Fabric simulation");
	report_summary(results, 0, false, out);
	report_simulated(results, out);
	report_deadlocks(results, out);
	if (!print_figures(&page, results, err) || (page.failed && !page.figures))
		return false;
	report_tables(results, out);
	report_configuration(results, out);
	html_end(out);
	return true;
}
