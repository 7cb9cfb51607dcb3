// SPDX-License-Identifier: GPL-2.0-only
/* Lists of settings on the command line. */
#include <stdlib.h>
#include <string.h>

#include "tools/seastar/aging/words.h"
#include "tools/seastar/base/print.h"

#include "lists.h"

#define MAX_LIST		64

/* Split a list at commas; @word points into @text, which is to be freed. */
static size_t take_list(struct args *a, const char *what, char **text, char *word[MAX_LIST])
{
	char *rest = *text = strdup(args_value(a, what));
	size_t n = 0;

	if (!rest)
		die("out of memory");
	while (rest) {
		if (n == MAX_LIST)
			args_die(a, "%s: more than %d values", what, MAX_LIST);
		word[n] = strsep(&rest, ",");
		if (!*word[n++])
			args_die(a, "%s: a value is missing in the list", what);
	}
	return n;
}

static uint64_t select_of(const struct args *a, const char *word)
{
	if (!strcmp(word, "age"))
		return SELECT_AGE;
	if (!strcmp(word, "rr"))
		return SELECT_RR;
	return parse_number(a, "select (rr, age or a mask)", word, 0, UINT64_MAX);
}

static void take_selects(struct args *a, struct whatif_lists *l)
{
	char *text, *word[MAX_LIST];

	l->selects = take_list(a, "select", &text, word);
	l->select = allocate(l->selects, sizeof(*l->select));
	for (size_t i = 0; i < l->selects; i++)
		l->select[i] = select_of(a, word[i]);
	free(text);
}

static void take_periods(struct args *a, struct whatif_lists *l)
{
	char *text, *word[MAX_LIST];

	l->periods = take_list(a, "period", &text, word);
	l->period = allocate(l->periods, sizeof(*l->period));
	for (size_t i = 0; i < l->periods; i++)
		l->period[i] = parse_number(a, "period", word[i], 1, UINT32_MAX);
	free(text);
}

static void check_bias(const struct args *a, const struct bias_change *b)
{
	for (unsigned int p = 0; p < SEASTAR_PORTS; p++)
		if (b->given[REQUEST][p] && b->value[REQUEST][p] > SS_MAX_BIAS)
			args_die(a, "bias: %u is not a number from 0 to %d", b->value[REQUEST][p],
				 SS_MAX_BIAS);
}

/* Take biases, each a number or X/Y/Z, in the syntax of "age set". */
static void take_biases(struct args *a, struct whatif_lists *l)
{
	char *word[MAX_LIST];

	l->biases = take_list(a, "bias", &l->bias_list, word);
	l->bias = allocate(l->biases, sizeof(*l->bias));
	l->bias_text = allocate(l->biases, sizeof(*l->bias_text));
	for (size_t i = 0; i < l->biases; i++) {
		char *one[2] = { word[i] };
		struct args of = { .word = one, .object = a->object, .command = a->command };

		if (word[i][strspn(word[i], "0123456789/")] || strlen(word[i]) > 8)
			args_die(a, "bias: '%s' is neither a number nor X/Y/Z", word[i]);
		args_bias(&of, &l->bias[i]);
		check_bias(a, &l->bias[i]);
		l->bias_text[i] = word[i];
	}
}

bool whatif_take_list(struct args *a, size_t list, struct whatif_lists *l)
{
	static void (*const take[LISTS])(struct args *a, struct whatif_lists *l) = {
		[LIST_SELECT] = take_selects, [LIST_PERIOD] = take_periods,
		[LIST_BIAS] = take_biases,
	};

	if (list >= LISTS)
		return false;
	take[list](a, l);
	return true;
}

void whatif_lists_free(struct whatif_lists *l)
{
	free(l->select);
	free(l->period);
	free(l->bias);
	free(l->bias_text);
	free(l->bias_list);
}
