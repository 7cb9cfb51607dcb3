/* SPDX-License-Identifier: GPL-2.0-only */
/* Coverage of the kernel's instrumented code by requests, from KCOV. */
#ifndef FUZZ_COVERAGE_H
#define FUZZ_COVERAGE_H

#include <stdint.h>

#define PLACES_REACHED	65536

/* All places reached so far, in memory that several processes share. */
struct reached {
	uint64_t places[PLACES_REACHED];
	uint32_t n;
};

struct coverage;

/* Open KCOV, as root; NULL if the kernel has none. */
struct coverage *coverage_open(void);

/* Collect the coverage of this process from now on. */
void coverage_start(struct coverage *coverage);

/* Return the number of places that were reached for the first time since the last call. */
unsigned int coverage_take(struct coverage *coverage, struct reached *reached);

#endif /* FUZZ_COVERAGE_H */
