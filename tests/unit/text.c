// SPDX-License-Identifier: GPL-2.0-only
/* Text that is cut and padded by characters, not by bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

#include "sim/base/text.h"

#define WORD	"\xc3\xa9t\xc3\xa9"	/* three characters of five bytes */

static void assert_padded(const char *text, size_t bytes, int width, const char *want)
{
	size_t size;
	char *seen;
	FILE *to = open_memstream(&seen, &size);

	assert_non_null(to);
	text_pad(text, bytes, width, to);
	fclose(to);
	assert_string_equal(seen, want);
	free(seen);
}

static void padding_counts_characters(void **state)
{
	(void)state;
	assert_padded(WORD, strlen(WORD), 5, "  " WORD);
	assert_padded(WORD, strlen(WORD), -5, WORD "  ");
	assert_padded(WORD, strlen(WORD), 3, WORD);
	assert_padded(WORD, strlen(WORD), -2, WORD);
	assert_padded(WORD, 2, -3, "\xc3\xa9  ");
	assert_padded("", 0, 2, "  ");
	/* a byte that is no UTF-8 is a character */
	assert_padded("a\xff", 2, 4, "  a\xff");
}

static void heads_end_with_a_character(void **state)
{
	(void)state;
	assert_int_equal(text_head(WORD, 1), 0);
	assert_int_equal(text_head(WORD, 2), 2);
	assert_int_equal(text_head(WORD, 4), 3);
	assert_int_equal(text_head(WORD, 9), 5);
	assert_int_equal(text_characters(WORD, text_head(WORD, 9)), 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(padding_counts_characters),
		cmocka_unit_test(heads_end_with_a_character),
	};

	return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
