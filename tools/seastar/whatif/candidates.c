// SPDX-License-Identifier: GPL-2.0-only
/* The settings that seastar whatif tries. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/seastar/aging/words.h"
#include "tools/seastar/base/print.h"

#include "whatif.h"

static bool candidates_is_same(const struct ss_aging *a, const struct ss_aging *b)
{
	return a->period == b->period && a->select == b->select &&
	       !memcmp(a->bias, b->bias, sizeof(a->bias));
}

static bool are_same(const struct ss_aging *a, const struct ss_aging *b, uint32_t routers)
{
	while (routers--)
		if (!candidates_is_same(&a[routers], &b[routers]))
			return false;
	return true;
}

static unsigned int count_changes(const struct ss_aging *a, const struct ss_aging *b,
				  uint32_t routers)
{
	bool select = false, period = false, bias = false;

	while (routers--) {
		select |= a[routers].select != b[routers].select;
		period |= a[routers].period != b[routers].period;
		bias |= memcmp(a[routers].bias, b[routers].bias, sizeof(a->bias));
	}
	return select + period + bias;
}

static struct candidate *candidates_add(struct whatif *w)
{
	struct candidate *c;

	w->candidate = resize(w->candidate, w->n + 1, sizeof(*c));
	c = &w->candidate[w->n++];
	*c = (struct candidate){
		.aging = allocate(w->s.routers, sizeof(*c->aging)),
		.run = allocate(w->seeds, sizeof(*c->run)),
	};
	memcpy(c->aging, w->s.aging, w->s.routers * sizeof(*c->aging));
	return c;
}

/* Drop the last candidate if an earlier one has the same settings. */
static void drop_same(struct whatif *w)
{
	struct candidate *last = &w->candidate[w->n - 1];
	size_t i;

	for (i = 0; i < w->n - 1; i++) {
		if (!are_same(w->candidate[i].aging, last->aging, w->s.routers))
			continue;
		free(last->aging);
		free(last->run);
		w->n--;
		return;
	}
}

static void candidates_append(char *text, size_t room, const char *separator, const char *word)
{
	size_t n = strlen(text);

	snprintf(text + n, room - n, "%s%s", n ? separator : "", word);
}

/* Add a setting to both the candidate's name and its words. */
static void candidates_add_change(struct candidate *c, const char *keyword, const char *value)
{
	candidates_append(c->name, sizeof(c->name), " ", value);
	candidates_append(c->words, sizeof(c->words), " ", keyword);
	candidates_append(c->words, sizeof(c->words), " ", value);
}

static void change_select(struct whatif *w, struct candidate *c, uint64_t select)
{
	char text[SELECT_WORDS_MAX];

	candidates_add_change(c, "select", select_words(select, false, text));
	for (uint32_t r = 0; r < w->s.routers; r++)
		c->aging[r].select = select;
}

static void change_period(struct whatif *w, struct candidate *c, uint32_t period)
{
	char text[16];

	snprintf(text, sizeof(text), "%u", period);
	candidates_add_change(c, "period", text);
	for (uint32_t r = 0; r < w->s.routers; r++)
		c->aging[r].period = period;
}

static void change_bias(struct whatif *w, struct candidate *c, const struct bias_change *b,
			const char *text)
{
	candidates_add_change(c, "bias", text);
	for (uint32_t r = 0; r < w->s.routers; r++)
		for (unsigned int k = 0; k < CLASSES; k++)
			for (unsigned int p = 0; p < SEASTAR_PORTS; p++)
				if (b->given[k][p])
					c->aging[r].bias[k][p] = b->value[k][p];
}

/*
 * Add a candidate with one value of each list. Empty lists are skipped, and so are period and bias
 * for round robin, which does not use them.
 */
static void add_one(struct whatif *w, const struct whatif_lists *l, size_t select, size_t period,
		    size_t bias)
{
	struct candidate *c = candidates_add(w);
	bool ages = true;

	if (l->selects) {
		change_select(w, c, l->select[select]);
		ages = l->select[select] != SELECT_RR;
	}
	if (ages && l->periods)
		change_period(w, c, l->period[period]);
	if (ages && l->biases)
		change_bias(w, c, &l->bias[bias], l->bias_text[bias]);
	c->changes = count_changes(w->s.aging, c->aging, w->s.routers);
	drop_same(w);
}

static size_t at_least_one(size_t n)
{
	return n ? n : 1;
}

/* Name the present settings in a few words, if all routers have the same. */
static void name_present(struct whatif *w, struct candidate *c)
{
	const struct ss_aging *g = &w->s.aging[0];
	char bias[BIAS_WORDS_MAX];

	snprintf(c->name, sizeof(c->name), "present");
	for (uint32_t r = 1; r < w->s.routers; r++)
		if (!candidates_is_same(g, &w->s.aging[r]))
			return;
	if (memcmp(g->bias[REQUEST], g->bias[RESPONSE], SEASTAR_PORTS))
		return;
	if (g->select == SELECT_RR)
		snprintf(c->name, sizeof(c->name), "present: rr");
	else if (g->select == SELECT_AGE)
		snprintf(c->name, sizeof(c->name), "present: age %u %s", g->period,
			 bias_words(g->bias[REQUEST], NULL, bias));
}

void whatif_candidates(struct whatif *w, const struct whatif_lists *l)
{
	name_present(w, candidates_add(w));
	for (size_t i = 0; i < at_least_one(l->selects); i++)
		for (size_t j = 0; j < at_least_one(l->periods); j++)
			for (size_t k = 0; k < at_least_one(l->biases); k++)
				add_one(w, l, i, j, k);
}

void whatif_free(struct whatif *w)
{
	while (w->n--) {
		struct candidate *c = &w->candidate[w->n];

		for (uint32_t k = 0; k < w->seeds; k++)
			free(c->run[k].why);
		free(c->aging);
		free(c->run);
	}
	free(w->candidate);
}
