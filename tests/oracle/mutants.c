// SPDX-License-Identifier: GPL-2.0-only
/*
 * A test of the tests.  First the oracle is compared with values worked out by hand.  Then the
 * fuzzer must notice every deliberate error of the oracle, in a case that shows no difference
 * without the error.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "case.h"
#include "check.h"

#define MOST_CASES	2000
#define SEED		1

/* A case run without errors: whether the twins were alike, and the places of errors it reached. */
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

/*
 * Return true if a case detects error @m.  A case that never reaches the place of the error is not
 * run with it: the result would be the same.
 */
static bool notices(enum case_kind kind, u64 number, enum mutant m)
{
	return sound(kind, number)->reached[m] &&
	       !case_run(SEED, number, kind, m, 0, NULL, NULL);
}

/* Check that there is a case that notices @m. */
static void check_mutant(struct tap *tap, enum mutant m)
{
	enum case_kind kind = case_kind_of(m);
	u64 number = 0;

	while (number < MOST_CASES && !notices(kind, number, m))
		number++;
	tap_point(tap, number < MOST_CASES && sound(kind, number)->alike,
		  "%s: noticed in case %" PRIu64, mutant_text[m], number);
}

/* Check the mutants whose texts contain @words; return their number. */
static u32 check_some(struct tap *tap, const char *words)
{
	u32 count = 0;

	for (enum mutant m = MUTANT_NONE + 1; m < MUTANTS; m++) {
		if (!strstr(mutant_text[m], words))
			continue;
		check_mutant(tap, m);
		count++;
	}
	return count;
}

int main(int argc, char **argv)
{
	struct tap tap;

	if (argc > 2 || (argc == 2 && *argv[1] == '-')) {
		fputs("usage: mutants [WORDS]\n"
		      "Each mutant, or those whose texts have WORDS in them, is to be noticed.\n",
		      stderr);
		return 2;
	}
	tap_begin(&tap);
	if (argc == 2) {
		tap_point(&tap, check_some(&tap, argv[1]), "there are such mutants");
		return tap_done(&tap);
	}
	check_by_hand(&tap);
	check_dragonfly(&tap);
	check_some(&tap, "");
	return tap_done(&tap);
}
