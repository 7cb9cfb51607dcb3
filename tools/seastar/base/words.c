// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <stdbool.h>

#include "words.h"

/* State of a split: the place to read in the line and, never after it, the place to write. */
struct split {
	const char *from;
	char *to;
	const char *wrong;
};

static void take_escaped(struct split *s)
{
	if (!s->from[1]) {
		s->wrong = "a backslash ends the line";
		return;
	}
	*s->to++ = s->from[1];
	s->from += 2;
}

static void take_quoted(struct split *s)
{
	char quote = *s->from++;

	while (*s->from != quote && !s->wrong) {
		if (!*s->from)
			s->wrong = "a quotation does not end";
		else if (*s->from == '\\' && quote == '"')
			take_escaped(s);
		else
			*s->to++ = *s->from++;
	}
	if (!s->wrong)
		s->from++;
}

/* Copy one word, without quotes and backslashes. */
static void words_take_word(struct split *s)
{
	while (*s->from && !isspace((unsigned char)*s->from) && !s->wrong) {
		if (*s->from == '\'' || *s->from == '"')
			take_quoted(s);
		else if (*s->from == '\\')
			take_escaped(s);
		else
			*s->to++ = *s->from++;
	}
}

const char *words_split(char *line, char **words)
{
	struct split s = { .from = line, .to = line };

	while (!s.wrong) {
		bool ends;

		while (isspace((unsigned char)*s.from))
			s.from++;
		if (!*s.from || *s.from == '#')
			break;
		*words++ = s.to;
		words_take_word(&s);
		if (s.wrong)
			break;
		ends = !*s.from;
		if (!ends)
			s.from++;
		*s.to++ = '\0';
		if (ends)
			break;
	}
	*words = NULL;
	return s.wrong;
}
