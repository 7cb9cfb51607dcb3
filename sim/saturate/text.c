// SPDX-License-Identifier: GPL-2.0-only
/* The highest stable load, as text. */
#include <math.h>

#include "sim/result/results.h"

#include "saturate.h"

static const char *sentence_of(const char *rule)
{
	u32 i = 0;

	while (i < STABLE_RULES - 1 && strcmp(stable_words[i].name, rule))
		i++;
	return stable_words[i].sentence;
}

static void print_head(struct json_object *saturation, FILE *to)
{
	struct json_object *experiment = result_value(saturation, "experiment");
	u64 seed = result_number(saturation, "seed"), seeds = result_number(saturation, "seeds");

	static const char *const ways[] = { "concentration", "routing" };
	const char *shape = sim_shape_key(result_topology(saturation));

	fprintf(to, "router %s, %s %s", result_text(experiment, "router"), shape,
		result_text(experiment, shape));
	for (u32 i = 0; i < 2; i++)
		if (result_value(experiment, ways[i]))
			fprintf(to, ", %s %s", ways[i], result_text(experiment, ways[i]));
	fprintf(to, ", pattern %s\n", result_text(experiment, "pattern"));
	fprintf(to, "A load is stable if %s%s.\n", sentence_of(result_text(saturation, "rule")),
		seeds > 1 ? ", with every seed" : "");
	fprintf(to, "Loads are multiples of %s up to %s flits per node per cycle",
		result_text(saturation, "step"), result_text(saturation, "highest.load"));
	if (seeds > 1)
		fprintf(to, "; seeds are %llu to %llu", (unsigned long long)seed,
			(unsigned long long)(seed + seeds - 1));
	fputs(".\n\n", to);
}

/* Print how many packets were lost, if any; a few lost packets do not change a verdict. */
static void print_lost(struct json_object *o, FILE *to)
{
	if (result_number(o, "lost") > 0)
		fprintf(to, "; %s packets lost", result_text(o, "lost"));
}

/* Print figure @name of @o, or "-" if it has none: a deadlocked fabric has no accepted load. */
static void print_figure(struct json_object *o, const char *name, FILE *to)
{
	double value = result_number(o, name);

	if (isnan(value))
		fprintf(to, "%-10s ", "-");
	else
		fprintf(to, "%-10.6g ", value);
}

static void print_load(struct json_object *saturation, const char *name, const char *title,
		       const char *none, FILE *to)
{
	struct json_object *o = result_value(saturation, name);
	const char *between = "";

	fprintf(to, "%-28s", title);
	if (!o) {
		fprintf(to, "%s\n", none);
		return;
	}
	fprintf(to, "%-9s ", result_text(o, "load"));
	print_figure(o, "accepted", to);
	json_object_object_foreach(result_value(o, "verdicts"), verdict, count) {
		fprintf(to, "%s%s %s", between, json_object_get_string(count), verdict);
		between = ", ";
	}
	print_lost(o, to);
	fputc('\n', to);
}

/*
 * Print how many runs at the highest stable load were not steady.  Rule `verdict` counts these as
 * stable, although a short run may end before its packets wait at sources.
 */
static void print_unsteady(struct json_object *saturation, FILE *to)
{
	u64 seeds = result_number(saturation, "seeds");
	double n = result_number(result_value(saturation, "stable.verdicts"), "not steady");

	if (!(n > 0))
		return;
	fprintf(to, "%.0f of %llu run%s at the highest stable load %s not steady", n,
		(unsigned long long)seeds, seeds > 1 ? "s" : "", n > 1 ? "were" : "was");
	fputs(": a longer 'measure' shows whether it is stable.\n", to);
}

static void print_runs(struct json_object *saturation, FILE *to)
{
	struct json_object *runs = result_value(saturation, "runs");
	u32 n = result_count(saturation, "runs");

	fprintf(to, "\n%u run%s\n  %-9s %-6s %-10s %-10s verdict\n", n, n > 1 ? "s" : "",
		"load", "seed", "offered", "accepted");
	for (u32 i = 0; i < n; i++) {
		struct json_object *run = json_object_array_get_idx(runs, i);

		fprintf(to, "  %-9s %-6s ", result_text(run, "load"), result_text(run, "seed"));
		print_figure(run, "offered", to);
		print_figure(run, "accepted", to);
		fprintf(to, "%s%s", result_text(run, "verdict"),
			json_object_get_boolean(result_value(run, "stable")) ? "" :
									      ": not stable");
		print_lost(run, to);
		fputc('\n', to);
	}
}

void saturate_text(struct json_object *saturation, FILE *to)
{
	print_head(saturation, to);
	fprintf(to, "%-28s%-9s %-10s runs by verdict\n", "", "load", "accepted");
	print_load(saturation, "stable", "highest stable load",
		   "none: the lowest is not stable", to);
	print_load(saturation, "beyond", "next load, not stable",
		   "none: the highest is stable", to);
	print_load(saturation, "highest", "highest load tried", "", to);
	if (result_number(saturation, "seeds") > 1)
		fprintf(to, "%-28s%s to %s, median %s\n", "highest stable of each seed",
			result_text(saturation, "by_seed.least"),
			result_text(saturation, "by_seed.most"),
			result_text(saturation, "by_seed.median"));
	print_unsteady(saturation, to);
	print_runs(saturation, to);
}
