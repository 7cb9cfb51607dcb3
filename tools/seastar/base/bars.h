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
 * Print one bar per line, as wide as the terminal.  The scale is logarithmic, and says so, if the
 * values differ by more than a factor of 100.  Print plain lines if stdout is no terminal.
 */
void bars_print(const struct bar *bar, size_t n);

#endif /* BASE_BARS_H */
