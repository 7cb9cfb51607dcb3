// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/seastar/base/print.h"
#include "tools/seastar/suggest/device.h"
#include "tools/seastar/whatif/lists.h"

#include "candidates.h"

#define CHOSEN		5	/* most candidates that candidates_of_model() chooses */
#define MODEL_SEEDS	2	/* simulations of each candidate */
#define MODEL_CYCLES	5000

static void take_candidate(struct report *r, const struct candidate *c)
{
	r->name[r->t.n] = c->name;
	r->words[r->t.n++] = c->words;
}

void candidates_of_lists(struct whatif *w, const struct agings *before,
			 const struct whatif_lists *lists, struct report *r)
{
	w->s.routers = before->n;
	w->s.aging = allocate(before->n, sizeof(*w->s.aging));
	for (size_t i = 0; i < before->n; i++) {
		const struct aging *a = &before->aging[i];

		w->s.aging[i] = (struct ss_aging){ .period = a->period, .select = a->select };
		memcpy(w->s.aging[i].bias, a->bias, sizeof(a->bias));
	}
	whatif_candidates(w, lists);
	if (w->n < 2)
		die("all candidates are the present settings: there is nothing to compare");
	if (w->n > TUNE_CANDIDATES)
		die("%zu candidates are too many to compare: give %d at most, besides the present settings",
		    w->n - 1, TUNE_CANDIDATES - 1);
	for (size_t i = 0; i < w->n; i++)
		take_candidate(r, &w->candidate[i]);
}

/* Make the lists to be simulated: values of the paper's Table 5, and those suggest() derives. */
static void take_model_lists(const char *dev, struct whatif_lists *lists)
{
	struct suggest_device d = { 0 };
	struct suggestion s;
	char period[32], bias[32], *words[] = { period, bias, NULL };
	struct args a = { .word = words, .object = "tune" };

	suggest_device_read(dev, 0, &d);
	if (!suggest(&d.cfg, d.has_load ? &d.load : NULL, &s))
		die("%s has no links: there is nothing to arbitrate by age", dev);
	snprintf(period, sizeof(period), "4,8,16,%u", s.period);
	snprintf(bias, sizeof(bias), "1/1/1,%u/%u/%u", s.dim[0].bias, s.dim[1].bias,
		 s.dim[2].bias);
	whatif_take_list(&a, LIST_PERIOD, lists);
	whatif_take_list(&a, LIST_BIAS, lists);
}

static int by_model(const void *a, const void *b)
{
	const struct candidate *x = *(const struct candidate *const *)a;
	const struct candidate *y = *(const struct candidate *const *)b;
	static const unsigned int figure[] = { FIGURE_STARVED, FIGURE_P99 };

	for (size_t i = 0; i < 2; i++) {
		double p = x->figure[figure[i]].mean, q = y->figure[figure[i]].mean;

		if (p != q)
			return p < q ? -1 : 1;
	}
	return x < y ? -1 : x > y;
}

static void choose(struct whatif *w, struct report *r)
{
	const struct candidate **c = allocate(w->n, sizeof(*c));

	for (size_t i = 1; i < w->n; i++)
		c[i - 1] = &w->candidate[i];
	qsort(c, w->n - 1, sizeof(*c), by_model);
	take_candidate(r, &w->candidate[0]);
	for (size_t i = 0; i < w->n - 1 && i < CHOSEN; i++)
		take_candidate(r, c[i]);
	free(c);
}

void candidates_of_model(struct whatif *w, const char *dev, const struct snapshot_span *span,
			 struct report *r)
{
	struct whatif_lists lists = { 0 };
	struct json_object *snapshot;
	struct nl nl;

	nl_open(&nl);
	snapshot = snapshot_take(&nl, dev, span);
	nl_close(&nl);
	snapshot_load(&w->s, dev, snapshot);
	whatif_traffic(&w->s, snapshot, dev, NULL);
	take_model_lists(dev, &lists);
	w->seeds = MODEL_SEEDS;
	w->cycles = MODEL_CYCLES;
	whatif_candidates(w, &lists);
	if (w->n < 2)
		die("the present settings are all that is suggested: give candidates, as in 'period 8,16 bias 3/2/1'");
	if (isatty(STDERR_FILENO))
		fprintf(stderr, "trying %zu settings on the model, to choose candidates\n", w->n);
	whatif_run(w);
	whatif_judge(w);
	choose(w, r);
	whatif_lists_free(&lists);
	json_object_put(snapshot);
}
