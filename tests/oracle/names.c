// SPDX-License-Identifier: GPL-2.0-only
#include "coverage.h"
#include "mutant.h"

#define COVERAGE_TEXT(name, text)	[SEEN_##name] = text,
#define MUTANT_TEXT(name, text)		[MUTANT_##name] = text,

const char *const coverage_text[SEEN_COUNT] = {
	COVERAGE_LIST(COVERAGE_TEXT) VC_COVERAGE_LIST(COVERAGE_TEXT)
	TORUS_COVERAGE_LIST(COVERAGE_TEXT) BUBBLE_COVERAGE_LIST(COVERAGE_TEXT)
};

const char *const mutant_text[MUTANTS] = {
	MUTANT_LIST(MUTANT_TEXT) VC_MUTANT_LIST(MUTANT_TEXT) TORUS_MUTANT_LIST(MUTANT_TEXT)
	BUBBLE_MUTANT_LIST(MUTANT_TEXT)
};
