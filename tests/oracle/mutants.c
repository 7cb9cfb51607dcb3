// SPDX-License-Identifier: GPL-2.0-only
/*
 * The tests tested: the oracle against what can be worked out by hand, then
 * the fuzzer, which must notice every deliberate error of the oracle in a case
 * that shows no difference without it.
 */
#include <inttypes.h>

#include "case.h"
#include "check.h"

#define MOST_CASES	2000
#define SEED		1

int main(void)
{
	struct tap tap;

	tap_begin(&tap);
	check_by_hand(&tap);
	check_dragonfly(&tap);
	for (enum mutant m = MUTANT_NONE + 1; m < MUTANTS; m++) {
		enum case_kind kind = case_kind_of(m);
		u64 number = 0;

		while (number < MOST_CASES &&
		       case_run(SEED, number, kind, m, 0, NULL, NULL))
			number++;
		tap_point(&tap, number < MOST_CASES &&
			  case_run(SEED, number, kind, MUTANT_NONE, 0, NULL, NULL),
			  "%s: noticed in case %" PRIu64, mutant_text[m],
			  number);
	}
	return tap_done(&tap);
}
