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

/* A case without errors: which places of errors it reaches. */
struct sound_case {
	bool ran, alike;
	unsigned char reached[MUTANTS];
};

static const struct sound_case *sound(enum case_kind kind, u64 number)
{
	static struct sound_case cases[CASE_KINDS][MOST_CASES];
	struct sound_case *c = &cases[kind][number];

	if (c->ran)
		return c;
	memset(mutant_reached, 0, sizeof(mutant_reached));
	c->alike = case_run(SEED, number, kind, MUTANT_NONE, 0, NULL, NULL);
	memcpy(c->reached, mutant_reached, sizeof(c->reached));
	c->ran = true;
	return c;
}

/* A case that never reaches the place of an error is not run with it: it would be the same. */
static bool notices(enum case_kind kind, u64 number, enum mutant m)
{
	return sound(kind, number)->reached[m] &&
	       !case_run(SEED, number, kind, m, 0, NULL, NULL);
}

int main(void)
{
	struct tap tap;

	tap_begin(&tap);
	check_by_hand(&tap);
	check_dragonfly(&tap);
	for (enum mutant m = MUTANT_NONE + 1; m < MUTANTS; m++) {
		enum case_kind kind = case_kind_of(m);
		u64 number = 0;

		while (number < MOST_CASES && !notices(kind, number, m))
			number++;
		tap_point(&tap, number < MOST_CASES && sound(kind, number)->alike,
			  "%s: noticed in case %" PRIu64, mutant_text[m], number);
	}
	return tap_done(&tap);
}
