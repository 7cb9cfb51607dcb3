// SPDX-License-Identifier: GPL-2.0-only
/* Titles of pictures: the keys that their experiments have in common, and a verdict. */
#include "sim/base/memory.h"
#include "sim/result/traffic.h"

#include "kinds.h"

#define LINE	96	/* most characters of a line of keys */
#define LONG	40	/* most characters of a value; longer lists are left out */

static bool is_one_of(const char *name, const char *const *names)
{
	while (*names && strcmp(name, *names))
		names++;
	return *names;
}

#define SEEN	16	/* choices that is_default() remembers, to check each once */

static bool is_among(const char *(*seen)[SIM_CHOICES], u32 count, const char *const *chosen)
{
	u32 i;

	for (i = 0; i < count; i++) {
		if (choices_agree(seen[i], chosen, SIM_CHOICES))
			return true;
	}
	return false;
}

/* Return true if @value is the default of @k in all of the results. */
static bool is_default(const struct results *s, const struct sim_key *k, const char *value)
{
	const char *seen[SEEN][SIM_CHOICES], *chosen[SIM_CHOICES];
	u32 i, kinds = 0;

	for (i = 0; i < s->count; i++) {
		experiment_choices(result_value(s->at[i], "experiment"), chosen);
		if (is_among(seen, kinds < SEEN ? kinds : SEEN, chosen))
			continue;
		if (!sim_key_is_default(k, value, chosen))
			return false;
		memcpy(seen[kinds++ % SEEN], chosen, sizeof(chosen));
	}
	return true;
}

/* Return true if @value, which all results have for key @k, belongs into the title. */
static bool is_in_title(const struct results *s, const struct sim_key *k, const char *value)
{
	static const char *const above[] = { "pattern", NULL };
	static const char *const always[] = { "load", "select", NULL };

	if (!*value || strlen(value) > LONG || is_one_of(k->name, above) ||
	    sim_key_is_shape(k->name))
		return false;
	if (k->group == SIM_GROUP_RUN && strcmp(k->name, "seed"))
		return false;
	return is_one_of(k->name, always) || !is_default(s, k, value);
}

const char *plot_verdict(const struct curve *curve)
{
	u32 i;

	for (i = 0; i < curve->count; i++) {
		const char *is = result_text(curve->member[i], "verdict.is");

		if (*is && strcmp(is, "ok"))
			return is;
	}
	return NULL;
}

/* Print, in lines of their own, the keys that have the same value in all results. */
static void print_shared(const struct results *results, FILE *to)
{
	long line = ftell(to) - LINE;
	u32 i;

	for (i = 0; i < sim_key_count; i++) {
		const char *name = sim_keys[i].name, *value = result_key(results->at[0], name);

		if (!results_agree(results, name) || !is_in_title(results, &sim_keys[i], value))
			continue;
		if (ftell(to) + (long)(strlen(name) + strlen(value)) > line + LINE) {
			fputs("\n", to);
			line = ftell(to);
		} else {
			fputs(", ", to);
		}
		fprintf(to, "%s %s", name, value);
	}
}

/* Print @before and the shape; also the topology's name if the key of the shape has this name. */
static void print_shape(const struct results *results, const char *before, FILE *to)
{
	const struct ss_topology_ops *t = result_topology(results->at[0]);
	const char *key = sim_shape_key(t), *value = result_key(results->at[0], key);

	if (!*value || !results_agree(results, key))
		return;
	fputs(before, to);
	if (!strcmp(key, t->name))	/* the title without its article */
		fprintf(to, "%s ", strchr(t->view->title, ' ') + 1);
	fputs(value, to);
}

static char *compose(const struct plot *p, const char *what)
{
	const char *verdict = NULL;
	char *text, *traffic = traffic_title(p->results);
	size_t size;
	FILE *to = sim_need(open_memstream(&text, &size));
	long title;

	fputs(what, to);
	title = ftell(to);
	print_shape(p->results, ": ", to);
	if (*traffic)
		fprintf(to, "%s%s", ftell(to) > title ? ", " : ": ", traffic);
	free(traffic);
	/* the legend has the verdicts of several curves, and points have their own */
	if (p->curves.count == 1 && !p->options->against)
		verdict = plot_verdict(&p->curves.at[0]);
	if (verdict)
		fprintf(to, " (%s)", verdict);
	print_shared(p->results, to);
	fclose(to);
	return text;
}

static void print_title(struct plot *p, const char *command, const char *what)
{
	const char *before = command;
	char *lines, *rest, *line;

	free(p->title);
	p->title = compose(p, what);
	lines = sim_copy(p->title);
	for (rest = lines; (line = strsep(&rest, "\n")); before = ".\"\\n\".") {
		fputs(before, p->to);
		gnuplot_string(p->to, line);
	}
	fputs("\n", p->to);
	free(lines);
}

void plot_title(struct plot *p, const char *what)
{
	print_title(p, "set title ", what);
}

void plot_panels(struct plot *p, const char *what)
{
	print_title(p, "set multiplot title ", what);
}
