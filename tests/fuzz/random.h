/* SPDX-License-Identifier: GPL-2.0-only */
/* Random numbers for a fuzzer: splitmix64. */
#ifndef FUZZ_RANDOM_H
#define FUZZ_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

struct random {
	uint64_t state;
};

static inline uint64_t draw(struct random *r)
{
	uint64_t z = r->state += 0x9e3779b97f4a7c15ULL;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
	return z ^ z >> 31;
}

/* Draw 0 to n - 1; n is not 0. */
static inline uint64_t below(struct random *r, uint64_t n)
{
	return draw(r) % n;
}

static inline bool one_in(struct random *r, uint64_t n)
{
	return !below(r, n);
}

/* Draw 0 to @greatest, each order of magnitude equally often. */
static inline uint64_t skewed(struct random *r, uint64_t greatest)
{
	uint64_t n = draw(r) >> below(r, 64);

	return greatest == UINT64_MAX ? n : n % (greatest + 1);
}

#endif /* FUZZ_RANDOM_H */
