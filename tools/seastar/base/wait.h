/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BASE_WAIT_H
#define BASE_WAIT_H

#include <stdint.h>

/* Sleep, until a signal comes at the latest. */
void wait_ms(uint64_t ms);

/* Milliseconds of a clock that nobody sets. */
uint64_t clock_ms(void);

#endif /* BASE_WAIT_H */
