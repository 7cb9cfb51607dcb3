// SPDX-License-Identifier: GPL-2.0-only
/* A reproduction's JSON in words. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"

#include "shown.h"

struct json_object *shown_member(struct json_object *o, const char *name)
{
	return json_object_object_get(o, name);
}

const char *shown_text(struct json_object *o, const char *name)
{
	const char *s = json_object_get_string(shown_member(o, name));

	return s ? s : "";
}

bool shown_is(struct json_object *o, const char *name)
{
	return json_object_get_boolean(shown_member(o, name));
}

double shown_number(struct json_object *o, const char *name)
{
	const char *s = json_object_get_string(shown_member(o, name));

	return s ? strtod(s, NULL) : NAN;
}

const char *shown_short(double value, char buffer[SHOWN_NUMBER])
{
	double size = fabs(value);

	if (isnan(value))
		snprintf(buffer, SHOWN_NUMBER, "-");
	else if (size >= 1e7 || (size > 0 && size < 0.001))
		snprintf(buffer, SHOWN_NUMBER, "%.2e", value);
	else if (size >= 1000)
		snprintf(buffer, SHOWN_NUMBER, "%.0f", value);
	else
		snprintf(buffer, SHOWN_NUMBER, "%.4g", value);
	return buffer;
}

bool shown_is_known(struct json_object *figures, const char *name)
{
	for (size_t i = 0; i < json_object_array_length(figures); i++)
		if (shown_member(json_object_array_get_idx(figures, i), name))
			return true;
	return false;
}

/* Return what runs are counted by: their verdict, or NULL if it says nothing. */
static const char *verdict_of(struct json_object *run, bool searched)
{
	const char *verdict = shown_text(run, "verdict");

	/* a stable load may have any verdict, since 2 % may be left */
	if ((searched && shown_member(run, "state_hash")) || !strcmp(verdict, "ok"))
		return NULL;
	return *verdict ? verdict : NULL;
}

/*
 * Print the verdict of run @from after the seeds of all runs that have it, between @before and
 * @after; nothing if it was printed for a run before.
 */
static void print_verdict(struct json_object *runs, size_t from, bool searched, const char *before,
			  const char *after, FILE *to)
{
	const char *verdict = verdict_of(json_object_array_get_idx(runs, from), searched);
	size_t all = json_object_array_length(runs), n = 0;
	char *seeds = NULL;
	size_t size;
	FILE *list = sim_need(open_memstream(&seeds, &size));

	for (size_t i = 0; i < all; i++) {
		struct json_object *run = json_object_array_get_idx(runs, i);
		const char *is = verdict_of(run, searched);

		if (!is || strcmp(is, verdict))
			continue;
		if (i < from)
			goto free;
		fprintf(list, "%s%s", n++ ? ", " : "", shown_text(run, "seed"));
	}
	fflush(list);
	if (n > 1 && n == all)
		fprintf(to, "%sall %zu seeds: %s%s", before, all, verdict, after);
	else
		fprintf(to, "%sseed%s %s: %s%s", before, n > 1 ? "s" : "", seeds, verdict, after);
free:
	fclose(list);
	free(seeds);
}

void shown_row_notes(struct json_object *row, bool searched, const char *before, const char *after,
		     FILE *to)
{
	struct json_object *runs = shown_member(row, "runs");

	for (size_t i = 0; i < json_object_array_length(runs); i++)
		if (verdict_of(json_object_array_get_idx(runs, i), searched))
			print_verdict(runs, i, searched, before, after, to);
	if (shown_is(row, "overridden"))
		fprintf(to, "%sa key of this row is replaced by the settings%s", before, after);
}

const char *shown_verdict(struct json_object *claim)
{
	double held = shown_number(claim, "holds");

	if (held == shown_number(claim, "of"))
		return "holds";
	return held > 0 ? "in part" : "differs";
}

void shown_bounds(struct json_object *claim, FILE *to)
{
	double least = shown_number(claim, "least"), most = shown_number(claim, "most");

	if (isnan(most))
		fprintf(to, "%s %.7g", shown_is(claim, "above") ? "above" : "at least", least);
	else if (!isnan(least) && least != 0)
		fprintf(to, "%.7g to %.7g", least, most);
	else
		fprintf(to, "%s %.7g", shown_is(claim, "below") ? "below" : "at most", most);
}

void shown_value(struct json_object *claim, bool own, FILE *to)
{
	double held = shown_number(claim, "holds"), of = shown_number(claim, "of");
	double mean = shown_number(claim, "mean"), half = shown_number(claim, "ci95");
	char a[SHOWN_NUMBER], b[SHOWN_NUMBER];

	if (!own || !isnan(shown_number(claim, "paper")))
		fprintf(to, "paper %s, ", shown_short(shown_number(claim, "paper"), a));
	fprintf(to, "here %s", shown_short(mean, a));
	if (of > 1)
		fprintf(to, " (%s to %s), in %.0f of %.0f seeds",
			shown_short(shown_number(claim, "low"), a),
			shown_short(shown_number(claim, "high"), b), held, of);
	else if (!isnan(half))
		fprintf(to, " +- %s", shown_short(half, a));
	else if (shown_number(claim, "seeds") == 1 && !isnan(mean))
		fputs(", with one seed", to);
}

void shown_claim_notes(struct json_object *claim, const char *before, const char *after, FILE *to)
{
	double unsettled = shown_number(claim, "unsettled");
	char a[SHOWN_NUMBER], b[SHOWN_NUMBER];

	if (shown_is(claim, "open") && shown_number(claim, "of") > 1)
		fprintf(to, "%sopen: a bound is within the interval of the mean, %s +- %s, so more seeds may turn this%s",
			before, shown_short(shown_number(claim, "mean"), a),
			shown_short(shown_number(claim, "ci95"), b), after);
	else if (shown_is(claim, "open"))
		fprintf(to, "%sopen: a bound is within the interval, so more seeds may turn this%s", before,
			after);
	if (unsettled > 0)
		fprintf(to, "%sruns of %.0f of %.0f seeds are saturated, starved, deadlocked or transient: their latencies follow their length%s",
			before, unsettled, shown_number(claim, "seeds"), after);
}

void shown_source(struct json_object *o, FILE *to)
{
	const char *authors = shown_text(o, "authors"), *place = shown_text(o, "place"), *how = "";

	if (shown_is(o, "reduced"))
		how = shown_is(o, "small") ? "; reduced in size" : "; for fewer cycles";
	if (*authors || *place)
		fprintf(to, "%s%s%s%s\n", authors, *authors && *place ? ", " : "", place, how);
	else if (*how)
		fprintf(to, "%s\n", how + 2);
	if (shown_is(o, "fewer_seeds"))
		fputs("With three seeds at most, and else whole: the study has no key 'reduced'.\n", to);
}
