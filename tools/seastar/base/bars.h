/* SPDX-License-Identifier: GPL-2.0-only */
/* Counts as bars on a terminal. */
#ifndef BASE_BARS_H
#define BASE_BARS_H

#include <stddef.h>
#include <stdint.h>

struct bar {
	char label[48];
	uint64_t count;
};

/*
 * Print a line a bar, as wide as the terminal; by the logarithm, which it
 * says, if they differ by more than 100 times.  Plain lines if stdout is no
 * terminal.
 */
void bars_print(const struct bar *bar, size_t n);

#endif /* BASE_BARS_H */
