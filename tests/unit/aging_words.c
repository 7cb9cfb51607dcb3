// SPDX-License-Identifier: GPL-2.0-only
/* Biases as text: the text has all of them, and "age set" parses it. */
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "tools/seastar/aging/words.h"
#include "tools/seastar/aging/bias.h"

#define ROUNDS		2000
#define MAX_WORDS	16

static void says(const char *expected, const uint8_t bias[SEASTAR_PORTS])
{
	char text[BIAS_WORDS_MAX];

	assert_string_equal(bias_words(bias, NULL, text), expected);
}

static void no_port_is_hidden(void **state)
{
	(void)state;
	says("2", (uint8_t[]){ 2, 2, 2, 2, 2, 2, 2 });
	says("proc 1 x 3 y 2 z 1", (uint8_t[]){ 1, 3, 3, 2, 2, 1, 1 });
	says("proc 0 x 3 y 3 z 3", (uint8_t[]){ 0, 3, 3, 3, 3, 3, 3 });
	says("proc 1 +x 3 -x 4 y 2 +z 1 -z 0", (uint8_t[]){ 1, 3, 4, 2, 2, 1, 0 });
}

static void only_given_values_are_shown(void **state)
{
	const bool given[SEASTAR_PORTS] = { [SEASTAR_PORT_XP] = true, [SEASTAR_PORT_ZP] = true,
					    [SEASTAR_PORT_ZM] = true };
	const uint8_t bias[SEASTAR_PORTS] = { 2, 2, 2, 2, 2, 2, 2 };
	char text[BIAS_WORDS_MAX];

	(void)state;
	assert_string_equal(bias_words(bias, given, text), "+x 2 z 2");
}

static void take_back(char *text, struct bias_change *c)
{
	char *word[MAX_WORDS + 1] = { NULL };
	struct args a = { .word = word };
	size_t n = 0;

	while ((word[n] = strsep(&text, " ")))
		assert_true(++n < MAX_WORDS);
	args_bias(&a, c);
	assert_false(args_more(&a));
}

static void what_is_printed_is_taken(void **state)
{
	char text[BIAS_WORDS_MAX];
	unsigned int i, port;

	(void)state;
	srand(1);
	for (i = 0; i < ROUNDS; i++) {
		struct bias_change c = { 0 };
		uint8_t bias[SEASTAR_PORTS];

		/* often equal, so that all forms occur */
		for (port = 0; port < SEASTAR_PORTS; port++)
			bias[port] = rand() % (1 + i % 4);
		bias_words(bias, NULL, text);
		take_back(text, &c);
		for (port = 0; port < SEASTAR_PORTS; port++) {
			assert_true(c.given[REQUEST][port] && c.given[RESPONSE][port]);
			assert_int_equal(c.value[REQUEST][port], bias[port]);
			assert_int_equal(c.value[RESPONSE][port], bias[port]);
		}
	}
}

static void masks_have_names(void **state)
{
	char text[SELECT_WORDS_MAX];

	(void)state;
	assert_string_equal(select_words(SELECT_AGE, false, text), "age");
	assert_string_equal(select_words(SELECT_RR, false, text), "rr");
	assert_string_equal(select_words(0xff, false, text), "0x00000000000000ff");
	assert_string_equal(select_words(SELECT_AGE, true, text), "0xffffffffffffffff");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_port_is_hidden),
		cmocka_unit_test(only_given_values_are_shown),
		cmocka_unit_test(what_is_printed_is_taken),
		cmocka_unit_test(masks_have_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
