// SPDX-License-Identifier: GPL-2.0-only
/*
 * The constants of the UAPI header are those of docs/netlink/seastar.yaml; the list is
 * made of both by tests/spec/flatten.
 */
#include <stdbool.h>
#include <string.h>

#include <linux/seastar.h>

#include "test.h"

#define NUMBER(name, value)	{ #name, .header = name, .spec = value },
#define TEXT(name, value)	{ #name, .header_text = name, .spec_text = value },
#define UNKNOWN(name)		{ #name, .unknown = true },

static const struct constant {
	const char *name;
	unsigned long long header, spec;
	const char *header_text, *spec_text;
	bool unknown;		/* the specification does not have the constant */
} constants[] = {
#include "uapi-names.h"
};

#define CONSTANTS	(sizeof(constants) / sizeof(constants[0]))

static void header_has_the_values_of_the_spec(void **state)
{
	const struct constant *c;
	int wrong = 0;

	(void)state;
	for (c = constants; c < constants + CONSTANTS; c++) {
		if (c->header != c->spec) {
			print_error("%s: %llu in the header, %llu in the spec\n", c->name,
				    c->header, c->spec);
			wrong++;
		} else if (c->spec_text && strcmp(c->header_text, c->spec_text)) {
			print_error("%s: \"%s\" in the header, \"%s\" in the spec\n", c->name,
				    c->header_text, c->spec_text);
			wrong++;
		}
	}
	assert_int_equal(wrong, 0);
}

static void spec_knows_all_of_the_header(void **state)
{
	const struct constant *c;
	int unknown = 0;

	(void)state;
	for (c = constants; c < constants + CONSTANTS; c++) {
		if (c->unknown) {
			print_error("%s: not in the spec\n", c->name);
			unknown++;
		}
	}
	assert_int_equal(unknown, 0);
}

/* The counters and registers of version 0.2, as clients know them. */
static void numbers_do_not_move(void **state)
{
	static const struct { unsigned int is, was; } numbers[] = {
		{ SEASTAR_COUNTER_VC0_BLOCKED, 0 }, { SEASTAR_COUNTER_STALLED, 4 },
		{ SEASTAR_COUNTER_AGE_BIN0, 5 }, { SEASTAR_COUNTER_VC0_PKTS, 9 },
		{ SEASTAR_COUNTER_VC0_FLITS, 13 }, { SEASTAR_COUNTER_CONTESTED, 17 },
		{ SEASTAR_COUNTER_INHIBITED, 18 }, { SEASTAR_COUNTER_TIED, 19 },
		{ SEASTAR_COUNTER_SATURATED, 20 },
		{ SEASTAR_REG_VC0_BLOCKED, 0 }, { SEASTAR_REG_STALLED, 4 },
		{ SEASTAR_REG_AGE_GROUP0, 5 }, { SEASTAR_REG_AGE_GROUP1, 6 },
		{ SEASTAR_REG_VC0_PKTS, 7 }, { SEASTAR_REG_VC0_FLITS, 11 },
		{ SEASTAR_REG_GRANTS0, 15 }, { SEASTAR_REG_GRANTS1, 16 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		assert_int_equal(numbers[i].is, numbers[i].was);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(header_has_the_values_of_the_spec),
		cmocka_unit_test(spec_knows_all_of_the_header),
		cmocka_unit_test(numbers_do_not_move),
	};

	return cmocka_run_group_tests_name("uapi", tests, NULL, NULL);
}
