// SPDX-License-Identifier: GPL-2.0-only
/* The command of seastar tune that restores settings, also of routers that differ. */
#include <stdlib.h>
#include <string.h>

#include "test.h"

#include "tools/seastar/aging/words.h"
#include "tools/seastar/tune/undo.h"

#define ROUTERS	5

static void fill(struct aging a[ROUTERS], struct agings *all)
{
	for (uint32_t r = 0; r < ROUTERS; r++) {
		a[r] = (struct aging){ .router = r, .period = 4096, .select = SELECT_AGE };
		memset(a[r].bias, 1, sizeof(a[r].bias));
	}
	*all = (struct agings){ .aging = a, .n = ROUTERS };
}

static void assert_command(struct agings *all, const char *expected)
{
	char *command = undo_command("net0", all);

	assert_string_equal(command, expected);
	free(command);
}

static void one_setting_for_all_routers(void **state)
{
	struct aging a[ROUTERS];
	struct agings all;

	(void)state;
	fill(a, &all);
	assert_command(&all, "seastar age set net0 period 4096 select age bias 1");
}

static void routers_that_differ_are_named(void **state)
{
	struct aging a[ROUTERS];
	struct agings all;

	(void)state;
	fill(a, &all);
	a[1].period = 8;
	a[1].select = SELECT_RR;
	a[1].bias[RESPONSE][SEASTAR_PORT_PROC] = 2;
	assert_command(&all, "seastar age set net0 router 0 period 4096 select age bias 1 router 2-4 period 4096 select age bias 1 router 1 period 8 select rr bias req 1 bias rsp proc 2 x 1 y 1 z 1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_setting_for_all_routers),
		cmocka_unit_test(routers_that_differ_are_named),
	};

	return cmocka_run_group_tests_name("tune_undo", tests, NULL, NULL);
}
