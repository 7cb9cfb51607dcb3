// SPDX-License-Identifier: GPL-2.0-only
/* Splitting of the lines of a batch into words. */
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "tools/seastar/base/words.h"

/* Split @line in memory of the smallest allowed size; compare with the further arguments. */
static void splits(const char *line, ...)
{
	char *copy = strdup(line), **words = calloc(strlen(line) / 2 + 2, sizeof(*words));
	const char *word;
	va_list ap;
	size_t i = 0;

	assert_null(words_split(copy, words));
	va_start(ap, line);
	while ((word = va_arg(ap, const char *))) {
		assert_non_null(words[i]);
		assert_string_equal(words[i++], word);
	}
	va_end(ap);
	assert_null(words[i]);
	free(copy);
	free(words);
}

static void refuses(const char *line, const char *why)
{
	char *copy = strdup(line), **words = calloc(strlen(line) / 2 + 2, sizeof(*words));

	assert_string_equal(words_split(copy, words), why);
	free(copy);
	free(words);
}

static void spaces_set_words_apart(void **state)
{
	(void)state;
	splits("", NULL);
	splits("a", "a", NULL);
	splits(" \t age  set\tfab0 \r\n", "age", "set", "fab0", NULL);
	splits("a b c d e f", "a", "b", "c", "d", "e", "f", NULL);
}

static void quotations_keep_them(void **state)
{
	(void)state;
	splits("'a b' \"c  d\"", "a b", "c  d", NULL);
	splits("a'b c'\"d\"e", "ab cde", NULL);
	splits("'' \"\"", "", "", NULL);
	splits("'\"' \"'\"", "\"", "'", NULL);
	splits("'#' \"#\"", "#", "#", NULL);
}

static void a_backslash_takes_meaning(void **state)
{
	(void)state;
	splits("a\\ b \\'c \\\"d \\\\ \\#e", "a b", "'c", "\"d", "\\", "#e", NULL);
	splits("\"\\\"\\\\\" '\\'", "\"\\", "\\", NULL);
}

static void comments_are_left_out(void **state)
{
	(void)state;
	splits("# a b", NULL);
	splits("a # b", "a", NULL);
	splits("a#b #", "a#b", NULL);
	splits("a #'", "a", NULL);
}

static void what_does_not_end_is_refused(void **state)
{
	static const char open[] = "a quotation does not end";
	static const char bare[] = "a backslash ends the line";

	(void)state;
	refuses("'", open);
	refuses("a \"b", open);
	refuses("a 'b\" c", open);
	refuses("\\", bare);
	refuses("a b\\", bare);
	refuses("\"a\\", bare);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spaces_set_words_apart),
		cmocka_unit_test(quotations_keep_them),
		cmocka_unit_test(a_backslash_takes_meaning),
		cmocka_unit_test(comments_are_left_out),
		cmocka_unit_test(what_does_not_end_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
