/* SPDX-License-Identifier: GPL-2.0-only */
/* What of the kernel's instrumented code requests have reached: KCOV. */
#ifndef FUZZ_COVERAGE_H
#define FUZZ_COVERAGE_H

#include <stdint.h>

#define PLACES_REACHED	65536

/* All places reached so far; in memory that several processes share. */
struct reached {
	uint64_t places[PLACES_REACHED];
	uint32_t n;
};

struct coverage;

/* As root; NULL if the kernel has no KCOV. */
struct coverage *coverage_open(void);

/* Collect in this process from now on. */
void coverage_start(struct coverage *coverage);

/* How many places were reached since the last call that nobody reached before. */
unsigned int coverage_take(struct coverage *coverage, struct reached *reached);

#endif /* FUZZ_COVERAGE_H */
